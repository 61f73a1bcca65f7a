"""One pay moves: the value of the best play as an exact convex piecewise linear function of it.

Every information set is solved just above the lower end and just below the upper one. Where both
give the same line, its value is linear between them; elsewhere its kinks are found from its
actions' lines and the kinks that its successors hand up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any

from combin.counting import Tally
from combin.errors import CombinError
from combin.kernels import lines
from combin.results import Result
from combin.rules.facts import Path, path_key
from combin.rules.game import Game
from combin.sensitivity.counted import Counted, Place
from combin.sensitivity.envelope import NEVER, Function, Kink, envelope, key_of, origins_of, summed
from combin.sensitivity.forms import LinearForm
from combin.sensitivity.parts import PartedPayoffs, highest, total
from combin.solving.induction import Decision, Folded
from combin.version import version

Forms = dict[Path, list[LinearForm]]
Kinks = dict[int, list[Kink]]  # information set -> the kinks of what it is worth


@dataclass(frozen=True)
class Change:
    """What the best play does differently above a breakpoint.

    decision: its name; empty where hands are read another way. history: what was done before.
        before, after: the action (or
    the line by which a hand is paid) below and above. situations: at how many information sets, up
    to a relabelling of the
    suits. share: the probability of seeing such cards. cards: an example.
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
    """Between two values of the pay the best play is worth constant + slope x pay. changes: what is
    done differently there.
    """

    start: Fraction
    end: Fraction
    constant: Fraction
    slope: Fraction
    changes: tuple[Change, ...] = ()

    def at(self, pay: Fraction) -> Fraction:
        return self.constant + self.slope * pay


@dataclass(frozen=True, repr=False)
class Sweep(Result):
    """The value of the best play as a function of one pay, in units of one `wager`.

    bet: its key. pay: the address. today: its value in `game`. deals: all deals of the bet.
        version: of combin.
    """

    game: Game
    bet: str
    wager: str
    pay: str
    today: Fraction
    deals: int
    pieces: tuple[Piece, ...]
    version: str

    @property
    def low(self) -> Fraction:
        return self.pieces[0].start

    @property
    def high(self) -> Fraction:
        return self.pieces[-1].end

    def _written(self, form: str) -> str:
        from combin.render.design import sweep_text

        return sweep_text(self, form)

    def _headline(self) -> str:
        from combin.render.number import plain

        ends = f"from {plain(self.low)} to {plain(self.high)}"
        return f"{self.game.slug}: {self.bet}, {self.pay} {ends}, {len(self.pieces)} pieces"

    @property
    def breakpoints(self) -> tuple[Fraction, ...]:
        return tuple(piece.start for piece in self.pieces[1:])

    def at(self, pay: Fraction | int) -> Fraction:
        """Return the exact expected value at a pay within the range."""
        from bisect import bisect_left

        if not self.low <= pay <= self.high:
            raise CombinError(f"{pay} is outside the range {self.low} to {self.high} of {self.pay}")
        return self.pieces[
            min(bisect_left(self.pieces, pay, key=lambda piece: piece.end), len(self.pieces) - 1)
        ].at(Fraction(pay))

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


def sweep(counted: Counted, pay: str, low: Fraction, high: Fraction) -> Sweep:
    """Return the value of the best play for every value of one pay (an address of the bet) from
    `low` to `high`.

    Raises CombinError for an empty range. What it says at both ends and half way is checked by
    solving there.
    """
    if low >= high:
        raise CombinError(
            f"the range of {pay} goes from {low} to {high}; its end must be above its start"
        )
    counted.game.with_pays({pay: low})  # it refuses what no rules may pay
    pieces: list[Piece] = []
    read: tuple[Change, ...] = ()
    before: Forms | None = None
    for start, end, forms in _segments(counted, pay, low, high):
        if before is not None:
            read = tuple(_readings(counted, before, forms))
        pieces = _joined(pieces, _pieces(counted, pay, start, end, forms), read)
        before = forms
    plan = counted.plan
    found = Sweep(
        counted.game,
        plan.bet.key,
        plan.bet.base,
        pay,
        counted.ends.pays[pay],
        plan.deals,
        tuple(pieces),
        version(),
    )
    _check(counted, found)
    return found


def _joined(pieces: list[Piece], more: list[Piece], read: tuple[Change, ...]) -> list[Piece]:
    """Return pieces that follow each other, made one where the line goes on."""
    if not pieces:
        return more
    last, first = pieces[-1], more[0]
    if (last.constant, last.slope) == (first.constant, first.slope):
        return [
            *pieces[:-1],
            Piece(last.start, first.end, last.constant, last.slope, last.changes),
            *more[1:],
        ]
    return [*pieces, Piece(first.start, first.end, first.constant, first.slope, read), *more[1:]]


def _check(counted: Counted, found: Sweep) -> None:
    """Compare with what solving says at both ends and half way."""
    for pay in (found.low, (found.low + found.high) / 2, found.high):
        there = value_at(counted, found.pay, pay)
        if there != found.at(pay):
            raise ArithmeticError(
                f"{found.game.slug}: at {found.pay} = {pay} the sweep says {found.at(pay)}, "
                f"solving {there}"
            )


def value_at(counted: Counted, pay: str, at: Fraction) -> Fraction:
    """Return the expected value of the best play at one value of a pay, by solving there.

    Where that passes the solver's 63 bits, the actions' lines in the pay are compared instead, in
    128 bits.
    """
    try:
        return counted.paying({pay: at}).result.expected_value
    except CombinError:
        around = _segments(counted, pay, Fraction(floor(at)), Fraction(floor(at) + 1))
    forms = next(forms for start, end, forms in around if start <= at <= end)
    payoffs = PartedPayoffs(counted, forms, [pay])
    totals = [
        total(payoffs.fold(counted.plan, tally, highest(at, 0)), times)
        for tally, times in zip(counted.tallies, counted.pooled.times)
    ]
    constant, slope = map(sum, zip(*totals))
    return (constant + slope * at) / (payoffs.scale * counted.plan.deals)


# --- Where a hand is read, or a last informed choice made, another way ---------------------------


def _segments(
    counted: Counted, pay: str, low: Fraction, high: Fraction
) -> Iterator[tuple[Fraction, Fraction, Forms]]:
    """Yield the parts of a range within which every end is worth the same form."""
    if not chooses(counted):
        yield low, high, counted.ends.forms
        return
    below, above = (counted.paying({pay: at}).ends.forms for at in (low, high))
    fixed = {name: value for name, value in counted.ends.pays.items() if name != pay}
    cuts, forms = [], {path: list(found) for path, found in below.items()}
    for path, found in below.items():
        for place, (left, right) in enumerate(zip(found, above[path])):
            gap = [left.at({**fixed, pay: at}) - right.at({**fixed, pay: at}) for at in (low, high)]
            if gap[0] > 0 > gap[1]:
                cuts.append(low + (high - low) * gap[0] / (gap[0] - gap[1]))
            elif gap[1] < 0:
                forms[path][place] = right
    if not cuts:
        yield low, high, forms
        return
    yield from _segments(counted, pay, low, min(cuts))
    yield from _segments(counted, pay, min(cuts), high)


def chooses(counted: Counted) -> bool:
    """Tell whether something is left to choose when all cards are known: how a joker is read, or a
    last action.
    """
    plan = counted.plan
    return plan.informed is not None or bool(plan.game.deck.jokers)


def _readings(counted: Counted, before: Forms, after: Forms) -> Iterator[Change]:
    """Yield by which lines hands are paid below and above a place where ends are worth
    other forms.
    """
    told = dict.fromkeys(
        (_named(old), _named(new))
        for path, found in before.items()
        for old, new in zip(found, after[path])
        if old.coefficients.keys() != new.coefficients.keys()
    )
    yield from (Change("", (), old, new) for old, new in told)


def _named(form: LinearForm) -> str:
    return ", ".join(form.coefficients) or "nothing"


# --- Within a segment: kinks, from the last decision to the first --------------------------------


def _pieces(counted: Counted, pay: str, low: Fraction, high: Fraction, forms: Forms) -> list[Piece]:
    """Return the pieces of a range within which every end is worth the same form."""
    payoffs = PartedPayoffs(counted, forms, [pay])
    line, end = [0, 0], [0, 0]
    kinks: list[Kink] = []
    for number, (tally, times) in enumerate(zip(counted.tallies, counted.pooled.times)):
        below = payoffs.fold(counted.plan, tally, highest(low, 1), keep=True)
        above = payoffs.fold(counted.plan, tally, highest(high, -1))
        line = [old + more for old, more in zip(line, total(below, times))]
        end = [old + more for old, more in zip(end, total(above, times))]
        kinks += _kinks(counted, number, below, above, key_of(high.numerator, high.denominator))
    if [line[0] + sum(kink.da for kink in kinks), line[1] + sum(kink.db for kink in kinks)] != end:
        raise ArithmeticError(
            f"{counted.game.slug}: the kinks of {pay} do not lead from one end of the range to the "
            "other"
        )
    return list(_told(counted, kinks, line, low, high, payoffs.scale * counted.plan.deals))


def _kinks(counted: Counted, number: int, below: Folded, above: Folded, end: int) -> Iterable[Kink]:
    """Return the kinks of one tally's value at the first decision, below the place of key `end`."""
    found: dict[Path, Kinks] = {}
    for history, wanted in reversed(_turning(below, above).items()):
        decision = below[history]
        handed = [
            _handed_up(found.get(path, {}), below.tally, decision.place, wanted)
            for path in decision.paths
        ]
        found[history] = {
            at: envelope(
                _functions(decision, handed, at),
                decision.action[at],
                end,
                (number, decision.place, history, at),
            )
            for at in wanted
        }
    times = counted.pooled.times[number]
    return (
        Kink(kink.key, kink.da * times[at], kink.db * times[at], kink.origin)
        for at, kinks in found.get((), {}).items()
        for kink in kinks
    )


def _functions(decision: Decision, handed: Sequence[Kinks], at: int) -> list[Function]:
    """Return what each action is worth at one information set; handed: the kinks of each, by
    information set.
    """
    return [
        Function(constant[at], slope[at], kinks.get(at, ()))
        if decision.is_offered(number, at)
        else NEVER
        for number, ((constant, slope), kinks) in enumerate(zip(decision.values, handed))
    ]


def _turning(below: Folded, above: Folded) -> dict[Path, set[int]]:
    """Return, level by level, the information sets whose worth is no line, of those that lead up to
    such sets.
    """
    turning: dict[Path, set[int]] = {}
    for history, decision in below.decisions.items():
        level = below.tally.levels[decision.place]
        found = set(
            lines.apart(decision.worth[1], above[history].worth[1])
        )  # a convex function's slopes at both ends
        if decision.place:
            parents, fan = turning[history[:-1]], len(level.links) // len(level)
            found = {
                at for at in found if not parents.isdisjoint(level.links[at * fan : (at + 1) * fan])
            }
        turning[history] = found
    return turning


def _handed_up(children: Kinks, tally: Tally, place: int, wanted: set[int]) -> Kinks:
    """Return the kinks of an action's worth at those sets of a level that are wanted: the sum of
    their successors'.
    """
    if not children:
        return {}
    links, gathered = tally.levels[place + 1].links, defaultdict[int, list[Sequence[Kink]]](list)
    fan = len(links) // len(tally.levels[place + 1])
    for child, kinks in children.items():
        for parent in links[child * fan : (child + 1) * fan]:
            if parent in wanted:
                gathered[parent].append(kinks)
    return {parent: summed(kinks) for parent, kinks in gathered.items()}


def _told(
    counted: Counted,
    kinks: Iterable[Kink],
    line: list[int],
    low: Fraction,
    high: Fraction,
    scale: int,
) -> Iterator[Piece]:
    """Yield the pieces that a first line and all kinks make, with what changes between them."""
    groups: dict[int, list[Kink]] = defaultdict(list)
    for kink in kinks:
        groups[kink.key].append(kink)
    start, (a, b) = low, line
    changes: tuple[Change, ...] = ()
    for key in sorted(groups):
        place = groups[key][0].place
        yield Piece(start, place, Fraction(a, scale), Fraction(b, scale), changes)
        a, b = a + sum(kink.da for kink in groups[key]), b + sum(kink.db for kink in groups[key])
        start, changes = (
            place,
            changes_of(counted, {origin for kink in groups[key] for origin in origins_of(kink)}),
        )
    yield Piece(start, high, Fraction(a, scale), Fraction(b, scale), changes)


def changes_of(counted: Counted, origins: Iterable[tuple[Place, int, int]]) -> tuple[Change, ...]:
    """Return what is done differently, the information sets that change alike together.

    origins: each information set with the places, in the order of preference, of the actions taken
        before and after.
    """
    alike: dict[tuple[str, tuple[str, ...], str, str], list[Any]] = defaultdict(list)
    for place, old, new in sorted(
        origins,
        key=lambda origin: (origin[0][:2], path_key(origin[0][2]), origin[0][3], origin[1:]),
    ):
        actions = counted.plan.actions(place[2])
        alike[
            counted.decision(place), path_key(place[2]), actions[old].name, actions[new].name
        ].append(place)
    return tuple(
        Change(*told, counted.situations(places), counted.share(places), counted.cards(places[0]))
        for told, places in alike.items()
    )


__all__ = ["Change", "Piece", "Sweep", "changes_of", "chooses", "sweep", "value_at"]
