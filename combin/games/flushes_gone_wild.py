"""Flushes Gone Wild: the longest flush of five cards and two that the dealer shares, deuces wild; fold, or play twice the ante.

Rules: common published rules, read in November 2026. Every deuce counts for any suit, for the highest rank that is missing
there. Only the longest flush counts, its number of cards first, then their ranks; no source speaks of a dealer who has to
qualify. The blind is paid by how many cards more the player's flush has than the dealer's. No source that was found goes on
to the paytables of the blind and of flush rush: what stands here is assumed, and the notes say so.
"""

from combin.ranking import LONGEST_FLUSH, LONGEST_FLUSH_DEUCES_WILD
from combin.rules import (
    ALWAYS, LOSE, PUSH, Action, Beats, Bet, Choice, Chose, Deal, Decide, Deck, Game, Hand, Margin, Pays, Paytable, Pick,
    Reaches, Row, Settlement, SideBet, Ties, Wager,
)  # fmt: skip

BLIND = Paytable(
    "blind",
    {
        "by-5": 500,
        "by-4": 30,
        "by-3": 8,
        "by-2": 3,
    },
    less=PUSH,
)  # fmt: skip

GAME = Game(
    slug="flushes-gone-wild",
    title="Flushes Gone Wild",
    source="common published rules; the paytables are assumed",
    deck=Deck(),
    play=(
        Deal("player", 5, "the player's cards"),
        Decide("fold or play", (Action("fold", ends=True), Action("play", {"play": 2}))),
        Deal("community", 2, "community cards, face down until now"),
        Deal("dealer", 5, "the dealer's cards, face down until now"),
    ),
    hands=(
        Hand("player", LONGEST_FLUSH_DEUCES_WILD, ("player", "community")),
        Hand("dealer", LONGEST_FLUSH_DEUCES_WILD, ("dealer", "community")),
        Hand("natural", LONGEST_FLUSH, ("player", "community")),
    ),
    bets=(
        Bet(
            "base",
            wagers=(Wager("ante", 1), Wager("blind", 1), Wager("play")),
            base="ante",
            settlements=(
                Settlement(
                    ("ante", "play", "blind"),
                    (
                        Row("fold",        Chose("fold"),             (LOSE, PUSH, LOSE)),
                        Row("player-wins", Beats("player", "dealer"), (1,    1,
                            Pick("blind", {"assumed": Pays(BLIND, Margin("player", "dealer")), "push": PUSH}))),
                        Row("tie",         Ties("player", "dealer"),  (PUSH, PUSH, PUSH)),
                        Row("dealer-wins", ALWAYS,                    (LOSE, LOSE, LOSE)),
                    ),
                ),
            ),
        ),
        SideBet("flush-rush", (
            Row("natural-seven", Reaches("natural", "seven-card-flush"), (300,)),
            Row("wild-seven",    Reaches("player", "seven-card-flush"),  (50,)),
            Row("natural-six",   Reaches("natural", "six-card-flush"),   (50,)),
            Row("wild-six",      Reaches("player", "six-card-flush"),    (10,)),
            Row("natural-five",  Reaches("natural", "five-card-flush"),  (5,)),
            Row("wild-five",     Reaches("player", "five-card-flush"),   (3,)),
            Row("natural-four",  Reaches("natural", "four-card-flush"),  (1,)),
            Row("less",          ALWAYS,                                 (LOSE,)),
        )),
    ),
    choices=(
        Choice(
            "blind",
            "what the blind pays when the player wins (no source that was found has its table)",
            {
                "assumed": "by the margin, 5 cards 500, 4 cards 30, 3 cards 8, 2 cards 3, else a push (assumed)",
                "push": "nothing at any margin: the ante and play game only",
            },
        ),
    ),
    notes=(
        "Assumed: the paytables of the blind and of flush rush, and that a tie pushes on every wager. Put in those of a "
        "table with --pay, as in --pay blind.by-3=3 or --pay flush-rush.wild-seven.flush-rush=100.",
        "Flush rush is told to have separate lines for natural and wild flushes. A natural flush is taken to be one in "
        "which a deuce counts for its own suit alone.",
        "Two of three sources have flush rush lost with a fold, one has it paid; here it is paid.",
    ),
    names={"flush-rush": "Flush Rush"},
)  # fmt: skip
