"""Folding back and carrying forward, against a recursion written out for one information set after
the other.
"""

from __future__ import annotations

import random
from array import array
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from itertools import count
from multiprocessing import get_context

import pytest

import combin
from agreement import shortened
from combin.counting import CountTally, Level, Plan, Tally
from combin.questions.solve import solve
from combin.rules.facts import path_key
from combin.solving.executor import Tasks, in_order
from combin.solving.induction import Root, best, carry, fold, given, reach

SLUGS = (
    "caribbean-stud",
    "let-it-ride",
    "mississippi-stud",
)  # one decision, two of which none ends the play, and three


@cache
def plan_of(slug: str) -> Plan:
    game = combin.load(slug)
    return Plan(game, game.bet("base"))


def random_tally(plan: Plan, chance: random.Random) -> Tally:
    """Return information sets linked at random: each stands below as many of the level before, one
    perhaps more than once.
    """
    levels: list[Level] = []
    for stage in plan.stages:
        size, fan = chance.randint(1, 4), chance.randint(1, 3)
        links = [chance.randrange(len(levels[-1])) for _ in range(size * fan)] if levels else []
        weights = [chance.randint(1, 3) for _ in range(size)]
        known = [chance.randrange(plan.size(stage.known)) for _ in range(size)]
        levels.append(
            Level(stage, 0, array("Q"), array("q", weights), array("q", known), array("i", links))
        )
    columns = plan.size(plan.columns)
    return CountTally(
        tuple(levels),
        columns,
        array("q", (chance.randint(0, 3) for _ in range(columns * len(levels[-1])))),
    )


def random_pays(plan: Plan, chance: random.Random) -> dict:
    """Return small pays, so that many actions are worth the same."""
    pays = {}
    for stage in plan.stages:
        for history in plan.histories(stage):
            for path in plan.after(history):
                last = stage is plan.stages[-1]
                size = plan.size(stage.known) * (plan.size(plan.columns) if last else 1)
                pays[path] = array("q", (chance.randint(-1, 1) for _ in range(size)))
    return pays


class Literal:
    """The same by recursion, set by set; chosen: history and set -> the action's number, or nothing
    for the best one.
    """

    def __init__(self, plan, tally, pays, chosen=None):
        self.plan, self.tally, self.pays, self.chosen = plan, tally, pays, chosen
        self.value, self.action = cache(self.value), cache(self.action)

    def children(self, place, at):
        """Yield the sets of the next level that an information set leads to, each as often as it
        does.
        """
        child = self.tally.levels[place + 1]
        fan = len(child.links) // len(child)
        return (number // fan for number, parent in enumerate(child.links) if parent == at)

    def ending(self, place, path, at):
        """Return how many deals come to each joint number of facts where the play ends, or None."""
        level, columns = self.tally.levels[place], self.tally.columns
        if place + 1 == len(self.tally.levels):
            row = self.tally.counts[at * columns : (at + 1) * columns]
            return {level.known[at] * columns + column: number for column, number in enumerate(row)}
        if path[-1][1].ends:
            return {level.known[at]: level.weights[at] * self.plan.deals_after(level.stage)}
        return None

    def value(self, path, at):
        place = len(path) - 1
        ends = self.ending(place, path, at)
        if ends is not None:
            return sum(self.pays[path][number] * deals for number, deals in ends.items())
        return sum(self.taken(path, child) for child in self.children(place, at))

    def action(self, history, at):
        if self.chosen is not None:
            return self.chosen[history][at]
        values = [self.value(path, at) for path in self.plan.after(history)]
        return values.index(max(values))

    def taken(self, history, at):
        return self.value(self.plan.after(history)[self.action(history, at)], at)

    def play(self, history, at, times, met, ended):
        """Go on from one information set, come to in so many ways."""
        place, path = len(history), self.plan.after(history)[self.action(history, at)]
        met[history, at] += times
        ends = self.ending(place, path, at)
        for number, deals in (ends or {}).items():
            ended[path_key(path), number] += times * deals
        if ends is None:
            for child in self.children(place, at):
                self.play(path, child, times, met, ended)


def happening(literal, times):
    met, ended = Counter(), Counter()
    for at, often in enumerate(times):
        literal.play((), at, often, met, ended)
    return met, +ended


def nonzero(root):
    return {
        (names, at): number
        for names, counts in root.counts.items()
        for at, number in enumerate(counts)
        if number
    }


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("slug", SLUGS)
def test_the_best_action_and_what_then_happens(slug, seed):
    plan, chance = plan_of(slug), random.Random(seed)
    tally, pays = random_tally(plan, chance), random_pays(plan, chance)
    times = array("q", (chance.randint(1, 3) for _ in range(len(tally.levels[0]))))
    literal, folded = Literal(plan, tally, pays), fold(plan, tally, (pays,), best, keep=True)
    assert list(folded.decisions) == [
        history for stage in plan.stages for history in plan.histories(stage)
    ]
    for history, decision in folded.decisions.items():
        for at in range(len(tally.levels[decision.place])):
            values = [literal.value(path, at) for path in decision.paths]
            assert [value[at] for (value,) in decision.values] == values
            assert (decision.action[at], decision.worth[0][at]) == (
                literal.action(history, at),
                max(values),
            )
            assert decision.tied[at] == (values.count(max(values)) > 1)
    met, ended = happening(literal, times)
    found = {
        (history, at): ways
        for history, there in reach(plan, tally, folded.actions, times)
        for at, ways in enumerate(there)
    }
    assert found == {key: met[key] for key in found} and met.total() == sum(found.values())
    root = carry(folded, times)
    assert nonzero(root) == ended
    tied = {key for key in +met if folded[key[0]].tied[key[1]]}
    assert sum(number for (_, what), number in root.ties.items() if what == "situations") == len(
        tied
    )
    deals = [folded.deals(place) for place in range(len(tally.levels))]
    weighed = sum(met[history, at] * deals[len(history)][at] for history, at in tied)
    assert sum(number for (_, what), number in root.ties.items() if what == "deals") == weighed


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("slug", SLUGS)
def test_given_actions_in_several_components(slug, seed):
    plan, chance = plan_of(slug), random.Random(seed)
    tally, parts = random_tally(plan, chance), [random_pays(plan, chance) for _ in range(3)]
    chosen = {
        history: bytearray(chance.randrange(len(plan.after(history))) for _ in range(len(level)))
        for level in tally.levels
        for history in plan.histories(level.stage)
    }
    folded = fold(plan, tally, parts, given(chosen))
    literals = [Literal(plan, tally, pays, chosen) for pays in parts]
    for history, decision in folded.decisions.items():
        assert decision.action == chosen[history] and not decision.tied and not decision.values
        for worth, literal in zip(decision.worth, literals):
            assert list(worth) == [literal.taken(history, at) for at in range(len(worth))]
    assert nonzero(carry(folded)) == happening(literals[0], [1] * len(tally.levels[0]))[1]
    for path in plan.after(()):
        assert [list(value) for value in folded.value(path)] == [
            [literal.value(path, at) for at in range(len(tally.levels[0]))] for literal in literals
        ]


def test_decisions_already_made_stand():
    """Those of the last levels are taken over from a fold, so that only the first is
    decided anew.
    """
    plan, chance = plan_of("mississippi-stud"), random.Random(7)
    tally, pays = random_tally(plan, chance), random_pays(plan, chance)
    whole, asked = fold(plan, tally, (pays,)), []

    def noted(history, actions, values):
        asked.append(history)
        return best(history, actions, values)

    known = {history: decision for history, decision in whole.decisions.items() if history}
    again = fold(plan, tally, (pays,), noted, known=known)
    assert asked == [()] and again == whole


def test_a_missing_deal_is_named():
    plan = plan_of("caribbean-stud")
    whole = Root({("fold",): array("q", [plan.deals - 1]), ("raise",): array("q", [1])})
    whole.verify(plan)
    with pytest.raises(
        ArithmeticError, match=f"{plan.deals - 1} deals were counted, and there are {plan.deals}"
    ):
        Root({("fold",): array("q", [plan.deals - 1])}).verify(plan)


# --- Who does the work -------------------------------------------------------------------------


def test_processes_come_to_the_same_integers():
    """Shares of the work are plain values: processes that share nothing with this one can
    do them.
    """
    games = [
        shortened(combin.load(slug), "9TJQKA", "cdh")
        for slug in ("three-card-poker", "mississippi-stud")
    ]
    done: list[tuple[str, int, int]] = []
    with ProcessPoolExecutor(2, get_context("spawn")) as processes:
        for game in games:
            found = solve(game, threads=processes, progress=lambda *told: done.append(told))
            assert found == solve(game, threads=1)
            assert done[-1][1] == done[-1][2] > 1


@pytest.mark.parametrize("threads", [1, 3])
def test_work_comes_in_order_and_does_not_run_ahead(threads):
    begun, numbers = [], count()

    def work(number):
        begun.append(number)
        return number * number

    found = in_order(work, numbers, threads)
    for number in range(50):
        assert next(found) == number * number
        assert len(begun) <= number + 1 + 2 * threads
    found.close()


def test_an_error_of_one_share_ends_the_work():
    def work(number):
        if number == 5:
            raise ValueError("the fifth")
        return number

    found = in_order(work, range(1_000_000), 2)
    assert [next(found) for _ in range(5)] == list(range(5))
    with pytest.raises(ValueError, match="the fifth"):
        next(found)


def test_tasks_may_lead_to_tasks():
    with ProcessPoolExecutor(1, get_context("spawn")) as processes:
        tasks, found = Tasks(processes), {}
        tasks.add(1, partial(pow, 2), 10)
        for key, result in tasks:
            found[key] = result
            if key < 4:
                tasks.add(key + 1, pow, result, 2)
    assert found == {1: 2**10, 2: 2**20, 3: 2**40, 4: 2**80}
