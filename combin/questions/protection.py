"""Game protection: the edge under optimal play if the player sees hidden cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Protocol, TypeAlias

from combin.errors import CombinError
from combin.records import dataclass
from combin.solving.result import AboutBet
from combin.subject import Subject

Tell = Callable[["Exposure | None"], None]  # what is seen next; None: done
# Up to how many cards are seen, or how many, or which ranks a card may be of.
Asked: TypeAlias = "int | Sequence[int] | str"


@dataclass(frozen=True)
class Bounds:
    """Between what an edge lies, exactly: who sees more cards never does worse.

    least: the house edge of a player who sees more, at most every card; None where none is known.
    most: that of a player who sees less.
    """

    least: Fraction | None
    most: Fraction


@dataclass(frozen=True)
class Estimate:
    """About what an edge is, from hands dealt at random.

    edge: the mean, which is unbiased.
    variance: of the mean: the square of its standard error.
    hands: how many were dealt.
    seed: deals the same hands again.
    gained: for how many of them the seen cards were worth something. Where that is none or a few,
        the variance says little.
    """

    edge: Fraction
    variance: Fraction
    hands: int
    seed: int
    gained: int


class Estimator(Protocol):
    """Estimates edges from hands dealt at random.

    hands, seed: as of its estimates.
    """

    hands: int
    seed: int

    def __call__(self, zone: str, count: int) -> Estimate:
        """Return about what the edge is when some cards of a zone are seen; raises CombinError
        where that takes too long.
        """
        ...


@dataclass(frozen=True)
class Exposure:
    """What it is worth to see some cards.

    zone: whose they are; empty where none is seen.
    cards: how many.
    edge: the house edge with the best play; None where it was not counted.
    why: then the reason.
    ranks: where of one card no more is seen than whether it is of one of these; else empty.
    bounds: between what an edge lies that was not counted.
    estimate: about what it is, where that was asked for.
    unsampled: why it was asked for and is not there.
    words: what is seen, for people, where that is not so many cards of the zone.
    beside: the bet that is made, too, by who sees it.
    """

    zone: str
    cards: int
    edge: Fraction | None
    why: str = ""
    ranks: str = ""
    bounds: Bounds | None = None
    estimate: Estimate | None = None
    unsampled: str = ""
    words: str = ""
    beside: str = ""


@dataclass(frozen=True, repr=False)
class Protection(AboutBet):
    """The edge of a bet for each number of cards that the player sees.

    exposures: the game as it should be first, then zone by zone.
    asked: the zones that were asked for, with how many cards or which ranks; by default none.
    sample: how many hands were dealt for each estimate, and the seed; None for no estimates.
    model: of play, where there are several.
    """

    exposures: tuple[Exposure, ...]
    asked: tuple[tuple[str, Asked], ...]
    sample: tuple[int, int] | None
    model: str = ""


def protect(
    one: Subject,
    seen: Mapping[str, Asked] | None = None,
    tell: Tell = lambda exposure: None,
    estimate: Estimator | None = None,
) -> Protection:
    """Return the edge of a bet for each number of cards that the player sees.

    seen: zone -> up to how many of its cards, or a list of how many, or some ranks: then the player
        sees of one of its cards whether it is of these, as where edges are sorted; by default every
        zone that the bet settles by and that is dealt after the first decision, all of its cards.
    tell: called before each count; with None after the last.
    estimate: says about what an edge is that cannot be counted.
    Raises CombinError where nothing is decided, or for a zone that cannot be asked for. What cannot
    be counted is listed with the reason, and between what exact edges it lies.
    """
    found, wanted = [], one.sights(seen)
    one.tell_cost()
    for exposure in (Exposure("", 0, None), *wanted):
        if exposure.zone:
            tell(exposure)
        found.append(_counted(one, exposure))
    found = _bounded(one, found)
    if estimate:
        found = [_estimated(exposure, estimate, tell) for exposure in found]
    tell(None)
    named = tuple(seen.items()) if seen else ()
    sample = (estimate.hands, estimate.seed) if estimate else None
    return Protection(one.game, one.bet, one.wager, tuple(found), named, sample, one.model)


def _counted(one: Subject, exposure: Exposure) -> Exposure:
    """Return an exposure with its edge, or with the reason why it has none."""
    try:
        return replace(exposure, edge=-(one.seeing(exposure) if exposure.zone else one.value))
    except CombinError as error:
        return replace(exposure, why=str(error))


# --- What is not counted -------------------------------------------------------------------------


def _bounded(subject: Subject, found: list[Exposure]) -> list[Exposure]:
    """Return exposures, those that were not counted with their bounds, or exactly where every card
    is seen.
    """
    if all(one.edge is not None for one in found) or found[0].edge is None:
        return found
    most = subject.foreseen()
    least = None if most is None else -most
    counted = [
        replace(one, edge=least, why="") if least is not None and subject.tells_all(one) else one
        for one in found
    ]
    return [
        one if one.edge is not None else replace(one, bounds=_bounds(one, counted, least))
        for one in counted
    ]


def _bounds(one: Exposure, found: Sequence[Exposure], least: Fraction | None) -> Bounds:
    """Return between what an edge lies; least: the edge of a player who sees every card."""
    more, less = [] if least is None else [least], list[Fraction]()
    for other in found:
        if other.edge is not None and _sees_less(other, one):
            less.append(other.edge)
        if other.edge is not None and _sees_less(one, other):
            more.append(other.edge)
    return Bounds(max(more, default=None), min(less))


def _sees_less(one: Exposure, other: Exposure) -> bool:
    """Return True if seeing the one tells no more than seeing the other."""
    same_kind = one.zone == other.zone and not other.ranks
    return not one.zone or (same_kind and one.cards <= other.cards)


def _estimated(one: Exposure, estimate: Estimator, tell: Tell) -> Exposure:
    """Return an exposure with its estimate, where it was not counted."""
    if one.edge is not None or one.ranks:
        return one
    tell(one)
    try:
        return replace(one, estimate=estimate(one.zone, one.cards))
    except CombinError as error:
        return replace(one, unsampled=str(error))


__all__ = [
    "Bounds",
    "Estimate",
    "Estimator",
    "Exposure",
    "Protection",
    "protect",
]
