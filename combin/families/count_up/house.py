"""What a count-up game is played by: the cards, how they count, and the rules of the house."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm

from combin.errors import CombinError
from combin.records import dataclass
from combin.rules import count_up as words
from combin.rules.count_up import ACES, GIVEN_UP, LOOKS, CountUpGame, value_of

Shoe = tuple[int, ...]  # how many cards of each rank, in the order of RANKS

RANKS = "A23456789T"  # what counts alike is one rank: kings, queens and jacks are tens
VALUES = tuple(range(1, 11))
ACE, TEN = 0, 9
LIMIT = 21  # who has more has bust
SOFT = 10  # what one ace may count more
NATURAL = (ACE, TEN)

SURRENDERS = ("none", *GIVEN_UP)

# Rules beyond those of blackjack, in words; who knows nothing of them asks `verify_plain`.
BEYOND: Mapping[str, str] = {
    "wins_21": "a 21 that wins at once",
    "bonuses": "a 21 that pays more",
    "beats_natural": "a natural that wins against the dealer's",
    "suited_naturals": "a natural that is paid by its suit",
    "doubles_later": "a double of three cards or more",
    "doublings": "a hand that is doubled again",
    "rescue": "a double that is rescued",
    "surrenders_later": "a surrender with three cards or more",
    "surrenders_split": "a surrender after a split",
}

Pays = tuple[tuple[Fraction, Fraction], ...]  # what is won, and how likely


@dataclass(frozen=True)
class Bonus:
    """A 21 that wins at once, and not even money.

    cards: so many, or more. ranks: how many of each rank; empty: any.
    up: the dealer's card; None: any. split: whether a hand of a split wins it.
    pays: what it wins, by its suits.
    """

    cards: int
    ranks: tuple[int, ...]
    up: int | None
    split: bool
    pays: Pays

    @cached_property
    def mean(self) -> Fraction:
        return mean_of(self.pays)


def mean_of(pays: Pays) -> Fraction:
    return sum((pay * chance for pay, chance in pays), Fraction(0))


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
    beats_natural: whether the player's natural wins where the dealer has one too.
    suited_naturals: what a natural of some suit wins, and how likely it is of that suit.
    wins_21: whether a player's 21 wins at once, whatever the dealer has.
    bonuses: hands of 21 that win more; of those that a hand has, the first.
    doubles_later: whether three cards and more may be doubled. doublings: how often one hand may.
    rescue: whether half of what is on a doubled hand may be given up.
    surrenders_later, surrenders_split: whether half the bet may be kept with three cards and more,
        and with a hand of a split.
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
    beats_natural: bool = False
    suited_naturals: Pays = ()
    wins_21: bool = False
    bonuses: tuple[Bonus, ...] = ()
    doubles_later: bool = False
    doublings: int = 1
    rescue: bool = False
    surrenders_later: bool = False
    surrenders_split: bool = False

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
        if (self.surrenders_later or self.surrenders_split) and self.surrender != "late":
            raise CombinError("a hand is given up later only where surrender is late")

    @cached_property
    def beyond(self) -> tuple[str, ...]:
        """The rules beyond those of blackjack, in words."""
        plain = House()
        return tuple(
            told for name, told in BEYOND.items() if getattr(self, name) != getattr(plain, name)
        )

    @property
    def looks(self) -> bool:
        """Whether a dealer's natural takes one unit, whatever was done."""
        return self.peek != "never"

    @cached_property
    def naturals(self) -> Pays:
        """What a natural pays that is paid."""
        others = 1 - sum((chance for _, chance in self.suited_naturals), Fraction(0))
        return ((self.natural, others), *self.suited_naturals)

    @cached_property
    def natural_mean(self) -> Fraction:
        return mean_of(self.naturals)

    @cached_property
    def unit(self) -> int:
        """How many parts a unit has, so that all that a hand wins before the end is whole."""
        gives_up = self.rescue or self.surrenders_later or self.surrenders_split
        return lcm(2 if gives_up else 1, *(bonus.mean.denominator for bonus in self.bonuses))

    @property
    def goes_on_doubled(self) -> bool:
        """Whether there is something to decide once a hand is doubled."""
        return self.rescue or self.doublings > 1

    def bonus(self, cards: Sequence[int], total: int, up: int, split: bool = False) -> Bonus | None:
        """Return what a hand wins beyond even money; cards: how many of each rank."""
        if total != LIMIT:
            return None
        for bonus in self.bonuses:
            if (
                bonus.cards <= sum(cards)
                and bonus.ranks in ((), tuple(cards))
                and bonus.up in (None, up)
                and (bonus.split or not split)
            ):
                return bonus
        return None

    def may_double(self, hard: int, soft: bool) -> bool:
        """Return whether two cards of this total may be doubled; soft: an ace counts 11."""
        return self.doubles is None or (not soft and hard in self.doubles)


def verify_plain(house: House, what: str) -> None:
    """Raise CombinError where a house has rules beyond those of blackjack; what: the question that
    knows nothing of them.
    """
    if house.beyond:
        raise CombinError(f"{what} is for rules of blackjack so far, not for {house.beyond[0]}")


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
        beats_natural=game.natural.beats,
        suited_naturals=_suited_naturals(game),
        wins_21=game.wins_21,
        bonuses=tuple(_bonus(game, bonus) for bonus in game.bonuses),
        doubles_later=double is not None and double.later,
        doublings=double.times if double else 1,
        rescue=double is not None and double.rescue,
        surrenders_later=surrender is not None and surrender.later,
        surrenders_split=surrender is not None and surrender.split,
    )


def _suited_naturals(game: CountUpGame) -> Pays:
    chances = game.suited("AT")
    return tuple((pay, chances[suit]) for suit, pay in game.natural.suited.items())


def _bonus(game: CountUpGame, bonus: words.Bonus) -> Bonus:
    values = [value_of(rank) - 1 for rank in bonus.ranks]
    ranks = tuple(map(values.count, range(len(RANKS)))) if values else ()
    up = value_of(bonus.up) - 1 if bonus.up else None
    suited = bonus.pays if bonus.suited is None else bonus.suited
    spades = suited if bonus.spades is None else bonus.spades
    pays = {bonus.pays: Fraction(1)}
    for suit, chance in game.suited(bonus.ranks).items() if values else ():
        pay = spades if suit == "s" else suited
        pays[bonus.pays] -= chance
        pays[pay] = pays.get(pay, Fraction(0)) + chance
    likely = tuple((pay, chance) for pay, chance in pays.items() if chance)
    return Bonus(bonus.cards, ranks, up, bonus.split, likely)


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
