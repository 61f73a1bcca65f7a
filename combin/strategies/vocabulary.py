"""The words for what a player sees: phrases, each of which says that one trait of his cards lies
between two numbers.

A trait is an integer that `combin.kernels.traits` reads off the cards seen at a decision. Which
phrases there are follows from the ranking, the paytable, the number of cards and whether an
opponent's card is seen; never from a game's name. The joker counts as an ace where hands and ranks
are meant, and as no card where suits and straights are.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, assert_never

from combin.cards import RANK_NAMES, RANK_PLURALS, RANKS
from combin.counting.plan import Plan, Stage
from combin.counting.program import program
from combin.errors import CombinError
from combin.ranking import HandRanking
from combin.rules import Hand, Pays, Paytable
from combin.rules.facts import Line, Path, best_line
from combin.rules.game import Game

# Columns of a row of traits; the numbers are shared with _ext/vocabulary.pxd.
STRENGTH, RANK, SUITED, STRAIGHT, STRAIGHT_TIGHT, STRAIGHT_FLUSH, STRAIGHT_FLUSH_TIGHT = (
    0,
    1,
    9,
    10,
    11,
    12,
    13,
)
ROYAL, POINTS, JOKER, UP, MATCHES, UP_SUITED, ABOVE_UP, UP_RANK, FULL_HOUSE = (
    14,
    15,
    16,
    17,
    18,
    19,
    20,
    21,
    23,
)
POCKET, OUTS = 24, 25
WAGERED = -1  # no property of the cards but of the actions taken
MOST = 2**31 - 1
MOST_ACTIONS = 30  # of a decision, as bits of a number in `_ext/cells.pyx`

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
LEAST_IN_PART = {
    "pair": 2,
    "two-pair": 4,
    "three-of-a-kind": 3,
    "four-of-a-kind": 4,
}  # hands that fewer cards can make
ARTICLES = {
    "pair": "any ",
    "straight": "a ",
    "flush": "a ",
    "full-house": "a ",
    "straight-flush": "a ",
    "royal-flush": "a ",
}


class Condition(NamedTuple):
    """One trait between two values, both included.

    trait: its column, or WAGERED. phrase: how people write it. meaning: its definition, one
        sentence. notes: what a reader
    of a list has to be told once to understand this phrase and its like. Conditions on WAGERED
    compare units, others integers.
    """

    trait: int
    low: int | Fraction
    high: int | Fraction
    phrase: str
    meaning: str
    notes: tuple[str, ...] = ()


# --- Hands in words ----------------------------------------------------------------------------


def family_words(family: str) -> str:
    """Return ``any pair``, ``a full house``, ``two pair`` for a family of a ranking."""
    of_one = family.startswith(("royal", "straight")) or family.endswith("-card-flush")
    return ARTICLES.get(family, "a " if of_one else "") + family.replace("-", " ")


def line_words(line: str) -> str:
    """Return ``a pair of tens or better`` for a paytable's line."""
    base = line.removesuffix("-or-better")
    if base.startswith("pair-of-"):
        return f"a {base.replace('-', ' ')} or better"
    return f"{base if base.startswith('ace-king') else family_words(base)} or better"


def hand_words(ranking: HandRanking, strength: int) -> str:
    """Return the words of the weakest hand of a strength: ``Q-6-4``, ``ace-king``, ``a pair of
    tens``, ``a flush``.
    """
    family = ranking.family_of(strength)
    ranks = ranking.ranks_of(strength)
    if family == "high-card" and len(ranks) < 3:
        return (
            f"{RANK_NAMES[ranks[0]]} high"
            if len(ranks) == 1
            else "-".join(RANK_NAMES[rank] for rank in ranks)
        )
    if family == "high-card":
        return "-".join(RANKS[rank] for rank in ranks)
    if len(ranks) > 1 or (ranks and family != "pair"):
        return f"{family_words(family)} {'-'.join(RANKS[rank] for rank in ranks)}"
    return f"a pair of {RANK_PLURALS[ranks[0]]}" if ranks else family_words(family)


def hand_strength(ranking: HandRanking, words: str) -> int:
    """Return the least strength that deserves the words; raises CombinError for words that name no
    hand.
    """
    text = re.sub(r"^(an?|any) ", "", words.strip().lower())
    letters = text.upper().replace("10", "T").split("-")
    if len(letters) > 1 and all(letter in RANKS and letter for letter in letters):
        text = "-".join(RANK_NAMES[RANKS.index(letter)] for letter in letters)
    for family in sorted(ranking.families, key=len, reverse=True):
        spoken = family.replace("-", " ")
        if text.startswith(spoken + " ") and (ranks := _ranks_of(text[len(spoken) :])):
            return ranking.strength(family, *ranks)
    return ranking.threshold(text.replace(" ", "-"))


def _ranks_of(text: str) -> list[int]:
    letters = text.strip().upper().replace("10", "T").split("-")
    return (
        [RANKS.index(letter) for letter in letters]
        if all(len(x) == 1 and x in RANKS for x in letters)
        else []
    )


# --- What is seen at a decision ----------------------------------------------------------------


@dataclass(frozen=True)
class View:
    """What the player sees at one decision, and the phrases for it."""

    plan: Plan
    stage: Stage

    def __post_init__(self) -> None:
        decision = self.plan.decisions[self.stage.number]
        if len(decision.actions) > MOST_ACTIONS:
            many = (
                f"{len(decision.actions)} actions are more than the {MOST_ACTIONS} that a "
                "strategy in lines can speak of"
            )
            raise CombinError(f"{self.plan.game.slug}, {decision.name!r}: {many}")

    @cached_property
    def hand(self) -> Hand:
        """The player's hand: of those that settle the bet the one of which he sees most cards, then
        the one of most zones.

        Where nothing is left to settle by the cards, any hand of the game gives the words.
        """
        named = dict.fromkeys(
            name for fact in (*self.stage.known, *self.plan.columns) for name in fact.hands
        )
        hands = [self.plan.game.hand(name) for name in named] or self.plan.game.hands
        return max(hands, key=lambda hand: (self._cards_of(hand), len(hand.zones)))

    def _cards_of(self, hand: Hand) -> int:
        """Return how many cards of a hand the player sees."""
        return sum(role.size for role in self.stage.roles if role.zones & set(hand.zones))

    @property
    def ranking(self) -> HandRanking:
        return self.hand.ranking

    @cached_property
    def own(self) -> tuple[int, ...]:
        """The places of the roles that hold the player's cards."""
        return tuple(
            i for i, role in enumerate(self.stage.roles) if role.zones & set(self.hand.zones)
        )

    @cached_property
    def up(self) -> int | None:
        """The place of the role that holds the one card seen of an opponent, if there is one."""
        others = [
            i for i, role in enumerate(self.stage.roles) if i not in self.own and role.size == 1
        ]
        return others[0] if len(others) == 1 else None

    @cached_property
    def cards(self) -> int:
        """How many cards of his own the player sees."""
        return self._cards_of(self.hand)

    @cached_property
    def outs_fact(self) -> Line | None:
        """The paytable whose lines the one card to come decides, if that is all there is to
        come.
        """
        plan = self.plan
        last = plan.stages[-1] is self.stage and sum(group.size for group in plan.hidden) == 1
        alone = len(plan.columns) == 1
        fact = plan.columns[0] if last and alone else None
        return fact if isinstance(fact, Line) else None

    @property
    def width(self) -> int:
        """How many columns a row of traits has."""
        return OUTS + (len(self.outs_fact.lines) if self.outs_fact else 0)

    @cached_property
    def table(self) -> Paytable | None:
        """The paytable by which the player's hand is paid, if there is one."""
        for entry in self.plan.bet.cells():
            match entry.cell:
                case Pays(table, hand):
                    if hand == self.hand.name:
                        return table
                case Fraction():
                    pass
                case _:
                    assert_never(entry.cell)
        return None

    @cached_property
    def points(self) -> array[int]:
        """For each rank 2 where a pair of it wins, 1 where it pushes, else 0; all 0 where no rank
        differs from the others.
        """
        points = [0] * 13
        if self.table and "pair" in self.ranking.families:
            points = [self._worth(self.table, rank) for rank in range(13)]
        return array("i", points if len(set(points)) > 1 else [0] * 13)

    def _worth(self, table: Paytable, rank: int) -> int:
        strength, lines = self.ranking.strength("pair", rank), table.lines
        reached = next(
            (i for i, line in enumerate(lines) if strength >= self.ranking.threshold(line)),
            len(lines),
        )
        net = table.net(reached)
        return 2 if net > 0 else 1 if net == 0 else 0

    @cached_property
    def code(self) -> array[int]:
        """The program that tells the kernel which cards make the player's hand."""
        return program(
            self.plan, [role.zones for role in self.stage.roles], (), hands=(self.hand.name,)
        )

    @cached_property
    def line_of(self) -> array[int]:
        """The line that each column of the counts comes to; of several that the joker offers the
        one that is paid.
        """
        table, facts = self.table, self.plan.columns
        if table is None or not self.outs_fact:
            return array("i")
        menus = (
            self.plan.values(facts, number)[facts[0]] for number in range(self.plan.size(facts))
        )
        return array("i", (best_line(table, menu) for menu in menus))

    # --- Phrases --------------------------------------------------------------------------------

    @cached_property
    def phrases(self) -> dict[str, Condition]:
        """All phrases that can be listed, simple ones first; hands and wagers have more (see
        `read`).
        """
        parts = (
            self._hands,
            self._joker,
            self._points,
            self._ranks,
            self._suits,
            self._pocket,
            self._full_house,
            self._straights,
            self._royal,
            self._up,
            self._outs,
        )
        return {condition.phrase: condition for part in parts for condition in part()}

    def read(self, words: str) -> Condition | None:
        """Return the condition that `words` mean, or None."""
        text = _normal(words).replace("outside straight", "open-ended straight")
        every = text.removeprefix("at least ").replace(f"{NUMBERS[self.cards]} cards", "every card")
        for way in (text, f"at least {text}", every):
            if way in self.phrases:
                return self.phrases[way]
        return self._read_hand(text) or self._read_wager(text)

    def hand_or_better(self, strength: int) -> Condition:
        words = hand_words(self.ranking, strength)
        meaning = f"your hand is at least {words}{self._as_it_is}"
        return Condition(STRENGTH, strength, MOST, f"{words} or better", meaning, self._hand_notes)

    def less_than(self, strength: int) -> Condition:
        words = hand_words(self.ranking, strength)
        phrase = "no pair" if self._in_part and words == "any pair" else f"less than {words}"
        return Condition(
            STRENGTH,
            0,
            strength - 1,
            phrase,
            f"your hand is below {words}{self._as_it_is}",
            self._hand_notes,
        )

    @property
    def _in_part(self) -> bool:
        return self.cards < self.ranking.size

    @property
    def _as_it_is(self) -> str:
        return (
            f"; of {NUMBERS[self.cards]} cards, by equal ranks and high cards alone"
            if self._in_part
            else ""
        )

    @cached_property
    def _must(self) -> int:
        """How many cards the player's hand must use."""
        return sum(deal.cards for deal in self.plan.game.deals if deal.zone in self.hand.must_use)

    @cached_property
    def _hand_notes(self) -> tuple[str, ...]:
        if self.hand.must_use and not self._in_part:
            return (
                "your hand: the best that uses all your cards of "
                f"{' and '.join(self.hand.must_use)}",
            )
        return ()

    def _read_hand(self, text: str) -> Condition | None:
        if text.startswith("any ") and not text.endswith(" or better"):
            text += " or better"
        for pattern, make in (
            (r"(.+) or better", self.hand_or_better),
            (r"less than (.+)", self.less_than),
        ):
            if found := re.fullmatch(pattern, text):
                try:
                    return make(hand_strength(self.ranking, found[1]))
                except CombinError:
                    return None
        return None

    def _read_wager(self, text: str) -> Condition | None:
        found = re.fullmatch(r"(at least|at most|exactly) (\d+(?:/\d+)?) wagered so far", text)
        return wagered(found[1], Fraction(found[2])) if found else None

    def _hands(self) -> Iterator[Condition]:
        ranking = self.ranking
        families = [
            f
            for f in ranking.families[:-1]
            if not self._in_part or LEAST_IN_PART.get(f, 99) <= self.cards
        ]
        strengths = [
            ranking.strength(family) for family in families if not family.endswith("with-joker")
        ]
        if "pair" in families:
            strengths += [ranking.strength("pair", rank) for rank in range(1, 13)]
        for strength in strengths:
            yield self.hand_or_better(strength)
            yield self.less_than(strength)

    def _joker(self) -> Iterator[Condition]:
        if self.plan.game.deck.jokers:
            yield Condition(JOKER, 1, 1, "the joker", "the joker is one of your cards")
            yield Condition(JOKER, 0, 0, "no joker", "the joker is not one of your cards")

    def _points(self) -> Iterator[Condition]:
        if not any(self.points):
            return
        rule = "points: 2 for a card of which a pair wins, 1 for one of which a pair pushes"
        notes = (rule,)
        for count in range(1, 2 * self.cards + 1):
            some = f"{_number(count)} point{'s' if count > 1 else ''}"
            yield Condition(
                POINTS,
                count,
                MOST,
                f"at least {some}",
                f"your cards have {count} or more {rule}",
                notes,
            )
            yield Condition(
                POINTS,
                0,
                count - 1,
                f"fewer than {some}",
                f"your cards have fewer than {count} {rule}",
                notes,
            )

    def _ranks(self) -> Iterator[Condition]:
        for rank in range(12, 0, -1):
            if RANKS[rank] not in self.plan.game.deck.ranks:
                continue
            for count in range(1, min(self.cards, 8) + 1):
                yield _rank_at_least(count, rank, count == self.cards > 1)
                yield _rank_below(count, rank)

    def _suits(self) -> Iterator[Condition]:
        for count in range(max(2, self._must), min(self.cards, self.ranking.size - 1) + 1):
            has, lacks = f"{NUMBERS[count]} to a flush", f"fewer than {NUMBERS[count]} to a flush"
            if self.cards == 2:
                has, lacks = "suited", "not suited"
            what = f"of your cards {self._usable}are of one suit"
            yield Condition(
                SUITED, count, MOST, has, f"{NUMBERS[count]} or more {what}", self._draw_notes
            )
            yield Condition(
                SUITED, 0, count - 1, lacks, f"fewer than {NUMBERS[count]} {what}", self._draw_notes
            )

    @property
    def _usable(self) -> str:
        return "(all that the hand must use among them) " if self.hand.must_use else ""

    def _pocket(self) -> Iterator[Condition]:
        zones = self.hand.must_use
        if self._must == 2 < self.cards:
            whose = f"your two cards of {' and '.join(zones)}"
            yield Condition(POCKET, 1, 1, "a pocket pair", f"{whose} are of one rank")
            yield Condition(POCKET, 0, 0, "no pocket pair", f"{whose} are of two ranks")

    def _full_house(self) -> Iterator[Condition]:
        """Where some cards must be used, a pair is not always on the way to a full house."""
        if not self.hand.must_use or "full-house" not in self.ranking.families:
            return
        for count in range(max(2, self._must), min(self.cards, 4) + 1):
            what = f"of your cards {self._usable}are of two ranks, at most three of one"
            has, lacks = (
                f"{NUMBERS[count]} to a full house",
                f"fewer than {NUMBERS[count]} to a full house",
            )
            yield Condition(
                FULL_HOUSE, count, MOST, has, f"{NUMBERS[count]} or more {what}", self._draw_notes
            )
            yield Condition(
                FULL_HOUSE,
                0,
                count - 1,
                lacks,
                f"fewer than {NUMBERS[count]} {what}",
                self._draw_notes,
            )

    @cached_property
    def _draw_notes(self) -> tuple[str, ...]:
        if not self.hand.must_use:
            return ()
        return (
            f"so many to a hand: among them all your cards of {' and '.join(self.hand.must_use)}",
        )

    def _straights(self) -> Iterator[Condition]:
        size = self.ranking.size
        counts = range(max(2, self._must), min(self.cards, size - 1) + 1) if size > 2 else ()
        for kind, of_suit, ways, tight in (
            ("straight", "", STRAIGHT, STRAIGHT_TIGHT),
            ("straight flush", "of one suit ", STRAIGHT_FLUSH, STRAIGHT_FLUSH_TIGHT),
        ):
            for count in counts:
                yield from self._near(count, kind, of_suit, ways)
                yield from self._gaps(count, kind, of_suit, tight)

    def _royal(self) -> Iterator[Condition]:
        size = self.ranking.size
        if size < 3:
            return
        name = "a royal flush" if size == 5 else "a suited ace-king-queen"
        for count in range(max(1, self._must), min(self.cards, size - 1) + 1):
            low = RANK_NAMES[13 - size]
            what = f"of your cards {self._usable}are of one suit and {low} or higher"
            many, few, notes = NUMBERS[count], f"fewer than {NUMBERS[count]}", self._draw_notes
            yield Condition(
                ROYAL, count, MOST, f"{many} to {name}", f"{many} or more {what}", notes
            )
            yield Condition(ROYAL, 0, count - 1, f"{few} to {name}", f"{few} {what}", notes)

    def _near(self, count: int, kind: str, suited: str, ways: int) -> Iterator[Condition]:
        """Yield the conditions on how many cards are near a straight, and in how many ways it can
        come.
        """
        size, number = self.ranking.size, NUMBERS[count]
        what = (
            f"of your cards {self._usable}{suited}lie within a run of {NUMBERS[size]} ranks, "
            "the ace high or low"
        )
        notes = (
            *self._draw_notes,
            f"to a straight: within a run of {NUMBERS[size]} ranks, the ace high or low",
        )
        yield Condition(
            ways, 16 * count, MOST, f"{number} to a {kind}", f"{number} or more {what}", notes
        )
        yield Condition(
            ways,
            0,
            16 * count - 1,
            f"fewer than {number} to a {kind}",
            f"fewer than {number} {what}",
            notes,
        )
        for many in range(2, size - count + 2):
            phrase = f"{number} to a {kind} in {NUMBERS[many]} ways"
            told = (*notes, "in so many ways: that many such runs hold them")
            meaning = f"{number} {what}, in {NUMBERS[many]} or more such runs"
            if count == size - 1:
                phrase = f"{number} to an open-ended {kind}"
                told = (*notes, "open-ended: two ranks complete it; inside: one does")
                inside = f"exactly {number} {what}, in one such run only"
                yield Condition(
                    ways,
                    16 * count + 1,
                    16 * count + 1,
                    f"{number} to an inside {kind}",
                    inside,
                    told,
                )
            meaning += f", or more than {number} do"
            yield Condition(ways, 16 * count + many, MOST, phrase, meaning, told)
            yield Condition(
                ways,
                0,
                16 * count + many - 1,
                f"not {phrase}",
                f"it is not so that {meaning}",
                told,
            )

    def _gaps(self, count: int, kind: str, suited: str, tight: int) -> Iterator[Condition]:
        """Yield the conditions on the ranks missing between cards that are near a straight; of two
        cards, in a word.
        """
        size, number = self.ranking.size, NUMBERS[count]
        what = (
            f"of your cards {self._usable}{suited}lie within a run of {NUMBERS[size]} ranks, "
            "the ace high or low"
        )
        for gaps in range(size - count):
            some = "no gap" if not gaps else f"at most {NUMBERS[gaps]} gap{'s' if gaps > 1 else ''}"
            phrase = f"{number} to a {kind} with {some}"
            if self.cards == 2:
                near = some if gaps else "connected"
                phrase = near if not suited else f"suited {'with ' if gaps else 'and '}{near}"
            lacks = "not connected" if phrase == "connected" else f"not {phrase}"
            if phrase.startswith("at most"):
                lacks = f"{phrase.replace('at most', 'more than')} or a pair"
            meaning = f"{number} {what}, with {some} between them, or more than {number} do"
            notes = (
                *self._draw_notes,
                "a gap: a rank missing between cards of different ranks, the ace high or low",
            )
            yield Condition(tight, 16 * count + 9 - gaps, MOST, phrase, meaning, notes)
            yield Condition(
                tight, 0, 16 * count + 8 - gaps, lacks, f"it is not so that {meaning}", notes
            )

    def _up(self) -> Iterator[Condition]:
        if self.up is None:
            return
        yield Condition(
            MATCHES,
            1,
            1,
            "the up card matches one of yours",
            "a card of yours has the up card's rank",
        )
        yield Condition(
            MATCHES,
            0,
            0,
            "the up card matches none of yours",
            "no card of yours has the up card's rank",
        )
        for rank in range(13):
            yield from _up_rank(rank)
        for count in range(1, self.cards + 1):
            yield from _counted(UP_SUITED, count, "{} the up card's suit", ("has", "have"))
        for count in range(1, self.cards + 1):
            yield from _counted(ABOVE_UP, count, "{} higher than the up card", ("is", "are"))
        for rank in range(12, 0, -1):
            yield from _up_suited_rank(rank)

    def _outs(self) -> Iterator[Condition]:
        if not self.outs_fact:
            return
        most = len(self.plan.game.deck) - self.cards
        for place, line in enumerate(self.outs_fact.lines):
            words, unseen = f"make {line_words(line)}", "of the cards you have not seen"
            for count in range(1, most + 1):
                many = f"{count} or more cards" if count > 1 else "a card can"
                yield Condition(
                    OUTS + place,
                    count,
                    MOST,
                    f"{many} {words}",
                    f"{unseen} {count} or more {words}",
                )
                few = f"fewer than {count} cards" if count > 1 else "no card can"
                yield Condition(
                    OUTS + place,
                    0,
                    count - 1,
                    f"{few} {words}",
                    f"{unseen} fewer than {count} {words}",
                )


# --- The pieces of phrases ---------------------------------------------------------------------


def _normal(words: str) -> str:
    return " ".join(words.lower().split())


def _number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def _rank_at_least(count: int, rank: int, every: bool) -> Condition:
    name = RANK_NAMES[rank]
    if every:
        phrase = "only aces" if rank == 12 else f"every card {name} or higher"
    elif rank == 12:
        phrase = "an ace" if count == 1 else f"at least {NUMBERS[count]} aces"
    else:
        phrase = (
            f"a card {name} or higher"
            if count == 1
            else f"at least {NUMBERS[count]} cards {name} or higher"
        )
    meaning = f"{NUMBERS[count]} or more of your cards are {_rank_or_higher(rank)}"
    return Condition(RANK + count - 1, rank, MOST, phrase, meaning)


def _rank_below(count: int, rank: int) -> Condition:
    cards = (
        f"card{'s' if count != 2 else ''} {RANK_NAMES[rank]} or higher"
        if rank < 12
        else f"ace{'s' if count != 2 else ''}"
    )
    phrase = f"at most {NUMBERS[count - 1]} {cards}"
    if count == 1:
        phrase = "no ace" if rank == 12 else f"no card {RANK_NAMES[rank]} or higher"
    meaning = f"fewer than {NUMBERS[count]} of your cards are {_rank_or_higher(rank)}"
    return Condition(RANK + count - 1, -1, rank - 1, phrase, meaning)


def _rank_or_higher(rank: int) -> str:
    return "aces" if rank == 12 else f"of rank {RANK_NAMES[rank]} or higher"


def _up_rank(rank: int) -> Iterator[Condition]:
    name = RANK_NAMES[rank]
    article = "an" if name in ("ace", "eight") else "a"
    yield Condition(
        UP, rank, rank, f"the up card is {article} {name}", f"the up card's rank is {name}"
    )
    if 0 < rank < 12:
        yield Condition(
            UP,
            rank,
            MOST,
            f"the up card is {article} {name} or higher",
            f"the up card's rank is {name} or higher",
        )
        yield Condition(
            UP,
            0,
            rank,
            f"the up card is {article} {name} or lower",
            f"the up card's rank is {name} or lower",
        )


def _up_suited_rank(rank: int) -> Iterator[Condition]:
    """Yield the conditions on the one or two highest cards of the up card's suit."""
    name = f"{RANK_NAMES[rank]} or higher"
    one, two = ("an ace", "") if rank == 12 else (f"a card {name}", f"two cards {name}")
    no = one.replace("a card", "no card").replace("an ace", "no ace")
    whose = f"of your cards of the up card's suit {{}} {_rank_or_higher(rank)}"
    yield Condition(
        UP_RANK, rank, MOST, f"{one} has the up card's suit", whose.format("one or more are")
    )
    yield Condition(UP_RANK, -1, rank - 1, f"{no} has the up card's suit", whose.format("none is"))
    if two:
        yield Condition(
            UP_RANK + 1,
            rank,
            MOST,
            f"{two} have the up card's suit",
            whose.format("two or more are"),
        )
        few = f"at most one card {RANK_NAMES[rank]} or higher has the up card's suit"
        yield Condition(UP_RANK + 1, -1, rank - 1, few, whose.format("at most one is"))


def _counted(trait: int, count: int, what: str, verbs: tuple[str, str]) -> Iterator[Condition]:
    one, many = (what.format(verb) for verb in verbs)
    has = f"at least {NUMBERS[count]} of yours {many}" if count > 1 else f"one of yours {one}"
    lacks = (
        f"at most {NUMBERS[count - 1]} of yours {many if count > 2 else one}"
        if count > 1
        else f"none of yours {one}"
    )
    yield Condition(trait, count, MOST, has, f"of your cards {NUMBERS[count]} or more {many}")
    yield Condition(trait, 0, count - 1, lacks, f"of your cards fewer than {NUMBERS[count]} {many}")


def wagered(sense: str, units: Fraction) -> Condition:
    """Return the condition on all units wagered so far; sense: ``at least``, ``at most`` or
    ``exactly``.
    """
    low = Fraction(0) if sense == "at most" else units
    high = Fraction(MOST) if sense == "at least" else units
    return Condition(
        WAGERED,
        low,
        high,
        f"{sense} {units} wagered so far",
        f"all your stakes so far come to {sense} {units}",
    )


def stakes_so_far(plan: Plan, history: Path) -> Fraction:
    """Return the units on the bet after the actions of `history`."""
    return sum(
        plan.game.stakes(plan.bet, tuple(action for _, action in history)).values(), Fraction(0)
    )


def vocabulary(game: Game, bet: str = "base") -> dict[str, tuple[Condition, ...]]:
    """Return decision -> the conditions that a line may name there, for a bet of a resolved game.

    Any hand may stand before `or better` and after `less than`, and any number of units before
    `wagered so far`.
    """
    plan = Plan(game, game.bet(bet))
    return {
        plan.decisions[stage.number].name: tuple(View(plan, stage).phrases.values())
        for stage in plan.stages
    }
