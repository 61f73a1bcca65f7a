"""One log against one law, in the order of the answer: impossible rows, the play, the frequencies,
the power.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from itertools import compress
from typing import TYPE_CHECKING, Any

from combin.checker import fits
from combin.checker.cards import Cards, RowCards, cards_of_log
from combin.checker.columns import LogColumns
from combin.checker.deals import Dealt, Stray, dealt, verify_seats
from combin.checker.law import LawCheck, seen
from combin.checker.played import PlayCheck, PlayChecker
from combin.checker.possible import Findings, Impossible, Replayed, RowKind, judged
from combin.checker.power import Power, power_of
from combin.logs import schema
from combin.logs.frequencies import Counting, Flow, Frequencies, Raw, frequencies_of, verify_rounds
from combin.logs.parts import Progress
from combin.logs.read import Batch, Log
from combin.questions.measures import law as law_of_net
from combin.records import dataclass
from combin.results import Result, columns
from combin.rounds.settle import End

if TYPE_CHECKING:
    from combin.checker.causes import Causes
    from combin.checker.count_up_law import CountUpLaw
    from combin.checker.played_as import PlayedAs

LITTLE = Fraction(1, 100)  # an error of the edge, in units, that a log of few rounds does not show
NO_NET = "the log has no net, and its outcomes do not tell it"
FEW_ROWS = 200  # of a log; a reading by which most of them cannot be is tried on no more


@dataclass(frozen=True, repr=False)
class Verdict(Result):
    """Everything that a check found.

    law: what the log was compared with.
    log: the file.
    digest: its SHA-256.
    chip: units per chip.
    rounds: how many the log has.
    impossible: the kinds of rows that cannot be.
    impossible_rows: how many such rows there are.
    hint: what may be the cause of them; empty if nothing is known.
    replayed: whether every row was settled again from its cards.
    play: how the decisions agree with the strategy; None where none was looked at.
    mean: of the net, in units; None where it is not known.
    cells: every kind of round, observed and expected.
    strays: every card, rank and suit in every zone.
    tests: all that were made.
    tested: how many rounds the tests are made on.
    power: how large an error the test of the mean shows.
    untested: what was not looked at, and why.
    asked: the strategy, the chip and the columns as words of the command, where they were given.
    read_as: what was not said and found by trial, and words that were shortened.
    unsettled: why no round was settled from cards, where none was.
    picked: which rounds are tested, where it is not all.
    logged: what rows say apart from their cards -> how many rounds say so.
    causes: what may explain a log that does not fit; None where nothing was tried.
    any_play: whether the play is no part of the verdict.
    played_as: then the strategy that it is most like.
    """

    law: LawCheck | CountUpLaw
    log: Log
    digest: str
    chip: Fraction
    rounds: int
    impossible: tuple[Impossible, ...]
    impossible_rows: int
    hint: str
    replayed: bool
    play: PlayCheck | None
    mean: Fraction | None
    cells: tuple[fits.Bin, ...]
    strays: tuple[Stray, ...]
    tests: tuple[fits.Test, ...]
    tested: int
    power: Power
    untested: tuple[str, ...]
    asked: tuple[str, ...] = ()
    read_as: tuple[str, ...] = ()
    unsettled: str = "as the log has none"
    picked: str = "one seat of each deal"
    logged: Mapping[RowKind, int] = field(default_factory=dict)
    causes: Causes | None = None
    any_play: bool = False
    played_as: PlayedAs | None = None

    _columns = columns(
        words="actions,outcome,chance", counts="observed", units="net", rounds="expected"
    )

    @property
    def failed(self) -> tuple[fits.Test, ...]:
        """The tests that the log does not pass, the most unlikely first."""
        failed = [test for test in self.tests if not test.fits]
        return tuple(sorted(failed, key=lambda test: test.chance))

    @property
    def fits(self) -> bool:
        """Whether nothing speaks against the log."""
        played = not self.any_play and self.play and self.play.departures
        return not (self.impossible or self.failed or played)

    @property
    def few(self) -> bool:
        """Whether the rounds are too few to say much: an error as large as the edge itself, and as
        LITTLE, could pass unnoticed.
        """
        edge = abs(self.law.result.expected_value)
        return self.tested < fits.SMALL or self.power.error > max(edge, LITTLE)


@dataclass
class _Rows:
    """The rows of a log, by what they are.

    every: all of them.
    tested: those whose frequencies are tested: of each deal one, played as the strategy would have.
    kinds: what a row says -> what it is.
    cards: what was counted of the cards; None where there are none.
    play: how the decisions agree with the strategy; None where none was looked at.
    """

    every: Frequencies
    tested: Frequencies
    kinds: dict[Raw, RowKind]
    cards: Cards | None = None
    play: PlayCheck | None = None


def check(
    law: LawCheck,
    log: Log,
    chip: Fraction | None = None,
    progress: Progress | None = None,
    any_play: bool = False,
) -> Verdict:
    """Return the verdict on a log; raises CombinError where it cannot be read.

    law: what it is compared with.
    chip: units per chip, by default what the log says.
    progress: called with how much of the log is read and how much there is.
    any_play: whether the play is no part of the verdict.
    """
    columns = LogColumns(law, log, chip or log.facts.chip or Fraction(1))
    findings = Findings()
    if columns.cards:
        rows = _Replaying(columns, findings).rows(progress)
    else:
        rows = _counted(columns, findings, progress)
    return _verdict(columns, findings, rows, verify_rounds(log, rows.every), any_play)


def _counted(columns: LogColumns, findings: Findings, progress: Progress | None) -> _Rows:
    """Read a log without cards: every kind of row is looked up among all that are possible."""
    every, tested = frequencies_of(columns.log, columns.kind, columns.value, progress)
    kinds = {raw: columns.read(raw, every.first[raw]) for raw in every.counts}
    columns.verify_words((kind, every.first[raw]) for raw, kind in kinds.items())
    rows = ((kind, every.first[raw], every.counts[raw]) for raw, kind in kinds.items())
    judged(columns.law, rows, findings)
    return _Rows(every, tested, kinds)


def tried(law: LawCheck, log: Log, chip: Fraction) -> tuple[int, int]:
    """Return how many of the first rows of a log are impossible, and how many were read: few where
    most of these cannot be. Raises CombinError where they cannot be read.
    """
    columns = LogColumns(law, log, chip)
    batch = next(log.batches(), None)
    if batch is None:
        return 0, 0
    few = batch.start(FEW_ROWS)
    wrong = _impossible(columns, few)
    if len(few) == len(batch) or 2 * wrong > len(few):
        return wrong, len(few)
    return _impossible(columns, batch), len(batch)


def tried_play(law: LawCheck, log: Log, chip: Fraction) -> tuple[int, int]:
    """Return how many rows of a log with cards cannot be, and how many of its decisions leave the
    strategy of a law; an action of equal value leaves it, too.
    """
    findings = Findings()
    replaying = _Replaying(LogColumns(law, log, chip), findings)
    for batch in log.batches():
        rows = replaying.settle(batch)
        judged(law, replaying.unknown(Counter(rows.codes)), findings)
        if replaying.played:
            replaying.played.take(batch.first, rows.cards, lambda _: Fraction(0), rows.bad)
    return findings.rows, replaying.played.left if replaying.played else 0


def _impossible(columns: LogColumns, batch: Batch) -> int:
    """Return how many rows of a batch cannot be."""
    law, findings = columns.law, Findings()
    if columns.cards:
        replaying = _Replaying(columns, findings)
        rows = Counter(replaying.settle(batch).codes)
        judged(law, replaying.unknown(rows), findings)
        return findings.rows
    counting = Counting(columns.log, columns.kind, columns.value)
    rows = Counter(counting.take(batch))
    kinds = [columns.read(*pair) for pair in zip(counting.kinds, counting.first)]
    judged(law, ((kinds[code], 1, count) for code, count in rows.items()), findings)
    return findings.rows


@dataclass
class _SettledRows:
    """The rows of a batch, settled again.

    codes: of their kinds.
    cards: of each row.
    ends: the number of the end that its cards come to.
    bad: the rows that are reported already.
    """

    codes: list[int]
    cards: RowCards
    ends: array[int]
    bad: set[int]


class _Replaying:
    """Reads a log with cards: every row is settled again, every decision looked at.

    kinds: what a row of each code is.
    paths: the number of its path, by code; None for one that the rules do not have.
    spoilt: how many rows of each code are reported already, because of their cards.
    tested: the rows that are tested; None as long as that is every row as it stands.
    """

    def __init__(self, columns: LogColumns, findings: Findings) -> None:
        law, log = columns.law, columns.log
        self.columns, self.findings = columns, findings
        self.counting = Counting(log, columns.kind, columns.value)
        self.cards = cards_of_log(log, law, findings)
        self.replayed = Replayed(law, findings)
        self.kinds: list[RowKind] = []
        self.paths: list[int | None] = []
        self.spoilt: Counter[int] = Counter()
        self.tested: Flow | None = None

    @cached_property
    def played(self) -> PlayChecker | None:
        """What looks at the decisions; a trial of the first rows does without."""
        return PlayChecker(self.columns.law) if self.columns.law.plan.decisions else None

    def rows(self, progress: Progress | None) -> _Rows:
        """Return what all rows come to."""
        counting = self.counting
        for batch in self.columns.log.batches(progress):
            self._take(batch)
        logged = +counting.flow.counts
        self.columns.verify_words((self.kinds[code], self.counting.first[code]) for code in logged)
        judged(self.columns.law, self.unknown(logged), self.findings)
        every = counting.frequencies
        tested = counting.frequencies_of(self.tested) if self.tested else every
        play = self.played.play() if self.played else None
        return _Rows(every, tested, dict(zip(counting.kinds, self.kinds)), self.cards, play)

    def unknown(self, logged: Mapping[int, int]) -> Iterator[tuple[RowKind, int, int]]:
        """Yield the kinds whose actions the rules do not have, with the first row and the number of
        rows that are not reported already.

        logged: code -> rows.
        """
        for code, rows in logged.items():
            left = rows - self.spoilt[code]
            if self.paths[code] is None and left:
                yield self.kinds[code], self.counting.first[code], left

    def _take(self, batch: Batch) -> None:
        """Look at the rows of a batch."""
        rows = self.settle(batch)
        otherwise = self._play(batch, rows)
        self._count(rows.codes, otherwise, batch.first)

    def settle(self, batch: Batch) -> _SettledRows:
        """Settle the rows of a batch again."""
        codes = self.counting.take(batch)
        self._learn()
        known = [0 if path is None else path for path in self.paths]
        paths = array("i", map(known.__getitem__, codes))
        cards = self._dealt(batch, codes, paths)
        bad = {*cards.bad}
        if None in self.paths:
            bad |= {row for row, code in enumerate(codes) if self.paths[code] is None}
        ends = self.replayed.verify(batch, cards, codes, self.kinds, bad)
        return _SettledRows(codes, cards, ends, bad)

    def _dealt(self, batch: Batch, codes: list[int], paths: array[int]) -> RowCards:
        """Read and count the cards of a batch."""
        cards = self.cards.read(batch, paths)
        used = bytearray(self.counting.picked or b"\1" * len(batch))
        for row in cards.bad:
            self.spoilt[codes[row]] += 1
            used[row] = 0
        self.cards.take(used)
        return cards

    def _play(self, batch: Batch, rows: _SettledRows) -> dict[int, End]:
        """Return how the strategy would have ended each row that leaves it."""
        if not self.played:
            return {}

        def net(row: int) -> Fraction:
            return self.replayed.replay.ends[rows.ends[row]].net

        return self.played.take(batch.first, rows.cards, net, rows.bad)

    def _count(self, codes: list[int], otherwise: dict[int, End], first: int) -> None:
        """Count the rows of a batch, and those that are tested."""
        flow = self.counting.flow
        if self.tested is None and (otherwise or self.counting.picked):
            self.tested = flow.copy()
        flow.take(codes)
        if self.tested:
            self.tested.take(self._tested(codes, otherwise, first))

    def _tested(self, codes: list[int], otherwise: dict[int, End], first: int) -> list[int]:
        """Return the codes of the rows of a batch that are tested; a row that left the strategy
        counts as the strategy would have played it.
        """
        codes = codes[:]
        for row, end in otherwise.items():
            raw, kind = self.columns.raw(end)
            codes[row] = self.counting.code(raw, first + row)
            if codes[row] == len(self.kinds):
                self._add(kind)
        return list(compress(codes, self.counting.picked)) if self.counting.picked else codes

    def _learn(self) -> None:
        """Read the kinds of rows that are new."""
        known = len(self.kinds)
        for raw, row in zip(self.counting.kinds[known:], self.counting.first[known:]):
            self._add(self.columns.read(raw, row))

    def _add(self, kind: RowKind) -> None:
        self.kinds.append(kind)
        self.paths.append(self.replayed.replay.path_number(kind.actions or ()))


# --- The answer --------------------------------------------------------------------------------


def _verdict(
    columns: LogColumns, findings: Findings, rows: _Rows, rounds: int, any_play: bool
) -> Verdict:
    law, log = columns.law, columns.log
    _number(findings, rows.every, log.facts.rounds, rounds)
    verify_seats(rows.cards)
    untested = list(columns.untested)
    observed, cells = _observed(law, rows)
    mean = _mean(law, observed, rows.tested.rounds)
    cards = dealt(rows.cards, law.game, untested) if rows.cards else Dealt([], [], ())
    if _lacking(rows.play, untested, any_play):
        tests = [*cards.tests, *fits.regular_test(cards.tables)]
    else:
        tests = _tests(columns, rows.tested, mean, cells, cards, untested)
    return Verdict(
        law=law,
        log=log,
        digest=log.digest(),
        chip=columns.chip,
        rounds=rounds,
        impossible=findings.kinds,
        impossible_rows=min(findings.rows, rounds),
        hint=_hint(columns, rows.kinds.values()),
        replayed=columns.cards,
        play=rows.play,
        mean=mean,
        cells=cells,
        strays=cards.strays,
        tests=fits.corrected(tests),
        tested=rows.tested.rounds,
        power=_power(law, rows.tested.rounds, tests),
        untested=tuple(untested),
        read_as=(*log.guesses, *columns.abbreviations),
        logged=_logged(rows),
        any_play=any_play,
        unsettled=f"as the log has {'not all that belong together' if log.aside else 'none'}",
    )


def _logged(rows: _Rows) -> dict[RowKind, int]:
    """Return what all rows of a log say apart from their cards, and how many rounds say so."""
    found: Counter[RowKind] = Counter()
    for raw, count in rows.every.counts.items():
        found[rows.kinds[raw]] += count
    return dict(found)


def _power(law: LawCheck, rounds: int, tests: Sequence[fits.Test]) -> Power:
    """Return what the test of the mean could have seen, at the level that it has among all."""
    return power_of(law.result.variance, rounds, fits.LEVEL / max(1, len(tests)))


def _tests(
    columns: LogColumns,
    tested: Frequencies,
    mean: Fraction | None,
    cells: tuple[fits.Bin, ...],
    cards: Dealt,
    untested: list[str],
) -> list[fits.Test]:
    """Return all tests of the frequencies; `untested` gets what they leave out, and why."""
    found = _mean_test(columns.law, mean, tested.rounds, untested)
    found += [*fits.frequency_tests(cells), *cards.tests]
    found += _order_tests(columns, tested, untested)
    return found + fits.regular_test([*fits.outcome_table(cells), *cards.tables])


def _observed(law: LawCheck, rows: _Rows) -> tuple[Counter[fits.Label], tuple[fits.Bin, ...]]:
    """Return how often each kind of round was seen, as far as the log shows what a round was; and
    the same beside the law.
    """
    counts = rows.tested.counts
    logged = [rows.kinds[raw] for raw in counts]
    shown = (
        any(kind.actions is not None for kind in logged),
        any(kind.outcome is not None for kind in logged),
        any(kind.net is not None for kind in logged),
    )
    observed: Counter[fits.Label] = Counter()
    for kind, count in zip(logged, counts.values()):
        observed[seen(kind, shown)] += count
    return observed, fits.cells(observed, law.shares(shown))


def _number(findings: Findings, frequencies: Frequencies, said: int | None, rounds: int) -> None:
    """Note rounds whose numbers do not follow on, and more rounds than the log says."""
    if frequencies.gap:
        row, number = frequencies.gap
        findings.add(row, 1, f"round {number}", "the number after that of the row before")
    if said is not None and rounds > said:
        findings.add(
            said + 1, rounds - said, f"rounds: {rounds:,}", f"{said:,}, as the log says itself"
        )


def _mean(law: LawCheck, observed: Counter[fits.Label], rounds: int) -> Fraction | None:
    """Return the mean net in units: of the nets that were logged, or else of the outcomes, if each
    has only one.
    """
    total = Fraction(0)
    for (actions, outcome, net), count in observed.items():
        nets = law.nets(outcome, actions) if net is None else {net}
        if len(nets) != 1:
            return None
        total += min(nets) * count
    return total / rounds


def _mean_test(
    law: LawCheck, mean: Fraction | None, rounds: int, untested: list[str]
) -> list[fits.Test]:
    if mean is None:
        untested.append(f"the mean: {NO_NET}")
    elif rounds < fits.SMALL:
        untested.append(f"the mean by itself: it takes {fits.SMALL} rounds")
    elif law.result.variance:
        chances = {one.net: one.probability for one in law_of_net(law.result)}
        return [
            fits.mean_test(chances, law.result.expected_value, law.result.variance, mean, rounds)
        ]
    return []


def _lacking(play: PlayCheck | None, untested: list[str], any_play: bool) -> bool:
    """Return whether the frequencies cannot be tested, as some rows lack the cards that the
    strategy would have played on.
    """
    if play is None or not play.lacking:
        return False
    if any_play and play.departures:
        untested.append(
            f"the frequencies of outcomes: in {play.lacking:,} rounds the strategy would have "
            "played on, and its cards are not logged"
        )
        return True
    if play.departures:
        return False
    untested.append(
        "the frequencies: another action of the same worth was taken in "
        f"{play.lacking:,} rounds, "
        "which do not have the cards that came after the first one"
    )
    return True


def _order_tests(columns: LogColumns, order: Frequencies, untested: list[str]) -> list[fits.Test]:
    """Return the tests of the order: serial correlation of the ranks of the results, and runs of
    wins.
    """
    if not order.ends:
        untested.append("the order of the rounds: a row stands for several")
        return []
    nets: dict[Any, Fraction] = {}
    for value in set(order.ends).union(*order.pairs):
        net = columns.net_of(value)
        if net is None:
            untested.append(f"the order of the rounds: {NO_NET}")
            return []
        nets[value] = net
    wins = {value: net > 0 for value, net in nets.items()}
    serial = fits.serial_test(order.pairs, order.ends, _scores(columns.law, nets))
    runs = fits.runs_test(order.pairs, order.ends, wins)
    return [test for test in (serial, runs) if test]


def _scores(law: LawCheck, nets: Mapping[Any, Fraction]) -> dict[Any, int]:
    """Return what each result counts for its correlation: its middle rank in the law, as a whole
    number.
    """
    below, middle = [0], []
    known = law_of_net(law.result)
    for one in known:
        deals = int(one.probability * law.result.deals)
        middle.append(2 * below[-1] + deals)
        below.append(below[-1] + deals)
    sums = [one.net for one in known]
    scores = {}
    for value, net in nets.items():
        place = bisect_left(sums, net)
        in_law = place < len(sums) and sums[place] == net
        scores[value] = middle[place] if in_law else 2 * below[place]
    return scores


def _hint(columns: LogColumns, kinds: Iterable[RowKind]) -> str:
    """Return what may explain impossible nets: a chip of another size."""
    possible = columns.law.possible_nets
    logged = {kind.net for kind in kinds if kind.net is not None}
    if logged <= possible or not any(logged):
        return ""
    factor = schema.smallest_chip(possible) / schema.smallest_chip(logged)
    if factor == 1 or not {net * factor for net in logged} <= possible:
        return ""
    chip = columns.chip * factor
    return f"every net would be possible with a chip of {chip} units (--chip {chip})"
