"""Writes the published reports, an index and a folder for each game, and compares those on disk.

Files appear whole or not at all. The same combin writes the same bytes; pictures are set by typst,
so they are compared byte by byte only where the same typst on the same kind of machine drew them
(`drawn-by.json` says which). What is no part of a short report is made where all is asked for; its
hashes stand in one file, so that it is compared without being kept.
"""

from __future__ import annotations

import json
import os
import platform
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from importlib.metadata import version as version_of
from typing import Any

from combin.errors import CombinError, missing, nearest, refuse
from combin.families.reporting import reporting
from combin.files import new_folder, unfinished, write_all
from combin.games import is_path, names, sheet_of, shipped_slug
from combin.publishing.finished import FinishedGames
from combin.publishing.folder import Entry, Files, Folder, is_further
from combin.publishing.games import folder_of, reported, verify_reported, whole_folder_of
from combin.records import dataclass
from combin.render import index as pages
from combin.render.number import counted
from combin.render.tables import answer
from combin.results import Result, columns
from combin.solving.executor import Tasks, processes, undisturbed
from combin.subject import Tell
from combin.version import RELEASE

INDEX = "index.json"
DRAWN = "drawn-by.json"
HASHES = "all.sha256"  # of the files that are no part of a short report, as sha256sum writes them
HASHED = re.compile(r"([0-9a-f]{64})  ((?!\S*\.\./)[\w-]+/\S+)")
PICTURES = (".svg", ".pdf", ".png")
MADE = -1  # the place of a task that makes files, behind those that find what they say


def publish(
    folder: str,
    only: Sequence[str] = (),
    tell: Tell = lambda text: None,
    every: bool = False,
) -> Published:
    """Write the reports into a folder.

    only: the games to write, by default all.
    tell: shows a line of progress.
    every: also the files that are no part of a short report, and the hashes of these. Without it
        such files of these games are removed, and the hashes stay as they are.
    Raises CombinError for an unknown game, where typst is missing, or where the folder cannot be
    written.
    """
    only = [*map(_slug, only)]
    make = whole_folder_of if every else folder_of
    kept = FinishedGames(folder, make)
    verify_different(only)
    slugs = only or reported()
    found = put(folder, lambda: made(slugs, make, tell, kept), only, tell, every)
    kept.forget(slugs)
    return found


def put(
    folder: str,
    games: Callable[[], Mapping[str, Folder]],
    only: Sequence[str],
    tell: Tell,
    every: bool,
) -> Published:
    """Write the reports of games into a folder, and remove what is no part of them any more.

    games: makes them, as soon as the folder can be written.
    Others as for `publish`, which raises the same.
    """
    old = [*_listed(_read_index(folder, only)), *_read_hashes(folder, anew=every and not only)]
    drawn_by()  # it complains before anything is made
    files = written(folder, lambda: assembled(folder, games, only, every))
    with _complaining(folder):
        for path in [*_left_over(folder, old, files)]:
            os.unlink(os.path.join(folder, path))
            with suppress(OSError):  # it may be the last of lists, cards or charts
                os.rmdir(os.path.join(folder, os.path.dirname(path)))
    slugs = [sheet_of(name).slug for name in only]
    for path in sorted(_extra(folder, files, slugs)):
        tell(f"{path}: no part of any report, left as it is")
    return Published(folder, len(files))


@dataclass(frozen=True, repr=False)
class Published(Result):
    """The reports written.

    folder: where.
    files: how many.
    """

    folder: str
    files: int

    _columns = columns(words="path", counts="files")

    def _written(self, form: str) -> str:
        row = (self.folder, str(self.files))
        return answer(
            form,
            [self._headline()],
            [("path", "files"), row],
            lambda: {"folder": row[0], "files": row[1]},
        )

    def _headline(self) -> str:
        return f"{self.folder}: {self.files} files"


@dataclass(frozen=True, repr=False)
class Differences(Result):
    """How the reports written differ from those that would be: paths, sorted.

    files: how many there should be.
    differing, missing, extra: those that are not as they should be.
    by_presence: how many pictures were only checked for being there, not byte by byte.
    drawn_by: what drew those.
    """

    files: int
    differing: tuple[str, ...]
    missing: tuple[str, ...]
    extra: tuple[str, ...]
    by_presence: int = 0
    drawn_by: str = ""

    @property
    def agrees(self) -> bool:
        return not (self.differing or self.missing or self.extra)

    def _differences(self) -> Iterator[tuple[str, str]]:
        for what, paths in (
            ("differs", self.differing),
            ("missing", self.missing),
            ("extra", self.extra),
        ):
            yield from ((path, what) for path in paths)

    _columns = columns(words="path,state")

    def _written(self, form: str) -> str:
        return answer(
            form,
            self.lines(),
            [("path", "state"), *self._differences()],
            lambda: {
                "agrees": self.agrees,
                "files": str(self.files),
                "differences": dict(self._differences()),
            },
        )

    def _headline(self) -> str:
        return list(self.lines())[-1]

    def lines(self) -> Iterator[str]:
        """Yield a line for every difference, and the verdict."""
        yield from (f"{path}: {what}" for path, what in self._differences())
        if self.by_presence:
            yield (
                f"{self.by_presence} pictures, drawn by {self.drawn_by}, which is not here: "
                "only their presence was checked"
            )
        wrong = len(self.differing) + len(self.missing) + len(self.extra)
        yield f"{self.files} files compared: " + (
            counted(wrong, "difference") if wrong else "all agree"
        )


def check(
    folder: str,
    only: Sequence[str] = (),
    tell: Tell = lambda text: None,
    every: bool = False,
) -> Differences:
    """Return how the reports in a folder differ from those that `publish` would write there now.

    every: also whether the files that are no part of a short report have the hashes written.
    Raises CombinError as `publish` does, and where there is no such folder.
    """
    only = [*map(_slug, only)]
    slugs = [sheet_of(name).slug for name in only]
    refuse(not os.path.isdir(folder), f"{folder!r} is no folder of reports")
    refuse(
        every and not os.path.isfile(os.path.join(folder, HASHES)),
        f"{folder!r} has no {HASHES}: `combin publish --all` writes it",
    )
    make = whole_folder_of if every else folder_of
    files = assembled(folder, lambda: made(only or reported(), make, tell), only, every)
    known = {
        path: one
        for path, one in _read_hashes(folder).items()
        if not only or path.split("/")[0] in slugs
    }
    due = {path: _hash(content) for path, content in files.items() if path != HASHES}
    if not every:  # what was written earlier stands there or not, but not altered
        due |= {path: one for path, one in known.items() if _content(folder, path) is not None}
    drawn = _content(folder, DRAWN) or b""
    drew = _drawn_words(drawn)
    loose: set[str] = set()
    if drew and drawn != files[DRAWN]:
        loose = {path for path in due if path.endswith(PICTURES)}
    states: dict[str, list[str]] = {"": [], "differs": [], "missing": []}
    for path in sorted(due):
        states[_state(folder, path, due[path], known, loose)].append(path)
    extra = {*_extra(folder, due.keys(), slugs), *(known.keys() - due.keys() if every else ())}
    return Differences(
        len(due),
        tuple(states["differs"]),
        tuple(states["missing"]),
        tuple(sorted(extra)),
        len(loose),
        drew,
    )


def _state(folder: str, path: str, due: str, known: Mapping[str, str], loose: set[str]) -> str:
    """Return how a file differs from what it should be: not at all, it differs, or it is missing.
    What is no part of a short report needs only its hash among those known.

    loose: pictures that need only have content.
    """
    content = _content(folder, path)
    found = {_hash(content)} if content is not None else set()
    if _is_further(path) and path in known:
        found.add(known[path])
    if not found or (_is_further(path) and path not in known):
        return "missing"
    if path == DRAWN:
        return "" if _drawn_words(content or b"") else "differs"
    agrees = _hash(b"") not in found if path in loose else found == {due}
    return "" if agrees else "differs"


def _drawn_words(content: bytes) -> str:
    try:
        drawn = json.loads(content)
        return f"typst {drawn['typst']} on {drawn['machine']}"
    except (ValueError, TypeError, KeyError):
        return ""


# --- What the reports are ----------------------------------------------------------------------


def assembled(
    folder: str, games: Callable[[], Mapping[str, Folder]], only: Sequence[str], every: bool
) -> Files:
    """Return path -> content of the reports of games, and of the index that the folder then has.

    games: makes them, after what is on disk was read.
    only: these games alone, which the index on disk is about, too.
    every: also the hashes of the files that are no part of a short report.
    """
    drawn = drawn_by()
    files: Files = {}
    index = dict(_read_index(folder, only)) if only else {}
    others = _read_hashes(folder) if only and every else {}
    found = {sheet_of(name).slug: made for name, made in games().items()}
    for slug, (entry, of_game) in found.items():
        index[slug] = entry
        files |= {f"{slug}/{name}": content for name, content in of_game.items()}
    index = {slug: index[slug] for slug in sorted(index) if slug in (*reported(), *found)}
    files[INDEX] = _json({"combin": RELEASE, "games": index})
    files["index.md"] = pages.index(index).encode()
    files["README.md"] = pages.README.encode()
    files[DRAWN] = _json(drawn)
    if every:
        files[HASHES] = _hashes(files, others, [*found])
    return files


def _is_further(path: str) -> bool:
    """Return whether a file is no part of a short report."""
    name = path.partition("/")[2]
    return bool(name) and is_further(name)


def _hash(content: bytes) -> str:
    return sha256(content).hexdigest()


def _hashes(files: Files, others: Mapping[str, str], slugs: Sequence[str]) -> bytes:
    """Return the list of hashes: of the files made now, and of other games as they were."""
    mine = {path: _hash(content) for path, content in files.items() if _is_further(path)}
    left = reported()
    listed = {
        path: known
        for path, known in others.items()
        if (slug := path.partition("/")[0]) in left and slug not in slugs
    }
    lines = (f"{known}  {path}\n" for path, known in sorted({**listed, **mine}.items()))
    return "".join(lines).encode()


def _slug(name: str) -> str:
    """Return the game that comes with combin and is meant, or the path of the user's own."""
    if is_path(name):
        verify_reported(name)
        return name
    found = shipped_slug(name)
    if found is None:
        raise CombinError(
            f"no game that comes with combin is called {name!r}{nearest(name, names())}"
        )
    verify_reported(found)
    return found


def verify_different(games: Sequence[str]) -> None:
    """Raise CombinError where two games would share a folder, or there is no such game."""
    found: dict[str, str] = {}
    for name in games:
        slug = sheet_of(name).slug
        if slug in found:
            raise CombinError(f"{found[slug]} and {name} are both called {slug!r}: rename one")
        found[slug] = name


def drawn_by() -> dict[str, str]:
    """Return what draws the pictures; raises CombinError where typst is missing."""
    try:
        import typst
    except ImportError:
        raise missing("reports have charts, set by typst", "typst") from None
    return {"typst": version_of(typst.__name__), "machine": platform.machine()}


def _json(content: object) -> bytes:
    from combin.render.tables import dump_json

    return dump_json(content).encode()


def _read_hashes(folder: str, anew: bool = False) -> dict[str, str]:
    """Return path -> hash of the files that are no part of a short report, as they were written
    last; nothing where there is no list.

    anew: whether the list is written anew; then a damaged one is nothing, too. Else it is a
        CombinError.
    """
    content = _content(folder, HASHES) or b""
    lines = content.decode(errors="replace").splitlines()
    found = [match.groups() for line in lines if (match := HASHED.fullmatch(line))]
    refuse(
        len(found) < len(lines) and not anew,
        f"{os.path.join(folder, HASHES)!r} is no list of hashes: `combin publish --all` writes "
        "it anew",
    )
    return {path: known for known, path in found}


def _listed(index: Mapping[str, Entry]) -> Iterator[str]:
    """Yield the files that an index lists."""
    for slug, entry in index.items():
        yield from (f"{slug}/{name}" for name in entry.get("files", ()))


def _read_index(folder: str, only: Sequence[str]) -> Mapping[str, Entry]:
    """Return the games of the index written, nothing where there is none.

    A damaged one is nothing too, but for `only`: there the other games would be lost from it, and
    CombinError is raised.
    """
    path = os.path.join(folder, INDEX)
    content = _content(folder, INDEX)
    try:
        games = json.loads(content or b'{"games": {}}')["games"]
        pages.index(games)  # what cannot be laid out is damaged
        if all(isinstance(name, str) for entry in games.values() for name in entry["files"]):
            return dict(games)
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RuntimeError):
        pass
    if not only:
        return {}
    raise CombinError(
        f"{path!r} is no index of reports: publish all games, without --only, to write it anew"
    )


# --- All games, in several processes -----------------------------------------------------------


def made(
    slugs: Sequence[str],
    make: Callable[..., Folder],
    tell: Tell,
    kept: FinishedGames | None = None,
) -> dict[str, Folder]:
    """Return slug -> what is made for it; what takes longest is started first.

    make: is given the slug, and all that the work of its family found.
    kept: goes on from the games that it has, and keeps those that are made.
    """
    found = {slug: kept.get(slug) for slug in slugs} if kept else {}
    done: dict[str, Folder] = {slug: has for slug, has in found.items() if has}
    left = [slug for slug in slugs if slug not in done]
    if kept and done:
        tell(f"kept from a run that was stopped, in {kept.path}: {', '.join(sorted(done))}")
    if not left:
        return dict(sorted(done.items()))
    many = f"{len(left)} games, those that take longest first"
    tell(many if len(left) > 1 else f"{left[0]}: solving")
    with processes("wrote a report") as pool:
        for slug, report in _made(Tasks(pool), left, make):
            done[slug] = report
            try:
                if kept and len(slugs) > 1:  # one alone is written at once
                    kept.keep(slug, report)
            except CombinError as error:  # where it cannot be kept it can still be published
                tell(f"{slug} is not kept: {error}")
            tell(f"{slug}: {len(report[1])} files, {len(done)} of {len(slugs)} games")
    return dict(sorted(done.items()))


def _made(
    tasks: Tasks,
    slugs: Sequence[str],
    make: Callable[..., Folder],
) -> Iterator[tuple[str, Folder]]:
    found: dict[str, dict[int, Any]] = {slug: {} for slug in slugs}
    with undisturbed():
        for slug in sorted(slugs, key=lambda slug: reporting(slug).weight(), reverse=True):
            work = reporting(slug).work
            for place, one in enumerate(work):
                tasks.add((slug, place), one, slug)
            if not work:
                tasks.add((slug, MADE), make, slug)
    for (slug, place), result in tasks:
        if place == MADE:
            yield slug, result
            continue
        found[slug][place] = result
        if len(found[slug]) == len(reporting(slug).work):
            parts = [part for _, some in sorted(found[slug].items()) for part in some]
            tasks.add((slug, MADE), make, slug, *parts)


# --- Files -------------------------------------------------------------------------------------


def written(folder: str, make: Callable[[], Files]) -> Files:
    """Make files and write all of them into a folder, or none; raises CombinError where it cannot
    be written.
    """
    with _complaining(folder), _room(folder) as beside:
        files = make()
        write_all(folder, files, beside)
    return files


@contextmanager
def _complaining(folder: str) -> Iterator[None]:
    """Say in one line why a folder cannot be written."""
    try:
        yield
    except FileExistsError:
        raise CombinError(f"{folder!r} cannot be written: it is no folder") from None
    except OSError as error:
        raise CombinError(
            f"{folder!r} cannot be written: {(error.strerror or str(error)).lower()}"
        ) from None


@contextmanager
def _room(folder: str) -> Iterator[str]:
    """Make the folder, and in it a place for files that are not whole yet; it is gone at the end,
    and so is a new folder in which nothing was written.
    """
    with new_folder(folder), unfinished(folder) as beside:
        os.mkdir(beside)
        yield beside


def _left_over(folder: str, old: Sequence[str], files: Files) -> Iterator[str]:
    """Yield files that were written earlier for a game written now, and that no longer belong to
    its report.

    old: all that were written earlier.
    """
    written = {path.split("/")[0] for path in files if "/" in path}
    for path in old:
        slug, _, name = path.partition("/")
        inside = ".." not in name.split("/") and not os.path.isabs(name)
        stale = slug in written and inside and path not in files
        if stale and os.path.isfile(os.path.join(folder, path)):
            yield path


def _extra(folder: str, files: Collection[str], only: Sequence[str]) -> Iterator[str]:
    """Yield the files in the folder that are no part of the reports; with `only`, in the folders
    of those games.
    """
    starts = [os.path.join(folder, slug) for slug in only] or [folder]
    for start in starts:
        for place, _, entries in os.walk(start):
            for entry in entries:
                path = os.path.relpath(os.path.join(place, entry), folder).replace(os.sep, "/")
                if path not in files and path != HASHES:
                    yield path


def _content(folder: str, path: str) -> bytes | None:
    try:
        with open(os.path.join(folder, path), "rb") as file:
            return file.read()
    except OSError:
        return None
