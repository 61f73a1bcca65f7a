"""One log against one law, in the order of the answer: impossible rows, the play, the frequencies, the power."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from combin.cards import card_text
from combin.checker import fits
from combin.checker.law import Law, seen
from combin.checker.played import Play, Played
from combin.checker.possible import Cards, Findings, Impossible, Kind, Replayed, judged
from combin.checker.power import Power, power_of
from combin.errors import CombinError, nearest
from combin.logs import schema
from combin.logs.census import Census, Counting, census_of, verify_rounds
from combin.logs.read import Log, Progress, whole
from combin.logs.schema import ACTIONS, COUNT, NET, OUTCOME, ROUND, STAKED
from combin.measures import law as law_of_net
from combin.replay import zones_of
from combin.rules import Game

LITTLE = Fraction(1, 100)  # an error of the edge, in units, that a log of few rounds does not show
UNTOLD = "the log has no net, and its outcomes do not tell it"
BETWEEN = re.compile(r"\s*[/,]\s*")  # the actions of a round, joined


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
class _Checking:
    """What is gathered while a log is read."""

    law: Law
    log: Log
    chip: Fraction
    findings: Findings = field(default_factory=Findings)
    untested: list[str] = field(default_factory=list)
    kinds: dict[tuple[Any, ...], Kind] = field(default_factory=dict)
    cards: Cards | None = None
    play: Play | None = None


def columns_of(game: Game) -> list[str]:
    """Return the columns that a log of a game may have."""
    zones, decisions = [deal.zone for deal in game.deals], [decision.name for decision in game.decisions]
    return [ROUND, *zones, *decisions, ACTIONS, OUTCOME, STAKED, NET, COUNT]


def check(law: Law, log: Log, chip: Fraction | None = None, progress: Progress | None = None) -> Verdict:
    """Return what there is to say about a log.

    law: what it is held against. chip: units per chip, by default what the log says. progress: called with how much of the log
    is read and how much there is. Raises CombinError where it cannot be read.
    """
    checking = _Checking(law, log, chip or log.facts.chip or Fraction(1))
    kind = _kind_columns(checking)
    value = NET if NET in kind else OUTCOME
    if _has_cards(checking):
        census = _replayed(checking, kind, value, progress)
    else:
        checking.untested.append("the cards: the log has none, so no row was settled again and no single decision looked at")
        census = census_of(log, kind, value, progress)
        checking.kinds = {raw: _decoded(checking, kind, raw, census.first[raw]) for raw in census.counts}
        _verify_names(checking)
        judged(law, ((one, census.first[raw], census.counts[raw]) for raw, one in checking.kinds.items()), checking.findings)
    rounds = verify_rounds(log, census)
    return _verdict(checking, census, value, rounds)


# --- Columns ---------------------------------------------------------------------------------------------------------


def _kind_columns(checking: _Checking) -> list[str]:
    """Return the columns that say what a row is, apart from its cards."""
    log, plan = checking.log, checking.law.plan
    decisions = [decision.name for decision in plan.decisions]
    there = [name for name in decisions if name in log.columns]
    if there and len(there) < len(decisions):
        missing = next(name for name in decisions if name not in there)
        raise CombinError(f"{log.path!r} has the decision {there[0]!r}, and not {missing!r}: all are needed, or none")
    actions = [*there, *([ACTIONS] if ACTIONS in log.columns and decisions else [])]
    kind = [*actions, *(name for name in (OUTCOME, STAKED, NET) if name in log.columns)]
    if OUTCOME not in kind and NET not in kind:
        raise CombinError(f"{log.path!r} has neither a column {NET!r} nor {OUTCOME!r}: nothing can be checked without")
    if decisions and not actions:
        checking.untested.append("what the player did: the log has no column for it")
    for name, what in ((OUTCOME, "how the outcomes are called"), (NET, "the nets that were logged")):
        if name not in kind:
            checking.untested.append(f"{what}: the log has no column {name!r}")
    zones = {deal.zone for deal in plan.game.deals}
    for name in log.columns:
        if name not in (*kind, ROUND, COUNT, *zones):
            checking.untested.append(f"the column {name!r}: nothing is decided in this bet")
    for name in log.passed:
        checking.untested.append(f"the column {name!r}: it means nothing to combin")
    return kind


def _has_cards(checking: _Checking) -> bool:
    """Tell whether the rows can be played again; raises CombinError where that was meant and something is missing."""
    log, plan = checking.log, checking.law.plan
    zones = [deal.zone for deal in plan.game.deals]
    there = [zone for zone in zones if zone in log.columns]
    if not there:
        return False
    missing = [deal.zone for deal in zones_of(plan) if deal.zone not in there]
    if missing:
        raise CombinError(
            f"{log.path!r} has the cards of {there[0]!r}, and not those of {missing[0]!r}: all are needed, or none"
        )
    if plan.decisions and not any(name in log.columns for name in (ACTIONS, *(d.name for d in plan.decisions))):
        raise CombinError(f"{log.path!r} has cards, and no column that says what the player did ({plan.decisions[0].name!r})")
    if COUNT in log.columns:
        raise CombinError(f"{log.path!r} has cards and a column {COUNT!r}; where cards are logged a row is one round")
    return True


def _decoded(checking: _Checking, kind: Sequence[str], raw: tuple[Any, ...], row: int) -> Kind:
    values = dict(zip(kind, raw))
    names = [decision.name for decision in checking.law.plan.decisions]
    actions: tuple[str, ...] | None = None
    if names and names[0] in values:
        given = [str(values[name]).strip() for name in names]
        while given and not given[-1]:
            given.pop()
        actions = tuple(given)
    if ACTIONS in values:
        text = str(values[ACTIONS]).strip()
        said = tuple(BETWEEN.split(text)) if text else ()
        if actions is not None and actions != said:
            told = " / ".join(actions)
            raise CombinError(f"{checking.log.path!r}, row {row}: the decisions are {told!r}, and {ACTIONS} is {text[:60]!r}")
        actions = said
    outcome = str(values[OUTCOME]).strip() if OUTCOME in values else None
    net, staked = (
        whole(checking.log, row, name, values[name]) * checking.chip if name in values else None for name in (NET, STAKED)
    )
    return Kind(actions, outcome, net, staked)


def _verify_names(checking: _Checking) -> None:
    """Refuse a log whose words are all of another language: that is no fault of its rounds."""
    law = checking.law
    for place, column in ((0, "actions"), (1, "outcomes")):
        known = {end[place] for end in law.possible}
        used = {kind[place] for kind in checking.kinds.values() if kind[place] is not None}
        if used and not used & known:
            words = {" / ".join(k) if place == 0 else str(k) for k in known}  # type: ignore[arg-type]
            first = next(iter(used))
            said = " / ".join(first) if isinstance(first, tuple) else str(first)
            raise CombinError(f"{checking.log.path!r}: none of the {column} is one of {law.game.slug}, {law.plan.bet.key}; "
                              f"{said[:60]!r}{nearest(said, words)}")  # fmt: skip


# --- With cards ------------------------------------------------------------------------------------------------------


def _replayed(checking: _Checking, kind: list[str], value: str, progress: Progress | None) -> Census:
    law, log, findings = checking.law, checking.log, checking.findings
    counting, checking.cards = Counting(log, kind, value), Cards(log, law.game, findings)
    replayed, played = Replayed(law, findings), Played(law) if law.plan.decisions else None
    kinds: list[Kind] = []
    paths_of: list[int | None] = []
    spoilt: Counter[int] = Counter()  # rows of each kind that are told already, for their cards
    for batch in log.batches(progress):
        codes = counting.take(batch)
        for raw, row in zip(counting.kinds[len(kinds) :], counting.first[len(kinds) :]):
            kinds.append(_decoded(checking, kind, raw, row))
            paths_of.append(replayed.replay.path_number(kinds[-1].actions or ()))
        known = [0 if path is None else path for path in paths_of]
        paths = array("i", map(known.__getitem__, codes))
        columns, bad = checking.cards.masks(batch, list(map(replayed.dealt.__getitem__, paths)))
        masks = replayed.masks(columns, bad, len(batch))
        spoilt.update(codes[row] for row in bad)
        if None in paths_of:
            bad |= {row for row, code in enumerate(codes) if paths_of[code] is None}
        replayed.verify(batch, masks, paths, codes, kinds, bad)
        if played:
            played.take(batch.first, masks, paths, bad)
    checking.kinds = dict(zip(counting.kinds, kinds))
    _verify_names(checking)
    unknown = [code for code, path in enumerate(paths_of) if path is None and counting.counts[code] > spoilt[code]]
    judged(law, ((kinds[c], counting.first[c], counting.counts[c] - spoilt[c]) for c in unknown), findings)
    checking.play = played.play() if played else None
    return counting.census


# --- The answer ------------------------------------------------------------------------------------------------------


def _verdict(checking: _Checking, census: Census, value: str, rounds: int) -> Verdict:
    law, log, findings = checking.law, checking.log, checking.findings
    if census.gap:
        row, number = census.gap
        findings.add(row, 1, f"round {number}", "the number after that of the row before")
    if log.facts.rounds is not None and rounds > log.facts.rounds:
        said = log.facts.rounds
        findings.add(said + 1, rounds - said, f"rounds: {rounds:,}", f"{said:,}, as the log says itself")
    columns = tuple(any(checking.kinds[raw][place] is not None for raw in census.counts) for place in range(3))
    observed: Counter[fits.Label] = Counter()
    for raw, count in census.counts.items():
        observed[seen(checking.kinds[raw], columns)] += count
    cells = fits.cells(observed, law.shares(columns))
    tests = [*fits.frequency_tests(cells), *_card_tests(checking)]
    mean = _mean(checking, observed, rounds)
    if mean is not None and rounds >= fits.SMALL:
        chances = {one.net: one.probability for one in law_of_net(law.result)}
        if law.result.variance:
            tests.insert(0, fits.mean_test(chances, law.result.expected_value, law.result.variance, mean, rounds))
    elif mean is not None:
        checking.untested.append(f"the mean by itself: it takes {fits.SMALL} rounds")
    tests += _order_tests(checking, census, value)
    level = fits.LEVEL / max(1, len(tests))
    return Verdict(
        law, log, log.digest(), checking.chip, rounds, findings.told, min(findings.rows, rounds),
        _hint(checking), checking.cards is not None, checking.play, mean, cells, fits.corrected(tests),
        power_of(law.result.variance, rounds, level),
        tuple(checking.untested),
    )  # fmt: skip


def _mean(checking: _Checking, observed: Counter[fits.Label], rounds: int) -> Fraction | None:
    """Return the mean net in units; where no net was logged, that of the outcomes, if each has only one."""
    nets = _nets(checking, observed)
    if nets is None:
        checking.untested.append(f"the mean: {UNTOLD}")
        return None
    return sum((nets[label] * count for label, count in observed.items()), Fraction(0)) / rounds


def _nets(checking: _Checking, observed: Counter[fits.Label]) -> dict[fits.Label, Fraction] | None:
    found: dict[fits.Label, Fraction] = {}
    for label in observed:
        if label[2] is not None:
            found[label] = label[2]
            continue
        actions, outcome, _ = label
        nets = {end.net for end in checking.law.possible if actions in (None, end.actions) and end.outcome == outcome}
        if len(nets) != 1:
            return None
        found[label] = nets.pop()
    return found


def _card_tests(checking: _Checking) -> list[fits.Test]:
    cards, deck = checking.cards, checking.law.game.deck
    if cards is None:
        return []
    names = [card_text(number) for number in deck.cards]
    # What is dealt only to those who did not fold is no random sample.
    partly = {zone for zone in cards.counts if cards.complete[zone] < max(cards.complete.values())}
    checking.untested += [f"how often each card lies in {zone}: it was not dealt in every round" for zone in partly]
    made = [
        fits.card_test(deal.zone, cards.counts[deal.zone], names, cards.complete[deal.zone], deal.cards)
        for deal in cards.deals
        if deal.zone not in partly
    ]
    if not partly:
        made.append(fits.repeat_test(cards.repeats, max(cards.complete.values()), cards.ways))
    return [test for test in made if test]


def _order_tests(checking: _Checking, census: Census, value: str) -> list[fits.Test]:
    """Return the tests of the order: serial correlation of the ranks of the results, and runs of wins."""
    if not census.ends:
        checking.untested.append("the order of the rounds: a row stands for several")
        return []
    values = {one for pair in census.pairs for one in pair} | set(census.ends)
    nets = _value_nets(checking, value, values)
    if nets is None:
        checking.untested.append(f"the order of the rounds: {UNTOLD}")
        return []
    scores = _scores(checking.law, nets)
    tests = (
        fits.serial_test(census.pairs, (census.ends[0], census.ends[1]), scores),
        fits.runs_test(census.pairs, (census.ends[0], census.ends[1]), {one: net > 0 for one, net in nets.items()}),
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


def _value_nets(checking: _Checking, column: str, values: set[Any]) -> dict[Any, Fraction] | None:
    if column == NET:
        return {value: whole(checking.log, 1, NET, value) * checking.chip for value in values}
    nets: dict[Any, Fraction] = {}
    for value in values:
        found = {end.net for end in checking.law.possible if end.outcome == value}
        if len(found) > 1:
            return None
        nets[value] = found.pop() if found else Fraction(0)
    return nets


def _hint(checking: _Checking) -> str:
    """Return what may be behind nets that cannot be: a chip of another size."""
    possible = {end.net for end in checking.law.possible}
    logged = {kind.net for kind in checking.kinds.values() if kind.net is not None}
    if logged <= possible or not any(logged):
        return ""
    factor = schema.smallest_chip(possible) / schema.smallest_chip(logged)
    if factor != 1 and {net * factor for net in logged} <= possible:
        return f"every net would be possible with a chip of {checking.chip * factor} units (--chip {checking.chip * factor})"
    return ""
