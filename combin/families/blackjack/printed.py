"""Cards and charts of blackjack games: finds a level's strategy, prices it, and lays it out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from combin.errors import CombinError, refuse, verify_known
from combin.families.blackjack.chart import Chart, deals_of
from combin.families.blackjack.exceptions import exceptions, with_exceptions
from combin.families.blackjack.house import ACE, house_of
from combin.families.blackjack.ladder import LISTED, Charts, FoundPlays
from combin.families.blackjack.letters import LETTERS, lines
from combin.families.blackjack.questions import (
    by_model,
    insurance_adds,
    shoe_of_game,
    solve,
    solved_game,
)
from combin.families.blackjack.simple import three_lines
from combin.families.blackjack.switch_chart import chart_of_two
from combin.families.blackjack.totals import (
    LEVELS,
    Printing,
    TotalsModel,
    chart_card,
    lines_card,
    totals_model,
)
from combin.publishing.plate import Plate
from combin.render.cards import FORMATS, RACK, CardModel, Request, verify_format
from combin.rules.game import Game
from combin.version import RELEASE

if TYPE_CHECKING:
    from combin.subject import Tell


def card(
    by: Charts, form: str, most: int | None, strategy: str | None, asked: Request, tell: Tell
) -> CardModel:
    """Return what is printed on a card, of three lines (`rack`) or of a chart; the arguments are
    those of `drawing.card`.
    """
    game = by.game
    verify_known(form, (*FORMATS, RACK), f"{game.slug} has no card format {form!r}")
    verify_format("wallet" if form == RACK else form, asked.imprint)
    refuse(
        game.turns.dealer.seen == 2,
        f"{game.slug}: a card has no room for the totals of two cards of the dealer's; "
        "`combin chart` draws them",
    )
    refuse(
        strategy and form == RACK,
        "a card of three lines has no chart: print it with --format wallet",
    )
    charts = _charts(by, strategy)
    if game.turns.switch:
        if form == RACK:
            raise _no_switch(game, "three-line strategy")
        tell(f"{game.slug}: solving")
        both = chart_of_two(game, charts=charts)
        value, rows = solved_game(game).value, lines(both.chart)
        return chart_card(game, both, rows, LETTERS, uninsured(game), asked, value, both.table)
    tell(f"{game.slug}: solving")
    best, by_cards = solve(by_model(game, "total")), solve(by_model(game, "zero-memory")).value
    if form == RACK:
        tell(f"{game.slug}: looking for lines")
        found = three_lines(shoe_of_game(game), house_of(game))
        return lines_card(game, *found, best.value, by_cards, uninsured(game), asked)
    played = solve(game, charts) if charts else best
    return chart_card(game, played, lines(played), LETTERS, uninsured(game), asked, by_cards)


def chart(by: Charts, kind: str, plate: Plate, tell: Tell) -> TotalsModel:
    """Return what a chart shows: `actions`, or `exact`, with exceptions by the cards; the arguments
    are those of `drawing.chart`.
    """
    game = by.game
    verify_known(kind, LEVELS, f"{game.slug} has no chart {kind!r}")
    asked = Printing(kind, plate.title, plate.command(game, kind, by.bet), plate.size)
    _charts(by)
    tell(f"{game.slug}: solving")
    if game.turns.switch:
        if kind == "exact":
            raise _no_switch(game, LEVELS[kind])
        both = chart_of_two(game)
        tell(f"{game.slug}: solving by the cards")
        value = solved_game(game).value
        return totals_model(game, both, value, asked, lines(both.chart), LETTERS, table=both.table)
    played = solve(by_model(game, "total"))
    by_cards = solve(by_model(game, "zero-memory")).value
    if kind == "actions":
        return totals_model(game, played, by_cards, asked, lines(played), LETTERS)
    tell(f"{game.slug}: looking for exceptions")
    every = exceptions(played)
    excepted = with_exceptions(played, every[:LISTED])
    return totals_model(
        *(game, excepted, by_cards, asked, lines(excepted), LETTERS), every[:LISTED], len(every)
    )


def _charts(by: Charts, strategy: str | None = None) -> Mapping[int, Chart] | None:
    """Return the charts of a strategy as a user names it, None for none; raises CombinError where
    no chart is printed.
    """
    by.verify()
    refuse(
        by.game.turns.dealer.groups,
        f"{by.game.slug}: cards have no columns for a hint of the hole card; situations has them",
    )
    return by.read(strategy) if strategy else None


def uninsured(game: Game) -> tuple[str, ...]:
    """Return that insurance is never taken, where it loses with every two cards."""
    deals = [(one, other) for one, other, _ in deals_of(tuple(game.shoe.values()))]
    insured = (insurance_adds(game, two, [ACE]) for two in deals)
    loses = all(adds is not None and adds <= 0 for adds in insured)
    return ("Never take insurance.",) if loses else ()


def _no_switch(game: Game, what: str) -> CombinError:
    return CombinError(
        f"{game.slug}: a {what} does not say when to switch cards; the wallet card and the chart "
        "of actions do"
    )


# --- Plays that were found -----------------------------------------------------------------------


def card_of_plays(play: FoundPlays, form: str, command: str) -> CardModel:
    """Return the card of plays that were found; form: a format of cards, or `rack`."""
    if form == RACK and play.simple and play.lines:
        found = (play.lines, play.simple, play.chart.value, play.by_cards.value)
        model = lines_card(play.game, *found, uninsured(play.game), Request())
    else:
        model = chart_card(
            *(play.game, play.chart, lines(play.chart), LETTERS, uninsured(play.game), Request()),
            play.by_cards.value,
        )
    return replace(model, command=command)


def chart_of_plays(play: FoundPlays, kind: str, command: str) -> TotalsModel:
    """Return what a chart shows of plays that were found, in the name of the release."""
    played, asked = play.chart, Printing(kind, "", command)
    listed, many = ((), 0) if kind == "actions" else (play.listed, play.many)
    if kind == "exact":
        played = play.excepted
    rows = lines(play.chart)
    model = totals_model(play.game, played, play.by_cards.value, asked, rows, LETTERS, listed, many)
    return replace(model, version=f"combin {RELEASE}")
