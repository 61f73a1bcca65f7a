"""What is said of a long count before it begins, and what is refused."""

from __future__ import annotations

import os

import pytest

import combin
from combin import cli, patience
from combin.counting import Plan, memory, method_of
from combin.errors import CombinError
from combin.games import sheet_of
from combin.telling import listening

PAGE = """Three Hands  (three-hands)
source: test
cards: 52

PLAY
  2 cards to hole
  decide fold or play
    fold   ends
    play   bet +2
  3 cards to board
  2 cards to one
  2 cards to two

HANDS
  player = poker of hole, board
  first = poker of one, board
  second = poker of two, board

MAIN GAME
  wagers: ante 1, bet
  outcome   if                                               ante   bet
  fold      chose fold                                       lost   push
  win       player beats first and player beats second       1      1
  lose      otherwise                                        lost   lost
"""


@pytest.fixture
def page(tmp_path, monkeypatch):
    path = tmp_path / "three-hands.game"
    path.write_text(PAGE)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    yield str(path)
    patience.want_long(False)


def test_ten_minutes_are_asked_for(page, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["solve", page])
    assert ended.value.code == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert "too many to be counted one by one in ten minutes" in said and "--long" in said
    with pytest.raises(CombinError, match=r"long=True"):
        combin.solve(page)


def test_what_is_asked_for_is_said_before_and_not_refused(page, capsys):
    game = sheet_of(page).resolve()
    plan = Plan(game, game.bets[0])
    seconds = method_of(plan).seconds(plan)
    assert seconds > 2 * patience.MOST
    patience.want_long(True)
    with listening():
        patience.verify(plan, seconds, "one by one", "1 GB of memory")
    said = capsys.readouterr().err
    assert f"{plan.deals:,} deals are counted one by one, about" in said and "1 GB" in said
    for short, words in ((19, ""), (20, "about 10 s")):
        with listening():
            patience.verify(plan, short, "one by one", "1 GB of memory")
        assert words in capsys.readouterr().err


def test_a_tenth_of_a_minute_says_nothing(page, capsys):
    game = sheet_of(page).resolve()
    plan = Plan(game, game.bets[0])
    with listening():
        patience.verify(plan, 12, "one by one", memory.told(plan, []))
    assert not capsys.readouterr().err


def test_a_question_forgets_what_the_one_before_was_asked(page):
    combin.solve("phil-em-up", long=True)
    with pytest.raises(CombinError, match="ten minutes"):
        combin.solve(page)


@pytest.mark.parametrize(
    "words",
    [("edges",), ("compare", "default", "win.ante=2"), ("check", "LOG"), ("design", "--edge", "3%", "--pay", "win.ante=1..2")],
)  # fmt: skip
def test_every_command_that_counts_asks_for_it(words, page, tmp_path, monkeypatch, capsys):
    log = tmp_path / "log.csv"
    log.write_text("net\n-1\n3\n")
    verb, *others = (str(log) if word == "LOG" else word for word in words)
    with pytest.raises(SystemExit) as ended:
        cli.main([verb, page, *others])
    assert ended.value.code == 2 and "--long" in capsys.readouterr().err.splitlines()[-1]

    def count(plan, *_):
        raise CombinError(f"wanted: {patience._is_wanted}")

    monkeypatch.setattr(patience, "verify", count)
    with pytest.raises(SystemExit):
        cli.main([verb, page, *others, "--long"])
    assert "wanted: True" in capsys.readouterr().err
