"""Hot Poker Spot: a side bet on hold'em that the player shows a straight or better of both hole cards and three of the board.

Rules: S.D. Admin. R. 20:18:16:15.20, effective November 2015, read in November 2026. A fold loses the bet, except a fold
after the flop in heads-up play, where a qualifying hand is still paid (choice `variant`). The bet itself has no decision;
the hold'em game has four. With `cost` above 0, staying in costs that many side-bet units in each of the four betting
rounds, hold'em equity counted as nothing, and the player may leave in any of them.
"""

from combin.ranking import POKER
from combin.rules import (
    ALWAYS, LOSE, OTHERWISE, Action, Amount, Bet, Choice, Chose, Chosen, Deal, Decide, Deck, Game, Hand, Pays,
    Paytable, Pick, Row, Settlement, Wager,
)  # fmt: skip

SCHEDULE = Paytable(
    "",
    {
        "royal-flush": Pick("option", {"1": 1000, "2": 2000}),
        "straight-flush": 200,
        "four-of-a-kind": 100,
        "full-house": 25,
        "flush": 15,
        "straight": 10,
    },
    for_one=True,
)

HOLE = Deal("hole", 2, "the player's own cards")
FLOP = Deal("flop", 3, "community cards")
TURN = Deal("turn", 1, "community card")
RIVER = Deal("river", 1, "community card")

LEAVE_OR_STAY = (Action("leave", ends=True), Action("stay", {"calls": Chosen("cost")}))

GAME = Game(
    slug="hot-poker-spot",
    title="Hot Poker Spot",
    source="S.D. Admin. R. 20:18:16:15.20",
    deck=Deck(),
    play=Pick(
        "cost",
        {
            "0": (HOLE, FLOP, TURN, RIVER),
            OTHERWISE: (
                HOLE,
                Decide("before the flop", LEAVE_OR_STAY),
                FLOP,
                Decide("after the flop", LEAVE_OR_STAY),
                TURN,
                Decide("after the turn", LEAVE_OR_STAY),
                RIVER,
                Decide("after the river", LEAVE_OR_STAY),
            ),
        },
    ),
    hands=(
        Hand("on-flop", POKER, ("hole", "flop"), must_use=("hole",)),
        Hand("on-turn", POKER, ("hole", "flop", "turn"), must_use=("hole",)),
        Hand("final", POKER, ("hole", "flop", "turn", "river"), must_use=("hole",)),
    ),
    bets=(
        Bet(
            "base",
            wagers=Pick("cost", {"0": (Wager("spot", 1),), OTHERWISE: (Wager("spot", 1), Wager("calls"))}),
            base="spot",
            settlements=Pick(
                "cost",
                {
                    "0": (Settlement(("spot",), (Row("", ALWAYS, (Pays(SCHEDULE, "final"),)),)),),
                    OTHERWISE: (
                        Settlement(
                            ("spot", "calls"),
                            Pick(
                                "variant",
                                {
                                    "table": (
                                        Row("left", Chose("leave"), (LOSE, LOSE)),
                                        Row("", ALWAYS, (Pays(SCHEDULE, "final"), LOSE)),
                                    ),
                                    "heads-up": (
                                        Row("left", Chose("leave", at="before the flop"), (LOSE, LOSE)),
                                        Row("left-on-flop", Chose("leave", at="after the flop"), (Pays(SCHEDULE, "on-flop"), LOSE)),
                                        Row("left-on-turn", Chose("leave", at="after the turn"), (Pays(SCHEDULE, "on-turn"), LOSE)),
                                        Row("left-on-river", Chose("leave", at="after the river"), (Pays(SCHEDULE, "final"), LOSE)),
                                        Row("", ALWAYS, (Pays(SCHEDULE, "final"), LOSE)),
                                    ),
                                },
                            ),
                        ),
                    ),
                },
            ),
        ),
    ),
    choices=(
        Choice("option", "the paytable", {"1": "a royal flush pays 1,000 for 1", "2": "a royal flush pays 2,000 for 1"}),
        Amount("cost", "what staying in costs in each of the four betting rounds, in units of the bet (at 0 the player always stays)"),
        Choice(
            "variant",
            "what a fold after the flop does (it matters only where staying costs something)",
            {
                "table": "a fold after the flop loses the bet",
                "heads-up": "after a fold with two players left, a hand already made is paid at once",
            },
        ),
    ),
    notes=("Pays are for 1: the stake is inside the pay.",),
)
