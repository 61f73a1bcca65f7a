"""Play by totals: one column of a chart, found or given, and the value of hands under it.

A row is a hard or a soft total; pairs have rows of their own. A total is hit or not whatever its
cards are, and two cards of it, or more where the rules allow, may be doubled or given up first. A
chart is found where no change of one row is worth anything: each takes what is best for all hands
of the first deal that come to it, played on by the chart. Rows to which no hand comes are decided
by all their hands. Hands of a split go by their totals, pairs among them that are not split again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from combin.families.blackjack.house import NATURAL, RANKS, TEN, Shoe
from combin.families.blackjack.lattice import NONE, Lattice
from combin.families.blackjack.player import DOUBLE, HIT, STAND, SURRENDER, ZAP, Values
from combin.families.blackjack.tables import Tables

Row = tuple[bool, int]  # whether an ace counts 11, and the total
Ways = int | Fraction  # orders
Worth = dict[str, int | Fraction]  # of actions
Weighed = Sequence[tuple[Values, int]]
# Values, the hands of two cards that go by their totals, and the pairs that are hit, each -> in how
# many orders they are dealt.
Later = Sequence[tuple[Values, Mapping[int, Ways], Mapping[int, Ways]]]


class Chart:
    """What is done with each total against one up card.

    hits: rows in which further cards are drawn.
    first: row -> what is done with two cards of it, where that is another action.
    pairs: rank -> what is done with a pair of it.
    others: hand -> what is done with it all the same.
    """

    def __init__(
        self,
        hits: frozenset[Row],
        first: Mapping[Row, str] | None = None,
        pairs: Mapping[int, str] | None = None,
        others: Mapping[int, str] | None = None,
    ) -> None:
        self.hits, self.first, self.pairs = hits, dict(first or {}), dict(pairs or {})
        self.others = dict(others or {})

    def said(self, row: Row) -> list[str]:
        """Return what is done with a hand of a row, the first that it may."""
        return [*filter(None, [self.first.get(row)]), HIT if row in self.hits else STAND]

    def places(self, tables: Tables, stage: int = 0) -> bytes:
        """Return of each hand that is not split the place of what is done with it in a stage; of
        two cards of the first deal, if they are neither doubled nor given up.
        """
        by_kind = bytearray()
        for kind, acts in zip(tables.kinds, tables.acts[stage]):
            said = self.said((kind.soft, kind.total))[-1 if kind.size == 2 and not stage else 0 :]
            names = [act.name for act in acts]
            by_kind.append(next((names.index(one) for one in said if one in names), 0))
        places = bytearray(map(by_kind.__getitem__, tables.kind))
        for hand, action in self.others.items():
            names = [act.name for act in tables.of(hand, stage)]
            two = tables.hands.size[hand] == 2 and not stage
            if action in names and (not two or action in (HIT, STAND)):
                places[hand] = names.index(action)
        return bytes(places)

    def taken(self, hands: Lattice, hand: int, unlike: bool = False) -> str | None:
        """Return what is done with two cards; None of a pair of which nothing is said. unlike:
        whether they are no pair, though they count as much.
        """
        cards = hands.cards[hand]
        if hand in self.others:
            return self.others[hand]
        if max(cards) == 2 and not unlike:
            return self.pairs.get(cards.index(2))
        return self.said(hands.row[hand])[0]


def deals_of(shoe: Shoe) -> Iterator[tuple[int, int, int]]:
    """Yield two ranks, the lower first, and in how many orders they are dealt from a shoe."""
    for one in range(len(RANKS)):
        for other in range(one, len(RANKS)):
            ways = shoe[one] * (shoe[other] - 1 if one == other else 2 * shoe[other])
            if ways:
                yield one, other, ways


def found(columns: Weighed, pairs: Mapping[int, str]) -> Chart:
    """Find a chart; the values are left as they are by it.

    columns: hands against what is seen of the dealer's, all that go by this chart, each with what
        its orders weigh.
    pairs: rank -> what is done with a pair of it; of others, what is best without a split.
    """
    hands, tables = columns[0][0].hands, columns[0][0].tables
    dealt = []
    for values, weight in columns:
        ways = {hands.of(a, b): n * weight for a, b, n in deals_of(values.unseen)}
        ways.pop(hands.of(*NATURAL), None)
        dealt.append((values, ways))
    totals = [(values, _unpaired(values, two)) for values, two in dealt]
    every, met = bytearray(b"\1" * len(hands)), []
    for values, two in dealt:
        met.append((values, _met(values, two, every)))
        values.play()
    hits = {row for row, gain in _gains(met).items() if gain > 0}
    while True:
        chart = Chart(frozenset(hits), pairs=pairs)
        for values, _ in columns:
            values.play(chart.places(tables))
        chart.first = _first(totals)
        met = [(values, _coming(values, two, chart)) for values, two in dealt]
        gains = _gains(met)
        wrong = [row for row, gain in gains.items() if (gain > 0) != (row in hits) and gain]
        if not wrong:
            break
        hits ^= {max(wrong, key=lambda row: max(gains[row], -gains[row]))}
    if tables.later:
        drawn_to = (_drawn_to(values, two, chart) for values, two in dealt)
        return _with_later(chart, [(*of, drawn) for of, drawn in zip(totals, drawn_to)])
    return chart


def _with_later(chart: Chart, columns: Later) -> Chart:
    """Find a chart by which hands of three cards and more are doubled and given up, too: the row
    that gains most is changed, as long as one does.
    """
    while True:
        gains = {}
        for row, sums in _by_rows(chart, columns).items():
            said = chart.first.get(row) or (HIT if row in chart.hits else STAND)
            best = max(sums, key=sums.__getitem__)
            if sums[best] > sums[said]:
                gains[row] = sums[best] - sums[said], best
        if not gains:
            return chart
        row = max(gains, key=lambda row: gains[row][0])
        chart = _changed(chart, row, gains[row][1])


def _by_rows(chart: Chart, columns: Later) -> dict[Row, Worth]:
    """Return row -> what each action is worth with all hands that come to it, of any number of
    cards, played on by a chart.
    """
    worth: dict[Row, Worth] = {}
    for values, two, drawn_to in columns:
        hands = values.hands
        values.play(chart.places(values.tables))
        drawing = bytearray(values.done(hand) == HIT for hand in range(len(hands)))
        for hand in two:
            drawing[hand] = chart.taken(hands, hand) == HIT
        for hand, many in enumerate(_met(values, two, drawing, drawn_to)):
            if many and not values.ended(hand):
                row = hands.row[hand]
                sums = worth.setdefault(row, {})
                stage = values.tables.dealt if hands.size[hand] == 2 else 0
                mine: Worth = {**values.worth(hand, stage)}
                further = mine[HIT if row in chart.hits else STAND]
                if hand in values.zapped:
                    mine[ZAP] = values.zapped[hand]
                for action in (STAND, HIT, DOUBLE, SURRENDER, ZAP):
                    sums[action] = sums.get(action, 0) + many * mine.get(action, further)
    return worth


def _changed(chart: Chart, row: Row, action: str) -> Chart:
    """Return a chart of which one row says something else."""
    first = {one: said for one, said in chart.first.items() if one != row}
    if action in (DOUBLE, SURRENDER, ZAP):
        return Chart(chart.hits, {**first, row: action}, chart.pairs)
    hits = chart.hits - {row} | ({row} if action == HIT else set())
    return Chart(hits, first, chart.pairs)


def _pairs(values: Values, hand: int) -> int | Fraction:
    """Return in which part of its deals a hand of two cards is a pair."""
    cards = values.hands.cards[hand]
    if max(cards) < 2:
        return 0
    house = values.tables.house
    return house.alike if cards[TEN] == 2 and house.tens else 1


def _unpaired(values: Values, two: Mapping[int, Ways]) -> dict[int, Ways]:
    """Return the hands that are no pairs -> in how many orders they are dealt."""
    found = {hand: ways * (1 - _pairs(values, hand)) for hand, ways in two.items()}
    return {hand: ways for hand, ways in found.items() if ways}


def _coming(values: Values, two: Mapping[int, Ways], chart: Chart) -> list[Ways]:
    """Return in how many orders each hand comes to be decided by its total, as a chart plays.

    two: hands of two cards -> in how many orders they are dealt.
    """
    row = values.hands.row
    totals = {
        hand: ways for hand, ways in _unpaired(values, two).items() if row[hand] not in chart.first
    }
    return _met(values, totals, values.hits, _drawn_to(values, two, chart))


def _drawn_to(values: Values, two: Mapping[int, Ways], chart: Chart) -> dict[int, Ways]:
    """Return pairs that are hit -> in how many orders they are dealt."""
    drawn_to = {}
    for hand, ways in two.items():
        if pairs := _pairs(values, hand):
            rank = values.hands.cards[hand].index(2)
            worth = _of_two(values, hand)
            if (chart.pairs.get(rank) or max(worth, key=worth.__getitem__)) == HIT:
                drawn_to[hand] = ways * pairs
    return drawn_to


def _met(
    values: Values,
    two: Mapping[int, Ways],
    hits: bytearray,
    drawn_to: Mapping[int, Ways] | None = None,
) -> list[Ways]:
    """Return in how many orders each hand comes to be decided by its total.

    two: hands of two cards that go by their totals -> in how many orders they are dealt. drawn_to:
        those that get a card before they do.
    """
    hands = values.hands
    met: list[Ways] = [0] * len(hands)
    begun = dict(drawn_to or {})
    for hand, ways in two.items():
        met[hand] = ways
    for hand, left in values.lefts.items():
        here = met[hand] if hits[hand] else 0
        for rank, after in enumerate(hands.after[hand] if here or hand in begun else ()):
            if after != NONE:
                met[after] += (here + begun.get(hand, 0)) * left[rank]
    return met


def _gains(columns: Sequence[tuple[Values, list[Ways]]]) -> dict[Row, Ways]:
    """Return row -> what a card is worth more there than none; columns: values, and in how many
    orders each hand is met.
    """
    gains: dict[Row, Ways] = {}
    for values, met in columns:
        for hand in values.lefts:
            if values.hands.size[hand] > 1 and met[hand] and not values.ended(hand):
                row = values.hands.row[hand]
                gain = met[hand] * (values.hit[hand] - values.stand[hand])
                gains[row] = gains.get(row, 0) + gain
    return gains


def _first(columns: Sequence[tuple[Values, Mapping[int, Ways]]]) -> dict[Row, str]:
    """Return row -> what is done with two cards of it, if neither to stand nor to hit."""
    sums: dict[Row, Worth] = {}
    for values, two in columns:
        for hand, ways in two.items():
            row = sums.setdefault(values.hands.row[hand], {})
            worth = _of_two(values, hand)
            stood, drawn = worth.pop(STAND), worth.pop(HIT)
            for action, value in {"": drawn if values.hits[hand] else stood, **worth}.items():
                row[action] = row.get(action, 0) + ways * value
    best = {row: max(worth, key=worth.__getitem__) for row, worth in sums.items()}
    return {row: action for row, action in best.items() if action}


def _of_two(values: Values, hand: int) -> Worth:
    """Return what each action is worth with two cards that are not split, to go on last."""
    worth: Worth = {**values.worth(hand, values.tables.dealt)}
    if hand in values.zapped:
        worth[ZAP] = values.zapped[hand]
    further = {action: worth.pop(action) for action in (STAND, HIT)}
    return {**worth, **further}
