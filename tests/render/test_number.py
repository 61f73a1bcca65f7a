"""Digits: every rounding agrees with the decimal module, which rounds half to even too."""

from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combin.render import number

RATIONALS = st.fractions(max_denominator=10**30)
PLACES = st.integers(0, 30)
few = settings(max_examples=40)


def by_decimal(value: Fraction, places: int) -> str:
    with localcontext() as context:
        context.prec = 2000
        # Two thousand digits decide every half, because denominators stay below 10**31.
        quotient = Decimal(value.numerator) / Decimal(value.denominator)
        rounded = quotient.quantize(Decimal(1).scaleb(-places), ROUND_HALF_EVEN)
    return format(rounded if rounded else abs(rounded), "f")


@few
@given(RATIONALS, PLACES)
def test_decimal_is_what_the_decimal_module_says(value, places):
    assert number.decimal(value, places) == by_decimal(value, places)


@few
@given(st.integers(-(10**20), 10**20), PLACES)
def test_halves_go_to_the_even_digit(count, places):
    half = Fraction(2 * count + 1, 2 * 10**places)
    assert number.decimal(half, places) == by_decimal(half, places)
    assert int(number.decimal(half, places).replace(".", "")) % 2 == 0


@few
@given(RATIONALS, PLACES)
def test_percent_is_a_hundred_times_the_decimal(value, places):
    assert number.percent(value, places) == by_decimal(value * 100, places) + " %"


@few
@given(st.fractions(min_value=0, max_denominator=10**30), PLACES)
def test_root_is_the_nearest_multiple(value, places):
    unit = Fraction(1, 10**places)
    digits = Fraction(number.root(value, places))
    assert max(digits - unit / 2, 0) ** 2 <= value <= (digits + unit / 2) ** 2


@few
@given(st.integers(0, 10**20), PLACES)
def test_root_of_a_square_is_exact_and_halves_go_to_the_even_digit(count, places):
    unit = Fraction(1, 10**places)
    assert number.root((count * unit) ** 2, places) == number.decimal(count * unit, places)
    assert number.root(((count + Fraction(1, 2)) * unit) ** 2, places) == number.decimal(
        (count + Fraction(1, 2)) * unit, places
    )


@few
@given(st.integers(-(10**40), 10**40), st.integers(1, 10**40))
def test_nearest_integer_is_the_built_in_round(numerator, denominator):
    assert number.nearest_integer(numerator, denominator) == round(Fraction(numerator, denominator))


@few
@given(RATIONALS)
def test_exact_and_plain_can_be_read_back(value):
    assert Fraction(number.exact(value)) == value
    assert Fraction(number.plain(value).replace(",", "")) == value
    assert Fraction(number.signed(value).replace(",", "")) == value


@few
@given(st.fractions(min_value=Fraction(1, 10**20), max_value=1), st.integers(1, 6))
def test_places_show_the_digits_asked_for_and_no_more(value, digits):
    places = number.places_for(value, digits, 2)
    assert value * 10**places >= 10 ** (digits - 1)
    assert places == 2 or value * 10 ** (places - 1) < 10 ** (digits - 1)


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        (number.decimal(Fraction(-7496, 81991), 6), "-0.091425"),
        (number.percent(Fraction(7496, 81991), 4), "9.1425 %"),
        (number.decimal(Fraction(-1, 10**9), 4), "0.0000"),
        (number.decimal(5, 0), "5"),
        (number.root(2, 6), "1.414214"),
        (number.root(0, 2), "0.00"),
        (number.grouped(-14348425), "-14,348,425"),
        (number.exact(Fraction(18)), "18"),
        (number.exact(Fraction(-2, 4)), "-1/2"),
        (number.plain(100_000), "100,000"),
        (number.plain(Fraction(-1, 2)), "-0.5"),
        (number.plain(Fraction(25, 2)), "12.5"),
        (number.plain(Fraction(1, 3)), "1/3"),
        (number.signed(18), "+18"),
        (number.signed(-1), "-1"),
        (number.signed(0), "0"),
    ],
)
def test_as_people_write_them(shown, text):
    assert shown == text
