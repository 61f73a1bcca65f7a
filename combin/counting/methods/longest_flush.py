"""An opponent's longest flush against the player's, from what is left of each suit."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from combin.counting import memory
from combin.counting.levels import zones_of
from combin.counting.memory import NUMBER, Keep, Need
from combin.counting.methods.method import Method, one_decision
from combin.counting.methods.removal import showdown_of
from combin.counting.plan import Plan, Stage
from combin.counting.program import program
from combin.counting.tally import Tally, zeros
from combin.kernels import flushes
from combin.ranking import HandRanking, longest_flushes


class LongestFlush(Method):
    """Counts an opponent's hand suit by suit.

    Where only the longest flush counts, the opponent's hands below a strength are a product over
    the suits: each gives fewer cards than that flush has, or as many of lower ranks. No hand of the
    opponent is dealt.

    It fits a plan that removal counts, too, where the opponent's cards are all hidden and both
    hands are ranked by their longest flush, of all their cards.
    """

    def fits(self, plan: Plan) -> bool:
        showdown = showdown_of(plan)
        if not showdown or len(plan.stages[0].roles) > 1:
            return False
        own, theirs = plan.stages[0].roles[0].size, plan.hidden[0].size
        rankings = showdown.player.by_families(), showdown.opponent.by_families()
        return _ranks_flushes(rankings[0], own) and _ranks_flushes(rankings[1], theirs)

    def shares(self, plan: Plan, threads: int) -> int:
        return 32 * threads

    def tallies(self, plan: Plan, part: int, parts: int) -> Iterator[Tally]:
        yield one_decision(self, plan, part, parts)

    def completions(
        self, plan: Plan, stage: Stage, states: array[int], weights: array[int]
    ) -> array[int]:
        showdown = showdown_of(plan)
        assert showdown, "the method was chosen because there are these two hands"
        names = showdown.player.name, showdown.opponent.name
        code = program(plan, [*zones_of(stage), plan.hidden[0].zones], plan.columns, names)
        counts = zeros("q", plan.size(plan.columns) * len(weights))
        cards = plan.hidden[0].size
        flushes.count(plan.game.deck.mask, cards, states, weights, code, counts)
        return counts

    def memory(self, plan: Plan, keep: Keep) -> Iterator[Need]:
        if keep is not Keep.NOTHING:
            yield from memory.of_stages(plan, keep, memory.all_sets)
            return
        (stage,) = plan.stages
        sets = memory.all_sets(plan, stage)
        solved = memory.of_set(plan, stage, None, keep)
        # What is known of each hand is kept; of the shares, only some are solved at a time.
        yield Need(f"the {sets:,} hands of the player", 5 * NUMBER * sets + solved * sets // 8)


def _ranks_flushes(ranking: HandRanking, cards: int) -> bool:
    return ranking.families == longest_flushes(cards)


LONGEST = LongestFlush()
