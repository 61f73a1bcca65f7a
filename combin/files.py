"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

from combin.errors import CombinError


@contextmanager
def whole(path: str) -> Iterator[BinaryIO]:
    """Give a file to write, which takes its place only when all is written; nothing is left behind where something fails.

    Raises CombinError where it cannot be written.
    """
    beside = ""
    try:
        handle, beside = tempfile.mkstemp(prefix=".combin-", dir=os.path.dirname(os.path.abspath(path)))
        with os.fdopen(handle, "wb") as file:
            yield file
        os.chmod(beside, 0o666 & ~_umask())
        os.replace(beside, path)
        beside = ""
    except OSError as error:
        raise CombinError(f"{path!r} cannot be written: {(error.strerror or str(error)).lower()}") from None
    finally:
        if beside:
            with suppress(OSError):
                os.unlink(beside)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
