"""Poker counted by hand: packs so short that hands are their ranks, and lists told in a line."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, prod
from types import SimpleNamespace
from typing import NamedTuple
from unittest.mock import patch

import pytest

import combin
from combin import games
from combin.cards import JOKER, Deck, mask_of, parse_card
from combin.counting.plan import Plan
from combin.errors import CombinError
from combin.families import table as table_of_actions
from combin.families import tallies as tally_family
from combin.families.block import UNDECIDED
from combin.families.board import counting as streets
from combin.families.board.method import ON_SHARED_BOARD, _sets_of_hole
from combin.families.draw.holds.groups import DealtHands, Groups, NameGroup
from combin.families.draw.holds.penalties import ALWAYS
from combin.families.draw.holds.shapes import NOTHING
from combin.families.drawn_value import _sum
from combin.families.listed import family_of
from combin.families.set_hands.counting import Pack, _in_words, by_ranks, by_suit
from combin.families.set_hands.dealt import PricedHands
from combin.families.set_hands.matchup import sides_of
from combin.families.set_hands.pareto import Stairs, is_both, is_either
from combin.families.set_hands.sums import size
from combin.families.shoe.laid import Laid
from combin.families.table import HandByHandTable
from combin.families.tally import Following
from combin.rules import Action, Deal, Decide
from combin.rules.facts import Order, PaidLine, Under
from combin.rules.game import Game
from combin.sensitivity import LinearForm

# --- A shared board ----------------------------------------------------------------------------------
#
# Casino Hold'em with 12 cards, Q K A in four suits: five cards make no straight and no flush, so a
# hand is its ranks. The dealer has a pair of fours at least.

RANKS, FOUR = 3, 4  # of each rank four cards
Ranks = tuple[int, ...]


@pytest.fixture(autouse=True)
def boards_are_large() -> Iterator[None]:
    with patch.object(streets, "MOST_KEPT", 0):
        yield


@cache
def holdem() -> Game:
    short = replace(games.dealt_sheet("casino-holdem"), slug="short", deck=Deck("QKA", "cdhs"))
    return short.resolve()


def hand(cards: str) -> int:
    return mask_of(map(parse_card, cards.split()))


def dealt(cards: int) -> list[Ranks]:
    """Return how many cards of each rank some may be."""
    ranks = (Counter(some) for some in combinations_with_replacement(range(RANKS), cards))
    return [tuple(some[rank] for rank in range(RANKS)) for some in ranks]


def plus(one: Ranks, other: Ranks) -> Ranks:
    return tuple(a + b for a, b in zip(one, other))


def ways(left: Ranks, cards: Ranks) -> int:
    return prod(comb(max(count, 0), some) for count, some in zip(left, cards))


def less(one: Ranks, other: Ranks) -> Ranks:
    return tuple(a - b for a, b in zip(one, other))


@cache
def strength(cards: Ranks) -> tuple[int, ...]:
    """Return the best five of seven cards: 7 for four of a kind, 6 for a full house, 2 for two
    pairs, and its ranks.
    """
    (most, rank), (_, other), *_ = sorted(((n, r) for r, n in enumerate(cards)), reverse=True)
    if most == 4:
        return 7, rank, max(one for one in range(RANKS) if cards[one] and one != rank)
    if most == 3:  # seven cards of three ranks: a pair is there, or three of another rank
        return 6, rank, max(one for one in range(RANKS) if cards[one] > 1 and one != rank)
    return 2, rank, other, max(one for one in range(RANKS) if one not in (rank, other))


ANTE = {7: 10, 6: 3}  # units on the ante, 1 for less


def net(mine: Ranks, theirs: Ranks, staked: int) -> int:
    """Return what a call wins that stakes so many units beside the ante."""
    one, other = strength(mine), strength(theirs)
    if one == other:
        return 0
    return ANTE.get(one[0], 1) + staked if one > other else -1 - staked


class Deals(NamedTuple):
    """Deals with some hole cards and some of the board, and what is won by calls of two units and of
    three; of the dealer's cards one comes first, so that each hand of his is dealt twice.
    """

    hole: Ranks
    board: Ranks
    his: Ranks
    many: int
    won: int
    won_by_three: int


@cache
def deals(seen: int) -> list[Deals]:
    """Return all deals by the hole cards, the first cards of the board, so many, and the dealer's
    first one.
    """
    found = []
    pack = (FOUR,) * RANKS
    for hole, board in product(dealt(2), dealt(seen)):
        unseen = less(less(pack, hole), board)
        here = ways(pack, hole) * ways(less(pack, hole), board)
        for his in dealt(1) if here else ():
            behind, many, won, won_by_three = less(unseen, his), 0, 0, 0
            for other, more in product(dealt(1), dealt(5 - seen)):
                often = here * ways(unseen, his) * ways(behind, other)
                often *= ways(less(behind, other), more)
                if often:
                    shared = plus(board, more)
                    both = plus(hole, shared), plus(plus(his, other), shared)
                    many += often
                    won += often * net(*both, 2)
                    won_by_three += often * net(*both, 3)
            if many:
                found.append(Deals(hole, board, his, many, won, won_by_three))
    return found


def worth(seen: int, with_his: bool = False, ties: bool = True) -> tuple[Fraction, Fraction]:
    """Return what the game is worth and how often hands are folded (of what is worth the same less
    is staked), decided with so many cards of
    the board; with_his: and with one card of the dealer's. ties: whether hands that lose as much
    either way are folded.
    """
    won: Counter[tuple[Ranks, ...]] = Counter()
    many: Counter[tuple[Ranks, ...]] = Counter()
    for one in deals(seen):
        key = one[: 2 + with_his]
        won[key] += one.won
        many[key] += one.many
    folded = sum(many[key] for key in many if won[key] < -many[key] + ties)
    value = sum(max(won[key], -many[key]) for key in many)
    return Fraction(value, many.total()), Fraction(folded, many.total())


def test_a_shared_board_is_solved():
    """Hands are folded where a call loses more than 1 on average; all are 12!/(2! 3! 2! 2! 3!)."""
    assert type(family_of(Plan(holdem(), holdem().bet("base")))).__name__ == "SharedBoards"
    found = combin.solve(holdem(), bets=["base"])["base"]
    value, folded = worth(3)
    assert (found.expected_value, found.average_wager) == (value, 3 - 2 * folded)
    assert value == Fraction(1601, 770) and folded == Fraction(7, 165)
    assert found.deals == comb(12, 2) * comb(10, 3) * comb(7, 2) * comb(5, 2) == 1_663_200
    of_net: Counter[Fraction] = Counter()
    for row in found.outcomes:
        of_net[row.net] += row.combinations
    # of twelve cards each deal is counted twice above: for either card of the dealer's as the first
    assert sum(net * count for net, count in of_net.items()) == value * found.deals
    assert of_net.total() == found.deals and of_net[Fraction(-1)] == folded * found.deals


def test_calls_on_a_shared_board():
    """Calling always is worth the mean of all calls, and errs where a fold loses less."""
    every = Fraction(sum(one.won for one in deals(3)), sum(one.many for one in deals(3)))
    found = combin.price(holdem(), "call: always")
    value, folded = worth(3)
    assert found.result.expected_value == every == Fraction(4723, 2310)
    assert found.cost == value - every == Fraction(8, 231)
    assert sum(mistake.deals for mistake in found.mistakes) == folded * 1_663_200


def test_a_hand_on_a_shared_board():
    """A pair of queens on A K K: the mean over the dealer's cards and the last two of the board."""
    here = [one for one in deals(3) if (one.hole, one.board) == ((2, 0, 0), (0, 2, 1))]
    call = Fraction(sum(one.won for one in here), sum(one.many for one in here))
    found = combin.advise(holdem(), "Qc Qd / Ac Kd Kh")
    assert call == Fraction(-67, 35)
    assert found.rows[0].values == {"fold": Fraction(-1), "call": call}


def test_a_board_that_is_seen_before_it_is_decided():
    hole, flop, choice, last, dealer = holdem().play
    game = replace(holdem(), play=(hole, flop, last, choice, dealer)).resolve()
    found = combin.solve(game, bets=["base"])["base"]
    value, folded = worth(5)
    assert (found.expected_value, found.average_wager) == (value, 3 - 2 * folded)
    assert value > worth(3)[0]
    even = worth(5)[1] - worth(5, ties=False)[1]
    assert [tie.deals for tie in found.ties] == [even * found.deals] and even > 0
    every = Fraction(sum(one.won for one in deals(5)), sum(one.many for one in deals(5)))
    priced = combin.price(game, "call: always")
    assert priced.result.expected_value == every == Fraction(4723, 2310)  # seen or not
    lost = sum((mistake.cost for mistake in priced.mistakes), Fraction(0))
    assert lost == priced.cost == value - every


LATER = (
    Deal("turn", 1),
    Decide("fold or call", (Action("fold", ends=True), Action("call", {"call": Fraction(2)}))),
    Deal("turn-and-river", 1),
)
EARLY = Decide("early", (Action("wait"), Action("bet", {"call": Fraction(3)}, ends=True)))
ONE_STREET = "call: a pair or better\nfold: otherwise"
TWO_STREETS = (
    f"early:\nbet: three of a kind or better\nwait: otherwise\n\nfold or call:\n{ONE_STREET}"
)


@pytest.mark.parametrize(("ranks", "lines"), [("9TJQKA", ONE_STREET), ("JQKA", TWO_STREETS)])
def test_mistakes_add_up_to_what_a_list_costs(ranks, lines):
    """On more flops than are looked at together: of one street, and of the street before another."""
    sheet = games.dealt_sheet("casino-holdem")
    game = replace(sheet, slug="longer", deck=Deck(ranks, "cdhs")).resolve()
    if lines == TWO_STREETS:
        hole, flop, _, _, dealer = game.play
        hands = (
            replace(one, zones=(one.zones[0], "flop", "turn", "turn-and-river"))
            for one in game.hands[:2]
        )
        game = replace(
            game,
            play=(hole, flop, EARLY, *LATER, dealer),
            hands=(*hands, *game.hands[2:]),
        ).resolve()
    found = combin.price(game, lines)
    assert type(family_of(Plan(game, game.bet("base")))).__name__ == "SharedBoards"
    assert len(found.mistakes) > 1
    assert sum(mistake.cost for mistake in found.mistakes) == found.cost > 0


def test_what_may_come_beside_some_cards():
    """Beside two queens on hand all boards and hands of the dealer's, by the line that the player
    makes and by who wins; beside two cards of the flop 10 x C(9, 2) C(7, 2) C(5, 2) deals.
    """
    plan = Plan(holdem(), holdem().bet("base"))
    queens, left = (2, 0, 0), (2, 4, 4)
    found: Counter[tuple[int, int]] = Counter()
    for board, his in product(dealt(5), dealt(2)):
        if often := ways(left, board) * ways(less(left, board), his):
            mine, theirs = strength(plus(queens, board)), strength(plus(his, board))
            found[mine[0], 1 + (mine > theirs) - (mine < theirs)] += often
    of_lines = {7: 2, 6: 3}  # the places of four of a kind and a full house in the paytable
    expected = [0] * 36
    for (line, order), often in found.items():
        expected[3 * of_lines[line] + order] = often
    own = ON_SHARED_BOARD.conditional(plan, {"hole": hand("Qc Qd")})
    assert [*own] == expected and sum(own) == comb(10, 5) * comb(5, 2)
    board = ON_SHARED_BOARD.conditional(plan, {"flop": hand("Ac Kd")})
    assert sum(board) == 10 * comb(9, 2) * comb(7, 2) * comb(5, 2)


def test_hands_that_are_counted_at_the_same_time(monkeypatch):
    """Beside the hole cards C(10, 3) flops, half of them on each of two processors in two."""
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    plan = Plan(holdem(), holdem().bet("base"))
    assert _sets_of_hole(plan, plan.stages[0]) == comb(10, 3)


def test_two_decisions_on_a_shared_board():
    """A call of three units before the flop, or one of two after it: of each hole cards the better."""
    hole, flop, choice, *rest = holdem().play
    game = replace(holdem(), play=(hole, EARLY, flop, choice, *rest)).resolve()
    later: Counter[Ranks] = Counter()
    now: Counter[Ranks] = Counter()
    many: Counter[tuple[Ranks, Ranks]] = Counter()
    won: Counter[tuple[Ranks, Ranks]] = Counter()
    for one in deals(3):
        now[one.hole] += one.won_by_three
        many[one.hole, one.board] += one.many
        won[one.hole, one.board] += one.won
    for (two, board), often in many.items():
        later[two] += max(won[two, board], -often)
    value = Fraction(sum(max(now[two], later[two]) for two in now), many.total())
    assert combin.solve(game, bets=["base"])["base"].expected_value == value
    assert any(now[two] > later[two] for two in now) and any(now[two] < later[two] for two in now)


def test_a_shared_board_with_one_card_of_the_dealers_seen():
    none, one = combin.protect(holdem(), {"dealer": 1}).exposures
    assert (-none.edge, -one.edge) == (worth(3)[0], worth(3, with_his=True)[0])
    assert -one.edge == Fraction(4951, 2310)


# --- Lists of holds ----------------------------------------------------------------------------------


def test_what_lists_of_holds_lose():
    """Three hands offer some of the names 0 to 3 at losses of their own. The list 1, 2, 0 and 3 holds
    1 of the first (5 lost), 2 of the second (0) and 0 of the third (7); without its lines it holds
    2 (9, 4 more), 3 (6 more) and 3 (1, 6 less) there.
    """
    groups = [
        NameGroup((0, 1, 2), [0, 5, 9], [0]),
        NameGroup((2, 3), [0, 6], [1]),
        NameGroup((0, 3), [7, 1], [2]),
    ]
    shapes = [NOTHING] * 4
    found = Groups(shapes, [0] * 4, [""] * 4, [ALWAYS] * 4, groups, 100, 3)
    lines = [(1,), (2,), (0,), (3,)]
    assert found.loss(lines) == 5 + 0 + 7
    assert [*found.held(lines)] == [1, 0, 0] and found.met(lines) == {0, 1, 2}
    assert [*found.missed(lines)][:4] == [4, 6, -6, 0]
    # the line of 0 before that of 1 saves 5; before that of 3 it is held of the third alone, 6 more
    wherever = [*found.wherever([(1,), (2,), (3,)], (0,))]
    losses = [
        found.loss([*rest[:at], (0,), *rest[at:]])
        for rest in [[(1,), (2,), (3,)]]
        for at in range(4)
    ]
    assert losses == [7, 12, 12, 6] and [one - wherever[0] for one in wherever] == [0, 5, 5, -1]


def test_hands_by_their_numbers():
    """Two in the first share, three in the next: the hand 3 is the second there."""
    some = object.__new__(DealtHands)
    some.shares = [SimpleNamespace(hands=[10, 11]), SimpleNamespace(hands=[20, 21, 22])]
    assert [some._place(number) for number in (1, 3)] == [(some.shares[0], 1), (some.shares[1], 1)]


# --- Hands that are set ------------------------------------------------------------------------------


def test_classes_of_hands_that_are_set():
    """Seven ranks in two suits. By ranks, seven cards with two of a rank at most: the coefficient of
    x^7 in (1 + x + x^2)^7, 393, and with the joker that of x^6, 357. Of one suit are 5, 6 or 7 cards,
    others of ranks that are there but once: 21 x 21 + 7 x 7 + 1; with the joker 4, 5 or 6:
    35 x 21 + 21 x 7 + 7.
    """
    plain, joker = (Pack.of(Deck("23456KA", "cd", jokers)) for jokers in (0, 1))
    assert (plain.cards, plain.against, joker.against) == (14, 1, comb(8, 7))
    assert [len(by_ranks(pack)) for pack in (plain, joker)] == [393, 393 + 357]
    suited = by_suit(joker)
    assert [len(by_suit(plain)), len(suited)] == [491, 491 + 889]
    for counts, suit in zip(suited.counts, suited.suited):
        cards = [counts >> 4 * rank & 15 for rank in range(14)]
        assert sum(cards) == 7 and suit.bit_count() + cards[13] >= 5


def test_hands_in_words():
    """Five of a suit with the joker can make a flush."""
    assert _in_words(hand("2c 3c 4c 5c 7c 9d Td")) == "T 9 7 5 4 3 2, 7 5 4 3 2 of one suit"
    joker = hand("2c 3c 4c 5c 9d Td") | 1 << JOKER
    assert _in_words(joker) == "T 9 5 4 3 2 and the joker, 5 4 3 2 of one suit"
    assert _in_words(hand("2c 3c 4c 5c 7h 9d Td")) == "T 9 7 5 4 3 2"


def test_whose_hands_are_compared():
    """Face-up Pai Gow: the player sees an ace-high of the dealer's, which pushes."""
    game = games.dealt_sheet("pai-gow-poker").resolve({"variant": "face-up"})
    sides = sides_of(Plan(game, game.bet("base")))
    assert (sides.high, sides.low) == (
        Order("player-high", "dealer-high"),
        Order("player-low", "dealer-low"),
    )
    assert sides.under == (Under("dealer-high", "ace-high"), Under("dealer-high", "pair"))
    assert (sides.player.zone, sides.dealer.zone, sides.seen, sides.answers) == (
        "player",
        "dealer",
        True,
        True,
    )
    plan = Plan(game, game.bet("base"))
    paid = SimpleNamespace(
        game=game, groups=plan.groups, facts=(*plan.facts, PaidLine("player-high", ("pair",)))
    )
    with pytest.raises(CombinError, match="hands that are set are counted where two are"):
        sides_of(paid)  # a hand that is paid beside is not counted
    other = games.dealt_sheet("three-card-poker").resolve()
    with pytest.raises(CombinError, match="hands that are set are counted where two are"):
        sides_of(Plan(other, other.bet("base")))


def test_stairs_of_settings():
    """Two settings that beat 5 and 4 hands of the dealer's on both sides, 2 of them both: 7 deals.
    Columns are 3 x the order of the high hands + that of the low ones, 8 higher in both.
    """
    settings, overlaps, tops = (array("q", [0] * 8 + [many]) for many in (9, 2, 3))
    settings[5] = 1
    stairs = Stairs(settings, overlaps, tops)
    assert stairs.deals({8}) == 7 and stairs.deals({5, 8}) == 8
    assert stairs.deals({2, 5, 6, 7, 8}) == 3 and stairs.deals({0, 8}) is None
    assert is_both({4, 5, 7, 8}) and is_either({2, 5, 6, 7, 8}) and not is_either({0, 8})


# --- Shoes -------------------------------------------------------------------------------------------


def chances(slug: str, bet: str) -> dict[str, Fraction]:
    """Return outcome -> chance."""
    found = combin.solve(slug, bets=[bet])[bet]
    return {one.outcome: Fraction(one.combinations, found.deals) for one in found.outcomes}


def test_two_cards_of_a_shoe():
    """Of 415 cards beside one of eight packs 31 have its rank, of its suit 7; of 311 beside one of six
    packs 23 have its rank. A tie of Dragon Tiger loses half, one of Casino War wins 10.
    """
    tie = Fraction(31, 415)
    assert chances("dragon-tiger", "tie") == {"tie": tie, "no-tie": 1 - tie}
    assert chances("dragon-tiger", "suited-tie")["suited-pair"] == Fraction(7, 415)
    found = combin.solve("dragon-tiger", bets=["base"])["base"]
    assert found.expected_value == -tie / 2
    war = combin.solve("casino-war", bets=["tie"])["tie"]
    assert war.expected_value == 11 * Fraction(23, 311) - 1


def test_published_combinations_of_baccarat():
    """Eight packs, as published since the 1980s: rounds that the banker, the player, and nobody wins."""
    banker, player, tie = 2292252566437888, 2230518282592256, 475627426473216
    every = banker + player + tie
    assert chances("baccarat", "player") == {
        "player-wins": Fraction(player, every),
        "tie": Fraction(tie, every),
        "banker-wins": Fraction(banker, every),
    }
    assert combin.solve("baccarat", bets=["tie"])["tie"].deals == every == 4_998_398_275_503_360


def test_red_dog():
    """Two cards of six packs are of neighbouring ranks in 2 x 12 x 24 x 24 of 312 x 311 orders; three
    are alike in 23 x 22 of 311 x 310.
    """
    found = chances("red-dog", "base")
    assert found["consecutive"] == Fraction(2 * 12 * 24 * 24, 312 * 311)
    assert found["three-alike"] == Fraction(23 * 22, 311 * 310)
    assert found["pair"] == Fraction(23 * 288, 311 * 310)


# --- What families share -----------------------------------------------------------------------------


def test_which_cards_are_dealt_by_the_path_of_a_round():
    """Two zones: rounds of the first path are dealt both cards, those of the second the last."""
    laid = object.__new__(Laid)
    laid.zones, laid._machine_of = ("one", "other"), [0, 1]
    laid._machines = [bytearray((1, 1) * 3), bytearray((0, 1) * 3)]
    laid._dealt = lambda machine, cards: machine
    assert laid.dealt(bytes(6), array("i", [0, 1, 0])) == bytearray((1, 1, 0, 1, 1, 1))


def test_actions_by_their_numbers():
    """Taken together: numbers 0, 1 and 2 stand for the second, the first and the third action."""
    table = object.__new__(HandByHandTable)
    table._histories, table._taken = [()], {(1,): 0, (0,): 1, (2,): 2}
    table._payoffs = SimpleNamespace(plan=SimpleNamespace(after=lambda history: range(3)))
    assert [*table.actions(())] == [1, 0, 2]


def test_actions_that_are_kept_of_a_tally(monkeypatch):
    """Of three decisions the first two are kept, with their sets."""
    decisions = {(0,) * at: SimpleNamespace(place=at, action=[at]) for at in range(3)}
    levels = [SimpleNamespace(states=name) for name in ("one", "two", "three")]
    folded = SimpleNamespace(tally=SimpleNamespace(levels=levels), decisions=decisions)
    monkeypatch.setattr(table_of_actions, "tallies", lambda plan, part, parts: iter(("tally",)))
    monkeypatch.setattr(table_of_actions, "carry", lambda folded: "root")
    payoffs = SimpleNamespace(plan=None, fold=lambda tally: folded)
    (found,) = table_of_actions._share(payoffs, None, 2, 0, 1)
    assert (found.root, found.states) == ("root", ["one", "two"])
    assert found.actions == {(): [0], (0,): [1]}


def test_the_best_play_of_all_tallies(monkeypatch):
    """Two tallies of sets that are worth 1 and 2, 3 and 4."""
    worth = {"one": [1, 2], "other": [3, 4]}
    monkeypatch.setattr(tally_family, "tallies", lambda plan, part, parts: iter(worth))
    payoffs = SimpleNamespace(
        plan=None,
        dominated=frozenset(),
        fold=lambda tally, **_: {(): SimpleNamespace(worth=[worth[tally]])},
    )
    assert tally_family._followed(payoffs, [], 0, 1) == (10, [])


def test_a_set_that_is_come_to_and_left_undecided():
    """Of two that no line decides the first is not come to, the second is."""
    rule = bytearray((UNDECIDED, 0, UNDECIDED, 0))
    following = object.__new__(Following)
    following.choices, following.ways = {(): SimpleNamespace(rule=rule)}, {(): [0, 1, 5, 1]}
    level = SimpleNamespace(stage=SimpleNamespace(number=0), state=lambda at: at)
    following.tally = SimpleNamespace(levels=[level])
    policy = SimpleNamespace(undecided=lambda history, state: CombinError(f"set {state}"))
    with pytest.raises(CombinError, match="set 2"):
        following._verify(policy, ())
    following.choices[()].rule, following.ways[()] = bytearray((0, UNDECIDED) * 2), [1, 0, 1, 5]
    with pytest.raises(CombinError, match="set 3"):
        following._verify(policy, ())
    following.ways[()] = [1, 0, 1, 0]
    following._verify(policy, ())
    first, second = (SimpleNamespace(**{**vars(level), "stage": SimpleNamespace(number=n), "state": lambda at, n=n: (n, at)}) for n in (1, 2))  # fmt: skip
    following.tally = SimpleNamespace(levels=[first, second])
    following.choices[0, 1], following.ways[0, 1] = following.choices[()], [1, 0, 1, 5]
    with pytest.raises(CombinError, match=r"set \(2, 3\)"):
        following._verify(policy, (0, 1))


def test_the_sums_of_a_page():
    """(3 + 2 x) / 2 in sixths, x the second pay."""
    form = LinearForm(3, {"x": 2}, 2)
    assert _sum(form, ("y", "x"), 6) == {0: 9, 2: 6}


def test_what_one_setting_is_worth_more_than_another():
    settings = {(7, 1): 5, (6, 2): 3, (5, 3): 2}
    dealt = SimpleNamespace(settings=lambda hand: settings)
    assert PricedHands.lost(dealt, 0, (0, 0), (7, 1), (6, 2)) == 2
    dealt.every = lambda hand, his: {**settings, (1, 3): 1}  # one that is never best
    assert PricedHands.lost(dealt, 0, (0, 0), (7, 1), (1, 3)) == 4


def test_bytes_of_hands_that_are_added_up():
    """Eight bytes a class and sixteen a slot beside those of the hands; nine numbers of four bytes of
    two million rows.
    """
    hands = SimpleNamespace(listed=100, classes=range(2), slot_class=range(3))
    assert size(hands) == 100 + 8 * (2 + 2 * 3) + 4 * 9 * 2 * 2**20
