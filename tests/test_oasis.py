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

import pytest

pytest.importorskip("Cython")
pytest.importorskip("eval7")
pytest.importorskip("numpy")

import numpy as np

import combin
from agreement import shortened
from combin.cards import mask_of
from combin.proof import reference
from combin.ranking import POKER
from oracles.common import five, number, sets
from studies import oasis

pytestmark = pytest.mark.skipif(not shutil.which("cc"), reason="the study compiles its kernel")
STUD = combin.load("caribbean-stud")
RAISE = {
    name: int(pay) for name, pay in STUD.pays_in("base").items() if pay > 0 and "." not in name
}
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


@pytest.mark.parametrize(("ranks", "up"), [("2347A", "3"), ("TJQKA", "K"), ("5679A", "5")])
def test_every_exchange_is_what_plain_play_says(ranks, up):
    one = oasis.UpCard(oasis.Pack(ranks, 3), up)
    found, plain = oasis.exchanges(one), Plain(one)
    for row in np.random.default_rng(7).choice(len(found.hands), 8, replace=False):
        best = dict.fromkeys(range(6), 0)
        for count, total in plain.exchanges([plain.left[card] for card in found.hands[row]]):
            best[count] = max(best[count], total)
        for count, total in best.items():
            if count in oasis.SOLVED:
                assert found.totals[count][row] == total
            else:
                assert found.totals[count][row] >= total


@pytest.mark.parametrize(("ranks", "suits"), [("2347A", 3), ("9TJQKA", 3), ("2QKA", 4)])
def test_the_readings_of_a_shortened_pack(ranks, suits):
    cards = len(ranks) * suits
    for _, found in oasis.solve(ranks, suits):
        values = [one.value for one in found]
        assert values == sorted(values)
        for one in found:
            assert one.sets == sum(one.best) == suits * comb(cards - 1, 5)
            assert one.deals == one.sets * oasis.one_set(cards - 1)


@pytest.mark.parametrize(("ranks", "suits"), [("2347A", 3), ("79QKA", 4)])
def test_no_exchange_is_caribbean_stud(ranks, suits):
    found = sum((none for _, (none, *_) in oasis.solve(ranks, suits)), start=oasis.NOTHING)
    game = shortened(STUD, ranks, "cdhs"[:suits])
    assert found.value == combin.solve(game, bets=["base"]).bets["base"].expected_value


def test_a_hand_that_is_none_is_refused():
    with pytest.raises(SystemExit, match="a hand is five cards"):
        oasis.print_hand("As Kd 9h 7c 4s")


# --- The whole pack ----------------------------------------------------------------------------


@pytest.mark.whole
def test_the_whole_pack():
    totals = [oasis.NOTHING] * len(oasis.READINGS)
    for _, found in oasis.solve():
        totals = [one + more for one, more in zip(totals, found)]
    assert [one.value for one in totals] == [
        Fraction(-142031221, 2718662100),
        Fraction(-723583636439, 69766306810200),
        Fraction(-3243255198184843, 471015592711263600),
    ]
    assert not any(one.open or one.tied for one in totals)


@pytest.mark.whole
@pytest.mark.parametrize(("own", "up"), [("As Kd 9h 7c 4s", "2d"), ("Ah Ad Kc Qc Jc", "Kd")])
def test_every_exchange_of_a_hand_of_the_whole_pack(own, up):
    cards = [oasis.RANKS.index(card[0]) * 4 + oasis.SUITS.index(card[1]) for card in own.split()]
    shown = oasis.RANKS.index(up[0]) * 4 + oasis.SUITS.index(up[1])
    found = oasis.advised(cards, shown)
    rest = np.array([card for card in range(52) if card not in (*cards, shown)])
    dealer = rest[sets(46, 4)]
    his = strengths(np.column_stack((dealer, np.full(len(dealer), shown))))
    has = np.zeros((52, len(dealer)), dtype=bool)
    for column in dealer.T:
        has[column, np.arange(len(dealer))] = True
    pack = oasis.Pack()
    levels = np.unique(five())
    for count in (1, 2):
        for thrown in combinations(cards, count):
            kept = [card for card in cards if card not in thrown]
            total = 0
            for new in combinations(rest.tolist(), count):
                mine = int(strengths(np.array([[*kept, *new]]))[0])
                free = his[~has[list(new)].any(axis=0)]
                place = int(np.searchsorted(levels, mine))
                lower = int(((free < mine) & (free >= levels[pack.qualifies])).sum())
                unqualified = int((free < levels[pack.qualifies]).sum())
                equal = int((free == mine).sum()) if place >= pack.qualifies else 0
                counts = 4 * unqualified + int(pack.win[place]) * lower + 3 * equal
                total += max(counts, oasis.FOLD * len(free))
            worth = Fraction(total, oasis.deals(51, count)) - 3 - oasis.FEES[count]
            named = " ".join(oasis.name(card) for card in sorted(thrown))
            matching = [
                one
                for action, (one, exact) in found.items()
                if exact and set(action.split()[1:]) == set(named.split())
            ]
            assert matching == [worth]


def strengths(hands):
    """Return the value of five cards each."""
    ordered = np.sort(hands, axis=1)
    return five()[number([ordered[:, place] for place in range(5)])]
