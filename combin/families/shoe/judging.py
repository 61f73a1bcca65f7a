"""Reads and judges logs of games from a shoe: cards that are dealt on conditions, and a shoe that
runs out.
"""

from __future__ import annotations

from array import array
from collections import Counter
from fractions import Fraction
from itertools import chain

from combin.cards import card_text, cards_of, rank_of
from combin.checker.cards import CARDS, NONE, THERE, Cards, RowCards, not_so_many
from combin.checker.judging import Judging
from combin.checker.law import LawCheck
from combin.checker.played import PlayChecker
from combin.checker.possible import Findings
from combin.counting import Plan
from combin.families.shoe.counting import kinds_of
from combin.families.shoe.laid import Laid
from combin.grouping import grouped
from combin.kernels import deals as kernel
from combin.logs.batch import Batch
from combin.logs.frequencies import ShoeRows
from combin.logs.read import Log
from combin.logs.schema import SEAT, SHOE
from combin.rounds.zones import zones_of
from combin.rules import ALWAYS


class ShoeJudging(Judging):
    """Logs of cards from a shoe."""

    columns = (SHOE,)

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        kinds = grouped((rank_of(card), kind) for card, kind in kinds_of(plan).items())
        self.takes_ranks = not plan.game.deck.dead and all(
            len({*alike}) == 1 for alike in kinds.values()
        )

    def cards(self, log: Log, law: LawCheck, findings: Findings) -> Cards:
        return ShoeCards(log, law, findings)

    def decisions(self, law: LawCheck) -> PlayChecker:
        return ShoePlay(law)


class ShoeCards(Cards):
    """Cards from a shoe, one a zone; some zones get one only after certain cards or actions."""

    from_one_pack = False

    def __init__(self, log: Log, law: LawCheck, findings: Findings) -> None:
        super().__init__(log, law, findings)
        self.copies = bytearray(CARDS)
        for card, times in self.pack.copies.items():
            self.copies[card] = min(times, 255)
        self.laid = Laid(law.game, self.zones, law.plan.paths)
        self.places = [self.zones.index(zone) for zone in self.laid.zones]
        if SEAT not in log.columns and self.laid.zones == self.zones:
            self.shoes = kernel.Shoes(self.copies, self.width)
        self.begin = ShoeRows() if SHOE in log.columns else None
        self.spent = bytearray()  # for each row of a batch a card that its shoe has no more

    @property
    def ways(self) -> int:
        """How many deals there would be if each was as likely as the likeliest."""
        copies = self.pack.copies.values()
        left, ways = sum(copies), Fraction(1)
        for deal in self.deals:
            if deal.when == ALWAYS:
                ways *= Fraction(left, max(copies))
                left -= 1
        return int(ways)

    def _judged(self, batch: Batch, paths: array[int], odd: bytearray) -> RowCards:
        kernel.beyond(self._cards, self.width, self.copies, odd)
        self.spent = bytearray([NONE]) * len(batch)
        if self.shoes:
            fresh = self.begin.take(batch) if self.begin else b"\1" * len(batch)
            places, sizes = bytes(range(self.width)) * len(batch), bytes([self.width]) * len(batch)
            self.shoes.take(self._cards, places, sizes, fresh, self.spent)
            for row, card in enumerate(self.spent):
                odd[row] |= card < CARDS
        size = len(self.places)
        cards = bytearray(len(batch) * size)
        for at, place in enumerate(self.places):
            cards[at::size] = self._cards[place :: self.width]
        self.dealt = self.laid.dealt(cards, paths)
        there = cards.translate(THERE)
        if there != self.dealt:
            for row in range(len(batch)):
                here = slice(row * size, (row + 1) * size)
                odd[row] |= there[here] != self.dealt[here]
        return super()._judged(batch, paths, odd)

    def _wrong(self, batch: Batch, place: int, path: int, masks: array[int]) -> str:
        begin = place * len(self.places)
        dealt = dict(zip(self.laid.zones, self.dealt[begin : begin + len(self.places)]))
        every: Counter[int] = Counter()
        needed = self.law.game.deals[: self.needed[path]]
        for deal, mask in zip(self.deals, masks):
            size = len(self._cell(batch, place, deal.zone))
            asked = dealt.get(deal.zone, size)
            if size and not asked:
                return f"no card is dealt to {deal.zone}"
            if size > 1 or (size < asked and deal in needed):
                self.log.verify_there(batch.first + place, deal.zone)
                return not_so_many(deal, size)
            every.update(cards_of(mask))
        for card, times in every.items():
            if times > self.copies[card]:
                there = self.copies[card]
                return f"{card_text(card)} is dealt {times} times, and the shoe has {there}"
        if (card := self.spent[place]) < CARDS:
            there = self.copies[card]
            return f"{card_text(card)} comes once more, and all {there} of its shoe are dealt"
        return ""


class ShoePlay(PlayChecker):
    """Decisions of rounds in which some cards are dealt on conditions only."""

    def __init__(self, law: LawCheck) -> None:
        super().__init__(law)
        self.laid = Laid(law.game, [deal.zone for deal in zones_of(law.plan)], self.tree.ends)

    def _whole(self, masks: array[int]) -> array[int]:
        return masks

    def _there(
        self, cards: RowCards, rows: list[int], dealt: list[array[int]], nodes: array[int]
    ) -> list[bool]:
        every = chain.from_iterable(dealt)
        held = bytearray(mask.bit_length() - 1 if mask else NONE for mask in every)
        asked = self.laid.dealt(held, nodes)
        there = held.translate(THERE)
        size = len(zones_of(self.plan))
        missing = [asked[at] > there[at] for at in range(len(held))]
        return [not any(missing[at : at + size]) for at in range(0, len(held), size)]
