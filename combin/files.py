"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from stat import S_IMODE
from typing import BinaryIO

from combin.errors import CombinError

_unfinished: set[str] = set()


@contextmanager
def whole(path: str) -> Iterator[BinaryIO]:
    """Give a file to write, which takes its place only when all is written; nothing is left behind
    where something fails.

    A link stays, and the file that it leads to is written; a file that was there keeps its mode.
    Raises CombinError where it cannot be written.
    """
    place = os.path.realpath(path)
    if os.path.lexists(place) and not os.path.isfile(place):
        raise CombinError(
            f"{path!r} cannot be written: it is "
            f"{'a folder' if os.path.isdir(place) else 'no plain file'}"
        )
    try:
        with unfinished(os.path.dirname(place)) as beside:
            with open(beside, "xb") as file:
                if os.path.exists(place):
                    os.chmod(beside, S_IMODE(os.stat(place).st_mode))
                yield file
            os.replace(beside, place)
    except OSError as error:
        raise CombinError(
            f"{path!r} cannot be written: {(error.strerror or str(error)).lower()}"
        ) from None


@contextmanager
def unfinished(folder: str) -> Iterator[str]:
    """Give a new name in a folder for a file or folder that is not whole yet; what still has it at
    the end is removed.
    """
    path = os.path.join(folder, f".combin-{os.urandom(8).hex()}")
    _unfinished.add(path)  # before it is made: a signal may come between any two steps
    try:
        yield path
    finally:
        _remove(path)
        _unfinished.discard(path)


def discard() -> None:
    """Remove everything that is not whole yet, for a process that ends at once."""
    for path in _unfinished:
        _remove(path)


def _remove(path: str) -> None:
    if os.path.isdir(path):
        shutil.rmtree(path, ignore_errors=True)
    with suppress(OSError):
        os.unlink(path)
