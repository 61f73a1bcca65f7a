"""What the settings of all hands come to against a dealer, added up while it is counted.

Who sees the dealer's hand chooses no setting before: of what settings come to only sums are asked,
and no row is kept longer than it takes to add it.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from combin.counting import zeros
from combin.counting.memory import HALF, NUMBER
from combin.families.set_hands.counting import (
    COLUMNS,
    SUITS_AT_ONCE,
    Dealer,
    SetHands,
    SettingWork,
    table,
)
from combin.kernels import splits as kernel

ROWS_AT_ONCE = 1 << 20  # of the slots of some sets; one set may have twice as many


class SettingSums(SettingWork):
    """The nine numbers of all settings of all hands together, by kinds of settings.

    kind: of each setting, below `kinds`.
    """

    def __init__(self, dealer: Dealer, hands: SetHands, kind: bytearray, kinds: int) -> None:
        slots, classes = len(hands.slot_class), len(hands.classes)
        self._slot_row = zeros("q", slots)
        kernel.rows_by_suit(hands.first, hands.slot_class, hands.suits[1], self._slot_row)
        super().__init__(dealer, hands)
        self._kind, self._kinds = kind, kinds
        self._classes = array("I", range(classes))
        self._hands, self._met = zeros("q", classes), zeros("q", slots)
        of = hands.classes
        asked = of.counts, of.suited, hands.pack.suits, hands.slot_first
        kernel.numbers(*asked, self._hands, self._met)
        self._totals: list[array[int]] = []

    @property
    def totals(self) -> list[array[int]]:
        """The nine numbers of each kind, of all that is counted so far."""
        total = array("q", map(sum, zip(*self._totals)))
        return [total[at : at + COLUMNS] for at in range(0, len(total), COLUMNS)]

    def _begins_at(self, held: int) -> int:
        """Return where the rows of the slots with a set of ranks begin."""
        begin, slots = self.hands.suits
        at = begin[held]
        return self._slot_row[slots[at]] if at < len(slots) else self.hands.slot_row[-1]

    def sets_at_once(self) -> list[list[int]]:
        found: list[list[int]] = []
        for held in self.hands.sets:
            fits = found and len(found[-1]) < SUITS_AT_ONCE
            if fits and self._begins_at(held + 1) - self._begins_at(found[-1][0]) <= ROWS_AT_ONCE:
                found[-1].append(held)
            else:
                found.append([held])
        return found

    def count_ranks(self, starts: Sequence[int]) -> None:
        first = self.hands.first
        begin, end = first[starts[0]], first[starts[-1]]
        rows = zeros("q", COLUMNS * (end - begin))
        self.add_ranks(starts, memoryview(rows))
        items = self._classes[starts[0] : starts[-1]]
        self._add_up(self._classes, first[:-1], self._hands, items, begin, rows)

    def count_suits(self, start: int, end: int) -> None:
        (begins, slots), base = self.hands.suits, self._begins_at(start)
        rows = zeros("i", COLUMNS * (self._begins_at(end) - base))
        self.add_suits(start, end, self._slot_row, rows, base)
        items = slots[begins[start] : begins[end]]
        self._add_up(self.hands.slot_class, self._slot_row, self._met, items, base, rows)

    def _add_up(
        self,
        of: array[int],
        begin: array[int],
        times: array[int],
        items: array[int],
        base: int,
        rows: array[int],
    ) -> None:
        total = zeros("q", COLUMNS * self._kinds)
        if rows:
            kernel.add_up(
                of, begin, times, items, base, self.hands.first, self._kind,
                table(memoryview(rows)), table(memoryview(total)),
            )  # fmt: skip
        self._totals.append(total)


def size(hands: SetHands) -> int:
    """Return how many bytes it takes to add hands up by one worker."""
    rows = 2 * ROWS_AT_ONCE
    return (
        hands.listed
        + NUMBER * (len(hands.classes) + 2 * len(hands.slot_class))
        + HALF * COLUMNS * rows
    )
