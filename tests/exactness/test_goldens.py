"""combin at full size against the stored answers of the oracles and against published figures;
nothing here is approximate.
"""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from math import comb

import pytest

import combin
from combin.dossier.published import published
from combin.games import FORMER, names
from oracles import figures
from sizes import LARGE, sized

GAMES = sorted(path.stem for path in figures.GOLDENS.glob("*.json"))
CASES = [
    (game, result)
    for game in GAMES
    for result in json.loads((figures.GOLDENS / f"{game}.json").read_text())["results"]
]

AT_SIZE = [
    pytest.param(case, marks=pytest.mark.whole) if case[0] in LARGE else case for case in CASES
]


def name(case) -> str:
    return " ".join([case[0], case[1]["bet"], *case[1]["choices"].values()])


@cache
def solved(
    game: str, key: str, choices: tuple[tuple[str, str], ...], pays: tuple[tuple[str, str], ...]
):
    return combin.solve(game, dict(choices), dict(pays), [key])


def bet_of(game: str, key: str, choices: dict[str, str], pays: dict[str, str] | None = None):
    return solved(game, key, tuple(choices.items()), tuple((pays or {}).items())).bets[key]


def outcomes_of(bet) -> dict:
    """Return (actions, outcome, net, staked) -> deals."""
    outcomes = {(o.actions, o.outcome, o.net, o.staked): o.combinations for o in bet.outcomes}
    assert len(outcomes) == len(bet.outcomes)
    return outcomes


def stored_outcomes(result: dict) -> dict:
    return {
        (tuple(actions.split()), outcome, Fraction(net), Fraction(staked)): int(count)
        for actions, outcome, net, staked, count in result["outcomes"]
    }


# --- Goldens -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("case", AT_SIZE, ids=name)
def test_outcomes(case):
    """Every outcome is as frequent as the oracle says. Deals are compared up to a common factor."""
    game, result = case
    bet = bet_of(game, result["bet"], result["choices"])
    factor = Fraction(bet.deals, int(result["deals"]))
    assert factor.denominator == 1
    assert outcomes_of(bet) == {
        outcome: count * factor for outcome, count in stored_outcomes(result).items()
    }


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("case", AT_SIZE, ids=name)
def test_measures(case):
    game, result = case
    bet = bet_of(game, result["bet"], result["choices"])
    value, wager = Fraction(result["expected_value"]), Fraction(result["average_wager"])
    assert isinstance(bet.deals, int)
    measures = (
        bet.expected_value,
        bet.house_edge,
        bet.element_of_risk,
        bet.variance,
        bet.hit_frequency,
        bet.net_win_frequency,
        bet.average_wager,
    )
    assert {type(measure) for measure in measures} == {Fraction}
    assert bet.expected_value == value
    assert bet.house_edge == -value
    assert bet.average_wager == wager
    assert bet.element_of_risk == -value / wager
    assert bet.variance == Fraction(result["variance"])
    assert bet.net_win_frequency == Fraction(result["net_win_frequency"])


@pytest.mark.slow
@pytest.mark.parametrize("game", sized(GAMES))
def test_a_game_without_settings_is_the_first_golden(game):
    """The defaults are the readings and paytables that the goldens list first."""
    first = next(result for stem, result in CASES if stem == game)
    assert bet_of(game, "base", {}).expected_value == Fraction(first["expected_value"])


# --- Closed forms ------------------------------------------------------------------------------


def counts_of(bet) -> dict[str, int]:
    return {o.outcome: o.combinations for o in bet.outcomes}


def test_five_card_hands():
    """The progressive bet is settled on the player's five cards."""
    bet = bet_of("caribbean-stud", "progressive", {})
    hands = published("best_five_of")[0]["counts"]
    paid = {line: Fraction(count, bet.deals) for line, count in counts_of(bet).items()}
    for line in ("royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush"):
        assert paid[line] == Fraction(int(hands[line]), comb(52, 5))


def test_three_card_hands():
    bet = bet_of("three-card-poker", "pair-plus", {"suited-ace-king-queen": "50"})
    share = {
        line: count * comb(52, 3) / Fraction(bet.deals) for line, count in counts_of(bet).items()
    }
    assert share == {
        "suited-ace-king-queen": 4, "straight-flush": 44, "three-of-a-kind": 52, "straight": 720, "flush": 1096, "pair": 3744,
        "less": 16440,
    }  # fmt: skip


@pytest.mark.slow
def test_royal_flushes():
    """Of six cards, of eight, and of both hole cards with three of five more."""
    six = bet_of("three-card-poker", "six-card-bonus", {})
    eight = bet_of("dakota-duel-draw", "big-8", {})
    spot = bet_of("hot-poker-spot", "base", {})
    assert Fraction(counts_of(six)["royal-flush"], six.deals) == Fraction(4 * 47, comb(52, 6))
    assert Fraction(counts_of(eight)["royal-flush"], eight.deals) == Fraction(
        4 * comb(47, 3), comb(52, 8)
    )
    both_hole_cards = Fraction(4 * comb(5, 2) * comb(47, 2), comb(52, 2) * comb(50, 5))
    assert Fraction(counts_of(spot)["royal-flush"], spot.deals) == both_hole_cards


def test_progressive_breaks_even_where_the_closed_form_says():
    """4 royal flushes take the meter, 36 straight flushes a tenth; for table 1 the rest is 100, 75
    and 50, for 1.
    """
    fixed = 100 * 624 + 75 * 3744 + 50 * 5108
    meter = (comb(52, 5) - fixed) / Fraction(76, 10)
    assert (
        bet_of(
            "caribbean-stud", "progressive", {}, {"progressive.meter": str(meter)}
        ).expected_value
        == 0
    )


@pytest.mark.slow
def test_ties():
    """In Let It Ride 2,268 sets of four cards make bet 2 worth nothing, whichever of the four came
    last.
    """
    (tie,) = bet_of("let-it-ride", "base", {}).ties
    assert (tie.decision, tie.deals) == ("bet 2", 2268 * 4 * 48)


@pytest.mark.slow_after(2)
@pytest.mark.parametrize(
    "game", ["phil-em-up", "three-card-poker", "dakota-duel-draw", "caribbean-stud"]
)
def test_no_two_actions_are_worth_the_same(game):
    assert bet_of(game, "base", {}).ties == ()


# --- Published figures -------------------------------------------------------------------------

FIGURES = [f for f in published("figures") if "strategy" not in f and "ties" not in f]


# No figure of these was found anywhere: rules as proposed, or pays that nobody has published.
UNPUBLISHED = {"criss-cross-poker", "dakota-duel-draw", "flushes-gone-wild", "hot-poker-spot"}


def test_every_game_is_compared_with_what_others_have_published():
    listed = FIGURES + published("counting_up")
    assert {figure["game"] for figure in listed} == {*names(), *FORMER} - UNPUBLISHED
    for figure in listed:
        assert figure["source"] and ("exact" in figure) == ("disagrees" in figure), figure


def is_large(figure):
    return figure["game"] == "pai-gow-poker" and figure["bet"] == "base"


@pytest.mark.slow_after(34)
@pytest.mark.parametrize(
    "figure",
    [
        pytest.param(figure, marks=pytest.mark.whole) if is_large(figure) else figure
        for figure in sorted(FIGURES, key=lambda figure: figure["game"] == "blackjack-side-bets")
    ],
    ids=figures.label,
)
def test_published_figures(figure):
    bet = bet_of(figure["game"], figure["bet"], figure.get("choices", {}), figure.get("pays", {}))
    exact = figures.measure(figure["measure"], outcomes_of(bet))
    if "disagrees" in figure:
        assert not figures.agrees(figure["measure"], exact, figure["printed"])
        assert figures.agrees(figure["measure"], exact, figure["exact"])
    else:
        assert figures.agrees(figure["measure"], exact, figure["printed"])


@pytest.mark.parametrize("table", published("outcomes"), ids=figures.label)
def test_published_outcomes(table):
    bet = bet_of(table["game"], table["bet"], table["choices"], table["pays"])
    counts = figures.by_line(outcomes_of(bet))
    printed = {(tuple(actions.split()), line): int(count) for actions, line, count in table["rows"]}
    factor = Fraction(bet.deals, sum(printed.values()))
    assert counts == {outcome: count * factor for outcome, count in printed.items()}


# --- Other pays, against the oracles themselves: the strategy changes with the pays ------------------------------------

READINGS = ("ace-or-straight-flush", "any-ace-or-straight-flush", "bug")
OTHER_PAYS = [
    # What a joker is called changes too.
    *(("phil-em-up", {"joker": reading}, {"flush": "7/2"}) for reading in READINGS),
    *(
        ("phil-em-up", {"joker": reading}, {"straight": "15", "flush": "1/3"})
        for reading in READINGS
    ),
    *(
        (
            "phil-em-up",
            {"joker": reading},
            {"three-of-a-kind": "12", "straight-flush-with-joker": "2"},
        )
        for reading in READINGS
    ),
    ("let-it-ride", {}, {"pair-of-tens-or-better": "3/2", "straight": "4"}),
    ("let-it-ride", {"paytable": "2"}, {"flush": "25", "two-pair": "0"}),
    ("mississippi-stud", {}, {"pair-of-sixes-or-better": "-1/2"}),
    ("mississippi-stud", {}, {"flush": "9", "pair-of-jacks-or-better": "5/4"}),
    ("caribbean-stud", {}, {"pair": "0", "ace-king": "5"}),
    ("caribbean-stud", {"raise": "4"}, {"two-pair": "7/3", "flush": "0"}),
]


@pytest.mark.slow
@pytest.mark.parametrize("game, choices, pays", OTHER_PAYS, ids=str)
def test_other_pays(game, choices, pays):
    pytest.importorskip("eval7")
    from oracles import caribbean_stud, let_it_ride, mississippi_stud, phil_em_up

    new = tuple((line, Fraction(pay)) for line, pay in pays.items())
    table = next(iter(choices.values()), "1")
    tally = {
        "phil-em-up": lambda: phil_em_up.solve(table, new),
        "let-it-ride": lambda: let_it_ride.solve(table, new_pays=new),
        "mississippi-stud": lambda: mississippi_stud.solve(new_pays=new),
        "caribbean-stud": lambda: caribbean_stud.solve(table, new),
    }[game]()[0]
    bet = bet_of(game, "base", choices, pays)
    factor = Fraction(bet.deals, sum(tally.values()))
    assert outcomes_of(bet) == {
        outcome: count * factor for outcome, count in tally.items() if count
    }
