"""Formats what bets by a count win at a table."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING

from combin.exact import root
from combin.render import number
from combin.render.card_counting import NONE, tags_text
from combin.render.declared import Declared
from combin.render.shapes import ABOUT, EXACT, NUMBER, RATIO, SQUARED, TEXT, UNITS, WHOLE, Field
from combin.render.tables import Block, Table, bet_words, heading

if TYPE_CHECKING:
    from combin.questions.spreads import BettingSpread, Ramp

LARGE = 6 * 52  # cards of a shoe, from which on a fourth digit stands
SELDOM = Fraction(1, 200)  # of all rounds: counts at the ends that are rarer stand in one row
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
    return 4 if len(found.game.deck.cards) >= LARGE else 3


METHOD = (
    "Method: by groups at round starts. Ranks with the same tag are one group; the cards left of a "
    "group are taken as a random part of it, and everything else is summed. Figures are printed "
    "with the digits that this bears."
)
RUIN = (
    "Won per 100 rounds dealt, with a bet or without. N0: the rounds after which the mean is one "
    "standard deviation. SCORE: 1,000,000 / N0. Risk of ruin: an upper bound, rounds independent "
    "of each other."
)


def _counted(found: BettingSpread) -> Iterator[str]:
    """Yield how the count is kept and read, and in which rounds a bet is made."""
    reading, title, out = found.reading, f"{found.title}: " * bool(found.title), found.spread.out
    yield f"{title}{tags_text(found.tags)}, other ranks 0."
    yield (
        f"Bets go by the running count, which starts at {reading.start}."
        if reading.running
        else "Bets go by the true count, the running count per 52 cards left, "
        f"{ROUNDED[reading.rounding]}; the cards left are {ESTIMATED[int(reading.per)]}."
    )
    yield (
        f"A round begins while {found.cut} cards or more are left; "
        f"{number.counted(found.seats, 'seat')}, played by the chart of the full shoe at every "
        "count."
    )
    if out is not None:
        yield f"Nothing is bet at a count of {out} or less, and the round is dealt all the same."


def _page(found: BettingSpread) -> Iterator[Block]:
    yield from heading(found.game, found.bet)
    yield " ".join(_counted(found))
    yield from (METHOD, "")
    yield from (_measures(found), "", _counts(found), "")
    yield RUIN


def _ramps(found: BettingSpread) -> dict[str, Ramp]:
    """Return the ramps by their names."""
    ends = "-".join(map(number.plain, (found.spread.least, found.spread.most)))
    ramps = {"these bets": found.ramp} if found.best is not found.ramp else {}
    return ramps | ({f"best ramp {ends}": found.best} if found.best else {})


def _measures(found: BettingSpread) -> Table:
    ramps = _ramps(found)
    told = [_of_ramp(found, ramp) for ramp in ramps.values()]
    rows = [(name, *(one[name] for one in told)) for name in told[0]]
    rows = [row for row in rows if {*row[1:]} != {NONE}]
    unit = f"in units of one {found.game.unit(found.wager)}"
    return Table((unit, *ramps), ("left", *("right",) * len(ramps)), rows)


def _of_ramp(found: BettingSpread, ramp: Ramp) -> dict[str, str]:
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
        "standard deviation of 100 rounds": figure(root(100 * ramp.variance, 12)),
        "N0 (rounds)": figure(ramp.n0),
        "SCORE": figure(ramp.score),
    }
    if found.asked.flat:
        told["cost of the cut card"] = _edge(found, found.value - ramp.gain)
    if found.bankroll is not None:
        ruin = number.percent(ramp.ruin(found.bankroll), digits - 2)
        told[f"risk of ruin with {number.plain(found.bankroll)}"] = ruin
    for risk in found.risks:
        told[f"bankroll for a risk of {number.plain(100 * risk)} %"] = figure(ramp.bankroll(risk))
    return told


def _edge(found: BettingSpread, edge: Fraction | None) -> str:
    return NONE if edge is None else number.percent(edge, _digits(found) - 1)


def _counts(found: BettingSpread) -> Table:
    """Return the rounds by their counts, those that are rare at both ends together."""
    counts, ramps = list(found.starts.counts), _ramps(found)
    low, high = (
        sum(total <= SELDOM for total in accumulate(at.share for at in some))
        for some in (counts, counts[::-1])
    )
    middle = counts[low : len(counts) - high]
    parts = [counts[:low], *([at] for at in middle), counts[len(counts) - high :]]
    ends = {0: f"{counts[low - 1].count} or less", len(parts) - 1: f"{counts[-high].count} or more"}
    rows = []
    for place, some in enumerate(parts):
        if some:
            share = sum((at.share for at in some), Fraction(0))
            gain = sum((at.share * at.mean for at in some), Fraction(0))
            rows.append(
                (
                    ends.get(place, str(some[0].count)),
                    number.percent(share, _digits(found) - 1),
                    _edge(found, gain / share),
                    *(
                        cell
                        for ramp in ramps.values()
                        for cell in (
                            number.decimal(ramp.bets[some[0].count], 2),
                            number.decimal(
                                sum(100 * at.share * at.mean * ramp.bets[at.count] for at in some),
                                _digits(found),
                            ),
                        )
                    ),
                )
            )
    heads = ("count", "rounds", "edge", *("bet", "won per 100") * len(ramps))
    return Table(heads, ("right",) * len(heads), rows)


def _words(found: BettingSpread) -> list[str]:
    """Return the words of the command that are not of the game."""
    asked = found.asked
    words = bet_words(found.bet)
    tags = asked.name or (asked.level is None and tags_text(found.tags))
    words += ["--tags", tags] if tags else []
    for name, value in vars(asked).items():
        if name not in ("tags", "name") and value not in (None, False):
            words += [f"--{name.replace('_', '-')}", *([] if value is True else [_typed(value)])]
    return words


def _typed(value: object) -> str:
    """Return an argument as it is typed."""
    return (
        " ".join(f"{count}:{bet}" for count, bet in value.items())
        if isinstance(value, dict)
        else str(value)
    )


RAMP = {
    "bets": {...: EXACT},
    "played": RATIO,
    "wagered": UNITS,
    "edge": NUMBER,
    "gain": UNITS,
    "variance": SQUARED,
    "n0": NUMBER,
    "score": NUMBER,
    "exponent": EXACT,
}
COUNTS = Field(
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
        "seats": WHOLE,
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
        "counts": COUNTS,
    },
    COUNTS,
    _page,
    lambda it: f"{it.game.slug}: {number.figures(100 * it.ramp.gain, 3)} won per 100 rounds",
    _words,
)
