"""The files of a log, one or several, and the text of each, compressed or not."""

from __future__ import annotations

import bz2
import codecs
import glob
import gzip
import io
import lzma
import os
import re
import shutil
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field
from typing import IO, Any

from combin.errors import CombinError, missing, refuse
from combin.records import dataclass

PIECE = 1 << 17  # characters read at a time: what comes of them stays in the cache
LONGEST = 1_000_000  # characters in a line
STDIN = "-"
ROWS = "the log"  # what rows are called that a program hands over
# Ending -> the first bytes of what is packed so.
PACKED = {
    ".gz": b"\x1f\x8b",
    ".bz2": b"BZh",
    ".xz": b"\xfd7zX",
    ".zst": b"\x28\xb5\x2f\xfd",
    ".zip": b"PK\x03\x04",
}
UNPACKED: dict[str, Callable[[IO[bytes]], io.BufferedIOBase | IO[bytes]]] = {
    ".gz": lambda raw: gzip.GzipFile(fileobj=raw),
    ".bz2": lambda raw: bz2.BZ2File(raw),
    ".xz": lambda raw: lzma.LZMAFile(raw),  # noqa: SIM115 (the part closes what it reads)
    ".zip": lambda raw: zipfile.ZipFile(raw).open(_packed_in(raw)[0]),  # noqa: SIM115 (the same)
}
PARQUET = b"PAR1"
UTF16 = (b"\xff\xfe", b"\xfe\xff")
OTHERS = {
    b"%PDF": "a PDF",
    b"ARRO": "an Arrow or Feather file",
    b"FEA1": "an Arrow or Feather file",
    b"\xff\xff\xff\xff": "an Arrow or Feather file",
}

Progress = Callable[[int, int], None]  # bytes read so far, bytes in all


@dataclass(frozen=True)
class LogFile:
    """One file of a log.

    name: what the user calls it.
    path: where it is.
    packing: the ending of what packed it, or nothing.
    parquet: whether it is no text.
    kept: what has to live as long as the file is read.
    wait: of a file that grows: called at its end, it returns whether to read on.
    opened: its size and when it was written, as it was opened; None for one that nobody else has.
    """

    name: str
    path: str
    packing: str
    parquet: bool
    kept: Any = field(default=None, repr=False, compare=False)
    wait: Callable[[], bool] | None = field(default=None, repr=False, compare=False)
    opened: tuple[int, int] | None = field(default=None, repr=False, compare=False)

    @property
    def size(self) -> int:
        return os.path.getsize(self.path)

    def verify_same(self) -> None:
        """Raise CombinError where the file was written since it was opened: its digest is not that
        of what was read.
        """
        with readable(self.name):
            refuse(
                self.opened and self.opened != _state(os.stat(self.path)),
                f"{self.name!r} was written while it was read: check it when it is whole, a "
                "copy of it, or with --follow",
            )


def parts_of(paths: Sequence[str]) -> list[LogFile]:
    """Return the files that paths name, in their order: files, `-` for standard input, folders and
    patterns, the files of the last two ordered by name, numbers by their size.

    Raises CombinError for what is no file, and for one that is named twice.
    """
    parts = []
    for path in paths:
        if path == STDIN:
            # kept in a file: a log is read more than once
            kept = tempfile.NamedTemporaryFile(prefix="combin-")  # noqa: SIM115 (the part closes it)
            shutil.copyfileobj(sys.stdin.buffer, kept)
            kept.flush()
            parts.append(_part(STDIN, kept.name, kept))
        elif os.path.isfile(path):
            parts.append(_part(path, path))
        else:
            parts += [_part(name, name) for name in _several(path)]
    places = [os.path.realpath(part.path) for part in parts]
    for place, part in zip(places, parts):
        refuse(places.count(place) > 1, f"{part.name!r} is named twice")
    return parts


def _several(path: str) -> list[str]:
    if os.path.isdir(path):
        found = []
        with readable(path):
            for folder, _, names in os.walk(path, onerror=_raise):
                found += [os.path.join(folder, name) for name in names]
        found = [  # others, such as `_SUCCESS`, only say something about these
            name
            for name in found
            if not any(
                part.startswith((".", "_")) for part in os.path.relpath(name, path).split(os.sep)
            )
        ]
        refuse(not found, f"{path!r} cannot be read: it is a folder without files")
    else:
        found = [name for name in glob.glob(path, recursive=True) if os.path.isfile(name)]
        if not found:
            raise CombinError(f"{path!r} cannot be read: it {_why_none(path)}")
    return sorted(found, key=_by_number)


def _raise(error: OSError) -> None:
    raise error


def _why_none(path: str) -> str:
    try:
        os.stat(path)
    except PermissionError:
        return "is in a folder that may not be read"
    except OSError:
        return "does not exist"
    return "is not a file"


def _by_number(name: str) -> list[tuple[int, str]]:
    """Return a key that puts part-2 before part-10."""
    words = re.split(r"(\d+)", name)
    return [(int(word), "") if word.isdecimal() else (0, word) for word in words]


def _part(name: str, path: str, kept: object = None) -> LogFile:
    """Return a file; its name, or else its first bytes, say what kind it is."""
    with readable(name), open(path, "rb") as file:
        first, opened = file.read(4), _state(os.fstat(file.fileno()))
    refuse(not first, f"{name!r} is empty")
    for start, what in OTHERS.items():
        refuse(first == start, f"{name!r} is {what}; a log is text, CSV or JSON, or Parquet")
    with readable(name):
        refuse(
            first == PACKED[".zip"] and len(_packed_in(path)) != 1,
            f"{name!r} is a spreadsheet or a zip archive of several files; a log is text, CSV "
            "or JSON, or Parquet",
        )
    low = name.lower()
    packing = [end for end, start in PACKED.items() if low.endswith(end) or first.startswith(start)]
    parquet = low.endswith(".parquet") or first == PARQUET
    return LogFile(name, path, "".join(packing[:1]), parquet, kept, opened=opened)


def _packed_in(file: IO[bytes] | str) -> list[zipfile.ZipInfo]:
    every = zipfile.ZipFile(file).infolist()
    return [one for one in every if not one.is_dir() and not one.filename.startswith("__MACOSX/")]


def _state(found: os.stat_result) -> tuple[int, int]:
    """Return what changes where a file is written: its size and the time."""
    return found.st_size, found.st_mtime_ns


@contextmanager
def readable(path: str) -> Iterator[None]:
    """Say in one line why a file cannot be read."""
    try:
        yield
    except (gzip.BadGzipFile, zlib.error, lzma.LZMAError, zipfile.BadZipFile, EOFError) as error:
        what = str(error).lower()
        raise CombinError(f"{path!r} is cut off, or no packed file: {what}") from None
    except (RuntimeError, NotImplementedError) as error:  # a zip archive with a password
        raise CombinError(f"{path!r} cannot be read: {error}") from None
    except UnicodeDecodeError as error:
        raise CombinError(
            f"{path!r} is no {error.encoding.upper()} text: it holds the byte "
            f"0x{error.object[error.start]:02x}"
        ) from None
    except OSError as error:
        raise CombinError(
            f"{path!r} cannot be read: {(error.strerror or str(error)).lower()}"
        ) from None


class _Zstd(io.RawIOBase):
    """The bytes that a Zstandard file holds; a file that is cut off is an error."""

    def __init__(self, name: str, raw: IO[bytes]) -> None:
        try:
            import zstandard
        except ImportError:
            raise missing("Files that end in .zst are read by zstandard", "zstandard") from None
        self.name, self.raw, self.package = name, raw, zstandard
        self.frame: Any = None
        self.packed, self.ready = b"", b""

    def readable(self) -> bool:
        return True

    def readinto(self, room: Any) -> int:
        """Fill `room` with what there is, and return how many bytes that is."""
        while not self.ready:
            # Few at a time: four bytes may stand for 128 kibibytes.
            self.packed = self.packed or self.raw.read(1 << 9)
            if not self.packed:
                refuse(self.frame, f"{self.name!r} is no whole zstd file: it is cut off")
                return 0
            self.frame = self.frame or self.package.ZstdDecompressor().decompressobj()
            try:
                self.ready = self.frame.decompress(self.packed)
            except self.package.ZstdError as error:
                raise CombinError(f"{self.name!r} is no whole zstd file: {error}") from None
            self.packed = self.frame.unused_data
            self.frame = None if self.frame.eof else self.frame
        size = min(len(room), len(self.ready))
        room[:size] = self.ready[:size]
        self.ready = self.ready[size:]
        return size


def _unpacked(part: LogFile, raw: IO[bytes]) -> io.BufferedReader:
    """Return the bytes of a file as they were before it was packed."""
    if part.packing == ".zst":
        return io.BufferedReader(_Zstd(part.name, raw))
    return io.BufferedReader(UNPACKED[part.packing](raw) if part.packing else raw)  # type: ignore


class TextLines:
    """The text of a file in pieces, or its lines, whatever ends them; a line that does not end soon
    is refused.
    """

    def __init__(self, part: LogFile, progress: Progress | None = None) -> None:
        self.part, self.progress = part, progress
        self.number = 0  # lines given out so far
        self.empty = 0  # of the last of these, one after the other

    def texts(self) -> Iterator[str]:
        """Yield the text in pieces, line ends as ``\\n``."""
        if self.part.wait:
            yield from self._growing(self.part.wait)
            return
        with readable(self.part.name), open(self.part.path, "rb") as raw:
            file = _unpacked(self.part, raw)
            encoding = "utf-16" if file.peek(2)[:2] in UTF16 else "utf-8-sig"
            text = io.TextIOWrapper(file, encoding)
            while piece := text.read(PIECE):
                refuse("\0" in piece, f"{self.part.name!r} is no text: it holds a NUL character")
                yield piece
                if self.progress:
                    self.progress(raw.tell(), self.part.size)

    def _growing(self, wait: Callable[[], bool]) -> Iterator[str]:
        plain = codecs.getincrementaldecoder("utf-8-sig")()
        decoder = io.IncrementalNewlineDecoder(plain, translate=True)
        with readable(self.part.name), open(self.part.path, "rb") as file:
            while (data := file.read(PIECE)) or wait():
                refuse(file.tell() > self.part.size, f"{self.part.name!r} was cut or written anew")
                if data:
                    yield decoder.decode(data)

    def pieces(self) -> Iterator[list[str]]:
        """Yield lists of whole lines, without their ends."""
        open_end = ""
        for piece in self.texts():
            lines = (open_end + piece).split("\n")
            open_end = lines.pop()
            lengths = [*map(len, lines), len(open_end)]
            if max(lengths) > LONGEST:
                number = self.number + 1 + next(at for at, n in enumerate(lengths) if n > LONGEST)
                raise CombinError(
                    f"{self.part.name!r}, line {number} is longer than {LONGEST:,} characters"
                )
            # packed, a file that goes on and on with nothing may take hours to read
            self.empty = 0 if any(map(str.strip, lines)) else self.empty + len(lines)
            refuse(
                self.empty > LONGEST,
                f"{self.part.name!r} has more than {LONGEST:,} empty lines one after the "
                "other: a row stands on each line",
            )
            yield lines
            self.number += len(lines)
        if open_end and not self.part.wait:  # of a file that grows, a line may be written in part
            yield [open_end]

    def __iter__(self) -> Iterator[str]:
        for lines in self.pieces():
            yield from lines
