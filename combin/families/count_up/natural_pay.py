"""The value as a formula in the pay of a natural.

A natural is paid without a decision, and no other hand looks at its pay: the best play is the same
for every pay, and the value is linear in it, its slope the chance of a natural that the dealer does
not match.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from combin.errors import CombinError
from combin.families.count_up.questions import solve
from combin.families.count_up.solve import PAID, Solved
from combin.records import dataclass
from combin.results import Result, columns
from combin.rules.count_up import CountUpGame

USUAL = (Fraction(1), Fraction(6, 5), Fraction(7, 5), Fraction(3, 2), Fraction(2))


@dataclass(frozen=True, repr=False)
class NaturalFormula(Result):
    """The value of the best play, ``constant + chance * natural``, for every pay from 0 up.

    game: the rules, its pay among them. constant: the value if a natural paid nothing.
    chance: that a natural is paid.
    points: pays of which the edge is told.
    """

    game: CountUpGame
    constant: Fraction
    chance: Fraction
    points: tuple[Fraction, ...]

    def value(self, pay: Fraction) -> Fraction:
        """Return the expected net of one unit where a natural pays so much."""
        return self.constant + self.chance * pay

    @property
    def zero(self) -> Fraction:
        """The pay at which the edge is 0, which may lie below 0."""
        return -self.constant / self.chance

    def pay_for(self, edge: Fraction) -> Fraction:
        """Return the pay at which the house edge is so much; raises CombinError where it is below
        0.
        """
        pay = self.zero - edge / self.chance
        if pay < 0:
            raise CombinError(
                f"{self.game.slug}: no pay of a natural gives this edge; at 0 it is "
                f"{-self.constant} of one bet"
            )
        return pay

    _columns = columns(words="model", units="natural,house_edge,expected_value")


def formula(game: CountUpGame, *points: Fraction) -> NaturalFormula:
    """Return the value as a formula in what a natural pays; points: pays of which the edge is told,
    that of the game if none.
    """
    if game.switch:
        raise CombinError(
            f"{game.slug}: whether cards are switched depends on the pay of a natural, so no one "
            "line has the value for all pays; `solve --set natural=...` has it for one"
        )
    found = solve(replace(game, natural=replace(game.natural, pays=Fraction(1))))
    return NaturalFormula(game, *linear(found), points or (game.natural.pays,))


def linear(found: Solved) -> tuple[Fraction, Fraction]:
    """Return what a solved game is worth if a natural of no suit in particular paid nothing, and
    the chance that one is paid; of a game in which it is paid something.
    """
    spots = (spot.deals * spot.value for spot in found.spots if spot.taken == PAID)
    (_, plain), *_ = found.house.naturals
    chance = sum(spots, Fraction(0)) / found.deals * plain / found.house.natural_mean
    return found.value - chance * found.house.natural, chance


def sweep(game: CountUpGame, low: Fraction, high: Fraction) -> NaturalFormula:
    """Return the formula with the edge at both ends of a range and at the usual pays in it; raises
    CombinError where that does not go up from 0 or more.
    """
    if not 0 <= low < high:
        raise CombinError(f"the range of natural goes up from 0 or more, not from {low} to {high}")
    return formula(game, *sorted({low, high, *(pay for pay in USUAL if low < pay < high)}))


def target(game: CountUpGame, edge: Fraction) -> NaturalFormula:
    """Return the formula with the pay at which the house edge is so much; raises CombinError where
    there is none.
    """
    found = formula(game)
    return replace(found, points=(found.pay_for(edge),))
