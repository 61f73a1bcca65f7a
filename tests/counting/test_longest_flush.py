"""The longest flush against another, counted suit by suit, with wild and with shared cards: the same
as dealt one by one and as counted by removal.
"""

from __future__ import annotations

from array import array

import pytest

from agreement import mask
from combin.cards import Deck
from combin.counting import Plan
from combin.counting.levels import levels
from combin.counting.methods.method import Method
from combin.families.methods import LONGEST, REMOVAL, method_of
from combin.ranking import HandRanking, longest_flushes
from combin.rules import (
    ALWAYS,
    Action,
    Beats,
    Below,
    Bet,
    Chose,
    Deal,
    Decide,
    Game,
    Hand,
    Margin,
    Pays,
    Paytable,
    Row,
    Settlement,
    Ties,
    Wager,
)


def plan_of(size: int, deck: Deck, *named: str, cards: int = 0) -> Plan:
    """Return the plan of a showdown of the longest flushes of `size` cards, where the dealer has to
    reach some names.

    cards: how many the dealer has, if not `size`.
    """
    ranking = HandRanking("longest flush", size, longest_flushes(size))
    rows = (
        Row("fold", Chose("fold"), (-1,)),
        *(Row(name, Below("dealer", name), (1,)) for name in named),
        Row("wins", Beats("player", "dealer"), (2,)),
        Row("tie", Ties("player", "dealer"), (0,)),
        Row("lost", ALWAYS, (-1,)),
    )
    game = Game(
        "flushes", "Flushes", "none", deck,
        (
            Deal("player", size),
            Decide("d", (Action("fold", ends=True), Action("on", {"bet": 1}))),
            Deal("dealer", cards or size),
        ),
        tuple(Hand(name, ranking, (name,)) for name in ("player", "dealer")),
        (Bet("base", (Wager("bet", 1),), "bet", (Settlement(("bet",), rows),)),),
    ).resolve()  # fmt: skip
    return Plan(game, game.bets[0])


def plan_of_margins(
    own: int, shared: int, deck: Deck, wild: str = "", theirs: bool = False, *named: str
) -> Plan:
    """Return the plan of a showdown of longest flushes with shared cards, paid by the margin; theirs:
    by how much longer the dealer's flush is, too.
    """
    ranking = HandRanking("longest", own + shared, longest_flushes(own + shared), wild=wild)
    table = Paytable("", {"by-3": 5, "by-2": 3, "by-1": 2})
    lost = Pays(Paytable("lost", {"by-2": 1}), Margin("dealer", "player")) if theirs else -1
    rows = (
        Row("fold", Chose("fold"), (-1,)),
        *(Row(name, Below("dealer", name), (1,)) for name in named),
        Row("wins", Beats("player", "dealer"), (Pays(table, Margin("player", "dealer")),)),
        Row("lost", ALWAYS, (lost,)),
    )
    game = Game(
        "margins", "Margins", "none", deck,
        (
            Deal("player", own),
            Decide("d", (Action("fold", ends=True), Action("on", {"bet": 1}))),
            *([Deal("shared", shared)] if shared else []),
            Deal("dealer", own),
        ),
        tuple(
            Hand(name, ranking, (name, "shared") if shared else (name,))
            for name in ("player", "dealer")
        ),
        (Bet("base", (Wager("bet", 1),), "bet", (Settlement(("bet",), rows),)),),
    ).resolve()  # fmt: skip
    return Plan(game, game.bets[0])


NINE_HIGH = "three-card-flush-nine-high"
SMALL = [
    plan_of(3, Deck("2479TJQKA"), "two-card-flush-nine-high"),
    plan_of(4, Deck("789TJQKA", "cdh"), "two-card-flush", NINE_HIGH),
    plan_of(5, Deck("5679TJQKA", "dh"), NINE_HIGH, "four-card-flush"),
    plan_of(4, Deck("2345679TJQKA", "s"), "four-card-flush-ten-nine"),
    plan_of(7, Deck("9TJQK"), NINE_HIGH),
]


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("plan", SMALL, ids=lambda plan: str(plan.game.deck))
def test_every_hand_of_a_short_deck(plan):
    """Counted suit by suit, dealt one by one, and counted by removal."""
    assert method_of(plan) is LONGEST
    (level,) = levels(plan)
    counts = LONGEST.completions(plan, level.stage, level.states, level.weights)
    assert counts == Method.completions(LONGEST, plan, level.stage, level.states, level.weights)
    rows = {}
    for tally in REMOVAL.tallies(plan, 0, 1):
        (block,) = tally.levels
        for at, state in enumerate(block.states):
            rows[state] = tally.counts[at * tally.columns : (at + 1) * tally.columns]
    assert len(rows) == len(level)
    for at, state in enumerate(level.states):
        assert counts[at * tally.columns : (at + 1) * tally.columns] == rows[state]


MARGINS = [
    plan_of_margins(3, 1, Deck("23QKA"), "2"),
    plan_of_margins(3, 1, Deck("23QKA"), "2K", True),
    plan_of_margins(3, 2, Deck("2TJQA", "cdh"), "2", True, "three-card-flush-ace-high"),
    plan_of_margins(2, 3, Deck("23KA"), "3", True),
    plan_of_margins(2, 2, Deck("23456QKA", "dh"), "A", False, "four-card-flush"),
    plan_of_margins(4, 0, Deck("2TJQK"), "T", True, "three-card-flush"),
    plan_of_margins(3, 3, Deck("23456789K", "s"), "2"),
    plan_of_margins(5, 2, Deck("29JKA", "cdh"), "2"),
]


@pytest.mark.parametrize("plan", MARGINS, ids=lambda plan: str(plan.game.deck))
def test_wild_and_shared_cards_of_a_short_deck(plan):
    """Counted suit by suit and dealt one by one."""
    assert method_of(plan) is LONGEST
    (level,) = levels(plan)
    states, weights = level.states[::5], level.weights[::5]
    counts = LONGEST.completions(plan, level.stage, states, weights)
    assert counts == Method.completions(LONGEST, plan, level.stage, states, weights)


@pytest.mark.whole
def test_one_hand_of_the_whole_deck():
    """All 45,379,620 hands of the dealer, one by one."""
    plan = plan_of(7, Deck(), NINE_HIGH)
    (stage,) = plan.stages
    state, weight = array("Q", [mask("Kc Tc 5c Ad 8d 9h 2s")]), array("q", [1])
    counts = LONGEST.completions(plan, stage, state, weight)
    assert sum(counts) == 45_379_620
    assert counts == Method.completions(LONGEST, plan, stage, state, weight)


def test_more_cards_than_the_longest_flush_are_counted_by_removal():
    plan = plan_of(4, Deck("9TJQKA"), cards=5)
    assert method_of(plan) is REMOVAL
