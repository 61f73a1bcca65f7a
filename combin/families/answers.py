"""The value of each action at one information set: the answer for the cards that a player sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from combin.counting import Plan, around, facts_number, method_of
from combin.families.block import PASSED, Answer, Block, decided
from combin.rules.facts import Path, path_key
from combin.solving.payoffs import Payoffs


def counted(
    payoffs: Payoffs, number: int, cards: Mapping[str, int], equals: str
) -> Iterator[Answer]:
    """Yield the answers at a decision for some cards, one a history; nothing but these cards is
    counted where that is less than all.

    number: of the decision, from 0.
    cards: zone -> the mask of its cards, for all zones seen there.
    equals: which of two actions that are worth the same is taken, in words.
    """
    plan = payoffs.plan
    if number == plan.informed:
        facts = (*payoffs.known, *plan.columns)
        values = plan.values(facts, facts_number(plan, cards, facts))
        for history in dict.fromkeys(path[:number] for path in plan.paths if len(path) > number):
            if not plan.waits(history):
                worth = {
                    way[-1][1].name: payoffs.settler.settle(way, values).net
                    for way in plan.offered_after(history, values)
                }
                yield _answer(plan, history, worth)
        return
    method = method_of(plan)
    level = method.seen(plan, plan.stages[number], cards)
    is_last = level.stage is plan.stages[-1]
    tally, at = (method.tally_of(plan, level), 0) if is_last else around(plan, level)
    folded = payoffs.fold(tally, keep=True)
    for history in plan.deciding(level.stage):
        yield answer_at(payoffs, decided(folded, history), at, equals)


def answer_at(payoffs: Payoffs, block: Block, at: int, equals: str) -> Answer:
    """Return the answer at one row of a block; equals: which of equal actions is taken."""
    deals = block.deals[at] if block.deals[1:] else block.deals[0]
    answer = _answer(payoffs.plan, block.history, block.nets(at, deals * payoffs.scale))
    if not answer.tied:
        return answer
    taken = payoffs.plan.after(block.history)[block.best[at]]
    return answer._replace(best=taken[-1][1].name, taken=equals)


def _answer(plan: Plan, history: Path, worth: Mapping[str, Fraction]) -> Answer:
    """Return the answer for the values of the actions offered, in the order of preference."""
    largest = max(worth.values())
    best, *others = (action for action, value in worth.items() if value == largest)
    listed = [action.name for action in plan.decisions[len(history)].actions]
    tied = (best, *others) if others else ()
    values = {name: worth[name] for name in (*listed, PASSED) if name in worth}
    return Answer(path_key(history), values, best, tied)
