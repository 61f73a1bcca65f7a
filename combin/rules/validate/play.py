"""Checks the play of a game: what is dealt, what is decided, and what actions add to wagers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import assert_never, get_args

from combin.errors import CombinError
from combin.rules.blackjack import Turns
from combin.rules.checks import (
    check_known,
    check_names,
    check_tuple,
    check_type,
    fault,
    refuse,
)
from combin.rules.parts import Rules, Step, is_decision
from combin.rules.ways import Way
from combin.rules.words import (
    CARDS_IN_FRONT,
    CARDS_SPLIT,
    MOST_PARTED,
    Action,
    Deal,
    Decide,
    Draw,
    Part,
    Split,
)

MARKS = ":#/"  # what parts names in strategies of lines and in logs


def validate_play(game: Rules) -> None:
    """Raise CombinError where deals and decisions are not what a round can go through."""
    check_tuple(game, game.play, get_args(Step), "the steps")
    check_names(game, "zone", _zones(game))
    for deal in game.deals:
        refuse(
            game,
            type(deal.cards) is not int or deal.cards < 1,
            f"zone {deal.zone!r} has a whole number of cards from 1 up, not {deal.cards!r}",
        )
    if not game.deals:
        raise CombinError(f"{game.slug} deals no cards")
    _check_parts(game)
    most, dealt = game.most_dealt, sum(deal.cards for deal in game.deals)
    if most > len(game.deck):
        how = "deals and draws up to" if most > dealt else "deals"
        raise CombinError(f"{game.slug} {how} {most} cards from a deck of {len(game.deck)}")
    check_names(game, "decision", [decision.name for decision in game.decisions])
    if is_decision(game.play[0]):
        raise fault(game, f"the decision {game.decisions[0].name!r} comes before any card is seen")
    for decision in game.decisions:
        check_tuple(game, decision.actions, Action, f"the actions of {decision.name!r}")
        names = [action.name for action in decision.actions]
        check_names(game, f"action of {decision.name!r}", names)
        refuse(game, not names, f"the decision {decision.name!r} has no actions")
        for name in (decision.name, *names):
            refuse(
                game,
                not name.strip() or {*name} & {*MARKS},
                f"a decision or action has a name without {' '.join(MARKS)}, not {name!r}",
            )
        for action in decision.actions:
            check_type(game, action.ends, bool, f"whether the action {action.name!r} ends the play")
            check_type(game, action.adds, Mapping, f"what the action {action.name!r} adds")
    for before, decision in pairwise(game.decisions):
        refuse(
            game,
            all(action.ends for action in before.actions),
            f"the decision {decision.name!r} is never reached: {before.name!r} ends the play",
        )


def _zones(game: Rules) -> list[str]:
    """Return every name that a zone is given."""
    zones = []
    for step in game.play:
        match step:
            case Deal(zone) | Draw(zone):
                zones.append(zone)
            case Part(_, _, into) | Split(_, _, into):
                zones.append(into)
            case Decide() | Turns():
                pass
            case _:
                assert_never(step)
    return zones


def _check_parts(game: Rules) -> None:
    """Refuse cards that are parted or drawn where they cannot be."""
    lying: dict[str, int] = {}  # zone -> the most cards in it
    for step in game.play:
        match step:
            case Deal(zone, cards):
                lying[zone] = cards
            case Part():
                where = f"the decision {step.name!r}"
                check_known(game, step.zone, lying, f"{where} parts {step.zone!r}, no zone")
                most = lying[step.zone]
                refuse(
                    game,
                    most > MOST_PARTED,
                    f"{where} parts {most} cards of {step.zone!r}; at most {MOST_PARTED}",
                )
                check_tuple(game, step.cards, int, f"how many cards {where} moves")
                refuse(
                    game,
                    not step.cards or len(set(step.cards)) < len(step.cards),
                    f"{where} moves numbers of cards, each given once, not {step.cards!r}",
                )
                refuse(
                    game,
                    min(step.cards) < 0 or max(step.cards) > most,
                    f"{where} moves 0 to {most} cards of {step.zone!r}, not {step.cards!r}",
                )
                lying[step.into] = max(step.cards)
            case Split():
                where = f"the decision {step.name!r}"
                check_known(game, step.zone, lying, f"{where} splits {step.zone!r}, no zone")
                refuse(
                    game,
                    lying[step.zone] != CARDS_SPLIT,
                    f"{where} splits {CARDS_SPLIT} cards, and {step.zone!r} has {lying[step.zone]}",
                )
                if step.by is not None:
                    check_type(game, step.by, Way, f"what rules {where}")
                lying[step.into] = CARDS_IN_FRONT
                lying[step.zone] -= CARDS_IN_FRONT
            case Draw(zone, like):
                check_known(game, like, lying, f"{zone!r} has as many cards as {like!r}, no zone")
                lying[zone] = lying[like]
            case Decide() | Turns():
                pass
            case _:
                assert_never(step)


def validate_stakes(game: Rules) -> None:
    """Raise CombinError where actions add to wagers that do not exist, or take back more than is
    there.
    """
    names = [wager.name for bet in game.bets for wager in bet.wagers]
    base = [wager.name for wager in game.bets[0].wagers]
    for decision in game.decisions:
        for action in decision.actions:
            for wager, units in action.adds.items():
                adds = f"the action {action.name!r} adds to {wager!r}"
                check_type(game, units, Fraction, f"what {adds}")
                check_known(game, wager, names, f"{adds}, which is no wager")
                refuse(game, wager not in base, f"{adds}, which is not of the base bet")
    for path in game.paths():
        for end in range(len(path) + 1):
            for wager, units in game.bets[0].stakes(path[:end]).items():
                if units < 0:
                    raise fault(
                        game,
                        f"the action {path[end - 1].name!r} takes back more of {wager!r} than was "
                        "staked",
                    )
