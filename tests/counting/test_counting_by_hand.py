"""Counts of the cards to come that are known by hand."""

from __future__ import annotations

from array import array
from math import comb

import combin
from combin.cards import mask_of, parse_card
from combin.counting.dealing import dealt
from combin.counting.plan import Plan
from combin.counting.tally import CountTally, Level, ListTally


def hand(cards: str) -> int:
    return mask_of(map(parse_card, cards.split()))


def test_columns_that_are_listed_are_added_up():
    """Three sets with two deals each in three columns; the sets weigh 1, 4 and 6."""
    level = type("Level", (), {"weights": [1, 4, 6], "__len__": lambda self: 3})()
    tally = ListTally((level,), 3, array("i", [0, 1, 2, 2, 0, 2]))
    assert [*tally.rows((), [1, 2])] == [0, 0, 8, 6, 0, 6]
    assert [*tally.counts] == [1, 1, 0, 0, 0, 8, 6, 0, 6]


def test_rows_and_sets_of_a_level():
    """Two cards a set, three columns a row."""
    none = array("q")
    level = Level(None, 2, array("Q", [1, 2, 4, 8]), array("q", [1, 1]), none, none)
    assert [level.state(at) for at in range(len(level))] == [(1, 2), (4, 8)]
    tally = CountTally((level,), 3, array("q", [1, 2, 3, 4, 5, 6]))
    assert [*tally.rows((), [1, 0])] == [4, 5, 6, 1, 2, 3]


def test_rows_that_take_long_are_those_of_their_cards():
    """The dealer of Three Card Poker has 49 over 3 hands against each of the player's; two states of
    three are the same cards, of other weights.
    """
    game = combin.load("three-card-poker")
    plan = Plan(game, game.bet("base"))
    (stage,) = plan.stages
    states = array("Q", [hand("Kc Kd Kh"), hand("Kc Qd 4h"), hand("Kc Kd Kh")])
    counts = dealt(plan, stage, states, array("q", [1, 2, 3]))
    columns = plan.size(plan.columns)
    rows = [counts[at * columns : (at + 1) * columns] for at in range(3)]
    assert [sum(row) for row in rows] == [many * comb(49, 3) for many in (1, 2, 3)]
    assert [*rows[2]] == [3 * count for count in rows[0]] != [*rows[1]]
