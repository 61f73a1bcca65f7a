"""Whether the cards fit: how often each lies where, what stays from one deal to the next, which
deals come again.

Everything is counted over the zones that every row has: what is dealt only to those who did not
fold is no random sample.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from combin.cards import JOKER, RANKS, SUITS, card_text, rank_of, suit_of
from combin.checker import chances
from combin.checker.fits import LEAST, SMALL, Table, Test
from combin.checker.possible import Cards
from combin.errors import CombinError
from combin.logs.schema import SEAT
from combin.rules.game import Game

SEATED = 10  # a part of the rows; by chance fewer share a zone of two cards or more


@dataclass(frozen=True)
class Stray:
    """How often one card, one rank or one suit was dealt to a zone. chance: of so many or so few,
    two-sided.
    """

    what: str
    where: str
    observed: int
    expected: Fraction
    chance: Fraction


@dataclass(frozen=True)
class Dealt:
    """What there is to say of the cards: the tests, the counts of each zone, every card, rank and
    suit.
    """

    tests: list[Test]
    tables: list[Table]
    strays: tuple[Stray, ...]


def verify_seats(cards: Cards | None) -> None:
    """Refuse a log of several seats that does not say so: its rows depend on each other, and no
    test is made for that.
    """
    if cards is None:
        return
    found = cards.counted
    if SEATED * found.shared > found.rows and 100 * found.clashes < found.shared:
        raise CombinError(
            f"{cards.log.path!r}: {found.shared:,} of {found.rows:,} rows have a zone of the row "
            "before, and no other card "
            f"of it, like several seats on one deal; number them in a column {SEAT!r}, 1, 2, ... "
            "for each deal"
        )


class Counts:
    """What was counted, of the zones that every row has.

    rows: how many. zones: (name, its places in a row). deck: the card numbers. cards: how many a
        row has. placed: for each
    place how often each card number lies there.
    """

    def __init__(self, cards: Cards, game: Game) -> None:
        found, at = cards.counted, 0
        self.rows, self.deck, self.zones = found.rows, list(game.deck.cards), []
        self.partly: list[str] = []
        for deal, complete in zip(cards.deals, found.complete):
            places = range(at, at + deal.cards)
            at += deal.cards
            if complete == self.rows:
                self.zones.append((deal.zone, places))
            else:
                self.partly.append(deal.zone)
        self.places = [place for _, places in self.zones for place in places]
        self.cards = len(self.places)
        self.met = found.places
        self.stretches = [(rows, self._of(placed, self.places)) for rows, placed in found.stretches]
        self.placed = [
            [sum(column) for column in zip(*rows)]
            for rows in zip(*(placed for _, placed in found.stretches))
        ]

    def _of(self, placed: list[list[int]], places: Sequence[int]) -> list[int]:
        """Return how often each card of the deck lies at some places."""
        return [sum(placed[place][card] for place in places) for card in self.deck]

    def of(self, places: Sequence[int]) -> list[int]:
        """Return how often each card of the deck lies at some places of all rows."""
        return self._of(self.placed, places)


def dealt(cards: Cards, game: Game, untested: list[str]) -> Dealt:
    """Return what there is to say of the cards; `untested` gets what is left out."""
    counts = Counts(cards, game)
    untested += [
        f"how often each card lies in {zone}: it was not dealt in every round"
        for zone in counts.partly
    ]
    if not counts.rows or counts.cards in (0, len(counts.deck)):
        return Dealt([], [], ())
    each = (
        card_table(zone, counts.of(places), counts.rows, len(places))
        for zone, places in counts.zones
    )
    tables = [table for table in each if table]
    strays = single_cards(counts)
    found = [
        *map(card_test, tables),
        _strays_test(strays),
        shared_test(counts),
        zones_test(counts),
        places_test(counts),
    ]
    if counts.partly:
        untested.append("whether a deal comes again: not all of its cards are there")
    else:
        found.append(again_test(cards, counts.rows))
    found.append(stretches_test(counts))
    return Dealt([test for test in found if test], tables, tuple(strays))


# --- How often each card is dealt --------------------------------------------------------------


def card_table(zone: str, counts: list[int], rounds: int, size: int) -> Table | None:
    """Return how often each card lies in a zone of `size` cards, None for too few rounds.

    Cards of a round are drawn without putting back, so that the sum of squares is (n - size) / (n -
    1) of the usual one.
    """
    n = len(counts)
    if size >= n or rounds * size < LEAST * n:
        return None
    mean = Fraction(rounds * size, n)
    return Table(f"cards of {zone}", [(count, mean) for count in counts], Fraction(n - 1, n - size))


def card_test(table: Table) -> Test:
    """Return the chi-square test of how often each card lies in a zone."""
    chance = chances.chi_square_tail(table.square, table.degrees)
    return Test(table.about, f"{len(table.counts)} cards", table.square, table.degrees, chance)


def single_cards(counts: Counts) -> list[Stray]:
    """Return how often each card, each rank and each suit was dealt to each zone and to all of
    them, with exact chances.
    """
    plain = [card for card in counts.deck if card != JOKER]
    groups = {card_text(card): [card] for card in counts.deck}
    groups |= {
        f"rank {rank}": [card for card in plain if RANKS[rank_of(card)] == rank] for rank in RANKS
    }
    groups |= {
        f"suit {suit}": [card for card in plain if SUITS[suit_of(card)] == suit] for suit in SUITS
    }
    groups = {name: group for name, group in groups.items() if 0 < len(group) < len(counts.deck)}
    together = [("all zones", counts.places)] if len(counts.zones) > 1 else []
    strays = []
    for zone, places in [*together, *counts.zones]:
        often = dict(zip(counts.deck, counts.of(places)))
        known: dict[tuple[int, int], Fraction] = {}
        for name, group in groups.items():
            key = len(group), sum(map(often.__getitem__, group))
            if key not in known:
                known[key] = shared_tails(
                    key[0], len(places), len(counts.deck), key[1], counts.rows
                )
            expected = Fraction(counts.rows * len(places) * len(group), len(counts.deck))
            strays.append(Stray(name, zone, key[1], expected, known[key]))
    return strays


def _strays_test(strays: list[Stray]) -> Test:
    least = min(strays, key=lambda one: one.chance)
    chance = min(Fraction(1), least.chance * len(strays))
    about = f"exact tails of {len(strays)}; the least likely is {least.what} in {least.where}"
    return Test("cards, ranks, suits", about, least.observed - least.expected, 0, chance)


def shared_tails(marked: int, drawn: int, deck: int, seen: int, times: int) -> Fraction:
    """Return the two-sided chance of `seen` marked cards in so many draws of `drawn` cards, each
    from the whole deck.
    """
    if marked == 1 or drawn == 1:
        return chances.binomial_tails(seen, times, Fraction(marked * drawn, deck))
    law = []
    for count in range(max(0, marked + drawn - deck), min(marked, drawn) + 1):
        ways = comb(marked, count) * comb(deck - marked, drawn - count)
        law.append((Fraction(count), Fraction(ways, comb(deck, drawn))))
    return chances.mean_tails(law, Fraction(seen, times), times, Fraction(1))


# --- What one deal has to do with the next -----------------------------------------------------


def shared_test(counts: Counts) -> Test | None:
    """Return the test of how many cards are also in the deal before.

    Whatever the deal before was, their number has the same law; so the numbers of all rows are
    independent of one another.
    """
    pairs, shared = (
        counts.rows - 1,
        sum(counts.met[p][q] for p in counts.places for q in counts.places),
    )
    if not pairs:
        return None
    chance = shared_tails(counts.cards, counts.cards, len(counts.deck), shared, pairs)
    expected = Fraction(pairs * counts.cards**2, len(counts.deck))
    return Test(
        "cards of the deal before", f"{shared:,} dealt again at once", shared - expected, 0, chance
    )


def zones_test(counts: Counts) -> Test | None:
    """Return the chi-square test of where the cards of each zone of one deal lie in the next, the
    rest of the deck a zone too.

    The table of a pair of deals has fixed margins; its cells' covariance is (n - 1) / n of what
    gives chi-square as it is.
    """
    n, pairs = len(counts.deck), counts.rows - 1
    sizes = [len(places) for _, places in counts.zones]
    inner = [
        [sum(counts.met[p][q] for p in one for q in two) for _, two in counts.zones]
        for _, one in counts.zones
    ]
    table = [[*row, pairs * size - sum(row)] for row, size in zip(inner, sizes)]
    table.append(
        [pairs * size - sum(column) for size, column in zip([*sizes, n - sum(sizes)], zip(*table))]
    )
    sizes.append(n - sum(sizes))
    expected = [[Fraction(pairs * one * two, n) for two in sizes] for one in sizes]
    if len(sizes) < 3 or min(map(min, expected)) < LEAST:
        return None
    square = sum(
        (
            (seen - mean) ** 2 / mean
            for row, means in zip(table, expected)
            for seen, mean in zip(row, means)
        ),
        Fraction(0),
    )
    degrees = (len(sizes) - 1) ** 2
    statistic = square * Fraction(n - 1, n)
    about = f"{len(sizes) - 1} zones and the rest, one deal against the next"
    return Test(
        "zones of the deal before",
        about,
        statistic,
        degrees,
        chances.chi_square_tail(statistic, degrees),
    )


def places_test(counts: Counts) -> Test | None:
    """Return the test of how often the card at one place lies at the same or another place of the
    next row.

    Where the cards stand as they were dealt, the number is binomial with a probability of one in n.
    Where a zone's cards are
    sorted, cards have their places: the probability is then found from how often each card lies at
        both places. The variance is
    at most that of the binomial law, as sum(p q q) >= sum(p q) ** 2 for two laws p and q (Cauchy
    and Schwarz).
    """
    rows, pairs = counts.rows, counts.rows - 1
    if rows < SMALL:
        return None
    least, where = Fraction(2), (0, 0)
    for p in counts.places:
        for q in counts.places:
            alike = sum(a * b for a, b in zip(counts.placed[p], counts.placed[q])) - (
                rows if p == q else 0
            )
            chance = Fraction(alike, rows * pairs)
            tails = (
                chances.binomial_tails(counts.met[p][q], pairs, chance) if chance else Fraction(1)
            )
            least, where = min((least, where), (tails, (p, q)))
    number = {place: i for i, place in enumerate(counts.places, 1)}
    about = (
        f"card {number[where[0]]} of a deal, as card {number[where[1]]} of the next: "
        f"{counts.met[where[0]][where[1]]:,}"
    )
    return Test(
        "places of the deal before", about, None, 0, min(Fraction(1), least * counts.cards**2)
    )


def again_test(cards: Cards, rows: int) -> Test | None:
    """Return the test of how many deals are known from before: one of the first that are kept, or
    the one just before.

    Each row is known with a probability of at most known deals / all deals, whatever went before;
    so the number is no more often large than a sum of Poisson numbers of means -log(1 - p) <= p /
    (1 - p), and that is one Poisson number.
    """
    if rows < 2:
        return None
    found = cards.counted
    most = min(rows - 1, found.stored + 1)
    if most >= cards.ways:
        return None
    known = most * (most + 1) // 2 + (rows - 1 - most) * most
    chance = chances.poisson_tail(found.again, Fraction(known, cards.ways - most))
    return Test(
        "same deal again",
        f"rounds with the cards of an earlier one: {found.again:,}",
        None,
        0,
        chance,
    )


# --- Whether the log is the same all along -----------------------------------------------------


def stretches_test(counts: Counts) -> Test | None:
    """Return the chi-square test of whether each card is dealt as often in every stretch of the
    log.
    """
    n, size = len(counts.deck), counts.cards
    stretches = counts.stretches
    if len(stretches) > 1 and stretches[-1][0] * size < LEAST * n:
        (rows, cards), (more, others) = stretches[-2:]
        stretches = [*stretches[:-2], (rows + more, [a + b for a, b in zip(cards, others)])]
    if len(stretches) < 2 or min(rows for rows, _ in stretches) * size < LEAST * n:
        return None
    every = counts.of(counts.places)
    square = Fraction(0)
    for rows, cards in stretches:
        part = Fraction(rows, counts.rows)
        away = sum(((seen - part * total) ** 2 for seen, total in zip(cards, every)), Fraction(0))
        square += away * Fraction(n, rows * size) * Fraction(n - 1, n - size)
    degrees = (len(stretches) - 1) * (n - 1)
    about = f"{len(stretches)} stretches, {n} cards"
    return Test("stretches alike", about, square, degrees, chances.chi_square_tail(square, degrees))
