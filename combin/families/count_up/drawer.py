"""A hand drawn by a fixed rule: the multisets with which it finishes, as a trie, and their law in
any shoe.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache

from combin.errors import CombinError
from combin.families.count_up.house import ACE, LIMIT, NATURAL, RANKS, SOFT, VALUES, Shoe, falling
from combin.kernels import drawer

STANDS = 17
BUST, NATURAL_COLUMN = 0, LIMIT - STANDS + 2
COLUMNS = NATURAL_COLUMN + 1  # bust, each total from 17 to 21, a natural
NO_END = 255

Cards = tuple[int, ...]  # how many of each rank


def column_of(total: int) -> int:
    """Return where a total stands among those that the dealer may finish with."""
    return total - STANDS + 1


class Drawer:
    """The dealer with one card up.

    deepest: the most cards that he draws to it.
    """

    def __init__(self, up: int, hits_soft_17: bool) -> None:
        self.up, self._hits = up, hits_soft_17
        finishes = self._finishes()
        self.deepest = max(sum(cards) for cards in finishes)
        self._depth, self._rank, self._used = bytearray(), bytearray(), bytearray()
        self._column, self._weight = bytearray(), array("q")
        self._lay(finishes)

    def laws(self, shoes: Sequence[Shoe]) -> list[tuple[int, ...]]:
        """Return for each shoe how often each column is finished in, of `falling(cards, deepest)`.

        Raises CombinError where the cards do not suffice.
        """
        found = array("Q", bytes(16 * COLUMNS * len(shoes)))
        left = array("i", [count for shoe in shoes for count in shoe])
        drawer.laws(
            self._depth,
            self._rank,
            self._used,
            self._column,
            self._weight,
            self.deepest,
            COLUMNS,
            len(RANKS),
            left,
            found,
        )
        words = [low | high << 64 for low, high in zip(found[::2], found[1::2])]
        laws = list(zip(*[iter(words)] * COLUMNS))
        for shoe, law in zip(shoes, laws):
            if sum(law) != falling(sum(shoe), self.deepest):
                raise CombinError(
                    "the shoe runs out: there are hands that leave the dealer too few cards"
                )
        return laws

    def _finishes(self) -> dict[Cards, tuple[int, int]]:
        """Return the cards drawn with which he finishes -> the column, and in how many orders."""
        ended: dict[Cards, tuple[int, int]] = {}
        drawing = {(0,) * len(RANKS): 1}
        while drawing:
            further: dict[Cards, int] = {}
            for cards, orders in drawing.items():
                for rank in range(len(RANKS)):
                    after = (*cards[:rank], cards[rank] + 1, *cards[rank + 1 :])
                    column = self._column_of(after)
                    if column is None:
                        further[after] = further.get(after, 0) + orders
                    else:
                        ended[after] = column, ended.get(after, (0, 0))[1] + orders
            drawing = further
        return ended

    def _column_of(self, cards: Cards) -> int | None:
        """Return where the dealer ends with these cards drawn, or None where he draws on."""
        total = VALUES[self.up] + sum(map(int.__mul__, cards, VALUES))
        soft = (cards[ACE] or self.up == ACE) and total + SOFT <= LIMIT
        total += SOFT if soft else 0
        if sum(cards) == 1 and tuple(sorted((self.up, cards.index(1)))) == NATURAL:
            return NATURAL_COLUMN
        if total > LIMIT:
            return BUST
        if total < STANDS or (total == STANDS and soft and self._hits):
            return None
        return column_of(total)

    def _lay(self, finishes: dict[Cards, tuple[int, int]]) -> None:
        """Write the finishes as a trie in preorder; cards are added rank by rank."""
        ends = {
            tuple(rank for rank, count in enumerate(cards) for _ in range(count)): end
            for cards, end in finishes.items()
        }
        above: tuple[int, ...] = ()
        for path in sorted(ends):
            common = next(
                (place for place, (one, other) in enumerate(zip(path, above)) if one != other),
                min(len(path), len(above)),
            )
            for depth in range(common, len(path)):
                self._depth.append(depth + 1)
                self._rank.append(path[depth])
                self._used.append(path[:depth].count(path[depth]))
                self._column.append(NO_END)
                self._weight.append(0)
            self._column[-1], self._weight[-1] = ends[path]
            above = path


@lru_cache(maxsize=20)
def drawer_of(up: int, hits_soft_17: bool) -> Drawer:
    """Return the dealer with one card up."""
    return Drawer(up, hits_soft_17)
