"""The limits of the kernels, and what a plan needs of them, checked before they run."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from combin.errors import refuse
from combin.kernels.constants import (
    MAX_FACTS,
    MAX_HANDS,
    MAX_HIDDEN,
    MAX_LINES,
    MAX_MENUS,
    MAX_PARTS,
    MAX_ROLES,
    MAX_TAKEN,
)
from combin.rules.facts import lines_of

if TYPE_CHECKING:
    from combin.counting.plan import Plan

MOST_DEALT = 8  # cards of a group: the ways to choose them are gone through one by one
MOST_JOINT = 20_000  # joint outcomes: a row of counts for every information set
MOST_ROW = 1_000_000  # where there is one row
ONE_BYTE, TWO_BYTES = 255, 65_535  # actions; one number is left for none

Choices: TypeAlias = "bytearray | array[int]"  # the number of an action for each information set


def verify(plan: Plan) -> None:
    """Raise CombinError, in one line, where a plan asks for more than the kernels have room for."""
    for what, size, room in _asked(plan):
        refuse(
            size > room,
            f"{plan.game.slug}, bet {plan.bet.key!r}: {size:,} {what} are more than the "
            f"{room:,} that can be counted",
        )


def _asked(plan: Plan) -> Iterator[tuple[str, int, int]]:
    """Yield what is limited, how much of it a plan has, and the most there can be; what is costly
    to find comes last.
    """
    if plan.game.from_shoe:
        yield "cards dealt one by one", len(plan.groups), MAX_PARTS
    else:
        actions = [len(decision.actions) for decision in plan.decisions]
        dealt = [group.size for group in plan.groups]
        kinds = [len(stage.roles) for stage in plan.stages]
        alike = [role.size for stage in plan.stages for role in stage.roles]
        yield "actions at a decision", max(actions, default=0), TWO_BYTES
        yield "cards in a zone that is dealt at once", max(dealt), MOST_DEALT
        # Without information sets every group is a role of the one state.
        yield (
            "zones that are treated differently",
            len(dealt),
            MAX_HIDDEN if plan.stages else MAX_ROLES,
        )
        yield "kinds of cards seen at a decision", max(kinds, default=0), MAX_ROLES
        yield "cards alike that are seen at a decision", max(alike, default=0), MAX_TAKEN
        facts = plan.facts
        hands = {name for fact in facts for name in fact.hands}
        lines = [len(lines_of(fact)) for fact in facts]
        yield "hands in a bet", len(hands), MAX_HANDS
        yield "facts that settle a bet", len(facts), MAX_FACTS
        yield "lines in a paytable", max(lines, default=0), MAX_LINES
        menus = [len(plan.menus(fact)) for fact in facts]
        yield "readings of a hand with the joker", max(menus, default=0), MAX_MENUS
    known = [plan.size(stage.known) for stage in plan.stages]
    most = MOST_JOINT if plan.stages else MOST_ROW
    yield "joint outcomes", plan.size(plan.columns) * max(known, default=1), most


def choices(actions: int, sets: int) -> Choices:
    """Return room for the number of an action at each information set, 0 at first.

    actions: how many there are to choose from.
    sets: how many information sets there are.
    """
    return bytearray(sets) if actions <= ONE_BYTE else array("H", [0]) * sets


def first_offered(offers: Sequence[bytes], sets: int) -> Choices:
    """Return the choice of the first action at each information set, of none where it is not
    offered.

    offers: for each action 1 or 0 for every set, nothing where it is offered at all of them.
    """
    first = choices(len(offers), sets)
    none = ONE_BYTE if isinstance(first, bytearray) else TWO_BYTES
    for at, is_offered in enumerate(offers[0]):
        if not is_offered:
            first[at] = none
    return first
