"""Strategy cards to print: a wallet card of two sides, an A6 card, and sheets of wallet cards with
crop marks.

As PDF a card has a page for each side; as SVG and PNG (300 dots per inch) the sides stand in one
picture, one under the other, or in a picture each.
"""

from __future__ import annotations

import os
from typing import Any

from combin.errors import refuse, verify_known
from combin.render.cards.imprint import NO_IMPRINT, Imprint
from combin.render.cards.model import ANYHOW, CardModel, Request, card_model
from combin.render.cards.typesetting import (
    ending_of,
    pictures,
    printed,
    ready,
    report,
    write_file,
)

FORMATS = ("wallet", "a6", "sheet-a4", "sheet-letter")
RACK = "rack"  # a wallet card of three lines
EDGED = ("wallet", "a6")  # formats with edges of their own, over which colours can run


def verify_format(fmt: str, imprint: Imprint = NO_IMPRINT) -> str:
    """Return `fmt`; raises CombinError, naming the known formats, if there is none of that name,
    and for a sheet with a bleed.
    """
    verify_known(fmt, FORMATS, f"no card format is called {fmt!r}")
    refuse(
        imprint.bleed and fmt not in EDGED,
        f"the cards of {fmt} stand edge to edge; a bleed is for {' or '.join(EDGED)}",
    )
    return fmt


def render(model: CardModel, fmt: str = "wallet", ending: str = "pdf") -> bytes:
    """Return the card as the bytes of a ``pdf``, ``svg`` or ``png`` file."""
    return printed("card.typ", model, ending, about_file(model), **_layout(model, fmt, ending))


def sides(model: CardModel, fmt: str = "wallet", ending: str = "png") -> list[bytes]:
    """Return the sides of the card, a ``svg`` or ``png`` picture each."""
    layout = _layout(model, fmt, ending) | {"stacked": "no"}
    return pictures("card.typ", model, ending, about_file(model), **layout)


def ending_of_sides(path: str) -> str:
    """Return ``svg`` or ``png``; raises CombinError for another ending."""
    ending = ending_of(path)
    refuse(ending == "pdf", "a .pdf has a page a side; sides of their own are .png or .svg files")
    return ending


def side_paths(path: str, count: int) -> list[str]:
    """Return where the sides of a card go: ``card-1.png`` and so on for ``card.png``."""
    stem, ending = os.path.splitext(path)
    return [f"{stem}-{number}{ending}" for number in range(1, count + 1)]


def fit(model: CardModel, fmt: str = "wallet") -> dict[str, Any]:
    """Return how the card was laid out: its sides, the lines in front of the total, whether the
    longer list and the square of starting hands are on it, the sizes of type in points, how many of
    the paytables are on it, and whether the rules are.
    """
    found: dict[str, Any] = report(
        "card.typ", model, "fit", **_layout(model, fmt, "pdf"), fit="yes"
    )
    return found


def fits_front(model: CardModel, fmt: str = "wallet") -> bool:
    """Return whether the front of the card has room for the list."""
    found: dict[str, Any] = report(
        "card.typ", model, "fit", True, **_layout(model, fmt, "pdf"), front="yes"
    )
    return bool(found["front"])


def about_file(model: CardModel) -> str:
    """Return what the metadata of the file says: who computed the card, and its exact figures."""
    added = [words for words in (model.imprint.footer, model.imprint.url) if words]
    computed = f"Computed by {model.version}. Print again: {model.command}"
    return "\n".join([model.exactly, computed, *added])


def _layout(model: CardModel, fmt: str, ending: str) -> dict[str, str]:
    pdf = ending == "pdf"
    return {
        "format": verify_format("wallet" if fmt == RACK else fmt, model.imprint),
        "stacked": "no" if pdf else "yes",
        "trimmed": "yes" if pdf else "no",
    }


__all__ = [
    "ANYHOW",
    "FORMATS",
    "NO_IMPRINT",
    "RACK",
    "CardModel",
    "Imprint",
    "Request",
    "card_model",
    "ending_of",
    "ending_of_sides",
    "fit",
    "fits_front",
    "ready",
    "render",
    "side_paths",
    "sides",
    "verify_format",
    "write_file",
]
