"""Blackjack as data and on the command line: its choices, its chart, what a chart is worth."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from combin.cards import card_text
from combin.cli import main
from combin.errors import CombinError
from combin.families.count_up import House, questions, shoe_of
from combin.families.count_up.house import house_of
from combin.families.count_up.solve import solve
from combin.games import FOLDER, count_up, count_up_names, find, names
from combin.render.count_up import price_text
from combin.rules import loader
from combin.rules.count_up import MODELS, CountUpGame, value_of

FILE = Path(FOLDER) / "count_up" / "blackjack.py"
ONE_PACK = "packs=1"


def game(**settings: str) -> CountUpGame:
    sheet = count_up("blackjack")
    assert sheet is not None
    return sheet.resolve(settings)


@pytest.fixture
def run(capsys):
    def run(*words: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as end:
            main(list(words))
        out, err = capsys.readouterr()
        return end.value.code, out, err

    return run


@pytest.fixture
def small(tmp_path):
    """A file of four ranks, which is solved at once."""
    path = tmp_path / "small.py"
    deck = 'Deck(ranks="56TA", packs=2)'
    path.write_text(FILE.read_text().replace("Deck(packs=6)", deck))
    return str(path)


@pytest.fixture
def little(small):
    """The same, with a pair split once."""
    sheet = count_up(small)
    assert sheet is not None
    return sheet.resolve({"splits": "2"})


@pytest.fixture
def chart(run, small, tmp_path):
    path = tmp_path / "chart.txt"
    path.write_text(run("situations", small, "splits=2")[1])
    return path


# --- The language ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", count_up_names())
def test_what_ships_resolves_under_every_value_of_every_choice(name):
    sheet = count_up(name)
    file = FILE.with_name(name.replace("-", "_") + ".py")
    assert sheet == loader.load(str(file)) and name not in names()
    for choice in sheet.choices:
        for value in choice.values:
            house_of(sheet.resolve({choice.name: value}))


def test_a_choice_reaches_the_house():
    assert house_of(game()) == House()
    changed = game(
        soft17="hit", peek="no", double="10-11", das="no", splits="3", aces="hit",
        surrender="early", natural="6-5", charlie="6",
    )  # fmt: skip
    assert house_of(changed) == House(
        True, "never", frozenset({10, 11}), False, 3, "hit", "early", Fraction(6, 5), 6
    )
    for packs in range(1, 9):
        assert tuple(game(packs=str(packs)).shoe.values()) == shoe_of(packs)
    assert [game(model=model).model for model in MODELS] == [*MODELS]


def test_dead_cards_leave_the_shoe():
    gone = game(packs="1").without("Kh Td 5s")
    assert gone.shoe[10] == 14 and gone.shoe[5] == 3
    assert gone.without("5c").shoe[5] == 2


@pytest.mark.parametrize(
    "there, here, text",
    [
        ("DrawsBelow(17, soft", "DrawsBelow(16, soft", "what the dealer draws below is 17, not 16"),
        (
            '"hit": 18',
            '"hit": 19',
            "what the dealer draws below, if soft, is one of 17, 18, not 19",
        ),
        ('{"4": 4', '{"4": 5', "`hands` of Pairs is one of 1, 2, 3, 4, not 5"),
        ('{"one-card": "one-card"', '{"one-card": "two"', "`aces` of Pairs is one of one-card, "),
        ('Surrender("late")', 'Surrender("now")', "`when` of Surrender is one of late, early"),
        ('"none": (DOUBLE, SPLIT)', '"none": (DOUBLE, DOUBLE)', "there are two Double among the"),
        ('"none": (DOUBLE, SPLIT)', '"none": (DOUBLE, 3)', "is a Double, Pairs or a Surrender"),
        ('"5": 5, "6"', '"5": 4, "6"', "charlie is one of None, 5, 6, 7, not 4"),
        ('"first-hand": "first-hand"', '"first-hand": "best"', "model is one of zero-memory"),
        (
            '"2": 2}),\n        looks',
            '"2": "x"}),\n        looks',
            "a natural pays a number, 0 or more",
        ),
        ('"1": 1, "2": 2}),\n        looks', '"1": -1, "2": 2}),\n        looks', "0 or more, not"),
        ('"1": Deck()', '"1": Deck(jokers=1)', "has no joker"),
        ('"1": Deck()', '"1": Deck(ranks="A2")', "the shoe may run out: it has 8 cards"),
        ("dealer=DrawsBelow", "banker=DrawsBelow", "CountUp has no field 'banker'"),
        ("CountUp(\n", "Natural(\n", "Natural"),
    ],
)
def test_rules_that_do_not_fit_are_refused_in_one_line(tmp_path, there, here, text):
    source = FILE.read_text()
    assert there in source
    path = tmp_path / "mine.py"
    path.write_text(source.replace(there, here, 1))
    with pytest.raises(CombinError, match=text) as error:
        loader.load(str(path))
    assert "\n" not in str(error.value)


def test_a_file_of_ones_own_is_answered(run, small):
    status, out, err = run("solve", small, "splits=1", "--json")
    assert status == 0 and "not recounted" in err
    shoe = (8, 0, 0, 0, 8, 8, 0, 0, 0, 8)
    value = Fraction(json.loads(out)["bets"]["base"]["expected_value"])
    assert value == solve(shoe, House(hands=1)).value


# --- Answers -----------------------------------------------------------------------------------


@pytest.mark.parametrize("settings", [("splits=1",), ("splits=2", "model=total")])
def test_solve_prints_the_value_with_its_rules_and_its_model(run, small, settings):
    status, out, err = run("solve", small, *settings)
    assert status == 0 and "not recounted" in err
    sheet = count_up(small)
    assert sheet is not None
    found = questions.solve(sheet.resolve(dict(one.split("=") for one in settings)))
    assert str(found.value) in out and f"model {found.model}" in out
    assert all(f"{choice.name}=" in out for choice in game().choices)
    assert ("standard deviation" in out) == (found.law is not None)
    again = next(line for line in out.splitlines() if line.startswith("Again: "))
    words = again.removeprefix("Again: combin ").split()
    assert run(*words)[1] == out
    for form in ("json", "csv", "markdown", "latex"):
        status, out, _ = run(*words, "--format", form)
        assert status == 0 and found.model in out
        if form in ("json", "csv"):
            assert str(found.value) in out


def test_advice_is_what_solve_found(small):
    sheet = count_up(small)
    assert sheet is not None
    for splits, model in product("12", ("zero-memory", "total")):
        rules = sheet.resolve({"splits": splits, "model": model, "surrender": "late"})
        found = questions.solve(rules)
        for cards, up in (("6 6", "T"), ("A 6", "5"), ("T 6", "A"), ("5 6", "6")):
            advice = questions.advise(rules, f"{cards} / {up}")
            one, other = ("A23456789T".index(card) for card in cards.split())
            spot = found.spot(one, other, "A23456789T".index(up))
            assert advice.taken == spot.taken
            for action, value in advice.actions.items():
                assert value * (1 - spot.natural) - spot.natural == spot.actions[action]


def test_advice_in_the_middle_of_a_hand_is_the_mean_of_what_follows():
    """A hit is worth the mean over the next card of what the hand is worth then."""
    rules = game(packs="1", surrender="none")
    cards, up = (5, 3, 4), 6
    hit = questions.advise(rules, "5 3 4 / 6").actions["hit"]
    left = {**rules.shoe}
    for card in (*cards, up):
        left[card] -= 1
    mean = Fraction(0)
    for card, count in left.items():
        bust = sum(cards) + card > 21
        text = " ".join("A23456789T"[one - 1] for one in (*cards, card))
        value = Fraction(-1) if bust else questions.advise(rules, f"{text} / 6").value
        mean += count * value
    assert hit == mean / sum(left.values())


def test_suits_and_pictures_are_read_as_what_they_count():
    rules = game(packs="1")
    written = [questions.advise(rules, text) for text in ("K 6 / A", "Kh6d/As", "10 6 / A")]
    assert written[0] == written[1] == written[2]


def test_a_chart_is_read_as_it_is_printed(chart, small, little, run):
    priced = questions.price(little, chart.read_text())
    assert priced.played.value == priced.best.value and not priced.faults
    assert priced.by_cards.value == questions.solve(little).value
    status, out, _ = run("price", small, str(chart), "splits=2")
    assert status == 0 and "No cell of it errs." in out


def test_a_cell_that_errs_is_named_with_what_it_costs(chart, small, little, run):
    text = chart.read_text()
    right = next(line for line in text.splitlines() if line.startswith("hard 17"))
    wrong = right.replace("S", "H", 1)
    priced = questions.price(little, text.replace(right, wrong))
    (fault,) = priced.faults
    assert (fault.row, fault.up, fault.said, fault.best) == ("hard 17", "5", "H", "S")
    assert fault.cost == priced.best.value - priced.played.value > 0
    chart.write_text(text.replace(right, wrong))
    status, out, _ = run("price", small, str(chart), "splits=2", "--json")
    assert status == 0
    assert json.loads(out)["faults"][0]["cost"] == str(fault.cost)


def test_a_cell_that_split_hands_win_by_costs_less_than_nothing(chart, little):
    """The best chart is that of the first deal: after a split another row may win more."""
    priced = questions.price(little, chart.read_text())
    fault = questions.Fault("hard 16", "T", "Rh", "Rs", Fraction(-1, 10**6))
    out = price_text(replace(priced, played=priced.by_cards, faults=(fault,)))
    assert "A cost below 0" in out and "-0.00010 %" in out


def test_a_chart_may_say_what_no_cards_come_to(little):
    rows = [f"{name} {' '.join(['Rh'] * 10)}" for name, _ in questions.rows_of(House())]
    played = questions.price(little, "\n".join(rows)).played
    assert played.value < 0


def test_situations_for_programs_are_all_two_cards(run, small):
    status, out, _ = run("situations", small, "splits=1", "--format", "csv")
    rows = out.splitlines()
    assert status == 0 and len(rows) == 1 + 10 * 4
    head = rows[0].split(",")
    deals = sum(int(row.split(",")[head.index("deals")]) for row in rows[1:])
    assert deals == 32 * 31 * 30


@pytest.mark.parametrize(
    "words, text",
    [
        (("solve", "blackjack", "packs=9"), "choice packs has no value '9'"),
        (("solve", "blackjack", "--pay", "natural=2"), "--pay is not answered for it so far"),
        (("solve", "blackjack", "--bet", "21+3"), "--bet is not answered for it so far"),
        (("solve", "blackjack", "--see", "dealer=1"), "--see is not answered for it so far"),
        (("advise", "blackjack", "8 8"), "a slash stands before the dealer's card"),
        (("advise", "blackjack", "8 8 / T 5"), "the dealer shows one card"),
        (("advise", "blackjack", "8 / T"), "a hand has two cards or more"),
        (("advise", "blackjack", "8 x / T"), "'x' is no card"),
        (("advise", "blackjack", "T T 5 / 3"), "this hand has ended"),
        (("advise", "blackjack", ONE_PACK, "9 9 9 / 9", "--dead", "9c"), "the shoe has 3 cards"),
        (("price", "blackjack"), "missing argument 'FILE'"),
        (("price", "blackjack", "nowhere.txt"), "nowhere.txt: no such file"),
        (("price", "blackjack", str(FILE)), "the chart has no row hard 4"),
        (("situations", "blackjack", "--limit", "3"), "--limit is not answered for it so far"),
        (("solve", "blackjak"), "did you mean 'blackjack'"),
    ],
)
def test_what_is_not_answered_says_so_in_one_line(run, words, text):
    status, out, err = run(*words)
    assert (status, out) == (2, "") and text in err and err.count("\n") == 1


@pytest.mark.parametrize(
    "row, text",
    [
        ("hard 16 S S", "hard 16 has 2 cells, not 10"),
        ("hard 16 S S S S S S S S S X", "'X' is none of H, S, D"),
        ("hard 16 P P P P P P P P P P", "hard 16 is no pair and cannot be split"),
        ("hard 16 Rp Rp Rp Rp Rp Rp Rp Rp Rp Rp", "hard 16 is no pair and cannot be split"),
        ("hard 17 S S S S S S S S S S", "the row hard 17 stands twice"),
    ],
)
def test_a_chart_that_is_none_is_refused(chart, little, row, text):
    lines = chart.read_text().splitlines()
    wrong = "\n".join(row if line.startswith("hard 16") else line for line in lines)
    with pytest.raises(CombinError, match=text):
        questions.price(little, wrong)


# --- A card less ---------------------------------------------------------------------------------


def test_effects_of_removal_are_those_of_the_shoe_without_the_card(little):
    found = questions.removals(little)
    for rank, effect in found.effects.items():
        left = next(card for card in little.deck.cards if questions.worth(card) == value_of(rank))
        assert questions.solve(little.without(card_text(left))).value == found.whole.value + effect


def test_a_chart_kept_wins_the_same_whatever_card_is_burnt(little):
    """Over all cards the effects of a fixed play add up to 0, those of the best play to no less."""
    by_chart = replace(little, model="total", chosen={**little.chosen, "model": "total"})
    sums = []
    for game in (by_chart, little):
        effects = questions.removals(game).effects
        sums.append(sum(little.shoe[value_of(rank)] * effect for rank, effect in effects.items()))
    assert sums[0] == 0 <= sums[1]


def test_removal_prints_the_effects(run, small):
    words = ("removal", small, "splits=2", "model=total")
    _, out, _ = run(*words)
    assert "with the chart kept" in out and "Again: combin removal" in out
    found = json.loads(run(*words, "--json")[1])
    frame = run(*words, "--format", "csv")[1].splitlines()
    assert list(found["effects"]) == list("A56T") and len(frame) == 5
    assert all(effect in row for effect, row in zip(found["effects"].values(), frame[1:]))


COMMANDS = [
    ("edges",), ("strategy",), ("formula",), ("sweep", "--pay", "natural=1..2"), ("vary",),
    ("target", "--edge", "1%", "--pay", "natural"), ("compare", "default", "packs=1"), ("verify",),
    ("simulate",), ("count",), ("protect",), ("plays",), ("card", "-o", "card.pdf"),
    ("chart", "values", "-o", "values.svg"), ("check", "log.csv"),
]  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_other_commands_say_what_is_answered(run, words):
    command, *more = words
    status, out, err = run(command, "blackjack", *more)
    assert (status, out) == (2, "") and "blackjack counts up" in err and err.count("\n") == 1


def test_what_counts_deals_does_not_take_it():
    with pytest.raises(CombinError, match="blackjack counts up"):
        find("blackjack")
