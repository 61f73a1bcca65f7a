"""Which named strategy a log was most likely played by, and its exact price; for a check of the
dealing alone.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from combin.checker.check import check, tried_play
from combin.checker.kept import kept
from combin.checker.law import LawCheck
from combin.checker.laws import law_of
from combin.checker.likelihood import ends_of, log_likelihood, with_others
from combin.checker.supposed import playing
from combin.checker.verdict import Verdict
from combin.errors import CombinError
from combin.records import dataclass


@dataclass(frozen=True)
class PlayedAs:
    """The strategy that the play of a log is most like.

    name: what it is called.
    decisions: how many were looked at; 0 where the log has no cards, and the frequencies tell it.
    followed: how many of them follow it.
    edge: the house edge of this strategy.
    cost: what it loses against the best play, in units.
    lists: how many strategies were compared.
    """

    name: str
    decisions: int
    followed: int
    edge: Fraction
    cost: Fraction
    lists: int


def apart_from_play(law: LawCheck, verdict: Verdict) -> Verdict:
    """Return the verdict on the dealing alone, and the strategy that the play is most like.

    verdict: on the log, by a law; without cards it is made again by the likeliest.
    """
    if verdict.replayed:
        return replace(verdict, played_as=_by_cards(law, verdict))
    laws = [law]  # and those of the strategies that have a name
    for one in playing(law):
        with suppress(CombinError):  # it leaves a situation undecided
            laws.append(one.law())
    best = max(laws, key=lambda one: with_others(*log_likelihood(ends_of(one), verdict.logged)))
    if best is not law:
        verdict = check(best, verdict.log, verdict.chip, any_play=True)
    return replace(verdict, played_as=_priced(law, best, len(laws), 0, 0))


def _by_cards(law: LawCheck, verdict: Verdict) -> PlayedAs:
    """Return the strategy that most decisions follow; only its price is counted."""
    log = kept(verdict.log)
    own = check(law, log, verdict.chip, any_play=True).play
    assert own is not None, "the cards are logged"
    left = {law.name: own.rounds}  # an action of equal value does not leave it
    supposed = {one.lines.name: one for one in playing(law) if one.lines}
    for name, one in supposed.items():
        assert one.lines is not None, "a list is played"
        with suppress(CombinError):
            left[name] = tried_play(one.lines, log, verdict.chip)[1]
    name = min(left, key=lambda name: left[name])
    best = supposed[name].law() if name in supposed else law
    return _priced(law, best, len(left), own.decisions, own.decisions - left[name])


def _priced(law: LawCheck, best: LawCheck, lists: int, decisions: int, followed: int) -> PlayedAs:
    optimal = law if law.lines is None else law_of(law.game, law.key)
    optimum, value = optimal.result.expected_value, best.result.expected_value
    return PlayedAs(best.name, decisions, followed, -value, optimum - value, lists)
