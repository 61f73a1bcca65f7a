"""Every result makes a frame, and its columns are what it says of them: words, whole numbers or exact
values with a unit.
"""

from __future__ import annotations

import gc
from fractions import Fraction
from functools import partial

import pytest

import combin
from combin.publishing.publish import Differences, Published
from combin.render.registry import columns
from combin.results import RULES, Result

PHIL, CARDS = "phil-em-up", "Kh Qh Jh 3c"
SHORT = {"ranks": "23A", "suits": "cd"}
ASKED = {
    "show": [partial(combin.show, name) for name in (PHIL, "baccarat", "pai-gow-poker")],
    "solve": [partial(combin.solve, name) for name in (PHIL, "dragon-tiger")],
    "bet": [lambda: combin.solve(PHIL)["base"]],
    "advise": [lambda: combin.advise(PHIL, CARDS), lambda: combin.advise("caribbean-stud", "As Kd Jh 8c 3d / Kc")],
    "plays": [lambda: combin.plays("jacks-or-better", [1, 3])],
    "report": [lambda: combin.report("dragon-tiger")],
    "session": [lambda: combin.session("dragon-tiger", 20)],
    "removal": [partial(combin.removal, "dragon-tiger", ["dragon"])],
    "card_counting": [lambda: combin.card_counting("dragon-tiger", "big", level=1)],
    "protect": [lambda: combin.protect("three-card-poker", {"dealer": 1})],
    "edges": [lambda: combin.edges(PHIL)],
    "situations": [lambda: combin.situations(PHIL)],
    "strategy": [lambda: combin.strategy(PHIL), lambda: combin.strategy(PHIL, ladder=True)],
    "price": [lambda: combin.price(PHIL, "stay")],
    "card": [lambda: combin.card(PHIL)],
    "chart": [partial(combin.chart, PHIL, kind) for kind in ("law", "strategy")],
    "tally": [lambda: combin.tally(PHIL)],
    "formula": [lambda: combin.formula(PHIL)],
    "sweep": [lambda: combin.sweep(PHIL, "flush", 1, 5)],
    "target": [
        lambda: combin.target(PHIL, "5%", "flush"),
        lambda: combin.target(PHIL, "8..10%", "flush"),
        lambda: combin.target(PHIL, "5%", {"flush": (4, 6), "straight": (2, 4)}),
    ],
    "design": [lambda: combin.design(PHIL, {"flush": "8..10"}, edge="8..10%")],
    "vary": [lambda: combin.vary(PHIL)],
    "explain": [lambda: combin.explain(PHIL, "9.14%"), lambda: combin.explain(PHIL, "1/2")],
    "compare": [lambda: combin.compare(combin.load(PHIL), combin.load(PHIL, {"joker": "bug"}))],
    "verify": [partial(combin.verify, "three-card-poker", bets=["pair-plus"], **SHORT)],
    "publish": [lambda: Published("reports", 3), lambda: Differences(1, ("a",), (), ("b",))],
}  # fmt: skip
SEPARATE = {"simulate", "check"}  # whose log is written first
NO_RESULT = {
    "CombinError",
    "game",
    "game_names",
    "load",
    "merge",
    "schema",
    "shard",
}  # or one of those above


def assert_declared(result: Result) -> None:
    frame, said = result.to_frame(), result.columns()
    assert list(frame.columns) == [column.name for column in said]
    assert len({column.name for column in said}) == len(said)
    for column in said:
        values = [value for value in frame[column.name] if value is not None and value == value]
        wanted = (int, Fraction)[column.kind is Fraction :] if column.kind is not str else str
        for value in values:
            assert isinstance(value if column.kind is not int else int(value), wanted), column
            assert column.kind is not int or value == int(value), column
        assert bool(column.unit) == (column.kind is Fraction), column


@pytest.mark.slow
@pytest.mark.parametrize("name", ASKED)
def test_each_result_says_what_its_columns_are(name):
    pytest.importorskip("pandas")
    for ask in ASKED[name]:
        assert_declared(ask())


def test_the_results_of_a_log_say_what_their_columns_are(tmp_path):
    pytest.importorskip("pandas")
    log = tmp_path / "log.csv"
    assert_declared(combin.simulate(PHIL, log, 50, seed=1))
    assert_declared(combin.check(PHIL, log))


def test_every_function_and_every_result_is_here():
    assert set(ASKED) - {"bet"} | SEPARATE | NO_RESULT == set(combin.__all__) - {"Checker"}
    gc.collect()
    kinds = Result.__subclasses__()
    for kind in kinds:
        below = kind.__subclasses__()
        kinds += below
        if kind.__module__.startswith("combin.") and not below:
            assert kind._columns or [*columns(kind.__new__(kind))], kind
    assert all(column.kind is str for column in RULES)


@pytest.mark.slow
def test_effects_of_removal_and_plays_are_numbers():
    """Where names alone do not tell: a rank is a word, a number of plays is whole."""
    pytest.importorskip("pandas")
    effects = combin.removal("dragon-tiger", bets=["big"]).to_frame()
    assert list(effects["rank"])[:2] == ["A", "2"]
    assert isinstance(effects["effect"][0], Fraction)
    plays = combin.plays("jacks-or-better", [1, 3]).to_frame()
    assert list(plays["plays"]) == [1, 3] and isinstance(plays["total"][0], Fraction)
