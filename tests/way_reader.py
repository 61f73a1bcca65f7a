"""A reader of ways in words, who sets seven cards by them as a player does."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import combinations

from combin.cards import JOKER, RANKS, cards_of, rank_of
from combin.proof import ways as literal

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


def held_as(held: Held) -> Callable[[str], bool]:
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


def fronts_read(lines: list[str], held: Held) -> set[tuple[object, object]]:
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
