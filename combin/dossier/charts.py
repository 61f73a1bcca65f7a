"""What the charts of a game show, as exact figures; nothing here is laid out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from combin.errors import CombinError, nearest
from combin.rules.game import Game

if TYPE_CHECKING:
    from combin.solving.measures import Chance, Hand, MatchUp, Run
    from combin.solving.result import BetResult, Solution

ROUNDS = tuple(10**power for power in range(8))  # long runs that are written out
TENTHS = (10, 12, 15, 18, 22, 27, 33, 40, 50, 60, 70, 82)  # of a power of ten: points of a curve
GRIDS = ("actions", "values", "match-ups")  # kinds for which all situations are gone through


@dataclass(frozen=True)
class HandActions:
    """The best play with each starting hand.

    hands: row by row of the square of ranks.
    """

    hands: Sequence[Hand]


@dataclass(frozen=True)
class HandValues:
    """What each starting hand is worth.

    unit: the wager that values are counted in.
    hands: row by row of the square of ranks.
    """

    unit: str
    hands: Sequence[Hand]


@dataclass(frozen=True)
class MatchUps:
    """What the bolder action gains over the other, hand by hand against each up card.

    unit: the wager that gains are counted in.
    bold: the action that stakes most.
    ending: the action that ends the play.
    matches: hand by hand, each against every up card.
    """

    unit: str
    bold: str
    ending: str
    matches: Sequence[MatchUp]


@dataclass(frozen=True)
class Law:
    """The distribution of the net result of one round.

    unit: the wager that results are counted in.
    mean, variance: of the net result.
    chances: the smallest net first.
    """

    unit: str
    mean: Fraction
    variance: Fraction
    chances: Sequence[Chance]


@dataclass(frozen=True)
class LongRun:
    """The average result of many rounds.

    unit: the wager that results are counted in.
    mean: of one round, and so of every average.
    curve: many numbers of rounds, to be drawn.
    runs: the powers of ten, to be written out.
    telling: after how many rounds one standard deviation is as small as the mean; None for a fair
        bet.
    """

    unit: str
    mean: Fraction
    curve: Sequence[Run]
    runs: Sequence[Run]
    telling: Fraction | None

    @property
    def is_even(self) -> bool:
        """Whether every round comes to the same."""
        return not self.runs[0].variance


@dataclass(frozen=True)
class Costs:
    """What lists of lines cost.

    unit: the wager that costs are counted in.
    rungs: (number of lines, exact cost), the shortest list first.
    """

    unit: str
    rungs: Sequence[tuple[int, Fraction]]


Figures = HandActions | HandValues | MatchUps | Law | LongRun | Costs


def kinds(game: Game) -> list[str]:
    """Return the kinds of chart that this resolved game has; a ladder only where its lines are
    known.
    """
    from combin.solving.measures import has_match_ups, has_starting_hands

    found = []
    if has_starting_hands(game):
        found += ["actions", "values"] if game.decisions else ["values"]
    if has_match_ups(game):
        found.append("match-ups")
    return [*found, "law", "rounds", "ladder"]


def verify_kind(game: Game, kind: str) -> str:
    """Return `kind`; raises CombinError, naming what this game has, if it has no such chart."""
    if kind not in kinds(game):
        raise CombinError(f"{game.slug} has no chart {kind!r}{nearest(kind, kinds(game))}")
    return kind


def figures_of(
    game: Game,
    kind: str,
    solution: Solution | None = None,
    ladder: Sequence[tuple[int, Fraction]] = (),
) -> Figures:
    """Return what one kind of chart of a resolved game shows, counting and solving what it needs.

    solution: to save solving again.
    ladder: (number of lines, exact cost), for the kind ``ladder``.
    Raises CombinError where the game has no such chart, or no ladder is given.
    """
    verify_kind(game, kind)
    unit = game.bets[0].base
    makers: dict[str, Callable[[], Figures]] = {
        "actions": lambda: HandActions(_hands(game)),
        "values": lambda: HandValues(unit, _hands(game)),
        "match-ups": lambda: _match_ups(game),
        "law": lambda: law(_base(game, solution)),
        "rounds": lambda: long_run(_base(game, solution)),
        "ladder": lambda: _costs(game, ladder),
    }
    return makers[kind]()


def _base(game: Game, solution: Solution | None) -> BetResult:
    from combin.solving.solve import solve

    key = game.bets[0].key
    return (solution or solve(game, [key])).bets[key]


@lru_cache(maxsize=1)  # two squares are drawn of the same hands
def _hands(game: Game) -> list[Hand]:
    from combin.solving.measures import starting_hands

    return starting_hands(game, game.bets[0].key)


def _match_ups(game: Game) -> MatchUps:
    from combin.solving.measures import match_ups

    bet, actions = game.bets[0], game.decisions[0].actions
    bold = max(actions, key=lambda action: sum(action.adds.values()))
    ending = next(action for action in actions if action.ends)
    return MatchUps(bet.base, bold.name, ending.name, list(match_ups(game, bet=bet.key)))


def law(result: BetResult) -> Law:
    """Return the distribution of the net result of one round."""
    from combin.solving.measures import law as law_of

    return Law(result.wager, result.expected_value, result.variance, law_of(result))


def long_run(result: BetResult) -> LongRun:
    """Return how the average result of many rounds narrows around its mean."""
    from combin.solving.measures import runs, telling_rounds

    return LongRun(
        result.wager,
        result.expected_value,
        runs(result, _curve()),
        runs(result, ROUNDS),
        telling_rounds(result),
    )


def _curve() -> list[int]:
    """Return the numbers of rounds between which a curve is drawn straight."""
    tenths = [share * power for power in ROUNDS[:-1] for share in TENTHS]
    return sorted({tenth // 10 for tenth in tenths if tenth % 10 == 0} | {ROUNDS[-1]})


def _costs(game: Game, rungs: Sequence[tuple[int, Fraction]]) -> Costs:
    if not rungs:
        raise CombinError(f"{game.slug}: no ladder of lines is known to draw")
    return Costs(game.bets[0].base, rungs)
