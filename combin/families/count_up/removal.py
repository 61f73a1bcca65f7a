"""Effects of removal: the change of the game's value when a card leaves the shoe, with optimal play
or with a fixed chart.

With a chart kept, a card that leaves the shoe unseen changes nothing: the effects, each times the
cards of its rank, add up to 0 exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.families.count_up.house import RANKS, Shoe, house_of, ups_of, without
from combin.families.count_up.questions import by_model, solve, solved_from
from combin.families.count_up.solve import Solved
from combin.families.count_up.solve import solve as solved
from combin.families.count_up.switch import Switched
from combin.families.count_up.switch_chart import ChartOfTwo, chart_of_two, kept_in
from combin.records import dataclass
from combin.results import Result, columns
from combin.rules.count_up import CountUpGame

if TYPE_CHECKING:
    from combin.solving.executor import Workers

Tell = Callable[[str], None]  # the rank that is removed next; empty: done


@dataclass(frozen=True, repr=False)
class CountUpRemovals(Result):
    """The effects of removal.

    game: the rules. found: with the whole shoe. chart: by the chart found, of two hands with the
        table by which cards are switched.
    anew: rank -> what the expected net grows by, in units, played by the model for the shoe left.
    kept: the same where the chart of the whole shoe, and the table, are kept.
    """

    game: CountUpGame
    found: Solved | Switched
    chart: Solved | ChartOfTwo
    anew: Mapping[str, Fraction]
    kept: Mapping[str, Fraction]

    _columns = columns(words="rank,model", units="effect,effect_chart_kept")


def removals(
    game: CountUpGame, tell: Tell = lambda rank: None, workers: Workers = None
) -> CountUpRemovals:
    """Return what a card of each rank that leaves the shoe adds to the value of a game."""
    shoe = tuple(game.shoe.values())
    found = solved_from(game, shoe, workers=workers)
    chart = chart_of_two(game) if game.switch else solve(by_model(game, "total"))
    anew, kept = {}, {}
    for name, again in played_anew(game, tell, workers).items():
        anew[name] = again.value - found.value
        kept[name] = _kept(game, chart, without(shoe, RANKS.index(name))) - chart.value
    tell("")
    return CountUpRemovals(game, found, chart, anew, kept)


def _kept(game: CountUpGame, chart: Solved | ChartOfTwo, left: Shoe) -> Fraction:
    """Return what a game is worth by a chart with other cards than it was found for."""
    if isinstance(chart, ChartOfTwo):
        return kept_in(game, chart, left)
    house = house_of(game)
    charts = {up: chart.charts[up] for up in ups_of(left, house) if up in chart.charts}
    return solved(left, house, "total", charts).value


def played_anew(
    game: CountUpGame, tell: Tell, workers: Workers = None
) -> dict[str, Solved | Switched]:
    """Return rank -> the game from the shoe without a card of it, played anew by its model."""
    shoe = tuple(game.shoe.values())
    found = {}
    for rank, name in enumerate(RANKS):
        if shoe[rank]:
            tell(name)
            found[name] = solved_from(game, without(shoe, rank), workers=workers)
    return found
