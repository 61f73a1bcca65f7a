"""The one registry of renderers: how each result is formatted, its summary in a line, and its JSON.

A result is declared below this room and knows no renderer: it asks here, by the name of its class.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from combin.errors import CombinError
from combin.render.layout import TEXT, dump_json
from combin.render.shapes import LEAVES, SHAPES, numbers, schema

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
    import combin.render.rules
    import combin.render.sensitivity
    import combin.render.simulate
    import combin.render.situations
    import combin.render.strategy
    import combin.render.tables  # noqa: F401
    from combin import render as of
    from combin.proof.verify import ShortRecounts

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
# Class of result -> what writes it, whole and in a line.
WRITERS: Mapping[str, Callable[[], tuple[Text, Line]]] = {
    "Advice": lambda: (of.situations.advice_text, of.situations.advice_line),
    "Aim": lambda: (of.sensitivity.target_text, of.sensitivity.target_line),
    "AimRange": lambda: (of.sensitivity.target_range_text, of.sensitivity.target_range_line),
    "BetResult": lambda: (of.tables.bet_text, of.tables.bet_line),
    "CardCounting": lambda: (
        of.card_counting.counting_text,
        of.card_counting.counting_line,
    ),
    "Comparisons": lambda: (of.sensitivity.compare_text, of.sensitivity.compare_line),
    "Design": lambda: (of.design.design_text, of.design.design_line),
    "Edges": lambda: (of.edges.edges_text, of.edges.edges_line),
    "Explanation": lambda: (of.explained.explained_text, of.explained.explained_line),
    "Formula": lambda: (of.sensitivity.formula_text, of.sensitivity.formula_line),
    "Game": lambda: (of.rules.rules_text, of.rules.rules_line),
    "Nearest": lambda: (of.sensitivity.nearest_text, of.sensitivity.nearest_line),
    "PayPoints": lambda: (of.sensitivity.points_text, of.sensitivity.points_line),
    "Plays": lambda: (of.plays.plays_text, of.plays.plays_line),
    "Priced": lambda: (of.strategy.price_text, of.strategy.price_line),
    "Protection": lambda: (of.protection.protection_text, of.protection.protection_line),
    "Recommended": lambda: (of.strategy.recommended_text, of.strategy.recommended_line),
    "Removals": lambda: (of.removals.removals_text, of.removals.removals_line),
    "Simulated": lambda: (of.simulate.simulated_text, of.simulate.simulated_line),
    "Situations": lambda: (of.situations.situations_text, of.situations.situations_line),
    "Solution": lambda: (of.tables.solution_text, of.tables.solution_line),
    "Sweep": lambda: (of.sensitivity.sweep_text, of.sensitivity.sweep_line),
    "Variations": lambda: (of.sensitivity.vary_text, of.sensitivity.vary_line),
    "Verdict": lambda: (of.check.check_text, of.check.check_line),
    "Verified": lambda: (of.counts.verified_text, of.counts.verified_line),
}


def written(result: object, form: str = TEXT, **asked: Any) -> str:
    """Return a result in a format; in JSON its exact values stand once more as numbers.

    asked: what its renderer takes beside them, such as `command`, by which the user got it.
    """
    kind = _kind(result)
    text = WRITERS[kind]()[0](result, form, **asked)
    return _with_numbers(text, SHAPES[kind]) if form == "json" else text


def agreement(found: ShortRecounts) -> Iterator[str]:
    """Yield the lines that say that the reference agrees on a game of the user's own."""
    return of.counts.agreement(found.told())


def headline(result: object) -> str:
    """Return in a few words what a result is about and what it comes to."""
    return WRITERS[_kind(result)]()[1](result)


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


def _with_numbers(text: str, shape: Any) -> str:
    """Return the JSON of a result with its exact values once more as numbers."""
    import json

    told = dump_json({"numbers": numbers(shape, json.loads(text)) or {}})
    return text.removesuffix("\n}\n") + ",\n" + QUOTED.sub(r"\1", told).removeprefix("{\n")


def json_schema(title: str, kinds: Sequence[str]) -> dict[str, Any]:
    """Return the JSON schema of the results of some classes, one of which answers a question.

    title: the question. Raises CombinError where none of them has one.
    """
    known = [kind for kind in kinds if kind in SHAPES]
    if not known:
        raise CombinError(f"{title} is no question that is answered in JSON")
    told = [schema(SHAPES[kind] | {"numbers": {}}) for kind in known]
    for kind, one in zip(known, told):
        one["properties"]["numbers"], one["title"] = NUMBERS, kind
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "anyOf": told,
        "$defs": LEAVES,
    }
