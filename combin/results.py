"""What every result can do: print itself, show itself in a notebook, and give plain data and rows.

A result declares its columns. How it is laid out the registry of renderers knows, which is asked
here and nowhere else below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from combin.errors import CombinError, refuse

FRACTION, TEXT = "fraction", "text"  # how exact values stand in a table of rows


class Column(NamedTuple):
    """A column of the rows of a result.

    name: in the head.
    kind: of what stands there: str, int or Fraction.
    unit: of an exact value, in words; empty where it has none.
    """

    name: str
    kind: type
    unit: str = ""


def columns(words: str = "", counts: str = "", **exact: str) -> tuple[Column, ...]:
    """Return columns of words, of whole numbers, and by their unit of exact values, from names with
    commas between.
    """
    asked = [(words, str, ""), (counts, int, "")]
    asked += [(names, Fraction, unit.replace("_", " ")) for unit, names in exact.items()]
    return tuple(
        Column(name.strip(), kind, unit)
        for names, kind, unit in asked
        for name in names.split(",")
        if name
    )


RULES = columns(words="game,bet,choices,pays,command")  # what any row was made with


class Paged:
    """Rules, whose text is the page that states them."""

    def __str__(self) -> str:
        from combin.render.registry import page

        return page(self)


class Result:
    """A value that shows itself; `WRITERS` in `combin/render/registry.py` names its declaration.

    _columns: where it is not declared, those of its rows beside RULES, in any order; one without a
        name is any that a game names.
    """

    _columns: ClassVar[tuple[Column, ...]] = ()

    def _written(self, form: str) -> str:
        """Return what the command prints in a format: text, html, json or csv."""
        from combin.render.registry import written

        return written(self, form)

    def _headline(self) -> str:
        """Return in a few words what it is about and what it comes to."""
        from combin.render.registry import headline

        return headline(self)

    def columns(self) -> tuple[Column, ...]:
        """Return the columns of its rows, in their order."""
        import csv
        from io import StringIO

        return self._declared(next(csv.reader(StringIO(self._written("csv")))))

    def _declared(self, head: Sequence[str]) -> tuple[Column, ...]:
        from combin.render.registry import columns

        declared = self._columns or (Column(*one) for one in columns(self))
        known = {column.name: column for column in (*RULES, *declared)}
        missing = [name for name in head if name not in known and "" not in known]
        assert not missing, f"{type(self).__name__} does not say what stands in {missing}"
        return tuple(known.get(name) or known[""]._replace(name=name) for name in head)

    def __str__(self) -> str:
        """The text that the command prints, but for the last line's end."""
        return self._written("text").removesuffix("\n")

    def __repr__(self) -> str:
        return f"{type(self).__name__} of {self._headline()}"

    def _repr_html_(self) -> str:
        return self._written("html")

    def to_dict(self) -> dict[str, Any]:
        """Return what the command prints as JSON, as a dict; exact values are text."""
        import json

        found: dict[str, Any] = json.loads(self._written("json"))
        return found

    def to_frame(self, exact: str = FRACTION) -> Any:
        """Return the rows that the command prints as CSV: a DataFrame of pandas, or of polars where
        pandas is not installed.

        exact: how exact values stand there, "fraction" (objects of Python's own) or "text".
        Raises CombinError for another word, and where neither pandas nor polars is installed.
        """
        import csv
        from io import StringIO

        refuse(exact not in (FRACTION, TEXT), f"exact is {FRACTION!r} or {TEXT!r}, not {exact!r}")
        make = _frame_maker()
        head, *rows = csv.reader(StringIO(self._written("csv")))
        return make(
            {
                column.name: [
                    _value(row[place], column.kind if exact == FRACTION else str) for row in rows
                ]
                for place, column in enumerate(self._declared(head))
            }
        )


def _value(text: str, kind: type) -> object:
    """Return the value of a cell; an empty one has no number."""
    return kind(text) if text or kind is str else None


def _frame_maker() -> Any:
    """Return the constructor of a DataFrame from columns: of pandas, or else of polars."""
    try:
        import pandas
    except ImportError:
        pass
    else:
        return pandas.DataFrame
    try:
        import polars
    except ImportError:
        raise CombinError("to_frame makes a DataFrame: pip install pandas, or polars") from None
    return lambda columns: polars.DataFrame(
        [_series(polars, name, values) for name, values in columns.items()]
    )


def _series(polars: Any, name: str, values: list[Any]) -> Any:
    """Return a column of polars; it has no fractions and no long integers, so those stay Python's
    own.
    """
    if any(
        isinstance(value, Fraction) or (isinstance(value, int) and value.bit_length() > 63)
        for value in values
    ):
        return polars.Series(name, values, dtype=polars.Object)
    return polars.Series(name, values)


__all__ = ["Column", "Result", "columns"]
