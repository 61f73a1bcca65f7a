"""The command line: finds the game, sets what the user chose, calls one function and prints what a renderer makes of it.

Bad input ends in one line on stderr and status 2. What a command does not need it does not import: starting counts.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from time import monotonic
from typing import TYPE_CHECKING, Any, NoReturn

import click

from combin.errors import CombinError, nearest

if TYPE_CHECKING:
    from combin.rules import Game

BAD_INPUT, DISAGREES, INTERRUPTED, PIPE_CLOSED = 2, 1, 130, 141
LONGEST_LINE = 600
MOST_THREADS = 1024

Command = Callable[..., Any]


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and exit with its status."""
    if "_COMBIN_COMPLETE" in os.environ:  # a shell asks for the words that may follow
        combin.main(prog_name="combin")
    status = 0
    try:
        # Not click's own main: that prints an empty line when interrupted and ends a closed pipe with status 1.
        with combin.make_context("combin", sys.argv[1:] if arguments is None else list(arguments)) as context:
            combin.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as end:
        status = end.exit_code
    except (CombinError, click.UsageError, ImportError) as error:  # kernels that were never compiled say so themselves
        status = _complain(_sentence(error), BAD_INPUT)
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
