"""Lists of holds as a language of lists: how they are read, searched for and followed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from combin.counting import Plan
from combin.families.draw.holds.lists import hold_lists
from combin.families.draw.holds.policy import Holding, SharedHands
from combin.families.draw.holds.reading import HoldReader
from combin.families.draw.holds.vocabulary import hold_vocabulary
from combin.rules.game import Game
from combin.rules.words import HOLD_NONE
from combin.solving.payoffs import Payoffs
from combin.strategies.conditions import Condition
from combin.strategies.ladder import Ladder, Rung, cheaper
from combin.strategies.lines import Lines


class HoldLists:
    """The language of lists of what to hold."""

    def common_actions(self) -> list[str]:
        return [HOLD_NONE]

    def parse(self, text: str, plan: Plan, name: str) -> Lines:
        return HoldReader(plan, name).parsed(text)

    def vocabulary(self, plan: Plan) -> tuple[Condition, ...]:
        return hold_vocabulary(plan)

    def policies(self, payoffs: Payoffs, lists: Sequence[Lines]) -> list[Holding]:
        hands = SharedHands(payoffs)
        return [Holding(hands, lines) for lines in lists]

    def grouped(self, game: Game, lines: Lines) -> dict[str, list[tuple[str, str]]]:
        from combin.families.draw.holds.by_wilds import by_wilds  # only cards ask for it

        return by_wilds(game, lines)

    def ladder(self, payoffs: Payoffs, known: Sequence[Lines]) -> Ladder:
        plan = payoffs.plan
        groups, lists = hold_lists(payoffs, known)
        unit = plan.deals * payoffs.scale
        rungs = cheaper(Rung(lines, Fraction(loss, unit)) for loss, lines in lists)
        sets = {plan.decisions[0].name: groups.sets}
        return Ladder(plan.game, plan.bet.key, Fraction(groups.best, unit), tuple(rungs), sets)


HOLDS = HoldLists()
