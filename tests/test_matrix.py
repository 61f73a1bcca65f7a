"""The table of families and questions in docs/architecture.md: each question is asked of one short
game of each family. `python tests/test_matrix.py` prints the table as it is.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import combin
from questions import FAMILIES, QUESTIONS, YES, answered

DOC = Path(__file__).parents[1] / "docs" / "architecture.md"


def table(cells: Mapping[str, Mapping[str, str]]) -> str:
    """Return the table: a row a question, a number where the reasons below it tell why not.

    cells: question -> family -> what `answered` returns.
    """
    reasons = list(dict.fromkeys(one for row in cells.values() for one in row.values()))
    reasons.remove(YES)
    rows = [["question", *FAMILIES], ["---"] * (1 + len(FAMILIES))]
    for question, row in cells.items():
        said = [one if one == YES else str(1 + reasons.index(one)) for one in row.values()]
        rows.append([f"`{question}`", *said])
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([*lines, "", *(f"{n}. `{one}`" for n, one in enumerate(reasons, 1)), ""])


@cache
def told() -> Mapping[str, Mapping[str, str]]:
    """Return the cells that the document has."""
    text = DOC.read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line[:1] == "|"]
    begin = rows.index(["question", *FAMILIES]) + 2
    reasons = {}
    for line in text[text.index("| question |") :].splitlines():
        number, _, reason = line.partition(". `")
        if number.isdecimal():
            reasons[number] = reason.removesuffix("`")
    return {
        question.strip("`"): {name: reasons.get(one, one) for name, one in zip(FAMILIES, row)}
        for question, *row in rows[begin : begin + len(QUESTIONS)]
    }


def test_the_document_has_every_question_and_no_other_reason():
    assert list(told()) == list(QUESTIONS)
    assert table(told()) in DOC.read_text(encoding="utf-8")


def test_every_question_about_one_game_is_asked():
    """`load` and `show` answer before anything is counted."""
    methods = {name for name in vars(type(combin.game("red-dog"))) if name[0] != "_"}
    assert methods - {"show"} <= QUESTIONS.keys()


LONG = {("split hands", "verify")}
CASES = [
    pytest.param(*case, marks=[pytest.mark.slow] if case in LONG else [])
    for case in product(FAMILIES, QUESTIONS)
]


@pytest.mark.parametrize(("family", "question"), CASES)
def test_a_family_answers_a_question_or_says_why_not(family, question, tmp_path):
    assert answered(family, question, tmp_path) == told()[question][family]


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        found = {
            asked: {family: answered(family, asked, Path(folder)) for family in FAMILIES}
            for asked in QUESTIONS
        }
    sys.stdout.write(table(found))
