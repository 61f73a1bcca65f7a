"""Runs the command line: ``combin`` and ``python -m combin``.

A signal that ends it is answered from the first import on, at once and in one line, and leaves no
file half written.
"""

import gc
import os
import signal
import sys

TYPE_CHECKING = False  # typing takes long to import, and until then nobody answers signals
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Any, NoReturn

ENDING = {"SIGINT": "interrupted", "SIGTERM": "terminated", "SIGHUP": "hung up"}
# Objects made between two searches for cycles: at 700, 47 searches that find none take 9 ms.
OBJECTS = 100_000
SIGNALLED = 128  # a status above it says by which signal


def main() -> "NoReturn":
    """Run the command line and exit with its status."""
    gc.set_threshold(OBJECTS)
    for name in ENDING:
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:  # as nohup leaves it
            signal.signal(number, _end)
    from combin import cli

    cli.main()


def _end(number: int, _: "FrameType | None") -> None:
    """End this process and those that work for it, without unwinding: an exception may be lost in
    a callback, and would wait for threads that count.
    """
    discard = _found("combin.files", "discard")
    if discard:
        discard()
    if sys.stderr is not None:
        try:  # noqa: SIM105 - contextlib, too, would be imported before signals are answered
            os.write(
                2, f"combin: {ENDING[signal.Signals(number).name]}\n".encode()
            )  # print may be in the midst of a line
        except OSError:
            pass  # the terminal is gone
    children = _found("multiprocessing.process", "active_children")
    for child in children() if children else ():
        child.kill()
    os._exit(SIGNALLED + number)


def _found(module: str, name: str) -> "Callable[..., Any] | None":
    """Return a function of a module; None of one not imported yet, or in part: it made nothing."""
    return getattr(sys.modules.get(module), name, None)


if __name__ == "__main__":
    main()
