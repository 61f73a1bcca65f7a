"""The family of pai gow: a row is a hand up to suit isomorphism, its actions are its settings.

The settings of a hand are those that no other one surpasses, and those of the policies. A policy
looks at one hand of each class: its action is what goes in front, by the places of the cards; for
its mistakes settings are alike that have the same low hand.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from combin import patience
from combin.cards import RANKS, SUITS, lanes_of
from combin.counting import Level, Plan, Tally, memory, zeros
from combin.counting.memory import Need, information_sets, most_sets
from combin.counting.plan import Role, Stage
from combin.counting.widths import Choices
from combin.errors import CombinError
from combin.families.block import (
    OWN,
    Answer,
    Block,
    F,
    Kinds,
    Policy,
    PolicyChoice,
    Sets,
)
from combin.families.set_hands.counting import SetHands, by_ranks, by_suit, parted, way_program
from combin.families.set_hands.matchup import HouseWay, compared
from combin.families.set_hands.solving import (
    PricedSettings,
    count_all,
    play,
    settings,
    settings_seeing,
)
from combin.families.usual import Usual
from combin.kernels import splits as kernel
from combin.rules.facts import Fact
from combin.solving.executor import Progress, Workers, in_order
from combin.solving.induction import Root
from combin.solving.payoffs import Payoffs

if TYPE_CHECKING:
    from combin.checker.judging import Judging
    from combin.proof.comparing import Comparing
    from combin.rounds.dealing import Dealing
    from combin.subject import StrategyFormat

PARTS = 64  # of the classes, listed one after the other
SETS_A_SECOND = 120_000  # hands of the player that are set, in a second of processor time
BYTES_A_CLASS = 1_200  # of memory where hands are set by a way, measured
BYTES_CHOOSING = 4_500  # where all settings that may be best are kept


class HighLow(Usual):
    """Games where seven cards are set as a high and a low hand."""

    whole = together = True
    keeps = by_lines = False
    equals = "the setting with the higher hand in front"

    def decisions(self, plan: Plan) -> list[str]:
        return [compared(plan).sides.player.name]

    def decides(self, plan: Plan) -> bool:
        return not compared(plan).sides.player.by

    def cost(self, plan: Plan) -> str:
        both = compared(plan)
        classes = len(by_ranks(both.pack)) + len(by_suit(both.pack))
        each = BYTES_A_CLASS if both.sides.player.by else BYTES_CHOOSING
        return memory.told(plan, [Need("classes of hands", each * classes)])

    def happens(
        self,
        asked: Sequence[Payoffs],
        part: int = 0,
        parts: int = 1,
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> list[Root]:
        plan, priced = asked[0].plan, [PricedSettings(payoffs) for payoffs in asked]
        mine = plan.game.sizes[compared(plan).sides.player.zone]
        hands = information_sets(plan.game.deck, [mine]) if self.decides(plan) else 0
        patience.verify(plan, hands // SETS_A_SECOND, "setting by setting", self.cost(plan))
        return play(priced, workers, progress)

    def answers(self, payoffs: Payoffs, number: int, cards: Mapping[str, int]) -> Iterator[Answer]:
        plan = payoffs.plan
        sides = compared(plan).sides
        zones = [sides.player.zone, *[sides.dealer.zone] * sides.seen]
        if cards.keys() != set(zones):
            alone = "" if sides.seen else " alone"
            raise CombinError(
                f"{plan.game.slug} is advised on the cards of {' and '.join(zones)}{alone}"
            )
        priced, dealt = PricedSettings(payoffs), [cards[zone] for zone in zones]
        values = settings_seeing(priced, *dealt) if sides.seen else settings(priced, *dealt)
        best = next(iter(values))
        tied = tuple(name for name, value in values.items() if value == values[best])
        yield Answer((), values, best, tied if tied[1:] else (), self.equals)

    def refuses(self, payoffs: Payoffs) -> str:
        if not PricedSettings(payoffs).both.sides.answers:
            return ""
        return f"the player sees the dealer's hand: {most_sets(payoffs.plan):,} information sets"

    def each(
        self,
        payoffs: Payoffs,
        policies: Sequence[Policy],
        fold: Callable[[], F],
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> Iterator[list[F]]:
        priced = PricedSettings(payoffs)
        sets = [_PolicySettings(priced, policy) for policy in policies]
        found = _Settings(priced, sets, workers, progress)
        ends = [fold() for _ in policies]
        for end, root in zip(ends, found.roots()):
            end.end(root)
        yield ends
        yield from in_order(partial(found.share, fold), range(PARTS), workers)

    def outcomes(
        self, payoffs: Payoffs, policies: Sequence[Policy], workers: Workers = None
    ) -> Iterator[Root]:
        priced = PricedSettings(payoffs)
        for policy in policies:
            hands = _PolicySettings(priced, policy).alone
            dealer = priced.both.dealer(priced.open)
            yield _root(priced, count_all(priced, dealer, hands, workers).every())

    def strategies(
        self, plan: Plan, workers: Workers = None, progress: Progress | None = None
    ) -> StrategyFormat:
        from combin.families.set_hands.ways import Ways

        return Ways(plan.game, plan.bet.key, workers, progress)

    def house_way(self, plan: Plan) -> HouseWay | None:
        both = compared(plan)
        sides, deck = both.sides, plan.game.deck
        is_whole = (len(deck.ranks), len(deck.suits)) == (len(RANKS), len(SUITS))
        if sides.seen or sides.player.by or not sides.dealer.by or not is_whole:
            return None
        asked: dict[Fact, tuple[str, int]] = {
            sides.high: ("high", 0),
            sides.low: ("low", 0),
            **{
                fact: ("low-under" if in_front else "high-under", level)
                for fact, (in_front, level) in zip(sides.under, both.levels)
            },
        }
        rows = tuple(way_program(sides.dealer.by))
        facts = tuple(asked[fact] for fact in plan.columns)
        return HouseWay(sides.player.zone, rows, both.pack.wheel_lowest, facts)

    def dealing(self, plan: Plan) -> Dealing:
        from combin.families.set_hands.rounds import SetHandsDealing

        return SetHandsDealing(plan)

    def judging(self, plan: Plan) -> Judging:
        from combin.families.set_hands.judging import SetHandsJudging

        return SetHandsJudging(plan)

    def comparing(self, plan: Plan) -> Comparing:
        from combin.families.set_hands.proof import ComparingSettings

        return ComparingSettings(plan)


def _root(priced: PricedSettings, total: array[int]) -> Root:
    return priced.root((total, zeros("q", 2)))


def _stage(priced: PricedSettings) -> Stage:
    """Return the decision: one hand is seen."""
    zone = priced.both.sides.player.zone
    group = next(group for group in priced.plan.groups if zone in group.zones)
    return Stage(0, (Role((group,)),), ())


class _PolicySettings:
    """How a policy sets the hands of each class.

    choice: what it takes.
    high, low: the hands that it makes.
    """

    def __init__(self, priced: PricedSettings, policy: Policy) -> None:
        self.hands = priced.both.hands
        seen, none = self.hands.classes.hands, array("q")
        level = Level(_stage(priced), 1, seen, none, none, OWN)
        self.choice = policy.seen(Tally((level,), 0), 0).decide((), None)
        lowest = self.hands.pack.wheel_lowest
        self.high, self.low = parted(seen, bytearray(self.choice.action), lowest)

    @property
    def alone(self) -> SetHands:
        """The hands with no other settings."""
        first = array("q", range(len(self.hands.classes) + 1))
        return self.hands.compared_by(first, self.high, self.low)


class _Settings:
    """All hands of a bet, and what each of their settings is worth.

    numbers: of each policy the number of its setting in every class.
    """

    def __init__(
        self,
        priced: PricedSettings,
        policies: Sequence[_PolicySettings],
        workers: Workers,
        progress: Progress | None,
    ) -> None:
        self.priced, self.policies, self.stage = priced, policies, _stage(priced)
        self.numbers = [array("i") for _ in policies]
        self.hands = self._joined(priced.both.hands)
        dealer = priced.both.dealer(priced.open)
        self.counts = count_all(priced, dealer, self.hands, workers, progress)

    def _joined(self, hands: SetHands) -> SetHands:
        """Return the hands with the settings of all policies among those of each class."""
        first, high, low = array("q", [0]), array("I"), array("B")
        for at, (begin, end) in enumerate(pairwise(hands.first)):
            settings = [*zip(hands.high[begin:end], hands.low[begin:end])]
            for policy, number in zip(self.policies, self.numbers):
                own = policy.high[at], policy.low[at]
                if own not in settings:
                    settings.append(own)
                number.append(settings.index(own))
            for more, less in settings:
                high.append(more)
                low.append(less)
            first.append(len(high))
        return hands.compared_by(first, high, low)

    def roots(self) -> Iterator[Root]:
        """Yield what happens under each policy."""
        yield from (_root(self.priced, self.counts.every(number)) for number in self.numbers)

    def share(self, fold: Callable[[], F], part: int) -> list[F]:
        """Return for each policy a fold that took the hands of some classes."""
        made, count = [fold() for _ in self.policies], len(self.hands.classes)
        here = slice(count * part // PARTS, count * (part + 1) // PARTS)
        if here.start == here.stop:
            return made
        priced, against = self.priced, self.priced.both.pack.against
        lanes = bytes(at for at, lane in enumerate(lanes_of(priced.plan.game.deck.mask)) if lane)
        listed = self.counts.listed(here, lanes, priced.beyond, priced.scaled_rest * against)
        reach = array("q", [1]) * len(listed.times)
        for policy, number, one in zip(self.policies, self.numbers, made):
            action, rule = bytearray(len(reach)), bytearray(len(reach))
            kernel.of_classes(bytes(number[here].tolist()), listed.of, action)
            kernel.of_classes(policy.choice.rule[here], listed.of, rule)
            block = Block(
                priced.plan,
                self.stage,
                (),
                listed.times,
                reach,
                array("q", [against]),
                listed.values,
                listed.best,
                PolicyChoice(action, rule, partial(self._kinds, policy, here, listed.of)),
                lambda _: iter([Sets(listed.times, reach, OWN, 1, listed.cards)]),
            )
            one.take(block)
        return made

    def _kinds(
        self,
        policy: _PolicySettings,
        here: slice,
        of: array[int],
        action: Choices,
        rule: bytearray,
        best: Choices,
    ) -> Kinds:
        """Return which choices are alike, by what the policy says of every setting of some classes
        if it were the best.
        """
        first = self.hands.first[here.start : here.stop + 1]
        low = self.hands.low[first[0] : first[-1]]
        chosen, rules = bytearray(), bytearray()
        for at, (begin, end) in enumerate(pairwise(first), here.start):
            chosen += bytes([policy.low[at]]) * (end - begin)
            rules += policy.choice.rule[at : at + 1] * (end - begin)
        alike = policy.choice.kinds(chosen, rules, bytearray(low))
        known = list(dict.fromkeys(alike.number))
        place = {kind: at for at, kind in enumerate(known)}
        places = array("i", map(place.__getitem__, alike.number))
        begins = array("q", (begin - first[0] for begin in first))
        found = zeros("i", len(of))
        kernel.of_settings(places, begins, of, best, found)
        return Kinds(found, len(known), lambda kind: alike.of(known[kind]))


HIGH_LOW = HighLow()
