"""Tail probabilities of exact counts and distributions: the only approximate numbers.

Every function takes integers and `Fraction`s and gives back a `Fraction`, good to about six digits;
floats stay inside.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import atan2, ceil, erfc, exp, lgamma, log, log1p, pi, sin, sinh, sqrt
from statistics import NormalDist

TINY = 1e-300  # the smallest probability that is given
STEPS = 100_000  # of a series, far more than any needs
EPSILON = 1e-15
WIDE = 10**6  # variance of a count from which its tail is a formula, not a sum
NOISE = 1e-10  # of a tail found by inversion; below it a bound is given

NORMAL = NormalDist()


def _probability(value: float) -> Fraction:
    return Fraction(min(1.0, max(TINY, value)))


# --- Normal and chi-square ---------------------------------------------------------------------


def beyond(squared: Fraction) -> Fraction:
    """Return the probability that a standard normal number's square is at least `squared`."""
    return _probability(erfc(sqrt(squared / 2)))


def quantile(probability: Fraction) -> Fraction:
    """Return the number that a standard normal number stays below with this probability."""
    return Fraction(NORMAL.inv_cdf(float(probability)))


def root(value: Fraction) -> Fraction:
    """Return a square root."""
    return Fraction(sqrt(value))


def chi_square_tail(statistic: Fraction, degrees: int | Fraction) -> Fraction:
    """Return the probability that a chi-square number of `degrees` degrees of freedom is at least
    `statistic`.
    """
    return _gamma_part(Fraction(degrees, 2), float(statistic / 2), float("inf"))


def chi_square_below(statistic: Fraction, degrees: int | Fraction) -> Fraction:
    """Return the probability that a chi-square number of `degrees` degrees of freedom is at most
    `statistic`.
    """
    return _gamma_part(Fraction(degrees, 2), 0.0, float(statistic / 2))


def poisson_tail(hits: int, mean: Fraction) -> Fraction:
    """Return the probability that a Poisson number of this mean is at least `hits`."""
    return chi_square_below(2 * mean, 2 * hits) if hits else Fraction(1)


def self_normalized(ratio: Fraction, numbers: int) -> Fraction:
    """Return the probability that the square of a sum of independent normal numbers of mean 0 and
    one variance is at least `ratio` times the sum of their squares: a tail of Student's law.
    """
    from mpmath import betainc  # late, as in `_gamma_part`

    if ratio >= numbers:
        return _probability(0.0)
    # t squared is ratio * degrees / (numbers - ratio) for Student's t of numbers - 1 degrees.
    x = float((numbers - ratio) / numbers)
    return _probability(float(betainc((numbers - 1) / 2, 0.5, 0, x, regularized=True)))


def _gamma_part(shape: Fraction, low: float, high: float) -> Fraction:
    """Return the probability that a gamma number of this shape lies between the two."""
    from mpmath import gammainc  # a twentieth of a second, which few questions need

    return _probability(float(gammainc(float(shape), low, high, regularized=True)))


# --- Counts of one outcome ---------------------------------------------------------------------


def binomial_tails(hits: int, rounds: int, chance: Fraction) -> Fraction:
    """Return twice the smaller of P(X <= hits) and P(X >= hits), at most 1, for `rounds` trials of
    probability `chance`.
    """
    if chance in (0, 1):
        return _probability(float(hits == rounds * chance))
    if hits < rounds * chance:  # seen from the other side, so that the tail is the upper one
        hits, chance = rounds - hits, 1 - chance
    if rounds * chance * (1 - chance) > WIDE:
        return _probability(2 * _wide_tail(hits, rounds, chance))
    tail = term = here = _binomial(hits, rounds, chance)
    odds = float(chance / (1 - chance))
    while hits < rounds and term > tail * EPSILON:
        term *= (rounds - hits) / (hits + 1) * odds
        tail += term
        hits += 1
    return _probability(2 * min(tail, 1 - tail + here))


def _binomial(hits: int, rounds: int, chance: Fraction) -> float:
    """Return the probability of exactly `hits` hits, for any number of rounds (Loader 2000)."""
    misses = rounds - hits
    if not hits or not misses:
        return exp(rounds * log1p(-float(chance if misses else 1 - chance)))
    away = _apart(hits, rounds * chance) + _apart(misses, rounds * (1 - chance))
    bend = _bend(rounds) - _bend(hits) - _bend(misses)
    return exp(bend - away) * sqrt(rounds / (2 * pi * hits * misses))


def _wide_tail(hits: int, rounds: int, chance: Fraction) -> float:
    """Return P(X >= hits) for hits from the mean up, by Lugannani and Rice's formula for whole
    numbers.
    """
    if hits == rounds:
        return float(chance) ** rounds
    start = hits - Fraction(1, 2)
    misses, miss = rounds - start, 1 - chance
    away = _apart(start, rounds * chance) + _apart(misses, rounds * miss)
    tilt = log1p(float(start * miss / (misses * chance) - 1))
    if not tilt:
        return 0.5
    root_away = sqrt(2 * away) * (1 if tilt > 0 else -1)
    slope = 2 * sinh(tilt / 2) * sqrt(start * misses / rounds)
    return erfc(root_away / sqrt(2)) / 2 + exp(-away) / sqrt(2 * pi) * (1 / slope - 1 / root_away)


def _apart(seen: Fraction | int, expected: Fraction) -> float:
    """Return seen log(seen / expected) - seen + expected, no digit lost where both are large and
    alike.
    """
    if not seen:
        return float(expected)
    part = float(seen / expected - 1)
    if abs(part) > 0.1:
        return float(expected) * ((1 + part) * log(seen / expected) - part)
    return float(expected) * sum((-part) ** k / (k * (k - 1)) for k in range(2, 20))


def _bend(x: float) -> float:
    """Return log Gamma(x + 1) less Stirling's formula for it, x log x - x + log(2 pi x) / 2."""
    if x < 20:
        return lgamma(x + 1) - (x + 0.5) * log(x) + x - log(2 * pi) / 2
    return (1 - (1 / 30 - 1 / (105 * x**2)) / x**2) / (12 * x)


def trials_until(chance: Fraction, sure: Fraction) -> Fraction:
    """Return after how many trials, to be rounded up, an event of this chance has come once with
    probability `sure`.
    """
    if chance >= sure:
        return Fraction(1)
    return Fraction(log1p(-float(sure)) / log1p(-float(chance)))


def trials_to_tell(before: Fraction, after: Fraction, level: Fraction, sure: Fraction) -> Fraction:
    """Return how many trials, to be rounded up, show with probability `sure` that an event has the
    chance `after` and not `before`, in a two-sided test at a level, by the normal law.
    """
    reach = quantile(1 - level / 2) * root(before * (1 - before))
    reach += quantile(sure) * root(after * (1 - after))
    return (reach / (after - before)) ** 2


# --- The mean of many rounds -------------------------------------------------------------------


def mean_tails(
    law: Sequence[tuple[Fraction, Fraction]], mean: Fraction, rounds: int, step: Fraction
) -> Fraction:
    """Return twice the probability of a mean at least as far to the side on which `mean` lies, at
    most 1.

    law: (net, probability) of one round.
    step: a number of which all differences of nets are multiples.

    The tail is found from all of the law, by inversion of its characteristic function (Gil-Pelaez
    1951): a jackpot that hardly ever comes has no normal law.
    """
    expected = sum((net * chance for net, chance in law), Fraction(0))
    if mean == expected:
        return Fraction(1)
    side = 1 if mean > expected else -1
    points = [(float(side * (net - expected)), float(chance)) for net, chance in law]
    goal = float(side * (mean - expected))
    tail = _inverted(points, goal * rounds - float(step) / 2, rounds, float(step))
    # In the bound's exponent a float's error is multiplied by the rounds: it serves where there is
    # no other number.
    return _probability(2 * (tail if tail > NOISE else min(NOISE, _chernoff(points, goal, rounds))))


def _inverted(
    points: Sequence[tuple[float, float]], goal: float, rounds: int, step: float
) -> float:
    """Return the probability that the sum of `rounds` numbers of mean 0 is above `goal`, which lies
    half a step below a value of the sum.
    """
    variance = sum(x * x * chance for x, chance in points)
    largest = max(abs(x) for x, _ in points)
    # The sum is next to never further from 0; with as many terms the series repeats itself beyond.
    around = 12 * sqrt(rounds * variance) + 6 * largest
    half = ceil(around / step)
    total = 0.0
    for k in range(min(half, STEPS)):
        t = pi * (k + 0.5) / (half * step)
        size, angle = _characteristic(points, t)
        if rounds * size < -40:
            break
        wave = sin(rounds * angle - t * goal)
        total += exp(rounds * size) * wave / (2 * half * sin(t * step / 2))
    return 0.5 + total


def _characteristic(points: Sequence[tuple[float, float]], t: float) -> tuple[float, float]:
    """Return the characteristic function of a law of mean 0 at t: the logarithm of its modulus, and
    its argument.
    """
    # The real part less one, and the imaginary part less the mean, which is 0: so no digit is lost
    # where both are small.
    real = -2 * sum(chance * sin(t * x / 2) ** 2 for x, chance in points)
    imaginary = sum(chance * (sin(t * x) - t * x) for x, chance in points)
    squared = 2 * real + real**2 + imaginary**2
    return log1p(max(TINY - 1, squared)) / 2, atan2(imaginary, 1 + real)


def _chernoff(points: Sequence[tuple[float, float]], goal: float, rounds: int) -> float:
    """Return Chernoff's bound for the probability of a mean of at least `goal`."""
    largest = max(points)
    if goal >= largest[0]:
        return exp(rounds * log(largest[1]))
    tilt = _tilt(points, goal)
    return exp(-rounds * max(0.0, tilt * goal - _cumulants(points, tilt)[0]))


def _cumulants(points: Sequence[tuple[float, float]], tilt: float) -> tuple[float, float]:
    """Return the logarithm of E exp(tilt X), and the mean of X under the law so tilted."""
    top = max(tilt * x for x, _ in points)
    weights = [(x, chance * exp(tilt * x - top)) for x, chance in points]
    total = sum(weight for _, weight in weights)
    return top + log(total), sum(x * weight for x, weight in weights) / total


def _tilt(points: Sequence[tuple[float, float]], goal: float) -> float:
    """Return the tilt under which the mean is `goal`, which lies above 0 and below the largest
    point.
    """
    low = 0.0
    high = 1.0 / max(x for x, _ in points)
    while _cumulants(points, high)[1] < goal:
        low, high = high, 2 * high
    for _ in range(200):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        if _cumulants(points, middle)[1] < goal:
            low = middle
        else:
            high = middle
    return (low + high) / 2


# --- All outcomes together ---------------------------------------------------------------------


def g_statistic(observed: Sequence[int], expected: Sequence[Fraction]) -> Fraction:
    """Return G = 2 sum O log(O / E), with Williams' correction for small expectations."""
    total, cells = sum(observed), len(observed)
    plain = 2 * sum(_apart(o, e) for o, e in zip(observed, expected))
    spread = float(sum(total / e for e in expected)) - 1
    return Fraction(max(0.0, plain / (1 + spread / (6 * total * (cells - 1)))))


def evidence(
    counts: Sequence[int], chances: Sequence[Fraction], strengths: Sequence[int]
) -> Fraction:
    """Return the logarithm to base 10 of the e-value: the likelihood of a mixture of laws over that
    of the exact law.

    The mixture is over Dirichlet laws centred on the exact one, worth as many rounds as each of
    `strengths`, alike in weight.
    """
    logs = [_dirichlet(counts, chances, strength) for strength in strengths]
    top = max(logs)
    mixed = top + log(sum(exp(value - top) for value in logs) / len(logs))
    return Fraction(mixed / log(10))


def _dirichlet(counts: Sequence[int], chances: Sequence[Fraction], strength: int) -> float:
    """Return the logarithm of the likelihood of a Dirichlet mixture over that of the exact law."""
    rounds = strength + sum(counts)
    total = lgamma(strength) - _bend(rounds) + log(rounds) / 2
    total += (len(counts) - 1) * log(2 * pi) / 2
    for count, chance in zip(counts, chances):
        prior = strength * chance
        both = prior + count
        # Stirling's formula, its large parts joined: count log(chance) taken from log Gamma(both).
        total += _apart(both, rounds * chance) + _bend(float(both)) - log(both) / 2
        total += float(prior) * log(chance) - lgamma(prior)
    return total


def one_in(logarithm: Fraction) -> Fraction:
    """Return 10 ** -logarithm as a probability."""
    return _probability(10.0 ** -min(300.0, float(logarithm)))


def log_likelihood_lost(counts: Sequence[int], expected: Sequence[Fraction]) -> Fraction:
    """Return by how much the logarithm of the likelihood of some counts falls short of the largest
    that any law gives them: the sum of observed log(observed / expected).
    """
    apart = sum(_apart(count, mean) for count, mean in zip(counts, expected) if count)
    missing = sum((count - mean for count, mean in zip(counts, expected) if count), Fraction(0))
    return Fraction(apart) + missing


def relative_entropy(law: Sequence[tuple[Fraction, Fraction]]) -> Fraction:
    """Return the mean of log(first / second) over the first of two laws, each pair the
    probabilities of one outcome: how fast the logarithms of their likelihoods part.
    """
    return Fraction(sum(float(p) * log(p / q) for p, q in law if p))


def logarithm(value: Fraction) -> Fraction:
    """Return the natural logarithm of a number above 0."""
    return Fraction(log(value))
