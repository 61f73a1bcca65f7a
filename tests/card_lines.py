"""Sample lines of every game that is dealt, for cards."""

# Lines as long as real ones; what they say does not matter here.
LINES = {
    "phil-em-up": {
        "stay or double": [
            ("double", "a pair of tens or better"),
            ("double", "four to a flush"),
            ("double", "four to an outside straight, or the joker"),
            ("stay", "otherwise"),
        ]
    },
    "let-it-ride": {
        "bet 1": [
            ("let-it-ride", "a pair of tens or better"),
            ("let-it-ride", "three suited in sequence, 3♠-4♠-5♠ or higher"),
            ("let-it-ride", "three to a straight flush, one gap, at least one card ten or higher"),
            (
                "let-it-ride",
                "three to a straight flush, two gaps, at least two cards ten or higher",
            ),
            ("pull-back", "otherwise"),
        ],
        "bet 2": [
            ("let-it-ride", "a pair of tens or better"),
            ("let-it-ride", "four to a flush"),
            ("let-it-ride", "four to an outside straight, eight high or better"),
            ("pull-back", "otherwise"),
        ],
    },
    "mississippi-stud": {
        "third street": [
            ("3x", "any pair"),
            ("1x", "one card jack or higher"),
            ("1x", "6-5 suited"),
            ("fold", "otherwise"),
        ],
        "fourth street": [
            ("3x", "a paying pair or better"),
            ("3x", "three to a royal flush"),
            ("3x", "three to a straight flush, one gap, with at least one high card"),
            ("3x", "three to a straight flush, two gaps, with at least two high cards"),
            ("1x", "any other three suited cards"),
            ("1x", "a low pair"),
            ("1x", "at least three points"),
            ("1x", "three to a straight, one gap, with two middle cards"),
            ("fold", "otherwise"),
        ],
        "fifth street": [
            ("3x", "a paying pair or better"),
            ("3x", "four to a flush"),
            ("3x", "four to an outside straight, eight high or better"),
            ("1x", "four to any other straight"),
            ("1x", "a low pair"),
            ("1x", "three middle cards and at least one earlier bet of 3x"),
            ("fold", "otherwise"),
        ],
    },
    "caribbean-stud": {
        "fold or raise": [
            ("raise", "a pair or better"),
            (
                "raise",
                "ace-king, if the dealer's up card is a two to a queen and matches one of yours",
            ),
            (
                "raise",
                "ace-king, if the dealer's up card is an ace or a king and you hold a queen or a "
                "jack",
            ),
            (
                "raise",
                "ace-king-queen, if the dealer's up card is lower than your fourth-highest card",
            ),
            ("fold", "otherwise"),
        ]
    },
    "three-card-poker": {
        "fold or play": [("play", "queen-six-four or better"), ("fold", "otherwise")]
    },
    "dakota-duel-draw": {
        "fold or play": [
            ("play", "a pair"),
            ("play", "a card nine or higher"),
            ("fold", "otherwise"),
        ]
    },
    "hot-poker-spot": {},
    "ultimate-texas-holdem": {
        "before the flop": [
            ("4x", "any ace, K-2 suited or K-5, Q-6 suited or Q-8, J-8 suited or J-T"),
            ("4x", "a pair of threes or better"),
            ("check", "otherwise"),
        ],
        "after the flop": [
            ("2x", "two pair or better, or a hidden pair other than deuces in the pocket"),
            ("2x", "four to a flush with a hidden ten or higher"),
            ("check", "otherwise"),
        ],
        "after the river": [
            ("1x", "a hidden pair or better"),
            ("1x", "fewer than 21 cards of the dealer's beat you"),
            ("fold", "otherwise"),
        ],
    },
    "texas-holdem-bonus": {
        "before the flop": [("fold", "2-3 to 2-7 offsuit"), ("play", "otherwise")],
        "after the flop": [("bet", "a pair or better"), ("check", "otherwise")],
        "after the turn": [("bet", "a pair or better"), ("check", "otherwise")],
    },
    "heads-up-holdem": {
        "before the flop": [("3x", "any ace, pair or two pictures"), ("check", "otherwise")],
        "after the flop": [("2x", "a hidden pair or better"), ("check", "otherwise")],
        "after the river": [("1x", "a hidden pair or better"), ("fold", "otherwise")],
    },
    "casino-holdem": {
        "fold or call": [
            ("call", "a pair or better"),
            ("call", "a draw or a card higher than the flop"),
            ("fold", "otherwise"),
        ]
    },
    "bonus-six": {
        "after three cards": [("bet", "a pair, or two cards six or higher"), ("fold", "otherwise")],
        "after four cards": [("bet", "a paying pair or a draw"), ("fold", "otherwise")],
    },
    "ultimate-three-card-poker": {
        "fold or play": [
            ("3x", "a pair or better"),
            ("1x", "a high card that beats the dealer's up card"),
            ("fold", "otherwise"),
        ]
    },
    "criss-cross-poker": {
        "across": [
            ("3x", "any pair"),
            ("1x", "a card six or higher, or suited"),
            ("fold", "otherwise"),
        ],
        "down": [
            ("3x", "a pair of sixes or better"),
            ("1x", "two points or more"),
            ("fold", "otherwise"),
        ],
        "middle": [("3x", "a paying hand"), ("1x", "a pair or a draw"), ("fold", "otherwise")],
    },
    "crazy-4-poker": {
        "fold or play": [
            ("3x", "a pair of aces or better"),
            ("1x", "king-queen-eight-four or better"),
            ("fold", "otherwise"),
        ]
    },
    "flushes-gone-wild": {
        "fold or play": [
            ("play", "a three card flush, or a wild deuce with two of a suit"),
            ("play", "a two card flush king-eight or better"),
            ("fold", "otherwise"),
        ]
    },
    "four-card-poker": {
        "fold or play": [
            ("3x", "a pair of tens or better"),
            ("3x", "a pair of twos or better, if it is higher than the dealer's up card"),
            ("1x", "a pair of threes or better, or ace-king-queen-ten"),
            ("fold", "otherwise"),
        ]
    },
    "high-card-flush": {
        "fold or play": [
            ("3x", "a six card flush or better"),
            ("2x", "a five card flush"),
            ("1x", "a three card flush ten-eight-six or better"),
            ("fold", "otherwise"),
        ]
    },
    "casino-war": {"surrender or war": [("war", "always")]},
    "red-dog": {"stand or raise": [("raise", "a spread of seven or more"), ("stand", "otherwise")]},
    # Nothing is decided, or one of 32 holds.
    "pai-gow-poker": {},
    "baccarat": {},
    "blackjack-side-bets": {},
    "bonus-poker": {},
    "deuces-wild": {},
    "double-double-bonus": {},
    "dragon-tiger": {},
    "jacks-or-better": {},
    "joker-poker": {},
}
