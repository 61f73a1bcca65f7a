"""Poker counted by hand: packs so short that hands are their ranks, and lists told in a line."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, prod
from unittest.mock import patch

import pytest

import combin
from combin import games
from combin.cards import Deck
from combin.counting.plan import Plan
from combin.errors import CombinError
from combin.families.board import counting as streets
from combin.families.draw.holds.groups import Groups, NameGroup
from combin.families.draw.holds.penalties import ALWAYS
from combin.families.draw.holds.shapes import NOTHING
from combin.families.listed import family_of
from combin.families.set_hands.compared import sides_of
from combin.families.set_hands.counting import Pack, by_ranks, by_suit
from combin.families.set_hands.stairs import Stairs, is_both, is_either
from combin.rules.facts import Order, Under
from combin.rules.game import Game

# --- A shared board ----------------------------------------------------------------------------------
#
# Casino Hold'em with 12 cards, Q K A in four suits: five cards make no straight and no flush, so a
# hand is its ranks. The dealer has a pair of fours at least.

RANKS, FOUR = 3, 4  # of each rank four cards
Ranks = tuple[int, ...]


@pytest.fixture(autouse=True)
def boards_are_large() -> Iterator[None]:
    with patch.object(streets, "MOST_KEPT", 0):
        yield


@cache
def holdem() -> Game:
    short = replace(games.dealt_sheet("casino-holdem"), slug="short", deck=Deck("QKA", "cdhs"))
    return short.resolve()


def dealt(cards: int) -> list[Ranks]:
    """Return how many cards of each rank some may be."""
    ranks = (Counter(some) for some in combinations_with_replacement(range(RANKS), cards))
    return [tuple(some[rank] for rank in range(RANKS)) for some in ranks]


def ways(left: Ranks, cards: Ranks) -> int:
    return prod(comb(max(count, 0), some) for count, some in zip(left, cards))


def less(one: Ranks, other: Ranks) -> Ranks:
    return tuple(a - b for a, b in zip(one, other))


@cache
def strength(cards: Ranks) -> tuple[int, ...]:
    """Return the best five of seven cards: 7 for four of a kind, 6 for a full house, 2 for two
    pairs, and its ranks.
    """
    (most, rank), (_, other), *_ = sorted(((n, r) for r, n in enumerate(cards)), reverse=True)
    if most == 4:
        return 7, rank, max(one for one in range(RANKS) if cards[one] and one != rank)
    if most == 3:  # seven cards of three ranks: a pair is there, or three of another rank
        return 6, rank, max(one for one in range(RANKS) if cards[one] > 1 and one != rank)
    return 2, rank, other, max(one for one in range(RANKS) if one not in (rank, other))


ANTE = {7: 10, 6: 3}  # units on the ante, 1 for less


def net(mine: Ranks, theirs: Ranks) -> int:
    """Return what a call wins, two units beside the ante."""
    one, other = strength(mine), strength(theirs)
    return 0 if one == other else ANTE.get(one[0], 1) + 2 if one > other else -3


@cache
def calls() -> dict[tuple[Ranks, Ranks, Ranks, Ranks], tuple[int, int]]:
    """Return hole cards, flop, what is unseen and one card of the dealer's of that: how many deals,
    each for the two orders of the dealer's cards, and what calls win in them.
    """
    found: dict[tuple[Ranks, Ranks, Ranks, Ranks], tuple[int, int]] = {}
    pack = (FOUR,) * RANKS
    for hole, flop in product(dealt(2), dealt(3)):
        unseen = less(less(pack, hole), flop)
        here = ways(pack, hole) * ways(less(pack, hole), flop)
        for seen in dealt(1) if here and min(unseen) >= 0 else ():
            behind, deals, won = less(unseen, seen), 0, 0
            for other, more in product(dealt(1), dealt(2)):
                often = (
                    here
                    * ways(unseen, seen)
                    * ways(behind, other)
                    * ways(less(behind, other), more)
                )
                if often:
                    board = tuple(map(sum, zip(flop, more)))
                    mine, theirs = (
                        tuple(map(sum, zip(two, board)))
                        for two in (hole, tuple(map(sum, zip(seen, other))))
                    )
                    deals, won = deals + often, won + often * net(mine, theirs)
            found[hole, flop, unseen, seen] = deals, won
    return found


def worth(by: int) -> tuple[Fraction, Fraction]:
    """Return what the game is worth, and how often hands are folded; by: what is known of the key."""
    known: Counter[tuple[Ranks, ...]] = Counter()
    dealt: Counter[tuple[Ranks, ...]] = Counter()
    for key, (deals, won) in calls().items():
        known[key[:by]] += won
        dealt[key[:by]] += deals
    every = dealt.total()
    folded = [key for key in dealt if known[key] < -dealt[key]]
    value = sum(max(known[key], -dealt[key]) for key in dealt)
    return Fraction(value, every), Fraction(sum(dealt[key] for key in folded), every)


def test_a_shared_board_is_solved():
    """Hands are folded where a call loses more than 1 on average; all are 12!/(2! 3! 2! 2! 3!)."""
    assert type(family_of(Plan(holdem(), holdem().bet("base")))).__name__ == "SharedBoards"
    found = combin.solve(holdem(), bets=["base"])["base"]
    value, folded = worth(3)
    assert (found.expected_value, found.average_wager) == (value, 3 - 2 * folded)
    assert value == Fraction(1601, 770) and folded == Fraction(7, 165)
    assert found.deals == comb(12, 2) * comb(10, 3) * comb(7, 2) * comb(5, 2) == 1_663_200
    of_net: Counter[Fraction] = Counter()
    for row in found.outcomes:
        of_net[row.net] += row.combinations
    # of twelve cards each deal is counted twice above: for either card of the dealer's as the first
    assert sum(net * count for net, count in of_net.items()) == value * found.deals
    assert of_net.total() == found.deals and of_net[Fraction(-1)] == folded * found.deals


def test_calls_on_a_shared_board():
    """Calling always is worth the mean of all calls, and errs where a fold loses less."""
    every = sum(won for _, won in calls().values()) / Fraction(
        sum(deals for deals, _ in calls().values())
    )
    found = combin.price(holdem(), "call: always")
    value, folded = worth(3)
    assert found.result.expected_value == every == Fraction(4723, 2310)
    assert found.cost == value - every == Fraction(8, 231)
    assert sum(error.deals for error in found.mistakes) == folded * 1_663_200
    key = (2, 0, 0), (0, 2, 1)
    deals, won = (sum(one[at] for of, one in calls().items() if of[:2] == key) for at in (0, 1))
    assert str(Fraction(won, deals)) == "-67/35"
    assert "call               -1.914286        -67/35" in str(
        combin.advise(holdem(), "Qc Qd / Ac Kd Kh")
    )


def test_a_shared_board_with_one_card_of_the_dealers_seen():
    """The same sum, folded by that card's rank, too."""
    none, one = combin.protect(holdem(), {"dealer": 1}).exposures
    assert (
        (-none.edge, -one.edge)
        == (worth(3)[0], worth(4)[0])
        == (Fraction(1601, 770), Fraction(4951, 2310))
    )


# --- Lists of holds ----------------------------------------------------------------------------------


def test_what_lists_of_holds_lose():
    """Three hands offer some of the names 0 to 3 at losses of their own. The list 1, 2, 0 and 3 holds
    1 of the first (5 lost), 2 of the second (0) and 0 of the third (7); without its lines it holds
    2 (9, 4 more), 3 (6 more) and 3 (1, 6 less) there.
    """
    groups = [
        NameGroup((0, 1, 2), [0, 5, 9], [0]),
        NameGroup((2, 3), [0, 6], [1]),
        NameGroup((0, 3), [7, 1], [2]),
    ]
    shapes = [NOTHING] * 4
    found = Groups(shapes, [0] * 4, [""] * 4, [ALWAYS] * 4, groups, 100, 3)
    lines = [(1,), (2,), (0,), (3,)]
    assert found.loss(lines) == 5 + 0 + 7
    assert [*found.held(lines)] == [1, 0, 0] and found.met(lines) == {0, 1, 2}
    assert [*found.missed(lines)][:4] == [4, 6, -6, 0]
    # the line of 0 before that of 1 saves 5; before that of 3 it is held of the third alone, 6 more
    wherever = [*found.wherever([(1,), (2,), (3,)], (0,))]
    losses = [
        found.loss([*rest[:at], (0,), *rest[at:]])
        for rest in [[(1,), (2,), (3,)]]
        for at in range(4)
    ]
    assert losses == [7, 12, 12, 6] and [one - wherever[0] for one in wherever] == [0, 5, 5, -1]


# --- Hands that are set ------------------------------------------------------------------------------


def test_classes_of_hands_that_are_set():
    """Seven ranks in two suits. By ranks, seven cards with two of a rank at most: the coefficient of
    x^7 in (1 + x + x^2)^7, 393, and with the joker that of x^6, 357. Of one suit are 5, 6 or 7 cards,
    others of ranks that are there but once: 21 x 21 + 7 x 7 + 1; with the joker 4, 5 or 6:
    35 x 21 + 21 x 7 + 7.
    """
    plain, joker = (Pack.of(Deck("23456KA", "cd", jokers)) for jokers in (0, 1))
    assert (plain.cards, plain.against, joker.against) == (14, 1, comb(8, 7))
    assert [len(by_ranks(pack)) for pack in (plain, joker)] == [393, 393 + 357]
    suited = by_suit(joker)
    assert [len(by_suit(plain)), len(suited)] == [491, 491 + 889]
    for counts, suit in zip(suited.counts, suited.suited):
        cards = [counts >> 4 * rank & 15 for rank in range(14)]
        assert sum(cards) == 7 and suit.bit_count() + cards[13] >= 5


def test_whose_hands_are_compared():
    """Face-up Pai Gow: the player sees an ace-high of the dealer's, which pushes."""
    game = games.dealt_sheet("pai-gow-poker").resolve({"variant": "face-up"})
    sides = sides_of(Plan(game, game.bet("base")))
    assert (sides.high, sides.low) == (
        Order("player-high", "dealer-high"),
        Order("player-low", "dealer-low"),
    )
    assert sides.under == (Under("dealer-high", "ace-high"), Under("dealer-high", "pair"))
    assert (sides.player.zone, sides.dealer.zone, sides.seen, sides.answers) == (
        "player",
        "dealer",
        True,
        True,
    )
    other = games.dealt_sheet("three-card-poker").resolve()
    with pytest.raises(CombinError, match="hands that are set are counted where two are"):
        sides_of(Plan(other, other.bet("base")))


def test_stairs_of_settings():
    """Two settings that beat 5 and 4 hands of the dealer's on both sides, 2 of them both: 7 deals.
    Columns are 3 x the order of the high hands + that of the low ones, 8 higher in both.
    """
    settings, overlaps, tops = (array("q", [0] * 8 + [many]) for many in (9, 2, 3))
    settings[5] = 1
    stairs = Stairs(settings, overlaps, tops)
    assert stairs.deals({8}) == 7 and stairs.deals({5, 8}) == 8
    assert stairs.deals({2, 5, 6, 7, 8}) == 3 and stairs.deals({0, 8}) is None
    assert is_both({4, 5, 7, 8}) and is_either({2, 5, 6, 7, 8}) and not is_either({0, 8})
