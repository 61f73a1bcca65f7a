"""The rules of the house of a blackjack game, read a second time from the words of its file.

The reference deals by them, and logs are judged by them; they share nothing with the engine's own
reading but the words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb, prod
from typing import assert_never

from combin.cards import card_text
from combin.rules.blackjack import (
    Bonus,
    BustBet,
    Double,
    InsuranceBet,
    Pairs,
    Surrender,
    Switch,
    Zap,
)
from combin.rules.game import Game

Pays = tuple[tuple[Fraction, Fraction], ...]  # what is won, and how likely
ACE, RANKS = 0, "A23456789T"  # cards that count alike are of one rank


@dataclass(frozen=True)
class BonusRules:
    """A hand that wins more than even money.

    cards: so many, or more. ranks: how many of each rank; empty: any. up: the dealer's card, an ace
    0; None: any. split: whether a hand of a split wins it. pays: what it wins, by its suits.
    total: what it counts; None: any number up to 21.
    """

    cards: int
    ranks: tuple[int, ...]
    up: int | None
    split: bool
    pays: Pays
    total: int | None = 21


@dataclass(frozen=True)
class HouseRules:
    """The rules of the house, before any action beside standing and hitting is offered.

    doubles: the hard totals of two cards that may be doubled; None: any two cards.
    das: whether hands of a split may be doubled. hands: how many hands a pair may become.
    charlie: so many cards win; None: no number does. naturals: what one wins, by its suits.
    free_splits: the ranks of which a pair is split without a bet of the player's, an ace 0.
    doubled_by: how many bets lie on a hand that is doubled. surrender_ups: the dealer's cards
    against which half the bet may be given up, an ace 0; empty: any. zaps: the hard totals of two
    cards that may be given back for two others. beaten: the totals that win against `pushes`.
    told: groups of ranks, of one of which the player is told that the hole card is.
    tens: how many cards of each rank that counts ten the packs have, where two tens are split only
    if they are of one; empty: where that does not matter.
    """

    hits_soft_17: bool
    seen: int
    pushes: int | None
    peek: str
    natural: Fraction
    naturals: Pays
    beats_natural: bool
    tied: Fraction
    ties: str | tuple[int, ...]
    charlie: int | None
    wins_21: bool
    bonuses: tuple[BonusRules, ...]
    doubles: frozenset[int] | None = frozenset()
    soft_doubles: frozenset[int] = frozenset()
    free_doubles: frozenset[int] = frozenset()
    das: bool = False
    doubles_later: bool = False
    doublings: int = 1
    rescue: bool = False
    hands: int = 1
    aces: str = "one-card"
    free_splits: frozenset[int] = frozenset()
    surrender: str = "none"
    surrenders_later: bool = False
    surrenders_split: bool = False
    doubled_by: int = 2
    surrender_ups: frozenset[int] = frozenset()
    zaps: frozenset[int] = frozenset()
    beaten: tuple[int, ...] = ()
    told: tuple[tuple[int, ...], ...] = ()
    tens: tuple[int, ...] = ()

    def most_hands(self, pair: int) -> int:
        """Return how many hands a pair may become; pair: its rank."""
        once = pair == ACE and self.aces in ("one-card", "once")
        return min(self.hands, 2) if once else self.hands

    def one_card(self, pair: int) -> bool:
        """Return True if each hand of a split gets one card."""
        return pair == ACE and self.aces in ("one-card", "resplit")

    def against(self, up: int) -> HouseRules:
        """The rules where the dealer shows a card, an ace 0."""
        peek = {True: "first", False: "never"}[up == ACE] if self.peek == "ace" else self.peek
        rules = replace(self, peek=peek)
        if up in (self.surrender_ups or {up}):
            return rules
        return replace(rules, surrender="none", surrenders_later=False, surrenders_split=False)


def outcome(
    ties: str | tuple[int, ...], pushes: int | None, beaten: tuple[int, ...], own: int, his: int
) -> int:
    """Return what a total does against one of the dealer's: it wins, 1, ties, 0, or loses, -1.

    ties, pushes, beaten: as `HouseRules` has them.
    """
    if his > 21:
        return int(his != pushes or own in beaten)
    loses = ties == "lose" if isinstance(ties, str) else own in ties
    return (own > his) - (own < his or (own == his and loses))


def rules_of(game: Game) -> HouseRules:
    """Return the rules of the house of a game."""
    cards = [card_text(card) for card in game.deck.cards]
    rules = HouseRules(
        hits_soft_17=game.turns.dealer.soft == 18,
        seen=game.turns.dealer.cards_seen,
        told=tuple(
            tuple(sorted({RANKS.index(counted(rank)) for rank in ranks}))
            for ranks in game.turns.dealer.groups
        ),
        pushes=game.turns.dealer.pushes,
        beaten=game.turns.dealer.beaten,
        peek=game.turns.natural.looks,
        natural=game.turns.natural.pays,
        naturals=_paid(suits_of(cards, "AT"), game.turns.natural.paid),
        beats_natural=game.turns.natural.beats,
        tied=game.turns.natural.tied,
        ties=game.turns.ties,
        charlie=game.turns.charlie,
        wins_21=game.turns.wins_21,
        bonuses=tuple(_bonus_rules(bonus, cards) for bonus in game.turns.bonuses),
    )
    for action in game.turns.actions:
        match action:
            case Double(totals, split, later, times, rescue, soft, free, up_to):
                rules = replace(
                    rules,
                    doubles=frozenset(totals) if totals else None,
                    soft_doubles=frozenset(soft),
                    free_doubles=frozenset(free),
                    das=split,
                    doubles_later=later,
                    doublings=times,
                    rescue=rescue,
                    doubled_by=up_to,
                )
            case Pairs(hands, aces, free, unlike):
                ranks = frozenset(value - 1 for value in free)
                tens = Counter(card[0] for card in cards if not unlike and counted(card) == "T")
                rules = replace(rules, hands=hands, aces=aces, free_splits=ranks)
                rules = replace(rules, tens=tuple(tens.values()))
            case Surrender(when, later, split, ups):
                rules = replace(
                    rules,
                    surrender=when,
                    surrenders_later=later,
                    surrenders_split=split,
                    surrender_ups=frozenset(RANKS.index(counted(up)) for up in ups),
                )
            case Zap(totals):
                rules = replace(rules, zaps=frozenset(totals))
            case Switch():
                pass  # what is exchanged before a hand is played
            case _:
                assert_never(action)
    return rules


def _bonus_rules(bonus: Bonus, cards: Iterable[str]) -> BonusRules:
    ranks: tuple[int, ...] = ()
    pays: Pays = ((bonus.pays, Fraction(1)),)
    if bonus.ranks:
        ranks = tuple(map([*map(counted, bonus.ranks)].count, RANKS))
        pays = _paid(suits_of(cards, bonus.ranks), bonus.paid)
    up = RANKS.index(counted(bonus.up)) if bonus.up else None
    return BonusRules(bonus.cards, ranks, up, bonus.split, pays, bonus.total)


def counted(card: str) -> str:
    """Return the rank by which a card counts, ``T`` of ``Ks``."""
    return "T" if card[0] in "JQK" else card[0]


def insures(bet: BustBet | InsuranceBet) -> bool:
    return isinstance(bet, InsuranceBet)


def offered(bet: BustBet | InsuranceBet) -> str:
    """Return the dealer's cards on which a bet is made; empty: it is made before the deal."""
    return "A" if isinstance(bet, InsuranceBet) else "".join(map(counted, bet.offered))


def pay_beside(bet: BustBet | InsuranceBet, cards: Sequence[str]) -> Fraction:
    """Return what insurance wins on a natural, or another bet on a bust; cards: the dealer's in
    their order, ``8h``.
    """
    if isinstance(bet, InsuranceBet):
        return bet.pays
    suits, many = {card[1] for card in cards}, len(cards)
    hand = [counted(card) for card in cards]
    for row in bet.hands:
        up, last, ranks = ([*map(counted, said)] for said in (row.up, row.last, row.ranks))
        if (
            many >= row.cards
            and (many <= row.most or not row.most)
            and (hand[0] in up or not up)
            and (hand[-1] in last or not last)
            and (sorted(hand) == sorted(ranks) or not ranks)
        ):
            one_colour = suits <= {"c", "s"} or suits <= {"d", "h"}
            if suits == {"s"} and row.spades is not None:
                return row.spades
            if len(suits) == 1 and row.suited is not None:
                return row.suited
            return row.coloured if one_colour and row.coloured is not None else row.pays
    by_cards = {int(cards): pay for cards, pay in bet.pays.items()}
    return by_cards.get(min(many, max(by_cards, default=0)), Fraction(-1))


def suits_of(cards: Iterable[str], ranks: str) -> dict[str, int]:
    """Return how many hands of some ranks have all cards of each suit, or of several: ``""``.

    cards: of the shoe, ``7s``. ranks: ``678``, ``777``; a ``T`` is any card that counts ten.
    """
    there = Counter((counted(card), card[1]) for card in cards)
    suits = dict.fromkeys(suit for _, suit in there)
    alike = Counter(map(counted, ranks)).items()
    found = {suit: prod(comb(there[rank, suit], many) for rank, many in alike) for suit in suits}
    every = prod(comb(sum(there[rank, suit] for suit in suits), many) for rank, many in alike)
    return {**found, "": every - sum(found.values())}


def covariance(cards: Iterable[str], one: Bonus, other: Bonus) -> Fraction:
    """Return the covariance of what two hands of a shoe win that have two bonuses; the cards of the
    first are taken out by their suit.
    """
    every, found = [*cards], Fraction(0)
    hands = suits_of(every, one.ranks)
    usual = _mean(_paid(suits_of(every, other.ranks), other.paid))
    for suit, many in hands.items():
        if suit and many:
            left = every.copy()
            for rank in map(counted, one.ranks):
                left.remove(next(card for card in left if (counted(card), card[1]) == (rank, suit)))
            after = _mean(_paid(suits_of(left, other.ranks), other.paid))
            more = (one.paid(suit) - one.pays) * (after - usual)
            found += more * Fraction(many, sum(hands.values()))
    return found


def _mean(pays: Pays) -> Fraction:
    return sum((pay * chance for pay, chance in pays), Fraction(0))


def _paid(hands: dict[str, int], pays: Callable[[str], Fraction]) -> Pays:
    """Return what hands win, and how likely; hands: of each suit, how many."""
    won: dict[Fraction, int] = {}
    for suit, many in hands.items():
        won[pays(suit)] = won.get(pays(suit), 0) + many
    every = sum(won.values())
    if not every:
        return ((pays(""), Fraction(1)),)
    return tuple((pay, Fraction(many, every)) for pay, many in won.items() if many)
