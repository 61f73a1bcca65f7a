"""The phrases that a strategy may use, each with its opposite."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from combin.records import dataclass

if TYPE_CHECKING:
    from combin.strategies import Condition, Lines


@dataclass(frozen=True)
class Phrase:
    """A phrase of a strategy.

    text: the phrase.
    opposite: the phrase that is true where this one is not; empty where there is none.
    meaning: what it says of the cards.
    """

    text: str
    opposite: str
    meaning: str


def points_rule(lines: Lines) -> str:
    """Return what each card counts, where a strategy counts points: ``points: jack to ace 2, six to
    ten 1, two to five 0``; nothing for any other.
    """
    from combin.strategies.lines import conditions_of

    for block in lines.blocks.values():
        for condition in conditions_of(block):
            for note in condition.notes:
                if note.startswith("points:"):
                    return note
    return ""


def are_holds(listed: Iterable[Sequence[Condition]]) -> bool:
    """Return whether phrases are names of what is held, not conditions on what is seen."""
    from combin.strategies.traits import HELD

    return any(condition.trait == HELD for conditions in listed for condition in conditions)


def phrases(conditions: Sequence[Condition]) -> Iterator[Phrase]:
    """Yield the phrases of some conditions, each phrase and each opposite once."""
    from combin.strategies.traits import LARGEST_TRAIT

    up_to = {
        (condition.trait, condition.high): condition.phrase
        for condition in conditions
        if condition.low <= 0 and condition.phrase != "no joker"
    }
    listed: set[str] = set()
    for condition in conditions:
        has_opposite = condition.high == LARGEST_TRAIT or condition.low == condition.high == 1
        below = (condition.trait, condition.low - 1)
        opposite = up_to.get(below, "") if has_opposite else ""
        if condition.phrase not in listed:
            listed |= {condition.phrase, opposite}
            yield Phrase(condition.phrase, opposite, condition.meaning)
