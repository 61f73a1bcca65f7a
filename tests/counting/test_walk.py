"""The walk: every deal, one by one, in shares of about as many deals."""

from __future__ import annotations

import pytest

from agreement import short_plan
from combin.cards import Deck
from combin.counting import prepare
from combin.counting.methods.walk import WALK
from combin.counting.plan import Plan
from combin.ranking import POKER, THREE_CARD
from combin.rules import ALWAYS, LOSE, All, Below, Bet, Deal, Hand, Row, Settlement, SideBet, Wager
from combin.rules import Game as Sheet
from combin.telling import listening

PARTS = 64
NOTHING = All((Below("three", "pair"), Below("five", "pair-of-jacks")))


def plan_of(*cards: int, side: bool = False) -> Plan:
    """Return the plan of a bet on zones of so many cards.

    side: whether the game has a side bet, too.
    """
    zones = {f"zone-{place}": number for place, number in enumerate(cards)}
    three = next(zone for zone, number in zones.items() if number == 3)
    rows = Row("nothing", NOTHING, (LOSE,)), Row("something", ALWAYS, (1,))
    bet = Bet("base", (Wager("ante", 1),), "ante", (Settlement(("ante",), rows),))
    sheet = Sheet(
        slug="zones",
        title="Zones",
        source="none",
        deck=Deck(),
        play=tuple(Deal(zone, number) for zone, number in zones.items()),
        hands=(
            Hand("three", THREE_CARD, (three,)),
            Hand("five", POKER, tuple(zones)),
        ),
        bets=(bet, SideBet("side", rows)) if side else (bet,),
    )
    return short_plan(sheet.resolve())


@pytest.mark.parametrize("cards", [(3, 2), (2, 3)])
def test_shares_hold_about_as_many_deals(cards):
    """How long is left is told from the shares that are done, within a factor of two."""
    plan = plan_of(*cards)
    deals = [
        sum(sum(tally.counts) for tally in WALK.tallies(plan, part, PARTS)) for part in range(PARTS)
    ]
    assert sum(deals) == plan.deals
    assert all(PARTS * share < 2 * plan.deals for share in deals)
    for done in range(PARTS // 10, PARTS):
        assert done / 2 < PARTS * sum(deals[:done]) / plan.deals < 2 * done


@pytest.mark.parametrize("side", [False, True])
def test_a_long_walk_says_so_before(capsys, side, monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    with listening():
        prepare(plan_of(3, 2, side=side))
        assert capsys.readouterr().err == ""
        prepare(plan_of(3, 2, 2, side=side))
    (line,) = capsys.readouterr().err.splitlines()
    assert "zones, bet 'base': " in line and "one by one, about 32 s" in line
    assert ("--bet" in line) == side
