"""Which denominator, strategy and choices give a printed figure: the exact values that round to it,
or else the nearest ones.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import combinations, product
from math import prod
from time import process_time_ns
from typing import NamedTuple

from combin.errors import CombinError
from combin.exact import parse_edge
from combin.families.subjects import subject
from combin.grouping import grouped
from combin.records import dataclass
from combin.results import Result
from combin.rules.choices import Choice
from combin.rules.game import Game, Sheet
from combin.solving.result import BetResult
from combin.subject import OPTIMAL, Subject, Tell
from combin.telling import note

MOST_SETTINGS = 64  # of all choices together; of more one is changed at a time, or two
SECONDS = 20  # of a processor, after which nothing more is counted
NEAREST = 5  # values that are listed where none rounds to the figure
FIGURE = re.compile(r"[+-]?\d*\.?\d+ *%?")

Single = tuple[tuple[str, str], ...]  # one choice and its value; none for the present setting


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
    settings: choice -> value of the choices that the bet depends on; of many choices those that are
        changed.
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

    game: Game
    bet: str
    figure: str
    found: tuple[Reading, ...]
    nearest: tuple[Reading, ...]
    tried: int
    untried: tuple[str, ...]


def printed(figure: str) -> Printed:
    """Return what a printed figure says: ``0.651%``, ``-0.0337``, ``1/78``."""
    value = parse_edge(figure)
    if not FIGURE.fullmatch(figure.strip()):
        return Printed(value, Fraction(0))
    unit = Fraction(1, 10 ** len(figure.rstrip(" %").partition(".")[2]))
    return Printed(value, (unit / 100 if figure.rstrip().endswith("%") else unit) / 2)


def measures(game: Game, result: BetResult) -> dict[str, Fraction]:
    """Return what people print of a bet: name -> exact value."""
    wager, edge = game.unit(result.wager), result.house_edge
    put_down = sum((one.stake for one in game.bet(result.key).wagers), Fraction(0))
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
    if result.outcomes:
        pushed = sum(one.combinations for one in result.outcomes if not one.net)
        decided = 1 - Fraction(pushed, result.deals)
        if decided not in (0, 1):
            found[f"house edge, of one {wager}, pushes left out"] = edge / decided
    return found


def explain(sheet: Sheet, one: Subject, figure: str, tell: Tell = lambda text: None) -> Explanation:
    """Return what a printed figure of a bet may be.

    sheet: with its choices open. one: the bet as it is set; its values come first.
    tell: called with what is counted next.
    """
    asked = printed(figure)  # refuses what is none before anything is counted
    search = _FigureSearch(one, sheet, tell)
    search.all_settings(asked)
    readings = search.readings
    found = [one for one in readings if asked.rounds_to(one.value)]
    near: list[Reading] = []
    if not found:
        order = sorted(readings, key=lambda one: abs(one.value - asked.value))
        near = list({one.value: one for one in reversed(order[: 4 * NEAREST])}.values())[::-1]
    return Explanation(
        *(one.game, one.bet, figure, tuple(found), tuple(near[:NEAREST])),
        *(len(readings), tuple(search.untried)),
    )


class _FigureSearch:
    """Goes through the settings of a bet and the known ways to play it, the present setting first.

    readings: the values found. untried: what was not counted, and why.
    """

    def __init__(self, bet: Subject, sheet: Sheet, tell: Tell) -> None:
        self.bet, self.sheet, self.tell = bet, sheet, tell
        self.until = process_time_ns() + SECONDS * 10**9
        self.readings: list[Reading] = []
        self.untried: list[str] = []
        self.known: set[str] = set()
        made = bet.game.choices_of(bet.bet) if bet.game.chosen else ()
        self.choices = [one for one in made if isinstance(one, Choice)]
        self.few = prod(len(one.values) for one in self.choices) <= MOST_SETTINGS

    def all_settings(self, asked: Printed) -> None:
        """Find every value: of few choices in all their settings; of more, one is changed at a
        time, and two where that gives no value that a figure may be.
        """
        if self.few:
            names = [one.name for one in self.choices]
            every = product(*(one.values for one in self.choices))
            self._find(dict(zip(names, values)) for values in every)
            return
        self._find({one.name: value} for one in self.choices for value in one.values)
        if any(asked.rounds_to(one.value) for one in self.readings):
            self.untried.append("two choices changed together: one explains the figure")
            return
        note(
            "no single choice explains the figure: two are changed together, for up to "
            f"{SECONDS} s of processor time"
        )
        for pair in self._pairs(asked.value):
            if process_time_ns() > self.until:
                self.untried.append("two choices changed together: only those likeliest to fit")
                return
            self._find([dict(pair)])

    def _find(self, settings: Iterable[Mapping[str, str]]) -> None:
        """Find the values under some settings; those that count alike are counted once."""
        for alike in grouped((one.counted_by, one) for one in self._others(settings)).values():
            for play, results in alike[0].known_play(alike):
                self._read(alike, play, results)

    def _others(self, settings: Iterable[Mapping[str, str]]) -> Iterator[Subject]:
        """Yield the present setting, and those that make another bet; each once."""
        game, key = self.bet.game, self.bet.bet
        if not self.known:
            self.known.add(game.rules_of(key))
            yield self.bet
        for changed in settings:
            with suppress(CombinError):  # some do not go together
                other = self.sheet.resolve({**game.chosen, **changed})
                had = other.pays() if game.priced else ()
                kept = {one: pay for one, pay in game.priced.items() if one in had}
                other = other.with_pays(kept)
                other = other.without(game.removed) if game.removed else other
                if other.rules_of(key) not in self.known and self.bet.is_other(other):
                    self.known.add(other.rules_of(key))
                    yield subject(other, key)

    def _read(
        self,
        alike: list[Subject],
        play: str,
        results: Callable[[], Iterable[BetResult]],
    ) -> None:
        """Add the values under one way to play, if there is time; the present setting is counted
        under the best play.
        """
        here = play == OPTIMAL and self.bet in alike
        words = [play, *(f"{name}={value}" for name, value in self._told(alike[0].game).items())]
        if process_time_ns() >= self.until and not here:
            self.untried.append(f"{', '.join(words)}: it takes too long")
            return
        self.tell(f"{self.bet.bet}: {', '.join(words)}")
        try:
            for one, result in zip(alike, results()):
                for measure, value in measures(one.game, result).items():
                    self.readings.append(Reading(measure, play, self._told(one.game), value))
        except CombinError as error:
            self.untried.append(f"{', '.join(words)}: {error}")

    def _told(self, game: Game) -> dict[str, str]:
        """Return the choices that a reading names."""
        usual = {} if self.few else self.bet.game.chosen
        made = game.settings_of(self.bet.bet).items()
        return {name: value for name, value in made if usual.get(name) != value}

    def _pairs(self, wanted: Fraction) -> list[Single]:
        """Return two choices, those first by which the sum of what each changes comes closest to a
        figure.
        """
        known: dict[Single, dict[str, Fraction]] = defaultdict(dict)
        for one in self.readings:
            if one.play == OPTIMAL:
                known[tuple(one.settings.items())][one.measure] = one.value
        here = known.pop((), {})
        pairs = [
            (first, second)
            for (first,), (second,) in combinations(known, 2)
            if first[0] != second[0]
        ]

        def away(pair: Single) -> Fraction:
            first, second = (known[one,] for one in pair)
            guesses = (first[name] + second[name] - here[name] for name in here)
            return min((abs(guess - wanted) for guess in guesses), default=wanted)

        return sorted(pairs, key=away)
