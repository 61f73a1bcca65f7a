"""Lays out the house edges of games under all their choices: tables for people, exact fractions for
programs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combin.render import number, tables
from combin.render.tables import (
    MARKDOWN,
    TEXT,
    Table,
    answer,
    at_meter,
    command_line,
    see_words,
    seen_lines,
)
from combin.rules.glossary import NONE, called
from combin.version import version

if TYPE_CHECKING:
    from combin.dossier.settings import Edges, Setting, Settings
    from combin.rules.game import Game

DECIMALS = 10  # of an edge for programs that know no fractions


def data(bets: Settings) -> dict[str, Any]:
    """Return the bets of a game for programs: choices, wager, and exact figures as text."""
    return {key: [_setting(setting) for setting in listed] for key, listed in bets.items()}


def _setting(setting: Setting) -> dict[str, Any]:
    result = setting.result
    return {
        "choices": setting.named,
        "pays": {address: number.exact(pay) for address, pay in _pays(setting).items()},
        "wager": result.wager,
        "house_edge": number.exact(result.house_edge),
        "decimal": number.decimal(result.house_edge, DECIMALS),
        "element_of_risk": number.exact(result.element_of_risk),
    }


def _pays(setting: Setting) -> dict[str, Fraction]:
    """Return where the meters of a bet stand, as `--pay` takes them."""
    return setting.game.meters(setting.result.key)


def choice_words(choices: Mapping[str, str]) -> str:
    """Return choices as they are set: ``raise=2``."""
    return ", ".join(f"{name}={value}" for name, value in choices.items()) or "-"


def bet_name(key: str, main: str, names: Mapping[str, str] = NONE) -> str:
    """Return how people call a bet: the game itself, or what they say for the side bet's name."""
    return "the game itself" if key == main else called(key, names)


def table(bets: Mapping[str, Any], before: Sequence[str] = ()) -> list[tuple[str, ...]]:
    """Return a row for every setting of the `data` of a game, after the cells `before`."""
    main = next(iter(bets))
    return [
        (*before, bet_name(key, main), *_cells(one))
        for key, listed in bets.items()
        for one in listed
    ]


def _cells(one: Mapping[str, Any]) -> tuple[str, ...]:
    edge = Fraction(one["house_edge"])
    return (
        choice_words(one["choices"]),
        number.percent(edge, 4),
        unit_words(one),
        number.exact(edge),
    )


def unit_words(one: Mapping[str, Any]) -> str:
    """Return what an edge is divided by, and at which meter: ``one progressive, the meter at
    100,000``.
    """
    meters = {address: Fraction(units) for address, units in one["pays"].items()}
    return f"one {one['wager']}{at_meter(meters)}"


HEADERS = ("bet", "choices", "house edge", "divided by", "exactly")
ALIGNS = ("left", "left", "right", "left", "left")


Found = Sequence[tuple[str, "Game", "Settings"]]  # as the user called it, resolved, its bets


def edges(asked: Edges, form: str = TEXT) -> str:
    """Return the edges of some games in the format `form`."""
    found = asked.games
    command = command_line("edges", [*asked.names, *see_words(asked.seen), *_format_words(form)])
    rows = [row for _, game, bets in found for row in table(data(bets), (game.title,))]
    blocks: list[str | Table] = [
        "Exact house edges under the best play, for every reading, paytable and house rule; a "
        "minus: the player has the edge.",
        *seen_lines(asked.seen),
        Table(("game", *HEADERS), ("left", *ALIGNS), rows),
        *_sources(found, form),
    ]
    return answer(form, blocks, _rows(found), lambda: _data(found, command), command)


def _format_words(form: str) -> list[str]:
    """Return the words of a command that choose a format."""
    if form == TEXT:
        return []
    return ["--json"] if form == "json" else ["--format", form]


def _data(found: Found, command: str) -> dict[str, Any]:
    games = {name: _game(game, bets) for name, game, bets in found}
    return {"version": version(), "command": command, "games": games}


def _sources(found: Found, form: str) -> Iterator[str]:
    """Yield which rules each game's figures are for, one a line; in Markdown lines would else run
    together.
    """
    mark = "- " if form in MARKDOWN else ""
    for name, game, _ in found:
        yield (
            f"{mark}{game.title}: {game.source}; `{command_line('show', [name])}` tells what "
            "the choices are."
        )


def _game(game: Game, bets: Settings) -> dict[str, Any]:
    return {"title": game.title, "source": game.source, "bets": data(bets)}


def _rows(found: Found) -> Iterator[tuple[str, ...]]:
    yield ("game", "bet", "choices", "pays", "wager", "house_edge", "decimal", "element_of_risk")
    for name, _, bets in found:
        for key, listed in data(bets).items():
            for one in listed:
                figures = (one["wager"], one["house_edge"], one["decimal"], one["element_of_risk"])
                yield (
                    name,
                    key,
                    tables.choice_words(one["choices"]),
                    tables.choice_words(one["pays"]),
                    *figures,
                )
