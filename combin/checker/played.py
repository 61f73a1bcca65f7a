"""How a log was played: where its decisions leave the strategy, how often, and what that costs,
exactly.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import or_

from combin.cards import cards_of, cards_text
from combin.checker import chances
from combin.checker.fits import LEVEL
from combin.checker.law import Law
from combin.checker.possible import dealt_by
from combin.counting import Tally, tallies
from combin.kernels import walk
from combin.rounds import Tree
from combin.rounds.settle import End, Replay, zones_of
from combin.rounds.strategies import states_of
from combin.rules import Deal
from combin.rules.facts import Path
from combin.solving.induction import Folded
from combin.strategies.pricing import followed

State = tuple[int, ...]  # masks, suits relabelled


@dataclass(frozen=True)
class Departure:
    """Rounds in which one situation was played otherwise than the strategy says.

    row: of the first. rounds: how many. cards: an example. cost: what one such choice loses, in
        units (below 0: it wins).
    """

    decision: str
    row: int
    rounds: int
    cards: str
    taken: str
    named: str
    cost: Fraction


@dataclass(frozen=True)
class Play:
    """How the decisions of a log stand to a strategy.

    decisions: how many were looked at. departures: the most expensive first. even: how many leave
        the best play at no cost.
    replayed: rounds that left the strategy and can be played again by it, with the same cards.
        lacking: how many more cannot,
    for want of cards. gained: what they brought more than the strategy does with the same cards, in
        units. knowing: whether
    that is more than what can be known lets expect.
    """

    decisions: int
    departures: tuple[Departure, ...]
    even: int
    replayed: int = 0
    lacking: int = 0
    gained: Fraction = Fraction(0)
    knowing: bool = False

    @property
    def rounds(self) -> int:
        """How many decisions leave the strategy."""
        return sum(one.rounds for one in self.departures)

    @property
    def cost(self) -> Fraction:
        """What they lose together, in units."""
        return sum((one.rounds * one.cost for one in self.departures), Fraction(0))

    def sorts(self) -> dict[tuple[str, str, str], tuple[int, Fraction]]:
        """Return (decision, taken, named) -> how often, and the cost together, the most expensive
        first.
        """
        found: dict[tuple[str, str, str], tuple[int, Fraction]] = {}
        for one in self.departures:
            times, cost = found.get((one.decision, one.taken, one.named), (0, Fraction(0)))
            found[one.decision, one.taken, one.named] = (
                times + one.rounds,
                cost + one.rounds * one.cost,
            )
        return dict(sorted(found.items(), key=lambda item: -item[1][1]))


Key = tuple[
    int, State, int, int, int
]  # decision, state, place before, place after, place that the strategy names


class Played:
    """Holds the decisions of batches against a strategy."""

    def __init__(self, law: Law) -> None:
        self.law, self.plan = law, law.plan
        self.strategy, self.tree = law.strategy, law.strategy.tree
        self.prefix = [self._places(path) for path in self.plan.paths]
        self.decisions = 0
        self.met: Counter[Key] = Counter()
        self.first: dict[Key, int] = {}
        self.example: dict[Key, str] = {}
        self.informed = Informed(law, self.tree) if self.plan.informed is not None else None
        self.settled = Replay(law.plan, self.tree.ends)
        self.replayed = self.lacking = 0
        self.gained = self.squares = Fraction(0)
        self._left: set[int] = set()  # rows of a batch that leave the strategy
        self._tally: Tally | None = None
        self._known: dict[Path, array[int]] = {}

    def _places(self, path: Path) -> list[int]:
        """Return the places of the tree that a path passes, the root first."""
        number = {passed: place for place, passed in enumerate(self.tree.paths)}
        depth = len(self.plan.stages)
        return [number[path[:length]] for length in range(min(len(path), depth) + 1)]

    def take(
        self,
        first: int,
        masks: array[int],
        paths: array[int],
        nets: Callable[[int], Fraction],
        skip: set[int],
    ) -> dict[int, End]:
        """Look at the decisions of some rows; rows in `skip` are left out. nets: what a row came
        to, by the rules.

        Return, for each row that leaves the strategy, what the strategy would have come to with the
        same cards.
        """
        self._left.clear()
        for number, stage in enumerate(self.plan.stages):
            before = [
                places[number] if number < len(places) else places[-1] for places in self.prefix
            ]
            after = [
                places[number + 1] if number + 1 < len(places) else places[-1]
                for places in self.prefix
            ]
            nodes = array("i", map(before.__getitem__, paths))
            logged = array("i", map(after.__getitem__, paths))
            here, live = nodes[:], self.tree.live(stage)
            self.decisions += sum(map(live.__getitem__, nodes)) - sum(
                live[nodes[row]] for row in skip
            )
            self.strategy.decide(stage, masks, nodes)
            if nodes != logged:
                self._note(first, number, masks, (here, logged, nodes), skip)
        if self.informed and self.plan.informed is not None:
            reached = [len(path) > self.plan.informed for path in self.plan.paths]
            self.decisions += sum(
                reached[path] for row, path in enumerate(paths) if row not in skip
            )
            self._left |= self.informed.take(first, masks, paths, skip)
        ends = self._followed(masks, sorted(self._left)) if self._left else {}
        for row, end in ends.items():
            more = nets(row) - end.net
            self.gained, self.squares = self.gained + more, self.squares + more**2
        self.replayed += len(ends)
        self.lacking += len(self._left) - len(ends)
        return ends

    def _followed(self, masks: array[int], rows: list[int]) -> dict[int, End]:
        """Return row -> what the strategy comes to with its cards; rows that lack cards that it
        takes are left out.
        """
        zones = zones_of(self.plan)
        size, part = len(zones), array("Q")
        for row in rows:
            part.extend(
                filled(masks[row * size : (row + 1) * size], zones, self.plan.game.deck.mask)
            )
        nodes = array("i", [self.tree.root]) * len(rows)
        for stage in self.plan.stages:
            self.strategy.decide(stage, part, nodes)
        ends = self.settled.outcomes(part, nodes)
        found = {}
        for row, node, end in zip(rows, nodes, ends):
            needed = dealt_by(self.plan.game, self.tree.ends[node])
            there = {
                deal.zone for deal, mask in zip(zones, masks[row * size : (row + 1) * size]) if mask
            }
            if all(deal.zone in there for deal in self.plan.game.deals[:needed] if deal in zones):
                found[row] = self.settled.ends[end]
        return found

    def _note(
        self,
        first: int,
        number: int,
        masks: array[int],
        places: tuple[array[int], ...],
        skip: set[int],
    ) -> None:
        stage, (here, logged, named) = self.plan.stages[number], places
        states, size, deck = (
            states_of(self.plan, stage, masks),
            len(stage.roles),
            self.plan.game.deck.mask,
        )
        for row, (taken, best) in enumerate(zip(logged, named)):
            if taken != best and row not in skip:
                self._left.add(row)
                state = states[row * size : (row + 1) * size]
                cards = " / ".join(map(cards_text, state))
                walk.relabelled(deck, state)
                key = number, tuple(state), here[row], taken, best
                self.met[key] += 1
                self.first.setdefault(key, first + row)
                self.example.setdefault(key, cards)

    def play(self) -> Play:
        """Return what was found, with the exact cost of every departure."""
        found = [*self._priced(), *(self.informed.departures() if self.informed else ())]
        optimal = self.law.lines is None
        even = sum(one.rounds for one in found if optimal and not one.cost)
        left = [one for one in found if one.cost or not optimal]
        left.sort(key=lambda one: (-one.rounds * one.cost, one.row))
        cost = sum((one.rounds * one.cost for one in left), Fraction(0))
        knowing = (
            self.gained > 0 and chances.beyond((self.gained + cost) ** 2 / self.squares) < LEVEL
        )
        return Play(
            self.decisions, tuple(left), even, self.replayed, self.lacking, self.gained, knowing
        )

    def _priced(self) -> Iterator[Departure]:
        if not self.met:
            return
        wanted: dict[tuple[int, State], list[Key]] = {}
        for key in self.met:
            wanted.setdefault((key[0], key[1]), []).append(key)
        for tally in tallies(self.plan):
            folded = None
            for place, level in enumerate(tally.levels):
                number = self.plan.stages.index(level.stage)
                masks = (level.states[part :: level.roles] for part in range(level.roles))
                for at, state in enumerate(zip(*masks)):
                    if keys := wanted.get((number, state)):
                        folded = folded or self._folded(tally)
                        yield from (self._departure(folded, place, at, key) for key in keys)

    def _folded(self, tally: Tally) -> Folded:
        if self.law.lines is None:
            return self.law.payoffs.fold(tally)
        return followed(self.law.payoffs, tally, self.law.lines)

    def _departure(self, folded: Folded, place: int, at: int, key: Key) -> Departure:
        _, _, here, taken, named = key
        children, paths = list(self.tree.children[here]), self.plan.after(self.tree.paths[here])
        best, other = (paths[children.index(child)] for child in (named, taken))
        lost = self._value(folded, best)[at] - self._value(folded, other)[at]
        cost = Fraction(lost, folded.deals(place)[at] * self.law.payoffs.scale)
        (decision, wanted), (_, logged) = best[-1], other[-1]
        return Departure(
            decision,
            self.first[key],
            self.met[key],
            self.example[key],
            logged.name,
            wanted.name,
            cost,
        )

    def _value(self, folded: Folded, path: Path) -> array[int]:
        """Return what a path is worth at all information sets, remembered for one tally at
        a time.
        """
        if self._tally is not folded.tally:
            self._tally, self._known = folded.tally, {}
        if path not in self._known:
            (self._known[path],) = folded.value(path)
        return self._known[path]


def filled(masks: array[int], zones: Sequence[Deal], deck: int) -> array[int]:
    """Return the masks of a row, zones that were not dealt made up of cards that are left."""
    if all(masks):
        return masks
    spare = iter(cards_of(deck & ~reduce(or_, masks)))
    return array(
        "Q",
        (
            mask or reduce(or_, (1 << next(spare) for _ in range(deal.cards)))
            for mask, deal in zip(masks, zones)
        ),
    )


class Informed:
    """Holds the last decision against the best action, where the player has seen everything."""

    def __init__(self, law: Law, tree: Tree) -> None:
        self.plan = law.plan
        self.every, self.best = Replay(law.plan), Replay(law.plan, tree.ends)
        places = {path: place for place, path in enumerate(tree.ends)}
        self.prefix = [places[path[: len(law.plan.stages)]] for path in law.plan.paths]
        self.met: Counter[tuple[int, int]] = Counter()
        self.first: dict[tuple[int, int], tuple[int, str]] = {}

    def take(self, first: int, masks: array[int], paths: array[int], skip: set[int]) -> set[int]:
        """Compare what each row comes to with what it could have come to; return the rows in which
        that is another end.
        """
        left: set[int] = set()
        logged = self.every.outcomes(masks, paths)
        best = self.best.outcomes(masks, array("i", map(self.prefix.__getitem__, paths)))
        for end, other in set(zip(logged, best)):
            if self.every.ends[end].actions != self.best.ends[other].actions:
                rows = [
                    row
                    for row, pair in enumerate(zip(logged, best))
                    if pair == (end, other) and row not in skip
                ]
                left.update(rows)
                if rows:
                    self.met[end, other] += len(rows)
                    size = len(self.every.zones)
                    cards = " / ".join(
                        map(cards_text, masks[rows[0] * size : (rows[0] + 1) * size])
                    )
                    self.first.setdefault((end, other), (first + rows[0], cards))
        return left

    def departures(self) -> Iterator[Departure]:
        """Yield what was found."""
        name = self.plan.decisions[-1].name
        for (end, other), rounds in self.met.items():
            taken, named = self.every.ends[end], self.best.ends[other]
            row, cards = self.first[end, other]
            yield Departure(
                name,
                row,
                rounds,
                cards,
                taken.actions[-1],
                named.actions[-1],
                named.net - taken.net,
            )
