"""The names that people use for the names of rules, pays and logs: ``pull back`` for ``pull-back``.

A game file says it in `names` where it is not the name's own words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from combin.cards import RANK_NAMES

if TYPE_CHECKING:
    from combin.rules.game import Game
    from combin.rules.parts import Rules

STAR = "*"  # in a cell of a chart: hit while one card more makes a bonus
NONE: Mapping[str, str] = MappingProxyType({})

RANK = "|".join(RANK_NAMES)
# Hyphens that people write, too: ace-king, a three-card flush.
KEPT = re.compile(rf"\b(?:{RANK})(?:-(?:{RANK}))+(?=-|$)|\b[a-z]+-card(?=-|$)|\b\d+-card(?=-|$)")


def called(slug: str, names: Mapping[str, str] = NONE) -> str:
    """Return the spoken form of a name: that of `names`, or else the name's own words."""
    if slug in names:
        return names[slug]
    pieces, at = [], 0
    for kept in KEPT.finditer(slug):
        pieces += [slug[at : kept.start()].replace("-", " "), kept.group()]
        at = kept.end()
    return "".join([*pieces, slug[at:].replace("-", " ")])


def capital(text: str) -> str:
    """Return text as a sentence begins."""
    return text[:1].upper() + text[1:]


def series(words: Iterable[str], last_by: str = "and") -> str:
    """Return words as a list in a sentence: ``ante, blind and play``."""
    *most, last = words
    return f"{', '.join(most)} {last_by} {last}" if most else last


def glossary(game: Game) -> dict[str, str]:
    """Return name -> what people say for it, of actions, bets and wagers, and of whatever the game
    file names, where that is something else.
    """
    listed = dict.fromkeys([*_of_play(game), *game.names])
    return {name: spoken for name in listed if (spoken := game.called(name)) != name}


def slugs(game: Rules) -> tuple[str, ...]:
    """Return the names of actions, bets, wagers, hands and pays, each once, in the order of the
    rules.
    """
    hands = [hand.name for hand in game.hands]
    tables = [table for bet in game.bets for table in bet.tables()]
    pays = [name for table in tables for name in (table.name, *table.pays) if name]
    return tuple(dict.fromkeys([*_of_play(game), *hands, *pays]))


def _of_play(game: Rules) -> Iterator[str]:
    """Yield the names of actions, bets and wagers."""
    for decision in game.decisions:
        yield from (action.name for action in decision.actions)
    for bet in game.bets:
        yield bet.key
        yield from (wager.name for wager in bet.wagers)
