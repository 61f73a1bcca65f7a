"""The value of optimal play as an exact convex piecewise linear function of one pay.

Every information set is solved just above the lower end and just below the upper one. Where both
give the same line, its value is linear between them; elsewhere its kinks are found from its
actions' lines and the kinks that its successors hand up.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import floor

from combin.counting import Tally
from combin.counting.memory import most_sets
from combin.errors import CombinError, refuse
from combin.grouping import grouped
from combin.kernels import lines
from combin.records import dataclass
from combin.rules.facts import Names, Path, path_key
from combin.sensitivity.components import ComponentPayoffs, highest, total
from combin.sensitivity.counted import Counted, Place
from combin.sensitivity.envelope import NEVER, Function, Kink, envelope, key_of, origins_of, summed
from combin.sensitivity.linear import LinearForm
from combin.solving.induction import Decision, Folded
from combin.solving.result import AboutPay

Forms = dict[Path, list[LinearForm]]
Kinks = dict[int, list[Kink]]  # information set -> the kinks of what it is worth


@dataclass(frozen=True)
class Change:
    """What the best play does differently above a breakpoint.

    decision: its name; empty where hands are read another way.
    history: what was done before.
    before, after: the action, or the line by which a hand is paid, below and above.
    situations: at how many information sets, up to a relabelling of the suits.
    share: the probability of seeing such cards.
    cards: an example.
    """

    decision: str
    history: tuple[str, ...]
    before: str
    after: str
    situations: int = 0
    share: Fraction = Fraction(0)
    cards: str = ""


@dataclass(frozen=True)
class Piece:
    """Between two values of the pay the best play is worth constant + slope x pay.

    start, end: the values of the pay.
    constant, slope: of the line.
    changes: what is done differently from `start` on.
    """

    start: Fraction
    end: Fraction
    constant: Fraction
    slope: Fraction
    changes: tuple[Change, ...] = ()

    def at(self, pay: Fraction) -> Fraction:
        return self.constant + self.slope * pay


@dataclass(frozen=True, repr=False)
class Sweep(AboutPay):
    """The value of the best play as a function of one pay, in units of one `wager`.

    deals: all deals of the bet.
    pieces: from the lowest value of the pay to the highest.
    """

    deals: int
    pieces: tuple[Piece, ...]

    @property
    def low(self) -> Fraction:
        return self.pieces[0].start

    @property
    def high(self) -> Fraction:
        return self.pieces[-1].end

    @property
    def breakpoints(self) -> tuple[Fraction, ...]:
        return tuple(piece.start for piece in self.pieces[1:])

    def at(self, pay: Fraction | int) -> Fraction:
        """Return the exact expected value at a pay within the range."""
        refuse(
            not self.low <= pay <= self.high,
            f"{pay} is outside the range {self.low} to {self.high} of {self.pay}",
        )
        place = bisect_left(self.pieces, pay, key=lambda piece: piece.end)
        return self.pieces[place].at(Fraction(pay))

    def where(self, value: Fraction) -> Fraction | None:
        """Return the smallest pay of the range at which the expected value is the given one, or
        None.
        """
        if self.pieces[0].at(self.low) == value:
            return self.low
        for piece in self.pieces:
            if piece.at(piece.start) < value <= piece.at(piece.end):
                return (value - piece.constant) / piece.slope
        return None


def sweep(
    counted: Counted, pay: str, low: Fraction, high: Fraction, told: int | None = None
) -> Sweep:
    """Return the value of the best play for every value of one pay (an address of the bet) from
    `low` to `high`.

    told: where a segment has more breakpoints, what changes at them is not told; None for any
        number.

    Raises CombinError for an empty range. The values at both ends and half way are checked by
    solving there.
    """
    refuse(
        low >= high,
        f"the range of {pay} goes from {low} to {high}; its end must be above its start",
    )
    if not counted.keeps:
        raise CombinError(
            f"{counted.game.slug}: {most_sets(counted.plan):,} situations are too many for every "
            "breakpoint; `combin sweep` solves at round values of the pay, `combin target` finds "
            "the pay for an edge"
        )
    counted.game.with_pays({pay: low})  # it refuses what no rules may pay
    plan = counted.plan
    pieces: list[Piece] = []
    if counted.is_linear:
        slope = counted.formula.slope(pay)
        constant = counted.formula.at(counted.ends.pays) - slope * counted.ends.pays[pay]
        pieces = [Piece(low, high, constant, slope)]
    before: Forms | None = None
    for segment in () if pieces else _segments(counted, pay, low, high):
        read = tuple(_readings(before, segment.forms)) if before else ()
        pieces = _joined(pieces, _pieces(counted, pay, segment, told), read)
        before = segment.forms
    found = Sweep(
        counted.game,
        plan.bet.key,
        plan.bet.base,
        pay,
        counted.ends.pays[pay],
        plan.deals,
        tuple(pieces),
    )
    for at in (low, (low + high) / 2, high):
        there = value_at(counted, pay, at)
        if there != found.at(at):
            raise ArithmeticError(
                f"{found.game.slug}: at {pay} = {at} the sweep says {found.at(at)}, solving {there}"
            )
    return found


def _joined(pieces: list[Piece], more: list[Piece], read: tuple[Change, ...]) -> list[Piece]:
    """Return the pieces in order; two become one where the line goes on."""
    if not pieces:
        return more
    last, first = pieces[-1], more[0]
    if (last.constant, last.slope) == (first.constant, first.slope):
        return [*pieces[:-1], replace(last, end=first.end), *more[1:]]
    return [*pieces, replace(first, changes=read), *more[1:]]


def value_at(counted: Counted, pay: str, at: Fraction) -> Fraction:
    """Return the expected value of the best play at one value of a pay, by solving there.

    Where that passes the solver's 63 bits, the actions' lines in the pay are compared instead, in
    128 bits.
    """
    try:
        return counted.paying({pay: at}).result.expected_value
    except CombinError:
        around = _segments(counted, pay, Fraction(floor(at)), Fraction(floor(at) + 1))
    segment = next(segment for segment in around if segment.low <= at <= segment.high)
    payoffs = ComponentPayoffs(counted, segment.forms, [pay])
    totals = [
        total(payoffs.fold(counted.plan, tally, highest(at, 0)), times)
        for tally, times in zip(counted.tallies, counted.pooled.times)
    ]
    constant, slope = _sum(totals)
    return (constant + slope * at) / (payoffs.scale * counted.plan.deals)


# --- Where a hand is read, or a last informed choice made, another way ---------------------------


@dataclass(frozen=True)
class Segment:
    """A part of a range within which every end is worth the same form.

    low, high: its ends.
    forms: of the ends of the bet.
    """

    low: Fraction
    high: Fraction
    forms: Forms


def _segments(counted: Counted, pay: str, low: Fraction, high: Fraction) -> Iterator[Segment]:
    """Yield the segments of a range, ascending."""
    if not chooses(counted):
        yield Segment(low, high, counted.ends.forms)
        return
    below = counted.paying({pay: low}).ends.forms
    above = counted.paying({pay: high}).ends.forms
    fixed = {name: value for name, value in counted.ends.pays.items() if name != pay}
    cuts: list[Fraction] = []
    forms: dict[Path, list[LinearForm]] = {}
    for path, found in below.items():
        pairs = zip(found, above[path])
        forms[path] = [_through(*pair, fixed, pay, (low, high), cuts) for pair in pairs]
    if not cuts:
        yield Segment(low, high, forms)
        return
    yield from _segments(counted, pay, low, min(cuts))
    yield from _segments(counted, pay, min(cuts), high)


def _through(
    left: LinearForm,
    right: LinearForm,
    fixed: Mapping[str, Fraction],
    pay: str,
    limits: tuple[Fraction, Fraction],
    cuts: list[Fraction],
) -> LinearForm:
    """Return the form that an end is worth throughout a range, if it is one; where the form of its
    high end takes over from that of its low end, the pay is added to `cuts`.
    """
    low, high = limits
    at_low = {**fixed, pay: low}
    at_high = {**fixed, pay: high}
    ahead = left.at(at_low) - right.at(at_low)
    behind = left.at(at_high) - right.at(at_high)
    if ahead > 0 > behind:
        cuts.append(low + (high - low) * ahead / (ahead - behind))
    return right if ahead <= 0 and behind < 0 else left


def chooses(counted: Counted) -> bool:
    """Return True if something is left to choose when all cards are known: how a joker is read, or
    a last action.
    """
    plan = counted.plan
    return plan.informed is not None or bool(plan.game.deck.jokers)


def _readings(before: Forms, after: Forms) -> Iterator[Change]:
    """Yield by which lines hands are paid below and above a place where ends are worth
    other forms.
    """
    changed = (
        (named(old), named(new))
        for path, found in before.items()
        for old, new in zip(found, after[path])
        if old.coefficients.keys() != new.coefficients.keys()
    )
    yield from (Change("", (), old_line, new_line) for old_line, new_line in dict.fromkeys(changed))


def named(form: LinearForm) -> str:
    """Return the pays of a form, by which people know it."""
    return ", ".join(form.coefficients) or "nothing"


# --- Within a segment: kinks, from the last decision to the first --------------------------------


def _pieces(counted: Counted, pay: str, segment: Segment, told: int | None) -> list[Piece]:
    payoffs = ComponentPayoffs(counted, segment.forms, [pay])
    end = key_of(segment.high.numerator, segment.high.denominator)
    firsts: list[list[int]] = []
    lasts: list[list[int]] = []
    kinks: list[Kink] = []
    for number, (tally, times) in enumerate(zip(counted.tallies, counted.pooled.times)):
        below = payoffs.fold(counted.plan, tally, highest(segment.low, 1), keep=True)
        above = payoffs.fold(counted.plan, tally, highest(segment.high, -1))
        firsts.append(total(below, times))
        lasts.append(total(above, times))
        kinks += _kinks(counted, number, below, above, end)
    first = _sum(firsts)
    if _turned(first, kinks) != _sum(lasts):
        raise ArithmeticError(
            f"{counted.game.slug}: the kinks of {pay} do not lead from one end of the range to the "
            "other"
        )
    return list(_between(counted, kinks, first, segment, payoffs.scale * counted.plan.deals, told))


def _turned(line: Sequence[int], kinks: Sequence[Kink]) -> list[int]:
    """Return the line that kinks turn another into."""
    constant, slope = line
    return [constant + sum(kink.da for kink in kinks), slope + sum(kink.db for kink in kinks)]


def _sum(lines: Iterable[Sequence[int]]) -> list[int]:
    """Return the sum of lines, constant and slope apart."""
    return [sum(column) for column in zip(*lines)]


def _kinks(counted: Counted, number: int, below: Folded, above: Folded, end: int) -> Iterator[Kink]:
    """Yield the kinks of one tally's value at the first decision, below the place of key `end`."""
    found: dict[Path, Kinks] = {}
    # Level by level, the information sets whose worth is no straight line and that lead up to such
    # sets.
    turning: dict[Path, set[int]] = {}
    for before, decision in below.decisions.items():
        level = below.tally.levels[decision.place]
        # A convex function is a line where its slopes at both ends are the same.
        apart = set(lines.apart(decision.worth[1], above[before].worth[1]))
        if decision.place:
            parents = turning[before[:-1]]
            fan = len(level.links) // len(level)
            links = level.links
            apart = {at for at in apart if not parents.isdisjoint(links[at * fan : (at + 1) * fan])}
        turning[before] = apart
    for history, wanted in reversed(turning.items()):
        after = [found.get(path, {}) for path in below[history].paths]
        found[history] = _kinks_at(below, history, number, wanted, after, end)
    for at, kinks in found.get((), {}).items():
        times = counted.pooled.times[number][at]
        yield from (Kink(kink.key, kink.da * times, kink.db * times, kink.origin) for kink in kinks)


def _kinks_at(
    below: Folded,
    history: Path,
    number: int,
    wanted: set[int],
    after: Sequence[Kinks],
    end: int,
) -> Kinks:
    """Return the kinks of what some information sets are worth after a history.

    number: of the tally. wanted: the information sets.
    after: for each action the kinks of the information sets that it leads to.
    """
    decision = below[history]
    if not any(after):
        return _kinks_of_lines(decision, history, number, wanted, end)
    handed = [_handed_up(kinks, below.tally, decision.place, wanted) for kinks in after]
    found: Kinks = {}
    for at in wanted:
        functions = [
            Function(constant[at], slope[at], kinks.get(at, ()))
            if decision.is_offered(action, at)
            else NEVER
            for action, ((constant, slope), kinks) in enumerate(zip(decision.values, handed))
        ]
        origin = number, decision.place, history, at
        found[at] = envelope(functions, decision.action[at], end, origin)
    return found


def _kinks_of_lines(
    decision: Decision, history: Path, number: int, wanted: set[int], end: int
) -> Kinks:
    """Return the same where nothing turns later, so that every action is worth a line.

    The next kink is found of all information sets at once, as long as there are any.
    """
    found: Kinks = {at: [] for at in wanted}
    best = {at: decision.action[at] for at in wanted}
    while best:
        places = array("q", best)
        best_constant, best_slope = (
            array("q", (decision.values[action][part][at] for at, action in best.items()))
            for part in range(2)
        )
        rises = lines.Rises(places, best_constant, best_slope)
        for action, ((constant, slope), offer) in enumerate(zip(decision.values, decision.offers)):
            rises.take(constant, slope, action, offer)
        before, best = best, {}
        for at, da, db, action in zip(places, rises.da, rises.db, rises.action):
            if db and (key := key_of(-da, db)) < end:
                origin = number, decision.place, history, at
                found[at].append(Kink(key, da, db, (origin, before[at], action)))
                best[at] = action
    return found


def _handed_up(children: Kinks, tally: Tally, place: int, wanted: set[int]) -> Kinks:
    """Return the kinks of an action's worth at the wanted sets of a level: the sum of their
    successors' kinks.
    """
    if not children:
        return {}
    links = tally.levels[place + 1].links
    gathered = defaultdict[int, list[Sequence[Kink]]](list)
    fan = len(links) // len(tally.levels[place + 1])
    for child, kinks in children.items():
        for parent in links[child * fan : (child + 1) * fan]:
            if parent in wanted:
                gathered[parent].append(kinks)
    return {parent: summed(kinks) for parent, kinks in gathered.items()}


def _between(
    counted: Counted,
    kinks: Iterable[Kink],
    first: list[int],
    segment: Segment,
    scale: int,
    told: int | None,
) -> Iterator[Piece]:
    """Yield the pieces that a first line and all kinks make, with what changes between them unless
    there are more than are told.
    """
    groups = grouped((kink.key, kink) for kink in kinks)
    start, line = segment.low, first
    changes: tuple[Change, ...] = ()
    for _, group in sorted(groups.items()):
        end = group[0].place
        yield _piece(start, end, line, scale, changes)
        start, line = end, _turned(line, group)
        if told is None or len(groups) <= told:
            changes = changes_of(counted, {origin for kink in group for origin in origins_of(kink)})
    yield _piece(start, segment.high, line, scale, changes)


def _piece(
    start: Fraction, end: Fraction, line: Sequence[int], scale: int, changes: tuple[Change, ...]
) -> Piece:
    constant, slope = line
    return Piece(start, end, Fraction(constant, scale), Fraction(slope, scale), changes)


def changes_of(counted: Counted, origins: Iterable[tuple[Place, int, int]]) -> tuple[Change, ...]:
    """Return the changes of play; information sets that change alike stand together.

    origins: each information set with the places, in the order of preference, of the actions taken
        before and after.
    """
    alike: dict[tuple[str, Names, str, str], list[Place]] = defaultdict(list)
    for place, old, new in sorted(origins, key=_order):
        actions = counted.plan.actions(place[2])
        history = path_key(place[2])
        alike[counted.decision(place), history, actions[old].name, actions[new].name].append(place)
    return tuple(
        Change(
            decision,
            history,
            counted.called(places[0], before),
            counted.called(places[0], after),
            counted.situations(places),
            counted.share(places),
            counted.cards(places[0]),
        )
        for (decision, history, before, after), places in alike.items()
    )


def _order(origin: tuple[Place, int, int]) -> tuple[object, ...]:
    """Return the sort key of an origin: level, history, information set, actions."""
    (tally, level, history, at), old, new = origin
    return tally, level, path_key(history), at, old, new
