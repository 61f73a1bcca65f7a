"""The table of families and questions in docs/architecture.md: each question is asked of one short
game of each family. `python tests/tools/matrix.py` writes the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial
from itertools import product

import pytest

import combin
from combin.counting.plan import Plan
from combin.families.listed import family_of
from combin.render.registry import WRITERS
from combin.solving.result import Solution
from declared import assert_as_declared, assert_one_number, figures
from matrix import DOC, FAMILIES, FIGURES, QUESTIONS, answered, as_shipped, is_slow, table, told
from shipped import COUNTING_UP


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


def test_a_short_game_is_of_its_family():
    """On fewer suits a board that is shared counts as tallies, and no question met its family."""
    found = {}
    with as_shipped():
        for name, short in FAMILIES.items():
            game = short.sheet.resolve()
            if not game.has_turns:
                found[name] = type(family_of(Plan(game, game.bet("base")))).__name__
    assert found == {
        "tallies": "Tallies",
        "shared boards": "SharedBoards",
        "draws": "DrawTallies",
        "shoe": "ShoeTallies",
        "set hands": "HighLow",
    }


CASES = [
    pytest.param(*case, marks=[pytest.mark.slow] if is_slow(*case) else [])
    for case in product(FAMILIES, QUESTIONS)
]


@pytest.mark.parametrize(("family", "question"), CASES)
def test_a_family_answers_a_question_or_says_why_not(family, question, tmp_path):
    """With the figures that it has had, where they are found in little time."""
    is_large = (family, question) == ("shared boards", "situations")
    known = FIGURES[family].get(question)

    def look(answer: object) -> None:
        look_at(answer)
        assert known is None or figures(answer) == known

    assert (
        answered(family, question, tmp_path, min if is_large else look) == cells()[question][family]
    )


def look_at(answer: object) -> None:
    """Refuse an answer whose JSON is not what its schema says, or that has two numbers of a name."""
    if type(answer).__name__ in WRITERS:
        assert_as_declared(answer)
        assert_one_number(answer)
    else:
        assert answer is None or str(answer)  # files alone, or a picture, are no figures


@pytest.mark.slow
@pytest.mark.parametrize("slug", [*COUNTING_UP, "jacks-or-better", "baccarat"])
def test_a_shipped_game_has_one_number_of_a_name(slug):
    game = combin.game(slug)
    for ask in (game.show, partial(game.solve, bets=["base"])):
        look_at(ask())


def test_two_numbers_of_a_name_are_found():
    solution = combin.solve("red-dog")
    assert_one_number(solution)
    bet = solution["base"]
    other = replace(bet, outcomes=bet.outcomes[1:])
    told = Solution._written
    with pytest.MonkeyPatch.context() as patch, pytest.raises(AssertionError):
        patch.setattr(
            Solution,
            "_written",
            lambda self, form: told(solution if form == "json" else self, form),
        )
        assert_one_number(replace(solution, bets={"base": other}))
