"""Rules that no shipped game has, said in a line of a file of one's own, and rules together that
no game has together.
"""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from importlib.resources import files

import pytest

from combin.errors import CombinError
from combin.families.blackjack import verify
from combin.families.blackjack.bet import BlackjackBet
from combin.families.blackjack.house import TOLD, house_of, ups_of
from combin.families.blackjack.letters import LETTERS
from combin.families.blackjack.report_page import _in_words as in_words
from combin.families.blackjack.rounds import undealt
from combin.families.blackjack.simple import ThreeLines
from combin.families.blackjack.site_page import LETTER
from combin.families.blackjack.solve import LAW, VARIANCE, solve
from combin.families.blackjack.totals import house_words
from combin.rules import Deck, Double, DrawsBelow, InsuranceBet, Pairs, Surrender, Zap
from combin.rules.blackjack import ACES
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
SOON = {"power"}


def marked(names, soon=SOON):
    return [pytest.param(name, marks=() if name in soon else pytest.mark.slow) for name in names]


@pytest.mark.slow
@pytest.mark.parametrize("name", marked(OWN))
def test_the_third_derivation_finds_every_action_again(name):
    assert compared(own(name), SHOE) > 300


@pytest.mark.parametrize("name", marked(OWN, {"zappit", "early-ten"}))
def test_a_tiny_shoe_dealt_card_by_card_comes_to_the_same(name):
    assert verify.recount(own(name), LITERAL, ["base"]).agrees


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("name", marked(WHOLE, {"power"}))
def test_the_edge_of_a_whole_shoe(name, run, tmp_path, recounting):
    (path := tmp_path / "own.game").write_text(file_of(name))
    status, out, err = run("solve", str(path), "--json")
    assert status == 0 and "checked against a second program" in err
    (base,) = json.loads(out)["bets"].values()
    assert f"{abs(float(Fraction(base['house_edge']))) * 100:.4f}" == WHOLE[name]


@pytest.mark.parametrize("name", marked(OWN, {"zap-told"}))
def test_the_rules_say_it_and_rounds_are_dealt_by_them_or_refused(name, run, tmp_path):
    (path := tmp_path / "own.game").write_text(file_of(name))
    assert len(file_of(name).splitlines()) <= 30
    status, out, _ = run("show", str(path))
    assert status == 0 and not {"None", "()"} & {*out.split()}
    log = str(tmp_path / "own.csv")
    status, _, err = run("simulate", str(path), "--rounds", "50", "-o", log, "--seed", "1")
    told = [*undealt(own(name).turns)]
    assert status == (2 if told else 0), err
    if told:
        assert f"rounds with {told[0]} are neither dealt nor checked so far" in err
        return
    assert run("check", str(path), log)[0] == 0


@pytest.mark.slow
def test_what_is_told_has_columns_of_the_chart_of_its_own(run, tmp_path):
    (path := tmp_path / "own.game").write_text(file_of("down-under"))
    status, out, _ = run("situations", str(path))
    rows = {line[:7].strip(): line.split() for line in out.splitlines()}
    assert status == 0 and sum(":" in word for word in rows[""]) in (0, 30)
    assert "6:2345" in out and "A:AT" in out
    assert {len(cells) for row, cells in rows.items() if row.startswith(("hard", "soft"))} == {32}


@pytest.mark.slow
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


@pytest.mark.parametrize("name", OWN)
def test_a_card_tells_every_rule(name):
    told = "; ".join(house_words(own(name)))
    said = {
        "early-ten": "early surrender against T alone",
        "aces-once": "aces once, and drawn to",
        "ace-alone": "peeks for a natural under an ace alone",
        "charlie-pays-two": "any hand of 4+ cards pays 2 to 1",
        "ties-of-17": "dealer wins ties of 17, 20",
        "but-21": "dealer 22 pushes, but loses to 21, 19",
        "power": "for 4 times the bet",
        "like-tens": "tens of two ranks not split",
        "zappit": "zap on hard 15, 16, 17",
    }
    assert said.get(name, "") in told and not {"None", "()"} & {*told.split()}


def test_every_letter_of_a_chart_has_a_colour_on_cards_and_pages():
    card, page = (files("combin.render") / name for name in ("cards/common.typ", "site/style.css"))
    for letter in LETTERS:
        assert f'  "{letter}": (' in card.read_text() and f".play.{letter} " in page.read_text()
        assert LETTER.fullmatch(f"<td>{letter}</td>")


def test_three_lines_do_not_listen_to_a_hint():
    house = house_of(own("down-under"))
    for up in ups_of((4,) * 9 + (16,), house.turns.dealer):
        one, other = (ThreeLines().chart(house, shown) for shown in (up, up % TOLD))
        assert (one.hits, one.first) == (other.hits, other.first)


def test_cards_of_play_have_no_columns_for_a_hint(run, tmp_path):
    (path := tmp_path / "own.game").write_text(file_of("down-under"))
    status, _, err = run("card", str(path), "-o", str(tmp_path / "own.svg"))
    assert status == 2 and "cards have no columns for a hint" in err


def test_what_cannot_be_asked_is_not_offered():
    game = replace(own("zappit"), deck=Deck(ranks="6789TJQKA")).with_turns(actions=(Zap((15, 16)),))
    bet = BlackjackBet(game, "base")
    found = bet.result()
    assert found.lacking == found.outcomes == ()
    assert found.variance is found.standard_deviation is None
    assert found.hit_frequency is found.net_win_frequency is None
    with pytest.raises(CombinError, match="variance and distribution are not available"):
        bet.result(VARIANCE)


@pytest.mark.parametrize("aces", ACES)
def test_a_page_tells_how_aces_are_played(aces):
    actions = (Double(), Pairs(4, aces=aces))
    told = [line for line in in_words(own("power").with_turns(actions=actions)) if line]
    assert len({*told}) == len(told) >= 5


@pytest.mark.parametrize(
    "parts, said",
    [
        ({"dealer": DrawsBelow(17, seen=("2345", "6789"))}, "is one of 1, 2, groups such as"),
        ({"dealer": DrawsBelow(17, seen=("A23456789TJ", "QK"))}, "those that count ten in one"),
        ({"dealer": DrawsBelow(17, seen=(2345, 6789))}, "is one of 1, 2, groups such as"),
        (
            {"dealer": DrawsBelow(17, beaten=(21,))},
            "the dealer loses to totals where he ties with others only",
        ),
        ({"ties": (16,)}, "ties has 17 to 21, not 16"),
        ({"ties": 17}, r"ties is one of push, lose, totals such as \(17,\), not 17"),
        ({"actions": (Zap((3,)),)}, "totals of Zap has 4 to 20, not 3"),
        ({"actions": (Zap(()),)}, "a Zap has totals"),
        ({"actions": (Double((30,)),)}, "totals of Double has 4 to 21, not 30"),
        ({"actions": (Surrender("late", ups="10"),)}, "T for 10 to K, not '10'"),
        *(
            (
                {"dealer": DrawsBelow(17, seen=seen), "bets": (InsuranceBet("insurance", 2),)},
                "insurance is priced for a player who knows the ace alone",
            )
            for seen in (2, ("2345", "6789", "TJQKA"))
        ),
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
