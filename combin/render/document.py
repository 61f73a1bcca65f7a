"""A document of blocks as a page that needs no other file, or as a PDF of numbered pages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import Any

from combin.records import dataclass
from combin.render.cards.typesetting import printed
from combin.render.layout import Again, Block, Heading, Item, Table, layout

LONG = re.compile(r"<td>(?=[^<\s]{20,}</td>)")  # before a hash or a fraction, which may break
STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; color: #1d2530; max-width: 62rem; margin: 2rem auto;
  padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: 0.3rem; }
h2, h3 { font-size: 1.1rem; color: #005490; margin: 1.8rem 0 0.4rem; }
table { border-collapse: collapse; margin: 0.6rem 0; font-size: 0.86rem; }
th, td { padding: 0.2rem 0.7rem 0.2rem 0; border-bottom: 1px solid #d8d3c7; vertical-align: top; }
th { text-align: left; }
code, p, li { overflow-wrap: anywhere; }
.long { overflow-wrap: anywhere; min-width: 8rem; }
td[style*="right"] { white-space: nowrap; }
.table { overflow-x: auto; }
@media print { body { margin: 0; max-width: none; font-size: 10pt; } tr { break-inside: avoid; } }
"""


def as_html(title: str, blocks: Iterable[Block]) -> str:
    """Return blocks as a page."""
    title = escape(title)
    body = layout([*blocks], "html").replace("<table>", '<div class="table"><table>')
    body = LONG.sub('<td class="long">', body.replace("</table>", "</table></div>"))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<title>{title}</title>\n<meta name="viewport" content="width=device-width">\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n{body}</main>\n</body>\n"
        "</html>\n"
    )


@dataclass(frozen=True)
class PrintedDocument:
    """A document as the template sets it.

    foot: the line below each page.
    blocks: of each the kind (`heading`, `item`, `prose`, `command` or `table`) and what it holds.
    """

    title: str
    foot: str
    blocks: tuple[dict[str, Any], ...]


def as_pdf(title: str, foot: str, blocks: Iterable[Block], told: str) -> bytes:
    """Return blocks as a PDF of numbered pages; told: what it says, for who cannot see it."""
    model = PrintedDocument(title, foot, tuple(_printed(block) for block in blocks if block))
    return printed("report.typ", model, "pdf", told)


def _printed(block: Block) -> dict[str, object]:
    match block:
        case Table():
            heads, rows = list(block.headers), [list(row) for row in block.rows]
            return {"kind": "table", "heads": heads, "aligns": list(block.aligns), "rows": rows}
        case Heading():
            return {"kind": "heading", "text": block.title_words}
        case Item():
            return {"kind": "item", "text": block.strip()}
        case Again():
            return {"kind": "command", "text": str(block)}
        case _:
            return {"kind": "prose", "text": str(block)}
