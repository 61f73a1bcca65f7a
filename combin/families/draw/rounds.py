"""Rounds with a draw: discards and draws for many rounds at once."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from combin.counting import Plan
from combin.kernels import parts
from combin.rounds.dealing import Dealing
from combin.rounds.strategies import Strategy
from combin.rules import Hold
from combin.rules.facts import Path


class DrawDealing(Dealing):
    """A hand of which some cards are thrown, and others drawn."""

    samples = False

    def shown(self) -> dict[str, int]:
        """The decision's column holds the cards thrown."""
        (hand, size), (new, _) = super().shown().items()
        return {hand: size, self.plan.decisions[0].name: size, new: size}

    def complete(
        self,
        strategy: Strategy,
        cards: bytearray,
        masks: array[int],
        nodes: array[int],
        told: bool,
    ) -> tuple[bytearray, array[int]]:
        return draw(self.plan, kept_by(strategy.tree.paths), cards, masks, nodes, told), masks


def kept_by(paths: Sequence[Path]) -> array[int]:
    """Return what each of some paths keeps of a hand, as bits."""
    last = (path[-1][1] if path else None for path in paths)
    return array("i", (one.kept if isinstance(one, Hold) else 0 for one in last))


def draw(
    plan: Plan,
    kept: array[int],
    cards: bytearray,
    masks: array[int],
    nodes: array[int],
    told: bool = False,
) -> bytearray:
    """Change the masks of rounds that were decided: what is held, and the first of the cards dealt
    to be drawn. Return what a log shows of them, if it is `told`: hand, thrown and drawn cards.

    kept: by the number of a path. cards: each round's cards in the order in which they were dealt.
    masks: for each round one of the hand and one of the cards drawn.
    nodes: the number of each round's path.
    """
    size = plan.groups[0].size
    shown = bytearray(3 * size * len(nodes) if told else 0)
    parts.draw(plan.game.deck.mask, size, cards, kept, nodes, masks, shown)
    return shown
