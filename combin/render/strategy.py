"""Formats strategies in lines: the ladder of a search, and the exact price of a strategy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from types import SimpleNamespace
from typing import TYPE_CHECKING

from combin.dossier.phrases import are_holds, phrases
from combin.dossier.recommended import nothing_told, starting_hands_under
from combin.render import number
from combin.render.declared import Declared
from combin.render.shapes import (
    ABOUT,
    CHART,
    COUNT,
    DECISIONS,
    EXACT,
    KNOWN_FIGURES,
    UNITS,
    Field,
    within,
)
from combin.render.starting_hands import square
from combin.render.tables import (
    TEXT,
    Block,
    Heading,
    Item,
    Step,
    Table,
    answer,
    at_meter,
    bet_words,
    captioned,
    command_of,
    edge_words,
    filled,
    heading,
    measures,
    of_rules,
    provenance,
    returning,
    stake_inside,
)
from combin.version import version

if TYPE_CHECKING:
    from combin.questions.priced import Priced
    from combin.questions.recommended import ChartLadder, Recommended
    from combin.rules.game import Game
    from combin.strategies import Condition, Ladder, Line, Lines, Rung

DEVIATION = 10  # decimals of a standard deviation for programs, which is no fraction
SHOWN = 10  # mistakes listed for people; programs get all of them


def lines_blocks(game: Game, lines: Lines) -> list[Block]:
    """Return the rows of a strategy as people read it: a heading for each of several decisions,
    then its lines, numbered.
    """
    blocks: list[Block] = []
    for decision, block in lines.blocks.items():
        blocks += ["", Heading(f"{decision}:", 2)] if len(lines.blocks) > 1 else []
        said = [game.called(line.action) for line in block]
        width = max(map(len, said), default=0)
        for place, (action, line) in enumerate(zip(said, block), 1):
            blocks.append(Step(place, action, line.when, width))
    return blocks or ["Nothing to decide."]


def notes_of(lines: Iterable[Line]) -> list[str]:
    """Return what a reader has to know of the words of some lines, each thing once, in the order
    in which they come.
    """
    conditions = [condition for line in lines for condition in line.conditions]
    return list(dict.fromkeys(note for condition in conditions for note in condition.notes))


def notes_text(lines: Lines) -> list[str]:
    """Return the notes of a strategy under their heading; nothing where it has none."""
    notes = notes_of(line for block in lines.blocks.values() for line in block)
    return ["In these words:", *(Item(f"  {note}") for note in notes), ""] if notes else []


def words_text(
    game: Game, bet: str, words: Mapping[str, Sequence[Condition]], form: str, command: str
) -> str:
    """Return the phrases that a strategy may use, decision by decision, a phrase and its opposite
    in a row.
    """
    blocks: list[Block] = [*heading(game, bet), *_how_to_write(words)]
    for name, listed in words.items():
        rows = [(one.text, one.opposite, one.meaning) for one in phrases(listed)]
        table = Table(("phrase", "opposite", "meaning"), ("left",) * 3, rows)
        blocks += ["", Heading(f"{name}:", 2), table]
    cells = [(name, one.phrase, one.meaning) for name, listed in words.items() for one in listed]
    return answer(
        form,
        blocks,
        of_rules([("decision", "phrase", "meaning"), *cells], game, bet),
        lambda: {
            **provenance(game, version()),
            "command": command,
            "words": {
                name: [{"phrase": one.phrase, "meaning": one.meaning} for one in listed]
                for name, listed in words.items()
            },
        },
        command,
    )


def _how_to_write(words: Mapping[str, Sequence[Condition]]) -> Iterator[str]:
    """Yield the sentences that say what a line is made of."""
    if are_holds(words.values()):
        yield (
            "Every line is some of these names, joined by 'or', and at most one condition on the "
            "cards thrown;"
        )
        yield "after several names it is ', each with no flush penalty'. The last is 'hold none'."
        return
    known = [one.phrase for listed in words.values() for one in listed]
    yield "Every line is an action, a colon and some of these phrases, joined by 'and'."
    units = "ny number of units before 'wagered so far'."
    hands = "A"
    if any(phrase.endswith(" or better") for phrase in known):
        hands = "Any hand may stand before 'or better' and after 'less than', a"
    yield f"Alternatives may be joined by 'or'. {hands}{units}"
    if "suited" in known:
        yield "Starting hands are written 33+, A2+, K2s+, QJo."


def strategy_text(
    found: Ladder,
    form: str = TEXT,
    command: str = "",
    square: Sequence[str] = (),
    best: Rung | None = None,
    most: int | None = None,
    source: Sequence[str] = (),
) -> str:
    """Return a `Ladder` in the format `form`; `command` is how the user got it.

    square: lines of text, set under the list.
    best: the list shown, by default the last.
    most: lines of the longest list in the ladder, 0 for no ladder.
    source: where its price comes from.
    """
    command = command or command_of("strategy", found.game)
    best = best or found.rungs[-1]
    rungs = [rung for rung in found.rungs if most is None or len(rung) <= most]
    if most == 0:
        rungs = [best]
    blocks: list[Block] = [*heading(found.game, found.bet), _verdict(found, best), *source]
    blocks += ["", *lines_blocks(found.game, best.lines), "", *notes_text(best.lines), *square, ""]
    if len(rungs) > 1:
        blocks += ["What other lists cost, each the best found of its length:"]
        table = _rungs(found, rungs)
        blocks += [captioned(table, found.game, found.bet, "lists by their number of lines")]
    head = ("lines", "cost", "decision", "place", "action", "conditions")
    rows = (
        (str(len(rung)), number.exact(rung.cost), decision, str(place), line.action, line.when)
        for rung in rungs
        for decision, block in rung.lines.blocks.items()
        for place, line in enumerate(block, 1)
    )
    return answer(
        form,
        blocks,
        of_rules(chain([head], rows), found.game, found.bet),
        lambda: {
            **provenance(found.game, version()),
            "command": command,
            "bet": found.bet,
            "optimum": number.exact(found.optimum),
            "ladder": [
                {"lines": len(rung), "cost": number.exact(rung.cost), **rung.lines.told}
                for rung in rungs
            ],
        },
        command,
    )


def recommended_text(found: Recommended, form: str = TEXT, name: str = "") -> str:
    """Return the list, or the chart, to play by in the format `form`; name: the game as the user
    called it.
    """
    if found.charted:
        return charts_text(found.charted, form, name)
    assert found.listed, "what is no chart is a list"
    ladder, rung = found.listed
    game = ladder.game
    if form == TEXT and not ladder.situations:
        return nothing_told(game, ladder.bet) + "\n"
    options = [
        *bet_words(ladder.bet),
        *([] if found.most is None else ["--lines", str(found.most)]),
        *(["--dialect", found.dialect] if found.dialect else []),
    ]
    command = command_of("strategy", game, [*options, *(["--ladder"] if found.whole else [])], name)
    hands = starting_hands_under(game, rung.lines, found.payoffs) if form == TEXT else []
    shown = square(game, hands) if hands else []
    recount = (
        "The counts behind this price ship with combin, and its tests repeat them. To repeat them "
        f"here, save the list as own.txt: {command_of('price', game, ['own.txt'])}."
    )
    source = [recount] if found.shipped else []
    most = found.most if found.whole else 0
    return strategy_text(ladder, form, command, shown, rung, most, source)


def recommended_line(found: Recommended) -> str:
    """Return in a line what a recommended list, or a chart, costs."""
    how = "a chart" if found.lines is None else number.counted(len(found.lines), "line")
    shown, cost = found.game.shown(found.ladder.bet), number.cost(found.cost)
    return f"{found.game.slug}: {shown}, {how}, cost {cost}"


def _verdict(found: Ladder, best: Rung) -> str:
    """Return what is proved of a list and what is only searched."""
    if not found.situations:
        return f"{found.game.shown(found.bet)}: no decisions."
    situations = " + ".join(number.grouped(count) for count in found.situations.values())
    lines = number.counted(len(best), "line")
    if best.cost:
        cost = number.percent(best.cost, 6)
        return (
            f"This list of {lines} costs {cost} of one "
            f"{found.game.unit(found.game.bet(found.bet).base)} against optimal play, priced "
            f"exactly over {situations} situations."
        )
    shortest = next(len(rung) for rung in found.rungs if not rung.cost)
    exact = (
        f"This list of {lines} is perfect: it costs nothing against optimal play, checked in every "
        f"situation it reaches (of {situations})."
    )
    if shortest == 1:
        return exact
    harder = f" A list of {shortest} does as well but is harder to learn (--lines {shortest})."
    return (
        f"{exact}{harder if shortest < len(best) else ''} The search found no perfect list of "
        f"fewer than {shortest} lines; it does not prove that there is none."
    )


def _rungs(found: Ladder, rungs: Sequence[Rung]) -> Table:
    rows = []
    for rung in rungs:
        edge = number.percent(rung.cost - found.optimum, 4)
        inside = stake_inside(found.game, found.bet)
        returned = number.percent(inside + found.optimum - rung.cost, 4) if inside else ""
        cost = number.percent(rung.cost, 6)
        rows.append((str(len(rung)), cost, returned, edge, number.exact(rung.cost)))
    heads = ("lines", "cost", "return", "house edge", "cost, exact")
    return filled(Table(heads, ("right", "right", "right", "right", "left"), rows))


# --- Plays by totals -----------------------------------------------------------------------------


def charts_text(found: ChartLadder, form: str = TEXT, name: str = "") -> str:
    """Return plays by totals in the format `form`; name: the game as the user called it."""
    game = found.game
    ladder = []
    for one in found.rungs:
        figures = {"cost": one.cost, "house_edge": -one.value, "exchanged": one.exchanged}
        known = {key: number.exact(value) for key, value in figures.items() if value is not None}
        ladder.append({"play": one.name, **known})
    data = {
        "bet": found.bet,
        "optimum": number.exact(found.optimum),
        "ladder": ladder,
        **found.chart.told,
        "three_lines": list(found.words),
        "exceptions": [
            {
                "line": str(one.line),
                "chosen": one.chosen,
                "best": one.best,
                "cost": number.exact(one.cost),
            }
            for one in found.exceptions
        ],
        "all_exceptions": found.many,
    }
    command = command_of("strategy", game, name=name)
    rows = of_rules(_charts_rows(found), game, found.bet)
    return answer(form, _charts(found), rows, lambda: provenance(game) | data, command)


def _charts_rows(found: ChartLadder) -> Iterator[tuple[str, ...]]:
    """Yield the exceptions to a chart; of two hands what each cell does, and what two cards of it
    are worth, empty of a row that two cards cannot have.
    """
    if not found.chart.worth:
        yield ("line", "chosen", "best", "cost")
        for one in found.exceptions:
            yield (str(one.line), one.chosen, one.best, number.exact(one.cost))
        return
    letters, worths = dict(found.chart.rows), dict(found.chart.worth)
    yield ("row", "up", "action", "worth")
    for row in dict.fromkeys((*letters, *worths)):
        for at, up in enumerate(found.chart.heads):
            worth = worths[row][at] if row in worths else None
            action = letters[row][at] if row in letters else ""
            yield (row, up, action, "" if worth is None else str(worth))


def _charts(found: ChartLadder) -> Iterator[Block]:
    from combin.render.hands import chart_blocks

    game, rows = found.game, []
    yield from heading(game)
    for one in found.rungs:
        switches = "" if one.exchanged is None else number.percent(one.exchanged, 4)
        edge, cost = number.percent(-one.value, 4), number.cost(one.cost)
        rows.append((one.name, edge, cost, switches, number.exact(-one.value)))
    heads = ("strategy", "edge, of one bet", "cost", "switches", "exact")
    yield filled(Table(heads, ("left", "right", "right", "right", "left"), rows))
    yield found.remark
    if found.words:
        yield Heading("Three lines", 2)
        yield from (f"{at}. {line}" for at, line in enumerate(found.words, 1))
    yield Heading("Chart", 2)
    yield from chart_blocks(game, found.chart)
    if found.exceptions:
        few, many = len(found.exceptions), found.many
        yield Heading(f"Exceptions: {few} of {many}, the most valuable first", 2)
        listed = [
            (str(one.line), game.said(one.chosen), game.said(one.best), number.cost(one.cost))
            for one in found.exceptions
        ]
        aligns = ("left", "left", "left", "right")
        yield Table(("cards", "chart", "best", "saves"), aligns, listed)


# --- A price -----------------------------------------------------------------------------------


def _price(found: Priced, top: int | None = None) -> Iterator[Block]:
    """Yield the figures, how often each line decides (with several decisions a column names them),
    and where the strategy errs.

    top: how many kinds of errors are listed.
    """
    game, key, top = found.game, found.result.key, SHOWN if top is None else top
    yield from heading(game, key)
    line, whole = found.strategy.line, found.strategy.whole
    if line == "row":
        yield f"Every hand is set by the house way {found.strategy.name}."
    yield from _summary(found)
    if game.remark:
        yield (
            f"{game.remark} The second cards are switched if the exact sum of both hands is larger "
            "so; the chart found is that of one hand by itself."
        )
    if found.uses:
        several = len({use.decision for use in found.uses}) > 1
        uses = [
            (
                use.decision if several else "",
                str(use.line),
                number.percent(Fraction(use.deals, found.result.deals), 4),
                number.grouped(use.deals),
            )
            for use in found.uses
        ]
        heads = ("decision", "line", "share of deals", "deals")
        table = filled(Table(heads, ("left", "left", "right", "right"), uses))
        yield captioned(table, game, key, "how often each line decides")
    for unused in found.unused:
        yield f"Never used: {unused.place or unused}" + (f" ({unused})" if unused.place else "")
    if any(row.cost < 0 for row in found.mistakes):
        others = "switched hands" if game.remark else "split hands"
        yield f"A negative cost: with this cell {others} gain more than the other hands lose."
    if line == "cell" and not found.mistakes:
        yield "No cell is wrong."
    if found.mistakes and top:
        kinds = len(found.mistakes)
        some = f" ({top} of {kinds} kinds of error)" if top < kinds else ""
        yield f"Errors, most expensive first{some}:"
        rows = []
        for row in found.mistakes[:top]:
            staked = row.wagered or Fraction(0)
            wagered = f" ({number.plain(staked)} wagered)" if staked > 1 else ""
            often = [
                "" if many is None else number.grouped(many) for many in (row.situations, row.deals)
            ]
            example = f"{row.sample}{wagered}"
            rows.append(
                (str(row.line), row.chosen, row.best, example, *often, number.percent(row.cost, 6))
            )
        wrong = (line, "action", "best", "example", "situations", "deals", "cost")
        table = filled(Table(wrong, ("left",) * 4 + ("right",) * 3, rows))
        yield captioned(table, game, key, f"where the {whole} errs")


def _summary(found: Priced) -> list[Block]:
    bet = found.game.bet(found.result.key)
    unit = found.game.unit(bet.base)
    share = number.percent(found.result.house_edge, 4)
    shown, meter = found.game.shown(bet.key), at_meter(found.game.meters(bet.key))
    edge = f"{shown}: house edge {share} of one {unit}{meter}{returning(found.result)}."
    best = "optimal play" if found.by_cards is None else "the chart found"
    if not found.cost:
        edge += f" The strategy is perfect: it costs nothing against {best}."
    table = measures(found.result, unit)
    compared = {best: found.optimum, "cost": found.cost}
    if found.by_cards is not None:
        compared["composition-dependent (zero-memory)"] = found.by_cards
    rows = [
        (name, number.decimal(value, 6), number.exact(value)) for name, value in compared.items()
    ]
    summary = replace(table, rows=[table.rows[0], *rows, *table.rows[1:]])
    return [edge, captioned(summary, found.game, bet.key, "figures of the strategy")]


def _deviation(found: Priced) -> str | None:
    square = found.result.variance
    return None if square is None else number.root(square, DEVIATION)


LINE = Field(TEXT, lambda one: str(one.line))
NO_MISTAKE = SimpleNamespace(
    **dict.fromkeys(("decision", "line", "chosen", "best", "sample", "wagered"), ""),
    **dict.fromkeys(("situations", "deals", "cost"), 0),
)
MISTAKE = {
    "decision?": TEXT,
    "line": LINE,
    "chosen": TEXT,
    "best": TEXT,
    "sample?": TEXT,
    "wagered?": UNITS,
    "situations?": COUNT,
    "deals?": COUNT,
    "cost": UNITS,
}
PRICED: Declared[Priced] = Declared(
    "price",
    ABOUT
    | within("result", {"bet": Field(TEXT, "key"), "wager": TEXT})
    | {
        "decisions?": Field(DECISIONS, "strategy.told.decisions"),
        "way?": Field(TEXT, "strategy.told.way"),
        "chart?": Field(CHART, "strategy.told.chart"),
    }
    | within("result", KNOWN_FIGURES)
    | {
        "standard_deviation?": Field(EXACT, _deviation),
        "optimum": EXACT,
        "cost": EXACT,
        "by_cards?": EXACT,
        "uses": [{"decision": TEXT, "line": LINE, "deals": COUNT}],
        "mistakes": [MISTAKE],
    },
    # Beside each kind of mistake stand the figures of the strategy; without any, they alone.
    Field([MISTAKE], lambda found: found.mistakes or [NO_MISTAKE]),
    _price,
    lambda it: (
        f"{it.game.slug}: {it.result.key} {edge_words(it.result)}"
        f"{f' by {it.strategy.name}' if it.strategy.name else ''}, cost {number.cost(it.cost)}, "
        f"{len(it.mistakes)} kinds of error"
    ),
    lambda it: [it.strategy.name or "own.txt", *bet_words(it.result.key)],
    tuple(KNOWN_FIGURES),
)
