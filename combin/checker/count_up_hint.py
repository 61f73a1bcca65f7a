"""Finds other rules under which the impossible rows of a blackjack log are possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from combin.checker.count_up_rows import LoggedRow, RowRules, SaidRow
from combin.checker.count_up_two_rows import rules_of
from combin.rules.choices import Choice
from combin.rules.count_up import CountUpGame, CountUpSheet

EXAMPLES = 200  # rows that cannot be, of those that are looked at

Example = tuple[Any, SaidRow]  # a round and what its row says; the rules of its game read both


def other_rules(sheet: CountUpSheet, game: CountUpGame, rows: Sequence[Example]) -> str:
    """Return by which choices all of some rows that cannot be could be; empty where by none.

    Each choice is changed alone, as long as fewer rows are left that cannot be.
    """
    chosen, left = dict(game.chosen), list(rows)
    changed: list[str] = []
    while left:
        found = [(len(_left(sheet, other, rows)), one) for one, other in _others(sheet, chosen)]
        least, (name, value) = min(found, default=(len(left), ("", "")))
        if least >= len(left):
            return ""
        chosen[name] = value
        changed.append(f"--set {name}={value}")
        left = _left(sheet, chosen, rows)
    said = " ".join(changed)
    return f"all these rows would be possible under other rules ({said})" if said else ""


def _others(
    sheet: CountUpSheet, chosen: dict[str, str]
) -> Iterator[tuple[tuple[str, str], dict[str, str]]]:
    """Yield each value of each choice that is not in force, and the choices with it."""
    for choice in sheet.choices:
        for value in choice.values if isinstance(choice, Choice) else ():
            if value != chosen[choice.name]:
                yield (choice.name, value), {**chosen, choice.name: value}


def _left(sheet: CountUpSheet, chosen: dict[str, str], rows: Sequence[Example]) -> list[Example]:
    """Return the rows that cannot be under some rules either."""
    rules = rules_of(sheet.resolve(chosen))
    return [one for one in rows if not _may_be(rules, *one)]


def _may_be(rules: RowRules[Any], played: LoggedRow, said: SaidRow) -> bool:
    if rules.wrong_cards(played.cards, Counter()) or rules.wrong(played):
        return False
    return not rules.differs(played, said)
