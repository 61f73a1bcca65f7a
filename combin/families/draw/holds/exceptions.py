"""Finds the discards that tell the hands which a list of holds plays wrongly from those that it
plays right.

A mistake is a line that is held where another hold is best. Either a condition is put on that line,
which may come again further down without it, or the better hold gets a line before it under a
condition. Which condition gains most is read off a table: what cards are thrown, and how much is
gained there. Only what lowers the exact loss of the list is kept.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from combin.families.draw.holds.groups import DealtHands, Groups, Members
from combin.families.draw.holds.penalties import ALWAYS, Given
from combin.families.draw.holds.shapes import NOTHING

ROUNDS = 3  # in which mistakes are looked at again
MISTAKES = 24  # looked at in a round, those that lose most
LEAST = 200  # what gains less than this part of all that is lost is left

Gains = dict[int, int]  # what is thrown, as bits -> how much is gained


class Exceptional(NamedTuple):
    """A shape under a condition that may make a list better.

    gain: how much, by the table.
    shape: its number without a condition.
    given: the condition.
    instead: whether it takes the place of the shape without a condition.
    """

    gain: int
    shape: int
    given: Given
    instead: bool


def with_exceptions(
    hands: DealtHands, base: Groups, lines: Sequence[Members]
) -> tuple[Groups, list[Members]]:
    """Return a list that loses no more, with conditions on what is thrown; and the hands told apart
    by these. base: without conditions.
    """
    wanted: list[tuple[int, Given]] = []
    groups, kept = base, list(lines)
    for _ in range(ROUNDS):
        found = _Mistakes(hands, groups, kept).exceptional()
        new = dict.fromkeys((one.shape, one.given) for one in found)
        wanted += [one for one in new if one not in wanted]
        groups = hands.under(base, wanted)
        numbers = {one: len(base.shapes) + at for at, one in enumerate(wanted)}
        better = kept
        for one in found:
            # The list with the shape under its condition, where it loses less.
            number = numbers[one.shape, one.given]
            trials = [_put(groups, better, (number,))]
            place = next((at for at, line in enumerate(better) if one.shape in line), None)
            if one.instead and place is not None:
                others = tuple(shape for shape in better[place] if shape != one.shape)
                rest = [others] if others else []
                alone = [*better[:place], (number,), *rest, *better[place + 1 :]]
                trials.append(_put(groups, alone, (one.shape,)))
            better = min([better, *trials], key=lambda trial: (groups.loss(trial), len(trial)))
        if groups.loss(better) >= groups.loss(kept):
            break
        kept = better
    return _only_used(hands, base, wanted, kept)


def _put(groups: Groups, lines: list[Members], line: Members) -> list[Members]:
    """Return a list with one more line, or none, where it loses least."""
    losses = groups.wherever(lines, line)
    best = min(range(len(losses) - 1, -1, -1), key=losses.__getitem__)
    return [*lines[:best], line, *lines[best:]] if best < len(lines) else lines


def _only_used(
    hands: DealtHands, base: Groups, wanted: Sequence[tuple[int, Given]], lines: list[Members]
) -> tuple[Groups, list[Members]]:
    """Return the hands told apart by the conditions of a list alone, and the list."""
    used = {shape for line in lines for shape in line if shape >= len(base.shapes)}
    if not used:
        return base, lines
    renumbered = {}
    kept: list[tuple[int, Given]] = []
    for at, one in enumerate(wanted):
        if len(base.shapes) + at in used:
            renumbered[len(base.shapes) + at] = len(base.shapes) + len(kept)
            kept.append(one)
    found = [tuple(renumbered.get(shape, shape) for shape in line) for line in lines]
    return hands.under(base, kept), found


class _Mistakes:
    """The mistakes of a list, and what would help.

    places: the line of each shape.
    held: the groups, each with the shape that the list holds.
    plain: for each shape its number without a condition.
    """

    def __init__(self, hands: DealtHands, groups: Groups, lines: Sequence[Members]) -> None:
        self.hands = hands
        self.places = groups.places(lines)
        self.held = [
            (group, group.shapes[at]) for group, at in zip(groups.groups, groups.held(lines))
        ]
        self.plain = [hands.numbers[shape] for shape in groups.shapes]
        self._offers: dict[int, dict[int, tuple[int, int]]] = {}

    def offers(self, hand: int) -> dict[int, tuple[int, int]]:
        """Return shape -> what a hand loses by holding it, and the cards."""
        if hand not in self._offers:
            offers = self.hands.offers(hand)
            self._offers[hand] = {shape: offer[1:] for shape, offer in offers.items()}
        return self._offers[hand]

    def exceptional(self) -> list[Exceptional]:
        """Return what may make the list better, what gains most first."""
        lost: dict[tuple[int, int], int] = defaultdict(int)
        for group, held in self.held:
            if group.losses[group.shapes.index(held)]:
                for hand in group.hands:
                    offers = self.offers(hand)
                    best = min(offers, key=lambda shape: (offers[shape][0], shape))
                    if offers[best][0] < offers[self.plain[held]][0]:
                        lost[held, best] += offers[self.plain[held]][0] - offers[best][0]
        nothing = self.hands.numbers[NOTHING]
        found = [
            one
            for held, best in sorted(lost, key=lambda pair: (-lost[pair], pair))[:MISTAKES]
            for one in self._for(held, best)
            if one.gain > 0 and one.given != ALWAYS and one.shape != nothing
        ]
        return sorted(set(found), reverse=True)

    def _for(self, held: int, best: int) -> Iterator[Exceptional]:
        """Yield what may help where one shape is held and another is best."""
        gain, given = best_condition(self._before(held, best))
        yield Exceptional(gain, best, given, False)
        if held == self.plain[held]:
            for gains in (self._without(held, None), self._without(held, best)):
                gain, given = best_condition({thrown: -gain for thrown, gain in gains.items()})
                yield Exceptional(sum(gains.values()) + gain, held, given, True)

    def _before(self, held: int, best: int) -> Gains:
        """Return what is gained by holding the best shape before the line of another."""
        gains: Gains = defaultdict(int)
        for group, other in self.held:
            if best in group.shapes and self.places[other] >= self.places[held]:
                for hand in group.hands:
                    offers = self.offers(hand)
                    loss, cards = offers[best]
                    gains[self.hands.thrown(hand, cards)] += offers[self.plain[other]][0] - loss
        return gains

    def _without(self, held: int, until: int | None) -> Gains:
        """Return what is gained by not holding a shape, or, until the line of another has been
        passed.
        """
        gains: Gains = defaultdict(int)
        for group, own in self.held:
            if own == held and len(group.shapes) > 1:
                others = (shape for shape in group.shapes if shape != held)
                then = min(others, key=self.places.__getitem__)
                if until is not None and self.places[then] > self.places[until]:
                    continue
                for hand in group.hands:
                    offers = self.offers(hand)
                    loss, cards = offers[held]
                    gains[self.hands.thrown(hand, cards)] += loss - offers[self.plain[then]][0]
        return gains


def best_condition(gains: Mapping[int, int]) -> tuple[int, Given]:
    """Return the condition on one or two things thrown under which most is gained, and how much;
    of equal ones the simplest.
    """
    total = sum(gains.values())
    best = total, ALWAYS
    differing = 0
    for thrown in gains:
        differing |= thrown ^ next(iter(gains))
    things = [1 << bit for bit in range(differing.bit_length() - 1, -1, -1) if differing >> bit & 1]
    alone = {bit: _gained(gains, bit) for bit in things}
    for bit, gain in alone.items():
        best = _better(best, (total - gain, Given(absent=bit)), (gain, Given(bit)))
    for at, one in enumerate(things):
        for two in things[at + 1 :]:
            both = _gained(gains, one | two)
            best = _better(
                best,
                (total - alone[one] - alone[two] + both, Given(absent=one | two)),
                (total - both, Given(one | two, denied=True)),
                (both, Given(one | two)),
                (alone[one] - both, Given(one, two)),
                (alone[two] - both, Given(two, one)),
            )
    return best


def _gained(gains: Mapping[int, int], bits: int) -> int:
    return sum(gain for thrown, gain in gains.items() if thrown & bits == bits)


def _better(best: tuple[int, Given], *others: tuple[int, Given]) -> tuple[int, Given]:
    return max((best, *others), key=lambda one: one[0])
