"""Whole paytables within limits of edge, hit frequency and deviation, under one setting or several,
by branch and bound over boxes of pays.

The value of the best play is convex in the pays and never falls with one. So it lies, in a box of
pays, between its values at the lowest and the highest corner; and where a play that is best inside
the box is best at every corner, it is best in all of the box, and its sums are whole numbers.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from itertools import product
from math import prod
from types import MappingProxyType

from combin.errors import CombinError, refuse
from combin.exact import Interval
from combin.records import dataclass
from combin.results import Result
from combin.rules.game import Game
from combin.sensitivity.boxes import (
    FAR,
    BoxPlay,
    best_within,
    forms_throughout,
    has_one_decision,
    largest,
)
from combin.sensitivity.counted import Counted
from combin.sensitivity.front import Candidate, Front
from combin.sensitivity.spans import Spans, roughness
from combin.sensitivity.sums import Columns, Ends, Units, forms_of, worth
from combin.sensitivity.sweep import chooses
from combin.solving.induction import Root
from combin.solving.result import BetResult, result_of
from combin.version import version

SIMPLE = 3  # lines of the list of a player who has learned little
GOOD = Fraction(1, 1000)  # cost in units of a list that is good enough
ENDLESS = 1 << 30  # lines where no list is good enough
MOST_CHOICES = 100_000_000  # of pays: a few minutes of one core where nothing is decided
ENDLESS_SUM = 1 << 4096  # more than any sum over deals
MOST_WIDE = 1_000_000  # where the sums are beyond the bits of the kernel
MOST_WORK = 1 << 16  # actions compared, over all paytables of a box, before it is cut
LIGHT = 4  # actions that take as long as a paytable at which nothing is left to compare

Box = tuple[tuple[int, int], ...]  # of each pay the places of its lowest and its highest value
Window = tuple[int, int]
Reach = tuple[Fraction, Fraction]  # the least and the greatest edge
Near = tuple[Mapping[str, str], Mapping[str, Fraction], Fraction]  # choices, pays and edge
# The nearest to the edge so far, how many paytables of a setting are done, of how many.
Tell = Callable[["Near | None", int, int], None]
List = tuple[int, Root]  # how many lines it has, and what happens under it
Lists = Callable[[Counted], Sequence[List]]
Sums = tuple[int, Sequence[int]]  # how many lines a list has, and what it comes to
Found = tuple[BoxPlay, Sequence[Sums]]  # in all of a box
Boxes = Sequence[tuple[Box, "Found | None"]]


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

    choices: what those are that vary.
    pays: in the order of `Design.pays`.
    result: of the best play at these pays.
    rough: how far from round its pays are, added up; see `roughness`.
    off: how far its edge is from the one aimed at.
    simple: the edge against a player of the longest list of at most three lines; None where there
        is no list.
    lines: of the shortest list of the game that is good here; None where none is.
    """

    choices: Mapping[str, str]
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

    game, bet: as resolved, the first of its settings, and its key.
    varied: choice -> its values, of those that vary.
    wager: the edges are of one unit of it.
    pays, today: the addresses of those that move, and their present values.
    now: the result at these, under the first setting.
    values: what each may be, where the pays fall.
    limits: what was asked for.
    most: the most that any pay may be, None without a limit.
    order, only_round: how the pays fall, and whether they are round numbers alone.
    combinations: choices of one value a pay, in all settings.
    seen: how many paytables were looked at; the others are out of reach of the edge, or rise.
    within: how many keep the limits.
    front: how many of these no other beats.
    found: the first of them, the roundest before the others.
    reach: the least and the greatest edge of any of the paytables.
    hits: the hit frequency of all of them, where no pay changes it; else None.
    decides: whether the player has something to decide.
    lists: how many lists for him were priced at each paytable.
    mending: a choice and its value -> the edges that it reaches, tried where these paytables do not
        reach those asked for.
    version: of combin.
    """

    game: Game
    bet: str
    varied: Mapping[str, Sequence[str]]
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
    reach: Reach
    hits: Fraction | None
    decides: bool
    lists: int
    version: str
    mending: Mapping[tuple[str, str], Reach] = field(default_factory=dict)

    @property
    def is_out_of_reach(self) -> bool:
        """Whether no paytable can have an edge as asked for."""
        return not _meet(self.reach, self.limits.edge)

    @property
    def mends(self) -> dict[tuple[str, str], Reach]:
        """What of `mending` reaches an edge as asked for."""
        return {one: some for one, some in self.mending.items() if _meet(some, self.limits.edge)}


def _meet(some: Reach, asked: Interval) -> bool:
    """Return True if a range of edges reaches the one asked for."""
    (low, high), (least, most) = some, asked
    return (least is None or high >= least) and (most is None or low <= most)


def design(
    sides: Iterable[tuple[Counted, Spans]],
    limits: Limits,
    asked: tuple[Fraction | None, str, bool],
    top: int,
    lists: Lists,
    tell: Tell | None = None,
    varied: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> Design:
    """Return the paytables within limits that none beats.

    sides: the settings of the bet, today's first, each with the paytables to look among; one is
        searched before the next is counted.
    asked: most, order and only_round, as they were said. varied: the choices that vary, and how.
    top: how many to return.
    lists: called where the limits are within reach and the player decides.
    Raises CombinError for a pay that the player loses, and where there are too many choices.
    """
    searches, front, nearest = list[_Bounding](), Front(), None
    for counted, spans in sides:
        search = _Bounding(counted, spans, limits, tell, nearest, varied)
        most = MOST_WIDE if search.is_wide else MOST_CHOICES
        refuse(
            spans.combinations > most,
            f"{spans.combinations:,} choices of these pays are more than the {most:,} that are "
            "looked through; narrow their ranges, or ask for round pays alone",
        )
        if search.is_open:
            search.run(lists(counted) if counted.decides else ())
        for one in search.front.unbeaten():
            front.add(search.exact(one, len(searches)))
        searches.append(search)
        nearest = search.nearest
    unbeaten, first = front.unbeaten(), searches[0]
    lows, highs = zip(*(search.reach for search in searches))
    hits = {search.hits for search in searches}
    return Design(
        first.counted.game,
        first.counted.bet,
        varied,
        first.counted.result.wager,
        first.spans.pays,
        tuple(first.counted.ends.pays[name] for name in first.spans.pays),
        first.counted.result,
        first.spans.values,
        limits,
        *asked,
        sum(search.spans.combinations for search in searches),
        sum(search.seen for search in searches),
        sum(search.within for search in searches),
        len(unbeaten),
        tuple(searches[one.side].paytable(one) for one in unbeaten[:top]),
        (min(lows), max(highs)),
        hits.pop() if len(hits) == 1 else None,
        any(search.counted.decides for search in searches),
        len(first.lists),
        version(),
    )


def reach(counted: Counted, spans: Spans) -> Reach:
    """Return the least and the greatest edge of any paytable."""
    return _Bounding(counted, spans, Limits()).reach


class _Bounding:
    """Goes through boxes of paytables; what it finds stands in its front.

    seen, within: how many paytables were looked at, and how many of them keep the limits.
    lists: those that a player may know.
    choices: what those are that vary.
    nearest: the paytable nearest to the edge aimed at, of this setting or one before it.
    """

    def __init__(
        self,
        counted: Counted,
        spans: Spans,
        limits: Limits,
        tell: Tell | None = None,
        nearest: Near | None = None,
        varied: Iterable[str] = (),
    ) -> None:
        self.counted, self.spans, self.limits, self.tell = counted, spans, limits, tell
        self.nearest = nearest
        self.choices = {name: counted.game.chosen[name] for name in varied}
        self.units = Units(counted, dict(zip(spans.pays, spans.values)))
        for form in forms_of(counted):
            lost = [name for name in spans.pays if form.slope(name) < 0]
            if lost:
                raise CombinError(f"{counted.game.slug}: the player loses by {lost[0]}; fix it")
        self.front, self.seen, self.within, self.done = Front(), 0, 0, 0
        self.lists: Sequence[List] = ()
        self.values = tuple(map(self.units.pays, spans.values))
        self.rough = tuple(
            {pay: roughness(value) for pay, value in zip(pays, found)}
            for pays, found in zip(self.values, spans.values)
        )
        deals = counted.plan.deals
        ends = [(self.units.of_form(form, counted.ends.pays), 0) for form in forms_of(counted)]
        self.is_wide = deals * largest(ends, self._limits(self._whole)) ** 2 >= FAR
        refuse(  # the bits of the kernel
            self.is_wide and not counted.is_linear,
            f"{counted.game.slug}: squares of pays this large, with a common denominator of "
            f"{self.units.of_net}, pass 127 bits; use smaller or rounder pays",
        )
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
        self._off = ENDLESS_SUM  # of the nearest
        if nearest and aim is not None:
            self._off = -(-abs(nearest[-1] - aim) * self.unit * middle.denominator // 1)
        self._solved: dict[tuple[Fraction, ...], Fraction] = {}
        self._at: dict[tuple[Fraction, ...], Counted] = {}  # those solved last

    @property
    def hits(self) -> Fraction | None:
        """The hit frequency of all paytables, where no pay changes it."""
        if not self.counted.is_linear:
            return None
        play = self._played(self.counted)
        wins = play.columns.wins(play.sums, self._limits(self._whole))
        return None if wins is None else Fraction(wins, self.counted.plan.deals)

    @property
    def reach(self) -> Reach:
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
        self.lists = sorted(lists, key=lambda one: one[0])
        boxes = [(self._whole, self._throughout())]
        while boxes:
            box, found = boxes.pop()
            box = self._fallen(box)
            if box:
                boxes += self._parts(box, found) if found else self._solved_parts(box)

    # --- Boxes ----------------------------------------------------------------------------------

    def _throughout(self) -> Found | None:
        """Return the best play at all paytables, where it is found without solving each."""
        limits = self._limits(self._whole)
        if self.counted.is_linear:
            return self._found(self.counted)
        forms = forms_throughout(self.counted, self.spans)
        if forms is None or not has_one_decision(self.counted):
            return None
        solved = self._solve(self._pays([len(found) // 2 for found in self.values]))
        ends = Ends(solved, self.units, forms)
        play = best_within(solved, ends, len(self.values), limits)
        return (play, self._listed(ends)) if play else None

    def _parts(self, box: Box, found: Found) -> Boxes:
        """Look through a box, or return the two parts that it is cut into, each with its play."""
        play, listed = found
        play, (least, most), turns = play.within(self._limits(box))
        points = prod(high - low + 1 for low, high in box)
        if most < self.totals[0] or least > self.totals[1]:
            self._tell(points)
            return []
        if points > 1 and points * (play.open + LIGHT) > MOST_WORK:
            return [(part, (play, listed)) for part in self._cut(box, turns)]
        values = [found[low : high + 1] for found, (low, high) in zip(self.values, box)]
        for pays, total, squares, wins, is_tied in play.paytables(values, self.spans, self.totals):
            if is_tied:
                self._alone(tuple(Fraction(pay, self.units.of_pay) for pay in pays))
            else:
                self._consider(pays, total, squares, wins, listed)
        self._tell(points)
        return []

    def _solved_parts(self, box: Box) -> Boxes:
        """Look through a box by solving at its corners, or return the two parts that it is cut
        into.
        """
        # The lowest first and the highest last; along a pay that does not move in the box, it is
        # flat.
        sides: list[tuple[Fraction, ...]] = []
        for values, (lower, upper) in zip(self.spans.values, box):
            if lower == upper:
                sides.append((values[lower],))
                continue
            below = values[lower - 1] if lower else values[0] - 1
            above = values[upper + 1] if upper + 1 < len(values) else values[-1] + 1
            sides.append((below, above))
        corners = list(product(*sides))
        points = prod(high - low + 1 for low, high in box)
        ends = [-value * self.unit for value in map(self.value, (corners[0], corners[-1]))]
        if -ends[0] > self.totals[1] or -ends[1] < self.totals[0]:
            self._tell(points)
            return []
        if points <= 2 * len(corners):
            for point in product(*(range(low, high + 1) for low, high in box)):
                if self._fallen(tuple((place, place) for place in point)):
                    self._alone(self._pays(point))
            self._tell(points)
            return []
        solved = self._solve(self._pays([(low + high) // 2 for low, high in box]))
        play, listed = found = self._found(solved)
        # A corner at which the play is not best.
        otherwise = (
            corner
            for corner in (corners[0], corners[-1], *corners[1:-1])
            if self._worth(play.sums, corner) != self.value(corner) * self.unit
        )
        differs = next(otherwise, None) or self._read_otherwise(listed, corners)
        if differs is None:
            return [(box, found)]
        sums = self._played(self._solve(differs)).sums
        turns = [abs(here - other) for here, other in zip(play.sums[1:], sums[1:])]
        return [(part, None) for part in self._cut(box, turns)]

    def _fallen(self, box: Box) -> Box:
        """Return a box without values that stand in no paytable of it whose pays fall; empty where
        there is none.
        """
        ends = [list(one) for one in box]
        from_least, to_most, before = bisect_left, bisect_right, None
        if self.spans.strict:
            from_least, to_most = bisect_right, bisect_left
        while before != ends:
            before = [one[:] for one in ends]
            for above, below in self.spans.pairs:
                least = self.values[below][ends[below][0]]
                most = self.values[above][ends[above][1]]
                ends[above][0] = max(ends[above][0], from_least(self.values[above], least))
                ends[below][1] = min(ends[below][1], to_most(self.values[below], most) - 1)
                if any(low > high for low, high in ends):
                    return ()
        return tuple((low, high) for low, high in ends)

    def _read_otherwise(
        self, listed: Sequence[Sums], corners: Sequence[tuple[Fraction, ...]]
    ) -> tuple[Fraction, ...] | None:
        """Return a corner at which hands are read otherwise as pays best under a list, None where
        they are not: what a list comes to is convex in the pays, too.
        """
        if not (listed and chooses(self.counted)):
            return None
        for corner in corners:
            payoffs = self._solve(corner).payoffs
            for (_, sums), (_, root) in zip(listed, self.lists):
                value = result_of(payoffs, root).expected_value
                if self._worth(sums, corner) != value * self.unit:
                    return corner
        return None

    def _worth(self, sums: Sequence[int], pays: Sequence[Fraction]) -> int:
        return worth(sums, [int(pay * self.units.of_pay) for pay in pays])

    def _cut(self, box: Box, turns: Sequence[int]) -> list[Box]:
        """Return the halves of a box, cut across the pay that turns the value most.

        turns: how much a unit of each pay does.
        """
        wide = [
            (turn * (values[high] - values[low]), high - low)
            for turn, values, (low, high) in zip(turns, self.values, box)
        ]
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

    def _played(self, solved: Counted) -> BoxPlay:
        """Return the play that is best where a bet is solved, whatever the pays."""
        met = Ends(solved, self.units).met(solved.root)
        columns = Columns(met, len(self.values), solved.plan.bet.for_one)
        return BoxPlay(columns, columns.sums(met), is_wide=self.is_wide)

    def _found(self, solved: Counted) -> Found:
        return self._played(solved), self._listed(Ends(solved, self.units))

    def _listed(self, ends: Ends) -> list[Sums]:
        """Return the sums of each list, hands read as they are at some pays."""
        found = list[Sums]()
        for lines, root in self.lists:
            met = ends.met(root)
            found.append((lines, Columns(met, len(self.values), False).sums(met)))
        return found

    def _pays(self, places: Sequence[int]) -> tuple[Fraction, ...]:
        return tuple(values[place] for values, place in zip(self.spans.values, places))

    def _limits(self, box: Box) -> list[tuple[int, int]]:
        return [(values[low], values[high]) for values, (low, high) in zip(self.values, box)]

    # --- Single paytables -------------------------------------------------------------------------

    def _alone(self, pays: tuple[Fraction, ...]) -> None:
        """Look at a single paytable, solved at its own pays."""
        if not _is_in(self.value(pays) * self.unit, self.totals):
            return
        play, listed = self._found(self._solve(pays))
        known = [[value] for value in (int(pay * self.units.of_pay) for pay in pays)]
        for found, total, squares, wins, _ in play.paytables(known, self.spans, self.totals):
            self._consider(found, total, squares, wins, listed)

    def _consider(
        self, pays: tuple[int, ...], total: int, squares: int, wins: int, listed: Sequence[Sums]
    ) -> None:
        """Hold a paytable against the limits, and against those found before."""
        self.seen += 1
        spread = squares * self.counted.plan.deals - total * total
        if not (_is_in(spread, self.spreads) and _is_in(wins, self.wins)):
            return
        self.within += 1
        scale, aim = self._aim
        rough = sum(found[pay] for found, pay in zip(self.rough, pays))
        good = (lines for lines, sums in listed if total - worth(sums, pays) <= self._good)
        lines = next(good, ENDLESS) if listed else 0
        off = abs(total * scale - aim)
        if off < self._off:
            known = zip(self.spans.pays, (Fraction(pay, self.units.of_pay) for pay in pays))
            edge, self._off = Fraction(-total, self.unit), off
            self.nearest = self.choices, dict(known), edge
        self.front.add(Candidate(rough, off, spread, -wins, lines, total, pays))

    def _tell(self, points: int) -> None:
        self.done += points
        if self.tell:
            every = self.spans.combinations
            self.tell(self.nearest, min(self.done, every - 1), every)

    # --- What is found --------------------------------------------------------------------------

    def exact(self, one: Candidate, side: int) -> Candidate:
        """Return a candidate in units that all settings share, with the number of this one."""
        return one._replace(
            off=Fraction(one.off, self.unit * (self._aim[0] or 1)),
            spread=Fraction(one.spread, self.unit**2),
            lost=Fraction(one.lost, self.counted.plan.deals),
            side=side,
        )

    def paytable(self, one: Candidate) -> Designed:
        """Return a candidate as it is shown, solved at its own pays; raises ArithmeticError where
        that says otherwise.
        """
        pays = tuple(Fraction(pay, self.units.of_pay) for pay in one.pays)
        solved = self._solve(pays)
        result, unit = solved.result, self.unit
        said = Fraction(-one.total, unit), one.spread, -one.lost
        costs = [
            (lines, result.expected_value - result_of(solved.payoffs, root).expected_value)
            for lines, root in self.lists
        ]
        short = [cost for lines, cost in costs if lines <= SIMPLE]
        lines = min((lines for lines, cost in costs if cost <= GOOD), default=ENDLESS)
        again = result.house_edge, result.variance, result.hit_frequency
        if (*said, one.lines) != (*again, lines if costs else 0):
            raise ArithmeticError(f"{solved.game.slug}: {pays} solved alone is not as it was found")
        return Designed(
            self.choices,
            pays,
            result,
            one.rough,
            Fraction(one.off),
            result.house_edge + short[-1] if short else None,
            None if lines == ENDLESS else lines,
        )


def _window(ends: Sequence[Fraction | None], unit: int) -> Window:
    """Return the whole numbers that lie between two limits in some unit."""
    low, high = ends
    least = -ENDLESS_SUM if low is None else -(-low * unit // 1)
    return least, ENDLESS_SUM if high is None else high * unit // 1


def _is_in(number: Fraction | int, window: Window) -> bool:
    return window[0] <= number <= window[1]
