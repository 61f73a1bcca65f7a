"""Side bets of blackjack games: insurance, and bets that the dealer busts, paid by his cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm, perm, prod
from typing import NamedTuple

from combin.cards import SUITS
from combin.errors import refuse
from combin.families.blackjack.drawer import BUST, NATURAL_COLUMN, drawer_of
from combin.families.blackjack.house import LIMIT, RANKS, TEN, House, Shoe, falling, without
from combin.families.blackjack.settle import is_natural, total_of
from combin.records import dataclass
from combin.rules.blackjack import KINDS, MOST_DRAWN, Bust, BustBet, InsuranceBet, value_of
from combin.solving.result import BetResult, Outcome

KIND_SUITS = {"spades": ("s",), "suited": tuple(SUITS), "coloured": ("cs", "dh")}
NATURAL, NO_NATURAL, NOTHING = "natural", "no natural", "nothing paid"  # what may happen
Suits = Mapping[tuple[int, str], int]  # what a card counts, and its suit -> how many of the shoe's


class Event(NamedTuple):
    """What may happen to a bet: in words, the net, how likely it is, and the address of its pay."""

    words: str
    net: Fraction
    chance: Fraction
    pay: str = ""


@dataclass(frozen=True)
class BlackjackSideBet:
    """A bet beside the game.

    key: its name. events: what may happen; all of it.
    """

    key: str
    events: tuple[Event, ...]

    @property
    def value(self) -> Fraction:
        """The expected net of one unit."""
        return sum((one.net * one.chance for one in self.events), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        return -self.value


def side_bet(
    bet: BustBet | InsuranceBet, shoe: Shoe, house: House, suits: Suits
) -> BlackjackSideBet:
    """Return a bet with what may happen; suits: of the whole shoe, also where cards of it are gone
    of which no suit is known.
    """
    if isinstance(bet, BustBet):
        return BlackjackSideBet(bet.key, tuple(_on_a_bust(bet, shoe, house, suits)))
    # What a player comes to who has seen the dealer's ace alone.
    chance = Fraction(shoe[TEN], sum(shoe) - 1)
    lost = Event(NO_NATURAL, Fraction(-1), 1 - chance)
    return BlackjackSideBet(bet.key, (Event(NATURAL, bet.pays, chance, bet.key), lost))


def result_of(bet: BustBet | InsuranceBet, shoe: Shoe, house: House, suits: Suits) -> BetResult:
    """Return what a bet comes to; the arguments are those of `side_bet`."""
    events = side_bet(bet, shoe, house, suits).events
    ends = [(one.words, one.net, one.chance) for one in events]
    return BetResult(bet.key, bet.base, *outcomes_of(ends))


def outcomes_of(ends: Sequence[tuple[str, Fraction, Fraction]]) -> tuple[int, tuple[Outcome, ...]]:
    """Return chances as combinations of so many deals, as few as make them whole."""
    if not ends:
        return 0, ()
    deals = lcm(*(chance.denominator for *_, chance in ends))
    return deals, tuple(
        Outcome((), event, net, Fraction(1), int(chance * deals)) for event, net, chance in ends
    )


def _on_a_bust(bet: BustBet, shoe: Shoe, house: House, suits: Suits) -> Iterator[Event]:
    """Yield what may happen; nobody else draws. Raises CombinError where the shoe may run out."""
    likely: dict[tuple[int, str], Fraction] = {}
    for place, cards, chance in dealers_hands(bet, shoe, house):
        row = bet.paid[place] if place < len(bet.paid) else None
        for kind, share in kinds_of(row, cards, suits).items():
            likely[place, kind] = likely.get((place, kind), Fraction(0)) + chance * share
    every = sum(likely.values(), Fraction(0))
    for place, row in enumerate(bet.paid):
        for kind in (*KINDS, ""):
            if (place, kind) in likely:
                address = f"{bet.key}.{'-'.join(filter(None, (row.name, kind)))}"
                chance = likely[place, kind] / every
                yield Event(_words(row, kind), row.paid(kind), chance, address)
    lost = likely.get((len(bet.paid), ""), Fraction(0))
    yield Event(NOTHING, Fraction(-1), lost / every)


def _words(row: Bust, kind: str) -> str:
    return ", ".join(filter(None, (row.words, kind)))


def ends_of(bet: BustBet | InsuranceBet) -> set[str]:
    """Return what may happen to a bet, in the words of its events."""
    if isinstance(bet, InsuranceBet):
        return {NATURAL, NO_NATURAL}
    return {NOTHING, *(_words(row, kind) for row in bet.paid for kind in ("", *row.kinds))}


def came_to(bet: BustBet | InsuranceBet, cards: Sequence[tuple[int, str]]) -> tuple[str, Fraction]:
    """Return what happens to a bet, in the words of its events, and the net.

    cards: the dealer's in their order, each what it counts, an ace 0, and its suit.
    """
    ranks, suits = [rank for rank, _ in cards], {suit for _, suit in cards}
    if isinstance(bet, InsuranceBet):
        return (NATURAL, bet.pays) if is_natural(ranks[:2]) else (NO_NATURAL, Fraction(-1))
    for row in bet.paid if total_of(ranks)[0] > LIMIT else ():
        if _Fitting(row).fits(tuple(sorted(ranks)), ranks[0], ranks[-1]):
            held = (one for one in row.kinds if any(suits <= {*of} for of in KIND_SUITS[one]))
            kind = next(held, "")
            return _words(row, kind), row.paid(kind)
    return NOTHING, Fraction(-1)


def dealers_hands(
    bet: BustBet, shoe: Shoe, house: House
) -> Iterator[tuple[int, Sequence[int], Fraction]]:
    """Yield the dealer's hands as a bet on a bust takes them: the place of the row that pays, that
    after the last where none does; his cards; and how likely they are. Raises CombinError where the
    shoe may run out.
    """
    fitting, every = [_Fitting(row) for row in bet.paid], sum(shoe)
    offered = {value_of(rank) - 1 for rank in bet.offered} or range(len(RANKS))
    for up in filter(shoe.__getitem__, offered):
        left, unsaid = without(shoe, up), Fraction(shoe[up], every)
        looks = bet.offered and house.against(up).turns.natural.looks == "first"
        for drawn, last, column, orders in drawer_of(up, house.turns.dealer.hits_soft_17).ends():
            cards = tuple(sorted((up, *drawn, last)))
            chosen = Counter((*drawn, last)).items()
            ways = shoe[up] * orders * prod(perm(left[rank], many) for rank, many in chosen)
            if not ways:
                continue
            chance = Fraction(ways, falling(every, len(cards)))
            unsaid -= chance
            if not (looks and column == NATURAL_COLUMN):
                fits = (place for place, row in enumerate(fitting) if row.fits(cards, up, last))
                place = next(fits, len(fitting)) if column == BUST else len(fitting)
                yield place, cards, chance
        refuse(unsaid, "the shoe runs out: some hands leave the dealer too few cards")


class _Fitting:
    """Which hands a row pays, by ranks."""

    def __init__(self, row: Bust) -> None:
        self.least, self.most = row.cards, row.most or MOST_DRAWN
        ups, lasts, ranks = ([value_of(rank) - 1 for rank in said] for said in row.said)
        self.ups, self.lasts, self.cards = {*ups}, {*lasts}, tuple(sorted(ranks))

    def fits(self, cards: Sequence[int], up: int, last: int) -> bool:
        return (
            self.least <= len(cards) <= self.most
            and self.cards in ((), cards)
            and up in (self.ups or {up})
            and last in (self.lasts or {last})
        )


def kinds_of(row: Bust | None, cards: Sequence[int], suits: Suits) -> dict[str, Fraction]:
    """Return the kinds of hand that a row pays apart -> how likely some ranks are of that kind;
    empty: of none of them. Cards that count alike may change places, so that suits are dealt to
    them as to any others.
    """
    left, found = Fraction(1), dict[str, Fraction]()
    for kind in KINDS:
        if row and kind in row.kinds:
            within = sum(_within(group, cards, suits) for group in KIND_SUITS[kind])
            other = 1 - Fraction(within, _within(SUITS, cards, suits))
            found[kind], left = left - other, other
    return {**found, "": left}


def _within(group: str, cards: Sequence[int], suits: Suits) -> int:
    """Return in how many orders cards of some ranks are chosen that are all of a group of suits."""
    return prod(
        perm(sum(suits.get((rank + 1, suit), 0) for suit in group), many)
        for rank, many in Counter(cards).items()
    )
