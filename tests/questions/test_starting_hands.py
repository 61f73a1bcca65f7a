"""Starting hands as players write them, and searches that shipped lists take part in."""

from __future__ import annotations

from array import array
from itertools import combinations
from random import Random

import pytest

from combin.cards import RANKS, card, rank_of, suit_of
from combin.counting import Plan
from combin.dossier.recommended import at_most
from combin.games import names, sheet_of
from combin.strategies import View, examples, find, ladder, parse, price
from combin.strategies.matching import matched, traits_seen
from combin.strategies.starting import any_hand, read_hands
from combin.strategies.traits import STRENGTH, SUITED

PAIRS = [*combinations((card(rank, suit) for suit in range(4) for rank in range(13)), 2)]


def hand_of(one, two):
    ranks = sorted((rank_of(one), rank_of(two)), reverse=True)
    letter = "" if ranks[0] == ranks[1] else "s" if suit_of(one) == suit_of(two) else "o"
    return *ranks, letter


def named(text):
    """Return the starting hands of words that name one each."""
    return {(RANKS.index(word[0]), RANKS.index(word[1]), word[2:]) for word in text.split()}


@pytest.fixture(scope="module")
def view():
    game = sheet_of("heads-up-holdem").resolve()
    plan = Plan(game, game.bets[0])
    return View(plan, plan.stages[0])


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("KTs+", "KQs KJs KTs"),
        ("QJo", "QJo"),
        ("QT+", "QJs QJo QTs QTo"),
        ("QQ+", "AA KK QQ"),
        ("77-99", "99 88 77"),
        ("Q9s-Q7s", "Q9s Q8s Q7s"),
        ("A10o, 22 or 32s", "ATo 22 32s"),
        ("2A", "A2s A2o"),
    ],
)
def test_what_players_write_is_read(view, text, hands):
    assert read_hands(text.lower()) == named(hands)
    assert view.read(text) == any_hand(view.ranking, named(hands))


@pytest.mark.parametrize(
    "text", ["33s", "K2s-Q2s", "KK-K2", "K2s-K5o", "K2x", "1K+", "K2++", "Q9s-"]
)
def test_what_names_no_starting_hand_is_refused(text, refused, tmp_path):
    path = tmp_path / "own.txt"
    path.write_text(f"before the flop:\n3x: {text}\ncheck: otherwise\n")
    refused("price", "heads-up-holdem", path, words=f"unknown phrase '{text}'")


def test_every_set_of_starting_hands_is_written_and_read_back(view):
    every = sorted({hand_of(*pair) for pair in PAIRS})
    assert len(every) == 169
    states = array("Q", (1 << one | 1 << two for one, two in PAIRS))
    rows = traits_seen(view, 1, states, [STRENGTH, SUITED])
    chance = Random(3)
    some = [chance.sample(every, chance.randrange(2, 169)) for _ in range(20)]
    for hands in (*([hand] for hand in every), *some):
        condition = any_hand(view.ranking, hands)
        assert read_hands(condition.phrase.lower()) == {*hands}
        met = matched(rows, view.width, ((0, way) for way in condition.ways))
        assert {hand_of(*pair) for pair, line in zip(PAIRS, met) if not line} == {*hands}


@pytest.mark.slow
def test_the_hands_of_a_list_can_be_words_or_letters():
    game = sheet_of("dakota-duel-draw").resolve()
    words = "play: any pair or better\nplay: ace-two or better\nplay: suited\nfold: otherwise\n"
    suited = ", ".join(f"{high}2s+" for high in RANKS[1:])
    letters = f"play: 22+, A2+\nplay: {suited}\nfold: otherwise\n"
    one, other = (price(game, parse(text, game)) for text in (words, letters))
    assert one.value == other.value and one.cost == other.cost


# --- Shipped lists are rivals ------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        name if name.startswith("three-card-poker") else pytest.param(name, marks=pytest.mark.whole)
        for name in examples()
    ],
)
def test_no_list_found_is_worse_than_a_shipped_one_of_its_length(name):
    slug = next(one for one in names() if name.startswith(one))
    game = sheet_of(slug).resolve()
    shipped = price(game, parse(examples()[name], game))
    found = FOUND.setdefault(slug, find(game))
    if len(found.rungs[0]) <= len(shipped.strategy):
        assert at_most(found, len(shipped.strategy)).cost <= shipped.cost


FOUND: dict[str, ladder.Ladder] = {}


@pytest.mark.whole
@pytest.mark.slow
def test_a_shipped_list_is_told_where_the_search_finds_nothing(monkeypatch):
    game = sheet_of("mississippi-stud").resolve()
    worst = parse(examples()["mississippi-stud-everything"], game)
    monkeypatch.setattr(ladder, "_lists", lambda *_: [(0, worst)])
    found = find(game, limit=25)
    best = parse(examples()["mississippi-stud-basic"], game)
    assert [rung.lines for rung in found.rungs] == [worst, best]
