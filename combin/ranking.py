"""Hand rankings as ordered declarations. Strength is an integer, and higher is better, always.

A ranking lists its families from best to worst. The strength of a hand is its family's place
(counted from the worst) in the bits above 20, then up to five ranks of four bits each: the cards
that make the hand, then the kickers. A name such as ``pair-of-tens`` or ``ace-king`` stands for the
weakest hand that deserves it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from combin.cards import RANK_NAMES, RANK_PLURALS
from combin.errors import CombinError, nearest
from combin.exact import whole_number

# What the kernels look for; the numbers are shared with _ext/hands.pxd.
SHAPES = {
    "high-card": 0,
    "pair": 1,
    "two-pair": 2,
    "three-of-a-kind": 3,
    "straight": 4,
    "flush": 5,
    "full-house": 6,
    "four-of-a-kind": 7,
    "straight-flush": 8,
    "royal-flush": 9,
    "suited-ace-king-queen": 9,
    "straight-flush-with-joker": 10,
    "royal-flush-with-joker": 11,
    "five-aces": 12,
}

# Families that differ only in how many cards share a rank; among themselves they stand in this
# order, none missing.
GROUPS = {
    2: ("pair", "high-card"),
    3: ("three-of-a-kind", "pair", "high-card"),
    4: ("four-of-a-kind", "three-of-a-kind", "two-pair", "pair", "high-card"),
    5: ("four-of-a-kind", "full-house", "three-of-a-kind", "two-pair", "pair", "high-card"),
}

LEAST_CARDS = {
    "two-pair": 4, "three-of-a-kind": 3, "straight": 3, "flush": 3, "full-house": 5,
    "four-of-a-kind": 4, "straight-flush": 3, "royal-flush": 3, "suited-ace-king-queen": 3,
    "five-aces": 5,
}  # fmt: skip

# Families that are named with the rank that makes them: ``pair-of-tens``.
OF_ONE_RANK = ("four-of-a-kind", "three-of-a-kind", "pair")

JOKER_READINGS = ("ace-or-straight-flush", "any-ace-or-straight-flush", "bug")

# The families of a ranking with a joker, best first; what the joker may be is only defined in this
# order.
WILD = (
    "five-aces", "royal-flush", "royal-flush-with-joker", "straight-flush",
    "straight-flush-with-joker", "four-of-a-kind", "full-house", "flush", "straight",
    "three-of-a-kind", "two-pair", "pair", "high-card",
)  # fmt: skip


@dataclass(frozen=True)
class HandRanking:
    """How hands compare.

    name: for error messages and `combin show`.
    size: how many cards make a hand (2 to 5); of more cards the best `size` count.
    families: the named kinds of hand, best first. ``royal-flush`` (of three cards:
        ``suited-ace-king-queen``) is the ace-high straight flush. A straight runs ace-high or
        ace-low and never around the corner.
    joker: what the joker may be, one of JOKER_READINGS; None for a ranking of natural hands only.
        ``ace-or-straight-flush``: completes a straight flush, else it is an ace of no suit.
        ``any-ace-or-straight-flush``: completes a straight flush, else an ace of any suit whose ace
        is not in the hand. ``bug``: an ace, or it completes a straight, a flush or a straight
        flush.
    """

    name: str
    size: int
    families: tuple[str, ...]
    joker: str | None = None

    def __post_init__(self) -> None:
        self._verify_names()
        size = whole_number(self.size, f"ranking {self.name!r}: how many cards make a hand", 2, 5)
        object.__setattr__(self, "size", size)
        self._verify_families()
        if self.joker is not None:
            self._verify_order_with_joker()
        self._verify_hands()
        if self.joker is not None:
            self._verify_joker(self.joker)

    def _fault(self, what: str) -> CombinError:
        return CombinError(f"ranking {self.name!r}: {what}")

    def _verify_names(self) -> None:
        listed = isinstance(self.families, tuple)
        if not listed or not all(isinstance(family, str) for family in self.families):
            raise self._fault(f"families stand in a tuple of names, not {self.families!r}")

    def _verify_families(self) -> None:
        for family in self.families:
            if family not in SHAPES:
                raise self._fault(f"unknown family {family!r}{nearest(family, SHAPES)}")
        if len(set(self.families)) != len(self.families) or self.families[-1:] != ("high-card",):
            raise self._fault("families are distinct and end with 'high-card'")
        shapes = {SHAPES[family] for family in self.families}
        if len(shapes) != len(self.families):
            raise self._fault("two of its families are the same kind of hand")

    def _verify_hands(self) -> None:
        """Check that hands of this size can be, and rank as they do by how many share a rank."""
        expected = GROUPS[self.size]
        if tuple(family for family in self.families if family in expected) != expected:
            order = " > ".join(expected)
            raise self._fault(f"hands of {self.size} cards rank {order}, in this order")
        for family in self.families:
            if LEAST_CARDS.get(family, 2) > self.size:
                raise self._fault(f"{family!r} takes more than {self.size} cards")

    def _verify_order_with_joker(self) -> None:
        if self.families != tuple(family for family in WILD if family in self.families):
            order = " > ".join(WILD)
            raise self._fault(f"with a joker the families stand in the order {order}")

    def _verify_joker(self, joker: str) -> None:
        needed = {"straight-flush-with-joker", "royal-flush-with-joker"}
        if self.size != 5 or not needed <= set(self.families):
            families = " and ".join(sorted(needed))
            raise self._fault(f"a joker needs hands of five cards and the families {families}")
        if joker not in JOKER_READINGS:
            near = nearest(joker, JOKER_READINGS)
            raise self._fault(f"unknown joker reading {joker!r}{near}")

    def family_of(self, strength: int) -> str:
        """Return the name of the family that a strength belongs to."""
        return self.families[len(self.families) - 1 - (strength >> 20)]

    def strength(self, family: str, *ranks: int) -> int:
        """Return the strength of `family` with the given ranks (0..12), missing kickers counted as
        the lowest.
        """
        value = len(self.families) - 1 - self.families.index(family)
        for place in range(5):
            rank = ranks[place] if place < len(ranks) else 0
            value = value << 4 | rank
        return value

    def threshold(self, name: str) -> int:
        """Return the least strength that deserves `name`.

        A name is a family, ``pair-of-tens`` (``-or-better`` may follow), ``four-of-a-kind-of-aces``,
        ``queen-high`` or ``ace-king``. Raises CombinError, naming the nearest known name, for anything else.
        """
        base = name.removesuffix("-or-better")
        if base in self.families:
            return self.strength(base)
        family, _, plural = base.rpartition("-of-")
        if family in self.families and family in OF_ONE_RANK and plural in RANK_PLURALS:
            return self.strength(family, RANK_PLURALS.index(plural))
        ranks = _ranks_of(base)
        if ranks and len(ranks) <= self.size:
            return self.strength("high-card", *ranks)
        near = nearest(name, self.known_names())
        raise CombinError(f"{name!r} is no hand of the ranking {self.name!r}{near}")

    def known_names(self) -> list[str]:
        """Return the families and the single-rank names, for suggestions."""
        names = list(self.families)
        for family in OF_ONE_RANK:
            if family in self.families:
                names += [f"{family}-of-{plural}" for plural in RANK_PLURALS]
        names += [f"{rank}-high" for rank in RANK_NAMES]
        return [*names, "ace-king"]


def _ranks_of(name: str) -> list[int]:
    """Return the ranks that ``queen-high`` or ``ace-king`` names, descending; none for no such
    name.
    """
    words = name.removesuffix("-high").split("-")
    if not all(word in RANK_NAMES for word in words):
        return []
    ranks = [RANK_NAMES.index(word) for word in words]
    return ranks if all(high > low for high, low in pairwise(ranks)) else []


POKER = HandRanking("poker", 5, ("royal-flush", "straight-flush", *WILD[5:]))

JOKER_ACE_OR_STRAIGHT_FLUSH = HandRanking(
    "poker, joker an ace or in a straight flush", 5, WILD, "ace-or-straight-flush"
)
JOKER_ANY_ACE_OR_STRAIGHT_FLUSH = HandRanking(
    "poker, joker an ace of any suit or in a straight flush", 5, WILD, "any-ace-or-straight-flush"
)
JOKER_BUG = HandRanking("poker, joker a bug", 5, WILD, "bug")

THREE_CARD = HandRanking(
    "three-card poker", 3,
    (
        "suited-ace-king-queen", "straight-flush", "three-of-a-kind", "straight", "flush", "pair",
        "high-card",
    ),
)  # fmt: skip

FOUR_CARD = HandRanking(
    "four-card poker", 4,
    (
        "four-of-a-kind", "straight-flush", "three-of-a-kind", "flush", "straight", "two-pair",
        "pair", "high-card",
    ),
)  # fmt: skip

TWO_CARD = HandRanking("two cards", 2, ("pair", "high-card"))
