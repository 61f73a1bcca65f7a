"""Side bets of blackjack games: insurance, and bets that the dealer busts, paid by his number of
cards.

A multiset of drawn cards that ends the dealer's hand in w orders comes with probability
w * product (cards of the rank)_(drawn) / (unseen)_(all drawn), (n)_d having d factors.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import perm, prod

from combin.errors import CombinError
from combin.families.count_up.drawer import BUST, drawer_of
from combin.families.count_up.house import TEN, House, Shoe, house_of, without
from combin.records import dataclass
from combin.rules.count_up import BustBet, CountUpGame, InsuranceBet


@dataclass(frozen=True)
class CountUpSideBet:
    """A bet beside the game.

    key: its name. events: what may happen, the net, and how likely it is.
    """

    key: str
    events: tuple[tuple[str, Fraction, Fraction], ...]

    @property
    def value(self) -> Fraction:
        """The expected net of one unit."""
        return sum((net * chance for _, net, chance in self.events), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        return -self.value


def side_bets(game: CountUpGame) -> tuple[CountUpSideBet, ...]:
    """Return the bets beside a game, each with what may happen."""
    shoe, house = tuple(game.shoe.values()), house_of(game)
    return tuple(side_bet(bet, shoe, house) for bet in game.bets)


def side_bet(bet: BustBet | InsuranceBet, shoe: Shoe, house: House) -> CountUpSideBet:
    """Return a bet with what may happen."""
    return _on_a_bust(bet, shoe, house) if isinstance(bet, BustBet) else _insurance(bet, shoe)


def _insurance(bet: InsuranceBet, shoe: Shoe) -> CountUpSideBet:
    """Return what a player comes to who has seen the dealer's ace alone."""
    unseen = sum(shoe) - 1
    chance = Fraction(shoe[TEN], unseen)
    return CountUpSideBet(
        bet.key, (("natural", bet.pays, chance), ("no natural", Fraction(-1), 1 - chance))
    )


def _on_a_bust(bet: BustBet, shoe: Shoe, house: House) -> CountUpSideBet:
    busts = bust_law(shoe, house.hits_soft_17)
    most = max(bet.by_cards)
    events = []
    for cards, pay in bet.by_cards.items():
        more = " or more" if cards == most else ""
        held = (busts[many] for many in busts if min(many, most) == cards)
        events.append((f"bust with {cards}{more} cards", pay, sum(held, Fraction(0))))
    none = 1 - sum((chance for _, _, chance in events), Fraction(0))
    return CountUpSideBet(bet.key, (*events, ("nothing paid", Fraction(-1), none)))


def bust_law(shoe: Shoe, hits_soft_17: bool) -> dict[int, Fraction]:
    """Return how likely the dealer busts with each number of cards, his first among them; nobody
    else draws. Raises CombinError where the shoe may run out.
    """
    law: dict[int, Fraction] = {}
    total = Fraction(0)
    for up, count in enumerate(shoe):
        left = without(shoe, up)
        drawer = drawer_of(up, hits_soft_17) if count else None
        for drawn, (column, orders) in (drawer.finishes if drawer else {}).items():
            many = Counter(drawn)
            ways = orders * count * prod(perm(left[rank], used) for rank, used in many.items())
            chance = Fraction(ways, perm(sum(shoe), len(drawn) + 1)) if ways else Fraction(0)
            total += chance
            if column == BUST and chance:
                cards = len(drawn) + 1
                law[cards] = law.get(cards, Fraction(0)) + chance
    if total != 1:
        raise CombinError("the shoe runs out: some hands leave the dealer too few cards")
    return dict(sorted(law.items()))
