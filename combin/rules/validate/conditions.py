"""Checks conditions, of a row or of an action: hands can be compared, the cards they ask about are
seen, the actions they speak of are offered.
"""

from __future__ import annotations

from typing import assert_never, get_args

from combin.errors import nearest
from combin.ranking import HandRanking, Points
from combin.rules.facts import facts_asked, speaks_of_actions
from combin.rules.parts import Rules
from combin.rules.validate.checks import check_tuple, check_type, fault
from combin.rules.validate.hands import contains, hands_read
from combin.rules.validate.reached import validate_said
from combin.rules.words import (
    ALWAYS,
    All,
    Always,
    Any,
    Beats,
    Below,
    Chose,
    Condition,
    Deal,
    Decide,
    Draw,
    Hand,
    Not,
    Part,
    Reaches,
    Row,
    Split,
    Ties,
)


def validate_row_condition(game: Rules, row: Row) -> None:
    """Raise CombinError where the condition of a row cannot be asked in this game."""
    where = f"row {row.name!r}"
    _check_condition(game, row.when, where)
    match row.when:
        case Not() | All() | Any():
            validate_said(game, row.when, where)
        case Always() | Chose() | Reaches() | Below() | Beats() | Ties():
            pass  # what such a row leaves to those below it is tried for the whole settlement
        case _:
            assert_never(row.when)


def validate_offers(game: Rules) -> None:
    """Raise CombinError where the rules leave open which cards are dealt, whether a decision is
    made, or which actions are offered at it.
    """
    seen: set[str] = set()
    made: set[str] = set()
    for step in game.play:
        match step:
            case Deal(zone, when=when):
                if when != ALWAYS:
                    _check_asked(game, when, f"the zone {zone!r}", seen, "dealt before")
                    _check_made(game, when, zone, made)
                seen.add(zone)
            case Decide(name, actions, when):
                if when != ALWAYS:
                    where = f"the decision {name!r}"
                    _check_asked(game, when, where, seen, f"seen at {name!r}")
                    _check_not_chosen(game, when, where)
                _check_offers(game, step, seen)
                made.update(action.name for action in actions)
            case Part() | Split():
                seen.discard(step.zone)
            case Draw():
                pass
            case _:
                assert_never(step)


def _check_offers(game: Rules, decision: Decide, seen: set[str]) -> None:
    conditional = [action for action in decision.actions if action.when != ALWAYS]
    if len(conditional) == len(decision.actions):
        raise fault(
            game, f"every action of {decision.name!r} has a condition; one is offered always"
        )
    for action in conditional:
        where = f"the action {action.name!r}"
        _check_asked(game, action.when, where, seen, f"seen at {decision.name!r}")
        _check_not_chosen(game, action.when, where)


def _check_not_chosen(game: Rules, when: Condition, where: str) -> None:
    if speaks_of_actions(when):
        raise fault(
            game,
            f"the condition of {where} asks what was chosen; it can only ask about hands",
        )


def _check_made(game: Rules, when: Condition, zone: str, made: set[str]) -> None:
    """Refuse a deal that depends on what is chosen only after it."""
    if isinstance(when, Chose) and when.action not in made:
        raise fault(
            game, f"the zone {zone!r} is dealt before {when.action!r} can be chosen, which it asks"
        )


def _check_asked(game: Rules, when: Condition, where: str, seen: set[str], known: str) -> None:
    """Refuse a condition that does not say something about cards in the zones seen; known: what its
    cards have to be.
    """
    _check_condition(game, when, where)
    for fact in facts_asked(when):
        for name in fact.hands:
            if not seen.issuperset(game.hand(name).zones):
                raise fault(
                    game,
                    f"the condition of {where} asks about the hand {name!r}, whose cards are not "
                    f"all {known}",
                )
    validate_said(game, when, where)


def _check_condition(game: Rules, when: Condition, where: str) -> None:
    """Refuse a condition that cannot be asked; `where` names what it belongs to."""
    check_type(game, when, get_args(Condition), f"the condition of {where}")
    names = [hand.name for hand in game.hands]
    for name in hands_read(when):
        if name not in names:
            raise fault(game, f"{where} names the hand {name!r}{nearest(name, names)}")
    match when:
        case Reaches(hand, name) | Below(hand, name):
            _check_points(game, where, game.hand(hand), game.hand(hand).ranking.threshold(name))
            _check_joker(game, where, game.hand(hand))
        case Beats(hand, other) | Ties(hand, other):
            _check_joker(game, where, game.hand(hand))
            check_compared(game, where, game.hand(hand), game.hand(other))
        case Chose():
            _check_offered(game, where, when)
        case Not(part):
            _check_condition(game, part, where)
        case All(parts) | Any(parts):
            _check_joined(game, parts, where)
        case Always():
            pass
        case _:
            assert_never(when)


def _check_points(game: Rules, where: str, hand: Hand, points: int) -> None:
    """Refuse a number of points that a hand never reaches."""
    if not isinstance(hand.ranking, Points):
        return
    most = hand.ranking.most(len(hand.zones))
    if points > most:
        raise fault(
            game,
            f"{where} asks for {points} points of the hand {hand.name!r}, which has {most} at most",
        )


def _check_joined(game: Rules, parts: tuple[Condition, ...], where: str) -> None:
    check_tuple(game, parts, get_args(Condition), f"the conditions joined in {where}")
    if len(parts) < 2:
        raise fault(game, f"{where} joins fewer than two conditions")
    for part in parts:
        _check_condition(game, part, where)


def _check_joker(game: Rules, where: str, hand: Hand) -> None:
    """Refuse to compare hands that the joker lets be called several ways."""
    of_one_value = isinstance(hand.ranking, HandRanking) and hand.ranking.joker_is_best
    if game.deck.jokers and not of_one_value:
        raise fault(
            game,
            f"hands that may hold the joker can be paid but not compared ({where})",
        )


def _check_offered(game: Rules, where: str, when: Chose) -> None:
    offered: set[str] = set()
    for decision in game.decisions:
        if when.at in ("", decision.name):
            offered.update(action.name for action in decision.actions)
    if when.action not in offered:
        at = f" at {when.at!r}" if when.at else ""
        near = nearest(str(when.action), offered)
        raise fault(
            game,
            f"{where} speaks of the action {when.action!r}, which is not offered{at}{near}",
        )


def check_compared(game: Rules, where: str, hand: Hand, other: Hand) -> None:
    """Refuse two hands that cannot be compared, or always tie; `where` names what compares
    them.
    """
    if hand == other:
        raise fault(game, f"{where} compares the hand {hand.name!r} with itself")
    if hand.ranking != other.ranking:
        raise fault(
            game,
            f"{hand.name!r} and {other.name!r} have different rankings and cannot be compared",
        )
    if contains(hand, other) and contains(other, hand):
        raise fault(
            game,
            f"{where} compares {hand.name!r} with {other.name!r}, which are the same "
            "cards and always tie",
        )
