"""One grammar of numbers: what `--pay` refuses is refused wherever a person types a number."""

from __future__ import annotations

import ast
import json
from fractions import Fraction
from pathlib import Path

import pytest

import combin
from browser import driven
from combin.errors import CombinError
from combin.exact import parse_number
from combin.render.site import asset

NUMBERS = {
    "9": Fraction(9), "-1": Fraction(-1), "+7": Fraction(7), "12.5": Fraction(25, 2), "7.": Fraction(7),
    ".5": Fraction(1, 2), "25/2": Fraction(25, 2), " 3 ": Fraction(3), "007": Fraction(7),
    "-0.25": Fraction(-1, 4), "9" * 60: Fraction(int("9" * 60)),
}  # fmt: skip
REFUSED = (
    "9,5", "1,000", "1_000", "1e3", "", " ", ".", "-", "+", "1/0", "1/-2", "1.5/2", "1/2.5", "--1", "1 000",
    "nine", "\u0663", "\u22121", "\uff19", "1/", "/2", "0x9", "inf", "nan", "9%", "9" * 61, "$5", "it's", "a\\b",
    "5\u00a0000", "x" * 90,
)  # fmt: skip
PAY = "pay straight"


def said(text: str) -> str | None:
    """Return what `--pay straight=...` says against a text."""
    try:
        parse_number(text, PAY)
    except CombinError as error:
        return str(error)
    return None


def test_the_command_line_takes_and_refuses_them():
    assert {text: parse_number(text, PAY) for text in NUMBERS} == NUMBERS
    for text in REFUSED:
        assert (said(text) or "").startswith(f"{PAY} is a number such as 9, 7/2 or 12.5, not "), (
            text
        )


@pytest.mark.slow
def test_the_site_reads_and_says_the_same(tmp_path):
    (tmp_path / "exact.js").write_text(asset("exact.js"))
    page = tmp_path / "numbers.html"
    page.write_text(
        '<!doctype html><meta charset="utf-8"><body><script src="exact.js"></script></body>'
    )
    texts = [*NUMBERS, *REFUSED]
    found = json.loads(
        driven(
            page,
            tmp_path,
            f"""return JSON.stringify({json.dumps(texts)}.map((text) => {{
              const number = combin.parse(text);
              return number ? [combin.text(number)] : combin.unread({json.dumps(PAY)}, text);
            }}));""",
        )
    )
    expected = [[str(NUMBERS[text])] if text in NUMBERS else said(text) for text in texts]
    printable = [
        place for place, text in enumerate(texts) if text.isprintable() and "\\" not in text
    ]
    for place in printable:
        assert found[place] == expected[place], texts[place]
    assert [type(one) for one in found] == [type(one) for one in expected]


WHOLE = (
    ("solve", "phil-em-up", "--threads"), ("card", "phil-em-up", "--lines"), ("chart", "phil-em-up", "law", "--rounds"),
    ("simulate", "phil-em-up", "--rounds"), ("simulate", "phil-em-up", "--seed"),
    ("verify", "phil-em-up", "--situations"), ("verify", "phil-em-up", "--packs"), ("plays", "jacks-or-better"),
)  # fmt: skip
FRACTIONS = (
    ("solve", "phil-em-up", "--pay", "straight={}"), ("sweep", "phil-em-up", "--pay", "straight={}..7"),
    ("target", "phil-em-up", "--pay", "straight", "--edge", "{}%"), ("solve", "three-card-poker", "--set", "meter={}"),
    ("check", "phil-em-up", "log.csv", "--chip", "{}"), ("check", "phil-em-up", "log.csv", "--pay", "straight={}"),
)  # fmt: skip


@pytest.mark.parametrize("text", ("9,5", "1_000", "\u0663", "1e3"))
def test_every_command_refuses_them(run, tmp_path, monkeypatch, text):
    monkeypatch.chdir(tmp_path)
    Path("log.csv").write_text("net\n-1\n")
    for words in WHOLE:
        status, out, err = run(*words, text)
        assert (status, out) == (2, "") and err.count("\n") == 1, (words, err)
    for words in FRACTIONS:
        status, out, err = run(*(word.format(text) for word in words))
        assert (status, out) == (2, "") and err.count("\n") == 1, (words, err)


def test_no_option_reads_whole_numbers_in_another_way():
    """`int` also takes 1_000 and the digits of other scripts."""
    for path in Path(combin.__file__).parent.joinpath("cli").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.keyword) and node.arg == "type":
                words = ast.unparse(node.value)
                assert words not in ("int", "float") and "IntRange" not in words, (path, words)
