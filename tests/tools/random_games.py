"""Small games made at random: the engine equals the literal reference to the last integer, whatever
the rules say.

Every example is one of a few shapes, so that each way of counting has its share; decks, rankings,
pays and conditions are free, numbers are of any library, and what does not fit together is refused.
The test beside this module draws the same games each time; as a script it draws others until its
time is over, and says with which seed:

    python tests/tools/random_games.py [--seed N] [--seconds S] [--shape NAME]
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import permutations
from math import comb, prod
from pathlib import Path
from typing import Any

import hypothesis
import numpy as np
import sympy
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from hypothesis.internal.conjecture import providers

sys.path.insert(0, str(Path(__file__).parents[1]))

from agreement import assert_agree
from combin.cards import RANKS, Deck
from combin.counting import Plan, method_of
from combin.errors import CombinError
from combin.exact import parse_number
from combin.families.methods import Method
from combin.families.set_hands.solving import PricedSettings
from combin.proof import reference
from combin.ranking import (
    FOUR_CARD,
    HIGH_HAND,
    HIGH_HAND_WHEEL_LOWEST,
    JOKER_READINGS,
    LOW_HAND,
    NATURAL_RUNS,
    NUMBERS,
    POKER,
    THREE_CARD,
    TWO_CARD,
    TWO_CARDS_OF_PACKS,
    HandRanking,
    Points,
    longest_flushes,
    pattern_of,
)
from combin.rules import (
    ALWAYS,
    FOXWOODS,
    LOSE,
    PUSH,
    TRUMP_PLAZA,
    Action,
    All,
    Beats,
    Below,
    Bet,
    Chose,
    Deal,
    Decide,
    Hand,
    Margin,
    Not,
    OfMeter,
    Part,
    Pays,
    Paytable,
    Reaches,
    Row,
    Settlement,
    Split,
    Step,
    Ties,
    Wager,
)  # fmt: skip
from combin.rules import Any as AnyOf
from combin.rules import Draw as Replaced
from combin.rules.game import Game, Sheet
from combin.rules.validate.hands import hands_read
from combin.solving.payoffs import Payoffs

Draw = st.DrawFn
Shape = tuple[tuple[Step, ...], tuple[Hand, ...], tuple[str, ...], tuple[str, ...]]
# The play, the hands, the names of those that are paid, and of those that are compared.

# Hypothesis also draws numbers that stand in the sources it finds loaded; without them the same
# games are drawn whatever was changed and whichever tests ran before.
providers._get_local_constants = lambda: providers._local_constants

MOST = 12_000  # deals x ways to play them: what the reference does in a tenth of a second
NATURAL = {2: TWO_CARD, 3: THREE_CARD, 4: FOUR_CARD, 5: POKER}
WILD = (
    "five-aces",
    "royal-flush",
    "royal-flush-with-joker",
    "straight-flush",
    "straight-flush-with-joker",
    *POKER.families[2:],
)
PATTERNS = (
    "suited-ace-king",
    "queen-jack-ten",
    "pair-of-aces",
    "three-of-a-kind-of-kings",
    *(f"{number}-card-flush" for number in NUMBERS[1:4]),
    *(f"{number}-card-straight-flush" for number in NUMBERS[1:4]),
)
SIZES = {2: (2,), 3: (3,), 4: (3, 4), 5: (4, 5)}  # cards of hands that as many cards make
MOVABLE = ("royal-flush", "suited-ace-king-queen", "straight-flush", "flush", "straight")
MOST_ACTIONS = 300  # of one decision; above 256 a kernel's action takes two bytes
DEAD = re.compile(r"row '?([^']*?)'? that settles (.*?) never applies")
MOST_ENDS = 3_000  # joint outcomes x ways to play: what is settled in a tenth of a second
LEFT_OUT = (
    "five-aces",
    "royal-flush",
    "straight-flush",
    "flush",
    "straight",
)  # what a ranking with the joker may lack


# --- Numbers of every library ------------------------------------------------------------------


def kinds_of(number: Fraction) -> list[Any]:
    """Return one number as everything that stands for it exactly."""
    parts = number.numerator, number.denominator
    of_numpy: Any = map(np.int64, parts)
    kinds = [number, number, number, sympy.Rational(*parts), Fraction(*of_numpy)]
    if number.denominator in (1, 2, 4, 5):
        kinds += [
            Decimal(parts[0]) / Decimal(parts[1]),
            parts[0] / parts[1],
            np.float32(parts[0]) / np.float32(parts[1]),
        ]
    if number.denominator == 1:
        kinds += [
            parts[0],
            *(kind(parts[0]) for kind in (np.int8, np.int16, np.int32, np.int64, np.longdouble)),
        ]
        kinds += [kind(parts[0]) for kind in (np.uint8, np.uint64) if number >= 0]
    return kinds


def exact(number: Any) -> Fraction:
    return parse_number(number, "a number that was drawn")


def typed(numbers: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return numbers.flatmap(lambda number: st.sampled_from(kinds_of(Fraction(number))))


rarely = st.integers(0, 40).map(
    lambda number: number in (19, 23, 31)
)  # an end of the range is drawn more often
pays = typed(
    st.one_of(st.integers(-1, 12), st.fractions(min_value=-1, max_value=9, max_denominator=6))
)
units = typed(st.sampled_from([0, 1, 1, 2, Fraction(1, 2), Fraction(5, 3)]))


# --- Cards -------------------------------------------------------------------------------------


@st.composite
def decks(draw: Draw, play: tuple[Step, ...], joker: bool) -> Deck:
    """A deck of which the play can be walked in little time; half of them hold a run of ranks."""
    sizes = [step.cards for step in play if isinstance(step, Deal)]
    ways = prod(len(step.actions) for step in play if isinstance(step, Decide))
    shapes = {
        suits: [n for n in range(1, 14) if sum(sizes) <= n * len(suits) + joker
                and deals_of(n * len(suits) + joker, sizes) * ways <= MOST][-3:]
        for suits in ("cdhs", "c", "dhs", "cdh", "dh")
    }  # fmt: skip
    assume(any(shapes.values()))
    suits, counts = draw(
        st.sampled_from([(suits, counts) for suits, counts in shapes.items() if counts])
    )
    count = draw(st.sampled_from(counts))
    if draw(st.booleans()):
        low = draw(st.integers(0, 13 - count))
        return Deck(RANKS[low : low + count], suits, draw(typed(st.just(joker))))
    return Deck("".join(draw(st.permutations(RANKS))[:count]), suits, draw(typed(st.just(joker))))


def deals_of(cards: int, sizes: list[int]) -> int:
    return prod(comb(cards - sum(sizes[:place]), size) for place, size in enumerate(sizes))


@st.composite
def rankings(draw: Draw, size: int, joker: bool) -> HandRanking:
    """A shipped ranking, or one in another order; with a joker one of its readings."""
    if joker:
        left_out = draw(st.lists(st.sampled_from(LEFT_OUT), unique=True))
        kept = tuple(family for family in WILD if family not in left_out)
        reading = draw(st.sampled_from(JOKER_READINGS))
        return HandRanking("wild", draw(typed(st.just(size))), kept, reading)
    if draw(st.booleans()):
        return NATURAL[size]
    if draw(st.integers(0, 2)) == 0:
        return draw(patterned(size))
    families = list(NATURAL[size].families)
    for moved in draw(
        st.lists(
            st.sampled_from([family for family in families if family in MOVABLE] or [""]),
            max_size=2,
        )
    ):
        if moved in families:
            families.remove(moved)
            families.insert(draw(st.integers(0, len(families) - 1)), moved)
    for absent in draw(st.lists(st.sampled_from(MOVABLE), max_size=1)):
        families = [family for family in families if family != absent]
    return HandRanking("odd", draw(typed(st.just(size))), tuple(families))


wild_ranks = st.sampled_from(["", "2", "A", "9", "2K", "23"])


def fitted(hand: Hand, deck: Deck) -> Hand:
    """Return a hand whose wild ranks are among the deck's: the rank that stands at as many places
    from the lowest.
    """
    ranking = hand.by_families()
    ranks = "".join(deck.ranks[RANKS.index(rank) % len(deck.ranks)] for rank in ranking.wild)
    wild = "".join(dict.fromkeys(ranks))
    return replace(hand, ranking=replace(ranking, wild=wild))


@st.composite
def patterned(draw: Draw, size: int) -> HandRanking:
    """A ranking of patterns alone, or one with some among its families."""
    if draw(st.booleans()):
        flushes = longest_flushes(size)
        straights = tuple(name.replace("-flush", "-straight-flush") for name in flushes)
        longest = draw(st.sampled_from([flushes, straights]))
        wild = draw(wild_ranks) if longest == flushes else ""
        return HandRanking("longest", draw(typed(st.just(size))), longest, wild=wild)
    families = list(NATURAL[size].families)
    for name in draw(st.lists(st.sampled_from(PATTERNS), min_size=1, max_size=3, unique=True)):
        pattern = pattern_of(name)
        if pattern and pattern.cards <= size:
            families.insert(draw(st.integers(0, len(families) - 1)), name)
    return HandRanking("patterned", draw(typed(st.just(size))), tuple(families))


# --- The play: what is dealt and decided, the hands, and which of them are compared ------------------------------------


@st.composite
def decisions(draw: Draw, name: str) -> Decide:
    names = draw(
        st.lists(
            st.sampled_from(["fold", "stay", "raise", "double"]),
            min_size=1,
            max_size=3,
            unique=True,
        )
    )
    ending = draw(st.sets(st.sampled_from(names)))
    if ending == set(names) and not draw(rarely):
        ending.discard(names[-1])
    return Decide(name, tuple(Action(word, draw(stakes), word in ending) for word in names))


stakes = st.one_of(
    st.just({}),
    units.map(lambda more: {"main": more}),
    units.map(lambda more: {"main": more, "side": Fraction(1)}),
)


@st.composite
def many_actions(draw: Draw) -> Shape:
    """One decision of hundreds of actions, each with another stake."""
    count, turned = draw(st.integers(2, MOST_ACTIONS)), draw(st.integers(0, MOST_ACTIONS))
    adds = [kinds_of(Fraction(number, 4)) for number in range(1, count)]
    actions = [
        Action(f"a{at}", {"main": kinds[(at + turned) % len(kinds)]})
        for at, kinds in enumerate(adds)
    ]
    actions.insert(turned % count, Action("fold", ends=True))
    play = (
        Deal("mine", 2),
        Decide("only", tuple(actions)),
        Deal("down", draw(st.sampled_from([1, 2]))),
    )
    hands = (
        Hand("mine", TWO_CARD, ("mine",)),
        Hand("yours", TWO_CARD, ("down",) if play[2].cards == 2 else ("mine", "down")),
    )
    return play, hands, ("mine",), ("mine", "yours")


@st.composite
def against_an_opponent(draw: Draw) -> Shape:
    """The player's cards and perhaps one of the opponent's, a decision, and the rest of the
    opponent's.
    """
    size, other = draw(st.sampled_from([(2, 2), (3, 3), (3, 4), (4, 3), (4, 5), (5, 4), (5, 5)]))
    up = draw(st.booleans())
    play: tuple[Step, ...] = (
        Deal("mine", size),
        *[Deal("up", 1)] * up,
        draw(decisions("only")),
        Deal("down", other - up),
    )
    ranking = draw(rankings(draw(st.sampled_from(SIZES[min(size, other)])), False))
    yours = ("up", "down") if up else ("down",)
    return (
        play,
        (Hand("mine", ranking, ("mine",)), Hand("yours", ranking, yours)),
        ("mine",),
        ("mine", "yours"),
    )


@st.composite
def several_hands(draw: Draw) -> Shape:
    """Two or three hands of the player's, decisions after them, and the opponent's, of which some
    is seen.
    """
    mine, more, down = draw(
        st.sampled_from([(2, 1, 2), (2, 2, 2), (1, 2, 2), (3, 1, 3), (1, 1, 3)])
    )
    up = draw(st.integers(0, 1)) if down < 3 else 0
    dealt = [Deal("mine", mine), Deal("up", 1)][: 1 + up]
    play: tuple[Step, ...] = (
        *draw(st.permutations(dealt)), *[draw(decisions("first"))] * draw(st.booleans()),
        Deal("more", more), draw(decisions("second")), Deal("down", down),
    )  # fmt: skip
    smallest = min(mine + more, down + up)
    ranking = draw(rankings(draw(st.sampled_from(SIZES[min(smallest, 5)])), False))
    own: tuple[Hand, ...] = (
        Hand("mine", ranking, ("mine",)),
        Hand("ours", ranking, ("mine", "more")),
    )
    if mine < ranking.size:
        own = own[1:]
    yours = Hand("yours", ranking, ("up", "down") if up else ("down",))
    names = tuple(hand.name for hand in own)
    return (play, (*own, yours), ("yours", *names), ("yours", *names))


@st.composite
def two_boards(draw: Draw) -> Shape:
    hole, first, second = draw(
        st.sampled_from([(2, 1, 2), (2, 1, 1), (1, 2, 2), (2, 3, 3), (3, 2, 2)])
    )
    size = 5 if hole + min(first, second) >= 5 else 3 if hole + min(first, second) >= 3 else 2
    play = (Deal("hole", hole), draw(decisions("only")), Deal("one", first), Deal("two", second))
    hands = (
        Hand("with-one", draw(rankings(size, False)), ("hole", "one")),
        Hand("with-two", NATURAL[size], ("hole", "two")),
    )
    return (
        play,
        hands,
        ("with-one", "with-two"),
        draw(st.sampled_from([(), (), ("with-one", "with-two")])),
    )


@st.composite
def a_hole_and_a_board(draw: Draw) -> Shape:
    """Every card of the hole is used, with the best of a board that comes card by card."""
    hole, flop, size = draw(
        st.sampled_from([(1, 2, 3), (2, 2, 3), (1, 3, 3), (1, 1, 2), (2, 3, 5), (1, 4, 5)])
    )
    last = draw(st.booleans())
    play: tuple[Step, ...] = (
        Deal("hole", hole), draw(decisions("first")), Deal("flop", flop), draw(decisions("second")), Deal("river", 1),
        *([draw(decisions("third"))] if last else []),
    )  # fmt: skip
    early = Hand("early", draw(rankings(size, False)), ("hole", "flop"), ("hole",))
    final = Hand("final", draw(rankings(size, False)), ("hole", "flop", "river"), ("hole",))
    return (
        play,
        (final, early) if draw(st.booleans()) else (final,),
        ("final",),
        draw(st.sampled_from([(), (), ("final", "early")])),
    )


@st.composite
def two_flushes(draw: Draw) -> Shape:
    """Own cards, a decision, and the opponent's; hidden cards that both hands use, at times; only
    the longest flush counts, at times with wild cards.
    """
    own, shared = draw(st.sampled_from([(2, 0), (3, 0), (4, 0), (2, 1), (2, 2), (1, 3), (3, 1)]))
    size = own + shared
    ranking = HandRanking(
        "longest", draw(typed(st.just(size))), longest_flushes(size), wild=draw(wild_ranks)
    )
    both = ("shared",) * bool(shared)
    down: list[Step] = [Deal("down", own), *[Deal("shared", shared)] * bool(shared)]
    play: tuple[Step, ...] = (Deal("mine", own), draw(decisions("only")))
    hands = Hand("mine", ranking, ("mine", *both)), Hand("yours", ranking, ("down", *both))
    return (*play, *draw(st.permutations(down))), hands, (), ("mine", "yours")


@st.composite
def community_flushes(draw: Draw) -> Shape:
    """Own cards and one or two deals that both hands use, a decision after each, and the
    opponent's; only the longest flush counts.
    """
    own, *shared = draw(st.sampled_from([(1, 2), (2, 1), (2, 2), (3, 1), (2, 1, 1)]))
    size = own + sum(shared)
    ranking = HandRanking("longest", size, longest_flushes(size))
    zones = ("flop", "turn")[: len(shared)]
    play: list[Step] = [Deal("mine", own), draw(decisions("first"))]
    for zone, cards in zip(zones, shared):
        play += [Deal(zone, cards), draw(decisions(f"after the {zone}"))]
    hands = Hand("mine", ranking, ("mine", *zones)), Hand("yours", ranking, ("down", *zones))
    return (*play, Deal("down", own)), hands, (), ("mine", "yours")


@st.composite
def anything(draw: Draw, joker: bool) -> Shape:
    """Up to four zones, up to three decisions anywhere after the first, up to three hands of
    whatever zones.
    """
    sizes = draw(
        st.lists(st.integers(1, 3), min_size=1, max_size=4).filter(
            lambda sizes: 5 * joker <= sum(sizes) <= 7 and sum(sizes) > 1
        )
    )
    steps: list[Any] = [Deal(zone, size) for zone, size in zip("abcd", sizes)]
    for number in range(draw(st.integers(0, 3))):
        steps.insert(draw(st.integers(1, len(steps))), number)
    names = iter(["first", "second", "third"])
    play = tuple(step if isinstance(step, Deal) else draw(decisions(next(names))) for step in steps)
    zones = dict(zip("abcd", sizes))
    hands = tuple(
        draw(any_hand(name, zones, joker))
        for name in ("ours", "mine", "yours")[: draw(st.integers(1, 3))]
    )
    return (
        play,
        hands,
        tuple(hand.name for hand in hands),
        () if joker else tuple(hand.name for hand in hands),
    )


@st.composite
def any_hand(draw: Draw, name: str, zones: dict[str, int], joker: bool) -> Hand:
    of = draw(
        st.lists(st.sampled_from(sorted(zones)), min_size=1, unique=True).filter(
            lambda of: sum(zones[zone] for zone in of) > 1 + 3 * joker
        )
    )
    held = sum(zones[zone] for zone in of)
    size = 5 if joker else draw(st.sampled_from([size for size in NATURAL if size <= held]))
    must = draw(st.lists(st.sampled_from(of), max_size=0 if joker else 2, unique=True))
    kept = must if sum(zones[zone] for zone in must) <= size else []
    return Hand(name, draw(rankings(size, joker)), tuple(of), tuple(kept))


# --- Shoes and draws ---------------------------------------------------------------------------


@st.composite
def shoes(draw: Draw) -> Sheet:
    """Two cards each from a shoe of a few kinds, the second ones dealt at times; points count, and
    the first two cards may be a pair. At times the player decides on them.
    """
    ranks = "".join(draw(st.lists(st.sampled_from(RANKS), min_size=2, max_size=3, unique=True)))
    suits = draw(st.sampled_from(["c", "cd"]))
    least = 2 if len(ranks + suits) == 3 else 1
    deck = Deck(ranks, suits, packs=draw(st.integers(least, 4 - len(suits))))
    counts = {rank: draw(st.integers(0, 4)) for rank in ranks[1:]}
    points = Points("points", {ranks[0]: 3, **counts}, draw(st.sampled_from([0, 0, 4, 10])))
    hands = (
        Hand("mine", points, ("a", "c")),
        Hand("yours", points, ("b", "d")),
        Hand("first", points, ("a",)),
        Hand("up", points, ("b",)),
        Hand("both", TWO_CARDS_OF_PACKS, ("a", "b")),
    )
    early, late = draw(of_points(points, "first", "up")), draw(of_points(points, "mine", "up"))
    offered = Decide("more", (Action("stay"), Action("raise", {"side": Fraction(1)})))
    play: tuple[Step, ...] = (
        Deal("a", 1),
        Deal("b", 1),
        *([replace(offered, when=draw(st.sampled_from([ALWAYS, early])))] * draw(st.booleans())),
        Deal("c", 1, when=draw(st.sampled_from([ALWAYS, draw(of_points(points, "first", "up"))]))),
        Deal("d", 1, when=draw(st.sampled_from([ALWAYS, late]))),
    )
    rows = [
        Row(f"row-{number}", draw(of_points(points, "mine", "yours")), (draw(pays), draw(pays)))
        for number in range(draw(st.integers(1, 3)))
    ]
    rows.append(Row("rest", ALWAYS, (draw(pays), draw(pays))))
    paid = Pays(draw(tables("", hands[-1], False)), "both")
    return alone_on(deck, play, hands, rows, paid)


@st.composite
def shoes_decided_twice(draw: Draw) -> Sheet:
    """Cards from a shoe, and two decisions between them; actions are offered by what is seen there,
    and the second decision is made at times.
    """
    ranks = "".join(draw(st.lists(st.sampled_from(RANKS), min_size=2, max_size=3, unique=True)))
    deck = Deck(ranks, draw(st.sampled_from(["c", "cd"])), packs=2)
    points = Points(
        "points", {rank: draw(st.integers(0, 4)) for rank in ranks[:-1]} | {ranks[-1]: 3}
    )
    hands = (
        Hand("mine", points, ("a", "c")),
        Hand("yours", points, ("b", "d")),
        Hand("first", points, ("a",)),
        Hand("up", points, ("b",)),
        Hand("both", TWO_CARDS_OF_PACKS, ("a", "b")),
    )
    least = st.integers(1, 4).map(str)
    by_first = st.builds(Reaches, st.just("first"), least) | st.builds(
        Below, st.just("first"), least
    )
    by_both = of_points(points, "mine", "up")
    early, *more = draw(st.lists(by_first, min_size=2, max_size=2)), draw(by_both), draw(by_both)
    chances = [draw(st.sampled_from([ALWAYS, when])) for when in (*early, *more)]
    play: tuple[Step, ...] = (
        Deal("a", 1),
        Decide("start", (Action("stay"), Action("raise", {"side": Fraction(1)}, when=chances[0]))),
        Deal("b", 1),
        Deal("c", 1, when=chances[1]),
        Decide(
            "later",
            (
                Action("stand"),
                Action("give up", ends=True),
                Action("double", {"main": Fraction(1)}, when=chances[2]),
            ),
            when=chances[3],
        ),
        Deal("d", 1),
    )
    given_up = Row("gone", Chose("give up"), (draw(pays), draw(pays)))
    rows = [
        given_up,
        Row("won", draw(of_points(points, "mine", "yours")), (draw(pays), draw(pays))),
    ]
    rows.append(Row("rest", ALWAYS, (draw(pays), draw(pays))))
    paid = Pays(draw(tables("", hands[-1], False)), "both")
    return alone_on(deck, play, hands, rows, paid)


@st.composite
def of_points(draw: Draw, points: Points, one: str, other: str) -> Any:
    """What two hands say of each other by their points, perhaps denied or joined."""
    limit = st.integers(1, max(1, points.most(1))).map(str)
    kinds: list[Any] = [
        Beats(one, other),
        Ties(one, other),
        Below(one, draw(limit)),
        Reaches(other, draw(limit)),
    ]
    first, second = draw(st.permutations(kinds))[:2]
    return draw(
        st.sampled_from([first, first, Not(first), All((first, second)), AnyOf((first, second))])
    )


@st.composite
def redrawn(draw: Draw) -> Sheet:
    """Some cards of a hand are thrown and replaced; hands of five have wild ranks at times."""
    size, suits, cards, most = draw(
        st.sampled_from([(2, "cdhs", 12, 2), (2, "cd", 10, 2), (3, "cdh", 9, 3), (5, "cd", 10, 1)])
    )
    count = cards // len(suits)
    low = draw(st.integers(0, 13 - count))
    deck = Deck(RANKS[low : low + count], suits)
    thrown = tuple(sorted(draw(st.sets(st.integers(0, most), min_size=1))))
    ranking = draw(
        st.one_of(rankings(size, False), wild_hands(deck)) if size == 5 else rankings(size, False)
    )
    play = (
        Deal("hand", size),
        Part("discard", "hand", "thrown", thrown),
        Replaced("new", "thrown"),
    )
    hands = (Hand("final", ranking, ("hand", "new")), Hand("dealt", NATURAL[size], ("hand",)))
    paid = Pays(draw(tables("", hands[0], False)), "final")
    names = lines_of(ranking)
    rows = [Row("low", Below("final", draw(st.sampled_from(names))), (draw(pays), draw(pays)))]
    rows.append(Row("", ALWAYS, (paid, draw(pays))))
    return alone_on(
        deck, play, hands[:1], rows, replace(paid, table=replace(paid.table, name="more"))
    )


@st.composite
def shared_boards(draw: Draw) -> Sheet:
    """Two cards of the player's and a board that the opponent's hand uses, too; three ranks in four
    suits, so that all deals can be played. Decisions stand anywhere before the opponent's cards.
    """
    ranks = "".join(draw(st.permutations(RANKS))[:3])
    board = [
        Deal("flop", 3),
        *draw(st.sampled_from([[Deal("rest", 2)], [Deal("turn", 1), Deal("river", 1)]])),
    ]
    board = draw(st.sampled_from([board, [Deal("board", 5)]]))
    steps: list[Any] = [Deal("hole", 2), *board]
    for number in sorted(draw(st.sets(st.integers(1, len(steps)), max_size=2)), reverse=True):
        steps.insert(number, draw(decisions("early" if number == 1 else "late")))
    ranking = draw(rankings(5, False))
    zones = tuple(deal.zone for deal in board)
    hands = Hand("mine", ranking, ("hole", *zones)), Hand("yours", ranking, ("theirs", *zones))
    compared = draw(conditions([*hands])), draw(alone([*hands]))
    rows = [
        Row(f"gone-{step.name}-{act.name}", Chose(act.name, step.name), (draw(pays), draw(pays)))
        for step in steps if isinstance(step, Decide) for act in step.actions if act.ends
    ]  # fmt: skip
    rows += [
        Row(f"row-{number}", when, (draw(pays), draw(pays))) for number, when in enumerate(compared)
    ]
    beaten = Row(
        "won", Beats("mine", "yours"), (Pays(draw(tables("", hands[0], False)), "mine"), draw(pays))
    )
    rows += [beaten, Row("rest", ALWAYS, (draw(pays), draw(pays)))]
    play = (*steps, Deal("theirs", 2))
    paid = Pays(draw(tables("more", hands[0], False)), "mine")
    return alone_on(Deck(ranks, "cdhs"), play, hands, rows, paid)


@st.composite
def split_hands(draw: Draw) -> Sheet:
    """Seven cards each, set as a hand of five and one of two, by the player as he likes or by a house
    way; at times he sees the other hand first. Fourteen cards, or one more.
    """
    ranks, suits, jokers = draw(
        st.sampled_from(
            [("2345678", "cd", 0), ("89TJQKA", "cd", 0), ("6789TJQ", "hs", 0), ("23456", "cdh", 0)]
        )
    )
    high = draw(st.sampled_from([HIGH_HAND, HIGH_HAND_WHEEL_LOWEST]))
    ways = st.sampled_from([FOXWOODS, TRUMP_PLAZA])
    mine = (
        Deal("mine", 7),
        Split("set", "mine", "front", draw(st.one_of(st.none(), st.none(), ways))),
    )
    yours = Deal("yours", 7), Split("house way", "yours", "your-front", draw(ways))
    seen_first = draw(st.booleans())
    play: tuple[Step, ...] = (mine[0], *yours, mine[1]) if seen_first else (*mine, *yours)
    hands = (
        Hand("high", high, ("mine",)), Hand("low", LOW_HAND, ("front",)),
        Hand("your-high", high, ("yours",)), Hand("your-low", LOW_HAND, ("your-front",)),
    )  # fmt: skip
    # A higher hand is never paid less: of what holds, the first pays most.
    beats = Beats("high", "your-high"), Beats("low", "your-low")
    level = tuple(AnyOf((one, Ties(one.hand, one.other))) for one in beats)
    chances = All(beats), All(level), AnyOf(beats)
    kept = sorted(draw(st.sets(st.integers(0, 2), min_size=1)))
    units_won = sorted(draw(st.lists(st.integers(-1, 3), min_size=4, max_size=4, unique=True)))
    rows = [Row(f"row-{at}", chances[at], (Fraction(units_won.pop()),)) for at in kept]
    rows.append(Row("rest", ALWAYS, (Fraction(units_won.pop()),)))
    bet = Bet("base", (Wager("main", Fraction(1)),), "main", (Settlement(("main",), tuple(rows)),))
    drawn = Sheet("random", "Random", "none", Deck(ranks, suits, jokers), play, hands, (bet,))
    bets = alive(drawn, (bet,))
    return replace(
        drawn, hands=tuple(hand for hand in hands if hand.name in used(*bets)), bets=bets
    )


@st.composite
def wild_hands(draw: Draw, deck: Deck) -> HandRanking:
    """A ranking of five cards with a wild rank, with or without hands that only it makes."""
    more = draw(st.sampled_from([(), ("five-of-a-kind",), ("royal-flush", "wild-royal-flush")]))
    families = (*more, *(name for name in POKER.families if name not in more))
    return HandRanking("wild", 5, families, wild=draw(st.sampled_from(deck.ranks)))


def alone_on(
    deck: Deck, play: tuple[Step, ...], hands: tuple[Hand, ...], rows: list[Row], paid: Pays
) -> Sheet:
    """Return a game of one settlement and a side bet that a paytable pays."""
    wagers = (Wager("main", Fraction(1)), Wager("side", Fraction(0)))
    base = Bet("base", wagers, "main", (Settlement(("main", "side"), tuple(rows)),))
    side = Settlement(("extra",), (Row("", ALWAYS, (paid,)),))
    extra = Bet("extra", (Wager("extra", Fraction(1)),), "extra", (side,))
    stated = (base, extra)
    hands = tuple(running(hand, deck) for hand in hands)
    drawn = Sheet("random", "Random", "none", deck, play, hands, stated)
    bets = alive(drawn, stated)
    asked = [getattr(step, "when", ALWAYS) for step in play]
    asked += [act.when for step in play if isinstance(step, Decide) for act in step.actions]
    read = used(*bets) | named(asked)
    return replace(drawn, hands=tuple(hand for hand in hands if hand.name in read), bets=bets)


def running(hand: Hand, deck: Deck) -> Hand:
    """Return a hand whose ranking says what straights are made of: where the deck has gaps, and of
    half the other decks; what it says differs from deck to deck.
    """
    low = RANKS.index(deck.ranks[0])
    if not isinstance(hand.ranking, HandRanking) or (deck.ranks in RANKS and low % 2):
        return hand
    high = RANKS[low:]
    runs = NATURAL_RUNS, high, RANKS[-1] + high if len(high) > 6 else high
    return replace(hand, ranking=replace(hand.ranking, runs=runs[len(deck.ranks) % len(runs)]))


# --- Settlement --------------------------------------------------------------------------------


def lines_of(ranking: HandRanking) -> list[str]:
    """Return the names of a ranking's hands, the best first, one for each strength."""
    names = [name for name in ranking.known_names() if name != ranking.families[-1]]
    places = {_place(name, ranking): name for name in reversed(names)}
    return [places[place] for place in sorted(places, reverse=True)]


def _place(name: str, ranking: HandRanking) -> tuple[int, tuple[int, ...]]:
    """Return where a name stands among the hands, as the literal reference reads it; the engine's
    own reading is under test.
    """
    family, ranks = reference._weakest(name, ranking)
    if pattern_of(family) is None and not any(ranks):
        ranks = ()  # a pair of twos is any pair
    return -ranking.families.index(family), ranks


@st.composite
def tables(draw: Draw, name: str, hand: Hand, falling: bool) -> Paytable:
    """A paytable of some lines. Among more than five cards a joker is only paid by a table that
    falls from line to line.
    """
    known = lines_of(hand.by_families())
    places = sorted(
        draw(st.lists(st.integers(0, len(known) - 1), min_size=1, max_size=6, unique=True))
    )
    units_won = draw(st.lists(pays, min_size=len(places), max_size=len(places)))
    for_one = draw(st.booleans())
    if for_one and not draw(rarely):
        units_won = [abs(units) for units in units_won]
    if falling:
        units_won = sorted((abs(exact(units)) for units in units_won), reverse=True)
    lines = {known[place]: units for place, units in zip(places, units_won)}
    meter = None if falling else draw(st.sampled_from([None, None, Fraction(7), Fraction(25, 2)]))
    if meter is not None:
        lines[known[places[0]]] = OfMeter(draw(typed(st.sampled_from([1, Fraction(1, 10)]))))
        meter = draw(typed(st.just(meter)))
    less = draw(typed(st.sampled_from([LOSE, LOSE if falling else PUSH])))
    return Paytable(name, lines, less, for_one, meter)


@st.composite
def tables_of_margins(draw: Draw, name: str, size: int) -> Paytable:
    """A paytable that is read by how much longer a flush is; now and then by more than it can be."""
    most = 6 if draw(rarely) else size - 1
    margins = draw(st.lists(st.integers(1, most), min_size=1, max_size=4, unique=True))
    units_won = {f"by-{margin}": draw(pays) for margin in sorted(margins, reverse=True)}
    return Paytable(name, units_won, draw(typed(st.sampled_from([LOSE, PUSH]))))


class Book:
    """What settlements are drawn from: the hands that are paid, those that are compared, and names
    for tables.
    """

    def __init__(
        self,
        play: tuple[Step, ...],
        hands: tuple[Hand, ...],
        paid: tuple[str, ...],
        compared: tuple[str, ...],
    ) -> None:
        self.decided = [
            (step.name, action)
            for step in play
            if isinstance(step, Decide)
            for action in step.actions
        ]
        self.paid = [hand for hand in hands if hand.name in paid]
        self.compared = [hand for hand in hands if hand.name in compared]
        self.margins = [
            (Margin(one.name, other.name), one.by_families().size)
            for one, other in permutations(self.compared, 2)
            if one.ranking == other.ranking and one.by_families().of_longest_flush
        ]
        sizes = {step.zone: step.cards for step in play if isinstance(step, Deal)}
        self.falling = {
            hand.name
            for hand in hands
            if hand.by_families().joker and sum(sizes[zone] for zone in hand.zones) > 5
        }
        self.names = iter(["", *map("table-{}".format, range(1000))])

    def alone(self) -> Book:
        """Return the book of a bet that is the same whatever is done, and compares no hands."""
        book = copy(self)
        book.decided, book.compared = [], []
        if book.paid:
            book.margins = []
        return book


@st.composite
def cells(draw: Draw, book: Book, columns: tuple[str, ...], pay: bool = False) -> tuple[Any, ...]:
    """One cell a column; pay: the first is a paytable."""
    row: list[Any] = []
    for _ in columns:
        if book.margins and (bool(draw(st.booleans())) or (pay and not row and not book.paid)):
            margin, size = draw(st.sampled_from(book.margins))
            row.append(Pays(draw(tables_of_margins(next(book.names), size)), margin))
        elif book.paid and (bool(draw(st.booleans())) or (pay and not row)):
            hand = draw(st.sampled_from(book.paid))
            row.append(
                Pays(draw(tables(next(book.names), hand, hand.name in book.falling)), hand.name)
            )
        else:
            row.append(draw(pays))
    return tuple(row)


@st.composite
def conditions(draw: Draw, compared: list[Hand], decided: Sequence[tuple[str, Action]] = ()) -> Any:
    """What hands say of each other, by itself, or denied or joined with others; with what was
    `decided`.
    """
    one = draw(alone(compared))
    how = draw(st.sampled_from([None, None, None, Not, All, AnyOf]))
    if how is None:
        return one
    if how is Not:
        return Not(one)
    parts = [one, draw(alone(compared))]
    if decided and bool(draw(st.booleans())):
        at, action = draw(st.sampled_from(decided))
        parts.append(Chose(action.name, draw(st.sampled_from(["", at]))))
    if draw(st.booleans()):
        parts[0] = draw(st.sampled_from([Not(one), AnyOf((one, draw(alone(compared))))]))
    joined: Any = how  # one of the words that join parts
    return joined(tuple(draw(st.permutations(parts))))


@st.composite
def alone(draw: Draw, compared: list[Hand]) -> Any:
    """What hands say of each other: any is below a name or reaches it, or beats or ties any of its
    ranking, now and then itself.
    """
    hand, last = draw(st.sampled_from(compared)), draw(st.sampled_from(compared))
    alike = [one for one in compared if one.ranking == hand.ranking]
    others = [one for one in alike if one != hand]
    other = draw(st.sampled_from(others)) if others else hand
    if others and bool(draw(rarely)):
        other = hand
    limit = draw(st.sampled_from([Below, Reaches]))
    below = limit(last.name, draw(st.sampled_from(lines_of(last.by_families()))))
    if not others:
        return below
    return draw(st.sampled_from([below, Beats(hand.name, other.name), Ties(hand.name, other.name)]))


@st.composite
def offered(draw: Draw, play: tuple[Step, ...], hands: tuple[Hand, ...]) -> Any:
    """The play, some actions offered only with some cards; now and then the cards are not seen, or
    no action is left.
    """
    steps: list[Step] = []
    seen: set[str] = set()
    careless = draw(rarely)
    for step in play:
        if not isinstance(step, Decide):
            if isinstance(step, Deal):
                seen.add(step.zone)
            steps.append(step)
            continue
        shown = [hand for hand in hands if draw(rarely) or seen.issuperset(hand.zones)]
        spared = draw(st.integers(0, len(step.actions) - 1))
        actions = []
        for place, action in enumerate(step.actions):
            if shown and (place != spared or careless):
                when = draw(st.one_of(alone(shown), conditions(shown)))
                action = replace(action, when=when)
            actions.append(action)
        steps.append(Decide(step.name, tuple(actions)))
    return tuple(steps)


@st.composite
def settlements(draw: Draw, book: Book, columns: tuple[str, ...], name: str = "") -> Settlement:
    rows = [
        Row(f"gone-{at}-{act.name}", Chose(act.name, at), tuple(draw(pays) for _ in columns))
        for at, act in book.decided
        if act.ends
    ]
    if bool(book.decided) and draw(st.booleans()):
        at, action = draw(st.sampled_from(book.decided))
        rows.append(
            Row(
                "chose",
                Chose(action.name, draw(st.sampled_from(["", at]))),
                draw(cells(book, columns)),
            )
        )
    for number in range(draw(st.integers(0, 3 * bool(book.compared)))):
        named = draw(st.sampled_from(["", "row-0", "flush"])) if draw(rarely) else f"row-{number}"
        when = draw(conditions(book.compared, book.decided))
        rows.append(Row(named, when, draw(cells(book, columns))))
    rows.append(
        Row(
            draw(st.sampled_from(["", "rest"])),
            ALWAYS,
            draw(cells(book, columns, pay=not rows or not book.compared)),
        )
    )
    return Settlement(columns, tuple(rows), name)


@st.composite
def games(draw: Draw, shape: st.SearchStrategy[Shape], joker: bool = False) -> Sheet:
    """A game whose numbers are of any kind; it may not fit together, and is not resolved."""
    play, hands, paid, compared = draw(shape)
    if not joker and all(len(step.actions) < 9 for step in play if isinstance(step, Decide)):
        play = draw(st.one_of(offered(play, hands), st.just(play)))
    book = Book(play, hands, paid, tuple(hand.name for hand in hands if hand.name in compared))
    together = draw(st.sampled_from([
        (("main", "side"),), (("main",), ("side",)), (("side", "main"), ("main",)), (("main",), ("side",), ("main",)),
        (("side", "main"), ("main", "side")),
    ]))  # fmt: skip
    together += ((),) * draw(rarely)
    names = st.sampled_from(["", "-".join(together[0]), *["named"] * 6])
    settled = tuple(
        draw(
            settlements(
                book, columns, f"{draw(names)}-{place}".strip("-") if not draw(rarely) else ""
            )
        )
        for place, columns in enumerate(together)
    )
    base = Bet(
        "base",
        (Wager("main", draw(typed(st.just(1)))), Wager("side", draw(units))),
        "main",
        settled,
    )
    extra = Bet(
        "extra",
        (Wager("extra", Fraction(1)),),
        "extra",
        (draw(settlements(book.alone(), ("extra",))),),
    )
    deck = draw(decks(play, joker))
    hands = tuple(fitted(hand, deck) for hand in hands)
    steps = tuple(
        Deal(step.zone, draw(typed(st.just(step.cards)))) if isinstance(step, Deal) else step
        for step in play
    )
    bets: tuple[Bet, ...] = (base, extra)
    hands = tuple(running(hand, deck) for hand in hands)
    drawn = Sheet("random", "Random", "none", deck, steps, hands, bets)
    if not draw(rarely):
        bets = alive(drawn, bets)
    read = used(*bets) | named(
        action.when for step in steps if isinstance(step, Decide) for action in step.actions
    )
    return replace(drawn, hands=tuple(hand for hand in hands if hand.name in read), bets=bets)


def alive(game: Sheet, bets: tuple[Bet, ...]) -> tuple[Bet, ...]:
    """Return the bets of a game without the rows that validation says nothing comes to."""
    while True:
        try:
            replace(game, bets=bets).resolve()
            return bets
        except CombinError as error:
            dead = DEAD.search(str(error))
        if dead is None:
            return bets
        bets = tuple(without(bet, dead) for bet in bets)


def without(bet: Bet, dead: re.Match[str]) -> Bet:
    """Return a bet without a row, by its name or number and the wagers it settles; the last row
    takes the place of its last.
    """
    found = []
    for one in bet.settlements:
        here = [
            at
            for at, row in enumerate(one.rows, 1)
            if (row.name or str(at)) == dead[1] and ", ".join(one.columns) == dead[2]
        ]
        keep = [row for at, row in enumerate(one.rows, 1) if at not in here or at == len(one.rows)]
        found.append(
            replace(
                one,
                rows=tuple(keep if len(one.rows) not in here else [*one.rows[:-2], one.rows[-1]]),
            )
        )
    return replace(bet, settlements=tuple(found))


def used(*bets: Bet) -> set[str]:
    """Return the hands that some bets name."""
    rows = [row for bet in bets for settlement in bet.settlements for row in settlement.rows]
    cells = [cell for row in rows for cell in row.cells if isinstance(cell, Pays)]
    names = {name for cell in cells for name in hands_read(cell)}
    return names | named(row.when for row in rows)


def named(conditions: Iterable[Any]) -> set[str]:
    """Return the hands that some conditions name."""
    names: set[str] = set()
    for when in conditions:
        names |= {getattr(when, word) for word in ("hand", "other") if hasattr(when, word)}
        names |= named(getattr(when, "parts", ()))
        names |= named([when.part] if isinstance(when, Not) else ())
    return names


# --- Proofs ------------------------------------------------------------------------------------

SHAPES = {
    "opponent": games(against_an_opponent()),
    "flushes": games(two_flushes()),
    "community": games(community_flushes()),
    "several hands": games(several_hands()),
    "boards": games(two_boards()),
    "last card": games(a_hole_and_a_board()),
    "anything": games(anything(False)),
    "joker": games(anything(True), joker=True),
    "many": games(many_actions()),
    "shoe": shoes(),
    "shoe decided twice": shoes_decided_twice(),
    "draw": redrawn(),
    "shared board": shared_boards(),
    "split": split_hands(),
}


def proof(examples: int, fixed: bool = True) -> settings:
    return settings(
        max_examples=examples, derandomize=fixed, database=None, deadline=None, suppress_health_check=list(HealthCheck)
    )  # fmt: skip


def fitting(shape: str) -> st.SearchStrategy[Game]:
    """Return what draws games of a shape that fit together, resolved."""

    def resolved(found: tuple[Game, list[Plan]] | None) -> Game:
        assert found
        return found[0]

    return SHAPES[shape].map(planned).filter(bool).map(resolved)


def planned(drawn: Sheet) -> tuple[Game, list[Plan]] | None:
    """Return a game, resolved, and a plan for each bet, or None where it is refused."""
    try:
        game = drawn.resolve()
        plans = [Plan(game, bet) for bet in game.bets]
        for plan in plans:
            if plan.sets_hands:
                PricedSettings(Payoffs(plan))
        return game, plans
    except CombinError as error:
        assert "\n" not in str(error)
        assert "do not fit together" not in str(error), error
        return None


def prove(shape: str, examples: int, seed: int | None = None) -> Counter[Method | str]:
    """Draw games of a shape and compare the engine with the reference; return how often each way of
    counting was met.

    A game that is refused, in one line, counts as ``refused``, one that takes too long as
    ``large``.
    seed: without, the same games each time.
    """
    met: Counter[Method | str] = Counter()

    @proof(examples, fixed=seed is None)
    @given(SHAPES[shape])
    def agree(drawn: Sheet) -> None:
        met.update(verified(drawn))

    (agree if seed is None else hypothesis.seed(seed)(agree))()
    return met


def verified(drawn: Sheet) -> list[Method | str]:
    """Return how each bet of a game was counted, its outcomes and values compared with the
    reference's.
    """
    found = planned(drawn)
    if found is None:
        return ["refused"]
    game, plans = found
    if any(ends(plan) > MOST_ENDS for plan in plans):
        return ["large"]
    for bet in game.bets:
        assert_agree(game, bet.key)
    return ["split" if plan.sets_hands else method_of(plan) for plan in plans]


def ends(plan: Plan) -> int:
    """Return how many joint outcomes and ways to play are settled."""
    known = plan.stages[-1].known if plan.stages else ()
    return plan.size((*known, *plan.columns)) * len(plan.paths)


def tell(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Compare the engine with the literal reference on games drawn at random."
    )
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4)))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--shape", choices=SHAPES, action="append")
    asked = parser.parse_args()
    until, batch = time.monotonic() + asked.seconds, 0
    met: Counter[Method | str] = Counter()
    while batch == 0 or time.monotonic() < until:
        for shape in asked.shape or SHAPES:
            tell(f"seed {asked.seed + batch}, {shape}: {met.total()} bets and refusals so far")
            met += prove(shape, 10, asked.seed + batch)
        batch += 1
    tell(
        f"seeds {asked.seed} to {asked.seed + batch - 1}: all agree; "
        + ", ".join(f"{n} {way}" for way, n in met.items())
    )


if __name__ == "__main__":
    main()
