"""combin: exact analysis of casino table games, from the rules as data to the optimal strategy and its value.

>>> import combin
>>> solution = combin.solve("phil-em-up")
>>> solution["base"].house_edge
Fraction(7496, 81991)
>>> combin.advise("phil-em-up", "Kh Qh Jh 3c").rows[0].best
'stay'
"""

from __future__ import annotations

TYPE_CHECKING = False  # nothing is imported before it is asked for: until then nobody answers signals
if TYPE_CHECKING:
    from typing import Any

    from combin.api import (
        advise,
        check,
        compare,
        count,
        formula,
        game_names,
        load,
        simulate,
        solve,
        sweep,
        target,
        vary,
    )  # fmt: skip
    from combin.errors import CombinError

__all__ = [
    "CombinError", "advise", "check", "compare", "count", "formula", "game_names", "load", "simulate", "solve", "sweep",
    "target", "vary",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'combin' has no attribute {name!r}")
    from combin import api

    return getattr(api, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
