"""Multi-hand video poker: several plays of one dealt hand, with one hold and a deck for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from combin.counting import Plan
from combin.errors import refuse
from combin.exact import whole_number
from combin.families.listed import family_of
from combin.questions.solve import solve
from combin.records import dataclass
from combin.rules.game import Game
from combin.solving.payoffs import Payoffs
from combin.solving.result import AboutGame

USUAL = (1, 3, 5, 10, 50, 100)


@dataclass(frozen=True, repr=False)
class Plays(AboutGame):
    """How the results of several plays of one dealt hand vary.

    bet: the key of the bet.
    expected_value: of one play, in units of the base wager.
    variance: of one play, in squared units.
    covariance: of two plays of one hand: the variance of what a dealt hand is worth.
    rows: number of plays -> the variance of their net results together, in squared units, and for
        each unit that is staked.
    """

    bet: str
    expected_value: Fraction
    variance: Fraction
    covariance: Fraction
    rows: Mapping[int, tuple[Fraction, Fraction]]

    @property
    def asked(self) -> list[str]:
        """The numbers of plays as the command takes them, none for the usual ones."""
        return [] if (*self.rows,) == USUAL else list(map(str, self.rows))


def plays(game: Game, bet: str = "base", numbers: Sequence[int] = USUAL) -> Plays:
    """Return how the results of several plays of one dealt hand vary under the best play.

    With V the variance of one play and C the covariance of two, the total of n varies by
    n V + n (n - 1) C. Raises CombinError for a bet without a draw.
    """
    wanted = [whole_number(number, "a number of plays", 1) for number in numbers]
    plan = Plan(game, game.bet(bet))
    refuse(not plan.holds, f"{game.slug}: bet {bet!r} has no draw, so a hand is played once")
    one = solve(game, [bet])[bet]
    shared = covariance(Payoffs(plan), one.expected_value)
    rows = {n: (n * (v := one.variance + (n - 1) * shared), v) for n in wanted}
    return Plays(game, bet, one.expected_value, one.variance, shared, rows)


def covariance(payoffs: Payoffs, mean: Fraction) -> Fraction:
    """Return the variance of what a dealt hand is worth; mean: of all hands."""
    squares: dict[int, int] = {}  # deals of a hand -> the sum of the squares of what it is worth
    for block in family_of(payoffs.plan).decided(payoffs):
        for at, (taken, deals) in enumerate(zip(block.best, block.deals)):
            value = block.values[taken][at]
            squares[deals] = squares.get(deals, 0) + value * value
    total = sum((Fraction(square, deals) for deals, square in squares.items()), Fraction(0))
    return total / (payoffs.plan.deals * payoffs.scale**2) - mean**2
