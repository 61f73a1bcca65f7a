"""The traits of a player's cards: columns of a table with a row for each information set.

The numbers are shared with `_ext/vocabulary.pxd`.
"""

STRENGTH = 0  # of the hand, by its ranking
RANK = 1  # of the highest card; the seven columns after it: of the second highest, and so on
SUITED = 9
STRAIGHT, STRAIGHT_TIGHT = 10, 11
STRAIGHT_FLUSH, STRAIGHT_FLUSH_TIGHT = 12, 13
ROYAL = 14
POINTS = 15
JOKER = 16
UP = 17  # the rank of the up card
MATCHES = 18
UP_SUITED = 19
ABOVE_UP = 20
UP_RANK = 21  # of the highest card of the up card's suit, then of the second highest
FULL_HOUSE = 23
POCKET = 24
# Where the player shares a board with an opponent: what his own two cards add to it.
HIDDEN_PAIR = 25  # the rank of the highest pair with a card of his own, -1 for none
POCKET_RANK = 26
HIDDEN_RANK = 27  # of the higher of his own cards, then of the lower one
HIDDEN_FLUSH = 29
KICKER = 30
OVERCARDS = 31
BOARD_STRENGTH = 32  # of the board alone
PLAYS_BOARD = 33
BEATEN_BY = 34
UNDERCARDS = 35
BOARD_SUITED = 36
BOARD_STRAIGHT = 37
BOARD_RANK = 38  # of the highest card of the board; the four columns after it: of the next ones
HIDDEN_HAND = 43  # of his own two cards, a pair above all others
OUTS = 44  # and one column more for each further line of the paytable
# Where the player decides between hands of his own, in place of outs: EACH columns for each hand,
# its traits before UP; then EACH for each two hands: 1 where the first has more, -1 the second.
APART, EACH = OUTS, UP
DEALT = OUTS  # of cards from a shoe, in place of the others: what each hand seen counts
WAGERED = -1  # no property of the cards but of the actions taken
ANY_OF = -2  # no property of its own: one of several ways holds
HELD = -3  # no property of its own: what is kept of a hand that is drawn to
LARGEST_TRAIT = 2**31 - 1
