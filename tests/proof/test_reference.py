"""The executable specification against closed forms, the rule cards, and deals settled by eye."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations
from math import comb

import pytest

from combin.cards import Deck, mask_of, parse_card
from combin.errors import CombinError
from combin.games import sheet_of
from combin.proof import reference
from combin.proof.reference import HandReader, deals, reaches, settle, solve, steps_of
from combin.ranking import (
    FOUR_CARD,
    JOKER_BUG,
    LONGEST_FLUSH,
    LONGEST_STRAIGHT_FLUSH,
    POKER,
    THREE_CARD,
    TWO_CARD,
    HandRanking,
)
from combin.rules import (
    ALWAYS,
    Action,
    Bet,
    Deal,
    Decide,
    Game,
    Hand,
    Pays,
    Paytable,
    Row,
    Settlement,
    Wager,
)

CARIBBEAN = sheet_of("caribbean-stud").resolve()
DAKOTA = sheet_of("dakota-duel-draw").resolve()
LET_IT_RIDE = sheet_of("let-it-ride").resolve()
MISSISSIPPI = sheet_of("mississippi-stud").resolve()
THREE_CARDS = sheet_of("three-card-poker").resolve()
READINGS = ("ace-or-straight-flush", "any-ace-or-straight-flush", "bug")


def cards(text: str) -> list[int]:
    return [parse_card(word) for word in text.split()]


def dealt(**zones: str) -> dict[str, list[int]]:
    return {zone.replace("_", "-"): cards(text) for zone, text in zones.items()}


def families(ranking: HandRanking, deck: Deck) -> dict[str, int]:
    """Return how many hands of the deck are of each family, found by a game that pays every
    family.
    """
    table = Paytable("", dict.fromkeys(ranking.families, 1))
    bet = Bet(
        "base",
        (Wager("bet", 1),),
        "bet",
        (Settlement(("bet",), (Row("", ALWAYS, (Pays(table, "hand"),)),)),),
    )
    hand = Hand("hand", ranking, ("cards",))
    game = Game(
        "families", "Families", "none", deck, (Deal("cards", ranking.size),), (hand,), (bet,)
    ).resolve()
    return {label: count for (_, label, _, _), count in solve(game).outcomes.items()}


def labels(reference) -> Counter:
    found = Counter()
    for (_, label, _, _), count in reference.outcomes.items():
        found[label] += count
    return found


# --- Hands -------------------------------------------------------------------------------------


def test_three_card_hands_of_52_are_the_textbook_counts():
    assert families(THREE_CARD, Deck()) == {
        "suited-ace-king-queen": 4, "straight-flush": 44, "three-of-a-kind": 52, "straight": 720,
        "flush": 1096, "pair": 3744, "high-card": 16440,
    }  # fmt: skip


@pytest.mark.slow_after(3)
@pytest.mark.parametrize(("ranking", "size"), [
    (POKER, 5), (POKER, 7), (THREE_CARD, 4), (FOUR_CARD, 5), (LONGEST_FLUSH, 7),
    (LONGEST_STRAIGHT_FLUSH, 7),
])  # fmt: skip
def test_a_hand_read_by_its_ranks_or_suit_by_suit_is_worth_what_its_best_cards_are(ranking, size):
    """Every choice of as many cards as make a hand is valued by itself, in its own suits."""
    chance = random.Random(size)
    reader = HandReader(Hand("hand", ranking, ("cards",)), ["cards"])
    deck = Deck("23456A").cards
    for _ in range(300):
        held = chance.sample(deck, size)
        exactly = [
            reference._possible_values(chosen, ranking)
            for chosen in combinations(held, ranking.size)
        ]
        assert reader.values((mask_of(held),)) == (max(chain.from_iterable(exactly)),)


def test_two_card_hands_are_pairs_or_not():
    assert families(TWO_CARD, Deck()) == {"pair": 13 * 6, "high-card": comb(13, 2) * 16}


@pytest.mark.slow_after(2)
@pytest.mark.parametrize(
    ("ranks", "runs", "straights"),
    [
        ("89TJQKA", "", 4),  # the ace stands below the eight too
        ("89TJQKA", "A23456789TJQKA", 3),
        ("23456A", "", 2),
        ("3579JKA", "A23456789TJQKA", 0),
    ],
)
def test_five_card_hands_of_a_shortened_deck_by_closed_form(ranks, runs, straights):
    n = len(ranks)
    royals = 4 if "TJQKA" in ranks else 0
    expected = {
        "royal-flush": royals,
        "straight-flush": 4 * straights - royals,
        "four-of-a-kind": n * (4 * n - 4),
        "full-house": n * (n - 1) * 4 * 6,
        "flush": 4 * (comb(n, 5) - straights),
        "straight": straights * (4**5 - 4),
        "three-of-a-kind": n * 4 * comb(n - 1, 2) * 16,
        "two-pair": comb(n, 2) * 36 * (n - 2) * 4,
        "pair": n * 6 * comb(n - 1, 3) * 64,
        "high-card": (comb(n, 5) - straights) * (4**5 - 4),
    }
    assert families(replace(POKER, runs=runs), Deck(ranks)) == {
        family: count for family, count in expected.items() if count
    }


def value(text: str, ranking: HandRanking = POKER, required: str = ""):
    hand = Hand("hand", ranking, ("required", "free"), ("required",))
    return HandReader(hand, ["required", "free"]).values(
        (sum(1 << c for c in cards(required)), sum(1 << c for c in cards(text)))
    )[0]


BEST_FIRST = """
As Ks Qs Js Ts | Ks Qs Js Ts 9s | 5s 4s 3s 2s As | 2c 2d 2h 2s 3c | 3c 3d 3h 2c 2d | 2c 2d 2h Ac Ad
As Js 9s 7s 5s | As Js 9s 7s 4s | Ac Kd Qh Js Ts | 6c 5d 4h 3s 2c | 5c 4d 3h 2s Ac | Ac Ad Ah Ks Qs
2c 2d 2h Ks Qs | Ac Ad 3h 3s 2c | Ac Ad 2h 2s Kc | Ac Ad 5h 4s 3c | Kc Kd Ah Qs Jc | Ac Kd Qh Js 9c
Kc Qd Jh Ts 8c | 7c 5d 4h 3s 2c
"""


def test_hands_rank_in_the_order_of_the_rule_card():
    values = [value(text) for text in BEST_FIRST.replace("\n", "|").strip("|").split("|")]
    assert len(values) == 20
    assert values == sorted(set(values), reverse=True)


def test_suits_never_break_a_tie():
    assert value("Ac Kd Qh Js 9c") == value("Ad Kc Qs Jh 9d")


def test_a_straight_never_runs_around_the_corner():
    assert reaches(value("Ks Ad 2c", THREE_CARD), "straight", THREE_CARD) is False
    assert (
        value("3s 2d Ac", THREE_CARD)
        < value("4s 3d 2c", THREE_CARD)
        < value("As Kd Qc", THREE_CARD)
    )
    assert not reaches(value("Qs Kd Ac 2h 3s"), "straight", POKER)


def test_the_best_five_of_more_cards_count():
    assert value("As Ks Qs Js Ts 9s 8s") == value("As Ks Qs Js Ts")
    assert value("5s 4s 3s 2s As 6d 7d") == value("5s 4s 3s 2s As")


def test_cards_that_must_be_used_are_used():
    board = "9s 8s 7s 6s 5s"
    assert value(board, required="Ah Ad") == value("Ah Ad 9s 8s 7s")
    assert value(board, required="Ts Js") == value("Js Ts 9s 8s 7s")


@pytest.mark.parametrize(
    ("hand", "name", "reached"),
    [
        ("Tc Td 4h 3s 2c", "pair-of-tens-or-better", True),
        ("9c 9d Ah Ks Qc", "pair-of-tens", False),
        ("9c 9d 2h 2s 3c", "pair-of-tens", True),
        ("Ac Kd 4h 3s 2c", "ace-king", True),
        ("Ac Qd Jh Ts 9c", "ace-king", False),
        ("2c 2d 5h 4s 3c", "ace-king", True),
        ("Qc 5d 4h 3s 2c", "queen-high", True),
        ("Jc Td 9h 8s 6c", "queen-high", False),
        ("6c 5d 4h 3s 2c", "three-of-a-kind", True),
        ("6c 5d 4h 3s 2c", "flush", False),
    ],
)
def test_a_name_stands_for_the_weakest_hand_that_deserves_it(hand, name, reached):
    assert reaches(value(hand), name, POKER) is reached


# --- The joker (20:18:16:15.04) ----------------------------------------------------------------

JOKER_HANDS = [
    # hand, then the line reached when the joker is an ace or in a straight flush, any such ace, a
    # bug
    (
        "Jk Js 9s 8s 7s",
        "straight-flush-with-joker",
        "straight-flush-with-joker",
        "straight-flush-with-joker",
    ),
    (
        "Jk Ks Qs Js Ts",
        "royal-flush-with-joker",
        "royal-flush-with-joker",
        "royal-flush-with-joker",
    ),
    (
        "Jk As Ks Js Ts",
        "royal-flush-with-joker",
        "royal-flush-with-joker",
        "royal-flush-with-joker",
    ),
    (
        "Jk As 4s 3s 2s",
        "straight-flush-with-joker",
        "straight-flush-with-joker",
        "straight-flush-with-joker",
    ),
    (
        "Jk 5s 4s 3s 2s",
        "straight-flush-with-joker",
        "straight-flush-with-joker",
        "straight-flush-with-joker",
    ),
    ("Jk Ac Ad Ah As", "five-aces", "five-aces", "five-aces"),
    ("Jk Ac Ad Ah Ks", "four-of-a-kind", "four-of-a-kind", "four-of-a-kind"),
    ("Jk Kc Kd Kh Ks", "four-of-a-kind", "four-of-a-kind", "four-of-a-kind"),
    ("Jk Kc Kd Kh As", "full-house", "full-house", "full-house"),
    ("Jk Kc Kd Kh 2s", "three-of-a-kind", "three-of-a-kind", "three-of-a-kind"),
    ("Jk Ac Ad Kh Ks", "full-house", "full-house", "full-house"),
    ("Jk Kc Kd Qh Qs", "two-pair", "two-pair", "two-pair"),
    ("Jk Ac Kd Kh 2s", "two-pair", "two-pair", "two-pair"),
    ("Jk Kc Qd Jh Ts", "straight", "straight", "straight"),
    ("Jk 5c 4d 3h 2s", "straight", "straight", "straight"),
    ("Jk Ac Kd Qh Js", "pair-of-tens-or-better", "pair-of-tens-or-better", "straight"),
    ("Jk Ac 4d 3h 2s", "pair-of-tens-or-better", "pair-of-tens-or-better", "straight"),
    ("Jk 9c 8d 7h 5s", "less", "less", "straight"),
    ("Jk Kc Qd Jh 9s", "less", "less", "straight"),
    ("Jk Kc Qd Jh 8s", "less", "less", "less"),
    ("Jk 9c 9d 7h 5s", "less", "less", "less"),
    ("Jk Ks 9s 7s 2s", "less", "flush", "flush"),
    ("Jk As Ks 9s 7s", "pair-of-tens-or-better", "pair-of-tens-or-better", "flush"),
    ("Ks Qs Js Ts As", "royal-flush", "royal-flush", "royal-flush"),
    ("9s 8s 7s 6s 5s", "straight-flush", "straight-flush", "straight-flush"),
]


@pytest.mark.parametrize(
    ("reading", "column"), [(reading, place + 1) for place, reading in enumerate(READINGS)]
)
@pytest.mark.parametrize("row", JOKER_HANDS, ids=lambda row: row[0])
def test_what_the_joker_may_be(row, reading, column):
    game = sheet_of("phil-em-up").resolve({"joker": reading})
    hand = row[0].split()
    zones = dealt(hole=" ".join(hand[:2]), exposed=" ".join(hand[2:4]), last=hand[4])
    assert settle(game, "base", zones, ("stay",))[1] == row[column]


def test_the_example_of_the_rule_wins_250_dollars():
    game = sheet_of("phil-em-up").resolve()
    zones = dealt(hole="Jk Js", exposed="9s 8s", last="7s")
    outcome = settle(game, "base", zones, ("double",))
    assert outcome == (("double",), "straight-flush-with-joker", Fraction(50), Fraction(2))
    assert outcome[2] * 5 == 250


def test_the_best_paying_hand_is_taken_and_of_equal_pays_the_higher():
    bug = sheet_of("phil-em-up").resolve({"joker": "bug"})
    zones = dealt(hole="Jk Ac", exposed="Kd Qh", last="Js")
    assert settle(bug.with_pays({"straight": "1/2"}), "base", zones, ("stay",))[1:3] == (
        "pair-of-tens-or-better",
        1,
    )
    assert settle(bug.with_pays({"straight": 1}), "base", zones, ("stay",))[1:3] == ("straight", 1)


def test_a_straight_flush_that_leaves_the_joker_out_is_natural():
    assert value("Jk 9s 8s 7s 6s 5s", JOKER_BUG) == value("9s 8s 7s 6s 5s", JOKER_BUG)
    assert value("Jk 9s 8s 7s 6s 5d", JOKER_BUG) == value("Jk 9s 8s 7s 6s", JOKER_BUG)


# Of T J Q K A in four suits and the joker, hands with the joker, by the four others: counted by
# hand.
WITH_JOKER_OF_TWENTY = {
    "five-aces": 1,
    "royal-flush-with-joker": 4 * 5,
    "four-of-a-kind": 4 * 16 + 4,  # AAA x; KKKK
    "full-house": 6 * 4 * 6 + 4 * 4 * 4,  # AA KK; KKK A
    "straight": 4**4 - 4,  # K Q J T
    "three-of-a-kind": 6 * 6 * 16 + 4 * 4 * 12,  # AA K Q; KKK Q
    "two-pair": 4 * 4 * 6 * 12 + 6 * 36,  # A KK Q; KK QQ
    "pair": 4 * 6 * 3 * 16 + (4 * 4 * 64 - 16),  # KK Q J; A K Q J
}


@pytest.mark.whole
@pytest.mark.slow
def test_hands_of_twenty_cards_and_the_joker_by_closed_form():
    natural = families(POKER, Deck("TJQKA"))
    for reading in READINGS:
        ranking = next(
            hand.ranking for hand in sheet_of("phil-em-up").resolve({"joker": reading}).hands
        )
        expected = Counter(natural) + Counter(WITH_JOKER_OF_TWENTY)
        if reading == "bug":
            expected += Counter(straight=1008)
            expected["pair"] -= 1008
        assert families(ranking, Deck("TJQKA", jokers=1)) == expected


# --- Settlement --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "dealer", "action", "label", "net"),
    [
        ("Ac Ad 4h 3s 2c", "Kh Qd 9s 7c 5d", "fold", "fold", -1),
        ("Ac Ad 4h 3s 2c", "Kh Qd 9s 7c 5d", "raise", "dealer-does-not-qualify", 1),
        ("Ac Ad 4h 3s 2c", "Ah Kd 9s 7c 5d", "raise", "player-wins.pair", 1 + 2 * 1),
        ("9c 8c 7c 6c 5c", "Ah Kd 9s 7h 5d", "raise", "player-wins.straight-flush", 1 + 2 * 50),
        ("Ac Kc 9d 7d 6c", "Ah Kd 9s 7h 5h", "raise", "player-wins.ace-king", 1 + 2 * 1),
        ("Ac Kc 9d 7d 5h", "Ah Kd 9s 7c 5d", "raise", "tie", 0),
        ("Ac Qc Jd 7d 5h", "Ah Kd 9s 7c 5s", "raise", "dealer-wins", -3),
    ],
)
def test_caribbean_stud_is_settled_as_on_the_felt(player, dealer, action, label, net):
    zones = dealt(player=player, up=dealer[:2], down=dealer[3:])
    outcome = settle(CARIBBEAN, "base", zones, (action,))
    assert outcome == ((action,), label, net, 1 if action == "fold" else 3)


def test_the_progressive_pays_shares_of_the_meter_for_one():
    nets = [settle(CARIBBEAN, "progressive", dealt(player=text))[1:3] for text in
            ("As Ks Qs Js Ts", "9s 8s 7s 6s 5s", "9s 8s 7s 6s 2s", "9s 8s 7s 6s 5d")]  # fmt: skip
    assert nets == [("royal-flush", 99_999), ("straight-flush", 9_999), ("flush", 49), ("less", -1)]


@pytest.mark.parametrize(
    ("player", "dealer", "action", "label", "net"),
    [
        ("Qc 6d 4h", "Jh 9d 2s", "fold", "fold, ante-bonus none", -1),
        ("Qc 6d 4h", "Jh 9d 2s", "play", "dealer-does-not-qualify, ante-bonus less", 1),
        ("5c 4d 3h", "Jh 9d 2s", "play", "dealer-does-not-qualify, ante-bonus straight", 2),
        ("Qc 6d 4h", "Qh 6c 3s", "play", "player-wins, ante-bonus less", 2),
        ("Qc 6d 4h", "Qh 6c 4s", "play", "tie, ante-bonus less", 0),
        ("Qc 6d 4h", "2h 2c 3s", "play", "dealer-wins, ante-bonus less", -2),
        ("5c 4d 3h", "6h 5h 4s", "play", "dealer-wins, ante-bonus straight", -2 + 1),
        ("5c 5d 5h", "6h 5s 4h", "play", "player-wins, ante-bonus three-of-a-kind", 2 + 4),
    ],
)
def test_three_card_poker_is_settled_as_on_the_felt(player, dealer, action, label, net):
    outcome = settle(THREE_CARDS, "base", dealt(player=player, dealer=dealer), (action,))
    assert outcome == ((action,), label, net, 1 if action == "fold" else 2)


def test_pays_may_be_halves():
    game = sheet_of("three-card-poker").resolve({"ante-bonus": "6"})
    zones = dealt(player="5c 4c 3c", dealer="Jh 9d 2s")
    assert settle(game, "base", zones, ("play",))[2] == 1 + Fraction(25, 2)


def test_dakota_labels_every_settlement_and_pays_the_pocket_pair_on_the_play():
    zones = dealt(hole="Ac Ad", board_1="9s 7s 2h", board_2="Kc Kd 3h")
    played = settle(DAKOTA, "base", zones, ("play",))
    assert played == (
        ("play",),
        "hand-1 pair-of-nines-or-better, hand-2 two-pair, pocket-pair pair-of-aces",
        2 + 2 + 4,
        2,
    )
    folded = settle(DAKOTA, "base", zones, ("fold",))
    assert folded == (("fold",), "hand-1 fold, hand-2 fold, pocket-pair fold", -1, 1)
    assert settle(DAKOTA, "big-8", zones)[1:3] == ("less", -1)


def test_hot_poker_spot_needs_both_hole_cards_and_pays_for_one():
    game = sheet_of("hot-poker-spot").resolve()
    assert settle(game, "base", dealt(hole="Ah 2d", flop="9s 8s 7s", turn="6s", river="5s"))[
        1:3
    ] == ("less", -1)
    assert settle(game, "base", dealt(hole="Ah Kd", flop="9s 9d 9h", turn="9c", river="5s"))[
        1:3
    ] == ("less", -1)
    assert settle(game, "base", dealt(hole="9h Kd", flop="9s 9d 9c", turn="2c", river="5s"))[
        1:3
    ] == ("four-of-a-kind", 99)


def test_a_fold_after_the_flop_pays_the_hand_already_made_heads_up():
    zones = dealt(hole="Ah Kh", flop="Qh Jh Th", turn="2c", river="2d")
    after_flop, at_once = ("stay", "leave"), ("leave",)
    heads_up = sheet_of("hot-poker-spot").resolve({"cost": "7/2", "variant": "heads-up"})
    assert settle(heads_up, "base", zones, after_flop)[1:] == (
        "left-on-flop.royal-flush",
        999 - Fraction(7, 2),
        Fraction(9, 2),
    )
    assert settle(heads_up, "base", zones, at_once)[1:] == ("left", -1, 1)
    table = sheet_of("hot-poker-spot").resolve({"cost": "7/2"})
    assert settle(table, "base", zones, after_flop)[1:] == (
        "left",
        -1 - Fraction(7, 2),
        Fraction(9, 2),
    )


def test_mississippi_pushes_middle_pairs_and_forfeits_all_that_is_out():
    zones = dealt(hole="6c 6d", third="2h", fourth="9s", fifth="Kd")
    assert settle(MISSISSIPPI, "base", zones, ("3x", "1x", "2x"))[1:] == (
        "pair-of-sixes-or-better",
        0,
        7,
    )
    assert settle(MISSISSIPPI, "base", zones, ("3x", "fold"))[1:] == ("fold", -4, 4)


# --- The walk ----------------------------------------------------------------------------------


def test_pair_plus_on_the_whole_deck():
    reference = solve(THREE_CARDS, "pair-plus")
    assert reference.deals == 22_100
    assert reference.expected_value == Fraction(-1608, 22_100)
    assert labels(reference) == {
        "straight-flush": 48, "three-of-a-kind": 52, "straight": 720, "flush": 1096, "pair": 3744, "less": 16440,
    }  # fmt: skip
    assert not reference.information_sets


@pytest.mark.parametrize(
    ("game", "key", "count"),
    [
        (CARIBBEAN, "base", comb(52, 5) * 47 * comb(46, 4)),
        (CARIBBEAN, "progressive", comb(52, 5)),
        (DAKOTA, "base", comb(52, 2) * comb(50, 3) * comb(47, 3)),
        (sheet_of("hot-poker-spot").resolve(), "base", comb(52, 2) * comb(50, 3) * 47 * 46),
        (LET_IT_RIDE, "three-card-bonus", comb(52, 3)),
        (MISSISSIPPI, "three-card-bonus", 52 * 51 * 50),
        (sheet_of("phil-em-up").resolve(), "base", 86_090_550),
        (THREE_CARDS, "base", 407_170_400),
    ],
)
def test_deals_are_counted_without_walking(game, key, count):
    assert deals(game, key) == count


def test_only_what_matters_to_a_bet_is_dealt():
    assert [step.name if isinstance(step, Decide) else step.zone for step in steps_of(CARIBBEAN, CARIBBEAN.bet("base"))] == [
        "player", "up", "fold or raise", "down",
    ]  # fmt: skip
    assert [step.zone for step in steps_of(MISSISSIPPI, MISSISSIPPI.bet("three-card-bonus"))] == [
        "third",
        "fourth",
        "fifth",
    ]


def test_an_unknown_bet_is_refused():
    with pytest.raises(CombinError, match="no bet 'pair'"):
        solve(THREE_CARDS, "pair")


def test_progress_ends_with_all_deals():
    seen = []
    solve(
        replace(THREE_CARDS, deck=Deck("QKA", "cdh")),
        progress=lambda done, total: seen.append((done, total)),
    )
    assert seen[-1] == (comb(9, 3) * comb(6, 3),) * 2
    assert seen == sorted(set(seen))


def mean(nets: Iterable[Fraction]) -> Fraction:
    nets = list(nets)
    return sum(nets, Fraction(0)) / len(nets)


@pytest.mark.slow
def test_let_it_ride_is_three_bets_each_kept_when_its_mean_is_positive():
    """A bet's worth is linear: the third is always out, the others ride where what is seen promises
    a gain.
    """
    game = replace(LET_IT_RIDE, deck=Deck("8TJQK", "cdh"))
    pack = game.deck.cards

    def pay(hand: Iterable[int]) -> Fraction:
        hand = list(hand)
        outcome = settle(
            game,
            "base",
            {"player": hand[:3], "first": hand[3:4], "second": hand[4:]},
            ("pull-back",) * 2,
        )
        return outcome[2]

    worth = {frozenset(hand): pay(hand) for hand in combinations(pack, 5)}

    def expected(seen: tuple[int, ...]) -> Fraction:
        rest = [number for number in pack if number not in seen]
        return mean(worth[frozenset((*seen, *more))] for more in combinations(rest, 5 - len(seen)))

    after_three = mean(max(Fraction(0), expected(seen)) for seen in combinations(pack, 3))
    after_four = mean(max(Fraction(0), expected(seen)) for seen in combinations(pack, 4))
    reference = solve(game)
    assert reference.expected_value == mean(worth.values()) + after_three + after_four
    assert len(reference.information_sets) == comb(15, 3) * (1 + 2 * 12)
    assert sum(reference.outcomes.values()) == reference.deals == comb(15, 3) * 12 * 11


@pytest.mark.slow
def test_caribbean_information_sets_are_means_over_the_cards_face_down():
    game = replace(CARIBBEAN, deck=Deck("9TJQKA", "cd"))
    reference = solve(game)
    for (seen, path), nets in list(reference.information_sets.items())[::701]:
        rest = set(game.deck.cards) - seen[0] - seen[1]
        for action, net in nets.items():
            ends = (
                settle(game, "base", {"player": seen[0], "up": seen[1], "down": down}, (action,))
                for down in combinations(rest, 4)
            )
            assert net == mean(end[2] for end in ends)
        assert path == ()
        assert reference.choices[seen, path] == max(nets, key=nets.__getitem__)


def test_the_value_is_the_mean_of_the_best_at_the_first_decision():
    reference = solve(replace(MISSISSIPPI, deck=Deck("6TK", "cdh")))
    first = [
        max(nets.values()) for (_, path), nets in reference.information_sets.items() if not path
    ]
    assert reference.expected_value == mean(first)
    assert {len(path) for _, path in reference.information_sets} == {0, 1, 2}
    assert all("fold" not in path for _, path in reference.information_sets)


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["table", "heads-up"])
def test_a_spot_that_costs_too_much_is_left_at_once_and_a_free_one_never(variant):
    def spot(cost: str) -> Game:
        return replace(
            sheet_of("hot-poker-spot").resolve({"cost": cost, "variant": variant}),
            deck=Deck("JQKA", "cd"),
        )

    assert labels(solve(spot("1000"))) == {"left": deals(spot("1000"))}
    assert solve(spot("1000")).expected_value == -1
    stays = solve(spot("0"))
    assert stays.outcomes and all(actions == () for actions, _, _, _ in stays.outcomes)


def test_a_cost_of_staying_lies_between_never_and_always_staying():
    def spot(cost: str) -> Fraction:
        return solve(
            replace(sheet_of("hot-poker-spot").resolve({"cost": cost}), deck=Deck("JQKA", "cd"))
        ).expected_value

    always = spot("0")
    assert max(Fraction(-1), always - 4) <= spot("1") <= always


# --- Ties --------------------------------------------------------------------------------------


def fair_game(*actions: Action) -> Game:
    """Return a game in which any stake is worth nothing: the second card pairs the first one time
    in three, and pays 2.
    """
    bet = Bet(
        "base", (Wager("bet", 1),), "bet",
        (Settlement(("bet",), (Row("", ALWAYS, (Pays(Paytable("", {"pair": 2}), "both"),)),)),),
    )  # fmt: skip
    play = (Deal("first", 1), Decide("more", actions), Deal("second", 1))
    return Game(
        "fair",
        "Fair",
        "none",
        Deck("2A", "cd"),
        play,
        (Hand("both", TWO_CARD, ("first", "second")),),
        (bet,),
    ).resolve()


def test_of_equal_nets_the_smaller_stake_is_chosen():
    game = fair_game(Action("two", {"bet": 2}), Action("none"), Action("one", {"bet": 1}))
    reference = solve(game)
    assert set(reference.choices.values()) == {"none"}
    assert all(
        nets == {"two": 0, "none": 0, "one": 0} for nets in reference.information_sets.values()
    )
    assert set(solve(game.with_pays({"pair": "21/10"})).choices.values()) == {"two"}


def test_of_equal_nets_and_stakes_the_action_listed_first_is_chosen():
    game = fair_game(
        Action("two", {"bet": 2}), Action("red", {"bet": 1}), Action("black", {"bet": 1})
    )
    assert set(solve(game).choices.values()) == {"red"}


def test_taking_back_is_a_smaller_stake_than_letting_ride():
    game = fair_game(Action("let-it-ride"), Action("pull-back", {"bet": -1}))
    assert set(solve(game).choices.values()) == {"pull-back"}
