"""Lays out what the pays of a game do: the section of its report, and the files that go with it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from combin.render import number, sensitivity
from combin.render.markdown import link, picture
from combin.render.tables import Heading, Table, command_of

if TYPE_CHECKING:
    from combin.sensitivity import Digest, Formula, Range, Sweep, Term, Variation

FORMULA = "formula.json"
LISTED = 1_000  # breakpoints of a sweep that stand in a file beside the page


def sweep_name(found: Sweep, ending: str) -> str:
    """Return the file of a sweep."""
    return f"sweep-{found.pay}.{ending}"


def sweep_command(found: Sweep, path: str = "") -> str:
    """Return the command that sweeps again, or draws it into a file."""
    words = ["--pay", f"{found.pay}={number.plain(found.low)}..{number.plain(found.high)}"]
    return command_of("sweep", found.game, [*words, *(["-o", path] if path else [])])


def files(digest: Digest) -> Iterator[tuple[str, str]]:
    """Yield the text files of the section: name, content."""
    command = command_of("formula", digest.formula.game, ["--json"])
    yield FORMULA, sensitivity.formula_text(digest.formula, "json", command)
    for found in filter(_is_listed, digest.sweeps):
        yield sweep_name(found, "csv"), sensitivity.sweep_text(found, "csv", sweep_command(found))


def _is_listed(found: Sweep) -> bool:
    return len(found.breakpoints) <= LISTED


def section(digest: Digest, beside: Collection[str]) -> Iterator[str | Table]:
    """Yield the section: what a unit more on each line returns, how far the play holds, and the
    edge as single pays move.

    beside: the files to which it may lead.
    """
    found = digest.formula
    yield from ("", Heading("What the pays do", 2), "")
    yield (
        "Under the best play the expected value is a sum of the pays, each times the probability "
        "of being paid it and the "
        f"units staked on it: one unit more on a line returns so much of one {found.wager}. While "
        "a pay moves alone between "
        "the last two columns, the best play stays as it is."
    )
    yield _pays(found)
    yield (
        "The formula with every coefficient, and the inequalities between which the play holds "
        "when several pays move: "
        f"{link(FORMULA, FORMULA)}, or `{command_of('formula', found.game)}`."
    )
    yield from _sweeps(digest.sweeps, beside)
    for key, aim in digest.meters.items():
        if aim.at is not None:
            at = f"{number.exact(aim.at)}, or {number.decimal(aim.at, 2)}"
            yield from (
                "",
                f"The bet {key} neither wins nor loses at a meter of {at} of its units.",
            )


def variations(digest: Digest, key: str) -> Iterator[str | Table]:
    """Yield one choice at a time against the defaults: what it does to a bet's edge, and to its
    best play.
    """
    rows = [_variation(row) for row in digest.variations.rows if row.comparison.bet == key]
    if rows:
        yield from ("", "What one choice alone changes against the defaults:", "")
        headers = ("choice", "changes the edge by", "best play", "such as")
        yield Table(headers, ("left", "right", "left", "left"), rows)


def _variation(row: Variation) -> tuple[str, ...]:
    one = row.comparison
    example = sensitivity.change_words(one.changes[0]) if one.changes else ""
    change = sensitivity.signed_percent(one.change)
    return f"{row.choice}={row.value}", change, sensitivity.changed(one), example


def _pays(found: Formula) -> Table:
    ranges = {one.pay: one for one in found.region.ranges}
    smallest = min((term.slope for term in found.terms if term.slope), default=1)
    places = number.places_for(smallest, 3, 4)
    rows = [_pay(term, ranges[term.pay], places) for term in found.terms if term.pay in ranges]
    headers = ("line", "pays", "one unit more returns", "exactly", "play unchanged from", "to")
    return Table(headers, ("left", "right", "right", "left", "right", "right"), rows)


def _pay(term: Term, alone: Range, places: int) -> tuple[str, ...]:
    slope = (number.decimal(term.slope, places), number.exact(term.slope))
    return term.pay, number.plain(term.today), *slope, *sensitivity.range_words(alone)


def _sweeps(sweeps: Sequence[Sweep], beside: Collection[str]) -> Iterator[str | Table]:
    """Yield at how many places the best play changes as one pay moves."""
    if not sweeps:
        return
    yield from ("", Heading("If one pay moves", 3), "")
    rows = [
        (
            one.pay,
            f"{number.plain(one.low)} to {number.plain(one.high)}",
            number.counted(len(one.breakpoints), "place"),
            _every_place(one, beside),
        )
        for one in sweeps
    ]
    headers = ("line", "from", "best play changes at", "every place and the edge there, exactly")
    yield Table(headers, ("left", "left", "right", "left"), rows)
    for one in sweeps:
        if (name := sweep_name(one, "svg")) in beside:
            yield from ("", picture(f"The edge as {one.pay} moves", name))


def _every_place(found: Sweep, beside: Collection[str]) -> str:
    name = sweep_name(found, "csv")
    return link(name, name) if name in beside else f"`{sweep_command(found)} --format csv`"
