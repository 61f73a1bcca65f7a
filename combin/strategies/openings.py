"""Optimal play of starting hands in lines that name them, one for each action."""

from __future__ import annotations

from collections.abc import Collection

from combin.strategies.classes import LossesByClass
from combin.strategies.lines import Block, Line
from combin.strategies.starting import SAME, Hand, any_hand
from combin.strategies.traits import RANK, SUITED

MOST_LETTERS = 160  # of a line of starting hands that a player reads


def opening(classes: LossesByClass, always: Collection[str]) -> Block:
    """Return the shortest such lines; none where there are no starting hands, where no board is
    shared with an opponent, or where a line would be too long.

    always: the actions offered with all cards, one of which is taken with all other hands.
    """
    view = classes.view
    if not (view.has_starting_hands and view.shared and len(classes)) or classes.stakes:
        return ()
    lists = [_but(classes, at) for at, name in enumerate(classes.actions) if name in always]
    shortest = min(lists, key=lambda lines: sum(len(line.when) for line in lines))
    return shortest if all(len(line.when) <= MOST_LETTERS for line in shortest) else ()


def _but(classes: LossesByClass, last: int) -> Block:
    """Return the lines that name the hands of every action but one."""
    hands: dict[int, set[Hand]] = {}
    rank = classes.columns.index(RANK)
    suited = classes.columns.index(SUITED)
    for at, best in enumerate(classes.best()):
        if last not in best:
            traits = classes.traits[at * classes.width : (at + 1) * classes.width]
            high, low = traits[rank : rank + 2]
            letter = "" if high == low else "s" if traits[suited] == SAME else "o"
            hands.setdefault(min(best), set()).add((high, low, letter))
    ranking = classes.view.ranking
    lines = [
        Line(classes.actions[action], (any_hand(ranking, hands[action]),))
        for action in sorted(hands, reverse=True)
    ]
    return (*lines, Line(classes.actions[last]))
