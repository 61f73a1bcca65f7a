"""The grammar by which editors colour pages of games."""

import json
import re
from pathlib import Path

import pytest

from combin.games import ENDING, file_of, names
from combin.rules.text.page import PARTS

ROOT = Path(__file__).parents[2]
GRAMMAR = json.loads((ROOT / "docs/editors/combin-game.tmLanguage.json").read_text())
REPOSITORY = GRAMMAR["repository"]
PART = "keyword.control.part.combin-game"


def rules(item):
    """Return all rules of a grammar, those within others too."""
    found = [item] if {"match", "begin", "include"} & {*item} else []
    within = [*item.get("patterns", ()), *item.get("repository", {}).values()]
    return found + [rule for one in within for rule in rules(one)]


def compiled(pattern):
    """Return a pattern as Python reads it; its words look behind by alternatives of one width."""
    return re.compile(pattern.replace(r"(?:^|(?<=\s\s|\t))", r"(?:^|(?<=\s\s)|(?<=\t))"))


def coloured(line):
    """Return what the first rule that matches at the start of a line calls its first group."""
    for one in GRAMMAR["patterns"]:
        rule = REPOSITORY[one["include"][1:]]
        pattern = rule.get("match") or rule.get("begin")
        if pattern and (found := compiled(pattern).match(line)):
            told = rule.get("captures") or rule.get("beginCaptures") or {}
            return told.get("1", {"name": rule.get("name")})["name"], found
    return None, None


def test_every_pattern_compiles_and_every_name_is_told():
    for rule in rules(GRAMMAR):
        for key in ("match", "begin", "end"):
            compiled(rule.get(key, ""))
        if "include" in rule:
            assert rule["include"][1:] in REPOSITORY
    assert {rule["include"][1:] for rule in rules(GRAMMAR) if "include" in rule} == {*REPOSITORY}


@pytest.mark.parametrize("slug", names())
def test_the_parts_of_a_page_are_coloured(slug):
    title, *lines = Path(file_of(slug)).read_text().splitlines()
    assert coloured(title)[0] == "markup.heading.title.combin-game"
    parts = [line for line in lines if line.startswith(PARTS)]
    assert parts and all(coloured(line)[0] == PART for line in parts)
    for line in parts:
        if line.startswith("SIDE BET"):
            assert coloured(line)[1][2] == re.sub(r"\s+\[.*", "", line.removeprefix("SIDE BET "))
    for line in lines:
        if line.startswith(("source:", "cards:")):
            assert coloured(line)[0] == "keyword.other.key.combin-game"
        elif line.startswith("#"):
            assert coloured(line)[0] == "comment.line.number-sign.combin-game"
        elif line.lstrip().startswith("choice "):
            assert coloured(line)[0] == "storage.type.choice.combin-game"


def test_every_part_that_is_read_has_a_colour():
    for head in PARTS:
        assert (
            coloured(
                f"{head} mine" if head in ("SIDE BET", "RANKING", "POINTS", "SPREAD") else head
            )[0]
            == PART
        )


@pytest.mark.parametrize("said", ["9", "1,000", "3/2", "0.95", "3 to 2", "+2", "10%"])
def test_numbers_are_coloured(said):
    assert compiled(REPOSITORY["number"]["match"]).fullmatch(said)


def test_figures_of_names_are_no_numbers():
    for name in ("board-1", "3x-or-4x", "hand-2"):
        assert not compiled(REPOSITORY["number"]["match"]).search(name)


def test_the_extension_has_its_files():
    folder = ROOT / "docs/editors"
    package = json.loads((folder / "package.json").read_text())["contributes"]
    (language,), (grammar,) = package["languages"], package["grammars"]
    assert language["extensions"] == [ENDING] == [f".{one}" for one in GRAMMAR["fileTypes"]]
    assert grammar["scopeName"] == GRAMMAR["scopeName"]
    assert json.loads((folder / language["configuration"]).read_text())["comments"]
    assert (folder / grammar["path"]).exists()
