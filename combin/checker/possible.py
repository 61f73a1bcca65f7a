"""What cannot be: rows of a log that the rules do not produce, each with what was logged and what
is right.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import comb
from operator import or_
from typing import Any, NamedTuple

from combin.cards import card_text, cards_of, cards_text, parse_card
from combin.checker.law import Law, seen
from combin.counting import zeros
from combin.errors import CombinError, nearest
from combin.kernels import deals as kernel
from combin.logs.read import Batch, Log
from combin.rounds.settle import End, Replay
from combin.rules import Deal
from combin.rules.facts import Path
from combin.rules.game import Game

MOST = 1000  # kinds of impossible rows that are told apart; all are counted
MOST_DEALS = 1 << 20  # that are kept, so as to know them again
NONE, UNKNOWN = 255, 254  # no card, and letters that are none, in _ext/deals.pyx


@dataclass
class Impossible:
    """Rows of one kind that cannot be.

    row: the number of the first. rows: how many. logged, right: what the log says there and what
        the rules say. unknown:
    whether it is a word that the rules do not have.
    """

    row: int
    rows: int
    logged: str
    right: str
    unknown: bool = False


class Kind(NamedTuple):
    """What a row says apart from its cards, as an `End`; None where the log has no such column.
    Money is in units.
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
        """Note some rows; those of the same `key` (by default the same words) are told once."""
        self.rows += rows
        key = key or (logged, right)
        if self.full and key not in self.found:
            key, logged, right = ("", ""), "rows of further kinds", "what stands above is enough"
        same = self.found.setdefault(key, Impossible(row, 0, logged, right, unknown))
        same.rows += rows
        same.row = min(same.row, row)

    @property
    def full(self) -> bool:
        """Whether no further kinds are told apart."""
        return len(self.found) >= MOST

    @property
    def told(self) -> tuple[Impossible, ...]:
        """The kinds of impossible rows in the order in which they are met, words that are not known
        before all others.
        """
        return tuple(sorted(self.found.values(), key=lambda one: (not one.unknown, one.row)))


# --- Without cards: is there any round like this? ----------------------------------------------


def judged(law: Law, kinds: Iterable[tuple[Kind, int, int]], findings: Findings) -> None:
    """Note the kinds of rows that no deal and no play leads to; kinds: (kind, first row, rows)."""
    shown: dict[tuple[bool, ...], set[tuple[Any, ...]]] = {}
    for kind, row, rows in kinds:
        there = tuple(part is not None for part in kind)
        if there not in shown:
            shown[there] = {seen(end, there) for end in law.possible}
        if tuple(kind) not in shown[there]:
            if word := unknown_word(law, kind):
                findings.add(
                    row,
                    rows,
                    repr(word),
                    f"no action is called {word!r}: {_some(law.words)}",
                    unknown=True,
                )
            else:
                findings.add(row, rows, told(kind), "" if findings.full else right_for(law, kind))


def unknown_word(law: Law, kind: Kind) -> str | None:
    """Return the first word for an action that the rules do not have."""
    return next((word for word in kind.actions or () if word and word not in law.words), None)


def told(kind: Iterable[Any]) -> str:
    """Return a kind of row in words: ``double: flush, net +18, 2 staked``."""
    actions, outcome, net, staked = kind
    words = [outcome] if outcome is not None else []
    words += [f"net {'+' if net > 0 else ''}{net}"] if net is not None else []
    words += [f"{staked} staked"] if staked is not None else []
    return (f"{' / '.join(actions)}: " if actions else "") + ", ".join(words)


def right_for(law: Law, kind: Kind) -> str:
    """Return what the rules say where a kind of row cannot be, starting from what is right about
    it.
    """
    left: Collection[End] = law.possible
    if kind.actions is not None:
        left = [end for end in left if end.actions == kind.actions]
        if not left:
            known = {" / ".join(end.actions) for end in law.possible}
            return f"nobody can play {' / '.join(kind.actions) or 'nothing'}: {_some(known)}"
    if kind.outcome is not None:
        named = [end for end in left if end.outcome == kind.outcome]
        if not named:
            return (
                f"no outcome {kind.outcome!r} "
                f"here{nearest(kind.outcome, {end.outcome for end in left})}"
            )
        left = named
    for word in ("staked", "net"):
        value = getattr(kind, word)
        if value is not None:
            fitting = [end for end in left if getattr(end, word) == value]
            if not fitting:
                return f"{word} {_some({str(getattr(end, word)) for end in left})}"
            left = fitting
    return "no round is like this"


def _some(words: Collection[str]) -> str:
    listed = sorted(words, key=lambda word: (len(word), word))
    return (
        " or ".join(listed)
        if len(listed) <= 6
        else f"{', '.join(listed[:5])} or one of {len(listed) - 5} others"
    )


# --- With cards: every row is played again -----------------------------------------------------


class Cards:
    """Reads the card columns of batches.

    deals: the zones that the log has. counted: what was counted of the deals taken.
    """

    def __init__(self, log: Log, game: Game, findings: Findings) -> None:
        self.log, self.findings = log, findings
        self.deals = [deal for deal in game.deals if deal.zone in log.columns]
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
        self._uneven: set[int] = (
            set()
        )  # rows of a batch in which a zone has too many cards, or one of them twice

    def read(self, batch: Batch, dealt: Sequence[int]) -> tuple[array[int], set[int]]:
        """Return a mask for each zone of each row, and the rows (from 0) whose cards cannot be.

        dealt: for each row how many zones have to be there; further ones may be empty.
        """
        self._uneven.clear()
        self._cards = bytearray(len(batch) * self.width)
        at = 0
        for deal in self.deals:
            self._zone(deal, batch, at)
            at += deal.cards
        masks, odd, zones = (
            zeros("Q", len(batch) * len(self.deals)),
            bytearray(len(batch)),
            len(self.deals),
        )
        some = kernel.gather(self._cards, self.sizes, self.deck, masks, odd)
        bad: set[int] = set()
        if some or self._uneven:
            for place in sorted({place for place, flag in enumerate(odd) if flag} | self._uneven):
                row = masks[place * zones : (place + 1) * zones]
                self._judge(batch, place, dealt[place], row, bad)
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
        lengths, whole = set(map(len, texts)), 3 * deal.cards - 1
        if lengths <= {0, whole}:
            if 0 in lengths:
                blank = " ".join(["\0\0"] * deal.cards)
                texts = [text or blank for text in texts]
            text = " ".join([*texts, ""])
            if text.isascii() and kernel.read(
                text.encode(), self._numbers, self._cards, self.width, at, deal.cards
            ):
                return
        for place, text in enumerate(batch.columns[deal.zone]):
            self._spell(deal, batch.first, place, at, str(text))

    def _spell(self, deal: Deal, first: int, place: int, at: int, text: str) -> None:
        """Read the cards of one zone of one row, however they are written."""
        try:
            cards = [parse_card(word) for word in text.split()]
        except CombinError as error:
            raise CombinError(
                f"{self.log.path!r}, row {first + place}, {deal.zone}: {error}"
            ) from None
        if len(cards) > deal.cards or len(set(cards)) < len(cards):
            self._uneven.add(place)
        start, none = place * self.width + at, [NONE] * (deal.cards - len(cards))
        self._cards[start : start + deal.cards] = bytes([*cards[: deal.cards], *none])

    def _judge(
        self, batch: Batch, place: int, dealt: int, masks: array[int], bad: set[int]
    ) -> None:
        """Say what is wrong with the cards of a row, if anything is."""
        told, before = [str(batch.columns[deal.zone][place]) for deal in self.deals], 0
        for number, (deal, text) in enumerate(zip(self.deals, told)):
            words, mask = text.split(), masks[number]
            wrong = ""
            if len(words) != deal.cards and not (number >= dealt and not words):
                wrong = (
                    f"{deal.zone} has {deal.cards} card{'s' if deal.cards > 1 else ''}, not "
                    f"{len(words)}"
                )
            elif mask & ~self.deck:
                wrong = f"{card_text(cards_of(mask & ~self.deck)[0])} is not in the deck"
            elif mask & before or mask.bit_count() < len(words):
                twice = mask & before
                wrong = f"{card_text(cards_of(twice)[0]) if twice else 'a card'} is dealt twice"
            if wrong:
                kind = (
                    "dealt twice" if wrong.endswith("dealt twice") else wrong
                )  # whichever card it is
                self.findings.add(batch.first + place, 1, " / ".join(told), wrong, ("", kind))
                bad.add(place)
                return
            before |= mask


def dealt_by(game: Game, path: Path) -> int:
    """Return how many zones of a game are dealt by the time a path has ended."""
    play = game.play
    if path and path[-1][1].ends:
        last = next(decision for decision in game.decisions if decision.name == path[-1][0])
        play = play[: play.index(last)]
    return sum(isinstance(step, Deal) for step in play)


class Replayed:
    """Settles every row of a log again from its cards."""

    def __init__(self, law: Law, findings: Findings) -> None:
        self.law, self.findings = law, findings
        self.replay = Replay(law.plan)
        self.zones = self.replay.zones
        self.dealt = [dealt_by(law.game, path) for path in self.replay.paths]
        self.right = [Kind(*end) for end in self.replay.ends]

    def masks(self, found: array[int], zones: Sequence[str], bad: set[int]) -> array[int]:
        """Return the masks that the kernel reads; a row whose cards cannot be gets the first cards
        of the deck instead.

        found: a mask for each of the log's `zones` of each row.
        """
        count, there = len(self.zones), len(zones)
        masks = (
            found[:] if list(zones) == list(self.zones) else zeros("Q", len(found) // there * count)
        )
        if there > count:
            for place, zone in enumerate(self.zones):
                masks[place::count] = found[zones.index(zone) :: there]
        if bad:
            sizes = {deal.zone: deal.cards for deal in self.law.game.deals}
            pack = iter(self.law.game.deck.cards)
            sample = [
                reduce(or_, (1 << next(pack) for _ in range(sizes[zone]))) for zone in self.zones
            ]
            for row in bad:
                masks[row * count : (row + 1) * count] = array("Q", sample)
        return masks

    def verify(
        self,
        batch: Batch,
        masks: array[int],
        paths: array[int],
        codes: list[int],
        kinds: list[Kind],
        skip: set[int],
    ) -> array[int]:
        """Compare what each row of a batch says with what its cards come to, and return that;
        `skip` are told elsewhere.
        """
        ends = self.replay.outcomes(masks, paths)
        bad = {
            (end, code) for end, code in set(zip(ends, codes)) if not self._agree(end, kinds[code])
        }
        rows: dict[tuple[int, int], list[int]] = {}
        for row, pair in enumerate(zip(ends, codes)) if bad else ():
            if pair in bad and row not in skip:
                rows.setdefault(pair, []).append(row)
        for (end, code), wrong in rows.items():
            kind, right = kinds[code], self.right[end]
            said = told(
                (right.actions, *seen(right[1:], (logged is not None for logged in kind[1:])))
            )
            logged_words = told(kind)
            cards = self._cards(masks, wrong[0])
            self.findings.add(
                batch.first + wrong[0],
                len(wrong),
                f"{cards}: {logged_words}",
                said,
                (logged_words, said),
            )
        return ends

    def _agree(self, end: int, kind: Kind) -> bool:
        return all(logged in (None, true) for logged, true in zip(kind[1:], self.right[end][1:]))

    def _cards(self, masks: array[int], row: int) -> str:
        size = len(self.zones)
        return " | ".join(cards_text(mask) for mask in masks[row * size : (row + 1) * size])
