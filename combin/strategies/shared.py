"""The phrases for a shared board: what the hole cards add to it, its own cards, and the number of
dealer cards that beat the player.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from combin.cards import RANK_NAMES, RANK_PLURALS, RANKS, with_article
from combin.ranking import HandRanking
from combin.records import dataclass
from combin.strategies.conditions import DENIED, FEWER, NUMBERS, Condition, between, either, or_not
from combin.strategies.hands import (
    ACE,
    LEAST_CARDS,
    cards_or_higher,
    hand_words,
    high_cards,
    made_of,
)
from combin.strategies.traits import (
    BEATEN_BY,
    BOARD_RANK,
    BOARD_STRAIGHT,
    BOARD_STRENGTH,
    BOARD_SUITED,
    HIDDEN_FLUSH,
    HIDDEN_HAND,
    HIDDEN_PAIR,
    HIDDEN_RANK,
    KICKER,
    LARGEST_TRAIT,
    OVERCARDS,
    PLAYS_BOARD,
    POCKET_RANK,
    UNDERCARDS,
)

FEWEST = 3  # cards near a flush or a straight that are called so many to it
OWN = 2  # cards that are a hand of their own
SUIT = 16  # the trait of hidden flush cards is SUIT x cards of the suit + rank + 1

HIDDEN = "hidden: among your own two cards, not on the board"
HIDDEN_HANDS = r"(?P<below>less than )?hidden (?P<hand>\S+)(?(below)| or better)"
DEALER_CARD = "a dealer card: one that you do not see; with the board alone it makes his hand"


@dataclass(frozen=True)
class OnBoard:
    """The phrases of one decision.

    ranking: of the hands.
    own, board: how many cards of his own and of the board the player sees.
    unseen: how many cards he does not see.
    """

    ranking: HandRanking
    own: int
    board: int
    unseen: int

    def conditions(self) -> Iterator[Condition]:
        """Yield the conditions that can be listed, simple ones first."""
        pair = "two or more cards that you see are of one rank, at least one of them your own"
        phrases = "a hidden pair", "no hidden pair"
        yield from either(HIDDEN_PAIR, 0, phrases, or_not(pair), (HIDDEN,), lowest=-1)
        for rank in range(1, ACE + 1):
            words = _or_higher(RANK_PLURALS[rank], rank)
            phrases = f"a hidden pair of {words}", f"no hidden pair of {words}"
            meanings = or_not(f"{pair}; the rank: {words}")
            yield from either(HIDDEN_PAIR, rank, phrases, meanings, (HIDDEN,), harder=1, lowest=-1)
        whose = "your own two cards are"
        phrases = ("a pocket pair", "no pocket pair")
        meanings = (f"{whose} of one rank", f"{whose} of two")
        yield from either(POCKET_RANK, 0, phrases, meanings, lowest=-1)
        for rank, plural in enumerate(RANK_PLURALS):
            yield between(POCKET_RANK, rank, rank, f"pocket {plural}", f"{whose} both {plural}")
            if 0 < rank < ACE:
                words = f"pocket {plural} or higher"
                phrases = words, f"less than pocket {plural}"
                meanings = f"{whose} {words}", f"{whose} not {words}"
                yield from either(POCKET_RANK, rank, phrases, meanings, harder=1, lowest=-1)
        if self.board < self.ranking.size and "flush" in self.ranking.families:
            for count in self._draws(self.board):
                yield from _flush(count)
        for rank in range(ACE, 0, -1):
            card, cards = cards_or_higher(rank, one=True), cards_or_higher(rank)
            phrases = f"a hidden {card}", f"no hidden {card}"
            own = with_article(card)
            meanings = f"one of your own is {own}", f"none of your own is {own}"
            yield from either(HIDDEN_RANK, rank, phrases, meanings, lowest=-1)
            phrases = f"two hidden {cards}", f"at most one hidden {card}"
            meanings = f"both of your own are {cards}", f"not both of your own are {cards}"
            yield from either(HIDDEN_RANK + 1, rank, phrases, meanings, lowest=-1)
        if self.own == OWN:
            for high in range(ACE, 1, -1):
                for low in range(high - 1, -1, -1):
                    yield from _hidden_hand(high, low)
        yield from _kickers()
        yield from _beyond(OVERCARDS, "overcard", "higher")
        yield from _beyond(UNDERCARDS, "undercard", "lower")
        yield from self._texture()
        for family in self.ranking.families[:-1]:
            if LEAST_CARDS.get(family, self.ranking.size) <= self.board:
                strength = self.ranking.strength(family)
                yield self._board_or_better(strength)
                yield self._board_less_than(strength)
        if self.board == self.ranking.size:
            alone = "your hand is worth as much as the board alone"
            yield between(PLAYS_BOARD, 1, 1, "the board alone", alone)
            better = "your hand beats the board alone"
            yield between(PLAYS_BOARD, 0, 0, "better than the board", better)
            unseen = "of the cards that you do not see"
            makes = "make, each alone with the board, a hand better than yours"
            for count in range(1, self.unseen + 1):
                phrases = (
                    f"{count} or more dealer cards beat you",
                    f"fewer than {count} dealer cards beat you",
                )
                if count == 1:
                    phrases = "a dealer card beats you", "no dealer card beats you"
                meanings = (
                    f"{unseen} {count} or more {makes}",
                    f"{unseen} fewer than {count} {makes}",
                )
                yield from either(BEATEN_BY, count, phrases, meanings, (DEALER_CARD,), opposite=0)

    def _draws(self, least: int) -> range:
        """Return how many cards are called so many to a flush or a straight, from `least` on."""
        most = self.ranking.size - 1
        return range(min(max(FEWEST, least), most), most + 1)

    def _texture(self) -> Iterator[Condition]:
        for count in range(2, self.board + 1):
            # The conditions on the suit in which most cards of the board are.
            words = f"{NUMBERS[count]} of a suit on the board"
            meaning = f"{NUMBERS[count]} cards of the board are of one suit"
            yield from either(BOARD_SUITED, count, (words, f"fewer than {words}"), or_not(meaning))
        if "straight" in self.ranking.families:
            for count in self._draws(0):
                if count <= self.board:
                    words = f"{NUMBERS[count]} to a straight on the board"
                    meaning = (
                        f"{NUMBERS[count]} cards of the board lie within a run of "
                        f"{NUMBERS[self.ranking.size]} ranks, the ace high or low"
                    )
                    phrases = words, f"fewer than {words}"
                    yield from either(BOARD_STRAIGHT, count, phrases, or_not(meaning))
        for rank in range(ACE, 0, -1):
            for count in range(1, min(self.board, 4 if rank == ACE else 5) + 1):
                # The conditions on the rank of the `count`-th highest card of the board.
                card, cards = cards_or_higher(rank, one=True), cards_or_higher(rank)
                phrases = f"{NUMBERS[count]} {cards}", f"at most {NUMBERS[count - 1]} {cards}"
                if count == 1:
                    phrases = with_article(card), f"no {card}"
                elif count == 2:
                    phrases = phrases[0], f"at most one {card}"
                phrases = f"{phrases[0]} on the board", f"{phrases[1]} on the board"
                meanings = (
                    f"of the board {NUMBERS[count]} or more are {cards}",
                    f"of the board fewer than {NUMBERS[count]} are {cards}",
                )
                yield from either(BOARD_RANK + count - 1, rank, phrases, meanings, lowest=-1)

    def read(self, text: str) -> Condition | None:
        """Return what other words for a condition mean: any hand on the board, and dealer outs; or
        None.
        """
        if found := re.fullmatch(
            r"(?:fewer|less) than (\d+) dealer (?:cards|outs)(?: beat you)?", text
        ):
            known = {one.phrase: one for one in self.conditions()}
            return known.get(f"fewer than {int(found[1])} dealer cards beat you")
        if self.own == OWN and (found := re.fullmatch(HIDDEN_HANDS, text)):
            ranks, others = high_cards(found["hand"])
            if len(ranks) == OWN and not others and ranks[0] > max(1, ranks[1]):
                at_least, below = _hidden_hand(ranks[0], ranks[1])
                return below if found["below"] else at_least
        ways = (
            (r"(?:any )?(.+) or better on the board", self._board_or_better),
            (r"less than (.+) on the board", self._board_less_than),
        )
        return made_of(self.ranking, text, ways)

    def _board_or_better(self, strength: int) -> Condition:
        words = hand_words(self.ranking, strength)
        meaning = f"the board alone is at least {words}{self._as_it_is}"
        return between(
            BOARD_STRENGTH, strength, LARGEST_TRAIT, f"{words} or better on the board", meaning
        )

    def _board_less_than(self, strength: int) -> Condition:
        words = hand_words(self.ranking, strength)
        meaning = f"the board alone is below {words}{self._as_it_is}"
        phrase = f"less than {words} on the board"
        return between(BOARD_STRENGTH, 0, strength - 1, phrase, meaning, harder=1)

    @property
    def _as_it_is(self) -> str:
        return "" if self.board == self.ranking.size else ", by equal ranks and high cards alone"


def _flush(count: int) -> Iterator[Condition]:
    """Yield the conditions on the player's own highest card of the suit in which most are."""
    words = NUMBERS[count]
    suit = f"{words} cards that you see are of one suit"
    more = f", or more than {words} are of one suit"
    named = {0: "card", **{rank: _or_higher(RANK_NAMES[rank], rank) for rank in range(1, ACE + 1)}}
    phrase, none = f"{words} to a flush without a hidden card", "none of them is your own"
    yield between(
        HIDDEN_FLUSH, SUIT * count, SUIT * count, phrase, f"{suit} and {none}", (HIDDEN,), FEWER
    )
    for rank, name in named.items():
        least = "one of them is your own"
        if rank:
            least = f"your own highest of them is {with_article(name)}"
        phrase = f"{words} to a flush with a hidden {name}"
        meaning = f"{suit} and {least}{more}"
        phrases = (phrase, f"not {phrase}")
        trait = SUIT * count + rank + 1
        yield from either(HIDDEN_FLUSH, trait, phrases, or_not(meaning), (HIDDEN,), opposite=DENIED)


def _hidden_hand(high: int, low: int) -> Iterator[Condition]:
    """Yield the conditions on his own two cards as a hand; ranks: of two different cards."""
    words = f"hidden {RANKS[high]}-{RANKS[low]}"
    hand = f"{RANK_NAMES[high]} and {RANK_NAMES[low]} by the higher card, then by the lower one"
    phrases = f"{words} or better", f"less than {words}"
    meanings = (
        f"your own two cards are a pair, or at least {hand}",
        f"your own two cards are no pair and lower than {hand}",
    )
    yield from either(HIDDEN_HAND, len(RANKS) * high + low, phrases, meanings, (HIDDEN,))


def _kickers() -> Iterator[Condition]:
    kicker = (
        "a card of your own of a rank that you see once, without which your hand would be lower"
    )
    notes = (f"a kicker: {kicker}",)
    phrases, meanings = ("a kicker", "no kicker"), (f"you have {kicker}", "you have no kicker")
    yield from either(KICKER, 0, phrases, meanings, notes, lowest=-1)
    for rank in range(1, ACE + 1):
        words = _or_higher(RANK_NAMES[rank], rank)
        phrase = "an ace kicker" if rank == ACE else f"a kicker {words}"
        phrases = phrase, f"no kicker {words}"
        meanings = f"your highest kicker is {words}", f"no kicker of yours is {words}"
        yield from either(KICKER, rank, phrases, meanings, notes, lowest=-1)


def _beyond(trait: int, name: str, sense: str) -> Iterator[Condition]:
    """Yield the conditions on how many of his own cards lie above, or below, the whole board."""
    over = f"of your own {sense} than every card of the board"
    phrases = (f"an {name}", f"no {name}")
    yield from either(trait, 1, phrases, (f"a card {over}", f"no card {over}"))
    phrases = f"two {name}s", f"at most one {name}"
    yield from either(trait, 2, phrases, (f"two cards {over}", f"at most one card {over}"))


def _or_higher(name: str, rank: int) -> str:
    return name if rank == ACE else f"{name} or higher"
