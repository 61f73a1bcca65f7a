"""Information sets of the whole deck, drawn at random: what is drawn, that engine and reference
agree there, and that a difference is found.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import comb
from pathlib import Path

import pytest

import combin
from agreement import shortened
from combin.cards import cards_of, parse_card
from combin.errors import CombinError
from combin.proof import situations
from combin.proof.reference import Completer
from combin.proof.verify import on_deck
from combin.questions import advice
from combin.questions.advice import Listing
from combin.rules.exposed import exposed
from combin.solving.payoffs import Payoffs
from pages import assert_shows, blocks

PAGES = Path(__file__).parents[2] / "docs"


def found(game, number, seed=1, key="base"):
    asked = situations.places(game, [key], number)
    return asked, list(situations.drawn(game, asked, seed))


def cards(text: str) -> int:
    return sum(1 << parse_card(word) for word in text.split())


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(("slug", "number", "values"), [
    ("three-card-poker", 4, 8),
    ("let-it-ride", 4, 2 + 2 + 4 + 4),
    ("caribbean-stud", 2, 4),
    ("phil-em-up", 3, 6),
    ("bonus-six", 4, 8),
    ("mississippi-stud", 3, 4 + 3 * 4 + 9 * 4),
    ("ultimate-three-card-poker", 3, None),
])  # fmt: skip
def test_on_the_whole_deck_every_action_is_worth_the_same(slug, number, values):
    game = combin.load(slug)
    _, drawn = found(game, number)
    assert len(drawn) == number and not any(one.different for one in drawn)
    counted = sum(len(one.values) for one in drawn)
    assert counted == values if values else counted >= 2 * number


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(("slug", "ranks", "suits"), [
    ("high-card-flush", "23456789A", "cd"),
    ("casino-holdem", "23478QKA", "cdhs"),
    ("heads-up-holdem", "23KA", "cdh"),
    ("texas-holdem-bonus", "23A", "cdhs"),
    ("dakota-duel-draw", "234TA", "cdh"),
])  # fmt: skip
def test_on_a_shortened_deck_too(slug, ranks, suits):
    game = on_deck(combin.load(slug), ranks, suits)
    asked, drawn = found(game, 4)
    assert len(drawn) == 4 == sum(place.drawn for place in asked)
    assert not any(one.different for one in drawn)


@pytest.mark.slow
def test_the_board_that_is_dealt_street_by_street_is_checked_on_the_whole_deck():
    game = combin.load("heads-up-holdem")
    river = situations.places(game, ["base"], 3)[2]
    (drawn,) = situations.drawn(game, [replace(river, drawn=1)], 5)
    assert drawn.place.completions == comb(45, 2)
    assert {value.action for value in drawn.values} == {"fold", "1x"} and not drawn.different


@pytest.mark.whole
@pytest.mark.slow
def test_decisions_after_which_all_is_known_are_drawn_as_well():
    game = combin.load("bonus-six", {"insurance": "half"})
    asked, drawn = found(game, 6)
    assert [place.name for place in asked][-1] == "after five cards"
    assert len(drawn) == 6 and not any(one.different for one in drawn)


def test_seen_cards_are_drawn_as_well():
    game = exposed(combin.load("three-card-poker"), {"dealer": 1})
    (place,), drawn = found(game, 3)
    assert place.completions == comb(48, 2) and len(drawn) == 3
    assert not any(one.different for one in drawn)


# --- What is drawn -----------------------------------------------------------------------------


@pytest.mark.slow
def test_every_decision_has_its_share_and_a_seed_repeats_it():
    game = combin.load("mississippi-stud")
    asked, drawn = found(on_deck(game, "2345KA", "cd"), 7)
    assert [place.drawn for place in asked] == [3, 2, 2]
    again = found(on_deck(game, "2345KA", "cd"), 7)[1]
    other = found(on_deck(game, "2345KA", "cd"), 7, seed=2)[1]
    assert drawn == again and [one.cards for one in drawn] != [one.cards for one in other]


def test_completions_are_the_ways_to_deal_what_is_not_seen():
    (place,) = situations.places(combin.load("caribbean-stud"), ["base"], 1)
    assert place.completions == comb(46, 4)
    first, *_ = situations.places(combin.load("mississippi-stud"), ["base"], 1)
    assert first.completions == 50 * 49 * 48


def test_what_takes_too_long_is_left_out_and_fewer_are_drawn_of_what_takes_long():
    before, flop, river = situations.places(combin.load("ultimate-texas-holdem"), ["base"], 20)
    assert (before.drawn, flop.drawn, river.drawn) == (0, 10, 10)
    assert before.completions == comb(50, 3) * comb(47, 2) * comb(45, 2)
    (flush,) = situations.places(combin.load("high-card-flush"), ["base"], 20)
    assert (flush.drawn, flush.completions) == (1, comb(45, 7))


def test_a_hand_completed_by_hand():
    """The dealer has a pair of twos or three of them: three aces win both bets, and their bonus."""
    game = on_deck(combin.load("three-card-poker"), "2A", "cdhs")
    nets = Completer(game).nets(0, (cards("Ac Ad Ah"),))
    assert nets == {(): {"fold": -1, "play": 1 + 1 + 4}}


# --- What is said ------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_command(run):
    words = ("verify", "three-card-poker", "--situations", 2, "--seed", 7)
    status, out, err = run(*words)
    assert status == 0 and "At 2 information sets all 4 values agree." in out
    assert err == "combin: 2 information sets with 36,848 completions to deal\n"
    assert run(*words) == (status, out, err) and "seed 7" in out


@pytest.mark.whole
@pytest.mark.slow
def test_what_the_page_shows(run):
    shown = blocks(PAGES / "verifying.md", "text")[1]
    words = ("verify", "mississippi-stud", "--situations", 3, "--seed", 2)
    assert_shows(shown, run(*words)[1])


@pytest.mark.slow
def test_what_is_left_out_is_said(run):
    words = ("verify", "ultimate-texas-holdem", "--ranks", "2345679TKA", "--situations", 2)
    _, out, _ = run(*words, "--seed", 1)
    assert "main game, before the flop: left out, 2,650,253,760 completions" in out


def test_a_decision_is_left_out_where_fewer_are_asked_for(run):
    words = ("verify", "mississippi-stud", "--ranks", "TJQKA", "--suits", "cdh")
    _, out, _ = run(*words, "--situations", 1, "--seed", 1)
    assert out.count(": left out, 1 asked for, and 3 decisions to draw from.") == 2


def test_a_difference_is_found(run, monkeypatch):
    true = Payoffs._scaled
    monkeypatch.setattr(
        Payoffs, "_scaled", lambda self, net: true(self, net) + (net == 2) * self.scale
    )
    status, out, _ = run("verify", "three-card-poker", "--situations", 2, "--seed", 7)
    assert status == 1 and "2 of 4 values differ" in out and "1 differ" in out
    assert "engine" in out and "reference" in out and "play" in out


@pytest.mark.slow
def test_an_information_set_that_the_engine_lists_wrongly_is_found(monkeypatch):
    """Two suits of the cards looked up are exchanged: another information set's values come."""
    true = situations._listed_as

    def wrong(plan, number, cards):
        first, *others = true(plan, number, cards)
        swapped = sum(1 << (card ^ 16 if card < 32 else card) for card in cards_of(first))
        return (swapped, *others)

    monkeypatch.setattr(situations, "_listed_as", wrong)
    _, drawn = found(combin.load("three-card-poker"), 20)
    assert any(one.different for one in drawn)


@pytest.mark.parametrize(("words", "said"), [
    (("three-card-poker", "--situations", 0), "at least one information set is drawn, not 0"),
    (("three-card-poker", "--seed", 1), "--seed goes with --situations"),
    (
        ("dakota-duel-draw", "--situations", 3),
        "317,814,000 completions of one information set of 'base' take too long",
    ),
    (("hot-poker-spot", "--situations", 3), "nothing is decided in 'base'"),
])  # fmt: skip
def test_what_cannot_be_drawn_is_refused(refused, words, said):
    refused("verify", *words, words=said)


def test_a_bet_without_decisions_is_refused():
    with pytest.raises(CombinError, match="nothing is decided in 'pair-plus'"):
        situations.places(combin.load("three-card-poker"), ["pair-plus"], 3)


# --- Some of all situations ----------------------------------------------------------------------


@pytest.mark.whole
@pytest.mark.slow
def test_a_sample_of_situations_takes_each_as_often():
    game = shortened(combin.load("mississippi-stud"), "TJQKA", "cdh")
    every = list(advice.situations(game))
    drawn = [
        [every.index(one) for one in advice.situations(game, chosen=Listing(sample=5, seed=seed))]
        for seed in range(200)
    ]
    assert all(places == sorted(set(places)) and len(places) == 5 for places in drawn)
    again = list(advice.situations(game, chosen=Listing(sample=5, seed=7)))
    assert [every.index(one) for one in again] == drawn[7]
    # of 1,000 places drawn, as many lie in each quarter as chance allows, five standard deviations
    quarters = Counter(4 * place // len(every) for places in drawn for place in places)
    assert set(quarters) == {0, 1, 2, 3} and all(abs(many - 250) < 70 for many in quarters.values())
    assert list(advice.situations(game, chosen=Listing(sample=10**6))) == every
