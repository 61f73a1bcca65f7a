"""How many rounds of a bet, and the ruin of a bankroll, are told."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.render import number
from combin.render.declared import Declared
from combin.render.shapes import ABOUT, EXACT, RATIO, TEXT, WHOLE, Field
from combin.render.tables import Block, Table, bet_words, heading

if TYPE_CHECKING:
    from combin.questions.session import Session

MONEY = Field(EXACT, unit="money")
POINTS = Field(
    [{"probability": RATIO, "total": MONEY}],
    lambda found: [
        {"probability": share, "total": total} for share, total in found.quantiles.items()
    ],
)


def _page(found: Session) -> Iterator[Block]:
    game, ruin = found.game, found.ruin
    yield from heading(game, found.bet)
    by = f"played by {found.strategy}" if found.strategy else "under the best play"
    yield (
        f"{game.shown(found.bet)}: {number.counted(found.rounds, 'round')} {by}; one "
        f"{found.wager} is {number.plain(found.unit)}."
    )
    rows = [
        ("expected total", _mean(found, found.expected)),
        ("standard deviation", number.root(found.variance, found.places)),
        ("chance to be ahead", _chance(found.ahead)),
        ("chance to be even", _chance(found.even)),
        ("chance to be behind", _chance(found.behind)),
    ]
    if found.turning is not None:
        rows.append(
            (
                "rounds until the mean is one standard deviation (N0)",
                number.grouped(number.nearest_integer(*found.turning.as_integer_ratio())),
            )
        )
    if found.cost_per_hour is not None:
        rows.append(("cost an hour", _mean(found, found.cost_per_hour)))
    if found.won is not None:
        rows.append((f"chance of {_money(found.won)} or less", _chance(found.as_low)))
        rows.append((f"chance of {_money(found.won)} or more", _chance(found.as_high)))
    if ruin is not None:
        stopped = "" if ruin.goal is None else f" before it has grown to {_money(ruin.goal)}"
        lost = f"chance to lose a bankroll of {_money(ruin.bankroll)}{stopped}"
        rows.append((lost, _chance(ruin.lost)))
        if ruin.goal is not None:
            reached = f"chance that the bankroll grows to {_money(ruin.goal)} first"
            rows.append((reached, _chance(ruin.reached)))
        for risk, least in ruin.needed.items():
            share = number.percent(risk, 0)
            rows.append((f"bankroll for a risk of {share} at most", _money(least)))
    yield Table(("", "figure"), ("left", "right"), rows)
    if not found.is_total:
        rounds, won = number.counted(found.rounds, "round"), _money(found.won or Fraction(0))
        yield f"{rounds} cannot come to exactly {won}."
    yield "Quantiles: the probability that the total is no higher; below them the middle bands."
    yield Table(
        tuple(number.percent(share, 0) for share in found.quantiles),
        ("right",) * len(found.quantiles),
        [tuple(map(_money, found.quantiles.values()))],
    )
    yield Table(
        ("probability", "total from", "to", "hold from", "to"),
        ("right",) * 5,
        [
            (
                number.percent(share, 0),
                *map(_money, ends),
                *(number.percent(found.hold(end), 2) for end in ends[::-1]),
            )
            for share, ends in found.bands.items()
        ],
    )
    yield (
        "Hold is what the house keeps, divided by the money that is wagered on average, "
        f"{_mean(found, found.wagered)}. Rounds are independent of each other; their probabilities "
        f"are exact to {found.certain} decimals."
    )


def _money(value: Fraction) -> str:
    """Return money that is given or can be won, never rounded: it might be too little."""
    return (
        number.decimal(value, 2)
        if value.denominator in (2, 4, 5, 10, 20, 25, 50, 100)
        else number.plain(value)
    )


def _mean(found: Session, value: Fraction) -> str:
    return number.plain(value) if value.denominator == 1 else number.decimal(value, found.places)


def _chance(value: Fraction | None) -> str:
    return number.percent(value or 0, 4)


def _words(found: Session) -> list[str]:
    ruin, words = found.ruin, ["--rounds", str(found.rounds)]
    for option, value in (
        ("--unit", found.unit if found.unit != 1 else None),
        ("--bankroll", ruin and ruin.bankroll),
        ("--goal", ruin and ruin.goal),
        ("--per-hour", found.per_hour),
        ("--won", found.won),
        ("--strategy", found.strategy or None),
    ):
        words += [] if value is None else [option, str(value)]
    return [*words, *bet_words(found.bet)]


SESSION: Declared[Session] = Declared(
    "session",
    ABOUT
    | {
        "rounds": WHOLE,
        "unit": MONEY,
        "strategy": TEXT,
        "expected": MONEY,
        "variance": EXACT,
        "wagered": MONEY,
        "ahead": RATIO,
        "even": RATIO,
        "behind": RATIO,
        "error": RATIO,
        "quantiles": POINTS,
        "bands": Field(
            [{"probability": RATIO, "low": MONEY, "high": MONEY}],
            lambda found: [
                {"probability": share, "low": low, "high": high}
                for share, (low, high) in found.bands.items()
            ],
        ),
        "n0?": Field(EXACT, "turning"),
        "cost_per_hour?": MONEY,
        "won?": MONEY,
        "as_low?": RATIO,
        "as_high?": RATIO,
        "ruin?": {
            "bankroll": MONEY,
            "goal?": MONEY,
            "lost": RATIO,
            "reached?": RATIO,
            "needed": Field(
                [{"risk": RATIO, "bankroll": MONEY}],
                lambda ruin: [
                    {"risk": risk, "bankroll": least} for risk, least in ruin.needed.items()
                ],
            ),
        },
    },
    POINTS,
    _page,
    lambda it: f"{it.game.slug}: {it.game.shown(it.bet)}, {it.rounds:,} rounds",
    _words,
)
