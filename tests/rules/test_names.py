"""What people say for the names that rules and logs go by, and where each of the two is read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from combin.errors import CombinError
from combin.games import sheet_of
from combin.render.cards.model import looks
from combin.rules.glossary import called, glossary
from combin.strategies import parse


@pytest.mark.parametrize(
    ("slug", "spoken"),
    [
        ("pull-back", "pull back"),
        ("let-it-ride", "let it ride"),
        ("ace-king", "ace-king"),
        ("suited-ace-king-queen", "suited ace-king-queen"),
        ("pair-of-tens-or-better", "pair of tens or better"),
        ("three-card-straight-flush", "three-card straight flush"),
        ("1x", "1x"),
    ],
)
def test_a_name_is_said_in_its_own_words(slug, spoken):
    assert called(slug) == spoken


def named(slug, names):
    return replace(sheet_of(slug), names=names).resolve()


def test_a_game_file_says_what_people_say():
    game = named("let-it-ride", {"let-it-ride": "let her ride"})
    assert glossary(game)["let-it-ride"] == "let her ride"
    assert glossary(game)["pull-back"] == "pull back"
    assert looks(game)["let-it-ride"].name == "let her ride"
    text = "bet 1:\n{}\nbet 2:\npull back: otherwise\n"
    for action in ("let-it-ride", "Let it ride", "let her ride"):
        lines = parse(text.format(f"{action}: otherwise"), game)
        assert lines.blocks["bet 1"][0].action == "let-it-ride"


@pytest.mark.slow
def test_lists_say_what_people_say_and_programs_read_slugs(run):
    out = run("strategy", "let-it-ride")[1]
    assert "pull back    otherwise" in out and "pull-back" not in out
    assert "pull-back: otherwise" in run("strategy", "let-it-ride", "--json")[1]
    assert ",pull-back,otherwise" in run("strategy", "let-it-ride", "--format", "csv")[1]


@pytest.mark.parametrize(
    ("names", "what"),
    [
        ({"let-it-rid": "ride"}, "did you mean 'let-it-ride'"),
        ({"let-it-ride": "pull back"}, "two action"),
        ({"let-it-ride": " "}, "a text without a colon"),
        ({"let-it-ride": "ride: on"}, "a text without a colon"),
        ("ride", "names is a dict"),
    ],
)
def test_names_that_say_nothing_are_refused(names, what):
    with pytest.raises(CombinError, match=what):
        named("let-it-ride", names)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    ("bare", "said"),
    [
        ("show baccarat decks=8", "show baccarat --set decks=8"),
        ("solve red-dog packs=2 --json", "solve red-dog --set packs=2 --json"),
        ("show hot-poker-spot cost=1 option=2", "show hot-poker-spot --set cost=1 --set option=2"),
        ("solve casino-war --pay win=2 packs=1", "solve casino-war --pay win=2 --set packs=1"),
    ],
)
def test_a_setting_may_stand_without_its_option(run, bare, said):
    assert run(*bare.split()) == run(*said.split())
