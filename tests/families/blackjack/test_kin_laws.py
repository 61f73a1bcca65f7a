"""What pairs come to that are split under rules beyond those of blackjack: the law and the variance."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from math import lcm

import pytest

import combin
from combin.cards import Deck, card_text
from combin.errors import CombinError
from combin.families.blackjack import Shoe, solve
from combin.families.blackjack.house import house_of, mean_of, pays_of
from combin.families.blackjack.lattice import lattice_of
from combin.families.blackjack.player import SPLIT
from combin.families.blackjack.solve import VARIANCE, UpCard
from combin.proof.card_by_card import RunsOutError, Table
from combin.proof.house_rules import HouseRules, rules_of
from combin.rules.blackjack import Bonus
from houses import OTHER, RUN, SEVENS, SEVENTH, SINGLES, house_with, laws_compared, nets

EIGHTS: Shoe = (3, 0, 0, 0, 3, 0, 0, 3, 0, 7)  # aces, fives, eights and tens
MOST_SPLIT = 3  # hands into which a pair is split here
PLAIN = [(name, value) for name, value in SINGLES if "bonuses" not in name]


@pytest.mark.whole_after(3)
@pytest.mark.slow
@pytest.mark.parametrize("hands", [2, 3])
@pytest.mark.parametrize("name, value", [*PLAIN, *OTHER.items()])
def test_the_law_of_a_split_agrees_with_the_literal_reference(name, value, hands):
    for shoe in (EIGHTS, SEVENTH):
        assert laws_compared(shoe, house_with(**{name: value, "hands": hands}))


# --- Suits -----------------------------------------------------------------------------------------


def paid_by_suits(bonus, hand: tuple[str, ...]) -> Fraction:
    """Return what a hand wins that has a bonus."""
    suits = {card[1] for card in hand}
    if len(suits) > 1:
        return Fraction(bonus.pays)
    return Fraction(bonus.spades if suits == {"s"} else bonus.suited)


@pytest.mark.slow
@pytest.mark.parametrize("dead", ["", "7s 6s", "7s 7s 8d"])
def test_suits_of_two_hands_come_together_as_often_as_they_are_dealt(dead):
    """All cards of two hands that are paid by their suits, in every order."""
    game = combin.load("spanish-21", {"packs": "2"})
    game = game.without(dead) if dead else game
    cards = [card_text(card) for card in game.deck.cards]
    house = house_of(game)
    suited = {
        at: bonus for at, bonus in enumerate(game.turns.bonuses) if bonus.ranks and bonus.split
    }
    assert {*house.correlated} == {*product(suited, repeat=2)}
    for (one, other), covariance in house.correlated.items():
        first, second = suited[one], suited[other]
        by_rank = Counter(first.ranks + second.ranks)
        dealt = [
            permutations([card for card in cards if card[0] == rank], many)
            for rank, many in by_rank.items()
        ]
        total = each = further = Fraction(0)
        deals = 0
        for some in product(*dealt):
            left = {rank: list(of_rank) for rank, of_rank in zip(by_rank, some)}
            hands = [tuple(left[rank].pop() for rank in bonus.ranks) for bonus in (first, second)]
            pays = [paid_by_suits(bonus, hand) for bonus, hand in zip((first, second), hands)]
            total, each, further = total + pays[0] * pays[1], each + pays[0], further + pays[1]
            deals += 1
        assert covariance == total / deals - each / deals * (further / deals)


def marked(rules: HouseRules, marks: list[Fraction]) -> HouseRules:
    """Return rules whose bonuses pay what they pay on average, and a trifle more to tell them by."""
    bonuses = (
        replace(bonus, pays=((mean_of(bonus.pays) + mark, Fraction(1)),))
        for bonus, mark in zip(rules.bonuses, marks)
    )
    return replace(rules, bonuses=tuple(bonuses))


@pytest.mark.slow
@pytest.mark.parametrize("more", [{}, {"wins_21": True, "doubles_later": True}, {"peek": "never"}])
@pytest.mark.parametrize("hands", [2, 3])
def test_the_variance_of_hands_paid_by_suits_agrees_with_the_literal_reference(hands, more):
    """The literal reference tells how often which hands come together, the test what their suits
    add.
    """
    long = Bonus(Fraction(5, 2), ranks="A677", suited=Fraction(4), spades=Fraction(9))
    bonuses = (RUN, replace(SEVENS, suited=Fraction(2)), long)
    house = replace(house_with(bonuses=bonuses, hands=hands, **more), deck=Deck(packs=4))
    known = house.correlated
    # Of 6-7-8 one card has the rank of 7-7-7: in one suit as often whatever suits those three have.
    assert {pair for pair, of in known.items() if not of} == {(0, 1), (1, 0)}
    assert len({*known.values()}) > 4
    every = [pays_of(house.deck, bonus) for bonus in bonuses]
    marks = [Fraction(1, 10**12), Fraction(1, 10**16), Fraction(1, 10**20)]
    cards = tuple(rank + 1 for rank, count in enumerate(SEVENTH) for _ in range(count))
    table = Table(cards, marked(rules_of(house), marks))
    parts = lcm(2, *(mean_of(pays).denominator for pays in every))
    assert MOST_SPLIT * sum(marks) < Fraction(1, parts)
    found, compared, met = solve(SEVENTH, house), 0, set()
    for spot in found.spots:
        if SPLIT not in spot.actions:
            continue
        try:
            law = nets(table.laws((spot.ranks[0] + 1,) * 2, spot.up + 1)[SPLIT])
        except RunsOutError:
            continue
        square = Fraction(0)
        for net, chance in law.items():
            net, won = told_apart(net, marks, parts)
            alone = [sum(p * q * q for q, p in pays) - mean_of(pays) ** 2 for pays in every]
            more_by_suits = sum(map(lambda many, of: many * of, won, alone))
            for one, other in product(range(3), repeat=2):
                pairs = won[one] * (won[other] - (one == other))
                more_by_suits += pairs * known[one, other]
            if sum(won) > 1:
                met.add(tuple(won))
            square += chance * (net * net + more_by_suits)
        column = UpCard(lattice_of(SEVENTH, None), house, SEVENTH, spot.up, "zero-memory")
        assert column.after_split(spot, VARIANCE, 1) == ({}, square), (spot.ranks, spot.up)
        compared += 1
    assert compared > 10 and len(met) > 1


def told_apart(net: Fraction, marks: list[Fraction], parts: int) -> tuple[Fraction, list[int]]:
    """Return a net without its marks, and how often each is in it.

    parts: a net without marks is a whole number of such parts of a unit; all marks of a net
    together are less than one.
    """
    for won in product(range(MOST_SPLIT + 1), repeat=len(marks)):
        plain = net - sum(map(lambda many, mark: many * mark, won, marks))
        if parts % plain.denominator == 0:
            return plain, list(won)
    raise AssertionError(f"{net} is no net of such parts")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["spanish-21", "pontoon"])
def test_a_law_that_suits_decide_is_refused_in_one_line(name):
    with pytest.raises(CombinError, match="suits depends on each other") as error:
        combin.solve(name, {"splits": "2"}, law=True)
    assert "\n" not in str(error.value)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name, settings, least, most",
    [
        ("double-exposure", {}, "1.1582", "1.1583"),
        ("super-fun-21", {}, "1.1292", "1.1293"),
        ("pontoon", {"splits": "2"}, "1.10", "1.13"),
    ],
)
def test_the_deviation_of_whole_games(name, settings, least, most):
    """As many as a shoe has; the mean of the net is asserted to be the value on the way."""
    found = combin.solve(name, settings, variance=True)["base"]
    assert Fraction(least) ** 2 < found.variance < Fraction(most) ** 2
