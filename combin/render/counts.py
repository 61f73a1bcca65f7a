"""Lays out how far two counts of the same deals agree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
    told = f"{found.wrong} of {len(rows)} counts differ" if found.wrong else f"all {len(rows)} counts agree"
    return layout(
        [
            _deals(found),
            Table((*names, "net", "engine", "reference", ""), aligns, rows),
            f"{found.bet}: {told}.",
            *_sets(found),
        ]
    )


def _deals(found: Report) -> str:
    return f"{found.bet}: {found.deck}, {number.grouped(found.deals)} deals"


def _sets(found: Report) -> Iterator[str]:
    sets = number.grouped(found.sets)
    if found.different:
        yield f"{found.bet}: {number.grouped(found.different)} of {sets} information sets differ."
    elif found.sets:
        yield f"{found.bet}: at all {sets} information sets every action is worth the same."


def agreement(reports: Iterable[tuple[str, tuple[Report, ...]]]) -> Iterator[str]:
    """Yield in a line for each bet on what deck the literal reference agreed, or that none is short enough."""
    for bet, found in reports:
        if not found:
            yield f"{bet}: not recounted, no deck is short enough for a second"
        for one in found:
            sets = f" and {number.grouped(one.sets)} information sets" if one.sets else ""
            yield f"{_deals(one)}{sets}: the literal reference agrees"
