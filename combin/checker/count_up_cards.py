"""Tests whether the cards of a blackjack log come from a shuffled shoe: the first four by their
exact probabilities, each later card by the cards left.

What is drawn next is any card that is left, alike, whatever was decided before: so the number of
times that a rank is drawn, less its chances there, is a sum of mean 0 whose variance is that of its
terms together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from combin.cards import RANKS as CARD_RANKS
from combin.cards import rank_of
from combin.checker import chances
from combin.checker.count_up_rows import HOUSE_RANK, NO_SUIT, RowRules
from combin.checker.deals import Dealt, shoe_tests
from combin.checker.fits import LEAST, SMALL, Bin, GivenCounts, Test, bonferroni, merged
from combin.errors import CombinError
from combin.families.count_up.house import SEEN
from combin.families.count_up.solve import Solved

Place = tuple[str, int]  # a name, and how many cards


class CardsSeen:
    """What was counted of the cards of rounds that begin with a fresh shoe.

    rounds: how many there are.
    """

    def __init__(self, rules: RowRules[Any]) -> None:
        self.rules, self.rounds = rules, 0
        self.suited: bool | None = None
        self._player: Counter[int] = Counter()
        self._up: Counter[int] = Counter()
        self._hole: Counter[int] = Counter()
        self._holes = 0
        self._first: Counter[tuple[int, int, int]] = Counter()
        shoe = rules.copies
        self._left = [shoe[NO_SUIT + rank] for rank in range(len(CARD_RANKS))]
        self._cards = sum(self._left)
        self._drawn = [0] * len(CARD_RANKS)
        # by the cards left: draws, and over them sums of each rank's cards and of their squares
        self._draws: dict[int, tuple[list[int], list[int], list[int]]] = {}

    def take(
        self,
        own: Sequence[int],
        dealer: Sequence[int],
        drawn: Sequence[int],
        in_order: bool = True,
    ) -> None:
        """Count a round; own: the player's first cards. drawn: those after the first of all, none
        where their order is open. in_order: whether it is known which of them were dealt together.
        """
        cards = (*own, *dealer[:2])
        suited = min(cards) < NO_SUIT
        if self.suited is None:
            self.suited = suited
        if suited is not self.suited or (suited and max(cards) >= NO_SUIT):
            raise CombinError("some cards have a suit and others none")
        self.rounds += 1
        self._player.update(own)
        self._up[dealer[0]] += 1
        if len(dealer) > 1:
            self._holes += 1
            self._hole[dealer[1]] += 1
        if in_order:
            one, other = sorted(map(HOUSE_RANK.__getitem__, own[:2]))
            shown = tuple(sorted(map(HOUSE_RANK.__getitem__, dealer[: self.rules.house.seen])))
            self._first[one, other, SEEN.index(shown)] += 1
        if drawn and len(dealer) > 1:
            self._count(cards, drawn)

    def _count(self, dealt: Sequence[int], drawn: Sequence[int]) -> None:
        left, cards = self._left[:], self._cards - len(dealt)
        for card in dealt:
            left[_rank(card)] -= 1
        for card in drawn:
            if cards not in self._draws:
                zeros = [0] * len(left)
                self._draws[cards] = [0], zeros, zeros[:]
            many, sums, squares = self._draws[cards]
            many[0] += 1
            for rank, count in enumerate(left):
                sums[rank] += count
                squares[rank] += count * count
            rank = _rank(card)
            self._drawn[rank] += 1
            left[rank] -= 1
            cards -= 1

    def dealt(self, solved: Solved) -> Dealt:
        """Return what there is to say of the cards."""
        if not self.rounds:
            return Dealt([], [], ())
        zones = [
            ("the player", self.rules.own, self._player),
            ("the dealer's up card", 1, self._up),
        ]
        if self._holes == self.rounds:
            zones.append(("the dealer's second card", 1, self._hole))
        copies = {
            card: many
            for card, many in self.rules.copies.items()
            if (card < NO_SUIT) is bool(self.suited) and many
        }
        if self.suited:
            found = shoe_tests(zones, copies, self.rounds)
        else:
            found = Dealt([], [], ())
        tests = [*found.tests, *self._first_test(solved), *self._drawn_test()]
        return Dealt(tests, found.tables, found.strays)

    def _first_test(self, solved: Solved) -> Iterator[Test]:
        """Yield the test of the player's two cards and the up card together, by what they count."""
        if self._first.total() < self.rounds:
            return
        cells = []
        for spot in solved.spots:
            key = (*spot.ranks, spot.up)
            expected = Fraction(spot.deals * self.rounds, solved.deals)
            cells.append(Bin(key, self._first[key], expected, Fraction(1)))
        kept = merged(cells)
        if len(kept) < 2 or min(mean for _, mean in kept) < LEAST:
            return
        table = GivenCounts("first cards", kept)
        chance = chances.chi_square_tail(table.square, table.degrees)
        about = f"two cards and the up card, {len(kept)} cells"
        yield Test(table.about, about, table.square, table.degrees, chance)

    def _drawn_test(self) -> Iterator[Test]:
        """Yield the test of the cards drawn, rank by rank."""
        found = []
        for rank, seen in enumerate(self._drawn):
            mean, variance = Fraction(0), Fraction(0)
            for cards, (_, sums, squares) in self._draws.items():
                mean += Fraction(sums[rank], cards)
                variance += Fraction(sums[rank], cards) - Fraction(squares[rank], cards**2)
            if variance:
                squared = (seen - mean) ** 2 / variance
                found.append((chances.beyond(squared), rank, seen - mean, squared))
        if not found or sum(many[0] for many, _, _ in self._draws.values()) < SMALL:
            return
        least, rank, away, squared = min(found)
        z = chances.root(squared) * (1 if away > 0 else -1)
        about = f"z of {len(found)} ranks; the least likely is {CARD_RANKS[rank]}"
        yield Test("cards drawn", about, z, 0, bonferroni(least, len(found)))


def _rank(card: int) -> int:
    """Return the rank of a card, deuce 0."""
    return card - NO_SUIT if card >= NO_SUIT else rank_of(card)
