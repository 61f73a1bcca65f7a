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
    # where the player shares a board with an opponent; -1 for no such card or pair
    HIDDEN_PAIR = 25       # the highest rank of a pair with a card of his own
    POCKET_RANK = 26       # the rank of the pair that his own two cards are
    HIDDEN_RANK = 27      # two columns: the ranks of his own cards, the higher one first
    HIDDEN_FLUSH = 29      # 16 x the cards of one suit + the rank of his own highest of them + 1
    KICKER = 30            # his own highest card that pairs nothing and counts in the hand
    OVERCARDS = 31         # his own cards higher than all of the board
    BOARD_STRENGTH = 32
    PLAYS_BOARD = 33
    BEATEN_BY = 34         # unseen cards that make, with the board, a better hand
    UNDERCARDS = 35        # his own cards lower than all of the board
    BOARD_SUITED = 36      # cards of one suit on the board
    BOARD_STRAIGHT = 37    # cards of the board within one run
    BOARD_RANKS = 38       # five columns: the rank of the board's highest card, ...
    # of his own two cards: 13 x the rank of the higher one + that of the lower; of a pair 13 x 13 +
    # its rank
    HIDDEN_HAND = 43
    OUTS = 44              # a column a line of a paytable

cdef enum:
    MAX_CARDS = SUITED - RANKS
    MAX_BOARD = HIDDEN_HAND - BOARD_RANKS
