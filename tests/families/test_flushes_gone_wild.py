"""Flushes Gone Wild on the whole deck: closed forms, symmetries, and one hand counted by other means.

What the reference says of it on shortened decks stands in `test_engine.py`.
"""

from __future__ import annotations

from array import array
from collections import Counter
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

import combin
from agreement import mask
from combin.counting import Plan, tallies
from combin.errors import CombinError
from combin.families.methods import LONGEST, method_of
from combin.games import file_of
from combin.rules.facts import Lead, Order

DEALS = comb(52, 5) * comb(47, 2) * comb(45, 5)
MARGINS = ("by-5", "by-4", "by-3", "by-2")
PLAYER_HIGHER = 2


# sign of the comparison, cards by which the player's flush is longer, at least 1 -> deals
ONE_HAND = {
    (-1, 1): 14_521_083, (0, 1): 338_091, (1, 1): 334_497_273, (1, 2): 543_784_032,
    (1, 3): 336_493_080, (1, 4): 86_697_072, (1, 5): 4_390_848,
}  # fmt: skip


@pytest.fixture(scope="module")
def plan() -> Plan:
    game = combin.load("flushes-gone-wild")
    return Plan(game, game.bet("base"))


def flushes_of(cards: int) -> int:
    """Return how many hands of seven have a flush of so many cards, deuces wild, 5 or more: some
    deuces, natural cards of one suit, and others of the 36 that are neither.
    """
    most = 4 if cards > 5 else 2  # with more deuces another suit may have as many cards, or more
    held = (comb(4, wild) * comb(12, cards - wild) for wild in range(most + 1))
    found = 4 * comb(36, 7 - cards) * sum(held)
    if cards == 5:
        two_pairs, one_pair = comb(4, 2) * comb(12, 2) ** 2, 4 * comb(12, 2) * 3 * 12**2
        found += comb(4, 3) * (two_pairs + one_pair) + comb(4, 3) * 12**3
    return found


@pytest.mark.slow
def test_flush_rush_in_closed_form():
    bet = combin.solve("flushes-gone-wild", bets=["flush-rush"]).bets["flush-rush"]
    found = {outcome.outcome: outcome.combinations for outcome in bet.outcomes}
    assert found["natural-seven"] == 4 * comb(13, 7)
    assert found["natural-seven"] + found["wild-seven"] == flushes_of(7)
    assert found["natural-six"] == 4 * comb(13, 6) * 36
    assert found["natural-six"] + found["wild-six"] == flushes_of(6)
    assert found["natural-five"] == 4 * comb(13, 5) * comb(36, 2)
    assert found["natural-five"] + found["wild-five"] == flushes_of(5)
    assert sum(found.values()) == bet.deals == comb(52, 7)


@pytest.mark.whole
def test_the_whole_deck(plan):
    """The player's five cards and the dealer's can change places, so each is as often higher; and
    the value is what the better of two numbers is at each hand.
    """
    assert method_of(plan) is LONGEST
    orders, worth, hands = Counter[int](), Fraction(0), 0
    width = plan.size(plan.columns)
    ends = [plan.values(plan.columns, number) for number in range(width)]
    order, lead = Order("player", "dealer"), Lead("player", "dealer", MARGINS)
    blind = (500, 30, 8, 3, 0)
    nets = [{0: -4, 1: 0, PLAYER_HIGHER: 3 + blind[end[lead][0]]}[end[order]] for end in ends]
    for tally in tallies(plan):
        (level,) = tally.levels
        hands += sum(level.weights)
        for at in range(len(level)):
            row = tally.counts[at * width : (at + 1) * width]
            for end, count in zip(ends, row):
                orders[end[order]] += count
            played = sum(count * net for count, net in zip(row, nets))
            worth += max(played, -2 * sum(row))
    assert hands == comb(52, 5)
    assert orders[0] == orders[PLAYER_HIGHER] and orders.total() == DEALS
    assert worth / DEALS == Fraction(-445365326867, 15891214328990)


def test_one_hand_of_the_player(plan):
    """All 1,320,721,479 deals of Ah Kh 9h 5h 2d, as `oracles.flushes_gone_wild` deals them."""
    (stage,) = plan.stages
    row = LONGEST.completions(plan, stage, array("Q", [mask("Ah Kh 9h 5h 2d")]), array("q", [1]))
    found = Counter[tuple[int, int]]()
    for number, count in enumerate(row):
        values = plan.values(plan.columns, number)
        line = values[Lead("player", "dealer", MARGINS)][0]
        found[values[Order("player", "dealer")] - 1, 5 - line] += count
    assert found.total() == comb(47, 2) * comb(45, 5)
    assert {key: count for key, count in found.items() if count} == ONE_HAND


def test_the_blind_pushes_or_is_paid_by_the_margin():
    deals = {"player": "Ah Kh 9h 5h 2d", "community": "Qh 3h", "dealer": "Ac Kc 7s 8s 9d"}
    cards = {zone: [combin.cards.parse_card(card) for card in held.split()]
             for zone, held in deals.items()}  # fmt: skip
    game = combin.load("flushes-gone-wild")
    _, outcome, net, staked = combin.proof.reference.settle(game, "base", cards, ("play",))
    assert (outcome, net, staked) == ("player-wins.by-5", 503, 4)


@pytest.mark.parametrize("text", ["by-0", "by-02", "3", "by-two"])
def test_a_line_that_is_no_margin(text):
    from combin.rules.facts import margin_named

    with pytest.raises(CombinError, match="is no margin; it is written by-1, by-2 and so on"):
        margin_named(text)


# --- What is refused, in one line --------------------------------------------------------------

FIVE = "five-card-flush > four-card-flush > three-card-flush > two-card-flush > one-card-flush"
BAD = [
    ("cards: 52", "cards: 3456789TJQKA",
     "the rank '2' is wild in hand 'player', and the deck has none of it; it has 3456789TJQKA"),
    ("player over dealer", "player over player", "compares the hand 'player' with itself"),
    ("player over dealer", "player over natural", "have different rankings and cannot be compared"),
    ("player over dealer", "player over house", "no hand is called 'house'"),
    ("by 5 ", "by 7 ", "is 6 at most, and 'by-7' is never reached"),
    ("by 5 ", "five card flush ", "'five-card-flush' is no margin"),
    ("by 5 ", "by 1 ", "lists 'by-4' below a hand that it beats or equals"),
    ("HANDS\n", f"RANKING w; cards 5, wild 1\n  {FIVE}\nHANDS\n", "wild ranks are distinct letters of 23456789TJQKA, not '1'"),
    ("HANDS\n", f"RANKING w; cards 5, wild 22\n  {FIVE}\nHANDS\n", "wild ranks are distinct letters"),
    ("HANDS\n", "RANKING w; cards 2, wild 2\n  pair > high-card\nHANDS\n", "or wild ranks and the families two-card-flush > one-card-flush"),
    ("HANDS\n", f"RANKING w; cards 8\n  {FIVE}\nHANDS\n", "ranking 'w': how many cards make a hand is a whole number from 2 to 7, not 8"),
    ("play +2", "play +2, if player is two-card-flush or better",
     "asks about the hand 'player', whose cards are not all seen at 'fold or play'"),
    ("dealer wins   otherwise  ", "dealer wins   dealer beats player  ",
     "the last row of a settlement is for all that is left: its condition is `otherwise`"),
]  # fmt: skip


@pytest.mark.parametrize(("right", "wrong", "said"), BAD, ids=[said[:40] for *_, said in BAD])
def test_bad_rules(right, wrong, said, tmp_path, refused):
    text = Path(file_of("flushes-gone-wild")).read_text()
    assert right in text
    file = tmp_path / "bad.game"
    file.write_text(text.replace(right, wrong))
    refused("show", file, words=said)
