"""Solves Oasis Poker exactly: Caribbean Stud in which the player may exchange cards before he folds
or raises.

    python tests/studies/oasis.py                                the whole pack: some minutes, 2 GB
    python tests/studies/oasis.py pack 9TJQKA 3                  a shortened pack: ranks, and how many suits
    python tests/studies/oasis.py hand "As Kd 9h 7c 4s / 2d"     every exchange of one hand; half a minute

An exchange of no card, one, two, three, four or five costs 0, 1, 2, 3, 2, 1 antes; who exchanges all
five has to raise. Up card by up card, `oasis_sums.pyx` sums what a raise is worth over all hands that
share no card. For the hand P, the up card and an exchange of k cards, the total over all deals is
one integer; antes that are lost for the exchange come off afterwards.

- No card, one, two and five: the best exchange of each hand is found, and its total is exact.
- Three: with 3 added to each net none counts less than 0, so the total is not above that in which the
  dealer may also hold the discards.
- Four: of the dealer's hands with discards, those with one or two are taken out, and no more than
  belong there (Bonferroni).

A hand is settled where the bounds of three and of four are not above what is best; the study counts
those that are not.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from importlib.util import module_from_spec, spec_from_file_location
from itertools import combinations, permutations
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
LEAST = 15  # cards of a round: two hands, and five in exchange
FOLD = 2  # what a fold counts for each deal: -1, and 3 on top
# Exchanges whose totals are exact, and those that are bounded.
SOLVED = {"raise": 0, "one": 1, "two": 2, "five": 5}
BOUNDED = (3, 4)
ACTIONS = ("fold", *SOLVED)
READINGS = {"none": (0,), "one card": (0, 1), "any": (0, 1, 2, 3, 4, 5)}  # cards to be exchanged


@cache
def sums() -> Any:
    """Return the kernel, compiled where its source is newer."""
    source, folder = HERE / "oasis_sums.pyx", HERE.parents[1] / "build"
    folder.mkdir(exist_ok=True)
    library = folder / f"oasis_sums{sysconfig.get_config_var('EXT_SUFFIX')}"
    if not library.is_file() or library.stat().st_mtime < source.stat().st_mtime:
        with tempfile.TemporaryDirectory(dir=folder) as place:
            # Others may compile it at the same time: it is moved when it is whole.
            compiled(source, Path(place)).replace(library)
    spec = spec_from_file_location("oasis_sums", library)
    assert spec and spec.loader
    found = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def compiled(source: Path, place: Path) -> Path:
    """Return the kernel, compiled in a folder."""
    code, library = place / "oasis_sums.c", place / "oasis_sums.so"
    directives = ("wraparound=False", "boundscheck=False", "cdivision=True")
    options = [option for directive in directives for option in ("-X", directive)]
    subprocess.run([sys.executable, "-m", "cython", "-3", *options, source, "-o", code], check=True)
    include = f"-I{sysconfig.get_path('include')}"
    flags = ["-O3", "-march=native", "-fno-tree-slp-vectorize", "-shared", "-fPIC", include]
    subprocess.run(["cc", *flags, code, "-o", library], check=True)
    return library


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

    left: the place in the pack of every other card; these are numbered from 0 up.
    own, dealer: the player's hands, and the four cards of the dealer's beside the up card.
    """

    def __init__(self, pack: Pack, rank: str) -> None:
        self.pack, self.rank = pack, rank
        self.cards = len(pack.cards) - 1
        whole = np.arange(self.cards + 1, dtype=np.uint8)
        up = int(np.flatnonzero(pack.cards == RANKS.index(rank) * 4)[0])
        self.left = np.delete(whole, up)
        self.own, self.dealer = sets(self.cards, 5), sets(self.cards, 4)
        self.strength = pack.strength[places(self.left[self.own])]
        four = self.left[self.dealer]
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
            moved = self.left // suits * suits + to[self.left % suits]
            found.append(np.searchsorted(self.left, moved).astype(np.uint8))
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


@dataclass(frozen=True)
class Sums:
    """What the kernel found with one up card, for all sets of cards; 3 is added to every net.

    raised: by hand, the total of a raise.
    one, two: by cards kept and cards thrown, the total after an exchange of one card and of two.
    five: what the kernel asks for where all five are exchanged.
    shares: by three cards kept and two thrown, what bounds an exchange of four.
    """

    up: UpCard
    raised: np.ndarray
    one: np.ndarray
    two: np.ndarray
    five: tuple[Any, ...]
    shares: tuple[np.ndarray, ...]

    def best(self, hands: np.ndarray) -> dict[int, np.ndarray]:
        """Return by how many cards are exchanged what the best exchange of each hand totals; of three
        and of four a bound.
        """
        one, two, three, four, five = np.zeros((5, len(hands)), dtype=np.int64)
        kernel, fold = sums(), folds(self.up.cards)
        kernel.exchanges(hands, self.one, self.two, self.raised, *self.five, one, two, five)
        # The dealer may also hold what was thrown.
        least = int(fold[3])
        holding = contained(self.up, self.raised, least)
        kernel.drawn(hands, 3, self.raised, least, holding, three)
        kernel.four_drawn(hands, *self.shares, four)
        raised = self.raised[places(hands)].astype(np.int64)
        return dict(enumerate((raised, one, two, three, four // 6, five)))


def folds(cards: int) -> np.ndarray:
    """Return what folding counts, by how many cards were exchanged."""
    return np.array([FOLD * comb(cards - 5 - k, 4) for k in range(5)], dtype=np.int32)


def sums_of(up: UpCard) -> Sums:
    """Return what the kernel finds with one up card."""
    raised, fours, threes = np.zeros(len(up.own), dtype=np.int32), rows(up, 4), rows(up, 3)
    one, with_one, one_four = fours[:3]
    two, with_two, shares, two_three = threes
    asked, fold = arguments(up), folds(up.cards)
    sums().for_player(*asked, fold, raised, one, with_one, two, with_two, shares)
    sums().for_dealer(*asked, two_three, one_four)
    verify_room(up, raised)
    one, with_one, one_four = (up.spread(found, 4, 1) for found in (one, with_one, one_four))
    two, with_two, shares, two_three = (up.spread(found, 3, 2) for found in threes)
    five = all_five(up, raised, with_one, with_two, two_three, one_four)
    _, for_one, for_two = descending(up, shares, 3, 2)
    return Sums(up, raised, one, two, five, (for_one, for_two, shares))


def rows(up: UpCard, size: int) -> np.ndarray:
    """Return room for four sums for each kind of so many cards: a row of the sets of the others that
    make up five.
    """
    return np.zeros((4, len(up.kinds(size).first), comb(up.cards, 5 - size)), np.uint32)


def arguments(up: UpCard) -> tuple[Any, ...]:
    """Return the hands and pays as the kernel takes them."""
    order = np.argsort(up.strength, kind="stable").astype(np.int32)
    dealer_order = np.argsort(up.dealer_strength, kind="stable").astype(np.int32)
    listed = up.kinds(3).listed, up.kinds(4).listed
    dealer = up.dealer, up.dealer_strength, dealer_order
    return up.cards, up.own, up.strength, order, *dealer, up.pack.qualifies, up.pack.win, *listed


def verify_room(up: UpCard, raised: np.ndarray) -> None:
    """Hold the largest sum against 32 bits, in which sums stand.

    A share is at most what the hand comes to, and twice the sum over the dealer's hands with two
    cards, which those with one of the two do not fall short of.
    """
    cards = up.cards
    most = contained(up, raised, int(folds(cards)[0]))[3].max()
    more = 2 * int(up.pack.win.max()) * comb(cards - 7, 2) * comb(cards - 3, 2)
    assert most + more < 2**32


def all_five(
    up: UpCard,
    raised: np.ndarray,
    with_one: np.ndarray,
    with_two: np.ndarray,
    two_three: np.ndarray,
    one_four: np.ndarray,
) -> tuple[Any, ...]:
    """Return the sums by cards of the player's and of the dealer's, as the kernel asks for them."""
    ones = descending(up, with_one, 4, 1)
    twos = descending(up, with_two, 3, 2)
    threes = descending(up, np.ascontiguousarray(two_three.T), 2, 3)
    verify_both_sides(up, twos, threes, two_three)
    by_dealer = tuple(np.ascontiguousarray(found.T) for found in threes)
    none_four = one_four.sum(axis=1, dtype=np.int64) // 5
    return (
        contained(up, raised, 0), with_one, ones, with_two, twos, two_three, by_dealer, one_four, none_four,
    )  # fmt: skip


def exchanges(up: UpCard) -> Exchanges:
    """Return what every exchange comes to with one up card."""
    kinds, found = up.kinds(5), sums_of(up)
    hands = up.own[kinds.first]
    totals = found.best(hands)
    verify_all_five(up, kinds, totals[5], found.five[0][0][0])
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


NOTHING = Found(0, 0, 0, (0,) * len(ACTIONS), 0, 0)


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
    worth = {"fold": np.full(len(found.hands), -one_set(cards), dtype=np.int64)}
    for action, exchanged in SOLVED.items():
        if exchanged in allowed:
            worth[action] = nets(cards, found, exchanged)
    most = np.max(list(worth.values()), axis=0)
    best = np.array([one == most for one in worth.values()])
    unsettled = may_be_better(cards, found, allowed, most)
    weight, first = found.weight * suits, best.argmax(axis=0)
    taken = {action: int(weight[first == place].sum()) for place, action in enumerate(worth)}
    hands = int(weight.sum())
    return Found(
        net=sum(int(one) * int(many) for one, many in zip(most, weight)),
        deals=hands * one_set(cards),
        sets=hands,
        best=tuple(taken.get(action, 0) for action in ACTIONS),
        tied=int(weight[best.sum(axis=0) > 1].sum()),
        open=int(weight[unsettled].sum()),
    )


def may_be_better(
    cards: int, found: Exchanges, allowed: tuple[int, ...], most: np.ndarray
) -> np.ndarray:
    """Return for which hands a bound is above what is best."""
    bounds = [nets(cards, found, exchanged) > most for exchanged in BOUNDED if exchanged in allowed]
    return np.any([np.zeros(len(most), dtype=bool), *bounds], axis=0)


def solve(
    ranks: str = RANKS, suits: int = 4, threads: int = 2
) -> Iterator[tuple[str, list[Found]]]:
    """Yield up rank by up rank what is best by each reading."""
    pack = Pack(ranks, suits)
    assert sums(), "it is compiled before the threads start"

    def one_up(rank: str) -> tuple[str, list[Found]]:
        up = UpCard(pack, rank)
        found = exchanges(up)
        return rank, [best_of(up.cards, suits, found, allowed) for allowed in READINGS.values()]

    with ThreadPoolExecutor(threads) as workers:
        yield from workers.map(one_up, sorted(ranks, key=RANKS.index))


def line(what: str, found: Found) -> str:
    taken = "".join(f"{100 * count / found.sets:9.4f}" for count in found.best)
    return f"{what:12}{float(found.value):+10.6f}{taken}{found.tied:8,}{found.open:8,}"


def print_pack(ranks: str = RANKS, suits: int = 4) -> None:
    """Print what is best, up rank by up rank and on the whole."""
    heads = "".join(f"{action:>9}" for action in ACTIONS)
    print(f"{'':12}{'value':>10}{heads}{'tied':>8}{'open':>8}   (actions in % of hands)")
    totals = dict.fromkeys(READINGS, NOTHING)
    for rank, found in solve(ranks, suits):
        for reading, one in zip(READINGS, found):
            print(line(f"{rank}  {reading}", one), flush=True)
            totals[reading] += one
    for reading, one in totals.items():
        print(line(reading, one))
        print(f"{reading}: {one.value} of one ante, of {one.deals:,} deals")


def advised(own: list[int], up: int) -> dict[str, tuple[Fraction, bool]]:
    """Return what every action is worth with a hand and an up card, numbered as in the whole pack:
    action -> net in antes, and whether it is exact or a bound.
    """
    card = UpCard(Pack(), RANKS[up // 4])
    found, places_left = sums_of(card), {int(one): place for place, one in enumerate(card.left)}
    # The suits are renamed so that the up card is of the first one.
    named = {places_left[one // 4 * 4 + (one - up) % 4]: name(one) for one in own}
    best = found.best(np.array([sorted(named)], dtype=np.uint8))
    worth = {"fold": (Fraction(-1), True), "raise": (mean(best[0][0], 0), True)}
    for count, table in ((1, found.one), (2, found.two)):
        for thrown in combinations(named, count):
            total = table[place_of({*named} - {*thrown}), place_of(thrown)]
            worth[exchange(named[one] for one in thrown)] = mean(total, count), True
    for count, action in ((3, "three"), (4, "four"), (5, "all five")):
        worth[f"exchange {action}"] = mean(best[count][0], count), count not in BOUNDED
    return worth


def exchange(cards: Iterable[str]) -> str:
    """Return what an exchange of some cards is called, the highest first: ``exchange Kd 4c``."""
    ordered = sorted(cards, key=lambda card: (-RANKS.index(card[0]), SUITS.index(card[1])))
    return " ".join(("exchange", *ordered))


def mean(total: int, exchanged: int) -> Fraction:
    """Return what an exchange in the whole pack nets in antes, from its total over all deals."""
    return Fraction(int(total), deals(51, exchanged)) - 3 - FEES[exchanged]


def place_of(cards: Iterable[int]) -> int:
    return int(places(np.array([[*cards]], dtype=np.uint8))[0])


def cards_in(text: str) -> list[int]:
    """Return the numbers of cards: ``As Kd``; raises ValueError where a word is no card."""
    return [RANKS.index(rank) * 4 + SUITS.index(suit) for rank, suit in text.split()]


def print_hand(text: str) -> None:
    """Print what every action is worth with a hand and an up card: ``As Kd 9h 7c 4s / 2d``."""
    own, _, up = text.partition("/")
    actions = advised(cards_in(own), *cards_in(up))
    for action, (worth, exact) in sorted(actions.items(), key=lambda one: -one[1][0]):
        bound = "" if exact else "at most"
        print(f"{action:20}{bound:8}{float(worth):+10.6f}   {worth if exact else ''}")


def hand_and_up_card(text: str) -> str:
    """Return what stands on the command line for a hand and an up card, if it is that."""
    own, _, up = text.partition("/")
    words = [*own.split(), *up.split()]
    known = all(len(card) == 2 and card[0] in RANKS and card[1] in SUITS for card in words)
    if not known or len(own.split()) != 5 or len(words) != 6 or len({*words}) < 6:
        raise argparse.ArgumentTypeError(f"five cards, / and the up card, each once, not {text!r}")
    return text


def ranks_of_a_pack(text: str) -> str:
    if len({*text}) < len(text) or not {*text} <= {*RANKS}:
        raise argparse.ArgumentTypeError(f"ranks of {RANKS}, each once, not {text!r}")
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description="Solves Oasis Poker exactly.")
    kinds = parser.add_subparsers(dest="what")
    pack = kinds.add_parser("pack", help="what is best in a pack")
    pack.add_argument("ranks", nargs="?", default=RANKS, type=ranks_of_a_pack)
    pack.add_argument("suits", nargs="?", default=4, type=int, choices=(3, 4))
    hand = kinds.add_parser("hand", help="what every exchange of a hand is worth")
    hand.add_argument("cards", type=hand_and_up_card, help='as "As Kd 9h 7c 4s / 2d"')
    asked = parser.parse_args()
    if asked.what == "hand":
        print_hand(asked.cards)
        return
    ranks, suits = (asked.ranks, asked.suits) if asked.what else (RANKS, 4)
    if len(ranks) * suits < LEAST:
        parser.error(f"a round of Oasis Poker takes {LEAST} cards, and the pack has fewer")
    print_pack(ranks, suits)


if __name__ == "__main__":
    main()
