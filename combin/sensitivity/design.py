"""Whole paytables within limits of edge, hit frequency and deviation, by branch and bound over
boxes of pays.

The value of the best play is convex in the pays and never falls with one. So it lies, in a box of
pays, between its values at the lowest and the highest corner; and where a play that is best inside
the box is best at every corner, it is best in all of the box, and its sums are whole numbers.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from combin.errors import CombinError
from combin.exact import Interval
from combin.records import dataclass
from combin.results import Column, Result, columns
from combin.rules.game import Game
from combin.sensitivity.counted import Counted
from combin.sensitivity.front import Candidate, Front
from combin.sensitivity.spans import Spans, roughness
from combin.sensitivity.sums import Ends, PlaySums, Units, forms_of
from combin.sensitivity.sweep import chooses
from combin.solving.induction import Root
from combin.solving.result import BetResult, result_of
from combin.version import version

SIMPLE = 3  # lines of the list of a player who has learned little
GOOD = Fraction(1, 1000)  # cost in units of a list that is good enough
ENDLESS = 1 << 30  # lines where no list is good enough
MOST_CHOICES = 100_000_000  # of pays: a few minutes of one core where nothing is decided
OFTEN = 512  # lines of paytables after which it is told how many are done

Box = tuple[tuple[int, int], ...]  # of each pay the places of its lowest and its highest value
Window = tuple[int, int]
Tell = Callable[[int, int], None]  # how many paytables are done, of how many
List = tuple[int, Root]  # how many lines it has, and what happens under it
Lists = Callable[[], Sequence[List]]


@dataclass(frozen=True)
class Limits:
    """What a paytable is to keep; None at an end says that there is no limit."""

    edge: Interval = (None, None)
    hits: Interval = (None, None)
    deviation: Interval = (None, None)

    @property
    def aim(self) -> Fraction | None:
        """The edge that is best: the middle of its range, of an open one the end that there is."""
        ends = [end for end in self.edge if end is not None]
        return sum(ends, Fraction(0)) / len(ends) if ends else None


@dataclass(frozen=True)
class Designed:
    """A paytable within the limits that no other beats.

    pays: in the order of `Design.pays`.
    result: of the best play at these pays.
    rough: how far from round its pays are, added up; see `roughness`.
    off: how far its edge is from the one aimed at.
    simple: the edge against a player of the longest list of at most three lines; None where there
        is no list.
    lines: of the shortest list of the game that is good here; None where none is.
    """

    pays: tuple[Fraction, ...]
    result: BetResult
    rough: int
    off: Fraction
    simple: Fraction | None
    lines: int | None

    @property
    def edge(self) -> Fraction:
        return self.result.house_edge


@dataclass(frozen=True, repr=False)
class Design(Result):
    """The paytables of a bet within limits of which no other is as round, as near to the edge aimed
    at, as calm, as often won and as simple to play, and better in one of these.

    game, bet: as resolved, and its key.
    wager: the edges are of one unit of it.
    pays, today: the addresses of those that move, and their present values.
    now: the result at these.
    values: what each may be, where the pays fall.
    limits: what was asked for.
    most: the most that any pay may be, None without a limit.
    order, only_round: how the pays fall, and whether they are round numbers alone.
    combinations: choices of one value a pay.
    seen: how many paytables were looked at; the others are out of reach of the edge, or rise.
    within: how many keep the limits.
    front: how many of these no other beats.
    found: the first of them, the roundest before the others.
    reach: the least and the greatest edge of any of the paytables.
    hits: the hit frequency of all of them, where no pay changes it; else None.
    decides: whether the player has something to decide.
    lists: how many lists for him were priced at each paytable.
    version: of combin.
    """

    game: Game
    bet: str
    wager: str
    pays: tuple[str, ...]
    today: tuple[Fraction, ...]
    now: BetResult
    values: tuple[tuple[Fraction, ...], ...]
    limits: Limits
    most: Fraction | None
    order: str
    only_round: bool
    combinations: int
    seen: int
    within: int
    front: int
    found: tuple[Designed, ...]
    reach: tuple[Fraction, Fraction]
    hits: Fraction | None
    decides: bool
    lists: int
    version: str

    _columns = columns(
        counts="roughness,lines",
        ratio="edge,off,hit_frequency,simple_edge",
        squared_units="variance",
    )
    _others = Column("", Fraction, "units")


def design(
    counted: Counted,
    spans: Spans,
    limits: Limits,
    asked: tuple[Fraction | None, str, bool],
    top: int,
    lists: Lists,
    tell: Tell | None = None,
) -> Design:
    """Return the paytables within limits that none beats.

    spans: the paytables to look among. asked: most, order and only_round, as they were said.
    top: how many to return.
    lists: called once, where the limits are within reach and the player decides.
    tell: called with how many paytables are done, and how many there are.
    Raises CombinError for a pay that the player loses, and where there are too many choices.
    """
    if spans.combinations > MOST_CHOICES:
        raise CombinError(
            f"{spans.combinations:,} choices of these pays are more than the {MOST_CHOICES:,} that "
            "are looked through; narrow their ranges, or ask for round pays alone"
        )
    search = _Bounding(counted, spans, limits, tell)
    if search.is_open:
        search.run(lists() if counted.decides else ())
    front = search.front.unbeaten()
    tables = tuple(map(search.paytable, front[:top]))
    return Design(
        counted.game,
        counted.bet,
        counted.result.wager,
        spans.pays,
        tuple(counted.ends.pays[name] for name in spans.pays),
        counted.result,
        spans.values,
        limits,
        *asked,
        spans.combinations,
        search.seen,
        search.within,
        len(front),
        tables,
        search.reach,
        search.hits,
        counted.decides,
        len(search.lists),
        version(),
    )


class _Bounding:
    """Goes through boxes of paytables; what it finds stands in its front.

    seen, within: how many paytables were looked at, and how many of them keep the limits.
    lists: those that a player may know.
    """

    def __init__(self, counted: Counted, spans: Spans, limits: Limits, tell: Tell | None) -> None:
        self.counted, self.spans, self.limits, self.tell = counted, spans, limits, tell
        self.units = Units(counted, dict(zip(spans.pays, spans.values)))
        self._ends = Ends(counted, self.units)
        for form in forms_of(counted):
            lost = [name for name in spans.pays if form.slope(name) < 0]
            if lost:
                raise CombinError(f"{counted.game.slug}: the player loses by {lost[0]}; fix it")
        self.front, self.seen, self.within, self.done = Front(), 0, 0, 0
        self.lists: Sequence[List] = ()
        self.values = tuple(map(self.units.pays, spans.values))
        self.rough = tuple([roughness(value) for value in found] for found in spans.values)
        deals = counted.plan.deals
        self.unit = deals * self.units.of_net
        self._good = GOOD * self.unit // 1  # what a good list costs at most
        edge, deviation = limits.edge, limits.deviation
        falling = tuple(end if end is None else -end for end in reversed(edge))
        self.totals = _window(falling, self.unit)
        squared = tuple(end if end is None else end**2 for end in deviation)
        self.spreads = _window(squared, self.unit**2)
        self.wins = _window(limits.hits, deals)
        aim = limits.aim
        middle = Fraction(0) if aim is None else -aim * self.unit
        self._aim = (0, 0) if aim is None else (middle.denominator, middle.numerator)
        self._solved: dict[tuple[Fraction, ...], Fraction] = {}
        self._at: dict[tuple[Fraction, ...], Counted] = {}  # those solved last

    @property
    def hits(self) -> Fraction | None:
        """The hit frequency of all paytables, where no pay changes it."""
        if not self.counted.is_linear:
            return None
        sums = self._sums(self.counted, self._whole)
        return None if sums.open else Fraction(sums.won, sums.deals)

    @property
    def reach(self) -> tuple[Fraction, Fraction]:
        """The least and the greatest edge of any paytable."""
        low, high = (tuple(found[end] for found in self.spans.values) for end in (0, -1))
        return -self.value(high), -self.value(low)

    @property
    def _whole(self) -> Box:
        return tuple((0, len(found) - 1) for found in self.values)

    @property
    def is_open(self) -> bool:
        """Whether the limits can be kept, as far as is known without a search."""
        most, least = (-edge * self.unit for edge in self.reach)
        hits = self.hits
        within = least <= self.totals[1] and most >= self.totals[0]
        return within and (hits is None or _is_in(hits * self.counted.plan.deals, self.wins))

    def run(self, lists: Sequence[List] = ()) -> None:
        """Look through all paytables."""
        self.lists = lists
        boxes = [self._whole]
        while boxes:
            box = boxes.pop()
            boxes += self._parts(box)

    # --- Boxes ----------------------------------------------------------------------------------

    def _parts(self, box: Box) -> list[Box]:
        """Look through a box, or return the two parts that it is cut into."""
        box = self._fallen(box)
        if not box:
            return []
        points = prod(high - low + 1 for low, high in box)
        if self.counted.is_linear:
            self._through(box, self._sums(self.counted, box), ())
            return []
        corners = self._corners(box)
        ends = [-value * self.unit for value in map(self.value, (corners[0], corners[-1]))]
        if -ends[0] > self.totals[1] or -ends[1] < self.totals[0]:
            self._tell(points)
            return []
        if points <= 2 * len(corners):
            for point in product(*(range(low, high + 1) for low, high in box)):
                self._alone(tuple((place, place) for place in point))
            return []
        solved = self._solve(self._pays([(low + high) // 2 for low, high in box]))
        sums, listed = self._sums(solved, box), self._listed(solved, box)
        differs = self._differing(sums, corners) or self._read_otherwise(listed, corners)
        if differs is None:
            self._through(box, sums, listed)
            return []
        return self._cut(box, sums, differs)

    def _fallen(self, box: Box) -> Box:
        """Return a box without values that stand in no paytable of it whose pays fall; empty where
        there is none.
        """
        ends = [list(one) for one in box]
        strict, before = self.spans.strict, None
        while before != ends:
            before = [one[:] for one in ends]
            for above, below in self.spans.pairs:
                least = self.values[below][ends[below][0]]
                most = self.values[above][ends[above][1]]
                first = _first_from(self.values[above], least, strict)
                last = _last_to(self.values[below], most, strict)
                ends[above][0] = max(ends[above][0], first)
                ends[below][1] = min(ends[below][1], last)
                if any(low > high for low, high in ends):
                    return ()
        return tuple((low, high) for low, high in ends)

    def _corners(self, box: Box) -> list[tuple[Fraction, ...]]:
        """Return the corners of a box that has all its paytables inside, the lowest first and the
        highest last; along a pay that does not move in it, it is flat.
        """
        sides: list[tuple[Fraction, ...]] = []
        for values, (low, high) in zip(self.spans.values, box):
            if low == high:
                sides.append((values[low],))
                continue
            below = values[low - 1] if low else values[0] - 1
            above = values[high + 1] if high + 1 < len(values) else values[-1] + 1
            sides.append((below, above))
        return list(product(*sides))

    def _differing(
        self, sums: PlaySums, corners: Sequence[tuple[Fraction, ...]]
    ) -> tuple[Fraction, ...] | None:
        """Return a corner at which a play is not best, None where it is best at all of them."""
        for corner in (corners[0], corners[-1], *corners[1:-1]):
            if self._worth(sums, corner) != self.value(corner) * self.unit:
                return corner
        return None

    def _read_otherwise(
        self, listed: Sequence[PlaySums], corners: Sequence[tuple[Fraction, ...]]
    ) -> tuple[Fraction, ...] | None:
        """Return a corner at which hands are read otherwise as pays best under a list, None where
        they are not: what a list comes to is convex in the pays, too.
        """
        if not (listed and chooses(self.counted)):
            return None
        for corner in corners:
            payoffs = self._solve(corner).payoffs
            for sums, (_, root) in zip(listed, self.lists):
                value = result_of(payoffs, root).expected_value
                if self._worth(sums, corner) != value * self.unit:
                    return corner
        return None

    def _worth(self, sums: PlaySums, pays: Sequence[Fraction]) -> int:
        return sums.total(tuple(int(pay * self.units.of_pay) for pay in pays))

    def _cut(self, box: Box, sums: PlaySums, corner: tuple[Fraction, ...]) -> list[Box]:
        """Return the halves of a box, cut across the pay that turns the value most on the way to a
        corner.
        """
        there = self._sums(self._solve(corner), box)
        turns = [
            abs(here - other) * (values[high] - values[low])
            for here, other, values, (low, high) in zip(
                sums.first[1:], there.first[1:], self.values, box
            )
        ]
        wide = [(turn, high - low) for turn, (low, high) in zip(turns, box)]
        place = wide.index(max(wide))
        low, high = box[place]
        middle = (low + high) // 2
        parts = ((low, middle), (middle + 1, high))
        return [(*box[:place], part, *box[place + 1 :]) for part in parts]

    # --- Solving --------------------------------------------------------------------------------

    def value(self, pays: tuple[Fraction, ...]) -> Fraction:
        """Return the value of the best play at some pays."""
        if pays not in self._solved:
            self._solved[pays] = self._solve(pays).result.expected_value
        return self._solved[pays]

    def _solve(self, pays: tuple[Fraction, ...]) -> Counted:
        if pays not in self._at:
            if len(self._at) > 3:
                self._at.pop(next(iter(self._at)))
            self._at[pays] = self.counted.paying(dict(zip(self.spans.pays, pays)))
        return self._at[pays]

    def _sums(self, solved: Counted, box: Box, root: Root | None = None) -> PlaySums:
        limits = [(found[low], found[high]) for found, (low, high) in zip(self.values, box)]
        ends = Ends(solved, self.units) if chooses(solved) else self._ends
        return PlaySums(ends, root or solved.root, solved.plan.bet.for_one, limits)

    def _listed(self, solved: Counted, box: Box) -> list[PlaySums]:
        """Return what each list comes to, hands read as they are at the pays of `solved`."""
        return [self._sums(solved, box, root) for _, root in self.lists]

    def _pays(self, places: Sequence[int]) -> tuple[Fraction, ...]:
        return tuple(values[place] for values, place in zip(self.spans.values, places))

    # --- Paytables of one play --------------------------------------------------------------------

    def _alone(self, box: Box) -> None:
        """Look at a single paytable, solved at its own pays."""
        pays = self._pays([low for low, _ in box])
        if self._fallen(box) and _is_in(self.value(pays) * self.unit, self.totals):
            solved = self._solve(pays)
            self._through(box, self._sums(solved, box), self._listed(solved, box))
        else:
            self._tell(1)

    def _through(self, box: Box, sums: PlaySums, listed: Sequence[PlaySums]) -> None:
        """Look at all paytables of a box in which one play is best."""
        last = max(range(len(box)), key=lambda place: box[place][1] - box[place][0])
        order = [place for place in range(len(box)) if place != last]
        for number, (chosen, base) in enumerate(self._lines(box, sums, order, last)):
            self._along(chosen, base, box, sums, listed, last)
            if number % OFTEN == OFTEN - 1:
                self._tell(0)
        self._tell(prod(high - low + 1 for low, high in box))

    def _lines(
        self, box: Box, sums: PlaySums, order: Sequence[int], last: int
    ) -> Iterator[tuple[list[int], int]]:
        """Yield the places of all pays but the last, as far as the total can be within its window,
        and what the total has without it.
        """
        low, high = self.totals
        spans = [
            (sums.first[place + 1], self.values[place], *box[place]) for place in (*order, last)
        ]
        least, most = [0], [0]  # of what the pays from a depth on can add
        for slope, values, start, end in reversed(spans):
            least.append(least[-1] + slope * values[start])
            most.append(most[-1] + slope * values[end])
        least, most = least[::-1], most[::-1]
        chosen = [-1] * len(box)

        def deeper(depth: int, base: int) -> Iterator[tuple[list[int], int]]:
            if depth == len(order):
                yield chosen, base
                return
            slope, values, _, _ = spans[depth]
            start, end = self._open(order[depth], chosen, box)
            for place in range(start, end + 1):
                total = base + slope * values[place]
                if total + most[depth + 1] >= low and total + least[depth + 1] <= high:
                    chosen[order[depth]] = place
                    yield from deeper(depth + 1, total)
            chosen[order[depth]] = -1

        yield from deeper(0, sums.first[0])

    def _open(self, place: int, chosen: Sequence[int], box: Box) -> tuple[int, int]:
        """Return from where to where a pay may go, beside those chosen before."""
        start, end = box[place]
        values, strict = self.values, self.spans.strict
        for above, below in self.spans.pairs:
            if above == place and chosen[below] >= 0:
                least = values[below][chosen[below]]
                start = max(start, _first_from(values[place], least, strict))
            if below == place and chosen[above] >= 0:
                most = values[above][chosen[above]]
                end = min(end, _last_to(values[place], most, strict))
        return start, end

    def _along(
        self,
        chosen: list[int],
        base: int,
        box: Box,
        sums: PlaySums,
        listed: Sequence[PlaySums],
        last: int,
    ) -> None:
        """Look at the paytables that differ in one pay."""
        values, slope = self.values[last], sums.first[last + 1]
        start, end = self._open(last, chosen, box)
        low, high = self.totals
        if slope:
            start = max(start, bisect_left(values, -(-(low - base) // slope)))
            end = min(end, bisect_right(values, (high - base) // slope) - 1)
        elif not low <= base <= high:
            return
        if start > end:
            return
        pays = [found[place] for found, place in zip(self.values, chosen)]
        pays[last] = 0
        stays, once, twice = sums.squares_by_powers(pays, last)
        rough = sum(
            found[place]
            for number, (found, place) in enumerate(zip(self.rough, chosen))
            if number != last
        )
        costs = [
            (lines, sums.total(pays) - one.total(pays), slope - one.first[last + 1])
            for (lines, _), one in zip(self.lists, listed)
        ]
        deals, wins, (scale, aim) = sums.deals, sums.won, self._aim
        fewest, most = self.wins
        calm, wild = self.spreads
        self.seen += end + 1 - start
        for place in range(start, end + 1):
            pay = values[place]
            total = base + slope * pay
            spread = (stays + (once + twice * pay) * pay) * deals - total * total
            if sums.open:
                pays[last] = pay
                wins = sums.wins(pays)
            if calm <= spread <= wild and fewest <= wins <= most:
                self.within += 1
                off = abs(total * scale - aim)
                good = [lines for lines, at, more in costs if at + more * pay <= self._good]
                table = (*pays[:last], pay, *pays[last + 1 :])
                rougher = rough + self.rough[last][place]
                lines = min(good, default=ENDLESS) if costs else 0
                self.front.add(Candidate(rougher, off, spread, -wins, lines, total, table))

    def _tell(self, points: int) -> None:
        self.done += points
        if self.tell:
            self.tell(min(self.done, self.spans.combinations - 1), self.spans.combinations)

    # --- What is found --------------------------------------------------------------------------

    def paytable(self, one: Candidate) -> Designed:
        """Return a candidate as it is shown, solved at its own pays; raises ArithmeticError where
        that says otherwise.
        """
        pays = tuple(Fraction(pay, self.units.of_pay) for pay in one.pays)
        solved = self._solve(pays)
        result, unit = solved.result, self.unit
        said = Fraction(-one.total, unit), Fraction(one.spread, unit**2), Fraction(-one.lost)
        costs = [
            (lines, result.expected_value - result_of(solved.payoffs, root).expected_value)
            for lines, root in self.lists
        ]
        short = [cost for lines, cost in costs if lines <= SIMPLE]
        lines = min((lines for lines, cost in costs if cost <= GOOD), default=ENDLESS)
        again = result.house_edge, result.variance, result.hits * result.deals
        if (*said, one.lines) != (*again, lines if costs else 0):
            raise ArithmeticError(f"{solved.game.slug}: {pays} solved alone is not as it was found")
        aim = self.limits.aim
        return Designed(
            pays,
            result,
            one.rough,
            Fraction(0) if aim is None else abs(result.house_edge - aim),
            result.house_edge + short[-1] if short else None,
            None if lines == ENDLESS else lines,
        )


def _window(ends: Sequence[Fraction | None], unit: int) -> Window:
    """Return the whole numbers that lie between two limits in some unit."""
    low, high = ends
    far = 1 << 4096  # no sum comes near it
    least = -far if low is None else -(-low * unit // 1)
    return least, far if high is None else high * unit // 1


def _is_in(number: Fraction | int, window: Window) -> bool:
    return window[0] <= number <= window[1]


def _first_from(values: Sequence[int], least: int, strict: bool) -> int:
    """Return the place of the first value that is no less, or more, than another pay."""
    return bisect_right(values, least) if strict else bisect_left(values, least)


def _last_to(values: Sequence[int], most: int, strict: bool) -> int:
    """Return the place of the last value that is no more, or less, than another pay."""
    return (bisect_left(values, most) if strict else bisect_right(values, most)) - 1


__all__ = ["Design", "Designed", "Limits", "design"]
