"""Bets by a count: what a spread wins, its ruin and the best ramp, against closed forms, rounds
written out one by one, and other bets tried.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from combin.errors import CombinError
from combin.questions.spreads import (
    FLAT,
    AtCount,
    CountReading,
    RoundStarts,
    Spread,
    bankroll_asked,
    best_ramp,
    best_trigger,
    lundberg,
    ramp,
    ramps,
    reading_of,
    spread_asked,
    spread_of,
)
from combin.questions.tags import COUNTS, name_of_count
from combin.subject import CountAsked

ONE, HALF = Fraction(1), Fraction(1, 2)


def at(count: int, share: Fraction, law: dict[Fraction, Fraction]) -> AtCount:
    return AtCount(count, share, law)


def starts(*rounds: AtCount) -> RoundStarts:
    return RoundStarts(Fraction(40), rounds, Fraction(0))


def even(edge: Fraction) -> dict[Fraction, Fraction]:
    """Return the law of one unit won or lost."""
    return {ONE: (1 + edge) / 2, -ONE: (1 - edge) / 2}


TABLE = starts(
    at(-1, HALF, even(Fraction(-2, 100))),
    at(1, Fraction(1, 4), {**even(Fraction(1, 100)), ONE * 3 / 2: Fraction(0)}),
    at(2, Fraction(1, 8), {Fraction(2): Fraction(3, 10), -ONE: Fraction(58, 100), 0 * ONE: Fraction(12, 100)}),
    at(4, Fraction(1, 8), even(Fraction(3, 100))),
)  # fmt: skip


def test_what_a_spread_wins_round_by_round():
    """Each net of each count once, with its probability: the mean, and the mean of the square."""
    spread = spread_of("1:1 2:3 4:9/2")
    found = ramps(TABLE, spread)[0]
    nets = [
        (one.share * chance, spread.bet(one.count) * net)
        for one in TABLE.counts
        for net, chance in one.law.items()
    ]
    assert sum(chance for chance, _ in nets) == 1
    assert found.gain == sum(chance * net for chance, net in nets)
    assert found.square == sum(chance * net**2 for chance, net in nets)
    assert found.wagered == Fraction(3, 4) + Fraction(3, 8) + Fraction(9, 16)
    assert (found.played, found.edge) == (1, found.gain / found.wagered)
    assert found.n0 * found.score == 10**6
    assert found.n0 * found.gain**2 == found.square - found.gain**2


def test_ruin_of_a_bet_at_even_money():
    """Won with probability p, B units are lost with ((1 - p) / p)**B, exactly."""
    p = Fraction(51, 100)
    exponent = lundberg([(p, ONE), (1 - p, -ONE)])
    table = starts(at(0, ONE, {ONE: p, -ONE: 1 - p}))
    found = ramp(table, {0: ONE})
    assert found.exponent == exponent
    assert abs(found.ruin(Fraction(30)) / ((1 - p) / p) ** 30 - 1) < Fraction(1, 10**20)
    assert abs(found.ruin(found.bankroll(Fraction(1, 20))) * 20 - 1) < Fraction(1, 10**20)
    twice = ramp(table, {0: Fraction(2)})
    assert abs(twice.exponent * 2 / exponent - 1) < Fraction(1, 10**18)


def test_ruin_of_bets_of_two_sizes():
    """1 is won or 2 are lost; z = exp(-s) solves p z**3 - z**2 + 1 - p = 0, without its root 1."""
    p = Fraction(3, 4)
    z = (1 - p + ((1 - p) * (1 + 3 * p)) ** HALF) / (2 * p)
    found = lundberg([(p, ONE), (1 - p, Fraction(-2))])
    assert (
        abs(float(ramp(starts(at(0, ONE, {ONE: p, Fraction(-2): 1 - p})), {0: ONE}).ruin(ONE)) - z)
        < 1e-12
    )
    assert found > 0


def test_bets_that_win_nothing_are_ruined():
    found = ramp(starts(at(0, ONE, even(Fraction(0)))), {0: ONE})
    assert found.exponent == 0 and found.ruin(Fraction(10**6)) == 1
    assert found.bankroll(HALF) is found.n0 is found.score is None
    nothing = ramp(TABLE, dict.fromkeys((-1, 1, 2, 4), Fraction(0)))
    assert nothing.edge is None and nothing.played == 0


@pytest.mark.parametrize("most", [2, 8, 100])
@pytest.mark.parametrize("out", [None, -1])
def test_no_bets_between_the_ends_are_better_than_the_best_ramp(most, out):
    best = best_ramp(TABLE, Spread({}, ONE, Fraction(most), out))
    draw = Random(most)
    for _ in range(300):
        bets = {
            count: bet and 1 + Fraction(draw.randrange(0, 1001), 1000) * (most - 1)
            for count, bet in best.bets.items()
        }
        assert ramp_score(bets) <= best.score
    near = (Fraction(99, 100), Fraction(101, 100))
    for count, factor in product(best.bets, near):
        bet = min(max(best.bets[count] * factor, best.bets[count] and ONE), Fraction(most))
        assert ramp_score(best.bets | {count: bet}) <= best.score
    between = [one for one in TABLE.counts if 1 < best.bets[one.count] < most]
    for one in between:
        assert best.bets[one.count] == best.square / best.gain * one.mean / one.square


def ramp_score(bets: dict[int, Fraction]) -> Fraction:
    """Return 10**6 times the mean squared over the variance, 0 where nothing is won."""
    gain = sum(one.share * bets[one.count] * one.mean for one in TABLE.counts)
    square = sum(one.share * bets[one.count] ** 2 * one.square for one in TABLE.counts)
    return 10**6 * gain**2 / (square - gain**2) if gain > 0 else Fraction(0)


def test_the_best_ramp_of_counts_that_win_nothing():
    assert best_ramp(starts(at(0, ONE, even(Fraction(0)))), Spread({}, ONE, Fraction(8))) is None
    bad = starts(at(0, HALF, even(Fraction(-1, 10))), at(1, HALF, even(Fraction(1, 100))))
    assert best_ramp(bad, Spread({}, ONE, Fraction(8))) is None
    found, best = ramps(bad, Spread({}, ONE, Fraction(8)))
    assert found.bets == {0: 1, 1: 1} and best is None


def test_the_trigger_that_wins_most():
    assert best_trigger(TABLE) == 1
    assert best_trigger(starts(at(0, ONE, even(Fraction(-1, 10))))) == 1


def test_what_is_bet_at_each_count():
    spread = spread_asked(CountAsked(spread="1:2 3:4", wong_out=-2))
    assert [spread.bet(count) for count in (-3, -2, -1, 0, 1, 2, 3, 9)] == [0, 0, 2, 2, 2, 2, 4, 4]
    assert spread_of({"1": 1, "2": "5/2"}) == Spread(
        {1: ONE, 2: Fraction(5, 2)}, ONE, Fraction(5, 2)
    )
    assert spread_of("1-12") == Spread({}, ONE, Fraction(12))
    assert spread_asked(CountAsked(flat=True)) == FLAT
    assert spread_asked(CountAsked(trigger="2")) == FLAT._replace(out=1)
    assert spread_asked(CountAsked(cut=52)) is None


@pytest.mark.parametrize(
    "asked, text",
    [
        ({"spread": "1:1 2:4 3:2"}, "a spread rises: it bets 4 at 2, and 2 at 3"),
        ({"spread": "2:1 1:2"}, "the counts of a spread rise: 1 stands after 2"),
        ({"spread": "1:1 1:2"}, "the counts of a spread rise"),
        ({"spread": "1:0 2:2"}, "a bet is more than 0, not 0"),
        ({"spread": "8-1"}, "8-1 falls"),
        ({"spread": "-1-8"}, "a bet of the spread is a number"),
        ({"spread": ""}, "a spread is counts with their bets"),
        ({"spread": "1:x"}, "the bet at 1 is a number"),
        ({"spread": "x:1"}, "a count is a whole number"),
        ({"spread": 5}, "spread is a dict of names and values"),
        ({"spread": "1:1 2:2", "trigger": 2}, "spread, trigger and flat contradict each other"),
        ({"spread": "1:1 2:2", "wong_out": 1}, "the spread bets at 1, wong-out sits out"),
        ({"wong_out": 1}, "wong-out goes with a spread"),
        ({"trigger": "1/2"}, "the trigger is a whole count, not 1/2"),
    ],
)  # fmt: skip
def test_bets_that_there_cannot_be(asked, text):
    with pytest.raises(CombinError) as refused:
        spread_asked(CountAsked(**asked))
    assert text in str(refused.value) and "\n" not in str(refused.value)


def test_bankrolls_and_risks():
    two = spread_of("1:2 2:3")
    assert bankroll_asked(CountAsked(bankroll="2", risk="2%"), two) == (2, [Fraction(1, 50)])
    assert bankroll_asked(CountAsked(), None)[0] is None
    for asked, text in (
        (CountAsked(bankroll=1), "a bankroll is one bet at least, 2, not 1"),
        (CountAsked(risk="100%"), "a risk lies between 0 and 100 %, not 100%"),
        (CountAsked(risk="5"), "a percentage needs its sign"),
    ):
        with pytest.raises(CombinError, match=text):
            bankroll_asked(asked, two)


def test_how_a_count_is_read():
    assert reading_of(CountAsked(), 0) == CountReading(False, ONE, "floor", 0)
    asked = CountAsked(resolution="half", rounding="truncate")
    assert reading_of(asked, 0) == CountReading(False, Fraction(26), "truncate", 0)
    assert reading_of(CountAsked(name="ko"), 24).start == -20
    assert reading_of(CountAsked(name="ko", start=0), 24) == CountReading(True, start=0)
    for asked, text in (
        (CountAsked(resolution="third"), "resolution is exact, quarter, half or full, not third"),
        (CountAsked(rounding="up"), "rounding is floor, truncate or round, not up"),
        (CountAsked(name="ko", rounding="floor"), "leave out resolution and rounding"),
        (CountAsked(start=0, resolution="half"), "leave out resolution and rounding"),
    ):
        with pytest.raises(CombinError, match=text):
            reading_of(asked, 0)


def test_published_counts():
    """A full deck of a balanced count adds up to 0, of Knock-Out and Unbalanced Zen to 4."""
    totals = {
        name: sum(4 * len(ranks) * tag for ranks, tag in count.tags.items())
        for name, count in COUNTS.items()
    }
    assert {name for name, total in totals.items() if total} == {"ko", "zen-unbalanced"}
    assert all(totals[name] == 4 for name, one in COUNTS.items() if one.pivot is not None)
    assert name_of_count("Omega II") == "omega-2" and name_of_count("hi_opt i") == "hi-opt-1"
    with pytest.raises(CombinError, match=r"no count is called 'hilo'.*hi-lo"):
        name_of_count("hilo")
