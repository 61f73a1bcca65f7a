"""What commands answer of games that count up; they refuse in one line what they do not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from combin.cli.common import announce, pairs, tell, write
from combin.errors import CombinError

if TYPE_CHECKING:
    from combin.publishing.drawing import Drawing
    from combin.render.cards import Imprint
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
    from combin.families.count_up.questions import CountUpSolution
    from combin.families.count_up.questions import solve as solved
    from combin.render.count_up import command_of, solution_text

    found = CountUpSolution(game, solved(game))
    write(solution_text(found, form, command_of("solve", game, name=name)))


def advise(game: CountUpGame, name: str, cards: str, form: str) -> None:
    from combin.families.count_up.questions import advise as advised
    from combin.render.count_up import advice_text, command_of

    write(advice_text(advised(game, cards), form, command_of("advise", game, [cards], name)))


def situations(game: CountUpGame, name: str, form: str) -> None:
    from combin.families.count_up.questions import CountUpSituations
    from combin.render.count_up import command_of, situations_text

    command = command_of("situations", game, name=name)
    write(situations_text(CountUpSituations(game), form, command))


def price(game: CountUpGame, name: str, file: str | None, form: str, top: int | None) -> None:
    from combin.families.count_up.questions import price as priced
    from combin.render.count_up import command_of, price_text
    from combin.render.tables import top_words
    from combin.strategies.library import text_of

    if not file:
        raise CombinError("missing argument 'FILE': a chart, as combin situations prints it")
    again = command_of("price", game, [file, *top_words(top)], name)
    write(price_text(priced(game, text_of(file), file), form, again, top))


def card(
    game: CountUpGame, name: str, form: str, file: str, path: str, imprint: Imprint
) -> Drawing:
    from combin.publishing.totals import card as drawn

    return drawn(game, form, file, name, path, imprint, announce)


def chart(game: CountUpGame, name: str, kind: str, path: str, title: str, size: str) -> Drawing:
    from combin.publishing.totals import chart as drawn

    return drawn(game, kind, name, path, title, size, announce)


def show(game: CountUpGame) -> None:
    from combin.render.count_up import rules_text

    write(rules_text(game))
