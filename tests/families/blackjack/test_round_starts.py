"""Where rounds start by the count: against small shoes of which every order is dealt, against the
exact distribution of a round, and against published figures.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from fractions import Fraction

import pytest

import combin
from combin.errors import CombinError
from combin.families.blackjack.house import RANKS, house_of
from combin.families.blackjack.questions import shoe_of_game
from combin.families.blackjack.round_starts import CountReading, RoundTable, round_starts
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


@pytest.mark.slow
def test_a_dealer_who_shows_both_cards():
    rules = combin.load("double-exposure")
    shoe = shoe_of_game(rules)
    found = round_starts(rules, HI_LO, sum(shoe), CountReading())
    assert near(found.counts[0].mean, solve(shoe, house_of(rules), "total").value)
    assert found.lost <= ROUNDED_OFF


@pytest.mark.slow
@pytest.mark.parametrize("choices, error", [({}, 10), ({"packs": "1"}, 25)])
def test_three_hands_of_a_split_and_more(choices, error):
    """They are told by groups; error: of the edge of the first round, in units of 10^-7."""
    rules = combin.load("blackjack", **choices)
    shoe = shoe_of_game(rules)
    (first,) = round_starts(rules, HI_LO, sum(shoe), CountReading()).counts
    exact = solve(shoe, house_of(rules), "total").value
    assert near(first.mean, exact, Fraction(error, 10**7))
    assert not near(first.mean, exact, Fraction(1, 10**8))


# Six decks, two hands of a split, 52 cards behind the cut card, 2 x 10^8 simulated shoes: the figure
# and its standard error; of true counts in whole numbers, the share of rounds and the edge.
SIMULATED = {2: (0.16815, 0.00001, 0.014773, 0.000028), 4: (0.06368, 0.00001, 0.02288, 0.000045)}


@pytest.mark.slow
def test_six_decks():
    rules = combin.load("blackjack", splits="2")
    found = round_starts(rules, HI_LO, 52, CountReading())
    assert near(found.rounds, Fraction("48.1124"), Fraction(1, 20_000))
    assert near(found.rounds, Fraction("48.1093"), Fraction(4, 1000))
    assert found.lost < Fraction(1, 10**7)
    assert near(sum(one.share for one in found.counts), 1)
    for count, (share, off, edge, error) in SIMULATED.items():
        above = [one for one in found.counts if one.count >= count]
        reached = sum(one.share for one in above)
        assert near(reached, Fraction(share), 2 * Fraction(off))
        mean = sum(one.share * one.mean for one in above) / reached
        assert near(mean, Fraction(edge), 3 * Fraction(error))


@pytest.mark.slow
def test_starts_by_the_count_alone():
    """Hi-Lo once more, as counts of more than three tags are told: to three figures."""
    rules = combin.load("blackjack", packs="1", splits="2")
    shoe, groups = shoe_of_game(rules), bytes((0, 2, 2, 2, 2, 2, 1, 1, 1, 0))
    table = RoundTable(shoe, house_of(rules), groups)
    lowest, slots = -20, [max(0, min(8, at // 3 - 2)) for at in range(41)] * 27
    asked = array("i", (-1, 0, 1)), 26, lowest, array("i", slots), 9
    walks = table.rounds.starts(*asked), table.rounds.starts_by_count(*asked)
    width = len(table.nets) + 1
    one, other = (
        [sum(walk[at : at + width]) for at in range(0, 9 * width, width)] for walk in walks
    )
    assert all(near(a, b, Fraction(sum(one), 300)) for a, b in zip(one, other))


def test_counts_as_they_are_read():
    running = range(-3, 5)
    told = {
        ("floor", 1): [-3, -2, -1, 0, 1, 2, 3, 4],
        ("truncate", 1): [-3, -2, -1, 0, 1, 2, 3, 4],
        ("floor", 2): [-2, -1, -1, 0, 0, 1, 1, 2],
        ("truncate", 2): [-1, -1, 0, 0, 0, 1, 1, 2],
        ("round", 2): [-1, -1, 0, 0, 1, 1, 2, 2],
    }
    for (rounding, decks), counts in told.items():
        reading = CountReading(rounding=rounding)
        assert [*reading.counts(running, 1, 52 * decks)] == counts
    by_decks = CountReading(per=Fraction(52))
    assert [*by_decks.counts(running, 1, 77)] == [*CountReading().counts(running, 1, 52)]
    assert [*by_decks.counts(running, 1, 78)] == [*CountReading().counts(running, 1, 104)]
    assert [*CountReading(running=True, start=-20).counts(running, 1, 9)] == [*range(-23, -15)]
    assert [*CountReading().counts(running, 2, 26)] == [*running]


def test_rounds_that_are_not_told():
    with pytest.raises(CombinError, match="two hands"):
        round_starts(combin.load("blackjack-switch"), HI_LO, 52, CountReading())
