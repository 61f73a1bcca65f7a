"""Blackjack games: hands that grow card by card until they stand or bust, against a dealer who
draws by a fixed rule; every value an exact fraction.
"""

from combin.families.blackjack.chart import Chart
from combin.families.blackjack.house import House, Shoe, shoe_of
from combin.families.blackjack.solve import Solved, Spot, solve
from combin.rules.blackjack import MODELS

__all__ = ["MODELS", "Chart", "House", "Shoe", "Solved", "Spot", "shoe_of", "solve"]
