"""What a check makes of the deals and the play: ties, seats, knowing players, packs not shuffled,
fits that are too good.
"""

import csv
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, permutations, product
from math import comb
from pathlib import Path
from random import Random

import pytest

import combin
import others
from checking import best, checked, table
from combin.checker import chances, deals, fits, law_of
from combin.families.subjects import subject
from combin.kernels import deals as kernel
from combin.logs.simulate import simulate
from combin.questions.measures import law as law_of_net
from combin.render.check import sentence
from combin.strategies import parse
from faults.games import Jacks

ROOT = Path(__file__).parents[2]


def headless(path):
    """Take away the lines in which a log says how it was made."""
    path.write_text(
        "".join(f"{line}\n" for line in path.read_text().splitlines() if not line.startswith("#"))
    )
    return path


def test_of(found, name):
    return next((test for test in found.tests if test.name == name), None)


test_of.__test__ = False


# --- Choices of equal worth --------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "rounds"), [("mississippi-stud", 4_000), ("let-it-ride", 40_000)])
def test_the_best_play_fits_whichever_of_two_equal_actions_it_takes(slug, rounds, tmp_path):
    """The printed list is worth as much as the best play and takes other actions; so does a player
    who tosses a coin.
    """
    game, path = combin.load(slug), tmp_path / "log.csv"
    listed = str(ROOT / "reports" / slug / "strategy.txt")
    simulate(subject(game, "base"), str(path), rounds, 5, "full", listed)
    found = checked(best(slug), headless(path))
    assert found.fits and found.play.even >= found.play.replayed > 50 and not found.play.lacking
    assert f"{found.play.replayed:,} rounds with deviations replayed by the strategy" in str(found)
    lines = path.read_text().splitlines()
    simulate(subject(game, "base"), str(path), rounds, 5, "full")
    optimal, dice = headless(path).read_text().splitlines(), Random(2)
    assert sum(one != other for one, other in zip(lines, optimal)) == found.play.replayed
    path.write_text(
        "\n".join([lines[0], *(dice.choice(pair) for pair in zip(lines[1:], optimal[1:]))]) + "\n"
    )
    mixed = checked(best(slug), path)
    assert mixed.fits and 0 < mixed.play.replayed < found.play.replayed
    # Counted as the best play would have played them, the rounds are those of the best play, one by
    # one.
    path.write_text("\n".join(optimal) + "\n")
    plain = checked(best(slug), path)
    assert {cell.label: cell.observed for cell in plain.cells} == {
        cell.label: cell.observed for cell in found.cells
    }
    assert plain.tests == found.tests == mixed.tests and plain.play.replayed == 0


def test_without_cards_it_is_said_which_of_two_equal_actions_is_meant(tmp_path):
    path = tmp_path / "log.csv"
    for slug, bet, tied in (
        ("let-it-ride", "base", True),
        ("three-card-poker", "pair-plus", False),
    ):
        found = checked(best(slug, bet), table(path, ["net"], [[-1]]))
        assert (
            any("actions of equal value" in what for what in found.untested)
            == tied
            == best(slug, bet).tied
        )


# --- A player who knows more -------------------------------------------------------------------


class Peeks(others.Fault):
    """The player sees all of the dealer's cards, and raises exactly where he then wins."""

    def plays(self, action, cards, line):
        mine, _ = self.rank(cards)
        theirs, dealer = self.rank(self.hand)
        ranks = {card[0] for card in self.hand}
        qualifies = dealer not in ("less", "ace-king") or {"A", "K"} <= ranks
        return "raise" if not qualifies or mine > theirs else "fold"

    def deals(self, cards):
        self.hand = cards[5:]
        return cards


@pytest.mark.whole
@pytest.mark.slow
def test_what_a_seen_card_brings_is_a_gain(caribbean, rank, tmp_path):
    Peeks.rank = staticmethod(rank)
    path = others.write(tmp_path / "log.csv", others.rows(3_000, 3, rank, fault=Peeks), others.FULL)
    law = best("caribbean-stud")
    found = checked(law, path)
    assert not found.fits and found.play.knowing and found.play.gained > 0 < found.play.cost
    with open(path, newline="") as file:
        logged = sum(int(row["net"]) for row in csv.DictReader(file))
    assert found.play.gained == logged - found.mean * 3_000
    words = sentence(found)
    assert (
        "gains " in words
        and "where it should cost" in words
        and "knows cards that are still hidden" in words
    )
    fold = checked(
        law,
        others.write(
            tmp_path / "log.csv", others.rows(3_000, 3, rank, fault=others.FoldsDeuces), others.FULL
        ),
    )
    assert not fold.play.knowing and "This costs" in sentence(fold)


def test_a_better_play_than_the_named_one_gains(tmp_path):
    game, path = combin.load("phil-em-up"), tmp_path / "log.csv"
    simulate(subject(game, "base"), str(path), 500, 3, "full")
    found = checked(law_of(game, "base", parse("stay", game, "base"), "stay"), headless(path))
    assert found.play.cost < 0 and not found.play.knowing
    words = sentence(found).removeprefix(str(path))  # a folder may be called pytest-0
    assert "This gains" in words and "-0" not in words


# --- Words -------------------------------------------------------------------------------------


def test_a_word_that_is_not_known_is_no_fault_of_a_round(tmp_path):
    rows = [["stay", "less", -1], ["stay", "flush", 3], ["twice", "less", -2]] * 500
    path = table(tmp_path / "log.csv", ["actions", "outcome", "net"], rows)
    with pytest.raises(
        combin.CombinError, match="row 3: no action of phil-em-up, base is called 'twice'"
    ):
        checked(best("phil-em-up"), path)


# --- Several seats -----------------------------------------------------------------------------


def seats(rounds, rank, taken=4, fault=others.Fault):
    """Yield rounds of Caribbean Stud with several players at the table against one dealer."""
    dice = Random(6)
    broken = fault(1)
    for number in range(1, rounds + 1):
        cards = dice.sample(others.DECK, 5 * taken + 5)
        for seat in range(1, taken + 1):
            hand = broken.deals([*cards[5 * seat : 5 * seat + 5], *cards[:5]])
            row = next(others.rows(1, 1, rank, lambda _, hand=hand: iter([hand])))
            yield {**row, "round": number, "seat": seat}


COLUMNS = ["round", "seat", *others.FULL[1:]]


@pytest.mark.slow
@pytest.mark.parametrize("columns", [COLUMNS, ["seat", *others.OUTCOME], ["round", "seat", "net"]])
@pytest.mark.parametrize("ending", [".csv", ".parquet"])
def test_seats_that_share_the_dealer_fit(caribbean, rank, tmp_path, columns, ending):
    path = others.write(tmp_path / "log.csv", seats(2_000, rank), columns)
    if ending == ".parquet":
        duckdb = pytest.importorskip("duckdb")
        duckdb.sql(f"COPY (FROM '{path}') TO '{path.with_suffix(ending)}'")
    found = checked(caribbean, path.with_suffix(ending))
    assert found.fits and (found.rounds, found.tested) == (8_000, 2_000)
    assert sum(cell.observed for cell in found.cells) == 2_000
    assert "one seat of each deal, 2,000 rounds" in str(found)
    assert any("one seat of each deal counts, in turn" in what for what in found.untested)


@pytest.mark.slow
def test_each_seat_has_its_turn(caribbean, rank, tmp_path):
    rows = list(seats(50, rank))
    found = checked(caribbean, others.write(tmp_path / "log.csv", iter(rows), COLUMNS))
    nets = [rows[4 * deal + deal % 4]["net"] for deal in range(50)]
    assert found.mean == Fraction(sum(nets), 50)


@pytest.mark.slow
def test_a_seat_that_cheats_is_seen(caribbean, rank, tmp_path):
    rows = list(seats(200, rank))
    rows[401]["net"] += 1
    found = checked(caribbean, others.write(tmp_path / "log.csv", iter(rows), COLUMNS))
    assert [one.row for one in found.impossible] == [402]


def test_seats_that_are_not_numbered_are_refused(caribbean, rank, tmp_path):
    path = others.write(tmp_path / "log.csv", seats(300, rank), others.FULL[1:])
    with pytest.raises(
        combin.CombinError, match="like several seats on one deal; number them in a column 'seat'"
    ):
        checked(caribbean, path)
    rows = list(seats(300, rank))
    rows[7]["round"] += 1
    found = checked(caribbean, others.write(tmp_path / "log.csv", iter(rows), COLUMNS))
    assert found.impossible[0].row == 8 and "the number after" in found.impossible[0].right


# --- Small logs --------------------------------------------------------------------------------


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    ("slug", "bet"), [("three-card-poker", "pair-plus"), ("caribbean-stud", "progressive")]
)
def test_every_small_log_has_an_answer(slug, bet, tmp_path):
    """All logs of one to six rounds over three nets: every chance is one, and the e-value's mean is
    at most 1.
    """
    law = best(slug, bet)
    nets = sorted({one.net for one in law_of_net(law.result)})[:3]
    for rounds in range(1, 7):
        for found in combinations_with_replacement(nets, rounds):
            verdict = checked(
                law,
                table(tmp_path / "log.csv", ["net"], [[net] for net in found]),
                chip=Fraction(1),
            )
            assert all(0 < test.chance <= 1 and 0 < test.corrected <= 1 for test in verdict.tests)
            assert len(set(found)) > 2 or verdict.tests


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("rounds", [20, 100, 250])
@pytest.mark.parametrize("odd", [1, 2])
def test_a_round_that_differs_from_all_others(rounds, odd, tmp_path):
    rows = [[1]] * odd + [[-1]] * (rounds - odd)
    for order in (
        rows,
        rows[::-1],
        rows[odd:] + rows[:odd],
        [*rows[: rounds // 2], *rows[rounds // 2 :]],
    ):
        found = checked(
            best("three-card-poker", "pair-plus"), table(tmp_path / "log.csv", ["net"], order)
        )
        assert (test_of(found, "serial correlation") is None) == (odd == 1)


def test_one_that_differs_has_one_order():
    for counts in (Counter({0: 6, 5: 1}), Counter({0: 5, 5: 2}), Counter({0: 4, 1: 2, 2: 1})):
        orders = set(permutations(counts.elements()))
        sums = {sum(a * b for a, b in zip(order, (*order[1:], order[0]))) for order in orders}
        assert (len(sums) == 1) == (fits.circular_moments(counts)[1] == 0)


# --- Too good a fit ----------------------------------------------------------------------------


def rounded(law, rounds):
    counts = {one.net: round(one.probability * rounds) for one in law_of_net(law.result)}
    return [[net, count] for net, count in counts.items()]


def test_counts_rounded_from_the_law_are_too_good(tmp_path):
    for slug, key, rounds in (
        ("three-card-poker", "pair-plus", 10**7),
        ("phil-em-up", "base", 10**7),
    ):
        law = best(slug, key)
        found = checked(law, table(tmp_path / "log.csv", ["net", "count"], rounded(law, rounds)))
        assert [test.name for test in found.failed] == ["too regular"]
        assert "the test 'too regular' fails" in sentence(found)


@pytest.mark.slow
def test_the_lower_tail_is_no_more_often_small_than_it_says():
    """Exactly, over all tables: the chance that is told for a chi-square so small is at least the
    true one.
    """
    parts, rounds = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)], 60
    told = {}
    for one in range(rounds + 1):
        for two in range(rounds + 1 - one):
            counts = (one, two, rounds - one - two)
            likely = comb(rounds, one) * comb(rounds - one, two)
            for count, part in zip(counts, parts):
                likely *= part**count
            found = fits.GivenCounts(
                "", [(count, rounds * part) for count, part in zip(counts, parts)]
            )
            told.setdefault(found.square, [found, Fraction(0)])[1] += likely
    below = Fraction(0)
    for square in sorted(told):
        found, likely = told[square]
        below += likely
        assert fits.regular_test([found])[0].chance >= below * Fraction(99, 100)
    assert below == 1


# --- The kernel, and the tests of the cards, counted again -------------------------------------


def test_the_kernel_counts_what_python_counts():
    """Random rows of two zones, some without the second: every count again, from lists."""
    from array import array

    dice, deck, sizes = Random(8), list(range(13)), array("q", [3, 2])
    found = kernel.Deals(sizes, 40)
    rows = [dice.sample(deck, 5) for _ in range(900)]
    for place in range(0, 900, 50):
        rows[place][3:] = [255, 255]
    for place in range(30, 900, 90):
        rows[place] = rows[place - 1 - place % 7][:]
    for start in range(0, 900, 70):
        part = rows[start : start + 70]
        cards, masks, odd = (
            bytearray(card for row in part for card in row),
            array("Q", [0]) * (2 * len(part)),
            bytearray(len(part)),
        )
        assert (
            kernel.gather(cards, sizes, (1 << 13) - 1, masks, odd)
            == sum(255 in row for row in part)
            == sum(odd)
        )
        assert list(masks[::2]) == [sum(1 << card for card in row[:3]) for row in part]
        found.take(cards, masks, bytearray(b"\1" * len(part)))
    assert found.rows == 900 and found.complete == [900, sum(255 not in row for row in rows)]
    met = Counter(
        (one.index(card), two.index(card))
        for one, two in zip(rows, rows[1:])
        for card in set(one) & set(two) - {255}
    )
    assert found.places == [[met[p, q] for q in range(5)] for p in range(5)]
    assert sum(length for length, _ in found.stretches) == 900 and 10 <= len(found.stretches) <= 20
    at = 0
    for length, placed in found.stretches:
        counts = Counter(
            (p, card) for row in rows[at : at + length] for p, card in enumerate(row) if card != 255
        )
        assert all(placed[p][card] == counts[p, card] for p in range(5) for card in range(64))
        at += length
    kept, again, last = set(), 0, None
    for row in rows:
        key = frozenset(row[:3]), frozenset(row[3:])
        again += key in kept or key == last
        if key not in kept and key != last and len(kept) < 40:
            kept.add(key)
        last = key
    assert (found.again, found.stored) == (again, 40)


def test_the_law_of_shared_cards_is_that_of_all_deals():
    """Five cards, two a deal: how many of the deal before come again, over all pairs and three
    deals in a row.
    """
    hands = [{x, y} for x, y in product(range(5), repeat=2) if x < y]
    for seen in range(5):
        sums = Counter(len(a & b) + len(b & c) for a, b, c in product(hands, repeat=3))
        total = sum(sums.values())
        mean = Fraction(2 * 4, 5)
        tail = sum(n for s, n in sums.items() if (s >= seen if seen > mean else s <= seen))
        expected = min(Fraction(1), Fraction(2 * tail, total))
        assert float(deals.shared_tails(2, 2, 5, seen, 2)) == pytest.approx(
            float(expected), abs=1e-6
        )


@pytest.mark.parametrize(
    ("marked", "drawn", "deck"), [(4, 2, 53), (13, 2, 52), (10, 10, 52), (2, 2, 52), (4, 5, 52)]
)
def test_the_tail_of_a_few_draws_is_that_of_the_sum(marked, drawn, deck):
    """Against the law of the sum, added up draw by draw."""
    law = {
        j: comb(marked, j) * comb(deck - marked, drawn - j) / comb(deck, drawn)
        for j in range(min(marked, drawn) + 1)
    }
    for times in (1, 2, 20, 90):
        total = {0: 1.0}
        for _ in range(times):
            found = Counter()
            for (seen, chance), (more, part) in product(total.items(), law.items()):
                found[seen + more] += chance * part
            total = found
        mean = Fraction(times * marked * drawn, deck)
        for seen in range(min(40, max(total) + 1)):
            tails = min(
                1,
                2
                * sum(
                    chance
                    for one, chance in total.items()
                    if (one >= seen if seen > mean else one <= seen)
                ),
            )
            if tails > 1e-8:
                assert float(deals.shared_tails(marked, drawn, deck, seen, times)) == pytest.approx(
                    tails, rel=1e-5
                )


def test_the_covariance_of_zones_is_exact():
    """Over all pairs of deals of two zones: the mean of chi-square is its degrees of freedom."""
    deck, sizes = range(5), (2, 1)
    splits = [
        (set(a), {b}) for a in product(deck, repeat=2) if a[0] < a[1] for b in deck if b not in a
    ]
    total = Fraction(0)
    for one, two in product(splits, repeat=2):
        parts = [[*split, set(deck) - split[0] - split[1]] for split in (one, two)]
        for a, b in product(*parts):
            mean = Fraction(len(a) * len(b), 5)
            total += (len(a & b) - mean) ** 2 / mean
    assert total / len(splits) ** 2 * Fraction(4, 5) == 4 and sum(sizes) == 3


def test_poisson_tails_are_those_of_scipy():
    stats = pytest.importorskip("scipy.stats")
    for hits, mean in (
        (0, 1),
        (1, Fraction(1, 10**6)),
        (3, Fraction(1, 2)),
        (40, 30),
        (90_000, 89_500),
        (5, 30),
    ):
        assert float(chances.poisson_tail(hits, Fraction(mean))) == pytest.approx(
            stats.poisson.sf(hits - 1, float(mean)), rel=1e-6
        )


def test_deals_come_again_no_more_often_than_the_bound_says():
    """Exactly, for 40 deals: the law of how many are known, five of them kept, is below the Poisson
    tail that is told.
    """
    ways, rows, room = 40, 30, 5
    law = {(0, False, 0): Fraction(1)}  # kept, whether the one before is kept, known so far
    for _ in range(rows):
        following = Counter()
        for (kept, inside, known), chance in law.items():
            extra = int(kept == room and not inside)  # the one before is known, too
            following[kept, True, known + 1] += chance * Fraction(kept, ways)
            following[kept, False, known + 1] += chance * Fraction(extra, ways)
            new = chance * Fraction(ways - kept - extra, ways)
            following[(kept + 1, True, known) if kept < room else (kept, False, known)] += new
        law = following
    most = room + 1
    counted = most * (most + 1) // 2 + (rows - 1 - most) * most
    for hits in range(1, 12):
        true = sum(chance for (_, _, known), chance in law.items() if known >= hits)
        told = chances.poisson_tail(hits, Fraction(counted, ways - most))
        assert 0 < true <= told


def test_cards_in_sorted_zones_fit(caribbean, rank, tmp_path):
    """A hand is written from its highest card down: its places are no longer alike, and its cards
    as before.
    """
    rows = list(others.rows(5_000, 4, rank))
    for row in rows:
        for zone in ("player", "down"):
            row[zone] = " ".join(sorted(row[zone].split(), key=others.DECK.index, reverse=True))
    found = checked(caribbean, others.write(tmp_path / "log.csv", iter(rows), others.FULL))
    assert found.fits and test_of(found, "places of the deal before").chance > Fraction(1, 100)


FAULTS = {
    others.NeverShuffled: (50, "cards of the deal before"),
    others.FiveRiffles: (6_400, "deal before"),
    others.ShortSeeds: (1_600, "same deal again"),
    others.CarriedCard: (6_400, "places of the deal before"),
    others.StickyCard: (6_400, "places of the deal before"),
    others.AcesLate: (102_400, "stretches alike|ranks"),
    others.Spades: (204_800, "cards, ranks, suits"),
}


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_bad_shuffle_is_caught(caribbean, rank, fault, tmp_path):
    rounds, words = FAULTS[fault]
    found = checked(
        caribbean,
        others.write(tmp_path / "log.csv", others.rows(rounds, 3, rank, fault=fault), others.FULL),
    )
    assert not found.impossible and not found.play.departures
    assert any(word in test.name for test in found.failed for word in words.split("|")), [
        test.name for test in found.failed
    ]


class ManySpades(others.Spades):
    often = 0.2


def test_one_suit_too_many_is_told_with_a_table(caribbean, rank, tmp_path):
    path = others.write(
        tmp_path / "log.csv", others.rows(3_000, 3, rank, fault=ManySpades), others.FULL
    )
    found = checked(caribbean, path)
    least = min(found.strays, key=lambda one: one.chance)
    assert (least.what, least.where) == (
        "suit s",
        "player",
    ) and least.observed > least.expected == 3_000 * 5 * 13 / 52
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    zones = {
        zone: Counter(card for row in rows for card in row[zone].split())
        for zone in ("player", "up", "down")
    }
    zones["all zones"] = sum(zones.values(), Counter())
    assert {one.where for one in found.strays} == {*zones}
    for one in found.strays:
        kind, _, name = one.what.rpartition(" ")
        counts = zones[one.where].items()
        assert one.observed == sum(
            count for card, count in counts if name in (card, card[0 if kind == "rank" else 1])
        )
    assert "suit s" in str(found).split("deviate most:")[1]


@pytest.mark.slow
def test_a_hand_that_comes_again_is_found_where_cards_are_drawn(tmp_path):
    """The cards drawn are not there in every row: the hand alone says how seldom a deal repeats."""
    rows = list(Jacks(3, 400).rows())
    columns = Jacks(3, 1).full

    def tested(chosen):
        cells = [[row[name] for name in columns[1:]] for row in chosen]
        path = table(tmp_path / "log.csv", columns[1:], cells)
        found = checked(best("jacks-or-better"), path, chip=Fraction(1))
        return next(test for test in found.tests if test.name == "same deal again")

    assert tested(rows).chance == 1
    assert tested([*rows, *rows[:2]]).chance < Fraction(1, 10**3)
