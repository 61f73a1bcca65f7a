"""How a log of a game of two hands was played: whether their second cards were exchanged as the
play has it, and what was done with each hand, priced as if the other one were unseen.
"""

from __future__ import annotations

from typing import Any

from combin.checker.played import PlayCheck
from combin.families.count_up.judging.play import HandsPlayed
from combin.families.count_up.judging.rows import HOUSE_RANK, HandRules, RowRules, ranks_text
from combin.families.count_up.judging.two_rows import LoggedTwo, TwoHandRules
from combin.families.count_up.rounds import Decisions
from combin.families.count_up.settle import is_natural
from combin.families.count_up.switch import KEEP, SWITCH, Switched, natural_of, usual

TWO_HANDS = "two hands"


class TwoHandsPlayed:
    """Compares the decisions of rounds with the play of the model. each: those of each hand."""

    def __init__(self, decisions: Decisions, rules: TwoHandRules, best: bool) -> None:
        self.rules = rules
        self.each = HandsPlayed(decisions, rules.one, best)

    def follows(self, played: LoggedTwo) -> bool:
        """Return whether a round that can be was played so all along."""
        trial = TwoHandsPlayed(self.each.by, self.rules, self.each.best)
        trial.take(0, played)
        return not trial.each.met

    def take(self, row: int, played: LoggedTwo) -> None:
        """Look at the decisions of a round that can be; row: its number."""
        self._exchange(row, played)
        for one in played.two:
            self.each.take(row, one)

    def _exchange(self, row: int, played: LoggedTwo) -> None:
        by, dealer = self.each.by, played.two[0].ranks[1]
        if not played.told or (by.house.looks_first and is_natural(dealer)):
            return
        solved, up = by.solved, dealer[0]
        assert isinstance(solved, Switched), "there are two hands"
        a, b, c, d = map(HOUSE_RANK.__getitem__, played.dealt)
        gain = solved.gains[up][usual((a, b, c, d))]
        named = SWITCH if gain > 0 else KEEP
        taken = SWITCH if played.exchanged else KEEP
        self.each.decisions += 1
        if taken != named:
            lost = abs(gain)
            if by.house.looks_first:
                lost /= 1 - natural_of(by.columns[up], (a, b), (c, d))
            cards = f"{ranks_text((a, b))}, {ranks_text((c, d))}"
            self.each.left(row, TWO_HANDS, cards, up, taken, named, lost)

    def play(self) -> PlayCheck:
        """Return what was found."""
        return self.each.play()


def played_by(decisions: Decisions, rules: RowRules[Any], best: bool) -> Any:
    """Return what compares the decisions of the rows that some rules judge with a play."""
    if isinstance(rules, TwoHandRules):
        return TwoHandsPlayed(decisions, rules, best)
    assert isinstance(rules, HandRules), "rows are of one hand or of two"
    return HandsPlayed(decisions, rules, best)
