"""Compares one log with one distribution, in the order of the answer: impossible rows, the play,
the frequencies, the power.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from functools import cached_property
from itertools import compress
from typing import TYPE_CHECKING, Any, Protocol

from combin.checker import codes, fits
from combin.checker.blocks import block_tests
from combin.checker.cards import Cards, RowCards
from combin.checker.columns import LogColumns, loose_zones
from combin.checker.deals import Dealt, Stray, dealt, groups_of, verify_seats
from combin.checker.law import LawCheck, LogLaw, seen
from combin.checker.played import PlayCheck, Replays
from combin.checker.possible import (
    Findings,
    Impossible,
    Replayed,
    RowKind,
    judged,
    possible_by,
)
from combin.checker.power import Power, power_of
from combin.checker.shoes import ShoeResults, shoe_order_tests
from combin.counting import zeros
from combin.logs import schema
from combin.logs.batch import Batch, gathered
from combin.logs.frequencies import (
    Counting,
    Flow,
    Frequencies,
    KindsOfRows,
    Raw,
    queried,
    verify_rounds,
)
from combin.logs.mapping import Same, Source
from combin.logs.parts import Progress
from combin.logs.read import FileDigest, Log
from combin.logs.schema import ROUND, SEAT, SHOE
from combin.questions.measures import law as law_of_net
from combin.records import dataclass
from combin.results import Result, columns
from combin.rounds.settle import End

if TYPE_CHECKING:
    from combin.checker.causes import Causes
    from combin.checker.kept import KeptLog
    from combin.checker.played_as import PlayedAs

LITTLE = Fraction(1, 100)  # an error of the edge, in units, that a log of few rounds does not show
NO_NET = "the log has no net, and its outcomes do not imply it"
BET = "bet"  # the column that names the bet of a row
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
    level: of all tests together.
    partial: whether the check was stopped before the end of the log.
    files: of the log, each with its size and its SHA-256.
    logged: what rows say apart from their cards -> how many rounds say so.
    causes: what may explain a log that does not fit; None where nothing was tried.
    any_play: whether the play is no part of the verdict.
    played_as: then the strategy that it is most like.
    """

    law: LogLaw
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
    level: Fraction = fits.LEVEL
    partial: bool = False
    files: tuple[FileDigest, ...] = ()
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
    def codes(self) -> tuple[str, ...]:
        """What speaks against the log, in the words of `checker.codes`: what cannot be first, then
        the play and the tests.
        """
        found = [one.code for one in self.impossible]
        if self.deviates and self.play:
            found += [codes.PLAY, *([codes.GAINS] if self.play.knowing else [])]
        found += [test.code for test in self.failed]
        return tuple(dict.fromkeys(found))

    @property
    def fits(self) -> bool:
        """Whether nothing speaks against the log."""
        return not (self.impossible or self.failed or self.deviates)

    @property
    def mean_tested(self) -> bool:
        """Whether the mean net was tested, so that it is known how large an error it shows."""
        return any(test.name == "mean" for test in self.tests)

    @property
    def unused(self) -> tuple[str, ...]:
        """The columns of cards from which no round was settled."""
        return (*self.log.loose, *self.log.unread)

    @property
    def deviates(self) -> bool:
        """Whether the play deviates from the strategy, where that is a part of the verdict."""
        return bool(not self.any_play and self.play and self.play.departures)

    def by_evidence(self) -> Verdict:
        """Return the verdict by the e-value alone, whose p-value holds however often one looks at a
        log that grows; what cannot be, and the play, count as before.
        """
        kept = [test for test in self.tests if test.name == fits.E_VALUE]
        others = len(self.tests) - len(kept)
        why = f"{others} other tests: their p-values hold for one look at a log of a fixed length"
        untested = (*self.untested, why) if others else self.untested
        return replace(self, tests=fits.corrected(kept, self.level), untested=untested)

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
    shoes: their results, where several rounds are dealt from each.
    play: how the decisions agree with the strategy; None where none was looked at.
    """

    every: Frequencies
    tested: Frequencies
    kinds: dict[Raw, RowKind]
    cards: Cards | None = None
    shoes: ShoeResults | None = None
    play: PlayCheck | None = None


class LogChecker(Protocol):
    """Takes the rows of a log, batch by batch; a verdict may be asked for at any time."""

    log: Log

    def take(self, batch: Batch) -> None:
        """Look at the rows of a batch."""

    def verdict(self, whole: bool = True) -> Verdict:
        """Return the verdict on the rows taken so far; whole: whether that is all of the log."""


def read(
    checker: LogChecker,
    progress: Progress | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> bool:
    """Let a checker take all rows of its log, as long as nobody stops it; return whether it came to
    the end.
    """
    batches = checker.log.batches(progress)
    if isinstance(checker, DealtChecker) and (rows := checker.columns.law.judging.at_once):
        batches = gathered(batches, rows)
    for batch in batches:
        if stopped():
            return False
        checker.take(batch)
    return True


class DealtChecker:
    """Checks the log of a game that is dealt: the `LogChecker` of such games.

    law: what the log is compared with.
    chip: units per chip, by default what the log says.
    level: of all tests together.
    any_play: whether the play is no part of the verdict.
    """

    def __init__(
        self,
        law: LawCheck,
        log: Log,
        chip: Fraction | None = None,
        level: Fraction = fits.LEVEL,
        any_play: bool = False,
    ) -> None:
        self.log, self.level, self.any_play = log, level, any_play
        self.columns = LogColumns(law, log, chip or log.facts.chip or Fraction(1))
        self.findings = Findings()
        settles = _Replaying if self.columns.cards else _Counted
        self.rows: _Replaying | _Counted = settles(self.columns, self.findings)

    def take(self, batch: Batch) -> None:
        self.rows.take(batch)

    def take_all(
        self, progress: Progress | None = None, stopped: Callable[[], bool] = lambda: False
    ) -> bool:
        """Take all rows of the log as `read` does; a Parquet file is counted where it is."""
        if isinstance(self.rows, _Counted) and not self.rows.cards:
            self.rows.queried = queried(self.log, self.columns.kind, self.columns.value)
            if self.rows.queried:
                return True
        is_whole = read(self, progress, stopped)
        if is_whole and self.rows.cards:
            self.rows.cards = of_all_bets(self.rows.cards)
        return is_whole

    def verdict(self, whole: bool = True) -> Verdict:
        findings = self.findings.copy()
        rows = self.rows.rows(findings)
        rounds = verify_rounds(self.log, rows.every, whole)
        found = _verdict(self.columns, findings, rows, rounds, self.level, self.any_play)
        if not whole:
            return replace(found, partial=True)
        self.log.verify_same()
        return found


def of_all_bets(own: Cards) -> Cards:
    """Return what was counted of the cards of all rows where a log has several bets, one a row: a
    deal that stands in rows of two bets counts once. own: what was counted for one.
    """
    log, law = own.log, own.law
    zones = loose_zones(law.plan, own.zones)
    bet = next((one.column for one in log.only if one.is_bet), None)
    if bet is None or SEAT in log.columns:
        return own
    sources: dict[str, Source]
    sources = {name: log.sources[name] for name in (*zones, SHOE) if name in log.columns}
    deal = [*sources, *(name for name in (ROUND,) if name in log.every)]
    sources |= {name: Same(name) for name in deal if name not in sources} | {BET: Same(bet)}
    only = tuple(one for one in log.only if not one.is_bet)
    every = replace(log, only=only, loose=zones).reading(sources)
    cards = law.judging.cards(every, law, Findings())
    met: dict[tuple[Any, ...], Any] = {}
    for batch in every.batches():
        bets, deals = batch.columns[BET], zip(*map(batch.columns.__getitem__, deal))
        new = [met.setdefault(*pair) == pair[1] for pair in zip(deals, bets)]
        kept: dict[str, Sequence[Any]]
        kept = {name: list(compress(cells, new)) for name, cells in batch.columns.items()}
        if any(new):
            batch = Batch(batch.first, kept, batch.opens)
            count_dealt(cards, cards.read(batch, zeros("i", len(batch))), None)
    return cards


def check(
    law: LawCheck,
    log: Log,
    chip: Fraction | None = None,
    progress: Progress | None = None,
    level: Fraction = fits.LEVEL,
    stopped: Callable[[], bool] = lambda: False,
    any_play: bool = False,
) -> Verdict:
    """Return the verdict on a log; raises CombinError where it cannot be read.

    law: what it is compared with.
    chip: units per chip, by default what the log says.
    progress: called with how much of the log is read and how much there is.
    level: of all tests together.
    stopped: whether to stop, with the verdict so far; asked between batches.
    any_play: whether the play is no part of the verdict.
    """
    checker = DealtChecker(law, log, chip, level, any_play)
    return checker.verdict(checker.take_all(progress, stopped))


class _Counted:
    """Counts a log of which no row is settled from cards: every kind of row is looked up among all
    that are possible.

    queried: what a Parquet file holds, where it is counted as a whole.
    cards: what was counted of those that settle no row; None where there are none.
    """

    def __init__(self, columns: LogColumns, findings: Findings) -> None:
        self.columns, law = columns, columns.law
        self.cards: Cards | None = None
        if columns.log.loose:
            self.cards = law.judging.cards(columns.log, law, findings)
        self.shoes = ShoeResults() if SHOE in columns.log.columns else None
        shoes = self.shoes.take if self.shoes else None
        self.counting = KindsOfRows(columns.log, columns.kind, columns.value, shoes)
        self.queried: Frequencies | None = None

    def take(self, batch: Batch) -> None:
        """Count the rows of a batch."""
        self.counting.take(batch)
        if self.cards:
            dealt = self.cards.read(batch, zeros("i", len(batch)))
            count_dealt(self.cards, dealt, self.counting.counting.picked)

    def rows(self, findings: Findings) -> _Rows:
        """Return what all rows so far come to; `findings` gets those that cannot be."""
        columns = self.columns
        every, tested = self.counting.frequencies
        if self.queried:
            every = tested = self.queried
        kinds = {raw: columns.read(raw, every.first[raw]) for raw in every.counts}
        columns.verify_words((kind, every.first[raw]) for raw, kind in kinds.items())
        rows = ((kind, every.first[raw], every.counts[raw]) for raw, kind in kinds.items())
        judged(columns.law, rows, findings)
        return _Rows(every, tested, kinds, self.cards, self.shoes)


def tried(law: LawCheck, log: Log, chip: Fraction) -> tuple[int, int]:
    """Return how many of the first rows of a log are impossible, and how many were read: few where
    most of these cannot be. Raises CombinError where they cannot be read.
    """
    columns = LogColumns(law, log, chip)
    batch = next(log.batches(), None)
    if batch is None:
        return 0, 0
    few = batch.start(FEW_ROWS)
    wrong = len(impossible_in(columns, few))
    if len(few) == len(batch) or 2 * wrong > len(few):
        return wrong, len(few)
    return len(impossible_in(columns, batch)), len(batch)


def tried_play(law: LawCheck, log: KeptLog, chip: Fraction) -> tuple[set[int], int]:
    """Return the places of the rows of a log with cards that cannot be, and how many of its
    decisions leave the strategy of a law; an action of equal value leaves it, too.
    """
    replaying = _Replaying(LogColumns(law, log, chip), Findings())
    rows = replaying.settle(log.rows)
    if replaying.played:
        replaying.played.take(1, rows.cards, lambda _: Fraction(0), rows.bad)
    return rows.wrong, replaying.played.left if replaying.played else 0


def impossible_in(columns: LogColumns, batch: Batch) -> set[int]:
    """Return the places of the rows of a batch that cannot be."""
    if columns.cards:
        return _Replaying(columns, Findings()).settle(batch).wrong
    counting = Counting(columns.log, columns.kind, columns.value)
    codes, is_possible = counting.take(batch), possible_by(columns.law)
    kinds = [columns.read(*pair) for pair in zip(counting.kinds, counting.first)]
    possible = list(map(is_possible, kinds))
    return {place for place, code in enumerate(codes) if not possible[code]}


@dataclass
class _SettledRows:
    """The rows of a batch, settled again.

    codes: of their kinds.
    cards: of each row.
    ends: the number of the end that its cards come to.
    bad: the rows that are reported already.
    wrong: all rows that cannot be.
    """

    codes: list[int]
    cards: RowCards
    ends: array[int]
    bad: set[int]
    wrong: set[int]


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
        self.judging = law.judging
        self.cards = self.judging.cards(log, law, findings)
        self.replayed = Replayed(law, findings)
        self.kinds: list[RowKind] = []
        self.paths: list[int | None] = []
        self.spoilt: Counter[int] = Counter()
        self.tested: Flow | None = None
        self.shoes = ShoeResults() if SHOE in log.columns else None

    @cached_property
    def played(self) -> Replays | None:
        """What looks at the decisions; a trial of the first rows does without."""
        return self.judging.play(self.columns.law)

    def rows(self, findings: Findings) -> _Rows:
        """Return what all rows so far come to; `findings` gets those whose actions the rules do not
        have.
        """
        counting = self.counting
        logged = +counting.flow.counts
        self.columns.verify_words((self.kinds[code], self.counting.first[code]) for code in logged)
        judged(self.columns.law, self.unknown(logged), findings)
        every = counting.frequencies
        tested = counting.frequencies_of(self.tested) if self.tested else every
        play = self.played.play() if self.played else None
        kinds = dict(zip(counting.kinds, self.kinds))
        return _Rows(every, tested, kinds, self.cards, self.shoes, play)

    def unknown(self, logged: Mapping[int, int]) -> Iterator[tuple[RowKind, int, int]]:
        """Yield the kinds whose actions the rules do not have, with the first row and the number of
        rows that are not reported already.

        logged: code -> rows.
        """
        for code, rows in logged.items():
            left = rows - self.spoilt[code]
            if self.paths[code] is None and left:
                yield self.kinds[code], self.counting.first[code], left

    def take(self, batch: Batch) -> None:
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
        ends, differing = self.replayed.verify(batch, cards, codes, self.kinds, bad)
        return _SettledRows(codes, cards, ends, bad, bad | differing)

    def _dealt(self, batch: Batch, codes: list[int], paths: array[int]) -> RowCards:
        """Read and count the cards of a batch."""
        cards = self.cards.read(batch, paths)
        self.spoilt.update(codes[row] for row in cards.bad)
        count_dealt(self.cards, cards, self.counting.picked)
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
            codes = self._as_played(codes, otherwise, first)
            picked = self.counting.picked
            if picked and self.shoes:
                self.shoes.take(map(self.counting.kinds.__getitem__, codes), picked)
            self.tested.take(list(compress(codes, picked)) if picked else codes)

    def _as_played(self, codes: list[int], otherwise: dict[int, End], first: int) -> list[int]:
        """Return the codes of the rows of a batch; a row that left the strategy counts as the
        strategy would have played it.
        """
        codes = codes[:]
        for row, end in otherwise.items():
            raw, kind = self.columns.raw(end)
            codes[row] = self.counting.code(raw, first + row)
            if codes[row] == len(self.kinds):
                self._add(kind)
        return codes

    def _learn(self) -> None:
        """Read the kinds of rows that are new."""
        known = len(self.kinds)
        for raw, row in zip(self.counting.kinds[known:], self.counting.first[known:]):
            self._add(self.columns.read(raw, row))
            if self.paths[-1] is None:
                for decision in self.columns.law.plan.decisions:
                    self.columns.log.verify_there(row, decision.name)

    def _add(self, kind: RowKind) -> None:
        self.kinds.append(kind)
        self.paths.append(self.replayed.replay.path_number(kind.actions or ()))


def count_dealt(cards: Cards, dealt: RowCards, picked: bytearray | None) -> None:
    """Count the cards of the batch that was read last, without those that cannot be; picked: 1 for
    each row that is independent of the others, None where all are.
    """
    used = bytearray(picked or b"\1" * len(dealt.paths))
    for row in dealt.bad:
        used[row] = 0
    cards.take(used)


# --- The answer --------------------------------------------------------------------------------


def _verdict(
    columns: LogColumns,
    findings: Findings,
    rows: _Rows,
    rounds: int,
    level: Fraction,
    any_play: bool,
) -> Verdict:
    law, log = columns.law, columns.log
    _number(findings, rows.every, log.facts.rounds, rounds)
    verify_seats(rows.cards)
    untested = list(columns.untested)
    observed, cells = _observed(law, rows)
    mean = _mean(law, observed, rows.tested.rounds)
    cards = _dealt(rows, law, untested)
    if _lacking(rows.play, untested, any_play):
        tests = [*cards.tests, *fits.regular_test(cards.tables)]
    else:
        tests = _tests(columns, rows.tested, mean, cells, cards, untested)
        tests += _shoe_tests(law, rows)
    digest, files = log.digests()
    lacks = "not all the columns that this takes"
    return Verdict(
        law=law,
        log=log,
        digest=digest,
        files=files,
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
        tests=fits.corrected(tests, level),
        tested=rows.tested.rounds,
        power=power_of(law.result.variance, rows.tested.rounds, level / max(1, len(tests))),
        untested=tuple(untested),
        read_as=(*log.guesses, *columns.abbreviations),
        unsettled=f"as the log has {lacks if log.aside or log.loose else 'none'}",
        picked="rounds that begin a shoe" if rows.shoes else "one seat of each deal",
        level=level,
        logged=_logged(rows),
        any_play=any_play,
    )


def _dealt(rows: _Rows, law: LawCheck, untested: list[str]) -> Dealt:
    """Return what there is to say of the cards; `untested` gets what is left out."""
    if rows.cards is None:
        return Dealt([], [], ())
    found = dealt(rows.cards, law.game, untested)
    if rows.cards.shoes:
        groups, dealt_on = groups_of(list(law.game.deck.copies)), rows.shoes is not None
        found.tests.extend(shoe_order_tests(rows.cards.shoes, rows.cards.zones, groups, dealt_on))
    return found


def _shoe_tests(law: LawCheck, rows: _Rows) -> Iterator[fits.Test]:
    """Yield the tests of the results of whole shoes."""
    if rows.shoes is None:
        return
    shown = _shown(rows.kinds.values())
    labels = {raw: seen(kind, shown) for raw, kind in rows.kinds.items()}
    nets: dict[Raw, Fraction] | None = {}
    for raw, (actions, outcome, net) in labels.items():
        found = law.nets(outcome, actions) if net is None else {net}
        if nets is not None:
            nets = nets | {raw: min(found)} if len(found) == 1 else None
    yield from rows.shoes.tests(labels, law.shares(shown), nets, law.result.expected_value)


def _logged(rows: _Rows) -> dict[RowKind, int]:
    """Return what all rows of a log say apart from their cards, and how many rounds say so."""
    found: Counter[RowKind] = Counter()
    for raw, count in rows.every.counts.items():
        found[rows.kinds[raw]] += count
    return dict(found)


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
    shown = _shown(logged)
    observed: Counter[fits.Label] = Counter()
    for kind, count in zip(logged, counts.values()):
        observed[seen(kind, shown)] += count
    return observed, fits.cells(observed, law.shares(shown))


def _shown(kinds: Collection[RowKind]) -> tuple[bool, ...]:
    """Return whether some rows say what was done, how they ended, and what they won."""
    parts = zip(*(kind[:3] for kind in kinds))
    return tuple(any(part is not None for part in those) for those in parts)


def _number(findings: Findings, frequencies: Frequencies, said: int | None, rounds: int) -> None:
    """Note rounds whose numbers do not follow on, and more rounds than the log says."""
    if frequencies.gap:
        row, number = frequencies.gap
        right = "the number after that of the row before"
        findings.add(row, 1, f"round {number}", right, code=codes.NUMBER)
    if said is not None and rounds > said:
        right = f"{said:,}, as the log says itself"
        findings.add(said + 1, rounds - said, f"rounds: {rounds:,}", right, code=codes.LENGTH)


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
        untested.append(f"the mean: this test needs {fits.SMALL} rounds")
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
        f"the frequencies: in {play.lacking:,} rounds another action of equal value was taken, and "
        "the log lacks the cards that would have followed the strategy's action"
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
    scores, law = _scores(columns.law, nets)
    serial = fits.serial_test(order.pairs, order.ends, scores)
    runs = fits.runs_test(order.pairs, order.ends, wins)
    return [*(test for test in (serial, runs) if test), *block_tests(order.blocks, scores, law)]


def _scores(
    law: LawCheck, nets: Mapping[Any, Fraction]
) -> tuple[dict[Any, int], dict[int, Fraction]]:
    """Return what each result counts for its correlation: its middle rank in the law, as a whole
    number; and the chance of each of these numbers.
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
    return scores, dict(zip(middle, (one.probability for one in known)))


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
