"""Paytables within limits, beside what a player with a short list loses against each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from combin.errors import CombinError
from combin.exact import parse_interval, parse_number, parse_share, shown
from combin.families.listed import family_of
from combin.records import dataclass
from combin.sensitivity import Counted, the_pay
from combin.sensitivity.design import Design, Limits, design
from combin.sensitivity.spans import FALLING, spans_of, whole_numbers
from combin.solving.executor import Progress
from combin.solving.induction import Root
from combin.solving.payoffs import Payoffs

TOP = 10  # paytables that are shown by default


@dataclass(frozen=True)
class PayRanges:
    """What is asked of paytables.

    pay: name -> what it may be: ``6..12``, ``5,6,8``, one number; (6, 12), [5, 6, 8].
    limits: of edge, hit frequency and deviation.
    most: the most that any pay may be. order, only_round: see `spans_of`.
    top: how many to return.
    """

    pay: Mapping[str, object]
    limits: Limits
    most: Fraction | None = None
    order: str = FALLING
    only_round: bool = False
    top: int = TOP


def asked(
    pay: Mapping[str, object],
    edge: object = None,
    hits: object = None,
    deviation: object = None,
    max_pay: object = None,
    order: str = FALLING,
    only_round: bool = False,
    top: int = TOP,
) -> PayRanges:
    """Return what is asked, from words or numbers; raises CombinError for what says nothing."""
    limits = Limits(
        parse_interval(edge, "the edge", parse_share),
        parse_interval(hits, "the hit frequency", parse_share),
        parse_interval(deviation, "the deviation"),
    )
    if limits == Limits():
        raise CombinError(
            "no limits are given: an edge (3..4%), a hit frequency (25%..) or a deviation (..3)"
        )
    if any(end is not None and end < 0 for end in (*limits.hits, *limits.deviation)):
        raise CombinError("a hit frequency and a deviation are never below 0")
    if not pay:
        raise CombinError("which pays may move, and from where to where? flush=6..12")
    most = None if max_pay is None else parse_number(max_pay, "the largest pay")
    return PayRanges(pay, limits, most, order, only_round, top)


def designed(
    counted: Counted,
    wanted: PayRanges,
    progress: Progress | None = None,
    tell: Callable[[int, int], None] | None = None,
) -> Design:
    """Return the paytables of a bet that keep what is asked and that no other beats.

    progress: of a search for lists. tell: called with how many paytables are done, of how many.
    """
    values: dict[str, Sequence[Fraction]] = {}
    for name, words in wanted.pay.items():
        address = the_pay(counted.game, counted.bet, name)
        if address in values:
            raise CombinError(f"pay {address} is given twice")
        values[address] = _values(address, words)
    kept = wanted.most, wanted.order, wanted.only_round
    spans = spans_of(counted.plan.bet, counted.ends.pays, values, *kept)
    return design(
        counted, spans, wanted.limits, kept, wanted.top, lambda: _lists(counted, progress), tell
    )


def _values(name: str, words: object) -> Sequence[Fraction]:
    """Return the values that a pay may take: the whole numbers of a range, or those of a list."""
    what = f"pay {name}"
    if isinstance(words, str) and ".." not in words:
        return [parse_number(word, what) for word in words.split(",")]
    if isinstance(words, list):
        if not words:
            raise CombinError(f"{what} may be what? [5, 6, 8], or (6, 12), not []")
        return [parse_number(word, what) for word in words]
    if not isinstance(words, (str, tuple)):
        return [parse_number(words, what)]
    low, high = parse_interval(words, what)
    if low is None or high is None:
        raise CombinError(f"{what} goes from where to where? 6..12, not {shown(words)}")
    return whole_numbers(name, low, high)


def _lists(counted: Counted, progress: Progress | None) -> list[tuple[int, Root]]:
    """Return what happens under the lists of a bet that a player may know: those that ship, or are
    found, up to the first that costs next to nothing.
    """
    from combin.dossier.found import found
    from combin.dossier.recommended import practical
    from combin.strategies.policies import policies_of

    if counted.is_linear:
        return []
    try:
        ladder = found(counted.game, counted.bet, progress)
    except CombinError:  # no list is written of such a bet
        return []
    rungs = ladder.rungs[: ladder.rungs.index(practical(ladder)) + 1]
    payoffs = Payoffs(counted.plan)
    policies = policies_of(payoffs, [rung.lines for rung in rungs])
    _, roots = family_of(counted.plan).followed(payoffs, policies)
    return list(zip(map(len, rungs), roots))


__all__ = ["TOP", "PayRanges", "asked", "designed"]
