"""The rules of a game in which the player also sees hidden cards, or cards of nobody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from combin.errors import CombinError, nearest, refuse
from combin.exact import whole_number
from combin.rules.game import Game
from combin.rules.parts import Step, is_decision
from combin.rules.words import ALWAYS, Deal, Hand

OTHERS = "others"  # cards that belong to nobody: those of other players, a flashed or burnt card
SEEN = "seen"  # the end of the name of the cards that are seen


def exposed(game: Game, seen: Mapping[str, object]) -> Game:
    """Return a game in which the player sees some cards more before his first decision.

    seen: zone -> how many of its cards, or ``others`` -> how many cards that belong to nobody.
    Raises CombinError for an unknown zone, one that he sees anyhow, or more cards than it has.
    """
    refuse(
        game.has_turns,
        f"{game.slug}: its rules show no further cards; `combin protect {game.slug}` has what "
        "seen cards are worth",
    )
    for zone, count in seen.items():
        game = _exposed(game, zone, count)
    return game


def one_apart(game: Game, zone: str) -> Game:
    """Return a game in which one card of a zone is a zone of its own, dealt when that zone is: it
    is named as when it is seen. A card of ``others`` is dealt last, for nobody looks at it.
    """
    if zone == OTHERS:
        return replace(game, play=(*game.play, Deal(f"{zone}-{SEEN}", 1)))
    play: list[Step] = []
    for step in game.play:
        rest = _rest(step, zone, 1)
        if rest != step:
            play.append(Deal(f"{zone}-{SEEN}", 1))
        play += [] if rest is None else [rest]
    left = {step.zone for step in play if isinstance(step, Deal)} & {zone}
    return replace(
        game,
        play=tuple(play),
        hands=tuple(_with(hand, zone, (f"{zone}-{SEEN}", *left)) for hand in game.hands),
    )


def _exposed(game: Game, zone: str, count: object) -> Game:
    first = next((step for step in game.play if is_decision(step)), None)
    refuse(first is None, f"{game.slug}: nothing is decided, so there is nothing to see cards for")
    place = game.play.index(first)
    if zone == OTHERS:
        left = len(game.deck) - sum(deal.cards for deal in game.deals)
        number = whole_number(count, f"how many cards of {OTHERS} are seen", 1, left)
        refuse(
            game.from_shoe and number > 1,
            f"{game.slug}: from a shoe cards are counted one by one, so 1 card of {OTHERS} is "
            f"seen, not {number}",
        )
        return replace(
            game,
            play=(*game.play[:place], Deal(OTHERS, number, "cards of nobody"), *game.play[place:]),
            exposed={**game.exposed, OTHERS: number},
        )
    # Some cards of a hidden zone are seen before the decision.
    number = whole_number(count, f"how many cards of {zone} are seen", 1, _cards(game, place, zone))
    seen = Deal(f"{zone}-{SEEN}", number, "seen, though meant to be hidden")
    rest = [_rest(step, zone, number) for step in game.play[place:]]
    steps = (*game.play[:place], seen, *(step for step in rest if step is not None))
    hidden = {deal.zone for deal in steps if isinstance(deal, Deal)} & {zone}
    return replace(
        game,
        play=steps,
        hands=tuple(_with(hand, zone, (seen.zone, *hidden)) for hand in game.hands),
        exposed={**game.exposed, zone: number},
    )


def _cards(game: Game, place: int, zone: str) -> int:
    """Return the number of cards of a zone that are dealt from a step of the play on."""
    hidden = {deal.zone: deal.cards for deal in game.play[place:] if isinstance(deal, Deal)}
    refuse(
        any(deal.zone == zone and deal.when != ALWAYS for deal in game.deals),
        f"{game.slug}: {zone!r} may stay empty, so none of its cards is seen; --see {OTHERS}=1 "
        "shows a card of nobody",
    )
    if zone in hidden:
        return hidden[zone]
    refuse(
        any(deal.zone == zone for deal in game.deals),
        f"{game.slug}: the player sees {zone!r} before he decides anyhow",
    )
    known = [*hidden, OTHERS]
    raise CombinError(f"{game.slug} deals no cards {zone!r}{nearest(zone, known)}")


def _rest(step: Step, zone: str, number: int) -> Step | None:
    """Return the rest of a step when some cards of a zone lie open; None if nothing is left."""
    if not isinstance(step, Deal) or step.zone != zone:
        return step
    return replace(step, cards=step.cards - number) if step.cards > number else None


def _with(hand: Hand, zone: str, parts: tuple[str, ...]) -> Hand:
    """Return a hand that uses the parts of a zone in place of the zone."""

    def parted(zones: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(part for one in zones for part in (parts if one == zone else [one]))

    return replace(hand, zones=parted(hand.zones), must_use=parted(hand.must_use))
