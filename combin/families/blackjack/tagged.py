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
from combin.families.blackjack.drawer import BUST, NATURAL_COLUMN
from combin.families.blackjack.house import Shoe, mean_of, without
from combin.families.blackjack.lattice import NONE
from combin.families.blackjack.player import Values
from combin.families.blackjack.split_ends import always
from combin.families.blackjack.tables import ENDS, NO_BONUS, Act, HandEnding
from combin.recent import found_once

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
        self._unit = 2 * values.tables.unit  # half of what a hand wins is whole, too
        self._places = [values.places(stage) for stage in range(values.tables.played)]
        self._dealt: list[Dealt] = []  # the cards of each tag with which the dealer ends
        self._steps = list(self._compiled())

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
        found = [self._marks[rank] for rank in ranks]
        return tuple(map(found.count, range(self._tags)))

    def wins(self, hand: int, action: str) -> Units:
        """Return what an action wins with two cards that are then played as is best."""
        tables = self._values.tables
        acts = {act.name: act for act in tables.of(hand, tables.dealt)}
        return self._acted(hand, acts[action])

    @found_once
    def _acted(self, hand: int, act: Act) -> Units:
        """Return what a hand wins by what is done with it, found once."""
        return (self._settled if act.into == ENDS else self._drawn)(hand, act)

    def _settled(self, hand: int, act: Act) -> Units:
        """Return what a hand wins that ends."""
        values, tables, found = self._values, self._values.tables, [0] * len(self._dealt)
        left, end = values.lefts[hand], tables.ends[act.end]
        nets = [int(self._unit * mean_of(net)) for net in end.nets]
        if tables.house.turns.natural.takes_one:
            nets[NATURAL_COLUMN] = 0
        if len({*nets[:NATURAL_COLUMN]}) == 1:
            return self._fixed(left, end)
        orders = [1] * (values.drawer.deepest + 1)
        for depth, rank, used, column, place, ends in self._steps:
            # 0 once a rank is used up, and so for all that has more of it
            here = orders[depth + 1] = orders[depth] * (left[rank] - used)
            if ends:
                found[place] += nets[column] * ends * here
        return Counter({dealt: units for dealt, units in zip(self._dealt, found) if units})

    def _fixed(self, left: Shoe, end: HandEnding) -> Units:
        """Return what is won whatever total the dealer has; left: the cards beside the hand."""
        values, nets = self._values, [int(self._unit * mean_of(net)) for net in end.nets]
        found = Counter({self.marked(()): nets[BUST]})
        if values.other is not None:
            against = nets[NATURAL_COLUMN]
            if (
                values.tables.house.turns.natural.takes_one
            ):  # one unit goes with it whatever is done
                against = against + self._unit if end.counts else 0
            found[self.marked([values.other])] += (against - nets[BUST]) * left[values.other]
        return found

    def _drawn(self, hand: int, act: Act) -> Units:
        """Return what a hand wins that gets a card, and plays on as is best with the whole shoe."""
        values, tables, found = self._values, self._values.tables, Counter[Dealt]()
        places, lost = self._places[act.into], tables.stages[act.into].lost
        bust = HandEnding(lost, always(-lost), NO_BONUS, not tables.house.turns.natural.takes_one)
        for rank, after in enumerate(values.hands.after[hand]):
            if not (orders := values.lefts[hand][rank]):
                continue
            if after == NONE:
                units = self._fixed(without(values.lefts[hand], rank), bust)
            else:
                units = self._acted(after, tables.of(after, act.into)[places[after]])
            mark = self._marks[rank]
            for dealt, won in units.items():
                taken = (*dealt[:mark], dealt[mark] + 1, *dealt[mark + 1 :])
                found[taken] += orders * won
        return found
