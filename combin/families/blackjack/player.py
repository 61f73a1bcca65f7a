"""The value of the player's hands against one up card, hand by hand and action by action.

The value of a hand of h cards is kept times falling(n, K - h), n being the cards unseen, so that of
a hand that is hit is the sum over the ranks of (cards of the rank) x (value with it): integers, and
no division. Where the dealer looks for a natural, what is kept is the mean of the payoff over the
rounds without one: cards are drawn from all that are unseen, his hole card among them, and the
chance of the natural is taken off at the end.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from copy import copy
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain
from operator import mul, sub
from types import MappingProxyType

from combin.families.blackjack.doubled import (
    DOUBLE,
    HIT,
    RESCUE,
    SPLIT,
    STAND,
    SURRENDER,
    ZAP,
    Doubled,
)
from combin.families.blackjack.drawer import (
    CHARLIE_COLUMN,
    NATURAL_COLUMN,
    Drawer,
    column_of,
    scores_of,
)
from combin.families.blackjack.house import LIMIT, RANKS, Bonus, House, Shoe, falling
from combin.families.blackjack.lattice import Lattice

__all__ = [
    "DOUBLE",
    "HIT",
    "RESCUE",
    "SPLIT",
    "STAND",
    "SURRENDER",
    "ZAP",
    "Against",
    "Values",
    "values_of",
]

BEYOND = 2  # cards that are asked for beside the longest hand: one that busts it, and a natural's
MIXED = 2, 1  # units won and lost where one of two bets is free


class Against:
    """The dealer's cards that are seen, those that a hand may get, and how a hand is settled.

    unseen: the cards unseen by a player without a card.
    deep: K.
    scale: of each number of cards of a hand, falling(n, K - h), times the parts of a unit.
    tail: of each number of cards, what takes the scale of the dealer's law to that of the hand.
    columns: of each hand, the column of the dealer's that it ties where it stands.
    missed: ranks of his next card with which a round does not count.
    """

    def __init__(self, hands: Lattice, drawer: Drawer, house: House, unseen: Shoe) -> None:
        self.hands, self.drawer, self.house, self.unseen = hands, drawer, house, unseen
        cards, longest, unit = sum(unseen), hands.longest, house.unit
        self.deep = longest + max(drawer.deepest, BEYOND)
        self.scale = _scales(cards, self.deep, longest + BEYOND + 1, unit)
        self.tail = _scales(cards - drawer.deepest, self.deep - drawer.deepest, longest + 1, unit)
        self.other, self.missed = drawer.other, missed(drawer, house)
        self.columns = columns_of(hands, house)

    def left(self, hand: int) -> Shoe | None:
        """Return the cards unseen beside a hand, None where it cannot be dealt."""
        left = tuple(map(sub, self.unseen, self.hands.cards[hand]))
        return None if min(left) < 0 else left

    def natural(self, left: Shoe, size: int) -> int:
        """Return the chance of a dealer's natural, scaled as a hand of this size is."""
        return 0 if self.other is None else left[self.other] * self.scale[size + 1]

    def counted(self, left: Shoe, size: int) -> int:
        """Return the chance that a round counts, scaled as a hand of this size is."""
        if not self.missed:
            return self.scale[size]
        return self.scale[size] - sum(map(left.__getitem__, self.missed)) * self.scale[size + 1]


def missed(drawer: Drawer, house: House) -> tuple[int, ...]:
    """Return the ranks of the dealer's next card with which a round does not count: it is told that
    it is none of them, or he has looked and has no natural.
    """
    told = drawer.told or range(len(RANKS))
    looks = house.looks
    return tuple(
        rank for rank in range(len(RANKS)) if rank not in told or (looks and rank == drawer.other)
    )


@lru_cache(maxsize=4)
def columns_of(hands: Lattice, house: House, doubled: bool = False) -> bytes:
    """Return of each hand the column that it ties; a 21 that wins at once beats them all.

    doubled: whether it has been; so many cards do not win then.
    """
    columns = bytes(map(column_of, hands.total)) if doubled else hands.column
    if not house.wins_21:
        return columns
    first = CHARLIE_COLUMN if house.looks else NATURAL_COLUMN  # where a natural is counted, too
    return bytes(first if total == LIMIT else column for total, column in zip(hands.total, columns))


def has_ended(hands: Lattice, house: House, up: int, hand: int, split: bool = False) -> bool:
    """Return True if a hand has won by its number of cards, or another that wins at once."""
    if hands.size[hand] == house.charlie or (house.wins_21 and hands.total[hand] == LIMIT):
        return True
    if not house.bonuses:
        return False
    return house.bonus(hands.cards[hand], hands.total[hand], up, split) is not None


def _scales(cards: int, factors: int, sizes: int, unit: int) -> list[int]:
    """Return falling(cards - size, factors - size) of each size, the least of them 0."""
    scale = [unit * falling(cards - sizes + 1, factors - sizes + 1)]
    for size in range(sizes - 2, -1, -1):
        scale.append(scale[-1] * max(cards - size, 1))
    return scale[::-1]


def values_of(hands: Lattice, drawer: Drawer, house: House, unseen: Shoe) -> Values:
    """Return every hand against one up card, found once for a game that is played in many ways."""
    return _values_of(hands, drawer, house.playing, unseen).under(house)


@lru_cache(maxsize=10)
def _values_of(hands: Lattice, drawer: Drawer, house: House, unseen: Shoe) -> Values:
    return Values(hands, drawer, house, unseen)


class Values(Against):
    """Every hand against one up card, what each action is worth and what is done.

    lost: how many units a hand loses: none where it lies on a free bet.
    lefts: hand that can be dealt -> the cards unseen.
    stand, hit, double: of each hand, what it is worth, scaled; double of hands that may be.
    hits: of each hand, whether it is hit.
    value: of each hand, what it is worth as it is played; of two cards, if hit or stood on.
    mixed: of each hand that may have been doubled, what it is worth that stands with two units to
        be won and one to be lost; 0 where no bet is free.
    paid: hand -> what it wins beyond even money.
    later: hand of three cards or more -> what is done, if neither to stand nor to hit.
    zapped: hand of two cards that may be given back for others -> what it is then worth.
    """

    zapped: Mapping[int, Fraction] = MappingProxyType({})

    def __init__(
        self,
        hands: Lattice,
        drawer: Drawer,
        house: House,
        unseen: Shoe,
        within: Sequence[int] | None = None,
        lost: int = 1,
        split: bool = False,
    ) -> None:
        """within: only these hands, the smallest first, and with one all that it leads to. split:
        whether they are hands of a split, which do not win all bonuses.
        """
        super().__init__(hands, drawer, house, unseen)
        self.lost = lost
        asked = range(1, len(hands)) if within is None else within
        self.lefts = {hand: left for hand in asked if (left := self.left(hand)) is not None}
        # one more, 0, for the hand that there is not
        self.stand, self.hit = [0] * (len(hands) + 1), [0] * len(hands)
        self.value = [0] * (len(hands) + 1)
        self.double: dict[int, int] = {}
        self.hits = bytearray(len(hands))
        self.paid: dict[int, Bonus] = {}
        self.later: dict[int, str] = {}
        self._stand_on([*self.lefts], self.columns, self.stand, 1, lost)
        # where the second bet is won and lost in another proportion, hands of three cards alone
        self.mixed = [0] * (len(hands) + 1)
        if house.free_doubles or not lost:
            most = hands.longest if house.doubles_later else 3
            some = [hand for hand in self.lefts if 3 <= hands.size[hand] <= most]
            self._stand_on(some, columns_of(hands, house, doubled=True), self.mixed, *MIXED)
        self.doubled = Doubled(self)
        for hand in self.lefts if house.bonuses else ():
            bonus = house.bonus(hands.cards[hand], hands.total[hand], drawer.up, split)
            if bonus is not None:
                self.paid[hand] = bonus
                every = self.counted(self.lefts[hand], hands.size[hand])
                self.stand[hand] = bonus.mean.numerator * every // bonus.mean.denominator
        self.play()

    def _stand_on(
        self, some: list[int], columns: bytes, stand: list[int], won: int = 1, lost: int = 1
    ) -> None:
        """Find what some hands are worth that stand with `won` units to be won and `lost` to be
        lost.
        """
        scores = self.drawer.scores(
            array("i", chain.from_iterable(map(self.lefts.__getitem__, some))),
            bytes(map(columns.__getitem__, some)),
            scores_of(self.house.tying, won, lost),
        )
        for hand, score in zip(some, scores):
            size = self.hands.size[hand]
            stand[hand] = score * self.tail[size] - lost * self.counted(self.lefts[hand], size)

    def stood_on_doubled(self) -> list[int]:
        """Return what hands are worth that stand and have been doubled, a unit on each."""
        stand = list(self.stand)
        if self.house.charlie and self.house.doubles_later:
            some = [hand for hand in self.lefts if self.hands.size[hand] == self.house.charlie]
            self._stand_on(some, columns_of(self.hands, self.house, doubled=True), stand)
        return stand

    def under(self, house: House) -> Values:
        """Return the same hands under rules that are `playing` alike, to be played anew."""
        other = copy(self)
        other.house, other.later = house, dict(self.later)
        other.hits, other.hit, other.value = self.hits[:], self.hit[:], self.value[:]
        return other

    def play(
        self, hits: Sequence[int] | None = None, later: Mapping[int, str] | None = None
    ) -> None:
        """Find what every hand is worth as it is played.

        hits: where to draw, the best if None. later: what is done with three cards and more, if
            neither to stand nor to hit.
        """
        self.later = {}
        self.__dict__.pop("_later_wagers", None)
        plays_later = self.house.doubles_later or self.house.surrenders_later
        stand, value, after_of, busts = self.stand, self.value, self.hands.after, self._busts
        for hand, left in reversed(self.lefts.items()):
            stood = value[hand] = stand[hand]
            if hand not in busts:
                continue
            after = map(value.__getitem__, after_of[hand])  # the last, 0, where there is no hand
            drawn = self.hit[hand] = busts[hand] + sum(map(mul, left, after))
            self.hits[hand] = drawn > stood if hits is None else hits[hand]
            if self.hits[hand]:
                value[hand] = drawn
            if plays_later and self.hands.size[hand] > 2:
                said = None if hits is None else (later or {}).get(hand, "")
                for action, worth in self.others(hand).items():
                    if worth > value[hand] if said is None else action == said:
                        self.later[hand], value[hand] = action, worth

    def others(self, hand: int) -> dict[str, int]:
        """Return what a hand of three cards or more is worth doubled and given up, if it may be."""
        worth = {DOUBLE: self.double[hand]} if hand in self.double else {}
        if self.house.surrenders_later:
            worth[SURRENDER] = self.surrendered(hand) // 2
        return worth

    def drawn_to_double(self, hand: int, worth: Sequence[int]) -> int:
        """Return what a hand is worth that is doubled now; worth: hands with a card more, a unit on
        each where the second bet is won and lost as the first.
        """
        lost = self.doubled_lost(hand)
        if lost == self.house.doubled_by * self.lost:
            return self.house.doubled_by * self.drawn(hand, worth)
        return self.drawn(hand, self.mixed, lost)

    def doubled_lost(self, hand: int) -> int:
        """Return how many units a hand loses that is doubled."""
        return self.house.doubled(self.lost, self.hands.hard[hand], self.hands.soft(hand))

    def may_double(self, hand: int) -> bool:
        return self.house.may_double(self.hands.hard[hand], self.hands.soft(hand))

    def ended(self, hand: int) -> bool:
        """Return True if a hand has won and is not played on."""
        return has_ended(self.hands, self.house, self.drawer.up, hand)

    def surrendered(self, hand: int) -> int:
        """Return twice what a hand is worth that is given up for half the bet."""
        size = self.hands.size[hand]
        natural, lost = self.natural(self.lefts[hand], size), self.counted(self.lefts[hand], size)
        if self.house.looks:
            lost -= natural if self.house.surrender == "early" else 0
        elif self.house.surrender == "late":
            lost += natural
        return -self.lost * lost

    def drawn(self, hand: int, values: Sequence[int], lost: int | None = None) -> int:
        """Return what a hand is worth that gets a card; lost: how many units, if it busts."""
        return self.sum_after(hand, values) + self._bust(hand, self.lost if lost is None else lost)

    def _bust(self, hand: int, lost: int) -> int:
        """Return what comes of the cards with which a hand busts, and then loses so many units."""
        left, size = self.lefts[hand], self.hands.size[hand]
        safe = LIMIT - self.hands.hard[hand]  # ranks with which it does not bust
        if safe >= len(left) or not lost:
            return 0
        bust = sum(left[safe:])
        total = bust * self.scale[size + 1]
        for rank in self.missed:
            total -= (bust - (rank >= safe)) * left[rank] * self.scale[size + 2]
        return -lost * total

    @cached_property
    def _busts(self) -> dict[int, int]:
        """Hand that is played on -> what comes of the cards with which it busts."""
        return {hand: self._bust(hand, self.lost) for hand in self.lefts if not self.ended(hand)}

    def sum_after(self, hand: int, values: Sequence[int]) -> int:
        """Return the sum over a hand's next card of values of the hands that do not bust."""
        # where there is no such hand, the value is the last, 0
        after = map(values.__getitem__, self.hands.after[hand])
        return sum(map(mul, self.lefts[hand], after))

    def mean(self, hand: int, value: int) -> Fraction:
        """Return a scaled value of a hand as the mean that it stands for."""
        return Fraction(value, self.scale[self.hands.size[hand]])

    def chance_of_natural(self, hand: int) -> Fraction:
        return self.mean(hand, self.natural(self.lefts[hand], self.hands.size[hand]))

    def goes_on(self, hand: int, doubles: bool, gives_up: bool = False) -> str:
        """Return the best action of a hand that is not split.

        doubles: whether it may be doubled, if at all. gives_up: whether it may be given up.
        """
        if not doubles and not gives_up:
            return HIT if self.hit[hand] > self.stand[hand] else STAND
        worth = {STAND: self.stand[hand], HIT: self.hit[hand]}
        if doubles and hand in self.double:
            worth[DOUBLE] = self.double[hand]
        if gives_up and hand in self.lefts:
            worth[SURRENDER] = self.surrendered(hand) // 2
        return max(worth, key=worth.__getitem__)

    def done(self, hand: int, times: int = 0) -> str:
        """Return what is done with a hand that is played on; times: how often it is doubled."""
        if times:
            return self.doubled.action(hand, times)
        return self.later.get(hand) or (HIT if self.hits[hand] else STAND)

    def wagered(self, hand: int, action: str) -> int:
        """Return how many units beyond the first a hand is wagered on, on average and scaled."""
        if action == DOUBLE:
            return self.doubled.wagered(hand)
        return self.sum_after(hand, self._later_wagers) if action == HIT else 0

    @cached_property
    def _later_wagers(self) -> list[int]:
        """Of each hand of three cards and more, how many units it is still wagered on."""
        more = [0] * (len(self.hands) + 1)
        for hand in reversed(self.lefts) if self.house.doubles_later else ():
            if self.hands.size[hand] > 2:
                action = self.done(hand)
                if action == DOUBLE:
                    more[hand] = self.doubled.wagered(hand)
                elif action == HIT:
                    more[hand] = self.sum_after(hand, more)
        return more
