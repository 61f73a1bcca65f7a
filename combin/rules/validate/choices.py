"""Checks a sheet as written: its picks are those of its choices, and every choice decides
something.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from combin.errors import nearest
from combin.rules.checks import (
    check_known,
    check_names,
    check_tuple,
    check_type,
    fault,
    refuse,
)
from combin.rules.choices import OTHERWISE, Amount, Choice, Chosen, Pick
from combin.rules.choosing import Choosing
from combin.rules.picks import parts_of
from combin.rules.validate.hands import hands_read
from combin.rules.words import Cell, Condition, Hand, Is, Margin


def validate_choices(sheet: Choosing) -> None:
    """Raise CombinError, in one line, where the picks of a sheet are not those of its choices."""
    check_tuple(sheet, sheet.choices, (Choice, Amount), "the choices")
    check_names(sheet, "choice", [choice.name for choice in sheet.choices])
    for choice in sheet.choices:
        if isinstance(choice, Choice):
            check_type(sheet, choice.values, Mapping, f"what choice {choice.name!r} can be")
            refuse(sheet, not choice.values, f"choice {choice.name!r} has no values")
            where = f"each value of choice {choice.name!r}, and what it means,"
            for text in (*choice.values, *choice.values.values(), choice.meaning):
                check_type(sheet, text, str, where)
    known = {choice.name: choice for choice in sheet.choices}
    for part in parts_of(sheet.stated):
        if isinstance(part, Pick):
            _check_pick(sheet, part, known)
        if isinstance(part, Chosen):
            refuse(
                sheet,
                not isinstance(known.get(part.amount), Amount),
                f"Chosen names the amount {part.amount!r}, which the game does not declare",
            )


def validate_use(sheet: Choosing) -> None:
    """Raise CombinError, in one line, for a choice or a hand of a sheet that decides nothing."""
    parts = list(parts_of(sheet.stated))
    used = {part.choice for part in parts if isinstance(part, Pick)}
    used |= {part.amount for part in parts if isinstance(part, Chosen)}
    for choice in sheet.choices:
        refuse(
            sheet,
            choice.name not in used,
            f"the choice {choice.name!r} decides nothing: nothing in the rules depends on it",
        )
    for name in unread_hands(sheet):
        raise fault(sheet, f"the hand {name!r} decides nothing: no bet pays or compares it")


def unread_hands(sheet: Choosing) -> list[str]:
    """Return the names of the hands of a sheet that no bet pays or compares."""
    declared: list[str] = []
    named: set[str] = set()
    for part in parts_of(sheet.stated):
        if isinstance(part, Hand):
            declared += _texts(part.name)
        if isinstance(part, Cell | Condition | Margin):
            for hand in hands_read(part):
                named.update(_texts(hand))
        if isinstance(part, Is):
            named.update(_texts(part.hand))
    return [name for name in declared if name not in named]


# --- Choices and picks -------------------------------------------------------------------------


def _check_pick(sheet: Choosing, pick: Pick, known: Mapping[str, Choice | Amount]) -> None:
    """Check that a pick says something for every value of its choice, and for nothing else."""
    choice = known.get(pick.choice)
    if choice is None:
        said = f"a Pick names the choice {pick.choice!r}, which the game does not declare"
        raise fault(sheet, f"{said}{nearest(str(pick.choice), known)}")
    check_type(sheet, pick.values, Mapping, f"what the Pick on {choice.name!r} stands for")
    named = [value for value in pick.values if value != OTHERWISE]
    if isinstance(choice, Amount):
        for value in named:
            accepted = choice.accept(value)
            refuse(
                sheet,
                value != accepted,
                f"a Pick on {choice.name!r} writes {accepted} as {value!r}",
            )
        refuse(
            sheet,
            OTHERWISE not in pick.values,
            f"the Pick on {choice.name!r} says nothing for other amounts; give it OTHERWISE",
        )
    else:
        for value in named:
            said = f"a Pick on {choice.name!r} names {value!r}, none of its values"
            check_known(sheet, value, choice.values, said)
        missing = [value for value in choice.values if value not in named]
        if missing and OTHERWISE not in pick.values:
            raise fault(sheet, f"the Pick on {choice.name!r} says nothing for {missing[0]!r}")
        refuse(
            sheet,
            not missing and OTHERWISE in pick.values,
            f"the Pick on {choice.name!r} names every value, so its OTHERWISE stands for nothing",
        )


# --- What decides something --------------------------------------------------------------------


def _texts(item: object) -> Iterator[str]:
    """Yield the texts that may stand in one place, whatever is chosen."""
    if isinstance(item, Pick):
        for value in item.values.values():
            yield from _texts(value)
    elif isinstance(item, str):
        yield item
