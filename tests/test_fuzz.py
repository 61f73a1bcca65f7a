"""A short run of tests/fuzz: what nobody would write ends in an answer or in one line."""

import importlib.util
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent / "fuzz" / "run.py"
spec = importlib.util.spec_from_file_location("fuzz_run", SCRIPT)
fuzz = importlib.util.module_from_spec(spec)
__import__("sys").modules["fuzz_run"] = fuzz
spec.loader.exec_module(fuzz)

CASES = {"games": 60, "strategies": 15, "logs": 40, "commands": 30}  # some five seconds each


@pytest.mark.parametrize("kind", CASES)
def test_what_nobody_would_write(kind, tmp_path):
    for number in range(CASES[kind]):
        folder = tmp_path / str(number)
        folder.mkdir()
        reason = fuzz.wrong(fuzz.made(1, kind, number), folder)
        assert not reason, f"{reason}\nagain: python {SCRIPT} --seed 1 --kind {kind} --case {number}"
