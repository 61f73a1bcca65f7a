"""The ranges of pays of a paytable: their values, their order, and how round they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import chain
from math import prod

from combin.errors import CombinError, refuse
from combin.records import dataclass
from combin.rules.addresses import address_of
from combin.rules.words import Bet

FALLING, STRICT, ANY = ORDERS = ("falling", "strict", "any")
# Without the zeros at their end: 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100.
ROUND = frozenset(("", "1", "2", "3", "4", "5", "6", "8", "12", "15", "25"))
MOST_VALUES = 100_000  # of one pay


@dataclass(frozen=True)
class Spans:
    """The paytables to look among: every choice of one value a pay in which the pays fall.

    pays: the addresses of those that may move.
    values: of each what it may be, rising; each value stands in some paytable.
    pairs: places of two pays of which the first is to be no less than the second.
    strict: whether it is to be more.
    """

    pays: tuple[str, ...]
    values: tuple[tuple[Fraction, ...], ...]
    pairs: tuple[tuple[int, int], ...]
    strict: bool

    @property
    def combinations(self) -> int:
        """How many choices of one value a pay there are, in falling order or not."""
        return prod(map(len, self.values))


def roughness(pay: Fraction) -> int:
    """Return the distance of a pay from a round number.

    0 for 0 and for 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 25 and these times 10, 100, ...; another whole
    number counts its digits before the zeros at its end, one less if the last of them is a 5: 7 and
    35 count 1, 14 and 125 count 2. A ratio counts all digits of both its numbers: 7/2 counts 2.
    """
    if pay.denominator > 1:
        return len(f"{abs(pay.numerator)}{pay.denominator}")
    digits = str(abs(pay.numerator)).rstrip("0")
    return 0 if digits in ROUND else len(digits) - digits.endswith("5")


def whole_numbers(name: str, low: Fraction, high: Fraction) -> tuple[Fraction, ...]:
    """Return the whole numbers from one limit of a pay to the other."""
    first, last = -(-low // 1), high // 1
    refuse(first > last, f"no whole number lies between {low} and {high}, the limits of {name}")
    refuse(
        last - first >= MOST_VALUES,
        f"{name} may take {last - first + 1:,} values; narrow its limits",
    )
    return tuple(map(Fraction, range(first, last + 1)))


def spans_of(
    bet: Bet,
    today: Mapping[str, Fraction],
    asked: Mapping[str, Sequence[Fraction]],
    most: Fraction | None = None,
    order: str = FALLING,
    only_round: bool = False,
) -> Spans:
    """Return the paytables of a bet to look among.

    today: all its pays. asked: address -> the values that it may take.
    most: no pay of a paytable is more.
    order: `falling`: no hand pays less than one listed below it; `strict`: each pays more; `any`.
        Two hands that pay the other way round today are left alone.
    only_round: round numbers alone.
    Raises CombinError where no paytable is left.
    """
    refuse(order not in ORDERS, f"the order is one of {', '.join(ORDERS)}, not {order!r}")
    moving, tables = list(asked), [] if order == ANY else _tables(bet)
    values = {name: sorted(set(found)) for name, found in asked.items()}
    for name in moving:
        values[name] = [
            value
            for value in values[name]
            if (most is None or value <= most) and not (only_round and roughness(value))
        ]
        if not values[name]:
            limits = [f"at most {most}"] if most is not None else []
            raise CombinError(
                f"no value of {name} is left: none is "
                f"{' and '.join([*limits, *(['round'] if only_round else [])])}"
            )
    for name in chain.from_iterable(_tables(bet)):
        refuse(
            most is not None and name not in asked and today[name] > most,
            f"{name} pays {today[name]}, more than {most}, and stays: let it move",
        )
    pairs = [
        (above, below)
        for table in tables
        for place, above in enumerate(table)
        for below in table[place + 1 :]
        if {above, below} & asked.keys() and today[above] >= today[below]
    ]
    # Leave out, until nothing changes, values that stand in no paytable whose pays fall.
    strict = order == STRICT
    before = -1
    while before != (before := sum(map(len, values.values()))):
        for above, below in pairs:
            lowest = values[below][0] if below in values else today[below]
            highest = values[above][-1] if above in values else today[above]
            if above in values:
                values[above] = [one for one in values[above] if falls(one, lowest, strict)]
            if below in values:
                values[below] = [one for one in values[below] if falls(highest, one, strict)]
            refuse(
                not values.get(above, [lowest]) or not values.get(below, [lowest]),
                f"no paytable within these limits has {above} "
                f"{'above' if strict else 'at least as high as'} {below}; an order of `any` "
                "lets pays rise",
            )
    both = {
        (moving.index(above), moving.index(below))
        for above, below in pairs
        if above in asked and below in asked
    }
    found = tuple(tuple(values[name]) for name in moving)
    return Spans(tuple(moving), found, tuple(sorted(both)), order == STRICT)


def _tables(bet: Bet) -> list[list[str]]:
    """Return the addresses of every paytable of a bet, best hand first, without shares of a
    meter.
    """
    found = []
    for table in bet.tables():
        lines = [line for line, pay in table.pays.items() if isinstance(pay, Fraction)]
        addresses = [address_of(bet, table.name, line) for line in lines]
        if addresses not in found:
            found.append(addresses)
    return found


def falls(above: Fraction | int, below: Fraction | int, strict: bool) -> bool:
    return above > below if strict else above >= below
