"""The value of today's optimal strategy as a formula in the pays, and the part of each pay."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from combin.records import dataclass
from combin.sensitivity.counted import Counted
from combin.sensitivity.linear import LinearForm, table_pays
from combin.sensitivity.region import Region, region
from combin.solving.result import AboutBet


@dataclass(frozen=True)
class Term:
    """One pay in the formula.

    pay, today: its address and present value.
    probability: of a round in which it is paid.
    slope: what one unit more adds to the expected value: the probability weighted with the units
        staked on it (for a meter: with the share of it that is paid).
    """

    pay: str
    today: Fraction
    probability: Fraction
    slope: Fraction


@dataclass(frozen=True, repr=False)
class Formula(AboutBet):
    """The expected value of the best play at today's pays, in units of one `wager`, for any pays.

    form: the value of this play at any pays; the play stays best as long as they stay in `region`.
    value: at today's pays.
    terms: the pays that are paid in some round.
    region: the pays at which the play stays best.
    asked: the pays of the region where they are not all those of the paytables.
    """

    form: LinearForm
    value: Fraction
    terms: tuple[Term, ...]
    region: Region
    asked: tuple[str, ...] = ()


def formula(counted: Counted, free: tuple[str, ...] = ()) -> Formula:
    """Return the formula of a bet, and the region in which its play stays best; free: the pays that
    move in it, by address.
    """
    paid: Counter[str] = Counter()
    for count, form in counted.happening():
        paid.update(dict.fromkeys(form.coefficients, count))
    form, deals = counted.formula, counted.plan.deals
    terms = [
        Term(pay, today, Fraction(paid[pay], deals), form.slope(pay))
        for pay, today in counted.ends.pays.items()
        if paid[pay]
    ]
    result, held = counted.result, region(counted, free)
    return Formula(
        counted.game,
        counted.bet,
        result.wager,
        form,
        result.expected_value,
        tuple(terms),
        held,
        () if held.free == tuple(table_pays(counted.plan.bet)) else held.free,
    )
