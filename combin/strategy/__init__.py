"""Strategies in lines: read them, price them exactly, and find short ones."""

from combin.strategy.ladder import Ladder, Rung, find
from combin.strategy.library import common_actions, example, examples, named
from combin.strategy.lines import Line, Lines, always, parse
from combin.strategy.pricing import Mistake, Priced, Use, opening, played, price, priced
from combin.strategy.vocabulary import Condition, View, vocabulary

__all__ = [
    "Condition", "Ladder", "Line", "Lines", "Mistake", "Priced", "Rung", "Use", "View", "always", "common_actions", "example",
    "examples", "find", "named", "opening", "parse", "played", "price", "priced", "vocabulary",
]  # fmt: skip
