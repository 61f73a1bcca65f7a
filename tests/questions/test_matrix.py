"""The table of families and questions in docs/architecture.md: each question is asked of one short
game of each family. `python tests/matrix.py` writes the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import product

import pytest

import combin
from matrix import DOC, FAMILIES, QUESTIONS, answered, table, told


@cache
def cells() -> Mapping[str, Mapping[str, str]]:
    return told()


def test_the_document_has_every_question_and_no_other_reason():
    assert list(cells()) == list(QUESTIONS)
    assert table(cells()) in DOC.read_text(encoding="utf-8")


def test_every_question_about_one_game_is_asked():
    """`load` and `show` answer before anything is counted; `Checker` asks what `check` does."""
    methods = {name for name in vars(type(combin.game("red-dog"))) if name[0] != "_"}
    assert methods - {"show", "Checker"} <= QUESTIONS.keys()


LONG = ("shared boards", "shoe", "split hands")  # these are solved here, and the rest is slow
CASES = [
    pytest.param(
        family, asked, marks=[pytest.mark.slow] if family in LONG and asked != "solve" else []
    )
    for family, asked in product(FAMILIES, QUESTIONS)
]


@pytest.mark.parametrize(("family", "question"), CASES)
def test_a_family_answers_a_question_or_says_why_not(family, question, tmp_path):
    assert answered(family, question, tmp_path) == cells()[question][family]
