"""A seed gives the same bytes in every process, on any number of threads, and on every machine."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import pytest

# game -> how a log of 2,000 rounds of seed 7 begins, hashed without the line `by`; if a change
# of combin alters one, docs/logs.md and the changelog say so
HASHES = {
    "phil-em-up": "5215e11bd924d3615bb3e189b8ed0f6e",
    "baccarat": "8ce1ffd7ece93ef5e98eccb84ccd6635",
    "jacks-or-better": "2405d543602715c11c62fd8a0782203e",
    "blackjack": "eecff0fdd1c6fc6be46ff6c6d70562fa",
}
ROUNDS = 2000


def log(game: str, *words: str, hashes: str = "0") -> bytes:
    """Return what `combin simulate` writes in a process of its own."""
    command = [sys.executable, "-m", "combin", "simulate", game, "--rounds", str(ROUNDS), "--seed", "7"]  # fmt: skip
    done = subprocess.run(
        [*command, *words],
        capture_output=True,
        check=True,
        timeout=300,
        env={**os.environ, "PYTHONHASHSEED": hashes},
    )
    return done.stdout


def without_version(text: bytes) -> bytes:
    return b"".join(line for line in text.splitlines(True) if not line.startswith(b"# by: "))


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.slow if game != "baccarat" else ()) for game in HASHES],
)
def test_a_seed_gives_the_same_bytes(game):
    words = ["--threads", "1"] if game != "blackjack" else []
    one = log(game, *words)
    assert one.count(b"\n") > ROUNDS and b"\r" not in one
    assert hashlib.sha256(without_version(one)).hexdigest()[:32] == HASHES[game]
    other = log(game, *(["--threads", "3"] if words else []), hashes="99")
    assert one == other


@pytest.mark.slow
@pytest.mark.parametrize("ending", [".jsonl", ".csv.gz", ".parquet"])
def test_files_are_the_same_in_every_process(ending, tmp_path):
    paths = [tmp_path / f"{name}{ending}" for name in ("one", "other")]
    for path, hashes, threads in zip(paths, ("0", "99"), ("1", "3")):
        log("phil-em-up", "--threads", threads, "-o", str(path), hashes=hashes)
    one, other = (path.read_bytes() for path in paths)
    assert one == other
