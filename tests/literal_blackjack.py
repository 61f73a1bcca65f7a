"""Blackjack read literally: every card of a small shoe is dealt in its turn, in plain Python with
fractions, the dealer's hole card before the player's next one.

It shares with the engine nothing but the record of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from combin.families.count_up import House

Cards = tuple[int, ...]  # values, an ace 1, in ascending order
Result = tuple[Fraction, Fraction]  # mean net, mean wager
ZERO, ONE = Fraction(0), Fraction(1)


def total_of(cards: Cards) -> int:
    hard = sum(cards)
    return hard + 10 if 1 in cards and hard <= 11 else hard


def is_soft(cards: Cards) -> bool:
    return 1 in cards and sum(cards) <= 11


def is_natural(cards: Cards) -> bool:
    return sorted(cards) == [1, 10]


def less(shoe: Cards, *cards: int) -> Cards:
    left = list(shoe)
    for card in cards:
        left.remove(card)
    return tuple(left)


class RunsOutError(Exception):
    """A card is called for, and none is left."""


def dealt(shoe: Cards) -> Iterator[tuple[Fraction, int, Cards]]:
    """Yield how likely each next card is, the card, and what is left."""
    if not shoe:
        raise RunsOutError
    for card in sorted(set(shoe)):
        yield Fraction(shoe.count(card), len(shoe)), card, less(shoe, card)


@dataclass(frozen=True)
class Done:
    """A hand that is played: its total, 0 where it has bust; what it wins and what it loses, in
    units, which is less where bets are free; whether it wins by its number of cards.
    """

    total: int
    won: int
    lost: int
    charlie: bool


@dataclass(frozen=True)
class Table:
    """One shoe under the rules of one house, and how split hands are played."""

    shoe: Cards
    house: House
    model: str = "zero-memory"
    hits: frozenset[tuple[int, bool, int]] = frozenset()  # up card, soft, total: of a chart
    doubled: frozenset[tuple[int, bool, int]] = frozenset()
    second: int | None = None  # the dealer's other card, where he shows it; not in the shoe
    free_hits: frozenset[tuple[int, bool, int]] = frozenset()  # of a chart for hands on free bets
    free_doubled: frozenset[tuple[int, bool, int]] = frozenset()

    def values(self, first: Cards, up: int) -> dict[str, Result]:
        """Return what each action is worth for two cards against an up card, before anybody looks
        for a natural.
        """
        rest = less(self.shoe, *first, up)
        if self.second is not None and is_natural((up, self.second)):
            if is_natural(first):
                return {"tied natural": (self.house.tied, ONE)}
            return {"beaten by a natural": (-ONE, ONE)}
        natural = self._natural(up, rest)
        if is_natural(first):
            return {"natural": ((1 - natural) * self.house.natural, ONE)}
        found = {}
        for action in self._offered(first):
            if action == "early surrender":
                found["surrender"] = (-ONE / 2, ONE)
                continue
            net, wager = self._acted(action, first, up, ())
            if self.house.peek == "first":  # what follows is played if there is no natural
                net, wager = -natural + (1 - natural) * net, natural + (1 - natural) * wager
            found[action.removeprefix("late ")] = (net, wager)
        return found

    def _offered(self, first: Cards) -> list[str]:
        house = self.house
        actions = ["stand", "hit"]
        if self._doubles(first):
            actions.append("double")
        if first[0] == first[1] and house.hands > 1:
            actions.append("split")
        if house.surrender != "none":
            actions.append(f"{house.surrender} surrender")
        return actions

    def _doubles(self, cards: Cards) -> bool:
        house = self.house
        if house.doubles is None:
            return True
        return total_of(cards) in (house.soft_doubles if is_soft(cards) else house.doubles)

    def _natural(self, up: int, rest: Cards) -> Fraction:
        if self.second is not None:
            return ZERO
        return sum((chance for chance, card, _ in dealt(rest) if is_natural((up, card))), ZERO)

    def _holes(self, up: int, rest: Cards) -> list[tuple[Fraction, int | None, Cards]]:
        """Return what may lie face down while the player acts: a card that makes no natural, or
        none.
        """
        if self.second is not None:
            return [(ONE, self.second, rest)]
        if self.house.peek != "first":
            return [(ONE, None, rest)]
        holes = [one for one in dealt(rest) if not is_natural((up, one[1]))]
        all_ = sum((chance for chance, _, _ in holes), ZERO)
        return [(chance / all_, card, left) for chance, card, left in holes]

    # --- A hand by itself ----------------------------------------------------------------------

    def _twice(self, cards: Cards, own: int) -> tuple[int, int]:
        """Return what a hand wins and loses that is doubled; own: the player's units on it."""
        free = not is_soft(cards) and sum(cards) in self.house.free_doubles
        return 2, own if free else own + 1

    @cache  # noqa: B019
    def _acted(self, action: str, cards: Cards, up: int, gone: Cards, own: int = 1) -> Result:
        """Return what an action comes to; gone: cards seen that are in no hand; own: the player's
        units on it, none on a free bet.
        """
        rest = less(self.shoe, *cards, up, *gone)
        if action == "split":
            return self._split(cards[0], up, gone)
        if action == "late surrender":
            beaten = ZERO if self.house.peek == "first" else self._natural(up, rest)
            return -(1 - beaten) / 2 - beaten, ONE
        net = wager = ZERO
        for chance, hole, left in self._holes(up, rest):
            if action == "stand":
                one = self._settled((self._done(cards, 1, own),), up, hole, left)
                net, wager = net + chance * one[0], wager + chance * one[1]
                continue
            for likely, card, after in dealt(left):
                drawn = tuple(sorted((*cards, card)))
                if action == "double" or sum(drawn) > 21:
                    stakes = self._twice(cards, own) if action == "double" else (1, own)
                    one = self._settled((self._done(drawn, *stakes),), up, hole, after)
                else:
                    # he does not know the hole card: the mean of his best action over all of them
                    one = self._weighed(drawn, up, gone, hole, after, own)
                net, wager = net + chance * likely * one[0], wager + chance * likely * one[1]
        return net, wager

    @cache  # noqa: B019
    def _weighed(
        self, cards: Cards, up: int, gone: Cards, hole: int | None, left: Cards, own: int
    ) -> Result:
        """Return what a hand comes to that is played on without knowing the hole card."""
        if self._goes_on(cards, up, gone, own=own) == "stand":
            return self._settled((self._done(cards, 1, own),), up, hole, left)
        net = wager = ZERO
        for chance, card, after in dealt(left):
            drawn = tuple(sorted((*cards, card)))
            if sum(drawn) > 21:
                one = self._settled((self._done(drawn, 1, own),), up, hole, after)
            else:
                one = self._weighed(drawn, up, gone, hole, after, own)
            net, wager = net + chance * one[0], wager + chance * one[1]
        return net, wager

    @cache  # noqa: B019
    def _goes_on(
        self, cards: Cards, up: int, gone: Cards, doubles: bool = False, own: int = 1
    ) -> str:
        if len(cards) == self.house.charlie:
            return "stand"
        if self.model == "total":
            row = (up, is_soft(cards), total_of(cards))
            if doubles and row in (self.doubled if own else self.free_doubled):
                return "double"
            return "hit" if row in (self.hits if own else self.free_hits) else "stand"
        best = "stand"
        for action in ("hit", "double") if doubles and self._doubles(cards) else ("hit",):
            worth = [self._acted(one, cards, up, gone, own)[0] for one in (best, action)]
            if worth[1] > worth[0]:
                best = action
        return best

    # --- A split -------------------------------------------------------------------------------

    def _split(self, pair: int, up: int, gone: Cards) -> Result:
        rest = less(self.shoe, pair, pair, up, *gone)
        net = wager = ZERO
        for chance, hole, left in self._holes(up, rest):
            one = self._hands(pair, up, hole, left, 2, 2, (), ())
            net, wager = net + chance * one[0], wager + chance * one[1]
        return net, wager

    @cache  # noqa: B019
    def _hands(
        self,
        pair: int,
        up: int,
        hole: int | None,
        left: Cards,
        hands: int,
        waiting: int,
        here: Cards,
        done: tuple[Done, ...],
    ) -> Result:
        """Return what hands of a split come to; waiting: those that have one card so far; here: the
        one that is played. The first hand has the player's bet, and the others have none where the
        pair is split for free.
        """
        if not here:
            if not waiting:
                return self._settled(done, up, hole, left)
            return self._hands(pair, up, hole, left, hands, waiting - 1, (pair,), done)
        net = wager = ZERO
        own = 0 if done and pair - 1 in self.house.free_splits else 1
        action = "hit" if len(here) == 1 else self._split_hand(pair, here, up, hands, own)
        if action == "split":
            return self._hands(pair, up, hole, left, hands + 1, waiting + 1, (pair,), done)
        if action == "stand":
            ended = self._ended(done, here, 1, own)
            return self._hands(pair, up, hole, left, hands, waiting, (), ended)
        for chance, card, after in dealt(left):
            drawn = tuple(sorted((*here, card)))
            if action == "double" or sum(drawn) > 21:
                stakes = self._twice(here, own) if action == "double" else (1, own)
                ended = self._ended(done, drawn, *stakes)
                one = self._hands(pair, up, hole, after, hands, waiting, (), ended)
            else:
                one = self._hands(pair, up, hole, after, hands, waiting, drawn, done)
            net, wager = net + chance * one[0], wager + chance * one[1]
        return net, wager

    def _ended(self, done: tuple[Done, ...], cards: Cards, won: int, lost: int) -> tuple[Done, ...]:
        key = lambda one: (one.total, one.won, one.lost, one.charlie)  # noqa: E731
        return tuple(sorted((*done, self._done(cards, won, lost)), key=key))

    def _split_hand(self, pair: int, cards: Cards, up: int, hands: int, own: int) -> str:
        house, aces = self.house, pair == 1
        most = 2 if aces and house.aces == "one-card" else house.hands
        if cards == (pair, pair) and hands < most:
            return "split"
        if aces and house.aces != "hit":
            return "stand"
        gone = (pair,) if self.model == "first-hand" else ()
        return self._goes_on(cards, up, gone, house.das and len(cards) == 2, own)

    # --- The dealer ----------------------------------------------------------------------------

    def _done(self, cards: Cards, won: int, lost: int) -> Done:
        total = total_of(cards)
        charlie = total <= 21 and len(cards) == self.house.charlie
        return Done(total if total <= 21 else 0, won, lost, charlie)

    @cache  # noqa: B019
    def _settled(self, done: tuple[Done, ...], up: int, hole: int | None, left: Cards) -> Result:
        """Return what hands come to against the dealer."""
        if hole is None:
            net = wager = ZERO
            for chance, card, after in dealt(left):
                one = self._settled_two(done, up, card, after)
                net, wager = net + chance * one[0], wager + chance * one[1]
            return net, wager
        return self._settled_two(done, up, hole, left)

    def _settled_two(self, done: tuple[Done, ...], up: int, hole: int, left: Cards) -> Result:
        staked = sum(one.lost for one in done)
        if is_natural((up, hole)):
            lost = 1 if self.house.peek == "original" else staked
            return -Fraction(lost), Fraction(lost)
        net = ZERO
        for total, chance in self._drawn(tuple(sorted((up, hole))), left).items():
            for one in done:
                if one.total == 0:
                    net -= chance * one.lost
                elif one.charlie or total == 0:
                    net += chance * one.won
                elif total == self.house.pushes:
                    continue
                elif one.total > total:
                    net += chance * one.won
                elif one.total < total or self.house.ties == "lose":
                    net -= chance * one.lost
        return net, Fraction(staked)

    @cache  # noqa: B019
    def _drawn(self, cards: Cards, left: Cards) -> dict[int, Fraction]:
        """Return how likely each total of the dealer is, 0 standing for all with which he busts."""
        total = total_of(cards)
        if total > 21:
            return {total if total == self.house.pushes else 0: ONE}
        if total > 17 or (total == 17 and not (is_soft(cards) and self.house.hits_soft_17)):
            return {total: ONE}
        found: dict[int, Fraction] = {}
        for chance, card, after in dealt(left):
            for end, likely in self._drawn(tuple(sorted((*cards, card))), after).items():
                found[end] = found.get(end, ZERO) + chance * likely
        return found


@dataclass(frozen=True)
class TwoHands(Table):
    """A table at which a player has two hands, and may exchange their second cards.

    Each hand is played as if the cards of the other were unseen, and valued as if they are gone.
    """

    counts: bool = False  # whether an ace and a ten that come by an exchange are a natural

    @cache  # noqa: B019
    def _goes_on(
        self, cards: Cards, up: int, gone: Cards, doubles: bool = False, own: int = 1
    ) -> str:
        return super()._goes_on(cards, up, (), doubles, own)

    @cache  # noqa: B019
    def hand(self, cards: Cards, beside: Cards, up: int, natural: bool) -> Result:
        """Return what a hand comes to whose first action is the best with the other unseen."""
        if is_natural(cards):
            rest = less(self.shoe, *cards, *beside, up)
            found = self._natural(up, rest)
            if natural:
                return (1 - found) * self.house.natural, ONE
            action = "stand"
        else:
            worth = self.values(cards, up)
            action = max(worth, key=lambda name: worth[name][0])
        if action == "surrender" and self.house.surrender == "late":
            action = "late surrender"
        elif action == "surrender":
            return -ONE / 2, ONE
        net, wager = self._acted(action, cards, up, beside)
        if self.house.peek == "first":
            beaten = self._natural(up, less(self.shoe, *cards, *beside, up))
            net, wager = -beaten + (1 - beaten) * net, beaten + (1 - beaten) * wager
        return net, wager

    def both(self, first: Cards, second: Cards, up: int, exchanged: bool) -> Result:
        """Return what two hands come to; exchanged: whether their second cards are."""
        natural = self.counts or not exchanged
        if exchanged:
            first, second = (first[0], second[1]), (second[0], first[1])
        hands = [tuple(sorted(hand)) for hand in (first, second)]
        one = self.hand(hands[0], hands[1], up, natural)
        other = self.hand(hands[1], hands[0], up, natural)
        return one[0] + other[0], one[1] + other[1]

    def mean(self) -> tuple[Fraction, Fraction, Fraction]:
        """Return the mean net and wager of one of the hands, and how often cards are exchanged."""
        net = wager = often = ZERO
        for p, up, rest in dealt(self.shoe):
            for q, a, one in dealt(rest):
                for r, b, two in dealt(one):
                    for s, c, three in dealt(two):
                        for t, d, _ in dealt(three):
                            chance = p * q * r * s * t
                            kept = self.both((a, b), (c, d), up, False)
                            better = self.both((a, b), (c, d), up, True)
                            swapped = better[0] > kept[0]
                            best = better if swapped else kept
                            net, wager = net + chance * best[0] / 2, wager + chance * best[1] / 2
                            often += chance * swapped
        return net, wager, often
