"""The contents of the report of a blackjack game, as data: plays from simple to exact, the effect
of house rules, side bets, published figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from combin.dossier.published import Agreement, half_unit, published
from combin.families.count_up.bet import CountUpBet
from combin.families.count_up.ladder import CountUpStrategy
from combin.families.count_up.side_bets import CountUpSideBet, side_bets
from combin.families.count_up.solve import Solved
from combin.records import dataclass
from combin.rules.choices import Choice
from combin.rules.count_up import CountUpGame, CountUpSheet
from combin.sensitivity import Formula, Variations
from combin.solving.result import Solution
from combin.version import RELEASE

# What a natural may pay, as its edges are told.
NATURAL_PAYS = (Fraction(1), Fraction(6, 5), Fraction(7, 5), Fraction(3, 2), Fraction(2))


@dataclass(frozen=True)
class SideSetting:
    """A bet beside the game, with one choice set otherwise or none.

    chosen: choice -> value, empty for the rules as given. found: the bet.
    """

    chosen: Mapping[str, str]
    found: CountUpSideBet

    @property
    def variance(self) -> Fraction:
        """That of the net of one unit."""
        squares = (net * net * chance for _, net, chance in self.found.events)
        return sum(squares, Fraction(0)) - self.found.value**2

    @property
    def hit_frequency(self) -> Fraction:
        """How often the bet wins."""
        chances = (chance for _, net, chance in self.found.events if net > 0)
        return sum(chances, Fraction(0))


Sides = Mapping[str, tuple[SideSetting, ...]]  # key -> as given, then what changes the edge


@dataclass(frozen=True)
class CountUpReport:
    """Everything that a report says, the choices at their defaults.

    game: the rules. play: from simple to exact. varied: what each choice makes of the edge.
    natural: the edge at any pay of a natural. sides: the bets beside the game.
    agreements: published figures beside the exact ones.
    """

    game: CountUpGame
    play: CountUpStrategy
    varied: Variations
    natural: Formula
    sides: Sides
    agreements: tuple[Agreement, ...]

    @property
    def solution(self) -> Solution:
        """All bets, solved, in the name of the release."""
        asked = [CountUpBet(self.game, key) for key in self.game.bet_keys]
        asked[0].solved = self.base
        return Solution(self.game, {one.bet: one.result() for one in asked}, RELEASE)

    @property
    def base(self) -> Solved:
        """The game itself, by its own model."""
        found = self.varied.edges["base"].found
        assert isinstance(found, Solved), "reports are of games of one hand"
        return found


def side_settings(sheet: CountUpSheet) -> Sides:
    """Return the bets beside a game under every choice that changes their edge, each by itself."""
    game = sheet.resolve()
    settings: dict[str, list[SideSetting]] = {
        bet.key: [SideSetting({}, bet)] for bet in side_bets(game)
    }
    for chosen in _each_alone(game):
        for bet in side_bets(sheet.resolve(chosen)):
            listed = settings.setdefault(bet.key, [])
            if not listed or bet.value != listed[0].found.value:
                listed.append(SideSetting(chosen, bet))
    return {key: tuple(listed) for key, listed in settings.items()}


def _each_alone(game: CountUpGame) -> Iterator[dict[str, str]]:
    """Yield every value of every choice but those in force, one at a time."""
    for choice in game.choices:
        for value in choice.values if isinstance(choice, Choice) else ():
            if value != game.chosen[choice.name]:
                yield {choice.name: value}


def count_up_agreements(sheet: CountUpSheet) -> tuple[Agreement, ...]:
    """Return what others have published of a game beside the exact figures."""
    mine = (one for one in published("counting_up") if one["game"] == sheet.on_command_line)
    return tuple(_agreement(sheet, figure) for figure in mine)


def _agreement(sheet: CountUpSheet, figure: Mapping[str, Any]) -> Agreement:
    game = sheet.resolve(figure.get("choices"))
    exact = -100 * CountUpBet(game, figure["bet"]).value
    printed = figure["printed"]
    within = Fraction(figure.get("within", half_unit(printed)))
    follows = f"of no named model; within {figure['within']} %" if "within" in figure else ""
    return Agreement(
        figure["bet"],
        figure.get("choices", {}),
        "house edge, %",
        printed,
        exact,
        abs(exact - Fraction(printed)) <= within,
        figure["source"],
        figure.get("disagrees", follows),
    )
