"""Checks the hands of a game, and how they are compared."""

from __future__ import annotations

from fractions import Fraction
from typing import assert_never, get_args

from combin import ranking as rankings
from combin.ranking import HandRanking, Points, Ranking, Spread
from combin.rules.checks import check_known, check_names, check_tuple, check_type, refuse
from combin.rules.parts import Rules
from combin.rules.words import (
    All,
    Always,
    Any,
    Beats,
    Below,
    Cell,
    Chose,
    Condition,
    Hand,
    Margin,
    Not,
    Pays,
    Reaches,
    Ties,
)


def validate_hands(game: Rules) -> None:
    """Raise CombinError where a hand cannot be made of the cards that are dealt."""
    check_tuple(game, game.hands, Hand, "the hands")
    check_names(game, "hand", [hand.name for hand in game.hands])
    sizes = game.sizes
    for hand in game.hands:
        check_type(game, hand.ranking, get_args(Ranking), f"the ranking of hand {hand.name!r}")
        check_tuple(game, hand.zones, str, f"the zones of hand {hand.name!r}")
        check_tuple(game, hand.must_use, str, f"the zones that hand {hand.name!r} must use")
        for zone in (*hand.zones, *hand.must_use):
            check_known(
                game, zone, sizes, f"hand {hand.name!r} uses the zone {zone!r}, which is not dealt"
            )
        for zones in (hand.zones, hand.must_use):
            refuse(game, len(set(zones)) < len(zones), f"hand {hand.name!r} names a zone twice")
        refuse(
            game,
            not set(hand.must_use) <= set(hand.zones),
            f"hand {hand.name!r} must use a zone that is not among its zones",
        )
        match hand.ranking:
            case HandRanking() as ranking:
                refuse(
                    game,
                    game.deck.jokers and ranking.joker is None,
                    f"the deck has a joker, but the ranking of hand {hand.name!r} says nothing "
                    "of it",
                )
                places = ranking.size
                refuse(
                    game,
                    sum(sizes[zone] for zone in hand.must_use) > places,
                    f"hand {hand.name!r} must use more cards than its {places} places",
                )
                cards = sum(sizes[zone] for zone in hand.zones)
                refuse(
                    game,
                    cards < places,
                    f"hand {hand.name!r} has fewer than the {places} cards its ranking needs"
                    f"{_rankings_of(cards)}",
                )
                for rank in ranking.wild:
                    refuse(
                        game,
                        rank not in game.deck.ranks,
                        f"the rank {rank!r} is wild in hand {hand.name!r}, and the deck has none "
                        f"of it; it has {game.deck.ranks}",
                    )
            case Points() | Spread():
                refuse(
                    game,
                    hand.must_use,
                    f"hand {hand.name!r} is made of all its cards, and must use no zone",
                )
                refuse(
                    game,
                    game.deck.jokers,
                    f"hand {hand.name!r} counts no joker, and the deck has one",
                )
            case _:
                assert_never(hand.ranking)


def _rankings_of(cards: int) -> str:
    """Return the names of the rankings of so many cards, ``" (rankings of 2 cards: TWO_CARD)"``."""
    names = [
        name
        for name, ranking in vars(rankings).items()
        if isinstance(ranking, HandRanking) and ranking.size == cards
    ]
    return f" (rankings of {cards} cards: {', '.join(names)})" if names else ""


def contains(hand: Hand, other: Hand) -> bool:
    """Return True if all cards that make `other` can make `hand`."""
    if hand.ranking != other.ranking or hand.must_use:
        return False
    # More cards can count fewer points.
    return isinstance(hand.ranking, HandRanking) and set(other.zones) <= set(hand.zones)


def hands_read(word: Cell | Condition | Margin) -> tuple[str, ...]:
    """Return the hands that a cell, a margin or a condition itself reads, not those of its parts;
    on a sheet a Pick may stand for each.
    """
    match word:
        case Pays():
            return hands_read(word.by) if isinstance(word.by, Margin) else (word.by,)
        case Reaches() | Below():
            return (word.hand,)
        case Beats() | Ties() | Margin():
            return word.hand, word.other
        case Fraction() | Always() | Chose() | Not() | All() | Any():
            return ()
        case _:
            assert_never(word)
