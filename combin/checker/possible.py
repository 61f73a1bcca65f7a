"""Impossible rows of a log, which the rules cannot produce, each with what was logged and what is
right.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from itertools import islice
from math import comb
from typing import Any, NamedTuple

from combin.cards import card_text, cards_of, cards_text, mask_of
from combin.checker.law import LawCheck, seen
from combin.counting import zeros
from combin.errors import CombinError, nearest
from combin.kernels import deals as kernel
from combin.logs.read import Batch, Log
from combin.logs.spelling import cards_in
from combin.records import dataclass
from combin.rounds.settle import End, Replay
from combin.rules import Deal
from combin.rules.facts import Path
from combin.rules.game import Game

MOST_LISTED = 1000  # kinds of impossible rows that are listed; all are counted
MOST_DEALS = 1 << 20  # that are kept, so as to know them again
TWICE = "is dealt twice"
NONE, UNKNOWN = 255, 254  # no card, and letters that are none, in _ext/deals.pyx


@dataclass
class Impossible:
    """Impossible rows of one kind.

    row: the number of the first.
    rows: how many there are.
    logged: what the log says there.
    right: what the rules say.
    unknown: whether the log uses a word that the rules do not have.
    """

    row: int
    rows: int
    logged: str
    right: str
    unknown: bool = False


class RowKind(NamedTuple):
    """What a row says apart from its cards, as an `End`; None where the log has no such column.

    actions: what the player did.
    outcome: how the round ended.
    net: units won less units lost.
    staked: units put down.
    """

    actions: tuple[str, ...] | None
    outcome: str | None
    net: Fraction | None
    staked: Fraction | None


class Findings:
    """Impossible rows, gathered by what is wrong with them."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, str], Impossible] = {}
        self.rows = 0

    def add(
        self,
        row: int,
        rows: int,
        logged: str,
        right: str,
        key: tuple[str, str] | None = None,
        unknown: bool = False,
    ) -> None:
        """Note some rows; those of the same `key` (by default the same words) are one kind."""
        self.rows += rows
        key = key or (logged, right)
        if self.full and key not in self.found:
            key, logged, right = ("", ""), "rows of further kinds", "what stands above is enough"
        same = self.found.setdefault(key, Impossible(row, 0, logged, right, unknown))
        same.rows += rows
        same.row = min(same.row, row)

    @property
    def full(self) -> bool:
        """Whether no further kinds are listed."""
        return len(self.found) >= MOST_LISTED

    @property
    def kinds(self) -> tuple[Impossible, ...]:
        """The kinds of impossible rows: those with unknown words first, then in the order of the
        log.
        """
        return tuple(sorted(self.found.values(), key=lambda one: (not one.unknown, one.row)))


# --- Without cards: is there any round like this? ----------------------------------------------


def judged(law: LawCheck, kinds: Iterable[tuple[RowKind, int, int]], findings: Findings) -> None:
    """Note the kinds of rows that no deal and no play leads to; kinds: (kind, first row, rows)."""
    possible: dict[tuple[bool, ...], set[tuple[Any, ...]]] = {}
    for kind, row, rows in kinds:
        shown = tuple(part is not None for part in kind)
        if shown not in possible:
            possible[shown] = {seen(end, shown) for end in law.possible}
        if tuple(kind) in possible[shown]:
            continue
        if word := unknown_word(law, kind):
            right = f"no action is called {word!r}: {_some(law.words)}"
            findings.add(row, rows, repr(word), right, unknown=True)
        else:
            findings.add(row, rows, in_words(kind), "" if findings.full else right_for(law, kind))


def unknown_word(law: LawCheck, kind: RowKind) -> str | None:
    """Return the first word for an action that the rules do not have."""
    return next((word for word in kind.actions or () if word and word not in law.words), None)


def in_words(kind: Iterable[Any]) -> str:
    """Return a kind of row in words: ``double: flush, net +18, 2 staked``."""
    actions, outcome, net, staked = kind
    words = [outcome] if outcome is not None else []
    if net is not None:
        words.append(f"net {'+' if net > 0 else ''}{net}")
    if staked is not None:
        words.append(f"{staked} staked")
    return (f"{' / '.join(actions)}: " if actions else "") + ", ".join(words)


def right_for(law: LawCheck, kind: RowKind) -> str:
    """Return what the rules say in place of an impossible kind of row, starting from what is right
    about it.
    """
    left: Collection[End] = law.possible
    if kind.actions is not None:
        left = [end for end in left if end.actions == kind.actions]
        if not left:
            known = {" / ".join(end.actions) for end in law.possible}
            return f"nobody can play {' / '.join(kind.actions) or 'nothing'}: {_some(known)}"
    if kind.outcome is not None:
        outcomes = {end.outcome for end in left}
        if kind.outcome not in outcomes:
            return f"no outcome {kind.outcome!r} here{nearest(kind.outcome, outcomes)}"
        left = [end for end in left if end.outcome == kind.outcome]
    return _right_amount(left, kind)


def _right_amount(left: Collection[End], kind: RowKind) -> str:
    """Return which stake, or else which net, is right for the ends that are left."""
    for word in ("staked", "net"):
        logged = getattr(kind, word)
        right = {getattr(end, word) for end in left}
        if logged is not None and logged not in right:
            return f"{word} {_some(set(map(str, right)))}"
        left = [end for end in left if logged in (None, getattr(end, word))]
    return "no round is like this"


def _some(words: Collection[str]) -> str:
    """Return some words, at most six of them."""
    listed = sorted(words, key=lambda word: (len(word), word))
    if len(listed) <= 6:
        return " or ".join(listed)
    return f"{', '.join(listed[:5])} or one of {len(listed) - 5} others"


# --- With cards: every row is played again -----------------------------------------------------


class Cards:
    """Reads the card columns of batches.

    deals: the zones that the log has.
    counted: what was counted of the deals taken.
    """

    def __init__(self, log: Log, game: Game, findings: Findings) -> None:
        self.log, self.findings = log, findings
        self.deals = [deal for deal in game.deals if deal.zone in log.columns]
        self.pack = game.deck
        self.deck = game.deck.mask
        self.sizes = array("q", (deal.cards for deal in self.deals))
        self.width = sum(self.sizes)
        # A small part of all deals, so that few come again by chance.
        self.counted = kernel.Deals(self.sizes, min(MOST_DEALS, -(-self.ways // 200)))
        self._numbers = bytearray([UNKNOWN]) * 65536
        self._numbers[0] = NONE
        for number in game.deck.cards:
            first, second = card_text(number).encode()
            self._numbers[first << 8 | second] = number
        self._cards = bytearray()  # of a batch, as they were dealt
        # Rows of a batch in which a zone may have too many cards or too few, or a card lie twice.
        self._uneven: set[int] = set()

    def read(self, batch: Batch, dealt: Sequence[int]) -> tuple[array[int], set[int]]:
        """Return a mask for each zone of each row, and the rows (from 0) whose cards are
        impossible.

        dealt: for each row how many zones have to be there; further ones may be empty.
        """
        self._uneven.clear()
        self._cards = bytearray(len(batch) * self.width)
        at = 0
        for deal in self.deals:
            self._zone(deal, batch, at)
            at += deal.cards
        zones = len(self.deals)
        masks = zeros("Q", len(batch) * zones)
        odd = bytearray(len(batch))
        if kernel.gather(self._cards, self.sizes, self.deck, masks, odd):
            self._uneven.update(place for place, flag in enumerate(odd) if flag)
        bad: set[int] = set()
        for place in sorted(self._uneven):
            row = masks[place * zones : (place + 1) * zones]
            if wrong := self._wrong(batch, place, dealt[place], row):
                self._note(batch, place, wrong)
                bad.add(place)
        return masks, bad

    def take(self, masks: array[int], used: bytearray) -> None:
        """Count the deals of the batch that was read last; used: 1 for each row that is counted."""
        self.counted.take(self._cards, masks, used)

    @property
    def ways(self) -> int:
        """How many deals there are, each zone a set."""
        left, ways = len(cards_of(self.deck)), 1
        for deal in self.deals:
            ways *= comb(left, deal.cards)
            left -= deal.cards
        return ways

    def _zone(self, deal: Deal, batch: Batch, at: int) -> None:
        """Read the cards of one zone; texts of two letters a card and one space between are read
        all at once.
        """
        texts = list(map(str, batch.columns[deal.zone]))
        lengths = set(map(len, texts))
        if lengths <= {0, 3 * deal.cards - 1} and self._at_once(texts, 0 in lengths, deal, at):
            return
        for place, text in enumerate(texts):
            self._spell(deal, batch.first, place, at, text)

    def _at_once(self, texts: list[str], empty: bool, deal: Deal, at: int) -> bool:
        """Read the texts of one zone by a kernel; return False where it cannot.

        empty: whether some of them are.
        """
        if empty:
            blank = " ".join(["\0\0"] * deal.cards)
            texts = [text or blank for text in texts]
        text = " ".join([*texts, ""])
        if not text.isascii():
            return False
        return kernel.read(text.encode(), self._numbers, self._cards, self.width, at, deal.cards)

    def _spell(self, deal: Deal, first: int, place: int, at: int, text: str) -> None:
        """Read the cards of one zone of one row, however they are written."""
        try:
            cards = self._cards_in(text)
        except CombinError as error:
            raise CombinError(
                f"{self.log.path!r}, row {first + place}, {deal.zone}: {error}"
            ) from None
        if len(cards) > deal.cards or len(set(cards)) < len(cards):
            self._uneven.add(place)
        start = place * self.width + at
        none = [NONE] * (deal.cards - len(cards))
        self._cards[start : start + deal.cards] = bytes([*cards[: deal.cards], *none])

    def _cards_in(self, text: str) -> tuple[int, ...]:
        """Return the cards of one zone, however they are spelt."""
        if self.log.numbering:
            return self.log.numbering.cards_in(text, self.pack)
        return cards_in(text)

    def _wrong(self, batch: Batch, place: int, dealt: int, masks: array[int]) -> str:
        """Return what is wrong with the cards of a row, nothing if they are possible.

        dealt: how many zones have to be there; masks: those of the row.
        """
        before = 0
        for number, (deal, mask) in enumerate(zip(self.deals, masks)):
            size = len(self._cards_in(str(batch.columns[deal.zone][place])))
            if size != deal.cards and (size or number < dealt):
                cards = f"{deal.cards} card{'s' if deal.cards > 1 else ''}"
                return f"{deal.zone} has {cards}, not {size}"
            if others := mask & ~self.deck:
                return f"{card_text(cards_of(others)[0])} is not in the deck"
            if twice := mask & before:
                return f"{card_text(cards_of(twice)[0])} {TWICE}"
            if mask.bit_count() < size:
                return f"a card {TWICE}"
            before |= mask
        return ""

    def _note(self, batch: Batch, place: int, wrong: str) -> None:
        """Note a row whose cards are impossible."""
        logged = " / ".join(str(batch.columns[deal.zone][place]) for deal in self.deals)
        kind = TWICE if wrong.endswith(TWICE) else wrong  # whichever card it is
        self.findings.add(batch.first + place, 1, logged, wrong, ("", kind))


def dealt_by(game: Game, path: Path) -> int:
    """Return how many zones of a game are dealt by the time a path has ended."""
    play = game.play
    if path and path[-1][1].ends:
        last = next(decision for decision in game.decisions if decision.name == path[-1][0])
        play = play[: play.index(last)]
    return sum(isinstance(step, Deal) for step in play)


class Replayed:
    """Settles every row of a log again from its cards."""

    def __init__(self, law: LawCheck, findings: Findings) -> None:
        self.law, self.findings = law, findings
        self.replay = Replay(law.plan)
        self.zones = self.replay.zones
        self.dealt = [dealt_by(law.game, path) for path in self.replay.paths]
        self.right = [RowKind(*end) for end in self.replay.ends]

    def masks(self, found: array[int], zones: Sequence[str], bad: set[int]) -> array[int]:
        """Return the masks that the kernel reads; a row with impossible cards gets the first cards
        of the deck instead.

        found: a mask for each of the log's `zones` of each row.
        """
        count, there = len(self.zones), len(zones)
        if list(zones) == list(self.zones):
            masks = found[:]
        else:
            masks = zeros("Q", len(found) // there * count)
            for place, zone in enumerate(self.zones):
                masks[place::count] = found[zones.index(zone) :: there]
        sample = self._sample() if bad else array("Q")
        for row in bad:
            masks[row * count : (row + 1) * count] = sample
        return masks

    def _sample(self) -> array[int]:
        """Return the masks of a possible deal: the first cards of the deck."""
        pack = iter(self.law.game.deck.cards)
        sizes = {deal.zone: deal.cards for deal in self.law.game.deals}
        return array("Q", (mask_of(islice(pack, sizes[zone])) for zone in self.zones))

    def verify(
        self,
        batch: Batch,
        masks: array[int],
        paths: array[int],
        codes: list[int],
        kinds: list[RowKind],
        skip: set[int],
    ) -> array[int]:
        """Compare what each row of a batch says with what its cards come to, and return the latter.

        masks, paths, codes: of each row the zones, the number of its path, and that of its kind.
        skip: the rows that are reported elsewhere.
        """
        ends = self.replay.outcomes(masks, paths)
        wrong = set()
        for end, code in set(zip(ends, codes)):
            if not self._agree(end, kinds[code]):
                wrong.add((end, code))
        rows: dict[tuple[int, int], list[int]] = {}
        if wrong:
            for row, pair in enumerate(zip(ends, codes)):
                if pair in wrong and row not in skip:
                    rows.setdefault(pair, []).append(row)
        for (end, code), those in rows.items():
            self._note(batch.first, masks, those, kinds[code], self.right[end])
        return ends

    def _note(
        self, first: int, masks: array[int], rows: list[int], kind: RowKind, right: RowKind
    ) -> None:
        """Note rows of one kind whose cards come to another end."""
        shown = (part is not None for part in kind[1:])
        said = in_words((right.actions, *seen(right[1:], shown)))
        logged = in_words(kind)
        cards = self._cards(masks, rows[0])
        row = first + rows[0]
        self.findings.add(row, len(rows), f"{cards}: {logged}", said, (logged, said))

    def _agree(self, end: int, kind: RowKind) -> bool:
        right = self.right[end]
        return all(logged in (None, true) for logged, true in zip(kind[1:], right[1:]))

    def _cards(self, masks: array[int], row: int) -> str:
        size = len(self.zones)
        return " | ".join(cards_text(mask) for mask in masks[row * size : (row + 1) * size])
