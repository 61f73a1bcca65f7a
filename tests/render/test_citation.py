"""Citations: entries that BibTeX reads, and the file that reference managers read."""

import re
from pathlib import Path

import pytest

import combin
from combin.games import names, sheet_of
from combin.render.citation import TITLE, bibtex
from combin.render.layout import layout
from combin.render.markdown import placed
from combin.render.page import MARKDOWN, cited
from combin.version import RELEASE, YEAR

ROOT = Path(__file__).parents[2]


def parsed(entry):
    """Return the key and the fields of an entry, as BibTeX delimits them by braces."""
    kind, key, body = re.fullmatch(
        r"@(\w+)\{([^\s,{}#%~\"'=]+),\n(.*)\}\n", entry, re.DOTALL
    ).groups()
    assert kind == "misc" and key.isascii()
    fields = {}
    while body:
        name, body = re.fullmatch(r"  (\w+) = (.*)", body, re.DOTALL).groups()
        depth = 0
        for at, sign in enumerate(body):
            depth += (sign == "{") - (sign == "}")
            if not depth:
                end = at
                break
        fields[name], body = body[1:end], body[end + 1 :]
        assert body.startswith(",\n")
        body = body[2:]
    return key, fields


def test_the_program():
    key, fields = parsed(bibtex())
    assert key == "combin" and fields["title"] == f"{{{TITLE}}}"
    assert RELEASE in fields["howpublished"] and "note" not in fields


@pytest.mark.parametrize("slug", names())
def test_every_game_is_cited_with_the_command_of_its_figures(slug):
    key, fields = parsed(bibtex(sheet_of(slug).resolve()))
    assert key == f"combin-{slug}"
    assert fields["note"].endswith(f"Command: \\texttt{{combin solve {slug}}}")
    for field in fields.values():  # what TeX takes for a comment, a mark or a table
        assert not re.search(r"(?<!\\)[%#&_]", field), field


def test_other_rules_are_another_entry(run, tmp_path):
    printed = [
        run("cite", "jacks-or-better", *options)[1]
        for options in (
            (),
            ("--set", "paytable=8-5"),
            ("--pay", "flush=6.5"),
            ("--set", "coins=fewer"),
        )
    ]
    entries = dict(map(parsed, printed))
    assert len(entries) == len(printed)
    note = entries["combin-jacks-or-better-paytable-8-5"]["note"]
    assert "Rules: paytable=8-5, coins=five." in note and "-{}-set paytable=8-5" in note
    own = tmp_path / "50 % & #1.game"
    own.write_text(str(combin.load("red-dog")).replace("Red Dog", "Dogs_& 50 %", 1))
    _, fields = parsed(run("cite", own)[1])
    assert fields["title"].startswith(r"{Dogs\_\& 50")


def test_settings_need_a_game(run):
    status, out, err = run("cite", "--set", "packs=1")
    assert (status, out) == (2, "") and "name the game to cite" in err
    assert run("cite", "red-dogg")[0] == 2


def test_a_report_ends_with_its_entry():
    game = sheet_of("red-dog").resolve()
    told = placed(layout(cited(game), MARKDOWN))
    assert all(line in told for line in bibtex(game).splitlines())


def test_the_file_of_reference_managers_is_of_this_release():
    told = dict(
        line.split(": ", 1)
        for line in (ROOT / "CITATION.cff").read_text().splitlines()
        if ": " in line
    )
    assert told["version"] == RELEASE and told["title"] == f'"{TITLE}"'
    assert told["cff-version"] == "1.2.0" and told["type"] == "software"
    assert f"Copyright (c) {YEAR} combin contributors" in (ROOT / "LICENSE").read_text()
