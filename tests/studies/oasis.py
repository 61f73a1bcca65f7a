"""Solves Oasis Poker exactly: Caribbean Stud in which the player may exchange cards before he folds
or raises.

    python tests/studies/oasis.py                  the whole pack: ten minutes, 2 GB
    python tests/studies/oasis.py TJQKA 3          a shortened pack: ranks, and how many suits

An exchange of no card, one, two, three, four or five costs 0, 1, 2, 3, 2, 1 antes; who exchanges all
five has to raise. Up card by up card, `oasis_sums.pyx` sums what a raise is worth over all hands that
share no card. For the hand P, the up card and an exchange of k cards, the total over all deals is
one integer; antes that are lost for the exchange come off afterwards.

- No card, one, two and five: the best exchange of each hand is found, and its total is exact.
- Three and four: taking cards out of the pack takes hands of the dealer's away, and with 3 added to
  each net none counts less than 0. So the total without the discards is at least the total with
  them, and a hand is settled where even that is too little. The study counts those that are not.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from importlib.util import module_from_spec, spec_from_file_location
from itertools import permutations
from math import comb, lcm
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import eval7
import numpy as np

from oracles.common import ACE, RANKS, ROYAL, STRAIGHT_FLUSH, SUITS, five, number, sets, subsets

HERE = Path(__file__).parent
PAYS = np.array([1, 1, 2, 3, 4, 5, 7, 20, 50, 100])  # of the raise, by family
FEES = (0, 1, 2, 3, 2, 1)  # in antes, by how many cards are exchanged
FOLD = 2  # what a fold counts for each deal: -1, and 3 on top
SOLVED = (0, 1, 2, 5)  # exchanges whose totals are exact; of the others they are bounds
ACTIONS = ("fold", "raise", "one", "two", "five")


@cache
def sums() -> Any:
    """Return the kernel, compiled where its source is newer."""
    source, folder = HERE / "oasis_sums.pyx", HERE.parents[1] / "build"
    folder.mkdir(exist_ok=True)
    code = folder / "oasis_sums.c"
    library = folder / f"oasis_sums{sysconfig.get_config_var('EXT_SUFFIX')}"
    if not library.is_file() or library.stat().st_mtime < source.stat().st_mtime:
        translate = [sys.executable, "-m", "cython", "-3", "-X", "wraparound=False"]
        subprocess.run(
            [*translate, "-X", "cdivision=True", "-X", "boundscheck=False", source, "-o", code],
            check=True,
        )
        include = f"-I{sysconfig.get_path('include')}"
        options = ["-O3", "-march=native", "-fno-tree-slp-vectorize", "-shared", "-fPIC", include]
        subprocess.run(["cc", *options, code, "-o", library], check=True)
    spec = spec_from_file_location("oasis_sums", library)
    assert spec and spec.loader
    found = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


# --- The pack ----------------------------------------------------------------------------------


class Pack:
    """A pack of some ranks and suits; its cards have the numbers of `oracles.common`, ascending.

    strength: of every five of its cards, from 0 up, by their place.
    win: what a raise that wins counts, 3 on top, by strength.
    qualifies: the strength from which the dealer qualifies.
    """

    def __init__(self, ranks: str = RANKS, suits: int = 4) -> None:
        self.ranks, self.suits = ranks, suits
        self.cards = np.array(
            [RANKS.index(rank) * 4 + suit for rank in sorted(ranks, key=RANKS.index) for suit in range(suits)],
            dtype=np.uint8,
        )  # fmt: skip
        values = self._values()
        levels, strength = np.unique(values, return_inverse=True)
        self.strength = strength.astype(np.uint16)
        family = levels >> 24
        family[(family == STRAIGHT_FLUSH) & (levels >> 16 & 15 == ACE)] = ROYAL
        self.win = (4 + 2 * PAYS[family]).astype(np.uint8)
        self.qualifies = int(np.searchsorted(levels, value("Ac Kd 4c 3d 2c")))

    def _values(self) -> np.ndarray:
        if len(self.cards) == 52:
            return five()
        hands = self.cards[sets(len(self.cards), 5)].tolist()
        return np.array([value(*(name(card) for card in hand)) for hand in hands])


def value(*cards: str) -> int:
    return eval7.evaluate([eval7.Card(card) for card in " ".join(cards).split()])


def name(card: int) -> str:
    return RANKS[card // 4] + SUITS[card % 4]


# --- Up to the suits ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Kinds:
    """Sets of so many cards up to a relabelling of the suits.

    first: the places of those that stand for their kind.
    row: the kind of each set. swap: by which relabelling it becomes the one that stands for it.
    weight: how many sets each kind has.
    """

    first: np.ndarray
    row: np.ndarray
    swap: np.ndarray
    weight: np.ndarray

    @property
    def listed(self) -> np.ndarray:
        """The row of each set that stands for its kind, -1 for the others."""
        rows = np.full(len(self.row), -1, dtype=np.int32)
        rows[self.first] = np.arange(len(self.first))
        return rows


def places(cards: np.ndarray) -> np.ndarray:
    """Return the places of sets, their cards in any order."""
    ordered = np.sort(cards, axis=1)
    return number([ordered[:, i] for i in range(ordered.shape[1])])


class UpCard:
    """All deals with one up card, a card of the first suit.

    own, dealer: the player's hands, and the four other cards of the dealer's; the other cards are
        numbered from 0 up.
    """

    def __init__(self, pack: Pack, rank: str) -> None:
        self.pack, self.rank = pack, rank
        self.cards = len(pack.cards) - 1
        whole = np.arange(self.cards + 1, dtype=np.uint8)
        up = int(np.flatnonzero(pack.cards == RANKS.index(rank) * 4)[0])
        self._left = np.delete(whole, up)
        self.own, self.dealer = sets(self.cards, 5), sets(self.cards, 4)
        self.strength = pack.strength[places(self._left[self.own])]
        four = self._left[self.dealer]
        self.dealer_strength = pack.strength[
            places(np.column_stack((four, np.full(len(four), up, np.uint8))))
        ]

    @cached_property
    def swaps(self) -> list[np.ndarray]:
        """Every relabelling of the suits but the first: the number that each card gets."""
        found = []
        suits = self.pack.suits
        for order in permutations(range(1, suits)):
            to = np.array([0, *order])
            moved = self._left // suits * suits + to[self._left % suits]
            found.append(np.searchsorted(self._left, moved).astype(np.uint8))
        return found

    @cache  # noqa: B019
    def kinds(self, size: int) -> Kinds:
        listed = sets(self.cards, size)
        relabelled = np.array([places(swap[listed]) for swap in self.swaps])
        least = relabelled.min(axis=0)
        first, row, weight = np.unique(least, return_inverse=True, return_counts=True)
        return Kinds(first, row, relabelled.argmin(axis=0), weight)

    def spread(self, rows: np.ndarray, size: int, beside: int) -> np.ndarray:
        """Return what stands for each kind of `size` cards for every set of them; in a row stand
        sets of `beside` cards.
        """
        kinds = self.kinds(size)
        found = np.empty((len(kinds.row), rows.shape[1]), dtype=rows.dtype)
        for turn, swap in enumerate(self.swaps):
            those = np.flatnonzero(kinds.swap == turn)
            moved = places(swap[sets(self.cards, beside)])
            found[those] = rows[kinds.row[those]][:, moved]
        return found

    def fewer(self, values: np.ndarray, size: int, met: int) -> np.ndarray:
        """Return for sets of one card less the sum over those of `size` cards that contain them,
        each of which is met `met` times.
        """
        total = np.zeros((comb(self.cards, size - 1), values.shape[1]), dtype=np.int64)
        smaller = np.concatenate(subsets(self.cards, size)) if size > 1 else np.zeros(len(values))
        order = np.argsort(smaller, kind="stable")
        larger = (order % len(values)).reshape(len(total), -1)
        for row in range(len(total)):
            total[row] = values[larger[row]].sum(axis=0, dtype=np.int64)
        assert not (total % met).any()
        return total // met


# --- All exchanges with one up card ------------------------------------------------------------


@dataclass(frozen=True)
class Exchanges:
    """What the player's hands come to with one up card, one of each kind; 3 is added to every net.

    hands: the hands. weight: how many each stands for.
    totals: by how many cards are exchanged, the best total over all deals; of none, that of raising.
        Of three and of four no total is higher.
    """

    hands: np.ndarray
    weight: np.ndarray
    totals: dict[int, np.ndarray]


def deals(cards: int, exchanged: int) -> int:
    """Return how many deals there are after an exchange; cards: without the up card."""
    return comb(cards - 5, exchanged) * comb(cards - 5 - exchanged, 4)


def exchanges(up: UpCard) -> Exchanges:
    """Return what every exchange comes to with one up card."""
    cards, pack, kernel = up.cards, up.pack, sums()
    kinds = up.kinds(5)
    hands = up.own[kinds.first]
    triples, quads = up.kinds(3), up.kinds(4)
    order = np.argsort(up.strength, kind="stable").astype(np.int32)
    dealer_order = np.argsort(up.dealer_strength, kind="stable").astype(np.int32)
    asked = (cards, up.own, up.strength, order, up.dealer, up.dealer_strength, dealer_order,
             pack.qualifies, pack.win, triples.listed, quads.listed)  # fmt: skip
    raised = np.zeros(len(up.own), dtype=np.int32)
    one, with_one, one_four = (np.zeros((len(quads.first), cards), np.uint32) for _ in range(3))
    pairs = comb(cards, 2)
    two, with_two, shares, two_three = (
        np.zeros((len(triples.first), pairs), np.uint32) for _ in range(4)
    )
    fold = np.array([FOLD * comb(cards - 5 - k, 4) for k in range(5)], dtype=np.int32)
    kernel.for_player(*asked, fold, raised, one, with_one, two, with_two, shares)
    kernel.for_dealer(*asked, two_three, one_four)
    holds = contained(up, raised, 0)
    # Sums stand in 32 bits: a share is at most what the hand comes to, and twice the sum over the
    # dealer's hands with two cards, which none of the two cards alone falls short of.
    more = 2 * int(pack.win.max()) * comb(cards - 7, 2) * comb(cards - 3, 2)
    assert contained(up, raised, int(fold[0]))[3].max() + more < 2**32
    one, four_one, one_four = (up.spread(found, 4, 1) for found in (one, with_one, one_four))
    two, three_two, two_three = (up.spread(found, 3, 2) for found in (two, with_two, two_three))
    ones = descending(up, four_one, 4, 1)
    twos = descending(up, three_two, 3, 2)
    threes = descending(up, np.ascontiguousarray(two_three.T), 2, 3)
    verify_both_sides(up, twos, threes, two_three)
    none_four = one_four.sum(axis=1, dtype=np.int64) // 5
    best = [np.zeros(len(hands), dtype=np.int64) for _ in range(3)]
    kernel.exchanges(
        hands, one, two, raised, holds, four_one, ones, three_two, twos, two_three,
        tuple(np.ascontiguousarray(found.T) for found in threes), one_four, none_four, *best,
    )  # fmt: skip
    totals = dict(zip((1, 2, 5), best))
    totals[0] = raised[kinds.first].astype(np.int64)
    totals[3] = bound_of_three(up, raised, hands)
    totals[4] = bound_of_four(up, shares, hands)
    verify_all_five(up, kinds, totals[5], holds[0][0])
    return Exchanges(hands, kinds.weight, totals)


def contained(up: UpCard, raised: np.ndarray, least: int) -> tuple[np.ndarray, ...]:
    """Return for all sets of 0, 1 .. 4 cards the sum of the totals of the hands that contain them,
    each at least `least`.
    """
    found = tuple(np.zeros(comb(up.cards, size), dtype=np.int64) for size in range(5))
    sums().over_hands(up.own, raised, least, *found)
    return found


def descending(up: UpCard, found: np.ndarray, size: int, beside: int) -> tuple[np.ndarray, ...]:
    """Return the sums for 0, 1 .. size - 1 cards of the player's from those for `size`."""
    smaller: list[np.ndarray] = []
    for cards in range(size, 0, -1):
        found = up.fewer(found, cards, 6 - cards)
        smaller.append(found)
    return tuple(reversed(smaller))


def verify_both_sides(
    up: UpCard, twos: tuple[np.ndarray, ...], threes: tuple[np.ndarray, ...], found: np.ndarray
) -> None:
    """Hold the sums found over the player's hands against those found over the dealer's."""
    assert (up.fewer(found, 3, 2) == twos[2].T).all()
    for mine, his in zip(twos, threes):
        assert (up.fewer(np.ascontiguousarray(his.T), 3, 2) == mine.T).all()


def bound_of_three(up: UpCard, raised: np.ndarray, hands: np.ndarray) -> np.ndarray:
    """Return for each hand what no exchange of three cards surpasses: the dealer may also hold what
    was thrown.
    """
    fold = FOLD * comb(up.cards - 8, 4)
    best = np.zeros(len(hands), dtype=np.int64)
    sums().drawn(hands, 3, raised, fold, contained(up, raised, fold), best)
    return best


def bound_of_four(up: UpCard, shares: np.ndarray, hands: np.ndarray) -> np.ndarray:
    """Return for each hand what no exchange of four cards surpasses: of the dealer's hands with cards
    that were thrown, those with one or two are left out.
    """
    three = up.spread(shares, 3, 2)
    _, one, two = descending(up, three, 3, 2)
    six = np.zeros(len(hands), dtype=np.int64)
    sums().four_drawn(hands, one, two, three, six)
    return six // 6


def verify_all_five(up: UpCard, kinds: Kinds, five: np.ndarray, raised: int) -> None:
    """Hold the exchanges of all five against a sum: every two hands F and G are met with all hands P
    of what is left.
    """
    total = sum(int(worth) * int(weight) for worth, weight in zip(five, kinds.weight))
    assert total == raised * comb(up.cards - 9, 5)


# --- The game ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Found:
    """What is best with one up card, or with all of them.

    net: in antes, added over all deals. deals: how many there are.
    sets: how many hands with an up card there are. best: how many of them each action is best for,
        of equals the first. tied: for how many of them two actions are best.
    open: how many of them might gain by three or four cards, for all that the bounds say.
    """

    net: int
    deals: int
    sets: int
    best: tuple[int, ...]
    tied: int
    open: int

    @property
    def value(self) -> Fraction:
        return Fraction(self.net, self.deals)

    def __add__(self, other: Found) -> Found:
        best = tuple(map(int.__add__, self.best, other.best))
        return Found(
            self.net + other.net,
            self.deals + other.deals,
            self.sets + other.sets,
            best,
            self.tied + other.tied,
            self.open + other.open,
        )


def nets(cards: int, found: Exchanges, exchanged: int) -> np.ndarray:
    """Return what an exchange nets, its cost taken off, in the deals that all exchanges share."""
    ways = comb(cards - 9, exchanged)
    scale = scale_of(cards)
    return found.totals[exchanged] * (scale // ways) - (3 + FEES[exchanged]) * one_set(cards)


def scale_of(cards: int) -> int:
    return lcm(*(comb(cards - 9, exchanged) for exchanged in range(6)))


def one_set(cards: int) -> int:
    """Return how many deals every hand with an up card has, whatever is exchanged."""
    return deals(cards, 0) * scale_of(cards)


def best_of(cards: int, suits: int, found: Exchanges, allowed: tuple[int, ...]) -> Found:
    """Return what is best with one up card, where the player may exchange so many cards."""
    fold = np.full(len(found.hands), -one_set(cards), dtype=np.int64)
    worth = np.array([fold, *(nets(cards, found, k) for k in SOLVED if k in allowed)])
    most = worth.max(axis=0)
    weight = found.weight * suits
    tied = (worth == most).sum(axis=0) > 1
    taken = np.bincount(worth.argmax(axis=0), weight, len(ACTIONS)).astype(int).tolist()
    bounds = [nets(cards, found, k) > most for k in (3, 4) if k in allowed]
    unsettled = np.any(bounds, axis=0) if bounds else np.zeros(len(most), dtype=bool)
    net = sum(int(one) * int(many) for one, many in zip(most, weight))
    sets = int(weight.sum())
    return Found(
        net,
        sets * one_set(cards),
        sets,
        tuple(taken),
        int(weight[tied].sum()),
        int(weight[unsettled].sum()),
    )


def solve(
    ranks: str = RANKS, suits: int = 4, threads: int = 2
) -> Iterator[tuple[str, Found, Found]]:
    """Yield up rank by up rank what is best where one card may be exchanged, and where any may."""
    pack = Pack(ranks, suits)
    assert sums(), "it is compiled before the threads start"

    def one_up(rank: str) -> tuple[str, Found, Found]:
        up = UpCard(pack, rank)
        found = exchanges(up)
        one, any_number = (
            best_of(up.cards, suits, found, allowed) for allowed in ((0, 1), tuple(range(6)))
        )
        return rank, one, any_number

    with ThreadPoolExecutor(threads) as workers:
        yield from workers.map(one_up, sorted(ranks, key=RANKS.index))


def line(what: str, found: Found) -> str:
    taken = "".join(f"{100 * count / found.sets:9.4f}" for count in found.best)
    return f"{what:12}{float(found.value):+10.6f}{taken}{found.tied:8,}{found.open:6,}"


def main(ranks: str = RANKS, suits: str = "4") -> None:
    heads = "".join(f"{action:>9}" for action in ACTIONS)
    print(f"{'':12}{'value':>10}{heads}{'tied':>8}{'open':>6}   (actions in % of hands)")
    totals: dict[str, Found] = {}
    for rank, *found in solve(ranks, int(suits)):
        for reading, one in zip(("one card", "any"), found):
            print(line(f"{rank}  {reading}", one), flush=True)
            totals[reading] = totals[reading] + one if reading in totals else one
    for reading, one in totals.items():
        print(line(reading, one))
        print(f"{reading}: {one.value} of one ante, of {one.deals:,} deals")


if __name__ == "__main__":
    main(*sys.argv[1:])
