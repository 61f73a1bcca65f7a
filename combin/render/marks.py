"""Markup that the texts of games, strategies and logs may not have in Markdown: it would come alive
on a page.

combin's own pages fold with `<details>`, show pictures that lie beside them, and link to each
other; all else that would be a tag, a picture or a link is shown as it was typed.
"""

from __future__ import annotations

import re

FOLDS = r"/?(?:details|summary)>"
TAG = re.compile(rf"<(?!{FOLDS})(?=[A-Za-z/!?])")
PICTURE = re.compile(r"!\[(?![^\[\]]*\]\([\w.-]+\.(?:png|svg)\))")
# What a link leads to: a place on the page, or a file of the report or of another one.
LINK = re.compile(r"(?<!!)\[(?=[^\[\]]*\](?:\((?!#[\w-]*\)|(?!/)[^():&<>\s\\]+\))|\[|:))")


def tamed(markdown: str) -> str:
    """Return Markdown in which nothing but combin's own folds, pictures and links is markup.

    A sign is written by its number: a backslash before it would be undone by another.
    """
    text = PICTURE.sub("!&#91;", TAG.sub("&lt;", markdown))
    return LINK.sub("&#91;", text)
