"""Baccarat (punto banco): two hands, their points modulo ten; a third card by fixed rules, and nothing to decide.

Rules: common published rules, read in November 2026. The deals are counted in the order player, player, banker, banker and
the two third cards; an order of other rooms changes no odds. A card that is not drawn is counted as if it lay face down.
"""

from fractions import Fraction

from combin.ranking import BACCARAT, NUMBER_OF_CARDS, TWO_CARD, TWO_CARDS_OF_PACKS
from combin.rules import (
    ALWAYS, LOSE, PUSH, All, Any, Beats, Below, Bet, Choice, Deal, Deck, Game, Hand, Is, Margin, Pays, Paytable, Pick,
    Reaches, Row, Settlement, SideBet, Ties, Wager,
)  # fmt: skip

COMMISSION = Fraction(19, 20)
HALF = Fraction(1, 2)

BANKER_WINS = Beats("banker", "player")
PLAYER_WINS = Beats("player", "banker")
TIE = Ties("player", "banker")
BANKER_DREW = Reaches("banker-cards", "3")
PLAYER_DREW = Reaches("player-cards", "3")
BANKER_SIX = Is("banker", "6")
BANKER_SEVEN = Is("banker", "7")
PLAYER_EIGHT = Is("player", "8")
BANKER_NATURAL = Reaches("banker-two", "8")
PLAYER_NATURAL = Reaches("player-two", "8")
BANKER_PAIR = Reaches("banker-pair", "pair")
PLAYER_PAIR = Reaches("player-pair", "pair")
BANKER_SUITED_PAIR = Reaches("banker-suited", "suited-pair")
PLAYER_SUITED_PAIR = Reaches("player-suited", "suited-pair")

# What the banker draws to once the player has drawn a card worth so much.
NOT_EIGHT = Any((Below("player-third", "8"), Reaches("player-third", "9")))
TWO_TO_SEVEN = All((Reaches("player-third", "2"), Below("player-third", "8")))
FOUR_TO_SEVEN = All((Reaches("player-third", "4"), Below("player-third", "8")))
SIX_OR_SEVEN = All((Reaches("player-third", "6"), Below("player-third", "8")))
BANKER_ANSWERS = Any((
    Below("banker-two", "3"),
    All((Below("banker-two", "4"), NOT_EIGHT)),
    All((Below("banker-two", "5"), TWO_TO_SEVEN)),
    All((Below("banker-two", "6"), FOUR_TO_SEVEN)),
    All((Below("banker-two", "7"), SIX_OR_SEVEN)),
))  # fmt: skip
PLAYER_STOOD = All((Below("player-cards", "3"), Below("player-two", "8"), Below("banker-two", "6")))

DRAGON_BONUS = Paytable("", {"by-9": 30, "by-8": 10, "by-7": 6, "by-6": 4, "by-5": 2, "by-4": 1})

GAME = Game(
    slug="baccarat",
    title="Baccarat",
    source="common published rules",
    deck=Pick("packs", {
        "8": Deck(packs=8), "1": Deck(), "2": Deck(packs=2), "3": Deck(packs=3),
        "4": Deck(packs=4), "5": Deck(packs=5), "6": Deck(packs=6), "7": Deck(packs=7),
    }),
    play=(
        Deal("player-1", 1, "the player's first card"),
        Deal("player-2", 1, "the player's second card"),
        Deal("banker-1", 1, "the banker's first card"),
        Deal("banker-2", 1, "the banker's second card"),
        Deal("player-3", 1, "the player's third card", when=All((Below("player-two", "6"), Below("banker-two", "8")))),
        Deal("banker-3", 1, "the banker's third card", when=Any((All((PLAYER_DREW, BANKER_ANSWERS)), PLAYER_STOOD))),
    ),
    hands=(
        Hand("player-two", BACCARAT, ("player-1", "player-2")),
        Hand("banker-two", BACCARAT, ("banker-1", "banker-2")),
        Hand("player-third", BACCARAT, ("player-3",)),
        Hand("player", BACCARAT, ("player-1", "player-2", "player-3")),
        Hand("banker", BACCARAT, ("banker-1", "banker-2", "banker-3")),
        Hand("player-cards", NUMBER_OF_CARDS, ("player-1", "player-2", "player-3")),
        Hand("banker-cards", NUMBER_OF_CARDS, ("banker-1", "banker-2", "banker-3")),
        Hand("player-pair", TWO_CARD, ("player-1", "player-2")),
        Hand("banker-pair", TWO_CARD, ("banker-1", "banker-2")),
        Hand("player-suited", TWO_CARDS_OF_PACKS, ("player-1", "player-2")),
        Hand("banker-suited", TWO_CARDS_OF_PACKS, ("banker-1", "banker-2")),
    ),
    bets=(
        Bet("base", (Wager("banker", 1),), "banker", (
            Settlement(("banker",), (
                Row("wins-with-three-card-7", All((BANKER_WINS, BANKER_SEVEN, BANKER_DREW)),
                    (Pick("commission", {"ez": PUSH, "super-6": 1, "otherwise": COMMISSION}),)),
                Row("wins-with-6",  All((BANKER_WINS, BANKER_SIX)),
                    (Pick("commission", {"super-6": HALF, "ez": 1, "otherwise": COMMISSION}),)),
                Row("banker-wins",  BANKER_WINS,              (Pick("commission", {"5": COMMISSION, "otherwise": 1}),)),
                Row("tie",          Ties("banker", "player"), (PUSH,)),
                Row("player-wins",  ALWAYS,                   (LOSE,)),
            )),
        )),
        SideBet("player", (
            Row("player-wins", PLAYER_WINS, (1,)),
            Row("tie",         TIE,         (PUSH,)),
            Row("banker-wins", ALWAYS,      (LOSE,)),
        )),
        SideBet("tie", (Row("tie", TIE, (Pick("tie", {"8": 8, "9": 9}),)), Row("no-tie", ALWAYS, (LOSE,)))),
        SideBet("banker-pair", (Row("pair", BANKER_PAIR, (11,)), Row("no-pair", ALWAYS, (LOSE,)))),
        SideBet("player-pair", (Row("pair", PLAYER_PAIR, (11,)), Row("no-pair", ALWAYS, (LOSE,)))),
        SideBet("either-pair", (Row("pair", Any((BANKER_PAIR, PLAYER_PAIR)), (5,)), Row("no-pair", ALWAYS, (LOSE,)))),
        SideBet("perfect-pair", (
            Row("two-pairs", All((BANKER_SUITED_PAIR, PLAYER_SUITED_PAIR)), (200,)),
            Row("one-pair",  Any((BANKER_SUITED_PAIR, PLAYER_SUITED_PAIR)), (25,)),
            Row("no-pair",   ALWAYS,                                        (LOSE,)),
        )),
        SideBet("dragon-7", (
            Row("dragon-7", All((BANKER_WINS, BANKER_SEVEN, BANKER_DREW)), (40,)),
            Row("none",     ALWAYS,                                        (LOSE,)),
        )),
        SideBet("panda-8", (
            Row("panda-8", All((PLAYER_WINS, PLAYER_EIGHT, PLAYER_DREW)), (25,)),
            Row("none",    ALWAYS,                                        (LOSE,)),
        )),
        SideBet("super-6", (Row("wins-with-6", All((BANKER_WINS, BANKER_SIX)), (12,)), Row("none", ALWAYS, (LOSE,)))),
        SideBet("lucky-6", (
            Row("three-card-6", All((BANKER_WINS, BANKER_SIX, BANKER_DREW)), (20,)),
            Row("two-card-6",   All((BANKER_WINS, BANKER_SIX)),              (12,)),
            Row("none",         ALWAYS,                                      (LOSE,)),
        )),
        SideBet("player-dragon-bonus", (
            Row("natural",     All((PLAYER_NATURAL, PLAYER_WINS)), (1,)),
            Row("natural-tie", All((PLAYER_NATURAL, TIE)),         (PUSH,)),
            Row("",            PLAYER_WINS,                        (Pays(DRAGON_BONUS, Margin("player", "banker")),)),
            Row("lost",        ALWAYS,                             (LOSE,)),
        )),
        SideBet("banker-dragon-bonus", (
            Row("natural",     All((BANKER_NATURAL, BANKER_WINS)),                (1,)),
            Row("natural-tie", All((BANKER_NATURAL, Ties("banker", "player"))),   (PUSH,)),
            Row("",            BANKER_WINS,                                       (Pays(DRAGON_BONUS, Margin("banker", "player")),)),
            Row("lost",        ALWAYS,                                            (LOSE,)),
        )),
        SideBet("tie-0", (Row("tie", All((TIE, Is("player", "0"))), (150,)), Row("none", ALWAYS, (LOSE,)))),
        SideBet("tie-1", (Row("tie", All((TIE, Is("player", "1"))), (215,)), Row("none", ALWAYS, (LOSE,)))),
        SideBet("tie-2", (Row("tie", All((TIE, Is("player", "2"))), (225,)), Row("none", ALWAYS, (LOSE,)))),
        SideBet("tie-3", (Row("tie", All((TIE, Is("player", "3"))), (200,)), Row("none", ALWAYS, (LOSE,)))),
        SideBet("tie-4", (Row("tie", All((TIE, Is("player", "4"))), (120,)), Row("none", ALWAYS, (LOSE,)))),
        SideBet("tie-5", (Row("tie", All((TIE, Is("player", "5"))), (110,)), Row("none", ALWAYS, (LOSE,)))),
        SideBet("tie-6", (Row("tie", All((TIE, Is("player", "6"))), (45,)), Row("none", ALWAYS, (LOSE,)))),
        SideBet("tie-7", (Row("tie", All((TIE, Is("player", "7"))), (45,)), Row("none", ALWAYS, (LOSE,)))),
        SideBet("tie-8", (Row("tie", All((TIE, Is("player", "8"))), (80,)), Row("none", ALWAYS, (LOSE,)))),
        SideBet("tie-9", (Row("tie", All((TIE, Is("player", "9"))), (80,)), Row("none", ALWAYS, (LOSE,)))),
    ),
    choices=(
        Choice("packs", "the number of decks in the shoe", {
            "8": "8 decks", "1": "1 deck", "2": "2 decks", "3": "3 decks",
            "4": "4 decks", "5": "5 decks", "6": "6 decks", "7": "7 decks",
        }),
        Choice("commission", "what the house keeps of the banker's wins", {
            "5": "5 % of each",
            "ez": "nothing, but a win with a three-card 7 pushes",
            "super-6": "nothing, but a win with 6 pays half",
        }),
        Choice("tie", "what the bet on a tie pays", {"8": "8 to 1", "9": "9 to 1"}),
    ),
    notes=(
        "The base bet is the one on the banker.",
        "A tie leaves the bets on banker and player as they are; it counts as a round here.",
        "The bets tie-0 to tie-9, on a tie with exactly that many points, are also called Egalité.",
    ),
    names={
        "banker-pair": "Banker Pair", "player-pair": "Player Pair", "either-pair": "Either Pair", "perfect-pair": "Perfect Pair",
        "dragon-7": "Dragon 7", "panda-8": "Panda 8", "super-6": "Super 6", "lucky-6": "Lucky 6",
        "player-dragon-bonus": "Player Dragon Bonus", "banker-dragon-bonus": "Banker Dragon Bonus",
    },
)  # fmt: skip
