"""The edge on a card is that of the play printed on it."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import pytest

from combin.dossier.shipped import solved
from combin.dossier.way_words import way_lines
from combin.families.set_hands.ways import Ways
from combin.games import sheet_of
from combin.publishing import strategy_cards
from combin.publishing.strategy_cards import card_of, card_of_lines
from combin.questions.solve import solve
from combin.render import cards, number
from combin.render.cards.felt import NBSP
from combin.rules import FOXWOODS, TRUMP_PLAZA
from combin.rules.house_ways import HOUSE_WAYS, SHORT
from combin.strategies import common_actions, parse, price
from shipped import DEALT

TOLD = [
    "red-dog",
    *(
        pytest.param(slug, marks=pytest.mark.whole)
        for slug in (
            "three-card-poker",
            "caribbean-stud",
            "casino-war",
            "phil-em-up",
            "let-it-ride",
        )
    ),
]


def priced(game, model):
    """Return the edge of what is printed on a card."""
    said = []
    for block in model.blocks:
        said += [f"{block.name.lower()}:"] if len(model.blocks) > 1 else []
        for line in block.lines:
            words = "otherwise" if line.phrase == "always" else line.phrase.replace(NBSP, " ")
            said.append(f"{line.action}: {words}")
    found = price(game, parse("\n".join(said), game))
    return number.percent(abs(found.result.house_edge), 4)


@pytest.mark.slow
@pytest.mark.parametrize("slug", TOLD)
def test_the_edge_on_a_card_is_that_of_the_lines_on_it(slug):
    game = sheet_of(slug).resolve()
    solution = solve(game)
    action = common_actions(game, "base")[0]
    cards = [card_of(solution), card_of_lines(solution, parse(action, game))]
    for model in cards:
        assert model.measures[0].figure == priced(game, model)


def test_a_card_without_lines_is_of_a_bet_without_decisions():
    """Every shipped game either tells lines or a way, or has nothing to decide."""
    for slug in DEALT:
        game = sheet_of(slug).resolve()
        steps = [*game.decisions, *(step for step in game.play if type(step).__name__ == "Split")]
        free = [step for step in steps if getattr(step, "by", None) is None]
        told = strategy_cards.decides(game, "base") or not strategy_cards.is_by_lines(game, "base")
        assert told or not free, slug


@pytest.mark.slow
@pytest.mark.parametrize("way", [FOXWOODS, TRUMP_PLAZA])
def test_the_card_of_a_split_hand_tells_a_way_and_has_its_edge(way, monkeypatch):
    game = sheet_of("red-dog").resolve()
    solution = solve(game)
    worse = solve(sheet_of("red-dog").resolve({"packs": "1"})).bets["base"]
    played = (
        replace(worse, key="base") if worse.house_edge > solution.bets["base"].house_edge else worse
    )
    monkeypatch.setattr(strategy_cards, "is_by_lines", lambda *_: False)
    ways = SimpleNamespace(told=lambda: [way], set_by=lambda *_: played)
    monkeypatch.setattr(strategy_cards, "_ways", lambda *_: ways)
    model = card_of(solution)
    told = [line.phrase.replace(NBSP, " ") for line in model.blocks[0].lines]
    assert told == [line for _, line in way_lines(way)] and "Nothing" not in " ".join(model.notes)
    assert model.measures[0].figure == number.percent(abs(played.house_edge), 4)


def test_pai_gow_poker_tells_the_short_way_and_that_of_the_dealer():
    """Where the player's hand is set by the dealer's way, that alone."""

    def told(chosen):
        return Ways(sheet_of("pai-gow-poker").resolve(chosen), "base").told()

    assert told({}) == told({"variant": "face-up"}) == [SHORT, FOXWOODS]
    assert told({"way": "trump-plaza"}) == [SHORT, TRUMP_PLAZA]
    assert told({"setting": "house"}) == [FOXWOODS]


def test_the_card_of_pai_gow_poker_sets_every_hand_on_its_front():
    """In type to be read, with what it costs, and on two sides; no side says how the player sets
    his hand, for the list does.
    """
    model = card_of(solved(sheet_of("pai-gow-poker").resolve()))
    assert len(model.blocks[0].lines) == 7 and "0.1729" in model.notes[-1]
    assert model.longer.title.startswith("The dealer\u2019s house way, Foxwoods, 0.2221")
    assert not any("sets the hand" in sentence for sentence in model.readings)
    for fmt in ("wallet", "a6"):
        laid = cards.fit(model, fmt)
        assert laid["front"] and laid["sides"] == 2 and laid["size"] >= 8
        assert laid["longer"] == (fmt == "a6")  # the house way


def test_every_row_of_a_way_is_told():
    """Rows of one front share a line; a row taken out changes the words."""
    for way in HOUSE_WAYS.values():
        lines = [line for _, line in way_lines(way)]
        assert len(lines) == 1 + sum(a.front != b.front for a, b in pairwise(way.rows))
        for at in range(len(way.rows)):
            left = replace(way, rows=(*way.rows[:at], *way.rows[at + 1 :]))
            assert [line for _, line in way_lines(left)] != lines
