"""How a simulation is told beside the exact figures, without a verdict."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from combin.render import number
from combin.render.declared import Declared
from combin.render.shapes import ABOUT, COUNT, EXACT, TEXT, UNITS, Field, Shape, within
from combin.render.tables import Block, at_meter, bet_words

if TYPE_CHECKING:
    from combin.logs.simulate import Simulated


def _page(found: Simulated) -> Iterator[Block]:
    game, law, dealer = found.game, found.law(), found.dealer
    rounds = number.counted(found.rounds, "round")
    shoe = "" if found.cut is None else f", {found.cut} cards behind the cut"
    unit = game.unit(game.bet(found.bet).base)
    yield f"{game.slug}, {game.shown(found.bet)}, {dealer.played}: {rounds}{shoe}"
    yield f"mean net per round      {number.decimal(found.mean, 6)} of one {unit}"
    if isinstance(law, str):
        yield f"exact expected value    not counted: {law}"
    else:
        value = law.expected_value
        variance = found.variance if law.variance is None else law.variance
        meter = at_meter(game.meters(found.bet))
        yield (f"exact expected value    {number.decimal(value, 6)} ({number.exact(value)}){meter}")
        error = number.root(number.ratio(variance, found.rounds), 6)
        yield f"standard error of mean  {error}"
    yield f"mean wager              {number.decimal(found.mean_wager, 6)}"
    if not isinstance(law, str):
        yield f"exact mean wager        {number.decimal(law.average_wager, 6)}"
    yield from dealer.remarks


def _words(found: Simulated) -> list[str]:
    words = [*bet_words(found.bet), "--rounds", str(found.rounds), "--seed", str(found.seed)]
    words += ["--strategy", found.asked] if found.asked else []
    words += ["--form", found.form] if found.form != "full" else []
    words += ["--cut", str(found.cut)] if found.cut is not None else []
    return [*words, *(["-o", found.path] if found.path else [])]


END: dict[str, Shape] = {"actions": [TEXT], "outcome": TEXT, "net": UNITS, "staked": UNITS}
ENDS = Field(
    [within("end", END) | {"rounds": COUNT}],
    lambda found: [{"end": end, "rounds": rounds} for end, rounds in found.ends.items()],
)
SIMULATED: Declared[Simulated] = Declared(
    "simulate",
    ABOUT | {"rounds": COUNT, "seed": COUNT, "mean": EXACT, "mean_wager": EXACT, "ends": ENDS},
    ENDS,
    _page,
    lambda it: (
        f"{it.game.slug}: {it.game.shown(it.bet)}, {number.counted(it.rounds, 'round')}, mean net "
        f"{number.decimal(it.mean, 6)}, seed {it.seed}"
    ),
    _words,
    has_formats=False,
)
