"""All hands of a split together: the distribution of their net, and the mean of its square.

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
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from math import comb, perm

from combin.families.count_up.drawer import BUST, NATURAL_COLUMN, STANDS, column_of
from combin.families.count_up.house import LIMIT, falling
from combin.families.count_up.splits import DOUBLED, Ended, Ending, SplitPair
from combin.kernels import joint as kernel
from combin.records import dataclass
from combin.solving.executor import Workers, in_order

RANK_BITS = 6  # in a union
WORD_BITS, FEWEST_WORDS = 64, 3
SPARE_BITS = 32  # of numbers: those that are added up are some times larger
OPEN = -2  # in the place of a column: nothing is known of the hand but for its second card
TOTALS = (BUST, *range(column_of(STANDS), column_of(LIMIT) + 1))  # where the dealer ends
MOST = 2  # units on a hand
PART = 1024  # unions that are looked at together; an interrupt waits for no more

Hand = tuple[int, int]  # so many times A, and so many times a hand whose second card is a pair card
ANY, OTHER = (1, 0), (1, -1)
Product = tuple[Hand, ...]
Terms = Counter[tuple[int, Product]]  # power of x and product -> how many times
Powers = list[int]  # coefficients
Weigh = Callable[[Counter[int]], Powers]  # net of a hand -> how many times


@dataclass(frozen=True)
class Table:
    """What follows the cards of some unions, as polynomials; see the kernel.

    unions: the place of each. values: the coefficients.
    powers: how many. words: of each. depth: the factors of its scale.
    """

    unions: kernel.Unions
    values: array[int]
    powers: int
    words: int
    depth: int


class Together:
    """The hands of a split."""

    def __init__(self, split: SplitPair, workers: Workers = 1) -> None:
        """workers: who sums over cards, in threads."""
        self._split, self._workers = split, workers

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

    def _sum(self, terms: Terms, weigh: Weigh) -> list[Fraction]:
        """Return the sum of products, as coefficients; none where pair cards do not suffice."""
        pairs, cards = self._split.left[self._split.pair], sum(self._split.left)
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
        columns = TOTALS if self._split.house.looks else (*TOTALS, NATURAL_COLUMN)
        ends = list(self._split.ends)
        return [Column(self._split, ends, column) for column in columns]


# --- Where the dealer ends in one column ---------------------------------------------------------

Change = tuple[tuple[int, int], ...]  # net -> how many times, that a hand adds
Tables = dict[tuple[Product, int], Table]  # hands still to be dealt, after so many others


class Column:
    """The hands of a split where the dealer ends in one column."""

    def __init__(self, split: SplitPair, ended: Iterable[Ended], column: int) -> None:
        """ended: how hands end, beside those of which nothing is known."""
        self._left, self._pair, drawer = split.left, split.pair, split.drawer
        self._cards = sum(split.left)
        ends = []
        nothing = (0,) * len(split.left)
        open_ = [(Ending(False, OPEN, 1), nothing, 1)]
        if split.left[split.pair]:
            pair = tuple(int(rank == split.pair) for rank in range(len(nothing)))
            open_.append((Ending(True, OPEN, 1), pair, 1))
        self._kinds: list[tuple[Change, bool, bool]] = []
        for ending, cards, orders in (*open_, *ended):
            if change := _change(ending, column):
                kind = change, ending.column == OPEN, ending.paired
                if kind not in self._kinds:
                    self._kinds.append(kind)
                ends.append((sum(cards), self._kinds.index(kind), cards, orders))
        ends.sort()
        self._ends = kernel.Ends(
            array("i", split.left),
            bytes(count for _, _, cards, _ in ends for count in cards),
            array("q", [orders for *_, orders in ends]),
            bytes(kind for _, kind, _, _ in ends),
        )
        finishes = [
            (union_of(cards), orders)
            for cards, (end, orders) in drawer.finishes.items()
            if end == column
        ]
        self._last = kernel.Last(
            self._ends,
            array("Q", [cards for cards, _ in finishes]),
            array("q", [orders for _, orders in finishes]),
        )
        self._deepest = drawer.deepest

    def sums(
        self, more: int, products: Counter[Product], weigh: Weigh, workers: Workers
    ) -> list[Fraction]:
        """Return the sum of products, as coefficients, beside so many pair cards more."""
        hands = max(map(len, products))
        levels = [array("Q", [more << RANK_BITS * self._pair])]
        for _ in range(hands - 1):
            levels.append(array("Q", sorted(self._ends.grown(levels[-1]))))
        tables: Tables = {}
        total: list[Fraction] = []
        for product, times in products.items():
            table = self._table(product, 0, levels, tables, weigh, workers)
            scale = falling(self._cards - more, table.depth)
            total = total or [Fraction(0)] * table.powers
            for power, number in enumerate(_numbers(table)):
                total[power] += Fraction(times * number, scale)
        return total

    def _table(
        self,
        product: Product,
        level: int,
        levels: list[array[int]],
        tables: Tables,
        weigh: Weigh,
        workers: Workers,
    ) -> Table:
        """Return what follows so many hands where these are still to be dealt."""
        if (product, level) not in tables:
            hand, *others = product
            after = None
            if others:
                after = self._table(tuple(others), level + 1, levels, tables, weigh, workers)
            effects = self._effects(hand, weigh)
            tables[product, level] = self._before(levels[level], after, effects, workers)
        return tables[product, level]

    def _effects(self, hand: Hand, weigh: Weigh) -> list[Powers]:
        """Return what a hand of each kind adds."""
        any_, paired = hand
        found = []
        for change, is_open, has_pair in self._kinds:
            times = (0 if is_open and has_pair else any_) + (paired if has_pair else 0)
            found.append(weigh(Counter({net: times * one for net, one in change})))
        return found

    def _before(
        self, unions: array[int], after: Table | None, effects: list[Powers], workers: Workers
    ) -> Table:
        """Return what follows some unions; after: a hand more, None where that is the last."""
        more = len(effects[0])
        powers = after.powers + more - 1 if after else more
        depth = (after.depth if after else self._deepest) + self._ends.longest_hand
        bits = falling(self._cards, depth).bit_length() + SPARE_BITS
        words = max(after.words if after else FEWEST_WORDS, -(-bits // WORD_BITS))
        kinds = array("i", [one for effect in effects for one in effect])

        def values(part: array[int]) -> array[int]:
            if after is None:
                return self._last.before(part, depth, kinds, more, words)
            known = after.unions, after.values, after.powers, after.words, after.depth
            return self._ends.before(part, *known, kinds, more, words)

        found = array("Q")
        parts = [unions[at : at + PART] for at in range(0, len(unions), PART)]
        for part in in_order(values, parts, workers):
            found += part
        return Table(kernel.Unions(unions), found, powers, words, depth)


def union_of(cards: Iterable[int]) -> int:
    """Return the union of some cards, each named by its rank."""
    return sum(1 << RANK_BITS * rank for rank in cards)


def _change(ending: Ending, column: int) -> Change:
    """Return what a hand that ends so adds to the number of each net, where the dealer ends in a
    column.
    """
    if ending.column == OPEN:
        return ((-1, 1),)
    if ending.column == DOUBLED:
        return (-MOST, 1), (-1, -1)
    if ending.column < column:
        return ()
    return (ending.units if ending.column > column else 0, 1), (-ending.units, -1)


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
