"""Cards and decks: a card is a bit of a 64-bit mask, a set of cards is a mask.

Suit s owns bits 16*s to 16*s + 12, deuce lowest; the joker is bit 63. The kernels read the same
layout.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from combin.errors import CombinError, refuse
from combin.exact import whole_number
from combin.records import dataclass

RANKS = "23456789TJQKA"
ACE_FIRST = RANKS[-1] + RANKS[:-1]
SUITS = "cdhs"
JOKER = 63
JOKER_TEXT = "Jk"
MOST_PACKS = 8
LANE = (1 << len(RANKS)) - 1  # the ranks of a suit, as bits

RANK_NAMES = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
RANK_PLURALS = tuple("sixes" if name == "six" else name + "s" for name in RANK_NAMES)


def with_article(words: str) -> str:
    """Return ``an ace``, ``an eight or higher`` or ``a card``."""
    return f"{'an' if words.startswith(('ace', 'eight')) else 'a'} {words}"


def card(rank: int, suit: int) -> int:
    """Return the bit number of the card with rank 0..12 (deuce..ace) and suit 0..3 (clubs,
    diamonds, hearts, spades).
    """
    return 16 * suit + rank


def rank_of(number: int) -> int:
    """Return the rank 0..12 of a card that is not the joker."""
    return number & 15


def suit_of(number: int) -> int:
    """Return the suit 0..3 of a card that is not the joker."""
    return number >> 4


def card_text(number: int) -> str:
    """Return a card's two letters: ``As``, ``Td``, and ``Jk`` for the joker."""
    return JOKER_TEXT if number == JOKER else RANKS[rank_of(number)] + SUITS[suit_of(number)]


def parse_card(text: str) -> int:
    """Return the bit number of ``As``, ``10d`` or ``Td``, ``Jk`` or ``joker``, in any case."""
    word = text.strip().lower()
    if word in ("jk", "joker"):
        return JOKER
    rank, suit = word[:-1].replace("10", "t").upper(), word[-1:]
    refuse(
        len(rank) != 1 or rank not in RANKS or suit not in SUITS or not suit,
        f"{text!r} is not a card; write a rank 2-9, T, J, Q, K, A and a suit c, d, h, s (As, "
        "Td), or Jk",
    )
    return card(RANKS.index(rank), SUITS.index(suit))


def cards_of(mask: int) -> list[int]:
    """Return the cards of a set, ascending."""
    cards = []
    while mask:
        lowest = mask & -mask
        cards.append(lowest.bit_length() - 1)
        mask ^= lowest
    return cards


def mask_of(cards: Iterable[int]) -> int:
    """Return the set of the given cards."""
    mask = 0
    for number in cards:
        mask |= 1 << number
    return mask


def lanes_of(mask: int) -> list[int]:
    """Return the ranks that a set has of each suit, as bits."""
    return [mask >> 16 * suit & LANE for suit in range(len(SUITS))]


def suits_apart(masks: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return what a relabelling of the suits leaves as it is of some sets of cards: the ranks that
    each suit has in them, in order, and where the joker is.
    """
    return (*sorted(zip(*map(lanes_of, masks))), tuple(mask >> JOKER for mask in masks))


def cards_text(mask: int) -> str:
    """Return a set of cards as people write it, highest rank first: ``Kh Qh Jh 3c``, the joker in
    front.
    """

    def height(number: int) -> tuple[bool, int, int]:
        return number == JOKER, rank_of(number), suit_of(number)

    return " ".join(map(card_text, sorted(cards_of(mask), key=height, reverse=True)))


def _letters(text: object, field: str, known: str) -> str:
    """Return the letters of a deck's field in the order in which they are known."""
    if isinstance(text, str) and len(set(text)) == len(text) > 0 and set(text) <= set(known):
        return "".join(letter for letter in known if letter in text)
    raise CombinError(f"a deck's {field} are distinct letters of {known}, not {text!r}")


@dataclass(frozen=True)
class Deck:
    """Packs of cards, whole or shortened, shuffled together.

    ranks: the ranks present, from ``23456789TJQKA``.
    suits: the suits present, from ``cdhs``; every suit has every rank, so suits can be relabelled
        freely where no card is dead.
    jokers: 0 or 1.
    packs: how many packs there are, 1 to MOST_PACKS of four suits; several have no joker.
    dead: cards that are gone before the deal, ``Kh Kd``; of several packs each as often as there
        are packs.
    """

    ranks: str = RANKS
    suits: str = SUITS
    jokers: int = 0
    packs: int = 1
    dead: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "ranks", _letters(self.ranks, "ranks", RANKS))
        object.__setattr__(self, "suits", _letters(self.suits, "suits", SUITS))
        jokers = whole_number(self.jokers, "how many jokers a deck has", 0, 1)
        object.__setattr__(self, "jokers", jokers)
        most = MOST_PACKS * len(SUITS) // len(self.suits)
        packs = whole_number(self.packs, "how many packs a deck has", 1, most)
        object.__setattr__(self, "packs", packs)
        refuse(packs > 1 and jokers, "several packs have no joker")
        dead = sorted(map(parse_card, self.dead.split()))
        kinds = self._kinds()
        for number, times in Counter(dead).items():
            refuse(number not in kinds, f"{card_text(number)} cannot be dead: the deck has none")
            if times > self.packs:
                has = "one pack has" if self.packs == 1 else f"{self.packs} packs have"
                raise CombinError(
                    f"{card_text(number)} cannot be dead {times} times: {has} {self.packs} of it"
                )
        object.__setattr__(self, "dead", " ".join(map(card_text, dead)))

    def _kinds(self) -> list[int]:
        ranks = list(map(RANKS.index, self.ranks))
        suits = map(SUITS.index, self.suits)
        naturals = [card(rank, suit) for suit in suits for rank in ranks]
        return [*naturals, JOKER] if self.jokers else naturals

    @property
    def copies(self) -> dict[int, int]:
        """Bit number of a card -> how many of it there are, ascending; the joker, if any, is
        last.
        """
        gone = Counter(map(parse_card, self.dead.split()))
        return {
            number: self.packs - gone[number]
            for number in self._kinds()
            if self.packs > gone[number]
        }

    @property
    def cards(self) -> list[int]:
        """The bit numbers of all cards, ascending, each as often as it is there; the joker, if any,
        is last.
        """
        return [number for number, times in self.copies.items() for _ in range(times)]

    @property
    def mask(self) -> int:
        return mask_of(self.copies)

    def __len__(self) -> int:
        pack = len(self.ranks) * len(self.suits) + self.jokers
        return self.packs * pack - len(self.dead.split())

    def __str__(self) -> str:
        joker = " and the joker" if self.jokers else ""
        packs = f"{self.packs} decks of " if self.packs > 1 else ""
        dead = f", dead: {self.dead}" if self.dead else ""
        if (self.ranks, self.suits) == (RANKS, SUITS):
            return f"{packs}52 cards{joker}{dead}"
        pack = len(self.ranks) * len(self.suits) + self.jokers
        return f"{packs}{pack} cards: ranks {self.ranks} in suits {self.suits}{joker}{dead}"
