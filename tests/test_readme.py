"""The README and the pages in docs/ say what combin does: their figures, commands, games and links, read from the files."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest
from agreement import assert_agree, shortened

import combin
from combin import cli
from combin.render import number

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
EXAMPLES = sorted((ROOT / "docs" / "examples").glob("*.py"))


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


def commands(page: Path) -> list[str]:
    """Return the lines of a page's indented blocks that start with a command of combin, without the words beside them."""
    found = re.findall(r"^ {4}(?:\$ )?(combin .*)$", page.read_text(), re.MULTILINE)
    return [re.split(r" {2,}", line)[0] for line in found]


def run(words: str, capsys) -> str:
    arguments = shlex.split(words)
    assert arguments.pop(0) == "combin"
    with pytest.raises(SystemExit) as caught:
        cli.main(arguments)
    output = capsys.readouterr()
    assert (caught.value.code, output.err) == (0, ""), words
    return output.out


def assert_shows(shown: str, output: str) -> None:
    """The lines shown stand in the output in this order, `...` for any number of lines left out."""
    pattern = "".join(r"(?:.*\n)*?" if line == "..." else re.escape(line) + "\n" for line in shown.splitlines())
    assert re.search(rf"^{pattern}", output, re.MULTILINE), output


# --- The README ------------------------------------------------------------------------------------------------------


def test_the_table_of_games(capsys):
    rows, game = [], ""
    for line in re.findall(r"^\| (?!game|---)(.*) \|$", README, re.MULTILINE):
        name, bet, edge, exact, wager = (cell.strip() for cell in line.split("|"))
        game = name or game
        rows.append((game, bet, edge, exact, wager))
    expected = []
    for name in combin.game_names():
        for key, bet in combin.solve(name).bets.items():
            expected.append((name, key, number.percent(bet.house_edge, 4), str(bet.house_edge), bet.wager))
    assert rows == expected


def test_what_the_first_command_prints(capsys):
    (shown,) = blocks(ROOT / "README.md", "text")
    assert_shows(shown, run("combin solve phil-em-up", capsys))


def test_the_two_lines_to_paste_are_the_ones_that_work():
    """Only their form; CI runs them."""
    lines = re.findall(r"^    (python3 -m venv .*)$", README, re.MULTILINE)
    first, second = (line.split(" && ") for line in lines)
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert first == ["python3 -m venv .venv", ".venv/bin/pip install -q .", ".venv/bin/combin solve phil-em-up"]
    assert second == ["python3 -m venv .venv", '.venv/bin/pip install -q -e ".[test]"', ".venv/bin/python -m pytest"]
    assert "test" in extras


def test_the_game_in_the_readme(tmp_path):
    source = next(block for block in blocks(ROOT / "README.md", "python") if "GAME = " in block)
    path = tmp_path / "jacks_up.py"
    path.write_text(source)
    edge = combin.solve(str(path))["base"].house_edge
    assert f"house edge is {number.percent(edge, 4)} ({edge})" in README


def test_the_python_in_the_readme():
    code = next(block for block in blocks(ROOT / "README.md", "python") if "GAME = " not in block)
    solution = combin.solve("phil-em-up", {"joker": "bug"}, pays={"five-aces": 1000})
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert [Fraction(word) for word in done.stdout.split()] == [solution["base"].house_edge, solution["base"].variance]


# --- All pages -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands(page, capsys, monkeypatch):
    """Every command that a page shows is accepted, and what it shows of the output is so. Recounts take a minute: not run here."""
    monkeypatch.chdir(ROOT)
    for words in commands(page):
        if "GAME" not in words and "verify" not in words and "jacks_up" not in words:
            run(words, capsys)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text()):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_agree_with_the_reference(path):
    """On a deck of low cards, where the player folds now and then."""
    short = shortened(combin.load(str(path)), "3456789", "cdh")
    assert_agree(short, "base")


def test_bonus_six(capsys, monkeypatch):
    """The page that builds it shows the file as it is, and what it comes to."""
    monkeypatch.chdir(ROOT)
    page = ROOT / "docs" / "adding-a-game.md"
    source = (ROOT / "docs" / "examples" / "bonus_six.py").read_text()
    for block in blocks(page, "python"):
        assert block in source, block
    (shown,) = blocks(page, "text")
    assert_shows(shown, run("combin solve docs/examples/bonus_six.py", capsys))
