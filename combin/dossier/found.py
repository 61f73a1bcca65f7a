"""Lists that the search found for shipped games at default choices and pays, which save the search;
every figure of them is priced again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from importlib.resources import files

from combin.counting import Plan
from combin.counting.memory import all_sets
from combin.dossier.shipped import shipped_counts
from combin.families.listed import family_of
from combin.games import names, sheet_of
from combin.rules.game import Game
from combin.solving.executor import Progress, Workers
from combin.solving.payoffs import Payoffs
from combin.solving.result import BetResult
from combin.strategies.ladder import Ladder, Rung, find
from combin.strategies.pricing import compared, proved
from combin.strategies.reading import parse_for

BETWEEN = "\n---\n"  # what stands between two lists of a file
COST = "cost: "  # what stands before the cost of a list, in units of the bet


def found(game: Game, bet: str, progress: Progress | None = None) -> Ladder:
    """Return the lists for a bet of a resolved game: those that ship, with the costs that were
    found with them, else those that a search finds now.

    Raises CombinError as `find` does.
    """
    return _shipped(game, bet) or find(game, bet, progress=progress)


def prove(
    ladder: Ladder,
    rungs: Sequence[Rung],
    payoffs: Payoffs | None = None,
    progress: Progress | None = None,
) -> list[BetResult]:
    """Return what some lists of a ladder come to; ArithmeticError where one does not cost what is
    said of it. What ships as counts is not counted again.

    payoffs: of the ladder's bet, where what is found for them is asked again.
    """
    game, key = ladder.game, ladder.bet
    counts = shipped_counts(game, key)
    if counts and counts.lists.keys() >= {str(rung.lines) for rung in rungs}:
        optimum, results = counts.optimum, [counts.result(str(rung.lines)) for rung in rungs]
    else:
        payoffs = payoffs or Payoffs(Plan(game, game.bet(key)))
        optimum, results = proved(payoffs, [rung.lines for rung in rungs], progress)
    for rung, result in zip(rungs, results):
        _verify_cost(ladder, rung, optimum, result.expected_value)
    return results


def proved_lists(game: Game, bet: str, optimum: Fraction, threads: Workers = None) -> Ladder:
    """Return the lists for a bet of a resolved game, all of those that ship priced again. Lists of
    holds are searched for: what ships has their words, and not the finer names that these mean.

    optimum: the expected value of the best play.
    Raises ArithmeticError as `prove` does.
    """
    payoffs = Payoffs(Plan(game, game.bet(bet)))
    ladder = find(game, bet) if family_of(payoffs.plan).language(payoffs.plan) else found(game, bet)
    if not ladder.shipped:
        return ladder
    values = compared(payoffs, [rung.lines for rung in ladder.rungs], threads)
    return proved_by(ladder, ladder.rungs, optimum, values)


def proved_by(
    ladder: Ladder, rungs: Sequence[Rung], optimum: Fraction, values: Sequence[Fraction]
) -> Ladder:
    """Return lists that ship as proved by the values of all of them, in the order of `rungs`;
    raises ArithmeticError as `prove` does.
    """
    for rung, value in zip(rungs, values):
        _verify_cost(ladder, rung, optimum, value)
    return replace(ladder, shipped=False)


def _verify_cost(ladder: Ladder, rung: Rung, optimum: Fraction, value: Fraction) -> None:
    cost = optimum - value
    if (optimum, cost) != (ladder.optimum, rung.cost):
        raise ArithmeticError(
            f"{ladder.game.slug}: a list of {len(rung)} lines costs {cost}, not {rung.cost}"
        )


def _shipped(game: Game, key: str) -> Ladder | None:
    """Return the lists that ship, None for a game that has none or is played otherwise."""
    file = files("combin.dossier") / "lists" / f"{game.slug}.txt"
    if game.slug not in names() or not file.is_file():
        return None
    if game != sheet_of(game.slug).resolve() or key != game.bets[0].key:
        return None
    plan = Plan(game, game.bet(key))
    optimum, *lists = file.read_text().split(BETWEEN)
    rungs = [
        Rung(parse_for(plan, lines), Fraction(cost.removeprefix(COST)))
        for cost, _, lines in (text.partition("\n") for text in lists)
    ]
    sets = {plan.decisions[stage.number].name: all_sets(plan, stage) for stage in plan.stages}
    return Ladder(game, key, Fraction(optimum.split(": ")[1]), tuple(rungs), sets, shipped=True)
