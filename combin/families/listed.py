"""The list of families, and which one a plan belongs to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from combin.counting import Plan, method_of
from combin.families.board.counting import exposed_board, has_streets, is_large

if TYPE_CHECKING:
    from combin.families.block import Family


class Listed(NamedTuple):
    """A family in the list.

    fits: whether a plan is of it.
    family: itself; imported only when a plan is, for other games start sooner without it.
    """

    fits: Callable[[Plan], bool]
    family: Callable[[], Family]


def _high_low() -> Family:
    from combin.families.split.stream import HIGH_LOW

    return HIGH_LOW


def _shared_boards() -> Family:
    from combin.families.board.stream import SHARED_BOARDS

    return SHARED_BOARDS


def _small_boards() -> Family:
    from combin.families.board.stream import SMALL_BOARDS

    return SMALL_BOARDS


def _exposed_boards() -> Family:
    from combin.families.board.exposed import EXPOSED_BOARDS

    return EXPOSED_BOARDS


def _hand_by_hand() -> Family:
    from combin.families.tally import HAND_BY_HAND

    return HAND_BY_HAND


def _tallies() -> Family:
    from combin.families.tally import TALLIES

    return TALLIES


FAMILIES: tuple[Listed, ...] = (
    Listed(lambda plan: plan.is_split, _high_low),
    Listed(is_large, _shared_boards),
    Listed(has_streets, _small_boards),
    Listed(lambda plan: exposed_board(plan) is not None, _exposed_boards),
    Listed(lambda plan: method_of(plan).drops(plan), _hand_by_hand),
    Listed(lambda plan: True, _tallies),
)


def family_of(plan: Plan) -> Family:
    """Return the family of a plan: the first that it fits, of which tallies are the last."""
    return next(listed.family() for listed in FAMILIES if listed.fits(plan))
