"""The quantities that a pai gow bet compares: whose hands, and all hands of both."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from functools import lru_cache
from typing import assert_never

from combin.cards import RANKS, Deck
from combin.counting.plan import Plan
from combin.errors import CombinError
from combin.families.set_hands.counting import Dealer, Pack, SetHands, SettingCounts, every_hand
from combin.families.set_hands.pareto import Stairs
from combin.ranking import LOW_HAND, PAI_GOW, HandRanking
from combin.recent import found_once
from combin.records import dataclass
from combin.rules import Hand, Split
from combin.rules.facts import Fact, Lead, Order, PaidLine, Under

World = tuple[int, ...]  # the values of the facts about the dealer's hands alone
HandClass = tuple[int, int]  # of `HandClasses`: its counts and its suited


@dataclass(frozen=True)
class Sides:
    """Who is compared in a bet on set hands.

    player, dealer: how their hands are set.
    high, low: the facts that compare their high and their low hands.
    under: the facts about the dealer's high hand or his low hand alone.
    seen: whether the player sees the dealer's cards before he sets his own.
    """

    player: Split
    dealer: Split
    high: Order
    low: Order
    under: tuple[Under, ...]
    seen: bool

    @property
    def answers(self) -> bool:
        """Whether the player chooses his setting against one hand of the dealer's that he sees."""
        return self.seen and not self.player.by

    @property
    def both(self) -> tuple[Split, Split]:
        return self.player, self.dealer


def sides_of(plan: Plan) -> Sides:
    """Return who is compared in a bet on set hands; CombinError if it is not counted."""
    orders, under = list[Order](), list[Under]()
    for fact in plan.facts:
        match fact:
            case Order():
                orders.append(fact)
            case Under():
                under.append(fact)
            case PaidLine() | Lead():
                break
            case _:
                assert_never(fact)
    found = _sides(plan, orders, tuple(under))
    if not found or len(orders) + len(under) < len(plan.facts):
        raise CombinError(
            f"{plan.game.slug}: hands that are set are counted where two are, each of seven "
            "cards of one pack, the dealer's by a way, and the two high hands are compared, and "
            "the two low hands"
        )
    return found


def _sides(plan: Plan, orders: list[Order], under: tuple[Under, ...]) -> Sides | None:
    splits = [step for step in plan.game.play if isinstance(step, Split)]
    if len(splits) != 2 or plan.game.from_shoe or len(plan.groups) != 2:
        return None
    for player, dealer in (splits, reversed(splits)):
        # The facts that compare the high and the low hands of the two.
        of = {hand.zones: hand.name for hand in plan.game.hands if _is_read(hand, player, dealer)}
        if len(of) < 4:
            continue
        high = Order(of[player.zone,], of[dealer.zone,])
        low = Order(of[player.into,], of[dealer.into,])
        is_of_both = all(fact.hand in (high.other, low.other) for fact in under)
        if dealer.by and set(orders) == {high, low} and is_of_both:
            # Whether the dealer's cards are dealt before the player sets his own.
            before = plan.game.play[: plan.game.play.index(player)]
            dealt = any(deal in before for deal in plan.game.deals if deal.zone == dealer.zone)
            return Sides(player, dealer, high, low, under, dealt)
    return None


def _is_read(hand: Hand, player: Split, dealer: Split) -> bool:
    """Return True if a hand is one of the four that are compared, and ranked as they are."""
    ranking = hand.ranking
    if not isinstance(ranking, HandRanking) or not ranking.joker_is_best or hand.must_use:
        return False
    if hand.zones in ((player.zone,), (dealer.zone,)):
        return ranking.families == PAI_GOW
    in_front = hand.zones in ((player.into,), (dealer.into,))
    return in_front and (ranking.size, ranking.families) == (LOW_HAND.size, LOW_HAND.families)


@dataclass(frozen=True)
class HouseWay:
    """What a page needs to set the dealer's hands, and to compare them.

    zone: the player's cards.
    rows: of the way, as the kernels read them.
    wheel_lowest: whether A-2-3-4-5 is the lowest straight.
    facts: what each fact that settles the bet compares, and for the dealer's hand alone below which
        strength it is.
    """

    zone: str
    rows: tuple[int, ...]
    wheel_lowest: bool
    facts: tuple[tuple[str, int], ...]


class SomeCounts:
    """The counts of classes of hands that were asked for, some at a time.

    where: of each class, by its ranks and its suit, the counts that have it and its place there.
    spent: how long they took, in classes.
    """

    def __init__(self) -> None:
        self.where: dict[HandClass, tuple[SettingCounts, int]] = {}
        self.spent = 0


class Compared:
    """All hands of a bet, the player's and the dealer's, and how they are compared.

    asked: what decides their counts.
    sides: who is compared.
    levels: below which strength a hand of the dealer's is told apart, in front or behind.
    counts: room for the counts against some of the dealer's hands, once they are found.
    some: the same for classes that were asked for alone.
    stairs: the same, where the player sees the dealer's cards.
    """

    def __init__(
        self, deck: Deck, sides: Sides, ranking: HandRanking, low_ranking: HandRanking
    ) -> None:
        self.asked = deck, sides, ranking
        self.sides, self.pack = sides, Pack.of(deck, not ranking.wheel_second)
        self.stairs: dict[tuple[World, ...], Stairs] = {}
        self.counts: dict[tuple[World, ...], SettingCounts] = {}
        self.some: defaultdict[tuple[World, ...], SomeCounts] = defaultdict(SomeCounts)
        self.levels = [
            (True, bisect_left(low_strengths(low_ranking), low_ranking.threshold(fact.name)))
            if fact.hand == sides.low.other
            else (False, ranking.threshold(fact.name))
            for fact in sides.under
        ]

    def world(self, high: int, low: int) -> World:
        """Return the values of the facts about the dealer's hands alone."""
        return tuple([int((low if in_front else high) < level) for in_front, level in self.levels])

    @property
    def worlds(self) -> tuple[World, ...]:
        """The values that these facts can have together."""
        highs = [0, *(level for in_front, level in self.levels if not in_front)]
        lows = [0, *(level for in_front, level in self.levels if in_front)]
        return tuple(dict.fromkeys(self.world(high, low) for high in highs for low in lows))

    @found_once
    def dealer(self, worlds: tuple[World, ...]) -> Dealer:
        """Return the dealer's hands of which the facts have one of these values, found once."""
        way = self.sides.dealer.by
        assert way, "the dealer's hand is set by a way"
        return Dealer(self.pack, way, lambda high, low: self.world(high, low) in worlds)

    @property
    def hands(self) -> SetHands:
        """The player's hands, set by his way if he has one."""
        return every_hand(self.pack, self.sides.player.by)

    def number(self, plan: Plan, column: int, world: World) -> int:
        """Return the joint number of a plan's facts for one of the nine numbers of a setting."""
        values: dict[Fact, int] = dict(zip(self.sides.under, world))
        values[self.sides.high], values[self.sides.low] = divmod(column, 3)
        return plan.number(plan.columns, values)


def compared(plan: Plan) -> Compared:
    """Return the hands of a bet; those asked last are at hand, for other pays are settled on the
    same counts.
    """
    sides = sides_of(plan)
    high, low = (plan.game.hand(fact.hand).by_families() for fact in (sides.high, sides.low))
    return _kept(plan.game.deck, sides, high, low)


@lru_cache(maxsize=2)
def _kept(deck: Deck, sides: Sides, ranking: HandRanking, low_ranking: HandRanking) -> Compared:
    return Compared(deck, sides, ranking, low_ranking)


def low_strengths(ranking: HandRanking) -> list[int]:
    """Return the strengths of all low hands, ascending; the kernels know one by its place."""
    ranks = range(len(RANKS))
    plain = [ranking.strength("high-card", high, low) for high in ranks for low in range(high)]
    return [*plain, *(ranking.strength("pair", rank) for rank in ranks)]
