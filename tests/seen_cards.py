"""The reference program for blackjack games, of a player who knows one card more: the dealer's second
one, or the next of the shoe.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from combin.proof.card_by_card import (
    ONE,
    OWN,
    ZERO,
    Cards,
    Table,
    is_natural,
    less,
    mean,
    stands,
)


@dataclass(frozen=True)
class SeesHoleCard(Table):
    """The player knows the dealer's second card."""

    known: int = 0

    def _natural(self, up: int, rest: Cards) -> Fraction:
        return ONE if is_natural((up, self.known)) else ZERO

    def _holes(self, up: int, rest: Cards) -> list[tuple[Fraction, int | None, Cards]]:
        return [(ONE, self.known, less(rest, self.known))]


@dataclass(frozen=True)
class SeesNextCard(Table):
    """The player knows, before he first decides, which card is dealt next."""

    def with_next(self, first: Cards, up: int, card: int) -> dict[str, Fraction]:
        """Return the mean net of each action for two cards against an up card."""
        if self.second is not None and is_natural((up, self.second)):
            return {action: net for action, (net, _) in self.values(first, up).items()}
        rest = less(self.shoe, *first, up, card)
        first_looks = self.house.peek == "first"
        natural = self._natural(up, rest) if first_looks else Fraction(is_natural((up, card)))
        if is_natural(first):
            won = ONE if self.house.beats_natural else ONE - natural
            paid = sum((pay * chance for pay, chance in self.house.naturals), ZERO)
            return {"natural": won * paid}
        found = {}
        for action in self._offered(first):
            if action == "early surrender":
                found["surrender"] = -ONE / 2
            elif action == "late surrender":
                found["surrender"] = -natural - (1 - natural) / 2
            else:
                holes = self._holes(up, rest)
                net = sum(
                    (
                        chance * self._next(action, first, up, card, hole, left)
                        for chance, hole, left in holes
                    ),
                    ZERO,
                )
                found[action] = -natural + (1 - natural) * net if first_looks else net
        return found

    def _next(
        self, action: str, first: Cards, up: int, card: int, hole: int | None, left: Cards
    ) -> Fraction:
        """Return the mean net of an action; hole: what lies face down, if anything does."""
        if action == "stand":
            done = (self._done(first, up, OWN),)
            if hole is None:
                return mean(self._settled_two(done, up, card, left))[0]
            his = tuple(sorted((up, hole)))
            if not stands(his, self.house):
                his = tuple(sorted((*his, card)))
            ends = self._drawn(his, left)
            return sum((chance * self._won(done, end) for end, chance in ends.items()), ZERO)
        if action == "split":
            here = tuple(sorted((first[0], card)))
            return mean(self._hands(first[0], up, hole, left, 2, 1, here, OWN, ()))[0]
        drawn = tuple(sorted((*first, card)))
        return mean(self._goes(drawn, up, (), hole, left, self._after(action, first, OWN)))[0]
