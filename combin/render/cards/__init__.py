"""Strategy cards to print: a wallet card of two sides, an A6 card, and sheets of wallet cards with crop marks.

As PDF a card has a page for each side; as SVG and PNG (300 dots per inch) the sides stand in one picture, one under the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combin.errors import CombinError, nearest
from combin.render.cards.model import CardModel, Lines, card_model, plain_lines
from combin.render.cards.press import ending_of, printed, report, write_file

if TYPE_CHECKING:
    from combin.rules import Game
    from combin.solution import Solution

FORMATS = ("wallet", "a6", "sheet-a4", "sheet-letter")


def verify_format(fmt: str) -> str:
    """Return `fmt`; raises CombinError, naming the known formats, if there is none of that name."""
    if fmt not in FORMATS:
        raise CombinError(f"no card format is called {fmt!r}{nearest(fmt, FORMATS)}")
    return fmt


def card_for(
    game: Game,
    lines: Lines,
    cost: Fraction | None = None,
    solution: Solution | None = None,
    name: str = "",
    path: str = "card.pdf",
    options: Sequence[str] = (),
) -> CardModel:
    """Return the card of a resolved game, counting and solving what it needs.

    lines: decision -> (action, phrase), see `plain_lines`; empty where nothing is decided. cost: what they give away, exactly.
    solution: to save solving again. name: the game as the user called it; path, options: how he asked, for the command.
    """
    from combin.measures import has_starting_hands, starting_hands
    from combin.solver import solve

    hands = starting_hands(game, game.bets[0].key) if game.decisions and has_starting_hands(game) else ()
    return card_model(solution or solve(game), lines, cost, hands, name, path, options)


def render(model: CardModel, fmt: str = "wallet", ending: str = "pdf") -> bytes:
    """Return the card as the bytes of a ``pdf``, ``svg`` or ``png`` file."""
    return printed("card.typ", model, ending, format=verify_format(fmt), stacked="no" if ending == "pdf" else "yes")


def fit(model: CardModel, fmt: str = "wallet") -> dict[str, Any]:
    """Return how the card was laid out: sides, lines shown of the total, and the sizes of type in points."""
    found: dict[str, Any] = report("card.typ", model, "fit", format=verify_format(fmt), stacked="no")
    return found


__all__ = [
    "FORMATS",
    "CardModel",
    "card_for",
    "card_model",
    "ending_of",
    "fit",
    "plain_lines",
    "render",
    "verify_format",
    "write_file",
]
