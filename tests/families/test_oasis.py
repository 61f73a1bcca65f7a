"""The study of Oasis Poker against plain play: every exchange on shortened packs, hands as the literal
reference reads them; hands of the whole pack against sums that leave nothing out.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, islice
from math import comb
from pathlib import Path

import pytest

pytest.importorskip("eval7")
pytest.importorskip("numpy")

import numpy as np

import combin
from agreement import shortened
from combin.cards import mask_of
from combin.proof import reference
from combin.ranking import POKER
from combin.render.number import percent
from oracles.common import five, number, sets
from studies import oasis

pytestmark = pytest.mark.skipif(not shutil.which("cc"), reason="the study compiles its kernel")
STUD = combin.load("caribbean-stud")
RAISE = {
    name: int(pay) for name, pay in STUD.pays_in("base").items() if pay > 0 and "." not in name
}
# What a round is worth in antes where nothing may be exchanged, one card, and any number.
VALUES = (
    Fraction(-142031221, 2718662100),
    Fraction(-723583636439, 69766306810200),
    Fraction(-3243255198184843, 471015592711263600),
)
LEVELS = 8192  # more than there are strengths of five cards
READER = reference.HandReader(STUD.hand("player"), ["player"])


@cache
def value(hand: int) -> reference.Value:
    [found] = READER.values((hand,))
    return found


@cache
def pay(hand: int) -> int:
    """Return what the raise pays, to 1, where the hand is higher than the dealer's."""
    return next((RAISE[name] for name in RAISE if reference.reaches(value(hand), name, POKER)), 1)


@cache
def qualifies(hand: int) -> bool:
    return reference.reaches(value(hand), "ace-king", POKER)


def net(own: int, dealer: int) -> int:
    """Return what a raise nets in antes."""
    if not qualifies(dealer):
        return 1
    if value(own) == value(dealer):
        return 0
    return 1 + 2 * pay(own) if value(own) > value(dealer) else -3


class Plain:
    """Oasis played deal by deal with one up card; 3 is added to every net.

    left: the other cards of the pack.
    """

    def __init__(self, up: oasis.UpCard) -> None:
        cards = [card % 4 * 16 + card // 4 for card in up.pack.cards.tolist()]
        self.left = [cards[place] for place in up.left.tolist()]
        [self.up] = set(cards) - set(self.left)

    def total(self, own: int, rest: list[int], may_fold: bool) -> int:
        """Return what a hand counts over all hands that the dealer can have."""
        downs = [*combinations(rest, 4)]
        raised = sum(3 + net(own, mask_of((*down, self.up))) for down in downs)
        return max(raised, oasis.FOLD * len(downs)) if may_fold else raised

    def exchanges(self, own: list[int]) -> Iterator[tuple[int, int]]:
        """Yield the number of cards and the total of every exchange of a hand."""
        others = [card for card in self.left if card not in own]
        for count in range(6):
            for kept in combinations(own, 5 - count):
                total = 0
                for new in combinations(others, count):
                    rest = [card for card in others if card not in new]
                    total += self.total(mask_of((*kept, *new)), rest, 0 < count < 5)
                yield count, total


def test_the_nets_are_those_of_the_rules():
    up, *pack = range(13)
    for own in islice(combinations(pack, 5), 0, None, 31):
        down = [card for card in pack if card not in own][:4]
        own = (*own[:3], 16 + own[3], 32 + own[4])
        dealt = {"player": own, "up": [up], "down": down}
        found = reference.settle(STUD, "base", dealt, ("raise",))[2]
        assert found == net(mask_of(own), mask_of((*down, up)))


@pytest.mark.whole
@pytest.mark.slow
@pytest.mark.parametrize(("ranks", "up"), [("2347A", "3"), ("TJQKA", "K"), ("5679A", "5")])
def test_every_exchange_is_what_plain_play_says(ranks, up):
    one = oasis.UpCard(oasis.Pack(ranks, 3), up)
    found, plain = oasis.exchanges(one), Plain(one)
    for row in np.random.default_rng(7).choice(len(found.hands), 8, replace=False):
        best = dict.fromkeys(range(6), 0)
        for count, total in plain.exchanges([plain.left[card] for card in found.hands[row]]):
            best[count] = max(best[count], total)
        for count, total in best.items():
            if count in oasis.BOUNDED:
                assert found.totals[count][row] >= total
            else:
                assert found.totals[count][row] == total


@pytest.mark.slow
@pytest.mark.parametrize(("ranks", "suits"), [("2347A", 3), ("9TJQKA", 3), ("2QKA", 4)])
def test_the_readings_of_a_shortened_pack(ranks, suits):
    cards = len(ranks) * suits
    for _, found in oasis.solve(ranks, suits):
        values = [one.value for one in found]
        assert values == sorted(values)
        for one in found:
            assert one.sets == sum(one.best) == suits * comb(cards - 1, 5)
            assert one.deals == one.sets * oasis.one_set(cards - 1)


@pytest.mark.slow
@pytest.mark.parametrize(("ranks", "suits"), [("2347A", 3), ("79QKA", 4)])
def test_no_exchange_is_caribbean_stud(ranks, suits):
    found = sum((none for _, (none, *_) in oasis.solve(ranks, suits)), start=oasis.NOTHING)
    game = shortened(STUD, ranks, "cdhs"[:suits])
    assert found.value == combin.solve(game, bets=["base"]).bets["base"].expected_value


@pytest.mark.slow
def test_the_guide_has_the_values():
    guide = (Path(combin.__file__).parents[1] / "docs" / "rules-language.md").read_text()
    for value in VALUES:
        assert f"| {percent(-value, 4)} | {-value} |" in guide
    assert VALUES[0] == combin.solve("caribbean-stud", bets=["base"]).bets["base"].expected_value


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["hand", "As Kd 9h 7c 4s"],
            "five cards, / and the up card, each once, not 'As Kd 9h 7c 4s'",
        ),
        (["hand", "As Kd 9h 7c 4s / As"], "five cards, / and the up card, each once"),
        (["pack", "AKX", "4"], "ranks of 23456789TJQKA, each once, not 'AKX'"),
        (["pack", "AKQJ", "3"], "takes 15 cards, and the pack has fewer"),
        (["deck"], "invalid choice: 'deck'"),
    ],
)
def test_what_is_not_asked_for_is_refused(monkeypatch, capsys, words, said):
    monkeypatch.setattr("sys.argv", ["oasis.py", *words])
    with pytest.raises(SystemExit) as ended:
        oasis.main()
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


# --- The whole pack ----------------------------------------------------------------------------


@pytest.mark.whole
def test_the_whole_pack():
    totals = [oasis.NOTHING] * len(oasis.READINGS)
    for _, found in oasis.solve():
        totals = [one + more for one, more in zip(totals, found)]
    assert tuple(one.value for one in totals) == VALUES
    assert not any(one.open or one.tied for one in totals)


class Rest:
    """What is left of the whole pack beside a hand and an up card.

    found: what the study says of them.
    cards: what is left. dealer: the dealer's four other cards. levels: how strong his hands are.
    """

    def __init__(self, own: str, up: str) -> None:
        self.own, [self.up] = oasis.cards_in(own), oasis.cards_in(up)
        self.found = oasis.advised(self.own, self.up)
        self.pack = oasis.Pack()
        gone = [*self.own, self.up]
        self.cards = np.array([card for card in range(52) if card not in gone])
        self.dealer = self.cards[sets(46, 4)]
        up_cards = np.full(len(self.dealer), self.up)
        self.levels = level(np.column_stack((self.dealer, up_cards)))

    def total(self, hand: list[int], without: tuple[int, ...]) -> int:
        """Return what a hand counts at best, 3 added to each net, where some cards are gone too."""
        free = self.levels[~np.isin(self.dealer, without).any(axis=1)]
        [mine] = level(np.array([hand]))
        qualified = free[free >= self.pack.qualifies]
        raised = 4 * (len(free) - len(qualified)) + 3 * int((qualified == mine).sum())
        raised += int(self.pack.win[mine]) * int((qualified < mine).sum())
        return max(raised, oasis.FOLD * len(free))


@cache
def values():
    return np.unique(five())


def level(hands):
    """Return how strong five cards each are, from 0 up."""
    ordered = np.sort(hands, axis=1)
    found = five()[number([ordered[:, place] for place in range(5)])]
    return np.searchsorted(values(), found)


@pytest.mark.whole
@pytest.mark.parametrize(("own", "up"), [("As Kd 9h 7c 4s", "2d"), ("Ah Ad Kc Qc Jc", "Kd")])
@pytest.mark.parametrize("count", [1, 2])
def test_exchanges_of_a_hand_of_the_whole_pack(own, up, count):
    rest = Rest(own, up)
    for thrown in list(combinations(rest.own, count))[:5]:
        kept = [card for card in rest.own if card not in thrown]
        drawn = combinations(rest.cards.tolist(), count)
        total = sum(rest.total([*kept, *new], new) for new in drawn)
        worth = Fraction(total, oasis.deals(51, count)) - 3 - oasis.FEES[count]
        action = oasis.exchange(oasis.name(card) for card in thrown)
        assert rest.found[action] == (worth, True)


@pytest.mark.whole
@pytest.mark.parametrize(("own", "up"), [("Ac Qd 9h 7s 5c", "2d"), ("Ah Jh Td 4s 3c", "7h")])
def test_all_five_of_a_hand_of_the_whole_pack(own, up):
    """Inclusion and exclusion over the cards that both hands hold, in the pack without the hand."""
    rest = Rest(own, up)
    mine, his = sets(46, 5), sets(46, 4)
    my_level, total = level(rest.cards[mine]), 0
    for size in range(5):
        my_key, his_key = np.sort(keyed(mine, my_level, size)), keyed(his, rest.levels, size)
        wins = np.concatenate(([0], rest.pack.win[my_key % LEVELS].cumsum(dtype=np.int64)))
        some = his_key // LEVELS * LEVELS
        begin, end = np.searchsorted(my_key, some), np.searchsorted(my_key, some + LEVELS)
        equal, higher = np.searchsorted(my_key, his_key), np.searchsorted(my_key, his_key, "right")
        unqualified = his_key % LEVELS < rest.pack.qualifies
        against = 3 * (higher - equal) + wins[end] - wins[higher]
        worth = np.where(unqualified, 4 * (end - begin), against)
        total += (-1) ** size * int(worth.sum())
    assert rest.found["exchange all five"] == (Fraction(total, oasis.deals(51, 5)) - 4, True)


def keyed(hands, levels, size):
    """Return for every hand and so many of its cards the place of these, with how strong it is."""
    found = []
    for which in sets(hands.shape[1], size):
        place = number([hands[:, one] for one in which]) + np.zeros(len(hands), dtype=np.int64)
        found.append(place * LEVELS + levels)
    return np.concatenate(found)
