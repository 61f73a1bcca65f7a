"""The language in which a game is written, as frozen data, and what may be said in it.

These are the words of a game file. `Game(...)` there states a sheet, its choices open
(`combin.rules.sheet.Sheet`); what `combin.load` returns is a sheet that leaves nothing open,
`combin.rules.game.Game`, and the engine takes no other.
"""

from combin.cards import Deck
from combin.ranking import HandRanking
from combin.rules.addresses import address_of, cell_address, symbol_of
from combin.rules.choices import OTHERWISE, Amount, Choice, Chosen, Pick
from combin.rules.sheet import Sheet as Game
from combin.rules.words import (
    ALWAYS,
    LOSE,
    PUSH,
    Action,
    All,
    Always,
    Any,
    Beats,
    Below,
    Bet,
    Cell,
    Chose,
    Condition,
    Deal,
    Decide,
    Hand,
    Margin,
    Not,
    OfMeter,
    Pay,
    Pays,
    Paytable,
    Reaches,
    Row,
    Settlement,
    Step,
    Ties,
    Wager,
)

__all__ = [
    "ALWAYS",
    "LOSE",
    "OTHERWISE",
    "PUSH",
    "Action",
    "All",
    "Always",
    "Amount",
    "Any",
    "Beats",
    "Below",
    "Bet",
    "Cell",
    "Choice",
    "Chose",
    "Chosen",
    "Condition",
    "Deal",
    "Decide",
    "Deck",
    "Game",
    "Hand",
    "HandRanking",
    "Margin",
    "Not",
    "OfMeter",
    "Pay",
    "Pays",
    "Paytable",
    "Pick",
    "Reaches",
    "Row",
    "Settlement",
    "Step",
    "Ties",
    "Wager",
    "address_of",
    "cell_address",
    "symbol_of",
]
