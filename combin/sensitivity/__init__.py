"""Exact answers about paytables: the value as a formula, one pay that varies, the pay for an edge,
and settings side by side.
"""

from combin.sensitivity.counted import Counted
from combin.sensitivity.formula import Formula, Term, formula
from combin.sensitivity.linear import LinearForm, pays_of, symbol_of, table_pays, the_pay
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
from combin.sensitivity.target import Aim, AimRange, Near, Nearest, nearest, target, target_range

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
    "Near",
    "Nearest",
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
    "nearest",
    "pays_of",
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
