"""Follows lists of what to hold, hand by hand: of several cards that fit a line the highest are
held, and of equally high ones those that lose most.
"""

from __future__ import annotations

from collections.abc import Sequence

from combin.cards import cards_text
from combin.counting import Tally, tallies
from combin.errors import CombinError
from combin.solving.induction import Folded, carry, given
from combin.solving.payoffs import Payoffs
from combin.strategies.hold_groups import HandShare, height_of, kept_of
from combin.strategies.hold_penalties import ALWAYS, Discards, Given
from combin.strategies.hold_shapes import NOTHING, WHOLE, Shape, shapes_of
from combin.strategies.hold_words import HoldWords, Named, words_of
from combin.strategies.lines import Block, Lines
from combin.strategies.sums import Case, MistakeKind, Sums

Conditional = tuple[tuple[int, Given], ...]  # places of names, each with its condition
Turns = list[tuple[int, Given, int]]  # the same, and which of several cards fitting is first
UNNAMED = Shape("cards without a name", "cards without a name")


def priced_share(payoffs: Payoffs, lists: Sequence[Lines], part: int, parts: int) -> list[Sums]:
    """Return what is added up over one share of the hands under each of some lists; raises
    CombinError where one does not say what to hold.
    """
    found = [Sums() for _ in lists]
    for tally in tallies(payoffs.plan, part, parts):
        folded = payoffs.fold(tally, keep=True)
        share = HandShare(payoffs, folded)
        for sums, lines in zip(found, lists):
            _take(sums, payoffs, folded, Held(payoffs, lines, share))
    return found


def _take(sums: Sums, payoffs: Payoffs, folded: Folded, held: Held) -> None:
    """Add the hands of one tally; folded: under the best play, every hold's value kept."""
    best, own = folded[()], _own(payoffs, folded, held)
    sums.best += sum(best.worth[0])
    sums.own += sum(own[()].worth[0])
    sums.root.add(carry(own))
    deals = folded.deals(0)
    for line, count in zip(held.lines, deals):
        sums.uses[0, line] += count
    for at, (most, worth) in enumerate(zip(best.worth[0], own[()].worth[0])):
        if most > worth:
            kind = MistakeKind(1, deals[at], most - worth, most - worth, (held.share.hands[at],))
            case = held.case(at, kept_of(best.paths[best.action[at]]))
            sums.kinds.setdefault(case, MistakeKind()).add(kind)


def _own(payoffs: Payoffs, folded: Folded, held: Held) -> Folded:
    """Return what happens under a list."""
    number_of = {kept_of(path): number for number, path in enumerate(folded[()].paths)}
    actions = bytearray(number_of[kept] for kept in held.kept)
    return payoffs.fold(folded.tally, given({(): actions}))


def folded_under(payoffs: Payoffs, tally: Tally, lines: Lines) -> Folded:
    """Return what happens to some hands under a list; raises CombinError where it does not say what
    to hold.
    """
    folded = payoffs.fold(tally, keep=True)
    return _own(payoffs, folded, Held(payoffs, lines, HandShare(payoffs, folded)))


class Held:
    """What a list holds of each hand of a share.

    share: the hands.
    lines: the number of the line that each of them fits first.
    kept: the number of what is held then.
    """

    def __init__(self, payoffs: Payoffs, lines: Lines, share: HandShare) -> None:
        self.share = share
        self.shapes = shapes_of(payoffs.plan)
        words = words_of(payoffs.plan)
        (block,) = lines.blocks.values()
        self._tried, self._line_of = _tried(words, block)
        self._none = len(self._line_of)
        self._numbers = {name: number for number, name in enumerate(names_of(words))}
        self._discards = Discards(self.shapes.ranking)
        self._shapes: dict[int, Shape | None] = {}  # of cards
        self._known: dict[int, Turns] = {}
        self.lines, self.kept = bytearray(), bytearray()
        for (hand, _, subsets, values), outcome in zip(share.offers(), share.lines):
            place, kept = self._first(hand, subsets, values, outcome)
            if place == self._none:
                where = lines.name or "strategy"
                raise CombinError(
                    f"{where}: no line says what to hold of {cards_text(hand)}; end with a line "
                    "'hold none: otherwise'"
                )
            self.lines.append(self._line_of[place])
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
                known[cards] = self._places(cards, hand, outcome)
            for place, condition, turn in known[cards]:
                if place > first[0]:
                    break
                if condition == ALWAYS or condition.fits(self._discards.thrown(cards, hand)):
                    first = min(first, (place, turn, value, kept))
                    break
        return first[0], first[3]

    def _places(self, cards: int, hand: int, outcome: str) -> Turns:
        """Return where some cards of a hand are named, in order: the highest cards have the first
        turn, the lowest where these are meant.
        """
        shape = self._shapes[cards] = self.shapes.kept(cards, hand, outcome)
        height = height_of(cards)
        turns = [(*place, -height) for place in self._tried.get(shape, ())]
        if shape and (lowest := self.shapes.lowest(shape)):
            turns += [(*place, height) for place in self._tried.get(lowest, ())]
        return sorted(turns)

    def case(self, at: int, best: int) -> Case:
        """Return the case of a mistake with a hand: the names of what is held and of what is best,
        by their numbers in `names_of`, the finer ones where they have one name.
        """
        held = [self._shape_at(at, kept) for kept in (self.kept[at], best)]
        names = [_name(shape) for shape in held]
        if names[0] == names[1]:
            names = [shape.detail for shape in held]
        chosen, better = (self._numbers.get(name, 0) for name in names)
        return Case(0, self.lines[at], chosen, better)

    def _shape_at(self, at: int, kept: int) -> Shape:
        return self._shapes[self.share.subset(at, kept)] or UNNAMED


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


def names_of(words: HoldWords) -> list[str]:
    """Return the names by which mistakes are sorted, in an order that every share has."""
    every = [UNNAMED, NOTHING, *words.every]
    names, details = map(_name, every), [shape.detail for shape in every]
    return list(dict.fromkeys([*names, *details]))
