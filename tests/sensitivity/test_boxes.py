"""The best play within a box of pays, against choosing at each paytable by itself."""

from __future__ import annotations

from array import array
from fractions import Fraction
from itertools import product
from random import Random

import pytest

import combin
from combin.questions.solve import solve
from combin.sensitivity import Counted, boxes
from combin.sensitivity.boxes import (
    BoxPlay,
    TiedRows,
    best_within,
    forms_throughout,
    has_one_decision,
)
from combin.sensitivity.design import Limits, _Bounding
from combin.sensitivity.spans import Spans, spans_of
from combin.sensitivity.sums import Columns, Ends, Units

MOVES, KINDS = 2, 3
ANY = (-(2**100), 2**100)


def columns_of(chance: Random) -> Columns:
    """Return the columns of ends that two pays change, one of them both."""
    ends = [((chance.randrange(-3, 2), 1, 0), 1), ((-1, 0, 2), 1), ((0, 1, 1), 0)]
    return Columns(ends, MOVES, True)


def option_of(columns: Columns, chance: Random) -> list[int]:
    """Return the numbers of an action that comes to a few ends, some of which no pay changes."""
    kinds = [chance.randrange(3) for _ in columns.kinds]
    fixed = [chance.randrange(-2, 3) for _ in range(chance.randrange(4))]
    worth = [sum(fixed), 0, 0]
    for many, (numbers, _) in zip(kinds, columns.kinds):
        worth = [one + many * number for one, number in zip(worth, numbers)]
    return [*worth, sum(one**2 for one in fixed), sum(one > 0 for one in fixed), *kinds]


def rows_of(columns: Columns, chance: Random) -> tuple[TiedRows, list[tuple[list[list[int]], int]]]:
    plain = [
        (
            [option_of(columns, chance) for _ in range(chance.randrange(1, 6))],
            chance.randrange(1, 9),
        )
        for _ in range(chance.randrange(1, 12))
    ]
    starts, options = array("i", [0]), array("q")
    for some, _ in plain:
        options.extend(number for one in some for number in one)
        starts.append(starts[-1] + len(some))
    return TiedRows(starts, options, array("q", [times for _, times in plain])), plain


def figures(columns: Columns, numbers: list[int], pays: tuple[int, ...]) -> tuple[int, int, int]:
    """Return the total, the sum of the squares and the wins of some numbers at some pays."""
    total, square, wins = numbers[0], numbers[3], numbers[4]
    for number, pay in zip(numbers[1:3], pays):
        total += number * pay
    for many, ((stays, *moves), back) in zip(numbers[5:], columns.kinds):
        net = stays + sum(number * pay for number, pay in zip(moves, pays))
        square += many * net**2
        wins += many * (net + back > 0)
    return total, square, wins


def chosen(columns, plain, sums, pays, is_steady) -> tuple[tuple[int, int, int], bool]:
    """Return what comes of the best actions, and whether some tie is left open."""
    found, tied = list(figures(columns, sums, pays)), False
    for some, times in plain:
        known = [figures(columns, one, pays) for one in some]
        best = max(known, key=lambda one: (one[0], -one[1] if is_steady else 0))
        tied |= is_steady and any(one[:2] == best[:2] and one != best for one in known)
        found = [total + number * times for total, number in zip(found, best)]
    return tuple(found), tied


@pytest.mark.parametrize("is_steady", [True, False])
def test_a_box_has_what_choosing_at_each_paytable_gives(is_steady):
    chance = Random(11)
    for _ in range(300):
        columns = columns_of(chance)
        rows, plain = rows_of(columns, chance)
        sums = option_of(columns, chance)
        values = [sorted(chance.sample(range(-2, 9), chance.randrange(1, 5))) for _ in range(MOVES)]
        limits = [(some[0], some[-1]) for some in values]
        pairs = ((0, 1),) if chance.random() < 0.3 else ()
        spans = Spans(("a", "b"), tuple(tuple(map(Fraction, some)) for some in values), pairs, chance.random() < 0.5)  # fmt: skip
        whole = BoxPlay(columns, sums, rows, is_steady)
        play, (least, most), turns = whole.within(limits)
        again, _, _ = boxes._merged(play).within(limits)
        assert play.open <= whole.open and again.open <= play.open
        low, high = zip(*limits)
        ends = [chosen(columns, plain, sums, pays, is_steady)[0][0] for pays in (low, high)]
        assert [least, most] == ends and (any(turns) or not play.open or is_steady)
        known = {}
        for pays in product(*values):
            if not pairs or pays[0] > pays[1] or (pays[0] == pays[1] and not spans.strict):
                known[pays] = chosen(columns, plain, sums, pays, is_steady)
        for one in (whole, play, again):
            found = {pays: tuple(rest) for pays, *rest in one.paytables(values, spans, ANY)}
            assert found.keys() == known.keys()
            for pays, (figured, tied) in known.items():
                *told, open_tie = found[pays]
                assert tuple(told[:2]) == figured[:2] and (open_tie or tuple(told) == figured)
                assert open_tie <= tied
        middle = sorted(total for (total, _, _), _ in known.values())[len(known) // 2 :][:1]
        for total in middle:
            some = play.paytables(values, spans, (total, total))
            assert {one[0] for one in some} == {pays for pays, one in known.items() if one[0][0] == total}  # fmt: skip


BETS = [
    ("jacks-or-better", {}, {"flush": (5, 6, 7), "full-house": (8, 9), "two-pair": (1, 2)}),
    ("deuces-wild", {}, {"flush": (2, 3), "full-house": (3, 4), "four-of-a-kind": (4, 5)}),
    ("joker-poker", {}, {"flush": (4, 5), "straight": (3, 4, 5), "full-house": (5, 7)}),
    ("caribbean-stud", {}, {"flush": (5, 6), "ace-king": (0, 1, 2)}),
    ("three-card-poker", {}, {"ante-bonus.straight": (0, 1, 2), "player-wins.play": (0, 1, 2)}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "choices", "moving"), BETS)
def test_one_decision_is_solved_for_a_whole_box(slug, choices, moving):
    """Every paytable of a small grid, solved by itself."""
    counted = Counted(combin.load(slug, choices))
    assert has_one_decision(counted)
    asked = {name: tuple(map(Fraction, some)) for name, some in moving.items()}
    spans = spans_of(counted.plan.bet, counted.ends.pays, asked)
    forms = forms_throughout(counted, spans)
    assert forms is not None
    units = Units(counted, dict(zip(spans.pays, spans.values)))
    values = [units.pays(some) for some in spans.values]
    limits = [(some[0], some[-1]) for some in values]
    play = best_within(counted.paying(dict(zip(spans.pays, (some[0] for some in spans.values)))), Ends(counted, units, forms), len(values), limits)  # fmt: skip
    assert play and play.open
    deals, unit = counted.plan.deals, counted.plan.deals * units.of_net
    found = play.paytables(values, spans, ANY)
    for pays, total, squares, wins, is_tied in found:
        new = {name: Fraction(pay, units.of_pay) for name, pay in zip(spans.pays, pays)}
        [result] = solve(counted.game.with_pays(new), ["base"]).bets.values()
        assert result.expected_value == Fraction(total, unit)
        assert result.variance == Fraction(squares * deals - total**2, unit**2)
        assert is_tied or result.hit_frequency == Fraction(wins, deals)
    assert len(found) > 3


@pytest.mark.slow
def test_a_random_sample_of_five_pays_of_video_poker_is_what_solve_says():
    """The search keeps every paytable within the limits, and a few are solved by themselves."""
    counted = Counted(combin.load("jacks-or-better"))
    moving = {"flush": range(5, 9), "full-house": range(6, 11), "straight": range(3, 6), "two-pair": range(1, 3), "four-of-a-kind": range(20, 31)}  # fmt: skip
    asked = {name: tuple(map(Fraction, some)) for name, some in moving.items()}
    spans = spans_of(counted.plan.bet, counted.ends.pays, asked)
    search = _Bounding(counted, spans, Limits(edge=(Fraction(0), Fraction(1, 100))), None)
    kept = []
    search._consider = lambda pays, total, squares, wins, listed: kept.append((pays, total))
    search.run()
    totals = dict(kept)
    assert len(totals) == len(kept)
    every = [pays for pays in product(*moving.values()) if pays[1] >= pays[0] >= pays[2] >= pays[3]]
    for pays in Random(3).sample(every, 12):
        new = dict(zip(spans.pays, pays))
        edge = combin.solve("jacks-or-better", pays=new)["base"].house_edge
        total = totals.get(tuple(pays[list(moving).index(name)] for name in spans.pays))
        assert (total is not None) == (0 <= edge <= Fraction(1, 100))
        assert total is None or Fraction(-total, search.unit) == edge
