"""The gain of a player who knows a card that he should not: the dealer's hole card, or the next
card of the shoe.

Hands are played as is best with the card; those of a split by the model of the game. Where that is
zero-memory, they are played as the same cards would be that were not split: with the hole card
known as with that card, and with the next card known as if it were not, as all but one of their
cards come after it. Where the dealer shows both cards, there is no hole card to know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from operator import mul

from combin.errors import refuse
from combin.families.blackjack.drawer import BUST, NATURAL_COLUMN, drawer_of
from combin.families.blackjack.house import (
    ACE,
    NATURAL,
    TEN,
    VALUES,
    House,
    Shoe,
    falling,
    mean_of,
    ups_of,
    without,
)
from combin.families.blackjack.lattice import NONE, lattice_of
from combin.families.blackjack.player import SPLIT, Values
from combin.families.blackjack.solve import Spot, UpCard
from combin.families.blackjack.splits import SplitPair
from combin.families.blackjack.tables import ENDS
from combin.recent import found_once
from combin.rules.blackjack import Surrender

MODELS = ("zero-memory", "first-hand")  # by which hands of a split are played here


# --- The hole card -------------------------------------------------------------------------------


def with_hole_card(shoe: Shoe, house: House, model: str) -> Fraction:
    """Return what a game is worth to a player who knows the dealer's second card from the first.

    Where the dealer takes it last, it is the card that he will take.
    """
    hands, total = lattice_of(shoe, house.turns.charlie), Fraction(0)
    for hole, count in enumerate(shoe):
        left = without(shoe, hole)
        for up, many in enumerate(left if count else ()):
            if not many:
                continue
            if tuple(sorted((up, hole))) == NATURAL:
                total += count * _against_natural(left, up, hole, house, model)
                continue
            column = UpCard(hands, house, left, up, model, hole)
            total += count * sum((spot.value * spot.deals for spot in column.spots()), Fraction(0))
    return total / falling(sum(shoe), 4)


def insured(shoe: Shoe, pays: Fraction) -> Fraction:
    """Return what insurance of half the bet adds for a player who knows the hole card: he takes it
    only to win; pays: what it wins.
    """
    return Fraction(shoe[ACE] * shoe[TEN], falling(sum(shoe), 2)) * pays / 2


def _against_natural(left: Shoe, up: int, hole: int, house: House, model: str) -> Fraction:
    """Return what all two cards come to against a natural that is known, times their orders."""
    beside = without(left, up)
    alike = 2 * beside[ACE] * beside[TEN]  # two naturals tie, or the player's wins
    won = left[up] * alike * (mean_of(house.naturals) if house.turns.natural.beats else Fraction(0))
    if house.turns.natural.takes_one or not (house.turns.wins_21 or house.turns.bonuses):
        lost = Fraction(1, 2) if house.turns.surrender.when == "early" else Fraction(1)
        return won - lost * left[up] * (falling(sum(beside), 2) - alike)
    # a 21 that wins at once is drawn for; what is given up late goes to the natural
    if house.turns.surrender.when == "late":
        house = replace(house, turns=house.turns.without(Surrender))
    column = UpCard(lattice_of(left, house.turns.charlie), house, left, up, model, hole)
    others = (spot for spot in column.spots() if spot.ranks != NATURAL)
    return won + sum((spot.value * spot.deals for spot in others), Fraction(0))


# --- The next card -------------------------------------------------------------------------------


def with_next_card(
    shoe: Shoe, house: House, model: str, tell: Callable[[int, int], None] | None = None
) -> Fraction:
    """Return what a game is worth to a player who knows, before he first decides, which card comes
    next: to him if he takes one, and else to the dealer.
    """
    hands, total = lattice_of(shoe, house.turns.charlie), Fraction(0)
    ups = ups_of(shoe, house.turns.dealer)
    for done, up in enumerate(ups):
        if tell:
            tell(done, len(ups))
        column = NextCard(UpCard(hands, house, shoe, up, model))
        for spot in column.spots:
            for card, many in enumerate(column.left(spot)):
                if many:
                    total += spot.deals * many * max(column.actions(spot, card).values())
    return total / falling(sum(shoe), house.turns.dealer.cards_seen + 3)


class NextCard:
    """All two cards against what is seen of the dealer's, when the next card is known."""

    def __init__(self, column: UpCard) -> None:
        self._column, self._house = column, column.house
        self._hands, self._values, self._tables = column.hands, column.values, column.tables
        self.spots = column.spots()

    def left(self, spot: Spot) -> Shoe:
        """Return the cards of which one comes next."""
        return self._values.lefts[self._hands.of(*spot.ranks)]

    def actions(self, spot: Spot, card: int) -> dict[str, Fraction]:
        """Return what each action is worth with two cards; card: the one that comes next."""
        if self._column.beaten:
            return dict(spot.actions)
        hand, beside = self._hands.of(*spot.ranks), without(self.left(spot), card)
        lost = self._natural(beside) if self._house.turns.natural.takes_one else Fraction(0)
        actions = {}
        for act in self._tables.of(hand, self._tables.dealt):
            if act.into == ENDS:
                name = act.name if act.name in spot.actions else spot.taken  # a natural
                actions[name] = self._ended(act.end, card, beside)
            else:
                actions[act.name] = self._drawn(hand, card, act.into, lost) - lost
        if SPLIT in spot.actions:
            actions[SPLIT] = self._split(spot.ranks[0], card) - lost
        return actions

    def _natural(self, beside: Shoe) -> Fraction:
        """Return how likely the dealer has a natural by a card that is not the next one."""
        other = self._values.other
        return Fraction(0) if other is None else Fraction(beside[other], sum(beside))

    def _drawn(self, hand: int, card: int, into: int, natural: Fraction) -> Fraction:
        """Return what a hand is worth that takes the card, over the rounds that count.

        into: the stage in which it does. natural: how likely a round does not count.
        """
        after = self._hands.after[hand][card]
        if after == NONE:
            return -self._tables.stages[into].lost * (1 - natural)
        return self._values.mean(after, self._values.net(after, into))

    def _ended(self, end: int, card: int, beside: Shoe) -> Fraction:
        """Return what a hand is worth that ends, when the dealer draws the card first."""
        nets = [mean_of(net) for net in self._tables.ends[end].nets]
        looks_first = self._house.turns.natural.looks == "first"
        if len({*nets[:NATURAL_COLUMN]}) == 1:
            more = nets[NATURAL_COLUMN] - nets[BUST]
            natural = self._natural(beside) if looks_first else card == self._values.other
            return nets[BUST] + more * natural
        if not looks_first or self._house.turns.dealer.cards_seen == 2:
            if card == self._values.other:
                return nets[NATURAL_COLUMN]
            return self._net(nets, beside, card)
        total, every = Fraction(0), sum(beside)
        for hole, count in enumerate(beside):
            if count:
                ended, left = hole == self._values.other, without(beside, hole)
                total += count * (
                    nets[NATURAL_COLUMN] if ended else self._net(nets, left, hole, card)
                )
        return total / every

    def _net(self, nets: Sequence[Fraction], left: Shoe, *his: int) -> Fraction:
        """Return what a hand wins that ends; nets: by the dealer's column. his: his next cards,
        which he takes as far as he draws.
        """
        house = self._house
        for many in range(len(his) + 1):
            drawer = drawer_of(
                self._column.up,
                house.turns.dealer.hits_soft_17,
                *his[:many],
                pushes=house.turns.dealer.pushes,
            )
            if not drawer.deepest:
                break
        (law,) = drawer.laws([left])
        return sum(map(mul, nets, law), Fraction(0)) / falling(sum(left), drawer.deepest)

    # --- A split ---------------------------------------------------------------------------------

    def _split(self, pair: int, card: int) -> Fraction:
        """Return what the hands of a split come to over the rounds that count, when the first gets
        the card.
        """
        column, house = self._column, self._house
        refuse(
            pair == TEN and house.tens,
            "the gain by the next card is not available where unlike tens are not split: it is "
            "not said of which rank a ten is",
        )
        if pair == card and house.turns.pairs.most_hands(pair == ACE) > 2:  # it is split again
            return column.mean_of(column.shoe, pair, begun=3).net
        play = column.split_play(pair, lost=0 if VALUES[pair] in house.turns.pairs.free else 1)
        others = SplitPair(play, without(column.shoe, card), apart=1)
        return others.mean.net + self._played(pair)[card]

    @found_once
    def _played(self, pair: int) -> dict[int, Fraction]:
        """Return second card -> what the first hand of a split comes to."""
        column, hands = self._column, self._hands
        within = [n for n in range(len(hands)) if hands.cards[n][pair] and hands.size[n] > 1]
        values = Values(hands, column.drawer, self._tables, without(column.unseen, pair), within)
        actions, stages = column.split_actions(pair), self._tables.stages

        @cache
        def back(hand: int, stage: int) -> int | Fraction:
            """Return what comes back to a hand, less what is wagered on it further."""
            act, size = actions.act(hand, stage), hands.size[hand]
            if act.into == ENDS:
                return values.back(hand, act)
            more = stages[act.into].lost - stages[stage].lost
            found: int | Fraction = -more * values.counted(values.lefts[hand], size)
            for count, after in zip(values.lefts[hand], hands.after[hand]):
                if count and after != NONE:
                    found += count * back(after, act.into)
            return found

        return {
            card: values.mean(hand, back(hand, actions.stage))
            - values.mean(hand, values.counted(values.lefts[hand], 2))
            for card, hand in enumerate(hands.after[hands.of(pair)])
            if hand in values.lefts
        }
