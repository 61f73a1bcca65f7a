"""What a count-up game is played by: the cards, how they count, and the rules of the house."""

from __future__ import annotations

from fractions import Fraction

from combin.errors import CombinError
from combin.records import dataclass
from combin.rules.count_up import ACES, GIVEN_UP, LOOKS, CountUpGame

Shoe = tuple[int, ...]  # how many cards of each rank, in the order of RANKS

RANKS = "A23456789T"  # what counts alike is one rank: kings, queens and jacks are tens
VALUES = tuple(range(1, 11))
ACE, TEN = 0, 9
LIMIT = 21  # who has more has bust
SOFT = 10  # what one ace may count more
NATURAL = (ACE, TEN)

SURRENDERS = ("none", *GIVEN_UP)


@dataclass(frozen=True)
class House:
    """The rules of the house.

    hits_soft_17: whether the dealer draws to a soft 17.
    peek: `first` where the dealer looks for a natural before anybody plays; `never` where he takes
        his second card last and a natural takes all that is staked, `original` where it then takes
        only the first bet.
    doubles: the hard totals of two cards that may be doubled; None: any two cards.
    das: whether hands of a split may be doubled.
    hands: how many hands a pair may become.
    aces: split aces get one card each, or may be split again beside that, or are played on as
        others are.
    surrender: whether half the bet may be kept, `early`, before the dealer looks for a natural, or
        `late`.
    natural: what a natural pays.
    charlie: so many cards win, unless the dealer has a natural; None: no number does.
    """

    hits_soft_17: bool = False
    peek: str = LOOKS[0]
    doubles: frozenset[int] | None = None
    das: bool = True
    hands: int = 4
    aces: str = ACES[0]
    surrender: str = SURRENDERS[0]
    natural: Fraction = Fraction(3, 2)
    charlie: int | None = None

    def __post_init__(self) -> None:
        for name, value, known in (
            ("peek", self.peek, LOOKS),
            ("aces", self.aces, ACES),
            ("surrender", self.surrender, SURRENDERS),
            ("hands", self.hands, (1, 2, 3, 4)),
            ("charlie", self.charlie, (None, 5, 6, 7)),
        ):
            if value not in known:
                raise CombinError(f"{name} is one of {', '.join(map(str, known))}, not {value!r}")

    @property
    def looks(self) -> bool:
        """Whether a dealer's natural takes one unit, whatever was done."""
        return self.peek != "never"

    def may_double(self, hard: int, soft: bool) -> bool:
        """Return whether two cards of this total may be doubled; soft: an ace counts 11."""
        return self.doubles is None or (not soft and hard in self.doubles)


def house_of(game: CountUpGame) -> House:
    """Return the rules of the house of a game."""
    double, pairs, surrender = game.double, game.pairs, game.surrender
    return House(
        hits_soft_17=game.dealer.soft > game.dealer.hard,
        peek=game.natural.looks,
        doubles=frozenset({0}) if double is None else frozenset(double.totals) or None,
        das=double is not None and double.split,
        hands=pairs.hands if pairs else 1,
        aces=pairs.aces if pairs else ACES[0],
        surrender=surrender.when if surrender else SURRENDERS[0],
        natural=game.natural.pays,
        charlie=game.charlie,
    )


def shoe_of(packs: int) -> Shoe:
    """Return the cards of some packs."""
    return tuple([4 * packs] * 9 + [16 * packs])


def falling(cards: int, factors: int) -> int:
    """Return cards (cards - 1) ..., so many factors, with 1 in the place of a factor below 1: the
    scale of a value goes on where a small shoe ends, and nothing that has orders lies beyond it.
    """
    product = 1
    for left in range(cards, max(cards - factors, 1), -1):
        product *= left
    return product


def without(shoe: Shoe, *ranks: int) -> Shoe:
    """Return a shoe without some cards, each named by its rank."""
    left = list(shoe)
    for rank in ranks:
        left[rank] -= 1
    return tuple(left)
