"""How much the kernels have room for; `combin.kernels.constants` shows the numbers to Python, which
refuses what is larger.
"""

cdef enum:
    MAX_TAKEN = 16             # cards in a set that is numbered or dealt at once
    MAX_FAMILIES = 20          # of a ranking
    MAX_LINES = 30             # of a paytable
    MAX_PARTS = 12             # sets of cards that a program looks at
    MAX_HANDS = 8              # of a program
    MAX_FACTS = 8
    MAX_MENUS = 256            # readings of a hand with the joker
    MAX_ROLES = 4              # card sets of a state
    MAX_HIDDEN = 8             # groups dealt after a state
    MAX_REMOVED = 7            # cards in a hand that is counted by removal
    MAX_SEEN_OF = 5            # such a hand of which several cards are seen
    MAX_CUTS = 4               # thresholds of such a hand: what qualifies
    MAX_LEADS = 16             # lines of margins of such a hand over another
    MAX_SHARED = 3             # hidden cards that two longest flushes share
    MAX_COLUMNS = 64           # joint outcomes of such a hand with another
    MAX_HIDDEN_BOARD = 6       # cards of each of two hidden boards
    MAX_BOARD = 7              # cards of a board of which a hand uses some
    MAX_PICK = 4               # cards of it that a hand uses
    MAX_FACED = 5              # cards of a hand that is held against several others
    MAX_BESIDE = 7             # cards of the first of these, and all other cards that are seen
    MAX_CHANGES = 40           # strengths of such a hand at which a fact changes
