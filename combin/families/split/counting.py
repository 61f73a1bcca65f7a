"""Hands of seven cards that are parted into a high and a low hand, against all hands of a dealer
whose way to part them is fixed.

Hands stand in classes: those that can make no flush by their ranks, the others by the ranks of the
suit in which they can and by all their ranks. What the classes come to is counted by
`combin.kernels.splits`, which says how.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import cached_property, lru_cache
from itertools import accumulate, combinations, combinations_with_replacement, pairwise
from math import comb
from typing import NamedTuple, TypeAlias

from combin.cards import JOKER, LANE, RANKS, Deck, cards_of, lanes_of, mask_of
from combin.counting.memory import HALF, NUMBER
from combin.counting.tally import zeros
from combin.errors import CombinError
from combin.kernels import splits as kernel
from combin.records import dataclass
from combin.rules.ways import FRONTS, MOST_GROUPS, MOST_SINGLES, Way, WayRow

SIZE = 7  # cards in a hand
FLUSH = 5  # cards of one suit, the joker among them
SETTINGS = 21  # of a hand, the fouls too
COLUMNS = 9  # the order of the high hands x that of the low ones
JOKER_IN_COUNTS = 1 << 4 * len(RANKS)


@dataclass(frozen=True)
class Pack:
    """The cards, as the kernels need them.

    ranks: as bits.
    suits: how many there are.
    joker: whether there is one.
    wheel_lowest: whether A-2-3-4-5 is the lowest straight, and not the second.
    """

    ranks: int
    suits: int
    joker: bool
    wheel_lowest: bool = False

    @classmethod
    def of(cls, deck: Deck, wheel_lowest: bool = False) -> Pack:
        """Return the cards of a deck of one whole or shortened pack."""
        ranks = sum(1 << RANKS.index(rank) for rank in deck.ranks)
        return cls(ranks, len(deck.suits), bool(deck.jokers), wheel_lowest)

    @property
    def cards(self) -> int:
        return self.ranks.bit_count() * self.suits + self.joker

    @property
    def against(self) -> int:
        """How many hands a dealer can have against one of the player's."""
        return comb(self.cards - SIZE, SIZE)


@dataclass(frozen=True)
class HandClasses:
    """Classes of hands.

    counts: of each how many cards of each rank, four bits a rank, and the joker above them.
    suited: of each the ranks of the suit in which it can make a flush, 0 for none.
    """

    counts: array[int]
    suited: array[int]

    def __len__(self) -> int:
        return len(self.counts)

    @cached_property
    def hands(self) -> array[int]:
        """A hand of each class, in four suits, whatever the pack."""
        found = zeros("Q", len(self))
        kernel.examples(self.counts, self.suited, found)
        return found

    def ordered(self) -> HandClasses:
        """Return the classes by their ranks, those without the joker first."""
        order = sorted(zip(self.counts, self.suited))
        return HandClasses(
            array("Q", (counts for counts, _ in order)), array("H", (suit for _, suit in order))
        )


def by_ranks(pack: Pack) -> HandClasses:
    """Return the classes of hands by their ranks alone, as if none of them made a flush."""
    counts = array("Q")
    for joker in range(pack.joker + 1):
        arguments = pack.ranks, pack.suits, SIZE - joker
        found = zeros("Q", kernel.of_ranks(*arguments, array("Q")))
        if found:
            kernel.of_ranks(*arguments, found)
        counts.extend(count + joker * JOKER_IN_COUNTS for count in found)
    return HandClasses(counts, zeros("H", len(counts)))


def by_suit(pack: Pack) -> HandClasses:
    """Return the classes of hands that can make a flush."""
    found = HandClasses(array("Q"), array("H"))
    for joker in range(pack.joker + 1):
        for cards in range(5 - joker, SIZE + 1 - joker):
            others = _others(pack, SIZE - joker - cards)
            for suited in combinations(cards_of(pack.ranks), cards):
                held = joker * JOKER_IN_COUNTS + sum(1 << 4 * rank for rank in suited)
                found.counts.extend(held + count for count in others)
                found.suited.extend([mask_of(suited)] * len(others))
    return found


def _others(pack: Pack, cards: int) -> list[int]:
    """Return the counts of cards of the other suits."""
    chosen = combinations_with_replacement(cards_of(pack.ranks), cards)
    return [
        sum(1 << 4 * rank for rank in ranks)
        for ranks in chosen
        if all(ranks.count(rank) < pack.suits for rank in ranks)
    ]


# --- Ways ----------------------------------------------------------------------------------------


def way_program(way: Way) -> array[int]:
    """Return a house way as the kernels read it; `_ext/ways.pxd` has the layout."""
    return array("q", (word for row in way.rows for word in _row_words(row)))


def _row_words(row: WayRow) -> list[int]:
    groups = [*row.groups, *[0] * MOST_GROUPS][:MOST_GROUPS]
    ranks = [_bits(text) or LANE for text in (*row.ranks, *[""] * MOST_GROUPS)][:MOST_GROUPS]
    singles = [_bits(text) for text in (*row.singles, *[""] * MOST_SINGLES)][:MOST_SINGLES]
    return [*groups, *ranks, *singles, sum(1 << FRONTS.index(front) for front in row.front)]


def _bits(ranks: str) -> int:
    return mask_of(map(RANKS.index, ranks))


def fronts_by(way: Way, hands: array[int], wheel_lowest: bool) -> tuple[bytearray, bytearray]:
    """Return for each hand the places of the two of its cards that a way puts in front, as bits,
    and the number of the row that says so.

    Raises CombinError, with an example, for a way that leaves a hand unset or sets its low hand
    above its high hand.
    """
    front, rule = bytearray(len(hands)), bytearray(len(hands))
    fault = kernel.by_way(hands, way_program(way), wheel_lowest, front, rule)
    if fault >= 0:
        raise CombinError(
            f"way {way.name!r} leaves a hand unset or sets its low hand above its high hand: "
            f"{_in_words(hands[fault])}"
        )
    return front, rule


def _in_words(hand: int) -> str:
    """Return the ranks of a hand, and those of a suit in which it can make a flush."""
    lanes, joker = lanes_of(hand), hand >> JOKER & 1
    ranks = sorted((rank for lane in lanes for rank in cards_of(lane)), reverse=True)
    text = " ".join(RANKS[rank] for rank in ranks) + (" and the joker" if joker else "")
    for lane in lanes:
        if lane.bit_count() + joker >= FLUSH:
            suited = " ".join(RANKS[rank] for rank in reversed(cards_of(lane)))
            text += f", {suited} of one suit"
    return text


def parted(
    hands: array[int], front: bytearray, wheel_lowest: bool
) -> tuple[array[int], array[int]]:
    """Return the high and the low hands that hands make with two of their cards in front.

    Raises ValueError for a low hand above its high hand.
    """
    high, low = zeros("I", len(hands)), zeros("B", len(hands))
    if kernel.of_fronts(hands, front, wheel_lowest, high, low) >= 0:
        raise ValueError("a low hand above its high hand")
    return high, low


def set_by(way: Way, pack: Pack, classes: HandClasses) -> tuple[array[int], array[int]]:
    """Return the high and the low hand that a way makes of the hands of each class; raises
    CombinError as `fronts_by` does.
    """
    front, _ = fronts_by(way, classes.hands, pack.wheel_lowest)
    return parted(classes.hands, front, pack.wheel_lowest)


@dataclass(frozen=True)
class Ranked:
    """A dealer's hands by their ranks, the lowest high hand first."""

    high: array[int]
    low: array[int]
    digits: array[int]


@dataclass(frozen=True)
class Suited:
    """A dealer's hands that can make a flush in one suit, each with the sign 1, and with the sign
    -1 as if it made none; the lowest high hand first.

    level: the place of the high hand among those that occur.
    ranks: of the suit.
    other: the ranks of cards of other suits, two a class, -1 for none.
    """

    level: array[int]
    low: array[int]
    ranks: array[int]
    joker: array[int]
    sign: array[int]
    other: array[int]


Parted: TypeAlias = "Sequence[tuple[int, int] | None]"  # high and low hands, None: not counted


class Dealer:
    """The hands of a dealer whose way to part them is fixed.

    levels: the high hands that those have that can make a flush, ascending.
    """

    def __init__(self, pack: Pack, way: Way, counts: Callable[[int, int], bool]) -> None:
        """counts: whether hands with such a high and low hand count."""
        self.pack = pack
        self._classes, every = _parted_by(pack, way)
        self._parted: tuple[Parted, ...] = tuple(
            [one if counts(*one) else None for one in parted] for parted in every
        )

    def beside(self, other: Dealer) -> Dealer:
        """Return the hands that do not count, or not as the same, where they are another dealer's
        of the same cards.
        """
        left = object.__new__(Dealer)  # without what was found for all of its hands
        left.pack, left._classes = self.pack, self._classes
        left._parted = tuple(
            [one if one != its else None for one, its in zip(mine, theirs)]
            for mine, theirs in zip(self._parted, other._parted)
        )
        return left

    @property
    def size(self) -> int:
        """How many classes are gone through to count the hands."""
        return sum(len(parted) - parted.count(None) for parted in self._parted)

    def ranked(self, joker: bool) -> Ranked:
        """Return the hands by ranks that are possible against hands with the joker, or without."""
        return self._ranked[joker]

    @cached_property
    def _ranked(self) -> list[Ranked]:
        return [_ranked(self._classes[0], self._parted[0], joker) for joker in (False, True)]

    @cached_property
    def _entries(self) -> list[tuple[int, int, int, int]]:
        """Those that can make a flush in one suit: high and low hand, sign, and class."""
        _, suited, plain = self._parted
        return sorted(
            (*one, sign, at)
            for sign, parted in ((1, suited), (-1, plain))
            for at, one in enumerate(parted)
            if one
        )

    @cached_property
    def levels(self) -> array[int]:
        return array("I", sorted({entry[0] for entry in self._entries}))

    @cached_property
    def suited(self) -> Suited:
        return _suited(self._classes[1], self._entries, self.levels)


@lru_cache(maxsize=2)
def _parted_by(
    pack: Pack, way: Way
) -> tuple[tuple[HandClasses, HandClasses], Sequence[list[tuple[int, int]]]]:
    """Return the classes of all hands, by ranks and by suit, and their high and low hands by a way:
    of those by ranks, of those by suit, and of these as if they made no flush.
    """
    classes = by_ranks(pack), by_suit(pack)
    ranked, suited = ([*zip(*set_by(way, pack, some))] for some in classes)
    plain = dict(zip(classes[0].counts, ranked))
    return classes, (ranked, suited, [plain[held] for held in classes[1].counts])


def _ranked(classes: HandClasses, values: Parted, joker: bool) -> Ranked:
    """Return the classes that count, against hands with the joker or without it; values: their high
    and low hands.
    """
    gone = JOKER_IN_COUNTS if joker else 0
    left = sorted(
        (*value, held) for value, held in zip(values, classes.counts) if value and not held & gone
    )
    digits = zeros("H", 3 * len(left))
    kernel.digits(array("Q", (held for _, _, held in left)), digits)
    return Ranked(
        array("I", (high for high, _, _ in left)), array("B", (low for _, low, _ in left)), digits
    )


def _suited(
    classes: HandClasses, entries: Sequence[tuple[int, int, int, int]], levels: Sequence[int]
) -> Suited:
    """Return entries (high hand, low hand, sign, class) as the kernels read them."""
    place = {level: number for number, level in enumerate(levels)}
    jokers = [held >> 4 * len(RANKS) for held in classes.counts]
    others = [_other_ranks(*one) for one in zip(classes.counts, classes.suited)]
    return Suited(
        array("H", (place[high] for high, _, _, _ in entries)),
        array("B", (low for _, low, _, _ in entries)),
        array("H", (classes.suited[at] for *_, at in entries)),
        array("B", (jokers[at] for *_, at in entries)),
        array("b", (sign for _, _, sign, _ in entries)),
        array("b", (rank for *_, at in entries for rank in others[at])),
    )


def _other_ranks(counts: int, suited: int) -> tuple[int, int]:
    """Return the ranks of the cards outside a suit, -1 for none; there are two at most."""
    left = counts & JOKER_IN_COUNTS - 1
    for rank in cards_of(suited):
        left -= 1 << 4 * rank
    first, second = [*_ranks_in(left), -1, -1][:2]
    return first, second


def _ranks_in(counts: int) -> Iterator[int]:
    for rank in range(len(RANKS)):
        for _ in range(counts >> 4 * rank & 15):
            yield rank


# --- The player's hands --------------------------------------------------------------------------


class SplitHands:
    """Hands of the player's and the settings among which he chooses, or the one of his way.

    classes: by their ranks.
    first: where the settings of each class begin, one more than classes.
    slot_first: where the slots of each class begin, one more than classes; a slot is what a hand
        may hold of one suit.
    slot_row: where the rows of each slot begin, one for each setting of its class.
    """

    def __init__(self, pack: Pack, classes: HandClasses, way: Way | None = None) -> None:
        self.pack, self.classes = pack, classes
        if way:
            self.high, self.low = set_by(way, pack, classes)
            self.first = array("q", range(len(classes) + 1))
        else:
            self._find_candidates()
        self._find_slots()

    def _find_slots(self) -> None:
        classes = self.classes
        self.slot_first = zeros("q", len(classes) + 1)
        asked = classes.counts, classes.suited, self.pack.suits, self.slot_first
        kernel.slots(*asked, array("H"))
        self.slot_suit = zeros("H", self.slot_first[-1])
        kernel.slots(*asked, self.slot_suit)
        self._place_rows()

    def _find_candidates(self) -> None:
        counts, suited = self.classes.counts, self.classes.suited
        asked = counts, suited, self.pack.wheel_lowest
        self.first = zeros("q", len(counts) + 1)
        kernel.candidates(*asked, self.first, array("I"), array("B"))
        self.high, self.low = zeros("I", self.first[-1]), zeros("B", self.first[-1])
        kernel.candidates(*asked, self.first, self.high, self.low)

    def compared_by(self, first: array[int], high: array[int], low: array[int]) -> SplitHands:
        """Return these hands with other high and low hands to be compared, settings or not.

        first: where those of each class begin, one more than classes.
        """
        other = copy(self)
        other.first, other.high, other.low = first, high, low
        other._place_rows()
        return other

    def _place_rows(self) -> None:
        self.slot_class, sizes = array("I"), array("q", [0])
        for at in range(len(self.classes)):
            slots = self.slot_first[at + 1] - self.slot_first[at]
            self.slot_class.extend([at] * slots)
            sizes.extend([self.first[at + 1] - self.first[at]] * slots)
        self.slot_row = array("q", accumulate(sizes))

    @cached_property
    def suits(self) -> list[tuple[int, bool, array[int]]]:
        """What hands may hold of a suit, whether they have the joker, and the slots of both; where
        many have the same, some of these at a time.
        """
        found: dict[tuple[int, bool], array[int]] = {}
        counts = self.classes.counts
        for slot, (at, suit) in enumerate(zip(self.slot_class, self.slot_suit)):
            key = suit, bool(counts[at] & JOKER_IN_COUNTS)
            found.setdefault(key, array("I")).append(slot)
        return [
            (*key, slots[begin : begin + SLOTS_AT_ONCE])
            for key, slots in found.items()
            for begin in range(0, len(slots), SLOTS_AT_ONCE)
        ]

    @property
    def size(self) -> int:
        """How many bytes the hands take, and what their settings come to with all of the dealer's;
        nothing that is listed later is much beside these.
        """
        slots, settings = len(self.slot_class), self.first[-1]
        rows = COLUMNS * (NUMBER * settings + HALF * self.slot_row[-1])
        return 3 * NUMBER * (len(self.classes) + slots + settings) + rows


class OneHand(SplitHands):
    """One hand of the player's, with all its settings that are no fouls, or that of a way; its
    suits as they are.

    fronts: the cards in front of each setting, the highest low hand first.
    """

    def __init__(self, pack: Pack, cards: int, way: Way | None = None) -> None:
        self.pack, self.cards = pack, cards
        held = lanes_of(cards)
        joker = cards >> JOKER & 1
        counts = joker * JOKER_IN_COUNTS + sum(
            1 << 4 * rank for suit in held for rank in cards_of(suit)
        )
        suited = [suit for suit in held if suit.bit_count() + joker >= 5]
        self.classes = HandClasses(array("Q", [counts]), array("H", suited or [0]))
        self._find_settings(way)
        self.slot_first = array("q", [0, pack.suits])
        held = sorted(held, reverse=True)[: pack.suits]  # those that the deck lacks are empty
        self.slot_suit = array("H", held)
        self._place_rows()

    def _find_settings(self, way: Way | None) -> None:
        lowest = self.pack.wheel_lowest
        high, low, front = zeros("I", SETTINGS), zeros("B", SETTINGS), bytearray(SETTINGS)
        if way:
            hand, found = array("Q", [self.cards]), 1
            front, _ = fronts_by(way, hand, lowest)
            high, low = parted(hand, front, lowest)
        else:
            found = kernel.settings(self.cards, lowest, high, low, front)
        order = sorted(range(found), key=lambda at: (-low[at], -high[at]))
        self.high = array("I", (high[at] for at in order))
        self.low = array("B", (low[at] for at in order))
        self.first = array("q", [0, found])
        held = cards_of(self.cards)
        self.fronts = [mask_of(held[place] for place in cards_of(front[at])) for at in order]

    @cached_property
    def suits(self) -> list[tuple[int, bool, array[int]]]:
        joker = bool(self.classes.counts[0] & JOKER_IN_COUNTS)
        return [(suit, joker, array("I", [slot])) for slot, suit in enumerate(self.slot_suit)]

    def compared(self, counts: SplitCounts) -> list[list[int]]:
        """Return the nine numbers of each setting."""
        step = COLUMNS * self.first[-1]
        begins = range(0, len(counts.slot_rows), step)
        of_suits = (counts.slot_rows[at : at + step] for at in begins)
        numbers = [sum(parts) for parts in zip(counts.rows, *of_suits)]
        return [numbers[at : at + COLUMNS] for at in range(0, step, COLUMNS)]


@lru_cache(maxsize=2)
def every_hand(pack: Pack, way: Way | None = None) -> SplitHands:
    """Return all hands, set as the player likes or by a way; those asked last are at hand."""
    ranked, suited = by_ranks(pack), by_suit(pack)
    counts, suits = ranked.counts + suited.counts, ranked.suited + suited.suited
    return SplitHands(pack, HandClasses(counts, suits).ordered(), way)


# --- The count -----------------------------------------------------------------------------------

RANKS_AT_ONCE = 256  # different counts of ranks, a piece of work
SUITS_AT_ONCE = 64  # sets that hands hold of a suit
EVERY = array("i")  # in place of one setting a class
SLOTS_AT_ONCE = 8192  # with one such set: the kernel takes 368 bytes for each of their settings


class SplitCounts:
    """How the hands of the player's compare with all of the dealer's, setting by setting.

    rows: nine numbers a setting, every hand of the dealer's taken as if it made no flush.
    slot_rows: nine numbers a slot and setting, what flushes in that suit add.
    pieces: of the work; each is to be counted once, in any order.
    """

    def __init__(self, dealer: Dealer, hands: SplitHands) -> None:
        self.hands, self._added = hands, (dealer, 1)
        self.rows = zeros("q", COLUMNS * hands.first[-1])
        self.slot_rows = zeros("i", COLUMNS * hands.slot_row[-1])
        counts = hands.classes.counts
        begins = [at for at in range(len(counts)) if not at or counts[at] != counts[at - 1]]
        self._begins = [*begins, len(counts)]
        self.pieces = [
            *(("ranks", at) for at in range(0, len(begins), RANKS_AT_ONCE)),
            *(("suits", at) for at in range(0, len(hands.suits), SUITS_AT_ONCE)),
        ]

    def turns(self, before: Dealer, dealer: Dealer) -> Iterator[None]:
        """Turn counts against one dealer into those against another: all pieces are to be counted
        after each step.
        """
        steps = [(before.beside(dealer), -1), (dealer.beside(before), 1)]
        if sum(step.size for step, _ in steps) >= dealer.size:
            for rows in (self.rows, self.slot_rows):
                memoryview(rows)[:] = zeros(rows.typecode, len(rows))
            steps = [(dealer, 1)]
        for self._added in steps:
            yield

    def prepare(self) -> None:
        """Find what all pieces ask, before there are threads that would each find it."""
        dealer, _ = self._added
        for asked in (self.hands.suits, dealer.ranked(False), dealer.suited):
            assert asked

    def count(self, piece: tuple[str, int]) -> None:
        """Count a piece of the work."""
        kind, begin = piece
        if kind == "suits":
            for suit, joker, slots in self.hands.suits[begin : begin + SUITS_AT_ONCE]:
                self._count_suit(suit, joker, slots)
            return
        starts = self._begins[begin : begin + RANKS_AT_ONCE + 1]
        counts = self.hands.classes.counts
        middle = sum(not counts[at] & JOKER_IN_COUNTS for at in starts[:-1])
        self._count_ranks(starts[: middle + 1], False)
        self._count_ranks(starts[middle:], True)

    def _count_ranks(self, starts: Sequence[int], joker: bool) -> None:
        """Count some ranks; starts: of their classes, and where the last ones end."""
        hands, (whose, sign) = self.hands, self._added
        dealer = whose.ranked(joker)
        begin, *_, end = (hands.first[at] for at in (*starts, starts[-1]))
        first = array("q", (hands.first[at] - begin for at in starts))
        counts = array("Q", (hands.classes.counts[at] for at in starts[:-1]))
        rows = memoryview(self.rows)[COLUMNS * begin : COLUMNS * end]
        if end > begin:
            kernel.by_ranks(
                hands.pack.suits, dealer.high, dealer.low, dealer.digits, counts, first,
                hands.high[begin:end], hands.low[begin:end], sign, _table(rows),
            )  # fmt: skip

    def _count_suit(self, suit: int, joker: bool, slots: array[int]) -> None:
        hands, (whose, sign) = self.hands, self._added
        dealer = whose.suited
        if self.slot_rows:
            kernel.by_suit(
                hands.pack.suits, whose.levels, dealer.level, dealer.low, dealer.ranks,
                dealer.joker, dealer.sign, dealer.other, hands.classes.counts, hands.first,
                hands.high, hands.low, hands.slot_class, hands.slot_row, suit, joker, slots, sign,
                _table(memoryview(self.slot_rows)),
            )  # fmt: skip

    def taken(self, pays: array[int]) -> tuple[array[int], array[int]]:
        """Return the nine numbers of all hands, each set as is worth most, and how many hands, up
        to a relabelling of the suits and in all, have another setting that is worth as much.

        pays: what each of the nine is worth.
        """
        total, ties, hands = zeros("q", COLUMNS), zeros("q", 2), self.hands
        kernel.taken(
            hands.classes.counts, hands.classes.suited, hands.pack.suits, hands.first,
            _table(memoryview(self.rows)), hands.slot_first, hands.slot_row,
            _table(memoryview(self.slot_rows)), pays, total, ties,
        )  # fmt: skip
        return total, ties

    def every(self, only: array[int] = EVERY) -> array[int]:
        """Return the nine numbers of all hands together, of all their settings or of one.

        only: the number of the setting in each class, -1 for none.
        """
        total, hands = zeros("q", COLUMNS), self.hands
        kernel.every(
            hands.classes.counts, hands.classes.suited, hands.pack.suits, hands.first,
            _table(memoryview(self.rows)), hands.slot_first, hands.slot_row,
            _table(memoryview(self.slot_rows)), only, total,
        )  # fmt: skip
        return total

    def listed(self, here: slice, lanes: bytes, pays: array[int], rest: int) -> HandsListed:
        """Return the hands of some classes, up to a relabelling of the suits, and what each of
        their settings is worth.

        lanes: the place of each suit among those of a set of cards.
        pays: what each of the nine numbers is worth; rest: added to all settings.
        """
        hands, ends = self.hands, slice(here.start, here.stop + 1)
        first = hands.first[ends]
        asked = (
            hands.classes.counts[here], hands.classes.suited[here], lanes, first,
            _table(memoryview(self.rows)), hands.slot_first[ends], hands.slot_row,
            _table(memoryview(self.slot_rows)), pays, rest,
        )  # fmt: skip
        none = array("q"), array("i"), array("Q"), bytearray(), array("q")
        size = kernel.listed(*asked, *none)
        width = max(end - begin for begin, end in pairwise(first))
        times, of, cards = zeros("q", size), zeros("i", size), zeros("Q", size)
        best, value = bytearray(size), zeros("q", size * width)
        if size:
            kernel.listed(*asked, times, of, cards, best, value)
        every = memoryview(value)
        values = [every[at * size : (at + 1) * size] for at in range(width)]
        return HandsListed(times, of, cards, best, values)


class HandsListed(NamedTuple):
    """Hands up to a relabelling of the suits.

    times: how many one stands for.
    of: its class, by its place among those asked for.
    cards: its cards.
    best: the first of its settings that are worth most, by its number in the class.
    values: what each setting is worth.
    """

    times: array[int]
    of: array[int]
    cards: array[int]
    best: bytearray
    values: Sequence[memoryview]


def _table(rows: memoryview) -> memoryview:
    """Return numbers as rows of nine."""
    shape = len(rows) // COLUMNS, COLUMNS
    table: memoryview = rows.cast("B").cast(rows.format, shape)  # type: ignore[call-overload]
    return table
