"""Formats the comparison of two counts of the same deals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from combin.render import number
from combin.render.declared import Declared
from combin.render.edges import bet_name
from combin.render.layout import Block, Table, layout
from combin.render.shapes import (
    COMMAND,
    COUNT,
    EXACT,
    FLAG,
    RULES,
    TEXT,
    UNITS,
    WHOLE,
    Field,
    Shape,
)

if TYPE_CHECKING:
    from combin.proof.situations import Place, Sampled
    from combin.proof.verify import Met, Recount, Verified
    from combin.rules.game import Game


def _named(bet: str) -> str:
    return bet_name(bet, "base")


def blocks_of(found: Recount) -> list[str | Table]:
    """Return the blocks of a comparison: the deck, the counts, the verdict."""
    what = "values" if found.compared else "counts"
    verdict = f"all {found.counts} {what} agree" if found.counts > 1 else "the value agrees"
    if found.wrong:
        verdict = f"{found.wrong} of {found.counts} {what} differ"
    return [_deals(found), _counts(found), f"{_named(found.bet)}: {verdict}.", *_sets(found)]


def _counts(found: Recount) -> Table:
    if found.compared:
        return Table(
            ("compared", "values", "result"),
            ("left", "right", "left"),
            [
                (row.what, str(row.times), f"{row.different} differ" if row.different else "agree")
                for row in found.compared
            ],
        )
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


def _verified(found: Verified) -> Iterator[Block]:
    for one in found.reports:
        yield from (*blocks_of(one), "")
    for met in found.met:
        yield from _met(met)


def _met(found: Met) -> Iterator[str]:
    """Yield in lines what of a bet was met on shortened decks, and what is not proved by them."""
    if found.met or found.unmet:
        yield paths_text(found)
    if found.rows:
        rows = found.rows - len(found.unmet_rows)
        met = [f"{rows} of {found.rows} rows and lines of the settlement"]
        if found.answers:
            answers = found.answers - len(found.unmet_answers)
            met.append(f"{answers} of {number.counted(found.answers, 'answer')} of the hands")
        yield f"{_named(found.bet)}: these decks reach {' and '.join(met)}."
    if found.lacking:
        yield f"{_named(found.bet)}: not covered: {', '.join(found.lacking)}."


def paths_text(found: Met) -> str:
    """Return in a line which paths of the best play of the whole deck were met."""
    count = len(found.met) + len(found.unmet)
    paths = f"{number.counted(count, found.kind)} {found.of}"
    if not found.unmet:
        return f"{_named(found.bet)}: these decks reach all {paths}."
    unmet = ", ".join(" / ".join(path) for path in found.unmet)
    return f"{_named(found.bet)}: these decks miss {len(found.unmet)} of the {paths}: {unmet}."


COMPARED: dict[str, Shape] = {"compared": Field(TEXT, "what"), "times": COUNT, "different": COUNT}
PATHS = [[TEXT]]
# without a verb: on which decks was asked is not told
VERIFIED: Declared[Verified] = Declared(
    "",
    RULES
    | {
        "command?": COMMAND,
        "agrees": FLAG,
        "reports": [
            {
                "bet": TEXT,
                "deck": Field(TEXT, lambda one: str(one.deck)),
                "left_out?": Field(WHOLE, lambda one: one.left_out if one.compared else None),
                "deals?": Field(COUNT, lambda one: None if one.compared else one.deals),
                "counts": COUNT,
                "wrong": COUNT,
                "information_sets": Field(COUNT, "sets"),
                "different": COUNT,
                "ties_different": Field(COUNT, "wrong_ties"),
                "compared": [COMPARED],
            }
        ],
        "paths": Field(
            [{"bet": TEXT, "met": PATHS, "unmet": PATHS}],
            lambda found: [one for one in found.met if one.met or one.unmet],
        ),
        "not_proved": Field(
            {
                ...: {
                    "paths": Field(PATHS, "unmet"),
                    "rows": Field([TEXT], "unmet_rows"),
                    "answers": Field([TEXT], "unmet_answers"),
                }
            },
            lambda found: {one.bet: one for one in found.met},
        ),
    },
    Field(
        [
            {
                "bet": TEXT,
                "deck": TEXT,
                **{f"{key}?": part for key, part in COMPARED.items()},
                "actions?": [TEXT],
                "outcome?": TEXT,
                "net?": UNITS,
                "staked?": UNITS,
                "engine?": Field(EXACT, unit="deals"),
                "reference?": COUNT,
            }
        ],
        # a row for each count, and for each measure of which values were compared
        lambda found: [
            vars(row) | {"bet": one.bet, "deck": str(one.deck)}
            for one in found.reports
            for row in (*one.compared, *one.rows)
        ],
    ),
    _verified,
    lambda it: (
        f"{it.game.slug}: {'agreement' if it.agrees else 'a difference'} on "
        f"{number.counted(len(it.reports), 'deck')}"
    ),
    lambda it: (),
    has_formats=False,
)


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
        ways = number.grouped(max(place.completions for place in asked if place.drawn))
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
    return layout(
        [
            f"{game.slug}, {game.deck}, seed {seed}",
            Table(headers, aligns, rows),
            f"At {sets} {verdict}.",
            *[_different(one) for one in found if one.different],
        ]
    )


def _different(found: Sampled) -> Table:
    return Table(
        ("cards", "after", "action", "engine", "reference"),
        ("left", "left", "left", "right", "right"),
        [
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
        ],
    )


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


def agreed(reports: Sequence[tuple[str, tuple[Recount, ...], tuple[str, ...]]]) -> str:
    """Return in a line that the literal reference agreed; reports: as for `agreement`."""
    every = [one for _, found, _ in reports for one in found]
    kind = "tiny shoe" if any(one.compared for one in every) else "short deck"
    unmet = dict.fromkeys(name.replace("-", " ") for _, _, names in reports for name in names)
    but = f" (not met: {', '.join(unmet)})" * bool(unmet)
    left = ", ".join(_named(bet) for bet, found, _ in reports if not found)
    none = f"{left}: not recounted, no deck is short enough" if left else ""
    some = f"checked against a second program on {number.counted(len(every), kind)}{but}"
    return "; ".join(filter(None, [some if every else "", none]))


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
