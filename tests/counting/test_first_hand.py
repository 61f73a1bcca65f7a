"""Several decisions counted first hand by first hand, their deals in lists, against the walk."""

from __future__ import annotations

from array import array
from math import comb

import pytest

import combin
from agreement import shortened
from combin.cards import cards_text, mask_of
from combin.counting import CountTally, Plan, memory, method_of, tallies
from combin.counting.levels import levels, zones_of
from combin.counting.methods import first_hand
from combin.counting.methods.first_hand import _hands
from combin.counting.program import program
from combin.counting.tally import ListTally
from combin.families import methods as listed
from combin.families.listed import family_of
from combin.families.methods import FIRST_HAND, METHODS, WALK
from combin.families.tallies import HAND_BY_HAND, TALLIES
from combin.kernels import listing
from combin.rounds import Simulation, best_play
from combin.sensitivity import Counted

CRISS_CROSS = "criss-cross-poker"
DECKS = [("9TJQKA", "cd"), ("TJQKA", "cdh"), ("TJQ", "cdhs"), ("2345A", "dhs")]


def short(ranks: str, suits: str):
    return shortened(combin.load(CRISS_CROSS), ranks, suits)


@pytest.mark.slow
@pytest.mark.parametrize(("ranks", "suits"), DECKS, ids=str)
def test_hand_by_hand_is_the_walk(ranks, suits, monkeypatch):
    game = short(ranks, suits)
    assert method_of(Plan(game, game.bet("base"))) is FIRST_HAND
    cards = cards_text(mask_of(game.deck.cards[:4]))
    found = []
    for known in (METHODS, [method for method in METHODS if method is not FIRST_HAND]):
        monkeypatch.setattr(listed, "METHODS", known)
        found.append([combin.solve(game).bets, combin.advise(game, cards)])
    assert method_of(Plan(game, game.bet("base"))) is WALK
    assert found[0] == found[1]


@pytest.mark.slow
@pytest.mark.parametrize(("ranks", "suits"), DECKS, ids=str)
def test_every_reader_of_a_list_finds_the_counts_of_the_walk(ranks, suits):
    """The rows, whole and one by one, their sums and what occurs."""
    game = short(ranks, suits)
    plan = Plan(game, game.bet("base"))
    for tally in tallies(plan):
        assert isinstance(tally, ListTally)
        last = tally.levels[-1]
        counts = FIRST_HAND.completions(plan, last.stage, last.states, last.weights)
        walked = CountTally(tally.levels, tally.columns, counts)
        places = [*range(0, len(last), 3)]
        pays = array("q", range(plan.size((*last.stage.known, *plan.columns))))
        assert tally.counts == counts
        assert tally.rows((), places) == walked.rows((), places)
        assert tally.worth((), pays) == walked.worth((), pays)
        ends = [array("q", bytes(8 * len(pays))) for _ in range(2)]
        for one, found in zip((tally, walked), ends):
            one.occur(found)
        assert ends[0] == ends[1]


@pytest.mark.parametrize(("ranks", "suits"), [*DECKS, ("23456789TJQKA", "cdhs")], ids=str)
def test_sets_around_a_hand_are_counted_without_being_listed(ranks, suits):
    game = short(ranks, suits)
    plan = Plan(game, game.bet("base"))
    for stage in plan.stages:
        sizes = [role.size for role in stage.roles[1:]]
        around = [memory.sets_around(game.deck, hand, sizes) for hand in _hands(plan)]
        assert sum(around) == memory.all_sets(plan, stage)
    if len(game.deck) < 52:
        for hand in _hands(plan):
            for stage, level in zip(plan.stages, FIRST_HAND.around(plan, hand).levels):
                sizes = [role.size for role in stage.roles[1:]]
                assert len(level) == memory.sets_around(game.deck, hand, sizes)


@pytest.mark.parametrize("slug", ["mississippi-stud", "let-it-ride", "bonus-six"])
def test_lists_of_other_games_add_up_to_their_counts(slug):
    """Wherever one card is hidden at the last decision, whatever method counts it."""
    game = shortened(combin.load(slug), "89TJQKA", "cdh")
    plan = Plan(game, game.bet("base"))
    last = levels(plan)[-1]
    if [group.size for group in plan.hidden] != [1]:
        return
    parts = [*zones_of(last.stage), plan.hidden[0].zones]
    code = program(plan, parts, plan.columns)
    deals = listing.columns(game.deck.mask, last.roles, last.states, code)
    assert len(deals) == plan.deals_after(last.stage) * len(last)
    found = ListTally((last,), plan.size(plan.columns), deals)
    assert found.counts == WALK.completions(plan, last.stage, last.states, last.weights)


@pytest.mark.whole
@pytest.mark.slow
def test_a_formula_is_found_without_keeping_an_information_set(monkeypatch):
    game = short("TJQ", "cdh")
    kept = Counted(game)
    monkeypatch.setattr(first_hand, "MOST_KEPT", 0)
    dropped = Counted(game)
    assert (kept.keeps, dropped.keeps) == (True, False)
    assert dropped.tallies == ()
    assert (dropped.formula, dropped.result) == (kept.formula, kept.result)


@pytest.mark.slow
@pytest.mark.parametrize(("ranks", "suits"), DECKS)
def test_rounds_are_decided_when_they_come_to_a_last_decision(ranks, suits, monkeypatch):
    game = short(ranks, suits)
    plan = Plan(game, game.bet("base"))
    kept = best_play(plan)
    assert family_of(plan) is TALLIES
    monkeypatch.setattr(first_hand, "MOST_KEPT", 0)
    assert family_of(plan) is HAND_BY_HAND
    met = best_play(plan)
    assert met.law() == kept.law()
    batches = [Simulation(plan, one).block(7, 0, 5000) for one in (kept, met)]
    assert batches[0] == batches[1]


def test_a_wrong_list_is_refused():
    game = short("9TJQKA", "cd")
    plan = Plan(game, game.bet("base"))
    last = levels(plan)[-1]
    parts = [*zones_of(last.stage), plan.hidden[0].zones]
    code, deck = program(plan, parts, plan.columns), game.deck.mask
    one = last.states[:3]
    for cards, states in (
        (deck, last.states[:2]),
        (deck, one + array("Q", [0, 0, 0])),
        (deck | 1 << 63, one),
        (deck & ~one[0], one),
    ):
        with pytest.raises(ValueError):
            listing.columns(cards, last.roles, states, code)


def test_memory_is_known_before_it_is_taken():
    """Of the whole deck, for one hand with two suits that it has not, on each core."""
    game = combin.load(CRISS_CROSS)
    plan = Plan(game, game.bet("base"))
    last = plan.stages[-1]
    sizes = [role.size for role in last.roles[1:]]
    most = max(memory.sets_around(game.deck, hand, sizes) for hand in _hands(plan))
    assert comb(50, 2) * comb(48, 2) // 2 <= most < comb(50, 2) * comb(48, 2) // 2 * 1.06


@pytest.mark.whole
def test_criss_cross_poker():
    """The value that a program in C found, and that numpy finds; see the oracle."""
    from oracles import criss_cross_poker

    bet = combin.solve(combin.load(CRISS_CROSS))["base"]
    assert bet.expected_value == criss_cross_poker.value()
    assert str(bet.expected_value) == "-579091/6689228"
