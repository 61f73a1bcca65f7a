"""JSON with objects in its rows is read like the table that it stands for."""

import csv
import json
from fractions import Fraction

import pytest

import combin
from combin.logs.nested import flat
from matrix import few_ranks

GAME = "three-card-poker"
SUITS = {"c": "clubs", "d": "Diamonds", "h": "HEARTS", "s": "spades"}
RANKS = {"T": 10, "J": "jack", "Q": 12, "K": "KING", "A": 1}


def card(text):
    return {"rank": RANKS.get(text[0], text[0]), "suit": SUITS[text[1]], "image": f"{text}.png"}


def nested(row):
    """Return a row of combin's own as another program keeps it."""
    return {
        "id": row["round"],
        "player": {"cards": [card(one) for one in row["player"].split()], "name": "A"},
        "dealer": {"cards": row["dealer"].split()},
        "play": {"decision": row["fold or play"], "seconds": None},
        "money": [{"net": int(row["net"]), "staked": int(row["staked"])}],
        "bonus": {"paid": 2} if row["outcome"] == "fold" else None,
        "notes": [],
    }


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    path = tmp_path_factory.mktemp("log") / "log.csv"
    combin.simulate(GAME, path, 400, seed=3)
    return list(csv.DictReader(one for one in path.read_text().splitlines() if one[0] != "#"))


@pytest.mark.parametrize("form", ["lines", "list", "rows"])
def test_objects_are_columns(rows, form, tmp_path):
    made = [nested(row) for row in rows]
    made[0]["bonus"] = {"paid": 0}
    path = tmp_path / "log.json"
    path.write_text(
        json.dumps(made, indent=1) if form == "list" else "\n".join(map(json.dumps, made))
    )
    columns = {"fold or play": "play.decision", "net": "money.net", "staked": "money.staked"}
    found = combin.check(GAME, made if form == "rows" else path, columns=columns)
    assert found.fits and found.replayed and found.rounds == 400
    assert found.mean == sum(int(row["net"]) for row in rows) / Fraction(400)


def test_what_becomes_of_a_row():
    hands = [{"cards": ["8c", "3d"], "bet": 20, "won": None}, {"cards": ["8h", "Ts"], "bet": 10}]
    assert flat({"a": 1, "b": [True, False]}) == {"a": 1, "b": [True, False]}
    assert flat({"hands": hands, "x": {"y": {"z": 2}, "c": card("Qd")}}) == {
        "hands.cards": "8c/3d | 8h/Ts", "hands.bet": "20 | 10", "hands.won": " | ", "x.y.z": 2, "x.c": "Q of Diamonds",
    }  # fmt: skip
    deep = {}
    for _ in range(400):
        deep = {"a": deep}
    assert len(next(iter(flat({"a": deep, "b": 1})))) < 100


def test_a_column_of_an_object_that_is_not_there(tmp_path):
    """It is missing like any other; where the object is empty, it is empty."""
    path = tmp_path / "log.jsonl"
    path.write_text('{"a": {"net": -1}}\n{"a": {"x": 1, "net": 1}}\n')
    with pytest.raises(combin.CombinError, match=r"row 2 has 'a\.x', which the first row has not"):
        combin.check(GAME, path, bet="pair-plus")
    path.write_text('{"a": {"net": -1}}\n{"a": null}\n')
    with pytest.raises(combin.CombinError, match="row 2: net is an amount"):
        combin.check(GAME, path, bet="pair-plus", columns={"net": "a.net"})


def test_hands_of_blackjack_beside_the_first_two_cards():
    """The cards of each hand are an object, and `player` has the first two."""
    rows = [
        {"player": ["3d", "8d"], "dealer": ["6h", "As"], "hands": [{"cards": ["3d", "8d", "Js"]}],
         "actions": "D", "net": 2},
        {"player": ["8h", "8s"], "dealer": ["Tc", "7d"],
         "hands": [{"cards": ["8h", "3d", "Kc"]}, {"cards": ["8s", "Th"]}],
         "actions": "P H S | S", "net": 2},
    ]  # fmt: skip
    found = combin.check(few_ranks("blackjack", "3678TJKA"), rows, choices={"splits": 2})
    assert found.replayed and not found.impossible and "hands" in found.log.columns


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("words", ["coinsIn coinsOut", "credits_in credits_out"])
def test_coins_in_and_out(tmp_path, words):
    """A machine counts coins: what comes out is paid, what goes in is staked."""
    combin.simulate("jacks-or-better", path := tmp_path / "log.csv", 300, seed=3)
    lines = [line for line in path.read_text().splitlines() if line[0] != "#"]
    staked, paid = words.split()
    rows = [
        {
            "dealt": row["hand"], "held": " ".join(held := held_of(row)),
            "final": " ".join([*held, *row["new"].split()]),
            staked: 1, paid: int(row["net"]) + 1,
        }
        for row in csv.DictReader(lines)
    ]  # fmt: skip
    found = combin.check("jacks-or-better", rows)
    assert found.fits and found.replayed
    assert found.mean == Fraction(sum(row[paid] for row in rows), 300) - 1


def held_of(row):
    return [one for one in row["hand"].split() if one not in row["discard"].split()]
