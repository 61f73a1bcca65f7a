"""Follows a list of holds, hand by hand: of several holds that fit a line the highest, of equally
high ones that which loses most.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain

from combin.cards import cards_text, mask_of
from combin.counting import Tally, zeros
from combin.counting.plan import Stage
from combin.counting.widths import Choices
from combin.errors import CombinError
from combin.families.block import UNDECIDED, Kinds, PolicyChoice
from combin.families.draw.holds.groups import HandShare, height_of, kept_of, subsets_of
from combin.families.draw.holds.penalties import ALWAYS, Discards, Given
from combin.families.draw.holds.shapes import NOTHING, SIZE, WHOLE, Shape
from combin.families.draw.holds.words import HoldWords, Named, words_of
from combin.kernels import holds as kernel
from combin.rules.facts import Path
from combin.solving.induction import Decision
from combin.solving.payoffs import Payoffs
from combin.strategies.lines import Block, Lines
from combin.texts import Stretch

Conditional = tuple[tuple[int, Given], ...]  # places of names, each with its condition
Turns = list[tuple[int, Given, int]]  # the same, and which of several cards fitting is first
LATEST = 1 << 4 * (SIZE + 1)  # above the height of all cards, and of none
TURN_BITS = LATEST.bit_length()  # of a turn, from -LATEST to LATEST
UNNAMED = Shape("cards without a name", "cards without a name")


class SharedHands:
    """The hands that several lists are followed on, found once for all of them."""

    def __init__(self, payoffs: Payoffs) -> None:
        self.payoffs = payoffs
        self._last: tuple[Decision, HandShare] | None = None

    def of(self, tally: Tally, best: Decision) -> HandShare:
        """Return the hands of a tally; best: the best play, every hold's value kept."""
        last = self._last
        if last is None or last[0] is not best:
            last = self._last = best, HandShare(self.payoffs, tally, best)
        return last[1]


class Holding:
    """A list of what to hold.

    shapes: what names it.
    tried: what is held -> the places of the names that say so; see `_tried`.
    line_of: the line of each place.
    names_held: by which mistakes are sorted, in an order that every share has.
    """

    needs_values = True

    def __init__(self, hands: SharedHands, lines: Lines) -> None:
        self.hands, self.lines = hands, lines
        words = words_of(hands.payoffs.plan)
        self.shapes = words.shapes
        (block,) = lines.blocks.values()
        self.tried, self.line_of = _tried(words, block)
        every = [UNNAMED, NOTHING, *words.every]
        names, details = map(_name, every), [shape.detail for shape in every]
        self.names_held = list(dict.fromkeys([*names, *details]))

    def seen(self, tally: Tally, place: int) -> HandsSeen:
        return HandsSeen(self, tally)

    def may_take(self, path: Path) -> bool:
        return True

    def undecided(self, history: Path, cards: Sequence[int]) -> CombinError:
        where = self.lines.name or "strategy"
        return CombinError(
            f"{where}: no line says what to hold of {cards_text(*cards)}; end with a line "
            "'hold none: otherwise'"
        )

    def key(self, stage: Stage) -> Lines:
        return self.lines

    def names(self, stage: Stage) -> list[str]:
        return [f"hold {name}" for name in self.names_held]


class HandsSeen:
    """The hands of a tally, under a list of what to hold."""

    def __init__(self, policy: Holding, tally: Tally) -> None:
        self.policy, self.tally = policy, tally

    def decide(self, history: Path, best: Decision | None) -> PolicyChoice:
        assert best, "of equally high cards those are held that lose most"
        held = Held(self.policy, self.policy.hands.of(self.tally, best))
        holds = [kept_of(path) for path in best.paths]
        number_of = {kept: number for number, kept in enumerate(holds)}
        action = bytearray(map(number_of.__getitem__, held.kept))
        return PolicyChoice(action, held.lines, partial(_kinds, held, holds))


def _kinds(
    held: Held, holds: Sequence[int], action: Choices, rule: bytearray, best: Choices
) -> Kinds:
    """Return which choices are alike: those whose holds have the same names."""
    numbers: dict[tuple[int, int, int], int] = {}
    number = zeros("i", len(best))
    for at, (own, other) in enumerate(zip(action, best)):
        if own != other:
            number[at] = numbers.setdefault(held.kind(at, holds[other]), len(numbers))
    return Kinds(number, 1 + len(numbers), [*numbers].__getitem__)


class Held:
    """What a list holds of each hand of a share.

    share: the hands.
    lines: the number of the line that each of them fits first, UNDECIDED for none.
    kept: the number of what is held then.
    """

    def __init__(self, policy: Holding, share: HandShare) -> None:
        self.share = share
        self.shapes, self._tried = policy.shapes, policy.tried
        self._none = len(policy.line_of)
        self._numbers = {name: number for number, name in enumerate(policy.names_held)}
        self._discards = Discards(self.shapes.ranking)
        self._known: dict[int, Turns] = {}
        self._values = {kept: value for kept, value in enumerate(share.values) if value}
        known = words_of(policy.hands.payoffs.plan).alike.items()
        self._alike = {alike: self._turns(self.shapes.of(cards), cards) for alike, cards in known}
        # Of whole hands each has one alone: their heights are never compared with each other.
        self._whole = {line: self._turns(self.shapes.pat(line), 0) for line in {*share.lines}}
        self.lines, self.kept = bytearray(), bytearray()
        for place, kept in self._firsts():
            self.lines.append(UNDECIDED if place == self._none else policy.line_of[place])
            self.kept.append(kept)

    def _turns(self, shape: Shape | None, cards: int) -> Turns:
        """Return where cards of some name are named, in order: the highest cards have the first
        turn, the lowest where these are meant.
        """
        height = height_of(cards)
        turns = [(*place, -height) for place in self._tried.get(shape, ())]
        if shape and (lowest := self.shapes.lowest(shape)):
            turns += [(*place, height) for place in self._tried.get(lowest, ())]
        return sorted(turns)

    def _firsts(self) -> Iterator[tuple[int, int]]:
        """Yield for each hand the place of the name that it fits first, and the number of what is
        held.
        """
        values = self._values
        conditional = {place for place, given in chain(*self._tried.values()) if given != ALWAYS}
        for at, (turn, alike) in enumerate(zip(*self._earliest())):
            place = turn >> TURN_BITS
            if place in conditional:
                yield self._first_fitting(at)
            elif place == self._none:
                yield place, 0
            elif alike & alike - 1:
                kept = (kept for kept in values if alike >> kept & 1)
                yield place, min(kept, key=lambda one: (values[one][at], one))
            else:
                yield place, alike.bit_length() - 1

    def _earliest(self) -> tuple[array[int], array[int]]:
        """Return for each hand the first turn of what can be held, conditions aside, as one number,
        and as bits all holds that have it.
        """
        share = self.share
        room = array("i", bytes(4 << (2 * len(self._alike)).bit_length()))
        turns = array("q", map(self._first, self._alike.values()))
        table = kernel.Turns(array("q", self._alike), turns, room)
        first = {line: self._first(turns) for line, turns in self._whole.items()}
        whole = array("q", map(first.__getitem__, share.lines))
        turn, held = zeros("q", len(whole)), zeros("I", len(whole))
        allowed = mask_of(share.allowed)
        kernel.earliest(table, share.hands, self.shapes.natural, whole, allowed, turn, held)
        return turn, held

    def _first(self, turns: Turns) -> int:
        place, _, turn = turns[0] if turns else (self._none, ALWAYS, 0)
        return (place << TURN_BITS) + LATEST + turn

    def _first_fitting(self, at: int) -> tuple[int, int]:
        """Return for a hand the place of the name that it fits first, and the number of what is
        held, where conditions decide.
        """
        hand, first = self.share.hands[at], (self._none, 0, 0, 0)
        subsets, known = subsets_of(hand), self._known
        known[hand] = self._whole[self.share.lines[at]]
        for kept, values in self._values.items():
            cards = subsets[kept]
            if cards not in known:
                known[cards] = self._alike[self.shapes.alike(cards)]
            for place, condition, turn in known[cards]:
                if place > first[0]:
                    break
                if condition == ALWAYS or condition.fits(self._discards.thrown(cards, hand)):
                    first = min(first, (place, turn, values[at], kept))
                    break
        return first[0], first[3]

    def kind(self, at: int, best: int) -> tuple[int, int, int]:
        """Return the kind of a mistake with a hand: the line, and the names of what is held and of
        what is best, by their numbers in `names_held`, the finer ones where they have one name.
        """
        hand, line = self.share.hands[at], self.share.lines[at]
        held = [
            self.shapes.kept(self.share.subset(at, kept), hand, line) or UNNAMED
            for kept in (self.kept[at], best)
        ]
        names = [_name(shape) for shape in held]
        if names[0] == names[1]:
            names = [shape.detail for shape in held]
        chosen, better = (self._numbers.get(name, 0) for name in names)
        return self.lines[at], chosen, better


def _tried(words: HoldWords, block: Block) -> tuple[dict[Shape | None, Conditional], list[int]]:
    """Return what is held -> the places of the names that say so, in the order in which they are
    tried, each with what must be so of the cards thrown: the first without a condition is the last.
    And the line of each place.
    """
    found: dict[Shape | None, Conditional] = {}
    line_of: list[int] = []
    for number, line in enumerate(block):
        parts = [Named((NOTHING,), ALWAYS)]
        if line.conditions:
            parts, _ = words.read(Stretch(line.when))
        for shapes, condition in parts:
            for shape in shapes:
                places = found.get(shape, ())
                if not places or places[-1][1] != ALWAYS:
                    found[shape] = (*places, (len(line_of), condition))
            line_of.append(number)
    return found, line_of


def _name(shape: Shape) -> str:
    return shape.detail if shape.name == WHOLE else shape.name
