"""Strategies in lines: read them, price them exactly, and find short ones."""

from combin.questions.priced import Priced
from combin.strategies.clauses import searched
from combin.strategies.conditions import Condition
from combin.strategies.dialects import DIALECTS, in_dialect, verify_dialect
from combin.strategies.ladder import Ladder, Rung, find
from combin.strategies.library import (
    common_actions,
    example,
    examples,
    is_by_lines,
    list_or_way,
    named,
    verify_listed,
)
from combin.strategies.lines import Line, Lines
from combin.strategies.policies import opening
from combin.strategies.pricing import played, price, priced
from combin.strategies.reading import always, parse
from combin.strategies.vocabulary import View, vocabulary

__all__ = [
    "DIALECTS",
    "Condition",
    "Ladder",
    "Line",
    "Lines",
    "Priced",
    "Rung",
    "View",
    "always",
    "common_actions",
    "example",
    "examples",
    "find",
    "in_dialect",
    "is_by_lines",
    "list_or_way",
    "named",
    "opening",
    "parse",
    "played",
    "price",
    "priced",
    "searched",
    "verify_dialect",
    "verify_listed",
    "vocabulary",
]
