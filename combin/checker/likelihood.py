"""The likelihood of a log under a distribution: exact probabilities, rounded logarithms."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from fractions import Fraction
from itertools import product
from math import ceil
from typing import Any

from combin.checker import chances
from combin.checker.law import LawCheck, seen
from combin.checker.possible import RowKind
from combin.rounds.settle import End

# A law that cannot produce a row is taken to have written it with this chance, by some other fault.
OTHERWISE = Fraction(1, 10**6)
LIKELIER = 100  # times, by which one law is told from another

LEFT = Fraction(1, 10)  # of what is impossible, the most that a cause leaves
BROKEN = Fraction(1, 100)  # of all else, the most that is impossible under it

Kinds = Mapping[RowKind, int]  # what rows say apart from their cards -> rounds
Shown = tuple[bool, ...]  # which parts of an end a log shows
Shares = Mapping[tuple[Any, ...], Fraction]


def explains(
    before: int | Fraction,
    after: int | Fraction,
    broken: int | Fraction = 0,
    others: int | Fraction = 0,
) -> bool:
    """Return whether a cause explains what cannot be.

    before: rows that are impossible without it. after: those of them that are with it. others:
        rows that are possible without it. broken: those of them that are not with it.
    """
    return (not after or after < LEFT * before) and broken <= BROKEN * others


def shown_in(kinds: Collection[RowKind]) -> Shown:
    """Return which parts of an end a log shows."""
    return tuple(any(kind[part] is not None for kind in kinds) for part in range(4))


def ends_of(law: LawCheck) -> dict[End, Fraction]:
    """Return the chances of all ends under a law."""
    return {
        End(row.actions, row.outcome, row.net, row.staked): Fraction(
            row.combinations, law.result.deals
        )
        for row in law.result.outcomes
    }


def as_if_independent(
    ends: Mapping[End, Fraction], nets: Mapping[Fraction, Fraction]
) -> dict[End, Fraction]:
    """Return the chances of ends to which the net of another bet is added, as if it had nothing to
    do with them.
    """
    found: defaultdict[End, Fraction] = defaultdict(Fraction)
    for (end, share), (net, part) in product(ends.items(), nets.items()):
        found[end._replace(net=end.net + net)] += share * part
    return found


def as_shown(ends: Mapping[End, Fraction], shown: Shown) -> dict[tuple[Any, ...], Fraction]:
    """Return the chances of what a log shows of a round."""
    found: defaultdict[tuple[Any, ...], Fraction] = defaultdict(Fraction)
    for end, share in ends.items():
        found[seen(end, shown)] += share
    return found


def log_likelihood(ends: Mapping[End, Fraction], kinds: Kinds) -> tuple[Fraction, int]:
    """Return the logarithm of the likelihood of what rows say, less the largest that any law has,
    and how many rows have no chance; these are not in it.
    """
    shares = as_shown(ends, shown_in(kinds))
    rounds = sum(kinds.values())
    known = {kind: count for kind, count in kinds.items() if shares.get(tuple(kind))}
    expected = [shares[tuple(kind)] * rounds for kind in known]
    lost = chances.log_likelihood_lost(list(known.values()), expected)
    return -lost, rounds - sum(known.values())


def with_others(likelihood: Fraction, unexplained: int) -> Fraction:
    """Return the logarithm of a likelihood with that of rows that some other fault wrote."""
    return likelihood + unexplained * chances.logarithm(OTHERWISE)


def rounds_apart(first: Shares, second: Shares) -> int | None:
    """Return how many rounds part two laws: until the first is 100 times likelier on average, or
    has, with a chance of 99 %, a round that the second never has; None where they are alike.
    """
    if first == second:
        return None
    goal = chances.logarithm(Fraction(LIKELIER))
    pairs = [(share, second[kind]) for kind, share in first.items() if kind in second]
    never = 1 - sum((share for share, _ in pairs), Fraction(0))
    if never == 1:
        return 1
    found = [ceil(goal / -chances.logarithm(1 - never))] if never else []
    if (speed := chances.relative_entropy(pairs)) > 0:
        found.append(ceil(goal / speed))
    return min(found, default=None)
