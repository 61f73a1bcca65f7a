"""The list of lines to play a bet by, as `combin strategy` prints it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from combin.dossier.study import at_most, recommended
from combin.results import Result
from combin.rules.game import Game
from combin.solving.measures import Hand, has_starting_hands, starting_hands
from combin.strategies import Ladder, Lines, Rung, opening, parse


@dataclass(frozen=True, repr=False)
class Recommended(Result):
    """A list to play a bet by.

    ladder: all lists found for the bet.
    rung: the list, with its exact cost.
    most: how many lines it may have; None for the list that is best to learn.
    whole: whether shorter lists are shown beside it.
    """

    ladder: Ladder
    rung: Rung
    most: int | None = None
    whole: bool = False

    @property
    def game(self) -> Game:
        """The rules as resolved."""
        return self.ladder.game

    @property
    def lines(self) -> Lines:
        """The strategy."""
        return self.rung.lines

    @property
    def cost(self) -> Fraction:
        """What the list loses against the best play, in units."""
        return self.rung.cost

    def _written(self, form: str) -> str:
        from combin.render.strategy import recommended_text

        return recommended_text(self, form)

    def _headline(self) -> str:
        from combin.render.number import cost, counted

        return (
            f"{self.game.slug}: {self.ladder.bet}, {counted(len(self.lines), 'line')}, cost "
            f"{cost(self.cost)}"
        )


def recommend(
    game: Game, bet: str = "base", most: int | None = None, whole: bool = False
) -> Recommended:
    """Return the list to play a bet of a resolved game by: the best of at most so many lines, or
    the best to learn.
    """
    from combin.strategies import find

    ladder = find(game, bet)
    return Recommended(
        ladder, recommended(ladder) if most is None else at_most(ladder, most), most, whole
    )


def starting_hands_under(game: Game, lines: Lines) -> list[Hand]:
    """Return what a strategy in lines does with each starting hand; nothing where its bet does not
    start with two cards.
    """
    if lines.bet != game.bets[0].key or not lines or not has_starting_hands(game):
        return []
    here = parse(str(lines), game, lines.bet)  # of other choices, perhaps
    return starting_hands(game, lines.bet, lambda plan, tally: opening(plan, tally, here))
