"""The commands for strategies and print: strategy, price, card, chart, publish."""

from __future__ import annotations

from dataclasses import replace

import click

from combin.cli.asked import QuestionAsked, question
from combin.cli.common import (
    DISAGREES,
    Whole,
    bet_option,
    format_options,
    games_that_start,
    output,
    output_option,
    rules_options,
    see_option,
    tell,
    write,
    write_drawing,
)
from combin.errors import CombinError, refuse
from combin.telling import announce

dialect_option = click.option(
    "--dialect",
    type=click.Choice(["wizard", "rules"]),
    help="Phrase the lines like the Wizard of Odds, or like rule cards.",
)
lines_option = click.option(
    "--lines", type=Whole(1), metavar="N", help="The best list of at most N lines."
)
words_option = click.option(
    "--words",
    is_flag=False,
    flag_value="",
    metavar="[TEXT]",
    help="List the phrases that your own lines may use, with their meaning; with TEXT only those "
    "that contain it.",
)


@question(
    "Print the optimal strategy in a few lines.",
    bet_option,
    lines_option,
    click.option("--ladder", is_flag=True, help="Also print the cost of shorter lists."),
    words_option,
    dialect_option,
    rules_options,
    see_option,
    format_options,
)
def strategy(asked: QuestionAsked) -> None:
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
    dialect, words = asked.options["dialect"], asked.options["words"]
    by = asked.subject.strategies(words=words is not None, dialect=dialect)
    if asked.form == "text" and (nothing := by.nothing):
        tell(nothing)
        return
    if words is not None:
        refuse(
            asked.options["ladder"] or asked.options["lines"] is not None,
            "--words lists phrases and no strategy: give it without --lines and --ladder",
        )
        _write_words(asked)
        return
    found = asked.ask()
    if dialect:
        from combin.dossier.recommended import in_words_of

        found = in_words_of(found, dialect)
    asked.write_named(found)


@question(
    "Print the exact cost of a strategy, and its errors.",
    click.argument("strategy", metavar="FILE|ACTION", required=False),
    bet_option,
    click.option(
        "--top",
        type=Whole(0),
        metavar="N",
        help="Number of errors to list.  [default: 10; csv and json list all]",
    ),
    words_option,
    rules_options,
    format_options,
)
def price(asked: QuestionAsked) -> None:
    """Print the exact value of a strategy for GAME, its cost against optimal play, and its errors.

    A strategy is a file, the name of a shipped strategy, or an action to take on every hand. A file
    has lines such as "raise: any pair or better"; the first that fits is played, and the last is
    "fold: otherwise". Join conditions by "and", alternatives by "or"; --words TEXT only searches
    the phrases. In video poker a line names the cards to hold, as combin strategy GAME prints them;
    the last is "hold none". In Pai Gow Poker the strategy is a way: short, foxwoods, trump-plaza,
    or a file that begins with WAY mine.

    \b
    combin price caribbean-stud raise
    combin price three-card-poker my-strategy.txt
    combin price phil-em-up double --set joker=bug --json
    combin price let-it-ride --words flush
    """
    file, top, words = (asked.options[name] for name in ("strategy", "top", "words"))
    by = asked.subject.strategies(words=words is not None)
    if words is not None:
        refuse(file or top is not None, "--words lists phrases and prices nothing: give it alone")
        _write_words(asked)
        return
    refuse(not file, f"missing argument 'FILE|ACTION': {by.meant}")
    found = asked.ask()
    if asked.form in ("csv", "tsv", "json"):
        found = replace(found, mistakes=found.mistakes[:top])
    asked.write(found, top=top)


@question(
    "Make a strategy card to print.",
    output_option,
    click.option(
        "--format",
        "form",
        default="wallet",
        metavar="F",
        help="wallet, a6, sheet-a4 or sheet-letter; for Blackjack also rack.",
    ),
    lines_option,
    click.option("--strategy", metavar="FILE", help="Print this strategy, with its exact cost."),
    click.option(
        "--footer", default="", metavar="TEXT", help="A sentence at the foot of the card."
    ),
    click.option("--author", default="", metavar="NAME", help="The author of the card."),
    click.option("--url", default="", metavar="URL", help="A web address to print."),
    click.option(
        "--bleed", default="", metavar="WIDTH", help="Bleed for a print shop: 3mm, 0.125in."
    ),
    click.option(
        "--separate",
        is_flag=True,
        help="One picture per side: -o card.png writes card-1.png, card-2.png.",
    ),
    dialect_option,
    rules_options,
)
def card(asked: QuestionAsked) -> None:
    """Make a strategy card of GAME: wallet (85.6 x 54 mm, two sides; more for a list of your own),
    A6, or a sheet of wallet cards.

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
    form, lines, strategy, separate = (
        asked.options[name] for name in ("form", "lines", "strategy", "separate")
    )
    place = output(asked.options["path"], separate)
    refuse(
        lines is not None and strategy is not None, "--lines and --strategy contradict each other"
    )
    from combin.publishing import drawing
    from combin.render.cards import Imprint

    imprint = Imprint(*(asked.options[name] for name in ("footer", "author", "url", "bleed")))
    called, dialect = (asked.name, place, imprint), asked.options["dialect"] or ""
    found = drawing.card(asked.subject, form, lines, strategy, *called, dialect, announce)
    write_drawing(found, place, separate)


@question(
    "Draw a chart of a game.",
    click.argument("kind", metavar="KIND"),
    output_option,
    bet_option,
    click.option(
        "--title", default="", metavar="TEXT", help="Title of the chart.  [default: the game's]"
    ),
    click.option(
        "--size", default="160mm", metavar="MM", show_default=True, help="Width of the chart."
    ),
    rules_options,
)
def chart(asked: QuestionAsked) -> None:
    """Draw a chart of GAME as a .pdf, .svg or .png file.

    \b
    KIND is one of these; which of them exist depends on the bet:
    actions    the best action for each starting hand; in Blackjack for each total
    exact      Blackjack: the same chart, with its composition-dependent exceptions
    values     the expected value of each starting hand
    match-ups  what a raise gains with ace-king, by the next cards and the up card
    law        the distribution of the net of one round
    rounds     the probability of being ahead after many rounds
    strategy   the strategy in lines, and how often each line is played
    ladder     the cost of a strategy by its number of lines

    \b
    combin chart hot-poker-spot values -o values.svg
    combin chart three-card-poker law --bet pair-plus --size 120mm -o pair-plus.svg
    combin chart caribbean-stud match-ups -o match-ups.pdf
    combin chart mississippi-stud actions --set straight=5 -o actions.png
    """
    place = output(asked.options["path"])
    kind, title, size = (asked.options[name] for name in ("kind", "title", "size"))
    from combin.publishing import drawing

    found = drawing.chart(asked.subject, kind, asked.name, place, title, size, announce)
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
    help="Only this game, or a file of your own, and its lines in the index; may be repeated.",
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
    help="Write the web site, which needs no server, instead; with --all beside the reports.",
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
    overview, a page per game with an editable paytable, and the guides. With --all and --site,
    both are written, and what is counted for the one is not counted again for the other.

    \b
    combin publish
    combin publish --check
    combin publish --all --only caribbean-stud --to /tmp/reports
    combin publish --only ./my.game --to reports
    combin publish --site site
    combin publish --site site phil-em-up ./my.game
    combin publish --all --site site
    """
    from combin.publishing import publish as publishing

    def progress(text: str) -> None:
        tell(text, err=True)

    from combin.games import is_path, sheet_of
    from combin.given import recount

    names = (*only, *games)
    for name in filter(is_path, names):
        recount(name, sheet_of(name).resolve())
    if site_folder is not None:
        refuse(check, "a site is built and not compared: leave out --check")
        if not every:
            from combin.publishing.site import site

            tell(str(site(site_folder, names, progress)))
        elif names:
            raise CombinError("--site with --all writes every game: leave out the names")
        else:
            from combin.publishing.site import site_and_reports

            for written in site_and_reports(site_folder, folder, progress):
                tell(str(written))
        return
    refuse(games, "games are named with --site DIR; of the reports with --only GAME")
    if not check:
        tell(str(publishing.publish(folder, only, progress, every)))
        return
    found = publishing.check(folder, only, progress, every)
    tell(str(found))
    if not found.agrees:
        context.exit(DISAGREES)


def _write_words(asked: QuestionAsked) -> None:
    """Print the phrases that lines may use, or those in which a text occurs."""
    from combin.render.strategy import words_text
    from combin.strategies import searched, verify_listed, vocabulary

    game, key, words = asked.game, asked.options["bet"], asked.options["words"]
    verify_listed(game, key)
    found = searched(game, key, words) if words else vocabulary(game, key)
    write(words_text(game, key, found, asked.form, asked.again))
