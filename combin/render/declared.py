"""How a result is told: from one declaration its page, its JSON and its rows for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, Generic, TypeVar

from combin.records import dataclass
from combin.render.layout import Block
from combin.render.shapes import Field, Shape, cells, columns_of, data, of
from combin.render.tables import answer, of_rules
from combin.results import Column

R = TypeVar("R")


@dataclass(frozen=True)
class Declared(Generic[R]):
    """How a result is told.

    fields: its JSON.
    rows: the list in it whose parts are the rows for programs.
    page: what people read.
    line: in a few words what it is about and what it comes to.
    again: the command that gives it.
    beside: the keys of its JSON that every row repeats.
    """

    fields: dict[str, Shape]
    rows: Field
    page: Callable[..., Iterable[Block]]
    line: Callable[[R], str]
    again: Callable[[R], str]
    beside: Sequence[str] = ()

    def written(self, found: R, form: str, command: str = "", **asked: Any) -> str:
        """Return a result in a format; asked: what its page takes besides."""
        return answer(
            form,
            self.page(found, **asked),
            self._rows(found),
            lambda: data(self.fields, found),
            command or self.again(found),
        )

    @property
    def _row(self) -> dict[str, Shape]:
        """The shape of a row."""
        return {**{key: self.fields[key] for key in self.beside}, **self.rows.shape[0]}

    def columns(self) -> Iterator[Column]:
        """Yield the columns of its rows, beside the rules."""
        return columns_of(self._row)

    def _rows(self, found: Any) -> Iterator[Sequence[str]]:
        about = data({key: self.fields[key] for key in self.beside}, found)
        told = (about | row for row in data(self.rows, of(found, "", self.rows)))
        rows = [cells(self._row, row) for row in told]
        head = list(dict.fromkeys(chain.from_iterable(rows or [cells(self._row, None)])))
        listed = ([row.get(name, "") for name in head] for row in rows)
        return of_rules(chain([head], listed), found.game, getattr(found, "bet", ""))
