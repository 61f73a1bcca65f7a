"""Ways in words, read back as a player reads them; and the short way, whose every line and rank is
the best of its kind.
"""

from __future__ import annotations

import random
import re
from array import array
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from combin import load
from combin.cards import JOKER, RANKS, Deck, cards_of, mask_of, rank_of
from combin.counting import Plan
from combin.dossier.way_words import way_lines
from combin.errors import CombinError
from combin.families.set_hands.counting import fronts_by
from combin.families.set_hands.solving import PricedSettings, every_count, set_by
from combin.families.set_hands.ways import Ways
from combin.proof import ways as literal
from combin.rules.house_ways import HOUSE_WAYS, SHORT
from combin.rules.ways import Way
from combin.solving.payoffs import Payoffs

# --- A reader of the words -----------------------------------------------------------------------

ACE = RANKS.index("A")
WORTH = {"ace": "A", "aces": "A", "king": "K", "kings": "K", "twos": "2", "10": "T"}
KINDS = {
    "no pair": [],
    "one pair": [2],
    "two pair": [2, 2],
    "three pair": [2, 2, 2],
    "three of a kind": [3],
    "full house": [3, 2],
    "three of a kind and two pairs": [3, 2, 2],
    "two threes of a kind": [3, 3],
    "four of a kind": [4],
    "four of a kind and a pair": [4, 2],
    "four and three of a kind": [4, 3],
    "five of a kind": [5],
    "five of a kind and a pair": [5, 2],
}


class Held:
    """Seven cards, as a player sees them: ranks of which there are several, the best first, and the
    others.
    """

    def __init__(self, hand: int) -> None:
        self.cards = cards_of(hand)
        counted = Counter(map(rank, self.cards))
        grouped = sorted((many, one) for one, many in counted.items() if many > 1)
        self.groups = [one for _, one in reversed(grouped)]
        self.sizes = [many for many, _ in reversed(grouped)]
        self.singles = sorted((one for one, many in counted.items() if many == 1), reverse=True)


def rank(card: int) -> int:
    return ACE if card == JOKER else rank_of(card)


def is_made(behind: list[int]) -> bool:
    """Return whether five cards are a straight or a flush."""
    return literal.high_value(behind)[0] in (4, 5, 8)


def fits(held: Held, who: str) -> bool:
    """Return whether a hand is one of those that the words before the colon name."""
    if who == "otherwise":
        return True
    named = re.findall(r"([a-z][a-z ]+?)(?: \(([^)]*)\))?(?:, (?!or\b)| or |$)", who)
    assert named, who
    return any(
        KINDS[kind] == held.sizes and (not asked or any(map(held_as(held), asked.split(", or "))))
        for kind, asked in named
    )


def held_as(held: Held):
    """Return what tells whether a hand is as some words in brackets say."""

    def holds(words: str) -> bool:
        ranks, _, beside = words.partition("with ")
        wanted = re.findall(r"an? (\w+)(?: or (\w+))?", beside)
        for single, names in zip(held.singles, wanted):
            if RANKS[single] not in [WORTH[name] for name in names if name]:
                return False
        if len(held.singles) < len(wanted):
            return False
        if not ranks:
            return True
        told = re.findall(r"the (higher|lower|pair|five of a kind) (\S+)", ranks)
        if not told:
            return all(in_span(one, ranks) for one in held.groups)
        where = {"higher": 0, "five of a kind": 0, "lower": 1, "pair": 1}
        return all(in_span(held.groups[where[which]], span) for which, span in told)

    return holds


def in_span(one: int, words: str) -> bool:
    """Return whether a rank is within ``2-10``, or is ``aces``."""
    ends = [RANKS.index(WORTH.get(end, end)) for end in words.strip().split("-")]
    return ends[0] <= one <= ends[-1]


def allowed(held: Held, words: str, front: tuple[int, ...]) -> bool:
    """Return whether two cards are what some words put in front."""
    if words.startswith("the higher of "):
        return any(allowed(held, part, front) for part in words[14:].split(" and "))
    made = words.endswith(" leaving a straight or flush")
    behind = [card for card in held.cards if card not in front]
    if made and not is_made(behind):
        return False
    words = words.removesuffix(" leaving a straight or flush")
    ranks = sorted(map(rank, front), reverse=True)
    if words == "the highest two":
        return made
    if words == "one of them and the highest single":
        return sorted(ranks) == sorted([held.groups[0], held.singles[0]])
    if words == "the two highest singles":
        return ranks == held.singles[:2]
    if words == "the second and third highest":
        return ranks == held.singles[1:3]
    place = {"two of the second-best group": 1, "the lower pair": 1}.get(words, 0)
    if words in ("the pair", "the higher pair") and held.sizes[0] > 2:
        place = 1
    else:
        assert re.match(r"two of the|the (highest|lower) pair|the pair", words), words
    return ranks == [held.groups[place]] * 2


def fronts_read(lines: list[str], held: Held) -> set[tuple]:
    """Return what the best two of those that the words allow make, in front and behind."""
    for line in lines:
        who, words = line.split(": ")
        if fits(held, who):
            every = [two for two in combinations(held.cards, 2) if allowed(held, words, two)]
            if every:
                best = max(literal.low_value(two) for two in every)
                return {
                    (best, literal.high_value([card for card in held.cards if card not in two]))
                    for two in every
                    if literal.low_value(two) == best
                }
    raise AssertionError("no line fits")


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("way", HOUSE_WAYS.values(), ids=lambda way: way.name)
def test_words_set_hands_as_the_rows_do(way):
    """Read literally, on hands of which every kind is among the first."""
    deal = random.Random(way.name)
    deck = Deck(jokers=1).cards
    dealt = [mask_of(deal.sample(deck, 7)) for _ in range(1000)]
    few = [card for card in deck if card == JOKER or rank_of(card) in (0, 5, 8, 11, 12)]
    dealt += [mask_of(deal.sample(few, 7)) for _ in range(1000)]
    fronts, _ = fronts_by(way, array("Q", dealt), False)
    lines = [line for _, line in way_lines(way)]
    kinds = set()
    for hand, places in zip(dealt, fronts):
        held = Held(hand)
        two = [held.cards[place] for place in cards_of(places)]
        made = literal.high_value([card for card in held.cards if card not in two])
        assert (literal.low_value(two), made) in fronts_read(lines, held), (hand, two)
        kinds.add(tuple(held.sizes))
    assert len(kinds) >= 11


# --- The short way -------------------------------------------------------------------------------


@pytest.mark.whole
@pytest.mark.slow
def test_the_short_way_is_the_best_of_its_lines():
    """Against the dealer of the game: no row can go, no rank that it asks can move by one, and the
    house's own way costs more.
    """
    game = load("pai-gow-poker")
    priced = PricedSettings(Payoffs(Plan(game, game.bets[0])))
    counts, nets = every_count(priced, 2), priced.scaled

    def worth(way: Way) -> int:
        return sum(map(int.__mul__, set_by(priced, counts, way), nets))

    best = worth(SHORT)
    assert best > worth(HOUSE_WAYS["foxwoods"])
    tried = 0
    for at, row in enumerate(SHORT.rows):
        others = [()]
        for place, ranks in enumerate(row.ranks):
            if ranks:
                last = RANKS.index(ranks[-1])
                ends = [ranks[:-1], ranks + RANKS[last + 1 : last + 2]]
                spans = [end for end in ends if end and end != ranks]
                others += [
                    (replace(row, ranks=(*row.ranks[:place], span, *row.ranks[place + 1 :])),)
                    for span in spans
                ]
        for instead in others:
            try:
                other = worth(Way("other", (*SHORT.rows[:at], *instead, *SHORT.rows[at + 1 :])))
            except CombinError as error:
                assert "leaves a hand unset" in str(error)
            else:
                assert other < best, (row, instead)
                tried += 1
    assert tried > 12
    assert Ways(game, "base").told()[0] is SHORT
