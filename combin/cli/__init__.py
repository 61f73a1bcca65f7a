"""The command line: finds the game, sets what the user chose, calls one function and prints the
result.

Bad input ends in one line on stderr and status 2. What a command does not need it does not import:
starting counts.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

import click

from combin.cli.common import BAD_INPUT, INTERNAL, INTERRUPTED, PIPE_CLOSED
from combin.cli.typed import as_typed
from combin.errors import CombinError, Faults, nearest
from combin.telling import announce, listening, note, printable

LONGEST_LINE = 600
PACKAGE = os.path.dirname(os.path.dirname(__file__))
READING = ("list", "show", "cite", "completion", "manual")  # the commands that count nothing
MODULES = ("solving", "sharing", "playing", "designing", "checking", "shell")  # of commands
SHORT = {"count": "card-counting"}  # other names of commands


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and exit with its status."""
    if "_COMBIN_COMPLETE" in os.environ:  # a shell asks for the words that may follow
        combin.main(prog_name="combin")
    if sys.stdout is None or sys.stderr is None:
        sys.exit(BAD_INPUT)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    with listening() as last:
        status = _status(sys.argv[1:] if arguments is None else list(arguments), last)
    sys.exit(status)


def _status(arguments: list[str], last: list[str]) -> int:
    """Run a command and return its exit status; what ends it early is said in one line."""
    try:
        return _run(arguments, last)
    except click.exceptions.Exit as end:
        return end.exit_code
    except Faults as several:
        return max(_complain(fault, BAD_INPUT) for fault in several.faults)
    except (CombinError, click.UsageError, ImportError) as error:
        # An ImportError is that of kernels never compiled, which says what to do.
        return _complain(_sentence(error), BAD_INPUT)
    except (KeyboardInterrupt, click.Abort):
        return _complain("interrupted", INTERRUPTED)
    except OSError as error:
        if error.filename is not None:
            return _complain(
                f"{error.filename!r}: {(error.strerror or str(error)).lower()}", BAD_INPUT
            )
        # Python would complain once more when it flushes stdout at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        broken = isinstance(error, BrokenPipeError)
        return PIPE_CLOSED if broken else _complain(f"cannot write: {error.strerror}", BAD_INPUT)
    except MemoryError:
        return _complain("this takes more memory than there is", BAD_INPUT)
    except Exception as error:
        return _failed(error)


def _run(arguments: list[str], last: list[str]) -> int:
    """Run a command and return its exit status.

    last: what is said when it is done, each line once.
    Not by click's own main: that prints an empty line when interrupted and ends a closed pipe with
    status 1.
    """
    status = 0
    with combin.make_context("combin", arguments) as context:
        try:
            combin.invoke(context)
        except click.exceptions.Exit as end:
            status = end.exit_code
        for line in dict.fromkeys(last):
            note(line)
    sys.stdout.flush()
    return status


def _failed(error: Exception) -> int:
    """Report what no input should lead to; ``python -X dev -m combin`` prints the traceback."""
    if "int_max_str_digits" in str(error):
        return _complain(
            "the exact result has more digits than Python prints; use rounder pays", BAD_INPUT
        )
    if sys.flags.dev_mode:
        raise error
    import traceback

    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if frame.filename.startswith(PACKAGE)] or frames
    where = f"{os.path.relpath(ours[-1].filename, PACKAGE)}:{ours[-1].lineno}"
    return _complain(
        f"an error of combin itself, please report it: {type(error).__name__} at {where}: {error}",
        INTERNAL,
    )


def _complain(text: str, status: int) -> int:
    line = " ".join(printable(text).splitlines())
    if len(line) > LONGEST_LINE:
        line = line[:LONGEST_LINE] + " ..."
    with suppress(OSError):  # stderr may be closed
        announce("")
        click.echo(f"combin: {line}", err=True)
    return status


def _sentence(error: Exception) -> str:
    """Return the sentence of an error, in the form of combin's own."""
    if isinstance(error, click.NoSuchOption):
        near = nearest(error.option_name, error.possibilities or ())
        return f"no such option {error.option_name!r}{near}"
    if isinstance(error, click.UsageError):
        text = error.format_message()
        return text[:1].lower() + text[1:].rstrip(".")
    return str(error)


class Commands(click.Group):
    """A group that imports commands until it has the one that is asked for, and answers a misspelt
    one with the nearest.
    """

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        name = SHORT.get(name, name)
        for module in MODULES:
            if name in self.commands:
                break
            for command in vars(import_module(f"combin.cli.{module}")).values():
                if isinstance(command, click.Command):
                    self.add_command(command)
        return super().get_command(context, name)

    def list_commands(self, context: click.Context) -> list[str]:
        self.get_command(context, "")  # of no name: imports all
        return super().list_commands(context)

    def resolve_command(
        self, context: click.Context, arguments: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if arguments[0] == "help":
            arguments = [*arguments[1:2], "--help"]
        name = arguments[0]
        unknown = self.get_command(context, name) is None and not name.startswith("-")
        if unknown and not context.resilient_parsing:
            raise CombinError(f"no such command {name!r}{self._meant(context, name)}")
        found, command, left = super().resolve_command(context, arguments)
        if command and not context.resilient_parsing:
            left = as_typed(command, left)
        return found, command, left

    def _meant(self, context: click.Context, word: str) -> str:
        """Return what could have been meant by a word that is no command: a game, perhaps."""
        import shlex

        from combin.games import is_path, shipped_slug

        if is_path(word) or shipped_slug(word):
            return f", but a game: `combin solve {shlex.quote(word)}`"
        return nearest(word, self.list_commands(context))


def _version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        from combin.version import version

        click.echo(f"combin {version()}")
        context.exit()


LAYOUT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


STATUS = """\b
Exit status:
  0        success; for check, verify and publish --check: everything agrees
  1        check, verify or publish --check found a difference
  2        bad input, a file that cannot be read or written, too little memory; one line says why
  3        check: the log fits, but does not meet --needs, or holds cards that settled no round
  70       a bug in combin
  129, 130, 143 ended by SIGHUP, Ctrl-C, SIGTERM; 141 the reader of the output closed it"""


@click.group(cls=Commands, invoke_without_command=True, context_settings=LAYOUT, epilog=STATUS)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Print the version and build.",
)
@click.pass_context
def combin(context: click.Context) -> None:
    """Exact house edges and optimal strategies of casino table games.

    \b
    combin list                                     list the games
    combin show phil-em-up                          print the rules as combin reads them
    combin solve phil-em-up                         the exact house edge under optimal play
    combin solve phil-em-up --pay five-aces=1000    what if it paid more?
    combin solve three-card-poker --set pair-plus=1 --json
    combin merge part-1.json part-2.json            add up what several machines counted
    combin edges three-card-poker                   the house edge under every paytable and rule
    combin advise phil-em-up "Kh Qh Jh 3c"          the best action with these cards
    combin plays jacks-or-better                    variance of multi-hand video poker
    combin session baccarat --rounds 500 --unit 25  how likely to be ahead, or broke
    combin report three-card-poker -o report.pdf    a document for a laboratory
    combin strategy phil-em-up                      the optimal strategy, in a few lines
    combin price caribbean-stud raise               what it costs to raise every hand
    combin card three-card-poker -o card.pdf        a strategy card for the wallet
    combin chart hot-poker-spot values -o hot.svg   a chart
    combin formula phil-em-up                       the value as a formula in the pays
    combin sweep phil-em-up --pay flush=0..20       what if the flush paid something else?
    combin target phil-em-up --edge 5% --pay flush  what must the flush pay for that edge?
    combin design phil-em-up --edge 3..4% --pay flush=6..15 --pay full-house=10..30
    combin vary phil-em-up                          which paytable or rule matters?
    combin compare phil-em-up default joker=bug     two settings side by side
    combin explain caribbean-stud 2.56%             which rules give this figure?
    combin check phil-em-up log.csv                 test a simulator's log against the rules
    combin verify phil-em-up                        check the result with a second program
    combin simulate phil-em-up --rounds 20          simulate rounds and print a log
    combin schema solve                             the JSON schema of the output
    combin cite phil-em-up                          a BibTeX entry of its figures
    combin completion bash                          complete commands and games in a shell
    combin manual                                   all of this help, as a page for man
    combin solve ./my.game                          a game of your own
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
    elif context.invoked_subcommand not in READING:
        from combin.kernels import memory

        memory.keep()
