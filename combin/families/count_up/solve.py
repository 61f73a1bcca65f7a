"""A count-up game, solved: what every action is worth for every two cards against every up card,
and the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from functools import cached_property
from math import perm

from combin.errors import CombinError
from combin.families.count_up.chart import Chart, found
from combin.families.count_up.drawer import drawer_of
from combin.families.count_up.house import (
    NATURAL,
    RANKS,
    SEEN,
    House,
    Shoe,
    columns_of,
    falling,
    up_name,
    ups_of,
    without,
)
from combin.families.count_up.lattice import Lattice, lattice_of
from combin.families.count_up.law import law_of
from combin.families.count_up.player import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Values
from combin.families.count_up.splits import Act, Mean, SplitPair
from combin.records import dataclass
from combin.rules.count_up import MODELS

PAID = "natural"  # what is done with one,
TIED = "tied natural"  # with one against a natural that is seen,
BEATEN = "beaten by a natural"  # and with any other hand against that
ROUNDS = 5  # in which a chart is fitted to its pairs; two or three have done so far


@dataclass(frozen=True)
class Spot:
    """Two cards of the player's against what is seen of the dealer's.

    ranks: the two cards, the lower first. up: the number of what is seen, of one card its rank.
    deals: in how many orders all these cards are dealt.
    actions: what each action is worth, the best first.
    taken: what is done; a chart may err.
    extra: how many units beyond the first are wagered on average, by action.
    natural: how likely the dealer has one, where that loses one unit whatever was done.
    """

    ranks: tuple[int, int]
    up: int
    deals: int
    actions: Mapping[str, Fraction]
    taken: str
    extra: Mapping[str, Fraction]
    natural: Fraction

    @property
    def value(self) -> Fraction:
        return self.actions[self.taken]

    @property
    def against(self) -> str:
        """What is seen of the dealer's, ``6`` or ``6T``."""
        return up_name(self.up)


@dataclass(frozen=True)
class Solved:
    """A game under its best play, of a named model.

    shoe, house, model: what was asked.
    spots: all two cards against all that may be seen of the dealer's.
    charts: what is seen -> the chart found or given; none where hands are played by their cards.
    law: net -> chance, in ascending order; None where a pair is split.
    free_charts: what is seen -> the best chart for hands on free bets, where charts are followed.
    """

    shoe: Shoe
    house: House
    model: str
    spots: tuple[Spot, ...]
    charts: Mapping[int, Chart]
    law: Mapping[Fraction, Fraction] | None
    free_charts: Mapping[int, Chart] = field(default_factory=dict)

    @cached_property
    def deals(self) -> int:
        return sum(spot.deals for spot in self.spots)

    @cached_property
    def value(self) -> Fraction:
        """The expected net of one unit."""
        return sum((spot.value * spot.deals for spot in self.spots), Fraction(0)) / self.deals

    @property
    def house_edge(self) -> Fraction:
        return -self.value

    @property
    def element_of_risk(self) -> Fraction:
        """The expected loss of a unit wagered."""
        return -self.value / self.mean_wager

    @cached_property
    def mean_wager(self) -> Fraction:
        extra = (spot.extra.get(spot.taken, Fraction(0)) * spot.deals for spot in self.spots)
        return 1 + sum(extra, Fraction(0)) / self.deals

    @property
    def variance(self) -> Fraction | None:
        """That of the net of one unit; None where the law is not known."""
        if self.law is None:
            return None
        squares = (net * net * chance for net, chance in self.law.items())
        return sum(squares, Fraction(0)) - self.value**2

    @property
    def exchanged(self) -> Fraction | None:
        """In which share of the deals cards are exchanged; None in a game of one hand."""
        return None

    def spot(self, one: int, other: int, up: int) -> Spot | None:
        """Return two cards against an up card; None where they cannot be dealt."""
        return self._by_cards.get((min(one, other), max(one, other), up))

    @cached_property
    def _by_cards(self) -> dict[tuple[int, int, int], Spot]:
        return {(*spot.ranks, spot.up): spot for spot in self.spots}


def solve(
    shoe: Shoe,
    house: House,
    model: str = "zero-memory",
    charts: Mapping[int, Chart] | None = None,
) -> Solved:
    """Return a game solved.

    model: how hands are played. charts: those to play by, under `total`, one for each up card; the
    best if None.
    Raises CombinError where the shoe runs out, the model is unknown or a chart has no such cell.
    """
    if model not in MODELS:
        raise CombinError(f"model is one of {', '.join(MODELS)}, not {model!r}")
    hands = lattice_of(shoe, house.charlie)
    ups = ups_of(shoe, house)
    if charts is not None:
        for up in ups:
            if up not in charts and SEEN[up] != NATURAL:
                raise CombinError(f"the chart has no column for {up_name(up)}")
    spots: dict[int, list[Spot]] = {}
    law: dict[Fraction, Fraction] = {}
    known = True
    played: dict[int, Chart] = {}
    free: dict[int, Chart] = {}
    for alike in _columns(house):
        columns = [UpCard(hands, house, shoe, up, model) for up in alike if up in ups]
        if model == "total" and columns and not columns[0].beaten:
            given = {one.up: charts[one.up] for one in columns} if charts is not None else None
            played |= follow(columns, given)
        for column in columns:
            here = spots[column.up] = column.spots()
            if column.chart and (chart := column.free_chart):
                free[column.up] = chart
            known = known and all(spot.taken != SPLIT for spot in here)
            if known:
                for net, chance in column.law(here).items():
                    law[net] = law.get(net, Fraction(0)) + chance
    in_order = {net: law[net] for net in sorted(law) if law[net]} if known else None
    listed = tuple(spot for up in ups for spot in spots[up])
    in_turn = {up: played[up] for up in sorted(played)}
    return Solved(shoe, house, model, listed, in_turn, in_order, free)


def _columns(house: House) -> list[tuple[int, ...]]:
    """Return what is seen of the dealer's cards, those together that a chart plays alike; against a
    natural that is seen nothing is played.
    """
    seen = SEEN.index(NATURAL)
    return [*sorted(columns_of(house.seen).values()), *([(seen,)] if house.seen == 2 else [])]


class UpCard:
    """All two cards against what is seen of the dealer's.

    beaten: whether that is a natural.
    """

    def __init__(self, hands: Lattice, house: House, shoe: Shoe, up: int, model: str) -> None:
        self.hands, self.house, self.shoe, self.up, self.model = hands, house, shoe, up, model
        self.drawer = drawer_of(up, house.hits_soft_17, house.pushes)
        self.beaten = self.drawer.seen == NATURAL
        self.unseen = without(shoe, *self.drawer.seen)
        self.values = Values(hands, self.drawer, house, self.unseen)
        self.chart: Chart | None = None
        self._splits: dict[int, Mean] = {}

    @property
    def dealt(self) -> int:
        """In how many orders what is seen is dealt."""
        return ups_of(self.shoe, self.house)[self.up]

    def follow(self, chart: Chart | None) -> None:
        """Play by a chart, the best for the whole column if None."""
        if self.beaten:
            return
        if chart is not None:
            self.play(chart)
            return
        alike = next(ups for ups in columns_of(self.house.seen).values() if self.up in ups)
        others = (up for up in alike if up != self.up and up in ups_of(self.shoe, self.house))
        asked = (self.hands, self.house, self.shoe)
        follow([self, *(UpCard(*asked, up, self.model) for up in others)])

    def play(self, chart: Chart) -> None:
        """Play by a chart."""
        self.values.play(chart.drawing(self.hands))
        self.take(chart)

    def take(self, chart: Chart) -> None:
        """Take for the chart one by which the values are played already."""
        self.chart = chart
        self._splits.clear()

    def worth(self, rank: int) -> dict[str, Fraction]:
        """Return what each action is worth with a pair, times the orders in which it is dealt; none
        where it cannot be dealt.
        """
        hand = self.hands.of(rank, rank)
        if hand not in self.values.lefts:
            return {}
        orders = self.dealt * perm(self.unseen[rank], 2)
        actions, _ = self._actions(rank, rank, hand)
        return {action: value * orders for action, value in actions.items()}

    def spots(self) -> list[Spot]:
        spots = []
        for one in range(len(RANKS)):
            for other in range(one, len(RANKS)):
                hand = self.hands.of(one, other)
                if hand in self.values.lefts:
                    spots.append(self.spot(one, other))
        return spots

    def spot(self, one: int, other: int) -> Spot:
        """Return two cards, the lower first."""
        hand = self.hands.of(one, other)
        deals = self.dealt * (1 if one == other else 2)
        deals *= self.unseen[one] * without(self.unseen, one)[other]
        if self.beaten:
            tied = (one, other) == NATURAL
            end, net = (TIED, self.house.tied) if tied else (BEATEN, Fraction(-1))
            return Spot((one, other), self.up, deals, {end: net}, end, {}, Fraction(0))
        if (one, other) == NATURAL:
            alone = 1 - self.values.chance_of_natural(hand)
            worth = {PAID: self.house.natural * alone}
            return Spot((one, other), self.up, deals, worth, PAID, {}, Fraction(0))
        actions, extra = self._actions(one, other, hand)
        ranked = dict(sorted(actions.items(), key=lambda item: -item[1]))
        taken = self.chart.taken(self.hands, hand) if self.chart else next(iter(ranked))
        if taken not in ranked:
            cards = f"{RANKS[one]} {RANKS[other]} / {up_name(self.up)}"
            raise CombinError(
                f"the chart says {taken or 'nothing'} of {cards}, where one may {', '.join(ranked)}"
            )
        natural = self.values.chance_of_natural(hand) if self.house.looks else Fraction(0)
        return Spot((one, other), self.up, deals, ranked, taken, extra, natural)

    def law(self, spots: Sequence[Spot]) -> dict[Fraction, Fraction]:
        """Return net -> the chance of what is seen and the net."""
        if self.beaten:
            every = falling(sum(self.shoe), 2 + len(self.drawer.seen))
            chances: dict[Fraction, Fraction] = {}
            for spot in spots:
                before = chances.get(spot.value, Fraction(0))
                chances[spot.value] = before + Fraction(spot.deals, every)
            return chances
        first = {self.hands.of(*spot.ranks): (spot.taken, spot.deals) for spot in spots}
        every = falling(sum(self.shoe), 2 + len(self.drawer.seen)) * self.values.scale[2]
        found = law_of(self.values, first)
        return {net: Fraction(orders, every) for net, orders in found.items()}

    def _actions(
        self, one: int, other: int, hand: int
    ) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
        values, house = self.values, self.house
        lost = values.chance_of_natural(hand) if house.looks else Fraction(0)
        counted = 1 - lost
        actions = {
            STAND: values.mean(hand, values.stand[hand]) - lost,
            HIT: values.mean(hand, values.hit[hand]) - lost,
        }
        extra = {}
        if hand in values.double:
            actions[DOUBLE] = values.mean(hand, values.double[hand]) - lost
            extra[DOUBLE] = counted * (values.doubled_lost(hand) - values.lost)
        if one == other and house.hands > 1:
            split = self._split(one)
            actions[SPLIT] = split.net - lost
            extra[SPLIT] = split.stake - counted
        if house.surrender != "none":
            actions[SURRENDER] = values.mean(hand, values.surrendered(hand)) / 2 - lost
        return actions, extra

    def _split(self, pair: int) -> Mean:
        if pair not in self._splits:
            asked = (self.hands, self.drawer, self.house, self.shoe, pair)
            first = SplitPair(*asked, self.act(pair))
            free = pair in self.house.free_splits
            others = SplitPair(*asked, self.act(pair, lost=0), lost=0) if free else None
            self._splits[pair] = first.mean(others)
        return self._splits[pair]

    def act(self, pair: int, lost: int = 1) -> Act:
        """Return how the hands of a split are played; lost: how many units they lose."""
        if self.model == "first-hand":
            within = [hand for hand, cards in enumerate(self.hands.cards) if cards[pair]]
            values = Values(
                self.hands, self.drawer, self.house, without(self.unseen, pair), within, lost
            )
        else:
            values = self.values if lost else self.free
        doubles, hands = self.house.das, self.hands
        if chart := self.chart if lost else self.free_chart:
            return lambda hand: chart.goes_on(hands, hand, doubles)
        return lambda hand: values.goes_on(hand, doubles and hands.size[hand] == 2)

    @cached_property
    def free(self) -> Values:
        """Hands on a free bet, played for what they win."""
        return Values(self.hands, self.drawer, self.house, self.unseen, lost=0)

    @cached_property
    def free_chart(self) -> Chart | None:
        """The chart by which hands on a free bet are played: the best, if a chart is followed."""
        if self.chart is None or not self.house.free_splits:
            return None
        return found([(self.free, 1)], replace(self.house, surrender="none"), {})


def follow(
    columns: Sequence[UpCard], charts: Mapping[int, Chart] | None = None
) -> dict[int, Chart]:
    """Play what is seen of the dealer's and goes by one column of a chart by that; return it for
    each.

    charts: what is seen -> the chart to play by; the best for all of them together if None.
    """
    if charts is not None:
        for column in columns:
            column.play(charts[column.up])
        return dict(charts)
    weighed = _weighed(columns)
    chart = found(weighed, columns[0].house, {})
    for _ in range(ROUNDS):
        for column in columns:
            column.take(chart)
        before, chart = chart, found(weighed, columns[0].house, _best_with_pairs(columns))
        if (before.hits, before.first) == (chart.hits, chart.first):
            for column in columns:
                column.chart = chart
            break
    else:
        for column in columns:
            column.take(chart)
    return {column.up: chart for column in columns}


def _weighed(columns: Sequence[UpCard]) -> list[tuple[Values, int]]:
    """Return the values of each, and what takes its orders, scaled, to those of whole deals."""
    deepest = max(column.values.deep for column in columns)
    weighed = []
    for column in columns:
        deep = column.values.deep
        more = falling(sum(column.unseen) - deep, deepest - deep)
        weighed.append((column.values, column.dealt * more))
    return weighed


def _best_with_pairs(columns: Sequence[UpCard]) -> dict[int, str]:
    """Return rank -> what is best with a pair of it."""
    best = {}
    for rank in range(len(RANKS)):
        worth: dict[str, Fraction] = {}
        for column in columns:
            for action, value in column.worth(rank).items():
                worth[action] = worth.get(action, Fraction(0)) + value
        if worth:
            best[rank] = max(worth, key=worth.__getitem__)
    return best
