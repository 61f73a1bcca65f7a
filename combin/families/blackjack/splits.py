"""The value of a split pair: the mean of one hand, added up over all its hands.

All hands of a split are played alike, each by its own cards and the dealer's card; those on free
bets in a way of their own, and then the first hand, which is the first to get a card, has the
player's bet. A pair card as the second card of a hand is split again as long as there may be more
hands.

As the cards of a shoe may change places, the mean of a hand depends on two numbers alone: how many
pair cards more, a, and how many other cards, b, went to the other hands as their second cards. Of p
pair cards and q others that are left beside the pair, a hand and the dealer get m given cards, j of
them pair cards, in a given order with the chance

    (p - a)_j (q - b)_(m - j) / ((p + q - a - b)_m (q)_(m - j))

for each choice of the others, where (n)_k = n (n - 1) ..., k factors: the b cards may be any but
pair cards. So orders of the other cards are counted once, by j and m, as they stand beside p and q
whole, each times what comes back to the hand or is staked on it (`SplitPair`). The chances of each
j and m follow, for all a and b together (`SplitChances`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import compress
from math import comb, lcm, perm
from operator import sub

from combin.families.blackjack.drawer import Cards, orders_of
from combin.families.blackjack.house import LIMIT, Shoe, falling, without
from combin.families.blackjack.player import missed
from combin.families.blackjack.split_play import SplitPlay
from combin.families.blackjack.tables import ENDS
from combin.records import dataclass


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

# Whether the second card is a pair card, j and m -> in how many orders, times parts of a unit
Orders = Counter[tuple[bool, int, int]]


class SplitPair:
    """A pair against one card of the dealer's, split and dealt from a shoe.

    play: how its hands are played. left: what is left of the shoe beside the pair.
    """

    def __init__(
        self,
        play: SplitPlay,
        shoe: Shoe,
        begun: int = 2,
        apart: int = 0,
        pairs: int | None = None,
    ) -> None:
        """shoe: what was dealt from. begun: how many hands there are already. apart: how many of
        them have their second card, which the shoe has no longer, and are left out. pairs: how many
        cards left are pair cards; None: all that count as much.
        """
        self.play, self._begun, self._apart = play, begun, apart
        self.left = without(shoe, *play.drawer.seen, play.pair, play.pair)
        self._others = without(self.left, *[play.pair] * self.left[play.pair])
        self._never = missed(play.drawer, play.tables.house.turns.natural.takes_one)
        self._pairs = self.left[play.pair] if pairs is None else pairs
        self._verify()

    def _verify(self) -> None:
        """Raise CombinError where the dealer has too few cards beside some hand that stands."""
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

    @cached_property
    def mean(self) -> Mean:
        """The mean of all hands together."""
        return self._mean(first=True, rest=True)

    def beside(self, others: SplitPair) -> Mean:
        """Return the mean of all hands together; others: how all are played but the first."""
        return self._mean(first=True, rest=False).plus(others._mean(first=False, rest=True))

    def _mean(self, first: bool, rest: bool) -> Mean:
        """Return the mean of the first hand, of the rest of them, or of all together."""
        play = self.play
        pairs, others = self._pairs, sum(self.left) - self._pairs
        chances = chances_of(pairs, others, play.most, self._begun, self._apart, first, rest)
        unlike = self.left[play.pair] - pairs
        back, stake = (chances.sum(told_apart(one, unlike)) for one in (self._back, self._staked))
        scale = chances.scale * play.tables.unit
        return Mean(Fraction(back - stake, scale), Fraction(stake, scale))

    @cached_property
    def _back(self) -> Orders:
        """What comes back to hands: all that is staked and won, what is staked for a tie."""
        play, back = self.play, Orders()
        for paired, stage, hands in play.standing:
            gain, scored = play.tables.scored[stage]
            found = play.drawer.open_scores(self.left, play.pair, hands, scored)
            for (pairs, cards), score in found.items():
                back[paired, pairs - 1, cards - 1] += score * gain
        for end in play.others:
            if end.act.into == ENDS:
                *_, parts, natural = play.tables.backs[end.act.end]
                gone = {*self._never}
                if not natural and play.drawer.other is not None:
                    gone.add(play.drawer.other)
                self._add(back, end.paired, play.got(end.hand), end.paths * parts, gone)
        return back

    @cached_property
    def _staked(self) -> Orders:
        """What of the player's is staked in the rounds that count: what he may lose."""
        play, unit, staked = self.play, self.play.tables.unit, Orders()
        stages = play.tables.stages
        for rank in range(len(self.left)):
            second = tuple(int(one == rank) for one in range(len(self.left)))
            self._add(staked, rank == play.pair, second, play.lost * unit, self._never)
        for end in play.others:
            if end.act.into != ENDS:
                more = stages[end.act.into].lost - stages[end.stage].lost
                parts = end.paths * more * unit
                self._add(staked, end.paired, play.got(end.hand), parts, self._never)
        return staked

    def _add(
        self, drawn: Orders, paired: bool, got: Cards, parts: int, never: Collection[int]
    ) -> None:
        """Add a hand that does not wait for the dealer.

        got: its cards beside the first. parts: of a unit, for each of its orders. never: ranks of
            the dealer's next card with which it gets nothing.
        """
        pair = self.play.pair
        pairs, cards = got[pair], sum(got)
        orders = parts * orders_of(self._others, without(got, *[pair] * pairs))
        drawn[paired, pairs, cards] += orders
        for rank in never:
            more = (1, 1) if rank == pair else (0, self.left[rank] - got[rank])
            drawn[paired, pairs + more[0], cards + 1] -= orders * more[1]


def told_apart(drawn: Orders, unlike: int) -> Orders:
    """Return in how many orders pair cards are drawn, of cards that count as much; unlike: so many
    of these that are left are none.
    """
    if not unlike:
        return drawn
    found = Orders()
    for (paired, alike, cards), orders in drawn.items():
        rest = alike - paired  # of these any may be pair cards
        for pairs in range(rest + 1):
            ways = orders * comb(rest, pairs)
            found[False, pairs, cards] += ways * perm(unlike, alike - pairs)
            if paired:
                found[True, pairs + 1, cards] += ways * perm(unlike, rest - pairs)
    return found


# --- How likely cards are ------------------------------------------------------------------------

MOST_CARDS = 2 * LIMIT  # more than a hand and the dealer have


class SplitChances:
    """How likely hands of a split and the dealer get given cards, summed over hands.

    scale: by which all sums are to be divided.
    """

    def __init__(
        self, pairs: int, others: int, hands: Mapping[tuple[bool, int, int], Fraction]
    ) -> None:
        """pairs, others: p and q. hands: whether the second card is known to be no pair card, a and
        b -> how many hands there are on average, divided by how likely that is of them.
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
        known |= {key: self._of(*key) for key in drawn.keys() - known.keys()}
        return sum(known[key] * orders for key, orders in drawn.items())

    def _of(self, paired: bool, pairs: int, cards: int) -> int:
        """Return how likely a hand and the dealer get given cards; paired: whether the second card
        is a pair card. pairs, cards: j and m.
        """
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

    pairs, others: p and q. most: how many hands there may be. begun, apart: as `SplitPair` takes
        them.

    Second cards are dealt hand by hand, each with what is known of those before, until there are
    enough hands or all have one.
    """
    hands: defaultdict[tuple[bool, int, int], Fraction] = defaultdict(Fraction)
    at = {(begun, 0): Fraction(1)}  # hands, those whose second card is no pair card -> how likely
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
