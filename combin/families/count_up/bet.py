"""A bet of a blackjack game, the game itself or a bet beside it, as questions ask it."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from combin.families.count_up.full_memory import FULL, MOST_HANDS, takes
from combin.families.count_up.house import RANKS, Shoe, house_of, ups_of, without
from combin.families.count_up.questions import by_model, shoe_of_game, solve, solved_from
from combin.families.count_up.side_bets import side_bet
from combin.families.count_up.solve import Solved
from combin.families.count_up.solve import solve as solved
from combin.families.count_up.switch import LONG, Switched
from combin.families.count_up.switch_chart import ChartOfTwo, chart_of_two, kept_in
from combin.rules.count_up import CountUpGame
from combin.solving.executor import at_once
from combin.subject import Subject
from combin.telling import note

if TYPE_CHECKING:
    from combin.solving.executor import Workers

SETS_A_SECOND = 5_500  # solved under full memory, against all up cards


class CountUpBet(Subject):
    """A bet of a blackjack game.

    shoe: its cards, of which some may be gone.
    """

    game: CountUpGame

    def __init__(
        self, game: CountUpGame, bet: str, workers: Workers = None, shoe: Shoe = ()
    ) -> None:
        super().__init__(game, bet, workers)
        self.shoe, self.house = shoe or tuple(game.shoe.values()), house_of(game)
        self.beside = next((one for one in game.bets if one.key == self.bet), None)
        self.model = "" if self.beside else game.model
        self.hands_out = self.model == FULL

    def tell_cost(self, times: int = 1) -> None:
        if self.model == FULL and self.house.hands == MOST_HANDS:
            sets, size = takes(shoe_of_game(self.game))
            size, seconds = size * at_once(self.workers) // 10**6 + 1, sets // SETS_A_SECOND + 1
            note(
                f"full memory: {sets:,} sets of cards against each up card, {size} MB, "
                f"about {seconds} s of processor time"
            )
        if self.model and self.game.switch:
            note(f"{self.game.slug}: {LONG}")
        if self.model and times > 1 and (self.game.switch or self.house.seen == 2):
            note(f"{self.game.slug} is solved {times} times, for some seconds each")

    @cached_property
    def solved(self) -> Solved | Switched:
        """The game by its model."""
        return solved_from(self.game, self.shoe, workers=self.workers)

    @property
    def value(self) -> Fraction:
        beside = self.beside
        return side_bet(beside, self.shoe, self.house).value if beside else self.solved.value

    # --- The shoe --------------------------------------------------------------------------------

    def ranks(self) -> dict[str, dict[str, int]]:
        return {name: {name: many} for name, many in zip(RANKS, self.shoe)}

    def without(self, card: str) -> CountUpBet:
        left = without(self.shoe, RANKS.index(card))
        return CountUpBet(self.game, self.bet, self.workers, left)

    def usual(self) -> Solved | ChartOfTwo | None:
        """Return the chart found, of two hands with the table by which cards are switched."""
        if self.beside:
            return None
        return chart_of_two(self.game) if self.game.switch else solve(by_model(self.game, "total"))

    def by(self, policy: Solved | ChartOfTwo) -> Fraction:
        if isinstance(policy, ChartOfTwo):
            whole = self.shoe == policy.chart.shoe
            return policy.value if whole else kept_in(self.game, policy, self.shoe)
        if self.shoe == policy.shoe:
            return policy.value
        ups = ups_of(self.shoe, self.house)
        charts = {up: policy.charts[up] for up in ups if up in policy.charts}
        return solved(self.shoe, self.house, "total", charts).value
