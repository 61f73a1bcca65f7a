"""Rules that no shipped game has, said in a line of a file of one's own, and rules together that
no game has together.
"""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from combin.errors import CombinError
from combin.families.count_up import verify
from combin.families.count_up.house import house_of
from combin.families.count_up.solve import LAW, solve
from combin.rules import Double, DrawsBelow, Surrender, Zap
from hand_tables import Shoe, compared
from own_rules import OWN, file_of, own

SHOE: Shoe = (2, 0, 0, 2, 2, 0, 1, 3, 0, 5)
LITERAL: Shoe = (2, 0, 0, 0, 0, 2, 0, 2, 0, 6)
WHOLE = {  # by other programs in fractions: to four places
    "push-22-bonus": "7.2864",
    "power": "1.2010",
    "down-under": "1.2231",
    "early-ten": "0.1642",
    "aces-once": "0.2155",
}
SOON = {"power", "down-under"}


def marked(names, soon=SOON):
    return [pytest.param(name, marks=() if name in soon else pytest.mark.slow) for name in names]


@pytest.mark.parametrize("name", marked(OWN))
def test_the_third_derivation_finds_every_action_again(name):
    assert compared(own(name), SHOE) > 300


@pytest.mark.parametrize("name", marked(OWN, {"zappit", "early-ten"}))
def test_a_tiny_shoe_dealt_card_by_card_comes_to_the_same(name):
    assert verify.recount(own(name), LITERAL, ["base"]).agrees


@pytest.mark.parametrize("name", marked(WHOLE, {"power"}))
def test_the_edge_of_a_whole_shoe(name, run, tmp_path):
    (path := tmp_path / "own.py").write_text(file_of(name))
    status, out, err = run("solve", str(path), "--json")
    assert status == 0 and "the literal reference agrees" in err
    (base,) = json.loads(out)["bets"].values()
    assert f"{abs(float(Fraction(base['house_edge']))) * 100:.4f}" == WHOLE[name]


@pytest.mark.parametrize("name", marked(OWN, {"zap-told", "ties-of-17"}))
def test_the_rules_say_it_and_rounds_are_dealt_by_them_or_refused(name, run, tmp_path):
    (path := tmp_path / "own.py").write_text(file_of(name))
    assert len(file_of(name).splitlines()) <= 30
    status, out, _ = run("show", str(path))
    assert status == 0 and not {"None", "()"} & {*out.split()}
    log = str(tmp_path / "own.csv")
    status, _, err = run("simulate", str(path), "--rounds", "50", "-o", log, "--seed", "1")
    game = house_of(own(name))
    assert status == (2 if game.undealt else 0), err
    if game.undealt:
        assert f"rounds with {game.undealt[0]} are neither dealt nor checked so far" in err
        return
    assert run("check", str(path), log)[0] == 0


def test_what_is_told_has_columns_of_the_chart_of_its_own(run, tmp_path):
    (path := tmp_path / "own.py").write_text(file_of("down-under"))
    status, out, _ = run("situations", str(path))
    rows = {line[:7].strip(): line.split() for line in out.splitlines()}
    assert status == 0 and sum(":" in word for word in rows[""]) in (0, 30)
    assert "6:2345" in out and "A:AT" in out
    assert {len(cells) for row, cells in rows.items() if row.startswith(("hard", "soft"))} == {32}


def test_a_chart_zaps():
    found = solve((2, 0, 0, 2, 2, 2, 1, 3, 0, 5), house_of(own("zappit")), "total")
    rows = {row for chart in found.charts.values() for row in chart.first}
    assert any("zap" in chart.first.values() for chart in found.charts.values()), rows
    with pytest.raises(CombinError, match="where two cards are given back for others"):
        solve(found.shoe, found.house, asked=LAW)


def test_laws_come_to_the_value_where_something_is_told():
    house = house_of(own("told-and-late"))
    found = solve((2, 0, 0, 0, 0, 2, 0, 2, 0, 6), house, asked=LAW)
    assert found.law and sum(found.law.values()) == 1
    assert sum(net * chance for net, chance in found.law.items()) == found.value


@pytest.mark.parametrize(
    "parts, said",
    [
        ({"dealer": DrawsBelow(17, seen=("2345", "6789"))}, "is one of 1, 2, groups such as"),
        ({"dealer": DrawsBelow(17, seen=("A23456789TJ", "QK"))}, "those that count ten in one"),
        ({"dealer": DrawsBelow(17, seen=(2345, 6789))}, "is one of 1, 2, groups such as"),
        ({"dealer": DrawsBelow(17, beaten=(21,))}, "totals that win where the dealer pushes"),
        ({"ties": (16,)}, "ties has 17 to 21, not 16"),
        ({"ties": 17}, r"ties is one of push, lose, totals such as \(17,\), not 17"),
        ({"actions": (Zap((3,)),)}, "totals of Zap has 4 to 20, not 3"),
        ({"actions": (Zap(()),)}, "a Zap has totals"),
        ({"actions": (Double((30,)),)}, "totals of Double has 4 to 21, not 30"),
        ({"actions": (Surrender("late", ups="10"),)}, "T for 10 to K, not '10'"),
    ],
)
def test_a_rule_that_does_not_fit_is_refused(parts, said):
    from combin import rules

    asked = {"dealer": DrawsBelow(17), "actions": (), **parts}
    natural = rules.Natural(Fraction(3, 2))
    sheet = rules.CountUp(
        slug="own", title="own", source="own", deck=rules.Deck(packs=6), natural=natural, **asked
    )
    with pytest.raises(CombinError, match=said):
        sheet.resolve()
