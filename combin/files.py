"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from stat import S_IMODE
from typing import BinaryIO

from combin.errors import CombinError, refuse

_unfinished: set[str] = set()
_new: list[str] = []  # folders in which nothing may have been written yet


@contextmanager
def whole(path: str) -> Iterator[BinaryIO]:
    """Give a file to write, which takes its place only when all is written; nothing is left behind
    where something fails.

    A link stays, and the file that it leads to is written; a file that was there keeps its mode.
    Raises CombinError where it cannot be written.
    """
    place = os.path.realpath(path)
    verify_place(path)
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


def verify_place(path: str) -> None:
    """Raise CombinError where a file cannot stand: before it takes long to make it."""
    place = os.path.realpath(path)
    why = ""
    if os.path.isdir(place):
        why = "it is a folder"
    elif os.path.lexists(place) and not os.path.isfile(place):
        why = "it is no plain file"
    elif not os.path.isdir(os.path.dirname(place)):
        why = f"there is no folder {os.path.dirname(place)!r}"
    elif not os.access(os.path.dirname(place), os.W_OK | os.X_OK):
        why = "permission denied"
    refuse(why, f"{path!r} cannot be written: {why}")


@contextmanager
def unfinished(folder: str) -> Iterator[str]:
    """Give a new name in a folder for a file or folder that is not whole yet; what still has it at
    the end is removed.
    """
    ours = f".combin-unfinished-{os.uname().nodename}-"  # a number means a process on its machine
    # What processes of this machine that were killed have left is removed.
    for name in os.listdir(folder) if os.access(folder, os.R_OK) else ():
        number = name.removeprefix(ours).partition("-")[0]
        if name.startswith(ours) and number.isdecimal():
            try:
                os.kill(int(number), 0)
            except ProcessLookupError:
                _remove(os.path.join(folder, name))
            except (OSError, OverflowError):
                continue  # it runs for another user, or is no number of a process
    path = os.path.join(folder, f"{ours}{os.getpid()}-{os.urandom(8).hex()}")
    _unfinished.add(path)  # before it is made: a signal may come between any two steps
    try:
        yield path
    finally:
        _remove(path)
        _unfinished.discard(path)


@contextmanager
def new_folder(folder: str) -> Iterator[None]:
    """Make a folder, and those around it, for what is written there; where that fails, those that
    were made and hold nothing are gone.
    """
    new = []
    around = os.path.realpath(folder)
    while not os.path.lexists(around):
        new.append(around)
        around = os.path.dirname(around)
    _new.extend(new)  # before they are made: a signal may come between any two steps
    try:
        os.makedirs(folder, exist_ok=True)
        yield
    except BaseException:
        _remove_empty(new)
        raise
    finally:
        del _new[len(_new) - len(new) :]


def _remove_empty(folders: Iterable[str]) -> None:
    for path in folders:
        with suppress(OSError):
            os.rmdir(path)


def write_all(folder: str, files: Mapping[str, bytes], beside: str) -> None:
    """Write files (path in the folder -> content), all or none: they are written beside first, and
    those that they replace are put back where a step fails.

    beside: a folder on the same disk, which is removed later.
    """
    numbered = {path: os.path.join(beside, str(number)) for number, path in enumerate(files)}
    for path, new in numbered.items():
        with open(new, "xb") as file:
            file.write(files[path])
    with ExitStack() as back:
        for path in numbered:
            target = os.path.join(folder, path)
            refuse(os.path.isdir(target), f"{target!r} is a folder, where a file belongs")
            back.enter_context(new_folder(os.path.dirname(target)))
            back.enter_context(_kept(target, f"{numbered[path]}-old"))
        for path, new in numbered.items():
            os.replace(new, os.path.join(folder, path))


@contextmanager
def _kept(target: str, old: str) -> Iterator[None]:
    """Put a file back, or remove it where there was none, if something fails."""
    there = os.path.lexists(target)
    if there:
        os.link(target, old, follow_symlinks=False)
    try:
        yield
    except BaseException:
        with suppress(OSError):
            if there:
                os.replace(old, target)
            else:
                os.unlink(target)
        raise


def discard() -> None:
    """Remove everything that is not whole yet, for a process that ends at once."""
    for path in _unfinished:
        _remove(path)
    _remove_empty(sorted(_new, key=len, reverse=True))


def _remove(path: str) -> None:
    if os.path.isdir(path):
        shutil.rmtree(path, ignore_errors=True)
    with suppress(OSError):
        os.unlink(path)
