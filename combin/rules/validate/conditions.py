"""Checks conditions, of a row or of an action: hands can be compared, the cards they ask about are
seen, the actions they speak of are offered.
"""

from __future__ import annotations

from typing import assert_never, get_args

from combin.ranking import HandRanking, Points
from combin.rules.blackjack import Turns
from combin.rules.checks import check_known, check_tuple, check_type, refuse
from combin.rules.facts import facts_asked, speaks_of_actions
from combin.rules.parts import Rules
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
                    if isinstance(when, Chose):
                        said = f"the zone {zone!r} is dealt before {when.action!r} can be chosen"
                        refuse(game, when.action not in made, f"{said}, which it asks")
                seen.add(zone)
            case Decide(name, actions, when):
                if when != ALWAYS:
                    where = f"the decision {name!r}"
                    _check_asked(game, when, where, seen, f"seen at {name!r}")
                    _check_not_chosen(game, when, where)
                conditional = [action for action in actions if action.when != ALWAYS]
                refuse(
                    game,
                    len(conditional) == len(actions),
                    f"every action of {name!r} has a condition; one is offered always",
                )
                for action in conditional:
                    where = f"the action {action.name!r}"
                    _check_asked(game, action.when, where, seen, f"seen at {name!r}")
                    _check_not_chosen(game, action.when, where)
                made.update(action.name for action in actions)
            case Part() | Split():
                seen.discard(step.zone)
            case Draw() | Turns():
                pass
            case _:
                assert_never(step)


def _check_not_chosen(game: Rules, when: Condition, where: str) -> None:
    refuse(
        game,
        speaks_of_actions(when),
        f"the condition of {where} asks what was chosen; it can only ask about hands",
    )


def _check_asked(game: Rules, when: Condition, where: str, seen: set[str], known: str) -> None:
    """Refuse a condition that does not say something about cards in the zones seen; known: what its
    cards have to be.
    """
    _check_condition(game, when, where)
    for fact in facts_asked(when):
        for name in fact.hands:
            refuse(
                game,
                not seen.issuperset(game.hand(name).zones),
                f"the condition of {where} asks about the hand {name!r}, whose cards are not "
                f"all {known}",
            )
    validate_said(game, when, where)


def _check_condition(game: Rules, when: Condition, where: str) -> None:
    """Refuse a condition that cannot be asked; `where` names what it belongs to."""
    check_type(game, when, get_args(Condition), f"the condition of {where}")
    names = [hand.name for hand in game.hands]
    for name in hands_read(when):
        check_known(game, name, names, f"{where} names the hand {name!r}")
    match when:
        case Reaches(hand, name) | Below(hand, name):
            ranking = game.hand(hand).ranking
            points = ranking.threshold(name)
            if isinstance(ranking, Points):
                most = ranking.most(len(game.hand(hand).zones))
                asks = f"{where} asks for {points} points of the hand {hand!r}"
                refuse(game, points > most, f"{asks}, which has {most} at most")
            _check_joker(game, where, game.hand(hand))
        case Beats(hand, other) | Ties(hand, other):
            _check_joker(game, where, game.hand(hand))
            check_compared(game, where, game.hand(hand), game.hand(other))
        case Chose():
            asked = (one for one in game.decisions if when.at in ("", one.name))
            offered = {action.name for decision in asked for action in decision.actions}
            at = f" at {when.at!r}" if when.at else ""
            check_known(
                game,
                when.action,
                offered,
                f"{where} speaks of the action {when.action!r}, which is not offered{at}",
            )
        case Not(part):
            _check_condition(game, part, where)
        case All(parts) | Any(parts):
            check_tuple(game, parts, get_args(Condition), f"the conditions joined in {where}")
            refuse(game, len(parts) < 2, f"{where} joins fewer than two conditions")
            for part in parts:
                _check_condition(game, part, where)
        case Always():
            pass
        case _:
            assert_never(when)


def _check_joker(game: Rules, where: str, hand: Hand) -> None:
    """Refuse to compare hands that the joker lets be called several ways."""
    of_one_value = isinstance(hand.ranking, HandRanking) and hand.ranking.joker_is_best
    refuse(
        game,
        game.deck.jokers and not of_one_value,
        f"hands that may hold the joker can be paid but not compared ({where})",
    )


def check_compared(game: Rules, where: str, hand: Hand, other: Hand) -> None:
    """Refuse two hands that cannot be compared, or always tie; `where` names what compares
    them.
    """
    refuse(game, hand == other, f"{where} compares the hand {hand.name!r} with itself")
    refuse(
        game,
        hand.ranking != other.ranking,
        f"the hands {hand.name!r} and {other.name!r} have different rankings and cannot be "
        "compared",
    )
    refuse(
        game,
        contains(hand, other) and contains(other, hand),
        f"{where} compares {hand.name!r} with {other.name!r}, which are the same "
        "cards and always tie",
    )
