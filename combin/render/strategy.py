"""Formats strategies in lines: the ladder of a search, and the exact price of a strategy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import TYPE_CHECKING

from combin.dossier.phrases import are_holds, phrases
from combin.dossier.recommended import nothing_told, starting_hands_under
from combin.dossier.way_words import way_lines
from combin.render import number
from combin.render.declared import Declared
from combin.render.edges import deviation
from combin.render.hands import chart_blocks
from combin.render.layout import Lettered
from combin.render.shapes import (
    ABOUT,
    CHART,
    COUNT,
    DECISIONS,
    EXACT,
    KNOWN_FIGURES,
    UNITS,
    WHOLE,
    Field,
    only,
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
from combin.rules import Way
from combin.version import version

if TYPE_CHECKING:
    from combin.questions.priced import Priced
    from combin.questions.recommended import ChartLadder, Recommended
    from combin.rules.game import Game
    from combin.strategies import Condition, Ladder, Line, Lines, Rung

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
            blocks.append(Step(place, action, line.when if len(block) > 1 else "always", width))
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
        table = Table(
            ("phrase", "opposite", "meaning"),
            ("left",) * 3,
            [(one.text, one.opposite, one.meaning) for one in phrases(listed)],
        )
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


def _recommended(found: Recommended) -> Iterator[Block]:
    """Yield the list, or the chart, to play by."""
    if found.charted:
        yield from _charts(found.charted)
        return
    assert found.listed, "what is no chart is a list"
    ladder, best = found.listed
    game, bet, rungs = found.game, ladder.bet, _shown(found)
    if not ladder.situations:
        yield nothing_told(game, bet)
        return
    yield from heading(game, bet)
    yield _verdict(ladder, best)
    if found.shipped:
        yield (
            "The counts behind this price ship with combin, and its tests repeat them. To repeat "
            f"them here, save the list as own.txt: {command_of('price', game, ['own.txt'])}."
        )
    yield from ("", *lines_blocks(game, best.lines), "", *notes_text(best.lines))
    if hands := starting_hands_under(game, best.lines, found.payoffs):
        yield from map(Lettered, square(game, hands))
    yield ""
    if len(rungs) > 1:
        yield "What other lists cost, each the best found of its length:"
        yield captioned(_rungs(ladder, rungs), game, bet, "lists by their number of lines")


def _shown(found: Recommended) -> Sequence[Rung]:
    """Return the lists that are shown; none of a chart."""
    if not (found.listed and found.whole):
        return [found.listed[1]] if found.listed else []
    return [rung for rung in found.listed[0].rungs if found.most is None or len(rung) <= found.most]


def _verdict(found: Ladder, best: Rung) -> str:
    """Return what is proved of a list and what is only searched."""
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
    inside = stake_inside(found.game, found.bet)
    return filled(
        Table(
            ("lines", "cost", "return", "house edge", "cost, exact"),
            ("right", "right", "right", "right", "left"),
            [
                (
                    str(len(rung)),
                    number.percent(rung.cost, 6),
                    number.percent(inside + found.optimum - rung.cost, 4) if inside else "",
                    number.percent(rung.cost - found.optimum, 4),
                    number.exact(rung.cost),
                )
                for rung in rungs
            ],
        )
    )


# --- Plays by totals -----------------------------------------------------------------------------


def _charts(found: ChartLadder) -> Iterator[Block]:
    game = found.game
    yield from heading(game)
    yield filled(
        Table(
            ("strategy", "edge, of one bet", "cost", "switches", "exact"),
            ("left", "right", "right", "right", "left"),
            [
                (
                    one.name,
                    number.percent(-one.value, 4),
                    number.cost(one.cost),
                    "" if one.exchanged is None else number.percent(one.exchanged, 4),
                    number.exact(-one.value),
                )
                for one in found.rungs
            ],
        )
    )
    yield found.remark
    if found.words:
        yield Heading("Three lines", 2)
        yield from (f"{at}. {line}" for at, line in enumerate(found.words, 1))
    yield Heading("Chart", 2)
    yield from chart_blocks(game, found.chart)
    if found.exceptions:
        few, many = len(found.exceptions), found.many
        yield Heading(f"Exceptions: {few} of {many}, the most valuable first", 2)
        yield Table(
            ("cards", "chart", "best", "saves"),
            ("left", "left", "left", "right"),
            [
                (str(one.line), game.said(one.chosen), game.said(one.best), number.cost(one.cost))
                for one in found.exceptions
            ],
        )


def _plays(found: Recommended) -> list[dict[str, object]]:
    """Return the lists that are shown, or the plays by totals."""
    if found.charted:
        return [vars(one) | {"play": one.name, "edge": -one.value} for one in found.charted.rungs]
    return [{"lines": len(rung), "cost": rung.cost, **rung.lines.told} for rung in _shown(found)]


def _lines(found: Recommended) -> list[dict[str, object]]:
    return [
        vars(line)
        | {"lines": len(rung), "cost": rung.cost, "decision": decision, "place": place}
        | {"conditions": line.when}
        for rung in _shown(found)
        for decision, block in rung.lines.blocks.items()
        for place, line in enumerate(block, 1)
    ]


def _cells(found: ChartLadder) -> list[dict[str, object]]:
    """Return of two hands what each cell of the chart does, and what two cards of it are worth,
    empty of a row that two cards cannot have.
    """
    letters, worths = dict(found.chart.rows), dict(found.chart.worth)
    return [
        {
            "row": row,
            "up": up,
            "action": letters[row][at] if row in letters else "",
            "worth": worths[row][at] if row in worths else None,
        }
        for row in dict.fromkeys((*letters, *worths))
        for at, up in enumerate(found.chart.heads)
    ]


LINE = Field(TEXT, lambda one: str(one.line))
EXCEPTION = {"line": LINE, "chosen": TEXT, "best": TEXT, "cost": UNITS}
RECOMMENDED: Declared[Recommended] = Declared(
    "strategy",
    ABOUT
    | {
        "bet": Field(TEXT, "ladder.bet"),
        "optimum": Field(EXACT, "ladder.optimum"),
        "ladder": Field(
            [
                only(lambda one: "lines" in one, {"lines": WHOLE, "decisions": DECISIONS})
                | {"play?": TEXT, "cost": EXACT, "house_edge?": Field(EXACT, "edge")}
                | {"exchanged?": EXACT}
            ],
            _plays,
        ),
    }
    | only(
        lambda found: found.charted is not None,
        within(
            "charted",
            {
                "chart": Field(CHART, "chart.told.chart"),
                "worth?": Field({...: {...: WHOLE}}, "chart.told.worth"),
                "three_lines": Field([TEXT], "words"),
                "exceptions": [EXCEPTION],
                "all_exceptions": Field(WHOLE, "many"),
            },
        ),
    ),
    (
        Field(
            [
                {
                    "lines": WHOLE,
                    "cost": UNITS,
                    "decision": TEXT,
                    "place": WHOLE,
                    "action": TEXT,
                    "conditions": TEXT,
                }
            ],
            _lines,
            when=lambda found: found.charted is None,
        ),
        Field([EXCEPTION], "charted.exceptions", when=lambda found: not found.chart.worth),
        Field(
            [{"row": TEXT, "up": TEXT, "action": TEXT, "worth": (WHOLE, None)}],
            lambda found: _cells(found.charted),
        ),
    ),
    _recommended,
    lambda it: (
        f"{it.game.slug}: {it.game.shown(it.ladder.bet)}, "
        f"{'a chart' if it.lines is None else number.counted(len(it.lines), 'line')}, "
        f"cost {number.cost(it.cost)}"
    ),
    lambda it: [
        *bet_words(it.ladder.bet),
        *([] if it.most is None else ["--lines", str(it.most)]),
        *(["--dialect", it.dialect] if it.dialect else []),
        *(["--ladder"] if it.whole else []),
    ],
)


# --- A price -----------------------------------------------------------------------------------


def _price(found: Priced, top: int | None = None) -> Iterator[Block]:
    """Yield the figures, how often each line decides (with several decisions a column names them),
    and where the strategy errs.

    top: how many kinds of errors are listed.
    """
    game, key, top = found.game, found.result.key, SHOWN if top is None else top
    yield from heading(game, key)
    line, whole = found.strategy.line, found.strategy.whole
    if isinstance(found.strategy, Way):
        yield f"Every hand is set by the way {found.strategy.name}:"
        lines = [(rows, said) for rows, said in way_lines(found.strategy)]
        heads = ("rows", "the first line that fits says what goes in front")
        yield captioned(
            filled(Table(heads, ("left", "left"), lines)), game, key, "what goes in front"
        )
    yield from _summary(found)
    if game.remark:
        yield (
            f"{game.remark} The second cards are switched if the exact sum of both hands is larger "
            "so; the chart found is that of one hand by itself."
        )
    if found.uses:
        several = len({use.decision for use in found.uses}) > 1
        table = filled(
            Table(
                ("decision", "line", "share of deals", "deals"),
                ("left", "left", "right", "right"),
                [
                    (
                        use.decision if several else "",
                        str(use.line),
                        number.percent(Fraction(use.deals, found.result.deals), 4),
                        number.grouped(use.deals),
                    )
                    for use in found.uses
                ],
            )
        )
        yield captioned(table, game, key, "how often each line decides")
    for unused in dict.fromkeys(found.unused):
        yield (
            f"Never used: line {unused.place.line} ({unused})"
            if unused.place
            else f"Never used: {unused}"
        )
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
        table = filled(
            Table(
                (line, "action", "best", "example", "situations", "deals", "cost"),
                ("left",) * 4 + ("right",) * 3,
                rows,
            )
        )
        yield captioned(table, game, key, f"where the {whole} errs")


def _summary(found: Priced) -> list[Block]:
    bet = found.game.bet(found.result.key)
    unit = found.game.unit(bet.base)
    edge = (
        f"{found.game.shown(bet.key)}: house edge {number.percent(found.result.house_edge, 4)} of "
        f"one {unit}{at_meter(found.game.meters(bet.key))}{returning(found.result)}."
    )
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
        "standard_deviation?": Field(
            EXACT, lambda found: deviation(found.result).get("standard_deviation")
        ),
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
