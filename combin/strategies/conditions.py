"""Conditions on one trait, and how hard each is to remember."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from combin.strategies.traits import (
    ABOVE_UP,
    ANY_OF,
    BOARD_STRENGTH,
    FULL_HOUSE,
    HIDDEN_PAIR,
    JOKER,
    LARGEST_TRAIT,
    MATCHES,
    PLAYS_BOARD,
    POCKET,
    POCKET_RANK,
    POINTS,
    ROYAL,
    STRAIGHT,
    STRAIGHT_FLUSH,
    STRENGTH,
    SUITED,
    UP,
    UP_RANK,
    WAGERED,
)

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")

# How hard a trait is to remember, in steps; the others take 2, such as counts, gaps and ranks.
HARDNESS = {
    **dict.fromkeys((STRENGTH, SUITED, STRAIGHT, STRAIGHT_FLUSH, ROYAL, FULL_HOUSE), 1),
    **dict.fromkeys((POCKET, JOKER, UP, MATCHES, ANY_OF), 1),
    **dict.fromkeys((HIDDEN_PAIR, POCKET_RANK, PLAYS_BOARD), 1),
    **dict.fromkeys((ABOVE_UP, UP_RANK, BOARD_STRENGTH, WAGERED), 3),
    UP_RANK + 1: 4,
}
STEP = 2  # one step of hardness, counted in halves: a half parts words that are as hard
UNFAMILIAR = (POINTS,)  # words of this analysis, for which others are taken that say the same
FEWER = 2  # what it adds that there must be fewer, or less
DENIED = 3  # what it adds that something is not so


class Condition(NamedTuple):
    """One trait between two values, both included.

    trait: its column, WAGERED or ANY_OF.
    low, high: integers; units where the trait is WAGERED.
    phrase: how people write it.
    meaning: its definition, one sentence.
    hardness: how hard it is to remember, in halves of a step: one step for the name of a hand, more
        for counts and kickers and for what is not so.
    notes: sentences that explain this phrase and its like, which a reader needs once.
    ways: where the trait is ANY_OF, the conditions that must all hold, in each of several ways.
    """

    trait: int
    low: int | Fraction
    high: int | Fraction
    phrase: str
    meaning: str
    hardness: int
    notes: tuple[str, ...] = ()
    ways: tuple[tuple[Condition, ...], ...] = ()


def any_of(
    phrase: str, meaning: str, ways: tuple[tuple[Condition, ...], ...], notes: tuple[str, ...]
) -> Condition:
    """Return the condition that holds in any of some ways."""
    return Condition(ANY_OF, 1, 1, phrase, meaning, STEP * HARDNESS[ANY_OF], notes, ways)


def between(
    trait: int,
    low: int | Fraction,
    high: int | Fraction,
    phrase: str,
    meaning: str,
    notes: tuple[str, ...] = (),
    harder: int = 0,
) -> Condition:
    """Return a condition; harder: the steps that it adds to the hardness of its trait."""
    hardness = STEP * (HARDNESS.get(trait, 2) + harder) + (trait in UNFAMILIAR)
    return Condition(trait, low, high, phrase, meaning, hardness, notes)


def either(
    trait: int,
    least: int,
    phrases: tuple[str, str],
    meanings: tuple[str, str],
    notes: tuple[str, ...] = (),
    harder: int = 0,
    opposite: int = FEWER,
    lowest: int = 0,
) -> Iterator[Condition]:
    """Yield the condition that a trait is `least` or more, and its opposite.

    phrases, meanings: of the two.
    harder: what both add to the hardness of the trait.
    opposite: what the opposite adds beyond that.
    lowest: the smallest value of the trait.
    """
    yield between(trait, least, LARGEST_TRAIT, phrases[0], meanings[0], notes, harder)
    yield between(trait, lowest, least - 1, phrases[1], meanings[1], notes, harder + opposite)


def or_not(meaning: str) -> tuple[str, str]:
    """Return a meaning, and that of its opposite."""
    return meaning, f"it is not so that {meaning}"


def wagered(sense: str, units: Fraction) -> Condition:
    """Return the condition on all units wagered so far; sense: ``at least``, ``at most`` or
    ``exactly``.
    """
    low = Fraction(0) if sense == "at most" else units
    high = Fraction(LARGEST_TRAIT) if sense == "at least" else units
    phrase = f"{sense} {units} wagered so far"
    meaning = f"all your stakes so far come to {sense} {units}"
    return between(WAGERED, low, high, phrase, meaning, harder=0 if sense == "at least" else FEWER)
