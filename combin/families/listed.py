"""The list of families, and which one a plan belongs to."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from combin.counting import Plan, method_of
from combin.families.board.counting import exposed_board, has_classes, has_streets, is_large
from combin.rules.game import Sheet

if TYPE_CHECKING:
    from combin.checker.opened import AskedLog
    from combin.families.contract import Family


class Listed(NamedTuple):
    """A family in the list.

    fits: what is true of a plan of it.
    family: itself; imported only when a plan is, for other games start sooner without it.
    """

    fits: Callable[[Plan], object]
    family: Callable[[], Family]


def _named(module: str, name: str) -> Any:
    return getattr(import_module(f"combin.families.{module}"), name)


# A family stands above all rooms and implements what they ask; so it is found by its name.
FAMILIES: tuple[Listed, ...] = (
    Listed(lambda plan: plan.sets_hands, partial(_named, "set_hands.family", "HIGH_LOW")),
    Listed(lambda plan: plan.game.from_shoe, partial(_named, "shoe.family", "SHOES")),
    Listed(lambda plan: plan.draw, partial(_named, "draw.family", "DRAWN")),
    Listed(is_large, partial(_named, "board.family", "SHARED_BOARDS")),
    Listed(has_streets, partial(_named, "board.family", "SMALL_BOARDS")),
    Listed(exposed_board, partial(_named, "board.exposed", "EXPOSED_BOARDS")),
    Listed(
        lambda plan: has_classes(plan) and method_of(plan).drops(plan),
        partial(_named, "board.held", "LARGE_BY_HOLDING"),
    ),
    Listed(has_classes, partial(_named, "board.held", "BY_HOLDING")),
    Listed(lambda plan: method_of(plan).drops(plan), partial(_named, "tallies", "HAND_BY_HAND")),
    Listed(lambda plan: True, partial(_named, "tallies", "TALLIES")),
)


def family_of(plan: Plan) -> Family:
    """Return the family of a plan: the first that it fits, of which tallies are the last."""
    return next(listed.family() for listed in FAMILIES if listed.fits(plan))


def log_of(sheet: Sheet) -> type[AskedLog] | None:
    """Return what reads logs of a game that is not dealt, None for one that is."""
    found: type[AskedLog] | None = None
    if sheet.has_turns:
        found = _named("blackjack.judging.check", "HandsFile")
    return found
