"""Lists of what to hold: names of cards kept, and what a list costs against the literal reference."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

import combin
from agreement import mask, shortened
from combin.cards import cards_of, mask_of, rank_of
from combin.counting import Plan
from combin.proof import reference
from combin.rules.words import held
from combin.solving.payoffs import Payoffs
from combin.strategies import Ladder, find, parse, price
from combin.strategies.hold_lists import groups_of, improved, ordered, together, written
from combin.strategies.hold_shapes import Shapes, joined
from combin.strategies.hold_words import HoldWords
from sizes import on_demand


def names(game: str) -> Shapes:
    (hand,) = combin.load(game).hands
    (table,) = combin.load(game).bets[0].tables()
    return Shapes(hand.ranking, table)


@pytest.mark.parametrize(
    ("game", "kept", "name", "detail"),
    [
        ("jacks-or-better", "", "nothing", "nothing"),
        ("jacks-or-better", "Kh", "one high card", "a king alone"),
        ("jacks-or-better", "8h", "one low card", "an eight alone"),
        ("jacks-or-better", "Jh Jd", "a high pair", "a pair of jacks"),
        ("jacks-or-better", "Th Td", "a low pair", "a pair of tens"),
        ("jacks-or-better", "Th Td 4c 4h", "two pair", "two pair, tens up"),
        ("jacks-or-better", "4s 4c 4h", "three of a kind", "three fours"),
        ("jacks-or-better", "4s 4c 4h 4d", "four of a kind", "four fours"),
        ("jacks-or-better", "Ah Th Kh Qh", "four to a royal flush", "A-K-Q-T suited"),
        ("jacks-or-better", "Kh Qh", "two suited high cards", "K-Q suited"),
        ("jacks-or-better", "Kh Th", "a ten and a high card, suited", "K-T suited"),
        ("jacks-or-better", "Kh Qd", "two high cards", "K-Q of different suits"),
        ("jacks-or-better", "9h Th Jh Qh", "four to a straight flush",
         "four to a straight flush, no gap, two high cards"),
        ("jacks-or-better", "Ah 2h 3h", "three to a straight flush",
         "three to a straight flush, two gaps, one high card"),
        ("jacks-or-better", "2h 3h 4h", "three to a straight flush",
         "three to a straight flush, one gap, no high cards"),
        ("jacks-or-better", "5h 6h 7h", "three to a straight flush",
         "three to a straight flush, no gap, no high cards"),
        ("jacks-or-better", "2h 5h 9h Jh", "four to a flush", "four to a flush, one high card"),
        ("jacks-or-better", "5h 6d 7c 8s", "four to an outside straight",
         "four to an outside straight, no high cards"),
        ("jacks-or-better", "Ah Kd Qc Js", "four to an inside straight",
         "four to an inside straight, four high cards"),
        ("deuces-wild", "2h", "a deuce", "a deuce"),
        ("deuces-wild", "2h 2d 2c", "three deuces", "three deuces"),
        ("deuces-wild", "2h 5d 5c", "three of a kind with a deuce", "three fives with a deuce"),
        ("deuces-wild", "5d 5c", "a pair", "a pair of fives"),
        ("deuces-wild", "2h 2s Ah Kh", "four to a royal flush with two deuces",
         "A-K suited with two deuces"),
        ("deuces-wild", "2h 6c 7c 8c", "four to a straight flush with a deuce",
         "four to a straight flush with a deuce, no gap"),
        ("deuces-wild", "3h 4h 5h", "three to a straight flush",
         "three to a straight flush, two gaps"),
        ("deuces-wild", "Qh Jh", "two to a royal flush", "Q-J suited"),
        ("joker-poker", "Jk", "the joker", "the joker"),
        ("joker-poker", "Jk Kh", "a high card with the joker", "king with the joker"),
        ("joker-poker", "Qh Qd", "a low pair", "a pair of queens"),
    ],
)  # fmt: skip
def test_names(game, kept, name, detail):
    assert names(game).of(mask(kept))[:2] == (name, detail)


def test_cards_without_a_name():
    assert names("jacks-or-better").of(mask("2h 8d")) is None


def test_finer_names_are_joined():
    assert joined("any", ["K-Q"]) == "K-Q"
    assert joined("any", ["K-Q", "K-J", "K-Q", "Q-J"]) == "K-Q, K-J or Q-J"
    assert joined("a draw", ["a draw, one gap", "a draw, no gap"]) == "a draw: one gap; or no gap"


# --- Against the reference ---------------------------------------------------------------------

SHORT = [
    ("jacks-or-better", "TJQKA", "cd"),
    ("jacks-or-better", "6789J", "cd"),
    ("double-double-bonus", "3A9", "cdhs"),
    ("deuces-wild", "2TJQK", "cd"),
    ("joker-poker", "TJQKA", "cd"),
]


@pytest.mark.parametrize(("name", "ranks", "suits"), on_demand(SHORT, ["deuces-wild"]))
def test_the_cost_of_every_list_is_what_the_reference_loses(name, ranks, suits):
    """Each hand, in its own suits, holds the first line that its cards fit."""
    game = shortened(combin.load(name), ranks, suits)
    payoffs = Payoffs(Plan(game, game.bets[0]))
    shapes, groups = names(name), groups_of(payoffs)
    lines = together(groups, improved(groups, ordered(groups)))
    counted = reference.solve(game)
    for members in (lines, [*lines[1:-1:2], lines[-1]]):
        lost = Fraction(0)
        for (seen, _), nets in counted.information_sets.items():
            hand = max(seen, key=len)
            called = names_of(shapes, hand, whole_hand(game, hand))
            lost += max(nets.values()) - first_held(groups, members, called, nets)
        mean = lost / len(counted.information_sets)
        assert Fraction(groups.loss(members), payoffs.plan.deals * payoffs.scale) == mean
        block = written(groups, members)
        read = parse("\n".join(map(str, block)), game)
        assert list(map(str, *read.blocks.values())) == list(map(str, block))
        found = price(game, read)
        assert found.cost == mean
        assert sum(mistake.cost for mistake in found.mistakes) == mean
        assert sum(use.deals for use in found.uses) == payoffs.plan.deals


def whole_hand(game, hand) -> str:
    return reference.settle(game, "base", {"hand": hand, "new": []})[1]


def names_of(shapes, hand, outcome) -> dict:
    kept = [mask_of(cards) for count in range(5) for cards in combinations(hand, count)]
    return {cards: shapes.of(cards) for cards in kept} | {mask_of(hand): shapes.pat(outcome)}


def first_held(groups, lines, called, nets) -> Fraction:
    """Return what the first line that fits is worth: its highest cards, at worst. A line that
    prints a name is read as all cards that are called so.
    """
    for members, line in zip(lines, written(groups, lines)):
        phrase = line.conditions[0].phrase if line.conditions else ""
        wanted = [groups.shapes[shape] for shape in members]
        fitting = [
            cards
            for cards, shape in called.items()
            if shape in wanted or (shape and shape.name == phrase)
        ]
        if fitting:
            height = max(map(ranks_of, fitting))
            return min(nets[held(cards)] for cards in fitting if ranks_of(cards) == height)
    raise AssertionError(called)


def ranks_of(cards: int) -> list[int]:
    return sorted(map(rank_of, cards_of(cards)), reverse=True)


@cache
def ladder(name: str) -> Ladder:
    return find(combin.load(name))


@pytest.mark.whole
@pytest.mark.parametrize("name", ["jacks-or-better", "deuces-wild"])
def test_the_ladder_falls(name):
    found = ladder(name)
    costs = [rung.cost for rung in found.rungs]
    assert costs == sorted(set(costs), reverse=True)
    assert found.optimum == combin.solve(name)["base"].expected_value
    for rung in found.rungs:
        (block,) = rung.lines.blocks.values()
        assert str(block[-1]) == "hold none: otherwise"
        assert len({str(line) for line in block}) == len(block)


@pytest.mark.whole
def test_the_list_of_jacks_or_better():
    """36 lines lose less than a thousandth of a percent."""
    assert ladder("jacks-or-better").rungs[-1].cost < Fraction(1, 100_000)


# --- Lists of one's own --------------------------------------------------------------------------

VIDEO_POKER = [
    "jacks-or-better", "bonus-poker", "double-double-bonus", "deuces-wild", "joker-poker",
]  # fmt: skip


@pytest.mark.parametrize("game", VIDEO_POKER)
def test_every_name_is_read_as_what_it_names(game):
    """No finer name is another's, nor a name that stands for more."""
    words = HoldWords(names(game), combin.load(game).deck)
    for shape in words.every:
        ((phrase, meant),), unread = words.read(shape.detail)
        assert not unread and shape in meant
        assert meant == (shape,) or {one.name for one in meant} == {shape.name} == {phrase}
        ((_, meant),), unread = words.read(shape.name)
        assert not unread
        assert set(meant) == {one for one in words.every if one.name == shape.name}
    for kept in ("Jh Jd", "5h 6h 7h 8h", "Ah Kd", "9h"):
        called = words.shapes.of(mask(kept))
        assert called is None or called in words.every


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("4 to a royal", "four to a royal flush"),
        ("open-ended straight", "four to an outside straight"),
        ("High Pair", "a high pair"),
        ("AK offsuit", "A-K of different suits"),
        ("KQ suited", "K-Q suited"),
        ("10 and high card", ""),
        ("J-10 suited", "J-T suited"),
        ("four to an open-ended straight", "four to an outside straight"),
        ("3 of a kind", "three of a kind"),
        ("pat flush", "a flush"),
        ("pat three of a kind", "pat three of a kind"),
        ("a flush, straight or full house", "a flush, a straight or a full house"),
        ("three to a straight flush: one gap, one high card; or no gap, no high cards",
         "three to a straight flush: one gap, one high card; or no gap, no high cards"),
    ],
)  # fmt: skip
def test_spellings(text, phrase):
    found, unread = HoldWords(names("jacks-or-better"), combin.load("jacks-or-better").deck).read(
        text
    )
    assert ([said for said, _ in found], unread) == (([phrase], []) if phrase else ([], [text]))


SHORT_GAME = """
from combin.ranking import POKER
from combin.rules import (
    ALWAYS, Bet, Deal, Deck, Draw, Game, Hand, Part, Pays, Paytable, Row, Settlement, Wager,
)

TABLE = Paytable("", {
    "royal-flush": 100, "straight-flush": 40, "four-of-a-kind": 20, "full-house": 5, "flush": 8, "straight": 4,
    "three-of-a-kind": 2, "two-pair": 1,
}, for_one=True)

GAME = Game(
    slug="short", title="Short", source="nobody's", deck=Deck("TJQKA"),
    play=(Deal("hand", 5), Part("discard", "hand", "thrown", (0, 1, 2, 3, 4, 5)), Draw("new", "thrown")),
    hands=(Hand("final", POKER, ("hand", "new")),),
    bets=(Bet("base", wagers=(Wager("coin", 1),), base="coin", settlements=(
        Settlement(("coin",), (Row("", ALWAYS, (Pays(TABLE, "final"),)),)),
    )),),
)
"""


def test_a_list_of_ones_own_in_every_format(run, tmp_path):
    """The command's own list, pasted with its numbers, costs what it says."""
    game, own = tmp_path / "short.py", tmp_path / "own.txt"
    game.write_text(SHORT_GAME)
    best = json.loads(run("strategy", game, "--json")[1])["ladder"][-1]
    printed = run("strategy", game)[1].splitlines()
    own.write_text("\n".join(line for line in printed if re.match(r" *\d+\. hold", line)))
    found = json.loads(run("price", game, own, "--json")[1])
    assert found["cost"] == best["cost"] and found["decisions"] == best["decisions"]
    assert Fraction(found["optimum"]) + Fraction(found["house_edge"]) == Fraction(best["cost"])
    own.write_text("two pair\na pair\nhold none\n")
    found = json.loads(run("price", game, own, "--json")[1])
    assert found["cost"] == str(sum(Fraction(one["cost"]) for one in found["mistakes"]))
    first = found["mistakes"][0]
    assert {"hold nothing"} == {one["chosen"] for one in found["mistakes"] if "none" in one["line"]}
    status, out, _ = run("price", game, own)
    assert status == 0 and first["sample"] in out and "Where it errs" in out
    for form in ("csv", "latex_booktabs", "markdown", "html"):
        assert run("price", game, own, "--format", form)[0] == 0


def test_faults_of_a_list_are_told_together(run, tmp_path):
    own = tmp_path / "own.txt"
    own.write_text(
        "game: jacks-or-better\ntwo pears\na low pair or a flsh\n\nhold none\ntwo pair\n"
    )
    status, out, err = run("price", "jacks-or-better", own)
    assert (status, out, err.count("\n")) == (2, "", 3)
    assert "line 2: unknown hold 'two pears' (did you mean 'two pair'?)" in err
    assert "line 3: unknown hold 'a flsh' (did you mean 'a flush'?)" in err
    assert "line 6: this line can never be reached: line 5 already takes everything" in err


def test_a_list_that_leaves_hands_undecided(refused, tmp_path):
    game, own = tmp_path / "short.py", tmp_path / "own.txt"
    game.write_text(SHORT_GAME)
    own.write_text("two pair\n")
    refused("price", game, own, words="no line says what to hold of")
    own.write_text("# nothing\n")
    refused("price", game, own, words="no line says what to do at 'discard'")


@pytest.mark.whole
@pytest.mark.parametrize("name", VIDEO_POKER)
def test_a_list_found_is_read_back_at_its_cost(name):
    rung = ladder(name).rungs[-1]
    game = combin.load(name)
    assert price(game, parse(str(rung.lines), game)).cost == rung.cost
