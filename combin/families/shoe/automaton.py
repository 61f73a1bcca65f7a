"""The hands of cards dealt one by one, as a finite automaton: from state to state by the class of
each card.

A state holds no cards, only what is still asked of them: how far each hand has come, which facts
are decided, and whether the next card is dealt. Cards that every hand treats alike are of one kind.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar, assert_never

from combin.cards import rank_of, suit_of
from combin.counting import copies
from combin.errors import CombinError
from combin.ranking import HandRanking, Points, Spread
from combin.records import dataclass
from combin.rules import ALWAYS, Condition, Deal, Hand
from combin.rules.facts import (
    Fact,
    FactValue,
    Lead,
    Order,
    PaidLine,
    Questions,
    Under,
    facts_asked,
    holds,
    margin_named,
    speaks_of_actions,
    still_open,
)

MOST_FOLLOWING = 500_000  # states times kinds of cards: some seconds to find

Item = TypeVar("Item")
Held = tuple[Any, ...]  # of each hand how far it has come, None for one that is asked no more
Known = tuple[FactValue, ...]  # of each fact its value, None while it is open
Reader = Callable[[Held], FactValue]  # tells the value of a fact
State = tuple[bool, Held, Known]  # whether the next card is dealt, and what was dealt so far
Made = dict[tuple[int, Any, Hashable], Any]  # of a hand by its place, what it had, a card of it


@dataclass(frozen=True)
class Automaton:
    """What the cards of some zones come to.

    kinds: card -> the number of its kind.
    following: for each step, state and kind the state that follows; ~ of it where no card is dealt.
    first: where each step begins in `following`.
    known: for each step, and for the end, what its states know of the facts asked.
    """

    kinds: dict[int, int]
    following: array[int]
    first: array[int]
    known: tuple[tuple[Known, ...], ...]

    @property
    def number(self) -> int:
        """How many kinds of cards there are."""
        return max(self.kinds.values()) + 1

    def after(self, step: int, state: int, kind: int) -> int:
        """Return the state that follows where a card is dealt; ~ of it where none is."""
        return self.following[self.first[step] + state * self.number + kind]


@lru_cache(maxsize=64)
def automaton(
    deals: tuple[Deal, ...],
    hands: tuple[Hand, ...],
    facts: tuple[Fact, ...],
    cards: tuple[int, ...],
    asked: Questions = (),
) -> Automaton:
    """Return what cards dealt one by one come to.

    deals: of one card each.
    hands: all that the facts and the conditions of the deals ask about.
    facts: what is asked in the end.
    cards: each once, whatever their number.
    asked: where only the questions of a bet are, and not each fact by itself: states that leave
        the same of them are one, and know the facts of the first deal that leads there.
    """
    return _StateBuilder(deals, hands, facts, cards, asked).build()


# --- Hands, card by card -------------------------------------------------------------------------


class _CardByCard(NamedTuple):
    """How hands of a kind of ranking are read card by card; each function is given the ranking.

    none: of no card. key: all that is looked at in a card. more: with a card more, by its key.
    strength: of all cards.
    """

    none: Any
    key: Callable[..., Hashable]
    more: Callable[..., Any]
    strength: Callable[..., int]


READ = {
    Points: _CardByCard(
        0,
        lambda ranking, card: ranking.count(card),
        lambda ranking, held, key: ranking.total(held + key),
        lambda ranking, held: held,
    ),
    Spread: _CardByCard(
        (),
        lambda ranking, card: rank_of(card),
        lambda ranking, held, key: tuple(sorted({*held, key})),
        lambda ranking, held: ranking.apart(held),
    ),
    HandRanking: _CardByCard(
        (),
        lambda ranking, card: (
            rank_of(card),
            suit_of(card) if copies.looks_at_suits(ranking) else 0,
        ),
        lambda ranking, held, key: tuple(sorted((*held, key))),
        copies.strength,
    ),
}


def strength_of(hand: Hand, cards: Iterable[int]) -> int:
    """Return the strength of a hand that is made of all its cards."""
    ranking, read = hand.ranking, READ[type(hand.ranking)]
    held = read.none
    for card in cards:
        held = read.more(ranking, held, read.key(ranking, card))
    return read.strength(ranking, held)


# --- The automaton -------------------------------------------------------------------------------


class _StateBuilder:
    """Finds the states step by step; steps are numbered by the cards dealt before them.

    ends: for each hand the step at which all its cards lie.
    decided: for each fact the step at which its hands do.
    deciding: for each step the facts decided there: place and reader.
    ending: for each step the places of the hands that are asked there last.
    """

    def __init__(
        self,
        deals: tuple[Deal, ...],
        hands: tuple[Hand, ...],
        facts: tuple[Fact, ...],
        cards: tuple[int, ...],
        asked: Questions,
    ) -> None:
        self.asked = asked
        self.alike: dict[Known, Known] = {}
        self.deals, self.hands, self.facts = deals, hands, facts
        self.names = [hand.name for hand in hands]
        # What tells whether a card is dealt, and the places of the hands that it asks.
        self.whens: list[tuple[_When, list[int]]] = []
        for deal in deals:
            asking = {name for fact in facts_asked(deal.when) for name in fact.hands}
            places = [place for place, hand in enumerate(hands) if hand.name in asking]
            # a card that only some actions call for is dealt in any case, and only they look at it
            dealt = ALWAYS if speaks_of_actions(deal.when) else deal.when
            self.whens.append((_When(dealt, tuple(hands[place] for place in places)), places))
        zones = [deal.zone for deal in deals]
        self.users = [
            [place for place, hand in enumerate(hands) if zone in hand.zones] for zone in zones
        ]
        self.ends = [1 + max(map(zones.index, hand.zones)) for hand in hands]
        self.decided = [
            max(self.ends[self.names.index(name)] for name in fact.hands) for fact in facts
        ]
        readers = list(enumerate(_reader(fact, hands) for fact in facts))
        steps = range(len(deals) + 1)
        self.deciding = [_at(step, self.decided, readers) for step in steps]
        self.ending = [_at(step, self._needed(), range(len(hands))) for step in steps]
        self.read = [READ[type(hand.ranking)] for hand in hands]
        keys = {
            card: tuple(read.key(hand.ranking, card) for read, hand in zip(self.read, hands))
            for card in cards
        }
        self.keys = list(dict.fromkeys(keys.values()))
        self.kinds = {card: self.keys.index(key) for card, key in keys.items()}
        self.made: Made = {}
        self._begin()

    def build(self) -> Automaton:
        following, first, known = array("i"), array("q"), []
        self._place(0, tuple(read.none for read in self.read), (None,) * len(self.facts))
        for step in range(len(self.deals)):
            states = self.states
            known.append(tuple(state[2] for state in states))
            first.append(len(following))
            self._begin()
            for state in states:
                following.extend(self._following(step, state))
                if len(following) > MOST_FOLLOWING:
                    raise CombinError(
                        "what the cards of a bet from a shoe come to are more than "
                        f"{MOST_FOLLOWING:,} cases; hands of fewer cards, or that look at no "
                        "suits, have fewer"
                    )
        known.append(tuple(state[2] for state in self.states))
        return Automaton(self.kinds, following, first, tuple(known))

    def _begin(self) -> None:
        self.places: dict[tuple[Held, Known], int] = {}
        self.states: list[State] = []
        self.numbers: dict[State, int] = {}

    def _following(self, step: int, state: State) -> list[int]:
        """Return the states that follow, one a kind of card."""
        deals, held, known = state
        if not deals:
            return [~self._place(step + 1, held, known)] * len(self.keys)
        users = self.users[step]
        found: dict[tuple[Hashable, ...], int] = {}
        following = []
        for key in self.keys:
            looked = tuple([key[place] for place in users])
            if looked not in found:
                found[looked] = self._place(step + 1, self._dealt(held, users, key), known)
            following.append(found[looked])
        return following

    def _dealt(self, held: Held, users: Sequence[int], key: tuple[Hashable, ...]) -> Held:
        more = list(held)
        for place in users:
            if held[place] is None:
                continue
            asked = place, held[place], key[place]
            if asked not in self.made:
                self.made[asked] = self.read[place].more(self.hands[place].ranking, *asked[1:])
            more[place] = self.made[asked]
        return tuple(more)

    def _place(self, step: int, held: Held, known: Known) -> int:
        """Return the number of the state that some hands come to before a step."""
        come_to = held, known
        if come_to not in self.places:
            state = self._state(step, held, known)
            if state not in self.numbers:
                self.numbers[state] = len(self.states)
                self.states.append(state)
            self.places[come_to] = self.numbers[state]
        return self.places[come_to]

    def _state(self, step: int, held: Held, known: Known) -> State:
        if self.deciding[step]:
            now = list(known)
            for place, reader in self.deciding[step]:
                now[place] = reader(held)
            known = tuple(now)
            if self.asked:
                if known not in self.alike:
                    left = still_open(self.asked, dict(zip(self.facts, known)))
                    self.alike[known] = _Alike(known, left)
                known = self.alike[known]
        happens = True
        if step < len(self.whens):
            when, places = self.whens[step]
            happens = when.holds(tuple([held[place] for place in places]))
        if self.ending[step]:
            going_on = list(held)
            for place in self.ending[step]:
                going_on[place] = None
            held = tuple(going_on)
        return happens, held, known

    def _needed(self) -> list[int]:
        """Return for each hand the step at which it is asked last."""
        needed = [0] * len(self.hands)
        asked = [(fact, decided) for fact, decided in zip(self.facts, self.decided)]
        asked += [(fact, step) for step, (when, _) in enumerate(self.whens) for fact in when.asked]
        for fact, step in asked:
            for name in fact.hands:
                place = self.names.index(name)
                needed[place] = max(needed[place], step)
        return needed


def _at(step: int, steps: Sequence[int], items: Sequence[Item]) -> list[Item]:
    return [item for one, item in zip(steps, items) if one == step]


def _reader(fact: Fact, hands: Sequence[Hand]) -> Reader:
    """Return what tells the value of a fact by what the hands hold; it is found once."""
    names = [hand.name for hand in hands]
    places = [names.index(name) for name in fact.hands]
    value = _value(fact, hands[places[0]])
    rankings = [hands[place].ranking for place in places]
    read_by = [(READ[type(ranking)].strength, ranking) for ranking in rankings]
    found: dict[Held, FactValue] = {}

    def read(held: Held) -> FactValue:
        those = tuple([held[place] for place in places])
        if those not in found:
            found[those] = value([read(by, one) for (read, by), one in zip(read_by, those)])
        return found[those]

    return read


def _value(fact: Fact, first: Hand) -> Callable[[list[int]], FactValue]:
    """Return what tells the value of a fact by the strengths of its hands; first: of these."""
    match fact:
        case Order():
            return lambda pair: 1 + (pair[0] > pair[1]) - (pair[0] < pair[1])
        case Under(_, name):
            least = first.ranking.threshold(name)
            return lambda strengths: int(strengths[0] < least)
        case PaidLine(_, lines):
            thresholds = [first.ranking.threshold(line) for line in lines]
            return lambda strengths: _line(strengths[0], thresholds)
        case Lead(_, _, lines):
            margins = [margin_named(line) for line in lines]
            return lambda pair: _line(pair[0] - pair[1], margins)
        case _:
            assert_never(fact)


class _Alike(tuple[Any, ...]):
    """What is known of facts, equal where it leaves the same open."""

    left: tuple[object, ...]

    def __new__(cls, known: Known, left: tuple[object, ...]) -> _Alike:
        found = super().__new__(cls, known)
        found.left = left
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Alike) and self.left == other.left

    def __hash__(self) -> int:
        return hash(self.left)


class _When:
    """Whether a card is dealt, by what the hands it asks about hold; the same question is answered
    once.

    asked: the facts it asks for.
    """

    def __init__(self, when: Condition, hands: tuple[Hand, ...]) -> None:
        self.when, self.asked = when, tuple(dict.fromkeys(facts_asked(when)))
        self.readers = {fact: _reader(fact, hands) for fact in self.asked}
        self.known: dict[Held, bool] = {}

    def holds(self, held: Held) -> bool:
        if held not in self.known:
            self.known[held] = holds(self.when, _FactValues(self.readers, held))
        return self.known[held]


class _FactValues(dict[Fact, FactValue]):
    """The values of facts by what their hands hold, found when they are asked."""

    def __init__(self, readers: Mapping[Fact, Reader], held: Held) -> None:
        self.readers, self.held = readers, held

    def __missing__(self, fact: Fact) -> FactValue:
        return self.readers[fact](self.held)


def _line(strength: int, thresholds: Sequence[int]) -> tuple[int, ...]:
    """Return the menu of the one line that a strength reaches."""
    reached = (line for line, threshold in enumerate(thresholds) if strength >= threshold)
    return (next(reached, len(thresholds)),)
