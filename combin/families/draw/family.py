"""The family of draws: tallies of hands of which some cards are thrown, and others drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from combin.counting import Plan
from combin.families.block import Answer
from combin.families.tallies import Tallies
from combin.solving.payoffs import Payoffs
from combin.solving.result import SMALLER_VARIANCE

if TYPE_CHECKING:
    from combin.checker.judging import Judging
    from combin.families.drawn_value import DrawnValue
    from combin.proof.comparing import Comparing
    from combin.rounds.dealing import Dealing
    from combin.strategies.languages import Language


class DrawTallies(Tallies):
    """Games with a draw: an action says which cards are held."""

    takes_long = True
    equals = SMALLER_VARIANCE

    def answers_alone(self, plan: Plan) -> bool:
        return True

    def answers(self, payoffs: Payoffs, number: int, cards: Mapping[str, int]) -> Iterator[Answer]:
        """Yield the answers with each hold called by the cards held, those worth most first."""
        hand = sum(cards.values())
        names = {hold.name: hold.called(hand) for hold in payoffs.plan.holds}
        for answer in super().answers(payoffs, number, cards):
            values = sorted(answer.values.items(), key=lambda item: -item[1])
            yield answer._replace(
                values={names[name]: value for name, value in values},
                best=names[answer.best],
                tied=tuple(names[name] for name in answer.tied),
            )

    def language(self, plan: Plan) -> Language | None:
        if not plan.stages:
            return None
        from combin.families.draw.holds.language import HOLDS

        return HOLDS

    def dealing(self, plan: Plan) -> Dealing:
        from combin.families.draw.rounds import DrawDealing

        return DrawDealing(plan)

    def judging(self, plan: Plan) -> Judging:
        from combin.families.draw.judging import DrawJudging

        return DrawJudging(plan)

    def comparing(self, plan: Plan) -> Comparing:
        from combin.families.draw.proof import ComparingHolds

        return ComparingHolds(plan)

    def drawn_value(self, plan: Plan) -> DrawnValue | None:
        from combin.families.drawn_value import drawn_value

        return drawn_value(plan)


DRAWN = DrawTallies()
