"""What may explain a log of a game that is dealt: suppositions, each weighed by its exact
distribution.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import field, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain
from math import ceil
from time import process_time_ns

from combin.checker import chances
from combin.checker.asked import Asked
from combin.checker.causes import Cause, Causes, CauseSearch, Weighed
from combin.checker.check import check, reader_of, tried_play
from combin.checker.kept import KeptLog, kept
from combin.checker.law import LawCheck
from combin.checker.laws import law_of, uncounted
from combin.checker.likelihood import (
    BROKEN,
    LEFT,
    LIKELIER,
    Kinds,
    as_if_independent,
    as_shown,
    ends_of,
    explains,
    log_likelihood,
    rounds_apart,
    shown_in,
    with_others,
)
from combin.checker.possible import RowKind, possible_by
from combin.checker.supposed import (
    PayEnds,
    Pays,
    Supposition,
    adding,
    changing,
    choosing,
    paying,
    playing,
    qualifying,
    ranking,
    repaying,
    seeing,
    setting,
)
from combin.checker.verdict import Verdict
from combin.counting.memory import most_sets
from combin.errors import CombinError
from combin.families.listed import family_of
from combin.logs.schema import ACTIONS, COUNT, NET, OUTCOME, SEAT
from combin.records import dataclass
from combin.rounds import Simulation
from combin.rounds.settle import End
from combin.rules.game import Game

# How often the deals may be counted anew: so many information sets in all, at most so many times,
# and no longer than so many seconds of a processor.
MOST_SETS, MOST_COUNTS, SECONDS = 24_000_000, 40, 20
BOARDS = 4  # how many times longer one takes where information sets are not kept
LOOKED_AT = 3  # of them, under which the whole check is made again
FIRST = 500  # rows with cards on which each supposition is tried, beside as many that cannot be
LIKELIEST = 2  # strategies that are counted
PLAYED, PRIOR = 8_192, 50  # rounds that tell which strategies these are
TOGETHER = 3  # pays that are wrong at the same time
SELDOM = 20  # times that a card is expected which is never dealt


def causes_of(asked: Asked, verdict: Verdict, took: int) -> Causes:
    """Return what may explain a log that does not fit.

    asked: what the log was held against.
    took: how long the law took to count, in nanoseconds of the processor.
    """
    return _CauseSearch(asked, verdict, took).found()


class _Budget:
    """How often the deals of a bet may still be counted."""

    def __init__(self, law: LawCheck, took: int) -> None:
        plan, self.took = law.plan, took
        sets = most_sets(plan) * (1 if family_of(plan).keeps else BOARDS)
        self.left = min(MOST_COUNTS, MOST_SETS // max(1, sets))
        self.until = process_time_ns() + SECONDS * 10**9

    def take(self, counts: int) -> bool:
        """Return whether so many are left, and take them."""
        if counts > self.left or (counts and process_time_ns() + counts * self.took > self.until):
            return False
        self.left -= counts
        return True


@dataclass
class _ByLaw(Weighed):
    """A supposition and its law, weighed."""

    supposed: Supposition = field(kw_only=True)
    law: LawCheck = field(kw_only=True)


class _CauseSearch(CauseSearch[_ByLaw]):
    """Tries one supposition after the other, those that cost no counting first."""

    def __init__(self, asked: Asked, verdict: Verdict, took: int) -> None:
        assert isinstance(verdict.law, LawCheck), "the game is dealt"
        self.asked, self.verdict, self.law = asked, verdict, verdict.law
        self.log, self.chip = verdict.log, verdict.chip
        self.counts = _Budget(self.law, took)
        self.kinds: Kinds = verdict.logged
        self.rounds = sum(self.kinds.values())
        self.left = 0  # decisions of the sample that leave the strategy
        self.wrong_times = self.left_times = Fraction(1)  # in the log for one in the sample
        impossible, of = verdict.impossible_rows, (asked.sheet, self.law.game, self.law.key)
        if verdict.replayed:
            wrong, self.left = tried_play(self.law, self.sample, self.chip)
            if verdict.play and verdict.play.even:
                self.left = min(self.left, verdict.play.rounds)
            super().__init__(*of, wrong, [1] * len(self.sample.rows), impossible)
            self.wrong_times = max(self.wrong_times, _times(impossible, len(wrong)))
            left = verdict.play.rounds if verdict.play else 0
            self.left_times = max(self.left_times, _times(left, self.left))
        else:
            cannot = self._wrong_kinds(self.law, self.kinds)
            super().__init__(*of, cannot, [*self.kinds.values()], impossible)
        wrong_of_sample = len(self.wrong) if verdict.replayed else 0
        self.declared, _ = self._score(self.law, self.kinds, wrong_of_sample, self.left)
        self.plain = log_likelihood(ends_of(self.law), self.kinds)[0]

    @cached_property
    def first(self) -> KeptLog:
        """The first rows of the log."""
        return kept(self.log)

    @cached_property
    def sample(self) -> KeptLog:
        """Some of the first rows: of those that cannot be as many as of the others, each one as
        likely; and those that were not played by the strategy.
        """
        rows = self.first.rows
        wrong = reader_of(self.law, self.first, self.chip).impossible(rows)
        found = set(range(min(len(rows), FIRST))) - wrong
        found |= {*sorted(wrong)[:: -(-len(wrong) // FIRST) or 1]}
        faults = [one.row for one in self.verdict.play.departures] if self.verdict.play else []
        return self.first.only_rows(found | {row - 1 for row in faults if row <= len(rows)} - wrong)

    def found(self) -> Causes:
        """Return the causes."""
        found = super().found()
        plain = [
            one for one in self.likely[:2] if one.supposed.chip == 1 and not one.supposed.moved
        ]
        laws = [one.law for one in plain if one.law.result.deals]
        shares = [as_shown(ends_of(law), shown_in(self.kinds)) for law in laws]
        parted = rounds_apart(*shares) if laws[1:] else None
        looked_at = min(self.rounds, len(self.first.rows)) if self.likely else 0
        alike = bool(laws[1:]) and parted is None
        likely = found.likely or tuple(self._never_dealt())
        return replace(found, likely=likely, apart=parted, looked_at=looked_at, alike=alike)

    def _never_dealt(self) -> Iterator[Cause]:
        """Yield the card, rank or suit of which none is dealt though many are expected, where every
        row can be.
        """
        seen, expected = Counter[str](), defaultdict[str, Fraction](Fraction)
        for one in () if self.verdict.impossible else self.verdict.strays:
            seen[one.what] += one.observed
            expected[one.what] += one.expected
        never = [name for name, times in expected.items() if not seen[name] and times > SELDOM]
        for name in never[-1:]:  # a rank stands after its cards
            chance = expected[name] / chances.logarithm(Fraction(10))
            yield Cause(f"{name} is never dealt", "", chance, 0)

    def weighed(self) -> list[_ByLaw]:
        weighed = [one for one in map(self._weighed, self._supposed()) if one]
        if not any(one.explains and one.score > self.declared for one in weighed):
            game, words, option = self.rules_sought()
            if option.count("=") > 1 and (
                several := self._weighed(setting(self.law, game, words, option))
            ):
                weighed.append(several)
        return self._by_own_play(sorted(weighed, key=lambda one: -one.score))

    def wrong_under(self, game: Game) -> frozenset[int]:
        law = uncounted(game, self.law.key, self.law.lines, self.law.name)
        if not self.verdict.replayed:
            return self._wrong_kinds(law, self.kinds)
        return frozenset(reader_of(law, self.sample, self.chip).impossible(self.sample.rows))

    def scored(self, wrong: frozenset[int]) -> tuple[Fraction, int]:
        score, unexplained = self._score(self.law, {}, self.many(wrong), self.left)
        return self.plain + score, unexplained

    def cause(self, one: _ByLaw, place: int) -> Cause | None:
        """Return a cause if it explains the log by a check that is made again under it."""
        found = self._again(one) if place < LOOKED_AT else None
        if not self._still_explains(found):
            return None
        cause = self._cause(one)
        if found is None:
            return cause
        rows = one.unexplained if found.rounds < self.rounds - 1 else found.impossible_rows
        return replace(cause, unexplained=rows, left=what_is_left(found))

    def _still_explains(self, found: Verdict | None) -> bool:
        """Return whether a cause explains the log by the check that was made again under it: where
        nothing but tests fails, only that tells.
        """
        if found is None:
            return bool(self.verdict.impossible or self.verdict.deviates)
        before = Fraction(self.verdict.impossible_rows * found.rounds, self.rounds)
        if before or found.impossible_rows:
            most = LEFT * before + BROKEN * (found.rounds - before)
            return found.impossible_rows <= most and found.impossible_rows < max(
                before, Fraction(1)
            )
        return self.verdict.deviates or explains(len(self.verdict.failed), len(found.failed))

    # --- What is supposed ------------------------------------------------------------------------

    def _supposed(self) -> Iterator[Supposition]:
        if NET in self.log.columns:
            yield from changing(self.law, self.kinds, self.chip)
        yield from self._moved()
        if self.law.root is not None and NET in self.log.columns:
            yield from self._pays()
        counted = chain(
            choosing(self.asked, self.law),
            self._lists(),
            qualifying(self.law),
            ranking(self.law),
            self._several(),
            seeing(self.law),
            repaying(self.law) if self.law.root is None and NET in self.log.columns else (),
        )
        for one in sorted(counted, key=lambda one: one.counts):
            if one.plays and self.verdict.any_play:
                continue
            if self._by_cards(one) or self.counts.take(one.counts):
                yield one
            else:
                self.untried.append(f"{one.words}: counting it takes too long here")

    def _lists(self) -> Iterator[Supposition]:
        """Yield the strategies that may have been played; the deals are counted once for all."""
        if not self.law.decides:
            return
        if self.law.lines is not None:
            best = partial(law_of, self.law.game, self.law.key)
            words, option = "the best play is played", "--strategy optimal"
            yield Supposition(words, option, best, 1, plays=True)
        lists = list(playing(self.law))
        self.tried += len(lists)
        least = Fraction(-self.left) if self.verdict.replayed else self.declared
        about = [(self._about(one), one) for one in lists]
        about = sorted((pair for pair in about if pair[0] > least), key=lambda pair: -pair[0])
        yield from (one for _, one in about[:LIKELIEST])

    def _about(self, one: Supposition) -> Fraction:
        """Return about how likely a list makes the log: with cards by its decisions that leave the
        list, without by rounds that are played by it at random. It says what is counted first.
        """
        law = one.lines
        assert law is not None, "a list is played"
        with suppress(CombinError):
            if self.verdict.replayed:
                return Fraction(-tried_play(law, self.sample, self.chip)[1])
            if not family_of(law.plan).language(law.plan):
                return with_others(*log_likelihood(self._played(law), self.kinds))
        return with_others(Fraction(0), 2 * self.rounds)

    def _played(self, law: LawCheck) -> dict[End, Fraction]:
        """Return about the chances of all ends when a list is played: those of the law, as if they
        were PRIOR rounds, and rounds played at random.
        """
        simulation = Simulation(law.plan, law.strategy, told=False)
        counts = Counter(simulation.block(0, 0, PLAYED).ends)
        shares = {end: share * PRIOR / (PLAYED + PRIOR) for end, share in ends_of(self.law).items()}
        for number, count in counts.items():
            end = simulation.ends[number]
            shares[end] = shares.get(end, Fraction(0)) + Fraction(count, PLAYED + PRIOR)
        return shares

    def _several(self) -> Iterator[Supposition]:
        """Yield the bets that may be in one net: those by which the log is likelier, even if the
        bets had nothing to do with each other.
        """
        if NET not in self.log.columns:
            return
        for one, other in adding(self.law):
            self.tried += 1
            with suppress(CombinError):
                alone = law_of(self.law.game, other.key).net_law
                both = as_if_independent(ends_of(self.law), alone)
                if with_others(*log_likelihood(both, self.kinds)) > self.declared:
                    yield one

    def _moved(self) -> Iterator[Supposition]:
        """Yield that the amounts of a row are those of the next or of the one before."""
        names = {*self.log.columns}
        acts = {ACTIONS, *(decision.name for decision in self.law.plan.decisions)}
        if NET not in names or not (self.verdict.replayed or names & {OUTCOME, *acts}):
            return
        if COUNT in names or SEAT in names:
            self.untried.append("amounts in the row before or after: a row is not one round")
            return
        for by, words in ((1, "after"), (-1, "before")):
            yield Supposition(
                f"the net stands one row {words} its round", "", lambda: self.law, moved=by
            )

    def _by_cards(self, one: Supposition) -> bool:
        """Return whether the cards tell of other rules, so that nothing has to be counted."""
        return self.verdict.replayed and one.game is not None and not one.plays

    # --- Pays ------------------------------------------------------------------------------------

    def _pays(self) -> Iterator[Supposition]:
        """Yield the pays that explain most, alone and a few together."""
        ends, base = PayEnds(self.law), dict[str, Fraction]()
        words = ""
        for _ in range(TOGETHER):
            best = self._best_pays(ends, base, words)
            if not best:
                return
            for said, pays in best:
                with suppress(CombinError):  # no game pays so
                    yield paying(self.law, said, pays)
            words, base = best[0]

    def _best_pays(
        self, ends: PayEnds, base: Pays, words: str
    ) -> list[tuple[str, dict[str, Fraction]]]:
        """Return the likeliest pays, beside some that are otherwise already; none where no more of
        them explain more.
        """
        shares = ends.paying(base)
        least = with_others(*log_likelihood(shares, self.kinds))
        found = []
        for said, pays in ends.candidates(self.kinds):
            if base.keys() & pays.keys():
                continue
            self.tried += 1
            score = with_others(*log_likelihood(ends.paying({**base, **pays}), self.kinds))
            if score > least + chances.logarithm(Fraction(LIKELIER)):
                both = f"{words} and {said}" if words else said
                found.append((score, both, {**base, **pays}))
        found.sort(key=lambda one: (-one[0], one[1]))
        return [(said, pays) for _, said, pays in found[:LOOKED_AT]]

    # --- Likelihood ------------------------------------------------------------------------------

    def _score(
        self, law: LawCheck, kinds: Kinds, wrong: int | Fraction, left: int
    ) -> tuple[Fraction, int]:
        """Return the logarithm of the likelihood of a log under a law, and the rows that cannot be.

        wrong: of the sample's rows with cards, those that cannot be. left: its decisions that leave
            the strategy.
        """
        plain, unexplained = log_likelihood(ends_of(law), kinds)
        unexplained = max(unexplained, ceil(wrong * self.wrong_times))
        return with_others(plain, unexplained + ceil(left * self.left_times)), unexplained

    def _weighed(self, one: Supposition) -> _ByLaw | None:
        """Return a supposition with what the log is under it; None where it does not say."""
        self.tried += 1
        try:
            if one.counts and one.game and self._by_cards(one):  # nothing is counted
                law = uncounted(one.game, self.law.key, self.law.lines, self.law.name)
            else:
                law = one.law()
            score, unexplained, explained, wrong = self._of(one, law, law.game == self.law.game)
        except CombinError as error:
            self.untried.append(f"{one.words}: {error}")
            return None
        more = (one.things - 1) * chances.logarithm(Fraction(LIKELIER))
        return _ByLaw(
            one.words, one.option, score - more, unexplained, explained, wrong,
            one.game if one.option else None, supposed=one, law=law,
        )  # fmt: skip

    def _of(
        self, one: Supposition, law: LawCheck, replays: bool
    ) -> tuple[Fraction, int, bool, frozenset[int] | None]:
        """Return the score of a supposition, the rows that cannot be, whether it explains, and the
        places of the sample's rows that cannot be, None where that is not known.

        replays: whether other decisions can be looked at.
        """
        kinds, wrong, left = self.kinds, self.wrong, self.left
        if one.moved:  # of the first rows, for all
            found = check(law, self.first.moved(one.moved), self.chip)
            rows, times = _times(found.impossible_rows, 1), Fraction(self.rounds, found.rounds)
            score, unexplained = self._score(law, found.logged, rows / self.wrong_times, left)
            return score * times, ceil(unexplained * times), self._still_explains(found), None
        if one.chip != 1:
            kinds = {
                RowKind(*kind[:2], *(units and units * one.chip for units in kind[2:])): rounds
                for kind, rounds in kinds.items()
            }
        if not self.verdict.replayed:
            wrong = self._wrong_kinds(law, kinds)
            return *self._score(law, kinds, 0, left), self.explains(wrong), wrong
        if one.plays and replays:
            found_wrong, left = tried_play(law, self.sample, self.chip)
            wrong = frozenset(found_wrong)
        elif not one.plays:
            sample = _without(self.sample, OUTCOME) if one.nets_only else self.sample
            wrong = frozenset(reader_of(law, sample, self.chip * one.chip).impossible(sample.rows))
        by_law = self._score(law, kinds, len(wrong), left) if law.result.deals else None
        return *(by_law or self.scored(wrong)), self._explains(wrong, left), wrong

    def _wrong_kinds(self, law: LawCheck, kinds: Kinds) -> frozenset[int]:
        """Return the places of the kinds of rows without cards that cannot be under a law."""
        is_possible = possible_by(law)
        return frozenset(place for place, kind in enumerate(kinds) if not is_possible(kind))

    def _explains(self, wrong: frozenset[int], left: int) -> bool:
        """Return whether the rows of the sample that cannot be are explained, or else those that
        leave the strategy; wrong, left: what then cannot be or leaves it.
        """
        played = bool(self.wrong) or not self.verdict.deviates or explains(self.left, left)
        return played and self.explains(wrong)

    # --- The likeliest ---------------------------------------------------------------------------

    def _by_own_play(self, weighed: list[_ByLaw]) -> list[_ByLaw]:
        """Return the weighed, the first with the best play under its own rules where that is
        likelier.
        """
        if not weighed or self.law.lines is not None or not self.law.decides:
            return weighed
        first, *others = weighed
        game = first.supposed.game
        if game is None or first.law.played_as is None or not self.counts.take(1):
            return weighed
        with suppress(CombinError):
            law, played = law_of(game, self.law.key), replace(first.supposed, plays=True)
            score, unexplained, explained, _ = self._of(played, law, True)
            if score > first.score:
                better = replace(
                    first, law=law, score=score, unexplained=unexplained, explains=explained
                )
                return [better, *others]
        return weighed

    def _again(self, one: _ByLaw) -> Verdict | None:
        """Return the verdict on a log's first rows under a cause, None where it takes too long."""
        supposed, log = one.supposed, self.first
        if supposed.moved:
            log = log.moved(supposed.moved)
        if supposed.nets_only:
            log = _without(log, OUTCOME)
        if supposed.plays and self.verdict.replayed and one.law.game != self.law.game:
            return None
        try:
            law = one.law
            if not law.result.deals:  # it was not counted so far
                if not self.counts.take(supposed.counts):
                    return None
                law = supposed.law()
            return check(law, log, self.chip * supposed.chip)
        except CombinError:
            return None


def _times(rows: int, sampled: int) -> Fraction:
    """Return how many rows of a log stand for one of its sample."""
    return Fraction(rows, sampled) if sampled else Fraction(0)


def what_is_left(found: Verdict) -> str:
    """Return what does not fit, in words."""
    said = []
    if found.impossible:
        rounds = f"{found.rounds:,} round{'s' * (found.rounds != 1)}"
        verb = "is" if found.impossible_rows == 1 else "are"
        said.append(f"{found.impossible_rows:,} of {rounds} {verb} impossible")
    if found.play and found.play.departures:
        left = "deviates" if found.play.rounds == 1 else "deviate"
        decisions = f"{found.play.decisions:,} decision{'s' * (found.play.decisions != 1)}"
        said.append(f"{found.play.rounds:,} of {decisions} {left} from the strategy")
    if found.failed:
        first, *others = found.failed
        more = f" and {len(others)} more" if others else ""
        said.append(f"the test {first.name!r}{more} fails")
    return "; ".join(said)


def _without(log: KeptLog, name: str) -> KeptLog:
    columns = {one: cells for one, cells in log.rows.columns.items() if one != name}
    kept_names = tuple(one for one in log.columns if one != name)
    return replace(log, columns=kept_names, rows=replace(log.rows, columns=columns))
