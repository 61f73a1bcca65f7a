"""Strategies in lines: read them, price them exactly, and find short ones."""

from combin.strategy.lines import Line, Lines, always, parse
from combin.strategy.pricing import Mistake, Priced, Use, price
from combin.strategy.search import Ladder, Rung, find

__all__ = ["Ladder", "Line", "Lines", "Mistake", "Priced", "Rung", "Use", "always", "find", "parse", "price"]
