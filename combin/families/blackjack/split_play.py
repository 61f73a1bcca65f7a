"""How the hands of a split are played, whatever the shoe: what is done with each, and how they end.

A hand is played by its own cards and the dealer's card alone. So all hands are walked through once,
from the pair card and a second card on: a hand that is hit leads to those with one card more. Each
is come to by a number of paths, the orders of ranks that lead to it. How many cards of a rank there
are does not matter here; `splits.py` weighs the hands by that.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from typing import NamedTuple

from combin.families.blackjack.drawer import Cards, Drawer, StandingHands
from combin.families.blackjack.house import LIMIT, Bonus, House, without
from combin.families.blackjack.lattice import NONE, Lattice
from combin.families.blackjack.player import (
    DOUBLE,
    HIT,
    RESCUE,
    STAND,
    SURRENDER,
    columns_of,
    has_ended,
)
from combin.kernels.drawer import walk

Act = Callable[[int, int], str]  # a hand of a split, how often it is doubled -> what is done

BONUS = "bonus"  # in the place of an action: the hand wins one at once
ACTIONS = (STAND, HIT, DOUBLE, SURRENDER, RESCUE, BONUS)
CODES = {action: code for code, action in enumerate(ACTIONS)}
HITS = bytes(code == CODES[HIT] for code in range(256))


class SplitActions:
    """What is done with each hand of a split.

    hands, house: all hands, and the rules.
    codes: for each number of times that a hand is doubled, the code of each hand's action.
    others: likewise, the hands that neither stand nor are hit.
    """

    def __init__(self, hands: Lattice, house: House, up: int, act: Act, draws: bytes) -> None:
        """up: what is seen of the dealer's. act: what is done with hands that have not won. draws:
        of each hand, whether it is hit if it may be neither doubled nor given up.
        """
        self.hands, self.house, self._up = hands, house, up
        self.codes = [self._undoubled(act, draws)]
        for times in range(1, house.doublings + 1):
            codes = bytes(len(hands))
            if house.goes_on_doubled:
                codes = bytes(CODES[act(hand, times)] for hand in range(len(hands)))
            self.codes.append(codes)
        self.others = [
            [hand for hand, code in enumerate(codes) if code > CODES[HIT]] for codes in self.codes
        ]

    def _undoubled(self, act: Act, draws: bytes) -> bytes:
        """Return the codes of hands that are not doubled."""
        hands, house, codes = self.hands, self.house, bytearray(draws)  # 0: it stands, 1: it is hit
        always = house.doubles_later or house.surrenders_later
        for hand in range(len(hands)) if always else hands.first_two:
            codes[hand] = CODES[act(hand, 0)]
        any_total = any(bonus.total != LIMIT for bonus in house.bonuses)
        for hand, total in enumerate(hands.total):
            if total != LIMIT and hands.size[hand] != house.charlie and not any_total:
                continue
            if self.bonus(hand):
                codes[hand] = CODES[BONUS]
            elif has_ended(hands, house, self._up, hand, split=True):
                codes[hand] = CODES[STAND]
        return bytes(codes)

    def bonus(self, hand: int) -> Bonus | None:
        """Return what a hand wins beyond even money, None if it does not."""
        cards, total = self.hands.cards[hand], self.hands.total[hand]
        return self.house.bonus(cards, total, self._up, split=True)

    def action(self, hand: int, times: int = 0) -> str:
        """Return what is done with a hand that is doubled so often; one that has won stands."""
        action = ACTIONS[self.codes[times][hand]]
        return STAND if action == BONUS else action


class SplitStanding(NamedTuple):
    """Hands of a split that stand.

    paired: whether their second card is a pair card.
    times, lost: how often each is doubled, and how many units it may lose.
    """

    paired: bool
    times: int
    lost: int
    hands: StandingHands


class SplitEnd(NamedTuple):
    """A hand of a split that gets no card more, or is doubled.

    hand: its number. action: what is done, BONUS where it wins one.
    paired: whether its second card is a pair card.
    times, lost: how often it was doubled before, and how many units it may lose so far.
    more: how many units more it may lose, now that it is doubled.
    paths: by how many it is come to.
    """

    hand: int
    action: str
    paired: bool
    times: int
    lost: int
    more: int
    paths: int


class SplitPlay:
    """The hands of a split pair, played by their cards, and how they end.

    hands, drawer, house: all hands, the dealer and the rules. actions: what is done with each hand.
    pair: the rank. most: how many hands it may become.
    lost: how many units a hand may lose that is not doubled, none on a free bet.
    columns: of each hand that is not doubled, and that is, the column of the dealer's that it ties.
    standing, others: hands that stand, and those that end in another way or are doubled.
    """

    def __init__(self, actions: SplitActions, drawer: Drawer, pair: int, lost: int = 1) -> None:
        self.actions, self.hands, self.house = actions, actions.hands, actions.house
        self.drawer, self.pair, self.lost = drawer, pair, lost
        self.most = self.house.most_hands(pair)
        self.columns = [columns_of(self.hands, self.house, doubled) for doubled in (False, True)]
        self.standing: list[SplitStanding] = []
        self.others: list[SplitEnd] = []
        for paired in (False, True):
            self._walk(paired)

    def _walk(self, paired: bool) -> None:
        """Find how hands end whose second card is a pair card, or those whose second card is none.

        Those that are doubled equally often and lose equally much are walked through together.
        """
        hands = self.hands
        nothing = array("i", bytes(4 * len(hands)))
        begun = nothing[:]
        for rank, hand in enumerate(hands.after[hands.of(self.pair)]):
            if hand != NONE and (rank == self.pair) is paired:
                begun[hand] = 1
        waiting = {(0, self.lost): begun}
        while waiting:
            times, lost = min(waiting)  # those doubled more often wait for all that lead there
            paths, codes = waiting.pop((times, lost)), self.actions.codes[times]
            walk(hands.packed_after, codes.translate(HITS), paths)
            for hand in self.actions.others[times]:
                if not paths[hand]:
                    continue
                action, more = ACTIONS[codes[hand]], 0
                if action == DOUBLE:
                    free = self.house.is_free(hands.hard[hand], hands.soft(hand))
                    more = 0 if free else self.house.staked(times + 1) - self.house.staked(times)
                    doubled = waiting.setdefault((times + 1, lost + more), nothing[:])
                    for after in hands.after[hand]:
                        if after != NONE:
                            doubled[after] += paths[hand]
                end = SplitEnd(hand, action, paired, times, lost, more, paths[hand])
                self.others.append(end)
                paths[hand] = 0
            standing = StandingHands(hands.packed, self.columns[times > 0], paths)
            self.standing.append(SplitStanding(paired, times, lost, standing))

    @property
    def ends(self) -> Iterator[SplitEnd]:
        """Yield how hands end, and where they are doubled."""
        for paired, times, lost, hands in self.standing:
            for hand, paths in enumerate(hands.paths):
                if paths:
                    yield SplitEnd(hand, STAND, paired, times, lost, 0, paths)
        yield from self.others

    def got(self, hand: int) -> Cards:
        """Return the cards of a hand beside the one with which it begins."""
        return without(self.hands.cards[hand], self.pair)
