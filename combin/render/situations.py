"""Formats the values of information sets, one at a time or all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from combin.render import number
from combin.render.tables import (
    MACHINE,
    TEXT,
    Again,
    Table,
    answer,
    bet_words,
    captioned,
    command_of,
    dump_json,
    format_words,
    heading,
    layout,
    of_rules,
    provenance,
    separated,
    stake_inside,
)
from combin.results import RULES
from combin.rules.game import Game
from combin.version import version

if TYPE_CHECKING:
    from combin.families.block import Answer
    from combin.questions.advice import Advice, Situation, Situations

FIRST, LAST = ("decision", "cards", "history", "deals"), ("best", "tied")  # beside the actions
SHOWN = 40  # situations on a page of a notebook
BLOCK = 1000  # situations laid out together; the widths of the columns may differ between blocks


# --- One situation -----------------------------------------------------------------------------


def advice_text(found: Advice, form: str = TEXT, command: str = "") -> str:
    """Return every action's value in the situation of an `Advice`."""
    game, bet = found.game, found.bet
    command = command or command_of("advise", game, [found.seen, *bet_words(bet)])
    rows = of_rules(_advice_rows(found), game, bet)
    return answer(form, _advice_blocks(found), rows, lambda: _advice_data(found, command), command)


def advice_line(found: Advice) -> str:
    """Return in a line what to do."""
    return f"{found.game.slug}: {found.game.shown(found.bet)}, {found.seen}: {advised(found)}"


def _advice_blocks(found: Advice) -> Iterator[str | Table]:
    game, bet = found.game, found.bet
    yield from heading(game, bet)
    yield f"Cards: {found.seen}"
    inside = stake_inside(game, bet)
    unit = _unit(game, bet)
    if found.value is None:
        table = captioned(
            _actions(found, unit, inside), game, bet, f"value of each action with {found.seen}"
        )
        yield from (f"{found.decision}: {_best(found)}", table)
    else:
        value = found.value + inside
        worth = f"{number.decimal(value, 6)} {unit} ({number.exact(value)})"
        yield f"No decision; the value of the {game.shown(bet)} bet is {worth}."


def _unit(game: Game, bet: str) -> str:
    """Return what values are counted in."""
    return (
        f"{'returned for' if stake_inside(game, bet) else 'in units of'} one {game.bet(bet).base}"
    )


def advised(answer: Advice) -> str:
    """Return in a few words what to do, or what the bet is worth where nothing is decided."""
    if answer.value is None:
        return _best(answer)
    return f"worth {number.decimal(answer.value + stake_inside(answer.game, answer.bet), 6)}"


def _best(answer: Advice) -> str:
    """Return the action to take, if it is the same whatever was done before."""
    best = {(row.best, row.tied, row.taken) for row in answer.rows}
    if len(best) > 1:
        return "depends on the actions before"
    action, tied, taken = best.pop()
    others = " and ".join(other for other in tied if other != action)
    same = f" (ties with {others}; {taken} is taken)" if others else ""
    return f"{action}{same}"


def _actions(answer: Advice, unit: str, inside: Fraction) -> Table:
    """Return what every action is worth, with the stake that is inside."""
    rows = []
    for row in answer.rows:
        after = " / ".join(row.history)
        for action, value in row.values.items():
            mark = "best" if action == row.best else "equal" if action in row.tied else ""
            worth = value + inside
            rows.append((after, action, number.decimal(worth, 6), mark, number.exact(worth)))
            after = ""
    table = Table(
        ("after", "action", unit, "", "exact"), ("left", "left", "right", "left", "left"), rows
    )
    if any(row.history for row in answer.rows):
        return table
    return Table(table.headers[1:], table.aligns[1:], [cells[1:] for cells in rows])


def _advice_rows(answer: Advice) -> Iterator[tuple[str, ...]]:
    yield ("cards", "decision", "history", "action", "value", "best")
    if answer.value is not None:
        yield (answer.seen, "", "", "", number.exact(answer.value), "")
        return
    for row in answer.rows:
        for action, value in row.values.items():
            mark = "yes" if action == row.best else ""
            yield (
                answer.seen,
                answer.decision or "",
                " / ".join(row.history),
                action,
                number.exact(value),
                mark,
            )


def _advice_data(answer: Advice, command: str) -> dict[str, Any]:
    found: dict[str, Any] = {"bet": answer.bet, "cards": answer.seen, "decision": answer.decision}
    if answer.value is not None:
        found["value"] = number.exact(answer.value)
    else:
        inside = stake_inside(answer.game, answer.bet)
        found["situations"] = [_answer_data(row, inside) for row in answer.rows]
    return provenance(answer.game, version()) | {"command": command} | found


# --- Every situation ---------------------------------------------------------------------------


def situations_text(found: Situations, form: str = TEXT, command: str = "") -> str:
    """Return all situations in the format `form`; as a page of a notebook only the first, for there
    may be millions.
    """
    command = command or command_of("situations", found.game, bet_words(found.bet))
    if form == "json":
        return dump_json(provenance(found.game, version()) | _situations_data(found, command))
    rows = islice(found, SHOWN) if form == "html" else found
    parts = list(situations(rows, found.game, found.bet, form, command))
    if form == "html":
        parts.append(layout([f"These are the first, {SHOWN} at most: to_frame() has all."], form))
    return "".join(parts)


def situations_line(found: Situations) -> str:
    """Return in a line whose situations they are."""
    return f"{found.game.slug}: {found.bet}"


def _situations_data(found: Situations, command: str) -> dict[str, Any]:
    inside = stake_inside(found.game, found.bet)
    listed = [_situation_data(row, inside) for row in found]
    return {"command": command, "bet": found.bet, "situations": listed}


def _situation_data(row: Situation, inside: Fraction) -> dict[str, Any]:
    about = {"decision": row.decision, "cards": row.cards, "deals": str(row.deals)}
    return about | _answer_data(row.answer, inside)


def _answer_data(row: Answer, inside: Fraction) -> dict[str, Any]:
    values = row.values.items()
    returned = {action: number.exact(value + inside) for action, value in values}
    return {
        "history": list(row.history),
        "values": {action: number.exact(value) for action, value in values},
        **({"returned": returned} if inside else {}),
        "best": row.best,
        "tied": list(row.tied),
    }


def situations(
    rows: Iterable[Situation], game: Game, bet: str, form: str, command: str
) -> Iterator[str]:
    """Yield the text of all situations, row by row or block by block, so that none is held for
    longer than its block.
    """
    named = (action.name for decision in game.decisions for action in decision.actions)
    actions = list(dict.fromkeys(named))
    taken = {*FIRST, *LAST, *(column.name for column in RULES)}
    valued = (f"{name} (action)" if name in taken else name for name in actions)
    head = (*FIRST, *valued, LAST[0])
    if form in MACHINE:
        exact = (_exact_row(row, actions) for row in rows)
        yield from separated(of_rules(chain([(*head, *LAST[1:])], exact), game, bet), form)
        return
    yield layout(_head(game, bet), form) + "\n"
    aligns = ("left", "left", "left", *("right",) * (1 + len(actions)), "left")
    inside = stake_inside(game, bet)
    decimals = (_decimal_row(row, actions, inside) for row in rows)
    while block := list(islice(decimals, BLOCK)):
        yield layout([Table(head, aligns, block)], form) + "\n"
    yield layout([Again(" ".join([command, *format_words(form)]))], form)


def _head(game: Game, bet: str) -> list[str]:
    worth = f"{game.shown(bet)}: the value of every action in every situation, {_unit(game, bet)}"
    return [*heading(game, bet), worth]


def _exact_row(row: Situation, actions: list[str]) -> tuple[str, ...]:
    answer = row.answer
    worth = (
        number.exact(answer.values[action]) if action in answer.values else "" for action in actions
    )
    return (*_where(row), str(row.deals), *worth, answer.best, " / ".join(answer.tied))


def _decimal_row(row: Situation, actions: list[str], inside: Fraction) -> tuple[str, ...]:
    answer = row.answer
    worth = (
        number.decimal(answer.values[action] + inside, 6) if action in answer.values else ""
        for action in actions
    )
    return (
        *_where(row),
        number.grouped(row.deals),
        *worth,
        answer.best + (" (tie)" if answer.tied else ""),
    )


def _where(row: Situation) -> tuple[str, str, str]:
    return row.decision, row.cards, " / ".join(row.answer.history)
