"""How a result is told: from one declaration its page, its JSON and its rows for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, Generic, TypeVar

from combin.records import dataclass
from combin.render.layout import Block
from combin.render.shapes import Field, Shape, cells, columns_of, data, of
from combin.render.tables import answer, command_of, of_rules

R = TypeVar("R")


@dataclass(frozen=True)
class Declared(Generic[R]):
    """How a result about one game is told.

    verb: the command that gives it; empty where a result does not tell all that was asked.
    fields: its JSON.
    rows: the list of parts that are the rows for programs; of several the first that the result
        has.
    page: what people read.
    line: in a few words what it is about and what it comes to.
    words: of the command, beside the game and its rules.
    beside: the keys of the JSON that every row repeats.
    has_formats: whether the command prints formats.
    """

    verb: str
    fields: dict[str, Shape]
    rows: Field | tuple[Field, ...]
    page: Callable[..., Iterable[Block]]
    line: Callable[[R], str]
    words: Callable[[R], Sequence[str]]
    beside: Sequence[str] = ()
    has_formats: bool = True

    def again(self, found: Any, name: str = "") -> str:
        """Return the command that gives a result again; name: the game as the user called it."""
        return self.verb and command_of(self.verb, found.game, self.words(found), name)

    def written(
        self, found: R, form: str, command: str = "", name: str = "", **asked: object
    ) -> str:
        """Return a result in a format.

        command: gives it again, if not the one that follows from it.
        asked: what its page takes besides.
        """
        return answer(
            form,
            self.page(found, **asked),
            self._rows(found),
            lambda: data(self.fields, found),
            command or self.again(found, name),
            self.has_formats,
        )

    def columns(self) -> Iterator[tuple[str, type, str]]:
        """Yield the columns of its rows, beside the rules: name, kind and unit."""
        for listed in self._listed:
            yield from columns_of(self._row(listed))

    @property
    def _listed(self) -> tuple[Field, ...]:
        return (self.rows,) if isinstance(self.rows, Field) else self.rows

    def _row(self, listed: Field) -> dict[str, Shape]:
        return {**{key: self.fields[key] for key in self.beside}, **listed.shape[0]}

    def _rows(self, found: Any) -> Iterator[Sequence[str]]:
        about = data({key: self.fields[key] for key in self.beside}, found)
        rows_of = next(listed for listed in self._listed if listed.stands(found))
        shape, told = self._row(rows_of), data(rows_of, of(found, "", rows_of))
        rows = [cells(shape, {**about, **row}) for row in told]
        head = list(dict.fromkeys(chain.from_iterable(rows or [cells(shape, None)])))
        listed = ([row.get(name, "") for name in head] for row in rows)
        bet = of(found, "bet", self.fields["bet"]) if "bet" in self.fields else ""
        return of_rules(chain([head], listed), found.game, bet)
