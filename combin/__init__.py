"""Exact analysis of casino table games: from rules as data to the best play and its value.

game_names    the games that come with combin
game          a game with its settings, of which every question below is a method
load          a game, by name or from a file, with choices and pays set
show          the rules of a game
solve         the exact value of every bet under the best play
shard         a part of a solution, for another machine to count
merge         the solution, from all its shards
protect       the edge for each number of hidden cards that a player sees
edges         the house edges of games under all their choices
advise        the value of each action with given cards
plays         the variance of multi-hand video poker
session       what many rounds come to, and whether a bankroll lasts
removal       the effect of removal of each rank
report        what a laboratory is handed about a game
card_counting what a card counter wins on a bet
situations    every decision of a game, with every action's value
strategy      the optimal strategy in a few lines
price         the exact cost of a strategy, and its errors
card          a strategy card to print
chart         a chart
formula       the value as a formula in the pays, and where it holds
sweep         the edge as one pay varies
target        the pay, or the paytable, for an edge
design        whole paytables within limits of edge, hit frequency and deviation
vary          every paytable and rule, compared with the current one
compare       two settings of a game side by side
explain       which rules and measures give a printed figure
tally         a bet counted once, for other pays in milliseconds
simulate      random rounds, and a log of them
check         whether a simulator's log fits the rules
Checker       the same while the rows arrive
verify        the result, checked with a second program
publish       the report of every game, written or checked
schema        the JSON schema of an answer
CombinError   bad input, in one line

>>> import combin
>>> solution = combin.solve("phil-em-up")
>>> solution
Solution of phil-em-up: main game 9.1425 %
>>> solution["base"].house_edge
Fraction(7496, 81991)
>>> combin.advise("phil-em-up", "Kh Qh Jh 3c").rows[0].best
'stay'

Every result prints as its command does, shows itself in a notebook, and has to_dict() and
to_frame().
"""

from __future__ import annotations

TYPE_CHECKING = (
    False  # nothing is imported before it is asked for: until then nobody answers signals
)
if TYPE_CHECKING:
    from combin.api import *
    from combin.asking import game
    from combin.checking import Checker
    from combin.errors import CombinError

__all__ = [
    "Checker",
    "CombinError",
    "advise",
    "card",
    "card_counting",
    "chart",
    "check",
    "compare",
    "design",
    "edges",
    "explain",
    "formula",
    "game",
    "game_names",
    "load",
    "merge",
    "plays",
    "price",
    "protect",
    "publish",
    "removal",
    "report",
    "schema",
    "session",
    "shard",
    "show",
    "simulate",
    "situations",
    "solve",
    "strategy",
    "sweep",
    "tally",
    "target",
    "vary",
    "verify",
]


def __getattr__(name: str) -> object:
    if name == "count":  # its former name
        from warnings import warn

        warn("combin.count is combin.tally now", DeprecationWarning, stacklevel=2)
        name = "tally"
    if name not in __all__:
        raise AttributeError(f"module 'combin' has no attribute {name!r}")
    if name == "Checker":
        from combin.checking import Checker

        return Checker
    if name == "game":
        from combin.asking import game

        return game
    from combin import api

    return getattr(api, name)


def __dir__() -> list[str]:
    return sorted(__all__)
