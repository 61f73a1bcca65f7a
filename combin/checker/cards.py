"""Reads the cards of every row of a log, and finds those that the rules cannot deal."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from math import comb

from combin.cards import card_text, cards_of, cards_text, mask_of
from combin.checker import codes
from combin.checker.law import LawCheck
from combin.checker.possible import Findings
from combin.counting import zeros
from combin.errors import CombinError
from combin.kernels import deals as kernel
from combin.logs.batch import Batch
from combin.logs.mapping import Same
from combin.logs.read import Log
from combin.logs.spelling import RanksAlone
from combin.records import dataclass
from combin.rounds.zones import zones_of
from combin.rules import Deal
from combin.rules.facts import Path
from combin.rules.game import Game
from combin.spelling import cards_in

MOST_DEALS = 1 << 20  # that are kept, so as to know them again
TWICE = "is dealt twice"
NONE, UNKNOWN = 255, 254  # no card, and letters that are none, in _ext/deals.pyx
CARDS = 64
THERE = bytes(number < CARDS for number in range(256))  # whether a number is that of a card


@dataclass(frozen=True)
class RowCards:
    """The cards of the rows of a batch.

    masks: as they were dealt, one for each zone that the bet is about; 0 where there are none. A
        row with cards that cannot be has others.
    played: those that are settled: of a hand that was drawn to, only what was held.
    paths: the number of each row's path.
    bad: the rows whose cards cannot be.
    text: row -> its cards, in words.
    drawn: row -> the cards drawn, in their order.
    """

    masks: array[int]
    played: array[int]
    paths: array[int]
    bad: set[int]
    text: Callable[[int], str]
    drawn: Callable[[int], Sequence[int]]


def dealt_by(game: Game, path: Path) -> int:
    """Return how many zones of a game are dealt by the time a path has ended."""
    play = game.play
    if path and path[-1][1].ends:
        last = next(decision for decision in game.decisions if decision.name == path[-1][0])
        play = play[: play.index(last)]
    return sum(isinstance(step, Deal) for step in play)


class Cards:
    """Reads the card columns of batches; a subclass knows how a game of its kind is dealt. Cards
    that settle no round are read without their paths.

    pack: the cards that are dealt, of one suit where the log has ranks alone.
    deals: the zones that the log has.
    counted: what was counted of the deals taken.
    from_one_pack: whether no card of a deal can come twice.
    shoes: what was counted of cards drawn one after the other from shoes; None where they are not,
        where one card is logged for several seats, or where zones that the log lacks decide which
        cards are dealt.
    """

    from_one_pack = True
    shoes: kernel.Shoes | None = None

    def __init__(self, log: Log, law: LawCheck, findings: Findings) -> None:
        self.log, self.law, self.findings = log, law, findings
        game = law.game
        self.deals = self._deals()
        self.zones = [deal.zone for deal in self.deals]
        needed = [dealt_by(game, path) for path in law.plan.paths]
        self.needed = [min(needed)] if log.loose else needed
        self.pack = game.deck
        if isinstance(log.numbering, RanksAlone):
            packs = self.pack.packs * len(self.pack.suits)
            self.pack = replace(self.pack, suits=self.pack.suits[0], packs=packs)
        self.deck = self.pack.mask
        self.sizes = array("q", (deal.cards for deal in self.deals))
        self.width = sum(self.sizes)
        # A small part of all deals, so that few come again by chance.
        self.counted = kernel.Deals(self.sizes, min(MOST_DEALS, -(-self.ways // 200)))
        self._numbers = bytearray([UNKNOWN]) * 65536
        self._numbers[0] = NONE
        for number in self.pack.copies:
            first, second = card_text(number).encode()
            self._numbers[first << 8 | second] = number
        self._cards = bytearray()  # of a batch, as they were dealt
        # Rows of a batch in which a zone may have too many cards or too few, or a card lie twice.
        self._uneven: set[int] = set()

    def _deals(self) -> list[Deal]:  # of a draw a subclass has others
        return [deal for deal in self.law.game.deals if deal.zone in self.log.columns]

    def read(self, batch: Batch, paths: array[int]) -> RowCards:
        """Return the cards of the rows of a batch; those that cannot be are noted.

        paths: the number of each row's path, as far as its actions tell it.
        """
        self._uneven.clear()
        self._cards = self._all(batch, self.deals)
        masks = zeros("Q", len(batch) * len(self.deals))
        odd = bytearray(len(batch))
        kernel.gather(self._cards, self.sizes, self.deck, masks, odd)
        self.masks = masks
        return self._judged(batch, paths, odd)

    def _judged(self, batch: Batch, paths: array[int], odd: bytearray) -> RowCards:
        """Return the cards that were read; odd: 1 for each row that has not all its cards, all
        different and of the deck.
        """
        bad = self._noted(batch, paths, odd)
        masks = self.masks if self.log.loose else self._of_bet(bad)
        return self._rows(masks, masks, paths, bad)

    def _rows(
        self, masks: array[int], played: array[int], paths: array[int], bad: set[int]
    ) -> RowCards:
        size = len(zones_of(self.law.plan))

        def text(row: int) -> str:
            return " | ".join(
                cards_text(mask) or "-" for mask in masks[row * size : (row + 1) * size]
            )

        return RowCards(masks, played, paths, bad, text, self._drawn)

    def _drawn(self, row: int) -> Sequence[int]:
        return ()

    def _noted(self, batch: Batch, paths: array[int], odd: bytearray) -> set[int]:
        """Note the rows whose cards cannot be, among those that are odd, and return them."""
        if any(odd):
            self._uneven.update(place for place, flag in enumerate(odd) if flag)
        bad: set[int] = set()
        zones = len(self.deals)
        for place in sorted(self._uneven):
            row = self.masks[place * zones : (place + 1) * zones]
            if wrong := self._wrong(batch, place, paths[place], row):
                self._note(batch, place, wrong)
                bad.add(place)
        return bad

    def take(self, used: bytearray) -> None:
        """Count the deals of the batch that was read last; used: 1 for each row that is counted."""
        self.counted.take(self._cards, self.masks, used)

    @property
    def _columns(self) -> list[str]:
        """The columns of cards, as a row is told that cannot be."""
        return self.zones

    @property
    def ways(self) -> int:
        """How many deals there are, each zone a set."""
        left, ways = len(self.pack), 1
        for deal in self.deals:
            ways *= comb(left, deal.cards)
            left -= deal.cards
        return ways

    # --- The columns -----------------------------------------------------------------------------

    def _all(self, batch: Batch, deals: Sequence[Deal]) -> bytearray:
        """Return the cards of some columns, row by row."""
        width, at = sum(deal.cards for deal in deals), 0
        cards = bytearray(len(batch) * width)
        for deal in deals:
            self._zone(deal, batch, cards, width, at)
            at += deal.cards
        return cards

    def _zone(self, deal: Deal, batch: Batch, cards: bytearray, width: int, at: int) -> None:
        """Read the cards of one zone; texts of two letters a card and one space between are read
        all at once.
        """
        texts = list(map(str, batch.columns[deal.zone]))
        fill = {length: _blanks(length, deal.cards) for length in set(map(len, texts))}
        if None not in fill.values():
            text = " ".join([*(text + str(fill[len(text)]) for text in texts), ""])
            numbers, of = self._numbers, (cards, width, at, deal.cards)
            if text.isascii() and kernel.read(text.encode(), numbers, *of):
                return
        for place, text in enumerate(texts):
            self._spell(deal, batch.first, place, cards, width, at, text)

    def _spell(
        self,
        deal: Deal,
        first: int,
        place: int,
        into: bytearray,
        width: int,
        at: int,
        text: str,
    ) -> None:
        """Read the cards of one zone of one row, however they are written."""
        try:
            cards = self._cards_in(text)
        except CombinError as error:
            made = self.log.sources[deal.zone]
            of = "" if made == Same(deal.zone) else f" (of {' and '.join(made.columns)})"
            raise CombinError(
                f"{self.log.path!r}, row {first + place}, {deal.zone}{of}: {error}"
            ) from None
        if len(cards) > deal.cards or len(set(cards)) < len(cards):
            self._uneven.add(place)
        start = place * width + at
        none = [NONE] * (deal.cards - len(cards))
        into[start : start + deal.cards] = bytes([*cards[: deal.cards], *none])

    def _cards_in(self, text: str) -> tuple[int, ...]:
        if self.log.numbering:
            return self.log.numbering.cards_in(text, self.pack)
        return cards_in(text)

    def _cell(self, batch: Batch, place: int, zone: str) -> tuple[int, ...]:
        return self._cards_in(str(batch.columns[zone][place]))

    # --- What is wrong ---------------------------------------------------------------------------

    def _wrong(self, batch: Batch, place: int, path: int, masks: array[int]) -> str:
        """Return what is wrong with the cards of a row, nothing if they are possible.

        path: its number; masks: those of the row.
        """
        before, needed = 0, self.law.game.deals[: self.needed[path]]
        for deal, mask in zip(self.deals, masks):
            size = len(self._cell(batch, place, deal.zone))
            if size != deal.cards and (size or deal in needed):
                self.log.verify_there(batch.first + place, deal.zone)
                return not_so_many(deal, size)
            if wrong := self._foreign(mask, before):
                return wrong
            if mask.bit_count() < size:
                return f"a card {TWICE}"
            before |= mask
        return ""

    def _foreign(self, mask: int, before: int) -> str:
        """Return what is wrong with cards that are not of the deck or not new; before: those that
        were dealt.
        """
        if others := mask & ~self.deck:
            return f"{card_text(cards_of(others)[0])} is not in the deck"
        if twice := mask & before:
            return f"{card_text(cards_of(twice)[0])} {TWICE}"
        return ""

    def _logged(self, batch: Batch, place: int) -> str:
        return " / ".join(str(batch.columns[zone][place]) for zone in self._columns)

    def _note(self, batch: Batch, place: int, wrong: str) -> None:
        logged = self._logged(batch, place)
        kind = TWICE if wrong.endswith(TWICE) else wrong  # whichever card it is
        self.findings.add(batch.first + place, 1, logged, wrong, ("", kind), codes.CARDS)

    # --- What is settled -------------------------------------------------------------------------

    def _of_bet(self, bad: set[int]) -> array[int]:
        """Return the masks of the zones that the bet is about; a row with impossible cards gets the
        first cards of the deck instead.
        """
        zones = [deal.zone for deal in zones_of(self.law.plan)]
        if zones == self.zones:
            masks = self.masks[:]
        else:
            masks = zeros("Q", len(self.masks) // len(self.zones) * len(zones))
            for place, zone in enumerate(zones):
                masks[place :: len(zones)] = self.masks[self.zones.index(zone) :: len(self.zones)]
        sample = self._sample() if bad else array("Q")
        for row in bad:
            masks[row * len(zones) : (row + 1) * len(zones)] = sample
        return masks

    def _sample(self) -> array[int]:
        """Return the masks of a possible deal: the first cards of the deck."""
        pack = iter(self.pack.cards)
        return array("Q", (mask_of(islice(pack, deal.cards)) for deal in zones_of(self.law.plan)))


def _blanks(length: int, cards: int) -> str | None:
    """Return what makes a text of some cards as long as one of all cards of a zone; None where its
    length is that of none.
    """
    there, rest = divmod(length + 1, 3)
    if not length:
        return " ".join(["\0\0"] * cards)
    return None if rest or there > cards else " \0\0" * (cards - there)


def not_so_many(deal: Deal, size: int) -> str:
    cards = f"{deal.cards} card{'s' if deal.cards > 1 else ''}"
    return f"{deal.zone} has {cards}, not {size}"
