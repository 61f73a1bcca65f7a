"""Logs of blackjack as other programs write them: their own names, money and hands of a split."""

import csv
import json
from fractions import Fraction

import pytest

import combin

pytestmark = pytest.mark.slow  # blackjack is solved
RULES = {"packs": 1, "splits": 2}
ROUNDS = 400


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    path = tmp_path_factory.mktemp("log") / "log.csv"
    combin.simulate("blackjack", path, ROUNDS, seed=4, choices=RULES)
    lines = [line for line in path.read_text().splitlines() if line[0] != "#"]
    found = list(csv.DictReader(lines))
    for row in found:  # half a unit is a chip
        for name in ("staked", "net"):
            row[name] = str(Fraction(row[name]) / 2)
    assert any("|" in row["hands"] for row in found)
    return found


def log(path, rows):
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), delimiter="\t")
        writer.writeheader()
        writer.writerows(rows)
    return path


def checked(path, rows, **more):
    return combin.check("blackjack", log(path, rows), RULES, **more)


def of_hands(rows, number="round", **changed):
    """Return a row for each hand, with its share of the net and a hand's bet of ten dollars."""
    made = []
    for row in rows:
        hands, ends = row["hands"].split(" | "), row["outcome"].split(" | ")
        acts = row["actions"].split(" | ")
        left = Fraction(row["net"])
        for place, (hand, end, act) in enumerate(zip(hands, ends, acts), 1):
            bet = 20 if "D" in act else 10
            won = {"win": bet, "natural": 15, "push": 0}.get(end, -bet)
            left -= Fraction(won, 10)
            made.append({
                number: row["round"], "hand": place, "dealer": row["dealer"], "cards": hand,
                "plays": "".join(letter for letter in act.lower() if letter != " "),
                "wager": f"${bet}.00", "outcome": end.upper(), "win": won, **changed,
            })  # fmt: skip
        assert not left
    return made


@pytest.mark.parametrize("number", ["round", "Game ID", "uuid"])
def test_a_row_for_each_hand_is_read_as_hands_of_rounds(rows, number, tmp_path):
    made = of_hands(rows, number)
    for row in made:  # a name need be no number, and a number not the next one
        row[number] = {"round": "", "Game ID": "9", "uuid": "x-"}[number] + row[number]
    found = checked(tmp_path / "log.tsv", made)
    assert found.fits and found.replayed and found.rounds == ROUNDS
    assert found.mean * ROUNDS == sum(Fraction(row["net"]) for row in rows)
    assert f"rows with the same {number} are hands of one round" in found.read_as[-1]
    checker = combin.Checker("blackjack", RULES)
    checker.add(made)
    with pytest.raises(combin.CombinError, match="rows of single hands are checked together"):
        checker.verdict()


def test_hands_without_letters_of_splits_and_a_wrong_hand(rows, tmp_path):
    made = of_hands(rows)
    for row in made:
        row["plays"] = row["plays"].replace("p", "")
    assert checked(tmp_path / "log.tsv", made).fits
    second = next(row for row in made if row["hand"] == 2 and row["win"] == 10)
    second["win"] = 20
    columns = {"net": "win", "staked": "wager"}
    found = checked(tmp_path / "log.tsv", made, columns=columns, chip=Fraction(1, 10))
    assert found.impossible_rows == 1 and found.impossible[0].row == int(second["round"])


def test_nets_of_hands_alone(rows, tmp_path, run):
    made = [{name: row[name] for name in ("round", "hand", "win")} for row in of_hands(rows)]
    found = checked(tmp_path / "log.tsv", made)
    assert found.fits and found.rounds == ROUNDS
    assert found.mean * ROUNDS == sum(Fraction(row["net"]) for row in rows)
    for row in made:
        del row["hand"]
    path = log(tmp_path / "log.tsv", made)
    status, out, err = run("check", "blackjack", path)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "have the same round" in err and "or their place in a column 'hand'" in err


def test_seats_are_no_hands_of_a_split(rows, tmp_path, run):
    names = ("round", "player", "dealer", "net")
    made = [{name: row[name] for name in names} for row in rows[:60]]
    both = [seat for row in made for seat in (row, {**row, "player": "As 9d"})]
    status, out, err = run("check", "blackjack", log(tmp_path / "log.tsv", both))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "rows 1 and 2 have the same round, 1, and a row is a round of one player" in err


def test_a_round_number_that_comes_again_is_wrong(rows, tmp_path):
    made = [{**row} for row in rows]
    made[7]["round"] = "7"
    found = checked(tmp_path / "log.tsv", made)
    assert not found.fits and found.impossible[0].row == 8 and found.rounds == ROUNDS
    made[7]["round"] = "8"
    found = checked(tmp_path / "log.tsv", [*made[:8], made[7], *made[8:]])
    assert not found.fits and found.impossible[0].row == 9 and found.rounds == ROUNDS + 1


def test_a_row_a_round_in_other_words(rows, tmp_path):
    """Money in dollars, hands with slashes between; and JSON with a list of hands."""
    made, lines = [], []
    for row in rows:
        net, staked = (10 * Fraction(row[name]) for name in ("net", "staked"))
        ends = row["outcome"].replace("natural", "Blackjack").replace(" | ", "/")
        made.append({
            "hand_id": row["round"], "Dealer Upcard": row["dealer"].split()[0],
            "Dealer Hand": row["dealer"], "Player Hand": row["hands"].replace(" | ", "/"),
            "Plays": row["actions"].replace(" | ", "/").replace("H", "hit").replace("S", "stand"),
            "Bet": "$10.00", "Total Bet": f"${staked}.00", "Result": ends,
            "Profit": f"{'-' if net < 0 else ''}${abs(net)}.00",
        })  # fmt: skip
        hands = [
            {"cards": hand.split(), "actions": acts.split(), "result": end}
            for hand, acts, end in zip(
                *(row[name].split(" | ") for name in ("hands", "actions", "outcome"))
            )
        ]
        lines.append({
            "uuid": f"x{row['round']}", "dealer": {"cards": row["dealer"].split(), "total": 20},
            "hands": hands, "initial_bet": 10, "net": float(net),
        })  # fmt: skip
    path = tmp_path / "log.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    for found in (checked(tmp_path / "log.tsv", made), combin.check("blackjack", path, RULES)):
        assert found.fits and found.replayed and {"actions", "outcome"} <= {*found.log.columns}
        assert found.mean * ROUNDS == sum(Fraction(row["net"]) for row in rows)


def test_a_guess_that_rows_contradict_is_confirmed_word_by_word(rows, tmp_path, run):
    made = [
        {
            "player": row["hands"],
            "dealer": row["dealer"],
            "bet": 10,
            "Net Win": 10 * Fraction(row["net"]),
        }
        for row in rows
    ]
    for row in made:
        if row["Net Win"] == 15:
            row["Net Win"] = 12
    path = log(tmp_path / "log.tsv", made)
    status, out, err = run("check", "blackjack", path, "--set", "packs=1", "--set", "splits=2")
    assert status == 1 and "read by trial" in out + err and "--set natural=6-5" in out
    more = ("--set", "packs=1", "--set", "splits=2", "--map", "net=Net Win,unit=bet")
    status, out, err = run("check", "blackjack", path, *more)
    assert status == 1 and "--set natural=6-5" in out


# Columns of cards as programs write them -> whether every round can be settled from them.
CARDS = {
    "the first two cards and all": (lambda row: {"player": row["player"], "hands": row["hands"]}, True),
    "all cards twice": (lambda row: {"player": row["hands"], "hands": row["hands"]}, True),
    "a number of hands": (lambda row: {"player": row["hands"], "hands": len(row["hands"].split("|"))}, True),
    "two cards, a number of hands": (lambda row: {"player": row["player"], "hands": len(row["hands"].split("|"))}, False),
    "two cards alone": (lambda row: {"player": row["player"]}, False),
    "all cards, the up card": (lambda row: {"hands": row["hands"], "dealer": row["dealer"].split()[0]}, False),
    "lists of lists": (lambda row: {"hands": [hand.split() for hand in row["hands"].split(" | ")]}, True),
}  # fmt: skip


@pytest.mark.parametrize("name", CARDS)
def test_what_the_columns_of_cards_have(rows, name):
    """A right log fits, whichever of its cards it has."""
    made, whole = CARDS[name]
    log = [{"dealer": row["dealer"], "net": row["net"], **made(row)} for row in rows]
    found = combin.check("blackjack", log, RULES)
    assert found.fits and found.rounds == ROUNDS and found.replayed == whole
    assert any(test.name == "first cards" for test in found.tests)


def test_rounds_of_several_hands_with_one_number(rows, tmp_path, run):
    both = [{**row, "seat no": seat} for row in rows[:80] for seat in (1, 2)]
    status, out, err = run("check", "blackjack", log(tmp_path / "log.tsv", both))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "a row has several hands, so it is a round of one player: log one seat" in err


def test_any_play_judges_the_dealing_alone(rows, tmp_path, run):
    """One hit is told and priced; a net that the cards do not win fails as ever."""
    path, options = tmp_path / "log.tsv", ("--set", "packs=1", "--set", "splits=2")
    twenty = [row for row in rows if {row["player"][0], row["player"][3]} <= {*"TJQK"}]
    stood = next(row for row in twenty if row["actions"] == "S")
    place, cards = rows.index(stood), stood["hands"]
    left = {one + suit for one in "6789TJQK" for suit in "cdhs"}
    left -= {*cards.split(), *stood["dealer"].split()}
    bust = {
        **stood,
        "actions": "H",
        "hands": f"{cards} {min(left)}",
        "net": "-1",
        "outcome": "bust",
    }
    bust["dealer"] = " ".join(stood["dealer"].split()[:2])
    made = [*rows[:place], bust, *rows[place + 1 :]]
    assert not checked(path, made).fits
    found = checked(path, made, play="any")
    assert found.fits and found.any_play and found.play.departures and not found.mean_tested
    checker = combin.Checker("blackjack", RULES, play="any")
    checker.add(made)
    assert checker.verdict().fits
    made[0] = {**made[0], "net": "7"}
    status, out, _ = run("check", "blackjack", log(path, made), *options, "--play", "any")
    assert status == 1 and "1 of 400 rounds is impossible" in out
    nets = log(path, [{"net": row["net"]} for row in rows])
    for words, said in {
        ("any",): "needs a column of the player's cards and one of the dealer's",
        ("best",): "--play is any, which",
        ("any", "--strategy", "optimal"): "--play any and --strategy contradict each other",
    }.items():
        status, out, err = run("check", "blackjack", nets, "--play", *words)
        assert (status, out) == (2, "") and said in err


def by_hand(row):
    """Return the cards of each hand, its stake and what it wins."""
    words = (row[name].split(" | ") for name in ("hands", "actions", "outcome"))
    for cards, acts, end in zip(*words):
        bet = 2 if "D" in acts else 1
        yield cards.split(), bet, {"win": bet, "natural": 1.5, "push": 0}.get(end, -bet)


NETS = {
    "objects": lambda row: {"hands": [{"cards": c, "net": net} for c, _, net in by_hand(row)]},
    "payouts": lambda row: {"hands": [{"cards": c, "bet": bet, "payout": bet + net} for c, bet, net in by_hand(row)]},
    "a list": lambda row: {"hands": row["hands"], "net": [net for _, _, net in by_hand(row)]},
    "bars": lambda row: {"hands": row["hands"], "net": " | ".join(str(net) for _, _, net in by_hand(row))},
}  # fmt: skip


@pytest.mark.parametrize("name", NETS)
def test_a_net_for_each_hand_is_added_up(rows, name, tmp_path):
    path = tmp_path / "log.jsonl"
    made = [{"dealer": row["dealer"].split(), **NETS[name](row)} for row in rows]
    path.write_text("\n".join(map(json.dumps, made)))
    found = combin.check("blackjack", path, RULES)
    assert found.fits and found.replayed
    assert found.mean * ROUNDS == sum(Fraction(row["net"]) for row in rows)
