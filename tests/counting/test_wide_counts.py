"""Bets from a shoe whose joint outcomes, deals or orders are many, each against a count of another kind."""

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, perm, prod

import pytest

from combin.counting import Plan
from combin.counting.widths import MOST_JOINT
from combin.questions.advice import advise
from combin.questions.solve import solve
from combin.ranking import ACE_LOW, HandRanking, Points
from combin.rules import (
    ALWAYS,
    LOSE,
    All,
    Any,
    Below,
    Bet,
    Deal,
    Deck,
    Game,
    Hand,
    Reaches,
    Row,
    Settlement,
    Ties,
    Wager,
)


def game(deck, zones, hands, rows):
    settlement = Settlement(("coin",), (*rows, Row("lost", ALWAYS, (LOSE,))))
    bet = Bet("base", wagers=(Wager("coin", 1),), base="coin", settlements=(settlement,))
    play = tuple(Deal(zone, 1) for zone in zones)
    return Game(
        slug="wide", title="Wide", source="own", deck=deck, play=play, hands=hands, bets=(bet,)
    ).resolve()


def outcomes(wide):
    found = solve(wide, ["base"], 1).bets["base"]
    counts = Counter()
    for outcome in found.outcomes:
        counts[outcome.outcome] += outcome.combinations
    return counts


@pytest.mark.parametrize("cards", [7, 8, 11, 12])
def test_deals_that_pass_63_bits(cards):
    zones = tuple("abcdefghijkl"[:cards])
    aces = Points("aces", {"A": 1})
    rows = (Row("two", Reaches("h", "2"), (Fraction(5),)),)
    wide = game(Deck(packs=6), zones, (Hand("h", aces, zones),), rows)
    deals = perm(312, cards)
    few = sum(comb(24, k) * comb(288, cards - k) for k in (0, 1)) * deals // comb(312, cards)
    assert (deals >= 2**63) == (cards > 7)
    assert outcomes(wide) == {"two": deals - few, "lost": few}
    seen = solve(wide, ["base"], 1).bets["base"].expected_value
    # What is seen first is any card: the mean of what each is worth is what the bet is worth.
    ace, other = (advise(wide, card).value for card in ("Ac", "Kd"))
    assert Fraction(24, 312) * ace + Fraction(288, 312) * other == seen


@pytest.mark.parametrize("cards", [4, 10])
def test_orders_and_joint_outcomes_that_are_many(cards):
    later = tuple(f"c{number}" for number in range(1, cards + 1))
    hands = tuple(Hand(zone, ACE_LOW, (zone,)) for zone in ("first", *later))
    half = cards // 2
    early = Any(tuple(Ties("first", zone) for zone in later[:half]))
    late = Any(tuple(Ties("first", zone) for zone in later[half:]))
    rows = (Row("early", early, (Fraction(2),)), Row("late", late, (Fraction(3),)))
    wide = game(Deck(), ("first", *later), hands, rows)
    deals = perm(52, cards + 1)
    none = [52 * perm(48, dealt) * perm(51 - dealt, cards - dealt) for dealt in (half, cards)]
    assert Plan(wide, wide.bet("base")).is_settled_alike == (3**cards > MOST_JOINT)
    assert outcomes(wide) == {"early": deals - none[0], "late": none[0] - none[1], "lost": none[1]}


@pytest.mark.slow
def test_hands_of_many_kinds_of_cards():
    """Three cards of six packs by their sum, their sevens and their suits, as another program adds them up."""
    zones = ("one", "two", "up")
    values = dict(zip("A23456789TJQK", (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)))
    names = (
        "suited-three-of-a-kind",
        "straight-flush",
        "three-of-a-kind",
        "straight",
        "flush",
        "pair",
        "high-card",
    )
    hands = (
        Hand("sum", Points("sum", values), zones),
        Hand("kind", HandRanking("suits", 3, names), zones),
        Hand("sevens", Points("sevens", {"7": 1}), zones),
        Hand("aces", Points("aces", {"A": 1}), zones),
        Hand("run", Points("run", {"6": 1, "7": 100, "8": 1000}), zones),
    )
    soft = All((Reaches("aces", "1"), Reaches("sum", "11"), Below("sum", "12")))
    hard = All((Reaches("sum", "21"), Below("sum", "22")))
    rows = (
        Row(
            "suited sevens",
            All((Reaches("sevens", "3"), Reaches("kind", "suited-three-of-a-kind"))),
            (Fraction(200),),
        ),
        Row(
            "suited run",
            All((Reaches("kind", "straight-flush"), Reaches("run", "1101"), Below("run", "1102"))),
            (Fraction(100),),
        ),
        Row("sevens", Reaches("sevens", "3"), (Fraction(50),)),
        Row("run", All((Reaches("run", "1101"), Below("run", "1102"))), (Fraction(30),)),
        Row("21", Any((hard, soft)), (Fraction(3),)),
        Row("19", All((Reaches("sum", "19"), Below("sum", "20"))), (Fraction(2),)),
        Row(
            "9",
            All((Reaches("aces", "1"), Reaches("sum", "9"), Below("sum", "10"))),
            (Fraction(2),),
        ),
    )
    counts = Counter()
    cards = [(rank, suit) for rank in values for suit in "cdhs"]
    for hand in combinations_with_replacement(cards, 3):
        orders = 6 * prod(comb(6, often) for often in Counter(hand).values())
        ranks, sum_of = sorted(rank for rank, _ in hand), sum(values[rank] for rank, _ in hand)
        suited = len({suit for _, suit in hand}) == 1
        if ranks == list("777"):
            name = "suited sevens" if suited else "sevens"
        elif ranks == list("678"):
            name = "suited run" if suited else "run"
        elif sum_of == 21 or ("A" in ranks and sum_of == 11):
            name = "21"
        elif sum_of == 19:
            name = "19"
        else:
            name = "9" if "A" in ranks and sum_of == 9 else "lost"
        counts[name] += orders
    wide = game(Deck(packs=6), zones, hands, rows)
    assert outcomes(wide) == counts
