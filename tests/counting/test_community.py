"""Longest flushes beside community cards, counted first hand by first hand and suit by suit."""

from __future__ import annotations

import random
from array import array
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import combin
from agreement import shortened
from combin.cards import cards_text, mask_of, parse_card
from combin.counting import Plan, method_of
from combin.families import methods as listed
from combin.families.listed import family_of
from combin.families.methods import COMMUNITY, METHODS, WALK
from combin.rules.facts import Order, Under

CHASE = Path(__file__).parents[2] / "docs/examples/chase_the_flush.game"
DECKS = [("9TJQKA", "cd"), ("789TJ", "cdh"), ("9TJ", "cdhs"), ("2389TA", "hs")]
GAME = combin.load(CHASE)
CARDS = GAME.deck.cards


@pytest.mark.slow
@pytest.mark.parametrize(("ranks", "suits"), DECKS, ids=str)
def test_suit_by_suit_is_the_walk(ranks, suits, monkeypatch):
    """Outcomes, ties and what every action is worth."""
    game = shortened(GAME, ranks, suits)
    plan = Plan(game, game.bet("base"))
    assert method_of(plan) is COMMUNITY
    cards = cards_text(mask_of(game.deck.cards[:3]))
    flop = f"{cards} / {cards_text(mask_of(game.deck.cards[3:5]))}"
    found = []
    for known in (METHODS, [method for method in METHODS if method is not COMMUNITY]):
        monkeypatch.setattr(listed, "METHODS", known)
        found.append([combin.solve(game).bets, combin.advise(game, cards)])
        found[-1].append(combin.advise(game, flop))
    assert method_of(Plan(game, game.bet("base"))) is WALK
    assert found[0] == found[1]


def test_memory_is_known_before_it_is_taken(monkeypatch):
    """Of one first hand on each core, not of all."""
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    plan = Plan(GAME, GAME.bet("base"))
    cost = family_of(plan).cost(plan)
    assert cost == "204,461,673 information sets, 0.1 GB of memory"


# --- The whole deck ----------------------------------------------------------------------------


def longest(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return the number of cards of the longest flush of some bits, and its ranks, high ones
    first.
    """
    suits = ([bit % 16 for bit in cards if bit // 16 == suit] for suit in range(4))
    return max((len(ranks), *sorted(ranks, reverse=True)) for ranks in suits)


def flush_of(suit_cards: np.ndarray) -> np.ndarray:
    """Return the same as whole numbers, of arrays of the ranks held in each suit, as bits."""
    counts = np.array([bin(ranks).count("1") for ranks in range(1 << 13)])
    return (counts[suit_cards] << 13 | suit_cards).max(axis=0)


def lanes(bits: np.ndarray) -> np.ndarray:
    """Return the ranks of each suit of rows of bits, as bits."""
    return np.array(
        [np.where(bits // 16 == suit, 1 << bits % 16, 0).sum(axis=1) for suit in range(4)]
    )


@pytest.mark.slow
def test_hands_of_the_whole_deck_are_dealt_one_by_one():
    """The columns of some information sets; every other one has cards of two suits alone."""
    plan, draw = Plan(GAME, GAME.bet("base")), random.Random(11)
    stage = plan.stages[-1]
    for number in range(6):
        pool = [bit for bit in CARDS if number % 2 or bit // 16 < 2]
        cards = draw.sample(pool, 7)
        own, board = cards[:3], cards[3:]
        state = array("Q", [mask_of(own), mask_of(board)])
        counts = COMMUNITY.completions(plan, stage, state, array("q", [3]))
        mine, found = longest((*own, *board)), Counter()
        for down in combinations([bit for bit in CARDS if bit not in cards], 3):
            theirs = longest((*board, *down))
            found[theirs < (3, 7, 0, 0), (mine > theirs) - (mine < theirs)] += 3
        for values, many in zip(plan.all_values(plan.columns), counts, strict=True):
            [under] = (value for fact, value in values.items() if isinstance(fact, Under))
            [(order, value)] = ((f, v) for f, v in values.items() if isinstance(f, Order))
            sign = value - 1 if order.hand == "player" else 1 - value
            assert many == found[bool(under), sign]


@pytest.mark.whole
@pytest.mark.slow
@pytest.mark.parametrize(("own", "flop"), [("Ah Kh 9s", "Qd 7c"), ("Jc 8c 2d", "4c 3h")])
def test_flops_of_the_whole_deck_are_completed_literally(own, flop):
    """What a bet of two and checking are worth, all 15,339,390 ways to go on dealt."""
    [answer] = combin.advise(GAME, f"{own} / {flop}").rows
    held = [*map(parse_card, own.split()), *map(parse_card, flop.split())]
    left = [bit for bit in CARDS if bit not in held]
    checked = bet = deals = 0
    for turn in combinations(left, 2):
        downs = np.array([*combinations([bit for bit in left if bit not in turn], 3)])
        board = lanes(np.array([[*held[3:], *turn]]))
        mine = flush_of(board + lanes(np.array([held[:3]])))[0]
        theirs = flush_of(board + lanes(downs))
        pays = {4: 1, 5: 5, 6: 20, 7: 250}.get(int(mine) >> 13, 0)
        nine_high = 3 << 13 | 1 << 7
        ante = np.where(theirs < nine_high, 0, np.sign(mine - theirs)).sum()
        won, lost = (theirs < mine).sum(), (theirs > mine).sum()
        once = int(ante + won * (pays + 1) - 2 * lost)
        checked += max(once, -2 * len(downs))
        bet += once + int(won - lost)
        deals += len(downs)
    assert deals == 15_339_390
    assert answer.values == {"check": Fraction(checked, deals), "2x": Fraction(bet, deals)}


@pytest.mark.whole
def test_the_published_edge():
    """The Wizard of Odds has an expected value of -0.023907, and an average wager of 3.564878
    (quoted by garricktse.com, whose 20 million hands dealt come to 0.0358 with 50 for a six-card
    flush).
    """
    found = combin.solve(GAME)["base"]
    assert f"{float(found.expected_value):.4f}" == "-0.0239"
    assert f"{float(found.average_wager):.6f}" == "3.564878"
    fifty = combin.solve(CHASE, {"six": "50"})["base"]
    assert fifty.expected_value == Fraction(17765021249, 503364407000)
