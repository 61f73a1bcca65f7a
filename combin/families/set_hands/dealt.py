"""Single seven-card hands that were dealt and set: what they make, how they settle, and the value
of each setting.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from operator import mul

from combin.cards import JOKER, cards_of, lanes_of, mask_of
from combin.counting import Plan, zeros
from combin.families.set_hands.counting import (
    COLUMNS,
    FLUSH,
    JOKER_IN_COUNTS,
    SETTINGS,
    HandClasses,
    OneHand,
    SetHands,
    SettingCounts,
    fronts_by,
)
from combin.families.set_hands.matchup import Compared, HandClass, compared
from combin.families.set_hands.solving import (
    PricedSettings,
    count_all,
    every_count,
    order,
    rows_of,
)
from combin.kernels import splits as kernel
from combin.rules import Way
from combin.rules.facts import Fact
from combin.solving.executor import Progress, Workers
from combin.solving.payoffs import Payoffs

Made = tuple[int, int]  # a high and a low hand

# Classes of all hands; to count some takes at least as long as so many of them do.
ALL_CLASSES, AT_LEAST = 292_253, 20_000


def zones_set(plan: Plan) -> dict[str, int]:
    """Return the zones of both hands and of what goes in front of each, in the order of the play,
    with their sizes.
    """
    own = {zone for side in compared(plan).sides.both for zone in (side.zone, side.into)}
    return {zone: size for zone, size in plan.game.sizes.items() if zone in own}


def made(
    hands: array[int], fronts: Iterable[int], wheel_lowest: bool
) -> tuple[list[Made], set[int]]:
    """Return what each hand makes, and the places of those whose low hand is above the high hand:
    what they make says nothing.

    fronts: two cards of each hand.
    """
    high, low = zeros("I", len(hands)), zeros("B", len(hands))
    places = bytearray(  # of the cards in front, as bits, the lowest card of the hand being bit 0
        mask_of((hand & (1 << card) - 1).bit_count() for card in cards_of(front))
        for hand, front in zip(hands, fronts)
    )
    every = [memoryview(one) for one in (hands, places, high, low)]
    fouls: set[int] = set()
    begin = 0
    while begin < len(hands):
        of_hands, of_places, of_high, of_low = (one[begin:] for one in every)
        fault = kernel.of_fronts(of_hands, of_places, wheel_lowest, of_high, of_low)
        begin += fault + 1 if fault >= 0 else len(hands)
        fouls |= {begin - 1} if fault >= 0 else set()
    return list(zip(high, low)), fouls


def set_by(way: Way, hands: array[int], wheel_lowest: bool) -> array[int]:
    """Return the two cards of each hand that a way puts in front; raises CombinError as `fronts_by`
    does.
    """
    found = array("Q")
    for hand, places in zip(hands, fronts_by(way, hands, wheel_lowest)[0]):
        cards = cards_of(hand)
        found.append(mask_of(cards[place] for place in cards_of(places)))
    return found


def front_of(both: Compared, hand: int, setting: Made) -> int:
    """Return two cards of a hand that make a high and a low hand when they go in front."""
    high, low, front = zeros("I", SETTINGS), zeros("B", SETTINGS), bytearray(SETTINGS)
    kernel.settings(hand, both.pack.wheel_lowest, high, low, front)
    own, place = cards_of(hand), list(zip(high, low)).index(setting)
    return mask_of(own[card] for card in cards_of(front[place]))


def numbers_set(plan: Plan, facts: tuple[Fact, ...], masks: array[int]) -> array[int]:
    """Return for each round the joint number of the facts that settle the bet of a plan.

    masks: for each round one for each of `zones_set`; no hand is a foul.
    """
    assert facts == plan.columns, "nothing is known before all cards are"
    both, zones = compared(plan), list(zones_set(plan))
    mine, theirs = (
        made(
            masks[zones.index(side.zone) :: len(zones)],
            masks[zones.index(side.into) :: len(zones)],
            both.pack.wheel_lowest,
        )[0]
        for side in both.sides.both
    )
    numbers = array("i")
    for (high, low), (other, other_low) in zip(mine, theirs):
        column = 3 * order(high, other) + order(low, other_low)
        numbers.append(both.number(plan, column, both.world(other, other_low)))
    return numbers


class PricedHands:
    """What the settings of single hands are worth, in whole parts of a unit: against all hands of
    the dealer's, or where the player sees it against the dealer's own hand.

    unit: how many parts are a unit.
    """

    def __init__(self, payoffs: Payoffs) -> None:
        self.priced = PricedSettings(payoffs)
        self.both = self.priced.both
        self.unit = payoffs.scale * (1 if self.both.sides.seen else self.both.pack.against)
        self._pays = list(self.priced.beyond)
        self._rest = self.priced.scaled_rest * self.both.pack.against

    def count(self, workers: Workers = None, progress: Progress | None = None) -> None:
        """Count all settings that may be best, for all hands, so that each is at hand."""
        if not self.both.sides.seen:
            every_count(self.priced, workers, progress)

    def learn(self, hands: Iterable[int], workers: Workers = None) -> None:
        """Count the settings of some hands: of these alone, until that has taken as long as all."""
        if self.both.sides.seen or self.priced.open in self.both.counts:
            return
        some = self.both.some[self.priced.open]
        new = sorted({self._class(hand)[0] for hand in hands} - some.where.keys())
        if not new:
            return
        some.spent += AT_LEAST + len(new)
        if some.spent > ALL_CLASSES:
            self.count(workers)
            some.where.clear()
            return
        classes = HandClasses(
            array("Q", (counts for counts, _ in new)), array("H", (suited for _, suited in new))
        )
        dealer = self.both.dealer(self.priced.open)
        counts = count_all(self.priced, dealer, SetHands(self.both.pack, classes), workers)
        some.where.update((one, (counts, at)) for at, one in enumerate(new))

    def best(self, hand: int, dealt: Made) -> Made:
        """Return what the best setting of a hand makes, of equals that with the higher low hand.

        dealt: what the dealer's hand makes.
        """
        worth = self.settings(hand) or self.every(hand, dealt)
        return max(worth, key=worth.__getitem__)  # the first of equals

    def lost(self, hand: int, dealt: Made, named: Made, taken: Made) -> int:
        """Return how much more one setting of a hand is worth than another."""
        worth = self.settings(hand)
        if not {named, taken} <= worth.keys():
            worth = self.every(hand, dealt)
        return worth[named] - worth[taken]

    def every(self, hand: int, dealt: Made) -> dict[Made, int]:
        """Return what every setting of a hand is worth, the highest low hand first."""
        own = OneHand(self.both.pack, hand)
        settings = list(zip(own.high, own.low))
        if not self.both.sides.seen:
            rows = rows_of(self.priced, own)
            return {one: self._rest + self._worth(row) for one, row in zip(settings, rows)}
        high, low = dealt
        world, worth = self.both.world(high, low), {}
        for one in settings:
            column = 3 * order(one[0], high) + order(one[1], low)
            worth[one] = int(self.priced.result(column, world).net * self.priced.payoffs.scale)
        return worth

    def _worth(self, row: Iterable[int]) -> int:
        return sum(map(mul, self._pays, row))

    def settings(self, hand: int) -> dict[Made, int]:
        """Return what the settings that may be best are worth, the highest low hand first; nothing
        where they were not counted.
        """
        wanted, held = self._class(hand)
        counts, at = self._counted(wanted)
        if counts is None:
            return {}
        of = counts.hands
        begin, end = of.first[at], of.first[at + 1]
        slots = [
            of.slot_suit.index(suit, of.slot_first[at], of.slot_first[at + 1]) for suit in held
        ]
        found = {}
        for number, setting in enumerate(zip(of.high[begin:end], of.low[begin:end])):
            row = COLUMNS * (begin + number)
            worth = self._rest + self._worth(counts.rows[row : row + COLUMNS])
            for slot in slots:
                row = COLUMNS * (of.slot_row[slot] + number)
                worth += self._worth(counts.slot_rows[row : row + COLUMNS])
            found[setting] = worth
        return found

    def _class(self, hand: int) -> tuple[HandClass, list[int]]:
        """Return the class of a hand, and what it holds of each suit."""
        joker = hand >> JOKER & 1
        held = sorted(lanes_of(hand), reverse=True)[: self.both.pack.suits]
        naturals = sum(1 << 4 * rank for suit in held for rank in cards_of(suit))
        suited = next((suit for suit in held if suit.bit_count() + joker >= FLUSH), 0)
        return (joker * JOKER_IN_COUNTS + naturals, suited), held

    def _counted(self, wanted: HandClass) -> tuple[SettingCounts | None, int]:
        """Return the counts that have a class, and its place there; None where there are none."""
        every = self.both.counts.get(self.priced.open)
        if every is None:
            return self.both.some[self.priced.open].where.get(wanted, (None, 0))
        (counts, suited), classes = wanted, every.hands.classes
        begin = bisect_left(classes.counts, counts)
        end = bisect_right(classes.counts, counts, begin)
        return every, bisect_left(classes.suited, suited, begin, end)
