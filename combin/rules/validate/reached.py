"""Checks, by trying all outcomes, that every row of a settlement applies to some and that no part
of a condition is idle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import permutations, product
from math import prod
from typing import assert_never

from combin.recent import Recent
from combin.rules.checks import refuse
from combin.rules.facts import (
    Fact,
    Lead,
    Order,
    PaidLine,
    Path,
    Under,
    conditions_left,
    facts_asked,
    hand_names,
    holds,
    left_of,
)
from combin.rules.parts import Rules
from combin.rules.validate.hands import contains
from combin.rules.words import (
    All,
    Always,
    Any,
    Beats,
    Below,
    Chose,
    Condition,
    Not,
    Reaches,
    Settlement,
    Ties,
)

MOST_CASES = 20_000  # ways in which the hands of a settlement may compare, that are tried

# What was found to say something, with all that this depends on: choices change few of a game's
# settlements.
_sound: Recent[None] = Recent(512)

# The highest threshold that a hand reaches, and its place among the hands that reach no other.
Strength = tuple[int, int]


def validate_reached(game: Rules, settlement: Settlement) -> None:
    """Raise CombinError for a row that is never the first that holds, whatever the player does and
    however strong the hands are.
    """
    _sound.get((game.play, game.hands, settlement), lambda: _verify_reached(game, settlement))


def _verify_reached(game: Rules, settlement: Settlement) -> None:
    facts = [fact for row in settlement.rows for fact in facts_asked(row.when)]
    strengths = _strengths(game, facts)
    if prod(map(len, strengths.values())) > MOST_CASES:
        return
    cases = list(_cases(game, facts, strengths))
    reached = {
        next(number for number, when in rows if holds(when, values))
        for rows in {tuple(conditions_left(settlement, path)) for path in _paths(game)}
        for values in cases
    }
    for number, row in enumerate(settlement.rows):
        refuse(
            game,
            number not in reached,
            f"row {repr(row.name) if row.name else number + 1} that settles "
            f"{', '.join(settlement.columns)} never applies: those above it leave nothing (the "
            "last that can apply is `otherwise`)",
        )


def _paths(game: Rules) -> Iterator[Path]:
    decisions = [decision.name for decision in game.decisions]
    yield from (tuple(zip(decisions, actions)) for actions in game.paths())


def validate_said(game: Rules, when: Condition, where: str) -> None:
    """Raise CombinError for a condition that never holds, or always, and for one of whose parts
    makes no difference, whatever the player does and however strong the hands are.
    """
    _sound.get((game.play, game.hands, when), lambda: _verify_said(game, when, where))


def _verify_said(game: Rules, when: Condition, where: str) -> None:
    facts = list(dict.fromkeys(facts_asked(when)))
    strengths = _strengths(game, facts)
    if prod(map(len, strengths.values())) > MOST_CASES:
        return
    cases = list(_cases(game, facts, strengths))
    paths = list(_paths(game))
    truths = _truths(when, paths, cases)
    refuse(game, True not in truths, f"the condition of {where} can never hold")
    refuse(game, False not in truths, f"the condition of {where} always holds, and says nothing")
    for part, others in _shorter(when):
        refuse(
            game,
            _truths(others, paths, cases) == truths,
            f"{part} says nothing in the condition of {where}",
        )


def _truths(when: Condition, paths: list[Path], cases: list[dict[Fact, int]]) -> list[bool]:
    rests = [left_of(when, path) for path in paths]
    return [rest is not None and holds(rest, values) for rest in rests for values in cases]


def _shorter(when: Condition) -> Iterator[tuple[Condition, Condition]]:
    """Yield every part that is joined to others, and the condition without it."""
    match when:
        case Not(part):
            yield from ((gone, Not(others)) for gone, others in _shorter(part))
        case All(parts) | Any(parts):
            for number, part in enumerate(parts):
                before = parts[:number]
                after = parts[number + 1 :]
                left = (*before, *after)
                yield part, left[0] if len(left) == 1 else replace(when, parts=left)
                for gone, others in _shorter(part):
                    yield gone, replace(when, parts=(*before, others, *after))
        case Always() | Chose() | Reaches() | Below() | Beats() | Ties():
            return
        case _:
            assert_never(when)


def _strengths(game: Rules, facts: list[Fact]) -> dict[str, list[Strength]]:
    """Return hand -> strengths enough for every way in which the hands of some facts can
    compare.
    """
    names = hand_names(facts)
    strengths = {}
    for name in names:
        ranking = game.hand(name).ranking
        alike = [other for other in names if game.hand(other).ranking == ranking]
        asked = (fact for fact in facts if isinstance(fact, Under) and fact.hand in alike)
        limits = {0, *(ranking.threshold(fact.name) for fact in asked)}
        strengths[name] = list(product(sorted(limits), range(len(alike))))
    return strengths


def _cases(
    game: Rules, facts: list[Fact], strengths: Mapping[str, list[Strength]]
) -> Iterator[dict[Fact, int]]:
    """Yield the values of some facts in every way in which their hands can compare."""
    never_below = [
        (one, other)
        for one, other in permutations(strengths, 2)
        if contains(game.hand(one), game.hand(other))
    ]
    for case in product(*strengths.values()):
        held = dict(zip(strengths, case))
        if all(held[one] >= held[other] for one, other in never_below):
            yield {fact: _value(game, fact, held) for fact in facts}


def _value(game: Rules, fact: Fact, held: Mapping[str, Strength]) -> int:
    match fact:
        case Under(hand, name):
            threshold, _ = held[hand]
            return int(threshold < game.hand(hand).ranking.threshold(name))
        case Order(hand, other):
            return 1 + (held[hand] > held[other]) - (held[hand] < held[other])
        case PaidLine() | Lead():
            raise AssertionError("no condition asks for a line")
        case _:
            assert_never(fact)
