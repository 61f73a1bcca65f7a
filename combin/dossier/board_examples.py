"""Example hands for lines of games with a shared board: two hole cards, and the board."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from math import comb
from typing import TYPE_CHECKING

from combin.cards import cards_of, mask_of

if TYPE_CHECKING:
    from combin.counting import Plan
    from combin.rules.facts import Path
    from combin.strategies import Lines

BOARDS = 150  # that are looked at, evenly spread over all

Place = tuple[int, int]  # a decision, and the number of a line there
Seen = tuple[int, int]  # the player's two cards, and the board
Arrived = dict["Path", list[int]]  # history -> the player's cards with which the list comes there


def hands_decided(plan: Plan, lines: Lines) -> Iterator[tuple[Place, Seen]]:
    """Yield hands that lines decide, with the place of the line; only those to which the list
    itself comes.
    """
    seen = [sum(role.size for role in stage.roles[1:]) for stage in plan.stages]
    deck = sorted(cards_of(plan.game.deck.mask))
    step = comb(len(deck), seen[-1]) // BOARDS + 1
    for board in islice(combinations(deck, seen[-1]), 0, None, step):
        left = [card for card in deck if card not in board]
        yield from _on(plan, lines, seen, board, [mask_of(two) for two in combinations(left, 2)])


def _on(
    plan: Plan, lines: Lines, seen: Sequence[int], board: Sequence[int], holdings: list[int]
) -> Iterator[tuple[Place, Seen]]:
    """Yield the hands of one board, decision by decision."""
    arrived: Arrived = {(): holdings}
    for place, many in enumerate(seen):
        shown = mask_of(board[:many])
        following: Arrived = {}
        for history, hands in arrived.items():
            met = _met(plan, lines, place, history, hands, shown)
            yield from (((place, number), (hand, shown)) for hand, number in zip(hands, met))
            if place + 1 == len(seen):
                continue
            # The hands that come to the next decision, by what was done before it.
            block = lines.blocks[plan.decisions[plan.stages[place].number].name]
            deciding = plan.deciding(plan.stages[place + 1])
            paths = {path[-1][1].name: path for path in plan.after(history) if path in deciding}
            for hand, number in zip(hands, met):
                if block[number].action in paths:
                    following.setdefault(paths[block[number].action], []).append(hand)
        arrived = following


def _met(
    plan: Plan, lines: Lines, place: int, history: Path, hands: Sequence[int], board: int
) -> bytearray:
    """Return the number of the line that decides each hand."""
    from combin.strategies.lines import open_lines, traits_asked
    from combin.strategies.matching import matched, traits_seen
    from combin.strategies.vocabulary import View, stakes_so_far

    stage = plan.stages[place]
    view, block = View(plan, stage), lines.blocks[plan.decisions[stage.number].name]
    states = array("Q", hands)
    if board:
        states = array("Q", (part for hand in hands for part in (hand, board)))
    traits = traits_seen(view, 2 if board else 1, states, sorted(traits_asked([block])))
    return matched(traits, view.width, open_lines(block, stakes_so_far(plan, history)))
