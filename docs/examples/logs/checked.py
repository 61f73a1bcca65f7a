"""Three ways to check a simulator from Python: whole, while it runs, and in a test of pytest."""

import random

import combin

NETS = {40: 48, 30: 52, 6: 720, 4: 1096, 1: 3744, -1: 16440}  # of pair plus: net -> hands
DICE = random.Random(1)


def play(rounds):
    """Yield rounds of pair plus; a simulator stands here."""
    for net in DICE.choices(list(NETS), list(NETS.values()), k=rounds):
        yield {"net": net}


verdict = combin.check("three-card-poker", play(20_000), {"pair-plus": 1}, bet="pair-plus")
found = verdict.fits, verdict.impossible, verdict.tests

checker = combin.Checker("three-card-poker", {"pair-plus": 1}, bet="pair-plus")
for _ in range(10):
    checker.add(play(1_000))
    if not checker.verdict(always_valid=True).fits:
        break


def test_pair_plus(assert_fits):
    assert_fits("three-card-poker", play(20_000), choices={"pair-plus": 1}, bet="pair-plus")
