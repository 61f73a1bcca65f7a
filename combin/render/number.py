"""The only place where a fraction becomes digits: rounded half to even, by integers alone.

Everything before this module is an exact `int` or `Fraction`; nothing after it computes.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from combin.exact import Interval


def ratio(part: Fraction | int, whole: Fraction | int) -> Fraction:
    """Return the exact ratio of a part to a whole."""
    return Fraction(part) / whole


def nearest_integer(numerator: int, denominator: int) -> int:
    """Return `round(Fraction(numerator, denominator))`: the nearest integer, of two equally near
    ones the even one.
    """
    whole, rest = divmod(numerator, denominator)
    twice = 2 * rest
    return whole + (twice > denominator or (twice == denominator and whole % 2 == 1))


def _point(digits: int, places: int) -> str:
    """Return `digits` / 10**places written out; zero has no sign."""
    text = str(abs(digits)).rjust(places + 1, "0")
    sign = "-" if digits < 0 else ""
    return f"{sign}{text[:-places]}.{text[-places:]}" if places else sign + text


def decimal(value: Fraction | int, places: int) -> str:
    """Return `value` rounded to `places` decimals: ``-0.0914``."""
    return _point(nearest_integer(value.numerator * 10**places, value.denominator), places)


def percent(value: Fraction | int, places: int) -> str:
    """Return `value` in hundredths: ``9.1425 %``."""
    return decimal(Fraction(value) * 100, places) + " %"


def cost(value: Fraction | int) -> str:
    """Return a cost in hundredths, with two significant digits at least: ``0.00022 %``; ``0`` where
    it is nothing.
    """
    return percent(value, places_for(abs(Fraction(value)) * 100, 2, 4)) if value else "0"


def root(value: Fraction | int, places: int) -> str:
    """Return the square root of `value` (not negative) rounded to `places` decimals, exactly
    rounded.
    """
    scaled = value.numerator * 10 ** (2 * places)
    low = isqrt(scaled // value.denominator)
    # The root lies above low + 1/2 where scaled / denominator lies above (2 low + 1)**2 / 4.
    above = 4 * scaled - (2 * low + 1) ** 2 * value.denominator
    return _point(low + (above > 0 or (above == 0 and low % 2 == 1)), places)


def grouped(number: int | Fraction) -> str:
    """Return an integer with commas: ``14,348,425``; any other number as it is."""
    return f"{number:,}" if isinstance(number, int) else str(number)


def counted(items: int, noun: str) -> str:
    """Return ``1 line`` or ``12 lines``."""
    return f"{grouped(items)} {noun}{'' if items == 1 else 's'}"


def exact(value: Fraction | int) -> str:
    """Return `value` reduced: ``-7496/81991``, ``0``, ``18``."""
    return str(Fraction(value))


def plain(value: Fraction | int) -> str:
    """Return `value` as people write a pay: ``1,000``, ``12.5``, and ``1/3`` where decimals would
    not end soon.
    """
    value = Fraction(value)
    for places in range(4):
        if 10**places % value.denominator == 0:
            whole, point, rest = decimal(value, places).partition(".")
            sign = "-" if value < 0 else ""
            return f"{sign}{grouped(abs(int(whole)))}{point}{rest}"
    return str(value)


def signed(value: Fraction | int) -> str:
    """Return `plain` with a plus sign before a win: ``+18``, ``-1``, ``0``."""
    return ("+" if value > 0 else "") + plain(value)


def one_in(chance: Fraction | int) -> str:
    """Return how rare a positive probability is: the number after ``1 in``, ``2.44`` or
    ``649,740``, with three digits at least; ``-`` for what never happens.
    """
    return _three_digits(Fraction(1) / chance) if chance else "-"


def odds(chance: Fraction | int) -> str:
    """Return the true odds against a positive probability: ``1.44 to 1``; ``-`` for what never
    happens.
    """
    return f"{_three_digits(Fraction(1) / chance - 1)} to 1" if chance else "-"


def _three_digits(value: Fraction) -> str:
    """Return a number with three significant digits, or all those left of its point; with no zeros
    after the last digit of a whole one.
    """
    if value.denominator == 1 or value >= 100:
        return grouped(nearest_integer(value.numerator, value.denominator))
    return decimal(value, places_for(value, 3, 1) if value else 0)


def places_for(smallest: Fraction | int, digits: int, least: int) -> int:
    """Return how many decimals, at least `least`, show `digits` significant digits of the positive
    value `smallest`.
    """
    places = least
    while smallest * 10**places < 10 ** (digits - 1):
        places += 1
    return places


def figures(value: Fraction | int, digits: int) -> str:
    """Return `value` with so many significant digits, and zeros up to its point: ``0.02713``,
    ``96,240``.
    """
    size = abs(Fraction(value))
    if size < 10 ** (digits - 1):
        return decimal(value, places_for(size, digits, 0) if size else 0)
    unit = 10 ** max(0, len(str(int(size))) - digits)
    return grouped(unit * nearest_integer(value.numerator, unit * value.denominator))


def double(value: Fraction | int | str) -> str:
    """Return a number as programs read it that compute with doubles: a whole one in full, any other
    with the 17 significant digits that tell doubles apart.
    """
    value = Fraction(value)
    if value.denominator == 1:
        return str(value.numerator)
    # Left of the point stand so many digits, or one more.
    digits = len(str(abs(value.numerator))) - len(str(value.denominator))
    places = places_for(abs(value), 17, max(1, 16 - digits))
    return decimal(value, places).rstrip("0").removesuffix(".")


def span(interval: Interval, words: Callable[[Fraction], str]) -> str:
    """Return an interval in words: ``3.0000 % to 4.0000 %``, ``at most 3``."""
    low, high = (end if end is None else words(end) for end in interval)
    if low is None:
        return f"at most {high}"
    if high is None:
        return f"at least {low}"
    return low if interval[0] == interval[1] else f"{low} to {high}"


def typed(interval: Interval) -> str:
    """Return an interval as it is typed: ``3/100..1/25``, ``..3``, or its only value."""
    low, high = ("" if end is None else exact(end) for end in interval)
    return low if low == high else f"{low}..{high}"
