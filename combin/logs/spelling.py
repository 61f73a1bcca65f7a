"""How other programs write cells: amounts of money, cards as numbers or as ranks alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from functools import lru_cache
from itertools import product

from combin.cards import JOKER, RANKS, SUITS, Deck, card, parse_card
from combin.errors import CombinError, refuse
from combin.exact import parse_number
from combin.logs.schema import AnyCell
from combin.records import dataclass
from combin.spelling import BLANK, BLANKS, FIRST_LETTERS, LETTERS, MARKS

# --- Names of columns ----------------------------------------------------------------------------


@lru_cache(maxsize=4096)  # a log has at most 3,000 columns, asked about again and again
def words_in(column: str) -> Sequence[str]:
    """Return the words of a name, small: `total` and `bet` of `totalBet`."""
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+|\d+", column)]


# --- Money -------------------------------------------------------------------------------------

SIGNS = str.maketrans({"\u2212": "-", "\u2013": "-", "\u00a0": None, " ": None})
SYMBOL = re.compile(r"[$€£¥]|USD|EUR|GBP", re.IGNORECASE)
POINTED = re.compile(r"\d{1,3}(,\d{3})+\.\d+")  # 1,250.00
COMMAED = re.compile(r"\d{1,3}(\.\d{3})+,\d+")  # 1.250,00
DECIMAL_COMMA = re.compile(r"\d+,(\d{1,2}|\d{4,})")  # 5,00; but 1,250 may be either
BETWEEN_HANDS = re.compile(r"[|;]")
ZERO = Fraction(0)
FLOAT_DIGITS = 15  # a number of more digits is the nearest one that a computer has


def amount(value: AnyCell) -> Fraction | None:
    """Return the exact amount that a cell says; None where it says none, or where that is not
    clear.

    Read are `5`, `-5.00`, `$5`, `-$5`, `($5)`, `5 EUR`, `1,250.00`, `5,00` and `1/2`. A thousand
    with a comma and no point may be a decimal number: it is none. Amounts of several hands, with
    bars or semicolons between, are added up.
    """
    if isinstance(value, Fraction):
        return value
    return None if value is None or isinstance(value, bool) else _amount(str(value))


@lru_cache(maxsize=4096)
def _amount(text: str) -> Fraction | None:
    if len(parts := BETWEEN_HANDS.split(text)) > 1:
        found = [one for part in parts if (one := _amount(part)) is not None]
        return sum(found, Fraction(0)) if len(found) == len(parts) else None
    number = _number(text)
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


def total(terms: Iterable[tuple[Fraction | int, AnyCell]], start: Fraction = ZERO) -> AnyCell:
    """Return the sum of multiples of amounts and a number; where a cell is no amount, that cell,
    for others to name.
    """
    for factor, cell in terms:
        units = amount(cell)
        if units is None:
            return cell
        start += factor * units
    return start


# --- Cards that are numbers, or ranks alone -----------------------------------------------------


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

    def cards_in(self, text: str, deck: Deck) -> tuple[int, ...]:
        """Return the cards of a text of numbers; raises CombinError for one that no card has."""
        pack, found = _pack(self, deck), []
        for word in numbers_in(text) or ():
            if not self.first <= word < self.first + len(pack):
                last = self.first + len(pack) - 1
                raise CombinError(f"{word} is no card; {self}, to {last}")
            found.append(pack[word - self.first])
        return tuple(found)


@lru_cache(maxsize=64)  # asked again for every cell
def _pack(numbering: Numbering, deck: Deck) -> list[int]:
    ranks = [RANKS.index(rank) for rank in deck.ranks]
    if numbering.ace_first:
        ranks = [*ranks[-1:], *ranks[:-1]]
    suits = [SUITS.index(suit) for suit in deck.suits]
    by_suit = [card(rank, suit) for suit in suits for rank in ranks]
    by_rank = [card(rank, suit) for rank in ranks for suit in suits]
    return (by_suit if numbering.by_suit else by_rank) + [JOKER] * deck.jokers


NUMBERINGS = tuple(
    Numbering(first, by_suit, ace_first)
    for first, by_suit, ace_first in product((0, 1), (True, False), (False, True))
)
NUMBERS = re.compile(r"\d{1,2}")


def numbers_in(text: str) -> list[int] | None:
    """Return the numbers of a text that holds nothing else; None where it does."""
    words = card_labels(text)
    return [int(word) for word in words] if all(map(NUMBERS.fullmatch, words)) else None


def card_labels(text: str) -> list[str]:
    """Return the words of a text of cards, small; none where it says that there is no card."""
    if text.strip().lower() in BLANKS:
        return []
    return MARKS.sub(" ", BLANK.sub(" ", text.translate(LETTERS).lower())).split()


@dataclass(frozen=True)
class RanksAlone:
    """Cards that are ranks without suits.

    ranks: what stands for a rank, in small letters -> the rank.
    words: which numbers these are.
    """

    ranks: Mapping[str, str] = field(hash=False)
    words: str = "cards are ranks without suits"

    def __str__(self) -> str:
        return self.words

    def cards_in(self, text: str, deck: Deck) -> tuple[int, ...]:
        """Return the cards of a text, all of one suit; raises CombinError for other words."""
        found = [self.ranks.get(label, label) for label in card_labels(text)]
        for rank in found:
            refuse(rank not in tuple(deck.ranks), f"{rank!r} is no rank of the deck; {self}")
        return tuple(parse_card(rank + deck.suits[0]) for rank in found)


LETTERED = RanksAlone({**{rank.lower(): rank for rank in RANKS}, **FIRST_LETTERS})
RANK_CODINGS = (
    LETTERED,
    *(
        RanksAlone(
            dict(zip(map(str, (*range(deuce, deuce + len(RANKS) - 1), ace)), RANKS)),
            f"{LETTERED}, the deuce {deuce} and the ace {ace}",
        )
        for deuce, ace in ((2, 14), (2, 1), (0, 12), (1, 0), (1, 13))
    ),
)
