"""One action a total: a column of a chart, found or given, and what hands are worth by it.

A row is a hard or a soft total; pairs have rows of their own. A total is hit or not whatever its
cards are, and two cards of it may be doubled or given up first. A chart is found where no change of
one row is worth anything: each takes what is best for all hands of the first deal that come to it,
played on by the chart. Rows to which no hand comes are decided by all their hands. Hands of a split
go by their totals, pairs among them that are not split again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from combin.families.count_up.house import NATURAL, RANKS, House, Shoe
from combin.families.count_up.lattice import NONE, Lattice
from combin.families.count_up.player import DOUBLE, HIT, STAND, SURRENDER, Values

Row = tuple[bool, int]  # whether an ace counts 11, and the total
Weighed = Sequence[tuple[Values, int]]


def row_of(hands: Lattice, hand: int) -> Row:
    """Return the row of a hand."""
    return hands.soft(hand), hands.total[hand]


class Chart:
    """What is done with each total against one up card.

    hits: rows in which further cards are drawn.
    first: row -> what is done with two cards of it, where that is another action.
    pairs: rank -> what is done with a pair of it.
    """

    def __init__(
        self,
        hits: frozenset[Row],
        first: Mapping[Row, str] | None = None,
        pairs: Mapping[int, str] | None = None,
    ) -> None:
        self.hits, self.first, self.pairs = hits, dict(first or {}), dict(pairs or {})

    def drawing(self, hands: Lattice) -> bytearray:
        """Return of each hand whether it is hit."""
        return bytearray(row_of(hands, hand) in self.hits for hand in range(len(hands)))

    def taken(self, hands: Lattice, hand: int) -> str | None:
        """Return what is done with two cards; None of a pair of which nothing is said."""
        cards, row = hands.cards[hand], row_of(hands, hand)
        if max(cards) == 2:
            return self.pairs.get(cards.index(2))
        return self.first.get(row, HIT if row in self.hits else STAND)

    def goes_on(self, hands: Lattice, hand: int, doubles: bool) -> str:
        """Return what is done with a hand that is neither split nor given up."""
        row = row_of(hands, hand)
        if doubles and hands.size[hand] == 2 and self.first.get(row) == DOUBLE:
            return DOUBLE
        return HIT if row in self.hits else STAND


def deals_of(shoe: Shoe) -> Iterator[tuple[int, int, int]]:
    """Yield two ranks, the lower first, and in how many orders they are dealt from a shoe."""
    for one in range(len(RANKS)):
        for other in range(one, len(RANKS)):
            ways = shoe[one] * (shoe[other] - 1 if one == other else 2 * shoe[other])
            if ways:
                yield one, other, ways


def found(columns: Weighed, house: House, pairs: Mapping[int, str]) -> Chart:
    """Find a chart; the values are left as they are by it.

    columns: hands against what is seen of the dealer's, all that go by this chart, each with what
        its orders weigh.
    pairs: rank -> what is done with a pair of it; of others, what is best without a split.
    """
    hands = columns[0][0].hands
    dealt = []
    for values, weight in columns:
        ways = {hands.of(a, b): n * weight for a, b, n in deals_of(values.unseen)}
        ways.pop(hands.of(*NATURAL), None)
        dealt.append((values, ways))
    totals = [
        (values, {n: w for n, w in two.items() if not _paired(hands, n)}) for values, two in dealt
    ]
    every, met = bytearray(b"\1" * len(hands)), []
    for values, two in dealt:
        met.append((values, _met(values, two, every)))
        values.play()
    hits = {row for row, gain in _gains(met).items() if gain > 0}
    while True:
        chart = Chart(frozenset(hits), pairs=pairs)
        for values, _ in columns:
            values.play(chart.drawing(hands))
        chart.first = _first(totals, house)
        met = [(values, _coming(values, two, house, chart)) for values, two in dealt]
        gains = _gains(met)
        wrong = [row for row, gain in gains.items() if (gain > 0) != (row in hits) and gain]
        if not wrong:
            return chart
        hits ^= {max(wrong, key=lambda row: abs(gains[row]))}


def _paired(hands: Lattice, hand: int) -> bool:
    return max(hands.cards[hand]) == 2


def _coming(values: Values, two: Mapping[int, int], house: House, chart: Chart) -> list[int]:
    """Return in how many orders each hand comes to be decided by its total, as a chart plays.

    two: hands of two cards -> in how many orders they are dealt.
    """
    hands, totals, drawn_to = values.hands, {}, {}
    for hand, ways in two.items():
        if not _paired(hands, hand):
            if row_of(hands, hand) not in chart.first:
                totals[hand] = ways
            continue
        rank = hands.cards[hand].index(2)
        if (chart.pairs.get(rank) or _unsplit(values, house, hand)) == HIT:
            drawn_to[hand] = ways
    return _met(values, totals, values.hits, drawn_to)


def _met(
    values: Values,
    two: Mapping[int, int],
    hits: bytearray,
    drawn_to: Mapping[int, int] | None = None,
) -> list[int]:
    """Return in how many orders each hand comes to be decided by its total.

    two: hands of two cards that go by their totals -> in how many orders they are dealt. drawn_to:
        those that get a card before they do.
    """
    hands, met = values.hands, [0] * len(values.hands)
    begun = dict(drawn_to or {})
    for hand, ways in two.items():
        met[hand] = ways
    for hand, left in values.lefts.items():
        here = met[hand] if hits[hand] else 0
        for rank, after in enumerate(hands.after[hand] if here or hand in begun else ()):
            if after != NONE:
                met[after] += (here + begun.get(hand, 0)) * left[rank]
    return met


def _gains(columns: Sequence[tuple[Values, list[int]]]) -> dict[Row, int]:
    """Return row -> what a card is worth more there than none; columns: values, and in how many
    orders each hand is met.
    """
    gains: dict[Row, int] = {}
    for values, met in columns:
        for hand in values.lefts:
            if values.hands.size[hand] > 1 and met[hand] and not values.ended(hand):
                row = row_of(values.hands, hand)
                gain = met[hand] * (values.hit[hand] - values.stand[hand])
                gains[row] = gains.get(row, 0) + gain
    return gains


def _first(columns: Sequence[tuple[Values, Mapping[int, int]]], house: House) -> dict[Row, str]:
    """Return row -> what is done with two cards of it, if neither to stand nor to hit."""
    sums: dict[Row, dict[str, int]] = {}
    for values, two in columns:
        for hand, ways in two.items():
            row = sums.setdefault(row_of(values.hands, hand), {})
            for action, value in _twice(values, house, hand).items():
                row[action] = row.get(action, 0) + ways * value
    best = {row: max(worth, key=worth.__getitem__) for row, worth in sums.items()}
    return {row: action for row, action in best.items() if action}


def _twice(values: Values, house: House, hand: int) -> dict[str, int]:
    """Return twice what is worth what is done with two cards; of no name, what their total says."""
    worth = {"": 2 * values.value[hand]}
    if hand in values.double:
        worth[DOUBLE] = 2 * values.double[hand]
    if house.surrender != "none":
        worth[SURRENDER] = values.surrendered(hand)
    return worth


def _unsplit(values: Values, house: House, hand: int) -> str:
    """Return what is best with two cards, none of which is split."""
    worth = _twice(values, house, hand)
    worth[HIT], worth[STAND] = 2 * values.hit[hand], 2 * values.stand[hand]
    del worth[""]
    return max(worth, key=worth.__getitem__)
