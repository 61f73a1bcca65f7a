"""What every result can do: show itself as text, in a notebook, as plain data and as a table of
rows.

A result says in two methods how it is written and what it comes to; the rest is here, once.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from combin.errors import CombinError

FRACTION, TEXT = "fraction", "text"  # how exact values stand in a table of rows

# Columns of words and of counts; every other column holds exact values.
WORDS = {
    "action",
    "actions",
    "bet",
    "best",
    "cards",
    "chance",
    "changes",
    "choice",
    "choices",
    "choices_a",
    "choices_b",
    "chosen",
    "command",
    "conditions",
    "decimal",
    "decision",
    "deck",
    "game",
    "history",
    "kind",
    "line",
    "outcome",
    "path",
    "pay",
    "pays",
    "pays_a",
    "pays_b",
    "paytable",
    "ranks",
    "sample",
    "standard_deviation",
    "state",
    "tied",
    "wager",
    "why",
    "zone",
}
COUNTS = {
    "combinations",
    "deals",
    "files",
    "gained",
    "hands",
    "lines",
    "observed",
    "place",
    "reference",
    "rounds",
    "seed",
    "situations",
}


def action_column(action: str) -> str:
    """Return the name of the column of an action's values: the action's own name, unless a column
    of words or counts has that name.
    """
    return f"{action} (action)" if action in WORDS | COUNTS else action


class Result:
    """A value that shows itself. A class below it says how in `_written` and `_headline`."""

    def _written(self, form: str) -> str:
        """Return what the command prints in a format: text, html, json or csv."""
        raise NotImplementedError

    def _headline(self) -> str:
        """Return in a few words what it is about and what it comes to."""
        raise NotImplementedError

    def _kind(self, column: str) -> type:
        """Return what stands in a column of its rows: str, int or Fraction."""
        return str if column in WORDS else int if column in COUNTS else Fraction

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

        if exact not in (FRACTION, TEXT):
            raise CombinError(f"exact is {FRACTION!r} or {TEXT!r}, not {exact!r}")
        make = _frame_maker()
        head, *rows = csv.reader(StringIO(self._written("csv")))
        columns = {}
        for place, name in enumerate(head):
            kind = self._kind(name) if exact == FRACTION else str
            columns[name] = [_value(row[place], kind) for row in rows]
        return make(columns)


def _value(text: str, kind: type) -> Any:
    """Return what a cell says; an empty one has no number."""
    if kind is str:
        return text
    return kind(text) if text else None


def _frame_maker() -> Any:
    """Return what makes a DataFrame of columns: of pandas, or else of polars."""
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


__all__ = ["Result", "action_column"]
