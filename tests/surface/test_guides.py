"""The figures in the running text of the guides, computed again; what stands there as the output of
a command is compared where that command is tested.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, lcm
from pathlib import Path

import pytest

import combin
from combin.counting import Plan
from combin.dossier.felt import MOST_CARRIED, WHOLE
from combin.dossier.hands import MOST_SETS as HANDS
from combin.dossier.recommended import at_most
from combin.games import sheet_of
from combin.questions.solve import solve
from combin.render.number import cost, decimal, percent, root
from combin.render.protection import WITHIN
from combin.rounds.estimates import Estimates
from combin.rules.exposed import exposed
from combin.sensitivity import Counted
from combin.sensitivity.best_value import value_of
from combin.solving.payoffs import Payoffs
from combin.strategies import examples as library
from combin.strategies import find as find_lines
from combin.strategies import parse, priced


def page(guide: str) -> str:
    """Return a guide as it is written."""
    path = Path(combin.__file__).parents[1] / "docs" / f"{guide}.md"
    return path.read_text(encoding="utf-8")


def told(guide: str) -> str:
    """Return the words of a guide, its line ends as spaces."""
    return " ".join(page(guide).split())


def test_how_many_rows_a_page_of_the_site_holds():
    rows = {
        slug: len(value_of(Counted(combin.load(slug), "base")).choices)
        for slug in ("phil-em-up", "let-it-ride")
    }
    said = f"Phil 'em up has {rows['phil-em-up']} rows, Let It Ride {rows['let-it-ride']}."
    text = told("site")
    assert said in text
    assert f"more than {WHOLE:,} numbers" in text and WHOLE < MOST_CARRIED
    assert f"up to {HANDS:,} situations" in text


def test_the_common_number_of_deals_of_all_holds():
    ways = [comb(47, cards) for cards in range(6)]
    assert f"{lcm(*ways):,} for each hand of 52 cards" in told("strategies")
    said = ", ".join(f"{one:,}" for one in ways[:-1])
    assert f"which the {said} and {ways[-1]:,} ways to draw" in told("strategies")


def test_the_completions_of_the_longest_first_decision():
    game = combin.load("ultimate-texas-holdem")
    plan = Plan(game, game.bet("base"))
    (first, *_) = plan.stages
    assert f"{plan.deals_after(first):,} completions" in told("verifying")


@pytest.mark.parametrize(
    ("slug", "seen"),
    [
        ("three-card-poker", {"dealer": 1}),
        ("mississippi-stud", {"third": 1}),
        ("mississippi-stud", {"fourth": 1}),
        ("mississippi-stud", {"fifth": 1}),
    ],
)
def test_what_seen_cards_are_worth(slug, seen):
    edge = solve(exposed(combin.load(slug), seen), ["base"])["base"].house_edge
    assert percent(-edge, 4) in told("protection")


@pytest.mark.whole
@pytest.mark.parametrize(
    ("slug", "choices", "lines"),
    [
        ("caribbean-stud", {}, 6),
        ("hot-poker-spot", {"cost": "1"}, 8),
        ("hot-poker-spot", {"cost": "1"}, 11),
        ("jacks-or-better", {}, 16),
        ("jacks-or-better", {}, 27),
    ],
)
def test_what_lists_cost(slug, choices, lines):
    rung = at_most(find_lines(sheet_of(slug).resolve(choices)), lines)
    assert len(rung.lines) == lines
    assert any(words in told("strategies") for words in (cost(rung.cost), percent(rung.cost, 6)))


@pytest.mark.whole
def test_what_the_list_printed_most_gives():
    """As it stands, and where three of a kind on the board is no reason to raise."""
    name = "ultimate-texas-holdem"
    game, text = sheet_of(name).resolve(), told("strategies")
    listed = library(name)[f"{name}-basic"]
    better = listed.replace(
        "2x: two pair or better",
        "2x: two pair or better and less than three of a kind on the board",
    )
    assert better != listed
    payoffs = Payoffs(Plan(game, game.bet("base")))
    exact, other = priced(payoffs, [parse(one, game) for one in (listed, better)])
    edge = -exact.result.expected_value
    assert f"it gives {edge.numerator}/{edge.denominator} of an ante, {percent(edge, 4)}" in text
    assert f"it gives {percent(-other.result.expected_value, 4)}" in text
    best = -(exact.result.expected_value + exact.cost)
    assert f"Optimal play gives {percent(best, 4)}" in text


@pytest.mark.whole
def test_what_lists_for_shared_boards_cost():
    text = told("strategies")
    found = at_most(find_lines(sheet_of("casino-holdem").resolve()), 13)
    assert f"For Casino Hold'em 13 lines cost {cost(found.cost)} of an ante" in text
    game = sheet_of("ultimate-texas-holdem").resolve()
    ladder, best = find_lines(game), solve(game, ["base"])["base"].house_edge
    nine, twenty = (percent(best + at_most(ladder, lines).cost, 4) for lines in (9, 20))
    assert f"Nine lines that `combin strategy` finds give {nine}, twenty {twenty}" in text


@pytest.mark.whole
@pytest.mark.parametrize(
    ("slug", "zone", "cards", "hands", "words"),
    [
        ("caribbean-stud", "down", 3, 40_000, "Caribbean Stud, 3 beside the up card"),
        ("caribbean-stud", "down", 2, 40_000, "Caribbean Stud, 2 beside the up card"),
        ("caribbean-stud", "down", 1, 40_000, "Caribbean Stud, 1 beside the up card"),
        ("caribbean-stud", "others", 25, 5_000, "Caribbean Stud, 25 of others"),
        ("caribbean-stud", "others", 30, 20_000, "Caribbean Stud, 30 of others"),
        ("three-card-poker", "others", 18, 10_000, "Three Card Poker, 18 of others"),
        ("mississippi-stud", "others", 10, 1_500, "Mississippi Stud, 10 of others"),
    ],
)
def test_what_is_estimated_of_seen_cards(slug, zone, cards, hands, words):
    """With the seed that is used where none is given."""
    found = Estimates(combin.load(slug), "base", hands, seed=1)(zone, cards)
    who = "player" if found.edge < 0 else "house"
    error = root(WITHIN**2 * found.variance * 100**2, 2)
    said = f"{who} {percent(abs(found.edge), 2)} +/- {error} % ({hands:,} hands)"
    (row,) = [line for line in page("protection").splitlines() if f"| {words} |" in line]
    if row.endswith(" %, exact |"):  # counted since: the estimate must agree
        side, figure = row.rpartition("| ")[2].removesuffix(" %, exact |").split()
        exact = Fraction(figure) / 100 * (-1 if side == "player" else 1)
        assert (found.edge - exact) ** 2 <= WITHIN**2 * found.variance
    else:
        assert row.endswith(f"| {said} |")


@pytest.mark.slow
def test_the_figures_of_why_exact():
    """Standard errors, royal flushes and two hands of blackjack, computed again."""
    text = told("why-exact")
    poker = combin.solve("three-card-poker", bets=["base"])["base"]
    assert f"standard deviation of {root(poker.variance, 4)} antes" in text
    assert f"the edge is {percent(poker.house_edge, 4)}, exactly {poker.house_edge}" in text
    for rounds, words in ((10**6, "a million rounds"), (10**9, "a billion")):
        error = root(100**2 * poker.variance / rounds, 4)
        assert f"{error} %" in text.partition(words)[2][:80]
    jacks = combin.solve("jacks-or-better")["base"]
    (royal,) = [one for one in jacks.outcomes if one.outcome == "royal-flush"]
    chance = Fraction(royal.combinations, jacks.deals)
    pay = royal.net + 1
    assert f"once in {round(1 / chance):,} hands" in text
    assert f"is worth {percent(chance * pay, 4)} of all money" in text
    mean, deviation = 10**6 * chance, float(10**6 * chance) ** 0.5
    assert f"have {round(mean)} royal flushes on average, give or take {round(deviation)}" in text
    assert f"by {percent(round(deviation) * pay / 10**6, 1)}, as much as" in text
    assert f"house edge of {percent(jacks.house_edge, 4)}" in text
    (ties,) = jacks.ties
    assert f"{ties.situations} situations have several best holds" in text
    worth = combin.advise("blackjack", "T 2 / 4").rows[0].values
    hit, stand = (decimal(worth[action], 6) for action in ("hit", "stand"))
    assert f"hitting is worth {hit} and standing {stand}" in text
    bonus = combin.solve("three-card-poker", {"six-card-bonus": "2"}, bets=["six-card-bonus"])
    assert f"exact edge is {percent(bonus['six-card-bonus'].house_edge, 4)}" in text
    assert f"single deal of {combin.solve('phil-em-up')['base'].deals:,}" in text
