"""Checks that all parts of the rules share: types, names, and the one-line refusal."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.errors import CombinError, nearest
from combin.rules.glossary import series

if TYPE_CHECKING:
    from combin.rules.choosing import Choosing

JOINTS = ".="  # what parts names in the addresses of pays, and those from their values
LONGEST = 150  # letters of what stands in a wrong place that a message quotes


def fault(game: Choosing, what: str) -> CombinError:
    """Return the error that names what is wrong in the rules of a game."""
    return CombinError(f"{game.slug}: {what}")


def refuse(game: Choosing, fails: object, what: str) -> None:
    """Raise the error that names what is wrong in the rules of a game, where something is."""
    if fails:
        raise fault(game, what)


def check_known(game: Choosing, name: object, known: Iterable[str], what: str) -> None:
    """Refuse a name that is none of the known ones, with the nearest of these."""
    names = list(known)
    if name not in names:
        raise fault(game, f"{what}{nearest(str(name), names)}")


def check_type(game: Choosing, item: object, kinds: type | tuple[type, ...], where: str) -> None:
    """Refuse an item that is of none of these types; `where` says what it stands for."""
    if not isinstance(item, kinds):
        listed = kinds if isinstance(kinds, tuple) else (kinds,)
        names = ("number" if kind is Fraction else kind.__name__ for kind in listed)
        given = repr(item)
        if len(given) > LONGEST:
            given = f"a {type(item).__name__}"
        raise fault(game, f"{where} is a {series(names, 'or')}, not {given}")


def check_tuple(game: Choosing, items: object, kinds: type | tuple[type, ...], where: str) -> None:
    """Refuse what is not a tuple of items of these types."""
    if not isinstance(items, tuple):
        raise fault(game, f"{where} stand in a tuple, (item,) for one, not {items!r}")
    for item in items:
        check_type(game, item, kinds, f"each of {where}")


def check_among(game: Choosing, value: object, known: Collection[object], what: str) -> None:
    """Refuse a value that is none of the known ones."""
    if value not in known:
        listed = ", ".join("none" if one is None else str(one) for one in known)
        said = f"one of {listed}" if len(known) > 1 else listed
        raise fault(game, f"{what} is {said}, not {value!r}")


def check_range(game: Choosing, values: Iterable[object], known: range, what: str) -> None:
    """Refuse one of some whole numbers that is not in a range."""
    for value in values:
        refuse(game, value not in known, f"{what} has {known[0]} to {known[-1]}, not {value!r}")


def check_pay(game: Choosing, pay: object, what: str) -> None:
    """Refuse what is won that is no number, or below 0."""
    fails = not isinstance(pay, Fraction) or pay < 0
    said = pay if isinstance(pay, Fraction) else repr(pay)
    refuse(game, fails, f"{what} a number, 0 or more, not {said}")


def check_names(game: Choosing, what: str, names: list[str]) -> None:
    """Refuse a name that is empty or is given twice."""
    for name in names:
        fails = not isinstance(name, str) or not name.strip()
        refuse(game, fails, f"each {what} has a name, text that is not empty, not {name!r}")
        if names.count(name) > 1:
            noun, of, whole = what.partition(" ")
            raise fault(game, f"two {noun}s{of}{whole} are called {name!r}")


def check_part_of_address(game: Choosing, what: str, name: object) -> None:
    """Refuse a name that cannot be a part of the address of a pay."""
    fails = not isinstance(name, str) or {*name} & {*JOINTS}
    refuse(game, fails, f"the name of a {what} is text without {' '.join(JOINTS)}, not {name!r}")
