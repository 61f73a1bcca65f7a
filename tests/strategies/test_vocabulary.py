"""Every phrase of the strategies' vocabulary against its literal meaning, at every information set
of shortened decks.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from types import SimpleNamespace

import pytest

import combin
from combin.cards import Deck, cards_of
from combin.counting import Plan, tallies
from combin.games import sheet_of
from combin.ranking import POKER
from combin.strategies.hands import hand_strength, hand_words
from combin.strategies.lines import traits_asked
from combin.strategies.matching import matched, traits_of, traits_read
from combin.strategies.traits import LARGEST_TRAIT
from combin.strategies.vocabulary import View
from literal import Seen, holds
from shipped import DEALT
from sizes import GAMES
from views import must_of, outs, pays

SHORT = [
    ("let-it-ride", Deck("2345TJKA", "cdh")),
    ("let-it-ride", Deck("6789TQA", "cdhs")),
    ("mississippi-stud", Deck("2569JQA", "cdh")),
    ("phil-em-up", Deck("2459TKA", "cdh", 1)),
    ("dakota-duel-draw", Deck("23489JA", "cdhs")),
    ("three-card-poker", Deck("2346QKA", "cdhs")),
    ("caribbean-stud", Deck("2345QKA", "cd")),
]


def levels(slug, deck):
    """Yield (view, tally, place) for every decision of a game on a short deck."""
    yield from levels_of(replace(sheet_of(slug).resolve(), deck=deck))


def levels_of(game):
    plan = Plan(game, game.bet("base"))
    for tally in tallies(plan):
        for place, level in enumerate(tally.levels):
            yield View(plan, level.stage), tally, place


def seen_at(view, tally, place, at):
    state = tally.levels[place].state(at)
    own = [card for role in view.own for card in cards_of(state[role])]
    up = cards_of(state[view.up])[0] if view.up is not None else None
    return Seen(own, view.ranking.size, up, pays(view), outs(view, own), must=must_of(view, own))


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "deck"), SHORT)
def test_every_phrase_means_what_it_says(slug, deck):
    for view, tally, place in levels(slug, deck):
        rows = traits_of(view, tally, place, range(view.width))
        step = len(tally.levels[place]) // 150 + 1
        sampled = range(0, len(tally.levels[place]), step)
        seen = {at: seen_at(view, tally, place, at) for at in sampled}
        for phrase, condition in view.phrases.items():
            said = matched(rows, view.width, [(1, (condition,))])
            for at in sampled:
                cards = tally.levels[place].cards(at)
                assert (said[at] == 1) == holds(phrase, seen[at]), (phrase, cards)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(("slug", "deck"), SHORT)
def test_what_is_asked_for_alone_is_the_same(slug, deck):
    """A row of some traits has those that a row of all has, and lines are met alike."""
    for view, tally, place in levels(slug, deck):
        whole = traits_of(view, tally, place, range(view.width))
        for phrase, condition in [*view.phrases.items()][::3]:
            asked = traits_asked([[SimpleNamespace(conditions=(condition,))]])
            found = traits_read(view, tally, place, asked)
            width = len(found.columns)
            for at, trait in enumerate(found.columns):
                if trait in asked:
                    assert found.rows[at::width] == whole[trait :: view.width], phrase
            lines = [(1, (condition,))]
            met = matched(found.rows, width, lines, found.columns)
            assert met == matched(whole, view.width, lines)


@pytest.mark.slow
@pytest.mark.parametrize("deck", [Deck("2345TJQKA", "cd"), Deck("79TKA", "cdhs")])
def test_every_phrase_means_what_it_says_where_some_cards_must_be_used(deck):
    game = replace(sheet_of("hot-poker-spot").resolve({"cost": "1"}), deck=deck)
    for view, tally, place in islice(levels_of(game), 0, None, 4):
        rows = traits_of(view, tally, place, range(view.width))
        sampled = range(0, len(tally.levels[place]), len(tally.levels[place]) // 6 + 1)
        seen = {at: seen_at(view, tally, place, at) for at in sampled}
        for phrase, condition in view.phrases.items():
            said = matched(rows, view.width, [(1, (condition,))])
            for at in sampled:
                cards = tally.levels[place].cards(at)
                assert (said[at] == 1) == holds(phrase, seen[at]), (phrase, cards)


@pytest.mark.whole
@pytest.mark.slow
@pytest.mark.parametrize("deck", [Deck("TJQA", "cd"), Deck("45A", "cdh")], ids=str)
def test_of_two_hands_that_cross_the_higher_counts(deck):
    """A phrase that asks for so much or more holds where one hand meets it, its opposite where both
    do.
    """
    game = replace(combin.load("criss-cross-poker"), deck=deck)
    for view, tally, place in levels_of(game):
        assert [hand.name for hand in view.hands] == ["across", "down"][: 1 + (place == 2)]
        rows = traits_of(view, tally, place, range(view.width))
        sampled = range(0, len(tally.levels[place]), len(tally.levels[place]) // 20 + 1)
        seen = {at: crossing(view, tally.levels[place], at) for at in sampled}
        for phrase, condition in view.phrases.items():
            said = matched(rows, view.width, [(1, (condition,))])
            some = any if condition.high == LARGEST_TRAIT else all
            if condition.high == LARGEST_TRAIT or condition.low <= 0:
                for at in sampled:
                    right = some(holds(phrase, hand) for hand in seen[at])
                    assert (said[at] == 1) == right, (phrase, tally.levels[place].cards(at))


def crossing(view, level, at):
    """Return what the player sees of each of his hands, the cards that only one has as its board."""
    dealt = dict(zip(("own", "sides", "ends"), map(cards_of, level.state(at))))
    return [
        Seen(
            [card for zone in hand.zones for card in dealt.get(zone, ())],
            view.ranking.size,
            None,
            pays(view),
            board=[card for zone in hand.zones if zone != "own" for card in dealt.get(zone, ())],
        )
        for hand in view.hands
    ]


@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug != "criss-cross-poker"])
def test_other_games_have_one_hand_to_speak_of(slug):
    game = GAMES[slug]
    for plan in (Plan(game, bet) for bet in game.bets):
        for view in (
            () if plan.draw or plan.sets_hands else (View(plan, one) for one in plan.stages)
        ):
            assert view.hands == (view.hand,)
            assert view.has_opponent == any(len(fact.hands) > 1 for fact in plan.facts)


@pytest.mark.parametrize(("slug", "deck"), SHORT)
def test_every_phrase_is_read_back_and_defined(slug, deck):
    for view, _, _ in levels(slug, deck):
        for phrase, condition in view.phrases.items():
            assert view.read(phrase) == condition
            assert view.read(phrase.upper()) == condition
            assert condition.meaning
        break


@pytest.mark.parametrize(
    "words",
    [
        "Q-6-4",
        "ace-king",
        "A-K-J-8-3",
        "a pair of tens",
        "a flush",
        "any pair",
        "queen high",
        "two pair",
        "four of a kind",
    ],
)
def test_hands_are_written_as_they_are_read(words):
    assert hand_words(POKER, hand_strength(POKER, words)) == words


@pytest.mark.parametrize(("words", "same"), [
    ("pair of tens", "a pair of tens"), ("10-6-4", "T-6-4"), ("q-6-4", "Q-6-4"), ("flush", "a flush"), ("a pair", "any pair"),
])  # fmt: skip
def test_hands_have_more_than_one_spelling(words, same):
    assert hand_strength(POKER, words) == hand_strength(POKER, same)


PICKEM = """\
Pick  (pick)
source: nobody's
cards: 52

PLAY
  2 cards to base
  1 card to left
  1 card to right
  decide pick
    "pick left"
    "pick right"
  2 cards to under

HANDS
  with-left = poker of base, left, under
  with-right = poker of base, right, under

MAIN GAME
  wagers: coin 1
  outcome   if                  coin
  -         chose "pick left"   table by with-left
  -         otherwise           table by with-right
  table, for 1
    three of a kind   5
    two pair          3
    pair of nines     2
"""


def test_words_of_an_opponent_need_one(tmp_path):
    """Where no hand is compared with another, nothing is hidden, up or on a board; a card that is
    in no hand of the player's is called by its place.
    """
    (tmp_path / "pick.game").write_text(PICKEM)
    beside = PICKEM.replace("table by with-right", "table by with-left")
    beside = beside.replace("  with-right = poker of base, right, under\n", "")
    (tmp_path / "beside.game").write_text(beside)
    own = [str(tmp_path / name) for name in ("pick.game", "beside.game")]
    said = {}
    for name in (*DEALT, *own):
        game = combin.load(name)
        plan = Plan(game, game.bets[0])
        if plan.draw or plan.game.from_shoe or plan.sets_hands or not plan.stages:
            continue
        if not any(len(fact.hands) > 1 for fact in plan.facts):
            for stage in plan.stages:
                said[name] = " ".join(View(plan, stage).phrases)
                assert not any(word in said[name] for word in ("hidden", "board", "the up card"))
    assert "the right card" not in said[own[0]]
    assert "the right card matches one of yours" in said[own[1]]
