"""The exact figures of a game's charts; nothing is formatted here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from combin.errors import CombinError, refuse, verify_known
from combin.grouping import grouped
from combin.records import dataclass
from combin.rules.game import Game

if TYPE_CHECKING:
    from combin.questions.measures import Chance, MatchUp, StartingHand
    from combin.solving.ahead import Standing
    from combin.solving.result import BetResult, Solution
    from combin.strategies import Line, Priced

GRIDS = ("actions", "values", "match-ups")  # kinds for which all situations are gone through


@dataclass(frozen=True)
class HandActions:
    """The best play with each starting hand.

    hands: row by row of the square of ranks.
    """

    hands: Sequence[StartingHand]


@dataclass(frozen=True)
class HandValues:
    """What each starting hand is worth.

    unit: the wager that values are counted in.
    hands: row by row of the square of ranks.
    """

    unit: str
    hands: Sequence[StartingHand]


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
    names: net -> the outcomes that come to it, the commonest first.
    """

    unit: str
    mean: Fraction
    variance: Fraction
    chances: Sequence[Chance]
    names: Mapping[Fraction, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class LongRun:
    """How a player stands after many rounds.

    unit: the wager that results are counted in.
    standings: after more and more rounds.
    telling: after how many rounds one standard deviation of the total is as small as its mean; None
        for a fair bet.
    is_even: whether every round comes to the same.
    """

    unit: str
    standings: Sequence[Standing]
    telling: Fraction | None
    is_even: bool


@dataclass(frozen=True)
class PlayedList:
    """A strategy in lines, and how often each of them decides.

    decisions: name -> its lines, each with its share of all deals.
    priced: what the strategy comes to.
    """

    decisions: Mapping[str, Sequence[tuple[Line, Fraction]]]
    priced: Priced


@dataclass(frozen=True)
class Costs:
    """What lists of lines cost.

    unit: the wager that costs are counted in.
    rungs: (number of lines, exact cost), the shortest list first.
    """

    unit: str
    rungs: Sequence[tuple[int, Fraction]]


Figures = HandActions | HandValues | MatchUps | Law | LongRun | PlayedList | Costs


def kinds(game: Game, key: str = "") -> list[str]:
    """Return the kinds of chart that a bet of this resolved game has, by default the game itself;
    a strategy and a ladder only where their lines are found.
    """
    from combin.questions.measures import has_match_ups, has_starting_hands

    found = []
    if key in ("", game.bets[0].key):
        if has_starting_hands(game):
            found += ["actions", "values"] if game.decisions else ["values"]
        if has_match_ups(game):
            found.append("match-ups")
    return [*found, "law", "rounds", "strategy", "ladder"]


def verify_kind(game: Game, kind: str, key: str = "") -> str:
    """Return `kind`; raises CombinError, naming what this bet has, if it has no such chart."""
    known = kinds(game, key)
    what = f"bet {key} of {game.slug}" if key not in ("", game.bets[0].key) else game.slug
    verify_known(kind, known, f"{what} has no chart {kind!r}")
    return kind


def figures_of(
    game: Game,
    kind: str,
    solution: Solution | None = None,
    ladder: Sequence[tuple[int, Fraction]] = (),
    key: str = "",
    priced: Priced | None = None,
) -> Figures:
    """Return what one kind of chart of a bet of a resolved game shows, counting and solving what it
    needs.

    solution: to save solving again.
    ladder: (number of lines, exact cost), for the kind ``ladder``.
    key: of the bet, by default the game itself.
    priced: the list to play by, for the kind ``strategy``.
    Raises CombinError where the bet has no such chart, or no lines are given for one of lines.
    """
    verify_kind(game, kind, key)
    bet = game.bet(key or game.bets[0].key)
    makers: dict[str, Callable[[], Figures]] = {
        "actions": lambda: HandActions(starting(game)),
        "values": lambda: HandValues(bet.base, starting(game)),
        "match-ups": lambda: _match_ups(game),
        "law": lambda: law(_result(game, bet.key, solution)),
        "rounds": lambda: long_run(_result(game, bet.key, solution)),
        "strategy": lambda: _played(game, priced),
        "ladder": lambda: _costs(game, bet.base, ladder),
    }
    return makers[kind]()


def _result(game: Game, key: str, solution: Solution | None) -> BetResult:
    from combin.dossier.shipped import solved

    return (solution or solved(game, [key])).bets[key]


@lru_cache(maxsize=1)  # two squares are drawn of the same hands
def starting(game: Game) -> list[StartingHand]:
    """Return what each starting hand of a game is worth."""
    from combin.dossier.shipped import shipped_counts
    from combin.questions.measures import starting_hands

    key = game.bets[0].key
    counts = shipped_counts(game, key)
    return starting_hands(game, key, starts=counts.starts if counts else None)


def _match_ups(game: Game) -> MatchUps:
    from combin.questions.measures import match_ups

    bet = game.bets[0]
    actions = game.decisions[0].actions
    bold = max(actions, key=lambda action: sum(action.adds.values()))
    ending = next(action for action in actions if action.ends)
    return MatchUps(bet.base, bold.name, ending.name, list(match_ups(game, bet=bet.key)))


def law(result: BetResult) -> Law:
    """Return the distribution of the net result of one round."""
    from combin.questions.measures import law as law_of

    names: dict[Fraction, dict[str, int]] = {}
    for row in result.outcomes:
        counts = names.setdefault(row.net, {})
        counts[row.outcome] = counts.get(row.outcome, 0) + row.combinations
    commonest = {
        net: sorted(counts, key=lambda name: -counts[name]) for net, counts in names.items()
    }
    return Law(result.wager, result.expected_value, result.variance, law_of(result), commonest)


def long_run(result: BetResult) -> LongRun:
    """Return how a player stands after many rounds."""
    from combin.questions.measures import telling_rounds
    from combin.solving.ahead import standings

    return LongRun(result.wager, standings(result), telling_rounds(result), not result.variance)


def _played(game: Game, priced: Priced | None) -> PlayedList:
    if priced is None:
        raise CombinError(f"{game.slug}: no lines are known to draw")
    deals = priced.result.deals
    uses = ((use.decision, (use.line, Fraction(use.deals, deals))) for use in priced.uses)
    return PlayedList(grouped(uses), priced)


def _costs(game: Game, unit: str, rungs: Sequence[tuple[int, Fraction]]) -> Costs:
    refuse(not rungs, f"{game.slug}: no ladder of lines is known to draw")
    return Costs(unit, rungs)
