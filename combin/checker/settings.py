"""How the player of a log set his pai gow hands: the settings that differ from the strategy, how
many there are, and their exact cost.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from combin.cards import cards_text
from combin.checker.cards import RowCards
from combin.checker.law import LawCheck
from combin.checker.played import AlikeDepartures, Departure, PlayCheck, Replays
from combin.families.split.dealt import Made, PricedHands, made, zones_set
from combin.families.split.solving import FRONT
from combin.families.split.ways import LOW_HANDS
from combin.rounds.settle import End, Replay
from combin.rounds.split import HandSetting


class SettingLeft(NamedTuple):
    """A setting that leaves the strategy.

    hand: its cards.
    dealt: what the dealer's hand makes, where the player sees it.
    named, taken: what the hand makes by the strategy, and what it made.
    fronts: the cards in front by the strategy, and those that were there.
    """

    hand: int
    dealt: Made
    named: Made
    taken: Made
    fronts: tuple[int, int]


class SettingChecker(Replays):
    """Compares how the player's hands of batches are set with a strategy."""

    def __init__(self, law: LawCheck) -> None:
        super().__init__(law)
        assert isinstance(law.strategy, HandSetting), "hands are set"
        self.strategy, self.both = law.strategy, law.strategy.both
        self.zones = list(zones_set(self.plan))
        self.settled = Replay(self.plan)
        self.left = 0  # settings that leave the strategy, at whatever cost
        self.met: dict[SettingLeft, AlikeDepartures] = {}

    def take(
        self,
        first: int,
        cards: RowCards,
        nets: Callable[[int], Fraction],
        skip: set[int],
    ) -> dict[int, End]:
        """Look at the settings of some rows as `PlayChecker.take` does at decisions."""
        player, dealer = self.both.sides.both
        lowest, played = self.both.pack.wheel_lowest, cards.played
        mine, theirs = self._of(played, player.zone), self._of(played, dealer.zone)
        said = self._of(played, player.into)
        fronts, _ = self.strategy.fronts(mine, theirs)
        named, taken = made(mine, fronts, lowest)[0], made(mine, said, lowest)[0]
        dealt = made(theirs, self._of(played, dealer.into), lowest)[0]
        left = [row for row in range(len(mine)) if named[row] != taken[row] and row not in skip]
        self.decisions += len(mine) - len(skip)
        self.left += len(left)
        for row in left:
            seen = dealt[row] if self.both.sides.seen else (0, 0)
            both = fronts[row], said[row]
            one = SettingLeft(mine[row], seen, named[row], taken[row], both)
            self.met.setdefault(one, AlikeDepartures(first + row, cards.text(row))).rounds += 1
        ends = self._followed(played, left, fronts)
        self.add(len(left), ends, nets)
        return ends

    def _of(self, masks: array[int], zone: str) -> array[int]:
        return masks[self.zones.index(zone) :: len(self.zones)]

    def _followed(self, played: array[int], rows: list[int], fronts: array[int]) -> dict[int, End]:
        """Return row -> how it ends when the strategy sets the player's hand."""
        size, into = len(self.zones), self.zones.index(self.both.sides.player.into)
        masks = array("Q")
        for row in rows:
            masks += played[row * size : (row + 1) * size]
            masks[into - size] = fronts[row]
        ends = self.settled.outcomes(masks, array("i", bytes(4 * len(rows))))
        return {row: self.settled.ends[end] for row, end in zip(rows, ends)}

    def play(self) -> PlayCheck:
        """Return what was found, with the exact cost of every setting that leaves the strategy."""
        priced, found = PricedHands(self.law.payoffs), []
        priced.learn(one.hand for one in self.met)
        for one, met in self.met.items():
            lost = priced.lost(one.hand, one.dealt, one.named, one.taken)
            named, taken = (f"{FRONT} {LOW_HANDS[low]}" for _, low in (one.named, one.taken))
            if named == taken:  # the ranks in front are the same, and the suits behind differ
                named, taken = (f"{FRONT} {cards_text(front)}" for front in one.fronts)
            name, cost = self.both.sides.player.name, Fraction(lost, priced.unit)
            found.append(Departure(name, met.row, met.rounds, met.cards, taken, named, cost))
        return self.gathered(found)
