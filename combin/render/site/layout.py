"""What every page of the site has: head, navigation, search and the version that made it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape, unescape
from importlib.resources import files

from combin.records import dataclass
from combin.render.cards.felt import spoken
from combin.rules.game import Game

FRONT = "index.html"
# What the pages share, at the root of the site.
ASSETS = (
    "style.css", "exact.js", "cards.js", "practice.js", "counting.js", "hand-values.js",
    "set-hands.js", "draw.js", "felt.js", "hands.js", "draw-hands.js",
    "blackjack-solver.js", "blackjack.js", "search.js", "scrolled.js", "sorted.js", "copied.js",
)  # fmt: skip
EVERYWHERE = ("search.js", "scrolled.js")
LABELS = {  # of choices beside their fields, where the name says less
    "aces": "Split aces",
    "das": "Double after split",
    "packs": "Decks",
    "peek": "Dealer peeks",
    "soft17": "Soft 17",
    "splits": "Hands of a split",
}

Row = tuple[str, ...]


@dataclass(frozen=True)
class Site:
    """What all pages say.

    signed: by what the site was made: version and commit.
    guides: title -> path from the root.
    """

    signed: str
    guides: Mapping[str, str]

    def page(
        self, title: str, body: str, depth: int = 0, scripts: Sequence[str] = (), kind: str = ""
    ) -> str:
        """Return a page.

        title, body: the latter in HTML. depth: how many folders below the root. scripts: paths
        from the page. kind: a class for the style.
        """
        root = "../" * depth
        own = [*(f"{root}{name}" for name in EVERYWHERE), *scripts]
        loaded = "\n".join(f'<script defer src="{source}"></script>' for source in own)
        guides = "".join(
            f'<li><a href="{root}{path}">{escape(name)}</a></li>'
            for name, path in self.guides.items()
        )
        more = f"<details><summary>Guides</summary><ul>{guides}</ul></details>" if guides else ""
        return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)} · combin</title>
<link rel="stylesheet" href="{root}style.css">
{loaded}
</head>
<body class="{kind}" data-root="{root}">
<a class="skip" href="#main">Skip to content</a>
<header>
<nav aria-label="Site"><a class="home" href="{root}index.html">combin
<span aria-hidden="true">♠<i>♥♦</i>♣</span></a>{more}
<search><label>Search <input id="search" type="search" placeholder="Search"
autocomplete="off"></label>
<ul id="found" aria-live="polite"></ul></search></nav>
</header>
<main id="main">
{body}
</main>
<footer>Made by {escape(self.signed)}. Every figure is computed exactly and printed rounded,
but for those that are said to be rounded to 10 digits.</footer>
</body>
</html>
"""


def label(game: Game, name: str) -> str:
    """Return what stands beside the field of a choice."""
    return LABELS.get(name) or spoken(game.called(name))


def asset(name: str) -> str:
    """Return a file that pages share."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def of_printed(section: str, play: str = "") -> str:
    """Return a section of a report with a line after its heading that says where other rules are
    set what it is about; play: what it says of how to play, hidden where other rules are chosen.
    """
    heading, end, body = section.partition("</h2>" if "</h2>" in section else "</h1>")
    line = (
        '<p class="for-printed" hidden>For <a href="#main">the printed rules and pays</a>, where '
        "no others are named: this part does not follow what is set on the page.</p>"
    )
    if play:
        body = (
            f'<p class="other-play" hidden>{play} is here for <a href="#main">the printed '
            "rules</a> alone. For the rules that are chosen: <code></code></p>\n"
            f'<div class="printed-play">{line}{body}</div>'
        )
        line = ""
    return f"{heading}{end}{line}{body}"


def script(name: str, value: object) -> str:
    """Return a script that gives a page a value: a page from a disk may load no other data."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return f'"use strict";\n{name} = {text};\n'


def contents(pages: Iterable[tuple[str, str, str]]) -> str:
    """Return the script of what can be searched; pages: path, title and HTML of each."""
    found = [
        [f"{path}#{anchor}", title, plain(heading), plain(text)]
        for path, title, body in pages
        for parts in [re.split(r'<h[123] id="([^"]*)">(.*?)</h[123]>', body)]
        for anchor, heading, text in zip(parts[1::3], parts[2::3], parts[3::3])
    ]
    return script("globalThis.combinPages", found)


def plain(body: str) -> str:
    """Return the words of some HTML."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", body)).split())


def table(headers: Sequence[str], rows: Iterable[Row], kind: str = "") -> str:
    """Return a table of cells that are HTML; a phone scrolls it alone."""
    head = "".join(f'<th scope="col">{header}</th>' for header in headers)
    body = "\n".join("<tr>" + "".join(row) + "</tr>" for row in rows)
    return (
        f'<div class="wide"><table class="{kind}"><thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody></table></div>"
    )


def cell(text: str, by: str = "") -> str:
    """Return a cell; by: what its column is sorted by where that is not the text."""
    return f'<td data-by="{escape(by)}">{text}</td>' if by else f"<td>{text}</td>"
