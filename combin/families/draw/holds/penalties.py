"""Conditions on the discards: penalty cards, which lower the value of a hold, and ranks."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from combin.cards import LANE, RANK_NAMES, RANKS, lanes_of, mask_of, with_article
from combin.families.draw.holds.shapes import SIZE
from combin.ranking import HandRanking

FLUSH, STRAIGHT = 1 << len(RANKS), 2 << len(RANKS)  # beside a bit for each rank thrown
PENALTIES = {FLUSH: "flush penalty", STRAIGHT: "straight penalty"}
NOTES = {
    FLUSH: "A flush penalty is a card thrown that has the suit of the cards held.",
    STRAIGHT: (
        "A straight penalty is a card thrown of a rank that could make a straight with the cards "
        "held."
    ),
}
NAMED = {words: bit for bit, words in PENALTIES.items()}
# A condition stands at the end of a line, after the names of what is held.
TAIL = re.compile(
    r"^(?P<names>.*\S)\s+(?P<form>with|without|unless)\s+"
    r"(?P<things>.*(?:penalt|thrown|discarded).*)$",
    re.IGNORECASE,
)
EACH = re.compile(r"\s*,\s*(?:each|both|all)$", re.IGNORECASE)
THROWN = re.compile(r"\s+(?:(?:is|are)\s+)?(?:thrown|discarded)(?:\s+away)?$")
SPELLED = (
    (r"\bcards? of (?:the|its|their) (?:same )?(suit|straights?)\b", r"\1 penalty"),
    (r"\bsuit penalty\b", "flush penalty"),
    (r"\bpenalt(?:y cards?|ies)\b", "penalty"),
    (r"\bstraights penalty\b", "straight penalty"),
    (r"\b10\b", "t"),
)


class Given(NamedTuple):
    """A condition on the cards that are thrown away.

    present: what there must be, as bits: a rank each, FLUSH and STRAIGHT.
    absent: what there must not be.
    denied: whether it is enough that not all of this is so.
    """

    present: int = 0
    absent: int = 0
    denied: bool = False

    def fits(self, thrown: int) -> bool:
        """Return True if the condition holds for the cards thrown, as bits."""
        so = thrown & self.present == self.present and not thrown & self.absent
        return so != self.denied

    @property
    def asked(self) -> int:
        """What it asks for, as bits."""
        return self.present | self.absent

    @property
    def words(self) -> str:
        """As people write it after what is held; empty where nothing is asked."""
        if self.denied:
            verb = "is" if self.present.bit_count() == 1 else "are"
            return f"unless {_joined('a', self.present)} {verb} thrown"
        said = " and ".join(filter(None, [_joined("a", self.present), _joined("no", self.absent)]))
        ranks = " thrown" if self.asked & LANE else ""
        return f"with {said}{ranks}" if said else ""

    @property
    def notes(self) -> tuple[str, ...]:
        """The sentences that a reader of it needs."""
        return tuple(note for bit, note in NOTES.items() if self.asked & bit)


ALWAYS = Given()


def under(names: str, given: Given, alone: bool) -> str:
    """Return the phrase for cards held under a condition; alone: whether they have one name."""
    if given == ALWAYS:
        return names
    if not alone:
        return f"{names}, each {given.words}"
    apart = "," if " with " in names or ", " in names else ""
    return f"{names}{apart} {given.words}"


def _joined(article: str, bits: int) -> str:
    """Return ``no flush penalty and no nine``: penalties first, then ranks from the highest."""
    named = [words for bit, words in PENALTIES.items() if bits & bit]
    named += [RANK_NAMES[rank] for rank in range(len(RANKS) - 1, -1, -1) if bits >> rank & 1]
    return " and ".join(with_article(each) if article == "a" else f"no {each}" for each in named)


# --- The cards ---------------------------------------------------------------------------------


class Discards:
    """Reads off what is thrown of hands; wild cards count for nothing.

    natural: the ranks that are not wild, as bits.
    """

    def __init__(self, ranking: HandRanking) -> None:
        self.natural = LANE & ~mask_of(map(RANKS.index, ranking.wild))
        self._straights = tuple(map(mask_of, ranking.straights(SIZE)))
        self._wanted: dict[int, tuple[int, int]] = {}

    def thrown(self, kept: int, hand: int) -> int:
        """Return as bits what the cards thrown are; kept, hand: as masks."""
        # The natural cards of the suit that all natural cards held have, and the ranks that could
        # make a straight with them.
        wanted = self._wanted.get(kept)
        if wanted is None:
            held = [ranks & self.natural for ranks in lanes_of(kept)]
            suited = [suit for suit, ranks in enumerate(held) if ranks]
            suit = self.natural << 16 * suited[0] if len(suited) == 1 else 0
            wanted = self._wanted[kept] = suit, _reach(self._straights, *held) if suited else 0
        suit, reach = wanted
        rest = hand & ~kept
        bits = (rest | rest >> 16 | rest >> 32 | rest >> 48) & self.natural
        if bits & reach:
            bits |= STRAIGHT
        return bits | FLUSH if rest & suit else bits


@lru_cache(maxsize=1 << 16)
def _reach(straights: tuple[int, ...], *held: int) -> int:
    """Return the ranks that could make a straight with some ranks of each suit, without these."""
    ranks = 0
    for suit in held:
        if ranks & suit:
            return 0
        ranks |= suit
    found = 0
    for run in straights:
        if not ranks & ~run:
            found |= run
    return found & ~ranks


# --- Reading -----------------------------------------------------------------------------------


class TakenApart(NamedTuple):
    """A line, taken apart.

    names: of what is held.
    given: the condition; None where its words mean none.
    each: whether it is said of each name.
    words: those of the condition, as they stand there.
    """

    names: str
    given: Given | None
    each: bool
    words: str


def taken_apart(text: str) -> TakenApart:
    """Return the names and the condition of a line."""
    found = TAIL.match(text)
    if found is None:
        return TakenApart(text, ALWAYS, True, "")
    words = text[found.start("form") :]
    given = _given(found["form"].lower(), " ".join(found["things"].lower().split()))
    names, each = EACH.subn("", found["names"])
    return TakenApart(names.rstrip(" ,"), given, bool(each), words)


def _given(form: str, text: str) -> Given | None:
    """Return the condition that some words mean, None where they mean none."""
    for pattern, plain in SPELLED:
        text = re.sub(pattern, plain, text)
    things, thrown = THROWN.subn("", text)
    either = form == "unless" and " or " in things
    present = absent = 0
    for thing in re.split(r"\s+or\s+" if either else r"\s*,\s*(?:and\s+)?|\s+and\s+", things):
        # The article of a thing and its name.
        found = re.match(r"(?:(no|an?|any)\s+)?(.*)", thing)
        assert found, "every text fits"
        article, name = found[1] or "", found[2]
        bit = _bit_of(name, bool(thrown))
        if not bit:
            return None
        if article == "no" or form == "without":
            absent |= bit
        else:
            present |= bit
    if form != "unless":
        return Given(present, absent)
    if absent:
        return None
    if either or present.bit_count() == 1:
        return Given(absent=present)
    return Given(present, denied=True)


def _bit_of(name: str, thrown: bool) -> int:
    """Return what a thing is, 0 for none; thrown: whether the words say so, as ranks need."""
    if name in NAMED:
        return NAMED[name]
    if not thrown:
        return 0
    if name in RANK_NAMES:
        return 1 << RANK_NAMES.index(name)
    return 1 << RANKS.index(name.upper()) if len(name) == 1 and name.upper() in RANKS else 0
