"""Formats the likely causes of a log that does not fit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from combin.render import number
from combin.render.number import counted
from combin.render.shapes import COUNT, EXACT, FLAG, TEXT, WORDS, Field
from combin.render.tables import Block, Table

if TYPE_CHECKING:
    from combin.checker.causes import Cause, Causes

ASIDE = 8  # suppositions that were not tried and are listed for people
ABOUT = (
    "Likelier: how many times likelier the cause makes the log than the rules do, as a power of "
    "ten. A row that a cause cannot produce counts as one in a million."
)
SEVERAL = (
    " Of the impossible rows looked at, those beside one of several choices are impossible without "
    "it."
)


def cause_line(found: Causes | None) -> str:
    """Return the likeliest cause in a line, and what it leaves unexplained; empty where nothing was
    looked for.
    """
    if found is None:
        return ""
    if not found.likely:
        return f"Cause: {_none(found)}"
    cause = found.likely[0]
    line = f"Likely cause: {_said(cause)}. Under it"
    if cause.left is not None:
        fits = f"still do not fit: {cause.left}" if cause.left else "fit"
        return f"{line} the first {counted(found.looked_at, 'round')} {fits}."
    if cause.unexplained:
        return f"{line} {counted(cause.unexplained, 'row')} would still be impossible."
    return f"{line} no row is impossible."


def _none(found: Causes) -> str:
    """Say that no cause explains the log, and what the best one leaves."""
    none = f"none of {found.tried:,} that were tried explains the log"
    if found.best is None:
        return f"{none}."
    left = counted(found.best.unexplained, "impossible row")
    return f"{none}. The best, that {_said(found.best)}, leaves {left}."


def _said(cause: Cause) -> str:
    """Return a cause, and the option that says it."""
    return f"{cause.words} ({cause.option})" if cause.option else cause.words


def cause_blocks(found: Causes | None) -> Iterator[Block]:
    """Yield the section about causes, none where nothing was looked for."""
    if found is None:
        return
    yield ""
    if found.likely:
        yield "5. Possible causes, the likeliest first:"
        yield Table(
            ("cause", "option", "likelier", "impossible rows", "what still does not fit"),
            ("left", "left", "right", "right", "left"),
            [
                (
                    one.words,
                    one.option,
                    f"10^{number.decimal(one.likelier, 1)}",
                    number.grouped(one.unexplained),
                    "not checked" if one.left is None else one.left or "nothing",
                )
                for one in found.likely
            ],
        )
        yield ABOUT + SEVERAL * any(one.option.count("--set ") > 1 for one in found.likely)
    else:
        yield f"5. Possible causes: {_none(found)}"
    if found.apart is not None:
        rounds = counted(found.apart, "round")
        yield f"To tell the first from the second at odds of 100 to 1 takes {rounds} on average."
    if found.alike:
        yield "No log with these columns tells the first from the second."
    if found.likely:
        yield f"Causes tried: {found.tried:,}."
    if found.untried:
        yield from ("Causes not tried:", *(f"- {one}" for one in found.untried[:ASIDE]))
        if len(found.untried) > ASIDE:
            yield f"- {len(found.untried) - ASIDE} more; --json has all"


CAUSE = {
    "cause": Field(TEXT, "words"),
    "option": TEXT,
    "likelier": Field(EXACT, lambda cause: number.decimal(cause.likelier, 6)),
    "unexplained": COUNT,
    "left": WORDS,
}
CAUSES = {
    "likely": [CAUSE],
    "best": (CAUSE, None),
    "rounds_apart": Field((COUNT, None), "apart"),
    "alike": FLAG,
    "tried": COUNT,
    "untried": [TEXT],
    "looked_at": COUNT,
}
