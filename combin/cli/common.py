"""What the commands share: options, the game with its settings, and output."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from glob import glob
from typing import TYPE_CHECKING, Any

import click

from combin import cache, telling
from combin.errors import CombinError, refuse
from combin.exact import thread_count, whole_number, whole_of_text
from combin.telling import counter, note, printable

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from combin.games import Ready
    from combin.publishing.drawing import Drawing

DISAGREES, BAD_INPUT, LACKING, INTERNAL, INTERRUPTED, PIPE_CLOSED = 1, 2, 3, 70, 130, 141

Command = Callable[..., Any]


def stacked(*decorators: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return some decorators as one."""

    def decorate(command: Command) -> Command:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return decorate


def games_that_start(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    """Return the completions of a game: names and game files, or files where a path is typed."""
    from click.shell_completion import CompletionItem

    from combin.games import ENDING, is_path, names

    if is_path(typed) or typed.startswith("."):
        return [CompletionItem(typed, type="file")]
    known = (*names(), *sorted(glob(f"*{ENDING}")))
    return [CompletionItem(name) for name in known if name.startswith(typed)]


def _former_told(
    context: click.Context, param: click.Parameter, given: str | tuple[str, ...]
) -> str | tuple[str, ...]:
    """Say of a game that is part of another by now how it is asked there."""
    from combin.games import FORMER, is_path, shipped_slug

    for name in (given,) if isinstance(given, str) else given:
        slug = None if is_path(name) else shipped_slug(name)
        if slug in FORMER:
            game = FORMER[slug][0]
            by = " --bet NAME" * any(one.name in ("bet", "bets") for one in context.command.params)
            note(f"{slug} is part of {game} now: combin {context.info_name} {game}{by}")
    return given


game_argument = click.argument(
    "name", metavar="GAME", shell_complete=games_that_start, callback=_former_told
)
games_argument = click.argument(
    "names", metavar="[GAME]...", nargs=-1, shell_complete=games_that_start, callback=_former_told
)

set_option = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="Choose a rule, paytable or amount; combin show GAME lists them. NAME=VALUE alone "
    "does the same.",
)
rules_options = stacked(
    set_option,
    click.option(
        "--pay",
        "pays",
        multiple=True,
        metavar="NAME=NUMBER",
        help="Change a pay: 1000, 7/2 or 12.5.",
    ),
)

see_option = click.option(
    "--see",
    "seen",
    multiple=True,
    metavar="ZONE=N",
    help="The player also sees N cards of a zone; others=N: of cards outside the deal.",
)

dead_option = click.option(
    "--dead",
    metavar="CARDS",
    default="",
    help="Remove these cards from the shoe before the deal, such as 'Kh Kd'.",
)

format_options = stacked(
    click.option(
        "--format",
        "answer_form",
        metavar="F",
        help="text, markdown, html, latex, csv, tsv, json, or a table format of tabulate.",
    ),
    click.option("--json", "as_json", is_flag=True, help="The same as --format json."),
)

bet_option = click.option(
    "--bet",
    default="base",
    metavar="KEY",
    show_default=True,
    help="Which bet; base is the main game.",
)
bets_option = click.option(
    "--bet",
    "bets",
    multiple=True,
    metavar="KEY",
    help="Only this bet; may be repeated. All bets if not given.",
)
output_option = click.option(
    "-o", "--output", "path", metavar="FILE", help="The file to write: .pdf, .svg or .png."
)


run_options = stacked(
    click.option("--long", is_flag=True, help="Count what takes more than ten minutes, too."),
    click.option(
        "--no-cache", is_flag=True, help="Count anew what earlier commands counted, keep nothing."
    ),
    click.option("--verbose", is_flag=True, help="Tell each short deck of the recount."),
)


def run_by(body: Command) -> Command:
    """Return a command with the options of all that count."""

    @wraps(body)
    def run(no_cache: bool = False, verbose: bool = False, **given: object) -> None:
        cache.use(not no_cache)
        telling.verbose = verbose
        body(**given)

    return run_options(run)


resume_option = click.option(
    "--resume", metavar="DIR", help="Save progress in this folder, and continue from it."
)


class Whole(click.types.IntParamType):
    """A whole number, typed as pays are: no mark between digits, no digits of other scripts.

    least: the smallest that will do.
    """

    def __init__(self, least: int | None = None) -> None:
        self.least = least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        what = param.get_error_hint(ctx).strip("'") if param and ctx else "a number"
        number = whole_of_text(value, what) if isinstance(value, str) else value
        return number if self.least is None else whole_number(number, what, self.least)


workers_options = stacked(
    click.option(
        "--threads",
        type=Whole(),
        callback=lambda _, __, value: thread_count(value, "--threads"),
        metavar="N",
        help="Number of threads; it does not change the result.",
    ),
    click.option(
        "--executor",
        metavar="NAME",
        help="Count in threads, processes, or on a dask cluster, dask:tcp://HOST:PORT.",
    ),
)


@contextmanager
def workers_of(threads: int | None, executor: str | None) -> Iterator[dict[str, Any]]:
    """Give the arguments that say who works; raises CombinError for an unknown name, or threads
    for other than these.
    """
    if executor in (None, "threads"):
        yield {"threads": threads}
        return
    from combin.solving.executor import named

    refuse(threads is not None, f"--threads and --executor {executor} contradict each other")
    with named(executor) as pool:
        yield {"executor": pool}


def ready(
    name: str,
    choices: Mapping[str, str],
    pays: Mapping[str, str],
    seen: Iterable[str] = (),
    dead: str = "",
    bets: Iterable[str] | None = (),
    recounted: bool = True,
) -> Ready:
    """Return the game as the user set it.

    seen: which cards the player also sees, as words.

    dead: the cards that are gone from its shoe.

    bets: those asked for, the usual ones if none is. None: none is asked for.

    recounted: whether a game of his own file is recounted first, for seconds, by the literal
        reference.
    """
    from combin.games import Ready, sheet_of
    from combin.given import recount, rules_of

    params = click.get_current_context().command.params
    options = {param.name or "": param.opts[0] for param in params}
    whole = sheet_of(name).resolve(choices).with_pays(pays)
    keys = [whole.bet(key).key for key in bets or ()]
    if recounted:
        recount(name, whole, keys)
    game = whole if bets is None else rules_of(whole, keys)
    if dead:
        game = game.without(dead)
    if seen:
        from combin.rules.exposed import exposed

        game = exposed(game, numbers_of_cards(seen))
    return Ready(name, game, options)


def numbers_of_cards(seen: Iterable[str]) -> dict[str, int]:
    """Return zone -> number of cards from words such as ``dealer=1``."""
    shown = pairs("--see", seen).items()
    return {zone: whole_of_text(word, f"--see {zone}") for zone, word in shown}


def cards_or_ranks(zone: str, words: str) -> int | Sequence[int] | str:
    """Return the number of cards, several numbers, or the ranks that words such as ``1``, ``5,25``
    and ``TJQKA`` say of a zone. Digits are ranks where they are too many for a number of cards.
    """
    if "," in words:
        # A comma at the end makes a list of one.
        return tuple(
            whole_of_text(word, f"--see {zone}") for word in words.removesuffix(",").split(",")
        )
    refuse(
        not words.isalnum(),
        f"--see {zone} takes numbers of cards, such as 1 or 1,2, or ranks, such as TJQKA, not "
        f"{words!r}",
    )
    return int(words) if words.isdecimal() and len(words) < 3 else words.upper()


def pairs(option: str, words: Iterable[str], form: str = "") -> dict[str, str]:
    """Return name -> value from words such as ``joker=bug``.

    option: that they belong to. form: what it takes, where it is not what it usually is.
    """
    pairs: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not (name and equals and value):
            form = form or {"--pay": "NAME=NUMBER", "--tags": "RANKS=NUMBER"}.get(
                option, "NAME=VALUE"
            )
            raise CombinError(f"{option} takes {form}, not {word!r}")
        refuse(name in pairs, f"{option} {name} is given twice")
        pairs[name] = value
    return pairs


def the_form(form: str | None, as_json: bool) -> str:
    """Return the format asked for; raises CombinError for an unknown one."""
    from combin.render.tables import TEXT, verify_format

    refuse(
        as_json and form not in (None, "json"), f"--json and --format {form} contradict each other"
    )
    return verify_format("json" if as_json else form or TEXT)


def write(text: str) -> None:
    """Write text to stdout, printable."""
    sys.stdout.write(printable(text))


def write_result(found: object, form: str, **asked: object) -> None:
    """Write a result to stdout in a format; asked: the command that gives it again, and what else
    its renderer takes.
    """
    from combin.render.registry import written

    write(written(found, form, **asked))


def tell(text: str, err: bool = False) -> None:
    """Write a line to stdout or stderr, printable."""
    click.echo(printable(text), err=err)


def output(path: str | None, separate: bool = False) -> str:
    """Return the path of a drawing; raises CombinError where none can be written; separate: a file
    a side.
    """
    if not path:
        raise CombinError("missing -o FILE (.pdf, .svg or .png)")
    from combin.render.cards import ending_of_sides, ready

    ready(path)
    if separate:
        ending_of_sides(path)
    return path


def write_drawing(found: Drawing, path: str, separate: bool = False) -> None:
    """Write a card or a chart, or each side of a card, and tell where."""
    paths = found.write_sides(path) if separate else [path]
    if not separate:
        found.write(path)
    tell(f"{', '.join(paths)}: {found.title}")


# --- Logs ----------------------------------------------------------------------------------------


def read_counter() -> Callable[[int, int], None] | None:
    """Return the counter of how much of a log is read."""
    return counter(lambda done, total: f"{100 * done // total} % read")


def headed(header: str | None) -> list[str] | None:
    """Return the names of the columns that `--header` gives."""
    if header is None:
        return None
    names = [name.strip() for name in header.split(",")]
    refuse(not any(names), f"--header takes NAME,..., the names of the columns, not {header!r}")
    return names
