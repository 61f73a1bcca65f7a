"""Game protection: the edge under optimal play if the player sees hidden cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Protocol, TypeAlias, assert_never

from combin.counting import Plan
from combin.errors import CombinError
from combin.families.listed import family_of
from combin.questions.card_class import edge_by_class, ranks_of
from combin.questions.foresight import foreseen
from combin.questions.shares import Kept
from combin.questions.solve import solve
from combin.records import dataclass
from combin.results import Result, columns
from combin.rules.exposed import OTHERS, exposed
from combin.rules.game import Game
from combin.rules.words import Deal, Decide, Draw, Part, Split
from combin.solving.executor import Progress, Workers
from combin.version import version

Tell = Callable[[str, int], None]  # a zone and how many of its cards are seen next; empty: done
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
    """

    zone: str
    cards: int
    edge: Fraction | None
    why: str = ""
    ranks: str = ""
    bounds: Bounds | None = None
    estimate: Estimate | None = None
    unsampled: str = ""


@dataclass(frozen=True, repr=False)
class Protection(Result):
    """The edge of a bet for each number of cards that the player sees.

    game, bet: as resolved, and its key.
    wager: one unit of it divides the expected loss.
    exposures: the game as it should be first, then zone by zone.
    asked: the zones that were asked for, with how many cards or which ranks; by default none.
    sample: how many hands were dealt for each estimate, and the seed; None for no estimates.
    version: of combin.
    """

    game: Game
    bet: str
    wager: str
    exposures: tuple[Exposure, ...]
    asked: tuple[tuple[str, Asked], ...]
    sample: tuple[int, int] | None
    version: str

    _columns = columns(
        words="zone,ranks,kind,why",
        counts="cards,hands,seed,gained",
        ratio="house edge,at least,at most,estimate,variance",
    )


def protect(
    game: Game,
    bet: str = "base",
    seen: Mapping[str, Asked] | None = None,
    threads: Workers = None,
    tell: Tell | None = None,
    estimate: Estimator | None = None,
    progress: Progress | None = None,
    kept: Callable[[Game], Kept] | None = None,
) -> Protection:
    """Return the edge of a bet of a resolved game for each number of cards that the player sees.

    seen: zone -> up to how many of its cards, or a list of how many, or some ranks: then the player
        sees of one of its cards whether it is of these, as where edges are sorted; by default every
        zone that the bet settles by and that is dealt after the first decision, all of its cards.
    tell: called before each count.
    estimate: says about what an edge is that cannot be counted.
    progress: called with the bet, the shares of a count that are done and their number.
    kept: gives where the shares of a game are kept.
    Raises CombinError where nothing is decided, or for a zone that cannot be asked for. What cannot
    be counted is listed with the reason, and between what exact edges it lies.
    """
    plan = Plan(game, game.bet(bet))
    _verify_decides(plan)
    asked: dict[str, Asked] = dict(seen) if seen else dict(_hidden(plan))
    wanted = [one for zone, most in asked.items() for one in _wanted(game, zone, most)]
    count = partial(_counted, game, bet, threads, progress, kept)
    found = [count(Exposure("", 0, None))]
    for one in wanted:
        if tell:
            tell(one.zone, one.cards)
        found.append(count(one))
    found = _bounded(plan, found, threads, progress)
    if estimate:
        found = [_estimated(one, estimate, tell) for one in found]
    if tell:
        tell("", 0)
    named = tuple(seen.items()) if seen else ()
    sample = (estimate.hands, estimate.seed) if estimate else None
    return Protection(game, plan.bet.key, plan.bet.base, tuple(found), named, sample, version())


def cost_of(game: Game, bet: str) -> str:
    """Return in words what a bet takes to count, cards being seen."""
    plan = Plan(game, game.bet(bet))
    return family_of(plan).cost(plan)


def _wanted(game: Game, zone: str, most: Asked) -> Iterator[Exposure]:
    """Yield what is asked for of a zone, its edges still open; raises CombinError for what cannot
    be seen.
    """
    if isinstance(most, str):
        exposed(game, {zone: 1})
        yield Exposure(zone, 1, None, "", ranks_of(game, most))
        return
    listed = most if isinstance(most, Sequence) else (most,)
    numbers = [exposed(game, {zone: count}).exposed[zone] for count in listed]
    if not numbers:
        raise CombinError(f"say how many cards of {zone} are seen, such as 1")
    counts = sorted(set(numbers)) if isinstance(most, Sequence) else range(1, numbers[0] + 1)
    yield from (Exposure(zone, count, None) for count in counts)


def _verify_decides(plan: Plan) -> None:
    plan.verify_listable()
    if not plan.decisions:
        raise CombinError(
            f"{plan.game.slug}: bet {plan.bet.key!r} has no decisions, so seen cards change nothing"
        )


def _hidden(plan: Plan) -> dict[str, int]:
    """Return zone -> its cards, for those dealt after the first decision that the bet looks at."""
    used = {zone for group in plan.groups for zone in group.zones}
    return {zone: cards for zone, cards in _later(plan.game).items() if zone in used}


def _later(game: Game) -> dict[str, int]:
    """Return zone -> its cards, for those dealt after the first decision."""
    found, decided = dict[str, int](), False
    for step in game.play:
        match step:
            case Decide() | Part():
                decided = True
            case Deal(zone, cards):
                if decided:
                    found[zone] = cards
            case Draw() | Split():
                pass
            case _:
                assert_never(step)
    return found


def _counted(
    game: Game,
    bet: str,
    threads: Workers,
    progress: Progress | None,
    kept: Callable[[Game], Kept] | None,
    one: Exposure,
) -> Exposure:
    """Return an exposure with its edge, or with the reason why it has none."""
    there = exposed(game, {one.zone: one.cards}) if one.zone else game
    folder = kept(there) if kept and not one.ranks else None
    try:
        if one.ranks:
            edge = edge_by_class(game, bet, {one.zone: one.ranks}, threads, progress, kept)
        else:
            edge = solve(there, [bet], threads, progress, folder)[bet].house_edge
    except CombinError as error:
        return replace(one, why=str(error))
    return replace(one, edge=edge)


# --- What is not counted -------------------------------------------------------------------------


def _bounded(
    plan: Plan, found: list[Exposure], threads: Workers, progress: Progress | None
) -> list[Exposure]:
    """Return exposures, those that were not counted with their bounds, or exactly where every card
    is seen.
    """
    if all(one.edge is not None for one in found) or found[0].edge is None:
        return found
    least = foreseen(plan, threads, progress)
    counted = [
        replace(one, edge=least, why="") if least is not None and _tells_all(plan, one) else one
        for one in found
    ]
    return [
        one if one.edge is not None else replace(one, bounds=_bounds(one, counted, least))
        for one in counted
    ]


def _tells_all(plan: Plan, one: Exposure) -> bool:
    """Return whether who sees the cards knows all that the bet settles by: every hidden card, or
    all cards but those of the one zone that is still to come.
    """
    if one.ranks:
        return False
    if {one.zone: one.cards} == _hidden(plan):
        return True
    game = plan.game
    left = len(game.deck) - sum(deal.cards for deal in game.deals)
    return (one.zone, one.cards) == (OTHERS, left) and len(_later(game)) == 1


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
    """Return whether who sees the one knows no more than who sees the other."""
    if not one.zone:
        return True
    if one.zone != other.zone or other.ranks:
        return False
    return one.cards <= other.cards


def _estimated(one: Exposure, estimate: Estimator, tell: Tell | None) -> Exposure:
    """Return an exposure with its estimate, where it was not counted."""
    if one.edge is not None or one.ranks:
        return one
    if tell:
        tell(one.zone, one.cards)
    try:
        return replace(one, estimate=estimate(one.zone, one.cards))
    except CombinError as error:
        return replace(one, unsampled=str(error))


__all__ = [
    "OTHERS",
    "Bounds",
    "Estimate",
    "Estimator",
    "Exposure",
    "Protection",
    "cost_of",
    "protect",
]
