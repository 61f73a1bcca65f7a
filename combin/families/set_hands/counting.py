"""Counts seven-card hands, set high and low, against all hands of a dealer with a house way.

Hands stand in classes: those that can make no flush by their ranks, the others by the ranks of the
suit in which they can and by all their ranks. What the classes come to is counted by
`combin.kernels.splits`, which says how.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
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
from combin.rules.ways import FRONTS, MOST_GROUPS, MOST_SINGLES, Way

SIZE = 7  # cards in a hand
FLUSH = 5  # cards of one suit, the joker among them
SETTINGS = 21  # of a hand, the fouls too
COLUMNS = 9  # the order of the high hands x that of the low ones
JOKER_IN_COUNTS = 1 << 4 * len(RANKS)
OFF = 1  # in a word of the dealer's, to be taken off


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
            chosen = combinations_with_replacement(cards_of(pack.ranks), SIZE - joker - cards)
            others = [
                sum(1 << 4 * rank for rank in ranks)
                for ranks in chosen
                if all(ranks.count(rank) < pack.suits for rank in ranks)
            ]
            for suited in combinations(cards_of(pack.ranks), cards):
                held = joker * JOKER_IN_COUNTS + sum(1 << 4 * rank for rank in suited)
                found.counts.extend(held + count for count in others)
                found.suited.extend([mask_of(suited)] * len(others))
    return found


# --- Ways ----------------------------------------------------------------------------------------


def way_program(way: Way) -> array[int]:
    """Return a house way as the kernels read it; `_ext/ways.pxd` has the layout."""
    words = array("q")
    for row in way.rows:
        words.extend([*row.groups, *[0] * MOST_GROUPS][:MOST_GROUPS])
        ranks = (*row.ranks, *[""] * MOST_GROUPS)[:MOST_GROUPS]
        words.extend(_bits(text) or LANE for text in ranks)
        words.extend(map(_bits, (*row.singles, *[""] * MOST_SINGLES)[:MOST_SINGLES]))
        words.append(sum(1 << FRONTS.index(front) for front in row.front))
    return words


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


Parted: TypeAlias = "Sequence[tuple[int, int] | None]"  # high and low hands, None: not counted


class Dealer:
    """The hands of a dealer whose way to part them is fixed."""

    def __init__(self, pack: Pack, way: Way, counts: Callable[[int, int], bool]) -> None:
        """counts: whether hands with such a high and low hand count."""
        self.pack = pack
        self._parted: tuple[list[tuple[int, int] | None], ...] = ()
        for parted in _parted_by(pack, way):
            # The high and low hands that count, None in place of the others.
            known = {one: one if counts(*one) else None for one in set(parted)}
            self._parted += ([known[one] for one in parted],)

    def beside(self, other: Dealer) -> Dealer:
        """Return the hands that do not count, or not as the same, where they are another dealer's
        of the same cards.
        """
        left = object.__new__(Dealer)  # without what was found for all of its hands
        left.pack = self.pack
        left._parted = tuple(
            [one if one != its else None for one, its in zip(mine, theirs)]
            for mine, theirs in zip(self._parted, other._parted)
        )
        return left

    @property
    def size(self) -> int:
        """How many classes are gone through to count the hands."""
        return sum(len(parted) - parted.count(None) for parted in self._parted)

    @cached_property
    def ranked(self) -> list[Ranked]:
        """The hands by ranks that are possible against hands without the joker, and with it."""
        ranked = _classes_of(self.pack).ranked
        return [_ranked(ranked, self._parted[0], joker) for joker in (False, True)]

    @cached_property
    def suited(self) -> array[int]:
        """Those that can make a flush in one suit, each as what it comes to, and again, to be taken
        off, as if it made none: in words, as `combin.kernels.splits.by_suit` reads them.
        """
        words, (_, suited, plain) = _classes_of(self.pack).words, self._parted
        return array(
            "Q",
            sorted(
                word | one[0] << 32 | one[1] << 24 | off
                for off, parted in ((0, suited), (OFF, plain))
                for word, one in zip(words, parted)
                if one
            ),
        )


class DealersClasses(NamedTuple):
    """The classes of all hands of a pack: by ranks, by suit, and these in words that leave room for
    what they come to.
    """

    ranked: HandClasses
    suited: HandClasses
    words: array[int]


@lru_cache(maxsize=2)
def _classes_of(pack: Pack) -> DealersClasses:
    suited = by_suit(pack)
    known = {suit: sum(1 << 4 * rank for rank in cards_of(suit)) for suit in set(suited.suited)}
    others: dict[int, int] = {}
    words = array("Q")
    for counts, suit in zip(suited.counts, suited.suited):
        left = (counts & JOKER_IN_COUNTS - 1) - known[suit]
        if left not in others:
            # There are two at most; of each one more than its rank.
            pairs = ((rank, left >> 4 * rank & 15) for rank in range(len(RANKS)))
            beside = [rank for rank, many in pairs for _ in range(many)]
            first, second = [*beside, -1, -1][:2]
            others[left] = first + 1 << 20 | second + 1 << 16
        joker = counts >> 4 * len(RANKS)
        words.append(others[left] | (suit | joker << len(RANKS)) << 1)
    return DealersClasses(by_ranks(pack), suited, words)


@lru_cache(maxsize=2)
def _parted_by(pack: Pack, way: Way) -> Sequence[list[tuple[int, int]]]:
    """Return the high and low hands of all hands by a way: of those by ranks, of those by suit, and
    of these as if they made no flush.
    """
    classes = _classes_of(pack)
    ranked, suited = ([*zip(*set_by(way, pack, some))] for some in (classes.ranked, classes.suited))
    plain = dict(zip(classes.ranked.counts, ranked))
    return ranked, suited, [plain[held] for held in classes.suited.counts]


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


class Added:
    """Hands of dealers' that are added to counts, or taken off.

    dealers: each with 1, or -1 to take his off.
    """

    def __init__(self, *dealers: tuple[Dealer, int]) -> None:
        self.dealers = dealers

    @cached_property
    def suited(self) -> array[int]:
        """The words of all that can make a flush in one suit."""
        [(first, sign), *others] = self.dealers
        if sign > 0 and not others:
            return first.suited
        words = [word ^ (sign < 0) for dealer, sign in self.dealers for word in dealer.suited]
        return array("Q", sorted(words))

    @cached_property
    def levels(self) -> array[int]:
        """The high hands of these, ascending."""
        return array("I", sorted({word >> 32 for word in self.suited}))


# --- The player's hands --------------------------------------------------------------------------


class SetHands:
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
            counts, suited = self.classes.counts, self.classes.suited
            asked = counts, suited, self.pack.wheel_lowest
            self.first = zeros("q", len(counts) + 1)
            kernel.candidates(*asked, self.first, array("I"), array("B"))
            self.high, self.low = zeros("I", self.first[-1]), zeros("B", self.first[-1])
            kernel.candidates(*asked, self.first, self.high, self.low)
        classes = self.classes
        self.slot_first = zeros("q", len(classes) + 1)
        slots = classes.counts, classes.suited, self.pack.suits, self.slot_first
        kernel.slots(*slots, array("H"))
        self.slot_suit = zeros("H", self.slot_first[-1])
        kernel.slots(*slots, self.slot_suit)
        self._place_rows()

    @cached_property
    def sets(self) -> list[int]:
        """What hands hold of a suit, the joker above the ranks, ascending."""
        begin, _ = self.suits
        return [at for at, (one, other) in enumerate(pairwise(begin)) if one < other]

    def compared_by(self, first: array[int], high: array[int], low: array[int]) -> SetHands:
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
    def suits(self) -> tuple[array[int], array[int]]:
        """Where the slots with each set of ranks and the joker begin, and the last ones end, and
        all slots in that order.
        """
        begin, slots = zeros("q", SETS_OF_SUIT + 1), zeros("I", len(self.slot_class))
        asked = self.classes.counts, self.slot_class, self.slot_suit
        kernel.slots_by_suit(*asked, begin, slots)
        return begin, slots

    @property
    def listed(self) -> int:
        """How many bytes the hands take; nothing that is listed later is much beside these."""
        return 3 * NUMBER * (len(self.classes) + len(self.slot_class) + self.first[-1])

    @property
    def size(self) -> int:
        """How many bytes the hands take with what their settings come to."""
        rows = NUMBER * self.first[-1] + HALF * self.slot_row[-1]
        return self.listed + COLUMNS * rows


class OneHand(SetHands):
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
        own = cards_of(self.cards)
        self.fronts = [mask_of(own[place] for place in cards_of(front[at])) for at in order]
        self.slot_first = array("q", [0, pack.suits])
        held = sorted(held, reverse=True)[: pack.suits]  # those that the deck lacks are empty
        self.slot_suit = array("H", held)
        self._place_rows()

    def compared(self, counts: SettingCounts) -> list[list[int]]:
        """Return the nine numbers of each setting."""
        step = COLUMNS * self.first[-1]
        begins = range(0, len(counts.slot_rows), step)
        of_suits = (counts.slot_rows[at : at + step] for at in begins)
        numbers = [sum(parts) for parts in zip(counts.rows, *of_suits)]
        return [numbers[at : at + COLUMNS] for at in range(0, step, COLUMNS)]


@lru_cache(maxsize=2)
def every_hand(pack: Pack, way: Way | None = None) -> SetHands:
    """Return all hands, set as the player likes or by a way; those asked last are at hand."""
    # By their ranks, those without the joker first.
    found = (by_ranks(pack), by_suit(pack))
    order = sorted(pair for some in found for pair in zip(some.counts, some.suited))
    counts, suited = array("Q", (one for one, _ in order)), array("H", (one for _, one in order))
    return SetHands(pack, HandClasses(counts, suited), way)


# --- The count -----------------------------------------------------------------------------------

RANKS_AT_ONCE = 256  # different counts of ranks, a piece of work
SUITS_AT_ONCE = 256  # sets that hands hold of a suit
SETS_OF_SUIT = 1 << len(RANKS) + 1  # of its ranks and the joker
EVERY = array("i")  # in place of one setting a class


class SettingWork:
    """Hands of the player's that are compared with all of the dealer's, setting by setting.

    pieces: of the work; each is to be counted once, in any order.
    """

    def __init__(self, dealer: Dealer, hands: SetHands) -> None:
        self.hands = hands
        self._add(Added((dealer, 1)))
        counts = hands.classes.counts
        begins = [at for at in range(len(counts)) if not at or counts[at] != counts[at - 1]]
        self._begins = [*begins, len(counts)]
        ranks = [("ranks", at, at + RANKS_AT_ONCE) for at in range(0, len(begins), RANKS_AT_ONCE)]
        suits = [("suits", some[0], some[-1] + 1) for some in reversed(self.sets_at_once())]
        # Those of suits take longer, the first most: spread backwards, so that the work has a pace.
        spread = [
            (at * len(ranks) * len(suits) // len(some), piece)
            for some in (ranks, suits)
            for at, piece in enumerate(some)
        ]
        self.pieces = [piece for _, piece in sorted(spread)]

    def sets_at_once(self) -> list[list[int]]:
        """Return the sets that hands hold of a suit, some at a time."""
        sets = self.hands.sets
        return [sets[at : at + SUITS_AT_ONCE] for at in range(0, len(sets), SUITS_AT_ONCE)]

    def _add(self, added: Added) -> None:
        self._added, self._places = added, array("H")

    def prepare(self) -> None:
        """Find what all pieces ask, before there are threads that would each find it."""
        for dealer, _ in self._added.dealers:
            assert dealer.ranked
        if not self._places:
            self._places = zeros("H", len(self.hands.high))
            kernel.places(self._added.levels, self.hands.high, self._places)

    def count(self, piece: tuple[str, int, int]) -> None:
        """Count a piece of the work."""
        kind, start, end = piece
        if kind == "suits":
            self.count_suits(start, end)
        else:
            self.count_ranks(self._begins[start : end + 1])

    def count_ranks(self, starts: Sequence[int]) -> None:
        """Count some ranks; starts: of their classes, and where the last ones end."""
        raise NotImplementedError

    def count_suits(self, start: int, end: int) -> None:
        """Count some sets of ranks that hands hold of a suit."""
        raise NotImplementedError

    def add_ranks(self, starts: Sequence[int], rows: memoryview) -> None:
        """Add the nine numbers of the settings of some ranks, as if nobody made a flush."""
        counts, first = self.hands.classes.counts, self.hands.first
        middle = sum(not counts[at] & JOKER_IN_COUNTS for at in starts[:-1])
        between = COLUMNS * (first[starts[middle]] - first[starts[0]])
        for dealer, sign in self._added.dealers:
            self._add_ranks(dealer.ranked[False], sign, starts[: middle + 1], rows[:between])
            self._add_ranks(dealer.ranked[True], sign, starts[middle:], rows[between:])

    def _add_ranks(
        self, dealer: Ranked, sign: int, starts: Sequence[int], rows: memoryview
    ) -> None:
        hands = self.hands
        begin, *_, end = (hands.first[at] for at in (*starts, starts[-1]))
        first = array("q", (hands.first[at] - begin for at in starts))
        counts = array("Q", (hands.classes.counts[at] for at in starts[:-1]))
        if end > begin and dealer.high:
            kernel.by_ranks(
                hands.pack.suits, dealer.high, dealer.low, dealer.digits, counts, first,
                hands.high[begin:end], hands.low[begin:end], sign, table(rows),
            )  # fmt: skip

    def add_suits(
        self, start: int, end: int, slot_row: array[int], rows: array[int], base: int = 0
    ) -> None:
        """Add what flushes add to the nine numbers of some slots.

        slot_row: where the rows of each slot begin.
        base: the number of the first row that is given.
        """
        hands, words = self.hands, self._added.suited
        if rows and words:
            self.prepare()
            kernel.by_suit(
                hands.pack.suits, words, hands.classes.counts, hands.first, self._places,
                hands.low, hands.slot_class, slot_row, *hands.suits, start, end, base,
                table(memoryview(rows)),
            )  # fmt: skip


class SettingCounts(SettingWork):
    """How the hands of the player's compare with all of the dealer's, setting by setting.

    rows: nine numbers a setting, every hand of the dealer's taken as if it made no flush.
    slot_rows: nine numbers a slot and setting, what flushes in that suit add.
    """

    def __init__(self, dealer: Dealer, hands: SetHands) -> None:
        super().__init__(dealer, hands)
        self.rows = zeros("q", COLUMNS * hands.first[-1])
        self.slot_rows = zeros("i", COLUMNS * hands.slot_row[-1])

    def turn(self, before: Dealer, dealer: Dealer) -> bool:
        """Turn counts against one dealer into those against another: all pieces are to be counted
        then. Return whether they are by what differs, and not anew.
        """
        steps = (before.beside(dealer), -1), (dealer.beside(before), 1)
        anew = sum(step.size for step, _ in steps) >= dealer.size
        if anew:
            for rows in (self.rows, self.slot_rows):
                memoryview(rows)[:] = zeros(rows.typecode, len(rows))
        self._add(Added((dealer, 1)) if anew else Added(*steps))
        return not anew

    def count_ranks(self, starts: Sequence[int]) -> None:
        begin, end = (COLUMNS * self.hands.first[starts[at]] for at in (0, -1))
        self.add_ranks(starts, memoryview(self.rows)[begin:end])

    def count_suits(self, start: int, end: int) -> None:
        self.add_suits(start, end, self.hands.slot_row, self.slot_rows)

    def taken(self, pays: array[int]) -> tuple[array[int], array[int]]:
        """Return the nine numbers of all hands, each set as is worth most, and how many hands, up
        to a relabelling of the suits and in all, have another setting that is worth as much.

        pays: what each of the nine is worth.
        """
        total, ties, hands = zeros("q", COLUMNS), zeros("q", 2), self.hands
        kernel.taken(
            hands.classes.counts, hands.classes.suited, hands.pack.suits, hands.first,
            table(memoryview(self.rows)), hands.slot_first, hands.slot_row,
            table(memoryview(self.slot_rows)), pays, total, ties,
        )  # fmt: skip
        return total, ties

    def every(self, only: array[int] = EVERY) -> array[int]:
        """Return the nine numbers of all hands together, of all their settings or of one.

        only: the number of the setting in each class, -1 for none.
        """
        total, hands = zeros("q", COLUMNS), self.hands
        kernel.every(
            hands.classes.counts, hands.classes.suited, hands.pack.suits, hands.first,
            table(memoryview(self.rows)), hands.slot_first, hands.slot_row,
            table(memoryview(self.slot_rows)), only, total,
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
            table(memoryview(self.rows)), hands.slot_first[ends], hands.slot_row,
            table(memoryview(self.slot_rows)), pays, rest,
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


def table(rows: memoryview) -> memoryview:
    """Return numbers as rows of nine."""
    shape = len(rows) // COLUMNS, COLUMNS
    table: memoryview = rows.cast("B").cast(rows.format, shape)  # type: ignore[call-overload]
    return table
