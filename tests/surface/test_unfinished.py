"""What a process that was killed left behind goes with the next file that is written."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from combin.files import unfinished, whole
from processes import started

WRITES = """
import sys, time
from combin.files import unfinished, whole
with whole(sys.argv[1]) as file, unfinished(sys.argv[2]) as folder:
    import os
    os.mkdir(folder)
    print("open", flush=True)
    time.sleep(60)
"""


def left(folder):
    return sorted(name for name in os.listdir(folder) if name.startswith(".combin-unfinished"))


def test_files_of_a_killed_process_go_with_the_next_one(tmp_path):
    command = [sys.executable, "-c", WRITES, str(tmp_path / "log.csv"), str(tmp_path)]
    with started(command) as process:
        assert process.stdout.readline() == "open\n"
        kept = left(tmp_path)
        with whole(str(tmp_path / "other.csv")) as file:
            file.write(b"1")
        assert left(tmp_path) == kept, "a process that runs keeps its files"
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=10)
    assert len(kept) == 2
    with whole(str(tmp_path / "other.csv")) as file:
        file.write(b"2")
    assert os.listdir(tmp_path) == ["other.csv"]


def test_files_of_another_machine_stay(tmp_path):
    with unfinished(str(tmp_path)) as name:
        here = Path(name).name.split(f"{os.getpid()}-")[0]
    others = [
        ".combin-unfinished-elsewhere-1-ab",
        f"{here}x-ab",
        f"{here}{'9' * 30}-ab",
        f"{here}1-ab",
    ]
    for name in others:
        (tmp_path / name).touch()
    with unfinished(str(tmp_path)):
        assert left(tmp_path) == sorted(others)
