"""What suits most families in each room: sets of cards of one pack, and lists of lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from combin.counting import Plan
from combin.families.contract import Family
from combin.solving.executor import Progress, Workers
from combin.solving.payoffs import Payoffs

if TYPE_CHECKING:
    from combin.checker.judging import Judging
    from combin.dossier.board_examples import Place
    from combin.dossier.examples import Cards
    from combin.proof.comparing import Comparing
    from combin.rounds.dealing import Dealing
    from combin.strategies.lines import Lines
    from combin.strategies.losses import Losses
    from combin.subject import StrategyFormat


class Usual(Family):
    """A family that deals, judges, compares and searches as most do."""

    def strategies(
        self, plan: Plan, workers: Workers = None, progress: Progress | None = None
    ) -> StrategyFormat:
        from combin.dossier.recommended import Lists

        return Lists(plan.game, plan.bet.key, workers, progress)

    def losses(
        self, payoffs: Payoffs, more: Sequence[set[int]], fine: bool, progress: Progress | None
    ) -> Losses:
        from combin.strategies.losses import losses_of

        return losses_of(payoffs, more, fine)

    def middle_hands(self, plan: Plan, lines: Lines, wanted: set[Place]) -> dict[Place, Cards]:
        from combin.dossier.examples import middle

        return middle(plan, lines, wanted)

    def dealing(self, plan: Plan) -> Dealing:
        from combin.rounds.dealing import Dealing

        return Dealing(plan)

    def judging(self, plan: Plan) -> Judging:
        from combin.checker.judging import Judging

        return Judging(plan)

    def comparing(self, plan: Plan) -> Comparing:
        from combin.proof.comparing import Comparing

        return Comparing(plan)
