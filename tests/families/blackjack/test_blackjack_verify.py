"""combin verify of games that count up: tiny shoes dealt literally, what was met, and faults found."""

from __future__ import annotations

import contextlib
import random
from dataclasses import replace
from fractions import Fraction

import pytest

import combin
from combin.errors import CombinError
from combin.families.blackjack import verify as module
from combin.families.blackjack.house import Shoe
from combin.families.blackjack.player import Values
from combin.families.blackjack.verify import SHOES, recount, verify
from combin.games import sheet_of
from combin.proof import house_rules
from combin.rules.blackjack import (
    ACES,
    GIVEN_UP,
    LOOKS,
    MAIN_BET,
    MODELS,
    BustBet,
    Double,
    DrawsBelow,
    InsuranceBet,
    Natural,
    Pairs,
    Surrender,
)
from combin.rules.choices import Choice
from combin.rules.game import Game
from matrix import few_ranks

SOON = ("--ranks", "A68TJ", "--suits", "cdh", "--packs", "1")  # a shoe of 15 cards


def game(**choices: str):
    sheet = sheet_of("blackjack")
    assert sheet is not None
    return sheet.resolve(choices)


def random_game(rng: random.Random) -> Game:
    """Return rules that words say at random."""
    actions: list[Double | Pairs | Surrender] = []
    if rng.random() < 0.8:
        totals = sorted(rng.sample(range(5, 20), rng.choice((0, 2, 4))))
        actions.append(Double(tuple(totals), rng.random() < 0.5))
    if rng.random() < 0.8:
        actions.append(Pairs(rng.randint(1, 4), rng.choice(ACES)))
    if rng.random() < 0.5:
        actions.append(Surrender(rng.choice(GIVEN_UP)))
    rng.shuffle(actions)
    pays = {
        str(cards): Fraction(rng.randint(0, 40), rng.randint(1, 4))
        for cards in range(3, rng.randint(5, 9))
    }
    rules = game().with_turns(
        dealer=DrawsBelow(17, rng.choice((17, 18))),
        natural=Natural(Fraction(rng.randint(0, 6), rng.randint(1, 5)), rng.choice(LOOKS)),
        actions=tuple(actions),
        charlie=rng.choice((None, None, 5, 6, 7)),
        model=rng.choice(MODELS),
    )
    insurance = InsuranceBet("insurance", Fraction(rng.randint(1, 9), 2))
    return replace(rules, bets=(MAIN_BET, insurance, BustBet("buster", pays)))


def random_shoe(rng: random.Random) -> Shoe:
    """Return from 13 to 16 cards of some ranks, many of them tens."""
    shoe = [0] * 10
    for rank in rng.sample(range(9), rng.randint(2, 4)):
        shoe[rank] = rng.randint(1, 4)
    shoe[9] = max(rng.randint(13, 16) - sum(shoe), 3)
    return tuple(shoe)


@pytest.mark.whole_after(30)
@pytest.mark.slow_after(3)
@pytest.mark.parametrize("seed", range(1, 301))
def test_random_games_agree_to_the_last_integer(seed):
    rng = random.Random(seed)
    while True:
        rules, shoe = random_game(rng), random_shoe(rng)
        with contextlib.suppress(CombinError):  # a shoe that runs out
            found = recount(rules, shoe, ["base", "insurance", "buster"])
            break
    assert found.agrees and found.rows, (rules, shoe)


@pytest.fixture
def one_shoe(monkeypatch):
    monkeypatch.setattr(module, "SHOES", SHOES[:1])


@pytest.mark.whole
@pytest.mark.slow
def test_the_usual_rules_agree_and_all_kinds_of_hands_are_met():
    found = verify(game())
    [met] = found.met
    assert found.agrees and met.lacking == ()
    kinds = "a natural", "a soft hand", "aces split", "a pair split to 4 hands", "a double"
    assert {(kind,) for kind in kinds} <= {*met.met}
    rows = [row for report in found.reports for row in report.compared]
    assert {row.what for row in rows} >= {
        "stand",
        "hit",
        "double",
        "split",
        "natural",
        "expected value",
    }
    assert {row.bet for row in rows} == {"base", "insurance", "buster"}
    main = [report for report in found.reports if report.bet == "base"]
    assert len(main) == len(SHOES) and any(report.left_out == 0 for report in main)
    for report in main:
        assert ("average wager" in {row.what for row in report.compared}) == (not report.left_out)


@pytest.mark.whole
@pytest.mark.slow
@pytest.mark.parametrize(
    "name, value",
    [
        (choice.name, value)
        for choice in game().choices
        if isinstance(choice, Choice) and choice.name not in ("packs", "buster")
        for value in choice.values
        if value != choice.default
    ],
)
def test_every_choice_agrees(name, value):
    two_hands = {"splits": "2"} if value == "full-memory" else {}  # it is solved for no more
    found = verify(game(**two_hands, **{name: value}))
    assert found.agrees and not any(met.unmet for met in found.met)


# --- The kin of blackjack ------------------------------------------------------------------------

KIN = ("spanish-21", "super-fun-21", "pontoon", "double-exposure", "free-bet-blackjack")
SEVENTH = (0, 0, 0, 0, 0, 2, 4, 3, 0, 3)  # sixes, sevens, eights and tens
TWO_HANDS = (1, 0, 0, 0, 0, 3, 0, 2, 0, 8)


def kin(name: str, **choices: str) -> Game:
    sheet = sheet_of(name)
    assert sheet is not None
    return sheet.resolve(choices)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    "name, shoe, choices, met",
    [
        (
            "spanish-21",
            SEVENTH,
            {"super": "200", "splits": "1"},
            {"a 21 that wins at once", "7-7-7 against 7", "6-7-8"},
        ),
        (
            "super-fun-21",
            (2, 2, 0, 0, 2, 0, 0, 0, 0, 6),
            {"splits": "2"},
            {"a rescue", "a surrender of three cards or more", "a surrender after a split"},
        ),
        (
            "pontoon",
            (0, 2, 2, 2, 0, 0, 0, 0, 0, 6),
            {"double": "any", "totals": "any", "redouble": "twice", "splits": "1"},
            {"a hand doubled again", "a rescue", "a 21 of 5 cards or more"},
        ),
        ("double-exposure", SEVENTH, {"model": "total", "splits": "1"}, {"a tie that loses"}),
        (
            "free-bet-blackjack",
            (0, 0, 0, 0, 3, 3, 0, 0, 0, 6),
            {"splits": "2"},
            {"a 22 that ties", "a double for free", "a split for free"},
        ),
    ],
)
def test_kin_agree_on_a_tiny_shoe(name, shoe, choices, met):
    rules = kin(name, **choices)
    found = recount(rules, shoe, ["base"])
    assert found.agrees and met <= found.met & {*module.kinds_of(module.rules_of(rules))}
    assert {"expected value", "average wager"} <= {row.what for row in found.rows}


@pytest.mark.whole
@pytest.mark.slow
@pytest.mark.parametrize("name", KIN)
def test_kin_agree_on_all_shoes(name):
    found = verify(kin(name))
    assert found.agrees and [met.lacking for met in found.met] == [()]


@pytest.mark.slow
def test_two_hands_agree():
    found = recount(kin("blackjack-switch", splits="2"), TWO_HANDS, ["base", "insurance"])
    assert found.agrees and "a 22 that ties" in found.met
    times = {row.what: row.times for row in found.rows}
    assert times["keep"] == times["switch"] > 200 and times["share switched"] == 1


@pytest.mark.whole
@pytest.mark.slow
def test_two_hands_agree_on_all_shoes():
    found = verify(kin("blackjack-switch"))
    main = [report for report in found.reports if report.bet == "base"]
    assert found.agrees and len(main) == 2 and [met.lacking for met in found.met] == [()]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["spanish-21", "super-fun-21", "pontoon"])
def test_pays_by_suits_agree_on_the_whole_shoe(name):
    rows = [*module._suits_compared(kin(name, super="100") if name == "pontoon" else kin(name))]
    assert rows and not any(row.different for row in rows)


def test_a_bonus_paid_otherwise_is_found(monkeypatch):
    name = "spanish-21"
    monkeypatch.setattr(module.literal.Table, "_at_once", lambda self, *_, **__: None)
    found = recount(kin(name, splits="1"), SEVENTH, ["base"])
    wrong = {row.what for row in found.rows if row.different}
    assert {"hit", "expected value"} <= wrong and "surrender" not in wrong


def test_a_suit_counted_otherwise_is_found(monkeypatch):
    monkeypatch.setattr(house_rules, "suits_of", lambda cards, ranks: {"d": 1, "": 3})
    rows = [*module._suits_compared(kin("super-fun-21"))]
    assert [(row.what, row.different) for row in rows] == [("a natural by suits", 2)]


def test_a_hand_left_as_it_is_in_place_of_an_exchange_is_found(monkeypatch):
    both = module.literal.TwoHands.both
    monkeypatch.setattr(
        module.literal.TwoHands, "both", lambda self, *hands: both(self, *hands[:3], False)
    )
    rows = recount(kin("blackjack-switch", splits="1"), TWO_HANDS, ["base"]).rows
    assert {row.what for row in rows if row.different} >= {"switch", "share switched"}


def test_a_chart_is_not_proved_the_best(one_shoe):
    found = verify(game(model="total", splits="1"))
    assert found.met[0].unmet_rows == (module.BEST_CHART,)
    assert f"{module.BEST_CHART}." in f"{found}"


@pytest.mark.slow
def test_what_these_shoes_lack_is_named(one_shoe):
    found = verify(game(charlie="6", aces="hit"))
    lacking = found.met[0].lacking
    assert lacking == ("aces split to 3 hands", "aces split to 4 hands", "6 cards that win")
    assert f"main game: not covered: {', '.join(lacking)}." in f"{found}"


@pytest.mark.slow
def test_a_fault_of_the_engine_is_found_and_ends_with_status_1(run, monkeypatch, one_shoe):
    worth = Values.worth
    monkeypatch.setattr(
        *(Values, "worth"),
        lambda self, hand, stage=0: {
            name: value - (name == "surrender") for name, value in worth(self, hand, stage).items()
        },
    )
    status, out, _ = run("verify", "blackjack", "--set", "surrender=early")
    assert status == 1 and "values differ" in out and "differ\n" in out
    found = verify(game(surrender="early"))
    wrong = {row.what for report in found.reports for row in report.compared if row.different}
    assert {"surrender", "expected value"} <= wrong and not wrong & {"stand", "hit", "double"}


def test_a_side_bet_that_pays_otherwise_is_found(monkeypatch, one_shoe):
    law = module.literal.paid_beside
    monkeypatch.setattr(
        module.literal,
        "paid_beside",
        lambda *asked: {net + 1: chance for net, chance in law(*asked).items()},
    )
    found = verify(game(), ["buster"])
    assert [row.different for report in found.reports for row in report.compared] == [1]


@pytest.mark.slow
def test_verify_prints_its_shoes_and_tells_programs(run, one_shoe):
    out = run("verify", "blackjack", "--set", "splits=1")[1]
    assert "main game: AA 66 8888 TTTTTT" in out and "values agree." in out
    found = combin.verify("blackjack", {"splits": 1})
    assert f"{found}\n\nAgain: combin verify blackjack --set splits=1\n" == out and found.agrees
    data = found.to_dict()
    assert data["agrees"] is True and data["not_proved"] == {
        "base": {"paths": [], "rows": [], "answers": []}
    }
    frame = found.to_frame()
    assert list(frame["different"]) == [0] * len(frame)
    assert len(frame) == sum(len(report.compared) for report in found.reports)


def test_a_shoe_of_ones_own_is_dealt(run):
    status, out, _ = run("verify", "blackjack", *SOON, "--bet", "base", "--set", "splits=2")
    assert status == 0 and "main game: AAA 666 888 TTTTTT\n" in out


@pytest.mark.parametrize(
    "words, text",
    [
        (("--set", "packs=9"), "choice packs has no value '9'"),
        (("--bet", "nowhere"), "known: 21+3, base, buster, insurance"),
        (("--ranks", "A68TJ"), "this shoe has 120 cards; the reference deals up to 18"),
        (("--ranks", "56T", "--suits", "c", "--packs", "1"), "the shoe runs out"),
        (("--packs", "0"), "from 1 to 8, not 0"),
        (("--situations", "3"), "--situations is not available for blackjack games"),
        (("--pay", "pair=2"), "blackjack has no pay 'pair'"),
    ],
)
def test_what_cannot_be_recounted_says_so_in_one_line(run, words, text):
    status, out, err = run("verify", "blackjack", *words)
    assert (status, out) == (2, "") and text in err and err.count("\n") == 1


def test_a_natural_that_no_shoe_can_have_is_paid_alike():
    """Without an ace, or a ten, no natural is of a suit."""
    for ranks in ("678J", "678A"):
        rules = few_ranks("super-fun-21", ranks).resolve()
        assert [row.different for row in module._suits_compared(rules)] == [0]
