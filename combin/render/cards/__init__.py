"""Strategy cards to print: a wallet card of two sides, an A6 card, and sheets of wallet cards with
crop marks.

As PDF a card has a page for each side; as SVG and PNG (300 dots per inch) the sides stand in one
picture, one under the other.
"""

from __future__ import annotations

from typing import Any

from combin.errors import CombinError, nearest
from combin.render.cards.model import ANYHOW, CardModel, Request, card_model
from combin.render.cards.typesetting import ending_of, printed, report, write_file

FORMATS = ("wallet", "a6", "sheet-a4", "sheet-letter")


def verify_format(fmt: str) -> str:
    """Return `fmt`; raises CombinError, naming the known formats, if there is none of that name."""
    if fmt not in FORMATS:
        raise CombinError(f"no card format is called {fmt!r}{nearest(fmt, FORMATS)}")
    return fmt


def render(model: CardModel, fmt: str = "wallet", ending: str = "pdf") -> bytes:
    """Return the card as the bytes of a ``pdf``, ``svg`` or ``png`` file."""
    return printed(
        "card.typ",
        model,
        ending,
        format=verify_format(fmt),
        stacked="no" if ending == "pdf" else "yes",
    )


def fit(model: CardModel, fmt: str = "wallet") -> dict[str, Any]:
    """Return how the card was laid out: sides, lines shown of the total, and the sizes of type in
    points.
    """
    found: dict[str, Any] = report(
        "card.typ", model, "fit", format=verify_format(fmt), stacked="no"
    )
    return found


__all__ = [
    "ANYHOW",
    "FORMATS",
    "CardModel",
    "Request",
    "card_model",
    "ending_of",
    "fit",
    "render",
    "verify_format",
    "write_file",
]
