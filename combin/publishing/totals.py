"""Cards and charts of blackjack games: finds a level's strategy, prices it, and lays it out."""

from __future__ import annotations

import os
from dataclasses import replace

from combin.errors import CombinError, nearest
from combin.families.count_up.exceptions import CardException, exceptions, with_exceptions
from combin.families.count_up.house import house_of
from combin.families.count_up.ladder import CountUpStrategy
from combin.families.count_up.letters import LETTERS, lines
from combin.families.count_up.questions import (
    by_model,
    charts_in,
    shoe_of_game,
    solve,
    solved_game,
    verify_charted,
)
from combin.families.count_up.simple import three_lines
from combin.families.count_up.switch_chart import chart_of_two
from combin.publishing.drawing import WIDTH, Drawing, Tell, width_of
from combin.render import totals
from combin.render.cards import NO_IMPRINT, Imprint
from combin.render.number import plain
from combin.render.tables import command_of
from combin.render.totals import CARDS, CHARTS, LEVELS, Printing, TotalsModel
from combin.rules.count_up import CountUpGame
from combin.strategies.library import text_of
from combin.version import RELEASE


def _verify(level: str, levels: tuple[str, ...], what: str, game: CountUpGame) -> None:
    if level not in levels:
        near = nearest(level, levels, listed=False)
        known = " and ".join(levels)
        raise CombinError(f"{game.slug} has no {what} {level!r}{near}; there are {known}")


def _model(game: CountUpGame, asked: Printing, strategy: str, tell: Tell) -> TotalsModel:
    """Return what is printed of a level.

    strategy: a file with a chart to print in place of the best; empty for none.
    """
    verify_charted(game)
    if game.switch:
        return _model_of_two(game, asked, strategy, tell)
    if game.dealer.groups:
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
        return totals.totals_model(game, played, best, by_cards, asked, short.words())
    played = solve(game, charts_in(text_of(strategy), game, strategy)) if strategy else best
    listed: tuple[CardException, ...] = ()
    many = 0
    if asked.level == "exact":
        tell(f"{game.slug}: looking for exceptions")
        every = exceptions(played)
        listed, many = every[: totals.LISTED], len(every)
        played = with_exceptions(played, listed)
    tell("")
    letters = list(LETTERS.items())
    return totals.totals_model(
        game, played, best, by_cards, asked, (), lines(played), letters, listed, many
    )


def _model_of_two(game: CountUpGame, asked: Printing, strategy: str, tell: Tell) -> TotalsModel:
    """Return what is printed of a chart of two hands and of the table of their switch."""
    if asked.level not in ("wallet", "actions"):
        raise CombinError(
            f"{game.slug}: a {LEVELS[asked.level]} does not say when to switch cards; the wallet "
            "card and the chart of actions do"
        )
    charts = charts_in(text_of(strategy), game, strategy) if strategy else None
    tell(f"{game.slug}: solving")
    both = chart_of_two(game, charts=charts)
    by_cards = both.by_sum.value
    if asked.level == "actions":
        tell(f"{game.slug}: solving by the cards")
        by_cards = solved_game(game).value
    tell("")
    rows, letters = both.lines, list(both.letters.items())
    return totals.totals_model(
        game, both, both.by_sum, by_cards, asked, (), rows, letters, table=both.table
    )


def drawn(play: CountUpStrategy, level: str, command: str, ending: str) -> bytes:
    """Return a card or chart of plays that were found, in the name of the release, as the bytes of
    a file; level: one of `totals.LEVELS`.
    """
    return totals.render(model_of(play, Printing(level, "", command)), ending)


def model_of(play: CountUpStrategy, asked: Printing) -> TotalsModel:
    """Return what is printed of plays that were found."""
    game, chart, by_cards = play.game, play.chart, play.by_cards.value
    letters = list(LETTERS.items())
    if asked.level == "rack" and play.simple and play.lines:
        model = totals.totals_model(game, play.simple, chart, by_cards, asked, play.lines.words())
    elif asked.level == "exact":
        model = totals.totals_model(
            *(game, play.excepted, chart, by_cards, asked, (), play.rows, letters),
            *(play.listed, play.many),
        )
    else:
        model = totals.totals_model(game, chart, chart, by_cards, asked, (), play.rows, letters)
    return replace(model, version=f"combin {RELEASE}")


def card(
    game: CountUpGame,
    form: str = "wallet",
    strategy: str = "",
    name: str = "",
    path: str = "card.pdf",
    imprint: Imprint = NO_IMPRINT,
    tell: Tell = lambda text: None,
) -> Drawing:
    """Return a card of a game that counts up: `rack`, three lines, or `wallet`.

    strategy: a file with a chart to print. Others as for `drawing.card`.
    """
    _verify(form, CARDS, "card format", game)
    if game.dealer.seen == 2:
        raise CombinError(
            f"{game.slug}: a card has no room for the totals of two cards of the dealer's; "
            "`combin chart` draws them"
        )
    if strategy and form == "rack":
        raise CombinError("a card of three lines has no chart: print it with --format wallet")
    if imprint.bleed:
        raise CombinError(f"{game.slug}: its cards are white at their edges and need no bleed")
    words = ["--format", form] if form != "wallet" else []
    words += ["--strategy", strategy] if strategy else []
    command = command_of(
        "card", game, [*words, *imprint.words(), "-o", os.path.basename(path)], name
    )
    foot = " · ".join(filter(None, (imprint.footer, imprint.author, imprint.url)))
    asked = Printing(form, "", command, foot, imprint.author)
    return Drawing(f"a card of {game.title}, {form}", _model(game, asked, strategy, tell), form)


def chart(
    game: CountUpGame,
    kind: str,
    name: str = "",
    path: str = "chart.svg",
    title: str = "",
    size: str = "160mm",
    tell: Tell = lambda text: None,
) -> Drawing:
    """Return a chart of a game that counts up: `actions`, or `exact`, with exceptions by the cards.

    The arguments are those of `drawing.chart`.
    """
    _verify(kind, CHARTS, "chart", game)
    wide = width_of(size)
    words = [kind, *(["--title", title] if title else [])]
    words += ["--size", f"{plain(wide)}mm"] if wide != WIDTH else []
    command = command_of("chart", game, [*words, "-o", os.path.basename(path)], name)
    asked = Printing(kind, title, command, size=wide)
    return Drawing(title or f"{kind} of {game.title}", _model(game, asked, "", tell))
