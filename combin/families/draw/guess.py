"""How to read the hands of a game with a draw: columns of cards held or marks of them, and of cards
drawn or of the hand after the draw.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from combin.checker.columns import thrown_column
from combin.counting import Plan
from combin.errors import CombinError
from combin.logs.mapping import Cells, Joined, Marked, Same, Source, Without, card_words, marks_in
from combin.logs.read import Log
from combin.logs.schema import HELD
from combin.logs.spelling import words_in
from combin.rounds.zones import zones_of

# Words in the name of a column of marks.
HOLDS = {"hold", "holds", "held", "mask", "keep", "kept", "keeps"}
MOST_ROWS = 200  # that are looked at
LAST_NUMBER = re.compile(r"\d+$")

Sample = Mapping[str, Sequence[object]]


def draws(plan: Plan, log: Log, free: Sequence[str], sample: Sample) -> list[dict[str, Source]]:
    """Return what a hand, the cards held of it and the cards drawn may be made of, where that is
    not three columns of these cards that are known by name.

    log: with the columns known by name. free: those of the file that nothing is made of yet.
    """
    part, drawn = zones_of(plan)
    own, size = log.sources, part.cards
    if own.keys() >= {part.zone, drawn.zone, thrown_column(plan.game)}:
        return []
    few = {name: sample[name][:MOST_ROWS] for name in sample}
    cards = [Same(column) for column in free if _are_cards(few.get(column, ()))]
    found: dict[int, list[dict[str, Source]]] = {}  # rows that are right -> what they are made of
    for hand in [own[part.zone]] if part.zone in own else cards:
        if not isinstance(hand, (Same, Joined)):
            continue
        for held in _held(own.get(HELD), hand, cards, free, few, size):
            for new in [own[drawn.zone]] if drawn.zone in own else cards:
                if new in (hand, held) or not isinstance(new, (Same, Joined)):
                    continue
                for source in (new, Without(new, held)):
                    made = {part.zone: hand, HELD: held, drawn.zone: source}
                    found.setdefault(_right(hand, held, source, few, size), []).append(made)
    best = found[max(found)] if found and max(found) else []
    return [one for one in best if any(own.get(name) != one[name] for name in one)]


def _are_cards(cells: Sequence[object]) -> bool:
    with suppress(CombinError):
        return any([card_words(str(cell)) for cell in cells])  # noqa: C419 (all are read)
    return False


def _held(
    own: Source | None,
    hand: Same | Joined,
    cards: Sequence[Same],
    free: Sequence[str],
    sample: Sample,
    size: int,
) -> Iterator[Source]:
    """Yield what the cards held may be made of; own: what is known by name."""
    yield from [own] if own else [one for one in cards if one != hand]
    marks: list[tuple[str, ...]] = (
        [own.columns]
        if own
        else [(column,) for column in free if not HOLDS.isdisjoint(words_in(column))]
    )
    for at in range(len(free) - size + 1) if own is None else ():
        columns = tuple(free[at : at + size])
        if len({LAST_NUMBER.sub("", column) for column in columns}) == 1:
            marks.append(columns)
    for columns in marks:
        rows = [*zip(*(sample.get(column, ()) for column in columns))]
        found: list[Cells] = []
        for lowest_first in (False, True):
            if rows and all(marks_in(row, size, lowest_first) is not None for row in rows):
                source = Marked(hand, columns, lowest_first)
                if (cells := source.cells(sample)) not in found:
                    found.append(cells)
                    yield source


def _right(hand: Source, held: Source, new: Source, sample: Sample, size: int) -> int:
    """Return in how many rows what is held is of the hand, and as many cards are drawn as are
    thrown.
    """
    right = 0
    with suppress(CombinError):
        for row in zip(*(source.cells(sample) for source in (hand, held, new))):
            dealt, kept, drawn = (card_words(str(text)) for text in row)
            is_part = {*kept} <= {*dealt} and len(dealt) == size
            right += is_part and len(kept) + len(drawn) == size
    return right
