"""The effect of a game's pays, for its report: the formula, sweeps of the main pays, where a meter
breaks even, the change by each choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import islice

from combin.records import dataclass
from combin.rules.game import Sheet
from combin.sensitivity.counted import Counted
from combin.sensitivity.formula import Formula, formula
from combin.sensitivity.linear import table_pays
from combin.sensitivity.settings import Edges, SettledBet, Variations, vary
from combin.sensitivity.sweep import Sweep, sweep
from combin.sensitivity.target import Aim, target
from combin.solving.induction import Root

MOST_TOLD = 1_000  # breakpoints of a sweep that are told one by one
MOST_SWEEPS = 3  # sweeps that a summary has
REACH = Fraction(5)  # units to which a pay is swept at least; beyond, to twice today's


@dataclass(frozen=True)
class Digest:
    """The pays of a game's main bet, at the choices' defaults.

    formula: of that bet.
    sweeps: of the pays that change the best play, those first that return most for one unit more.
    meters: bet -> the meter at which it neither wins nor loses.
    variations: every choice against the defaults.
    told: up to how many breakpoints a sweep tells what changes at each.
    """

    formula: Formula
    sweeps: tuple[Sweep, ...]
    meters: Mapping[str, Aim]
    variations: Variations
    told: int = MOST_TOLD


def digest(
    sheet: Sheet,
    version: str,
    threads: int | None = None,
    known: Edges | None = None,
    root: Root | None = None,
) -> Digest:
    """Return the digest of a game.

    version: by which its parts are signed.
    known: the edges that are known already.
    root: what happens under the best play of its main bet, if that is.
    """
    resolved = sheet.resolve()
    counted = Counted(resolved, resolved.bets[0].key, threads, root=root)
    found = replace(formula(counted), version=version)
    pays = main_pays(found) if counted.keeps else []
    ends = ((pay, max(2 * counted.ends.pays[pay], REACH)) for pay in pays)
    swept = (sweep(counted, pay, Fraction(0), end, MOST_TOLD) for pay, end in ends)
    changing = (replace(one, version=version) for one in swept if one.breakpoints)
    settled = partial(SettledBet, counted=counted, known=known)
    return Digest(
        found,
        tuple(islice(changing, MOST_SWEEPS)),
        {
            bet.key: target(Counted(resolved, bet.key, threads), Fraction(0), pay)
            for bet in resolved.bets
            for pay in table_pays(bet)
            if pay.endswith(".meter")
        },
        replace(vary(sheet, settled=settled), version=version),
    )


def main_pays(found: Formula) -> list[str]:
    """Return the pays of a formula's paytables, those first that return most for one unit more."""
    terms = sorted(found.terms, key=lambda term: -term.slope)
    return [term.pay for term in terms if term.pay in found.region.free]
