"""Lists of what to hold: names of cards kept, and what a list costs against the literal reference."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

import combin
from agreement import mask, shortened
from combin.cards import cards_of, mask_of, rank_of
from combin.counting import Plan
from combin.proof import reference
from combin.rules.words import held
from combin.solving.payoffs import Payoffs
from combin.strategies import Ladder, find
from combin.strategies.hold_lists import groups_of, improved, ordered, together, written
from combin.strategies.hold_shapes import Shapes, joined
from sizes import on_demand


def names(game: str) -> Shapes:
    (hand,) = combin.load(game).hands
    (table,) = combin.load(game).bets[0].tables()
    return Shapes(hand.ranking, table)


@pytest.mark.parametrize(
    ("game", "kept", "name", "detail"),
    [
        ("jacks-or-better", "", "nothing", "nothing"),
        ("jacks-or-better", "Kh", "one high card", "a king alone"),
        ("jacks-or-better", "8h", "one low card", "an eight alone"),
        ("jacks-or-better", "Jh Jd", "a high pair", "a pair of jacks"),
        ("jacks-or-better", "Th Td", "a low pair", "a pair of tens"),
        ("jacks-or-better", "Th Td 4c 4h", "two pair", "two pair, tens up"),
        ("jacks-or-better", "4s 4c 4h", "three of a kind", "three fours"),
        ("jacks-or-better", "4s 4c 4h 4d", "four of a kind", "four fours"),
        ("jacks-or-better", "Ah Th Kh Qh", "four to a royal flush", "A-K-Q-T suited"),
        ("jacks-or-better", "Kh Qh", "two suited high cards", "K-Q suited"),
        ("jacks-or-better", "Kh Th", "a ten and a high card, suited", "K-T suited"),
        ("jacks-or-better", "Kh Qd", "two high cards", "K-Q of different suits"),
        ("jacks-or-better", "9h Th Jh Qh", "four to a straight flush",
         "four to a straight flush, no gap, two high cards"),
        ("jacks-or-better", "Ah 2h 3h", "three to a straight flush",
         "three to a straight flush, two gaps, one high card"),
        ("jacks-or-better", "2h 3h 4h", "three to a straight flush",
         "three to a straight flush, one gap, no high cards"),
        ("jacks-or-better", "5h 6h 7h", "three to a straight flush",
         "three to a straight flush, no gap, no high cards"),
        ("jacks-or-better", "2h 5h 9h Jh", "four to a flush", "four to a flush, one high card"),
        ("jacks-or-better", "5h 6d 7c 8s", "four to an outside straight",
         "four to an outside straight, no high cards"),
        ("jacks-or-better", "Ah Kd Qc Js", "four to an inside straight",
         "four to an inside straight, four high cards"),
        ("deuces-wild", "2h", "a deuce", "a deuce"),
        ("deuces-wild", "2h 2d 2c", "three deuces", "three deuces"),
        ("deuces-wild", "2h 5d 5c", "three of a kind with a deuce", "three fives with a deuce"),
        ("deuces-wild", "5d 5c", "a pair", "a pair of fives"),
        ("deuces-wild", "2h 2s Ah Kh", "four to a royal flush with two deuces",
         "A-K suited with two deuces"),
        ("deuces-wild", "2h 6c 7c 8c", "four to a straight flush with a deuce",
         "four to a straight flush with a deuce, no gap"),
        ("deuces-wild", "3h 4h 5h", "three to a straight flush",
         "three to a straight flush, two gaps"),
        ("deuces-wild", "Qh Jh", "two to a royal flush", "Q-J suited"),
        ("joker-poker", "Jk", "the joker", "the joker"),
        ("joker-poker", "Jk Kh", "a high card with the joker", "king with the joker"),
        ("joker-poker", "Qh Qd", "a low pair", "a pair of queens"),
    ],
)  # fmt: skip
def test_names(game, kept, name, detail):
    assert names(game).of(mask(kept))[:2] == (name, detail)


def test_cards_without_a_name():
    assert names("jacks-or-better").of(mask("2h 8d")) is None


def test_finer_names_are_joined():
    assert joined("any", ["K-Q"]) == "K-Q"
    assert joined("any", ["K-Q", "K-J", "K-Q", "Q-J"]) == "K-Q, K-J or Q-J"
    assert joined("a draw", ["a draw, one gap", "a draw, no gap"]) == "a draw: one gap; or no gap"


# --- Against the reference ---------------------------------------------------------------------

SHORT = [
    ("jacks-or-better", "TJQKA", "cd"),
    ("jacks-or-better", "6789J", "cd"),
    ("double-double-bonus", "3A9", "cdhs"),
    ("deuces-wild", "2TJQK", "cd"),
    ("joker-poker", "TJQKA", "cd"),
]


@pytest.mark.parametrize(("name", "ranks", "suits"), on_demand(SHORT, ["deuces-wild"]))
def test_the_cost_of_every_list_is_what_the_reference_loses(name, ranks, suits):
    """Each hand, in its own suits, holds the first line that its cards fit."""
    game = shortened(combin.load(name), ranks, suits)
    payoffs = Payoffs(Plan(game, game.bets[0]))
    shapes, groups = names(name), groups_of(payoffs)
    lines = together(groups, improved(groups, ordered(groups)))
    counted = reference.solve(game)
    for members in (lines, lines[1::2] + lines[-1:]):
        lost = Fraction(0)
        for (seen, _), nets in counted.information_sets.items():
            hand = max(seen, key=len)
            called = names_of(shapes, hand, whole_hand(game, hand))
            lost += max(nets.values()) - first_held(groups, members, called, nets)
        mean = lost / len(counted.information_sets)
        assert Fraction(groups.loss(members), payoffs.plan.deals * payoffs.scale) == mean


def whole_hand(game, hand) -> str:
    return reference.settle(game, "base", {"hand": hand, "new": []})[1]


def names_of(shapes, hand, outcome) -> dict:
    kept = [mask_of(cards) for count in range(5) for cards in combinations(hand, count)]
    return {cards: shapes.of(cards) for cards in kept} | {mask_of(hand): shapes.pat(outcome)}


def first_held(groups, lines, called, nets) -> Fraction:
    """Return what the first line that fits is worth: its highest cards, at worst. A line that
    prints a name is read as all cards that are called so.
    """
    for members, line in zip(lines, written(groups.shapes, lines)):
        phrase = line.conditions[0].phrase if line.conditions else ""
        wanted = [groups.shapes[shape] for shape in members]
        fitting = [
            cards
            for cards, shape in called.items()
            if shape in wanted or (shape and shape.name == phrase)
        ]
        if fitting:
            height = max(map(ranks_of, fitting))
            return min(nets[held(cards)] for cards in fitting if ranks_of(cards) == height)
    raise AssertionError(called)


def ranks_of(cards: int) -> list[int]:
    return sorted(map(rank_of, cards_of(cards)), reverse=True)


@cache
def ladder(name: str) -> Ladder:
    return find(combin.load(name))


@pytest.mark.whole
@pytest.mark.parametrize("name", ["jacks-or-better", "deuces-wild"])
def test_the_ladder_falls(name):
    found = ladder(name)
    costs = [rung.cost for rung in found.rungs]
    assert costs == sorted(set(costs), reverse=True)
    assert found.optimum == combin.solve(name)["base"].expected_value
    for rung in found.rungs:
        (block,) = rung.lines.blocks.values()
        assert str(block[-1]) == "hold none: otherwise"
        assert len({str(line) for line in block}) == len(block)


@pytest.mark.whole
def test_the_list_of_jacks_or_better():
    """36 lines lose less than a thousandth of a percent."""
    assert ladder("jacks-or-better").rungs[-1].cost < Fraction(1, 100_000)
