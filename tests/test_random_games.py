"""Small games made at random: the engine equals the literal reference to the last integer, whatever the rules say."""

from __future__ import annotations

from fractions import Fraction
from math import comb, prod

from agreement import assert_agree
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from combin.cards import RANK_NAMES, RANK_PLURALS, RANKS, Deck
from combin.ranking import JOKER_READINGS, POKER, THREE_CARD, TWO_CARD, HandRanking
from combin.rules import (
    ALWAYS, LOSE, PUSH, Action, Beats, Below, Bet, Chose, Deal, Decide, Game, Hand, OfMeter, Pays, Paytable, Row, Settlement,
    Ties, Wager,
)  # fmt: skip

MOST_DEALS = 25_000  # what the reference walks in a fifth of a second
WILD = ("five-aces", "royal-flush", "royal-flush-with-joker", "straight-flush", "straight-flush-with-joker", *POKER.families[2:])

decks = st.builds(
    lambda ranks, suits, jokers: Deck("".join(ranks), suits, jokers),
    st.lists(st.sampled_from(RANKS), min_size=1, max_size=8, unique=True),
    st.sampled_from(["c", "dh", "cs", "cdh", "dhs", "cdhs"]),
    st.sampled_from([0, 0, 1]),
)
pays = st.one_of(
    st.integers(-2, 12).map(Fraction),
    st.fractions(min_value=-1, max_value=9, max_denominator=6),
)
units = st.sampled_from([Fraction(0), Fraction(1), Fraction(1), Fraction(2), Fraction(1, 2), Fraction(5, 3)])
orders = st.permutations


@st.composite
def rankings(draw, size: int, joker: bool) -> HandRanking:
    shipped = {2: TWO_CARD, 3: THREE_CARD, 5: POKER}[size]
    if not joker:
        return shipped
    return HandRanking("wild", size, WILD, draw(st.sampled_from(JOKER_READINGS)))


@st.composite
def plays(draw, deck: Deck):
    """Deals of up to eight cards and up to three decisions, none before a card is seen."""
    deals = [Deal(zone, draw(st.integers(1, 3))) for zone in "abcde"[: draw(st.integers(1, 4))]]
    before, ways = 0, 1
    for deal in deals:
        ways *= comb(len(deck) - before, deal.cards) if before + deal.cards <= len(deck) else 0
        before += deal.cards
    assume(0 < ways <= MOST_DEALS)
    steps = [deals[0], *deals[1:]]
    for number in range(draw(st.integers(0, 3))):
        steps.insert(draw(st.integers(1, len(steps))), number)
    names = iter(["first", "second", "third"])
    return tuple(step if isinstance(step, Deal) else Decide(next(names), draw(actions())) for step in steps)


@st.composite
def actions(draw) -> tuple[Action, ...]:
    names = draw(st.lists(st.sampled_from(["fold", "stay", "raise", "double"]), min_size=1, max_size=3, unique=True))
    return tuple(
        Action(name, {} if name == "fold" else {"main": draw(units)} if draw(st.booleans()) else {"main": draw(units), "side": 1},
               ends=name == "fold" and draw(st.booleans()))
        for name in names
    )  # fmt: skip


@st.composite
def hands(draw, zones: dict[str, int], joker: bool) -> tuple[Hand, ...]:
    made = []
    for name in ("mine", "yours", "ours")[: draw(st.integers(1, 3))]:
        of = draw(st.lists(st.sampled_from(sorted(zones)), min_size=1, max_size=len(zones), unique=True))
        held = sum(zones[zone] for zone in of)
        sizes = [size for size in ((5,) if joker else (2, 3, 5)) if size <= held]
        assume(sizes)
        size = draw(st.sampled_from(sizes))
        must = [] if joker else draw(st.lists(st.sampled_from(sorted(of)), max_size=2, unique=True))
        assume(sum(zones[zone] for zone in must) <= size)
        made.append(Hand(name, draw(rankings(size, joker)), tuple(of), tuple(must)))
    return tuple(made)


def lines_of(ranking: HandRanking) -> list[str]:
    """Return the names of a ranking's hands, the best first, one for each strength."""
    names = [*ranking.families[:-1], *(f"pair-of-{plural}" for plural in RANK_PLURALS), *(f"{rank}-high" for rank in RANK_NAMES)]
    places = {ranking.threshold(name): name for name in ["ace-king", *reversed(names)]}
    return [places[place] for place in sorted(places, reverse=True)]


@st.composite
def tables(draw, name: str, ranking: HandRanking) -> Paytable:
    known = lines_of(ranking)
    places = draw(st.lists(st.integers(0, len(known) - 1), min_size=1, max_size=6, unique=True))
    meter = draw(st.sampled_from([None, Fraction(7), Fraction(25, 2)]))
    lines = {known[place]: draw(pays) for place in sorted(places)}
    if meter is not None:
        lines[known[min(places)]] = OfMeter(draw(st.sampled_from([1, Fraction(1, 10)])))
    return Paytable(name, lines, draw(st.sampled_from([LOSE, PUSH])), draw(st.booleans()), meter)


@st.composite
def conditions(draw, made: tuple[Hand, ...], joker: bool):
    """What hands say; hands that may hold the joker are not compared."""
    if joker:
        return ALWAYS
    hand = draw(st.sampled_from(made))
    others = [other for other in made if other.ranking == hand.ranking]
    kind = draw(st.sampled_from([Below, Beats, Ties]))
    if kind is Below:
        return Below(hand.name, draw(st.sampled_from(lines_of(hand.ranking))))
    return kind(hand.name, draw(st.sampled_from(others)).name)


@st.composite
def cells(draw, made: tuple[Hand, ...], columns: tuple[str, ...], names):
    row = []
    for _ in columns:
        if draw(st.booleans()):
            hand = draw(st.sampled_from(made))
            row.append(Pays(draw(tables(next(names), hand.ranking)), hand.name))
        else:
            row.append(draw(pays))
    return tuple(row)


@st.composite
def settlements(draw, play, made: tuple[Hand, ...], columns: tuple[str, ...], joker: bool, name: str, names) -> Settlement:
    decided = [(step.name, action) for step in play if isinstance(step, Decide) for action in step.actions]
    rows = [
        Row(f"ended-{at}", Chose(action.name, at), tuple(draw(pays) for _ in columns)) for at, action in decided if action.ends
    ]
    if decided and draw(st.booleans()):
        at, action = draw(st.sampled_from(decided))
        rows.append(Row(action.name, Chose(action.name, draw(st.sampled_from(["", at]))), draw(cells(made, columns, names))))
    for number in range(draw(st.integers(0, 3))):
        rows.append(Row(f"row-{number}", draw(conditions(made, joker)), draw(cells(made, columns, names))))
    hand = draw(st.sampled_from(made))  # a bet without any hand is no game
    last = (Pays(draw(tables(next(names), hand.ranking)), hand.name), *draw(cells(made, columns[1:], names)))
    rows.append(Row("", ALWAYS, last))
    return Settlement(columns, tuple(rows), name)


@st.composite
def games(draw) -> Game:
    deck = draw(decks)
    assume(2 <= len(deck) <= 16)
    play = draw(plays(deck))
    joker = bool(deck.jokers)
    made = draw(hands({step.zone: step.cards for step in play if isinstance(step, Deal)}, joker))
    names = map("table-{}".format, range(100))
    shapes = draw(st.sampled_from([(("main", "side"),), (("main",), ("side",)), (("side", "main"), ("main",))]))
    settled = tuple(draw(settlements(play, made, columns, joker, "".join(columns), names)) for columns in shapes)
    base = Bet("base", (Wager("main", 1), Wager("side", draw(units))), "main", settled)
    extra = Bet("extra", (Wager("extra", 1),), "extra", (draw(settlements((), made, ("extra",), joker, "", names)),))
    return Game("random", "Random", "none", deck, play, made, (base, extra)).resolve()


def ways_of(game: Game) -> int:
    return prod(len(decision.actions) for decision in game.decisions)


@settings(max_examples=80, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(games())
def test_random_games(game):
    assume(ways_of(game) <= 18)
    for bet in game.bets:
        assert_agree(game, bet.key)
