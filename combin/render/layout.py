"""Lays out a page for people, block by block, as text, Markdown, HTML, LaTeX or in another format
of tabulate.

A page is a list of blocks: a line of prose, a heading, an item of a list, the command that gives
the page again, or a table. Every block but a table is a string, its line in plain text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from combin.errors import verify_known
from combin.records import dataclass
from combin.render import latex, markdown

TEXT = "text"  # the default format, laid out here: it needs no import and starts at once
MACHINE = ("csv", "tsv", "json")
MARKDOWN = ("markdown", "github", "pipe")  # in which a stroke ends a cell
TYPED = re.compile("`([^`]+)`")  # in prose, what is typed


@dataclass(frozen=True)
class Table:
    """Cells that are already text.

    headers: one a column.
    aligns: ``left`` or ``right``, one a column.
    rows: their cells.
    caption: what it shows, for where it stands apart from the page: in HTML and LaTeX.
    label: by which LaTeX refers to it.
    """

    headers: Sequence[str]
    aligns: Sequence[str]
    rows: Sequence[Sequence[str]]
    caption: str = ""
    label: str = ""


class Heading(str):
    """A line that opens the page, or, of level 2, a part of it."""

    level: int

    def __new__(cls, text: str, level: int = 1) -> Heading:
        line = super().__new__(cls, text)
        line.level = level
        return line

    @property
    def title_words(self) -> str:
        """The line as a title, without the colon that leads on in plain text."""
        return self.removesuffix(":")


class Item(str):
    """A line of a list; lines that follow each other are one list."""


class Step(Item):
    """A numbered line of a strategy.

    action: what to do.
    when: where this is the first line that fits.
    """

    action: str
    when: str

    def __new__(cls, place: int, action: str, when: str, width: int = 0) -> Step:
        line = super().__new__(cls, f"{place:3}. {action.ljust(width)}  {when}")
        line.action, line.when = action, when
        return line


class Again(str):
    """The line with the command that gives the page again."""

    command: str

    def __new__(cls, command: str) -> Again:
        line = super().__new__(cls, f"Again: {command}")
        line.command = command
        return line


class Lettered(str):
    """A line of letters in places, which text alone has."""


Block = str | Table


def verify_format(name: str) -> str:
    """Return `name`; raises CombinError, naming the nearest known format, if nothing here can write
    it.
    """
    if name in (TEXT, "markdown", *MACHINE):
        return name
    from tabulate import tabulate_formats

    known = (TEXT, "markdown", *MACHINE, *tabulate_formats)
    verify_known(name, known, f"no format is called {name!r}")
    return name


def layout(blocks: Iterable[Block], form: str = TEXT) -> str:
    """Return the blocks in the format `form`, tables set off by blank lines, with one newline at
    the end.
    """
    written = _writer(form)
    parts: list[str] = []
    for kind, group in groupby(blocks, type):
        if issubclass(kind, Item):
            parts += written.items([line for line in group if isinstance(line, Item)])
            continue
        for block in group:
            match block:
                case Table():
                    parts += ["", written.table(block), ""]
                case Heading():
                    parts += written.heading(block)
                case Lettered():
                    parts += [block] if form == TEXT else []
                case Again():
                    parts.append(written.again(block))
                case _:
                    parts.append(written.prose(block) if block else "")
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(parts).strip("\n")) + "\n"
    return latex.with_packages(text) if form.startswith("latex") else text


# --- One format each ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Plain:
    """Lines as they are.

    form: text, or a format of tabulate for the tables.
    """

    form: str

    def prose(self, line: str) -> str:
        return line

    def heading(self, line: Heading) -> Iterable[str]:
        return [line]

    def items(self, lines: Sequence[Item]) -> Iterable[str]:
        return lines

    def again(self, line: Again) -> str:
        return line

    def table(self, table: Table) -> str:
        if self.form == TEXT:
            return "\n".join(columns(table))
        return _tabulated(self.form, table.headers, table.rows, table.aligns)


@dataclass(frozen=True)
class Markdown:
    """As forges show it.

    form: github, or pipe, which has the alignment of columns too.
    """

    form: str

    def prose(self, line: str) -> str:
        return markdown.text(line)

    def heading(self, line: Heading) -> Iterable[str]:
        return ["", f"{'#' * line.level} {markdown.text(line.title_words)}", ""]

    def items(self, lines: Sequence[Item]) -> Iterable[str]:
        listed = (
            f"{place}. **{markdown.text(line.action)}**: {markdown.text(line.when)}"
            if isinstance(line, Step)
            else f"- {markdown.text(line.strip())}"
            for place, line in enumerate(lines, 1)
        )
        return ["", *listed, ""]

    def again(self, line: Again) -> str:
        return f"Again: `{line.command}`"

    def table(self, table: Table) -> str:
        heads, *rows = [list(map(markdown.cell, row)) for row in (table.headers, *table.rows)]
        form = "pipe" if self.form == "markdown" else self.form
        return _tabulated(form, heads, rows, table.aligns)


class Html:
    """A part of a page."""

    def prose(self, line: str) -> str:
        return f"<p>{_html(line)}</p>"

    def heading(self, line: Heading) -> Iterable[str]:
        name = f"h{line.level + 1}"  # the page that it is pasted into has its own first heading
        return [f"<{name}>{_html(line.title_words)}</{name}>"]

    def items(self, lines: Sequence[Item]) -> Iterable[str]:
        name = "ol" if isinstance(lines[0], Step) else "ul"
        listed = (
            f"<li><strong>{_html(line.action)}</strong>: {_html(line.when)}</li>"
            if isinstance(line, Step)
            else f"<li>{_html(line.strip())}</li>"
            for line in lines
        )
        return [f"<{name}>", *listed, f"</{name}>"]

    def again(self, line: Again) -> str:
        return f"<p>Again: <code>{_escaped(line.command)}</code></p>"

    def table(self, table: Table) -> str:
        text = _tabulated("html", table.headers, table.rows, table.aligns)
        if not table.caption:
            return text
        return text.replace("<table>", f"<table>\n<caption>{_html(table.caption)}</caption>", 1)


def _escaped(text: str) -> str:
    from html import escape  # it reads all entities there are

    return escape(text)


def _html(text: str) -> str:
    return TYPED.sub(r"<code>\1</code>", _escaped(text))


@dataclass(frozen=True)
class Latex:
    """A part of a document.

    form: latex, latex_raw, latex_booktabs or latex_longtable.
    """

    form: str

    def prose(self, line: str) -> str:
        return f"{_latex(line)}\n"

    def heading(self, line: Heading) -> Iterable[str]:
        name = "section" if line.level == 1 else "subsection"
        return ["", rf"\{name}*{{{_latex(line.title_words)}}}", ""]

    def items(self, lines: Sequence[Item]) -> Iterable[str]:
        name = "enumerate" if isinstance(lines[0], Step) else "itemize"
        listed = (
            rf"\item \textbf{{{_latex(line.action)}}}: {_latex(line.when)}"
            if isinstance(line, Step)
            else rf"\item {_latex(line.strip())}"
            for line in lines
        )
        return ["", rf"\begin{{{name}}}", *listed, rf"\end{{{name}}}", ""]

    def again(self, line: Again) -> str:
        return f"% {line}"

    def table(self, table: Table) -> str:
        return "\n".join(latex.table(table, self.form))


Writer = Plain | Markdown | Html | Latex


def _writer(form: str) -> Writer:
    if form in MARKDOWN:
        return Markdown(form)
    if form in ("html", "unsafehtml"):
        return Html()
    return Latex(form) if form.startswith("latex") else Plain(form)


def _latex(text: str) -> str:
    """Return prose as LaTeX, what is typed in the type of a typewriter."""
    return "".join(
        rf"\texttt{{{latex.text(part)}}}" if place & 1 else latex.text(part)
        for place, part in enumerate(TYPED.split(text))
    )


# --- Tables ------------------------------------------------------------------------------------


def _tabulated(
    form: str, heads: Sequence[str], rows: Sequence[Sequence[str]], aligns: Sequence[str]
) -> str:
    from tabulate import tabulate

    # Left to itself tabulate reads the cells as numbers and rounds long integers.
    return str(tabulate(rows, heads, tablefmt=form, disable_numparse=True, colalign=aligns))


def columns(table: Table) -> list[str]:
    """Return the lines of a table in plain columns, the headers underlined."""
    widths = [max(map(len, column)) for column in zip(table.headers, *table.rows)]
    rule = ["-" * width for width in widths]
    return [_line(cells, widths, table.aligns) for cells in (table.headers, rule, *table.rows)]


def _line(cells: Sequence[str], widths: Sequence[int], aligns: Sequence[str]) -> str:
    padded = (
        cell.rjust(width) if side == "right" else cell.ljust(width)
        for cell, width, side in zip(cells, widths, aligns)
    )
    return "  ".join(padded).rstrip()


def filled(table: Table) -> Table:
    """Return the table without the columns in which nothing stands."""
    kept = [place for place, _ in enumerate(table.headers) if any(row[place] for row in table.rows)]

    def of(cells: Sequence[str]) -> tuple[str, ...]:
        return tuple(cells[place] for place in kept)

    return Table(
        of(table.headers),
        of(table.aligns),
        [of(row) for row in table.rows],
        table.caption,
        table.label,
    )


def separated(rows: Iterable[Sequence[object]], form: str) -> Iterator[str]:
    """Yield csv or tsv lines, each with its newline."""
    import csv
    from io import StringIO

    for row in rows:
        line = StringIO()
        csv.writer(line, delimiter="," if form == "csv" else "\t", lineterminator="\n").writerow(
            row
        )
        yield line.getvalue()


def dump_json(content: object) -> str:
    """Return `content` as JSON in a stable order, with one newline at the end."""
    import json

    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"
