"""All hands of a split together: the distribution of their net, and the mean of its square.

A split is made in k hands, d of which have a second card that is known to be no pair card, while
the other k - d may have any. With x for a pair card more, A for a hand whose second card is any and
O for one whose second card is none, it is N x^(k - 2) O^d A^(k - d), where N orders of the second
cards lead to it. As the cards of a shoe may change places, such a product is summed over all hands,
one after the other, and then the dealer's. The law puts a power of z for its net into each hand.
The mean of the square needs one hand and two hands at a time; the others are 1, and O is 1 - x.

A hand counts as lost from the beginning. To that are added the cards with which it is doubled, and
then loses more, and those with which it wins, ties or is given up; where it loses no cards are
needed. Where a pair is split for free all hands but the first are played in another way and lose
nothing: each hand of a product is of one kind or the other.

Two hands that are both paid by their suits do not win independently of each other. What the pay of
a hand of given ranks is on average holds for it alone, so the mean of the square has beside it the
covariance of two such pays, times how likely both hands come.
"""

from __future__ import annotations

import sys
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations, combinations_with_replacement
from math import comb, lcm, perm
from typing import NamedTuple

from combin.families.blackjack.drawer import (
    BUST,
    NATURAL_COLUMN,
    PUSHED,
    STANDS,
    column_of,
)
from combin.families.blackjack.house import LIMIT, falling
from combin.families.blackjack.split_ends import Ended, Ending, always, endings, second_cards
from combin.families.blackjack.splits import SplitPair
from combin.families.blackjack.tables import NO_BONUS
from combin.kernels import joint as kernel
from combin.records import dataclass
from combin.solving.executor import Workers, in_order

RANK_BITS = 6  # in a union
WORD_BITS, FEWEST_WORDS = 64, 3
SPARE_BITS = 32  # of numbers: those that are added up are some times larger
SMALL_BITS = 4  # of what a hand is worth, for which there is room among these
TOTALS = (BUST, *range(column_of(STANDS), column_of(LIMIT) + 1))  # where the dealer ends
PART = 1024  # unions that are looked at together; an interrupt waits for no more

# So many times A, so many times a hand whose second card is a pair card, and whether it is another
# hand than the first.
Hand = tuple[int, int, bool]
Product = tuple[Hand, ...]
Terms = Counter[tuple[int, Product]]  # power of x and product -> how many times
Powers = list[int]  # coefficients
Change = tuple[tuple[Fraction, Fraction], ...]  # net -> how many times, that a hand adds
# What a hand adds that ends in one way so many times: net -> how often, that many times, and the
# bonus that goes by suits.
Weigh = Callable[[Mapping[Fraction, Fraction], int, int], Powers]


@dataclass(frozen=True)
class Table:
    """What follows the cards of some unions, as polynomials; see the kernel.

    unions: the place of each. values: the coefficients.
    powers: how many. words: of each. depth: the factors of its scale. spare: bits beyond those.
    """

    unions: kernel.Unions
    values: array[int]
    powers: int
    words: int
    depth: int
    spare: int


class Together:
    """The hands of a split."""

    def __init__(
        self, split: SplitPair, workers: Workers = 1, others: SplitPair | None = None
    ) -> None:
        """workers: who sums over cards, in threads. others: how all hands are played but the first,
        where that differs.
        """
        self._split, self._workers, self._others = split, workers, others
        splits = [split, *([others] if others else [])]
        self._played = [(one, list(endings(one))) for one in splits]
        self._ends = [end for _, ended in self._played for end, _, _ in ended]
        pays = [pay for end in self._ends for column in end.nets for pay in column]
        self._unit = lcm(*(net.denominator for net, _ in pays))  # parts of a unit,
        self._parts = lcm(*(chance.denominator for _, chance in pays))  # and of a chance
        self._most = max([1, *(abs(int(net * self._unit)) for net, _ in pays)])

    def law(self) -> dict[Fraction, Fraction]:
        """Return net -> chance, over the rounds that count."""
        found: dict[Fraction, Fraction] = {}
        parts: defaultdict[int, Terms] = defaultdict(Counter)
        for (hands, dealt), times in second_cards(self._split.play.most).items():
            parts[hands][hands - 2, tuple(self._hands(hands, dealt))] += times
        for hands, terms in parts.items():
            for power, part in enumerate(self._sum(terms, self._by_net)):
                net = Fraction(power - self._most * hands, self._unit)
                if part:
                    found[net] = found.get(net, Fraction(0)) + part / self._parts**hands
        return found

    def square(self) -> Fraction:
        """Return the mean of the square of the net, over the rounds that count."""
        one, two = self._moments
        (single,) = self._sum(one, partial(self._mean, power=2))
        (double,) = self._sum(two, self._mean)
        single /= self._unit**2 * self._parts
        double /= (self._unit * self._parts) ** 2
        return single + 2 * (double + self._covariance(two))

    def mean(self) -> Fraction:
        """Return the mean of the net."""
        return self._sum(self._moments[0], self._mean)[0] / (self._unit * self._parts)

    def _hands(self, hands: int, dealt: int) -> list[Hand]:
        """Return so many hands, the first ones with a second card that is no pair card."""
        other = self._others is not None
        return [(1, -1 if at < dealt else 0, other and at > 0) for at in range(hands)]

    @cached_property
    def _moments(self) -> tuple[Terms, Terms]:
        """The sums over one hand, and over two: of the other hands only the second cards count."""
        one, two = Terms(), Terms()
        for (hands, dealt), times in second_cards(self._split.play.most).items():
            made = self._hands(hands, dealt)
            for number, terms in ((1, one), (2, two)):
                for looked_at in combinations(range(hands), number):
                    product = tuple(sorted(made[at] for at in looked_at))
                    left = dealt - sum(at < dealt for at in looked_at)  # (1 - x) to this power
                    for more in range(left + 1):
                        terms[hands - 2 + more, product] += times * comb(left, more) * (-1) ** more
        return one, two

    # --- What a hand adds ------------------------------------------------------------------------

    def _by_net(self, change: Mapping[Fraction, Fraction], times: int, bonus: int) -> Powers:
        powers = [0] * (2 * self._most + 1)
        for net, often in change.items():
            powers[int(net * self._unit) + self._most] += int(often * self._parts)
        return powers

    def _mean(
        self, change: Mapping[Fraction, Fraction], times: int, bonus: int, power: int = 1
    ) -> Powers:
        total = sum((net**power * often for net, often in change.items()), Fraction(0))
        return [int(total * self._unit**power * self._parts)]

    # --- Hands that are paid by their suits ------------------------------------------------------

    @cached_property
    def _suited(self) -> list[int]:
        """The bonuses that hands have and that go by suits."""
        return sorted({end.bonus for end in self._ends} - {NO_BONUS})

    def _covariance(self, two: Terms) -> Fraction:
        """Return the mean over two hands of what their pays together are worth more than each by
        itself.
        """
        if not self._suited:
            return Fraction(0)
        # two bonuses are told from the sum of two of these powers
        power = {bonus: 3**at for at, bonus in enumerate(self._suited)}

        def met(change: Mapping[Fraction, Fraction], times: int, bonus: int) -> Powers:
            powers = [0] * (max(power.values()) + 1)
            if bonus in power:
                powers[power[bonus]] = times
            return powers

        known = self._split.play.tables.house.correlated
        often = self._sum(two, met)
        return sum(
            (
                known[pair] * often[power[pair[0]] + power[pair[1]]]
                for pair in combinations_with_replacement(power, 2)
                if often
            ),
            Fraction(0),
        )

    def _sum(self, terms: Terms, weigh: Weigh) -> list[Fraction]:
        """Return the sum of products, as coefficients; none where pair cards do not suffice."""
        pairs, cards = self._split.left[self._split.play.pair], sum(self._split.left)
        products: dict[int, Counter[Product]] = {}
        for (more, product), times in terms.items():
            if times and more <= pairs:
                products.setdefault(more, Counter())[product] = times
        total: list[Fraction] = []
        for column in self._columns:
            for more, of_more in products.items():
                chance = Fraction(perm(pairs, more), perm(cards, more))
                for number, one in enumerate(column.sums(more, of_more, weigh, self._workers)):
                    total += [Fraction(0)] * (number + 1 - len(total))
                    total[number] += chance * one
        return total

    @cached_property
    def _columns(self) -> list[Column]:
        house = self._split.play.tables.house
        met = {end for end, _ in self._split.play.drawer.finishes.values()}
        columns = [*TOTALS, *([] if house.turns.dealer.pushes is None else [PUSHED])]
        columns += [] if house.turns.natural.takes_one else [NATURAL_COLUMN]
        return [Column(self._played, column) for column in columns if column in met]


# --- Where the dealer ends in one column ---------------------------------------------------------

OPEN = -1  # in the place of what is lost: nothing is known of the hand but for its second card
Before = tuple[bool, ...]  # of hands that are dealt, whether each is another than the first
Tables = dict[tuple[Product, Before], Table]  # hands still to be dealt, after some others


class Kind(NamedTuple):
    """What a hand adds that ends in one way.

    is_open: whether nothing is known of it. paired, bonus: as `Ending` has them.
    """

    change: Change
    is_open: bool
    paired: bool
    bonus: int


class Endings:
    """How hands of a split end that are played alike, where the dealer ends in one column.

    kinds: of them. ends: all of them. last: with the cards that the dealer draws.
    """

    def __init__(self, split: SplitPair, ended: Iterable[Ended], column: int) -> None:
        nothing = (0,) * len(split.left)
        pair = tuple(int(rank == split.play.pair) for rank in range(len(nothing)))
        opened: list[Ended] = [(Ending(False, OPEN, always(-split.play.lost)), nothing, 1)]
        if split.left[split.play.pair]:
            opened.append((Ending(True, OPEN, always(-split.play.lost)), pair, 1))
        self.kinds: list[Kind] = []
        ends = []
        for ending, cards, orders in (*opened, *ended):
            if change := _change(ending, column):
                kind = Kind(change, ending.before == OPEN, ending.paired, ending.bonus)
                if kind not in self.kinds:
                    self.kinds.append(kind)
                ends.append((sum(cards), self.kinds.index(kind), cards, orders))
        ends.sort()
        self.ends = kernel.Ends(
            array("i", split.left),
            bytes(count for _, _, cards, _ in ends for count in cards),
            array("q", [orders for *_, orders in ends]),
            bytes(kind for _, kind, _, _ in ends),
        )
        finishes = [
            (sum(1 << RANK_BITS * rank for rank in cards), orders)
            for cards, (end, orders) in split.play.drawer.finishes.items()
            if end == column
        ]
        self.last = kernel.Last(
            self.ends,
            array("Q", [cards for cards, _ in finishes]),
            array("q", [orders for _, orders in finishes]),
        )

    def effects(self, hand: Hand, weigh: Weigh) -> list[Powers]:
        """Return what a hand of each kind adds."""
        any_, paired, _ = hand
        often = (
            (kind, (0 if kind.is_open and kind.paired else any_) + (paired if kind.paired else 0))
            for kind in self.kinds
        )
        return [
            weigh({net: times * one for net, one in kind.change}, times, kind.bonus)
            for kind, times in often
        ]


class Column:
    """The hands of a split where the dealer ends in one column."""

    def __init__(self, played: Sequence[tuple[SplitPair, list[Ended]]], column: int) -> None:
        """played: how the first hand is played and all others, which may differ from it."""
        split, _ = played[0]
        self._pair, self._cards = split.play.pair, sum(split.left)
        self._deepest = split.play.drawer.deepest
        self._endings = [Endings(split, ended, column) for split, ended in played]

    def sums(
        self, more: int, products: Counter[Product], weigh: Weigh, workers: Workers
    ) -> list[Fraction]:
        """Return the sum of products, as coefficients, beside so many pair cards more."""
        unions: dict[Before, array[int]] = {(): array("Q", [more << RANK_BITS * self._pair])}
        tables: Tables = {}
        total: list[Fraction] = []
        for product, times in products.items():
            table = self._table(product, (), unions, tables, weigh, workers)
            scale = falling(self._cards - more, table.depth)
            total = total or [Fraction(0)] * table.powers
            for power, number in enumerate(_numbers(table)):
                total[power] += Fraction(times * number, scale)
        return total

    def _table(
        self,
        product: Product,
        before: Before,
        unions: dict[Before, array[int]],
        tables: Tables,
        weigh: Weigh,
        workers: Workers,
    ) -> Table:
        """Return what follows some hands where these are still to be dealt.

        unions: the cards of hands that are dealt.
        """
        if (product, before) not in tables:
            hand, *others = product
            other = hand[-1]
            after = None
            if others:
                dealt = (*before, other)
                if dealt not in unions:
                    grown = self._endings[other].ends.grown(unions[before])
                    unions[dealt] = array("Q", sorted(grown))
                after = self._table(tuple(others), dealt, unions, tables, weigh, workers)
            effects = self._endings[other].effects(hand, weigh)
            tables[product, before] = self._before(unions[before], after, other, effects, workers)
        return tables[product, before]

    def _before(
        self,
        unions: array[int],
        after: Table | None,
        other: bool,
        effects: list[Powers],
        workers: Workers,
    ) -> Table:
        """Return what follows some unions; after: a hand more, None where that is the last. other:
        whether the hand is another than the first.
        """
        endings = self._endings[other]
        more = len(effects[0])
        powers = after.powers + more - 1 if after else more
        depth = (after.depth if after else self._deepest) + endings.ends.longest_hand
        largest = max(abs(one) for effect in effects for one in effect)
        spare = after.spare if after else SPARE_BITS
        spare += max(0, largest.bit_length() - SMALL_BITS)
        bits = falling(self._cards, depth).bit_length() + spare
        words = max(after.words if after else FEWEST_WORDS, -(-bits // WORD_BITS))
        kinds = array("i", [one for effect in effects for one in effect])

        def values(part: array[int]) -> array[int]:
            if after is None:
                return endings.last.before(part, depth, kinds, more, words)
            known = after.unions, after.values, after.powers, after.words, after.depth
            return endings.ends.before(part, *known, kinds, more, words)

        found = array("Q")
        parts = [unions[at : at + PART] for at in range(0, len(unions), PART)]
        for part in in_order(values, parts, workers):
            found += part
        return Table(kernel.Unions(unions), found, powers, words, depth, spare)


def _change(ending: Ending, column: int) -> Change:
    """Return what a hand that ends so adds to the number of each net, where the dealer ends in a
    column.
    """
    found: dict[Fraction, Fraction] = {}
    before = () if ending.before == OPEN else ((Fraction(-ending.before), Fraction(-1)),)
    for net, times in (*ending.nets[column], *before):
        found[net] = found.get(net, Fraction(0)) + times
    return tuple((net, times) for net, times in found.items() if times)


def _numbers(table: Table) -> list[int]:
    data = table.values.tobytes()
    size = table.words * WORD_BITS // 8
    return [
        int.from_bytes(data[at : at + size], sys.byteorder, signed=True)
        for at in range(0, len(data), size)
    ]
