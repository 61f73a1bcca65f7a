"""The command line: finds the game, sets what the user chose, calls one function and prints what a renderer makes of it.

Bad input ends in one line on stderr and status 2. What a command does not need it does not import: starting counts.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any, NoReturn

import click

from combin.errors import CombinError, nearest

if TYPE_CHECKING:
    from fractions import Fraction

    from combin.measures import Hand
    from combin.rules import Game
    from combin.strategy import Lines

BAD_INPUT, DISAGREES, INTERRUPTED, PIPE_CLOSED = 2, 1, 130, 141
LONGEST_LINE = 600
MOST_THREADS = 1024
LARGEST_FILE = 1_000_000  # letters of a strategy that are read

Command = Callable[..., Any]


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and exit with its status."""
    if "_COMBIN_COMPLETE" in os.environ:  # a shell asks for the words that may follow
        combin.main(prog_name="combin")
    status = 0
    if sys.stdout is None or sys.stderr is None:
        sys.exit(BAD_INPUT)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        # Not click's own main: that prints an empty line when interrupted and ends a closed pipe with status 1.
        with combin.make_context("combin", sys.argv[1:] if arguments is None else list(arguments)) as context:
            combin.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as end:
        status = end.exit_code
    except (CombinError, click.UsageError, ImportError) as error:  # kernels that were never compiled say so themselves
        status = _complain(_sentence(error), BAD_INPUT)
    except ValueError as error:
        if "int_max_str_digits" not in str(error):
            raise
        status = _complain("the exact result has more digits than Python prints; use rounder pays", BAD_INPUT)
    except (KeyboardInterrupt, click.Abort):
        status = _complain("interrupted", INTERRUPTED)
    except OSError as error:
        # Python would complain once more when it flushes stdout at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        broken = isinstance(error, BrokenPipeError)
        status = PIPE_CLOSED if broken else _complain(f"cannot write: {error.strerror}", BAD_INPUT)
    sys.exit(status)


def _complain(text: str, status: int) -> int:
    line = "".join(letter if letter.isprintable() else " " for letter in text)
    with suppress(OSError):  # nobody can be told where stderr cannot be written
        click.echo(f"combin: {line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + ' ...'}", err=True)
    return status


def _sentence(error: Exception) -> str:
    if isinstance(error, click.NoSuchOption):
        return f"no such option {error.option_name!r}{nearest(error.option_name, error.possibilities or ())}"
    text = error.format_message() if isinstance(error, click.UsageError) else str(error)
    return text[:1].lower() + text[1:].rstrip(".") if isinstance(error, click.UsageError) else text


class Commands(click.Group):
    """A group that answers a misspelt command with the nearest one."""

    def resolve_command(self, context: click.Context, arguments: list[str]) -> Any:
        name = arguments[0]
        if self.get_command(context, name) is None and not context.resilient_parsing and name[:1] != "-":
            raise CombinError(f"no such command {name!r}{nearest(name, self.list_commands(context))}")
        return super().resolve_command(context, arguments)


# --- What commands share ---------------------------------------------------------------------------------------------


def _stacked(*decorators: Callable[[Command], Command]) -> Callable[[Command], Command]:
    def decorate(command: Command) -> Command:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return decorate


game_argument = click.argument("name", metavar="GAME")

rules_options = _stacked(
    click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="Choose a reading, paytable or amount."),
    click.option("--pay", "pays", multiple=True, metavar="NAME=NUMBER", help="Replace a pay: 1000, 7/2 or 12.5."),
)

format_options = _stacked(
    click.option("--format", "form", metavar="F", help="text, csv, tsv, json, or a format of tabulate (github, html, ...)."),
    click.option("--json", "as_json", is_flag=True, help="The same as --format json."),
)


bet_option = click.option("--bet", default="base", metavar="KEY", help="The bet that is decided about.")
output_option = click.option("-o", "--output", "path", metavar="FILE", help="Where to: a .pdf, .svg or .png file.")


def _threads(_: click.Context, __: click.Parameter, value: int | None) -> int | None:
    if value is not None and not 1 <= value <= MOST_THREADS:
        raise CombinError(f"--threads is a whole number from 1 to {MOST_THREADS}, not {value}")
    return value


threads_option = click.option(
    "--threads", type=int, callback=_threads, metavar="N", help="How many threads count; the result is the same."
)


def _game(name: str, settings: Iterable[str], pays: Iterable[str]) -> Game:
    """Return the game as the user set it."""
    from combin.games import find

    return find(name).resolve(_pairs("--set", settings)).with_pays(_pairs("--pay", pays))


def _pairs(option: str, words: Iterable[str]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not (name and equals and value):
            raise CombinError(f"{option} takes NAME={'VALUE' if option == '--set' else 'NUMBER'}, not {word!r}")
        if name in pairs:
            raise CombinError(f"{option} {name} is given twice")
        pairs[name] = value
    return pairs


def _form(form: str | None, as_json: bool) -> str:
    from combin.render.tables import TEXT, verify_format

    if as_json and form not in (None, "json"):
        raise CombinError(f"--json and --format {form} contradict each other")
    return verify_format("json" if as_json else form or TEXT)


def _write(text: str) -> None:
    sys.stdout.write(text)


# --- The commands ----------------------------------------------------------------------------------------------------


def _version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        from combin.version import version

        click.echo(f"combin {version()}")
        context.exit()


LAYOUT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(cls=Commands, invoke_without_command=True, context_settings=LAYOUT)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Print version and build.")
@click.pass_context
def combin(context: click.Context) -> None:
    """Exact analysis of casino table games, from their rules.

    \b
    combin list                                     which games there are
    combin show phil-em-up                          the rules, as combin understands them
    combin solve phil-em-up                         the exact value under the best play
    combin solve phil-em-up --pay five-aces=1000    what if it paid more?
    combin solve three-card-poker --set pair-plus=8 --json
    combin advise phil-em-up "Kh Qh Jh 3c"          what to do with these cards
    combin strategy phil-em-up                      the best play, in a few lines
    combin price caribbean-stud raise               what raising everything costs
    combin card three-card-poker -o card.pdf        a card for the wallet
    combin chart hot-poker-spot values -o hot.svg   a chart
    combin verify phil-em-up                        count again, the slow literal way
    combin solve ./my_game.py                       a game of your own
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@combin.command("list")
def list_games() -> None:
    """List the games, their bets and their choices.

    \b
    combin list
    """
    from combin.games import find, names
    from combin.render.tables import Table, layout

    rows = []
    for game in (find(name).resolve() for name in names()):
        bets = ", ".join(bet.key for bet in game.bets)
        rows.append((game.slug, game.title, bets, ", ".join(choice.name for choice in game.choices)))
    _write(layout([Table(("name", "game", "bets", "choices"), ("left",) * 4, rows), "combin show NAME tells the rules."]))


@combin.command(short_help="Print the rules of a game.")
@game_argument
@rules_options
def show(name: str, settings: tuple[str, ...], pays: tuple[str, ...]) -> None:
    """Print the rules of GAME as combin understands them, beside the rule card.

    \b
    combin show caribbean-stud
    combin show three-card-poker --set ante-bonus=4
    combin show ./my_game.py
    """
    from combin.render.rules import show as text_of

    _write(text_of(_game(name, settings, pays)))


@combin.command(short_help="Solve a game: the exact value of every bet.")
@game_argument
@click.option("--bet", "bets", multiple=True, metavar="KEY", help="Only this bet; may be repeated. All bets if not given.")
@rules_options
@format_options
@threads_option
def solve(
    name: str, bets: tuple[str, ...], settings: tuple[str, ...], pays: tuple[str, ...],
    form: str | None, as_json: bool, threads: int | None,
) -> None:  # fmt: skip
    """Solve GAME: the exact value of every bet under the best strategy.

    \b
    combin solve phil-em-up
    combin solve phil-em-up --set joker=bug --pay five-aces=1000
    combin solve dakota-duel-draw --bet big-8 --set big-8=2 --pay big-8.flush=7/2
    combin solve three-card-poker --json
    combin solve let-it-ride --format csv
    """
    written = _form(form, as_json)
    game = _game(name, settings, pays)
    keys = [game.bet(key).key for key in dict.fromkeys(bets)] or None
    from combin.render.tables import command_of, solution_text
    from combin.solver import solve as solved

    solution = solved(game, keys, threads, _shares())
    words = [word for key in keys or () for word in ("--bet", key)]
    _write(solution_text(solution, written, command_of("solve", game, words, name)))


@combin.command(short_help="Tell what each action is worth with some cards.")
@game_argument
@click.argument("cards", metavar="CARDS")
@click.option("--bet", default="base", metavar="KEY", help="The bet that is decided about.")
@rules_options
@format_options
def advise(
    name: str, cards: str, bet: str, settings: tuple[str, ...], pays: tuple[str, ...], form: str | None, as_json: bool
) -> None:  # fmt: skip
    """Tell every action's exact value in GAME with the known CARDS.

    Cards are two letters each (As, Td, Jk for the joker), in the order of the play; a slash may stand between whose they are.

    \b
    combin advise phil-em-up "Kh Qh Jh 3c"
    combin advise caribbean-stud "As Kd Jh 8c 3d / Kc"
    """
    written = _form(form, as_json)
    game = _game(name, settings, pays)
    key = game.bet(bet).key
    from combin.advice import advise as advised
    from combin.render import situations as pages
    from combin.render.tables import command_of

    words = [cards, *(["--bet", key] if key != "base" else [])]
    answer = advised(game, cards, key)
    _write(pages.advice(answer, game, key, written, command_of("advise", game, words, name)))


@combin.command(short_help="Print every decision of a game, with every action's value.")
@game_argument
@click.option("--bet", default="base", metavar="KEY", help="The bet that is decided about.")
@rules_options
@click.option("--format", "form", default="text", metavar="F", help="text, csv, tsv, or a format of tabulate.")
def situations(name: str, bet: str, settings: tuple[str, ...], pays: tuple[str, ...], form: str) -> None:
    """Print every situation in which GAME asks for a decision, with every action's exact value.

    Rows are printed as they are found; csv has the exact fractions.

    \b
    combin situations phil-em-up --format csv > phil.csv
    combin situations mississippi-stud | head
    """
    if form == "json":
        raise CombinError("situations are streamed as text, csv, tsv or a format of tabulate, not as json")
    written = _form(form, False)
    game = _game(name, settings, pays)
    key = game.bet(bet).key
    from combin.advice import situations as found
    from combin.render import situations as pages

    for part in pages.situations(found(game, key), game, written):
        _write(part)


@combin.command(short_help="Print the best play of a game in a few lines.")
@game_argument
@bet_option
@click.option("--lines", "most", type=int, metavar="N", help="The best list of at most N lines.")
@click.option("--ladder", "whole", is_flag=True, help="Tell also what all shorter lists cost.")
@rules_options
@format_options
def strategy(
    name: str, bet: str, most: int | None, whole: bool, settings: tuple[str, ...], pays: tuple[str, ...],
    form: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Print the best play of GAME in lines, of which the first that fits decides.

    It is the shortest list found that equals the best play exactly, or, where none was found, the
    shortest that costs less than a hundred-thousandth of a unit.

    \b
    combin strategy phil-em-up
    combin strategy caribbean-stud --lines 4
    combin strategy mississippi-stud --ladder
    combin strategy phil-em-up --set joker=bug --json
    """
    written = _form(form, as_json)
    game = _game(name, settings, pays)
    key = game.bet(bet).key
    from dataclasses import replace

    from combin import study
    from combin.render.square import square
    from combin.render.strategy import strategy_text
    from combin.render.tables import command_of

    if written == "text" and not study.decides(game, key):
        _nothing(game, key)
        return
    from combin.strategy import find

    ladder = find(game, key)
    best = study.recommended(ladder) if most is None else study.at_most(ladder, most)
    rungs = tuple(rung for rung in ladder.rungs if most is None or len(rung.lines) <= most) if whole else (best,)
    words = [*_bet_words(key), *([] if most is None else ["--lines", str(most)]), *(["--ladder"] if whole else [])]
    hands = _starting_hands(game, key)
    shown = square(game, hands) if hands and written == "text" else []
    _write(strategy_text(replace(ladder, rungs=rungs), written, command_of("strategy", game, words, name), shown))


@combin.command(short_help="Tell what a strategy is worth, and where it errs.")
@game_argument
@click.argument("file", metavar="FILE|ACTION")
@bet_option
@click.option("--top", type=click.IntRange(0), default=10, show_default=True, metavar="N", help="How many mistakes to show.")
@rules_options
@format_options
def price(
    name: str, file: str, bet: str, top: int, settings: tuple[str, ...], pays: tuple[str, ...], form: str | None, as_json: bool
) -> None:  # fmt: skip
    """Tell the exact value of a strategy in lines for GAME, its cost against the best play, and where it errs.

    A strategy is a file, one of those shipped, or the name of an action, which is then taken always. A file has lines
    such as "raise: any pair or better", of which the first that fits decides; the last is "fold: otherwise".

    \b
    combin price caribbean-stud raise
    combin price three-card-poker my-strategy.txt
    combin price phil-em-up double --set joker=bug --json
    """
    written = _form(form, as_json)
    game = _game(name, settings, pays)
    key = game.bet(bet).key
    from combin import study
    from combin.render.strategy import price_text
    from combin.render.tables import command_of
    from combin.strategy import price as priced

    if not study.decides(game, key):
        _nothing(game, key)
        return

    found = priced(game, _lines_of(file, game, key), key)
    _write(price_text(found, written, command_of("price", game, [file, *_bet_words(key)], name), top))


@combin.command(short_help="Make a strategy card to print.")
@game_argument
@output_option
@click.option("--format", "form", default="wallet", metavar="F", help="wallet, a6, sheet-a4 or sheet-letter.")
@click.option("--lines", "most", type=int, metavar="N", help="The best list of at most N lines.")
@click.option("--strategy", "file", metavar="FILE", help="Print this strategy in lines, with its exact cost.")
@rules_options
def card(
    name: str, path: str | None, form: str, most: int | None, file: str | None,
    settings: tuple[str, ...], pays: tuple[str, ...],
) -> None:  # fmt: skip
    """Make a strategy card of GAME: for the wallet (85.6 x 54 mm, two sides), A6, or a sheet of wallet cards.

    The file's ending says what it is: .pdf, .svg or .png. Without --lines the card has the best list that fits on it.

    \b
    combin card three-card-poker -o card.pdf
    combin card caribbean-stud --lines 4 -o card.png
    combin card phil-em-up --format sheet-a4 -o sheet.pdf
    """
    path = _output(path)
    if most is not None and file is not None:
        raise CombinError("--lines and --strategy contradict each other")
    game = _game(name, settings, pays)
    from combin.render import cards

    cards.verify_format(form)
    ending = cards.ending_of(path)
    from combin.publish import card_of, card_of_lines
    from combin.solver import solve as solved

    solution, hands = solved(game), _starting_hands(game, game.bets[0].key)
    options = _card_words(form, most, file)
    if file is not None:
        model = card_of_lines(solution, _lines_of(file, game, game.bets[0].key), hands, name, path, options)
    else:
        model = card_of(solution, form, most, hands, name, path, options)
    cards.write_file(path, cards.render(model, form, ending))
    click.echo(f"{path}: a {form} card of {game.title}")


@combin.command(short_help="Draw a chart of a game.")
@game_argument
@click.argument("kind", metavar="KIND")
@output_option
@rules_options
def chart(name: str, kind: str, path: str | None, settings: tuple[str, ...], pays: tuple[str, ...]) -> None:
    """Draw a chart of GAME into a .pdf, .svg or .png file.

    \b
    KIND is one of those that the game has:
    actions    what to do with each starting hand
    values     what each starting hand is worth
    match-ups  what raising gains with ace-king, by the next cards and the up card
    law        the net result of one round
    rounds     how the average of many rounds narrows
    ladder     how much strategies of so many lines cost

    \b
    combin chart hot-poker-spot values -o values.svg
    combin chart caribbean-stud match-ups -o match-ups.pdf
    combin chart mississippi-stud actions --set straight=5 -o actions.png
    """
    path = _output(path)
    game = _game(name, settings, pays)
    from combin.render import charts

    ending = charts.ending_of(path)
    charts.verify_kind(game, kind)
    rungs = _rungs(game) if kind == "ladder" else []
    model = charts.chart_for(game, kind, ladder=rungs, name=name, path=path)
    charts.write_file(path, charts.render(model, ending))
    click.echo(f"{path}: {kind} of {game.title}")


@combin.command(short_help="Write the report of every game, or check those written.")
@click.option("--check", is_flag=True, help="Write nothing; compare with what would be written. Status 1 if it differs.")
@click.option("--only", metavar="GAME", help="Only this game, and its lines of the index.")
@click.option("--to", "folder", default="reports", show_default=True, metavar="DIR", help="Where the reports are.")
@click.pass_context
def publish(context: click.Context, check: bool, only: str | None, folder: str) -> None:
    """Write the reports: an index of every exact house edge, and a folder a game with its page, tables, charts and card.

    \b
    combin publish
    combin publish --check
    combin publish --only caribbean-stud --to /tmp/reports
    """
    from combin import publish as publishing

    def tell(text: str) -> None:
        click.echo(text, err=True)

    if not check:
        written = publishing.publish(folder, only, tell)
        click.echo(f"{folder}: {written} files")
        return
    found = publishing.check(folder, only, tell)
    for line in found.lines():
        click.echo(line)
    if not found.agrees:
        context.exit(DISAGREES)


@combin.command(short_help="Count a game again, the slow literal way, and compare.")
@game_argument
@click.option("--bet", "bets", multiple=True, metavar="KEY", help="Only this bet; may be repeated. All bets if not given.")
@click.option("--ranks", metavar="RANKS", help="The ranks of a shortened deck, such as 9TJQKA.")
@click.option("--suits", metavar="SUITS", help="The suits of a shortened deck, such as cdh.")
@rules_options
@click.pass_context
def verify(
    context: click.Context, name: str, bets: tuple[str, ...], ranks: str | None, suits: str | None,
    settings: tuple[str, ...], pays: tuple[str, ...],
) -> None:  # fmt: skip
    """Count GAME again with the slow literal reference and report agreement, count by count.

    Without --ranks and --suits the deck is the largest that takes about a minute in all. The exit status is 1 where a
    count differs.

    \b
    combin verify phil-em-up
    combin verify three-card-poker --bet base --ranks 9TJQKA --suits cdhs
    """
    game = _game(name, settings, pays)
    keys = [game.bet(key).key for key in bets or [bet.key for bet in game.bets]]
    from combin.render.situations import report
    from combin.verify import MINUTE
    from combin.verify import verify as verified

    reports = []
    for key in keys:
        reports.append(verified(game, key, ranks, suits, _progress(key), MINUTE // len(keys)))
        _write(report(reports[-1]) + "\n")
    if not all(found.agrees for found in reports):
        context.exit(DISAGREES)


# --- Strategies, and where they come from ----------------------------------------------------------------------------


def _nothing(game: Game, key: str) -> None:
    click.echo(f"{game.slug}, {key}: nothing is decided, so there is no strategy to tell.")


def _bet_words(key: str) -> list[str]:
    return ["--bet", key] if key != "base" else []


def _output(path: str | None) -> str:
    if not path:
        raise CombinError("where to? -o FILE, which ends in .pdf, .svg or .png")
    return path


def _lines_of(words: str, game: Game, key: str) -> Lines:
    """Return the strategy that a file, a shipped example or an action's name stands for."""
    from combin import study
    from combin.strategy import examples, parse

    if os.path.isfile(words):
        return parse(_read(words), game, key, words)
    shipped = examples(game.slug)
    if words in shipped:
        return parse(shipped[words], game, key, words)
    known = [*shipped, *study.common_actions(game, key)]
    if words not in known:
        raise CombinError(f"{words!r} is no file, no strategy shipped for {game.slug} and no action{nearest(words, known)}")
    return parse(words, game, key)


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read(LARGEST_FILE)
    except UnicodeDecodeError:
        raise CombinError(f"{path!r} is no text") from None
    except OSError as error:
        raise CombinError(f"{path!r} cannot be read: {(error.strerror or str(error)).lower()}") from None


def _rungs(game: Game) -> list[tuple[int, Fraction]]:
    from combin import study
    from combin.strategy import find

    key = game.bets[0].key
    if not study.decides(game, key):
        raise CombinError(f"{game.slug}: nothing is decided, so there is no ladder of lines to draw")
    return [(len(rung.lines), rung.cost) for rung in find(game, key).rungs]


def _starting_hands(game: Game, key: str) -> list[Hand]:
    from combin.measures import has_starting_hands, starting_hands

    return starting_hands(game, key) if game.decisions and key == game.bets[0].key and has_starting_hands(game) else []


def _card_words(form: str, most: int | None, file: str | None) -> list[str]:
    words = ["--format", form] if form != "wallet" else []
    words += ["--lines", str(most)] if most is not None else []
    return words + (["--strategy", file] if file is not None else [])


def _shares() -> Callable[[str, int, int], None] | None:
    """Return a counter of a long solve on stderr, silent in its first second and in log files."""
    if not sys.stderr.isatty():
        return None
    started = monotonic()

    def show_share(key: str, done: int, total: int) -> None:
        if monotonic() - started > 1:
            click.echo(f"\r{key}: {done} of {total} shares" + ("\r\033[K" if done == total else ""), nl=False, err=True)

    return show_share


def _progress(key: str) -> Callable[[int, int], None] | None:
    """Return a counter on stderr, for people only: a log file has no use for it."""
    if not sys.stderr.isatty():
        return None
    from fractions import Fraction

    from combin.render.number import grouped, percent

    def show_progress(done: int, total: int) -> None:
        text = f"\r{key}: {percent(Fraction(done, total), 0)} of {grouped(total)} deals"
        click.echo(text if done < total else "\r" + " " * len(text) + "\r", nl=False, err=True)

    return show_progress
