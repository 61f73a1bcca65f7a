"""Blackjack counted by hand: shoes so poor that every round is told in a line.

ONE_ACE has an ace and seven tens, N = 8 cards. The ace is the player's in 2 of 8 rounds, a natural
that is paid; it is the dealer's in 2 of 8, a natural of his. In the other 4 both have 20. The ace
and three tens are then left: of a pair that is split one hand gets the ace in 2 of 4 cases and wins,
while the other ties.
"""

from __future__ import annotations

from array import array
from collections import Counter
from fractions import Fraction
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from combin.families.blackjack import indices, solve
from combin.families.blackjack.card_counting import card_counting
from combin.families.blackjack.drawer import column_of, drawer_of
from combin.families.blackjack.house import (
    chart_columns,
    falling,
    house_of,
    mean_of,
    pays_of,
    shoe_of,
    ups_of,
)
from combin.families.blackjack.indices import CountedDecision, GoneCards, Index, insurance_index
from combin.families.blackjack.lattice import lattice_of
from combin.families.blackjack.letters import _total_of, read_chart
from combin.families.blackjack.linear_pays import linear
from combin.families.blackjack.protection import insured, with_hole_card, with_next_card
from combin.families.blackjack.side_bets import side_bet
from combin.families.blackjack.simple import ThreeLines
from combin.families.blackjack.solve import LAW, UpCard
from combin.families.blackjack.switch import Exchanged, exchange, natural_of, naturals_among
from combin.families.blackjack.tables import HandStage, tables_of
from combin.families.blackjack.together import Column
from combin.games import sheet_of
from combin.rules.blackjack import Bonus, Bust, BustBet, DrawsBelow, InsuranceBet
from combin.rules.game import Game, Sheet
from houses import house_by
from two_hands import HOUSE, SMALL

ONE_ACE = (1, 0, 0, 0, 0, 0, 0, 0, 0, 7)
SPLIT = house_by(
    hands=2, das=False
)  # else an ace and a ten of a split are doubled: 21 with a ten, too
HALF = Fraction(1, 2)


@cache
def game(name: str, cards: str = "", **choices: str) -> Game:
    """Return a game that ships, from some cards of one pack alone, ``6TTT``."""
    sheet = sheet_of(name)
    assert isinstance(sheet, Sheet)
    rules = sheet.resolve(choices)
    kept, gone = Counter(cards), []
    for rank, suit in ((rank, suit) for rank in "A23456789TJQK" for suit in "cdhs"):
        alike = "T" if rank in "JQK" else rank
        kept[alike] -= 1
        if cards and kept[alike] < 0:
            gone.append(rank + suit)
    return rules.without(" ".join(gone)) if cards else rules


# --- The rules of a house ------------------------------------------------------------------------


def test_naturals_that_are_paid_by_their_suit():
    """Super Fun 21: 2 to 1 in diamonds, else even. Ace and ten are both diamonds in 1 of 4 x 4."""
    house = house_of(game("super-fun-21"))
    assert house.naturals == ((1, Fraction(15, 16)), (2, Fraction(1, 16)))
    assert mean_of(house.naturals) == Fraction(17, 16)


def test_bonuses_that_are_paid_by_their_suits():
    """Spanish 21 from six packs: 6-7-8 and 7-7-7 win 3 to 2, suited 2 to 1, of spades 3 to 1.

    Of 24 sevens, six of a suit, three are of one in C(6, 3) of C(24, 3) ways, 20 of 2,024.
    """
    rules = game("spanish-21")
    run, sevens = (pays_of(rules.deck, bonus) for bonus in rules.turns.bonuses[-2:])
    assert dict(run) == {
        Fraction(3, 2): Fraction(60, 64), 2: Fraction(3, 64), 3: Fraction(1, 64)
    }  # fmt: skip
    assert dict(sevens) == {
        Fraction(3, 2): Fraction(1944, 2024), 2: Fraction(60, 2024), 3: Fraction(20, 2024)
    }  # fmt: skip
    assert mean_of(run) == Fraction(3, 2) + HALF * Fraction(3, 64) + Fraction(3, 2) * Fraction(
        1, 64
    )


def test_two_runs_of_a_split_have_a_covariance():
    """Suits win 1/2, 1/2, 1/2 and 3/2 more. The squares of these add up to 3, the products of two
    that differ to 3 x 3 - 3 = 6. Two hands have one suit in (6 x 5 / 24 x 23)^3 of the cases, each
    pair of others in (6 x 6 / 24 x 23)^3; each alone has a suit in (1/4)^3.
    """
    found = house_of(game("spanish-21")).correlated
    same, others = Fraction(30, 552) ** 3, Fraction(36, 552) ** 3
    assert found[3, 3] == 3 * same + 6 * others - Fraction(3, 64) ** 2 == Fraction(-2559, 49836032)


def test_what_is_staked_and_may_be_doubled():
    house = house_by(
        doubles=frozenset({10, 11}), soft_doubles=frozenset({18}), doubled_by=3, doublings=2
    )
    tables = tables_of(house, lattice_of(shoe_of(1), None), 5)
    lost = [tables.stages[stage].lost for stage in tables.doubled]
    assert lost == [1, 3, 9] == [tables.stages[stage].won for stage in tables.doubled]
    assert [house.turns.double.allows(total, soft=True) for total in (18, 19)] == [True, False]


def test_a_dealer_who_looks_under_an_ace_alone():
    assert [house_by(peek="ace").against(up).turns.natural.looks for up in (0, 9)] == [
        "first",
        "never",
    ]


def test_orders_and_columns_of_what_is_dealt():
    """Of 8 cards 8 x 7 x 6; two aces of the dealer's need two; ace and ten come in two orders."""
    assert [falling(8, 3), falling(2, 4)] == [336, 2]
    shoe = (2, 0, 0, 0, 0, 0, 0, 0, 0, 3)
    assert sorted(ups_of(shoe, DrawsBelow(seen=2)).values()) == [
        2,
        6,
        12,
    ]  # AA: 2 x 1, TT: 3 x 2, AT: 2 x 2 x 3
    assert "".join(chart_columns(DrawsBelow(seen=1))) == "23456789TA"


# --- The game --------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", ["total", "zero-memory", "first-hand", "full-memory"])
def test_an_ace_and_seven_tens(model):
    """2/8 x 3/2 - 2/8 + 4/8 x 2/4 x 1; the pair is split in 4 of 8 rounds, for a unit more."""
    found = solve(ONE_ACE, SPLIT, model)
    assert found.value == Fraction(3, 8) and found.mean_wager == Fraction(3, 2)


def test_its_distribution():
    """Each of 3/2, -1, 1 and 0 in 2 of 8 rounds: (9/4 + 1 + 1) / 4 - (3/8)^2."""
    found = solve(ONE_ACE, SPLIT, "zero-memory", asked=LAW)
    assert found.law == dict.fromkeys([Fraction(3, 2), -1, 1, 0], Fraction(1, 4))
    assert found.variance == Fraction(17, 16) - Fraction(9, 64)


def test_its_distribution_without_splits():
    """Half of the rounds tie. Given up early is what stands against the ace, in 1 of 8."""
    found = solve(ONE_ACE, house_by(hands=1), asked=LAW)
    assert found.law == {Fraction(3, 2): Fraction(1, 4), -1: Fraction(1, 4), 0: HALF}
    assert (found.value, found.variance) == (Fraction(1, 8), Fraction(13, 16) - Fraction(1, 64))
    early = solve(ONE_ACE, house_by(hands=1, surrender="early"), asked=LAW)
    part = Fraction(1, 8)
    assert early.law == {Fraction(3, 2): 2 * part, -HALF: part, -1: part, 0: 4 * part}


def test_its_value_by_what_a_natural_pays():
    """3/2 is paid in 1 of 4 rounds; the rest comes to nothing."""
    constant, chance = linear(solve(ONE_ACE, SPLIT, "zero-memory"))
    assert (constant, chance) == (0, Fraction(1, 4))


def test_hands_below_22():
    """Multisets of ranks that count 21 at most: coefficients of 1 / (1 - x) ... (1 - x^10). Without
    no card, and the ten of one card, 3,072, as published.
    """
    ways = [1] + [0] * 21
    for value in range(1, 11):
        for total in range(value, 22):
            ways[total] += ways[total - value]
    hands = lattice_of((24,) * 9 + (96,), None)
    assert len(hands) == sum(ways) == 3_072 + 10 + 1
    after = hands.after[hands.of(0, 9)]
    assert hands.cards[after[9]] == (1, *[0] * 8, 2) and hands.total[after[9]] == 21


def test_a_play_in_three_lines():
    """As its words have it: 12 stands against a six, 17 against a ten; 10 and 11 are doubled against
    a lower card, so that 5-5 is; aces and eights are split.
    """
    six, ten = (ThreeLines().chart(house_by(), up) for up in (5, 9))
    assert {total for soft, total in six.hits if not soft} == {*range(4, 12)}
    assert {total for soft, total in ten.hits if not soft} == {*range(4, 17)}
    assert {total for soft, total in six.hits if soft} == {*range(12, 18)}
    assert [{*one.first} for one in (six, ten)] == [{(False, 10), (False, 11)}, {(False, 11)}]
    assert (six.pairs[4], ten.pairs[4], six.pairs[5], ten.pairs[5]) == (
        "double",
        "hit",
        "stand",
        "hit",
    )
    assert (six.pairs[0], six.pairs[7], six.pairs[9]) == ("split", "split", "stand")


def test_a_pair_that_is_split_for_free():
    """From a nine and seven tens where ties lose: with the nine the player loses, against it he wins
    with both hands of a split pair of tens; else the first of them loses, the other costs nothing.
    """
    house = house_by(hands=2, das=False, ties="lose", free_splits=frozenset({9}))
    found = solve((0,) * 8 + (1, 7), house, "zero-memory", asked=LAW)
    assert found.law == {Fraction(2): Fraction(2, 8), Fraction(-1): Fraction(6, 8)}
    assert found.variance == 4 * Fraction(2, 8) + Fraction(6, 8) - Fraction(1, 16)
    assert found.mean_wager == 1


def test_its_cards_seen():
    """The next card is the ace in 1 of 4 of the last rounds: 20 is doubled and wins 2. Else the
    first hand of the split gets a ten, and the second the ace in 1 of 3 cases. The hole card says
    nothing more. The dealer shows the ace in 1 of 8 rounds, with a ten beneath.
    """
    last = Fraction(1, 4) * 2 + Fraction(3, 4) * Fraction(1, 3)
    assert with_next_card(ONE_ACE, SPLIT, "first-hand") == Fraction(1, 8) + HALF * last == HALF
    assert with_hole_card(ONE_ACE, SPLIT, "first-hand") == Fraction(3, 8)
    assert insured(ONE_ACE, Fraction(2)) == Fraction(1, 8) * HALF * 2


def test_where_the_dealer_ends():
    """On 16 he takes the next card: of 5, 6 and two tens he ends with 21, and busts with three.

    With a six shown, 16 comes of a ten beneath, in 2 of 4 cases; of 11 and 12 he takes one more, or
    two, and busts with 6 + 6 + T, 6 + 5 + T is 21.
    """
    (law,) = drawer_of(9, False, 5).laws([(0, 0, 0, 0, 1, 1, 0, 0, 0, 2)])
    assert law[column_of(21)] * 3 == law[0] > 0
    # T (2 of 4), then 6 or T (2 of 3); 6 (1 of 4), then T (2 of 3): two drawn cards
    twice = BustBet("twice", hands=(Bust(Fraction(1), up="6", most=3),), offered="6")
    one, _ = side_bet(twice, (0, 0, 0, 0, 1, 2, 0, 0, 0, 2), house_by(), {}).events
    assert one.chance == HALF * Fraction(2, 3) + Fraction(1, 4) * Fraction(2, 3)


def nets_of(hand: str, stage: HandStage, action: str = "stand", **rules: Any) -> list[Fraction]:
    """Return what a hand wins by the dealer's column; hand: its cards."""
    tables = tables_of(house_by(**rules), lattice_of(shoe_of(1), None), 5)
    number = tables.hands.of(*map("A23456789T".index, hand))
    acts = {act.name: act for act in tables.of(number, tables.stages.index(stage))}
    return [net for ((net, _),) in tables.ends[acts[action].end].nets]


def test_what_a_hand_wins_that_stands():
    """18 for two units, against a bust hand, 17 to 21 and a natural; against 22 that ties."""
    twice = HandStage(2, 2, 1)
    found = nets_of("279", twice, pushes=22)
    by_total = [found[0], *(found[column_of(total)] for total in range(17, 22)), found[-1]]
    assert by_total == [2, 2, 0, -2, -2, -2, -2] and found[1] == 0
    assert nets_of("279", twice, ties="lose")[column_of(18)] == -2
    # of a double for free
    assert nets_of("279", HandStage(2, 1, 1), free_doubles=frozenset({9}))[column_of(19)] == -1


def test_what_a_hand_wins_that_does_not_stand():
    """Half of what lies on a hand is given up, all to a natural, and none where it is rescued."""
    *others, natural = nets_of("79", HandStage(dealt=True), "surrender", surrender="late")
    assert {*others} == {-HALF} and natural == -1
    assert {*nets_of("279", HandStage(2, 2, 1), "rescue", rescue=True)} == {-1}
    suited = ((Fraction(3), Fraction(15, 16)), (Fraction(1), Fraction(1, 16)))
    run = Bonus(Fraction(3), ranks="678", suited=Fraction(1))
    tables = tables_of(house_by(bonuses=(run,)), lattice_of(shoe_of(1), None), 5)
    (act,) = tables.of(tables.hands.of(5, 6, 7))
    assert tables.ends[act.end].bonus == 0 and {*tables.ends[act.end].nets} == {suited}
    assert tables.stages[tables.doubled[1]] == HandStage(2, 2, 1)


def test_room_for_what_hands_of_a_split_come_to():
    """300 x 299 x ... x 281, of nine cards of the dealer's and eleven of a hand, has 164 bits; with
    32 to spare that is four words of 64. Before it come eleven cards of another hand, down to 270:
    253 bits; an effect of 2^10 takes 7 bits beyond the 4 that are there.
    """
    asked = []

    def before(part, *rest):
        asked.append(rest)
        return part

    ends = SimpleNamespace(longest_hand=11, before=before)
    column = object.__new__(Column)
    column._cards, column._deepest = 300, 9
    column._endings = [SimpleNamespace(ends=ends, last=SimpleNamespace(before=before))]
    unions = array("Q", [0, 1])
    last = column._before(unions, None, False, [[1]], 1)
    assert (last.depth, last.powers, last.words, last.spare) == (20, 1, 4, 32)
    assert last.values == unions and asked == [(20, array("i", [1]), 1, 4)]
    table = column._before(unions, last, False, [[1, 0, -1024]], 1)
    assert (table.depth, table.powers, table.words, table.spare) == (31, 3, 5, 39)
    assert falling(300, 20).bit_length() == 164 and falling(300, 31).bit_length() == 253


def test_totals_of_pairs_in_a_chart():
    assert [_total_of(rank) for rank in (0, 7, 9)] == [(True, 12), (False, 16), (False, 20)]


# --- Bets beside the game, and counts --------------------------------------------------------------


def test_insurance_of_six_packs():
    """Beside the dealer's ace 96 of 311 cards are tens: 3 x 96/311 - 1, the published 7.4 %."""
    found = side_bet(INSURANCE, (24,) * 9 + (96,), house_by(), {})
    assert found.value == Fraction(-23, 311)


INSURANCE = InsuranceBet("insurance", Fraction(2))
BUSTS = BustBet("buster", {"3": Fraction(2), "4": Fraction(4)})


@pytest.mark.parametrize("tens, value", [(2, 1), (3, HALF), (4, Fraction(1, 5))])
def test_a_bet_that_the_dealer_busts(tens, value):
    """From a six and tens the dealer busts if the six is among his two cards: 2 - 3 x (N - 2) / N."""
    shoe = (0,) * 5 + (1, 0, 0, 0, tens)
    assert (
        side_bet(BUSTS, shoe, house_by(), {}).value == value == 2 - 3 * Fraction(tens - 1, tens + 1)
    )


def test_that_bet_by_a_count_that_knows_the_six():
    """From a six and six tens, made as long as the six is there: in 1, 6/7, 5/7 and 4/7 of the
    rounds after no card to three. It then wins 2/7, 2/6, 2/5 and 2/4 of them, 2 units, 4 when
    squared. A six gone leaves -1 of -1/7, a ten gone 0.
    """
    rules = game("blackjack", "6TTTTTT", packs="1", splits="1")
    found = card_counting(rules, "buster", {"6": -1}, 0, 4)
    for gone in range(4):
        share, bust = Fraction(7 - gone, 7), Fraction(2, 7 - gone)
        one = found.depths[gone]
        assert one.share == share
        assert one.gain == share * (2 * bust - (1 - bust)) == Fraction(gone - 1, 7)
        assert one.square == share * (4 * bust + (1 - bust))
    assert found.whole.gain == Fraction(-1 + 0 + 1 + 2, 7) / 4
    ((first, last, here, until),) = found.by_decks()
    assert (first, last, here, until) == (0, 3, found.whole, found.whole)
    assert found.effects == {"6": Fraction(-6, 7), "T": Fraction(1, 7)}
    assert found.correlation == (1, 1)  # two ranks: the effects are a multiple of the tags


def test_sets_of_cards_gone():
    """Of two cards of each tag -1 and 1 and one of 0: two gone with the count 0 are one of each."""
    shoe = GoneCards({-1: 2, 0: 1, 1: 2})
    ways = [shoe.ways((0, 0, 0), 2, count) for count in (-2, -1, 0, 1, 2)]
    assert ways == [1, 2, 4, 2, 1]
    assert shoe.ways((1, 0, 0), 2, 0) == 2


def test_the_index_of_insurance():
    """From an ace, six fives and four tens, five cards left behind it. With a count of 1 three fives
    and two tens are gone: 2 of 5 cards left are tens, and insurance wins. With -1 it is 1 of 5.

    In C(6, 3) C(3, 2) ways the hole card is one of four tens, in C(5, 3) C(4, 2) of six fives.
    """
    cards = (1, 0, 0, 0, 6, 0, 0, 0, 0, 4)
    shoe = GoneCards({-1: 4, 0: 1, 1: 6})
    marks = [1, 1, 1, 1, 2, 1, 1, 1, 1, 0]
    rows = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CountedDecision, "indices", lambda self, *_: (rows.append(self), iter(()))[1])
        assert [*insurance_index(INSURANCE, cards, shoe, marks)] == []
    (row,) = rows
    row.fill()
    assert row.worth("insure", 5, 1) == 2 * 4 * 20 * 3 - 6 * 10 * 6 == 120
    assert [row.best(5, count) for count in (-1, 1)] == ["do not", "insure"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(indices, "LOOKED", (-40, 60))  # at counts of -3 and 6
        assert [*row._changes(5)] == [(1, "do not", "insure")]
    index = Index(None, "A", "do not", "insure", {26: 3, 52: None})
    assert [index.true_count(left) for left in (26, 52)] == [6, None]


# --- Two hands -------------------------------------------------------------------------------------


def test_naturals_that_an_exchange_makes_or_breaks():
    """Against a ten, 5 cards of 3 aces, 4 fives, 4 sixes and 8 tens gone, an ace among them, 2 of 14
    cards make the dealer's natural. It is met by a natural kept, 1/7 more than after an exchange, or
    by one that is made, if such counts.
    """
    whole = UpCard(lattice_of(SMALL, None), HOUSE, SMALL, 9, "zero-memory")
    kept, made = ((0, 9), (4, 5)), ((0, 4), (5, 9))  # A T and 5 6; A 5 and 6 T
    assert exchange(*made) == ((0, 9), (5, 4))
    assert [naturals_among(*hands) for hands in (kept, made)] == [1, 0]
    for counts, saved in [(False, [1, 0]), (True, [1, -1])]:
        against = Exchanged(whole, counts)
        assert [7 * against.saved(*hands) for hands in (kept, made)] == saved
    assert natural_of(whole, *kept) == Fraction(2, 14)


def test_a_chart_doubles_the_soft_totals_that_may_be():
    house = house_by(doubles=frozenset({10}), soft_doubles=frozenset({19}))
    rows = [f"hard {n} {'D ' * 10}" for n in range(4, 22)]
    rows += [f"soft {n} {'Ds ' * 10}" for n in range(12, 22)]
    rows += [f"pair {rank} {'H ' * 10}" for rank in "23456789TA"]
    charts = read_chart("\n".join(rows), house, shoe_of(1))
    assert {*charts[5].first} == {(False, 10), (True, 19)}
