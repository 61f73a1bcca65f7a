"""Blackjack by rules that no shipped game has, each as a file of one's own would say it."""

from __future__ import annotations

from combin.rules.game import Game
from combin.rules.text.page import Page

# Word of a line of the turns -> what is said of it, each where there are several.
Lines = dict[str, str | tuple[str, ...]]
USUAL: Lines = {
    "dealer": "stands on 17",
    "natural": "pays 3 to 2",
    "double": "",
    "split": "hands 4",
}
PUSHES = "stands on 17, soft 18, ties with 22"
TOLD = f"{PUSHES}, but loses to 21, shows 2345 6789 TJQKA"
OWN: dict[str, Lines] = {
    "early-ten": {"surrender": "when early, against T"},
    "late-ace-eight": {
        "dealer looks": "never",
        "surrender": "when late, any number of cards, against A8",
    },
    "aces-once": {"split": "hands 4, aces once"},
    "ace-alone": {"dealer looks": "ace", "surrender": "when late"},
    "charlie-pays-two": {"bonus": "pays 2, cards 4, total none"},
    "ties-of-17": {"ties": "17 20"},
    "but-21": {"dealer": f"{PUSHES}, but loses to 21 19"},
    "push-22-bonus": {"dealer": PUSHES, "bonus": "pays 2, cards 5"},
    "power": {"double": "up to 4", "split": "hands 2"},
    "triple-again": {
        "double": "up to 3, any number of cards, times 2, rescue",
        "split": "hands 3",
    },
    "down-under": {"dealer": TOLD},
    "told-and-late": {
        "dealer": "stands on 17, shows A2345 6789TJQK",
        "split": "hands 2",
        "surrender": "when late",
    },
    "like-tens": {"split": "hands 3, unlike tens no"},
    "zappit": {"dealer": PUSHES, "split": "hands 3", "zap": "totals 15-17"},
    "zap-told": {"dealer": TOLD, "split": (), "surrender": "when late", "zap": "totals 15-16"},
    "free-bonuses": {
        "dealer": PUSHES,
        "21 wins at once": "",
        "bonus": ("pays 2, cards 4", "pays 3, ranks 678"),
        "double": "free 9-11, any number of cards",
        "split": "hands 4, free 1 5 8",
        "surrender": "when late, any number of cards, after split",
    },
    "exposed-bonus": {
        "dealer": "stands on 17, soft 18, shows 2",
        "ties": "lose",
        "bonus": "pays 2, cards 4",
        "double": "times 2, rescue, any number of cards",
    },
}


def file_of(slug: str) -> str:
    """Return the page of the game."""
    cards = "8 decks of 2345678JQKA" if slug == "power" else "6 decks"
    lines = [
        f"  {word}: {one}" if one else f"  {word}"
        for word, said in {**USUAL, **OWN[slug]}.items()
        for one in ([said] if isinstance(said, str) else said)
    ]
    return "\n".join([slug, "source: own", f"cards: {cards}", "TURNS", *lines]) + "\n"


def own(slug: str) -> Game:
    """Return the game."""
    return Page(file_of(slug), slug).sheet().resolve()
