"""The oracles against their goldens, against closed forms and against what others have published;
none of combin runs here.
"""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb

import pytest

pytest.importorskip("numpy")
pytest.importorskip("eval7")

import numpy as np

from combin.dossier.published import published
from oracles import (
    caribbean_stud,
    figures,
    hot_poker_spot,
    let_it_ride,
    mississippi_stud,
    phil_em_up,
    three_card_poker,
)
from oracles.best_of import best_five
from oracles.common import NAMES, family, lines, three
from oracles.regenerate import ENTRIES, GOLDENS, golden
from oracles.starting_hands import holes, with_three
from sizes import on_demand

HAND_SAMPLE = ("AA", "JTs", "T9o", "72o")


def stored(game: str) -> dict:
    return json.loads((GOLDENS / f"{game}.json").read_text())


# --- Closed forms ------------------------------------------------------------------------------


@pytest.mark.whole
def test_five_card_hands():
    counts = dict(zip(NAMES, np.bincount(family(), minlength=10).tolist()))
    assert counts == best_five(5)
    assert counts["four-of-a-kind"] == 13 * 48
    assert counts["full-house"] == 13 * comb(4, 3) * 12 * comb(4, 2)
    assert counts["flush"] == 4 * (comb(13, 5) - 10)
    assert counts["straight"] == 10 * (4**5 - 4)
    assert counts["high-card"] == (comb(13, 5) - 10) * (4**5 - 4)


def test_three_card_hands():
    assert three_card_poker.histogram() == {
        "suited-ace-king-queen": 4, "straight-flush": 44, "three-of-a-kind": 52, "straight": 720, "flush": 1096, "pair": 3744,
        "high-card": 16440,
    }  # fmt: skip
    assert len(three()) == comb(52, 3)


@pytest.mark.slow
@pytest.mark.parametrize("hand", published("best_five_of"), ids=lambda hand: hand["cards"])
def test_best_five_of(hand):
    found = best_five(int(hand["cards"]))
    assert sum(found.values()) == comb(52, int(hand["cards"]))
    assert {name: str(found[name]) for name in hand["counts"]} == hand["counts"]


@pytest.mark.slow
def test_royal_flush_of_eight():
    assert best_five(8)["royal-flush"] == 4 * comb(47, 3)


@pytest.mark.slow
def test_every_five_card_hand_is_some_hole_and_three():
    """Each five-card hand splits into two and three in ten ways."""
    schedule = tuple((name, place, 0) for place, name in reversed(list(enumerate(NAMES))))
    total = np.zeros(10, dtype=np.int64)
    for _, first, second, weight in holes():
        total += weight * np.bincount(with_three(first, second, schedule), minlength=10)
    assert total.tolist() == (10 * np.bincount(lines(list(schedule)), minlength=10)).tolist()


@pytest.mark.whole
def test_hot_poker_spot_closed_forms():
    """A royal flush with both hole cards, and four of a kind: a pair and two more, or one card and
    three more.
    """
    counts = {line: count for (_, line, _, _), count in hot_poker_spot.always_stay().items()}
    assert counts["royal-flush"] == 4 * comb(5, 2) * comb(47, 2)
    assert counts["four-of-a-kind"] == 78 * comb(48, 3) + (1326 - 78) * 2 * comb(47, 2)
    assert sum(counts.values()) == comb(52, 2) * comb(50, 5)


@pytest.mark.whole
@pytest.mark.slow
def test_staying_for_nothing_is_always_staying():
    first, second = next((first, second) for name, first, second, _ in holes() if name == "JTs")
    value, ends, _ = hot_poker_spot.play_hand(first, second, Fraction(0), False, "1")
    assert value == hot_poker_spot.hand_values()["JTs"]
    assert sum(ends.values()) == comb(50, 3) * 47 * 46


@pytest.mark.whole
def test_exact_ties():
    assert let_it_ride.solve()[1:] == (0, 2268)
    assert [phil_em_up.solve(reading)[1] for reading in phil_em_up.READINGS] == [0, 0, 0]
    assert caribbean_stud.solve()[1] == 0


# --- Goldens -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    on_demand(
        (game for game in ENTRIES if game != "hot-poker-spot"),
        ["criss-cross-poker", "dakota-duel-draw"],
    ),
)
def test_goldens_are_what_the_oracles_say(game):
    results = stored(game)["results"]
    entries = list(ENTRIES[game]())
    assert len(entries) == len(results)
    for entry, result in zip(ENTRIES[game](), results):
        assert golden(entry[0], entry[1], entry[2]()) == result


@pytest.mark.whole
@pytest.mark.slow
@pytest.mark.parametrize("option", ("1", "2"))
def test_hot_poker_spot_always_staying(option):
    result = next(
        r for r in stored("hot-poker-spot")["results"] if r["choices"] == {"option": option}
    )
    assert golden({"option": option}, "base", hot_poker_spot.always_stay(option)) == result
    values = stored("hot-poker-spot")["hands"][f"option {option}"]
    assert {
        hand: str(value) for hand, value in hot_poker_spot.hand_values(option).items()
    } == values


@pytest.mark.slow
@pytest.mark.parametrize("cost, heads_up", hot_poker_spot.PRICES, ids=str)
def test_hot_poker_spot_at_a_price(cost, heads_up):
    """Every hand takes 11 s, so a few are played again, and the whole is the mean of the stored
    hands.
    """
    values = stored("hot-poker-spot")["hands"][f"cost {cost}{', heads-up' * heads_up}"]
    for name, first, second, _ in holes():
        if name in HAND_SAMPLE:
            assert (
                str(hot_poker_spot.play_hand(first, second, cost, heads_up, "1")[0]) == values[name]
            )
    choices = {"cost": str(cost), "variant": "heads-up" if heads_up else "table"}
    result = next(r for r in stored("hot-poker-spot")["results"] if r["choices"] == choices)
    assert sum(
        Fraction(values[name]) * weight for name, _, _, weight in holes()
    ) / 1326 == Fraction(result["expected_value"])


# --- Published figures -------------------------------------------------------------------------

STRATEGIES = {
    "raise everything": lambda: caribbean_stud.holds(0),
    "pair or better": lambda: caribbean_stud.holds(caribbean_stud.PAIR),
    "ace-king or better": lambda: caribbean_stud.holds(caribbean_stud.ACE_KING),
    "ace-king-jack-8-3 or better": lambda: caribbean_stud.holds(
        caribbean_stud.value_of("Ac Kd Jc 8d 3c")
    ),
    "matching rank": caribbean_stud.matching_rank,
    "three rules of thumb": caribbean_stud.rules_of_thumb,
}
QUEEN = 10 * 256


def tally_of(figure: dict):
    """Return the oracle's tally for a published figure."""
    choices = figure.get("choices", {})
    pays = tuple(
        (name.rpartition(".")[2], Fraction(pay)) for name, pay in figure.get("pays", {}).items()
    )
    larger = figure.get("ties") == "larger stake"
    table = next(iter(choices.values()), "1")
    match figure["game"], figure["bet"]:
        case "phil-em-up", _:
            return phil_em_up.solve(table, pays)[0]
        case "caribbean-stud", "base":
            return caribbean_stud.solve(table)[0]
        case "caribbean-stud", _:
            return caribbean_stud.progressive(table, new_pays=pays)
        case "three-card-poker", "base":
            return three_card_poker.base(table)[0]
        case "three-card-poker", "pair-plus":
            return three_card_poker.pair_plus(table, choices.get("suited-ace-king-queen", "none"))
        case "three-card-poker", _:
            return three_card_poker.six_card_bonus(table)
        case "let-it-ride", "base":
            return let_it_ride.solve(table, larger)[0]
        case "let-it-ride", _:
            return let_it_ride.three_card_bonus(pays)
        case "mississippi-stud", _:
            return mississippi_stud.solve(int(table), larger)[0]
    raise KeyError(figure["game"])


def under_fixed_strategy(figure: dict) -> Fraction:
    if figure["game"] == "caribbean-stud":
        total, wager = caribbean_stud.fixed(STRATEGIES[figure["strategy"]]())
        share = Fraction(-100 * total, figures.ALL_CARIBBEAN_DEALS)
        by_measure = {
            "total_net": Fraction(total),
            "house_edge_percent": share,
            "element_of_risk_percent": share / wager,
        }
        return by_measure[figure["measure"]]
    if figure["measure"].startswith("best_value_of_queen_6_"):
        hand = QUEEN + 4 * 16 + int(figure["measure"][-1]) - 2
        return Fraction(int(three_card_poker.play_values()[three() == hand].max()), 18_424)
    return -100 * three_card_poker.fixed(
        QUEEN if figure["strategy"] == "queen high or better" else 0
    )


# The other games have no oracle at full size: their figures are held against combin alone, in
# tests/exactness/test_goldens.py.
WITH_ORACLE = [
    figure for figure in published("figures") if (GOLDENS / f"{figure['game']}.json").exists()
]


@pytest.mark.whole
@pytest.mark.slow
@pytest.mark.parametrize("figure", WITH_ORACLE, ids=figures.label)
def test_published_figures(figure):
    if "strategy" in figure:
        exact = under_fixed_strategy(figure)
    else:
        exact = figures.measure(figure["measure"], tally_of(figure))
    if "disagrees" in figure:
        assert not figures.agrees(figure["measure"], exact, figure["printed"])
        assert figures.agrees(figure["measure"], exact, figure["exact"])
    else:
        assert figures.agrees(figure["measure"], exact, figure["printed"])


@pytest.mark.slow
@pytest.mark.parametrize("table", published("outcomes"), ids=figures.label)
def test_published_outcomes(table):
    counts = figures.by_line(tally_of(table))
    assert counts == {
        (tuple(actions.split()), line): int(count) for actions, line, count in table["rows"]
    }
