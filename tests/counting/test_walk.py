"""The walk: every deal, one by one, in shares of about as many deals."""

from __future__ import annotations

import pytest

from agreement import short_plan
from combin.cards import Deck
from combin.counting.methods.walk import WALK
from combin.ranking import POKER, THREE_CARD
from combin.rules import ALWAYS, LOSE, All, Below, Bet, Deal, Hand, Row, Settlement, Wager
from combin.rules import Game as Sheet

PARTS = 64
NOTHING = All((Below("three", "pair"), Below("five", "pair-of-jacks")))


@pytest.mark.parametrize("first", [3, 2])
def test_shares_hold_about_as_many_deals(first):
    """How long is left is told from the shares that are done, within a factor of two."""
    rows = Row("nothing", NOTHING, (LOSE,)), Row("something", ALWAYS, (1,))
    sheet = Sheet(
        slug="two-zones",
        title="Two zones",
        source="none",
        deck=Deck(),
        play=(Deal("first", first), Deal("last", 5 - first)),
        hands=(
            Hand("three", THREE_CARD, ("first" if first == 3 else "last",)),
            Hand("five", POKER, ("first", "last")),
        ),
        bets=(Bet("base", (Wager("ante", 1),), "ante", (Settlement(("ante",), rows),)),),
    )
    plan = short_plan(sheet.resolve())
    deals = [
        sum(sum(tally.counts) for tally in WALK.tallies(plan, part, PARTS)) for part in range(PARTS)
    ]
    assert sum(deals) == plan.deals
    assert all(PARTS * share < 2 * plan.deals for share in deals)
    for done in range(PARTS // 10, PARTS):
        assert done / 2 < PARTS * sum(deals[:done]) / plan.deals < 2 * done
