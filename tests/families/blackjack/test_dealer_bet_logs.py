"""Logs of bets on the dealer's cards: what is dealt fits, and what is wrong in a row is found by row."""

from __future__ import annotations

import csv
from collections import Counter
from fractions import Fraction

import pytest

import combin
from combin.errors import CombinError

ROUNDS = 1_500
FELT = """\
Blackjack with a bet on a bust  (felt)
source: a felt
cards: 6 decks
TURNS
  dealer: stands on 17
  double
  split: hands 4
  natural: pays 3 to 2
"""
FELTS = {
    "suited": "bust: pays 7, ranks 888, coloured 50, suited 200\n"
    "  bust: pays 5, ending in 9T, at most 3",
    "offered": "offered against: A6T\n  bust: pays 7 to 2, against A, spades 9\n"
    "  bust: pays 1, against 6",
    "cards": "pays by the number of cards with which the dealer busts\n    3  1\n    4  2\n    5  9\n"
    "  bust: pays 4, cards 3, at most 4, against A, coloured 40",
}
BETS = [
    ("blackjack", "buster", {}),
    ("blackjack", "buster", {"soft17": "hit", "packs": "1"}),
    ("blackjack", "insurance", {}),
    ("free-bet-blackjack", "insurance", {}),
    ("blackjack-switch", "insurance", {}),
]


def dealt(game, path, bet, **options):
    combin.simulate(game, path, ROUNDS, 11, bet=bet, **options)
    with path.open() as file:
        return [*csv.reader(line for line in file if not line.startswith("#"))]


@pytest.fixture(scope="module")
def buster(tmp_path_factory):
    """Return the rows of a log of Buster, the names of the columns first."""
    return dealt("blackjack", tmp_path_factory.mktemp("logs") / "buster.csv", "buster")


def checked(rows, bet="buster", **options):
    return combin.check("blackjack", rows, bet=bet, chip=1, **options)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("form", ["full", "outcome", "tally"])
@pytest.mark.parametrize(("game", "bet", "choices"), BETS)
def test_what_is_dealt_fits(game, bet, choices, form, tmp_path):
    dealt(game, path := tmp_path / "log.csv", bet, form=form, choices=choices)
    found = combin.check(game, path)
    assert found.fits and found.law.key == bet and found.replayed is (form == "full")
    assert (
        found.rounds == ROUNDS
        and found.law.result == combin.solve(game, choices=choices, bets=[bet])[bet]
    )


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("bet", FELTS)
def test_bets_by_up_card_last_card_and_suit_fit(bet, tmp_path):
    (file := tmp_path / f"{bet}.game").write_text(f"{FELT}SIDE BET {bet}\n  {FELTS[bet]}\n")
    game = combin.load(str(file))
    rows = dealt(game, tmp_path / "log.csv", bet)
    found = combin.check(game, tmp_path / "log.csv")
    assert found.fits and found.replayed
    # without suits every pay that some suits would have is right
    plain = [(" ".join(card[0] for card in row[1].split()), row[4]) for row in rows[1:]]
    assert combin.check(game, [("dealer", "net"), *plain], bet=bet, chip=found.chip).fits


def test_a_wrong_pay_is_found_by_row_and_named(buster):
    header, *rows = buster
    place = [number for number, row in enumerate(rows, 1) if row[2] == "bust with 3 cards"]
    wrong = [[*row[:4], "1"] if number in place else row for number, row in enumerate(rows, 1)]
    found = checked([header, *wrong])
    assert found.impossible_rows == len(place) and found.impossible[0].row == place[0]
    assert found.impossible[0].right == "net +2"
    (cause, *_) = found.causes.likely
    assert cause.option == "--pay buster.3-cards=1" and not cause.unexplained
    again = checked([header, *wrong], pays={"buster.3-cards": 1})
    assert not again.impossible


def test_one_row_that_pays_too_much(buster):
    header, *rows = buster
    rows = [[*row] for row in rows]
    place = next(at for at, row in enumerate(rows) if row[2] == "nothing paid")
    rows[place][2:] = ["bust with 5 cards", "1", "4"]
    found = checked([header, *rows])
    assert [one.row for one in found.impossible] == [place + 1] and found.impossible_rows == 1
    assert found.impossible[0].right == "nothing paid, net -1"


@pytest.mark.slow
def test_what_the_dealer_cannot_do_is_told(buster):
    header, *rows = buster
    drawn = next(row for row in rows if len(row[1].split()) > 2)
    short = [drawn[0], " ".join(drawn[1].split()[:2]), "nothing paid", "1", "-1"]
    told = {
        "the dealer draws to": [short],
        "the shoe has 6 of": [["1", "2h 2h 2h 2h 2h 2h 2h 2h", "nothing paid", "1", "-1"]],
        "the dealer stands on 20": [["1", "Kh Qd 5c", "bust with 3 cards", "1", "2"]],
        "the dealer's second card is missing": [["1", "Kh", "nothing paid", "1", "-1"]],
    }
    for words, some in told.items():
        (impossible,) = checked([header, *some]).impossible
        assert impossible.right.startswith(words)


@pytest.mark.slow
def test_other_rules_are_named(tmp_path):
    dealt("blackjack", path := tmp_path / "log.csv", "buster", choices={"soft17": "hit"})
    text = path.read_text().replace("# set.soft17: hit\n", "")
    path.write_text(text)
    found = combin.check("blackjack", path, choices={"soft17": "stand"})
    assert found.impossible_rows and found.causes.likely[0].option == "--set soft17=hit"


def test_insurance_is_offered_against_an_ace():
    rows = [("dealer", "net"), ("As Kd", "2"), ("Ah 5d", "-1"), ("Ts Ad", "2"), ("Ac Td 5s", "2")]
    found = checked(rows, "insurance")
    told = {one.row: one.right for one in found.impossible}
    assert told == {3: "insurance is offered against A", 4: "the dealer stands on soft 21"}


@pytest.mark.slow
def test_a_log_of_the_game_has_a_column_for_it(tmp_path):
    """Where the bet was not made stands 0 or nothing; what the game itself won is not read."""
    header, *rows = dealt("blackjack", tmp_path / "log.csv", "base")
    dealer = header.index("dealer")
    insured = Counter()
    for row in rows:
        up, hole, *_ = row[dealer].split()
        net = ("2" if hole[0] in "TJQK" else "-1") if up[0] == "A" else ("0", "")[len(insured) % 2]
        insured[net] += 1
        row.append(net)
    found = checked([[*header, "insurance_net"], *rows], "insurance")
    assert found.fits and found.tested == insured["2"] + insured["-1"] and found.rounds == ROUNDS
    assert found.mean == Fraction(2 * insured["2"] - insured["-1"], found.tested)
    rows[0][-1] = "1"
    assert checked([[*header, "insurance_net"], *rows], "insurance").impossible[0].row == 1


def test_cards_without_suits_and_words_of_others(buster):
    _, *rows = buster
    plain = [(" ".join(card[0] for card in row[1].split()), row[4]) for row in rows]
    won = [(cards, "Win" if int(net) > 0 else "Loss", net) for cards, net in plain]
    assert checked([("dealer", "outcome", "net"), *won]).fits


def test_what_is_not_asked_of_it(tmp_path):
    for option in ({"strategy": "hit"}, {"cut": 5}):
        with pytest.raises(CombinError, match="a bet on the dealer's cards"):
            combin.simulate("blackjack", tmp_path / "log.csv", 5, bet="buster", **option)
    rows = [("dealer", "net"), ("As Kd", "2")]
    for option in ({"strategy": "hit"}, {"play": "any"}):
        with pytest.raises(CombinError, match="nothing is decided in bet 'insurance'"):
            checked(rows, "insurance", **option)
