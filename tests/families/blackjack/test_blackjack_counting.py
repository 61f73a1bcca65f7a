"""Card counting in games that count up, against small shoes dealt literally, closed forms and the
indices that card counters use.
"""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

import combin
from combin.families.blackjack import House, Shoe
from combin.families.blackjack.card_counting import card_counting
from combin.families.blackjack.house import RANKS, house_of
from combin.families.blackjack.indices import CountedDecision, GoneCards, offered
from combin.families.blackjack.lattice import lattice_of
from combin.families.blackjack.play_counting import play_counting
from combin.families.blackjack.solve import UpCard
from combin.families.blackjack.tagged import TaggedActions
from combin.families.blackjack.verify import cards_of, rows_of
from combin.games import sheet_of
from combin.proof.card_by_card import Table, dealt, less, total_of
from combin.proof.house_rules import rules_of
from combin.render.card_counting import COUNTING
from combin.render.number import root
from combin.rules.game import Game
from houses import changed, house_by
from pages import assert_shows, blocks

PAGE = Path(__file__).parents[3] / "docs" / "counting-cards.md"
HI_LO = {"23456": 1, "TA": -1}
TENS = {"A23456789": 4, "T": -9}  # knows how many tens are left
OWN = {"A": -2, "5": 1, "6": 2, "T": -1}


def game(left: str = "", **choices: str) -> Game:
    """Return blackjack from a shoe that has only some ranks of one pack, ``A56T``."""
    sheet = sheet_of("blackjack")
    assert sheet is not None
    rules = sheet.resolve(choices)
    deck = [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"]
    return rules.without(" ".join(card for card in deck if left and card[0] not in left))


# --- Bets beside the game, dealt literally ---------------------------------------------------------


def gone_sets(cards: tuple[int, ...], gone: int) -> Counter[tuple[int, ...]]:
    """Return the sets of cards gone, those of a rank alike."""
    return Counter(combinations(cards, gone))


def tag_of(tags: dict[str, int]) -> dict[int, int]:
    """Return what a card counts -> its tag."""
    return {RANKS.index(rank) + 1: tag for ranks, tag in tags.items() for rank in ranks}


def insured(shoe: tuple[int, ...], count: int, tags: dict[int, int], trigger: Fraction) -> list:
    """Return how likely insurance is bought from a shoe, and its mean and that of its square."""
    found = [Fraction(0)] * 3
    for chance, up, rest in dealt(shoe):
        if up == 1 and 52 * (count + tags.get(1, 0)) >= trigger * len(rest):
            tens = Fraction(rest.count(10), len(rest))
            for place, mean in enumerate((Fraction(1), 3 * tens - 1, 3 * tens + 1)):
                found[place] += chance * mean
    return found


@cache
def dealer_busts(cards: tuple[int, ...], shoe: tuple[int, ...]) -> dict[int, Fraction]:
    """Return number of cards -> how likely the dealer busts with them, 0 where he does not."""
    total = total_of(cards)
    if total > 21:
        return {len(cards): Fraction(1)}
    if total >= 17:
        return {0: Fraction(1)}
    found: dict[int, Fraction] = {}
    for chance, card, rest in dealt(shoe):
        for many, likely in dealer_busts(tuple(sorted((*cards, card))), rest).items():
            found[many] = found.get(many, Fraction(0)) + chance * likely
    return found


def busted(shoe: tuple[int, ...], count: int, tags: dict[int, int], trigger: Fraction) -> list:
    if 52 * count < trigger * len(shoe):
        return [Fraction(0)] * 3
    pays = {3: 2, 4: 2, 5: 4, 6: 12, 7: 50, 8: 250}
    law = dealer_busts((), shoe)
    nets = {many: pays[min(many, 8)] if many else -1 for many in law}
    first, second = (sum(nets[many] ** n * law[many] for many in law) for n in (1, 2))
    return [Fraction(1), first, second]


@pytest.mark.parametrize(
    "bet, literal, left, cut",
    [
        ("insurance", insured, "A56T", 13),
        ("insurance", insured, "A5T", 7),
        ("buster", busted, "56T", 8),
    ],
)
@pytest.mark.parametrize("trigger", ["-3", "1/2", "4"])
def test_bets_beside_the_game_from_ordered_shoes(bet, literal, left, cut, trigger):
    rules = game(left, packs="1", splits="1")
    known = {rank: tag for rank, tag in OWN.items() if rank in left}
    found = card_counting(rules, bet, known, trigger, cut)
    cards = tuple(card for card, count in rules.shoe.items() for _ in range(count))
    tags = tag_of(OWN)
    assert list(found.depths) == list(range(len(cards) - cut + 1))
    for gone, one in found.depths.items():
        sets = gone_sets(cards, gone)
        sums = [Fraction(0)] * 3
        for some, ways in sets.items():
            count = sum(tags[card] for card in some)
            means = literal(less(cards, *some), count, tags, Fraction(trigger))
            sums = [old + ways * new for old, new in zip(sums, means)]
        assert [one.share, one.gain, one.square] == [part / sets.total() for part in sums]


def test_insurance_that_is_always_bought_is_worth_the_same_at_every_depth():
    rules = game()
    found = card_counting(rules, "insurance", HI_LO, "-1000")
    assert found.value == Fraction(-23, 311)
    for one in found.depths.values():
        assert (one.share, one.edge) == (Fraction(1, 13), found.value)


@pytest.mark.slow
def test_buster_that_is_always_made_is_worth_the_same_at_every_depth():
    rules = game(packs="1")
    found = card_counting(rules, "buster", {"A": 1}, "-1000")
    bet = combin.solve(rules, bets=["buster"])["buster"]
    assert {one.gain for one in found.depths.values()} == {found.value}
    assert bet.expected_value == found.value
    squares = sum(row.net**2 * row.combinations for row in bet.outcomes) / bet.deals
    assert {one.square for one in found.depths.values()} == {squares}


@pytest.mark.slow
def test_hi_lo_follows_insurance_as_is_published():
    """0.76: P. Griffin, The Theory of Blackjack; a count of tens alone follows it wholly."""
    found = card_counting(game(), "insurance", HI_LO, 3)
    assert root(found.correlation[1], 2) == "0.76" and found.correlation[0] == 1
    assert card_counting(game(), "insurance", TENS, 17).correlation == (1, 1)


# --- Indices ---------------------------------------------------------------------------------------


def small_decision(
    shoe: Shoe, house: House, up: int, total: tuple[int, int], tags: dict[int, int]
) -> tuple[CountedDecision, Table]:
    """Return two cards against an up card, read by the engine and literally; ranks as in RANKS."""
    column = UpCard(lattice_of(shoe, house.turns.charlie), house, shoe, up, "total")
    column.follow(None)
    chart = column.chart
    assert chart is not None
    counts: dict[int, int] = {}
    for tag in sorted(set(tags.values())):
        counts[tag] = sum(count for rank, count in enumerate(shoe) if tags.get(rank) == tag)
    marks = [list(counts).index(tags[rank]) if rank in tags else 0 for rank in range(10)]
    gone = GoneCards(counts)
    tagged = TaggedActions(column.values, marks, len(counts))
    decision = CountedDecision(gone, 3)
    hand = column.hands.of(*total)
    for action, wins in offered(tagged, column.values, hand):
        decision.add(action, tagged.marked([*total, up]), 1, wins(hand))
    decision.fill()
    return decision, Table(cards_of(shoe), rules_of(house), "total", *rows_of({up + 1: chart}))


@pytest.mark.parametrize("peek", ["first", "never", "original"])
@pytest.mark.parametrize("surrender", ["late", "early"])
@pytest.mark.parametrize(
    "up, total", [(9, (5, 9)), (9, (4, 5)), (0, (4, 5)), (4, (5, 9)), (0, (5, 9))]
)
def test_actions_are_worth_with_a_count_what_small_shoes_say(up, total, surrender, peek):
    """All sets of cards gone, each with what the rest of the shoe is worth by the same chart."""
    assert_worth(house_by(hands=1, surrender=surrender, peek=peek), up, total, (0, 1))


@pytest.mark.parametrize(
    "name, rules",
    [
        ("spanish-21", {"rescue": "no"}),
        ("spanish-21", {"rescue": "yes", "redouble": "twice"}),
        ("pontoon", {"rescue": "no", "double": "any", "totals": "any"}),
        ("super-fun-21", {"rescue": "no"}),
        ("super-fun-21", {}),
        ("free-bet-blackjack", {"surrender": "late"}),
    ],
)
@pytest.mark.parametrize("up, total", [(9, (5, 9)), (9, (4, 5)), (0, (4, 5)), (4, (0, 4))])
def test_actions_are_worth_by_the_rules_of_the_kin_what_small_shoes_say(name, rules, up, total):
    """What is done with a doubled hand goes by the cards left; it is kept where none are gone."""
    sheet = sheet_of(name)
    assert sheet is not None
    house = changed(house_of(sheet.resolve(rules)), hands=1)
    assert_worth(house, up, total, (0,) if house.turns.double.goes_on else (0, 1))


def assert_worth(house: House, up: int, total: tuple[int, int], numbers: tuple[int, ...]) -> None:
    """Actions are worth what is dealt literally, with so many cards gone."""
    shoe: Shoe = (2, 0, 0, 0, 4, 4, 0, 0, 0, 5)
    tags, peek = {0: -1, 4: 1, 5: 0, 9: -1}, house.turns.natural.looks
    decision, table = small_decision(shoe, house, up, total, tags)
    seen = tuple(rank + 1 for rank in (*total, up))
    rest = less(table.shoe, *seen)
    own = sum(tags[card - 1] for card in seen)
    rows = table.hits, table.doubled, table.given_up
    for gone in numbers:
        left = len(rest) - gone
        literal: dict[int, Counter[str]] = {}
        for some, ways in gone_sets(rest, gone).items():
            less_cards = less(table.shoe, *some)
            there = Table(less_cards, rules_of(house), "total", *rows)
            here = literal.setdefault(own + sum(tags[card - 1] for card in some), Counter())
            natural = there._natural(up + 1, less(less_cards, *seen)) if peek != "never" else 0
            for action, (net, _) in there.values(seen[:2], up + 1).items():
                here[action] += ways * (net + natural)
        for count, wins in literal.items():
            found = {action: decision.worth(action, left, count) for action in decision.actions}
            assert set(found) == set(wins)
            stand = found["stand"], wins["stand"]
            assert any(found.values())
            for action, worth in found.items():
                assert worth * stand[1] == stand[0] * wins[action], (gone, count, action)


def test_sets_of_cards_gone_are_those_listed_one_by_one():
    tags, cards, taken = (-1, 0, 2), (3, 2, 4), (1, 0, 2)
    for few in (1, 2, 3):
        pool = [tag for tag, all_, out in zip(tags[:few], cards, taken) for _ in range(all_ - out)]
        gone = GoneCards(dict(zip(tags[:few], cards)))
        for number in range(len(pool) + 2):
            listed = Counter(map(sum, combinations(pool, number)))
            for count in range(-8, 12):
                assert gone.ways(taken[:few], number, count) == listed[count]


@pytest.fixture(scope="module")
def hi_lo():
    return play_counting(game(splits="1"))


@pytest.mark.whole
@pytest.mark.slow
def test_indices_of_hi_lo_are_those_of_the_field(hi_lo):
    """D. Schlesinger, Blackjack Attack: the Illustrious 18, whole true counts of Hi-Lo, six decks
    whose dealer stands on soft 17; with half the shoe gone they are these rounded.
    """
    published = {
        ("insurance", "A"): 3, ("hard 16", "T"): 0, ("hard 15", "T"): 4, ("hard 10", "T"): 4,
        ("hard 12", "3"): 2, ("hard 12", "2"): 3, ("hard 11", "A"): 1, ("hard 9", "2"): 1,
        ("hard 10", "A"): 4, ("hard 9", "7"): 3, ("hard 16", "9"): 5, ("hard 13", "2"): -1,
        ("hard 12", "4"): 0, ("hard 12", "5"): -2, ("hard 12", "6"): -1, ("hard 13", "3"): -2,
    }  # fmt: skip
    found = {(one.hand, one.up): one.true_count(156) for one in hi_lo.play.indices}
    assert set(found) == set(published)
    for hand, true in found.items():
        assert true is not None and abs(true - published[hand]) < 1, hand


@pytest.mark.whole
@pytest.mark.slow
def test_correlations_of_hi_lo_are_those_of_the_field(hi_lo):
    assert [hi_lo.correlation[0], root(hi_lo.correlation[1], 2)] == [1, "0.96"]
    assert hi_lo.play.insurance is not None and root(hi_lo.play.insurance[1], 2) == "0.76"
    rules = game(splits="1")
    less_one = combin.solve(rules.without("5c"))["base"].expected_value
    assert hi_lo.effects["5"] == less_one - combin.solve(rules)["base"].expected_value


@pytest.mark.whole
@pytest.mark.slow
def test_insurance_with_all_tens_counted_is_worth_buying_past_a_third():
    """With R = 13 x tens left - 4 x cards left, more than a third are tens where R > left / 3."""
    found = play_counting(game(packs="2", splits="1"), TENS)
    (index,) = (one for one in found.play.indices if one.total is None)
    for left, count in index.counts.items():
        assert count is not None and 3 * count > left and (count + 4 * left) % 13 == 0
        assert 3 * (count - 13) <= left
    assert found.play.insurance == (1, 1)


@pytest.mark.whole
@pytest.mark.slow
def test_a_count_of_many_tags_has_no_indices_and_says_so(run):
    status, out, _ = run("count", "blackjack", "--set", "packs=1", "--level", "2")
    assert status == 0 and "No indices: combin has them only for counts of up to three" in out


# --- Commands --------------------------------------------------------------------------------------


@pytest.mark.whole
@pytest.mark.slow
def test_a_count_of_the_game_is_printed_and_told_to_programs(run, hi_lo):
    out = run("count", "blackjack", "--set", "splits=1")[1]
    assert "betting correlation" in out and "hard 15 / T" in out
    again = "Again: combin count blackjack --tags 'AT=-1 23456=1' --set splits=1"
    assert out.splitlines()[-1] == again and out == COUNTING.written(hi_lo, "text")
    data = json.loads(COUNTING.written(hi_lo, "json"))
    rows = COUNTING.written(hi_lo, "csv").splitlines()
    cells = [left for one in data["indices"] for left in one["counts"]]
    assert len(rows) == 1 + len(cells) and data["tags"]["T"] == -1


@pytest.mark.whole
@pytest.mark.slow
def test_what_the_page_shows(run):
    _, shown, _ = blocks(PAGE, "text")
    assert_shows(shown, run("count", "blackjack")[1])


@pytest.mark.whole
@pytest.mark.slow
def test_where_one_may_surrender_the_indices_are_those_of_the_field():
    """D. Schlesinger's Fab 4: 14 and 15 against a ten, 15 against a nine and an ace."""
    found = play_counting(game(splits="1", surrender="late"))
    given_up = {(one.total, one.up): one for one in found.play.indices if one.after == "surrender"}
    published = {(14, "T"): 3, (15, "T"): 0, (15, "9"): 2, (15, "A"): 1}
    for hand, true in published.items():
        found_at = given_up[hand].true_count(156)
        assert found_at is not None and abs(found_at - true) < 1


def test_a_bet_beside_the_game_is_printed_with_its_rules(run):
    words = (
        "count",
        "blackjack",
        "--bet",
        "insurance",
        "--set",
        "packs=1",
        "--tags",
        "T=-9 A23456789=4",
    )
    out = run(*words)[1]
    assert "packs=1" in out and "dealer shows an ace" in out and "betting correlation" in out
    data = json.loads(run(*words, "--json")[1])
    found = combin.card_counting("blackjack", "insurance", TENS, choices={"packs": 1})
    assert data["share"] == str(found.whole.share) and data["choices"]["packs"] == "1"
    assert run(*words, "--format", "csv")[1].count("\n") == 1 + len(found.depths)


@pytest.mark.slow
@pytest.mark.parametrize(
    "words, text",
    [
        (("--set", "packs=9"), "choice packs has no value '9'"),
        (("--tags", "X=1"), "no rank 'X' is in the shoe"),
        (("--tags", "K=-1"), "10, J, Q and K count alike here"),
        (("--tags", "2"), "--tags takes RANKS=NUMBER"),
        (("--bet", "nowhere"), "known: base, buster, insurance"),
        (("--cut", "500"), "a whole number from 4 to 312, not 500"),
        (("--trigger", "soon"), "the trigger, a count, is a number such as"),
        (("--bet", "insurance", "--cut", "500"), "a whole number from 2 to 312, not 500"),
        (("--bet", "buster", "--cut", "3"), "from 12 to 312, not 3"),
        (("--bet", "insurance", "--level", "9"), "from 1 to 5, not 9"),
        (("--tags", "A=1", "--level", "1"), "--tags and --level contradict each other"),
        (("--pay", "pair=2"), "blackjack has no pay 'pair'"),
        (("--tags", "hilo"), "the name of a count, not 'hilo' (did you mean hi-lo?)"),
        (("--tags", "A=1 A2=-1"), "the rank 'A' is given two tags"),
        (("--spread", "1:4 2:2"), "a spread rises: it bets 4 at 1, and 2 at 2"),
        (("--spread", "1-8", "--bankroll", "1/2"), "a bankroll is one bet at least, 1, not 1/2"),
        (("--flat", "--trigger", "1"), "one of spread, trigger and flat"),
        (("--flat", "--rounding", "up"), "rounding is floor, truncate or round, not up"),
        (("--bet", "insurance", "--spread", "1-8"), "--spread is not available for"),
    ],
)
def test_what_cannot_be_counted_says_so_in_one_line(run, words, text):
    status, out, err = run("count", "blackjack", *words)
    assert (status, out) == (2, "") and text in err and err.count("\n") == 1


@pytest.mark.whole
@pytest.mark.slow
def test_tags_that_do_not_balance_have_the_indices_of_balanced_ones():
    """Tens against all others: 13 x tens left - 4 x cards left, or tens left alone, say the same."""
    rules = game(packs="1", splits="1")
    alike = [play_counting(rules, tags) for tags in (TENS, {"T": -1})]
    (balanced,), (alone,) = (
        [one for one in found.play.indices if one.total is None] for found in alike
    )
    for left, count in balanced.counts.items():
        assert count is not None and alone.counts[left] is not None
        tens = (count + 4 * left) // 13
        assert alone.counts[left] == tens - 16  # the tens gone
