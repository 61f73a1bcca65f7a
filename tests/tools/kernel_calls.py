"""Calls every kernel rightly once, and then wrongly in every argument: a program of its own, for a
wrong call may end the process.

    python tests/tools/kernel_calls.py [MODULE ...] [--from NUMBER]

Arrays end where a page begins that nobody may touch, or begin where one ends, and what may not be
written lies in a page that cannot be: who reads or writes beside is ended by the system. Each call
is told before it is made, and then whether it was refused or taken, or ended by its time.
"""

from __future__ import annotations

import argparse
import ctypes
import importlib
import mmap
import resource
import signal
import sys
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from types import FrameType
from typing import Any

from combin.cards import Deck
from combin.families.set_hands.counting import (
    Dealer,
    HandClasses,
    OneHand,
    Pack,
    SetHands,
    SettingCounts,
    way_program,
)
from combin.ranking import TWO_CARD, HandRanking, longest_flushes
from combin.rules.house_ways import FOXWOODS

REFUSALS = (
    ValueError,
    TypeError,
    IndexError,
    OverflowError,
    ArithmeticError,
    MemoryError,
    BufferError,
)
SECONDS = 0.25  # of a processor that a wrong call may take; it is ended then
MOST = 4 << 30  # bytes
PAGE = mmap.PAGESIZE
ITEMS = -1, 0, 64, 255, 2**30, -(2**31), 2**62, -(2**63)
NUMBERS = -(2**63), -(2**31), -1, 0, 1, 64, 255, 10**6, 2**31 - 1, 2**62, 2**64
LARGEST = 1 << 20  # bytes of an array that are compared
LIBRARY = ctypes.CDLL(None)


# --- Arguments -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Large:
    """An array of so many bytes that only what is not zero is told. items: by their places. owner:
    whose it is alone; otherwise it may stand for several arguments, and in other calls.
    """

    kind: str
    size: int
    items: dict[int, int]
    owner: str = ""


@dataclass(frozen=True)
class Rows:
    """Rows of nine numbers."""

    numbers: array[int]


@dataclass(frozen=True)
class Every:
    """Every second number of twice as many."""

    numbers: Any


@dataclass(frozen=True)
class ReadOnly:
    """Numbers that cannot be written."""

    numbers: Any


class Made:
    """An object of a kernel, made by a call. then: a method that is called, and with what. kept:
    whether one object is for all calls.
    """

    def __init__(self, name: str, *arguments: Any, then: Any = None, kept: bool = False) -> None:
        self.name, self.arguments, self.then, self.kept = name, arguments, then, kept
        self.object: Any = None

    def made(self, at_end: bool) -> Any:
        if self.object is not None:
            return self.object
        found = named(self.name)(*(given(one, at_end) for one in self.arguments))
        if self.then:
            getattr(found, self.then[0])(*(given(one, at_end) for one in self.then[1:]))
        if self.kept:
            self.object = found
        return found


def ints(*numbers: int) -> array[int]:
    return array("i", numbers)


def longs(*numbers: int) -> array[int]:
    return array("q", numbers)


def masks(*sets: int) -> array[int]:
    return array("Q", sets)


def halves(*numbers: int) -> array[int]:
    return array("H", numbers)


def words(*numbers: int) -> array[int]:
    return array("I", numbers)


# --- Programs of hands ---------------------------------------------------------------------------

LINE, ORDER = 0, 1
PAIR = TWO_CARD.threshold("pair")


def hand(parts: int, ranking: HandRanking = TWO_CARD, must: int = 0) -> list[int]:
    """Return what a program says of a hand; parts: those that it may use, as bits."""
    head = [parts, must, ranking.size, 0, 0, 0x1FFF, 0, len(ranking.families)]
    return [*head, *ranking.codes]


def program(parts: int, columns: int, *words: list[int], hands: int = 1) -> array[int]:
    """Return a program of some hands and one fact."""
    return longs(parts, hands, 1, columns, *[number for some in words for number in some])


PAIRS = [LINE, 0, 0, 1, 1, PAIR, 0]  # whether the hand is a pair
OF_HAND = program(1, 2, hand(1), PAIRS)
OF_HOLE = program(2, 2, hand(3), PAIRS)  # of the hole and another card
BEATS = [ORDER, 0, 1, 1, 0, 0]
DUEL = program(2, 3, hand(1), hand(2), BEATS, hands=2)
LONGEST = HandRanking("longest", 2, longest_flushes(2))
FLUSHES = program(2, 3, hand(1, LONGEST), hand(2, LONGEST), BEATS, hands=2)
SHARING = program(3, 3, hand(3, LONGEST), hand(6, LONGEST), BEATS, hands=2)
FACED = program(2, 3, hand(2), hand(1), [ORDER, 1, 0, 1, 0, 0], hands=2)

# --- Cards ---------------------------------------------------------------------------------------

EIGHT = 0x000F000F  # four ranks in two suits
WHOLE = 0x1FFF1FFF1FFF1FFF
HOLDINGS, ROW_COUNT, WORD_COUNT = 1326, 12_936_612, 13_499_720
FLOP, TURN, RIVER = 0b111, 0b1111, 0b11111  # of one suit
BEFORE = masks(0b0111, 0b1011, 0b1101, 0b1110)  # boards that a turn can come from
TEXTURE = 6188  # the first with a flush suit


@cache
def of_two() -> tuple[array[int], array[int]]:
    """Return the canonical hands of two of the eight cards, and what they stand for."""
    found, weights = named("walk.states")(EIGHT, longs(2), masks(), -1)
    return found, weights


def hands_of_two() -> Made:
    return Made("removal.Hands", *of_two(), 2)


@cache
def split() -> tuple[Pack, Dealer, OneHand, SettingCounts]:
    pack = Pack.of(Deck("2345A", "cdh"))
    dealer = Dealer(pack, FOXWOODS, lambda high, low: True)
    one = OneHand(pack, SEVEN)
    counts = SettingCounts(dealer, one)
    for piece in counts.pieces:
        counts.count(piece)
    return pack, dealer, one, counts


SEVEN = 0b1_0000_0000_1111 | 0b11 << 16  # A2345 of a suit and two more
# --- The table: one right call of every function -------------------------------------------------

OPTIONS = ints(0, 2), longs(0, 0, 0, 0, 0, -3, 1, 0, 0, 1), longs(7)
NONE = halves(0xFFFF, 0xFFFF)  # choices of two bytes; those of one are bytes, which lie anywhere
ROWS = Large("i", ROW_COUNT, {})
MET = Large("Q", WORD_COUNT, {0: 1})


SHOWDOWN = Made(
    "showdowns.Showdowns",
    WHOLE,
    longs(1, 1, 0, 1, *hand(1)),
    DUEL,
    Large("B", ROW_COUNT, {}, "showdowns"),  # the numbers of known facts, by which pays are read
    Large("H", 3 * ROW_COUNT, {}, "showdowns"),
    kept=True,
)
BESIDE = Made(
    *("pairs.PairRows", WHOLE, masks(FLOP), longs(1, 1, 0, 1, *hand(1)), DUEL),
    *(bytearray(HOLDINGS), halves(*[0] * 3 * HOLDINGS)),
)
HELD = words(*[1] * 8)


def holds() -> Made:
    return Made("draws.HoldCounts", 7, 2, 2, b"\0\1\1", HELD)


def offers() -> Made:
    return Made("holds.Offers", ints(0, 2), ints(0, 1), longs(0, 5))


def turns() -> Made:
    """No card, and the joker alone."""
    return Made("holds.Turns", longs(0, 2), longs(5, 4), ints(0, 0, 0, 0))


def finishes() -> Made:
    """One card, of two ranks."""
    return Made("drawer.Finishes", b"\1\1", b"\0\1", b"\0\0", b"\0\1", longs(1, 1), 1, 2, 2)


def stages() -> Made:
    """No card, and one of either rank, in one stage: it may stand, without a card be hit, too."""
    acts = ints(-1, 0, 0, -1, -1, 0, -2, -1)
    return Made(
        *("stages.Stages", 2, b"\0\0\1\0\0\1", ints(1, 2, -1, -1, -1, -1), halves(0, 1, 1)),
        *(acts, 2, longs(1), longs(1), b"\0\2"),
    )


def unions() -> Made:
    """Two cards of each of two ranks that count 1, at most three of them gone."""
    laws = masks(*[1] * 32)
    return Made("unions.Unions", ints(2, 2), b"\1\1", 3, then=("settle", laws, 2))


def two_ends() -> Made:
    """No card, and one of the first of two ranks."""
    return Made("joint.Ends", ints(2, 3), b"\0\0\1\0", longs(1, 1), b"\0\0")


def hands_of_rounds() -> Made:
    """A hand of an ace that ties with the dealer's best, and wins one else."""
    return Made("starts.RoundHands", then=("put", masks(1), masks(1), longs(1)))


def draws_of_one() -> Made:
    """The dealer gets one ace, and busts."""
    return Made("starts.DealerDraws", bytes(10), masks(1), b"\0", longs(1))


def grouped() -> Made:
    """Rounds of a pack in one group: two aces and an ace of the dealer's."""
    made = hands_of_rounds(), 2, *[draws_of_one()] * 3
    groups = bytes((0, 0, 0, 1, 1, 1, 2, 2, 2, 2))
    return Made("starts.GroupedRounds", ints(*[4] * 10), groups, 2, then=("deal", *made))


def grid() -> Made:
    return Made("gains.Grid", halves(0, 1, 0, 1), 2, 2, ints(0, 0, 0, 1, 0, 1))


def cells() -> Made:
    return Made("cells.Cells", 2, then=("number", ints(1, 2, 1, 2), ints(0, 0)))


def numbered() -> Made:
    return Made("play.ActionTable", EIGHT, longs(2), then=("add", masks(3)))


def layout() -> Made:
    return Made("record.Layout", b"r", longs(1), [b","], bytes(range(128)), b"xy", longs(0, 1, 2))


def sweep() -> Made:
    known = longs(*[0] * len(of_two()[0]))
    return Made(
        "removal.StrengthSweep", EIGHT, hands_of_two(), hands_of_two(), known, False, DUEL, 0, 1
    )


def block() -> Made:
    """Two rows: the second action is better at both, and the first is taken at one."""
    values = [longs(3, 4), longs(5, 6)]
    return Made("blocks.BlockRows", longs(1, 1), longs(1, 1), longs(1, 2), b"\0\1", b"\1\1", values)


def seen_sweep() -> Made:
    known = longs(*[0] * len(of_two()[0]))
    return Made("seen.SeenSweep", EIGHT, *of_two(), known, 2, 1, 1, DUEL, 0, 1)


BOARD = Made("boards.Board", 1, OF_HOLE)
STREET = WHOLE, masks(FLOP), longs(1)
OFTEN = masks(*[1] * HOLDINGS)
WORTH = longs(*[24] * HOLDINGS)
SHOE = ints(0, 1, 0, 0, 1, 1), longs(0, 2)


def of_splits() -> Iterator[tuple[str, list[Any]]]:
    pack, dealer, one, counts = split()
    way, classes, ranked = way_program(FOXWOODS), one.classes, dealer.ranked[False]
    high, low, place = words(*[0] * 21), bytearray(21), halves(*[0] * one.first[-1])
    rows, slot_rows = Rows(counts.rows), Rows(counts.slot_rows)
    settings = classes.counts, one.first, one.high, one.low
    yield "settings", [SEVEN, False, high, low, bytearray(21)]
    yield "by_way", [masks(SEVEN), way, False, bytearray(1), bytearray(1)]
    yield "of_fronts", [masks(SEVEN), b"\3", False, words(0), bytearray(1)]
    yield "of_ranks", [0b11, 2, 2, masks(0, 0, 0)]
    yield "examples", [classes.counts, classes.suited, masks(0)]
    yield "candidates", [classes.counts, classes.suited, False, longs(0, 0), high, low]
    yield "digits", [classes.counts, halves(0, 0, 0)]
    yield "by_ranks", [pack.suits, ranked.high, ranked.low, ranked.digits, *settings, 1, rows]
    begin, slots = longs(*one.suits[0]), words(*one.suits[1])
    yield "slots_by_suit", [classes.counts, one.slot_class, one.slot_suit, begin, slots]
    yield "rows_by_suit", [one.first, one.slot_class, slots, longs(*[0] * len(slots))]
    yield "places", [words(1, 2), one.high, place]
    yield "by_suit", [
        pack.suits, dealer.suited, classes.counts, one.first, place, one.low,
        one.slot_class, one.slot_row, *one.suits, 0, len(begin) - 1, 0, slot_rows,
    ]  # fmt: skip
    # A class of hands, with the slots of all of them.
    other = SetHands(pack, HandClasses(classes.counts, halves(0)))
    rows, slot_rows = (
        Rows(longs(*[1] * 9 * other.first[-1])),
        Rows(ints(*[1] * 9 * other.slot_row[-1])),
    )
    held = [
        *[other.classes.counts, other.classes.suited, pack.suits, other.first, rows],
        *[other.slot_first, other.slot_row, slot_rows],
    ]
    yield "slots", [*held[:3], longs(0, 0), halves(*[0] * other.slot_first[-1])]
    slot_first, met = other.slot_first, longs(*[0] * other.slot_first[-1])
    yield "numbers", [*held[:3], slot_first, longs(0), met]
    total = Rows(longs(*[0] * 9))
    yield (
        "add_up",
        [
            words(0),
            longs(0),
            longs(1),
            words(0),
            0,
            other.first,
            bytearray(other.first[-1]),
            rows,
            total,
        ],
    )
    yield "every", [*held, ints(0), longs(*[0] * 9)]
    yield (
        "listed",
        [
            *[*held[:2], bytes(range(pack.suits)), *held[3:], longs(*range(9)), 0],
            *[longs(), ints(), masks(), bytearray(), longs()],
        ],
    )
    yield "of_classes", [b"\0", ints(0), bytearray(1)]
    yield "of_settings", [ints(0), longs(0, 1), ints(0), b"\0", ints(0)]
    yield "taken", [*held, longs(*range(9)), longs(*[0] * 9), longs(0, 0)]


@cache
def calls() -> dict[str, list[Any]]:
    """Return for each public function and class of the kernels what a right call gives it."""
    two = [b"\0\1", b"\0\1", 0, 1, longs(0, 5, 7, 0)]
    sums = longs(0, 0, 0, 0)
    found: dict[str, list[Any]] = {
        "blocks.BlockRows": [*block().arguments],
        "blocks.pick": [longs(0, 1), b"\0\1", b"\2\3", bytearray(2)],
        "blocks.kinds": [b"\0\1", b"\0\1", b"\1\1", 2, ints(0, 0)],
        "blocks.regret": [block(), b"\0\1", ints(0, 1), longs(*[0] * 4), longs(*[0] * 256)],
        "blocks.lose": [block(), ints(0, 1), longs(*[0] * 6)],
        "blocks.come_to": [b"\0\1", 1, longs(1, 1), longs(1, 1)],
        "blocks.worth": [block()],
        "blocks.worst": [
            *[block(), ints(0, -1), longs(1, 1), longs(1, 1), ints(0, 1), 1, masks(1, 2)],
            longs(0, 0, 0),
        ],
        "boards.Board": [1, OF_HOLE],
        "boards.pairs": [EIGHT, 1, masks(1), longs(1), BOARD, BOARD, longs(0, 1, 2, 3), sums],
        "cells.reduce": [ints(1, 2, 3, 4), 2, ints(1, 0), ints(0, 2), ints(0, 0, 0, 0)],
        "cells.fold": [longs(1, 2, 3, 4), 2, ints(0, 1), sums],
        "cells.good": [longs(1, 0, 2, 0), 2, words(3, 3)],
        "cells.Cells": [2],
        "cells.Cells.__len__": [cells()],
        "cells.Cells.number": [cells(), ints(1, 2, 1, 3), ints(0, 0)],
        "cells.Cells.written": [cells(), ints(0, 0)],
        "completions.count": [EIGHT, 1, masks(1), longs(1), longs(1), OF_HOLE, longs(0, 0)],
        "community.count": [EIGHT, 2, 1, masks(1, 2), longs(1), SHARING, longs(0, 0, 0)],
        "completions.columns": [1, masks(3), OF_HAND, longs(0)],
        "deal.deal": [1, 0, bytes(range(8)), longs(2, 1), bytearray(6), masks(0, 0, 0, 0)],
        "deals.read": [b"2c 3d ", bytes(65536), bytearray(2), 2, 0, 2],
        "deals.gather": [b"\0\1", longs(1, 1), 3, masks(0, 0), bytearray(1)],
        "deals.beyond": [b"\0\1", 2, b"\1" * 64, bytearray(1)],
        "deals.Deals": [longs(1, 1), 4],
        "deals.Deals.take": [Made("deals.Deals", longs(1, 1), 4), b"\0\1", masks(1, 2), b"\1"],
        "deals.Shoes": [b"\1" * 64, 2],
        "deals.Shoes.take": [
            Made("deals.Shoes", b"\1" * 64, 2), b"\0\1", b"\0\1", b"\2", b"\1", bytearray(1)
        ],
        "drawer.Finishes": [*finishes().arguments],
        "drawer.Finishes.laws": [finishes(), ints(2, 3)],
        "drawer.Finishes.open_scores": [
            finishes(), ints(2, 3), 1, b"\1\0", ints(1), b"\1", b"\1\0\2\1"
        ],
        "drawer.walk": [ints(1, 2, -1, 2, -1, -1), b"\1\1\0", ints(1, 0, 0)],
        "draws.holdings": [7, 2, OF_HAND, bytearray(3), words(*[0] * 8)],
        "draws.sums": [2, HELD, longs(1, 2), sums],
        "draws.HoldCounts": [7, 2, 2, b"\0\1\1", HELD],
        "draws.HoldCounts.values": [
            *[holds(), masks(3), longs(1), sums, longs(1, 2), longs(1, 1, 1), longs(0, 0, 0, 0)]
        ],
        "draws.HoldCounts.counts": [holds(), masks(3), 1, 1, longs(0, 0)],
        "draws.HoldCounts.happen": [
            *[holds(), masks(3), longs(1), longs(1), 1, 0, halves(0), 0, longs(0, 0)]
        ],
        "ends.Ends": [[OF_HAND], ints(0), longs(0), ints(0, 1)],
        "ends.Ends.find": [
            *[Made("ends.Ends", [OF_HAND], ints(0), longs(0), ints(0, 1)), masks(3), 1],
            *[ints(0), ints(0)],
        ],
        "ends.tally": [ints(0, 1), longs(0, 0)],
        "faces.first_row": [1],
        "faces.states": [WHOLE, 0, 1, masks(*[0] * 182)],
        "faces.holdings": [WHOLE, masks(RIVER), masks(*[0] * 2 * HOLDINGS)],
        "flushes.count": [EIGHT, 2, 0, masks(3), longs(1), FLUSHES, longs(0, 0, 0)],
        "gains.Grid": [halves(0, 1, 0, 1), 2, 2, ints(0, 0, 0, 1, 0, 1)],
        "gains.gains": [grid(), longs(1, 1), ints(0, 1), 2, 100, longs(0), ints(-1, -1, -1)],
        "holds.Offers": [ints(0, 2), ints(0, 1), longs(0, 5)],
        "holds.Turns": [longs(0, 2), longs(5, 4), ints(0, 0, 0, 0)],
        "holds.earliest": [turns(), masks(31), 31, longs(3), 1 << 31 | 1, longs(0), words(0)],
        "holds.loss": [offers(), ints(0, 1)],
        "holds.first": [offers(), ints(0, 1), ints(0)],
        "holds.inserted": [offers(), ints(0, 1), ints(0, 1), longs(0, 0)],
        "holds.missed": [offers(), ints(0, 1), longs(0, 0)],
        "lines.Point": [1, 2, 0],
        "lines.higher": [
            *[longs(1, 2), longs(0, 1), Made("lines.Point", 1, 2, 0), 0, b"\1\1"],
            *[longs(0, 0), longs(0, 0), NONE],
        ],
        "lines.Rises": [longs(0, 1), longs(1, 2), longs(0, 1)],
        "lines.Rises.take": [
            *[Made("lines.Rises", longs(0, 1), longs(1, 2), longs(0, 1))],
            *[longs(1, 2), longs(0, 1), 0, b"\1\1"],
        ],
        "lines.nearest": [longs(6, 1)],
        "lines.lead": [longs(5), longs(3), 0, 1, longs(0)],
        "lines.apart": [longs(1, 2), longs(1, 3)],
        "lines.product": [longs(1, 2), longs(1, 3)],
        # Four cards of a suit: a hand of two comes from one card, and another is dealt.
        "links.links": [
            *[15, 1, masks(3, 5, 6, 9, 10, 12), 1, masks(1, 2, 4, 8)],
            *[longs(0, 0, 1, 0, -1, 1), ints(*[0] * 12)],
        ],
        "listing.columns": [EIGHT, 1, masks(1), OF_HOLE],
        "matching.match": [ints(1, 2, 3, 4), 2, longs(0, 1, 1, 0, 9), bytearray(2)],
        "matching.lost": [b"\0\1", longs(0, 5, 7, 0)],
        "matching.swing": [*two, longs(0, 0), ints(0, 0)],
        "matching.sides": [*two, bytearray(2), bytearray(2)],
        "memory.keep": [],
        "memory.give_back": [],
        "opponents.Opponents": [EIGHT, longs(2), 2, FACED],
        "opponents.Opponents.count": [
            Made("opponents.Opponents", EIGHT, longs(2), 2, FACED),
            *[masks(3), longs(1), longs(0, 0, 0)],
        ],
        # A set of two actions, worth 0 and P - 3; an end that pays P once.
        "options.undecided": [
            *[[*map(longs, (5, 0, 0, 0, 0)), *map(longs, (2, 1, 0, 0, 1))], b"\0", [b"", b"\1"]],
            *[1, longs(2), longs(4), False],
        ],
        "options.within": [*OPTIONS, 1, longs(2), longs(4), False],
        "options.totals": [
            *[*OPTIONS, [5, 0, 0, 0, 0], longs(0, 1), longs(0), ints(2), longs(2, 4)],
            *[ints(0, 0), False, True, (-9, 9)],
        ],
        "parts.draw": [EIGHT, 2, bytes(range(4)), ints(3), ints(0), masks(3, 0), bytearray(6)],
        "parts.taken": [EIGHT, 2, masks(3, 0), masks(3), False, ints(0), masks(0, 0)],
        "play.seen": [masks(1, 2), 2, longs(3), masks(0)],
        "play.ActionTable": [EIGHT, longs(2)],
        "play.ActionTable.add": [Made("play.ActionTable", EIGHT, longs(2)), masks(3)],
        "play.ActionTable.find": [numbered(), masks(3), ints(0), b"\1", ints(0)],
        "play.act": [halves(0), ints(0), 0, ints(1), ints(0)],
        "pool.Pool": [2],
        "pool.Pool.add": [Made("pool.Pool", 2), longs(2, 4), longs(0), longs(1), longs(1)],
        "pure.masks": [ints(1, 2, 3, 4), 2, longs(1, 0, 9), masks(0)],
        "pure.pack": [masks(3), 1, longs(0, 1), 1, masks(0)],
        "pure.pure": [masks(1, 3), 1, masks(0), masks(3), 2, 100, longs(0), ints(-1, -1, -1)],
        "record.Layout": [b"r", longs(1), [b","], bytes(range(128)), b"xy", longs(0, 1, 2)],
        "record.lines": [layout(), 0, b"\0\1", ints(0, 1)],
        "record.spell": [b"\0\1\2\3", 2, 0, 1, bytes(128)],
        "record.held": [b"\0\1\2\3", 2, 0, 1, ints(0, 0)],
        "record.pack": [ints(0, 1), ints(1, 2), 4],
        "record.blank": [bytearray(b"\0\1"), b"\1\0"],
        "removal.Hands": [*of_two(), 2],
        "removal.StrengthSweep": [*sweep().arguments],
        "removal.StrengthSweep.block": [sweep(), 100],
        "seen.SeenSweep": [*seen_sweep().arguments],
        "seen.SeenSweep.block": [seen_sweep(), 100],
        "rows.count": [
            *[EIGHT, 1, masks(1, 2), longs(1)],
            *[program(3, 2, hand(7, must=1), PAIRS), longs(0, 0)],
        ],
        "sets.times": [*STREET, longs(*[0] * HOLDINGS)],
        "sets.met": [MET, 0, 0, longs(*[0] * 10)],
        "sets.first_rows": [masks(RIVER), ints(0)],
        "sets.listed": [
            *[WHOLE, masks(RIVER), longs(1), masks(FLOP), OFTEN, 0, Large("i", ROW_COUNT, {}), 0],
            *[masks(*[0] * 2 * HOLDINGS), longs(*[0] * HOLDINGS), longs(*[0] * HOLDINGS)],
            ints(*[0] * HOLDINGS),
        ],
        "shoe.count": [*SHOE, ints(0, 1), longs(2, 2), 0, 0, 1, longs(0, 0)],
        "shoe.follow": [*SHOE, 2, b"\0\1", ints(0), bytearray(2)],
        "pairs.PairRows": [*BESIDE.arguments],
        "pairs.PairRows.fill": [BESIDE, 0, 10**6],
        "pairs.count": [
            *[BESIDE, 2, masks(0b11 << 16, FLOP), longs(1), ints(0, 1, 2), longs(0, 0, 0)]
        ],
        "showdowns.Showdowns": [
            *[WHOLE, SHOWDOWN.arguments[1], DUEL, bytearray(), halves(), -1, False]
        ],
        "showdowns.Showdowns.fill": [SHOWDOWN, 0, 10**6],
        "showdowns.Showdowns.sums": [SHOWDOWN, 0, 10**6, longs(0, 0, 0)],
        "showdowns.worth": [
            *[SHOWDOWN, longs(*range(6)), 2, 0, 10, ROWS],
            *[Large("B", ROW_COUNT, {}), Large("B", ROW_COUNT, {})],
        ],
        "showdowns.tally": [
            *[SHOWDOWN, MET, 0, Large("B", ROW_COUNT, {}), 2, 0, 10, longs(*[0] * 6)]
        ],
        "showdowns.count": [
            *[SHOWDOWN, 2, masks(0b11 << 16, TURN), longs(1), ints(0, 1, 2), longs(0, 0, 0)]
        ],
        "showdowns.rows": [SHOWDOWN, masks(0b11 << 16, RIVER), ints(0)],
        "showdowns.flagged": [MET, 0, Large("B", ROW_COUNT, {0: 1})],
        "showdowns.values": [SHOWDOWN, longs(0, 24, -24), 0, ints(*[0] * 10)],
        "solve.worth": [longs(1, 2, 3, 4), longs(0, 1), longs(1, 1, 2, 2), 2, longs(0, 0)],
        "solve.worth_listed": [
            *[halves(0, 1), longs(1, 1), longs(0, 0), [longs(1, 2)], 2, [longs(0, 0)]]
        ],
        "solve.worth_known": [longs(1, 2), longs(0, 1), longs(1, 1), longs(0, 0)],
        "solve.offers": [longs(0, 1), b"\0\1", bytearray(2)],
        "solve.gather": [longs(1, 2), ints(0, 1), longs(0, 0)],
        "solve.better": [longs(1, 2), 0, b"\1\1", longs(0, 0), NONE, bytearray(2)],
        "solve.take": [longs(1, 2), halves(0, 1), 0, longs(0, 0)],
        "solve.reach": [longs(1, 1), halves(0, 1), 1, ints(0, 1), longs(0, 0)],
        "solve.happen": [longs(1, 2, 3, 4), longs(0, 1), longs(1, 1), halves(0, 1), 1, 2, sums],
        "solve.happen_listed": [
            *[halves(0, 1), longs(1, 1), longs(0, 0), longs(1, 1), halves(0, 0), 0, 2, longs(0, 0)]
        ],
        "solve.ties": [b"\0\1", longs(1, 1), longs(1, 1)],
        "stages.Stages": [*stages().arguments],
        "stages.Stages.play": [
            *[stages(), ints(2, 3), ints(0, 1, 2), masks(*[1, 0] * 6), masks(*[4, 0] * 3)],
            *[masks(*[1, 0] * 3), b"\0", 2, bytearray(b"\xff\0\xff")],
        ],
        "streets.beyond_plain": [WHOLE, ROWS, 0, 10**4],
        "streets.less_suited": [WHOLE, MET, MET, 0, 10**4],
        "streets.gather": [WHOLE, masks(TURN), [ROWS], [longs(*[0] * HOLDINGS)], 1, 31],
        "streets.scatter": [WHOLE, masks(TURN), longs(1), OFTEN, MET, 0, 10, 1, 31],
        "streets.mix": [WHOLE, masks(TURN), [WORTH], longs(1), 0, 1, longs(*[0] * HOLDINGS)],
        "streets.pooled": [longs(1), WORTH, longs(*[0] * HOLDINGS)],
        "streets.mark": [masks(1, 1), b"\0\1", 0, 0, masks(0, 0)],
        "streets.total": [*STREET, OFTEN],
        "traits.larger": [ints(1, 2), ints(2, 1)],
        "traits.describe": [
            *[1, masks(3), OF_HAND, 0, 0, EIGHT, ints(*range(13)), -1, ints(*range(44)), 44, ints(*[0] * 44)]
        ],
        "traits.outs": [longs(2, 3), longs(1), ints(0, 1), 1, 2, 0, ints(0, 0)],
        "turns.push": [masks(TURN), longs(1), WORTH, BEFORE, longs(*[0] * 4 * HOLDINGS), 0],
        "turns.settle": [masks(FLOP), WORTH, 0],
        "turns.pull": [
            *[masks(TURN), BEFORE, masks(*[1] * 4 * HOLDINGS), masks(*[0] * HOLDINGS), 0]
        ],
        "turns.situations": [WHOLE, masks(FLOP), OFTEN, 1],
        "turns.flagged_situations": [
            *[WHOLE, masks(RIVER), Large("B", ROW_COUNT, {0: 1}), masks(FLOP), OFTEN, 0]
        ],
        "turns.places": [masks(0b11 << 16, FLOP), masks(FLOP), ints(0)],
        "unions.Unions": [*unions().arguments],
        "unions.Unions.__len__": [unions()],
        "unions.Unions.left": [unions()],
        "unions.Unions.settle": [unions(), masks(*[1] * 32), 2],
        "unions.Unions.play": [
            *[unions(), ints(0, 0), 0, b"\1\1", ints(-1, -1), b"\0", b"\0", b"\1", b"\2"],
            *[masks(1), masks(5), masks(1), 1],
        ],
        "joint.Unions": [masks(0, 1)],
        "joint.Ends": [*two_ends().arguments],
        "joint.Ends.grown": [two_ends(), masks(0)],
        "joint.Ends.before": [
            *[two_ends(), masks(0), Made("joint.Unions", masks(0, 1)), masks(5, 7)],
            *[1, 1, 1, ints(1), 1, 1],
        ],
        "joint.Last": [two_ends(), masks(1, 64), longs(1, 1)],
        "joint.Last.before": [
            *[Made("joint.Last", two_ends(), masks(1, 64), longs(1, 1)), masks(0, 1), 2],
            *[ints(1), 1, 3],
        ],
        "starts.RoundHands": [],
        "starts.RoundHands.__len__": [hands_of_rounds()],
        "starts.RoundHands.put": [hands_of_rounds(), masks(1), masks(1), longs(1)],
        "starts.RoundHands.multiply": [
            *[Made("starts.RoundHands"), hands_of_rounds(), hands_of_rounds(), 2, 3, 1],
        ],
        "starts.DealerDraws": [*draws_of_one().arguments],
        "starts.GroupedRounds": [*grouped().arguments],
        "starts.GroupedRounds.__len__": [grouped()],
        "starts.GroupedRounds.deal": [
            *[grouped(), hands_of_rounds(), 2, draws_of_one(), draws_of_one(), draws_of_one()],
        ],
        "starts.GroupedRounds.group": [grouped(), hands_of_rounds(), 2, 0, True],
        "starts.GroupedRounds.deal_grouped": [
            *[grouped(), Made("starts.RoundHands"), 2, draws_of_one(), 0],
        ],
        "starts.GroupedRounds.starts_by_count": [
            *[grouped(), ints(0, 1, 0), 39, 0, ints(0, 1, 2, *[0] * 23), 3],
        ],
        "starts.GroupedRounds.starts": [
            *[grouped(), ints(0, 1, 0), 39, 0, ints(0, 1, 2, *[0] * 23), 3],
        ],
        "walk.states": [EIGHT, longs(1, 2), masks(1), -1],
        "walk.census": [EIGHT, longs(2), -1, OF_HAND, longs(0, 0), 0, 1],
        "walk.relabelled": [EIGHT, masks(3)],
        "walk.menus": [EIGHT | 1 << 63, 2, OF_HAND],
    }  # fmt: skip
    return found | {f"splits.{name}": given for name, given in of_splits()}


# --- Calling wrongly -----------------------------------------------------------------------------


def named(name: str) -> Any:
    module, *names = name.split(".")
    found: Any = importlib.import_module(f"combin.kernels.{module}")
    for key in names:
        found = getattr(found, key)
    return found


def guarded(content: bytes, size: int, kind: str, at_end: bool, written: bool = True) -> Any:
    """Return an array of some content, then zeros, against a page that nobody may touch."""
    room = -(-size // PAGE) * PAGE
    pages = mmap.mmap(-1, room + 2 * PAGE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    begin = ctypes.addressof(ctypes.c_char.from_buffer(pages))
    first = PAGE + (room - size if at_end else 0)
    pages[first : first + len(content)] = content
    for page in (begin, begin + PAGE + room):
        LIBRARY.mprotect(ctypes.c_void_p(page), PAGE, 0)
    if not written:
        LIBRARY.mprotect(ctypes.c_void_p(begin + PAGE), room, mmap.PROT_READ)
    found = memoryview(pages)[first : first + size]
    cast: Any = (found if written else found.toreadonly()).cast
    return cast(kind)


@cache
def zeros(kind: str, size: int, at_end: bool, owner: str) -> Any:
    """Return an array that is too large to be made for every call."""
    return guarded(b"", size * array(kind).itemsize, kind, at_end)


def given(argument: Any, at_end: bool) -> Any:
    """Return an argument to be called with."""
    match argument:
        case Made():
            return argument.made(at_end)
        case Large(kind, size, items, owner):
            large = zeros(kind, size, at_end, owner)
            for place, item in items.items():
                large[place] = item
            return large
        case Rows(numbers):
            rows = given(numbers, at_end)
            shape = len(numbers) // 9, 9
            return rows.cast("B").cast(numbers.typecode, shape) if numbers else rows
        case Every(numbers):
            return memoryview(numbers + numbers)[::2]
        case ReadOnly(numbers):
            content = memoryview(numbers).tobytes()
            return guarded(content, len(content), kind_of(numbers), at_end, False)
        case array() | bytes() | bytearray() if argument:
            content = memoryview(argument).tobytes()
            written = not isinstance(argument, bytes)
            return guarded(content, len(content), kind_of(argument), at_end, written)
        case list():
            return [one if isinstance(one, bytes) else given(one, at_end) for one in argument]
        case _:
            return argument


def kind_of(numbers: Any) -> str:
    return numbers.typecode if isinstance(numbers, array) else "B"


def wrong(argument: Any) -> Iterator[tuple[str, Any]]:
    """Yield what is wrong about what may stand in the place of an argument, and that."""
    if not isinstance(argument, (int, bytes)):
        yield "None", None
    match argument:
        case bool():
            return
        case int():
            near = {argument - 1, argument + 1, 7 * argument + 5}
            for other in sorted({*NUMBERS, *near} - {argument}):
                yield f"number {other}", other
        case Made():
            yield "another object", object()
        case list():
            yield "fewer", argument[:-1]
            yield "more", argument + argument
            yield "others", [object() for _ in argument]
            for place, one in enumerate(argument):
                for what, other in wrong(one):
                    yield f"of {place}, {what}", [*argument[:place], other, *argument[place + 1 :]]
        case Large(kind, size):
            for other in (0, 1, size - 1, size + 1):
                yield f"size {other}", Large(kind, other, {})
            yield "kind", Large("d", 8, {})
        case Rows(numbers):
            yield "size 0", Rows(numbers[:0])
            yield "fewer", Rows(numbers[:-9])
            yield "kind", numbers
        case array() | bytes() | bytearray():
            yield from wrong_array(argument)


def wrong_array(right: Any) -> Iterator[tuple[str, Any]]:
    kind, size = kind_of(right), len(right)
    if size:
        yield "size 0", right[:0]
        yield "fewer", right[:-1]
        yield "read only", ReadOnly(right)
    if size > 1:
        yield "every second", Every(right)
    yield "more", right + (right[:1] or array(kind, [0]))
    yield "many more", right + right + (right[:1] or array(kind, [0]))
    yield "kind", array("f", [0.5] * size)
    for place in sorted({0, size // 2, size - 1} if size else set()):
        step = array(kind).itemsize
        for item in {
            (value % (1 << 8 * step)).to_bytes(step, sys.byteorder)
            for value in (*ITEMS, right[place] + 1, size)
        }:
            changed = bytearray(memoryview(right).tobytes())
            changed[place * step : (place + 1) * step] = item
            filled = array(kind, bytes(changed)) if isinstance(right, array) else changed
            yield (
                f"[{place}] = {filled[place]}",
                filled if isinstance(right, (array, bytearray)) else bytes(filled),
            )


def all_calls(modules: list[str]) -> Iterator[tuple[str, list[Any], int | None, bool]]:
    """Yield every call: what it is, the arguments, which of them is wrong, whether the arrays end at
    the guard.
    """
    for name, right in calls().items():
        if modules and name.split(".")[0] not in modules:
            continue
        for at_end in (True, False):
            yield f"{name}: right", right, None, at_end
            for place, argument in list(enumerate(right))[name.count(".") == 2 :]:
                for what, other in wrong(argument):
                    arguments = [*right[:place], other, *right[place + 1 :]]
                    yield f"{name}: {place}: {what}", arguments, place, at_end


def said(result: Any, arguments: list[Any], place: int | None) -> list[Any]:
    """Return what a call gave and wrote, but for one argument."""
    arrays = [one for at, one in enumerate(arguments) if at != place]
    flat = [part for one in arrays for part in (one if isinstance(one, list) else [one])]
    views = [one for one in flat if isinstance(one, memoryview) and one.nbytes < LARGEST]
    plain = repr(result) if isinstance(result, (int, tuple, array, bytearray, list)) else ""
    return [plain, *[view.tobytes() for view in views]]


class LateError(Exception):
    """The time of a call is over."""


def late(number: int, frame: FrameType | None) -> None:
    raise LateError


def called(name: str, arguments: list[Any], place: int | None, at_end: bool) -> list[Any] | str:
    """Return what a call gave and wrote, or how it was refused."""
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS if place is not None else 0)
        made = [given(one, at_end) for one in arguments]
        result = named(name)(*made)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        return said(result, made, place)
    except REFUSALS as error:
        return "refused: " + " ".join(str(error).split())
    except LateError:
        return "late"
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


@cache
def expected(name: str, place: int | None) -> list[Any] | str:
    """Return what the right call gives and writes, but for one argument."""
    return called(name, calls()[name], place, True)


def tell(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("modules", nargs="*", metavar="MODULE")
    parser.add_argument("--from", type=int, default=0, dest="begin", metavar="NUMBER")
    asked = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MOST, MOST))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGVTALRM, late)
    for number, (what, arguments, place, at_end) in enumerate(all_calls(asked.modules)):
        if number < asked.begin:
            continue
        tell(f"{number} {what}: ")
        name = what.split(":")[0]
        found = called(name, arguments, place, at_end)
        if isinstance(found, list):
            found = "taken, the same" if found == expected(name, place) else "taken"
        tell(found + "\n")


if __name__ == "__main__":
    main()
