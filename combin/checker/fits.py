"""Tests the frequencies of a log against the exact distribution, corrected for the number of tests.

Observed and expected counts, means, variances and the squares of z are exact; `chances` turns them
into probabilities.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import comb, factorial, lcm, prod
from typing import Any, NamedTuple

from combin.checker import chances, codes
from combin.logs.schema import AnyCell, smallest_chip
from combin.records import dataclass

# Of all tests together; regulations for gaming machines name 99 % for each.
LEVEL = Fraction(1, 100)
LEAST = 5  # expected rounds of a cell of chi-square and G
# rounds below which the exact multinomial test stands for chi-square and G, and the mean is not
# tested alone
SMALL = 200
LEAST_ORDERED = 20  # results, and wins and others, for the tests of the order
TABLES = 20_000  # that the exact test goes through
NEVER = Fraction(1, 10**300)  # stands for no chance at all
E_VALUE = "e-value"  # the test whose chance holds however often one looks
STRENGTHS = (100, 10_000, 1_000_000)  # rounds that the prior of the e-value is worth

Label = tuple[Any, ...]
Pairs = Mapping[tuple[AnyCell, AnyCell], int]  # a result and the next -> how often


@dataclass(frozen=True)
class Test:
    """One test.

    name: of the test.
    about: what it was made on, in a few words.
    statistic: its figure; None where it is infinite.
    degrees: of freedom; 0 where it has none.
    chance: the probability that a correct log strays at least as far.
    corrected: the same by Holm's rule for all tests together.
    level: of all tests together.
    """

    name: str
    about: str
    statistic: Fraction | None
    degrees: int
    chance: Fraction
    corrected: Fraction = Fraction(1)
    level: Fraction = LEVEL

    @property
    def code(self) -> str:
        """The test in the words of `checker.codes`."""
        return codes.TESTS.get(self.name, codes.OF_ZONE)

    @property
    def within(self) -> bool:
        """Whether the log is within the 99 % limit of this test by itself."""
        return self.chance >= LEVEL

    @property
    def fits(self) -> bool:
        """Whether the test lets the log pass; all tests together are wrong in no more correct logs
        than the level says.
        """
        return self.corrected >= self.level


@dataclass(frozen=True)
class Bin:
    """One kind of round.

    label: its actions, outcome and net, as far as the log shows them.
    observed: how often it was seen.
    expected: how often the law says.
    chance: of a count as far from it, two-sided.
    """

    label: Label
    observed: int
    expected: Fraction
    chance: Fraction

    @property
    def deviation(self) -> Fraction:
        """Observed less expected."""
        return self.observed - self.expected


def corrected(tests: Sequence[Test], level: Fraction = LEVEL) -> tuple[Test, ...]:
    """Return the tests with their chances corrected by Holm's rule; level: of all together."""
    order = sorted(range(len(tests)), key=lambda i: tests[i].chance)
    found, largest = list(tests), Fraction(0)
    for place, i in enumerate(order):
        largest = max(largest, bonferroni(tests[i].chance, len(tests) - place))
        found[i] = replace(tests[i], corrected=largest, level=level)
    return tuple(found)


def bonferroni(least: Fraction, tests: int) -> Fraction:
    """Return Bonferroni's bound of the chance that any of some tests is as unlikely as `least`."""
    return min(Fraction(1), least * tests)


# --- Outcomes ----------------------------------------------------------------------------------


def cells(observed: Mapping[Label, int], law: Mapping[Label, Fraction]) -> tuple[Bin, ...]:
    """Return every kind of round that the law or the log has; what the law never has is expected 0
    times.
    """
    rounds = sum(observed.values())
    labels = [*law, *(label for label in observed if label not in law)]
    every = ((label, observed.get(label, 0), law.get(label, Fraction(0))) for label in labels)
    return tuple(
        Bin(label, count, chance * rounds, chances.binomial_tails(count, rounds, chance))
        if chance
        else Bin(label, count, Fraction(0), NEVER)
        for label, count, chance in every
    )


def merged(found: Sequence[Bin]) -> list[tuple[int, Fraction]]:
    """Return (observed, expected) of the cells, those expected fewer than LEAST times made one with
    the smallest others.
    """
    order = sorted((cell.expected, cell.observed) for cell in found)
    expected, observed, place = Fraction(0), 0, 0
    while place < len(order) and (order[place][0] < LEAST or 0 < expected < LEAST):
        expected += order[place][0]
        observed += order[place][1]
        place += 1
    kept = [(count, mean) for mean, count in order[place:]]
    if place and kept and expected < LEAST:
        count, mean = kept.pop(0)
        expected, observed = expected + mean, observed + count
    return [(observed, expected), *kept] if place else kept


def frequency_tests(found: Sequence[Bin]) -> list[Test]:
    """Return the tests of how often each kind of round comes; a kind that can never come is beyond
    all tests.
    """
    rounds = sum(cell.observed for cell in found)
    if never := sum(cell.observed for cell in found if not cell.expected):
        about = f"rounds that this strategy never reaches: {never:,}"
        return [Test("outcomes that never come", about, None, 0, NEVER)]
    known = [cell for cell in found if cell.expected]
    if len(known) < 2:
        return []
    together = [_exact(known)] if rounds < SMALL else _squares(merged(known))
    least = min(known, key=lambda cell: cell.chance)
    about, chance = f"exact tails of {len(known)} outcomes", bonferroni(least.chance, len(known))
    single = Test("single outcomes", about, least.deviation, 0, chance)
    counts, law = [cell.observed for cell in known], [cell.expected / rounds for cell in known]
    logarithm = chances.evidence(counts, law, STRENGTHS)
    chance = chances.one_in(max(Fraction(0), logarithm))
    about = "its logarithm; valid however often you look"
    return [*together, single, Test(E_VALUE, about, logarithm, 0, chance)]


def sum_of_squares(counts: Iterable[tuple[int, Fraction]]) -> Fraction:
    """Return the sum of (observed - expected) ** 2 / expected."""
    return sum(((count - mean) ** 2 / mean for count, mean in counts), Fraction(0))


def _squares(kept: Sequence[tuple[int, Fraction]]) -> list[Test]:
    """Return chi-square and G of some (observed, expected); none where there is only one."""
    if len(kept) < 2:
        return []
    square = sum_of_squares(kept)
    g = chances.g_statistic([count for count, _ in kept], [mean for _, mean in kept])
    about, degrees = f"{len(kept)} cells", len(kept) - 1
    of_square, of_g = (chances.chi_square_tail(figure, degrees) for figure in (square, g))
    return [
        Test("chi-square", about, square, degrees, of_square),
        Test("G", f"{about}, Williams' correction", g, degrees, of_g),
    ]


class GivenCounts(NamedTuple):
    """Counts whose sum is given.

    about: what is counted.
    counts: (observed, expected) of each.
    scale: their chi-square divided by the plain sum of squares.
    """

    about: str
    counts: Sequence[tuple[int, Fraction]]
    scale: Fraction = Fraction(1)

    @property
    def square(self) -> Fraction:
        """The chi-square statistic."""
        return self.scale * sum_of_squares(self.counts)

    @property
    def degrees(self) -> int:
        """Its degrees of freedom."""
        return len(self.counts) - 1


def outcome_table(found: Sequence[Bin]) -> list[GivenCounts]:
    """Return the cells of chi-square and G, if there are enough rounds for it and more than one."""
    kept = merged([cell for cell in found if cell.expected])
    rounds = sum(cell.observed for cell in found)
    return [GivenCounts("outcomes", kept)] if rounds >= SMALL and len(kept) > 1 else []


def regular_test(tables: Sequence[GivenCounts]) -> list[Test]:
    """Return the test of whether any of some tables is nearer to its law than chance would let it
    be.

    Counts are whole numbers: to each belongs the cube of numbers that round to it. No point of a
    cube is more than `half` further from the law than its middle. So the chance of a statistic this
    small is at most the chance that the normal law lies no further away than that and `half`.
    """
    if not tables:
        return []
    least, place = min((_from_below(table), place) for place, table in enumerate(tables))
    table = tables[place]
    chance = bonferroni(least, len(tables))
    about = f"chi-square of {table.about}, lower tail"
    return [Test("too regular", about, table.square, table.degrees, chance)]


def _from_below(table: GivenCounts) -> Fraction:
    """Return a bound of the chance that a table is at least as near to its law."""
    *smaller, largest = sorted(mean for _, mean in table.counts)
    half = sum((Fraction(1, 4) / mean for mean in smaller), Fraction(0))
    half += Fraction(len(smaller) ** 2, 4) / largest
    within = (chances.root(table.square) + chances.root(half * table.scale)) ** 2
    return chances.chi_square_below(within, table.degrees)


def _exact(found: Sequence[Bin]) -> Test:
    """Return the exact multinomial test: the probability of all tables no more likely than the one
    seen.
    """
    order = sorted(((cell.expected, cell.observed) for cell in found), reverse=True)
    expected = [mean for mean, _ in order]
    counts = [count for _, count in order]
    rounds = sum(counts)
    size = len(order)
    while size > 2 and comb(rounds + size - 1, size - 1) > TABLES:
        size -= 1
    about = f"{size} cells"
    if size < len(order):
        about += ", the rarest merged"
        counts[size - 1 :] = [sum(counts[size - 1 :])]
        expected[size - 1 :] = [sum(expected[size - 1 :], Fraction(0))]
    chance = exact_multinomial(counts, [mean / rounds for mean in expected])
    return Test("exact multinomial", about, None, 0, chance)


def exact_multinomial(counts: Sequence[int], parts: Sequence[Fraction]) -> Fraction:
    """Return the exact probability of all tables that are no more likely than `counts`."""
    rounds = sum(counts)
    unit = lcm(*(part.denominator for part in parts))
    weights = [int(part * unit) for part in parts]
    orders = [factorial(rounds) // factorial(count) for count in range(rounds + 1)]
    # of each weight, by the count, times how many orders that count leaves
    powers = [[weight**count * ways for count, ways in enumerate(orders)] for weight in weights]

    def likelihood(table: Sequence[int]) -> int:
        """Return the probability of a table, times a number that is the same for all."""
        return prod(row[count] for row, count in zip(powers, table))

    limit = likelihood(counts)
    found = [likelihood(table) for table in _tables(rounds, len(parts))]
    return Fraction(sum(likely for likely in found if likely <= limit), sum(found))


def _tables(rounds: int, size: int) -> Iterator[tuple[int, ...]]:
    if size == 1:
        yield (rounds,)
        return
    for first in range(rounds + 1):
        yield from ((first, *rest) for rest in _tables(rounds - first, size - 1))


# --- Money -------------------------------------------------------------------------------------


def mean_test(
    law: Mapping[Fraction, Fraction],
    mean: Fraction,
    variance: Fraction,
    seen: Fraction,
    rounds: int,
) -> Test:
    """Return the test of the mean net; its statistic is z, the chance comes from the whole law of
    the net. Where that is not known, it is normal, and the variance is that of the log.
    """
    squared = (seen - mean) ** 2 * rounds / variance
    z = chances.root(squared) * (1 if seen > mean else -1)
    if not law:
        return Test("mean", "z by the log's variance", z, 0, chances.beyond(squared))
    nets = list(law)
    step = smallest_chip(net - nets[0] for net in nets)
    chance = chances.mean_tails(list(law.items()), seen, rounds, step)
    return Test("mean", "z by the exact variance", z, 0, chance)


# --- Order -------------------------------------------------------------------------------------


def serial_test(
    pairs: Mapping[tuple[AnyCell, AnyCell], int],
    ends: tuple[AnyCell, ...],
    scores: Mapping[AnyCell, int],
) -> Iterator[Test]:
    """Yield the test of the correlation of each result with the next, none where every order comes
    to the same.

    pairs: (result, next) -> how often.
    ends: the first and the last result.
    scores: what each result counts.
    """
    first, last = (scores[end] for end in ends)
    product = last * first  # the last is followed by the first
    counts = Counter({last: 1})
    for (before, after), count in pairs.items():
        counts[scores[before]] += count
        product += scores[before] * scores[after] * count
    n, total, square = (_power_sum(counts, power) for power in (0, 1, 2))
    if n < LEAST_ORDERED or n * square == total**2:
        return
    mean, variance = circular_moments(counts)
    if variance:  # else all but one are alike: every order is the same ring
        correlation = Fraction(n * product - total**2, n * square - total**2)
        chance = chances.beyond((product - mean) ** 2 / variance)
        about = "ranks of consecutive results"
        yield Test("serial correlation", about, correlation, 0, chance)


def _power_sum(counts: Mapping[int, int], power: int) -> int:
    """Return the sum of a power of some numbers; counts: number -> how often."""
    return sum(number**power * count for number, count in counts.items())


def circular_moments(counts: Mapping[int, int]) -> tuple[Fraction, Fraction]:
    """Return mean and variance of the sum of products of neighbours in a ring, over all orders of
    the same numbers.

    counts: number -> how often. The moments of Wald and Wolfowitz (1943).
    """
    n, s1, s2, s3, s4 = (_power_sum(counts, power) for power in range(5))
    mean = Fraction(s1**2 - s2, n - 1)
    apart = s1**4 - 4 * s1**2 * s2 + 4 * s1 * s3 + s2**2 - 2 * s4
    square = Fraction(s2**2 - s4, n - 1) + Fraction(apart, (n - 1) * (n - 2))
    return mean, square - mean**2


def runs_test(
    pairs: Mapping[tuple[AnyCell, AnyCell], int],
    ends: tuple[AnyCell, ...],
    wins: Mapping[AnyCell, bool],
) -> Iterator[Test]:
    """Yield the test of the number of runs of wins and of others, none for too few of one."""
    runs, won = 1, int(wins[ends[1]])
    for (before, after), count in pairs.items():
        runs += count * (wins[before] != wins[after])
        won += count * wins[before]
    lost = sum(pairs.values()) + 1 - won
    if min(won, lost) >= LEAST_ORDERED:
        mean, variance = runs_moments(won, lost)
        squared = (runs - mean) ** 2 / variance
        z = chances.root(squared) * (1 if runs > mean else -1)
        about = f"{runs:,} runs of wins and of other results"
        yield Test("runs", about, z, 0, chances.beyond(squared))


def runs_moments(won: int, lost: int) -> tuple[Fraction, Fraction]:
    """Return mean and variance of the number of runs, over all orders of the wins and the others
    (Wald and Wolfowitz 1940).
    """
    n = won + lost
    twice = 2 * won * lost
    return Fraction(twice, n) + 1, Fraction(twice * (twice - n), n**2 * (n - 1))
