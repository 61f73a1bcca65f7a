"""Writes text as Markdown: special characters are escaped, except in markup of the page itself.

A mark travels through a page as a character of the private use area, which no text of a game file
can hold: none of them is printable. It is `placed` in the reports alone.
"""

from __future__ import annotations

import re

PRIVATE = 0xE000
MARKS = {code: PRIVATE + code for code in range(128)}
SIGNS = {private: code for code, private in MARKS.items()}
TYPED = re.compile("(`[^`]+`)")  # in prose, what is typed
MARKUP = re.compile(
    r"""[\\`*\[\]<|~]      # code, emphasis, links, pictures, HTML, cells, what is struck out
    | (?<!\w)_ | _(?!\w)   # emphasis, not a stroke inside a word
    | &(?=\#?\w+;)         # a letter by its name
    """,
    re.VERBOSE,
)
# What begins a heading, an item, a quotation or a line below a heading.
BLOCK = re.compile(r"^(\s*\d*)(?=#{1,6}(?:\s|$)|(?<!\d)[-+=>]|(?<=\d)[.)](?:\s|$))")
KEPT = "/=,:+@"  # beside letters and digits, what a link's target may hold without ending


def marks(text: str) -> str:
    """Return markup of the page's own."""
    return text.translate(MARKS)


def link(words: str, target: str) -> str:
    """Return words that lead to a file or a place of the page."""
    from urllib.parse import quote  # of a page without links nothing waits for it

    place = target[:1] if target.startswith("#") else ""
    return f"{marks('[')}{words}{marks(f']({place}{quote(target.removeprefix(place), KEPT)})')}"


def picture(words: str, target: str) -> str:
    """Return a picture; words: what it shows."""
    return marks("!") + link(words, target)


def text(line: str) -> str:
    """Return a line as Markdown shows it, what is typed as code."""
    return BLOCK.sub(r"\g<1>\\", _inline(line))


def cell(words: str) -> str:
    """Return the words of a cell, where a stroke would end even what is typed."""
    return _inline(words, "\\|")


def _inline(words: str, stroke: str = "|") -> str:
    return "".join(
        part.replace("|", stroke) if place & 1 else MARKUP.sub(r"\\\g<0>", part)
        for place, part in enumerate(TYPED.split(words))
    )


def placed(page: str) -> str:
    """Return a page with its own marks as markup."""
    return page.translate(SIGNS)
