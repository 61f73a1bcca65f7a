"""What was counted before, kept between commands in a folder of the user's.

An entry is named by a hash of all that decides it: what is asked, the kernels and the program. So
none is ever out of date, and two programs may write at once. It appears whole or not at all, begins
with a hash of the rest, and is counted anew where it is damaged. What was used longest ago goes.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path

from combin.errors import CombinError
from combin.version import version

VARIABLE = "COMBIN_CACHE"  # the folder; nothing is kept where it is empty
MOST, MOST_ENTRY = 500_000_000, 100_000_000  # bytes of all entries, and of one
SIZE = 16  # bytes of a hash
SLOW = 50_000_000  # nanoseconds: what takes less is not worth a file

folder = ""  # nothing is kept where it is empty: where a program calls the functions


def use(wanted: bool) -> None:
    """Say whether what is counted from here on is kept, and what was kept is read."""
    global folder
    folder = os.environ.get(VARIABLE, _place()) if wanted else ""


def _place() -> str:
    """Return the folder for caches by the convention of the platform, on Linux that of XDG."""
    usual = {"win32": "~/AppData/Local", "darwin": "~/Library/Caches"}.get(sys.platform, "~/.cache")
    named = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME", "")
    return os.path.join(named if os.path.isabs(named) else os.path.expanduser(usual), "combin")


def get(asked: str) -> bytes | None:
    """Return what was kept of something; None for nothing."""
    with suppress(OSError):
        found = _path(asked).read_bytes() if folder else b""
        if found[:SIZE] == _hash(found[SIZE:]):
            os.utime(_path(asked))  # used now
            return found[SIZE:]
    return None


def put(asked: str, found: bytes) -> None:
    """Keep something; nothing fails where it cannot be kept."""
    from combin.files import whole  # solving starts sooner without it

    if folder and len(found) <= MOST_ENTRY:
        with suppress(OSError, CombinError):
            os.makedirs(folder, 0o700, exist_ok=True)
            with whole(str(_path(asked))) as file:
                file.write(_hash(found) + found)
            entries = sorted(Path(folder).glob("*.counts"), key=lambda path: path.stat().st_mtime)
            while sum(path.stat().st_size for path in entries) > MOST:
                entries.pop(0).unlink()


def _path(asked: str) -> Path:
    named = f"{version()} {_program()} {sys.hexversion} {sys.byteorder} {asked}"
    return Path(folder, f"{_hash(named.encode()).hex()}.counts")


@cache
def _program() -> str:
    """Return the sizes and times of the program's modules: they say what is counted."""
    about = map(os.stat, sorted(Path(__file__).parent.rglob("*.py")))
    return " ".join(f"{one.st_size} {one.st_mtime_ns}" for one in about)


def _hash(data: bytes) -> bytes:
    return blake2b(data, digest_size=SIZE).digest()
