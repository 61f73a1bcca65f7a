"""The rules in force, of any game: as a heading, beside rows, for programs, and in the command that
reproduces a result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from combin.render import count_up, tables
from combin.render.layout import Block
from combin.rules.count_up import CountUpGame
from combin.rules.game import Game
from combin.version import version


def command_of(
    verb: str, game: Game | CountUpGame, words: Sequence[str] = (), name: str = ""
) -> str:
    """Return the command line that computes this again; name: of the game as the user called it."""
    if isinstance(game, CountUpGame):
        return count_up.command_of(verb, game, words, name)
    return tables.command_of(verb, game, words, name)


def of_rules(
    rows: Iterable[Sequence[str]], game: Game | CountUpGame, key: str
) -> Iterator[Sequence[str]]:
    """Yield rows, the first of them headers, with the rules that they are about."""
    if isinstance(game, CountUpGame):
        return count_up.of_rules(rows, game, key)
    return tables.of_rules(rows, game, key)


def heading(game: Game | CountUpGame, key: str) -> Iterator[Block]:
    """Yield the game and the rules of a bet."""
    if isinstance(game, CountUpGame):
        yield from count_up.heading_of(game)
    else:
        yield from tables.heading(game, key)


def provenance(game: Game | CountUpGame) -> dict[str, Any]:
    """Return what every answer for programs begins with."""
    if isinstance(game, CountUpGame):
        return count_up.rules_data(game)
    return tables.provenance(game, version())
