"""The README and the pages in docs/ say what combin does: their figures, commands, games and links,
read from the files.
"""

from __future__ import annotations

import doctest
import importlib
import re
import shlex
import subprocess
import sys
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

import combin
from agreement import assert_agree, shortened
from combin import cli
from combin.errors import NEEDS
from combin.games import file_of, names, sheet_of
from combin.proof import reference
from combin.render import number
from combin.render.site.markdown import anchor
from combin.rules.loader import verify_strictly
from combin.rules.text.choices import standard_choices
from combin.rules.text.hands import library
from combin.rules.text.page import PARTS, Page, text_of
from combin.rules.text.turns import INSURED, LINES, LOOKS, OFFERED, VALUES
from combin.rules.text.values import KEYWORDS, OPENING
from combin.rules.ways import FRONTS
from pages import assert_shows, blocks

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
EDGES = (ROOT / "docs" / "edges.md").read_text()
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
EXAMPLES = sorted((ROOT / "docs" / "examples").glob("*.game"))
# What a page writes, changes and runs: pages of games and changes to them, commands with what they
# print, and commands that write a page.
DONE = re.compile(
    r"^```(game|diff|console)(?: ([^\n]*))?\n(.*?)^```$|^ {4}(combin show [^\n]* > \S+)$",
    re.MULTILINE | re.DOTALL,
)


def commands(page: Path) -> list[str]:
    """Return the lines of a page's indented blocks that start with a command of combin, without the
    words beside them.
    """
    found = re.findall(r"^ {4}(?:\$ )?(combin .*)$", page.read_text(), re.MULTILINE)
    return [re.split(r" {2,}", line)[0] for line in found]


def run(words: str, capsys) -> str:
    """Return what a command prints, which must end well and quietly; write it where `> FILE` says."""
    words, _, file = words.partition(" > ")
    arguments = shlex.split(words)
    assert arguments.pop(0) == "combin"
    with pytest.raises(SystemExit) as caught:
        cli.main(arguments)
    output = capsys.readouterr()
    said = [
        line
        for line in output.err.splitlines()
        if not line.endswith("s of processor time")  # what it takes
        and "checked against a second program" not in line
        and not line.startswith("combin: still at work")
    ]
    assert (caught.value.code, said) == (0, []), words
    if file:
        Path(file).write_text(output.out)
    return output.out


# --- The README --------------------------------------------------------------------------------


def rows_of(page: str) -> list[list[str]]:
    """Return the cells of the rows of a page's tables, without their heads."""
    lines = re.findall(r"^\| (?!game|---)(.*) \|$", page, re.MULTILINE)
    return [[cell.strip() for cell in line.split("|")] for line in lines]


@pytest.mark.whole
def test_the_table_of_games():
    rows, game = [], ""
    for name, bet, edge, exact, wager in rows_of(EDGES):
        game = name or game
        rows.append((game, bet, edge, exact, wager))
    expected = []
    for name in names():
        for key, bet in combin.solve(name).bets.items():
            wager = getattr(bet, "wager", "bet")  # those that count up have no other
            wager = "bet" if wager == key else wager
            expected.append(
                (name, key, number.percent(bet.house_edge, 4), str(bet.house_edge), wager)
            )
    assert rows == expected


def test_the_eight_edges_are_those_of_the_page():
    """The numbers of published figures are those that the reports print."""
    compared = {}
    for report in sorted((ROOT / "reports").glob("*/README.md")):
        said = re.search(
            r"^(\d+) of (\d+) published figures? agree", report.read_text(), re.MULTILINE
        )
        if said:
            compared[report.parent.name] = (int(said[1]), int(said[2]))
    main = {name: (edge, wager) for name, bet, edge, _, wager in rows_of(EDGES) if bet == "base"}
    shown = rows_of(README)
    for link, edge, wager, agreeing in shown:
        slug = re.fullmatch(r"\[.*\]\(reports/(.*)/README.md\)", link)[1]
        assert link.startswith(f"[{sheet_of(slug).title}]")
        assert (edge, wager) == main[slug]
        assert agreeing == "{} of {}".format(*compared[slug])
    assert len(shown) == 8
    assert len(main) == len(names())
    told = " ".join(README.split())
    assert f"Every bet of all {len(main)} games" in told
    agree, listed = (sum(numbers) for numbers in zip(*compared.values(), strict=True))
    assert f"compare {listed} published figures with the exact ones: {agree} agree" in told


def test_the_pictures_are_small():
    sources = re.findall(r'<img src="([^"]*)"[^>]* alt="[^"]+">', README)
    assert len(sources) == README.count("<img") == 3
    for source in sources:
        assert 0 < (ROOT / source).stat().st_size < 100_000, source


def test_what_the_first_command_prints(capsys):
    (shown,) = blocks(ROOT / "README.md", "text")
    assert_shows(shown, run("combin solve jacks-or-better", capsys))


def test_the_two_lines_to_paste_are_the_ones_that_work():
    """Only their form; CI runs them."""
    lines = re.findall(r"^    (python3 -m venv .*)$", README, re.MULTILINE)
    first, second = (line.split(" && ") for line in lines)
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    assert first == [
        "python3 -m venv .venv",
        ".venv/bin/pip install -q .",
        ".venv/bin/combin solve jacks-or-better",
    ]
    assert second == [
        "python3 -m venv .venv",
        '.venv/bin/pip install -q --no-compile -e ".[test]"',
        ".venv/bin/python -m pytest -n auto",
    ]
    assert "test" in extras


def test_a_page_names_the_extra_of_every_package_that_a_command_asks_for():
    told = " ".join(page.read_text() for page in PAGES)
    named = {extra for list_ in re.findall(r"\.\[([a-z,]+)\]", told) for extra in list_.split(",")}
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    for wanted in NEEDS.values():
        assert any(wanted in extras[extra] for extra in named - {"test"}), wanted


def jacks_up() -> str:
    (page,) = blocks(ROOT / "README.md", "game jacks-up.game")
    return page


def test_the_game_in_the_readme(tmp_path):
    path = tmp_path / "jacks-up.game"
    path.write_text(jacks_up())
    edge = combin.solve(str(path))["base"].house_edge
    assert f"house edge is {number.percent(edge, 4)} ({edge})" in README
    assert jacks_up() in blocks(ROOT / "docs" / "adding-a-game.md", "game jacks-up.game")


def test_the_python_in_the_readme():
    (code,) = blocks(ROOT / "README.md", "python")
    solution = combin.solve("phil-em-up", {"joker": "bug"}, pays={"five-aces": 1000})
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert [Fraction(word) for word in done.stdout.split()] == [
        solution["base"].house_edge,
        solution["base"].variance,
    ]


# --- All pages ---------------------------------------------------------------------------------


LONG = ("verify", "publish")  # a minute each; tested elsewhere


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """Work in a folder that has the files which the pages speak of, and where files may be
    written.
    """
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    (tmp_path / "jacks-up.game").write_text(jacks_up())
    for name in ("caribbean-stud", "blackjack"):
        mine = {"caribbean-stud": "my-stud", "blackjack": "my-blackjack"}[name]
        (tmp_path / f"{mine}.game").write_text(text_of(sheet_of(name)))
    (way,) = blocks(ROOT / "docs" / "strategies.md", "text mine.game")
    (tmp_path / "mine.game").write_text(way)
    (tmp_path / "my_game.py").write_text("import combin\n\nGAME = combin.load('red-dog')\n")
    (tmp_path / "my-strategy.txt").write_text("play: Q-6-4 or better\nfold: otherwise\n")
    (tmp_path / "shoe.csv").write_text("player,banker,net\n9c 9d,Kc 7h,-1\n")
    (tmp_path / "machine.csv").write_text(
        "deal,hold,draw,win-1\n5h 5d 8c Jc 2s,5h 5d,9h Kd 3c,-1\n"
    )
    monkeypatch.chdir(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands(page, capsys, elsewhere):
    """Every command that a page shows is accepted."""
    Path("my-chart.txt").write_text(run("combin situations blackjack", capsys))
    for words in commands(page):
        if shlex.split(words)[1] not in LONG:
            run(words, capsys)


def changed(text: str, difference: str) -> str:
    """Return a text with lines left out (`-`) and put in their place (`+`), or at its end."""
    for gone, new in re.findall(r"((?:^-.*\n)*)((?:^\+.*\n)+)", difference, re.MULTILINE):
        old, put = (re.sub(r"^.", "", part, flags=re.MULTILINE) for part in (gone, new))
        assert not old or text.count(old) == 1, old
        text = text.replace(old, put) if old else text + put
    return text


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_does(page, capsys, elsewhere):
    """Pages of games are written and changed, and commands run, in the order of the page."""
    for kind, name, block, command in DONE.findall(page.read_text()):
        if command:
            run(command, capsys)
        elif kind == "game" and name:
            Path(name).write_text(block)
            verify_strictly(name)
        elif kind == "diff":
            old, _, new = name.partition(" > ")
            Path(new or old).write_text(changed(Path(old).read_text(), block))
        for said in re.split(r"^\$ ", block if kind == "console" else "", flags=re.MULTILINE)[1:]:
            words, shown = said.split("\n", 1)
            with pytest.raises(SystemExit) as caught:
                cli.main(shlex.split(words)[1:])
            output = capsys.readouterr()
            assert_shows(shown, output.err if caught.value.code else output.out)


def test_the_lines_beside_rules_stand_on_their_pages():
    """Each line in a column of page lines, of the game whose page is named above the table."""
    slug, found = "", 0
    for line in (ROOT / "docs" / "rules-beside-pages.md").read_text().splitlines():
        if named := re.search(r"`combin show (\S+)`$", line):
            slug = named[1]
            page = {" ".join(one.split()) for one in Path(file_of(slug)).read_text().splitlines()}
        elif slug and line.startswith("| ") and not line.startswith("| ---"):
            cells = re.split(r" (?<!\\)\| ", line.strip("|"))
            for said in re.findall(r"`([^`]*)`", cells[-2].replace("\\|", "|")):
                found += 1
                assert " ".join(said.split()) in page, (slug, said)
    assert found > 90


def test_the_rules_language_has_every_word():
    """Parts, rankings, standard choices, lines of blackjack and of house ways."""
    told = (ROOT / "docs" / "rules-language.md").read_text()
    words = {
        *PARTS,
        *library(),
        *standard_choices(),
        *FRONTS,
        *VALUES,
        *LINES,
        LOOKS,
        OFFERED,
        INSURED,
    }
    words |= {said for line in LINES.values() for said in line.said}
    words |= {word for word in KEYWORDS | OPENING if len(word) > 1}
    missing = [
        word
        for word in sorted(words)
        if not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", told)
    ]
    assert missing == []


def test_the_lines_of_blackjack_are_read():
    """Those at the left of the table, and each of bets on the dealer's cards."""
    told = (ROOT / "docs" / "rules-language.md").read_text()
    part = told.partition("\n## Blackjack\n")[2].partition("\n## House ways\n")[0]
    lines = [
        line
        for cell in re.findall(r"^\| (`.*?) \|", part, re.MULTILINE)
        for line in re.findall(r"`([^`]+)`", cell)
    ]
    assert len(lines) > 12
    usual = {"dealer": "dealer: stands on 17, soft 17", "natural": "natural: pays 3 to 2"}
    for line in lines:
        turns = "".join(f"  {one}\n" for one in {**usual, line.partition(":")[0]: line}.values())
        game = (
            Page(f"Mine\nsource: mine\ncards: 6 decks\n\nTURNS\n{turns}", "mine.game")
            .sheet()
            .resolve()
        )
        plain = Page(
            f"Mine\nsource: mine\ncards: 6 decks\n\nTURNS\n  {usual['dealer']}\n  {usual['natural']}\n",
            "mine.game",
        )
        assert (game.play != plain.sheet().resolve().play) == (
            line not in (*usual.values(), "dealer looks: first")
        ), line


def test_parts_of_pages_stand_in_shipped_games():
    shipped = {
        " ".join(line.split())
        for name in names()
        for line in Path(file_of(name)).read_text().splitlines()
    }
    for page in PAGES:
        for block in blocks(page, "game"):
            for line in block.splitlines():
                assert " ".join(line.split()) in shipped, (page.name, line)


def test_the_strategy_on_its_page(capsys, elsewhere):
    Path("let-it-ride.txt").write_text(blocks(ROOT / "docs" / "strategies.md", "text")[0])
    run("combin price let-it-ride let-it-ride.txt", capsys)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    """Those to other places are the sources that a page names; nothing here asks the network."""
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
        path, _, place = target.partition("#")
        if target.startswith("https://"):
            continue
        to = page.parent / path if path else page
        assert to.exists(), target
        if place:
            headings = re.findall(r"^#+ (.*)$", to.read_text(), re.MULTILINE)
            assert place in map(anchor, headings), target


# Low cards, where the player folds now and then.
SHORT = {
    "bonus_six": ("3456789", "cdh", ["base"]),
    "chase_the_flush": ("79JQA", "cd", ["base"]),
    "flashed_three_card_poker": ("9JQKA", "cdh", ["base"]),
}


@pytest.mark.slow
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_agree_with_the_reference(path):
    ranks, suits, bets = SHORT[path.stem]
    game = combin.load(str(path))
    open_games = [
        game,
        *(
            combin.load(str(path), {choice.name: value})
            for choice in game.choices
            for value in choice.values
        ),
    ]
    for one in open_games:
        for key in bets:
            assert_agree(shortened(one, ranks, suits), key)


@pytest.mark.slow
def test_the_reference_plays_ultimate_texas_holdem():
    """As the page says: whoever has bet decides no more, and one play bet is made in all."""
    game = shortened(combin.load("ultimate-texas-holdem"), "9TJQK", "cd")
    played = {actions: staked for actions, _, _, staked in reference.solve(game).outcomes}
    assert set(played) <= {
        ("3x",),
        ("4x",),
        ("check", "2x"),
        ("check", "check", "1x"),
        ("check", "check", "fold"),
    }
    assert all(
        staked == 2 + int(actions[-1][0])
        for actions, staked in played.items()
        if actions[-1] != "fold"
    )


def test_blocks_are_taken_from_the_examples():
    """What the pages show as Python stands in a file that is tested."""
    folders = ROOT / "docs" / "examples", ROOT / "combin" / "rules"
    sources = "".join(path.read_text() for folder in folders for path in folder.rglob("*.py"))
    for page in PAGES[1:]:
        for block in blocks(page, "python"):
            assert block in sources, (page.name, block)


WITH_SESSIONS = [page for page in PAGES if ">>>" in page.read_text()]
WITH_EXAMPLES = [
    path for path in sorted((ROOT / "combin").rglob("*.py")) if ">>>" in path.read_text()
]


@pytest.mark.slow
@pytest.mark.parametrize("page", WITH_SESSIONS, ids=lambda page: page.name)
def test_the_sessions_on_a_page(page, elsewhere):
    """Every line that the page shows is what Python answers, one block after the other in one
    session.
    """
    session = "\n".join(block.replace("\n\n", "\n<BLANKLINE>\n") for block in blocks(page, "pycon"))
    example = doctest.DocTestParser().get_doctest(session, {}, page.name, None, 0)
    assert len(example.examples) == page.read_text().count(">>>") > 0
    assert doctest.DocTestRunner().run(example).failed == 0


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_in_docstrings(path):
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert (failed, tried) == (0, path.read_text().count(">>>"))


def test_pages_and_docstrings_with_examples_are_found():
    assert "python.md" in {page.name for page in WITH_SESSIONS}
    assert ROOT / "combin" / "__init__.py" in WITH_EXAMPLES
