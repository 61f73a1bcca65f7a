"""Among holds of equal value, the one with the smallest variance."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import compress, count

from combin.counting import Plan, Tally
from combin.rules import Hold
from combin.rules.facts import Path
from combin.solving.induction import Choose, Offers, Taken, Worth, best

# The sum of the squares of what is paid, minus the cards kept, and how often each pay and
# outcome come.
Spread = tuple[int, int, tuple[tuple[tuple[int, str], int], ...]]


def steadiest(
    plan: Plan, tally: Tally, pays: Mapping[Path, array[int]], names: Mapping[Path, list[str]]
) -> Choose:
    """Return the choice of the hold that is worth most in the one component: of equals the one of
    the smallest variance, then of the most cards, then the one whose largest pay is smaller or
    comes more rarely. Holds that are equal even then pay alike.

    pays, names: path -> what it pays at every joint number of facts, and the outcome there.
    """

    def choose(history: Path, offers: Offers, values: Iterable[Worth]) -> Taken:
        every = list(values)
        taken = best(history, offers, every)
        equals: dict[int, list[tuple[Spread, int]]] = defaultdict(list)
        places = list(compress(count(), taken.tied))
        for number, (path, (value,)) in enumerate(zip(plan.after(history), every)):
            equal = [at for at in places if value[at] == taken.worth[0][at]]
            for at, spread in zip(equal, _spreads(tally, path, equal, pays[path], names[path])):
                equals[at].append((spread, number))
        for at, found in equals.items():
            _, taken.action[at] = min(found)
        return taken

    return choose


def _spreads(
    tally: Tally, path: Path, places: list[int], pays: array[int], names: list[str]
) -> Iterator[Spread]:
    """Yield what parts a hold from others that are worth the same, at each of some places."""
    rows, columns = tally.rows(path, places), tally.columns
    hold = path[-1][1]
    assert isinstance(hold, Hold), "the decision parts the hand"
    for start in range(0, len(rows), columns):
        often: Counter[tuple[int, str]] = Counter()
        for ways, end in zip(rows[start : start + columns], zip(pays, names)):
            if ways:
                often[end] += ways
        square = sum(ways * pay**2 for (pay, _), ways in often.items())
        yield square, -hold.kept.bit_count(), tuple(sorted(often.items(), reverse=True))
