"""Small games made at random: the engine equals the literal reference to the last integer, whatever the rules say.

Every example is one of a few shapes, so that each way of counting has its share; decks, rankings, pays and conditions are free.
"""

from __future__ import annotations

from copy import copy
from fractions import Fraction
from math import comb, prod

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from agreement import assert_agree
from combin.cards import RANK_NAMES, RANK_PLURALS, RANKS, Deck
from combin.counting import Plan, method
from combin.errors import CombinError
from combin.ranking import JOKER_READINGS, POKER, THREE_CARD, TWO_CARD, HandRanking
from combin.rules import (
    ALWAYS,
    LOSE,
    PUSH,
    Action,
    Beats,
    Below,
    Bet,
    Chose,
    Deal,
    Decide,
    Game,
    Hand,
    OfMeter,
    Pays,
    Paytable,
    Row,
    Settlement,
    Ties,
    Wager,
)  # fmt: skip

MOST = 12_000  # deals x ways to play them: what the reference does in a tenth of a second
NATURAL = {2: TWO_CARD, 3: THREE_CARD, 5: POKER}
WILD = (
    "five-aces",
    "royal-flush",
    "royal-flush-with-joker",
    "straight-flush",
    "straight-flush-with-joker",
    *POKER.families[2:],
)
MOVABLE = ("royal-flush", "suited-ace-king-queen", "straight-flush", "flush", "straight")

pays = st.one_of(st.integers(-2, 12).map(Fraction), st.fractions(min_value=-1, max_value=9, max_denominator=6))
units = st.sampled_from([Fraction(0), Fraction(1), Fraction(1), Fraction(2), Fraction(1, 2), Fraction(5, 3)])


# --- Cards -----------------------------------------------------------------------------------------------------------


@st.composite
def decks(draw, play: tuple, joker: bool) -> Deck:
    """A deck of which the play can be walked in little time; half of them hold a run of ranks."""
    sizes = [step.cards for step in play if isinstance(step, Deal)]
    ways = prod(len(step.actions) for step in play if isinstance(step, Decide))
    shapes = {
        suits: [n for n in range(1, 14) if sum(sizes) <= n * len(suits) + joker
                and deals_of(n * len(suits) + joker, sizes) * ways <= MOST][-3:]
        for suits in ("cdhs", "c", "dhs", "cdh", "dh")
    }  # fmt: skip
    assume(any(shapes.values()))
    suits, counts = draw(st.sampled_from([(suits, counts) for suits, counts in shapes.items() if counts]))
    count = draw(st.sampled_from(counts))
    if draw(st.booleans()):
        low = draw(st.integers(0, 13 - count))
        return Deck(RANKS[low : low + count], suits, int(joker))
    return Deck("".join(draw(st.permutations(RANKS))[:count]), suits, int(joker))


def deals_of(cards: int, sizes: list[int]) -> int:
    return prod(comb(cards - sum(sizes[:place]), size) for place, size in enumerate(sizes))


@st.composite
def rankings(draw, size: int, joker: bool) -> HandRanking:
    """A shipped ranking, or one in another order; with a joker one of its readings."""
    if joker:
        return HandRanking("wild", size, WILD, draw(st.sampled_from(JOKER_READINGS)))
    if draw(st.booleans()):
        return NATURAL[size]
    families = list(NATURAL[size].families)
    for moved in draw(st.lists(st.sampled_from([family for family in families if family in MOVABLE] or [""]), max_size=2)):
        if moved in families:
            families.remove(moved)
            families.insert(draw(st.integers(0, len(families) - 1)), moved)
    for left_out in draw(st.lists(st.sampled_from(MOVABLE), max_size=1)):
        families = [family for family in families if family != left_out]
    return HandRanking("odd", size, tuple(families))


# --- The play: what is dealt and decided, the hands, and which of them are compared ------------------------------------


@st.composite
def decisions(draw, name: str) -> Decide:
    names = draw(st.lists(st.sampled_from(["fold", "stay", "raise", "double"]), min_size=1, max_size=3, unique=True))
    return Decide(name, tuple(Action(word, draw(stakes), word == "fold" and draw(st.booleans())) for word in names))


stakes = st.one_of(
    st.just({}), units.map(lambda more: {"main": more}), units.map(lambda more: {"main": more, "side": Fraction(1)})
)


@st.composite
def against_an_opponent(draw):
    """The player's cards and perhaps one of the opponent's, a decision, and the rest of the opponent's."""
    size, other = draw(st.sampled_from([(2, 2), (3, 3), (3, 4), (4, 3), (5, 5)]))
    up = draw(st.booleans())
    play = (Deal("mine", size), *[Deal("up", 1)] * up, draw(decisions("only")), Deal("down", other - up))
    ranking = draw(rankings(min(size, 3) if size < 5 else 5, False))
    yours = ("up", "down") if up else ("down",)
    return play, (Hand("mine", ranking, ("mine",)), Hand("yours", ranking, yours)), ("mine",), ("mine", "yours")


@st.composite
def two_boards(draw):
    hole, first, second = draw(st.sampled_from([(2, 1, 2), (2, 1, 1), (1, 2, 2), (2, 3, 3), (3, 2, 2)]))
    size = 5 if hole + min(first, second) >= 5 else 3 if hole + min(first, second) >= 3 else 2
    play = (Deal("hole", hole), draw(decisions("only")), Deal("one", first), Deal("two", second))
    hands = (Hand("with-one", draw(rankings(size, False)), ("hole", "one")), Hand("with-two", NATURAL[size], ("hole", "two")))
    return play, hands, ("with-one", "with-two"), ()


@st.composite
def a_hole_and_a_board(draw):
    """Every card of the hole is used, with the best of a board that comes card by card."""
    hole, flop, size = draw(st.sampled_from([(1, 2, 3), (2, 2, 3), (1, 3, 3), (1, 1, 2), (2, 3, 5), (1, 4, 5)]))
    last = draw(st.booleans())
    play = (
        Deal("hole", hole), draw(decisions("first")), Deal("flop", flop), draw(decisions("second")), Deal("river", 1),
        *([draw(decisions("third"))] if last else []),
    )  # fmt: skip
    early = Hand("early", draw(rankings(size, False)), ("hole", "flop"), ("hole",))
    final = Hand("final", draw(rankings(size, False)), ("hole", "flop", "river"), ("hole",))
    return play, (final, early) if draw(st.booleans()) else (final,), ("final",), ()


@st.composite
def anything(draw, joker: bool):
    """Up to four zones, up to three decisions anywhere after the first, up to three hands of whatever zones."""
    sizes = draw(
        st.lists(st.integers(1, 3), min_size=1, max_size=4).filter(
            lambda sizes: 5 * joker <= sum(sizes) <= 7 and sum(sizes) > 1
        )
    )
    steps: list = [Deal(zone, size) for zone, size in zip("abcd", sizes)]
    for number in range(draw(st.integers(0, 3))):
        steps.insert(draw(st.integers(1, len(steps))), number)
    names = iter(["first", "second", "third"])
    play = tuple(step if isinstance(step, Deal) else draw(decisions(next(names))) for step in steps)
    zones = dict(zip("abcd", sizes))
    hands = tuple(draw(any_hand(name, zones, joker)) for name in ("ours", "mine", "yours")[: draw(st.integers(1, 3))])
    return play, hands, tuple(hand.name for hand in hands), () if joker else tuple(hand.name for hand in hands)


@st.composite
def any_hand(draw, name: str, zones: dict[str, int], joker: bool) -> Hand:
    of = draw(
        st.lists(st.sampled_from(sorted(zones)), min_size=1, unique=True).filter(
            lambda of: sum(map(zones.get, of)) > 1 + 3 * joker
        )
    )
    held = sum(zones[zone] for zone in of)
    size = 5 if joker else draw(st.sampled_from([size for size in (2, 3, 5) if size <= held]))
    must = draw(st.lists(st.sampled_from(of), max_size=0 if joker else 2, unique=True))
    kept = must if sum(zones[zone] for zone in must) <= size else []
    return Hand(name, draw(rankings(size, joker)), tuple(of), tuple(kept))


# --- Settlement ------------------------------------------------------------------------------------------------------


def lines_of(ranking: HandRanking) -> list[str]:
    """Return the names of a ranking's hands, the best first, one for each strength."""
    names = [
        *ranking.families[:-1],
        *(f"pair-of-{plural}" for plural in RANK_PLURALS),
        *(f"{rank}-high" for rank in RANK_NAMES),
    ]
    places = {ranking.threshold(name): name for name in ["ace-king", *reversed(names)]}
    return [places[place] for place in sorted(places, reverse=True)]


@st.composite
def tables(draw, name: str, hand: Hand, falling: bool) -> Paytable:
    """A paytable of some lines. Among more than five cards a joker is only paid by a table that falls from line to line."""
    known = lines_of(hand.ranking)
    places = sorted(draw(st.lists(st.integers(0, len(known) - 1), min_size=1, max_size=6, unique=True)))
    units_won = draw(st.lists(pays, min_size=len(places), max_size=len(places)))
    if falling:
        units_won = sorted((abs(units) for units in units_won), reverse=True)
    lines = {known[place]: units for place, units in zip(places, units_won)}
    meter = None if falling else draw(st.sampled_from([None, None, Fraction(7), Fraction(25, 2)]))
    if meter is not None:
        lines[known[places[0]]] = OfMeter(draw(st.sampled_from([1, Fraction(1, 10)])))
    return Paytable(name, lines, draw(st.sampled_from([LOSE, LOSE if falling else PUSH])), draw(st.booleans()), meter)


class Book:
    """What settlements are drawn from: the hands that are paid, those that are compared, and names for tables."""

    def __init__(self, play: tuple, hands: tuple[Hand, ...], paid: tuple[str, ...], compared: tuple[str, ...]) -> None:
        self.decided = [(step.name, action) for step in play if isinstance(step, Decide) for action in step.actions]
        self.paid = [hand for hand in hands if hand.name in paid]
        self.compared = [hand for hand in hands if hand.name in compared]
        sizes = {step.zone: step.cards for step in play if isinstance(step, Deal)}
        self.falling = {hand.name for hand in hands if hand.ranking.joker and sum(sizes[zone] for zone in hand.zones) > 5}
        self.names = map("table-{}".format, range(1000))

    def alone(self) -> Book:
        """Return the book of a bet that is the same whatever is done, and compares no hands."""
        book = copy(self)
        book.decided, book.compared = [], []
        return book


@st.composite
def cells(draw, book: Book, columns: tuple[str, ...], pay: bool = False) -> tuple:
    """One cell a column; pay: the first is a paytable."""
    row: list = []
    for _ in columns:
        if draw(st.booleans()) or (pay and not row):
            hand = draw(st.sampled_from(book.paid))
            row.append(Pays(draw(tables(next(book.names), hand, hand.name in book.falling)), hand.name))
        else:
            row.append(draw(pays))
    return tuple(row)


@st.composite
def conditions(draw, book: Book):
    """What hands say of each other: the last compared hand is below a name, or the first beats or ties one of its ranking."""
    hand, last = book.compared[0], book.compared[-1]
    other = draw(st.sampled_from([one for one in book.compared if one.ranking == hand.ranking]))
    return draw(st.sampled_from([
        Below(last.name, draw(st.sampled_from(lines_of(last.ranking)))),
        Beats(hand.name, other.name),
        Beats(other.name, hand.name),
        Ties(hand.name, other.name),
    ]))  # fmt: skip


@st.composite
def settlements(draw, book: Book, columns: tuple[str, ...], name: str = "") -> Settlement:
    rows = [Row(f"gone-{at}", Chose(act.name, at), tuple(draw(pays) for _ in columns)) for at, act in book.decided if act.ends]
    if book.decided and draw(st.booleans()):
        at, action = draw(st.sampled_from(book.decided))
        rows.append(Row("chose", Chose(action.name, draw(st.sampled_from(["", at]))), draw(cells(book, columns))))
    for number in range(draw(st.integers(0, 3 * bool(book.compared)))):
        rows.append(Row(f"row-{number}", draw(conditions(book)), draw(cells(book, columns))))
    rows.append(Row("", ALWAYS, draw(cells(book, columns, pay=not rows or not book.compared))))
    return Settlement(columns, tuple(rows), name)


@st.composite
def games(draw, shape, joker: bool = False) -> Game:
    play, hands, paid, compared = draw(shape)
    book = Book(play, hands, paid, compared)
    together = draw(st.sampled_from([(("main", "side"),), (("main",), ("side",)), (("side", "main"), ("main",))]))
    settled = tuple(draw(settlements(book, columns, "-".join(columns))) for columns in together)
    base = Bet("base", (Wager("main", 1), Wager("side", draw(units))), "main", settled)
    extra = Bet("extra", (Wager("extra", 1),), "extra", (draw(settlements(book.alone(), ("extra",))),))
    return Game("random", "Random", "none", draw(decks(play, joker)), play, hands, (base, extra)).resolve()


# --- Proofs ----------------------------------------------------------------------------------------------------------

SHAPES = {
    "opponent": games(against_an_opponent()),
    "boards": games(two_boards()),
    "rows": games(a_hole_and_a_board()),
    "anything": games(anything(False)),
    "joker": games(anything(True), joker=True),
}


def proof(examples: int):
    return settings(max_examples=examples, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))


def plan_of(game: Game, bet: Bet) -> Plan:
    """Return the plan of a bet; what has more parts than the kernels have room for is no example."""
    try:
        return Plan(game, bet)
    except CombinError as error:
        assume("that can be counted" not in str(error))
        raise


@pytest.mark.parametrize("shape", SHAPES)
def test_random_games(shape):
    met = set()

    @proof(25)
    @given(SHAPES[shape])
    def agree(game):
        for bet in game.bets:
            met.add(method(plan_of(game, bet)))
            assert_agree(game, bet.key)

    agree()
    assert {"opponent": "removal", "boards": "boards", "rows": "rows"}.get(shape, "walk") in met
