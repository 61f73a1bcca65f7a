"""Turns, the step of a play in which hands grow: written in two ways, and where they may stand."""

from dataclasses import replace
from fractions import Fraction

import pytest

import combin
from combin import rules
from combin.cards import Deck
from combin.errors import CombinError
from combin.games import sheet_of
from combin.rules import MAIN_BET, Choice, CountUp, DrawsBelow, InsuranceBet, Natural, Pick, Turns
from combin.rules.blackjack import DealerBet
from shipped import COUNTING_UP, DEALT

TURNS = Turns(DrawsBelow(17), Natural(Fraction(3, 2)), ())
ABOUT = "own-turns", "Own turns", "own", Deck(packs=6)
INSURANCE = InsuranceBet("insurance", Fraction(2))
GAME = rules.Game(*ABOUT, (TURNS,), (), (MAIN_BET, INSURANCE))
PAGE = """\
Own turns  (own-turns)
source: own
cards: 6 decks

TURNS
  dealer: stands on 17
  natural: pays 3 to 2

SIDE BET insurance
  pays if the dealer has a natural: 2
"""


def test_a_page_states_the_same_game(tmp_path):
    file = tmp_path / "own.game"
    file.write_text(PAGE)
    found = combin.load(file)
    assert found == replace(GAME, path=str(file)).resolve()
    assert combin.solve(found)["base"].expected_value < 0


def test_few_words_make_the_same_sheet():
    turns = DrawsBelow(17), Natural(Fraction(3, 2)), ()
    assert CountUp(*ABOUT, *turns, bets=(INSURANCE,)) == GAME


@pytest.mark.parametrize(
    "parts, said",
    [
        ({"play": (TURNS, TURNS)}, "there are two Turns in the play"),
        (
            {
                "play": Pick("kind", {"one": (TURNS,), "other": (replace(TURNS, charlie=5),)}),
                "choices": (Choice("kind", "which", {"one": "one", "other": "the other"}),),
            },
            "Turns stand in the play itself, not in a Pick",
        ),
        ({"bets": (INSURANCE,)}, "the main bet of a game with Turns is MAIN_BET"),
        ({"bets": (MAIN_BET, INSURANCE, INSURANCE)}, "two bets are called 'insurance'"),
        ({"play": (replace(TURNS, dealer=16),)}, "dealer is a DrawsBelow, not 16"),
        ({"play": (replace(TURNS, bonuses=(3,)),)}, "each of the bonuses is a Bonus, not 3"),
        ({"title": 3}, "each of slug, title, source and notes is a str, not 3"),
    ],
)
def test_where_they_do_not_fit_is_said_in_one_line(parts, said):
    with pytest.raises(CombinError) as caught:
        replace(GAME, **parts).resolve()
    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_a_bet_on_the_dealer_needs_them():
    sheet = sheet_of("casino-war")
    with pytest.raises(CombinError, match="stands beside turns: insurance"):
        replace(sheet, bets=(*sheet.bets, INSURANCE)).resolve()


@pytest.mark.parametrize("name", COUNTING_UP)
def test_a_game_with_them_is_resolved_once(name):
    sheet = sheet_of(name)
    game = sheet.resolve()
    assert sheet.resolve() is game and game.resolve() == game
    assert game.bets[0] == MAIN_BET and {*game.keys_dealt}.isdisjoint(game.usual_keys)
    assert {*game.keys_dealt} == {
        bet.key for bet in game.bets[1:] if not isinstance(bet, DealerBet)
    }


def test_other_games_have_none():
    for name in DEALT:
        game = sheet_of(name).resolve()
        assert not game.has_turns and game.dealt is game
        assert game.keys_dealt == game.usual_keys == game.bet_keys and not game.beside
