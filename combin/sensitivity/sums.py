"""The value of the ends of a bet at any pays, in integers: columns whose sums over deals give the
total, the sum of squares and the deals won.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from math import lcm

from combin.rules.facts import Names, Path, path_key
from combin.sensitivity.best_forms import BestForms
from combin.sensitivity.counted import Counted
from combin.sensitivity.linear import LinearForm
from combin.sensitivity.sweep import chooses
from combin.solving.induction import Root

End = tuple[tuple[int, ...], int]  # what stays and what each pay is multiplied by; units staked
# Of the ends: path -> one for each joint number of facts.
Forms = Mapping[Path, Sequence[LinearForm]]


class Units:
    """In what whole numbers the pays of a bet and its nets are said.

    moving: the pays that move, in the order of their places.
    of_pay: a pay times this is whole. of_net: a net times this is.
    """

    def __init__(self, counted: Counted, values: Mapping[str, Sequence[Fraction]]) -> None:
        """values: of each pay that moves."""
        self.moving = tuple(values)
        self.of_pay = lcm(*(one.denominator for found in values.values() for one in found))
        fixed = (pay for name, pay in counted.ends.pays.items() if name not in values)
        self.of_net = self.of_pay * lcm(
            *(pay.denominator for pay in fixed), *(form.denominator for form in forms_of(counted))
        )

    def pays(self, values: Sequence[Fraction]) -> tuple[int, ...]:
        """Return some values of a pay as whole numbers."""
        return tuple(whole(value * self.of_pay) for value in values)

    def of_form(self, form: LinearForm, pays: Mapping[str, Fraction]) -> tuple[int, ...]:
        """Return the value of an end: the number that no pay moves, and for each pay what it is
        multiplied by.
        """
        stays = sum(
            (form.slope(name) * pays[name] for name in form.coefficients.keys() - set(self.moving)),
            Fraction(form.constant, form.denominator),
        )
        unit = self.of_net // self.of_pay
        moves = (whole(form.slope(name) * unit) for name in self.moving)
        return (whole(stays * self.of_net), *moves)


def whole(number: Fraction) -> int:
    """Return a number that is whole."""
    if number.denominator > 1:
        raise ArithmeticError(f"{number} is no whole number of units")
    return number.numerator


def forms_of(counted: Counted) -> Iterator[LinearForm]:
    """Yield all forms that an end of a bet may have, at any pays."""
    if chooses(counted):
        for ways in BestForms(counted).ways.values():
            yield from chain.from_iterable(ways)
    else:
        yield from chain.from_iterable(counted.ends.forms.values())


class Ends:
    """What the ends of a bet are worth in whole numbers, hands read as they are at some pays; each
    is found where it is asked for.
    """

    def __init__(self, counted: Counted, units: Units, forms: Forms | None = None) -> None:
        """forms: of the ends, by default those at the pays of `counted`."""
        self._units, self._pays = units, counted.ends.pays
        self._forms = {
            path_key(path): found for path, found in (forms or counted.ends.forms).items()
        }
        self._results = {path_key(path): found for path, found in counted.payoffs.tables.items()}
        self._known: dict[tuple[Names, int], End] = {}

    def of(self, path: Names, number: int) -> End:
        """Return the value of an end, by the actions taken and the joint number of its facts."""
        if (path, number) not in self._known:
            staked = self._results[path][number][1].staked * self._units.of_net
            numbers = self._units.of_form(self._forms[path][number], self._pays)
            self._known[path, number] = numbers, whole(staked)
        return self._known[path, number]

    def met(self, root: Root) -> Counter[End]:
        """Return the number of deals that come to each end."""
        found = Counter[End]()
        for path, counts in root.counts.items():
            for number, count in enumerate(counts):
                if count:
                    found[self.of(path, number)] += count
        return found


class Columns:
    """The numbers of an end that are added up over deals: those of its worth, n0 + sum n_i x P_i at
    whole pays P (see `Units`); its square and whether it is won, if no pay changes it; else a 1 at
    its kind.

    moves: how many pays move.
    kinds: of the ends that pays change: the numbers of its worth, and what is added to that before
        it counts as won where it is more than 0: the stake where pays are for 1.
    """

    def __init__(self, ends: Iterable[End], moves: int, for_one: bool) -> None:
        self.moves, self._for_one = moves, for_one
        moved = (self._kind(end) for end in ends if any(end[0][1:]))
        self.kinds = tuple(dict.fromkeys(moved))
        self._places = {kind: place for place, kind in enumerate(self.kinds)}

    @property
    def width(self) -> int:
        return 3 + self.moves + len(self.kinds)

    def _kind(self, end: End) -> End:
        numbers, staked = end
        return numbers, staked * self._for_one

    def of(self, end: End) -> tuple[int, ...]:
        """Return the numbers of one deal that comes to an end."""
        numbers, back = kind = self._kind(end)
        kinds, fixed = [0] * len(self.kinds), (numbers[0] ** 2, int(numbers[0] + back > 0))
        if kind in self._places:
            kinds[self._places[kind]], fixed = 1, (0, 0)
        return *numbers, *fixed, *kinds

    def sums(self, met: Counter[End]) -> list[int]:
        """Return the sums over deals; met: how many come to each end."""
        total = [0] * self.width
        for end, count in met.items():
            for place, number in enumerate(self.of(end)):
                total[place] += count * number
        return total

    def wins(self, sums: Sequence[int], limits: Sequence[tuple[int, int]]) -> int | None:
        """Return the number of deals won, None where it depends on the pays within limits."""
        won = sums[2 + self.moves]
        for (numbers, back), count in zip(self.kinds, sums[3 + self.moves :]):
            least, most = bounds(numbers, limits)
            if count and least + back <= 0 < most + back:
                return None
            won += count * (least + back > 0)
        return won


def worth(numbers: Sequence[int], pays: Sequence[int]) -> int:
    """Return n0 + sum n_i x P_i."""
    return numbers[0] + sum(map(int.__mul__, numbers[1 : 1 + len(pays)], pays))


def bounds(numbers: Sequence[int], limits: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return the least and the most that an end is worth within limits of the pays."""
    least = most = numbers[0]
    for number, (low, high) in zip(numbers[1:], limits):
        least += min(number * low, number * high)
        most += max(number * low, number * high)
    return least, most
