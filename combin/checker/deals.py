"""Tests the cards of a log: how often each lies in each zone, what is left from the deal before,
which deals come again.

Everything is counted over the zones that every row has: what is dealt only to those who did not
fold is no random sample.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb

from combin.cards import JOKER, RANKS, SUITS, card_text, rank_of, suit_of
from combin.checker import chances
from combin.checker.cards import Cards
from combin.checker.fits import LEAST, SMALL, GivenCounts, Test, bonferroni, sum_of_squares
from combin.errors import refuse
from combin.logs.schema import SEAT
from combin.records import dataclass

SEATED = 10  # a part of the rows; by chance fewer share a zone of two cards or more


@dataclass(frozen=True)
class Stray:
    """How often one card, one rank or one suit was dealt to a zone.

    what: the card, rank or suit.
    where: the zone, or all of them.
    observed: how often it was dealt.
    expected: how often the law says.
    chance: of a count as far from it, two-sided.
    """

    what: str
    where: str
    observed: int
    expected: Fraction
    chance: Fraction


@dataclass(frozen=True)
class Dealt:
    """What there is to say of the cards.

    tests: all that were made.
    tables: how often each card lies in a zone, for each zone with enough rounds.
    strays: every card, rank and suit in every zone.
    """

    tests: list[Test] = field(default_factory=list)
    tables: list[GivenCounts] = field(default_factory=list)
    strays: tuple[Stray, ...] = ()


def verify_seats(cards: Cards | None) -> None:
    """Refuse a log of several seats that does not say so: its rows depend on each other, and no
    test is made for that.
    """
    if cards is None or not cards.from_one_pack:
        return
    found = cards.counted
    refuse(
        SEATED * found.shared > found.rows and 100 * found.clashes < found.shared,
        f"{cards.log.path!r}: {found.shared:,} of {found.rows:,} rows have a zone of the row "
        "before, and no other card "
        f"of it, like several seats on one deal; number them in a column {SEAT!r}, 1, 2, ... "
        "for each deal",
    )


class Counts:
    """What was counted, over the zones that every row has.

    rows: how many there are.
    deck: the card numbers.
    zones: each zone's name and its places in a row.
    partly: the names of the zones that only some rows have.
    places: the places of all `zones`.
    cards: how many places there are.
    met: place in a deal -> place in the next -> how often the same card lies there.
    stretches: of the log, each with its rows and how often each card of the deck was dealt.
    placed: place -> card number -> how often it lies there.
    """

    def __init__(self, cards: Cards) -> None:
        found = cards.counted
        self.rows = found.rows
        self.deck = list(cards.pack.cards)
        self.zones: list[tuple[str, range]] = []
        self.partly: list[str] = []
        start = 0
        for deal, complete in zip(cards.deals, found.complete):
            if complete == self.rows:
                self.zones.append((deal.zone, range(start, start + deal.cards)))
            else:
                self.partly.append(deal.zone)
            start += deal.cards
        self.places = [place for _, places in self.zones for place in places]
        self.cards = len(self.places)
        self.met = found.places
        self.stretches = [(rows, self._of(placed, self.places)) for rows, placed in found.stretches]
        # the sums of the tables of all stretches, entry by entry
        tables = zip(*(placed for _, placed in found.stretches))
        self.placed = [[sum(entries) for entries in zip(*rows)] for rows in tables]

    def _of(self, placed: list[list[int]], places: Sequence[int]) -> list[int]:
        return [sum(placed[place][card] for place in places) for card in self.deck]

    def of(self, places: Sequence[int]) -> list[int]:
        """Return how often each card of the deck lies at some places of all rows."""
        return self._of(self.placed, places)

    @property
    def ways(self) -> int:
        """How many deals there are, each zone a set."""
        left, ways = len(self.deck), 1
        for _, places in self.zones:
            ways *= comb(left, len(places))
            left -= len(places)
        return ways

    def both(self, before: Sequence[int], after: Sequence[int]) -> int:
        """Return how often a card at one of the places `before` lies at one of the places `after`
        in the next deal.
        """
        return sum(self.met[place][other] for place, other in product(before, after))


def dealt(cards: Cards, untested: list[str]) -> Dealt:
    """Return what there is to say of the cards; `untested` gets what is left out."""
    counts = Counts(cards)
    if not cards.from_one_pack:
        return _from_shoe(cards, counts, untested)
    untested += [
        f"the frequency of each card in {zone}: it was not dealt in every round"
        for zone in counts.partly
    ]
    if not counts.rows or counts.cards in (0, len(counts.deck)):
        return Dealt()
    together = [("all zones", counts.places)] if counts.zones[1:] else []
    every = [
        (zone, len(places), dict(zip(counts.deck, counts.of(places))))
        for zone, places in (*together, *counts.zones)
    ]
    found = card_tests(every, cards.pack.copies, counts.rows, len(together))
    more = [shared_test(counts), zones_test(counts), places_test(counts)]
    more += [again_test(cards, counts.rows, counts.ways), stretches_test(counts)]
    return replace(found, tests=[*found.tests, *filter(None, more)])


def _from_shoe(cards: Cards, counts: Counts, untested: list[str]) -> Dealt:
    """Return what there is to say of deals from a fresh shoe: how often each card lies in each
    zone, and which deals come again.
    """
    if not counts.rows:
        return Dealt()
    zones = ((zone, 1, counts.placed[place]) for zone, (place,) in counts.zones)
    found = card_tests(zones, cards.pack.copies, counts.rows)
    again = again_test(cards, counts.rows, cards.ways)
    if cards.shoes is None:
        untested += [
            *(
                f"how often each card lies in {zone}: it was not dealt in every round"
                for zone in counts.partly
            ),
            "what the cards of one deal have to do with the next: they come from a shoe",
        ]
    return replace(found, tests=[*found.tests, *([again] if again else [])])


# --- How often each card is dealt --------------------------------------------------------------


def card_tests(
    zones: Iterable[tuple[str, int, Mapping[int, int] | Sequence[int]]],
    copies: Mapping[int, int],
    rows: int,
    joined: int = 0,
) -> Dealt:
    """Return how often each card, rank and suit was dealt to each of some zones, with exact
    chances, and the tests of that.

    zones: the name of each, its cards, and how often each card lies there. copies: card -> how many
        a fresh shoe has. joined: the first zones, which are others together: only their single
        cards are looked at.

    Cards of a round are drawn without putting back, so that the sum of squares is (n - size) / (n -
    1) of the usual one.
    """
    shoe, groups = sum(copies.values()), groups_of(list(copies))
    tests, tables, strays = list[Test](), list[GivenCounts](), list[Stray]()
    for place, (zone, drawn, often) in enumerate(zones):
        if place >= joined and rows * drawn * min(copies.values()) >= LEAST * shoe:
            law = [
                (often[card], Fraction(rows * drawn * times, shoe))
                for card, times in copies.items()
            ]
            table = GivenCounts(f"cards of {zone}", law, Fraction(shoe - 1, shoe - drawn))
            chance = chances.chi_square_tail(table.square, table.degrees)
            about = f"{len(law)} cards"
            tests.append(Test(table.about, about, table.square, table.degrees, chance))
            tables.append(table)
        for name, group in groups.items():
            marked = sum(copies[card] for card in group)
            observed = sum(often[card] for card in group)
            chance = shared_tails(marked, drawn, shoe, observed, rows)
            expected = Fraction(rows * drawn * marked, shoe)
            strays.append(Stray(name, zone, observed, expected, chance))
    if strays:
        least = min(strays, key=lambda one: one.chance)
        chance = bonferroni(least.chance, len(strays))
        about = f"exact tails of {len(strays)}; the least likely is {least.what} in {least.where}"
        away = least.observed - least.expected
        tests.append(Test("cards, ranks, suits", about, away, 0, chance))
    return Dealt(tests, tables, tuple(strays))


def groups_of(deck: list[int]) -> dict[str, list[int]]:
    """Return the cards of a deck by name, one by one, by rank and by suit, each group once; that of
    all cards is left out.
    """
    groups = {card_text(card): [card] for card in deck}
    plain = [card for card in deck if card != JOKER]
    for rank in RANKS:
        groups[f"rank {rank}"] = [card for card in plain if RANKS[rank_of(card)] == rank]
    for suit in SUITS:
        groups[f"suit {suit}"] = [card for card in plain if SUITS[suit_of(card)] == suit]
    names = {tuple(group): name for name, group in groups.items() if 0 < len(group) < len(deck)}
    return {name: [*group] for group, name in names.items()}


@lru_cache(maxsize=1024)  # the 52 cards of a zone share a few counts
def shared_tails(marked: int, drawn: int, deck: int, seen: int, times: int) -> Fraction:
    """Return the two-sided chance of `seen` marked cards in all of some draws, each from the whole
    deck.

    marked, drawn, deck: cards that are marked, in a draw, and in the deck; times: how many draws.
    """
    if marked == 1 or drawn == 1:
        return chances.binomial_tails(seen, times, Fraction(marked * drawn, deck))
    every = comb(deck, drawn)
    law = [
        (Fraction(many), Fraction(comb(marked, many) * comb(deck - marked, drawn - many), every))
        for many in range(max(0, marked + drawn - deck), min(marked, drawn) + 1)
    ]
    return chances.mean_tails(law, Fraction(seen, times), times, Fraction(1))


# --- What one deal has to do with the next -----------------------------------------------------


def shared_test(counts: Counts) -> Test | None:
    """Return the test of how many cards are also in the deal before.

    Whatever the deal before was, their number has the same law; so the numbers of all rows are
    independent of one another.
    """
    pairs = counts.rows - 1
    if not pairs:
        return None
    shared = counts.both(counts.places, counts.places)
    deck = len(counts.deck)
    chance = shared_tails(counts.cards, counts.cards, deck, shared, pairs)
    away = shared - Fraction(pairs * counts.cards**2, deck)
    return Test(
        "cards of the deal before", f"{shared:,} dealt again in the next round", away, 0, chance
    )


def zones_test(counts: Counts) -> Test | None:
    """Return the chi-square test of where the cards of each zone of one deal lie in the next, the
    rest of the deck a zone too.

    The table of a pair of deals has fixed margins; its cells' covariance is (n - 1) / n of what
    gives chi-square as it is.
    """
    deck, pairs = len(counts.deck), counts.rows - 1
    sizes = [len(places) for _, places in counts.zones]
    sizes.append(deck - sum(sizes))
    if len(sizes) < 3 or Fraction(pairs * min(sizes) ** 2, deck) < LEAST:
        return None
    cells = (
        (met, Fraction(pairs * one * other, deck))
        for one, row in zip(sizes, _zones_met(counts, sizes))
        for other, met in zip(sizes, row)
    )
    degrees = (len(sizes) - 1) ** 2
    statistic = sum_of_squares(cells) * Fraction(deck - 1, deck)
    chance = chances.chi_square_tail(statistic, degrees)
    about = f"{len(sizes) - 1} zones and the rest, each deal against the next"
    return Test("zones of the deal before", about, statistic, degrees, chance)


def _zones_met(counts: Counts, sizes: list[int]) -> list[list[int]]:
    """Return zone in a deal -> zone in the next -> how many cards lie in both, over all deals.

    sizes: the cards of each zone, last those that are not dealt, which are a zone too.
    """
    pairs = counts.rows - 1
    *inner, rest = sizes
    table = []
    for (_, places), size in zip(counts.zones, inner):
        row = [counts.both(places, others) for _, others in counts.zones]
        table.append([*row, pairs * size - sum(row)])
    columns = [sum(column) for column in zip(*table)]
    table.append([pairs * size - column for size, column in zip([*inner, rest], columns)])
    return table


def places_test(counts: Counts) -> Test | None:
    """Return the test of how often the card at one place lies at the same or another place of the
    next row.

    Where the cards stand as they were dealt, the number is binomial with a probability of one in n.
    Where a zone's cards are sorted, each place has its own cards: the probability is then found
    from how often each card lies at both places. The variance is at most that of the binomial law,
    as sum(p q q) >= sum(p q) ** 2 for two laws p and q (Cauchy and Schwarz).
    """
    if counts.rows < SMALL:
        return None
    pairs = list(product(counts.places, repeat=2))
    least, (place, other) = min((_alike_tails(counts, *pair), pair) for pair in pairs)
    card = counts.places.index(place) + 1
    next_card = counts.places.index(other) + 1
    met = counts.met[place][other]
    about = f"card {card} of a deal, as card {next_card} of the next: {met:,}"
    chance = bonferroni(least, len(pairs))
    return Test("places of the deal before", about, None, 0, chance)


def _alike_tails(counts: Counts, place: int, other: int) -> Fraction:
    """Return the two-sided chance of how often the card at a place lies at another one of the next
    row.
    """
    rows, pairs = counts.rows, counts.rows - 1
    alike = sum(a * b for a, b in zip(counts.placed[place], counts.placed[other]))
    if place == other:
        alike -= rows  # a row is not its own next one
    if not alike:
        return Fraction(1)
    return chances.binomial_tails(counts.met[place][other], pairs, Fraction(alike, rows * pairs))


def again_test(cards: Cards, rows: int, ways: int) -> Test | None:
    """Return the test of how many deals are known from before: one of the first that are kept, or
    the one just before.

    Each row is known with a probability of at most known deals / all deals, whatever went before;
    so the number is no more often large than a sum of Poisson numbers of means -log(1 - p) <= p /
    (1 - p), and that is one Poisson number.

    ways: how many deals there are of the zones that every row has; the cards of other zones can
        only tell deals apart.
    """
    if rows < 2:
        return None
    found = cards.counted
    most = min(rows - 1, found.stored + 1)
    if most >= ways:
        return None
    known = most * (most + 1) // 2 + (rows - 1 - most) * most
    chance = chances.poisson_tail(found.again, Fraction(known, ways - most))
    about = f"rounds with the cards of an earlier one: {found.again:,}"
    return Test("same deal again", about, None, 0, chance)


# --- Whether the log is the same all along -----------------------------------------------------


def stretches_test(counts: Counts) -> Test | None:
    """Return the chi-square test of whether each card is dealt as often in every stretch of the
    log.
    """
    deck, size = len(counts.deck), counts.cards
    stretches = counts.stretches
    if len(stretches) > 1 and stretches[-1][0] * size < LEAST * deck:  # too short to stand alone
        (rows, cards), (more, others) = stretches[-2:]
        stretches = [*stretches[:-2], (rows + more, [*map(int.__add__, cards, others)])]
    if len(stretches) < 2 or min(rows for rows, _ in stretches) * size < LEAST * deck:
        return None
    every = counts.of(counts.places)
    square = Fraction(0)
    for rows, cards in stretches:
        part = Fraction(rows, counts.rows)
        mean = Fraction(rows * size, deck)
        away = (seen - part * total for seen, total in zip(cards, every))
        square += sum((distance**2 for distance in away), Fraction(0)) / mean
    square *= Fraction(deck - 1, deck - size)  # the cards of a row are drawn without putting back
    degrees = (len(stretches) - 1) * (deck - 1)
    chance = chances.chi_square_tail(square, degrees)
    about = f"{len(stretches)} stretches, {deck} cards"
    return Test("stretches alike", about, square, degrees, chance)
