"""Kernels that are called with arrays or numbers that do not fit refuse before they read or write."""

from __future__ import annotations

import ast
import importlib
import re
import signal
import subprocess
import sys
from array import array
from collections.abc import Callable
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

import combin
from combin.counting import Plan
from combin.families.board.counting import rows_of
from combin.families.set_hands import counting as splits
from combin.families.set_hands.matchup import compared
from combin.kernels import draws, gains, links, play, showdowns
from kernel_calls import calls, halves, holds, ints, longs, masks

PROGRAM = Path(__file__).parents[1] / "tools" / "kernel_calls.py"
STUBS = sorted(Path(importlib.import_module("combin.kernels").__path__[0]).glob("*.pyi"))
MODULES = sorted({name.split(".")[0] for name in calls()})
WHAT = re.compile(r"\d+ (?P<name>[\w.]+): (?:(?P<place>\d+): )?(?P<what>[^:]+): (?P<end>.*)")
# What a wrong argument is, where one that changes what comes out is to be refused.
SHAPE = {
    *("None", "another object", "kind", "size 0", "fewer", "more", "many more", "others"),
    *("every second", "read only"),
}
# Arguments whose length is free: what there is less or more of is another right question.
FREE = {
    ("cells.reduce", 3): "other cuts",
    ("cells.fold", 0): "fewer rows",
    ("cells.good", 0): "fewer rows",
    ("completions.count", 4): "more groups",
    ("deal.deal", 2): "another deck",
    ("drawer.Finishes.laws", 1): "no shoes",
    ("drawer.Finishes.open_scores", 3): "no hands",
    ("ends.tally", 0): "other rounds",
    ("gains.gains", 2): "other rows",
    ("lines.nearest", 0): "no rows",
    ("listing.columns", 2): "other states",
    ("matching.match", 2): "no line",
    ("sets.listed", 6): "fewer rows",
    ("sets.met", 3): "fewer rows",
    ("showdowns.values", 3): "fewer rows",
    ("pure.pack", 2): "other members",
    ("pure.pure", 0): "fewer conditions",
    ("record.pack", 0): "other codes",
    ("record.spell", 0): "no rounds",
    ("shoe.count", 1): "fewer steps",
    ("shoe.count", 3): "fewer kinds",
    ("solve.gather", 0): "fewer children, more parents each",
    ("solve.gather", 1): "no parents",
    ("solve.reach", 3): "no parents",
    ("solve.worth_listed", 0): "no deals",
    ("solve.happen_listed", 0): "no deals",
    ("splits.by_way", 0): "no hands",
    ("splits.examples", 0): "no classes",
    ("splits.of_fronts", 0): "no hands",
    ("splits.listed", 2): "a pack of one more suit",
    ("splits.every", 8): "no setting given, the best of each class",
    ("splits.candidates", 0): "no classes",
    ("splits.add_up", 3): "nothing to add",
    ("splits.places", 0): "no high hands of the dealer's",
    ("splits.by_suit", 1): "no hands of the dealer's",
    ("streets.mark", 1): "no decision",
    ("unions.Unions.play", 1): "no sets",
    ("joint.Unions", 0): "other unions",
    ("joint.Ends.grown", 1): "other unions",
    ("joint.Ends.before", 1): "other unions",
    ("joint.Last.before", 1): "other unions",
    ("walk.census", 1): "more roles",
    ("walk.states", 1): "other roles",
    ("walk.states", 2): "other roles are given",
}
# Numbers that say where a kernel reads or writes: by the argument and, of an array, the place.
INDEXES = {
    "matching.swing": {3: None},
    "matching.sides": {3: None},
    "matching.match": {2: 2},
    "cells.reduce": {2: 0},
    "cells.fold": {2: 1},
    "blocks.lose": {1: 0},
    "solve.worth": {1: 1},
    "solve.worth_listed": {0: 1, 2: 0},
    "solve.worth_known": {1: 1},
    "solve.gather": {1: 0},
    "solve.offers": {0: 1},
    "solve.reach": {3: 1},
    "solve.happen": {1: 0},
    "solve.happen_listed": {0: 1, 2: 0},
    "ends.tally": {0: 1},
    "links.links": {1: None, 3: None, 5: 0},
    "draws.HoldCounts.counts": {3: None},
    "pure.masks": {2: 0},
    "record.spell": {2: None},
    "record.held": {2: None},
    "record.pack": {0: 1},
    "shoe.count": {2: 1, 5: None},
    "streets.mark": {3: None},
    "drawer.Finishes.open_scores": {1: None},
    "unions.Unions.play": {2: None, 5: 0, 6: 0},
}
BESIDE = -1, -(2**31), 2**30, 2**31 - 1, 255, 2**16 - 1


@cache
def body_of(module: str) -> list[ast.stmt]:
    """Return the statements of a stub."""
    (stub,) = (stub for stub in STUBS if stub.stem == module)
    return ast.parse(stub.read_text()).body


def public() -> set[str]:
    """Return every public function, class and method that the stubs declare."""
    found = set()
    for stub in STUBS:
        for node in body_of(stub.stem):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                found.add(f"{stub.stem}.{node.name}")
            if isinstance(node, ast.ClassDef):
                found |= {
                    f"{stub.stem}.{node.name}.{one.name}"
                    for one in node.body
                    if isinstance(one, ast.FunctionDef)
                    and one.name != "__init__"
                    and not one.decorator_list
                }
    return found


def test_every_kernel_is_called():
    assert set(calls()) == public()


def count_of(name: str) -> int:
    """Return how many arguments a stub declares."""
    module, *names = name.split(".")
    body = body_of(module)
    for key in names:
        (node,) = (one for one in body if getattr(one, "name", "") == key)
        body = getattr(node, "body", [])
    if isinstance(node, ast.ClassDef):
        (node,) = (one for one in body if getattr(one, "name", "") == "__init__")
        return len(node.args.args) - 1
    return len(node.args.args)


def test_every_argument_is_called_wrongly():
    called = {name: len(arguments) for name, arguments in calls().items()}
    assert called == {name: count_of(name) for name in called}


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("module", MODULES)
def test_wrong_calls(module):
    """A call that reads or writes beside an array ends the process."""
    done = subprocess.run(
        [sys.executable, str(PROGRAM), module], capture_output=True, text=True, timeout=120
    )
    told = done.stdout.splitlines()
    assert done.returncode == 0, (done.returncode, told[-1:], done.stderr[-500:])
    met = set()
    for line in told:
        found = WHAT.fullmatch(line)
        assert found, line
        name, what, end = found["name"], found["what"], found["end"]
        met.add(name)
        if what == "right":
            assert end == "taken, the same", line
            continue
        place = int(found["place"])
        if what in SHAPE and (name, place) not in FREE:
            assert end != "taken", line
        if what in wrong_indexes(name, place):
            assert end.startswith("refused"), line
    assert met == {name for name in calls() if name.split(".")[0] == module}


def wrong_indexes(name: str, place: int) -> set[str]:
    if place not in INDEXES.get(name, {}):
        return set()
    at = INDEXES[name][place]
    return {f"number {beside}" if at is None else f"[{at}] = {beside}" for beside in BESIDE}


def test_conditions_on_what_there_is_not():
    rows = halves(0, 1, 0, 1)
    for wrong in ([2, 0, 0], [0, 0, 2], [0, 1, 0], [-1, 0, 0]):
        with pytest.raises(ValueError, match="condition"):
            gains.Grid(rows, 2, 2, ints(*wrong))
    grid = gains.Grid(rows, 2, 2, ints(0, 0, 0))
    for parts, among in ((2, ints(0, 1)), (3, ints(0, 2)), (3, ints(-1))):
        with pytest.raises(ValueError, match="do not fit"):
            gains.gains(grid, longs(1, 1), among, 1, 100, longs(0), ints(*[0] * parts))


@pytest.mark.parametrize("state", [24, 7, 1, 0], ids=["another deck", "three", "one", "none"])
def test_hands_that_the_deck_does_not_deal(state):
    held = holds().made(True)
    assert isinstance(held, draws.HoldCounts)
    for ask in (
        lambda states: held.counts(states, 1, 0, longs(0, 0)),
        lambda states: held.values(
            states, longs(1), longs(0, 0, 0, 0), longs(0, 1), longs(1, 1, 1), longs(0, 0, 0, 0)
        ),
        lambda states: held.happen(states, longs(1), longs(1), 1, 0, b"\0", 0, longs(0, 0)),
    ):
        ask(masks(3))
        with pytest.raises(ValueError, match="do not fit"):
            ask(masks(state))


@pytest.mark.parametrize(
    ("place", "wrong"),
    [(0, 7), (2, masks(3, 5, 6, 9, 10, 16)), (4, masks(1, 2, 4, 16)), (4, masks(3, 5, 6, 8))],
    ids=["a smaller deck", "another card", "a parent of another deck", "parents of two cards"],
)
def test_states_that_do_not_belong_together(place, wrong):
    arguments = [*calls()["links.links"]]
    arguments[place] = wrong
    with pytest.raises(ValueError, match=r"do not fit|other sizes"):
        links.links(*arguments)


def test_states_of_other_sizes_have_no_number():
    """Places of sets are known up to sixteen cards; a set of more would be looked up beside them."""
    table = play.ActionTable((1 << 13) - 1 | (1 << 13) - 1 << 16, longs(2))
    for state in (1, 7, (1 << 13) - 1 | 0xFF << 16):
        with pytest.raises(ValueError, match="other cards"):
            table.add(masks(state))
        with pytest.raises(ValueError, match="not counted"):
            table.find(masks(state), ints(0), b"\1", ints(0))


@pytest.mark.slow
def test_walk_ends_where_memory_does():
    """No state is looked for any more once there is no room for one."""
    code = (
        "import resource; from array import array; from combin.kernels import walk\n"
        "resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))\n"
        "walk.states(0x1FFF1FFF1FFF1FFF, array('q', [13, 13]), array('Q'), -1)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == "MemoryError: no memory for the states of the game"


def showdowns_of_flops() -> tuple[array[int], Callable[[], None]]:
    """Return the rows that a kernel writes, and its call: a quarter of a second's work."""
    game = combin.load("ultimate-texas-holdem")
    rows = rows_of(Plan(game, next(bet for bet in game.bets if bet.key == "bad-beat")))
    hole, *others = (1 << card for card in game.deck.cards)
    flops = [sum(three) for three in combinations(others[1:], 3)][::4]
    states = masks(*(mask for board in flops for mask in (hole | others[0], board)))
    column, width = rows._column, rows._width
    counts = array("q", bytes(8 * width * len(flops)))
    ones = longs(*[1] * len(flops))
    return counts, lambda: showdowns.count(rows._rows, 2, states, ones, column, counts)


def ways_of_classes() -> tuple[array[int], Callable[[], None]]:
    game = combin.load("pai-gow-poker")
    hands = compared(Plan(game, game.bets[0]))
    way, pack = hands.sides.dealer.by, hands.pack
    of = splits.by_suit(pack)
    front, rule = bytearray(len(of)), bytearray(len(of))
    arguments = of.hands, splits.way_program(way), pack.wheel_lowest, front, rule
    return front, lambda: splits.kernel.by_way(*arguments)


@pytest.mark.slow
@pytest.mark.parametrize("work", [showdowns_of_flops, ways_of_classes])
def test_a_kernel_that_works_for_long_is_left_when_a_signal_comes(work):
    counts, call = work()

    def end(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.05)
    try:
        with pytest.raises(KeyboardInterrupt):
            call()
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    assert any(counts) and not any(counts[-len(counts) // 4 :])
