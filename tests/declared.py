"""What a result says of itself, held against what it is: its JSON against the schema, and each
figure against those of the same name in every format and in Python.
"""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from hashlib import sha256
from io import StringIO
from typing import TYPE_CHECKING, Any

from combin.render.registry import json_schema
from combin.results import Result

if TYPE_CHECKING:
    from typing import TypeGuard

Data = dict[str, Any]
Place = tuple[Any, ...]
DOUBLE = Fraction(1, 2**52)  # how near the nearest double is, relatively
KINDS = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


def faults(schema: Data, value: object, leaves: Data, place: str = "$") -> Iterator[str]:
    """Yield where some data is not what a schema says: the words that combin's schemas use."""
    schema = leaves[schema["$ref"].rsplit("/", 1)[1]] if "$ref" in schema else schema
    if "anyOf" in schema:
        if all([*faults(one, value, leaves, place)] for one in schema["anyOf"]):
            yield f"{place}: none of {len(schema['anyOf'])}"
        return
    if schema["type"] == "integer":
        is_right = isinstance(value, int) and not isinstance(value, bool)
    else:
        is_right = isinstance(value, KINDS[schema["type"]])
    if not is_right or not re.search(schema.get("pattern", ""), str(value)):
        yield f"{place}: {value!r} for {schema}"
    elif isinstance(value, list) and "items" in schema:
        for at, one in enumerate(value):
            yield from faults(schema["items"], one, leaves, f"{place}[{at}]")
    elif isinstance(value, dict) and "properties" in schema:
        yield from (f"{place}: no {key}" for key in schema["required"] if key not in value)
        for key, one in value.items():
            inner = schema["properties"].get(key, schema["additionalProperties"])
            if inner is False:
                yield f"{place}: {key} is not known"
            else:
                yield from faults(inner, one, leaves, f"{place}.{key}")


def exact_values(data: object, place: Place = ()) -> Iterator[tuple[Place, Fraction]]:
    """Yield the place of every text that is a rational number, and its value."""
    if isinstance(data, (dict, list)):
        for key, one in data.items() if isinstance(data, dict) else enumerate(data):
            yield from exact_values(one, (*place, key))
    elif isinstance(data, str) and re.fullmatch(r"-?\d+(/\d+|\.\d+)?", data):
        yield place, Fraction(data)


def told(data: Any, place: Place) -> Any:
    for key in place:
        data = data[key] if isinstance(data, list) or key in (data or ()) else None
    return data


def assert_as_declared(result: Result) -> None:
    data, kind = result.to_dict(), type(result).__name__
    schema = json_schema(kind, [kind])
    assert not [*faults(schema["anyOf"][0], data, schema["$defs"])][:3]
    numbers = data.pop("numbers")
    known = dict(exact_values(data))
    found = {place: told(numbers, place) for place in known}
    assert sum(value is not None for value in found.values()) == len([*leaves_of(numbers)])
    for place, value in known.items():
        if (number := found[place]) is not None:
            assert abs(Fraction(number) - value) <= DOUBLE * abs(value), place
            assert value.denominator > 1 or type(number) is int, place
    exact = [place for place, number in found.items() if number is None]
    assert not [place for place in exact if "/" in str(told(data, place))], "a fraction is no word"


def leaves_of(data: object) -> Iterator[object]:
    if isinstance(data, (dict, list)):
        for one in data.values() if isinstance(data, dict) else data:
            yield from leaves_of(one)
    elif data is not None:
        yield data


RATIONAL = re.compile(r"[-+]?\d+(/\d+|\.\d+)?")
SHOWN = re.compile(r"([-+]?\d+(\.\d+)?)( ?%)?")  # a number for people, its thousands joined
ALIGNED = re.compile(r"\|[:|-]+\|")
MEASURES = {"average total wager": "average_wager", "return": "returned"}  # as programs call them


def assert_one_number(result: Result) -> None:
    """Refuse a figure that one format or attribute has under a name, and JSON as another number."""
    data = result.to_dict()
    named = defaultdict(set)
    figures = {key: one for key, one in data.items() if key not in ("numbers", "limits")}
    for place, value in exact_values(figures):
        for key in place[-2:]:  # `edges` of bets are what a row calls its `edge`
            named[str(key).removesuffix("s")].add(value)
    assert not [*contradicted(data, result)][:3]
    for name, values in in_rows(result._written("csv")):
        assert named.get(name.removesuffix("s"), values) >= values - {0}, (
            name
        )  # 0: the default's row
    pages = {form: result._written(form) for form in ("text", "markdown", "html", "latex")}
    in_percent = "in percent of" in pages["text"]
    for name, cell in in_tables(pages["markdown"]):
        key = name.replace(" ", "_").removesuffix("s")
        if shown := SHOWN.fullmatch(cell.replace(",", "")):
            parts = 100 if shown[3] or in_percent else 1
            right = any(is_rounded(shown[1], one * parts) for one in named.get(key, ()))
            assert key not in named or right, (name, cell)
        elif key in named and RATIONAL.fullmatch(cell):
            assert Fraction(cell) in named[key], (name, cell)
        if SHOWN.fullmatch(cell) or RATIONAL.fullmatch(cell):
            for form, page in pages.items():
                said = page.replace("$-$", "-").replace("\\,\\%", " %")
                assert cell in said or "to_frame() has all" in page, (form, name, cell)


def contradicted(data: object, of: object, place: str = "$") -> Iterator[str]:
    """Yield where an exact value of some data is another than the attribute of its name."""
    if isinstance(data, dict):
        for key, one in data.items():
            inner = of.get(key) if isinstance(of, Mapping) else getattr(of, key, None)
            yield from contradicted(one, inner, f"{place}.{key}")
    elif isinstance(data, list) and isinstance(of, (list, tuple)) and len(data) == len(of):
        for at, (one, inner) in enumerate(zip(data, of)):
            yield from contradicted(one, inner, f"{place}[{at}]")
    elif is_number(data) and isinstance(of, (int, Fraction)) and not is_rounded(data, Fraction(of)):
        yield f"{place}: {data}, and the attribute is {of}"


def is_number(data: object) -> TypeGuard[str]:
    return isinstance(data, str) and RATIONAL.fullmatch(data) is not None


def is_rounded(text: str, value: Fraction) -> bool:
    """Return whether a text is the number, or where it is a decimal one rounded to it."""
    digits = len(text.partition(".")[2])
    return abs(Fraction(text) - value) <= (Fraction(1, 2 * 10**digits) if digits else 0)


def in_rows(text: str) -> Iterator[tuple[str, set[Fraction]]]:
    """Yield the columns of a table for programs that hold numbers: name, numbers."""
    head, *rows = csv.reader(StringIO(text))
    for name, *cells in zip(head, *rows):
        cells = [cell for cell in cells if cell]
        if cells and all(map(RATIONAL.fullmatch, cells)):
            yield name, set(map(Fraction, cells))


def in_tables(text: str) -> Iterator[tuple[str, str]]:
    """Yield of the tables of a page what each cell is called, by its column and by its row where
    the rows are measures, and what stands in it.
    """
    lines = text.splitlines()
    for at, line in enumerate(lines):
        if not ALIGNED.fullmatch(line):
            continue
        head = cells_of(lines[at - 1])
        for row in lines[at + 1 :]:
            if row[:1] != "|":
                break
            cells = cells_of(row)
            for name, cell in zip(head, cells):
                if cells[0].lower() != "total":  # sums of what the rows above it say
                    yield (MEASURES.get(cells[0], cells[0]) if head[0] == "measure" else name), cell


def cells_of(line: str) -> list[str]:
    return [cell.strip().strip("`*") for cell in line.strip("|").split("|")]


def figures(result: Result) -> list[str]:
    """Return how many exact figures a result has, a hash of them all, and three with the longest
    fractions: enough to see that one has changed, and mostly which.
    """
    values = [str(value) for _, value in exact_values(result.to_dict())]
    longest = sorted(set(values), key=lambda one: (-len(one), one))[:3]
    return [
        f"{len(values)} figures, {sha256(' '.join(values).encode()).hexdigest()[:12]}",
        *longest,
    ]
