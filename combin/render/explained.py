"""Formats the rules and measures that give a printed figure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from combin.render import number
from combin.render.tables import (
    TEXT,
    Block,
    Table,
    answer,
    bet_words,
    command_of,
    heading,
    of_rules,
    provenance,
)

if TYPE_CHECKING:
    from combin.dossier.explained import Explanation, Reading

ASIDE = 8  # of what was not tried, for people


def explained_text(found: Explanation, form: str = TEXT, command: str = "") -> str:
    """Return an `Explanation` in the format `form`; command: how the user got it."""
    game, key = found.game, found.bet
    command = command or command_of("explain", game, [found.figure, *bet_words(key)])
    fits = "yes" if found.found else "no"
    rows = [
        (one.measure, one.play, _settings(one), fits, number.exact(one.value))
        for one in found.found or found.nearest
    ]
    return answer(
        form,
        _blocks(found),
        of_rules([("measure", "play", "settings", "fits", "value"), *rows], game, key),
        lambda: {
            **provenance(game),
            "command": command,
            "bet": key,
            "figure": found.figure,
            "found": [_reading(one) for one in found.found],
            "nearest": [_reading(one) for one in found.nearest],
            "tried": str(found.tried),
            "untried": list(found.untried),
        },
        command,
    )


def explained_line(found: Explanation) -> str:
    """Return in a line what was found."""
    values = number.counted(len(found.found), "exact value")
    return f"{found.game.slug}: {found.bet}, {values} printed as {found.figure}"


def _blocks(found: Explanation) -> Iterator[Block]:
    yield from heading(found.game, found.bet)
    tried = number.grouped(found.tried)
    if found.found:
        yield f"Of {tried} exact values, these are printed as {found.figure}:"
    else:
        yield f"None of {tried} exact values is printed as {found.figure}. Next to it:"
    rows = [
        (
            one.measure,
            one.play,
            _settings(one),
            number.percent(one.value, 4),
            number.exact(one.value),
        )
        for one in found.found or found.nearest
    ]
    heads = ("measure", "play", "choices", "value", "exactly")
    yield Table(heads, ("left", "left", "left", "right", "left"), rows)
    if found.untried:
        yield from ("", "Not tried:", *(f"- {one}" for one in found.untried[:ASIDE]))
        if len(found.untried) > ASIDE:
            yield f"- {len(found.untried) - ASIDE} more; --json has all"


def _settings(one: Reading) -> str:
    return ", ".join(f"{name}={value}" for name, value in one.settings.items())


def _reading(one: Reading) -> dict[str, Any]:
    return {
        "measure": one.measure,
        "play": one.play,
        "settings": one.settings,
        "value": number.exact(one.value),
    }
