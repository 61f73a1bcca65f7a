"""The one registry of renderers: how each result is formatted, its summary in a line, and its JSON.

A result is declared below this room and knows no renderer: it asks here, by the name of its class.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from combin.errors import CombinError
from combin.render.layout import TEXT, dump_json
from combin.render.shapes import LEAVES, SHAPES, numbers, schema

# Class of result -> what writes it: `tables.solution` stands for `solution_text` and
# `solution_line` in the module `tables` of this room.
WRITERS = {
    "Advice": "situations.advice",
    "Aim": "sensitivity.target",
    "AimRange": "sensitivity.target_range",
    "BetResult": "tables.bet",
    "CardCounting": "card_counting.card_counting",
    "Comparisons": "sensitivity.compare",
    "CountUpGame": "count_up.rules",
    "CountUpSituations": "count_up.situations",
    "CountUpStrategy": "count_up_rules.strategy",
    "CountUpVerified": "count_up_verify.verified",
    "CutCard": "cut_card.cut_card",
    "Design": "design.design",
    "Edges": "edges.edges",
    "Explanation": "explained.explained",
    "Formula": "sensitivity.formula",
    "Game": "rules.rules",
    "HandAdvice": "count_up.advice",
    "Nearest": "sensitivity.nearest",
    "PayPoints": "sensitivity.points",
    "PlayCounting": "play_counting.play_counting",
    "Plays": "plays.plays",
    "Priced": "strategy.price",
    "Protection": "protection.protection",
    "Recommended": "strategy.recommended",
    "Removals": "removals.removals",
    "Simulated": "simulate.simulated",
    "Situations": "situations.situations",
    "Solution": "tables.solution",
    "SwitchSituations": "switch.situations",
    "SwitchStrategy": "switch.strategy",
    "Sweep": "sensitivity.sweep",
    "Variations": "sensitivity.vary",
    "Verdict": "check.check",
    "Verified": "counts.verified",
}


def written(result: object, form: str = TEXT, **asked: Any) -> str:
    """Return a result in a format; in JSON its exact values stand once more as numbers.

    asked: what its renderer takes beside them, such as `command`, by which the user got it.
    """
    text: str = _writer(result, "text")(result, form, **asked)
    return _with_numbers(text, SHAPES[_kind(result)]) if form == "json" else text


def headline(result: object) -> str:
    """Return in a few words what a result is about and what it comes to."""
    line: str = _writer(result, "line")(result)
    return line


def _writer(result: object, part: str) -> Callable[..., str]:
    """Return the function that writes a result, whole or in a line."""
    module, _, stem = WRITERS[_kind(result)].partition(".")
    function: Callable[..., str] = getattr(
        import_module(f"combin.render.{module}"), f"{stem}_{part}"
    )
    return function


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
