"""A strategy in three lines, for players who will not learn a chart: the best of a small set.

One line says with which totals to stand, one which two cards to double, one which pairs to split.
Every play tried is priced exactly, as the chart that it is.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from combin.families.blackjack.chart import Chart, Row
from combin.families.blackjack.house import ACE, RANKS, SOFT, TOLD, VALUES, House, Shoe, ups_of
from combin.families.blackjack.lattice import lattice_of
from combin.families.blackjack.player import DOUBLE, HIT, SPLIT, STAND
from combin.families.blackjack.solve import Solved, UpCard, solve
from combin.records import dataclass

LOW_UPS = range(1, 6)  # 2 to 6
STANDING, STANDING_HIGH, STANDING_SOFT = (12, 13, 14), (17, 16, 15), (18, 19, 17)
DOUBLED = ((10, 11), (), (11,), (9, 10, 11))
PAIRS = ((ACE, 7), (ACE,), (ACE, 6, 7), (ACE, 7, 8), (ACE, 6, 7, 8), (ACE, 1, 2, 6, 7, 8))


@dataclass(frozen=True)
class ThreeLines:
    """A play in three lines.

    low, high: the least hard total that stands against 2 to 6, and against other cards.
    soft: the least soft total that stands.
    doubled: hard totals that are doubled against a card that counts less, an ace 11.
    pairs: ranks of which a pair is split.
    """

    low: int = STANDING[0]
    high: int = STANDING_HIGH[0]
    soft: int = STANDING_SOFT[0]
    doubled: tuple[int, ...] = DOUBLED[0]
    pairs: tuple[int, ...] = PAIRS[0]

    def words(self, double: str = DOUBLE) -> tuple[str, ...]:
        """Return the lines; double: what a double is called."""
        stand = (
            f"Stand on hard {self.low} or more against 2 to 6, hard {self.high} or more against 7 "
            f"to ace, soft {self.soft} or more"
        )
        return (
            f"{stand}; otherwise hit.",
            f"{double.capitalize()} {_listed(map(str, self.doubled))} against a lower card."
            if self.doubled
            else f"Never {double}.",
            "Split "
            + _listed("aces" if rank == ACE else f"{RANKS[rank]}s" for rank in self.pairs)
            + "; no other pair."
            if self.pairs
            else "Never split.",
        )

    def chart(self, house: House, up: int) -> Chart:
        """Return the play against one up card as a chart."""
        up %= TOLD
        least = self.low if up in LOW_UPS else self.high
        hits: set[Row] = {(False, total) for total in range(4, least)}
        hits |= {(True, total) for total in range(12, self.soft)}
        shown = VALUES[up] + (SOFT if up == ACE else 0)
        doubled = [
            total
            for total in self.doubled
            if shown < total and house.turns.double.allows(total, False)
        ]
        pairs = {}
        for rank, value in enumerate(VALUES):
            total = (True, 2 * value + SOFT) if rank == ACE else (False, 2 * value)
            pairs[rank] = HIT if total in hits else STAND
            if total[1] in doubled and rank != ACE:
                pairs[rank] = DOUBLE
            if rank in self.pairs and house.turns.pairs.hands > 1:
                pairs[rank] = SPLIT
        return Chart(frozenset(hits), {(False, total): DOUBLE for total in doubled}, pairs)


def _listed(words: Iterable[str]) -> str:
    """Return ``9, 10 and 11``."""
    *before, last = words
    return f"{', '.join(before)} and {last}" if before else last


def three_lines(shoe: Shoe, house: House) -> tuple[ThreeLines, Solved]:
    """Return the best play found in three lines, and the game as it plays: part by part, each as
    is best beside the others.
    """
    lines = ThreeLines(
        doubled=DOUBLED[0] if house.turns.double.allows(11, False) else (),
        pairs=PAIRS[0] if house.turns.pairs.hands > 1 else (),
    )
    tried: dict[str, tuple[Any, ...]] = {
        "low": STANDING,
        "high": STANDING_HIGH,
        "soft": STANDING_SOFT,
        "doubled": DOUBLED if lines.doubled else (),
        "pairs": PAIRS if lines.pairs else (),
    }
    hands = lattice_of(shoe, house.turns.charlie)
    columns = [UpCard(hands, house, shoe, up, "total") for up in ups_of(shoe, house.turns.dealer)]
    known: dict[Hashable, Fraction] = {}

    def worth(lines: ThreeLines) -> Fraction:
        return sum(
            (_worth(column, lines.chart(house, column.up), known) for column in columns),
            Fraction(0),
        )

    best = worth(lines)
    for part, others in tried.items():
        for other in others[1:]:
            changed = replace(lines, **{part: other})
            found = worth(changed)
            if found > best:
                lines, best = changed, found
    charts = {column.up: lines.chart(house, column.up) for column in columns}
    return lines, solve(shoe, house, "total", charts)


def _worth(column: UpCard, chart: Chart, known: dict[Hashable, Fraction]) -> Fraction:
    """Return what all two cards against an up card come to by a chart, times the orders in which
    they are dealt.

    known: what was found before.
    """
    key = column.up, chart.hits, frozenset(chart.first.items()), frozenset(chart.pairs.items())
    if key not in known:
        before = column.chart
        if before and (before.hits, before.first) == (chart.hits, chart.first):
            column.chart = chart  # what a pair is worth that is split stays the same
        else:
            column.play(chart)
        spots = column.spots(charted=True)
        known[key] = sum((spot.value * spot.deals for spot in spots), Fraction(0))
    return known[key]
