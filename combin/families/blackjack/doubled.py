"""Hands after a double: stand, rescue or redouble, whichever is best for their cards."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from combin.families.blackjack.house import LIMIT

if TYPE_CHECKING:
    from combin.families.blackjack.player import Values

STAND, HIT, DOUBLE, SPLIT, SURRENDER = "stand", "hit", "double", "split", "surrender"
ZAP = "zap"  # two cards are given back for two others
RESCUE = "rescue"  # half of what is on a doubled hand is given up

Actions = dict[int, str]  # hand -> what is done, if not to stand


class Doubled:
    """Hands against one up card, by how often they have been doubled.

    A chart says nothing of them: what is best is found by their cards.

    stood: of each hand, what it is worth that is stood on and has been doubled, a unit on it.
    once: of each hand, what it is worth that has been doubled once, a unit on it.
    """

    def __init__(self, values: Values) -> None:
        """values: where what each hand is worth that is stood on is known; what each is worth that
        is doubled is written there.
        """
        self._values = values
        house, hands = values.house, values.hands
        most = house.doublings
        self._actions: list[Actions] = [{} for _ in range(most + 1)]
        self.stood = worth = values.stood_on_doubled()
        self._again: dict[int, list[int]] = {}  # times -> what hands are worth doubled once more
        for times in range(most, 0, -1) if house.goes_on_doubled else ():
            self._again[times] = worth
            worth = self._played(times, list(self.stood), worth)
        self.once = worth
        for hand in values.lefts if house.doubles_later else hands.first_two:
            if hand in values.lefts and self._may(hand):
                values.double[hand] = values.drawn_to_double(hand, worth)

    def _may(self, hand: int) -> bool:
        values, size = self._values, self._values.hands.size[hand]
        return size > 1 and values.may_double(hand) and (size == 2 or not values.ended(hand))

    def _played(self, times: int, worth: list[int], again: list[int]) -> list[int]:
        """Return what hands are worth, a unit on each, that are doubled so often.

        worth: what they are worth that are stood on; overwritten. again: what they are worth with
            one card more that are doubled once more.
        """
        values, house, done = self._values, self._values.house, self._actions[times]
        for hand, left in values.lefts.items():
            size, total = values.hands.size[hand], values.hands.total[hand]
            if size < 3 or (house.wins_21 and total == LIMIT):
                continue
            half = -values.counted(left, size) // 2
            if house.rescue and half > worth[hand]:
                worth[hand], done[hand] = half, RESCUE
            if times < house.doublings and values.may_double(hand):
                drawn = house.doubled_by * values.drawn(hand, again)
                if drawn > worth[hand]:
                    worth[hand], done[hand] = drawn, DOUBLE
        return worth

    def worth(self, hand: int, times: int) -> dict[str, int]:
        """Return what each action is worth, scaled, with a hand that has been doubled so often."""
        values, house, size = self._values, self._values.house, self._values.hands.size[hand]
        worth = {STAND: self.stood[hand]}
        if house.rescue:
            worth[RESCUE] = -values.counted(values.lefts[hand], size) // 2
        if times < house.doublings and values.may_double(hand):
            worth[DOUBLE] = house.doubled_by * values.drawn(hand, self._again[times])
        return {action: value * house.staked(times) for action, value in worth.items()}

    def action(self, hand: int, times: int) -> str:
        """Return what is done with a hand that has been doubled so often."""
        return self._actions[times].get(hand, STAND)

    def wagered(self, hand: int) -> int:
        """Return how many units, of one on it, are wagered on average and scaled on a hand that is
        doubled now.
        """
        return self._added(hand, self._wagers[0])

    def _added(self, hand: int, more: list[int]) -> int:
        """Return what is wagered, of a unit on it, on a hand that is doubled now; more: of each
        hand after, what it is wagered on again.
        """
        values = self._values
        unit = values.counted(values.lefts[hand], values.hands.size[hand])
        unit *= values.doubled_lost(hand) - values.lost
        return unit + values.house.doubled_by * values.sum_after(hand, more)

    @cached_property
    def _wagers(self) -> list[list[int]]:
        """How many units more, of one on it, each hand is wagered on that has been doubled once,
        twice and so on.
        """
        more = [[0] * (len(self._values.hands) + 1)]
        for done in reversed(self._actions[1:]):
            wagers = [0] * len(more[0])
            for hand, action in done.items():
                if action == DOUBLE:
                    wagers[hand] = self._added(hand, more[-1])
            more.append(wagers)
        return more[:0:-1]
