"""The price of a strategy is a fold over blocks, whatever family they come from."""

import ast
from array import array
from itertools import product
from pathlib import Path

import pytest

import combin
from agreement import shortened
from combin.counting import Plan
from combin.families.blackjack import printed
from combin.families.block import ONCE, OWN, Block, Kinds, PolicyChoice, Sets
from combin.families.listed import family_of
from combin.families.subjects import subject
from combin.games import names, sheet_of
from combin.publishing import lists
from combin.publishing.drawing import _printer
from combin.solving.payoffs import Payoffs
from combin.strategies import common_actions, named, price, pricing, sums
from combin.strategies.sums import Sums
from shipped import DEALT


def longs(*numbers):
    return array("q", numbers)


# Of each row: its sets, as often as each stands and is come to, and what two actions are worth.
ROWS = (
    ([(1, 2), (3, 1)], (5, 8)),
    ([(2, 0), (1, 1)], (9, 4)),
    ([(1, 3)], (2, 2)),
    ([(4, 1), (1, 1), (2, 2)], (0, 7)),
)
CHOSEN, LINES = b"\0\1\1\0", b"\0\1\1\0"
DEALS = 10


def blocks(plan, rows, chosen, lines, single, kind):
    """Return a toy's only block: each row some sets that are alike, or one single set."""
    state = iter(range(1, 100))
    behind = [[(times, reach, next(state)) for times, reach in ways] for ways, _ in rows]
    best = bytearray(values.index(max(values)) for _, values in rows)
    every = [(at, one) for at, several in enumerate(behind) for one in several]
    places = [at for at, _ in every] if single else range(len(rows))

    def spread(numbers):
        return bytearray(numbers[at] for at in places)

    def alike(*_):
        triples = [*product(range(2), repeat=3)]
        of = zip(spread(lines), spread(chosen), spread(best))
        return Kinds(array("i", [triples.index(one) for one in of]), 8, triples.__getitem__)

    def sets(number):
        here = [(at, one) for at, one in every if single or number[at] >= 0]
        times, reach, cards = (array(c, n) for c, n in zip("qqQ", zip(*(one for _, one in here))))
        row = OWN if single else array("i", [at for at, _ in here])
        yield Sets(times, reach, row, 1, cards)

    if single:
        times, reach = longs(*(one[0] for _, one in every)), longs(*(one[1] for _, one in every))
    else:
        times, reach = ONCE, longs(*(sum(a * b for a, b in ways) for ways, _ in rows))
    values = [array(kind, [rows[at][1][action] for at in places]) for action in range(2)]
    choice = PolicyChoice(spread(chosen), spread(lines), alike)
    stage = plan.stages[0]
    return Block(plan, stage, (), times, reach, longs(DEALS), values, spread(best), choice, sets)


@pytest.mark.parametrize("kind", "iq", ids=["32 bits", "64 bits"])
def test_rows_that_stand_for_many_sets_are_an_economy_and_nothing_else(kind):
    game = combin.load("caribbean-stud")
    plan = Plan(game, game.bet("base"))
    found = []
    for single in (False, True):
        total = Sums()
        total.take(blocks(plan, ROWS, CHOSEN, LINES, single, kind))
        found.append(total)
    assert found[0] == found[1]
    total = found[0]
    # By hand: 2 + 3 ways to the first row, 1 to the second, 3 to the third, 4 + 1 + 4 to the last.
    assert total.best == 5 * 8 + 1 * 9 + 3 * 2 + 9 * 7
    assert total.lost == 5 * 3 + 1 * 5 + 9 * 7
    assert total.uses == {(0, 0): DEALS * 14, (0, 1): DEALS * 4}
    raises, folds = total.kinds[0, 0, 0, 1], total.kinds[0, 1, 1, 0]
    assert (raises.sets, raises.deals, raises.loss) == (5, 140, 78)
    assert (folds.sets, folds.deals, folds.loss) == (1, 10, 5)
    # Two sets of the last row lose 28 each: the one of the smaller cards stands for all.
    assert (raises.largest, raises.sample) == (28, (6,))


def test_the_order_of_blocks_does_not_matter():
    game = combin.load("caribbean-stud")
    plan = Plan(game, game.bet("base"))
    parts = [
        (ROWS[at : at + 1], CHOSEN[at : at + 1], LINES[at : at + 1]) for at in range(len(ROWS))
    ]
    found = []
    for order in (parts, parts[::-1]):
        total = Sums()
        for part in order:
            one = Sums()
            one.take(blocks(plan, *part, True, "q"))
            total.add(one)
        found.append(total)
    assert found[0].kinds.keys() == found[1].kinds.keys()
    assert (found[0].best, found[0].lost) == (found[1].best, found[1].lost) == (118, 83)


@pytest.mark.parametrize("slug", ["jacks-or-better", "caribbean-stud", "mississippi-stud"])
def test_a_mistake_names_the_stake_before_it_whatever_the_game(slug):
    game = shortened(combin.load(slug), "89TJQKA", "cd")
    found = price(game, named(common_actions(game, "base")[0], game, "base"), threads=1)
    assert found.mistakes and all(one.wagered >= 1 for one in found.mistakes)


@pytest.mark.parametrize("slug", ["jacks-or-better", "caribbean-stud", "mississippi-stud"])
def test_whoever_compares_lists_is_told_how_far_it_is(slug):
    game, told = shortened(combin.load(slug), "89TJQKA", "cd"), []
    lists = [named(action, game, "base") for action in common_actions(game, "base")]
    payoffs = Payoffs(Plan(game, game.bets[0]))
    pricing.compared(payoffs, lists, 1, lambda *done: told.append(done))
    key, done, every = told[-1]
    assert (key, done) == ("base", every)


@pytest.mark.parametrize("slug", DEALT)
def test_every_bet_with_decisions_is_of_a_family(slug):
    game = combin.load(slug)
    for bet in game.bets:
        plan = Plan(game, bet)
        assert family_of(plan).shares(plan, 1) >= 1


@pytest.mark.parametrize("module", [sums, pricing], ids=["sums", "pricing"])
def test_a_fold_knows_blocks_and_no_family(module):
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    taken = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name for name in taken if name.startswith("combin.families")} <= {
        "combin.families.block",
        "combin.families.listed",
    }
    assert not {name for name in taken if "streets" in name or "split" in name or "hold" in name}


def test_every_format_of_strategies_is_printed():
    """Each kind of game has one, and publishing knows what prints it."""
    games = [sheet_of(name).resolve() for name in names()]
    printers = [_printer(subject(game, game.bet_keys[0]).format) for game in games]
    assert all(printer in printers for printer in (lists, printed))
