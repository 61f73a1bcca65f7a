"""The hands that a player may reach: multisets of cards that have not busted, each one card from
the next.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from itertools import chain
from operator import ne

from combin.families.blackjack.drawer import CHARLIE_COLUMN, Cards, column_of
from combin.families.blackjack.house import ACE, LIMIT, RANKS, SOFT, VALUES, Shoe

NONE = -1  # no such hand: it has bust, or there is no such card


class Lattice:
    """All hands of a shoe, the smallest first; a hand is a number, and 0 has no card.

    cards: of each hand, how many of each rank.
    size: of each hand, its number of cards.
    hard: of each hand, its total with every ace counted 1.
    total: of each hand, what it counts.
    row: of each hand, its row of a chart: whether an ace counts 11, and its total.
    column: of each hand, the column of the dealer's that it ties where it stands.
    after: of each hand and each rank, the hand with one card more.
    packed, packed_after: `cards` and `after` in one row, for kernels.
    """

    def __init__(self, shoe: Shoe, most: int | None) -> None:
        """most: so many cards win; None: no number does."""
        self.cards: list[Cards] = [(0,) * len(RANKS)]
        self.size, self.hard, self.total = [0], [0], [0]
        self.after: list[list[int]] = []
        number = {self.cards[0]: 0}
        for cards in self.cards:  # grows as it is gone through
            here = len(self.after)
            row = [NONE] * len(RANKS)
            self.after.append(row)
            if self.size[here] == most:
                continue
            for rank, value in enumerate(VALUES):
                hard = self.hard[here] + value
                if hard > LIMIT or cards[rank] == shoe[rank]:
                    continue
                after = (*cards[:rank], cards[rank] + 1, *cards[rank + 1 :])
                if after not in number:
                    number[after] = len(self.cards)
                    self.cards.append(after)
                    self.size.append(self.size[here] + 1)
                    self.hard.append(hard)
                    self.total.append(hard + SOFT if after[ACE] and hard + SOFT <= LIMIT else hard)
                row[rank] = number[after]
        self.row: list[tuple[bool, int]] = [*zip(map(ne, self.total, self.hard), self.total)]
        self.packed = bytes(chain.from_iterable(self.cards))
        self.packed_after = array("i", chain.from_iterable(self.after))
        self.column = bytes(
            CHARLIE_COLUMN if size == most else column_of(total)
            for size, total in zip(self.size, self.total)
        )
        self.first_two = [hand for hand, size in enumerate(self.size) if size == 2]

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def longest(self) -> int:
        return self.size[-1]

    def of(self, *ranks: int) -> int:
        """Return the hand of some cards, NONE where they bust or there are not so many."""
        hand = 0
        for rank in ranks:
            hand = self.after[hand][rank] if hand != NONE else NONE
        return hand


@lru_cache(maxsize=2)
def lattice_of(shoe: Shoe, most: int | None) -> Lattice:
    """Return the hands of a shoe."""
    return Lattice(shoe, most)
