"""Boards that player and opponent share: the best play street by street against the same found hole
by hole, and the rows of showdowns against other people's evaluator.
"""

from __future__ import annotations

import random
from array import array
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

import eval7
import pytest

import combin
from boards import PLAYS, sheet_of
from combin.cards import Deck, mask_of
from combin.counting import Plan, Tally, method_of, tallies
from combin.counting.mmap_arrays import zeros_in_pages
from combin.errors import CombinError
from combin.families.board.counting import (
    HOLDINGS,
    ROWS,
    SharedBoard,
    ShowdownRows,
    is_large,
    shared_board,
    showdowns_of,
)
from combin.families.board.forward import play
from combin.families.methods import WALK
from combin.kernels import streets, turns
from combin.solving.basis import Basis
from combin.solving.induction import Root, carry
from combin.solving.payoffs import Payoffs
from sizes import on_demand

SUITED_ROWS = 338  # of a texture with a flush suit


def carried(payoffs: Payoffs, counted: Iterable[Tally]) -> Root:
    """Return what happens under the best play of each tally."""
    root = Root()
    for tally in counted:
        root.add(carry(payoffs.fold(tally)))
    root.verify(payoffs.plan)
    return root


@pytest.mark.slow
@pytest.mark.parametrize("name", on_demand(PLAYS, ["nothing decided"]))
def test_streets_and_holes_come_to_the_same(name):
    game = sheet_of(name).resolve()
    payoffs = Payoffs(Plan(game, game.bets[0]))
    assert shared_board(payoffs.plan) and str(method_of(payoffs.plan)) == "OnSharedBoard"
    holes = carried(payoffs, tallies(payoffs.plan))
    # Without a decision textures are added up, and every deal is walked beside them.
    if payoffs.plan.stages:
        [root] = play([payoffs], 2)
    else:
        root = carried(payoffs, WALK.tallies(payoffs.plan, 0, 1))
    root.verify(payoffs.plan)
    assert {k: list(v) for k, v in root.counts.items() if any(v)} == {
        k: list(v) for k, v in holes.counts.items() if any(v)
    }
    assert +root.ties == +holes.ties


@pytest.mark.slow
def test_rows_are_those_of_another_evaluator():
    game = replace(sheet_of("the whole board"), deck=Deck()).resolve()
    plan = Plan(game, game.bets[0])
    rows, draw = showdowns_of(plan), random.Random(7)
    faces = {bit: eval7.Card("23456789TJQKA"[bit % 16] + "cdhs"[bit // 16]) for bit in Deck().cards}
    for number in range(60):
        # Every other draw comes from few suits, so that there are flushes.
        pool = [bit for bit in faces if number % 2 or bit // 16 < 2 or draw.random() < 0.2]
        seen = draw.sample(pool, 7)
        board, hole = seen[:5], seen[5:]
        left = [bit for bit in faces if bit not in seen]
        mine = eval7.evaluate([faces[bit] for bit in seen])
        found: Counter[tuple[bool, int]] = Counter()
        for place, first in enumerate(left):
            for second in left[:place]:
                hand = [faces[bit] for bit in (*board, first, second)]
                theirs = eval7.evaluate(hand)
                kind = eval7.handtype(theirs).lower()
                short = kind == "high card" or (kind == "pair" and top_pair(hand) not in "KA")
                found[short, (mine > theirs) - (mine < theirs) + 1] += 1
        states = [mask_of(hole), mask_of(board)]
        assert row_of(plan, rows, states) == found


def top_pair(hand: list[eval7.Card]) -> str:
    counts = Counter(str(card)[0] for card in hand)
    return max((rank for rank, count in counts.items() if count == 2), key="23456789TJQKA".index)


def row_of(plan: Plan, rows: ShowdownRows, states: list[int]) -> Counter[tuple[bool, int]]:
    """Return the opponents of a holding on a board by (he does not qualify, 0 weaker .. 2
    stronger).
    """
    found: Counter[tuple[bool, int]] = Counter()
    counts = rows.count(2, array("Q", states), array("q", [1]))
    for values, count in zip(plan.all_values(plan.columns), counts):
        by_kind = {type(fact).__name__: value for fact, value in values.items()}
        found[bool(by_kind["Under"]), by_kind["Order"]] += count
    return +found


def test_a_table_is_a_sum_of_those_of_its_basis():
    tables = [(1, 1, 1, 1), (0, 2, 4, 6), (1, 3, 5, 7), (0, 0, 0, 5), (3, 3, 3, 3), (2, 5, 8, 16)]
    basis = Basis(tables)
    assert basis.tables == [(0, 2, 4, 6), (0, 0, 0, 5)]
    for table in tables:
        mixed = basis.mixed(table)
        sums = [
            mixed.constant + sum(n * one[at] for n, one in zip(mixed.times, basis.tables))
            for at in range(4)
        ]
        assert tuple(sums) == tuple(mixed.divisor * pay for pay in table)


@pytest.mark.slow
def test_a_shared_board_at_full_size():
    """The figures of Ultimate Texas Hold'em that are published agree to the printed precision."""
    game = combin.load("ultimate-texas-holdem")
    assert is_large(Plan(game, game.bet("base")))
    result = combin.solve(game, bets=["base"])["base"]
    assert f"{float(result.house_edge):.4f}" == "0.0218"  # 2.19 % (the Wizard of Odds)
    assert f"{float(result.element_of_risk):.4f}" == "0.0053"
    assert f"{float(result.average_wager):.2f}" == "4.15"


@pytest.mark.slow
def test_sums_over_boards_are_those_of_boards_dealt_one_by_one():
    """The sum of a holding on a flop and on a turn, where rows are worth anything."""
    deck, draw = Deck(), random.Random(11)
    values = array("i", memoryview(draw.randbytes(2 * ROWS)).cast("h"))
    rows = ShowdownRows(*hands_of_the_whole_board(), True)
    beyond = array("i", values)
    streets.beyond_plain(deck.mask, beyond, 0, 1)
    for size in (3, 4):
        cards = draw.sample(deck.cards, size + 2)
        board, hole = mask_of(cards[:size]), mask_of(cards[size:])
        left = [bit for bit in deck.cards if bit not in cards]
        runouts = combinations(left, 5 - size)
        states = array("Q", (mask for more in runouts for mask in (hole, board | mask_of(more))))
        sums = array("q", [0]) * HOLDINGS
        streets.gather(deck.mask, array("Q", [board]), [beyond], [sums])
        place = array("i", [0])
        turns.places(array("Q", [hole]), array("Q"), place)
        assert sums[place[0]] == sum(values[row] for row in rows.rows(states))


def hands_of_the_whole_board() -> tuple[Plan, SharedBoard]:
    game = replace(sheet_of("the whole board").resolve(), deck=Deck())
    plan = Plan(game, game.bets[0])
    shared = shared_board(plan)
    assert shared
    return plan, shared


def test_rows_too_far_from_their_plain_ones_are_noticed():
    values = array("i", [-(2**31) + 1]) * ROWS
    values[-SUITED_ROWS:] = array("i", [1]) * SUITED_ROWS
    with pytest.raises(OverflowError, match="passes 32 bits"):
        streets.beyond_plain(Deck().mask, values, 0, 1)


def test_zeros_in_pages():
    found = zeros_in_pages("i", 1000)
    found[999] = -5
    assert found.nbytes == 4000 and sum(found) == -5
    assert len(zeros_in_pages("B", 0)) == 0
    with pytest.raises(MemoryError, match="no memory for"):
        zeros_in_pages("Q", 2**58)


def test_a_limit_of_memory_holds_for_streets_too(monkeypatch):
    monkeypatch.setenv("COMBIN_MEMORY", "300M")
    with pytest.raises(CombinError, match=r"the limit is 0\.3 GB"):
        combin.solve(combin.load("ultimate-texas-holdem"), bets=["base"])
