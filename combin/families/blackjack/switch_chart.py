"""What a player of two hands can keep in mind: a chart, and a table of what two cards are worth.

The chart is found for one hand by itself, the other cards being unseen. The table says what each
row of it is worth in whole percents of a bet: the mean over its two cards, as the chart plays them;
where the dealer looks for a natural first, over the rounds without one. The second cards are
exchanged where the two hands that come so have the larger sum. What that is worth is exact: two
hands are valued as `switch` does, all five cards gone from the shoe.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any

from combin.families.blackjack.chart import Chart, Row
from combin.families.blackjack.house import NATURAL, RANKS, Shoe, falling, house_of
from combin.families.blackjack.lattice import Lattice, lattice_of
from combin.families.blackjack.letters import UPS, ChartFound, LetterChart, chart_of, rows_of
from combin.families.blackjack.questions import (
    faults_of,
    first_hands,
    priced_chart,
    with_row,
)
from combin.families.blackjack.solve import PAID, Solved, Spot, UpCard, columns_of
from combin.families.blackjack.solve import solve as solved
from combin.families.blackjack.switch import (
    Switched,
    Two,
    by_rule,
    column_of,
    exchange,
    solve_switch,
)
from combin.questions.priced import Priced
from combin.records import dataclass
from combin.rules.game import Game

if TYPE_CHECKING:
    from combin.questions.advice import Situations
    from combin.questions.recommended import Recommended

BY_TABLE = "chart, switch by the table"
EACH_ALONE = "Figures are for one of the two hands, each played without looking at the other."
PERCENT = 100  # parts of a bet
PAID_ROW = "natural"
Tell = Callable[[int, int], None]
# Of a play its name, its value, and in which share of the deals cards are switched.
Told = tuple[str, Fraction, Fraction | None]
Worths = Mapping[str, int]  # the name of a row -> what two cards of it are worth, in percent


@dataclass(frozen=True)
class SwitchTable:
    """What two cards are worth against each card of the dealer's.

    hands: all hands of the shoe.
    counts: whether a natural that is made by exchanging counts as one.
    worths: the dealer's card -> what each row is worth.
    """

    hands: Lattice = field(repr=False)
    counts: bool
    worths: Mapping[int, Worths]

    def exchanges(self, up: int, first: Two, second: Two) -> bool:
        """Return whether the second cards of two hands are exchanged."""
        kept = self._sum(up, (first, second), natural=True)
        return self._sum(up, exchange(first, second), self.counts) > kept

    def _sum(self, up: int, two: Iterable[Two], natural: bool) -> int:
        return sum(self.worths[up][row_name(self.hands, hand, natural)] for hand in two)

    @property
    def rows(self) -> list[tuple[str, tuple[int | None, ...]]]:
        """The rows that two cards can have, and what they are worth by the cards of the dealer's, 2
        to ace; None against a card that the shoe has not.
        """
        dealt = {name for worths in self.worths.values() for name in worths}
        return [
            (name, tuple(self.worths.get(up, {}).get(name) for up in UPS))
            for name in [*(name for name, _ in rows_of()), PAID_ROW]
            if name in dealt
        ]


def row_name(hands: Lattice, two: Two, natural: bool) -> str:
    """Return the name of the row of two cards; natural: whether an ace and a ten are one."""
    low, high = min(two), max(two)
    if low == high:
        return f"pair {RANKS[low]}"
    if natural and (low, high) == NATURAL:
        return PAID_ROW
    soft, total = hands.row[hands.of(low, high)]
    return f"{'soft' if soft else 'hard'} {total}"


def table_of(columns: Iterable[UpCard], counts: bool) -> SwitchTable:
    """Return what two cards are worth as they are played against each card of the dealer's."""
    known = list(columns)
    return SwitchTable(known[0].hands, counts, {one.up: _worths(one, counts) for one in known})


def _worths(column: UpCard, counts: bool) -> Worths:
    sums: dict[str, tuple[Fraction, Fraction]] = {}
    for spot in column.spots():
        row = row_name(column.hands, spot.ranks, natural=True)
        total, orders = sums.get(row, (Fraction(0), Fraction(0)))
        net, often = _met(column, spot)
        sums[row] = total + net * spot.deals, orders + often * spot.deals
        if spot.taken == PAID and not counts:
            sums[row_name(column.hands, spot.ranks, natural=False)] = _made(column)
    # hands that only meet a natural are not played
    shares = {row: total / (orders or 1) for row, (total, orders) in sums.items()}
    return {row: (2 * PERCENT * worth + 1) // 2 for row, worth in shares.items()}


def _met(column: UpCard, spot: Spot) -> tuple[Fraction, Fraction]:
    """Return what two cards win in the rounds in which they are played, and how likely these are.
    A natural that is paid ties with the dealer's.
    """
    if not column.house.turns.looks_first:
        return spot.value, Fraction(1)
    beaten = column.values.chance_of_natural(column.hands.of(*spot.ranks))
    return spot.value + (0 if spot.taken == PAID else beaten), 1 - beaten


def _made(column: UpCard) -> tuple[Fraction, Fraction]:
    """Return the same of an ace and a ten that count as 21."""
    values, hand = column.values, column.hands.of(*NATURAL)
    beaten = values.chance_of_natural(hand)
    stood = values.mean(hand, values.stand[hand])
    if column.house.turns.looks_first:
        return stood, 1 - beaten
    return stood - (beaten if column.house.turns.natural.takes_one else 0), Fraction(1)


@dataclass(frozen=True)
class ChartOfTwo:
    """Two hands played by a chart.

    chart: one hand by itself, by that chart. table: by which cards are exchanged.
    by_sum: the game where they are exchanged if the exact sum of both hands is larger.
    """

    chart: Solved
    table: SwitchTable
    by_sum: Switched

    @cached_property
    def _by_table(self) -> tuple[Fraction, Fraction]:
        return by_rule(self.by_sum, self.table.exchanges)

    @property
    def value(self) -> Fraction:
        """What one of the hands is worth where the table says whether cards are exchanged."""
        return self._by_table[0]

    @property
    def exchanged(self) -> Fraction:
        """In which share of the deals cards are exchanged so."""
        return self._by_table[1]

    @cached_property
    def kept(self) -> Fraction:
        """What one of the hands is worth where cards are never exchanged."""
        return by_rule(self.by_sum, lambda up, first, second: False)[0]

    @property
    def letters(self) -> LetterChart:
        """The chart in letters, with the table."""
        found, worth = chart_of(self.chart), self.table.rows
        return replace(found, worth=worth, looked=self.chart.house.turns.looks_first)


def chart_of_two(
    game: Game, tell: Tell | None = None, charts: Mapping[int, Chart] | None = None
) -> ChartOfTwo:
    """Return a game of two hands by a chart.

    tell: is told how many up cards of how many are done. charts: those to play by, one for each up
        card; the best if None.
    """
    shoe, house = tuple(game.shoe.values()), house_of(game)
    counts = _counts(game)
    chart = solved(shoe, house, "total", charts)
    columns = list(columns_of(shoe, house, "total", chart.charts))
    by_sum = solve_switch(shoe, house, counts, columns, tell)
    return ChartOfTwo(chart, table_of(columns, counts), by_sum)


def kept_in(game: Game, found: ChartOfTwo, shoe: Shoe) -> Fraction:
    """Return what one of two hands is worth by a chart and a table in a shoe that is not the one
    they were found for.
    """
    house = house_of(game)
    charts = {up: chart for up, chart in found.chart.charts.items() if shoe[up]}
    columns = columns_of(shoe, house, "total", charts)
    by_sum = solve_switch(shoe, house, _counts(game), columns)
    return by_rule(by_sum, found.table.exchanges)[0]


@dataclass(frozen=True)
class PlaysOfTwo:
    """Plays of a game of two hands. chart: by a chart. by_cards: each hand by its cards."""

    chart: ChartOfTwo
    by_cards: Switched


def strategy_of_two(game: Game, tell: Tell | None = None) -> Recommended:
    """Return plays of a game of two hands from simple to exact."""
    of_chart, of_cards = told_in_parts(2, tell)
    chart, shoe = chart_of_two(game, of_chart), tuple(game.shoe.values())
    by_cards = solve_switch(shoe, house_of(game), _counts(game), tell=of_cards)
    plays: list[Told] = [
        ("chart, never switch", chart.kept, Fraction(0)),
        (BY_TABLE, chart.value, chart.exchanged),
        ("chart, switch by the exact sum", chart.by_sum.value, chart.by_sum.exchanged),
        (
            "composition-dependent, switch by the exact sum",
            *(by_cards.value, by_cards.exchanged),
        ),
    ]
    found = PlaysOfTwo(chart, by_cards)
    return recommended(found, game, plays, BY_TABLE, chart.letters, EACH_ALONE)


def recommended(
    found: object,
    game: Game,
    plays: Sequence[Told],
    name: str,
    chart: LetterChart,
    remark: str,
    **more: Any,
) -> Recommended:
    """Return plays from simple to exact, the one of a name to play by.

    found: the game solved by each. remark, more: as a `ChartLadder` has them.
    """
    from combin.questions.recommended import (  # solving starts sooner without it
        ChartLadder,
        ChartRung,
        Recommended,
    )

    optimum = plays[-1][1]
    rungs = tuple(ChartRung(one, value, optimum - value, often) for one, value, often in plays)
    ladder = ChartLadder(game, game.bet_keys[0], rungs, chart, remark, **more)
    return Recommended(ladder, next(one for one in rungs if one.name == name), found=found)


def told_in_parts(many: int, tell: Tell | None) -> list[Tell]:
    """Return who is told how far each of some solutions is, of all of them one after the other."""

    def told(before: int, done: int, total: int) -> None:
        if tell:
            tell(before * total + done, many * total)

    return [partial(told, before) for before in range(many)]


def _counts(game: Game) -> bool:
    """Return whether a natural that is made by exchanging counts as one."""
    return game.turns.switch is not None and game.turns.switch.natural


def situations_of_two(game: Game, tell: Tell | None = None) -> Situations:
    """Return every two cards against every up card, one hand by itself; as text, the chart found
    and the table by which cards are switched.

    tell: is told how many up cards of how many are done.
    """
    shoe = tuple(game.shoe.values())
    one_hand = cache(lambda: solved(shoe, house_of(game), game.turns.model))

    def charted() -> ChartFound:
        both = chart_of_two(game, tell)
        return ChartFound(game, both.letters, both.value, both.exchanged)

    return first_hands(game, one_hand, charted)


def price_of_two(
    game: Game, charts: Mapping[int, Chart], name: str = "", tell: Tell | None = None
) -> Priced:
    """Return what a chart is worth by which each of two hands is played, their cards exchanged by
    the exact sum, and in which cells it differs from the chart found of one hand.

    charts, name: as for `price`. tell: is told how many up cards, three times those of the shoe,
        are done.
    """
    shoe, house, counts = tuple(game.shoe.values()), house_of(game), _counts(game)
    given, best = (solved(shoe, house, "total", chart) for chart in (charts, None))
    parts = told_in_parts(3, tell)
    played, right, by_cards = (
        solve_switch(shoe, house, counts, columns, told)
        for columns, told in zip(
            (*(columns_of(shoe, house, "total", one.charts) for one in (given, best)), None), parts
        )
    )
    whole, known = falling(sum(shoe), 5), dict[int, Fraction]()

    def of_column(up: int, chart: Chart) -> Fraction:
        column = UpCard(lattice_of(shoe, house.turns.charlie), house, shoe, up, "total")
        column.follow(chart)
        return column_of(column, counts).total.net / (2 * whole)

    def cost(up: int, what: Row | int) -> Fraction:
        if up not in known:
            known[up] = of_column(up, best.charts[up])
        return known[up] - of_column(up, with_row(best.charts[up], charts[up], what))

    faults = faults_of(given, best, cost)
    return priced_chart(game, chart_of(given, name), (played, right, by_cards), faults)
