"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from stat import S_IMODE
from typing import BinaryIO

from combin.errors import CombinError


@contextmanager
def whole(path: str) -> Iterator[BinaryIO]:
    """Give a file to write, which takes its place only when all is written; nothing is left behind where something fails.

    A link stays, and the file that it leads to is written; a file that was there keeps its mode. Raises CombinError where it
    cannot be written.
    """
    beside, place = "", os.path.realpath(path)
    if os.path.lexists(place) and not os.path.isfile(place):
        raise CombinError(f"{path!r} cannot be written: it is {'a folder' if os.path.isdir(place) else 'no plain file'}")
    try:
        handle, beside = tempfile.mkstemp(prefix=".combin-", dir=os.path.dirname(place))
        with os.fdopen(handle, "wb") as file:
            yield file
        os.chmod(beside, _mode(place))
        os.replace(beside, place)
        beside = ""
    except OSError as error:
        raise CombinError(f"{path!r} cannot be written: {(error.strerror or str(error)).lower()}") from None
    finally:
        if beside:
            with suppress(OSError):
                os.unlink(beside)


def _mode(path: str) -> int:
    """Return who may read and write a file that takes the place of another, or is new."""
    return S_IMODE(os.stat(path).st_mode) if os.path.exists(path) else 0o666 & ~_umask()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
