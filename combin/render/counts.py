"""Lays out how far two counts of the same deals agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.render import number
from combin.render.tables import Table, layout

if TYPE_CHECKING:
    from combin.proof.verify import Report


def report(found: Report) -> str:
    """Return the comparison of the engine's counts with the reference's, and the verdict."""
    named = any(row.actions for row in found.rows)
    rows = []
    for row in found.rows:
        counts = (number.plain(row.engine), number.grouped(row.reference), "" if row.engine == row.reference else "differs")
        rows.append((*((" / ".join(row.actions),) if named else ()), row.outcome, number.signed(row.net), *counts))
    names = ("the player", "outcome") if named else ("outcome",)
    aligns = ("left",) * len(names) + ("right", "right", "right", "left")
    wrong = sum(row.engine != row.reference for row in found.rows)
    told = f"{wrong} of {len(rows)} counts differ" if wrong else f"all {len(rows)} counts agree"
    return layout(
        [
            f"{found.bet}: {found.deck}, {number.grouped(found.deals)} deals",
            Table((*names, "net", "engine", "reference", ""), aligns, rows),
            f"{found.bet}: {told}.",
        ]
    )
