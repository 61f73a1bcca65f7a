"""A counting method is one class and its place in the list: what is not in `counting/methods` knows
no method by name.
"""

from __future__ import annotations

import ast
from array import array
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

import pytest

import combin
from agreement import mask, short_plan, shortened
from combin.cards import cards_text, mask_of
from combin.counting import (
    CountTally,
    Level,
    Plan,
    Tally,
    around,
    facts_number,
    method_of,
    zeros,
)
from combin.counting.levels import levels, place_of
from combin.counting.plan import Group, Role
from combin.families import methods as listed
from combin.families.methods import METHODS, Method
from combin.kernels import walk
from combin.questions.advice import advise, situations
from combin.questions.solve import solve
from combin.rules.game import Game
from combin.sensitivity import Counted
from combin.strategies import always, common_actions, price
from shipped import DEALT

ROOT = Path(combin.__file__).parent


class OneByOne(Method):
    """Deals in Python what is seen and what is hidden at the last decision, and asks for the facts
    of each deal.
    """

    def __init__(self) -> None:
        self.dealt = 0

    def fits(self, plan: Plan) -> bool:
        return not plan.game.deck.jokers and plan.deals < 10_000

    def tallies(self, plan: Plan, part: int, parts: int) -> Iterator[Tally]:
        if part == 0:
            yield self._tally(plan)

    def _tally(self, plan: Plan) -> Tally:
        found, columns = levels(plan), plan.size(plan.columns)
        seen = plan.stages[-1].roles if plan.stages else ()
        counts = zeros("q", columns * (len(found[-1]) if found else 1))
        for masks in _deals(plan.game.deck.cards, [*seen, *plan.hidden]):
            place = _place(plan, found[-1], masks[: len(seen)]) if found else 0
            cards = {next(iter(one.zones)): mask for one, mask in zip((*seen, *plan.hidden), masks)}
            counts[place * columns + facts_number(plan, cards, plan.columns)] += 1
            self.dealt += 1
        return CountTally(found, columns, counts)


def _deals(left: Sequence[int], parts: Sequence[Role | Group]) -> Iterator[tuple[int, ...]]:
    """Yield every way to deal some sets of cards, as masks."""
    if not parts:
        yield ()
        return
    for cards in combinations(left, parts[0].size):
        rest = [card for card in left if card not in cards]
        for others in _deals(rest, parts[1:]):
            yield (mask_of(cards), *others)


def _place(plan: Plan, level: Level, masks: Sequence[int]) -> int:
    """Return where a level has the cards seen, the suits relabelled."""
    state = array("Q", masks)
    walk.relabelled(plan.game.deck.mask, state)
    place = place_of(level, state)
    assert place is not None
    return place


SMALL = [
    ("three-card-poker", {}, "9JQA", "cd"), ("caribbean-stud", {}, "TJQKA", "cd"), ("dakota-duel-draw", {}, "89QA", "cd"),
    ("hot-poker-spot", {"cost": "1"}, "JQKA", "cd"), ("let-it-ride", {}, "TJQK", "cd"),
]  # fmt: skip


def results(game: Game) -> list[object]:
    """Return what combin finds out about a game: solved, listed, priced, as a formula and
    advised.
    """
    found: list[object] = [solve(game, threads=2).bets]
    there = list(situations(game))
    found.append(sorted(there, key=lambda one: (one.decision, one.cards, one.answer.history)))
    for action in common_actions(game, "base"):
        priced = price(game, always(game, action), threads=2)
        found += [priced.result, priced.optimum]
    counted = Counted(game, threads=2)
    found += [counted.formula, counted.result]
    plan = short_plan(game)
    for place in range(len(plan.stages)):
        number = sum(group.size for group in plan.groups if group.stage <= place)
        found.append(advise(game, cards_text(mask_of(game.deck.cards[:number]))))
    return found


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(("slug", "choices", "ranks", "suits"), SMALL, ids=str)
def test_a_new_method_counts_for_everything_that_asks(slug, choices, ranks, suits, monkeypatch):
    game = shortened(combin.load(slug, choices), ranks, suits)
    before = results(game)
    new = OneByOne()
    monkeypatch.setattr(listed, "METHODS", (new, *METHODS))
    fitting = [bet.key for bet in game.bets if method_of(short_plan(game, bet.key)) is new]
    assert "base" in fitting
    assert results(game) == before
    assert new.dealt


def test_an_information_set_is_found_in_whatever_tally_has_it(monkeypatch):
    """Without a cheaper way, the tallies of a method are searched."""
    game = shortened(combin.load("hot-poker-spot", {"cost": "1"}), "JQKA", "cd")
    plan = short_plan(game)
    seen = array("Q", [mask("Kd Qc")])
    assert place_of(levels(plan)[0], seen) is None  # the suits are not as in the levels
    level = method_of(plan).seen(
        plan, plan.stages[0], {zone: mask("Kd Qc") for zone in plan.groups[0].zones}
    )
    found = []
    for method in METHODS:
        monkeypatch.setattr(type(method), "around", Method.around)
    for known in (METHODS, (OneByOne(), *METHODS)):
        monkeypatch.setattr(listed, "METHODS", known)
        tally, at = around(plan, level)
        first = tally.levels[0]
        found.append((first.states[at], first.weights[at]))
    assert found[0] == found[1]


# --- Names -------------------------------------------------------------------------------------

OUTSIDE = [
    path
    for path in sorted(ROOT.rglob("*.py"))
    if path.parent != ROOT / "counting" / "methods" and path.stem not in ("method", "methods")
]
NAMES = {name for name, value in vars(listed).items() if value in METHODS}


def test_no_other_module_knows_a_method_by_name():
    def knows(node: ast.AST) -> bool:
        match node:
            case ast.ImportFrom(module=str(module)):
                taken = {alias.name for alias in node.names}
                ways = ("combin.counting.methods", "combin.families.methods")
                return module.startswith(ways) and taken != {"method_of"}
            case ast.Attribute():
                return node.attr in NAMES
            case ast.Compare():
                return "method_of" in ast.unparse(node)
        return False

    texts = {path: path.read_text(encoding="utf-8") for path in OUTSIDE}
    assert not [
        f"{path.relative_to(ROOT)}:{node.lineno} {ast.unparse(node)}"
        for path, text in texts.items()
        if any(
            word in text for word in ("counting.methods", "families.methods", "method_of", *NAMES)
        )
        for node in ast.walk(ast.parse(text))
        if knows(node)
    ]


@pytest.mark.slow
def test_the_last_method_fits_every_plan():
    plans = [Plan(game, bet) for game in map(combin.load, DEALT) for bet in game.bets]
    assert all(METHODS[-1].fits(plan) for plan in plans)


@pytest.mark.parametrize("method", METHODS, ids=str)
def test_each_method_says_when_it_fits(method):
    assert "It fits" in (type(method).__doc__ or "")
