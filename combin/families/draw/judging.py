"""Reads and judges logs of hands that are drawn to."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator, Mapping, Sequence

from combin.cards import card_text, cards_of, cards_text, mask_of
from combin.checker.cards import CARDS, TWICE, Cards, RowCards, not_so_many
from combin.checker.columns import thrown_column
from combin.checker.judging import Judging
from combin.checker.law import LawCheck
from combin.checker.played import PlayChecker
from combin.checker.possible import Findings
from combin.counting import zeros
from combin.families.draw.guess import draws
from combin.families.draw.rounds import draw, kept_by
from combin.kernels import deals as kernel
from combin.kernels import parts
from combin.logs.batch import Batch
from combin.logs.mapping import Source
from combin.logs.read import Log
from combin.logs.schema import HELD, AnyCell
from combin.rounds.zones import zones_of
from combin.rules import Deal
from combin.rules.words import held


class DrawJudging(Judging):
    """Logs of a hand, what is held or thrown of it, and the cards drawn."""

    def lacking(self, zones: Sequence[str], there: Collection[str]) -> Iterator[str]:
        thrown = thrown_column(self.plan.game)
        if not {HELD, thrown} & {*there}:
            yield (
                f"the cards of {zones[0]!r}, and not those that were thrown ({thrown!r}) or "
                f"held ({HELD!r}): all are needed, or none (--map {HELD}=COLUMN says where "
                "they are, cards or marks such as 10110)"
            )

    def sources(
        self, log: Log, free: Sequence[str], sample: Mapping[str, Sequence[AnyCell]]
    ) -> list[dict[str, Source]]:
        return draws(self.plan, log, free, sample)

    def cards(self, log: Log, law: LawCheck, findings: Findings) -> Cards:
        return (Cards if log.loose else DrawnCards)(log, law, findings)

    def decisions(self, law: LawCheck) -> PlayChecker:
        return DrawPlay(law)


class DrawnCards(Cards):
    """A hand, what is held or thrown of it, and the cards drawn.

    part: the column that says what is held or thrown, as if it was a zone.
    """

    def __init__(self, log: Log, law: LawCheck, findings: Findings) -> None:
        super().__init__(log, law, findings)
        self.hand, self.new = self.deals
        thrown = thrown_column(law.game)
        self.thrown = thrown in log.columns
        self.part = Deal(thrown if self.thrown else HELD, self.hand.cards)
        self.kept = {kept: path for path, kept in enumerate(kept_by(law.plan.paths))}

    def _deals(self) -> list[Deal]:
        return zones_of(self.law.plan)

    @property
    def _columns(self) -> list[str]:
        return [self.hand.zone, self.part.zone, self.new.zone]

    def _judged(self, batch: Batch, paths: array[int], odd: bytearray) -> RowCards:
        rows, size = len(batch), self.hand.cards
        said = zeros("Q", rows)
        kernel.gather(self._all(batch, [self.part]), array("q", [size]), self.deck, said, odd)
        self.said, kept, played = said, zeros("i", rows), zeros("Q", 2 * rows)
        parts.taken(self.deck, size, self.masks, said, self.thrown, kept, played)
        odd = bytearray(place not in self.kept for place in kept)
        bad = self._noted(batch, paths, odd)
        masks = self._of_bet(bad)
        for row in bad:
            kept[row] = 2**size - 1
            played[2 * row : 2 * row + 2] = masks[2 * row : 2 * row + 2]
        found = array("i", (self.kept.get(place, 0) for place in kept))

        def text(row: int) -> str:
            hand, (kept, new) = masks[2 * row], played[2 * row : 2 * row + 2]
            return f"{cards_text(hand)} | {held(kept)} | {cards_text(new) or '-'}"

        return RowCards(masks, played, found, bad, text, self._drawn)

    def _drawn(self, row: int) -> Sequence[int]:
        begin = row * self.width + self.hand.cards
        return [card for card in self._cards[begin : begin + self.new.cards] if card < CARDS]

    def _wrong(self, batch: Batch, place: int, path: int, masks: array[int]) -> str:
        hand, new = masks
        said = self.said[place]
        thrown = said if self.thrown else hand & ~said
        part, drawn = (len(self._cell(batch, place, deal.zone)) for deal in (self.part, self.new))
        size = len(self._cell(batch, place, self.hand.zone))
        if size != self.hand.cards:
            return not_so_many(self.hand, size)
        if wrong := self._foreign(hand, 0) or self._foreign(new, hand):
            return wrong
        if hand.bit_count() < size or said.bit_count() < part or new.bit_count() < drawn:
            return f"a card {TWICE}"
        if others := said & ~hand:
            return f"{card_text(cards_of(others)[0])} is not in the hand"
        if drawn != thrown.bit_count():
            return not_so_many(Deal(self.new.zone, thrown.bit_count()), drawn)
        allowed = {size - kept.bit_count() for kept in self.kept}
        return "" if drawn in allowed else f"{drawn} cards cannot be thrown"

    def _sample(self) -> array[int]:
        return array("Q", (mask_of(self.law.game.deck.cards[: self.hand.cards]), 0))


class DrawPlay(PlayChecker):
    """Decisions of rounds in which cards are thrown and others drawn."""

    def _there(
        self, cards: RowCards, rows: list[int], dealt: list[array[int]], nodes: array[int]
    ) -> list[bool]:
        kept = kept_by(self.tree.paths)
        size = self.plan.groups[0].size
        needed = [size - kept[node].bit_count() for node in nodes]
        return [len(cards.drawn(row)) >= count for row, count in zip(rows, needed)]

    def _complete(
        self, cards: RowCards, rows: list[int], masks: array[int], nodes: array[int]
    ) -> None:
        """Throw what the strategy does not hold, and draw the cards that the rows have."""
        size = self.plan.groups[0].size
        dealt = bytearray()
        for place, row in enumerate(rows):
            spare = cards_of(self.plan.game.deck.mask & ~masks[2 * place])
            drawn = cards.drawn(row)
            more = [card for card in spare if card not in drawn]
            dealt += bytes([*cards_of(masks[2 * place]), *[*drawn, *more][:size]])
        draw(self.plan, kept_by(self.tree.paths), dealt, masks, nodes)
