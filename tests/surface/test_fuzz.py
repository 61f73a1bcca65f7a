"""A short run of tests/tools/fuzz.py: what nobody would write ends in an answer or in one line."""

import sys
from pathlib import Path

import pytest

import fuzz

CASES = {"games": 60, "strategies": 15, "logs": 20, "commands": 30}  # some five seconds each


@pytest.mark.slow
@pytest.mark.parametrize("kind", CASES)
def test_what_nobody_would_write(kind, tmp_path):
    for number in range(CASES[kind]):
        folder = tmp_path / str(number)
        folder.mkdir()
        reason = fuzz.wrong(fuzz.made(1, kind, number), folder)
        assert not reason, (
            f"{reason}\nagain: python {fuzz.__file__} --seed 1 --kind {kind} --case {number}"
        )


@pytest.mark.parametrize(
    ("status", "out", "err", "words"),
    [
        (70, "", "combin: an error\n", "status 70"),
        (0, "", "Traceback (most recent call last)\n", "status 0"),
        (1, "", "", "compares nothing"),
        (2, "", "combin: a\nb\n", "not one line"),
        (0, "\x1b[2J", "", "reach the terminal"),
        (0, "fine", "", "left over"),
        (0, "fine", "", ""),
    ],
)
def test_what_is_wrong_is_seen(monkeypatch, tmp_path, status, out, err, words):
    def main(arguments):
        sys.stdout.write(out)
        sys.stderr.write(err)
        if words == "left over":
            Path(".combin-1").touch()
        sys.exit(status)

    monkeypatch.setattr(fuzz.cli, "main", main)
    found = fuzz.wrong(fuzz.Case(["show", "phil-em-up"]), tmp_path)
    assert words in found and bool(words) == bool(found)
