"""Groups the hands of a bet with a draw by the names of their holds, so that the loss of any list
is a sum over groups.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import compress, permutations, product

from combin.cards import cards_of, rank_of
from combin.counting import Tally, tallies
from combin.errors import refuse
from combin.families.draw.holds.penalties import ALWAYS, Discards, Given
from combin.families.draw.holds.shapes import NOTHING, SIZE, Shape, shapes_of
from combin.kernels import holds as kernel
from combin.records import dataclass
from combin.rules import Hold
from combin.rules.facts import Path
from combin.solving.induction import Decision
from combin.solving.payoffs import Payoffs

Members = tuple[int, ...]  # the numbers of the shapes of one line
Offer = tuple[int, int, int]  # the height of cards, what is lost by holding them, and their mask
MOST = 1 << 63
MADE = "a hand made"  # the kind of shapes that are paid whatever is drawn to them


@dataclass
class NameGroup:
    """Hands that offer the same names.

    shapes: their numbers, those of the higher cards first.
    losses: what is lost by holding each, all hands together, times the payoffs' scale.
    hands: the numbers of the hands.
    """

    shapes: tuple[int, ...]
    losses: list[int]
    hands: list[int]


@dataclass
class Groups:
    """All hands of a bet with a draw.

    shapes: by their numbers.
    sizes: by the same numbers, how many cards they keep.
    kinds: by the same numbers, shapes of one kind may share a line: those of one name, and those
        that are paid whatever is drawn.
    givens: by the same numbers, what must be so of the cards thrown.
    groups: the hands.
    best: the sum of what the best holds are worth.
    sets: how many hands there are, suits relabelled.
    """

    shapes: list[Shape]
    sizes: list[int]
    kinds: list[str]
    givens: list[Given]
    groups: list[NameGroup]
    best: int
    sets: int

    @cached_property
    def offers(self) -> kernel.Offers:
        """The groups, as the kernel reads them."""
        refuse(
            sum(max(group.losses) for group in self.groups) >= MOST,
            "what a list of holds can lose passes 63 bits",
        )
        starts, names, losses = array("i", [0]), array("i"), array("q")
        for group in self.groups:
            names.extend(group.shapes)
            losses.extend(group.losses)
            starts.append(len(names))
        return kernel.Offers(starts, names, losses)

    def called(self, name: str, given: Given) -> list[int]:
        """Return the shapes of a name under a condition."""
        return [
            number
            for number in range(len(self.shapes))
            if self.shapes[number].name == name and self.givens[number] == given
        ]

    @cached_property
    def clashing(self) -> set[tuple[str, str]]:
        """The names of hands made, of as many cards, of which some hand offers both."""
        made = ([one for one in group.shapes if self.kinds[one] == MADE] for group in self.groups)
        pairs = {pair for shapes in made for pair in permutations(shapes, 2)}
        alike = ((one, other) for one, other in pairs if self.sizes[one] == self.sizes[other])
        names = {(self.shapes[one].name, self.shapes[other].name) for one, other in alike}
        return {(one, other) for one, other in names if one != other}

    def may_join(self, one: Members, other: Members) -> bool:
        """Return True if the shapes of two lines may share one, in which of as many cards the
        highest are held.
        """
        ones, others = ({self.shapes[shape].name for shape in line} for line in (one, other))
        return self.clashing.isdisjoint(product(ones, others))

    def loss(self, lines: Sequence[Members]) -> int:
        """Return what a list loses."""
        return kernel.loss(self.offers, self.places(lines))

    def held(self, lines: Sequence[Members]) -> array[int]:
        """Return for each group which of its shapes a list holds, by its place there."""
        found = array("i", bytes(4 * len(self.groups)))
        kernel.first(self.offers, self.places(lines), found)
        return found

    def met(self, lines: Sequence[Members]) -> set[int]:
        """Return the shapes that a list holds at some hand."""
        return {group.shapes[first] for group, first in zip(self.groups, self.held(lines))}

    def missed(self, lines: Sequence[Members]) -> array[int]:
        """Return how much more is lost without each line."""
        found = array("q", bytes(8 * (len(lines) + 1)))
        kernel.missed(self.offers, self.places(lines), found)
        return found

    def wherever(self, rest: Sequence[Members], line: Members) -> array[int]:
        """Return what is lost, up to a constant, with a line before each line of the others, and
        without it.
        """
        found = array("q", bytes(8 * (len(rest) + 1)))
        own = array("i", bytes(4 * len(self.shapes)))
        for shape in line:
            own[shape] = 1
        kernel.inserted(self.offers, self.places(rest), own, found)
        for place in range(len(rest) - 1, -1, -1):
            found[place] += found[place + 1]
        return found

    def places(self, lines: Sequence[Members]) -> array[int]:
        """Return for each shape the number of its line, the number of lines where it has none."""
        found = array("i", [len(lines)]) * len(self.shapes)
        for place, members in enumerate(lines):
            for shape in members:
                found[shape] = place
        return found


class HandShare:
    """Some of the hands, each with what every hold of it is worth.

    hands: as masks.
    worth: of the best hold of each.
    values: of every hold of each, in the order of their numbers.
    allowed: the numbers of the holds that the rules allow.
    lines: how each hand is paid if nothing is thrown.
    """

    def __init__(self, payoffs: Payoffs, tally: Tally, decision: Decision) -> None:
        """decision: under the best play, every hold's value kept."""
        (level,) = tally.levels
        of_hold = {kept_of(path): value for path, (value,) in zip(decision.paths, decision.values)}
        (self.worth,) = decision.worth
        self.hands = level.states
        self.values = [of_hold.get(kept) for kept in range(1 << SIZE)]
        self.allowed = [kept for kept, value in enumerate(self.values) if value]
        self.lines = _lines_of(payoffs, tally)

    def best(self) -> Iterator[tuple[int, int]]:
        """Yield the cards of each best hold, and the place of their hand."""
        for kept, value in enumerate(self.values):
            if value:
                for at, (own, worth) in enumerate(zip(value, self.worth)):
                    if own == worth:
                        yield subsets_of(self.hands[at])[kept], at

    def offers(self) -> Iterator[tuple[int, int, list[int], tuple[int, ...]]]:
        """Yield each hand, the worth of its best hold, and what can be kept with its worth."""
        rows = zip(*(value for value in self.values if value))
        every = len(self.allowed) == len(self.values)
        for hand, worth, row in zip(self.hands, self.worth, rows):
            subsets = subsets_of(hand)
            yield hand, worth, subsets if every else [*map(subsets.__getitem__, self.allowed)], row

    def subset(self, at: int, kept: int) -> int:
        """Return the cards that a hold keeps of a hand."""
        return subsets_of(self.hands[at])[kept]


class DealtHands:
    """All hands, by their numbers, and the names of what they offer.

    shapes: that give names.
    discards: what reads off the cards thrown.
    numbers: shape -> its number; only shapes of a name that is best for some hand have one.
    sizes: by these numbers, how many cards they keep.
    """

    def __init__(self, payoffs: Payoffs, names: Iterable[str] = ()) -> None:
        """names: to be told apart, too."""
        self.shapes = shapes_of(payoffs.plan)
        self.discards = Discards(self.shapes.ranking)
        self.shares = [
            HandShare(payoffs, tally, payoffs.fold(tally, keep=True)[()])
            for tally in tallies(payoffs.plan)
        ]
        self.numbers, self.sizes = {NOTHING: 0}, [0]
        self._names = {NOTHING.name, *names}
        self._named: dict[int, tuple[int, int, int]] = {}
        self._known: dict[int, list[tuple[int, Offer]]] = {}
        for share in self.shares:
            # The names of the shapes that are best for some hand.
            best = set[int]()
            lines = set[str]()
            for cards, at in share.best():
                if cards == share.hands[at]:
                    lines.add(share.lines[at])
                else:
                    best.add(cards)
            for shape in {*map(self.shapes.pat, lines), *map(self.shapes.of, best)}:
                if shape:
                    lowest = self.shapes.lowest(shape)
                    self._names |= {shape.name, lowest.name} if lowest else {shape.name}

    def groups(self) -> Groups:
        """Return the hands, grouped by the names that they offer."""
        found: dict[tuple[int, ...], NameGroup] = {}
        number = 0
        for share in self.shares:
            for (hand, worth, kept, values), line in zip(share.offers(), share.lines):
                _join(found, number, self._highest(hand, worth, kept, values, line))
                number += 1
        best = sum(sum(share.worth) for share in self.shares)
        shapes, givens = list(self.numbers), [ALWAYS] * len(self.numbers)
        kinds = [MADE if self.shapes.is_made(shape) else shape.name for shape in shapes]
        return Groups(shapes, self.sizes, kinds, givens, list(found.values()), best, number)

    def under(self, groups: Groups, wanted: Iterable[tuple[int, Given]]) -> Groups:
        """Return groups of hands that are told apart by some shapes under conditions, too; groups:
        without conditions.
        """
        shapes, givens = list(groups.shapes), list(groups.givens)
        sizes, kinds = list(groups.sizes), list(groups.kinds)
        numbers: dict[int, list[tuple[int, Given]]] = {}
        for shape, given in wanted:
            numbers.setdefault(shape, []).append((len(shapes), given))
            shapes.append(shapes[shape])
            sizes.append(sizes[shape])
            kinds.append(kinds[shape])
            givens.append(given)
        found: dict[tuple[int, ...], NameGroup] = {}
        for group in groups.groups:
            if numbers.keys().isdisjoint(group.shapes):
                found[group.shapes] = group
                continue
            for number in group.hands:
                offers = self.offers(number)
                self._add(offers, number, numbers)
                _join(found, number, offers)
        return Groups(shapes, sizes, kinds, givens, list(found.values()), groups.best, groups.sets)

    def _add(
        self, offers: dict[int, Offer], number: int, numbers: Mapping[int, list[tuple[int, Given]]]
    ) -> None:
        """Add what a hand offers under conditions; numbers: shape -> its numbers under each."""
        share, at = self._place(number)
        hand, thrown = share.hands[at], self.discards.thrown
        for shape, offer in self._every(number):
            if shape in numbers:
                gone = thrown(offer[2], hand)
                for own, given in numbers[shape]:
                    if given.fits(gone) and (own not in offers or offers[own] < offer):
                        offers[own] = offer

    def thrown(self, number: int, kept: int) -> int:
        """Return as bits what a hand throws that keeps some cards."""
        share, at = self._place(number)
        return self.discards.thrown(kept, share.hands[at])

    def offers(self, number: int) -> dict[int, Offer]:
        """Return shape -> what a hand offers, by its number."""
        return dict(self._every(number))

    def _every(self, number: int) -> list[tuple[int, Offer]]:
        """Return each set of cards with a name that a hand offers, of each shape the greatest offer
        last.
        """
        if number not in self._known:
            share, at = self._place(number)
            subsets, worth = subsets_of(share.hands[at]), share.worth[at]
            found = []
            for cards, value in zip(subsets, share.values):
                shape, lowest, height = self._named[cards] if value else (-1, -1, 0)
                if value and shape >= 0:
                    found.append((shape, (height, worth - value[at], cards)))
                if value and lowest >= 0:
                    found.append((lowest, (-height, worth - value[at], cards)))
            self._known[number] = sorted(found)
        return self._known[number]

    def _place(self, number: int) -> tuple[HandShare, int]:
        for share in self.shares:
            if number < len(share.hands):
                return share, number
            number -= len(share.hands)
        raise AssertionError("there is no such hand")

    def _highest(
        self, hand: int, worth: int, kept: Sequence[int], values: Sequence[int], line: str
    ) -> dict[int, Offer]:
        """Return shape -> what a hand offers: of cards of one name the higher, of equally high ones
        those that lose more.
        """
        named = self._named
        found: dict[int, Offer] = {}
        for cards, value in zip(kept, values):
            if cards not in named:
                shape = self.shapes.kept(cards, hand, line)
                lowest = self.shapes.lowest(shape) if shape else None
                size = cards.bit_count()
                numbers = self._number(shape, size), self._number(lowest, size)
                named[cards] = *numbers, height_of(cards) if max(numbers) >= 0 else 0
            number, lowest_number, height = named[cards]
            if number >= 0:
                offer = height, worth - value, cards
                if number not in found or found[number] < offer:
                    found[number] = offer
            if lowest_number >= 0:
                offer = -height, worth - value, cards
                if lowest_number not in found or found[lowest_number] < offer:
                    found[lowest_number] = offer
        return found

    def _number(self, shape: Shape | None, size: int) -> int:
        if shape is None or shape.name not in self._names:
            return -1
        if shape not in self.numbers:
            self.numbers[shape] = len(self.numbers)
            self.sizes.append(size)
        return self.numbers[shape]


def _join(
    found: dict[tuple[int, ...], NameGroup], number: int, offers: Mapping[int, Offer]
) -> None:
    order = [(height, loss, shape) for shape, (height, loss, _) in offers.items()]
    order.sort(reverse=True)
    shapes = tuple([shape for _, _, shape in order])
    group = found.get(shapes)
    if group is None:
        group = found[shapes] = NameGroup(shapes, [0] * len(shapes), [])
    for place, (_, loss, _) in enumerate(order):
        group.losses[place] += loss
    group.hands.append(number)


def _lines_of(payoffs: Payoffs, tally: Tally) -> list[str]:
    """Return for each hand its outcome if nothing is thrown."""
    (level,) = tally.levels
    path = next(path for path in payoffs.ends if kept_of(path).bit_count() == SIZE)
    ends = [result.outcome for _, result in payoffs.ends[path]]
    columns = tally.columns
    rows = tally.rows(path, list(range(len(level))))
    outcomes = [""] * len(level)
    for column, outcome in enumerate(ends):
        # Nothing is drawn: one column alone has deals.
        for at in compress(range(len(level)), rows[column::columns]):
            outcomes[at] = outcome
    return outcomes


def kept_of(path: Path) -> int:
    hold = path[-1][1]
    assert isinstance(hold, Hold), "the decision parts the hand"
    return hold.kept


def subsets_of(hand: int) -> list[int]:
    """Return the sets of cards of a hand in the order of the numbers of holds."""
    found = [0]
    while hand:
        card = hand & -hand
        found += [cards | card for cards in found]
        hand ^= card
    return found


def height_of(cards: int) -> int:
    """Return how many cards there are and their ranks as one number, the highest rank first."""
    height = cards.bit_count()
    for rank in sorted(map(rank_of, cards_of(cards)), reverse=True):
        height = height << 4 | rank
    return height
