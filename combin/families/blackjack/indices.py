"""Indices: the lowest running count at which another action becomes better, exactly.

Where v cards of each tag are taken by an action, m of the others are gone with a running count of s
in

    sum over gone cards of each tag that make m and s: product over tags of C(n_t - v_t, gone_t)

ways. So what the action wins with that count is a sum over v, and two actions are compared as whole
numbers. Counted are the tags of all cards seen: those gone, the player's two and the dealer's.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise
from math import comb, gcd
from operator import mul

from combin.counting.running_count import Dealt
from combin.errors import refuse
from combin.families.blackjack.house import ACE, RANKS, TEN, VALUES, Shoe, without
from combin.families.blackjack.player import Values
from combin.families.blackjack.solve import UpCard
from combin.families.blackjack.tagged import TaggedActions, Units
from combin.questions.card_counting import DECK
from combin.recent import found_once
from combin.records import dataclass
from combin.rules.blackjack import INSURE, InsuranceBet

NOT_INSURED = "do not"
MOST_TAGS = 3
LOOKED = range(-10, 11, 5)  # true counts, of level 1, between which indices are looked for: so far
# from the mean, which is 0 where the tags of the whole shoe add up to 0
# Up cards and hard totals of which the indices win most: the Illustrious 18 of D. Schlesinger but
# for insurance and a split pair of tens, and where one may surrender his Fab 4.
PLAYS = {
    "2": (9, 12, 13), "3": (12, 13), "4": (12,), "5": (12,), "6": (12,), "7": (9,), "9": (16,),
    "T": (10, 15, 16), "A": (10, 11),
}  # fmt: skip
GIVEN_UP = {"9": (15,), "T": (14, 15), "A": (15,)}


@dataclass(frozen=True)
class Index:
    """A hand, or insurance, and a count at which another action becomes better.

    total: hard, of two different cards; None for insurance. up: the dealer's card.
    before, after: what is better below it, and from it on.
    counts: cards left -> the least running count at which `after` is better; none where `before`
        stays better in the range looked through.
    """

    total: int | None
    up: str
    before: str
    after: str
    counts: Mapping[int, int | None]

    def true_count(self, left: int) -> Fraction | None:
        """Return the least true count with so many cards left, per 52 of them."""
        count = self.counts[left]
        return None if count is None else Fraction(DECK * count, left)

    @property
    def hand(self) -> str:
        """The hand in words."""
        return "insurance" if self.total is None else f"hard {self.total}"


def index_lefts(cards: int) -> list[int]:
    """Return with how many cards left indices are found: whole decks of a large shoe, quarters of a
    small one.
    """
    step = DECK if cards >= 4 * DECK else cards // 4
    return list(range(step * ((cards - 1) // step), max(step, DECK // 2) - 1, -step))


def hard_indices(
    column: UpCard, totals: Iterable[int], shoe: GoneCards, marks: Sequence[int]
) -> Iterator[Index]:
    """Yield the indices of hard totals of two different cards against an up card.

    column: of the whole shoe. marks: of each rank, the place of its tag.
    """
    tagged = TaggedActions(column.values, marks, len(shoe.cards))
    for total in totals:
        row = CountedDecision(shoe, 3)
        for low, high in hard_hands(total):
            hand = column.hands.of(low, high)
            if hand in column.values.lefts:
                orders = column.shoe[low] * column.shoe[high] * column.shoe[column.up]
                seen = tagged.marked([low, high, column.up])
                for action, wins in offered(tagged, column.values, hand):
                    row.add(action, seen, orders, wins(hand))
        yield from row.indices(total, RANKS[column.up])


def offered(
    tagged: TaggedActions, values: Values, hand: int
) -> Iterator[tuple[str, Callable[[int], Units]]]:
    """Yield what may be done with two cards, and what tells what it wins."""
    tables = values.tables
    for act in tables.of(hand, tables.dealt):
        yield act.name, partial(tagged.wins, action=act.name)


def hard_hands(total: int) -> Iterator[tuple[int, int]]:
    """Yield the ranks of two different cards of a hard total."""
    for low in range(1, len(RANKS)):
        high = total - VALUES[low] - 1
        if low < high < len(RANKS):
            yield low, high


def insurance_index(
    bet: InsuranceBet, cards: Shoe, shoe: GoneCards, marks: Sequence[int]
) -> Iterator[Index]:
    """Yield the index of insurance; the count has the dealer's ace, too.

    cards: of each rank in the shoe.
    """

    def marked(*ranks: int) -> Dealt:
        return tuple(sum(marks[rank] == mark for rank in ranks) for mark in range(len(shoe.cards)))

    row = CountedDecision(shoe, 1)
    row.add(NOT_INSURED, marked(ACE), cards[ACE], Counter())
    for rank, count in enumerate(without(cards, ACE)):
        won, lost = bet.pays.as_integer_ratio()
        wins = Counter({marked(rank): (won if rank == TEN else -lost) * count})
        row.add(INSURE, marked(ACE), cards[ACE], wins)
    yield from row.indices(None, RANKS[ACE])


class CountedDecision:
    """Actions among which a count decides.

    actions: action -> what it wins, by the count of the cards of the round that are seen, and by
        the cards of each tag that are taken: units, in one measure, times the orders.
    """

    def __init__(self, shoe: GoneCards, seen: int) -> None:
        """seen: how many cards of the round are."""
        self._shoe, self._seen, self._size = shoe, seen, 0
        self.actions: dict[str, dict[int, Units]] = {}

    def add(self, action: str, seen: Dealt, orders: int, wins: Units) -> None:
        """Add what an action wins with some cards.

        seen: of each tag. orders: in which they are dealt. wins: by the cards taken from then on.
        """
        count = sum(map(mul, seen, self._shoe.tags))
        here = self.actions.setdefault(action, {}).setdefault(count, Counter())
        for dealt, units in wins.items():
            taken = tuple(map(operator.add, dealt, seen))
            here[taken] += orders * units
            self._size = max(self._size, sum(taken))

    def fill(self) -> None:
        """Let all actions take as many cards, those beyond the hands looked at by nobody."""
        for by_count in self.actions.values():
            for count, units in by_count.items():
                by_count[count] = filled(units, self._shoe.cards, self._size)

    def indices(self, total: int | None, up: str) -> Iterator[Index]:
        """Yield where another action becomes better."""
        self.fill()
        cards = sum(self._shoe.cards)
        lefts = [left for left in index_lefts(cards) if left + self._seen >= self._size]
        found: dict[tuple[str, str], dict[int, int | None]] = {}
        for left in lefts:
            for count, before, after in self._changes(left):
                found.setdefault((before, after), {})[left] = count
        for (before, after), counts in found.items():
            yield Index(total, up, before, after, {left: counts.get(left) for left in lefts})

    def _changes(self, left: int) -> Iterator[tuple[int, str, str]]:
        """Yield the least running counts at which another action becomes better: count, before and
        after it.
        """
        level, cards = max(map(abs, self._shoe.tags)), sum(self._shoe.cards)
        mean = sum(map(mul, self._shoe.tags, self._shoe.cards)) * (cards - left) // cards
        looked = [mean + true * level * left // DECK for true in LOOKED]
        bests = [(count, best) for count in looked if (best := self.best(left, count))]
        for (low, before), (high, after) in pairwise(bests):
            while before != after:
                first = high  # the least count at which another action is best, by halving
                while first - low > 1:
                    middle = (low + first) // 2
                    low, first = (
                        (middle, first) if self.best(left, middle) == before else (low, middle)
                    )
                low = first
                last, before = before, self.best(left, low)
                yield low, last, before

    def best(self, left: int, count: int) -> str:
        """Return the best action with a running count and so many cards left, the first of those
        worth the same; that of a lower count where no cards have this one, none where none has.
        """
        for lower in range(count, count - max(self._shoe.tags) + min(self._shoe.tags) - 1, -1):
            worth = {action: self.worth(action, left, lower) for action in self.actions}
            is_met = (
                self._shoe.ways(taken, self._gone(left), lower - own)
                for by_count in self.actions.values()
                for own, wins in by_count.items()
                for taken in wins
            )
            if any(worth.values()) or any(is_met):
                return max(worth, key=worth.__getitem__)
        return ""

    def worth(self, action: str, left: int, count: int) -> int:
        """Return what an action wins with a running count, times one number for all actions."""
        return sum(
            units * self._shoe.ways(taken, self._gone(left), count - own)
            for own, wins in self.actions[action].items()
            for taken, units in wins.items()
        )

    def _gone(self, left: int) -> int:
        return sum(self._shoe.cards) - self._seen - left


class GoneCards:
    """Sets of cards gone from a shoe whose cards have tags. cards: of each tag."""

    def __init__(self, counts: Mapping[int, int]) -> None:
        """counts: tag -> how many cards have it. Raises CombinError for more than three tags."""
        refuse(
            len(counts) > MOST_TAGS,
            f"exact indices are found for counts of up to {MOST_TAGS} different tags, as from "
            f"-1 to 1; these are {len(counts)}",
        )
        self.tags, self.cards = list(counts), tuple(counts.values())
        low, mid, high = (*self.tags, *(max(self.tags) + more + 1 for more in range(MOST_TAGS)))[
            :MOST_TAGS
        ]
        self._below, self._above, self._mid = mid - low, high - mid, mid
        self._filled = (0,) * (MOST_TAGS - len(counts))

    @found_once
    def ways(self, taken: Dealt, gone: int, count: int) -> int:
        """Return how many sets of cards have a count, beside those that are taken."""
        left = (*(cards - out for cards, out in zip(self.cards, taken)), *self._filled)
        low, mid, high = map(_binomials, left)
        # x, y, z gone of the tags: x + y + z is `gone`, and below * x - above * z a given number
        above, below = self._above, self._below
        beyond = count - self._mid * gone
        first = next((x for x in range(above) if not (beyond + below * x) % above), None)
        if first is None:
            return 0
        z = (beyond + below * first) // above
        y = gone - first - z
        by_x, by_z = above // gcd(above, below), below // gcd(above, below)
        by_y = by_x + by_z
        least = max(0, -(z // by_z), -((left[1] - y) // by_y))
        most = min((left[0] - first) // by_x, (left[2] - z) // by_z, y // by_y)
        if least > most:
            return 0
        x, y, z = first + by_x * least, y - by_y * least, z + by_z * least
        steps = most - least
        lows, highs = low[x : x + by_x * steps + 1 : by_x], high[z : z + by_z * steps + 1 : by_z]
        mids = mid[y - by_y * steps : y + 1 : by_y][::-1]
        return sum(map(mul, map(mul, lows, highs), mids))


@cache
def _binomials(number: int) -> list[int]:
    return [comb(number, some) for some in range(number + 1)]


def filled(units: Units, cards: Dealt, size: int) -> Units:
    """Return what is won when so many cards are taken, those beyond the hand looked at by nobody.

    cards: of each tag in the shoe.
    """
    found = Counter(units)
    for length in range(size):
        for dealt in [one for one in found if sum(one) == length]:
            here = found.pop(dealt)
            for mark, count in enumerate(cards):
                if count > dealt[mark]:
                    more = (*dealt[:mark], dealt[mark] + 1, *dealt[mark + 1 :])
                    found[more] += here * (count - dealt[mark])
    return found
