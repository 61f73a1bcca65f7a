"""Solutions as the reports keep them, and the lists that ship: what is laid out of the largest games, without counting them."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from combin.dossier.found import found
from combin.games import dealt_sheet
from combin.solving.result import BetResult, Outcome, Solution
from combin.strategies import Ladder
from combin.version import RELEASE

REPORTS = Path(__file__).parent.parent / "reports"


def has_report(slug: str) -> bool:
    """Tell whether a game has a report; `combin publish --check` asks whether each has one."""
    return (REPORTS / slug).is_dir()


def solution_of(slug: str) -> Solution:
    """Return the solution of a game under its default choices."""
    game = dealt_sheet(slug).resolve()
    bets = {bet.key: _bet(slug, bet.key, bet.base) for bet in game.bets}
    return Solution(game, bets, version=RELEASE)


def _bet(slug: str, key: str, wager: str) -> BetResult:
    rows = [row for row in _rows(slug, "outcomes.csv") if row["bet"] == key]
    outcomes = tuple(
        Outcome(
            tuple(filter(None, row["actions"].split(" "))),
            row["outcome"],
            Fraction(row["net"]),
            Fraction(row["staked"]),
            int(row["combinations"]),
        )
        for row in rows
    )
    return BetResult(key, wager, int(rows[0]["deals"]), outcomes)


def ladder_of(solution: Solution) -> Ladder | None:
    """Return the lists of a game, not to be priced again; none where nothing is decided, or no lists are kept."""
    if not (REPORTS / solution.game.slug / "ladder.csv").exists():
        return None
    return replace(found(solution.game, "base"), shipped=False)


def losing(bet: BetResult, cost: Fraction) -> BetResult:
    """Return a bet that is worth so much less."""
    first, *others = bet.outcomes
    less = replace(first, net=first.net - cost * bet.deals / first.combinations)
    return replace(bet, outcomes=(less, *others))


def _rows(slug: str, name: str) -> Iterator[dict[str, str]]:
    with open(REPORTS / slug / name, newline="") as file:
        yield from csv.DictReader(file)
