"""Formats published figures beside the exact ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from combin.render.markdown import marks
from combin.render.number import counted, decimal, exact
from combin.render.tables import Heading, Table, filled

if TYPE_CHECKING:
    from combin.dossier.published import Agreement

AGREES = "Comparison with published figures"
ROUNDS = "An exact figure agrees if it rounds to the published one."
SHOWN = 8  # rows before the others are folded up


def section(
    listed: Sequence[Agreement],
    called: Callable[[str], str],
    how: str = ROUNDS,
) -> Iterator[str | Table]:
    """Yield the section, nothing where nothing was published.

    called: gives what players call a bet, by its key.
    how: when a figure agrees.
    """
    if not listed:
        return
    agreeing = sum(one.agrees for one in listed)
    yield from ("", Heading(AGREES, 2), "")
    figures = counted(len(listed), "published figure")
    yield f"{agreeing} of {figures} agree{'s' * (len(listed) == 1)}. {how}"
    rows = [row(one, called(one.bet)) for one in listed]
    yield _table(rows[:SHOWN])
    if more := rows[SHOWN:]:
        yield from ("", marks(f"<details><summary>{len(more)} more</summary>"), "")
        yield _table(more)
        yield from ("", marks("</details>"))


def _table(rows: Sequence[Sequence[str]]) -> Table:
    return filled(
        Table(
            ("bet", "rules", "measure", "published", "exact", "result", "source"),
            ("left", "left", "left", "right", "right", "left", "left"),
            rows,
        )
    )


def row(one: Agreement, bet: str) -> tuple[str, ...]:
    """Return the cells of a figure: two decimals more than were published, or a fraction where a
    fraction was.
    """
    places = len(one.printed.partition(".")[2]) + 2
    found = exact(one.exact) if "/" in one.printed else decimal(one.exact, places)
    verdict = "agrees" if one.agrees else "differs"
    return (
        bet,
        ", ".join(f"`{name}={value}`" for name, value in one.setting.items()),
        one.measure,
        one.printed,
        found,
        f"{verdict} ({one.remark})" if one.remark else verdict,
        one.source,
    )
