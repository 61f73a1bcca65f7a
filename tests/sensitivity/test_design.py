"""Whole paytables within limits, against solving each of them, a literal count, and plain reading of
what beats what.
"""

from __future__ import annotations

import json
import shlex
from fractions import Fraction
from itertools import product
from random import Random

import pytest

import combin
from agreement import shortened
from combin.errors import CombinError
from combin.proof import reference
from combin.questions.solve import solve
from combin.render.design import unfound
from combin.render.number import percent
from combin.sensitivity import Counted, table_pays
from combin.sensitivity import design as designing
from combin.sensitivity.design import Limits
from combin.sensitivity.design import design as search
from combin.sensitivity.front import Candidate, Front
from combin.sensitivity.spans import roughness, spans_of, whole_numbers

PHIL, THREE = "phil-em-up", "three-card-poker"
PAIR = {
    "straight-flush": "38..42",
    "three-of-a-kind": "24..28",
    "straight": "4..7",
    "flush": "3..5",
}


def falls(game, key, pays) -> bool:
    """Tell whether no hand pays less than one below it, but where it does today."""
    today = game.pays()
    return all(
        pays[above] >= pays[below] or today[above] < today[below]
        for table in game.bet(key).tables()
        for place, above in enumerate(addresses(game, key, table))
        for below in addresses(game, key, table)[place + 1 :]
    )


def addresses(game, key, table) -> list[str]:
    return [name for name in table_pays(game.bet(key)) if name.split(".")[-1] in table.pays]


def every(game, key, moving):
    """Yield the pays of every paytable that falls, and its result, solved by itself."""
    for chosen in product(*moving.values()):
        new = dict(zip(moving, map(Fraction, chosen)))
        if falls(game, key, game.pays() | new):
            yield tuple(new.values()), solve(game.with_pays(new), [key]).bets[key]


def figures(result) -> tuple[Fraction, Fraction, Fraction]:
    return result.house_edge, result.variance, result.hit_frequency


def unbeaten(tables, aim):
    """Return the pays of the paytables that no other beats, by comparing all with all."""
    known = {
        pays: (sum(map(roughness, pays)), abs(edge - aim), variance, -hits)
        for pays, (edge, variance, hits) in tables.items()
    }
    return {
        pays
        for pays, here in known.items()
        if not any(
            other != here and all(a <= b for a, b in zip(other, here)) for other in known.values()
        )
    }


class Everything:
    """Takes the place of a front, and keeps all."""

    def __init__(self) -> None:
        self.kept: list[Candidate] = []

    def add(self, one: Candidate) -> None:
        self.kept.append(one)


def all_within(counted, spans, limits, monkeypatch):
    """Return pays -> edge, variance and hit frequency of all paytables that a search keeps."""
    monkeypatch.setattr(designing, "Front", Everything)
    found = designing._Bounding(counted, spans, limits, None)
    found.run()
    unit, of_pay, deals = found.unit, found.units.of_pay, counted.plan.deals
    tables = {
        tuple(Fraction(pay, of_pay) for pay in one.pays): (
            Fraction(-one.total, unit),
            Fraction(one.spread, unit**2),
            Fraction(-one.lost, deals),
        )
        for one in found.front.kept
    }
    assert len(tables) == len(found.front.kept) == found.within
    return tables


# --- Each paytable, solved by itself -------------------------------------------------------------


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    ("slug", "key", "moving"),
    [
        (PHIL, "base", {"flush": (8, 9), "straight": (6, 7, 8, 9), "two-pair": (2, 4)}),
        (PHIL, "base", {"pair-of-tens-or-better": (0, 1, 2, 4), "straight": (6, 7)}),
        (PHIL, "base", {"straight": range(4, 25, 2), "five-aces": (10, 1000)}),
        (THREE, "base", {"ante-bonus.straight": (0, 1, 2), "player-wins.play": ("1/2", 1, 2)}),
        (THREE, "pair-plus", {"pair-plus.straight": (4, 6), "pair-plus.flush": (0, 3, 5)}),
        ("let-it-ride", "base", {"flush": (6, 8), "straight": (4, 5, 6)}),
    ],
)
def test_all_paytables_are_what_solving_each_says(slug, key, moving, monkeypatch):
    counted = Counted(combin.load(slug), key)
    values = {name: tuple(map(Fraction, some)) for name, some in moving.items()}
    spans = spans_of(counted.plan.bet, counted.ends.pays, values)
    found = all_within(counted, spans, Limits(), monkeypatch)
    assert found == {pays: figures(one) for pays, one in every(counted.game, key, moving)}


@pytest.mark.slow
def test_what_is_shown_is_what_no_other_beats():
    asked = {name: whole_numbers(name, *map(Fraction, words.split(".."))) for name, words in PAIR.items()}  # fmt: skip
    moving = {f"pair-plus.{name}": some for name, some in asked.items()}
    within = {
        pays: figures(one)
        for pays, one in every(combin.load(THREE), "pair-plus", moving)
        if Fraction(3, 100) <= one.house_edge <= Fraction(4, 100)
    }
    found = combin.design(THREE, PAIR, bet="pair-plus", edge="3..4%", deviation="..14/5", limit=99)
    close = {pays: one for pays, one in within.items() if one[1] <= Fraction(14, 5) ** 2}
    assert found.found and found.within == len(close) < len(within)
    assert {one.pays for one in found.found} == unbeaten(close, Fraction(7, 200))
    assert found.seen < found.combinations == 5 * 5 * 4 * 3
    assert not found.decides and found.hits == Fraction(283, 1105)
    assert {(one.simple, one.lines) for one in found.found} == {(None, None)}


def test_an_edge_asked_exactly_and_a_hit_frequency_that_pays_change():
    moving = {"pair": "0..1", "flush": "3..4"}
    found = combin.design(THREE, moving, bet="pair-plus", hits="..20%")
    assert {one.pays[0] for one in found.found} == {0} and found.hits is None
    edge = found.found[0].edge
    again = combin.design(THREE, moving, bet="pair-plus", edge=edge)
    assert [one.edge for one in again.found] == [edge] and again.found[0].off == 0


@pytest.mark.slow
def test_a_literal_count_on_a_short_deck():
    """The literal reference deals every hand of a short deck at the pays found."""
    game = shortened(combin.load(THREE), "9TJQKA", "cd")
    counted = Counted(game, "base")
    values = {"ante-bonus.straight": (0, 1, 3), "ante-bonus.three-of-a-kind": (4, 5)}
    spans = spans_of(
        counted.plan.bet,
        counted.ends.pays,
        {name: tuple(map(Fraction, some)) for name, some in values.items()},
    )
    found = search([(counted, spans)], Limits(edge=(Fraction(-1), Fraction(1))), (None, "falling", False), 9, lambda _: ())  # fmt: skip
    assert found.within == found.combinations == 6 and found.found
    for one in found.found:
        told = reference.solve(game.with_pays(dict(zip(found.pays, one.pays))), "base")
        assert told.expected_value == -one.edge


@pytest.mark.whole
@pytest.mark.slow
def test_the_player_of_a_short_list_pays_what_his_list_costs():
    """Every list is priced by itself at every paytable, and the paytables are compared in five
    things.
    """
    asked = {"flush": (8, 12), "straight": (5, 8)}
    moving = {name: list(some) for name, some in asked.items()}
    found = combin.design(PHIL, moving, edge="6..12%", limit=99)
    ladder = combin.strategy(PHIL, ladder=True).ladder
    short = [len(rung) for rung in ladder.rungs if len(rung) <= 3][-1]
    known, simple = {}, {}
    for chosen in product(*asked.values()):
        pays = dict(zip(asked, chosen))
        result = combin.solve(PHIL, pays=pays)["base"]
        priced = {len(one): combin.price(PHIL, str(one.lines), pays=pays) for one in ladder.rungs}
        good = [lines for lines, one in priced.items() if one.cost <= Fraction(1, 1000)]
        simple[chosen] = priced[short].result.house_edge
        off = abs(result.house_edge - Fraction(9, 100))
        rough = sum(map(roughness, map(Fraction, chosen)))
        if Fraction(6, 100) <= result.house_edge <= Fraction(12, 100):
            known[chosen] = (
                rough,
                off,
                result.variance,
                -result.hit_frequency,
                min(good, default=99),
            )
    unbeaten = {
        pays
        for pays, one in known.items()
        if not any(
            other != one and all(a <= b for a, b in zip(other, one)) for other in known.values()
        )
    }
    assert {one.pays for one in found.found} == unbeaten
    assert len({one[-1] for one in known.values()}) > 1
    for one in found.found:
        assert (one.simple, one.lines) == (simple[one.pays], known[one.pays][-1])


# --- Choices beside pays -------------------------------------------------------------------------

RUSH = """Rush
source: made up for this test
cards: 1 deck of 789TJQKA

PLAY
  2 cards to own
  decide fold or play
    fold   ends
    play   bet +1
  2 cards to dealer

HANDS
  player = two-card of own
  house = two-card of dealer

MAIN GAME
  wagers: ante 1, bet
  outcome     if                                           ante              bet
  fold        chose fold                                   lost              push
  low         house is below pair                          [low]             push   [only qualifies pair]
  wins        player beats house                           table by player   1
  tie         player equals house                          push              push
  loses       otherwise                                    lost              lost
  table
    pair of aces   5
    pair           3
    less           1
  choice qualifies: what the dealer needs
    any    nothing
    pair   a pair
  choice low: the ante when he lacks it
    pays = 1       even money
    keeps = push   it pushes
"""


def test_settings_and_pays_are_what_solving_each_says():
    """Every paytable of three settings, solved by itself, and compared all with all."""
    moving = {"flush": "6..9", "straight": [5, 6]}
    found = combin.design(PHIL, moving, edge="3..9%", vary=["joker"], limit=99)
    known = {}
    for joker in combin.show(PHIL).sheet.choice("joker").values:
        for pays in product(range(6, 10), (5, 6)):
            one = combin.solve(PHIL, {"joker": joker}, dict(zip(moving, pays)))["base"]
            if Fraction(3, 100) <= one.house_edge <= Fraction(9, 100):
                known[joker, *pays] = figures(one)
    rough = {key: sum(map(roughness, map(Fraction, key[1:]))) for key in known}
    aim = Fraction(6, 100)
    close = {
        key: (rough[key], abs(edge - aim), variance, -hits)
        for key, (edge, variance, hits) in known.items()
    }
    front = {
        key
        for key, here in close.items()
        if not any(o != here and all(a <= b for a, b in zip(o, here)) for o in close.values())
    }
    assert found.within == len(known) and found.combinations == 3 * 8
    assert {(one.choices["joker"], *one.pays) for one in found.found} == front
    for one in found.found:
        assert figures(one.result) == known[one.choices["joker"], *one.pays]


def test_choices_of_a_game_of_ones_own(tmp_path, run):
    """`low` acts only where the dealer has to qualify: three settings, not four."""
    page = tmp_path / "rush.game"
    page.write_text(RUSH)
    words = ("design", str(page), "--edge", "..50%", "--pay", "pair=2..4", "--limit", "99")
    status, out, err = run(*words, "--vary", "qualifies", "--vary", "low=pays,keeps", "--json")
    found = json.loads(out)
    assert status == 0 and found["combinations"] == "9"
    assert found["vary"] == {"qualifies": ["any", "pair"], "low": ["pays", "keeps"]}
    for one in found["paytables"]:
        alone = combin.solve(page, one["choices"], one["pays"])["base"]
        assert str(alone.house_edge) == one["edge"]
    status, out, err = run(*words, "--vary", "low")
    assert status == 2 and "low makes no difference to main game" in err
    _, out, _ = run(*words, "--vary", "qualifies")
    again = out.splitlines()[-1].removeprefix("Again: combin ")
    assert run(*shlex.split(again))[1] == out


def test_what_no_paytable_can_mend_is_said_with_what_would(tmp_path, run):
    page = tmp_path / "rush.game"
    page.write_text(RUSH)
    edges = [
        percent(combin.solve(page, {"qualifies": "pair"}, {"pair": pay})["base"].house_edge, 4)
        for pay in (4, 2)
    ]
    status, out, err = run("design", str(page), "--edge", "..-50%", "--pay", "pair=2..4")
    assert (status, out) == (2, "") and err.count("\n") == 1
    assert f"with qualifies=pair (a pair) from {edges[0]} to {edges[1]}" in err


# --- What is asked -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pay", "rough"),
    [*((pay, 0) for pay in (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 250, 1000)),
     (7, 1), (9, 1), (70, 1), (35, 1), (14, 2), (18, 2), (125, 2), (137, 3), ("7/2", 2), ("21/20", 4)],
)  # fmt: skip
def test_round_numbers(pay, rough):
    assert roughness(Fraction(pay)) == rough


def test_pays_fall_unless_a_word_says_otherwise():
    counted = Counted(combin.load(THREE), "pair-plus")
    bet, today = counted.plan.bet, counted.ends.pays
    asked = {
        "pair-plus.straight": tuple(map(Fraction, range(1, 9))),
        "pair-plus.flush": tuple(map(Fraction, range(1, 9))),
    }
    free, falling, strict = (
        spans_of(bet, today, asked, None, order) for order in ("any", "falling", "strict")
    )
    assert free.combinations == falling.combinations == 64 and not free.pairs
    assert falling.pairs == strict.pairs == ((0, 1),)
    assert strict.values == (tuple(range(3, 9)), tuple(range(2, 8)))  # a pair pays 1
    below = spans_of(bet, today, asked, Fraction(40), "falling", True)
    assert 7 not in below.values[0] and below.values[0][-1] == 8
    with pytest.raises(CombinError, match="straight-flush pays 40, more than 30, and stays"):
        spans_of(bet, today, asked, Fraction(30))


def test_a_front_keeps_what_comparing_all_with_all_does():
    chance = Random(7)
    for _ in range(50):
        seen = [
            Candidate(*(chance.randrange(3) for _ in range(5)), 0, (number,))
            for number in range(chance.randrange(1, 60))
        ]
        front = Front()
        for one in seen:
            front.add(one)
        kept = [
            one
            for one in seen
            if not any(
                other[:5] != one[:5] and all(a <= b for a, b in zip(other[:5], one[:5]))
                for other in seen
            )
        ]
        assert front.unbeaten() == sorted(kept)


def test_random_rows_are_what_solve_says_to_the_last_integer(run):
    """Each row of the table, typed at `combin solve` as it stands."""
    words = ("design", THREE, "--bet", "pair-plus", "--edge", "2..5%")
    moves = [word for name, some in PAIR.items() for word in ("--pay", f"{name}={some}")]
    made = json.loads(run(*words, *moves, "--limit", "99", "--json")[1])["paytables"]
    for row in Random(5).sample(made, min(3, len(made))):
        pays = [word for name, pay in row["pays"].items() for word in ("--pay", f"{name}={pay}")]
        told = json.loads(run("solve", THREE, "--bet", "pair-plus", *pays, "--json")[1])
        bet = told["bets"]["pair-plus"]
        assert (bet["house_edge"], bet["variance"]) == (row["edge"], row["variance"])


def test_what_no_paytable_can_change_is_said_at_once(run):
    found = combin.design(THREE, {"flush": "3..5"}, bet="pair-plus", hits="30%..")
    assert not found.found and found.seen == 0 and "25.6109 % with any pays" in unfound(found)
    words = ("design", THREE, "--bet", "pair-plus", "--pay", "flush=3..5", "--edge")
    least, most = (combin.solve(THREE, pays={"pair-plus.flush": pay})["pair-plus"].house_edge for pay in (5, 3))  # fmt: skip
    for edges in ("50%..", "..-30%"):
        status, out, err = run(*words, edges)
        assert status == 2 and not out and err.count("\n") == 1
        assert percent(least, 4) in err and percent(most, 4) in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--pay flush=6..12", "no limits are given"),
        ("--edge 3..4%", "which pays may move"),
        ("--edge 4..3% --pay flush=6..12", "is empty"),
        ("--edge 3 --pay flush=6..12", "a percentage needs its sign"),
        ("--edge .. --pay flush=6..12", "has no limit"),
        ("--deviation ..-1 --pay flush=6..12", "never below 0"),
        ("--edge 3..4% --pay flsh=6..12", "has no pay 'flsh'"),
        ("--edge 3..4% --pay flush=12..6", "is empty"),
        ("--edge 3..4% --pay flush=6..", "from where to where"),
        ("--edge 3..4% --pay flush", "NAME=LOW..HIGH"),
        ("--edge 3..4% --pay flush=six", "a number such as"),
        ("--edge 3..4% --pay flush=1..2", "no paytable within these limits"),
        ("--edge 3..4% --pay flush=6..12 --max-pay 5", "no value of flush is left"),
        ("--edge 3..4% --pay flush=7,9 --only-round", "no value of flush is left"),
        ("--edge 3..4% --pay flush=6..12 --order up", "the order is one of"),
        ("--edge 3..4% --pay flush=6..12 --limit 0", "from 1 up"),
        (
            "--edge 3..4% --pay flush=1..20000 --pay straight=1..20000 --order any",
            "narrow their ranges",
        ),
    ],
)
def test_a_mistake_is_one_line(run, words, said):
    status, out, err = run("design", PHIL, *shlex.split(words))
    assert (status, out) == (2, "") and said in err and err.count("\n") == 1


def test_a_pay_for_which_hands_are_played_on_is_refused(run):
    status, _, err = run("design", "spanish-21", "--edge", "1%", "--pay", "6-7-8=1..2")
    assert status == 2 and "design has no exact answer" in err and err.count("\n") == 1


@pytest.mark.slow
def test_the_command_prints_again_what_it_printed(run):
    words = ("design", PHIL, "--edge", "8..10%", "--pay", "flush=8..12", "--pay", "straight=7,8")
    _, out, _ = run(*words)
    again = out.rstrip().rpartition("Again: combin ")[2]
    assert run(*shlex.split(again))[1] == out
    made = str(combin.design(PHIL, {"flush": "8..12", "straight": [7, 8]}, edge="8..10%"))
    again = made.rpartition("Again: combin ")[2]
    assert run(*shlex.split(again))[1].rpartition("Again")[0] == made.rpartition("Again")[0]
    data = json.loads(run(*words, "--json")[1])
    assert data["paytables"][0]["pays"].keys() == {"flush", "straight"}
    assert "no decisions" not in out and "3 lines" in out
