"""Solving knows money and no cards: from tallies and pays to the best action everywhere, and what then happens.

At the last decision every action is worth the sum of count x pay; at an earlier one it is worth the sum of its children's best.
The best action's counts are carried to the root: one tally, keyed by the actions taken and the facts of the deal.
"""

from __future__ import annotations

import os
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import factorial, lcm
from typing import Any, TypeVar

from combin.counting import Level, Plan, Tally, shares, tallies, zeros
from combin.counting.widths import Choices, choices
from combin.errors import CombinError
from combin.kernels import solve as kernel
from combin.rules.facts import Fact, Path, Result, Settler
from combin.rules.game import Game
from combin.solving.result import BetResult, Outcome, Solution, Tie
from combin.version import version

WORST = -(2**63)

Progress = Callable[[str, int, int], None]
Values = dict[Fact, Any]
Share = TypeVar("Share")


class Money:
    """What every end of a bet is worth: results by path and facts, and the same as integers for the kernels.

    Nets are multiplied by `scale`, the least number that makes them whole.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.settler = Settler(plan.game, plan.bet)
        self.tied: set[tuple[tuple[str, ...], int]] = set()  # (path, place) of ends where an informed choice is a tie
        self.last = plan.stages[-1] if plan.stages else None
        self.known = self.last.known if self.last else ()
        self.ends = {path: self._table(path) for path in self._last_paths()}
        self.early = {path: self._early_table(path) for path in plan.paths if self.last and len(path) <= self.last.number}
        tables = {**self.ends, **self.early}
        self.scale = lcm(*{result.net.denominator for table in tables.values() for _, result in table})
        scaled = {path: [self._scaled(result.net) for _, result in table] for path, table in tables.items()}
        largest = max(abs(number) for numbers in scaled.values() for number in numbers)
        if plan.stages and factorial(len(plan.game.deck.suits)) * plan.deals_after(plan.stages[0]) * largest >= 2**63:
            raise CombinError(
                f"{plan.game.slug}: pays as large as {Fraction(largest, self.scale)} with a common denominator of {self.scale} "
                "times the number of deals pass 63 bits; use smaller or rounder pays"
            )
        # Without information sets no kernel needs the pays.
        self.pays = {path: array("q", numbers) for path, numbers in scaled.items()} if plan.stages else {}

    def _last_paths(self) -> list[Path]:
        """Return the paths as far as the last stage sees them: the choice of an informed decision is left open."""
        if not self.last:
            return [()]
        return list(dict.fromkeys(path[: self.last.number + 1] for path in self.plan.paths if len(path) > self.last.number))

    def _table(self, path: Path) -> list[tuple[Path, Result]]:
        """Return, for every known number and column, the whole path and the result it comes to."""
        facts = (*self.known, *self.plan.columns)
        return [self._best(path, values, number) for number, values in enumerate(self.plan.all_values(facts))]

    def _early_table(self, path: Path) -> list[tuple[Path, Result]]:
        """Return, for every known number of the stage where `path` ends the play, the path and its result."""
        known = self.plan.stages[len(path) - 1].known
        return [(path, self.settler.settle(path, values)) for values in self.plan.all_values(known)]

    def _best(self, path: Path, values: Values, number: int) -> tuple[Path, Result]:
        """Return the path with its informed choice, if one is left to make, and the result."""
        if self.plan.informed is None or len(path) != self.plan.informed or (path and path[-1][1].ends):
            return path, self.settler.settle(path, values)
        decision = self.plan.decisions[self.plan.informed].name
        ways = [(*path, (decision, action)) for action in self.plan.actions(path)]
        ends = [(way, self.settler.settle(way, values)) for way in ways]
        best = max(ends, key=lambda end: end[1].net)
        if sum(result.net == best[1].net for _, result in ends) > 1:
            self.tied.add((path_key(path), number))
        return best

    def _scaled(self, net: Fraction) -> int:
        return net.numerator * (self.scale // net.denominator)


def deals_of(plan: Plan, level: Level) -> array[int]:
    """Return how many deals each information set of a level stands for."""
    deals, none = zeros("q", len(level)), zeros("q", len(level))
    kernel.worth_known(level.weights, none, array("q", [plan.deals_after(level.stage)]), deals)
    return deals


def path_key(path: Path) -> tuple[str, ...]:
    return tuple(action.name for _, action in path)


@dataclass
class Root:
    """What happens under the best play: for each path, how many deals have each known number and column."""

    counts: dict[tuple[str, ...], array[int]] = field(default_factory=dict)
    ties: Counter[tuple[int | None, str]] = field(
        default_factory=Counter
    )  # (decision number, "situations" or "deals") -> how many

    def tally(self, path: Path, size: int) -> array[int]:
        return self.counts.setdefault(path_key(path), zeros("q", size))

    def add(self, other: Root) -> None:
        for path, counts in other.counts.items():
            mine = self.counts.get(path)
            self.counts[path] = counts if mine is None else array("q", map(int.__add__, mine, counts))
        self.ties += other.ties


class Solved:
    """One tally, solved: for each stage and history, the value and the choice at every information set."""

    def __init__(self, money: Money, tally: Tally, keep: bool = False) -> None:
        self.money, self.plan, self.tally = money, money.plan, tally
        self.values: dict[tuple[int, tuple[str, ...]], list[array[int]]] = {}
        self.best: dict[tuple[int, tuple[str, ...]], tuple[array[int], Choices, bytearray]] = {}
        for place in range(len(tally.levels) - 1, -1, -1):
            for history in self.plan.histories(tally.levels[place].stage):
                self._decide(place, history, keep)

    def _ends(self, level: Level, history: Path) -> list[Path]:
        decision = self.plan.decisions[level.stage.number].name
        return [(*history, (decision, action)) for action in self.plan.actions(history)]

    def _decide(self, place: int, history: Path, keep: bool) -> None:
        """Find the best action at every information set of a level, after one history."""
        level = self.tally.levels[place]
        best_value = array("q", [WORST]) * len(level)
        ends = self._ends(level, history)
        best, tied = choices(len(ends), len(level)), bytearray(len(level))
        kept = []
        for number, path in enumerate(ends):
            value = self.worth(place, path)
            kernel.better(value, number, best_value, best, tied)
            if keep:
                kept.append(value)
        self.best[place, path_key(history)] = best_value, best, tied
        self.values[place, path_key(history)] = kept

    def worth(self, place: int, path: Path) -> array[int]:
        """Return the value of the last action of `path` at every information set, scaled, summed over the deals."""
        level, value = self.tally.levels[place], zeros("q", len(self.tally.levels[place]))
        if place == len(self.tally.levels) - 1:
            kernel.worth(self.tally.counts, level.known, self.money.pays[path], self.tally.columns, value)
        elif path[-1][1].ends:
            kernel.worth_known(self.deals(place), level.known, self.money.pays[path], value)
        else:
            child = self.best[place + 1, path_key(path)][0]
            kernel.gather(child, self.tally.levels[place + 1].links, value)
        return value

    def deals(self, place: int) -> array[int]:
        """Return how many deals each information set of a level stands for."""
        return deals_of(self.plan, self.tally.levels[place])

    def root(self, times: array[int] | None = None) -> Root:
        """Return what happens under the choices made.

        times: how often each information set of the first level stands; once, if not given.
        """
        root = Root()
        if not self.tally.levels:
            root.tally((), self.tally.columns)[:] = self.tally.counts
            return root
        ways: dict[tuple[str, ...], array[int]] = {(): times or array("q", [1]) * len(self.tally.levels[0])}
        for place, level in enumerate(self.tally.levels):
            following: dict[tuple[str, ...], array[int]] = {}
            for history in self.plan.histories(level.stage):
                self._happen(place, history, ways[path_key(history)], root, following)
            ways = following
        return root

    def _happen(
        self, place: int, history: Path, ways: array[int], root: Root, following: dict[tuple[str, ...], array[int]]
    ) -> None:
        level = self.tally.levels[place]
        _, best, tied = self.best[place, path_key(history)]
        for number, path in enumerate(self._ends(level, history)):
            if place == len(self.tally.levels) - 1:
                tally = root.tally(path, len(self.money.pays[path]))
                kernel.happen(self.tally.counts, level.known, ways, best, number, self.tally.columns, tally)
            elif path[-1][1].ends:
                tally = root.tally(path, len(self.money.pays[path]))
                kernel.happen(self.deals(place), level.known, ways, best, number, 1, tally)
            else:
                links = self.tally.levels[place + 1].links
                child = zeros("q", len(self.tally.levels[place + 1]))
                kernel.reach(ways, best, number, links, child)
                following[path_key(path)] = child
        if 1 in tied:
            reached = [i for i, tie in enumerate(tied) if tie and ways[i]]
            deals = self.deals(place)
            root.ties[level.stage.number, "situations"] += len(reached)
            root.ties[level.stage.number, "deals"] += sum(ways[i] * deals[i] for i in reached)


def solve(
    game: Game, bets: Sequence[str] | None = None, threads: int | None = None, progress: Progress | None = None
) -> Solution:
    """Return the exact solution of a resolved game.

    bets: which ones, by key; all of them by default. threads: how many count at the same time; the answer does not depend on
    it. progress: called with a bet's key, the shares of its work that are done, and their number.
    Raises CombinError for an unknown bet, or where deals or money pass 63 bits.
    """
    keys = [bet.key for bet in game.bets] if bets is None else list(bets)
    monies = [Money(Plan(game, game.bet(key))) for key in keys]
    count = threads or os.cpu_count() or 1
    return Solution(game, {money.plan.bet.key: _solve_bet(money, count, progress) for money in monies}, version())


def _solve_bet(money: Money, threads: int, progress: Progress | None) -> BetResult:
    plan = money.plan
    root = Root()
    parts = shares(plan, threads)
    for done, share in enumerate(in_threads(lambda part: _share_of(money, part, parts), parts, threads), 1):
        root.add(share)
        if progress:
            progress(plan.bet.key, done, parts)
    return result_of(money, root)


def result_of(money: Money, root: Root) -> BetResult:
    """Return the result of a bet from the tally of all its deals; raises ArithmeticError where some are missing."""
    plan = money.plan
    total = sum(sum(counts) for counts in root.counts.values())
    if total != plan.deals:
        raise ArithmeticError(f"{plan.game.slug}, {plan.bet.key}: {total} deals were counted, and there are {plan.deals}")
    return BetResult(plan.bet.key, plan.bet.base, plan.deals, outcomes(money, root), _ties(money, root))


def _share_of(money: Money, part: int, parts: int) -> Root:
    root = Root()
    for tally in tallies(money.plan, part, parts):
        root.add(Solved(money, tally).root())
    return root


def in_threads(work: Callable[[int], Share], parts: int, threads: int) -> Iterator[Share]:
    """Yield what `work` makes of each of the parts 0, 1, ..., in their order, several at a time."""
    if threads == 1:
        yield from map(work, range(parts))
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads) as executor:
        yield from executor.map(work, range(parts))


def outcomes(money: Money, root: Root) -> tuple[Outcome, ...]:
    """Return the outcomes that a root tally holds, those that pay most first within the same actions."""
    merged: Counter[tuple[tuple[str, ...], str, Fraction, Fraction]] = Counter()
    ends = {path_key(path): table for path, table in {**money.ends, **money.early}.items()}
    for key, counts in root.counts.items():
        for (path, result), count in zip(ends[key], counts):
            if count:
                merged[path_key(path), result.outcome, result.net, result.staked] += count
    found = [Outcome(*key, combinations=count) for key, count in merged.items()]
    return tuple(sorted(found, key=lambda o: (o.actions, -o.net, o.combinations, o.outcome)))


def _ties(money: Money, root: Root) -> tuple[Tie, ...]:
    """Return the ties that are met under the choices made, decision by decision."""
    for path, number in money.tied:
        if path in root.counts and (deals := root.counts[path][number]):
            root.ties[money.plan.informed, "situations"] += 1
            root.ties[money.plan.informed, "deals"] += deals
    return tuple(
        Tie(decision.name, root.ties[number, "situations"], root.ties[number, "deals"])
        for number, decision in enumerate(money.plan.decisions)
        if root.ties[number, "situations"]
    )
