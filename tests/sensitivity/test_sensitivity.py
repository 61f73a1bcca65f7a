"""Formulas, sweeps, regions and targets against solving from scratch, tangents, sympy's linear
programs and published figures.
"""

from __future__ import annotations

from array import array
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import pairwise
from math import ceil, floor
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import combin
from combin.cards import Deck
from combin.counting import Plan, tallies
from combin.counting.pooling import distinct, pooled
from combin.dossier.published import published
from combin.dossier.settings import settings as solved_settings
from combin.errors import CombinError
from combin.games import sheet_of
from combin.kernels import lines
from combin.questions import solve as solver
from combin.questions.advice import situations
from combin.render.number import decimal
from combin.render.sensitivity import changed
from combin.rules import LOSE, Choice, Pick
from combin.sensitivity import (
    Counted,
    LinearForm,
    compare,
    formula,
    points,
    region,
    settings,
    sweep,
    table_pays,
    target,
    the_pay,
    vary,
)  # fmt: skip
from combin.sensitivity.envelope import NEVER, Function, envelope, key_of
from combin.sensitivity.redundancy import TooMuchWork, Work, binding, is_implied
from combin.sensitivity.region import _searched
from combin.sensitivity.sweep import _kinks_of_lines, value_at
from combin.sensitivity.tangents import Tangents
from combin.solving.induction import Decision
from random_games import SHAPES, fitting, proof
from shipped import DEALT
from sizes import LARGE, sized

PUBLISHED = published("figures")
BETS = [(slug, bet.key) for slug in DEALT for bet in sheet_of(slug).resolve().bets]
SMALL = [case for case in BETS if case[0] not in {*LARGE, "four-card-poker", "casino-holdem"}]
# Of every game the pays that decide most, and from where to where they are swept.
SWEPT = [
    ("phil-em-up", "straight", 0, 20),
    ("three-card-poker", "ante-bonus.straight", -1, 3),
    ("caribbean-stud", "ace-king", 0, 3),
    ("dakota-duel-draw", "flush", 5, 9),
    ("dakota-duel-draw", "hand-2.fold.ante", -1, Fraction(-4, 5)),
    ("hot-poker-spot", "flush", 0, 30),
    ("let-it-ride", "pair-of-tens-or-better", 0, 8),
    ("let-it-ride", "straight", 0, 20),
    ("mississippi-stud", "two-pair", 1, 3),
    ("mississippi-stud", "fold.ante", -1, Fraction(-9, 10)),
    ("phil-em-up", "straight-flush-with-joker", 0, 120),
    ("three-card-poker", "player-wins.play", 0, 3),
]
CASES = pytest.mark.parametrize("case", SWEPT, ids=lambda case: f"{case[0]} {case[1]}")


MOST_ENDS = 400  # of a random game: each is settled anew at every pay that is tried


@lru_cache(maxsize=6)  # the counts of a large game take 70 MB
def at_hand(slug: str, key: str) -> Counted:
    return Counted(combin.load(slug), key)


def counted(slug: str, key: str = "base") -> Counted:
    return at_hand(slug, key)


@cache
def swept(case):
    slug, pay, low, high = case
    return sweep(counted(slug), pay, Fraction(low), Fraction(high))


def from_scratch(game, key: str = "base") -> Fraction:
    return solver.solve(game, [key]).bets[key].expected_value


def between(low: Fraction, high: Fraction, chance: Random) -> Fraction:
    """Return a rational strictly between two, of few digits where there is room."""
    share = Fraction(chance.randint(1, 6), 7)
    wanted = low + (high - low) * share
    for digits in range(1, 40):
        found = wanted.limit_denominator(2**digits)
        if low < found < high:
            return found
    raise AssertionError((low, high))


# --- Formulas ----------------------------------------------------------------------------------


@pytest.mark.slow_after(12)
@pytest.mark.parametrize(("slug", "key"), sized(BETS, frozenset({"four-card-poker"})))
def test_the_formula_at_todays_pays_is_the_solution(slug, key):
    bet = counted(slug, key)
    assert (
        bet.formula.at(bet.game.pays_in(bet.bet))
        == from_scratch(bet.game, key)
        == bet.result.expected_value
    )


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "key"), sized(BETS))
def test_coefficients_are_read_off_the_outcomes(slug, key):
    """What is paid on a line, from the labels of the outcomes of a solution, which know nothing of
    forms.
    """
    bet = counted(slug, key)
    found = formula(bet, tuple(table_pays(bet.plan.bet)[:1]))
    for term in found.terms:
        line = term.pay.rsplit(".", 1)[-1]
        met = [
            row
            for row in bet.result.outcomes
            if line in row.outcome.replace(", ", ".").replace(" ", ".").split(".")
        ]
        if (
            term.pay in table_pays(bet.plan.bet)
            and len(bet.plan.bet.settlements) == 1
            and line != "meter"
        ):
            assert term.probability == Fraction(
                sum(row.combinations for row in met), bet.plan.deals
            ), term
    assert found.value == found.form.at({term.pay: term.today for term in found.terms})


def test_a_form_in_sympy_and_latex():
    import sympy

    form = LinearForm.of(
        Fraction(-1, 2),
        {"five-aces": Fraction(2, 3), "big-8.flush": Fraction(0), "meter": Fraction(1, 6)},
    )
    assert (form.constant, dict(form.coefficients), form.denominator) == (
        -3,
        {"five-aces": 4, "meter": 1},
        6,
    )
    assert form.as_sympy().subs({"five_aces": 3, "meter": 5}) == sympy.Rational(14, 6)
    assert form.at({"five-aces": Fraction(3), "meter": Fraction(5)}) == Fraction(14, 6)
    assert form.latex() == r"\frac{2 \text{five-aces}}{3} + \frac{\text{meter}}{6} - \frac{1}{2}"


@pytest.mark.whole
@pytest.mark.slow
def test_the_printed_expression_is_the_form():
    import sympy

    from combin.render.sensitivity import expression

    for slug, key in SMALL:
        form = counted(slug, key).formula
        assert sympy.simplify(sympy.sympify(expression(form)) - form.as_sympy()) == 0


# --- Sweeps ------------------------------------------------------------------------------------


@pytest.mark.slow_after(2)
@CASES
def test_a_sweep_is_convex_and_never_falls(case):
    found = swept(case)
    assert found.pieces[0].slope >= 0 and (found.low, found.high) == case[2:]
    for left, right in pairwise(found.pieces):
        assert left.end == right.start and left.start < left.end
        assert left.slope < right.slope and left.at(left.end) == right.at(left.end)
        assert right.changes, right


@pytest.mark.parametrize("ends", [(0, 20), (Fraction(1, 3), 2)], ids=str)
def test_points_of_a_pay_lie_on_its_sweep(ends):
    """Between them the value bends as far as they say at the most."""
    low, high = map(Fraction, ends)
    found, whole = (
        points(counted("phil-em-up"), "flush", low, high),
        combin.sweep("phil-em-up", "flush", low, high),
    )
    asked = [one.pay for one in found.found]
    assert (asked[0], asked[-1]) == (low, high) and 5 < len(asked) < 13
    assert all(whole.at(one.pay) == one.value for one in found.found)
    below = []
    for one, other in pairwise(found.found):
        steep = (other.value - one.value) / (other.pay - one.pay)
        between = (at for at in whole.breakpoints if one.pay <= at <= other.pay)
        below += [one.value + steep * (at - one.pay) - whole.at(at) for at in between]
    assert max(below, default=0) <= found.bend
    assert bool(below) == bool(found.bend) == (low == 0)


def test_a_pay_that_is_not_found_exactly_is_told_within_its_limits(monkeypatch):
    whole, told = combin.sweep("phil-em-up", "flush", 0, 20), []
    at = next(at for at in whole.breakpoints if at.denominator > 1)
    limits = Fraction(floor(at)), Fraction(ceil(at))
    tangents = Tangents(counted("phil-em-up"), "flush", *limits, told.append)
    monkeypatch.setattr("combin.sensitivity.tangents.FINEST", 1)
    said = f"flush lies between {limits[0]} and {limits[1]}; the best play changes"
    with pytest.raises(CombinError, match=said):
        tangents.where(whole.at(at))
    assert told == [*limits]


@pytest.mark.slow
@CASES
def test_a_sweep_is_what_solving_from_scratch_gives(case):
    """Below, at and above breakpoints chosen at random, and at both ends."""
    found, chance = swept(case), Random(str(case))
    bet = counted(case[0])
    places = [found.low, found.high]
    few = 1 if case[0] in ("caribbean-stud", "dakota-duel-draw") else 4
    for left, right in chance.sample(list(pairwise(found.pieces)), min(few, len(found.pieces) - 1)):
        places += [
            between(left.start, left.end, chance),
            left.end,
            between(right.start, right.end, chance),
        ]
    for place in places:
        assert from_scratch(bet.game.with_pays({case[1]: place})) == found.at(place), place


@pytest.mark.slow
@pytest.mark.parametrize(
    "case",
    [case for case in SWEPT if case[0] != "caribbean-stud"],
    ids=lambda case: f"{case[0]} {case[1]}",
)
def test_tangents_find_the_same_pieces(case):
    """Where the tangents at two places cross, the value lies above them or the pieces meet: nothing
    but solutions is used.
    """
    slug, pay, low, high = case
    found = swept(case)
    assert [(p.start, p.end, p.constant, p.slope) for p in found.pieces] == by_tangents(
        counted(slug), pay, low, high
    )


def by_tangents(bet: Counted, pay: str, low, high) -> list[tuple[Fraction, ...]]:
    @cache
    def tangent(at):
        there = bet.paying({pay: at})
        slope = there.formula.slope(pay)
        return there.result.expected_value - slope * at, slope

    def pieces(left, right):
        (a, b), (c, d) = tangent(left), tangent(right)
        if a + b * right == c + d * right or c + d * left == a + b * left:
            return [
                (
                    left,
                    right,
                    *(tangent(left) if a + b * right == c + d * right else tangent(right)),
                )
            ]
        middle = (a - c) / (d - b)
        return pieces(left, middle) + pieces(middle, right)

    joined: list[tuple[Fraction, ...]] = []
    for piece in pieces(Fraction(low), Fraction(high)):
        if joined and joined[-1][2:] == piece[2:]:
            joined[-1] = (joined[-1][0], *piece[1:])
        else:
            joined.append(piece)
    return joined


@pytest.mark.slow
@pytest.mark.parametrize(
    "case", [("phil-em-up", "straight", 0, 20), ("three-card-poker", "player-wins.play", 0, 3)]
)
def test_what_changes_at_a_breakpoint(case):
    """Every situation whose best action is another just above than just below, and no other, is
    counted.
    """
    found, game = swept(next(one for one in SWEPT if one == case)), combin.load(case[0])
    for left, right in list(pairwise(found.pieces))[:3]:
        below, above = (
            {one.cards: one.answer.best for one in situations(game.with_pays({case[1]: place}))}
            for place in ((left.start + left.end) / 2, (right.start + right.end) / 2)
        )
        differ = {cards for cards in below if below[cards] != above[cards]}
        assert len(differ) == sum(change.situations for change in right.changes)
        for change in right.changes:
            assert (below[change.cards], above[change.cards]) == (change.before, change.after)


def test_a_sweep_tells_how_a_joker_is_read():
    found = swept(("phil-em-up", "straight-flush-with-joker", 0, 120))
    readings = {
        piece.start: change
        for piece in found.pieces
        for change in piece.changes
        if not change.decision
    }
    # Where the line pays more than a royal flush with a joker, that hand is called by it.
    assert (readings[100].before, readings[100].after) == (
        "royal-flush-with-joker",
        "straight-flush-with-joker",
    )


@pytest.mark.slow
def test_a_value_with_more_digits_than_the_solver_takes():
    """Compared in 128 bits; next to it, with fewer digits, the solver says the same."""
    at, bet = Fraction(10**13 + 7, 10**13 + 9), counted("caribbean-stud")
    with pytest.raises(CombinError):
        bet.paying({"ace-king": at})
    found = swept(("caribbean-stud", "ace-king", 0, 3))
    assert value_at(bet, "ace-king", at) == found.at(at)


@pytest.mark.slow
@pytest.mark.parametrize("slug, key, other, pay", [
    ("dakota-duel-draw", "big-8", "big-8.straight", "big-8.flush"), ("hot-poker-spot", "base", "straight", "flush"),
])  # fmt: skip
def test_where_nothing_is_decided_pays_of_any_size_move(slug, key, other, pay):
    """What `solve` takes, so do the sweep, the target and the formula."""
    huge, further = Fraction(12345678901234567891, 7), Fraction(10**20)
    counted = Counted(combin.load(slug), key).paying({other: huge})
    found = sweep(counted, pay, Fraction(0), further)
    assert (
        found.at(further)
        == solver.solve(counted.game.with_pays({pay: further}), [key]).bets[key].expected_value
    )
    assert counted.formula.at(counted.ends.pays) == counted.result.expected_value
    aim = target(counted, -found.at(Fraction(7)), pay, (Fraction(0), further))
    assert aim.at == 7


def test_higher_lines_at_the_edge_of_64_bits():
    large = 2**61 - 1
    a, b = array("q", [large, -large, 5, 0]), array("q", [-large, large, 1, 7])
    for place in (Fraction(1), Fraction(2**62 - 1, 2**62), Fraction(-(2**62), 3), Fraction(0)):
        for side in (1, 0, -1):
            high, steep, best = array("q", [0, 0, 5, 0]), array("q", [0, 0, 0, 7]), bytearray(4)
            lines.higher(
                a,
                b,
                lines.Point(place.numerator, place.denominator, side),
                1,
                b"",
                high,
                steep,
                best,
            )
            for number, (old, more) in enumerate(zip([(0, 0), (0, 0), (5, 0), (0, 7)], zip(a, b))):
                now, then = ([x + y * place, y * side] for x, y in (more, old))
                assert best[number] == (now > then), (place, side, number)


def test_envelopes_against_trying_every_line():
    chance = Random(7)
    for _ in range(200):
        shown = [
            Function(chance.randint(-9, 9), chance.randint(-9, 9), ())
            for _ in range(chance.randint(2, 5))
        ]
        low, high = Fraction(-5), Fraction(5)
        first = max(range(len(shown)), key=lambda n: (shown[n].a + shown[n].b * low, shown[n].b))
        kinks = envelope(shown, first, key_of(high.numerator, high.denominator), "here")
        a, b = shown[first].a, shown[first].b
        for at, until in pairwise([low, *(kink.place for kink in kinks), high]):
            for x in (at, (at + until) / 2, until):
                assert a + b * x == max(line.a + line.b * x for line in shown)
            if kinks and until < high:
                kink = kinks[[k.place for k in kinks].index(until)]
                a, b = (
                    a + sum(k.da for k in kinks if k.place == until),
                    b + sum(k.db for k in kinks if k.place == until),
                )
                assert kink.db > 0


def test_kinks_of_lines_are_those_of_their_envelopes():
    chance = Random(11)
    sets, end = range(300), key_of(9, 2)
    values, offers = [], [b""]
    for number in range(6):
        constant, slope = (array("q", (chance.randint(-9, 9) for _ in sets)) for _ in range(2))
        values.append([constant, slope])
        if number:
            offers.append(bytes(chance.randint(0, 1) for _ in sets) if number % 2 else b"")
    shown = {
        at: [
            Function(a[at], b[at], ()) if not offer or offer[at] else NEVER
            for (a, b), offer in zip(values, offers)
        ]
        for at in sets
    }
    low = Fraction(-5)
    best = bytearray(
        max(range(6), key=lambda n: (functions[n].a + functions[n].b * low, functions[n].b))
        for functions in shown.values()
    )
    decision = Decision(best, [], bytearray(), 0, (), tuple(values), tuple(offers))
    wanted = set(sets[::2])
    assert _kinks_of_lines(decision, (), 3, wanted, end) == {
        at: envelope(shown[at], best[at], end, (3, 0, (), at)) for at in wanted
    }


def test_breakpoints_are_told_up_to_a_number():
    counted = Counted(sheet_of("phil-em-up").resolve())
    whole, some, none = (
        sweep(counted, "straight", Fraction(0), Fraction(20), told) for told in (None, 12, 11)
    )
    assert len(whole.breakpoints) == 12 and some == whole
    assert all(piece.changes for piece in whole.pieces[1:])
    assert none.pieces == tuple(replace(piece, changes=()) for piece in whole.pieces)


# --- Any game ----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    # By tangents, hundreds of actions take minutes; hands that are set have no sweep by pieces.
    "shape",
    sorted(SHAPES.keys() - {"many", "split"}),
)
def test_random_games(shape):
    """On small decks and any rules: pooled counts, formulas, sweeps by both methods, and the
    region, stepped out of.
    """

    @proof(8)
    @given(fitting(shape), st.randoms(use_true_random=False))
    def agree(game, chance):
        for bet in game.bets:
            one = Counted(game, bet.key)
            if sum(map(len, one.ends.forms.values())) > MOST_ENDS:
                continue
            assert one.result.expected_value == from_scratch(game, bet.key)
            assert one.formula.at(one.ends.pays) == one.result.expected_value
            moving = [
                pay
                for pay, today in one.ends.pays.items()
                if any(f.slope(pay) for fs in one.ends.forms.values() for f in fs)
            ]
            assume(moving)
            pay = chance.choice(moving)
            try:
                found = sweep(one, pay, Fraction(0), Fraction(13))
            except CombinError as error:  # a joker among six cards needs pays that fall
                assert "fall" in str(error) or "joker" in str(error), error
                continue
            assert [(p.start, p.end, p.constant, p.slope) for p in found.pieces] == by_tangents(
                one, pay, 0, 13
            )
            assert_steps_out(one, chance)

    agree()


@pytest.mark.slow_after(3)
@pytest.mark.parametrize(
    "slug", ["three-card-poker", "let-it-ride", "phil-em-up", "mississippi-stud"]
)
def test_how_far_a_pay_moves_alone_is_found_from_the_nearest_alone(slug):
    one = counted(slug)
    for pay in region(one).free:
        every, nearest = region(one, [pay]), _searched(one, (pay,), nearest=True)
        assert nearest.ranges == every.ranges and nearest.inequalities == every.inequalities


def assert_steps_out(one: Counted, chance: Random, free: tuple[str, ...] = ()) -> None:
    """Just inside the region no best action changes, just outside one does; in a direction taken at
    random.
    """
    found = region(one, free)
    ways = {pay: Fraction(chance.randint(-5, 5)) for pay in found.free}
    falls = [
        (-sum(c * ways[pay] for pay, c in row.coefficients.items()), row)
        for row in found.inequalities
    ]
    ends = [row.slack / fall for fall, row in falls if fall > 0]
    if not ends or min(ends) == 0:
        return
    bound = min(falls, key=lambda pair: pair[1].slack / pair[0] if pair[0] > 0 else max(ends) + 1)[
        1
    ]
    before = choices(one)
    for share, same in ((Fraction(999, 1000), True), (Fraction(1001, 1000), False)):
        try:
            there = one.paying(
                {pay: one.ends.pays[pay] + way * min(ends) * share for pay, way in ways.items()}
            )
        except CombinError:
            return
        now = choices(there)
        if same:
            assert now == before
        elif bound.decision:
            assert now != before
        else:
            assert [f for forms in there.ends.forms.values() for f in forms] != [
                f for fs in one.ends.forms.values() for f in fs
            ]


def choices(one: Counted) -> list[bytes]:
    return [bytes(actions) for folded in one.solved for actions in folded.actions.values()]


# --- Regions -----------------------------------------------------------------------------------


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("slug", ["phil-em-up", "three-card-poker", "mississippi-stud"])
def test_stepping_out_of_the_region(slug):
    chance = Random(slug)
    for _ in range(3):
        # Many pays have many inequalities; of Mississippi Stud three pays are enough.
        assert_steps_out(
            counted(slug),
            chance,
            ("flush", "straight", "two-pair") if slug == "mississippi-stud" else (),
        )


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("slug", ["phil-em-up", "let-it-ride", "caribbean-stud"])
def test_each_pay_alone(slug):
    """Within its range no choice changes; just outside one does."""
    one = counted(slug)
    found, before = region(one), choices(one)
    assert len(found.ranges) == len(table_pays(one.plan.bet))
    for row in Random(slug).sample(found.ranges, 5):
        for end, way in ((row.low, -1), (row.high, 1)):
            if end is None or end == row.today or end <= LOSE:  # no rules pay less
                continue
            inside, outside = (end - way * Fraction(1, 2**16), end + way * Fraction(1, 2**16))
            assert choices(one.paying({row.pay: inside})) == before, row
            there = one.paying({row.pay: outside})
            assert choices(there) != before or there.ends.forms != one.ends.forms, row


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["phil-em-up", "let-it-ride", "dakota-duel-draw"])
def test_binding_inequalities_against_sympy(slug):
    """Each that was left out is implied by those that bind, and none that binds by the others, as
    another program says.
    """
    import sympy
    from sympy.solvers.simplex import UnboundedLPError, lpmin

    found = region(counted(slug))

    def side(row):
        return row.constant + sum(
            count * sympy.Symbol(pay) for pay, count in row.coefficients.items()
        )

    def least(row, others):
        try:
            return lpmin(side(row), [side(other) >= 0 for other in others])[0]
        except UnboundedLPError:
            return -sympy.oo

    left_out = [row for row in found.inequalities if row not in found.bind]
    for row in Random(slug).sample(left_out, 4):
        assert least(row, found.bind) >= 0
    for row in Random(slug).sample(found.bind, 3):
        assert least(row, [other for other in found.bind if other is not row]) < 0


def test_the_region_of_a_made_up_triangle():
    """x >= 0, y >= 0, x + y <= 1, seen from (1/4, 1/4), times 4; the others say nothing new."""
    rows = [(1, 4, 0), (1, 0, 4), (2, -4, -4), (3, 4, 4), (6, -8, 0), (3, 0, 4), (4, -8, -8)]
    assert binding(rows) == [0, 1, 2]
    assert is_implied((2, 4, 4), rows[:2]) and not is_implied((1, 4, 4), rows[:2])
    assert is_implied((0, 0, 0), []) and not is_implied((0, 1, 0), [])


def test_a_pay_named_twice_moves_once():
    once, twice = (
        combin.formula("phil-em-up", free=free).region
        for free in (["flush"], ["flush", "base.flush"])
    )
    assert once == twice


def test_nothing_decided_has_no_inequalities():
    found = formula(counted("caribbean-stud", "progressive"))
    assert (
        found.region.distinct == 0
        and found.region.bind == ()
        and {row.low for row in found.region.ranges} == {None}
    )


# --- Targets -----------------------------------------------------------------------------------

AIMED = {
    "phil-em-up": "straight",
    "caribbean-stud": "flush",
    "dakota-duel-draw": "flush",
    "hot-poker-spot": "flush",
    "let-it-ride": "pair-of-tens-or-better",
    "mississippi-stud": "flush",
    "three-card-poker": "ante-bonus.straight",
}


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("slug", AIMED)
def test_a_target_put_back_gives_the_edge(slug):
    one = counted(slug)
    edge = Fraction(1, 25)
    found = target(one, edge, AIMED[slug])
    assert from_scratch(one.game.with_pays({AIMED[slug]: found.at})) == -edge
    for unit, beside in found.beside:
        assert one.paying({AIMED[slug]: unit}).result.house_edge == beside
        assert (unit < found.at) == (beside > edge) and abs(unit - found.at) < 1


@pytest.mark.parametrize(
    "row", [row for row in PUBLISHED if row["measure"] == "breakeven_meter"], ids=str
)
def test_published_meters(row):
    """Whole units below the exact meter; two of the printed ones are misprints, explained where
    they stand.
    """
    one = Counted(combin.load(row["game"], row["choices"], row.get("pays")), row["bet"])
    found = target(one, Fraction(0), the_pay(one.game, one.bet, "meter"))
    if "exact" in row:
        assert decimal(found.at, 2) == row["exact"]
    else:
        assert found.at // 1 == int(row["printed"])
    assert from_scratch(one.game.with_pays({found.pay: found.at}), row["bet"]) == 0


def test_break_even_meters():
    meters = [target(Counted(combin.load("caribbean-stud", {"progressive": n}), "progressive"), Fraction(0), "progressive.meter").at
              for n in "1234"]  # fmt: skip
    assert meters == [Fraction(n, 19) for n in (5000900, 4688900, 4142900, 3674900)]


def test_what_cannot_be_reached():
    found = target(counted("phil-em-up"), Fraction(1, 2), "flush")
    assert found.at is None and found.reach[0] < Fraction(1, 2)
    low = target(counted("phil-em-up"), Fraction(0), "flush", (Fraction(0), Fraction(20)))
    assert low.at is None and low.reach[1] > 0
    assert low.reach == tuple(
        -from_scratch(combin.load("phil-em-up", pays={"flush": end})) for end in (0, 20)
    )


def test_what_python_may_ask_of_targets():
    for wrong in (
        {"pay": {}},
        {"step": 0},
        {"top": 0},
        {"pay": {"flush": (1, 2), "base.flush": (3, 4)}},
    ):
        with pytest.raises(CombinError):
            combin.target("phil-em-up", "1/20", **{"pay": {"flush": (1, 2)}, **wrong})


# --- Settings side by side ---------------------------------------------------------------------


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    "slug", ["phil-em-up", "three-card-poker", "let-it-ride", "mississippi-stud"]
)
def test_variations_are_solved_from_scratch(slug):
    found = vary(sheet_of(slug))
    for row in found.rows:
        one = row.comparison
        assert (
            one.second.edge
            == combin.solve(slug, {row.choice: row.value}, bets=[one.bet])[one.bet].house_edge
        )
        assert one.change == one.second.edge - found.edges[one.bet].edge
    bets = {key: [row for row in found.rows if row.comparison.bet == key] for key in found.edges}
    for choice in found.game.choices:
        told = [row.value for rows in bets.values() for row in rows if row.choice == choice.name]
        assert sorted(told) == sorted(set(choice.values) - {choice.default}), (
            "each choice of these concerns one bet"
        )


@pytest.mark.slow
def test_where_a_reading_changes_the_play():
    (found,) = combin.compare(
        combin.load("phil-em-up"), combin.load("phil-em-up", {"joker": "bug"})
    )
    before, after = (
        {
            one.cards: (one.answer.best, one.deals)
            for one in situations(combin.load("phil-em-up", {"joker": joker}))
        }
        for joker in ("ace-or-straight-flush", "bug")
    )
    differ = [cards for cards in before if before[cards][0] != after[cards][0]]
    assert sum(change.situations for change in found.changes) == len(differ)
    share = Fraction(
        sum(before[cards][1] for cards in differ), sum(deals for _, deals in before.values())
    )
    assert sum(change.share for change in found.changes) == share


@pytest.mark.slow
def test_a_choice_of_the_deck_counts():
    game = sheet_of("let-it-ride")
    deck = Choice("deck", "which cards are in play", {"whole": "all", "short": "sixes and higher"})
    picked = Pick("deck", {"whole": Deck(), "short": Deck("6789TJQKA")})
    found = vary(replace(game, deck=picked, choices=(*game.choices, deck)))
    short = combin.solve(replace(game, deck=Deck("6789TJQKA")))
    told = {
        row.comparison.bet: row.comparison.second.edge for row in found.rows if row.choice == "deck"
    }
    assert told == {key: bet.house_edge for key, bet in short.bets.items()}


@pytest.mark.slow
def test_edges_that_are_known_are_not_counted_again(monkeypatch):
    sheet = sheet_of("three-card-poker")
    known = {}
    for bet in sheet.resolve().bets:
        for setting in solved_settings(sheet.slug, bet.key):
            known[bet.key, setting.game.rules_of(bet.key)] = setting.result.house_edge
    expected, counted = vary(sheet), []

    def counting(game, bet, **further):
        counted.append(bet)
        return Counted(game, bet, **further)

    monkeypatch.setattr(settings, "Counted", counting)
    assert vary(sheet, settled=partial(settings.SettledBet, known=known)) == expected
    assert {row.comparison.bet for row in expected.rows} > set(counted)
    wrong = vary(
        sheet, settled=partial(settings.SettledBet, known=dict.fromkeys(known, Fraction(7)))
    )
    assert all(side.edge == 7 for side in wrong.edges.values())


def test_a_pay_that_only_one_value_has():
    pays = {"pair-plus.suited-ace-king-queen": 70}
    found = vary(
        sheet_of("three-card-poker"), {"suited-ace-king-queen": "50"}, pays, ("pair-plus",)
    )
    edges = {
        row.value: row.comparison.second.edge
        for row in found.rows
        if row.choice == "suited-ace-king-queen"
    }
    assert edges == {
        "none": combin.solve("three-card-poker", bets=["pair-plus"])["pair-plus"].house_edge
    }
    assert "100" not in edges, "the pay replaced is the same there"


def test_settings_that_cannot_be_compared():
    with pytest.raises(CombinError, match="resolved already"):
        vary(combin.load("phil-em-up"))
    with pytest.raises(CombinError, match="not phil-em-up and let-it-ride"):
        combin.compare(combin.load("phil-em-up"), combin.load("let-it-ride"))


def test_pays_that_change_nothing_leave_the_play():
    first, second = (
        combin.load("three-card-poker"),
        combin.load("three-card-poker", pays={"ante-bonus.straight": 2}),
    )
    found = {one.bet: one for one in combin.compare(first, second)}
    assert found["base"].changes == () and found["base"].change == -Fraction(36, 1105)
    assert found["pair-plus"].change == 0


def staking(game, units):
    """Return a game whose actions that stake anything stake so many units."""
    decided = {
        step: replace(
            step,
            actions=tuple(
                replace(one, adds=dict.fromkeys(one.adds, units)) for one in step.actions
            ),
        )
        for step in game.decisions
    }
    return replace(game, play=tuple(decided.get(step, step) for step in game.play))


@pytest.mark.slow
def test_what_an_action_stakes_counts():
    """Stakes are no part of the counts, which stand for both games; the play and its worth are
    another's all the same.
    """
    first = combin.load("three-card-poker")
    second = staking(first, 3)
    (found,) = combin.compare(first, second, ("base",))
    assert (found.first.edge, found.second.edge) == tuple(
        solver.solve(game)["base"].house_edge for game in (first, second)
    )
    before, after = (
        {one.cards: one.answer.best for one in situations(game)} for game in (first, second)
    )
    assert (
        sum(change.situations for change in found.changes)
        == sum(before[cards] != after[cards] for cards in before)
        > 0
    )


@pytest.mark.slow
def test_other_decisions_are_not_compared():
    (found,) = combin.compare(
        combin.load("hot-poker-spot"), combin.load("hot-poker-spot", {"option": "2"}), ["base"]
    )
    assert found.changes == ()
    costly = combin.load("hot-poker-spot", {"cost": "1/10"})
    (found,) = combin.compare(combin.load("hot-poker-spot"), costly)
    assert found.changes is None and found.second.edge > found.first.edge


# --- Pooling -----------------------------------------------------------------------------------


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("slug", ["phil-em-up", "three-card-poker", "dakota-duel-draw"])
def test_pooled_situations_are_those_that_decide_alike(slug):
    from math import gcd

    plan = Plan(combin.load(slug), combin.load(slug).bets[0])
    (tally,) = tallies(plan)
    alike: dict[tuple[int, ...], list[int]] = {}
    for place, known in enumerate(tally.levels[0].known):
        row = tally.counts[place * tally.columns : (place + 1) * tally.columns]
        alike.setdefault((known, *(count // gcd(*row) for count in row)), []).append(place)
    found = pooled(plan, tallies(plan))
    (level,), (sets,), (times,) = found.tallies[0].levels, found.sets[0], found.times
    assert list(sets) == [len(places) for places in alike.values()]
    for place, places in enumerate(alike.values()):
        assert level.states[place * level.roles] == tally.levels[0].states[places[0] * level.roles]
        assert times[place] * level.weights[place] == sum(
            tally.levels[0].weights[one] for one in places
        )


def test_rows_that_differ_are_told_once():
    """Against the same in Python: differences of any sign, reduced, the first place of each, in the
    order met.
    """
    from array import array
    from math import gcd

    chance, sets, columns = Random(11), 400, 3
    best, worth = (
        [array("q", (chance.randint(-3, 3) for _ in range(sets))) for _ in range(columns)]
        for _ in range(2)
    )
    taken, rows = (
        array("q", (chance.randint(0, 1) for _ in range(sets))),
        array("q", bytes(8 * sets * columns)),
    )
    for column in range(columns):
        lines.lead(best[column], worth[column], column, columns, rows)
        assert list(lines.apart(best[column], worth[column])) == [
            n for n in range(sets) if best[column][n] != worth[column][n]
        ]
    wanted: dict[tuple[int, tuple[int, ...]], int] = {}
    for place in range(sets):
        row = [one[place] - other[place] for one, other in zip(best, worth)]
        wanted.setdefault(
            (taken[place], tuple(number // (gcd(*row) or 1) for number in row)), place
        )
    assert list(distinct(columns, rows, taken)) == [
        (action, first, row) for (action, row), first in wanted.items()
    ]
    with pytest.raises(ValueError, match="do not fit"):
        lines.lead(best[0], worth[0], 3, columns, rows)
    with pytest.raises(ValueError, match="length"):
        lines.apart(best[0], taken[:5])


def test_sums_of_products_are_exact():
    """Against Python's own numbers, where 64 bits do not hold the sum, of either sign."""
    from array import array

    for low, high in ((-(2**60), 2**60), (-(2**60), -1), (1, 2**60), (-3, 3)):
        a, b = (array("q", (Random(seed).randint(low, high) for _ in range(50))) for seed in (1, 2))
        for one, other in ((a, b), (a, a), (a, array("q", [-1]) * 50), (a[:0], b[:0])):
            assert lines.product(one, other) == sum(x * y for x, y in zip(one, other))
    with pytest.raises(ValueError, match="length"):
        lines.product(a, a[:5])


def test_a_search_for_what_binds_ends():
    rows = [(place, *(place * other % 17 for other in range(1, 9))) for place in range(1, 40)]
    assert binding(rows) == binding(rows, Work(10**9))
    with pytest.raises(TooMuchWork):
        binding(rows, Work(100))


def test_plays_on_a_shared_board_are_not_said_to_be_the_same(monkeypatch):
    """Where no information set is kept, nothing is known of where two best plays differ."""
    first, second = (
        sheet_of("phil-em-up").resolve(),
        sheet_of("phil-em-up").resolve({"joker": "bug"}),
    )
    known = compare(first, second)
    monkeypatch.setattr(settings, "family_of", lambda plan: SimpleNamespace(keeps=False))
    for one, other in zip(known, compare(first, second)):
        assert one.changes and not one.many
        assert other.changes is None and other.many
        assert (one.first.edge, one.second.edge) == (other.first.edge, other.second.edge)
        assert changed(other) == "too many situations to compare"
