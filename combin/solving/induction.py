"""Backward induction over one tally, and the forward pass under its decisions: written once, for
every way to choose.

At the last decision an action is worth the sum of count x pay. At an earlier one it is worth the
sum of what is taken after it. An action that ends the play is worth its deals x its pay. All of it
holds for each component of the payoff: money as a whole is one component; a pay that moves has one
of its own. The caller says how to choose.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import field, replace
from fractions import Fraction

from combin.counting import Level, Plan, Tally, zeros
from combin.counting.widths import Choices, choices, first_offered
from combin.kernels import solve as kernel
from combin.recent import found_once
from combin.records import dataclass
from combin.rules.facts import Names, Path, path_key

Component = Mapping[Path, "array[int]"]  # path -> its pay at every joint number of facts
# For each component a number at every information set, summed over the deals.
Worth = list["array[int]"]


@dataclass(frozen=True)
class Taken:
    """What is taken at every information set of a level after one history.

    action: the number of the action taken, in the order of preference.
    worth: what it is worth, by component.
    tied: 1 where another action is worth as much, else 0; empty where nothing was compared.
    """

    action: Choices
    worth: Worth
    tied: bytearray


@dataclass(frozen=True)
class Decision(Taken):
    """What is decided after one history, beside the fields of `Taken`.

    place: of the level in its tally.
    paths: the history with each open action, in the order of preference.
    values: what each of them is worth, offered or not; empty if not kept.
    offers: where each of them is offered.
    """

    place: int
    paths: tuple[Path, ...]
    values: tuple[Worth, ...]
    offers: Offers

    @property
    def made(self) -> bytes:
        """Where the decision is made, 1 or 0 for every information set; nothing where it always
        is.
        """
        return made(self.paths, self.offers)

    def is_offered(self, number: int, at: int) -> bool:
        """Return True if an action is offered at an information set."""
        return not self.offers[number] or bool(self.offers[number][at])

    def as_read(self) -> Iterator[array[int]]:
        """Yield what every action with a name is worth to a list of lines, in the one component,
        where the decision is made: where an action is not offered as much as the worst that always
        is, no more than the line that is read instead.
        """
        actions = [
            (value, b"" if offer == self.made else offer)
            for path, (value,), offer in zip(self.paths, self.values, self.offers)
            if path[-1][1].name
        ]
        always = [value for value, offer in actions if not offer]
        varies = len(actions) > len(always) > 1
        worst = array("q", map(min, *always)) if varies else always[0]
        for value, offer in actions:
            if offer:
                value = value[:]
                kernel.take(worst, bytearray(offer), 0, value)
            yield value

    def nets(self, at: int, unit: int) -> dict[str, Fraction]:
        """Return the value of each action offered at an information set in the one component, in
        units, in the order of preference.

        unit: the deals there x the scale of the payoffs.
        """
        return nets(self.paths, (value for (value,) in self.values), self.offers, at, unit)


# For each action 1 or 0 for every information set at which it is offered or not, nothing where it
# always is.
Offers = tuple[bytes, ...]


def made(paths: Sequence[Path], offers: Offers) -> bytes:
    """Return where a decision is made, 1 or 0 for every information set; nothing where it always
    is.
    """
    for path, offer in zip(paths, offers):
        if not path[-1][1].name:
            return bytes(1 - passed for passed in offer)
    return b""


def nets(
    paths: Sequence[Path],
    values: Iterable[Sequence[int]],
    offers: Offers,
    at: int,
    unit: int,
) -> dict[str, Fraction]:
    """Return the value of each action offered at an information set, in units, in the order of
    preference.

    values: of each action at every information set; unit: the deals there x the scale of the
        payoffs.
    """
    return {
        path[-1][1].name: Fraction(value[at], unit)
        for path, value, offer in zip(paths, values, offers)
        if not offer or offer[at]
    }


# Called with a history, where each action is offered, and what each is worth, empty for one that
# is left out; the worth of an action is found when the iteration comes to it.
Choose = Callable[[Path, Offers, Iterable[Worth]], Taken]


def everywhere(paths: Sequence[Path]) -> Offers:
    """Return the offers of actions that are all offered at every information set."""
    return (b"",) * len(paths)


def best(history: Path, offers: Offers, values: Iterable[Worth]) -> Taken:
    """Choose the action offered that is worth most in the one component; of equals the first."""
    every = iter(values)
    (first,) = next(every)
    sets = len(first)
    worth, action, tied = first[:], first_offered(offers, sets), bytearray(sets)
    for number, value in enumerate(every, 1):
        for one in value:
            kernel.better(one, number, offers[number], worth, action, tied)
    return Taken(action, [worth], tied)


def given(actions: Mapping[Path, Choices]) -> Choose:
    """Return the choice of what is given: history -> the action taken at every information set."""

    def choose(history: Path, offers: Offers, values: Iterable[Worth]) -> Taken:
        action, worth = actions[history], Worth()
        for number, value in enumerate(values):
            worth = worth or [zeros("q", len(action)) for _ in value]
            for component, taken in zip(value, worth):
                kernel.take(component, action, number, taken)
        return Taken(action, worth, bytearray())

    return choose


@dataclass(frozen=True)
class Folded:
    """One tally, decided from its last level to its first.

    plan: what is counted for the bet.
    tally: the counts.
    components: of the payoff.
    decisions: by history, those of the first level first.
    ahead: what paths that end at the last level are worth, by component, until it is asked for.
    """

    plan: Plan
    tally: Tally
    components: Sequence[Component]
    decisions: dict[Path, Decision]
    ahead: dict[tuple[Path, int], array[int]]

    def __getitem__(self, history: Path) -> Decision:
        return self.decisions[history]

    @property
    def decided(self) -> list[Path]:
        """The histories after which there was something to decide."""
        return [history for history in self.decisions if not self.plan.waits(history)]

    @property
    def actions(self) -> dict[Path, Choices]:
        """What is taken after each history."""
        return {history: decision.action for history, decision in self.decisions.items()}

    @found_once
    def deals(self, place: int) -> array[int]:
        """Return how many deals each information set of a level stands for."""
        return deals_of(self.plan, self.tally.levels[place])

    def value(self, path: Path) -> Worth:
        """Return the value of the last action of a path at every information set where it can be
        taken.
        """
        place = _place(self.tally, path[:-1])
        if _leads_on(self.tally, place, path):
            return [self._gathered(place, taken) for taken in self.decisions[path].worth]
        return [self._ended(place, path, number) for number in range(len(self.components))]

    def _gathered(self, place: int, taken: array[int]) -> array[int]:
        levels = self.tally.levels
        value = zeros("q", len(levels[place]))
        kernel.gather(taken, levels[place + 1].links, value)
        return value

    def _ended(self, place: int, path: Path, number: int) -> array[int]:
        """Return the pays of the ends of the round, summed over the deals; number: of the
        component.
        """
        pays, levels = self.components[number][path], self.tally.levels
        if place + 1 == len(levels) and not _are_alike(pays):
            return self.ahead.pop((path, number), None) or self.tally.worth(path, pays)
        # Where all ends pay alike, the number that a set knows leads to that pay, too.
        known = levels[place].known
        value = zeros("q", len(known))
        kernel.worth_known(self.deals(place), known, pays, value)
        return value


def fold(
    plan: Plan,
    tally: Tally,
    components: Sequence[Component],
    choose: Choose = best,
    keep: bool = False,
    known: Mapping[Path, Decision] | None = None,
    left_out: Set[Path] = frozenset(),
) -> Folded:
    """Return a tally decided from its last level to its first; without levels nothing is decided.

    keep: keep what every action that is weighed is worth, not only the one taken.
    known: decisions already made, which stand as they are.
    left_out: paths whose last action is not weighed; nothing is decided after them.
    """
    found: dict[Path, Decision] = dict(known or {})
    histories = [history for level in tally.levels for history in plan.histories(level.stage)]
    open_ones = [
        history
        for history in reversed(histories)
        if history not in found
        and left_out.isdisjoint(history[:length] for length in range(1, len(history) + 1))
    ]
    paths = [path for history in open_ones for path in plan.after(history)]
    # What the actions are worth that end the last level, all found together.
    asked = {
        (path, number): pays[path]
        for path in [path for path in paths if path not in left_out]
        for number, pays in enumerate(components)
        if _place(tally, path[:-1]) + 1 == len(tally.levels) and not _are_alike(pays[path])
    }
    ahead = dict(zip(asked, tally.together([*asked.values()])))
    folded = Folded(plan, tally, components, found, ahead)
    for history in open_ones:
        place, after = _place(tally, history), plan.after(history)
        worth = ([] if path in left_out else folded.value(path) for path in after)
        values = [*worth] if keep else []
        offers = tuple(offered(plan, tally.levels[place], path) for path in after)
        taken = choose(history, offers, values or worth)
        found[history] = Decision(
            taken.action, taken.worth, taken.tied, place, after, tuple(values), offers
        )
    decided = {history: found[history] for history in histories if history in found}
    return replace(folded, decisions=decided)


def _are_alike(pays: array[int]) -> bool:
    return pays.count(pays[0]) == len(pays)


def offered(plan: Plan, level: Level, path: Path) -> bytes:
    """Return where at a level the last action of a path is offered: 1 or 0 for every information
    set, nothing where it always is.
    """
    by_facts = plan.offered(path)
    if not by_facts:
        return b""
    found = bytearray(len(level))
    kernel.offers(level.known, by_facts, found)
    return bytes(found)


def _place(tally: Tally, history: Path) -> int:
    """Return the place of the level at which a history leads to a decision."""
    return len(history) - tally.levels[0].stage.number


def _leads_on(tally: Tally, place: int, path: Path) -> bool:
    """Return True if another decision on cards follows a path whose last action is taken at a
    level.
    """
    return place + 1 < len(tally.levels) and not path[-1][1].ends


def deals_of(plan: Plan, level: Level) -> array[int]:
    """Return how many deals each information set of a level stands for."""
    deals, none = zeros("q", len(level)), zeros("q", len(level))
    kernel.worth_known(level.weights, none, array("q", [plan.deals_after(level.stage)]), deals)
    return deals


# --- Forward -----------------------------------------------------------------------------------


def followed(
    plan: Plan, tally: Tally, components: Sequence[Component], actions: Mapping[Path, Choices]
) -> Folded:
    """Return a tally with the actions given after each history, to be carried forward; what they
    are worth is not found.
    """
    decisions = {
        history: Decision(
            actions[history], [], bytearray(), place, plan.after(history), values=(), offers=()
        )
        for place, level in enumerate(tally.levels)
        for history in plan.histories(level.stage)
    }
    return Folded(plan, tally, components, decisions, {})


@dataclass
class Root:
    """What happens under what was decided.

    counts: by the names of the actions taken, how many deals have each joint number of facts.
    ties: (number of the decision, "situations" or "deals") -> how many are met.
    """

    counts: dict[Names, array[int]] = field(default_factory=dict)
    ties: Counter[tuple[int | None, str]] = field(default_factory=Counter)

    def add(self, other: Root) -> None:
        """Add what happens in another part of the deals."""
        for path, counts in other.counts.items():
            if path in self.counts:
                counts = array("q", map(int.__add__, self.counts[path], counts))
            self.counts[path] = counts
        self.ties += other.ties

    def verify(self, plan: Plan) -> None:
        """Raise ArithmeticError unless every deal of the bet is there."""
        total = sum(map(sum, self.counts.values()))
        if total != plan.deals:
            raise ArithmeticError(
                f"{plan.game.slug}, {plan.bet.key}: {total} deals were counted, and there are "
                f"{plan.deals}"
            )


def added_up(many: int, shares: Iterable[Iterable[Root]]) -> list[Root]:
    """Return what happens in all shares of the deals, for each of so many bets or policies."""
    roots = [Root() for _ in range(many)]
    for share in shares:
        for root, more in zip(roots, share):
            root.add(more)
    return roots


def reach(
    plan: Plan,
    tally: Tally,
    actions: Mapping[Path, Choices],
    times: array[int] | None = None,
    met: bool = False,
) -> Iterator[tuple[Path, array[int]]]:
    """Yield every history, those of the first level first, and in how many ways each information
    set is reached after it.

    actions: what is taken after each history that can be reached.
    times: how often each information set of the first level stands; by default once.
    met: leave out what follows an action that is nowhere taken.
    """
    ways: dict[Path, array[int]] = {}
    if tally.levels:
        ways[()] = times or array("q", [1]) * len(tally.levels[0])
    for place, level in enumerate(tally.levels):
        for history in plan.histories(level.stage):
            if history not in ways:
                continue
            here = ways.pop(history)
            for number, path in enumerate(plan.after(history)):
                if path in actions and not (met and number not in actions[history]):
                    following = tally.levels[place + 1]
                    ways[path] = zeros("q", len(following))
                    kernel.reach(here, actions[history], number, following.links, ways[path])
            yield history, here


def occurring(plan: Plan, tally: Tally) -> list[array[int]]:
    """Return the number of deals with each joint number of facts: for each level of the facts known
    there, last of all facts that settle the bet.
    """
    if not tally.levels:
        return [tally.counts]
    found = []
    for level in tally.levels:
        found.append(zeros("q", plan.size(level.stage.known)))
        ways, none = array("q", [1]) * len(level), choices(1, len(level))
        kernel.happen(deals_of(plan, level), level.known, ways, none, 0, 1, found[-1])
    found.append(zeros("q", len(found[-1]) * tally.columns))
    tally.occur(found[-1])
    return found


def carry(folded: Folded, times: array[int] | None = None) -> Root:
    """Return the outcome counts under the decisions; times: as for `reach`."""
    tally, root = folded.tally, Root()
    if not tally.levels:
        root.counts[()] = tally.counts[:]
    for decision in folded.decisions.values():
        for path in decision.paths:
            if not _leads_on(tally, decision.place, path):
                root.counts[path_key(path)] = zeros("q", len(folded.components[0][path]))
    for history, ways in reach(folded.plan, tally, folded.actions, times, met=True):
        decision = folded[history]
        level = tally.levels[decision.place]
        for number, path in enumerate(decision.paths):
            if _leads_on(tally, decision.place, path) or number not in decision.action:
                continue
            ends = root.counts[path_key(path)]
            if level is tally.levels[-1]:
                tally.happen(path, ways, decision.action, number, ends)
            else:
                deals = folded.deals(decision.place)
                kernel.happen(deals, level.known, ways, decision.action, number, 1, ends)
        if 1 in decision.tied:
            situations, met = kernel.ties(decision.tied, ways, folded.deals(decision.place))
            root.ties[level.stage.number, "situations"] += situations
            root.ties[level.stage.number, "deals"] += met
    return root
