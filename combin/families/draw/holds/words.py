"""Reads the hold of a line: the names that `shapes` gives to cards held."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain, combinations_with_replacement, groupby
from typing import NamedTuple

from combin.cards import JOKER, RANK_NAMES, RANKS, card, mask_of
from combin.counting import Plan
from combin.errors import SLIP, alike, is_slip
from combin.families.draw.holds.penalties import (
    FLUSH,
    STRAIGHT,
    Discards,
    Given,
    taken_apart,
    under,
)
from combin.families.draw.holds.shapes import SIZE, Shape, Shapes, joined, shapes_of
from combin.rules import Deck
from combin.strategies.conditions import NUMBERS
from combin.texts import Misread, Stretch, runs

# A rank in full, where its letter stands in the name of cards: king-queen suited.
RANK = rf"\b(?:{'|'.join(RANK_NAMES)})(?=-)|(?<=-)(?:{'|'.join(RANK_NAMES)})\b"
# Words of one meaning. Each row: pattern -> what stands for it.
PLAIN = (
    (
        r"\b([2-5])(?= (?:to|of|suited|unsuited|high|pair|lowest)\b)",
        lambda found: NUMBERS[int(found[1])],
    ),
    (r"(?<=\blowest )([23])\b", lambda found: NUMBERS[int(found[1])]),
    (r"\b(two|three) unsuited high cards\b", lambda found: f"{found[1]} high cards"),
    (r"\b(?:the )?(two|three) lowest$", lambda found: f"lowest {found[1]}"),
    (r"\b10\b", lambda found: "t"),
    (
        r" ?\(if (?:there are )?more than (?:two|2),? (?:then )?(?:pick|hold|keep) "
        r"(?:the )?lowest (?:two|2)\)$",
        lambda found: ", lowest two",
    ),
    (r"\bto (?:a|the) royal\b(?! flush)", lambda found: "to a royal flush"),
    (r"\b(?:an )?(?:open|open-ended) straight", lambda found: "an outside straight"),
    (r"\bpat (?=(?:royal|straight|flush|full)\b)", lambda found: ""),
    (r"\b(?:unsuited|offsuit)\b", lambda found: "of different suits"),
    (RANK, lambda found: RANKS[RANK_NAMES.index(found[0])].lower()),
    (r"(?<=\b[2-9tjqka])/(?=[2-9tjqka]\b)", lambda found: "-"),
    (r"\b[2-9tjqka]{2,4}(?= (?:suited|of different))", lambda found: "-".join(found[0])),
    (
        r"\b[2-9tjqka](?:-[2-9tjqka])+(?= (?:suited|of different))",
        lambda found: "-".join(sorted(found[0].split("-"), key="akqjt98765432".index)),
    ),
    (r"\b(?:a|an|the|any|one)\b ?", lambda found: ""),
    (r"^(?=(?:inside|outside) straight\b)", lambda found: "four to "),
)
CONDITIONS = (
    "say 'with no flush penalty', 'with a straight penalty and no nine thrown' or 'unless a flush "
    "penalty and a king are thrown'"
)
PAIRED = r"(?i:(?:10|[2-9TJQKA])(?:[-/](?:10|[2-9TJQKA]))+)"
SUITED_FIRST = re.compile(
    rf"(?i:(?P<suits>suited|unsuited|offsuit)) "
    rf"(?P<cards>{PAIRED}(?:(?:\s*,)?(?:\s*or)?\s+{PAIRED})*)"
)
JOINT = re.compile(r"\s*[,;]\s*(?:or\s+)?|\s+or\s+")


class Named(NamedTuple):
    """What a line holds, or a part of it.

    shapes: of one name.
    given: what must be so of the cards thrown.
    """

    shapes: tuple[Shape, ...]
    given: Given

    @property
    def name(self) -> str:
        return self.shapes[0].name


class HoldWords:
    """The names of all that can be held in a game.

    shapes: that give them.
    deck: what the hands are dealt from.
    """

    def __init__(self, shapes: Shapes, deck: Deck) -> None:
        self.shapes, self.deck = shapes, deck

    @cached_property
    def sizes(self) -> dict[Shape, int]:
        """What whole hands and fewer cards are called -> how many cards, the most first."""
        found = dict.fromkeys(map(self.shapes.pat, self.shapes.table.lines), SIZE)
        for cards in filter(None, self.alike.values()):
            shape = self.shapes.of(cards)
            if shape is not None:
                found[shape] = cards.bit_count()
                if lowest := self.shapes.lowest(shape):
                    found[lowest] = cards.bit_count()
        return found

    @property
    def alike(self) -> dict[int, int]:
        """What decides how fewer than five cards are called (`Shapes.alike`) -> cards of which it
        is so, the most cards first.
        """
        every = chain(*map(self._kept, range(SIZE - 1, -1, -1)))
        return {self.shapes.alike(cards): cards for cards in every}

    @property
    def every(self) -> list[Shape]:
        """What whole hands and fewer cards are called, each once, the most cards first."""
        return list(self.sizes)

    def _kept(self, count: int) -> Iterator[int]:
        """Yield sets of so many cards: all ranks, with natural cards of one suit and of several."""
        ranks = [RANKS.index(rank) for rank in self.deck.ranks]
        wild = [RANKS.index(rank) for rank in self.shapes.ranking.wild]
        jokers = range(min(count, self.deck.jokers) + 1)
        for others in (count - joker for joker in jokers):
            joker = [JOKER] * (count - others)
            for chosen in combinations_with_replacement(ranks, others):
                for suited in (True, False):
                    cards = joker + [
                        card(rank, 0 if suited and rank not in wild else place)
                        for place, rank in enumerate(chosen)
                    ]
                    if len(set(cards)) == count:
                        yield mask_of(cards)

    @cached_property
    def _known(self) -> dict[str, tuple[Shape, ...]]:
        """What each name and each finer name stands for."""
        known: dict[str, tuple[Shape, ...]] = {}
        for shape in self.every:
            for text in dict.fromkeys((_plain(shape.detail), _plain(shape.name))):
                known[text] = (*known.get(text, ()), shape)
        return known

    @property
    def names(self) -> list[str]:
        """All names and finer names, as people write them."""
        return list(dict.fromkeys(text for one in self.every for text in (one.name, one.detail)))

    def read(self, said: Stretch) -> tuple[list[Named], list[Misread]]:
        """Return what a line's alternatives stand for, in the order in which they are tried: what
        holds more cards first, then as they are written, those of one name together; and what is
        wrong with its words.
        """
        names, given, each, condition = taken_apart(said.text)
        parts, unread = self._parts(_in_full(names))
        missed = unread if parts else unread and [names]
        faults = [self._unknown(said.part(one)) for one in missed]
        askable = FLUSH | STRAIGHT | Discards(self.shapes.ranking).natural  # of ranks, none is wild
        asked = said.part(condition)
        if given is None or given.asked & ~askable:
            return [], [*faults, asked.fault(f"unknown condition {condition!r}; {CONDITIONS}")]
        if len(parts) > 1 and not each:
            ambiguous = asked.fault(
                f"which of the holds is meant {condition!r}? write each on a line of its own, or "
                f"end with ', each {condition}'"
            )
            faults.append(ambiguous)
        written = dict.fromkeys(chain(*parts))
        tried = sorted(written, key=lambda shape: -self.sizes[shape])
        named = groupby(tried, key=lambda shape: shape.name)
        return [Named(tuple(shapes), given) for _, shapes in named], faults

    def _unknown(self, words: Stretch) -> Misread:
        said = _counted(words.text)
        near = (
            one
            for one in alike(words.text, self.names, 5)
            if said in (set(), _counted(one))
            and is_slip(_plain(words.text).split(), _plain(one).split(), SLIP)
        )
        hint = next((f" (did you mean {one!r}?)" for one in near), "")
        listed = hint or "; `combin strategy GAME --words` lists all names"
        return words.fault(f"unknown hold {words.text!r}{listed}")

    def phrase(self, parts: Sequence[Named]) -> str:
        """Return as people write it what a line holds: of each name the name itself, where all that
        is called so is meant.
        """
        said = [
            text
            for part in parts
            for text in (
                [part.name] if self.is_whole(part) else [one.detail for one in part.shapes]
            )
        ]
        return under(joined(parts[0].name, said), parts[0].given, len(said) == 1)

    def is_whole(self, part: Named) -> bool:
        """Return True if a part of a line means all that is called by its name."""
        return len(self._known[_plain(part.name)]) == len(part.shapes)

    def _parts(self, text: str) -> tuple[list[tuple[Shape, ...]], list[str]]:
        """Return what each of a text's phrases stands for, the longest that is known first."""
        known, joints = self._known, [*JOINT.finditer(text)]
        read = [*runs(text, joints, lambda words: known.get(_plain(words), ()))]
        found = [shapes for _, _, _, shapes in read if shapes]
        return found, [words for _, _, words, shapes in read if not shapes]


def _in_full(text: str) -> str:
    """Return ``a draw: one gap; or no gap`` as ``a draw, one gap or a draw, no gap``, and ``suited
    T-J or T-Q`` as ``T-J suited or T-Q suited``.
    """
    if found := SUITED_FIRST.fullmatch(text):
        return " or ".join(
            f"{cards} {found['suits']}" for cards in re.findall(PAIRED, found["cards"])
        )
    name, colon, parts = text.partition(":")
    if not colon:
        return text
    return " or ".join(f"{name}, {part}" for part in re.split(r"\s*;\s*(?:or\s+)?", parts.strip()))


@lru_cache(1 << 12)
def _plain(text: str) -> str:
    """Return a text in small letters, without articles, in one spelling."""
    text = " ".join(text.lower().split())
    for pattern, replacement in PLAIN:
        text = re.sub(pattern, replacement, text)
    return text.strip()


def _counted(text: str) -> set[str]:
    words = re.findall(r"[\w]+", _plain(text))
    return {word for word in words if word in {*NUMBERS[1:], *RANK_NAMES, *"23456789tjqk"}}


def words_of(plan: Plan) -> HoldWords:
    """Return the names of what can be held of the hand by which a bet is paid; raises CombinError
    where it has none.
    """
    return _words(shapes_of(plan), plan.game.deck)


@lru_cache(maxsize=4)
def _words(shapes: Shapes, deck: Deck) -> HoldWords:
    return HoldWords(shapes, deck)
