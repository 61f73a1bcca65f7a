"""Settles a round of a blackjack game literally from its cards and actions.

Rounds are dealt and judged by the words of the rules, and never by the tables of the engine.
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
)
from combin.families.blackjack.player import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from combin.proof.house_rules import outcome
from combin.rules.blackjack import Bonus, Natural, Turns

# A hand that was doubled is rescued by the letter of a surrender.
LETTER = {HIT: "H", STAND: "S", DOUBLE: "D", SPLIT: "P", SURRENDER: "R"}
H, S, D, P, R = LETTER.values()

Ranks = Sequence[int]  # of cards, in the order in which they were dealt: 0 an ace, 9 a ten
More = Bonus | Natural
Paid = Callable[[int, More], Fraction]  # what a hand wins: its place, a bonus or a natural
Came = tuple[str, int, Fraction | int]  # what became of a hand, the units staked and won
Result = tuple[tuple[str, ...], int, Fraction | int]  # the same of all hands


def total_of(ranks: Ranks) -> tuple[int, bool]:
    """Return what cards count, and whether an ace of them counts 11."""
    hard = sum(map(VALUES.__getitem__, ranks))
    soft = ACE in ranks and hard + SOFT <= LIMIT
    return (hard + SOFT if soft else hard), soft


def is_natural(ranks: Ranks) -> bool:
    return len(ranks) == 2 and {*ranks} == {ACE, TEN}


def common_suit(cards: Iterable[int]) -> str:
    """Return the suit of all of some cards, empty where they have several."""
    suits = {card_text(card)[1] for card in cards}
    return suits.pop() if len(suits) == 1 else ""


def draws(turns: Turns, dealer: Ranks) -> bool:
    """Return whether the dealer draws to his cards."""
    total, soft = total_of(dealer)
    return total < 17 or (total == 17 and soft and turns.dealer.hits_soft_17)


def paid_suits(turns: Turns, suits: str) -> tuple[str, ...]:
    """Return the suits that matter to what naturals and bonuses win, and ``""`` for cards of
    several; none where no pay goes by suits.
    """
    by_suit = turns.natural.by_suit or any(bonus.by_suit for bonus in turns.bonuses)
    return ("", *suits) if by_suit else ()


def nets_of(turns: Turns, suits: str, split: bool = False) -> set[Fraction]:
    """Return what one hand may win; split: one of a split, and not the whole round."""
    double, surrender = turns.double, turns.surrender
    most = double.times if double.is_offered and (double.split or not split) else 0
    stakes_there = [double.up_to**times for times in range(most + 1)]
    nets = {Fraction(0), *(Fraction(sign * stake) for stake in stakes_there for sign in (1, -1))}
    if not split:
        nets |= {turns.natural.paid(suit) for suit in ("", *suits)} | {turns.natural.tied}
    if surrender.when and (surrender.split or not split):
        nets.add(Fraction(-1, 2))
    if double.rescue:
        nets |= {Fraction(-stake, 2) for stake in stakes_there[1:]}
    for bonus in turns.bonuses:
        nets |= {bonus.paid(suit) for suit in ("", *suits)}
    return nets


def settled(
    turns: Turns,
    hands: Sequence[Ranks],
    actions: Sequence[str],
    dealer: Ranks,
    paid: Paid,
    counts: bool = True,
) -> Result:
    """Return what became of each hand, the units staked, and those won less those lost.

    actions: of each hand, letters of LETTER. dealer: his cards, the one that is up first.
    paid: tells what a natural or a bonus wins.
    counts: whether an ace and a ten are a natural, and not an ordinary 21.
    """
    natural, said = is_natural(dealer), [letters.replace(" ", "") for letters in actions]
    if len(hands) == 1:
        if counts and is_natural(hands[0]):
            if natural and not turns.natural.beats:
                return ("natural" if turns.natural.tied else "push",), 1, turns.natural.tied
            return ("natural",), 1, paid(0, turns.natural)
        if R in said[0] and D not in said[0]:
            whole = natural and turns.surrender.when == "late"
            return ("surrender",), 1, -1 if whole else Fraction(-1, 2)
    came = [_came(turns, hands, said, dealer, place, paid) for place in range(len(hands))]
    outcomes = tuple(outcome for outcome, _, _ in came)
    if natural and turns.natural.looks != "never":
        return outcomes, 1, -1
    return outcomes, sum(staked for _, staked, _ in came), sum(won for _, _, won in came)


def _came(
    turns: Turns,
    hands: Sequence[Ranks],
    said: Sequence[str],
    dealer: Ranks,
    place: int,
    paid: Paid,
) -> Came:
    """Return what one of the hands comes to, neither a natural nor alone and given up."""
    hand, (his, _), split = hands[place], total_of(dealer), len(hands) > 1
    free = place > 0 and VALUES[hand[0]] in turns.pairs.free
    times, lost = stakes(turns, hand, said[place], free)
    own, _ = total_of(hand)
    if own > LIMIT:
        return "bust", lost, -lost
    if not times and (bonus := bonus_of(turns, hand, dealer[0], split)):
        return "win", lost, paid(place, bonus)
    won = turns.double.up_to**times
    if turns.wins_21 and own == LIMIT:
        return "win", lost, won
    if R in said[place]:
        whole = is_natural(dealer) and not times
        return "rescue" if times else "surrender", lost, -lost if whole else Fraction(-lost, 2)
    if is_natural(dealer):
        return "lose", lost, -lost
    end = outcome(turns.ties, turns.dealer.pushes, turns.dealer.beaten, own, his)
    if (len(hand) == turns.charlie and not times) or end > 0:
        return "win", lost, won
    return ("lose", lost, -lost) if end < 0 else ("push", lost, 0)


def stakes(turns: Turns, hand: Ranks, said: str, free: bool = False) -> tuple[int, int]:
    """Return how often a hand was doubled, and how many units of the player's lie on it.

    said: its letters. free: whether the house put up its first bet.
    """
    (times, lost, held), by = (0, 0 if free else 1, 2), turns.double.up_to
    for letter in said.lstrip(P):
        if letter == D:
            total, soft = total_of(hand[:held])
            lost += 0 if not soft and total in turns.double.free else (by - 1) * by**times
            times += 1
        held += letter in (H, D)
    return times, lost


def bonus_of(turns: Turns, hand: Ranks, up: int, split: bool) -> Bonus | None:
    """Return what a hand that is not doubled wins beyond even money."""
    if not turns.bonuses:
        return None
    counts = tuple(map([*hand].count, range(len(RANKS))))
    for bonus in turns.bonuses:
        if (
            bonus.total in (None, total_of(hand)[0])
            and bonus.cards <= len(hand)
            and bonus.counts in ((), counts)
            and bonus.fits(VALUES[up])
            and (bonus.split or not split)
        ):
            return bonus
    return None


def is_paid(turns: Turns, hand: Ranks, said: str, up: int, split: bool) -> bool:
    """Return whether a hand has won, whatever the dealer has; said: its letters."""
    wins = turns.wins_21 and total_of(hand)[0] == LIMIT
    return wins or (D not in said and bonus_of(turns, hand, up, split) is not None)


def to_beat(turns: Turns, hand: Ranks, said: str, up: int, split: bool) -> bool:
    """Return whether the dealer draws against a hand."""
    return not (
        total_of(hand)[0] > LIMIT
        or R in said
        or (len(hand) == turns.charlie and D not in said)
        or is_paid(turns, hand, said, up, split)
    )
