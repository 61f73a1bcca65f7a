"""Questions answered by hand, on cards that are told in a line."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from types import SimpleNamespace

import pytest

from combin.cards import Deck
from combin.counting.plan import Plan
from combin.games import dealt_sheet
from combin.questions import solve as solving
from combin.questions.advice import _in_random_order
from combin.questions.card_counting import (
    Betting,
    CardCounting,
    CountedShoe,
    TaggedRounds,
    by_tag,
    mean,
    total_of,
)
from combin.questions.measures import _hands, law, square, telling_rounds
from combin.questions.removals import effects_of
from combin.questions.sights import Exposure, tells_all
from combin.questions.tags import alike_tags, best_tags, correlation
from combin.solving.result import BetResult, Outcome

COPIES = {"A": 1, "5": 1, "T": 2}


def test_the_correlation_of_tags_and_effects():
    """Four cards with the tags 0, 1, 0, 0 and the effects 0, 3, 1, 1, their means 1/4 and 5/4: the
    covariance is 3/4 - 5/16 = 7/16, the variances 1/4 - 1/16 = 3/16 and 11/4 - 25/16 = 19/16.
    """
    effects = {"A": Fraction(0), "5": Fraction(3), "T": Fraction(1)}
    assert correlation({"A": 0, "5": 1, "T": 0}, effects, COPIES) == (1, Fraction(49, 57))
    assert correlation({"A": 0, "5": -1, "T": 0}, effects, COPIES) == (-1, Fraction(49, 57))
    assert correlation({"A": 1, "5": 1, "T": 1}, effects, COPIES) == (0, 0)


def test_the_best_tags():
    """Effects beyond their mean of 2, 2 and -2 a ten: tags of 1, 1 and -1 are a multiple. With -3,
    1 and 1 those of level 1 are 0, or leave out: -1, 1, 0 and level 3 has -3, 1, 1.
    """
    effects = {"A": Fraction(2), "5": Fraction(2), "T": Fraction(-2)}
    assert best_tags(effects, COPIES, 1) == {"A": 1, "5": 1, "T": -1}
    assert total_of({"A": 1, "5": 1, "T": -1}, COPIES) == 0
    effects = {"A": Fraction(-3), "5": Fraction(1), "T": Fraction(1)}
    assert best_tags(effects, COPIES, 1) == {"A": -1, "5": 1, "T": 0}
    assert best_tags(effects, COPIES, 3) == {"A": -3, "5": 1, "T": 1}
    assert alike_tags(effects, COPIES, 2) == {}


def test_a_bet_by_a_count():
    """Two cards of the tag 1 and two of -1; a round is a card, which wins 2 if it is a -1, else
    loses 1. After a card the count is 1 in 2 of 4 cases, and of 3 cards left two are of -1.
    """
    deals = {(0, (0, 1)): 2, (3, (1, 0)): 2}
    rounds = TaggedRounds(1, Fraction(-1), Fraction(2), 1, deals)
    shoe = CountedShoe({-1: 2, 1: 2}, rounds, range(3))
    assert shoe.counted(0, Fraction(0)) == Betting(1, HALF, Fraction(5, 2))
    assert shoe.counted(1, Fraction(1)) == Betting(HALF, HALF * 1, HALF * (4 * 2 + 1) / 3)
    assert shoe.counted(1, Fraction(18)).share == 0  # 18 x 3 / 52 is more than 1
    # two gone: the count is 2 in 1 of 6 cases, then both left win
    assert shoe.counted(2, Fraction(1)) == Betting(SIXTH, 2 * SIXTH, 4 * SIXTH)
    share, gain = shoe.won(Fraction(1))
    assert (share, gain) == ((0 + HALF + SIXTH) / 3, (0 + HALF + 2 * SIXTH) / 3)
    whole = mean(shoe.counted(gone, Fraction(1)) for gone in range(3))
    assert (whole.share, whole.gain) == (share, gain)
    assert whole.square is not None and whole.variance == whole.square - gain**2
    one = shoe.counted(1, Fraction(1))
    assert one.bet_variance == 3 - 1  # 4, 4 and 1 squared, 1 the mean


ONE, HALF, SIXTH = Fraction(1), Fraction(1, 2), Fraction(1, 6)


def test_what_a_coin_wins():
    """In two ways, in 3 of 4 cases: the mean is 1/2, the variance 1 - 1/4."""
    ways = (("pair", ONE, 1), ("flush", ONE, 2), ("less", -ONE, 1))
    coin = BetResult(
        "base", "bet", 4, tuple(Outcome((), name, net, ONE, n) for name, net, n in ways)
    )
    assert [(one.net, one.probability) for one in law(coin)] == [
        (-1, Fraction(1, 4)),
        (1, Fraction(3, 4)),
    ]
    assert telling_rounds(coin) == Fraction(3, 4) / Fraction(1, 4)


def test_hands_of_two_cards_and_of_five():
    """Ace-king high: three of 11 ranks beside these, but for the straight, in all suits but one:
    164 x (4^5 - 4) = 167,280, as published for Caribbean Stud.
    """
    assert _hands(Deck(), "AK") == 164 * 1020 == 167_280
    assert square("QKA") == ["AA", "AKs", "AQs", "AKo", "KK", "KQs", "AQo", "KQo", "QQ"]


def test_numbers_in_random_order():
    """If the last one left is always drawn, it changes places with the first: 3, then 0, 1 and 2."""
    assert [*_in_random_order(4, lambda below: below - 1)] == [3, 0, 1, 2]
    assert [*_in_random_order(4, lambda below: 0)] == [0, 1, 2, 3]


def test_ties_that_are_met(monkeypatch):
    """Of three ends that tie two are met, in 3 and 4 deals."""
    family = SimpleNamespace(decisions=lambda plan: ("last",), equals=lambda plan: "the first")
    monkeypatch.setattr(solving, "family_of", lambda plan: family)
    payoffs = SimpleNamespace(plan=SimpleNamespace(informed=0), tied=[((), 0), ((), 1), ((), 2)])
    root = SimpleNamespace(ties=Counter(), counts={(): [3, 0, 4]})
    (found,) = solving._ties(payoffs, root)
    assert (found.situations, found.deals) == (2, 7)


def test_who_sees_all_cards_that_are_not_dealt():
    """In Three Card Poker 52 - 6 cards are left: who sees them knows the dealer's hand."""
    game = dealt_sheet("three-card-poker").resolve()
    plan = Plan(game, game.bet("base"))
    assert tells_all(plan, Exposure("others", 46, None))
    assert not tells_all(plan, Exposure("others", 45, None))


def test_what_a_rank_that_leaves_adds():
    """One ten and three jacks stand for a rank. Without a ten the bet is worth 1, without a jack 0,
    of 1/2: 1/4 - 1/2; played as before 1/2 either way, of 1/4.
    """

    def left(value: Fraction) -> SimpleNamespace:
        return SimpleNamespace(value=value, by=lambda policy: HALF)

    subject = SimpleNamespace(
        ranks=lambda: {"T": {"T": 1, "J": 3}, "A": {"A": 0}},
        tell_cost=lambda: None,
        value=HALF,
        usual=lambda: "as before",
        by=lambda policy: Fraction(1, 4),
        without=lambda card: left(Fraction(card == "T")),
        bet="base",
        wager="bet",
        model="",
    )
    found = effects_of(subject)
    assert found.effects == {"T": Fraction(-1, 4)} and found.kept == {"T": Fraction(1, 4)}
    assert (found.value, found.usual) == (HALF, Fraction(1, 4))


def test_a_count_deck_by_deck():
    """Gains of 1 and 3 in the first deck, 8 in the second: 2 and 8 there, up to there 2 and 4."""
    gains = {0: 1, 1: 3, 52: 8}
    depths = {gone: Betting(Fraction(1), Fraction(gain), HALF) for gone, gain in gains.items()}
    found = CardCounting.by_decks(SimpleNamespace(depths=depths))
    assert [(first, last, here.gain, until.gain) for first, last, here, until in found] == [
        (0, 1, 2, 2),
        (52, 52, 8, 4),
    ]


def test_cards_by_their_tag():
    assert by_tag({"A": -1, "5": 1, "T": -1}, COPIES) == {-1: 3, 1: 1}
    with pytest.raises(KeyError):
        by_tag({"A": -1}, COPIES)
