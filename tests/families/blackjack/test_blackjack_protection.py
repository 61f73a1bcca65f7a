"""What it is worth to know the dealer's hole card or the next card: small shoes dealt literally,
means over the card known.
"""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

import combin
from combin.families.blackjack import House, Shoe, shoe_of, solve
from combin.families.blackjack.house import NATURAL, SEEN, falling, without
from combin.families.blackjack.lattice import lattice_of
from combin.families.blackjack.protection import (
    NextCard,
    insured,
    with_hole_card,
    with_next_card,
)
from combin.families.blackjack.solve import UpCard
from combin.proof.card_by_card import RunsOutError
from combin.proof.house_rules import rules_of
from combin.render.number import percent
from houses import (
    LONG,
    OPTIONS,
    OTHER,
    RUN,
    SEVENS,
    SEVENTH,
    SINGLES,
    SMALL,
    SUPER,
    house_by,
    house_with,
)
from seen_cards import SeesHoleCard, SeesNextCard
from shipped import blackjack_alone, with_few_ranks

MODELS = ("zero-memory", "first-hand")
SETTINGS = [(name, value) for name, values in OPTIONS.items() for value in values[1:]]
PLAIN = {"hands": 2}


# rules beyond those of blackjack, each with others that it goes with
BEYOND = [
    ({name: value}, peek)
    for name, value in (*SINGLES, *OTHER.items())
    for peek in (("first",) if name == "seen" else ("first", "never"))
] + [
    ({"wins_21": True, "bonuses": (SUPER, RUN, SEVENS), "doublings": 2, "rescue": True,
      "doubles_later": True, "surrender": "late"}, "never"),
    ({"doubles_later": True, "surrenders_later": True, "surrenders_split": True, "charlie": 5,
      "rescue": True, "bonuses": LONG[:1]}, "first"),
    ({"free_doubles": frozenset({9, 10, 11}), "free_splits": frozenset(range(9)), "pushes": 22,
      "aces": "resplit"}, "first"),
    ({"seen": 2, "ties": "lose", "tied": Fraction(1)}, "first"),
]  # fmt: skip


def column_of(shoe: Shoe, house: House, up: int, *hole: int, model: str = MODELS[0]) -> UpCard:
    return UpCard(
        lattice_of(shoe, house.turns.charlie), house, without(shoe, *hole), up, model, *hole
    )


def cards_of(shoe: Shoe) -> tuple[int, ...]:
    return tuple(rank + 1 for rank, count in enumerate(shoe) for _ in range(count))


def deals(shoe: Shoe, seed: object, few: int) -> list[tuple[int, tuple[int, int], int]]:
    """Return some up cards, two cards and another one, at random."""
    rng, found = random.Random(str(seed)), set()
    while len(found) < few:
        one, other, up, known = (card - 1 for card in rng.sample(cards_of(shoe), 4))
        found.add((up, (min(one, other), max(one, other)), known))
    pairs = [deal for deal in found if deal[1][0] == deal[1][1]]
    return sorted(found, key=lambda deal: deal not in pairs)


@pytest.mark.slow_after(6)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name, value", [("hands", 4), *SETTINGS])
def test_every_option_agrees_with_the_literal_reference(name, value, model):
    house = house_by(**{**PLAIN, name: value})
    table = SeesNextCard(cards_of(SMALL), rules_of(house), model)
    for up, (one, other), known in deals(SMALL, (name, value), 12):
        first, shown, card = (one + 1, other + 1), up + 1, known + 1
        after = NextCard(column_of(SMALL, house, up, model=model))
        (spot,) = (spot for spot in after.spots if spot.ranks == (one, other))
        try:
            literal = table.with_next(first, shown, card)
        except RunsOutError:  # four hands of a split
            continue
        assert after.actions(spot, known) == literal
        if tuple(sorted((up, known))) == NATURAL:
            continue  # nothing is decided: below
        sees = SeesHoleCard(cards_of(SMALL), rules_of(house), model, known=card).values(
            first, shown
        )
        seen = column_of(SMALL, house, up, known, model=model).spot(one, other)
        assert seen.actions == {action: net for action, (net, _) in sees.items()}


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("shoe", (SMALL, SEVENTH), ids=("small", "sevens"))
@pytest.mark.parametrize("rules, peek", BEYOND, ids=str)
def test_rules_beyond_those_of_blackjack_agree_with_the_literal_reference(rules, peek, shoe, model):
    house = house_with(**{**PLAIN, "peek": peek, **rules})
    rng, met = random.Random(str((rules, peek))), 0
    for _ in range(10):
        cards = [card - 1 for card in rng.sample(cards_of(shoe), 5)]
        one, other = sorted(cards[:2])
        seen, known = tuple(sorted(cards[2 : 2 + house.turns.dealer.cards_seen])), cards[4]
        up, first = SEEN.index(seen), (one + 1, other + 1)
        second = seen[1] + 1 if house.turns.dealer.cards_seen == 2 else None
        left = cards_of(without(shoe, *seen[1:]))
        after = NextCard(column_of(shoe, house, up, model=model))
        (spot,) = (spot for spot in after.spots if spot.ranks == (one, other))
        try:
            table = SeesNextCard(left, rules_of(house), model, second=second)
            literal = table.with_next(first, seen[0] + 1, known + 1)
        except RunsOutError:
            continue
        assert after.actions(spot, known) == literal, (seen, first, known)
        met += 1
        if house.turns.dealer.cards_seen == 2:
            continue
        sees = SeesHoleCard(left, rules_of(house), model, known=known + 1).values(first, up + 1)
        if tuple(sorted((up, known))) != NATURAL:
            column = column_of(shoe, house, up, known, model=model)
            assert column.spot(one, other).actions == {name: net for name, (net, _) in sees.items()}
    assert met


@pytest.mark.slow
@pytest.mark.parametrize("rules, peek", BEYOND, ids=str)
def test_whole_games_beyond_the_rules_of_blackjack_dealt_literally(rules, peek):
    shoe = (2, 0, 0, 0, 0, 3, 0, 3, 0, 4)
    house = house_with(**{"peek": peek, **rules, "hands": 1})
    hole = following = Fraction(0)
    every = cards_of(shoe)
    for dealt in product(sorted(set(every)), repeat=3 + house.turns.dealer.cards_seen):
        orders, left = 1, list(every)
        for card in dealt:
            orders *= left.count(card)
            if orders:
                left.remove(card)
        if orders:
            first, (up, *second), known = tuple(sorted(dealt[:2])), sorted(dealt[2:-1]), dealt[-1]
            table = SeesNextCard(
                cards_of(without(shoe, *(card - 1 for card in second))),
                rules_of(house),
                second=second[0] if second else None,
            )
            following += orders * max(table.with_next(first, up, known).values())
            if not second:
                seen = SeesHoleCard(every, rules_of(house), known=known).values(first, up)
                hole += orders * max(net for net, _ in seen.values())
    dealt_in = falling(len(every), 3 + house.turns.dealer.cards_seen)
    assert with_next_card(shoe, house, MODELS[0]) == following / dealt_in
    if house.turns.dealer.cards_seen == 1:
        assert with_hole_card(shoe, house, MODELS[0]) == hole / dealt_in


@pytest.mark.slow
@pytest.mark.parametrize("peek, surrender", [*product(OPTIONS["peek"], OPTIONS["surrender"])])
def test_the_whole_game_dealt_literally(peek, surrender):
    shoe = (2, 0, 0, 0, 0, 3, 0, 3, 0, 4)
    house = house_by(peek=peek, surrender=surrender, hands=2)
    hole = following = Fraction(0)
    every = cards_of(shoe)
    for one, other, up, known in product(sorted(set(every)), repeat=4):
        orders, left = 1, list(every)
        for card in (one, other, up, known):
            orders *= left.count(card)
            if orders:
                left.remove(card)
        if orders:
            first = (min(one, other), max(one, other))
            seen = SeesHoleCard(every, rules_of(house), known=known).values(first, up)
            hole += orders * max(net for net, _ in seen.values())
            after = SeesNextCard(every, rules_of(house)).with_next(first, up, known)
            following += orders * max(after.values())
    dealt = falling(len(every), 4)
    assert with_hole_card(shoe, house, MODELS[0]) == hole / dealt
    assert with_next_card(shoe, house, MODELS[0]) == following / dealt


@pytest.mark.parametrize("aces, hands", [("one-card", 2), ("resplit", 4), ("hit", 3)])
@pytest.mark.parametrize("peek", OPTIONS["peek"])
def test_the_mean_over_the_next_card_is_the_game_as_it_is(peek, aces, hands):
    house = house_by(peek=peek, aces=aces, hands=hands, surrender="late")
    for up, count in enumerate(SMALL):
        after = NextCard(column_of(SMALL, house, up)) if count else None
        for spot in after.spots if after else ():
            left, total = after.left(spot), dict.fromkeys(spot.actions, Fraction(0))
            for card, many in enumerate(left):
                for action, value in after.actions(spot, card).items() if many else ():
                    total[action] += many * value
            assert {name: value / sum(left) for name, value in total.items()} == spot.actions


@pytest.mark.slow
def test_who_knows_a_card_does_no_worse():
    for peek, surrender in product(OPTIONS["peek"], OPTIONS["surrender"]):
        house = house_by(peek=peek, surrender=surrender)
        fair = solve(SMALL, house).value
        assert (
            min(with_hole_card(SMALL, house, MODELS[0]), with_next_card(SMALL, house, MODELS[0]))
            > fair
        )


def test_a_hole_card_that_is_known_is_worth_the_same_with_and_without_a_look():
    """Whoever knows of the natural stakes no more than a unit against it."""
    looks, never = (with_hole_card(SMALL, house_by(peek=p), MODELS[0]) for p in ("first", "never"))
    assert looks == never


@pytest.mark.whole
@pytest.mark.slow
def test_the_guide_has_these_figures():
    page = (Path(__file__).parents[3] / "docs" / "protection.md").read_text()
    for one in combin.protect("blackjack").exposures:
        assert f"{one.words or 'no card'}  " in page and percent(one.edge, 4) in page


@pytest.mark.whole
@pytest.mark.slow
def test_the_advantage_of_a_known_hole_card():
    """Commonly put at about 13 % with six decks; insurance, then never lost, is part of it."""
    shoe = shoe_of(6)
    hole = with_hole_card(shoe, house_by(), MODELS[0])
    assert insured(shoe, Fraction(2)) == Fraction(24 * 96, 312 * 311)
    assert abs(hole + insured(shoe, Fraction(2)) - Fraction(13, 100)) < Fraction(5, 1000)


# --- Answers -------------------------------------------------------------------------------------


@pytest.fixture
def small(tmp_path):
    path = tmp_path / "small.game"
    path.write_text(with_few_ranks(blackjack_alone(), "56TA", {6: 2, 1: 2}))
    return path


@pytest.mark.slow
def test_protect_prints_what_each_card_is_worth(run, small):
    found = combin.protect(small, choices={"splits": 2})
    status, out, _ = run("protect", str(small), "splits=2")
    assert status == 0 and "model zero-memory" in out
    assert f"{found}\n".split("Again:")[0] == out.split("Again:")[0]
    assert all(str(one.edge) in out for one in found.exposures)
    shoe, house = (8, 0, 0, 0, 8, 8, 0, 0, 0, 8), house_by(hands=2)
    values = {(one.zone, one.beside): -one.edge for one in found.exposures}
    hole, following = (
        with_hole_card(shoe, house, MODELS[0]),
        with_next_card(shoe, house, MODELS[0]),
    )
    assert values == {
        ("", ""): solve(shoe, house).value,
        ("hole", ""): hole,
        ("hole", "insurance"): hole + insured(shoe, Fraction(2)),
        ("next", ""): following,
    }
    status, out, _ = run("protect", str(small), "splits=2", "--format", "csv")
    assert status == 0 and len(out.splitlines()) == 5
    rows = json.loads(run("protect", str(small), "splits=2", "--json")[1])["exposures"]
    assert [-Fraction(row["house_edge"]) for row in rows] == [*values.values()]
    assert len(found.to_frame()) == 4 and "3 ways to see cards" in repr(found)


@pytest.mark.parametrize(
    "words, text",
    [
        (("model=total",), "protect answers model zero-memory and first-hand"),
        (("model=full-memory", "splits=2"), "protect answers model zero-memory and first-hand"),
        (("--see", "dealer=1"), "--see is not available for blackjack games"),
        (("--sample", "10"), "--sample is not available for blackjack games"),
        (("--bet", "buster"), "bet 'buster' has no decisions"),
    ],
)
def test_what_protect_does_not_answer_is_refused_in_one_line(run, words, text):
    status, out, err = run("protect", "blackjack", *words)
    assert (status, out) == (2, "") and text in err and err.count("\n") == 1
