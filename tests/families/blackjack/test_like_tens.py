"""Two tens that are split only if they are of one rank."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from combin.errors import CombinError
from combin.families.blackjack import solve
from combin.families.blackjack.solve import VARIANCE
from houses import ALIKE, compared, house_by

FEW = (1, 0, 0, 0, 2, 2, 0, 0, 0, 7)
FILE = """\
Like tens  (like-tens)
source: rules of the house
cards: 52

TURNS
  dealer: stands on 17, soft 17, shows 2
  double
  split: hands 4, unlike tens no
  natural: pays 1
  ties: lose
"""


@pytest.mark.parametrize("model", ALIKE)
@pytest.mark.parametrize(
    "tens, hands",
    [*(((3, 2, 2), hands) for hands in (2, 3, 4)), ((2, 2, 2, 1), 4), ((24, 24, 24, 24), 4)],
)
def test_splits_and_resplits_agree_with_the_literal_reference(tens, hands, model):
    """The shoe has seven tens: all of those of small packs, or any seven of six packs."""
    assert compared(FEW, house_by(hands=hands, das=False, tens=tens), model) > 90


def test_both_cards_seen_and_free_splits_agree_with_the_literal_reference():
    house = house_by(seen=2, ties="lose", tens=(3, 2, 2), free_splits=frozenset({9}), hands=3)
    assert compared(FEW, house, few=60) > 150


def test_how_many_cards_of_a_pair_s_rank_are_left():
    """All orders of five tens of three ranks: two are the pair, one is gone."""
    tens, seen = "JJJQK", Counter[int]()
    for order in permutations(range(5)):
        first, second, _, *left = (tens[card] for card in order)
        if first == second:
            seen[left.count(first)] += 1
    house = house_by(tens=(3, 1, 1))
    assert house.alike == Fraction(sum(seen.values()), 120)
    found = house.like_tens(2)
    assert found == {like: Fraction(many, sum(seen.values())) for like, many in seen.items()}


@pytest.mark.slow
def test_unlike_tens_are_played_by_their_total():
    whole, tens = (4,) * 9 + (16,), (4,) * 4
    found = solve(whole, house_by(seen=2, tens=tens, ties="lose", natural=Fraction(1)))
    all_ = solve(whole, house_by(seen=2, ties="lose", natural=Fraction(1)))
    pairs = [spot for spot in found.spots if spot.taken == "split" and spot.ranks == (9, 9)]
    assert pairs and found.value < all_.value
    assert found.deals == all_.deals
    for spot in pairs:
        other = found.spot(9, 9, spot.up, unlike=True)
        assert other is not None and other.taken != "split" and "split" not in other.actions
        assert other.cards == "T T unlike" and spot.cards == "T T"
        assert other.deals == 4 * spot.deals  # 12 tens of other ranks, 3 of its own


@pytest.mark.slow
def test_the_variance_is_refused_where_such_tens_are_split():
    house = house_by(seen=2, tens=(4,) * 4, ties="lose", hands=2)
    with pytest.raises(CombinError, match="where tens are split that are alike alone"):
        solve((4,) * 9 + (16,), house, asked=VARIANCE)


@pytest.mark.slow
def test_a_file_of_one_s_own(run, tmp_path):
    path = tmp_path / "like_tens.game"
    path.write_text(FILE)
    assert len(FILE.splitlines()) <= 30
    status, out, _ = run("solve", str(path))
    assert status == 0 and "house edge" in out
    status, out, _ = run("verify", str(path))
    assert status == 0 and "values agree" in out
    assert "unlike tens no" in run("show", str(path))[1]
    chart = run("situations", str(path))[1]
    assert "pair T" in chart and "hard 20" in chart
    assert "T T unlike / 66" in run("advise", str(path), "J Q / 6 6")[1]
    assert "T T / 66" in run("advise", str(path), "J J / 6 6")[1]
    status, _, error = run("simulate", str(path), "--rounds", "5")
    assert status == 2 and "a split of like tens alone are neither dealt nor checked" in error
