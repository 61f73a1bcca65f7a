"""A bet counted once and solved under many pays; tallies hold no pays, so a new paytable takes no
counting.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property, partial
from operator import mul

from combin.counting import Keep, Plan, Tally, method_of, tallies, verify_memory
from combin.counting.pooling import Pooled, kept, pooled
from combin.families.listed import family_of
from combin.results import Result
from combin.rules.facts import Path, path_key
from combin.rules.game import Game
from combin.rules.words import Hold
from combin.sensitivity.linear import EndForms, LinearForm
from combin.solving.executor import Progress, Workers, counted, verify_here
from combin.solving.induction import Folded, Root, carry, deals_of, occurring
from combin.solving.payoffs import Payoffs
from combin.solving.result import COLUMNS, BetResult, Solution, result_of

# Of an information set: its tally, its level, what was done before, its place in the level.
Place = tuple[int, int, Path, int]


class Counted(Result):
    """One bet of a resolved game with its counts at hand.

    game, plan, payoffs: at its pays.
    pooled: the tallies.
    least: the least that a pay may be; None: any number.
    most: the most deals of one information set at the first decision.
    keeps: whether information sets are at hand; else the best play is found anew for each value of
        the pays.
    `paying` returns the same counts under other pays, in milliseconds.
    """

    least: Fraction | None = None

    def __init__(
        self,
        game: Game,
        bet: str = "base",
        threads: Workers = None,
        progress: Progress | None = None,
        together: bool = True,
        root: Root | None = None,
    ) -> None:
        """together: pool the information sets that decide alike; without it each is at hand, in the
        order of its cards.

        root: what happens under the best play, if it is known: it is found anew only from
            information sets that are at hand.
        """
        self._known = root
        self.game = game
        self.plan = Plan(game, game.bet(bet))
        self.payoffs = Payoffs(self.plan)  # before counting: it refuses pays that are too large
        self.keeps = family_of(self.plan).keeps
        found: Iterable[Tally] = ()
        if self.keeps:
            verify_memory(self.plan, Keep.ALL)
            found = _tallies(self.plan, threads, progress)
        else:
            verify_here(threads, game.slug)
        pool = together and self.keeps
        self.pooled: Pooled = pooled(self.plan, found) if pool else kept(found)
        firsts = [deals_of(self.plan, tally.levels[0]) for tally in self.tallies if tally.levels]
        self.most = max((max(deals) for deals in firsts), default=0)  # deals of one information set

    @property
    def bet(self) -> str:
        return self.plan.bet.key

    _columns = COLUMNS

    def _written(self, form: str) -> str:
        return self._solution._written(form)

    def _headline(self) -> str:
        return self._solution._headline()

    @property
    def decides(self) -> bool:
        """Whether the player has something to decide."""
        return bool(self.plan.stages or not self.keeps or self.plan.informed is not None)

    @property
    def is_linear(self) -> bool:
        """Whether the value is one linear form at any pays: nothing is decided, and no hand is read
        as pays best.
        """
        return not (self.decides or self.plan.game.deck.jokers)

    @property
    def _solution(self) -> Solution:
        return Solution(self.game, {self.bet: self.result})

    @property
    def tallies(self) -> tuple[Tally, ...]:
        return self.pooled.tallies

    def paying(self, pays: Mapping[str, object]) -> Counted:
        """Return this bet with some pays replaced, address -> number; nothing is counted again.

        Raises CombinError for an unknown pay, or where money passes 63 bits.
        """
        return self.under(self.game.with_pays(pays))

    def under(self, game: Game) -> Counted:
        """Return this bet in a game that is counted alike; its pays, and what its actions stake,
        may differ.
        """
        other = object.__new__(Counted)  # without what was found out at these pays
        other._known = None
        other.pooled, other.most, other.keeps = self.pooled, self.most, self.keeps
        other.game, other.plan = game, self.plan.under(game)
        other.payoffs = Payoffs(other.plan)
        return other

    @cached_property
    def met(self) -> set[int]:
        """The joint numbers of facts, known and open, that some deal has."""
        met: set[int] = set()
        for tally in self.tallies:
            counts = occurring(self.plan, tally)[-1]
            met.update(number for number, count in enumerate(counts) if count)
        return met

    @cached_property
    def ends(self) -> EndForms:
        return EndForms(self.payoffs, self.met if self.plan.is_settled_alike else None)

    @cached_property
    def solved(self) -> tuple[Folded, ...]:
        """Every tally, decided by the best play."""
        return tuple(map(self.payoffs.fold, self.tallies))

    @cached_property
    def root(self) -> Root:
        """What happens under the best play; its totals are checked."""
        root = Root()
        if not self.keeps:
            [root] = [self._known] if self._known else family_of(self.plan).happens([self.payoffs])
        for folded, times in zip(self.solved, self.pooled.times):
            root.add(carry(folded, times))
        root.verify(self.plan)
        return root

    @property
    def result(self) -> BetResult:
        """The result under the best play, as `solve` gives it, without its ties."""
        return result_of(self.payoffs, self.root)

    @cached_property
    def formula(self) -> LinearForm:
        """The expected value of the best play as a linear form in the pays."""
        constant = Fraction(0)
        coefficients = defaultdict[str, Fraction](Fraction)
        for counts, form in self.happening():
            share = Fraction(counts, self.plan.deals * form.denominator)
            constant += share * form.constant
            for address, number in form.coefficients.items():
                coefficients[address] += share * number
        form = LinearForm.of(constant, coefficients)
        if form.at(self.ends.pays) != self.result.expected_value:
            raise ArithmeticError(
                f"{self.game.slug}, {self.bet}: the formula does not come to the value it was made "
                "from"
            )
        return form

    def happening(self) -> Iterator[tuple[int, LinearForm]]:
        """Yield for every end that comes about under the best play: how many deals come there, and
        what it is worth.
        """
        forms = {path_key(path): found for path, found in self.ends.forms.items()}
        for path, counts in self.root.counts.items():
            yield from ((count, form) for count, form in zip(counts, forms[path]) if count)

    def cards(self, place: Place) -> str:
        """Return the cards of an information set, role by role, with slashes between them."""
        tally, level, _, at = place
        return self.tallies[tally].levels[level].cards(at)

    def called(self, place: Place, action: str) -> str:
        """Return the name of an action at an information set: of a hold with its cards."""
        if action not in self._holds:
            return action
        tally, level, _, at = place
        return self._holds[action].called(self.tallies[tally].levels[level].states[at])

    @property
    def _holds(self) -> dict[str, Hold]:
        return {hold.name: hold for hold in self.plan.holds}

    def situations(self, places: Iterable[Place]) -> int:
        """Return the number of information sets behind some of those at hand."""
        return sum(self.pooled.sets[tally][level][at] for tally, level, _, at in places)

    def share(self, places: Iterable[Place]) -> Fraction:
        """Return the probability of seeing the cards of some information sets of one decision."""
        weight = 0
        for tally, level, _, at in places:
            seen = self.tallies[tally].levels[level].weights[at]
            weight += seen if level else seen * self.pooled.times[tally][at]
        return Fraction(weight, self._weights[level])

    @cached_property
    def _weights(self) -> list[int]:
        """For each level, in how many ways its cards can be seen."""
        totals = [0] * len(self.plan.stages)
        for tally, times in zip(self.tallies, self.pooled.times):
            for place, level in enumerate(tally.levels):
                weights = level.weights if place else map(mul, level.weights, times)
                totals[place] += sum(weights)
        return totals

    def decision(self, place: Place) -> str:
        return self.plan.decisions[self.tallies[place[0]].levels[place[1]].stage.number].name


def _tallies(plan: Plan, threads: Workers, progress: Progress | None) -> Iterable[Tally]:
    if method_of(plan).in_blocks:  # whole shares would fill the memory
        verify_here(threads, plan.game.slug)
        yield from tallies(plan)
        return
    for share in counted(plan, partial(_share, plan), threads, progress):
        yield from share


def _share(plan: Plan, part: int, parts: int) -> list[Tally]:
    return list(tallies(plan, part, parts))
