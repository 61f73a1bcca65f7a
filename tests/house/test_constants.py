"""Numbers that stand in Python and in the kernels' headers are the same."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from combin import cards, checker, ranking
from combin.counting import pooling
from combin.counting.program import LEAD, LINE, ORDER, UNDER
from combin.kernels import constants
from combin.rounds import settle
from combin.sensitivity import boxes
from combin.strategies import traits

ROOT = Path(__file__).parents[2]
LIMITS = {name: value for name, value in vars(constants).items() if name.startswith("MAX_")}


def declared(header: str) -> dict[str, int]:
    """Return the plain numbers that the enums of a header declare."""
    text = (ROOT / "_ext" / header).read_text(encoding="utf-8")
    return {
        name: int(number, 0)
        for name, number in re.findall(
            r"^    ([A-Z][A-Z_]*) = (0x[0-9A-F]+|[0-9]+)\b(?! <<)", text, re.M
        )
    }


def test_families_of_hands():
    five = declared("hands.pxd")["FIVE_OF_A_KIND"]
    counted_by_kinds = {"suited-three-of-a-kind", "suited-pair", "coloured-pair"}  # by no kernel
    known = {name: code for name, code in ranking.SHAPES.items() if name not in counted_by_kinds}
    assert known == {
        **constants.SHAPES,
        "suited-ace-king-queen": constants.SHAPES["royal-flush"],
        "wild-royal-flush": constants.SHAPES["royal-flush-with-joker"],
        "five-of-a-kind": five,
    }


def test_readings_of_the_joker():
    assert {
        reading: place for place, reading in enumerate((None, *ranking.JOKER_READINGS))
    } == constants.READINGS


def test_kinds_of_facts():
    assert {"LINE": LINE, "ORDER": ORDER, "UNDER": UNDER, "LEAD": LEAD} == constants.FACTS


def test_traits():
    assert {name: getattr(traits, name) for name in constants.TRAITS} == constants.TRAITS
    numbers = {
        name: value for name, value in vars(traits).items() if name.isupper() and type(value) is int
    }
    assert numbers.keys() - constants.TRAITS.keys() == {
        "ANY_OF",
        "APART",
        "DEALT",
        "EACH",
        "HELD",
        "LARGEST_TRAIT",
        "WAGERED",
    }


@pytest.mark.parametrize(
    ("header", "shown"),
    [
        ("limits.pxd", LIMITS),
        (
            "vocabulary.pxd",
            {
                f"{n}S" if n in ("RANK", "UP_RANK", "BOARD_RANK") else n: v
                for n, v in constants.TRAITS.items()
            },
        ),
        ("program.pxd", constants.FACTS),
    ],
)
def test_python_is_shown_every_number_of_a_header(header, shown):
    assert declared(header) == shown


def test_limits_under_other_names():
    assert settle.MOST_ZONES == constants.MAX_PARTS
    assert declared("cards.pxd")["JOKER_BIT"] == cards.JOKER
    assert declared("cards.pxd")["LANE"] == (1 << len(cards.RANKS)) - 1
    assert declared("pool.pyx")["HEAD"] == pooling.HEAD
    assert declared("options.pyx")["MOST"] == boxes.MOST_OPTIONS
    assert (declared("deals.pyx")["NONE"], declared("deals.pyx")["UNKNOWN"]) == (
        checker.cards.NONE,
        checker.cards.UNKNOWN,
    )


@pytest.mark.slow
def test_no_module_writes_a_limit_of_the_kernels_again():
    for path in (ROOT / "combin").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    assert ast.unparse(target) not in LIMITS, f"{path.name}:{node.lineno}"
