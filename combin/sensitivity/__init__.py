"""Exact answers about paytables: the value as a formula, one pay that varies, the pay for an edge,
and settings side by side.

One idea carries all of them. For fixed actions the net of a deal is a linear form in the pays
(`linear`), and the player takes the best action at every information set, so the value of optimal
play is a nested maximum of linear forms (`maxima`): convex in the pays and piecewise linear. A
region is where one form stays the largest, a sweep is the envelope along one pay, a target is where
it meets a value, and a design bounds it on boxes of pays by their corners.
"""

from combin.rules.addresses import symbol_of
from combin.sensitivity.counted import Counted
from combin.sensitivity.formula import Formula, Term, formula
from combin.sensitivity.linear import LinearForm, table_pays, the_pay
from combin.sensitivity.points import PayPoints, points
from combin.sensitivity.region import Inequality, Range, Region, region
from combin.sensitivity.settings import (
    Comparison,
    Comparisons,
    Side,
    Variation,
    Variations,
    compare,
    vary,
)
from combin.sensitivity.summary import Digest, digest
from combin.sensitivity.sweep import Change, Piece, Sweep, sweep
from combin.sensitivity.target import Aim, AimRange, target, target_range

__all__ = [
    "Aim",
    "AimRange",
    "Change",
    "Comparison",
    "Comparisons",
    "Counted",
    "Digest",
    "Formula",
    "Inequality",
    "LinearForm",
    "PayPoints",
    "Piece",
    "Range",
    "Region",
    "Side",
    "Sweep",
    "Term",
    "Variation",
    "Variations",
    "compare",
    "digest",
    "formula",
    "points",
    "region",
    "sweep",
    "symbol_of",
    "table_pays",
    "target",
    "target_range",
    "the_pay",
    "vary",
]
