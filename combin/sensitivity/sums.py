"""What one play comes to at any pays, in whole numbers: a sum that is linear in the pays, one that
is quadratic, and in how many deals something is won.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm

from combin.rules.facts import Names, path_key
from combin.sensitivity.counted import Counted
from combin.sensitivity.linear import LinearForm
from combin.sensitivity.maxima import BestForms
from combin.sensitivity.sweep import chooses
from combin.solving.induction import Root

End = tuple[tuple[int, ...], int]  # what stays and what each pay is multiplied by; units staked


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
        """Return what an end is worth: the number that no pay moves, and for each pay what it is
        multiplied by.
        """
        stays = Fraction(form.constant, form.denominator)
        for name in form.coefficients.keys() - set(self.moving):
            stays += form.slope(name) * pays[name]
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
    if not chooses(counted):
        for found in counted.ends.forms.values():
            yield from found
        return
    for ways in BestForms(counted).ways.values():
        for forms in ways:
            yield from forms


class Ends:
    """What the ends of a bet are worth in whole numbers, hands read as they are at some pays; each
    is found where it is asked for.
    """

    def __init__(self, counted: Counted, units: Units) -> None:
        self._units, self._pays = units, counted.ends.pays
        self._results = {path_key(path): found for path, found in counted.payoffs.tables.items()}
        self._forms = {path_key(path): found for path, found in counted.ends.forms.items()}
        self._known: dict[tuple[Names, int], End] = {}

    def met(self, root: Root) -> Iterator[tuple[End, int]]:
        """Yield every end that some deals come to, and how many do."""
        for path, counts in root.counts.items():
            for number, count in enumerate(counts):
                if count:
                    yield self._end(path, number), count

    def _end(self, path: Names, number: int) -> End:
        if (path, number) not in self._known:
            staked = self._results[path][number][1].staked * self._units.of_net
            numbers = self._units.of_form(self._forms[path][number], self._pays)
            self._known[path, number] = numbers, whole(staked)
        return self._known[path, number]


class PlaySums:
    """What a play comes to. With whole pays P (see `Units`) an end is worth n0 + sum n_i x P_i.

    deals: how many there are.
    first: the numbers n, added up over the deals.
    second: (i, j) -> the sum of n_i x n_j, twice where they differ; i <= j, 0 the one that stays.
    won: how many deals are won whatever the pays within limits.
    open: the ends for which it depends: how many deals, and their numbers, positive where won.
    """

    def __init__(
        self, ends: Ends, root: Root, for_one: bool, limits: Sequence[tuple[int, int]]
    ) -> None:
        """root: what happens under the play. for_one: whether a stake that comes back is a win.
        limits: of each pay that moves.
        """
        met: Counter[End] = Counter()
        for end, count in ends.met(root):
            met[end] += count
        self.deals = sum(met.values())
        self.first = [0] * (len(limits) + 1)
        self.won, self.open = 0, list[tuple[int, tuple[int, ...]]]()
        second: Counter[tuple[int, int]] = Counter()
        for (numbers, staked), count in met.items():
            moved = [(place, number) for place, number in enumerate(numbers) if number]
            for place, number in moved:
                self.first[place] += count * number
                for other, factor in moved:
                    second[min(place, other), max(place, other)] += count * number * factor
            self._add_wins((numbers[0] + staked * for_one, *numbers[1:]), count, limits)
        self.second = dict(second)

    def _add_wins(
        self, numbers: tuple[int, ...], count: int, limits: Sequence[tuple[int, int]]
    ) -> None:
        least, most = _bounds(numbers, limits)
        if least > 0:
            self.won += count
        elif most > 0:
            self.open.append((count, numbers))

    def total(self, pays: Sequence[int]) -> int:
        """Return the sum of what all deals are worth."""
        return self.first[0] + _product(self.first[1:], pays)

    def squares_by_powers(self, pays: Sequence[int], place: int) -> tuple[int, int, int]:
        """Return the sum of the squares of what all deals are worth, as the coefficients of one
        pay: of its powers 0, 1 and 2.

        pays: the others, and anything in its place.
        """
        known = (1, *pays)
        stays = once = twice = 0
        for (i, j), number in self.second.items():
            if i == j == place + 1:
                twice += number
            elif place + 1 in (i, j):
                once += number * known[i if j == place + 1 else j]
            else:
                stays += number * known[i] * known[j]
        return stays, once, twice

    def wins(self, pays: Sequence[int]) -> int:
        """Return in how many deals something is won; where pays are for 1, comes back."""
        return self.won + sum(
            count for count, (stays, *rest) in self.open if stays + _product(rest, pays) > 0
        )


def _product(numbers: Sequence[int], pays: Sequence[int]) -> int:
    return sum(map(int.__mul__, numbers, pays))


def _bounds(numbers: Sequence[int], limits: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return the least and the most that an end is worth within limits of the pays."""
    least = most = numbers[0]
    for number, (low, high) in zip(numbers[1:], limits):
        least += min(number * low, number * high)
        most += max(number * low, number * high)
    return least, most


__all__ = ["Ends", "PlaySums", "Units", "forms_of"]
