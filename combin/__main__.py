"""Runs the command line: ``combin`` and ``python -m combin``.

A signal that ends it is answered from the first import on, at once and in one line, and leaves no
file half written.
"""

import os
import signal
import sys

TYPE_CHECKING = False  # typing takes long to import, and until then nobody answers signals
if TYPE_CHECKING:
    from types import FrameType
    from typing import NoReturn

ENDING = {"SIGINT": "interrupted", "SIGTERM": "terminated", "SIGHUP": "hung up"}
SIGNALLED = 128  # a status above it says by which signal


def main() -> "NoReturn":
    """Run the command line and exit with its status."""
    for name in ENDING:
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:  # as nohup leaves it
            signal.signal(number, _end)
    from combin import cli

    cli.main()


def _end(number: int, _: "FrameType | None") -> None:
    """End this process, without unwinding: an exception may be lost in a callback, and would wait
    for threads that count.
    """
    discard = getattr(
        sys.modules.get("combin.files"), "discard", None
    )  # it may be half imported, and then nothing was made
    if discard:
        discard()
    if sys.stderr is not None:
        try:  # noqa: SIM105 - contextlib, too, would be imported before signals are answered
            os.write(
                2, f"combin: {ENDING[signal.Signals(number).name]}\n".encode()
            )  # print may be in the midst of a line
        except OSError:
            pass  # the terminal is gone
    if "concurrent.futures.process" not in sys.modules:
        os._exit(SIGNALLED + number)
    for child in sys.modules["multiprocessing"].active_children():
        child.kill()
    sys.exit(SIGNALLED + number)  # unwinding after all: what processes share is to be given back


if __name__ == "__main__":
    main()
