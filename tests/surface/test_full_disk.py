"""A disk that is full at any step: every command that writes leaves all as it was, and says so in
one line.
"""

from __future__ import annotations

import builtins
import errno
import os
from pathlib import Path

import pytest

from combin import files
from combin.publishing import publish, site

FILES = {
    "index.json": b"{}",
    "index.md": b"new",
    "my-game/README.md": b"new",
    "my-game/lines/1.txt": b"1",
}
COMMANDS = {
    "chart": ("chart", "casino-war", "law", "-o", "law.svg"),
    "simulate": ("simulate", "phil-em-up", "--rounds", "3", "--seed", "1", "-o", "log.csv"),
    "packed": ("simulate", "phil-em-up", "--rounds", "3", "--seed", "1", "-o", "log.csv.gz"),
    "shard": ("solve", "casino-war", "--shard", "1/2", "-o", "one.json"),
    "resume": ("solve", "casino-war", "--resume", "kept"),
    "publish": ("publish", "--to", "new/reports"),
    "publish again": ("publish", "--to", "old"),
    "site": ("publish", "--site", "new/site"),
    "site again": ("publish", "--site", "old"),
}


class Disk:
    """A disk that takes some steps of writing, and is then full.

    left: how many; 0 once it was full.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
        self.left, self.was_full = steps, False
        for name in ("mkdir", "replace", "link"):
            monkeypatch.setattr(os, name, self._stepped(getattr(os, name)))
        monkeypatch.setattr(files, "open", self._opened, raising=False)

    def step(self) -> None:
        self.left -= 1
        if self.left < 0 and not self.was_full:  # what puts things back finds room
            self.was_full = True
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def _stepped(self, function):
        def stepped(*arguments, **options):
            if function.__name__ != "mkdir" or not os.path.isdir(arguments[0]):
                self.step()
            return function(*arguments, **options)

        return stepped

    def _opened(self, *arguments):
        self.step()
        file = builtins.open(*arguments)  # noqa: SIM115
        write = file.write

        class Written:
            def __enter__(this):
                return this

            def __exit__(this, *_):
                file.close()

            def __getattr__(this, name):
                return getattr(file, name)

            def write(this, content):
                self.step()
                return write(content)

        return Written()


def tree(place: Path) -> dict[str, bytes | None]:
    """Return every folder and file below a place, with its content."""
    return {
        str(path.relative_to(place)): path.read_bytes() if path.is_file() else None
        for path in place.rglob("*")
    }


@pytest.mark.slow
@pytest.mark.parametrize("work", COMMANDS)
def test_a_full_disk_changes_nothing(run, tmp_path, monkeypatch, work):
    monkeypatch.setattr(publish, "assembled", lambda *_: FILES)
    monkeypatch.setattr(site, "made", lambda *_: {})
    monkeypatch.setattr(site, "_files", lambda *_: FILES)
    monkeypatch.chdir(tmp_path)
    for name in ("law.svg", "log.csv"):
        (tmp_path / name).write_text("as it was")
    (tmp_path / "old" / "my-game").mkdir(parents=True)
    for name in ("index.md", "my-game/README.md"):
        (tmp_path / "old" / name).write_text("as it was")
    before = tree(tmp_path)
    for steps in range(200):
        with monkeypatch.context() as patched:
            disk = Disk(patched, steps)
            status, _, err = run(*COMMANDS[work])
        if not disk.was_full:
            assert status == 0, err
            break
        assert status == 2 and err.count("\n") == 1 and "no space left" in err, (steps, err)
        if work != "resume":  # what was counted before is kept
            assert tree(tmp_path) == before, steps
        assert all(tree(tmp_path / name) for name in ("kept", "new") if (tmp_path / name).exists())
    assert steps > 1 and tree(tmp_path) != before
