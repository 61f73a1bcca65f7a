"""One log against one law, in the order of the answer: impossible rows, the play, the frequencies, the power."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from combin.cards import card_text
from combin.checker import fits
from combin.checker.columns import Columns
from combin.checker.law import Law, seen
from combin.checker.played import Play, Played
from combin.checker.possible import Cards, Findings, Impossible, Kind, Replayed, judged
from combin.checker.power import Power, power_of
from combin.logs import schema
from combin.logs.census import Census, Counting, Raw, census_of, verify_rounds
from combin.logs.read import Log, Progress
from combin.solving.measures import law as law_of_net

LITTLE = Fraction(1, 100)  # an error of the edge, in units, that a log of few rounds does not show
UNTOLD = "the log has no net, and its outcomes do not tell it"


@dataclass(frozen=True)
class Verdict:
    """Everything that a check found.

    law: what the log was held against. log, digest: the file and its SHA-256. chip: units per chip. rounds: how many.
    impossible, impossible_rows: what cannot be. hint: what may be behind it. replayed: whether every row was settled again
    from its cards. play: None where no decision was looked at. mean: of the net, in units, None where it is not known. cells,
    tests, power: the frequencies. untested: what was not looked at, and why.
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
    tests: tuple[fits.Test, ...]
    power: Power
    untested: tuple[str, ...]

    @property
    def failed(self) -> tuple[fits.Test, ...]:
        """The tests that the log does not pass, the most unlikely first."""
        return tuple(sorted((test for test in self.tests if not test.fits), key=lambda test: test.chance))

    @property
    def fits(self) -> bool:
        """Whether nothing speaks against the log."""
        return not (self.impossible or self.failed or (self.play and self.play.departures))

    @property
    def few(self) -> bool:
        """Whether so many rounds say little: an error as large as the edge itself, and as LITTLE, could pass unnoticed."""
        return self.rounds < fits.SMALL or self.power.error > max(abs(self.law.result.expected_value), LITTLE)


@dataclass
class _Rows:
    """The rows of a log, by what they are. cards, play: what was gathered from their cards, None where there are none."""

    census: Census
    kinds: dict[Raw, Kind]
    cards: Cards | None = None
    play: Play | None = None


def check(law: Law, log: Log, chip: Fraction | None = None, progress: Progress | None = None) -> Verdict:
    """Return what there is to say about a log.

    law: what it is held against. chip: units per chip, by default what the log says. progress: called with how much of the log
    is read and how much there is. Raises CombinError where it cannot be read.
    """
    columns, findings = Columns(law, log, chip or log.facts.chip or Fraction(1)), Findings()
    rows = (_replayed if columns.cards else _counted)(columns, findings, progress)
    return _verdict(columns, findings, rows, verify_rounds(log, rows.census))


def _counted(columns: Columns, findings: Findings, progress: Progress | None) -> _Rows:
    """Read a log without cards: every kind of row is looked up among all that can be."""
    census = census_of(columns.log, columns.kind, columns.value, progress)
    kinds = {raw: columns.read(raw, census.first[raw]) for raw in census.counts}
    columns.verify_words(kinds.values())
    judged(columns.law, ((kind, census.first[raw], census.counts[raw]) for raw, kind in kinds.items()), findings)
    return _Rows(census, kinds)


def _replayed(columns: Columns, findings: Findings, progress: Progress | None) -> _Rows:
    """Read a log with cards: every row is settled again, every decision looked at."""
    law, log = columns.law, columns.log
    counting, cards = Counting(log, columns.kind, columns.value), Cards(log, law.game, findings)
    replayed, played = Replayed(law, findings), Played(law) if law.plan.decisions else None
    kinds: list[Kind] = []
    paths_of: list[int | None] = []
    spoilt: Counter[int] = Counter()  # rows of each kind that are told already, for their cards
    for batch in log.batches(progress):
        codes = counting.take(batch)
        for raw, row in zip(counting.kinds[len(kinds) :], counting.first[len(kinds) :]):
            kinds.append(columns.read(raw, row))
            paths_of.append(replayed.replay.path_number(kinds[-1].actions or ()))
        known = [0 if path is None else path for path in paths_of]
        paths = array("i", map(known.__getitem__, codes))
        zones, bad = cards.masks(batch, list(map(replayed.dealt.__getitem__, paths)))
        masks = replayed.masks(zones, bad, len(batch))
        spoilt.update(codes[row] for row in bad)
        if None in paths_of:
            bad |= {row for row, code in enumerate(codes) if paths_of[code] is None}
        replayed.verify(batch, masks, paths, codes, kinds, bad)
        if played:
            played.take(batch.first, masks, paths, bad)
    columns.verify_words(kinds)
    unknown = [code for code, path in enumerate(paths_of) if path is None and counting.counts[code] > spoilt[code]]
    judged(law, ((kinds[c], counting.first[c], counting.counts[c] - spoilt[c]) for c in unknown), findings)
    return _Rows(counting.census, dict(zip(counting.kinds, kinds)), cards, played.play() if played else None)


# --- The answer ------------------------------------------------------------------------------------------------------


def _verdict(columns: Columns, findings: Findings, rows: _Rows, rounds: int) -> Verdict:
    law, log, counts = columns.law, columns.log, rows.census.counts
    _number(findings, rows.census, log.facts.rounds, rounds)
    shown = tuple(any(rows.kinds[raw][place] is not None for raw in counts) for place in range(3))
    observed: Counter[fits.Label] = Counter()
    for raw, count in counts.items():
        observed[seen(rows.kinds[raw], shown)] += count
    cells = fits.cells(observed, law.shares(shown))
    untested = list(columns.untested)
    mean = _mean(law, observed, rounds)
    tests = [
        *_mean_test(law, mean, rounds, untested),
        *fits.frequency_tests(cells),
        *_card_tests(law, rows.cards, untested),
        *_order_tests(columns, rows.census, untested),
    ]
    level = fits.LEVEL / max(1, len(tests))
    return Verdict(
        law, log, log.digest(), columns.chip, rounds, findings.told, min(findings.rows, rounds),
        _hint(columns, rows.kinds.values()), columns.cards, rows.play, mean, cells, fits.corrected(tests),
        power_of(law.result.variance, rounds, level), tuple(untested),
    )  # fmt: skip


def _number(findings: Findings, census: Census, said: int | None, rounds: int) -> None:
    """Note rounds whose numbers do not follow on, and more rounds than the log says."""
    if census.gap:
        row, number = census.gap
        findings.add(row, 1, f"round {number}", "the number after that of the row before")
    if said is not None and rounds > said:
        findings.add(said + 1, rounds - said, f"rounds: {rounds:,}", f"{said:,}, as the log says itself")


def _mean(law: Law, observed: Counter[fits.Label], rounds: int) -> Fraction | None:
    """Return the mean net in units; where no net was logged, that of the outcomes, if each has only one."""
    total = Fraction(0)
    for (actions, outcome, net), count in observed.items():
        nets = law.nets(outcome, actions) if net is None else {net}
        if len(nets) != 1:
            return None
        total += min(nets) * count
    return total / rounds


def _mean_test(law: Law, mean: Fraction | None, rounds: int, untested: list[str]) -> list[fits.Test]:
    if mean is None:
        untested.append(f"the mean: {UNTOLD}")
    elif rounds < fits.SMALL:
        untested.append(f"the mean by itself: it takes {fits.SMALL} rounds")
    elif law.result.variance:
        chances = {one.net: one.probability for one in law_of_net(law.result)}
        return [fits.mean_test(chances, law.result.expected_value, law.result.variance, mean, rounds)]
    return []


def _card_tests(law: Law, cards: Cards | None, untested: list[str]) -> list[fits.Test]:
    if cards is None:
        return []
    names = [card_text(number) for number in law.game.deck.cards]
    rounds = max(cards.complete.values())
    # What is dealt only to those who did not fold is no random sample.
    whole = [deal for deal in cards.deals if cards.complete[deal.zone] == rounds]
    partly = [deal.zone for deal in cards.deals if deal not in whole]
    untested += [f"how often each card lies in {zone}: it was not dealt in every round" for zone in partly]
    made = [fits.card_test(deal.zone, cards.counts[deal.zone], names, rounds, deal.cards) for deal in whole]
    if not partly:
        made.append(fits.repeat_test(cards.repeats, rounds, cards.ways))
    return [test for test in made if test]


def _order_tests(columns: Columns, census: Census, untested: list[str]) -> list[fits.Test]:
    """Return the tests of the order: serial correlation of the ranks of the results, and runs of wins."""
    if not census.ends:
        untested.append("the order of the rounds: a row stands for several")
        return []
    nets: dict[Any, Fraction] = {}
    for value in {one for pair in census.pairs for one in pair} | set(census.ends):
        net = columns.net_of(value)
        if net is None:
            untested.append(f"the order of the rounds: {UNTOLD}")
            return []
        nets[value] = net
    tests = (
        fits.serial_test(census.pairs, census.ends, _scores(columns.law, nets)),
        fits.runs_test(census.pairs, census.ends, {one: net > 0 for one, net in nets.items()}),
    )
    return [test for test in tests if test]


def _scores(law: Law, nets: Mapping[Any, Fraction]) -> dict[Any, int]:
    """Return what each result counts for its correlation: its middle rank in the law, as a whole number."""
    below, ranks = [0], {}
    for one in law_of_net(law.result):
        ranks[one.net] = 2 * below[-1] + int(one.probability * law.result.deals)
        below.append(below[-1] + int(one.probability * law.result.deals))
    known = list(ranks)
    return {one: ranks[net] if net in ranks else 2 * below[bisect_left(known, net)] for one, net in nets.items()}


def _hint(columns: Columns, kinds: Iterable[Kind]) -> str:
    """Return what may be behind nets that cannot be: a chip of another size."""
    possible = {end.net for end in columns.law.possible}
    logged = {kind.net for kind in kinds if kind.net is not None}
    if logged <= possible or not any(logged):
        return ""
    factor = schema.smallest_chip(possible) / schema.smallest_chip(logged)
    if factor != 1 and {net * factor for net in logged} <= possible:
        return f"every net would be possible with a chip of {columns.chip * factor} units (--chip {columns.chip * factor})"
    return ""
