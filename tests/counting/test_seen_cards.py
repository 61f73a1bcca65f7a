"""Several cards of the dealer seen, counted by removal for all of them at once, against the walk."""

from __future__ import annotations

from array import array
from fractions import Fraction

import pytest

import combin
from agreement import shortened
from combin.counting import Keep, Plan, memory, method_of
from combin.counting.methods.seen_cards import _sweep
from combin.families import methods as listed
from combin.families.methods import METHODS, SEEN_CARDS, WALK
from combin.kernels import seen
from combin.questions.solve import solve
from combin.rules.exposed import exposed

CASES = [
    ("caribbean-stud", {"down": 1}, "9TJQKA", "cd"),
    ("caribbean-stud", {"down": 1}, "TJQKA", "cdh"),
    ("caribbean-stud", {"down": 1}, "QKA", "cdhs"),
    ("caribbean-stud", {"down": 2}, "9TJQKA", "cd"),
    ("caribbean-stud", {"down": 2}, "TJKA", "cdh"),
    ("caribbean-stud", {"down": 3}, "TJQKA", "cdh"),
    ("caribbean-stud", {"down": 3}, "QKA", "cdhs"),
    ("three-card-poker", {"dealer": 2}, "23JQKA", "cdh"),
    ("three-card-poker", {"dealer": 2}, "TJQKA", "cdhs"),
    ("ultimate-three-card-poker", {"down": 1}, "9JQKA", "cdhs"),
]


def plan_of(slug: str, exposure: dict[str, int], *deck: str) -> Plan:
    game = exposed(combin.load(slug), exposure)
    game = shortened(game, *deck) if deck else game
    return Plan(game, game.bet("base"))


@pytest.mark.slow_after(4)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_seen_cards_are_the_walk(case, monkeypatch):
    """Outcomes and ties: every situation is listed once, whatever its suits."""
    game = plan_of(*case).game
    found = []
    for known in (METHODS, (WALK,)):
        monkeypatch.setattr(listed, "METHODS", known)
        found.append((method_of(Plan(game, game.bet("base"))), solve(game, ["base"])["base"]))
    (method, counted), (other, walked) = found
    assert (method, other) == (SEEN_CARDS, WALK)
    assert (counted.outcomes, counted.ties) == (walked.outcomes, walked.ties)


@pytest.mark.parametrize("case", CASES[:3], ids=str)
def test_shares_are_the_whole(case):
    plan = plan_of(*case)
    assert sum(len(tally.levels[0]) for tally in SEEN_CARDS.tallies(plan, 0, 1)) == memory.all_sets(
        plan, plan.stages[0]
    )
    for parts in (2, 5):
        shares = [list(SEEN_CARDS.tallies(plan, part, parts)) for part in range(parts)]
        deals = sum(sum(tally.counts) for share in shares for tally in share)
        assert deals == plan.deals


@pytest.mark.slow
def test_rows_of_the_whole_deck_are_dealt_card_by_card():
    plan = plan_of("caribbean-stud", {"down": 2})
    sweep = _sweep(plan, 77, 40_000)
    masks, weights, _, counts = sweep.block(1)
    places, columns = range(0, len(weights), 401), plan.size(plan.columns)
    states = array("Q", (masks[2 * at + one] for at in places for one in range(2)))
    times = array("q", (weights[at] for at in places))
    dealt = WALK.completions(plan, plan.stages[0], states, times)
    assert dealt == array("q", (n for at in places for n in counts[at * columns :][:columns]))


def test_memory_does_not_grow_with_the_information_sets():
    """From 123 million information sets to 20 thousand million, none of which is kept."""
    for down, most in ((1, 200), (2, 200), (3, 200)):
        plan = plan_of("caribbean-stud", {"down": down})
        (need,) = SEEN_CARDS.memory(plan, Keep.NOTHING)
        assert need.size < most * 10**6 * memory.os.cpu_count()


def sweep_with(**changed):
    plan = plan_of("three-card-poker", {"dealer": 2}, "JQKA", "cd")
    from combin.counting.levels import states
    from combin.counting.program import program

    mine = states(plan, [3])
    code = program(
        plan, [{"player"}, {"dealer", "dealer-seen"}], plan.columns, ("player", "dealer")
    )
    asked = {
        "deck": plan.game.deck.mask, "masks": mine.masks, "weights": mine.weights,
        "known": array("q", bytes(8 * len(mine.masks))), "size": 3, "up": 2, "hidden": 1,
        "program": code, "part": 0, "parts": 1,
    }  # fmt: skip
    return seen.SeenSweep(*{**asked, **changed}.values())


@pytest.mark.parametrize("changed", [
    {"size": 6}, {"size": 0}, {"up": 0}, {"hidden": 0}, {"up": 5}, {"part": 1}, {"part": -1},
    {"known": array("q")}, {"weights": array("q")}, {"deck": 31}, {"masks": array("Q", [1] * 99)},
], ids=str)  # fmt: skip
def test_a_wrong_call_is_refused(changed):
    assert sweep_with().block(10**6)
    with pytest.raises(ValueError):
        sweep_with(**changed)


@pytest.mark.whole
def test_caribbean_stud_with_one_card_more():
    """The value that a program in C found, and a count with relabelled rows."""
    game = plan_of("caribbean-stud", {"down": 1}).game
    assert solve(game, ["base"])["base"].expected_value == Fraction(-2558246932, 415275635775)
