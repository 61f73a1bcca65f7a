"""The cards of a blackjack game, what is seen of the dealer's, and the rules of the house."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from math import comb, perm, prod

from combin.cards import Deck
from combin.errors import CombinError
from combin.records import dataclass
from combin.rules.blackjack import (
    LOOKS,
    MODELS,
    TIES,
    Bonus,
    Double,
    DrawsBelow,
    Natural,
    Pairs,
    Surrender,
    Switch,
    Turns,
    both_suited,
    suit_chances,
    tens_of,
    value_of,
)
from combin.rules.game import Game

Shoe = tuple[int, ...]  # how many cards of each rank, in the order of RANKS

RANKS = "A23456789T"  # what counts alike is one rank: kings, queens and jacks are tens
VALUES = tuple(range(1, 11))
ACE, TEN = 0, 9
LIMIT = 21  # who has more has bust
SOFT = 10  # what one ace may count more
NATURAL = (ACE, TEN)

# What is seen of the dealer's first two cards, the lower first; its number is called `up`: of one
# card that of its rank.
SEEN = (
    *((rank,) for rank in range(len(RANKS))),
    *((one, other) for one in range(len(RANKS)) for other in range(one, len(RANKS))),
)

# Where something is told of his hole card, the ranks told are bits beside the number of his card.
TOLD = len(SEEN)

MOST_HANDS = 4  # that a pair becomes in blackjack
PAYS = Fraction(3, 2)  # what a natural does
# Rules beyond those of blackjack, in words; who knows nothing of them asks `verify_plain`.
BEYOND: Mapping[str, Callable[[Turns], object]] = {
    "a 21 that wins at once": lambda turns: turns.wins_21,
    "a 21 that pays more": lambda turns: turns.bonuses,
    "a natural that wins against the dealer's": lambda turns: turns.natural.beats,
    "a natural that is paid by its suit": lambda turns: turns.natural.suited,
    "a double of three cards or more": lambda turns: turns.double.later,
    "a hand that is doubled again": lambda turns: turns.double.times > 1,
    "a double that is rescued": lambda turns: turns.double.rescue,
    "a surrender with three cards or more": lambda turns: turns.surrender.later,
    "a surrender after a split": lambda turns: turns.surrender.split,
    "a dealer who shows both cards": lambda turns: turns.dealer.cards_seen > 1,
    "a tie that loses": lambda turns: turns.ties != TIES[0],
    "a 22 of the dealer's that ties": lambda turns: turns.dealer.pushes,
    "a natural that wins a tie": lambda turns: turns.natural.tied,
    "a double of some soft totals": lambda turns: turns.double.soft,
    "a double for free": lambda turns: turns.double.free,
    "a split for free": lambda turns: turns.pairs.free,
    "a double for more than one bet": lambda turns: turns.double.up_to > 2,
    "a surrender against some cards alone": lambda turns: turns.surrender.ups,
    "two cards given back for two others": lambda turns: turns.zap.totals,
    "a total that wins against the dealer's 22": lambda turns: turns.dealer.beaten,
    "a hint of the hole card": lambda turns: turns.dealer.groups,
    "a split of like tens alone": lambda turns: not turns.pairs.unlike,
    "a dealer who looks under an ace alone": lambda turns: turns.natural.looks == "ace",
    "a pair that becomes five hands": lambda turns: turns.pairs.hands > MOST_HANDS,
}

Pays = tuple[tuple[Fraction, Fraction], ...]  # what is won, and how likely


def beyond(turns: Turns) -> tuple[str, ...]:
    """Return the rules beyond those of blackjack, in words."""
    return tuple(told for told, is_said in BEYOND.items() if is_said(turns))


def verify_plain(turns: Turns, what: str) -> None:
    """Raise CombinError where a game has rules beyond those of blackjack; what: the question that
    knows nothing of them.
    """
    if told := beyond(turns):
        raise CombinError(f"{what} is not available for rules with {told[0]} yet")


def _ways_of_two(cards: int) -> int:
    return cards * (cards - 1)


def mean_of(pays: Pays) -> Fraction:
    return sum((pay * chance for pay, chance in pays), Fraction(0))


@lru_cache(maxsize=256)
def pays_of(deck: Deck, hand: Bonus | Natural) -> Pays:
    """Return what a hand wins by its suits."""
    usual = hand.paid("")
    pays = {usual: Fraction(1)}
    for suit, chance in suit_chances(deck, hand.ranks).items() if hand.by_suit else ():
        pay = hand.paid(suit)
        pays[usual] -= chance
        pays[pay] = pays.get(pay, Fraction(0)) + chance
    return tuple((pay, chance) for pay, chance in pays.items() if chance)


@lru_cache(maxsize=64)
def _correlated(deck: Deck, bonuses: tuple[Bonus, ...]) -> dict[tuple[int, int], Fraction]:
    """Return what `House.correlated` is: suits are dealt to two hands of given ranks one card after
    the other.
    """
    suited = [place for place, bonus in enumerate(bonuses) if bonus.split and bonus.by_suit]
    found: dict[tuple[int, int], Fraction] = {}
    for here, there in product(suited, repeat=2):
        one, other, covariance = bonuses[here], bonuses[there], Fraction(0)
        for suit, after in product(deck.suits, repeat=2):
            more, further = one.paid(suit) - one.pays, other.paid(after) - other.pays
            alone = suit_chances(deck, one.ranks)[suit] * suit_chances(deck, other.ranks)[after]
            both = both_suited(deck, (one.ranks, suit), (other.ranks, after))
            covariance += more * further * (both - alone)
        found[here, there] = covariance
    return found


@dataclass(frozen=True)
class House:
    """The turns of a game, and the deck by whose suits they pay."""

    turns: Turns
    deck: Deck

    def against(self, up: int) -> House:
        """Return these rules against what is seen of the dealer's."""
        turns = self.turns.against(VALUES[seen_of(up)[0]])
        return self if turns is self.turns else replace(self, turns=turns)

    @cached_property
    def splitting(self) -> House:
        """These rules as far as hands that are played on depend on them, of a split or not; all
        else as in any game. What naturals win is no part of it, nor giving up two cards.
        """
        turns = self.turns
        if not (turns.surrender.later or turns.surrender.split):
            turns = turns.without(Surrender)
        looks = LOOKS[0] if turns.natural.takes_one else turns.natural.looks
        return replace(self, turns=replace(turns, natural=Natural(PAYS, looks), model=MODELS[0]))

    @cached_property
    def playing(self) -> House:
        """These rules as far as hands that are played on and not split depend on them."""
        turns = self.splitting.turns.without(Pairs, Switch).amended(Double, split=True)
        return replace(self, turns=turns)

    @property
    def naturals(self) -> Pays:
        """What a natural pays that is paid."""
        return pays_of(self.deck, self.turns.natural)

    @property
    def correlated(self) -> dict[tuple[int, int], Fraction]:
        """Of each two bonuses that go by suits, by their places, the covariance of what two hands
        of a split win that have them.
        """
        return _correlated(self.deck, self.turns.bonuses)

    @cached_property
    def tens(self) -> tuple[int, ...]:
        """How many cards there are of each rank that counts ten, where two tens are split only if
        they are of one; none: where all are alike.
        """
        return () if self.turns.pairs.unlike else tuple(tens_of(self.deck).values())

    @cached_property
    def alike(self) -> Fraction:
        """How likely two tens are a pair."""
        ways = sum(map(_ways_of_two, self.tens))
        return Fraction(ways, _ways_of_two(sum(self.tens))) if self.tens else Fraction(1)

    def like_tens(self, left: int) -> dict[int, Fraction]:
        """Return how many cards of the rank of a pair of tens may be among the tens that are left,
        and how likely; those that are gone may be any.
        """
        found: dict[int, Fraction] = {}
        for count in self.tens:
            others = sum(self.tens) - count
            every = sum(map(_ways_of_two, self.tens)) * comb(count - 2 + others, left)
            for like in range(max(count - 1, 0)):
                ways = _ways_of_two(count) * comb(count - 2, like)
                if left >= like and (ways := ways * comb(others, left - like)):
                    found[like] = found.get(like, Fraction(0)) + Fraction(ways, every)
        return found


def house_of(game: Game) -> House:
    """Return the rules by which hands of a game are played."""
    return House(game.turns, game.deck)


def shoe_of(packs: int) -> Shoe:
    """Return the cards of some packs."""
    return tuple([4 * packs] * 9 + [16 * packs])


def falling(cards: int, factors: int) -> int:
    """Return cards (cards - 1) ..., so many factors, with 1 in the place of a factor below 1: the
    scale of a value goes on where a small shoe ends, and nothing that has orders lies beyond it.
    """
    return prod(range(cards, max(cards - factors, 1), -1))


def without(shoe: Shoe, *ranks: int) -> Shoe:
    """Return a shoe without some cards, each named by its rank."""
    left = list(shoe)
    for rank in ranks:
        left[rank] -= 1
    return tuple(left)


def seen_of(up: int) -> tuple[int, ...]:
    """Return the ranks of the dealer's cards that are seen."""
    return SEEN[up % TOLD]


def told_of(up: int) -> tuple[int, ...]:
    """Return the ranks of which the hole card is told to be one; none where nothing is told."""
    return tuple(rank for rank in range(len(RANKS)) if up // TOLD >> rank & 1)


def up_name(up: int) -> str:
    """Return the dealer's cards that are seen, ``6`` or ``6T``, and what is told, ``6:2345``."""
    seen, told = ("".join(RANKS[rank] for rank in ranks) for ranks in (seen_of(up), told_of(up)))
    return f"{seen}:{told}" if told else seen


def _ups(dealer: DrawsBelow) -> Iterator[int]:
    """Yield the numbers of what may be seen of the dealer's cards, and told."""
    if not dealer.groups:
        yield from (up for up, ranks in enumerate(SEEN) if len(ranks) == dealer.cards_seen)
    for rank, group in product(range(len(RANKS)), dealer.groups):
        yield rank + TOLD * sum(1 << value - 1 for value in {*map(value_of, group)})


def ups_of(shoe: Shoe, dealer: DrawsBelow) -> dict[int, int]:
    """Return what may be seen of the dealer's cards -> in how many orders it is dealt."""
    found = {}
    for up in _ups(dealer):
        ranks, known = seen_of(up), told_of(up)
        one, other = ranks[0], ranks[-1]
        orders = 2 * shoe[one] * shoe[other] if one != other else perm(shoe[one], len(ranks))
        if orders and (not known or any(without(shoe, one)[rank] for rank in known)):
            found[up] = orders
    return found


@lru_cache(maxsize=2)
def chart_columns(dealer: DrawsBelow) -> dict[str, tuple[int, ...]]:
    """Return the columns of a chart: name -> what is seen of the dealer's cards and played alike.

    One card has a column of its own, 2 to 10 and ace; two go by their total, ``12`` or ``A6``.
    """
    if dealer.cards_seen != 2:
        ups = sorted(_ups(dealer), key=lambda up: (up - 1) % TOLD)  # 2 to 10, ace
        return {up_name(up): (up,) for up in ups}
    columns: dict[str, tuple[int, ...]] = {str(total): () for total in range(4, LIMIT)}
    for up, ranks in enumerate(SEEN):
        if len(ranks) == 2 and ranks != NATURAL:
            hard = sum(VALUES[rank] for rank in ranks)
            name = up_name(up) if ACE in ranks else str(hard)
            columns[name] = (*columns.get(name, ()), up)
    return columns
