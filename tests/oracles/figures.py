"""Published figures, and how an exact tally is compared with them: in fractions, to the last digit
printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

from combin.dossier.published import half_unit

GOLDENS = Path(__file__).parent.parent / "goldens"
Outcomes = Mapping[
    tuple[tuple[str, ...], str, Fraction, Fraction], int
]  # actions, outcome, net, staked -> deals
ALL_CARIBBEAN_DEALS = 19_933_230_517_200


def label(figure: dict) -> str:
    """Return the name of a figure for the test report."""
    words = [
        figure["game"],
        figure["bet"],
        *figure.get("choices", {}).values(),
        *figure.get("pays", {}).values(),
    ]
    return " ".join(
        [*words, figure.get("strategy", ""), figure.get("measure", ""), figure.get("printed", "")]
    )


def agrees(measure: str, exact: Fraction, printed: str) -> bool:
    """Tell whether `exact` rounds to `printed`. Of a standard deviation `exact` is the square."""
    number, half = Fraction(printed), half_unit(printed)
    if measure == "breakeven_meter" and not half:
        half = Fraction(1, 2)
    if measure == "standard_deviation":
        return (number - half) ** 2 <= exact <= (number + half) ** 2
    return abs(exact - number) <= half


def mean(outcomes: Outcomes, what) -> Fraction:
    total = sum(Fraction(what(*outcome)) * count for outcome, count in outcomes.items())
    return total / sum(outcomes.values())


def expected_value(outcomes: Outcomes) -> Fraction:
    return mean(outcomes, lambda actions, outcome, net, staked: net)


def average_wager(outcomes: Outcomes) -> Fraction:
    return mean(outcomes, lambda actions, outcome, net, staked: staked)


def measure(name: str, outcomes: Outcomes) -> Fraction:
    """Return what a figure is about; of a standard deviation the square."""
    if name == "expected_value":
        return expected_value(outcomes)
    if name == "total_net":
        return expected_value(outcomes) * ALL_CARIBBEAN_DEALS
    if name == "house_edge_percent":
        return -100 * expected_value(outcomes)
    if name == "return_percent":  # of all that is wagered
        return 100 + 100 * expected_value(outcomes) / average_wager(outcomes)
    if name == "element_of_risk_percent":
        return -100 * expected_value(outcomes) / average_wager(outcomes)
    if name == "average_wager":
        return average_wager(outcomes)
    if name in ("standard_deviation", "variance"):
        return (
            mean(outcomes, lambda actions, outcome, net, staked: net**2)
            - expected_value(outcomes) ** 2
        )
    if name == "raised_percent":
        return 100 * mean(outcomes, lambda actions, outcome, net, staked: actions == ("raise",))
    if name == "bet_1_rides":
        return mean(outcomes, lambda actions, outcome, net, staked: actions[0] == "let-it-ride")
    if name == "bet_1_return":
        return mean(
            outcomes,
            lambda actions, outcome, net, staked: (
                net / staked if actions[0] == "let-it-ride" else 0
            ),
        )
    if name == "breakeven_meter":
        return breakeven_meter(outcomes)
    raise KeyError(name)


def breakeven_meter(outcomes: Outcomes) -> Fraction:
    """Return the meter at which a progressive bet, for 1, is worth nothing, from its tally at any
    meter.
    """
    shares = {"royal-flush": Fraction(1), "straight-flush": Fraction(1, 10)}
    fixed = sum(
        (net + 1) * count for (_, line, net, _), count in outcomes.items() if line not in shares
    )
    per_unit = sum(
        shares[line] * count for (_, line, _, _), count in outcomes.items() if line in shares
    )
    return (sum(outcomes.values()) - fixed) / per_unit


def by_line(outcomes: Outcomes) -> dict[tuple[tuple[str, ...], str], int]:
    """Return (actions, outcome) -> deals."""
    return {(actions, outcome): count for (actions, outcome, _, _), count in outcomes.items()}
