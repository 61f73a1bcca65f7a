"""The one registry of renderers: how each result is formatted, its summary in a line, and its JSON.

A result is declared below this room and knows no renderer: it asks here, by the name of its class.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from combin.errors import refuse
from combin.render.layout import TEXT, Block, dump_json
from combin.render.shapes import LEAVES, SHAPES, Shape, numbers, schema

if TYPE_CHECKING:
    import combin.render.card_counting
    import combin.render.check
    import combin.render.counts
    import combin.render.design
    import combin.render.edges
    import combin.render.explained
    import combin.render.hands
    import combin.render.plays
    import combin.render.protection
    import combin.render.removals
    import combin.render.report
    import combin.render.rules
    import combin.render.sensitivity
    import combin.render.session
    import combin.render.simulate
    import combin.render.situations
    import combin.render.spreads
    import combin.render.strategy
    import combin.render.tables  # noqa: F401
    from combin import render as of
    from combin.proof.verify import ShortRecounts
    from combin.render.declared import Declared

Text = Callable[..., str]  # writes a result in a format
Line = Callable[[Any], str]  # says in a few words what it is about and what it comes to


class _Renderers:
    """The modules of this room, each imported when it is asked for: start-up needs none."""

    def __getattr__(self, name: str) -> object:
        try:
            return import_module(f"combin.render.{name}")
        except ModuleNotFoundError as error:
            raise AttributeError(name) from error


if not TYPE_CHECKING:
    of = _Renderers()
# Class of result -> how it is told, or what writes it, whole and in a line.
WRITERS: Mapping[str, Callable[[], Declared[Any] | tuple[Text, Line]]] = {
    "Advice": lambda: of.situations.ADVICE,
    "Aim": lambda: of.sensitivity.AIM,
    "AimRange": lambda: of.sensitivity.AIM_RANGE,
    "BetResult": lambda: (of.tables.bet_text, of.tables.bet_line),
    "BettingSpread": lambda: of.spreads.SPREAD,
    "CardCounting": lambda: of.card_counting.COUNTING,
    "Comparisons": lambda: of.sensitivity.COMPARISONS,
    "Design": lambda: of.design.DESIGN,
    "Edges": lambda: (of.edges.edges_text, of.edges.edges_line),
    "Explanation": lambda: of.explained.EXPLANATION,
    "Formula": lambda: of.sensitivity.FORMULA,
    "Game": lambda: (of.rules.rules_text, of.rules.rules_line),
    "PayPoints": lambda: of.sensitivity.POINTS,
    "Plays": lambda: of.plays.PLAYS,
    "Session": lambda: of.session.SESSION,
    "Priced": lambda: of.strategy.PRICED,
    "Protection": lambda: of.protection.PROTECTION,
    "Recommended": lambda: of.strategy.RECOMMENDED,
    "Removals": lambda: of.removals.REMOVALS,
    "GameReport": lambda: of.report.REPORT,
    "Simulated": lambda: of.simulate.SIMULATED,
    "Situations": lambda: of.situations.SITUATIONS,
    "Solution": lambda: (of.tables.solution_text, of.tables.solution_line),
    "Sweep": lambda: of.sensitivity.SWEEP,
    "Variations": lambda: of.sensitivity.VARIATIONS,
    "Verdict": lambda: of.check.VERDICT,
    "Verified": lambda: of.counts.VERIFIED,
}


def written(result: object, form: str = TEXT, **asked: Any) -> str:
    """Return a result in a format; in JSON its exact values stand once more as numbers.

    asked: what its renderer takes beside them, such as `command`, by which the user got it.
    """
    kind = _kind(result)
    teller = WRITERS[kind]()
    write = teller[0] if isinstance(teller, tuple) else teller.written
    text = write(result, form, **asked)
    if form != "json":
        return text
    import json

    told = dump_json({"numbers": numbers(shape_of(kind), json.loads(text)) or {}})
    return text.removesuffix("\n}\n") + ",\n" + QUOTED.sub(r"\1", told).removeprefix("{\n")


def agreement(found: Iterable[ShortRecounts]) -> Iterator[str]:
    """Yield a line that says that the reference agrees on a game of the user's own, and the whole
    of it, a line a bet and deck.
    """
    every = [told for one in found for told in one.told()]
    yield of.counts.agreed(every)
    yield from of.counts.agreement(every)


def page(sheet: Any) -> str:
    """Return the page of text that states rules."""
    return of.rules.text_of(sheet)


def blocks_of(result: object) -> Iterable[Block]:
    """Return the page of a declared result, in blocks."""
    teller = WRITERS[_kind(result)]()
    return () if isinstance(teller, tuple) else teller.page(result)


def headline(result: object) -> str:
    """Return in a few words what a result is about and what it comes to."""
    teller = WRITERS[_kind(result)]()
    return teller[1](result) if isinstance(teller, tuple) else teller.line(result)


def columns(result: object) -> Iterable[tuple[str, type, str]]:
    """Return the columns of the rows of a declared result, beside the rules: name, kind, unit."""
    teller = WRITERS[_kind(result)]()
    return () if isinstance(teller, tuple) else teller.columns()


def shape_of(kind: str) -> dict[str, Shape]:
    """Return the shape of the JSON of the results of a class."""
    teller = WRITERS[kind]()
    return SHAPES[kind] if isinstance(teller, tuple) else teller.fields


def _kind(result: object) -> str:
    """Return the name of the class by which a result is known here."""
    return next(kind.__name__ for kind in type(result).__mro__ if kind.__name__ in WRITERS)


# --- JSON ----------------------------------------------------------------------------------------

QUOTED = re.compile(r'"(-?[0-9.]+)"(?=,?\n)')  # a value, not a key: what JSON reads as a number
NUMBERS = {
    "type": "object",
    "description": "The exact values once more, at the same places, as numbers: whole ones in "
    "full, others with 17 significant digits.",
}


def json_schema(title: str, kinds: Sequence[str]) -> dict[str, Any]:
    """Return the JSON schema of the results of some classes, one of which answers a question.

    title: the question. Raises CombinError where none of them has one.
    """
    known = [kind for kind in kinds if kind in WRITERS]
    refuse(not known, f"{title} is no question that is answered in JSON")
    told = [schema(shape_of(kind) | {"numbers": {}}) for kind in known]
    for kind, one in zip(known, told):
        one["properties"]["numbers"], one["title"] = NUMBERS, kind
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "anyOf": told,
        "$defs": LEAVES,
    }
