"""What is published of games whose deals are counted: every setting of their bets, lists to play
by, and what their pays do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.dossier import settings as dossier
from combin.dossier.report import simple_ways
from combin.dossier.settings import Settings
from combin.games import find
from combin.version import RELEASE

if TYPE_CHECKING:
    from combin.dossier.report import SimpleWay
    from combin.sensitivity import Digest


def weight(name: str) -> int:
    """Return how many situations there are in all settings of a game."""
    sheet = find(name)
    key = sheet.resolve().bets[0].key
    return sum(
        dossier.situations(resolved, key) for _, resolved in dossier.combinations(sheet, key)
    )


def found(name: str) -> tuple[Settings, tuple[SimpleWay, ...], Digest]:
    """Return the plays of a game and its digest, by one process: what was counted for the one is at
    hand for the other.
    """
    from combin.sensitivity import digest

    return *plays(name), digest(find(name), RELEASE, 1)


def plays(name: str) -> tuple[Settings, tuple[SimpleWay, ...]]:
    """Return every setting of a game's bets, those of the game itself with lines to play it by, and
    the simpler ways.
    """
    from combin.strategies import find as find_lines

    game = find(name).resolve()
    base = game.bets[0].key
    settings = {bet.key: dossier.settings(name, bet.key, 1) for bet in game.bets}
    decided = dossier.decides(game, base)
    settings[base] = dossier.with_lines(settings[base], find_lines(game, base) if decided else None)
    return settings, simple_ways(game, base, 1) if decided else ()


def told(settings: Settings, *others: object) -> str:
    """Return in words what was found."""
    found = any(setting.ladder for listed in settings.values() for setting in listed)
    return "lines found" if found else "no list searched"
