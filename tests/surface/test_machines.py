"""Work that is handed out: to processes, to a cluster, to machines that know nothing of each other,
and to a later run. Whoever counts, the integers are the same.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import textwrap
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from inspect import signature
from multiprocessing import get_context
from pathlib import Path

import pytest

import boards
import combin
import matrix
from agreement import shortened
from combin import shards
from combin.errors import CombinError
from combin.questions.shares import InMemory, Share, every_share
from combin.questions.solve import payoffs_of, solve
from combin.solving import executor
from processes import AtOnce, started
from sizes import on_demand

PHIL = "phil-em-up"
GAMES = on_demand(
    [PHIL, "baccarat", "jacks-or-better", "three-card-poker", "caribbean-stud", "high-card-flush", "casino-holdem"],
    {"caribbean-stud", "high-card-flush", "casino-holdem"},
)  # fmt: skip


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, get_context("spawn")) as processes:
        yield processes


def cluster_of(workers: int):
    """Return a cluster of dask: a scheduler and workers, each a process of its own."""
    distributed = pytest.importorskip("distributed")
    options = {"threads_per_worker": 1, "memory_limit": 0, "silence_logs": 50}
    return distributed.LocalCluster(workers, host="127.0.0.1", dashboard_address=":0", **options)


@pytest.fixture(scope="module")
def cluster():
    with cluster_of(2) as found:
        yield found


@pytest.fixture(scope="module")
def client(cluster):
    with cluster.get_client() as found:
        yield found


def of_many_shares():
    return shortened(combin.load("hot-poker-spot", {"cost": 1}), "9TJQKA", "cdhs")


def on_a_board():
    return boards.sheet_of("three streets").resolve()


def written(tmp_path: Path, game: str, of: int, *options: str, run) -> list[str]:
    """Return the files of all shards of a solution, written by the command."""
    paths = [str(tmp_path / f"part-{number}.json") for number in range(1, of + 1)]
    for number, path in enumerate(paths, 1):
        assert run("solve", game, *options, "--shard", f"{number}/{of}", "-o", path) == (0, "", "")
    return paths


# --- Executors ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_every_way_to_count_gives_the_same_integers(slug, pool, client, tmp_path):
    whole = combin.solve(slug, threads=2)
    assert combin.solve(slug, executor=pool) == whole
    assert combin.solve(slug, executor=client.get_executor()) == whole
    paths = [tmp_path / f"{number}.json" for number in (1, 2, 3)]
    for number, path in enumerate(paths, 1):
        combin.shard(slug, path, number, 3)
    assert combin.merge(paths) == whole
    for _ in range(2):
        assert combin.solve(slug, resume=tmp_path / "kept") == whole


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("make", [of_many_shares, on_a_board])
def test_shares_are_plain_values(make, pool):
    game = make()
    assert solve(game, threads=pool) == solve(game, threads=1)


@pytest.mark.slow
def test_whatever_counts_takes_an_executor(pool, tmp_path):
    log, jacks = tmp_path / "log.csv", shortened(combin.load("jacks-or-better"), "9TJQKA", "cdh")
    for ask in (
        lambda **who: combin.price(PHIL, "stay", **who),
        lambda **who: combin.price(jacks, "hold none", **who),
        lambda **who: combin.tally("caribbean-stud", bet="progressive", **who).result,
        lambda **who: combin.protect("three-card-poker", {"dealer": 1}, **who),
        lambda **who: combin.edges(PHIL, **who),
        lambda **who: combin.removal("casino-war", **who),
        lambda **who: combin.simulate(PHIL, log, 1000, 1, **who),
    ):
        assert str(ask(executor=pool)) == str(ask(threads=1))


# Every function that takes an executor.
HANDED_OUT = {
    "solve": lambda on, _, **who: combin.solve(on.sheet, bets=["base"], **who),
    "shard": lambda on, to, **who: combin.shard(on.sheet, to / "1", 1, 2, bets=["base"], **who),
    "price": lambda on, _, **who: combin.price(
        on.sheet, on.strategy or str(combin.situations(on.sheet)), **who
    ),
    "edges": lambda on, _, **who: combin.edges(on.sheet.slug, **who),
    "report": lambda on, _, **who: combin.report(on.sheet, bets=["base"], **who),
    "session": lambda on, _, **who: combin.session(on.sheet, 20, **who),
    "protect": lambda on, _, **who: combin.protect(on.sheet, on.seen, **who),
    "removal": lambda on, _, **who: combin.removal(on.sheet, ["base"], **who),
    "tally": lambda on, _, **who: combin.tally(on.sheet, **who),
    "simulate": lambda on, to, **who: combin.simulate(on.sheet, to / "log.csv", 20, 1, **who),
}


@pytest.mark.parametrize("question", HANDED_OUT)
@pytest.mark.parametrize(
    "family",
    [
        pytest.param(name, marks=[] if name in ("tallies", "blackjack") else [pytest.mark.slow])
        for name in matrix.FAMILIES
    ],
)
def test_an_executor_that_is_taken_gets_work(family, question, tmp_path):
    executor, short = AtOnce(), matrix.FAMILIES[family]
    with matrix.as_shipped():
        try:
            HANDED_OUT[question](short, tmp_path, executor=executor)
        except CombinError as error:
            assert short.sheet.slug in str(error) and not executor.given
        else:
            assert executor.given


def test_every_function_that_takes_an_executor_is_asked():
    taking = {
        name
        for name in matrix.QUESTIONS
        if "executor" in signature(getattr(combin, name)).parameters
    }
    assert taking == HANDED_OUT.keys()


SMALL = matrix.COUNTED_UP.with_turns(model="full-memory")  # of four ranks


@pytest.mark.slow
def test_up_cards_of_full_memory_are_handed_out():
    executor = AtOnce()
    assert combin.solve(SMALL, executor=executor)["base"] == combin.solve(SMALL, threads=1)["base"]
    assert executor.given == 4  # an up card each
    executor = AtOnce()
    assert combin.removal(SMALL, executor=executor).bets == combin.removal(SMALL).bets
    assert executor.given == 4 * 5  # and of the shoe without each rank
    for named in ({"bets": ["insurance"]}, {"law": True}):
        with pytest.raises(CombinError):
            combin.solve(SMALL, executor=executor, **named)


@pytest.mark.slow
def test_processes_solve_full_memory(pool):
    assert combin.solve(SMALL, executor=pool)["base"] == combin.solve(SMALL)["base"]


def test_threads_of_the_callers_own_count():
    with ThreadPoolExecutor(2) as threads:
        assert combin.solve(PHIL, executor=threads) == combin.solve(PHIL)


def test_an_executor_is_one_and_goes_without_threads(pool):
    for who, words in (
        ({"executor": 4}, "executor is a concurrent.futures.Executor, not 4"),
        ({"executor": "dask"}, "executor is a concurrent.futures.Executor, not 'dask'"),
        ({"executor": pool, "threads": 2}, "threads and executor contradict each other"),
    ):
        for ask in (combin.solve, combin.count, combin.removal):
            with pytest.raises(CombinError, match=words):
                ask(PHIL, **who)


def test_a_process_unpacks_its_work_once():
    executor._unpacked.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(executor, "in_threads", lambda workers: False)
        with ThreadPoolExecutor(1) as elsewhere:
            assert list(executor.handed_out(str, range(5), elsewhere)) == ["0", "1", "2", "3", "4"]
    assert executor._unpacked.cache_info().misses == 1


def test_a_worker_that_has_another_combin_is_refused():
    with pytest.raises(
        CombinError, match=r"a worker has combin 0.*, and the work is of combin 0.0"
    ):
        executor._done_elsewhere("0.0", b"", 1)


# --- A cluster ---------------------------------------------------------------------------------


KILLED = """
import os, signal, sys
from combin.solving.executor import processes

with processes("waited") as pool:
    print(*[pool.submit(os.getpid).result() for _ in range(2)], flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="only where processes are killed so")
def test_workers_end_with_a_parent_that_is_killed(tmp_path):
    """They waited for work for ever."""
    script = tmp_path / "killed.py"
    script.write_text(f"if __name__ == '__main__':{textwrap.indent(KILLED, '    ')}")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60)
    workers, ends = set(map(int, done.stdout.split())), time.monotonic() + 10
    assert workers
    while workers and time.monotonic() < ends:
        workers = {pid for pid in workers if is_alive(pid)}
        time.sleep(0.05)
    assert not workers


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.slow
def test_a_worker_killed_and_another_change_nothing():
    """The shares that they had are counted again by those that are left."""
    game, killed = of_many_shares(), []
    with cluster_of(3) as some, some.get_client() as client:
        doomed = sorted(client.run(os.getpid).values())[:2]

        def kill(_: str, done: int, parts: int) -> None:
            if done in (parts // 4, parts // 2):
                killed.append(doomed.pop())
                os.kill(killed[-1], signal.SIGKILL)

        assert solve(game, threads=client.get_executor(), progress=kill) == solve(game)
    assert len(killed) == 2


@pytest.mark.slow
def test_a_cluster_says_how_many_it_has(client):
    assert executor.at_once(client.get_executor()) == 2


@pytest.mark.slow
def test_the_command_counts_on_a_cluster(cluster, run):
    status, out, err = run("solve", PHIL, "--executor", f"dask:{cluster.scheduler_address}")
    assert (status, out, err) == run("solve", PHIL) and status == 0


@pytest.mark.slow
def test_a_cluster_that_cannot_go_on_is_told_in_one_line(monkeypatch):
    """A share ends every worker that takes it; then the whole cluster goes."""
    monkeypatch.setattr(executor, "PATIENCE", 2)
    cluster = cluster_of(2)
    name = f"dask:{cluster.scheduler_address}"
    cluster.scheduler.allowed_failures = 0
    with (
        pytest.raises(CombinError, match="a share of the work ended every worker that took it"),
        executor.named(name) as workers,
    ):
        list(executor.handed_out(os._exit, [1], workers))
    cluster.scheduler.allowed_failures = 3
    with (
        pytest.raises(CombinError, match=r"the dask cluster at 'tcp://.*' was lost"),
        executor.named(name) as workers,
    ):
        for _ in executor.handed_out(time.sleep, [0, 2], workers):
            cluster.close()


def test_who_counts_is_named_as_it_can_be(refused, monkeypatch):
    solving = ("solve", PHIL, "--executor")
    refused(
        *solving,
        "mpi",
        words="an executor is threads, processes or dask:tcp://HOST:PORT, not 'mpi'",
    )
    refused(*solving, "dask:", words="not 'dask:'")
    refused(
        *solving,
        "processes",
        "--threads",
        "2",
        words="--threads and --executor processes contradict",
    )
    monkeypatch.setattr(executor, "PATIENCE", 0.2)
    for nowhere in ("tcp://127.0.0.1:1", "nonsense://x", "tcp://127.0.0.1:port"):
        refused(*solving, f"dask:{nowhere}", words=f"no dask scheduler answers at '{nowhere}'")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        refused(*solving, f"dask:tcp://127.0.0.1:{port}", words="no dask scheduler answers")
    monkeypatch.setitem(sys.modules, "distributed", None)
    refused(
        *solving, "dask:tcp://127.0.0.1:1", words="which is not installed: pip install 'distributed"
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", ["threads", "processes"])
def test_commands_are_told_who_counts(name, run):
    for words in (("solve", PHIL), ("removal", "casino-war", "--set", "packs=1")):
        assert run(*words, "--executor", name) == run(*words)


def test_the_tests_have_a_cluster():
    extras = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    assert set(extras["dask"]) <= set(extras["test"])


# --- Shards ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("three-card-poker",),
        ("three-card-poker", "--bet", "pair-plus", "--bet", "base", "--set", "pair-plus=4", "--pay", "pair-plus.flush=7/2"),
        ("three-card-poker", "--see", "dealer=1"),
        ("baccarat", "--bet", "base", "--dead", "8h 8d 9s"),
        (str(Path(__file__).parents[2] / "docs/examples/bonus_six.game"),),
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_merge_prints_what_solve_prints(words, run, tmp_path):
    paths = written(tmp_path, words[0], 3, *words[1:], run=lambda *words: (*run(*words)[:2], ""))
    for form in ("text", "json", "csv", "html", "markdown"):
        assert run("merge", *reversed(paths), "--format", form) == run(
            "solve", *words, "--format", form
        )


def test_every_share_is_in_one_shard():
    payoffs = payoffs_of(combin.load("three-card-poker"))
    for of in (1, 3, 64):
        every = every_share(payoffs, of)
        for one in payoffs:
            mine = [share for share in every if share.bet == one.plan.bet.key]
            assert mine == [Share(one.plan.bet.key, part, len(mine)) for part in range(len(mine))]


def test_more_shards_than_shares_can_be_merged(run, tmp_path):
    paths = written(tmp_path, "dragon-tiger", 9, "--bet", "tie", run=run)
    assert run("merge", *paths) == run("solve", "dragon-tiger", "--bet", "tie")


@pytest.mark.slow
def test_a_shard_is_asked_for_as_it_can_be_counted(refused, tmp_path):
    path = str(tmp_path / "part.json")
    for number in ("0/3", "4/3", "3", "1/0", "x", "1/2/3", "-1/3"):
        refused("solve", PHIL, "--shard", number, "-o", path, words=f"such as 3/64, not {number!r}")
    refused("solve", PHIL, "--shard", "1/3", words="--shard goes with -o")
    refused("solve", PHIL, "-o", path, words="-o goes with --shard")
    refused(
        "solve",
        PHIL,
        "--shard",
        "1/3",
        "-o",
        path,
        "--json",
        words="--shard writes a file of its own",
    )
    refused("solve", PHIL, "--shard", "1/3", "-o", str(tmp_path), words="it is a folder")
    assert not list(tmp_path.iterdir())
    with pytest.raises(CombinError, match="number is a whole number from 1 to 3, not 4"):
        combin.shard(PHIL, path, 4, 3)
    with pytest.raises(CombinError, match="was changed in a way that no command can"):
        combin.shard(of_many_shares(), path, 1, 3)


def test_a_merge_needs_each_shard_once(refused, run, tmp_path):
    first, second, third = written(tmp_path, PHIL, 3, run=run)
    refused("merge", second, words="shards of 3 are missing: 1, 3")
    refused(
        "merge",
        first,
        second,
        third,
        second,
        words=f"shard 2 of 3 is given twice: {second!r}, {second!r}",
    )
    other = str(tmp_path / "other.json")
    run("solve", PHIL, "--shard", "1/2", "-o", other)
    refused("merge", other, second, third, words="the numbers of shards are 3 and 2")
    for option, both in (
        (("--set", "joker=bug"), "choices are joker=bug and joker=ace-or-straight-flush"),
        (("--pay", "flush=8"), "pays changed are flush=8 and none"),
        (("--bet", "base"), "bets named are base and none"),
    ):
        run("solve", PHIL, *option, "--shard", "1/3", "-o", other)
        words = f"{other!r} does not go with {first!r}: the {both}"
        refused("merge", first, other, third, words=words)
    refused("merge", first, str(tmp_path / "none.json"), words="no such file or directory")
    refused("merge", words="missing argument")


def test_a_shard_that_is_being_counted_has_no_file_yet(tmp_path):
    seen = []
    game = combin.load(PHIL)
    path = tmp_path / "part.json"
    shards.write_shard(
        str(path), PHIL, game, ["base"], (1, 1), 1, lambda *_: seen.append([*tmp_path.iterdir()])
    )
    assert seen and not any(seen) and [*tmp_path.iterdir()] == [path]
    with pytest.raises(CombinError, match="cannot be written"):
        shards.write_shard(str(tmp_path), PHIL, game, [], (1, 1), 1, lambda *_: pytest.fail())


def test_a_file_cut_short_or_altered_is_refused(refused, run, tmp_path):
    first, second = written(tmp_path, PHIL, 2, run=run)
    text = Path(first).read_bytes()
    digit = text.index(b'"ends"') + text[text.index(b'"ends"') :].index(b" 1")
    for other in (
        text[:-1000], text[:10], b"", b"[]", b"{}", b"\xff\xfe", b"[" * 100_000, b"7", text.replace(b"base", b"bass"),
        text[:digit] + b" 2" + text[digit + 2 :],
    ):  # fmt: skip
        assert other != text
        Path(first).write_bytes(other)
        refused(
            "merge",
            first,
            second,
            words=f"{first!r} is not a shard of a solution by combin, or was cut short",
        )
    refused("merge", str(tmp_path), second, words="is a directory")
    refused("merge", "/dev/zero", second, words="is not a file")


def altered(path: str, **entries: object) -> None:
    """Change a file of shares as somebody would who also writes its hash anew."""
    record = json.loads(Path(path).read_text())
    del record["hash"]
    Path(path).write_bytes(shards.sealed({**record, **entries}))


def test_shards_of_other_rules_or_of_another_combin_are_refused(refused, run, tmp_path):
    (path,) = written(tmp_path, PHIL, 1, run=run)
    whole = Path(path).read_bytes()
    for entries, words in (
        ({"combin": "0.0.9+kernels.0"}, "counted by combin 0.0.9+kernels.0, and this is"),
        ({"python": "0"}, "whose Python is not this one's"),
        ({"rules": "0"}, f"the rules of {PHIL} are not those"),
        ({"shares": []}, "has not the shares of shard 1"),
        ({"shares": [{}]}, "the shards were altered"),
        ({"file": shards.SHARE}, "is not a shard of a solution"),
        ({"choices": {"joker": "wild"}}, "joker"),
    ):
        altered(path, **entries)
        refused("merge", path, words=words)
        Path(path).write_bytes(whole)


def test_deals_that_are_missing_are_noticed(refused, run, tmp_path):
    (path,) = written(tmp_path, PHIL, 1, run=run)
    shares = json.loads(Path(path).read_text())["shares"]
    ends = shares[0]["happens"][0]["ends"]
    ends[0][1] = " ".join("0" for _ in ends[0][1].split())
    altered(path, shares=shares)
    refused("merge", path, words="the shards do not add up")


@pytest.mark.slow
def test_a_game_of_ones_own_that_changed_is_refused(refused, run, tmp_path):
    rules = Path(__file__).parents[2] / "docs/examples/bonus_six.game"
    mine = tmp_path / "mine.game"
    mine.write_text(rules.read_text())
    path = str(tmp_path / "part.json")
    assert run("solve", mine, "--shard", "1/1", "-o", path)[0] == 0
    assert run("merge", path)[0] == 0
    mine.write_text(
        rules.read_text().replace(
            "flush                         8", "flush                         9"
        )
    )
    refused("merge", path, words="the rules of")


# --- Runs that go on ---------------------------------------------------------------------------


@pytest.mark.slow
def test_a_run_goes_on_where_it_was_interrupted(tmp_path):
    """What was counted is there, nothing is half written, and nothing is counted again."""
    folder = tmp_path / "kept"
    words = [sys.executable, "-m", "combin", "solve", "baccarat", "--threads", "1"]
    with started([*words, "--resume", folder]) as begun:
        while not folder.exists() or len(list(folder.glob("*.json"))) < 5:
            assert begun.poll() is None, "it was done before it could be interrupted"
            time.sleep(0.005)
        begun.terminate()
        assert begun.communicate(timeout=60)[0] == "" and begun.returncode == 143
    kept = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert all(path.suffix == ".json" for path in kept) and 5 <= len(kept) < 23
    run = partial(subprocess.run, capture_output=True, text=True, timeout=120)
    again = run([*words, "--resume", folder])
    assert again.stderr == f"combin: {len(kept)} shares counted before\n"
    assert again.stdout == run(words).stdout
    assert all(path.stat().st_mtime_ns == written for path, written in kept.items())


def test_shares_that_are_damaged_or_foreign_are_counted_again(tmp_path, monkeypatch):
    game, whole = combin.load(PHIL), combin.solve(PHIL)
    assert combin.solve(PHIL, resume=tmp_path) == whole
    first, second, third, *others = sorted(tmp_path.iterdir())
    good = first.read_bytes()
    first.write_bytes(good[:-5])
    second.write_bytes(good)
    altered(str(third), rules="0")
    folder = shards.Folder(str(tmp_path), game)
    assert solve(game, kept=folder) == whole and folder.found == len(others)
    assert first.read_bytes() == good
    monkeypatch.setattr(shards, "version", lambda: "another")
    folder = shards.Folder(str(tmp_path), game)
    assert solve(game, kept=folder) == whole and folder.found == 0
    assert len(list(tmp_path.iterdir())) == 2 * (len(others) + 3)


def test_other_rules_have_other_shares(run, tmp_path):
    for option in ((), ("--set", "joker=bug"), ("--pay", "flush=8")):
        status, out, err = run("solve", PHIL, *option, "--resume", tmp_path)
        assert (status, out, err) == run("solve", PHIL, *option)
    assert len(list(tmp_path.iterdir())) == 3 * shards.CUT


def test_a_shard_can_be_taken_up_again(run, tmp_path):
    words = (
        "solve",
        PHIL,
        "--shard",
        "1/2",
        "-o",
        tmp_path / "part.json",
        "--resume",
        tmp_path / "kept",
    )
    assert run(*words) == (0, "", "")
    before = (tmp_path / "part.json").read_bytes()
    assert run(*words) == (0, "", "combin: 1 share counted before\n")
    assert (tmp_path / "part.json").read_bytes() == before


def test_a_folder_of_shares_is_a_folder(refused, tmp_path):
    (tmp_path / "file").write_text("")
    refused(
        "solve",
        PHIL,
        "--resume",
        tmp_path / "file",
        words="cannot be a folder of shares: file exists",
    )


def test_a_share_comes_back_from_its_file_as_it_was():
    game = combin.load("mississippi-stud")
    held = InMemory(2)
    solve(game, ["base"], kept=held)
    for share, roots in held.items():
        record = json.loads(json.dumps(shards._share_record(share, roots)))
        assert shards._share(record) == (share, roots)
    assert any(root.ties for (root,) in held.values())
