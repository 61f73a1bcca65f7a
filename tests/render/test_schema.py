"""The JSON of every result is what its schema says, and its numbers are its exact values."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from functools import partial

import pytest

import combin
from combin.errors import CombinError
from combin.families.blackjack.letters import LetterChart
from combin.questions.priced import Mistake, Priced
from combin.render.number import double
from combin.render.registry import WRITERS, json_schema, shape_of
from combin.rules.house_ways import FOXWOODS
from combin.solving.result import BetResult
from declared import assert_as_declared, faults
from matrix import FAMILIES, as_shipped, few_ranks
from two_hands import four_ranks


def a_chart():
    """Return the price of a chart with a wrong cell, which nobody counted."""
    figures = {"expected_value": Fraction(-1, 100), "average_wager": Fraction(9, 8)}
    chart = LetterChart([("hard 17", ("H",))], ("5",), "mine.txt")
    wrong = Mistake("hard 17 / 5", "H", "S", Fraction(1, 300))
    result = BetResult("base", "bet", 0, (), model="total", figures=figures)
    best = Fraction(-1, 150)
    return Priced(combin.load("blackjack"), chart, result, best, (wrong,), by_cards=Fraction(0))


PHIL, THREE, RED, TIGER = "phil-em-up", "three-card-poker", "red-dog", "dragon-tiger"
BLACKJACK = partial(combin.game, few_ranks("blackjack", "56TA"), splits=1)
SHORT = {"ranks": "23A", "suits": "cd"}
TALLY, DRAW = FAMILIES["tallies"].sheet, FAMILIES["draws"].sheet  # on short decks
FLUSH = {"flush": (4, 6), "straight": (2, 4)}
BOTH = {"flush": (8, 9), "straight": (6, 7)}
# Each kind of result, beside what test_matrix.py asks of a short game of each family.
ASKED = {
    "Advice": [
        lambda: combin.advise(PHIL, "Kh Qh Jh 3c"),
        lambda: combin.advise(THREE, "Qh Jh Th", bet="pair-plus"),
        lambda: combin.advise("jacks-or-better", "As Kd Qd Jd 8c"),
        lambda: BLACKJACK().advise("T 6 / T"),
        lambda: BLACKJACK().advise("A T / 6"),
        lambda: BLACKJACK().advise("5 6 5 / A"),
    ],
    "AimRange": [
        partial(combin.target, PHIL, edge, "flush") for edge in ("8..10%", "..9%", "90..95%")
    ],
    "Aim": [partial(combin.target, PHIL, edge, "flush") for edge in ("5%", "9/10")],
    "BetResult": [lambda: combin.solve(PHIL)["base"]],
    "BettingSpread": [
        lambda: BLACKJACK().card_counting(trigger=1),
        lambda: BLACKJACK().card_counting(spread="1-8", bankroll=100, tags={"56": 2, "TA": -1}, start=-3),
        lambda: combin.card_counting(few_ranks("blackjack", "56TA"), flat=True, choices={"splits": "1"}),
    ],
    "CardCounting": [
        lambda: combin.card_counting(TIGER, "big", level=1),
        lambda: BLACKJACK().card_counting(bet="insurance"),
    ],
    "Comparisons": [
        lambda: combin.compare(combin.load(PHIL), combin.load(PHIL, {"joker": "bug"})),
    ],
    "Design": [
        lambda: combin.design(TALLY, {"ante-bonus.straight": "1..9"}, edge="..99%", limit=2),
        lambda: combin.design(THREE, {"straight": (4, 6)}, bet="pair-plus", deviation="..3"),
    ],
    "Explanation": [
        lambda: combin.explain(TALLY, str(combin.solve(TALLY)["base"].house_edge)),
        lambda: combin.explain(TALLY, "1/2"),
    ],
    "Edges": [],
    "Formula": [lambda: combin.formula(PHIL), lambda: combin.formula(THREE, free=["ante-bonus.straight"])],
    "Game": [partial(combin.show, name) for name in (PHIL, THREE, "baccarat", "blackjack")],
    "PayPoints": [],
    "Plays": [lambda: combin.plays(DRAW, [1, 3])],
    "GameReport": [lambda: combin.report(DRAW, bets=["base"])],
    "Session": [lambda: combin.session(DRAW, 20), lambda: combin.session(DRAW, 20, 2, 9, 20, won=-3)],
    "Priced": [
        lambda: combin.price(PHIL, "stay"),
        lambda: combin.price(THREE, "play"),
        lambda: Priced(combin.load(PHIL), FOXWOODS, combin.solve(PHIL)["base"], Fraction(0)),
        lambda: a_chart(),
    ],
    "Protection": [
        lambda: combin.protect(THREE, {"dealer": 1}),
        lambda: combin.protect(THREE, {"dealer": 1, "others": [5]}, sample=50),
    ],
    "Recommended": [
        lambda: combin.strategy(TALLY, ladder=True),
        lambda: combin.strategy(four_ranks(), {"splits": "1"}),
    ],
    "Removals": [lambda: combin.removal(TIGER, ["dragon"])],
    "Simulated": [],
    "Situations": [
        lambda: combin.situations(four_ranks(), {"splits": "1"}),
    ],
    "Solution": [partial(combin.solve, game) for game in (PHIL, THREE, TIGER)],
    "Sweep": [lambda: combin.sweep(PHIL, "flush", 1, 5)],
    "Variations": [lambda: combin.vary(PHIL)],
    "Verdict": [],
    "Verified": [partial(combin.verify, THREE, bets=["pair-plus"], **SHORT)],
}  # fmt: skip


def test_every_result_has_a_shape():
    assert set(WRITERS) == set(ASKED) and all(map(shape_of, WRITERS))


@pytest.mark.parametrize("kind", ASKED)
def test_the_json_of_a_result_is_what_its_schema_says(kind):
    with as_shipped():
        for ask in ASKED[kind]:
            result = ask()
            assert type(result).__name__ == kind
            assert_as_declared(result)


@pytest.mark.whole
@pytest.mark.slow
def test_the_json_of_what_is_priced_at_some_pays():
    assert_as_declared(combin.sweep("casino-holdem", "ante.flush", 2, 3))


@pytest.mark.whole_after(1)
@pytest.mark.slow_after(1)
@pytest.mark.parametrize("slug", [PHIL, "blackjack"])
def test_the_json_of_a_log_and_of_its_verdict(slug, tmp_path):
    path = tmp_path / "log.csv"
    assert_as_declared(combin.simulate(slug, path, 50, seed=1))
    assert_as_declared(combin.check(slug, path))
    text = path.read_text().splitlines()
    at = next(place for place, line in enumerate(text) if not line.startswith("#")) + 1
    path.write_text("\n".join([*text[:at], re.sub(r"[^,]+$", "77", text[at]), *text[at + 1 :]]))
    wrong = combin.check(slug, path)
    assert not wrong.fits
    assert_as_declared(wrong)


@pytest.mark.whole
@pytest.mark.slow
def test_the_json_of_a_chart(tmp_path):
    chart = str(combin.situations("blackjack", {"packs": 1}))
    assert_as_declared(combin.price("blackjack", chart, {"packs": 1}))


def test_what_is_not_as_declared_is_found():
    data = combin.solve(PHIL).to_dict()
    schema = json_schema("solve", ["Solution"])

    def found(**changed):
        return [*faults(schema["anyOf"][0], data | changed, schema["$defs"])]

    bet = data["bets"]["base"]
    assert not found()
    assert found(bets={"base": bet | {"house_edge": 1}})
    assert found(bets={"base": bet | {"house_edge": "9.1 %"}})
    assert found(bets={"base": {key: bet[key] for key in bet if key != "deals"}})
    assert found(other="1") and found(choices=[])


def test_the_schema_of_a_question(run):
    status, out, _ = run("schema", "solve")
    assert status == 0 and json.loads(out) == combin.schema("solve")
    assert [one["title"] for one in combin.schema("solve")["anyOf"]] == [
        "Solution",
    ]
    assert combin.schema("count")["anyOf"] == combin.schema("card_counting")["anyOf"]
    for question in ("chart", "nothing", "_game"):
        with pytest.raises(
            CombinError, match=f"{question} is no question that is answered in JSON"
        ):
            combin.schema(question)
    assert run("schema", "chart")[0] == 2
    with pytest.raises(CombinError, match="did you mean 'solve'"):
        combin.schema("slove")


def test_numbers_have_the_digits_that_tell_doubles_apart():
    assert [double(value) for value in (Fraction(1, 3), Fraction(-1, 4), Fraction(1, 3 * 10**20), 10**30)] == [
        "0.33333333333333333", "-0.25", "0.0000000000000000000033333333333333333", str(10**30),
    ]  # fmt: skip
    assert double(Fraction(10**20 - 1, 10**20)) == "1" and double("7/2") == "3.5"
