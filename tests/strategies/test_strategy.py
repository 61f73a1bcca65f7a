"""Strategies in lines: published totals, a literal walk of short decks, the search, and what a
wrong file is told.
"""

from __future__ import annotations

import re
from array import array
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain, combinations
from random import Random

import pytest

from combin.cards import Deck
from combin.counting import Plan
from combin.dossier import settings as dossier
from combin.dossier.published import published
from combin.errors import CombinError
from combin.games import sheet_of  # fmt: skip
from combin.kernels import blocks, gains
from combin.proof.reference import settle
from combin.questions.recommended import Recommended
from combin.questions.solve import solve
from combin.rules import Deal
from combin.solving.payoffs import Payoffs
from combin.strategies import always, example, examples, find, parse, price, pricing
from combin.strategies.library import named as find_words
from combin.strategies.losses import losses_of
from combin.strategies.problem import Problem, Rule, replaced
from combin.strategies.traits import JOKER, LARGEST_TRAIT
from combin.strategies.tuning import Tuning
from combin.strategies.vocabulary import View
from literal import Seen, holds
from sizes import DRAWS, on_demand
from views import pays

SLUGS = (
    "caribbean-stud",
    "criss-cross-poker",
    "dakota-duel-draw",
    "hot-poker-spot",
    "let-it-ride",
    "mississippi-stud",
    "phil-em-up",
    "three-card-poker",
)
GAMES = {slug: sheet_of(slug) for slug in SLUGS}
PUBLISHED = published("figures")
FIXED = {
    "raise everything": "caribbean-stud-everything",
    "pair or better": "caribbean-stud-any-pair",
    "ace-king or better": "caribbean-stud-ace-king",
    "ace-king-jack-8-3 or better": "caribbean-stud-ace-king-jack-8-3",
    "matching rank": "caribbean-stud-matching-rank",
    "three rules of thumb": "caribbean-stud-three-rules",
}


def priced(slug, text, name="my.txt"):
    game = GAMES[slug].resolve()
    return price(game, parse(text, game, name=name))


# --- Figures published by others ---------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("strategy", FIXED)
def test_caribbean_stud_totals_of_the_wizard_of_odds(strategy):
    figures = [
        row
        for row in PUBLISHED
        if row["game"] == "caribbean-stud" and row.get("strategy") == strategy
    ]
    total = next(int(row["printed"]) for row in figures if row["measure"] == "total_net")
    found = priced("caribbean-stud", example(FIXED[strategy]))
    assert found.value * found.result.deals == total
    assert sum(row.cost for row in found.mistakes) == found.cost


@pytest.mark.parametrize(
    "name", ["three-card-poker-queen-6-4", "let-it-ride-basic", "mississippi-stud-basic"]
)  # fmt: skip
def test_published_strategies_that_are_exact(name):
    text = example(name)
    slug = re.search("game: (.*)", text)[1]
    found = priced(slug, text)
    assert found.cost == 0 and not found.mistakes and not found.unused
    assert found.value == solve(GAMES[slug].resolve(), ["base"])["base"].expected_value


@pytest.mark.parametrize(
    ("name", "published"),
    [("three-card-poker-everything", "7.65"), ("three-card-poker-queen", "3.45")],
)
def test_three_card_poker_rules_of_thumb(name, published):
    """Hundredths of an ante, published to two digits; the text shows two more of them."""
    found = priced("three-card-poker", example(name))
    shown = re.search(r"house edge (\d+\.\d{4}) %", str(found))[1]
    assert round(100 * found.result.house_edge, 2) == Fraction(published)
    assert round(100 * found.result.house_edge, 4) == Fraction(shown)


@pytest.mark.slow
def test_every_example_is_of_a_known_game_and_reaches_all_its_lines():
    for name, text in examples().items():
        slug = re.search("game: (.*)", text)[1]
        assert name in examples(slug)
        if slug not in {"caribbean-stud", "ultimate-texas-holdem", *DRAWS}:  # in tests of their own
            assert not priced(slug, text, name).unused


# --- A literal walk ----------------------------------------------------------------------------


def literal_value(game, lines):
    """Return the mean net of a strategy over all deals, walked one by one with every phrase read
    literally.
    """
    bet = game.bet("base")
    plan = Plan(game, bet)
    views = {plan.decisions[stage.number].name: View(plan, stage) for stage in plan.stages}

    def act(step, dealt, path):
        view = views[step.name]
        taken = tuple(
            next(a for a in d.actions if a.name == name) for d, name in zip(plan.decisions, path)
        )
        stake = sum(bet.stakes(taken).values())
        up = dealt["up"][0] if "up" in dealt else None
        seen = [
            Seen(
                [card for zone in hand.zones for card in dealt.get(zone, ())],
                view.ranking.size,
                up,
                pays(view),
                wagered=Fraction(stake),
                board=[
                    card for zone in hand.zones if zone in CROSSED for card in dealt.get(zone, ())
                ],
            )
            for hand in view.hands
        ]

        def meets(condition):
            # Of several hands the highest counts.
            some = any if condition.high == LARGEST_TRAIT else all
            return some(holds(condition.phrase, one) for one in seen)

        for line in lines.blocks[step.name]:
            if all(map(meets, line.conditions)):
                return line.action
        raise AssertionError("undecided")

    def walk(place, dealt, path, ended):
        if place == len(game.play):
            deals.append(1)
            return settle(game, "base", {zone: dealt[zone] for zone in zones}, path)[2]
        step = game.play[place]
        if isinstance(step, Deal):
            left = [
                card
                for card in game.deck.cards
                if not any(card in cards for cards in dealt.values())
            ]
            return sum(
                walk(place + 1, {**dealt, step.zone: cards}, path, ended)
                for cards in combinations(left, step.cards)
            )
        if ended:
            return walk(place + 1, dealt, path, True)
        action = act(step, dealt, path)
        ends = next(a for a in step.actions if a.name == action).ends
        return walk(place + 1, dealt, (*path, action), ends)

    zones = [step.zone for step in game.play if isinstance(step, Deal)]
    deals: list[int] = []
    total = walk(0, {}, (), False)
    return total / len(deals)


CROSSED = "sides", "ends"  # cards of one of the hands of Criss Cross Poker alone
LITERAL = {
    "criss-cross-poker": ("TJQA", "cd", """
        across:
        3x: any pair
        fold: not suited, fewer than four points
        1x: otherwise
        down:
        3x: a hidden pair of jacks or higher, at least seven points
        2x: a hidden pair, four to a straight
        fold: at least 5 wagered so far, less than two pair
        1x: otherwise
        middle:
        3x: two pair or better
        fold: no hidden pair, fewer than four to a straight, at most 6 wagered so far
        2x: two hidden cards queen or higher
        1x: otherwise"""),
    "let-it-ride": ("TJQKA9", "cd", """
        bet 1:
        let-it-ride: a pair of tens or better
        let-it-ride: three to a straight flush with no gap, no ace
        pull-back: otherwise
        bet 2:
        pull-back: less than any pair, fewer than three to a flush
        let-it-ride: four to an open-ended straight
        let-it-ride: at least seven points
        pull-back: otherwise"""),
    "mississippi-stud": ("5678JA", "cd", """
        third street:
        3x: any pair
        1x: suited
        2x: A-J or better
        fold: otherwise
        fourth street:
        fold: at most 3 wagered so far, fewer than three to a straight
        2x: at least three points
        1x: otherwise
        fifth street:
        3x: a pair of sixes or better
        1x: at least 5 wagered so far
        1x: four to an open-ended straight
        fold: otherwise"""),
    "three-card-poker": ("6789QKA", "cd", """
        play: Q-8-6 or better, fewer than two to a flush
        fold: no ace, at most one card king or higher
        play: otherwise"""),
    "caribbean-stud": ("9TJQKA", "cd", """
        raise: any pair or better
        fold: less than A-K-Q
        raise: the up card matches one of yours, at most two of yours have the up card's suit
        raise: at least four of yours are higher than the up card
        fold: otherwise"""),
    "phil-em-up": ("9TJQK", "cd", """
        double: the joker, three to a flush
        stay: no joker, less than a pair of tens
        double: at least two cards queen or higher
        stay: otherwise"""),
}  # fmt: skip
SEVERAL = ("criss-cross-poker", "mississippi-stud", "let-it-ride")  # decisions


@pytest.mark.slow
@pytest.mark.parametrize(
    "slug",
    on_demand(
        (slug for slug in LITERAL if slug not in SEVERAL),
        ["caribbean-stud", "three-card-poker"],
    ),
)
def test_prices_equal_a_literal_walk(slug):
    ranks, suits, text = LITERAL[slug]
    check_literally(
        slug, Deck(ranks, suits, GAMES[slug].deck.jokers), text.replace("\n        ", "\n")
    )


@pytest.mark.slow
@pytest.mark.parametrize("slug", SEVERAL)
def test_prices_of_several_decisions_equal_a_literal_walk(slug):
    ranks, suits, text = LITERAL[slug]
    check_literally(slug, Deck(ranks, suits), text.replace("\n        ", "\n"))


def check_literally(slug, deck, text):
    game = replace(GAMES[slug].resolve(), deck=deck)
    lines = parse(text, game)
    found = price(game, lines, threads=1)
    assert found.value == literal_value(game, lines)
    assert sum(row.cost for row in found.mistakes) == found.cost == found.optimum - found.value
    assert found.optimum == solve(game, ["base"])["base"].expected_value
    assert price(game, lines, threads=3) == found


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("slug", ["mississippi-stud", "criss-cross-poker"])
def test_actions_that_are_never_best_change_no_price_where_they_are_left_out(slug, monkeypatch):
    """A raise of two between raises of one and three is weighed where a list takes it."""
    ranks, suits, text = LITERAL[slug]
    game = replace(GAMES[slug].resolve(), deck=Deck(ranks, suits))
    payoffs = Payoffs(Plan(game, game.bet("base")))
    lists = [
        parse(text.replace("\n        ", "\n"), game),
        *map(partial(always, game), ("1x", "2x")),
    ]
    assert payoffs.dominated
    prices = [*pricing.priced(payoffs, lists), *(price(game, lines) for lines in lists)]
    monkeypatch.setattr(Payoffs, "dominated", frozenset())
    whole = pricing.priced(Payoffs(Plan(game, game.bet("base"))), lists)
    assert prices == [*whole, *whole]


def test_an_action_that_is_taken_or_best_has_values():
    none, ones = array("q"), array("q", [1, 1])
    for chosen, best in ((b"\0\0", b"\0\1"), (b"\1\0", b"\0\0")):
        with pytest.raises(ValueError, match="one value a row"):
            blocks.BlockRows(none, ones, ones, chosen, best, [ones, none])
    rows = blocks.BlockRows(none, ones, ones, bytes(2), bytes(2), [ones, none])
    assert blocks.worth(rows) == 2
    with pytest.raises(ValueError, match="do not fit"):
        blocks.lose(rows, array("i", [0, 0]), array("q", [0] * 3))


# --- The search --------------------------------------------------------------------------------


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(("slug", "lines"), [
    ("three-card-poker", 2), ("dakota-duel-draw", 2), ("phil-em-up", 6), ("let-it-ride", 6), ("mississippi-stud", 17),
])  # fmt: skip
def test_exact_lists_are_found_and_cost_nothing(slug, lines):
    game = GAMES[slug].resolve()
    found = find(game)
    assert len(found.exact) <= lines
    costs = [rung.cost for rung in found.rungs]
    assert costs == sorted(costs, reverse=True) and len(set(costs[:-1])) == len(costs) - 1
    for lines in {found.exact, found.rungs[-1].lines}:
        assert price(game, lines).cost == 0
        assert parse(str(lines), game) == lines


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    ("slug", "lines"), [("dakota-duel-draw", 3), ("phil-em-up", 7), ("let-it-ride", 9)]
)
def test_the_last_list_is_in_familiar_words(slug, lines):
    last = find(GAMES[slug].resolve()).rungs[-1].lines
    assert len(last) <= lines
    conditions = [
        condition
        for block in last.blocks.values()
        for line in block
        for condition in line.conditions
    ]
    assert all(
        condition.high == LARGEST_TRAIT or condition.trait == JOKER for condition in conditions
    ), str(last)


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["phil-em-up", "mississippi-stud"])
def test_larger_stakes_stand_first_where_nothing_is_lost(slug):
    """A line below one that stakes less would cost something in its place."""
    game = GAMES[slug].resolve()
    found = find(game).rungs[-1]
    ranks = {
        decision.name: [action.name for action in decision.actions] for decision in game.decisions
    }
    tried = 0
    for decision, block in found.lines.blocks.items():
        for at in range(len(block) - 2):
            upper, lower = block[at : at + 2]
            if ranks[decision].index(lower.action) > ranks[decision].index(upper.action):
                other = (*block[:at], lower, upper, *block[at + 2 :])
                tried += 1
                assert (
                    price(
                        game, replace(found.lines, blocks={**found.lines.blocks, decision: other})
                    ).cost
                    > found.cost
                )
    assert len(found.lines) > 5 and tried < 3


@pytest.mark.slow
def test_what_a_dealer_would_say_of_two_cards():
    last = find(GAMES["dakota-duel-draw"].resolve()).rungs[-1].lines
    assert (
        str(last)
        == "game: dakota-duel-draw\n\nplay: nine high or better\nplay: suited with at most two "
        "gaps\nfold: otherwise\n"
    )


@pytest.mark.whole
def test_no_list_is_worse_than_an_example_as_short():
    game = GAMES["caribbean-stud"].resolve()
    rungs = find(game).rungs
    assert [len(rung) for rung in rungs][-1] == 20 and rungs[5].cost < Fraction(3, 10**6)
    for name in ("caribbean-stud-matching-rank", "caribbean-stud-three-rules"):
        lines = parse(example(name), game)
        assert (
            min(rung.cost for rung in rungs if len(rung) <= len(lines)) <= price(game, lines).cost
        )


@pytest.mark.whole
@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "choices"),
    [("mississippi-stud", {}), ("hot-poker-spot", {"cost": "1", "variant": "heads-up"})],
)
def test_many_lists_priced_together_cost_what_each_costs(slug, choices):
    game = GAMES[slug].resolve(choices)
    if slug == "hot-poker-spot":
        game = replace(game, deck=Deck("789TJQKA", "cdh"))
    found = find(game)
    for rung in (found.rungs[0], found.rungs[len(found.rungs) // 2], found.rungs[-1]):
        assert price(game, rung.lines).cost == rung.cost


@pytest.mark.whole
def test_hot_poker_spot_with_a_price_on_staying_has_a_ladder():
    found = find(GAMES["hot-poker-spot"].resolve({"cost": "1"}))
    assert found.rungs[-1].cost < Fraction(1, 10_000)
    assert found.situations == {
        "before the flop": 169,
        "after the flop": 1_286_792,
        "after the turn": 13_960_050,
    }


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("slug", ["phil-em-up", "let-it-ride"])
def test_every_rung_has_its_exact_price(slug):
    game = GAMES[slug].resolve()
    found = find(game)
    assert [price(game, rung.lines).cost for rung in found.rungs] == [
        rung.cost for rung in found.rungs
    ]
    assert str(Recommended(found, found.rungs[-1])).endswith(f"Again: combin strategy {slug}")


@pytest.mark.slow
def test_a_search_gives_the_same_list_again():
    game = GAMES["let-it-ride"].resolve({"paytable": "2"})
    assert find(game).rungs == find(game).rungs


@pytest.mark.slow
def test_where_nothing_is_decided_there_are_no_lines():
    game = GAMES["hot-poker-spot"].resolve()
    found = find(game)
    assert len(found.exact) == 0 and price(game, found.exact).cost == 0
    assert "no decisions" in str(Recommended(found, found.rungs[-1]))


# --- What a wrong file is told -----------------------------------------------------------------


@pytest.mark.parametrize(("text", "message"), [
    ("game: phil-em-up\nstay", "my.txt:1:7: a strategy for 'phil-em-up', not for "
                               "'let-it-ride'"),
    ("bet 1:\nfly: an ace", "my.txt:2:1: unknown action 'fly' at 'bet 1'"),
    ("bet 1:\nlet-it-ride: tree to a "
     "flush", "my.txt:2:14: unknown phrase 'tree to a flush' (did you mean 'three to a flush'?)"),
    ("bet 1:\nlet-it-ride: pair of "
     "tens", "my.txt:2:14: unknown phrase 'pair of tens' (did you mean 'a pair of tens or better'?)"),
    ("bet 1:\nlet-it-ride: a "
     "pair", "my.txt:2:14: unknown phrase 'a pair' (did you mean 'any pair or better'?)"),
    ("bet 2:\n\nlet-it-ride: no ace, four to a "
     "flsh", "my.txt:3:22: unknown phrase 'four to a flsh' (did you mean 'four to a flush'?)"),
    ("bet 3:\nlet-it-ride: an ace", "my.txt:1:1: let-it-ride has no decision 'bet 3'"),
    ("bet 1:\nlet-it-ride: otherwise\npull-back: "
     "no ace", "this line can never be reached: line 2 already takes everything"),
    ("let-it-ride: an ace", "my.txt:1:1: a line before any heading"),
    ("bet 1\nlet-it-ride: an ace\nbet 1", "my.txt:3:1: the decision 'bet 1' has its lines already"),
    ("bet 1:\nlet-it-ride: otherwise", "my.txt:1:1: no line says what to do at 'bet 2'"),
    ("bet 1:\npull-back: an ace\nbet 2:\npull-back: "
     "otherwise", "no line says what to do at 'bet 1' with Kh Kd Kc"),
    ("bet 1:\npull-back: an ace\nbet 1:\npull-back: "
     "no ace", "my.txt:3:1: the decision 'bet 1' has its lines already"),
    ("run", "unknown action 'run' at 'bet 1'"),
])  # fmt: skip
def test_a_wrong_file_is_told_what_is_wrong(text, message):
    with pytest.raises(CombinError, match=re.escape(message)):
        priced("let-it-ride", text)


def test_headings_do_without_their_colon():
    lines = "bet 1\nlet-it-ride: three to a royal flush\npull-back: otherwise\n\nbet 2\npull-back: otherwise"
    with_colons = lines.replace("bet 1", "bet 1:").replace("bet 2", "bet 2:")
    assert priced("let-it-ride", lines).cost == priced("let-it-ride", with_colons).cost


def test_one_line_is_a_list_too():
    """Not the name of a file or of a strategy; what is wrong with it is told as of any list."""
    game = GAMES["three-card-poker"].resolve()
    for line, fault in (
        ("play: Q-6-4 or better", "no line says what to do at 'fold or play'"),
        ("play: Q-6-4 or bet", "unknown phrase 'bet'"),
    ):
        with pytest.raises(CombinError, match=fault):
            price(game, find_words(line, game, "base"))
    assert find_words("play: otherwise", game, "base") == always(game, "play")


def test_a_strategy_for_another_game_has_no_price():
    with pytest.raises(CombinError, match="a strategy for phil-em-up"):
        price(GAMES["let-it-ride"].resolve(), always(GAMES["phil-em-up"].resolve(), "stay"))


def test_a_line_that_no_situation_reaches_is_named():
    found = priced(
        "three-card-poker", "play: Q-6-4 or better\nplay: K-5-2 or better\nfold: otherwise"
    )
    assert [line.place.line for line in found.unused] == [2]
    assert "Never used: line 2" in str(found)


@pytest.mark.whole
@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    "slug",
    on_demand(
        ["mississippi-stud", "let-it-ride", "dakota-duel-draw", "phil-em-up", "three-card-poker"],
        ["mississippi-stud"],
    ),
)
def test_settings_counted_together_have_the_results_of_each(slug):
    """Paytables and readings under which a pair of another rank pays are among them, so the same
    words mean other cards.
    """
    listed = dossier.settings(slug, "base")
    told = dossier.with_lines(listed, find(listed[0].game))
    assert all(setting.played for setting in told)
    for setting in told:
        lines = parse(str(setting.lines), setting.game)
        assert setting.played.outcomes == price(setting.game, lines).result.outcomes


def gain(weighed, parts):
    """Return what the rows weigh of which every column that has a condition (column, first and last
    place) is within it.
    """
    return sum(
        weight
        for row, weight in weighed
        if all(low <= row[column] <= high for column, low, high in parts)
    )


def test_the_conjunction_that_gains_most_is_found():
    """Against all of up to three conditions tried in Python, with columns that few or no conditions
    are of.
    """
    chance = Random(5)
    for _ in range(60):
        columns, values = (
            chance.randint(1, 5),
            4,
        )  # of a column, whose places follow those of the one before
        rows = [
            [values * column + chance.randrange(values) for column in range(columns)]
            for _ in range(chance.randint(1, 40))
        ]
        weight = [chance.randint(-9, 6) for _ in rows]
        among = sorted(chance.sample(range(len(rows)), chance.randint(1, len(rows))))
        conditions = []
        for _ in range(chance.randint(1, 9)):
            column = chance.randrange(columns)
            low, high = sorted(chance.choices(range(values), k=2))
            conditions.append((column, values * column + low, values * column + high))
        here = [(rows[at], weight[at]) for at in among]
        most = max(
            gain(here, parts)
            for size in (1, 2, 3)
            for parts in combinations(conditions, min(size, len(conditions)))
        )
        score, found = array("q", [0]), array("i", [-1, -1, -1])
        grid = gains.Grid(
            array("H", chain(*rows)), columns, columns * values, array("i", chain(*conditions))
        )
        gains.gains(grid, array("q", weight), array("i", among), 3, 10**9, score, found)
        assert score[0] == max(most, 0)
        assert score[0] == (
            gain(here, [conditions[part] for part in found if part >= 0]) if score[0] else 0
        )


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["phil-em-up", "dakota-duel-draw"])
def test_a_tuned_list_is_left_by_no_move_that_gains(slug):
    problem = problem_of(slug)
    tuning, random, gained = Tuning(problem), Random(7), 0
    for _ in range(20):
        lines = random_rules(problem, random, 6)
        tuned = tuning.tuned(lines)
        loss = problem.loss(tuned)
        gained += loss < problem.loss(lines)
        assert loss <= problem.loss(lines) and len(tuned) == len(lines)
        for at, rule in enumerate(tuned[:-1]):
            for old in rule.conditions:
                for new in tuning.near[old]:
                    moved = tuple(sorted({*rule.conditions} - {old} | {new}))
                    assert problem.loss(replaced(tuned, at, Rule(rule.action, moved))) >= loss
        for at in range(len(tuned) - 2):
            upper, lower = tuned[at : at + 2]
            assert problem.loss((*tuned[:at], lower, upper, *tuned[at + 2 :])) >= loss
    assert gained > 10


def problem_of(slug):
    game = GAMES[slug].resolve()
    payoffs = Payoffs(Plan(game, game.bets[0]))
    return Problem(losses_of(payoffs, [set()], False).decision(0))


def random_rules(problem, random, count):
    """Return a list of so many lines of one or two conditions, and a last one."""
    every, actions = range(len(problem.conditions)), range(problem.count)
    lines = (
        Rule(random.choice(actions), tuple(sorted(random.sample(every, random.randint(1, 2)))))
        for _ in range(count)
    )
    return (*lines, Rule(random.choice(sorted(problem.lasting))))


def test_near_conditions_differ_at_one_end():
    problem = problem_of("phil-em-up")
    for number, near in enumerate(Tuning(problem).near):
        column, low, high = problem.codes[number]
        for other in near:
            assert problem.codes[other][0] == column
            assert (problem.codes[other][1] == low) != (problem.codes[other][2] == high)
