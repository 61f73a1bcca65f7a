"""Boards of one to five cards that player and opponent share, dealt in any streets; facts about the
player's two cards alone; and actions that are not always offered: against the walk, which deals
every card, and against the literal reference.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

import combin
from combin.cards import Deck
from combin.counting import Plan, method_of, tallies
from combin.families.board.held import LARGE_BY_HOLDING
from combin.families.contract import Family
from combin.families.listed import family_of
from combin.families.methods import WALK
from combin.rules.game import Game
from combin.rules.text.page import Page
from combin.solving.induction import Root, carry
from combin.solving.payoffs import Payoffs
from shipped import page_of

PAGE = """Own Board  (own-board)
source: test
cards: 52

PLAY
  2 cards to hole
{play}
  2 cards to dealer

HANDS
{pocket}  player = {ranking} of hole{board}
  dealer = {ranking} of dealer{board}

MAIN GAME
  wagers: ante 1, bet
  outcome   if                           ante   bet
  fold      chose fold                   lost   push
  short     dealer is below {short}      1      push
{rows}  win       player beats dealer          1      table bonus by player
  tie       player equals dealer         push   push
  lose      otherwise                    lost   lost
  table bonus
    {best}   7
    {short}  2
    less     1
"""
RANKINGS = {
    1: ("three-card", "flush", "pair"),
    2: ("four-card", "three of a kind", "pair"),
    3: ("poker", "full house", "pair"),
    4: ("poker", "four of a kind", "two-pair"),
    5: ("poker", "full house", "two-pair"),
}


POCKET_PAIR = "pocket is pair or better"
FOUL = f"  foul      chose raise-b and {POCKET_PAIR}   lost   2\n"
SMALL = (
    *("a1b", "1a", "a2", "1a1b", "2a", "a3", "2a1b", "1a1b1c", "a4", "3a1b", "2a2b"),
    "1a1b1c1",
)
LARGE = ("1a4", "2a3", "a1b2c2", "1a1b1c1d1e", "4a1", "2a2b1c", "1a2b2")
CONDITIONS = {
    "a pair may raise": ("2a1b", {"a": POCKET_PAIR}, FOUL),
    "on a small board": ("3a1b", {"b": "player is pair or better"}, ""),
    "before the flop": ("a3b2", {"a": POCKET_PAIR}, ""),
    "on the flop": ("a3b2", {"b": f"not ({POCKET_PAIR})"}, FOUL),
    "paid by the pocket": ("3a2b", {}, FOUL),
    "on the whole board": ("a3b2c", {"c": f"{POCKET_PAIR} or player is straight or better"}, FOUL),
}


def game_of(
    streets: str, whens: Mapping[str, str] = {}, rows: str = "", ranks: str = "TJQKA"
) -> Game:
    """Return a game. streets: the cards of each street, with a letter where something is decided
    before it or after the last: `a3b2` decides before the flop and on it. whens: by such a letter,
    the condition of the raise there. rows: of the settlement.
    """
    play, zones, size = [], [], 0
    last = streets.rstrip("0123456789")[-1]
    for mark in streets:
        if mark.isdigit():
            zones.append(f"street{len(zones)}")
            play.append(f"  {mark} card{'s' * (mark > '1')} to {zones[-1]}")
            size += int(mark)
            continue
        low, bet = ("fold   ends", 1) if mark == last else ("check", 2)
        play += [f"  decide {mark}", f"    {low}", f"    raise-{mark}   bet +{bet}, ends"]
        play[-1] += f", if {whens[mark]}" if mark in whens else ""
    ranking, best, short = RANKINGS[size]
    board = "".join(f", {zone}" for zone in zones)
    asks = any("pocket" in text for text in (*whens.values(), rows))
    pocket = "  pocket = two-card of hole\n" if asks else ""
    names = {"ranking": ranking, "best": best, "short": short, "rows": rows, "pocket": pocket}
    page = PAGE.format(play="\n".join(play), board=board, **names)
    return replace(Page(page, "own").sheet().resolve(), deck=Deck(ranks, "cdhs"))


def happens(family: Family, payoffs: Payoffs) -> Root:
    """Return what happens under the best play, share by share."""
    root, parts = Root(), family.shares(payoffs.plan, 1)
    for part in range(parts):
        [more] = family.happens([payoffs], part, parts)
        root.add(more)
    root.verify(payoffs.plan)
    return root


def walked(payoffs: Payoffs) -> Root:
    """Return what happens under the best play where every deal is walked."""
    root = Root()
    for tally in WALK.tallies(payoffs.plan, 0, 1):
        root.add(carry(payoffs.fold(tally)))
    return root


def told(root: Root) -> object:
    return {path: [*counts] for path, counts in root.counts.items() if any(counts)}, +root.ties


def verify(game: Game) -> None:
    """Compare a game with the same where every deal is walked."""
    payoffs = Payoffs(Plan(game, game.bets[0]))
    assert str(method_of(payoffs.plan)) == "OnSharedBoard"
    assert told(happens(family_of(payoffs.plan), payoffs)) == told(walked(payoffs))


@pytest.mark.parametrize("streets", SMALL)
def test_small_boards_are_counted_as_they_are_walked(streets):
    verify(game_of(streets))


@pytest.mark.slow
@pytest.mark.parametrize("streets", LARGE)
def test_streets_are_counted_as_they_are_walked(streets):
    verify(game_of(streets, ranks="JQKA"))


@pytest.mark.slow
@pytest.mark.parametrize("name", CONDITIONS)
def test_conditions_are_counted_as_they_are_walked(name):
    verify(game_of(*CONDITIONS[name], ranks="JQKA"))


@pytest.mark.slow
@pytest.mark.parametrize("asked", [(streets,) for streets in LARGE] + [*CONDITIONS.values()])
def test_single_holdings_are_those_of_streets(asked):
    """Tallies, hole by hole, come to the same as the streets of each class of holdings."""
    game = game_of(*asked)
    payoffs, root = Payoffs(Plan(game, game.bets[0])), Root()
    for tally in tallies(payoffs.plan):
        root.add(carry(payoffs.fold(tally)))
    assert told(happens(family_of(payoffs.plan), payoffs)) == told(root)


@pytest.mark.parametrize("streets", ["a1b", "1a1b"])
def test_the_literal_reference_agrees(streets):
    game = game_of(streets, {"a": POCKET_PAIR}, FOUL, ranks="JQKA")
    plan = Plan(game, game.bets[0])
    assert str(method_of(plan)) == "OnSharedBoard"
    assert combin.verify(game, ranks="QKA", suits="cdhs").agrees


@pytest.mark.slow
def test_a_condition_that_always_holds_changes_nothing():
    page = page_of("ultimate-texas-holdem")
    page = page.replace("HANDS\n", "HANDS\n  pocket = two-card of hole\n", 1)
    page = page.replace("play +2, ends", "play +2, ends, if pocket is seven-high or better", 1)
    twin = Page(page.replace("seven-high", "three-high"), "twin").sheet().resolve()
    assert family_of(Plan(twin, twin.bet("base"))) is LARGE_BY_HOLDING
    mine, theirs = (
        combin.solve(game, bets=["base"])["base"] for game in (twin, "ultimate-texas-holdem")
    )
    assert mine.outcomes == theirs.outcomes and mine.ties == theirs.ties
