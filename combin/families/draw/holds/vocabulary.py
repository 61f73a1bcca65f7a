"""Lists the words of a list of holds: names of holds, and conditions on the discards."""

from __future__ import annotations

from collections.abc import Iterator

from combin.cards import RANK_NAMES, RANKS
from combin.counting import Plan
from combin.families.draw.holds.lists import held_line
from combin.families.draw.holds.penalties import FLUSH, NOTES, STRAIGHT, Given
from combin.families.draw.holds.words import HoldWords, words_of
from combin.strategies.conditions import Condition

SHOWN = 4  # finer names of a name that are told
RANK_MEANING = "a card thrown has this rank; any other rank may be named, and two may be joined"


def hold_vocabulary(plan: Plan) -> tuple[Condition, ...]:
    """Return the names of all that can be held of the hand by which a bet is paid, and conditions
    on what is thrown; raises CombinError where it has none.
    """
    words = words_of(plan)
    return *_names(words), *_conditions(words)


def _names(words: HoldWords) -> Iterator[Condition]:
    details: dict[str, list[str]] = {}
    notes: dict[str, str] = {}
    for shape in words.every:
        details.setdefault(shape.name, []).append(shape.detail)
        notes[shape.detail] = shape.note
    for name, finer in details.items():
        if finer == [name]:
            yield _phrase(name, notes[name] or "these cards")
        else:
            some = "; ".join(finer[:SHOWN])
            yield _phrase(name, f"all cards called so that no line before has, such as {some}")


def _conditions(words: HoldWords) -> Iterator[Condition]:
    for bit in (FLUSH, STRAIGHT):
        yield _phrase(Given(absent=bit).words, f"none is thrown. {NOTES[bit]}")
        yield _phrase(Given(present=bit).words, f"at least one is thrown. {NOTES[bit]}")
    rank = max(place for place in range(len(RANKS)) if RANKS[place] in words.deck.ranks)
    yield _phrase(Given(absent=1 << rank).words, f"it is not so that {RANK_MEANING}")
    yield _phrase(Given(present=1 << rank).words, RANK_MEANING)
    both = Given(FLUSH | 1 << rank, denied=True)
    yield _phrase(both.words, f"not both a flush penalty and the {RANK_NAMES[rank]} are thrown")


def _phrase(phrase: str, meaning: str) -> Condition:
    (condition,) = held_line(0, phrase, meaning).conditions
    return condition
