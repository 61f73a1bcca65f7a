"""The list of counting methods, and which one counts a plan.

A new method is a class in a new file and its place in `METHODS`; nothing else knows which methods
there are.
"""

from combin.counting.methods.boards import BOARDS
from combin.counting.methods.community import COMMUNITY
from combin.counting.methods.first_hand import FIRST_HAND
from combin.counting.methods.last_card import LAST_CARD
from combin.counting.methods.longest_flush import LONGEST
from combin.counting.methods.method import Method
from combin.counting.methods.removal import REMOVAL
from combin.counting.methods.seen_cards import SEEN_CARDS
from combin.counting.methods.several_hands import SEVERAL_HANDS
from combin.counting.methods.walk import WALK
from combin.counting.plan import Plan
from combin.families.board.method import ON_SHARED_BOARD
from combin.families.draw.method import DRAWS
from combin.families.shoe.method import SHOE

# The first that fits counts; the walk fits all plans but hands that are set, of which there are
# no tallies.
METHODS: tuple[Method, ...] = (
    SHOE,
    DRAWS,
    LONGEST,
    REMOVAL,
    SEEN_CARDS,
    BOARDS,
    LAST_CARD,
    ON_SHARED_BOARD,
    COMMUNITY,
    SEVERAL_HANDS,
    FIRST_HAND,
    WALK,
)


def method_of(plan: Plan) -> Method:
    """Return the method that counts a plan.

    Raises CombinError where hands are set: which setting is best depends on the pays, so that
    such a bet has no tallies.
    """
    plan.verify_listable()
    return next(method for method in METHODS if method.fits(plan))


__all__ = [
    "BOARDS",
    "COMMUNITY",
    "DRAWS",
    "FIRST_HAND",
    "LAST_CARD",
    "LONGEST",
    "METHODS",
    "ON_SHARED_BOARD",
    "REMOVAL",
    "SEEN_CARDS",
    "SEVERAL_HANDS",
    "SHOE",
    "WALK",
    "Method",
    "method_of",
]
