"""Playing efficiency to first order, against all sets of cards gone listed one by one."""

from __future__ import annotations

import random
from collections import defaultdict
from fractions import Fraction
from itertools import combinations

import pytest

from combin.families.blackjack.efficiency import (
    StrategyVariation,
    counted_gain,
    full_gain,
    playing_efficiency,
)
from combin.families.blackjack.play_counting import play_counting
from combin.games import sheet_of

COPIES = {"A": 2, "5": 3, "6": 2, "9": 1, "T": 4}


def variation(seed: int) -> StrategyVariation:
    rng = random.Random(seed)
    effects = {rank: Fraction(rng.randint(-9, 9), rng.randint(40, 90)) for rank in COPIES}
    return StrategyVariation(
        Fraction(1, rng.randint(5, 50)), Fraction(rng.randint(-9, 9), 60), effects
    )


def listed(one: StrategyVariation, tags: dict[str, int], gone: int) -> tuple[Fraction, Fraction]:
    """Return what is won by the count, and by all cards gone, card by card."""
    cards = [rank for rank, count in COPIES.items() for _ in range(count)]
    mean = sum(one.effects[rank] for rank in cards) / len(cards)
    by_count, sets = defaultdict(list), []
    for some in combinations(cards, gone):
        more = sum(one.effects[rank] - mean for rank in some)
        gain = one.gain + Fraction(len(cards) - 1, len(cards) - gone) * more
        sets.append(gain)
        by_count[sum(tags[rank] for rank in some)].append(gain)
    before = max(one.gain, Fraction(0))
    counted = sum(max(Fraction(0), sum(gains)) for gains in by_count.values())
    full = sum(max(Fraction(0), gain) for gain in sets)
    return counted / len(sets) - before, full / len(sets) - before


@pytest.mark.slow_after(3)
@pytest.mark.parametrize("seed", range(12))
def test_gains_are_those_of_all_sets_of_cards_gone(seed):
    tags = {"A": -1, "5": 2, "6": 1, "9": 0, "T": -1}
    some = [variation(seed), variation(seed + 100)]
    for gone in (0, 1, 4, 6, 11):
        found = [
            (counted_gain(one, tags, COPIES, gone), full_gain(one, COPIES, gone)) for one in some
        ]
        assert found == [listed(one, tags, gone) for one in some]
        counted, full = (
            sum(one.chance * gains[at] for one, gains in zip(some, found)) for at in (0, 1)
        )
        efficiency = playing_efficiency(some, tags, COPIES, gone)
        assert efficiency == (counted / full if full else None)
        assert efficiency is None or 0 <= efficiency <= 1


def test_a_count_that_says_all_wins_all_and_one_that_says_nothing_wins_nothing():
    tags = {"A": -4, "5": 3, "6": 2, "9": 1, "T": -1}
    one = StrategyVariation(
        Fraction(1, 9), Fraction(-1, 50), {r: Fraction(t, 70) for r, t in tags.items()}
    )
    assert playing_efficiency([one], tags, COPIES, 6) == 1
    assert playing_efficiency([one], dict.fromkeys(tags, 0), COPIES, 6) == 0


def test_six_decks_have_too_many_sets():
    copies = dict.fromkeys("A23456789", 24) | {"T": 96}
    one = StrategyVariation(Fraction(1), Fraction(0), dict.fromkeys(copies, Fraction(0)))
    assert playing_efficiency([one], dict.fromkeys(copies, 0), copies, 156) is None


@pytest.mark.whole
@pytest.mark.slow
def test_hi_lo_has_a_playing_efficiency_with_one_deck():
    sheet = sheet_of("blackjack")
    assert sheet is not None
    found = play_counting(sheet.resolve({"packs": "1", "splits": "1"}))
    assert found.play.gone == 26 and found.play.efficiency is not None
    assert 0 < found.play.efficiency < 1
