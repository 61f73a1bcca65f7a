"""The contents of the report of a blackjack game, as data: plays from simple to exact, the effect
of house rules, side bets, published figures.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction

from combin.dossier.published import Agreement, Figure
from combin.errors import CombinError
from combin.families.blackjack.bet import BlackjackBet
from combin.families.blackjack.house import beyond
from combin.families.blackjack.ladder import FoundPlays
from combin.families.blackjack.questions import solve
from combin.families.blackjack.solve import LAW, VALUE, VARIANCE, Solved
from combin.records import dataclass
from combin.rules.choices import Choice
from combin.rules.game import Game, Sheet
from combin.sensitivity import Formula, Variations
from combin.solving.result import BetResult, Solution
from combin.version import RELEASE

# Key -> as given, then with each choice that changes the edge: choice -> value, and the bet.
Sides = Mapping[str, tuple[tuple[Mapping[str, str], BetResult], ...]]


@dataclass(frozen=True)
class BlackjackReport:
    """Everything that a report says, the choices at their defaults.

    game: the rules. play: from simple to exact. varied: what each choice makes of the edge.
    natural: the edge at any pay of a natural. sides: the bets beside the game.
    agreements: published figures beside the exact ones. measured: the game itself as far as more
    than its value is found.
    """

    game: Game
    play: FoundPlays
    varied: Variations
    natural: Formula
    sides: Sides
    agreements: tuple[Agreement, ...]
    measured: BetResult

    @property
    def bets(self) -> Sides:
        """All bets, that of the game itself first, as `sides` has the others."""
        varied = [({one.choice: one.value}, one.comparison.second) for one in self.varied.rows]
        listed = [(one, result_of(side.game, side.found)) for one, side in varied]
        return {"base": (({}, self.measured), *listed), **self.sides}

    @property
    def beyond(self) -> tuple[str, ...]:
        """The rules beyond those of blackjack, in words."""
        return beyond(self.game.turns)

    @property
    def even_natural(self) -> Fraction:
        """What a natural would have to pay for an edge of 0."""
        chance = self.natural.form.slope("natural")
        return self.game.turns.natural.pays - self.natural.value / chance

    @property
    def solution(self) -> Solution:
        """All bets, solved, in the name of the release."""
        bets = {key: bet for key, [(_, bet), *_] in self.bets.items()}
        return Solution(self.game, bets, version=RELEASE)

    @property
    def base(self) -> Solved:
        """The game itself, by its own model."""
        found = self.varied.edges["base"].found
        assert isinstance(found, Solved), "reports are of games of one hand"
        return found


def result_of(game: Game, found: Solved) -> BetResult:
    """Return what the game itself comes to, as it was solved."""
    bet = BlackjackBet(game, "base")
    bet.solved = found
    return bet.result()


def measured(game: Game) -> BetResult:
    """Return what the game itself comes to: with the distribution of its net, or if that is not
    available with the variance, or with the value alone.
    """
    asked = (LAW, VARIANCE, VALUE)
    # Hands of a free split differ: their distribution takes ten minutes and more.
    for need in asked[1:] if game.turns.pairs.free else asked:
        with suppress(CombinError):
            return result_of(game, solve(game, asked=need))
    raise AssertionError("the value is always found")


def side_settings(sheet: Sheet) -> Sides:
    """Return the bets beside a game under every choice that changes their edge, each by itself."""
    settings: dict[str, list[tuple[Mapping[str, str], BetResult]]] = {}
    usual = sheet.resolve()
    alone = [
        {choice.name: value}
        for choice in usual.choices
        for value in (choice.values if isinstance(choice, Choice) else ())
        if value != usual.chosen[choice.name]
    ]
    for chosen in ({}, *alone):
        game = sheet.resolve(chosen)
        for key in game.bet_keys[1:]:
            bet, listed = BlackjackBet(game, key).result(), settings.setdefault(key, [])
            if not listed or bet.house_edge != listed[0][1].house_edge:
                listed.append((chosen, bet))
    return {key: tuple(listed) for key, listed in settings.items()}


def result_in(sheet: Sheet, figure: Figure) -> BetResult:
    """Return the bet under the rules that a published figure is for."""
    return BlackjackBet(sheet.resolve(figure.get("choices")), figure["bet"]).result()
