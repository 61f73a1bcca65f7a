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
from combin.solving.payoffs import Payoffs
from combin.solving.result import BetResult, Outcome


def resettled(law: LawCheck, game: Game) -> LawCheck | None:
    """Return the law of a bet that is played as the law says and settled by the rules of a game;
    None where these ask for facts that were not counted.
    """
    payoffs = Payoffs(Plan(game, game.bet(law.key)))
    if law.root is None:
        return None
    for path in law.plan.paths:
        early = path in law.payoffs.early
        known = law.payoffs.facts(path) if early else (*law.payoffs.known, *law.plan.columns)
        if not set(facts_of(payoffs.plan.bet, path)) <= set(known):
            return None
    reached = Reached(law.payoffs, payoffs)
    reached.met = [set(met) for met in law.met]
    found: Counter[End] = Counter()
    for way, _, values, count in law.happening():
        settled = payoffs.settler.settle(way, values)
        found[End(path_key(way), settled.outcome, settled.net, settled.staked)] += count
    bet = payoffs.plan.bet
    ended = [Outcome(*end, count) for end, count in found.items()]
    ended.sort(key=lambda one: (one.actions, -one.net, one.combinations, one.outcome))
    meters = game.meters(bet.key)
    return LawCheck(
        family_of(payoffs.plan).judging(payoffs.plan),
        payoffs,
        BetResult(bet.key, bet.base, law.result.deals, tuple(ended), (), meters, bet.for_one),
        frozenset(reached.ends()),
        law.lines,
        law.name,
        root=law.root,
        met=law.met,
        played_as=law,
    )
