"""Lists of lines for games from a shoe, against sums over ranks that know nothing of the counting."""

from __future__ import annotations

import json
from array import array
from fractions import Fraction
from itertools import product

import pytest

import combin
from combin.cards import RANK_NAMES, card
from combin.counting import Plan
from combin.games import sheet_of
from combin.ranking import Points
from combin.strategies import View

PACKS = ["1", "2", "6", "8"]


def views(game):
    plan = Plan(game, game.bets[0])
    return [View(plan, stage) for stage in plan.stages]


def red_dog_raising_from(least: int, packs: int) -> Fraction:
    """Return what Red Dog is worth to who raises with such a spread or a larger one."""
    cards, copies = 52 * packs, 4 * packs
    value = Fraction(0)
    for first, second in product(range(13), repeat=2):
        ranks = abs(first - second) - 1
        seen = Fraction(copies * (copies - (first == second)), cards * (cards - 1))
        if first == second:
            value += seen * Fraction(11 * (copies - 2), cards - 2)
        elif ranks:
            inside = Fraction(ranks * copies, cards - 2)
            net = inside * {1: 5, 2: 4, 3: 2}.get(ranks, 1) - (1 - inside)
            value += seen * net * (2 if ranks >= least else 1)
    return value


# --- Red Dog -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("packs", PACKS)
def test_the_list_of_red_dog(run, packs):
    chosen = ["--set", f"packs={packs}"]
    status, out, _ = run("strategy", "red-dog", *chosen)
    assert status == 0 and "is perfect: it costs nothing against optimal play" in out
    assert "1. raise  a spread of 7 or more\n" in out and "2. stand  otherwise\n" in out
    assert "(of 132)" in out  # of 169 pairs of ranks 37 are equal or consecutive


@pytest.mark.slow
@pytest.mark.parametrize("packs", PACKS)
def test_every_spread_costs_what_the_sum_over_ranks_says(run, tmp_path, packs):
    path = tmp_path / "own.txt"
    for least in (1, 2, 5, 7, 8, 11):
        path.write_text(f"raise: a spread of {least} or more\nstand: otherwise\n")
        found = json.loads(run("price", "red-dog", path, "--set", f"packs={packs}", "--json")[1])
        assert -Fraction(found["house_edge"]) == red_dog_raising_from(least, int(packs))
        best = red_dog_raising_from(7, int(packs))
        assert Fraction(found["cost"]) == best - red_dog_raising_from(least, int(packs))


@pytest.mark.slow
def test_a_list_printed_is_read_back(run, tmp_path):
    path = tmp_path / "own.txt"
    for name in ("red-dog", "casino-war"):
        rungs = json.loads(run("strategy", name, "--ladder", "--json")[1])["ladder"]
        for rung in rungs:
            (lines,) = rung["decisions"].values()
            path.write_text("\n".join(lines))
            found = json.loads(run("price", name, path, "--json")[1])
            assert found["cost"] == rung["cost"]


def test_where_a_list_errs(run, tmp_path):
    path = tmp_path / "own.txt"
    path.write_text("raise: spread 6+\nstand: otherwise\n")
    out = run("price", "red-dog", path)[1]
    (mistake,) = [line for line in out.splitlines() if "2c / 9c" in line]
    assert mistake.startswith("raise: a spread of 6 or more  raise   stand  2c / 9c")
    assert " 12 " in mistake  # six pairs of ranks, either first


@pytest.mark.parametrize(
    ("words", "phrase"),
    [
        ("spread 7+", "a spread of 7 or more"),
        ("spread of seven or more", "a spread of 7 or more"),
        ("a spread of at least 7", "a spread of 7 or more"),
        ("spread above 6", "a spread of 7 or more"),
        ("spread is less than eleven", "a spread of 10 or less"),
        ("spread at most 3", "a spread of 3 or less"),
        ("a spread of 0 or less", "no spread"),
        ("the first card is a 9 or higher", "the first card is a nine or higher"),
        ("on a tie", "first and second tie"),
        ("at least 2 wagered so far", "at least 2 wagered so far"),
    ],
)
def test_words_are_read(words, phrase):
    (view,) = views(combin.load("red-dog"))
    assert view.read(words).phrase == phrase


def said(phrase: str, first: int, second: int) -> bool:
    """Return whether a phrase is true of two cards, by its words alone."""
    words = phrase.split()
    if phrase.endswith("tie"):
        return (first == second) != ("not" in words)
    if "spread" in words:
        ranks = abs(first - second) - 1
        if phrase == "no spread":
            return ranks < 1
        return ranks >= int(words[3]) if words[-1] == "more" else ranks <= int(words[3])
    named = next(rank for rank, name in enumerate(RANK_NAMES) if name in words)
    card = first if words[1] == "first" else second
    return card < named if "lower" in words else card >= named


def test_every_word_means_what_it_says():
    """Looked at with every pair of ranks."""
    (view,) = views(combin.load("red-dog"))
    phrases = view.phrases.values()
    assert len(phrases) == 2 * 12 * 2 + 2 * 11 + 2
    for first, second in product(range(13), repeat=2):
        traits = view.shoe.traits(2, array("Q", [1 << card(first, 0), 1 << card(second, 2)]))
        for one in phrases:
            holds = one.low <= traits[one.trait] <= one.high
            assert holds == said(one.phrase, first, second), (one.phrase, first, second)


def test_faults_are_told_together(run, tmp_path):
    path = tmp_path / "own.txt"
    path.write_text("raise: a spread of 20 or more\nrase: no spread\nraise: any pair\n")
    status, out, err = run("price", "red-dog", path)
    assert (status, out) == (2, "")
    for place in ("1:8", "2:1", "3:8"):
        assert f"own.txt:{place}: unknown" in err
    assert err.count("\n") == 3


# --- Casino War --------------------------------------------------------------------------------


@pytest.mark.parametrize("packs", PACKS)
def test_the_list_of_casino_war(run, packs):
    status, out, _ = run("strategy", "casino-war", "--set", f"packs={packs}")
    assert status == 0 and "list of 1 line is perfect" in out and "(of 13)" in out
    assert "1. go to war  always\n" in out


def test_a_list_for_ties(run, tmp_path):
    """The decision is made in no other case; to surrender each costs half of what is bet."""
    path = tmp_path / "own.txt"
    path.write_text("go to war: a tie\nsurrender: otherwise\n")
    assert "Never used: line 2" in run("price", "casino-war", path)[1]
    found = json.loads(run("price", "casino-war", "surrender", "--json")[1])
    tie = Fraction(23, 311)
    assert Fraction(found["house_edge"]) == tie / 2
    best = combin.solve("casino-war")["base"].expected_value
    assert Fraction(found["cost"]) == best + tie / 2


# --- Of one's own ------------------------------------------------------------------------------

GAME = """\
Own  (own)
source: nobody's
cards: 2 decks

PLAY
  {seen}
  decide play
    stand
    raise   raise +1
  1 card to d
  1 card to e

HANDS
  mine = {ranking} of {mine}
  yours = {ranking} of {yours}

MAIN GAME
  wagers: bet 1, raise
  outcome   if                  bet    raise
  win       mine beats yours    1      1
  tie       mine equals yours   push   push
  lose      otherwise           lost   lost
"""
THREE = "1 card to a\n  1 card to b\n  1 card to c"


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    ("ranking", "seen", "mine", "line"),
    [
        ("baccarat", THREE, "a, b, c", "raise: at least 5 points of mine"),
        ("ace-high", "1 card to a", "a", "raise: the mine card is an eight or higher"),
    ],
)
def test_lists_by_points(run, tmp_path, ranking, seen, mine, line):
    """Two cards have 4.5 points on average; with an eight both actions are worth 0."""
    path, own = tmp_path / "own.game", tmp_path / "own.txt"
    yours = "d" if mine == "a" else "d, e"
    path.write_text(GAME.format(ranking=ranking, seen=seen, mine=mine, yours=yours))
    found = json.loads(run("strategy", path, "--json")[1])["ladder"][-1]
    assert found["cost"] == "0" and found["decisions"] == {"play": [line, "stand: otherwise"]}
    own.write_text(f"{line}\nstand: otherwise\n")
    assert json.loads(run("price", path, own, "--json")[1])["cost"] == "0"


@pytest.mark.slow
def test_where_no_hand_is_seen_there_are_no_words(refused, tmp_path):
    path = tmp_path / "own.game"
    path.write_text(GAME.format(ranking="ace-high", seen=THREE, mine="d", yours="e"))
    refused("strategy", path, words="speak of spreads and of points, which no hand has")


# --- Rounds ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_rounds_are_played_by_a_list(run, tmp_path):
    """Who raises with a spread of 7 plays as the best play does, round by round."""
    path = tmp_path / "own.txt"
    path.write_text("raise: a spread of 7 or more\nstand: otherwise\n")
    rounds = ["simulate", "red-dog", "--rounds", 4000, "--seed", 5, "--form", "outcome"]

    def played(*more):
        return [row for row in run(*rounds, *more)[1].splitlines() if not row.startswith("#")]

    assert played("--strategy", path) == played()
    assert len(played()) == 4001
    assert played("--strategy", "stand") != played()


# --- Every card that is seen -------------------------------------------------------------------


@pytest.mark.parametrize("slug", ["red-dog", "casino-war", "own"])
def test_words_are_of_all_cards_seen_and_of_no_others(slug):
    """A card that a hand counts is in some word, though the rest of the hand is still to come."""
    for view in views(one_card_more() if slug == "own" else sheet_of(slug).resolve()):
        seen = {*view.shoe.places}
        counted = {
            zone
            for hand in view.plan.game.hands
            if isinstance(hand.ranking, Points)
            for zone in hand.zones
        }
        said = [{*hand.zones} for hand in view.shoe.read_off]
        assert all(zones <= seen for zones in said)
        assert seen & counted <= set().union(*said)


def one_card_more():
    """Return a game of one decision: the card of the dealer's that is seen is half of his hand."""
    from combin.rules import (
        ALWAYS,
        LOSE,
        PUSH,
        Action,
        Beats,
        Bet,
        Deal,
        Decide,
        Deck,
        Game,
        Hand,
        Row,
        Settlement,
        Ties,
        Wager,
    )

    count = Points("pips", {rank: at for at, rank in enumerate("A23456789TJQK", 1)})
    won = Row("win", Beats("mine", "his"), (1,))
    rows = (won, Row("tie", Ties("mine", "his"), (PUSH,)), Row("lose", ALWAYS, (LOSE,)))
    play = (
        Deal("first", 1),
        Deal("second", 1),
        Deal("up", 1),
        Decide("double", (Action("stay"), Action("double", {"bet": 1}))),
        Deal("down", 1),
    )
    hands = (Hand("mine", count, ("first", "second")), Hand("his", count, ("up", "down")))
    bet = Bet("base", (Wager("bet", 1),), "bet", (Settlement(("bet",), rows),))
    return Game("own", "Own", "own", Deck(), play, hands, (bet,)).resolve()


def test_the_up_card_decides():
    view = views(one_card_more())[0]
    assert (
        "the up card counts 7 or more" in view.phrases
        or "the up card is a seven or higher" in view.phrases
    )
    assert not any("down" in phrase for phrase in view.phrases)
