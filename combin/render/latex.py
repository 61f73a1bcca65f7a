"""Writes text and tables as LaTeX for a paper or a book: special characters are escaped, and a
minus before a number is a minus.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from combin.render.layout import Table

SIGNS = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    **{sign: f"\\{sign}" for sign in "{}$&#_%"},
}
SENTENCE = 40  # letters of a cell beyond which its column is broken into lines
SENTENCES = r"p{0.36\linewidth}"
LINE = 345  # points, of a line of LaTeX's article at its usual size
DIGIT, GAP = 5, 12  # points, of a digit and between two columns
SENTENCE_WIDTH = 124  # points, of a column of sentences
# Of a table that may be wider than a line: no wider, and no larger than it is.
FITTED = r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"
PACKAGES = {"booktabs": r"\toprule", "graphicx": r"\resizebox", "longtable": r"\begin{longtable}"}
MINUS = re.compile(r"(?<![\w.,)/-])-(?=\.?\d)")  # a sign, no range and no stroke between words
UNLABELLED = re.compile(r"[^\w.:/-]+", re.ASCII)  # what no label can have
PERCENT = re.compile(r"(?<=\d) (?=\\%)")


def text(words: str) -> str:
    """Return words as LaTeX sets them."""
    escaped = "".join(SIGNS.get(sign, sign) for sign in words).replace("--", "-{}-")
    return PERCENT.sub(r"\\,", MINUS.sub("$-$", escaped))


def table(cells: Table, form: str) -> Iterator[str]:
    """Yield the lines of a table; one with a caption floats, unless it may run over pages.

    form: ``latex_booktabs`` for the rules of that package, ``latex_longtable`` for a table of
        several pages, else LaTeX alone.
    """
    if form == "latex_longtable":
        yield rf"\begin{{longtable}}{{{_sides(cells)}}}"
        if cells.caption:
            yield _named(cells) + r" \\"
        yield from (r"\hline", _row(cells.headers), r"\hline", r"\endhead")
        yield from map(_row, cells.rows)
        yield from (r"\hline", r"\end{longtable}")
    elif cells.caption:
        yield from (r"\begin{table}[htbp]", r"\centering", _named(cells))
        yield from _tabular(cells, form)
        yield r"\end{table}"
    else:
        yield from _tabular(cells, form)


def with_packages(page: str) -> str:
    """Return a page below a comment with the packages that it needs."""
    needed = [name for name, sign in PACKAGES.items() if sign in page]
    return f"% \\usepackage{{{','.join(needed)}}}\n{page}" if needed else page


def _named(cells: Table) -> str:
    label = rf"\label{{tab:{UNLABELLED.sub('-', cells.label)}}}" if cells.label else ""
    return rf"\caption{{{text(cells.caption)}}}{label}"


def _tabular(cells: Table, form: str) -> Iterator[str]:
    top, middle, bottom = (
        (r"\toprule", r"\midrule", r"\bottomrule") if form == "latex_booktabs" else (r"\hline",) * 3
    )
    letters = (max(map(len, column)) for column in zip(cells.headers, *cells.rows))
    widths = [DIGIT * many if many <= SENTENCE else SENTENCE_WIDTH for many in letters]
    is_wide = GAP * len(widths) + sum(widths) > LINE
    if is_wide:
        yield FITTED
    yield rf"\begin{{tabular}}{{{_sides(cells)}}}"
    yield from (top, _row(cells.headers), middle)
    yield from map(_row, cells.rows)
    yield from (bottom, r"\end{tabular}" + "}" * is_wide)


def _sides(cells: Table) -> str:
    """Return the sides of the columns; one of sentences gets a width and is broken into lines."""
    return "".join(
        "r"
        if side == "right"
        else SENTENCES
        if any(len(row[place]) > SENTENCE for row in cells.rows)
        else "l"
        for place, side in enumerate(cells.aligns)
    )


def _row(row: Sequence[str]) -> str:
    return " & ".join(map(text, row)) + r" \\"
