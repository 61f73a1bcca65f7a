"""Advice for a split hand when the other one is seen: waiting with one card, or finished."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from combin.errors import refuse
from combin.families.blackjack.house import ACE, RANKS, without
from combin.families.blackjack.lattice import NONE
from combin.families.blackjack.player import Values
from combin.families.blackjack.solve import UpCard

BOTH = "both hands of the split together, the other one waiting"
ALONE = "this hand alone, the other one having ended"


def split_actions(
    column: UpCard, own: Sequence[int], other: Sequence[int]
) -> tuple[Mapping[str, Fraction], Fraction, str]:
    """Return what each action is worth over the rounds that count, the best first; how likely the
    dealer has a natural; and of what that is the worth.

    own, other: the cards of both hands, as ranks, the pair card first.
    Raises CombinError where they are no hands of a split, or nothing is decided.
    """
    pair, hands = own[0], column.hands
    refuse(
        other[0] != pair or column.house.turns.pairs.hands < 2,
        "hands of a split begin with the same card: '8 3 + 8 / T'",
    )
    refuse(
        column.house.turns.pairs.one_card(pair == ACE),
        "split aces get one card each: nothing is decided",
    )
    refuse(len(own) < 2, "the hand that is played has two cards or more, as in '8 3 + 8 / T'")
    hand = hands.of(*own)
    refuse(hand == NONE, "this hand has ended, it has bust")
    if len(other) == 1:
        split = column.split_hands(pair)
        values = split.values
        worth = {action: mean.net for action, mean in split.actions(hand).items()}
        whose = BOTH
    else:
        tables, unseen = column.tables, without(column.shoe, column.up, *other)
        within = [n for n in range(len(hands)) if hands.cards[n][pair] and hands.size[n] > 1]
        values = Values(hands, column.drawer, tables, unseen, within)
        scaled = values.worth(hand)
        offered = [act.name for act in tables.of(hand, tables.split)]
        worth = {action: values.mean(hand, scaled[action]) for action in offered}
        whose = ALONE
    natural = values.lost(hand)
    return dict(sorted(worth.items(), key=lambda item: -item[1])), natural, whose


def verify_dealt(shoe: Sequence[int], ranks: Sequence[int], text: str) -> None:
    """Raise CombinError where the shoe has fewer cards of a rank."""
    for rank in set(ranks):
        refuse(
            ranks.count(rank) > shoe[rank],
            f"{text}: the shoe has {shoe[rank]} cards that count {RANKS[rank]}",
        )
