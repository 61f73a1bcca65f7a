"""The rounds that a card counter meets, where a game is dealt from a shoe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.counting import Plan

if TYPE_CHECKING:
    from combin.questions.card_counting import TaggedRounds
    from combin.questions.tags import Tags


def tagged_rounds(plan: Plan, tags: Tags) -> TaggedRounds:
    """Return the rounds of a bet, played as is best with the whole shoe; tags: of each rank."""
    from combin.families.shoe.tagged import tagged_rounds  # which asks `questions`

    return tagged_rounds(plan, tags)
