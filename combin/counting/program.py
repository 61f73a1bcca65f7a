"""Writes hands and facts as the plain integers that the kernels read; `_ext/program.pxd` has the
layout.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, assert_never

from combin.cards import RANKS
from combin.ranking import JOKER_READINGS, WILD_JOKER
from combin.rules import Hand
from combin.rules.facts import Fact, Lead, Order, PaidLine, Under, margin_named
from combin.rules.game import Game

if TYPE_CHECKING:
    from combin.counting.plan import Plan

LINE, ORDER, UNDER, LEAD = 0, 1, 2, 3


def _hand(hand: Hand, parts: Sequence[Iterable[str]]) -> list[int]:
    ranking = hand.by_families()
    uses = _bits(parts, hand.zones)
    must = _bits(parts, hand.must_use)
    joker = JOKER_READINGS.index(ranking.joker) + 1 if ranking.joker in JOKER_READINGS else 0
    running = sum(1 << RANKS.index(rank) for rank in ranking.running)
    low = len(RANKS) if ranking.lowest_run is None else ranking.lowest_run
    # The wild ranks, and above them a bit that says whether the joker is wild.
    wild = sum(1 << RANKS.index(rank) for rank in ranking.wild)
    wild |= (ranking.joker == WILD_JOKER) << len(RANKS)
    head = [uses, must, ranking.size, joker, wild, running, low]
    return [*head, len(ranking.families), *ranking.codes]


def _bits(parts: Sequence[Iterable[str]], zones: tuple[str, ...]) -> int:
    """Return a bit for each part that holds cards of some zones."""
    return sum(1 << number for number, part in enumerate(parts) if not {*zones}.isdisjoint(part))


def _fact(fact: Fact, hands: list[str], game: Game, menus: list[int], stride: int) -> list[int]:
    threshold = game.hand(fact.hand).ranking.threshold
    match fact:
        case Order(hand, other):
            return [ORDER, hands.index(hand), hands.index(other), stride, 0, 0]
        case Under(hand, name):
            return [UNDER, hands.index(hand), 0, stride, 1, threshold(name), 0]
        case Lead(hand, other, lines):
            head = [LEAD, hands.index(hand), hands.index(other), stride]
            return [*head, len(lines), *map(margin_named, lines), 0]
        case PaidLine(hand, lines):
            thresholds = map(threshold, lines)
            head = [LINE, hands.index(hand), 0, stride]
            return [*head, len(lines), *thresholds, len(menus), *menus]
        case _:
            assert_never(fact)


def program(
    plan: Plan, parts: Sequence[Iterable[str]], facts: tuple[Fact, ...], hands: Sequence[str] = ()
) -> array[int]:
    """Return the program that finds the joint number of `facts` from cards given as parts.

    parts: the zones whose cards each part holds.
    hands: hands to number first, in this order.
    Raises CombinError for hands that are set: their cards are counted class by class.
    """
    plan.verify_listable()
    read = [name for fact in facts for name in fact.hands]
    names = list(dict.fromkeys([*hands, *read]))
    code = [len(parts), len(names), len(facts), plan.size(facts)]
    for name in names:
        code += _hand(plan.game.hand(name), parts)
    for fact, stride in zip(facts, plan.strides(facts)):
        code += _fact(fact, names, plan.game, plan.menus(fact), stride)
    return array("q", code)


def menu_program(game: Game, hand: Hand, fact: PaidLine) -> array[int]:
    """Return the program of one hand made of one part and the line it reaches, menus not
    declared.
    """
    head = [1, 1, 1, len(fact.lines) + 1]
    line = _fact(fact, [hand.name], game, [], 1)
    return array("q", [*head, *_hand(hand, [hand.zones]), *line])
