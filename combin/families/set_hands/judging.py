"""Reads and judges logs of hands that are set: the cards of each and what goes in front, the
settings that differ from the strategy, and their exact cost.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from combin.cards import card_text, cards_of, cards_text
from combin.checker import codes
from combin.checker.cards import TWICE, Cards, RowCards, not_so_many
from combin.checker.judging import Judging
from combin.checker.law import LawCheck, allowed
from combin.checker.played import AlikeDepartures, Departure, PlayCheck, Replays
from combin.checker.possible import Findings
from combin.counting import zeros
from combin.families.set_hands.dealt import Made, PricedHands, made, set_by, zones_set
from combin.families.set_hands.kept_settings import kept_root
from combin.families.set_hands.matchup import compared
from combin.families.set_hands.rounds import HandSetting, root_of
from combin.families.set_hands.solving import FRONT
from combin.families.set_hands.ways import LOW_HANDS
from combin.kernels import deals as kernel
from combin.logs.batch import Batch
from combin.logs.read import Log
from combin.rounds.settle import End, Replay
from combin.rounds.strategies import Strategy
from combin.rounds.zones import zones_of
from combin.rules import Deal, Split, Way
from combin.solving.payoffs import Payoffs
from combin.solving.result import result_of
from combin.strategies import Lines
from combin.telling import note, share_counter


class SetHandsJudging(Judging):
    """Logs of hands that are set."""

    at_once = 10_000  # to count some hands takes seconds, however few they are
    reads_first = True

    def needed(self) -> list[str]:
        """Also what goes in front where the player says it; a way says it by itself."""
        dealt = super().needed()
        splits = [step for step in self.plan.game.play if isinstance(step, Split) and not step.by]
        return dealt + [one.into for one in splits if one.zone in dealt]

    def tell_first(self, rules: LawCheck) -> None:
        assert not isinstance(rules.lines, Lines), "hands are set by ways alone"
        if kept_root(rules.payoffs, rules.lines) is None:
            note("what the settings of all hands win is counted first: a minute or more")

    def law(self, payoffs: Payoffs, lines: Lines | Way | None, name: str) -> LawCheck:
        """Under each setting of millions of hands any end that some facts lead to is taken as
        possible.
        """
        assert lines is None or isinstance(lines, Way), "hands are set by ways alone"
        root = root_of(payoffs, lines, progress=share_counter())
        tied = lines is None and any(root.ties.values())
        return LawCheck(
            self, payoffs, result_of(payoffs, root), allowed(payoffs), lines, name, tied
        )

    def strategy(self, lines: Lines | Way | None) -> Strategy:
        """Only hands that a log has are counted."""
        return HandSetting(self.plan, lines if isinstance(lines, Way) else None)

    def cards(self, log: Log, law: LawCheck, findings: Findings) -> Cards:
        return (Cards if log.loose else SetCards)(log, law, findings)

    def play(self, law: LawCheck) -> Replays | None:
        return SettingChecker(law) if law.decides else super().play(law)


class SetCards(Cards):
    """Hands that are set: the cards of each, and which of them go in front.

    both: how they are compared.
    sides: those of which the log says what goes in front.
    said: the zone of what is in front -> its cards, row by row.
    """

    def __init__(self, log: Log, law: LawCheck, findings: Findings) -> None:
        super().__init__(log, law, findings)
        self.both = compared(law.plan)
        self.sides = [side for side in self.both.sides.both if side.into in log.columns]
        self.said: dict[str, array[int]] = {}

    @property
    def _columns(self) -> list[str]:
        return [*self.zones, *(side.into for side in self.sides)]

    def _judged(self, batch: Batch, paths: array[int], odd: bytearray) -> RowCards:
        for side in self.sides:
            size, said = self.law.game.sizes[side.into], zeros("Q", len(batch))
            cards, uneven = self._all(batch, [Deal(side.into, size)]), bytearray(len(batch))
            kernel.gather(cards, array("q", [size]), self.deck, said, uneven)
            self.said[side.into] = said
            for row, hand in enumerate(self._of(self.masks, side.zone, self.zones)):
                odd[row] |= uneven[row] | (said[row] & ~hand != 0)
        bad = self._noted(batch, paths, odd)
        masks = self._of_bet(bad)
        played = self._set(batch, masks, bad)
        size = len(played) // len(paths) if paths else 0

        def text(row: int) -> str:
            return " | ".join(map(cards_text, played[row * size : (row + 1) * size]))

        return RowCards(masks, played, paths, bad, text, self._drawn)

    def _of(self, masks: array[int], zone: str, zones: Sequence[str]) -> array[int]:
        return masks[zones.index(zone) :: len(zones)]

    def _set(self, batch: Batch, masks: array[int], bad: set[int]) -> array[int]:
        """Return for each row a mask for each zone of the two hands. A hand that is set as the
        rules do not allow is noted, its row joins those that are bad, and a way sets it instead.
        """
        dealt, zones = [deal.zone for deal in zones_of(self.law.plan)], zones_set(self.law.plan)
        found = zeros("Q", len(batch) * len(zones))
        for side in self.both.sides.both:
            way = side.by or self.both.sides.dealer.by
            assert way, "the dealer's hand is set by a way"
            hands = self._of(masks, side.zone, dealt)
            fronts = set_by(way, hands, self.both.pack.wheel_lowest)
            if side in self.sides:
                lowest = self.both.pack.wheel_lowest
                taken, fouls = made(hands, self._said(side, fronts, bad), lowest)
                wrong = [
                    (row, f"a foul: {side.into} is above the rest of {side.zone}") for row in fouls
                ]
                if side.by:
                    wanted, _ = made(hands, fronts, lowest)
                    wrong += [
                        (row, f"{side.by.name} puts {cards_text(fronts[row])} in {side.into}")
                        for row in range(len(hands))
                        if row not in fouls and taken[row] != wanted[row]
                    ]
                for row, fault in wrong:
                    logged = self._logged(batch, row)
                    self.findings.add(batch.first + row, 1, logged, fault, code=codes.SETTING)
                    bad.add(row)
                fronts = self._said(side, fronts, bad)
            found[list(zones).index(side.zone) :: len(zones)] = hands
            found[list(zones).index(side.into) :: len(zones)] = fronts
        return found

    def _said(self, side: Split, fronts: array[int], bad: set[int]) -> array[int]:
        """Return what the log says is in front of each hand, in bad rows what a way puts there."""
        said = self.said[side.into][:]
        for row in bad:
            said[row] = fronts[row]
        return said

    def _wrong(self, batch: Batch, place: int, path: int, masks: array[int]) -> str:
        if wrong := super()._wrong(batch, place, path, masks):
            return wrong
        for side in self.sides:
            said, size = self.said[side.into][place], len(self._cell(batch, place, side.into))
            if size != self.law.game.sizes[side.into]:
                return not_so_many(Deal(side.into, self.law.game.sizes[side.into]), size)
            if said.bit_count() < size:
                return f"a card {TWICE}"
            if others := said & ~masks[self.zones.index(side.zone)]:
                return f"{card_text(cards_of(others)[0])} is not in {side.zone}"
        return ""


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
        self._left = 0
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
        self._left += len(left)
        for row in left:
            seen = dealt[row] if self.both.sides.seen else (0, 0)
            both = fronts[row], said[row]
            one = SettingLeft(mine[row], seen, named[row], taken[row], both)
            self.met.setdefault(one, AlikeDepartures(first + row, cards.text(row))).rounds += 1
        size, into = len(self.zones), self.zones.index(self.both.sides.player.into)
        masks = array("Q")
        for row in left:
            masks += played[row * size : (row + 1) * size]
            masks[into - size] = fronts[row]
        numbers = self.settled.outcomes(masks, array("i", bytes(4 * len(left))))
        ends = {row: self.settled.ends[end] for row, end in zip(left, numbers)}
        self.add(len(left), ends, nets)
        return ends

    @property
    def left(self) -> int:
        return self._left

    def _of(self, masks: array[int], zone: str) -> array[int]:
        return masks[self.zones.index(zone) :: len(self.zones)]

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
