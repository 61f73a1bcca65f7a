"""The value of the player's hands against one up card, hand by hand and action by action.

The value of a hand of h cards is kept times falling(n, K - h), n being the cards unseen, so that of
a hand that is hit is the sum over the ranks of (cards of the rank) x (value with it): integers, and
no division. Where the dealer looks for a natural, what is kept is the mean of the payoff over the
rounds without one: cards are drawn from all that are unseen, his hole card among them, and the
chance of the natural is taken off at the end. What may be done with a hand in a stage the tables
say.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain
from operator import mul, sub
from types import MappingProxyType

from combin.families.blackjack.drawer import COLUMNS, NATURAL_COLUMN, Drawer
from combin.families.blackjack.house import RANKS, House, Shoe, falling
from combin.families.blackjack.lattice import NONE, Lattice
from combin.families.blackjack.tables import (
    DOUBLE,
    ENDS,
    HIT,
    RESCUE,
    SPLIT,
    STAND,
    SURRENDER,
    ZAP,
    Act,
    Tables,
    tables_of,
)

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
WORD, LEAST_WORDS = 64, 2
BEST = 255  # in the place of a choice: the kernel finds it


class Against:
    """The dealer's cards that are seen, and those that a hand may get.

    unseen: the cards unseen by a player without a card.
    deep: K.
    scale: of each number of cards of a hand, falling(n, K - h), times the parts of a unit.
    tail: of each number of cards, what takes the scale of the dealer's law to that of the hand, but
        for the parts.
    missed: ranks of his next card with which a round does not count.
    """

    def __init__(
        self, hands: Lattice, drawer: Drawer, looks: bool, unseen: Shoe, unit: int = 1
    ) -> None:
        """looks: whether a dealer's natural takes one unit, whatever was done. unit: its parts."""
        self.hands, self.drawer, self.unseen = hands, drawer, unseen
        cards, longest = sum(unseen), hands.longest
        self.deep = longest + max(drawer.deepest, BEYOND)
        self.scale = _scales(cards, self.deep, longest + BEYOND + 1, unit)
        self.tail = _scales(cards - drawer.deepest, self.deep - drawer.deepest, longest + 1, 1)
        self.other, self.missed = drawer.other, missed(drawer, looks)

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


def missed(drawer: Drawer, looks: bool) -> tuple[int, ...]:
    """Return the ranks of the dealer's next card with which a round does not count: it is told that
    it is none of them, or he has looked and has no natural.
    """
    told = drawer.told or range(len(RANKS))
    return tuple(
        rank for rank in range(len(RANKS)) if rank not in told or (looks and rank == drawer.other)
    )


def has_ended(hands: Lattice, house: House, up: int, hand: int, split: bool = False) -> bool:
    """Return True if a hand has won by its number of cards, or another that wins at once."""
    tables = tables_of(house, hands, up)
    return tables.ended(hand, tables.split if split else 0)


def _scales(cards: int, factors: int, sizes: int, unit: int) -> list[int]:
    """Return falling(cards - size, factors - size) of each size, the least of them 0."""
    scale = [unit * falling(cards - sizes + 1, factors - sizes + 1)]
    for size in range(sizes - 2, -1, -1):
        scale.append(scale[-1] * max(cards - size, 1))
    return scale[::-1]


def words_of(numbers: Iterable[int], size: int) -> array[int]:
    """Return numbers in so many words each, the lowest first."""
    words = array("Q")
    for number in numbers:
        words.frombytes(number.to_bytes(size * WORD // 8, "little"))
    return words


@lru_cache(maxsize=10)
def values_of(hands: Lattice, drawer: Drawer, house: House, unseen: Shoe) -> Values:
    """Return every hand against one up card, found once for a game that is played in many ways."""
    return Values(hands, drawer, tables_of(house, hands, drawer.up), unseen)


class Values(Against):
    """Every hand against one up card, what each action is worth and what is done.

    tables: the rules. lefts: hand that can be dealt -> the cards unseen. laws: of each of these,
    how often the dealer ends in each column. chosen: of each stage and each of these hands, the
    place of the action that is taken. given: whether that was said.
    unit: how many parts a unit has in which values are kept.
    zapped: hand of two cards that may be given back for others -> what it is then worth.
    """

    zapped: Mapping[int, Fraction] = MappingProxyType({})

    def __init__(
        self,
        hands: Lattice,
        drawer: Drawer,
        tables: Tables,
        unseen: Shoe,
        within: Sequence[int] | None = None,
        given: bytes | None = None,
    ) -> None:
        """within: only these hands, the smallest first, and with one all that it leads to. given:
        as `play` takes it.
        """
        super().__init__(hands, drawer, tables.house.turns.natural.takes_one, unseen, tables.unit)
        self.tables = self._walked = tables
        self.unit = tables.unit
        asked = range(1, len(hands)) if within is None else within
        self.lefts = {hand: left for hand in asked if (left := self.left(hand)) is not None}
        self.laws = drawer.words(array("i", chain.from_iterable(self.lefts.values())))
        self.play(given)

    def play(self, given: bytes | None = None, *later: bytes) -> None:
        """Find what every hand is worth as it is played; given: of each hand that is not doubled,
        the place of the action that is taken; the best if None. later: likewise, of further stages.
        """
        tables, many = self._walked, len(self.lefts)
        for name in ("stand", "hits", "_places", "_each"):
            self.__dict__.pop(name, None)
        self.given = given is not None
        self.chosen = bytearray([BEST]) * (tables.played * many)
        for stage, places in enumerate((given, *later) if given is not None else ()):
            # with one card there is nothing to do
            self.chosen[stage * many : (stage + 1) * many] = (
                places[hand] if self.hands.size[hand] > 1 else BEST for hand in self.lefts
            )
        self._words = max(LEAST_WORDS, (self.scale[0] * tables.most).bit_length() // WORD + 1)
        self._back, self._more, self._worth = (
            memoryview(found).cast("B")
            for found in tables.walked.play(
                *(array("i", self.unseen), array("i", self.lefts), self.laws),
                words_of(self.scale, self._words),
                words_of((*self.tail, *[0] * BEYOND), self._words),
                *(bytes(self.missed), self._words, self.chosen),
            )
        )

    def under(self, house: House) -> Values:
        """Return the same hands under rules that are `playing` alike, to be played anew."""
        other = copy(self)
        other.tables = tables_of(house, self.hands, self.drawer.up)
        return other

    @cached_property
    def _places(self) -> dict[int, int]:
        return {hand: place for place, hand in enumerate(self.lefts)}

    @cached_property
    def _each(self) -> list[int]:
        """Of each hand, the chance that a round counts."""
        return [self.counted(left, self.hands.size[hand]) for hand, left in self.lefts.items()]

    def _number(self, found: memoryview, at: int) -> int:
        size = self._words * WORD // 8
        return int.from_bytes(found[at * size : (at + 1) * size], "little", signed=True)

    def worth(self, hand: int, stage: int = 0) -> dict[str, int | Fraction]:
        """Return what each action but a split is worth with a hand, scaled, to stand first."""
        tables, place = self.tables, self._places[hand]
        acts, lost = tables.of(hand, stage), tables.stages[stage].lost * self._each[place]
        if stage < tables.played:
            first = (stage * len(self.lefts) + place) * self._walked.width
            numbers = (self._number(self._worth, at) for at in range(first, first + len(acts)))
            return {act.name: number - lost for act, number in zip(acts, numbers)}
        known = dict(zip(tables.of(hand), self.worth(hand).values()))
        found = {
            act.name: known[act]
            if act in known
            else self.back(hand, act) - self.more(hand, act, stage) - lost
            for act in acts
        }
        zaps = stage == tables.dealt and hand in self.zapped
        return found | ({ZAP: self.zapped[hand]} if zaps else {})

    def law(self, hand: int) -> list[int]:
        """Return how often the dealer ends in each column beside a hand."""
        at = 2 * COLUMNS * self._places[hand]
        words = self.laws[at : at + 2 * COLUMNS]
        law = [low | high << WORD for low, high in zip(words[::2], words[1::2])]
        if self.drawer.told:  # cards of which he is told that they are not there count, too
            natural = self.natural(self.lefts[hand], size := self.hands.size[hand])
            law[NATURAL_COLUMN] = natural // (self.unit * self.tail[size])
        return law

    def back(self, hand: int, act: Act) -> int | Fraction:
        """Return what comes back to a hand, scaled, by an action."""
        if act.into != ENDS:
            return self._sum(hand, act.into, self._back)
        tables = self.tables
        score = sum(map(mul, tables.backs[act.end], self.law(hand)))
        whole = score * self.tail[self.hands.size[hand]] * self.unit
        return whole // tables.unit if not whole % tables.unit else Fraction(whole, tables.unit)

    def more(self, hand: int, act: Act, stage: int = 0) -> int:
        """Return how many units beyond those on it a hand is wagered on, on average and scaled, by
        an action.
        """
        if act.into == ENDS:
            return 0
        stages = self.tables.stages
        added = (stages[act.into].lost - stages[stage].lost) * self._each[self._places[hand]]
        return added + self._sum(hand, act.into, self._more)

    def _sum(self, hand: int, into: int, found: memoryview) -> int:
        """Return the sum over a hand's next card of what was found of hands that do not bust."""
        first, places, total = into * len(self.lefts), self._places, 0
        for count, after in zip(self.lefts[hand], self.hands.after[hand]):
            if after in places and count:
                total += count * self._number(found, first + places[after])
        return total

    def net(self, hand: int, stage: int = 0) -> int:
        """Return what a hand is worth, scaled, as it is played."""
        place = self._places[hand]
        at = stage * len(self.lefts) + place
        back, more = (self._number(found, at) for found in (self._back, self._more))
        return back - more - self.tables.stages[stage].lost * self._each[place]

    @cached_property
    def stand(self) -> dict[int, int | Fraction]:
        """Hand of two cards or more -> what it is worth that stands."""
        return {hand: self.worth(hand)[STAND] for hand in self.lefts if self.hands.size[hand] > 1}

    @cached_property
    def hits(self) -> bytearray:
        """Of each hand, whether it is hit; of two cards, if it is neither doubled nor given up."""
        hits = bytearray(len(self.hands))
        for hand in self.lefts:
            if self.given or self.hands.size[hand] > 2:
                hits[hand] = self.taken(hand) == HIT
            elif worth := self.worth(hand):
                hits[hand] = worth.get(HIT, worth[STAND]) > worth[STAND]
        return hits

    def taken(self, hand: int, stage: int = 0) -> str:
        """Return what is done with a hand."""
        acts = self.tables.of(hand, stage)
        if not acts or hand not in self._places:
            return STAND
        return acts[self.chosen[stage * len(self.lefts) + self._places[hand]]].name

    def places(self, stage: int = 0) -> bytes:
        """Return of each hand the place of the action that is taken in a stage."""
        found, many = bytearray(len(self.hands)), len(self.lefts)
        for hand, chosen in zip(self.lefts, self.chosen[stage * many : (stage + 1) * many]):
            found[hand] = chosen
        return bytes(found)

    def reached(
        self, first: Iterable[tuple[int, str | None, int | Fraction]]
    ) -> Iterator[tuple[int, int, Act, int | Fraction]]:
        """Yield a stage, each hand that comes to be decided in it, what is done with it, and in how
        many orders. first: two cards, what is done with them, and in how many orders they are
        dealt.
        """
        hands, tables = self.hands, self.tables
        found: list[list[int | Fraction]] = [[0] * len(hands) for _ in range(tables.played)]

        def deal(hand: int, act: Act, orders: int | Fraction) -> None:
            for rank, after in enumerate(hands.after[hand] if act.into != ENDS else ()):
                if after != NONE:
                    found[act.into][after] += orders * self.lefts[hand][rank]

        for hand, action, orders in first:
            for act in tables.of(hand, tables.dealt):
                if act.name == action:
                    deal(hand, act, orders)
        for stage, here in enumerate(found):
            places = self.places(stage)
            for hand in self.lefts:
                if here[hand]:
                    act = tables.of(hand, stage)[places[hand]]
                    yield stage, hand, act, here[hand]
                    deal(hand, act, here[hand])

    def places_among(self, stage: int) -> bytes:
        """Return of each hand the place of what is best of what may be done in a stage, by what it
        is worth in the first.
        """
        found, tables = bytearray(self.places()), self.tables
        names = [[[act.name for act in acts] for acts in tables.acts[one]] for one in (stage, 0)]
        differ = [offered != own for offered, own in zip(*names)]
        for hand in self.lefts:
            if differ[tables.kind[hand]]:
                worth = self.worth(hand)
                offered = names[0][tables.kind[hand]]
                known = [at for at, name in enumerate(offered) if name in worth]
                found[hand] = max(known, key=lambda at: worth[offered[at]], default=0)
        return bytes(found)

    def mean(self, hand: int, value: int | Fraction) -> Fraction:
        """Return a scaled value of a hand as the mean that it stands for."""
        return Fraction(value, self.scale[self.hands.size[hand]])

    def lost(self, hand: int) -> Fraction:
        """Return how likely a natural of the dealer's takes one unit, whatever was done."""
        takes = self.tables.house.turns.natural.takes_one
        return self.chance_of_natural(hand) if takes else Fraction(0)

    def chance_of_natural(self, hand: int) -> Fraction:
        return self.mean(hand, self.natural(self.lefts[hand], self.hands.size[hand]))

    def done(self, hand: int, times: int = 0) -> str:
        """Return what is done with a hand that is played on; times: how often it is doubled."""
        if not times and self.hands.size[hand] == 2:
            return HIT if self.hits[hand] else STAND
        return self.taken(hand, self.tables.doubled[times])
