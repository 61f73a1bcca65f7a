"""Records how commands call the kernels, and calls them wrongly: a program of its own, for a wrong
call may end the process.

Every array ends where a page begins that cannot be read, or begins where one ends: who reads or
writes beside it is ended by the system. What refuses raises one of REFUSALS; what does not refuse
has stayed inside.

    python tests/misuse.py record CALLS     keep the first calls of every function
    python tests/misuse.py replay CALLS N   make all calls from number N on, right and wrong, each
                                            told on stdout before it is made
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import mmap
import os
import pickle
import pkgutil
import shlex
import signal
import sys
import tempfile
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

# Together they call most functions of the kernels, in half a minute.
COMMANDS = """
simulate three-card-poker --rounds 300 -o three.csv
check three-card-poker three.csv
strategy three-card-poker --lines 3
simulate baccarat --rounds 300 -o baccarat.csv
check baccarat baccarat.csv
solve mississippi-stud --threads 1
solve dakota-duel-draw --threads 1
solve phil-em-up --threads 1
advise mississippi-stud "As Kd"
solve casino-war
sweep three-card-poker --pay ante-bonus.straight=1..9
target three-card-poker --edge 2% --pay ante-bonus.straight
solve jacks-or-better --threads 1
advise joker-poker "As Kd 2c 3h Jk"
advise ultimate-texas-holdem "As Kd"
advise pai-gow-poker "As Kd Qc Jh 2s 3s 5d"
solve casino-holdem --threads 1
price casino-holdem call
advise high-card-flush "As Ks Qs Js 2d 3d 5c"
simulate jacks-or-better --rounds 300 -o jacks.csv
check jacks-or-better jacks.csv
protect caribbean-stud
strategy jacks-or-better --lines 5
price let-it-ride let-it-ride-basic
simulate caribbean-stud --rounds 300 -o caribbean.csv
check caribbean-stud caribbean.csv
"""
KERNELS = [
    found.name
    for found in pkgutil.iter_modules(importlib.import_module("combin.kernels").__path__)
    if found.name not in ("built", "constants", "views")
]
REFUSALS = ValueError, TypeError, IndexError, OverflowError, MemoryError
CALLS = 2  # of each function that are kept
LARGEST = 1 << 16  # bytes of an array that are kept
SECONDS = 20  # that a wrong call may take
PAGE = mmap.PAGESIZE
WRONG_ITEMS = -1, 100, 2**30, -(2**31), 2**62
WRONG_NUMBERS = -(2**63), -(2**31), -1, 0, 255, 10**6, 2**31 - 1, 2**62, 2**64
BUFFERS = (array, bytes, bytearray, memoryview)


class Made:
    """An object of a kernel: the class and the arguments that made it."""

    def __init__(self, name: str, arguments: list[Any]) -> None:
        self.name, self.arguments = name, arguments


class Buffer:
    """An argument that is an array.

    kind: of its items.
    content: its bytes, of a large array the first ones; zeros follow.
    size: how many bytes it has.
    written: whether it can be written.
    """

    def __init__(self, kind: str, content: bytes, written: bool, size: int) -> None:
        self.kind, self.content, self.written, self.size = kind, content, written, size


# --- Recording -----------------------------------------------------------------------------------


class Recorder:
    """Stands before every public function and class of the kernels and keeps what they are called
    with.
    """

    def __init__(self) -> None:
        self.calls: dict[str, list[list[Any]]] = {}
        self.made: dict[int, Made] = {}
        self.alive: list[Any] = []  # so that no other object gets the same id

    def stand(self) -> None:
        for name in KERNELS:
            module = importlib.import_module(f"combin.kernels.{name}")
            for key, found in list(vars(module).items()):
                if key.startswith("_") or getattr(found, "__module__", "") != module.__name__:
                    continue
                if isinstance(found, type):
                    setattr(module, key, self.of_class(f"{name}.{key}", found))
                elif callable(found):
                    setattr(module, key, self.of_function(f"{name}.{key}", found))

    def of_function(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def called(*arguments: Any, **named: Any) -> Any:
            self.keep(name, (*arguments, *named.values()))
            return function(*arguments, **named)

        return called

    def of_class(self, name: str, kind: type) -> type:
        recorder = self

        def __init__(self: Any, *arguments: Any) -> None:
            if kept := recorder.keep(name, arguments):
                recorder.made[id(self)] = Made(name, kept)
                recorder.alive.append(self)
            if "__init__" in vars(kind):  # else all is done in __cinit__
                kind.__init__(self, *arguments)  # type: ignore[misc]

        methods = {
            key: self.of_function(f"{name}.{key}", found)
            for key, found in vars(kind).items()
            if callable(found) and not key.startswith("_")
        }
        return type(kind.__name__, (kind,), {"__init__": __init__, **methods})

    def keep(self, name: str, arguments: tuple[Any, ...]) -> list[Any] | None:
        """Keep the arguments of the first calls of a function."""
        found = self.calls.setdefault(name, [])
        if len(found) == CALLS:
            return None
        try:
            found.append([self.kept(argument) for argument in arguments])
        except ValueError:
            return None
        return found[-1]

    def kept(self, argument: Any) -> Any:
        if isinstance(argument, BUFFERS):
            view = memoryview(argument)
            content = view.cast("B")[:LARGEST].tobytes() if view.nbytes else b""
            return Buffer(view.format, content, not view.readonly, view.nbytes)
        if isinstance(argument, (int, type(None))):
            return argument
        if id(argument) in self.made:
            return self.made[id(argument)]
        raise ValueError(f"{argument!r} is not kept")


def record(path: str) -> None:
    """Write how the commands call the kernels."""
    from combin.cli import main

    recorder, path = Recorder(), os.path.abspath(path)
    recorder.stand()
    os.chdir(tempfile.mkdtemp())
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        for line in COMMANDS.strip().splitlines():
            with contextlib.suppress(SystemExit):
                main(shlex.split(line))
    Path(path).write_bytes(pickle.dumps(recorder.calls))


# --- Calling wrongly -----------------------------------------------------------------------------


def guarded(content: bytes, size: int, kind: str, at_end: bool) -> memoryview:
    """Return an array that lies against a page which can be neither read nor written."""
    room = -(-size // PAGE) * PAGE
    pages = mmap.mmap(-1, room + 2 * PAGE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    begin = ctypes.addressof(ctypes.c_char.from_buffer(pages))
    first = PAGE + (room - size if at_end else 0)
    pages[first : first + len(content)] = content
    for page in (begin, begin + PAGE + room):
        ctypes.CDLL(None).mprotect(ctypes.c_void_p(page), PAGE, 0)
    return memoryview(pages)[first : first + size].cast("B").cast(kind)


def given(argument: Any, at_end: bool) -> Any:
    """Return an argument to be called with."""
    if isinstance(argument, Buffer):
        if not argument.size:
            return array(argument.kind)
        content = argument.content[: argument.size]
        found = guarded(content, argument.size, argument.kind, at_end)
        return found if argument.written else found.toreadonly()
    if isinstance(argument, Made):
        return named(argument.name)(*(given(one, at_end) for one in argument.arguments))
    return argument


def named(name: str) -> Callable[..., Any]:
    module, *names = name.split(".")
    found: Any = importlib.import_module(f"combin.kernels.{module}")
    for key in names:
        found = getattr(found, key)
    return found


def wrong(argument: Any) -> Iterator[tuple[str, Any]]:
    """Yield what may stand wrongly in the place of an argument, and what is wrong about it."""
    if isinstance(argument, Buffer):
        yield from wrong_array(argument)
    elif isinstance(argument, int):
        for other in (*WRONG_NUMBERS, argument - 1, argument + 1, 7 * argument + 5):
            if other != argument:
                yield f"{argument} is {other}", other


def wrong_array(right: Buffer) -> Iterator[tuple[str, Buffer]]:
    kind, content, step = right.kind, right.content, array(right.kind).itemsize
    number = right.size // step
    yield "empty", Buffer(kind, b"", right.written, 0)
    for size in sorted({1, number // 2, number - 1, number + 1, 2 * number + 2} - {number}):
        if size > 0:
            yield f"{size} and not {number}", Buffer(kind, content, right.written, size * step)
    other = "d" if step == 8 else "Q"
    yield f"of kind {other}", Buffer(other, bytes(8), right.written, 8)
    for place in sorted({0, number // 2, number - 1} if number else set()):
        if place * step < len(content):
            for value in WRONG_ITEMS:
                item = value.to_bytes(8, "little", signed=True)[:step]
                changed = content[: place * step] + item + content[(place + 1) * step :]
                yield f"[{place}] = {value}", Buffer(kind, changed, right.written, right.size)


def calls_of(recorded: dict[str, list[list[Any]]]) -> Iterator[tuple[str, list[Any], bool]]:
    """Yield every call: what it is, the arguments, and whether the guard lies at the arrays' ends."""
    for name, found in sorted(recorded.items()):
        for right in found:
            for at_end in (True, False):
                yield f"{name} right", right, at_end
                for place, argument in enumerate(right):
                    for what, other in wrong(argument):
                        arguments = [*right[:place], other, *right[place + 1 :]]
                        yield f"{name} argument {place}: {what}", arguments, at_end


def tell(words: str) -> None:
    sys.stdout.write(words)
    sys.stdout.flush()


def replay(path: str, begin: int) -> None:
    """Make all calls from one on."""
    for number, (what, arguments, at_end) in enumerate(
        calls_of(pickle.loads(Path(path).read_bytes()))
    ):
        if number < begin:
            continue
        tell(f"{number} {what} ")
        signal.alarm(SECONDS)
        try:
            named(what.split()[0])(*(given(argument, at_end) for argument in arguments))
        except REFUSALS as error:
            tell(f"refused: {str(error)!r}\n")
        else:
            tell("taken\n")
    signal.alarm(0)
    os._exit(0)  # what a wrong call left behind is not looked at


if __name__ == "__main__":
    if sys.argv[1] == "record":
        record(sys.argv[2])
    else:
        replay(sys.argv[2], int(sys.argv[3]))
