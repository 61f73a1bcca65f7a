"""What a log shows: to combin with every card, with outcomes or with nets alone, and to two plain
tests that know the exact law.
"""

from __future__ import annotations

import csv
import tempfile
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import islice
from pathlib import Path

import combin
from checking import as_named
from combin import games
from combin.checker import Verdict, chances, check, law_of
from combin.checker.core import LogCheck
from combin.checker.fits import Bin, merged, sum_of_squares
from combin.checker.law import LawCheck
from combin.families.blackjack.dealer import chart_of
from combin.families.blackjack.judging import check as reading
from combin.families.blackjack.rounds import Decisions
from combin.logs.mapping import Same
from combin.logs.read import open_log
from combin.strategies import list_or_way
from faults.games import RIGHT, Row, Simulator, model_of

FORMS = ("cards", "outcomes", "nets")
PLAIN = ("three sigma", "chi-square")
SMALLEST = 50  # rounds


class Judge:
    """Judges logs of one game, whose law is counted once.

    mean, variance: of the net; no variance where it is not known. shares: outcome, or net if combin
    does not count outcomes, -> its chance; none where they are not known.
    """

    def __init__(self, kind: type[Simulator]) -> None:
        self.kind = kind
        chosen = kind.choices.items()
        game = combin.load(kind.slug, dict(chosen))
        self.shares: Counter[object] = Counter()
        self.sheet = games.sheet_of(kind.slug)
        self.law: LawCheck | None = None
        if game.has_turns:
            charts = chart_of(kind.strategy, game) if kind.strategy else None
            self.decisions = Decisions(game, charts) if charts else model_of(kind.slug, *chosen)
            solved = self.decisions.solved
            self.mean, self.variance = solved.hands * solved.value, solved.variance
            self.named, self.shares = "net", Counter(solved.law or {})
            return
        lines = list_or_way(kind.strategy, game, kind.bet) if kind.strategy else None
        self.law = law = law_of(game, kind.bet, lines, "its list")
        result = law.result
        self.mean, self.variance, self.named = result.expected_value, result.variance, "outcome"
        for row in result.outcomes:
            self.shares[row.outcome] += Fraction(row.combinations, result.deals)

    def verdict(self, path: Path) -> Verdict:
        """Return what combin says of a log."""
        if self.law is not None:
            return check(self.law, as_named(path, self.law.game), Fraction(1))
        log = open_log(str(path))
        log = log.reading({name: Same(name) for name in reading.COLUMNS if name in log.every})
        name = "its chart" if self.kind.strategy else self.decisions.game.turns.model
        rules = reading.rules_of(self.decisions.game, self.kind.bet)
        reader = reading.HandsReader(log, Fraction(1), self.decisions, name, self.sheet, rules)
        return LogCheck(reader).whole()

    def columns(self, form: str, simulator: Simulator) -> list[str]:
        """Return the columns of a form."""
        if form == "nets":
            return [name for name in simulator.outcomes if name in ("shoe", "net")]
        return simulator.full if form == "cards" else simulator.outcomes

    def against(self, form: str, rows: Sequence[Row], simulator: Simulator, path: Path) -> str:
        """Return what speaks against a log, nothing if it fits."""
        if form == "three sigma":
            nets = [Fraction(row["net"]) for row in rows]
            away = sum(nets, Fraction(0)) - len(rows) * self.mean
            variance = self.variance or sum(net**2 for net in nets) / len(rows) - self.mean**2
            return form if away**2 > 9 * variance * len(rows) else ""
        if form == "chi-square":
            return form if self.shares and self._strays(rows) else ""
        columns = self.columns(form, simulator)
        with open(path, "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(columns)
            writer.writerows([row[name] for name in columns] for row in rows)
        return reason(self.verdict(path))

    def _strays(self, rows: Sequence[Row]) -> bool:
        """Return whether chi-square of the outcomes is beyond its 99 % limit."""
        seen = Counter(
            Fraction(row["net"]) if self.named == "net" else row["outcome"] for row in rows
        )
        if not {*seen} <= {*self.shares}:
            return True
        found = [
            Bin((name,), seen[name], len(rows) * chance, Fraction(1))
            for name, chance in self.shares.items()
        ]
        kept = merged(found)
        if len(kept) < 2:
            return False
        return chances.chi_square_tail(sum_of_squares(kept), len(kept) - 1) < Fraction(1, 100)


judge = cache(Judge)


def reason(found: Verdict) -> str:
    """Return what speaks against a log in a few words."""
    if found.impossible:
        return f"impossible: {found.impossible[0].right}"
    if found.play and found.play.departures:
        one = found.play.departures[0]
        return f"played: {one.taken} for {one.named}"
    return ", ".join(test.name for test in found.failed[:2])


def right_of(kind: type[Simulator]) -> type[Simulator]:
    """Return the right simulator of the game of a broken one."""
    return next(one for one in kind.__mro__ if one in RIGHT)


def caught(kind: type[Simulator], seed: int, most: dict[str, int]) -> dict[str, tuple[int, str]]:
    """Return form -> the rounds after which a broken simulator is caught, and by what; rounds
    double.

    most: form -> rounds at which it is given up.
    """
    judging, found = judge(right_of(kind)), dict[str, tuple[int, str]]()
    size, rows = SMALLEST, list[Row]()
    simulator = kind(seed, max(most.values()))
    written = simulator.rows()
    with tempfile.TemporaryDirectory() as folder:
        while open_forms := [form for form in most if form not in found and size <= most[form]]:
            rows += islice(written, size - len(rows))
            for form in open_forms:
                if why := judging.against(form, rows, simulator, Path(folder, "log.csv")):
                    found[form] = size, why
            size *= 2
    return found
