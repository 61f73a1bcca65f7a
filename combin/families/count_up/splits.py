"""The value of a split pair: the mean of one hand, by how many of its cards are pair cards.

All hands of a split are played alike, each by its own cards and the dealer's card; those on free
bets in a way of their own, and then the first hand, which is the first to get a card, has the
player's bet. As the cards of a shoe may change places, what they come to is a sum over the hands of
the mean of one, given that a more pair cards and b other cards went to the others. Of p pair cards
and q others that are left, given cards, m in all and j of them pair cards, are what a hand and the
dealer get one after the other with the chance

    (p - a)_j (q - b)_(m - j) / ((p + q - a - b)_m (q)_(m - j))

where (n)_k = n (n - 1) ..., k factors: the b cards may be any but pair cards. So what is counted is
the orders of the cards that are none, by j and m, once for all a and b. A pair card as the second
card of a hand is split again as long as there may be more hands.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm, perm
from operator import le, sub
from typing import NamedTuple

from combin.families.count_up.drawer import (
    COLUMNS,
    NATURAL_COLUMN,
    Cards,
    Drawer,
    StandingHands,
    orders_of,
    scores_of,
)
from combin.families.count_up.house import ACE, LIMIT, Bonus, House, Pays, Shoe, falling, without
from combin.families.count_up.lattice import NONE, Lattice
from combin.families.count_up.player import (
    DOUBLE,
    HIT,
    MIXED,
    RESCUE,
    STAND,
    SURRENDER,
    columns_of,
    has_ended,
)
from combin.records import dataclass

Act = Callable[[int, int], str]  # a hand of a split, how often it is doubled -> what is done


@dataclass(frozen=True)
class Mean:
    """The mean over the rounds that count: all, or where the dealer looks, those without a natural.

    net: units won less units lost.
    stake: units wagered.
    """

    net: Fraction
    stake: Fraction

    def plus(self, other: Mean, times: Fraction | int = 1) -> Mean:
        return Mean(self.net + times * other.net, self.stake + times * other.stake)

    def times(self, factor: Fraction | int) -> Mean:
        return Mean(self.net * factor, self.stake * factor)


NOTHING = Mean(Fraction(0), Fraction(0))


NO_BONUS = -1


class Ending(NamedTuple):
    """How a hand of a split ends, or what is done with it on the way.

    paired: whether its second card is a pair card.
    before: how many units it would lose without that.
    nets: by the column of the dealer's, what it wins, and how likely; doubled it may win more by
        what comes.
    bonus: the place of the bonus of which the suits say what it wins; NO_BONUS of all others.
    """

    paired: bool
    before: int
    nets: tuple[Pays, ...]
    bonus: int = NO_BONUS


Ended = tuple[Ending, Cards, int]  # the cards that the hand got, and in how many orders


@lru_cache(maxsize=256)
def stood(ties: str, column: int, won: int, lost: int) -> tuple[Pays, ...]:
    """Return what a hand wins that stands, by the column of the dealer's.

    ties: as `scores_of` takes it. column: its own. won, lost: how many units it wins, or loses.
    """
    back = scores_of(ties, won, lost)[column * COLUMNS :][:COLUMNS]
    return tuple(((Fraction(one - lost), Fraction(1)),) for one in back)


@lru_cache(maxsize=32)
def always(net: int | Fraction) -> tuple[Pays, ...]:
    """Return what is won whatever the dealer has."""
    return (((Fraction(net), Fraction(1)),),) * COLUMNS


class SplitEnd(NamedTuple):
    """How a hand of a split ends, or that it is doubled, the other cards of the shoe unseen.

    hand, paired: its cards, and whether the second is a pair card. times, lost: how often it is
        doubled before, and how many units it loses. paths: by how many it is come to, one card
        being as good as another of its rank. action: what is done.
    """

    hand: int
    paired: bool
    times: int
    lost: int
    paths: int
    action: str


# Whether the second card is a pair card, j and m -> in how many orders, times units and their parts
Orders = Counter[tuple[bool, int, int]]


class SplitPlay:
    """How hands of a split are played by their cards, whatever the shoe.

    pair: the rank. lost: how many units a hand loses that is not doubled, none on a free bet.
    ends: how they end, and where they are doubled.
    """

    def __init__(
        self, hands: Lattice, drawer: Drawer, house: House, pair: int, act: Act, lost: int = 1
    ) -> None:
        self.hands, self.drawer, self.house = hands, drawer, house
        self.pair, self._act, self.lost = pair, act, lost
        self._ties = [columns_of(hands, house, doubled) for doubled in (False, True)]
        self._one_card = pair == ACE and house.aces != "hit"
        self.most = 2 if pair == ACE and house.aces == "one-card" else house.hands
        self.ends = [end for paired in (False, True) for end in self._ends(paired)]

    def _ends(self, paired: bool) -> Iterator[SplitEnd]:
        """Yield how hands end whose second card is a pair card, or whose second card is none."""
        next_of = self.hands.next
        second = enumerate(self.hands.after[self.hands.of(self.pair)])
        # hands of one size, how often they are doubled, what they lose -> paths
        ways = {
            (hand, 0, self.lost): 1
            for rank, hand in second
            if hand != NONE and (rank == self.pair) is paired
        }
        while ways:
            further: dict[tuple[int, int, int], int] = {}
            for (hand, times, lost), paths in ways.items():
                action, doublings, loses = self.done(hand, times), times, lost
                if action != HIT:
                    yield SplitEnd(hand, paired, times, lost, paths, action)
                    if action != DOUBLE:
                        continue
                    doublings, loses = times + 1, self._doubled_lost(hand, times, lost)
                for after in next_of[hand]:
                    key = after, doublings, loses
                    further[key] = further.get(key, 0) + paths
            ways = further

    def _doubled_lost(self, hand: int, times: int, lost: int) -> int:
        """Return how many units a hand loses that is doubled once more."""
        free = self.house.is_free(self.hands.hard[hand], self.hands.soft(hand))
        return lost if free else lost + (1 << times)

    def done(self, hand: int, times: int = 0) -> str:
        """Return what is done with a hand that is not split again; times: how often it is
        doubled.
        """
        if self._one_card:
            return STAND
        if not times and has_ended(self.hands, self.house, self.drawer.up, hand, split=True):
            return STAND
        return self._act(hand, times)

    def got(self, hand: int) -> Cards:
        """Return the cards of a hand beside the one with which it begins."""
        return without(self.hands.cards[hand], self.pair)

    def bonus(self, end: SplitEnd) -> Bonus | None:
        """Return what a hand wins beyond even money, None if it does not."""
        if end.times or end.action == DOUBLE or not self.house.bonuses:
            return None
        cards, total = self.hands.cards[end.hand], self.hands.total[end.hand]
        return self.house.bonus(cards, total, self.drawer.up, split=True)

    @cached_property
    def doubled(self) -> list[tuple[SplitEnd, int]]:
        """Hands that are doubled, and how many units more they lose."""
        return [
            (end, self._doubled_lost(end.hand, end.times, end.lost) - end.lost)
            for end in self.ends
            if end.action == DOUBLE
        ]

    @cached_property
    def settled(self) -> list[tuple[SplitEnd, Fraction, bool]]:
        """Hands that are settled before the dealer draws, what comes back of a unit, and whether a
        natural that comes later takes it.
        """
        found = []
        for end in self.ends:
            if bonus := self.bonus(end):
                found.append((end, 1 + bonus.mean, False))
            elif end.action in (SURRENDER, RESCUE):
                found.append((end, Fraction(1, 2), end.action == SURRENDER))
        return found

    @cached_property
    def standing(self) -> list[tuple[bool, bytes, StandingHands]]:
        """Hands that stand: whether the second card is a pair card, and what they score."""
        groups: dict[tuple[bool, int, int], list[SplitEnd]] = {}
        for end in self.ends:
            if end.action == STAND and not self.bonus(end):
                plain = end.lost == self.lost << end.times
                stakes = (1, self.lost) if plain else MIXED
                groups.setdefault((end.paired, *stakes), []).append(end)
        return [
            (paired, scores_of(self.house.ties, *stakes), self._standing(ends, stakes))
            for (paired, *stakes), ends in groups.items()
        ]

    def _standing(self, ends: list[SplitEnd], stakes: list[int]) -> StandingHands:
        """Return hands that stand; stakes: how many units a bet wins and loses that counts once."""
        packed, once = self.hands.packed, tuple(stakes) == MIXED
        return StandingHands(
            b"".join(packed[end.hand] for end in ends),
            bytes(self._ties[end.times > 0][end.hand] for end in ends),
            array("q", [end.paths << (0 if once else end.times) for end in ends]),
        )

    def told(self, end: SplitEnd) -> Iterator[Ending]:
        """Yield how a hand ends, as `Together` reads it."""
        units, lost = 1 << end.times, end.lost
        if end.action == DOUBLE:
            loses = self._doubled_lost(end.hand, end.times, lost)
            if loses != lost:
                yield Ending(end.paired, lost, always(-loses))
        elif bonus := self.bonus(end):
            suited = self.house.bonuses.index(bonus) if len(bonus.pays) > 1 else NO_BONUS
            yield Ending(end.paired, lost, (bonus.pays,) * COLUMNS, suited)
        elif end.action in (SURRENDER, RESCUE):
            nets = always(-Fraction(units, 2))
            if end.action == SURRENDER:  # late: a natural that comes takes all of it
                nets = (*nets[:NATURAL_COLUMN], *always(-lost)[NATURAL_COLUMN:])
            yield Ending(end.paired, lost, nets)
        else:
            column = self._ties[end.times > 0][end.hand]
            yield Ending(end.paired, lost, stood(self.house.ties, column, units, lost))


class SplitPair:
    """A pair against one card of the dealer's, split and played by the cards of each hand.

    play: how. left: what is left of the shoe beside the pair.
    """

    def __init__(self, play: SplitPlay, shoe: Shoe, begun: int = 2, apart: int = 0) -> None:
        """shoe: what was dealt from. begun: how many hands there are at least. apart: how many of
        them have their second card, from no shoe here, and are left out.
        """
        self.play, self._begun, self._apart = play, begun, apart
        self.left = without(shoe, *play.drawer.seen, play.pair, play.pair)
        self._others = without(self.left, *[play.pair] * self.left[play.pair])
        self._verify()

    def _verify(self) -> None:
        """Raise CombinError where the dealer has too few cards beside some hand."""
        play, most = self.play, 2 * (self.play.most - 2)
        if sum(self.left) - most >= play.hands.longest + play.drawer.deepest:
            return
        whole = [count + (rank == play.pair) for rank, count in enumerate(self.left)]
        for _, _, hands in play.standing:
            for cards in hands.cards:
                left = tuple(map(sub, whole, cards))
                shoes = [without(left, *[play.pair] * gone) for gone in range(most + 1)]
                play.drawer.laws([shoe for shoe in shoes if min(shoe) >= 0])

    @property
    def ends(self) -> Iterator[Ended]:
        """Yield how hands end that can be dealt, and what is done with them on the way."""
        for end in self.play.ends:
            got = self.play.got(end.hand)
            if all(map(le, got, self.left)):
                for ending in self.play.told(end):
                    yield ending, got, end.paths

    @cached_property
    def mean(self) -> Mean:
        """The mean of all hands together."""
        return self._mean(True, True)

    def beside(self, others: SplitPair) -> Mean:
        """Return the mean of all hands together; others: how all are played but the first."""
        return self._mean(True, False).plus(others._mean(False, True))

    def _mean(self, first: bool, rest: bool) -> Mean:
        """Return the mean of the first hand, of the rest of them, or of all together."""
        play = self.play
        pairs, others = self.left[play.pair], sum(self._others)
        asked = play.most, self._begun, self._apart, first, rest
        chances = chances_of(pairs, others, *asked)
        scale = chances.scale * play.house.unit
        back, stake = map(chances.sum, (self._back, self._staked))
        return Mean(Fraction(back - stake, scale), Fraction(stake, scale))

    @cached_property
    def _back(self) -> Orders:
        """What comes back to hands: all that is staked and won, what is staked for a tie."""
        play, unit, back = self.play, self.play.house.unit, Orders()
        for paired, scored, hands in play.standing:
            found = play.drawer.open_scores(self.left, play.pair, hands, scored)
            for (pairs, cards), score in found.items():
                back[paired, pairs - 1, cards - 1] += score * unit
        for end, share, beaten in play.settled:
            parts = (end.paths << end.times) * int(share * unit)
            beaten = beaten or play.house.looks
            self._add(back, end.paired, play.got(end.hand), parts, beaten)
        return back

    @cached_property
    def _staked(self) -> Orders:
        """What of the player's is staked in the rounds that count: what he may lose."""
        play, unit, looks, staked = self.play, self.play.house.unit, self.play.house.looks, Orders()
        for rank in range(len(self.left)):
            second = tuple(int(one == rank) for one in range(len(self.left)))
            self._add(staked, rank == play.pair, second, play.lost * unit, looks)
        for end, more in play.doubled:
            parts = end.paths * more * unit
            self._add(staked, end.paired, play.got(end.hand), parts, looks)
        return staked

    def _add(self, drawn: Orders, paired: bool, got: Cards, parts: int, beaten: bool) -> None:
        """Add hands that do not wait for the dealer; beaten: but for where he has a natural."""
        pair, other = self.play.pair, self.play.drawer.other
        pairs, cards = got[pair], sum(got)
        orders = parts * orders_of(self._others, without(got, *[pair] * pairs))
        drawn[paired, pairs, cards] += orders
        if beaten and other == pair:
            drawn[paired, pairs + 1, cards + 1] -= orders
        elif beaten and other is not None:
            drawn[paired, pairs, cards + 1] -= orders * (self.left[other] - got[other])


# --- How likely cards are ------------------------------------------------------------------------

MOST_CARDS = 2 * LIMIT  # more than a hand and the dealer have


class SplitChances:
    """How likely hands of a split and the dealer get given cards, times `scale`.

    scale: of all chances.
    """

    def __init__(
        self, pairs: int, others: int, hands: Mapping[tuple[bool, int, int], Fraction]
    ) -> None:
        """pairs, others: cards that are left. hands: whether the second card is known to be no pair
        card, and a and b -> how many hands there are on average.
        """
        self._pairs, self._others = pairs, others
        each = {
            key: many / falling(pairs + others - sum(key[1:]), MOST_CARDS)
            for key, many in hands.items()
        }
        whole = lcm(*(one.denominator for one in each.values()))
        self._each = [(*key, int(one * whole)) for key, one in each.items()]
        self.scale = whole * falling(others, MOST_CARDS)
        self._known: dict[tuple[bool, int, int], int] = {}

    def sum(self, drawn: Orders) -> int:
        """Return the sum of what is drawn, times how likely it is."""
        known = self._known
        for key in drawn.keys() - known.keys():
            known[key] = self._of(*key)
        return sum(known[key] * orders for key, orders in drawn.items())

    def _of(self, paired: bool, pairs: int, cards: int) -> int:
        total, rest = 0, cards - pairs
        for known, a, b, many in self._each:
            if not (known and paired):
                orders = perm(self._pairs - a, pairs) * perm(self._others - b, rest)
                left = self._pairs + self._others - a - b - cards
                total += many * orders * falling(left, MOST_CARDS - cards)
        return total * falling(self._others - rest, MOST_CARDS - rest)


@lru_cache(maxsize=64)
def chances_of(
    pairs: int, others: int, most: int, begun: int, apart: int, first: bool, rest: bool
) -> SplitChances:
    """Return how likely the first hand of a split gets cards, the rest of them, or both together.

    pairs, others: cards that are left. The rest as `SplitPair` has them.
    """
    hands: defaultdict[tuple[bool, int, int], Fraction] = defaultdict(Fraction)
    at = {(begun, 0): Fraction(1)}  # hands, those of them with a second card -> how likely
    while at:
        (made, dealt), chance = at.popitem()
        again, waiting = made - 2, made - apart - dealt
        if made < most and waiting:
            q = Fraction(pairs - again, pairs + others - again - dealt)
            for after, share in (((made + 1, dealt), q), ((made, dealt + 1), 1 - q)):
                if share:
                    at[after] = at.get(after, Fraction(0)) + chance * share
            continue
        if dealt:  # the first hand is among them
            known = Fraction(pairs + others - again - dealt + 1, others - dealt + 1)
            hands[True, again, dealt - 1] += chance * known * (first + rest * (dealt - 1))
            hands[False, again, dealt] += chance * rest * waiting
        elif waiting:
            hands[False, again, dealt] += chance * (first + rest * (waiting - 1))
    return SplitChances(pairs, others, hands)
