"""The names of holds, ``four to a royal flush``, ``a low pair``, ``K-Q suited``, with the finer
names that a list may use.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import field
from functools import cached_property, lru_cache
from typing import NamedTuple

from combin.cards import (
    JOKER,
    LANE,
    RANK_NAMES,
    RANK_PLURALS,
    RANKS,
    SUITS,
    card,
    cards_of,
    lanes_of,
    mask_of,
    rank_of,
    suit_of,
    with_article,
)
from combin.counting import Plan
from combin.errors import CombinError
from combin.ranking import OF_ONE_RANK, HandRanking, pattern_of
from combin.records import dataclass
from combin.rules import Pays, Paytable
from combin.rules.glossary import series
from combin.strategies.conditions import NUMBERS
from combin.strategies.hands import family_words

ACE, TEN = RANKS.index("A"), RANKS.index("T")
NO_RANK = len(RANKS)
SIZE = 5  # cards of a hand that is drawn to
WHOLE = "a whole hand that is paid"
# Lines that take all five cards; of the others fewer cards are called so, too.
OF_FIVE = re.compile("straight|flush|full-house|five-of|-with-")
GAPS = (
    "A gap is a rank missing between the cards, or one that the ace or the two cuts off at an end."
)


# Names of which several cards of one hand may be called so, and the lowest of them be meant.
HIGH_CARDS = re.compile("(one|two|three) (suited )?high cards?")
LOWEST = "Of more high cards than are held, the lowest are meant."


class Shape(NamedTuple):
    """What some cards kept are called.

    name: as it is usually said.
    detail: a finer name, which no other cards of the same name have that may be worth something
        else.
    note: a sentence that a reader of the finer name needs.
    """

    name: str
    detail: str
    note: str = ""


NOTHING = Shape("nothing", "nothing")


@dataclass(frozen=True)
class Shapes:
    """The names of what is kept of a hand.

    ranking: by which the final hand is read.
    table: by which it is paid.
    """

    ranking: HandRanking
    table: Paytable
    _known: dict[int, Shape | None] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @cached_property
    def high(self) -> int:
        """The lowest rank whose pair is paid, one above the ace where none is."""
        for line in self.table.pays:
            pattern = pattern_of(line)
            if pattern and pattern.cards == 2 and not pattern.suited and pattern.ranks:
                return pattern.ranks[0]
        return 0 if "pair" in self.table.pays else NO_RANK

    def pat(self, line: str) -> Shape:
        """Return what a whole hand that is kept is called; line: of the paytable."""
        words = family_words(line)
        return Shape(WHOLE, words if OF_FIVE.search(line) else f"pat {words}")

    def of(self, kept: int) -> Shape | None:
        """Return what fewer than five cards are called, None for cards that have no name."""
        alike = self.alike(kept)
        if alike not in self._known:
            self._known[alike] = self._called(cards_of(kept))
        return self._known[alike]

    def alike(self, kept: int) -> int:
        """Return what decides how fewer than five cards are called, as one number: how many there
        are of each rank, and whether the natural ones have one suit (`kernels/holds`).
        """
        lanes = lanes_of(kept)
        suits = [lane for lane in lanes if lane & self._natural]
        return sum(map(_counts, lanes), kept >> JOKER) << 1 | (len(suits) == 1)

    @property
    def natural(self) -> int:
        """The cards that are not wild, as a set."""
        return mask_of(
            card(rank, suit)
            for rank in range(len(RANKS))
            for suit in range(len(SUITS))
            if self._natural >> rank & 1
        )

    @cached_property
    def _natural(self) -> int:
        """The ranks that are not wild, as bits."""
        return LANE & ~mask_of(map(RANKS.index, self.ranking.wild))

    def _called(self, cards: Sequence[int]) -> Shape | None:
        natural = [card for card in cards if card != JOKER and self._natural >> rank_of(card) & 1]
        held = _Kept(natural, len(cards) - len(natural), self.ranking)
        if not cards:
            return NOTHING
        if not natural:
            words = self.wild_words(held.wild)
            return Shape(words, words)
        if len(held.ranks) < len(natural):
            (rank, most), *others = held.groups
            if not others:
                return self._alike(rank, most, held)
            if held.wild:
                return None
            if others == [(others[0][0], 2)] and most == 2:
                return Shape("two pair", f"two pair, {RANK_PLURALS[max(rank, others[0][0])]} up")
            kickers = "-".join(RANKS[other] for other, _ in others)
            alike = self._alike(rank, most, held)
            return Shape(f"{alike.name} with a kicker", f"{alike.detail} with {kickers}")
        if len(cards) == 1:
            (rank,) = held.ranks
            name = "one high card" if rank >= self.high else "one low card"
            return Shape(name, f"{with_article(RANK_NAMES[rank])} alone")
        return self._suited(held) if held.suited and len(natural) > 1 else self._unsuited(held)

    def kept(self, cards: int, hand: int, outcome: str) -> Shape | None:
        """Return what cards of a hand are called; outcome: of the hand if nothing is thrown."""
        return self.pat(outcome) if cards == hand else self.of(cards)

    def lowest(self, shape: Shape) -> Shape | None:
        """Return what cards are called if of all of their name in a hand the lowest are meant."""
        if found := HIGH_CARDS.fullmatch(shape.name):
            words = f"{shape.name}, the lowest {found[1] if found[1] != 'one' else ''}".rstrip()
            return Shape(words, words, LOWEST)
        return None

    def is_made(self, shape: Shape) -> bool:
        """Return True if cards are paid whatever is drawn to them."""
        name, _, beside = shape.name.partition(" with ")
        paid = name == "a high pair" or name.replace(" ", "-") in self.table.pays
        return shape.name == WHOLE or (paid and beside != "a kicker")

    def wild_words(self, count: int) -> str:
        if self.ranking.joker:
            return "the joker"
        rank = self.ranking.wild[0]
        place = RANKS.index(rank)
        name, plural = (
            ("deuce", "deuces") if rank == "2" else (RANK_NAMES[place], RANK_PLURALS[place])
        )
        return f"a {name}" if count == 1 else f"{NUMBERS[count]} {plural}"

    def _with_wild(self, name: str, detail: str, held: _Kept) -> Shape:
        more = f" with {self.wild_words(held.wild)}" if held.wild else ""
        return Shape(name + more, detail + more)

    # --- Cards of one rank -----------------------------------------------------------------------

    def _alike(self, rank: int, most: int, held: _Kept) -> Shape:
        plural = RANK_PLURALS[rank]
        if most + held.wild == 2:
            name = "a high pair" if rank >= self.high else "a low pair"
            name = "a pair" if self.high == NO_RANK else name
            return self._with_wild(name, f"a pair of {plural}", held)
        name = OF_ONE_RANK[SIZE - 1 - most - held.wild].replace("-", " ")
        return self._with_wild(name, f"{NUMBERS[most + held.wild]} {plural}", held)

    # --- One card, and cards of one suit ---------------------------------------------------------

    def _suited(self, held: _Kept) -> Shape:
        count = NUMBERS[held.count]
        said = "-".join(RANKS[rank] for rank in held.ranks)
        if held.ranks[-1] >= TEN:
            name = f"{count} to a royal flush"
            if held.count == 2 and self.high != NO_RANK:
                ten = held.ranks[-1] < self.high
                name = "a ten and a high card, suited" if ten else "two suited high cards"
            return self._with_wild(name, f"{said} suited", held)
        if held.windows:
            return self._draw(f"{count} to a straight flush", held, held.gapped, GAPS)
        return self._draw(f"{count} to a flush", held)

    def _draw(self, name: str, held: _Kept, gapped: str = "", note: str = "") -> Shape:
        """Return what cards are called that are short of a hand: by their gaps and high cards."""
        short = self._with_wild(name, name, held).name
        highs = ""
        if self.high not in (0, NO_RANK):
            count = sum(rank >= self.high for rank in held.ranks)
            highs = f", {NUMBERS[count]} high card{'' if count == 1 else 's'}"
        return Shape(short, f"{short}{gapped}{highs}", note)

    # --- Cards of several suits ------------------------------------------------------------------

    def _unsuited(self, held: _Kept) -> Shape | None:
        said = "-".join(RANKS[rank] for rank in held.ranks)
        if held.wild and len(held.ranks) == 1:
            name = "a high card" if held.ranks[0] >= self.high else "a card"
            return self._with_wild(name, RANK_NAMES[held.ranks[0]], held)
        if held.count == 4 and held.windows:
            side = "an outside" if held.gaps == 0 else "an inside"
            unsaid = 0 if self.ranking.wild else 1  # the gap that makes a straight an inside one
            gapped = held.gapped if held.gaps > unsaid else ""
            return self._draw(f"four to {side} straight", held, gapped)
        if held.ranks[-1] >= self.high and not held.wild:
            return Shape(f"{NUMBERS[held.count]} high cards", f"{said} of different suits")
        if held.windows:
            return self._draw(f"{NUMBERS[held.count]} to a straight", held, held.gapped, GAPS)
        return None


class _Kept:
    """The natural cards kept, and how many wild ones.

    ranks: those of the natural cards, each once, from the highest.
    groups: (rank, cards of it), most cards first.
    """

    def __init__(self, natural: Sequence[int], jokers: int, ranking: HandRanking) -> None:
        self.wild = jokers
        self.count = len(natural) + jokers
        self._never = {RANKS.index(rank) for rank in ranking.wild}
        self._straights = ranking.straights(SIZE)
        times = Counter(map(rank_of, natural))
        self.ranks = sorted(times, reverse=True)
        self.groups = sorted(times.items(), key=lambda group: (-group[1], -group[0]))
        self.suited = len(set(map(suit_of, natural))) == 1

    @property
    def windows(self) -> list[frozenset[int]]:
        """The straights that have all these ranks."""
        return [window for window in self._straights if window.issuperset(self.ranks)]

    @property
    def gaps(self) -> int:
        """How many straights of natural cards fewer they are in than ranks in sequence far from
        both ends.
        """
        natural = [window for window in self.windows if self._never.isdisjoint(window)]
        return SIZE + 1 - len(self.ranks) - len(natural)

    @property
    def gapped(self) -> str:
        if not self.gaps:
            return ", no gap"
        return f", {NUMBERS[self.gaps]} gap{'' if self.gaps == 1 else 's'}"


@lru_cache(1 << len(RANKS))
def _counts(lane: int) -> int:
    """Return the ranks of a suit as numbers that add up to how many cards there are of each: three
    bits a rank, above the joker's.
    """
    return sum(1 << 3 * rank + 1 for rank in range(len(RANKS)) if lane >> rank & 1)


def joined(name: str, details: Iterable[str]) -> str:
    """Return finer names of one name as one phrase."""
    parts = list(dict.fromkeys(details))
    begin = f"{name}, "
    if len(parts) > 1 and all(part.startswith(begin) for part in parts):
        *first, last = (part.removeprefix(begin) for part in parts)
        return f"{name}: {'; '.join(first)}; or {last}"
    return series(parts, "or")


def shapes_of(plan: Plan) -> Shapes:
    """Return the names for the hand by which a bet is paid, of the first table that pays it."""
    for cell in (entry.cell for entry in plan.bet.cells()):
        if isinstance(cell, Pays) and isinstance(cell.by, str):
            ranking = plan.game.hand(cell.by).ranking
            if isinstance(ranking, HandRanking) and ranking.size == SIZE:
                return Shapes(ranking, cell.table)
    raise CombinError(
        f"{plan.game.slug}: what to hold has names where a paytable pays a poker hand of five "
        "cards; `combin advise` tells it for any hand"
    )
