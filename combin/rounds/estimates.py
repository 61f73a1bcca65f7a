"""Estimates an edge with too many seen cards to count: random hands, each solved exactly."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property, partial
from itertools import takewhile

from combin.counting import CountTally, Level, Plan, Tally, method_of, zeros
from combin.counting.plan import Stage
from combin.counting.successors import successors, work_onward
from combin.errors import CombinError, refuse
from combin.exact import whole_number
from combin.families.listed import family_of
from combin.kernels import deal
from combin.kernels.constants import MAX_ROLES
from combin.questions.protection import Estimate
from combin.records import dataclass
from combin.rounds.strategies import Strategy, best_play
from combin.rounds.zones import zones_of
from combin.rules import Deal
from combin.rules.exposed import SEEN, exposed
from combin.rules.facts import Path
from combin.rules.game import Game
from combin.rules.parts import is_decision
from combin.solving.executor import Progress as Shares
from combin.solving.executor import Workers, in_order
from combin.solving.induction import given
from combin.solving.payoffs import Payoffs

BLOCK = 32  # hands from one stream of random numbers
MOST_HANDS, MOST_SEEDS = 10**9, 2**64
MOST_WORK = 10**8  # steps of one hand: some seconds

Progress = Callable[[int, int], None]  # hands solved so far, hands in all
Cards = dict[str, int]  # zone -> the mask of its cards


class _Unlisted(Plan):
    """The plan of a game whose information sets are not listed, only some asked for: the player may
    see as many cards as there are. What else limits a plan was verified for the game as it should
    be.
    """

    def _verify(self) -> None:
        refuse(
            max(len(stage.roles) for stage in self.stages) > MAX_ROLES,
            f"{self.game.slug}: more than {MAX_ROLES} kinds of cards would be seen at a "
            "decision, which is not sampled",
        )


@dataclass(frozen=True)
class SampleSums:
    """What some hands came to, in whole parts of a unit.

    total: the sum.
    squares: the sum of the squares.
    gained: how many of them came to anything.
    """

    total: int
    squares: int
    gained: int

    def __add__(self, other: SampleSums) -> SampleSums:
        return SampleSums(
            self.total + other.total, self.squares + other.squares, self.gained + other.gained
        )


class Estimates:
    """Estimates the edge of a bet when cards are seen.

    A hand of the player is dealt at random with the cards that he sees beside it. What hand and
    seen cards are worth with the best play is found exactly, from all ways to deal the rest, and so
    is what they are worth if he plays as though he saw no more than he should. The mean of the
    difference, over all hands, is what it is worth to see the cards: the edge of the usual best
    play is known exactly. No maximum is ever taken over figures that are themselves estimated,
    which would favour the player; a mean of exact values of hands dealt alike is unbiased, and its
    error is that of a mean of independent numbers.

    Where the usual best play is not at hand, or has more to decide than a player who sees the
    cards, the worth of the hands themselves is averaged, which needs more hands.
    """

    def __init__(
        self,
        game: Game,
        bet: str,
        hands: int,
        seed: int = 1,
        threads: Workers = None,
        progress: Progress | None = None,
        shares: Shares | None = None,
    ) -> None:
        """progress: called with the hands that are solved; shares: with what is done of the usual
        best play.
        """
        self.game, self.bet, self.threads, self.progress = game, bet, threads, progress
        self.shares = shares
        self.hands = whole_number(hands, "hands of a sample", 2, MOST_HANDS)
        self.seed = whole_number(seed, "seed", 0, MOST_SEEDS - 1)
        self.plan = Plan(game, game.bet(bet))
        refuse(
            not family_of(self.plan).dealing(self.plan).samples,
            f"{game.slug}: hands are sampled neither from a shoe nor with a draw",
        )

    @cached_property
    def usual(self) -> Strategy | None:
        """The best play of the game as it should be, None where it takes too much memory."""
        try:
            return best_play(self.plan, self.threads, self.shares)
        except CombinError:
            return None

    def __call__(self, zone: str, count: int) -> Estimate:
        """Return the estimate for some cards of a zone that are seen; raises CombinError where one
        hand alone takes too long.
        """
        plan = self._plan(zone, count)
        usual = self.usual if len(plan.stages) == len(self.plan.stages) else None
        seeing = _Seeing(plan, zone, usual)
        sums = self._summed(seeing)
        mean = Fraction(sums.total, self.hands * seeing.unit)
        # The square of the standard deviation of one hand, in whole parts of a unit.
        spread = Fraction(sums.squares * self.hands - sums.total**2, self.hands * (self.hands - 1))
        variance = spread / (self.hands * seeing.unit**2)
        known = usual.law().house_edge if usual else Fraction(0)
        return Estimate(known - mean, variance, self.hands, self.seed, sums.gained)

    def _plan(self, zone: str, count: int) -> Plan:
        """Return the plan of the game in which the cards are seen."""
        game = exposed(self.game, {zone: count})
        plan = _Unlisted(game, game.bet(self.bet))
        work = work_onward(plan)
        refuse(
            work > MOST_WORK,
            f"{game.slug}: with {count} of {zone} seen one hand takes {work:,} steps, more "
            f"than the {MOST_WORK:,} of a sample",
        )
        return plan

    def _summed(self, seeing: _Seeing) -> SampleSums:
        """Return the sums over all hands; they do not depend on who found which block."""
        found = SampleSums(0, 0, 0)
        work = partial(self._sums, seeing)
        blocks = range(-(-self.hands // BLOCK))
        for done, sums in enumerate(in_order(work, blocks, self.threads), 1):
            found += sums
            if self.progress:
                self.progress(min(done * BLOCK, self.hands), self.hands)
        return found

    def _sums(self, seeing: _Seeing, block: int) -> SampleSums:
        found = seeing.worth(self.seed, block, min(BLOCK, self.hands - block * BLOCK))
        gained = sum(value != 0 for value in found)
        return SampleSums(sum(found), sum(value * value for value in found), gained)


class _Seeing:
    """What hands are worth to a player who sees cards of a zone.

    plan: of the game in which he sees them.
    usual: the best play without them, whose worth is subtracted; None for nothing.
    unit: the deals that follow a hand, times the scale of the payoffs.
    """

    def __init__(self, plan: Plan, zone: str, usual: Strategy | None) -> None:
        self.plan, self.usual = plan, usual
        self.payoffs = Payoffs(plan)
        self.unit = self.payoffs.scale * plan.deals_after(plan.stages[0])
        self._sizes = {
            step.zone: step.cards
            for step in takewhile(lambda step: not is_decision(step), plan.game.play)
            if isinstance(step, Deal)
        }
        self._seen = zone if zone in self._sizes else f"{zone}-{SEEN}"

    def worth(self, seed: int, block: int, hands: int) -> list[int]:
        """Return the value of each of the first hands of one block, in whole parts of a unit."""
        dealt = self._dealt(seed, block, hands)
        if len(self.plan.stages) == 1:
            return self._worth(dealt)
        return [value for hand in dealt for value in self._worth([hand])]

    def _dealt(self, seed: int, block: int, hands: int) -> list[Cards]:
        """Return hands: the cards of each zone that is dealt before the first decision."""
        sizes = array("q", self._sizes.values())
        zones = list(self._sizes)
        cards = bytearray(hands * sum(sizes))
        masks = zeros("Q", hands * len(zones))
        deal.deal(seed, block, bytes(self.plan.game.deck.cards), sizes, cards, masks)
        starts = range(0, len(masks), len(zones))
        return [dict(zip(zones, masks[at : at + len(zones)])) for at in starts]

    def _worth(self, dealt: list[Cards]) -> list[int]:
        """Return the values of hands; of several only where there is one decision."""
        roles = self.plan.stages[0].roles
        states = [tuple(sum(hand[zone] for zone in role.zones) for role in roles) for hand in dealt]
        levels = successors(self.plan, states)
        last = levels[-1]
        counts = method_of(self.plan).completions(self.plan, last.stage, last.states, last.weights)
        tally = CountTally(levels, self.plan.size(self.plan.columns), counts)
        (best,) = self.payoffs.fold(tally)[()].worth
        if self.usual is None:
            return list(best)
        (usual,) = self.payoffs.fold(tally, given(self._taken(self.usual, tally, dealt)))[()].worth
        return [one - other for one, other in zip(best, usual)]

    def _taken(self, usual: Strategy, tally: Tally, dealt: list[Cards]) -> dict[Path, bytearray]:
        """Return the actions of optimal play without the seen cards, after each history, at every
        information set.
        """
        taken = {}
        for stage, level in zip(usual.plan.stages, tally.levels):
            met, zones = self._without(usual.plan, stage, level, dealt), zones_of(usual.plan)
            masks = array("Q", (cards.get(step.zone, 0) for cards in met for step in zones))
            for node, history in usual.tree.at(stage):
                nodes = array("i", [node]) * len(level)
                usual.decide(stage, masks, nodes)
                taken[history] = bytearray(map(usual.tree.children[node].index, nodes))
        return taken

    def _without(
        self, plan: Plan, stage: Stage, level: Level, dealt: list[Cards]
    ) -> Iterator[Cards]:
        """Yield the cards of every information set of a level as the player has them who sees no
        more than he should; those of a role stand in one of its zones.

        plan, stage: of the game as it should be.
        """
        if stage.number == plan.stages[0].number:
            yield from dealt
            return
        (hand,) = dealt
        zone = self._seen.removesuffix(f"-{SEEN}")
        on_table = any(zone in role.zones for role in stage.roles)
        hidden = 0 if on_table else hand[self._seen]
        places = []
        for role in stage.roles:
            zones = role.zones | ({self._seen} if zone in role.zones else set())
            at = [place for place, one in enumerate(level.stage.roles) if one.zones & zones]
            places.append((min(role.zones), at))
        for row in range(len(level)):
            masks = level.state(row)
            yield {name: sum(masks[place] for place in at) & ~hidden for name, at in places}
