"""Checks the names for people: each belongs to the game, and no two actions of a decision have the
same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from combin.rules.checks import check_known, check_names, refuse
from combin.rules.glossary import slugs

if TYPE_CHECKING:
    from combin.rules.game import Game


def validate_names(game: Game) -> None:
    """Raise CombinError for a name that nothing has, and for what cannot be said for one."""
    refuse(
        game,
        not isinstance(game.names, Mapping),
        f"names is a dict, {{name: what people say}}, not {game.names!r}",
    )
    known = slugs(game)
    for name, spoken in game.names.items():
        check_known(game, name, known, f"nothing is called {name!r} that names could speak of")
        refuse(
            game,
            not isinstance(spoken, str) or not spoken.strip() or ":" in spoken,
            f"people say for {name!r} a text without a colon, not {spoken!r}",
        )
    for decision in game.decisions:
        said = [game.called(action.name).lower() for action in decision.actions]
        check_names(game, f"action that people call so at {decision.name!r}", said)
