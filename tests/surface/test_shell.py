"""The scripts by which shells complete words, asked as a shell asks, and the manual page."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

import click
import pytest

from combin import cli
from combin.cli.shell import ASKS, SHELLS
from combin.games import names
from combin.version import RELEASE


def printed(capsys, *arguments: str) -> str:
    with pytest.raises(SystemExit) as caught:
        cli.main(list(arguments))
    output = capsys.readouterr()
    assert (caught.value.code, output.err) == (0, "")
    return output.out


# How each shell hands over the line, and the words it is answered with.
ASKED = {
    "bash": (lambda words: {"COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1)}),
    "zsh": (lambda words: {"COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1)}),
    "fish": (lambda words: {"COMP_WORDS": " ".join(words), "COMP_CWORD": words[-1]}),
}


def asked(shell: str, *words: str) -> dict[str, str]:
    """Return the variables with which a shell asks, where the last word is being typed."""
    return {ASKS: f"{shell}_complete", **ASKED[shell](("combin", *words))}


def answered(shell: str, output: str) -> list[str]:
    """Return the words of an answer."""
    if shell == "zsh":  # three lines a word: its kind, itself, what it means
        return output.splitlines()[1::3]
    return [line.partition(",")[2].partition("\t")[0] for line in output.splitlines()]


@pytest.fixture
def completed(monkeypatch, capsys):
    """Return what asks combin for the words it offers."""

    def ask(shell: str, *words: str) -> list[str]:
        for name, value in asked(shell, *words).items():
            monkeypatch.setenv(name, value)
        with pytest.raises(SystemExit):
            cli.main([])
        return answered(shell, capsys.readouterr().out)

    return ask


@pytest.mark.parametrize("shell", SHELLS)
def test_commands_options_and_games_are_completed(shell, completed):
    assert completed(shell, "sol") == ["solve"]
    assert completed(shell, "solve", "three") == ["three-card-poker"]
    assert completed(shell, "solve", "three-card-poker", "--js") == ["--json"]


def test_every_game_and_a_path_are_offered(completed):
    assert completed("bash", "edges", "") == names()
    assert completed("bash", "solve", "./my") == ["./my"]  # bash looks for files itself


def test_game_files_of_the_folder_are_offered(completed, tmp_path, monkeypatch):
    for name in ("mine.game", "minor.txt", "red-dog-2.game"):
        (tmp_path / name).write_text("")
    monkeypatch.chdir(tmp_path)
    assert completed("bash", "solve", "mi") == ["mississippi-stud", "mine.game"]
    assert completed("bash", "solve", "red") == ["red-dog", "red-dog-2.game"]


def test_the_command_itself_answers_a_shell():
    done = subprocess.run(
        [sys.executable, "-m", "combin"],
        env={**os.environ, **asked("bash", "show", "red")},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert answered("bash", done.stdout) == ["red-dog"]


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_reads_its_script(shell, capsys, tmp_path):
    script = printed(capsys, "completion", shell)
    assert ASKS in script and f"{shell}_complete" in script
    if not shutil.which(shell):
        pytest.skip(f"no {shell} is installed")
    path = tmp_path / "script"
    path.write_text(script)
    assert subprocess.run([shell, "-n", path], timeout=60).returncode == 0


def test_another_shell_is_refused_in_a_line(capsys):
    with pytest.raises(SystemExit) as caught:
        cli.main(["completion", "tcsh"])
    output = capsys.readouterr()
    assert (caught.value.code, output.out, output.err.count("\n")) == (2, "", 1)
    assert all(shell in output.err for shell in SHELLS)


def test_the_manual_has_every_command_and_option(capsys, tmp_path):
    page = printed(capsys, "manual")
    assert "\b" not in page
    assert page.startswith(f'.TH COMBIN 1 "" "combin {RELEASE}"\n.SH NAME\ncombin \\- ')
    plain = page.replace("\\-", "-").replace("\\e", "\\")
    group = cli.combin
    with click.Context(group) as whole:
        for name in group.list_commands(whole):
            assert f"\n.SS combin {name} " in plain
            for parameter in group.get_command(whole, name).params:
                if isinstance(parameter, click.Option):
                    assert re.search(rf"^\.B .*{parameter.opts[-1]}\b", plain, re.MULTILINE)
    assert ".SH EXIT STATUS\n" in page and "combin solve phil-em-up --pay five-aces=1000" in plain
    macros = set(re.findall(r"^\.(\w*)", page, re.MULTILINE))
    assert macros == {"TH", "SH", "SS", "PP", "nf", "fi", "TP", "B"}
    if not shutil.which("mandoc"):
        pytest.skip("no mandoc is installed")
    (tmp_path / "combin.1").write_text(page)
    lint = ["mandoc", "-T", "lint", "-W", "error", str(tmp_path / "combin.1")]
    done = subprocess.run(lint, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout
