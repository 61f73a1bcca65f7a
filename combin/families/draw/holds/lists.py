"""Searches for ordered lists of holds; the first line that fits is held.

Next in the list comes the name that loses least where it stands; then the line that is missed least
is left out, again and again. Lists that others published are looked at in the same way, and none of
them is cheaper than what is found of its length. The cost of every list is exact; that no better
one exists is not proved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from combin.families.draw.holds.exceptions import with_exceptions
from combin.families.draw.holds.groups import DealtHands, Groups, Members
from combin.families.draw.holds.penalties import ALWAYS, Given, under
from combin.families.draw.holds.shapes import NOTHING, Shape, joined
from combin.families.draw.holds.words import Named, words_of
from combin.grouping import grouped
from combin.rules.words import HOLD, HOLD_NONE
from combin.solving.payoffs import Payoffs
from combin.strategies.conditions import Condition
from combin.strategies.lines import Block, Line, Lines
from combin.strategies.traits import HELD
from combin.texts import Stretch

# Lines up to which all that makes a list shorter is tried: neither is better at every length.
FEW, MANY = 32, 64
SAVING = 10  # the part of a loss that a line more with a condition must save
LONGEST = 80  # lines of the longest list that is looked for

Found = dict[int, tuple[int, Groups, list[Members]]]  # length -> loss, hands, list


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
            losses = groups.wherever(rest, line)
            best = min(range(len(losses)), key=lambda place: (losses[place], abs(place - now)))
            if losses[best] < losses[now]:
                added = [line] if best < len(rest) else []
                kept = [*rest[:best], *added, *rest[best:]]
                moved = True
    return kept


def together(groups: Groups, lines: Sequence[Members]) -> list[Members]:
    """Return a list in which lines of one name are one line, where that loses no more: those that
    follow each other first, then those that stand apart.
    """
    kept = list(lines)
    least = groups.loss(kept)
    for nearest in (True, False):
        at = 1
        while at < len(kept):
            joints = _joints(groups, kept, at, nearest)
            fitting = next((joint for joint in joints if groups.loss(joint) <= least), None)
            if fitting is None:
                at += 1
                continue
            kept, least = fitting, groups.loss(fitting)
            at = 1 if not nearest else at
    return kept


def _joints(
    groups: Groups, lines: Sequence[Members], at: int, nearest: bool
) -> Iterator[list[Members]]:
    """Yield lists in which a line has joined one of the same kind, under the same condition, before
    it, in either place.
    """
    kind = _kind(groups, lines[at])
    for before in range(at - 1, at - 2 if nearest else -1, -1):
        if _kind(groups, lines[before]) == kind and groups.may_join(lines[before], lines[at]):
            joint = lines[before] + lines[at]
            between = lines[before + 1 : at]
            yield [*lines[:before], joint, *between, *lines[at + 1 :]]
            if between:
                yield [*lines[:before], *between, joint, *lines[at + 1 :]]


def _kind(groups: Groups, line: Members) -> tuple[str, Given]:
    """Return the kind and the condition that all shapes of a line have."""
    return groups.kinds[line[0]], groups.givens[line[0]]


def _names(groups: Groups, line: Members) -> dict[str, list[int]]:
    """Return the names of a line, those of the most cards first, each with its shapes."""
    largest_first = sorted(line, key=lambda shape: -groups.sizes[shape])
    return grouped((groups.shapes[shape].name, shape) for shape in largest_first)


def shorter(
    groups: Groups, lines: Sequence[Members], few: int
) -> Iterator[tuple[int, list[Members]]]:
    """Yield the list with its loss, then again and again without the line that is missed least, or
    with two lines of one name as one, whichever loses less.

    few: lines up to which all that makes a list shorter is tried.
    """
    kept = list(lines)
    yield groups.loss(kept), kept
    while len(kept) > 1:
        # Without the line that is missed least, never without the last, which every hand fits;
        # or with two lines joined, where they are few.
        missed = groups.missed(kept)[: len(kept) - 1]
        least = min(range(len(missed)), key=missed.__getitem__)
        found = [kept[:least] + kept[least + 1 :]]
        if len(kept) <= few:
            for at in range(1, len(kept)):
                found += _joints(groups, kept, at, nearest=False)
        kept = together(groups, improved(groups, min(found, key=groups.loss)))
        if len(kept) <= few:
            kept = widened(groups, kept)
        yield groups.loss(kept), kept


def longer(groups: Groups, lines: Sequence[Members]) -> Iterator[tuple[int, list[Members]]]:
    """Yield the list with its loss, then again and again with one line more, of one shape, that
    gains most where it stands.
    """
    kept, least = list(lines), groups.loss(lines)
    yield least, kept
    while len(kept) < FEW:
        grown = [_with(groups, kept, shape) for shape in range(len(groups.shapes))]
        kept = improved(groups, min(grown, key=groups.loss))
        if groups.loss(kept) >= least:
            return
        least = groups.loss(kept)
        yield least, kept


def _with(groups: Groups, lines: Sequence[Members], shape: int) -> list[Members]:
    """Return a list with a shape in a line of its own, where it loses least."""
    rest = [tuple(other for other in line if other != shape) for line in lines]
    rest = [line for line in rest if line]
    losses = groups.wherever(rest, (shape,))
    best = min(range(len(rest)), key=losses.__getitem__)
    return [*rest[:best], (shape,), *rest[best:]]


def widened(groups: Groups, lines: list[Members]) -> list[Members]:
    """Return a list whose lines have all of their name that no other line has, where that loses
    less.
    """
    least = groups.loss(lines)
    for at, line in enumerate(lines[:-1]):
        other = {shape for members in lines if members != line for shape in members}
        given = groups.givens[line[0]]
        alike = [one for name in _names(groups, line) for one in groups.called(name, given)]
        whole = tuple(number for number in alike if number not in other)
        wider = [*lines[:at], whole, *lines[at + 1 :]]
        if len(whole) > len(line) and (loss := groups.loss(wider)) < least:
            lines, least = wider, loss
    return lines


# --- In words ----------------------------------------------------------------------------------


def hold_lists(
    payoffs: Payoffs, known: Sequence[Lines] = ()
) -> tuple[Groups, list[tuple[int, Lines]]]:
    """Return the hands of a bet with a draw and the lists found, the shortest first, with what they
    lose: without conditions on what is thrown, and with them where that loses less.

    known: lists that others found, from which shorter and longer ones are looked for, too.
    """
    plan = payoffs.plan
    read: list[list[list[Named]]] = []  # what each line of a list holds, but for the last
    for lines in known:
        (block,) = lines.blocks.values()
        read.append([words_of(plan).read(Stretch(line.when))[0] for line in block[:-1]])
    hands = DealtHands(payoffs, {part.name for lines in read for line in lines for part in line})
    groups = hands.groups()
    whole = together(groups, improved(groups, ordered(groups)))
    best: Found = {}
    for few in (FEW, MANY):
        _keep(best, groups, shorter(groups, whole, few))
    for parts in read:
        # A list that others found, and shorter and longer ones, where they lose less.
        seeded, seed = _seed(hands, groups, parts)
        _keep(best, seeded, [(seeded.loss(seed), seed)])
        seed = improved(seeded, seed)
        for changed in (shorter(seeded, seed, MANY), longer(seeded, seed)):
            _keep(best, seeded, changed)
    longest = min(best, key=lambda length: (best[length][0], length))
    apart, whole = with_exceptions(hands, groups, whole)
    if apart is not groups:
        whole = together(apart, improved(apart, whole))
        _keep(best, apart, shorter(apart, whole, MANY))
    name = plan.decisions[0].name
    lists = []
    # The lengths of lists to learn: of those longer than the longest one without conditions, the
    # ones of which every line more saves enough.
    lengths: list[int] = []
    for length in sorted(best):
        if length > longest:
            more, loss = length - lengths[-1], best[lengths[-1]][0]
            if best[length][0] * SAVING**more > loss * (SAVING - 1) ** more:
                continue
        if length <= LONGEST:
            lengths.append(length)
    for length in lengths:
        loss, told_apart, members = best[length]
        blocks = {name: written(told_apart, members)}
        lists.append((loss, Lines(plan.game.slug, plan.bet.key, blocks)))
    return groups, lists


def _seed(
    hands: DealtHands, groups: Groups, lines: Sequence[Sequence[Named]]
) -> tuple[Groups, list[Members]]:
    """Return a list that others found, by its shapes, and the hands told apart by its conditions. A
    line that names several things of as many cards, which go by height here, is one line for each.
    """
    parts: list[tuple[Given, Members]] = []
    for line in lines:
        least = 0
        for shapes, given in line:
            own = tuple(hands.numbers[shape] for shape in shapes if shape in hands.numbers)
            sizes = [groups.sizes[shape] for shape in own]
            if own and max(sizes) < least:
                own = parts.pop()[1] + own
            if own:
                parts.append((given, own))
                least = min(sizes)
    asked = {(one, given): 0 for given, own in parts if given != ALWAYS for one in own}
    asked = dict(zip(asked, range(len(groups.shapes), len(groups.shapes) + len(asked))))
    members = [tuple(asked.get((one, given), one) for one in own) for given, own in parts]
    nothing = (hands.numbers[NOTHING],)
    return (hands.under(groups, asked) if asked else groups), [*members, nothing]


def _keep(best: Found, groups: Groups, lists: Iterable[tuple[int, list[Members]]]) -> None:
    """Keep the lists that lose less than others of their length."""
    for loss, lines in lists:
        if len(lines) not in best or loss < best[len(lines)][0]:
            best[len(lines)] = loss, groups, lines


def written(groups: Groups, lines: Sequence[Members]) -> Block:
    """Return a list in words. A name stands for all cards that are called so and that no line
    before has: it is used where none of them is held later, or never. Finer names of cards that a
    line before always takes are left out.
    """
    met, had = groups.met(lines), set[Shape]()
    return *(_line(groups, lines, at, met, had) for at in range(len(lines) - 1)), Line(HOLD_NONE)


def _line(
    groups: Groups, lines: Sequence[Members], place: int, met: set[int], had: set[Shape]
) -> Line:
    """Return one line of a list in words; had: what the lines before have, to which it adds."""
    members, shapes = lines[place], groups.shapes
    given, names = groups.givens[members[0]], _names(groups, members)
    said: list[str] = []
    details: list[str] = []
    notes: dict[str, None] = {}
    own = {shapes[shape] for shape in members}
    used = met.intersection(members) or {members[0]}
    for name, numbers in names.items():
        held = [shapes[shape] for shape in numbers if shape in used]
        alone = (had | own).issuperset(
            groups.shapes[shape] for shape in groups.called(name, ALWAYS)
        )
        finer = [shape.detail for shape in held]
        said += [name] if alone and held else finer
        details += finer
        notes |= {} if alone else {shape.note: None for shape in held if shape.note}
    if given == ALWAYS:
        had |= own
    phrase, meaning = (
        under(joined(next(iter(names)), words), given, len(words) == 1) for words in (said, details)
    )
    return held_line(place, phrase, meaning, (*notes, *given.notes))


def held_line(number: int, phrase: str, meaning: str, notes: tuple[str, ...] = ()) -> Line:
    """Return the line of a list that holds what a phrase says; number: in the list."""
    return Line(HOLD, (Condition(HELD, number, number, phrase, meaning, 1, notes),))
