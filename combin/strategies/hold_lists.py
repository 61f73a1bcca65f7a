"""Finds the ordered list of what to hold: the first line that cards of the hand fit is held.

The hands are grouped by the names of what can be kept of them, so that the loss of any list is a
sum over groups. Next in the list comes the name that loses least where it stands; then the line
that is missed least is left out, again and again. The cost of every list is exact; that no better
one exists is not proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from combin.cards import cards_of, rank_of
from combin.counting import Tally, tallies
from combin.records import dataclass
from combin.rules import Hold
from combin.rules.facts import Path
from combin.rules.words import HOLD, HOLD_NONE
from combin.solving.induction import Folded
from combin.solving.payoffs import Payoffs
from combin.strategies.conditions import Condition
from combin.strategies.hold_shapes import NOTHING, SIZE, Shape, Shapes, joined, shapes_of
from combin.strategies.lines import Block, Line, Lines

FEW = 32  # lines up to which all that makes a list shorter is tried
LONGEST = 80  # lines of the longest list that is looked for
HELD = -2  # the trait of a condition on what is kept

Members = tuple[int, ...]  # the numbers of the shapes of one line


@dataclass
class NameGroup:
    """Hands that offer the same names.

    shapes: their numbers, those of the higher cards first.
    losses: what is lost by holding each, all hands together, times the payoffs' scale.
    """

    shapes: tuple[int, ...]
    losses: list[int]

    def first(self, places: Sequence[int]) -> int:
        """Return which of the shapes a list holds; places: the line of each shape."""
        return min(range(len(self.shapes)), key=lambda at: places[self.shapes[at]])


@dataclass
class Groups:
    """All hands of a bet with a draw.

    shapes: by their numbers.
    groups: the hands.
    best: the sum of what the best holds are worth.
    sets: how many hands there are, suits relabelled.
    """

    shapes: list[Shape]
    groups: list[NameGroup]
    best: int
    sets: int

    @cached_property
    def of_shape(self) -> list[list[int]]:
        """The groups that have each shape, by its number."""
        found: list[list[int]] = [[] for _ in self.shapes]
        for at, group in enumerate(self.groups):
            for shape in group.shapes:
                found[shape].append(at)
        return found

    def loss(self, lines: Sequence[Members]) -> int:
        """Return what a list loses."""
        places = self.places(lines)
        return sum(group.losses[group.first(places)] for group in self.groups)

    def met(self, lines: Sequence[Members]) -> set[int]:
        """Return the shapes that a list holds at some hand."""
        places = self.places(lines)
        return {group.shapes[group.first(places)] for group in self.groups}

    def places(self, lines: Sequence[Members]) -> list[int]:
        """Return for each shape the number of its line, the number of lines where it has none."""
        found = [len(lines)] * len(self.shapes)
        for place, members in enumerate(lines):
            for shape in members:
                found[shape] = place
        return found


# --- The hands ---------------------------------------------------------------------------------


def groups_of(payoffs: Payoffs) -> Groups:
    """Return the hands of a bet with a draw, grouped by the names that are best for some hand, all
    cards of these names among them; raises CombinError where its hands have no names.
    """
    gathered = _Gathered(shapes_of(payoffs.plan))
    folds = (payoffs.fold(tally, keep=True) for tally in tallies(payoffs.plan))
    shares = [HandShare(payoffs, folded) for folded in folds]
    for share in shares:
        gathered.want(share)
    for share in shares:
        gathered.add(share)
    groups = [NameGroup(shapes, losses) for shapes, losses in gathered.found.items()]
    best = sum(sum(share.worth) for share in shares)
    sets = sum(len(share.hands) for share in shares)
    return Groups(list(gathered.numbers), groups, best, sets)


class HandShare:
    """Some of the hands, each with what every hold of it is worth.

    hands: as masks.
    worth: of the best hold of each.
    values: of every hold of each, in the order of their numbers.
    allowed: the numbers of the holds that the rules allow.
    lines: how each hand is paid if nothing is thrown.
    """

    def __init__(self, payoffs: Payoffs, folded: Folded) -> None:
        """folded: under the best play, every hold's value kept."""
        decision = folded[()]
        (level,) = folded.tally.levels
        of_hold = {}
        for path, (value,) in zip(decision.paths, decision.values):
            of_hold[kept_of(path)] = value
        (self.worth,) = decision.worth
        self.hands = level.states
        self.values = [of_hold.get(kept) for kept in range(1 << SIZE)]
        self.allowed = [kept for kept, value in enumerate(self.values) if value]
        self.lines = _lines_of(payoffs, folded.tally)

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
        for hand, worth, row in zip(self.hands, self.worth, rows):
            subsets = subsets_of(hand)
            yield hand, worth, [subsets[kept] for kept in self.allowed], row

    def subset(self, at: int, kept: int) -> int:
        """Return the cards that a hold keeps of a hand."""
        return subsets_of(self.hands[at])[kept]


class _Gathered:
    """Hands, as they are gathered.

    numbers: shape -> its number.
    names: by which some best hold is usually called; all shapes of these have numbers.
    named: cards kept -> the number of their shape or -1, and their height.
    found: the shapes of a group -> its losses.
    """

    def __init__(self, shapes: Shapes) -> None:
        self.shapes = shapes
        self.numbers = {NOTHING: 0}
        self.names = {NOTHING.name}
        self.named: dict[int, tuple[int, int]] = {}
        self.found: dict[tuple[int, ...], list[int]] = {}

    def want(self, share: HandShare) -> None:
        """Note the names of the shapes that are best for some hand."""
        for cards, at in share.best():
            shape = self._shape(cards, share.hands[at], share.lines[at])
            if shape:
                self.names.add(shape.name)

    def add(self, share: HandShare) -> None:
        """Join hands to their groups. Of cards of one name the higher are held, of equally high
        ones those that lose more.
        """
        named = self.named
        for (hand, worth, kept, values), line in zip(share.offers(), share.lines):
            highest: dict[int, tuple[int, int]] = {}
            for cards, value in zip(kept, values):
                if cards not in named:
                    named[cards] = self._number(self._shape(cards, hand, line)), height_of(cards)
                number, height = named[cards]
                if number >= 0:
                    offer = height, worth - value
                    highest[number] = max(highest.get(number, offer), offer)
            self._join(highest)

    def _join(self, offers: dict[int, tuple[int, int]]) -> None:
        """Add a hand to its group; offers: shape -> the height of its cards and its loss."""
        shapes = tuple(sorted(offers, key=lambda number: (offers[number], number), reverse=True))
        losses = self.found.setdefault(shapes, [0] * len(shapes))
        for place, number in enumerate(shapes):
            losses[place] += offers[number][1]

    def _shape(self, cards: int, hand: int, line: str) -> Shape | None:
        return self.shapes.pat(line) if cards == hand else self.shapes.of(cards)

    def _number(self, shape: Shape | None) -> int:
        if shape is None or shape.name not in self.names:
            return -1
        return self.numbers.setdefault(shape, len(self.numbers))


def _lines_of(payoffs: Payoffs, tally: Tally) -> list[str]:
    """Return for each hand its outcome if nothing is thrown."""
    (level,) = tally.levels
    path = next(path for path in payoffs.ends if kept_of(path).bit_count() == SIZE)
    ends = [result.outcome for _, result in payoffs.ends[path]]
    columns = tally.columns
    rows = tally.rows(path, list(range(len(level))))
    outcomes = []
    for begin in range(0, len(rows), columns):
        # Nothing is drawn: one column alone has deals.
        column = next(column for column in range(columns) if rows[begin + column])
        outcomes.append(ends[column])
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
    """Return the ranks of some cards as one number, the highest first."""
    height = 0
    for rank in sorted(map(rank_of, cards_of(cards)), reverse=True):
        height = height << 4 | rank
    return height


# --- The search --------------------------------------------------------------------------------


def ordered(groups: Groups) -> list[Members]:
    """Return all names that are best for some hand, each in a line of its own, next the one that
    loses least where it stands; last what every hand can do.
    """
    left = [dict(zip(group.shapes, group.losses)) for group in groups.groups]
    of_shape: dict[int, set[int]] = {shape: set() for shape in range(len(groups.shapes))}
    lost = dict.fromkeys(of_shape, 0)
    for at, offers in enumerate(left):
        for shape, loss in offers.items():
            of_shape[shape].add(at)
            lost[shape] += loss
    lines: list[Members] = []
    before = ""
    nothing = groups.shapes.index(NOTHING)
    del lost[nothing]
    while lost:
        shape = min(lost, key=lambda one: (lost[one], groups.shapes[one].name != before, one))
        before = groups.shapes[shape].name
        lines.append((shape,))
        for at in of_shape.pop(shape):
            for other, loss in left[at].items():
                if other != shape and other in lost:
                    lost[other] -= loss
                    of_shape[other].discard(at)
        del lost[shape]
    return [*lines, (nothing,)]


def improved(groups: Groups, lines: Sequence[Members]) -> list[Members]:
    """Return a list whose lines stand where each loses least, given the others; those that lose
    less if they are never held are left out.
    """
    kept, moved = list(lines), True
    while moved:
        moved = False
        for line in kept[:-1]:
            now = kept.index(line)
            rest = kept[:now] + kept[now + 1 :]
            losses = _wherever(groups, rest, line)
            best = min(range(len(losses)), key=lambda place: (losses[place], abs(place - now)))
            if losses[best] < losses[now]:
                added = [line] if best < len(rest) else []
                kept = [*rest[:best], *added, *rest[best:]]
                moved = True
    return kept


def _wherever(groups: Groups, rest: Sequence[Members], line: Members) -> list[int]:
    """Return what is lost, up to a constant, with a line before each line of the others, and
    without it.
    """
    places = groups.places(rest)
    losses = [0] * (len(rest) + 1)
    for at in {at for shape in line for at in groups.of_shape[shape]}:
        group = groups.groups[at]
        own = next(place for place, shape in enumerate(group.shapes) if shape in line)
        other = group.first(places)
        losses[places[group.shapes[other]]] += group.losses[own] - group.losses[other]
    for place in range(len(rest) - 1, -1, -1):
        losses[place] += losses[place + 1]
    return losses


def together(groups: Groups, lines: Sequence[Members]) -> list[Members]:
    """Return a list in which lines of one name are one line, where that loses no more: those that
    follow each other first, then those that stand apart.
    """
    kept = list(lines)
    least = groups.loss(kept)
    for nearest in (True, False):
        at = 1
        while at < len(kept):
            joints = _joints(groups.shapes, kept, at, nearest)
            fitting = next((joint for joint in joints if groups.loss(joint) <= least), None)
            if fitting is None:
                at += 1
                continue
            kept, least = fitting, groups.loss(fitting)
            at = 1 if not nearest else at
    return kept


def _joints(
    shapes: Sequence[Shape], lines: Sequence[Members], at: int, nearest: bool
) -> Iterator[list[Members]]:
    """Yield lists in which a line has joined one of the same name before it, in either place."""
    name = shapes[lines[at][0]].name
    for before in range(at - 1, at - 2 if nearest else -1, -1):
        if shapes[lines[before][0]].name == name:
            joint = lines[before] + lines[at]
            between = lines[before + 1 : at]
            yield [*lines[:before], joint, *between, *lines[at + 1 :]]
            if between:
                yield [*lines[:before], *between, joint, *lines[at + 1 :]]


def shorter(groups: Groups, lines: Sequence[Members]) -> Iterator[tuple[int, list[Members]]]:
    """Yield the list with its loss, then again and again without the line that is missed least, or
    with two lines of one name as one, whichever loses less.
    """
    kept = list(lines)
    yield groups.loss(kept), kept
    while len(kept) > 1:
        kept = together(groups, improved(groups, _one_fewer(groups, kept)))
        if len(kept) <= FEW:
            kept = widened(groups, kept)
        yield groups.loss(kept), kept


def _one_fewer(groups: Groups, lines: list[Members]) -> list[Members]:
    """Return the list of one line less that loses least; of many lines none are joined."""
    found = [_without_least(groups, lines)]
    if len(lines) <= FEW:
        for at in range(1, len(lines)):
            found += _joints(groups.shapes, lines, at, nearest=False)
    return min(found, key=groups.loss)


def widened(groups: Groups, lines: list[Members]) -> list[Members]:
    """Return a list whose lines have all of their name that no other line has, where that loses
    less.
    """
    least = groups.loss(lines)
    for at, line in enumerate(lines[:-1]):
        name = groups.shapes[line[0]].name
        other = {shape for members in lines if members != line for shape in members}
        called = (number for number, shape in enumerate(groups.shapes) if shape.name == name)
        whole = tuple(number for number in called if number not in other)
        wider = [*lines[:at], whole, *lines[at + 1 :]]
        if len(whole) > len(line) and (loss := groups.loss(wider)) < least:
            lines, least = wider, loss
    return lines


def _without_least(groups: Groups, lines: list[Members]) -> list[Members]:
    """Return a list without the line that is missed least, never without the last, which every hand
    fits.
    """
    places = groups.places(lines)
    missed = [0] * (len(lines) - 1)
    for group in groups.groups:
        first = group.first(places)
        place = places[group.shapes[first]]
        if place < len(missed):
            others = [at for at, shape in enumerate(group.shapes) if places[shape] > place]
            then = min(others, key=lambda at: places[group.shapes[at]])
            missed[place] += group.losses[then] - group.losses[first]
    least = min(range(len(missed)), key=missed.__getitem__)
    return lines[:least] + lines[least + 1 :]


# --- In words ----------------------------------------------------------------------------------


def hold_lists(payoffs: Payoffs) -> tuple[Groups, list[tuple[int, Lines]]]:
    """Return the hands of a bet with a draw and the lists found, the shortest first, with what they
    lose.
    """
    plan, groups = payoffs.plan, groups_of(payoffs)
    found = shorter(groups, together(groups, improved(groups, ordered(groups))))
    name = plan.decisions[0].name
    lists = []
    for loss, lines in found:
        if len(lines) <= LONGEST:
            blocks = {name: written(groups, lines)}
            lists.append((loss, Lines(plan.game.slug, plan.bet.key, blocks)))
    return groups, lists[::-1]


def written(groups: Groups, lines: Sequence[Members]) -> Block:
    """Return a list in words. A name stands for all cards that are called so and that no line
    before has: it is used where none of them is held later, or never. Finer names of cards that a
    line before always takes are left out.
    """
    block = []
    shapes, met = groups.shapes, groups.met(lines)
    had: set[int] = set()
    for place, members in enumerate(lines[:-1]):
        name = shapes[members[0]].name
        had.update(members)
        called = (number for number, shape in enumerate(shapes) if shape.name == name)
        alone = had.issuperset(called)
        held = [shapes[shape] for shape in members if shape in met] or [shapes[members[0]]]
        details = joined(name, [shape.detail for shape in held])
        notes = () if alone else tuple({shape.note for shape in held} - {""})
        block.append(held_line(place, name if alone else details, details, notes))
    return *block, Line(HOLD_NONE)


def held_line(
    number: int, phrase: str, meaning: str, notes: tuple[str, ...] = (), place: str = ""
) -> Line:
    """Return the line of a list that holds what a phrase says; number: in the list."""
    return Line(HOLD, (Condition(HELD, number, number, phrase, meaning, 1, notes),), place)
