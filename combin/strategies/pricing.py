"""The exact price of a strategy in lines: its value, its cost against optimal play, and its errors.

The cost is found twice: as the difference of two values, and as the sum, over all situations
reached, of what the chosen action is worth less than the best one. The two must be equal to the
last integer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from combin.counting import Plan
from combin.errors import refuse
from combin.families.block import Policy
from combin.families.listed import family_of
from combin.questions.priced import Priced, Use
from combin.rules.game import Game
from combin.solving.executor import Progress, Workers
from combin.solving.induction import Root
from combin.solving.payoffs import Payoffs
from combin.solving.result import BetResult, result_of
from combin.strategies.lines import Line, Lines, stages_named
from combin.strategies.policies import policies_of, policy_of
from combin.strategies.sums import Case, Sums


def price(
    game: Game,
    lines: Lines,
    bet: str = "base",
    threads: Workers = None,
    progress: Progress | None = None,
) -> Priced:
    """Return the exact price of a strategy for a bet of a resolved game.

    threads: how many count at the same time, or the executor that counts; the answer does not
        depend on it.
    Raises CombinError for a strategy of another game, or one that comes to a situation and leaves
    it undecided.
    """
    refuse(
        (lines.game, lines.bet) != (game.slug, bet),
        f"a strategy for {lines.game}, bet {lines.bet!r}, not for {game.slug}, bet {bet!r}",
    )
    return priced(Payoffs(Plan(game, game.bet(bet))), [lines], threads, progress)[0]


def priced(
    payoffs: Payoffs,
    lists: Sequence[Lines],
    threads: Workers = None,
    progress: Progress | None = None,
    happened: dict[str, Root] | None = None,
) -> list[Priced]:
    """Return what `price` does for several strategies, under the same payoffs; the deals are
    counted once for all of them.

    happened: room for what happens under each, by its text.
    """
    found = folded(payoffs, policies_of(payoffs, lists), threads, progress)
    if happened is not None:
        happened |= {str(lines): price.sums.root for lines, price in zip(lists, found)}
    return [_priced(payoffs, lines, price) for lines, price in zip(lists, found)]


class PolicyPrice(NamedTuple):
    """What one policy comes to.

    result: what happens under it.
    optimum: the expected value of the best play, in units.
    sums: of its mistakes.
    """

    result: BetResult
    optimum: Fraction
    sums: Sums


def folded(
    payoffs: Payoffs,
    policies: Sequence[Policy],
    threads: Workers = None,
    progress: Progress | None = None,
) -> list[PolicyPrice]:
    """Return what some policies come to; the deals are counted once for all of them."""
    verify_size(payoffs)
    family, sums = family_of(payoffs.plan), [Sums() for _ in policies]
    for share in family.each(payoffs, policies, Sums, threads, progress):
        for total, more in zip(sums, share):
            total.add(more)
    unit, prices = payoffs.plan.deals * payoffs.scale, []
    for total in sums:
        total.divide(family.times(payoffs))
        result = result_of(payoffs, total.root)
        optimum = Fraction(total.best, unit) if total.decides else result.expected_value
        if result.expected_value != optimum - Fraction(total.lost, unit):
            raise ArithmeticError(
                f"{payoffs.plan.game.slug}: the mistakes of a strategy do not add up to its cost"
            )
        prices.append(PolicyPrice(result, optimum, total))
    return prices


def played(
    asked: Sequence[Payoffs],
    lines: Lines,
    threads: Workers = None,
    happened: Mapping[str, Root] = MappingProxyType({}),
) -> list[BetResult]:
    """Return what a strategy comes to under each of several payoffs whose plans count alike; they
    are counted once.

    happened: what happens under some strategies, by their texts, as `priced` gives it.
    Raises CombinError where the strategy comes to a situation and leaves it undecided.
    """
    for payoffs in asked:
        verify_size(payoffs)
    root = happened.get(str(lines))
    if root is None:
        policies = policies_of(asked[0], [lines])
        [root] = family_of(asked[0].plan).outcomes(asked[0], policies, threads)
    return [result_of(payoffs, root) for payoffs in asked]


def proved(
    payoffs: Payoffs, lists: Sequence[Lines], progress: Progress | None = None
) -> tuple[Fraction, list[BetResult]]:
    """Return the expected value of the best play, in units, and what each of some strategies comes
    to; their mistakes are not looked for.
    """
    verify_size(payoffs)
    policies = policies_of(payoffs, lists)
    best, roots = family_of(payoffs.plan).followed(payoffs, policies, progress=progress)
    optimum = Fraction(best, payoffs.plan.deals * payoffs.scale)
    return optimum, [result_of(payoffs, root) for root in roots]


def compared(
    payoffs: Payoffs,
    lists: Sequence[Lines],
    threads: Workers = None,
    progress: Progress | None = None,
) -> list[Fraction]:
    """Return the expected value of each of some strategies, in units; all situations are gone
    through once for all of them.
    """
    verify_size(payoffs)
    policies, unit = policies_of(payoffs, lists), payoffs.plan.deals * payoffs.scale
    found = family_of(payoffs.plan).worth(payoffs, policies, threads, progress)
    return [Fraction(value, unit) for value in found]


def verify_size(payoffs: Payoffs) -> None:
    """Raise CombinError where the sums over all deals could pass 63 bits."""
    nets = (abs(result.net) for table in payoffs.tables.values() for _, result in table)
    largest = max(nets, default=Fraction(0))
    refuse(
        2 * payoffs.plan.deals * largest * payoffs.scale >= 2**63,
        f"{payoffs.plan.game.slug}: its deals times these pays pass 63 bits; use smaller or "
        "rounder pays",
    )


def _priced(payoffs: Payoffs, lines: Lines, found: PolicyPrice) -> Priced:
    plan, policy, sums = payoffs.plan, policy_of(payoffs, lines), found.sums
    names = {stage.number: policy.names(stage) for stage in plan.stages}

    def told(case: Case) -> tuple[Line, str, str, str]:
        decision, own = plan.decisions[case.decision].name, names[case.decision]
        return lines.blocks[decision][case.line], own[case.chosen], own[case.best], decision

    uses = tuple(
        Use(name, line, sums.uses[stage.number, number])
        for name, stage in stages_named(plan).items()
        for number, line in enumerate(lines.blocks[name])
    )
    mistakes = tuple(sums.mistakes(payoffs, told))
    return Priced(plan.game, lines, found.result, found.optimum, mistakes, uses)
