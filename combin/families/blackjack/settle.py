"""Settles a round of a blackjack game literally from its cards and actions.

Rounds are dealt by the engine's rules of the house, and judged by those that the reference reads:
of two readings that differ, the rounds of one are impossible by the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from combin.cards import card_text
from combin.families.blackjack.house import (
    ACE,
    LIMIT,
    RANKS,
    SOFT,
    TEN,
    VALUES,
    Bonus,
    House,
    mean_of,
)
from combin.families.blackjack.player import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from combin.proof.house_rules import BonusRules, HouseRules, outcome
from combin.rules.game import Game

# A hand that was doubled is rescued by the letter of a surrender.
LETTER = {HIT: "H", STAND: "S", DOUBLE: "D", SPLIT: "P", SURRENDER: "R"}
H, S, D, P, R = LETTER.values()

Ranks = Sequence[int]  # of cards, in the order in which they were dealt: 0 an ace, 9 a ten
Rules = House | HouseRules
More = Bonus | BonusRules
Paid = Callable[[int, More | None], Fraction]  # what a hand wins: its place, a bonus or a natural
Came = tuple[str, int, Fraction | int]  # what became of a hand, the units staked and won
Result = tuple[tuple[str, ...], int, Fraction | int]  # the same of all hands


def total_of(ranks: Ranks) -> tuple[int, bool]:
    """Return what cards count, and whether an ace of them counts 11."""
    hard = sum(VALUES[rank] for rank in ranks)
    soft = ACE in ranks and hard + SOFT <= LIMIT
    return (hard + SOFT if soft else hard), soft


def is_natural(ranks: Ranks) -> bool:
    return len(ranks) == 2 and {*ranks} == {ACE, TEN}


def common_suit(cards: Iterable[int]) -> str:
    """Return the suit of all of some cards, empty where they have several."""
    suits = {card_text(card)[1] for card in cards}
    return suits.pop() if len(suits) == 1 else ""


def draws(house: Rules, dealer: Ranks) -> bool:
    """Return whether the dealer draws to his cards."""
    total, soft = total_of(dealer)
    return total < 17 or (total == 17 and soft and house.hits_soft_17)


class PaysBySuit:
    """What naturals and bonuses of a game win, by the suit of all their cards.

    house: whose bonuses they are.
    suits: those that matter, and ``""`` for cards of several; none where no pay goes by suits.
    """

    def __init__(self, game: Game, house: Rules) -> None:
        self._game, self._bonuses = game, [*house.bonuses]
        by_suit = game.turns.natural.suited or any(
            one.suited is not None or one.spades is not None for one in game.turns.bonuses
        )
        self.suits = ("", *game.deck.suits) if by_suit else ()

    def paid(self, bonus: More | None, suit: str) -> Fraction:
        """Return what a bonus wins, or a natural if None."""
        if bonus is None:
            return self._game.turns.natural.paid(suit)
        return self._game.turns.bonuses[self._bonuses.index(bonus)].paid(suit)


def nets_of(game: Game, house: Rules, split: bool = False) -> set[Fraction]:
    """Return what one hand may win; split: one of a split, and not the whole round."""
    doubled = house.doubles is None or house.doubles - {0} or house.soft_doubles
    most = house.doublings if doubled and (house.das or not split) else 0
    stakes_there = [house.doubled_by**times for times in range(most + 1)]
    nets = {Fraction(0), *(Fraction(sign * stake) for stake in stakes_there for sign in (1, -1))}
    if not split:
        nets |= {game.turns.natural.paid(suit) for suit in ("", *game.deck.suits)} | {house.tied}
    if house.surrender != "none" and (house.surrenders_split or not split):
        nets.add(Fraction(-1, 2))
    if house.rescue:
        nets |= {Fraction(-stake, 2) for stake in stakes_there[1:]}
    for bonus in game.turns.bonuses:
        nets |= {bonus.paid(suit) for suit in ("", *game.deck.suits)}
    return nets


def settled(
    house: Rules,
    hands: Sequence[Ranks],
    actions: Sequence[str],
    dealer: Ranks,
    paid: Paid | None = None,
    counts: bool = True,
) -> Result:
    """Return what became of each hand, the units staked, and those won less those lost.

    actions: of each hand, letters of LETTER. dealer: his cards, the one that is up first.
    paid: tells what a natural or a bonus wins; what it wins on average if None.
    counts: whether an ace and a ten are a natural, and not an ordinary 21.
    """
    natural, said = is_natural(dealer), [letters.replace(" ", "") for letters in actions]
    if len(hands) == 1:
        if counts and is_natural(hands[0]):
            return _natural(house, natural, paid)
        if R in said[0] and D not in said[0]:
            whole = natural and house.surrender == "late"
            return ("surrender",), 1, -1 if whole else Fraction(-1, 2)
    came = [_came(house, hands, said, dealer, place, paid) for place in range(len(hands))]
    outcomes = tuple(outcome for outcome, _, _ in came)
    if natural and house.peek != "never":
        return outcomes, 1, -1
    return outcomes, sum(staked for _, staked, _ in came), sum(won for _, _, won in came)


def _natural(house: Rules, tied: bool, paid: Paid | None) -> Result:
    """Return what a natural comes to; tied: whether the dealer has one, too."""
    if tied and not house.beats_natural:
        return ("natural" if house.tied else "push",), 1, house.tied
    return ("natural",), 1, mean_of(house.naturals) if paid is None else paid(0, None)


def _came(
    house: Rules,
    hands: Sequence[Ranks],
    said: Sequence[str],
    dealer: Ranks,
    place: int,
    paid: Paid | None,
) -> Came:
    """Return what one of the hands comes to, neither a natural nor alone and given up."""
    hand, (his, _), split = hands[place], total_of(dealer), len(hands) > 1
    free = place > 0 and hand[0] in house.free_splits
    times, lost = stakes(house, hand, said[place], free)
    own, _ = total_of(hand)
    if own > LIMIT:
        return "bust", lost, -lost
    if not times and (bonus := bonus_of(house, hand, dealer[0], split)):
        return "win", lost, mean_of(bonus.pays) if paid is None else paid(place, bonus)
    won = house.doubled_by**times
    if house.wins_21 and own == LIMIT:
        return "win", lost, won
    if R in said[place]:
        whole = is_natural(dealer) and not times
        return "rescue" if times else "surrender", lost, -lost if whole else Fraction(-lost, 2)
    if is_natural(dealer):
        return "lose", lost, -lost
    end = outcome(house.ties, house.pushes, house.beaten, own, his)
    if (len(hand) == house.charlie and not times) or end > 0:
        return "win", lost, won
    return ("lose", lost, -lost) if end < 0 else ("push", lost, 0)


def stakes(house: Rules, hand: Ranks, said: str, free: bool = False) -> tuple[int, int]:
    """Return how often a hand was doubled, and how many units of the player's lie on it.

    said: its letters. free: whether the house put up its first bet.
    """
    times, lost, held = 0, 0 if free else 1, 2
    for letter in said.lstrip(P):
        if letter == D:
            total, soft = total_of(hand[:held])
            by = house.doubled_by
            lost += 0 if not soft and total in house.free_doubles else (by - 1) * by**times
            times += 1
        held += letter in (H, D)
    return times, lost


def bonus_of(house: Rules, hand: Ranks, up: int, split: bool) -> More | None:
    """Return what a hand that is not doubled wins beyond even money."""
    if not house.bonuses:
        return None
    counts = tuple(map([*hand].count, range(len(RANKS))))
    for bonus in house.bonuses:
        if (
            bonus.total in (None, total_of(hand)[0])
            and bonus.cards <= len(hand)
            and bonus.ranks in ((), counts)
            and bonus.up in (None, up)
            and (bonus.split or not split)
        ):
            return bonus
    return None


def is_paid(house: Rules, hand: Ranks, said: str, up: int, split: bool) -> bool:
    """Return whether a hand has won, whatever the dealer has; said: its letters."""
    if house.wins_21 and total_of(hand)[0] == LIMIT:
        return True
    return D not in said and bonus_of(house, hand, up, split) is not None


def to_beat(house: Rules, hand: Ranks, said: str, up: int, split: bool) -> bool:
    """Return whether the dealer draws against a hand."""
    if total_of(hand)[0] > LIMIT or R in said:
        return False
    if len(hand) == house.charlie and D not in said:
        return False
    return not is_paid(house, hand, said, up, split)
