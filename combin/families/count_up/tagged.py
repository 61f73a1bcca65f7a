"""The values of actions by the tags of the cards that have left the shoe.

With m cards gone, those and the cards of the hand may change places. So what an action wins with a
running count is a sum over the cards that it takes by their tags (`indices.py`), each in so many
orders. Hands are played on as is best with the whole shoe.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from combin.counting.running_count import Dealt
from combin.families.count_up.drawer import BUST, COLUMNS, NATURAL_COLUMN
from combin.families.count_up.house import Shoe, without
from combin.families.count_up.lattice import NONE
from combin.families.count_up.player import Values

Units = Counter[Dealt]  # cards of each tag that are taken -> orders x twice the units won

# One card more on the way to an end of the dealer's: how many before it, its rank, how many of the
# rank before it; where this is an end, its column, the place of its tags and in how many orders.
Step = tuple[int, int, int, int, int, int]


class TaggedActions:
    """What actions win against one up card, by the cards that they take from then on; a dealer's
    natural that takes one unit whatever is done is left out.
    """

    def __init__(self, values: Values, marks: Sequence[int], tags: int) -> None:
        """values: of the whole shoe. marks: of each rank, the place of its tag. tags: how many."""
        self._values, self._marks, self._tags = values, marks, tags
        self._dealt: list[Dealt] = []  # the cards of each tag with which the dealer ends
        self._steps = list(self._compiled())
        self._stood: dict[int, Units] = {}
        self._hit: dict[int, Units] = {}

    def _compiled(self) -> Iterator[Step]:
        """Yield the trie of the dealer's ends, in preorder."""
        finishes = self._values.drawer.finishes
        above: tuple[int, ...] = ()
        places: dict[Dealt, int] = {}
        for path in sorted(finishes):
            common = sum(1 for _ in takewhile(lambda both: both[0] == both[1], zip(path, above)))
            for depth in range(common, len(path)):
                rank = path[depth]
                used = path[:depth].count(rank)
                is_end = depth == len(path) - 1
                column, orders = finishes[path] if is_end else (BUST, 0)
                place = places.setdefault(self.marked(path), len(places)) if is_end else 0
                yield depth, rank, used, column, place, orders
            above = path
        self._dealt = list(places)

    def marked(self, ranks: Iterable[int]) -> Dealt:
        """Return the cards of each tag among some ranks."""
        found = [0] * self._tags
        for rank in ranks:
            found[self._marks[rank]] += 1
        return tuple(found)

    def stands(self, hand: int) -> Units:
        """Return what a hand wins that stands."""
        if hand not in self._stood:
            self._stood[hand] = self._settled(hand)
        return self._stood[hand]

    def _settled(self, hand: int) -> Units:
        values, won = self._values, [0] * len(self._dealt)
        left, own = values.lefts[hand], values.hands.column[hand]
        sign = [2 if column < own else -2 if column > own else 0 for column in range(COLUMNS)]
        if values.house.looks:
            sign[NATURAL_COLUMN] = 0
        orders = [1] * (values.drawer.deepest + 1)
        for depth, rank, used, column, place, ends in self._steps:
            # 0 once a rank is used up, and so for all that has more of it
            here = orders[depth + 1] = orders[depth] * (left[rank] - used)
            if ends:
                won[place] += sign[column] * ends * here
        return Counter({dealt: units for dealt, units in zip(self._dealt, won) if units})

    def hits(self, hand: int) -> Units:
        """Return what a hand wins that draws, and plays on as is best with the whole shoe."""
        if hand not in self._hit:
            self._hit[hand] = self._drawn(hand, 1)
        return self._hit[hand]

    def doubles(self, hand: int) -> Units:
        return self._drawn(hand, 2)

    def surrenders(self, hand: int) -> Units:
        """Return what two cards win that are given up for half the bet."""
        values, found = self._values, Counter({self.marked(()): -1})
        if (other := values.other) is not None:
            early = values.house.surrender == "early"
            won = (2 if early else 1) if values.house.looks else (0 if early else -1)
            found[self.marked([other])] += won * values.lefts[hand][other]
        return found

    def _drawn(self, hand: int, stake: int) -> Units:
        """Return what a hand wins that gets a card, and no more if the stake is doubled."""
        values, found = self._values, Counter[Dealt]()
        for rank, after in enumerate(values.hands.after[hand]):
            if not (orders := values.lefts[hand][rank]):
                continue
            if after == NONE:
                then = self._lost(without(values.lefts[hand], rank))
            elif stake > 1:
                then = self.stands(after)
            else:
                then = self.hits(after) if values.hits[after] else self.stands(after)
            mark = self._marks[rank]
            for dealt, units in then.items():
                taken = (*dealt[:mark], dealt[mark] + 1, *dealt[mark + 1 :])
                found[taken] += stake * orders * units
        return found

    def _lost(self, left: Shoe) -> Units:
        """Return what a hand wins that has bust; left: the cards beside it."""
        values, found = self._values, Counter({self.marked(()): -2})
        if values.house.looks and values.other is not None:
            found[self.marked([values.other])] += 2 * left[values.other]
        return found
