"""The vocabulary of a decision: phrases for what a player sees there.

Each phrase says that one trait of his cards lies between two numbers. A trait is an integer that
`combin.kernels.traits` reads off the cards. The ranking, the paytable, the number of cards and
whether an opponent's card is seen decide which phrases there are; the name of a game never does.
The joker counts as an ace among hands and ranks, and as no card among suits and straights.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from itertools import groupby, pairwise

from combin.cards import RANK_NAMES, RANKS, with_article
from combin.counting.plan import Plan, Stage
from combin.exact import parse_number
from combin.families.listed import family_of
from combin.records import dataclass
from combin.rules import ALWAYS
from combin.rules.facts import Path
from combin.rules.game import Game
from combin.strategies.conditions import (
    DENIED,
    FEWER,
    NUMBERS,
    Condition,
    between,
    either,
    or_not,
    wagered,
)
from combin.strategies.hands import (
    ACE,
    LEAST_CARDS,
    cards_or_higher,
    every_card,
    hand_words,
    high_cards,
    line_words,
    made_of,
    some_cards,
)
from combin.strategies.shared import OnBoard
from combin.strategies.spellings import spellings
from combin.strategies.starting import any_hand, read_hands
from combin.strategies.traits import (
    ABOVE_UP,
    APART,
    EACH,
    FULL_HOUSE,
    JOKER,
    LARGEST_TRAIT,
    MATCHES,
    OUTS,
    POCKET,
    POINTS,
    RANK,
    ROYAL,
    STRAIGHT,
    STRAIGHT_FLUSH,
    STRAIGHT_FLUSH_TIGHT,
    STRAIGHT_TIGHT,
    STRENGTH,
    SUITED,
    UP,
    UP_RANK,
    UP_SUITED,
)
from combin.strategies.visible_cards import VisibleCards

NEARER = "nearer: more cards to it, or as many in more ways; higher: the hand of the cards seen"
OFFERED = "whenever it is offered"  # an action that some cards do not allow

# A trait of straights is NEAR x cards + the ways to complete them, or + TIGHT less the gaps.
NEAR, TIGHT = 16, 9
IN_MANY_WAYS = 4  # what the number of ways adds to the hardness
FEW_TO_ROYAL = 2  # what a royal flush adds to which three cards or more are missing


@dataclass(frozen=True)
class Run:
    """A hand whose ranks follow each other.

    name: in words.
    suited: the words of its cards' being of one suit, where they must be.
    ways, gaps: the traits that say how near it is.
    """

    name: str
    suited: str
    ways: int
    gaps: int


RUNS = (
    Run("straight", "", STRAIGHT, STRAIGHT_TIGHT),
    Run("straight flush", "of one suit ", STRAIGHT_FLUSH, STRAIGHT_FLUSH_TIGHT),
)


class View(VisibleCards):
    """What the player sees at one decision, and the phrases for it.

    apart: what is seen of each hand alone, where the player decides between hands.
    """

    def __init__(self, plan: Plan, stage: Stage, only: str = "") -> None:
        super().__init__(plan, stage, only)
        self.apart = tuple(View(plan, stage, hand.name) for hand in self.alone)

    # --- Phrases --------------------------------------------------------------------------------

    @cached_property
    def phrases(self) -> dict[str, Condition]:
        """All phrases that can be listed, simple ones first; hands and wagers have more (see
        `read`).
        """
        if self.shoe:
            return self.shoe.phrases | self._offered()
        parts = (
            self._hands,
            self._joker,
            self._points,
            self._ranks,
            self._suits,
            self._used,
            self._straights,
            self._royal,
            self._up,
            self._outs,
            self._board,
            self._each,
            self._compared,
        )
        said = {one.phrase: self._of_several(one) for part in parts for one in part()}
        return said | self._offered()

    def _of_several(self, condition: Condition) -> Condition:
        """Return a condition that says of which of several hands it speaks."""
        if condition.trait >= APART:
            return condition
        more = tuple(note for note in self._several if note not in condition.notes)
        return condition._replace(notes=condition.notes + more) if more else condition

    @property
    def _several(self) -> tuple[str, ...]:
        """What is said of the player's hands, where he sees as much of several."""
        names = " and ".join(hand.name for hand in self.hands)
        return (f"your hand and your cards: the higher of {names}",) if self.hands[1:] else ()

    def _offered(self) -> dict[str, Condition]:
        """Return the condition that always holds, for lines of what some cards do not allow."""
        if self.only or all(action.when == ALWAYS for action in self.actions):
            return {}
        trait = self.shoe.columns[0] if self.shoe else STRENGTH
        meaning = "the rules allow it with your cards"
        return {OFFERED: Condition(trait, 0, LARGEST_TRAIT, OFFERED, meaning, 0)}

    def read(self, words: str) -> Condition | None:
        """Return the condition that `words` mean, in any spelling, or None."""
        if self.has_starting_hands and (hands := read_hands(_normal(words))):
            return any_hand(self.ranking, hands)
        read = (self._read(way) for way in spellings(self, _normal(words)))
        return next(filter(None, read), None)

    def _read(self, text: str) -> Condition | None:
        """Return the condition that a phrase of the vocabulary means, or None."""
        if text == OFFERED:
            return self.phrases.get(text)
        if self.shoe:
            return self.shoe.read(text) or self._read_wager(text)
        for place, view in enumerate(self.apart):
            own = text.removesuffix(f" {view.whose}")
            if own != text and (one := view.read(own)):
                return self._of_one(place, one)
        every = text.removeprefix("at least ").replace(f"{NUMBERS[self.cards]} cards", "every card")
        for way in (text, f"at least {text}", every):
            if way in self.phrases:
                return self.phrases[way]
        on_board = self._on_board.read(text) if self.board else None
        exactly = self.exactly(text) if text[-1:] == "x" or text.startswith("exactly ") else None
        if on_board:
            return self._of_several(on_board)
        if text.startswith("any ") and not text.endswith(" or better"):
            text += " or better"
        ways = (r"(.+) or better", self.hand_or_better), (r"less than (.+)", self.less_than)
        return exactly or made_of(self.ranking, text, ways) or self._read_wager(text)

    def hand_or_better(self, strength: int) -> Condition:
        words = hand_words(self.ranking, strength)
        meaning = f"your hand is at least {words}{self._as_it_is}"
        harder = self._harder(strength, words)
        phrase = f"{words} or better"
        return between(STRENGTH, strength, LARGEST_TRAIT, phrase, meaning, self._hand_notes, harder)

    def exactly(self, words: str) -> Condition | None:
        """Return the condition on a hand of high cards alone: ``exactly 6-5``, or
        ``A-K-Q-x-x`` with `x` for any lower card; None where the words name no such hand of so many
        cards.
        """
        ranks, others = high_cards(words.removeprefix("exactly "))
        size = min(self.cards, self.ranking.size)
        if "high-card" not in self.ranking.families or len(ranks) + others != size:
            return None
        if not ranks or any(high <= low for high, low in pairwise(ranks)):
            return None
        low = self.ranking.strength("high-card", *ranks)
        high = low | (1 << 4 * (5 - len(ranks))) - 1
        cards = "-".join([*(RANKS[rank] for rank in ranks), *"x" * others])
        phrase = cards if others else f"exactly {cards}"
        lower = ", x being any lower card" if others else ""
        meaning = f"your hand is high cards alone, {cards}{lower}"
        return between(STRENGTH, low, high, phrase, meaning, self._several, FEWER)

    def less_than(self, strength: int) -> Condition:
        words = hand_words(self.ranking, strength)
        phrase = "no pair" if self._in_part and words == "any pair" else f"less than {words}"
        meaning = f"your hand is below {words}{self._as_it_is}"
        harder = self._harder(strength, words) + FEWER
        return between(STRENGTH, 0, strength - 1, phrase, meaning, self._hand_notes, harder)

    def rounder(self, condition: Condition) -> list[Condition]:
        """Return the easier conditions near one on the strength of a hand: fewer of its kickers, or
        the next hand that is named without any; the easiest first.
        """
        at_least = condition.high == LARGEST_TRAIT
        make = self.hand_or_better if at_least else self.less_than
        strength = int(condition.low if at_least else condition.high + 1)
        found = {make(near).phrase: make(near) for near in self._near_strengths(strength)}
        easier = [one for one in found.values() if one.hardness < condition.hardness]
        return sorted(
            (one for one in easier if self.read(one.phrase) == one), key=lambda one: one.hardness
        )

    def _near_strengths(self, strength: int) -> Iterator[int]:
        """Yield the strengths of the hands around one that name fewer ranks."""
        family = self.ranking.family_of(strength)
        ranks = self.ranking.ranks_of(strength)
        best = len(self.ranking.families) - 1
        yield from (self.ranking.strength(family, *ranks[:count]) for count in range(len(ranks)))
        for count in range(1, len(ranks)):
            higher = *ranks[: count - 1], ranks[count - 1] + 1
            if higher[-1] <= ACE:
                yield self.ranking.strength(family, *higher)
        if strength >> 20 < best:
            yield self.ranking.strength(self.ranking.families[best - (strength >> 20) - 1])

    def _harder(self, strength: int, words: str) -> int:
        """Return what the kickers of a hand add to its hardness."""
        # Paytables and dealers name ace-king themselves, as they do a hand of one rank.
        return 0 if words == "ace-king" else len(self.ranking.ranks_of(strength)) // 2

    @property
    def _in_part(self) -> bool:
        """Whether the cards seen are too few to be read by their families."""
        return self.cards < self.ranking.size and not self.ranking.of_patterns

    @property
    def _as_it_is(self) -> str:
        if self._in_part:
            return f"; of {NUMBERS[self.cards]} cards, by equal ranks and high cards alone"
        return f"; of {NUMBERS[self.cards]} cards" if self.cards < self.ranking.size else ""

    @property
    def has_starting_hands(self) -> bool:
        """Whether the player sees two cards of one pack, his own, read by ranks and suits."""
        deck = self.plan.game.deck
        return (
            not self.shoe
            and self.cards == 2
            and self._in_part
            and {"pair", "high-card"} <= {*self.ranking.families}
            and len(deck.suits) > 1
            and not deck.jokers
        )

    @property
    def has_straights(self) -> bool:
        """Whether straights can make the player's hand."""
        return self.ranking.size > 2 and not self.ranking.of_longest_flush

    @property
    def _must(self) -> int:
        """How many cards the player's hand must use."""
        return sum(deal.cards for deal in self.plan.game.deals if deal.zone in self.hand.must_use)

    @property
    def _hand_notes(self) -> tuple[str, ...]:
        if self.hand.must_use and not self._in_part:
            return (
                "your hand: the best that uses all your cards of "
                f"{' and '.join(self.hand.must_use)}",
            )
        return self._several

    def _read_wager(self, text: str) -> Condition | None:
        found = re.fullmatch(r"(at least|at most|exactly) (\S+) wagered so far", text)
        return wagered(found[1], parse_number(found[2], "what was wagered")) if found else None

    def _hands(self) -> Iterator[Condition]:
        ranking = self.ranking
        families = [
            f
            for f in ranking.families[:-1]
            if not self._in_part or LEAST_CARDS.get(f, 99) <= self.cards
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
            yield between(JOKER, 1, 1, "the joker", "the joker is one of your cards")
            yield between(JOKER, 0, 0, "no joker", "the joker is not one of your cards")

    def _points(self) -> Iterator[Condition]:
        if not any(self.points):
            return
        parts = []
        for worth, run in groupby(range(ACE, -1, -1), key=lambda rank: self.points[rank]):
            names = [RANK_NAMES[rank] for rank in run][::-1]
            span = names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"
            parts.append(f"{span} {worth}")
        joker = "; the joker as an ace" if self.plan.game.deck.jokers else ""
        rule = f"points: {', '.join(parts)}{joker}"
        for count in range(1, 2 * self.cards + 1):
            number = NUMBERS[count] if count < len(NUMBERS) else count
            points = f"{number} point{'s' if count > 1 else ''}"
            phrases = f"at least {points}", f"fewer than {points}"
            more, fewer = f"your cards have {count} or more", f"your cards have fewer than {count}"
            meanings = f"{more} points; {rule}", f"{fewer} points; {rule}"
            yield from either(POINTS, count, phrases, meanings, (rule,))

    def _ranks(self) -> Iterator[Condition]:
        if self.board:
            return  # `_board` has the ranks of the player's own cards
        for rank in range(ACE, 0, -1):
            if RANKS[rank] in self.plan.game.deck.ranks:
                for count in range(1, min(self.cards, 8) + 1):
                    cards = every_card(rank) if count == self.cards > 1 else some_cards(count, rank)
                    phrases = cards, _fewer_cards(count, rank)
                    meanings = _counted(count, f"of your cards are {_rank_or_higher(rank)}")
                    yield from either(RANK + count - 1, rank, phrases, meanings, lowest=-1)

    def _suits(self) -> Iterator[Condition]:
        if self.is_whole:
            return
        what = f"of your cards {self._usable}are of one suit"
        for count in range(max(2, self._must), min(self.cards, self.ranking.size - 1) + 1):
            phrases = ("suited", "not suited") if self.cards == 2 else _toward(count, "a flush")
            yield from either(SUITED, count, phrases, _counted(count, what), self._draw_notes)

    @property
    def _usable(self) -> str:
        return "(all that the hand must use among them) " if self.hand.must_use else ""

    def _used(self) -> Iterator[Condition]:
        """Yield the conditions on cards that the hand must use: a pair of others is then not on the
        way to a full house.
        """
        if self._must == 2 < self.cards:
            whose = f"your two cards of {' and '.join(self.hand.must_use)}"
            yield between(POCKET, 1, 1, "a pocket pair", f"{whose} are of one rank")
            yield between(POCKET, 0, 0, "no pocket pair", f"{whose} are of two ranks")
        if not self.hand.must_use or "full-house" not in self.ranking.families:
            return
        what = f"of your cards {self._usable}are of two ranks, at most three of one"
        for count in range(max(2, self._must), min(self.cards, 4) + 1):
            phrases = _toward(count, "a full house")
            yield from either(FULL_HOUSE, count, phrases, _counted(count, what), self._draw_notes)

    @property
    def _draw_notes(self) -> tuple[str, ...]:
        if not self.hand.must_use:
            return ()
        return (
            f"so many to a hand: among them all your cards of {' and '.join(self.hand.must_use)}",
        )

    def _straights(self) -> Iterator[Condition]:
        if not self.has_straights or self.is_whole:
            return
        for run in RUNS:
            for count in range(max(2, self._must), min(self.cards, self.ranking.size - 1) + 1):
                yield from self._near(run, count)
                yield from self._gaps(run, count)

    def _royal(self) -> Iterator[Condition]:
        size = self.ranking.size
        if not self.has_straights or self.is_whole:
            return
        name = "a royal flush" if size == 5 else "a suited ace-king-queen"
        lowest = RANK_NAMES[len(RANKS) - size]
        what = f"of your cards {self._usable}are of one suit and {lowest} or higher"
        for count in range(max(1, self._must), min(self.cards, size - 1) + 1):
            phrases = _toward(count, name)
            meanings = _counted(count, what)
            yield from either(
                ROYAL, count, phrases, meanings, self._draw_notes, FEW_TO_ROYAL if count < 3 else 0
            )

    @property
    def _run_rule(self) -> str:
        return f"within a run of {NUMBERS[self.ranking.size]} ranks, the ace high or low"

    def _within(self, run: Run) -> str:
        return f"of your cards {self._usable}{run.suited}lie {self._run_rule}"

    def _near(self, run: Run, count: int) -> Iterator[Condition]:
        """Yield the conditions on how many cards are near a straight, and in how many ways it can
        come.
        """
        notes = (*self._draw_notes, f"to a straight: {self._run_rule}")
        phrases = _toward(count, f"a {run.name}")
        yield from either(
            run.ways, NEAR * count, phrases, _counted(count, self._within(run)), notes
        )
        missing = self.ranking.size - count
        if missing == 1:
            number = NUMBERS[count]
            one_way = NEAR * count + 1
            notes = (*notes, "open-ended: two ranks complete it; inside: one does")
            inside = f"exactly {number} {self._within(run)}, in one such run only"
            phrase = f"{number} to an inside {run.name}"
            yield between(run.ways, one_way, one_way, phrase, inside, notes)
            yield from self._in_ways(run, count, 2, f"{number} to an open-ended {run.name}", notes)
            return
        notes = (*notes, "in so many ways: that many such runs hold them")
        for ways in range(2, missing + 2):
            phrase = f"{NUMBERS[count]} to a {run.name} in {NUMBERS[ways]} ways"
            yield from self._in_ways(run, count, ways, phrase, notes, IN_MANY_WAYS)

    def _in_ways(
        self,
        run: Run,
        count: int,
        ways: int,
        phrase: str,
        notes: tuple[str, ...],
        harder: int = 0,
    ) -> Iterator[Condition]:
        number = NUMBERS[count]
        runs = f"{number} {self._within(run)}, in {NUMBERS[ways]} or more such runs"
        phrases, meanings = _or_not(phrase, f"{runs}, or more than {number} do")
        yield from either(run.ways, NEAR * count + ways, phrases, meanings, notes, harder, DENIED)

    def _gaps(self, run: Run, count: int) -> Iterator[Condition]:
        """Yield the conditions on the ranks missing between cards that are near a straight; of two
        cards, in a word.
        """
        gap = "a gap: a rank missing between cards of different ranks, the ace high or low"
        notes = (*self._draw_notes, gap)
        number = NUMBERS[count]
        for gaps in range(self.ranking.size - count):
            meaning = (
                f"{number} {self._within(run)}, with {_at_most_gaps(gaps)} between them, "
                f"or more than {number} do"
            )
            phrases, meanings = _or_not(self._gaps_words(run, count, gaps), meaning)
            opposite = DENIED
            if self.cards == 2 and not run.suited and gaps:
                phrases = phrases[0], f"more than {_gap_count(gaps)} or a pair"
                opposite = FEWER
            least = NEAR * count + TIGHT - gaps
            yield from either(run.gaps, least, phrases, meanings, notes, opposite=opposite)

    def _gaps_words(self, run: Run, count: int, gaps: int) -> str:
        if self.cards > 2:
            return f"{NUMBERS[count]} to a {run.name} with {_at_most_gaps(gaps)}"
        near = _at_most_gaps(gaps) if gaps else "connected"
        if not run.suited:
            return near
        return f"suited with {near}" if gaps else f"suited and {near}"

    def _up(self) -> Iterator[Condition]:
        """Yield the conditions on the card seen beside the hand: where no opponent has it, it is
        called by its place.
        """
        if self.up is None:
            return
        if self.has_opponent:
            yield from self._of_up()
            return
        (zone,) = self.stage.roles[self.up].zones
        for one in self._of_up():
            said = one.phrase, one.meaning
            phrase, meaning = (text.replace("the up card", f"the {zone} card") for text in said)
            yield one._replace(phrase=phrase, meaning=meaning)

    def _of_up(self) -> Iterator[Condition]:
        one, none = "the up card matches one of yours", "the up card matches none of yours"
        yield between(MATCHES, 1, 1, one, "a card of yours has the up card's rank")
        yield between(MATCHES, 0, 0, none, "no card of yours has the up card's rank")
        for rank in range(len(RANKS)):
            name = RANK_NAMES[rank]
            phrase = f"the up card is {with_article(name)}"
            meaning = f"the up card's rank is {name}"
            yield between(UP, rank, rank, phrase, meaning)
            if 0 < rank < ACE:
                yield between(
                    UP, rank, LARGEST_TRAIT, f"{phrase} or higher", f"{meaning} or higher"
                )
                yield between(UP, 0, rank, f"{phrase} or lower", f"{meaning} or lower")
        for count in range(1, self.cards + 1):
            yield from _of_yours(UP_SUITED, count, "{} the up card's suit", ("has", "have"))
        for count in range(1, self.cards + 1):
            yield from _of_yours(ABOVE_UP, count, "{} higher than the up card", ("is", "are"))
        for rank in range(ACE, 0, -1):
            of_suit = "the up card's suit"
            whose = f"of your cards of {of_suit} {{}} {_rank_or_higher(rank)}"
            phrases = (
                f"{some_cards(1, rank)} has {of_suit}",
                f"{_fewer_cards(1, rank)} has {of_suit}",
            )
            meanings = whose.format("one or more are"), whose.format("none is")
            yield from either(UP_RANK, rank, phrases, meanings, lowest=-1)
            if rank < ACE:
                phrases = (
                    f"two {cards_or_higher(rank)} have {of_suit}",
                    f"{_fewer_cards(2, rank)} has {of_suit}",
                )
                meanings = whose.format("two or more are"), whose.format("at most one is")
                yield from either(UP_RANK + 1, rank, phrases, meanings, lowest=-1)

    # --- Hands of which one is chosen -----------------------------------------------------------

    @property
    def whose(self) -> str:
        """The words for the one hand that is spoken of: ``in the left hand``, ``with left``."""
        words = self.plan.game.called(self.only).lower()
        return words if words.startswith("with ") else f"in {words}"

    @cached_property
    def named(self) -> list[int]:
        """The strengths that have a name, ascending, from nothing on: of hands seen apart, kickers
        only tell which is higher.
        """
        return sorted({0, *(int(one.low) for one in self._hands())})

    def _each(self) -> Iterator[Condition]:
        for place, view in enumerate(self.apart):
            yield from filter(None, (self._of_one(place, one) for one in view.phrases.values()))

    def _of_one(self, place: int, one: Condition) -> Condition | None:
        """Return a condition as one on the hand of a place alone; None where it asks for a trait
        that is not told apart.
        """
        view = self.apart[place]
        if not view.tells(one):
            return None
        return one._replace(
            trait=APART + EACH * place + one.trait,
            phrase=f"{one.phrase} {view.whose}",
            meaning=f"{view.whose}: {one.meaning}",
        )

    def tells(self, one: Condition) -> bool:
        """Return whether a condition asks for what is looked at of a hand that is seen apart."""
        ends = {one.low, one.high + 1} - {LARGEST_TRAIT + 1}
        return 0 <= one.trait < EACH and (one.trait != STRENGTH or ends.issubset(self.named))

    @property
    def compared(self) -> dict[int, tuple[str, str, str]]:
        """The traits by which hands seen apart are told and compared: of each the words for more of
        it, for no more and for as much.
        """
        near = {}
        if self.drawn and self.has_straights:
            near = {SUITED: "a flush", STRAIGHT: "a straight"}
            near |= {STRAIGHT_FLUSH: "a straight flush", ROYAL: "a royal flush"}
        words = {STRENGTH: ("a higher hand", "no higher hand", "as high a hand")} | {
            trait: (f"nearer to {hand}", f"no nearer to {hand}", f"as near to {hand}")
            for trait, hand in near.items()
        }
        if any(self.points):
            words[POINTS] = "more points", "no more points", "as many points"
        else:
            words[RANK] = "a higher card", "no higher card", "as high a card"
        return words

    def _compared(self) -> Iterator[Condition]:
        for number, (first, second) in enumerate(self.pairs):
            one, other = self.apart[first].whose, self.apart[second].whose
            for trait, words in self.compared.items():
                column = APART + EACH * (len(self.apart) + number) + trait
                yield from _more(column, 1, words, one, other)
                yield from _more(column, -1, words, other, one)
                same = f"{words[2]} {one} as {other}"
                yield between(column, 0, 0, same, f"of the cards you see: {same}", (NEARER,))

    @property
    def _on_board(self) -> OnBoard:
        hidden = tuple(i for i in self.own if i not in self.board)
        unseen = len(self.plan.game.deck) - self.cards
        return OnBoard(self.ranking, self.seen_of(hidden), self.seen_of(self.board), unseen)

    def _board(self) -> Iterator[Condition]:
        if self.board:
            yield from self._on_board.conditions()

    def _outs(self) -> Iterator[Condition]:
        if not self.outs_fact:
            return
        most = len(self.plan.game.deck) - self.cards
        for place, line in enumerate(self.outs_fact.lines):
            for count in range(1, most + 1):
                yield from _outs(OUTS + place, count, f"make {line_words(line)}")


# --- The pieces of phrases ---------------------------------------------------------------------


def _normal(words: str) -> str:
    return " ".join(words.lower().split())


def _toward(count: int, hand: str) -> tuple[str, str]:
    """Return the phrases for `count` cards to a hand, and for fewer."""
    return f"{NUMBERS[count]} to {hand}", f"fewer than {NUMBERS[count]} to {hand}"


def _counted(count: int, what: str) -> tuple[str, str]:
    """Return the meanings of `count` cards or more, and of fewer."""
    return f"{NUMBERS[count]} or more {what}", f"fewer than {NUMBERS[count]} {what}"


def _or_not(phrase: str, meaning: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return a phrase and its denial, and their meanings."""
    return (phrase, f"not {phrase}"), or_not(meaning)


def _at_most_gaps(gaps: int) -> str:
    return f"at most {_gap_count(gaps)}" if gaps else "no gap"


def _gap_count(gaps: int) -> str:
    return f"{NUMBERS[gaps]} gap{'s' if gaps > 1 else ''}"


def _fewer_cards(count: int, rank: int) -> str:
    if count == 1:
        return f"no {cards_or_higher(rank, one=True)}"
    return f"at most {NUMBERS[count - 1]} {cards_or_higher(rank, one=count == 2)}"


def _rank_or_higher(rank: int) -> str:
    return "aces" if rank == ACE else f"of rank {RANK_NAMES[rank]} or higher"


def _of_yours(trait: int, count: int, what: str, verbs: tuple[str, str]) -> Iterator[Condition]:
    """Yield the conditions on how many of the player's cards are of a kind; verbs: of one card and
    of several.
    """
    one, many = (what.format(verb) for verb in verbs)
    if count == 1:
        phrases = f"one of yours {one}", f"none of yours {one}"
    else:
        fewer = f"at most {NUMBERS[count - 1]} of yours {many if count > 2 else one}"
        phrases = f"at least {NUMBERS[count]} of yours {many}", fewer
    number = NUMBERS[count]
    meanings = (
        f"of your cards {number} or more {many}",
        f"of your cards fewer than {number} {many}",
    )
    yield from either(trait, count, phrases, meanings)


def _outs(trait: int, count: int, what: str) -> Iterator[Condition]:
    """Yield the conditions on how many unseen cards make a line; what: in words."""
    phrases = f"{count} or more cards {what}", f"fewer than {count} cards {what}"
    if count == 1:
        phrases = f"a card can {what}", f"no card can {what}"
    unseen = "of the cards you have not seen"
    meanings = f"{unseen} {count} or more {what}", f"{unseen} fewer than {count} {what}"
    yield from either(trait, count, phrases, meanings)


def _more(
    trait: int, sign: int, words: tuple[str, str, str], one: str, other: str
) -> Iterator[Condition]:
    """Yield the conditions that one of two hands has more of a trait than the other, and no more;
    sign: that of the trait where it has.
    """
    more, no_more = (f"{said} {one} than {other}" for said in words[:2])
    meanings = or_not(f"of the cards you see: {more}")
    low, high = sorted((0, -sign))
    yield between(trait, sign, sign, more, meanings[0], (NEARER,))
    yield between(trait, low, high, no_more, meanings[1], (NEARER,), FEWER)


def stakes_so_far(plan: Plan, history: Path) -> Fraction:
    """Return the units on the bet after the actions of `history`."""
    return sum(plan.bet.stakes(action for _, action in history).values(), Fraction(0))


def vocabulary(game: Game, bet: str = "base") -> dict[str, tuple[Condition, ...]]:
    """Return decision -> the conditions that a line may name there, for a bet of a resolved game.

    Any hand may stand before `or better` and after `less than`, and any number of units before
    `wagered so far`.
    """
    plan = Plan(game, game.bet(bet))
    if language := family_of(plan).language(plan):
        return {plan.decisions[0].name: language.vocabulary(plan)}
    return {
        plan.decisions[stage.number].name: tuple(View(plan, stage).phrases.values())
        for stage in plan.stages
    }
