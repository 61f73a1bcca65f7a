"""How much the kernels have room for: every width of theirs, and what a plan asks of it, checked before any of them runs."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from combin.counting.facts import Line
from combin.errors import CombinError

if TYPE_CHECKING:
    from combin.counting.plan import Plan

# The kernels' own names, in _ext/*.pxd and *.pyx.
MAX_ROLES = 4
MAX_HIDDEN = 8
MAX_HANDS = 8
MAX_FACTS = 8
MAX_LINES = 30
MAX_MENUS = 256
MAX_PARTS = 12  # as many as roles and hidden groups together
MAX_CUTS = 4
MAX_COLUMNS = 64  # of a removal

MOST_DEALT = 8  # cards of a group: the ways to choose them are gone through one by one
MOST_ALIKE = 16  # cards of a role: `Choices` has places for so many
MOST_JOINT = 20_000  # joint outcomes: a row of counts for every information set
ONE_BYTE, TWO_BYTES = 255, 65_535  # actions that such numbers tell apart, and none

Choices: TypeAlias = "bytearray | array[int]"  # the number of an action for each information set


def verify(plan: Plan) -> None:
    """Raise CombinError, in one line, where a plan asks for more than the kernels have room for."""
    for what, size, room in _asked(plan):
        if size > room:
            raise CombinError(
                f"{plan.game.slug}, bet {plan.bet.key!r}: {size:,} {what} are more than the {room:,} that can be counted"
            )


def _asked(plan: Plan) -> Iterator[tuple[str, int, int]]:
    """Yield what is limited, how much of it a plan has, and how much there can be; what is costly to find comes last."""
    stages, facts = plan.stages, plan.facts
    roles = [role for stage in stages for role in stage.roles]
    actions = [len(decision.actions) for decision in plan.decisions]
    lines = [len(fact.lines) for fact in facts if isinstance(fact, Line)]
    yield "actions at a decision", max(actions, default=0), TWO_BYTES
    yield "cards in a zone that is dealt at once", max(group.size for group in plan.groups), MOST_DEALT
    # Without information sets every group is a role of the one state.
    yield "zones that are treated differently", len(plan.groups), MAX_HIDDEN if stages else MAX_ROLES
    yield "kinds of cards seen at a decision", max((len(stage.roles) for stage in stages), default=0), MAX_ROLES
    yield "cards alike that are seen at a decision", max((role.size for role in roles), default=0), MOST_ALIKE
    yield "hands in a bet", len({name for fact in facts for name in fact.hands}), MAX_HANDS
    yield "facts that settle a bet", len(facts), MAX_FACTS
    yield "lines in a paytable", max(lines, default=0), MAX_LINES
    yield "readings of a hand with the joker", max((len(plan.menus(fact)) for fact in facts), default=0), MAX_MENUS
    known = max((plan.size(stage.known) for stage in stages), default=1)
    yield "joint outcomes", plan.size(plan.columns) * known, MOST_JOINT


def choices(actions: int, sets: int) -> Choices:
    """Return room for the number of one of so many actions at each of some information sets, 0 at first."""
    return bytearray(sets) if actions <= ONE_BYTE else array("H", [0]) * sets
