"""The columns of a row of traits; combin.strategies.traits has the same numbers."""

cdef enum Trait:
    STRENGTH = 0
    RANKS = 1              # eight columns: the rank of the highest card, of the second highest ...
    SUITED = 9
    STRAIGHT = 10
    STRAIGHT_TIGHT = 11
    STRAIGHT_FLUSH = 12
    STRAIGHT_FLUSH_TIGHT = 13
    ROYAL = 14
    POINTS = 15
    JOKER = 16
    UP = 17
    MATCHES = 18
    UP_SUITED = 19
    ABOVE_UP = 20
    # two columns: the rank of the highest card of the up card's suit, of the second highest
    UP_RANKS = 21
    FULL_HOUSE = 23
    POCKET = 24
    OUTS = 25              # a column a line of a paytable

cdef enum:
    MAX_CARDS = SUITED - RANKS
