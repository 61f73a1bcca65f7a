"""Lays out strategies in lines: the ladder that a search found, and the exact price of one
strategy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combin.render import number
from combin.render.square import square
from combin.render.tables import (
    MACHINE,
    TEXT,
    Table,
    at_meter,
    bet_words,
    command_of,
    dump_json,
    heading,
    layout,
    of_rules,
    provenance,
    separated,
)
from combin.strategies.traits import MOST
from combin.version import version

if TYPE_CHECKING:
    from combin.dossier.recommended import Recommended
    from combin.rules.game import Game
    from combin.strategies import Condition, Ladder, Lines, Mistake, Priced, Rung

SHOWN = 10  # mistakes listed for people; programs get all of them


def lines_text(lines: Lines) -> list[str]:
    """Return the rows of a strategy as people read it: a heading for each of several decisions,
    then its lines, numbered.
    """
    rows: list[str] = []
    for decision, block in lines.blocks.items():
        rows += ["", f"{decision}:"] if len(lines.blocks) > 1 else []
        width = max((len(line.action) for line in block), default=0)
        for place, line in enumerate(block, 1):
            conditions = ", ".join(condition.phrase for condition in line.conditions) or "otherwise"
            rows.append(f"{place:3}. {line.action.ljust(width)}  {conditions}")
    return rows or ["Nothing to decide."]


def lines_tables(lines: Lines) -> list[str | Table]:
    """Return the rows of a strategy as tables, one a decision."""
    blocks: list[str | Table] = []
    for decision, block in lines.blocks.items():
        rows = [(str(place), *str(line).split(": ", 1)) for place, line in enumerate(block, 1)]
        blocks.append(Table((decision, "action", "when"), ("right", "left", "left"), rows))
    return blocks or ["Nothing to decide."]


def notes_text(lines: Lines) -> list[str]:
    """Return what a reader of a strategy has to be told of its words, each thing once, in the order
    in which they come.
    """
    conditions = [
        condition
        for block in lines.blocks.values()
        for line in block
        for condition in line.conditions
    ]
    notes = dict.fromkeys(note for condition in conditions for note in condition.notes)
    return ["In these words:", *(f"  {note}" for note in notes), ""] if notes else []


def words_text(
    game: Game, bet: str, words: Mapping[str, Sequence[Condition]], form: str, command: str
) -> str:
    """Return the phrases that a strategy may use, decision by decision, a phrase and its opposite
    in a row.
    """
    if form == "json":
        told = {
            name: [{"phrase": c.phrase, "meaning": c.meaning} for c in listed]
            for name, listed in words.items()
        }
        return dump_json(provenance(game, version()) | {"command": command, "words": told})
    if form in MACHINE:
        rows = [(name, c.phrase, c.meaning) for name, listed in words.items() for c in listed]
        return "".join(
            separated(of_rules([("decision", "phrase", "meaning"), *rows], game, bet), form)
        )
    blocks: list[str | Table] = [*heading(game, bet)]
    blocks += ["Every line is an action, a colon and some of these phrases, parted by commas."]
    blocks += [
        "Any hand may stand before 'or better' and after 'less than', any number of units before "
        "'wagered so far'."
    ]
    for name, listed in words.items():
        blocks += [
            "",
            f"{name}:",
            Table(("phrase", "opposite", "meaning"), ("left",) * 3, list(_with_opposites(listed))),
        ]
    return layout([*blocks, f"Again: {command}"], form)


def _with_opposites(conditions: Sequence[Condition]) -> Iterator[tuple[str, ...]]:
    """Yield (phrase, opposite or nothing, meaning): the opposite is true where the phrase
    is not.
    """
    upper = {
        (c.trait, c.high): c.phrase for c in conditions if c.low <= 0 and c.phrase != "no joker"
    }
    told: set[str] = set()
    for c in conditions:
        opposite = (
            upper.get((c.trait, c.low - 1), "") if c.high == MOST or c.low == c.high == 1 else ""
        )
        if c.phrase not in told:
            told |= {c.phrase, opposite}
            yield c.phrase, opposite, c.meaning


def strategy_text(
    found: Ladder,
    form: str = TEXT,
    command: str = "",
    square: Sequence[str] = (),
    best: Rung | None = None,
    most: int | None = None,
) -> str:
    """Return a `Ladder` in the format `form`; `command` is how the user got it. square: lines of
    text, set under the list.

    best: the list shown, by default the last. most: lines of the longest list told in the ladder, 0
        for none.
    """
    command = command or command_of("strategy", found.game)
    best = best or found.rungs[-1]
    rungs = [rung for rung in found.rungs if most is None or len(rung) <= most]
    told = [best] if most == 0 else rungs
    if form == "json":
        return dump_json(_ladder_data(found, told, command))
    if form in MACHINE:
        return "".join(separated(of_rules(_ladder_rows(told), found.game, found.bet), form))
    blocks: list[str | Table] = [*heading(found.game, found.bet), _verdict(found, best)]
    listed = lines_tables(best.lines) if form == "html" else ["", *lines_text(best.lines), ""]
    blocks += [*listed, *notes_text(best.lines), *square, ""]
    if len(told) > 1:
        blocks += ["What other lists cost, each the best found of its length:", _rungs(found, told)]
    return layout([*blocks, f"Again: {command}"], form)


def recommended_text(found: Recommended, form: str = TEXT, name: str = "") -> str:
    """Return the list to play by in the format `form`; name: the game as the user called it."""
    from combin.dossier.recommended import starting_hands_under

    ladder, game = found.ladder, found.game
    if form == TEXT and not ladder.situations:
        return nothing_text(game, ladder.bet) + "\n"
    options = [
        *bet_words(ladder.bet),
        *([] if found.most is None else ["--lines", str(found.most)]),
    ]
    command = command_of("strategy", game, [*options, *(["--ladder"] if found.whole else [])], name)
    hands = starting_hands_under(game, found.lines) if form == TEXT else []
    shown = square(game, hands) if hands else []
    return strategy_text(ladder, form, command, shown, found.rung, found.most if found.whole else 0)


def nothing_text(game: Game, bet: str) -> str:
    """Return, in a sentence, that a bet has no strategy."""
    return f"{game.slug}, {bet}: nothing is decided, so there is no strategy to tell."


def _verdict(found: Ladder, best: Rung) -> str:
    """Return what is proved of a list and what is only searched."""
    sets = " + ".join(number.grouped(count) for count in found.situations.values())
    if not found.situations:
        return f"{found.bet}: nothing to decide."
    count = f"{len(best)} line{'s' if len(best) > 1 else ''}"
    if best.cost:
        cost = number.percent(best.cost, 6)
        return (
            f"{count} that cost {cost} of one {found.game.bet(found.bet).base}, exactly priced "
            f"over {sets} situations."
        )
    proof = (
        f"{count}, exactly as good as the best play: checked at every situation reached (of "
        f"{sets})."
    )
    shortest = next(len(rung) for rung in found.rungs if not rung.cost)
    if shortest < len(best):
        proof += f" {shortest} lines, harder to learn, do as well (--lines {shortest})."
    return (
        f"{proof} No list of fewer than {shortest} was found to do so; that is a search, not a "
        "proof."
    )


def _rungs(found: Ladder, told: Sequence[Rung]) -> Table:
    rows = []
    for rung in told:
        edge = number.percent(rung.cost - found.optimum, 4)
        rows.append((str(len(rung)), number.percent(rung.cost, 6), edge, number.exact(rung.cost)))
    return Table(
        ("lines", "cost", "house edge", "cost exactly"), ("right", "right", "right", "left"), rows
    )


def _ladder_rows(told: Sequence[Rung]) -> Iterator[tuple[str, ...]]:
    yield ("lines", "cost", "decision", "place", "action", "conditions")
    for rung in told:
        for decision, block in rung.lines.blocks.items():
            for place, line in enumerate(block, 1):
                conditions = ", ".join(condition.phrase for condition in line.conditions)
                yield (
                    str(len(rung)),
                    number.exact(rung.cost),
                    decision,
                    str(place),
                    line.action,
                    conditions or "otherwise",
                )


def _ladder_data(found: Ladder, told: Sequence[Rung], command: str) -> dict[str, Any]:
    rungs = [
        {"lines": len(rung), "cost": number.exact(rung.cost), **_lines_data(rung.lines)}
        for rung in told
    ]
    return provenance(found.game, version()) | {
        "command": command,
        "bet": found.bet,
        "optimum": number.exact(found.optimum),
        "ladder": rungs,
    }


def _lines_data(lines: Lines) -> dict[str, Any]:
    return {
        "decisions": {
            decision: [str(line) for line in block] for decision, block in lines.blocks.items()
        }
    }


# --- A price -----------------------------------------------------------------------------------


def price_text(found: Priced, form: str = TEXT, command: str = "", top: int = SHOWN) -> str:
    """Return a `Priced` in the format `form`; `command` is how the user got it. top: how many
    mistakes people are shown.
    """
    name, key = found.lines.name, found.lines.bet
    command = command or command_of(
        "price", found.game, [*([name] if name else []), *bet_words(key)]
    )
    if form == "json":
        return dump_json(_price_data(found, command))
    if form in MACHINE:
        return "".join(separated(of_rules(_price_rows(found), found.game, key), form))
    blocks: list[str | Table] = [*heading(found.game, key), *_summary(found), _uses(found)]
    blocks += [
        f"Never reached: {line.place or line}" + (f" ({line})" if line.place else "")
        for line in found.unused
    ]
    if found.mistakes and top:
        blocks += [_errs(len(found.mistakes), top), _mistakes(found, top)]
    return layout([*blocks, f"Again: {command}"], form)


def _summary(found: Priced) -> list[str | Table]:
    bet = found.game.bet(found.lines.bet)
    rows = [
        (name, number.decimal(value, 6), number.exact(value))
        for name, value in (
            ("expected value", found.value),
            ("best play", found.optimum),
            ("cost", found.cost),
        )
    ]
    cost = "It costs nothing: it is as good as the best play." if not found.cost else ""
    unit = f"one {bet.base}{at_meter(found.game.meters(bet.key))}"
    edge = (
        f"{bet.key}: house edge {number.percent(found.result.house_edge, 4)} of {unit}. {cost}"
    ).rstrip()
    table = Table(
        ("measure", f"in units of one {bet.base}", "exactly"), ("left", "right", "left"), rows
    )
    return [edge, table]


def _uses(found: Priced) -> Table:
    several = len(found.lines.blocks) > 1
    rows = []
    for use in found.uses:
        share = number.percent(Fraction(use.deals, found.result.deals), 4)
        rows.append(
            (*((use.decision,) if several else ()), str(use.line), share, number.grouped(use.deals))
        )
    heads = (*(("decision",) if several else ()), "line", "of all deals", "deals")
    return Table(heads, ("left",) * (len(heads) - 2) + ("right", "right"), rows)


def _errs(kinds: int, top: int) -> str:
    return "Where it errs, the most expensive first" + (
        f" ({top} of {kinds} kinds of mistake):" if top < kinds else ":"
    )


def _mistakes(found: Priced, top: int) -> Table:
    rows = [(*_mistake(row), number.percent(row.cost, 6)) for row in found.mistakes[:top]]
    heads = ("line", "does", "best", "for example", "situations", "deals", "cost")
    return Table(heads, ("left",) * 4 + ("right",) * 3, rows)


def _mistake(row: Mistake) -> tuple[str, ...]:
    sample = (
        row.sample if row.wagered <= 1 else f"{row.sample} ({number.plain(row.wagered)} wagered)"
    )
    return (
        str(row.line),
        row.chosen,
        row.best,
        sample,
        number.grouped(row.situations),
        number.grouped(row.deals),
    )


def _price_rows(found: Priced) -> Iterator[tuple[str, ...]]:
    yield ("decision", "line", "chosen", "best", "sample", "wagered", "situations", "deals", "cost")
    for row in found.mistakes:
        counts = (
            number.exact(row.wagered),
            str(row.situations),
            str(row.deals),
            number.exact(row.cost),
        )
        yield (row.decision, str(row.line), row.chosen, row.best, row.sample, *counts)


def _price_data(found: Priced, command: str) -> dict[str, Any]:
    names = (
        "decision",
        "line",
        "chosen",
        "best",
        "sample",
        "wagered",
        "situations",
        "deals",
        "cost",
    )
    mistakes = [dict(zip(names, row)) for row in list(_price_rows(found))[1:]]
    return provenance(found.game, version()) | {
        "command": command,
        "bet": found.lines.bet,
        **_lines_data(found.lines),
        "expected_value": number.exact(found.value),
        "optimum": number.exact(found.optimum),
        "cost": number.exact(found.cost),
        "uses": [
            {"decision": use.decision, "line": str(use.line), "deals": str(use.deals)}
            for use in found.uses
        ],
        "mistakes": mistakes,
    }
