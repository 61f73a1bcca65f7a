"""How other programs spell what stands in a cell: amounts of money, cards, and words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

from combin.cards import JOKER, RANK_NAMES, RANKS, SUITS, Deck, card, parse_card
from combin.errors import CombinError
from combin.exact import parse_number
from combin.records import dataclass

SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
BLANKS = frozenset(["", "-", "--", "none", "null", "nan", "na", "n/a"])  # where nothing was met

# --- Money -------------------------------------------------------------------------------------

SIGNS = str.maketrans({"\u2212": "-", "\u2013": "-", "\u00a0": None, " ": None})
SYMBOL = re.compile(r"[$€£¥]|USD|EUR|GBP", re.IGNORECASE)
POINTED = re.compile(r"\d{1,3}(,\d{3})+\.\d+")  # 1,250.00
COMMAED = re.compile(r"\d{1,3}(\.\d{3})+,\d+")  # 1.250,00
DECIMAL_COMMA = re.compile(r"\d+,(\d{1,2}|\d{4,})")  # 5,00; but 1,250 may be either
FLOAT_DIGITS = 15  # a number of more digits is the nearest one that a computer has


def amount(value: Any) -> Fraction | None:
    """Return the exact amount that a cell says; None where it says none, or where that is not
    clear.

    Read are `5`, `-5.00`, `$5`, `-$5`, `($5)`, `5 EUR`, `1,250.00`, `5,00` and `1/2`. A thousand
    with a comma and no point may be a decimal number: it is none.
    """
    if isinstance(value, Fraction):
        return value
    number = None if value is None or isinstance(value, bool) else _number(str(value))
    try:
        return None if number is None else parse_number(number, "")
    except CombinError:
        return None


def _number(text: str) -> str | None:
    """Return an amount as Python writes numbers; None for more digits than a number of a computer
    holds, as they are not those that were meant.
    """
    text = SYMBOL.sub("", text.translate(SIGNS), count=1)
    if text.startswith("(") and text.endswith(")"):
        text = f"-{text[1:-1]}"
    digits = text.lstrip("+-")
    sign = text[: len(text) - len(digits)]
    if POINTED.fullmatch(digits):
        digits = digits.replace(",", "")
    elif COMMAED.fullmatch(digits):
        digits = digits.replace(".", "").replace(",", ".")
    elif DECIMAL_COMMA.fullmatch(digits):
        digits = digits.replace(",", ".")
    whole, point, part = digits.partition(".")
    if point and part.strip("0") and len((whole + part).strip("0")) > FLOAT_DIGITS:
        return None
    return sign + digits


# --- Cards -------------------------------------------------------------------------------------


def _letters() -> dict[int, str]:
    """Return the letters of the suits' symbols, and of the symbols of whole cards."""
    found = {ord(symbol): letter for symbol, letter in zip("♣♦♥♠♧♢♡♤", "cdhscdhs")}
    for start, suit in ((0x1F0A0, "s"), (0x1F0B0, "h"), (0x1F0C0, "d"), (0x1F0D0, "c")):
        for place, rank in enumerate("A23456789TJ?QK", 1):  # the twelfth is a knight
            if rank != "?":
                found[start + place] = f" {rank}{suit} "
    jokers = dict.fromkeys((0x1F0BF, 0x1F0CF, 0x1F0DF), " jk ")
    return {**found, **jokers, 0xFE0F: "", **dict.fromkeys(map(ord, "[](){}'\""), " ")}


LETTERS = _letters()
RANK = "|".join(["10", *RANK_NAMES, "[2-9tjqka]"])
SUIT = "|".join([*(f"{name}?" for name in SUIT_NAMES), "[cdhs]"])
MARKS = re.compile(r"[\s,;/|+&._-]")
BETWEEN = re.compile(rf"{MARKS.pattern}*")
SPELLINGS = (  # all cards of a text are spelt alike
    re.compile(rf"(?P<rank>{RANK})\s*(?:of|[-_])?\s*(?P<suit>{SUIT})|(?P<joker>joker|jkr|jk)"),
    re.compile(rf"(?P<suit>{SUIT})\s*[-_]?\s*(?P<rank>{RANK})|(?P<joker>joker|jkr|jk)"),
)
FIRST_LETTERS = {**dict(zip(RANK_NAMES, RANKS)), "10": "T"}


@lru_cache(maxsize=1 << 16)
def cards_in(text: str) -> tuple[int, ...]:
    """Return the cards of a text, `As Kd`, `10h♠A` or `ace of spades`, in its order.

    Raises CombinError where something in it is no card.
    """
    try:
        return tuple(map(parse_card, text.split()))
    except CombinError as error:
        if text.strip().lower() in BLANKS:
            return ()
        plain = text.translate(LETTERS).lower()
        for spelling in SPELLINGS:
            if (found := _spelt(plain, spelling)) is not None:
                return found
        raise error from None


def _spelt(text: str, spelling: re.Pattern[str]) -> tuple[int, ...] | None:
    """Return the cards of a text that holds nothing but cards of one spelling; else None."""
    found: list[int] = []
    gap = BETWEEN.match(text)
    while gap and gap.end() < len(text):
        one = spelling.match(text, gap.end())
        if one is None:
            return None
        found.append(_card(one))
        gap = BETWEEN.match(text, one.end())
    return tuple(found)


def _card(found: re.Match[str]) -> int:
    if found["joker"]:
        return JOKER
    rank = FIRST_LETTERS.get(found["rank"], found["rank"].upper())
    return card(RANKS.index(rank), SUITS.index(found["suit"][0]))


@dataclass(frozen=True)
class Numbering:
    """Cards that are numbers, the joker last.

    first: the number of the first card.
    by_suit: whether the cards of a suit stand together, or else those of a rank.
    ace_first: whether an ace stands before the deuce.

    Which suit comes first does not matter: in every game they are alike.
    """

    first: int
    by_suit: bool
    ace_first: bool

    def __str__(self) -> str:
        together = "suit by suit" if self.by_suit else "rank by rank"
        start = "aces first" if self.ace_first else "aces last"
        return f"cards are numbers from {self.first} on, {together}, {start}"

    def pack(self, deck: Deck) -> list[int]:
        """Return the cards of a deck in the order of their numbers."""
        ranks = [RANKS.index(rank) for rank in deck.ranks]
        if self.ace_first:
            ranks = [*ranks[-1:], *ranks[:-1]]
        suits = [SUITS.index(suit) for suit in deck.suits]
        if self.by_suit:
            cards = [card(rank, suit) for suit in suits for rank in ranks]
        else:
            cards = [card(rank, suit) for rank in ranks for suit in suits]
        return cards + [JOKER] * deck.jokers

    def cards_in(self, text: str, deck: Deck) -> tuple[int, ...]:
        """Return the cards of a text of numbers; raises CombinError for one that no card has."""
        pack, found = self.pack(deck), []
        for word in numbers_in(text) or ():
            if not self.first <= word < self.first + len(pack):
                last = self.first + len(pack) - 1
                raise CombinError(f"{word} is no card; {self}, to {last}")
            found.append(pack[word - self.first])
        return tuple(found)


NUMBERINGS = tuple(
    Numbering(first, by_suit, ace_first)
    for first, by_suit, ace_first in product((0, 1), (True, False), (False, True))
)
NUMBERS = re.compile(r"\d{1,2}")


def numbers_in(text: str) -> list[int] | None:
    """Return the numbers of a text that holds nothing else; None where it does."""
    words = MARKS.sub(" ", text.translate(LETTERS)).split()
    if text.strip().lower() in BLANKS:
        return []
    return [int(word) for word in words] if all(map(NUMBERS.fullmatch, words)) else None


# --- Words -------------------------------------------------------------------------------------


def bare(word: str) -> str:
    """Return a word without anything but letters and figures, small: `Fold or raise` and
    `fold_or_raise` are alike.
    """
    return "".join(letter for letter in word.casefold() if letter.isalnum())


class Words:
    """Words that are known, and those that mean them.

    known: the words.
    short: whether the beginning of a word means it, where no other begins so.
    """

    def __init__(self, known: Iterable[str], short: bool = False) -> None:
        self.known, self.short = frozenset(known), short
        self._alike: dict[str, list[str]] = {}
        for word in sorted(self.known):
            self._alike.setdefault(bare(word), []).append(word)
        self._meant: dict[str, str | None] = {}

    def meant(self, word: str) -> str | None:
        """Return which of the known words is meant; None where it is none, or where that is not
        clear.
        """
        if word in self.known:
            return word
        if word not in self._meant:
            found = self._alike.get(bare(word), [])
            if self.short and not found and bare(word):
                for short, words in self._alike.items():
                    if short.startswith(bare(word)):
                        found = [*found, *words]
            self._meant[word] = found[0] if len(found) == 1 else None
        return self._meant[word]
