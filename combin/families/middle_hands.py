"""The middle one of the hands that each line of a list decides, looked for as the family of a bet
lists its hands.
"""

from __future__ import annotations

from combin.counting import Plan
from combin.dossier import examples
from combin.dossier.examples import Cards, Place
from combin.families.board.counting import is_large
from combin.strategies import Lines


def middle_hands(plan: Plan, lines: Lines, wanted: set[Place]) -> dict[Place, Cards]:
    """Return for each wanted line the middle one of the hands that it decides."""
    find = examples.middle_on_boards if is_large(plan) else examples.middle
    return find(plan, lines, wanted)
