"""The value as a linear form in the pay of a natural.

A natural is paid without a decision, and no other hand looks at its pay: the best play is the same
for every pay, and the value is linear in it, its slope the chance of a natural that the dealer does
not match.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import ceil

from combin.errors import CombinError
from combin.families.blackjack.questions import solve
from combin.families.blackjack.solve import PAID, Solved
from combin.rules.blackjack import NATURAL
from combin.rules.game import Game
from combin.sensitivity.formula import Formula, Term
from combin.sensitivity.linear import LinearForm
from combin.sensitivity.region import Range, Region
from combin.sensitivity.sweep import Piece, Sweep
from combin.version import version

UP_TO = 10  # a pay without an upper limit, unless more is needed


def formula(game: Game) -> Formula:
    """Return the value as a formula in what a natural pays; it holds for every pay from 0 up."""
    (constant, chance), today, bet = linear(_solved(game)), game.natural.pays, game.bet("base")
    ranges = (Range(NATURAL, today, Fraction(0), None, None, None),)
    return Formula(
        *(game, bet.key, bet.base),
        LinearForm.of(constant, {NATURAL: chance}),
        constant + chance * today,
        (Term(NATURAL, today, chance, chance),),
        Region(game, bet.key, (NATURAL,), 0, (), (), ranges, version()),
        version(),
    )


def _solved(game: Game) -> Solved:
    """Return a game solved where a natural pays 1; of two hands no one play is best for all
    pays.
    """
    if game.switch:
        raise CombinError(
            f"{game.slug}: whether cards are switched depends on the pay of a natural, so no one "
            "line has the value for all pays; `solve --set natural=...` has it for one"
        )
    return solve(game.with_turns(natural=replace(game.natural, pays=Fraction(1))))


def linear(found: Solved) -> tuple[Fraction, Fraction]:
    """Return what a solved game is worth if a natural of no suit in particular paid nothing, and
    the chance that one is paid; of a game in which it is paid something.
    """
    spots = (spot.deals * spot.value for spot in found.spots if spot.taken == PAID)
    (_, plain), *_ = found.house.naturals
    chance = sum(spots, Fraction(0)) / found.deals * plain / found.house.natural_mean
    return found.value - chance * found.house.natural, chance


def sweep(game: Game, low: Fraction, high: Fraction | None, reached: Fraction) -> Sweep:
    """Return the value for every pay of a range; raises CombinError where that does not go up from
    0 or more.

    high: None where it has no end: it goes to 10, or on until a value is reached.
    """
    found = _solved(game)
    constant, chance = linear(found)
    end = Fraction(max(UP_TO, ceil((reached - constant) / chance))) if high is None else high
    if not 0 <= low < end:
        raise CombinError(f"the range of natural goes up from 0 or more, not from {low} to {end}")
    pieces = (Piece(low, end, constant, chance),)
    about = game.bet("base").base, NATURAL, game.natural.pays
    return Sweep(game, "base", *about, found.deals, pieces, version())
