"""Solves the bets of a game: adds up the outcomes of all shares under optimal play.

Each share of the deals is folded back and carried forward by itself; what happens in all of them
makes one tally, by the actions taken and the facts of the deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from combin.counting import Plan
from combin.families.listed import family_of
from combin.questions.shares import InMemory, Kept, counted, shares_of
from combin.rules.game import Game
from combin.solving.executor import Progress, Workers, at_once
from combin.solving.induction import Root, added_up
from combin.solving.payoffs import Payoffs
from combin.solving.result import BetResult, Solution, Tie, result_of


def solve(
    game: Game,
    bets: Sequence[str] | None = None,
    threads: Workers = None,
    progress: Progress | None = None,
    kept: Kept | None = None,
    known: Iterable[Payoffs] = (),
) -> Solution:
    """Return the exact solution of a resolved game.

    Raises CombinError for an unknown bet, or where deals or money pass 63 bits.

    bets: which ones, by key; all of them by default.
    threads: how many count at the same time, or the executor that does; the answer does not depend
        on it.
    progress: called with a bet's key, the shares of its work that are done, and their number.
    kept: shares of the work that were counted before, and where others are kept.
    known: payoffs of bets that were worked out before.
    """
    found: dict[str, BetResult] = {}
    for payoffs in payoffs_of(game, bets, known):
        [result] = results([payoffs], threads, progress, kept)
        found[result.key] = result
    return Solution(game, found)


def payoffs_of(
    game: Game, bets: Sequence[str] | None = None, known: Iterable[Payoffs] = ()
) -> list[Payoffs]:
    """Return the payoffs of bets by key; of all by default.

    known: those that were worked out before.
    """
    by_key = {payoffs.plan.bet.key: payoffs for payoffs in known}
    keys = [bet.key for bet in game.bets] if bets is None else bets
    return [by_key.get(key) or Payoffs(Plan(game, game.bet(key))) for key in keys]


def results(
    asked: Sequence[Payoffs],
    threads: Workers = None,
    progress: Progress | None = None,
    kept: Kept | None = None,
) -> list[BetResult]:
    """Return the results of bets whose plans count alike; their deals are counted once for all of
    them.

    kept: as for `solve`; of one bet.
    """
    kept = InMemory(at_once(threads)) if kept is None else kept
    shares = counted(asked, shares_of(asked[0], kept.cut), kept, threads, progress)
    return [
        replace(result_of(payoffs, root), ties=_ties(payoffs, root))
        for payoffs, root in zip(asked, added_up(len(asked), shares))
    ]


def _ties(payoffs: Payoffs, root: Root) -> tuple[Tie, ...]:
    """Return the ties that are met under the choices made, decision by decision."""
    plan, met = payoffs.plan, root.ties.copy()
    for path, number in payoffs.tied:
        deals = root.counts[path][number] if path in root.counts else 0
        if deals:
            met[plan.informed, "situations"] += 1
            met[plan.informed, "deals"] += deals
    ties, family = [], family_of(plan)
    for number, name in enumerate(family.decisions(plan)):
        situations, deals = met[number, "situations"], met[number, "deals"]
        if situations:
            ties.append(Tie(name, situations, deals, family.equals))
    return tuple(ties)
