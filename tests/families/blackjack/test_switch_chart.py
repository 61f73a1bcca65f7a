"""Blackjack switch by a chart, and by a table of what two cards are worth."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

import pytest

import combin
from combin.errors import CombinError
from combin.families.blackjack import questions
from combin.families.blackjack.bet import changes_of
from combin.families.blackjack.house import house_of, without
from combin.families.blackjack.ladder import Charts
from combin.families.blackjack.letters import rows_of as chart_rows
from combin.families.blackjack.solve import columns_of, solve
from combin.families.blackjack.switch import by_rule, solve_switch
from combin.families.blackjack.switch_chart import PAID_ROW, chart_of_two, price_of_two, table_of
from combin.families.blackjack.verify import rows_of
from combin.proof.card_by_card import TwoHands, is_natural, is_soft, less, mean, total_of
from combin.proof.house_rules import rules_of
from houses import changed
from two_hands import HOUSE, SMALL, cards_of, deals_beside, four_ranks

RULES = [
    {},
    {"counts": True, "hits_soft_17": True, "hands": 3},
    {"peek": "never", "hands": 1, "natural": Fraction(3, 2)},
    {"peek": "original", "aces": "hit", "das": False},
    {"surrender": "late", "counts": True},
    {"surrender": "early", "pushes": None},
]


@dataclass(frozen=True)
class ByChart(TwoHands):
    """Two hands that are played by a chart, the pairs among first hands by rows of their own."""

    pairs: dict[tuple[int, int], str] = field(default_factory=dict)

    def first_action(self, cards, up):
        if cards[0] == cards[1]:
            return self.pairs[up, cards[0]]
        row = (up, is_soft(cards), total_of(cards))
        if row in self.doubled:
            return "double"
        if row in self.given_up:
            return "surrender"
        return "hit" if row in self.hits else "stand"


def literal_table(shoe, house, counts, charts):
    rows = rows_of({up + 1: chart for up, chart in charts.items()})
    said = {
        (up + 1, rank + 1): action
        for up, chart in charts.items()
        for rank, action in chart.pairs.items()
    }
    return ByChart(cards_of(shoe), rules_of(house), "total", *rows, counts=counts, pairs=said)


def row_name(cards, natural):
    low, high = sorted(cards)
    if low == high:
        return f"pair {'A23456789T'[low - 1]}"
    if natural and is_natural(cards):
        return "natural"
    return f"{'soft' if is_soft((low, high)) else 'hard'} {total_of((low, high))}"


def literal_worths(table, looks_first, counts):
    """Return the dealer's card and a row -> what two cards of it win on average."""
    sums: dict[tuple[int, str], list[Fraction]] = {}
    for (up, *two), likely in deals_beside(table.shoe, 3).items():
        cards = tuple(sorted(two))
        beaten = table._natural(up, less(table.shoe, up, *cards))
        played = likely * (1 - beaten) if looks_first else likely
        for natural in {True, counts} if is_natural(cards) else {True}:
            if natural and is_natural(cards):
                net = table.house.natural * (1 if looks_first else 1 - beaten)
            else:
                action = "stand" if is_natural(cards) else table.first_action(cards, up)
                if looks_first:
                    action = action.replace("surrender", "late surrender")
                    net = mean(table._acted(action, cards, up, ()))[0]
                elif action == "surrender":
                    net = Fraction(-1, 2)  # early
                else:
                    net = mean(table._acted(action, cards, up, ()))[0]
                    if table.house.peek == "first":
                        net = (1 - beaten) * net - beaten
            row = sums.setdefault((up - 1, row_name(cards, natural)), [Fraction(0), Fraction(0)])
            row[0] += played * net
            row[1] += played
    return {row: total / chance for row, (total, chance) in sums.items()}


@pytest.mark.whole_after(1)
@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_chart_and_its_table_agree_with_the_literal_reference(rules):
    counts = rules.get("counts", False)
    house = changed(HOUSE, **{name: value for name, value in rules.items() if name != "counts"})
    charts = solve(SMALL, house, "total").charts
    columns = list(columns_of(SMALL, house, "total", charts))
    found = solve_switch(SMALL, house, counts, columns)
    literal = literal_table(SMALL, house, counts, charts)
    assert (found.value, found.mean_wager, found.exchanged) == literal.mean()
    assert found.model == "total"

    table = table_of(columns, counts)
    worths = literal_worths(literal, house.turns.looks_first, counts)
    assert {
        (up, row): worth for up, some in table.worths.items() for row, worth in some.items()
    } == {row: floor(100 * worth + Fraction(1, 2)) for row, worth in worths.items()}

    assert by_rule(found, table.exchanges) == by_table(literal, table, counts)


def by_table(literal, table, counts):
    """Return what one of two hands is worth whose cards are exchanged by a table, and how often."""
    value = often = Fraction(0)
    for deal, likely in deals_beside(literal.shoe, 5).items():
        up, first, second = deal[0], deal[1:3], deal[3:]
        swapped = (first[0], second[1]), (second[0], first[1])
        sums = [
            sum(table.worths[up - 1][row_name(hand, natural)] for hand in hands)
            for hands, natural in (((first, second), True), (swapped, counts))
        ]
        exchanged = sums[1] > sums[0]
        value += likely * literal.both(first, second, up, exchanged)[0] / 2
        often += likely * exchanged
    return value, often


@pytest.mark.slow
@pytest.mark.parametrize("rank", [0, 4, 9])
def test_a_chart_and_a_table_kept_in_another_shoe_agree_with_the_literal_reference(rank):
    charts = solve(SMALL, HOUSE, "total").charts
    table = table_of(columns_of(SMALL, HOUSE, "total", charts), False)
    left = without(SMALL, rank)
    found = solve_switch(left, HOUSE, False, columns_of(left, HOUSE, "total", charts))
    literal = literal_table(left, HOUSE, False, charts)
    assert by_rule(found, table.exchanges) == by_table(literal, table, False)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [{"pushes": None}, {"hits_soft_17": True}, {"hands": 1}], ids=str)
def test_the_deals_that_two_settings_switch_otherwise_are_those_of_the_literal_reference(rules):
    houses = HOUSE, changed(HOUSE, **rules)
    differences = [*changes_of(*(solve_switch(SMALL, house) for house in houses))]
    tables = [TwoHands(cards_of(SMALL), rules_of(house)) for house in houses]
    share, told = Fraction(0), set()
    for deal, likely in deals_beside(cards_of(SMALL), 5).items():
        up, first, second = deal[0], deal[1:3], deal[3:]
        done = [
            table.both(first, second, up, True)[0] > table.both(first, second, up, False)[0]
            for table in tables
        ]
        if done[0] != done[1]:
            share += likely
            names = ["A23456789T"[card - 1] for card in deal]
            hands = f"{names[1]} {names[2]}, {names[3]} {names[4]}"
            told.add((f"{hands} / {names[0]}", *("switch" if one else "keep" for one in done)))
    assert sum(one.share for one in differences) == share
    rows = {(one.cards, one.before, one.after) for one in differences}
    assert rows <= told and bool(told) is bool(rows)


# --- Answers -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def little():
    """The same rules with four ranks."""
    return four_ranks().resolve()


@pytest.fixture(scope="module")
def strategy(little):
    return combin.strategy(little)


def test_plays_go_from_simple_to_exact(strategy):
    chart, by_cards = strategy.found.chart, strategy.found.by_cards.value
    assert chart.kept < chart.value <= chart.by_sum.value <= by_cards
    assert strategy.cost == by_cards - chart.value and strategy.rung.exchanged == chart.exchanged
    told = strategy._written("text")
    for value in (chart.kept, chart.value, chart.by_sum.value, by_cards):
        assert str(-value) in told
    assert "natural" in told and "soft 21, switched" in told


def test_the_rows_have_each_cell(strategy):
    rows = strategy._written("csv").splitlines()
    names = [name for name, _ in chart_rows()]
    assert len(rows) == 1 + 10 * (len(names) + 1)  # and a natural


def test_situations_have_the_chart_and_the_table(little, strategy):
    found = combin.situations(little)
    told = found._written("text")
    assert str(-strategy.found.chart.value) in told and "Add what both hands are worth" in told
    assert {spot.cards[-1] for spot in found} == set("A56T")
    assert found.chart.chart == strategy.chart


@pytest.mark.slow
def test_a_chart_is_priced_in_a_game_of_two_hands(little, strategy, tmp_path):
    text = combin.situations(little)._written("text")
    best = price_of_two(little, Charts(little, "base").read(text))
    assert best.cost == 0 and not best.mistakes
    assert best.value == strategy.found.chart.by_sum.value
    assert best.by_cards == strategy.found.by_cards.value
    rows = [
        f"{name} {' '.join(['S'] * 10)}" if name == "hard 11" else line
        for line in text.splitlines()
        for name in [" ".join(line.split()[:2])]
    ]
    told: list[tuple[int, int]] = []
    charts = Charts(little, "base").read("\n".join(rows))
    wrong = price_of_two(little, charts, "mine", lambda *far: told.append(far))
    assert told == [(done, 12) for done in range(1, 13)]
    assert wrong.cost > 0 and {fault.line[:7] for fault in wrong.mistakes} == {"hard 11"}
    # one wrong cell a column, no column of which depends on another
    assert sum((fault.cost for fault in wrong.mistakes), Fraction(0)) == wrong.cost
    path = tmp_path / "mine.txt"
    path.write_text("\n".join(rows))
    assert combin.price(little, path).cost == wrong.cost
    assert "one of the two hands" in wrong._written("text")


def test_what_is_no_chart_is_refused(little, tmp_path):
    path = tmp_path / "mine"
    path.write_text("hard 5 H H H H H H H H H H\n")
    with pytest.raises(CombinError, match="mine:1:1: the chart has no row"):
        combin.price(little, path)


@pytest.mark.slow
def test_published_cells_of_the_chart():
    """What every printed strategy of the game says (wizardofodds.com): no double of 11 against a
    ten or an ace, and stiff hands stand against fewer cards than in blackjack.
    """
    game = combin.load("blackjack-switch")
    shoe = tuple(game.shoe.values())
    rows = dict(questions.lines(solve(shoe, house_of(game), "total")))
    assert rows["hard 11"] == tuple("DDDDDDDDHH")
    assert rows["hard 17"] == tuple("S" * 10)
    assert rows["pair A"] == tuple("P" * 10)


def test_a_table_is_of_the_chart_of_the_game(little):
    both = chart_of_two(little)
    assert both.chart.model == "total" and both.by_sum.model == "total"
    assert PAID_ROW in dict(both.table.rows)


@pytest.mark.parametrize("kind", ["wallet", "actions"])
def test_what_is_printed_has_the_table(little, strategy, kind, tmp_path):
    path = tmp_path / "drawn.svg"
    if kind == "wallet":
        drawn = combin.card(little, path)
    else:
        drawn = combin.chart(little, kind, path)
    model, both = drawn.model, strategy.found.chart
    told = dict(both.table.rows)
    order = [name for name in told if name != "natural"]
    order.insert(order.index("soft 21") + 1, "natural")
    tables = model.behind if kind == "wallet" else model.worths
    printed = [cells for table in tables for _, cells in table.rows]
    assert printed == [
        tuple("-" if one is None else str(one) for one in told[name]) for name in order
    ]
    assert str(both.value) in model.exactly
    assert path.read_text().startswith("<svg")


def test_a_card_of_a_chart_that_is_given(little, strategy, tmp_path):
    chart = tmp_path / "mine.txt"
    chart.write_text(combin.situations(little)._written("text").replace("hard 11  ", "hard 11 "))
    drawn = combin.card(little, tmp_path / "card.svg", strategy=chart)
    assert drawn.model.exactly == combin.card(little, tmp_path / "best.svg").model.exactly


# --- What rules and cards change ---------------------------------------------------------------------


@pytest.mark.slow
def test_every_choice_is_varied(little):
    found = combin.vary(four_ranks())
    rows = [one for one in found.rows if one.comparison.bet == "base"]
    values = {(one.choice, one.value): one.comparison for one in rows}
    assert found.edges["base"].edge == -combin.solve(little)["base"].expected_value
    other = combin.solve(four_ranks(), {"switched": "natural"})["base"]
    assert values["switched", "natural"].second.edge == -other.expected_value
    assert all(0 <= one.moved <= 1 for one in values.values()) and values
    assert "switch: keep, not switch, with" in found._written("text")


@pytest.mark.slow
def test_two_settings_are_compared(little):
    other = four_ranks().resolve({"switched": "natural"})
    found = combin.compare(little, other)
    gains = [combin.solve(one)["base"].found.gains for one in (little, other)]
    many = sum(
        (one > 0) != (gains[1][up][cards] > 0)
        for up, here in gains[0].items()
        for cards, one in here.items()
    )
    assert len(found[0].changes) == many > 0
    assert len(found.to_dict()["bets"][0]["strategy"]) == many
    assert f"changes in {many} situations" in found._written("text")
    with pytest.raises(CombinError, match="compared with another setting"):
        combin.compare(combin.load("blackjack"), little)


@pytest.mark.slow
def test_effects_of_removal_add_up_to_nothing_where_chart_and_table_are_kept(little):
    removed = combin.removal(little)
    found = removed.bets[0]
    shoe = dict(zip("A23456789T", little.shoe.values()))
    assert sum(shoe[rank] * effect for rank, effect in found.kept.items()) == 0
    assert sum(shoe[rank] * effect for rank, effect in found.effects.items()) >= 0
    assert any(found.kept.values()) and "one of the two hands" in removed._written("text")


@pytest.mark.whole
@pytest.mark.slow
def test_a_figure_of_two_hands_is_explained():
    edge = combin.solve(four_ranks(), {"soft17": "stand"})["base"].house_edge
    found = combin.explain(four_ranks(), str(edge))
    assert any(one.settings == {"soft17": "stand"} for one in found.found)
