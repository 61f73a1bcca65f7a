"""Which linear inequalities do not follow from the others: exact linear programming, in integers.

By the lemma of Farkas constant + coefficients . x >= 0 follows from others that some x meets
exactly if it is a sum of them with weights that are not negative, its constant raised or left as it
is. The simplex method looks for the weights, by Bland's rule, which never cycles; Edmonds' division
keeps every number of the tableau a whole one.
"""

from __future__ import annotations

from collections.abc import Sequence

# The slack at a point that meets every inequality, so not negative; then the coefficients.
Row = Sequence[int]


class Work:
    """An allowance of work: how many numbers of tableaus may still be computed."""

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
    """Return the places of inequalities that together say what all say; none of them follows from
    the others.

    rows: no two with proportional coefficients, those near the point first: then little is kept
        that is not needed.
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
    """Return True if an inequality follows from others."""
    # An equation for the constant and one for each coefficient, all right sides at least 0; then
    # the sum of what is missing in them.
    tableau = [[*(other[0] for other in others), 1, row[0]]]
    for place in range(1, len(row)):
        equation = [*(other[place] for other in others), 0, row[place]]
        tableau.append([-number for number in equation] if row[place] < 0 else equation)
    tableau.append([sum(column) for column in zip(*tableau[1:])])
    width = len(others) + 1  # a column for each weight, one for what the constant is raised by
    artificial = range(width, width + len(row) - 1)
    basis = [width - 1, *artificial]
    pivot = 1
    while tableau[-1][-1] > 0:
        # The first column that lessens what is missing enters.
        column = next((place for place in range(width) if tableau[-1][place] > 0), None)
        if column is None:
            return False
        # The variable that leaves is the first to reach zero; of several that of the lowest number.
        leaving = -1
        for place, equation in enumerate(tableau[:-1]):
            if equation[column] > 0:
                ahead = _ahead(tableau[leaving], equation, column) if leaving >= 0 else 1
                if ahead > 0 or (ahead == 0 and basis[place] < basis[leaving]):
                    leaving = place
        if work:
            work.do(tableau)
        pivot = _exchange(tableau, leaving, column, pivot)
        basis[leaving] = column
    return True


def _ahead(first: Sequence[int], second: Sequence[int], column: int) -> int:
    """Return a number above 0 where the second equation's variable reaches zero before the
    first's, 0 where both do at once.
    """
    return first[-1] * second[column] - second[-1] * first[column]


def _exchange(tableau: list[list[int]], leaving: int, column: int, before: int) -> int:
    """Make `column` basic in the equation `leaving`; every number is then multiplied by the pivot,
    which is returned.
    """
    pivot = tableau[leaving][column]
    leading = tableau[leaving]
    for place, equation in enumerate(tableau):
        if place != leaving:
            factor = equation[column]
            columns = zip(equation, leading)
            tableau[place] = [(one * pivot - factor * other) // before for one, other in columns]
    return pivot
