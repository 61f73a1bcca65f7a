"""Formats the comparison of two counts of the same deals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from combin.render import number
from combin.render.edges import bet_name
from combin.render.tables import TEXT, Table, answer, layout, of_rules, provenance
from combin.version import version

if TYPE_CHECKING:
    from combin.proof.situations import Place, Sampled
    from combin.proof.verify import Met, Recount, Verified
    from combin.rules.game import Game


def _named(bet: str) -> str:
    """Return how people call a bet."""
    return bet_name(bet, "base")


def report(found: Recount) -> str:
    """Return the comparison of the engine's counts with the reference's, and the verdict."""
    return layout(blocks_of(found))


def blocks_of(found: Recount) -> list[str | Table]:
    """Return the blocks of a comparison: the deck, the counts, the verdict."""
    what = "values" if found.compared else "counts"
    verdict = f"all {found.counts} {what} agree" if found.counts > 1 else "the value agrees"
    if found.wrong:
        verdict = f"{found.wrong} of {found.counts} {what} differ"
    return [_deals(found), _counts(found), f"{_named(found.bet)}: {verdict}.", *_sets(found)]


def _counts(found: Recount) -> Table:
    if found.compared:
        cells = [
            (row.what, str(row.times), f"{row.different} differ" if row.different else "agree")
            for row in found.compared
        ]
        return Table(("compared", "values", "result"), ("left", "right", "left"), cells)
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
    headers = ("actions", "outcome", "net", "engine", "reference", "result")
    aligns = ("left", "left", "right", "right", "right", "left")
    if any(row.actions for row in found.rows):
        return Table(headers, aligns, rows)
    return Table(headers[1:], aligns[1:], [row[1:] for row in rows])


def verified_text(found: Verified, form: str = TEXT, command: str = "") -> str:
    """Return all comparisons of a `Verified` in the format `form`."""
    if form == TEXT:
        reports = (f"{report(one)}\n" for one in found.reports)
        return "".join((*reports, *map(met_text, found.met)))
    blocks = [block for one in found.reports for block in blocks_of(one)]
    blocks += [line for one in found.met for line in met_text(one).splitlines()]
    return answer(form, blocks, of_rules(_rows(found), found.game), lambda: _data(found), command)


def verified_line(found: Verified) -> str:
    """Return in a line whether engine and reference agree."""
    verdict = "agreement" if found.agrees else "a difference"
    return f"{found.game.slug}: {verdict} on {number.counted(len(found.reports), 'deck')}"


def _rows(found: Verified) -> Iterator[tuple[str, ...]]:
    if any(one.compared for one in found.reports):
        yield ("game", "bet", "deck", "compared", "times", "different")
        for one in found.reports:
            for twice in one.compared:
                numbers = str(twice.times), str(twice.different)
                yield (found.game.slug, one.bet, str(one.deck), twice.what, *numbers)
        return
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
                **({"left_out": one.left_out} if one.compared else {"deals": str(one.deals)}),
                "counts": str(one.counts),
                "wrong": str(one.wrong),
                "information_sets": str(one.sets),
                "different": str(one.different),
                "ties_different": str(one.wrong_ties),
                "compared": [
                    {"compared": row.what, "times": str(row.times), "different": str(row.different)}
                    for row in one.compared
                ],
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
            if one.met or one.unmet
        ],
        "not_proved": {
            one.bet: {
                "paths": [list(path) for path in one.unmet],
                "rows": list(one.unmet_rows),
                "answers": list(one.unmet_answers),
            }
            for one in found.met
        },
    }


def met_text(found: Met) -> str:
    """Return in lines what of a bet was met on shortened decks, and what is not proved by them."""
    rows, answers = found.rows - len(found.unmet_rows), found.answers - len(found.unmet_answers)
    met = [f"{rows} of {found.rows} rows and lines of the settlement"]
    if found.answers:
        met.append(f"{answers} of {number.counted(found.answers, 'answer')} of the hands")
    lines = f"{_named(found.bet)}: these decks reach {' and '.join(met)}.\n" if found.rows else ""
    if found.met or found.unmet:
        lines = paths_text(found) + lines
    if found.lacking:
        lines += f"{_named(found.bet)}: not covered: {', '.join(found.lacking)}.\n"
    return lines


def paths_text(found: Met) -> str:
    """Return in a line which paths of the best play of the whole deck were met."""
    count = len(found.met) + len(found.unmet)
    paths = f"{number.counted(count, found.kind)} {found.of}"
    if not found.unmet:
        return f"{_named(found.bet)}: these decks reach all {paths}.\n"
    unmet = ", ".join(" / ".join(path) for path in found.unmet)
    return f"{_named(found.bet)}: these decks miss {len(found.unmet)} of the {paths}: {unmet}.\n"


def takes(asked: Sequence[Place]) -> str:
    """Return in a line how many information sets are completed literally, and in how many ways."""
    sets = number.counted(sum(place.drawn for place in asked), "information set")
    ways = sum(place.completions * place.drawn for place in asked)
    return f"combin: {sets} with {number.counted(ways, 'completion')} to deal"


def left_out(asked: Sequence[Place], wanted: int) -> Iterator[str]:
    """Yield a line for each decision of which no information set is drawn, and one where fewer are
    than were asked for.
    """
    decisions = number.counted(sum(not place.is_too_long for place in asked), "decision")
    for place in asked:
        where = f"{_named(place.bet)}, {place.name}"
        if place.is_too_long:
            ways = number.grouped(place.completions)
            yield (
                f"{where}: left out, {ways} completions of one information set take too long; "
                "--ranks and --suits shorten the deck.\n"
            )
        elif not place.drawn:
            yield f"{where}: left out, {wanted} asked for, and {decisions} to draw from.\n"
    drawn = sum(place.drawn for place in asked)
    if 0 < drawn < wanted:
        longest = max(place.completions for place in asked if place.drawn)
        ways = number.grouped(longest)
        yield f"{drawn} of {wanted} are drawn: one has {ways} completions.\n"


def situations_text(game: Game, found: Sequence[Sampled], seed: int) -> str:
    """Return what the engine and the reference say of information sets drawn at random."""
    rows = [
        (
            _named(one.place.bet),
            one.place.name,
            one.cards,
            number.grouped(one.place.completions),
            str(len(one.values)),
            f"{len(one.different)} differ" if one.different else "agree",
        )
        for one in found
    ]
    headers = ("bet", "decision", "cards", "completions", "values", "result")
    aligns = ("left", "left", "left", "right", "right", "left")
    values = sum(len(one.values) for one in found)
    wrong = sum(len(one.different) for one in found)
    sets = number.counted(len(found), "information set")
    verdict = f"{wrong} of {values} values differ" if wrong else f"all {values} values agree"
    different = [_different(one) for one in found if one.different]
    return layout(
        [
            f"{game.slug}, {game.deck}, seed {seed}",
            Table(headers, aligns, rows),
            f"At {sets} {verdict}.",
            *different,
        ]
    )


def _different(found: Sampled) -> Table:
    rows = [
        (
            found.cards,
            " / ".join(value.history),
            value.action,
            *(
                "not offered" if net is None else number.exact(net)
                for net in (value.engine, value.reference)
            ),
        )
        for value in found.different
    ]
    headers = ("cards", "after", "action", "engine", "reference")
    return Table(headers, ("left", "left", "left", "right", "right"), rows)


def _deals(found: Recount) -> str:
    deals = "" if found.compared else f", {number.grouped(found.deals)} deals"
    return f"{_named(found.bet)}: {found.deck}{deals}"


def _sets(found: Recount) -> Iterator[str]:
    bet, sets = _named(found.bet), number.grouped(found.sets)
    if found.different:
        yield f"{bet}: {number.grouped(found.different)} of {sets} information sets differ."
    elif found.sets:
        yield f"{bet}: at all {sets} information sets every action has the same value."
    if found.left_out:
        hands = number.counted(found.left_out, "hand")
        yield (
            f"Left out: {hands} that, split, may need more cards than the shoe has, so value and "
            "wager are not compared here."
        )
    for tie in found.ties:
        if tie.engine != tie.reference:
            engine, literal = (
                f"{number.grouped(sets)} situations, {number.plain(deals)} deals"
                for sets, deals in (tie.engine, tie.reference)
            )
            yield f"{bet}: ties at {tie.decision!r} differ: {engine}, not {literal}."


def agreement(
    reports: Iterable[tuple[str, tuple[Recount, ...], tuple[str, ...]]],
) -> Iterator[str]:
    """Yield in a line for each bet and deck that the literal reference agreed, the last with the
    outcomes that no deck met; or that no deck is short enough.

    reports: each bet with its recounts and those outcomes.
    """
    for bet, found, unmet in reports:
        if not found:
            yield f"{_named(bet)}: not recounted, no deck is short enough"
        if any(one.compared for one in found):
            decks, values = (
                ", ".join(str(one.deck) for one in found),
                sum(one.counts for one in found),
            )
            but = f"; not proved by this: {', '.join(unmet)}" if unmet else ""
            shoes = number.counted(len(found), "shoe")
            agrees = f"{shoes} ({decks}), {values:,} values: the literal reference agrees{but}"
            yield f"{_named(bet)}: {agrees}"
            continue
        for one in found:
            sets = f" and {number.grouped(one.sets)} information sets" if one.sets else ""
            lacking = unmet and one is found[-1]
            but = f"; not proved by this: {', '.join(unmet)}" if lacking else ""
            yield f"{_deals(one)}{sets}: the literal reference agrees{but}"
