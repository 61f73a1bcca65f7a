"""Writes `Is`, a hand of exactly one kind, as the conditions that the engine knows: `Reaches` and
`Below`.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace

from combin.errors import CombinError, nearest
from combin.ranking import HandRanking, Points, Spread
from combin.rules.words import ALWAYS, All, Below, Condition, Hand, Is, Reaches


def without_is(item: object, hands: dict[str, Hand]) -> object:
    """Return a part of the rules with every `Is` below it replaced; the same object where there is
    none.

    hands: name -> hand. Raises CombinError for a hand or kind that is not there.
    """
    match item:
        case Is():
            parts = _said(item, hands)
            return All(parts) if len(parts) > 1 else parts[0]
        case tuple():
            made = tuple(without_is(part, hands) for part in item)
            return made if any(new is not old for new, old in zip(made, item)) else item
    if not is_dataclass(item) or isinstance(item, type):
        return item
    changed = {}
    for one in fields(item):
        old = getattr(item, one.name)
        if isinstance(old, tuple) or is_dataclass(old):
            new = without_is(old, hands)
            if new is not old:
                changed[one.name] = new
    return replace(item, **changed) if changed else item


def _said(kind: Is, hands: dict[str, Hand]) -> tuple[Condition, ...]:
    """Return the one or two conditions that a hand meets if it is of just this kind."""
    called = f"Is({kind.hand!r}, {kind.name!r})"
    if kind.hand not in hands:
        near = nearest(kind.hand, hands)
        raise CombinError(f"{called}: there is no hand {kind.hand!r}{near}")
    hand = hands[kind.hand]
    match hand.ranking:
        case Points() as ranking:
            points = ranking.threshold(kind.name)
            is_least, is_most = points == 0, points == ranking.most(len(hand.zones))
            above = str(points + 1)
        case Spread() as ranking if kind.name in ranking.known_names():
            names = ranking.known_names()
            place = names.index(kind.name) + 1
            is_least, is_most = False, place == len(names)  # equal ranks are lower
            above = "" if is_most else names[place]
        case HandRanking(families=families) if kind.name in families:
            place = families.index(kind.name)
            is_least, is_most = place == len(families) - 1, place == 0
            above = families[place - 1]
        case ranking:
            known = ranking.known_names() if isinstance(ranking, Spread) else list(ranking.families)
            near = nearest(kind.name, known)
            raise CombinError(f"{called}: no kind of hand of the ranking {ranking.name!r}{near}")
    reaches = () if is_least else (Reaches(kind.hand, kind.name),)
    below = () if is_most else (Below(kind.hand, above),)
    return (*reaches, *below) or (ALWAYS,)
