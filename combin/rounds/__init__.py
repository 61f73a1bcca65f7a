"""The simulator: deals random rounds from the rules, plays a strategy and settles; it shares no
counts with the solver.

Rounds come in blocks of `BLOCK`, each dealt from its own stream of random numbers that starts from
the seed and the block's number, so that a seed gives the same rounds however many threads deal.
"""

from combin.rounds.deal import BLOCK, RoundBatch, Simulation
from combin.rounds.strategies import InLines, Strategy, best_play, in_lines
from combin.rounds.tree import Tree

__all__ = [
    "BLOCK",
    "InLines",
    "RoundBatch",
    "Simulation",
    "Strategy",
    "Tree",
    "best_play",
    "in_lines",
]
