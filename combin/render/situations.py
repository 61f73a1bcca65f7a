"""Lays out what single situations are worth, one at a time or all of them, and how far two counts agree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import chain, islice
from typing import Any

from combin.render import number
from combin.render.tables import MACHINE, TEXT, Table, columns, dump_json, heading, layout, provenance, separated
from combin.rules import Game

BLOCK = 1000  # situations laid out together; the widths of the columns may differ between blocks


# --- One situation ---------------------------------------------------------------------------------------------------


def advice(answer: Any, game: Game, pays: Mapping[str, Fraction], bet: str, form: str, command: str) -> str:
    """Return every action's value in the situation of an `Advice`."""
    if form == "json":
        return dump_json(_advice_data(answer, game, pays, bet, command))
    if form in MACHINE:
        return "".join(separated(_advice_rows(answer), form))
    blocks: list[str | Table] = [*heading(game, pays), f"Cards: {answer.seen}"]
    unit = f"in units of one {game.bet(bet).base}"
    if answer.decision is None:
        worth = f"{number.decimal(answer.value, 6)} {unit} ({number.exact(answer.value)})"
        blocks.append(f"Nothing to decide; {bet} is worth {worth}.")
    else:
        blocks += [f"Decision: {answer.decision}", _actions(answer, unit)]
    return layout([*blocks, "", f"Again: {command}"], form)


def _actions(answer: Any, unit: str) -> Table:
    rows = []
    for history, values, best, tied in answer.rows:
        after = " / ".join(history)
        for action, value in values.items():
            mark = "best" if action == best else "equal" if action in tied else ""
            rows.append((after, action, number.decimal(value, 6), mark, number.exact(value)))
            after = ""
    table = Table(("after", "action", unit, "", "exactly"), ("left", "left", "right", "left", "left"), rows)
    if any(history for history, *_ in answer.rows):
        return table
    return Table(table.headers[1:], table.aligns[1:], [row[1:] for row in rows])


def _advice_rows(answer: Any) -> Iterator[tuple[str, ...]]:
    yield ("cards", "decision", "history", "action", "value", "best")
    if answer.decision is None:
        yield (answer.seen, "", "", "", number.exact(answer.value), "")
        return
    for history, values, best, _ in answer.rows:
        for action, value in values.items():
            mark = "yes" if action == best else ""
            yield (answer.seen, answer.decision, " / ".join(history), action, number.exact(value), mark)


def _advice_data(answer: Any, game: Game, pays: Mapping[str, Fraction], bet: str, command: str) -> dict[str, Any]:
    found: dict[str, Any] = {"bet": bet, "cards": answer.seen, "decision": answer.decision}
    if answer.decision is None:
        found["value"] = number.exact(answer.value)
    else:
        found["situations"] = [
            {
                "history": list(history),
                "values": {action: number.exact(value) for action, value in values.items()},
                "best": best,
                "tied": list(tied),
            }
            for history, values, best, tied in answer.rows
        ]
    return provenance(game, pays, answer.version) | {"command": command} | found


# --- Every situation -------------------------------------------------------------------------------------------------


def situations(rows: Iterable[Any], game: Game, form: str) -> Iterator[str]:
    """Yield the text of all situations, row by row or block by block, so that none is held for longer than its block."""
    actions = list(dict.fromkeys(action.name for decision in game.decisions for action in decision.actions))
    head = ("decision", "cards", "history", "deals", *actions, "best", "tied")
    if form in MACHINE:
        yield from separated(chain([head], (_exact_row(row, actions) for row in rows)), form)
        return
    aligns = ("left", "left", "left", "right", *("right" for _ in actions), "left", "left")
    shown = (_decimal_row(row, actions) for row in rows)
    while block := list(islice(shown, BLOCK)):
        table = Table(head, aligns, block)
        yield "\n".join(columns(table)) + "\n" if form == TEXT else layout([table], form)


def _exact_row(row: Any, actions: list[str]) -> tuple[str, ...]:
    decision, cards, history, deals, values, best, tied = row
    worth = (number.exact(values[action]) if action in values else "" for action in actions)
    return (decision, cards, " / ".join(history), str(deals), *worth, best, " / ".join(tied))


def _decimal_row(row: Any, actions: list[str]) -> tuple[str, ...]:
    decision, cards, history, deals, values, best, tied = row
    worth = (number.decimal(values[action], 6) if action in values else "" for action in actions)
    return (decision, cards, " / ".join(history), number.grouped(deals), *worth, best, " / ".join(tied))


# --- Two counts of the same deals ------------------------------------------------------------------------------------


def report(found: Any, form: str = TEXT) -> str:
    """Return the comparison of the engine's counts with the reference's, and the verdict."""
    named = any(row.actions for row in found.rows)
    rows = []
    for row in found.rows:
        counts = (number.plain(row.engine), number.grouped(row.reference), "" if row.engine == row.reference else "differs")
        rows.append((*((" / ".join(row.actions),) if named else ()), row.outcome, number.signed(row.net), *counts))
    names = ("the player", "outcome") if named else ("outcome",)
    aligns = ("left",) * len(names) + ("right", "right", "right", "left")
    table = Table((*names, "net", "engine", "reference", ""), aligns, rows)
    deck = f"{found.bet}: {found.deck}, {number.grouped(found.deals)} deals"
    return layout([deck, table, _verdict(found)], form)


def _verdict(found: Any) -> str:
    wrong = sum(row.engine != row.reference for row in found.rows)
    if wrong:
        return f"{found.bet}: {wrong} of {len(found.rows)} counts differ."
    return f"{found.bet}: all {len(found.rows)} counts agree."
