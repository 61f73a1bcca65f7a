"""What a cut card costs: against small shoes of which every order is dealt until the cut card comes,
against what must hold of any shoe, and beside published simulations.
"""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from functools import cache
from math import perm, prod
from pathlib import Path
from shlex import split

import pytest

import combin
from combin.errors import CombinError
from combin.families.blackjack.cut_card import (
    EffectSums,
    cut_card,
    effects_kept,
    exact_starts,
    first_order_starts,
)
from combin.families.blackjack.house import RANKS, house_of
from combin.families.blackjack.round_cards import round_sum, unit_of
from combin.families.blackjack.rounds import BlackjackTable, Decisions
from combin.families.blackjack.shoe_rounds import CardSums
from combin.families.blackjack.solve import columns_of, gathered
from combin.render.registry import written
from combin.rules.game import Game
from pages import assert_shows, blocks
from small_shoes import game, orders_of

PAGE = Path(__file__).parents[3] / "docs" / "counting-cards.md"
TENS = "T" * 10
# Reduction of the house edge by a continuous shuffler, simulated; in percent, by decks.
PUBLISHED = {1: 0.113, 2: 0.063, 4: 0.034, 5: 0.028, 6: 0.020, 8: 0.014}


def played(rules: Game):
    """Return a game by its chart, and what is done with all hands."""
    shoe, house = tuple(rules.shoe.values()), house_of(rules)
    found = [(column, column.spots()) for column in columns_of(shoe, house, "total")]
    return gathered(shoe, house, "total", [column for column, _ in found]), found


@pytest.mark.parametrize(
    "cards, choices",
    [
        ("99" + TENS, {"splits": "1"}),
        ("9888" + TENS, {"splits": "2"}),
        ("A9" + TENS + "8", {"splits": "2", "aces": "hit"}),
        ("AA9" + TENS, {"splits": "2", "natural": "6-5", "soft17": "hit"}),
        ("A69" + TENS, {"splits": "1", "peek": "no", "surrender": "late"}),
        ("A78" + TENS, {"splits": "1", "peek": "original", "surrender": "early"}),
        ("A86" + TENS, {"splits": "1", "surrender": "early"}),
        ("7888" + TENS, {"splits": "2", "peek": "no"}),
        ("A88" + TENS, {"splits": "2", "peek": "original"}),
        ("AA22" + TENS, {"splits": "2", "charlie": "5", "aces": "hit"}),
    ],
)
def test_every_order_of_a_small_shoe(cards, choices):
    rules = game(cards, **choices)
    found = cut_card(rules)  # as soon as a round must have cards enough
    assert not found.by_effects
    chart, _ = played(rules)
    table = BlackjackTable(Decisions(rules, chart.charts))
    shoe = Counter({rank: count for rank, count in enumerate(rules.shoe.values()) if count})
    begun: Counter[int] = Counter()
    won: Counter[int] = Counter()
    orders = 0
    for order in orders_of(shoe):
        gone, orders = 0, orders + 1
        while len(order) - gone >= found.cut:
            round_ = table.play(order[gone:])
            begun[gone] += 1
            won[gone] += round_.end.net
            gone += round_.used
    assert len(begun) > 1
    for gone, one in found.depths.items():
        assert one.share == Fraction(begun[gone], orders)
        assert one.gain == Fraction(won[gone], orders) * table.chip
    assert found.depths[0].gain == found.value == chart.value
    assert found.whole.share == Fraction(begun.total(), orders)


@cache
def rounds_by_cards(cards: str, **choices: str) -> tuple[Game, dict, Fraction]:
    """Return a game, the cards of a round -> orders and what they win, and the value."""
    rules = game(cards, **choices)
    chart, hands = played(rules)
    keys, rows = round_sum(hands, CardSums(chart.shoe)).read()
    found = {key: (rows[2 * place], rows[2 * place + 1]) for place, key in enumerate(keys)}
    return rules, found, chart.value * unit_of(chart.house)


def counts(key: int) -> list[int]:
    return [key >> 6 * rank & 63 for rank in range(len(RANKS))]


def share(shoe: tuple[int, ...], key: int) -> Fraction:
    """Return how likely one order of some cards is dealt first."""
    dealt = counts(key)
    return Fraction(prod(map(perm, shoe, dealt)), perm(sum(shoe), sum(dealt)))


def test_a_fixed_number_of_rounds_has_the_edge_of_the_first():
    rules, rounds, value = rounds_by_cards("8899" + TENS + "TTTTTT", splits="1")
    shoe = tuple(rules.shoe.values())
    first = [sum(share(shoe, key) * row[part] for key, row in rounds.items()) for part in (0, 1)]
    assert first == [1, value]
    second = sum(
        share(shoe, before + key) * orders * net
        for before, (orders, _) in rounds.items()
        for key, (_, net) in rounds.items()
        if all(map(int.__le__, counts(before + key), shoe))
    )
    assert second == value


def test_first_order_by_the_cards_of_all_rounds():
    rules, rounds, _ = rounds_by_cards("8" * 8 + "9" * 8 + TENS, packs="2", splits="1")
    chart, hands = played(rules)
    shoe, cards = chart.shoe, sum(chart.shoe)
    effects = effects_kept(chart)
    assert sum(map(Fraction.__mul__, effects, map(Fraction, shoe))) == 0
    sums = EffectSums(shoe, effects)
    most = 9
    found = sums.starts(round_sum(hands, sums), most, chart.value)
    begun: Counter[int] = Counter({0: 1})
    for gone in range(most + 1):
        here = {key: ways for key, ways in begun.items() if sum(counts(key)) == gone}
        chance = derived = Fraction(0)
        for key, ways in here.items():
            likely = ways * Fraction(prod(map(pow, shoe, counts(key))), cards**gone)
            chance += likely
            derived += likely * sum(map(Fraction.__mul__, effects, map(Fraction, counts(key))))
            for more, (orders, _) in rounds.items():
                begun[key + more] += ways * orders
        assert found[gone].share == chance
        assert found[gone].gain == chart.value * chance + derived


@pytest.mark.slow
def test_first_order_comes_near_the_exact_cost_of_larger_shoes():
    errors = {}
    for decks in (4, 7):
        chart, hands = played(game(decks * "AAAA6666TTTT", packs=str(decks), splits="1"))
        costs = []
        for ask in (exact_starts, first_order_starts):
            _, starts = ask(chart, hands, 7 * decks)
            rounds, gain = (
                sum(parts) for parts in zip(*((one.share, one.gain) for one in starts.values()))
            )
            costs.append(chart.value - gain / rounds)
        errors[decks] = 1 - costs[1] / costs[0]
    # what is left out is of second order: it falls as the number of decks grows
    assert Fraction(0) < errors[4] < Fraction(1, 4)
    assert abs(errors[7] * 7 / (errors[4] * 4) - 1) < Fraction(1, 20)


@pytest.mark.slow
def test_the_page_and_a_published_simulation():
    found = cut_card(game(packs="6"), 78)
    assert found.by_effects
    assert_shows(blocks(PAGE, "text")[-1], str(found))
    assert abs(100 * found.cost - Fraction(PUBLISHED[6])) < Fraction(2, 1000)


def test_what_is_refused():
    rules = game("99" + TENS, splits="1")
    for asked in ({"tags": {"T": -1}}, {"level": 1}, {"trigger": 1}, {"bet": "insurance"}):
        with pytest.raises(CombinError, match="flat bets go by no count"):
            combin.card_counting(rules, flat=True, **asked)
    with pytest.raises(CombinError, match="behind the cut card"):
        cut_card(rules, 3)
    with pytest.raises(CombinError, match="the cost of a cut card is not available for rules with"):
        combin.card_counting("spanish-21", flat=True)
    with pytest.raises(
        CombinError, match="what a cut card costs is found of blackjack and its kin"
    ):
        combin.card_counting("baccarat", flat=True)


def test_what_is_printed(run):
    found = cut_card(game("99" + TENS, splits="1"), 7)
    text = str(found)
    again = text.splitlines()[-1].removeprefix("Again: combin ")
    assert run(*split(again))[1] == f"{text}\n"
    assert "All figures are exact" in text and "cost of the cut card" in text
    assert " --flat --cut 7 " in text.splitlines()[-1]
    data = json.loads(written(found, "json", name=""))
    assert data["method"] == "exact" and data["cut"] == 7
    assert Fraction(data["cost"]) == found.cost
    assert [row["gone"] for row in data["depths"]] == list(found.depths)
