"""What is known of edges with cards seen that are too much to be counted: exact bounds, and
estimates from hands dealt at random.
"""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

import combin
import others
from combin.cards import cards_text, mask_of
from combin.counting import Plan
from combin.errors import CombinError
from combin.families.subjects import subject
from combin.proof.verify import on_deck
from combin.questions.foresight import foreseen
from combin.questions.protection import Bounds, Estimate, protect
from combin.questions.solve import solve
from combin.rounds.estimates import Estimates, _Seeing
from combin.rules.exposed import exposed

LITTLE = "56M"  # of memory: enough for Three Card Poker as it should be, too little with cards seen


def exactly(game, seen: dict[str, int]) -> Fraction:
    return solve(exposed(game, seen), ["base"])["base"].house_edge


def plan_of(game) -> Plan:
    return Plan(game, game.bet("base"))


# --- Every card seen ---------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("name", "ranks", "suits", "zones"), [
    ("three-card-poker", None, None, {"dealer": 3}),
    ("phil-em-up", None, None, {"last": 1}),
    ("let-it-ride", None, None, {"first": 1, "second": 1}),
    ("mississippi-stud", "89TJQKA", "cdh", {"third": 1, "fourth": 1, "fifth": 1}),
    ("caribbean-stud", "9TJQKA", "cdh", {"down": 4}),
    ("ultimate-texas-holdem", "QKA", "cdhs", {"flop": 3, "turn-and-river": 2, "dealer": 2}),
    ("casino-holdem", "QKA", "cdhs", {"turn-and-river": 2, "dealer": 2}),
])  # fmt: skip
def test_every_card_seen_is_the_game_in_which_all_lie_open(name, ranks, suits, zones):
    game = on_deck(combin.load(name), ranks, suits) if ranks else combin.load(name)
    assert foreseen(plan_of(game), 1) == exactly(game, zones)


@pytest.mark.slow
def test_the_whole_hand_of_the_dealer_in_caribbean_stud():
    """J. Grosjean's "Beyond Counting", as E. Jacobson quotes it (888casino.com, edge sorting
    Caribbean Stud), has the player's edge with all five of the dealer's cards seen as 64.27 %; the
    exact figure is a hundredth above it.
    """
    edge = foreseen(plan_of(combin.load("caribbean-stud")))
    assert edge == Fraction(-71185534689, 110740169540) and 0.6427 < -edge < 0.6429


@pytest.mark.parametrize("name", ["jacks-or-better", "red-dog"])
def test_every_card_seen_is_not_told_by_the_counts_of_a_draw_or_a_shoe(name):
    assert foreseen(plan_of(combin.load(name))) is None


# --- Bounds ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("three-card-poker", {"dealer": 2}),
        ("phil-em-up", {"others": 1}),
        ("let-it-ride", None),
        ("mississippi-stud", None),
    ],
)
def test_exact_edges_lie_between_none_seen_and_every_card_seen(name, seen):
    game = combin.load(name)
    usual, *more = protect(subject(game, "base"), seen).exposures
    least = foreseen(plan_of(game))
    assert more and usual.edge is not None
    for one in more:
        if one.edge is None:  # the machine has too little memory: nothing to compare
            continue
        assert least is None or least <= one.edge
        assert one.edge <= usual.edge


@pytest.mark.slow
def test_bounds_hold_what_is_counted_with_more_memory(monkeypatch):
    counted = protect(subject(combin.load("three-card-poker"), "base")).exposures
    monkeypatch.setenv("COMBIN_MEMORY", LITTLE)
    known = protect(subject(combin.load("three-card-poker"), "base")).exposures
    assert [one.edge is None for one in known] == [False, True, True, False]
    for exact, one in zip(counted, known):
        assert exact.bounds is None
        if one.edge is None:
            assert one.bounds == Bounds(known[3].edge, known[0].edge) and "memory" in one.why
            assert known[3].edge < exact.edge < known[0].edge
        else:
            assert one.edge == exact.edge and one.bounds is None


def test_who_sees_all_cards_but_one_hand_knows_that_hand(monkeypatch):
    """Where several hands are to come, he does not know whose card is whose."""
    game = on_deck(combin.load("three-card-poker"), "23456TJQKA", "cd")
    _, dealer, most, all_others = protect(
        subject(game, "base"), {"dealer": [3], "others": [13, 14]}
    ).exposures
    assert all_others.edge == dealer.edge == exactly(game, {"dealer": 3})
    assert most.edge is None and most.bounds.least == dealer.edge
    several = on_deck(combin.load("mississippi-stud"), "89TJQKA", "cdh")
    assert protect(subject(several, "base"), {"others": [16]}).exposures[1].edge is None


def test_an_estimate_outside_its_bounds_says_so():
    found = protect(subject(combin.load("three-card-poker"), "base"), {"others": [40]})
    *_, one = found.exposures
    said = "40 cards of others: the estimate is outside the exact bounds"
    for edge, outside in (
        (one.bounds.most, False),
        (one.bounds.least, False),
        (one.bounds.most + 1, True),
        (one.bounds.least - 1, True),
    ):
        about = Estimate(edge, Fraction(1), 9, 1, 9)
        shown = replace(found, exposures=(replace(one, estimate=about),), sample=(9, 1))
        assert (said in shown._written("text")) == outside
        (data,) = json.loads(shown._written("json"))["exposures"]
        assert data["estimate"]["outside"] == outside


@pytest.mark.slow
def test_numbers_of_cards_can_be_listed():
    game = combin.load("three-card-poker")
    found = protect(subject(game, "base"), {"dealer": [3, 1]}).exposures
    assert [one.cards for one in found] == [0, 1, 3]


def test_a_class_of_a_card_is_bounded_by_the_card(monkeypatch):
    monkeypatch.setenv("COMBIN_MEMORY", LITTLE)
    usual, high = combin.protect("three-card-poker", {"dealer": "TJQKA"}).exposures
    assert high.edge is None and high.bounds.most == usual.edge
    assert high.bounds.least == Fraction(-38556249, 101792600)


# --- Estimates ---------------------------------------------------------------------------------


def every_hand(sizes: dict[str, int], left: list[int]):
    """Yield every way to deal zones of these sizes: zone -> mask."""
    if not sizes:
        yield {}
        return
    (zone, size), *later = sizes.items()
    for cards in combinations(left, size):
        rest = [card for card in left if card not in cards]
        for more in every_hand(dict(later), rest):
            yield {zone: mask_of(cards), **more}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "zone", "count", "ranks", "suits"), [
    ("three-card-poker", "dealer", 1, "9QKA", "cd"),
    ("three-card-poker", "others", 2, "9QKA", "cd"),
    ("caribbean-stud", "down", 3, "TJQKA", "cd"),
    ("let-it-ride", "second", 1, "QKA", "cdh"),
    ("let-it-ride", "others", 1, "QKA", "cdh"),
    ("mississippi-stud", "fourth", 1, "JQKA", "cd"),
    ("mississippi-stud", "fifth", 1, "JQKA", "cd"),
    ("mississippi-stud", "others", 2, "JQKA", "cd"),
    ("ultimate-texas-holdem", "dealer", 1, "TJQKA", "cd"),
    ("ultimate-texas-holdem", "others", 1, "TJQKA", "cd"),
    ("phil-em-up", "others", 2, "QKA", "cd"),
    ("dakota-duel-draw", "others", 1, "TJQKA", "cd"),
])  # fmt: skip
def test_the_mean_over_all_hands_is_the_exact_edge(name, zone, count, ranks, suits):
    """A hand dealt at random is each of these with the same probability: the estimate is
    unbiased.
    """
    game = on_deck(combin.load(name), ranks, suits)
    estimates = Estimates(game, "base", 2)
    plan = estimates._plan(zone, count)
    usual = estimates.usual if len(plan.stages) == len(estimates.plan.stages) else None
    seeing = _Seeing(plan, zone, usual)
    hands = list(every_hand(seeing._sizes, game.deck.cards))
    total = sum(sum(seeing._worth([hand])) for hand in hands)
    known = estimates.usual.law().house_edge if usual else 0
    assert known - Fraction(total, len(hands) * seeing.unit) == exactly(game, {zone: count})


@pytest.mark.parametrize(("zone", "count"), [("others", 25), ("down", 2)])
def test_a_hand_is_worth_what_another_evaluator_finds(zone, count):
    """Caribbean Stud at full size: what is hidden is dealt in every way, ranked by eval7 and settled
    as on the felt.
    """
    rank = others.eval7_evaluator()
    estimates = Estimates(combin.load("caribbean-stud"), "base", 2)
    seeing = _Seeing(estimates._plan(zone, count), zone, None)
    for hand in seeing._dealt(5, 0, 6):
        cards = {zone: cards_text(mask).split() for zone, mask in hand.items()}
        mine, shown = cards["player"], cards["up"] + cards.get("down-seen", [])
        left = set(others.DECK).difference(*cards.values())
        rounds = list(combinations(sorted(left), 5 - len(shown)))
        raised = sum(raise_wins(rank(mine), rank([*shown, *down])) for down in rounds)
        assert seeing._worth([hand]) == [max(raised, -len(rounds)) * seeing.payoffs.scale]


def raise_wins(mine, dealers) -> int:
    (strength, line), (other, name) = mine, dealers
    if name == "less":
        return 1
    return (strength > other) * (1 + 2 * others.PAYS[line]) - 3 * (strength < other)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(("name", "zone", "count", "hands"), [
    ("three-card-poker", "dealer", 1, 1000),
    ("let-it-ride", "first", 1, 300),
    ("let-it-ride", "second", 1, 300),
    ("mississippi-stud", "third", 1, 100),
])  # fmt: skip
def test_an_estimate_is_near_what_is_counted(name, zone, count, hands):
    """Four standard errors; the hands are always the same ones."""
    game = combin.load(name)
    found = Estimates(game, "base", hands, seed=1)(zone, count)
    away = found.edge - exactly(game, {zone: count})
    assert found.variance > 0 and away**2 <= 16 * found.variance


@pytest.mark.slow
def test_seven_players_of_caribbean_stud():
    """E. Jacobson (888casino.com, Mississippi Stud collusion): seven players who share their cards,
    thirty beside one's own, get a small edge.
    """
    found = Estimates(combin.load("caribbean-stud"), "base", 4000, seed=1)("others", 30)
    assert found.edge < 0 and found.edge**2 > 4 * found.variance and 0 < found.gained < 2000


def test_seven_players_of_three_card_poker():
    """The same source: in Three Card Poker seven players, eighteen cards beside one's own, get no
    edge.
    """
    found = Estimates(combin.load("three-card-poker"), "base", 1000, seed=1)("others", 18)
    assert found.edge > 0 and found.edge**2 > 16 * found.variance
    assert found.edge < Fraction(686689, 20358520)


def test_a_sample_in_which_nobody_gains_says_so(run):
    words = ("protect", "phil-em-up", "--see", "others=9,", "--sample", "2", "--seed", "1")
    status, out, _ = run(*words)
    assert "If fewer than 30 hands gained, the interval itself is uncertain." in out
    assert status == 0 and "none of them gained" in out and "+/-" not in out.split("\n\n")[6]
    assert out.endswith("--see others=9, --sample 2 --seed 1\n")


def test_threads_and_how_blocks_fall_change_nothing():
    game = combin.load("three-card-poker")
    one, two = (Estimates(game, "base", 100, 7, threads)("others", 15) for threads in (1, 2))
    assert one == two and one.hands == 100 and one.seed == 7
    other = Estimates(game, "base", 100, 8, 1)("others", 15)
    assert other.edge != one.edge


def test_progress_ends_with_all_hands():
    told = []
    game = combin.load("three-card-poker")
    Estimates(game, "base", 70, 1, 1, lambda *far: told.append(far))("dealer", 1)
    assert told == [(32, 70), (64, 70), (70, 70)]


# --- The command -------------------------------------------------------------------------------

ASKED = ("protect", "three-card-poker", "--see", "others=9,15", "--sample", "200", "--seed", "3")


def test_the_kinds_of_figures_stand_apart(run):
    status, out, _ = run(*ASKED)
    exact, bounds, estimates = out.split("\n\n")[2], *out.split("\n\n")[4:7:2]
    assert status == 0 and exact.startswith("cards seen") and "exact" in exact
    assert exact.count("not counted") == 2 and "about" not in exact + bounds
    assert "edge at least" in bounds and "-38556249/101792600 to 686689/20358520" in bounds
    assert "house edge, estimated" in estimates and estimates.count("about") == 2
    assert "200 hands dealt at random (seed 3)" in out
    assert out.endswith("--see others=9,15 --sample 200 --seed 3\n")


def test_every_row_says_of_what_kind_it_is(run):
    rows = list(csv.DictReader(io.StringIO(run(*ASKED, "--format", "csv")[1])))
    kinds = [(row["cards"], row["kinds"]) for row in rows]
    assert kinds == [("0", "exact"), ("9", "bounds / estimate"), ("15", "bounds / estimate")]
    for row in rows:
        assert bool(row["house_edge"]) == ("exact" in row["kinds"])
        assert bool(row["bounds_most"]) == ("bounds" in row["kinds"])
        told = row["estimate_house_edge"], row["estimate_variance"], row["estimate_outside"]
        assert set(map(bool, told)) == {"estimate" in row["kinds"]}


def test_data_say_of_what_kind_they_are(run):
    found = json.loads(run(*ASKED, "--json")[1])["exposures"]
    assert [one["kinds"] for one in found] == [["exact"], *[["bounds", "estimate"]] * 2]
    estimate = found[2]["estimate"]
    assert (estimate["hands"], estimate["seed"]) == (200, 3)
    assert found[2]["house_edge"] is None and Fraction(estimate["variance"]) > 0


def test_markdown_has_a_table_for_each_kind(run):
    out = run(*ASKED, "--format", "markdown")[1]
    assert out.count("| cards seen") == 3


def test_the_plain_command_is_exact(run):
    out = run("protect", "phil-em-up")[1]
    assert "about" not in out and "at least" not in out and "seed" not in out


def test_what_takes_too_long_for_a_sample_says_so(run):
    with pytest.raises(CombinError, match=r"one hand takes [0-9,]+ steps, more than the"):
        Estimates(combin.load("ultimate-texas-holdem"), "base", 100)("others", 10)


@pytest.mark.parametrize(("words", "said"), [
    (["three-card-poker", "--sample", "1"], "hands of a sample is a whole number from 2"),
    (["three-card-poker", "--seed", "1"], "a seed goes with a sample"),
    (["three-card-poker", "--sample", "9", "--seed", "-1"], "seed is a whole number from 0"),
    (["jacks-or-better", "--sample", "9"], "neither from a shoe nor with a draw"),
    (["red-dog", "--see", "others=1", "--sample", "9"], "neither from a shoe nor with a draw"),
    (["red-dog"], "'third' may stay empty, so none of its cards is seen; --see others=1 shows"),
    (["casino-war", "--see", "others=2,"], "so 1 card of others is seen, not 2"),
    (["three-card-poker", "--see", "others=5,x"], "--see others is a whole number such as 9, not 'x'"),
    (["three-card-poker", "--see", "others=5,47"], "from 1 to 46, not 47"),
    (["three-card-poker", "--see", "dealer=,"], "--see dealer is a whole number such as 9, not ''"),
    (["three-card-poker", "--see", "dealer=-1"], "--see dealer takes numbers of cards"),
])  # fmt: skip
def test_what_cannot_be_asked_is_refused(refused, words, said):
    refused("protect", *words, words=said)


def test_an_empty_list_of_numbers_is_refused():
    with pytest.raises(CombinError, match="say how many cards of others are seen"):
        combin.protect("three-card-poker", {"others": []})
