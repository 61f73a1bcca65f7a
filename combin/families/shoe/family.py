"""The family of shoes: tallies of cards that count by what they are, dealt one a zone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.counting import Plan
from combin.counting.plan import Stage
from combin.families.block import Policy, Table
from combin.families.tallies import Tallies
from combin.solving.executor import Progress, Workers
from combin.solving.payoffs import Payoffs

if TYPE_CHECKING:
    from combin.checker.judging import Judging
    from combin.families.shoe.vocabulary import FromShoe
    from combin.questions.card_counting import TaggedRounds
    from combin.questions.tags import Tags
    from combin.rounds.dealing import Dealing


class ShoeTallies(Tallies):
    """Games dealt from a shoe."""

    of_one_pack = False

    def table(
        self,
        payoffs: Payoffs,
        policy: Policy | None = None,
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> Table:
        from combin.families.shoe.table import ShoeTable

        return ShoeTable(payoffs, policy, workers, progress)

    def words_of_shoe(self, plan: Plan, stage: Stage) -> FromShoe:
        from combin.families.shoe.vocabulary import seen_from_shoe

        places = {zone: at for at, role in enumerate(stage.roles) for zone in role.zones}
        return seen_from_shoe(plan.game.hands, places)

    def tagged_rounds(self, plan: Plan, tags: Tags) -> TaggedRounds:
        from combin.families.shoe.tagged import tagged_rounds

        return tagged_rounds(plan, tags)

    def dealing(self, plan: Plan) -> Dealing:
        from combin.families.shoe.rounds import ShoeDealing

        return ShoeDealing(plan)

    def judging(self, plan: Plan) -> Judging:
        from combin.families.shoe.judging import ShoeJudging

        return ShoeJudging(plan)


SHOES = ShoeTallies()
