"""What a log should look like: the exact distribution of its rounds under a strategy, and
everything that the rules can produce.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from combin.counting import Plan
from combin.families.listed import family_of
from combin.logs.schema import OPTIMAL
from combin.records import dataclass
from combin.rounds.settle import End
from combin.rules import Way
from combin.rules.facts import DealResult, FactValues, Path, facts_of, path_key, refused
from combin.rules.game import Game
from combin.solving.induction import Root
from combin.solving.payoffs import Payoffs
from combin.solving.result import BetResult, result_of

if TYPE_CHECKING:
    from combin.checker.judging import Judging
    from combin.rounds import Strategy
    from combin.strategies import Lines


class LogLaw(Protocol):
    """What a verdict says of the rules and the play that a log was compared with."""

    @property
    def game(self) -> Game: ...

    @property
    def key(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def result(self) -> BetResult:
        """What a round is worth; the variance as well as it is known."""

    @property
    def decides(self) -> bool: ...

    @property
    def is_best(self) -> bool: ...

    @property
    def net_law(self) -> Mapping[Fraction, Fraction]:
        """Net -> its chance; empty where it is not known."""


@dataclass(frozen=True)
class LawCheck:
    """The rules' and the strategy's part of a check.

    judging: what judges logs of the bet.
    payoffs: what every end of the bet is worth.
    result: what happens under the strategy.
    possible: every end that some deal and some play lead to.
    lines: the strategy, a way where hands are set; None for the best play.
    name: what it is called.
    tied: whether the best play comes to actions of equal worth.
    root: how many deals come to each end under the strategy, before it is settled; None where that
        was not counted.
    met: which joint numbers of facts some deal has, at each decision and at the end.
    played_as: the law whose strategy decides, where it is not the best play under these rules.
    """

    judging: Judging
    payoffs: Payoffs
    result: BetResult
    possible: frozenset[End]
    lines: Lines | Way | None
    name: str
    tied: bool = False
    root: Root | None = field(default=None, hash=False)
    met: tuple[frozenset[int], ...] = ()
    played_as: LawCheck | None = field(default=None, hash=False)

    @property
    def is_best(self) -> bool:
        """Whether the play is the best one."""
        return self.name == OPTIMAL

    @property
    def game(self) -> Game:
        """The rules, resolved."""
        return self.plan.game

    @property
    def plan(self) -> Plan:
        """What was counted."""
        return self.payoffs.plan

    @property
    def key(self) -> str:
        """The bet's."""
        return self.plan.bet.key

    @property
    def decides(self) -> bool:
        """Whether the player decides anything."""
        return family_of(self.plan).decides(self.plan)

    @cached_property
    def strategy(self) -> Strategy:
        """What decides as the strategy does; the best play is solved once more for it, and every
        choice kept.
        """
        if self.played_as:
            return self.played_as.strategy
        return self.judging.strategy(self.lines)

    @cached_property
    def words(self) -> frozenset[str]:
        """What the actions are called."""
        return frozenset(action.name for path in self.plan.paths for _, action in path)

    @property
    def said(self) -> dict[str, str]:
        """What people say for an action -> its name: also a word of it that no other has."""
        parts = Counter(part for word in self.words for part in word.split("-"))
        said = {part: word for word in self.words for part in word.split("-") if parts[part] == 1}
        return said | {self.game.called(word): word for word in self.words}

    @cached_property
    def outcomes(self) -> frozenset[str]:
        """What the outcomes are called."""
        return frozenset(end.outcome for end in self.possible)

    @cached_property
    def possible_nets(self) -> frozenset[Fraction]:
        """What a round may win, in units."""
        return frozenset(end.net for end in self.possible)

    @property
    def net_law(self) -> dict[Fraction, Fraction]:
        return self.result.law

    def nets(self, outcome: str, actions: tuple[str, ...] | None = None) -> set[Fraction]:
        """Return the nets that an outcome may have, after any actions or these."""
        return {
            end.net
            for end in self.possible
            if end.outcome == outcome and actions in (None, end.actions)
        }

    def happening(self) -> Iterator[tuple[Path, DealResult, FactValues, int]]:
        """Yield what happens under the strategy: the actions, what they come to, the facts, and in
        how many deals.
        """
        assert self.root is not None, "it was counted"
        tables = {path_key(path): path for path in self.payoffs.tables}
        for key, counts in self.root.counts.items():
            path = tables[key]
            facts, table = self.payoffs.facts(path), self.payoffs.tables[path]
            for number, count in enumerate(counts):
                if count:
                    yield *table[number], self.plan.values(facts, number), count

    def shares(self, columns: tuple[bool, ...]) -> dict[tuple[Any, ...], Fraction]:
        """Return the probability of every kind of round, seen by (actions, outcome, net) as far as
        `columns` says.
        """
        found: Counter[tuple[Any, ...]] = Counter()
        for row in self.result.outcomes:
            found[seen((row.actions, row.outcome, row.net), columns)] += row.combinations
        return {kind: Fraction(count, self.result.deals) for kind, count in found.items()}


def seen(kind: Iterable[Any], columns: Iterable[bool]) -> tuple[Any, ...]:
    """Return a kind of round as a log shows it: None where it has no such column."""
    return tuple(part if shown else None for part, shown in zip(kind, columns))


def counted_law(
    judging: Judging, payoffs: Payoffs, lines: Lines | Way | None, name: str
) -> LawCheck:
    """Return the law of a bet whose information sets are counted; see `laws.law_of`."""
    game, key = payoffs.plan.game, payoffs.plan.bet.key
    root, reached = Root(), Reached(payoffs)
    for happening, facts in family_of(payoffs.plan).occurring(payoffs):
        root.add(happening)
        for there, counts in zip(reached.met, facts):
            there.update(number for number, count in enumerate(counts) if count)
    result = best = result_of(payoffs, root)
    tied = lines is None and bool(root.ties)
    if lines is not None:
        root = played_by(payoffs, lines)
        result = result_of(payoffs, root)
    possible = frozenset(reached.ends())
    for row in (*best.outcomes, *result.outcomes):
        if (row.actions, row.outcome, row.net, row.staked) not in possible:
            raise ArithmeticError(
                f"{game.slug}, {key}: an outcome under a strategy is not among those that are "
                "possible"
            )
    met = tuple(map(frozenset, reached.met))
    return LawCheck(judging, payoffs, result, possible, lines, name, tied, root, met)


def played_by(payoffs: Payoffs, lines: Lines | Way) -> Root:
    """Return what happens under a strategy in lines, or a way; raises CombinError where it leaves a
    situation undecided.
    """
    if isinstance(lines, Way):
        from combin.families.set_hands.ways import ByWay

        [root] = family_of(payoffs.plan).outcomes(payoffs, [ByWay(payoffs.plan, lines)])
        return root
    from combin.strategies.policies import policies_of
    from combin.strategies.pricing import verify_size

    verify_size(payoffs)
    [root] = family_of(payoffs.plan).outcomes(payoffs, policies_of(payoffs, [lines]))
    return root


def allowed(payoffs: Payoffs) -> frozenset[End]:
    """Return every end that some facts lead to, whether a deal has them or not."""
    return frozenset(
        End(path_key(path), result.outcome, result.net, result.staked)
        for table in payoffs.tables.values()
        for path, result in table
    )


class Reached:
    """Which facts some deal makes true: at the end of the play, and at each decision that can end
    it.

    payoffs: of the bet as it is counted.
    settled: of the bet as it is settled, by facts that are counted; by default the same.
    """

    def __init__(self, payoffs: Payoffs, settled: Payoffs | None = None) -> None:
        self.payoffs, self.plan = payoffs, payoffs.plan
        self.settled = settled or payoffs
        self.facts = (*payoffs.known, *self.plan.columns)
        # One set after each stage, and one where the play has gone through all of them.
        self.met: list[set[int]] = [set() for _ in range(len(self.plan.stages) + 1)]

    def ends(self) -> Iterator[End]:
        """Yield every way a round can end."""
        stages = self.plan.stages
        for path in self.plan.paths:
            facts, met = self.facts, self.met[-1]
            if path in self.payoffs.early:
                facts, met = stages[len(path) - 1].known, self.met[len(path) - 1]
            needed, told = facts_of(self.settled.plan.bet, path), set()
            for number in met:
                values = self.plan.values(facts, number)
                key = tuple(values[fact] for fact in needed)  # what matters is settled once
                if key not in told and not refused(path, values):
                    told.add(key)
                    result = self.settled.settler.settle(path, values)
                    yield End(path_key(path), result.outcome, result.net, result.staked)
