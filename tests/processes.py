"""Commands in processes of their own, none of which outlives its test; and who does the work of
processes in this one.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
COMBIN = (sys.executable, "-m", "combin")
LONGEST = 120  # seconds, many times what any command here takes


class AtOnce(Executor):
    """Does the work itself as it is given, and knows how often it was."""

    def __init__(self) -> None:
        self.given = 0

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        self.given += 1
        done = Future[Any]()
        done.set_result(work(*arguments, **named))
        return done


@contextmanager
def started(
    command: Sequence[str | Path], seconds: float = LONGEST, **options: Any
) -> Iterator[subprocess.Popen[str]]:
    """Start a command whose output is piped; it is killed at the end of the block, and after so
    many seconds at the latest, so that nothing that waits for it or reads from it waits without
    end.
    """
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **options.pop("env", {})}
    piped = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    process = subprocess.Popen(command, **{**piped, **options, "env": environment})
    watch = threading.Timer(seconds, process.kill)
    watch.start()
    try:
        yield process
    finally:
        watch.cancel()
        process.kill()
        process.communicate(timeout=10)
