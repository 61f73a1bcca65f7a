"""Logs of shoes: their cards against what is left, counted again literally; the results of whole
shoes; shoes that are broken.
"""

from __future__ import annotations

import csv
import json
import random
from collections import Counter
from fractions import Fraction

import pytest

import combin
from checking import best, checked, table
from combin.cards import parse_card
from combin.checker import chances
from combin.checker.cards import CARDS, NONE
from combin.checker.deals import groups_of
from combin.checker.shoes import ShoeResults, drawn_cards, scarcity
from combin.families.blackjack.judging.cards import LOOSE, SET
from combin.kernels.deals import Shoes
from faults.games import Baccarat, DragonTiger, FromShoe
from faults.hands import DECK

TAG = {card: parse_card(card) for card in DECK}


def written(path, simulator: FromShoe, columns: list[str]):
    rows = [[row[name] for name in columns] for row in simulator.rows()]
    return table(path, columns, rows)


def verdict(simulator: FromShoe, path, columns: list[str] | None = None):
    written(path, simulator, columns or simulator.full)
    return checked(best(simulator.slug), path, chip=Fraction(1))


@pytest.mark.slow
def test_the_cards_left_are_counted_as_a_literal_count_has_them():
    """Two packs, three places, the third one filled now and then."""
    dice, copies = random.Random(4), bytearray(CARDS)
    for card in TAG.values():
        copies[card] = 2
    rows, fresh = [], []
    for _ in range(30):
        shoe = dice.sample(list(TAG.values()) * 2, 104)
        for first in range(0, 90, 3):
            third = shoe[first + 2] if dice.random() < 0.5 else NONE
            rows.append((*shoe[first : first + 2], third))
            fresh.append(first == 0)
    kernel = Shoes(copies, 3)
    spent = bytearray(len(rows))
    for part in (slice(0, 400), slice(400, None)):  # batches of a log
        here = bytearray(len(rows[part]))
        many = len(here)
        kernel.take(
            bytes(sum(rows[part], ())),
            bytes(range(3)) * many,
            b"\3" * many,
            bytes(fresh[part]),
            here,
        )
        spent[part] = here
    assert spent == bytes([NONE]) * len(rows)
    found = {one.what: one for one in drawn_cards(kernel, "abc", groups_of(sorted(TAG.values())))}
    for name, group in (("9h", ["9h"]), ("rank 9", ["9c", "9d", "9h", "9s"])):
        expected, hits, draws = [Fraction(0)] * 3, [0] * 3, [0] * 3
        for row, begins in zip(rows, fresh):
            if begins:
                left = Counter(list(TAG.values()) * 2)
            for place, card in enumerate(row):
                if card != NONE:
                    size = left.total()
                    expected[place] += Fraction(sum(left[TAG[one]] for one in group), size)
                    hits[place] += card in [TAG[one] for one in group]
                    draws[place] += 1
                    left[card] -= 1
        for place, zone in enumerate("abc"):
            one = found[f"{name} in {zone}"]
            assert (one.hits, one.draws, one.expected) == (
                hits[place],
                draws[place],
                expected[place],
            )
        whole = found[f"{name} in all zones"]
        assert (whole.hits, whole.draws, whole.expected) == (sum(hits), sum(draws), sum(expected))
    before, sequences = None, []
    at_once = [0, Fraction(0)]
    as_before = [0, Fraction(0)]
    follows, after, known = [0, Fraction(0)], {}, {}
    scarce = [Fraction(0), Fraction(0)]
    for row, begins in zip(rows, fresh):
        if begins:
            left, last = Counter(list(TAG.values()) * 2), sequences[-1] if sequences else []
            sequences.append([])
            known, after = after, {}
        for place, card in enumerate(row):
            if card == NONE:
                continue
            size, here = left.total(), sequences[-1]
            mean = sum(Fraction(many, size) * many for many in left.values())
            scarce[0] += left[card] - mean
            scarce[1] += sum(Fraction(many, size) * (many - mean) ** 2 for many in left.values())
            if place == 1 and before and before[2] != NONE:
                at_once[0] += before[2] == card
                at_once[1] += Fraction(left[before[2]], size)
            if len(here) < len(last):
                as_before[0] += last[len(here)] == card
                as_before[1] += Fraction(left[last[len(here)]], size)
            two = tuple(here[-2:])
            if len(two) == 2:
                if two in known:
                    follows[0] += known[two] == card
                    follows[1] += Fraction(left[known[two]], size)
                after[two] = card
            here.append(card)
            left[card] -= 1
        before = row
    assert numbers(kernel.same[2, 1]) == at_once
    assert numbers(kernel.same_in_shoe) == as_before
    assert list(scarcity(kernel)) == scarce
    assert numbers(kernel.following) == follows and follows[1] > 1


def numbers(found) -> list:
    hits, left = found
    return [hits, sum((Fraction(there, size) for size, (_, there) in left.items()), Fraction(0))]


def test_cards_dealt_at_once_and_cards_in_no_order():
    """Those dealt at once are held against the shoe before any of them; those in no order against
    none, and nothing is said to follow them.
    """
    dice, copies = random.Random(8), bytearray(CARDS)
    tags = [TAG[card] for card in ("9h", "2c", "3c", "4c", "5c", "6c", "7c")]
    for card in tags:
        copies[card] = 1
    expected, hits, draws, follows = [Fraction(0)] * 2, [0] * 2, [0] * 2, [0, Fraction(0)]
    cards, places, known = [], [], {}
    for _ in range(400):
        left, after, last = set(tags), {}, []
        for at, card in enumerate(
            dealt := dice.sample(tags, 5)
        ):  # two at once, two, one in no order
            size, place = len(left) if at > 1 else len(tags), at > 1
            if at < 4:
                expected[place] += Fraction(TAG["9h"] in (left if at > 1 else tags), size)
                hits[place] += card == TAG["9h"]
                draws[place] += 1
            if at in (2, 3) and known.get(tuple(last)) is not None:
                follows[0] += known[tuple(last)] == card
                follows[1] += Fraction(known[tuple(last)] in left, size)
            if len(last) == 2 and at < 4:
                after[tuple(last)] = card
            last = [*last[-1:], card]
            left.remove(card)
        known = after
        cards += dealt
        places += [SET, SET, 1, 1, LOOSE]
    spent = bytearray(400)
    kernel = Shoes(copies, 2)
    kernel.take(bytes(cards), bytes(places), b"\5" * 400, b"\1" * 400, spent)
    found = {one.what: one for one in drawn_cards(kernel, "ab", {"9h": [TAG["9h"]]})}
    for place, zone in enumerate("ab"):
        one = found[f"9h in {zone}"]
        assert (one.hits, one.draws, one.expected) == (hits[place], draws[place], expected[place])
    assert numbers(kernel.following) == follows and follows[1] > 1
    with pytest.raises(ValueError, match="a place that no row has"):
        kernel.take(b"\0", b"\2", b"\1", b"\1", bytearray(1))
    with pytest.raises(ValueError, match="do not fit"):
        kernel.take(b"\0", b"\1", b"\2", b"\1", bytearray(1))


def test_a_card_that_its_shoe_has_no_more():
    copies = bytearray(CARDS)
    copies[TAG["9h"]], copies[TAG["2c"]] = 1, 8
    spent = bytearray(5)
    cards = bytes(TAG[card] for card in ("9h", "2c", "9h", "9h", "9h"))
    Shoes(copies, 1).take(cards, bytes(5), b"\1" * 5, bytes([1, 0, 0, 1, 0]), spent)
    assert list(spent) == [NONE, NONE, TAG["9h"], NONE, TAG["9h"]]


def test_the_results_of_shoes_are_those_of_their_first_rounds():
    """Nets of shoes against the plain sums of the same numbers."""
    dice, results = random.Random(9), ShoeResults()
    shoes = [[dice.choice((-1, 0, 2)) for _ in range(dice.choice((12, 13)))] for _ in range(402)]
    for nets in shoes:
        results.take([(net,) for net in nets], [place == 0 for place in range(len(nets))])
    kinds = {(net,): (None, None, Fraction(net)) for net in (-1, 0, 2)}
    law = {label: Fraction(1, 3) for label in kinds.values()}
    worth = {raw: label[2] for raw, label in kinds.items()}
    assert results.rounds == 9
    tests = {test.name: test for test in results.tests(kinds, law, worth, Fraction(1, 3))}
    sums = [sum(nets[:9]) - 3 for nets in shoes[1:-1]]  # the first is left out, the last is open
    squared = Fraction(sum(sums) ** 2, sum(one**2 for one in sums))
    assert tests["mean of shoes"].chance == chances.self_normalized(squared, 400)
    away = []
    for net in (-1, 0, 2):
        counts = [nets[:9].count(net) - 3 for nets in shoes[1:-1]]
        squared = Fraction(sum(counts) ** 2, sum(one**2 for one in counts))
        away.append(chances.self_normalized(squared, 400))
    assert tests["outcomes of shoes"].chance == min(1, 3 * min(away))


@pytest.mark.slow
def test_the_tail_of_students_law_is_that_of_scipy():
    stats, dice = pytest.importorskip("scipy.stats"), random.Random(3)
    for _ in range(200):
        numbers = [Fraction(dice.gauss(0.3, 1)) for _ in range(dice.choice((3, 20, 57, 400)))]
        ratio = sum(numbers) ** 2 / sum(one**2 for one in numbers)
        found = chances.self_normalized(ratio, len(numbers))
        law = stats.ttest_1samp([float(one) for one in numbers], 0).pvalue
        assert float(found) == pytest.approx(law, rel=1e-9)
    assert chances.self_normalized(Fraction(9), 9) < Fraction(1, 10**9)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("one", [Baccarat, DragonTiger], ids=lambda one: one.slug)
def test_right_shoes_fit(one, tmp_path):
    simulator = one(2, 800)
    found = verdict(simulator, tmp_path / "log.csv")
    assert found.fits and found.replayed and found.tested < 40
    assert {"cards drawn", "cards of the shoe before"} <= {test.name for test in found.tests}
    found = verdict(one(2, 800), tmp_path / "log.csv", simulator.outcomes)
    assert found.fits and found.tested < 40


@pytest.mark.slow
def test_a_shoe_without_a_nine(tmp_path):
    """The cards tell it, whether rows name their shoe or not."""

    class NoNine(Baccarat):
        def opened(self) -> list[str]:
            cards = super().opened()
            return [card for card in cards if card[0] != "9" or self.dice.random() < 0.6]

    simulator = NoNine(1, 2000)
    found = verdict(simulator, tmp_path / "log.csv")
    failed = {test.name: test for test in found.failed}
    assert not found.impossible and failed.keys() == {"cards drawn", "scarce cards"}
    assert "rank 9" in failed["cards drawn"].about
    found = verdict(NoNine(1, 2000), tmp_path / "log.csv", simulator.full[1:])
    assert "cards drawn" in {test.name for test in found.failed}


@pytest.mark.slow
def test_a_shoe_of_fewer_packs(tmp_path):
    class Seven(Baccarat):
        packs = 7

    found = verdict(Seven(1, 3000), tmp_path / "log.csv")
    assert [test.name for test in found.failed] == ["scarce cards"]


@pytest.mark.slow
def test_a_banker_who_draws_on_three_against_eight(tmp_path):
    class Draws(Baccarat):
        def banker_draws(self, banker, player, third):
            return (banker, third) == (3, 8) or super().banker_draws(banker, player, third)

    found = verdict(Draws(1, 2000), tmp_path / "log.csv")
    assert {one.right for one in found.impossible} == {"no card is dealt to banker-3"}


def test_cards_come_no_more_often_than_the_shoe_has_them(tmp_path):
    columns = ["shoe", "dragon", "tiger", "net"]
    rows = [[1, "9h", "2c", 1]] * 8 + [[1, "9h", "2d", 1], [2, "9h", "2c", 1]]
    path = table(tmp_path / "log.csv", columns, rows)
    found = checked(best("dragon-tiger"), path, chip=Fraction(1))
    [one] = found.impossible
    assert (one.row, one.right) == (9, "9h comes once more, and all 8 of its shoe are dealt")


def test_what_a_shoe_cannot_be_logged_with(tmp_path):
    for other in ("seat", "count"):
        path = table(tmp_path / "log.csv", ["shoe", other, "net"], [[1, 1, 1]])
        with pytest.raises(ValueError, match=f"'{other}'"):
            checked(best("dragon-tiger"), path)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("form", ["letters", "hands", "objects"])
def test_cards_of_baccarat_in_other_columns(form, tmp_path):
    """A column a card, called by letters; a column a hand; and objects."""
    path = tmp_path / "log.csv"
    combin.simulate("baccarat", path, 300, seed=2)
    lines = [one for one in path.read_text().splitlines() if one[0] != "#"]
    rows, made = list(csv.DictReader(lines)), []
    for row in rows:
        back = f"{20 + Fraction(row['net'])}"
        zones = {hand: [row[f"{hand}-{at}"] for at in (1, 2, 3)] for hand in ("player", "banker")}
        hands = {hand: [card for card in cards if card] for hand, cards in zones.items()}
        if form == "letters":
            cards = {
                f"{hand[0].upper()}{at}": zones[hand][at - 1] or "-"
                for hand in zones
                for at in (1, 2, 3)
            }
        elif form == "hands":
            cards = {f"{hand} cards": cards for hand, cards in hands.items()}
        else:
            cards = {hand: {"cards": cards, "total": 5} for hand, cards in hands.items()}
        made.append({"Hand": row["round"], **cards, "Stake": 20, "Payout": back, "Winner": "x"})
    path = tmp_path / "log.jsonl"
    path.write_text("\n".join(map(json.dumps, made)))
    found = combin.check("baccarat", path)
    assert found.fits and found.replayed and found.rounds == 300
    assert found.mean * 300 == sum(Fraction(row["net"]) for row in rows) / 20
