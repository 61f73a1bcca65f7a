"""Reads the rows of a log of a game that is dealt: counted by what they say, or settled again from
their cards.
"""

from __future__ import annotations

from abc import abstractmethod
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import compress
from typing import TYPE_CHECKING, Any

from combin.checker import fits
from combin.checker.cards import Cards, RowCards
from combin.checker.columns import LogColumns, loose_zones
from combin.checker.core import BY_SHOE, LogCheck, LogReader, RowsRead, Scores
from combin.checker.deals import Dealt, dealt, groups_of, verify_seats
from combin.checker.law import LawCheck, seen
from combin.checker.likelihood import shown_in
from combin.checker.played import PlayCheck, Replays
from combin.checker.possible import (
    Findings,
    Replayed,
    RowKind,
    judged,
    possible_by,
)
from combin.checker.shoes import shoe_order_tests
from combin.checker.verdict import Verdict
from combin.counting import zeros
from combin.logs.batch import Batch
from combin.logs.frequencies import Flow, Frequencies, Raw, queried
from combin.logs.mapping import Same, Source
from combin.logs.parts import Progress
from combin.logs.read import Log
from combin.logs.schema import COUNT, ROUND, SEAT, SHOE, AnyCell
from combin.records import dataclass
from combin.rounds.settle import End

if TYPE_CHECKING:
    from combin.checker.kept import KeptLog

BET = "bet"  # the column that names the bet of a row
FEW_ROWS = 200  # of a log; a reading by which most of them cannot be is tried on no more


@dataclass
class _CountedRows:
    """The rows of a log as they were counted; every, tested, play: as of `RowsRead`.

    kinds: what a row says -> what it is.
    """

    every: Frequencies
    tested: Frequencies
    kinds: dict[Raw, RowKind]
    play: PlayCheck | None = None


class DealtReader(LogReader):
    """Reads the rows of a log of a game that is dealt.

    columns: those that the bet can use.
    cards: what was counted of the cards; None where there are none.
    """

    cards: Cards | None = None

    def __init__(self, columns: LogColumns) -> None:
        super().__init__(columns.log, columns.chip, columns.kind, columns.value)
        self.columns, self.law, self.at_once = columns, columns.law, columns.law.judging.at_once
        self.picked = BY_SHOE if self.shoes else "one seat of each deal"

    @abstractmethod
    def impossible(self, batch: Batch) -> set[int]:
        """Return the places of the rows of a batch that cannot be; it is the first one."""

    def wrong_rows(self, batch: Batch) -> int:
        return len(self.impossible(batch))

    @abstractmethod
    def counted(self, findings: Findings) -> _CountedRows:
        """Return what all rows so far say; `findings` gets those that cannot be."""

    def take_all(self, progress: Progress | None, stopped: Callable[[], bool]) -> bool:
        is_whole = super().take_all(progress, stopped)
        if is_whole and self.cards:
            self.cards = of_all_bets(self.cards)
        return is_whole

    def rows(self, findings: Findings, any_play: bool) -> RowsRead:
        law, columns, counts = self.law, self.columns, self.counted(findings)
        verify_seats(self.cards)
        shown = shown_in(counts.kinds.values())[:3]  # the stake is no part of a kind of round
        labels = {raw: seen(kind, shown) for raw, kind in counts.kinds.items()}
        nets: dict[Raw, Fraction] = {}
        for raw, (actions, outcome, net) in labels.items():
            found = law.nets(outcome, actions) if net is None else {net}
            if len(found) == 1:
                nets[raw] = min(found)
        observed, logged = Counter[fits.Label](), Counter[RowKind]()
        for raw, count in counts.tested.counts.items():
            observed[labels[raw]] += count
        for raw, count in counts.every.counts.items():
            logged[counts.kinds[raw]] += count
        mean, tested = None, counts.tested.counts
        if tested and nets.keys() >= tested.keys():
            mean = sum((nets[raw] * count for raw, count in tested.items()), Fraction(0))
            mean /= counts.tested.rounds
        shares = law.shares(shown)
        cells = fits.cells(observed, shares)
        aside, untested = self.log.aside or self.log.loose, list(columns.untested)
        short = [f"{word!r} is {action}" for word, action in sorted(columns.shortened.items())]
        lacks = f"as the log has {'not all the columns that this takes' if aside else 'none'}"
        return RowsRead(
            law=law,
            every=counts.every,
            tested=counts.tested,
            cells=cells,
            mean=mean,
            nets=nets if len(nets) == len(labels) else None,
            play=counts.play,
            cards=self._dealt(untested),
            untested=untested,
            untestable=_lacking(counts.play, any_play),
            unsettled="" if columns.cards else lacks,
            hint=self.other_chip(law.possible_nets, (net for *_, net in labels.values())),
            read_as=(*self.log.guesses, *short),
            labels=labels,
            shares=shares,
            tables=fits.outcome_table(cells),
            logged=logged,
        )

    def _dealt(self, untested: list[str]) -> Dealt:
        """Return what there is to say of the cards; `untested` gets what is left out."""
        if self.cards is None:
            return Dealt()
        found = dealt(self.cards, untested)
        if self.cards.shoes:
            groups, dealt_on = groups_of(list(self.cards.pack.copies)), self.shoes is not None
            zones = self.cards.zones
            found.tests.extend(shoe_order_tests(self.cards.shoes, zones, groups, dealt_on))
        return found

    def net_of(self, value: AnyCell) -> Fraction | None:
        return self.columns.net_of(value)

    def scores(self, nets: Mapping[AnyCell, Fraction]) -> Scores:
        """A result counts its middle rank in the law, as a whole number."""
        below, middle, law = [0], list[int](), self.law.net_law
        for chance in law.values():
            deals = int(chance * self.law.result.deals)
            middle.append(2 * below[-1] + deals)
            below.append(below[-1] + deals)
        sums, scores = list(law), {}
        for value, net in nets.items():
            place = bisect_left(sums, net)
            in_law = place < len(sums) and sums[place] == net
            scores[value] = middle[place] if in_law else 2 * below[place]
        return scores, dict(zip(middle, law.values()))


def _lacking(play: PlayCheck | None, any_play: bool) -> str:
    """Return why the frequencies cannot be tested where some rows lack the cards that the strategy
    would have played on; empty where they can.
    """
    if play is None or not play.lacking:
        return ""
    if play.departures and any_play:
        return (
            f"the frequencies of outcomes: in {play.lacking:,} rounds the strategy would have "
            "played on, and its cards are not logged"
        )
    equal = (
        f"the frequencies: in {play.lacking:,} rounds another action of equal value was taken, and "
        "the log lacks the cards that would have followed the strategy's action"
    )
    return "" if play.departures else equal


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
    reader = reader_of(law, log, chip or log.facts.chip or Fraction(1))
    return LogCheck(reader, level, any_play).whole(progress, stopped)


def reader_of(law: LawCheck, log: Log, chip: Fraction) -> DealtReader:
    """Return what reads the rows of a log; chip: units of one."""
    columns = LogColumns(law, log, chip)
    return (_Replaying if columns.cards else _Counted)(columns)


class _Counted(DealtReader):
    """Counts a log of which no row is settled from cards: every kind of row is looked up among all
    that are possible.

    queried: what a Parquet file holds, where it is counted where it is.
    """

    def __init__(self, columns: LogColumns) -> None:
        super().__init__(columns)
        if columns.log.loose:
            self.cards = self.law.judging.cards(self.log, self.law, self.findings)
        self.independent = Flow()  # of one row of each deal or shoe
        self.queried: Frequencies | None = None

    def take_all(self, progress: Progress | None, stopped: Callable[[], bool]) -> bool:
        if not self.cards:
            self.queried = queried(self.log, self.columns.kind, self.columns.value)
        return bool(self.queried) or super().take_all(progress, stopped)

    def impossible(self, batch: Batch) -> set[int]:
        columns, counting = self.columns, self.counting
        codes, is_possible = counting.take(batch), possible_by(self.law)
        kinds = [columns.read(*pair) for pair in zip(counting.kinds, counting.first)]
        possible = list(map(is_possible, kinds))
        return {place for place, code in enumerate(codes) if not possible[code]}

    def take(self, batch: Batch) -> None:
        counting, codes = self.counting, self.counting.take(batch)
        if COUNT not in self.log.columns:
            counting.flow.take(codes)
        if counting.picked is not None:
            self.independent.take(list(compress(codes, counting.picked)))
            if self.shoes and counting.shoes:
                self.shoes.take([counting.kinds[code] for code in codes], counting.picked)
        if self.cards:
            count_dealt(self.cards, self.cards.read(batch, zeros("i", len(batch))), counting.picked)

    def counted(self, findings: Findings) -> _CountedRows:
        columns = self.columns
        every = tested = self.queried or self.counting.frequencies
        if self.counting.picked is not None:
            tested = self.counting.frequencies_of(self.independent)
        kinds = {raw: columns.read(raw, every.first[raw]) for raw in every.counts}
        columns.verify_words((kind, every.first[raw]) for raw, kind in kinds.items())
        rows = ((kind, every.first[raw], every.counts[raw]) for raw, kind in kinds.items())
        judged(columns.law, rows, findings)
        return _CountedRows(every, tested, kinds)


def wrong_rows(
    reading: Callable[[Log, Fraction], LogReader], log: Log, chip: Fraction, few_alone: bool = False
) -> tuple[int, int]:
    """Return how many of the first rows of a log are impossible, and how many were read: few where
    most of these cannot be, or `few_alone`. Raises CombinError where they cannot be read.

    reading: returns what takes the rows of a log with a chip.
    """
    reader, batch = reading(log, chip), next(log.batches(), None)
    if batch is None:
        return 0, 0
    few = batch.rows(0, FEW_ROWS)
    wrong = reader.wrong_rows(few)
    if few_alone or len(few) == len(batch) or 2 * wrong > len(few):
        return wrong, len(few)
    return reading(log, chip).wrong_rows(batch), len(batch)


def tried_play(law: LawCheck, log: KeptLog, chip: Fraction) -> tuple[set[int], int]:
    """Return the places of the rows of a log with cards that cannot be, and how many of its
    decisions leave the strategy of a law; an action of equal value leaves it, too.
    """
    replaying = _Replaying(LogColumns(law, log, chip))
    rows = replaying.settle(log.rows)
    if replaying.played:
        replaying.played.take(1, rows.cards, lambda _: Fraction(0), rows.bad)
    return rows.wrong, replaying.played.left if replaying.played else 0


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


class _Replaying(DealtReader):
    """Reads a log with cards: every row is settled again, every decision looked at.

    kinds: what a row of each code is.
    paths: the number of its path, by code; None for one that the rules do not have.
    spoilt: how many rows of each code are reported already, because of their cards.
    tested: the rows that are tested; None as long as that is every row as it stands.
    """

    cards: Cards

    def __init__(self, columns: LogColumns) -> None:
        super().__init__(columns)
        self.cards = self.law.judging.cards(self.log, self.law, self.findings)
        self.replayed = Replayed(self.law, self.findings)
        self.kinds: list[RowKind] = []
        self.paths: list[int | None] = []
        self.spoilt: Counter[int] = Counter()
        self.tested: Flow | None = None

    @cached_property
    def played(self) -> Replays | None:
        """What looks at the decisions; a trial of the first rows does without."""
        return self.law.judging.play(self.law)

    def counted(self, findings: Findings) -> _CountedRows:
        counting = self.counting
        logged = +counting.flow.counts
        self.columns.verify_words((self.kinds[code], self.counting.first[code]) for code in logged)
        judged(self.columns.law, self.unknown(logged), findings)
        every = counting.frequencies
        tested = counting.frequencies_of(self.tested) if self.tested else every
        play = self.played.play() if self.played else None
        return _CountedRows(every, tested, dict(zip(counting.kinds, self.kinds)), play)

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
        rows, replayed = self.settle(batch), self.replayed.replay.ends
        flow, codes, otherwise = self.counting.flow, rows.codes, dict[int, End]()
        if self.played:
            nets = [replayed[end].net for end in rows.ends]
            otherwise = self.played.take(batch.first, rows.cards, nets.__getitem__, rows.bad)
        picked = self.counting.picked
        if self.tested is None and (otherwise or picked):
            self.tested = flow.copy()
        flow.take(codes)
        if self.tested:
            codes = self._as_played(codes, otherwise, batch.first)
            if picked and self.shoes:
                self.shoes.take(map(self.counting.kinds.__getitem__, codes), picked)
            self.tested.take(list(compress(codes, picked)) if picked else codes)

    def impossible(self, batch: Batch) -> set[int]:
        return self.settle(batch).wrong

    def settle(self, batch: Batch) -> _SettledRows:
        """Settle the rows of a batch again."""
        codes, met = self.counting.take(batch), len(self.kinds)
        for raw, first in zip(self.counting.kinds[met:], self.counting.first[met:]):
            self._add(self.columns.read(raw, first))
            if self.paths[-1] is None:
                for decision in self.columns.law.plan.decisions:
                    self.columns.log.verify_there(first, decision.name)
        known = [0 if path is None else path for path in self.paths]
        cards = self.cards.read(batch, array("i", map(known.__getitem__, codes)))
        self.spoilt.update(codes[row] for row in cards.bad)
        count_dealt(self.cards, cards, self.counting.picked)
        bad = {*cards.bad}
        if None in self.paths:
            bad |= {row for row, code in enumerate(codes) if self.paths[code] is None}
        ends, differing = self.replayed.verify(batch, cards, codes, self.kinds, bad)
        return _SettledRows(codes, cards, ends, bad, bad | differing)

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
