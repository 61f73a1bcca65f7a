"""Rounds with hands that are set: each is set and settled again literally, and the best settings are
those that are worth most against every hand of the dealer's.
"""

from __future__ import annotations

import csv
from array import array
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

import combin
from combin import games
from combin.cards import Deck, cards_of, cards_text, mask_of, parse_card
from combin.counting import Plan
from combin.families.set_hands.dealt import PricedHands, made
from combin.families.subjects import subject
from combin.proof import ways as literal
from combin.rules.house_ways import FOXWOODS, TRUMP_PLAZA
from combin.solving.payoffs import Payoffs
from set_hands import settled, short, worth

DECKS = (Deck("2345A", "cdh", 1), Deck("234567A", "cd", 1), Deck("2345A", "cdh"))
VARIANTS = ("commission", "ez", "face-up", "tiger-9", "player-bank")


@cache
def priced(deck, variant="commission"):
    game = short(deck, variant=variant)
    found = PricedHands(Payoffs(Plan(game, game.bet("base"))))
    found.count(1)
    return found


def masks(row, *columns):
    return [mask_of(map(parse_card, row[name].split())) for name in columns]


def logged(path):
    lines = [line for line in path.read_text().splitlines() if line[0] != "#"]
    return list(csv.DictReader(lines))


@pytest.mark.slow_after(2)
@pytest.mark.parametrize(
    ("slug", "choices", "way"),
    [
        ("pai-gow-poker", {}, "foxwoods"),
        ("pai-gow-poker", {"way": "trump-plaza", "variant": "ez"}, "trump-plaza"),
        ("pai-gow-poker", {"setting": "house", "variant": "player-bank"}, None),
        ("pai-gow-poker", {"variant": "face-up"}, "foxwoods"),
        ("pai-gow-poker", {"variant": "tiger-9"}, "foxwoods"),
    ],
)
def test_rounds_of_a_way_are_set_and_settled_literally(slug, choices, way, tmp_path):
    """On the whole pack; nothing has to be counted for it."""
    path = tmp_path / "log.csv"
    combin.simulate(slug, path, 60, 5, strategy=way, choices=choices)
    rows = logged(path)
    ways = {"foxwoods": FOXWOODS, "trump-plaza": TRUMP_PLAZA}
    dealers = ways[choices.get("way", "foxwoods")]
    chip = Fraction(1, 20) if choices.get("variant", "player-bank") == "player-bank" else 1
    for row in rows:
        player, front, dealer, dealer_front = masks(
            row, "player", "front", "dealer", "dealer-front"
        )
        for hand, in_front, by in (
            (player, front, ways[way or "foxwoods"]),
            (dealer, dealer_front, dealers),
        ):
            high, low, _ = literal.set_by(by, hand)
            assert in_front & ~hand == 0 and in_front.bit_count() == 2
            assert literal.high_value(cards_of(hand & ~in_front)) == high
            assert literal.low_value(cards_of(in_front)) == low
        outcome, net = settled(
            player, front, dealer, dealer_front, choices.get("variant", "commission")
        )
        assert (row["outcome"], Fraction(row["net"]) * chip) == (outcome, net)
        assert player & dealer == 0 and row["player"].count(" ") == row["dealer"].count(" ") == 6


@pytest.mark.slow
@pytest.mark.parametrize(
    "hand",
    [
        "2c 2d 3c 3d Ad 4c 5c",
        pytest.param("Jk 2c 3c 4c 5c Ac Ad", marks=pytest.mark.slow),
        pytest.param("Jk 2c 2d 2h 3c 4d 5h", marks=pytest.mark.slow),
    ],
)
def test_settings_are_worth_what_every_hand_of_the_dealers_comes_to(hand):
    game, cards = short(), mask_of(map(parse_card, hand.split()))
    found = priced(game.deck)
    every, at_hand = found.every(cards, (0, 0)), found.settings(cards)
    assert at_hand.items() <= every.items() and max(at_hand.values()) == max(every.values())
    fronts = {}
    for high, low, front in literal.settings(cards):
        if not literal.is_foul(high, low):
            fronts.setdefault(front, (high, low))
    for front in list(fronts)[::4]:
        (own,), fouls = made(array("Q", [cards]), [front], False)
        assert not fouls and Fraction(every[own], found.unit) == worth(game, cards, front)


@pytest.mark.parametrize(
    "deck", [DECKS[0], *(pytest.param(deck, marks=pytest.mark.slow) for deck in DECKS[1:])]
)
def test_every_hand_is_found_among_the_classes(deck):
    """A hand that is looked up has the worth that is counted for it alone, whatever its suits."""
    found = priced(deck)
    cards = deck.cards
    for number, dealt in enumerate(combinations(cards, 7)):
        if number % 997 == 0:
            hand = mask_of(dealt)
            every, at_hand = found.every(hand, (0, 0)), found.settings(hand)
            assert at_hand.items() <= every.items(), cards_text(hand)
            best = found.best(hand, (0, 0))
            assert every[best] == max(every.values())
            assert best[1] == max(low for (_, low), value in every.items() if value == every[best])


@pytest.mark.parametrize(
    "variant",
    ["commission", *(pytest.param(one, marks=pytest.mark.slow) for one in VARIANTS[1:])],
)
def test_the_mean_of_many_rounds_is_near_the_exact_value(variant, tmp_path):
    path, sheet = tmp_path / "log.csv", replace(
        games.sheet_of("pai-gow-poker"), slug="short", deck=DECKS[0]
    )  # fmt: skip
    game = sheet.resolve({"variant": variant})
    found = combin.logs.simulate.simulate(subject(game, "base"), str(path), 2000, 7)
    law = found.law()
    away = found.mean - law.expected_value
    assert away**2 * 2000 < 9 * law.variance
    for row in logged(path)[:100]:
        cards = masks(row, "player", "front", "dealer", "dealer-front")
        assert row["outcome"] == settled(*cards, variant)[0]


def test_a_file_with_a_way_plays_and_what_is_no_way_is_refused(tmp_path, refused):
    path = tmp_path / "mine.txt"
    path.write_text(
        "WAY mine\n"
        "  row: groups 2, front singles\n"
        "  row: groups 2 2, front second-pair\n"
        "  row: groups 3, front singles\n"
        "  row: groups 2 2 2, front first-pair\n"
        "  row: groups 3 2, front second-pair\n"
        "  row: groups 4, front singles\n"
        "  row: groups 3 2 2, front second-pair\n"
        "  row: groups 3 3, front first-pair\n"
        "  row: groups 4 2, front second-pair\n"
        "  row: groups 4 3, front second-pair\n"
        "  row: groups 5, front first-pair\n"
        "  row: groups 5 2, front first-pair\n"
        "  row: groups none, front made\n"
        "  row: groups none, front next-singles\n"
    )
    combin.simulate("pai-gow-poker", tmp_path / "log.csv", 5, 1, strategy=str(path))
    assert "# strategy" not in (tmp_path / "log.csv").read_text()
    rounds = ("simulate", "pai-gow-poker", "--rounds", 2, "--strategy")
    refused(*rounds, "foxes", words="is no file and no house way")
    refused(*rounds, "foxwoods", "--set", "setting=house", words="nothing to decide")
