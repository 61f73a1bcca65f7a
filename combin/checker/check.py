"""One log against one law, in the order of the answer: impossible rows, the play, the frequencies,
the power.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import compress
from typing import Any

from combin.checker import fits
from combin.checker.columns import Columns
from combin.checker.deals import Dealt, Stray, dealt, verify_seats
from combin.checker.law import Law, seen
from combin.checker.played import Play, Played
from combin.checker.possible import Cards, Findings, Impossible, Kind, Replayed, judged
from combin.checker.power import Power, power_of
from combin.logs import schema
from combin.logs.frequencies import Counting, Flow, Frequencies, Raw, frequencies_of, verify_rounds
from combin.logs.read import Batch, Log, Progress
from combin.results import Result
from combin.rounds.settle import End
from combin.solving.measures import law as law_of_net

LITTLE = Fraction(1, 100)  # an error of the edge, in units, that a log of few rounds does not show
UNTOLD = "the log has no net, and its outcomes do not tell it"


@dataclass(frozen=True, repr=False)
class Verdict(Result):
    """Everything that a check found.

    law: what the log was held against. log, digest: the file and its SHA-256. chip: units per chip.
        rounds: how many.
    impossible, impossible_rows: what cannot be. hint: what may be behind it. replayed: whether
        every row was settled again
    from its cards. play: None where no decision was looked at. mean: of the net, in units, None
        where it is not known. cells,
    tests, power: the frequencies. untested: what was not looked at, and why. asked: the strategy
        and the chip as words of the
    command, where they were given.
    """

    law: Law
    log: Log
    digest: str
    chip: Fraction
    rounds: int
    impossible: tuple[Impossible, ...]
    impossible_rows: int
    hint: str
    replayed: bool
    play: Play | None
    mean: Fraction | None
    cells: tuple[fits.Cell, ...]
    strays: tuple[Stray, ...]
    tests: tuple[fits.Test, ...]
    tested: int
    power: Power
    untested: tuple[str, ...]
    asked: tuple[str, ...] = ()

    def _written(self, form: str) -> str:
        from combin.render.check import check_text

        return check_text(self, form)

    def _headline(self) -> str:
        from combin.render.number import counted

        verdict = "fits" if self.fits else "does not fit"
        return f"{self.law.game.slug}: {self.log.path}, {counted(self.rounds, 'round')}, {verdict}"

    @property
    def failed(self) -> tuple[fits.Test, ...]:
        """The tests that the log does not pass, the most unlikely first."""
        return tuple(
            sorted((test for test in self.tests if not test.fits), key=lambda test: test.chance)
        )

    @property
    def fits(self) -> bool:
        """Whether nothing speaks against the log."""
        return not (self.impossible or self.failed or (self.play and self.play.departures))

    @property
    def few(self) -> bool:
        """Whether so many rounds say little: an error as large as the edge itself, and as LITTLE,
        could pass unnoticed.
        """
        return self.tested < fits.SMALL or self.power.error > max(
            abs(self.law.result.expected_value), LITTLE
        )


@dataclass
class _Rows:
    """The rows of a log, by what they are.

    every: all of them. tested: those whose frequencies are tested: of each deal one, played as the
        strategy would have. cards,
    play: what was gathered from their cards, None where there are none.
    """

    every: Frequencies
    tested: Frequencies
    kinds: dict[Raw, Kind]
    cards: Cards | None = None
    play: Play | None = None


def check(
    law: Law, log: Log, chip: Fraction | None = None, progress: Progress | None = None
) -> Verdict:
    """Return what there is to say about a log.

    law: what it is held against. chip: units per chip, by default what the log says. progress:
        called with how much of the log
    is read and how much there is. Raises CombinError where it cannot be read.
    """
    columns, findings = Columns(law, log, chip or log.facts.chip or Fraction(1)), Findings()
    rows = (
        _Replaying(columns, findings).rows
        if columns.cards
        else partial(_counted, columns, findings)
    )(progress)
    return _verdict(columns, findings, rows, verify_rounds(log, rows.every))


def _counted(columns: Columns, findings: Findings, progress: Progress | None) -> _Rows:
    """Read a log without cards: every kind of row is looked up among all that can be."""
    frequencies, tested = frequencies_of(columns.log, columns.kind, columns.value, progress)
    kinds = {raw: columns.read(raw, frequencies.first[raw]) for raw in frequencies.counts}
    columns.verify_words(kinds.values())
    judged(
        columns.law,
        ((kind, frequencies.first[raw], frequencies.counts[raw]) for raw, kind in kinds.items()),
        findings,
    )
    return _Rows(frequencies, tested, kinds)


class _Replaying:
    """Reads a log with cards: every row is settled again, every decision looked at."""

    def __init__(self, columns: Columns, findings: Findings) -> None:
        law, log = columns.law, columns.log
        self.columns, self.findings = columns, findings
        self.counting, self.cards = (
            Counting(log, columns.kind, columns.value),
            Cards(log, law.game, findings),
        )
        self.zones = [deal.zone for deal in self.cards.deals]
        self.replayed, self.played = (
            Replayed(law, findings),
            Played(law) if law.plan.decisions else None,
        )
        self.kinds: list[Kind] = []
        self.paths: list[int | None] = []
        self.spoilt: Counter[int] = (
            Counter()
        )  # rows of each kind that are told already, for their cards
        self.tested: Flow | None = None  # None as long as every row is tested as it stands

    def rows(self, progress: Progress | None) -> _Rows:
        """Return what all rows come to."""
        counting, columns = self.counting, self.columns
        for batch in columns.log.batches(progress):
            self._take(batch)
        logged = [code for code, count in counting.flow.counts.items() if count]
        columns.verify_words([self.kinds[code] for code in logged])
        unknown = {
            code: left for code in logged if self.paths[code] is None and (left := self._left(code))
        }
        judged(
            columns.law,
            ((self.kinds[code], counting.first[code], left) for code, left in unknown.items()),
            self.findings,
        )
        every = counting.frequencies
        tested = counting.frequencies_of(self.tested) if self.tested else every
        play = self.played.play() if self.played else None
        return _Rows(every, tested, dict(zip(counting.kinds, self.kinds)), self.cards, play)

    def _left(self, code: int) -> int:
        """Return how many rows of a kind are not told already."""
        return self.counting.flow.counts[code] - self.spoilt[code]

    def _take(self, batch: Batch) -> None:
        counting, replayed = self.counting, self.replayed
        codes = counting.take(batch)
        self._learn()
        known = [0 if path is None else path for path in self.paths]
        paths = array("i", map(known.__getitem__, codes))
        found, bad = self.cards.read(batch, list(map(replayed.dealt.__getitem__, paths)))
        masks = replayed.masks(found, self.zones, bad)
        self.spoilt.update(codes[row] for row in bad)
        used = bytearray(counting.picked or b"\1" * len(batch))
        for row in bad:
            used[row] = 0
        self.cards.take(found, used)
        if None in self.paths:
            bad |= {row for row, code in enumerate(codes) if self.paths[code] is None}
        ends = replayed.verify(batch, masks, paths, codes, self.kinds, bad)
        otherwise: dict[int, End] = {}
        if self.played:
            otherwise = self.played.take(
                batch.first, masks, paths, lambda row: replayed.replay.ends[ends[row]].net, bad
            )
        if self.tested is None and (otherwise or counting.picked):
            self.tested = counting.flow.copy()
        counting.flow.take(codes)
        if self.tested:
            self.tested.take(self._tested(codes, otherwise, batch.first))

    def _tested(self, codes: list[int], otherwise: dict[int, End], first: int) -> list[int]:
        """Return the codes of the rows of a batch that are tested, some of them as if played
        otherwise.
        """
        codes = codes[:]
        for row, end in otherwise.items():
            raw, kind = self.columns.raw(end)
            codes[row] = self.counting.code(raw, first + row)
            if codes[row] == len(self.kinds):
                self.kinds.append(kind)
                self.paths.append(self.replayed.replay.path_number(end.actions))
        return list(compress(codes, self.counting.picked)) if self.counting.picked else codes

    def _learn(self) -> None:
        """Read the kinds of rows that are new."""
        for raw, row in zip(
            self.counting.kinds[len(self.kinds) :], self.counting.first[len(self.kinds) :]
        ):
            self.kinds.append(self.columns.read(raw, row))
            self.paths.append(self.replayed.replay.path_number(self.kinds[-1].actions or ()))


# --- The answer --------------------------------------------------------------------------------


def _verdict(columns: Columns, findings: Findings, rows: _Rows, rounds: int) -> Verdict:
    law, log, counts = columns.law, columns.log, rows.tested.counts
    _number(findings, rows.every, log.facts.rounds, rounds)
    tested, untested = rows.tested.rounds, list(columns.untested)
    verify_seats(rows.cards)
    shown = tuple(any(rows.kinds[raw][place] is not None for raw in counts) for place in range(3))
    observed: Counter[fits.Label] = Counter()
    for raw, count in counts.items():
        observed[seen(rows.kinds[raw], shown)] += count
    cells = fits.cells(observed, law.shares(shown))
    mean = _mean(law, observed, tested)
    cards = dealt(rows.cards, law.game, untested) if rows.cards else Dealt([], [], ())
    tests = [*cards.tests]
    if _lacking(rows.play, untested):
        regular = cards.tables
    else:
        tests = [*_mean_test(law, mean, tested, untested), *fits.frequency_tests(cells), *tests]
        tests += _order_tests(columns, rows.tested, untested)
        regular = [*fits.outcome_table(cells), *cards.tables]
    tests += fits.regular_test(regular)
    level = fits.LEVEL / max(1, len(tests))
    return Verdict(
        law,
        log,
        log.digest(),
        columns.chip,
        rounds,
        findings.told,
        min(findings.rows, rounds),
        _hint(columns, rows.kinds.values()),
        columns.cards,
        rows.play,
        mean,
        cells,
        cards.strays,
        fits.corrected(tests),
        tested,
        power_of(law.result.variance, tested, level),
        tuple(untested),
    )


def _number(findings: Findings, frequencies: Frequencies, said: int | None, rounds: int) -> None:
    """Note rounds whose numbers do not follow on, and more rounds than the log says."""
    if frequencies.gap:
        row, number = frequencies.gap
        findings.add(row, 1, f"round {number}", "the number after that of the row before")
    if said is not None and rounds > said:
        findings.add(
            said + 1, rounds - said, f"rounds: {rounds:,}", f"{said:,}, as the log says itself"
        )


def _mean(law: Law, observed: Counter[fits.Label], rounds: int) -> Fraction | None:
    """Return the mean net in units; where no net was logged, that of the outcomes, if each has only
    one.
    """
    total = Fraction(0)
    for (actions, outcome, net), count in observed.items():
        nets = law.nets(outcome, actions) if net is None else {net}
        if len(nets) != 1:
            return None
        total += min(nets) * count
    return total / rounds


def _mean_test(
    law: Law, mean: Fraction | None, rounds: int, untested: list[str]
) -> list[fits.Test]:
    if mean is None:
        untested.append(f"the mean: {UNTOLD}")
    elif rounds < fits.SMALL:
        untested.append(f"the mean by itself: it takes {fits.SMALL} rounds")
    elif law.result.variance:
        chances = {one.net: one.probability for one in law_of_net(law.result)}
        return [
            fits.mean_test(chances, law.result.expected_value, law.result.variance, mean, rounds)
        ]
    return []


def _lacking(play: Play | None, untested: list[str]) -> bool:
    """Tell whether the frequencies cannot be tested, as some rows lack the cards that the strategy
    would have played on.
    """
    if play is None or play.departures or not play.lacking:
        return False
    untested.append(
        "the frequencies: another action of the same worth was taken in "
        f"{play.lacking:,} rounds, "
        "which do not have the cards that came after the first one"
    )
    return True


def _order_tests(
    columns: Columns, frequencies: Frequencies, untested: list[str]
) -> list[fits.Test]:
    """Return the tests of the order: serial correlation of the ranks of the results, and runs of
    wins.
    """
    if not frequencies.ends:
        untested.append("the order of the rounds: a row stands for several")
        return []
    nets: dict[Any, Fraction] = {}
    for value in {one for pair in frequencies.pairs for one in pair} | set(frequencies.ends):
        net = columns.net_of(value)
        if net is None:
            untested.append(f"the order of the rounds: {UNTOLD}")
            return []
        nets[value] = net
    tests = (
        fits.serial_test(frequencies.pairs, frequencies.ends, _scores(columns.law, nets)),
        fits.runs_test(
            frequencies.pairs, frequencies.ends, {one: net > 0 for one, net in nets.items()}
        ),
    )
    return [test for test in tests if test]


def _scores(law: Law, nets: Mapping[Any, Fraction]) -> dict[Any, int]:
    """Return what each result counts for its correlation: its middle rank in the law, as a whole
    number.
    """
    below, ranks = [0], {}
    for one in law_of_net(law.result):
        ranks[one.net] = 2 * below[-1] + int(one.probability * law.result.deals)
        below.append(below[-1] + int(one.probability * law.result.deals))
    known = list(ranks)
    return {
        one: ranks[net] if net in ranks else 2 * below[bisect_left(known, net)]
        for one, net in nets.items()
    }


def _hint(columns: Columns, kinds: Iterable[Kind]) -> str:
    """Return what may be behind nets that cannot be: a chip of another size."""
    possible = {end.net for end in columns.law.possible}
    logged = {kind.net for kind in kinds if kind.net is not None}
    if logged <= possible or not any(logged):
        return ""
    factor = schema.smallest_chip(possible) / schema.smallest_chip(logged)
    if factor != 1 and {net * factor for net in logged} <= possible:
        return (
            f"every net would be possible with a chip of {columns.chip * factor} units (--chip "
            f"{columns.chip * factor})"
        )
    return ""
