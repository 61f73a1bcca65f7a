"""What the hands of a split come to together: the law of their net, and the mean of its square.

A split is made in k hands, d of which have a second card that is known to be no pair card, while
the other k - d may have any. With x for a pair card more, A for a hand whose second card is any and
O for one whose second card is none, it is N x^(k - 2) O^d A^(k - d), where N orders of the second
cards lead to it. As the cards of a shoe may change places, such a product is summed over all hands,
one after the other, and then the dealer's. The law puts a power of z for its net into each hand.
The mean of the square needs one hand and two hands at a time; the others are 1, and O is 1 - x.

A hand counts as lost from the beginning, with one unit. To that are added the two cards with which
it is doubled and the hands with which it wins or ties; those with which it loses need no cards.
"""

from __future__ import annotations

import sys
from array import array
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from math import comb, perm

from combin.families.count_up.drawer import BUST, COLUMNS, NATURAL_COLUMN, STANDS, column_of
from combin.families.count_up.house import LIMIT, falling
from combin.families.count_up.splits import DOUBLED, Ending, SplitPair
from combin.kernels import joint as kernel
from combin.records import dataclass
from combin.solving.executor import Workers, in_order

RANK_BITS = 6  # in a union
WORD_BITS, SPARE_BITS = 64, 32  # of numbers; those that are added up are a few times larger
OPEN = -2  # in the place of a column: nothing is known of the hand but for its second card
TOTALS = (BUST, *range(column_of(STANDS), column_of(LIMIT) + 1))  # where the dealer ends
MOST = 2  # units on a hand
PART = 512  # unions that are looked at together; an interrupt waits for no more

Hand = tuple[int, int]  # so many times A, and so many times a hand whose second card is a pair card
ANY, OTHER = (1, 0), (1, -1)
Product = tuple[Hand, ...]
Terms = Counter[tuple[int, Product]]  # power of x and product -> how many times
Weigh = Callable[[Counter[int]], list[int]]  # net of a hand -> how many times: coefficients


@dataclass(frozen=True)
class Table:
    """What follows the cards of some unions, for each lane, a column in which the dealer ends.

    unions: the place of each. values: their numbers, those of a lane together.
    powers: numbers of a lane. words: of a number. depth: the factors of its scale; see the kernel.
    """

    unions: kernel.Unions
    values: array[int]
    powers: int
    words: int
    depth: int


Tables = dict[tuple[Product, int], Table]  # hands still to be dealt, after so many others


class Together:
    """The hands of a split."""

    def __init__(self, split: SplitPair, workers: Workers = 1) -> None:
        """workers: who sums over cards, in threads."""
        self._split, self._workers = split, workers
        self._lanes = TOTALS if split.house.looks else (*TOTALS, NATURAL_COLUMN)
        self._cards = sum(split.left)
        nothing = (0,) * len(split.left)
        pair = tuple(int(rank == split.pair) for rank in range(len(nothing)))
        ends = [(Ending(False, OPEN, 1), nothing, 1), *split.ends]
        if split.left[split.pair]:
            ends.append((Ending(True, OPEN, 1), pair, 1))
        self._kinds = list(dict.fromkeys(ending for ending, _, _ in ends))
        order = sorted((sum(cards), self._kinds.index(one), cards, n) for one, cards, n in ends)
        self._ends = kernel.Ends(
            array("i", split.left),
            bytes(count for _, _, cards, _ in order for count in cards),
            array("q", [orders for *_, orders in order]),
            bytes(kind for _, kind, _, _ in order),
        )

    def law(self) -> dict[Fraction, Fraction]:
        """Return net -> chance, over the rounds that count."""
        found: dict[Fraction, Fraction] = {}
        parts: dict[int, Terms] = {}
        for (hands, dealt), times in self._made.items():
            product = (OTHER,) * dealt + (ANY,) * (hands - dealt)
            parts.setdefault(hands, Counter())[hands - 2, product] += times
        for hands, terms in parts.items():
            for power, chance in enumerate(self._sum(terms, _by_net)):
                net = Fraction(power - MOST * hands)
                if chance:
                    found[net] = found.get(net, Fraction(0)) + chance
        return found

    def square(self) -> Fraction:
        """Return the mean of the square of the net, over the rounds that count."""
        one, two = self._moments
        (single,), (double,) = self._sum(one, _square), self._sum(two, _mean)
        return single + 2 * double

    def mean(self) -> Fraction:
        """Return the mean of the net."""
        return self._sum(self._moments[0], _mean)[0]

    @cached_property
    def _made(self) -> Mapping[tuple[int, int], int]:
        """How many hands are made, and how many of them have a second card known to be no pair card
        -> in how many orders of these cards.
        """
        made: Counter[tuple[int, int]] = Counter()
        at = Counter({(2, 0): 1})
        while at:
            (hands, dealt), orders = at.popitem()
            if hands == self._split.most or dealt == hands:
                made[hands, dealt] += orders
            else:
                at[hands + 1, dealt] += orders
                at[hands, dealt + 1] += orders
        return made

    @cached_property
    def _moments(self) -> tuple[Terms, Terms]:
        """The sums over one hand, and over two: of the other hands only the second cards count."""
        one, two = Terms(), Terms()
        for (hands, dealt), times in self._made.items():
            for others in range(min(dealt, 2) + 1):  # of the hands that are looked at
                for number, terms in ((1, one), (2, two)):
                    any_ = number - others
                    if any_ < 0:
                        continue
                    chosen = times * comb(dealt, others) * comb(hands - dealt, any_)
                    product = (OTHER,) * others + (ANY,) * any_
                    left = dealt - others  # (1 - x) to this power
                    for more in range(left + 1):
                        term = chosen * comb(left, more) * (-1) ** more
                        terms[hands - 2 + more, product] += term
        return one, two

    # --- Sums over cards ----------------------------------------------------------------------

    def _sum(self, terms: Terms, weigh: Weigh) -> list[Fraction]:
        """Return the sum of products, as coefficients; none where pair cards do not suffice."""
        pairs, pair = self._split.left[self._split.pair], self._split.pair
        known = {key: times for key, times in terms.items() if times and key[0] <= pairs}
        hands = max((len(product) for _, product in known), default=0)
        top = array("Q", sorted({more << RANK_BITS * pair for more, _ in known}))
        for _ in range(hands):
            top = self._ends.grown(top)
        dealer = self._dealer(top)
        total: list[Fraction] = []
        for more in sorted({more for more, _ in known}):
            products = {product: n for (power, product), n in known.items() if power == more}
            chance = Fraction(perm(pairs, more), perm(self._cards, more))
            levels = [array("Q", [more << RANK_BITS * pair])]
            for _ in range(hands - 1):
                levels.append(self._ends.grown(levels[-1]))
            tables: Tables = {((), len(product)): dealer for product in products}
            for product, times in products.items():
                found = self._table(product, 0, levels, tables, weigh)
                scale = falling(self._cards - more, found.depth)
                total = total or [Fraction(0)] * found.powers
                for power, number in enumerate(_numbers(found)):
                    total[power % found.powers] += chance * times * Fraction(number, scale)
        return total

    def _table(
        self,
        product: Product,
        level: int,
        levels: list[array[int]],
        tables: Tables,
        weigh: Weigh,
    ) -> Table:
        """Return what follows so many hands where these are still to be dealt."""
        if (product, level) not in tables:
            after = self._table(product[1:], level + 1, levels, tables, weigh)
            tables[product, level] = self._before(product[0], after, levels[level], weigh)
        return tables[product, level]

    def _before(self, hand: Hand, after: Table, unions: array[int], weigh: Weigh) -> Table:
        """Return what follows where one hand more is to be dealt."""
        effects = [
            weigh(_nets(ending, lane, hand)) for ending in self._kinds for lane in self._lanes
        ]
        more = len(effects[0])
        depth = after.depth + self._ends.longest_hand
        bits = falling(self._cards, depth).bit_length() + SPARE_BITS
        words = max(after.words, -(-bits // WORD_BITS))
        each = array("i", [one for effect in effects for one in effect])
        known = (after.unions, after.values, len(self._lanes), after.powers, after.words)
        values = self._in_parts(
            lambda part: self._ends.before(part, *known, after.depth, each, more, words), unions
        )
        return Table(kernel.Unions(unions), values, after.powers + more - 1, words, depth)

    def _dealer(self, unions: array[int]) -> Table:
        """Return how likely the dealer ends in each column."""
        deepest = self._split.drawer.deepest
        values = self._in_parts(self._dealt, unions)
        return Table(kernel.Unions(unions), values, 1, 2, deepest)

    def _dealt(self, unions: array[int]) -> array[int]:
        laws = self._split.drawer.words(self._ends.beside(unions))
        values = array("Q", bytes(16 * len(unions) * len(self._lanes)))
        for at, column in enumerate(self._lanes):
            for word in (0, 1):
                part = laws[2 * column + word :: 2 * COLUMNS]
                values[2 * at + word :: 2 * len(self._lanes)] = part
        return values

    def _in_parts(self, work: Callable[[array[int]], array[int]], unions: array[int]) -> array[int]:
        """Return what some work makes of all unions, part by part."""
        parts = [unions[at : at + PART] for at in range(0, len(unions), PART)]
        found = array("Q")
        for part in in_order(work, parts, self._workers):
            found += part
        return found


def _nets(ending: Ending, lane: int, hand: Hand) -> Counter[int]:
    """Return what a hand that ends so adds to the number of each net, where the dealer ends in a
    column.
    """
    any_, paired = hand
    if ending.column == OPEN:
        return Counter({-1: paired if ending.paired else any_})
    times = any_ + (paired if ending.paired else 0)
    if ending.column == DOUBLED:
        return Counter({-MOST: times, -1: -times})
    if ending.column < lane:
        return Counter()
    net = ending.units if ending.column > lane else 0
    return Counter({net: times, -ending.units: -times})


def _by_net(nets: Counter[int]) -> list[int]:
    return [nets[net] for net in range(-MOST, MOST + 1)]


def _mean(nets: Counter[int]) -> list[int]:
    return [sum(net * times for net, times in nets.items())]


def _square(nets: Counter[int]) -> list[int]:
    return [sum(net * net * times for net, times in nets.items())]


def _numbers(table: Table) -> list[int]:
    """Return the numbers of a table."""
    data = table.values.tobytes()
    size = table.words * WORD_BITS // 8
    return [
        int.from_bytes(data[at : at + size], sys.byteorder, signed=True)
        for at in range(0, len(data), size)
    ]
