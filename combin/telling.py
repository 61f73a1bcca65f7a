"""Reports progress to people at a terminal, and elsewhere once that a long command goes on; silent
where a program calls the functions.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic, monotonic_ns, process_time_ns

SECOND = 1_000_000_000  # in nanoseconds
AT_ONCE = SECOND // 100  # in which nothing is counted
CLEAR = "\r\033[K"  # of a terminal: the line
PATIENCE = 5 * SECOND  # of processor time, after which nobody should wonder whether it goes on

_last: list[str] | None = None  # what is said when all is done; None: nobody listens
_due: int | None = None  # the processor time from which on it is said that something goes on
_doing = ""  # what was announced last
verbose = False  # whether all is said that is to be said when all is done


@contextmanager
def listening() -> Iterator[list[str]]:
    """Let what is told be written to stderr; gives what is to be said when all is done."""
    global _last, _due, _doing, verbose
    before = _last, _due, _doing
    _last, _due, _doing, verbose = [], process_time_ns() + PATIENCE, "", False
    with suppress(ValueError, AttributeError):  # in another thread; a system without the signal
        signal.signal(signal.SIGPROF, _go_on_unasked)
        signal.setitimer(signal.ITIMER_PROF, PATIENCE / SECOND, 1)
    try:
        yield _last
    finally:
        _last, _due, _doing = before
        with suppress(AttributeError):
            signal.setitimer(signal.ITIMER_PROF, 0)


def announce(text: str) -> None:
    """Show on stderr what is being done, in the place of what was shown before; nothing once it is
    done. Where nobody watches it is said now and then, if it comes to take long.
    """
    global _due, _doing
    _doing = text
    if watched():
        sys.stderr.write(f"{CLEAR}{text}")
        sys.stderr.flush()
        _due = None if text else _due
    elif text:
        go_on(text)


def go_on(text: str) -> None:
    """Say what is being done, if the command takes long and has shown nothing so far; again when it
    has taken ten times as long.
    """
    global _due
    if _due is not None and process_time_ns() >= _due:
        _due = 10 * process_time_ns()
        note(f"still at work: {text.rstrip()}" if text else "still at work")


def _go_on_unasked(*_: object) -> None:
    with suppress(RuntimeError):  # a line is just being written
        go_on(_doing)


def note(text: str) -> None:
    """Say a line on stderr that stays, also where nobody watches."""
    if _last is not None:
        sys.stderr.write(f"{CLEAR * watched()}combin: {printable(text)}\n")


def note_last(short: str, lines: Iterable[str]) -> None:
    """Say a line when all is done, where somebody listens; or all of it, where that is asked."""
    if _last is not None:
        _last.extend(lines if verbose else [short])


def counter(words: Callable[..., str]) -> Callable[..., None] | None:
    """Return a function that announces how far a question is, but not in its first second; None
    where nobody listens.

    words: says it, from the arguments of that function; the last two are how much is done and how
        much there is.
    """
    if _last is None:
        return None
    started = monotonic()

    def show(*far: object) -> None:
        done, total = far[-2:]
        text = words(*far)
        if monotonic() - started > 1:
            announce("" if done == total else text)

    return show


def noted(words: Callable[..., str]) -> Callable[..., None]:
    """Return a function that says what was found as a line that stays, but not in its first second,
    and not twice.
    """
    started, said = monotonic(), None

    def say(found: Sequence[object] | None) -> None:
        nonlocal said
        if found and found != said and monotonic() - started > 1:
            said = found
            note(words(*found))

    return say


def share_counter() -> Callable[[str, int, int], None] | None:
    """Return a counter of a long solve, which estimates how much longer it takes."""
    estimates: dict[str, Callable[[int, int], str]] = {}
    show = counter(lambda key, done, total: estimates[key](done, total))
    if show is None:
        return None

    def counted(key: str, done: int, total: int) -> None:
        if key not in estimates:  # its first share is still to come
            estimates[key] = paced(lambda done, total: f"{key}: {done} of {total} shares")
        show(key, done, total)

    return counted


def paced(words: Callable[[int, int], str]) -> Callable[[int, int], str]:
    """Return the words with how long is left, as the work shows since none of it was done; what is
    done at once was kept, and says nothing of the rest.
    """
    started, kept = monotonic_ns(), 0

    def with_time(done: int, total: int) -> str:
        nonlocal started, kept
        passed = monotonic_ns() - started
        if not done or passed < AT_ONCE * max(done - kept, 1):
            started, kept = monotonic_ns(), done
        if done == kept:
            return words(done, total)
        left = passed * (total - done) // (done - kept)
        return f"{words(done, total)}, about {left // SECOND + 1} s left"

    return with_time


def watched() -> bool:
    """Return True if people see what is told."""
    return _last is not None and sys.stderr.isatty()


# --- What a terminal prints ----------------------------------------------------------------------


class _Escapes(dict[int, str]):
    """Code point -> itself where a terminal prints it, or breaks a line there; otherwise its
    escape.
    """

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        if letter.isprintable() or letter in "\t\n":
            escape = letter
        elif letter.isspace() and code > 127:
            escape = " "
        else:
            units = letter.encode("utf-16-be", "surrogatepass").hex()
            escape = "".join(
                f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4)
            )  # a JSON string stays one
        return self.setdefault(code, escape)


_escapes = _Escapes()


def printable(text: str) -> str:
    """Return text with escapes for what would steer a terminal or turn its line round: files may
    hold anything.
    """
    return text if text.isprintable() else text.translate(_escapes)
