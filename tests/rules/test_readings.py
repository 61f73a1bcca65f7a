"""The hands on which the readings of a rule differ, settled by the shipped code; tests are named by
the rule's paragraph.

20:18:16:15.04 is Phil 'em up, .05 Caribbean Stud, .20 Hot Poker Spot, .23 Dakota Duel Draw, .02
Three Card Poker, .03 Let It Ride, .14 Mississippi Stud. Every outcome is settled a second time by
the literal reference.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

import combin
from agreement import cards, mask
from combin.counting import Plan, facts_number
from combin.proof import reference
from combin.questions.advice import advise
from combin.rules import facts as settlement
from combin.rules.game import Game


@cache
def game_of(slug: str, *choices: str) -> Game:
    """Return a game with choices written NAME=VALUE."""
    return combin.load(slug, dict(choice.split("=") for choice in choices))


def settled(
    game: Game, deal: str, actions: tuple[str, ...] = (), key: str = "base"
) -> tuple[str, Fraction, Fraction]:
    """Return (outcome, net, staked) of one deal, its zones in the order of the play, parted by
    slashes.
    """
    bet = game.bet(key)
    zones = dict(zip((step.zone for step in game.deals), map(mask, deal.split("/"))))
    path = tuple(
        (step.name, next(act for act in step.actions if act.name == name))
        for step, name in zip(game.decisions, actions)
    )
    plan, facts = Plan(game, bet), settlement.facts_of(bet, path)
    found = settlement.Settler(bet).settle(
        path, plan.values(facts, facts_number(plan, zones, facts))
    )
    dealt = {step.zone: cards(part) for step, part in zip(game.deals, deal.split("/"))}
    if set(dealt) >= {zone for hand in reference.hands_of(game, bet) for zone in hand.zones}:
        wanted = {
            zone for step in reference.steps_of(game, bet) for zone in [getattr(step, "zone", "")]
        }
        literal = {zone: dealt[zone] for zone in dealt if zone in wanted}
        assert reference.settle(game, key, literal, actions)[1:] == (
            found.outcome,
            found.net,
            found.staked,
        )
    return found.outcome, found.net, found.staked


def values(game: Game, text: str, key: str = "base") -> dict:
    """Return history -> action -> exact value in a situation."""
    return {row.history: row.values for row in advise(game, text, key).rows}


# --- Phil 'em up -------------------------------------------------------------------------------

LETTER, ANY_ACE, BUG = (
    ("phil-em-up", f"joker={joker}")
    for joker in ("ace-or-straight-flush", "any-ace-or-straight-flush", "bug")
)

# The hand; what it is under the rule's letter, with an ace of any suit, with a bug.
JOKER = [
    (
        "Jk Js / 9s 8s / 7s",
        "straight-flush-with-joker",
        "straight-flush-with-joker",
        "straight-flush-with-joker",
    ),
    (
        "Jk Ks / Qs Js / Ts",
        "royal-flush-with-joker",
        "royal-flush-with-joker",
        "royal-flush-with-joker",
    ),
    (
        "Jk As / Qs Js / Ts",
        "royal-flush-with-joker",
        "royal-flush-with-joker",
        "royal-flush-with-joker",
    ),
    (
        "Jk 5s / 4s 3s / 2s",
        "straight-flush-with-joker",
        "straight-flush-with-joker",
        "straight-flush-with-joker",
    ),
    (
        "Jk As / 2s 3s / 4s",
        "straight-flush-with-joker",
        "straight-flush-with-joker",
        "straight-flush-with-joker",
    ),
    ("As Ks / Qs Js / Ts", "royal-flush", "royal-flush", "royal-flush"),
    ("9s 8s / 7s 6s / 5s", "straight-flush", "straight-flush", "straight-flush"),
    ("Jk Ac / Ad Ah / As", "five-aces", "five-aces", "five-aces"),
    ("Jk Ac / Ad Ah / Ks", "four-of-a-kind", "four-of-a-kind", "four-of-a-kind"),
    ("Jk 9c / 9d 9h / 9s", "four-of-a-kind", "four-of-a-kind", "four-of-a-kind"),
    ("Jk Ac / Ad 2h / 2s", "full-house", "full-house", "full-house"),
    ("Jk 2c / 2d 2h / As", "full-house", "full-house", "full-house"),
    ("Jk 2c / 2d 2h / Ks", "three-of-a-kind", "three-of-a-kind", "three-of-a-kind"),
    ("Jk Kc / Kd 2h / 2s", "two-pair", "two-pair", "two-pair"),
    ("Jk Ac / Ad 9h / 2s", "three-of-a-kind", "three-of-a-kind", "three-of-a-kind"),
    ("Jk Ac / 9d 9h / 2s", "two-pair", "two-pair", "two-pair"),
    ("Jk Kc / Qd Jh / Ts", "straight", "straight", "straight"),
    ("Jk 5c / 4d 3h / 2s", "straight", "straight", "straight"),
    ("Jk Ac / Kd Qh / Js", "pair-of-tens-or-better", "pair-of-tens-or-better", "straight"),
    ("Jk Ac / 2d 3h / 4s", "pair-of-tens-or-better", "pair-of-tens-or-better", "straight"),
    ("Jk 9c / 8d 7h / 5s", "less", "less", "straight"),
    ("Jk Ks / 9s 7s / 2s", "less", "flush", "flush"),
    ("Jk As / 9s 7s / 2s", "pair-of-tens-or-better", "pair-of-tens-or-better", "flush"),
    ("Jk Kc / 9d 7h / 2s", "less", "less", "less"),
    (
        "Jk Ac / 9d 7h / 2s",
        "pair-of-tens-or-better",
        "pair-of-tens-or-better",
        "pair-of-tens-or-better",
    ),
    (
        "Jk Tc / Td 7h / 2s",
        "pair-of-tens-or-better",
        "pair-of-tens-or-better",
        "pair-of-tens-or-better",
    ),
    ("Jk 9c / 9d 7h / 2s", "less", "less", "less"),
]


@pytest.mark.parametrize(
    ("place", "reading"),
    list(enumerate((LETTER, ANY_ACE, BUG), 1)),
    ids=["letter", "any ace", "bug"],
)
@pytest.mark.parametrize("row", JOKER, ids=lambda row: row[0])
def test_15_04_paragraph_2_the_joker_is_an_ace_or_completes_a_straight_flush(row, place, reading):
    assert settled(game_of(*reading), row[0], ("stay",))[0] == row[place]


def test_15_04_paragraph_4_the_schedule():
    """Each line once, doubled: lines (a) to (l), and below them the wager is collected."""
    game = game_of(*LETTER)
    hands = [
        ("Jk Ac / Ad Ah / As", 500), ("As Ks / Qs Js / Ts", 250), ("Jk Ks / Qs Js / Ts", 100), ("9s 8s / 7s 6s / 5s", 50),
        ("Jk 8s / 7s 6s / 5s", 25), ("9c 9d / 9h 9s / 2c", 20), ("9c 9d / 9h 2s / 2c", 15), ("Ks 9s / 7s 4s / 2s", 9),
        ("9c 8d / 7h 6s / 5c", 7), ("9c 9d / 9h 4s / 2c", 3), ("9c 9d / 4h 4s / 2c", 2), ("Tc Td / 4h 3s / 2c", 1),
        ("9c 9d / 4h 3s / 2c", -1),
    ]  # fmt: skip
    for hand, pay in hands:
        assert settled(game, hand, ("stay",))[1:] == (pay, 1)
        assert settled(game, hand, ("double",))[1:] == (2 * pay, 2)


def test_15_04_paragraph_5_the_example_of_250_dollars():
    """A joker and the jack, nine, eight and seven of spades, five dollars doubled: ($5 + $5) x 25 =
    $250.
    """
    outcome, net, staked = settled(game_of(*LETTER), "Jk Js / 9s 8s / 7s", ("double",))
    assert (outcome, 5 * net, 5 * staked) == ("straight-flush-with-joker", 250, 10)


def test_15_04_paragraph_5_both_bets_are_paid_at_the_same_odds():
    (found,) = values(game_of(*LETTER), "Jk Js / 9s 8s").values()
    assert found["double"] == 2 * found["stay"] > 0


def test_15_04_the_best_paying_hand_is_taken():
    """With a bug, joker A K Q J is a straight or a pair of aces, whichever pays more; of equal pays
    the higher hand.
    """
    bug = game_of(*BUG)
    hand = "Jk Ac / Kd Qh / Js"
    assert settled(bug.with_pays({"straight": "1/2"}), hand, ("stay",))[:2] == (
        "pair-of-tens-or-better",
        1,
    )
    assert settled(bug.with_pays({"straight": "1"}), hand, ("stay",))[:2] == ("straight", 1)
    assert settled(bug, hand, ("stay",))[:2] == ("straight", 7)


# --- Caribbean Stud ----------------------------------------------------------------------------

CARIBBEAN = ("caribbean-stud",)
FELT = [
    # player / up / down, outcome, net after a raise
    ("Ac Ad 4h 3s 2c / Kh / Qd 9s 7c 5d", "dealer-does-not-qualify", 1),
    ("9c 8c 7c 6c 5c / Ah / Qd Js 9d 2d", "dealer-does-not-qualify", 1),
    ("Ac Ad 4h 3s 2c / Ah / Qd Js 9s 8d", "dealer-does-not-qualify", 1),
    ("Ac Ad 4h 3s 2c / Ah / Kd 4d 3c 2d", "player-wins.pair", 3),
    ("Ac Ad 4h 3s 2c / 2h / 2d 5s 6c 7d", "player-wins.pair", 3),
    ("Ac Kc Qd 7d 6c / Ah / Kd Js 9h 8h", "player-wins.ace-king", 3),
    ("9c 8c 7c 6c 5c / Ah / Kd 9s 7h 5d", "player-wins.straight-flush", 101),
    ("Ac Kc 9d 7d 5h / Ah / Kd 9s 7c 5d", "tie", 0),
    ("5c 4d 3h 2s Ac / 5h / 4s 3c 2d Ad", "tie", 0),
    ("Ac Kc 9d 7d 4h / Ah / Kd 9s 7c 5d", "dealer-wins", -3),
    ("Ac Qc Jd 7d 5h / Ah / Kd 4s 3c 2s", "dealer-wins", -3),
    ("Jc Td 6h 5s 2c / 2h / 2d 5h 6c 7d", "dealer-wins", -3),
]


@pytest.mark.parametrize(("deal", "outcome", "net"), FELT, ids=lambda value: str(value))
def test_15_05_paragraph_3_is_settled_as_on_the_felt(deal, outcome, net):
    game = game_of(*CARIBBEAN)
    assert settled(game, deal, ("raise",)) == (outcome, net, 3)
    assert settled(game, deal, ("fold",)) == ("fold", -1, 1)


def test_15_05_paragraph_3_ace_king_qualifies_and_ace_queen_does_not():
    """The least hand that qualifies is A K 4 3 2, the best that does not A Q J T 9."""
    game = game_of(*CARIBBEAN)
    player = "2c 2d 5h 7s 9d"
    assert settled(game, f"{player} / Ah / Kd 4s 3c 2h", ("raise",))[0] == "player-wins.pair"
    assert settled(game, f"{player} / Ah / Qd Js Tc 9h", ("raise",))[0] == "dealer-does-not-qualify"


def test_15_05_paragraph_3_a_better_hand_than_the_dealers_without_ace_king_wins_nothing_on_the_raise():
    royal = "As Ks Qs Js Ts / 2h / 3d 5s 8c 9h"
    assert settled(game_of(*CARIBBEAN), royal, ("raise",)) == ("dealer-does-not-qualify", 1, 3)


def test_15_05_pair_or_less_is_the_last_line():
    """The common schedule pays pair or less 1; the online schedule pays 999 down to 1 for
    ace-king.
    """
    deal = "As Ks Qs Js Ts / Ah / Kd 5s 8c 9h"
    nets = {
        raised: settled(game_of("caribbean-stud", f"raise={raised}"), deal, ("raise",))[1]
        for raised in "1234"
    }
    assert nets == {"1": 201, "2": 401, "3": 501, "4": 1999}


def test_15_05_advice_is_the_mean_over_the_cards_face_down():
    """A four of a kind that leaves the dealer almost nothing is raised, a king high against an ace
    is folded.
    """
    (found,) = values(game_of(*CARIBBEAN), "Kd Jh 8c 3d 2s / Ac").values()
    assert found["fold"] == -1 > found["raise"]
    (found,) = values(game_of(*CARIBBEAN), "Kd Kh Kc Ks 2s / 2c").values()
    assert found["raise"] > 1


# --- Hot Poker Spot ----------------------------------------------------------------------------

SPOT = [
    # hole / flop / turn / river
    ("Ah 2d / 9s 8s 7s / 6s / 5s", "less", "a straight flush on the board alone"),
    ("Ah Kd / 9s 9d 9h / 9c / 5s", "less", "four of a kind on the board, the hole only kicks"),
    (
        "9h Kd / 9s 9d 9c / 2c / 5s",
        "four-of-a-kind",
        "one hole card makes it, the other kicks and counts as used",
    ),
    ("9h 9d / 9s 9c 2d / Kc / 5s", "four-of-a-kind", "a pair in the hole"),
    ("Ts 2d / 9s 8s 7s / 6s / 3c", "less", "one hole card and four of the board"),
    (
        "Ts Js / 9s 8s 7s / 6s / 5s",
        "straight-flush",
        "both hole cards and three of the board, though the board has one, too",
    ),
    ("As Ks / Qs Js Ts / 9s / 8s", "royal-flush", "both and three"),
    ("As 2d / Ks Qs Js / Ts / 3c", "less", "a royal flush that needs four of the board"),
    ("As 3s / Ks 9s 7s / 4s / 2s", "flush", "both are of the suit"),
    ("As 3d / Ks 9s 7s / 4s / 2s", "less", "one is of the suit"),
    ("Kc Kd / 9s 9h 9c / 2c / 5s", "full-house", "three on the board and the pair"),
    ("Kc Qd / 9s 9h 9c / Kh / Ks", "less", "a full house that needs four of the board"),
    ("Kc 9d / Ks 9h 9c / 2c / 5s", "full-house", "one of each"),
    ("6c 5d / 4h 3s 2c / Ah / Kd", "straight", "both hole cards"),
    ("6c Kd / 5h 4s 3c / 2h / Ad", "less", "one hole card"),
    ("As Ad / Kh Qh Jh / Th / Ac", "less", "three of a kind is no qualifying hand"),
]


@pytest.mark.parametrize(("deal", "outcome", "why"), SPOT, ids=[row[2] for row in SPOT])
def test_15_20_paragraph_6_both_hole_cards_and_exactly_three_of_the_board(deal, outcome, why):
    assert settled(game_of("hot-poker-spot"), deal)[0] == outcome


def test_15_20_the_schedule_is_for_one():
    deals = [
        "As Ks / Qs Js Ts / 2d / 2c",
        "9s 8s / 7s 6s 5s / 2d / 2c",
        "9s 9d / 9h 9c 2s / 3d / 4c",
        "9s 9d / 9h 2c 2s / 3d / 4c",
        "As 9s / 7s 4s 2s / 3d / Kc",
        "9s 8d / 7h 6c 5s / 2d / 2c",
        "As Ad / Ah 2c 3s / 7d / 9c",
    ]
    game = game_of("hot-poker-spot")
    assert [settled(game, deal)[1:] for deal in deals] == [
        (net, 1) for net in (999, 199, 99, 24, 14, 9, -1)
    ]
    assert settled(game_of("hot-poker-spot", "option=2"), deals[0])[1] == 1999


MADE = "Ah Kh / Qh Jh Th / 2c / 2d"


def test_15_20_paragraphs_2_4_5_who_folds_forfeits_the_bet():
    game = game_of("hot-poker-spot", "cost=7/2")
    for stays in range(4):
        outcome, net, staked = settled(game, MADE, ("stay",) * stays + ("leave",))
        assert (outcome, net, staked) == (
            "left",
            -1 - stays * Fraction(7, 2),
            1 + stays * Fraction(7, 2),
        )
    assert settled(game, MADE, ("stay",) * 4) == ("royal-flush", 999 - 14, 15)


def test_15_20_paragraph_6_heads_up_a_fold_after_the_flop_is_paid():
    """Not one before the flop, and only a hand already made with both hole cards."""
    game = game_of("hot-poker-spot", "cost=7/2", "variant=heads-up")
    assert settled(game, MADE, ("leave",)) == ("left", -1, 1)
    for stays, street in enumerate(("flop", "turn", "river"), 1):
        outcome, net, _ = settled(game, MADE, ("stay",) * stays + ("leave",))
        assert (outcome, net) == (f"left-on-{street}.royal-flush", 999 - stays * Fraction(7, 2))
    unmade = "Ah Kh / Qh Jh 3c / Th / 2d"
    assert settled(game, unmade, ("stay", "leave"))[:2] == (
        "left-on-flop.less",
        -1 - Fraction(7, 2),
    )
    assert settled(game, unmade, ("stay", "stay", "leave"))[:2] == (
        "left-on-turn.royal-flush",
        999 - 7,
    )


@pytest.mark.parametrize(("variant", "leave"), [("table", -1), ("heads-up", 999)])
def test_15_20_paragraph_6_what_a_fold_is_worth_after_the_flop(variant, leave):
    """A royal flush cannot be lost; staying in costs one unit in each round to come."""
    game = game_of("hot-poker-spot", "cost=1", f"variant={variant}")
    (found,) = values(game, "Ah Kh / Qh Jh Th").values()
    assert found["leave"] == leave - 1
    assert found["stay"] == (999 - 4 if variant == "table" else 999 - 2)


# --- Dakota Duel Draw --------------------------------------------------------------------------

DAKOTA = ("dakota-duel-draw",)


@pytest.mark.parametrize(
    ("deal", "outcome", "net"),
    [
        ("2c 2d / 4h 6s 8c / 3h "
         "7s 9c", "hand-1 less, hand-2 less, pocket-pair pair-of-twos", -1 - 1 + 3),
        ("Ac Ad / 4h 6s 8c / 3h 7s 9c",
         "hand-1 pair-of-nines-or-better, hand-2 pair-of-nines-or-better, pocket-pair "
         "pair-of-aces", 2 + 2 + 4),
        ("5c 5d / 5h 6s 8c / 3h "
         "3s 9c", "hand-1 three-of-a-kind, hand-2 two-pair, pocket-pair pair-of-fives", 3 + 2 + 4),
        ("Ac Kd / 4h 6s 8c / 3h 7s 9c", "hand-1 less, hand-2 less, pocket-pair less", -2),
        ("Ac Kd / Qh Js Tc / 3h 7s 9c", "hand-1 straight, hand-2 less, pocket-pair less", 4 - 1),
    ],
)  # fmt: skip
def test_15_23_paragraph_9_the_pocket_pair_is_paid_whatever_else_happens(deal, outcome, net):
    assert settled(game_of(*DAKOTA), deal, ("play",)) == (outcome, net, 2)


def test_15_23_paragraph_9_the_bonus_is_paid_only_to_who_plays():
    deal = "Ac Ad / Ah As 8c / 3h 7s 9c"
    assert settled(game_of(*DAKOTA), deal, ("fold",)) == (
        "hand-1 fold, hand-2 fold, pocket-pair fold",
        -1,
        1,
    )


def test_15_23_paragraph_8_a_fold_leaves_the_big_8_alive():
    """The big 8 is a bet of its own without any decision, the best five of all eight cards."""
    game = game_of(*DAKOTA)
    assert settled(game, "2c 7d / Ah Kh Qh / Jh Th 3s", key="big-8") == ("royal-flush", 50, 1)
    assert settled(game, "2c 7d / Ah Kh 9s / Jh Th 3s", key="big-8") == ("less", -1, 1)
    assert settled(game, "Ac Ad / Ah Kh 9s / Jh Ts 3s", key="big-8")[0] == "less"


def test_15_23_paragraph_10_a_pair_of_nines_pays_like_two_pair():
    game = game_of(*DAKOTA)
    pays = [
        settled(game, f"{hole} / 2h 6s Kc / 3h 7s Qc", ("play",))[0].split(", ")[0]
        for hole in ("9c 9d", "8c 8d", "Kd 2c")
    ]
    assert pays == ["hand-1 pair-of-nines-or-better", "hand-1 less", "hand-1 two-pair"]
    assert game.pays()["pair-of-nines-or-better"] == game.pays()["two-pair"] == 2


def test_15_23_paragraph_10_each_hand_is_exactly_five_cards():
    """A flush of both boards together is none, nor is a straight."""
    deal = "Ah 2c / Kh Jh 9h / 7h 4s 3d"
    assert settled(game_of(*DAKOTA), deal, ("play",))[1] == -2
    assert settled(game_of(*DAKOTA), deal, key="big-8")[0] == "flush"


PAIRS = {
    # paytable, sevens -> aces, kings ... twos
    ("1", "4"): (4,) * 10 + (3,) * 3,
    ("2", "4"): (4,) * 8 + (3,) * 5,
    ("2", "3"): (4,) * 7 + (3,) * 6,
    ("3", "4"): (4,) * 4 + (3,) * 9,
}


@pytest.mark.parametrize(("table", "sevens"), PAIRS, ids=str)
def test_15_23_paragraph_11_the_pocket_pair_tables_and_the_smudged_sevens(table, sevens):
    game = game_of("dakota-duel-draw", f"pocket-pair={table}", f"sevens={sevens}")
    found = []
    for rank in "AKQJT98765432":
        a, b, c, d, e, f = [other for other in "468K37TQ" if other != rank][:6]
        labels, net, _ = settled(
            game, f"{rank}c {rank}d / {a}h {b}s {c}c / {d}h {e}s {f}c", ("play",)
        )
        found.append(net - (2 + 2 if labels.startswith("hand-1 pair") else -1 - 1))
    assert tuple(found) == PAIRS[table, sevens]


def test_15_23_paragraph_12_the_big_8_wins_from_a_straight_up():
    deals = [
        "As Ks / Qs Js Ts / 2d 2c 5h",
        "9s 8s / 7s 6s 5s / 2d 2c Kh",
        "9s 9d / 9h 9c 5s / 2d 2c Kh",
        "9s 9d / 9h Kc 5s / 2d 2c Kh",
        "As 9s / 7s 4s 2s / 3d Kc Kh",
        "9s 8d / 7h 6c 5s / 2d 2c Kh",
        "9s 9d / 9h Kc 5s / 2d 3c Jh",
    ]
    nets = {
        table: [
            settled(game_of("dakota-duel-draw", f"big-8={table}"), deal, key="big-8")[1]
            for deal in deals
        ]
        for table in "123"
    }
    assert nets == {
        "1": [50, 30, 15, 5, 3, 2, -1],
        "2": [50, 30, 20, 5, 4, 1, -1],
        "3": [50, 30, 20, 6, 3, 1, -1],
    }
    lodge = game_of("dakota-duel-draw", "variant=lodge-2023")
    assert [settled(lodge, deal, key="big-8")[1] for deal in deals] == [150, 70, 30, 5, 3, 1, -1]


def test_15_23_lodge_2023_pays_8_for_a_pair_of_nines_or_better_and_nothing_below():
    lodge = game_of("dakota-duel-draw", "variant=lodge-2023")
    assert settled(lodge, "9c 9d / 4h 6s 8c / 3h Ts Qc", ("play",))[1] == 2 + 2 + 8
    assert settled(lodge, "8c 8d / 4h 6s Kc / 3h Ts Qc", ("play",))[1] == -2


# --- Three Card Poker --------------------------------------------------------------------------

THREE = ("three-card-poker",)


@pytest.mark.parametrize(
    ("deal", "outcome", "net"),
    [
        ("Kc Ad 2h / Qh 9d 2s", "player-wins, ante-bonus less", 2),
        ("Kc Ad 2h / Ah Kd 3s", "dealer-wins, ante-bonus less", -2),
        ("Ac 2d 3h / 2h 3d 4s", "dealer-wins, ante-bonus straight", -2 + 1),
        ("Ac 2d 3h / Ah Kd Jd", "player-wins, ante-bonus straight", 2 + 1),
        ("2c 3c 4c / 2h 2d 2s", "player-wins, ante-bonus straight-flush", 2 + 5),
        ("2c 2d 2h / Qh Kd As", "player-wins, ante-bonus three-of-a-kind", 2 + 4),
        ("2c 3d 4h / Ah Kh Jh", "player-wins, ante-bonus straight", 2 + 1),
        ("2c 4c 6c / Ah Ad Ks", "player-wins, ante-bonus less", 2),
        ("2c 3d 4h / 5h 5d 5s", "dealer-wins, ante-bonus straight", -2 + 1),
        ("5c 5d 5h / 5s 6s 7s", "dealer-wins, ante-bonus three-of-a-kind", -2 + 4),
        ("2c 4d 6h / Jh 9d 8s", "dealer-does-not-qualify, ante-bonus less", 1),
        ("2c 4d 6h / Qh 3d 2s", "dealer-wins, ante-bonus less", -2),
        ("2c 3d 4h / Jh 9d 8s", "dealer-does-not-qualify, ante-bonus straight", 1 + 1),
        ("Qc 6d 4h / Qh 6c 4s", "tie, ante-bonus less", 0),
        ("9c 8d 7h / 9h 8s 7d", "tie, ante-bonus straight", 0 + 1),
    ],
)
def test_15_02_is_settled_as_on_the_felt(deal, outcome, net):
    """K A 2 is no straight, A 2 3 the lowest; queen high qualifies; the ante bonus is paid when
    losing, too.
    """
    assert settled(game_of(*THREE), deal, ("play",)) == (outcome, net, 2)
    assert settled(game_of(*THREE), deal, ("fold",)) == ("fold, ante-bonus none", -1, 1)


@pytest.mark.parametrize(
    ("hand", "outcome", "net"),
    [
        ("As Ks Qs", "straight-flush", 40), ("As 2s 3s", "straight-flush", 40), ("Ks As 2s", "flush", 3),
        ("2c 2d 2h", "three-of-a-kind", 30),
        ("Ac 2d 3h", "straight", 6), ("Kc Ad 2h", "less", -1), ("2c 2d 3h", "pair", 1), ("Ac Kd Jh", "less", -1),
    ],
)  # fmt: skip
def test_15_02_pair_plus(hand, outcome, net):
    assert settled(game_of(*THREE), hand, key="pair-plus") == (outcome, net, 1)


def test_15_02_pair_plus_with_a_line_for_the_suited_ace_king_queen():
    for extra in ("50", "100"):
        game = game_of("three-card-poker", f"suited-ace-king-queen={extra}")
        assert settled(game, "As Ks Qs", key="pair-plus") == (
            "suited-ace-king-queen",
            int(extra),
            1,
        )
        assert settled(game, "Ks Qs Js", key="pair-plus")[0] == "straight-flush"


def test_15_02_six_card_bonus_is_the_best_five_of_both_hands():
    game = game_of(*THREE)
    assert settled(game, "As Ks Qs / Js Ts 2d", key="six-card-bonus") == ("royal-flush", 1000, 1)
    assert settled(game, "Ac Ad Kh / As Kd Kc", key="six-card-bonus")[:2] == ("full-house", 20)
    assert settled(game, "Ac Ad Kh / Ks 3d 3c", key="six-card-bonus")[:2] == ("less", -1)


def test_15_02_pays_may_be_halves():
    game = game_of("three-card-poker", "ante-bonus=6")
    assert settled(game, "2c 3c 4c / Jh 9d 8s", ("play",))[1] == 1 + Fraction(25, 2)


# --- Let It Ride -------------------------------------------------------------------------------

PULLS = ("pull-back", "let-it-ride")


@pytest.mark.parametrize(
    ("hand", "pay"),
    [
        ("Tc Td 4h / 3s / 2c", 1),
        ("9c 9d Ah / Ks / Qc", -1),
        ("Ac Kd Qh / Js / 9c", -1),
        ("2c 2d 3h / 3s / 4c", 2),
        ("5c 4d 3h / 2s / Ac", 5),
    ],
)
def test_15_03_tens_pay_and_nines_lose_whatever_rides(hand, pay):
    """Three bets; each may come back on its own, the third is always out."""
    game = game_of("let-it-ride")
    for first in PULLS:
        for second in PULLS:
            out = 1 + (first == "let-it-ride") + (second == "let-it-ride")
            assert settled(game, hand, (first, second))[1:] == (out * pay, out)


def test_15_03_the_second_bet_can_be_pulled_back_whatever_was_done_with_the_first():
    assert set(values(game_of("let-it-ride"), "Tc Td 4h / 3s")) == {
        ("pull-back",),
        ("let-it-ride",),
    }


def test_15_03_an_exact_tie_is_marked_and_broken_to_the_smaller_stake():
    """Four to an open straight without a high card: 8 cards of 48 pay 5, 40 lose."""
    for row in advise(game_of("let-it-ride"), "5c 6d 7h / 8s").rows:
        assert row.values["pull-back"] == row.values["let-it-ride"]
        assert (row.best, set(row.tied)) == ("pull-back", set(PULLS))


# --- Mississippi Stud --------------------------------------------------------------------------

MISSISSIPPI = ("mississippi-stud",)


@pytest.mark.parametrize(("hand", "outcome", "pay"), [
    ("Jc Jd / 4h / 3s / 2c", "pair-of-jacks-or-better", 1), ("Tc Td / 4h / 3s / 2c", "pair-of-sixes-or-better", 0),
    ("6c 6d / Ah / Ks / Qc", "pair-of-sixes-or-better", 0), ("5c 5d / Ah / Ks / Qc", "less", -1),
    ("Ac Kd / Qh / Js / 9c", "less", -1),
    ("5c 5d / 4h / 4s / 2c", "two-pair", 2), ("5c 4d / 3h / 2s / Ac", "straight", 4),
])  # fmt: skip
def test_15_14_sixes_push_and_fives_lose_on_every_wager(hand, outcome, pay):
    game = game_of(*MISSISSIPPI)
    assert settled(game, hand, ("1x", "1x", "1x")) == (outcome, 4 * pay, 4)
    assert settled(game, hand, ("3x", "1x", "2x")) == (outcome, 7 * pay, 7)


def test_15_14_a_fold_forfeits_everything_wagered_so_far():
    game = game_of(*MISSISSIPPI)
    assert settled(game, "6c 6d / 6h / 6s / Kd", ("fold",)) == ("fold", -1, 1)
    assert settled(game, "6c 6d / 6h / 6s / Kd", ("3x", "fold")) == ("fold", -4, 4)
    assert settled(game, "6c 6d / 6h / 6s / Kd", ("3x", "2x", "fold")) == ("fold", -6, 6)


def test_15_14_what_is_already_wagered_changes_the_choice():
    """A fold is worth what is lost, so the same cards are played on with more behind them."""
    found = values(game_of(*MISSISSIPPI), "2c 7d / 9h / Ks")
    assert len(found) == 9
    assert {history: worth["fold"] for history, worth in found.items()} == {
        (first, second): -1 - int(first[0]) - int(second[0])
        for first in ("1x", "2x", "3x")
        for second in ("1x", "2x", "3x")
    }
    best = {row.history: row.best for row in advise(game_of(*MISSISSIPPI), "2c 7d / 9h / Ks").rows}
    assert len(set(best.values())) > 1


def test_15_14_the_three_card_bonus_is_on_the_community_cards_and_outlives_a_fold():
    game = game_of(*MISSISSIPPI)
    assert settled(game, "2c 7d / As / Ks / Qs", key="three-card-bonus") == (
        "suited-ace-king-queen",
        50,
        1,
    )
    assert settled(game, "As Ks / Qs / 7d / 2c", key="three-card-bonus") == ("less", -1, 1)
    assert Plan(game, game.bet("three-card-bonus")).decisions == ()
