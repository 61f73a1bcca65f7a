"""Finds short strategies in lines: the exact cost of every list is proved, that no better list exists is only searched.

Information sets with equal traits are one cell. A line is a conjunction of up to three conditions; a list is exact when in
every cell that the best play comes to the action it takes is a best one. Lists are built from the top by lines that are never
wrong, and by lines that gain most; then every line and condition that can be left out is left out.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import comb, factorial

from combin.counting import Plan, Tally, tallies
from combin.errors import CombinError
from combin.kernels import traits as kernel
from combin.rules import Game
from combin.settlement import Path
from combin.solver import Money, Solved, path_key
from combin.strategy.cells import following, traits_of, zeros
from combin.strategy.lines import Line, Lines
from combin.strategy.pricing import priced, verify_size
from combin.strategy.vocabulary import (
    JOKER,
    MOST,
    OUTS,
    POINTS,
    RANK,
    STRAIGHT,
    STRENGTH,
    SUITED,
    UP,
    UP_RANK,
    WAGERED,
    Condition,
    View,
    stakes_so_far,
    wagered,
)  # fmt: skip

LIMIT = 24  # lines for one decision, beyond which no list is tried
MANY = 200_000  # information sets of a decision beyond which strengths that need no other trait are set apart
SEARCHED = 10_000_000  # information sets of a decision that are searched; beyond, minutes pass
WIDE = 3  # partial lists kept at a time
SHORT = 5  # lines up to which lists are also grown by what they gain
SAMPLE, ROUNDS = 1_000, 8  # cells by which conjunctions are chosen, and how often the sample may grow
EFFORT = 4_000_000  # words of conjunctions of three that are looked at, one line at a time


@dataclass(frozen=True)
class Rung:
    """The best list found of so many lines. cost: what it loses against the best play, in units, exactly."""

    lines: Lines
    cost: Fraction

    def __len__(self) -> int:
        return len(self.lines)


@dataclass(frozen=True)
class Ladder:
    """The best lists found, shorter ones first, each cheaper than those before it.

    game, bet: as resolved. optimum: the expected value of the best play. exact: the shortest list found that costs nothing, or
    None. situations: decision -> information sets, suits relabelled.
    """

    game: Game
    bet: str
    optimum: Fraction
    rungs: tuple[Rung, ...]
    situations: dict[str, int]

    @property
    def exact(self) -> Lines | None:
        return next((rung.lines for rung in self.rungs if not rung.cost), None)


# --- The cells of a decision -----------------------------------------------------------------------------------------


@dataclass
class Cells:
    """What a decision has to answer: rows of traits, and for each the loss of every action.

    columns: the traits kept. rows: one row a cell. loss: a column an action, scaled, summed over the deals of the best play.
    actions: their names, the smallest stake first. stakes: what was wagered so far, where it matters, ascending; the last
    column is then a place in it.
    """

    view: View
    columns: list[int]
    rows: array[int]
    loss: array[int]
    actions: list[str]
    stakes: list[Fraction] = field(default_factory=list)

    @property
    def width(self) -> int:
        return len(self.columns)

    def __len__(self) -> int:
        return len(self.loss) // len(self.actions)


class Gathering:
    """Adds up the cells of all decisions over the tallies of a bet."""

    def __init__(self, money: Money, columns: dict[int, list[int]], between: dict[int, tuple[int, int]]) -> None:
        self.money, self.plan, self.columns, self.between = money, money.plan, columns, between
        self.views = [View(self.plan, stage) for stage in self.plan.stages]
        self.cells = [kernel.Cells(len(columns[place])) for place in range(len(self.views))]
        self.loss: list[dict[Path, array[int]]] = [{} for _ in self.views]
        self.sets = [0] * len(self.views)
        self.best = 0

    def share(self, part: int, parts: int) -> Gathering:
        """Add one of `parts` shares of the work."""
        for tally in tallies(self.plan, part, parts):
            self.take(tally)
        return self

    def add(self, other: Gathering) -> None:
        """Add what another share found."""
        self.best += other.best
        for place, cells in enumerate(other.cells):
            self.sets[place] += other.sets[place]
            rows, numbers = zeros("i", len(cells) * len(self.columns[place])), zeros("i", len(cells))
            cells.written(rows)
            self.cells[place].number(rows, numbers)
            for history, sums in other.loss[place].items():
                self._merge(place, history, sums, numbers)

    def _merge(self, place: int, history: Path, sums: array[int], numbers: array[int]) -> None:
        step = 1 + len(self.plan.actions(history))
        mine = self.loss[place].setdefault(history, array("q"))
        mine.extend(zeros("q", step * len(self.cells[place]) - len(mine)))
        for at, number in enumerate(numbers[: len(sums) // step]):
            for column in range(step):
                mine[number * step + column] += sums[at * step + column]

    def take(self, tally: Tally) -> None:
        """Add one tally."""
        solved = Solved(self.money, tally, keep=True)
        self.best += sum(solved.best[0, ()][0])
        ways: dict[tuple[int, Path], array[int]] = {(0, ()): array("q", [1]) * len(tally.levels[0])}
        for place, view in enumerate(self.views):
            numbers = self._numbers(view, tally, place)
            for history in self.plan.histories(view.stage):
                there = ways[place, history]
                self._add(solved, place, history, numbers, there)
                ways |= following(self.plan, tally, place, history, there, solved.best[place, path_key(history)][1])

    def _numbers(self, view: View, tally: Tally, place: int) -> array[int]:
        rows, size = traits_of(view, tally, place), len(tally.levels[place])
        columns = array("i", self.columns[place])
        kept, numbers = zeros("i", size * len(columns)), zeros("i", size)
        kernel.reduce(rows, view.width, columns, *self.between.get(place, (0, MOST)), kept)
        self.cells[place].number(kept, numbers)
        self.sets[place] += size
        return numbers

    def _add(self, solved: Solved, place: int, history: Path, numbers: array[int], ways: array[int]) -> None:
        """Add the losses of every action after one history; the last column counts the ways to come there."""
        best, values = solved.best[place, path_key(history)][0], solved.values[place, path_key(history)]
        step = len(values) + 1
        sums = self.loss[place].setdefault(history, array("q"))
        sums.extend(zeros("q", step * len(self.cells[place]) - len(sums)))
        for number, value in enumerate(values):
            kernel.lose(best, value, ways, numbers, step, number, sums)
        kernel.total(ways, array("q", [1]) * len(ways), numbers, step, step - 1, sums)

    def decision(self, place: int) -> Cells:
        """Return the cells of one decision; the stakes so far are a trait only where they change what is best."""
        view, width = self.views[place], len(self.columns[place])
        rows = zeros("i", width * len(self.cells[place]))
        self.cells[place].written(rows)
        names = [action.name for action in self.plan.actions(self.plan.histories(view.stage)[0])]
        step = len(names) + 1
        by_stake: dict[Fraction, list[list[int]]] = {}
        for history, sums in self.loss[place].items():
            table = [list(sums[at : at + step]) for at in range(0, len(sums), step)]
            table.extend([[0] * step] * (len(self.cells[place]) - len(table)))
            stake = stakes_so_far(self.plan, history)
            old = by_stake.get(stake)
            by_stake[stake] = [[a + b for a, b in zip(x, y)] for x, y in zip(old, table)] if old else table
        return _cells(view, list(self.columns[place]), rows, names, by_stake)


def _cells(
    view: View, columns: list[int], rows: array[int], names: list[str], by_stake: dict[Fraction, list[list[int]]]
) -> Cells:
    """Put the tables of all stakes together, without the cells that are not reached or were set apart."""
    count, width, tables = len(names), len(columns), [by_stake[stake] for stake in sorted(by_stake)]
    alike = len(tables) == 1 or all(_agree(cell, count) for cell in zip(*tables))
    split = [(0, [[sum(parts) for parts in zip(*cell)] for cell in zip(*tables)])] if alike else list(enumerate(tables))
    kept, loss = array("i"), array("q")
    for number, table in split:
        for at, sums in enumerate(table):
            row = rows[at * width : (at + 1) * width]
            if sums[count] and max(sums[:count]) > 0 and row[0] != -9:
                kept.extend(row if alike else [*row, number])
                loss.extend(sums[:count])
    return Cells(view, columns if alike else [*columns, WAGERED], kept, loss, names, [] if alike else sorted(by_stake))


def _agree(cell: Sequence[list[int]], count: int) -> bool:
    """Tell whether some action is best whatever was wagered."""
    return any(not any(sums[action] for sums in cell) for action in range(count))


# --- Candidates ------------------------------------------------------------------------------------------------------


def _candidates(cells: Cells) -> list[Condition]:
    """Return the conditions that may tell some cells from others, simple ones first."""
    view, listed = cells.view, list(cells.view.phrases.values())
    listed += [make(strength) for strength in _borders(cells) for make in (view.hand_or_better, view.less_than)]
    listed += [wagered(sense, stake) for stake in cells.stakes for sense in ("at least", "at most")]
    return [condition for condition in listed if condition.trait in cells.columns]


def _borders(cells: Cells) -> list[int]:
    """Return the strengths at which the best actions change, in the order of strength; all, where nothing else is looked at."""
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


Row = tuple[int, tuple[int, ...]]  # a line in the search: an action's number, numbers of conditions


class Search:
    """The search for one decision."""

    def __init__(self, cells: Cells) -> None:
        self.cells, self.count = cells, len(cells.actions)
        self.size = len(cells)
        self.words = (self.size + 63) // 64
        self.conditions: list[Condition] = []
        self.masks: list[int] = []
        self._choose(_candidates(cells))
        self.best = [_union(at for at in range(self.size) if not cells.loss[at * self.count + a]) for a in range(self.count)]
        self.all = (1 << self.size) - 1
        self.codes = [_code(cells, (condition,)) for condition in self.conditions]
        self.bits = self._bits(self.masks, self.words)

    def _choose(self, candidates: list[Condition]) -> None:
        """Keep one condition of each set of cells."""
        bits = zeros("Q", len(candidates) * self.words)
        kernel.masks(self.cells.rows, self.cells.width, _code(self.cells, candidates), bits)
        raw, step, seen = bits.tobytes(), 8 * self.words, {0, (1 << self.size) - 1}
        for number, condition in enumerate(candidates):
            mask = int.from_bytes(raw[number * step : (number + 1) * step], "little")
            if mask not in seen:
                seen.add(mask)
                self.conditions.append(condition)
                self.masks.append(mask)

    @staticmethod
    def _bits(masks: Iterable[int], words: int) -> array[int]:
        return array("Q", b"".join(mask.to_bytes(8 * words, "little") for mask in masks))

    def held(self, parts: Iterable[int], among: int) -> int:
        """Return the cells of `among` at which all conditions hold."""
        for part in parts:
            among &= self.masks[part]
        return among

    def loss(self, lines: Sequence[Row]) -> int:
        """Return what a list loses, scaled."""
        return kernel.lost(self.choices(lines), self.cells.loss)

    def choices(self, lines: Sequence[Row]) -> bytearray:
        """Return the number of the action that a list takes in each cell."""
        code, found = array("q"), bytearray(self.size)
        for number, (_, parts) in enumerate(lines):
            code.extend([number, len(parts)])
            for part in parts:
                code += self.codes[part]
        kernel.match(self.cells.rows, self.cells.width, code, found)
        actions = bytes(action for action, _ in lines)
        return found.translate(actions + bytes(256 - len(actions)))

    def is_exact(self, lines: Sequence[Row]) -> bool:
        left = self.all
        for action, parts in lines:
            held = self.held(parts, left)
            if held & ~self.best[action]:
                return False
            left &= ~held
        return not left

    # --- Lists that are never wrong ----------------------------------------------------------------------------------

    def grown(self) -> tuple[list[Row], bool]:
        """Return the shortest list found that is right in every cell, else the one that loses least, and which it is."""
        found = [self._grown(default) for default in (None, *range(self.count))]
        exact: list[tuple[Row, ...]] = [self.simplified(lines) for lines, done in found if done]
        if exact:
            return list(min(exact, key=lambda found: _taste(tuple(found)))), True
        partial = [[*lines, (action, ())] for lines, _ in found for action in range(self.count)]
        return min(partial, key=self.loss), False

    def _grown(self, default: int | None) -> tuple[tuple[Row, ...], bool]:
        """Grow lists from the top, the best few at a time, until one action is right everywhere else; tell whether it is.

        default: the action of the last line, whose cells need no line of their own; None: any.
        """
        front: list[tuple[int, tuple[Row, ...]]] = [(self.all, ())]
        for _ in range(LIMIT):
            for left, lines in front:
                for action in range(self.count):
                    if not left & ~self.best[action]:
                        return (*lines, (action, ())), True
            grown: dict[int, tuple[Row, ...]] = {}
            for left, lines in front:
                for action, parts in self._pure(left, default):
                    grown.setdefault(left & ~self.held(parts, left), (*lines, (action, parts)))
            if not grown:
                break
            front = sorted(grown.items(), key=lambda item: self._missing(item[0], default))[:WIDE]
        return front[0][1], False

    def _missing(self, left: int, default: int | None) -> int:
        """Return how many cells still need a line."""
        if default is not None:
            return (left & ~self.best[default]).bit_count()
        return min((left & ~best).bit_count() for best in self.best)

    def _pure(self, left: int, default: int | None) -> Iterator[Row]:
        for action in range(self.count):
            wrong = left & ~self.best[action]
            others = [best for other, best in enumerate(self.best) if other != action]
            if default is None:
                need = left & self.best[action]
                for best in others:
                    need &= ~best
            elif action == default:
                continue
            else:
                need = left & self.best[action] & ~self.best[default]
            if need:
                yield from ((action, parts) for parts in self._conjunctions(wrong, need))

    def _conjunctions(self, wrong: int, need: int) -> list[tuple[int, ...]]:
        """Return conjunctions with no wrong cell and many needed ones, by a sample that grows where it misleads."""
        some, bad = _thinned(need, SAMPLE), _thinned(wrong, SAMPLE)
        found: list[tuple[int, ...]] = []
        for _ in range(ROUNDS):
            found = self._pure_of(bad, some)
            wrongly = [held for held in (self.held(parts, wrong) for parts in found) if held]
            if not wrongly:
                break
            for held in wrongly:
                bad |= _thinned(held, SAMPLE // 10)
        return [parts for parts in found if not self.held(parts, wrong)]

    def _pure_of(self, wrong: int, need: int) -> list[tuple[int, ...]]:
        bits, words, flags, back = self._packed(wrong | need, (wrong, need))
        score, parts = zeros("q", WIDE), zeros("i", 3 * WIDE)
        bad, some = (self._bits((flag,), words) for flag in flags)
        kernel.pure(bits, words, bad, some, 3, EFFORT, score, parts)
        return [self._parts(parts, i, back) for i in range(WIDE) if score[i]]

    @staticmethod
    def _parts(parts: array[int], i: int, back: list[int]) -> tuple[int, ...]:
        return tuple(back[part] for part in parts[3 * i : 3 * i + 3] if part >= 0)

    def _packed(self, among: int, masks: Sequence[int]) -> tuple[array[int], int, list[int], list[int]]:
        """Return the sets of all conditions, and other sets, with only the cells of `among`; equal conditions once.

        The last item maps a condition that is left to its number.
        """
        places = array("q", _places(among))
        words = (len(places) + 63) // 64
        packed = zeros("Q", words * len(self.masks))
        kernel.pack(self.bits, self.words, places, words, packed)
        raw, step, seen, back = packed.tobytes(), 8 * words, set(), []
        kept = bytearray()
        for number in range(len(self.masks)):
            piece = raw[number * step : (number + 1) * step]
            if piece not in seen and any(piece):
                seen.add(piece)
                back.append(number)
                kept += piece
        others = zeros("Q", words * len(masks))
        kernel.pack(self._bits(masks, self.words), self.words, places, words, others)
        raw = others.tobytes()
        flags = [int.from_bytes(raw[i * step : (i + 1) * step], "little") for i in range(len(masks))]
        return array("Q", bytes(kept)), words, flags, back

    def simplified(self, lines: Sequence[Row]) -> tuple[Row, ...]:
        """Return the list without the lines and conditions that it does not need to be exact."""
        lines, at = list(lines), 0
        while at < len(lines) - 1:
            shorter = lines[:at] + lines[at + 1 :]
            if self.is_exact(shorter):
                lines = shorter
            else:
                at += 1
        for at, (action, parts) in enumerate(lines):
            for part in parts:
                fewer = tuple(p for p in lines[at][1] if p != part)
                trial = [*lines[:at], (action, fewer), *lines[at + 1 :]]
                if (fewer or at == len(lines) - 1) and self.is_exact(trial):
                    lines = trial
        return tuple(lines)

    # --- Lists that lose little --------------------------------------------------------------------------------------

    def cheap(self, most: int) -> dict[int, tuple[int, tuple[Row, ...]]]:
        """Return number of lines -> (loss, list) for lists that grow by the line that gains most, anywhere in the list."""
        lines: list[Row] = min(([(action, ())] for action in range(self.count)), key=self.loss)
        found: dict[int, tuple[int, tuple[Row, ...]]] = {1: (self.loss(lines), tuple(lines))}
        while len(lines) < most and found[len(lines)][0]:
            better = self._extended(lines)
            if better is None:
                break
            lines = better
            found[len(lines)] = self.loss(lines), tuple(lines)
        return found

    def _extended(self, lines: list[Row]) -> list[Row] | None:
        best_gain, best = 0, None
        left, holds, choice = self.all, [], self.choices(lines)
        for _, parts in lines:
            holds.append(left)
            left &= ~self.held(parts, left)
        for at, among in enumerate(holds):
            for action in range(self.count):
                if at == len(lines) - 1 and action == lines[-1][0]:
                    continue
                gain, parts = self._gain(among, action, choice)
                if gain > best_gain:
                    best_gain, best = gain, [*lines[:at], (action, parts), *lines[at:]]
        return best

    def _gain(self, among: int, action: int, choice: bytearray) -> tuple[int, tuple[int, ...]]:
        loss, count = self.cells.loss, self.count
        weights = {at: gain for at in _places(among) if (gain := loss[at * count + choice[at]] - loss[at * count + action])}
        places = list(weights)[:: len(weights) // (4 * SAMPLE) + 1]
        if not places:
            return 0, ()
        bits, words, _, back = self._packed(_union(places), ())
        score, found = zeros("q", 1), zeros("i", 3)
        kernel.gains(bits, words, array("q", (weights[at] for at in places)), 2, score, found)
        parts = self._parts(found, 0, back)
        return sum(weights.get(at, 0) for at in _places(self.held(parts, among))) if parts else 0, parts

    def pruned(self, lines: Sequence[Row]) -> dict[int, tuple[int, tuple[Row, ...]]]:
        """Return number of lines -> (loss, list), one line after the other left out where it costs least."""
        found = {len(lines): (self.loss(lines), tuple(lines))}
        while len(lines) > 1:
            trials = [[*lines[:at], *lines[at + 1 :]] for at in range(len(lines) - 1)]
            lines = min(trials, key=self.loss)
            found[len(lines)] = self.loss(lines), tuple(lines)
        return found

    def ladder(self, most: int) -> dict[int, tuple[int, tuple[Line, ...]]]:
        """Return number of lines -> (loss, lines): each cheaper than those before."""
        whole, _ = self.grown()
        found = self.cheap(min(most, SHORT, len(whole)))
        for length, entry in self.pruned(whole).items():
            if length not in found or entry[0] <= found[length][0]:
                found[length] = entry
        steps, least = {}, None
        for length in sorted(found):
            loss, lines = found[length]
            if least is None or loss < least:
                least, steps[length] = loss, (loss, self.written(lines))
        return steps

    def written(self, lines: Sequence[Row]) -> tuple[Line, ...]:
        return tuple(Line(self.cells.actions[a], tuple(self.conditions[part] for part in parts)) for a, parts in lines)


def _taste(lines: Sequence[Row]) -> tuple[int, int, int, tuple[Row, ...]]:
    """Return what the better of two exact lists has less of: lines, conditions, stakes where no line speaks."""
    return len(lines), sum(len(parts) for _, parts in lines), lines[-1][0], tuple(lines)


def _places(mask: int) -> Iterator[int]:
    """Yield the places of the bits of a mask, ascending."""
    text = bin(mask)[:1:-1]
    at = text.find("1")
    while at >= 0:
        yield at
        at = text.find("1", at + 1)


def _thinned(mask: int, most: int) -> int:
    """Return about `most` members of a set, evenly spread."""
    count = mask.bit_count()
    return mask if count <= most else _union(list(_places(mask))[:: count // most + 1])


def _union(places: Iterable[int]) -> int:
    mask = bytearray()
    for at in places:
        if len(mask) <= at >> 3:
            mask.extend(bytes((at >> 3) + 1 - len(mask)))
        mask[at >> 3] |= 1 << (at & 7)
    return int.from_bytes(mask, "little")


# --- A whole bet -----------------------------------------------------------------------------------------------------


def find(game: Game, bet: str = "base", limit: int = 20, fine: bool = False) -> Ladder:
    """Return the ladder of lists found for a bet of a resolved game.

    limit: lines of the longest list wanted. fine: whether lines may also count the unseen cards that make a hand, and ask which
    cards have the up card's suit.
    Raises CombinError where the sums over all deals could pass 63 bits, or where a decision has too many situations.
    """
    money = Money(Plan(game, game.bet(bet)))
    verify_size(money)
    plan = money.plan
    if not plan.stages:
        result = priced(money, Lines(game.slug, bet, {}))
        return Ladder(game, bet, result.value, (Rung(result.lines, Fraction(0)),), {})
    most = max(_sets(plan, View(plan, stage)) for stage in plan.stages)
    if most > SEARCHED:
        raise CombinError(
            f"{game.slug}: about {most:,} situations at one decision are more than the {SEARCHED:,} searched for lines; "
            "combin price prices lines of your own"
        )
    gathered, before, short = _gathered(money, fine)
    names = [plan.decisions[stage.number].name for stage in plan.stages]
    steps = []
    for place in range(len(names)):
        found = _ladder(gathered.decision(place), limit)
        steps.append(_around(found, before.get(place, ()), short.get(place, {})))
    optimum = Fraction(gathered.best, plan.deals * money.scale)
    rungs = _rungs(money, names, steps, limit)
    return Ladder(game, bet, optimum, tuple(rungs), dict(zip(names, gathered.sets)))


Steps = dict[int, tuple[int, tuple[Line, ...]]]

_KNOWN: dict[tuple[object, ...], Steps] = {}  # games whose choices do not touch a decision share its lists


def _ladder(cells: Cells, limit: int) -> Steps:
    """Return the ladder of a decision, searched once for the same cells and conditions."""
    key = (*_candidates(cells), *cells.actions, *cells.stakes, limit, cells.rows.tobytes(), cells.loss.tobytes())
    if key not in _KNOWN:
        _KNOWN[key] = Search(cells).ladder(limit)
    return _KNOWN[key]


def _around(found: Steps, before: Sequence[Line], short: Steps) -> Steps:
    """Return the lists with the lines of strength alone in front, and the lists of strength alone where they are better."""
    steps = {length + len(before): (loss, (*before, *lines)) for length, (loss, lines) in found.items()}
    for length, entry in short.items():
        if length not in steps or entry[0] < steps[length][0]:
            steps[length] = entry
    kept: Steps = {}
    for length in sorted(steps):
        if not kept or steps[length][0] < min(loss for loss, _ in kept.values()):
            kept[length] = steps[length]
    return kept


def _gathered(money: Money, fine: bool) -> tuple[Gathering, dict[int, list[Line]], dict[int, Steps]]:
    """Return the cells, and for decisions of very many sets the lines and lists that look at the strength alone."""
    plan = money.plan
    views = [View(plan, stage) for stage in plan.stages]
    columns = {place: _columns(view, fine) for place, view in enumerate(views)}
    between: dict[int, tuple[int, int]] = {}
    before: dict[int, list[Line]] = {}
    short: dict[int, Steps] = {}
    large = [place for place, view in enumerate(views) if _sets(plan, view) > MANY]
    if large:
        first = _pass(money, {place: [STRENGTH] for place in columns}, {})
        for place in large:
            cells = first.decision(place)
            short[place] = Search(cells).ladder(4)
            between[place], before[place] = _peeled(first, place)
    return _pass(money, columns, between), before, short


def _pass(money: Money, columns: dict[int, list[int]], between: dict[int, tuple[int, int]]) -> Gathering:
    many = any(_sets(money.plan, View(money.plan, stage)) > MANY for stage in money.plan.stages)
    parts = min(os.cpu_count() or 1, 8) if many else 1
    whole = Gathering(money, columns, between)
    if parts == 1:
        whole.share(0, 1)
        return whole
    with ThreadPoolExecutor(parts) as executor:
        for gathering in executor.map(lambda part: Gathering(money, columns, between).share(part, parts), range(parts)):
            whole.add(gathering)
    return whole


def _sets(plan: Plan, view: View) -> int:
    """Return about how many information sets a decision has."""
    left, ways = len(plan.game.deck), 1
    for role in view.stage.roles:
        ways, left = ways * comb(left, role.size), left - role.size
    return ways // factorial(len(plan.game.deck.suits))


def _columns(view: View, fine: bool) -> list[int]:
    """Return the traits worth looking at: no draws where the hand is complete, nothing that is the same everywhere."""
    zones = {zone for role in view.stage.roles for zone in role.zones}
    draws = range(STRAIGHT, POINTS) if not set(view.hand.zones) <= zones and view.ranking.size > 2 else ()
    columns = [STRENGTH, *range(RANK, RANK + min(view.cards, 8)), SUITED, *draws]
    columns += [POINTS] if any(view.points) else []
    columns += [JOKER] if view.plan.game.deck.jokers else []
    columns += range(UP, OUTS if fine else UP_RANK) if view.up is not None else ()
    return columns + (list(range(OUTS, view.width)) if fine else [])


def _peeled(first: Gathering, place: int) -> tuple[tuple[int, int], list[Line]]:
    """Return the strengths between which other traits matter, and lines for the others."""
    view, plan = first.views[place], first.plan
    rows, names = zeros("i", len(first.cells[place])), [a.name for a in plan.actions(plan.histories(view.stage)[0])]
    first.cells[place].written(rows)
    step = len(names) + 1
    good: dict[int, set[int]] = {}
    for sums in first.loss[place].values():
        for at in range(len(sums) // step):
            best = {action for action in range(len(names)) if not sums[at * step + action]}
            good[rows[at]] = good.get(rows[at], best) & best
    strengths = sorted(good)
    low, weak = _run(strengths, good)
    high, strong = _run(strengths[::-1], good)
    lines = [Line(names[strong], (view.hand_or_better(high),))] if strong is not None else []
    after = next((strength for strength in strengths if strength > low), MOST) if weak is not None else 0
    lines += [Line(names[weak], (view.less_than(after),))] if weak is not None else []
    return (after, high - 1 if strong is not None else MOST), lines


def _run(strengths: list[int], good: dict[int, set[int]]) -> tuple[int, int | None]:
    """Return the last strength of the run from the first in which one action is best everywhere, and that action."""
    best, last = set(good[strengths[0]]), strengths[0]
    for strength in strengths:
        if not best & good[strength]:
            break
        best, last = best & good[strength], strength
    return last, min(best, default=None)


def _rungs(money: Money, names: list[str], steps: list[Steps], limit: int) -> Iterator[Rung]:
    """Yield the best lists of all decisions together, by the number of lines, each cheaper than those before it."""
    plan, least = money.plan, None
    for length, parts in sorted(_together(steps).items()):
        if length > limit:
            return
        lines = Lines(plan.game.slug, plan.bet.key, dict(zip(names, (steps[place][n][1] for place, n in enumerate(parts)))))
        losses = sum(steps[place][n][0] for place, n in enumerate(parts))
        cost = Fraction(losses, plan.deals * money.scale) if len(names) == 1 else priced(money, lines).cost
        if least is None or cost < least:
            least = cost
            yield Rung(lines, cost)


def _together(steps: list[Steps]) -> dict[int, tuple[int, ...]]:
    """Return number of lines -> how many of them each decision gets, so that the losses add up to the least."""
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for ladder in steps:
        grown: dict[int, tuple[int, tuple[int, ...]]] = {}
        for length, (loss, parts) in best.items():
            for more, (further, _) in ladder.items():
                entry = loss + further, (*parts, more)
                if length + more not in grown or entry < grown[length + more]:
                    grown[length + more] = entry
        best = grown
    return {length: parts for length, (_, parts) in best.items()}
