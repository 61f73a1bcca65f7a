"""Which denominator and which rules give a printed figure of a blackjack game, with one or two
choices changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import combinations
from time import process_time_ns
from typing import TYPE_CHECKING, NamedTuple

from combin.errors import CombinError
from combin.families.count_up.questions import solved_game
from combin.families.count_up.solve import Solved
from combin.families.count_up.switch import Switched
from combin.families.explained import OPTIMAL, SECONDS, Explanation, Reading, explanation, printed
from combin.rules.count_up import CountUpGame, CountUpSheet
from combin.sensitivity.settings import others_of
from combin.telling import note

if TYPE_CHECKING:
    from combin.families.count_up.bet import CountUpBet

Tell = Callable[[str], None]  # shows what is solved next


class _Worth(NamedTuple):
    """What all measures are made of.

    value: the expected net of one unit. wager: the mean of all units wagered.
    """

    value: Fraction
    wager: Fraction

    def measures(self) -> dict[str, Fraction]:
        """Return what people print: name -> value."""
        return {
            "house edge, of one bet": -self.value,
            "expected value, of one bet": self.value,
            "element of risk, of the average total wager": -self.value / self.wager,
            "return, of the average total wager": 1 + self.value / self.wager,
            "return, of one bet": 1 + self.value,
        }


def explain(
    sheet: CountUpSheet, here: CountUpBet, figure: str, tell: Tell = lambda text: None
) -> Explanation:
    """Return what a printed figure of a game may be: under its rules, with one choice changed, and
    with two where one does not explain it.

    sheet: with its choices open. here: the game as it is set; its values come first.
    """
    if isinstance(sheet, CountUpGame):
        raise CombinError(f"{sheet.slug} is resolved already; ask by its name, its choices open")
    asked, game, plain = printed(figure), here.game, {}
    others = [one for one in others_of(sheet, game, {}) if here.is_other(one.game)]
    tell(f"{game.slug}: as it is")
    plainly = _worth(solved_game(game))
    readings = list(_readings({}, plainly))
    for one in others:
        name, value = one.choice.name, one.value
        tell(f"{game.slug}: {name}={value}")
        plain[name, value] = _worth(solved_game(one.game))
        readings += _readings({name: value}, plain[name, value])
    untried = ["two choices changed together: one explains the figure"]
    if not any(asked.rounds_to(one.value) for one in readings):
        untried = []
        note(
            f"no single choice explains {figure}: two are changed together, for up to {SECONDS} s "
            "of processor time"
        )
        until = process_time_ns() + SECONDS * 10**9
        for settings, other in _pairs(sheet, game, plainly, plain, asked.value):
            if process_time_ns() > until:
                untried.append("two choices changed together: only those likeliest to fit")
                break
            tell(f"{game.slug}: {' '.join(f'{name}={value}' for name, value in settings.items())}")
            readings += _readings(settings, _worth(solved_game(other)))
    return explanation(game, "base", figure, readings, untried)


def _worth(found: Solved | Switched) -> _Worth:
    return _Worth(found.value, found.mean_wager)


def _readings(settings: dict[str, str], worth: _Worth) -> Iterator[Reading]:
    for measure, value in worth.measures().items():
        yield Reading(measure, OPTIMAL, settings, value)


def _pairs(
    sheet: CountUpSheet,
    game: CountUpGame,
    here: _Worth,
    plain: dict[tuple[str, str], _Worth],
    wanted: Fraction,
) -> Iterator[tuple[dict[str, str], CountUpGame]]:
    """Yield settings of two choices, those first by which the sum of what each choice changes comes
    closest to the figure. Two that do not go together are left out.
    """

    def away(pair: tuple[tuple[str, str], tuple[str, str]]) -> Fraction:
        first, second = (plain[one] for one in pair)
        guess = _Worth(
            first.value + second.value - here.value, first.wager + second.wager - here.wager
        )
        return min(abs(value - wanted) for value in guess.measures().values())

    pairs = [pair for pair in combinations(plain, 2) if pair[0][0] != pair[1][0]]
    for pair in sorted(pairs, key=away):
        with suppress(CombinError):
            settings = dict(pair)
            yield settings, sheet.resolve({**game.chosen, **settings}).without(game.deck.dead)
