"""Count-up games: hands that grow card by card until they stand or bust, against a dealer who draws
by a fixed rule; every value an exact fraction.
"""

from combin.families.count_up.chart import Chart
from combin.families.count_up.house import House, Shoe, shoe_of
from combin.families.count_up.solve import Solved, Spot, solve
from combin.rules.count_up import MODELS

__all__ = ["MODELS", "Chart", "House", "Shoe", "Solved", "Spot", "shoe_of", "solve"]
