"""Lays out how far two counts of the same deals agree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from combin.render import number
from combin.render.tables import TEXT, Table, answer, layout, of_rules, provenance
from combin.version import version

if TYPE_CHECKING:
    from combin.proof.verify import Met, Report, Verified


def report(found: Report) -> str:
    """Return the comparison of the engine's counts with the reference's, and the verdict."""
    return layout(blocks_of(found))


def blocks_of(found: Report) -> list[str | Table]:
    """Return the blocks of a comparison: the deck, the counts, the verdict."""
    verdict = f"all {len(found.rows)} counts agree"
    if found.wrong:
        verdict = f"{found.wrong} of {len(found.rows)} counts differ"
    return [_deals(found), _counts(found), f"{found.bet}: {verdict}.", *_sets(found)]


def _counts(found: Report) -> Table:
    rows = [
        (
            " / ".join(row.actions),
            row.outcome,
            number.signed(row.net),
            number.plain(row.engine),
            number.grouped(row.reference),
            "" if row.engine == row.reference else "differs",
        )
        for row in found.rows
    ]
    headers = ("the player", "outcome", "net", "engine", "reference", "")
    aligns = ("left", "left", "right", "right", "right", "left")
    if any(row.actions for row in found.rows):
        return Table(headers, aligns, rows)
    return Table(headers[1:], aligns[1:], [row[1:] for row in rows])


def verified_text(found: Verified, form: str = TEXT) -> str:
    """Return all comparisons of a `Verified` in the format `form`."""
    if form == TEXT:
        reports = (f"{report(one)}\n" for one in found.reports)
        return "".join((*reports, *map(paths_text, found.met)))
    blocks = [block for one in found.reports for block in blocks_of(one)]
    blocks += [paths_text(one).rstrip("\n") for one in found.met]
    return answer(form, blocks, of_rules(_rows(found), found.game), lambda: _data(found), "")


def _rows(found: Verified) -> Iterator[tuple[str, ...]]:
    yield ("game", "bet", "deck", "actions", "outcome", "net", "staked", "engine", "reference")
    for one in found.reports:
        for row in one.rows:
            counts = (number.exact(row.engine), str(row.reference))
            ends = (
                " / ".join(row.actions),
                row.outcome,
                number.exact(row.net),
                number.exact(row.staked),
            )
            yield (found.game.slug, one.bet, str(one.deck), *ends, *counts)


def _data(found: Verified) -> dict[str, Any]:
    return provenance(found.game, version()) | {
        "agrees": found.agrees,
        "reports": [
            {
                "bet": one.bet,
                "deck": str(one.deck),
                "deals": str(one.deals),
                "counts": str(len(one.rows)),
                "wrong": str(one.wrong),
                "information_sets": str(one.sets),
                "different": str(one.different),
            }
            for one in found.reports
        ],
        "paths": [
            {
                "bet": one.bet,
                "met": [list(path) for path in one.met],
                "unmet": [list(path) for path in one.unmet],
            }
            for one in found.met
        ],
    }


def paths_text(found: Met) -> str:
    """Return in a line which paths of the best play of the whole deck were met."""
    count = len(found.met) + len(found.unmet)
    paths = number.counted(count, "path")
    if not found.unmet:
        return f"{found.bet}: these decks have all {paths} of the best play of the whole deck.\n"
    unmet = ", ".join(" / ".join(path) for path in found.unmet)
    return (
        f"{found.bet}: of the {paths} of the best play of the whole deck these decks lack "
        f"{len(found.unmet)}: {unmet}.\n"
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
    """Yield in a line for each bet on what deck the literal reference agreed, or that none is short
    enough.
    """
    for bet, found in reports:
        if not found:
            yield f"{bet}: not recounted, no deck is short enough for a second"
        for one in found:
            sets = f" and {number.grouped(one.sets)} information sets" if one.sets else ""
            yield f"{_deals(one)}{sets}: the literal reference agrees"
