"""The vocabulary of strategies read literally: every phrase as a plain predicate on cards, without
any kernel.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

from combin.cards import JOKER, RANK_NAMES, RANK_PLURALS, RANKS, rank_of, suit_of

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
ACE = 12


class Seen:
    """What a player sees.

    own: numbers of his cards.
    size: cards in a hand.
    up: number of the opponent's card, if one is seen.
    pays: rank -> units that a pair of it wins, where the strategy counts points.
    outs: line -> how many unseen cards make it or a better one, where one card is to come.
    wagered: units staked so far.
    must: those of his cards that the hand has to use.
    board: those of his cards that an opponent shares.
    deck: all cards of the game, where an opponent's single cards are counted.
    """

    def __init__(
        self,
        own: Sequence[int],
        size: int = 5,
        up: int | None = None,
        pays: Callable[[int], Fraction] | None = None,
        outs: Mapping[str, int] | None = None,
        wagered: Fraction = Fraction(0),
        must: Sequence[int] = (),
        board: Sequence[int] = (),
        deck: Sequence[int] = (),
    ) -> None:
        self.own, self.joker = own, JOKER in own
        self.cards = [(rank_of(c), suit_of(c)) for c in own if c != JOKER]
        self.must = [(rank_of(c), suit_of(c)) for c in must]
        self.must_own = must
        self.ranks = sorted([rank for rank, _ in self.cards] + [ACE] * self.joker, reverse=True)
        self.size, self.wagered = size, wagered
        self.board, self.deck = board, deck
        self.hole = [card for card in own if card not in board]
        self.found: tuple[int, list[int]] | None = None  # its value
        self._up, self._pays, self._outs = up, pays, outs

    @property
    def up(self) -> int:
        """The opponent's card, which a phrase speaks of only where one is seen."""
        assert self._up is not None
        return self._up

    def pays(self, rank: int) -> Fraction:
        """Return the units that a pair of a rank wins."""
        assert self._pays is not None
        return self._pays(rank)

    def outs(self, line: str) -> int:
        """Return how many unseen cards make a line or a better one."""
        assert self._outs is not None
        return self._outs[line]

    def suits(self) -> list[list[int]]:
        return [
            [rank for rank, suit in self.cards if suit == s]
            for s in range(4)
            if all(suit == s for _, suit in self.must)
        ]

    def runs(self) -> list[list[int]]:
        """Return the ranks of every run, lowest first; the lowest begins with the ace."""
        order = [ACE, *range(13)]
        return [order[low : low + self.size] for low in range(15 - self.size)]

    def draw(self, suited: bool) -> list[tuple[int, int, int]]:
        """Return (cards, ways, fewest gaps) of the best straight that could come, of one suit or of
        any.
        """
        pools = self.suits() if suited else [[rank for rank, _ in self.cards]]
        found = []
        for pool in pools:
            used = [rank for rank, _ in self.must]
            runs = [
                run for run in self.runs() if set(used) <= set(run) and len(set(used)) == len(used)
            ]
            places = [[i for i, rank in enumerate(run) if rank in pool] for run in runs]
            most = max((len(held) for held in places), default=0)
            spans = [held[-1] - held[0] + 1 - most for held in places if held and len(held) == most]
            found.append((most, len(spans), min(spans, default=9)))
        return found


def count(word: str) -> int:
    return NUMBERS.index(word)


def value(seen: Seen) -> tuple[int, list[int]]:
    """Return what `_value` finds, found once."""
    if seen.found is None:
        seen.found = _value(seen)
    return seen.found


def _value(seen: Seen) -> tuple[int, list[int]]:
    """Return (shape, ranks) of the cards, straights and flushes only where the hand is complete."""
    if len(seen.own) > seen.size:
        others = [card for card in seen.own if card not in seen.must_own]
        hands = [
            Seen([*seen.must_own, *some], seen.size)
            for some in combinations(others, seen.size - len(seen.must))
        ]
        return max(map(value, hands), key=lambda found: (order(found[0], seen), found[1]))
    groups = sorted(((n, rank) for rank, n in Counter(seen.ranks).items()), reverse=True)
    shape = [min(n, 4) for n, _ in groups]
    ranks = [rank for _, rank in groups]
    best = 0
    if shape[0] == 4:
        best = 7
    elif shape[:2] == [3, 2]:
        best = 6
    elif shape[0] == 3:
        best = 3
    elif shape[:2] == [2, 2]:
        best = 2
    elif shape[0] == 2:
        best = 1
    if len(seen.ranks) < seen.size:
        return best, ranks
    flush = any(len(suit) == seen.size for suit in seen.suits())
    run = max((i for i, run in enumerate(seen.runs()) if set(run) == set(seen.ranks)), default=None)
    if run is not None:
        ranks = [seen.runs()[run][-1]]
        return (9 if flush and ranks == [ACE] else 8) if flush else 4, ranks
    return (5, ranks) if flush else (best, ranks)


NAMES = {
    "any pair": 1, "two pair": 2, "three of a kind": 3, "a straight": 4, "a flush": 5, "a full house": 6, "four of a kind": 7,
    "a straight flush": 8, "a royal flush": 9, "suited ace-king-queen": 9, "five aces": 12,
}  # fmt: skip
THREE_CARD_ORDER = {0: 0, 1: 1, 5: 2, 4: 3, 3: 4, 8: 5, 9: 6}


def order(shape: int, seen: Seen) -> int:
    return THREE_CARD_ORDER[shape] if seen.size == 3 else shape


def weakest(words: str) -> tuple[int, list[int]]:
    """Return (shape, ranks) of the weakest hand that deserves the words."""
    if words in NAMES:
        return NAMES[words], []
    if words.startswith("a pair of "):
        return 1, [RANK_PLURALS.index(words.removeprefix("a pair of "))]
    parts = words.removesuffix(" high").split("-")
    return 0, [
        RANK_NAMES.index(part) if part in RANK_NAMES else RANKS.index(part.upper())
        for part in parts
    ]


def reaches(seen: Seen, words: str) -> bool:
    shape, ranks = value(seen)
    least, from_rank = weakest(words)
    return (order(shape, seen), ranks[: len(from_rank)]) >= (order(least, seen), from_rank)


def near(seen: Seen, number: str, suited: bool, ways: int = 1, gaps: int | None = None) -> bool:
    """Tell whether `number` cards are within a run, in so many ways or with so few gaps, or more
    cards are.
    """
    need = count(number)
    draws = seen.draw(suited)
    if gaps is not None:
        return any(most > need or (most == need and fewest <= gaps) for most, _, fewest in draws)
    return any(most > need or (most == need and many >= ways) for most, many, _ in draws)


def inside(seen: Seen, number: str, suited: bool) -> bool:
    """Tell whether so many cards and no more are within a run, and within one run only, in the suit
    where most are.
    """
    most, ways, _ = max(seen.draw(suited), default=(0, 0, 0))
    return (most, ways) == (count(number), 1)


def holds(phrase: str, seen: Seen) -> bool:
    """Tell whether a phrase is true of what is seen."""
    for pattern, meaning in [*(ON_BOARD if seen.board else ()), *MEANINGS]:
        found = re.fullmatch(pattern, phrase)
        if found:
            return bool(meaning(seen, *found.groups()))
    raise AssertionError(f"no literal meaning for {phrase!r}")


def at_least(seen: Seen, number: int, rank: str) -> bool:
    return sum(r >= RANK_NAMES.index(rank) for r in seen.ranks) >= number


def points(seen: Seen) -> int:
    return sum(2 if seen.pays(rank) > 0 else seen.pays(rank) == 0 for rank in seen.ranks)


def of_up_suit(seen: Seen, least: int = 0) -> int:
    return sum(suit == suit_of(seen.up) and rank >= least for rank, suit in seen.cards)


def above_up(seen: Seen) -> int:
    return sum(rank > rank_of(seen.up) for rank, _ in seen.cards)


def to_royal(seen: Seen, number: str) -> bool:
    if any(rank <= ACE - seen.size for rank, _ in seen.must):
        return False
    return max(
        (sum(rank > ACE - seen.size for rank in suit) for suit in seen.suits()), default=0
    ) >= count(number)


def longest(seen: Seen) -> int:
    return max((len(suit) for suit in seen.suits()), default=0)


def to_full_house(seen: Seen) -> int:
    """Return how many cards, those that must be used among them, three of one rank and two of
    another hold.
    """
    held, used = Counter(seen.ranks), Counter(rank for rank, _ in seen.must)
    shapes = [Counter({three: 3, two: 2}) for three, two in permutations(range(13), 2)]
    return max((sum((held & shape).values()) for shape in shapes if used <= shape), default=0)


def gaps_of_two(seen: Seen, most: int) -> bool:
    """Tell whether two cards of different ranks have so few ranks missing between them, the ace
    high or low.
    """
    ranks = [[rank, -1] if rank == ACE else [rank] for rank in seen.ranks]
    return (
        any(1 <= abs(a - b) <= most + 1 for a in ranks[0] for b in ranks[1])
        and len(set(seen.ranks)) == 2
    )


# --- A board that an opponent shares -------------------------------------------------------------


def strength(cards: Sequence[int]) -> tuple[int, list[int]]:
    """Return what five or more cards make, or fewer by their equal ranks."""
    return value(Seen(cards))


def hidden_pairs(seen: Seen) -> list[int]:
    """Return the ranks of the pairs in which there is a card of the player's own."""
    return [rank_of(c) for c in seen.hole if seen.ranks.count(rank_of(c)) >= 2]


def pocket(seen: Seen) -> int | None:
    """Return the rank of which both of his own cards are."""
    first, second = map(rank_of, seen.hole)
    return first if first == second else None


def own_ranks(seen: Seen, rank: str) -> int:
    return sum(rank_of(card) >= RANK_NAMES.index(rank) for card in seen.hole)


def hidden_flush(seen: Seen, number: str, rank: str) -> bool:
    for suit in range(4):
        every = [card for card in seen.own if suit_of(card) == suit]
        mine = [rank_of(card) for card in seen.hole if suit_of(card) == suit]
        least = 0 if rank == "card" else RANK_NAMES.index(rank)
        if len(every) > count(number) or (
            len(every) == count(number) and any(rank >= least for rank in mine)
        ):
            return True
    return False


def kickers(seen: Seen) -> list[int]:
    found = []
    for card in seen.hole:
        others = [other for other in seen.own if other != card]
        if seen.ranks.count(rank_of(card)) == 1 and (
            len(others) < seen.size or strength(others) < strength(seen.own)
        ):
            found.append(rank_of(card))
    return found


def overcards(seen: Seen) -> int:
    return sum(rank_of(card) > max(map(rank_of, seen.board)) for card in seen.hole)


def own_hand(seen: Seen) -> tuple[bool, list[int]]:
    """Return whether his own cards are a pair, and their ranks from the highest."""
    return pocket(seen) is not None, sorted(map(rank_of, seen.hole), reverse=True)


def own_reach(seen: Seen, high: str, low: str) -> bool:
    return own_hand(seen) >= (False, [RANKS.index(high), RANKS.index(low)])


def flush_elsewhere(seen: Seen, number: str) -> bool:
    """Tell whether so many cards and no more are of one suit, all of them on the board."""
    suits = Counter(map(suit_of, seen.own))
    suit = max(suits, key=lambda suit: suits[suit])
    return suits[suit] == count(number) and suit not in map(suit_of, seen.hole)


def undercards(seen: Seen) -> int:
    return sum(rank_of(card) < min(map(rank_of, seen.board)) for card in seen.hole)


def board_suited(seen: Seen) -> int:
    return max(Counter(map(suit_of, seen.board)).values())


def board_run(seen: Seen) -> int:
    return max(len(set(run) & {rank_of(card) for card in seen.board}) for run in seen.runs())


def board_ranks(seen: Seen, rank: str) -> int:
    return sum(rank_of(card) >= RANK_NAMES.index(rank) for card in seen.board)


def beaten_by(seen: Seen) -> int:
    """Return how many single cards beat the player, each alone with the board."""
    unseen = [card for card in seen.deck if card not in seen.own]
    mine = strength(seen.own)
    return sum(strength([*seen.board, card]) > mine for card in unseen)


def board_reaches(seen: Seen, words: str) -> bool:
    return reaches(Seen(seen.board), words)


RANK = f"({'|'.join(RANK_NAMES)})"
PLURAL = f"({'|'.join(RANK_PLURALS)})"
NUMBER = f"({'|'.join(NUMBERS)})"
SHAPE = "(straight|straight flush)"
Meaning = Callable[..., Any]  # of what is seen and the words that the pattern found
ON_BOARD: list[tuple[str, Meaning]] = [
    (r"a hidden pair", lambda s: hidden_pairs(s)),
    (r"no hidden pair", lambda s: not hidden_pairs(s)),
    (
        rf"(a|no) hidden pair of {PLURAL}(?: or higher)?",
        lambda s, a, r: (max(hidden_pairs(s), default=-1) >= RANK_PLURALS.index(r)) == (a == "a"),
    ),
    (r"a pocket pair", lambda s: pocket(s) is not None),
    (r"no pocket pair", lambda s: pocket(s) is None),
    (rf"pocket {PLURAL}", lambda s, r: pocket(s) == RANK_PLURALS.index(r)),
    (rf"pocket {PLURAL} or higher", lambda s, r: (pocket(s) or 0) >= RANK_PLURALS.index(r)),
    (rf"less than pocket {PLURAL}", lambda s, r: (pocket(s) or 0) < RANK_PLURALS.index(r)),
    (r"a hidden ace", lambda s: own_ranks(s, "ace") >= 1),
    (r"no hidden ace", lambda s: own_ranks(s, "ace") == 0),
    (r"two hidden aces", lambda s: own_ranks(s, "ace") == 2),
    (r"at most one hidden ace", lambda s: own_ranks(s, "ace") <= 1),
    (rf"a hidden card {RANK} or higher", lambda s, r: own_ranks(s, r) >= 1),
    (rf"no hidden card {RANK} or higher", lambda s, r: own_ranks(s, r) == 0),
    (rf"two hidden cards {RANK} or higher", lambda s, r: own_ranks(s, r) == 2),
    (rf"at most one hidden card {RANK} or higher", lambda s, r: own_ranks(s, r) <= 1),
    (
        rf"{NUMBER} to a flush with an? hidden (card|{RANK[1:-1]})(?: or higher)?",
        lambda s, n, r: hidden_flush(s, n, r),
    ),
    (r"a kicker", lambda s: kickers(s)),
    (r"no kicker", lambda s: not kickers(s)),
    (r"an ace kicker", lambda s: ACE in kickers(s)),
    (r"no kicker ace", lambda s: ACE not in kickers(s)),
    (
        rf"(a|no) kicker {RANK} or higher",
        lambda s, a, r: (max(kickers(s), default=-1) >= RANK_NAMES.index(r)) == (a == "a"),
    ),
    (r"an overcard", lambda s: overcards(s) >= 1),
    (r"no overcard", lambda s: overcards(s) == 0),
    (r"two overcards", lambda s: overcards(s) == 2),
    (r"at most one overcard", lambda s: overcards(s) <= 1),
    (r"hidden (.)-(.) or better", own_reach),
    (r"less than hidden (.)-(.)", lambda s, high, low: not own_reach(s, high, low)),
    (rf"{NUMBER} to a flush without a hidden card", flush_elsewhere),
    (r"an undercard", lambda s: undercards(s) >= 1),
    (r"no undercard", lambda s: undercards(s) == 0),
    (r"two undercards", lambda s: undercards(s) == 2),
    (r"at most one undercard", lambda s: undercards(s) <= 1),
    (rf"{NUMBER} of a suit on the board", lambda s, n: board_suited(s) >= count(n)),
    (rf"fewer than {NUMBER} of a suit on the board", lambda s, n: board_suited(s) < count(n)),
    (rf"{NUMBER} to a straight on the board", lambda s, n: board_run(s) >= count(n)),
    (rf"fewer than {NUMBER} to a straight on the board", lambda s, n: board_run(s) < count(n)),
    (r"an ace on the board", lambda s: board_ranks(s, "ace") >= 1),
    (r"no ace on the board", lambda s: board_ranks(s, "ace") == 0),
    (rf"{NUMBER} aces on the board", lambda s, n: board_ranks(s, "ace") >= count(n)),
    (rf"at most {NUMBER} aces? on the board", lambda s, n: board_ranks(s, "ace") <= count(n)),
    (rf"a card {RANK} or higher on the board", lambda s, r: board_ranks(s, r) >= 1),
    (rf"no card {RANK} or higher on the board", lambda s, r: board_ranks(s, r) == 0),
    (
        rf"{NUMBER} cards {RANK} or higher on the board",
        lambda s, n, r: board_ranks(s, r) >= count(n),
    ),
    (
        rf"at most {NUMBER} cards? {RANK} or higher on the board",
        lambda s, n, r: board_ranks(s, r) <= count(n),
    ),
    (r"the board alone", lambda s: strength(s.own) == strength(s.board)),
    (r"better than the board", lambda s: strength(s.own) > strength(s.board)),
    (r"a dealer card beats you", lambda s: beaten_by(s) >= 1),
    (r"no dealer card beats you", lambda s: beaten_by(s) == 0),
    (r"(\d+) or more dealer cards beat you", lambda s, n: beaten_by(s) >= int(n)),
    (r"fewer than (\d+) dealer cards beat you", lambda s, n: beaten_by(s) < int(n)),
    (r"(.+) or better on the board", board_reaches),
    (r"less than (.+) on the board", lambda s, words: not board_reaches(s, words)),
]
MEANINGS: list[tuple[str, Meaning]] = [
    (r"the joker", lambda s: s.joker),
    (r"no joker", lambda s: not s.joker),
    (rf"at least {NUMBER} points?", lambda s, n: points(s) >= count(n)),
    (rf"fewer than {NUMBER} points?", lambda s, n: points(s) < count(n)),
    (r"at least (\d+) points?", lambda s, n: points(s) >= int(n)),
    (r"fewer than (\d+) points?", lambda s, n: points(s) < int(n)),
    (r"suited", lambda s: longest(s) >= 2),
    (r"not suited", lambda s: longest(s) < 2),
    (rf"{NUMBER} to a flush", lambda s, n: longest(s) >= count(n)),
    (rf"fewer than {NUMBER} to a flush", lambda s, n: longest(s) < count(n)),
    (rf"{NUMBER} to (?:a royal flush|a suited ace-king-queen)", lambda s, n: to_royal(s, n)),
    (
        rf"fewer than {NUMBER} to (?:a royal flush|a suited ace-king-queen)",
        lambda s, n: not to_royal(s, n),
    ),
    (rf"{NUMBER} to a {SHAPE}", lambda s, n, k: near(s, n, k != "straight")),
    (rf"fewer than {NUMBER} to a {SHAPE}", lambda s, n, k: not near(s, n, k != "straight")),
    (r"no pair", lambda s: not reaches(s, "any pair")),
    (r"a pocket pair", lambda s: len({rank for rank, _ in s.must}) == 1),
    (r"no pocket pair", lambda s: len({rank for rank, _ in s.must}) == 2),
    (rf"{NUMBER} to a full house", lambda s, n: to_full_house(s) >= count(n)),
    (rf"fewer than {NUMBER} to a full house", lambda s, n: to_full_house(s) < count(n)),
    (r"connected", lambda s: gaps_of_two(s, 0)),
    (rf"at most {NUMBER} gaps?", lambda s, g: gaps_of_two(s, count(g))),
    (rf"more than {NUMBER} gaps? or a pair", lambda s, g: not gaps_of_two(s, count(g))),
    (r"suited and connected", lambda s: longest(s) == 2 and gaps_of_two(s, 0)),
    (
        rf"suited with at most {NUMBER} gaps?",
        lambda s, g: longest(s) == 2 and gaps_of_two(s, count(g)),
    ),
    (rf"{NUMBER} to an inside {SHAPE}", lambda s, n, k: inside(s, n, k != "straight")),
    (rf"{NUMBER} to an open-ended {SHAPE}", lambda s, n, k: near(s, n, k != "straight", ways=2)),
    (
        rf"{NUMBER} to a {SHAPE} in {NUMBER} ways",
        lambda s, n, k, w: near(s, n, k != "straight", ways=count(w)),
    ),
    (rf"{NUMBER} to a {SHAPE} with no gap", lambda s, n, k: near(s, n, k != "straight", gaps=0)),
    (
        rf"{NUMBER} to a {SHAPE} with at most {NUMBER} gaps?",
        lambda s, n, k, g: near(s, n, k != "straight", gaps=count(g)),
    ),
    (r"not (.+)", lambda s, rest: not holds(rest, s)),
    (r"an ace", lambda s: at_least(s, 1, "ace")),
    (r"no ace", lambda s: not at_least(s, 1, "ace")),
    (r"only aces", lambda s: set(s.ranks) == {ACE}),
    (rf"at least {NUMBER} aces", lambda s, n: at_least(s, count(n), "ace")),
    (rf"at most {NUMBER} aces?", lambda s, n: not at_least(s, count(n) + 1, "ace")),
    (rf"a card {RANK} or higher", lambda s, r: at_least(s, 1, r)),
    (rf"no card {RANK} or higher", lambda s, r: not at_least(s, 1, r)),
    (rf"every card {RANK} or higher", lambda s, r: at_least(s, len(s.ranks), r)),
    (rf"at least {NUMBER} cards {RANK} or higher", lambda s, n, r: at_least(s, count(n), r)),
    (
        rf"at most {NUMBER} cards? {RANK} or higher",
        lambda s, n, r: not at_least(s, count(n) + 1, r),
    ),
    (r"the up card matches one of yours", lambda s: rank_of(s.up) in s.ranks),
    (r"the up card matches none of yours", lambda s: rank_of(s.up) not in s.ranks),
    (rf"the up card is an? {RANK}", lambda s, r: rank_of(s.up) == RANK_NAMES.index(r)),
    (rf"the up card is an? {RANK} or higher", lambda s, r: rank_of(s.up) >= RANK_NAMES.index(r)),
    (rf"the up card is an? {RANK} or lower", lambda s, r: rank_of(s.up) <= RANK_NAMES.index(r)),
    (r"one of yours has the up card's suit", lambda s: of_up_suit(s) >= 1),
    (r"none of yours has the up card's suit", lambda s: of_up_suit(s) == 0),
    (
        rf"at least {NUMBER} of yours have the up card's suit",
        lambda s, n: of_up_suit(s) >= count(n),
    ),
    (
        rf"at most {NUMBER} of yours (?:has|have) the up card's suit",
        lambda s, n: of_up_suit(s) <= count(n),
    ),
    (r"one of yours is higher than the up card", lambda s: above_up(s) >= 1),
    (r"none of yours is higher than the up card", lambda s: above_up(s) == 0),
    (
        rf"at least {NUMBER} of yours are higher than the up card",
        lambda s, n: above_up(s) >= count(n),
    ),
    (
        rf"at most {NUMBER} of yours (?:is|are) higher than the up card",
        lambda s, n: above_up(s) <= count(n),
    ),
    (r"an ace has the up card's suit", lambda s: of_up_suit(s, ACE) >= 1),
    (r"no ace has the up card's suit", lambda s: of_up_suit(s, ACE) == 0),
    (
        rf"a card {RANK} or higher has the up card's suit",
        lambda s, r: of_up_suit(s, RANK_NAMES.index(r)) >= 1,
    ),
    (
        rf"no card {RANK} or higher has the up card's suit",
        lambda s, r: of_up_suit(s, RANK_NAMES.index(r)) == 0,
    ),
    (
        rf"two cards {RANK} or higher have the up card's suit",
        lambda s, r: of_up_suit(s, RANK_NAMES.index(r)) >= 2,
    ),
    (
        rf"at most one card {RANK} or higher has the up card's suit",
        lambda s, r: of_up_suit(s, RANK_NAMES.index(r)) <= 1,
    ),
    (r"(\d+) or more cards make (.+)", lambda s, n, line: s.outs(line) >= int(n)),
    (r"a card can make (.+)", lambda s, line: s.outs(line) >= 1),
    (r"fewer than (\d+) cards make (.+)", lambda s, n, line: s.outs(line) < int(n)),
    (r"no card can make (.+)", lambda s, line: s.outs(line) == 0),
    (r"at least (\d+) wagered so far", lambda s, n: s.wagered >= int(n)),
    (r"at most (\d+) wagered so far", lambda s, n: s.wagered <= int(n)),
    (r"(.+) or better", reaches),
    (r"less than (.+)", lambda s, words: not reaches(s, words)),
]
