"""How the edges of a player who sees hidden cards are told: exact rows, and apart from them
bounds and estimates.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.render import number
from combin.render.declared import Declared
from combin.render.shapes import ABOUT, EXACT, FLAG, RATIO, TEXT, WHOLE, WORDS, Field
from combin.render.tables import Block, Table, bet_words, captioned, cards_of, heading

if TYPE_CHECKING:
    from combin.questions.protection import Asked, Estimate, Exposure, Protection

WITHIN = Fraction(196, 100)  # standard errors: 95 of a hundred estimates are no further away
FEW = 30  # hands that gained: fewer do not tell how far an estimate is off
PLACES = 3  # decimals of an estimate in hundredths


def sample_words(found: Protection) -> list[str]:
    """Return the words of a command that ask for the estimates of a result."""
    if found.sample is None:
        return []
    hands, seed = found.sample
    return ["--sample", str(hands), "--seed", str(seed)]


def _asked(asked: Asked) -> str:
    """Return what is asked for of a zone, as it is typed."""
    if isinstance(asked, (int, str)):
        return str(asked)
    return ",".join(map(str, asked)) + "," * (len(asked) == 1)


def _page(found: Protection) -> Iterator[Block]:
    yield from heading(found.game, found.bet)
    yield (
        f"{found.game.shown(found.bet)}: the house edge per {found.game.unit(found.wager)} "
        "if the player sees more cards before the first decision and plays optimally."
    )
    if found.model:
        yield f"Split hands are played by model {found.model}."
    if found.game.remark:
        yield found.game.remark
    yield _counted(found)
    yield from dict.fromkeys(one.why for one in found.exposures if one.why)
    bounded = [one for one in found.exposures if one.bounds]
    if bounded:
        yield from _bounded(found, bounded)
    if found.sample:
        yield from _sampled(found)


def _counted(found: Protection) -> Table:
    fair = found.exposures[0].edge
    return captioned(
        Table(
            ("cards seen", "house edge", "player's gain", "exact"),
            ("left", "right", "right", "left"),
            [
                (_seen(one), "not counted", "", "")
                if one.edge is None
                else (
                    _seen(one),
                    number.percent(one.edge, 4),
                    "" if not one.zone or fair is None else number.percent(fair - one.edge, 4),
                    number.exact(one.edge),
                )
                for one in found.exposures
            ],
        ),
        found.game,
        found.bet,
        "the edge by cards seen",
    )


def _bounded(found: Protection, bounded: list[Exposure]) -> Iterator[str | Table]:
    """Yield exact bounds of edges that were not counted."""
    yield (
        "Exact bounds of what was not counted: more information cannot lower the optimal value; "
        "seeing every card gives the highest."
    )
    rows = []
    for one in bounded:
        bounds = one.bounds
        assert bounds, "these exposures have bounds"
        least = "unknown" if bounds.least is None else number.percent(bounds.least, 4)
        exactly = "" if bounds.least is None else number.exact(bounds.least)
        exact = f"{exactly} to {number.exact(bounds.most)}".lstrip()
        rows.append((_seen(one), least, number.percent(bounds.most, 4), exact))
    yield captioned(
        Table(
            ("cards seen", "edge at least", "edge at most", "exact"),
            ("left", "right", "right", "left"),
            rows,
        ),
        found.game,
        found.bet,
        "bounds of the edge by cards seen",
    )


def _sampled(found: Protection) -> Iterator[str | Table]:
    """Yield the estimates, and why others are not there."""
    assert found.sample, "estimates were asked for"
    hands, seed = found.sample
    rows = [_estimated(one, one.estimate) for one in found.exposures if one.estimate]
    if rows:
        yield (
            f"Estimates, not counts: {number.counted(hands, 'hand')} dealt at random (seed "
            f"{seed}), each solved exactly with the cards seen; +/- is the half width of a 95 % "
            "confidence interval."
        )
        yield captioned(
            Table(
                ("cards seen", "house edge, estimated", "hands that gained"),
                ("left", "right", "right"),
                rows,
            ),
            found.game,
            found.bet,
            "estimates of the edge by cards seen",
        )
        if any(one.estimate.gained < FEW for one in found.exposures if one.estimate):
            yield f"If fewer than {FEW} hands gained, the interval itself is uncertain."
        for one in filter(_is_outside, found.exposures):
            yield (
                f"{_seen(one)}: the estimate is outside the exact bounds, which hold; more hands "
                "bring it closer."
            )
    yield from dict.fromkeys(one.unsampled for one in found.exposures if one.unsampled)


def _is_outside(one: Exposure) -> bool:
    """Return whether an estimate cannot be true, though its error may reach what can."""
    if one.estimate is None or one.bounds is None:
        return False
    edge, bounds = one.estimate.edge, one.bounds
    return edge > bounds.most or (bounds.least is not None and edge < bounds.least)


def _estimated(one: Exposure, about: Estimate) -> tuple[str, str, str]:
    """Return the row of an estimate: in hundredths with its error, ``about -1.23 % +/- 0.05 %``."""
    if not about.variance:
        none = "none of them gained" if not about.gained else "all gained alike"
        return _seen(one), none, number.grouped(about.gained)
    squared = WITHIN**2 * about.variance * 10**4
    error = f"{number.root(squared, PLACES)} %"
    edge = f"about {number.percent(about.edge, PLACES)} +/- {error}"
    return _seen(one), edge, number.grouped(about.gained)


def _seen(one: Exposure) -> str:
    if one.words:
        return one.words
    if one.ranks:
        return f"whether one {one.zone} card is {one.ranks}"
    return f"{cards_of(one.cards)} of {one.zone}" if one.zone else "no card"


def _kinds(one: Exposure) -> list[str]:
    """Return which kinds of figures there are."""
    kinds = {"exact": one.edge is not None, "bounds": one.bounds, "estimate": one.estimate}
    return [kind for kind, there in kinds.items() if there]


def _words(found: Protection) -> list[str]:
    seen = [word for zone, asked in found.asked for word in ("--see", f"{zone}={_asked(asked)}")]
    return [*bet_words(found.bet), *seen, *sample_words(found)]


ESTIMATE = {
    "house_edge": Field(EXACT, "edge", "ratio"),
    "variance": RATIO,
    "hands": WHOLE,
    "seed": WHOLE,
    "gained": WHOLE,
    "outside": FLAG,
}
EXPOSURES = Field(
    [
        {
            "zone": Field(WORDS, lambda one: one.zone or None),
            "cards": WHOLE,
            "ranks": Field(WORDS, lambda one: one.ranks or None),
            "kinds": Field([TEXT], _kinds),
            "house_edge": Field((RATIO, None), "edge"),
            "bounds": ({"least": (RATIO, None), "most": RATIO}, None),
            "estimate": Field(
                (ESTIMATE, None),
                lambda one: one.estimate and {**vars(one.estimate), "outside": _is_outside(one)},
            ),
            "why": Field(WORDS, lambda one: one.why or None),
            "unsampled": Field(WORDS, lambda one: one.unsampled or None),
            "beside?": TEXT,
        }
    ],
    "exposures",
)
PROTECTION: Declared[Protection] = Declared(
    "protect",
    ABOUT | {"wager": TEXT, "exposures": EXPOSURES, "model?": TEXT},
    EXPOSURES,
    _page,
    lambda it: (
        f"{it.game.slug}: {it.game.shown(it.bet)}, {len(it.exposures) - 1} ways to see cards"
    ),
    _words,
    ("model?",),
)
