"""What `combin check` prints of a verdict, and its exit status."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field
from functools import wraps
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from combin.cli.common import (
    DISAGREES,
    INTERRUPTED,
    LACKING,
    Command,
    stacked,
    tell,
    write_result,
)
from combin.errors import refuse, verify_known
from combin.records import dataclass

if TYPE_CHECKING:
    from combin.checker import Verdict
    from combin.checker.needs import Demand
    from combin.checker.verdict import LogChecker

REPORTS = (".html", ".pdf")

_options = stacked(
    click.option(
        "--fail-on",
        metavar="WHAT,...",
        help="What makes the status 1: impossible, play, tests or any.  [default: any]",
    ),
    click.option(
        "--needs",
        multiple=True,
        metavar="WHAT,...",
        help="What must have been tested: cards, play, mean, order, rounds=N, power=0.5%. "
        "Status 3 if it was not.",
    ),
    click.option(
        "--follow",
        is_flag=True,
        help="Read on as LOG grows, until it fails or Ctrl-C; only the e-value decides.",
    ),
    click.option("--junit", metavar="FILE", help="Write the verdict as JUnit XML, too."),
    click.option(
        "-o",
        "--output",
        "report",
        metavar="FILE",
        help="Write a report, too: .html or .pdf.",
    ),
    click.option(
        "--plot",
        metavar="FILE",
        help="Plot observed against expected and the running mean: .pdf, .svg or .png.",
    ),
)


@dataclass(frozen=True)
class Wanted:
    """What is written beside the answer, and what decides the status.

    plot, report, junit: files, None where none is wanted.
    fail_on: what makes the status 1.
    needs: what the verdict must rest on.
    follow: whether the log is read on as it grows.
    words: the same as words of the command.
    """

    plot: str | None = None
    report: str | None = None
    junit: str | None = None
    fail_on: Sequence[str] = ("any",)
    needs: Sequence[Demand] = ()
    follow: bool = False
    words: Sequence[str] = field(default=())


def verdict_options(command: Command) -> Command:
    """Return a command that is also given `wanted`: what its options say is written. What cannot be
    had is refused before anything is read.
    """

    @_options
    @wraps(command)
    def with_wanted(
        *arguments: object,
        fail_on: str | None,
        needs: tuple[str, ...],
        junit: str | None,
        report: str | None,
        plot: str | None,
        follow: bool,
        **options: object,
    ) -> object:
        from combin.checker.needs import needs_of
        from combin.checker.report import ANY, IMPOSSIBLE, PLAY, TESTS
        from combin.files import verify_place

        known = (IMPOSSIBLE, PLAY, TESTS, ANY)
        failing = [word.strip() for word in (ANY if fail_on is None else fail_on).split(",")]
        for word in failing:
            verify_known(word, known, f"--fail-on: nothing is called {word!r}")
        refuse(
            report and not report.lower().endswith(REPORTS),
            f"{report!r}: a report is written as .html or .pdf",
        )
        for picture in (plot, report):
            if picture and (picture == plot or _is_pdf(picture)):
                from combin.render.cards.typesetting import ready

                ready(picture)
        for file in (junit, report):
            if file:
                verify_place(file)
        given = {"--fail-on": fail_on, "--junit": junit, "-o": report, "--plot": plot}
        words = [word for option, value in given.items() if value for word in (option, value)]
        words += [word for some in needs for word in ("--needs", some)]
        words += ["--follow"] if follow else []
        wanted = Wanted(plot, report, junit, failing, needs_of(needs), follow, words)
        return command(*arguments, wanted=wanted, **options)

    return with_wanted


def _is_pdf(path: str) -> bool:
    return path.lower().endswith(".pdf")


@contextmanager
def stoppable() -> Iterator[Callable[[], bool]]:
    """Give a function that says whether Ctrl-C was pressed since it was first asked: then the check
    ends with the verdict so far. A second Ctrl-C ends the command at once, as one before that does.
    """
    before: Any = signal.getsignal(signal.SIGINT)
    asked: list[bool] = []  # what was answered; empty as long as nobody asks
    pressed: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        if not asked:
            before(number, frame)
        pressed.append(number)
        tell("combin: stopped; the verdict so far (Ctrl-C again ends at once)", err=True)

    def stopped() -> bool:
        asked[:] = [bool(pressed)]
        return asked[0]

    if callable(before):  # not where signals are ignored, as nohup leaves them
        signal.signal(signal.SIGINT, stop)
    try:
        yield stopped
    finally:
        signal.signal(signal.SIGINT, before)


def followed(checker: LogChecker, stopped: Callable[[], bool]) -> Verdict:
    """Return the verdict on a log that grows, once it fails or Ctrl-C is pressed; every verdict on
    the way is told on stderr.
    """
    from combin.checker.following import Follower
    from combin.render.check import progress_line

    return Follower(checker, stopped, lambda found: tell(progress_line(found), err=True)).followed()


def write_verdict(
    context: click.Context,
    verdict: Verdict,
    name: str,
    paths: Sequence[str],
    form: str,
    wanted: Wanted,
) -> None:
    """Write the verdict on a log, and end with the status that says it.

    name: the game as the user called it.
    """
    from combin.checker.needs import lacking
    from combin.checker.report import against
    from combin.render.tables import bet_words, command_of

    words = [*paths, *bet_words(verdict.law.key), *verdict.asked, *wanted.words]
    again = command_of("check", verdict.law.game, words, name)
    if verdict.log.ignored:  # a misspelt column is not checked
        names = ", ".join(map(repr, verdict.log.ignored))
        tell(f"combin: {verdict.log.path!r}: unknown columns are ignored: {names}", err=True)
    if wanted.plot:
        from combin.checker.picture import picture
        from combin.render.check_chart import draw

        _write(wanted.plot, draw(picture(verdict), again, wanted.plot))
    if wanted.report or wanted.junit:
        from combin.checker.report import report_of

        found = report_of(verdict, wanted.needs, wanted.fail_on)
        if wanted.report:
            from datetime import date

            from combin.render.check_report import report_html, report_pdf

            asked = found, again, date.today().isoformat()
            is_pdf = _is_pdf(wanted.report)
            _write(wanted.report, report_pdf(*asked) if is_pdf else report_html(*asked).encode())
        if wanted.junit:
            from combin.render.junit import junit

            _write(wanted.junit, junit(found, again))
    write_result(verdict, form, command=again)
    unmet = list(lacking(verdict, wanted.needs))
    for need, why in unmet:
        tell(f"combin: --needs {need.word}: {why}", err=True)
    if against(verdict, wanted.fail_on):  # it comes before what the log lacks
        context.exit(DISAGREES)
    if verdict.partial:
        context.exit(INTERRUPTED)
    if unmet or verdict.unused:
        context.exit(LACKING)


def _write(path: str, content: bytes) -> None:
    from combin.render.cards.typesetting import write_file

    write_file(path, content)
