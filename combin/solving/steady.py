"""Of holds that are worth the same, the one whose pay varies least."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import compress, count

from combin.counting import Plan, Tally
from combin.rules.facts import Path
from combin.solving.induction import Choose, Offers, Taken, Worth, best


def steadiest(plan: Plan, tally: Tally, pays: Mapping[Path, array[int]]) -> Choose:
    """Return the choice of the hold that is worth most in the one component: of equals the one of
    the smallest variance, then the first.

    pays: path -> what it pays at every joint number of facts.
    """

    def choose(history: Path, offers: Offers, values: Iterable[Worth]) -> Taken:
        every = list(values)
        taken = best(history, offers, every)
        squares: dict[int, list[tuple[int, int]]] = defaultdict(list)
        places = list(compress(count(), taken.tied))
        for number, (path, (value,)) in enumerate(zip(plan.after(history), every)):
            equal = [at for at in places if value[at] == taken.worth[0][at]]
            for at, square in zip(equal, _squares(tally, path, equal, pays[path])):
                squares[at].append((square, number))
        for at, found in squares.items():
            _, taken.action[at] = min(found)
        return taken

    return choose


def _squares(tally: Tally, path: Path, places: list[int], pays: array[int]) -> list[int]:
    """Return the sum of the squares of what is paid after a path, at each of some places."""
    rows, columns = tally.rows(path, places), tally.columns
    starts = range(0, len(rows), columns)
    return [sum(ways * pay**2 for ways, pay in zip(rows[at : at + columns], pays)) for at in starts]
