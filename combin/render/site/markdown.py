"""Turns the Markdown of guides and reports into HTML, headings with anchors as forges give them."""

from __future__ import annotations

import re
from collections.abc import Callable

from combin.errors import missing

Linked = Callable[[str], str]  # where a link of the Markdown leads on the site; empty: nowhere


def html_of(text: str, linked: Linked = lambda target: target) -> str:
    """Return Markdown as HTML; raises CombinError where markdown-it-py is missing."""
    try:
        from markdown_it import MarkdownIt
    except ImportError:
        raise missing(
            "the site is made of Markdown, read by markdown-it", "markdown-it-py"
        ) from None
    parser = MarkdownIt("commonmark").enable("table")
    tokens = parser.parse(text)
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", anchor(tokens[place + 1].content))
        for child in token.children or ():
            if child.type == "link_open":
                child.attrSet("href", linked(str(child.attrs["href"])))
            if child.type == "image":  # the page can be used before its charts are read
                child.attrSet("loading", "lazy")
    body = str(parser.renderer.render(tokens, parser.options, {}))
    body = re.sub(r'<a href="">(.*?)</a>', r"\1", body, flags=re.DOTALL)
    body = re.sub(r"<th([^>]*)></th>", r"<td\1></td>", body)  # a head without words heads nothing
    # On a phone a picture is read by itself.
    body = re.sub(r'<p>(<img src="([^"]*)"[^>]*>)</p>', r'<p><a href="\2">\1</a></p>', body)
    return body.replace("<table>", '<div class="wide"><table>').replace(
        "</table>", "</table></div>"
    )


def anchor(heading: str) -> str:
    """Return the anchor of a heading, as forges make it."""
    return re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-")


def title_of(text: str) -> str:
    """Return the first heading of some Markdown, without marks."""
    first = next((line for line in text.splitlines() if line.startswith("# ")), "")
    return first.removeprefix("# ").replace("`", "")
