"""A family is one class and its place in the list: every question answers for one that this file
makes, as for the family that had its game before.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property
from itertools import combinations

import pytest

import combin
from combin import CombinError
from combin.cards import mask_of
from combin.counting import Level, Plan, facts_number
from combin.counting.plan import Group, Role, Stage
from combin.counting.tally import Tally
from combin.families import listed as families
from combin.families.answers import answer_at
from combin.families.block import (
    ONCE,
    OWN,
    UNDECIDED,
    Answer,
    Block,
    F,
    Policy,
    PolicyChoice,
    Sets,
    Start,
    Table,
    no_kinds,
)
from combin.families.contract import Family
from combin.families.tallies import Tallies
from combin.families.usual import Usual
from combin.kernels import walk
from combin.rules.facts import Path, path_key
from combin.solving.executor import Progress, Workers
from combin.solving.induction import Root
from combin.solving.payoffs import Payoffs
from combin.strategies import common_actions, named, parse, price, pricing
from matrix import FAMILIES, QUESTIONS, as_shipped


class OneDecision(Usual):
    """Games with one decision, all of whose actions are open: deals every card in plain Python.

    asked: how often the family was asked for its deals.
    """

    whole = True

    def __init__(self, keeps: bool) -> None:
        self.keeps = keeps
        self.asked = 0
        self.dealt: dict[object, Dealt] = {}

    def fits(self, plan: Plan) -> bool:
        return len(plan.stages) == 1 and plan.offers_all and plan.deals < 100_000

    def happens(
        self,
        asked: Sequence[Payoffs],
        part: int = 0,
        parts: int = 1,
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> list[Root]:
        return [root for payoffs in asked for root, _ in self.occurring(payoffs)]

    def occurring(self, payoffs: Payoffs) -> Iterator[tuple[Root, Sequence[array[int]]]]:
        dealt = self._of(payoffs)
        yield dealt.best_root(), dealt.occurring()

    def decided(self, payoffs: Payoffs) -> Iterator[Block]:
        yield self._of(payoffs).best

    def starts(self, payoffs: Payoffs) -> Iterator[Start]:
        block = self._of(payoffs).best
        [rows] = block.sets(OWN)
        for at, deals in enumerate(block.deals):
            yield Start(rows.states[at * rows.roles], deals, block.nets(at, deals * payoffs.scale))

    def answers(self, payoffs: Payoffs, number: int, cards: Mapping[str, int]) -> Iterator[Answer]:
        dealt = self._of(payoffs)
        state = array("Q", (cards[next(iter(role.zones))] for role in dealt.stage.roles))
        at = dealt.place(state)
        yield answer_at(payoffs, dealt.best, at, self.equals)

    def table(
        self,
        payoffs: Payoffs,
        policy: Policy | None = None,
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> Table:
        return DealtTable(self._of(payoffs))

    def each(
        self,
        payoffs: Payoffs,
        policies: Sequence[Policy],
        fold: Callable[[], F],
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> Iterator[list[F]]:
        dealt, folds = self._of(payoffs), []
        for policy in policies:
            block = dealt.block(policy)
            folds.append(fold())
            folds[-1].take(block)
            folds[-1].end(dealt.happening(block.choice.action))
        yield folds
        if progress:
            progress(payoffs.plan.bet.key, 1, 1)

    def _of(self, payoffs: Payoffs) -> Dealt:
        self.asked += 1
        facts = tuple(map(payoffs.facts, payoffs.plan.after(())))
        key = payoffs.plan.counted_by, facts
        if key not in self.dealt:
            self.dealt[key] = Dealt(payoffs)
        return self.dealt[key].under(payoffs)


class Dealt:
    """Every deal of a bet with one decision.

    paths: those of the actions.
    rows: what is seen, suits relabelled -> its place.
    ends: of every deal its row, and the joint number of the facts after each action.
    met: which joint numbers some deal has, of the facts known at the decision and of all.
    """

    def __init__(self, payoffs: Payoffs) -> None:
        self.payoffs, self.plan = payoffs, payoffs.plan
        [self.stage] = self.plan.stages
        self.paths: Sequence[Path] = self.plan.after(())
        self.rows: dict[tuple[int, ...], int] = {}
        self.ends: list[tuple[int, list[int]]] = []
        self.met: tuple[set[int], set[int]] = set(), set()
        every = (*payoffs.known, *self.plan.columns)
        seen = self.stage.roles
        for masks in dealt(self.plan.game.deck.cards, [*seen, *self.plan.hidden]):
            state = array("Q", masks[: len(seen)])
            walk.relabelled(self.plan.game.deck.mask, state)
            row = self.rows.setdefault(tuple(state), len(self.rows))
            named = zip((*seen, *self.plan.hidden), masks)
            cards = {next(iter(one.zones)): mask for one, mask in named}
            number = {
                facts: facts_number(self.plan, cards, facts) for facts in (self.stage.known, every)
            }
            self.ends.append((row, [number[payoffs.facts(path)] for path in self.paths]))
            for met, found in zip(self.met, number.values()):
                met.add(found)

    def under(self, payoffs: Payoffs) -> Dealt:
        """Return the same deals at other pays."""
        other = copy(self)
        other.payoffs, other.plan = payoffs, payoffs.plan
        [other.stage], other.paths = other.plan.stages, other.plan.after(())
        other.__dict__.pop("best", None)
        return other

    def place(self, state: array[int]) -> int:
        walk.relabelled(self.plan.game.deck.mask, state)
        return self.rows[tuple(state)]

    def occurring(self) -> list[array[int]]:
        return [array("q", map(met.__contains__, range(max(met) + 1))) for met in self.met]

    def best_root(self) -> Root:
        root = self.happening(self.best.best)
        for values, deals in zip(zip(*self.best.values), self.best.deals):
            if values.count(max(values)) > 1:
                root.ties[0, "situations"] += 1
                root.ties[0, "deals"] += deals
        return root

    @cached_property
    def best(self) -> Block:
        many = len(self.rows)
        deals, values = longs(many), [longs(many) for _ in self.paths]
        for row, numbers in self.ends:
            deals[row] += 1
            for value, path, number in zip(values, self.paths, numbers):
                value[row] += self.payoffs.pays[path][number]
        best = bytearray(every.index(max(every)) for every in zip(*values))
        states = array("Q", [mask for state in self.rows for mask in state])
        roles, reach = len(states) // many, array("q", [1]) * many
        choice = PolicyChoice(best, bytearray(many), no_kinds)
        return Block(
            *(self.plan, self.stage, (), ONCE, reach, deals, values, best, choice),
            lambda _: iter([Sets(ONCE, reach, OWN, roles, states)]),
        )

    def block(self, policy: Policy) -> Block:
        [rows] = self.best.sets(OWN)
        known = array("i", [0]) * len(self.rows)
        level = Level(self.stage, rows.roles, rows.states, rows.reach, known, array("i"))
        choice = policy.seen(Tally((level,), 1), 0).decide((), None)
        if UNDECIDED in choice.rule:
            raise policy.undecided((), level.state(choice.rule.index(UNDECIDED)))
        return replace(self.best, choice=choice)

    def happening(self, action: Sequence[int]) -> Root:
        root = Root()
        for path in self.paths:
            root.counts[path_key(path)] = longs(len(self.payoffs.tables[path]))
        for row, numbers in self.ends:
            taken = action[row]
            root.counts[path_key(self.paths[taken])][numbers[taken]] += 1
        return root


class DealtTable:
    """A table of the best play in every deal."""

    def __init__(self, dealt: Dealt) -> None:
        self.root, self.dealt = dealt.best_root(), dealt

    def places(
        self, stage: Stage, states: array[int], nodes: array[int], live: bytes
    ) -> array[int]:
        many = len(stage.roles)
        each = (states[at : at + many] for at in range(0, len(states), many))
        return array("i", map(self.dealt.place, each))

    def actions(self, history: Path) -> bytearray:
        return self.dealt.best.best


def longs(many: int) -> array[int]:
    return array("q", [0]) * many


def dealt(left: Sequence[int], parts: Sequence[Role | Group]) -> Iterator[tuple[int, ...]]:
    """Yield every way to deal some sets of cards, as masks."""
    if not parts:
        yield ()
        return
    for cards in combinations(left, parts[0].size):
        rest = [card for card in left if card not in cards]
        for others in dealt(rest, parts[1:]):
            yield (mask_of(cards), *others)


def listed(toy: OneDecision) -> families.Listed:
    return families.Listed(toy.fits, lambda: toy)


class Anew(Tallies):
    """Tallies of which none is kept, as `OneDecision` keeps none."""

    keeps = False


SHORT = FAMILIES["tallies"]
# Where tallies are kept, they are asked about pays in the place of the family.
OF_PAYS = ("vary", "compare", "count", "formula", "sweep", "target")
# Asked of no family here: the first three are refused for a game of one pack without a draw, whose
# hands are those of families; lists are searched for in tallies.
BESIDE = ("removal", "card_counting", "plays", "strategy")


@pytest.mark.slow_after(0)
@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_answers_for_a_new_family(question, monkeypatch, tmp_path):
    toy = OneDecision(keeps=question not in OF_PAYS)
    if not toy.keeps:
        before = (families.Listed(toy.fits, Anew), *families.FAMILIES)
        monkeypatch.setattr(families, "FAMILIES", before)
    assert both(monkeypatch, toy, lambda: str(told(question, tmp_path)))
    assert (toy.asked > 0) == (question not in BESIDE)


def told(question, folder):
    """Return the answer, or the error in one line."""
    try:
        with as_shipped():
            return QUESTIONS[question](SHORT, folder)
    except CombinError as error:
        return error


def both(monkeypatch, toy, asked):
    """Tell whether something is the same whether or not the toy is in the list."""
    before = asked()
    with monkeypatch.context() as patched:
        patched.setattr(families, "FAMILIES", (listed(toy), *families.FAMILIES))
        return asked() == before


@pytest.mark.slow
def test_a_new_family_is_folded_by_all_who_compare_lists(monkeypatch):
    game, toy = combin.load(SHORT.sheet), OneDecision(keeps=True)
    payoffs = Payoffs(Plan(game, game.bets[0]))
    lists = [named(action, game, "base") for action in common_actions(game, "base")]
    assert both(monkeypatch, toy, lambda: pricing.priced(payoffs, lists))
    assert both(monkeypatch, toy, lambda: pricing.compared(payoffs, lists))
    assert both(monkeypatch, toy, lambda: pricing.played([payoffs], lists[0]))
    assert both(monkeypatch, toy, lambda: pricing.proved(payoffs, lists))
    assert toy.asked == 5


@pytest.mark.slow
def test_whoever_folds_a_new_family_is_told_of_a_decision_left_open(monkeypatch):
    game = combin.load(SHORT.sheet)
    lines = parse("play: pair or better", game, "base")
    monkeypatch.setattr(families, "FAMILIES", (listed(OneDecision(keeps=True)), *families.FAMILIES))
    with pytest.raises(CombinError, match="no line"):
        price(game, lines)


def test_a_family_without_a_method_names_it():
    class Bare(OneDecision):
        decided, happens = Family.decided, Family.happens

    class Whole(Bare):
        happens = OneDecision.happens

    with pytest.raises(TypeError, match="happens"):
        Bare(keeps=True)
    game = combin.load(SHORT.sheet)
    payoffs = Payoffs(Plan(game, game.bets[0]))
    with pytest.raises(NotImplementedError, match="Whole has no method 'decided'"):
        next(iter(Whole(keeps=True).decided(payoffs)))
