"""What combin advises is what the literal reference finds at that information set, and bad cards
are refused in one line.
"""

from __future__ import annotations

import time
from collections import defaultdict
from fractions import Fraction

import pytest

import combin
from agreement import short_plan, shortened
from combin.cards import cards_text, mask_of
from combin.counting import Plan
from combin.counting.levels import levels
from combin.errors import CombinError
from combin.games import sheet_of
from combin.proof import reference
from combin.questions import solve as solver
from combin.questions.advice import advise, situations
from combin.rules import ALWAYS, Decide
from combin.rules.game import Game
from shipped import DEALT
from sizes import LARGE

SHORT = [
    ("caribbean-stud", {}, "9TJQKA", "cd"), ("caribbean-stud", {}, "QKA", "cdhs"), ("dakota-duel-draw", {}, "789TA", "cd"),
    ("dakota-duel-draw", {"variant": "lodge-2023"}, "9QA", "cdh"), ("hot-poker-spot", {"cost": "1"}, "TJQKA", "cd"),
    ("hot-poker-spot", {"cost": "1/2", "variant": "heads-up"}, "QKA", "cdh"), ("let-it-ride", {}, "9TJK", "cdh"),
    ("mississippi-stud", {}, "6JA", "cdh"), ("phil-em-up", {}, "TJQKA", "cdh"), ("phil-em-up", {"joker": "bug"}, "2345A", "ds"),
    ("three-card-poker", {}, "9JQA", "cdh"), ("three-card-poker", {"ante-bonus": "6"}, "23A", "cdhs"),
]  # fmt: skip


def short(slug: str, choices: dict[str, str], ranks: str, suits: str) -> Game:
    return shortened(combin.load(slug, choices), ranks, suits)


def by_cards(found: dict) -> dict:
    """Return (decision, the cards seen as text) -> history -> what the reference found there."""
    there: dict = defaultdict(dict)
    for (seen, path), what in found.items():
        there[len(path), " / ".join(map(text_of, seen))][path] = what
    return there


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "choices", "ranks", "suits"), SHORT, ids=str)
def test_advice_is_what_the_reference_finds(slug, choices, ranks, suits):
    """At some sixty information sets of every decision, whichever suits the cards have."""
    game = short(slug, choices, ranks, suits)
    counted = reference.solve(game)
    worth, taken = by_cards(counted.information_sets), by_cards(counted.choices)
    for place, decision in enumerate(game.decisions):
        found = sorted(text for number, text in worth if number == place)
        for text in found[:: max(1, len(found) // 60) | 1]:
            said = advise(game, text)
            assert (said.seen, said.decision, said.value) == (text, decision.name, None)
            assert {row.history: row.values for row in said.rows} == worth[place, text]
            assert {row.history: row.best for row in said.rows} == taken[place, text]
            for row in said.rows:
                tied = {
                    action
                    for action, value in row.values.items()
                    if value == max(row.values.values())
                }
                assert set(row.tied) == (tied if len(tied) > 1 else set())


def text_of(zone: frozenset[int]) -> str:
    return cards_text(mask_of(zone))


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "choices", "ranks", "suits"), SHORT[::2], ids=str)
def test_situations_are_what_advice_says_of_each(slug, choices, ranks, suits):
    """Every information set is listed once, and those of a decision are all deals, after each
    history that leads there.
    """
    game = short(slug, choices, ranks, suits)
    plan = short_plan(game)
    deals: dict = defaultdict(int)
    listed = list(situations(game))
    for there in listed:
        deals[there.decision, there.answer.history] += there.deals
    assert len({(there.decision, there.cards, there.answer.history) for there in listed}) == len(
        listed
    )
    for place, stage in enumerate(plan.stages):
        assert {
            deals[plan.decisions[place].name, tuple(action.name for _, action in path)]
            for path in plan.histories(stage)
        } == {_deals_seen(plan, place)}
    for there in listed[:: max(1, len(listed) // 40)]:
        for said in advise(game, _as_dealt(plan, there)).rows:
            if said.history == there.answer.history:
                assert said == there.answer


def _deals_seen(plan, place: int) -> int:
    """Return the deals that come to a decision, the cards seen there as sets."""
    level = levels(plan)[place]
    return sum(level.weights) * plan.deals_after(level.stage)


def _as_dealt(plan, there) -> str:
    """Return a situation's cards zone by zone: of cards that are alike any may have come first."""
    stage = next(
        stage for stage in plan.stages if plan.decisions[stage.number].name == there.decision
    )
    groups = {}
    for role, text in zip(stage.roles, there.cards.split(" / ")):
        left = text.split()
        for group in role.groups:
            for zone in group.zones:
                size = next(deal.cards for deal in plan.game.deals if deal.zone == zone)
                groups[zone], left = left[:size], left[size:]
    return " / ".join(
        " ".join(groups[deal.zone]) for deal in plan.game.deals if deal.zone in groups
    )


@pytest.mark.whole
def test_on_whole_decks_the_best_action_is_worth_the_game():
    """The mean of the best values at the first decision is the game's value, for every game that
    always decides at once. One game with a draw stands for all five.
    """
    long = {"caribbean-stud", "casino-holdem", "four-card-poker", *LARGE}
    for slug in [slug for slug in DEALT if slug not in long]:
        game = combin.load(slug)
        plan = short_plan(game)
        if not game.decisions or (plan.draw and slug != "bonus-poker"):
            continue
        if any(step.when != ALWAYS for step in game.play if isinstance(step, Decide)):
            continue
        first = [there for there in situations(game) if there.decision == plan.decisions[0].name]
        total = sum(there.deals * there.answer.values[there.answer.best] for there in first)
        assert (
            total / sum(there.deals for there in first)
            == solver.solve(game, ["base"])["base"].expected_value
        )


@pytest.mark.parametrize(
    ("slug", "text", "bet", "value"),
    [
        ("three-card-poker", "As Ks Qs", "pair-plus", Fraction(40)),
        ("three-card-poker", "Kc Ad 2h", "pair-plus", Fraction(-1)),
        ("let-it-ride", "2c 2d 2h", "three-card-bonus", Fraction(30)),
        ("caribbean-stud", "As Ks Qs Js Ts", "progressive", Fraction(99_999)),
        ("hot-poker-spot", "As Ks / Qs Js Ts", "base", Fraction(999)),
        ("hot-poker-spot", "As Ks / Qs Js Ts / 2d", "base", Fraction(999)),
        (
            "hot-poker-spot",
            "As Ks / Qs Js 2d / 3d",
            "base",
            Fraction(1000 + 8 * 15 + 3 * 10, 46) - 1,
        ),
    ],
)
def test_a_bet_without_decisions_has_a_value(slug, text, bet, value):
    """The last: the ten of spades of 46 cards pays 1000, eight more spades 15, the other three tens
    10.
    """
    said = advise(combin.load(slug), text, bet)
    assert (said.decision, said.rows, said.value) == (None, (), value)


def test_the_value_of_starting_hands_adds_up_to_the_bet():
    """Of Hot Poker Spot on a shortened deck, hand by hand."""
    game = shortened(combin.load("hot-poker-spot"), "TJQKA", "cd")
    counted = reference.solve(game)
    hands = {
        frozenset((one, two)) for one in game.deck.cards for two in game.deck.cards if one != two
    }
    worth = [advise(game, text_of(hand)).value for hand in hands]
    assert sum(worth) / len(worth) == counted.expected_value


# --- Cards that cannot be ----------------------------------------------------------------------

BAD = [
    ("phil-em-up", "Kh Qh Jh Kh", "Kh stands 2 times"),
    ("phil-em-up", "Jk Qh Jh Jk", "Jk stands 2 times"),
    ("caribbean-stud", "As Kd Jh 8c Jk / Kc", "Jk is not in the deck"),
    ("phil-em-up", "Kh Qh Jh", "too few cards"),
    ("phil-em-up", "", "too few cards"),
    ("phil-em-up", "Kh Qh Jh 3c 2c", "too many cards"),
    ("caribbean-stud", "As Kd Jh 8c 3d", "too few cards"),
    ("mississippi-stud", "As Kd Jh 8c 3d", "too many cards"),
    ("let-it-ride", "As Kd / Jh 8c", "the groups of"),
    ("caribbean-stud", "As Kd Jh 8c / 3d Kc", "the groups of"),
    ("caribbean-stud", "As Kd Jh 8c 3d / / Kc", "the groups of"),
    ("three-card-poker", "Xs Kd Jh", "'Xs' is not a card"),
    ("three-card-poker", "A Kd Jh", "'A' is not a card"),
    ("three-card-poker", "11s Kd Jh", "'11s' is not a card"),
    ("three-card-poker", "AsKdJx", "is not a card"),
    ("hot-poker-spot", "As Kd Qh", "a wrong number of cards"),
]


@pytest.mark.parametrize(("slug", "text", "words"), BAD, ids=str)
def test_bad_cards_are_refused_in_one_line(slug, text, words):
    with pytest.raises(CombinError) as caught:
        advise(combin.load(slug), text)
    assert words in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "As Kd Jh 8c 3d / Kc",
        "As Kd Jh 8c 3d Kc",
        "as KD jh 8C 3d  /Kc",
        "AS KD JH 8C 3D/KC",
        "Kd As 8c Jh 3d / Kc",
    ],
)
def test_cards_may_be_written_in_any_case_and_without_slashes(text):
    assert (
        advise(combin.load("caribbean-stud"), text).rows
        == advise(combin.load("caribbean-stud"), "As Kd Jh 8c 3d / Kc").rows
    )


def test_a_shortened_deck_has_not_every_card():
    with pytest.raises(CombinError, match="2c is not in the deck of three-card-poker"):
        advise(shortened(combin.load("three-card-poker"), "QKA"), "2c Kd Ah")


def test_an_unknown_bet_is_refused():
    with pytest.raises(CombinError, match="has no bet 'pair-minus'"):
        advise(combin.load("three-card-poker"), "2c Kd Ah", "pair-minus")


def test_situations_of_a_bet_without_decisions_are_refused():
    with pytest.raises(CombinError, match="no decisions"):
        list(situations(combin.load("three-card-poker"), "pair-plus"))


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("slug", DEALT)
def test_bets_without_decisions_answer_or_refuse_within_seconds(slug):
    """With the first cards of the deal alone, where most are still to come."""
    game = sheet_of(slug).resolve()
    for bet in game.bets:
        plan = Plan(game, bet)
        if plan.decisions or plan.sets_hands:
            continue
        first = next(deal for deal in game.deals if deal.zone in plan.groups[0].zones)
        cards = cards_text(mask_of(list(game.deck.cards)[: first.cards]))
        begun = time.process_time()
        try:
            advise(game, cards, bet.key)
        except CombinError as error:
            assert "are still to come; give more of them" in str(error)
        assert time.process_time() - begun < 10, (bet.key, cards)
