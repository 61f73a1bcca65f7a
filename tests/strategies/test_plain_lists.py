"""Lists that are found, in the words that people say at a table: nothing in them is idle, and they
lose no more than lists in other words.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from agreement import shortened
from combin.counting import Plan
from combin.dossier.recommended import recommended
from combin.games import sheet_of
from combin.publishing.strategy_cards import card_of_lines
from combin.questions.solve import solve
from combin.rules import ALWAYS
from combin.solving.payoffs import Payoffs
from combin.strategies import Lines, Priced, parse, price, priced
from combin.strategies import find as find_lists
from sizes import on_demand


def prices(slug: str, lists: list[Lines]) -> list[Priced]:
    game = sheet_of(slug).resolve()
    return priced(Payoffs(Plan(game, game.bets[0])), lists)


def listed(slug: str) -> Lines:
    return recommended(find_lists(sheet_of(slug).resolve())).lines


def lists_with_less(lines: Lines) -> list[tuple[str, Lines]]:
    """Return every list without one of its conditions, and what was left out; a line without any is
    the last one, and its action has to be offered with all cards.
    """
    decisions = sheet_of(lines.game).resolve().decisions
    always = {one.name for each in decisions for one in each.actions if one.when == ALWAYS}
    found = []
    for decision, block in lines.blocks.items():
        for at, line in enumerate(block):
            for condition in line.conditions:
                fewer = tuple(one for one in line.conditions if one != condition)
                if not fewer and line.action not in always:
                    continue
                rest = block[at + 1 :] if fewer else ()
                shorter = (*block[:at], replace(line, conditions=fewer), *rest)
                other = replace(lines, blocks={**lines.blocks, decision: shorter})
                found.append((f"{decision}, line {at + 1}: {condition.phrase}", other))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    "slug",
    on_demand(
        [
            "bonus-six", "crazy-4-poker", "dakota-duel-draw", "let-it-ride", "mississippi-stud",
            "phil-em-up", "three-card-poker", "ultimate-three-card-poker",
        ],
        ["bonus-six", "crazy-4-poker", "ultimate-three-card-poker"],
    ),
)  # fmt: skip
def test_no_line_and_no_condition_of_a_list_is_idle(slug):
    lines = listed(slug)
    words, shorter = zip(*lists_with_less(lines))
    whole, *others = prices(slug, [lines, *shorter])
    assert not whole.unused
    for left_out, found in zip(words, others):
        assert found.cost > whole.cost, left_out


PLAIN = {
    "phil-em-up": """
        double: a pair of tens or better
        double: four to a flush
        double: four to an open-ended straight
        double: the joker and three to a straight flush
        double: every card ten or higher
        double: four to a straight and at least three cards ten or higher
        stay: otherwise""",
    "let-it-ride": """
        bet 1:
        let-it-ride: a pair of tens or better
        let-it-ride: three to a straight flush and at least two cards ten or higher
        let-it-ride: at least two cards four or higher and three to a straight flush with no gap
        let-it-ride: every card seven or higher and three to a straight flush with at most one gap
        pull-back: otherwise
        bet 2:
        let-it-ride: a pair of tens or better
        let-it-ride: four to a flush
        let-it-ride: four to an open-ended straight
        pull-back: otherwise""",
}


@pytest.mark.slow
@pytest.mark.parametrize("slug", PLAIN)
def test_cards_are_named_rather_than_points_where_both_say_the_same(slug):
    lines = listed(slug)
    assert lines == parse(PLAIN[slug].replace("\n        ", "\n"), sheet_of(slug).resolve())
    assert prices(slug, [lines])[0].cost == 0


@pytest.mark.whole
def test_caribbean_stud_is_told_in_pairs_and_ace_king():
    game = sheet_of("caribbean-stud").resolve()
    plain = (
        "raise: any pair or better\n"
        "fold: less than ace-king\n"
        "raise: the up card matches one of yours and the up card is a queen or lower\n"
        "raise: the up card is a king or higher and at least three cards jack or higher\n"
        "raise: at least three cards queen or higher and at least four of yours are higher than "
        "the up card\n"
        "fold: otherwise\n"
    )
    rung = next(rung for rung in find_lists(game, limit=8).rungs if len(rung) == 6)
    assert rung.lines == parse(plain, game)
    assert rung.cost == Fraction(311433, 138425211925)


@pytest.mark.slow
def test_points_are_explained_by_the_cards_that_have_them(run):
    out = run("strategy", "mississippi-stud")[1]
    assert "at least two points" in out
    assert "points: jack to ace 2, six to ten 1, two to five 0" in out


@pytest.mark.slow
def test_a_card_explains_points_where_its_list_counts_them():
    game = sheet_of("mississippi-stud").resolve()
    solution = solve(game, ["base"])
    counted = "third street:\n1x: 2 points\nfold\nfourth street:\nfold\nfifth street:\nfold\n"
    plain = counted.replace("2 points", "any pair")
    with_points, without = (
        " ".join(card_of_lines(solution, parse(text, game)).notes) for text in (counted, plain)
    )
    assert "Points: jack to ace 2, six to ten 1, two to five 0." in with_points
    assert "oints" not in without


@pytest.mark.parametrize("ranks", ["56789T", "4569TJ", "23489A"])
def test_what_some_cards_do_not_allow_may_be_done_wherever_it_is_offered(ranks):
    """Most hands should buy a sixth card; a list could not end with that, and cost half an ante."""
    game = shortened(sheet_of("bonus-six").resolve({"insurance": "half"}), ranks, "cd")
    ladder = find_lists(game)
    for rung in ladder.rungs:
        assert parse(str(rung.lines), game) == rung.lines
    whenever = parse(f"{ALWAYS_BET}buy: whenever it is offered\npass: otherwise\n", game)
    assert ladder.rungs[-1].cost <= ladder.optimum - price(game, whenever).result.expected_value


ALWAYS_BET = "after three cards:\nbet\nafter four cards:\nbet\nafter five cards:\n"
