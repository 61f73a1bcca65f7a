"""Hand rankings as ordered declarations. Strength is an integer, and higher is better, always.

A ranking lists its families from best to worst. The strength of a hand is its family's place
(counted from the worst) in the bits above 20, then up to five ranks of four bits each: the cards
that make the hand, then the kickers; of a pattern, a bit for each rank. A name such as
``pair-of-tens`` or ``ace-king`` stands for the weakest hand that deserves it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from itertools import pairwise
from typing import NamedTuple

from combin.cards import RANK_NAMES, RANK_PLURALS, RANKS, SUITS, card_text
from combin.errors import CLOSE, CombinError, is_slip, nearest, refuse
from combin.exact import whole_number
from combin.records import dataclass

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
    "wild-royal-flush": 11,
    "five-aces": 12,
    "five-of-a-kind": 13,
    "suited-three-of-a-kind": 14,
    "suited-pair": 15,
    "coloured-pair": 16,
    "seven-card-straight-flush-with-joker": 17,
    "royal-match": 18,
    "three-pair": 19,
}

# Families of several packs, which no kernel reads.
OF_COPIES = ("suited-three-of-a-kind", "suited-pair", "coloured-pair")

# Families that differ only in how many cards share a rank; among themselves they stand in this
# order, none missing.
GROUPS = {
    2: ("pair", "high-card"),
    3: ("three-of-a-kind", "pair", "high-card"),
    4: ("four-of-a-kind", "three-of-a-kind", "two-pair", "pair", "high-card"),
    5: ("four-of-a-kind", "full-house", "three-of-a-kind", "two-pair", "pair", "high-card"),
}

# What players call a hand -> its family; how many cards of a rank -> the family that they are.
CALLED = {
    "trips": "three-of-a-kind",
    "set": "three-of-a-kind",
    "quads": "four-of-a-kind",
    "boat": "full-house",
    "mini-royal": "suited-ace-king-queen",
    "no-pair": "high-card",
}
NUMBERED = {"two": "pair", "three": "three-of-a-kind", "four": "four-of-a-kind"}

LEAST_CARDS = {
    "two-pair": 4, "three-of-a-kind": 3, "straight": 3, "flush": 3, "full-house": 5,
    "four-of-a-kind": 4, "straight-flush": 3, "royal-flush": 3, "suited-ace-king-queen": 3,
    "five-aces": 5, "five-of-a-kind": 5, "wild-royal-flush": 5, "suited-three-of-a-kind": 3,
    "seven-card-straight-flush-with-joker": 7, "royal-match": 7, "three-pair": 6,
}  # fmt: skip

# Families that are named with the rank that makes them: ``pair-of-tens``.
OF_ONE_RANK = ("four-of-a-kind", "three-of-a-kind", "pair")

BUG = "bug"  # the joker is an ace, or completes a straight, a flush or a straight flush
JOKER_READINGS = ("ace-or-straight-flush", "any-ace-or-straight-flush", BUG)
WILD_JOKER = "wild"  # another reading, of which the kernels need no number

# Patterns are families, too: their name says which of the cards make them.
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven")
ALWAYS_MADE = ("high-card", "one-card-flush", "one-card-straight-flush")

MOST_POINTS = 1000  # that a card may count, more than any game asks for
_CARDS = {rank + suit for rank in RANKS for suit in SUITS}

NATURAL_RUNS = RANKS[-1] + RANKS  # ranks in the order in which they follow each other

MOST_FAMILIES = 20  # what the kernels have room for

# The families of a ranking with a joker, best first; what the joker may be is only defined in this
# order.
WILD = (
    "five-aces", "royal-flush", "royal-flush-with-joker", "straight-flush",
    "straight-flush-with-joker", "four-of-a-kind", "full-house", "flush", "straight",
    "three-of-a-kind", "two-pair", "pair", "high-card",
)  # fmt: skip

# Families of hands of five cards that look at all cards, of which there are more.
LARGER = (
    "seven-card-straight-flush", "royal-match", "seven-card-straight-flush-with-joker",
    "three-pair",
)  # fmt: skip
# As side bets pay them: three of a kind is above a straight.
WILD_AND_LARGER = (
    *LARGER[:3], *WILD[:8], "three-of-a-kind", "straight", *LARGER[3:], *WILD[-3:],
)  # fmt: skip


class Pattern(NamedTuple):
    """Some cards of a hand, of whatever ranks or of these.

    cards: how many.
    suited: whether they are of one suit.
    run: whether they follow each other, the ace high or low.
    ranks: the ranks they have, from the highest; empty for any.
    four_of: the ranks of which there are four, one of them.
    beside: the ranks of which one card lies beside those four; empty for any.
    """

    cards: int
    suited: bool = False
    run: bool = False
    ranks: tuple[int, ...] = ()
    four_of: tuple[int, ...] = ()
    beside: tuple[int, ...] = ()

    @property
    def named(self) -> bool:
        """Whether it names the ranks of its cards."""
        return bool(self.ranks or self.four_of)

    @property
    def code(self) -> int:
        """The pattern as the kernels read it: for 1 to 4 cards of a rank 13 bits each, then the
        rest; `_ext/hands.pxd` has the layout.
        """
        held = 0
        if self.four_of:
            held = 1 << 59 | _bits(self.four_of) << 39 | _bits(self.beside)
        for rank in set(self.ranks):
            for times in range(self.ranks.count(rank)):
                held |= 1 << 13 * times + rank
        return 1 << 58 | self.run << 57 | self.suited << 56 | self.cards << 52 | held


def _bits(ranks: tuple[int, ...]) -> int:
    return sum(1 << rank for rank in ranks)


def pattern_of(family: str) -> Pattern | None:
    """Return the pattern that the name of a family states: ``four-card-flush``, ``three-card-
    straight-flush``, ``suited-ace-king``, ``ace-king``, ``pair-of-aces``, ``four-deuces``, ``four-
    twos-to-fours``, ``four-aces-with-two-to-four``; None where it names no pattern.
    """
    if family == "four-deuces":
        return Pattern(4, ranks=(0,) * 4)
    if four := _four_of(family):
        return four
    number, *words = family.split("-")
    if number in NUMBERS and words in (["card", "flush"], ["card", "straight", "flush"]):
        return Pattern(NUMBERS.index(number) + 1, True, "straight" in words)
    of_one, _, plural = family.rpartition("-of-")
    if of_one in OF_ONE_RANK and plural in RANK_PLURALS:
        many = 4 - OF_ONE_RANK.index(of_one)
        return Pattern(many, ranks=(RANK_PLURALS.index(plural),) * many)
    ranks = _ranks_of(family.removeprefix("suited-"))
    if len(ranks) < 2 or family.endswith("-high"):
        return None
    return Pattern(len(ranks), number == "suited", ranks=tuple(ranks))


def _four_of(family: str) -> Pattern | None:
    """Return the pattern of four of a kind, of some ranks and beside some ranks."""
    fours, with_others, beside = family.removeprefix("four-").partition("-with-")
    named = _range_of(fours.split("-to-"), RANK_PLURALS)
    kickers = _range_of(beside.split("-to-"), RANK_NAMES) if beside else ()
    if not family.startswith("four-") or not named or (with_others and not kickers):
        return None
    return Pattern(4 + bool(kickers), four_of=named, beside=kickers)


def _range_of(ends: list[str], names: tuple[str, ...]) -> tuple[int, ...]:
    """Return the ranks from the first of one or two names to the last; an ace in front of others
    is low.
    """
    if not 1 <= len(ends) <= 2 or not all(end in names for end in ends):
        return ()
    first, last = names.index(ends[0]), names.index(ends[-1])
    if len(ends) == 2 and first == len(names) - 1 != last:
        return (first, *range(last + 1))
    return tuple(range(first, last + 1))


def longest_flushes(cards: int) -> tuple[str, ...]:
    """Return the families of hands of which only the longest flush counts."""
    return tuple(f"{number}-card-flush" for number in reversed(NUMBERS[:cards]))


@dataclass(frozen=True)
class HandRanking:
    """How hands compare.

    name: for error messages and `combin show`.
    size: how many cards make a hand (2 to 5; of patterns alone, to 7); of more cards the best
        `size` count.
    families: the named kinds of hand, best first. ``royal-flush`` (of three cards:
        ``suited-ace-king-queen``) is the ace-high straight flush. Names of patterns (`pattern_of`)
        are families, too: the best cards that match are compared, and those of named ranks are all
        alike. A ranking of patterns alone ends with ``one-card-flush`` or
        ``one-card-straight-flush``. Hands of five cards may have families that look at all cards
        (`LARGER`): seven of a straight flush, ``royal-match``, a royal flush with the joker or not,
        and a king and a queen of another suit, and ``three-pair``; the last two are all alike.
    joker: what the joker may be, one of JOKER_READINGS or WILD_JOKER; None for a ranking of natural
        hands only.
        ``ace-or-straight-flush``: completes a straight flush, else it is an ace of no suit.
        ``any-ace-or-straight-flush``: completes a straight flush, else an ace of any suit whose ace
        is not in the hand. ``bug``: an ace, or it completes a straight, a flush or a straight
        flush. ``wild``: any card, also one that is in the hand, whatever makes the best hand.
    wild: the ranks whose cards are wild, too, ``2`` for deuces. In a longest flush each counts for
        any suit and takes the highest rank that is missing there. Patterns of named ranks are read
        from the cards as they are.
    wheel_second: whether A-2-3-4-5 ranks right below A-K-Q-J-10, and not lowest.
    runs: the ranks in the order in which they make straights, up to the ace; an ace in front stands
        low, too, and no straight goes around the corner. ``A6789TJQKA``: A-6-7-8-9 is the lowest.
        Where it is not stated, it is the order of the game's deck, with the ace in front.

    With a bug whose straight flushes are not told apart the best hand that it makes counts.
    """

    name: str
    size: int
    families: tuple[str, ...]
    joker: str | None = None
    wild: str = ""
    wheel_second: bool = False
    runs: str = ""

    def __post_init__(self) -> None:
        listed = isinstance(self.families, tuple)
        self._refuse(
            not listed or not all(isinstance(family, str) for family in self.families),
            f"families stand in a tuple of names, not {self.families!r}",
        )
        size = whole_number(self.size, f"ranking {self.name!r}: how many cards make a hand", 2, 7)
        object.__setattr__(self, "size", size)
        for family in self.families:
            if family not in SHAPES and pattern_of(family) is None:
                raise self._fault(f"unknown family {family!r}{nearest(family, SHAPES)}")
        self._refuse(
            len(self.families) > MOST_FAMILIES,
            f"at most {MOST_FAMILIES} families, not {len(self.families)}",
        )
        ends = self.families[-1:]
        always = ends and ends[0] in ALWAYS_MADE
        others = " or ".join(map(repr, ALWAYS_MADE[1:]))
        self._refuse(
            len(set(self.families)) != len(self.families) or not always,
            f"families are distinct and end with 'high-card', those of patterns alone {others}",
        )
        self._refuse(
            len(set(self.codes)) != len(self.families),
            "two of its families are the same kind of hand",
        )
        self._verify_wild()
        runs = self.running if isinstance(self.runs, str) else ""
        is_right = self.runs == "" or (
            runs and RANKS.endswith(runs) and len(runs) >= min(len(self.runs), self._longest_run)
        )
        self._refuse(
            not is_right,
            f"runs are ranks in order up to the ace, another ace in front of at least "
            f"{self._longest_run}: {NATURAL_RUNS!r} or 'A6789TJQKA', not {self.runs!r}",
        )
        if self.joker is not None and self.joker != WILD_JOKER:
            order = WILD_AND_LARGER if set(self.families) & {*LARGER} else WILD
            self._refuse(
                self.families != tuple(family for family in order if family in self.families),
                f"with a joker the families stand in the order {' > '.join(order)}",
            )
        # Hands of this size can be, and rank as they do by how many share a rank.
        expected = () if self.of_patterns else GROUPS.get(self.size, ())
        if not expected and (known := [name for name in self.families if name in SHAPES]):
            raise self._fault(f"{known[0]!r} cannot stand among patterns of {self.size} cards")
        self._refuse(
            tuple(family for family in self.families if family in expected) != expected,
            f"hands of {self.size} cards rank {' > '.join(expected)}, in this order",
        )
        for family in self.families:
            pattern = pattern_of(family)
            least = pattern.cards if pattern else 2
            is_larger = self.size == 5 and family in LARGER
            self._refuse(
                LEAST_CARDS.get(family, least) > self.size and not is_larger,
                f"{family!r} takes more than {self.size} cards",
            )
        if self.joker is not None:
            self._verify_joker(self.joker)

    def _fault(self, what: str) -> CombinError:
        return CombinError(f"ranking {self.name!r}: {what}")

    def _refuse(self, fails: object, what: str) -> None:
        if fails:
            raise self._fault(what)

    @property
    def joker_is_best(self) -> bool:
        """Whether the joker, a bug, makes one hand: the best. Royal flushes are then no family, for
        one with the joker would have to be another.
        """
        apart = any(name == "royal-flush" or "-with-joker" in name for name in self.families)
        return self.joker == BUG and not apart

    @property
    def has_wild(self) -> bool:
        """Whether some cards stand for others."""
        return bool(self.wild) or self.joker == WILD_JOKER

    def _verify_wild(self) -> None:
        """Check the wild ranks, and that only hands with wild cards have their families."""
        wild = self.wild
        self._refuse(
            not isinstance(wild, str) or not set(wild) <= set(RANKS) or len(set(wild)) < len(wild),
            f"wild ranks are distinct letters of {RANKS}, not {wild!r}",
        )
        if self.wild and self.joker is None and self.of_longest_flush:
            return
        if self.has_wild:
            self._refuse(
                self.size != 5 or self.of_patterns,
                "wild cards need hands of five cards with the family 'high-card', or wild "
                f"ranks and the families {' > '.join(longest_flushes(self.size))}",
            )
            self._refuse(
                any(family.endswith("-with-joker") for family in self.families),
                "with wild cards the families are those of any hand",
            )
            return
        for family in ("five-of-a-kind", "wild-royal-flush"):
            self._refuse(family in self.families, f"{family!r} takes wild cards")

    @property
    def _longest_run(self) -> int:
        return 7 if {*LARGER} & {*self.families} else self.size

    @property
    def has_runs(self) -> bool:
        """Whether it matters which ranks follow each other."""
        return self.joker is not None or any(
            "straight" in name or "royal" in name or name == "suited-ace-king-queen"
            for name in self.families
        )

    @property
    def running(self) -> str:
        """The ranks that runs are made of, in their order, the ace high."""
        runs = self.runs or NATURAL_RUNS
        return runs[1:] if runs.startswith("A") and len(runs) > 1 else runs

    @property
    def lowest_run(self) -> int | None:
        """The rank below which the ace stands, too; None where it is only high."""
        is_low = len(self.running) < len(self.runs or NATURAL_RUNS)
        return RANKS.index(self.running[0]) if is_low else None

    def with_runs_of(self, ranks: str) -> HandRanking:
        """Return the ranking as it is played with a deck of some ranks: its runs stated.

        Raises CombinError where ranks are missing between others, which leaves open what follows
        what.
        """
        if self.runs or not self.has_runs:
            return self
        if ranks.removesuffix("A") in RANKS[: len(ranks) - 1]:
            return replace(self, runs=NATURAL_RUNS)  # from the deuce up, and the ace
        self._refuse(
            ranks not in RANKS,
            f"a deck of {ranks} has gaps; say which ranks follow each other: runs="
            f"{NATURAL_RUNS!r} if no straight leads over a gap",
        )
        high = RANKS[RANKS.index(ranks[0]) :]
        return replace(self, runs="A" * (len(high) >= self._longest_run) + high)

    def straights(self, cards: int) -> dict[frozenset[int], int]:
        """Return the ranks of each straight of so many cards -> the rank that it goes up to."""
        runs = [RANKS.index(rank) for rank in self.runs or NATURAL_RUNS]
        return {
            frozenset(runs[low : low + cards]): runs[low + cards - 1]
            for low in range(len(runs) - cards + 1)
        }

    def _verify_joker(self, joker: str) -> None:
        if joker == WILD_JOKER or (self.joker_is_best and not self.of_patterns):
            return
        needed = {"straight-flush-with-joker", "royal-flush-with-joker"}
        if self.size != 5 or not needed <= set(self.families):
            families = " and ".join(sorted(needed))
            raise self._fault(f"a joker needs hands of five cards and the families {families}")
        if joker not in JOKER_READINGS:
            near = nearest(joker, (*JOKER_READINGS, WILD_JOKER))
            raise self._fault(f"unknown joker reading {joker!r}{near}")

    @property
    def of_patterns(self) -> bool:
        """Whether its families are patterns alone, which fewer cards than a hand make, too."""
        return self.families[-1] != "high-card"

    @property
    def of_longest_flush(self) -> bool:
        """Whether the number of cards of the longest flush, then their ranks, are all that
        counts.
        """
        return self.families == longest_flushes(self.size)

    @property
    def of_copies(self) -> bool:
        """Whether it knows a family in which a card may stand twice."""
        return not set(OF_COPIES).isdisjoint(self.families)

    @property
    def codes(self) -> list[int]:
        """What the kernels look for, best first: a shape's number or a pattern's code."""
        patterns = {family: pattern_of(family) for family in self.families if family not in SHAPES}
        return [
            pattern.code if (pattern := patterns.get(family)) else SHAPES[family]
            for family in self.families
        ]

    def family_of(self, strength: int) -> str:
        """Return the name of the family that a strength belongs to."""
        return self.families[len(self.families) - 1 - (strength >> 20)]

    def ranks_of(self, strength: int) -> list[int]:
        """Return the ranks that a strength says, in the order in which they are compared; a hand of
        twos and one that names no rank are not told apart.
        """
        if self.family_of(strength) not in SHAPES:
            return [rank for rank in range(12, -1, -1) if strength >> rank & 1]
        ranks = [strength >> shift & 15 for shift in (16, 12, 8, 4, 0)]
        while ranks and not ranks[-1]:
            ranks.pop()
        return ranks

    def strength(self, family: str, *ranks: int) -> int:
        """Return the strength of `family` with the given ranks (0..12), missing kickers counted as
        the lowest.
        """
        value = len(self.families) - 1 - self.families.index(family)
        if family not in SHAPES:
            return value << 20 | sum(1 << rank for rank in ranks)
        for place in range(5):
            rank = ranks[place] if place < len(ranks) else 0
            value = value << 4 | rank
        return value

    def threshold(self, name: str) -> int:
        """Return the least strength that deserves `name`.

        A name is a family, ``pair-of-tens`` (``-or-better`` may follow),
        ``four-of-a-kind-of-aces``, ``three-card-flush-nine-high``, ``queen-high`` or ``ace-king``.
        Raises CombinError, naming the nearest known name, for anything else.
        """
        base = name.removesuffix("-or-better")
        if base in self.families:
            return self.strength(base)
        family, _, plural = base.rpartition("-of-")
        if family in self.families and family in OF_ONE_RANK and plural in RANK_PLURALS:
            return self.strength(family, RANK_PLURALS.index(plural))
        for family in self.families:
            pattern = _pattern_of_any_ranks(family)
            if pattern and base.startswith(f"{family}-"):
                ranks = _ranks_of(base[len(family) + 1 :])
                if ranks and len(ranks) <= (1 if pattern.run else pattern.cards):
                    return self.strength(family, *ranks)
        ranks = _ranks_of(base)
        if ranks and "high-card" in self.families and len(ranks) <= self.size:
            return self.strength("high-card", *ranks)
        known = self.known_names()
        narrower = [one for one in ("pair-of-tens", "queen-high") if one in known]
        narrow = f"; or narrower, as {' and '.join(narrower)}" if narrower else ""
        near = _meant(base, known) or f" (known: {', '.join(self.families)}{narrow})"
        raise CombinError(f"{name!r} is no hand of the ranking {self.name!r}{near}")

    def known_names(self) -> list[str]:
        """Return the families and the single-rank names, for suggestions."""
        names = list(self.families)
        for family in self.families:
            if family in OF_ONE_RANK:
                names += [f"{family}-of-{plural}" for plural in RANK_PLURALS]
            if _pattern_of_any_ranks(family):
                names += [f"{family}-{rank}-high" for rank in RANK_NAMES]
        if "high-card" in self.families:
            names += [*(f"{rank}-high" for rank in RANK_NAMES), "ace-king"]
        return names


def _pattern_of_any_ranks(family: str) -> Pattern | None:
    """Return the pattern of a family whose hands are compared by their ranks, None for others."""
    pattern = None if family in SHAPES else pattern_of(family)
    return pattern if pattern and not pattern.named else None


def _ranks_of(name: str) -> list[int]:
    """Return the ranks that ``queen-high`` or ``ace-king`` names, descending; none for no such
    name.
    """
    words = name.removesuffix("-high").split("-")
    if not all(word in RANK_NAMES for word in words):
        return []
    ranks = [RANK_NAMES.index(word) for word in words]
    return ranks if all(high > low for high, low in pairwise(ranks)) else []


def _meant(name: str, known: Sequence[str]) -> str:
    """Return `` (did you mean X?)`` for the hand that players call so, or of which each word is a
    slip of the pen away; empty for none.
    """
    import difflib

    figures = {str(place): word for place, word in enumerate(RANK_NAMES[:9], 2)}
    plurals = {f"{figure}s": plural for figure, plural in zip(figures, RANK_PLURALS)}
    words = [(figures | plurals).get(word, word) for word in name.split("-")]
    number, *others = words
    said = "-".join(words)
    called = (
        CALLED.get(said, said.removeprefix("one-")),
        f"pair-of-{said}",
        f"{NUMBERED.get(number)}-of-{'-'.join(others)}",  # two sevens
    )
    stem, *stems = ([word.rstrip("es") for word in one.split("-")] for one in (said, *known))
    listed = {word for words in stems for word in words}  # which are no slips of each other
    listed |= {word for word in stem if word.isdecimal()}
    alike = [
        one
        for one, words in zip(known, stems)
        if len(words) == len(stem)
        and all(is_slip([word], [other], CLOSE, listed) for word, other in zip(stem, words))
    ]
    found = [one for one in called if one in known] or difflib.get_close_matches(said, alike, 1, 0)
    return f" (did you mean {found[0]!r}?)" if found else ""


# --- Hands read card by card ---------------------------------------------------------------------


@dataclass(frozen=True)
class Points:
    """A ranking by the sum of what the cards count; it is made of all cards of a hand, however many
    there are, and no cards count 0. A name is a number of points, ``8``.

    name: for error messages and `combin show`.
    values: what a rank (``K``) or a card (``Qh``) counts, 0 or more; what is not named counts 0,
        and a card that is named counts as it says, whatever its rank does.
    modulo: of the sum only the remainder by this number counts; 0 for the whole sum.
    """

    name: str
    values: Mapping[str, int] = field(hash=False)
    modulo: int = 0

    def __post_init__(self) -> None:
        where = f"ranking {self.name!r}"
        refuse(
            not isinstance(self.values, Mapping) or not self.values,
            f"{where}: its values are a dict, {{rank or card: points}}",
        )
        for card, value in self.values.items():
            refuse(
                card not in (*RANKS, *_CARDS),
                f"{where}: {card!r} is neither a rank (K) nor a card (Kh)",
            )
            whole_number(value, f"{where}: what {card} counts", 0, MOST_POINTS)
        whole_number(self.modulo, f"{where}: what the sum is divided by", 0, MOST_POINTS)

    def count(self, number: int) -> int:
        """Return the points of a card."""
        text = card_text(number)
        return self.values.get(text, self.values.get(text[0], 0))

    def total(self, points: int) -> int:
        """Return the total of a sum of points."""
        return points % self.modulo if self.modulo else points

    def most(self, cards: int) -> int:
        """Return the most points that so many cards can have."""
        return self.modulo - 1 if self.modulo else cards * max(self.values.values())

    def threshold(self, name: str) -> int:
        """Return the number of points that a name says; raises CombinError for any other name."""
        refuse(
            not (name.isascii() and name.isdecimal()),
            f"{name!r} is no number of points of the ranking {self.name!r}",
        )
        points = int(name)
        refuse(
            self.modulo and points >= self.modulo,
            f"{points} points cannot be with the ranking {self.name!r}",
        )
        return points

    def known_names(self) -> list[str]:
        return [str(points) for points in range(self.modulo)]


@dataclass(frozen=True)
class Spread:
    """A ranking by how far apart the highest and the lowest card of a hand are, the ace high.

    Equal ranks are lowest; then come ``consecutive`` ranks, and ``spread-1`` to ``spread-11`` with
    as many ranks between.

    name: for error messages and `combin show`.
    ace_low: whether the ace is also low, as in straights, where the cards are closer together so.
    """

    name: str
    ace_low: bool = False

    def threshold(self, name: str) -> int:
        """Return the distance in ranks that a name says; raises CombinError for any other
        name.
        """
        if name in self.known_names():
            return self.known_names().index(name) + 1
        near = _meant(name, self.known_names()) or nearest("", self.known_names())
        raise CombinError(f"{name!r} is no hand of the ranking {self.name!r}{near}")

    def known_names(self) -> list[str]:
        return ["consecutive", *(f"spread-{ranks}" for ranks in range(1, len(RANKS) - 1))]

    def apart(self, ranks: Sequence[int]) -> int:
        """Return the distance between the outer ranks of some cards, given in order."""
        if not ranks:
            return 0
        far, ace = ranks[-1] - ranks[0], len(RANKS) - 1
        if self.ace_low and ranks[-1] == ace:
            others = [rank for rank in ranks if rank != ace]
            far = min(far, others[-1] + 1 if others else 0)
        return far


Ranking = HandRanking | Points | Spread

ACE_HIGH = Points("one card, the ace high", {rank: place for place, rank in enumerate(RANKS, 2)})
ACE_LOW = Points(
    "one card, the ace low", {rank: place for place, rank in enumerate(RANKS[-1:] + RANKS[:-1], 1)}
)
BACCARAT = Points(
    "points modulo ten",
    {"A": 1, **{str(points): points for points in range(2, 10)}},
    modulo=10,
)
NUMBER_OF_CARDS = Points("number of cards", dict.fromkeys(RANKS, 1))
SPREAD = Spread("spread")
SPREAD_ACE_LOW = Spread("spread, the ace high or low", ace_low=True)

POKER = HandRanking("poker", 5, ("royal-flush", "straight-flush", *WILD[5:]))

JOKER_ACE_OR_STRAIGHT_FLUSH = HandRanking(
    "poker, joker an ace or in a straight flush", 5, WILD, "ace-or-straight-flush"
)
JOKER_ANY_ACE_OR_STRAIGHT_FLUSH = HandRanking(
    "poker, joker an ace of any suit or in a straight flush", 5, WILD, "any-ace-or-straight-flush"
)
JOKER_BUG = HandRanking("poker, joker a bug", 5, WILD, "bug")

FORTUNE = HandRanking("best of seven, joker a bug", 5, WILD_AND_LARGER, BUG)

# A hand that is split: five cards behind, two in front.
PAI_GOW = ("five-aces", "straight-flush", *WILD[5:])
HIGH_HAND = HandRanking("pai gow poker, the wheel second", 5, PAI_GOW, "bug", wheel_second=True)
HIGH_HAND_WHEEL_LOWEST = HandRanking("pai gow poker, the wheel lowest", 5, PAI_GOW, "bug")
LOW_HAND = HandRanking("two cards, the joker an ace", 2, ("pair", "high-card"), "bug")

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

TWO_CARDS_OF_PACKS = HandRanking(
    "two cards of packs", 2, ("suited-pair", "coloured-pair", "pair", "high-card")
)
THREE_CARDS_OF_PACKS = HandRanking(
    "three cards of packs", 3,
    (
        "suited-three-of-a-kind", "straight-flush", "three-of-a-kind", "straight", "flush", "pair",
        "high-card",
    ),
)  # fmt: skip

# What pocket bonuses pay: aces, an ace with a picture, pairs.
POCKET_ACES = HandRanking(
    "pocket aces", 2,
    (
        "pair-of-aces", "suited-ace-king", "suited-ace-queen", "suited-ace-jack", "ace-king",
        "ace-queen", "ace-jack", "pair", "high-card",
    ),
)  # fmt: skip
POCKET_PICTURES = HandRanking(
    "pocket pictures", 2,
    (
        "pair-of-aces", "suited-ace-king", "suited-ace-queen", "suited-ace-jack", "ace-king",
        "pair-of-kings", "pair-of-queens", "pair-of-jacks", "ace-queen", "ace-jack", "pair",
        "high-card",
    ),
)  # fmt: skip

LONGEST_FLUSH = HandRanking("longest flush", 7, longest_flushes(7))
LONGEST_FLUSH_DEUCES_WILD = HandRanking(
    "longest flush, deuces wild", 7, longest_flushes(7), wild="2"
)
LONGEST_STRAIGHT_FLUSH = HandRanking(
    "longest straight flush", 7,
    tuple(f"{number}-card-straight-flush" for number in reversed(NUMBERS)),
)  # fmt: skip
