"""One decision as a problem: its cells, the conditions that tell some from others, and what a list
of them loses, exactly.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import compress, pairwise
from typing import Any

from combin.counting import zeros
from combin.kernels import gains, matching, pure
from combin.strategies.conditions import Condition, wagered
from combin.strategies.gathering import Cells
from combin.strategies.lines import Line
from combin.strategies.phrasing import burden, easiest
from combin.strategies.traits import WAGERED

Row = tuple[int, tuple[int, ...]]  # a line in the search: an action's number, numbers of conditions
Rows = tuple[Row, ...]
NEVER, ALWAYS = -1, -2  # in the place of a condition's number: no cell meets it, every cell does


def candidates(cells: Cells, more: Iterable[Condition] = ()) -> list[Condition]:
    """Return the conditions that may tell some cells from others, simple ones first; more: others,
    known to be useful.
    """
    view, listed = cells.view, list(cells.view.phrases.values())
    listed += [
        make(strength)
        for strength in _borders(cells)
        for make in (view.hand_or_better, view.less_than)
    ]
    listed += [wagered(sense, stake) for stake in cells.stakes for sense in ("at least", "at most")]
    return [condition for condition in (*listed, *more) if cells.can_tell(condition)]


def _borders(cells: Cells) -> list[int]:
    """Return the strengths at which the best actions change, in the order of strength; all, where
    nothing else is looked at.
    """
    strengths: dict[int, set[int]] = {}
    count, every = len(cells.actions), set(range(len(cells.actions)))
    for at in range(len(cells)):
        good = {action for action in range(count) if not cells.loss[at * count + action]}
        strength = cells.rows[at * cells.width]
        strengths[strength] = strengths.get(strength, every) & good
    runs = [(strength, strengths[strength]) for strength in sorted(strengths)]
    if cells.width == 1:
        return [strength for strength, _ in runs[1:]]
    return [high for (_, low), (high, best) in pairwise(runs) if not low & best][:60]


def _code(cells: Cells, conditions: Iterable[Condition]) -> array[int]:
    """Return (column, low, high) for each condition."""
    code = array("q")
    for condition in conditions:
        low, high = condition.low, condition.high
        if condition.trait == WAGERED:
            within = [place for place, stake in enumerate(cells.stakes) if low <= stake <= high]
            low, high = (within[0], within[-1]) if within else (1, 0)
        code.extend([cells.columns.index(condition.trait), int(low), int(high)])
    return code


class Problem:
    """A decision and the conditions to answer it with; sets of cells are bits of whole numbers."""

    def __init__(self, cells: Cells, known: Sequence[Sequence[Line]] = ()) -> None:
        """known: lists that others found, to begin with."""
        self.cells, self.count = cells, len(cells.actions)
        self.size = len(cells)
        self.words = (self.size + 63) // 64
        self.conditions: list[Condition] = []
        self.masks: list[int] = []
        self._numbers: dict[Condition, int] = {}
        said = [condition for lines in known for line in lines for condition in line.conditions]
        self._choose(candidates(cells, said))
        self.hard = [condition.hardness for condition in self.conditions]
        self.best = [
            union(at for at in range(self.size) if not cells.loss[at * self.count + a])
            for a in range(self.count)
        ]
        self.all = (1 << self.size) - 1
        self.codes = [_code(cells, (condition,)) for condition in self.conditions]
        self.bits = self.packed_bits(self.masks, self.words)
        self._place()
        self.known = [rows for lines in known if (rows := self._rows_of(lines))]

    def _choose(self, offered: list[Condition]) -> None:
        """Keep one condition of each set of cells, the easiest."""
        offered = sorted(offered, key=lambda condition: condition.hardness)
        bits = zeros("Q", len(offered) * self.words)
        pure.masks(self.cells.rows, self.cells.width, _code(self.cells, offered), bits)
        raw, step, seen = bits.tobytes(), 8 * self.words, {0: NEVER, (1 << self.size) - 1: ALWAYS}
        for number, condition in enumerate(offered):
            mask = int.from_bytes(raw[number * step : (number + 1) * step], "little")
            if mask not in seen:
                seen[mask] = len(self.conditions)
                self.conditions.append(condition)
                self.masks.append(mask)
            self._numbers[condition] = seen[mask]

    def _place(self) -> None:
        """Write every row as places: each column has one for each range of values that the
        conditions do not tell apart.
        """
        width = self.cells.width
        cuts: list[set[int]] = [{-(2**40)} for _ in range(width)]
        for column, low, high in self.codes:
            cuts[column] |= {low, high + 1}
        ordered = [sorted(values) for values in cuts]
        first = [sum(map(len, ordered[:column])) for column in range(width)]
        columns = [
            array(
                "H",
                (
                    first[c] + bisect_right(ordered[c], value) - 1
                    for value in self.cells.rows[c::width]
                ),
            )
            for c in range(width)
        ]
        placed = array("H", (place for row in zip(*columns) for place in row))
        within = array("i")
        for column, low, high in self.codes:
            start, end = (ordered[column].index(value) for value in (low, high + 1))
            within.extend([column, first[column] + start, first[column] + end - 1])
        self.grid = gains.Grid(placed, width, sum(map(len, ordered)), within)

    def _rows_of(self, lines: Sequence[Line]) -> Rows | None:
        """Return a list in the search's numbers; lines that no cell meets are left out, conditions
        met everywhere, too.
        """
        found: list[Row] = []
        for line in lines:
            if not all(condition in self._numbers for condition in line.conditions):
                return None
            parts = [self._numbers[condition] for condition in line.conditions]
            if NEVER not in parts:
                found.append(
                    (
                        self.cells.actions.index(line.action),
                        tuple(sorted(part for part in parts if part >= 0)),
                    )
                )
        if not found or found[-1][1]:
            return None
        return tuple(found[: next(at for at, (_, parts) in enumerate(found) if not parts) + 1])

    @staticmethod
    def packed_bits(masks: Iterable[int], words: int) -> array[int]:
        return array("Q", b"".join(mask.to_bytes(8 * words, "little") for mask in masks))

    def held(self, parts: Iterable[int], among: int) -> int:
        """Return the cells of `among` at which all conditions hold."""
        for part in parts:
            among &= self.masks[part]
        return among

    def loss(self, lines: Sequence[Row]) -> int:
        """Return what a list loses, scaled."""
        return matching.lost(self.followed(lines)[1], self.cells.loss)

    def followed(self, lines: Sequence[Row]) -> tuple[bytearray, bytearray]:
        """Return for each cell the number of the line that it meets, and that of the action which
        the list takes.
        """
        code, found = array("q"), bytearray(self.size)
        for number, (_, parts) in enumerate(lines):
            code.extend([number, len(parts)])
            for part in parts:
                code += self.codes[part]
        matching.match(self.cells.rows, self.cells.width, code, found)
        actions = bytes(action for action, _ in lines)
        return found, found.translate(actions + bytes(256 - len(actions)))

    def is_exact(self, lines: Sequence[Row]) -> bool:
        left = self.all
        for action, parts in lines:
            held = self.held(parts, left)
            if held & ~self.best[action]:
                return False
            left &= ~held
        return not left

    def simplified(self, lines: Rows) -> Rows:
        """Return an exact list without the lines and conditions that it does not need to be
        exact.
        """
        at = 0
        while at < len(lines) - 1:
            shorter = lines[:at] + lines[at + 1 :]
            if self.is_exact(shorter):
                lines = shorter
            else:
                at += 1
        for at, (action, parts) in enumerate(lines):
            for part in parts:
                fewer = tuple(p for p in lines[at][1] if p != part)
                trial = (*lines[:at], (action, fewer), *lines[at + 1 :])
                if (fewer or at == len(lines) - 1) and self.is_exact(trial):
                    lines = trial
        return lines

    def easier(self, lines: Rows) -> Rows:
        """Return a list that loses no more and is no harder: every line in the easiest words that
        decide the same cells.
        """
        for at, (action, parts) in enumerate(lines[:-1]):
            met, chosen = self.followed((*lines[:at], *lines[at + 1 :]))
            held = self.held(parts, self.all)
            inside, outside = bytearray(self.size), bytearray(self.size)
            matching.sides(met, chosen, at, action, self.cells.loss, inside, outside)
            need, wrong = flags(inside) & held, flags(outside) & ~held
            told = easiest(self.masks, self.hard, need, wrong, self._hard((action, parts)))
            if told is not None:
                lines = (*lines[:at], (action, told), *lines[at + 1 :])
        return self._ordered(lines, self._hard)

    def _ordered(self, lines: Rows, rank: Callable[[Row], Any]) -> Rows:
        """Return a list that loses no more, its lines in the order of a rank as far as that
        goes.
        """
        loss = self.loss(lines)
        for last in range(1, len(lines) - 1):
            for at in range(last, 0, -1):
                upper, lower = lines[at - 1 : at + 1]
                trial = (*lines[: at - 1], lower, upper, *lines[at + 1 :])
                if rank(lower) >= rank(upper) or self.loss(trial) > loss:
                    break
                lines = trial
        return lines

    def _hard(self, row: Row) -> int:
        return sum(self.hard[part] for part in row[1])

    def burden(self, lines: Rows) -> int:
        """Return how hard a list is to remember."""
        return burden([[self.conditions[part] for part in parts] for _, parts in lines])

    def written(self, lines: Rows) -> tuple[Line, ...]:
        """Return the list in words, lines that stake more further up: as players learn them."""
        lines = self._ordered(lines, lambda row: (-row[0], self._hard(row)))
        return tuple(
            Line(self.cells.actions[a], tuple(self.conditions[part] for part in parts))
            for a, parts in lines
        )


# --- Sets of cells -----------------------------------------------------------------------------


_BITS = bytes.maketrans(b"01", b"\0\1")


def places(mask: int) -> Iterator[int]:
    """Yield the places of the bits of a mask, ascending."""
    text = bin(mask)[:1:-1].encode().translate(_BITS)
    return compress(range(len(text)), text)


def thinned(mask: int, most: int) -> int:
    """Return about `most` members of a set, evenly spread."""
    count = mask.bit_count()
    return mask if count <= most else union(list(places(mask))[:: count // most + 1])


def union(places: Iterable[int]) -> int:
    mask = bytearray()
    for at in places:
        if len(mask) <= at >> 3:
            mask.extend(bytes((at >> 3) + 1 - len(mask)))
        mask[at >> 3] |= 1 << (at & 7)
    return int.from_bytes(mask, "little")


def flags(each: bytearray) -> int:
    """Return the set of the places that hold 1 rather than 0."""
    return int(bytes(each[::-1]).translate(bytes.maketrans(b"\x00\x01", b"01")) or b"0", 2)
