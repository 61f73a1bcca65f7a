"""What a game file may import, and how it calls a constructor: every argument is checked against
its field.
"""

from __future__ import annotations

import re
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from functools import cache
from types import ModuleType
from typing import Any, get_args

from combin import cards, ranking, rules
from combin.errors import CombinError, nearest
from combin.rules import Chosen, Pick
from combin.rules.game import Game, Sheet
from combin.rules.picks import EXACT

# What a field's annotation begins with -> what a value of it must be.
KINDS: dict[str, tuple[Any, str]] = {
    "str": (str, "text in quotes"),
    "int": (int, "a whole number"),
    "bool": (bool, "True or False"),
    "tuple": (tuple, "a tuple, (item,) for one"),
    "Mapping": (dict, "a dict, {name: value}"),
    "Ranking": (get_args(ranking.Ranking), "a hand ranking"),
    "Deck": (cards.Deck, "a Deck"),
}

# Fields that hold a number, or a dict of numbers.
NUMBERS = ("less", "meter", "share", "stake", "least", "adds")


def _offered(module: ModuleType, allowed: tuple[type, ...]) -> dict[str, Any]:
    """Return the public constructors of frozen data and the constants of the allowed types in
    `module`.
    """
    return {
        name: value
        for name, value in vars(module).items()
        if not name.startswith("_")
        and (isinstance(value, allowed) or (isinstance(value, type) and is_dataclass(value)))
    }


OFFERED = {
    "combin.rules": _offered(rules, (Fraction, rules.Always, rules.Way))
    | {name: getattr(rules, name) for name in ("OTHERWISE", "FIVE_CARD_DRAW", "MAIN_BET")},
    "combin.ranking": _offered(ranking, get_args(ranking.Ranking)),
    "combin.cards": {"Deck": cards.Deck},
    "fractions": {"Fraction": Fraction},
}


def construct(made: type, parts: list[object], words: dict[str, object]) -> object:
    """Return the value that a constructor makes of arguments by place (`parts`) and name (`words`).

    Raises CombinError for an argument that its field cannot hold, and whatever the constructor
    raises.
    """
    word = _word(made)
    given = _given(made, parts, words)
    kinds = _kinds(made)
    for field in fields(made):
        name = field.name
        if name in given:
            called, value = f"{word}'s {name}", given[name]
            _verify_kind(called, kinds[name], value)
            if name in NUMBERS and not (value is None and "None" in kinds[name]):
                for number in value.values() if isinstance(value, dict) else (value,):
                    if type(number) not in (int, Fraction, Pick, Chosen):
                        raise CombinError(f"{called} is a number, not {_shown(number)}")
        elif field.default is MISSING and field.default_factory is MISSING:
            raise CombinError(f"{word} needs {name!r}")
    return made(**given)


def _given(made: type, parts: list[object], words: dict[str, object]) -> dict[str, Any]:
    """Return field -> argument."""
    word = _word(made)
    known = [field.name for field in fields(made) if field.repr]  # a path is not stated
    if len(parts) > len(known):
        expected = f"at most {len(known)} arguments ({', '.join(known)})"
        raise CombinError(f"{word} takes {expected}, not {len(parts)}")
    given = dict(zip(known, parts))
    for name, value in words.items():
        if name not in known:
            raise CombinError(f"{word} has no field {name!r}{nearest(name, known)}")
        if name in given:
            raise CombinError(f"{word} is given {name!r} twice")
        given[name] = value
    return given


def _verify_kind(called: str, annotation: str, value: object) -> None:
    """Check that a value, or a choice among values, is what the annotation of its field says."""
    outer, *inner = re.findall(r"\w+", annotation)
    if isinstance(value, (Pick, Chosen)) or (value is None and "None" in inner):
        return
    kind, words = KINDS.get(outer, (object, ""))
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise CombinError(f"{called} is {words}")
    if not inner or not isinstance(value, (tuple, dict)):
        return
    if {"Any", "Condition", *EXACT} & {*inner}:
        return  # these are looked at when every value of every choice is tried
    for part in value.values() if isinstance(value, dict) else value:
        if type(part).__name__ not in (*inner, "Pick", "Chosen"):
            raise CombinError(f"{called} hold {annotation}, and {_shown(part)} is none of it")


def _word(made: type) -> str:
    """Return the name by which a game file calls a constructor."""
    return "Game" if made is Sheet else made.__name__


@cache
def _kinds(made: type) -> dict[str, str]:
    """Return field -> annotation of a word once nothing is open."""
    return {field.name: str(field.type) for field in fields(Game if made is Sheet else made)}


def _shown(value: object) -> str:
    return repr(value) if isinstance(value, (str, int, Fraction)) else f"a {type(value).__name__}"
