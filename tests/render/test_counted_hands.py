"""Hands that a page counts by itself are worth what combin says, to the last fraction."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random

import pytest

import combin
from combin.cards import cards_text, mask_of
from combin.dossier.hands import hands
from combin.proof.ways import set_by
from combin.questions.advice import advise
from combin.render.site import hands_script
from combin.rules.house_ways import FOXWOODS
from combin.spelling import cards_in
from scripts import scripted

COUNTED = (
    "caribbean-stud", "casino-holdem", "ultimate-texas-holdem", "texas-holdem-bonus",
    "heads-up-holdem", "four-card-poker", "crazy-4-poker", "ultimate-three-card-poker",
    "high-card-flush", "flushes-gone-wild", "criss-cross-poker", "pai-gow-poker",
)  # fmt: skip
MANY = 50  # hands of each street

# What `combin advise` prints, history by history.
TOLD = (
    ("ultimate-texas-holdem", "Ah Kd",
     {"": {"check": "2386734047/4195144800", "3x": "165043111/190688400", "4x": "307271677/262196550"}}),
    ("ultimate-texas-holdem", "Ah Kd 2c 7s 9h",
     {"check": {"check": "-2207/3795", "2x": "-115901/214038"}}),
    ("ultimate-texas-holdem", "Ah Kd 2c 7s 9h Tc 3d",
     {"check/check": {"fold": "-2", "1x": "-307/198"}}),
    ("texas-holdem-bonus", "Ah Kd 2c 7s 9h",
     {"play": {"check": "-272299/1070190", "bet": "-2371/11385"}}),
    ("texas-holdem-bonus", "Ah Kd 2c 7s 9h Tc",
     {"play/check": {"check": "-40379/45540", "bet": "-2375/2277"},
      "play/bet": {"check": "-2375/2277", "bet": "-6069/5060"}}),
    ("casino-holdem", "Ah Kd 2c 7s 9h", {"": {"fold": "-1", "call": "-84461/356730"}}),
    ("high-card-flush", "Ah Kd 2c 7s 9h Tc 3d", {"": {"fold": "-1", "1x": "-1236907/1008436"}}),
    ("flushes-gone-wild", "Ah Kd 2c 7s 9h", {"": {"fold": "-2", "play": "330778366/188674497"}}),
    ("crazy-4-poker", "Ah Kd 2c 7s 9h", {"": {"fold": "-2", "1x": "-6752/6063"}}),
)  # fmt: skip


def told(game, asked, pays=(), settings=(), rule=0):
    """Return what a page says of hands, each a street and cards: history -> action -> value.

    settings: of its choices; rule: of which of their rules the hands are.
    """
    known = hands(game, "base", 1, settings)
    body = f"""{hands_script(known)}
    const values = combin.handValues(combin.hands);
    const edited = {json.dumps(dict(pays))};
    values.pay({rule}, Object.keys(combin.hands.pays).map((pay, at) =>
      (edited[pay] ? combin.known(edited[pay]) : values.printed[at])));
    return {json.dumps(asked)}.map(([street, cards]) => {{
      const one = values.classOf(cards, street);
      const decided = values.histories(street).filter((history) => values.isDecided(history, one));
      return Object.fromEntries(decided.map((history) => [history, Object.fromEntries(values.valued(history, one)
        .map(({{ way, worth }}) => [way[0], combin.text(values.value(worth, one))]))]));
    }});"""
    valued = "set-hands.js" if known.rules[0].house else "hand-values.js"
    return scripted(("exact.js", "counting.js", valued), body)


def front_by_way(text):
    """Return how the reference sets a hand by the dealer's way, as a setting is called."""
    _, _, front = set_by(FOXWOODS, mask_of(cards_in(text)))
    return f"front {cards_text(front)}"


def advised(game, cards):
    """Return what combin says, in the same form."""
    return {
        "/".join(row.history): {action: str(worth) for action, worth in row.values.items()}
        for row in advise(game, " ".join(cards)).rows
    }


def streets(game):
    """Return how many cards are seen at each decision."""
    found = hands(game, "base", 1).streets
    return [
        sum(deal.cards for one in found[: at + 1] for deal in one.zones) for at in range(len(found))
    ]


def test_hands_are_worth_what_combin_advise_prints():
    for slug in dict.fromkeys(slug for slug, _, _ in TOLD):
        game = combin.load(slug)
        seen = streets(game)
        listed = [(cards.split(), worth) for name, cards, worth in TOLD if name == slug]
        found = told(game, [(seen.index(len(cards)), cards) for cards, _ in listed])
        assert found == [worth for _, worth in listed]


def test_edited_pays_are_followed_on_flop_and_river():
    game = combin.load("ultimate-texas-holdem")
    pays = {"blind.flush": "7/2", "blind.straight": "4"}
    cards = ["Ah", "Kh", "Qh", "7h", "2c"]
    edited = game.with_pays(pays)
    (found,) = told(game, [(1, cards)], pays)
    assert found == advised(edited, cards) != advised(game, cards)


def test_the_house_way_is_marked_among_the_settings():
    hands_set = ("Jk Ah Kd Kc 3h 3d 2s", "Ah Kd Qc 9s 9d 5h 3c", "Ah Kd Qc 9s 7d 5h 3c")
    body = f"""{hands_script(hands(combin.load("pai-gow-poker"), "base", 1))}
    const values = combin.handValues(combin.hands);
    return {json.dumps(hands_set)}.map((text) => {{
      const one = values.classOf(text.split(" "), 0);
      return one.settings.filter(({{ way }}) => values.noteOf(way, one)).map(({{ way }}) => way[0]);
    }});"""
    found = scripted(("exact.js", "counting.js", "set-hands.js"), body)
    for text, fronts in zip(hands_set, found, strict=True):
        assert front_by_way(text) in fronts


def test_a_hand_is_set_against_the_house_way():
    (found,) = told(combin.load("pai-gow-poker"), [(0, ["Ah", "Kh", "2h", "3c", "4d", "5s", "6s"])])
    best, second, *others = sorted(found[""].items(), key=lambda one: -Fraction(one[1]))
    assert best == ("front Ah Kh", "585737347/1070493600") and len(others) == 14
    assert second == ("front Kh 6s", "316133189/1070493600")


@pytest.mark.slow
@pytest.mark.parametrize(
    "choices",
    [{"way": "trump-plaza"}, {"variant": "tiger-9"}, {"variant": "ez", "wheel": "lowest"}],
)
def test_house_way_and_variant_are_followed(choices):
    game, other = combin.load("pai-gow-poker"), combin.load("pai-gow-poker", choices)
    cards = ["Jk", "Qc", "Qd", "6h", "6d", "3d", "2h"]
    pays = {pay: str(units) for pay, units in other.pays_in("base").items()}
    (found,) = told(game, [(0, cards)], pays, settings=[other], rule=1)
    assert found == advised(other, cards) != advised(game, cards)


def test_a_hand_that_the_player_sees_is_not_counted_on_the_page():
    seen = combin.load("pai-gow-poker", {"variant": "face-up"})
    assert hands(seen, "base", 1) is None
    found = hands(combin.load("pai-gow-poker"), "base", 1, [seen])
    assert found.of_settings == (-1,)


@pytest.mark.slow_after(0)
@pytest.mark.parametrize("slug", COUNTED)
def test_random_hands_of_each_street(slug):
    game, random = combin.load(slug), Random(8)
    deck = [*hands(game, "base", 1).deck]
    asked = [
        (street, random.sample(deck, cards))
        for street, cards in enumerate(streets(game))
        for _ in range(MANY)
    ]
    for (_, cards), found in zip(asked, told(game, asked), strict=True):
        assert found == advised(game, cards), cards
