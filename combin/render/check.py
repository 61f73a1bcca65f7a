"""Formats the check of a log: one sentence first, then impossible rows, the play, the frequencies
and the power.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.render import number
from combin.render.causes import CAUSES, cause_blocks, cause_line
from combin.render.declared import Declared
from combin.render.number import counted
from combin.render.shapes import (
    COMMAND,
    COUNT,
    EXACT,
    FLAG,
    NUMBER,
    RULES,
    TEXT,
    UNITS,
    WHOLE,
    WORDS,
    Field,
)
from combin.render.tables import Block, Table, bet_words, command_of, heading

if TYPE_CHECKING:
    from combin.checker import Verdict
    from combin.checker.fits import Bin, Test
    from combin.checker.played import PlayCheck

SHOWN = 12  # impossible rows and departures listed for people; programs get all of them
CELLS = 25  # outcomes listed for people
SMALLEST = Fraction(1, 10**6)  # chance that is written out
LIMIT = "99 %"
UNUSED = (
    "cards stand in the log that were not used; --map NAME=COLUMN says what they are, --map NAME= "
    "leaves them out."
)
PARTIAL = "Partial: the check was stopped before the end of the log."


def progress_line(found: Verdict) -> str:
    """Return in a line what is known of a log that grows."""
    verdict = "fits so far" if found.fits else f"does not fit ({', '.join(found.codes)})"
    chances = [f", p-value {chance_text(test.chance)} at every look" for test in found.tests]
    return f"combin: {counted(found.rounds, 'round')}: {verdict}{''.join(chances)}"


def _page(found: Verdict) -> Iterator[Block]:
    yield sentence(found)
    if found.partial:
        yield PARTIAL
    if line := cause_line(found.causes):
        yield line
        if game := found.causes and found.causes.likely and found.causes.likely[0].game:
            words = [found.log.word, *bet_words(found.law.key), *found.asked]
            yield f"To check under it: {command_of('check', game, words)}"
    if found.hint:
        yield f"Possible cause: {found.hint}."
    if found.codes:
        yield f"Codes: {', '.join(found.codes)}."
    elif found.unused:
        yield f"Status 3: {UNUSED}"
    yield ""
    yield from (*_source(found), "")
    yield from heading(found.law.game, found.law.key)
    yield from sections(found)
    if found.untested:
        yield from ("", "Not tested:", *(f"- {what}" for what in found.untested))


def sections(found: Verdict) -> Iterator[Block]:
    """Yield the numbered parts of the verdict."""
    yield from _impossible(found)
    yield from _play(found)
    yield from _frequencies(found)
    yield from _power(found)
    yield from cause_blocks(found.causes)


def sentence(found: Verdict) -> str:
    """Return the verdict: whether the log fits, then how much that says or why it does not."""
    log, game = found.log.path, found.law.game
    if found.log.only:
        log = f"{log} ({'; '.join(map(str, found.log.only))})"
    if found.log.guesses and not found.fits:
        log = f"{log}, as read by trial,"
    if found.impossible:
        first = number.grouped(found.impossible[0].row)
        verb = "is" if found.impossible_rows == 1 else "are"
        rows = f"{number.grouped(found.impossible_rows)} of {counted(found.rounds, 'round')}"
        return (
            f"{log} does not fit {game.title}: {rows} {verb} impossible, the first in row {first}."
        )
    if found.any_play and found.fits:
        return f"{log} fits {game.title}, whatever was played. {_as_far(found)}"
    if found.play and found.deviates:
        return (
            f"{log} does not fit: {_left(found.play)} from the strategy ({found.law.name}). This "
            f"{_worth(found, found.play)}."
        )
    if found.failed:
        return f"{log} does not fit {game.title}{_way(found)}: {_failed(found)}."
    if found.few:
        rounds = counted(found.rounds, "round")
        says = f"{rounds} {'says' if found.rounds == 1 else 'say'} little"
        return f"{log} fits {game.title}{_way(found)}, but {says}. {_as_far(found)}"
    return f"{log} fits {game.title}{_way(found)}. {_as_far(found)}"


def _failed(found: Verdict) -> str:
    """Return by which test the log does not fit."""
    test, *others = found.failed
    text = f"the test {test.name!r} fails with a p-value of {chance_text(test.chance)}"
    return f"{text}, as do {len(others)} more of {len(found.tests)} tests" if others else text


def _as_far(found: Verdict) -> str:
    """Return how much it says that nothing speaks against a log, in a few sentences."""
    settled = (
        "Every round was settled again from its cards."
        if found.replayed
        else f"No round was settled from cards, {found.unsettled}."
    )
    settled += f" {unused_words(found)}" if found.log.unread else ""
    error = f"{number.percent(found.power.error, 3)} {unit_words(found)}"
    if not found.mean_tested:
        noticed = "The mean was not tested"
    elif found.few:
        edge = number.percent(abs(found.law.result.house_edge), 3)
        noticed = f"An edge error of up to {error} may pass unnoticed (the edge is {edge})"
    else:
        noticed = f"An edge error of {error} or more would be detected with 90 % power"
    rounds, tests = counted(found.rounds, "round"), counted(len(found.tests), "test")
    return f"{settled} No round is impossible and {tests} passed on {rounds}. {noticed}."


def unused_words(found: Verdict) -> str:
    """Return which cards of a log were not used."""
    columns = " and ".join(map(repr, found.unused))
    if found.log.unread:
        return f"The cards in {columns} were not read."
    return f"The cards in {columns} settled no round, {found.unsettled}."


def _worth(found: Verdict, play: PlayCheck) -> str:
    """Return what it costs to leave the strategy, or what it gains."""
    cost = number.ratio(play.cost, found.rounds)
    due = ("gain" if cost < 0 else "cost"), f"{number.decimal(abs(cost), 6)} {unit_words(found)}"
    if not play.knowing:
        return f"{due[0]}s {due[1]} a round"
    gained = number.decimal(number.ratio(play.gained, found.rounds), 6)
    return (
        f"gains {gained} where it should {due[0]} {due[1]} a round. The player knows cards that "
        "are still hidden"
    )


def _left(play: PlayCheck) -> str:
    return (
        f"{number.grouped(play.rounds)} of {counted(play.decisions, 'decision')} "
        f"{'deviates' if play.rounds == 1 else 'deviate'}"
    )


def _way(found: Verdict) -> str:
    if not found.law.decides:
        return ""
    best = "by the chart by totals" if found.law.name == "total" else "optimally"
    return f", played {best if found.law.is_best else f'as {found.law.name}'}"


def unit_words(found: Verdict) -> str:
    """Return what amounts are measured in: `of one ante`."""
    return f"of one {found.law.game.unit(found.law.result.wager)}"


def chip_words(found: Verdict) -> str:
    """Return what a chip is worth: `1 ante`, `0.05 of one ante`."""
    if found.chip == 1:
        return f"1 {found.law.game.unit(found.law.result.wager)}"
    return f"{number.plain(found.chip)} {unit_words(found)}"


def chance_text(chance: Fraction) -> str:
    """Return a p-value to six digits, `< 0.000001` where it is smaller."""
    return f"< {number.decimal(SMALLEST, 6)}" if chance < SMALLEST else number.decimal(chance, 6)


def _source(found: Verdict) -> list[str]:
    law, columns = found.law, ", ".join(found.log.columns)
    value = law.result.expected_value
    lines = [
        f"log: {found.log.path}, {counted(found.rounds, 'round')}, columns {columns}",
        f"SHA-256: {found.digest}",
        f"bet: {law.key}; one chip is {chip_words(found)}"
        + (f"; strategy: {law.name}" if law.decides else ""),
        f"expected value {number.decimal(value, 6)} {unit_words(found)} ({number.exact(value)}); "
        f"house edge {number.percent(-value, 4)}",
    ]
    if found.read_as:
        lines.append(f"found by trial: {'; '.join(found.read_as)}")
    by = found.log.facts.by
    return [*lines, f"written by: {by}"] if by else lines


def _impossible(found: Verdict) -> Iterator[str | Table]:
    yield ""
    if not found.impossible:
        way = "the rules allow every kind of row"
        if found.replayed:
            way = "every row was settled again from its cards"
        yield f"1. Impossible rows: none; {way}."
        return
    yield "1. Impossible rows:"
    yield Table(
        ("first row", "rows like it", "logged", "correct"),
        ("right", "right", "left", "left"),
        [
            (number.grouped(one.row), number.grouped(one.rows), one.logged, one.right)
            for one in found.impossible[:SHOWN]
        ],
    )
    if len(found.impossible) > SHOWN:
        yield f"--json has all {len(found.impossible)} kinds."


def _play(found: Verdict) -> Iterator[str | Table]:
    """Yield how the log was played, and, where any play will do, what it is most like."""
    play, like = found.play, found.played_as
    yield ""
    if play is None:
        why = "no decisions"
        if found.law.decides:
            why = f"not checked; no round was settled from cards, {found.unsettled}"
        yield f"2. Decisions: {why}."
    elif play.departures:
        yield from _departures(found, play)
    else:
        follows = f"every decision follows the strategy ({counted(play.decisions, 'decision')})"
        yield f"2. Decisions: {follows}.{_even(play)}"
    if like is not None:
        by = "by its frequencies"
        if like.decisions:
            by = f"{number.grouped(like.followed)} of {counted(like.decisions, 'decision')}"
        yield (
            f"Of {number.grouped(like.lists)} named strategies the play is closest to {like.name} "
            f"({by}). Its house edge is {number.percent(like.edge, 4)} "
            f"({number.exact(like.edge)}), {number.percent(like.cost, 4)} {unit_words(found)} "
            "above that of the best play. The verdict does not depend on it."
        )


def _even(play: PlayCheck) -> str:
    if not play.even:
        return ""
    return f" In {number.grouped(play.even)} of them another action of equal value was taken."


def _departures(found: Verdict, play: PlayCheck) -> Iterator[str | Table]:
    """Yield what deviations from the strategy cost, summed up and situation by situation."""
    cost = number.ratio(play.cost, found.rounds)
    knowing = f" The play {_worth(found, play)}." if play.knowing else ""
    yield (
        f"2. Decisions: {_left(play)} from the strategy, a cost of {number.decimal(cost, 6)} "
        f"{unit_words(found)} a round ({number.exact(cost)}).{_even(play)}{knowing}"
    )
    yield Table(
        ("decision", "taken", "strategy", "times", "total cost"),
        ("left", "left", "left", "right", "right"),
        [
            (*words, number.grouped(times), number.decimal(cost, 6))
            for words, (times, cost) in play.sorts().items()
        ],
    )
    yield Table(
        ("first row", "times", "decision", "cards", "taken", "strategy", "cost of each"),
        ("right", "right", *("left",) * 4, "right"),
        [
            (
                number.grouped(one.row),
                number.grouped(one.rounds),
                one.decision,
                one.cards,
                one.taken,
                one.named,
                number.decimal(one.cost, 6),
            )
            for one in play.departures[:SHOWN]
        ],
    )
    if len(play.departures) > SHOWN:
        yield (
            f"The {SHOWN} most expensive situations; --json has all "
            f"{number.grouped(len(play.departures))}."
        )


def _frequencies(found: Verdict) -> Iterator[str | Table]:
    counts = []
    if found.tested < found.rounds:
        counts.append(f"{found.picked}, {counted(found.tested, 'round')}")
    if found.play and found.play.replayed:
        counts.append(
            f"{counted(found.play.replayed, 'round')} with deviations replayed by the strategy"
        )
    tested = f" ({'; '.join(counts)})" if counts else ""
    yield from ("", f"3. Goodness of fit{tested}:", _tests(found))
    yield (
        "p-value: the probability that a correct log deviates at least this far. Adjusted p: by "
        f"Holm's method for all tests together; a log fails below {level_words(found)}."
    )
    if any(test.about.startswith("exact tails") for test in found.tests):
        yield "The statistic of exact tails is the observed number less the expected one."
    if any(test.name in ("chi-square", "G") for test in found.tests):
        yield "Cells with an expected count below 5 are merged."
    if any(test.name == "cards, ranks, suits" and not test.within for test in found.tests):
        yield from ("", "The cards, ranks and suits that deviate most:")
        yield Table(
            ("what", "where", "observed", "expected", "difference", "p-value"),
            ("left", "left", *("right",) * 4),
            [
                (
                    one.what,
                    one.where,
                    number.grouped(one.observed),
                    number.decimal(one.expected, 1),
                    number.decimal(one.observed - one.expected, 1),
                    chance_text(one.chance),
                )
                for one in sorted(found.strays, key=lambda one: one.chance)[:SHOWN]
            ],
        )
    if len(found.cells) > CELLS:
        yield from (
            "",
            f"The {CELLS} outcomes with the smallest p-values, of {len(found.cells)}; --json and "
            "--format csv have all:",
        )
    least = sorted(found.cells, key=lambda cell: cell.chance)[:CELLS]
    yield _cells([cell for cell in found.cells if cell in least])


def _tests(found: Verdict) -> Table:
    rows = [
        (
            test.name,
            _about(test, found),
            "" if test.statistic is None else number.decimal(test.statistic, 4),
            str(test.degrees) if test.degrees else "",
            chance_text(test.chance),
            "yes" if test.within else "NO",
            chance_text(test.corrected),
            "pass" if test.fits else "FAIL",
        )
        for test in found.tests
    ]
    within = f"within {LIMIT} limit"
    return Table(
        ("test", "details", "statistic", "df", "p-value", within, "adjusted p", "result"),
        ("left", "left", "right", "right", "right", "left", "right", "left"),
        rows,
    )


def level_words(found: Verdict) -> str:
    """Return the level of all tests together: `1 %`."""
    return f"{number.plain(100 * found.level)} %"


def _about(test: Test, found: Verdict) -> str:
    """Return what a test is of; the one of the mean shows both means, where the log's is known."""
    if test.name != "mean" or found.mean is None:
        return test.about
    exact = found.law.result.expected_value
    return f"{number.decimal(found.mean, 6)} observed, {number.decimal(exact, 6)} expected"


def _cells(cells: list[Bin]) -> Table:
    labels = [
        (" / ".join(actions or ()), outcome or "", "" if net is None else number.signed(net))
        for actions, outcome, net in (cell.label for cell in cells)
    ]
    names = ("actions", "outcome", "net")
    shown = [place for place in range(3) if any(label[place] for label in labels)]
    heads = [names[place] for place in shown]
    return Table(
        (*heads, "observed", "expected", "difference", "p-value"),
        ["right" if head == "net" else "left" for head in heads] + ["right"] * 4,
        [
            (
                *(label[place] for place in shown),
                number.grouped(cell.observed),
                number.decimal(cell.expected, 1),
                number.decimal(cell.deviation, 1),
                chance_text(cell.chance),
            )
            for label, cell in zip(labels, cells)
        ],
    )


def _power(found: Verdict) -> list[str | Table]:
    power = found.power
    level = number.percent(power.level, 3)
    at = f"with 90 % power at level {level}, its share of {level_words(found)}"
    what = f"4. Power: the edge error that the mean detects {at}:"
    rows = [(number.percent(power.error, 4), number.grouped(found.rounds))]
    if not found.mean_tested:
        what = f"4. Power: the mean was not tested; it would detect an edge error {at}:"
        rows = []
    rows += [
        (number.percent(error, 2), number.grouped(rounds)) for error, rounds in power.rounds.items()
    ]
    table = Table((f"edge error, {unit_words(found)}", "rounds needed"), ("right", "right"), rows)
    return ["", what, table]


TOLD_CHANCE = (TEXT, EXACT)  # "< 0.000001" where it is smaller
CHANCE = Field(TOLD_CHANCE, lambda found: chance_text(found.chance))
PLAY = {
    "decisions": COUNT,
    "left": Field(COUNT, "rounds"),
    "cost": EXACT,
    "even": COUNT,
    "replayed": COUNT,
    "gained": EXACT,
    "knowing": FLAG,
    "departures": [
        {
            "row": Field(TEXT, lambda one: str(one.row)),
            "rounds": COUNT,
            "decision": TEXT,
            "cards": TEXT,
            "taken": TEXT,
            "strategy": Field(TEXT, "named"),
            "cost": EXACT,
        }
    ],
}
PLAYED_AS = {
    "strategy": Field(TEXT, "name"),
    "decisions": COUNT,
    "followed": COUNT,
    "house_edge": Field(EXACT, "edge"),
    "cost": EXACT,
    "compared": Field(COUNT, "lists"),
}
OUTCOMES = Field(
    [
        {
            "actions": Field([TEXT], lambda cell: cell.label[0] or ()),
            "outcome": Field(WORDS, lambda cell: cell.label[1]),
            "net": Field((UNITS, None), lambda cell: cell.label[2]),
            "observed": COUNT,
            "expected": Field(EXACT, unit="rounds"),
            "chance": CHANCE,
        }
    ],
    "cells",
)
VERDICT: Declared[Verdict] = Declared(
    "check",
    RULES
    | {
        "command": COMMAND,
        "bet": Field(TEXT, "law.key"),
        "log": Field(TEXT, "log.path"),
        "sha256": Field(TEXT, "digest"),
        "files": [{"name": TEXT, "bytes": Field(COUNT, "size"), "sha256": Field(TEXT, "digest")}],
        "rounds": COUNT,
        "tested": COUNT,
        "columns": Field([TEXT], "log.columns"),
        "ignored_columns": Field([TEXT], "log.ignored"),
        "unused_cards": Field([TEXT], "unused"),
        "read_as": [TEXT],
        "chip": EXACT,
        "strategy": Field(TEXT, "law.name"),
        "expected_value": Field(EXACT, "law.result.expected_value"),
        "variance": Field(EXACT, "law.result.variance"),
        "fits": FLAG,
        "partial": FLAG,
        "codes": [TEXT],
        "verdict": Field(TEXT, sentence),
        "mean": NUMBER,
        "alpha": Field(EXACT, "level"),
        "hint": TEXT,
        "impossible": [
            {
                "row": Field(TEXT, lambda one: str(one.row)),
                "rounds": Field(COUNT, "rows"),
                "logged": TEXT,
                "right": TEXT,
                "code": TEXT,
            }
        ],
        "played": Field((PLAY, None), "play"),
        "tests": [
            {
                "name": TEXT,
                "code": TEXT,
                "about": TEXT,
                "figure": Field(
                    NUMBER,
                    lambda test: (
                        None if test.statistic is None else number.decimal(test.statistic, 8)
                    ),
                ),
                "degrees": (WHOLE, None),
                "chance": CHANCE,
                "corrected": Field(TOLD_CHANCE, lambda test: chance_text(test.corrected)),
                "within": FLAG,
                "fits": FLAG,
            }
        ],
        "cards": Field(
            [{"what": TEXT, "where": TEXT, "observed": COUNT, "expected": EXACT, "chance": CHANCE}],
            "strays",
        ),
        "outcomes": OUTCOMES,
        "power": {
            "level": Field(EXACT, lambda power: number.decimal(power.level, 8)),
            "error": Field(EXACT, lambda power: number.decimal(power.error, 8)),
            "rounds": {...: COUNT},
        },
        "causes": (CAUSES, None),
        "any_play": FLAG,
        "played_as": (PLAYED_AS, None),
        "untested": [TEXT],
    },
    OUTCOMES,
    _page,
    lambda it: (
        f"{it.game.slug}: {it.log.path}, {number.counted(it.rounds, 'round')}, "
        f"{'fits' if it.fits else 'does not fit'}"
    ),
    lambda it: [it.log.word, *bet_words(it.law.result.key), *it.asked],
)
