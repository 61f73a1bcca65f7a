"""The information sets that follow from hands already dealt, their suits as they are."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from math import comb

from combin.cards import cards_of
from combin.counting.levels import joint_numbers, zones_of
from combin.counting.plan import Plan, Stage, split_of
from combin.counting.tally import Level
from combin.families.methods import method_of

LINK = 100  # steps of a row of counts in the time that a link takes

Hand = tuple[int, ...]  # the cards of each role of a stage, as masks


def successors(plan: Plan, hands: Sequence[Hand]) -> tuple[Level, ...]:
    """Return the information sets of all stages that follow from some hands of the first one.

    Two hands lead to sets of their own, even where their cards become the same: what is found for a
    hand is found for it alone. A set has as many links as there are ways to come to it from the
    same hand.
    """
    first, *later = plan.stages
    at = [(number, hand) for number, hand in enumerate(hands)]
    found, before = [_level(plan, first, at, ())], first
    for stage in later:
        split, cards = split_of(stage, before), plan.game.deck.mask
        new = [(role, size) for role, old, size in split if old < 0]
        children: dict[tuple[int, Hand], list[int]] = {}
        for place, (number, hand) in enumerate(at):
            kept = [0] * len(stage.roles)
            for role, old, _ in split:
                kept[role] |= hand[old] if old >= 0 else 0
            for child in _dealt_to(tuple(kept), new, cards & ~sum(hand)):
                children.setdefault((number, child), []).append(place)
        at, before = list(children), stage
        found.append(_level(plan, stage, at, chain.from_iterable(children.values())))
    return tuple(found)


def work_onward(plan: Plan) -> int:
    """Return how many steps it takes to go through all that follows from one hand of the first
    stage: steps of rows of counts at the last stage, and links, each as long as a hundred of those.
    """
    links, hands = 0, 1
    for before, stage in zip(plan.stages, plan.stages[1:]):
        links += hands * plan.deals_after(before) // plan.deals_after(stage)
        # The information sets of a stage that follow from one hand of the first one.
        left = len(plan.game.deck) - sum(role.size for role in plan.stages[0].roles)
        hands = 1
        for role in stage.roles:
            dealt = sum(group.size for group in role.groups if group.stage > 0)
            hands *= comb(left, dealt)
            left -= dealt
    return LINK * links + hands * method_of(plan).steps(plan)


def _dealt_to(hand: Hand, new: Sequence[tuple[int, int]], left: int) -> Iterator[Hand]:
    """Yield a hand with cards dealt to some of its roles, in every way.

    new: the role, and how many cards it is dealt. left: the cards to deal from.
    """
    if not new:
        yield hand
        return
    (role, size), *others = new
    for dealt in map(sum, combinations([1 << card for card in cards_of(left)], size)):
        more = (*hand[:role], hand[role] | dealt, *hand[role + 1 :])
        yield from _dealt_to(more, others, left & ~dealt)


def _level(
    plan: Plan, stage: Stage, sets: Sequence[tuple[int, Hand]], links: Sequence[int] | Iterator[int]
) -> Level:
    masks = array("Q", chain.from_iterable(hand for _, hand in sets))
    weights = array("q", [1]) * len(sets)
    known = joint_numbers(plan, zones_of(stage), masks, stage.known)
    return Level(stage, len(stage.roles), masks, weights, known, array("i", links))
