"""Cards and charts of blackjack games: finds a level's strategy, prices it, and lays it out."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from combin.errors import CombinError, nearest
from combin.families.blackjack.chart import Chart
from combin.families.blackjack.exceptions import CardException, exceptions, with_exceptions
from combin.families.blackjack.house import house_of
from combin.families.blackjack.ladder import Charts, FoundPlays
from combin.families.blackjack.letters import LETTERS, lines
from combin.families.blackjack.questions import (
    by_model,
    shoe_of_game,
    solve,
    solved_game,
)
from combin.families.blackjack.simple import three_lines
from combin.families.blackjack.switch_chart import chart_of_two
from combin.families.blackjack.totals import (
    CARDS,
    CHARTS,
    LEVELS,
    LISTED,
    Printing,
    TotalsModel,
    totals_model,
)
from combin.publishing.plate import Plate
from combin.render.cards import Request
from combin.render.tables import command_of
from combin.rules.game import Game
from combin.version import RELEASE

if TYPE_CHECKING:
    from combin.subject import Tell


def _verify(level: str, levels: tuple[str, ...], what: str, game: Game) -> None:
    if level not in levels:
        near = nearest(level, levels, listed=False)
        known = " and ".join(levels)
        raise CombinError(f"{game.slug} has no {what} {level!r}{near}; there are {known}")


def _model(by: Charts, asked: Printing, strategy: str | None, tell: Tell) -> TotalsModel:
    """Return what is printed of a level.

    strategy: a chart to print in place of the best, as a user names it.
    """
    game = by.game
    by.verify()
    charts = by.read(strategy) if strategy else None
    if game.turns.switch:
        return _model_of_two(game, asked, charts, tell)
    if game.turns.dealer.groups:
        raise CombinError(
            f"{game.slug}: cards have no columns for a hint of the hole card; situations has them"
        )
    house, shoe = house_of(game), shoe_of_game(game)
    tell(f"{game.slug}: solving")
    best = solve(by_model(game, "total"))
    by_cards = solve(by_model(game, "zero-memory")).value
    if asked.level == "rack":
        tell(f"{game.slug}: looking for lines")
        short, played = three_lines(shoe, house)
        tell("")
        return totals_model(game, played, best, by_cards, asked, short.words(game.called("double")))
    played = solve(game, charts) if charts else best
    listed: tuple[CardException, ...] = ()
    many = 0
    if asked.level == "exact":
        tell(f"{game.slug}: looking for exceptions")
        every = exceptions(played)
        listed, many = every[:LISTED], len(every)
        played = with_exceptions(played, listed)
    tell("")
    letters = list(LETTERS.items())
    return totals_model(
        game, played, best, by_cards, asked, (), lines(played), letters, listed, many
    )


def _model_of_two(
    game: Game, asked: Printing, charts: Mapping[int, Chart] | None, tell: Tell
) -> TotalsModel:
    """Return what is printed of a chart of two hands and of the table of their switch."""
    if asked.level not in ("wallet", "actions"):
        raise CombinError(
            f"{game.slug}: a {LEVELS[asked.level]} does not say when to switch cards; the wallet "
            "card and the chart of actions do"
        )
    tell(f"{game.slug}: solving")
    both = chart_of_two(game, charts=charts)
    by_cards = both.by_sum.value
    if asked.level == "actions":
        tell(f"{game.slug}: solving by the cards")
        by_cards = solved_game(game).value
    tell("")
    rows, letters = lines(both.chart), list(LETTERS.items())
    return totals_model(
        game, both, both.by_sum, by_cards, asked, (), rows, letters, table=both.table
    )


def drawn(play: FoundPlays, level: str, command: str, ending: str) -> bytes:
    """Return a card or chart of plays that were found, in the name of the release, as the bytes of
    a file; level: one of `LEVELS`.
    """
    return model_of(play, Printing(level, "", command)).drawn(ending)


def model_of(play: FoundPlays, asked: Printing) -> TotalsModel:
    """Return what is printed of plays that were found."""
    game, chart, by_cards = play.game, play.chart, play.by_cards.value
    letters = list(LETTERS.items())
    if asked.level == "rack" and play.simple and play.lines:
        model = totals_model(
            game, play.simple, chart, by_cards, asked, play.lines.words(game.called("double"))
        )
    elif asked.level == "exact":
        model = totals_model(
            *(game, play.excepted, chart, by_cards, asked, (), lines(play.chart), letters),
            *(play.listed, play.many),
        )
    else:
        rows = lines(play.chart)
        model = totals_model(game, chart, chart, by_cards, asked, (), rows, letters)
    return replace(model, version=f"combin {RELEASE}")


def card(
    by: Charts, form: str, most: int | None, strategy: str | None, asked: Request, tell: Tell
) -> TotalsModel:
    """Return what is printed on a card, of three lines (`rack`) or of a chart (`wallet`); the
    arguments are those of `drawing.card`.
    """
    game = by.game
    _verify(form, CARDS, "card format", game)
    if game.turns.dealer.seen == 2:
        raise CombinError(
            f"{game.slug}: a card has no room for the totals of two cards of the dealer's; "
            "`combin chart` draws them"
        )
    if strategy and form == "rack":
        raise CombinError("a card of three lines has no chart: print it with --format wallet")
    imprint = asked.imprint
    if imprint.bleed:
        raise CombinError(f"{game.slug}: its cards are white at their edges and need no bleed")
    where = ["-o", os.path.basename(asked.path)]
    command = command_of("card", game, [*asked.options, *where], asked.name)
    foot = " · ".join(filter(None, (imprint.footer, imprint.author, imprint.url)))
    return _model(by, Printing(form, "", command, foot, imprint.author), strategy, tell)


def chart(by: Charts, kind: str, plate: Plate, tell: Tell) -> TotalsModel:
    """Return what a chart shows: `actions`, or `exact`, with exceptions by the cards; the arguments
    are those of `drawing.chart`.
    """
    _verify(kind, CHARTS, "chart", by.game)
    command = plate.command(by.game, kind, by.bet)
    return _model(by, Printing(kind, plate.title, command, size=plate.size), None, tell)
