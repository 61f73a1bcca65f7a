"""How paytables within limits are told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.render import number
from combin.render.declared import Declared
from combin.render.sensitivity import PLACES
from combin.render.shapes import (
    ABOUT,
    COUNT,
    EXACT,
    FLAG,
    NUMBER,
    RATIO,
    TEXT,
    UNITS,
    WHOLE,
    Field,
)
from combin.render.tables import Block, Item, Table, bet_words, captioned, heading

if TYPE_CHECKING:
    from combin.sensitivity.design import Design, Designed
    from combin.solving.result import BetResult

TOP = 10  # paytables that `combin design` prints by default


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
    if found.is_out_of_reach:
        meant = {choice.name: choice.values for choice in found.game.choices}
        mends = (
            f"; with {name}={value} ({meant[name].get(value, value)}) from {_percent(least)} to "
            f"{_percent(most)}"
            for (name, value), (least, most) in found.mends.items()
        )
        return (
            f"{of}: no paytable has an edge of {number.span(found.limits.edge, _percent)}; with "
            f"these pays the edge runs from {_percent(low)} to {_percent(high)}{''.join(mends)}"
        )
    return (
        f"{of}: none of {number.grouped(found.combinations)} paytables is within the limits; their "
        f"edges run from {_percent(low)} to {_percent(high)}"
    )


def near(choices: Mapping[str, str], pays: Mapping[str, Fraction], edge: Fraction) -> str:
    """Return what is nearest to the edge asked for while a search goes on."""
    paid = {name: number.plain(pay) for name, pay in pays.items()}
    return f"{', '.join(map('='.join, {**choices, **paid}.items()))}: {_percent(edge)} so far"


def _percent(value: Fraction) -> str:
    return number.percent(value, PLACES)


# --- Pages ---------------------------------------------------------------------------------------


def _page(found: Design) -> Iterator[Block]:
    yield from heading(found.game, found.bet)
    if not found.found:
        yield unfound(found)
        return
    limits = found.limits
    asked = [
        f"{what} {number.span(interval, words)}{unit}"
        for what, interval, words, unit in (
            ("an edge of", limits.edge, _percent, f" of one {found.game.unit(found.wager)}"),
            ("a hit frequency of", limits.hits, _percent, ""),
            ("a standard deviation of", limits.deviation, number.plain, ""),
        )
        if interval != (None, None)
    ]
    low, high = found.reach
    shown = f" The first {len(found.found)}:" if len(found.found) < found.front else ""
    front = f"{number.grouped(found.front)} {'is' if found.front == 1 else 'are'}"
    yield (
        f"{found.game.shown(found.bet)}: {number.counted(found.within, 'paytable')} with "
        f"{', '.join(asked)}; {front} on the Pareto front.{shown}"
    )
    yield captioned(_table(found), found.game, found.bet, "paytables within limits")
    under = f" over all values of {' and '.join(found.varied)}" if found.varied else ""
    every = f"{number.grouped(found.combinations)} paytables{under}"
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
    elif found.varied and found.decides:
        yield Item("The edges are under optimal play. Lists are priced under one setting alone.")
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
            *one.choices.values(),
            *_figures(one.pays, one.result),
            str(one.rough),
            "none" if one.simple is None else _percent(one.simple),
            "none" if one.lines is None else str(one.lines),
        )
        for one in found.found
    ]
    now = [found.game.chosen[name] for name in found.varied]
    rows.append((*now, *_figures(found.today, found.now), "today", "", ""))
    headers = (
        *found.varied,
        *heads,
        "house edge",
        "exact",
        "deviation",
        "hits",
        "rough",
        "3 lines",
        "good list",
    )
    aligns = (
        ("left",) * len(now) + ("right",) * len(found.pays) + ("right", "left") + ("right",) * 5
    )
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


def _words(found: Design) -> list[str]:
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
    for name, some in found.varied.items():
        words += ["--vary", f"{name}={','.join(some)}"]
    words += ["--order", found.order] if found.order != "falling" else []
    words += ["--only-round"] if found.only_round else []
    words += ["--limit", str(len(found.found))] if len(found.found) != TOP else []
    return words


def _values(values: tuple[Fraction, ...]) -> str:
    """Return the values of a pay as they are typed: a range where they are all its whole
    numbers.
    """
    low, high = values[0], values[-1]
    is_whole = all(value.denominator == 1 for value in values)
    if is_whole and high - low + 1 == len(values) > 1:
        return f"{low}..{high}"
    return ",".join(map(number.exact, values))


def _paytable(found: Design, pays: Sequence[Fraction], of: Designed | None = None) -> object:
    """Return a paytable, its pays by their addresses; of: one that was found, else today's."""
    now = {name: found.game.chosen[name] for name in found.varied}
    about = {"choices": now, "result": found.now} if of is None else vars(of)
    return {**about, "pays": dict(zip(found.pays, pays))}


PAYTABLE = {
    "choices": {...: TEXT},
    "pays": {...: UNITS},
    "edge": Field(EXACT, "result.house_edge", "ratio"),
    "variance": Field(EXACT, "result.variance", "squared units"),
    "hit_frequency": Field(EXACT, "result.hit_frequency", "ratio"),
}
FOUND = Field(
    [
        PAYTABLE
        | {
            "off": RATIO,
            "roughness": Field(WHOLE, "rough"),
            "simple_edge": Field((RATIO, None), "simple"),
            "lines": (WHOLE, None),
        }
    ],
    lambda found: [_paytable(found, one.pays, one) for one in found.found],
)
DESIGN: Declared[Design] = Declared(
    "design",
    ABOUT
    | {
        "wager": TEXT,
        "limits": Field(
            {
                "edge": Field([NUMBER], "limits.edge"),
                "hit_frequency": Field([NUMBER], "limits.hits"),
                "deviation": Field([NUMBER], "limits.deviation"),
                "pay": Field(NUMBER, "most"),
            },
            lambda found: found,
        ),
        "values": Field({...: [EXACT]}, lambda found: dict(zip(found.pays, found.values))),
        "vary": Field({...: [TEXT]}, "varied"),
        "order": TEXT,
        "only_round": FLAG,
        "combinations": COUNT,
        "looked_at": Field(COUNT, "seen"),
        "within": COUNT,
        "unbeaten": Field(COUNT, "front"),
        "edges": Field([EXACT], "reach"),
        "hit_frequency": Field(NUMBER, "hits"),
        "decides": FLAG,
        "lists": WHOLE,
        "today": Field(PAYTABLE, lambda found: _paytable(found, found.today)),
        "paytables": FOUND,
    },
    FOUND,
    _page,
    lambda it: (
        f"{it.game.slug}: {it.game.shown(it.bet)}, {number.counted(it.within, 'paytable')} within "
        f"limits, {number.grouped(it.front)} on the Pareto front"
    ),
    _words,
)
