"""The order of hands in the kernels against other people's evaluators and literal readings, all
hands where there are few.
"""

from __future__ import annotations

import random
from array import array
from itertools import combinations
from math import comb

import pytest

from agreement import cards, mask, wild_rankings
from combin.cards import JOKER, RANK_NAMES, RANK_PLURALS, RANKS, SUITS, Deck, cards_of, mask_of
from combin.counting import Plan
from combin.counting.program import program
from combin.errors import CombinError
from combin.kernels import completions, walk
from combin.kernels.constants import MAX_FAMILIES
from combin.proof import reference
from combin.proof.reference import HandReader, reaches
from combin.ranking import (
    FOUR_CARD,
    JOKER_ACE_OR_STRAIGHT_FLUSH,
    JOKER_ANY_ACE_OR_STRAIGHT_FLUSH,
    JOKER_BUG,
    JOKER_READINGS,
    LONGEST_FLUSH,
    LONGEST_FLUSH_DEUCES_WILD,
    LONGEST_STRAIGHT_FLUSH,
    MOST_FAMILIES,
    POCKET_ACES,
    POCKET_PICTURES,
    POKER,
    SHAPES,
    THREE_CARD,
    TWO_CARD,
    WILD,
    HandRanking,
    longest_flushes,
)  # fmt: skip
from combin.rules import (
    ALWAYS,
    Beats,
    Bet,
    Deal,
    Game,
    Hand,
    Pays,
    Paytable,
    Row,
    Settlement,
    Wager,
)
from combin.rules.facts import Order, PaidLine

READINGS = (JOKER_ACE_OR_STRAIGHT_FLUSH, JOKER_ANY_ACE_OR_STRAIGHT_FLUSH, JOKER_BUG)
WHOLE = (POKER, FOUR_CARD, THREE_CARD, TWO_CARD, *READINGS)
WEAKER, EQUAL, STRONGER = range(3)


def plan_of(ranking: HandRanking, size: int, row: Row, deck: Deck) -> Plan:
    """Return the plan of a bet on two hands of `size` cards."""
    hands = (
        Hand("one", ranking, ("one",)),
        *[Hand("two", ranking, ("two",))] * (row.when != ALWAYS),
    )
    rest = (row, Row("rest", ALWAYS, (0,))) if row.when != ALWAYS else (row,)
    bet = Bet("base", (Wager("bet", 1),), "bet", (Settlement(("bet",), rest),))
    game = Game(
        "hands", "Hands", "none", deck, (Deal("one", size), Deal("two", size)), hands, (bet,)
    ).resolve()
    return Plan(game, game.bets[0])


def compare(ranking: HandRanking, size: int, pairs: array) -> array:
    """Return for masks, two by two, how the first hand compares with the second."""
    plan = plan_of(ranking, size, Row("first", Beats("one", "two"), (1,)), Deck())
    code = program(plan, [("one",), ("two",)], (Order("one", "two"),))
    found = array("q", bytes(4 * 2 * len(pairs) // 2))
    completions.columns(2, pairs, code, found)
    return found


def verify_order(ranking: HandRanking, size: int, valued: list[tuple[int, int]]) -> None:
    """The kernels order the hands, (value, mask) each, as their values do: each against the next in
    order, and both ways.
    """
    valued.sort()
    pairs = array("Q", (hand for one, two in zip(valued, valued[1:]) for hand in (two[1], one[1])))
    expected = array(
        "q", (STRONGER if two[0] > one[0] else EQUAL for one, two in zip(valued, valued[1:]))
    )
    assert compare(ranking, size, pairs) == expected
    turned = array("Q", (hand for one, two in zip(valued, valued[1:]) for hand in (one[1], two[1])))
    assert compare(ranking, size, turned) == array("q", (2 - order for order in expected))


# --- All hands, in order -----------------------------------------------------------------------


def bits(numbers) -> int:
    """Return the mask of cards numbered rank x 4 + suit."""
    return mask_of(16 * (card % 4) + card // 4 for card in numbers)


@pytest.mark.slow
def test_all_five_card_hands():
    """2,598,960 hands in the order of eval7's values, each compared with the next."""
    numpy = pytest.importorskip("numpy")
    pytest.importorskip("eval7")
    from oracles.common import five, sets

    order = numpy.argsort(five(), kind="stable")
    hands, values = sets(52, 5)[order].astype(numpy.uint64), five()[order]
    masks = (numpy.uint64(1) << (hands % 4 * 16 + hands // 4)).sum(axis=1, dtype=numpy.uint64)
    pairs = numpy.column_stack((masks[1:], masks[:-1])).ravel()
    found = compare(POKER, 5, array("Q", pairs.tobytes()))
    assert numpy.array_equal(
        numpy.frombuffer(found, dtype=numpy.int64), 1 + (values[1:] > values[:-1])
    )
    assert (
        int((values[1:] > values[:-1]).sum()) + 1 == 7_462
    )  # the classes of five-card hands that differ


def ranks_down(hand) -> list[int]:
    return sorted((card // 4 for card in hand), reverse=True)


def value_of_three(hand: tuple[int, ...]) -> tuple:
    """Return what the felt says of three cards, numbered rank x 4 + suit; the greater wins."""
    high, middle, low = ranks_down(hand)
    suited = len({card % 4 for card in hand}) == 1
    top = (
        high
        if (middle, low) == (high - 1, high - 2)
        else 1
        if (high, middle, low) == (12, 1, 0)
        else None
    )
    if suited and top is not None:
        return (6 if top == 12 else 5), top
    if high == low:
        return 4, high
    if top is not None:
        return 3, top
    if suited:
        return 2, high, middle, low
    if middle in (high, low):
        return 1, middle, high if middle == low else low
    return 0, high, middle, low


def value_of_four(hand: tuple[int, ...]) -> tuple:
    """Return what the felt says of four cards, numbered rank x 4 + suit; the greater wins."""
    ranks = ranks_down(hand)
    suited = len({card % 4 for card in hand}) == 1
    apart = len(set(ranks)) == 4
    wheel = ranks == [12, 2, 1, 0]
    top = 2 if wheel else ranks[0] if apart and ranks[0] - ranks[3] == 3 else None
    held = sorted(ranks, key=lambda rank: (-ranks.count(rank), -rank))
    if ranks[0] == ranks[3]:
        return 7, ranks[0]
    if suited and top is not None:
        return 6, top
    if held[0] == held[2]:
        return 5, *held
    if suited:
        return 4, *ranks
    if top is not None:
        return 3, top
    if held[0] == held[1] and held[2] == held[3]:
        return 2, *held
    return int(not apart), *held


def value_of_two(hand: tuple[int, ...]) -> tuple:
    high, low = ranks_down(hand)
    return (1, high) if high == low else (0, high, low)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ranking", "value"),
    [(FOUR_CARD, value_of_four), (THREE_CARD, value_of_three), (TWO_CARD, value_of_two)],
    ids=["four", "three", "two"],
)
def test_all_small_hands(ranking, value):
    hands = [(value(hand), bits(hand)) for hand in combinations(range(52), ranking.size)]
    places = {value: place for place, value in enumerate(sorted({value for value, _ in hands}))}
    verify_order(ranking, ranking.size, [(places[value], hand) for value, hand in hands])


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("size", (5, 6, 7))
def test_the_best_four_of_more_cards(size):
    drawn = random.Random(size)
    decks = [range(52)] * 3 + [range(16, 40), [*range(16), *range(48, 52)]]
    hands = [tuple(sorted(drawn.sample(drawn.choice(decks), size))) for _ in range(5_000)]
    valued = [(max(map(value_of_four, combinations(hand, 4))), bits(hand)) for hand in hands]
    verify_order(FOUR_CARD, size, valued)


def test_best_five_of_seven_by_eval7():
    eval7 = pytest.importorskip("eval7")
    deck = [eval7.Card(rank + suit) for rank in RANKS for suit in SUITS]
    drawn = random.Random(7)
    hands = [drawn.sample(range(52), 7) for _ in range(20_000)]
    verify_order(
        POKER, 7, [(eval7.evaluate([deck[card] for card in hand]), bits(hand)) for hand in hands]
    )


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("size", (5, 6, 7))
def test_best_five_by_phevaluator(size):
    """Its values are places from the best, so they are turned around."""
    phevaluator = pytest.importorskip("phevaluator")
    drawn = random.Random(size)
    hands = [drawn.sample(range(52), size) for _ in range(20_000)]
    verify_order(POKER, size, [(-phevaluator.evaluate_cards(*hand), bits(hand)) for hand in hands])


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("size", (6, 7))
def test_the_strongest_seven_cards_by_phevaluator(size):
    """Cards of two suits and few ranks: straight flushes, fours and full houses are as common as
    anything else.
    """
    phevaluator = pytest.importorskip("phevaluator")
    drawn = random.Random(size)
    hands = {tuple(sorted(drawn.sample([4 * rank + suit for rank in ranks for suit in suits], size)))
             for ranks, suits in [(range(4, 13), (0, 1)), ((12, 0, 1, 2, 3, 4, 5), (2, 3)), ((0, 5, 12), range(4))]
             for _ in range(7_000)}  # fmt: skip
    verify_order(POKER, size, [(-phevaluator.evaluate_cards(*hand), bits(hand)) for hand in hands])


# --- Patterns ----------------------------------------------------------------------------------


def suits_of(hand: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the ranks of each suit, from the highest, of cards numbered rank x 4 + suit."""
    ranks = [(card // 4, card % 4) for card in sorted(hand, reverse=True)]
    return [tuple(rank for rank, of in ranks if of == suit) for suit in range(4)]


def longest_flush(hand: tuple[int, ...]) -> tuple:
    return max((len(ranks), ranks) for ranks in suits_of(hand))


def longest_run(hand: tuple[int, ...]) -> tuple[int, int]:
    """Return how many cards of a suit follow each other, and the highest rank, below a deuce -1."""
    runs = [(0, 0)]
    for ranks in suits_of(hand):
        held = {*ranks, *(-1 for rank in ranks if rank == 12)}
        for top in held - {-1}:
            length = next(length for length in range(1, 15) if top - length not in held)
            runs.append((length, top))
    return max(runs)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ranking", "value"),
    [(LONGEST_FLUSH, longest_flush), (LONGEST_STRAIGHT_FLUSH, longest_run)],
    ids=lambda value: getattr(value, "name", ""),
)
def test_the_longest_of_seven_cards(ranking, value):
    drawn = random.Random(3)
    decks = [range(52)] * 3 + [[*range(0, 52, 4), 1, 2, 3, 5, 6, 7], [*range(16), *range(48, 52)]]
    hands = [tuple(drawn.sample(drawn.choice(decks), 7)) for _ in range(20_000)]
    values = sorted({value(hand) for hand in hands})
    places = {one: place for place, one in enumerate(values)}
    verify_order(ranking, 7, [(places[value(hand)], bits(hand)) for hand in hands])


def test_lengths_of_flushes_by_closed_forms():
    """Four to seven cards of a suit cannot be of two suits among seven cards."""
    lines = LONGEST_FLUSH.families[:4]
    table = Paytable("", dict.fromkeys(lines, 1))
    plan = plan_of(LONGEST_FLUSH, 7, Row("", ALWAYS, (Pays(table, "one"),)), Deck())
    code = program(plan, [("one",)], (PaidLine("one", lines),))
    counts = array("q", bytes(8 * 5))
    walk.census(Deck().mask, array("q", [7]), -1, code, counts, 0, 1)
    assert list(counts[:4]) == [4 * comb(13, n) * comb(39, 7 - n) for n in (7, 6, 5, 4)]
    assert sum(counts) == comb(52, 7)


# What pocket bonuses pay, and the combinations of 1,326.
POCKETS = {
    POCKET_ACES: (6, 4, 4, 4, 12, 12, 12, 72),
    POCKET_PICTURES: (6, 4, 4, 4, 12, 6, 6, 6, 12, 12, 54),
}


@pytest.mark.parametrize("ranking", POCKETS, ids=lambda ranking: ranking.name)
def test_all_pockets(ranking):
    lines = ranking.families[:-1]
    plan = plan_of(
        ranking, 2, Row("", ALWAYS, (Pays(Paytable("", dict.fromkeys(lines, 1)), "one"),)), Deck()
    )
    hands = [bits(hand) for hand in combinations(range(52), 2)]
    columns = array("q", bytes(8 * len(hands)))
    completions.columns(
        1, array("Q", hands), program(plan, [("one",)], (PaidLine("one", lines),)), columns
    )
    counts = POCKETS[ranking]
    assert [columns.count(line) for line in range(len(lines))] == list(counts)
    assert columns.count(len(lines)) == 1_326 - sum(counts)
    reader = HandReader(Hand("one", ranking, ("one",)), ["one"])
    assert [(column,) for column in columns] == [read(reader, hand, lines) for hand in hands]


def longest_of(chosen: list[int], others: list[tuple[int, int]], wild: int) -> tuple:
    """Return the longest flush when the last cards, wild ones, may be any cards of a whole pack."""
    natural = [(card % 16, card // 16) for card in chosen]
    suits = [sorted((rank for rank, s in natural if s == suit), reverse=True) for suit in range(4)]
    if not wild:
        return max((len(suit), suit) for suit in suits)
    absent = (rank + 16 * suit for rank, suit in others if rank + 16 * suit not in chosen)
    return max(longest_of([*chosen, card], others, wild - 1) for card in absent)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(("ranks", "suits", "wild"), [("2", "cdhs", 2), ("9", "cdhs", 1),
    ("A", "dh", 2), ("2A", "cs", 2)])  # fmt: skip
def test_wild_cards_are_the_best_cards_they_may_stand_for(ranks, suits, wild):
    """Of five cards, up to two of them wild: each tried as every card not in the hand."""
    ranking = HandRanking("wild", 5, longest_flushes(5), wild=ranks)
    reader = HandReader(Hand("one", ranking, ("one",)), ["one"])
    drawn = random.Random(ranks)
    deck = Deck().cards
    wilds = [card for card in deck if RANKS[card % 16] in ranks]
    naturals = [card for card in deck if card not in wilds]
    pack = [(rank, suit) for rank in range(13) for suit in range(4)]
    hands = []
    for held in range(wild + 1):
        for _ in range(25):
            natural = drawn.sample(naturals, 5 - held)
            best = longest_of(natural, pack, held)
            hands.append((best, mask_of([*natural, *drawn.sample(wilds, held)])))
    for best, hand in hands:
        ((place, longest),) = reader.values((hand,))
        assert (place + 1, list(longest)) == best
    verify_order(ranking, 5, hands)


PATTERNED = HandRanking(
    "patterned", 5,
    (
        "royal-flush", "straight-flush", "four-of-a-kind-of-aces", "four-card-straight-flush",
        "four-of-a-kind", "full-house", "flush", "suited-king-queen-jack", "four-card-flush",
        "straight", "three-of-a-kind", "ace-king-queen", "two-pair",
        "pair-of-aces", "pair", "high-card",
    ),
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    "ranking",
    (PATTERNED, LONGEST_FLUSH, LONGEST_FLUSH_DEUCES_WILD, LONGEST_STRAIGHT_FLUSH),
    ids=lambda ranking: ranking.name,
)
def test_patterns_are_read_as_their_names_say(ranking):
    """The line of each of some hands is that of the literal reading."""
    drawn = random.Random(5)
    decks = [Deck().cards, Deck("TJQKA").cards, Deck("2345678A", "cd").cards]
    hands = [mask_of(drawn.sample(deck, 7)) for deck in decks for _ in range(400)]
    lines = tuple(name for name in ranking.families[:-1])
    plan = plan_of(
        ranking, 7, Row("", ALWAYS, (Pays(Paytable("", dict.fromkeys(lines, 1)), "one"),)), Deck()
    )
    columns = array("q", bytes(8 * len(hands)))
    completions.columns(
        1, array("Q", hands), program(plan, [("one",)], (PaidLine("one", lines),)), columns
    )
    reader = HandReader(Hand("one", ranking, ("one",)), ["one"])
    assert [(column,) for column in columns] == [read(reader, hand, lines) for hand in hands]
    assert len(set(columns)) > 4


# --- The joker ---------------------------------------------------------------------------------

LINES = (*JOKER_BUG.families[:-1], "ace-king", "ace-high", "king-high")
WITH_JOKER = Deck(jokers=1)
MENU_LINES = tuple(
    sorted((*LINES, "pair-of-aces", "pair-of-tens"), key=JOKER_BUG.threshold, reverse=True)
)


def menus_of(
    ranking: HandRanking,
    size: int,
    hands: list[int],
    lines: tuple[str, ...] = MENU_LINES,
    deck: Deck = WITH_JOKER,
) -> list[tuple[int, ...]]:
    """Return the lines that the kernels let each hand of `size` cards be called."""
    table = Paytable("", dict.fromkeys(lines, 1))
    plan = plan_of(ranking, size, Row("", ALWAYS, (Pays(table, "one"),)), deck)
    fact = PaidLine("one", table.lines)
    columns = array("q", bytes(8 * len(hands)))
    completions.columns(1, array("Q", hands), program(plan, [("one",)], (fact,)), columns)
    return [plan.domain(fact)[column] for column in columns]


def read(reader: HandReader, hand: int, lines: tuple[str, ...] = MENU_LINES) -> tuple[int, ...]:
    """Return the lines that the literal reading allows."""
    reached = {
        next(
            (line for line, name in enumerate(lines) if reaches(value, name, reader.ranking)),
            len(lines),
        )
        for value in reader.values((hand,))
    }
    return tuple(sorted(reached))


def with_the_joker() -> list[int]:
    """Return the joker with one of each kind of four other cards, suits relabelled: 16,432
    hands.
    """
    masks, _ = walk.states(Deck().mask, array("q", [4]), array("Q"), -1)
    return [cards | 1 << JOKER for cards in masks]


@pytest.mark.slow
@pytest.mark.parametrize("ranking", READINGS, ids=lambda ranking: ranking.joker)
def test_what_the_joker_may_be_in_every_hand(ranking):
    hands = with_the_joker()
    assert len(hands) == 16_432
    reader = HandReader(Hand("one", ranking, ("one",)), ["one"])
    assert menus_of(ranking, 5, hands) == [read(reader, hand) for hand in hands]


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("ranking", READINGS, ids=lambda ranking: ranking.joker)
def test_hands_without_the_joker_are_read_in_one_way(ranking):
    drawn = random.Random(4)
    hands = [mask_of(drawn.sample(Deck().cards, 5)) for _ in range(2_000)]
    reader = HandReader(Hand("one", ranking, ("one",)), ["one"])
    assert menus_of(ranking, 5, hands) == [read(reader, hand) for hand in hands]


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("size", (6, 7))
@pytest.mark.parametrize("ranking", READINGS, ids=lambda ranking: ranking.joker)
def test_the_best_of_more_cards_with_the_joker(ranking, size):
    """The best line on both menus is the same; what is below it, no table of such a hand can pay
    more.
    """
    drawn = random.Random(size)
    near = [
        drawn.sample([16 * suit + rank for rank in (12, *range(4)) for suit in range(4)], size - 1)
        for _ in range(200)
    ]
    wide = [drawn.sample(Deck().cards, size - 1) for _ in range(100)]
    hands = [mask_of([*hand, JOKER]) for hand in (*near, *wide)]
    reader = HandReader(Hand("one", ranking, ("one",)), ["one"])
    for lines in (MENU_LINES[::2], MENU_LINES[1::2]):
        assert [min(menu) for menu in menus_of(ranking, size, hands, lines)] == [
            min(read(reader, hand, lines)) for hand in hands
        ]


# Runs at both ends, of many suits and of few; one suit alone makes hands that a run of five cannot
# be told apart in.
JOKER_DECKS = (
    Deck("2345A", jokers=1),
    Deck("9TJQKA", "cdh", 1),
    Deck("789TJQKA", "ds", 1),
    Deck(suits="h", jokers=1),
)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("size", (5, 6, 7))
@pytest.mark.parametrize("reading", JOKER_READINGS)
def test_the_joker_where_a_ranking_leaves_families_out(reading, size):
    """Every subset of the families: what five cards may be called, and the best that more cards may
    be called.
    """
    drawn = random.Random(f"{reading} {size}")
    for number, ranking in enumerate(wild_rankings(reading)):
        deck = JOKER_DECKS[(number + size) % 4]
        naturals = [card for card in deck.cards if card != JOKER]
        hands = [mask_of([*drawn.sample(naturals, size - 1), JOKER]) for _ in range(25)]
        lines = tuple(name for name in MENU_LINES if name not in SHAPES or name in ranking.families)
        lines = tuple(sorted(lines, key=ranking.threshold, reverse=True))
        played = ranking.with_runs_of(deck.ranks)
        reader = HandReader(Hand("one", played, ("one",)), ["one"])
        found = menus_of(ranking, size, hands, lines, deck)
        expected = [read(reader, hand, lines) for hand in hands]
        if size > 5:
            found, expected = [min(menu) for menu in found], [min(menu) for menu in expected]
        assert found == expected, (ranking.families, deck)


# --- Names -------------------------------------------------------------------------------------

EXAMPLES = [
    # the weakest hand that deserves a name, and the strongest that does not
    (POKER, "pair-of-tens-or-better", "Tc Td 4h 3s 2c", "9c 9d Ah Ks Qc"),
    (POKER, "pair-of-nines", "9c 9d 4h 3s 2c", "8c 8d Ah Ks Qc"),
    (POKER, "ace-king", "Ac Kd 4h 3s 2c", "Ac Qd Jh Ts 9c"),
    (POKER, "queen-high", "Qc 5d 4h 3s 2c", "Jc Td 9h 8s 6c"),
    (POKER, "straight", "5c 4d 3h 2s Ac", "Ac Ad Ah Ks Qs"),
    (POKER, "flush", "7c 5c 4c 3c 2c", "Ac Kd Qh Js Ts"),
    (POKER, "full-house", "2c 2d 2h 3s 3c", "Ac Kc Qc Jc 9c"),
    (POKER, "royal-flush", "As Ks Qs Js Ts", "Ks Qs Js Ts 9s"),
    (THREE_CARD, "queen-high", "Qc 3d 2h", "Jc Td 8h"),
    (THREE_CARD, "straight", "Ac 2d 3h", "Ac Kc Jc"),
    (THREE_CARD, "suited-ace-king-queen", "As Ks Qs", "Ks Qs Js"),
    (FOUR_CARD, "four-of-a-kind-of-aces", "Ac Ad Ah As", "Kc Kd Kh Ks"),
    (FOUR_CARD, "three-of-a-kind-of-nines-or-better", "9c 9d 9h 2c", "8c 8d 8h Ac"),
    (FOUR_CARD, "straight", "4c 3d 2h As", "Ac Ad Kh Ks"),
    (FOUR_CARD, "flush", "6c 4c 3c 2c", "Ac Kd Qh Js"),
    (FOUR_CARD, "king-queen-eight-four", "Kc Qd 8h 4s", "Kc Qd 8h 3s"),
    (LONGEST_FLUSH, "three-card-flush-nine-high", "9c 3c 2c Ad Kd Ah Kh", "8c 7c 6c Ad Kd Ah Kh"),
    (
        LONGEST_FLUSH,
        "three-card-flush-ten-eight-six",
        "Tc 8c 6c Ad Kd Ah Kh",
        "Tc 8c 5c Ad Kd Ah Kh",
    ),
    (
        LONGEST_STRAIGHT_FLUSH,
        "three-card-straight-flush",
        "3c 2c Ac Qc Tc 8d 6d",
        "Ac Kc Ad Kd Ah Kh As",
    ),
    (POKER, "four-of-a-kind-of-jacks", "Jc Jd Jh Js 2c", "Tc Td Th Ts Ac"),
    (TWO_CARD, "pair-of-sevens", "7c 7d", "6c 6d"),
]


@pytest.mark.parametrize(
    ("ranking", "name", "least", "most"),
    EXAMPLES,
    ids=lambda value: str(getattr(value, "name", value)),
)
def test_a_name_is_the_weakest_hand_that_deserves_it(ranking, name, least, most):
    plan = plan_of(
        ranking, ranking.size, Row("", ALWAYS, (Pays(Paytable("", {name: 1}), "one"),)), Deck()
    )
    columns = array("q", [-1, -1])
    completions.columns(
        1,
        array("Q", [mask(least), mask(most)]),
        program(plan, [("one",)], (PaidLine("one", (name,)),)),
        columns,
    )
    assert list(columns) == [0, 1]


def test_a_strength_tells_its_family():
    for ranking in WHOLE:
        strengths = [ranking.threshold(family) for family in ranking.families]
        assert strengths == sorted(strengths, reverse=True)
        assert [ranking.family_of(strength) for strength in strengths] == list(ranking.families)
        assert (
            ranking.threshold("pair-of-aces")
            > ranking.threshold("pair-of-twos")
            == ranking.threshold("pair")
        )
        assert (
            ranking.threshold("ace-king")
            > ranking.threshold("ace-high")
            > ranking.threshold("king-high")
        )


def test_a_strength_tells_its_ranks():
    """Of a pattern, too, where ranks are bits."""
    three = LONGEST_FLUSH.threshold("three-card-flush-ten-eight-six")
    assert LONGEST_FLUSH.family_of(three) == "three-card-flush"
    assert LONGEST_FLUSH.ranks_of(three) == [8, 6, 4]
    assert FOUR_CARD.ranks_of(FOUR_CARD.threshold("king-queen-eight-four")) == [11, 10, 6, 2]
    assert not POCKET_ACES.ranks_of(POCKET_ACES.threshold("suited-ace-king"))


MIXED = HandRanking(
    "patterns among families", 3,
    ("straight-flush", "three-of-a-kind", "straight", "flush", "pair", "two-card-straight-flush",
     "two-card-flush", "high-card"),
)  # fmt: skip


@pytest.mark.slow_after(4)
@pytest.mark.parametrize(
    "ranking", [*WHOLE, *POCKETS, LONGEST_FLUSH, LONGEST_STRAIGHT_FLUSH, PATTERNED, MIXED],
    ids=lambda ranking: ranking.name,
)  # fmt: skip
def test_the_engine_reads_names_as_the_reference_does(ranking):
    """Each name that any ranking knows: as the same weakest hand, or refused where it is none of
    this ranking's.
    """
    every = [
        one for known in (*WHOLE, LONGEST_FLUSH, PATTERNED, MIXED) for one in known.known_names()
    ]
    for name in dict.fromkeys(every):
        try:
            strength = ranking.threshold(name)
        except CombinError:
            assert name not in ranking.known_names()
            continue
        family, ranks = reference._weakest(name, ranking)
        assert ranking.family_of(strength) == family, name
        said = ranking.ranks_of(strength)
        assert tuple(said) == ranks or not any(ranks), name


def test_every_name_that_is_suggested_is_known():
    for ranking in (*WHOLE, *POCKETS, LONGEST_FLUSH, LONGEST_STRAIGHT_FLUSH, PATTERNED):
        assert all(ranking.threshold(name) >= 0 for name in ranking.known_names())
    assert len(RANK_NAMES) == len(RANK_PLURALS) == len(RANKS) == 13


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("straigt", "did you mean "
                    "'straight'"), ("pair-of-sixs", "did you mean "
                                                    "'pair-of-sixes'"), ("king-ace", "no hand"),
        ("five-aces", "no hand"), ("", "no hand"), ("ace-king-queen-jack-ten-nine", "no hand"), ("pair-of-", "no hand"),
    ],
)  # fmt: skip
def test_an_unknown_hand_is_refused(name, words):
    with pytest.raises(CombinError, match=words):
        POKER.threshold(name)


@pytest.mark.parametrize(
    ("size", "families", "joker", "words"),
    [
        (5, ("flsh", *POKER.families), None, "unknown family 'flsh'"),
        (6, POKER.families, None, "'royal-flush' cannot stand among patterns of 6 cards"),
        (5, POKER.families[:-1], None, "end with 'high-card'"),
        (6, LONGEST_FLUSH.families, None, "'seven-card-flush' takes more than 6 cards"),
        (7, ("flush", "one-card-flush"), None, "'flush' cannot stand among patterns"),
        (
            5, ("ace-king", "ace-queen", "ace-jack", "ace-ten", "king-queen", "king-jack",
                "king-ten", "queen-jack", "queen-ten", "jack-ten", "ten-nine", *POKER.families), None,
            "at most 20 families, not 21",
        ),
        (5, ("eight-card-flush", *POKER.families), None, "unknown family 'eight-card-flush'"),
        (8, LONGEST_FLUSH.families, None, "from 2 to 7, not 8"),
        (5, ("flush", *POKER.families), None, "distinct"),
        (5, ("straight", "high-card"), None, "rank four-of-a-kind > full-house"),
        (3, ("pair", "three-of-a-kind", "high-card"), None, "rank three-of-a-kind > pair"),
        (2, ("straight", "pair", "high-card"), None, "takes more than 2 cards"),
        (3, ("five-aces", *THREE_CARD.families), None, "takes more than 3 cards"),
        (5, POKER.families, "bug", "joker needs"),
        (5, JOKER_BUG.families, "tame", "unknown joker reading 'tame'"),
        (3, ("royal-flush", *THREE_CARD.families), None, "two of its families are the same kind of "
                                                         "hand"),
    ],
)  # fmt: skip
def test_a_ranking_that_means_nothing_is_refused(size, families, joker, words):
    with pytest.raises(CombinError, match=words):
        HandRanking("odd", size, families, joker)


def test_shapes_are_those_of_the_kernels():
    """Names share a number only where they are the same hand of another size."""
    assert {shape for shape, number in SHAPES.items() if number == 9} == {
        "royal-flush",
        "suited-ace-king-queen",
    }
    assert SHAPES["wild-royal-flush"] == SHAPES["royal-flush-with-joker"]
    assert len(set(SHAPES.values())) == len(SHAPES) - 2
    assert MOST_FAMILIES == MAX_FAMILIES


def test_cards_are_parsed_as_the_masks_say():
    assert mask("As Td 10d Jk") == 1 << (48 + 12) | 1 << (16 + 8) | 1 << 63
    assert cards("2c joker") == [0, 63]
    assert cards_of(mask("As Td")) == [24, 60]


# --- What a ranking refuses and how it numbers, piece by piece ---------------------------------


@pytest.mark.parametrize(
    ("size", "families", "joker", "words"),
    [
        (
            5,
            ("royal-flush", "suited-ace-king-queen", *POKER.families[1:]),
            None,
            "two of its families are the same kind of hand",
        ),
        (
            3,
            ("royal-flush", *THREE_CARD.families),
            None,
            "two of its families are the same kind of hand",
        ),
        (
            5,
            ("royal-flush", "five-aces", *WILD[2:]),
            "bug",
            "with a joker the families stand in the order five-aces > royal",
        ),
        (
            5,
            POKER.families,
            "ace-or-straight-flush",
            "the families royal-flush-with-joker and straight-flush-with-joker",
        ),
        (
            5,
            tuple(family for family in WILD if family != "royal-flush-with-joker"),
            "bug",
            "a joker needs hands of five cards",
        ),
        (5, WILD, "buk", "unknown joker reading 'buk' (did you mean 'bug'?)"),
        (5, (*POKER.families, "flush"), None, "families are distinct and end with 'high-card'"),
        (
            1,
            ("high-card",),
            None,
            "how many cards make a hand is a whole number from 2 to 7, not 1",
        ),
        (
            6,
            POKER.families,
            None,
            "'royal-flush' cannot stand among patterns of 6 cards",
        ),
    ],
)
def test_a_ranking_is_refused_for_its_reason(size, families, joker, words):
    with pytest.raises(CombinError) as caught:
        HandRanking("odd", size, families, joker)
    assert words in str(caught.value) and "'odd'" in str(caught.value)


@pytest.mark.parametrize("family", ["two-pair", "full-house", "four-of-a-kind", "five-aces"])
def test_a_family_of_five_cards_takes_more_than_three(family):
    with pytest.raises(CombinError, match=f"'{family}' takes more than 3 cards"):
        HandRanking("odd", 3, (family, *THREE_CARD.families))


@pytest.mark.parametrize(
    "family",
    [
        "three-of-a-kind",
        "straight",
        "flush",
        "straight-flush",
        "royal-flush",
        "suited-ace-king-queen",
    ],
)
def test_a_family_of_three_cards_takes_more_than_two(family):
    with pytest.raises(CombinError, match=f"'{family}' takes more than 2 cards"):
        HandRanking("odd", 2, (family, *TWO_CARD.families))


def test_a_strength_is_a_family_and_five_ranks():
    assert POKER.strength("high-card") == 0 and POKER.strength("pair", 8) == 1 << 20 | 8 << 16
    assert POKER.strength("flush", 12, 3, 2, 1, 0) == 5 << 20 | 12 << 16 | 3 << 12 | 2 << 8 | 1 << 4
    assert TWO_CARD.strength("pair", 12) == 1 << 20 | 12 << 16
    assert (
        POKER.family_of(POKER.strength("royal-flush", 12)) == "royal-flush"
        and POKER.family_of(0xFFFFF) == "high-card"
    )


@pytest.mark.parametrize(
    ("name", "family", "ranks"),
    [
        ("flush-or-better", "flush", ()), ("pair-of-tens-or-better", "pair", (8,)), ("pair-of-twos", "pair", (0,)),
        ("ace-high", "high-card", (12,)), ("two-high", "high-card", (0,)), ("ace-king", "high-card", (12, 11)),
        ("ace-king-queen-jack-nine", "high-card", (12, 11, 10, 9, 7)), ("queen", "high-card", (10,)),
    ],
)  # fmt: skip
def test_a_name_has_the_strength_of_its_weakest_hand(name, family, ranks):
    assert POKER.threshold(name) == POKER.strength(family, *ranks)


@pytest.mark.parametrize(
    "name",
    [
        "ace-ace",
        "king-ace",
        "ace-king-queen",
        "straight",
        "pair-of-ace",
        "pair-of-tens-x",
        "x-pair-of-tens",
    ],
)
def test_two_cards_have_no_such_hand(name):
    with pytest.raises(CombinError, match=f"'{name}' is no hand of the ranking 'two cards'"):
        TWO_CARD.threshold(name)


def test_all_names_that_are_suggested():
    names = TWO_CARD.known_names()
    assert names[:3] == ["pair", "high-card", "pair-of-twos"] and names[14:16] == [
        "pair-of-aces",
        "two-high",
    ]
    assert names[-2:] == ["ace-high", "ace-king"] and len(names) == 2 + 13 + 13 + 1


def test_the_kernels_count_each_shape_where_its_number_says():
    """Five cards of each family reach that family and, of those listed above it, none."""
    hands = {
        "royal-flush": "As Ks Qs Js Ts", "straight-flush": "5s 4s 3s 2s As", "four-of-a-kind": "9c 9d 9h 9s 2c",
        "full-house": "9c 9d 9h 2s 2c", "flush": "Ks 9s 7s 4s 2s", "straight": "9c 8d 7h 6s 5c",
        "three-of-a-kind": "9c 9d 9h 3s 2c", "two-pair": "9c 9d 3h 3s 2c", "pair": "9c 9d 4h 3s 2c", "high-card": "Kc 9d 7h 4s 2c",
    }  # fmt: skip
    table = Paytable("", dict.fromkeys(POKER.families, 1))
    plan = plan_of(POKER, 5, Row("", ALWAYS, (Pays(table, "one"),)), Deck())
    columns = array("q", [-1] * len(hands))
    code = program(plan, [("one",)], (PaidLine("one", tuple(POKER.families)),))
    completions.columns(
        1, array("Q", [mask(hands[family]) for family in POKER.families]), code, columns
    )
    assert list(columns) == list(range(10))
