"""The best hand of seven cards, the joker a bug, as Fortune pays it: families that look at all seven
cards, against the literal reading, a second count and the counts that are published.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest

from agreement import assert_agree, shortened
from combin import load, solve
from combin.cards import parse_card
from combin.errors import CombinError
from combin.proof.reference import HandReader
from combin.ranking import BUG, FORTUNE, LARGER, WILD, HandRanking
from combin.rules import Hand

# Published for seven cards with the joker, all straight flushes counted by their five cards.
PUBLISHED = {
    "five-aces": 1_128,
    "straight flushes": 26_132 + 184_832,
    "four-of-a-kind": 307_472,
    "full-house": 4_188_528,
    "flush": 6_172_088,
    "three-of-a-kind": 7_672_500,
    "straight": 11_034_204,
}
ACE, RANKS = 12, range(13)


def counts(key="fortune", **choices):
    bet = solve("pai-gow-poker", choices, bets=[key])[key]
    return {one.outcome: one.combinations for one in bet.outcomes}


# --- Against the literal reading -----------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("key", ["fortune", "envy"])
@pytest.mark.parametrize(
    ("ranks", "suits", "jokers"),
    [
        ("TJQKA", "cd", 1),  # royal flushes, and kings and queens beside them
        ("QKA", "cdh", 1),
        ("2345678A", "c", 1),  # seven in a row, with the ace below
        ("789TJQKA", "c", 1),
        ("2345678", "cd", 0),
        ("2349A", "cdh", 0),  # three pairs
    ],
)
def test_short_decks_are_paid_as_the_rules_are_read(key, ranks, suits, jokers):
    assert_agree(shortened(load("pai-gow-poker"), ranks, suits, jokers), key)


@pytest.mark.parametrize(
    ("cards", "family"),
    [
        ("Ac 2c 3c 4c 5c 6c 7c", "seven-card-straight-flush"),
        ("8c 9c Tc Jc Qc Kc Jk", "seven-card-straight-flush-with-joker"),
        ("Ts Js Qs Ks As Kh Qh", "royal-match"),
        ("Ts Js Jk Ks As Kh Qh", "royal-match"),
        ("Ts Js Qs Ks As Kh Qd", "royal-flush"),
        ("Ts Js Qs Ks As Kh Jk", "royal-flush"),  # the joker is no queen of hearts
        ("As Ad Ac Ah Jk Ks Qs", "five-aces"),
        ("Ks Kd 9s 9d 2c 2h Ah", "three-pair"),
        ("Ks Kd 9s 9d Ac Jk 2h", "three-pair"),
        ("5s 6d 7s 7d 7c 8h 9h", "three-of-a-kind"),
    ],
)
def test_the_best_of_seven_cards(cards, family):
    hand = sum(1 << parse_card(card) for card in cards.split())
    best = HandReader(Hand("seven", FORTUNE, ("all",)), ["all"]).values((hand,))[0]
    assert FORTUNE.families[len(FORTUNE.families) - 1 - best[0]] == family


# --- A second count ------------------------------------------------------------------------------


def hands_of_ranks(cards: int, suits: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield ranks of some cards, and in how many ways suits are given to them."""
    for ranks in combinations_with_replacement(RANKS, cards):
        yield ranks, prod(comb(suits, ranks.count(rank)) for rank in set(ranks))


def is_run(ranks: set[int], wild: bool, cards: int) -> bool:
    held = {-1, *ranks} if ACE in ranks else ranks
    return any(
        len(held & {*range(low, low + cards)}) + wild >= cards for low in range(-1, 14 - cards)
    )


@cache
def by_ranks(ranks: tuple[int, ...], joker: bool) -> str:
    """Return the family of cards whose suits do not matter."""
    held = Counter([*ranks, ACE] if joker else ranks)
    many = sorted(held.values(), reverse=True)
    if many[0] > 3:
        return "five-aces" if many[0] > 4 else "four-of-a-kind"
    if many[0] == 3 and many[1] > 1:
        return "full-house"
    if many[0] == 3:
        return "three-of-a-kind"
    if is_run(set(ranks), joker, 5):
        return "straight"
    return "three-pair" if many[:3] == [2, 2, 2] else "less"


def by_suit(suited: tuple[int, ...], others: tuple[int, ...], joker: bool) -> str:
    """Return the family of cards of which enough are of one suit for a flush."""
    if len(suited) + joker == 7 and is_run({*suited}, joker, 7):
        return "seven with the joker" if joker else "seven"
    if len({8, 9, 10, 11, 12} & {*suited}) + joker >= 5:
        return "royal"
    if is_run({*suited}, joker, 5):
        return "straight-flush"
    plain = by_ranks(tuple(sorted((*suited, *others))), joker)
    return plain if plain in ("five-aces", "four-of-a-kind", "full-house") else "flush"


def second_count() -> Counter[str]:
    """Count all hands by their ranks, then those with a flush again, by the cards of its suit."""
    found: Counter[str] = Counter()
    for joker in (False, True):
        for ranks, ways in hands_of_ranks(7 - joker, 4):
            found[by_ranks(ranks, joker)] += ways
        for cards in range(5 - joker, 8 - joker):
            for others, ways in hands_of_ranks(7 - joker - cards, 3):
                for suited in combinations(RANKS, cards) if ways else ():
                    found[by_ranks(tuple(sorted((*suited, *others))), joker)] -= 4 * ways
                    found[by_suit(suited, others, joker)] += 4 * ways
    return found


@pytest.mark.whole
@pytest.mark.slow
def test_all_hands_are_counted_twice():
    """A king and a queen of one of three other suits, the joker nowhere or for one of five."""
    first, second = counts(fortune="1"), second_count()
    assert sum(first.values()) == sum(second.values()) == comb(53, 7)
    matches = 4 * 3 * (1 + 5)
    assert first.pop("royal-match") == matches
    assert first.pop("seven-card-straight-flush") == second["seven"] == 4 * 8
    assert first.pop("seven-card-straight-flush-with-joker") == second["seven with the joker"]
    assert first.pop("royal-flush-with-joker") == second["royal"] - matches
    assert first.pop("straight-flush-with-joker") == second["straight-flush"]
    assert first == {family: second[family] for family in first}


@pytest.mark.slow
def test_counts_are_those_published():
    found = counts(fortune="2")
    for family, deals in PUBLISHED.items():
        if family in found:
            assert found[family] == deals
    runs = {family for family in found if "flush" in family or "match" in family} - {"flush"}
    assert sum(found[family] for family in runs) == PUBLISHED["straight flushes"]


@pytest.mark.parametrize(("table", "like"), [("5", "3"), ("7", "2")])
def test_tables_that_differ_in_their_envy_bonus_pay_alike(table, like):
    paid = {
        number: load("pai-gow-poker", {"fortune": number}).bet("fortune").settlements
        for number in "1234567"
    }
    assert paid[table] == paid[like]
    others = [rules for number, rules in paid.items() if number not in (table, like)]
    assert paid[table] not in others


@pytest.mark.slow
def test_three_pairs_push_in_the_first_table():
    bet = solve("pai-gow-poker", bets=["fortune"])["fortune"]
    (pushed,) = [one for one in bet.outcomes if one.net == 0]
    assert pushed.outcome == "three-pair" and pushed.combinations == counts()["three-pair"]


@pytest.mark.slow
def test_the_hand_of_another_player_adds_to_the_bet():
    """Published: about 0.92 points for each other player."""
    edge = solve("pai-gow-poker", bets=["envy"])["envy"].house_edge
    assert Fraction(-93, 10_000) < edge < Fraction(-92, 10_000)


# --- The words -----------------------------------------------------------------------------------


def test_larger_families_stand_in_rankings_of_five_cards():
    assert len(FORTUNE.families) == len(set(FORTUNE.families)) == len(WILD) + len(LARGER)
    with pytest.raises(CombinError, match="stand in the order"):
        HandRanking(
            "mine",
            5,
            (
                "royal-match",
                *WILD,
            ),
            BUG,
        ).threshold("royal-match-of-aces")
    with pytest.raises(CombinError, match="'three-pair' takes more than 4 cards"):
        four = ("four-of-a-kind", "three-of-a-kind", "three-pair", "two-pair", "pair", "high-card")
        HandRanking("mine", 4, four)
