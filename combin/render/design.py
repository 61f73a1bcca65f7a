"""Formats paytables within limits."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combin.render import number
from combin.render.tables import (
    TEXT,
    Item,
    Table,
    answer,
    bet_words,
    captioned,
    command_of,
    heading,
    of_rules,
    provenance,
)

if TYPE_CHECKING:
    from combin.sensitivity.design import Design
    from combin.solving.result import BetResult

PLACES = 4  # of a percentage and of a deviation
TOP = 10  # paytables that `combin design` prints by default


def design_text(found: Design, form: str = TEXT, command: str = "") -> str:
    """Return paytables within limits, the roundest first."""
    command = command or _command(found)
    figures = ("edge", "off", "variance", "hit_frequency", "roughness", "simple_edge", "lines")
    rows = [
        (
            *map(number.exact, one.pays),
            number.exact(one.edge),
            number.exact(one.off),
            number.exact(one.result.variance),
            number.exact(one.result.hit_frequency),
            str(one.rough),
            _end(one.simple) or "",
            "" if one.lines is None else str(one.lines),
        )
        for one in found.found
    ]
    ruled = of_rules([(*found.pays, *figures), *rows], found.game, found.bet)
    return answer(form, _blocks(found), ruled, lambda: _data(found, command), command)


def design_line(found: Design) -> str:
    """Return in a line how many paytables keep the limits."""
    return (
        f"{found.game.slug}: {found.game.shown(found.bet)}, "
        f"{number.counted(found.within, 'paytable')} within limits, "
        f"{number.grouped(found.front)} on the Pareto front"
    )


def unfound(found: Design) -> str:
    """Return, in a sentence, that no paytable keeps the limits, and what can be reached."""
    of = f"{found.game.slug}, {found.game.shown(found.bet)}"
    least, most = found.limits.hits
    if found.hits is not None and (
        (least is not None and found.hits < least) or (most is not None and found.hits > most)
    ):
        return (
            f"{of}: the hit frequency is {_percent(found.hits)} with any pays, not "
            f"{number.span(found.limits.hits, _percent)}"
        )
    low, high = found.reach
    edge_low, edge_high = found.limits.edge
    beyond = (edge_low is not None and high < edge_low) or (
        edge_high is not None and low > edge_high
    )
    if beyond:
        return (
            f"{of}: no paytable has an edge of {number.span(found.limits.edge, _percent)}; with "
            f"these pays the edge runs from {_percent(low)} to {_percent(high)}"
        )
    return (
        f"{of}: none of {number.grouped(found.combinations)} paytables is within the limits; their "
        f"edges run from {_percent(low)} to {_percent(high)}"
    )


def _percent(value: Fraction) -> str:
    return number.percent(value, PLACES)


# --- Pages ---------------------------------------------------------------------------------------


def _blocks(found: Design) -> Iterator[str | Table]:
    yield from heading(found.game, found.bet)
    if not found.found:
        yield unfound(found)
        return
    limits, asked = found.limits, []
    named = (
        ("an edge of", limits.edge, _percent, f" of one {found.game.unit(found.wager)}"),
        ("a hit frequency of", limits.hits, _percent, ""),
        ("a standard deviation of", limits.deviation, number.plain, ""),
    )
    for what, interval, words, unit in named:
        if interval != (None, None):
            asked.append(f"{what} {number.span(interval, words)}{unit}")
    low, high = found.reach
    shown = f" The first {len(found.found)}:" if len(found.found) < found.front else ""
    front = f"{number.grouped(found.front)} {'is' if found.front == 1 else 'are'}"
    yield (
        f"{found.game.shown(found.bet)}: {number.counted(found.within, 'paytable')} with "
        f"{', '.join(asked)}; {front} on the Pareto front.{shown}"
    )
    yield captioned(_table(found), found.game, found.bet, "paytables within limits")
    every = f"{number.grouped(found.combinations)} paytables"
    searched = f"all {every}"
    if found.seen != found.combinations:
        searched = (
            f"{number.grouped(found.seen)} of {every}; the order of the hands or bounds on the "
            "edge exclude the others"
        )
    yield ""
    yield Item(
        "Criteria: rounder pays (a smaller `rough`), "
        + (f"an edge closer to {_percent(limits.aim)}, " if limits.aim is not None else "")
        + "a smaller standard deviation, a higher hit frequency"
        + (", a shorter good list." if found.lists else ".")
    )
    yield Item(f"Searched: {searched}. Their edges run from {_percent(low)} to {_percent(high)}.")
    if found.hits is not None:
        yield Item(f"The hit frequency is {_percent(found.hits)} with any pays.")
    if found.lists:
        yield Item(
            "3 lines: the edge against the best known list of at most three lines. Good list: the "
            "number of lines of the shortest list that costs at most 0.1 % of one "
            f"{found.game.unit(found.wager)}. The lists were found at today's pays."
        )
    else:
        yield Item(
            "combin has no lists of lines for this bet; the edges are under optimal play."
            if found.decides
            else "The player has no decisions."
        )


def _table(found: Design) -> Table:
    """Return the paytables found, and today's below them; their pays are headed without the
    paytable that all of them stand in.
    """
    tables = {pay.rpartition(".")[0] for pay in found.pays}
    heads = [pay.rpartition(".")[2] if len(tables) == 1 else pay for pay in found.pays]
    rows = [
        (
            *_figures(one.pays, one.result),
            str(one.rough),
            "none" if one.simple is None else _percent(one.simple),
            "none" if one.lines is None else str(one.lines),
        )
        for one in found.found
    ]
    rows.append((*_figures(found.today, found.now), "today", "", ""))
    headers = (*heads, "house edge", "exact", "deviation", "hits", "rough", "3 lines", "good list")
    aligns = ("right",) * len(found.pays) + ("right", "left") + ("right",) * 5
    if found.lists:
        return Table(headers, aligns, rows)
    return Table(headers[:-2], aligns[:-2], [row[:-2] for row in rows])


def _figures(pays: tuple[Fraction, ...], result: BetResult) -> tuple[str, ...]:
    edge = result.house_edge
    return (
        *map(number.plain, pays),
        _percent(edge),
        number.exact(edge),
        number.root(result.variance, PLACES),
        _percent(result.hit_frequency),
    )


# --- Programs ------------------------------------------------------------------------------------


def _command(found: Design) -> str:
    words = bet_words(found.bet)
    limits = found.limits
    for option, interval in (
        ("--edge", limits.edge),
        ("--hit", limits.hits),
        ("--deviation", limits.deviation),
    ):
        if interval != (None, None):
            words += [option, number.typed(interval)]
    words += ["--max-pay", number.exact(found.most)] if found.most is not None else []
    for pay, values in zip(found.pays, found.values):
        words += ["--pay", f"{pay}={_values(values)}"]
    words += ["--order", found.order] if found.order != "falling" else []
    words += ["--only-round"] if found.only_round else []
    words += ["--limit", str(len(found.found))] if len(found.found) != TOP else []
    return command_of("design", found.game, words)


def _values(values: tuple[Fraction, ...]) -> str:
    """Return the values of a pay as they are typed: a range where they are all its whole
    numbers.
    """
    low, high = values[0], values[-1]
    is_whole = all(value.denominator == 1 for value in values)
    if is_whole and high - low + 1 == len(values) > 1:
        return f"{low}..{high}"
    return ",".join(map(number.exact, values))


def _data(found: Design, command: str) -> dict[str, Any]:
    about = {"command": command, "bet": found.bet, "wager": found.wager}
    limits = found.limits
    return (
        provenance(found.game, found.version)
        | about
        | {
            "limits": {
                "edge": list(map(_end, limits.edge)),
                "hit_frequency": list(map(_end, limits.hits)),
                "deviation": list(map(_end, limits.deviation)),
                "pay": _end(found.most),
            },
            "values": {
                pay: list(map(number.exact, some)) for pay, some in zip(found.pays, found.values)
            },
            "order": found.order,
            "only_round": found.only_round,
            "combinations": str(found.combinations),
            "looked_at": str(found.seen),
            "within": str(found.within),
            "unbeaten": str(found.front),
            "edges": list(map(number.exact, found.reach)),
            "hit_frequency": _end(found.hits),
            "decides": found.decides,
            "lists": found.lists,
            "today": _paytable(found, found.today, found.now),
            "paytables": [
                _paytable(found, one.pays, one.result)
                | {
                    "off": number.exact(one.off),
                    "roughness": one.rough,
                    "simple_edge": _end(one.simple),
                    "lines": one.lines,
                }
                for one in found.found
            ],
        }
    )


def _paytable(found: Design, pays: tuple[Fraction, ...], result: BetResult) -> dict[str, Any]:
    return {
        "pays": dict(zip(found.pays, map(number.exact, pays))),
        "edge": number.exact(result.house_edge),
        "variance": number.exact(result.variance),
        "hit_frequency": number.exact(result.hit_frequency),
    }


def _end(value: Fraction | None) -> str | None:
    return None if value is None else number.exact(value)
