"""Games with a draw: what was published of them, every hold against a count by hand, short decks
against the literal reference, and what is refused.
"""

from __future__ import annotations

import random
import sys
from array import array
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from combin.cards import Deck, cards_of, cards_text, mask_of
from combin.counting import Plan, tallies
from combin.counting.memory import most_sets
from combin.errors import CombinError
from combin.games import sheet_of
from combin.proof import reference
from combin.proof.verify import verify
from combin.questions.advice import advise
from combin.questions.plays import plays
from combin.questions.solve import solve
from combin.ranking import HandRanking, pattern_of
from combin.rules import Deal, Draw, Part
from combin.rules.game import Game
from combin.rules.words import held
from combin.sensitivity import region
from combin.sensitivity.counted import Counted
from combin.solving.payoffs import Payoffs
from combin.solving.result import BetResult

GAMES = ("jacks-or-better", "bonus-poker", "double-double-bonus", "deuces-wild", "joker-poker")

# Returns in percent as they were published, to the last digit printed.
PUBLISHED = {
    ("jacks-or-better", "9-6"): "99.5439",
    ("jacks-or-better", "9-5"): "98.4498",
    ("jacks-or-better", "8-6"): "98.3927",
    ("jacks-or-better", "8-5"): "97.2984",
    ("jacks-or-better", "7-5"): "96.1472",
    ("jacks-or-better", "6-5"): "94.9961",
    ("bonus-poker", "8-5"): "99.166",
    ("double-double-bonus", "9-6"): "98.981",
    ("deuces-wild", "full-pay"): "100.762",
    ("deuces-wild", "nsud"): "99.728",
    ("joker-poker", "20-7"): "100.646",
    ("joker-poker", "18-7"): "98.94",
    ("joker-poker", "17-7"): "98.09",
}

# How often each hand is paid, as it was published, to the last integer.
COUNTS = {
    ("jacks-or-better", "9-6"): {
        "royal-flush": 493_512_264, "straight-flush": 2_178_883_296,
        "four-of-a-kind": 47_093_167_764, "full-house": 229_475_482_596,
        "flush": 219_554_786_160, "straight": 223_837_565_784,
        "three-of-a-kind": 1_484_003_070_324, "two-pair": 2_576_946_164_148,
        "pair-of-jacks": 4_277_372_890_968, "less": 10_872_274_993_896,
    },
    ("bonus-poker", "8-5"): {
        "royal-flush": 495_443_136, "straight-flush": 2_129_604_264, "four-aces": 3_903_775_812,
        "four-twos-to-fours": 10_509_866_328, "four-of-a-kind": 32_688_417_336,
        "full-house": 229_516_869_924, "flush": 216_873_645_000, "straight": 223_676_319_912,
        "three-of-a-kind": 1_484_391_167_856, "two-pair": 2_577_523_603_752,
        "pair-of-jacks": 4_290_810_981_444, "less": 10_860_710_822_436,
    },
    ("double-double-bonus", "9-6"): {
        "royal-flush": 488_567_700, "straight-flush": 2_184_917_880,
        "four-aces-with-two-to-four": 1_227_691_500,
        "four-twos-to-fours-with-ace-to-four": 2_854_370_052, "four-aces": 3_460_011_120,
        "four-twos-to-fours": 7_662_444_216, "four-of-a-kind": 32_494_582_452,
        "full-house": 216_474_969_996, "flush": 226_412_247_120, "straight": 254_472_741_540,
        "three-of-a-kind": 1_500_277_164_324, "two-pair": 2_453_055_008_724,
        "pair-of-jacks": 4_212_339_758_244, "less": 11_019_826_042_332,
    },
    ("deuces-wild", "nsud"): {
        "royal-flush": 458_696_304, "four-deuces": 3_721_737_204,
        "wild-royal-flush": 38_006_962_464, "five-of-a-kind": 61_961_233_656,
        "straight-flush": 102_392_435_976, "four-of-a-kind": 1_216_681_289_508,
        "full-house": 520_566_943_104, "flush": 413_870_908_056, "straight": 1_142_885_476_800,
        "three-of-a-kind": 5_325_911_611_716, "less": 11_106_773_222_412,
    },
}  # fmt: skip

# The same of tables at which other holds of the same worth were taken.
OTHER_TIES = {
    "full-pay": {
        "royal-flush": 440_202_756, "four-deuces": 4_060_462_824,
        "wild-royal-flush": 35_796_957_696, "five-of-a-kind": 63_818_309_856,
        "straight-flush": 83_087_969_280, "four-of-a-kind": 1_294_427_430_576,
        "full-house": 423_165_297_240, "flush": 334_561_280_724, "straight": 1_117_664_265_756,
        "three-of-a-kind": 5_674_784_779_512, "less": 10_901_423_560_980,
    },
    "15-11": {
        "royal-flush": 458_643_348, "four-deuces": 3_565_563_612,
        "wild-royal-flush": 37_574_943_816, "five-of-a-kind": 61_291_109_808,
        "straight-flush": 111_216_063_372, "four-of-a-kind": 1_208_791_306_212,
        "full-house": 520_668_792_144, "flush": 423_223_749_672, "straight": 1_126_487_857_584,
        "three-of-a-kind": 5_322_003_419_376, "less": 11_117_949_068_256,
    },
}  # fmt: skip

# What is left to decide on decks as short as these, wild cards among them.
SHORT = {
    "jacks-or-better": ("9TJQKA", "cd"),
    "bonus-poker": ("2A9", "cdhs"),
    "double-double-bonus": ("3A9", "cdhs"),
    "deuces-wild": ("2A345", "cd"),
    "joker-poker": ("TJQKA", "cd"),
}


def solved(name: str, **choices: str) -> BetResult:
    return solve(sheet_of(name).resolve(choices)).bets["base"]


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(("name", "paytable"), COUNTS)
def test_published_counts(name: str, paytable: str):
    result, printed = solved(name, paytable=paytable), COUNTS[name, paytable]
    assert {row.outcome: row.combinations for row in result.outcomes} == printed
    assert result.deals == comb(52, 5) * 7_669_695 == sum(printed.values())


def test_the_published_variance_of_jacks_or_better():
    assert round(float(solved("jacks-or-better").variance), 6) == 19.514676


@pytest.mark.slow
@pytest.mark.parametrize("paytable", OTHER_TIES)
def test_published_counts_with_other_ties(paytable: str):
    """What is won is equal to the last unit, and varies more: so only holds of the same worth were
    taken otherwise.
    """
    result, printed = solved("deuces-wild", paytable=paytable), OTHER_TIES[paytable]
    nets = {row.outcome: row.net for row in result.outcomes}
    assert result.deals == sum(printed.values())
    assert sum(nets[line] * count for line, count in printed.items()) == (
        result.expected_value * result.deals
    )
    squares = sum(net**2 * (printed[line] - count) for line, net, count in (
        (row.outcome, row.net, row.combinations) for row in result.outcomes
    ))  # fmt: skip
    assert squares > 0


@pytest.mark.slow
@pytest.mark.parametrize(("name", "paytable"), PUBLISHED)
def test_published_returns(name: str, paytable: str):
    printed = PUBLISHED[name, paytable]
    percent = 100 * (1 + solved(name, paytable=paytable).expected_value)
    assert round(percent, len(printed.partition(".")[2])) == Fraction(printed)


@pytest.mark.whole_after(1)
@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_short_deck_agrees_with_the_reference(name: str):
    report = verify(sheet_of(name).resolve(), "base", *SHORT[name])
    assert report.agrees and report.sets == comb(len(report.deck), 5)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_holds_of_three_cards_or_more_by_hand(name: str):
    """At full size, every draw to some hands is dealt and settled one by one."""
    game = sheet_of(name).resolve()
    deck, rng = game.deck.cards, random.Random(name)
    for _ in range(2):
        hand = mask_of(rng.sample(deck, 5))
        values = advise(game, cards_text(hand)).rows[0].values
        assert len(values) == 32
        for thrown in some_thrown(hand, rng):
            assert values[held(hand & ~thrown)] == by_hand(game, hand & ~thrown, thrown)


def some_thrown(hand: int, rng: random.Random) -> list[int]:
    """Return sets of one card and of two cards to throw, and none."""
    ones = [mask_of(cards) for cards in combinations(cards_of(hand), 1)]
    twos = [mask_of(cards) for cards in combinations(cards_of(hand), 2)]
    return [0, *rng.sample(ones, 2), rng.choice(twos)]


def by_hand(game: Game, kept: int, thrown: int) -> Fraction:
    left = [card for card in game.deck.cards if not (kept | thrown) >> card & 1]
    nets = [
        reference.settle(game, "base", {"hand": cards_of(kept), "new": drawn})[2]
        for drawn in combinations(left, thrown.bit_count())
    ]
    return sum(nets, Fraction(0)) / len(nets)


@pytest.mark.slow
def test_of_equal_holds_the_one_of_the_smaller_variance_is_taken():
    """In full-pay deuces wild four to an inside straight can be worth as much as three to a straight
    flush, which varies more.
    """
    game = sheet_of("deuces-wild").resolve()
    plan = Plan(game, game.bets[0])
    payoffs = Payoffs(plan)
    differing = 0
    for tally in tallies(plan):
        decision = payoffs.fold(tally, keep=True)[()]
        tied = [at for at, tie in enumerate(decision.tied) if tie]
        rows = {path: tally.rows(path, tied) for path in decision.paths}
        for number, at in enumerate(tied):
            squares = {}
            for path, (value,) in zip(decision.paths, decision.values):
                row = rows[path][number * tally.columns : (number + 1) * tally.columns]
                assert sum(row) == 7_669_695 * tally.levels[0].weights[at]
                if value[at] == decision.worth[0][at]:
                    squares[path] = sum(ways * pay**2 for ways, pay in zip(row, payoffs.pays[path]))
            assert len(squares) > 1
            taken = decision.paths[decision.action[at]]
            assert squares[taken] == min(squares.values())
            differing += len(set(squares.values())) > 1
    assert differing == 572


def test_a_tie_of_deuces_wild():
    answer = advise(sheet_of("deuces-wild").resolve(), "Qc 7d 6d Td 8h").rows[0]
    assert answer.best == "hold Td 8h 7d 6d" and answer.tied == (answer.best, "hold Td 7d 6d")


@pytest.mark.slow
def test_what_is_said_of_equal_holds(run: Callable[..., tuple[int, str, str]]):
    _, out, _ = run("solve", "jacks-or-better")
    assert "168 situations" in out and "the hold of the smaller variance is taken" in out
    _, out, _ = run("advise", "jacks-or-better", "Ks Kd Kc Kh 9s")
    assert "hold Ks Kh Kd Kc 9s (ties with hold Ks Kh Kd Kc" in out


# --- Wild cards --------------------------------------------------------------------------------


def test_names_of_fours():
    assert pattern_of("four-deuces") == pattern_of("four-of-a-kind-of-twos")
    low = pattern_of("four-aces-with-two-to-four")
    assert low and (low.four_of, low.beside) == ((12,), (0, 1, 2))
    ace = pattern_of("four-twos-to-fours-with-ace-to-four")
    assert ace and (ace.four_of, ace.beside) == ((0, 1, 2), (12, 0, 1, 2))
    for name in ("four-sixteens", "four-aces-with-", "four-aces-with-twos", "four-fours-to-twos"):
        assert pattern_of(name) is None


@pytest.mark.parametrize(
    ("families", "wild", "words"),
    [
        (("wild-royal-flush",), "", "takes wild cards"),
        (("five-of-a-kind",), "", "takes wild cards"),
        ((), "22", "distinct letters"),
        ((), "1", "distinct letters"),
        (("straight-flush-with-joker",), "2", "those of any hand"),
    ],
)
def test_wild_cards_that_cannot_be(families: tuple[str, ...], wild: str, words: str):
    usual = (
        "four-of-a-kind", "full-house", "three-of-a-kind", "two-pair", "pair", "high-card",
    )  # fmt: skip
    with pytest.raises(CombinError, match=words):
        HandRanking("poker", 5, (*families, *usual), wild=wild)


# --- What is refused ---------------------------------------------------------------------------


def changed(*play: Deal | Part | Draw, deck: Deck | None = None) -> Game:
    game = sheet_of("jacks-or-better").resolve()
    return replace(game, play=play, deck=deck or game.deck)


DEALT, DRAWN = Deal("hand", 5), Draw("new", "thrown")


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (changed(DEALT, Part("d", "hans", "thrown", (0,)), DRAWN), "no zone .did you mean 'hand'"),
        (changed(DEALT, Part("d", "hand", "thrown", (0, 6)), DRAWN), "moves 0 to 5 cards"),
        (changed(DEALT, Part("d", "hand", "thrown", ()), DRAWN), "each given once"),
        (changed(DEALT, Part("d", "hand", "hand", (1,)), DRAWN), "two zones are called 'hand'"),
        (changed(DEALT, Part("d", "hand", "thrown", (1,)), Draw("new", "th")), "as many cards as"),
        (changed(Deal("hand", 6), Part("d", "hand", "thrown", (1,)), DRAWN), "at most 5"),
        (
            changed(DEALT, Part("d", "hand", "thrown", (0, 5)), DRAWN, deck=Deck("234", "cdh")),
            "deals and draws up to 10 cards from a deck of 9",
        ),
    ],
)
def test_a_draw_that_cannot_be(game: Game, words: str):
    with pytest.raises(CombinError, match=words):
        game.resolve()


def test_a_draw_that_is_not_counted():
    part = Part("d", "hand", "thrown", (0, 1))
    game = changed(DEALT, part, DRAWN, Part("e", "new", "gone", (0, 1)), Draw("last", "gone"))
    with pytest.raises(CombinError, match="a draw is counted where one hand is dealt"):
        Plan(game, game.bets[0])


def test_a_paytable_nobody_knows(refused: Callable[..., None]):
    words = "choice paytable has no value '9/7'; it takes 9-6, 9-5, 8-6, 8-5, 7-5, 6-5"
    refused("solve", "jacks-or-better", "--set", "paytable=9/7", words=words)


# --- Rounds and plays --------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", ("jacks-or-better", "joker-poker"))
def test_rounds_at_random_fit_the_law(
    name: str, run: Callable[..., tuple[int, str, str]], tmp_path
):
    log = tmp_path / "log.csv"
    status, _, _ = run(
        "simulate", name, "--rounds", 5000, "--seed", 7, "--form", "outcome", "-o", log
    )
    assert status == 0
    status, out, _ = run("check", name, log)
    assert status == 0 and "No round is impossible and" in out


@pytest.mark.slow
def test_plays_of_one_hand():
    """The covariance that was published of 9/6 Jacks or Better, and n V + n (n - 1) C."""
    found = plays(sheet_of("jacks-or-better").resolve(), numbers=(1, 3))
    assert round(float(found.covariance), 3) == 1.966
    variance = solved("jacks-or-better").variance
    assert found.rows[1] == (variance, variance) and found.variance == variance
    three = 3 * variance + 6 * found.covariance
    assert found.rows[3] == (three, three / 3)


@pytest.mark.slow
def test_the_covariance_of_a_short_deck():
    """What each hand is worth as the literal reference finds it."""
    game = replace(sheet_of("jacks-or-better").resolve(), deck=Deck("9TJQKA", "cd"))
    worth = [max(nets.values()) for nets in reference.solve(game).information_sets.values()]
    mean = sum(worth, Fraction(0)) / len(worth)
    squares = sum((value**2 for value in worth), Fraction(0)) / len(worth)
    assert plays(game).covariance == squares - mean**2


def test_a_game_without_a_draw_has_no_plays(refused: Callable[..., None]):
    refused("plays", "three-card-poker", words="has no draw, so a hand is played once")
    refused("plays", "jacks-or-better", "0", words="a number of plays is a whole number from 1 up")


# --- Formulas ----------------------------------------------------------------------------------


def test_how_far_pays_move_alone_is_found_pay_by_pay(monkeypatch: pytest.MonkeyPatch):
    """Where inequalities in all pays are too many to list, those in each pay are not."""
    game = replace(sheet_of("jacks-or-better").resolve(), deck=Deck("TJQKA", "cd"))
    counted = Counted(game, "base")
    together = region(counted)
    monkeypatch.setattr(sys.modules[region.__module__], "MOST_HOLDS", 0)
    alone = region(counted)
    assert (alone.unsearched, together.unsearched) == (most_sets(counted.plan), 0)
    assert [(one.pay, one.low, one.high) for one in alone.ranges] == [
        (one.pay, one.low, one.high) for one in together.ranges
    ]
    assert any(one.high is not None for one in alone.ranges)


def test_threads_that_ask_with_other_pays_at_once_do_not_disturb_each_other():
    game = sheet_of("jacks-or-better").resolve()
    game = replace(game, deck=Deck(ranks="9TJQKA"))
    plan = Plan(game, game.bet("base"))
    (tally,) = tallies(plan)
    (path, *_) = plan.paths
    asked = [array("q", [pay * column for column in range(tally.columns)]) for pay in range(40)]
    alone = [tally.worth(path, pays).tobytes() for pays in asked]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as threads:
            for _ in range(5):
                together = threads.map(lambda pays: tally.worth(path, pays).tobytes(), asked)
                assert list(together) == alone
    finally:
        sys.setswitchinterval(interval)
