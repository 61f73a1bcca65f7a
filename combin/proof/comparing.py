"""Compares what the engine decides with the reference, information set by information set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from math import comb

from combin.cards import mask_of, suits_apart
from combin.counting import Plan, Tally, method_of, tallies
from combin.proof import reference
from combin.records import dataclass
from combin.rules import Deal
from combin.rules.facts import path_key
from combin.solving.payoffs import Payoffs
from combin.solving.result import BetResult

# The cards of each role, suit by suit, the suits in an order of their own.
State = tuple[tuple[int, ...], ...]
# An information set: the number of the decision, the actions taken before, the cards.
Key = tuple[int, reference.Path, State]
Decided = tuple[Mapping[str, Fraction], str]  # what each action is worth, and the one taken


@dataclass(frozen=True)
class TieCount:
    """How often the best play meets actions of a decision that are worth the same, counted twice.

    decision: its name.
    engine: situations, up to a relabelling of the suits, and deals, in units of the reference's.
    reference: the same. Where all is known at a decision no situations are listed, and 0 stands
        for both.
    """

    decision: str
    engine: tuple[int, Fraction]
    reference: tuple[int, Fraction]


class Comparing:
    """Compares the information sets of a bet whose decisions are counted. A family whose decisions
    are not has a class of its own (`Family.comparing`).

    plan: of the bet.
    tells_ties: whether the engine counts ties.
    """

    tells_ties = True

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        mattering = {zone for group in plan.groups for zone in group.zones}
        self._zones = [deal.zone for deal in plan.game.deals if deal.zone in mattering]

    @property
    def decisions(self) -> list[str]:
        """The names of the decisions of which ties are told."""
        return [decision.name for decision in self.plan.decisions]

    def alike(self, counted: reference.Reference) -> Iterator[bool]:
        """Yield for each information set of the reference whether the engine values every action
        alike and takes the same one.

        A last decision at which all is known has no information sets in the engine; its choices
        show in the outcomes.
        """
        engine = dict(self._decided())
        numbers = {stage.number for stage in self.plan.stages}

        @cache
        def state(seen: tuple[frozenset[int], ...], number: int) -> State:
            return self._state(number, self._dealt(seen))

        for information_set, worth in counted.information_sets.items():
            seen, path = information_set
            if len(path) in numbers:
                decided = self.by_reference(seen, (worth, counted.choices[information_set]))
                taken = tuple(action for action in path if action != reference.PASSED)
                yield engine.get((len(path), taken, state(seen, len(path)))) == decided

    def by_reference(self, seen: Sequence[frozenset[int]], decided: Decided) -> Decided:
        """Return the reference's decision, with names of actions that compare."""
        return decided

    def by_engine(self, tally: Tally, at: int, decided: Decided) -> Decided:
        """Return the engine's decision at an information set, with names that compare."""
        return decided

    def told_apart(
        self, information_set: reference.InformationSet, worth: reference.Totals
    ) -> list[int | Fraction]:
        """Return the total wins of the actions between which there may be a tie."""
        return list(worth.totals.values())

    def relabelled(self, information_set: reference.InformationSet) -> object:
        """Return what is the same for all information sets that a relabelling of the suits makes of
        one.
        """
        seen, path = information_set
        return self._state(len(path), self._dealt(seen))

    # --- Ties ------------------------------------------------------------------------------------

    def ties(self, found: BetResult, counted: reference.Reference) -> Iterator[TieCount]:
        """Yield each decision at which one of the two counts has a tie that the best play meets."""
        if not self.tells_ties:
            return
        scale = Fraction(counted.deals, found.deals)
        names, plan = self.decisions, self.plan
        informed = "" if plan.informed is None else plan.decisions[plan.informed].name
        engine = {
            tie.decision: (0 if tie.decision == informed else tie.situations, tie.deals * scale)
            for tie in found.ties
        }
        situations: dict[str, set[object]] = {}
        deals: dict[str, Fraction] = {}
        for information_set, worth in counted.information_sets.items():
            seen, path = information_set
            totals = self.told_apart(information_set, worth)
            if totals.count(max(totals)) > 1 and _is_reached(counted, information_set):
                name = names[len(path)]
                # The number of ways to deal the zones that are seen.
                zones = len(seen)
                ways, left = 1, len(self.plan.game.deck)
                for step in reference.steps_of(self.plan.game, self.plan.bet):
                    zones -= bool(reference.filled(step))
                    if zones < 0:
                        break
                    if isinstance(step, Deal):
                        ways *= comb(left, step.cards)
                        left -= step.cards
                deals[name] = deals.get(name, Fraction(0)) + Fraction(counted.deals, ways)
                listed = situations.setdefault(name, set())
                if name != informed:
                    listed.add((path, self.relabelled(information_set)))
        literal = {name: (len(situations[name]), deals[name]) for name in deals}
        for name in names:
            if name in engine or name in literal:
                none = (0, Fraction(0))
                yield TieCount(name, engine.get(name, none), literal.get(name, none))

    # --- States ----------------------------------------------------------------------------------

    def _decided(self) -> Iterator[tuple[Key, Decided]]:
        """Yield the engine's decision at every information set."""
        if not self.plan.stages:
            return
        payoffs = Payoffs(self.plan)
        for tally in tallies(self.plan):
            folded = payoffs.fold(tally, keep=True)
            states = [
                [self._seen(level.state(at)) for at in range(len(level))] for level in tally.levels
            ]
            for history, decision in folded.decisions.items():
                deals = folded.deals(decision.place)
                names = path_key(history)
                actions = [path[-1][1].name for path in decision.paths]
                for at, state in enumerate(states[decision.place]):
                    unit = deals[at] * payoffs.scale
                    decided = decision.nets(at, unit), actions[decision.action[at]]
                    yield (len(history), names, state), self.by_engine(tally, at, decided)

    def _dealt(self, seen: Sequence[frozenset[int]]) -> dict[str, int]:
        """Return zone -> the mask of its cards, of what the reference has seen."""
        return dict(zip(self._zones, map(_mask_of, seen)))

    def _state(self, number: int, dealt: dict[str, int]) -> State:
        """Return the state of a decision by the cards dealt, zone -> mask."""
        [roles] = [stage.roles for stage in self.plan.stages if stage.number == number]
        return self._seen([sum([dealt[zone] for zone in role.zones]) for role in roles])

    def _seen(self, masks: Sequence[int]) -> State:
        """Return what makes states differ: where cards count by kind the kind of each, whatever
        its pack, else what a relabelling of the suits leaves as it is.
        """
        kinds = self._kinds
        if not kinds:
            return suits_apart(masks)
        cards = [(mask.bit_length() - 1) % reference.PACK_BITS if mask else None for mask in masks]
        return tuple((-1 if card is None else kinds[card],) for card in cards)

    @cached_property
    def _kinds(self) -> dict[int, int]:
        return method_of(self.plan).kinds(self.plan)


_mask_of = lru_cache(maxsize=1 << 16)(mask_of)  # the same cards are seen again and again


def _is_reached(counted: reference.Reference, information_set: reference.InformationSet) -> bool:
    """Return True if optimal play comes to an information set."""
    seen, path = information_set
    for number, taken in enumerate(path):
        before = (
            counted.choices.get((seen[:zones], path[:number])) for zones in range(len(seen) + 1)
        )
        if next(filter(None, before), reference.PASSED) != taken:
            return False
    return True
