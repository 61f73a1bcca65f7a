"""The figures of short games as literals, so that each module that makes a number has one that a
small fault of it would change: `figures.json` has those of each question and family, which
test_matrix.py asks, and those of blackjack, its kin and what counts its cards.

Other tests say that the figures are right, by the literal reference, closed forms and published
figures. These say in little time that they are the same again; `python tests/tools/matrix.py
--figures` writes them.
"""

from __future__ import annotations

import pytest

from declared import figures
from matrix import FAMILIES, FIGURES, NO_FIGURES, OF_BLACKJACK, QUESTIONS, YES, is_slow, told


@pytest.mark.parametrize("name", OF_BLACKJACK)
def test_a_short_game_of_blackjack_has_these_figures(name):
    assert figures(OF_BLACKJACK[name]()) == FIGURES["blackjack and its kin"][name]


def test_every_quick_answer_of_a_family_has_figures():
    """Asked in test_matrix.py: a new question or family has its literals, too."""
    cells = told()
    expected = {
        family: {
            question
            for question in QUESTIONS
            if question not in NO_FIGURES
            and not is_slow(family, question)
            and cells[question][family] == YES
        }
        for family in FAMILIES
    }
    assert {**expected, "blackjack and its kin": OF_BLACKJACK.keys()} == {
        name: known.keys() for name, known in FIGURES.items()
    }
