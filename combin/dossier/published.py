"""Figures that others have published, and how the exact ones compare with them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from importlib.resources import files
from typing import Any

from combin.dossier.settings import Settings
from combin.exact import root
from combin.records import dataclass
from combin.solving.result import BetResult

DIGITS = 6  # twice as many decimals of a square root are kept

Figure = Mapping[str, Any]  # as somebody published it: game, bet, measure, printed, source

MEASURES: Mapping[str, tuple[str, Callable[[BetResult], Fraction]]] = {
    "expected_value": ("expected value", lambda bet: bet.expected_value),
    "return_percent": ("return, %", lambda bet: 100 * bet.returned),
    "house_edge_percent": ("house edge, %", lambda bet: 100 * bet.house_edge),
    "element_of_risk_percent": ("element of risk, %", lambda bet: 100 * bet.element_of_risk),
    "average_wager": ("average wager", lambda bet: bet.average_wager),
    "variance": ("variance", lambda bet: bet.variance),
    "standard_deviation": ("standard deviation", lambda bet: root(bet.variance, 2 * DIGITS)),
}


@dataclass(frozen=True)
class Agreement:
    """One published figure beside the exact one.

    bet: its key.
    setting: the choices and pays that the figure is for, name -> value.
    measure: what it measures, in words.
    printed: as it was printed.
    exact: the figure by combin; of a standard deviation a root to more digits than printed.
    agrees: whether the exact figure rounds to the printed one.
    source: who published it.
    remark: why it does not agree, or that it was quoted from memory.
    """

    bet: str
    setting: Mapping[str, str]
    measure: str
    printed: str
    exact: Fraction
    agrees: bool
    source: str
    remark: str

    @property
    def difference(self) -> Fraction:
        """The exact figure less the printed one."""
        return self.exact - Fraction(self.printed)


def published(part: str) -> list[Figure]:
    """Return a part of what others have published: figures, outcomes, best_five_of."""
    text = (files(__package__) / "published.json").read_text(encoding="utf-8")
    found: list[Figure] = json.loads(text)[part]
    return found


def agreements(name: str, found: Callable[[Figure], BetResult | None]) -> tuple[Agreement, ...]:
    """Return the published figures of a game's bets, for optimal play, beside the exact ones;
    none for a file of one's own, whatever the game in it is called.

    found: gives the bet under the rules that a figure is for; None where it is not compared.
    """
    return tuple(
        _agreement(figure, result)
        for figure in (*published("figures"), *published("counting_up"))
        if figure["game"] == name and figure["measure"] in MEASURES
        if "strategy" not in figure and "ties" not in figure
        if (result := found(figure)) is not None
    )


def _agreement(figure: Figure, result: BetResult) -> Agreement:
    words, measure = MEASURES[figure["measure"]]
    printed, exact = figure["printed"], measure(result)
    remark = "source not checked again" if "from" in figure else ""
    if "within" in figure:
        remark = f"within {figure['within']} %, split assumption not stated"
    return Agreement(
        figure["bet"],
        {**figure.get("choices", {}), **figure.get("pays", {})},
        words,
        printed,
        exact,
        abs(exact - Fraction(printed)) <= Fraction(figure.get("within", half_unit(printed))),
        figure["source"],
        figure.get("disagrees", remark),
    )


def result_at(settings: Settings, figure: Figure) -> BetResult:
    """Return the bet under the rules that a figure is for."""
    listed = settings[figure["bet"]]
    wanted = {**listed[0].game.chosen, **figure.get("choices", {})}
    found = next(setting for setting in listed if setting.game.chosen == wanted)
    if not figure.get("pays"):
        return found.result
    from combin.questions.solve import solve

    return solve(found.game.with_pays(figure["pays"]), [figure["bet"]])[figure["bet"]]


def half_unit(printed: str) -> Fraction:
    """Return half a unit of the last digit of a decimal; 0 for a fraction or a whole number, which
    are exact.
    """
    _, point, digits = printed.partition(".")
    return Fraction(1, 2 * 10 ** len(digits)) if point else Fraction(0)
