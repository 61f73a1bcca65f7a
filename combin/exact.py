"""Converts the numbers of a caller to Python's own integers or fractions, exactly, or refuses them
in one line.

An integer of another library wraps round in its own width, and a fraction made of such integers
computes with them; so nothing of a caller's numbers but their value goes any further than this
module.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from math import isqrt
from numbers import Integral, Number, Rational
from typing import Any

from combin.errors import CombinError, refuse

Interval = tuple[Fraction | None, Fraction | None]
Parse = Callable[[Any, str], Fraction]

# Fraction itself would also take 1e999999999 with all its digits.
NUMBER = re.compile(r"[+-]?\d{1,60}(/\d{1,60}|\.\d{0,60})?|[+-]?\.\d{1,60}", re.ASCII)
WHOLE = re.compile(r"[+-]?\d{1,60}", re.ASCII)
# How a float or decimal number is written.
WRITTEN = re.compile(r"[+-]?\d{1,120}(\.\d{0,120})?([eE][+-]?\d\d?)?", re.ASCII)
MOST_BITS = 400  # of a numerator or denominator: as many as 120 digits take

MOST_THREADS = 1024


def parse_number(value: object, what: str) -> Fraction:
    """Return the rational that a number is, or that text writes (``7/2``, ``12.5``, ``-1``),
    exactly.

    Integers, rationals and decimal numbers of any library will do; a float is the decimal number
    that is typed for it, 0.1 a tenth. Raises CombinError, naming `what`, for anything else, a truth
    value, an infinity and no number (nan) among it.
    """
    number = None
    if not isinstance(value, str):
        number = _number(value)
    elif NUMBER.fullmatch(value.strip()):
        with suppress(ZeroDivisionError):
            number = Fraction(value.strip())
    if number is None or max(map(int.bit_length, number.as_integer_ratio())) > MOST_BITS:
        raise CombinError(f"{what} is a number such as 9, 7/2 or 12.5, not {shown(value)}")
    return number


def parse_edge(edge: object) -> Fraction:
    """Return an edge given as a number or as text, which may be a percentage, ``2.5%``."""
    if isinstance(edge, str) and edge.strip().endswith("%"):
        return parse_number(edge.strip()[:-1].strip(), "the edge, before its %,") / 100
    return parse_number(edge, "the edge")


def parse_share(value: object, what: str) -> Fraction:
    """Return a share of one: ``2.5%``, ``1/40`` or a number; text that could be meant either way is
    refused.
    """
    if not isinstance(value, str):
        return parse_number(value, what)
    text = value.strip()
    if text.endswith("%"):
        return parse_number(text[:-1].strip(), f"{what}, before its %,") / 100
    share = parse_number(text, what)
    rest = text.partition(".")[2].ljust(2, "0")
    small = f" or {int(rest[:2])}.{rest[2:]}".rstrip(".") + "%" if 0 < share < 1 else ""
    refuse(
        share and "/" not in text,
        f"{what}: a percentage needs its sign ({text}%{small}), a ratio is written 1/40",
    )
    return share


def parse_interval(value: object, what: str, parse: Parse = parse_number) -> Interval:
    """Return the two limits of a number, None for one that there is not, from ``3..4``, ``3..``,
    ``..4%``, a single value, or a pair; a percentage may have its sign at the end alone.

    parse: reads one limit. Raises CombinError where the first is more than the second.
    """
    if value is None:
        return None, None
    if isinstance(value, str):
        refuse("..." in value, f"{what}: a range has two dots, such as 3..4, not {value}")
        low, dots, high = (part.strip() for part in value.partition(".."))
        if low and high.endswith("%") and not low.endswith("%"):
            low += "%"
        ends: Sequence[Any] = (low or None, high or None) if dots else (low, low)
        refuse(dots and not low + high, f"{what}: the range has no limit; write 3..4, 3.. or ..4")
    else:
        ends = value if isinstance(value, (tuple, list)) else (value, value)
    refuse(len(ends) != 2, f"{what} is two limits, (3, 4), not {shown(value)}")
    least, most = (None if end is None else parse(end, what) for end in ends)
    refuse(
        least is not None and most is not None and least > most,
        f"{what}: the range from {least} to {most} is empty",
    )
    return least, most


def whole_of_text(text: str, what: str) -> int:
    """Return the whole number that a text writes, in ASCII digits alone, as a person types it."""
    refuse(
        not WHOLE.fullmatch(text.strip()), f"{what} is a whole number such as 9, not {shown(text)}"
    )
    return int(text)


def whole_number(value: object, what: str, least: int, most: int | None = None) -> int:
    """Return a number that is whole and within its limits as Python's own integer; text is none."""
    number = None if isinstance(value, str) else _number(value)
    if (
        number is None
        or number.denominator != 1
        or number < least
        or (most is not None and number > most)
    ):
        limits = f"from {least} up" if most is None else f"from {least} to {most}"
        raise CombinError(f"{what} is a whole number {limits}, not {shown(value)}")
    return number.numerator


def thread_count(value: object, what: str = "threads") -> int | None:
    """Return the number of threads; None leaves it to the machine."""
    return None if value is None else whole_number(value, what, 1, MOST_THREADS)


def plain(value: object, what: str) -> int | Fraction:
    """Return a number of the rules, integers as integers."""
    number = parse_number(value, what)
    return number.numerator if isinstance(value, Integral) else number


def _number(value: object) -> Fraction | None:
    if isinstance(value, bool):
        return None
    try:
        if isinstance(value, Rational):
            return Fraction(int(value.numerator), int(value.denominator))
        text = str(value) if isinstance(value, Number) else ""
    except (TypeError, ValueError, AttributeError, ArithmeticError):  # a number in name only
        return None
    return Fraction(text) if WRITTEN.fullmatch(text) else None


def root(square: Fraction, digits: int) -> Fraction:
    """Return a square root rounded down, to so many decimals."""
    scale = 10**digits
    return Fraction(isqrt(int(square * scale * scale)), scale)


def shown(value: object) -> str:
    """Return a caller's value as text, as short as a line has room for."""
    try:
        text = repr(value)
    except Exception:  # whatever a stranger's object, or an integer of too many digits, raises
        return f"a {type(value).__name__}"
    if len(text) <= 80 and text.isprintable():
        return text
    return f"a {type(value).__name__} of {len(text)} letters"


__all__ = [
    "MOST_THREADS",
    "Interval",
    "parse_edge",
    "parse_interval",
    "parse_number",
    "parse_share",
    "plain",
    "shown",
    "thread_count",
    "whole_number",
    "whole_of_text",
]
