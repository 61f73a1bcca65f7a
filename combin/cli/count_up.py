"""What commands answer of games that count up; they refuse in one line what they do not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from combin.cli.common import pairs, tell, write
from combin.errors import CombinError

if TYPE_CHECKING:
    from combin.rules.count_up import CountUpGame


def the_count_up(
    name: str,
    settings: Iterable[str],
    dead: str = "",
    refused: Mapping[str, object] | None = None,
) -> CountUpGame | None:
    """Return the game that counts up which a name means, as the user set it; None where it is
    another.

    refused: option -> what was given; raises CombinError where it was.
    """
    from combin.games import count_up, is_path

    sheet = count_up(name)
    if sheet is None:
        return None
    for option, given in (refused or {}).items():
        if given:
            raise CombinError(f"{sheet.slug} counts up: {option} is not answered for it so far")
    game = sheet.resolve(pairs("--set", settings))
    if is_path(name):
        tell(f"combin: {name}: games that count up are not recounted literally so far", err=True)
    return game.without(dead) if dead else game


def of_base(bets: Iterable[str]) -> bool:
    """Return whether bets are asked for that such a game has not."""
    return any(bet != "base" for bet in bets)


def solve(game: CountUpGame, name: str, form: str) -> None:
    from combin.families.count_up.questions import solve as solved
    from combin.render.count_up import command_of, solved_text

    write(solved_text(game, solved(game), form, command_of("solve", game, [], name)))


def advise(game: CountUpGame, name: str, cards: str, form: str) -> None:
    from combin.families.count_up.questions import advise as advised
    from combin.render.count_up import advice_text, command_of

    write(advice_text(advised(game, cards), form, command_of("advise", game, [cards], name)))


def situations(game: CountUpGame, name: str, form: str) -> None:
    from dataclasses import replace

    from combin.families.count_up.questions import LETTERS, lines
    from combin.families.count_up.questions import solve as solved
    from combin.render.count_up import chart_text, command_of
    from combin.render.tables import MACHINE

    if form not in MACHINE:
        game = replace(game, model="total", chosen={**game.chosen, "model": "total"})
    found = solved(game)
    shown = lines(found) if found.charts else []
    command = command_of("situations", game, [], name)
    for part in chart_text(game, found, shown, LETTERS, form, command):
        write(part)


def price(game: CountUpGame, name: str, file: str | None, form: str, top: int | None) -> None:
    from combin.families.count_up.questions import price as priced
    from combin.render.count_up import command_of, price_text
    from combin.render.tables import top_words

    if not file:
        raise CombinError("missing argument 'FILE': a chart, as combin situations prints it")
    try:
        with open(file, encoding="utf-8") as stream:
            text = stream.read()
    except (OSError, UnicodeDecodeError) as error:
        refused = getattr(error, "strerror", None)
        reason = refused.lower() if refused else "this is not a text file in UTF-8"
        raise CombinError(f"{file}: {reason}") from None
    again = command_of("price", game, [file, *top_words(top)], name)
    write(price_text(priced(game, text), form, again, top))


def removal(game: CountUpGame, name: str, form: str) -> None:
    from combin.families.count_up.questions import removals
    from combin.render.count_up import command_of, removals_text

    write(removals_text(removals(game), form, command_of("removal", game, [], name)))


def show(game: CountUpGame) -> None:
    from combin.render.count_up import rules_text

    write(rules_text(game))
