"""What it is worth to the player to know a card that he should not: the dealer's hole card, or the
one that lies on top of the shoe when he first decides.

Hands are played as is best with the card; those of a split by the model of the game. Where that is
zero-memory, they are played as the same cards would be that were not split: with the hole card
known as with that card, and with the next card known as if it were not, as all but one of their
cards come after it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from fractions import Fraction

from combin.errors import CombinError
from combin.families.count_up.drawer import drawer_of
from combin.families.count_up.house import (
    ACE,
    NATURAL,
    TEN,
    House,
    Shoe,
    falling,
    house_of,
    verify_plain,
    without,
)
from combin.families.count_up.lattice import NONE, lattice_of
from combin.families.count_up.player import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Values
from combin.families.count_up.questions import shoe_of_game, solve
from combin.families.count_up.solve import PAID, Spot, UpCard
from combin.families.count_up.splits import Act, SplitPair
from combin.records import dataclass
from combin.results import Result, columns
from combin.rules.count_up import CountUpGame, InsuranceBet

MODELS = ("zero-memory", "first-hand")  # by which hands of a split are played here
FAIR, HOLE, NEXT = "the up card alone", "the dealer's hole card", "the next card of the shoe"
INSURED = "the hole card, with insurance"
Tell = Callable[[str], None]  # says what is counted next; empty: done


@dataclass(frozen=True)
class Known:
    """What a game is worth when a card is known.

    seen: what the player sees. value: the expected net of one unit.
    """

    seen: str
    value: Fraction


@dataclass(frozen=True, repr=False)
class CountUpProtection(Result):
    """What cards are worth that the player should not see.

    game: the rules. known: the game as it is first.
    """

    game: CountUpGame
    known: tuple[Known, ...]

    _columns = columns(words="seen,model", units="house_edge,worth")


def protect(game: CountUpGame, tell: Tell = lambda text: None) -> CountUpProtection:
    """Return what a game is worth when the hole card is known, and when the next card is.

    Raises CombinError for a model of play that is not answered here.
    """
    if game.model not in MODELS:
        raise CombinError(f"{game.slug}: protect answers model {' and '.join(MODELS)}")
    shoe, house = shoe_of_game(game), house_of(game)
    verify_plain(house, "protect")
    seconds = 2 + sum(shoe) // 60
    fair = solve(game).value
    tell(f"{HOLE}: each of up to 10 against each up card, about {seconds} s")
    hole = with_hole_card(shoe, house, game.model)
    tell(f"{NEXT}: each of up to 10 for all first hands, about {seconds} s")
    following = with_next_card(shoe, house, game.model)
    tell("")
    known = [Known(FAIR, fair), Known(HOLE, hole)]
    for bet in game.bets:
        if isinstance(bet, InsuranceBet):
            known.append(Known(INSURED, hole + insured(shoe, bet.pays)))
    return CountUpProtection(game, (*known, Known(NEXT, following)))


# --- The hole card -------------------------------------------------------------------------------


def with_hole_card(shoe: Shoe, house: House, model: str) -> Fraction:
    """Return what a game is worth to a player who knows the dealer's second card from the first.

    Where the dealer takes it last, it is the card that he will take.
    """
    hands, total = lattice_of(shoe, house.charlie), Fraction(0)
    for hole, count in enumerate(shoe):
        left = without(shoe, hole)
        for up, many in enumerate(left if count else ()):
            if not many:
                continue
            if tuple(sorted((up, hole))) == NATURAL:
                total += count * _beaten(left, up, house)
                continue
            column = UpCard(hands, house, left, up, model, hole)
            total += count * sum((spot.value * spot.deals for spot in column.spots()), Fraction(0))
    return total / falling(sum(shoe), 4)


def insured(shoe: Shoe, pays: Fraction) -> Fraction:
    """Return what insurance of half the bet adds for a player who knows the hole card: he takes it
    only to win; pays: what it wins.
    """
    return Fraction(shoe[ACE] * shoe[TEN], falling(sum(shoe), 2)) * pays / 2


def _beaten(left: Shoe, up: int, house: House) -> Fraction:
    """Return what all two cards come to against a natural that is known, times their orders."""
    beside = without(left, up)
    every = falling(sum(beside), 2)
    alike = 2 * beside[NATURAL[0]] * beside[NATURAL[1]]  # two naturals tie
    lost = Fraction(1, 2) if house.surrender == "early" else Fraction(1)
    return -lost * left[up] * (every - alike)


# --- The next card -------------------------------------------------------------------------------


def with_next_card(shoe: Shoe, house: House, model: str) -> Fraction:
    """Return what a game is worth to a player who knows, before he first decides, which card comes
    next: to him if he takes one, and else to the dealer.
    """
    hands, total = lattice_of(shoe, house.charlie), Fraction(0)
    for up, count in enumerate(shoe):
        if not count:
            continue
        column = NextCard(UpCard(hands, house, shoe, up, model))
        for spot in column.spots:
            for card, many in enumerate(column.left(spot)):
                if many:
                    actions = column.actions(spot, card)
                    total += spot.deals * many * max(actions.values())
    return total / falling(sum(shoe), 4)


class NextCard:
    """All two cards against one up card, when the next card is known."""

    def __init__(self, column: UpCard) -> None:
        self._column, self._house = column, column.house
        self._hands, self._values = column.hands, column.values
        self.spots = column.spots()
        self._own: dict[int, dict[int, Fraction]] = {}  # pair, second card -> its first hand

    def left(self, spot: Spot) -> Shoe:
        """Return the cards of which one comes next."""
        return self._values.lefts[self._hands.of(*spot.ranks)]

    def actions(self, spot: Spot, card: int) -> dict[str, Fraction]:
        """Return what each action is worth with two cards; card: the one that comes next."""
        if spot.taken == PAID:
            return {PAID: self._paid(card, spot)}
        hand, beside = self._hands.of(*spot.ranks), without(self.left(spot), card)
        lost = self._natural(beside) if self._house.looks else Fraction(0)
        actions = {
            STAND: self._stood(self._hands.column[hand], card, beside),
            HIT: self._drawn(hand, card, self._values.value, lost),
        }
        if DOUBLE in spot.actions:
            drawn = self._drawn(hand, card, self._values.stand, lost)
            actions[DOUBLE] = 2 * drawn + lost  # of a natural's rounds one unit goes alone
        if SURRENDER in spot.actions:
            actions[SURRENDER] = self._surrendered(card, beside)
        if SPLIT in spot.actions:
            actions[SPLIT] = self._split(spot.ranks[0], card) - lost
        return actions

    def _natural(self, beside: Shoe) -> Fraction:
        """Return how likely the dealer has a natural by a card that is not the next one."""
        other = self._values.other
        return Fraction(0) if other is None else Fraction(beside[other], sum(beside))

    def _next_is_his(self, card: int, beside: Shoe) -> Fraction:
        """Return how likely he has a natural where the player takes no card."""
        if self._house.peek == "first":
            return self._natural(beside)
        return Fraction(card == self._values.other)

    def _paid(self, card: int, spot: Spot) -> Fraction:
        beside = without(self.left(spot), card)
        return self._house.natural * (1 - self._next_is_his(card, beside))

    def _surrendered(self, card: int, beside: Shoe) -> Fraction:
        half = Fraction(1, 2)
        if self._house.surrender == "early":
            return -half
        return -half - half * self._next_is_his(card, beside)

    def _drawn(self, hand: int, card: int, worth: Sequence[int], lost: Fraction) -> Fraction:
        """Return what a hand is worth that takes the card."""
        after = self._hands.after[hand][card]
        if after == NONE:
            return Fraction(-1)
        return self._values.mean(after, worth[after]) - lost

    def _stood(self, column: int, card: int, beside: Shoe) -> Fraction:
        """Return what a hand is worth that stands, when the dealer draws the card first."""
        if self._house.peek != "first":
            if card == self._values.other:
                return Fraction(-1)
            return self._score(column, beside, card) - 1
        total, every = Fraction(0), sum(beside)
        for hole, count in enumerate(beside):
            if count and hole != self._values.other:
                left = without(beside, hole)
                total += count * self._score(column, left, hole, card)
        return total / every - 1

    def _score(self, column: int, left: Shoe, *his: int) -> Fraction:
        """Return the units that come back to a hand that stands, of one staked; his: the dealer's
        next cards, which he takes as far as he draws.
        """
        dealer = self._column
        for many in range(1, len(his) + 1):
            drawer = drawer_of(dealer.up, self._house.hits_soft_17, *his[:many])
            if not drawer.deepest:
                break
        (score,) = drawer.scores(array("i", left), bytes([column]))
        return Fraction(score, falling(sum(left), drawer.deepest))

    # --- A split ---------------------------------------------------------------------------------

    def _split(self, pair: int, card: int) -> Fraction:
        """Return what the hands of a split come to over the rounds that count, when the first gets
        the card.
        """
        column, house = self._column, self._house
        again = pair == card and house.hands > 2 and (pair != ACE or house.aces != "one-card")

        def split(shoe: Shoe, **begun: int) -> SplitPair:
            act = column.act(pair)
            return SplitPair(self._hands, column.drawer, house, shoe, pair, act, **begun)

        if again:
            return split(column.shoe, begun=3).mean.net
        others = split(without(column.shoe, card), apart=1)
        if pair not in self._own:
            self._own[pair] = self._played(pair, others.done)
        return others.mean.net + self._own[pair][card]

    def _played(self, pair: int, done: Act) -> dict[int, Fraction]:
        """Return second card -> what the first hand comes to; done: what is done with hands."""
        column, hands = self._column, self._hands
        within = [n for n in range(len(hands)) if hands.cards[n][pair] and hands.size[n] > 1]
        unseen = without(column.shoe, column.up, pair)
        values = Values(hands, column.drawer, self._house, unseen, within)
        worth = [0] * (len(hands) + 1)
        for hand in reversed(values.lefts):
            action = done(hand, 0)
            if action == DOUBLE:
                worth[hand] = values.double[hand]
            elif action == HIT:
                worth[hand] = values.drawn(hand, worth)
            else:
                worth[hand] = values.stand[hand]
        second = enumerate(hands.after[hands.of(pair)])
        return {
            card: values.mean(hand, worth[hand]) for card, hand in second if hand in values.lefts
        }
