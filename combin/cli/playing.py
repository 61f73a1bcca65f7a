"""The commands for strategies and print: strategy, price, card, chart, publish."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from combin.cli.common import (
    DISAGREES,
    Whole,
    announce,
    bet_option,
    format_options,
    game_argument,
    games_that_start,
    output,
    output_option,
    recount,
    rules_options,
    see_option,
    share_counter,
    tell,
    the_form,
    the_game,
    write,
    write_drawing,
    write_result,
)
from combin.cli.count_up import of_any_family, tell_unproved
from combin.errors import CombinError

if TYPE_CHECKING:
    from combin.rules.game import Game


dialect_option = click.option(
    "--dialect",
    type=click.Choice(["wizard", "rules"]),
    help="Phrase the lines like the Wizard of Odds, or like rule cards.",
)
words_option = click.option(
    "--words",
    is_flag=False,
    flag_value="",
    metavar="[TEXT]",
    help="List the phrases that your own lines may use, with their meaning; with TEXT only those "
    "that contain it.",
)


@click.command(short_help="Print the optimal strategy in a few lines.")
@game_argument
@bet_option
@click.option(
    "--lines", "most", type=Whole(1), metavar="N", help="The best list of at most N lines."
)
@click.option("--ladder", "whole", is_flag=True, help="Also print the cost of shorter lists.")
@words_option
@dialect_option
@rules_options
@see_option
@format_options
@of_any_family
def strategy(
    name: str,
    bet: str,
    most: int | None,
    whole: bool,
    words: str | None,
    dialect: str | None,
    settings: tuple[str, ...],
    pays: tuple[str, ...],
    seen: tuple[str, ...],
    form: str | None,
    as_json: bool,
) -> None:
    """Print the optimal strategy of GAME as a list of lines; play the first line that fits.

    The list costs nothing against optimal play. If combin finds no such list, it prints the
    shortest that costs less than 0.001 % of a unit, or else the cheapest.

    \b
    combin strategy phil-em-up
    combin strategy caribbean-stud --lines 4
    combin strategy mississippi-stud --ladder
    combin strategy let-it-ride --words flush
    combin strategy three-card-poker --dialect wizard
    """
    written = the_form(form, as_json)
    game = the_game(name, settings, pays, seen=seen)
    key = game.bet(bet).key
    from combin.dossier.recommended import in_words_of, recommend
    from combin.dossier.settings import decides
    from combin.render.strategy import nothing_text
    from combin.strategies import verify_listed

    verify_listed(game, key)
    if written == "text" and not decides(game, key):
        tell(nothing_text(game, key))
        return
    if words is not None:
        if whole or most is not None:
            raise CombinError(
                "--words lists phrases and no strategy: give it without --lines and --ladder"
            )
        write(_words("strategy", game, key, words, written, name))
        return
    announce(f"{game.slug}: looking for lines")
    found = recommend(game, key, most, whole, share_counter())
    announce("")
    write_result(in_words_of(found, dialect) if dialect else found, written, name=name)


@click.command(short_help="Print the exact cost of a strategy, and its errors.")
@game_argument
@click.argument("file", metavar="FILE|ACTION", required=False)
@bet_option
@click.option(
    "--top",
    type=Whole(0),
    metavar="N",
    help="Number of errors to list.  [default: 10; csv and json list all]",
)
@words_option
@rules_options
@format_options
@of_any_family
def price(
    name: str,
    file: str | None,
    bet: str,
    top: int | None,
    words: str | None,
    settings: tuple[str, ...],
    pays: tuple[str, ...],
    form: str | None,
    as_json: bool,
) -> None:
    """Print the exact value of a strategy for GAME, its cost against optimal play, and its errors.

    A strategy is a file, the name of a shipped strategy, or an action to take on every hand. A file
    has lines such as "raise: any pair or better"; the first that fits is played, and the last is
    "fold: otherwise". Join conditions by "and", alternatives by "or"; --words TEXT only searches
    the phrases. In video poker a line names the cards to hold, as combin strategy GAME prints them;
    the last is "hold none". In Pai Gow Poker the strategy is a house way: foxwoods, trump-plaza, or
    a file that ends with WAY = Way("mine", (...)).

    \b
    combin price caribbean-stud raise
    combin price three-card-poker my-strategy.txt
    combin price phil-em-up double --set joker=bug --json
    combin price let-it-ride --words flush
    """
    written = the_form(form, as_json)
    game = the_game(name, settings, pays)
    key = game.bet(bet).key
    from combin.dossier.settings import decides
    from combin.render.strategy import nothing_text
    from combin.render.tables import bet_words, command_of, top_words
    from combin.strategies import is_by_lines, price_named, verify_listed

    if words is not None:
        if file or top is not None:
            raise CombinError("--words lists phrases and prices nothing: give it alone")
        verify_listed(game, key)
        write(_words("price", game, key, words, written, name))
        return
    if not file:
        raise CombinError(
            "missing argument 'FILE|ACTION': a file, a strategy of combin's, or an action"
        )
    again = command_of("price", game, [file, *bet_words(key), *top_words(top)], name)
    if is_by_lines(game, key) and not decides(game, key):
        raise CombinError(nothing_text(game, key))
    found = price_named(file, game, key, progress=share_counter())
    write_result(found, written, command=again, top=top)


@click.command(short_help="Make a strategy card to print.")
@game_argument
@output_option
@click.option(
    "--format",
    "form",
    default="wallet",
    metavar="F",
    help="wallet, a6, sheet-a4 or sheet-letter; for Blackjack wallet or rack.",
)
@click.option(
    "--lines", "most", type=Whole(1), metavar="N", help="The best list of at most N lines."
)
@click.option(
    "--strategy", "file", metavar="FILE", help="Print this strategy, with its exact cost."
)
@click.option("--footer", default="", metavar="TEXT", help="A sentence at the foot of the card.")
@click.option("--author", default="", metavar="NAME", help="The author of the card.")
@click.option("--url", default="", metavar="URL", help="A web address to print.")
@click.option("--bleed", default="", metavar="WIDTH", help="Bleed for a print shop: 3mm, 0.125in.")
@click.option(
    "--separate",
    is_flag=True,
    help="One picture per side: -o card.png writes card-1.png, card-2.png.",
)
@dialect_option
@rules_options
@of_any_family
def card(
    name: str,
    path: str | None,
    form: str,
    most: int | None,
    file: str | None,
    footer: str,
    author: str,
    url: str,
    bleed: str,
    separate: bool,
    dialect: str | None,
    settings: tuple[str, ...],
    pays: tuple[str, ...],
) -> None:
    """Make a strategy card of GAME: wallet (85.6 x 54 mm, two sides; more for a list of your own
    or a house way), A6, or a sheet of wallet cards.

    The extension sets the file type: .pdf (one page per side), .svg or .png (all sides in one
    picture; --separate writes one each). The front has the best list that fits in 8-point type,
    unless --lines sets its length. An optimal list that is longer goes on the back or on A6.

    \b
    combin card three-card-poker -o card.pdf
    combin card caribbean-stud --lines 4 -o card.png --separate
    combin card phil-em-up --format sheet-a4 -o sheet.pdf
    combin card let-it-ride --bleed 3mm --footer "Ask the dealer" -o print.pdf
    combin card blackjack --format rack surrender=late -o rack.pdf
    """
    place = output(path, separate)
    if most is not None and file is not None:
        raise CombinError("--lines and --strategy contradict each other")
    from combin.render.cards import Imprint

    imprint = Imprint(footer, author, url, bleed)
    game = the_game(name, settings, pays)
    from combin.publishing.drawing import card as drawn

    found = drawn(game, form, most, file, name, place, imprint, dialect or "", announce)
    write_drawing(found, place, separate)


@click.command(short_help="Draw a chart of a game.")
@game_argument
@click.argument("kind", metavar="KIND")
@output_option
@bet_option
@click.option(
    "--title", default="", metavar="TEXT", help="Title of the chart.  [default: the game's]"
)
@click.option(
    "--size", default="160mm", metavar="MM", show_default=True, help="Width of the chart."
)
@rules_options
@of_any_family
def chart(
    name: str,
    kind: str,
    path: str | None,
    bet: str,
    title: str,
    size: str,
    settings: tuple[str, ...],
    pays: tuple[str, ...],
) -> None:
    """Draw a chart of GAME as a .pdf, .svg or .png file.

    \b
    KIND is one of these; which of them exist depends on the bet:
    actions    the best action for each starting hand; in Blackjack for each total
    exact      Blackjack: the same chart, with its composition-dependent exceptions
    values     the expected value of each starting hand
    match-ups  what a raise gains with ace-king, by the next cards and the up card
    law        the distribution of the net of one round
    rounds     the probability to be ahead after many rounds
    strategy   the strategy in lines, and how often each line is played
    ladder     the cost of a strategy by its number of lines

    \b
    combin chart hot-poker-spot values -o values.svg
    combin chart three-card-poker law --bet pair-plus --size 120mm -o pair-plus.svg
    combin chart caribbean-stud match-ups -o match-ups.pdf
    combin chart mississippi-stud actions --set straight=5 -o actions.png
    """
    place = output(path)
    game = the_game(name, settings, pays)
    from combin.publishing.drawing import chart as drawn

    found = drawn(game, kind, name, place, game.bet(bet).key, title, size, announce)
    write_drawing(found, place)


@click.command(short_help="Write the report of every game, or check the reports.")
@click.option(
    "--check",
    is_flag=True,
    help="Write nothing; compare the reports with those on disk. Status 1 if any differs.",
)
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="Also the lines, cards and charts of every choice, shorter lists, further charts.",
)
@click.option(
    "--only",
    multiple=True,
    metavar="GAME",
    help="Only this game, and its lines in the index; may be repeated.",
)
@click.option(
    "--to",
    "folder",
    default="reports",
    show_default=True,
    metavar="DIR",
    help="The folder of the reports.",
)
@click.option(
    "--site",
    "site_folder",
    metavar="DIR",
    help="Write the web site instead; it needs no server.",
)
@click.argument("games", nargs=-1, metavar="[GAME]...", shell_complete=games_that_start)
@click.pass_context
def publish(
    context: click.Context,
    check: bool,
    every: bool,
    only: tuple[str, ...],
    folder: str,
    site_folder: str | None,
    games: tuple[str, ...],
) -> None:
    """Write the reports: an index of every exact house edge, and for each game a folder with its
    page, tables, charts and card. With --all, also the lines, cards and charts of every choice.

    With --site, write a web site of all games, of the ones named, or of a file of your own: an
    overview, a page per game with an editable paytable, and the guides.

    \b
    combin publish
    combin publish --check
    combin publish --all --only caribbean-stud --to /tmp/reports
    combin publish --site site
    combin publish --site site phil-em-up ./my_game.py
    """
    from combin.publishing import publish as publishing

    def progress(text: str) -> None:
        tell(text, err=True)

    if site_folder is not None:
        if every:
            raise CombinError("a site has everything: leave out --all")
        _publish_site(site_folder, (*only, *games), check, progress)
        return
    if games:
        raise CombinError("games are named with --site DIR; of the reports with --only GAME")
    if not check:
        tell(str(publishing.publish(folder, only, progress, every)))
        return
    found = publishing.check(folder, only, progress, every)
    tell(str(found))
    if not found.agrees:
        context.exit(DISAGREES)


def _publish_site(
    folder: str, names: tuple[str, ...], check: bool, progress: Callable[[str], None]
) -> None:
    """Write the site; games of the user's own files are recounted first."""
    from combin.games import counting, find, is_path
    from combin.publishing.site import site

    if check:
        raise CombinError("a site is built and not compared: leave out --check")
    for name in names:
        if counting(name) is None:
            recount(find(name).resolve(), name)
        elif is_path(name):
            tell_unproved(name)
    tell(str(site(folder, names, progress)))


def _words(command: str, game: Game, key: str, words: str, form: str, name: str) -> str:
    from combin.render.strategy import words_text
    from combin.render.tables import bet_words, command_of
    from combin.strategies import searched, vocabulary

    sought = ["--words", *([words] if words else [])]
    found = searched(game, key, words) if words else vocabulary(game, key)
    return words_text(
        game, key, found, form, command_of(command, game, [*bet_words(key), *sought], name)
    )


COMMANDS = (strategy, price, card, chart, publish)
