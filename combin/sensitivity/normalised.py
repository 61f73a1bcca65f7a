"""A value whose maxima all count equally many deals, which makes its numbers short to write."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import lcm

from combin.grouping import grouped
from combin.sensitivity.maxima import Maximum, Value, number_of

Kind = tuple[str, int]  # a decision, and the first key of a maximum's first option


def normalised(value: Value) -> Value:
    """Return the same value, maxima that stand in no other as multiples of what they were: where
    one of a decision counts a multiple of what each of the others does, all count as much as it.
    """
    inner = {
        number_of(key)
        for choice in value.choices
        for option in choice.options
        for key in option
        if key < 0
    }
    counts = {
        number: _count(choice) for number, choice in enumerate(value.choices) if number not in inner
    }
    met = grouped(counts.values())
    shared = {kind: max(found) for kind, found in met.items() if lcm(*found) == max(found)}
    factors = {number: shared.get(kind, count) // count for number, (kind, count) in counts.items()}
    choices = tuple(
        replace(
            choice,
            options=tuple(
                {key: times * factors.get(number, 1) for key, times in option.items()}
                for option in choice.options
            ),
        )
        for number, choice in enumerate(value.choices)
    )
    weights = {
        key: Fraction(times, factors.get(number_of(key), 1)) for key, times in value.total.items()
    }
    scale = lcm(*(weight.denominator for weight in weights.values()))
    total = {key: int(weight * scale) for key, weight in weights.items()}
    return Value(value.pays, choices, total, value.below * scale)


def _count(choice: Maximum) -> tuple[Kind, int]:
    """Return the kind of a maximum, and how often its first key counts in its first option."""
    first = choice.options[0]
    key = min(first, key=lambda key: (key < 0, key))
    return (choice.decision, key), abs(first[key])
