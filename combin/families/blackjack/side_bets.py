"""Side bets of blackjack games: insurance, and bets that the dealer busts, paid by his number of
cards.
"""

from __future__ import annotations

from fractions import Fraction

from combin.families.blackjack.drawer import drawer_of
from combin.families.blackjack.house import TEN, House, Shoe, falling, without
from combin.records import dataclass
from combin.rules.blackjack import BustBet, InsuranceBet


@dataclass(frozen=True)
class BlackjackSideBet:
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


def side_bet(bet: BustBet | InsuranceBet, shoe: Shoe, house: House) -> BlackjackSideBet:
    """Return a bet with what may happen."""
    return _on_a_bust(bet, shoe, house) if isinstance(bet, BustBet) else _insurance(bet, shoe)


def _insurance(bet: InsuranceBet, shoe: Shoe) -> BlackjackSideBet:
    """Return what a player comes to who has seen the dealer's ace alone."""
    unseen = sum(shoe) - 1
    chance = Fraction(shoe[TEN], unseen)
    return BlackjackSideBet(
        bet.key, (("natural", bet.pays, chance), ("no natural", Fraction(-1), 1 - chance))
    )


def _on_a_bust(bet: BustBet, shoe: Shoe, house: House) -> BlackjackSideBet:
    busts = bust_law(shoe, house.hits_soft_17)
    most = max(bet.by_cards)
    events = []
    for cards, pay in bet.by_cards.items():
        more = " or more" if cards == most else ""
        held = (busts[many] for many in busts if min(many, most) == cards)
        events.append((f"bust with {cards}{more} cards", pay, sum(held, Fraction(0))))
    none = 1 - sum((chance for _, _, chance in events), Fraction(0))
    return BlackjackSideBet(bet.key, (*events, ("nothing paid", Fraction(-1), none)))


def bust_law(shoe: Shoe, hits_soft_17: bool) -> dict[int, Fraction]:
    """Return how likely the dealer busts with each number of cards, his first among them; nobody
    else draws. Raises CombinError where the shoe may run out.
    """
    law: dict[int, Fraction] = {}
    for up, count in enumerate(shoe):
        if not count:
            continue
        drawer, left = drawer_of(up, hits_soft_17), without(shoe, up)
        every = sum(shoe) * falling(sum(left), drawer.deepest)
        for cards, orders in enumerate(drawer.busts(left), 2):
            if orders:
                law[cards] = law.get(cards, Fraction(0)) + Fraction(count * orders, every)
    return dict(sorted(law.items()))
