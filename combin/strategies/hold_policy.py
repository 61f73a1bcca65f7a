"""Follows lists of what to hold, hand by hand: of several cards that fit a line the highest are
held, and of equally high ones those that lose most.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from combin.cards import cards_text
from combin.counting import Tally, zeros
from combin.counting.plan import Stage
from combin.counting.widths import Choices
from combin.errors import CombinError
from combin.families.block import UNDECIDED, Kinds, PolicyChoice
from combin.rules.facts import Path
from combin.solving.induction import Decision
from combin.solving.payoffs import Payoffs
from combin.strategies.hold_groups import HandShare, height_of, kept_of
from combin.strategies.hold_penalties import ALWAYS, Discards, Given
from combin.strategies.hold_shapes import NOTHING, WHOLE, Shape
from combin.strategies.hold_words import HoldWords, Named, words_of
from combin.strategies.lines import Block, Lines

Conditional = tuple[tuple[int, Given], ...]  # places of names, each with its condition
Turns = list[tuple[int, Given, int]]  # the same, and which of several cards fitting is first
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
        share = self.policy.hands.of(self.tally, best)
        held = Held(self.policy, share)
        holds = [kept_of(path) for path in best.paths]
        number_of = {kept: number for number, kept in enumerate(holds)}
        action = bytearray(number_of[kept] for kept in held.kept)
        return PolicyChoice(action, held.lines, partial(_kinds, held, holds))


def _kinds(
    held: Held, holds: Sequence[int], action: Choices, rule: bytearray, best: Choices
) -> Kinds:
    """Return which choices are alike: those whose holds have the same names."""
    numbers: dict[tuple[int, int, int], int] = {}
    number = zeros("i", len(best))
    for at, (own, other) in enumerate(zip(action, best)):
        if own != other:
            kind = held.kind(at, holds[other])
            number[at] = numbers.setdefault(kind, len(numbers))
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
        self._of_alike: dict[str | tuple[int, bool], Turns] = {}
        self.lines, self.kept = bytearray(), bytearray()
        for (hand, _, subsets, values), outcome in zip(share.offers(), share.lines):
            place, kept = self._first(hand, subsets, values, outcome)
            self.lines.append(UNDECIDED if place == self._none else policy.line_of[place])
            self.kept.append(kept)

    def _first(
        self, hand: int, subsets: Sequence[int], values: Sequence[int], outcome: str
    ) -> tuple[int, int]:
        """Return the place of the name that a hand fits first, and the number of what is held;
        subsets, values: what can be held, and what it is worth.
        """
        known = self._known
        first = (self._none, 0, 0, 0)
        for kept, cards, value in zip(self.share.allowed, subsets, values):
            if cards not in known:
                known[cards] = self._turns(cards, hand, outcome)
            for place, condition, turn in known[cards]:
                if place > first[0]:
                    break
                if condition == ALWAYS or condition.fits(self._discards.thrown(cards, hand)):
                    first = min(first, (place, turn, value, kept))
                    break
        return first[0], first[3]

    def _turns(self, cards: int, hand: int, outcome: str) -> Turns:
        """Return where some cards of a hand are named, in order."""
        # Of whole hands each has one alone: their heights are never compared with each other.
        alike = outcome if cards == hand else self.shapes.alike(cards)
        if alike not in self._of_alike:
            shape = self.shapes.kept(cards, hand, outcome)
            self._of_alike[alike] = self._places(cards, shape)
        return self._of_alike[alike]

    def _places(self, cards: int, shape: Shape | None) -> Turns:
        """Return where cards of some name are named, in order: the highest cards have the first
        turn, the lowest where these are meant.
        """
        height = height_of(cards)
        turns = [(*place, -height) for place in self._tried.get(shape, ())]
        if shape and (lowest := self.shapes.lowest(shape)):
            turns += [(*place, height) for place in self._tried.get(lowest, ())]
        return sorted(turns)

    def kind(self, at: int, best: int) -> tuple[int, int, int]:
        """Return the kind of a mistake with a hand: the line, and the names of what is held and of
        what is best, by their numbers in `names_held`, the finer ones where they have one name.
        """
        held = [self._shape_at(at, kept) for kept in (self.kept[at], best)]
        names = [_name(shape) for shape in held]
        if names[0] == names[1]:
            names = [shape.detail for shape in held]
        chosen, better = (self._numbers.get(name, 0) for name in names)
        return self.lines[at], chosen, better

    def _shape_at(self, at: int, kept: int) -> Shape:
        cards, hand = self.share.subset(at, kept), self.share.hands[at]
        return self.shapes.kept(cards, hand, self.share.lines[at]) or UNNAMED


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
            parts, _ = words.read(line.when)
        for shapes, condition in parts:
            for shape in shapes:
                places = found.get(shape, ())
                if not places or places[-1][1] != ALWAYS:
                    found[shape] = (*places, (len(line_of), condition))
            line_of.append(number)
    return found, line_of


def _name(shape: Shape) -> str:
    return shape.detail if shape.name == WHOLE else shape.name
