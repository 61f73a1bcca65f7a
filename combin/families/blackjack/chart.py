"""Play by totals: one column of a chart, found or given, and the value of hands under it.

A row is a hard or a soft total; pairs have rows of their own. A total is hit or not whatever its
cards are, and two cards of it, or more where the rules allow, may be doubled or given up first.
Where the rules pay by the number of cards, a total is hit from a number of cards on; where a
doubled hand may be given up or doubled again, it goes by its total. A
chart is found where no change of one row is worth anything: each takes what is best for all hands
of the first deal that come to it, played on by the chart. Rows to which no hand comes are decided
by all their hands. Hands of a split go by their totals, pairs among them that are not split again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from fractions import Fraction
from typing import Any, Self

from combin.families.blackjack.house import NATURAL, RANKS, TEN, Shoe
from combin.families.blackjack.lattice import NONE, Lattice
from combin.families.blackjack.player import (
    DOUBLE,
    HIT,
    RESCUE,
    STAND,
    SURRENDER,
    ZAP,
    Values,
)
from combin.families.blackjack.tables import Tables

Row = tuple[bool, int]  # whether an ace counts 11, and the total
Ways = int | Fraction  # orders
Worth = dict[str, int | Fraction]  # of actions
Weighed = Sequence[tuple[Values, int]]
# Values, the hands of two cards -> in how many orders they are dealt: those that go by their
# totals, and all.
Later = Sequence[tuple[Values, Mapping[int, Ways], Mapping[int, Ways]]]
MANY = 99  # cards: more than a hand has
ACTIONS = (STAND, HIT, DOUBLE, SURRENDER, ZAP)
DOUBLED = (STAND, RESCUE, DOUBLE)  # what may be done with a doubled hand


class Chart:
    """What is done with each total against one up card.

    hits: rows in which further cards are drawn.
    first: row -> what is done with two cards of it, where that is another action.
    pairs: rank -> what is done with a pair of it.
    others: hand -> what is done with it all the same.
    counts: row -> with so many cards or more it is hit, whatever is said of it else.
    doubled: row -> what is done with a doubled hand of it, if not to stand; None: what is best for
        its cards.
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
        self.counts: Mapping[Row, int] = {}
        self.doubled: Mapping[Row, str] | None = None

    def changed(self, **parts: Any) -> Self:
        """Return a chart of which some parts are others."""
        other = copy(self)
        vars(other).update(parts)
        return other

    def all_places(self, tables: Tables) -> list[bytes]:
        """Return what `places` does of each stage that is played by this chart."""
        stages = range(1 if self.doubled is None else tables.played)
        return [self.places(tables, stage) for stage in stages]

    def said(self, row: Row) -> list[str]:
        """Return what is done with a hand of a row, the first that it may."""
        return [*filter(None, [self.first.get(row)]), HIT if row in self.hits else STAND]

    def places(self, tables: Tables, stage: int = 0) -> bytes:
        """Return of each hand that is not split the place of what is done with it in a stage; of
        two cards of the first deal, if they are neither doubled nor given up.
        """
        by_kind = bytearray()
        for kind, acts in zip(tables.kinds, tables.acts[stage]):
            row = kind.soft, kind.total
            said = self.said(row)[-1 if kind.size == 2 and not stage else 0 :]
            if tables.stages[stage].doubled:
                said = [(self.doubled or {}).get(row, STAND)]
            names = [act.name for act in acts]
            by_kind.append(next((names.index(one) for one in said if one in names), 0))
        places = bytearray(map(by_kind.__getitem__, tables.kind))
        if tables.stages[stage].doubled:
            return bytes(places)
        for hand, row in enumerate(tables.hands.row if self.counts else ()):
            if tables.hands.size[hand] >= self.counts.get(row, MANY):
                names = [act.name for act in tables.of(hand, stage)]
                places[hand] = names.index(HIT) if HIT in names else 0
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


def found(columns: Weighed, pairs: Mapping[int, str], numbered: bool = True) -> Chart:
    """Find a chart; the values are left as they are by it.

    columns: hands against what is seen of the dealer's, all that go by this chart, each with what
        its orders weigh.
    pairs: rank -> what is done with a pair of it; of others, what is best without a split.
    numbered: whether it may go by the number of cards, and tells of doubled hands, where the rules
        ask for that.
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
    all_met = met
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
    turns = tables.house.turns
    counted = numbered and any(bonus.cards for bonus in turns.bonuses)
    if numbered and turns.double.goes_on and not turns.pairs.free:
        chart.doubled = _doubled(all_met)
    if tables.later or counted or chart.doubled is not None:
        later = [(*of, two) for of, (_, two) in zip(totals, dealt)]
        return _with_later(chart, later, counted)
    return chart


def _doubled(columns: Sequence[tuple[Values, list[Ways]]]) -> dict[Row, str]:
    """Return what is best with all doubled hands of each row, if not to stand; columns: values, and
    in how many orders each hand is met.
    """
    sums: dict[Row, Worth] = {}
    for values, met in columns:
        stage = values.tables.doubled[1]
        for hand in values.lefts:
            if met[hand] and values.hands.size[hand] > 2 and not values.tables.ended(hand, stage):
                row, worth = sums.setdefault(values.hands.row[hand], {}), values.worth(hand, stage)
                for action in DOUBLED:
                    row[action] = row.get(action, 0) + met[hand] * worth.get(action, worth[STAND])
    best = {row: max(worth, key=worth.__getitem__) for row, worth in sums.items()}
    return {row: action for row, action in best.items() if action != STAND}


def _with_later(chart: Chart, columns: Later, counted: bool) -> Chart:
    """Find a chart by which hands of three cards and more are doubled and given up, too: the row
    that gains most is changed, as long as one does. counted: whether rows may go by the number of
    cards.
    """
    while True:
        gains: dict[tuple[bool, Row], tuple[Ways, str, int]] = {}
        for (doubled, row), by_size in _by_rows(chart, columns).items():
            said, number = (chart.doubled or {}).get(row, STAND), MANY
            if not doubled:
                said = chart.first.get(row) or (HIT if row in chart.hits else STAND)
                number = chart.counts.get(row, MANY)
            numbers = [MANY]
            if counted and not doubled:
                numbers += [size for size in by_size if size > 2]
            known = _worth(by_size, said, number)
            for action in next(iter(by_size.values())):
                for least in numbers:
                    gain = _worth(by_size, action, least) - known
                    if gain > gains.get((doubled, row), (0,))[0]:
                        gains[doubled, row] = gain, action, least
        if not gains:
            return chart
        doubled, row = max(gains, key=lambda at: gains[at][0])
        _, action, number = gains[doubled, row]
        if doubled:
            chart = chart.changed(doubled={**(chart.doubled or {}), row: action})
        else:
            chart = _changed(chart, row, action, number)


def _worth(by_size: Mapping[int, Worth], action: str, number: int) -> Ways:
    """Return what a row is worth where hands of so many cards or more are hit."""
    return sum(worth[action if size < number else HIT] for size, worth in by_size.items())


def _by_rows(chart: Chart, columns: Later) -> dict[tuple[bool, Row], dict[int, Worth]]:
    """Return whether hands are doubled and their row -> number of cards -> what each action is
    worth with all hands that come to it, played on by a chart.
    """
    found: dict[tuple[bool, Row], dict[int, Worth]] = {}
    for values, totals, two in columns:
        hands, tables = values.hands, values.tables
        values.play(*chart.all_places(tables))
        first = [(hand, chart.taken(hands, hand, True), ways) for hand, ways in totals.items()]
        for action in (HIT, DOUBLE):
            drawn_to = _drawn_to(values, two, chart, action)
            first += [(hand, action, ways) for hand, ways in drawn_to.items()]
        met = [(tables.dealt, hand, ways) for hand, ways in totals.items()]
        met += [(stage, hand, ways) for stage, hand, _, ways in values.reached(first)]
        for stage, hand, ways in met:
            doubled = tables.stages[stage].doubled > 0
            if tables.ended(hand, stage) or (doubled and chart.doubled is None):
                continue
            row = hands.row[hand]
            sums = found.setdefault((doubled, row), {}).setdefault(hands.size[hand], {})
            mine: Worth = {**values.worth(hand, stage)}
            if hand in values.zapped and hands.size[hand] == 2:
                mine[ZAP] = values.zapped[hand]
            further = mine[HIT if row in chart.hits and not doubled else STAND]
            for action in DOUBLED if doubled else ACTIONS:
                sums[action] = sums.get(action, 0) + ways * mine.get(action, further)
    return found


def _changed(chart: Chart, row: Row, action: str, number: int = MANY) -> Chart:
    """Return a chart of which one row says something else."""
    first = {one: said for one, said in chart.first.items() if one != row}
    counts = {one: least for one, least in chart.counts.items() if one != row}
    if number < MANY:
        counts[row] = number
    if action in (DOUBLE, SURRENDER, ZAP):
        return chart.changed(first={**first, row: action}, counts=counts)
    hits = chart.hits - {row} | ({row} if action == HIT else set())
    return chart.changed(hits=hits, first=first, counts=counts)


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


def _drawn_to(
    values: Values, two: Mapping[int, Ways], chart: Chart, action: str = HIT
) -> dict[int, Ways]:
    """Return pairs that are hit, or doubled -> in how many orders they are dealt."""
    drawn_to = {}
    for hand, ways in two.items():
        if pairs := _pairs(values, hand):
            rank = values.hands.cards[hand].index(2)
            worth = _of_two(values, hand)
            if (chart.pairs.get(rank) or max(worth, key=worth.__getitem__)) == action:
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
