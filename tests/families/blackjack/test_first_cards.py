"""Bets on the first cards of a blackjack game: asked with the game, settled as dealt games are."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

import combin
from combin.errors import CombinError
from combin.games import FOLDER, FORMER, dealt_sheet, sheet_of
from combin.rules.game import Game
from matrix import few_ranks

ROOT = Path(__file__).parents[3]
FORMERLY = "blackjack-side-bets"
QUICK = ("perfect-pairs", "royal-match", "over-13", "under-13", "super-sevens")
DEALT = [bet.key for bet in dealt_sheet("blackjack").bets[1:]]
# A game of one's own: its bet of the casino's beside two that are dealt.
OWN = """\
Double Up  (double-up)
source: a test
cards: 4 decks of 9TJQKA

TURNS
  dealer: stands on 17, soft 18, ties with 22
  double: totals 9-11
  split: hands 2
  natural: pays 1

PLAY
  1 card to first: the player's first card
  1 card to second: the player's second card
  1 card to up: the dealer's card

HANDS
  three = three-cards-of-packs of first, second, up
  two = two-cards-of-packs of first, second

SIDE BET insurance
  pays if the dealer has a natural: 2

SIDE BET bust
  pays by the number of cards with which the dealer busts
    3   1
    5   3

SIDE BET 21+3
  pays by three
    suited three of a kind   9
    straight flush           9
    three of a kind          9
    straight                 9
    flush                    9

SIDE BET pair
  outcome   if                      pair
  pair      two is pair or better   [pair]
  no pair   otherwise               lost
  choice pair: what a pair pays
    11   11 to 1
    10   10 to 1

NAMES
  bust = Bust It
  pair = Any Pair
"""


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    path = tmp_path_factory.mktemp("own") / "double_up.game"
    path.write_text(OWN)
    return str(path)


@pytest.fixture(scope="module")
def quick():
    return combin.solve("blackjack", bets=QUICK)


# --- The game that they were ---------------------------------------------------------------------


def test_the_former_game_has_the_rules_of_these_bets_under_every_setting():
    sheet, former = sheet_of("blackjack"), sheet_of(FORMERLY)
    first, *others = DEALT
    for choice in former.choices:
        for value in (*choice.values,)[::3]:
            there = former.resolve({choice.name: value})
            here = sheet.resolve({choice.name: value}).dealt
            assert (here.deck, here.play, here.hands) == (there.deck, there.play, there.hands)
            assert here.bet(first).settlements == there.bets[0].settlements
            assert all(here.rules_of(key) == there.rules_of(key) for key in others)


def test_values_are_the_published_ones(quick):
    report = json.loads((ROOT / "reports" / FORMERLY / "solution.json").read_text())
    for key in QUICK:
        told = report["bets"][key]
        assert quick[key].house_edge == Fraction(told["house_edge"])
        assert quick[key].variance == Fraction(told["variance"])


@pytest.mark.slow
def test_values_are_the_published_ones_of_all():
    report = json.loads((ROOT / "reports" / FORMERLY / "solution.json").read_text())
    found = combin.solve("blackjack", bets=DEALT)
    told = dict(zip(DEALT, report["bets"].values()))
    assert {key: found[key].house_edge for key in DEALT} == {
        key: Fraction(one["house_edge"]) for key, one in told.items()
    }


def test_the_former_name_says_where_the_bets_are(run):
    status, out, err = run("solve", FORMERLY, "--bet", "over-13")
    assert status == 0 and "Over 13: house edge 6.5545 % of one bet (265/4043)" in out
    assert err == (
        "combin: blackjack-side-bets is part of blackjack now: combin solve blackjack --bet NAME\n"
    )
    assert FORMERLY not in combin.game_names() and FORMER[FORMERLY][0] in combin.game_names()
    assert not list(Path(FOLDER).glob("*side_bets*"))


# --- Beside the game -----------------------------------------------------------------------------


def test_the_game_is_asked_without_them_and_names_them(run):
    game = combin.solve("blackjack", bets=["insurance"]).game
    assert [choice.name for choice in game.choices][-2:] == ["buster", "model"]
    assert game.others == tuple(DEALT) and game.bet_keys == ("base", "insurance", "buster")
    _, out, _ = run("list")
    assert "lucky-lucky" in out.split("blackjack-switch")[0].split("\nblackjack ")[1]


def test_some_of_both_are_answered_together():
    found = combin.solve("blackjack", {"packs": 1}, bets=["insurance", "Over 13"])
    assert [*found.bets] == ["insurance", "over-13"]
    assert found["over-13"].house_edge == Fraction(15, 221)
    text = str(found)
    assert "buster=12" in text and "lucky-ladies=" not in text and "Again: combin solve" in text


def test_choices_matter_to_their_own_bets():
    sheet = sheet_of("blackjack")
    game = sheet.resolve()
    mine = {choice.name for choice in sheet.alone.choices}
    theirs = {choice.name for choice in sheet.dealt.choices}
    assert mine & theirs == {"packs"}
    assert {choice.name for choice in sheet.choices} == mine | theirs
    assert [choice.name for choice in game.choices_of("royal-match")] == ["packs", "royal-match"]
    found = combin.vary("blackjack", bets=["royal-match"])
    assert {row.choice for row in found.rows} == {"packs", "royal-match"}
    one, other = (combin.load("blackjack", {"royal-match": pay}) for pay in ("25", "10"))
    [difference] = combin.compare(one, other, ["royal-match"])
    assert difference.change == Fraction(539, 8086) * -1 + combin.solve(other, bets=["royal-match"])["royal-match"].house_edge  # fmt: skip


def test_their_pays_have_addresses(run):
    paid = {"perfect-pairs.pair": 7}
    found = combin.solve("blackjack", pays=paid, bets=["perfect-pairs"])
    assert found["perfect-pairs"].house_edge == Fraction(19, 311) - Fraction(12, 311)
    status, out, _ = run("solve", "blackjack", "--bet", "perfect-pairs", "--pay", "perfect-pairs.pair=7")  # fmt: skip
    assert status == 0 and "perfect-pairs.pair pays 7, usually 6" in out
    assert "Again: combin solve blackjack --bet perfect-pairs --pay perfect-pairs.pair=7" in out
    assert "12*perfect_pairs_pair" in str(combin.formula("blackjack", bet="perfect-pairs"))
    for bets in ((), ("insurance",)):
        with pytest.raises(CombinError, match=r"perfect-pairs\.pair is paid by a bet that is not"):
            combin.solve("blackjack", pays=paid, bets=bets)


def test_a_pay_of_a_bet_that_begins_with_a_figure_is_one_word():
    shipped = few_ranks("blackjack", "789TJ")
    assert "*_21_3_flush" in str(combin.formula(shipped, bet="21+3"))


def test_other_questions_are_answered(run, tmp_path):
    log = str(tmp_path / "log.csv")
    removed = combin.removal("blackjack", bets=["over-13"])
    assert [one.bet for one in removed.bets] == ["over-13"]
    combin.simulate("blackjack", log, 300, seed=3, bet="over-13")
    verdict = combin.check("blackjack", log)
    assert verdict.fits and verdict.law.key == "over-13"
    counted = combin.card_counting("blackjack", "over-13", {"A2345": -1, "9TJQK": 1})
    assert counted.game.slug == "blackjack"
    for words in (
        ("removal", "blackjack", "--bet", "over-13"),
        ("check", "blackjack", log, "--bet", "over-13"),
        ("count", "blackjack", "--bet", "over-13", "--tags", "A2345=-1", "--tags", "9TJQK=1"),
    ):
        status, out, err = run(*words)
        assert (status, err) == (0, "") and out, (words, err)


def test_the_reference_counts_them_again():
    """On three small decks of two suits, a shoe that reaches every line of the paytable."""
    found = combin.verify("blackjack", bets=["super-sevens"], ranks="67T", suits="cd", packs=3)
    assert found.agrees and "reach 6 of 6 rows and lines of the settlement" in str(found)
    with pytest.raises(CombinError, match="recounted by its deals, alone"):
        combin.verify("blackjack", bets=["base", "super-sevens"])


@pytest.mark.whole
def test_the_reference_counts_them_again_on_its_own_decks():
    assert combin.verify("blackjack", bets=["super-sevens"]).agrees


# --- A game of one's own -------------------------------------------------------------------------


def test_a_file_has_both(own):
    game = combin.load(own)
    assert game.bet_keys == ("base", "insurance", "bust", "21+3", "pair")
    assert game.alone.names == {"bust": "Bust It"} and game.dealt.names == {"pair": "Any Pair"}
    assert game.alone.choices == () and [one.name for one in game.dealt.choices] == ["pair"]
    asked = combin.solve(own, bets=["insurance", "bust", "pair"])
    assert asked["pair"].house_edge == 1 - 12 * Fraction(3, 19)
    shipped = combin.solve(few_ranks("blackjack", "9TJQKA"), bets=["21+3"])
    assert combin.solve(own, bets=["21+3"])["21+3"].outcomes == shipped["21+3"].outcomes
    assert combin.solve(own, {"pair": 10}, bets=["pair"])["pair"].house_edge == 1 - 11 * Fraction(3, 19)  # fmt: skip


def test_a_file_has_both_of_the_game_itself(own):
    """The bet of the casino's is solved and recounted as if it stood alone."""
    head, _, _ = OWN.partition("PLAY\n")
    path = Path(own).with_name("alone.game")
    path.write_text(head)
    bet = combin.solve(own, bets=["base"])["base"]
    assert bet.expected_value == combin.solve(path, bets=["base"])["base"].expected_value


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("two is pair or", "two is pear or", "pear"),
        ("  1 card to up: the dealer's card\n", "", "up"),
        ("[pair]", "11", "the choice 'pair' decides nothing"),
        ("SIDE BET bust", "SIDE BET pair", "two bets are called 'pair'"),
        ("pair = Any", "prices = Any", "nothing is called 'prices'"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(own, tmp_path, old, new, words):
    path = tmp_path / "wrong.game"
    assert old in OWN
    path.write_text(OWN.replace(old, new))
    with pytest.raises(CombinError, match=words) as refused:
        combin.load(path)
    assert "\n" not in str(refused.value)


def test_games_without_such_bets_settle_all_themselves():
    for slug in ("pontoon", "baccarat"):
        for rules in (sheet_of(slug), sheet_of(slug).resolve()):
            assert rules.settling(*rules.bet_keys) is rules
            assert rules.usual_keys == rules.bet_keys and rules.choices
    game = combin.load("blackjack")
    assert game.settling("insurance") is game.settling("base", "buster") is game.alone
    assert isinstance(game.settling("over-13", "under-13"), Game)
    assert game.settling("base", "over-13") is game


def test_cards_gone_are_gone_for_all():
    game = combin.load("blackjack", {"packs": 2}).without("Ah Kd")
    assert game.dealt.removed == "Kd Ah" or set(game.dealt.removed.split()) == {"Kd", "Ah"}
    assert game.dealt.deck == game.deck


@pytest.mark.parametrize(
    "words, told",
    [
        pytest.param(
            *(("verify", "blackjack", "--bet", "royal-match"), "royal match: all 3 counts agree."),
            marks=pytest.mark.slow,
        ),
        (("compare", "blackjack", "default", "packs=1", "--bet", "over-13"), "15/221"),
    ],
)
def test_a_command_finds_the_bet_that_it_is_asked(run, words, told):
    status, out, _ = run(*words)
    assert status == 0 and told in out
