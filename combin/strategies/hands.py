"""Hands in words, and words as hands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from combin.cards import RANK_NAMES, RANK_PLURALS, RANKS, with_article
from combin.errors import CombinError, refuse
from combin.ranking import HandRanking
from combin.rules.glossary import called
from combin.strategies.conditions import NUMBERS

Made = TypeVar("Made")

ACE = 12  # a rank, as a place in RANKS

LEAST_CARDS = {"pair": 2, "two-pair": 4, "three-of-a-kind": 3, "four-of-a-kind": 4}
RANK_OF = {
    **{letter: rank for rank, letter in enumerate(RANKS)},
    **{name.upper(): rank for rank, name in enumerate(RANK_NAMES)},
}

ARTICLES = {
    "pair": "any ",
    "straight": "a ",
    "flush": "a ",
    "full-house": "a ",
    "straight-flush": "a ",
    "royal-flush": "a ",
    "wild-royal-flush": "a ",
}


def cards_or_higher(rank: int, one: bool = False) -> str:
    """Return ``cards ten or higher``, of one card ``card ten or higher``."""
    if rank == ACE:
        return "ace" if one else "aces"
    return f"{'card' if one else 'cards'} {RANK_NAMES[rank]} or higher"


def some_cards(count: int, rank: int) -> str:
    """Return ``a card ten or higher``, ``at least two cards ten or higher``."""
    if count == 1:
        return with_article(cards_or_higher(rank, one=True))
    return f"at least {NUMBERS[count]} {cards_or_higher(rank)}"


def every_card(rank: int) -> str:
    """Return ``every card ten or higher``."""
    return "only aces" if rank == ACE else f"every {cards_or_higher(rank, one=True)}"


def family_words(family: str) -> str:
    """Return ``any pair``, ``a full house``, ``two pair`` for a family of a ranking."""
    of_one = family.startswith(("royal", "straight")) or family.endswith("-card-flush")
    return ARTICLES.get(family, "a " if of_one else "") + called(family)


def line_words(line: str) -> str:
    """Return ``a pair of tens or better`` for a paytable's line."""
    base = line.removesuffix("-or-better")
    if base.startswith("pair-of-"):
        return f"a {base.replace('-', ' ')} or better"
    return f"{base if base.startswith('ace-king') else family_words(base)} or better"


def hand_words(ranking: HandRanking, strength: int) -> str:
    """Return the words of the weakest hand of a strength: ``Q-6-4``, ``ace-king``, ``a pair of
    tens``, ``a flush``.
    """
    family = ranking.family_of(strength)
    ranks = ranking.ranks_of(strength)
    if family == "high-card":
        if len(ranks) == 1:
            return f"{RANK_NAMES[ranks[0]]} high"
        if len(ranks) == 2:
            return "-".join(RANK_NAMES[rank] for rank in ranks)
        return _letters(ranks)
    if not ranks:
        return family_words(family)
    if family == "pair" and len(ranks) == 1:
        return f"a pair of {RANK_PLURALS[ranks[0]]}"
    return f"{family_words(family)} {_letters(ranks)}"


def _letters(ranks: list[int]) -> str:
    return "-".join(RANKS[rank] for rank in ranks)


def hand_strength(ranking: HandRanking, words: str) -> int:
    """Return the least strength that deserves the words; raises CombinError for words that name no
    hand.
    """
    text = re.sub(r"^(an?|any) ", "", words.strip().lower())
    refuse(text.replace(" ", "-") == ranking.families[-1], f"every hand is {words!r} or better")
    ranks, others = high_cards(re.sub(r"[- ]high$", "", text))
    refuse(
        others and len(ranks) + others != ranking.size,
        f"{words!r} has not the {ranking.size} cards of a hand",
    )
    if ranks:
        text = "-".join(RANK_NAMES[rank] for rank in ranks)
    for family in sorted(ranking.families, key=len, reverse=True):
        name = family.replace("-", "[- ]") + " (.+)"
        if (found := re.fullmatch(name, text)) and (ranks := _ranks_of(found[1])):
            return ranking.strength(family, *ranks)
    return ranking.threshold(text.replace(" ", "-"))


def _ranks_of(text: str) -> list[int]:
    """Return the ranks of letters such as ``K-10-4``, ``K/T/4`` or ``KT4``, or of names such as
    ``king-ten-four``; none where anything else is among them.
    """
    letters = text.strip().upper().replace("10", "T")
    parts = re.split(r"[-/]", letters) if re.search(r"[-/]", letters) else [*letters]
    ranks = [RANK_OF.get(part, -1) for part in parts]
    return [] if -1 in ranks else ranks


def high_cards(words: str) -> tuple[list[int], int]:
    """Return the ranks that ``A-K-Q-x-x`` or ``AKQxx`` names, and how many cards it leaves open;
    no ranks for any other words.
    """
    text = words.strip().lower()
    if ranks := _ranks_of(text):  # a six ends in an x that leaves nothing open
        return ranks, 0
    named = text.rstrip("x-/")
    ranks = _ranks_of(named)
    return ranks, text[len(named) :].count("x") if ranks else 0


def made_of(
    ranking: HandRanking, text: str, ways: Iterable[tuple[str, Callable[[int], Made]]]
) -> Made | None:
    """Return what the first way that fits a text makes of the strength of the hand it names; None
    where no way fits, or no hand is called so.

    ways: pattern, whose first group is the hand -> what is made of its strength.
    """
    for pattern, make in ways:
        if found := re.fullmatch(pattern, text):
            try:
                return make(hand_strength(ranking, found[1]))
            except CombinError:
                return None
    return None
