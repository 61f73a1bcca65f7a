"""Checks that the texts of a game can be shown: nothing in them steers a terminal, breaks a line or
turns it round, and the private use area stays free for the marks of pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from combin.rules.game import Game
from combin.rules.validate.checks import fault


def validate_texts(game: Game) -> None:
    """Raise CombinError for a text of a game with a letter that cannot be printed."""
    for one in fields(game):
        if one.name != "sheet":  # of which the game was made: what is not chosen is in no page
            for text in texts_of(getattr(game, one.name)):
                if not text.isprintable():
                    raise fault(game, f"a text is one line of letters that print, not {text!r}")


def texts_of(item: Any) -> Iterator[str]:
    """Yield every text below an item."""
    match item:
        case str():
            yield item
        case tuple():
            for part in item:
                yield from texts_of(part)
        case Mapping():
            yield from texts_of(tuple(item.items()))
        case _ if is_dataclass(item) and not isinstance(item, type):
            for one in fields(item):
                yield from texts_of(getattr(item, one.name))
