"""The distribution of rounds that are settled by other rules: the counts are settled again, and
nothing is counted.
"""

from __future__ import annotations

from collections import Counter

from combin.checker.law import LawCheck, Reached
from combin.counting import Plan
from combin.families.listed import family_of
from combin.rounds.settle import End
from combin.rules.facts import facts_of, path_key
from combin.rules.game import Game
from combin.rules.words import Bet
from combin.solving.payoffs import Payoffs
from combin.solving.result import BetResult, Outcome


def resettled(law: LawCheck, game: Game) -> LawCheck | None:
    """Return the law of a bet that is played as the law says and settled by the rules of a game;
    None where these ask for facts that were not counted.
    """
    payoffs = Payoffs(Plan(game, game.bet(law.key)))
    if not _knows(law, payoffs.plan.bet):
        return None
    reached = Reached(law.payoffs, payoffs)
    reached.met = [set(met) for met in law.met]
    found: Counter[End] = Counter()
    for way, _, values, count in law.happening():
        settled = payoffs.settler.settle(way, values)
        found[End(path_key(way), settled.outcome, settled.net, settled.staked)] += count
    return LawCheck(
        family_of(payoffs.plan).judging(payoffs.plan),
        payoffs,
        _result(payoffs.plan, law.result.deals, found),
        frozenset(reached.ends()),
        law.lines,
        law.name,
        root=law.root,
        met=law.met,
        played_as=law,
    )


def _knows(law: LawCheck, bet: Bet) -> bool:
    """Return whether everything was counted that settles a bet."""
    if law.root is None:
        return False
    for path in law.plan.paths:
        early = path in law.payoffs.early
        known = law.payoffs.facts(path) if early else (*law.payoffs.known, *law.plan.columns)
        if not set(facts_of(bet, path)) <= set(known):
            return False
    return True


def _result(plan: Plan, deals: int, found: Counter[End]) -> BetResult:
    bet = plan.bet
    ended = [Outcome(*end, count) for end, count in found.items()]
    ended.sort(key=lambda one: (one.actions, -one.net, one.combinations, one.outcome))
    meters = plan.game.meters(bet.key)
    return BetResult(bet.key, bet.base, deals, tuple(ended), (), meters, bet.for_one)
