"""How the time of a solution falls with the number of workers: measured as far as this machine has
cores, modelled beyond.

    python tests/tools/bench/workers.py
    python tests/tools/bench/workers.py --runs 5 caribbean-stud "hot-poker-spot cost=1"

The model takes the processor time of every share, counted one after the other in one process, and
gives each share to the first worker that is free, bet after bet. Every worker first finds for
itself what all shares ask. Starting workers, sending work, and memory that several share are left out.
"""

from __future__ import annotations

import argparse
import heapq
import os
import subprocess
import sys
from time import perf_counter, process_time

from tabulate import tabulate

from combin.counting import prepare
from combin.families.board.counting import has_streets
from combin.games import sheet_of
from combin.questions.shares import InMemory, counted, shares_of
from combin.questions.solve import payoffs_of
from combin.rules.game import Game
from combin.solving.payoffs import Payoffs

GAMES = [
    "caribbean-stud",
    "hot-poker-spot cost=1",
    "dakota-duel-draw",
    "high-card-flush",
    "flushes-gone-wild",
]
WORKERS = (1, 2, 4, 8)


def resolved(words: str) -> Game:
    name, *settings = words.split()
    return sheet_of(name).resolve(dict(setting.split("=") for setting in settings))


def modelled(game: Game, workers: int, runs: int) -> float:
    """Return the seconds that the bets of a game take, one after the other: the least of some
    runs.
    """
    return min(
        sum(modelled_bet(payoffs, workers) for payoffs in payoffs_of(game)) for _ in range(runs)
    )


def modelled_bet(payoffs: Payoffs, workers: int) -> float:
    begun = process_time()
    if not has_streets(payoffs.plan):
        prepare(payoffs.plan)
    free = [process_time() - begun] * workers
    shares = shares_of(payoffs, workers)
    begun = process_time()
    for _ in counted([payoffs], shares, InMemory(workers), 1):
        now = process_time()
        heapq.heapreplace(free, free[0] + now - begun)
        begun = now
    return max(free)


def measured(words: str, workers: int, runs: int) -> float:
    """Return the seconds of the quickest of some whole commands."""
    name, *settings = words.split()
    chosen = [word for setting in settings for word in ("--set", setting)]
    command = [sys.executable, "-m", "combin", "solve", name, *chosen, "--threads", str(workers)]
    found = []
    for _ in range(runs):
        begun = perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        found.append(perf_counter() - begun)
    return min(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--runs", type=int, default=3, help="of each, the quickest is told")
    parser.add_argument("--model", action="store_true", help="measure nothing")
    asked = parser.parse_args()
    most = 0 if asked.model else os.cpu_count() or 1
    cores = [workers for workers in WORKERS if workers <= most]
    rows = [
        [
            words,
            *(measured(words, workers, asked.runs) for workers in cores),
            *(modelled(resolved(words), workers, asked.runs) for workers in WORKERS),
        ]
        for words in asked.games
    ]
    heads = ["game", *(f"{n} measured" for n in cores), *(f"{n} modelled" for n in WORKERS)]
    print(tabulate(rows, heads, tablefmt="github", floatfmt=".2f"))


if __name__ == "__main__":
    main()
