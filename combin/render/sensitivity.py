"""Formats what pays and choices change: formulas, sweeps, pays for an edge, and settings side by
side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from combin.render import number
from combin.render.tables import (
    TEXT,
    Table,
    answer,
    at_meter,
    bet_words,
    bets_words,
    captioned,
    choice_words,
    command_line,
    command_of,
    heading,
    of_rules,
    pay_words,
    provenance,
)
from combin.rules.addresses import symbol_of
from combin.version import version

if TYPE_CHECKING:
    from combin.rules.game import Game
    from combin.sensitivity import (
        Aim,
        AimRange,
        Change,
        Comparison,
        Formula,
        Inequality,
        LinearForm,
        Nearest,
        PayPoints,
        Range,
        Side,
        Sweep,
        Variations,
    )

PLACES = 4  # of a percentage
TOP = 10  # paytables that `combin target` prints by default
LINES = 40  # of a sweep that people are shown; programs get all
WIDTH = 110  # letters in a line of a formula


def _edge(value: Fraction) -> str:
    return number.percent(value, PLACES)


def signed_percent(value: Fraction) -> str:
    """Return a change of an edge with its sign."""
    return ("+" if value > 0 else "") + number.percent(value, PLACES)


def _signed(
    found: Formula | Sweep | PayPoints | Aim | AimRange | Nearest,
    command: str,
    data: dict[str, Any],
) -> dict[str, Any]:
    """Return the data of a result about one bet, after the rules, the command and the bet that it
    is about.
    """
    about = {"command": command, "bet": found.bet, "wager": found.wager}
    return provenance(found.game, found.version) | about | data


# --- Formulas ----------------------------------------------------------------------------------


def formula_text(found: Formula, form: str = TEXT, command: str = "") -> str:
    """Return the value as a formula in the pays, how far each may move, and the inequalities that
    bind.
    """
    named = [word for pay in found.asked for word in ("--pay", pay)]
    command = command or command_of("formula", found.game, [*bet_words(found.bet), *named])
    ranges = {one.pay: (_exact_end(one.low), _exact_end(one.high)) for one in found.region.ranges}
    head = ("game", "bet", "pay", "today", "probability", "slope", "low", "high")
    rows = [
        (
            found.game.slug,
            found.bet,
            term.pay,
            *map(number.exact, (term.today, term.probability, term.slope)),
            *(end or "" for end in ranges.get(term.pay, ("", ""))),
        )
        for term in found.terms
    ]
    binding = found.region.inequalities if found.region.bind is None else found.region.bind
    return answer(
        form,
        _formula_blocks(found),
        of_rules([head, *rows], found.game, found.bet, [term.pay for term in found.terms]),
        lambda: _signed(
            found,
            command,
            {
                "expected_value": number.exact(found.value),
                "formula": {
                    "sympy": expression(found.form),
                    "latex": found.form.latex(),
                    **_coefficients(found.form),
                    "denominator": str(found.form.denominator),
                },
                "probabilities": {term.pay: number.exact(term.probability) for term in found.terms},
                "ranges": {pay: list(ends) for pay, ends in ranges.items()},
                "region": {
                    "free": list(found.region.free),
                    "distinct": found.region.distinct,
                    "irredundant": found.region.bind is not None,
                    "inequalities": [
                        {
                            **_coefficients(one),
                            "decision": one.decision,
                            "history": list(one.history),
                            "action": one.action,
                            "instead": one.instead,
                            "cards": one.cards,
                        }
                        for one in binding
                    ],
                },
            },
        ),
        command,
    )


def _coefficients(form: LinearForm | Inequality) -> dict[str, Any]:
    coefficients = {name: str(count) for name, count in form.coefficients.items()}
    return {"constant": str(form.constant), "coefficients": coefficients}


def formula_line(found: Formula) -> str:
    """Return in a line what a formula is worth today."""
    value = number.decimal(found.value, 6)
    bet = found.game.shown(found.bet)
    return f"{found.game.slug}: {bet}, expected value {value}, {len(found.terms)} pays"


def _formula_blocks(found: Formula) -> Iterator[str | Table]:
    from textwrap import wrap

    value = f"{number.decimal(found.value, 6)} ({number.exact(found.value)})"
    yield from heading(found.game, found.bet)
    yield (
        f"{found.game.shown(found.bet)}: expected value {value} of one "
        f"{found.game.unit(found.wager)}. As a formula in the pays, with today's "
        "optimal strategy:"
    )
    yield ""
    yield from wrap(
        expression(found.form),
        WIDTH,
        initial_indent="    ",
        subsequent_indent="      ",
        break_on_hyphens=False,
    )
    yield captioned(terms_table(found), found.game, found.bet, "pays of the formula")
    if found.region.ranges:
        yield "The strategy stays optimal while one pay, the others fixed, stays within:"
        ranges = ranges_table(found.region.ranges)
        yield captioned(ranges, found.game, found.bet, "how far each pay may move alone")
    yield held(found)
    if found.region.bind:
        bind = inequalities_table(found.region.bind)
        yield captioned(bind, found.game, found.bet, "where the strategy stays optimal")


def expression(form: LinearForm) -> str:
    """Return a linear form as sympy and Python read it: ``(-12 + 3*flush)/50``."""
    parts = [str(form.constant)] if form.constant or not form.coefficients else []
    for name, count in form.coefficients.items():
        sign = "-" if count < 0 else "+"
        times = "" if abs(count) == 1 else f"{abs(count)}*"
        parts.append(f"{sign} {times}{symbol_of(name)}")
    text = " ".join(parts).removeprefix("+ ")
    return f"({text})/{form.denominator}" if form.denominator != 1 else text


def terms_table(found: Formula) -> Table:
    """Return the table of the pays in a formula: today's, how often each is paid, what one more
    unit adds.
    """
    smallest = min((term.probability for term in found.terms), default=Fraction(1))
    places = number.places_for(smallest, 2, 6)
    rows = [
        (
            term.pay,
            number.plain(term.today),
            number.decimal(term.probability, places),
            number.decimal(term.slope, places),
            number.exact(term.slope),
        )
        for term in found.terms
    ]
    headers = ("pay", "today", "probability", "EV per extra unit", "exact")
    return Table(headers, ("left", "right", "right", "right", "left"), rows)


def ranges_table(ranges: Sequence[Range]) -> Table:
    """Return how far each pay may move alone before optimal play changes."""
    rows = [(one.pay, number.plain(one.today), *range_words(one)) for one in ranges]
    return Table(("pay", "today", "from", "to"), ("left", "right", "right", "right"), rows)


def range_words(one: Range) -> tuple[str, str]:
    """Return from where to where a pay may move."""
    low, high = ("any" if end is None else number.plain(end) for end in (one.low, one.high))
    return low, high


def inequalities_table(found: Sequence[Inequality]) -> Table:
    """Return inequalities with the decision that each belongs to."""
    rows = [(inequality_text(one), where(one)) for one in found]
    return Table(("inequality", "needed for"), ("left", "left"), rows)


def inequality_text(one: Inequality) -> str:
    """Return an inequality as people write it: ``4 straight + 9 pair >= 36``.

    Where all coefficients are negative it is turned round, for nobody likes to read minus signs
    alone.
    """
    turned = all(count < 0 for count in one.coefficients.values())
    parts = []
    for name, count in one.coefficients.items():
        sign = "-" if count < 0 and not turned else "+"
        times = "" if abs(count) == 1 else f"{number.grouped(abs(count))} "
        parts.append(f"{sign} {times}{name}")
    side = f"<= {number.grouped(one.constant)}" if turned else f">= {number.grouped(-one.constant)}"
    return f"{' '.join(parts).removeprefix('+ ')} {side}"


def where(one: Inequality) -> str:
    """Return what an inequality keeps as it is, and with which cards."""
    if not one.decision:
        return f"a hand is paid as {one.action}, not as {one.instead}"
    after = f" after {' / '.join(one.history)}" if one.history else ""
    return f"{one.decision}{after}: {one.action}, not {one.instead}, with {one.cards}"


def held(found: Formula) -> str:
    """Return, in a sentence, where the strategy stays optimal when several pays move."""
    region = found.region
    if region.unsearched:
        together = "that move together " if region.ranges else ""
        return (
            f"The region of pays {together}in which this strategy is optimal is not searched: "
            f"there are {number.grouped(region.unsearched)} situations."
        )
    if not region.free and region.decides:
        return (
            "This bet has no paytable, so no pay varies here, and decisions may depend on any pay; "
            "--pay NAME makes one a variable."
        )
    if not region.distinct:
        others = {term.pay for term in found.terms} - set(region.free)
        if others and region.decides:
            moving = ", ".join(region.free)
            return f"No decision depends on {moving}: the formula holds for any value."
        return "No decision depends on these pays: the formula holds for any values."
    together = "If several pays move, the strategy" if region.free[1:] else "The strategy"
    if region.distinct == 1:
        return f"{together} is optimal if and only if one inequality holds:"
    several = f"{number.grouped(region.distinct)} inequalities"
    if region.bind is None:
        return (
            f"{together} is optimal if and only if {several} hold, too many to find the binding "
            "ones (--json has the tightest)."
        )
    if len(region.bind) == 1:
        bind = "One is binding, it implies the others:"
    else:
        bind = (
            f"{len(region.bind)} are binding: they imply all others, and none follows from the "
            "rest."
        )
    return f"{together} is optimal if and only if {several} hold. {bind}"


def _exact_end(end: Fraction | None) -> str | None:
    """Return where a range ends; None where it does not."""
    return None if end is None else number.exact(end)


# --- Sweeps ------------------------------------------------------------------------------------


def sweep_text(found: Sweep, form: str = TEXT, command: str = "", lines: int = LINES) -> str:
    """Return the pieces of a sweep: from where to where, the edge, and what changes.

    lines: how many pieces people are shown; programs get all.
    """
    command = command or _sweep_command(found)
    head = ("pay", "from", "to", "edge_from", "edge_to", "slope", "changes")
    rows = (
        (
            found.pay,
            *map(number.exact, (one.start, one.end, -one.at(one.start), -one.at(one.end))),
            number.exact(one.slope),
            "; ".join(map(change_words, one.changes)),
        )
        for one in found.pieces
    )
    return answer(
        form,
        _sweep_blocks(found, lines),
        of_rules(chain([head], rows), found.game, found.bet, [found.pay]),
        lambda: _signed(
            found,
            command,
            {
                "pay": found.pay,
                "today": number.exact(found.today),
                "expected_value": [
                    {
                        "from": number.exact(one.start),
                        "to": number.exact(one.end),
                        "constant": number.exact(one.constant),
                        "slope": number.exact(one.slope),
                        "changes": [_change_data(change) for change in one.changes],
                    }
                    for one in found.pieces
                ],
            },
        ),
        command,
    )


def sweep_line(found: Sweep) -> str:
    """Return in a line what a sweep goes through."""
    ends = f"from {number.plain(found.low)} to {number.plain(found.high)}"
    bet = found.game.shown(found.bet)
    return f"{found.game.slug}: {bet}, {found.pay} {ends}, {len(found.pieces)} pieces"


def _sweep_command(found: Sweep | PayPoints) -> str:
    words = [*bet_words(found.bet), *_range_words(found.pay, found.low, found.high)]
    return command_of("sweep", found.game, words)


def _sweep_blocks(found: Sweep, lines: int) -> Iterator[str | Table]:
    pieces = len(found.pieces)
    shape = "one straight line" if pieces == 1 else number.counted(pieces - 1, "breakpoint")
    yield from heading(found.game, found.bet)
    yield (
        f"{found.game.shown(found.bet)}: house edge per {found.game.unit(found.wager)} "
        f"under optimal play, {found.pay} from {number.plain(found.low)} to "
        f"{number.plain(found.high)} (today {number.plain(found.today)}), {shape}"
    )
    what = f"the edge as {found.pay} moves"
    yield captioned(sweep_table(found, lines), found.game, found.bet, what)
    if pieces > lines:
        yield f"{number.grouped(pieces - lines)} more pieces: --format csv has all."


def _range_words(pay: str, low: Fraction, high: Fraction) -> list[str]:
    return ["--pay", f"{pay}={low}..{high}"]


def sweep_table(found: Sweep, lines: int) -> Table:
    """Return the first pieces of a sweep, the further changes of each below it."""
    smallest = min((piece.slope for piece in found.pieces if piece.slope), default=Fraction(1))
    places = number.places_for(smallest, 4, 6)
    rows: list[tuple[str, ...]] = []
    for piece in islice(found.pieces, lines):
        first, *others = [change_words(change) for change in piece.changes] or [""]
        figures = (
            number.plain(piece.start),
            number.plain(piece.end),
            _edge(-piece.at(piece.start)),
            _edge(-piece.at(piece.end)),
            number.decimal(piece.slope, places),
        )
        rows += [(*figures, first), *(("", "", "", "", "", change) for change in others)]
    headers = (
        "from",
        "to",
        "edge at start",
        "edge at end",
        "return per extra unit",
        "change of strategy at start",
    )
    return Table(headers, ("right",) * 5 + ("left",), rows)


def change_words(change: Change) -> str:
    """Return a change of optimal play in words."""
    if not change.decision:
        return f"a hand is paid as {change.after} instead of {change.before}"
    after = f" after {' / '.join(change.history)}" if change.history else ""
    others = change.situations - 1
    like = f" and {number.grouped(others)} like it" if others else ""
    return (
        f"{change.decision}{after}: {change.after}, not {change.before}, with {change.cards}{like}"
    )


def _change_data(change: Change) -> dict[str, Any]:
    return {
        "decision": change.decision,
        "history": list(change.history),
        "before": change.before,
        "after": change.after,
        "situations": change.situations,
        "probability": number.exact(change.share),
        "cards": change.cards,
    }


def points_text(found: PayPoints, form: str = TEXT, command: str = "") -> str:
    """Return the edge at single values of a pay, and how far it is from straight between them."""
    command = command or _sweep_command(found)
    rows = [
        (found.pay, *map(number.exact, (one.pay, -one.value, one.slope))) for one in found.found
    ]
    headers = (found.pay, "house edge", "exact", "return per extra unit")
    shown = [
        (
            number.plain(one.pay),
            _edge(-one.value),
            number.exact(-one.value),
            number.decimal(one.slope, PLACES + 2),
        )
        for one in found.found
    ]
    table = Table(headers, ("right", "right", "left", "right"), shown)
    blocks: list[str | Table] = [
        *heading(found.game, found.bet),
        f"{found.game.shown(found.bet)}: house edge per {found.game.unit(found.wager)} "
        f"under optimal play, solved at {len(found.found)} values of {found.pay} "
        f"(today {number.plain(found.today)})",
        captioned(table, found.game, found.bet, f"the edge as {found.pay} moves"),
        points_note(found),
    ]
    return answer(
        form,
        blocks,
        of_rules([("pay", "at", "edge", "slope"), *rows], found.game, found.bet, [found.pay]),
        lambda: _signed(
            found,
            command,
            {
                "pay": found.pay,
                "today": number.exact(found.today),
                "solved": [
                    {
                        "at": number.exact(one.pay),
                        "expected_value": number.exact(one.value),
                        "slope": number.exact(one.slope),
                    }
                    for one in found.found
                ],
                "below_straight": number.exact(found.bend),
            },
        ),
        command,
    )


def points_line(found: PayPoints) -> str:
    """Return in a line at how many values of a pay a game was solved."""
    bet = found.game.shown(found.bet)
    return f"{found.game.slug}: {bet}, {len(found.found)} values of {found.pay}"


def points_note(found: PayPoints) -> str:
    """Return what is known of the edge between the values that were solved."""
    if not found.bend:
        return "One straight line: optimal play is the same at all these values."
    above = number.percent(found.bend, number.places_for(found.bend * 100, 2, 2))
    return (
        f"Between two rows the edge is at most {above} above the straight line. It bends wherever "
        "optimal play changes, at too many points to list."
    )


# --- Targets -----------------------------------------------------------------------------------


def target_text(found: Aim, form: str = TEXT, command: str = "") -> str:
    """Return the pay at which the edge is the one asked for, and the edges of whole units beside
    it.
    """
    words = [*_edge_words(found.edge), *bet_words(found.bet), "--pay", found.pay]
    command = command or command_of("target", found.game, words)
    blocks: list[str | Table] = [unreached(found)]
    rows = [("pay", "value", "edge")]
    if found.at is not None:
        rows.append((found.pay, number.exact(found.at), number.exact(found.edge)))
        beside = {number.plain(unit): edge for unit, edge in found.beside if unit != found.at}
        reached = {f"exactly {number.exact(found.at)}": found.edge, **beside}
        blocks = [
            *heading(found.game, found.bet),
            f"{found.game.shown(found.bet)}: the edge is {_edge(found.edge)} of one "
            f"{found.game.unit(found.wager)} if {found.pay} is {number.decimal(found.at, 6)} "
            f"({_today(found)}).",
            Table(
                (found.pay, "house edge", "exact"),
                ("left", "right", "left"),
                [(pay, _edge(edge), number.exact(edge)) for pay, edge in reached.items()],
            ),
        ]
    data = {
        **_asked_data(found),
        "edge": number.exact(found.edge),
        "at": _exact_end(found.at),
        **_reach_data(found),
        "beside": {number.exact(unit): number.exact(edge) for unit, edge in found.beside},
    }
    ruled = of_rules(rows, found.game, found.bet, [found.pay])
    return answer(form, blocks, ruled, lambda: _signed(found, command, data), command)


def _asked_data(found: Aim | AimRange) -> dict[str, Any]:
    return {
        "pay": found.pay,
        "today": number.exact(found.today),
        "edge_today": number.exact(found.edge_today),
    }


def _reach_data(found: Aim | AimRange) -> dict[str, Any]:
    return {
        "range": [number.exact(found.low), number.exact(found.high)],
        "edges": list(map(number.exact, found.reach)),
    }


def target_line(found: Aim) -> str:
    """Return in a line at which pay a bet has the edge asked for."""
    at = "no pay" if found.at is None else f"{found.pay} {number.exact(found.at)}"
    bet = found.game.shown(found.bet)
    return f"{found.game.slug}: {bet}, edge {number.percent(found.edge, 4)} at {at}"


def _edge_words(edge: Fraction) -> list[str]:
    return ["--edge", f"{edge.numerator}/{edge.denominator}" if edge else "0"]


def _today(found: Aim | AimRange) -> str:
    return f"today {found.pay} is {number.plain(found.today)}, the edge {_edge(found.edge_today)}"


def unreached(found: Aim | AimRange) -> str:
    """Return, in a sentence, that no pay gives the edge asked for, and what can be reached."""
    low, high = found.reach
    reach = (
        f"{_edge(low)} at {number.plain(found.low)} to {_edge(high)} at {number.plain(found.high)}"
    )
    edges = number.span(found.asked, _edge)
    asked = (
        f"no value of {found.pay} gives an edge of {edges} of one {found.game.unit(found.wager)}"
    )
    of = f"{found.game.slug}, {found.game.shown(found.bet)}"
    return f"{of}: {asked}; the edge runs from {reach} ({_today(found)})"


def target_range_text(found: AimRange, form: str = TEXT, command: str = "") -> str:
    """Return the pays at which the edge is within a range, and the edges of whole units there."""
    words = ["--edge", number.typed(found.asked), *bet_words(found.bet), "--pay", found.pay]
    command = command or command_of("target", found.game, words)
    blocks: list[str | Table] = [unreached(found)]
    if found.at is not None:
        blocks = [*heading(found.game, found.bet), *_range_reached(found, found.at)]
    rows = [
        (found.pay, number.exact(unit), number.exact(edge))
        for unit, edge in sorted({*found.units, *_ends_with_edges(found)})
    ]
    data = {
        **_asked_data(found),
        "asked": list(map(_exact_end, found.asked)),
        "at": None if found.at is None else list(map(_exact_end, found.at)),
        **_reach_data(found),
        "units": {number.exact(unit): number.exact(edge) for unit, edge in found.units},
    }
    ruled = of_rules([("pay", "value", "edge"), *rows], found.game, found.bet, [found.pay])
    return answer(form, blocks, ruled, lambda: _signed(found, command, data), command)


def target_range_line(found: AimRange) -> str:
    """Return in a line at which pays a bet has an edge within a range."""
    at = "no pay" if found.at is None else f"{found.pay} {number.span(found.at, number.exact)}"
    bet = found.game.shown(found.bet)
    return f"{found.game.slug}: {bet}, edge {number.span(found.asked, _edge)} at {at}"


def _range_reached(found: AimRange, at: tuple[Fraction, Fraction | None]) -> Iterator[str | Table]:
    yield (
        f"{found.game.shown(found.bet)}: the edge is {number.span(found.asked, _edge)} of one "
        f"{found.game.unit(found.wager)} if {found.pay} is {number.span(at, _pay_words)} "
        f"({_today(found)})."
    )
    if not found.units:
        yield f"No whole number of {found.pay} is in this range."
        return
    rows = [(number.plain(unit), _edge(edge), number.exact(edge)) for unit, edge in found.units]
    yield Table((found.pay, "house edge", "exact"), ("right", "right", "left"), rows)
    last = found.units[-1][0]
    if at[1] is not None and last + 1 <= at[1]:
        yield f"So are higher pays, up to {_pay_words(at[1])}."


def _pay_words(pay: Fraction) -> str:
    """Return a pay, and exactly where it is rounded."""
    if pay.denominator == 1:
        return number.plain(pay)
    return f"{number.decimal(pay, PLACES)} ({number.exact(pay)})"


def _ends_with_edges(found: AimRange) -> Iterator[tuple[Fraction, Fraction]]:
    """Yield the exact ends of the pays and the edge there: that asked for, unless a limit of the
    pay comes first.
    """
    if found.at is None:
        return
    for end, limit, reached, asked in zip(
        found.at, (found.low, found.high), found.reach, reversed(found.asked)
    ):
        if end is not None:
            yield end, reached if end == limit or asked is None else asked


def nearest_text(found: Nearest, form: str = TEXT, command: str = "") -> str:
    """Return the paytables nearest to an edge, best first, and today's below them."""
    words = [*_edge_words(found.edge), *bet_words(found.bet)]
    for pay, ends in zip(found.pays, found.limits):
        words += _range_words(pay, *ends)
    words += ["--step", number.exact(found.step)] if found.step != 1 else []
    words += ["--top", str(len(found.found))] if len(found.found) != TOP else []
    command = command or command_of("target", found.game, words)
    tables = [
        (
            *map(number.plain, near.pays),
            _edge(near.edge),
            number.exact(near.edge),
            _edge(near.miss),
            number.plain(near.moved),
        )
        for near in found.found
    ]
    today = (_edge(found.edge_today), number.exact(found.edge_today), "", "today")
    table = Table(
        (*found.pays, "house edge", "exact", "distance", "units changed"),
        ("right",) * len(found.pays) + ("right", "left", "right", "right"),
        [*tables, (*map(number.plain, found.today), *today)],
    )
    low, high = map(_edge, found.reach)
    blocks: list[str | Table] = [
        *heading(found.game, found.bet),
        f"{found.game.shown(found.bet)}: the paytables nearest to {_edge(found.edge)} of one "
        f"{found.game.unit(found.wager)}, of {number.grouped(found.tried)} in steps of "
        f"{number.plain(found.step)} whose edges run from {low} to {high}:",
        captioned(table, found.game, found.bet, "paytables near an edge"),
    ]
    rows = [
        tuple(map(number.exact, (*near.pays, near.edge, near.miss, near.moved)))
        for near in found.found
    ]
    head = (*found.pays, "edge", "miss", "moved")
    data = {
        "edge": number.exact(found.edge),
        "edge_today": number.exact(found.edge_today),
        "limits": {
            pay: list(map(number.exact, ends)) for pay, ends in zip(found.pays, found.limits)
        },
        "step": number.exact(found.step),
        "tried": found.tried,
        "edges": list(map(number.exact, found.reach)),
        "nearest": [
            {
                "pays": dict(zip(found.pays, map(number.exact, near.pays))),
                "edge": number.exact(near.edge),
                "miss": number.exact(near.miss),
                "moved": number.exact(near.moved),
            }
            for near in found.found
        ],
    }
    ruled = of_rules([head, *rows], found.game, found.bet, found.pays)
    return answer(form, blocks, ruled, lambda: _signed(found, command, data), command)


def nearest_line(found: Nearest) -> str:
    """Return in a line how many paytables are near to the edge asked for."""
    edge = number.percent(found.edge, 4)
    return (
        f"{found.game.slug}: {found.game.shown(found.bet)}, {len(found.found)} paytables nearest "
        f"to an edge of {edge}"
    )


# --- Settings side by side ---------------------------------------------------------------------


def vary_text(found: Variations, form: str = TEXT, command: str = "") -> str:
    """Return every choice beside the present setting."""
    command = command or command_of("vary", found.game, bets_words(found.game, found.edges))
    changes = [
        (found.game.shown(row.comparison.bet), row.choice, row.value, change_words(change))
        for row in found.rows
        for change in row.comparison.changes or ()
    ]
    head = ("bet", "choice", "value", "change of optimal play")
    blocks: list[str | Table] = [
        *heading(found.game, *found.edges),
        "One choice changed at a time:",
        *(
            captioned(variations_table(found, key), found.game, key, "one choice at a time")
            for key in found.edges
        ),
        *([Table(head, ("left",) * 4, changes)] if changes else []),
    ]
    return answer(
        form,
        blocks,
        _vary_rows(found),
        lambda: {
            **provenance(found.game, found.version),
            "command": command,
            "edges": {key: number.exact(side.edge) for key, side in found.edges.items()},
            "variations": [
                {"choice": row.choice, "value": row.value, **_comparison_data(row.comparison)}
                for row in found.rows
            ],
        },
        command,
    )


def vary_line(found: Variations) -> str:
    """Return in a line how much was varied."""
    return f"{found.game.slug}: {len(found.rows)} variations of {', '.join(found.edges)}"


def variations_table(found: Variations, key: str) -> Table:
    """Return one bet under its present setting and under every value of every choice."""
    side = found.edges[key]
    rows = [("current", "", *_edge_cells(side), "", "")]
    for row in found.rows:
        one = row.comparison
        if one.bet == key:
            value = f"{row.value}: {row.meaning}"
            differs = (signed_percent(one.change), changed(one))
            rows.append((row.choice, value, *_edge_cells(one.second), *differs))
    edge = f"edge per {_unit(side, key)}"
    headers = (found.game.shown(key), "value", edge, "exact", "change", "optimal play")
    return Table(headers, ("left", "left", "right", "left", "right", "left"), rows)


def _edge_cells(side: Side) -> tuple[str, str]:
    """Return an edge rounded and exactly."""
    return _edge(side.edge), number.exact(side.edge)


def changed(one: Comparison) -> str:
    """Return in a few words whether optimal play changes."""
    if one.changes is None:
        if one.many:
            return "too many situations to compare"
        decks = one.first.game.deck, one.second.game.deck
        return "other decisions" if decks[0] == decks[1] else "other deck, not compared"
    if not one.changes:
        return "same"
    situations = sum(change.situations for change in one.changes)
    share = f", {number.percent(one.moved, PLACES)} of deals" if one.first.model else ""
    return f"changes in {number.counted(situations, 'situation')}{share}"


def compare_text(
    found: Sequence[Comparison],
    form: str = TEXT,
    command: str = "",
    names: tuple[str, str] | None = None,
) -> str:
    """Return two settings side by side; names: how the user called them."""
    games = [found[0].first.game, found[0].second.game]
    names = names or (_setting_words(games[0]), _setting_words(games[1]))
    bets = bets_words(games[0], (one.bet for one in found))
    command = command or command_line("compare", [games[0].slug, *names, *bets])
    head = ("game", "bet", "edge_a", "edge_b", "change", "situations")
    rows = [
        (
            games[0].slug,
            one.bet,
            *map(number.exact, (one.first.edge, one.second.edge, one.change)),
            _situations(one),
            *_settings(one.first, one.bet),
            *_settings(one.second, one.bet),
        )
        for one in found
    ]
    return answer(
        form,
        _compare_blocks(found, *names),
        [(*head, "choices_a", "pays_a", "choices_b", "pays_b"), *rows],
        lambda: {
            "command": command,
            **{name: provenance(game, version()) for name, game in zip("ab", games)},
            "bets": [
                {"edge_a": number.exact(one.first.edge), **_comparison_data(one)} for one in found
            ],
        },
        command,
    )


def compare_line(found: Sequence[Comparison]) -> str:
    """Return in a line how two settings differ."""
    game = found[0].first.game
    changes = (f"{game.shown(one.bet)} {signed_percent(one.change)}" for one in found)
    return ", ".join((f"{game.slug} under two settings", *changes))


def _compare_blocks(found: Sequence[Comparison], first: str, second: str) -> Iterator[str | Table]:
    game = found[0].first.game
    yield from (game.title, game.source, "", f"A: {first}", f"B: {second}")
    rows = []
    for one in found:
        units = dict.fromkeys(_unit(side, one.bet) for side in (one.first, one.second))
        differs = (signed_percent(one.change), changed(one))
        edges = (*_edge_cells(one.first), *_edge_cells(one.second))
        rows.append((game.shown(one.bet), "; ".join(units), *edges, *differs))
    headers = ("bet", "edge per", "A", "exact", "B", "exact", "change", "optimal play")
    aligns = ("left", "left", "right", "left", "right", "left", "right", "left")
    yield Table(headers, aligns, rows)
    for one in found:
        bet, changes = game.shown(one.bet), one.changes or ()
        yield from (f"{bet}, {change_words(change)}" for change in changes[:LINES])
        if len(changes) > LINES:
            yield f"{bet}: {number.grouped(len(changes) - LINES)} more changes: --json has all."


def _setting_words(game: Game) -> str:
    """Return a setting as `combin compare` takes it: ``joker=bug,flush=7/2``."""
    defaults = {choice.name: choice.default for choice in game.choices}
    words = [
        f"{name}={value}" for name, value in game.chosen.items() if value != defaults.get(name)
    ]
    words += [f"{address}={number.exact(pay)}" for address, pay in game.priced.items()]
    return ",".join(words) or "default"


def _vary_rows(found: Variations) -> Iterator[tuple[str, ...]]:
    modelled = any(side.model for side in found.edges.values())
    head = ("game", "bet", "choice", "value", "edge", "change", "situations")
    yield (*head, *(("probability", "model") if modelled else ()), "choices", "pays")
    slug = found.game.slug
    for key, side in found.edges.items():
        more = ("0", side.model) if modelled else ()
        yield slug, key, "", "", number.exact(side.edge), "0", "0", *more, *_settings(side, key)
    for row in found.rows:
        one = row.comparison
        figures = (number.exact(one.second.edge), number.exact(one.change), _situations(one))
        more = (number.exact(one.moved), one.second.model) if modelled else ()
        yield (
            *(slug, one.bet, row.choice, row.value, *figures, *more),
            *_settings(one.second, one.bet),
        )


def _settings(side: Side, key: str) -> tuple[str, str]:
    """Return the choices and pays of a bet under a setting, as cells for programs."""
    return choice_words(side.game.settings_of(key)), pay_words(side.game, key)


def _unit(side: Side, key: str) -> str:
    return f"{side.game.unit(side.wager)}{at_meter(side.game.meters(key))}"


def _situations(one: Comparison) -> str:
    return "" if one.changes is None else str(sum(change.situations for change in one.changes))


def _comparison_data(one: Comparison) -> dict[str, Any]:
    modelled = {"probability": number.exact(one.moved), "model": one.second.model}
    return {
        "bet": one.bet,
        "wager": one.second.wager,
        "edge": number.exact(one.second.edge),
        "change": number.exact(one.change),
        "strategy": None if one.changes is None else list(map(_change_data, one.changes)),
        **(modelled if one.second.model else {}),
    }
