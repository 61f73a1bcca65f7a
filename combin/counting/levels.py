"""The information sets of decisions: listed up to a relabelling of the suits, with what is known
there and their links.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TypeAlias

from combin.cards import JOKER, cards_of, mask_of
from combin.counting.plan import Plan, Stage, fan_of, split_of
from combin.counting.program import program
from combin.counting.tally import Level, zeros
from combin.kernels import completions, walk
from combin.kernels import links as kernel
from combin.records import dataclass
from combin.rules.facts import Fact

# For each set of cards that a kernel is given, the zones they come from.
Parts: TypeAlias = "Sequence[Iterable[str]]"


@dataclass(frozen=True)
class States:
    """Ways to hold some sets of cards, one of each kind up to a relabelling of the suits.

    masks: the cards of each set, one state after the other.
    weights: how many ways each state stands for.
    """

    masks: array[int]
    weights: array[int]


def states(plan: Plan, sizes: Sequence[int], given: Sequence[int] = ()) -> States:
    """Return every way to hold sets of these sizes; given: the masks of the first sets, where they
    are fixed.
    """
    deck = plan.game.deck.mask
    first, *others = (
        States(*walk.states(deck, array("q", sizes), array("Q", given), holder))
        for holder in joker_holders(plan, sizes, given)
    )
    for more in others:
        first.masks.extend(more.masks)
        first.weights.extend(more.weights)
    return first


def joker_holders(plan: Plan, sizes: Sequence[int], given: Sequence[int] = ()) -> list[int]:
    """Return the numbers of the sets that can hold the joker, after -1 for none of them."""
    if not plan.game.deck.jokers or any(mask >> JOKER for mask in given):
        return [-1]
    return [-1, *range(len(given), len(sizes))]


def joint_numbers(
    plan: Plan, parts: Parts, masks: array[int], facts: tuple[Fact, ...]
) -> array[int]:
    """Return the joint number of some facts for each state.

    parts: the zones of each of a state's sets of cards.
    masks: the sets, those of one state after the other.
    """
    numbers = zeros("q", len(masks) // len(parts))
    if facts:
        completions.columns(len(parts), masks, program(plan, parts, facts), numbers)
    return numbers


def zones_of(stage: Stage) -> list[frozenset[str]]:
    """Return the zones of each role of a stage."""
    return [role.zones for role in stage.roles]


# --- Whole levels ------------------------------------------------------------------------------


def levels(plan: Plan) -> tuple[Level, ...]:
    """Return the information sets of all stages; they are found once and kept with the plan."""
    before = None
    for stage in plan.stages:
        if stage.number not in plan.levels:
            plan.levels[stage.number] = _level(plan, stage, before, [()])
        before = plan.levels[stage.number]
    return tuple(plan.levels[stage.number] for stage in plan.stages)


def levels_around(plan: Plan, *given: Sequence[int]) -> tuple[Level, ...]:
    """Return the information sets of all stages in which the first roles hold given cards, one way
    after the other; each of these is a way of its own when suits are relabelled.
    """
    found: list[Level] = []
    for stage in plan.stages:
        found.append(_level(plan, stage, found[-1] if found else None, given))
    return tuple(found)


def _level(plan: Plan, stage: Stage, before: Level | None, given: Sequence[Sequence[int]]) -> Level:
    sizes = [role.size for role in stage.roles]
    found, *others = (states(plan, sizes, cards) for cards in given)
    for more in others:
        found.masks.extend(more.masks)
        found.weights.extend(more.weights)
    known = joint_numbers(plan, zones_of(stage), found.masks, stage.known)
    links = array("i")
    if before:
        deck, split = plan.game.deck.mask, split_of(stage, before.stage)
        links = zeros("i", fan_of(stage, split) * (len(found.masks) // len(sizes)))
        ways = array("q", chain(*split))
        kernel.links(deck, len(sizes), found.masks, before.roles, before.states, ways, links)
    return Level(stage, len(sizes), found.masks, found.weights, known, links)


def sliced(level: Level, part: int, parts: int) -> Level:
    """Return one of some shares of the information sets of a first decision."""
    begin = len(level) * part // parts
    end = len(level) * (part + 1) // parts
    return replace(
        level,
        states=level.states[begin * level.roles : end * level.roles],
        weights=level.weights[begin:end],
        known=level.known[begin:end],
    )


# --- Cards as they lie on the table ------------------------------------------------------------


def union(cards: Mapping[str, int], zones: Iterable[str]) -> int:
    """Return the mask of all cards that lie in some zones; cards: zone -> mask."""
    return mask_of(card for zone in zones for card in cards_of(cards.get(zone, 0)))


def seen_level(plan: Plan, stage: Stage, cards: Mapping[str, int]) -> Level:
    """Return one information set, its suits as they are; cards: zone -> the mask of its cards."""
    zones = zones_of(stage)
    state = array("Q", (union(cards, role) for role in zones))
    known = joint_numbers(plan, zones, state, stage.known)
    return Level(stage, len(state), state, array("q", [1]), known, array("i"))


def facts_number(plan: Plan, cards: Mapping[str, int], facts: tuple[Fact, ...]) -> int:
    """Return the joint number of facts that the given cards decide; cards: zone -> mask."""
    parts = [group.zones for group in plan.groups]
    state = array("Q", (union(cards, zones) for zones in parts))
    if not facts:
        return 0
    known: dict[tuple[Fact, ...], array[int]] = plan.found.setdefault("programs", {})
    if facts not in known:
        known[facts] = program(plan, parts, facts)
    numbers = zeros("q", 1)
    completions.columns(len(parts), state, known[facts], numbers)
    return numbers[0]


def place_of(level: Level, state: array[int]) -> int | None:
    """Return the place of a state in a level, None where it is not there."""
    size = level.roles
    places = (at for at in range(len(level)) if level.states[at * size : (at + 1) * size] == state)
    return next(places, None)
