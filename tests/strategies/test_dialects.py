"""Dialects spell, and never say anything else: whatever they write is read back as the phrase that it
stands for, at every decision of every game.
"""

from __future__ import annotations

import pytest

from combin.counting import Plan
from combin.errors import CombinError
from combin.games import sheet_of
from combin.strategies import DIALECTS, in_dialect, parse, price
from combin.strategies.clauses import read
from combin.strategies.dialects import said
from combin.strategies.lines import stages_named
from combin.strategies.vocabulary import View
from combin.texts import Stretch
from shipped import DEALT

CHOICES = {"hot-poker-spot": {"cost": "1"}}
LISTS = {
    "let-it-ride": """
        bet 1:
        let-it-ride: a pair of tens or better
        let-it-ride: three to a straight flush and at least two cards ten or higher
        let-it-ride: at least two cards four or higher and three to a straight flush with no gap
        let-it-ride: every card seven or higher and three to a straight flush with at most one gap
        pull-back: otherwise
        bet 2:
        let-it-ride: four to an open-ended straight
        pull-back: otherwise""",
    "mississippi-stud": """
        third street:
        3x: any pair or better
        1x: at least two points
        1x: a card six or higher and suited and connected
        fold: otherwise
        fourth street:
        1x: less than a pair of sixes and three to a flush
        3x: otherwise
        fifth street:
        1x: at least 4 wagered so far
        fold: otherwise""",
    "three-card-poker": "\n        play: Q-6-4 or better\n        fold: otherwise",
    "phil-em-up": """
        double: the joker and three to a straight flush
        stay: no joker and no card ten or higher
        double: four to a straight and at least three cards ten or higher
        stay: otherwise""",
    "dakota-duel-draw": """
        play: nine high or better
        play: suited with at most two gaps
        play: exactly 6-5
        fold: otherwise""",
}


def plan_of(slug):
    game = sheet_of(slug).resolve(CHOICES.get(slug))
    return Plan(game, game.bets[0])


def is_told_in_lines(slug):
    """Tell whether lines speak of a game: neither of cards from a shoe nor of what to hold."""
    plan = plan_of(slug)
    return not plan.game.from_shoe and plan.draw is None


@pytest.mark.slow_after(3)
@pytest.mark.parametrize("slug", list(filter(is_told_in_lines, DEALT)))
def test_every_phrase_of_a_dialect_is_read_back_as_what_it_stands_for(slug):
    plan = plan_of(slug)
    views = [View(plan, stage) for stage in stages_named(plan).values()]
    for view in views:
        for phrase, condition in view.phrases.items():
            for dialect in DIALECTS:
                found, _ = read(view, Stretch(said(phrase, dialect)))
                assert found == ((condition,),), (phrase, said(phrase, dialect))


@pytest.mark.slow
@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("slug", LISTS)
def test_a_list_decides_alike_in_every_dialect_over_all_deals(slug, dialect):
    game = sheet_of(slug).resolve()
    lines = parse(LISTS[slug].replace("\n        ", "\n"), game)
    spoken = in_dialect(lines, dialect)
    assert str(spoken) != str(lines) or slug == "dakota-duel-draw"
    told, found = price(game, parse(str(spoken), game)), price(game, lines)
    assert told.result == found.result and told.strategy.blocks == found.strategy.blocks
    assert [use.deals for use in told.uses] == [use.deals for use in found.uses]


def test_a_dialect_is_asked_for_by_its_name(run, refused):
    out = run("strategy", "three-card-poker", "--dialect", "wizard")[1]
    assert "play  Q/6/4 or better" in out
    assert out.endswith("Again: combin strategy three-card-poker --dialect wizard\n")
    assert (
        "queen-six-four or better" in run("strategy", "three-card-poker", "--dialect", "rules")[1]
    )
    refused("strategy", "three-card-poker", "--dialect", "poet", words="'poet' is not one of")
    game = sheet_of("three-card-poker").resolve()
    lines = parse("play: Q-6-4 or better\nfold: otherwise", game)
    with pytest.raises(CombinError, match="no dialect is called 'poet'"):
        in_dialect(lines, "poet")
