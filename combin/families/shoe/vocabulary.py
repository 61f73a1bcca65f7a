"""The words of a line about cards from a shoe: spreads, point totals, ties.

A trait here is read off a hand whose cards are all seen, or off two of them that count alike.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from itertools import combinations
from typing import assert_never

from combin.cards import RANK_NAMES, RANKS, card, cards_of, with_article
from combin.families.shoe.automaton import strength_of
from combin.ranking import HandRanking, Points, Spread
from combin.records import dataclass
from combin.rules import Hand
from combin.strategies.conditions import DENIED, NUMBERS, Condition, either
from combin.strategies.traits import DEALT

WORDS = (*NUMBERS, "nine", "ten", "eleven")
NUMBER = rf"(?P<number>[0-9]+|{'|'.join(WORDS)})"
SPREAD = r"(?:an? |the )?spread(?: is)?(?: of)?"
# How a bound is said: its words, whether it is the least, and how far the number is from it.
BOUNDS = (
    (rf"{SPREAD} {NUMBER}(?: or (?:more|higher|better|above)|\+)", True, 0),
    (rf"{SPREAD} at least {NUMBER}", True, 0),
    (rf"{SPREAD} (?:above|over|more than|greater than|higher than) {NUMBER}", True, 1),
    (rf"{SPREAD} {NUMBER} or (?:less|lower|fewer|below)", False, 0),
    (rf"{SPREAD} at most {NUMBER}", False, 0),
    (rf"{SPREAD} (?:below|under|less than|smaller than|lower than) {NUMBER}", False, -1),
)
EASIER = -1  # what it takes off the hardness that a hand or a spread has a name of its own
SPREAD_RULE = "spread: how many ranks lie between the cards, the ace high"
CONSECUTIVE = 1  # the strength of cards in sequence; each rank between them adds one


@dataclass(frozen=True)
class FromShoe:
    """What the player sees at a decision of a game from a shoe, and the phrases for it.

    hands: those that are read by points or by a spread and whose cards are all seen.
    begun: the cards seen of other hands that are read by points, each as a hand of its own.
    places: zone -> the place of its card among the card sets of a state.
    rows: room for the traits of states, found once.
    """

    hands: tuple[Hand, ...]
    begun: tuple[Hand, ...]
    places: Mapping[str, int] = field(hash=False)
    rows: dict[tuple[int, ...], array[int]] = field(default_factory=dict, init=False, compare=False)

    @cached_property
    def pairs(self) -> tuple[tuple[Hand, Hand], ...]:
        """The hands that count alike, two by two."""
        counted = [hand for hand in self.hands if isinstance(hand.ranking, Points)]
        pairs = combinations(counted, 2)
        return tuple((one, other) for one, other in pairs if one.ranking == other.ranking)

    @property
    def columns(self) -> range:
        """The traits: of each hand its strength, then of each pair whether they tie."""
        return range(DEALT, DEALT + len(self.read_off) + len(self.pairs))

    @property
    def read_off(self) -> tuple[Hand, ...]:
        """The hands whose strength is a trait, whole or begun."""
        return (*self.hands, *self.begun)

    def traits(self, roles: int, states: array[int]) -> array[int]:
        """Return a row of traits for each state, those of decks alone first; roles: sets of cards
        in a state.
        """
        found = array("i")
        for begin in range(0, len(states), roles):
            state = tuple(states[begin : begin + roles])
            if state not in self.rows:
                self.rows[state] = array("i", [*[0] * DEALT, *self._row(state)])
            found.extend(self.rows[state])
        return found

    def _row(self, state: Sequence[int]) -> Iterator[int]:
        strengths = {}
        for hand in self.read_off:
            held = (state[self.places[zone]] for zone in hand.zones)
            cards = [card for mask in held for card in cards_of(mask)]
            strengths[hand.name] = strength_of(hand, cards)
        yield from strengths.values()
        yield from (int(strengths[one.name] == strengths[other.name]) for one, other in self.pairs)

    # --- Phrases --------------------------------------------------------------------------------

    def conditions(self) -> Iterator[Condition]:
        """Yield all phrases, those for each trait together."""
        for trait, hand in zip(self.columns, self.read_off):
            match hand.ranking:
                case Spread() as ranking:
                    for ranks in range(1, len(ranking.known_names())):
                        also = " or low" * ranking.ace_low
                        lie = f"lie between the cards, the ace high{also}"
                        meanings = f"{ranks} or more ranks {lie}", f"fewer than {ranks} ranks {lie}"
                        phrases = _at_least(ranks), _at_most(ranks - 1)
                        yield from either(
                            trait,
                            ranks + CONSECUTIVE,
                            phrases,
                            meanings,
                            (SPREAD_RULE + also,),
                            EASIER,
                        )
                case Points():
                    yield from _counting(trait, hand, hand.ranking)
                case HandRanking():
                    pass
                case _:
                    assert_never(hand.ranking)
        for trait, pair in zip(self.columns[len(self.read_off) :], self.pairs):
            phrases = _ties(*pair)
            yield from either(trait, 1, phrases, phrases, harder=EASIER, opposite=DENIED)

    @cached_property
    def phrases(self) -> dict[str, Condition]:
        """The phrases by their words."""
        return {condition.phrase: condition for condition in self.conditions()}

    def read(self, text: str) -> Condition | None:
        """Return the condition that a text, in small letters and single spaces, means, or None."""
        if found := self.phrases.get(text) or self._spread(text):
            return found
        if len(self.pairs) == 1 and re.fullmatch(r"(?:on )?(?:an? |the )?ties?", text):
            return self.phrases[_ties(*self.pairs[0])[0]]
        return None

    def _spread(self, text: str) -> Condition | None:
        """Return the condition on the one spread that is seen, in any spelling."""
        for pattern, is_least, further in BOUNDS:
            if found := re.fullmatch(pattern, text):
                number = found["number"]
                ranks = int(number) if number.isdecimal() else WORDS.index(number)
                words = _at_least(ranks + further) if is_least else _at_most(ranks + further)
                return self.phrases.get(words)
        return None


def seen_from_shoe(hands: Sequence[Hand], places: Mapping[str, int]) -> FromShoe:
    """Return what is seen of some hands; places: as in `FromShoe`, of the zones that are seen."""
    counted = [hand for hand in hands if not isinstance(hand.ranking, HandRanking)]
    whole = tuple(hand for hand in counted if places.keys() >= {*hand.zones})
    known = [(hand.ranking, hand.zones) for hand in whole]
    begun: list[Hand] = []
    for hand in counted:
        zones = tuple(zone for zone in hand.zones if zone in places)
        if isinstance(hand.ranking, Points) and zones and (hand.ranking, zones) not in known:
            known.append((hand.ranking, zones))
            begun.append(Hand(" and ".join(zones), hand.ranking, zones))
    return FromShoe(whole, tuple(begun), places)


# --- The pieces of phrases ---------------------------------------------------------------------


def _at_least(ranks: int) -> str:
    return f"a spread of {ranks} or more"


def _at_most(ranks: int) -> str:
    return f"a spread of {ranks} or less" if ranks else "no spread"


def _counting(trait: int, hand: Hand, ranking: Points) -> Iterator[Condition]:
    """Yield the conditions on what the cards of a hand count; one card is named by its rank."""
    named = _by_rank(ranking) if len(hand.zones) == 1 else {}
    most = ranking.most(len(hand.zones))
    for points in sorted(named)[1:] if named else range(1, most + 1):
        if rank := named.get(points):
            whose = f"the {hand.name} card is"
            high = f"{whose} {rank}" if points == most else f"{whose} {rank} or higher"
            phrases = high, f"{whose} lower than {rank}"
        elif len(hand.zones) == 1:
            counts = f"the {hand.name} card counts"
            phrases = f"{counts} {points} or more", f"{counts} less than {points}"
        else:
            points_of = f"{points} point{'' if points == 1 else 's'} of {hand.name}"
            phrases = f"at least {points_of}", f"fewer than {points_of}"
        yield from either(trait, points, phrases, phrases)


def _by_rank(ranking: Points) -> dict[int, str]:
    """Return points -> the rank of a card that counts so; nothing where two ranks count alike."""
    counts = {ranking.count(card(rank, 0)): rank for rank in range(len(RANKS))}
    suited = any(len(name) > 1 for name in ranking.values)
    if suited or ranking.modulo or len(counts) < len(RANKS):
        return {}
    return {points: with_article(RANK_NAMES[rank]) for points, rank in counts.items()}


def _ties(one: Hand, other: Hand) -> tuple[str, str]:
    """Return the phrases that two hands are equal, and that they are not."""
    both = f"{one.name} and {other.name}"
    return f"{both} tie", f"{both} do not tie"
