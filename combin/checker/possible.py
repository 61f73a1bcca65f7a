"""What cannot be: rows of a log that the rules do not produce, each with what was logged and what is right."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import comb
from operator import eq, or_
from typing import Any, NamedTuple

from combin.cards import card_text, cards_of, cards_text, parse_card
from combin.checker.law import Law, seen
from combin.counting import zeros
from combin.counting.facts import Path
from combin.errors import CombinError, nearest
from combin.logs.read import Batch, Log
from combin.rounds.settle import End, Replay
from combin.rules import Deal, Decide, Game

MOST = 1000  # kinds of impossible rows that are told apart; all are counted


@dataclass
class Impossible:
    """Rows of one kind that cannot be.

    row: the number of the first. rows: how many. logged, right: what the log says there and what the rules say.
    """

    row: int
    rows: int
    logged: str
    right: str


class Kind(NamedTuple):
    """What a row says apart from its cards, as an `End`; None where the log has no such column. Money is in units."""

    actions: tuple[str, ...] | None
    outcome: str | None
    net: Fraction | None
    staked: Fraction | None


class Findings:
    """Impossible rows, gathered by what is wrong with them."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, str], Impossible] = {}
        self.rows = 0

    def add(self, row: int, rows: int, logged: str, right: str, key: tuple[str, str] | None = None) -> None:
        """Note some rows; those of the same `key` (by default the same words) are told once."""
        self.rows += rows
        key = key or (logged, right)
        if self.full and key not in self.found:
            key, logged, right = ("", ""), "rows of further kinds", "what stands above is enough"
        same = self.found.setdefault(key, Impossible(row, 0, logged, right))
        same.rows += rows
        same.row = min(same.row, row)

    @property
    def full(self) -> bool:
        """Whether no further kinds are told apart."""
        return len(self.found) >= MOST

    @property
    def told(self) -> tuple[Impossible, ...]:
        """The kinds of impossible rows, in the order in which they are met."""
        return tuple(sorted(self.found.values(), key=lambda one: one.row))


# --- Without cards: is there any round like this? ----------------------------------------------------------------------


def judged(law: Law, kinds: Iterable[tuple[Kind, int, int]], findings: Findings) -> None:
    """Note the kinds of rows that no deal and no play leads to; kinds: (kind, first row, rows)."""
    shown: dict[tuple[bool, ...], set[tuple[Any, ...]]] = {}
    for kind, row, rows in kinds:
        there = tuple(part is not None for part in kind)
        if there not in shown:
            shown[there] = {seen(end, there) for end in law.possible}
        if tuple(kind) not in shown[there]:
            findings.add(row, rows, told(kind), "" if findings.full else right_for(law, kind))


def told(kind: Iterable[Any]) -> str:
    """Return a kind of row in words: ``double: flush, net +18, 2 staked``."""
    actions, outcome, net, staked = kind
    words = [outcome] if outcome is not None else []
    words += [f"net {'+' if net > 0 else ''}{net}"] if net is not None else []
    words += [f"{staked} staked"] if staked is not None else []
    return (f"{' / '.join(actions)}: " if actions else "") + ", ".join(words)


def right_for(law: Law, kind: Kind) -> str:
    """Return what the rules say where a kind of row cannot be, starting from what is right about it."""
    left: Collection[End] = law.possible
    if kind.actions is not None:
        left = [end for end in left if end.actions == kind.actions]
        if not left:
            known = {" / ".join(end.actions) for end in law.possible}
            return f"nobody can play {' / '.join(kind.actions) or 'nothing'}: {_some(known)}"
    if kind.outcome is not None:
        named = [end for end in left if end.outcome == kind.outcome]
        if not named:
            return f"no outcome {kind.outcome!r} here{nearest(kind.outcome, {end.outcome for end in left})}"
        left = named
    for word in ("staked", "net"):
        value = getattr(kind, word)
        if value is not None:
            fitting = [end for end in left if getattr(end, word) == value]
            if not fitting:
                return f"{word} {_some({str(getattr(end, word)) for end in left})}"
            left = fitting
    return "no round is like this"


def _some(words: set[str]) -> str:
    listed = sorted(words, key=lambda word: (len(word), word))
    return " or ".join(listed) if len(listed) <= 6 else f"{', '.join(listed[:5])} or one of {len(listed) - 5} others"


# --- With cards: every row is played again -----------------------------------------------------------------------------


class Cards:
    """Reads the card columns of batches: masks, and how often each card lies in each zone."""

    def __init__(self, log: Log, game: Game, findings: Findings) -> None:
        self.log, self.findings = log, findings
        self.deals = [deal for deal in game.deals if deal.zone in log.columns]
        self.deck = game.deck.mask
        self.bits = {card_text(number): 1 << number for number in game.deck.cards}
        self.counts: dict[str, Counter[str]] = {deal.zone: Counter() for deal in self.deals}
        self.complete: Counter[str] = Counter()  # zone -> rounds in which it was dealt
        self.repeats = 0  # rounds with the very cards of the round before
        self._uneven: set[int] = set()  # rows of a batch in which a zone has not its number of different cards
        self._last: tuple[int, ...] = ()

    def masks(self, batch: Batch, dealt: Sequence[int]) -> tuple[dict[str, list[int]], set[int]]:
        """Return zone -> its mask in each row, and the rows (from 0) whose cards cannot be.

        dealt: for each row how many zones have to be there; further ones may be empty.
        """
        self._uneven.clear()
        columns = {deal.zone: self._zone(deal, batch) for deal in self.deals}
        rounds = list(zip(*columns.values()))
        self.repeats += sum(map(eq, rounds, [self._last, *rounds[:-1]]))
        self._last = rounds[-1]
        bad: set[int] = set()
        needed = sum(deal.cards for deal in self.deals)
        together = list(reduce(lambda one, two: list(map(or_, one, two)), columns.values()))
        sizes = list(map(int.bit_count, together))
        if self._uneven or set(sizes) != {needed} or reduce(or_, together) & ~self.deck:
            for place, (mask, size) in enumerate(zip(together, sizes)):
                if size != needed or mask & ~self.deck or batch.first + place in self._uneven:
                    self._judge(batch, place, dealt[place], {zone: masks[place] for zone, masks in columns.items()}, bad)
        return columns, bad

    @property
    def ways(self) -> int:
        """How many deals there are, each zone a set."""
        left, ways = len(cards_of(self.deck)), 1
        for deal in self.deals:
            ways *= comb(left, deal.cards)
            left -= deal.cards
        return ways

    def _zone(self, deal: Deal, batch: Batch) -> list[int]:
        """Return the masks of one zone; texts of two letters a card and one space between are read all at once."""
        texts = batch.columns[deal.zone]
        if set(map(len, texts)) == {3 * deal.cards - 1}:
            words = " ".join(texts).split(" ")
            try:
                bits = list(map(self.bits.__getitem__, words))
            except KeyError:
                pass
            else:
                self.counts[deal.zone].update(words)
                self.complete[deal.zone] += len(texts)
                parts = [bits[place :: deal.cards] for place in range(deal.cards)]
                return reduce(lambda one, two: list(map(or_, one, two)), parts)
        return [self._mask(deal, batch.first + place, text) for place, text in enumerate(texts)]

    def _mask(self, deal: Deal, row: int, text: Any) -> int:
        try:
            cards = [parse_card(word) for word in str(text).split()]
        except CombinError as error:
            raise CombinError(f"{self.log.path!r}, row {row}, {deal.zone}: {error}") from None
        self.counts[deal.zone].update(map(card_text, cards))
        self.complete[deal.zone] += len(cards) == deal.cards
        if not len(cards) == len(set(cards)) == deal.cards:
            self._uneven.add(row)
        return reduce(or_, (1 << card for card in cards), 0)

    def _judge(self, batch: Batch, place: int, dealt: int, masks: dict[str, int], bad: set[int]) -> None:
        """Say what is wrong with the cards of a row, if anything is."""
        told, before = [str(batch.columns[deal.zone][place]) for deal in self.deals], 0
        for number, (deal, text) in enumerate(zip(self.deals, told)):
            words, mask = text.split(), masks[deal.zone]
            wrong = ""
            if len(words) != deal.cards and not (number >= dealt and not words):
                wrong = f"{deal.zone} has {deal.cards} card{'s' if deal.cards > 1 else ''}, not {len(words)}"
            elif mask & ~self.deck:
                wrong = f"{card_text(cards_of(mask & ~self.deck)[0])} is not in the deck"
            elif mask & before or mask.bit_count() < len(words):
                twice = mask & before
                wrong = f"{card_text(cards_of(twice)[0]) if twice else 'a card'} is dealt twice"
            if wrong:
                kind = "dealt twice" if wrong.endswith("dealt twice") else wrong  # whichever card it is
                self.findings.add(batch.first + place, 1, " / ".join(told), wrong, ("", kind))
                bad.add(place)
                return
            before |= mask


class Replayed:
    """Settles every row of a log again from its cards."""

    def __init__(self, law: Law, findings: Findings) -> None:
        self.law, self.findings = law, findings
        self.replay = Replay(law.plan)
        self.zones = self.replay.zones
        self.dealt = list(map(self._dealt, self.replay.paths))
        self.right = [Kind(*end) for end in self.replay.ends]

    def _dealt(self, path: Path) -> int:
        """Return how many zones of the game are dealt by the time a path has ended."""
        play = self.law.game.play
        if path and path[-1][1].ends:
            decisions = [step.name if isinstance(step, Decide) else "" for step in play]
            play = play[: decisions.index(path[-1][0])]
        return sum(isinstance(step, Deal) for step in play)

    def masks(self, columns: dict[str, list[int]], bad: set[int], rows: int) -> array[int]:
        """Return the masks that the kernel reads; a row whose cards cannot be gets the first cards of the deck instead."""
        masks = zeros("Q", rows * len(self.zones))
        for place, zone in enumerate(self.zones):
            masks[place :: len(self.zones)] = array("Q", columns[zone])
        if bad:
            sizes = {deal.zone: deal.cards for deal in self.law.game.deals}
            pack = iter(self.law.game.deck.cards)
            sample = [reduce(or_, (1 << next(pack) for _ in range(sizes[zone]))) for zone in self.zones]
            for row in bad:
                masks[row * len(sample) : (row + 1) * len(sample)] = array("Q", sample)
        return masks

    def verify(
        self, batch: Batch, masks: array[int], paths: array[int], codes: list[int], kinds: list[Kind], skip: set[int]
    ) -> None:
        """Compare what each row of a batch says with what its cards come to; rows in `skip` are told elsewhere."""
        ends = self.replay.outcomes(masks, paths)
        bad = {(end, code) for end, code in set(zip(ends, codes)) if not self._agree(end, kinds[code])}
        if not bad:
            return
        rows: dict[tuple[int, int], list[int]] = {}
        for row, pair in enumerate(zip(ends, codes)):
            if pair in bad and row not in skip:
                rows.setdefault(pair, []).append(row)
        for (end, code), wrong in rows.items():
            kind, right = kinds[code], self.right[end]
            said = told((right.actions, *seen(right[1:], (logged is not None for logged in kind[1:]))))
            logged_words = told(kind)
            cards = self._cards(masks, wrong[0])
            self.findings.add(batch.first + wrong[0], len(wrong), f"{cards}: {logged_words}", said, (logged_words, said))

    def _agree(self, end: int, kind: Kind) -> bool:
        return all(logged in (None, true) for logged, true in zip(kind[1:], self.right[end][1:]))

    def _cards(self, masks: array[int], row: int) -> str:
        size = len(self.zones)
        return " | ".join(cards_text(mask) for mask in masks[row * size : (row + 1) * size])
