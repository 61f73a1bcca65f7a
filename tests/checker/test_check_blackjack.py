"""How rows of blackjack logs are read and explained: actions without bars, files nobody would write,
play by totals, and the faults of a simulator.
"""

import csv
import json
import random
import re
from collections import Counter
from fractions import Fraction
from functools import lru_cache

import pytest

import combin
from combin.errors import CombinError
from combin.families.blackjack.judging import check as checker
from combin.families.blackjack.judging.faults import HandsCauses
from combin.families.blackjack.judging.rows import HandRules, SaidRow
from combin.families.blackjack.judging.two_rows import TwoHandRules, rules_of
from combin.games import sheet_of
from combin.rules.game import Sheet

RULES = {"packs": 1, "splits": 2}
ROUNDS = 1500
GAMES = ("blackjack", "free-bet-blackjack", "pontoon", "spanish-21")


@lru_cache
def rows_of(game, seed=4, **choices):
    """Return the rounds of a log that combin wrote."""
    path = f"{game}-{seed}.csv"
    combin.simulate(game, path, ROUNDS, seed=seed, choices=choices)
    with open(path) as file:
        return tuple(csv.DictReader(line for line in file if line[0] != "#"))


@pytest.fixture(autouse=True)
def apart(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def solved_once(monkeypatch):
    monkeypatch.setattr(checker, "Decisions", decisions)


def decisions(game, charts=None):
    return solved(game) if charts is None else type(solved(game))(game, charts)


@lru_cache
def solved(game):
    from combin.families.blackjack.rounds import Decisions

    return Decisions(game)


def log(rows, path="log.csv"):
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def changed(rows, *columns, **change):
    """Return rows with other cells, and without some columns."""
    made = [{**row, **{name: by(row) for name, by in change.items()}} for row in rows]
    return [{name: row[name] for name in row if name not in columns} for row in made]


def in_turn(row):
    return re.sub(r"\s*\|+\s*", " ", row["actions"]).strip()


# --- Rows without bars ---------------------------------------------------------------------------


def judged(rules, hands, dealer, actions, net):
    said = SaidRow(rules.actions(actions), None, None, net)
    return rules.may_be(rules.read({"hands": hands, "dealer": dealer}, said), said)


@pytest.mark.parametrize(
    ("actions", "net", "right"),
    [
        ("split double stand", 3, True),
        ("P D S", 3, True),
        ("P S D", 3, True),  # a stand draws no card, so it tells nothing
        ("P H S S", 2, True),
        ("P D S", 2, False),
        ("P D D", 4, False),
        ("D S", 3, False),
        ("P P D S", 3, False),
    ],
)
def test_actions_in_turn_are_those_of_some_play(actions, net, right):
    rules = HandRules(sheet_of("blackjack").resolve({}))
    assert judged(rules, "8h 3d Kc | 8s Th", "Tc 7d", actions, net) is right


@pytest.mark.parametrize(
    ("actions", "right"), [("X H S", True), ("H S", False), ("X S S", False), ("X P H S", False)]
)
def test_actions_in_turn_of_two_hands(actions, right):
    rules = TwoHandRules(sheet_of("blackjack-switch").resolve({}))
    cells = {"hands": "Tc 3d Kh || 9c Jd", "dealer": "Tc 7d", "player": "Tc Jd | 9c 3d"}
    said = SaidRow(rules.actions(actions), None, None, 0)
    assert rules.may_be(rules.read(cells, said), said) is right


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_log_without_bars_fits_as_it_does_with_them(game, solved_once):
    rows = rows_of(game)
    splits = sum("P" in row["actions"] for row in rows)
    chip = Fraction(1, 2)
    found = combin.check(game, log(changed(rows, "outcome", actions=in_turn)), chip=chip)
    assert splits > 20 and found.fits and found.replayed and not found.play.departures
    again = changed(rows, actions=lambda row: in_turn(row).replace("P", "P H", 1))
    found = combin.check(game, log(again), chip=chip)
    assert found.impossible_rows == splits
    assert {one.right for one in found.impossible} == {"no hands of these cards are played so"}


# --- Files that nobody would write ---------------------------------------------------------------

ODD = ("", "-", "x", "|", "||", "As", "8h 8s | 8d", "1e9", "nan", "P", "X", "win", "1/0", '"', "\0")


def spoilt(dice, head, rows):
    """Return a header and rows, as lists, with something wrong in them."""
    kind, at, column = dice.randrange(7), dice.randrange(len(rows)), dice.randrange(len(head))
    if kind == 0:
        rows = []
    elif kind == 1:
        rows[at] = rows[at][:column]
    elif kind == 2:
        rows[at] = [*rows[at], dice.choice(ODD)]
    elif kind == 3:
        for row in rows if dice.random() < 0.5 else [rows[at]]:
            row[column] = dice.choice(ODD)
    elif kind == 4:
        head = [
            *head[:column],
            dice.choice(("", "hand", "hands", "count", "unit")),
            *head[column + 1 :],
        ]
    elif kind == 5:
        head, rows = head[:column], [row[:column] for row in rows]
    else:
        rows = [row for row in rows for _ in range(2)]
    return head, rows


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_nobody_would_write_is_refused_in_a_line(game, solved_once):
    dice, refused = random.Random(game), 0
    own = rows_of(game)[:40]
    for number in range(40):
        head, rows = spoilt(dice, list(own[0]), [list(row.values()) for row in own])
        if number % 2:
            text = "\n".join(json.dumps(dict(zip(head, row))) for row in rows)
        else:
            text = "\n".join(",".join(row) for row in (head, *rows)) + "\n"
        path = f"odd{number}.{'jsonl' if number % 2 else 'csv'}"
        with open(path, "w") as file:
            file.write(text)
        try:
            combin.check(game, path)
        except CombinError as error:
            refused += 1
            assert str(error) and "\n" not in str(error)
    assert refused > 10


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_log_without_rows_or_with_a_short_one(game, solved_once):
    assert isinstance(sheet_of(game), Sheet)
    head = "round,player,dealer,hands,actions,outcome,staked,net\n"
    for lines, words in (
        ("", "has no rounds"),
        ("1,Qs 9h,Kd 2d Jh,Qs 9h,S,win,1,1\n2,Kc 9c,Qc 3d 7c\n", "row 2 has 3 cells"),
    ):
        with open("log.csv", "w") as file:
            file.write(head + lines)
        with pytest.raises(CombinError, match=words):
            combin.check(game, "log.csv")


# --- Play ----------------------------------------------------------------------------------------


def hole_first(row):
    one, other, *drawn = row["dealer"].split()
    return " ".join((other, one, *drawn))


@pytest.mark.slow
def test_play_by_totals_is_judged_by_the_chart():
    rows = rows_of("blackjack", model="total", **RULES)
    found = combin.check("blackjack", log(rows), RULES)
    assert found.fits and found.law.game.turns.model == "total"
    assert "follow the chart by totals, and not the zero-memory play" in found.read_as[-1]
    assert "played by the chart by totals" in str(found)
    named = combin.check("blackjack", log(rows), {**RULES, "model": "zero-memory"})
    assert named.deviates and named.hint.endswith("(--set model=total judges by it)")


@pytest.mark.slow
def test_a_hole_card_that_stands_first_is_read():
    rows = changed(rows_of("blackjack", **RULES), dealer=hole_first)
    found = combin.check("blackjack", log(rows), RULES)
    assert found.fits and found.read_as[-1].startswith("dealer=dealer:2:1, as all")
    assert combin.check("blackjack", "log.csv", RULES, columns={"dealer": "dealer:2:1"}).fits
    with pytest.raises(CombinError, match="the file has no column 'dealer:0'"):
        combin.check("blackjack", "log.csv", RULES, columns={"dealer": "dealer:0"})


# --- Causes --------------------------------------------------------------------------------------


def one_hand(row):
    return "|" not in row["hands"]


def paid(change):
    """Return what changes the net of rounds of one hand; money in units."""

    def net(row):
        units, staked = Fraction(row["net"]) / 2, Fraction(row["staked"]) / 2
        return change(row, units, staked) if one_hand(row) else units

    return {"net": net, "staked": lambda row: Fraction(row["staked"]) / 2}


PAID = {
    "a push loses": lambda row, net, staked: net if net or row["outcome"] != "push" else -staked,
    "a doubled hand wins one bet": lambda row, net, staked: min(net, 1) if net == 2 else net,
    "a doubled hand loses one bet": lambda row, net, staked: max(net, -1),
    "natural pays 7/5, not 3/2": lambda row, net, staked: Fraction(7, 5) if net == 1.5 else net,
    "natural is 6-5, not 3-2": lambda row, net, staked: Fraction(6, 5) if net == 1.5 else net,
    "a loss costs twice what is staked": lambda row, net, staked: min(net, 2 * net),
}


@pytest.mark.slow
@pytest.mark.parametrize("cause", PAID)
def test_a_fault_of_the_pays_is_named(cause, solved_once):
    rows = changed(rows_of("blackjack"), "outcome", **paid(PAID[cause]))
    rows = [row for row in rows if one_hand(row)]
    found = combin.check("blackjack", log(rows), chip=1)
    assert found.impossible_rows and found.causes.likely[0].words == cause
    assert found.causes.likely[0].unexplained <= found.impossible_rows / 10


@pytest.mark.slow
@pytest.mark.parametrize(
    "place, share, cause",
    [
        (0, 1, "the first hand of a split is settled twice"),
        (-1, -1, "the last hand of a split is not settled"),
    ],
)
def test_a_fault_of_the_hands_of_a_split_is_named(place, share, cause, solved_once):
    def net(row):
        hands = zip(row["outcome"].split(" | "), row["actions"].split(" | "))
        ended, done = list(hands)[place]
        staked = share * (2 if "D" in done else 1) if "|" in row["hands"] else 0
        worth = {"win": staked, "lose": -staked, "bust": -staked}
        return Fraction(row["net"]) / 2 + worth.get(ended, 0)

    rows = changed(
        rows_of("blackjack"), "outcome", net=net, staked=lambda row: Fraction(row["staked"]) / 2
    )
    found = combin.check("blackjack", log(rows), chip=1)
    assert found.impossible_rows and found.causes.likely[0].words == cause
    assert not found.causes.likely[0].unexplained


def test_a_push_that_loses_is_impossible_without_cards():
    rows = [{"outcome": "push", "net": -1}, {"outcome": "push", "net": 0}] + [
        {"outcome": word, "net": net} for word, net in (("win", 1), ("lose", -1)) * 9
    ]
    found = combin.check("blackjack", log(rows), chip=1)
    assert found.impossible_rows == 1
    assert [(one.row, one.logged, one.right) for one in found.impossible] == [
        (1, "push, net -1", "net 0")
    ]


@pytest.mark.slow
@pytest.mark.parametrize("wrong", [Fraction(2), Fraction(1)])
def test_a_bonus_that_is_paid_wrongly_is_named(wrong, solved_once):
    """The pay is read off the rows, by the hands that the bonus is for; all others keep theirs."""

    def net(row, net, staked):
        return wrong if net == Fraction(3, 2) and len(row["hands"].split()) == 5 else net

    rows = changed(rows_of("spanish-21", packs=6), "outcome", **paid(net))
    rows = [row for row in rows if one_hand(row)]
    found = combin.check("spanish-21", log(rows), chip=1)
    assert found.impossible_rows
    assert found.causes.likely[0].words == f"21-of-5-or-more-cards pays {wrong}, not 3/2"
    assert not found.causes.likely[0].unexplained
    again = found.to_dict()["causes"]["likely"][0]
    assert again["cause"] == found.causes.likely[0].words


def test_every_pay_of_a_game_can_be_another():
    for name in GAMES:
        game = combin.load(name)
        known = game.pays_in("base")
        for pay, today in known.items():
            more = game.with_pays({pay: today + 1})
            assert more.pays_in("base") == {**known, pay: today + 1}
            assert more.priced == {pay: today + 1} and more.usual == {pay: today}


@pytest.mark.slow
def test_what_no_cause_explains_is_said(solved_once):
    dice = random.Random(3)

    def net(row):
        return Fraction(row["net"]) / 2 + (dice.random() < 0.03)

    rows = changed(rows_of("blackjack"), "outcome", "staked", net=net)
    found = combin.check("blackjack", log(rows), chip=1)
    assert not found.causes.likely and found.causes.tried > 50
    assert re.search(r"Cause: none of \d+ that were tried explains the log\.", str(found))


@pytest.mark.slow
def test_nets_alone_have_causes(solved_once):
    def net(row, net, staked):
        return Fraction(7, 5) if net == Fraction(3, 2) else net

    rows = [{"net": row["net"]} for row in changed(rows_of("blackjack"), **paid(net))]
    counts = Counter(row["net"] for row in rows)
    found = combin.check("blackjack", log(rows), chip=1)
    assert found.impossible_rows == counts[Fraction(7, 5)]
    assert found.causes.likely[0].words == "natural pays 7/5, not 3/2"
    never = combin.check("blackjack", log(rows_of("blackjack")), {"surrender": "late"})
    assert "nobody surrenders" in never.hint


def test_causes_that_explain_together_are_named():
    """Each explains two rows at least that the other does not, or none is named."""
    nets = [Fraction(1, 2), Fraction(-3, 2), Fraction(9), Fraction(9)]
    rows = [(None, SaidRow(None, None, None, net)) for net in nets]
    sheet = combin.games.sheet_of("blackjack")
    game = sheet.resolve({"surrender": "late", "aces": "resplit"})
    both = "a doubled hand draws and doubles on and hands of a split are given up"
    found = HandsCauses(sheet, rules_of(game), rows, [], len(rows)).found()
    assert (f"together: {both}", 0) in [(one.words, one.unexplained) for one in found.likely]
    found = HandsCauses(sheet, rules_of(game), rows[1:3], [], 2).found()
    assert not any("together" in one.words for one in found.likely)


def test_choices_are_changed_as_long_as_rows_speak_for_them():
    nets = [Fraction(-1, 2)] * 5 + [Fraction(6, 5)] * 4 + [Fraction(9)]
    rows = [(None, SaidRow(None, None, None, net)) for net in nets]
    sheet = combin.games.sheet_of("blackjack")
    search = HandsCauses(sheet, rules_of(sheet.resolve({})), rows, [], len(rows))
    game, words, option = search.rules_sought()
    assert option == "--set surrender=late --set natural=6-5"
    assert words == (
        "surrender is late, not none (5 of 10 rows) and natural is 6-5, not 3-2 (4 of 10 rows)"
    )
    repaid = rules_of(sheet.resolve({}).with_pays({"natural": "6/5"}))
    game, words, option = HandsCauses(sheet, repaid, rows, [], len(rows)).rules_sought()
    assert option == "--set surrender=late" and game.priced == repaid.game.priced
    few = HandsCauses(sheet, rules_of(sheet.resolve({})), rows[-1:], [], 1)
    assert few.rules_sought() == (few.game, "", "")


@pytest.mark.slow
def test_rules_of_which_several_are_others_are_found():
    """The money is read by trial, and there is a verdict as the rules found explain it."""
    right = {"peek": "no", "aces": "hit", "surrender": "early"}
    found = combin.check("blackjack", log(rows_of("blackjack", 5, **right)))
    cause, text = found.causes.likely[0], str(found)
    assert {one: cause.game.chosen[one] for one in right} == right and not cause.unexplained
    assert cause.option == " ".join(f"--set {name}={value}" for name, value in right.items())
    assert (
        text.startswith("log.csv, as read by trial, does not fit")
        and "found by trial: chip 1/2" in text
    )
    assert f"To check under it: combin check blackjack log.csv {cause.option}\n" in text
    assert not combin.check("blackjack", "log.csv", right).impossible
