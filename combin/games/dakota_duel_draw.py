"""Dakota Duel Draw: two hole cards, two boards of three; fold, or play the second board at the ante's stake.

Rules: S.D. Admin. R. 20:18:16:15.23 as proposed, read in November 2026. There is no dealer hand. Hand 1 settles the play,
hand 2 the ante, each by table 1; a pocket pair earns a bonus of table 2 on the play, whatever else happens, without a
stake of its own; the big 8 is settled on the best five of all eight cards by table 3. The scan of table 2 is smudged at the
sevens of paytable 2 (choice `sevens`). `lodge-2023` is the version dealt in Deadwood in 2023.
"""

from combin.ranking import POKER, TWO_CARD
from combin.rules import (
    ALWAYS, LOSE, PUSH, Action, Bet, Choice, Chose, Deal, Decide, Deck, Game, Hand, Pays, Paytable, Pick, Row,
    Settlement, SideBet, Wager,
)  # fmt: skip

TABLE_1 = Paytable(
    "",
    {
        "royal-flush": 100,
        "straight-flush": 50,
        "four-of-a-kind": 30,
        "full-house": 8,
        "flush": 6,
        "straight": 4,
        "three-of-a-kind": 3,
        "two-pair": 2,
        "pair-of-nines-or-better": 2,
    },
)  # fmt: skip

TABLE_2 = Paytable(
    "pocket-pair",
    {
        "pair-of-aces": 4,
        "pair-of-kings": 4,
        "pair-of-queens": 4,
        "pair-of-jacks": 4,
        "pair-of-tens": Pick("pocket-pair", {"1": 4, "2": 4, "3": 3}),
        "pair-of-nines": Pick("pocket-pair", {"1": 4, "2": 4, "3": 3}),
        "pair-of-eights": Pick("pocket-pair", {"1": 4, "2": 4, "3": 3}),
        "pair-of-sevens": Pick("pocket-pair", {"1": 4, "2": Pick("sevens", {"4": 4, "3": 3}), "3": 3}),
        "pair-of-sixes": Pick("pocket-pair", {"1": 4, "2": 3, "3": 3}),
        "pair-of-fives": Pick("pocket-pair", {"1": 4, "2": 3, "3": 3}),
        "pair-of-fours": 3,
        "pair-of-threes": 3,
        "pair-of-twos": 3,
    },
    less=PUSH,
)  # fmt: skip

LODGE_PAIRS = Paytable("pocket-pair", {"pair-of-nines-or-better": 8}, less=PUSH)

TABLE_3 = Paytable(
    "",
    {
        "royal-flush":    Pick("big-8", {"1": 50, "2": 50, "3": 50}),
        "straight-flush": Pick("big-8", {"1": 30, "2": 30, "3": 30}),
        "four-of-a-kind": Pick("big-8", {"1": 15, "2": 20, "3": 20}),
        "full-house":     Pick("big-8", {"1": 5,  "2": 5,  "3": 6}),
        "flush":          Pick("big-8", {"1": 3,  "2": 4,  "3": 3}),
        "straight":       Pick("big-8", {"1": 2,  "2": 1,  "3": 1}),
    },
)  # fmt: skip

LODGE_BIG_8 = Paytable(
    "",
    {"royal-flush": 150, "straight-flush": 70, "four-of-a-kind": 30, "full-house": 5, "flush": 3, "straight": 1},
)  # fmt: skip

GAME = Game(
    slug="dakota-duel-draw",
    title="Dakota Duel Draw",
    source="S.D. Admin. R. 20:18:16:15.23 (as proposed)",
    deck=Deck(),
    play=(
        Deal("hole", 2, "the player's own cards"),
        Decide("fold or play", (Action("fold", ends=True), Action("play", {"play": 1}))),
        Deal("board-1", 3, "community cards of hand 1"),
        Deal("board-2", 3, "community cards of hand 2"),
    ),
    hands=(
        Hand("hole", TWO_CARD, ("hole",)),
        Hand("hand-1", POKER, ("hole", "board-1")),
        Hand("hand-2", POKER, ("hole", "board-2")),
        Hand("eight", POKER, ("hole", "board-1", "board-2")),
    ),
    bets=(
        Bet(
            "base",
            wagers=(Wager("ante", 1), Wager("play")),
            base="ante",
            settlements=(
                Settlement(
                    ("play",),
                    (
                        Row("fold", Chose("fold"), (PUSH,)),
                        Row("", ALWAYS, (Pays(TABLE_1, "hand-1"),)),
                    ),
                    "hand-1",
                ),
                Settlement(
                    ("ante",),
                    (
                        Row("fold", Chose("fold"), (LOSE,)),
                        Row("", ALWAYS, (Pays(TABLE_1, "hand-2"),)),
                    ),
                    "hand-2",
                ),
                Settlement(
                    ("play",),
                    (
                        Row("fold", Chose("fold"), (PUSH,)),
                        Row("", ALWAYS, (Pays(Pick("variant", {"rule": TABLE_2, "lodge-2023": LODGE_PAIRS}), "hole"),)),
                    ),
                    "pocket-pair",
                ),
            ),
        ),
        SideBet("big-8", (Row("", ALWAYS, (Pays(Pick("variant", {"rule": TABLE_3, "lodge-2023": LODGE_BIG_8}), "eight"),)),)),
    ),
    choices=(
        Choice(
            "pocket-pair",
            "what a pocket pair earns (table 2)",
            {
                "1": "4 for fives and better, 3 below",
                "2": "4 for sevens and better, 3 below",
                "3": "4 for jacks and better, 3 below",
            },
        ),
        Choice(
            "big-8",
            "what the big 8 pays from four of a kind down (table 3)",
            {"1": "15, 5, 3, 2", "2": "20, 5, 4, 1", "3": "20, 6, 3, 1"},
        ),
        Choice(
            "sevens",
            "pocket sevens in paytable 2, smudged in the source",
            {"4": "4 times the play (the more likely reading)", "3": "3 times the play"},
        ),
        Choice(
            "variant",
            "which version of the game",
            {
                "rule": "the rule as proposed",
                "lodge-2023": "Deadwood 2023: 8 for a pair of nines or better, big 8 pays 150, 70, 30, 5, 3, 1",
            },
        ),
    ),
    names={"big-8": "Big 8"},
)  # fmt: skip
