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
from itertools import compress
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
from combin.families.count_up.house import LIMIT, Bonus, House, Pays, Shoe, falling, without
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
from combin.kernels.drawer import walk
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


ACTIONS = (STAND, HIT, DOUBLE, SURRENDER, RESCUE)
BONUS = len(ACTIONS)  # the code of a hand that wins one at once; of others the place of the action
CODES = {action: code for code, action in enumerate(ACTIONS)}
HITS = bytes(code == CODES[HIT] for code in range(256))


def _stood(hand: int, times: int) -> str:
    return STAND


class SplitActions:
    """What is done with hands of a split, one action for each."""

    def __init__(
        self, hands: Lattice, drawer: Drawer, house: House, act: Act, draws: bytes
    ) -> None:
        """act: what is done with hands that have not won. draws: of each hand, whether it is hit if
        it may be neither doubled nor given up, the codes of both.
        """
        self._hands, self._up, self._house = hands, drawer.up, house
        self._act, self._draws = act, draws
        self._codes: dict[int, bytes] = {}
        self._others: dict[int, list[int]] = {}

    def codes(self, times: int) -> bytes:
        """Return the code of each hand that is doubled so often."""
        if times not in self._codes:
            self._codes[times] = self._coded(times)
        return self._codes[times]

    def others(self, times: int) -> list[int]:
        """Return the hands that neither stand nor are hit."""
        if times not in self._others:
            codes = enumerate(self.codes(times))
            self._others[times] = [hand for hand, code in codes if code > CODES[HIT]]
        return self._others[times]

    def _coded(self, times: int) -> bytes:
        hands, house = self._hands, self._house
        codes, decided = bytearray(len(hands)), list(range(len(hands)))
        if not times and not (house.doubles_later or house.surrenders_later):
            codes, decided = bytearray(self._draws), hands.first_two
        elif times and not house.goes_on_doubled:
            decided = []
        for hand in decided:
            codes[hand] = CODES[self._act(hand, times)]
        for hand, total in enumerate(hands.total if not times else ()):
            if total != LIMIT and hands.size[hand] != house.charlie:
                continue
            if self.bonus(hand):
                codes[hand] = BONUS
            elif self._has_ended(hand):
                codes[hand] = CODES[STAND]
        return bytes(codes)

    def bonus(self, hand: int) -> Bonus | None:
        """Return what a hand wins beyond even money, None if it does not."""
        total = self._hands.total[hand]
        return self._house.bonus(self._hands.cards[hand], total, self._up, split=True)

    def done(self, hand: int, times: int = 0) -> str:
        """Return what is done with a hand that is not split again; times: how often it is
        doubled.
        """
        if not times and self._has_ended(hand):
            return STAND
        return self._act(hand, times)

    def _has_ended(self, hand: int) -> bool:
        return has_ended(self._hands, self._house, self._up, hand, split=True)


class SplitWays(NamedTuple):
    """Hands of a split that stand, are doubled equally often and lose equally much.

    paired: whether the second card is a pair card. times, lost: how often, and how many units.
    paths: of each hand, by how many it is come to, one card being as good as another of its rank.
    """

    paired: bool
    times: int
    lost: int
    paths: array[int]


class SplitEnd(NamedTuple):
    """A hand of a split that gets no card more or is doubled; the fields of `SplitWays`, and the
    code of what is done.
    """

    hand: int
    paired: bool
    times: int
    lost: int
    paths: int
    code: int


# Whether the second card is a pair card, j and m -> in how many orders, times units and their parts
Orders = Counter[tuple[bool, int, int]]


class SplitPlay:
    """How hands of a split are played by their cards, whatever the shoe.

    pair: the rank. actions: what is done. lost: how many units a hand loses that is not doubled,
        none on a free bet.
    """

    def __init__(
        self,
        hands: Lattice,
        drawer: Drawer,
        house: House,
        pair: int,
        actions: SplitActions,
        lost: int = 1,
    ) -> None:
        self.hands, self.drawer, self.house = hands, drawer, house
        self.pair, self.lost, self.actions = pair, lost, actions
        if house.one_card(pair):
            self.actions = SplitActions(hands, drawer, house, _stood, bytes(len(hands)))
        self.most = house.most_hands(pair)
        self._ties = [columns_of(hands, house, doubled) for doubled in (False, True)]
        self._others: list[SplitEnd] = []  # that do not stand
        self._ways = [ways for paired in (False, True) for ways in self._walked(paired)]

    def _walked(self, paired: bool) -> Iterator[SplitWays]:
        """Yield the hands whose second card is a pair card, or whose second card is none."""
        nothing = array("i", [0] * len(self.hands))
        begun = nothing[:]
        for rank, hand in enumerate(self.hands.after[self.hands.of(self.pair)]):
            if hand != NONE and (rank == self.pair) is paired:
                begun[hand] = 1
        waiting = {(0, self.lost): begun}
        while waiting:
            times, lost = min(waiting)
            ways = SplitWays(paired, times, lost, waiting.pop((times, lost)))
            codes = self.actions.codes(times)
            walk(self.hands.packed_after, codes.translate(HITS), ways.paths)
            for hand in self.actions.others(times):
                if not ways.paths[hand]:
                    continue
                end = SplitEnd(hand, *ways[:-1], ways.paths[hand], codes[hand])
                self._others.append(end)
                ways.paths[hand] = 0
                if end.code == CODES[DOUBLE]:
                    further = times + 1, self._doubled_lost(end)
                    paths = waiting.setdefault(further, nothing[:])
                    for after in self.hands.after[hand]:
                        if after != NONE:
                            paths[after] += end.paths
            yield ways

    def _doubled_lost(self, end: SplitEnd) -> int:
        """Return how many units a hand loses that is doubled once more."""
        free = self.house.is_free(self.hands.hard[end.hand], self.hands.soft(end.hand))
        return end.lost if free else end.lost + (1 << end.times)

    @property
    def ends(self) -> Iterator[SplitEnd]:
        """Yield how hands end, and where they are doubled."""
        for ways in self._ways:
            for hand, many in enumerate(ways.paths):
                if many:
                    yield SplitEnd(hand, *ways[:-1], many, CODES[STAND])
        yield from self._others

    def got(self, hand: int) -> Cards:
        """Return the cards of a hand beside the one with which it begins."""
        return without(self.hands.cards[hand], self.pair)

    @cached_property
    def doubled(self) -> list[tuple[SplitEnd, int]]:
        """Hands that are doubled, and how many units more they lose."""
        return [
            (end, self._doubled_lost(end) - end.lost)
            for end in self._others
            if end.code == CODES[DOUBLE]
        ]

    @cached_property
    def settled(self) -> list[tuple[SplitEnd, Fraction, bool]]:
        """Hands that are settled before the dealer draws, what comes back of a unit, and whether a
        natural that comes later takes it.
        """
        found = []
        for end in self._others:
            if end.code != CODES[DOUBLE]:
                bonus = self.actions.bonus(end.hand) if end.code == BONUS else None
                share = 1 + bonus.mean if bonus else Fraction(1, 2)
                found.append((end, share, end.code == CODES[SURRENDER]))
        return found

    @cached_property
    def standing(self) -> list[tuple[bool, int, bytes, StandingHands]]:
        """Hands that stand: whether the second card is a pair card, the units on each, and what a
        unit scores.
        """
        found = []
        for paired, times, lost, paths in self._ways:
            stakes = (1, self.lost) if lost == self.lost << times else MIXED
            units = 1 if stakes == MIXED else 1 << times
            hands = StandingHands(self.hands.packed, self._ties[times > 0], paths)
            found.append((paired, units, scores_of(self.house.ties, *stakes), hands))
        return found

    def told(self, end: SplitEnd) -> Iterator[Ending]:
        """Yield how a hand ends, as `Together` reads it."""
        units, lost = 1 << end.times, end.lost
        if end.code == CODES[DOUBLE]:
            loses = self._doubled_lost(end)
            if loses != lost:
                yield Ending(end.paired, lost, always(-loses))
        elif end.code == BONUS:
            bonus = self.actions.bonus(end.hand)
            assert bonus is not None, "the hand wins one"
            suited = self.house.bonuses.index(bonus) if len(bonus.pays) > 1 else NO_BONUS
            yield Ending(end.paired, lost, (bonus.pays,) * COLUMNS, suited)
        elif end.code in (CODES[SURRENDER], CODES[RESCUE]):
            nets = always(-Fraction(units, 2))
            if end.code == CODES[SURRENDER]:  # late: a natural that comes takes all of it
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
        known = {
            cards for *_, hands in play.standing for cards in compress(hands.cards, hands.paths)
        }
        lefts = (tuple(map(sub, whole, cards)) for cards in known)
        shoes = [without(left, *[play.pair] * gone) for left in lefts for gone in range(most + 1)]
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
        for paired, units, scored, hands in play.standing:
            found = play.drawer.open_scores(self.left, play.pair, hands, scored)
            for (pairs, cards), score in found.items():
                back[paired, pairs - 1, cards - 1] += score * units * unit
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
