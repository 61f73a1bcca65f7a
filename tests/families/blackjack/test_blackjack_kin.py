"""The kin of blackjack that pay and allow more: their rules against the literal reference, published
figures, and what is asked of them.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product
from pathlib import Path

import pytest

import combin
from combin.cards import card_text
from combin.errors import CombinError
from combin.families.blackjack import Chart, letters, questions, solve
from combin.families.blackjack.drawer import COLUMNS, column_of
from combin.families.blackjack.full_memory import FULL
from combin.families.blackjack.house import (
    BEYOND,
    RANKS,
    beyond,
    house_of,
    mean_of,
    pays_of,
    without,
)
from combin.families.blackjack.indices import MOST_TAGS
from combin.families.blackjack.lattice import lattice_of
from combin.families.blackjack.solve import UpCard
from combin.games import names, sheet_of
from combin.publishing import games
from combin.questions.tags import correlation
from combin.rules import loader
from combin.rules.blackjack import suit_chances
from combin.rules.game import Game
from houses import ALIKE, HALF, NEW, OPTIONS, OTHER, PLAIN, SAID, SEVENTH, SINGLES, SMALL, compared
from houses import house_with as house
from shipped import page_of, with_few_ranks

KIN = ("spanish-21", "super-fun-21", "pontoon")
OTHERS = ("double-exposure", "free-bet-blackjack", "blackjack-switch")


@pytest.mark.slow_after(4)
@pytest.mark.parametrize("model", ALIKE)
@pytest.mark.parametrize("name, value", SINGLES, ids=str)
def test_every_rule_agrees_with_the_literal_reference(name, value, model):
    for shoe in (SMALL, SEVENTH):
        assert compared(shoe, house(**{name: value, "hands": 2}), model, few=5)


@pytest.mark.whole_after(16)
@pytest.mark.slow
@pytest.mark.parametrize("names", list(combinations(NEW, 2)), ids=" ".join)
def test_two_rules_agree_with_the_literal_reference(names):
    one, other = names
    for value, second in product(NEW[one], NEW[other]):
        compared(SMALL, house(**{one: value, other: second}), few=8)
        compared(SEVENTH, house(**{one: value, other: second, "hands": 3}), few=5)


@pytest.mark.whole_after(16)
@pytest.mark.slow
@pytest.mark.parametrize("name, value", SINGLES, ids=str)
def test_every_rule_with_two_others_agrees_with_the_literal_reference(name, value):
    rng = random.Random(f"{name} {value}")
    choices = {**NEW, **{other: values[1:] for other, values in OPTIONS.items()}}
    for _ in range(3):
        others = rng.sample([other for other in choices if other != name], 2)
        chosen = {other: rng.choice(choices[other]) for other in others}
        compared(SMALL, house(**chosen, **{name: value}), rng.choice(ALIKE), few=6)


@pytest.mark.whole_after(16)
@pytest.mark.slow
@pytest.mark.parametrize("names", list(product(NEW, OPTIONS)), ids=" ".join)
def test_a_rule_beside_one_of_blackjack_agrees_with_the_literal_reference(names):
    one, other = names
    for value, second in product(NEW[one], OPTIONS[other][1:]):
        compared(SMALL, house(**{one: value, other: second}), few=6)


@pytest.mark.whole_after(12)
@pytest.mark.slow_after(3)
@pytest.mark.parametrize("seed", range(40))
def test_random_shoes_agree_with_the_literal_reference(seed):
    rng = random.Random(seed)
    asked = {name: rng.choice(values) for name, values in OPTIONS.items()}
    chosen = {name: rng.choice([None, *values]) for name, values in NEW.items()}
    asked |= {name: value for name, value in chosen.items() if value is not None}
    shoe = [0] * 10
    ranks = rng.sample(range(10), rng.randint(3, 5))
    for _ in range(rng.randint(12, 15)):
        shoe[rng.choice(ranks)] += 1
    try:
        compared(tuple(shoe), house(**asked), rng.choice(ALIKE), few=5)
    except CombinError as error:
        assert "runs out" in str(error)


@pytest.mark.slow
def test_no_change_of_a_row_gains_where_more_cards_may_be_doubled_and_given_up():
    rules = house(doubles_later=True, rescue=True, surrenders_later=True, hands=1)
    found = solve(SEVENTH, rules, "total")
    for up, chart in found.charts.items():
        for row in product((False, True), range(12, 21)):
            first = {one: said for one, said in chart.first.items() if one != row}
            changes = [Chart(chart.hits ^ {row}, first, chart.pairs)]
            changes += [
                Chart(chart.hits, {**first, row: action}, chart.pairs)
                for action in ("double", "surrender")
            ]
            for other in changes:
                changed = solve(SEVENTH, rules, "total", charts={**found.charts, up: other})
                assert changed.value <= found.value, (up, row)


COUNTED = (2, 4, 3, 0, 0, 3, 0, 0, 0, 3)  # many low cards: hands of five cards and more


@pytest.fixture(scope="module")
def counted():
    """Spanish 21 from few cards, by its chart."""
    rules = house_of(sheet_of("spanish-21").resolve({"splits": "1"}))
    return rules, solve(COUNTED, rules, "total")


@pytest.mark.slow
def test_a_chart_by_the_number_of_cards_agrees_with_the_literal_reference(counted):
    rules, found = counted
    charts = found.charts.values()
    assert any(chart.counts for chart in charts) and any(chart.doubled for chart in charts)
    assert compared(COUNTED, rules, "total", few=12)


@pytest.mark.slow
def test_no_number_of_cards_gains_nor_another_end_of_a_doubled_hand(counted):
    rules, found = counted
    alone = solve(COUNTED, rules, "total", numbered=False)
    assert alone.value < found.value < solve(COUNTED, rules).value
    rng = random.Random(5)
    changes = [
        (up, replace(chart, counts={**chart.counts, row: number}))
        for up, chart in found.charts.items()
        for row in product((False, True), range(9, 20))
        for number in (3, 4, 5, 99)
    ]
    changes += [
        (up, replace(chart, doubled=chart.doubled.with_rows({row: (action, "stand", 99, False)})))
        for up, chart in found.charts.items()
        for row in product((False, True), range(9, 20))
        for action in ("", "rescue")
    ]
    for up, other in rng.sample(changes, 60):
        changed = solve(COUNTED, rules, "total", charts={**found.charts, up: other})
        assert changed.value <= found.value, (up, other.counts, other.doubled)


NEAR = (0, 0, 2, 3, 0, 2, 2, 2, 0, 3)  # sixes, sevens and eights: two of three for 6-7-8


@pytest.fixture(scope="module")
def near():
    """Spanish 21 from such cards, by its chart."""
    rules = house_of(sheet_of("spanish-21").resolve({"splits": "1"}))
    return rules, solve(NEAR, rules, "total")


@pytest.mark.slow
@pytest.mark.parametrize("splits", ["1", "3"])
def test_hands_that_lack_one_card_of_a_bonus_agree_with_the_literal_reference(splits):
    rules = house_of(sheet_of("spanish-21").resolve({"splits": splits}))
    assert any(chart.near for chart in solve(NEAR, rules, "total").charts.values())
    assert compared(NEAR, rules, "total", few=10)


def test_no_star_of_a_chart_gains_or_loses_by_its_change(near):
    rules, found = near
    for up, chart in found.charts.items():
        for row in ((False, total) for total in (13, 14, 15)):
            other = replace(chart, near=chart.near ^ {row})
            changed = solve(NEAR, rules, "total", charts={**found.charts, up: other})
            assert changed.value <= found.value, (up, row)
            assert changed.value < found.value or row not in chart.near


def test_a_chart_with_stars_reads_as_it_is_printed(near):
    rules, found = near
    chart = letters.chart_of(found)
    text = "\n".join(" ".join((name, *cells)) for name, cells in chart.rows)
    assert any(cell.endswith("*") for _, cells in chart.rows for cell in cells)
    read = letters.read_chart(text, rules, NEAR)
    assert solve(NEAR, rules, "total", charts=read).value == found.value


def test_only_bonuses_of_cards_that_differ_have_stars():
    """Published charts mark hands that may become 6-7-8; a pair of sevens has a row of its own."""
    marked = {
        name: {row for up in found.charts.values() for row in up.near}
        for name in ("pontoon", "super-fun-21")
        for found in [questions.solve(sheet_of(name).resolve({"model": "total"}))]
    }
    assert marked == {"pontoon": {(False, 13), (False, 14), (False, 15)}, "super-fun-21": set()}


def test_a_chart_by_the_number_of_cards_reads_as_it_is_printed(counted):
    rules, found = counted
    chart = letters.chart_of(found)
    text = "\n".join(" ".join((name, *cells)) for name, cells in chart.rows)
    assert any(cell[-1].isdecimal() for _, cells in chart.rows for cell in cells)
    read = letters.read_chart(text, rules, COUNTED)
    assert solve(COUNTED, rules, "total", charts=read).value == found.value
    for wrong, told in (("H4", "stands behind"), ("R", "none of"), ("S2", "none of")):
        with pytest.raises(CombinError, match=told):
            letters.read_chart(f"hard 12 {wrong}{' S' * (len(chart.heads) - 1)}", rules, COUNTED)


def ends_of(shoe: tuple[int, ...], total: int, soft: bool) -> dict[int, Fraction]:
    """Return the dealer's final totals, each with its chance, 23 a larger bust; he hits
    soft 17.
    """
    if total > 17 or (total == 17 and not soft):
        return {min(total, 23): Fraction(1)}
    ends: dict[int, Fraction] = {}
    for rank, many in enumerate(shoe):
        after = total + (11 if rank == 0 else rank + 1)
        aces = soft + (rank == 0)
        while after > 21 and aces:
            after, aces = after - 10, aces - 1
        left = (*shoe[:rank], many - 1, *shoe[rank + 1 :])
        for end, chance in ends_of(left, after, aces > 0).items() if many else ():
            ends[end] = ends.get(end, Fraction(0)) + chance * Fraction(many, sum(shoe))
    return ends


def test_a_doubled_hand_is_rescued_where_it_loses_more_than_half():
    """16 of two units against a ten under which there is no ace: each next card is counted here."""
    [answer] = combin.advise("spanish-21", "doubled T 3 3 / T").rows
    shoe = [24, 24, 22, *[24] * 6, 70]
    ends: dict[int, Fraction] = {}
    for rank, many in enumerate(shoe[1:], 1):
        left = tuple(count - (place == rank) for place, count in enumerate(shoe))
        for end, chance in ends_of(left, 11 + rank, False).items():
            ends[end] = ends.get(end, 0) + chance * Fraction(many, sum(shoe) - shoe[0])
    assert sum(ends.values()) == 1
    assert answer.values == {"rescue": Fraction(-1), "stand": 2 * (2 * (ends[22] + ends[23]) - 1)}
    assert next(iter(answer.values)) == "rescue"


def test_a_hand_that_was_doubled_for_free_loses_one_bet():
    """13 against a six, doubled with 11: a win pays two, and a dealer's 22 pushes."""
    asked = combin.advise("free-bet-blackjack", "doubled 5 6 2 / 6")
    packs = 4 * asked.game.deck.packs
    shoe = (packs, packs - 1, *[packs] * 2, packs - 1, packs - 2, *[packs] * 3, 4 * packs)
    ends = ends_of(shoe, 6, False)
    assert asked.value == 2 * ends[23] - sum(ends[total] for total in range(17, 22))


@pytest.mark.parametrize(
    ("slug", "cards", "values"),
    [
        ("spanish-21", "doubled T 5 6 / T", 2),  # 21 wins
        ("pontoon", "doubled 2 2 5 8 / T", "2 2 5 cannot be doubled"),
        ("spanish-21", "doubled twice 2 2 4 3 / T", "2 2 4 cannot be doubled"),
        ("spanish-21", "doubled T 3 / T", "T cannot be doubled"),
        ("spanish-21", "doubled T 3 + 3 / T", "of a split"),
    ],
)
def test_a_doubled_hand_is_one_that_may_have_been_doubled(slug, cards, values):
    if isinstance(values, str):
        with pytest.raises(CombinError, match=values):
            combin.advise(slug, cards)
    else:
        assert combin.advise(slug, cards).value == values


@pytest.mark.slow
def test_a_law_adds_up_to_the_value():
    for shoe, (one, other) in product((SMALL, SEVENTH), combinations(SINGLES, 2)):
        found = solve(shoe, house(**dict((one, other)), hands=1))
        if found.house.turns.zap.totals:  # what comes for cards given back has a mean alone
            assert found.law is None
            continue
        assert found.law is not None and sum(found.law.values()) == 1
        assert sum(net * chance for net, chance in found.law.items()) == found.value


# --- Suits -----------------------------------------------------------------------------------------


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("dead", ["", "7s 6s", "7s 7s 7h 8d"])
def test_suits_are_paid_as_often_as_they_come(dead):
    """Three cards of a shoe in every order, and what their suits pay."""
    game = (
        game_of("spanish-21", packs="4").without(dead) if dead else game_of("spanish-21", packs="4")
    )
    cards = [card_text(card) for card in game.deck.cards]
    bonuses = game.turns.bonuses
    for bonus, ranks in zip(bonuses[-2:], ("678", "777")):
        paid: dict[Fraction, int] = {}
        some = [card for card in cards if card[0] in ranks]
        hands = [
            hand for hand in permutations(some, 3) if sorted(card[0] for card in hand) == [*ranks]
        ]
        for hand in hands:
            suits = {card[1] for card in hand}
            pay = Fraction(3, 2) if len(suits) > 1 else Fraction(3 if suits == {"s"} else 2)
            paid[pay] = paid.get(pay, 0) + 1
        chances = {pay: Fraction(many, len(hands)) for pay, many in paid.items()}
        assert dict(pays_of(game.deck, bonus)) == chances


@pytest.mark.slow
def test_a_natural_of_diamonds_pays_two_to_one():
    """One in sixteen, in a law without splits."""
    found = combin.solve("super-fun-21", {"splits": 1})["base"].found
    naturals = Fraction(2 * 4 * 16, 52 * 51)
    assert dict(found.house.naturals) == {
        Fraction(1): Fraction(15, 16),
        Fraction(2): Fraction(1, 16),
    }
    paid = sum(spot.value * spot.deals for spot in found.spots if spot.taken == "natural")
    assert paid / found.deals == naturals * Fraction(17, 16)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name, settings, most",
    [
        ("spanish-21", {}, "0.000006"),
        ("spanish-21", {"super": "200"}, "0.00009"),
        ("pontoon", {"super": "100"}, "0.00009"),
    ],
)
def test_suits_of_two_cards_are_worth_little_to_who_looks_at_them(name, settings, most):
    """Two cards that may become 6-7-8 or 7-7-7: of one suit, a hit is worth more than the mean."""
    game = combin.load(name, settings)
    found, shoe = combin.solve(game)["base"].found, questions.shoe_of_game(game)
    gain = Fraction(0)
    for up, ranks in product(range(10), ("678", "777")):
        column = UpCard(lattice_of(shoe, None), found.house, shoe, up, game.turns.model)
        for third in sorted({*ranks}):
            two = ranks.replace(third, "", 1)
            spot = found.spot(*(RANKS.index(rank) for rank in two), up)
            assert spot is not None
            better = sum(
                chance * max({**spot.actions, "hit": spot.actions["hit"] + more}.values())
                for chance, more in hits_by_suits(game, column, two, third)
            )
            gain += (better - spot.value) * spot.deals / found.deals
    assert 0 < gain < Fraction(most)


def hits_by_suits(game: Game, column: UpCard, two: str, third: str):
    """Yield how likely two cards are of no one suit, and of each, and what a hit is worth more."""
    values, rank = column.values, RANKS.index(third)
    hand = values.hands.of(*map(RANKS.index, two))
    after = values.hands.after[hand][rank]
    (act,) = values.tables.of(after)
    mean = mean_of(values.tables.ends[act.end].nets[0])
    counted = values.counted(values.lefts[after], 3)
    comes = values.lefts[hand][rank] * Fraction(counted, values.scale[2])
    written = next(
        one for one in game.turns.bonuses
        if one.ranks and sorted(one.ranks) == sorted(two + third)
        and one.up in ("", RANKS[column.up])
    )  # fmt: skip
    both, all_three = (suit_chances(game.deck, ranks) for ranks in (two, two + third))
    yield 1 - sum(both.values()), comes * (written.pays - mean)
    for suit, chance in both.items():
        pay = written.spades if suit == "s" else written.suited
        assert pay is not None
        told = written.pays + all_three[suit] / chance * (pay - written.pays)
        yield chance, comes * (told - mean)


@pytest.mark.slow
def test_a_soft_hand_of_pontoon_is_never_doubled_where_its_ace_counts_one():
    game = combin.load("pontoon", {"totals": "any", "double": "any"})
    house, shoe = house_of(game), questions.shoe_of_game(game)
    for up in range(10):
        column = UpCard(lattice_of(shoe, None), house, shoe, up, game.turns.model)
        values, hands = column.values, column.hands
        for hand, left in values.lefts.items():
            size = hands.size[hand]
            if size < 2 or not hands.row[hand][0] or hands.total[hand] == 21:
                continue
            doubled = 0
            for rank in range(10):
                hard = hands.hard[hand] + rank + 1
                beside = without(left, rank)
                (law,) = column.drawer.laws([beside])
                beaten = sum(law[: COLUMNS if hard == 21 else column_of(hard)])
                tied = 0 if hard == 21 else law[column_of(hard)]
                score = (2 * beaten + tied) * values.unit
                won = score * values.tail[size + 1] - values.counted(beside, size + 1)
                doubled += 2 * left[rank] * won
            assert doubled < max(values.worth(hand)[action] for action in ("stand", "hit"))


# --- Published figures -----------------------------------------------------------------------------


def game_of(name: str, **settings: str) -> Game:
    sheet = sheet_of(name)
    assert sheet is not None
    return sheet.resolve(settings)


# wizardofodds.com/games/spanish-21, to two digits: six and eight packs; the changes without
# surrender, and with one card to each split ace. His player knows totals and numbers of cards, ours
# all his cards. /games/super-fun-21: one pack. Double any two cards: blackjackgamesvariety.com.
# Wikipedia, "Pontoon (card game)", from simulations: eight packs, doubling of 9 to 11, three
# hands, a super bonus of 100 on average.
PUBLISHED = [
    ("spanish-21", {}, "0.78"),
    ("spanish-21", {"soft17": "stand"}, "0.37"),
    ("spanish-21", {"redouble": "three-times"}, "0.42"),
    ("spanish-21", {"surrender": "none"}, "0.798"),
    ("spanish-21", {"aces": "resplit"}, "1.06"),
    ("spanish-21", {"packs": "8"}, "0.80"),
    ("spanish-21", {"packs": "8", "soft17": "stand"}, "0.38"),
    ("spanish-21", {"packs": "8", "redouble": "three-times"}, "0.45"),
    ("super-fun-21", {}, "0.94"),
    ("super-fun-21", {"double": "two-cards"}, "1.16"),
    ("pontoon", {"super": "100"}, "0.62"),
]


@pytest.mark.slow
@pytest.mark.parametrize("name, settings, percent", PUBLISHED, ids=str)
def test_published_house_edges(name, settings, percent):
    edge = combin.solve(name, settings)["base"].house_edge
    assert abs(100 * edge - Fraction(percent)) < Fraction(11, 1000)


@pytest.mark.slow
def test_a_surrender_in_pontoon_is_never_best():
    """A dealer's natural takes all of it."""
    assert all(spot.taken != "surrender" for spot in combin.solve("pontoon")["base"].found.spots)


# --- What is asked of them -------------------------------------------------------------------------


@pytest.fixture
def run(run, tmp_path, monkeypatch):
    """Run commands beside games of five ranks."""
    for name in (*KIN, *OTHERS):
        page = with_few_ranks(
            page_of(name), "678JA", {1: 4, 2: 5}
        )  # enough for hands that are split
        (tmp_path / f"{name}.game").write_text(page)
    monkeypatch.chdir(tmp_path)
    return run


@pytest.mark.whole_after(1)
@pytest.mark.slow
@pytest.mark.parametrize("name", KIN)
def test_every_command_of_blackjack_answers(run, name):
    file = f"{name}.game"
    for words in (
        ("show", file), ("solve", file), ("solve", file, "splits=1"), ("situations", file),
        ("advise", file, "8 8 / T"), ("advise", file, "A 6 8 / 7"), ("strategy", file, "splits=1"),
        ("vary", file, "splits=1"), ("compare", file, "default", "splits=2"), ("removal", file, "splits=1"),
        ("formula", file), ("sweep", file, "--pay", "natural=1..2"), ("edges", file),
        ("target", file, "--edge", "-60%", "--pay", "natural"),
    ):  # fmt: skip
        status, out, err = run(*words)
        assert status == 0 and out, (words, err)
    chart = run("situations", file, "splits=2")[1]
    Path("chart.txt").write_text(chart)
    status, out, _ = run("price", file, "chart.txt", "splits=2")
    assert status == 0 and "No cell is wrong." in out
    assert ("still double" in chart) is game_of(name).turns.double.later


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("name", KIN)
def test_what_knows_the_rules_of_blackjack_alone_refuses_in_one_line(run, name):
    file = f"{name}.game"
    for words in (
        ("publish", "--site", "site", file),
    ):  # fmt: skip
        status, out, err = run(*words)
        told = [line for line in err.splitlines() if "reference agrees" not in line]
        assert (status, out, len(told)) == (2, "", 1), (words, out, err)
        assert " is not available for rules with a 21 that " in err, (words, err)


def test_every_rule_beyond_those_of_blackjack_has_a_name():
    assert beyond(PLAIN.turns) == ()
    said = {}
    for name, value in (*SINGLES, *OTHER.items(), ("peek", "ace"), ("hands", 5), ("tied", HALF)):
        (said[name],) = beyond(house(**{name: value}).turns)
        if name not in ("hands", "tied"):
            with pytest.raises(CombinError, match=f"model full-memory is .* with {said[name]}"):
                solve(SMALL, house(**{name: value, "hands": 2}), FULL)
    assert sorted(said.values()) == sorted(BEYOND)
    assert {*SAID} == {*OPTIONS, *said}


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("other", OTHER)
@pytest.mark.parametrize("name", NEW)
def test_rules_go_together(name, other):
    asked = {name: NEW[name][0], other: OTHER[other]}
    if (name, other) == ("doubled_by", "free_doubles"):
        return  # `Double` refuses them
    assert compared(SEVENTH, house(**asked), few=12) > 24


@pytest.mark.parametrize("name", OTHERS)
def test_other_kin_refuse_what_knows_the_rules_of_blackjack_alone(run, name):
    for words in (
        ("publish", "--site", "site", name),
    ):  # fmt: skip
        status, out, err = run(*words)
        assert (status, out, len(err.splitlines())) == (2, "", 1), (words, out, err)
        assert "is not available for" in err or "of two hands" in err


@pytest.mark.slow
@pytest.mark.parametrize("name", (*KIN, *OTHERS))
def test_a_count_follows_what_each_card_changes(run, name):
    """Without options the tags are found: balanced, and those of the highest correlation."""
    file = Path(f"{name}.game")
    found = combin.card_counting(file, choices={"splits": 1})
    rules = found.game
    value = combin.solve(rules)["base"].expected_value
    copies = {rank: rules.shoe[at] for at, rank in enumerate("A23456789T", 1) if rules.shoe[at]}
    assert found.level == 2 and sum(found.tags[rank] * copies[rank] for rank in copies) == 0
    for rank in copies:
        less = rules.without(f"{'J' if rank == 'T' else rank}c")
        if name in KIN:  # suits are paid as often as with the whole shoe
            shoe = without(questions.shoe_of_game(rules), RANKS.index(rank))
            again = solve(shoe, house_of(rules)).value
        else:
            again = combin.solve(less)["base"].expected_value
        assert found.effects[rank] == again - value
    best = found.correlation[0] * found.correlation[1]
    for tags in product(range(-2, 3), repeat=len(copies)):
        some = dict(zip(copies, tags))
        if sum(some[rank] * copies[rank] for rank in copies) == 0:
            sign, square = correlation(some, found.effects, copies)
            assert sign * square <= best
    status, out, _ = run("count", f"{name}.game", "splits=1")
    assert status == 0 and "--level 2" in out.splitlines()[-1]
    why = {
        "blackjack-switch": "a decision depends on both hands",
        "double-exposure": "they are for one up card",
    }
    if len(set(found.tags.values())) > MOST_TAGS:
        assert "No indices: combin has them only for counts of up to three" in out
    elif name in why:
        assert why[name] in out
    else:
        assert found.play is not None and not found.play.unindexed


@pytest.mark.slow
@pytest.mark.parametrize("name", (*KIN, *OTHERS[:2]))
def test_protect_answers_by_any_rules(run, name):
    status, out, _ = run("protect", f"{name}.game", "splits=2", "--format", "json")
    exposures = json.loads(out)["exposures"]
    known = {row["zone"]: Fraction(row["house_edge"]) for row in exposures}
    fair = known.pop(None)  # no card is seen
    assert status == 0 and max(known.values()) < fair
    assert ("hole" in known) is (name != "double-exposure")


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERS[1:])
def test_insurance_has_an_index_by_any_rules(run, name):
    """A count of tens alone: insurance is better where more than a third of the cards are tens."""
    status, out, _ = run(
        "count", f"{name}.game", "packs=1", "splits=1", "--tags", "T=-4 A678=1", "--format", "json"
    )
    data = json.loads(out)
    assert status == 0
    two_hands = "a decision depends on both hands of the player"
    assert data["no_indices"] == (two_hands if name == "blackjack-switch" else "")
    (index,) = data["indices"]  # no hand of these cards has one
    assert index["hand"] == "insurance" and data["insurance_correlation_squared"] == "1"
    for left, count in index["counts"].items():  # count = 5 tens left - cards left
        if count is None:
            assert int(left) >= 3 * 16
        else:
            tens, rest = divmod(count + int(left), 5)
            assert rest == 0 and 3 * (tens - 1) <= int(left) < 3 * tens
    assert None not in [*index["counts"].values()][-1:]


def test_no_page_is_made_of_rules_beyond_those_of_blackjack_nor_a_report_of_two_hands():
    assert {*names()} - {*games.reported()} == {"blackjack-switch"}
    assert {*games.reported()} - {*games.paged()} == {*KIN, *OTHERS} - {"blackjack-switch"}


def test_no_report_is_made_of_two_hands(run):
    status, out, err = run("publish", "--only", "blackjack-switch", "--to", "reports")
    assert (status, out) == (2, "") and "rules with two hands" in err


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("name", KIN)
def test_the_formula_holds_at_other_pays(run, name):
    file = Path(f"{name}.game")
    found = combin.formula(file, settings := {"splits": 1})
    value = found.form.at(found.game.pays())
    assert value == combin.solve(file, settings)["base"].expected_value
    text = file.read_text()
    file.write_text(
        text.replace("[natural 1 |", "[natural 1: 2 |").replace(
            "pays 3 to 2, beats", "pays 2, beats"
        )
    )
    assert (
        found.form.at({**found.game.pays(), "natural": Fraction(2)})
        == combin.solve(file, settings)["base"].expected_value
    )


@pytest.mark.slow
def test_plays_from_simple_to_exact_are_worth_more_and_more(run):
    found = combin.strategy(Path("super-fun-21.game"), {"splits": 1}).found
    assert found.simple.value <= found.chart.value < found.excepted.value <= found.by_cards.value
    assert any(len(one.ranks) > 2 and one.best in ("double", "surrender") for one in found.listed)


def test_advice_in_the_middle_of_a_hand_offers_what_the_rules_do():
    one, other = (combin.advise(name, "2 3 5 / 6") for name in ("super-fun-21", "pontoon"))
    assert [*one.rows[0].values] == ["double", "hit", "stand", "surrender"]
    assert {*other.rows[0].values} == {"hit", "stand"}
    assert combin.advise("spanish-21", "6 7 8 / T").rows == ()


@pytest.mark.parametrize(
    "name, there, here, text",
    [
        (
            "pontoon",
            "dealer looks: never",
            "dealer looks: original",
            "the dealer looks first or never",
        ),
        (
            "super-fun-21",
            "double: any number of cards",
            "double: times 2, any number of cards",
            "may be doubled again does not win by",
        ),
        (
            "super-fun-21",
            "when late, any number of cards ",
            "when early, any number of cards ",
            "is `late`",
        ),
        ("super-fun-21", "diamonds 2: d 2", "diamonds 2: x 2", "a suit is one of cdhs, not 'x'"),
        ("spanish-21", "ranks 678", "ranks 677", "a Bonus make 21, T for 10 to K, not '677'"),
        ("spanish-21", "against 7", "against 1", "T for 10 to K, not '1'"),
        ("spanish-21", "against 7", "against K", "T for 10 to K, not 'K'"),
        ("spanish-21", "ranks 678", "ranks AKQ", "a Bonus make 21, T for 10 to K, not 'AKQ'"),
        ("spanish-21", "pays 2, cards 6", "pays 2, cards 7", "7-or-more-cards is never paid"),
        (
            "spanish-21",
            "  21 wins",
            "  bonus: pays 4, ranks 777, suited 9\n  21 wins",
            "7-7-7 is paid before it",
        ),
        ("spanish-21", "pays 3, cards 7", "pays -3, cards 7", "a hand wins a number, 0 or more"),
        ("spanish-21", "pays 3, cards 7", "pays 3", "a Bonus has ranks, or three cards or more"),
        ("spanish-21", "no: 1", "no: 4", "`times` of a double is one of 1, 2, 3, not 4"),
    ],
)
def test_rules_that_do_not_fit_are_refused_in_one_line(tmp_path, name, there, here, text):
    source = page_of(name)
    assert there in source
    path = tmp_path / "mine.game"
    path.write_text(source.replace(there, here, 1))
    with pytest.raises(CombinError, match=text) as error:
        loader.load(str(path))
    assert "\n" not in str(error.value)
