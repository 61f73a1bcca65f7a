"""Which linear inequalities say something that the others do not: exact linear programming, in
whole numbers.

Farkas: constant + coefficients . x >= 0 follows from others that some x meets exactly if it is a
    sum of them with weights that
are not negative, its constant raised or left as it is. The simplex method looks for the weights, by
Bland's rule, which never cycles; Edmonds' division keeps every number of the tableau a whole one.
"""

from __future__ import annotations

from collections.abc import Sequence

Row = Sequence[
    int
]  # the slack at a point that meets every inequality (so not negative), then the coefficients


class Work:
    """How many numbers of tableaus may still be worked out."""

    def __init__(self, numbers: int) -> None:
        self.left = numbers

    def do(self, tableau: list[list[int]]) -> None:
        """Count one exchange; raises TooMuchWork where no more are allowed."""
        self.left -= len(tableau) * len(tableau[0])
        if self.left < 0:
            raise TooMuchWork


class TooMuchWork(Exception):
    """The linear programs are too many or too large."""


def binding(rows: Sequence[Row], work: Work | None = None) -> list[int]:
    """Return the places of inequalities that together say what all say, none of which the others
    imply.

    rows: different in their coefficients' direction, those near the point first: then little is
        kept that is not needed.
    Raises TooMuchWork.
    """
    kept: list[int] = []
    for place, row in enumerate(rows):
        if not is_implied(row, [rows[other] for other in kept], work):
            kept.append(place)
    for place in kept[:]:
        others = [other for other in kept if other != place]
        if is_implied(rows[place], [rows[other] for other in others], work):
            kept = others
    return kept


def is_implied(row: Row, others: Sequence[Row], work: Work | None = None) -> bool:
    """Tell whether an inequality follows from others."""
    tableau = _tableau(row, others)
    width = (
        len(others) + 1
    )  # a column for each weight, one for what the constant is raised by; then the right side
    basis = [
        width - 1,
        *(width + number for number in range(len(row) - 1)),
    ]  # the last ones are what is still missing
    pivot = 1
    while tableau[-1][-1] > 0:
        column = next((column for column in range(width) if tableau[-1][column] > 0), None)
        if column is None:
            return False
        chosen = _leaving(tableau, basis, column)
        if work:
            work.do(tableau)
        pivot = _exchange(tableau, chosen, column, pivot)
        basis[chosen] = column
    return True


def _tableau(row: Row, others: Sequence[Row]) -> list[list[int]]:
    """Return an equation for the constant and for each coefficient, no right side negative; last,
    what is missing in all.
    """
    equations = [[*(other[0] for other in others), 1, row[0]]]
    for place in range(1, len(row)):
        equation = [*(other[place] for other in others), 0, row[place]]
        equations.append([-number for number in equation] if row[place] < 0 else equation)
    return [*equations, [sum(column) for column in zip(*equations[1:])]]


def _leaving(tableau: list[list[int]], basis: list[int], column: int) -> int:
    """Return the equation whose variable leaves: the first to reach zero, of several that of the
    lowest number.
    """
    chosen = -1
    for place, equation in enumerate(tableau[:-1]):
        if equation[column] <= 0:
            continue
        ahead = 1
        if chosen >= 0:
            ahead = tableau[chosen][-1] * equation[column] - equation[-1] * tableau[chosen][column]
        if ahead > 0 or (ahead == 0 and basis[place] < basis[chosen]):
            chosen = place
    return chosen


def _exchange(tableau: list[list[int]], chosen: int, column: int, before: int) -> int:
    """Make `column` basic in the chosen equation; every number is then multiplied by the pivot,
    which is returned.
    """
    pivot, leading = tableau[chosen][column], tableau[chosen]
    for place, equation in enumerate(tableau):
        if place != chosen:
            factor = equation[column]
            tableau[place] = [
                (number * pivot - factor * other) // before
                for number, other in zip(equation, leading)
            ]
    return pivot


__all__ = ["TooMuchWork", "Work", "binding", "is_implied"]
