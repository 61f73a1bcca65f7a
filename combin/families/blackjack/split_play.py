"""How the hands of a split are played, whatever the shoe: what is done with each, and how they end.

A hand is played by its own cards and the dealer's card alone. So all hands are walked through once,
from the pair card and a second card on: a hand that is hit leads to those with one card more. Each
is come to by a number of paths, the orders of ranks that lead to it. How many cards of a rank there
are does not matter here; `splits.py` weighs the hands by that.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from operator import add
from typing import NamedTuple

from combin.families.blackjack.drawer import Cards, Drawer, StandingHands
from combin.families.blackjack.house import ACE, without
from combin.families.blackjack.lattice import NONE
from combin.families.blackjack.player import Values
from combin.families.blackjack.tables import DRAWS, ENDS, OTHER, Act
from combin.kernels.drawer import walk

Play = Callable[[int, int], str]  # a hand of a split, how often it is doubled -> what is done

HITS = bytes(code == DRAWS for code in range(256))
WAITS = bytes(code if code < OTHER else 0 for code in range(256))


class SplitActions:
    """What is done with each hand of a split.

    hands, tables: all hands, and the rules. stage: in which they begin. codes: of that stage and
    those after it, what comes of each hand, as `Tables` has it. others: likewise, the hands that
    neither wait for the dealer nor are hit.
    """

    def __init__(self, values: Values, stage: int, places: bytes) -> None:
        """values: by which hands are played that are doubled. places: of the first stage, the place
        of each hand's action.
        """
        self.hands, self.tables, self.stage = values.hands, values.tables, stage
        self.places = {stage: places}
        self.places |= {into: values.places(into) for into in range(1, self.tables.played)}
        self.codes = {
            into: bytes(
                map(self.tables.codes[into].__getitem__, map(add, self.tables.firsts, places))
            )
            for into, places in self.places.items()
        }
        self.others = {
            into: [hand for hand, code in enumerate(codes) if code == OTHER]
            for into, codes in self.codes.items()
        }

    def act(self, hand: int, stage: int) -> Act:
        """Return what is done with a hand in a stage."""
        return self.tables.of(hand, stage)[self.places[stage][hand]]

    def action(self, hand: int, times: int = 0) -> str:
        """Return what is done with a hand that is doubled so often."""
        return self.act(hand, self.tables.doubled[times] if times else self.stage).name


class SplitStanding(NamedTuple):
    """Hands of a split that wait for the dealer.

    paired: whether their second card is a pair card. stage: in which they end.
    """

    paired: bool
    stage: int
    hands: StandingHands


class SplitEnd(NamedTuple):
    """A hand of a split that gets no card more, or gets it in another stage.

    hand: its number. paired: whether its second card is a pair card. stage, act: what is done in
    which stage. paths: by how many it is come to.
    """

    hand: int
    paired: bool
    stage: int
    act: Act
    paths: int


class SplitPlay:
    """The hands of a split pair, played by their cards, and how they end.

    hands, drawer, tables: all hands, the dealer and the rules. actions: what is done with each.
    pair: the rank. most: how many hands it may become.
    standing, others: hands that wait for the dealer, and those that do not or change their stage.
    """

    def __init__(self, actions: SplitActions, drawer: Drawer, pair: int) -> None:
        self.actions, self.hands, self.tables = actions, actions.hands, actions.tables
        self.drawer, self.pair = drawer, pair
        self.lost = self.tables.stages[actions.stage].lost
        self.most = self.tables.house.turns.pairs.most_hands(pair == ACE)
        self.standing: list[SplitStanding] = []
        self.others: list[SplitEnd] = []
        for paired in (False, True):
            self._walk(paired)

    def _walk(self, paired: bool) -> None:
        """Find how hands end whose second card is a pair card, or those whose second card is none.

        Those in one stage are walked through together.
        """
        hands, actions = self.hands, self.actions
        nothing = array("i", bytes(4 * len(hands)))
        begun = nothing[:]
        for rank, hand in enumerate(hands.after[hands.of(self.pair)]):
            if hand != NONE and (rank == self.pair) is paired:
                begun[hand] = 1
        waiting = {actions.stage: begun}
        for stage, codes in actions.codes.items():  # those that lead to another before that
            if stage not in waiting:
                continue
            paths = waiting.pop(stage)
            walk(hands.packed_after, codes.translate(HITS), paths)
            for hand in actions.others[stage]:
                if not paths[hand]:
                    continue
                act = actions.act(hand, stage)
                if act.into != ENDS:
                    further = waiting.setdefault(act.into, nothing[:])
                    for after in hands.after[hand]:
                        if after != NONE:
                            further[after] += paths[hand]
                self.others.append(SplitEnd(hand, paired, stage, act, paths[hand]))
                paths[hand] = 0
            standing = StandingHands(hands.packed, codes.translate(WAITS), paths)
            self.standing.append(SplitStanding(paired, stage, standing))

    @property
    def ends(self) -> Iterator[SplitEnd]:
        """Yield how hands end, and where they change their stage."""
        for paired, stage, hands in self.standing:
            for hand, paths in enumerate(hands.paths):
                if paths:
                    yield SplitEnd(hand, paired, stage, self.actions.act(hand, stage), paths)
        yield from self.others

    def got(self, hand: int) -> Cards:
        """Return the cards of a hand beside the one with which it begins."""
        return without(self.hands.cards[hand], self.pair)
