"""Words and cards as people type them: one possible meaning is taken, several are refused with
their names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from combin.cards import JOKER, RANK_NAMES, RANKS, SUITS, card, parse_card
from combin.errors import CombinError, refuse
from combin.grouping import grouped

N = TypeVar("N", str, tuple[str, str])

# --- Words -------------------------------------------------------------------------------------

FIGURES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMBER = re.compile(r"(?<![^\W_])(?<!\d[-.])\d+(?!\d|[-.]\d)")  # beside no other: 3-card
SIGNED = re.compile(r"\s*[-+]\s*[\d.]")
BETWEEN_NUMBERS = re.compile(r"(?<=\d)[-/: ]+(?=\d)")
PARTS = re.compile(r"[-_ ]+")


def bare(word: str) -> str:
    """Return a word without anything but letters and figures, small: `Fold or raise` and
    `fold_or_raise` are alike.
    """
    return "".join(letter for letter in word.casefold() if letter.isalnum())


@lru_cache(maxsize=1 << 12)
def _plain(word: str) -> str:
    """Return what the spellings of a word have in common: small letters and numbers, one alone in
    words, `3-Card` and `three card`, several apart, `8/5` and `8-5`.
    """
    spelt = BETWEEN_NUMBERS.sub("-", word.casefold().replace("_", "-"))
    return re.sub(r"(?<!\d)[-.]|[-.](?!\d)|[^\w.-]", "", NUMBER.sub(_in_words, spelt))


def _in_words(number: re.Match[str]) -> str:
    count = int(number[0])
    return FIGURES[count] if count < len(FIGURES) else number[0]


def meant(
    word: str,
    known: Collection[str],
    what: str,
    also: Iterable[tuple[str, str]] = (),
    short: bool = False,
) -> str:
    """Return the known name that a word means; the word itself where it means none.

    A name is meant by its own spelling, by one that differs in case, hyphens, spaces, slashes or an
    `s` at the end, and if `short` by its initials or its first words. The first of these ways that
    leads to a name decides; raises CombinError where it leads to several.

    what: they are, for the error, "the bet". also: other words, each with the name that it means.
    """
    names = [*((name, name) for name in known), *also]
    found = [word] if word in known else meanings(word, names, short)
    refuse(len(found) > 1, f"{word!r} may be {what} {' or '.join(map(repr, found))}")
    return found[0] if found else word


def meanings(word: str, names: Iterable[tuple[str, N]], short: bool = False) -> list[N]:
    """Return all names that a word may mean, as `meant` finds them; names: spelling and name."""
    names = tuple(names)
    ways = (str.__eq__, _spelt_alike, _initials, _first_words)
    for is_meant in ways[: 1 if SIGNED.match(word) else 4 if short else 2]:
        if found := {name for spelt, name in names if is_meant(word, spelt)}:
            return sorted(found)
    return []


def phrases(words: Sequence[str], known: Callable[[str], object]) -> list[Sequence[str]]:
    """Return words in the longest groups that are known, any other word by itself: `double deck`
    is one.
    """
    ends = (end for end in range(len(words), 1, -1) if all(words[:end]))
    end = next((end for end in ends if known(" ".join(words[:end]))), 1)
    return [words[:end], *phrases(words[end:], known)] if words else []


def _spelt_alike(word: str, name: str) -> bool:
    one, other = _plain(word), _plain(name)
    return bool(one) and one.removesuffix("s") == other.removesuffix("s")


def _initials(word: str, name: str) -> bool:
    parts = PARTS.split(name)
    return len(parts) > 1 and word.casefold() == "".join(part[:1] for part in parts)


def _first_words(word: str, name: str) -> bool:
    parts = PARTS.split(name)
    return any(_spelt_alike(word, "-".join(parts[:count])) for count in range(1, len(parts)))


class Words:
    """Words that are known, and those that mean them.

    known: the words.
    short: whether the beginning of a word means it, where no other begins so.
    said: what people say -> which of the words it is.
    """

    def __init__(
        self, known: Iterable[str], short: bool = False, said: Mapping[str, str] | None = None
    ) -> None:
        self.known, self.short = frozenset(known), short
        self._alike = grouped((bare(word), word) for word in sorted(self.known))
        for spoken, word in (said or {}).items():
            self._alike.setdefault(bare(spoken), [word])
        self._meant: dict[str, str | None] = {}

    def meant(self, word: str) -> str | None:
        """Return the known word that is meant; None where it is none, or where that is not
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


# --- Cards -------------------------------------------------------------------------------------

SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
# Where nothing was met, no card dealt or none shown.
BLANKS = frozenset(["", "-", "--", "none", "null", "nan", "na", "n/a", "xx", "??"])


SUIT_SIGNS = {ord(sign): letter for sign, letter in zip("♣♦♥♠♧♢♡♤", "cdhscdhs")}


def _letters() -> dict[int, str]:
    """Return the letters of the suits' signs, and of the symbols of whole cards."""
    found: dict[int, str] = {}
    for start, suit in ((0x1F0A0, "s"), (0x1F0B0, "h"), (0x1F0C0, "d"), (0x1F0D0, "c")):
        for place, rank in enumerate("A23456789TJ?QK", 1):  # the twelfth is a knight
            if rank != "?":
                found[start + place] = f" {rank}{suit} "
    jokers = dict.fromkeys((0x1F0BF, 0x1F0CF, 0x1F0DF), " jk ")
    return {
        **SUIT_SIGNS,
        **found,
        **jokers,
        0xFE0F: "",
        **dict.fromkeys(map(ord, "[](){}'\""), " "),
    }


LETTERS = _letters()
RANK = "|".join(["10", *RANK_NAMES, "[2-9tjqka]"])
SUIT = "|".join([*(f"{name}?" for name in SUIT_NAMES), "[cdhs]"])
MARKS = re.compile(r"[\s,;/|+&._-]")
BETWEEN = re.compile(rf"{MARKS.pattern}*")
# Words for no card beside cards; a dash only between commas, as `As Kd - 7h` has two hands.
BLANK = re.compile(
    r"(?<![^\s,;/|+&])(?:none|null|nan|n/?a|xx|\?\?)(?![^\s,;/|+&])|(?<=[,;])\s*--?\s*(?=[,;]|$)"
)
NO_CARD = "\0"
OTHER = rf"(?P<joker>joker|jkr|jk)|(?P<blank>{NO_CARD})"
SPELLINGS = (  # all cards of a text are spelt alike
    re.compile(rf"(?P<rank>{RANK})\s*(?:of|[-_])?\s*(?P<suit>{SUIT})|{OTHER}"),
    re.compile(rf"(?P<suit>{SUIT})\s*[-_]?\s*(?P<rank>{RANK})|{OTHER}"),
)
FIRST_LETTERS = {**dict(zip(RANK_NAMES, RANKS)), "10": "T"}


def cards_in(text: str) -> tuple[int, ...]:
    """Return the cards of a text, `As Kd`, `10h♠A` or `ace of spades`, in its order.

    Raises CombinError where something in it is no card.
    """
    return tuple(card for card in places_in(text) if card is not None)


VERSUS = re.compile(r"(?<=\s)(?:vs?\.?|versus|against)(?=\s)|/", re.IGNORECASE)
STARTING = re.compile(r"([2-9TJQKA])([2-9TJQKA])\s*([so]?)(?:uited|ffsuit)?", re.IGNORECASE)


def starting_hand(text: str) -> tuple[int, ...]:
    """Return two cards that stand for all like them, ``K5o``, ``AKs`` and ``77``, or the cards of a
    text; raises CombinError for other texts.
    """
    short = STARTING.fullmatch(text.strip())
    if short is None:
        return cards_in(text)
    one, other, suits = short[1].upper(), short[2].upper(), short[3].lower()
    right = ("", "o") if one == other else ("s", "o")
    if suits not in right:
        written = " or ".join(f"{one}{other}{suit}" for suit in right)
        raise CombinError(f"{text.strip()!r}: write {written} (suited, offsuit)")
    return parse_card(f"{one}c"), parse_card(f"{other}{'c' if suits == 's' else 'd'}")


@lru_cache(maxsize=1 << 16)
def places_in(text: str) -> tuple[int | None, ...]:
    """Return the cards of a text as `cards_in` does, None in the place of one that is said not to
    be there: `6c, Kh, none`.
    """
    try:
        return tuple(map(parse_card, text.split()))
    except CombinError as error:
        if text.strip().lower() in BLANKS:
            return ()
        plain = BLANK.sub(NO_CARD, text.translate(LETTERS).lower())
        for spelling in SPELLINGS:
            if (found := _spelt(plain, spelling)) is not None:
                return found
        raise error from None


def _spelt(text: str, spelling: re.Pattern[str]) -> tuple[int | None, ...] | None:
    """Return the places of a text that holds nothing but cards of one spelling; else None."""
    found: list[int | None] = []
    gap = BETWEEN.match(text)
    while gap and gap.end() < len(text):
        one = spelling.match(text, gap.end())
        if one is None:
            return None
        found.append(None if one["blank"] else _card(one))
        gap = BETWEEN.match(text, one.end())
    return tuple(found)


def _card(found: re.Match[str]) -> int:
    if found["joker"]:
        return JOKER
    rank = FIRST_LETTERS.get(found["rank"], found["rank"].upper())
    return card(RANKS.index(rank), SUITS.index(found["suit"][0]))
