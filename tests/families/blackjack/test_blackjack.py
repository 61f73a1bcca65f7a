"""Blackjack as data and on the command line: its choices, its chart, what a chart is worth."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

import combin
from combin.errors import CombinError
from combin.families.blackjack import letters, questions, shoe_of
from combin.families.blackjack.solve import solve
from combin.games import dealt_sheet, file_of, sheet_of
from combin.questions.advice import Advice
from combin.questions.priced import Mistake
from combin.render.hands import letters_told
from combin.rules import loader
from combin.rules.blackjack import MODELS, Double
from combin.rules.game import Game
from houses import PLAIN, house_by
from shipped import COUNTING_UP, blackjack_alone, with_few_ranks

ONE_PACK = "packs=1"
MEMORY = ("advise", "blackjack", ONE_PACK, "splits=2", "model=full-memory")
VALUES = "A23456789T"


def game(**settings: str) -> Game:
    sheet = sheet_of("blackjack")
    assert sheet is not None
    return sheet.resolve(settings)


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A file of four ranks, which is solved at once."""
    path = tmp_path_factory.mktemp("small") / "small.game"
    path.write_text(with_few_ranks(blackjack_alone(), "56TA", {6: 2, 1: 2}))
    return str(path)


@pytest.fixture(scope="module")
def little(small):
    """The same, with a pair split once."""
    sheet = sheet_of(small)
    assert sheet is not None
    return sheet.resolve({"splits": "2"})


@pytest.fixture(scope="module")
def printed(small):
    return str(combin.situations(small, {"splits": 2}))


@pytest.fixture
def chart(printed, tmp_path):
    path = tmp_path / "chart.txt"
    path.write_text(f"{printed}\n")
    return path


# --- The language ------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", COUNTING_UP)
def test_what_ships_is_its_file_and_fits_under_every_value_of_every_choice(name):
    """A file is read with all of them; test_house_rules.py makes houses of them."""
    assert sheet_of(name) == loader.load(file_of(name))


def test_a_choice_reaches_the_house():
    assert game().turns == PLAIN.turns
    changed = game(
        soft17="hit", peek="no", double="10-11", das="no", splits="3", aces="hit",
        surrender="early", natural="6-5", charlie="6",
    )  # fmt: skip
    assert changed.turns == house_by(
        hits_soft_17=True, peek="never", doubles=frozenset({10, 11}), das=False, hands=3, aces="hit",
        surrender="early", natural=Fraction(6, 5), charlie=6,
    ).turns  # fmt: skip
    for packs in range(1, 9):
        assert tuple(game(packs=str(packs)).shoe.values()) == shoe_of(packs)
    assert [game(model=model).turns.model for model in MODELS] == [*MODELS]


def test_dead_cards_leave_the_shoe():
    gone = game(packs="1").without("Kh Td 5s")
    assert gone.shoe[10] == 14 and gone.shoe[5] == 3
    assert gone.without("5c").shoe[5] == 2


@pytest.mark.parametrize(
    "there, here, text",
    [
        ("stands on 17, soft", "stands on 16, soft", "what the dealer draws below is 17, not 16"),
        ("hit: 18", "hit: 19", "what the dealer draws below, if soft, is one of 17, 18, not 19"),
        ("splits 4 |", "splits 4: 6 |", "`hands` of a split is one of 1, 2, 3, 4, 5, not 6"),
        (
            "aces one-card |",
            "aces one-card: two |",
            "one of one-card, resplit, hit, once is expected, not 'two'",
        ),
        (
            "[surrender none | late |",
            "when [surrender none | late: now |",
            "one of late, early is expected, not 'none'",
        ),
        ("  split: hands", "  double\n  split: hands", "there are two Double among the"),
        ("charlie none | 5 |", "charlie none | 5: 4 |", "charlie is one of none, 5, 6, 7, not 4"),
        (
            "model: [model]",
            "model: best",
            "one of zero-memory, first-hand, total, full-memory is expected",
        ),
        ("| 1 | 2]", "| 1 | 2: x]", "is expected, not 'x'"),
        ("| 1 | 2]", "| 1: -1 | 2]", "0 or more, not"),
        (
            "[packs 6 | 1 | 2 | 3 | 4 | 5 | 7 | 8] decks",
            "[packs 6: 6 decks | 1: 52 and the joker]",
            "has no joker",
        ),
        (
            "[packs 6 | 1 | 2 | 3 | 4 | 5 | 7 | 8] decks",
            "[packs 6: 6 decks | 1: A2]",
            "the shoe may run out: it has 8 cards",
        ),
    ],
)
def test_rules_that_do_not_fit_are_refused_in_one_line(tmp_path, there, here, text):
    source = blackjack_alone()
    assert there in source
    path = tmp_path / "mine.game"
    path.write_text(source.replace(there, here, 1))
    with pytest.raises(CombinError, match=text) as error:
        loader.load(str(path))
    assert "\n" not in str(error.value)


def test_a_file_of_ones_own_is_answered(run, small):
    status, out, _ = run("solve", small, "splits=1", "--json")
    assert status == 0
    shoe = (8, 0, 0, 0, 8, 8, 0, 0, 0, 8)
    value = Fraction(json.loads(out)["bets"]["base"]["expected_value"])
    assert value == solve(shoe, house_by(hands=1)).value


# --- Answers -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("settings", [("splits=1",), ("splits=2", "model=total")])
def test_solve_prints_the_value_with_its_rules_and_its_model(run, small, settings, recounting):
    status, out, err = run("solve", small, *settings)
    assert status == 0 and "checked against a second program" in err
    sheet = sheet_of(small)
    assert sheet is not None
    found = questions.solve(sheet.resolve(dict(one.split("=") for one in settings)))
    assert str(found.value) in out and f"model {found.model}" in out
    assert all(f"{choice.name}=" in out for choice in sheet.choices)
    main = out.split("\ninsurance: ")[0]
    assert ("standard deviation" in main) == (found.law is not None)
    again = next(line for line in out.splitlines() if line.startswith("Again: "))
    words = again.removeprefix("Again: combin ").split()
    assert run(*words)[1] == out
    for form in ("json", "csv", "markdown", "latex"):
        status, out, _ = run(*words, "--format", form)
        assert status == 0 and found.model in out
        if form == "json":
            assert str(found.value) in out
        if form == "csv":
            rows = [row for row in csv.DictReader(io.StringIO(out)) if row["bet"] == "base"]
            mean = sum(Fraction(row["net"]) * int(row["combinations"] or 1) for row in rows)
            assert mean == found.value * int(rows[0]["deals"] or 1)


@pytest.mark.slow
@pytest.mark.parametrize("splits", [2, 4])
def test_variance_and_law_where_pairs_are_split_are_asked_for(run, small, splits):
    without = combin.solve(Path(small), {"splits": splits})["base"]
    varied, whole = (
        combin.solve(Path(small), {"splits": splits}, threads=1, **{word: True})["base"]
        for word in ("variance", "law")
    )
    assert without.variance is None and without.hit_frequency is None and not without.outcomes
    assert varied.variance == whole.variance
    assert sum(row.combinations for row in whole.outcomes) == whole.deals
    mean = sum(row.net * row.combinations for row in whole.outcomes) / whole.deals
    square = sum(row.net**2 * row.combinations for row in whole.outcomes) / whole.deals
    assert (mean, square - mean**2) == (whole.expected_value, whole.variance)
    assert (varied.outcomes == whole.outcomes) is (splits == 2)
    for word, found in (("--variance", varied), ("--law", whole)):
        status, out, _ = run("solve", small, f"splits={splits}", word)
        main = out.split("\ninsurance: ")[0]
        assert status == 0 and str(found.variance) in out and f" {word}" in out.splitlines()[-1]
        listed = any("combinations" in line or "1 in" in line for line in main.splitlines())
        assert listed is bool(found.outcomes)
    assert "the variance (--variance)" in run("solve", small, f"splits={splits}")[1]


def test_advice_is_what_solve_found(small):
    sheet = sheet_of(small)
    assert sheet is not None
    for splits, model in product("12", ("zero-memory", "total")):
        rules = sheet.resolve({"splits": splits, "model": model, "surrender": "late"})
        found = questions.solve(rules)
        for cards, up in (("6 6", "T"), ("A 6", "5"), ("T 6", "A"), ("5 6", "6")):
            advice = questions.advise(rules, f"{cards} / {up}")
            one, other = ("A23456789T".index(card) for card in cards.split())
            spot = found.spot(one, other, "A23456789T".index(up))
            assert advice.rows[0].best == spot.taken
            for action, value in advice.rows[0].values.items():
                assert value * (1 - spot.natural) - spot.natural == spot.actions[action]


def test_advice_in_the_middle_of_a_hand_is_the_mean_of_what_follows():
    """A hit is worth the mean over the next card of what the hand is worth then."""
    rules = game(packs="1", surrender="none")
    cards, up = (5, 3, 4), 6
    hit = questions.advise(rules, "5 3 4 / 6").rows[0].values["hit"]
    left = {**rules.shoe}
    for card in (*cards, up):
        left[card] -= 1
    mean = Fraction(0)
    for card, count in left.items():
        bust = sum(cards) + card > 21
        text = " ".join("A23456789T"[one - 1] for one in (*cards, card))
        value = Fraction(-1) if bust else worth(questions.advise(rules, f"{text} / 6"))
        mean += count * value
    assert hit == mean / sum(left.values())


def worth(advice: Advice) -> Fraction:
    """Return what a hand is worth, with a decision or without."""
    if advice.value is not None:
        return advice.value
    [row] = advice.rows
    return row.values[row.best]


@pytest.mark.parametrize("cards", ["T 6", "6 6", "A 6"])
def test_a_split_hand_is_worth_the_mean_of_what_follows(little, cards):
    """Split hands against a six: the first, then the second when the first has ended."""
    rules = by_memory(little)
    left = {**rules.shoe}
    pair = 10 if cards[0] == "T" else 6
    for value in (*(VALUES.index(card) + 1 for card in cards.split()), pair, 6):
        left[value] -= 1
    one, other = sorted(cards.split(), key=lambda card: VALUES.index(card) + 1 != pair)
    waiting = f"{one} {other} + {one} / 6"
    hit = questions.advise(rules, waiting)
    mean = Fraction(0)
    for value, count in left.items():
        if not count:
            continue
        card = VALUES[value - 1]
        hand = f"{one} {other} {card}"
        hard = sum(VALUES.index(each) + 1 for each in hand.split())
        if hard <= 21:
            mean += count * worth(questions.advise(rules, f"{hand} + {one} / 6"))
        else:
            mean += count * (second_hand(rules, one, hand) - 1)
    assert hit.rows[0].values["hit"] == mean / sum(left.values()) and "together" in hit.whose


def second_hand(rules: Game, pair: str, gone: str) -> Fraction:
    """Return what the second hand is worth against a six before it gets a card."""
    left, total = {**rules.shoe}, Fraction(0)
    for card in (*gone.split(), pair, "6"):
        left[VALUES.index(card) + 1] -= 1
    for value, count in left.items():
        if count:
            found = questions.advise(rules, f"{pair} {VALUES[value - 1]} + {gone} / 6")
            assert "alone" in found.whose
            total += count * worth(found)
    return total / sum(left.values())


def by_memory(game: Game) -> Game:
    return questions.by_model(game, "full-memory")


@pytest.mark.whole
@pytest.mark.slow
def test_full_memory_is_answered_or_refused(run, small):
    words = ("splits=2", "model=full-memory")
    status, out, err = run("solve", small, *words)
    assert status == 0 and "model full-memory" in out and "sets of cards against each" in err
    status, out, _ = run("situations", small, *words, "--format", "csv")
    assert status == 0 and "full-memory" in out
    status, out, _ = run("advise", small, "6 5 + 6 / T", *words, "--json")
    found = json.loads(out)
    assert found["worth_of"].startswith("both hands") and found["cards"] == "6 5 + 6 / T"
    assert "Values are those of both" in run("advise", small, "6 5 + 6 / T", *words)[1]
    assert run("formula", small, *words)[0] == run("removal", small, *words)[0] == 0
    status, out, _ = run("vary", small, "splits=2")
    assert status == 0 and "first-hand" in out and "full-memory" not in out
    for command in ("strategy", ("price", file_of("blackjack")), ("card", "-o", "card.pdf")):
        verb, *more = (command,) if isinstance(command, str) else command
        status, out, err = run(verb, small, *more, *words)
        assert (status, out) == (2, "") and "charts are of model=total" in err


@pytest.mark.parametrize("pays", ["3-2", "6-5"])
@pytest.mark.parametrize(
    ("file", "settings", "dead"),
    [
        ("blackjack", ("packs=6",), ""),
        ("blackjack", (ONE_PACK, "peek=no"), ""),
        ("blackjack", (ONE_PACK,), "2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s"),
        ("free-bet-blackjack", ("packs=6",), ""),
    ],
)
def test_a_natural_against_an_ace_may_be_insured(file, settings, dead, pays, run):
    """As each hole card pays it."""
    words = [*settings, f"natural={pays}", *(("--dead", dead) if dead else ())]
    told = json.loads(run("advise", file, "A T / A", *words, "--json")[1])
    deck = [rank for rank in "A23456789TTTT" for _ in range(4 * int(settings[0][-1]))]
    for card in ("A", "A", "T", *dead[::2]):
        deck.remove(card)
    wins = Fraction(pays.replace("-", "/"))
    worth = {"decline insurance": Fraction(0), "insure": Fraction(0)}
    for hole in deck:
        worth["decline insurance"] += 0 if hole == "T" else wins
        worth["insure"] += Fraction(1) if hole == "T" else wins - Fraction(1, 2)
    worth = {action: value / len(deck) for action, value in worth.items()}
    [row] = told["situations"]
    assert row["values"] == {action: str(value) for action, value in worth.items()}
    assert row["best"] == max(worth, key=worth.__getitem__)
    assert (row["best"] == "insure") == bool(dead)
    assert told["insurance"] == str(worth["insure"] - worth["decline insurance"])
    text = run("advise", file, "A T / A", *words)[1]
    assert (worth["insure"] == 1) == (pays == "3-2") == ("wins even money" in text)


def test_insurance_is_offered_against_an_ace_and_goes_by_the_cards_seen(run):
    ten = combin.advise("blackjack", "T T / A", choices={"packs": "1"})
    assert ten.insurance == (2 * 14 - (49 - 14)) / Fraction(2 * 49)
    assert "it adds -0.071429 in units of one bet (-1/14)." in str(ten)
    assert combin.advise("blackjack", "A T / T").insurance is None
    assert combin.advise("blackjack", "5 6 7 / A").insurance is None
    assert combin.advise("spanish-21", "A T / A").insurance is None
    two = combin.advise("blackjack-switch", "A T, 5 6 / A")
    assert two.insurance == (2 * 95 - (307 - 95)) / Fraction(2 * 307)
    _, out, _ = run("advise", "blackjack", "A T / A", "--json")
    told = json.loads(out)
    [row] = told["situations"]
    assert (row["best"], told["insurance"]) == ("decline insurance", "-4/103")
    assert row["values"] == {"decline insurance": "107/103", "insure": "1"}


def test_suits_and_pictures_are_read_as_what_they_count():
    rules = game(packs="1")
    written = [questions.advise(rules, text) for text in ("K 6 / A", "Kh6d/As", "10 6 / A")]
    assert written[0] == written[1] == written[2]


def test_a_chart_is_read_as_it_is_printed(chart, small, little, run):
    priced = combin.price(little, chart.read_text())
    assert priced.cost == 0 and not priced.mistakes
    assert priced.by_cards == questions.solve(little).value
    status, out, _ = run("price", small, str(chart), "splits=2")
    assert status == 0 and "The strategy is perfect" in out


def test_a_cell_that_errs_is_named_with_what_it_costs(chart, small, little, run):
    text = chart.read_text()
    right = next(line for line in text.splitlines() if line.startswith("hard 17"))
    wrong = right.replace("S", "H", 1)
    priced = combin.price(little, text.replace(right, wrong))
    (fault,) = priced.mistakes
    assert (fault.line, fault.chosen, fault.best) == ("hard 17 / 5", "H", "S")
    assert fault.cost == priced.optimum - priced.value > 0
    chart.write_text(text.replace(right, wrong))
    assert "model=total" in run("price", small, str(chart), "splits=2")[1]
    status, out, _ = run("price", small, str(chart), "splits=2", "--json")
    assert status == 0
    assert json.loads(out)["mistakes"][0]["cost"] == str(fault.cost)


@pytest.mark.slow
def test_people_get_the_ten_dearest_cells_and_programs_all(small, little, chart, run):
    always = "\n".join(f"{name} {' '.join(['H'] * 10)}" for name, _ in letters.rows_of())
    chart.write_text(always)
    many = len(combin.price(little, always).mistakes)
    out = run("price", small, str(chart), "splits=2")[1]
    assert many > 10 and f"(10 of {many} kinds of error)" in out
    rows = run("price", small, str(chart), "splits=2", "--format", "csv")[1].splitlines()
    assert len(rows) == 1 + many and out.count(" / ") == 10
    out = run("price", small, str(chart), "splits=2", "--top", "3")[1]
    assert out.count(" / ") == 3 and "--top 3" in out


def test_a_cell_that_split_hands_win_by_costs_less_than_nothing(chart, little):
    """The chart found is that of the first deal: after a split another row may win more."""
    priced = combin.price(little, chart.read_text())
    fault = Mistake("hard 16 / T", "Rh", "Rs", Fraction(-1, 10**6))
    out = str(replace(priced, mistakes=(fault,)))
    assert "A negative cost" in out and "-0.000100 %" in out


@pytest.mark.slow
def test_a_chart_may_say_what_no_cards_come_to(little):
    rows = [f"{name} {' '.join(['Rh'] * 10)}" for name, _ in letters.rows_of()]
    played = combin.price(little, "\n".join(rows))
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
        (
            ("solve", "blackjack", "--pay", "pair=2"),
            "blackjack has no pay 'pair'",
        ),
        (
            ("solve", "blackjack", "--bet", "22+3"),
            "has no bet '22+3' (did you mean '21+3'?)",
        ),
        (("solve", "blackjack", "--see", "dealer=1"), "its rules show no further cards"),
        (("advise", "blackjack", "8 8"), "write your cards, a slash and the dealer's card"),
        (("advise", "blackjack", "/ T"), "the player's cards stand before the slash"),
        (("advise", "blackjack", "8 8 / T 5"), "the dealer shows one card"),
        (
            ("solve", "blackjack", "--shard", "1/2", "-o", "x.json"),
            "shards are of deals that are counted",
        ),
        (
            ("solve", "blackjack", "--law", "model=full-memory", "splits=2"),
            "of hands played by full-memory the value is found, not the distribution",
        ),
        (("advise", "blackjack", "8 / T"), "a hand has two cards or more"),
        (("advise", "blackjack", "8 x / T"), "'x' is no card"),
        (("advise", "blackjack", "T T 5 / 3"), "this hand has ended"),
        (("advise", "blackjack", ONE_PACK, "9 9 9 / 9", "--dead", "9c"), "the shoe has 3 cards"),
        (("solve", "blackjack", "model=full-memory"), "pairs that become 2 hands: --set splits=2"),
        (("advise", "blackjack", "8 3 + 8 / T"), "matters under --set model=full-memory alone"),
        ((*MEMORY, "8 3 + 7 / T"), "hands of a split begin with the same card"),
        ((*MEMORY, "8 + 8 5 / T"), "the hand that is played has two cards or more"),
        ((*MEMORY, "A 3 + A / T"), "split aces get one card each: nothing is decided"),
        ((*MEMORY, "8 3 + 8 + 8 / T"), "a + stands between the two hands of a split"),
        ((*MEMORY, "8 6 9 + 8 / T"), "this hand has ended"),
        ((*MEMORY, "8 8 + 8 8 / 8"), "the shoe has 4 cards that count 8"),
        (("price", "blackjack"), "missing argument 'FILE|ACTION': a chart"),
        (("price", "blackjack", "nowhere.txt"), "nowhere.txt: cannot be read: no such file"),
        (("price", "blackjack", "LICENSE"), "the chart has no row hard 4"),
        (
            ("situations", "blackjack", "--limit", "3"),
            "--limit is not available for blackjack games",
        ),
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
        ("hard 16-17 S S S S S S S S S S", "the row hard 17 stands twice"),
        ("hard 22 S S S S S S S S S S", "a chart has no row hard 22"),
        ("hard 3+ S S S S S S S S S S", r"a chart has no row hard 3\+"),
        ("pair 8-9 S S S S S S S S S S", "a chart has no row pair 8-9"),
        ("A 2 3 4 5 6 7 8 9 T", "the columns are the dealer's 2 to 10 and ace"),
        ("2 3 4 5 6 7 8 9 10", "the columns are the dealer's 2 to 10 and ace"),
    ],
)
def test_a_chart_that_is_none_is_refused(chart, little, row, text):
    lines = chart.read_text().splitlines()
    wrong = "\n".join(row if line.startswith("hard 16") else line for line in lines)
    with pytest.raises(CombinError, match=text):
        combin.price(little, wrong)


# --- From Python -------------------------------------------------------------------------------


@pytest.fixture
def results(small, chart):
    """What the functions return, and the words of the commands that print the same."""
    path, settings = Path(small), {"splits": 2}
    right = next(line for line in chart.read_text().splitlines() if line.startswith("hard 17"))
    chart.write_text(chart.read_text().replace(right, right.replace("S", "H", 1)))
    return {
        ("show",): combin.show(path, settings),
        ("solve",): combin.solve(path, settings),
        ("advise", "6 6 / T"): combin.advise(path, "6 6 / T", settings),
        ("situations",): combin.situations(path, settings),
        ("price", str(chart)): combin.price(path, chart, settings),
    }


@pytest.mark.slow
def test_functions_return_what_their_commands_print(run, results, small):
    for (verb, *words), found in results.items():
        command = (verb, small, *words, "splits=2")
        if verb == "show":
            assert f"{found}\n" == run(*command)[1]
            assert found.to_frame()["pay"].tolist() == list(found.pays())
            continue
        here, there = f"{found}\n".split("Again:")[0], run(*command)[1].split("Again:")[0]
        assert here == there and "<table>" in found._repr_html_()
        head, *rows = csv.reader(io.StringIO(run(*command, "--format", "csv")[1]))
        frame = found.to_frame(exact="text")
        assert list(frame.columns) == head
        at = head.index("command") if "command" in head else len(head)
        assert [row[:at] for row in frame.values.tolist()] == [row[:at] for row in rows] != []
        assert len(repr(found)) < 200 and "\n" not in repr(found)
        found.to_frame()


def test_results_have_exact_figures(results, little):
    solution, advice, priced = (
        results[key] for key in results if key[0] in {"solve", "advise", "price"}
    )
    assert solution["base"].expected_value == questions.solve(little).value
    assert solution.to_dict()["bets"]["base"]["house_edge"] == str(solution["base"].house_edge)
    assert advice.rows[0].best == questions.advise(little, "6 6 / T").rows[0].best
    assert priced.cost == priced.optimum - priced.value > 0
    assert priced.to_frame()["cost"][0] == priced.mistakes[0].cost
    assert sum(spot.deals for spot in combin.situations(little)) == 32 * 31 * 30
    with pytest.raises(CombinError, match="has no bet"):
        solution["22+3"]


@pytest.mark.slow
def test_a_game_is_given_by_name_file_or_itself(small):
    loaded = combin.load("blackjack", {"packs": 1, "splits": 1})
    assert loaded == game(packs="1", splits="1") and "packs=1" in repr(loaded)
    assert (
        combin.solve(loaded)["base"].expected_value
        == combin.solve("black jack", {"packs": "1", "splits": 1})["base"].expected_value
    )
    with pytest.raises(CombinError, match="resolved already, with packs=1"):
        combin.solve(loaded, {"packs": "2"})
    for words, why in (
        ({"pays": {"unnatural": 2}}, "has no pay 'unnatural'"),
        ({"resume": "kept"}, "resume is not available for blackjack games"),
    ):
        with pytest.raises(CombinError, match=why):
            combin.solve("blackjack", **words)
    for ask in (combin.count, combin.plays):
        with pytest.raises(CombinError, match="blackjack: "):
            ask(loaded)


def test_a_chart_may_be_given_as_text(chart, little, tmp_path):
    text = chart.read_text()
    assert combin.price(little, text).value == combin.price(little, chart).value
    marked = tmp_path / "marked.txt"
    marked.write_text(text, encoding="utf-8-sig")
    assert not combin.price(little, marked).mistakes
    large = tmp_path / "large.txt"
    large.write_text(text + "#" * 1_000_000)
    with pytest.raises(CombinError, match="at most 1,000,000 bytes"):
        combin.price(little, large)
    marked.write_text("hard 4 H")
    with pytest.raises(CombinError, match=r"marked\.txt:1:1: hard 4 has 1 cells, not 10"):
        combin.price(little, marked)


@pytest.mark.slow
def test_a_chart_may_be_written_as_people_do(little):
    """Several totals in a line, pairs as two cards, small letters, and no rows that charts leave out."""
    text = """
        Hard totals  2  3  4  5  6  7  8  9  10 A
        hard 5-8     H  H  H  H  H  H  H  H  H  H
        hard 9-11    H  D  D  D  D  H  H  H  H  H
        hard 12      H  H  S  S  S  H  H  H  H  H
        hard 13-16 | s  s  s  s  s  h  h  h  h  h
        hard 17+     S  S  S  S  S  S  S  S  S  S
        soft 13-17   H  H  H  D  D  H  H  H  H  H
        soft 18      S  Ds Ds Ds Ds S  S  H  H  H
        soft 19+     S  S  S  S  S  S  S  S  S  S
        Pairs        2  3  4  5  6  7  8  9  10 A
    """
    pairs = "\n".join(f"pair {one}-{one} {' P' * 10}" for one in ("A", *range(2, 5), *range(6, 10)))
    charts = letters.read_chart(text + pairs, house_by(), shoe_of(6))
    assert len(charts) == 10
    against_six = charts[5]
    assert against_six.first[(True, 18)] == "double" and (True, 18) not in against_six.hits
    assert (False, 4) in against_six.hits and (False, 21) not in against_six.hits
    assert (True, 12) in against_six.hits and against_six.first[(True, 12)] == "double"
    assert against_six.pairs[4] == "double" and against_six.pairs[9] == "stand"
    assert against_six.pairs[0] == "split"
    found = solve(shoe_of(1), house_by(), "total", charts)
    assert found.value < solve(shoe_of(1), house_by(), "total").value


COMMANDS = [("plays",)]


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_other_commands_say_what_is_answered(run, words):
    command, *more = words
    status, out, err = run(command, "blackjack", *more)
    assert (
        (status, out) == (2, "")
        and "several plays of one hand are for video poker" in err
        and err.count("\n") == 1
    )


def test_what_counts_deals_does_not_take_it():
    with pytest.raises(CombinError, match="is not available for blackjack games"):
        dealt_sheet("pontoon")


@pytest.mark.parametrize("name", ["blackjack", "spanish-21", "super-fun-21"])
@pytest.mark.parametrize("surrender", ["none", "late"])
def test_a_chart_explains_no_letter_that_it_lacks(name, surrender):
    game = combin.load(name)
    if "surrender" in game.chosen:
        game = combin.load(name, {"surrender": surrender})
    used = {"D": "double", "Ds": "double", "Rh": "surrender", "Rs": "surrender"}
    for some in ([], ["D"], ["Rh"], ["D", "Ds"], ["Ds", "Rs"], [*used]):
        lines = [("hard 16", ("S", *some))]
        told = [*letters_told(game, lines, letters.LETTERS)]
        said = [line for line in told if line.startswith("With three")]
        words = set(re.findall(r"\b(?:D|Ds|Rh|Rs)\b", " ".join(said)))
        assert words == set(some), (some, said)


def test_a_bet_of_four_times_is_no_double():
    for times, said in ((2, "double"), (3, "triple"), (4, "quadruple")):
        game = combin.load("blackjack", {"splits": "1"}).with_turns(actions=(Double(up_to=times),))
        assert game.called("double") == said
        found = questions.advise(game, "5 6 / 6")
        assert found.rows[0].best == "double" and f"{said}\n" in str(found)


@pytest.mark.slow
def test_a_card_says_what_a_double_is_called():
    game = combin.load("blackjack", {"splits": "1"}).with_turns(actions=(Double(up_to=4),))
    wallet, rack = (combin.card(game, format=form).model for form in ("wallet", "rack"))
    assert ("D", "quadruple or hit") in wallet.key
    assert any(line.phrase.startswith("Quadruple ") for line in rack.blocks[0].lines)


def test_its_rules_name_the_bets_beside_it_and_what_they_pay(run):
    _, text, _ = run("show", "blackjack", "--set", "buster=20")
    assert "SIDE BET insurance\n  pays if the dealer has a natural: 2\n" in text
    pays = re.search(r"SIDE BET buster\n  pays by .* the dealer busts\n((?:    .*\n)*)", text)[1]
    assert pays.split() == ["3", "1", "4", "2", "5", "8", "6", "20", "7", "50", "8", "250"]
