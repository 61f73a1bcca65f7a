"""The phrases in other wordings: the Wizard of Odds', and those of rule cards.

A dialect only spells; whatever it writes is read back as the phrase that it stands for.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from combin.cards import RANK_NAMES, RANK_PLURALS, RANKS
from combin.errors import verify_known
from combin.strategies.conditions import NUMBERS
from combin.strategies.lines import Lines

RANK = f"({'|'.join(RANK_NAMES)})"
PLURAL = f"({'|'.join(RANK_PLURALS)})"
NUMBER = f"({'|'.join(NUMBERS[1:])})"
HAND = rf"\b[{RANKS}](?:-[{RANKS}])+\b"  # A-K-Q-J
OPEN = r"(?!-x)"  # A-K-Q-x-x stays as it is

FIGURES = {
    name: f"{at}{ending}"
    for names, ending in ((RANK_NAMES, ""), (RANK_PLURALS, "s"))
    for at, name in enumerate(names[:9], 2)
}  # of the ranks that are numbers

Found = re.Match[str]
Rewriting = tuple[str, str | Callable[[Found], str]]


def _count(name: str) -> str:
    return str(NUMBERS.index(name))


def _one(found: Found) -> str:
    """Return ``no 9`` and ``an 8``."""
    article = "a" if found[1] == "an" and found[2] != "ace" else found[1]
    figure = FIGURES.get(found[2], found[2])
    return f"{'an' if figure == '8' and article == 'a' else article} {figure}"


def _named(found: Found) -> str:
    return "-".join(RANK_NAMES[RANKS.index(letter)] for letter in found[0].split("-"))


WIZARD: tuple[Rewriting, ...] = (
    (HAND + OPEN, lambda found: found[0].replace("-", "/").replace("T", "10")),
    (r"\bany pair\b", "a pair"),
    (rf"^a pair of {PLURAL}", lambda found: f"a pair of {FIGURES.get(found[1], found[1])}"),
    (rf"^{RANK} high(?! card)", lambda found: f"{FIGURES.get(found[1], found[1])} high"),
    (rf"^at least {NUMBER} points?", lambda found: f"{_count(found[1])} or more points"),
    (rf"^at least {NUMBER} cards", lambda found: f"{_count(found[1])} cards"),
    (r"^every card", "all cards"),
    (rf"\b(cards?) {RANK} or", lambda found: f"{found[1]} {FIGURES.get(found[2], found[2])} or"),
    (
        rf"^{NUMBER} to a straight( flush)? with no gap$",
        lambda found: f"{_count(found[1])} {'suited ' if found[2] else ''}in a row",
    ),
    (
        rf"^{NUMBER} to a straight( flush)? with at most {NUMBER} gaps?$",
        lambda found: (
            f"{_count(found[1])} to a straight{found[2] or ''} with a spread of at most "
            f"{int(_count(found[1])) + int(_count(found[3]))}"
        ),
    ),
    (rf"^(fewer than |not )?{NUMBER} to ", lambda found: f"{found[1] or ''}{_count(found[2])} to "),
    (r"^(two|three) high cards", lambda found: f"{_count(found[1])} unsuited high cards"),
    (r"^two suited high cards", "2 suited high cards"),
    (r"\bthe lowest (two|three)$", lambda found: f"the lowest {_count(found[1])}"),
    (r"\bopen-ended straight\b", "outside straight"),
    (r"\bthe up card\b", "the dealer's up card"),
    (r"^the joker$", "a joker"),
    (rf"\b(an?|no) {RANK}(?= and |(?: is| are)? thrown$)", _one),
)
RULES: tuple[Rewriting, ...] = (
    (HAND + OPEN, _named),
    (rf"^a pair of {PLURAL} or better$", r"a pair of \1 or higher"),
    (r"^any pair or better$", "a pair or higher"),
    (r"^less than (.+)$", r"lower than \1"),
    (rf"^at least {NUMBER} (cards?|aces)\b", r"\1 \2"),
    (r"^every card ", "all cards "),
    (r"\bthe up card\b", "the dealer's face-up card"),
    (r"^no joker$", "without the joker"),
    (r"\bthe lowest (two|three)$", r"the \1 lowest"),
)
DIALECTS = {"wizard": WIZARD, "rules": RULES}


def said(phrase: str, dialect: str) -> str:
    """Return a phrase in a dialect."""
    for pattern, replacement in DIALECTS[dialect]:
        phrase = re.sub(pattern, replacement, phrase)
    return phrase


def verify_dialect(dialect: str) -> None:
    """Raise CombinError where no dialect is called so."""
    verify_known(dialect, DIALECTS, f"no dialect is called {dialect!r}")


def in_dialect(lines: Lines, dialect: str) -> Lines:
    """Return a strategy with its phrases in a dialect, ``wizard`` or ``rules``; it decides alike.

    Raises CombinError for an unknown dialect.
    """
    verify_dialect(dialect)
    blocks = {}
    for decision, block in lines.blocks.items():
        told = [
            tuple(one._replace(phrase=said(one.phrase, dialect)) for one in line.conditions)
            for line in block
        ]
        blocks[decision] = tuple(
            replace(line, conditions=conditions) for line, conditions in zip(block, told)
        )
    return replace(lines, blocks=blocks)
