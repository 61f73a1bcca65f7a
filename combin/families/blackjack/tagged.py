"""The values of actions by the tags of the cards that have left the shoe.

With m cards gone, those and the cards of the hand may change places. So what an action wins with a
running count is a sum over the cards that it takes by their tags (`indices.py`), each in so many
orders. Hands are played on as is best with the whole shoe.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile

from combin.counting.running_count import Dealt
from combin.families.blackjack.drawer import BUST, COLUMNS, NATURAL_COLUMN, scores_of
from combin.families.blackjack.house import Shoe, without
from combin.families.blackjack.lattice import NONE
from combin.families.blackjack.player import (
    DOUBLE,
    HIT,
    RESCUE,
    STAND,
    SURRENDER,
    Values,
    columns_of,
)

# Cards of each tag that are taken -> orders x what is won, in parts of a unit: halves of blackjack.
Units = Counter[Dealt]

# One card more on the way to an end of the dealer's: how many before it, its rank, how many of the
# rank before it; where this is an end, its column, the place of its tags and in how many orders.
Step = tuple[int, int, int, int, int, int]


class TaggedActions:
    """What actions win against one up card, by the cards that they take from then on; a dealer's
    natural that takes one unit whatever is done is left out. Hands that are paid by their suits win
    their mean.
    """

    def __init__(self, values: Values, marks: Sequence[int], tags: int) -> None:
        """values: of the whole shoe. marks: of each rank, the place of its tag. tags: how many."""
        self._values, self._marks, self._tags = values, marks, tags
        self._unit = 2 * values.house.unit  # half of what a hand wins is whole, too
        self._dealt: list[Dealt] = []  # the cards of each tag with which the dealer ends
        self._steps = list(self._compiled())
        self._known: dict[tuple[str, int], Units] = {}

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

    def _once(self, action: str, hand: int, found: Callable[[int], Units]) -> Units:
        """Return what an action wins with a hand, found once."""
        key = action, hand
        if key not in self._known:
            self._known[key] = found(hand)
        return self._known[key]

    def stands(self, hand: int) -> Units:
        """Return what a hand wins that stands."""
        return self._once(STAND, hand, self._settled)

    def hits(self, hand: int) -> Units:
        """Return what a hand wins that draws, and plays on as is best with the whole shoe."""
        return self._once(HIT, hand, lambda hand: self._drawn(hand, self._played, 1))

    def doubles(self, hand: int) -> Units:
        """Return what a hand wins that is doubled, and then played as is best."""
        return self._once(DOUBLE, hand, self._doubled_first)

    def _doubled_first(self, hand: int) -> Units:
        lost = self._values.doubled_lost(hand)
        return self._drawn(hand, lambda after: self._doubled(after, 1, lost), lost)

    def _played(self, hand: int) -> Units:
        """Return what a hand wins that is played on."""
        action = self._values.done(hand)
        if action == HIT:
            return self.hits(hand)
        if action == DOUBLE:
            return self.doubles(hand)
        return self.surrenders(hand) if action == SURRENDER else self.stands(hand)

    def _doubled(self, hand: int, times: int, lost: int) -> Units:
        """Return what a hand wins that has been doubled; lost: how many units it loses."""
        action, stake = self._values.doubled.action(hand, times), self._values.house.staked(times)
        if action == DOUBLE:
            lost *= self._values.house.doubled_by
            return self._drawn(hand, lambda after: self._doubled(after, times + 1, lost), lost)
        if action == RESCUE:
            return self._fixed(self._values.lefts[hand], -stake * self._unit // 2)
        columns = columns_of(self._values.hands, self._values.house, doubled=True)
        return self._against_dealer(hand, columns[hand], stake, lost)

    def _settled(self, hand: int) -> Units:
        values = self._values
        if (bonus := values.paid.get(hand)) is not None:
            return self._fixed(values.lefts[hand], int(bonus.mean * self._unit))
        return self._against_dealer(hand, values.columns[hand], 1, 1)

    def _against_dealer(self, hand: int, own: int, won: int, lost: int) -> Units:
        """Return what a hand wins that stands; own: the column that it ties. won, lost: units."""
        values, found = self._values, [0] * len(self._dealt)
        left, scored = values.lefts[hand], scores_of(values.house.tying, won, lost)
        nets = [self._unit * (scored[own * COLUMNS + end] - lost) for end in range(COLUMNS)]
        if values.house.looks:
            nets[NATURAL_COLUMN] = 0
        orders = [1] * (values.drawer.deepest + 1)
        for depth, rank, used, column, place, ends in self._steps:
            # 0 once a rank is used up, and so for all that has more of it
            here = orders[depth + 1] = orders[depth] * (left[rank] - used)
            if ends:
                found[place] += nets[column] * ends * here
        return Counter({dealt: units for dealt, units in zip(self._dealt, found) if units})

    def _fixed(self, left: Shoe, units: int) -> Units:
        """Return what is won whatever the dealer has; left: the cards beside the hand."""
        values, found = self._values, Counter({self.marked(()): units})
        if values.house.looks and values.other is not None:
            found[self.marked([values.other])] -= units * left[values.other]
        return found

    def surrenders(self, hand: int) -> Units:
        """Return what a hand wins that is given up for half the bet."""
        values, half = self._values, self._unit // 2
        found = Counter({self.marked(()): -half})
        if (other := values.other) is not None:
            early = values.house.surrender == "early"
            won = (2 if early else 1) if values.house.looks else (0 if early else -1)
            found[self.marked([other])] += won * half * values.lefts[hand][other]
        return found

    def _drawn(self, hand: int, then: Callable[[int], Units], lost: int) -> Units:
        """Return what a hand wins that gets a card; lost: how many units, if it busts."""
        values, found = self._values, Counter[Dealt]()
        for rank, after in enumerate(values.hands.after[hand]):
            if not (orders := values.lefts[hand][rank]):
                continue
            if after == NONE:
                units = self._fixed(without(values.lefts[hand], rank), -lost * self._unit)
            else:
                units = then(after)
            mark = self._marks[rank]
            for dealt, won in units.items():
                taken = (*dealt[:mark], dealt[mark] + 1, *dealt[mark + 1 :])
                found[taken] += orders * won
        return found
