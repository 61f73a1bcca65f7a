"""Lays out strategies in lines: the ladder that a search found, and the exact price of one strategy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combin.render import number
from combin.render.tables import MACHINE, TEXT, Table, command_of, dump_json, heading, layout, provenance, separated
from combin.version import version

if TYPE_CHECKING:
    from combin.strategy import Ladder, Lines, Mistake, Priced

SHOWN = 20  # mistakes listed for people; programs get all of them


def lines_text(lines: Lines) -> list[str]:
    """Return the rows of a strategy as people read it: a heading for each of several decisions, then its lines, numbered."""
    rows: list[str] = []
    for decision, block in lines.blocks.items():
        rows += ["", f"{decision}:"] if len(lines.blocks) > 1 else []
        width = max((len(line.action) for line in block), default=0)
        for place, line in enumerate(block, 1):
            conditions = ", ".join(condition.phrase for condition in line.conditions) or "otherwise"
            rows.append(f"{place:3}. {line.action.ljust(width)}  {conditions}")
    return rows or ["Nothing to decide."]


def words_text(lines: Lines) -> list[str]:
    """Return what each phrase of a strategy means, one a row, in the order in which they come."""
    conditions = [condition for block in lines.blocks.values() for line in block for condition in line.conditions]
    meanings = {condition.phrase: condition.meaning for condition in conditions if condition.meaning != condition.phrase}
    return ["In these words:", *(f"  {phrase}: {meaning}" for phrase, meaning in meanings.items()), ""] if meanings else []


def strategy_text(found: Ladder, form: str = TEXT, command: str = "", square: Sequence[str] = ()) -> str:
    """Return a `Ladder` in the format `form`; `command` is how the user got it. square: lines of text, set under the list."""
    command = command or command_of("strategy", found.game)
    if form == "json":
        return dump_json(_ladder_data(found, command))
    if form in MACHINE:
        return "".join(separated(_ladder_rows(found), form))
    blocks: list[str | Table] = [*heading(found.game), _verdict(found)]
    if found.rungs:
        blocks += ["", *lines_text(found.rungs[-1].lines), "", *words_text(found.rungs[-1].lines), *square, ""]
    if len(found.rungs) > 1:
        blocks += ["What shorter lists cost, each the best found of its length:", _rungs(found)]
    return layout([*blocks, f"Again: {command}"], form)


def _verdict(found: Ladder) -> str:
    """Return what is proved of the last list and what is only searched."""
    last = found.rungs[-1]
    sets = " + ".join(number.grouped(count) for count in found.situations.values())
    if not found.situations:
        return f"{found.bet}: nothing to decide."
    count = f"{len(last)} lines"
    if not last.cost:
        proof = f"checked at every situation reached (of {sets})"
        return f"{count}, exactly as good as the best play: {proof}. That no shorter list does it is searched, not proved."
    cost = number.percent(last.cost, 6)
    return f"{count} that cost {cost} of one {found.game.bet(found.bet).base}, exactly priced over {sets} situations."


def _rungs(found: Ladder) -> Table:
    rows = []
    for rung in found.rungs:
        edge = number.percent(rung.cost - found.optimum, 4)
        rows.append((str(len(rung)), number.percent(rung.cost, 6), edge, number.exact(rung.cost)))
    return Table(("lines", "cost", "house edge", "cost exactly"), ("right", "right", "right", "left"), rows)


def _ladder_rows(found: Ladder) -> Iterator[tuple[str, ...]]:
    yield ("lines", "cost", "decision", "place", "action", "conditions")
    for rung in found.rungs:
        for decision, block in rung.lines.blocks.items():
            for place, line in enumerate(block, 1):
                conditions = ", ".join(condition.phrase for condition in line.conditions)
                yield (str(len(rung)), number.exact(rung.cost), decision, str(place), line.action, conditions or "otherwise")


def _ladder_data(found: Ladder, command: str) -> dict[str, Any]:
    rungs = [{"lines": len(rung), "cost": number.exact(rung.cost), **_lines_data(rung.lines)} for rung in found.rungs]
    return provenance(found.game, version()) | {
        "command": command, "bet": found.bet, "optimum": number.exact(found.optimum), "ladder": rungs,
    }  # fmt: skip


def _lines_data(lines: Lines) -> dict[str, Any]:
    return {"decisions": {decision: [str(line) for line in block] for decision, block in lines.blocks.items()}}


# --- A price ---------------------------------------------------------------------------------------------------------


def price_text(found: Priced, form: str = TEXT, command: str = "", top: int = SHOWN) -> str:
    """Return a `Priced` in the format `form`; `command` is how the user got it. top: how many mistakes people are shown."""
    command = command or command_of("price", found.game)
    if form == "json":
        return dump_json(_price_data(found, command))
    if form in MACHINE:
        return "".join(separated(_price_rows(found), form))
    blocks: list[str | Table] = [*heading(found.game), *_summary(found), _uses(found)]
    blocks += [f"Never reached: {line.place or line}" + (f" ({line})" if line.place else "") for line in found.unused]
    if found.mistakes and top:
        blocks += [_errs(len(found.mistakes), top), _mistakes(found, top)]
    return layout([*blocks, f"Again: {command}"], form)


def _summary(found: Priced) -> list[str | Table]:
    bet = found.game.bet(found.lines.bet)
    rows = [
        (name, number.decimal(value, 6), number.exact(value))
        for name, value in (("expected value", found.value), ("best play", found.optimum), ("cost", found.cost))
    ]
    cost = "It costs nothing: it is as good as the best play." if not found.cost else ""
    edge = f"{bet.key}: house edge {number.percent(found.result.house_edge, 4)} of one {bet.base}. {cost}".rstrip()
    table = Table(("measure", f"in units of one {bet.base}", "exactly"), ("left", "right", "left"), rows)
    return [edge, table]


def _uses(found: Priced) -> Table:
    several = len(found.lines.blocks) > 1
    rows = []
    for use in found.uses:
        share = number.percent(Fraction(use.deals, found.result.deals), 4)
        rows.append((*((use.decision,) if several else ()), str(use.line), share, number.grouped(use.deals)))
    heads = (*(("decision",) if several else ()), "line", "of all deals", "deals")
    return Table(heads, ("left",) * (len(heads) - 2) + ("right", "right"), rows)


def _errs(kinds: int, top: int) -> str:
    return "Where it errs, the most expensive first" + (f" ({top} of {kinds} kinds of mistake):" if top < kinds else ":")


def _mistakes(found: Priced, top: int) -> Table:
    rows = [(*_mistake(row), number.percent(row.cost, 6)) for row in found.mistakes[:top]]
    heads = ("line", "does", "best", "for example", "situations", "deals", "cost")
    return Table(heads, ("left",) * 4 + ("right",) * 3, rows)


def _mistake(row: Mistake) -> tuple[str, ...]:
    sample = row.sample if row.wagered <= 1 else f"{row.sample} ({number.plain(row.wagered)} wagered)"
    return str(row.line), row.chosen, row.best, sample, number.grouped(row.situations), number.grouped(row.deals)


def _price_rows(found: Priced) -> Iterator[tuple[str, ...]]:
    yield ("decision", "line", "chosen", "best", "sample", "wagered", "situations", "deals", "cost")
    for row in found.mistakes:
        counts = (number.exact(row.wagered), str(row.situations), str(row.deals), number.exact(row.cost))
        yield (row.decision, str(row.line), row.chosen, row.best, row.sample, *counts)


def _price_data(found: Priced, command: str) -> dict[str, Any]:
    names = ("decision", "line", "chosen", "best", "sample", "wagered", "situations", "deals", "cost")
    mistakes = [dict(zip(names, row)) for row in list(_price_rows(found))[1:]]
    return provenance(found.game, version()) | {
        "command": command, "bet": found.lines.bet, **_lines_data(found.lines),
        "expected_value": number.exact(found.value), "optimum": number.exact(found.optimum), "cost": number.exact(found.cost),
        "uses": [{"decision": use.decision, "line": str(use.line), "deals": str(use.deals)} for use in found.uses],
        "mistakes": mistakes,
    }  # fmt: skip


__all__ = ["lines_text", "price_text", "strategy_text"]
