"""How it is told what pays and choices change: formulas, sweeps, pays for an edge, and settings
side by side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING

from combin.render import number
from combin.render.declared import Declared
from combin.render.shapes import (
    ABOUT,
    COMMAND,
    COUNT,
    EXACT,
    FLAG,
    NUMBER,
    OF_NAMES,
    RATIO,
    RULES,
    TEXT,
    UNITS,
    WHOLE,
    Field,
    Shape,
    within,
)
from combin.render.tables import (
    Block,
    Table,
    at_meter,
    bet_words,
    bets_words,
    captioned,
    choice_words,
    command_line,
    heading,
    pay_words,
)
from combin.rules.addresses import symbol_of

if TYPE_CHECKING:
    from combin.rules.game import Game
    from combin.sensitivity import (
        Aim,
        AimRange,
        Change,
        Comparison,
        Comparisons,
        Formula,
        Inequality,
        LinearForm,
        PayPoints,
        Range,
        Side,
        Sweep,
        Variations,
    )

PLACES = 4  # of a percentage
LINES = 40  # of a sweep that people are shown; programs get all
WIDTH = 110  # letters in a line of a formula


def _edge(value: Fraction) -> str:
    return number.percent(value, PLACES)


def signed_percent(value: Fraction) -> str:
    """Return a change of an edge with its sign."""
    return ("+" if value > 0 else "") + number.percent(value, PLACES)


# --- Formulas ----------------------------------------------------------------------------------


def _formula(found: Formula) -> Iterator[Block]:
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
        yield captioned(
            Table(
                ("pay", "today", "from", "to"),
                ("left", "right", "right", "right"),
                [
                    (one.pay, number.plain(one.today), *range_words(one))
                    for one in found.region.ranges
                ],
            ),
            found.game,
            found.bet,
            "how far each pay may move alone",
        )
    yield held(found)
    if found.region.bind:
        yield captioned(
            Table(
                ("inequality", "needed for"),
                ("left", "left"),
                [(inequality_text(one), where(one)) for one in found.region.bind],
            ),
            found.game,
            found.bet,
            "where the strategy stays optimal",
        )


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
    return Table(
        ("pay", "today", "probability", "EV per extra unit", "exact"),
        ("left", "right", "right", "right", "left"),
        [
            (
                term.pay,
                number.plain(term.today),
                number.decimal(term.probability, places),
                number.decimal(term.slope, places),
                number.exact(term.slope),
            )
            for term in found.terms
        ],
    )


def range_words(one: Range) -> tuple[str, str]:
    """Return from where to where a pay may move."""
    low, high = ("any" if end is None else number.plain(end) for end in (one.low, one.high))
    return low, high


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


def _terms(found: Formula) -> list[Mapping[str, object]]:
    """Return the pays of a formula, with how far each may move alone where that is known."""
    ranges = {one.pay: vars(one) for one in found.region.ranges}
    return [{**ranges.get(term.pay, {}), **vars(term)} for term in found.terms]


FORM: dict[str, Shape] = {"constant": COUNT, "coefficients": {...: COUNT}}
INEQUALITY = FORM | {
    "decision": TEXT,
    "history": [TEXT],
    "action": TEXT,
    "instead": TEXT,
    "cards": TEXT,
}
REGION = {
    "free": [TEXT],
    "distinct": WHOLE,
    "irredundant": Field(FLAG, lambda region: region.bind is not None),
    "inequalities": Field(
        [INEQUALITY],
        lambda region: region.inequalities if region.bind is None else region.bind,
    ),
}
FORMULA: Declared[Formula] = Declared(
    "formula",
    ABOUT
    | {
        "wager": TEXT,
        "expected_value": Field(EXACT, "value"),
        "formula": Field(
            {
                "sympy": Field(TEXT, expression),
                "latex": Field(TEXT, lambda form: form.latex()),
                **FORM,
                "denominator": COUNT,
            },
            "form",
        ),
        "probabilities": Field(
            OF_NAMES, lambda found: {term.pay: term.probability for term in found.terms}
        ),
        "ranges": Field(
            {...: [NUMBER]},
            lambda found: {one.pay: (one.low, one.high) for one in found.region.ranges},
        ),
        "region": REGION,
    },
    Field(
        [
            {
                "pay": TEXT,
                "today": UNITS,
                "probability": RATIO,
                "slope": UNITS,
                "low": (UNITS, None),
                "high": (UNITS, None),
            }
        ],
        _terms,
    ),
    _formula,
    lambda it: (
        f"{it.game.slug}: {it.game.shown(it.bet)}, expected value "
        f"{number.decimal(it.value, 6)}, {len(it.terms)} pays"
    ),
    lambda it: [*bet_words(it.bet), *(word for pay in it.asked for word in ("--pay", pay))],
)


# --- Sweeps ------------------------------------------------------------------------------------


def _sweep_words(found: Sweep | PayPoints) -> list[str]:
    return [*bet_words(found.bet), "--pay", f"{found.pay}={found.low}..{found.high}"]


def _sweep(found: Sweep, lines: int = LINES) -> Iterator[Block]:
    """Yield the pieces of a sweep: from where to where, the edge, and what changes.

    lines: how many pieces people are shown; programs get all.
    """
    pieces = len(found.pieces)
    shape = "one straight line" if pieces == 1 else number.counted(pieces - 1, "breakpoint")
    yield from heading(found.game, found.bet)
    yield (
        f"{found.game.shown(found.bet)}: house edge per {found.game.unit(found.wager)} "
        f"under optimal play, {found.pay} from {number.plain(found.low)} to "
        f"{number.plain(found.high)} (today {number.plain(found.today)}), {shape}"
    )
    yield captioned(
        sweep_table(found, lines), found.game, found.bet, f"the edge as {found.pay} moves"
    )
    if pieces > lines:
        yield f"{number.grouped(pieces - lines)} more pieces: --format csv has all."


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
    return Table(
        (
            "from",
            "to",
            "edge at start",
            "edge at end",
            "return per extra unit",
            "change of strategy at start",
        ),
        ("right",) * 5 + ("left",),
        rows,
    )


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


CHANGES = [
    {
        "decision": TEXT,
        "history": [TEXT],
        "before": TEXT,
        "after": TEXT,
        "situations": WHOLE,
        "probability": Field(EXACT, "share"),
        "cards": TEXT,
    }
]
PIECE = {
    "from": Field(EXACT, "start", "units"),
    "to": Field(EXACT, "end", "units"),
    "constant": UNITS,
    "slope": RATIO,
    "changes": CHANGES,
}
MOVING = ABOUT | {"wager": TEXT, "pay": TEXT, "today": UNITS}  # one pay of a bet
SWEEP: Declared[Sweep] = Declared(
    "sweep",
    MOVING | {"expected_value": Field([PIECE], "pieces")},
    Field(
        [
            PIECE
            | {
                "edge_from": Field(EXACT, lambda piece: -piece.at(piece.start), "ratio"),
                "edge_to": Field(EXACT, lambda piece: -piece.at(piece.end), "ratio"),
                "changes": Field(TEXT, lambda piece: "; ".join(map(change_words, piece.changes))),
            }
        ],
        "pieces",
    ),
    _sweep,
    lambda it: (
        f"{it.game.slug}: {it.game.shown(it.bet)}, {it.pay} from {number.plain(it.low)} to "
        f"{number.plain(it.high)}, {len(it.pieces)} pieces"
    ),
    _sweep_words,
    ("pay",),
)


def _points(found: PayPoints) -> Iterator[Block]:
    """Yield the edge at single values of a pay, and how far it is from straight between them."""
    yield from heading(found.game, found.bet)
    yield (
        f"{found.game.shown(found.bet)}: house edge per {found.game.unit(found.wager)} "
        f"under optimal play, solved at {len(found.found)} values of {found.pay} "
        f"(today {number.plain(found.today)})"
    )
    yield captioned(
        Table(
            (found.pay, "house edge", "exact", "return per extra unit"),
            ("right", "right", "left", "right"),
            [
                (
                    number.plain(one.pay),
                    _edge(-one.value),
                    number.exact(-one.value),
                    "" if one.slope is None else number.decimal(one.slope, PLACES + 2),
                )
                for one in found.found
            ],
        ),
        found.game,
        found.bet,
        f"the edge as {found.pay} moves",
    )
    yield points_note(found)


def points_note(found: PayPoints) -> str:
    """Return what is known of the edge between the values that were solved."""
    if found.bend is None:
        return (
            "Between two rows the edge is not known: hands of a split, or two hands, are played as "
            "if each were alone, so it may bend either way, and jump where the play changes."
        )
    if not found.bend:
        if len({one.slope for one in found.found}) == 1:
            return "One straight line: optimal play is the same at all these values."
        return "Between two rows the edge is a straight line; optimal play changes at rows only."
    above = number.percent(found.bend, number.places_for(found.bend * 100, 2, 2))
    return (
        f"Between two rows the edge is at most {above} above the straight line. It bends wherever "
        "optimal play changes, at too many points to list."
    )


SOLVED = {
    "at": Field(EXACT, "pay", "units"),
    "expected_value": Field(EXACT, "value", "units"),
    "slope": Field(NUMBER, "slope", "ratio"),
}
POINTS: Declared[PayPoints] = Declared(
    "sweep",
    MOVING | {"solved": Field([SOLVED], "found"), "below_straight": Field(NUMBER, "bend")},
    Field([SOLVED | {"edge": Field(EXACT, lambda point: -point.value, "ratio")}], "found"),
    _points,
    lambda it: f"{it.game.slug}: {it.game.shown(it.bet)}, {len(it.found)} values of {it.pay}",
    _sweep_words,
    ("pay",),
)


# --- Targets -----------------------------------------------------------------------------------


def _target(found: Aim) -> Iterator[Block]:
    """Yield the pay at which the edge is the one asked for, and the edges of whole units beside
    it.
    """
    if found.at is None:
        yield unreached(found)
        return
    yield from heading(found.game, found.bet)
    yield (
        f"{found.game.shown(found.bet)}: the edge is {_edge(found.edge)} of one "
        f"{found.game.unit(found.wager)} if {found.pay} is {number.decimal(found.at, 6)} "
        f"({_today(found)})."
    )
    beside = {number.plain(unit): edge for unit, edge in found.beside if unit != found.at}
    reached = {f"exactly {number.exact(found.at)}": found.edge, **beside}
    yield Table(
        (found.pay, "house edge", "exact"),
        ("left", "right", "left"),
        [(pay, _edge(edge), number.exact(edge)) for pay, edge in reached.items()],
    )


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


def _target_range(found: AimRange) -> Iterator[Block]:
    """Yield the pays at which the edge is within a range, and the edges of whole units there."""
    if (at := found.at) is None:
        yield unreached(found)
        return
    yield from heading(found.game, found.bet)
    yield (
        f"{found.game.shown(found.bet)}: the edge is {number.span(found.asked, _edge)} of one "
        f"{found.game.unit(found.wager)} if {found.pay} is {number.span(at, _pay_words)} "
        f"({_today(found)})."
    )
    if not found.units:
        yield f"No whole number of {found.pay} is in this range."
        return
    yield Table(
        (found.pay, "house edge", "exact"),
        ("right", "right", "left"),
        [(number.plain(unit), _edge(edge), number.exact(edge)) for unit, edge in found.units],
    )
    if at[1] is not None and found.units[-1][0] + 1 <= at[1]:
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


AIMED = MOVING | {"edge_today": RATIO}
REACHED = {
    "range": Field([EXACT], lambda found: (found.low, found.high)),
    "edges": Field([EXACT], "reach"),
}
AIM: Declared[Aim] = Declared(
    "target",
    AIMED
    | {"edge": RATIO, "at": NUMBER}
    | REACHED
    | {"beside": Field(OF_NAMES, lambda found: dict(found.beside))},
    Field(
        [{"value": Field(EXACT, "at", "units"), "edge": RATIO}],
        lambda found: [] if found.at is None else [found],
    ),
    _target,
    lambda it: (
        f"{it.game.slug}: {it.game.shown(it.bet)}, edge {number.percent(it.edge, 4)} at "
        + ("no pay" if it.at is None else f"{it.pay} {number.exact(it.at)}")
    ),
    lambda it: [
        "--edge",
        f"{it.edge.numerator}/{it.edge.denominator}" if it.edge else "0",
        *bet_words(it.bet),
        "--pay",
        it.pay,
    ],
    ("pay",),
)
AIM_RANGE: Declared[AimRange] = Declared(
    "target",
    AIMED
    | {"asked": [NUMBER], "at": ([NUMBER], None)}
    | REACHED
    | {"units": Field(OF_NAMES, lambda found: dict(found.units))},
    Field(
        [{"value": UNITS, "edge": RATIO}],
        lambda found: [
            {"value": unit, "edge": edge}
            for unit, edge in sorted({*found.units, *_ends_with_edges(found)})
        ],
    ),
    _target_range,
    lambda it: (
        f"{it.game.slug}: {it.game.shown(it.bet)}, edge {number.span(it.asked, _edge)} at "
        + ("no pay" if it.at is None else f"{it.pay} {number.span(it.at, number.exact)}")
    ),
    lambda it: ["--edge", number.typed(it.asked), *bet_words(it.bet), "--pay", it.pay],
    ("pay",),
)


# --- Settings side by side ---------------------------------------------------------------------


def _vary(found: Variations) -> Iterator[Block]:
    """Yield every choice beside the present setting."""
    yield from heading(found.game, *found.edges)
    yield "One choice changed at a time:"
    for key in found.edges:
        yield captioned(variations_table(found, key), found.game, key, "one choice at a time")
    changes = [
        (found.game.shown(row.comparison.bet), row.choice, row.value, change_words(change))
        for row in found.rows
        for change in row.comparison.changes or ()
    ]
    if changes:
        yield Table(("bet", "choice", "value", "change of optimal play"), ("left",) * 4, changes)


def variations_table(found: Variations, key: str) -> Table:
    """Return one bet under its present setting and under every value of every choice."""
    side = found.edges[key]
    edge = f"edge per {_unit(side, key)}"
    return Table(
        (found.game.shown(key), "value", edge, "exact", "change", "optimal play"),
        ("left", "left", "right", "left", "right", "left"),
        [
            ("current", "", *_edge_cells(side), "", ""),
            *(
                (
                    row.choice,
                    f"{row.value}: {row.meaning}",
                    *_edge_cells(one.second),
                    signed_percent(one.change),
                    changed(one),
                )
                for row in found.rows
                if (one := row.comparison).bet == key
            ),
        ],
    )


def _edge_cells(side: Side) -> tuple[str, str]:
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
    share = f", {number.percent(one.moved, PLACES)} of deals" if one.first.model else ""
    return f"changes in {number.counted(one.situations, 'situation')}{share}"


def _compare(found: Comparisons, names: Sequence[str] = ()) -> Iterator[Block]:
    """Yield two settings side by side; names: how the user called them."""
    game = found.game
    first, second = names or _setting_names(found)
    yield from (game.title, game.source, "", f"A: {first}", f"B: {second}")
    yield Table(
        ("bet", "edge per", "A", "exact", "B", "exact", "change", "optimal play"),
        ("left", "left", "right", "left", "right", "left", "right", "left"),
        [
            (
                game.shown(one.bet),
                "; ".join(dict.fromkeys(_unit(side, one.bet) for side in (one.first, one.second))),
                *_edge_cells(one.first),
                *_edge_cells(one.second),
                signed_percent(one.change),
                changed(one),
            )
            for one in found
        ],
    )
    for one in found:
        bet, changes = game.shown(one.bet), one.changes or ()
        yield from (f"{bet}, {change_words(change)}" for change in changes[:LINES])
        if len(changes) > LINES:
            yield f"{bet}: {number.grouped(len(changes) - LINES)} more changes: --json has all."


class _Compared(Declared["Comparisons"]):
    """Of two settings, each a word of the command."""

    def again(self, found: Comparisons, name: str = "") -> str:
        return command_line(self.verb, [name or found.game.slug, *self.words(found)])


def _setting_names(found: Comparisons) -> list[str]:
    return [_setting_words(side.game) for side in (found[0].first, found[0].second)]


def _setting_words(game: Game) -> str:
    """Return a setting as `combin compare` takes it: ``joker=bug,flush=7/2``."""
    defaults = {choice.name: choice.default for choice in game.choices}
    words = [
        f"{name}={value}" for name, value in game.chosen.items() if value != defaults.get(name)
    ]
    words += [f"{address}={number.exact(pay)}" for address, pay in game.priced.items()]
    return ",".join(words) or "default"


def _unit(side: Side, key: str) -> str:
    return f"{side.game.unit(side.wager)}{at_meter(side.game.meters(key))}"


COMPARED = {
    "bet": TEXT,
    "wager": Field(TEXT, "second.wager"),
    "edge": Field(EXACT, "second.edge", "ratio"),
    "change": RATIO,
    "strategy": Field((CHANGES, None), "changes"),
    "probability?": Field(EXACT, lambda one: one.moved if one.second.model else None, "ratio"),
    "model?": Field(TEXT, "second.model"),
}
EDGE_A = Field(EXACT, "first.edge", "ratio")
SITUATIONS = Field((COUNT, None), lambda one: None if one.changes is None else one.situations)
SET = {
    "choices": Field(TEXT, lambda one: choice_words(one.second.game.settings_of(one.bet))),
    "pays": Field(TEXT, lambda one: pay_words(one.second.game, one.bet)),
}
VARIED = {"choice": TEXT, "value": TEXT} | within("comparison", COMPARED)
VARIED_ROW = {
    "game": Field(TEXT, "comparison.second.game.slug"),
    **{key: VARIED[key] for key in ("bet", "choice", "value", "edge", "change")},
    **within("comparison", {"situations": SITUATIONS}),
    **{key: VARIED[key] for key in ("probability?", "model?")},
    **within("comparison", SET),
}
VARIATIONS: Declared[Variations] = Declared(
    "vary",
    RULES
    | {
        "command": COMMAND,
        "edges": Field(
            OF_NAMES, lambda found: {key: side.edge for key, side in found.edges.items()}
        ),
        "variations": Field([VARIED], "rows"),
    },
    Field([VARIED_ROW], "settings"),
    _vary,
    lambda it: f"{it.game.slug}: {len(it.rows)} variations of {', '.join(it.edges)}",
    lambda it: bets_words(it.game, it.edges),
)
COMPARISONS: Declared[Comparisons] = _Compared(
    "compare",
    {
        "command": COMMAND,
        "a": Field(RULES, lambda found: found[0].first),
        "b": Field(RULES, lambda found: found[0].second),
        "bets": Field([{"edge_a": EDGE_A, **COMPARED}], tuple),
    },
    Field(
        [
            {
                "edge_a": EDGE_A,
                **COMPARED,
                "situations": SITUATIONS,
                **{f"{key}_b": part for key, part in SET.items()},
            }
        ],
        tuple,
    ),
    _compare,
    lambda it: ", ".join(
        (
            f"{it.game.slug} under two settings",
            *(f"{it.game.shown(one.bet)} {signed_percent(one.change)}" for one in it),
        )
    ),
    lambda it: [*_setting_names(it), *bets_words(it.game, (one.bet for one in it))],
)
