"""Rounds from a shoe by the tags of their cards: what each wins, and in how many deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import lcm, perm, prod
from operator import sub

from combin.cards import RANKS, rank_of
from combin.counting import Plan
from combin.counting.running_count import Dealt
from combin.families.shoe.counting import NOTHING, Course
from combin.families.shoe.orders import MarkedOrders
from combin.questions.card_counting import TaggedRounds, by_tag, copies_of
from combin.questions.tags import Tags
from combin.rules.facts import Path
from combin.solving.payoffs import Payoffs


def tagged_rounds(plan: Plan, tags: Tags) -> TaggedRounds:
    """Return the rounds of a bet, played as is best with the whole shoe."""
    copies, course, payoffs = copies_of(plan.game), Course(plan), Payoffs(plan)
    chosen = _chosen(course, payoffs)
    nets = {path: _nets(course, payoffs, path) for path in chosen.values()}
    every = {net for ends in nets.values() for net in ends}
    low, scale = min(every), lcm(*(net.denominator for net in every))
    over = {path: [int((net - low) * scale) for net in ends] for path, ends in nets.items()}
    cards = by_tag(tags, copies)
    marks = {rank: list(cards).index(tag) for rank, tag in tags.items()}
    played = {kinds: over[path] for kinds, path in chosen.items()}
    deals = _rounds(course, played, marks, tuple(cards.values()))
    return TaggedRounds(len(plan.groups), low, max(every), scale, deals)


def _chosen(course: Course, payoffs: Payoffs) -> dict[tuple[int, ...], Path]:
    """Return the kinds of the cards seen at the decision -> the best play with the whole shoe;
    nothing seen and nothing done where there is none.
    """
    if not course.plan.stages:
        return {(): ()}
    (stage,) = course.plan.stages
    decision = payoffs.fold(course.tally())[()]
    found = course.further([NOTHING], len(stage.roles))
    return {seen.kinds: decision.paths[number] for seen, number in zip(found, decision.action)}


def _nets(course: Course, payoffs: Payoffs, path: Path) -> list[Fraction]:
    """Return the net of each state in which a round can end after some actions."""
    facts, ends = payoffs.facts(path), payoffs.tables[path]
    values = (dict(zip(course.facts, known)) for known in course.automaton.known[-1])
    return [ends[course.plan.number(facts, value)][1].net for value in values]


def _rounds(
    course: Course,
    played: Mapping[tuple[int, ...], Sequence[int]],
    marks: Mapping[str, int],
    whole: Dealt,
) -> Counter[tuple[int, Dealt]]:
    """Return what a round wins over the least and the cards of each mark in it -> deals.

    played: kinds of cards seen -> what each state wins in which a round then ends.
    marks: rank -> its mark.
    whole: the cards of each mark in the shoe.
    """
    copies: Counter[tuple[int, int]] = Counter()
    for card, kind in course.automaton.kinds.items():
        copies[kind, marks[RANKS[rank_of(card)]]] += course.plan.game.deck.copies[card]
    sorts, machine = list(copies), course.automaton
    alike: dict[tuple[int, ...], MarkedOrders] = {}
    found: Counter[tuple[int, Dealt]] = Counter()
    for kinds, over in played.items():
        orders = alike.setdefault(tuple(over), MarkedOrders(machine, over, sorts))
        state = 0
        for step, kind in enumerate(kinds):
            state = machine.after(step, state, kind)
        for seen in product(*([sort for sort in sorts if sort[0] == kind] for kind in kinds)):
            left = copies - Counter(seen)
            ways = prod(perm(copies[sort], times) for sort, times in Counter(seen).items())
            deals = orders.counts(len(kinds), state, [left[sort] for sort in sorts])
            for (win, rest), number in deals.items():
                found[win, tuple(map(sub, whole, rest))] += ways * number
    return found
