"""The cards, their values and the house rules of a blackjack game, as the analysis reads them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb, perm

from combin.errors import CombinError
from combin.records import dataclass
from combin.rules import blackjack as words
from combin.rules.blackjack import (
    ACES,
    GIVEN_UP,
    LOOKS,
    PUSHES,
    SPLIT_TO,
    TIES,
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

SURRENDERS = ("none", *GIVEN_UP)

# What is seen of the dealer's first two cards, the lower first; its number is called `up`: of one
# card that of its rank.
SEEN = (
    *((rank,) for rank in range(len(RANKS))),
    *((one, other) for one in range(len(RANKS)) for other in range(one, len(RANKS))),
)

# Where something is told of his hole card, the ranks told are bits beside the number of his card.
TOLD = len(SEEN)

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
    "seen": "a dealer who shows both cards",
    "ties": "a tie that loses",
    "pushes": "a 22 of the dealer's that ties",
    "tied": "a natural that wins a tie",
    "soft_doubles": "a double of some soft totals",
    "free_doubles": "a double for free",
    "free_splits": "a split for free",
    "doubled_by": "a double for more than one bet",
    "surrender_ups": "a surrender against some cards alone",
    "zaps": "two cards given back for two others",
    "beaten": "a total that wins against the dealer's 22",
    "told": "a hint of the hole card",
    "tens": "a split of like tens alone",
}
ACE_ALONE = "a dealer who looks under an ace alone"
UNDEALT = ACE_ALONE, *map(BEYOND.get, ("doubled_by", "surrender_ups", "zaps", "told", "tens"))
MOST_HANDS = 4  # that a pair becomes in blackjack

Pays = tuple[tuple[Fraction, Fraction], ...]  # what is won, and how likely
Groups = tuple[tuple[int, ...], ...]  # of ranks


@dataclass(frozen=True)
class Bonus:
    """A hand that wins at once, and not even money.

    cards: so many, or more. ranks: how many of each rank; empty: any.
    up: the dealer's card; None: any. split: whether a hand of a split wins it.
    pays: what it wins, by its suits. total: what it counts; None: any number.
    """

    cards: int
    ranks: tuple[int, ...]
    up: int | None
    split: bool
    pays: Pays
    total: int | None = LIMIT

    @cached_property
    def mean(self) -> Fraction:
        return mean_of(self.pays)


def _ways_of_two(cards: int) -> int:
    return cards * (cards - 1)


def mean_of(pays: Pays) -> Fraction:
    return sum((pay * chance for pay, chance in pays), Fraction(0))


@dataclass(frozen=True)
class House:
    """The rules of the house.

    hits_soft_17: whether the dealer draws to a soft 17.
    peek: `first` where the dealer looks for a natural before anybody plays; `never` where he takes
        his second card last and a natural takes all that is staked, `original` where it then takes
        only the first bet; `ace`: first under an ace, never under a ten.
    doubles: the hard totals of two cards that may be doubled; None: any two cards.
    das: whether hands of a split may be doubled.
    hands: how many hands a pair may become.
    aces: split aces get one card each, or may be split again beside that, or are played on as
        others are, or so but once.
    surrender: whether half the bet may be kept, `early`, before the dealer looks for a natural, or
        `late`.
    natural: what a natural pays.
    charlie: so many cards win, unless the dealer has a natural; None: no number does.
    beats_natural: whether the player's natural wins where the dealer has one too.
    suited_naturals: what a natural of some suit wins, and how likely it is of that suit.
    wins_21: whether a player's 21 wins at once, whatever the dealer has.
    bonuses: hands that win more; of those that a hand has, the first.
    doubles_later: whether three cards and more may be doubled. doublings: how often one hand may.
    rescue: whether half of what is on a doubled hand may be given up.
    surrenders_later, surrenders_split: whether half the bet may be kept with three cards and more,
        and with a hand of a split.
    seen: how many of the dealer's first two cards the player sees before he plays.
    ties: what a total like the dealer's does, `push` or `lose`, or the totals that lose.
    pushes: a total over 21 with which the dealer ties with all hands in play; None: he busts.
    tied: what a natural wins against the dealer's.
    soft_doubles: the soft totals that may be doubled where not all totals may.
    free_doubles: the hard totals of two cards that are doubled without a bet of the player's.
    free_splits: the ranks of which a pair is split so.
    doubled_by: how many times the bet lie on a hand that is doubled.
    surrender_ups: the dealer's cards against which half the bet may be kept; none: any.
    zaps: the hard totals of two cards that may be given back for two others.
    beaten: the player's totals that win where `pushes` would tie.
    told: groups of ranks; he is told of which of them the hole card is.
    tens: how many cards there are of each rank that counts ten, where two tens are split only if
        they are of one; none: where all are alike.
    correlated: of each two bonuses that go by suits, by their places, the covariance of what two
        hands of a split win that have them.
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
    seen: int = 1
    ties: str | tuple[int, ...] = TIES[0]
    pushes: int | None = None
    tied: Fraction = Fraction(0)
    soft_doubles: frozenset[int] = frozenset()
    free_doubles: frozenset[int] = frozenset()
    free_splits: frozenset[int] = frozenset()
    doubled_by: int = 2
    surrender_ups: frozenset[int] = frozenset()
    zaps: frozenset[int] = frozenset()
    beaten: tuple[int, ...] = ()
    told: tuple[tuple[int, ...], ...] = ()
    tens: tuple[int, ...] = ()
    correlated: tuple[tuple[int, int, Fraction], ...] = ()

    def __post_init__(self) -> None:
        for name, value, known in (
            ("peek", self.peek, LOOKS),
            ("aces", self.aces, ACES),
            ("surrender", self.surrender, SURRENDERS),
            ("hands", self.hands, SPLIT_TO),
            ("charlie", self.charlie, (None, 5, 6, 7)),
            ("seen", self.seen, (1, 2)),
            ("pushes", self.pushes, PUSHES),
        ):
            if value not in known:
                raise CombinError(f"{name} is one of {', '.join(map(str, known))}, not {value!r}")
        if (self.surrenders_later or self.surrenders_split) and self.surrender != "late":
            raise CombinError("surrender with more cards or after a split needs late surrender")
        if self.tied and self.seen == 1:
            raise CombinError("a tied natural wins only if both dealer cards are seen")
        if self.free_doubles and self.doubled_by > 2:
            raise CombinError(
                "a double for free is for one bet more, so no total may be doubled for more than "
                "one bet beside it"
            )

    @cached_property
    def beyond(self) -> tuple[str, ...]:
        """The rules beyond those of blackjack, in words."""
        plain = {one.name: one.default for one in fields(self)}
        told = [BEYOND[name] for name in BEYOND if getattr(self, name) != plain[name]]
        if self.peek == "ace":
            told.append(ACE_ALONE)
        return (*told, *(["a pair that becomes five hands"] if self.hands > MOST_HANDS else []))

    @property
    def undealt(self) -> tuple[str, ...]:
        """Of these the ones by which rounds are not dealt and judged."""
        both = self.goes_on_doubled and (self.free_doubles or self.free_splits)
        return (
            *(told for told in self.beyond if told in UNDEALT),
            *(["free bets and hands that are doubled again or rescued"] if both else []),
        )

    def against(self, up: int) -> House:
        """These rules against one card of the dealer's: of those that go by it, what they say."""
        up %= TOLD
        if self.peek == "ace":
            return replace(self, peek=LOOKS[up != ACE]).against(up)
        if up in self.surrender_ups or not self.surrender_ups:
            return self
        return replace(
            self, surrender=SURRENDERS[0], surrenders_later=False, surrenders_split=False
        )

    @cached_property
    def splitting(self) -> House:
        """These rules as far as hands that are played on depend on them, of a split or not; all
        else as by default. What naturals win is no part of it, nor giving up two cards.
        """
        gives_up = self.surrenders_later or self.surrenders_split
        return replace(
            self,
            peek=LOOKS[0] if self.looks else self.peek,
            surrender=self.surrender if gives_up else SURRENDERS[0],
            natural=House.natural,
            suited_naturals=(),
            beats_natural=False,
            tied=House.tied,
        )

    @cached_property
    def playing(self) -> House:
        """These rules as far as hands that are played on and not split depend on them."""
        return replace(
            self.splitting, das=True, hands=1, aces=ACES[0], free_splits=frozenset(), tens=()
        )

    @property
    def looks(self) -> bool:
        """Whether a dealer's natural takes one unit, whatever was done."""
        return self.peek != "never"

    @property
    def looks_first(self) -> bool:
        """Whether a dealer's natural ends the round before anything is decided."""
        return self.peek == "first" and self.surrender != "early"

    @cached_property
    def naturals(self) -> Pays:
        """What a natural pays that is paid."""
        others = 1 - sum((chance for _, chance in self.suited_naturals), Fraction(0))
        return ((self.natural, others), *self.suited_naturals)

    @cached_property
    def natural_mean(self) -> Fraction:
        return mean_of(self.naturals)

    @property
    def goes_on_doubled(self) -> bool:
        """Whether there is something to decide once a hand is doubled."""
        return self.rescue or self.doublings > 1

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

    def most_hands(self, pair: int) -> int:
        """Return how many hands a pair may become."""
        once = pair == ACE and self.aces in ("one-card", "once")
        return min(2, self.hands) if once else self.hands

    def one_card(self, pair: int) -> bool:
        """Return whether hands of a split get one card each, so that nothing is decided."""
        return pair == ACE and self.aces in ("one-card", "resplit")

    def may_double(self, total: int, soft: bool) -> bool:
        """Return whether two cards of this total may be doubled; soft: an ace counts 11 there."""
        return self.doubles is None or total in (self.soft_doubles if soft else self.doubles)


def verify_plain(house: House, what: str) -> None:
    """Raise CombinError where a house has rules beyond those of blackjack; what: the question that
    knows nothing of them.
    """
    if house.beyond:
        raise CombinError(f"{what} is not available for rules with {house.beyond[0]} yet")


def house_of(game: Game) -> House:
    """Return the rules of the house of a game."""
    turns = game.turns
    double, pairs, surrender = turns.double, turns.pairs, turns.surrender
    chances = suit_chances(game.deck, "AT")
    return House(
        hits_soft_17=turns.dealer.soft > turns.dealer.hard,
        peek=turns.natural.looks,
        doubles=frozenset({0}) if double is None else frozenset(double.totals) or None,
        das=double is not None and double.split,
        hands=pairs.hands if pairs else 1,
        aces=pairs.aces if pairs else ACES[0],
        surrender=surrender.when if surrender else SURRENDERS[0],
        natural=turns.natural.pays,
        correlated=tuple(_correlated(game)),
        charlie=turns.charlie,
        beats_natural=turns.natural.beats,
        suited_naturals=tuple((pay, chances[suit]) for suit, pay in turns.natural.suited.items()),
        wins_21=turns.wins_21,
        bonuses=tuple(_bonus(game, bonus) for bonus in turns.bonuses),
        doubles_later=double is not None and double.later,
        doublings=double.times if double else 1,
        rescue=double is not None and double.rescue,
        surrenders_later=surrender is not None and surrender.later,
        surrenders_split=surrender is not None and surrender.split,
        seen=turns.dealer.cards_seen,
        told=tuple(
            tuple(sorted({value_of(rank) - 1 for rank in group})) for group in turns.dealer.groups
        ),
        ties=turns.ties,
        pushes=turns.dealer.pushes,
        tied=turns.natural.tied,
        soft_doubles=frozenset(double.soft) if double else frozenset(),
        free_doubles=frozenset(double.free) if double else frozenset(),
        free_splits=frozenset(value - 1 for value in pairs.free) if pairs else frozenset(),
        doubled_by=double.up_to if double else 2,
        beaten=turns.dealer.beaten,
        zaps=frozenset(turns.zap.totals if turns.zap else ()),
        surrender_ups=frozenset(value_of(up) - 1 for up in (surrender.ups if surrender else "")),
        tens=tuple(tens_of(game.deck).values()) if pairs and not pairs.unlike else (),
    )


def _bonus(game: Game, bonus: words.Bonus) -> Bonus:
    values = [value_of(rank) - 1 for rank in bonus.ranks]
    ranks = tuple(map(values.count, range(len(RANKS)))) if values else ()
    up = value_of(bonus.up) - 1 if bonus.up else None
    pays = {bonus.pays: Fraction(1)}
    for suit, chance in suit_chances(game.deck, bonus.ranks).items() if values else ():
        pay = bonus.paid(suit)
        pays[bonus.pays] -= chance
        pays[pay] = pays.get(pay, Fraction(0)) + chance
    likely = tuple((pay, chance) for pay, chance in pays.items() if chance)
    return Bonus(bonus.cards, ranks, up, bonus.split, likely, bonus.total)


def _correlated(game: Game) -> Iterator[tuple[int, int, Fraction]]:
    """Yield what `House` has of two bonuses that go by suits: suits are dealt to two hands of given
    ranks one card after the other.
    """
    suited = [
        (at, bonus)
        for at, bonus in enumerate(game.turns.bonuses)
        if bonus.split and _by_suit(game, bonus)
    ]
    for one, first in suited:
        for other, second in suited:
            covariance = Fraction(0)
            for suit, more in _by_suit(game, first).items():
                for after, further in _by_suit(game, second).items():
                    alone = (
                        suit_chances(game.deck, first.ranks)[suit]
                        * suit_chances(game.deck, second.ranks)[after]
                    )
                    both = both_suited(game.deck, (first.ranks, suit), (second.ranks, after))
                    covariance += more * further * (both - alone)
            yield one, other, covariance


def _by_suit(game: Game, bonus: words.Bonus) -> dict[str, Fraction]:
    """Return suit -> what a bonus pays more of that suit; empty where it does not go by suits."""
    found = {suit: Fraction(bonus.paid(suit) - bonus.pays) for suit in game.deck.suits}
    return found if bonus.ranks and any(found.values()) else {}


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


def _ups(seen: int, told: Groups) -> Iterator[int]:
    """Yield the numbers of what may be seen of the dealer's cards, and told."""
    if not told:
        yield from (up for up, ranks in enumerate(SEEN) if len(ranks) == seen)
        return
    for rank in range(len(RANKS)):
        yield from (rank + TOLD * sum(1 << one for one in group) for group in told)


def ups_of(shoe: Shoe, seen: int, told: Groups = ()) -> dict[int, int]:
    """Return what may be seen of the dealer's cards -> in how many orders it is dealt."""
    found = {}
    for up in _ups(seen, told):
        ranks, known = seen_of(up), told_of(up)
        one, other = ranks[0], ranks[-1]
        if one != other:
            orders = 2 * shoe[one] * shoe[other]
        else:
            orders = perm(shoe[one], len(ranks))
        if orders and (not known or any(without(shoe, one)[rank] for rank in known)):
            found[up] = orders
    return found


@lru_cache(maxsize=2)
def chart_columns(seen: int, told: Groups = ()) -> dict[str, tuple[int, ...]]:
    """Return the columns of a chart: name -> what is seen of the dealer's cards and played alike.

    One card has a column of its own, 2 to 10 and ace; two go by their total, ``12`` or ``A6``.
    """
    if seen != 2:
        ups = sorted(_ups(seen, told), key=lambda up: (up - 1) % TOLD)  # 2 to 10, ace
        return {up_name(up): (up,) for up in ups}
    columns: dict[str, tuple[int, ...]] = {str(total): () for total in range(4, LIMIT)}
    for up, ranks in enumerate(SEEN):
        if len(ranks) == seen and ranks != NATURAL:
            hard = sum(VALUES[rank] for rank in ranks)
            name = up_name(up) if ACE in ranks else str(hard)
            columns[name] = (*columns.get(name, ()), up)
    return columns
