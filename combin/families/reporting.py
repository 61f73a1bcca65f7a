"""Finds what is published of a game of any family."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from combin.games import sheet_of

if TYPE_CHECKING:
    from combin.publishing.folder import Reporting


def reporting(name: str) -> Reporting[Any]:
    """Return what is published of a game, by its name or the path of its file."""
    if not sheet_of(name).has_turns:
        from combin.publishing.dealt import DealtReporting

        return DealtReporting(name)
    from combin.families.blackjack.published import BlackjackReporting

    return BlackjackReporting(name)
