"""A bet of a game with its rules settled: what every question is asked of, whatever the game.

A question uses what a subject offers; how it is counted its family knows, below `families/`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from combin.rules.choosing import Resolved
    from combin.solving.executor import Workers

Tell = Callable[[str], None]  # says what is counted next; empty: done
Policy = Any  # how decisions are made; of each family its own


class Subject:
    """A bet of a game.

    game: the rules. bet: its key. wager: one unit of it is what figures are of.
    workers: who counts. hands_out: whether work is handed to them.
    model: by which model of play the bet is valued, where there are several.
    """

    model = ""
    hands_out = True

    def __init__(self, game: Resolved, bet: str, workers: Workers = None) -> None:
        found = game.bet(bet)
        self.game, self.bet, self.wager, self.workers = game, found.key, found.base, workers

    def tell_cost(self, times: int = 1) -> None:
        """Say what it takes to solve the bet so many times, where that is long."""

    @property
    def value(self) -> Fraction:
        """The expected net under the best play."""
        raise NotImplementedError

    def settled(self) -> Any:
        """Return the bet as it is set, for `vary` and `compare`: what `SettledBet` is."""
        raise NotImplementedError

    # --- The shoe --------------------------------------------------------------------------------

    def ranks(self) -> Mapping[str, Mapping[str, int]]:
        """Return rank -> its cards that are not alike -> how many there are of each; raises
        CombinError for a game that is not dealt from a shoe.
        """
        raise NotImplementedError

    def without(self, card: str) -> Subject:
        """Return the bet when a card of the shoe is gone."""
        raise NotImplementedError

    def usual(self) -> Policy | None:
        """Return the play that a player keeps when cards are gone; None where none is known."""

    def by(self, policy: Policy) -> Fraction:
        """Return the expected net under a policy."""
        raise NotImplementedError
