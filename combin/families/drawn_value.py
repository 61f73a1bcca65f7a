"""The value of draw poker at any pays: what each five cards pay, from which a page finds the best
of all holds by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations_with_replacement
from math import comb, lcm, prod

from combin.counting import Plan
from combin.dossier.columns import Written, packed
from combin.families.draw.method import holdings_of
from combin.records import dataclass
from combin.sensitivity.linear import LinearForm, other_ways
from combin.solving.payoffs import Payoffs

CARDS = 5
NONE = 0  # the number of a hand that the deck cannot deal; the columns follow
JOKER = "*"


@dataclass(frozen=True)
class DrawnValue:
    """What five cards pay.

    pays: addresses, in the order of the keys from 1 on; key 0 is the constant.
    below: by which all sums are divided.
    columns: for each the sums of which the player, or the best reading of a joker, has the largest.
    deck: its ranks, suits and jokers.
    wild: the ranks that are wild.
    kinds: the number of a column plus 1 for every five ranks, the lowest first, in colexicographic
        order; once where all cards that are not wild share a suit, once where they do not.
    """

    pays: tuple[str, ...]
    below: int
    columns: tuple[tuple[Mapping[int, int], ...], ...]
    deck: tuple[str, str, int]
    wild: str
    kinds: tuple[Written, ...]


def is_drawn_once(plan: Plan) -> bool:
    """Return True if a page can find the best play of a bet: five cards, any of which are replaced
    once, from one pack with a joker at most, paid by their ranks and flushes.
    """
    draw, deck = plan.draw, plan.game.deck
    return (
        draw is not None
        and len(plan.stages) == 1
        and not plan.stages[0].known
        and plan.informed is None
        and plan.groups[0].size == CARDS
        and draw.drawn == tuple(range(CARDS + 1))
        and len(deck.suits) == 4
        and deck.jokers <= 1
        and set(deck.copies.values()) == {1}
        and not deck.dead
    )


def drawn_value(plan: Plan) -> DrawnValue | None:
    """Return the value of a bet on five cards, None where a page cannot find it."""
    game = plan.game
    if not is_drawn_once(plan) or (columns := _columns(plan)) is None:
        return None
    (wild,) = {hand.by_families().wild for hand in game.hands}
    if (kinds := _kinds(plan, wild)) is None:
        return None
    pays = tuple(plan.game.pays_in(plan.bet.key))
    below = lcm(*(form.denominator for forms in columns for form in forms))
    sums = tuple(tuple(_sum(form, pays, below) for form in forms) for forms in columns)
    deck = game.deck.ranks, game.deck.suits, game.deck.jokers
    return DrawnValue(pays, below, sums, deck, wild, tuple(packed(kinds)))


def _sum(form: LinearForm, pays: tuple[str, ...], below: int) -> dict[int, int]:
    times = below // form.denominator
    keyed = {0: form.constant} | {pays.index(pay) + 1: n for pay, n in form.coefficients.items()}
    return {key: number * times for key, number in keyed.items() if number}


def _columns(plan: Plan) -> list[list[LinearForm]] | None:
    """Return the forms of every column, None where they depend on what was held."""
    payoffs = Payoffs(plan)
    pays = plan.game.pays_in(plan.bet.key)
    found: list[list[list[LinearForm]]] = []
    for path, table in payoffs.tables.items():
        facts = payoffs.facts(path)
        found.append([other_ways(plan, path, plan.values(facts, at)) for at in range(len(table))])
        for forms, (_, result) in zip(found[-1], table):
            if max(form.at(pays) for form in forms) != result.net:
                raise ArithmeticError(f"{plan.game.slug}: an end is not worth {result.net}")
    first, *others = found
    return first if all(other == first for other in others) else None


def _kinds(plan: Plan, wild: str) -> list[list[int]] | None:
    """Return the column of every five ranks, of one suit and of several; None where the hands of
    each column, so counted, are not as many as the deck has.
    """
    deck, holdings = plan.game.deck, holdings_of(plan)
    names = deck.ranks + JOKER * deck.jokers
    counted = [0] * len(holdings.hands)
    kinds: list[list[int]] = [[], []]
    for ranks in sorted(
        combinations_with_replacement(range(len(names)), CARDS), key=lambda five: five[::-1]
    ):
        held = {rank: ranks.count(rank) for rank in ranks}
        ways = prod(comb(1 if names[rank] == JOKER else 4, many) for rank, many in held.items())
        natural = [rank for rank in held if names[rank] not in wild + JOKER]
        distinct = all(held[rank] == 1 for rank in natural)
        suited = ways // 4 ** len(natural) * 4 ** bool(natural) if distinct else 0
        moved = natural[:1] if distinct else []
        for kind, many, shifted in zip(kinds, (suited, ways - suited), ([], moved)):
            kind.append(NONE)
            if many:
                column = holdings.column_of(_place(held, shifted, len(deck.ranks)))
                kind[-1] = column + 1
                counted[column] += many
    return kinds if counted == list(holdings.hands) else None


def _place(held: Mapping[int, int], shifted: list[int], ranks: int) -> int:
    """Return the place of a hand among all: the copies of a rank in the first suits, or in those
    after the first; the joker is the last card.
    """
    cards = sorted(
        rank + ranks * (suit + (rank in shifted)) if rank < ranks else 4 * ranks
        for rank, many in held.items()
        for suit in range(many)
    )
    return sum(comb(card, at) for at, card in enumerate(cards, 1))
