"""The one registry of renderers: how each result is written in a format, and what it comes to in a
line.

A result is declared below this room and knows no renderer: it asks here, by the name of its class.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from combin.render.layout import TEXT

# Class of result -> what writes it: `tables.solution` stands for `solution_text` and
# `solution_line` in the module `tables` of this room.
WRITERS = {
    "Advice": "situations.advice",
    "Aim": "sensitivity.target",
    "BetResult": "tables.bet",
    "CardCounting": "card_counting.card_counting",
    "Comparisons": "sensitivity.compare",
    "CountUpComparison": "count_up_rules.comparison",
    "CountUpGame": "count_up.rules",
    "CountUpProtection": "count_up_rules.protection",
    "CountUpRemovals": "count_up_rules.removals",
    "CountUpSimulated": "count_up_rounds.simulated",
    "CountUpSituations": "count_up.situations",
    "CountUpSolution": "count_up.solution",
    "CountUpStrategy": "count_up_rules.strategy",
    "CountUpVariations": "count_up_rules.variations",
    "CountUpVerified": "count_up_verify.verified",
    "Edges": "edges.edges",
    "Formula": "sensitivity.formula",
    "Game": "rules.rules",
    "HandAdvice": "count_up.advice",
    "NaturalFormula": "count_up_rules.formula",
    "Nearest": "sensitivity.nearest",
    "PayPoints": "sensitivity.points",
    "PlayCounting": "play_counting.play_counting",
    "Plays": "plays.plays",
    "Priced": "strategy.price",
    "PricedChart": "count_up.price",
    "PricedWay": "strategy.way",
    "Protection": "protection.protection",
    "Recommended": "strategy.recommended",
    "Removals": "removals.removals",
    "Simulated": "simulate.simulated",
    "Situations": "situations.situations",
    "Solution": "tables.solution",
    "Sweep": "sensitivity.sweep",
    "Variations": "sensitivity.vary",
    "Verdict": "check.check",
    "Verified": "counts.verified",
}


def written(result: object, form: str = TEXT, **asked: Any) -> str:
    """Return a result in a format.

    asked: what its renderer takes beside them, such as `command`, by which the user got it.
    """
    text: str = _writer(result, "text")(result, form, **asked)
    return text


def headline(result: object) -> str:
    """Return in a few words what a result is about and what it comes to."""
    line: str = _writer(result, "line")(result)
    return line


def _writer(result: object, part: str) -> Callable[..., str]:
    """Return the function that writes a result, whole or in a line."""
    name = next(WRITERS[kind.__name__] for kind in type(result).__mro__ if kind.__name__ in WRITERS)
    module, _, stem = name.partition(".")
    function: Callable[..., str] = getattr(
        import_module(f"combin.render.{module}"), f"{stem}_{part}"
    )
    return function
