"""Checks the condition of a row: its hands can be compared, its action is offered."""

from __future__ import annotations

from typing import assert_never, get_args

from combin.errors import nearest
from combin.rules.game import Game
from combin.rules.validate.checks import check_type, fault
from combin.rules.validate.hands import contains, hands_read
from combin.rules.words import Always, Beats, Below, Chose, Condition, Hand, Row, Ties


def validate_condition(game: Game, row: Row) -> None:
    """Raise CombinError where the condition of a row cannot be asked in this game."""
    check_type(game, row.when, get_args(Condition), f"the condition of row {row.name!r}")
    names = [hand.name for hand in game.hands]
    for name in hands_read(row.when):
        if name not in names:
            raise fault(game, f"row {row.name!r} names the hand {name!r}{nearest(name, names)}")
    match row.when:
        case Below(hand, name):
            game.hand(hand).ranking.threshold(name)
            _check_no_joker(game, row)
        case Beats(hand, other) | Ties(hand, other):
            _check_no_joker(game, row)
            _check_compared(game, row, game.hand(hand), game.hand(other))
        case Chose():
            _check_offered(game, row, row.when)
        case Always():
            pass
        case _:
            assert_never(row.when)


def _check_no_joker(game: Game, row: Row) -> None:
    if game.deck.jokers:
        raise fault(
            game,
            f"hands that may hold the joker can be paid but not compared (row {row.name!r})",
        )


def _check_offered(game: Game, row: Row, when: Chose) -> None:
    decisions = [decision for decision in game.decisions if when.at in ("", decision.name)]
    if not any(action.name == when.action for decision in decisions for action in decision.actions):
        where = f" at {when.at!r}" if when.at else ""
        raise fault(
            game,
            f"row {row.name!r} speaks of the action {when.action!r}, which is not offered{where}",
        )


def _check_compared(game: Game, row: Row, hand: Hand, other: Hand) -> None:
    if hand == other:
        raise fault(game, f"row {row.name!r} compares the hand {hand.name!r} with itself")
    if hand.ranking != other.ranking:
        raise fault(
            game,
            f"{hand.name!r} and {other.name!r} have different rankings and cannot be compared",
        )
    if contains(hand, other) and contains(other, hand):
        raise fault(
            game,
            f"row {row.name!r} compares {hand.name!r} with {other.name!r}, which are the same "
            "cards and always tie",
        )
