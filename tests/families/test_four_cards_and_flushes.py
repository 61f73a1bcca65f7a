"""Four Card Poker and High Card Flush at full size, against published figures and closed forms."""

from __future__ import annotations

from array import array
from fractions import Fraction
from math import comb

import pytest

import combin
from agreement import mask
from combin.counting import Plan, method_of
from combin.counting.methods.method import Method
from combin.counting.methods.removal import REMOVAL
from combin.kernels import walk


def edge(game: str, bet: str, **choices: str) -> Fraction:
    chosen = {name.replace("_", "-"): value for name, value in choices.items()}
    return combin.solve(game, chosen, bets=[bet]).bets[bet].house_edge


def percent(value: Fraction, digits: int = 2) -> str:
    return f"{float(100 * value):.{digits}f}"


@pytest.mark.slow
def test_four_card_poker():
    """Published: 2.79 % of the ante, 1.30 % of all bet, 2.14 antes bet; 1x on 22.1 % of hands, 3x
    on 30.7 %.
    """
    bet = combin.solve("four-card-poker", bets=["base"]).bets["base"]
    assert bet.house_edge == Fraction(8840827253, 317119576410)
    assert (percent(bet.house_edge), percent(bet.element_of_risk)) == ("2.79", "1.30")
    assert percent(bet.average_wager / 100) == "2.14"
    assert bet.deals == comb(52, 5) * 47 * comb(46, 5)
    share = {
        action: sum(one.combinations for one in bet.outcomes if one.actions == (action,))
        for action in ("1x", "2x", "3x")
    }
    assert share["2x"] == 0
    assert percent(Fraction(share["1x"], bet.deals), 1) == "22.1"
    assert percent(Fraction(share["3x"], bet.deals), 1) == "30.7"


ACES_UP = {
    "a": "1.98", "b": "2.78", "c": "3.37", "d": "3.89", "e": "4.24", "f": "4.69", "g": "6.15",
}  # fmt: skip


@pytest.mark.parametrize("table", ACES_UP)
def test_aces_up(table):
    assert percent(edge("four-card-poker", "aces-up", aces_up=table)) == ACES_UP[table]


@pytest.mark.whole
def test_some_up_cards_against_every_dealer_hand():
    """The 1,370,754 hands of the dealer for a hand and an up card, dealt one by one; among them his
    hand of all the player's cards, which removal reads instead of counting it.
    """
    plan = Plan(game := combin.load("four-card-poker"), game.bets[0])
    assert method_of(plan) is REMOVAL
    (stage,) = plan.stages
    hands = [("Ac Qd 9h 4s 2c", "2h"), ("Kc Kd 9h 4h 2h", "9c"), ("5c 5d 5h 8s 8h", "As")]
    found = {canonical(plan, tuple(map(mask, cards))): False for cards in hands}
    for tally in REMOVAL.tallies(plan, 0, 1):
        (level,) = tally.levels
        for at in range(len(level)):
            state = tuple(level.states[2 * at : 2 * at + 2])
            if state in found:
                row = tally.counts[at * tally.columns : (at + 1) * tally.columns]
                weight = array("q", [level.weights[at]])
                dealt = Method.completions(REMOVAL, plan, stage, array("Q", state), weight)
                assert row == dealt
                assert sum(row) == weight[0] * comb(46, 5)
                found[state] = True
    assert all(found.values())


def canonical(plan: Plan, cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return a hand and an up card with the suits relabelled as in the levels."""
    state = array("Q", cards)
    walk.relabelled(plan.game.deck.mask, state)
    return tuple(state)


@pytest.mark.slow
def test_high_card_flush():
    bet = combin.solve("high-card-flush", bets=["base"]).bets["base"]
    assert bet.house_edge == Fraction(1348050875653, 50592437455560)
    assert bet.deals == comb(52, 7) * comb(45, 7)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bet", "table", "published"),
    [
        ("flush", "1", "7.81"), ("flush", "2", "5.30"),
        ("straight-flush", "1", "6.35"), ("straight-flush", "2", "13.09"),
    ],
)  # fmt: skip
def test_side_bets_of_high_card_flush(bet, table, published):
    assert percent(edge("high-card-flush", bet, **{bet.replace("-", "_"): table})) == published
