"""A count-up game, solved: what every action is worth for every two cards against every up card,
and the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from combin.errors import CombinError
from combin.families.count_up.chart import Chart, found
from combin.families.count_up.drawer import drawer_of
from combin.families.count_up.house import NATURAL, RANKS, House, Shoe, falling, without
from combin.families.count_up.lattice import Lattice, lattice_of
from combin.families.count_up.law import law_of
from combin.families.count_up.player import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Values
from combin.families.count_up.splits import Act, Mean, SplitPair
from combin.records import dataclass
from combin.rules.count_up import MODELS

PAID = "natural"  # what is done with one
ROUNDS = 5  # in which a chart is fitted to its pairs; two or three have done so far


@dataclass(frozen=True)
class Spot:
    """Two cards of the player's against an up card.

    ranks: the two cards, the lower first. up: the dealer's card.
    deals: in how many orders the three are dealt.
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


@dataclass(frozen=True)
class Solved:
    """A game under its best play, of a named model.

    shoe, house, model: what was asked.
    spots: all two cards against all up cards.
    charts: up card -> the chart found or given; none where hands are played by their cards.
    law: net -> chance, in ascending order; None where a pair is split.
    """

    shoe: Shoe
    house: House
    model: str
    spots: tuple[Spot, ...]
    charts: Mapping[int, Chart]
    law: Mapping[Fraction, Fraction] | None

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
    if charts is not None:
        for up, count in enumerate(shoe):
            if count and up not in charts:
                raise CombinError(f"the chart has no column for {RANKS[up]}")
    spots: list[Spot] = []
    law: dict[Fraction, Fraction] = {}
    known = True
    played: dict[int, Chart] = {}
    for up, count in enumerate(shoe):
        if count:
            column = UpCard(hands, house, shoe, up, model)
            if model == "total":
                played[up] = column.follow(charts[up] if charts is not None else None)
            here = column.spots()
            spots += here
            known = known and all(spot.taken != SPLIT for spot in here)
            if known:
                for net, chance in column.law(here).items():
                    law[net] = law.get(net, Fraction(0)) + chance
    in_order = {net: law[net] for net in sorted(law) if law[net]} if known else None
    return Solved(shoe, house, model, tuple(spots), played, in_order)


class UpCard:
    """All two cards against one up card."""

    def __init__(self, hands: Lattice, house: House, shoe: Shoe, up: int, model: str) -> None:
        self.hands, self.house, self.shoe, self.up, self.model = hands, house, shoe, up, model
        self.drawer = drawer_of(up, house.hits_soft_17)
        self.values = Values(hands, self.drawer, house, without(shoe, up))
        self.chart: Chart | None = None
        self._splits: dict[int, Mean] = {}

    def follow(self, chart: Chart | None) -> Chart:
        """Play by a chart, the best if None."""
        if chart is not None:
            self.chart = chart
            self.values.play(chart.drawing(self.hands), chart.later(self.hands, self.house))
            return chart
        self.chart = found(self.values, self.house, {})
        for _ in range(ROUNDS):
            before, pairs = self.chart, self._best_with_pairs()
            self.chart = found(self.values, self.house, pairs)
            if (before.hits, before.first) == (self.chart.hits, self.chart.first):
                break
            self._splits.clear()
        return self.chart

    def _best_with_pairs(self) -> dict[int, str]:
        """Return rank -> what is best with a pair of it."""
        best = {}
        for rank in range(len(RANKS)):
            hand = self.hands.of(rank, rank)
            if hand in self.values.lefts:
                actions, _ = self._actions(rank, rank, hand)
                best[rank] = max(actions, key=actions.__getitem__)
        return best

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
        deals = self.shoe[self.up] * (1 if one == other else 2)
        left = without(self.shoe, self.up)
        deals *= left[one] * without(left, one)[other]
        if (one, other) == NATURAL:
            alone = 1 - self.values.chance_of_natural(hand)
            worth = {PAID: self.house.natural_mean * (1 if self.house.beats_natural else alone)}
            return Spot((one, other), self.up, deals, worth, PAID, {}, Fraction(0))
        actions, extra = self._actions(one, other, hand)
        ranked = dict(sorted(actions.items(), key=lambda item: -item[1]))
        taken = self.chart.taken(self.hands, hand) if self.chart else next(iter(ranked))
        if taken not in ranked:
            cards = f"{RANKS[one]} {RANKS[other]} / {RANKS[self.up]}"
            raise CombinError(
                f"the chart says {taken or 'nothing'} of {cards}, where one may {', '.join(ranked)}"
            )
        natural = self.values.chance_of_natural(hand) if self.house.looks else Fraction(0)
        return Spot((one, other), self.up, deals, ranked, taken, extra, natural)

    def law(self, spots: Sequence[Spot]) -> dict[Fraction, Fraction]:
        """Return net -> the chance of the up card and the net."""
        first = {self.hands.of(*spot.ranks): (spot.taken, spot.deals) for spot in spots}
        every = falling(sum(self.shoe), 3) * self.values.scale[2]
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
        if later := values.wagered(hand, HIT):
            extra[HIT] = values.mean(hand, later)
        if hand in values.double:
            actions[DOUBLE] = values.mean(hand, values.double[hand]) - lost
            extra[DOUBLE] = values.mean(hand, values.wagered(hand, DOUBLE))
        if one == other and house.hands > 1:
            split = self._split(one)
            actions[SPLIT] = split.net - lost
            extra[SPLIT] = split.stake - counted
        if house.surrender != "none":
            actions[SURRENDER] = values.mean(hand, values.surrendered(hand)) / 2 - lost
        return actions, extra

    def _split(self, pair: int) -> Mean:
        if pair not in self._splits:
            split = SplitPair(self.hands, self.drawer, self.house, self.shoe, pair, self._act(pair))
            self._splits[pair] = split.mean
        return self._splits[pair]

    def _act(self, pair: int) -> Act:
        """Return how the hands of a split are played."""
        if self.model == "first-hand":
            within = [hand for hand, cards in enumerate(self.hands.cards) if cards[pair]]
            values = Values(
                self.hands, self.drawer, self.house, without(self.shoe, self.up, pair), within
            )
        else:
            values = self.values
        house, hands, chart = self.house, self.hands, self.chart

        def act(hand: int, times: int) -> str:
            if times:
                return values.doubled.action(hand, times)
            two = hands.size[hand] == 2
            doubles = house.das and (two or house.doubles_later)
            gives_up = house.surrenders_split and (two or house.surrenders_later)
            if chart:
                return chart.goes_on(hands, hand, doubles, gives_up)
            return values.goes_on(hand, doubles, gives_up)

        return act
