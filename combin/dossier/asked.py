"""What a user asked for by name, and what takes its place if he did not."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from combin.sensitivity import Formula


def named_pays(found: Formula) -> tuple[str, ...]:
    """Return the pays that a formula was asked to move; none where they are all those of the
    paytables, as by default.
    """
    from combin.sensitivity import table_pays

    free = found.region.free
    usual = tuple(table_pays(found.game, found.game.bet(found.bet)))
    return () if free == usual else free
