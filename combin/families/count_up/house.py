"""What a count-up game is played by: the cards, how they count, and the rules of the house."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import perm

from combin.errors import CombinError
from combin.records import dataclass
from combin.rules.count_up import ACES, GIVEN_UP, LOOKS, PUSHES, SPLIT_TO, TIES, CountUpGame

Shoe = tuple[int, ...]  # how many cards of each rank, in the order of RANKS

RANKS = "A23456789T"  # what counts alike is one rank: kings, queens and jacks are tens
VALUES = tuple(range(1, 11))
ACE, TEN = 0, 9
LIMIT = 21  # who has more has bust
SOFT = 10  # what one ace may count more
NATURAL = (ACE, TEN)

SURRENDERS = ("none", *GIVEN_UP)

# What is seen of the dealer's first two cards, the lower first; its number is called `up`: of one
# card that of its rank.
SEEN = (
    *((rank,) for rank in range(len(RANKS))),
    *((one, other) for one in range(len(RANKS)) for other in range(one, len(RANKS))),
)


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
    seen: how many of the dealer's first two cards the player sees before he plays.
    ties: what a total like the dealer's does, `push` or `lose`.
    pushes: a total over 21 with which the dealer ties with all hands in play; None: he busts.
    tied: what a natural wins against the dealer's.
    soft_doubles: the soft totals that may be doubled where not all totals may.
    free_doubles: the hard totals of two cards that are doubled without a bet of the player's.
    free_splits: the ranks of which a pair is split so.
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
    seen: int = 1
    ties: str = TIES[0]
    pushes: int | None = None
    tied: Fraction = Fraction(0)
    soft_doubles: frozenset[int] = frozenset()
    free_doubles: frozenset[int] = frozenset()
    free_splits: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        for name, value, known in (
            ("peek", self.peek, LOOKS),
            ("aces", self.aces, ACES),
            ("surrender", self.surrender, SURRENDERS),
            ("hands", self.hands, SPLIT_TO),
            ("charlie", self.charlie, (None, 5, 6, 7)),
            ("seen", self.seen, (1, 2)),
            ("ties", self.ties, TIES),
            ("pushes", self.pushes, PUSHES),
        ):
            if value not in known:
                raise CombinError(f"{name} is one of {', '.join(map(str, known))}, not {value!r}")

    @property
    def looks(self) -> bool:
        """Whether a dealer's natural takes one unit, whatever was done."""
        return self.peek != "never"

    def may_double(self, hard: int, soft: bool) -> bool:
        """Return whether two cards of this total may be doubled; soft: an ace counts 11."""
        if self.doubles is None:
            return True
        return hard + SOFT in self.soft_doubles if soft else hard in self.doubles

    def doubled(self, lost: int, hard: int, soft: bool) -> int:
        """Return how many units two cards of this total lose that are doubled; lost: how many, if
        they are not.
        """
        return lost if not soft and hard in self.free_doubles else lost + 1


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
        seen=game.dealer.seen,
        ties=game.ties,
        pushes=game.dealer.pushes,
        tied=game.natural.tied,
        soft_doubles=frozenset(double.soft) if double else frozenset(),
        free_doubles=frozenset(double.free) if double else frozenset(),
        free_splits=frozenset(value - 1 for value in pairs.free) if pairs else frozenset(),
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


def up_name(up: int) -> str:
    """Return the dealer's cards that are seen, ``6`` or ``6T``."""
    return "".join(RANKS[rank] for rank in SEEN[up])


def ups_of(shoe: Shoe, house: House) -> dict[int, int]:
    """Return what may be seen of the dealer's cards -> in how many orders it is dealt."""
    found = {}
    for up, ranks in enumerate(SEEN):
        if len(ranks) == house.seen:
            one, other = ranks[0], ranks[-1]
            if one != other:
                orders = 2 * shoe[one] * shoe[other]
            else:
                orders = perm(shoe[one], len(ranks))
            if orders:
                found[up] = orders
    return found


@lru_cache(maxsize=2)
def columns_of(seen: int) -> dict[str, tuple[int, ...]]:
    """Return the columns of a chart: name -> what is seen of the dealer's cards and played alike.

    One card has a column of its own, 2 to 10 and ace; two go by their total, ``12`` or ``A6``.
    """
    if seen == 1:
        return {up_name(up): (up,) for up in (*range(1, 10), ACE)}
    columns: dict[str, tuple[int, ...]] = {str(total): () for total in range(4, LIMIT)}
    for up, ranks in enumerate(SEEN):
        if len(ranks) == seen and ranks != NATURAL:
            hard = sum(VALUES[rank] for rank in ranks)
            name = up_name(up) if ACE in ranks else str(hard)
            columns[name] = (*columns.get(name, ()), up)
    return columns
