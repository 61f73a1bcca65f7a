"""Cards and charts of blackjack: which play is on them, what it is worth, and the exceptions by the
cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import pytest

import combin
from combin.errors import CombinError
from combin.families.blackjack import letters, questions, solve
from combin.families.blackjack.exceptions import exceptions, with_exceptions
from combin.families.blackjack.simple import ThreeLines, three_lines
from combin.proof.card_by_card import Table
from combin.proof.house_rules import rules_of
from combin.rules.game import Game
from houses import chart_of, house_by
from shipped import blackjack_alone, with_few_ranks

SMALL = (2, 0, 0, 0, 3, 3, 0, 0, 0, 6)


@dataclass(frozen=True)
class Excepted(Table):
    """A table whose player excepts some hands from his chart."""

    others: tuple = ()

    @cache  # noqa: B019
    def _goes_on(self, cards, up, gone, doubles=True, gives_up=True, bets=(0, 1)):
        for hand, against, action in self.others:
            allowed = {"double": doubles, "surrender": gives_up}.get(action, True)
            if (cards, up) == (hand, against) and allowed and not bets[0]:
                return action
        return super()._goes_on(cards, up, gone, doubles, gives_up, bets)


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> Game:
    """A game of four ranks, with a pair split once."""
    path = tmp_path_factory.mktemp("small") / "small.game"
    path.write_text(with_few_ranks(blackjack_alone(), "56TA", {6: 2, 1: 2}))
    return combin.load(path, {"splits": 2})


# --- Exceptions by the cards ---------------------------------------------------------------------


LATER = {"doubles_later": True, "surrenders_later": True, "surrender": "late", "rescue": True}


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("more", [{}, LATER], ids=["blackjack", "later"])
@pytest.mark.parametrize("hands", [1, 2])
def test_a_chart_with_exceptions_agrees_with_the_literal_reference(hands, more):
    house = house_by(hands=hands, natural=Fraction(1), charlie=5, **more)
    found = solve(SMALL, house, "total")
    listed = exceptions(found)
    assert {len(one.ranks) for one in listed} >= {2, 3}
    played = with_exceptions(found, listed)
    cards = tuple(rank + 1 for rank, count in enumerate(SMALL) for _ in range(count))
    others = tuple((tuple(rank + 1 for rank in e.ranks), e.up + 1, e.best) for e in listed)
    table = Excepted(cards, rules_of(house), "total", *chart_of(found), others=others)
    for spot in played.spots:
        one, other = spot.ranks
        literal = table.values((one + 1, other + 1), spot.up + 1)
        assert {name: net for name, (net, _) in literal.items()} == spot.actions
        best = [one.best for one in listed if (one.ranks, one.up) == (spot.ranks, spot.up)]
        assert spot.taken == (best[0] if best else found.spot(one, other, spot.up).taken)


@pytest.mark.parametrize(
    "house", [house_by(hands=1), house_by(hands=1, surrender="late", peek="never")]
)
def test_an_exception_alone_saves_what_is_said(house):
    found = solve(SMALL, house, "total")
    listed = exceptions(found)
    assert listed and all(one.saves > 0 for one in listed)
    for one in listed:
        assert with_exceptions(found, [one]).value - found.value == one.saves


@pytest.mark.whole
@pytest.mark.slow
def test_the_known_exceptions_come_first_and_all_of_them_are_the_play_by_the_cards():
    """12 as ten and two against a 4 is hit, 16 of three cards stands against a ten."""
    game = combin.load("blackjack", {"model": "total"})
    found = questions.solve(game)
    listed = exceptions(found)
    cards = ["".join("A23456789T"[rank] for rank in (*one.ranks, one.up)) for one in listed[:3]]
    assert cards == ["457T", "A5TT", "2T4"]
    by_cards = questions.solve(game.with_turns(model="zero-memory"))
    assert found.value < with_exceptions(found, listed[:3]).value < by_cards.value
    assert with_exceptions(found, listed).value == by_cards.value


# --- Three lines ---------------------------------------------------------------------------------


def test_three_lines_are_the_chart_that_they_say(small):
    house, shoe = questions.house_of(small), questions.shoe_of_game(small)
    lines, played = three_lines(shoe, house)
    said = dict(letters.lines(played))
    up = letters.UPS.index(9)  # a ten
    assert said["pair A"][up] == "P" and said["pair 5"][up] == "H"
    assert said[f"hard {lines.high}"][up] == "S" and said[f"hard {lines.high - 1}"][up] == "H"
    usual = {up: ThreeLines().chart(house, up) for up, count in enumerate(shoe) if count}
    assert solve(shoe, house, "total", usual).value <= played.value
    assert played.value <= solve(shoe, house, "total").value


def test_words_of_three_lines():
    lines = ThreeLines(13, 16, 19, (9, 10, 11), (0, 7))
    stand, doubled, split = lines.words()
    assert stand == (
        "Stand on hard 13 or more against 2 to 6, hard 16 or more against 7 to ace, "
        "soft 19 or more; otherwise hit."
    )
    assert doubled == "Double 9, 10 and 11 against a lower card."
    assert split == "Split aces and 8s; no other pair."
    chart = lines.chart(house_by(), 7)  # an eight
    assert [chart.first.get((False, total)) for total in (9, 10, 11)] == ["double"] * 3
    assert (False, 9) not in lines.chart(house_by(), 8).first
    assert lines.chart(house_by(doubles=frozenset({10, 11})), 3).first.keys() == {
        (False, 10),
        (False, 11),
    }
    assert ThreeLines(doubled=(), pairs=()).words()[1:] == ("Never double.", "Never split.")


# --- What is printed -----------------------------------------------------------------------------


@pytest.mark.slow
def test_every_level_prints_the_return_of_its_very_play(small):
    best = questions.solve(questions.by_model(small, "total"))
    percent = lambda value: f"{float(100 * value):.4f} %"  # noqa: E731
    chart, card = combin.chart(small, "actions").model, combin.card(small).model
    assert dict(chart.figures)["return with this strategy"] == percent(1 + best.value)
    assert "2 decks" in chart.rules and "2 decks." in card.readings
    cost = questions.solve(small).value - best.value
    assert [one.figure for one in card.measures] == [percent(-best.value), percent(cost)]
    assert all(str(best.value) in model.exactly for model in (chart, card))
    listed = exceptions(best)
    exact = combin.chart(small, "exact").model
    assert len(exact.exceptions) == min(len(listed), 36)
    played = with_exceptions(best, listed[:36])
    assert dict(exact.figures)["house edge"] == percent(-played.value)
    rack = combin.card(small, format="rack").model
    lines, simple = three_lines(questions.shoe_of_game(small), questions.house_of(small))
    assert tuple(line.phrase for line in rack.blocks[0].lines) == lines.words()
    assert rack.measures[0].figure == percent(-simple.value)


def test_a_chart_of_ones_own_is_printed_with_its_own_price(small, tmp_path):
    path = tmp_path / "mine.txt"
    text = str(combin.situations(small))
    right = next(line for line in text.splitlines() if line.startswith("hard 17"))
    path.write_text(text.replace(right, right.replace("S", "H", 1)))
    priced = combin.price(small, path)
    drawn = combin.card(small, strategy=path)
    assert str(priced.value) in drawn.model.exactly and priced.cost > 0
    rows = {(label, cell) for label, cell, _ in drawn.to_frame().values.tolist()}
    assert ("Hard, 17 / 5", "H") in rows
    with pytest.raises(CombinError, match="three lines has no chart"):
        combin.card(small, format="rack", strategy=path)


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["pdf", "svg", "png"])
def test_cards_and_charts_are_drawn(small, tmp_path, ending):
    starts = {"pdf": b"%PDF", "svg": b"<svg", "png": b"\x89PNG"}
    for name, drawing in (
        ("card", combin.card(small, tmp_path / f"card.{ending}", footer="Ask", author="Me")),
        ("chart", combin.chart(small, "actions", tmp_path / f"chart.{ending}", size="120mm")),
    ):
        assert (tmp_path / f"{name}.{ending}").read_bytes().startswith(starts[ending])
        assert drawing.to_dict()["title"] == "Blackjack"
    if ending == "png":
        card = combin.card(small)
        assert [path[-10:] for path in card.write_sides(str(tmp_path / "card.png"))] == [
            "card-1.png",
            "card-2.png",
        ]
        with pytest.raises(CombinError, match="has no sides"):
            combin.chart(small, "actions").write_sides(str(tmp_path / "chart.png"))


@pytest.mark.parametrize(
    "ask, text",
    [
        (
            lambda: combin.card("blackjack", format="a7"),
            "no card format 'a7'.*a6, rack, sheet-a4, sheet-letter, wallet",
        ),
        (lambda: combin.chart("blackjack", "law"), "no chart 'law'.*actions, exact"),
        (lambda: combin.card("blackjack", format="sheet-a4", bleed="3mm"), "a bleed is for"),
        (lambda: combin.card("blackjack", lines=3), "lines is not available"),
        (
            lambda: combin.chart("blackjack", "actions", bet="buster"),
            "buster: this bet has no decisions",
        ),
    ],
)
def test_what_is_not_drawn_says_so(ask, text):
    with pytest.raises(CombinError, match=text):
        ask()


@pytest.mark.slow
def test_the_chart_that_everybody_knows():
    """Six decks, dealer stands on soft 17: published basic strategy, cell by cell, where the
    Wizard's page has it (wizardofodds.com/games/blackjack/strategy/4-decks/).
    """
    lines = dict(combin.situations("blackjack", {"surrender": "late"}).chart.chart.rows)
    known = {
        "hard 8": "H H H H H H H H H H", "hard 9": "H D D D D H H H H H",
        "hard 10": "D D D D D D D D H H", "hard 11": "D D D D D D D D D H",
        "hard 12": "H H S S S H H H H H", "hard 13": "S S S S S H H H H H",
        "hard 15": "S S S S S H H H Rh H", "hard 17": "S S S S S S S S S S",
        "soft 13": "H H H D D H H H H H", "soft 15": "H H D D D H H H H H",
        "soft 17": "H D D D D H H H H H", "soft 18": "S Ds Ds Ds Ds S S H H H",
        "soft 19": "S S S S S S S S S S", "pair 2": "P P P P P P H H H H",
        "pair 4": "H H H P P H H H H H", "pair 6": "P P P P P H H H H H",
        "pair 7": "P P P P P P H H H H", "pair 8": "P P P P P P P P P P",
        "pair 9": "P P P P P S P P S S", "pair A": "P P P P P P P P P P",
    }  # fmt: skip
    assert {name: " ".join(lines[name]) for name in known} == known
