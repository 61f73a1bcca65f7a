"""Conditions denied and joined, and actions that only some cards allow: what they come to, and what
is refused in one line.
"""

from __future__ import annotations

from array import array
from dataclasses import replace
from fractions import Fraction

import pytest

import combin
from agreement import assert_agree, cards, mask, shortened
from combin.cards import Deck
from combin.counting import Plan
from combin.errors import CombinError
from combin.proof import reference
from combin.questions import solve as solver
from combin.questions.advice import advise
from combin.ranking import NATURAL_RUNS, THREE_CARD
from combin.rounds import InLines, Simulation
from combin.rounds.settle import Replay
from combin.rules import (
    ALWAYS,
    LOSE,
    PUSH,
    Action,
    All,
    Any,
    Beats,
    Below,
    Bet,
    Chose,
    Deal,
    Decide,
    Game,
    Hand,
    Not,
    Reaches,
    Row,
    Settlement,
    Ties,
    Wager,
)  # fmt: skip
from combin.sensitivity.counted import Counted
from combin.sensitivity.sweep import sweep
from combin.strategies import price
from combin.strategies.ladder import find
from combin.strategies.reading import parse

FOLD, ONE = Action("fold", ends=True), Action("1x", {"play": 1})
THREE = Action("3x", {"play": 3}, when=Reaches("player", "pair"))
WON, TIED = Beats("player", "dealer"), Ties("player", "dealer")
QUALIFIES = Reaches("dealer", "queen-high")
ROWS = (
    Row("fold", Chose("fold"), (LOSE, PUSH)),
    Row("player-wins", All((QUALIFIES, WON)), (1, 1)),
    Row("no-hand", Not(Any((QUALIFIES, Chose("3x")))), (PUSH, 1)),
    Row("tie", TIED, (PUSH, PUSH)),
    Row("dealer-wins", ALWAYS, (LOSE, LOSE)),
)
# Ranks from both ends: the dealer may not qualify, the player may have a pair, and no straight leads
# over the gap.
GAPS = replace(THREE_CARD, runs=NATURAL_RUNS)
TOY = Game(
    "toy",
    "Toy",
    "none",
    Deck("23JQA", "cdh"),
    (Deal("own", 3), Deal("up", 1), Decide("only", (FOLD, ONE, THREE)), Deal("down", 2)),
    (Hand("player", GAPS, ("own",)), Hand("dealer", GAPS, ("up", "down"))),
    (
        Bet(
            "base", (Wager("ante", 1), Wager("play")), "ante", (Settlement(("ante", "play"), ROWS),)
        ),
    ),
)
GAME = TOY.resolve()


def playing(*actions: Action) -> Game:
    return replace(TOY, play=(*TOY.play[:2], Decide("only", actions), TOY.play[3]))


def settled(when) -> Game:
    """Return the game with another condition in its second row."""
    rows = (ROWS[0], replace(ROWS[1], when=when), *ROWS[2:])
    (bet,) = TOY.bets
    return replace(TOY, bets=(replace(bet, settlements=(Settlement(("ante", "play"), rows),)),))


@pytest.mark.slow
def test_the_engine_agrees_where_only_some_cards_allow_an_action():
    assert_agree(GAME)


@pytest.mark.slow
def test_an_action_is_taken_only_where_it_is_offered():
    counted = reference.solve(GAME)
    for (seen, _), nets in counted.information_sets.items():
        ranks, suits = {card % 16 for card in seen[0]}, {card // 16 for card in seen[0]}
        assert ("3x" in nets) is (len(ranks) < 3 or len(suits) == 1 or ranks == {0, 1, 12})
    assert {path for path, *_ in counted.outcomes} == {("fold",), ("1x",), ("3x",)}


@pytest.mark.parametrize(
    ("text", "actions"),
    [("2c 2d 3h / Ac", {"fold", "1x", "3x"}), ("2c 3d Jh / Ac", {"fold", "1x"})],
)
def test_advice_lists_what_is_offered(text, actions):
    (answer,) = advise(GAME, text).rows
    assert {*answer.values} == actions


def test_a_line_is_passed_over_where_its_action_is_not_offered():
    passed = parse("3x: otherwise\n1x: Q-J-2 or better\nfold: otherwise", GAME)
    said = parse("3x: any pair or better\n1x: Q-J-2 or better\nfold: otherwise", GAME)
    assert price(GAME, passed).value == price(GAME, said).value
    plan = Plan(GAME, GAME.bet("base"))
    assert (
        Simulation(plan, InLines(plan, passed)).block(3, 0, 500).ends
        == Simulation(plan, InLines(plan, said)).block(3, 0, 500).ends
    )


def test_a_list_ends_with_what_is_always_offered():
    with pytest.raises(CombinError, match="'3x' is not offered with all cards"):
        parse("1x: any pair or better\n3x: otherwise", GAME)
    with pytest.raises(CombinError, match="'3x' is not offered with all cards"):
        parse("3x", GAME)


@pytest.mark.slow
def test_lists_are_found_and_cost_what_they_are_said_to():
    ladder = find(GAME)
    assert len(ladder.rungs) > 1
    for rung in ladder.rungs:
        assert ladder.optimum - price(GAME, rung.lines).value == rung.cost


def test_a_round_with_an_action_that_was_not_offered_says_so():
    replay = Replay(Plan(GAME, GAME.bet("base")))
    path = replay.path_number(("3x",))
    dealt = [("2c 2d 3h", "Jc", "Qc Qd"), ("2c 3d Jh", "Ac", "Qc Qd")]
    masks = array("Q", (mask(zone) for deal in dealt for zone in deal))
    first, second = (replay.ends[end] for end in replay.outcomes(masks, array("i", [path] * 2)))
    zones = dict(zip(("own", "up", "down"), map(cards, dealt[0])))
    assert tuple(first) == reference.settle(GAME, "base", zones, ("3x",))
    assert (second.outcome, second.net, second.staked) == ("3x is not offered", 0, 0)


def test_a_pay_is_varied_where_only_some_cards_allow_an_action():
    counted, pay = Counted(GAME), "player-wins.play"
    found = sweep(counted, pay, Fraction(0), Fraction(6))
    for units in (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(3), Fraction(6)):
        best = solver.solve(GAME.with_pays({pay: units})).bets["base"].expected_value
        assert found.at(units) == best
    assert counted.formula.at(counted.ends.pays) == counted.result.expected_value


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (
            playing(FOLD, replace(ONE, when=QUALIFIES)),
            "the hand 'dealer', whose cards are not all seen",
        ),
        (playing(FOLD, replace(ONE, when=Chose("fold"))), "it can only ask about hands"),
        (playing(THREE, replace(ONE, when=Reaches("player", "flush"))), "one is offered always"),
        (playing(FOLD, replace(ONE, when=Reaches("other", "flush"))), "names the hand 'other'"),
        (playing(FOLD, replace(ONE, when=Reaches("player", "flsh"))), "flsh"),
        (playing(FOLD, replace(ONE, when=Reaches("player", "high-card"))), "always holds"),
        (playing(FOLD, replace(ONE, when=Below("player", "high-card"))), "can never hold"),
        (playing(FOLD, replace(ONE, when=3)), "the condition of the action '1x' is a"),
        (settled(All((WON,))), "joins fewer than two conditions"),
        (settled(All((WON, TIED))), "the condition of row 'player-wins' can never hold"),
        (settled(Any((WON, Not(WON)))), "always holds, and says nothing"),
        (settled(All((WON, Not(TIED)))), "says nothing in the condition of row 'player-wins'"),
        (settled(All((WON, ALWAYS))), "Always() says nothing"),
        (settled(Any((WON, "tie"))), "each of the conditions joined in row 'player-wins' is a"),
        (settled(Not(Chose("stay"))), "speaks of the action 'stay', which is not offered"),
        (settled(Not(Beats("dealer", "dealer"))), "compares the hand 'dealer' with itself"),
    ],
)
def test_a_condition_that_cannot_be_asked_is_refused_in_one_line(game, words):
    with pytest.raises(CombinError) as caught:
        game.resolve()
    assert words in str(caught.value) and "\n" not in str(caught.value)


# Ranks from both ends, so that the dealer may not qualify and every action is offered somewhere.
SHIPPED = [
    ("crazy-4-poker", {}, "base", "29JQKA", "cd"),
    ("ultimate-three-card-poker", {}, "base", "2JQKA", "cd"),
    ("ultimate-three-card-poker", {"up": "none"}, "base", "2JQKA", "cd"),
    ("bonus-six", {"insurance": "half"}, "base", "256A", "cd"),
    ("texas-holdem-bonus", {}, "bonus", "2JQKA", "cd"),
    ("heads-up-holdem", {}, "pocket-bonus", "2JQKA", "cd"),
    ("ultimate-texas-holdem", {"trips-paid": "wins-only"}, "trips", "9TJQK", "cd"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "choices", "bet", "ranks", "suits"), SHIPPED, ids=str)
def test_shipped_games_agree_with_the_reference(slug, choices, bet, ranks, suits):
    assert_agree(shortened(combin.load(slug, choices), ranks, suits), bet)
