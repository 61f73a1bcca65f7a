"""What a player of a game whose deals are counted may see, and what its edge is then."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import assert_never

from combin.counting import Plan
from combin.errors import refuse
from combin.questions.card_class import edge_by_class, ranks_of
from combin.questions.protection import Asked, Exposure
from combin.questions.shares import Kept
from combin.questions.solve import solve
from combin.rules.blackjack import Turns
from combin.rules.exposed import OTHERS, exposed
from combin.rules.game import Game
from combin.rules.words import Deal, Decide, Draw, Part, Split
from combin.solving.executor import Progress, Workers


def sights(plan: Plan, seen: Mapping[str, Asked] | None) -> list[Exposure]:
    """Return what is asked for, its edges still open; raises CombinError where nothing is decided,
    and for what cannot be seen.
    """
    plan.verify_listable()
    refuse(
        not plan.decisions,
        f"{plan.game.slug}: bet {plan.bet.key!r} has no decisions, so seen cards change nothing",
    )
    asked: Mapping[str, Asked] = seen or _hidden(plan)
    return [one for zone, most in asked.items() for one in _wanted(plan.game, zone, most)]


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
    refuse(not numbers, f"say how many cards of {zone} are seen, such as 1")
    counts = sorted(set(numbers)) if isinstance(most, Sequence) else range(1, numbers[0] + 1)
    yield from (Exposure(zone, count, None) for count in counts)


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
            case Draw() | Split() | Turns():
                pass
            case _:
                assert_never(step)
    return found


def edge_seeing(
    game: Game,
    bet: str,
    one: Exposure,
    workers: Workers,
    progress: Progress | None,
    kept: Callable[[Game], Kept | None] | None,
) -> Fraction:
    """Return the house edge for who sees some cards; raises CombinError where that is too much.

    progress: called with the bet, the shares of a count that are done and their number.
    kept: gives where the shares of a game are kept.
    """
    if one.ranks:
        return edge_by_class(game, bet, {one.zone: one.ranks}, workers, progress, kept)
    there = exposed(game, {one.zone: one.cards})
    return solve(there, [bet], workers, progress, kept(there) if kept else None)[bet].house_edge


def tells_all(plan: Plan, one: Exposure) -> bool:
    """Return True if the cards seen tell all that the bet settles by: every hidden card, or
    all cards but those of the one zone that is still to come.
    """
    if one.ranks:
        return False
    if {one.zone: one.cards} == _hidden(plan):
        return True
    game = plan.game
    left = len(game.deck) - sum(deal.cards for deal in game.deals)
    return (one.zone, one.cards) == (OTHERS, left) and len(_later(game)) == 1
