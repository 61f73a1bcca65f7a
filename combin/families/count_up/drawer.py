"""A hand drawn by a fixed rule: the multisets with which it finishes, as a trie, and their law in
any shoe.
"""

from __future__ import annotations

from array import array
from bisect import bisect
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import chain

from combin.errors import CombinError
from combin.families.count_up.house import ACE, LIMIT, NATURAL, RANKS, SOFT, VALUES, Shoe
from combin.kernels import drawer as kernel

STANDS = 17
BUST, LESS = 0, 1  # columns: a bust hand, a total with which the dealer draws on,
CHARLIE_COLUMN = LIMIT - STANDS + 3  # each total from 17 to 21, so many cards that they win,
NATURAL_COLUMN = CHARLIE_COLUMN + 1  # a natural; each beats those before
COLUMNS = NATURAL_COLUMN + 1
NO_END = 255

Cards = tuple[int, ...]  # how many of each rank
Path = tuple[int, ...]  # ranks in ascending order
Law = tuple[int, ...]  # how often each column is finished in


def column_of(total: int) -> int:
    """Return the column of a total that stands."""
    return max(LESS, total - STANDS + 2)


class Drawer:
    """The dealer with one card up.

    deepest: the most cards that he draws to it.
    """

    def __init__(self, up: int, hits_soft_17: bool) -> None:
        self.up, self._hits = up, hits_soft_17
        self.deepest = max(map(len, self.finishes))
        self._kernel = kernel.Finishes(*_trie(self.finishes), self.deepest, COLUMNS, len(RANKS))

    def laws(self, shoes: Sequence[Shoe]) -> list[Law]:
        """Return for each shoe how often each column is finished in, of `falling(cards, deepest)`.

        Raises CombinError where the cards do not suffice.
        """
        numbers = _numbers(self._kernel.laws(array("i", chain.from_iterable(shoes))))
        return list(zip(*[iter(numbers)] * COLUMNS))

    def scores(self, left: array[int], columns: bytes | bytearray) -> list[int]:
        """Return what hands score that stand in these columns: twice how often they win and how
        often they tie, of `falling(cards, deepest)`.

        left: how many cards of each rank, shoe after shoe.
        Raises CombinError where the cards do not suffice.
        """
        return _numbers(self._kernel.scores(left, columns))

    @cached_property
    def finishes(self) -> dict[Path, tuple[int, int]]:
        """The cards drawn with which he finishes -> the column, and in how many orders."""
        ended: dict[Path, tuple[int, int]] = {}
        drawing: dict[Path, int] = {(): 1}
        while drawing:
            further: dict[Path, int] = {}
            for cards, orders in drawing.items():
                for rank in range(len(RANKS)):
                    place = bisect(cards, rank)
                    after = (*cards[:place], rank, *cards[place:])
                    if after in further:
                        further[after] += orders
                    elif after in ended:
                        end, before = ended[after]
                        ended[after] = end, before + orders
                    elif (column := self._column_of(after)) is None:
                        further[after] = orders
                    else:
                        ended[after] = column, orders
            drawing = further
        return ended

    def _column_of(self, cards: Path) -> int | None:
        """Return where the dealer ends with these cards drawn, or None where he draws on."""
        total = VALUES[self.up] + sum(map(VALUES.__getitem__, cards))
        soft = ACE in (self.up, cards[0]) and total + SOFT <= LIMIT
        total += SOFT if soft else 0
        if len(cards) == 1 and tuple(sorted((self.up, *cards))) == NATURAL:
            return NATURAL_COLUMN
        if total > LIMIT:
            return BUST
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


def _numbers(words: array[int] | None) -> list[int]:
    """Return numbers of two words each, the lower first."""
    if words is None:
        raise CombinError("the shoe runs out: some hands leave the dealer too few cards")
    return [low | high << 64 for low, high in zip(words[::2], words[1::2])]


@lru_cache(maxsize=20)
def drawer_of(up: int, hits_soft_17: bool) -> Drawer:
    """Return the dealer with one card up."""
    return Drawer(up, hits_soft_17)
