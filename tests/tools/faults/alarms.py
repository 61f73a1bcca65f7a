"""Measures the false alarms of `combin check`: how many right logs it refuses.

    python tests/tools/faults/alarms.py                          2,000 logs, all families
    python tests/tools/faults/alarms.py --logs 60                a short run
    python tests/tools/faults/alarms.py --only draws             logs of one family
    python tests/tools/faults/alarms.py --first 1234 --logs 1    one log again, by its number

Ctrl-C prints the table of the logs so far. The table is Markdown; that in docs/checker-tests.md is what
this printed. The exit status is 1 if more are refused than the level explains.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path
from typing import Any
from unittest.mock import patch

sys.path.extend(map(str, Path(__file__).parents[1:3]))

import combin
from combin import games
from combin.checker import Verdict, asked, law_of
from combin.checker.file import FileChecker
from combin.checker.fits import LEVEL
from combin.checker.options import CheckOptions
from combin.families.blackjack import dealer as logs
from combin.families.blackjack.house import house_of
from combin.families.blackjack.judging.check import HandsFile
from combin.families.blackjack.letters import read_chart
from combin.families.blackjack.questions import shoe_of_game
from combin.families.blackjack.rounds import Decisions
from combin.logs import dealt
from combin.logs.read import open_log
from combin.logs.schema import OPTIMAL
from faults.measure import reason
from faults.right import ENDINGS, FAMILIES, FORMS, SIZES, RightLog, right_logs

SURE = Fraction(95, 100)  # of an interval
FINEST = 100_000  # parts of 1 to which its ends are found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--logs", type=int, default=2_000, help="how many (2,000)")
    parser.add_argument("--first", type=int, default=1, help="the number of the first (1)")
    parser.add_argument("--only", default="", choices=FAMILIES, help="a family")
    args = parser.parse_args()
    seen: list[tuple[RightLog, str]] = []
    with kept_laws(), suppress(KeyboardInterrupt):
        for log, why in judged(right_logs(args.first, args.logs, args.only)):
            seen.append((log, why))
            if why:
                print(f"refused: {log}: {why}", flush=True)
    if not seen:
        return 1
    print(f"\nNumbers {args.first} to {seen[-1][0].number}, which are the seeds.\n")
    print(*table(seen), sep="\n")
    return int(is_beyond(sum(bool(why) for _, why in seen), len(seen)))


# --- Judging -------------------------------------------------------------------------------------


@cache
def _law(game: Any, key: str, lines: Any = None, name: str = OPTIMAL) -> Any:
    return law_of(game, key, lines, name)


@cache
def _decisions(game: Any, chart: str | None) -> Decisions:
    charts = read_chart(chart, house_of(game), shoe_of_game(game)) if chart else None
    return Decisions(game, charts)


def _played(file: HandsFile) -> tuple[Decisions, str]:
    chart = None if file.options.strategy == OPTIMAL else file.options.strategy
    return _decisions(file.game, chart), chart or file.game.turns.model


@contextmanager
def kept_laws() -> Iterator[None]:
    """Have combin count each law and solve each game once in all blocks of work."""
    with (
        patch.object(asked, "law_of", _law),
        patch.object(dealt, "best_play", lambda plan, *_: _law(plan.game, plan.bet.key, None, OPTIMAL).strategy),
        patch.object(HandsFile, "played", property(_played)),
        patch.object(logs, "Decisions", _decisions),
    ):  # fmt: skip
        yield


def judged(logs: Iterable[RightLog]) -> Iterator[tuple[RightLog, str]]:
    """Yield each log with what speaks against it, nothing if it fits."""
    with tempfile.TemporaryDirectory() as folder:
        for log in logs:
            try:
                verdict = _verdict(log, log.write(folder))
                yield log, "" if verdict.fits else reason(verdict)
            except combin.CombinError as error:
                yield log, str(error)


def _verdict(log: RightLog, path: Path) -> Verdict:
    """Return what `combin check` says, without its search for causes."""
    source = log.source
    options, file = CheckOptions(source.strategy or None), open_log(str(path))
    sheet = games.sheet_of(source.slug)
    opened = FileChecker(sheet, file, source.choices, options=options)
    opened.reader.take_all(None, lambda: False)
    return opened.verdict()


# --- Counting ------------------------------------------------------------------------------------


def table(seen: list[tuple[RightLog, str]]) -> Iterator[str]:
    """Yield the lines of the table: how many logs were refused, by each of their properties."""
    logs, refused = Counter[str](), Counter[str]()
    for log, why in seen:
        rounds = f"{log.rounds:,} rounds"
        for name in (log.family, log.source.writer, log.form, log.ending, rounds, "all"):
            logs[name] += 1
            refused[name] += bool(why)
    yield "| right logs | logs | refused | share | 95 % interval |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    writers = sorted({log.source.writer for log, _ in seen})
    sizes = [f"{size:,} rounds" for size in SIZES]
    for name in (*FAMILIES, *writers, *FORMS, *ENDINGS, *sizes, "all"):
        if logs[name]:
            low, high = interval(refused[name], logs[name])
            share = _percent(Fraction(refused[name], logs[name]))
            yield (
                f"| {name} | {logs[name]:,} | {refused[name]:,} | {share} | {_percent(low)} to "
                f"{_percent(high)} |"
            )


def _percent(share: Fraction) -> str:
    return f"{float(100 * share):.2f} %"


def is_beyond(refused: int, logs: int) -> bool:
    """Return whether more logs are refused than the level explains."""
    return interval(refused, logs)[0] > LEVEL


def interval(found: int, tried: int) -> tuple[Fraction, Fraction]:
    """Return the interval of Clopper and Pearson (1934) for a share: the shares by which a number
    as low as that found, and one as high, each have a chance above 2.5 %; rounded outwards.
    """
    tail = (1 - SURE) / 2
    low = high = 0
    for step in (1 << power for power in reversed(range(FINEST.bit_length()))):
        if low + step <= FINEST and 1 - _at_most(found - 1, tried, low + step) <= tail:
            low += step
        if high + step <= FINEST and _at_most(found, tried, high + step) > tail:
            high += step
    return Fraction(low, FINEST), Fraction(min(high + 1, FINEST), FINEST)


def _at_most(most: int, tried: int, parts: int) -> Fraction:
    """Return the chance of so few successes, each of `parts` in FINEST."""
    ways = (
        comb(tried, many) * parts**many * (FINEST - parts) ** (tried - many)
        for many in range(most + 1)
    )
    return Fraction(sum(ways), FINEST**tried)


if __name__ == "__main__":
    sys.exit(main())
