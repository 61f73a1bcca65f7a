"""The dealer's fixed drawing rule: the multisets with which a hand ends, as a trie, and their
distribution in any shoe.
"""

from __future__ import annotations

from array import array
from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from math import perm, prod

from combin.errors import CombinError
from combin.families.blackjack.house import (
    ACE,
    LIMIT,
    NATURAL,
    RANKS,
    SOFT,
    TEN,
    TOLD,
    VALUES,
    Shoe,
    seen_of,
    told_of,
    without,
)
from combin.kernels import drawer as kernel
from combin.records import dataclass

STANDS = 17
BUST, LESS = 0, 1  # columns: a bust hand, a total with which the dealer draws on,
PUSHED = LESS  # which he never ends with: a total over 21 that ties with all hands
CHARLIE_COLUMN = LIMIT - STANDS + 3  # each total from 17 to 21, so many cards that they win,
NATURAL_COLUMN = CHARLIE_COLUMN + 1  # a natural; each beats those before
COLUMNS = NATURAL_COLUMN + 1
NO_END = 255
OTHER = {ACE: TEN, TEN: ACE}  # a card -> the one that makes it a natural

Cards = tuple[int, ...]  # how many of each rank
Path = tuple[int, ...]  # ranks in ascending order
Law = tuple[int, ...]  # how often each column is finished in


def column_of(total: int) -> int:
    """Return the column of a total that stands."""
    return max(LESS, total - STANDS + 2)


@dataclass(frozen=True)
class StandingHands:
    """Hands that stand.

    packed: the cards of each, hand after hand. ends: how each ends. paths: by how many each is come
        to, one card being as good as another of its rank.
    """

    packed: bytes
    ends: bytes
    paths: array[int]

    @property
    def cards(self) -> Iterator[Cards]:
        """The cards of each."""
        return zip(*[iter(self.packed)] * len(RANKS))


def orders_of(left: Sequence[int], cards: Cards) -> int:
    """Return in how many ways cards of these ranks are chosen, one after the other."""
    return prod(map(perm, left, cards))


class Drawer:
    """The dealer with some cards of his known, one as a rule.

    up: the number of what is seen. seen: its ranks. other: the rank that makes a natural of one
    card, if it is not known. told: the ranks of which his next card is known to be one; none: any.
    deepest: the most cards that he draws to what is known.
    """

    def __init__(self, up: int, hits_soft_17: bool, *more: int, pushes: int | None = None) -> None:
        """more: his further cards that are known, in any order. pushes: the total over 21 that ties
        with all hands.
        """
        self.up, self.seen, self._hits, self._pushes = up, seen_of(up), hits_soft_17, pushes
        self.told = told_of(up)
        self._known = (*self.seen, *more)
        other = None if more else OTHER.get(up % TOLD)
        self.other = other if other in (self.told or (other,)) else None
        self.deepest = max(map(len, self.finishes))
        self._ended: int | None = None
        if self.deepest:
            self._nodes = _trie(self.finishes)
            self._kernel = kernel.Finishes(*self._nodes, self.deepest, COLUMNS, len(RANKS))
        else:
            self._ended, _ = self.finishes[()]

    def laws(self, shoes: Sequence[Shoe]) -> list[Law]:
        """Return for each shoe how often each column is finished in, of `falling(cards, deepest)`.

        Raises CombinError where the cards do not suffice.
        """
        words = self.words(array("i", chain.from_iterable(shoes)))
        numbers = [low | high << 64 for low, high in zip(words[::2], words[1::2])]
        return list(zip(*[iter(numbers)] * COLUMNS))

    def words(self, left: array[int]) -> array[int]:
        """Return the laws of shoes in two words a number, the lower first.

        left: how many cards of each rank, shoe after shoe.
        Raises CombinError where the cards do not suffice.
        """
        if self._ended is not None:
            law = [word for column in range(COLUMNS) for word in (int(column == self._ended), 0)]
            return array("Q", law * (len(left) // len(RANKS)))
        words = self._kernel.laws(left)
        if words is None:
            raise CombinError("the shoe runs out: some hands leave the dealer too few cards")
        return words

    def open_scores(
        self, left: Shoe, rank: int, hands: StandingHands, scored: bytes
    ) -> dict[tuple[int, int], int]:
        """Return what hands score together: how many cards of one rank they and the dealer have,
        and how many cards in all -> in how many orders of the other ranks, each times its score.

        left: how many cards of the other ranks there are. scored: of each end a row, what comes
            back by the column of the dealer's.
        """
        if self._ended is not None:
            found: Counter[tuple[int, int]] = Counter()
            for cards, own, paths in zip(hands.cards, hands.ends, hands.paths):
                if paths:
                    orders = paths * orders_of(left, without(cards, *[rank] * cards[rank]))
                    found[cards[rank], sum(cards)] += orders * scored[own * COLUMNS + self._ended]
            return found
        return self._kernel.open_scores(
            array("i", left), rank, hands.packed, hands.paths, hands.ends, scored
        )

    @cached_property
    def finishes(self) -> dict[Path, tuple[int, int]]:
        """The cards drawn with which he finishes -> the column, and in how many orders; a card that
        he is told not to have stands in the column of a natural, which is not counted either.
        """
        if len(self._known) > 1 and (column := self._column_of(())) is not None:
            return {(): (column, 1)}
        ended: dict[Path, tuple[int, int]] = {}
        for drawn, rank, column, orders in self.ends():
            after = tuple(sorted((*drawn, rank)))
            ended[after] = column, ended.get(after, (column, 0))[1] + orders
        return ended

    def ends(self) -> Iterator[tuple[Path, int, int, int]]:
        """Yield how a hand ends that is not ended yet: the cards drawn before the last, that, the
        column, and in how many orders those are drawn.
        """
        drawing: dict[Path, int] = {(): 1}
        while drawing:
            further: dict[Path, int] = {}
            for drawn, orders in drawing.items():
                for rank in range(len(RANKS)):
                    place = bisect(drawn, rank)
                    after = (*drawn[:place], rank, *drawn[place:])
                    untold = self.told and not drawn and rank not in self.told
                    column = NATURAL_COLUMN if untold else self._column_of(after)
                    if column is None:
                        further[after] = further.get(after, 0) + orders
                    else:
                        yield drawn, rank, column, orders
            drawing = further

    def _column_of(self, cards: Path) -> int | None:
        """Return where the dealer ends with these cards drawn, or None where he draws on."""
        total = sum(map(VALUES.__getitem__, (*self._known, *cards)))
        soft = ACE in (*self._known, *cards[:1]) and total + SOFT <= LIMIT
        total += SOFT if soft else 0
        if tuple(sorted((*self._known, *cards))) == NATURAL:
            return NATURAL_COLUMN
        if total > LIMIT:
            return PUSHED if total == self._pushes else BUST
        if total < STANDS or (total == STANDS and soft and self._hits):
            return None
        return column_of(total)


def _trie(
    finishes: dict[Path, tuple[int, int]],
) -> tuple[bytearray, bytearray, bytearray, bytearray, array[int]]:
    """Return the nodes of a trie of finishes in preorder; cards are added rank by rank."""
    depths, ranks, used, columns = bytearray(), bytearray(), bytearray(), bytearray()
    weights = array("q")
    above: Path = ()
    for path in sorted(finishes):
        common = 0
        for one, other in zip(path, above):
            if one != other:
                break
            common += 1
        for depth in range(common, len(path)):
            depths.append(depth + 1)
            ranks.append(path[depth])
            used.append(depth - path.index(path[depth]))
            columns.append(NO_END)
            weights.append(0)
        columns[-1], weights[-1] = finishes[path]
        above = path
    return depths, ranks, used, columns, weights


def drawer_of(up: int, hits_soft_17: bool, *more: int, pushes: int | None = None) -> Drawer:
    """Return the dealer with what is seen; more: of his further cards those that are known."""
    return _drawer(up, hits_soft_17, more, pushes)


@lru_cache(maxsize=240)
def _drawer(up: int, hits_soft_17: bool, more: tuple[int, ...], pushes: int | None) -> Drawer:
    return Drawer(up, hits_soft_17, *more, pushes=pushes)
