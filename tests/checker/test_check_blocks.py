"""Sums of blocks, and odd and even rounds: literal counts, exact moments, and rounds that are
chosen.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest

import combin
from checking import best, checked
from combin.checker import blocks, chances
from combin.checker.blocks import block_tests, moments, squared_distances, squares_moments
from combin.logs import frequencies, query
from combin.logs.frequencies import BLOCK, Blocks, Flow
from faults.flaws import FLAWS
from faults.measure import caught

SCORES = {"a": -3, "b": 0, "c": 5}


def flow_of(letters: str, parts: tuple[int, ...]) -> Blocks:
    """Return the blocks of a sequence that is read in parts."""
    flow, codes, at = Flow(), ["abc".index(letter) for letter in letters], 0
    for size in (*parts, len(codes)):
        flow.take(codes[at : at + size])
        at += size
    assert flow.copy().blocks == flow.blocks
    return flow.blocks.called("abc")


@pytest.mark.parametrize("parts", [(), (1, 200, 57), (128, 128), (500,)])
def test_blocks_are_those_of_a_literal_count(parts):
    dice = Random(5)
    letters = "".join(dice.choice("aabc") for _ in range(700))
    found = flow_of(letters, parts)
    whole = [letters[start : start + BLOCK] for start in range(0, 640, BLOCK)]
    assert (found.number, found.counts) == (5, Counter(letters[:640]))
    assert found.second == Counter(letters[1:640:2])
    mean = Fraction(2, 7)
    sums = [sum(SCORES[letter] for letter in block) for block in whole]
    squares = sum((one - BLOCK * mean) ** 2 for one in sums)
    assert squared_distances(found, SCORES, mean) == squares


def test_no_more_blocks_than_are_asked_for(monkeypatch):
    monkeypatch.setattr(frequencies, "MOST_BLOCKS", 3)
    letters = "abc" * 300
    assert flow_of(letters, (130, 400)) == flow_of(letters[: 3 * BLOCK], ())


def test_a_parquet_file_has_the_same_blocks(tmp_path):
    duckdb = pytest.importorskip("duckdb")
    letters = "".join(Random(6).choice("abc") for _ in range(700))
    path = str(tmp_path / "log.parquet")
    rows = ", ".join(f"('{letter}')" for letter in letters)
    duckdb.connect().execute(f"COPY (SELECT * FROM (VALUES {rows}) AS t(outcome)) TO '{path}'")
    for most in (3, 100):
        found = Blocks(*query.blocks(path, "outcome", BLOCK, most))
        assert found == flow_of(letters[: min(most, 5) * BLOCK], ())


def test_the_moments_of_a_block_are_those_of_all_its_sequences(monkeypatch):
    monkeypatch.setattr(blocks, "BLOCK", 3)
    law = {-3: Fraction(1, 2), 0: Fraction(1, 3), 5: Fraction(1, 6)}
    mean = sum(score * chance for score, chance in law.items())
    first = second = Fraction(0)
    for scores in product(law, repeat=3):
        chance = law[scores[0]] * law[scores[1]] * law[scores[2]]
        squared = (sum(scores) - 3 * mean) ** 2
        first, second = first + chance * squared, second + chance * squared**2
    assert squares_moments(moments(law)) == (first, second - first**2)


def test_gamma_tails_are_those_of_scipy():
    stats = pytest.importorskip("scipy.stats")
    for shape in (Fraction(1, 3), Fraction(40), Fraction(2001, 2)):
        for share in (Fraction(1, 2), Fraction(1), Fraction(3, 2)):
            value = shape * share
            above, below = (
                tail(2 * value, 2 * shape)
                for tail in (chances.chi_square_tail, chances.chi_square_below)
            )
            assert float(above) == pytest.approx(
                stats.gamma.sf(float(value), float(shape)), rel=1e-9
            )
            assert float(below) == pytest.approx(
                stats.gamma.cdf(float(value), float(shape)), rel=1e-9
            )


def test_even_rounds_that_win_more():
    """The z of two means whose variance is that of the law."""
    law = {-1: Fraction(1, 2), 1: Fraction(1, 2)}
    values = {"a": -1, "b": 1, "c": 0}
    found = flow_of("ab" * 64 * 20, ())
    sums, parity = block_tests(found, values, law)
    assert parity.statistic == chances.root(Fraction(4 * 1280, 2)) and not parity.within
    assert sums.statistic == 0 and not sums.within
    assert not list(block_tests(flow_of("ab" * 64 * 19, ()), values, law))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "test"),
    [("ThreeCardPicksMiddle", "sums of blocks"), ("ThreeCardTurns", "odd and even rounds")],
)
def test_rounds_that_are_chosen_are_found(name, test):
    (kind,) = (kind for kind in FLAWS if kind.__name__ == name)
    assert test in caught(kind, 1, {"outcomes": 25_600})["outcomes"][1]


@pytest.mark.slow
def test_right_logs_stray_as_seldom_as_they_ought_to(tmp_path):
    """The sums of the blocks of 60 logs: how often they are beyond one in ten."""
    beyond, path = Counter[str](), tmp_path / "log.csv"
    for seed in range(60):
        combin.simulate("three-card-poker", path, 3000, seed=seed, form="outcome")
        for test in checked(best("three-card-poker"), path).tests:
            beyond[test.name] += test.chance < Fraction(1, 10)
    assert all(beyond[name] <= 15 for name in ("sums of blocks", "odd and even rounds"))
