"""The numbers that Python and the kernels have in common, as the kernels were compiled with
them.
"""

cimport hands
cimport limits
cimport program
cimport vocabulary

SHAPES = {
    "high-card": hands.HIGH_CARD,
    "pair": hands.PAIR,
    "two-pair": hands.TWO_PAIR,
    "three-of-a-kind": hands.TRIPS,
    "straight": hands.STRAIGHT,
    "flush": hands.FLUSH,
    "full-house": hands.FULL_HOUSE,
    "four-of-a-kind": hands.QUADS,
    "straight-flush": hands.STRAIGHT_FLUSH,
    "royal-flush": hands.ROYAL_FLUSH,
    "straight-flush-with-joker": hands.STRAIGHT_FLUSH_JOKER,
    "royal-flush-with-joker": hands.ROYAL_FLUSH_JOKER,
    "five-aces": hands.FIVE_ACES,
    "seven-card-straight-flush-with-joker": hands.SEVEN_STRAIGHT_FLUSH_JOKER,
    "royal-match": hands.ROYAL_MATCH,
    "three-pair": hands.THREE_PAIR,
}
READINGS = {
    None: hands.NO_JOKER,
    "ace-or-straight-flush": hands.ACE_OR_STRAIGHT_FLUSH,
    "any-ace-or-straight-flush": hands.ANY_ACE_OR_STRAIGHT_FLUSH,
    "bug": hands.BUG,
}
FACTS = {"LINE": program.LINE, "ORDER": program.ORDER, "UNDER": program.UNDER,
    "LEAD": program.LEAD}
TRAITS = {
    "STRENGTH": vocabulary.STRENGTH,
    "RANK": vocabulary.RANKS,
    "SUITED": vocabulary.SUITED,
    "STRAIGHT": vocabulary.STRAIGHT,
    "STRAIGHT_TIGHT": vocabulary.STRAIGHT_TIGHT,
    "STRAIGHT_FLUSH": vocabulary.STRAIGHT_FLUSH,
    "STRAIGHT_FLUSH_TIGHT": vocabulary.STRAIGHT_FLUSH_TIGHT,
    "ROYAL": vocabulary.ROYAL,
    "POINTS": vocabulary.POINTS,
    "JOKER": vocabulary.JOKER,
    "UP": vocabulary.UP,
    "MATCHES": vocabulary.MATCHES,
    "UP_SUITED": vocabulary.UP_SUITED,
    "ABOVE_UP": vocabulary.ABOVE_UP,
    "UP_RANK": vocabulary.UP_RANKS,
    "FULL_HOUSE": vocabulary.FULL_HOUSE,
    "POCKET": vocabulary.POCKET,
    "HIDDEN_PAIR": vocabulary.HIDDEN_PAIR,
    "POCKET_RANK": vocabulary.POCKET_RANK,
    "HIDDEN_RANK": vocabulary.HIDDEN_RANK,
    "HIDDEN_FLUSH": vocabulary.HIDDEN_FLUSH,
    "KICKER": vocabulary.KICKER,
    "OVERCARDS": vocabulary.OVERCARDS,
    "BOARD_STRENGTH": vocabulary.BOARD_STRENGTH,
    "PLAYS_BOARD": vocabulary.PLAYS_BOARD,
    "BEATEN_BY": vocabulary.BEATEN_BY,
    "UNDERCARDS": vocabulary.UNDERCARDS,
    "BOARD_SUITED": vocabulary.BOARD_SUITED,
    "BOARD_STRAIGHT": vocabulary.BOARD_STRAIGHT,
    "BOARD_RANK": vocabulary.BOARD_RANKS,
    "HIDDEN_HAND": vocabulary.HIDDEN_HAND,
    "OUTS": vocabulary.OUTS,
}
MAX_TAKEN = limits.MAX_TAKEN
MAX_FAMILIES = limits.MAX_FAMILIES
MAX_LINES = limits.MAX_LINES
MAX_PARTS = limits.MAX_PARTS
MAX_HANDS = limits.MAX_HANDS
MAX_FACTS = limits.MAX_FACTS
MAX_MENUS = limits.MAX_MENUS
MAX_ROLES = limits.MAX_ROLES
MAX_HIDDEN = limits.MAX_HIDDEN
MAX_REMOVED = limits.MAX_REMOVED
MAX_SEEN_OF = limits.MAX_SEEN_OF
MAX_CUTS = limits.MAX_CUTS
MAX_LEADS = limits.MAX_LEADS
MAX_SHARED = limits.MAX_SHARED
MAX_COLUMNS = limits.MAX_COLUMNS
MAX_HIDDEN_BOARD = limits.MAX_HIDDEN_BOARD
MAX_BOARD = limits.MAX_BOARD
MAX_PICK = limits.MAX_PICK
MAX_FACED = limits.MAX_FACED
MAX_BESIDE = limits.MAX_BESIDE
MAX_CHANGES = limits.MAX_CHANGES
