"""The shape of the JSON of each result, from which its data, its schema, its numbers, its rows for
programs and their columns follow.

A shape is written as the JSON looks: a dict has these keys, one that ends in a question mark may
be missing, and `...` stands for any names, those of a game; a list has one shape for all that it
holds; a tuple says either. At the leaves stands what is there. A key is the name of the attribute
that holds what stands there, unless a `Field` says otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from combin.records import dataclass
from combin.render import number
from combin.version import version

EXACT, COUNT, TEXT, WHOLE, FLAG = "exact", "count", "text", "whole", "flag"
Shape = Any  # a leaf, None, or fields, dicts, lists and tuples of shapes


@dataclass(frozen=True)
class Field:
    """What stands under a key.

    shape: of what is there.
    of: the attribute that holds it, or what reads it; by default the attribute of the key's name.
    unit: of an exact value, in words.
    when: says of which results it is; by default of all.
    """

    shape: Shape
    of: str | Callable[[Any], object] = ""
    unit: str = ""
    when: Callable[[Any], bool] | None = None

    def stands(self, found: object) -> bool:
        """Return whether a result has it."""
        return self.when is None or self.when(found)


LEAVES: dict[str, dict[str, Any]] = {
    EXACT: {
        "type": "string",
        "pattern": r"^-?[0-9]+(/[0-9]+|\.[0-9]+)?$",
        "description": "A rational, such as -7496/81991; only where it is rounded a decimal.",
    },
    COUNT: {"type": "string", "pattern": "^-?[0-9]+$", "description": "A whole number, exactly."},
    TEXT: {"type": "string"},
    WHOLE: {"type": "integer"},
    FLAG: {"type": "boolean"},
}
RATIONAL = re.compile(r"-?\d+(/\d+|\.\d+)?", re.ASCII)

# --- What results share --------------------------------------------------------------------------

UNITS, SQUARED = Field(EXACT, unit="units"), Field(EXACT, unit="squared units")
RATIO = Field(EXACT, unit="ratio")
OF_NAMES = {...: EXACT}
RULES = {
    "game": Field(TEXT, "game.slug"),
    "choices": Field({...: TEXT}, "game.chosen"),
    "dead?": Field(TEXT, "game.deck.dead"),
    "version": Field(TEXT, lambda found: getattr(found, "version", "") or version()),
    "pays": Field(OF_NAMES, "game.priced"),
    "meters": Field(OF_NAMES, lambda found: found.game.meters(*found.game.bet_keys)),
}
COMMAND = Field(TEXT, lambda found: "")  # its place: the command is told by who prints
ABOUT = RULES | {"command": COMMAND, "bet": TEXT}  # one bet
FIGURES = {
    "expected_value": UNITS,
    "house_edge": RATIO,
    "element_of_risk": RATIO,
    "variance": SQUARED,
    "hit_frequency": RATIO,
    "average_wager": UNITS,
}
KNOWN_FIGURES = {
    f"{key}?" if key in ("variance", "hit_frequency") else key: FIGURES[key] for key in FIGURES
}
CHART = {...: [TEXT]}  # row -> its letters
DECISIONS = {...: [TEXT]}
FOR_ONE: dict[str, Shape] = {
    "returned?": Field(EXACT, lambda bet: bet.returned if bet.for_one else None),
    "net_win_frequency?": Field(EXACT, lambda bet: bet.net_win_frequency if bet.for_one else None),
}
BET = {
    "wager": TEXT,
    "meters": OF_NAMES,
    "deals": COUNT,
    **KNOWN_FIGURES,
    **FOR_ONE,
    "exchanged?": Field(EXACT, "figures.exchanged"),
    "model?": TEXT,
    "outcomes": [{"actions": [TEXT], "outcome": TEXT, "net": EXACT, "combinations": COUNT}],
}
ANSWER = {
    "history": [TEXT],
    "values": OF_NAMES,
    "returned?": OF_NAMES,
    "best": TEXT,
    "tied": [TEXT],
}
NUMBER = (EXACT, None)
WORDS = (TEXT, None)
SHAPES: dict[str, Shape] = {
    "BetResult": BET,
    "Edges": {
        "version": TEXT,
        "command": TEXT,
        "games": {
            ...: {
                "title": TEXT,
                "source": TEXT,
                "bets": {
                    ...: [
                        {
                            "choices": {...: TEXT},
                            "paytable": TEXT,
                            "meaning": TEXT,
                            "pays": OF_NAMES,
                            "meters": OF_NAMES,
                            "wager": TEXT,
                            **{key: FIGURES[key] for key in FIGURES if key != "expected_value"},
                            **FOR_ONE,
                            "decimal": EXACT,
                            "standard_deviation": EXACT,
                        }
                    ]
                },
            }
        },
    },
    "Game": RULES
    | {
        "title": TEXT,
        "source": TEXT,
        "bets": {...: OF_NAMES},
        "notes": [TEXT],
        "names": {...: TEXT},
    },
    "Solution": RULES | {"command": COMMAND, "bets": {...: BET}},
}


# --- JSON ----------------------------------------------------------------------------------------


def schema(shape: Shape) -> dict[str, Any]:
    """Return a JSON schema of what has a shape."""
    match shape:
        case Field():
            return schema(shape.shape)
        case dict():
            named = {key: part for key, part in shape.items() if key is not ...}
            return {
                "type": "object",
                "properties": {key.rstrip("?"): schema(part) for key, part in named.items()},
                "required": [
                    key
                    for key, part in named.items()
                    if not (key.endswith("?") or (isinstance(part, Field) and part.when))
                ],
                "additionalProperties": schema(shape[...]) if ... in shape else False,
            }
        case list():
            return {"type": "array", "items": schema(shape[0])}
        case tuple():
            return {"anyOf": [schema(part) for part in shape]}
        case None:
            return {"type": "null"}
    return {"$ref": f"#/$defs/{shape}"}


def numbers(shape: Shape, found: Any) -> Any:
    """Return the exact values of some data as numbers, at the same places, each as text that JSON
    reads as a number; None where there are none.
    """
    match shape:
        case Field():
            return numbers(shape.shape, found)
        case dict() if isinstance(found, dict):
            named = {key.rstrip("?"): part for key, part in shape.items() if key is not ...}
            told = {key: numbers(named.get(key, shape.get(...)), one) for key, one in found.items()}
            return {key: one for key, one in told.items() if one is not None} or None
        case list() if isinstance(found, list):
            listed = [numbers(shape[0], one) for one in found]
            return listed if any(one is not None for one in listed) else None
        case tuple():
            either = (numbers(part, found) for part in shape)
            return next((one for one in either if one is not None), None)
    is_number = shape in (EXACT, COUNT) and isinstance(found, str) and RATIONAL.fullmatch(found)
    return number.double(found) if is_number else None


def data(shape: Shape, found: Any) -> Any:
    """Return what the JSON says of a value that has a shape."""
    match shape:
        case Field():
            return data(shape.shape, found)
        case tuple():
            return None if found is None else data(shape[0], found)
        case dict() if ... in shape:
            return {str(name): data(shape[...], one) for name, one in found.items()}
        case dict():
            held = {
                key: of(found, key, part)
                for key, part in shape.items()
                if not isinstance(part, Field) or part.stands(found)
            }
            return {
                key.rstrip("?"): data(shape[key], one)
                for key, one in held.items()
                if not (key.endswith("?") and one in (None, "", {}))
            }
        case list():
            return [data(shape[0], one) for one in found]
        case "exact" if not isinstance(found, str):
            return number.exact(found)
        case "count":
            return str(found)
    return found


def of(found: object, key: str, part: Shape) -> Any:
    """Return what stands under a key."""
    held = part.of if isinstance(part, Field) and part.of else key.rstrip("?")
    if not isinstance(held, str):
        return held(found)
    for name in held.split("."):
        found = found.get(name) if isinstance(found, Mapping) else getattr(found, name)
    return found


def within(held: str, shape: dict[str, Shape]) -> dict[str, Shape]:
    """Return the fields of a part as fields of what holds it."""

    def read(found: object, key: str, part: Shape) -> object:
        return of(of(found, held, TEXT), key, part)

    return {key: Field(part, partial(read, key=key, part=part)) for key, part in shape.items()}


def only(when: Callable[[Any], bool], shape: dict[str, Shape]) -> dict[str, Shape]:
    """Return fields as fields of some results alone."""
    return {
        key: Field(part, partial(of, key=key, part=part), when=when) for key, part in shape.items()
    }


# --- Rows for programs ---------------------------------------------------------------------------

KINDS = {EXACT: Fraction, COUNT: int, WHOLE: int}  # of a column; any other has words


def cells(shape: Shape, told: Any, name: str = "") -> dict[str, str]:
    """Return the row of some data: column -> text.

    Where the names are those of a game, they are columns; those of another part stand behind its
    key. A list of words is joined; one of parts is left out, for these would be rows.
    """
    match shape:
        case Field():
            return cells(shape.shape, told, name)
        case tuple():
            return cells(shape[0], told, name)
        case dict() if ... in shape:
            return {key: str(one) for key, one in (told or {}).items()}
        case dict():
            found: dict[str, str] = {}
            for key, part in shape.items():
                found |= cells(part, (told or {}).get(key.rstrip("?")), _below(name, key))
            return found
        case [dict()]:
            return {}
        case list():
            return {name: " / ".join(told or ())}
        case "flag" if told is not None:
            return {name: "yes" if told else "no"}
    return {name: "" if told is None else str(told)}


def columns_of(shape: Shape, name: str = "", unit: str = "") -> Iterator[tuple[str, type, str]]:
    """Yield the columns of `cells`: name, kind and unit; one without a name is any that a game
    names.
    """
    match shape:
        case Field():
            yield from columns_of(shape.shape, name, shape.unit or unit)
        case tuple():
            yield from columns_of(shape[0], name, unit)
        case dict() if ... in shape:
            yield from columns_of(shape[...])
        case dict():
            for key, part in shape.items():
                yield from columns_of(part, _below(name, key))
        case list() if not isinstance(shape[0], dict):
            yield name, str, ""
        case str():
            yield name, KINDS.get(shape, str), unit


def _below(name: str, key: str) -> str:
    return "_".join(filter(None, (name, key.rstrip("?"))))
