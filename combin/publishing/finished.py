"""Finished pages of a site that is still being written, kept beside its folder so that an
interrupted run can continue.

Each is a file with a stamp of all that decides its bytes: combin, its kernels, Python and the
packages beside it, what else the pages quote, and the game. One that is damaged, altered or of
another stamp is as good as none.
"""

from __future__ import annotations

import os
import platform
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import distributions
from pathlib import Path

from combin.errors import CombinError
from combin.files import whole
from combin.games import is_path, sheet_of
from combin.publishing.folder import Folder
from combin.shards import WRONG, hash_of, identity, read, sealed

KIND = "a finished game of a folder to be published"
PACKAGE = Path(__file__).parents[1]


class FinishedGames:
    """The finished games of one folder.

    folder: that is to be written.
    make: what makes the pages of a game.
    quoted: what the pages of each game tell beside the game, name -> text.
    """

    def __init__(
        self, folder: str, make: Callable[..., object], quoted: Mapping[str, str] | None = None
    ) -> None:
        self.path = f"{os.path.realpath(folder)}.unfinished"
        self._make, self._quoted = make.__name__, dict(quoted or {})

    def get(self, name: str) -> Folder | None:
        """Return what was made for a game, None where it is not kept."""
        try:
            record = read(self._place(name), KIND)
            if self._stamp(name).items() <= record.items():
                packed = record["files"]
                # each leads to a file of a game's own folder
                if not any(Path(path).is_absolute() or ".." in Path(path).parts for path in packed):
                    return record["known"], {path: b64decode(packed[path]) for path in packed}
        except WRONG:  # a CombinError among them
            pass
        return None

    def keep(self, name: str, made: Folder) -> None:
        """Keep what was made for a game; raises CombinError where it cannot be written."""
        known, files = made
        packed = {path: b64encode(content).decode() for path, content in files.items()}
        try:
            os.makedirs(self.path, exist_ok=True)
        except OSError as error:
            raise CombinError(
                f"{self.path!r} cannot be written: {(error.strerror or str(error)).lower()}"
            ) from None
        with whole(self._place(name)) as file:
            file.write(sealed({"file": KIND, **self._stamp(name), "known": known, "files": packed}))

    def forget(self, games: list[str]) -> None:
        """Remove what is kept of some games, which are written now."""
        for name in games:
            with suppress(OSError):
                os.unlink(self._place(name))
        with suppress(OSError):
            os.rmdir(self.path)

    def _place(self, name: str) -> str:
        return os.path.join(self.path, f"{self._make}-{sheet_of(name).slug}.json")

    def _stamp(self, name: str) -> dict[str, object]:
        """Return what decides the bytes of a game's pages."""
        own = hash_of(Path(name).read_bytes()) if is_path(name) else ""
        return {
            **identity(sheet_of(name).resolve()),
            "package": _package(),
            "beside": _beside(),
            "quoted": self._quoted,
            "name": name,
            "own": own,
        }


@cache
def _package() -> str:
    """Return the hash of all that combin consists of beside its kernels."""
    kinds = {
        ".py",
        ".game",
        ".json",
        ".css",
        ".js",
        ".html",
        ".txt",
        ".csv",
        ".typ",
        ".ttf",
        ".otf",
    }
    files = sorted(path for path in PACKAGE.rglob("*") if path.suffix in kinds)
    return hash_of(b"".join(path.read_bytes() for path in files))


@cache
def _beside() -> str:
    """Return the hash of the machine's kind, of Python and of every package installed beside it."""
    installed = sorted({f"{one.name} {one.version}" for one in distributions()})
    return hash_of("\n".join([platform.machine(), sys.version, *installed]).encode())
