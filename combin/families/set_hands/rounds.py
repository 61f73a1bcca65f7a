"""Sets pai gow hands for many rounds at once: the dealer's by his house way, the player's by a way
or optimally.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property, partial

from combin.counting import Plan, zeros
from combin.counting.plan import Stage
from combin.families.listed import family_of
from combin.families.set_hands.counting import SIZE
from combin.families.set_hands.dealt import (
    PricedHands,
    front_of,
    made,
    numbers_set,
    set_by,
    zones_set,
)
from combin.families.set_hands.kept_settings import kept_root
from combin.families.set_hands.matchup import compared
from combin.families.set_hands.ways import ByWay
from combin.rounds.dealing import Dealing, Numbers
from combin.rounds.strategies import Strategy
from combin.rounds.tree import Tree
from combin.rounds.zones import zones_of
from combin.rules import Way
from combin.solving.executor import Progress, Workers
from combin.solving.induction import Root
from combin.solving.payoffs import Payoffs
from combin.solving.result import BetResult, result_of
from combin.strategies.lines import Lines


class SetHandsDealing(Dealing):
    """Hands that are set; what goes in front of each is a zone, too."""

    def shown(self) -> dict[str, int]:
        return zones_set(self.plan)

    def settled(self) -> Sequence[str]:
        return list(zones_set(self.plan))

    def numbers(self) -> Numbers:
        return partial(numbers_set, self.plan)

    def complete(
        self,
        strategy: Strategy,
        cards: bytearray,
        masks: array[int],
        nodes: array[int],
        told: bool,
    ) -> tuple[bytearray, array[int]]:
        assert isinstance(strategy, HandSetting), "all there is to do is to set the hand"
        return all_set(strategy, cards, masks, told)

    def best(self, threads: Workers, progress: Progress | None) -> Strategy:
        return HandSetting(self.plan)

    def following(self, lines: Lines | Way) -> Strategy:
        assert isinstance(lines, Way), "hands are set by a way, and no list"
        return HandSetting(self.plan, lines)


def root_of(
    payoffs: Payoffs,
    way: Way | None,
    threads: Workers = None,
    progress: Progress | None = None,
) -> Root:
    """Return what happens under the best play or a way; counted if it is not kept."""
    if found := kept_root(payoffs, way):
        return found
    family = family_of(payoffs.plan)
    if way and not compared(payoffs.plan).sides.player.by:
        [root] = family.outcomes(payoffs, [ByWay(payoffs.plan, way)], threads)
    else:
        [root] = family.happens([payoffs], workers=threads, progress=progress)
    return root


class HandSetting:
    """A `Strategy` for a bet on hands that are set, where setting the hand is all there is to do.

    way: by which the player sets every hand; None where he sets each as is worth most, of which
        those that come are counted.
    """

    def __init__(self, plan: Plan, way: Way | None = None) -> None:
        self.plan, self.tree, self.both = plan, Tree(plan), compared(plan)
        self.way = self.both.sides.player.by or way
        self._payoffs = Payoffs(plan)

    @cached_property
    def _priced(self) -> PricedHands:
        return PricedHands(self._payoffs)

    def decide(self, stage: Stage, masks: array[int], nodes: array[int]) -> None:
        raise AssertionError("no decision is made but how the hand is set")

    def law(self, threads: Workers = None) -> BetResult:
        return result_of(self._payoffs, root_of(self._payoffs, self.way, threads))

    def fronts(self, mine: array[int], theirs: array[int]) -> list[array[int]]:
        """Return what goes in front of the player's hands, and of the dealer's."""
        sides, lowest = self.both.sides, self.both.pack.wheel_lowest
        assert sides.dealer.by, "the dealer's hand is set by a way"
        of_dealer = set_by(sides.dealer.by, theirs, lowest)
        if self.way:
            return [set_by(self.way, mine, lowest), of_dealer]
        self._priced.learn(mine)
        pairs = zip(mine, made(theirs, of_dealer, lowest)[0])
        best = ((hand, self._priced.best(hand, dealt)) for hand, dealt in pairs)
        return [array("Q", (front_of(self.both, *one) for one in best)), of_dealer]


def all_set(
    strategy: HandSetting, cards: bytearray, masks: array[int], told: bool
) -> tuple[bytearray, array[int]]:
    """Return what a log shows of the cards of rounds whose hands are set, if it is `told`, and for
    each round a mask for each of `zones_set`.

    cards, masks: each round's two hands, in the order in which they were dealt.
    """
    sides, zones = strategy.both.sides.both, zones_set(strategy.plan)
    hands = [deal.zone for deal in zones_of(strategy.plan)]
    held = {zone: masks[at :: len(hands)] for at, zone in enumerate(hands)}
    for side, fronts in zip(sides, strategy.fronts(*(held[side.zone] for side in sides))):
        held[side.into] = fronts
    every = zeros("Q", len(zones) * (len(masks) // len(hands)))
    for at, zone in enumerate(zones):
        every[at :: len(zones)] = held[zone]
    hand_of = {one: hands.index(side.zone) for side in sides for one in (side.zone, side.into)}
    places = [hand_of[zone] for zone in zones]
    shown = bytearray()
    for at, mask in enumerate(every if told else ()):
        number, place = divmod(at, len(zones))
        begin = SIZE * (len(hands) * number + places[place])
        shown += bytes(card for card in cards[begin : begin + SIZE] if mask >> card & 1)
    return shown, every
