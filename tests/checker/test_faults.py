"""The broken simulators of tests/tools/faults: a sample of the faults is found."""

from __future__ import annotations

import pytest

from faults.flaws import FLAWS
from faults.games import RIGHT, Table
from faults.measure import FORMS, caught, judge, right_of

NAMES = {kind.__name__: kind for kind in FLAWS}


def test_every_fault_changes_a_right_simulator():
    described = {(kind.slug, kind.__doc__) for kind in FLAWS}
    assert len(described) == len(FLAWS) >= 235
    assert {right_of(kind) for kind in FLAWS} == {*RIGHT}


def test_every_game_of_blackjack_has_faults_of_its_own():
    slugs = {kind.slug for kind in FLAWS if issubclass(kind, Table)}
    assert slugs == {kind.slug for kind in RIGHT if issubclass(kind, Table)}


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in RIGHT if issubclass(kind, Table)])
def test_a_right_simulator_with_splits_fits(kind, tmp_path):
    simulator = kind(2, 1000)
    rows = list(simulator.rows())
    assert any("|" in row["hands"] for row in rows)
    found = [judge(kind).against(form, rows, simulator, tmp_path / "log.csv") for form in FORMS]
    assert found == ["", "", ""]


def test_an_ace_that_is_high():
    """Cards show a fault that no frequency can: the ranks are as likely as before."""
    found = caught(NAMES["TigerAce"], 1, {"cards": 200, "outcomes": 200, "three sigma": 200})
    assert found == {"cards": (50, "impossible: dragon-wins, net +1, 1 staked")}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "most", "by"),
    [
        ("ThreeOrder", 800, "impossible"),
        ("ThreeCardLowBits", 400, "cards, ranks, suits"),
        ("RideWaits", 400, "played: pull-back for let-it-ride"),
        ("BaccaratEight", 1600, "impossible: no card is dealt to banker-3"),
        ("BaccaratSameShoe", 800, "cards of the shoe before"),
        ("DogRaises", 200, "played: raise for stand"),
        ("TigerSuits", 400, "impossible"),
        ("JackSoft", 200, "impossible: the dealer"),
        ("JackNoSpade", 200, "cards drawn"),
        ("JackFive", 400, "scarce cards"),
        ("JackCut", 400, "cards of the shoe before"),
        ("SplitsHard", 400, "impossible: the dealer stands on 17"),
        ("SplitsTwice", 800, "impossible: net"),
        ("ExposureTwenty", 800, "impossible: "),
        ("FreeBetLost", 800, "impossible: "),
        pytest.param("TwoHandsNatural", 800, "impossible: ", marks=pytest.mark.whole),
        pytest.param("TwoHandsBust", 200, "impossible: ", marks=pytest.mark.whole),
        pytest.param("TwoHandsKeeps", 200, "played: keep for switch", marks=pytest.mark.whole),
        pytest.param("PaiGowSplits", 400, "foxwoods puts", marks=pytest.mark.whole),
    ],
)
def test_a_fault_is_found(name, most, by):
    found = caught(NAMES[name], 1, {"cards": most})
    assert by in found["cards"][1]
