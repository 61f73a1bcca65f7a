"""Measures whole commands, process start included, and beside them the same counts by eval7,
phevaluator and icepool.

    python tests/tools/bench/run.py                  all games and peers, 10 runs of each command
    python tests/tools/bench/run.py --runs 3 --no-peers
    python tests/tools/bench/run.py --runs 1 --counts     only the counts of blackjack games

Answers are asserted, times are only reported. combin keeps no cache; one run before the measured
ones fills the file cache of the operating system. Needs Linux or macOS, and for the peers: pip
install ".[bench]".
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from tabulate import tabulate

HERE = Path(__file__).parent
SCRIPT = Path(sys.executable).with_name("combin")
COMBIN = [str(SCRIPT)] if SCRIPT.exists() else [sys.executable, "-m", "combin"]

# An installed combin has its bytecode: some 130 ms of compiling belong to no command.
INSTALLED = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}

TARGETS = {  # seconds on two cores
    "phil-em-up": 0.25,
    "three-card-poker": 0.25,
    "let-it-ride": 0.25,
    "mississippi-stud": 0.25,
    "dakota-duel-draw": 0.5,
    "hot-poker-spot": 0.5,
    "hot-poker-spot --set cost=1": None,
    "caribbean-stud": 0.4,
    "bonus-six": None,
    "ultimate-three-card-poker": None,
    "crazy-4-poker": 3,
    "criss-cross-poker": 20,
    "four-card-poker": 3,
    "high-card-flush": 3,
    "flushes-gone-wild": 10,
    "casino-holdem": 1.5,
    "ultimate-texas-holdem": 2,
    "heads-up-holdem": 2,
    "texas-holdem-bonus": 4,
    "baccarat": 0.3,
    "casino-war": 0.3,
    "red-dog": 0.3,
    "dragon-tiger": 0.3,
    "jacks-or-better": 0.3,
    "bonus-poker": 0.3,
    "double-double-bonus": 0.3,
    "deuces-wild": 0.6,
    "joker-poker": 0.6,
}
COUNTS = (
    "super-fun-21",
    "blackjack",
    "pontoon",
    "spanish-21",
    "free-bet-blackjack",
    "double-exposure",
    "blackjack --set packs=1 --flat --cut 26",
    "blackjack --spread 1-8 --cut 78",
    "blackjack --set packs=8 --spread 1-8 --cut 104",
    "blackjack-switch",
)
# what is played, how many rounds, where the log goes, and how many rounds a second of one core are
# wanted
SIMULATIONS = (
    ("phil-em-up", 30_000_000, "tally.csv", 3_000_000),
    ("phil-em-up", 10_000_000, "full.parquet", 1_000_000),
    ("phil-em-up", 10_000_000, "full.csv", None),
    ("phil-em-up", 10_000_000, "outcome.parquet", None),
    ("phil-em-up --strategy phil-em-up-paying-pair", 10_000_000, "tally.csv", None),
    ("caribbean-stud", 10_000_000, "tally.csv", None),
    ("caribbean-stud", 10_000_000, "full.parquet", None),
    ("mississippi-stud", 10_000_000, "tally.csv", None),
    ("hot-poker-spot --set cost=1", 10_000_000, "tally.csv", None),
)
# Up to a relabelling of the suits: a hand and the dealer's up card; two cards and a flop; a hand.
CARIBBEAN_SITUATIONS = 5_649_150
HOLDEM_SITUATIONS = 1_286_792
DRAWN_HANDS = 134_459


class Run(NamedTuple):
    """One process: seconds on the wall, seconds of processor time, peak megabytes, what it
    printed.
    """

    wall: float
    user: float
    memory: float
    output: str


class Measured(NamedTuple):
    """Some runs of one command."""

    best: float
    median: float
    user: float
    memory: float
    output: str


def run(command: list[str]) -> Run:
    begin = perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=HERE, text=True, env=INSTALLED)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = perf_counter() - begin
    process.stdout.close()
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with status {process.returncode}")
    unit = 1024**2 if sys.platform == "darwin" else 1024
    return Run(wall, usage.ru_utime, usage.ru_maxrss / unit, output)


def measure(command: list[str], runs: int) -> Measured:
    if runs > 1:
        run(command)
    found = [run(command) for _ in range(runs)]
    walls = [one.wall for one in found]
    users = [one.user for one in found]
    return Measured(
        min(walls), median(walls), min(users), max(one.memory for one in found), found[-1].output
    )


SOLVE_FILE = """
import json, sys
from combin.games import sheet_of
from combin.questions.solve import solve
print(json.dumps(solve(sheet_of(sys.argv[1]).resolve()).to_dict(), default=str))
"""


def solve(words: str, runs: int) -> Measured:
    """A game by its command; a file by a function that counts it once, as peers do: the command
    has the literal reference recount short decks of it, too.
    """
    if words.endswith(".game"):
        return measure([sys.executable, "-c", SOLVE_FILE, words], runs)
    return measure([*COMBIN, "solve", *words.split(), "--json"], runs)


# --- Whole commands ----------------------------------------------------------------------------


def commands(runs: int) -> list[list[str]]:
    rows = []
    for words, target in TARGETS.items():
        found = solve(words, runs)
        times = [
            f"{found.best:.3f}",
            f"{found.median:.3f}",
            f"{found.user:.3f}",
            f"{found.memory:.0f}",
        ]
        rows.append([f"combin solve {words}", f"{target:.2f}" if target else "", *times])
    return rows


def show_counts(runs: int) -> None:
    """Print each row as soon as it is measured: some take minutes."""
    for words in COUNTS:
        found = measure([*COMBIN, "count", *words.split()], runs)
        figures = f"{found.best:.1f} | {found.user:.1f} | {found.memory:.0f}"
        print(f"| combin count {words} | {figures} |", flush=True)


# --- Rounds at random --------------------------------------------------------------------------


def simulations(runs: int) -> list[list[str]]:
    """One thread; the start of the process and the making of the player's table count, too."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for words, rounds, name, target in SIMULATIONS:
            log = Path(folder, name)
            command = [
                *COMBIN,
                "simulate",
                *words.split(),
                "--rounds",
                str(rounds),
                "--seed",
                "1",
                "--threads",
                "1",
            ]
            found = measure([*command, "--form", name.partition(".")[0], "-o", str(log)], runs)
            size = log.stat().st_size / rounds
            told = [
                f"{target:,}" if target else "",
                f"{rounds / found.user:,.0f}",
                f"{rounds / found.best:,.0f}",
            ]
            rows.append(
                [words, name.replace(".", ", "), *told, f"{found.memory:.0f}", f"{size:.1f}"]
            )
    return rows


# --- The same count by others ------------------------------------------------------------------


def counts_of(output: str, bet: str) -> dict[str, int]:
    return {
        row["outcome"]: int(row["combinations"])
        for row in json.loads(output)["bets"][bet]["outcomes"]
    }


def same_counts(mine: Measured, theirs: Measured, bet: str) -> None:
    """Hands that the bet pays are counted alike; what it does not pay is one line of the bet."""
    found, counts = counts_of(mine.output, bet), json.loads(theirs.output)
    paid = {name: count for name, count in counts.items() if name in found}
    expected = {**paid, "less": sum(counts.values()) - sum(paid.values())}
    assert found == expected, (found, expected)


def same_value(mine: Measured, theirs: Measured, bet: str) -> None:
    assert (
        json.loads(mine.output)["bets"][bet]["expected_value"]
        == json.loads(theirs.output)["expected_value"]
    )


def same_situation(mine: Measured, theirs: Measured, bet: str) -> None:
    """The one situation that the peer counted is worth what combin says."""
    counts = json.loads(theirs.output)
    nets = {"dealer-does-not-qualify": 1, "player-wins": 3, "tie": 0, "dealer-wins": -3}
    value = Fraction(
        sum(nets[name] * count for name, count in counts.items()), sum(counts.values())
    )
    advice = json.loads(
        run([*COMBIN, "advise", "caribbean-stud", "As Kd Jh 8c 3d / Kc", "--json"]).output
    )
    assert Fraction(advice["situations"][0]["values"]["raise"]) == value, (advice, value)


def same_showdowns(mine: Measured, theirs: Measured, bet: str) -> None:
    """A call in the one situation that the peer counted is worth what combin says."""
    counts = {int(net): count for net, count in json.loads(theirs.output).items()}
    value = Fraction(sum(net * count for net, count in counts.items()), sum(counts.values()))
    advice = json.loads(
        run([*COMBIN, "advise", "casino-holdem", "As Kd / Jh 8c 3d", "--json"]).output
    )
    assert Fraction(advice["situations"][0]["values"]["call"]) == value, (advice, value)


def same_holds(mine: Measured, theirs: Measured, bet: str) -> None:
    """Each of the 32 holds of the one hand that the peer drew to is worth what combin says."""
    advice = json.loads(
        run([*COMBIN, "advise", "jacks-or-better", "As Kd Jh 8c 3d", "--json"]).output
    )
    values = {
        frozenset(hold.removeprefix("hold ").removesuffix("none").split()): Fraction(value)
        for hold, value in advice["situations"][0]["values"].items()
    }
    counted = json.loads(theirs.output)
    assert values == {frozenset(hold.split()): Fraction(counted[hold]) for hold in counted}


class Peer(NamedTuple):
    """A count, how combin is asked for it, and who else does it; a peer that does one of `share`
    parts is extrapolated.
    """

    count: str
    words: str
    bet: str
    task: str
    peers: tuple[str, ...]
    agree: Callable[[Measured, Measured, str], None]
    share: int = 1


PEERS = (
    Peer("5-card hands "
         "(2,598,960)", "games/five-cards.game", "base", "five-cards", ("eval7", "phevaluator", "icepool"), same_counts),
    Peer("7-card hands "
         "(133,784,560)", "games/seven-cards.game", "base", "seven-cards", ("icepool",), same_counts),
    Peer(
        "six-card bonus "
        "(20,358,520)", "three-card-poker --bet six-card-bonus", "six-card-bonus", "six-cards",
        ("eval7", "phevaluator", "icepool"), same_counts,
    ),
    Peer("big 8 (752,538,150)", "dakota-duel-draw --bet "
                                "big-8", "big-8", "eight-cards", ("icepool",), same_counts),
    Peer("Let It Ride, solved", "let-it-ride --bet "
                                "base", "base", "let-it-ride", ("eval7",), same_value),
    Peer(
        "Caribbean Stud, "
        "solved", "caribbean-stud --bet "
                  "base", "base", "caribbean-situation", ("eval7",), same_situation,
        CARIBBEAN_SITUATIONS,
    ),
    Peer(
        "Casino Hold'em, "
        "solved", "casino-holdem --bet "
                  "base", "base", "holdem-situation", ("eval7", "phevaluator"), same_showdowns,
        HOLDEM_SITUATIONS,
    ),
    Peer(
        "Jacks or Better, "
        "solved", "jacks-or-better --bet "
                  "base", "base", "drawn-hand", ("eval7", "phevaluator"), same_holds, DRAWN_HANDS,
    ),
)  # fmt: skip


def side_by_side(runs: int) -> list[list[str]]:
    rows = []
    for one in PEERS:
        mine = solve(one.words, runs)
        for peer in one.peers:
            theirs = measure(
                [sys.executable, str(HERE / "peers.py"), one.task, peer], max(1, runs // 5)
            )
            one.agree(mine, theirs, one.bet)
            seconds = theirs.best * one.share
            mark = " (extrapolated)" if one.share > 1 else ""
            rows.append(
                [
                    one.count,
                    f"{mine.best:.3f}",
                    peer,
                    f"{seconds:,.2f}{mark}",
                    f"{seconds / mine.best:,.1f}",
                ]
            )
    return rows


def show(title: str, headers: list[str], rows: list[list[str]]) -> None:
    align = ["left", *["right"] * (len(headers) - 1)]
    print(
        f"\n{title}\n\n{tabulate(rows, headers, 'github', colalign=align, disable_numparse=True)}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--runs", type=int, default=10, metavar="N", help="how often each command runs (10)"
    )
    parser.add_argument("--no-peers", action="store_true", help="only combin's own commands")
    parser.add_argument("--counts", action="store_true", help="only counts of blackjack games")
    options = parser.parse_args()
    runs = max(1, options.runs)
    if options.counts:
        show_counts(runs)
        return
    print(
        f"Python {platform.python_version()} on {platform.system()}, {os.cpu_count()} cores, "
        f"{runs} runs of each command"
    )
    headers = ["command", "target s", "best s", "median s", "processor s", "peak MB"]
    show("Whole commands, process start included", headers, commands(runs))
    headers = [
        "rounds of",
        "log",
        "target a s",
        "a processor s",
        "a s on the wall",
        "peak MB",
        "bytes a round",
    ]
    show(
        "combin simulate, one thread, rounds a second, best of their runs",
        headers,
        simulations(max(1, runs // 3)),
    )
    if not options.no_peers:
        headers = ["count", "combin s", "peer", "peer s", "times combin"]
        show(
            "The same count by others, whole processes, best of their runs",
            headers,
            side_by_side(runs),
        )


if __name__ == "__main__":
    main()
