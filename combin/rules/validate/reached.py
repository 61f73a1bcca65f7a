"""Checks that every row of a settlement applies to some outcome, by trying all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod
from typing import assert_never

from combin.rules.facts import Fact, Line, Order, Under, fact_of, holds, rows_left
from combin.rules.game import Game
from combin.rules.validate.checks import fault
from combin.rules.validate.hands import contains
from combin.rules.words import Settlement

MOST_CASES = 20_000  # ways in which the hands of a settlement may compare, that are tried

# The highest threshold that a hand reaches, and its place among the hands that reach no other.
Strength = tuple[int, int]


def validate_reached(game: Game, settlement: Settlement) -> None:
    """Raise CombinError for a row that is never the first that holds, whatever the player does and
    however strong the hands are.
    """
    facts = [fact for row in settlement.rows if (fact := fact_of(row.when))]
    strengths = _strengths(game, facts)
    if prod(map(len, strengths.values())) > MOST_CASES:
        return
    reached = _rows_reached(game, settlement, list(_cases(game, facts, strengths)))
    for number, row in enumerate(settlement.rows):
        if number not in reached:
            called = f"row {row.name!r}" if row.name else f"row {number + 1}"
            raise fault(
                game,
                f"{called} that settles {', '.join(settlement.columns)} never applies: those "
                "above it leave nothing (the last that can apply has the condition ALWAYS)",
            )


def _rows_reached(game: Game, settlement: Settlement, cases: list[dict[Fact, int]]) -> set[int]:
    """Return the numbers of the rows that apply in some case after some actions."""
    rows = settlement.rows
    decisions = [decision.name for decision in game.decisions]
    left = set()
    for actions in game.paths():
        path = tuple(zip(decisions, actions))
        left.add(tuple(map(rows.index, rows_left(settlement, path))))
    reached = set()
    for numbers in left:
        for values in cases:
            reached.add(next(number for number in numbers if holds(rows[number].when, values)))
    return reached


def _strengths(game: Game, facts: list[Fact]) -> dict[str, list[Strength]]:
    """Return hand -> strengths enough for every way in which the hands of some facts can
    compare.
    """
    names = list(dict.fromkeys(name for fact in facts for name in fact.hands))
    strengths = {}
    for name in names:
        ranking = game.hand(name).ranking
        alike = [other for other in names if game.hand(other).ranking == ranking]
        limits = {0}
        for fact in facts:
            if isinstance(fact, Under) and fact.hand in alike:
                limits.add(ranking.threshold(fact.name))
        strengths[name] = list(product(sorted(limits), range(len(alike))))
    return strengths


def _cases(
    game: Game, facts: list[Fact], strengths: Mapping[str, list[Strength]]
) -> Iterator[dict[Fact, int]]:
    """Yield the values of some facts in every way in which their hands can compare."""
    never_below = [
        (one, other)
        for one, other in product(strengths, repeat=2)
        if one != other and contains(game.hand(one), game.hand(other))
    ]
    for case in product(*strengths.values()):
        held = dict(zip(strengths, case))
        if all(held[one] >= held[other] for one, other in never_below):
            yield {fact: _value(game, fact, held) for fact in facts}


def _value(game: Game, fact: Fact, held: Mapping[str, Strength]) -> int:
    match fact:
        case Under(hand, name):
            threshold, _ = held[hand]
            return int(threshold < game.hand(hand).ranking.threshold(name))
        case Order(hand, other):
            return 1 + (held[hand] > held[other]) - (held[hand] < held[other])
        case Line():
            raise AssertionError("no condition asks for a line")
        case _:
            assert_never(fact)
