"""Checks what only games from a shoe can say: cards dealt one by one, some only at times."""

from __future__ import annotations

from typing import assert_never

from combin.ranking import SHAPES, HandRanking, pattern_of
from combin.rules.blackjack import Turns
from combin.rules.checks import fault, refuse
from combin.rules.facts import facts_of, hand_names, left_of, speaks_of_actions
from combin.rules.parts import Rules
from combin.rules.words import ALWAYS, Chose, Deal, Decide, Draw, Hand, Part, Split


def validate_shoe(game: Rules) -> None:
    """Raise CombinError where cards of a shoe are not dealt one by one, or not as many as a hand is
    made of.
    """
    if not game.from_shoe:
        return
    if moved := game.changed():
        raise fault(
            game, f"cards of a shoe are not parted or drawn, and those of {min(moved)!r} are"
        )
    for deal in game.deals:
        refuse(
            game,
            deal.cards > 1,
            f"cards of a shoe, or of hands counted card by card, are dealt one a zone; zone "
            f"{deal.zone!r} has {deal.cards}",
        )
        refuse(
            game,
            not isinstance(deal.when, Chose) and speaks_of_actions(deal.when),
            f"the condition of the zone {deal.zone!r} asks about hands or what was chosen, not "
            "both",
        )
    for hand in game.hands:
        _check_whole(game, hand)
    empty = ""
    for step in game.play:
        match step:
            case Deal(zone, when=when):
                empty = empty or ("" if when == ALWAYS else zone)
            case Decide(name):
                refuse(
                    game,
                    empty,
                    f"the zone {empty!r} may stay empty and comes before the decision "
                    f"{name!r}; such zones come after the last decision",
                )
            case Part() | Draw() | Split() | Turns():
                pass  # refused above
            case _:
                assert_never(step)


def _check_whole(game: Rules, hand: Hand) -> None:
    """Refuse a hand of families that is not made of all its cards."""
    if not isinstance(hand.ranking, HandRanking):
        return
    refuse(
        game,
        len(hand.zones) != hand.ranking.size,
        f"from a shoe, hand {hand.name!r} is made of just the {hand.ranking.size} cards of its "
        f"ranking, not of {len(hand.zones)}",
    )
    for place, family in enumerate(hand.ranking.families):
        pattern = pattern_of(family)
        # Two suited cards of one rank are another family, so that two ranks are compared.
        suited = family == "two-card-flush" and "suited-pair" in hand.ranking.families[:place]
        named = family in SHAPES or suited or (pattern and pattern.ranks)
        refuse(
            game,
            hand.ranking.joker or not named,
            f"hand {hand.name!r}: {family!r} is not read from several packs of cards",
        )
    for deal in game.deals:
        refuse(
            game,
            deal.zone in hand.zones and deal.when != ALWAYS,
            f"hand {hand.name!r} has the zone {deal.zone!r}, which may stay empty",
        )


def validate_dealt(game: Rules) -> None:
    """Raise CombinError where a bet reads a hand of cards that are dealt only after an action that
    was not taken.
    """
    chosen = [deal for deal in game.deals if speaks_of_actions(deal.when)]
    if not chosen:
        return
    decisions = [decision.name for decision in game.decisions]
    for actions in game.paths():
        path = tuple(zip(decisions, actions))
        missing = [deal for deal in chosen if left_of(deal.when, path) is None]
        read = {name for bet in game.bets for name in hand_names(facts_of(bet, path))}
        for deal in missing:
            for name in sorted(read):
                refuse(
                    game,
                    deal.zone in game.hand(name).zones,
                    f"hand {name!r} settles a bet where the zone {deal.zone!r} is not dealt; a row "
                    "above has to settle what is not chosen",
                )
