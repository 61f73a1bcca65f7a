"""Effects of removal: the change of every bet's value when a card of a rank leaves the shoe.

With a play kept, a card that leaves the shoe unseen changes nothing: the effects, each times the
cards of its rank, add up to 0 exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from fractions import Fraction

from combin.records import dataclass
from combin.solving.result import AboutGame
from combin.subject import Subject, Tell


@dataclass(frozen=True)
class Effects:
    """What the ranks add to one bet when a card of them leaves the shoe.

    bet: its key.
    wager: units are those of this wager.
    value: the expected net with the whole shoe.
    effects: rank -> what the expected net grows by, the best play being that of the shoe left; the
        mean over the cards of the rank.
    model: of play, where there are several.
    usual: the expected net with the whole shoe of the play that is kept; None where none is known.
    kept: rank -> what that grows by.
    """

    bet: str
    wager: str
    value: Fraction
    effects: dict[str, Fraction]
    model: str = ""
    usual: Fraction | None = None
    kept: dict[str, Fraction] = field(default_factory=dict)


@dataclass(frozen=True, repr=False)
class Removals(AboutGame):
    """The effects of removal on some bets of a game.

    bets: one a bet.
    """

    bets: tuple[Effects, ...]


def removals(subjects: Sequence[Subject], tell: Tell = lambda rank: None) -> Removals:
    """Return what each rank that leaves the shoe adds to the value of some bets.

    tell: called before each rank is removed. Raises CombinError where there is no shoe.
    """
    found = tuple(effects_of(one, tell) for one in subjects)
    tell("")
    return Removals(subjects[0].game, found)


def effects_of(one: Subject, tell: Tell = lambda rank: None) -> Effects:
    """Return the effects of removal on one bet."""
    ranks = {rank: cards for rank, cards in one.ranks().items() if any(cards.values())}
    one.tell_cost()
    value, policy = one.value, one.usual()
    usual = None if policy is None else one.by(policy)
    effects, kept = {}, {}
    for rank, cards in ranks.items():
        tell(rank)
        total, left = sum(cards.values()), {card: one.without(card) for card in cards}
        anew = sum((many * left[card].value for card, many in cards.items()), Fraction(0))
        effects[rank] = anew / total - value
        if usual is not None:
            same = (many * left[card].by(policy) for card, many in cards.items())
            kept[rank] = sum(same, Fraction(0)) / total - usual
    return Effects(one.bet, one.wager, value, effects, one.model, usual, kept)
