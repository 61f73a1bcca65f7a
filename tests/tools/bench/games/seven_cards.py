"""Seven cards of one pack, the best five paid by what they are: the counts of poker hands, as a
game.
"""

from combin.ranking import POKER
from combin.rules import ALWAYS, Bet, Deal, Deck, Game, Hand, Pays, Paytable, Row, Settlement, Wager

EVERY_HAND = Paytable(
    "",
    {
        "royal-flush": 9,
        "straight-flush": 8,
        "four-of-a-kind": 7,
        "full-house": 6,
        "flush": 5,
        "straight": 4,
        "three-of-a-kind": 3,
        "two-pair": 2,
        "pair": 1,
    },
)

GAME = Game(
    slug="seven-cards",
    title="Seven cards",
    source="none",
    deck=Deck(),
    play=(Deal("cards", 7),),
    hands=(Hand("cards", POKER, ("cards",)),),
    bets=(
        Bet(
            "base",
            (Wager("bet", 1),),
            "bet",
            (Settlement(("bet",), (Row("", ALWAYS, (Pays(EVERY_HAND, "cards"),)),)),),
        ),
    ),
)
