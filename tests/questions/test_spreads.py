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
    Wagers,
    best_ramp,
    lundberg,
    ramp,
    ramps,
    reading_of,
    spread_of,
    wagers_asked,
)
from combin.questions.spreads import (
    ONE as CERTAIN,
)
from combin.questions.tags import COUNTS, name_of_count
from combin.subject import CountAsked

ONE, HALF = Fraction(1), Fraction(1, 2)


def at(count: int, share: Fraction, law: dict[Fraction, Fraction]) -> AtCount:
    return AtCount(count, share, law)


def starts(*rounds: AtCount) -> RoundStarts:
    return RoundStarts(Fraction(40), rounds, Fraction(0), Fraction(-1, 200))


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
    table = starts(at(0, ONE, {ONE: p, -ONE: 1 - p}))
    found = ramp(table, {0: ONE})
    assert found.lasting == lundberg({1: p, -1: 1 - p})
    assert 0 <= found.ruin(Fraction(30)) / ((1 - p) / p) ** 30 - 1 < Fraction(1, 10**20)
    least = found.bankroll(Fraction(1, 20))
    assert found.ruin(least) <= Fraction(1, 20) < found.ruin(least - 1)
    twice = ramp(table, {0: Fraction(2)})
    assert (twice.step, twice.lasting) == (2, found.lasting)
    assert twice.ruin(Fraction(30)) == found.ruin(Fraction(15))


def test_ruin_of_bets_of_two_sizes():
    """1 is won or 2 are lost; p z**3 - z**2 + 1 - p = 0 has the roots 1 and those of
    p z**2 - (1 - p) z - (1 - p) = 0.
    """
    p = Fraction(3, 4)
    z = Fraction(lundberg({1: p, -2: 1 - p}), CERTAIN)
    assert abs(p * z**2 - (1 - p) * z - (1 - p)) < Fraction(1, 10**20) and 0 < z < 1


def test_bets_that_win_nothing_are_ruined():
    found = ramp(starts(at(0, ONE, even(Fraction(0)))), {0: ONE})
    assert found.ruin(Fraction(10**6)) == 1
    assert found.bankroll(HALF) is found.n0 is found.score is None
    nothing = ramp(TABLE, dict.fromkeys((-1, 1, 2, 4), Fraction(0)))
    assert nothing.edge is None and nothing.played == 0


@pytest.mark.parametrize("most", [2, 8, 100])
@pytest.mark.parametrize("out", [None, -1])
def test_no_bets_between_the_ends_are_better_than_the_best_ramp(most, out):
    best = best_ramp(TABLE, Wagers({}, ONE, Fraction(most), out))
    draw = Random(most)
    for _ in range(300):
        bets = {
            count: bet and 1 + Fraction(draw.randrange(0, 1001), 1000) * (most - 1)
            for count, bet in best.bets.items()
        }
        assert ramp_score(bets) <= best.score * (1 + Fraction(1, 10**5))
    near = (Fraction(99, 100), Fraction(101, 100))
    for count, factor in product(best.bets, near):
        bet = min(max(best.bets[count] * factor, best.bets[count] and ONE), Fraction(most))
        assert ramp_score(best.bets | {count: bet}) <= best.score * (1 + Fraction(1, 10**5))
    between = [one for one in TABLE.counts if 1 < best.bets[one.count] < most]
    for one in between:
        bet = best.square / best.gain * one.mean / one.square
        assert abs(best.bets[one.count] - bet) < Fraction(1, 50)


def ramp_score(bets: dict[int, Fraction]) -> Fraction:
    """Return 10**6 times the mean squared over the variance, 0 where nothing is won."""
    gain = sum(one.share * bets[one.count] * one.mean for one in TABLE.counts)
    square = sum(one.share * bets[one.count] ** 2 * one.square for one in TABLE.counts)
    return 10**6 * gain**2 / (square - gain**2) if gain > 0 else Fraction(0)


def test_the_best_ramp_of_counts_that_win_nothing():
    assert best_ramp(starts(at(0, ONE, even(Fraction(0)))), Wagers({}, ONE, Fraction(8))) is None
    bad = starts(at(0, HALF, even(Fraction(-1, 10))), at(1, HALF, even(Fraction(1, 100))))
    assert best_ramp(bad, Wagers({}, ONE, Fraction(8))) is None
    found, best = ramps(bad, Wagers({}, ONE, Fraction(8)))
    assert found.bets == {0: 1, 1: 1} and best is None


def test_what_is_bet_at_each_count():
    wagers, _ = wagers_asked(CountAsked(spread="1:2 3:4", wong_out=-2))
    assert [wagers.bet(count) for count in (-3, -2, -1, 0, 1, 2, 3, 9)] == [0, 0, 2, 2, 2, 2, 4, 4]
    assert spread_of("1:1,2:5/2") == Wagers({1: ONE, 2: Fraction(5, 2)}, ONE, Fraction(5, 2))
    assert spread_of("1-12") == Wagers({}, ONE, Fraction(12))
    assert wagers_asked(CountAsked(flat=True)) == (FLAT, None)
    assert wagers_asked(CountAsked(trigger="2", bankroll=5)) == (FLAT._replace(out=1), 5)


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
        ({"spread": 5}, "spread is text, not 5"),
        ({"spread": "1:1 2:2", "trigger": 2}, "one of spread, trigger and flat"),
        ({"spread": "1:1 2:2", "wong_out": 1}, "the spread bets at 1, wong-out sits out"),
        ({"flat": True, "wong_out": 1}, "wong-out goes with a spread"),
        ({"cut": 52}, "one of spread, trigger and flat"),
        ({"spread": "1:2 2:3", "bankroll": 1}, "a bankroll is one bet at least, 2, not 1"),
        ({"trigger": "1/2"}, "the trigger is a whole count, not 1/2"),
    ],
)  # fmt: skip
def test_bets_that_there_cannot_be(asked, text):
    with pytest.raises(CombinError) as refused:
        wagers_asked(CountAsked(**asked))
    assert text in str(refused.value) and "\n" not in str(refused.value)


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
    assert name_of_count("Omega II") == "omega-2" and name_of_count("hi-opt-1") == "hi-opt-1"
    with pytest.raises(CombinError, match=r"the name of a count, not 'hilo'.*hi-lo"):
        name_of_count("hilo")
