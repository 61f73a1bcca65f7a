"""How a log of a game of two hands was played: whether their second cards were exchanged as the
play has it, and what was done with each hand, priced as if the other one were unseen.
"""

from __future__ import annotations

from combin.families.blackjack.judging.play import HandsPlayed
from combin.families.blackjack.judging.rows import (
    HOUSE_RANK,
    HandRules,
    LoggedRow,
    ranks_text,
)
from combin.families.blackjack.judging.two_rows import GameRules, LoggedTwo, TwoHandRules
from combin.families.blackjack.rounds import Decisions
from combin.families.blackjack.settle import is_natural
from combin.families.blackjack.switch import KEEP, SWITCH, Switched, natural_of, usual

TWO_HANDS = "two hands"


class TwoHandsPlayed(HandsPlayed):
    """Compares the decisions of rounds with the play of the model."""

    def take(self, played: LoggedRow) -> None:
        """Look at the decisions of a round that can be."""
        assert isinstance(played, LoggedTwo), "there are two hands"
        self._exchange(played)
        for one in played.two:
            super().take(one)

    def _exchange(self, played: LoggedTwo) -> None:
        by, dealer = self.by, played.two[0].ranks[1]
        if not played.told or (by.house.turns.looks_first and is_natural(dealer)):
            return
        solved, up = by.solved, dealer[0]
        assert isinstance(solved, Switched), "there are two hands"
        a, b, c, d = map(HOUSE_RANK.__getitem__, played.dealt)
        gain = solved.gains[up][usual((a, b, c, d))]
        named = SWITCH if gain > 0 else KEEP
        taken = SWITCH if played.exchanged else KEEP
        self.decisions += 1
        if taken != named:
            lost = abs(gain)
            if by.house.turns.looks_first:
                lost /= 1 - natural_of(by.columns[up], (a, b), (c, d))
            cards = f"{ranks_text((a, b))}, {ranks_text((c, d))}"
            self.left(TWO_HANDS, cards, up, taken, named, lost)


def played_by(decisions: Decisions, rules: GameRules, best: bool) -> HandsPlayed:
    """Return what compares the decisions of the rows that some rules judge with a play."""
    if isinstance(rules, TwoHandRules):
        return TwoHandsPlayed(decisions, rules.one, best)
    assert isinstance(rules, HandRules), "rows are of one hand or of two"
    return HandsPlayed(decisions, rules, best)
