"""Formats the values of information sets, one at a time or all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, islice
from typing import TYPE_CHECKING

from combin.render import number
from combin.render.declared import Declared
from combin.render.hands import chart_page
from combin.render.shapes import ABOUT, ANSWER, COUNT, EXACT, FLAG, UNITS, Field, data
from combin.render.tables import (
    MACHINE,
    TEXT,
    Again,
    Block,
    Table,
    answer,
    bet_words,
    captioned,
    dump_json,
    format_words,
    heading,
    layout,
    of_rules,
    separated,
    stake_inside,
)
from combin.results import RULES
from combin.rules.blackjack import INSURE
from combin.rules.game import Game

if TYPE_CHECKING:
    from combin.families.block import Answer
    from combin.questions.advice import Advice, Situation, Situations

FIRST, LAST = ("decision", "cards", "history", "deals"), ("best", "tied")  # beside the actions
SHOWN = 40  # situations on a page of a notebook
BLOCK = 1000  # situations laid out together; the widths of the columns may differ between blocks


# --- One situation -----------------------------------------------------------------------------


def _advice(found: Advice) -> Iterator[Block]:
    game, bet, inside = found.game, found.bet, stake_inside(found.game, found.bet)
    yield from heading(game, bet)
    yield f"Cards: {found.seen}"
    yield from _granted(found)
    if found.value is None:
        yield f"{found.decision}: {_best(found)}"
        yield captioned(
            _actions(found, inside), game, bet, f"value of each action with {found.seen}"
        )
        return
    value = found.value + inside
    worth = f"{number.decimal(value, 6)} {_unit(game, bet)} ({number.exact(value)})"
    yield f"No decision; the value of the {game.shown(bet)} bet is {worth}."


def _answers(found: Advice) -> list[dict[str, object]] | None:
    inside = stake_inside(found.game, found.bet)
    return [_returned(row, inside) for row in found.rows] if found.value is None else None


def _returned(row: Answer, inside: Fraction) -> dict[str, object]:
    """Return an answer, with what the actions return where pays are for 1."""
    values = row.values.items()
    return {**row._asdict(), "returned": {name: value + inside for name, value in values if inside}}


def _granted(found: Advice) -> Iterator[str]:
    """Yield what the values take for granted, and what may be done before the decision."""
    if found.looked:
        yield "The dealer has looked and has no natural."
    if found.whose:
        yield f"Values are those of {found.whose}."
    if found.insurance is not None:
        adds = f"{number.decimal(found.insurance, 6)} {_unit(found.game, found.bet)}"
        yield (
            f"Insurance of half a bet may be taken first; it adds {adds} "
            f"({number.exact(found.insurance)})."
        )
        if any(row.values.get(INSURE) == 1 for row in found.rows):
            yield "An insured natural wins even money, whatever the dealer has."


def _unit(game: Game, bet: str) -> str:
    return (
        f"{'returned for' if stake_inside(game, bet) else 'in units of'} one "
        f"{game.unit(game.bet(bet).base)}"
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
    said = answer.game.said
    others = " and ".join(said(other) for other in tied if other != action)
    same = f" (ties with {others}; {taken} is taken)" if others else ""
    return f"{said(action)}{same}"


def _actions(answer: Advice, inside: Fraction) -> Table:
    """Return what every action is worth, with the stake that is inside."""
    rows = []
    for row in answer.rows:
        after = " / ".join(row.history)
        for action, value in row.values.items():
            is_best = value == max(row.values.values())
            mark = "equal" if action in row.tied else "best" if is_best else ""
            if action == row.best:
                mark = "best" if is_best else "taken by the chart"
            worth, said = value + inside, answer.game.said(action)
            rows.append((after, said, number.decimal(worth, 6), mark, number.exact(worth)))
            after = ""
    headers = ("after", "action", _unit(answer.game, answer.bet), "", "exact")
    aligns = ("left", "left", "right", "left", "left")
    if any(row.history for row in answer.rows):
        return Table(headers, aligns, rows)
    return Table(headers[1:], aligns[1:], [cells[1:] for cells in rows])


ADVICE: Declared[Advice] = Declared(
    "advise",
    ABOUT
    | {
        "cards": Field(TEXT, "seen"),
        "decision": (TEXT, None),
        "model?": TEXT,
        "dealer_has_looked?": Field(FLAG, lambda found: found.looked if found.model else None),
        "worth_of?": Field(TEXT, "whose"),
        "insurance?": EXACT,
        "value?": EXACT,
        "situations?": Field([ANSWER], _answers),
    },
    Field(
        [
            {
                "cards": TEXT,
                "decision": TEXT,
                "history": [TEXT],
                "action": TEXT,
                "value": UNITS,
                "best": TEXT,
            }
        ],
        lambda found: (
            [
                row._asdict()
                | {
                    "cards": found.seen,
                    "decision": found.decision,
                    "action": action,
                    "value": value,
                }
                | {"best": "yes" if action == row.best else ""}
                for row in found.rows
                for action, value in row.values.items()
            ]
            or [{"cards": found.seen, "history": (), "value": found.value}]
        ),  # nothing to decide
    ),
    _advice,
    lambda it: f"{it.game.slug}: {it.game.shown(it.bet)}, {it.seen}: {advised(it)}",
    lambda it: [it.seen, *bet_words(it.bet)],
)


# --- Every situation ---------------------------------------------------------------------------


def situations(
    rows: Iterable[Situation],
    game: Game,
    bet: str,
    form: str,
    command: str,
    actions: Sequence[str],
) -> Iterator[str]:
    """Yield the text of all situations, row by row or block by block, so that none is held for
    longer than its block.

    actions: the names of what may be done in some of them.
    """
    taken = {*FIRST, *LAST, *(column.name for column in RULES)}
    head = (*FIRST, *(f"{name} (action)" if name in taken else name for name in actions), LAST[0])
    if form in MACHINE:
        exact = (
            (
                *_where(row),
                str(row.deals),
                *_values(row, actions, number.exact),
                row.answer.best,
                " / ".join(row.answer.tied),
            )
            for row in rows
        )
        yield from separated(of_rules(chain([(*head, *LAST[1:])], exact), game, bet), form)
        return
    worth = f"{game.shown(bet)}: the value of every action in every situation, {_unit(game, bet)}"
    yield layout([*heading(game, bet), worth], form) + "\n"
    aligns = ("left", "left", "left", *("right",) * (1 + len(actions)), "left")
    inside = stake_inside(game, bet)
    decimals = (
        (
            *_where(row),
            number.grouped(row.deals),
            *_values(row, actions, lambda value: number.decimal(value + inside, 6)),
            row.answer.best + (" (tie)" if row.answer.tied else ""),
        )
        for row in rows
    )
    while block := list(islice(decimals, BLOCK)):
        yield layout([Table(head, aligns, block)], form) + "\n"
    yield layout([Again(" ".join([command, *format_words(form)]))], form)


def _values(
    row: Situation, actions: Sequence[str], written: Callable[[Fraction], str]
) -> Iterator[str]:
    values = row.answer.values
    return (written(values[action]) if action in values else "" for action in actions)


def _where(row: Situation) -> tuple[str, str, str]:
    return row.decision, row.cards, " / ".join(row.answer.history)


class _Streamed(Declared["Situations"]):
    def written(
        self, found: Situations, form: str, command: str = "", name: str = "", **asked: object
    ) -> str:
        """Return all situations in a format; as a page of a notebook only the first, for there may
        be millions.
        """
        command = command or self.again(found, name)
        if form == "json":
            return dump_json({**data(self.fields, found), "command": command})
        if form not in MACHINE and found.chart:
            return answer(form, self.page(found), (), dict, command)
        rows = islice(found, SHOWN) if form == "html" else found
        parts = list(situations(rows, found.game, found.bet, form, command, found.actions))
        if form == "html":
            first = f"These are the first, {SHOWN} at most: to_frame() has all."
            parts.append(layout([first], form))
        return "".join(parts)


def _listed(found: Situations) -> list[dict[str, object]]:
    inside = stake_inside(found.game, found.bet)
    return [{**row._asdict(), **_returned(row.answer, inside)} for row in found]


WHERE = {"decision": TEXT, "cards": TEXT, "deals": COUNT}
SITUATIONS: Declared[Situations] = _Streamed(
    "situations",
    ABOUT | {"situations": Field([WHERE | ANSWER], _listed)},
    Field([WHERE | ANSWER | {"values": {...: UNITS}, "returned?": None}], _listed),
    lambda found: chart_page(found.chart),
    lambda it: f"{it.game.slug}: {it.game.shown(it.bet)}",
    lambda it: bet_words(it.bet),
)
