"""The programs beside the tests say what they do and take, and do nothing else, when asked for help."""

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).parents[1] / "tools"
PROGRAMS = [path for path in TOOLS.rglob("*.py") if "__main__" in path.read_text()]
SCRIPTS = [path for path in TOOLS.rglob("*") if os.access(path, os.X_OK) and path.is_file()]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_has_help(program, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", [program.name, "--help"])
    monkeypatch.setattr(sys, "path", [str(program.parent), *sys.path])
    monkeypatch.setattr(os, "environ", os.environ.copy())
    with pytest.raises(SystemExit) as caught:
        runpy.run_path(str(program), run_name="__main__")
    usage, _, told = capsys.readouterr().out.partition("\n\n")
    assert not caught.value.code and usage.startswith(f"usage: {program.name}")
    assert len(told.split()) > 8


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_has_help(script):
    said = subprocess.run([script, "--help"], capture_output=True, text=True, timeout=60).stdout
    assert script.name in said and "set -e" not in said
