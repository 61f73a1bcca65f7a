"""What tests share: a refusal where the kernels are not those of the sources beside them, and
commands run in this process.
"""

import ctypes
import gc
import hashlib
import os
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest

from combin import games
from combin.rules import loader
from combin.rules.game import Sheet

MMAP_THRESHOLD, ARENA_MAX = -3, -8  # of glibc's malloc.h
EXT = Path(__file__).parents[1] / "_ext"
IS_OWN = games.is_own
VERIFY = loader._verify

# Commands keep what they count in a folder of the user's; those of tests keep nothing.
os.environ["COMBIN_CACHE"] = ""

# A shell leaves interrupts ignored in what it runs in the background; tests interrupt themselves
# and others.
signal.signal(signal.SIGINT, signal.default_int_handler)

# What is ignored stays ignored in the processes that tests start; what has a handler does not.
# `nohup` ignores hang-ups, which tests send.
for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
    if signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, lambda *_: None)


def give_back_what_is_freed() -> None:
    """Have the C library give back each array of a mebibyte or more as it is freed, and threads
    share their heaps: a worker runs thousands of tests, and does not need again what one leaves.
    """
    from combin.kernels import memory

    memory.keep = lambda: None  # which commands call as they start
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(MMAP_THRESHOLD, 1 << 20)
        mallopt(ARENA_MAX, 1)


def pytest_sessionstart() -> None:
    try:
        from combin.kernels import SOURCES
    except ImportError as error:
        pytest.exit(str(error), returncode=2)
    give_back_what_is_freed()
    sources = sorted([*EXT.glob("*.pxd"), *EXT.glob("*.pyx")], key=lambda path: path.name)
    digest = hashlib.blake2b(
        b"".join(path.read_bytes() for path in sources), digest_size=8
    ).hexdigest()
    if digest != SOURCES:
        pytest.exit(
            f"the kernels were compiled from {SOURCES}, the sources are {digest}; run: pip install "
            "-e .",
            returncode=2,
        )


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays until the end; the garbage collector need not look at it."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()
        gc.set_threshold(50_000)  # tests make many fractions, and few circles


@pytest.hookimpl(tryfirst=True)  # before pytest chooses by marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    met = Counter[str]()
    slow = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        function, _, case = item.nodeid.partition("[")
        met[function] += bool(case)
        for mark in (pytest.mark.slow, pytest.mark.whole):
            marked = item.get_closest_marker(f"{mark.name}_after")
            if marked and met[function] > marked.args[0]:
                item.add_marker(mark)
        if item.get_closest_marker("slow") and not item.get_closest_marker("whole"):
            slow[function].append(item)
    for cases in slow.values():
        for item in cases[1:]:
            item.add_marker(pytest.mark.whole)


@pytest.fixture(autouse=True, scope="module")
def caches_end_with_a_module(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a module of tests has found is kept no longer, but the games that ship: a worker runs
    many of them.
    """
    from combin.kernels import memory

    yield
    rooms = [room for name, room in sys.modules.items() if name.startswith("combin.")]
    for room in (request.module, *rooms):
        for value in vars(room).values():
            if hasattr(value, "cache_clear") and room is not games:
                value.cache_clear()
    gc.collect()
    gc.freeze()  # what is left stays, as modules that were imported do
    memory.give_back()


@pytest.fixture(autouse=True, scope="module")
def own_games_are_not_recounted() -> Iterator[None]:
    """A game of a test's own is not recounted, which takes a second or more for each setting that
    is asked; a test of the recount, and of what is told of it, uses `recounting`.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "is_own", lambda *_: False)
        yield


@pytest.fixture(autouse=True, scope="module")
def equal_files_are_tried_once() -> Iterator[None]:
    """A module writes the same game into the folder of each of its tests; what its rules say under
    every value of every choice is tried when it is first read.
    """
    tried = set[str]()

    def verify(sheet: Sheet) -> None:
        words = repr(sheet)  # which tells 1 and True apart
        if words not in tried:
            VERIFY(sheet)
            tried.add(words)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loader, "_verify", verify)
        yield


@pytest.fixture
def recounting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Recount games of a test's own, as combin does."""
    monkeypatch.setattr(games, "is_own", IS_OWN)


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[int, str, str]]:
    """Return a function that runs a command in this process: (status, stdout, stderr); it says
    nothing of how long it takes, which is the machine's.
    """
    from combin import cli, telling

    monkeypatch.setattr(telling, "PATIENCE", 10**18)

    def run_command(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as caught:
            cli.main([str(argument) for argument in arguments])
        status, output = caught.value.code, capsys.readouterr()
        assert isinstance(status, int)
        return status, output.out, output.err

    return run_command


@pytest.fixture
def refused(run: Callable[..., tuple[int, str, str]]) -> Callable[..., None]:
    """Return a function that runs a command and checks that it is refused in one line that has the
    given words.
    """

    def run_refused(*arguments: object, words: str) -> None:
        status, out, err = run(*arguments)
        assert (status, out) == (2, ""), (out, err)
        assert err.startswith("combin: ") and err.count("\n") == 1 and err.endswith("\n"), err
        assert words in err, err

    return run_refused
