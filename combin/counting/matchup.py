"""Two hands that are compared: whose they are, and which zones each uses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from combin.counting.plan import Group, Plan
from combin.records import dataclass
from combin.rules import Hand
from combin.rules.facts import Fact


@dataclass(frozen=True)
class Matchup:
    """Two hands of a plan.

    player, opponent: the hand of the player, and the other one.
    own, theirs, shared: the groups of cards that only the player uses, only the opponent, and both;
        in the order of the play.
    rest: the groups that neither uses.
    """

    player: Hand
    opponent: Hand
    own: tuple[Group, ...]
    theirs: tuple[Group, ...]
    shared: tuple[Group, ...]
    rest: tuple[Group, ...]


def matchups(plan: Plan, facts: Iterable[Fact]) -> Iterator[Matchup]:
    """Yield the two hands that some facts are about, once with each as the player's; nothing where
    there are not two.
    """
    names = [*dict.fromkeys(name for fact in facts for name in fact.hands)]
    if len(names) == 2:
        for player, opponent in (names, names[::-1]):
            yield _between(plan, plan.game.hand(player), plan.game.hand(opponent))


def _between(plan: Plan, player: Hand, opponent: Hand) -> Matchup:
    def used(by_player: bool, by_opponent: bool) -> tuple[Group, ...]:
        return tuple(
            group
            for group in plan.groups
            if (group.zones[0] in player.zones) == by_player
            and (group.zones[0] in opponent.zones) == by_opponent
        )

    own, theirs, shared = used(True, False), used(False, True), used(True, True)
    return Matchup(player, opponent, own, theirs, shared, used(False, False))
