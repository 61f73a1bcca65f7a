"""Formats the effect of a game's pays: the section of its report, and its files."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from combin.render import number, sensitivity
from combin.render.markdown import link, picture
from combin.render.tables import Heading, Table, command_of, filled

if TYPE_CHECKING:
    from combin.sensitivity import Digest, Formula, Sweep

FORMULA = "formula.json"


def sweep_name(found: Sweep, ending: str) -> str:
    """Return the file of a sweep."""
    return f"sweep-{found.pay}.{ending}"


def sweep_command(found: Sweep, path: str = "") -> str:
    """Return the command that sweeps again, or draws it into a file."""
    words = ["--pay", f"{found.pay}={number.plain(found.low)}..{number.plain(found.high)}"]
    return command_of("sweep", found.game, [*words, *(["-o", path] if path else [])])


def files(digest: Digest) -> Iterator[tuple[str, str]]:
    """Yield the text files of the section: name, content."""
    yield FORMULA, sensitivity.FORMULA.written(digest.formula, "json")
    for found in digest.sweeps:
        if len(found.breakpoints) <= digest.told:
            text = sensitivity.SWEEP.written(found, "csv", sweep_command(found))
            yield sweep_name(found, "csv"), text


def section(digest: Digest, beside: Collection[str]) -> Iterator[str | Table]:
    """Yield the section: what a unit more on each line returns, how far the play holds, and the
    edge as single pays move.

    beside: the files to which it may lead.
    """
    found = digest.formula
    stays = ", and the range of each pay, the others fixed, in which the strategy stays optimal"
    stays = stays if found.region.ranges else ""
    yield from ("", Heading("What the pays do", 2), "")
    yield (
        "Under optimal play the expected value is a sum over the lines of the paytable: the pay, "
        "times its probability, times the units staked. The table shows how much of one "
        f"{found.game.unit(found.wager)} each extra unit on a line returns{stays}."
    )
    yield _pays(found)
    if not found.region.ranges:
        yield sensitivity.held(found)
    yield (
        "The formula with every coefficient, and the inequalities under which the strategy stays "
        "optimal when several pays move: "
        f"{link(FORMULA, FORMULA)}, or `{command_of('formula', found.game)}`."
    )
    if digest.sweeps:
        yield from _sweeps(digest.sweeps, beside)
    for key, aim in digest.meters.items():
        if aim.at is not None:
            at = f"{number.decimal(aim.at, 2)} ({number.exact(aim.at)})"
            yield from ("", f"{found.game.called(key)} breaks even at a meter of {at} units.")


def variations(digest: Digest, key: str) -> Iterator[str | Table]:
    """Yield one choice at a time against the defaults: what it does to a bet's edge, and to
    optimal play.
    """
    rows = [
        (
            f"{row.choice}={row.value}",
            sensitivity.signed_percent(one.change),
            sensitivity.changed(one),
            sensitivity.change_words(one.changes[0]) if one.changes else "",
        )
        for row in digest.variations.rows
        if (one := row.comparison).bet == key
    ]
    if rows:
        yield from ("", "One choice changed at a time, against the defaults:", "")
        yield Table(
            ("choice", "change of the edge", "optimal play", "example"),
            ("left", "right", "left", "left"),
            rows,
        )


def _pays(found: Formula) -> Table:
    """Return the table of the pays; without ranges where none are known."""
    ranges = {one.pay: one for one in found.region.ranges}
    listed = ranges or set(found.region.free) or {term.pay for term in found.terms}
    smallest = min((term.slope for term in found.terms if term.slope), default=1)
    places = number.places_for(smallest, 3, 4)
    return filled(
        Table(
            ("line", "pays", "return per extra unit", "exact", "optimal from", "to"),
            ("left", "right", "right", "left", "right", "right"),
            [
                (
                    term.pay,
                    number.plain(term.today),
                    number.decimal(term.slope, places),
                    number.exact(term.slope),
                    *(sensitivity.range_words(ranges[term.pay]) if ranges else ("", "")),
                )
                for term in found.terms
                if term.pay in listed
            ],
        )
    )


def _sweeps(sweeps: Sequence[Sweep], beside: Collection[str]) -> Iterator[str | Table]:
    """Yield at how many breakpoints optimal play changes as one pay moves."""
    yield from ("", Heading("One pay varies", 3), "")
    yield Table(
        ("line", "range", "breakpoints", "each with its exact edge"),
        ("left", "left", "right", "left"),
        [
            (
                one.pay,
                f"{number.plain(one.low)} to {number.plain(one.high)}",
                number.grouped(len(one.breakpoints)),
                link(name, name)
                if (name := sweep_name(one, "csv")) in beside
                else f"`{sweep_command(one)} --format csv`",
            )
            for one in sweeps
        ],
    )
    for one in sweeps:
        if (name := sweep_name(one, "svg")) in beside:
            yield from ("", picture(f"The house edge against {one.pay}", name))
