"""Measures what `combin check` does over many logs: false alarms on correct ones, rounds until
broken ones are caught.

    python tests/studies/check.py alarms [LOGS [GAME]]    correct logs of combin simulate, by test and level
    python tests/studies/check.py caught [SEEDS [NAME]]    each broken simulator, with cards and without

The tables in docs/checker-tests.md are what this printed.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import combin
import others
from checking import checked
from combin.checker import law_of
from combin.counting import Plan
from combin.logs.schema import Facts
from combin.logs.simulate import save
from combin.logs.write import LogLayout, new_log
from combin.rounds import InLines, Simulation, best_play
from combin.strategies import parse

REPORTS = Path(__file__).parents[2] / "reports"
LISTED = ", as its printed list plays"
LEVELS = (Fraction(5, 100), Fraction(1, 100), Fraction(1, 1000))
LARGEST = 1_638_400  # rounds at which a broken simulator is given up


def writer(game, form: str, lines: str = ""):
    """Return a function that writes a log of a game, which does not say by which choices it is
    played: (path, rounds, seed).

    lines: how it is played; without, the best play.
    """
    plan = Plan(game, game.bet("base"))
    simulation = Simulation(
        plan, InLines(plan, parse(lines, game, "base")) if lines else best_play(plan)
    )
    layout = LogLayout(simulation, form)

    def write(path: str, rounds: int, seed: int) -> None:
        with open(path, "wb") as file:
            save(
                simulation,
                new_log(".csv", layout, Facts(game.slug, chip=layout.chip).entries()),
                file,
                rounds,
                seed,
                1,
            )

    return write


def alarms(logs: int, only: str) -> None:
    cases = [
        ("phil-em-up", "full", 10_000, ""), ("phil-em-up", "full", 300, ""), ("three-card-poker", "full", 2_000, ""),
        ("mississippi-stud", "full", 1_500, LISTED), ("let-it-ride", "full", 4_000, LISTED),
        ("let-it-ride", "outcome", 1_000, ""), ("caribbean-stud", "tally", 100_000, ""), ("three-card-poker", "outcome", 150, ""),
        ("dakota-duel-draw", "outcome", 20_000, ""),
    ]  # fmt: skip
    for slug, form, rounds, played in (case for case in cases if only in case[0]):
        game = combin.load(slug)
        law = law_of(game, "base")
        write = writer(game, form, (REPORTS / slug / "strategy.txt").read_text() if played else "")
        beyond: dict[str, Counter[Fraction]] = {}
        wrong = 0
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder, "log.csv"))
            for seed in range(logs):
                write(path, rounds, 5000 + seed)
                found = checked(law, Path(path))
                wrong += not found.fits
                for test in found.tests:
                    beyond.setdefault(test.name, Counter())[Fraction(1)] += 1
                    for level in LEVELS:
                        beyond[test.name][level] += test.chance < level
        print(
            f"\n{slug}, {form}{played}, {logs} logs of {rounds:,} rounds: {wrong} said not to fit"
        )
        every = [
            sum(counts[level] for counts in beyond.values()) for level in (Fraction(1), LEVELS[1])
        ]
        print(f"  all tests, by themselves beyond 99 %: {every[1]} of {every[0]:,}", flush=True)
        for name, counts in beyond.items():
            shares = "  ".join(
                f"{counts[level] * 100 / counts[Fraction(1)]:6.2f} %" for level in LEVELS
            )
            print(f"  {name:22} {shares}   of {counts[Fraction(1)]}")


def reason(found) -> str:
    if found.impossible:
        return f"impossible: {found.impossible[0].right}"
    if found.play and found.play.departures:
        return f"played: {found.play.departures[0].taken} for {found.play.departures[0].named}"
    return "; ".join(test.name for test in found.failed)


def caught(seeds: int, only: str) -> None:
    game = combin.load("caribbean-stud")
    law = law_of(game, "base", parse(others.STRATEGY, game, "base"), "ace-king")
    rank = others.eval7_evaluator()

    def other(fault, columns):
        def write(path: str, rounds: int, seed: int) -> None:
            others.write(
                Path(path), others.rows(rounds, seed, rank, others.python_shuffler, fault), columns
            )

        return write

    cases = [
        (f"{fault.__name__}, {form}", law, other(fault, columns))
        for fault in others.faults()
        for form, columns in (("full", others.FULL[1:]), ("outcome", others.OUTCOME))
    ]
    phil = law_of(combin.load("phil-em-up"), "base")
    bug = combin.load("phil-em-up", {"joker": "bug"})
    cases += [(f"WrongJoker, {form}", phil, writer(bug, form)) for form in ("full", "outcome")]
    for name, against, write in (case for case in cases if only in case[0]):
        needed, reasons = [], Counter()
        for seed in range(seeds):
            needed.append(_needed(against, write, seed, reasons))
        print(
            f"{name:24} {sorted(needed)[seeds // 2]:>10,} {sorted(needed)}  "
            f"{reasons.most_common(3)}",
            flush=True,
        )


def _needed(law, write, seed: int, reasons: Counter) -> int:
    """Return how many rounds, doubled from 50 on, it takes until a simulator is caught; ten times
    LARGEST if it never is.
    """
    rounds = 50
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder, "log.csv"))
        while rounds <= LARGEST:
            write(path, rounds, seed)
            found = checked(law, Path(path))
            if not found.fits:
                reasons[reason(found)] += 1
                return rounds
            rounds *= 2
    return 10 * LARGEST


if __name__ == "__main__":
    count = int(sys.argv[2]) if len(sys.argv) > 2 else None
    only = "".join(sys.argv[3:])
    alarms(count or 250, only) if sys.argv[1] == "alarms" else caught(count or 5, only)
