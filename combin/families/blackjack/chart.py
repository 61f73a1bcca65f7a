"""Play by totals: one column of a chart, found or given.

A row is a hard or a soft total; pairs have rows of their own. A total is hit or not whatever its
cards are, and two cards of it, or more where the rules allow, may be doubled or given up first.
Where the rules pay by the number of cards, a total may be hit from a number of cards on; where they
pay named cards, it may be hit while one card more makes them; where a doubled hand may be given up,
it goes by its total.

A chart is found where no change of one row is worth anything: each takes what is best for all hands
of the first deal that come to it, played on by the chart. Rows to which no hand comes are decided
by all their hands. Hands of a split go by their totals, pairs among them that are not split again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from itertools import count, product

from combin.families.blackjack.house import LIMIT, NATURAL, RANKS, TEN, Shoe
from combin.families.blackjack.player import HIT, STAND, Values
from combin.families.blackjack.tables import MOST_NUMBERED, Tables
from combin.records import dataclass

Row = tuple[bool, int]  # whether an ace counts 11, and the total
# Of a row: what is done where it is allowed, what else, from how many cards on it is hit, and
# whether it is hit while one card more makes a bonus.
Way = tuple[str, str, int, bool]
Ways = int | Fraction  # orders
Worth = dict[str, int | Fraction]  # of actions
Weighed = Sequence[tuple[Values, int]]
Gain = tuple[Ways, bool, Row, Way]  # what a row gains, of doubled hands or not, another way
Met = tuple[int, int, Ways]  # a stage, a hand that is decided in it, and in how many orders
Size = tuple[int, bool]  # number of cards, and whether one card more makes a bonus
# Whether hands are doubled, and their row -> size -> what each action is worth with all of them.
Sums = dict[tuple[bool, Row], dict[Size, Worth]]
ROWS = [*product((False, True), range(LIMIT + 1))]
MANY = 99  # cards: more than a hand has
STAY, DRAW = ("", STAND, MANY, False), ("", HIT, MANY, False)
TOGETHER = 4  # times that all rows that gain are changed; then one is, which comes to an end


@dataclass(frozen=True)
class Chart:
    """What is done with each total against one up card.

    hits: rows in which further cards are drawn.
    first: row -> what is done with two cards of it, where that is another action.
    pairs: rank -> what is done with a pair of it.
    others: hand -> what is done with it all the same.
    counts: row -> with so many cards or more it is hit, whatever is said of it else.
    doubled: what is done with doubled hands; None: what is best for their cards.
    near: rows that are hit, whatever is said of them else, while one card more makes a bonus.
    """

    hits: frozenset[Row] = frozenset()
    first: Mapping[Row, str] = field(default_factory=dict)
    pairs: Mapping[int, str] = field(default_factory=dict)
    others: Mapping[int, str] = field(default_factory=dict)
    counts: Mapping[Row, int] = field(default_factory=dict)
    doubled: Chart | None = None
    near: frozenset[Row] = frozenset()

    def way(self, row: Row) -> Way:
        further = HIT if row in self.hits else STAND
        return self.first.get(row, ""), further, self.counts.get(row, MANY), row in self.near

    def with_rows(self, rows: Mapping[Row, Way]) -> Chart:
        """Return a chart of which some rows are others."""
        known = (*self.hits, *self.first, *self.counts, *self.near)
        ways = {row: self.way(row) for row in known} | {**rows}
        return replace(
            self,
            hits=frozenset(row for row, (_, further, *_) in ways.items() if further == HIT),
            first={row: first for row, (first, *_) in ways.items() if first},
            counts={row: number for row, (_, _, number, _) in ways.items() if number < MANY},
            near=frozenset(
                row for row, (*way, near) in ways.items() if near and tuple(way) != DRAW[:3]
            ),
        )

    def all_places(self, tables: Tables) -> list[bytes]:
        """Return what `places` does of each stage that is played by this chart."""
        stages = range(1 if self.doubled is None else tables.played)
        return [self.places(tables, stage) for stage in stages]

    def said(self, row: Row, size: int = 2, near: bool = False) -> list[str]:
        """Return what is done with a hand of a row and of so many cards, the first that it may.
        near: whether one card more makes a bonus.
        """
        first, further, number, drawn = self.way(row)
        hit = size >= number or (near and drawn)
        return [HIT] if hit else [first, further] if first else [further]

    def places(self, tables: Tables, stage: int = 0) -> bytes:
        """Return of each hand that is not split the place of what is done with it in a stage; of
        two cards of the first deal, if they are neither doubled nor given up.
        """
        by_kind, chart = bytearray(), self
        if tables.stages[stage].doubled:
            chart = self.doubled or Chart()
        for kind, acts in zip(tables.kinds, tables.acts[stage]):
            said = chart.said((kind.soft, kind.total), kind.size, kind.near)
            names = [act.name for act in acts]
            allowed = [one for one in said[-(kind.size == 2 and not stage) :] if one in names]
            by_kind.append(names.index(allowed[0]) if allowed else 0)
        places = bytearray(map(by_kind.__getitem__, tables.kind))
        for hand, action in chart.others.items():
            names = [act.name for act in tables.of(hand, stage)]
            two = tables.hands.size[hand] == 2 and not stage
            if action in names and (not two or action in (HIT, STAND)):
                places[hand] = names.index(action)
        return bytes(places)

    def taken(self, tables: Tables, hand: int, unlike: bool = False) -> str | None:
        """Return what is done with two cards; None of a pair of which nothing is said. unlike:
        whether they are no pair, though they count as much.
        """
        cards, kind = tables.hands.cards[hand], tables.kinds[tables.kind[hand]]
        if hand in self.others:
            return self.others[hand]
        if max(cards) == 2 and not unlike:
            return self.pairs.get(cards.index(2))
        return self.said((kind.soft, kind.total), 2, kind.near)[0]


def deals_of(shoe: Shoe) -> Iterator[tuple[int, int, int]]:
    """Yield two ranks, the lower first, and in how many orders they are dealt from a shoe."""
    for one in range(len(RANKS)):
        for other in range(one, len(RANKS)):
            ways = shoe[one] * (shoe[other] - 1 if one == other else 2 * shoe[other])
            if ways:
                yield one, other, ways


def found(
    columns: Weighed,
    pairs: Mapping[int, str],
    numbered: bool = True,
    begun: Chart | None = None,
) -> Chart:
    """Find a chart; the values are left as they are by it.

    columns: hands against what is seen of the dealer's, all that go by this chart, each with what
        its orders weigh.
    pairs: rank -> what is done with a pair of it; of others, what is best without a split.
    numbered: whether it may go by the number of cards, or by the one that a bonus lacks, and tells
        of doubled hands that may be given up, but not doubled again. begun: one found before, of
        other pairs.
    """
    hands, house, dealt = columns[0][0].hands, columns[0][0].tables.house, []
    for values, weight in columns:
        ways = {hands.of(a, b): n * weight for a, b, n in deals_of(values.unseen)}
        ways.pop(hands.of(*NATURAL), None)
        dealt.append((values, ways))
    most = MOST_NUMBERED if any(bonus.cards for bonus in house.turns.bonuses) else 2
    double = house.turns.double
    goes_on = numbered and double.rescue and double.times == 1 and not house.turns.pairs.free
    chart = replace(begun or _of_all_hands(dealt, goes_on), pairs=pairs)
    for times in count():
        sums: Sums = {}
        for values, two in dealt:
            values.play(*chart.all_places(values.tables))
            _add(sums, values, _coming(values, two, chart))
        gains = _gains(chart, sums, most if numbered else 0)
        if not gains:
            break
        chart = _changed(chart, gains if times < TOGETHER else [max(gains)])
    return chart


def _of_all_hands(dealt: Sequence[tuple[Values, Mapping[int, Ways]]], goes_on: bool) -> Chart:
    """Return a chart as all hands of its rows ask for, played on by their cards; goes_on: whether
    it tells of doubled hands.
    """
    sums: Sums = {}
    every = Chart(frozenset(ROWS))
    for values, two in dealt:
        values.play(every.places(values.tables))
        first = [(hand, HIT, ways) for hand, ways in two.items()]
        met = [(hand, ways) for _, hand, _, ways in values.reached(first)]
        values.play()
        _add(sums, values, ((0, *one) for one in (*two.items(), *met)))
        _add(sums, values, ((values.tables.doubled[1], *one) for one in met if goes_on))
    hits = {
        row
        for (after, row), by_size in sums.items()
        if not after and _worth(by_size, DRAW) > _worth(by_size, STAY)
    }
    chart = Chart(frozenset(hits), doubled=Chart() if goes_on else None)
    return _changed(chart, [one for one in _gains(chart, sums) if one[1]])


def _gains(chart: Chart, sums: Sums, most: int = 0) -> list[Gain]:
    """Return the rows that are better played another way; most: up to which number of cards, two at
    least, they may go by that and by the card that a bonus lacks; 0: by neither.
    """
    gains = []
    for (after, row), by_size in sums.items():
        known = (chart.doubled or chart if after else chart).way(row)
        offered = dict.fromkeys(action for worth in by_size.values() for action in worth)
        further = [action for action in (known[1], HIT, STAND) if action in offered]
        first = [action for action in offered if action not in further]
        numbers = sorted({size for size, _ in by_size if 2 < size <= most and not after})
        near = {False, *(one for _, one in by_size if most)}
        ways = product(("", *first), further, (MANY, *numbers), sorted(near))
        best = max((known, *ways), key=lambda way: _worth(by_size, way))
        if gain := _worth(by_size, best) - _worth(by_size, known):
            gains.append((gain, after, row, best))
    return gains


def _worth(by_size: Mapping[Size, Worth], way: Way) -> Ways:
    """Return what a row is worth that is played in a way."""
    first, further, number, drawn = way
    return sum(
        worth[HIT] if size >= number or (near and drawn) else worth.get(first, worth[further])
        for (size, near), worth in by_size.items()
    )


def _changed(chart: Chart, gains: Sequence[Gain]) -> Chart:
    """Return a chart of which rows are played better."""
    ways = {(after, row): way for _, after, row, way in gains}
    rows, doubled = (
        {row: way for (after, row), way in ways.items() if after == which}
        for which in (False, True)
    )
    after = chart.doubled and chart.doubled.with_rows(doubled)
    return replace(chart.with_rows(rows), doubled=after)


def _add(sums: Sums, values: Values, met: Iterable[Met]) -> None:
    """Add to what rows are worth what each action is with the hands that come to be decided."""
    hands, tables = values.hands, values.tables
    for stage, hand, ways in met:
        if not tables.ended(hand, stage):
            row = tables.stages[stage].doubled > 0, hands.row[hand]
            size = hands.size[hand], tables.kinds[tables.kind[hand]].near
            known = sums.setdefault(row, {}).setdefault(size, {})
            for action, worth in values.worth(hand, stage).items():
                known[action] = known.get(action, 0) + ways * worth


def _coming(values: Values, two: Mapping[int, Ways], chart: Chart) -> Iterator[Met]:
    """Yield the hands that come to be decided by their totals, as a chart plays.

    two: hands of two cards -> in how many orders they are dealt.
    """
    tables, first = values.tables, []
    for hand, ways in two.items():
        pairs, action = ways * _pairs(values, hand), chart.taken(tables, hand)
        if pairs and not action:
            worth = values.worth(hand, tables.dealt)
            action = max(worth, key=worth.__getitem__)
        first += [(hand, action, pairs), (hand, chart.taken(tables, hand, True), ways - pairs)]
        if ways > pairs:
            yield tables.dealt, hand, ways - pairs
    for stage, hand, _, ways in values.reached(first):
        if chart.doubled or not stage:
            yield stage, hand, ways


def _pairs(values: Values, hand: int) -> int | Fraction:
    """Return in which part of its deals a hand of two cards is a pair."""
    cards, house = values.hands.cards[hand], values.tables.house
    if max(cards) < 2:
        return 0
    return house.alike if cards[TEN] == 2 and house.tens else 1
