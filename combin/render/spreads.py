"""Formats what bets by a count win at a table."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.render import number
from combin.render.card_counting import NONE, tags_text
from combin.render.declared import Declared
from combin.render.shapes import ABOUT, EXACT, NUMBER, RATIO, SQUARED, TEXT, UNITS, WHOLE, Field
from combin.render.tables import Block, Table, heading

if TYPE_CHECKING:
    from combin.questions.spreads import BettingSpread, Ramp

LARGE, GROUPS = 6 * 52, 3  # cards of a shoe, and different tags, with which a fourth digit stands
SELDOM = Fraction(1, 500)  # of all rounds: a count that is rarer stands in no row
ROUNDED = {
    "floor": "rounded down",
    "truncate": "rounded toward 0",
    "round": "rounded to the nearest whole number",
}
ESTIMATED = {
    1: "exact",
    13: "estimated in quarter decks",
    26: "estimated in half decks",
    52: "estimated in full decks",
}


def _digits(found: BettingSpread) -> int:
    """Return how many significant digits the method bears."""
    return 4 if len(found.game.deck.cards) >= LARGE and len({*found.tags.values()}) <= GROUPS else 3


def _counted(found: BettingSpread) -> Iterator[str]:
    """Yield how the count is kept and read, and in which rounds a bet is made."""
    reading, out = found.reading, found.wagers.out
    title = f"{found.title}: " if found.title else ""
    yield f"{title}{tags_text(found.tags)}, other ranks 0."
    yield (
        f"Bets go by the running count, which starts at {reading.start}."
        if reading.running
        else "Bets go by the true count, the running count per 52 cards left, "
        f"{ROUNDED[reading.rounding]}; the cards left are {ESTIMATED[int(reading.per)]}."
    )
    yield (
        f"A round begins while {found.cut} cards or more are left; one player plays by the chart "
        "of the full shoe at every count."
    )
    if out is not None:
        yield f"Nothing is bet at a count of {out} or less, and the round is dealt all the same."


def _page(found: BettingSpread) -> Iterator[Block]:
    ramps = _ramps(found)
    told = [figures_of(found, ramp) for ramp in ramps.values()]
    rows = [(name, *(one[name] for one in told)) for name in told[0]]
    unit = f"in units of one {found.game.unit(found.wager)}"
    yield from heading(found.game, found.bet)
    yield " ".join(_counted(found))
    yield (
        "Method: by groups at round starts. Ranks with the same tag are one group; the cards left "
        "of a group are taken as a random part of it, and everything else is summed. Figures are "
        "printed with the digits that this bears."
    )
    yield ""
    yield Table(
        (unit, *ramps),
        ("left", *("right",) * len(ramps)),
        [row for row in rows if {*row[1:]} != {NONE}],
    )
    yield from ("", _counts(found), "")
    yield (
        "Counts of fewer than 0.2 % of the rounds are in JSON and CSV. Won per 100 rounds dealt, "
        "with a bet or without. N0: the rounds after which the mean is one standard deviation. "
        "SCORE: 1,000,000 / N0. Risk of ruin: an upper bound, rounds independent of each other."
    )


def _ramps(found: BettingSpread) -> dict[str, Ramp]:
    """Return the ramps by their names."""
    ends = "-".join(map(number.plain, (found.wagers.least, found.wagers.most)))
    ramps = {"these bets": found.ramp} if found.best is not found.ramp else {}
    return ramps | ({f"best ramp {ends}": found.best} if found.best else {})


def figures_of(found: BettingSpread, ramp: Ramp) -> dict[str, str]:
    digits = _digits(found)

    def figure(value: Fraction | int | None) -> str:
        return NONE if value is None else number.figures(value, digits)

    told = {
        "house edge of the first round": number.percent(-found.value, 4),
        "rounds a shoe": figure(found.starts.rounds),
        "rounds with a bet": number.percent(ramp.played, digits - 2),
        "average bet": figure(ramp.wagered),
        "player's edge": _edge(found, ramp.edge),
        "won per 100 rounds": figure(100 * ramp.gain),
        "standard deviation of 100 rounds": number.root(100 * ramp.variance, digits - 2),
        "N0 (rounds)": figure(ramp.n0),
        "SCORE": figure(ramp.score),
    }
    if found.asked.flat:
        told["cost of the cut card"] = _edge(found, found.value - ramp.gain)
    if found.bankroll is not None:
        ruin = number.percent(ramp.ruin(found.bankroll), digits - 2)
        told[f"risk of ruin with {number.plain(found.bankroll)}"] = ruin
    for risk in found.risks:
        told[f"bankroll for a risk of {number.percent(risk, 0)}"] = figure(ramp.bankroll(risk))
    return told


def _edge(found: BettingSpread, edge: Fraction | None) -> str:
    return NONE if edge is None else number.percent(edge, _digits(found) - 1)


def _counts(found: BettingSpread) -> Table:
    """Return the rounds by their counts, without those that are rare."""
    ramps, places = _ramps(found), _digits(found)
    rows = [
        (
            str(at.count),
            number.percent(at.share, places - 1),
            _edge(found, at.mean),
            *(
                number.decimal(value, digits)
                for ramp in ramps.values()
                for value, digits in (
                    (ramp.bets[at.count], 2),
                    (100 * at.share * at.mean * ramp.bets[at.count], places),
                )
            ),
        )
        for at in found.starts.counts
        if at.share >= SELDOM
    ]
    heads = ("count", "rounds", "edge", *("bet", "won per 100") * len(ramps))
    return Table(heads, ("right",) * len(heads), rows)


def _words(found: BettingSpread) -> list[str]:
    """Return the words of the command that are not of the game."""
    words = ["--tags", found.asked.name or tags_text(found.tags)]
    for name, value in vars(found.asked).items():
        if name not in ("tags", "name") and value not in (None, False):
            words += [f"--{name.replace('_', '-')}", *([] if value is True else [str(value)])]
    return words


RAMP = {
    "bets": {...: EXACT},
    "played": RATIO,
    "wagered": UNITS,
    "edge": NUMBER,
    "gain": UNITS,
    "variance": SQUARED,
    "n0": NUMBER,
    "score": NUMBER,
}
AT_COUNTS = Field(
    [{"count": WHOLE, "share": RATIO, "mean": UNITS, "square": SQUARED, "bet": UNITS}],
    lambda found: [
        {key: getattr(at, key) for key in ("count", "share", "mean", "square")}
        | {"bet": found.ramp.bets[at.count]}
        for at in found.starts.counts
    ],
)
SPREAD: Declared[BettingSpread] = Declared(
    "count",
    ABOUT
    | {
        "wager": TEXT,
        "count": Field(TEXT, "asked.name"),
        "tags": {...: EXACT},
        "bets_by": Field(
            TEXT, lambda found: "running count" if found.reading.running else "true count"
        ),
        "start": Field(WHOLE, "reading.start"),
        "estimate": Field(WHOLE, lambda found: int(found.reading.per)),
        "rounding": Field(TEXT, "reading.rounding"),
        "cut": WHOLE,
        "method": Field(TEXT, lambda found: "by groups at round starts"),
        "expected_value": Field(EXACT, "value"),
        "rounds": Field(EXACT, "starts.rounds"),
        "lost": Field(EXACT, "starts.lost"),
        "bankroll": NUMBER,
        "ruin": Field(NUMBER, lambda found: found.bankroll and found.ramp.ruin(found.bankroll)),
        "bankrolls": Field(
            [{"risk": RATIO, "bankroll": NUMBER}],
            lambda found: [
                {"risk": risk, "bankroll": found.ramp.bankroll(risk)} for risk in found.risks
            ],
        ),
        "ramp": RAMP,
        "best": (RAMP, None),
        "counts": AT_COUNTS,
    },
    AT_COUNTS,
    _page,
    lambda it: f"{it.game.slug}: {number.figures(100 * it.ramp.gain, 3)} won per 100 rounds",
    _words,
)
