"""Where rounds start by the count: against small shoes of which every order is dealt, against the
exact distribution of a round, and against published figures.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction

import pytest

import combin
from combin.families.blackjack.house import RANKS, house_of
from combin.families.blackjack.questions import shoe_of_game
from combin.families.blackjack.round_starts import CountReading, round_starts
from combin.families.blackjack.rounds import BlackjackTable, Decisions
from combin.families.blackjack.solve import LAW, columns_of, solve
from small_shoes import game, orders_of

HI_LO = dict(zip(RANKS, (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1)))
ROUNDED_OFF = Fraction(1, 10**12)


def near(one: object, other: object, by: Fraction = ROUNDED_OFF) -> bool:
    return abs(Fraction(one) - Fraction(other)) <= by  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "cards, choices, cut",
    [
        ("99" + "T" * 10, {"splits": "1"}, 8),
        ("9888" + "T" * 8, {"splits": "2"}, 7),
        ("8877" + "T" * 8, {"splits": "2", "peek": "no"}, 8),
        ("AA99" + "T" * 7, {"splits": "2", "peek": "no"}, 7),
    ],
)
def test_every_order_of_a_small_shoe(cards, choices, cut):
    """Where each rank is a group of its own nothing is taken for random that is not."""
    rules = game(cards, **choices)
    ranks = sorted(set(cards))
    tags = dict(zip(ranks, (1, -2, 3)))
    shoe, house = shoe_of_game(rules), house_of(rules)
    charts = {column.up: column.chart for column in columns_of(shoe, house, "total")}
    table = BlackjackTable(Decisions(rules, charts))
    started: Counter[int] = Counter()
    won: defaultdict[int, Counter[Fraction]] = defaultdict(Counter)
    shoes = 0
    for order in orders_of(Counter({rank: many for rank, many in enumerate(shoe) if many})):
        shoes, at, count = shoes + 1, 0, 0
        while len(order) - at >= cut:
            dealt = table.play(order[at:])
            started[count] += 1
            won[count][dealt.end.net * table.chip] += 1
            after = at + dealt.used
            count, at = count + sum(tags[RANKS[rank]] for rank in order[at:after]), after
    found = round_starts(rules, tags, cut, CountReading(running=True))
    assert near(found.rounds, Fraction(started.total(), shoes))
    assert found.lost <= ROUNDED_OFF
    assert [one.count for one in found.counts] == sorted(started)
    for one in found.counts:
        every = started[one.count]
        assert near(one.share, Fraction(every, started.total()))
        nets = won[one.count]
        assert {net for net in one.law if one.law[net] > ROUNDED_OFF} == set(nets)
        assert all(near(one.law[net], Fraction(many, every)) for net, many in nets.items())
        assert near(one.mean, sum(net * many for net, many in nets.items()) / Fraction(every))
        assert near(one.square, sum(net**2 * many for net, many in nets.items()) / Fraction(every))


@pytest.mark.slow
@pytest.mark.parametrize(
    "choices",
    [
        {"packs": "2"},
        {"packs": "1", "soft-17": "hits", "surrender": "late"},
        {"packs": "1", "peek": "no", "natural": "6-5"},
        {"packs": "1", "peek": "original", "surrender": "early"},
    ],
)
def test_first_round(choices):
    """The distribution of a round from the full shoe, which is exact."""
    rules = combin.load("blackjack", splits="2", **choices)
    shoe = shoe_of_game(rules)
    exact = solve(shoe, house_of(rules), "total", asked=LAW)
    found = round_starts(rules, HI_LO, sum(shoe), CountReading())
    (first,) = found.counts
    assert (found.rounds, first.count, first.share) == (1, 0, 1)
    assert near(first.mean, exact.value)
    assert exact.law is not None
    assert all(near(first.law.get(net, 0), chance) for net, chance in exact.law.items())
