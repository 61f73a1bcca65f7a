"""Strategies in lines: read them, price them exactly, and find short ones."""

from combin.strategy.lines import Line, Lines, always, parse
from combin.strategy.pricing import Mistake, Priced, Use, price

__all__ = ["Line", "Lines", "Mistake", "Priced", "Use", "always", "parse", "price"]
