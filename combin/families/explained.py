"""Which denominator, strategy and choices give a printed figure: the exact values that round to it,
or else the nearest ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import product
from time import process_time_ns
from typing import NamedTuple

from combin.counting import Plan
from combin.errors import CombinError
from combin.exact import parse_edge
from combin.questions.solve import solve
from combin.records import dataclass
from combin.results import Result, columns
from combin.rules.choices import Choice
from combin.rules.count_up import CountUpGame
from combin.rules.game import Game, Sheet
from combin.sensitivity.counted import Counted
from combin.solving.payoffs import Payoffs
from combin.solving.result import BetResult
from combin.strategies import Lines, common_actions, named, played
from combin.strategies.library import published_lists

OPTIMAL = "optimal"
MOST_SETTINGS = 64  # of all choices together; of more they are changed one at a time
SECONDS = 20  # of a processor, after which nothing more is counted
NEAREST = 5  # values that are listed where none rounds to the figure
FIGURE = re.compile(r"[+-]?\d*\.?\d+ *%?")

Tell = Callable[[str], None]


class Printed(NamedTuple):
    """A figure as somebody printed it.

    value: its exact value.
    half: half a unit of its last digit; 0 for a fraction.
    """

    value: Fraction
    half: Fraction

    def rounds_to(self, exact: Fraction) -> bool:
        """Return whether an exact value may be printed so."""
        return abs(exact - self.value) <= self.half


@dataclass(frozen=True)
class Reading:
    """One exact value that a figure may be.

    measure: what it is, and what it is divided by.
    play: the strategy.
    settings: choice -> value of the choices that the bet depends on.
    value: exactly.
    """

    measure: str
    play: str
    settings: dict[str, str]
    value: Fraction


@dataclass(frozen=True, repr=False)
class Explanation(Result):
    """What a printed figure may be.

    game, bet: as resolved, and the key.
    figure: as it was printed.
    found: the values that round to it, those of the present setting first.
    nearest: the values next to it, where none rounds to it.
    tried: how many values were compared.
    untried: what was not counted, and why.
    """

    game: Game | CountUpGame
    bet: str
    figure: str
    found: tuple[Reading, ...]
    nearest: tuple[Reading, ...]
    tried: int
    untried: tuple[str, ...]

    _columns = columns(words="measure,play,settings,fits", units="value")


def printed(figure: str) -> Printed:
    """Return what a printed figure says: ``0.651%``, ``-0.0337``, ``1/78``."""
    value = parse_edge(figure)
    if not FIGURE.fullmatch(figure.strip()):
        return Printed(value, Fraction(0))
    digits = figure.rstrip(" %").partition(".")[2]
    unit = Fraction(1, 10 ** len(digits))
    return Printed(value, (unit / 100 if figure.rstrip().endswith("%") else unit) / 2)


def measures(game: Game, result: BetResult) -> dict[str, Fraction]:
    """Return what people print of a bet: name -> exact value."""
    wager, edge = game.unit(result.wager), result.house_edge
    put_down = sum((one.stake for one in game.bet(result.key).wagers), Fraction(0))
    pushed = sum(one.combinations for one in result.outcomes if not one.net)
    decided = 1 - Fraction(pushed, result.deals)
    found = {
        f"house edge, of one {wager}": edge,
        f"expected value, of one {wager}": -edge,
        "element of risk, of the average total wager": result.element_of_risk,
        "return, of the average total wager": result.returned,
        f"return, of one {wager}": 1 - edge,
        f"units returned, of one {wager}": result.average_wager - edge,
    }
    if put_down not in (0, 1):
        found[f"house edge, of all {put_down} units put down at first"] = edge / put_down
    if decided not in (0, 1):
        found[f"house edge, of one {wager}, pushes left out"] = edge / decided
    return found


def explain(
    sheet: Sheet, game: Game, figure: str, bet: str = "base", tell: Tell | None = None
) -> Explanation:
    """Return what a printed figure of a bet may be.

    sheet: with its choices open.
    game: the present setting; its values come first.
    tell: called with what is counted next.
    """
    printed(figure)  # refuses what is none before anything is counted
    key = game.bet(bet).key
    search = _FigureSearch(sheet, game, key, tell)
    readings = list(search.readings())
    return explanation(game, key, figure, readings, search.untried)


def explanation(
    game: Game | CountUpGame,
    key: str,
    figure: str,
    readings: Sequence[Reading],
    untried: Sequence[str],
) -> Explanation:
    """Return which of some exact values round to a figure, or those next to it."""
    asked = printed(figure)
    found = [one for one in readings if asked.rounds_to(one.value)]
    near: list[Reading] = []
    if not found:
        order = sorted(readings, key=lambda one: abs(one.value - asked.value))
        near = list({one.value: one for one in reversed(order[: 4 * NEAREST])}.values())[::-1]
    nearest = tuple(near[:NEAREST])
    return Explanation(game, key, figure, tuple(found), nearest, len(readings), tuple(untried))


class _FigureSearch:
    """Goes through the settings and the strategies of a bet, the present setting first."""

    def __init__(self, sheet: Sheet, game: Game, key: str, tell: Tell | None) -> None:
        self.sheet, self.game, self.key, self.tell = sheet, game, key, tell
        self.until = process_time_ns() + SECONDS * 10**9
        self.untried: list[str] = []

    def readings(self) -> Iterator[Reading]:
        """Yield every value; settings that count alike are counted once."""
        groups: dict[str, list[Game]] = {}
        for game in self._settings():
            plan = Plan(game, game.bet(self.key))
            groups.setdefault(plan.counted_by, []).append(game)
        for games in groups.values():
            yield from self._of_best(games)
            for name, lines in self._lists(games[0]):
                yield from self._of_list(games, name, lines)

    def _settings(self) -> Iterator[Game]:
        """Yield the present setting, and those that change the bet."""
        yield self.game
        rules = {self.game.rules_of(self.key)}
        for chosen in self._chosen():
            with suppress(CombinError):
                other = self.sheet.resolve(chosen)
                known = other.pays()
                kept = {one: pay for one, pay in self.game.priced.items() if one in known}
                other = other.with_pays(kept)
                if other.rules_of(self.key) not in rules:
                    rules.add(other.rules_of(self.key))
                    yield other

    def _chosen(self) -> Iterator[dict[str, str]]:
        choices = [
            one
            for one in self.game.choices_of(self.key)
            if isinstance(one, Choice) and self.game.chosen
        ]
        sizes = 1
        for one in choices:
            sizes *= len(one.values)
        present = dict(self.game.chosen)
        if sizes <= MOST_SETTINGS:
            for values in product(*(one.values for one in choices)):
                yield {**present, **{one.name: value for one, value in zip(choices, values)}}
            return
        for one in choices:
            yield from ({**present, one.name: value} for value in one.values)
        self.untried.append("several choices changed together: there are too many")

    def _lists(self, game: Game) -> Iterator[tuple[str, Lines]]:
        if not Plan(game, game.bet(self.key)).stages:
            return
        for action in common_actions(game, self.key):
            yield f"always {action}", named(action, game, self.key)
        for one in published_lists(game, self.key):
            yield one.name, one

    def _of_best(self, games: list[Game]) -> Iterator[Reading]:
        """Yield the values under the best play."""
        if not self._goes_on(OPTIMAL, games):
            return
        with self._told(OPTIMAL, games):
            counted = Counted(games[0], self.key)
            for game in games:
                result = (
                    counted.under(game).result
                    if counted.keeps
                    else solve(game, [self.key]).bets[self.key]
                )
                yield from self._readings(game, OPTIMAL, result)

    def _of_list(self, games: list[Game], name: str, lines: Lines) -> Iterator[Reading]:
        """Yield the values under one strategy, the deals counted once for all settings."""
        if not self._goes_on(name, games):
            return
        with self._told(name, games):
            asked = [Payoffs(Plan(game, game.bet(self.key))) for game in games]
            for game, result in zip(games, played(asked, lines)):
                yield from self._readings(game, name, result)

    def _goes_on(self, name: str, games: list[Game]) -> bool:
        """Return whether there is time to count something more; the present setting is counted."""
        if process_time_ns() < self.until or (name == OPTIMAL and self.game in games):
            if self.tell:
                self.tell(f"{self.key}: {name}{_set(games[0].settings_of(self.key))}")
            return True
        self.untried.append(f"{name}{_set(games[0].settings_of(self.key))}: it takes too long")
        return False

    def _told(self, name: str, games: list[Game]) -> _Untried:
        return _Untried(self.untried, f"{name}{_set(games[0].settings_of(self.key))}")

    def _readings(self, game: Game, play: str, result: BetResult) -> Iterator[Reading]:
        settings = game.settings_of(self.key)
        for measure, value in measures(game, result).items():
            yield Reading(measure, play, settings, value)


class _Untried:
    """Notes what cannot be counted, and goes on."""

    def __init__(self, untried: list[str], words: str) -> None:
        self.untried, self.words = untried, words

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(self, kind: type | None, error: BaseException | None, _: object) -> bool:
        if not isinstance(error, CombinError):
            return False
        self.untried.append(f"{self.words}: {error}")
        return True


def _set(settings: dict[str, str]) -> str:
    """Return choices in words, with a comma before them."""
    return "".join(f", {name}={value}" for name, value in settings.items())
