"""A list of holds by the number of wild cards in the hand, as players learn it: under each number
the lines that decide such a hand, in their order.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from combin.cards import JOKER, RANKS, mask_of, rank_of
from combin.counting import Plan
from combin.families.draw.holds.shapes import WHOLE
from combin.families.draw.holds.words import HoldWords, Named, words_of
from combin.families.listed import family_of
from combin.rules.words import HOLD, HOLD_NONE
from combin.solving.payoffs import Payoffs
from combin.strategies import parse
from combin.strategies.policies import policy_of

if TYPE_CHECKING:
    from combin.families.block import Block
    from combin.families.draw.holds.shapes import Shapes
    from combin.rules.game import Game
    from combin.solving.induction import Root
    from combin.strategies import Lines
from combin.texts import Stretch


class UsedLines:
    """A fold: the lines that decide hands with each number of wild cards.

    wild: the mask of the wild cards.
    found: pairs of the number of wild cards and that of a line.
    """

    def __init__(self, wild: int) -> None:
        self.wild = wild
        self.found: set[tuple[int, int]] = set()

    def take(self, block: Block) -> None:
        rules = block.choice.rule
        for sets in block.sets(array("i", range(len(rules)))):
            for state, row in zip(sets.states, sets.row or range(len(sets.states))):
                self.found.add(((state & self.wild).bit_count(), rules[row]))

    def end(self, root: Root) -> None:
        pass


def by_wilds(game: Game, lines: Lines) -> dict[str, list[tuple[str, str]]]:
    """Return heading -> the actions and phrases for hands with that many wild cards, the most wild
    cards first. Phrases leave out the wild cards, which are always held.

    Nothing for a game without wild cards, and for a list that discards one.
    """
    plan = Plan(game, game.bet(lines.bet))
    if plan.draw is None or not (wild := wild_cards(plan)):
        return {}
    shapes = words_of(plan).shapes
    told = {}
    for count, listed in grouped(plan, lines, wild).items():
        held = f" with {shapes.wild_words(count)}" if count else ""
        told[_heading(shapes, count)] = [
            (action, phrase.removeprefix("pat ").replace(held, "")) for action, phrase in listed
        ]
    return told


def grouped(plan: Plan, lines: Lines, wild: int) -> dict[int, list[tuple[str, str]]]:
    """Return number of wild cards -> the actions and phrases of the lines that decide such hands;
    nothing where a wild card is discarded.
    """
    words, payoffs = words_of(plan), Payoffs(plan)
    parts = [*_parts(words, lines)]
    apart = [f"{HOLD}: {words.phrase([part])}" for _, part in parts]
    each = parse("\n".join((*apart, f"{HOLD_NONE}: otherwise")), plan.game, lines.bet)
    used: set[tuple[int, int]] = set()
    fold = partial(UsedLines, wild)
    for (share,) in family_of(plan).each(payoffs, [policy_of(payoffs, each)], fold):
        used |= share.found
    found = {}
    for count in sorted({count for count, _ in used}, reverse=True):
        of_line: dict[int, list[Named]] = {}
        for number, (line, part) in enumerate(parts):
            if (count, number) in used:
                named = words.shapes.wild_words(count) if count else ""
                if part.name != WHOLE and named not in part.shapes[0].detail:
                    return {}
                of_line.setdefault(line, []).append(part)
        found[count] = [(HOLD, words.phrase(some)) for some in of_line.values()]
        if (count, len(parts)) in used:
            if count:
                return {}
            found[count].append((HOLD_NONE, "otherwise"))
    return found


def wild_cards(plan: Plan) -> int:
    """Return the wild cards of a game with a draw, as a mask."""
    ranking = words_of(plan).shapes.ranking
    if not ranking.has_wild:
        return 0
    cards = plan.game.deck.cards
    return mask_of(card for card in cards if card == JOKER or RANKS[rank_of(card)] in ranking.wild)


def _parts(words: HoldWords, lines: Lines) -> Iterator[tuple[int, Named]]:
    """Yield the names of each line in the order in which they are tried, with the line's number; of
    hands that are paid each by itself.
    """
    (block,) = lines.blocks.values()
    for number, line in enumerate(block[:-1]):
        for part in words.read(Stretch(line.when))[0]:
            if part.name == WHOLE:
                yield from ((number, Named((shape,), part.given)) for shape in part.shapes)
            else:
                yield number, part


def _heading(shapes: Shapes, count: int) -> str:
    if shapes.ranking.joker:
        return "with the joker" if count else "no joker"
    _, name = shapes.wild_words(1).split()
    return shapes.wild_words(count) if count > 1 else f"{('no', 'one')[count]} {name}"
