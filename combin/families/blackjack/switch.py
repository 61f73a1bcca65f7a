"""Blackjack Switch: two hands whose second cards the player may exchange before he plays.

The model: each hand, once the cards lie, is played by its own cards and the dealer's card as is
best in a shoe that lacks the dealer's card alone, the other hand unseen. What a hand is worth so is
the mean over the shoe that lacks all five cards, an exact number; as every play goes by the cards
of one hand, what the other draws changes places with cards unseen, and two hands are worth the sum.
The cards are exchanged where that sum is larger. A dealer who looks for a natural before anything
is decided does so before the exchange.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from fractions import Fraction
from itertools import product
from math import lcm, perm, prod
from typing import NamedTuple

from combin.families.blackjack.house import NATURAL, House, Shoe, falling, without
from combin.families.blackjack.lattice import NONE, lattice_of
from combin.families.blackjack.player import DOUBLE, HIT, SPLIT, STAND, Values
from combin.families.blackjack.solve import UpCard, columns_of
from combin.families.blackjack.splits import NOTHING, Mean
from combin.recent import found_once
from combin.records import dataclass

KEEP, SWITCH = "keep", "switch"
Two = tuple[int, int]  # the ranks of a hand, in any order
# A hand and the other one, the lower card first in both, and whether it is paid as a natural
Hand = tuple[Two, Two, bool]
Four = tuple[int, int, int, int]  # those of two hands, one after the other


@dataclass(frozen=True)
class Switched:
    """A game of two hands with a bet of one unit on each; all figures are for one of them.

    shoe, house, model: what was asked. value: the expected net. mean_wager: what is wagered.
    exchanged: in which share of the deals the second cards are exchanged.
    gains: the dealer's card -> the cards of two hands, as `usual` has them -> what both win more if
        they are exchanged.
    """

    shoe: Shoe
    house: House
    model: str
    value: Fraction
    mean_wager: Fraction
    exchanged: Fraction
    gains: Mapping[int, Mapping[Four, Fraction]] = field(repr=False)

    @property
    def house_edge(self) -> Fraction:
        return -self.value

    @property
    def element_of_risk(self) -> Fraction:
        """The expected loss of a unit wagered."""
        return -self.value / self.mean_wager

    # The law of two hands is not known: they end against one dealer.
    law: None = None
    variance: None = None
    hands = 2


def solve_switch(
    shoe: Shoe,
    house: House,
    counts: bool = False,
    columns: Iterable[UpCard] | None = None,
    tell: Callable[[int, int], None] | None = None,
) -> Switched:
    """Return a game of two hands solved.

    counts: whether a natural that is made by exchanging counts as one, and not as 21.
    columns: hands by themselves against each card of the dealer's, played by a chart perhaps; by
        their cards if None.
    tell: is told how many up cards of how many are done.
    Raises CombinError where the shoe runs out.
    """
    total, often, deals = NOTHING, 0, 0
    gains = {}
    ups = sum(map(bool, shoe))
    for whole in columns_of(shoe, house) if columns is None else columns:
        model = whole.model
        one = column_of(whole, counts)
        gains[whole.up] = one.gains
        total, often, deals = total.plus(one.total), often + one.often, deals + one.deals
        if tell:
            tell(len(gains), ups)
    mean = total.times(Fraction(1, 2 * deals))
    return Switched(shoe, house, model, mean.net, mean.stake, Fraction(often, deals), gains)


class Column(NamedTuple):
    """Two hands against one card of the dealer's, times the orders in which all five are dealt.

    total: of both hands. often: in how many orders cards are exchanged, of `deals`.
    gains: as `Switched` has them.
    """

    total: Mean
    often: int
    deals: int
    gains: dict[Four, Fraction]


def column_of(whole: UpCard, counts: bool) -> Column:
    """Return two hands against one card of the dealer's, exchanged where that is more.

    Sums are of integers, the means times one scale.
    """
    against = Exchanged(whole, counts)
    dealt = [
        (first, second, orders, against.hands(first, second), against.switch(first, second))
        for first, second, orders in deals_of(whole.unseen)
    ]
    means = {
        hand: against.worth(*hand) for *_, kept, switched in dealt for hand in (*kept, *switched)
    }
    parts = (one.denominator for mean in means.values() for one in (mean.net, mean.stake))
    scale = lcm(sum(whole.unseen) - 4, *parts)  # the chance of a natural is whole, too
    nets = {hand: _times(mean.net, scale) for hand, mean in means.items()}
    stakes = {hand: _times(mean.stake, scale) for hand, mean in means.items()}
    net, stake, often, deals, gains = 0, 0, 0, 0, dict[Four, Fraction]()
    for first, second, orders, kept, switched in dealt:
        orders *= whole.shoe[whole.up]
        saved = _times(against.saved(first, second), scale)
        gain = nets[switched[0]] + nets[switched[1]] + saved - nets[kept[0]] - nets[kept[1]]
        one, other = switched if gain > 0 else kept
        net += orders * (nets[one] + nets[other] + (saved if gain > 0 else 0))
        stake += orders * (stakes[one] + stakes[other])
        gains[*first, *second] = Fraction(gain, scale)
        often += orders * (gain > 0)
        deals += orders
    return Column(Mean(Fraction(net, scale), Fraction(stake, scale)), often, deals, gains)


def _times(number: Fraction, scale: int) -> int:
    """Return a number times a scale that makes it whole."""
    return number.numerator * (scale // number.denominator)


def by_rule(found: Switched, rule: Callable[[int, Two, Two], bool]) -> tuple[Fraction, Fraction]:
    """Return what one of two hands is worth whose second cards are exchanged by a rule, and in
    which share of the deals they are; the hands are played as in the game found.

    rule: takes the dealer's card and both hands, in any order.
    """
    lost, often, deals = Fraction(0), 0, 0
    for up, gains in found.gains.items():
        for first, second, orders in deals_of(without(found.shoe, up)):
            orders *= found.shoe[up]
            gain, exchanged = gains[*first, *second], rule(up, first, second)
            if exchanged != (gain > 0):
                lost += orders * abs(gain)
            often += orders * exchanged
            deals += orders
    return found.value - lost / (2 * deals), Fraction(often, deals)


def with_hole_card(
    shoe: Shoe, house: House, counts: bool, tell: Callable[[int, int], None] | None = None
) -> Fraction:
    """Return the expected net of one of two hands for a player who knows the dealer's second card
    from the first; it is one more card by which he exchanges cards and plays.

    counts, tell: as `solve_switch` takes them; told is how many pairs of dealer's cards are done.
    """
    hands, total = lattice_of(shoe, house.turns.charlie), Fraction(0)
    pairs = [
        (up, hole, orders)
        for up, hole in product(range(len(shoe)), repeat=2)
        if (orders := shoe[up] * without(shoe, up)[hole]) > 0
    ]
    for done, (up, hole, dealt) in enumerate(pairs, 1):
        left = without(shoe, hole)
        if tuple(sorted((up, hole))) == NATURAL:
            for first, second, orders in deals_of(without(left, up)):
                total += dealt * orders * _against_natural(house, counts, first, second)
        else:
            known = UpCard(hands, house, left, up, "zero-memory", hole)
            total += shoe[hole] * column_of(known, counts).total.net
        if tell:
            tell(done, len(pairs))
    return total / (2 * falling(sum(shoe), 6))


def _against_natural(house: House, counts: bool, first: Two, second: Two) -> Fraction:
    """Return what two hands come to against a natural that is known."""
    tied = naturals_among(first, second)
    if counts and not house.turns.looks_first:
        tied = max(tied, naturals_among(*exchange(first, second)))
    return (tied - 2) * (Fraction(1, 2) if house.turns.surrender.when == "early" else Fraction(1))


def deals_of(unseen: Shoe) -> list[tuple[Two, Two, int]]:
    """Return two hands each, as `usual` has them, and in how many orders their cards are dealt."""
    found = []
    ranks = [rank for rank, count in enumerate(unseen) if count]
    for a, b, c, d in product(ranks, repeat=4):
        if (a, b, c, d) == usual((a, b, c, d)):
            dealt = Counter((a, b, c, d)).items()
            if orders := prod(perm(unseen[rank], times) for rank, times in dealt):
                found.append(((a, b), (c, d), orders * len(alike((a, b, c, d)))))
    return found


def alike(cards: Four) -> set[Four]:
    """Return the cards of two hands with the hands, or the cards of both, in either order."""
    a, b, c, d = cards
    return {(a, b, c, d), (b, a, d, c), (c, d, a, b), (d, c, b, a)}


def usual(cards: Four) -> Four:
    """Return that of cards that are alike which stands for all."""
    return min(alike(cards))


def exchange(first: Two, second: Two) -> tuple[Two, Two]:
    """Return two hands with their second cards exchanged."""
    return (first[0], second[1]), (second[0], first[1])


def natural_of(whole: UpCard, first: Two, second: Two) -> Fraction:
    """Return how likely the dealer has a natural beside two hands."""
    left, other = without(whole.unseen, *first, *second), whole.values.other
    return Fraction(0 if other is None else left[other], sum(left))


def naturals_among(*hands: Two) -> int:
    """Return how many hands are an ace and a ten."""
    return sum((min(hand), max(hand)) == NATURAL for hand in hands)


class Exchanged:
    """Two hands against one card of the dealer's.

    whole: the hands in a shoe that lacks that card, by which all are played.
    """

    def __init__(self, whole: UpCard, counts: bool) -> None:
        self.whole = whole
        self._plan = Plan(self.whole)
        self._counts = counts
        self._beside: dict[Two, Beside] = {}

    def hands(self, first: Two, second: Two, natural: bool = True) -> tuple[Hand, Hand]:
        """Return two hands; natural: whether an ace and a ten are one."""
        one, other = (min(first), max(first)), (min(second), max(second))
        return (
            (one, other, natural and one == NATURAL),
            (other, one, natural and other == NATURAL),
        )

    def switch(self, first: Two, second: Two) -> tuple[Hand, Hand]:
        """Return two hands with the second cards exchanged."""
        return self.hands(*exchange(first, second), self._counts)

    def saved(self, first: Two, second: Two) -> Fraction:
        """Return what both hands win more by naturals that an exchange makes or breaks: one that
        ends the round before that meets them as they were dealt.
        """
        saved = naturals_among(first, second)
        if self._counts:
            saved -= naturals_among(*exchange(first, second))
        if not saved or not self.whole.house.turns.looks_first:
            return Fraction(0)
        return saved * natural_of(self.whole, first, second)

    def kept(self, first: Two, second: Two) -> Mean:
        """Return the mean of two hands as they are dealt."""
        one, other = self.hands(first, second)
        return self.worth(*one).plus(self.worth(*other))

    def switched(self, first: Two, second: Two) -> Mean:
        """Return the mean of two hands with the second cards exchanged."""
        one, other = self.switch(first, second)
        mean = self.worth(*one).plus(self.worth(*other))
        return Mean(mean.net + self.saved(first, second), mean.stake)

    def worth(self, hand: Two, beside: Two, natural: bool) -> Mean:
        """Return the mean of a `Hand`."""
        if beside not in self._beside:
            self._beside[beside] = Beside(self._plan, beside)
        return self._beside[beside].worth(hand, natural)


class Plan:
    """How hands against one card of the dealer's are played.

    taken: two cards -> what is done. within: the hands whose values that takes. hits: of each hand,
        whether it is hit.
    """

    def __init__(self, whole: UpCard) -> None:
        self.whole = whole
        hands = whole.hands
        self.taken = {hands.of(*spot.ranks): spot.taken for spot in whole.spots()}
        self.taken[hands.of(*NATURAL)] = STAND
        self.hits = bytearray(len(hands))
        met = set()
        for hand in whole.values.lefts:
            if hand in self.taken:
                met.add(hand)
            if hand not in met:
                continue
            action = self.taken.get(hand) or (HIT if whole.values.hits[hand] else STAND)
            self.hits[hand] = action == HIT
            if action in (HIT, DOUBLE):
                met |= {after for after in hands.after[hand] if after != NONE}
        self.within = sorted(met)


class Beside:
    """The hands against one card of the dealer's in a shoe that lacks two cards of another hand,
    played by a plan.
    """

    def __init__(self, plan: Plan, gone: Two) -> None:
        whole = plan.whole
        self._plan = plan
        self._shoe = without(whole.shoe, *gone)
        unseen = without(self._shoe, whole.up)
        self._values = Values(
            *(whole.hands, whole.drawer, whole.tables, unseen, plan.within, bytes(plan.hits))
        )

    @found_once
    def worth(self, two: Two, natural: bool) -> Mean:
        """Return the mean of a hand over all rounds; natural: whether it is paid as one."""
        values, tables = self._values, self._values.tables
        house = tables.house
        hand = values.hands.of(*two)
        lost = values.chance_of_natural(hand)
        if natural:
            return Mean(house.turns.natural.pays * (1 - lost), Fraction(1))
        beaten = lost if house.turns.natural.takes_one else Fraction(0)
        action = self._plan.taken[hand]
        if action == SPLIT:
            mean = self._plan.whole.mean_of(self._shoe, two[0])
            return Mean(mean.net - beaten, mean.stake + beaten)
        # An ace and a ten that are not paid as a natural came for others.
        stage = tables.exchanged if two == NATURAL else tables.dealt
        (act,) = (act for act in tables.of(hand, stage) if act.name == action)
        net, more = values.worth(hand, stage)[action], values.more(hand, act, stage)
        return Mean(values.mean(hand, net) - beaten, 1 + values.mean(hand, more))
