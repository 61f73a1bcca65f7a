"""A hand drawn by a fixed rule: the multisets with which it finishes, as a trie, and their law in
any shoe.
"""

from __future__ import annotations

from array import array
from bisect import bisect
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from combin.errors import CombinError
from combin.families.count_up.house import ACE, LIMIT, NATURAL, RANKS, SEEN, SOFT, VALUES, Shoe
from combin.kernels import drawer as kernel

STANDS = 17
BUST, LESS = 0, 1  # columns: a bust hand, a total with which the dealer draws on,
PUSHED = LESS  # which he never ends with: a total over 21 that ties with all hands
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


@lru_cache(maxsize=16)
def scores_of(ties: str, won: int = 1, lost: int = 1) -> bytes:
    """Return what a hand of each column scores against each of the dealer's, a row for each of its
    own: what comes back where it wins `won` units, or loses `lost`.

    ties: what a total like the dealer's does, `push` or `lose`.
    """
    tied = {"push": lost, "lose": 0}[ties]
    rows = bytearray()
    for own in range(COLUMNS):
        row = [won + lost if column < own else 0 for column in range(COLUMNS)]
        row[own], row[PUSHED], row[BUST] = tied, lost, won + lost
        if own == CHARLIE_COLUMN:
            row[PUSHED] = won + lost
        row[NATURAL_COLUMN] = 0
        rows += bytes(row)
    return bytes(rows)


class Drawer:
    """The dealer with the cards that are seen.

    seen: their ranks.
    deepest: the most cards that he draws to them.
    """

    def __init__(self, up: int, hits_soft_17: bool, pushes: int | None = None) -> None:
        """up: the number of what is seen. pushes: the total over 21 that ties with all hands."""
        self.seen, self._hits, self._pushes = SEEN[up], hits_soft_17, pushes
        finishes = self.finishes()
        self.deepest = max(map(len, finishes))
        self._stands: int | None = None  # the column, where he draws nothing
        if self.deepest:
            self._kernel = kernel.Finishes(*_trie(finishes), self.deepest, COLUMNS, len(RANKS))
        else:
            ((self._stands, _),) = finishes.values()

    def laws(self, shoes: Sequence[Shoe]) -> list[Law]:
        """Return for each shoe how often each column is finished in, of `falling(cards, deepest)`.

        Raises CombinError where the cards do not suffice.
        """
        if self._stands is not None:
            return [tuple(int(column == self._stands) for column in range(COLUMNS))] * len(shoes)
        numbers = _numbers(self._kernel.laws(array("i", chain.from_iterable(shoes))))
        return list(zip(*[iter(numbers)] * COLUMNS))

    def scores(self, left: array[int], columns: bytes | bytearray, scored: bytes) -> list[int]:
        """Return what hands score that stand in these columns, of `falling(cards, deepest)`.

        left: how many cards of each rank, shoe after shoe. scored: as `scores_of` returns it.
        Raises CombinError where the cards do not suffice.
        """
        if self._stands is not None:
            return [scored[own * COLUMNS + self._stands] for own in columns]
        return _numbers(self._kernel.scores(left, columns, scored))

    def finishes(self) -> dict[Path, tuple[int, int]]:
        """Return the cards drawn with which he finishes -> the column, and in how many orders."""
        if (stands := self._column_of(())) is not None:
            return {(): (stands, 1)}
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
        total = sum(map(VALUES.__getitem__, (*self.seen, *cards)))
        soft = (ACE in self.seen or ACE in cards[:1]) and total + SOFT <= LIMIT
        total += SOFT if soft else 0
        if len(self.seen) + len(cards) == 2 and tuple(sorted((*self.seen, *cards))) == NATURAL:
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


def _numbers(words: array[int] | None) -> list[int]:
    """Return numbers of two words each, the lower first."""
    if words is None:
        raise CombinError("the shoe runs out: some hands leave the dealer too few cards")
    return [low | high << 64 for low, high in zip(words[::2], words[1::2])]


@lru_cache(maxsize=len(SEEN) * 2)
def drawer_of(up: int, hits_soft_17: bool, pushes: int | None = None) -> Drawer:
    """Return the dealer with the cards that are seen."""
    return Drawer(up, hits_soft_17, pushes)
