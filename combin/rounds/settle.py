"""Settles complete rounds in bulk, by the rules: from the cards of each zone and the actions taken
to outcome and money.

No tally has a part in it: a compiled evaluator finds the facts of each round's hands,
    `combin.rules.facts` says once for every
combination of facts what it comes to.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from combin.counting import Plan, zeros
from combin.counting.program import program
from combin.errors import CombinError
from combin.kernels import ends as kernel
from combin.rules import Bet, Deal
from combin.rules.facts import (
    Fact,
    Path,
    Settler,
    facts_in,
    facts_of,
    offers_of,
    path_key,
    refused,
)

MOST_ZONES = 12  # MAX_PARTS in _ext/limits.pxd


class End(NamedTuple):
    """One way a round can end: what the player did, the outcome as `combin solve` calls it, units
    won and units staked.
    """

    actions: tuple[str, ...]
    outcome: str
    net: Fraction
    staked: Fraction


class Replay:
    """The settlement of one bet, for many rounds at once.

    zones: the dealt zones that the bet is about (`zones_of`), in the order of the play. paths: the
        sequences of (decision,
    action) that a round can take; by default every complete one. ends: everything that a round can
    come to.

    >>> replay = Replay(Plan(game, game.bet("base")))
    >>> path = replay.path_number(("double",))
    >>> [replay.ends[end] for end in replay.outcomes(masks, array("i", [path]))]

    Of a path without the last decision, where the player knows everything, the best action is
    taken. A path with an action that the cards do not allow has an end that says so, no units won
    or staked.
    """

    def __init__(self, plan: Plan, paths: Sequence[Path] | None = None) -> None:
        self.plan = plan
        self.paths = tuple(plan.paths if paths is None else paths)
        self.zones = tuple(deal.zone for deal in zones_of(plan))
        if len(self.zones) > MOST_ZONES:
            many = (
                f"{len(self.zones)} zones are more than the {MOST_ZONES} that can be settled "
                "in bulk"
            )
            raise CombinError(f"{plan.game.slug}, bet {plan.bet.key!r}: {many}")
        self._numbers = {path_key(path): number for number, path in enumerate(self.paths)}
        settler = Settler(plan.game, plan.bet)
        found: dict[End, int] = {}
        codes: dict[tuple[Fact, ...], int] = {}
        program_of, first, table = array("i"), array("q"), array("i")
        for path in self.paths:
            ways = self._ways(path)
            asked = (fact for way in ways for fact in (*facts_of(plan.bet, way), *offers_of(way)))
            facts = tuple(dict.fromkeys(asked))
            program_of.append(codes.setdefault(facts, len(codes)))
            first.append(len(table))
            for values in plan.all_values(facts):
                table.append(found.setdefault(_end(settler, ways, values), len(found)))
        self.ends = tuple(found)
        parts = [(zone,) for zone in self.zones]
        self._kernel = kernel.Ends(
            [program(plan, parts, facts) for facts in codes], program_of, first, table
        )

    def path_number(self, actions: tuple[str, ...]) -> int | None:
        """Return the number of the path of these actions, None for actions that the rules do not
        allow.
        """
        return self._numbers.get(actions)

    def outcomes(self, masks: array[int], paths: array[int]) -> array[int]:
        """Return array('i'): for each round the number of its end in `ends`.

        masks: array('Q') of as many masks a round as there are `zones`, bits as in `combin.cards`;
            the cards have to be as many
        as the zones take, all different and of the deck, which is not looked at here. paths:
        array('i'), the number of each round's path. Releases the lock, so that several threads can
        settle at the same time.
        """
        ends = zeros("i", len(paths))
        self._kernel.find(masks, len(self.zones), paths, ends)
        return ends

    def _ways(self, path: Path) -> Sequence[Path]:
        """Return what can come of a path, the action of smallest stake first."""
        return [path] if path in self.plan.paths else self.plan.after(path)


def _end(settler: Settler, ways: Sequence[Path], values: Mapping[Fact, Any]) -> End:
    results = [(way, settler.settle(way, values)) for way in ways if not refused(way, values)]
    if not results:
        return _not_offered(ways[0], values)
    way, result = max(results, key=lambda one: one[1].net)
    return End(tuple(action.name for _, action in way), result.outcome, result.net, result.staked)


def _not_offered(path: Path, values: Mapping[Fact, Any]) -> End:
    """Return the end of a round in which an action was taken that the cards did not allow."""
    action = refused(path, values)
    assert action, "an action that is always offered is a way of every path"
    return End(path_key(path), f"{action.name} is not offered", Fraction(0), Fraction(0))


def zones_of(plan: Plan) -> list[Deal]:
    """Return the deals that a bet is about, in the order of the play: seen at its decisions, or
    part of its hands.
    """
    play, names = plan.game.play, hands_of(plan.bet)
    zones = {zone for hand in plan.game.hands if hand.name in names for zone in hand.zones}
    last = play.index(plan.decisions[-1]) if plan.decisions else 0
    return [
        step
        for place, step in enumerate(play)
        if isinstance(step, Deal) and (place < last or step.zone in zones)
    ]


def hands_of(bet: Bet) -> set[str]:
    """Return the names of the hands that stand in the settlements of a bet."""
    return {name for fact in facts_in(bet.rows()) for name in fact.hands}
