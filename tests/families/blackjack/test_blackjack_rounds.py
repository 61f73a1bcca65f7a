"""Rounds of blackjack: those that combin deals against exact values, and logs of a simulator that
shares nothing with it, right and broken.
"""

from __future__ import annotations

import csv
import gzip
import json
import random
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import pytest

import combin
from combin.checker import chances
from combin.errors import CombinError
from combin.families.blackjack.judging.rows import HandRules, LoggedRound
from combin.families.blackjack.rounds import BlackjackRounds, BlackjackTable, Decisions
from combin.families.blackjack.settle import draws, settled, total_of
from combin.games import sheet_of
from houses import PLAIN, house_by

ROOT = Path(combin.__file__).parents[1]
UPS = "23456789TA"
RULES = {"packs": "1", "splits": "2"}  # those of the simulator, which are soon solved


def decisions(**choices: str) -> Decisions:
    return Decisions(sheet_of("blackjack").resolve(choices))


@pytest.fixture(scope="module")
def usual() -> Decisions:
    return decisions()


# --- A simulator of its own ----------------------------------------------------------------------


@dataclass
class Table:
    """A literal simulator that plays by a chart in letters; what is broken is said.

    chart: row -> letters. leaves: ranks that the shoe lacks.
    """

    chart: dict[str, dict[str, str]]
    packs: int = 1
    hits_soft_17: bool = False
    natural: Fraction = Fraction(3, 2)
    leaves: str = ""
    doubles_three_cards: bool = False
    surrenders: bool = False
    bottom_heavy: bool = False
    stands_at: int = 17
    hands: int = 2

    def shoe(self, dice: random.Random) -> list[str]:
        ranks = [rank for rank in "A23456789TJQK" if rank not in self.leaves]
        cards = [rank + suit for rank in ranks for suit in "cdhs"] * self.packs
        if self.bottom_heavy:  # a shuffle by transpositions, far too few of them
            for _ in range(40):
                one, other = dice.randrange(len(cards)), dice.randrange(len(cards))
                cards[one], cards[other] = cards[other], cards[one]
            return cards
        return dice.sample(cards, 40)

    @staticmethod
    def value(cards: list[str]) -> tuple[int, bool]:
        total = sum(
            1 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0]) for card in cards
        )
        soft = any(card[0] == "A" for card in cards) and total <= 11
        return total + 10 * soft, soft

    def letter(self, cards: list[str], up: str, splits: bool) -> str:
        total, soft = self.value(cards)
        count = self.value([cards[0]])[0], self.value([cards[1]])[0]
        row = f"{'soft' if soft else 'hard'} {total}"
        if splits and len(cards) == 2 and count[0] == count[1]:
            rank = {11: "A", 10: "T"}.get(count[0], str(count[0]))
            row = f"pair {rank}"
        return self.chart[row]["T" if up[0] in "TJQK" else up[0]]

    def round(self, dice: random.Random) -> dict[str, str]:
        shoe = self.shoe(dice)
        two, dealer = [shoe.pop(), shoe.pop()], [shoe.pop(), shoe.pop()]
        naturals = self.value(two)[0] == 21, self.value(dealer)[0] == 21
        hands, said, doubled = [list(two)], [[]], [False]
        net, staked = Fraction(0), 1
        if any(naturals):
            net = Fraction(0) if all(naturals) else self.natural if naturals[0] else Fraction(-1)
        elif self.surrenders and self.value(two) == (16, False):
            said, net = [["R"]], Fraction(-1, 2)
        else:
            self.play(shoe, hands, said, doubled, dealer[0])
            staked = sum(1 + twice for twice in doubled)
            if any(self.value(hand)[0] <= 21 for hand in hands):
                self.draw(shoe, dealer)
            his = self.value(dealer)[0]
            for hand, twice in zip(hands, doubled):
                own = self.value(hand)[0]
                won = own <= 21 and (his > 21 or own > his)
                lost = own > 21 or (his <= 21 and own < his)
                net += (won - lost) * (1 + twice)
        return {
            "player": " ".join(two),
            "dealer": " ".join(dealer),
            "hands": " | ".join(map(" ".join, hands)),
            "actions": " | ".join(map(" ".join, said)),
            "staked": str(staked),
            "net": str(net),
        }

    def draw(self, shoe: list[str], dealer: list[str]) -> None:
        while True:
            total, soft = self.value(dealer)
            stands = total >= self.stands_at and not (total == 17 and soft and self.hits_soft_17)
            if stands:
                return
            dealer.append(shoe.pop())

    def play(self, shoe, hands, said, doubled, up) -> None:
        at = 0
        while at < len(hands):
            hand, one_card = hands[at], len(hands) > 1 and hands[at][0][0] == "A"
            if len(hand) == 1:
                hand.append(shoe.pop())
            while True:
                splits = len(hands) < (2 if hand[0][0] == "A" else self.hands)
                pair = splits and self.value(hand[:1]) == self.value(hand[1:])
                if self.value(hand)[0] >= 21 or (one_card and not pair):
                    break
                letter = self.letter(hand, up, splits)
                if letter == "P":
                    hands.insert(at + 1, [hand.pop()])
                    said[at].append("P")
                    said.insert(at + 1, [])
                    doubled.insert(at + 1, False)
                    hand.append(shoe.pop())
                    one_card = hand[0][0] == "A"
                    continue
                may = len(hand) == 2 or self.doubles_three_cards
                if letter in ("D", "Ds") and may:
                    said[at].append("D")
                    doubled[at] = True
                    hand.append(shoe.pop())
                    break
                if letter in ("H", "D"):
                    said[at].append("H")
                    hand.append(shoe.pop())
                    continue
                said[at].append("S")
                break
            at += 1


@pytest.fixture(scope="module")
def lines() -> list[tuple[str, tuple[str, ...]]]:
    return combin.situations("blackjack", RULES).chart.chart.rows


@pytest.fixture(scope="module")
def chart(lines) -> dict[str, dict[str, str]]:
    return {row: dict(zip(UPS, letters)) for row, letters in lines}


@pytest.fixture(scope="module")
def chart_file(lines, tmp_path_factory):
    place = tmp_path_factory.mktemp("chart") / "chart.txt"
    place.write_text("\n".join(f"{row} {' '.join(letters)}" for row, letters in lines))
    return place


def logged(table: Table, path, rounds: int, seed: int = 1, columns: str = "") -> str:
    """Write a log of a table, of all its columns or of some; return its path."""
    dice = random.Random(seed)
    names = columns.split() or ["player", "dealer", "hands", "actions", "staked", "net"]
    with open(path, "w", newline="") as file:
        rows = csv.DictWriter(file, names, extrasaction="ignore")
        rows.writeheader()
        rows.writerows(table.round(dice) for _ in range(rounds))
    return str(path)


def rows_of(path) -> list[dict[str, str]]:
    with open(path) as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def judged(log, chart_file):
    """Return the verdict on a log of the simulator, against the chart by which it plays."""
    return combin.check("blackjack", str(log), RULES, strategy=str(chart_file), chip=1)


@pytest.fixture(scope="module")
def right_log(chart, tmp_path_factory):
    return logged(Table(chart), tmp_path_factory.mktemp("logs") / "right.csv", 2000)


@pytest.mark.slow
def test_a_right_log_fits(right_log, chart_file):
    found = judged(right_log, chart_file)
    assert found.fits and found.replayed and found.rounds == 2000
    assert not found.play.departures and found.play.decisions > 2000
    assert {test.name for test in found.tests} >= {"first cards", "cards drawn", "mean"}


BROKEN = [
    ("hits soft 17", {"hits_soft_17": True}, "the dealer stands on soft 17"),
    ("stands on 16", {"stands_at": 16}, "the dealer draws to 16"),
    ("pays 6 to 5", {"natural": Fraction(6, 5)}, "net +3/2"),
    ("doubles three cards", {"doubles_three_cards": True}, "only two cards are doubled"),
    ("surrenders", {"surrenders": True}, "no surrender is offered"),
    ("four hands", {"hands": 4}, "a pair becomes at most 2 hands"),
]


@pytest.mark.slow
@pytest.mark.parametrize("_, broken, said", BROKEN, ids=[one[0] for one in BROKEN])
def test_what_the_rules_do_not_have_is_named_with_its_row(
    _, broken, said, chart, chart_file, tmp_path
):
    log = logged(Table(chart, **broken), tmp_path / "log.csv", 1500, seed=3)
    found = judged(log, chart_file)
    assert not found.fits and any(said in one.right for one in found.impossible)
    first = found.impossible[0]
    row = rows_of(log)[first.row - 1]
    assert all(card in first.logged for card in row["dealer"].split())


@pytest.mark.slow
def test_other_rules_by_which_all_rows_may_be_are_hinted_at(chart, chart_file, tmp_path):
    broken = Table(chart, hits_soft_17=True, natural=Fraction(6, 5))
    found = judged(logged(broken, tmp_path / "log.csv", 1500), chart_file)
    option = found.causes.likely[0].option
    assert "--set natural=6-5" in option and "--set soft17=hit" in option
    other = Table(chart, doubles_three_cards=True)
    found = judged(logged(other, tmp_path / "log.csv", 1500), chart_file)
    assert found.causes.likely[0].words == "three cards and more are doubled"
    other = Table(chart, stands_at=16)
    found = judged(logged(other, tmp_path / "log.csv", 1500), chart_file)
    assert found.causes.likely[0].words == "the dealer stands on 16"


@pytest.mark.slow
def test_a_shoe_without_aces_is_found(chart, chart_file, tmp_path):
    log = logged(Table(chart, leaves="A"), tmp_path / "log.csv", 1000)
    found = judged(log, chart_file)
    assert not found.impossible and not found.play.departures and not found.fits
    assert {"first cards", "cards of the player", "cards, ranks, suits"} <= {
        test.name for test in found.failed
    }


@pytest.mark.slow
def test_a_poor_shuffle_is_found(chart, chart_file, tmp_path):
    log = logged(Table(chart, bottom_heavy=True), tmp_path / "log.csv", 1000)
    found = judged(log, chart_file)
    assert not found.impossible and not found.fits and found.failed


@pytest.mark.slow
def test_a_card_that_the_shoe_does_not_have(chart, chart_file, tmp_path):
    log = logged(Table(chart, packs=6), tmp_path / "log.csv", 800)
    found = judged(log, chart_file)
    assert any(one.right.startswith("the shoe has 1 of") for one in found.impossible)


@pytest.mark.slow
def test_errors_of_play_are_priced(chart, right_log, tmp_path):
    """A chart that stands on 12 against 2 loses what `advise` says of each hand."""
    wrong = {**chart, "hard 12": {**chart["hard 12"], "2": "S"}}
    log = logged(Table(wrong), tmp_path / "log.csv", 3000)
    found = combin.check("blackjack", log, RULES)
    mine = [one for one in found.play.departures if one.taken == "stand" and "/ 2" in one.cards]
    assert not found.fits and not found.impossible and mine
    for one in mine:
        if one.decision == "two cards" and one.cards[0] != one.cards[2]:
            worth = combin.advise("blackjack", one.cards, RULES).rows[0].values
            assert (one.named, one.cost) == ("hit", worth["hit"] - worth["stand"])
    assert found.play.cost > 0


@pytest.mark.slow
def test_what_is_drawn_too_often_is_found(chart, chart_file, tmp_path):
    """The first four cards are right, and each ten drawn later comes twice as often."""

    class Later(Table):
        def shoe(self, dice: random.Random) -> list[str]:
            cards = super().shoe(dice)
            first = [cards.pop() for _ in range(4)]
            cards = [one for one in cards if one[0] in "TJQK" or dice.random() < 0.7]
            return [*cards, *reversed(first)]

    log = logged(Later(chart), tmp_path / "log.csv", 3000)
    found = judged(log, chart_file)
    names = {test.name for test in found.failed}
    assert not found.impossible and "cards drawn" in names and "first cards" not in names


@pytest.mark.slow
@pytest.mark.parametrize("columns", ["net", "player dealer net", "actions net"])
def test_plain_logs_are_read(columns, chart, chart_file, tmp_path):
    log = logged(Table(chart), tmp_path / "log.csv", 1500, columns=columns)
    if "dealer" in columns:
        rows = rows_of(log)
        with open(log, "w") as file:
            file.write("player,dealer,net\n")
            file.writelines(f"{r['player']},{r['dealer'].split()[0]},{r['net']}\n" for r in rows)
    found = judged(log, chart_file)
    assert found.fits and not found.replayed and found.play is None and found.untested


@pytest.mark.slow
def test_a_natural_is_settled_by_its_first_cards(chart, chart_file, tmp_path):
    log = tmp_path / "log.csv"
    log.write_text("player,dealer,net\nAs Kd,7h,1.5\nTd Ac,9s,1.2\n8h 8d,Ts,-1\n")
    found = judged(log, chart_file)
    (one,) = found.impossible
    assert (one.row, one.right) == (2, "a natural wins 3/2")


@pytest.mark.slow
def test_actions_may_be_left_out(chart, chart_file, tmp_path):
    log = logged(Table(chart), tmp_path / "log.csv", 1500, columns="player dealer hands net")
    found = judged(log, chart_file)
    assert found.fits and found.replayed and not found.play.departures


@pytest.mark.slow
def test_cards_may_lack_suits(right_log, chart_file, tmp_path):
    rows = rows_of(right_log)
    path = tmp_path / "log.csv"
    with open(path, "w") as file:
        file.write("player_cards;Dealer;hands;Actions;net\n")
        for row in rows:
            cells = [row[name].replace("T", "10") for name in ("player", "dealer", "hands")]
            bare = ["".join(letter for letter in cell if letter not in "cdhs") for cell in cells]
            file.write(";".join([*bare, row["actions"], row["net"]]) + "\n")
    found = judged(path, chart_file)
    assert found.fits and found.replayed


# --- What combin deals ---------------------------------------------------------------------------


SETTINGS = [
    {},
    {"packs": "1", "surrender": "early", "peek": "no", "aces": "resplit"},
    {"charlie": "5", "peek": "original", "aces": "hit", "surrender": "late", "soft17": "hit"},
]  # fmt: skip


def far(seen: Fraction, exact: Fraction, variance: Fraction, rounds: int) -> bool:
    """Return whether a mean is more than four standard errors from the exact one."""
    return (seen - exact) ** 2 * rounds > 16 * variance


@pytest.mark.whole
@pytest.mark.slow
@pytest.mark.parametrize("choices", SETTINGS, ids=str)
def test_many_rounds_have_the_exact_value_and_wager(choices):
    check_mean(decisions(**choices), 1_000_000)


@pytest.mark.slow
def test_rounds_have_the_exact_value_and_wager(usual):
    check_mean(usual, 200_000)


def check_mean(by: Decisions, rounds: int) -> None:
    dealt = BlackjackRounds(by)
    ends = Counter(end for block in dealt.play(rounds, 1) for end in block.ends)
    assert ends.total() == rounds
    chip = dealt.table.chip
    for name, exact in (("net", by.solved.value), ("staked", by.solved.mean_wager)):
        amounts = Counter()
        for end, many in ends.items():
            amounts[getattr(end, name) * chip] += many
        mean = Fraction(sum(amount * many for amount, many in amounts.items())) / rounds
        square = sum(amount**2 * many for amount, many in amounts.items()) / Fraction(rounds)
        assert not far(mean, exact, square - mean**2, rounds), name


@pytest.mark.slow
def test_without_a_split_the_nets_have_their_exact_law():
    by, rounds = decisions(splits="1", packs="2"), 200_000
    dealt = BlackjackRounds(by)
    seen = Counter(end.net * dealt.table.chip for b in dealt.play(rounds, 7) for end in b.ends)
    law = by.solved.law
    assert set(seen) == set(law)
    square = sum((seen[net] - rounds * p) ** 2 / (rounds * p) for net, p in law.items())
    assert chances.chi_square_tail(square, len(law) - 1) > Fraction(1, 1000)


@pytest.mark.slow
def test_a_seed_gives_the_same_rounds(tmp_path):
    logs = []
    for name in ("one.csv", "two.csv"):
        combin.simulate("blackjack", str(tmp_path / name), 500, seed=3, choices=RULES)
        logs.append((tmp_path / name).read_text())
    assert logs[0] == logs[1] and "round,player,dealer,hands,actions,outcome,staked,net" in logs[0]


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["csv", "csv.gz", "jsonl", "jsonl.gz", "parquet"])
def test_every_kind_of_file_fits(ending, tmp_path):
    path = str(tmp_path / f"log.{ending}")
    made = combin.simulate("blackjack", path, 400, seed=5, choices={"packs": 1, "splits": 2})
    found = combin.check("blackjack", path)
    assert found.fits and found.rounds == made.rounds == 400 and found.mean == made.mean
    assert dict(found.law.game.chosen) == dict(made.game.chosen)
    if ending == "jsonl.gz":
        with gzip.open(path, "rt") as file:
            assert json.loads(file.readline())["set.packs"] == "1"


@pytest.mark.slow
@pytest.mark.parametrize("form", ["outcome", "tally"])
def test_shorter_forms_fit(form, tmp_path):
    path = str(tmp_path / "log.csv")
    made = combin.simulate("blackjack", path, 5000, seed=5, form=form, choices=RULES)
    found = combin.check("blackjack", path)
    assert found.fits and found.mean == made.mean and not found.replayed
    assert {"mean", "chi-square"} <= {test.name for test in found.tests}


@pytest.mark.slow
def test_rounds_are_dealt_on_from_a_shoe(tmp_path):
    path = str(tmp_path / "log.csv")
    combin.simulate("blackjack", path, 3000, seed=5, choices={"packs": 2}, cut=26)
    rows = rows_of(path)
    shoes = Counter(row["shoe"] for row in rows)
    assert len(shoes) > 100 and max(shoes.values()) < 25
    found = combin.check("blackjack", path)
    assert found.fits and found.replayed and found.tested == len(shoes) < found.rounds
    dealt = Counter()
    for row in rows:
        if row["shoe"] == "1":
            dealt.update(row["hands"].replace("|", "").split() + row["dealer"].split())
    assert max(dealt.values()) <= 2 and 78 <= dealt.total() < 104


@pytest.mark.slow
def test_a_shorter_log_of_shoes_is_tested_where_they_begin(tmp_path):
    path = str(tmp_path / "log.csv")
    combin.simulate("blackjack", path, 4000, 5, "outcome", choices=RULES, cut=20)
    found = combin.check("blackjack", path)
    assert found.fits and found.tested == len({row["shoe"] for row in rows_of(path)}) < 1000


@pytest.mark.slow
def test_a_card_dealt_again_from_one_shoe_is_found(tmp_path):
    path = tmp_path / "log.csv"
    combin.simulate("blackjack", str(path), 300, seed=5, choices={"packs": 1}, cut=20)
    lines = path.read_text().splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("1,1,"))
    again = lines[first].split(",")
    second = lines[first + 1].split(",")
    lines[first + 1] = ",".join([*second[:2], *again[2:]])
    path.write_text("\n".join(lines) + "\n")
    found = combin.check("blackjack", str(path))
    assert found.impossible[0].row == 2
    assert found.impossible[0].right.startswith("the shoe has 1 of")


@pytest.mark.whole
@pytest.mark.slow
def test_a_chart_is_played_and_known_again(chart_file, tmp_path):
    path = str(tmp_path / "log.csv")
    made = combin.simulate("blackjack", path, 2000, 5, choices=RULES, strategy=str(chart_file))
    assert made.law().expected_value == combin.price("blackjack", str(chart_file), RULES).value
    assert combin.check("blackjack", path).fits
    assert combin.check("blackjack", path, strategy=chart_file.read_text()).fits


def test_hands_played_by_every_card_seen_are_refused(refused):
    for command in (("simulate", "blackjack"), ("check", "blackjack", __file__, "--header", "net")):
        refused(
            *command, "--set", "model=full-memory", "--set", "splits=2", words="neither dealt nor"
        )


@pytest.mark.slow
def test_the_shoe_may_not_run_out(usual):
    for cut in (0, 309, 400):
        with pytest.raises(CombinError, match="stay behind the cut card"):
            BlackjackRounds(usual, cut)


@pytest.mark.slow
def test_long_rounds_go_on_with_their_own_shoe(monkeypatch):
    monkeypatch.setattr("combin.families.blackjack.rounds.AHEAD", 6)
    by = decisions(packs="1")
    check_mean(by, 30_000)
    for block in BlackjackRounds(by).play(3000, 2):
        cards = [
            [*hands.replace("|", "").split(), *dealer.split()]
            for hands, dealer in zip(block.hands, block.dealers)
        ]
        assert max(map(len, cards)) > 10 and all(len(one) == len({*one}) for one in cards)


# --- Single rounds -------------------------------------------------------------------------------


def test_totals():
    assert total_of([0, 5]) == (17, True) and total_of([0, 5, 9]) == (17, False)
    assert draws(house_by(hits_soft_17=True).turns, [0, 5]) and not draws(PLAIN.turns, [0, 5])


@pytest.mark.parametrize(
    ("house", "hands", "said", "dealer", "came"),
    [
        (house_by(), [[0, 9]], [""], [5, 6], (("natural",), 1, Fraction(3, 2))),
        (house_by(), [[0, 9]], [""], [9, 0], (("push",), 1, 0)),
        (house_by(peek="never"), [[4, 5, 9]], ["D"], [9, 0], (("lose",), 2, -2)),
        (house_by(peek="original"), [[4, 5, 9]], ["D"], [9, 0], (("lose",), 1, -1)),
        (house_by(peek="never", surrender="late"), [[9, 5]], ["R"], [9, 0], (("surrender",), 1, -1)),
        (house_by(surrender="early"), [[9, 5]], ["R"], [9, 0], (("surrender",), 1, Fraction(-1, 2))),
        (house_by(charlie=5), [[1, 1, 1, 1, 2]], ["HHH"], [9, 9], (("win",), 1, 1)),
        (house_by(), [[0, 9], [0, 8]], ["P", ""], [9, 8], (("win", "win"), 2, 2)),
    ],
)  # fmt: skip
def test_rounds_are_settled_literally(house, hands, said, dealer, came):
    assert settled(house.turns, hands, said, dealer, lambda place, hand: hand.pays) == came


@pytest.mark.slow
def test_what_is_dealt_is_what_the_rules_allow():
    """Every round of the table passes the literal rules of the checker, under rules of all kinds."""
    for choices in (
        {"packs": "1", "surrender": "early", "peek": "no", "aces": "resplit", "splits": "3"},
        {"packs": "1", "charlie": "6", "peek": "original", "aces": "hit", "double": "10-11"},
        {"packs": "1", "das": "no", "surrender": "late", "natural": "6-5", "soft17": "hit"},
    ):
        by = decisions(**choices)
        rules, table = HandRules(by.game), BlackjackTable(by)
        assert table.chip <= 1
        for block in BlackjackRounds(by).play(4000, 11):
            for player, dealer, hands, end in zip(
                block.players, block.dealers, block.hands, block.ends
            ):
                played = read(hands, dealer, end.actions)
                played.first = read(player, dealer, "").hands[0]
                assert not rules.wrong(played), (hands, dealer)
                outcomes, staked, net = rules.settled(played)
                assert (staked, net) == (end.staked * table.chip, end.net * table.chip)
                assert " | ".join(outcomes) == end.outcome


def read(hands: str, dealer: str, actions: str) -> LoggedRound:
    from combin.families.blackjack.judging.rows import actions_in, cards_in, hands_in

    return LoggedRound(hands_in(hands), cards_in(dealer), actions_in(actions))


# --- What is refused -----------------------------------------------------------------------------


@pytest.mark.slow_after(2)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("player,dealer\n8h 8d,Ts\n", "has none of the columns of a log"),
        ("player,dealer,net\n8h 8d,Ts,won\n", "net is an amount"),
        ("player,dealer,net\n8h Xd,Ts,1\n", "row 1: 'Xd' is no card"),
        ("actions,net\ntwist,1\n", "no action is called 'twist'"),
        ("player,dealer,hands,outcome\n8h 7d,Ts 9s,8h 7d,draws\n", "no outcome is called"),
        ("# game: red-dog\nnet\n1\n", "is a log of 'red-dog'"),
        ("# set.packs: 2\nnet\n1\n", "says that choice packs is 2, not 1"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_line(refused, tmp_path, text, said):
    path = tmp_path / "log.csv"
    path.write_text(text)
    refused("check", "blackjack", str(path), "packs=1", "splits=1", words=said)


@pytest.mark.slow
def test_the_page_shows_what_is_written(run):
    page = (ROOT / "docs" / "logs.md").read_text()
    command, *shown = (
        page.split("```text\n$ combin simulate blackjack")[1].split("\n```")[0].splitlines()
    )
    out = run("simulate", "blackjack", *command.split())[1].splitlines()
    assert shown[:2] == [out[0], "..."] and shown[2:] == out[-5:]


@pytest.mark.slow
def test_commands(run, tmp_path):
    path = str(tmp_path / "log.csv")
    words = ("blackjack", "--rounds", "300", "--seed", "2", "--set", "packs=1", "-o", path)
    status, out, _ = run("simulate", *words)
    assert status == 0 and "exact mean wager" in out and "Again: combin simulate blackjack" in out
    status, out, _ = run("check", "blackjack", path)
    assert status == 0 and "every row was settled again" in out
    status, out, _ = run("check", "blackjack", path, "--json")
    found = json.loads(out)
    assert found["fits"] and found["choices"]["packs"] == "1" and found["played"]["decisions"]
    text = (tmp_path / "log.csv").read_text().replace(",natural,2,3", ",natural,2,2")
    (tmp_path / "log.csv").write_text(text)
    assert run("check", "blackjack", path)[0] == 1
    assert run("check", "blackjack", path, "--bet", "buster")[0] == 2
    assert run("check", "blackjack", path, "--pay", "natural=2")[0] == 1
