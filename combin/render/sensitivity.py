"""Lays out what pays and choices come to: formulas, sweeps, the pays for an edge, and settings side
by side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any

from combin.dossier.asked import named_pays
from combin.render import number
from combin.render.tables import (
    TEXT,
    Table,
    answer,
    at_meter,
    bet_words,
    bets_words,
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
        Change,
        Comparison,
        Formula,
        Inequality,
        LinearForm,
        Nearest,
        Range,
        Side,
        Sweep,
        Variations,
    )

PLACES = 4  # of a percentage
TOP = 10  # paytables that `combin target` prints unless told otherwise
LINES = 40  # of a sweep that people are shown; programs get all
WIDTH = 110  # letters in a line of a formula


def _edge(value: Fraction) -> str:
    return number.percent(value, PLACES)


def signed_percent(value: Fraction) -> str:
    """Return a change of an edge with its sign."""
    return ("+" if value > 0 else "") + number.percent(value, PLACES)


def _signed(found: Any, command: str, data: dict[str, Any]) -> dict[str, Any]:
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
    command, region = command or _formula_command(found), found.region
    value = f"{number.decimal(found.value, 6)} ({number.exact(found.value)})"
    blocks: list[str | Table] = [
        *heading(found.game, found.bet),
        f"{found.bet}: the expected value of the present best play, in units of one {found.wager}, "
        f"today {value}:",
        "",
        *_wrapped(expression(found.form)),
        terms_table(found),
        "The best play stays as it is while one pay alone moves from .. to:",
        ranges_table(region.ranges),
        _told(found),
    ]
    if region.bind:
        blocks.append(inequalities_table(region.bind))
    rows = of_rules(_term_rows(found), found.game, found.bet, [term.pay for term in found.terms])
    return answer(
        form, blocks, rows, lambda: _signed(found, command, _formula_data(found)), command
    )


def _formula_command(found: Formula) -> str:
    named = [word for pay in named_pays(found) for word in ("--pay", pay)]
    return command_of("formula", found.game, [*bet_words(found.bet), *named])


def expression(form: LinearForm) -> str:
    """Return a linear form as sympy and Python read it: ``(-12 + 3*flush)/50``."""
    parts = [str(form.constant)] if form.constant or not form.coefficients else []
    for name, count in form.coefficients.items():
        times = "" if abs(count) == 1 else f"{abs(count)}*"
        parts.append(f"{'- ' if count < 0 else '+ '}{times}{symbol_of(name)}")
    text = " ".join(parts).removeprefix("+ ")
    return f"({text})/{form.denominator}" if form.denominator != 1 else text


def terms_table(found: Formula) -> Table:
    """Return the table of the pays in a formula: today's, how often each is paid, what one unit
    more adds.
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
    headers = ("pay", "today", "paid with probability", "one unit more adds", "exactly")
    return Table(headers, ("left", "right", "right", "right", "left"), rows)


def ranges_table(ranges: Sequence[Range]) -> Table:
    """Return how far each pay may move alone before the best play changes."""
    rows = []
    for one in ranges:
        ends = ("any" if end is None else number.plain(end) for end in (one.low, one.high))
        rows.append((one.pay, number.plain(one.today), *ends))
    return Table(("pay", "today", "from", "to"), ("left", "right", "right", "right"), rows)


def inequalities_table(found: Sequence[Inequality]) -> Table:
    """Return inequalities with the decision that each belongs to."""
    rows = [(inequality_text(one), where(one)) for one in found]
    return Table(("holds while", "so that"), ("left", "left"), rows)


def inequality_text(one: Inequality) -> str:
    """Return an inequality as people write it: ``4 straight + 9 pair >= 36``."""
    turned = all(
        count < 0 for count in one.coefficients.values()
    )  # nobody likes to read minus signs alone
    parts = []
    for name, count in one.coefficients.items():
        times = "" if abs(count) == 1 else f"{number.grouped(abs(count))} "
        parts.append(f"{'- ' if count < 0 and not turned else '+ '}{times}{name}")
    side = f"<= {number.grouped(one.constant)}" if turned else f">= {number.grouped(-one.constant)}"
    return f"{' '.join(parts).removeprefix('+ ')} {side}"


def where(one: Inequality) -> str:
    """Return what an inequality keeps as it is, and with which cards."""
    if not one.decision:
        return f"a hand is paid as {one.action}, not as {one.instead}"
    after = f" after {' / '.join(one.history)}" if one.history else ""
    return f"{one.decision}{after}: {one.action}, not {one.instead}, with {one.cards}"


def _told(found: Formula) -> str:
    region = found.region
    if not region.distinct:
        return "No decision depends on these pays: the formula holds whatever they are."
    several = f"{number.grouped(region.distinct)} different inequalities"
    if region.bind is None:
        return (
            f"When several move together: {several}, too many to be searched for those that "
            "bind (--json has the tightest)."
        )
    bind = (
        f"{len(region.bind)} bind: together they imply all, and none of them follows from the "
        "others"
    )
    return f"When several move together it stays as it is exactly where {several} hold; {bind}."


def _wrapped(text: str) -> list[str]:
    import textwrap

    return textwrap.wrap(
        text, WIDTH, initial_indent="    ", subsequent_indent="      ", break_on_hyphens=False
    )


def _term_rows(found: Formula) -> Iterator[tuple[str, ...]]:
    yield ("game", "bet", "pay", "today", "probability", "slope", "low", "high")
    ranges = {one.pay: one for one in found.region.ranges}
    for term in found.terms:
        one = ranges.get(term.pay)
        ends = [
            ("" if end is None else number.exact(end))
            for end in ((one.low, one.high) if one else (None, None))
        ]
        figures = (number.exact(figure) for figure in (term.today, term.probability, term.slope))
        yield (found.game.slug, found.bet, term.pay, *figures, *ends)


def _formula_data(found: Formula) -> dict[str, Any]:
    region = found.region
    return {
        "expected_value": number.exact(found.value),
        "formula": {
            "sympy": expression(found.form),
            "latex": found.form.latex(),
            "constant": str(found.form.constant),
            "coefficients": {name: str(count) for name, count in found.form.coefficients.items()},
            "denominator": str(found.form.denominator),
        },
        "probabilities": {term.pay: number.exact(term.probability) for term in found.terms},
        "ranges": {
            one.pay: [None if end is None else number.exact(end) for end in (one.low, one.high)]
            for one in region.ranges
        },
        "region": {
            "free": list(region.free),
            "distinct": region.distinct,
            "irredundant": region.bind is not None,
            "inequalities": [
                _inequality_data(one)
                for one in (region.inequalities if region.bind is None else region.bind)
            ],
        },
    }


def _inequality_data(one: Inequality) -> dict[str, Any]:
    return {
        "constant": str(one.constant),
        "coefficients": {name: str(count) for name, count in one.coefficients.items()},
        "decision": one.decision,
        "history": list(one.history),
        "action": one.action,
        "instead": one.instead,
        "cards": one.cards,
    }


# --- Sweeps ------------------------------------------------------------------------------------


def sweep_text(found: Sweep, form: str = TEXT, command: str = "", lines: int = LINES) -> str:
    """Return the pieces of a sweep: from where to where, the edge, and what changes."""
    if not command:
        command = command_of(
            "sweep",
            found.game,
            [*bet_words(found.bet), *_range_words(found.pay, found.low, found.high)],
        )
    pieces = len(found.pieces)
    told = (
        f"{number.grouped(pieces - 1)} breakpoint{'' if pieces == 2 else 's'}"
        if pieces > 1
        else "one straight line"
    )
    blocks: list[str | Table] = [
        *heading(found.game, found.bet),
        f"{found.bet}: the house edge, of one {found.wager}, under the best play while {found.pay} "
        "goes from "
        f"{number.plain(found.low)} to {number.plain(found.high)} (today "
        f"{number.plain(found.today)}): {told}",
        sweep_table(found, lines),
    ]
    if pieces > lines:
        blocks.append(f"{number.grouped(pieces - lines)} more pieces: --format csv has all.")
    rows = of_rules(_sweep_rows(found), found.game, found.bet, [found.pay])
    return answer(form, blocks, rows, lambda: _signed(found, command, _sweep_data(found)), command)


def _range_words(pay: str, low: Fraction, high: Fraction) -> list[str]:
    return ["--pay", f"{pay}={low}..{high}"]


def sweep_table(found: Sweep, lines: int) -> Table:
    """Return the first pieces of a sweep."""
    places = number.places_for(
        min((piece.slope for piece in found.pieces if piece.slope), default=Fraction(1)), 4, 6
    )
    rows = []
    for piece in islice(found.pieces, lines):
        ends = (_edge(-piece.at(piece.start)), _edge(-piece.at(piece.end)))
        told = [told_change(change) for change in piece.changes] or [""]
        rows.append(
            (
                number.plain(piece.start),
                number.plain(piece.end),
                *ends,
                number.decimal(piece.slope, places),
                told[0],
            )
        )
        rows += [("", "", "", "", "", more) for more in told[1:]]
    headers = (
        "from",
        "to",
        "edge at first",
        "edge at last",
        "one unit more returns",
        "from here on",
    )
    return Table(headers, ("right",) * 5 + ("left",), rows)


def told_change(change: Change) -> str:
    """Return a change of the best play in words."""
    if not change.decision:
        return f"a hand is paid as {change.after} where it was {change.before}"
    after = f" after {' / '.join(change.history)}" if change.history else ""
    others = change.situations - 1
    like = f" and {number.grouped(others)} like it" if others else ""
    return (
        f"{change.decision}{after}: {change.after}, not {change.before}, with {change.cards}{like}"
    )


def _sweep_rows(found: Sweep) -> Iterator[tuple[str, ...]]:
    yield ("pay", "from", "to", "edge_from", "edge_to", "slope", "changes")
    for piece in found.pieces:
        figures = (
            piece.start,
            piece.end,
            -piece.at(piece.start),
            -piece.at(piece.end),
            piece.slope,
        )
        yield (found.pay, *map(number.exact, figures), "; ".join(map(told_change, piece.changes)))


def _sweep_data(found: Sweep) -> dict[str, Any]:
    pieces = [
        {
            "from": number.exact(piece.start),
            "to": number.exact(piece.end),
            "constant": number.exact(piece.constant),
            "slope": number.exact(piece.slope),
            "changes": [_change_data(change) for change in piece.changes],
        }
        for piece in found.pieces
    ]
    return {
        "pay": found.pay,
        "today": number.exact(found.today),
        "expected_value": pieces,
    }


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


# --- Targets -----------------------------------------------------------------------------------


def target_text(found: Aim, form: str = TEXT, command: str = "") -> str:
    """Return the pay at which the edge is the one asked for, and the edges of whole units beside
    it.
    """
    if not command:
        command = command_of(
            "target",
            found.game,
            [*_edge_words(found.edge), *bet_words(found.bet), "--pay", found.pay],
        )
    if found.at is None:
        blocks: list[str | Table] = [unreached(found)]
    else:
        blocks = [*heading(found.game, found.bet), *_reached(found, found.at)]
    told = of_rules(_target_rows(found), found.game, found.bet, [found.pay])
    return answer(form, blocks, told, lambda: _signed(found, command, _target_data(found)), command)


def _edge_words(edge: Fraction) -> list[str]:
    return ["--edge", f"{edge.numerator}/{edge.denominator}" if edge else "0"]


def _reached(found: Aim, at: Fraction) -> list[str | Table]:
    asked = (
        f"the edge is {_edge(found.edge)} of one {found.wager} where {found.pay} is "
        f"{number.decimal(at, 6)}"
    )
    rows = [(f"exactly {number.exact(at)}", _edge(found.edge), number.exact(found.edge))]
    rows += [
        (number.plain(unit), _edge(edge), number.exact(edge))
        for unit, edge in found.beside
        if unit != at
    ]
    table = Table((found.pay, "house edge", "exactly"), ("left", "right", "left"), rows)
    return [f"{found.bet}: {asked} ({_today(found)}).", table]


def _today(found: Aim) -> str:
    return (
        f"today {found.pay} is {number.plain(found.today)} and the edge {_edge(found.edge_today)}"
    )


def unreached(found: Aim) -> str:
    """Return, in a sentence, that no pay gives the edge asked for, and what can be reached."""
    low, high = found.reach
    reach = (
        f"from {_edge(low)} at {number.plain(found.low)} to {_edge(high)} at "
        f"{number.plain(found.high)}"
    )
    asked = f"an edge of {_edge(found.edge)} of one {found.wager} is reached by no {found.pay}"
    return f"{found.game.slug}, {found.bet}: {asked}; it goes {reach} ({_today(found)})"


def _target_rows(found: Aim) -> Iterator[tuple[str, ...]]:
    yield ("pay", "value", "edge")
    if found.at is not None:
        yield (found.pay, number.exact(found.at), number.exact(found.edge))


def _target_data(found: Aim) -> dict[str, Any]:
    return {
        "pay": found.pay,
        "today": number.exact(found.today),
        "edge_today": number.exact(found.edge_today),
        "edge": number.exact(found.edge),
        "at": None if found.at is None else number.exact(found.at),
        "range": [number.exact(found.low), number.exact(found.high)],
        "edges": list(map(number.exact, found.reach)),
        "beside": {number.exact(unit): number.exact(edge) for unit, edge in found.beside},
    }


def nearest_text(found: Nearest, form: str = TEXT, command: str = "") -> str:
    """Return the paytables nearest to an edge, best first."""
    command = command or _nearest_command(found)
    low, high = found.reach
    blocks: list[str | Table] = [
        *heading(found.game, found.bet),
        f"{found.bet}: of {number.grouped(found.tried)} paytables in steps of "
        f"{number.plain(found.step)}, whose edges go from "
        f"{_edge(low)} to {_edge(high)} of one {found.wager}, those nearest to "
        f"{_edge(found.edge)}:",
    ]
    rows = [
        (
            *map(number.plain, near.pays),
            _edge(near.edge),
            number.exact(near.edge),
            _edge(near.miss),
            number.plain(near.moved),
        )
        for near in found.found
    ]
    rows.append(
        (
            *map(number.plain, found.today),
            _edge(found.edge_today),
            number.exact(found.edge_today),
            "",
            "today",
        )
    )
    headers = (*found.pays, "house edge", "exactly", "off by", "units changed")
    aligns = ("right",) * len(found.pays) + ("right", "left", "right", "right")
    blocks.append(Table(headers, aligns, rows))
    told = of_rules(_nearest_rows(found), found.game, found.bet, found.pays)
    return answer(
        form, blocks, told, lambda: _signed(found, command, _nearest_data(found)), command
    )


def _nearest_command(found: Nearest) -> str:
    words = [*_edge_words(found.edge), *bet_words(found.bet)]
    for pay, ends in zip(found.pays, found.limits):
        words += _range_words(pay, *ends)
    words += ["--step", number.exact(found.step)] if found.step != 1 else []
    words += ["--top", str(len(found.found))] if len(found.found) != TOP else []
    return command_of("target", found.game, words)


def _nearest_rows(found: Nearest) -> Iterator[tuple[str, ...]]:
    yield (*found.pays, "edge", "miss", "moved")
    for near in found.found:
        yield tuple(map(number.exact, (*near.pays, near.edge, near.miss, near.moved)))


def _nearest_data(found: Nearest) -> dict[str, Any]:
    return {
        "edge": number.exact(found.edge),
        "edge_today": number.exact(found.edge_today),
        "limits": {
            name: list(map(number.exact, ends)) for name, ends in zip(found.pays, found.limits)
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


# --- Settings side by side ---------------------------------------------------------------------


def vary_text(found: Variations, form: str = TEXT, command: str = "") -> str:
    """Return every choice beside the present setting."""
    command = command or command_of("vary", found.game, bets_words(found.game, found.edges))
    blocks: list[str | Table] = [
        *heading(found.game, *found.edges),
        "One choice at a time against this setting:",
    ]
    blocks += [variations_table(found, key) for key in found.edges]
    told = [
        (row.comparison.bet, row.choice, row.value, told_change(change))
        for row in found.rows
        for change in row.comparison.changes or ()
    ]
    if told:
        headers = ("bet", "choice", "value", "the best play changes")
        blocks.append(Table(headers, ("left",) * 4, told))
    return answer(form, blocks, _vary_rows(found), lambda: _vary_data(found, command), command)


def variations_table(found: Variations, key: str) -> Table:
    """Return one bet under its present setting and under every value of every choice."""
    side = found.edges[key]
    rows = [("as it is", "", _edge(side.edge), number.exact(side.edge), "", "")]
    for row in found.rows:
        one = row.comparison
        if one.bet == key:
            edges = (
                _edge(one.second.edge),
                number.exact(one.second.edge),
                signed_percent(one.change),
            )
            rows.append((row.choice, f"{row.value}: {row.meaning}", *edges, changed(one)))
    headers = (key, "", f"edge, of one {_unit(side, key)}", "exactly", "change", "best play")
    return Table(headers, ("left", "left", "right", "left", "right", "left"), rows)


def changed(one: Comparison) -> str:
    """Return in a few words whether the best play changes."""
    if one.changes is None:
        return "other decisions"
    if not one.changes:
        return "the same"
    situations = sum(change.situations for change in one.changes)
    return f"changes in {number.grouped(situations)} situation{'' if situations == 1 else 's'}"


def compare_text(
    found: Sequence[Comparison],
    form: str = TEXT,
    command: str = "",
    names: tuple[str, str] | None = None,
) -> str:
    """Return two settings side by side; names: how the user called them."""
    game = found[0].first.game
    names = names or (_setting_words(game), _setting_words(found[0].second.game))
    command = command or command_line(
        "compare", [game.slug, *names, *bets_words(game, (one.bet for one in found))]
    )
    rows = []
    for one in found:
        edges = [
            text
            for side in (one.first, one.second)
            for text in (_edge(side.edge), number.exact(side.edge))
        ]
        rows.append((one.bet, _units(one), *edges, signed_percent(one.change), changed(one)))
    headers = ("bet", "edge of one", "A", "exactly", "B", "exactly", "change", "best play")
    aligns = ("left", "left", "right", "left", "right", "left", "right", "left")
    blocks: list[str | Table] = [
        game.title,
        game.source,
        "",
        f"A: {names[0]}",
        f"B: {names[1]}",
        Table(headers, aligns, rows),
    ]
    blocks += [f"{one.bet}, {told_change(change)}" for one in found for change in one.changes or ()]
    return answer(
        form, blocks, _compare_rows(found), lambda: _compare_data(found, command), command
    )


def _setting_words(game: Game) -> str:
    """Return a setting as `combin compare` takes it: ``joker=bug,flush=7/2``."""
    defaults = {choice.name: choice.default for choice in game.choices}
    words = [
        f"{name}={value}" for name, value in game.chosen.items() if value != defaults.get(name)
    ]
    words += [f"{address}={number.exact(pay)}" for address, pay in game.priced.items()]
    return ",".join(words) or "default"


def _vary_rows(found: Variations) -> Iterator[tuple[str, ...]]:
    yield ("game", "bet", "choice", "value", "edge", "change", "situations", "choices", "pays")
    for key, side in found.edges.items():
        yield (
            found.game.slug,
            key,
            "",
            "",
            number.exact(side.edge),
            "0",
            "0",
            *_settings(side, key),
        )
    for row in found.rows:
        one = row.comparison
        figures = (number.exact(one.second.edge), number.exact(one.change), _situations(one))
        yield (
            found.game.slug,
            one.bet,
            row.choice,
            row.value,
            *figures,
            *_settings(one.second, one.bet),
        )


def _settings(side: Side, key: str) -> tuple[str, str]:
    """Return the choices and pays of a bet under a setting, as cells for programs."""
    return choice_words(side.game.settings_of(key)), pay_words(side.game, key)


def _unit(side: Side, key: str) -> str:
    return f"{side.wager}{at_meter(side.game.meters(key))}"


def _situations(one: Comparison) -> str:
    return "" if one.changes is None else str(sum(change.situations for change in one.changes))


def _vary_data(found: Variations, command: str) -> dict[str, Any]:
    rows = [
        {"choice": row.choice, "value": row.value, **_comparison_data(row.comparison)}
        for row in found.rows
    ]
    edges = {key: number.exact(side.edge) for key, side in found.edges.items()}
    return provenance(found.game, found.version) | {
        "command": command,
        "edges": edges,
        "variations": rows,
    }


def _comparison_data(one: Comparison) -> dict[str, Any]:
    changes = None if one.changes is None else [_change_data(change) for change in one.changes]
    figures = {"edge": number.exact(one.second.edge), "change": number.exact(one.change)}
    return {"bet": one.bet, "wager": one.second.wager, **figures, "strategy": changes}


def _compare_rows(found: Sequence[Comparison]) -> Iterator[tuple[str, ...]]:
    yield (
        "game",
        "bet",
        "edge_a",
        "edge_b",
        "change",
        "situations",
        "choices_a",
        "pays_a",
        "choices_b",
        "pays_b",
    )
    for one in found:
        figures = map(number.exact, (one.first.edge, one.second.edge, one.change))
        settings = (cell for side in (one.first, one.second) for cell in _settings(side, one.bet))
        yield (one.first.game.slug, one.bet, *figures, _situations(one), *settings)


def _units(one: Comparison) -> str:
    """Return what the edges of two settings are divided by, and where the meters stand in each."""
    first, second = (_unit(side, one.bet) for side in (one.first, one.second))
    return first if first == second else f"{first}; {second}"


def _compare_data(found: Sequence[Comparison], command: str) -> dict[str, Any]:
    sides = {
        name: provenance(side, version())
        for name, side in zip("ab", (found[0].first.game, found[0].second.game))
    }
    bets = [{"edge_a": number.exact(one.first.edge), **_comparison_data(one)} for one in found]
    return {"command": command, **sides, "bets": bets}
