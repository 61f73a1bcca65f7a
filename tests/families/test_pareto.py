"""Hands that are set when the dealer's are seen: deals counted by rectangles, against every deal and
against every hand of the dealer's on the whole pack.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice, product
from math import comb

import pytest

from agreement import assert_agree, shortened
from combin import load
from combin.cards import Deck, mask_of, parse_card
from combin.counting.tally import zeros
from combin.errors import CombinError
from combin.families.set_hands.counting import (
    Dealer,
    OneHand,
    Pack,
    SettingCounts,
    every_hand,
    parted,
    way_program,
)
from combin.families.set_hands.pareto import KINDS, Stairs, in_three_ways, is_both, is_either
from combin.kernels import splits as kernel
from combin.questions.advice import advise
from combin.questions.solve import solve
from combin.rules import ALWAYS, All, Any, Beats, Row, Settlement, Ties
from combin.rules.house_ways import FOXWOODS

WON, NOT_LOST = {8}, {2, 5, 6, 7, 8}


def face_up(**choices):
    return load("pai-gow-poker", {"variant": "face-up", **choices})


def hand(text: str) -> int:
    return mask_of(map(parse_card, text.split()))


# --- Which columns are counted -------------------------------------------------------------------


def test_columns_where_both_hands_or_either_compare_well_enough():
    assert is_both(WON) and not is_either(WON)
    assert is_either(NOT_LOST) and not is_both(NOT_LOST)
    assert is_both({4, 5, 7, 8}) and is_both({2, 5, 8}) and is_either({2, 5, 8})
    assert is_both(range(9))
    assert not is_both({2, 8}) and not is_either({2, 8})
    assert not is_both({4, 8}) and not is_either({5, 7, 8})


def test_what_is_not_counted_is_none():
    numbers = array("q", range(9))
    assert Stairs(numbers, numbers, numbers).deals({5, 7, 8}) is None


# --- Every deal of short packs -------------------------------------------------------------------

SHORT = (
    ("2346QKA", "cd", 0),  # ace-high hands without a pair
    pytest.param("23456789TJQKA", "c", 1, marks=pytest.mark.whole),  # nothing but flushes
    pytest.param("2346QKA", "cd", 1, marks=pytest.mark.whole),
    pytest.param("TJQKA", "cdh", 0, marks=pytest.mark.whole),
)


@pytest.mark.whole
@pytest.mark.slow
@pytest.mark.parametrize(("ranks", "suits", "jokers"), SHORT)
def test_short_packs_are_played_as_the_rules_are_read(ranks, suits, jokers):
    assert_agree(shortened(face_up(), ranks, suits, jokers), "base")


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("suits", ["cd", "c"])
def test_all_settings_of_all_hands_are_added_up(suits):
    """By a way each hand has one setting, which is then the one that is taken."""
    pack = Pack.of(Deck("23456QKA" if suits == "cd" else "23456789TJQKA", suits, 1))
    counts = SettingCounts(
        Dealer(pack, FOXWOODS, lambda high, low: True), every_hand(pack, FOXWOODS)
    )
    for piece in counts.pieces:
        counts.count(piece)
    assert counts.every() == counts.taken(zeros("q", 9))[0]


@pytest.mark.slow
def test_a_player_who_follows_the_way_needs_not_to_look():
    """With the house's way the dealer's cards are no help, wherever they are dealt."""
    short = shortened(face_up(setting="house"), "2346QKA", "cd", 1)
    assert not solve(short, ["base"])["base"].ties
    assert_agree(shortened(face_up(setting="house"), "2346QKA", "cd", 0), "base")


def test_who_sees_more_loses_less():
    short = shortened(face_up(), "2346QKA", "cd", 1)
    house = shortened(face_up(setting="house"), "2346QKA", "cd", 1)
    seen, ruled = (solve(game, ["base"])["base"].expected_value for game in (short, house))
    assert seen > ruled


# --- The whole pack ------------------------------------------------------------------------------


def dealers(cards: int) -> Iterator[Counter[tuple[int, int]]]:
    """Yield how often each high and low hand of the dealer's comes with some cards gone, a part of
    his hands at a time.
    """
    left = [1 << card for card in Deck(jokers=1).cards if not cards >> card & 1]
    every, way = map(sum, combinations(left, 7)), way_program(FOXWOODS)
    while hands := array("Q", islice(every, 1 << 18)):
        front, rule = bytearray(len(hands)), bytearray(len(hands))
        assert kernel.by_way(hands, way, False, front, rule) == -1
        yield Counter(zip(*parted(hands, front, False)))


def order(one: int, other: int) -> int:
    return 1 + (one > other) - (one < other)


def unsurpassed(one: OneHand) -> list[tuple[int, int]]:
    """Return the high and low hands of the settings that no other one surpasses, each once."""
    settings = list(dict.fromkeys(zip(one.high, one.low)))
    return [
        mine
        for mine in settings
        if not any(
            mine != other and mine[0] <= other[0] and mine[1] <= other[1] for other in settings
        )
    ]


def climbed(cards: int) -> Stairs:
    """Return how one hand compares with all hands of the dealer's."""
    pack = Pack.of(Deck(jokers=1))
    one, dealer = OneHand(pack, cards), Dealer(pack, FOXWOODS, lambda high, low: True)
    high, low = zip(*unsurpassed(one))
    settings = one.compared_by(array("q", [0, len(high)]), array("I", high), array("B", low))
    hands, kinds = in_three_ways(settings)
    counts = SettingCounts(dealer, hands)
    for piece in counts.pieces:
        counts.count(piece)
    rows = list(zip(kinds, hands.compared(counts)))
    of_kinds = ([row for kind, row in rows if kind == one] for one in KINDS)
    return Stairs(*(array("q", map(sum, zip(*numbers))) for numbers in of_kinds))


@pytest.mark.whole
@pytest.mark.parametrize("text", ["As Kd Jk 9h 9d 5c 2s", "Ts 9s 8s 7s Td 4d 4c"])
def test_one_hand_against_every_hand_of_the_dealers(text):
    """Each of the 53,524,680 hands is set by the way, and each setting compared with it."""
    cards = hand(text)
    high, low, front = zeros("I", 21), zeros("B", 21), zeros("B", 21)
    legal = kernel.settings(cards, False, high, low, front)
    settings = list(zip(high, low))[:legal]
    won = not_lost = deals = 0
    for found in dealers(cards):
        for (high_of, low_of), times in found.items():
            columns = {3 * order(one, high_of) + order(two, low_of) for one, two in settings}
            won += times * bool(columns & WON)
            not_lost += times * bool(columns & NOT_LOST)
            deals += times
    stairs = climbed(cards)
    assert deals == sum(stairs.tops) == 53_524_680
    assert (won, not_lost) == (stairs.deals(WON), stairs.deals(NOT_LOST))


def ace_high_hands() -> int:
    """Return how many hands are ace-high without a pair, a straight or a flush, the joker an ace."""
    runs = [*({*range(low, low + 5)} for low in range(9)), {12, 0, 1, 2, 3}]
    found = 0
    for joker, ranks in ((0, combinations(range(13), 7)), (1, combinations(range(12), 6))):
        kept = [one for one in ranks if joker or 12 in one]
        kept = [one for one in kept if all(len(run & {*one}) + joker < 5 for run in runs)]
        suits = product(range(4), repeat=7 - joker)
        found += len(kept) * sum(max(map(one.count, one)) + joker < 5 for one in suits)
    return found


@pytest.mark.whole
def test_the_published_edge_is_that_against_the_way_of_the_trump_plaza():
    """Published, the house way unnamed: 1.81 % (mypokercoaching.com, Face Up Pai Gow Poker Odds).
    How often the dealer's hand is ace-high is counted by ranks and suits, too.
    """
    bet = solve(face_up(way="trump-plaza"), ["base"])["base"]
    assert round(10_000 * bet.house_edge) == 181
    pushed = {one.outcome: one.combinations for one in bet.outcomes}["ace-high"]
    assert pushed == comb(46, 7) * ace_high_hands() == 772_402_881_650_400


# --- Advice and refusals -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dealt", "worth"),
    [
        ("2c 2d 5s 6h 8c Ts Qh", 1),  # a pair of twos, and Q-T
        ("Ks Kc Qd Qh 7s 6d 3c", 0),  # kings behind, queens in front
        ("Tc Jc Qc Kc Ac Ad Ah", -1),  # a royal flush and two aces
        ("Ac Kc Qd Jh 7s 6d 3c", 0),  # ace-high: every wager pushes
    ],
)
def test_a_setting_is_worth_what_it_comes_to_against_the_hand_that_is_seen(dealt, worth):
    (answer,) = advise(face_up(), f"As Kd Jk 9h 9d 5c 2s / {dealt}").rows
    assert max(answer.values.values()) == worth
    assert len(answer.values) == 20 and set(answer.values.values()) <= {-1, 0, 1}
    (ruled,) = advise(face_up(setting="house"), f"As Kd Jk 9h 9d 5c 2s / {dealt}").rows
    assert list(ruled.values) == ["front 9h 9d"]


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("advise", "pai-gow-poker", "As Kd Jk 9h 9d 5c 2s"), "cards of player and dealer"),
        (("solve", "pai-gow-poker", "--pay", "win.wager=0"), "push and win are worth the same"),
        (("solve", "pai-gow-poker", "--pay", "push.wager=2"), "a higher hand is paid less"),
        (("situations", "pai-gow-poker"), "not listed one by one"),
    ],
)
def test_what_is_not_answered_is_refused_in_one_line(refused, command, words):
    refused(*command, "--set", "variant=face-up", words=words)


def test_pays_that_add_up_how_both_hands_compare_are_refused():
    """One hand higher and the other equal is more than each of them equal."""
    game = face_up()
    beats = Beats("player-high", "dealer-high"), Beats("player-low", "dealer-low")
    ties = Ties("player-high", "dealer-high"), Ties("player-low", "dealer-low")
    better = Any((All(beats), All((beats[0], ties[1])), All((ties[0], beats[1]))))
    rows = Row("win", better, (Fraction(1),)), Row("lose", ALWAYS, (Fraction(-1),))
    bet = replace(game.bets[0], settlements=(Settlement(("wager",), rows),))
    with pytest.raises(CombinError, match="where a pay asks how well both hands compare"):
        solve(replace(game, bets=(bet, *game.bets[1:])), ["base"])
