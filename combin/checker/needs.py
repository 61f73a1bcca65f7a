"""What the user demands that a verdict has tested, and what a log lacks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction

from combin.checker.codes import TESTS
from combin.checker.verdict import Verdict
from combin.errors import CombinError, verify_known
from combin.exact import parse_number, parse_share
from combin.records import dataclass


@dataclass(frozen=True)
class Demand:
    """One demand.

    word: as the user says it: `cards`, `rounds=100000`.
    kind: its word before the sign of equality. least: its number; 0 where it takes none.
    """

    word: str
    kind: str
    least: Fraction = Fraction(0)


def needs_of(words: Iterable[str]) -> tuple[Demand, ...]:
    """Return demands from words such as `cards,power=0.5%`; raises CombinError for what is none."""
    return tuple(_need(word.strip()) for some in words for word in some.split(","))


def _need(word: str) -> Demand:
    kind, equals, value = word.partition("=")
    verify_known(kind, LACKS, f"--needs: nothing is called {kind!r}")
    if bool(equals) != (kind in NUMBERS):
        raise CombinError(f"--needs {kind} takes {NUMBERS.get(kind, 'no number')}, not {word!r}")
    if not equals:
        return Demand(word, kind)
    parse = parse_share if kind == "power" else parse_number
    least = parse(value, f"--needs {kind}")
    if least <= 0:
        raise CombinError(f"--needs {kind} takes {NUMBERS[kind]}, above 0, not {word!r}")
    return Demand(word, kind, least)


def lacking(found: Verdict, needs: Iterable[Demand]) -> Iterator[tuple[Demand, str]]:
    """Yield the demands that a log does not meet, each with the reason."""
    for need in needs:
        if why := LACKS[need.kind](found, need.least):
            yield need, why


def _mean(found: Verdict, _: Fraction) -> str:
    return "" if _tested(found, "test-mean") else "the mean was not tested"


def _power(found: Verdict, most: Fraction) -> str:
    if why := _mean(found, most):
        return why
    error = found.power.error
    if error <= most:
        return ""
    takes = -(-found.tested * error**2 // most**2)
    return f"such an error is detected with 90 % power from about {takes:,} rounds on"


def _tested(found: Verdict, code: str) -> bool:
    return any(TESTS.get(test.name) == code for test in found.tests)


LACKS: Mapping[str, Callable[[Verdict, Fraction], str]] = {
    "cards": lambda found, _: (
        "" if found.replayed else f"no round was settled from cards, {found.unsettled}"
    ),
    "play": lambda found, _: (
        "no decision was looked at" if found.law.decides and found.play is None else ""
    ),
    "mean": _mean,
    "order": lambda found, _: (
        ""
        if _tested(found, "test-serial") and _tested(found, "test-runs")
        else "the order of the rounds was not tested"
    ),
    "rounds": lambda found, least: (
        "" if found.tested >= least else f"{found.tested:,} rounds were tested"
    ),
    "power": _power,
}
NUMBERS = {
    "rounds": "a number of rounds, rounds=100000",
    "power": "an error of the edge, power=0.5%",
}
