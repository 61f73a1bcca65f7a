"""Throws what is not held of a hand and draws in its place, round by round."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from combin.cards import JOKER, LANE, mask_of
from combin.counting import Plan
from combin.kernels import walk
from combin.rules import Hold
from combin.rules.facts import Path


def draw(
    plan: Plan, paths: Sequence[Path], cards: bytearray, masks: array[int], nodes: array[int]
) -> None:
    """Change the masks of rounds that were decided: what is held, and the first of the cards dealt
    to be drawn.

    paths: by their number. cards: each round's cards in the order in which they were dealt.
    masks: for each round one of the hand and one of the cards drawn.
    nodes: the number of each round's path.
    """
    hand, drawn = (group.size for group in plan.groups)
    holds = [path[-1][1] if path else None for path in paths]
    for at, node in enumerate(nodes):
        hold = holds[node]
        begin = at * (hand + drawn) + hand
        assert isinstance(hold, Hold), "every round was decided"
        masks[2 * at] = held_of(plan.game.deck.mask, masks[2 * at], hold)
        count = hand - hold.kept.bit_count()
        masks[2 * at + 1] = mask_of(cards[begin : begin + count])


def held_of(deck: int, hand: int, hold: Hold) -> int:
    """Return the cards of a hand that a hold keeps, its suits relabelled as in the levels."""
    state = array("Q", [hand])
    walk.relabelled(deck, state)
    kept = hold.cards(state[0])
    suits = list(range(4))
    found = kept & 1 << JOKER  # the joker has no suit
    for suit in range(4):
        lane = state[0] >> 16 * suit & LANE
        of = next(one for one in suits if hand >> 16 * one & LANE == lane)
        suits.remove(of)
        found |= (kept >> 16 * suit & LANE) << 16 * of
    return found
