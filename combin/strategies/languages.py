"""The languages of lists: a line is an action with conditions on the cards seen, unless a family
has a language of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from combin.counting.plan import Plan

if TYPE_CHECKING:
    from combin.families.block import Policy
    from combin.rules.game import Game
    from combin.solving.payoffs import Payoffs
    from combin.strategies.conditions import Condition
    from combin.strategies.ladder import Ladder
    from combin.strategies.lines import Lines


class Language(Protocol):
    """What is done otherwise with the lists of a family whose bets have one decision."""

    def common_actions(self) -> list[str]:
        """Return the actions that can be taken always."""

    def parse(self, text: str, plan: Plan, name: str) -> Lines:
        """Return the list that a text writes; name: of the file, for errors."""

    def vocabulary(self, plan: Plan) -> tuple[Condition, ...]:
        """Return what a line may say."""

    def policies(self, payoffs: Payoffs, lists: Sequence[Lines]) -> Sequence[Policy]:
        """Return some lists as policies."""

    def grouped(self, game: Game, lines: Lines) -> dict[str, list[tuple[str, str]]]:
        """Return heading -> the actions and phrases of a list that stand below it on a card, as
        players learn them; nothing for a list without such groups.
        """

    def ladder(self, payoffs: Payoffs, known: Sequence[Lines]) -> Ladder:
        """Return the lists that a search finds; known: lists that others found."""
