"""Rounds of the kin of blackjack: those that combin deals against exact values and distributions,
rows settled by hand, and logs right and broken.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

import combin
from combin.checker import chances
from combin.families.blackjack.house import mean_of, pays_of
from combin.families.blackjack.judging.play import HandsPlayed
from combin.families.blackjack.judging.rows import (
    HandRules,
    LoggedRound,
    actions_in,
    cards_in,
    hands_in,
)
from combin.families.blackjack.rounds import BlackjackRounds, Decisions
from combin.families.blackjack.settle import common_suit
from combin.proof import card_by_card as literal
from combin.proof.house_rules import rules_of
from combin.rules.game import Game
from shipped import page_of, with_few_ranks

KIN = ("spanish-21", "super-fun-21", "pontoon", "double-exposure", "free-bet-blackjack")
HALF = Fraction(1, 2)
SETTINGS = {  # by which all that is beyond blackjack comes up
    "spanish-21": {"super": "200", "redouble": "twice"},
    "super-fun-21": {},
    "pontoon": {"double": "any", "totals": "any", "redouble": "twice", "aces": "hit"},
    "double-exposure": {"splits": "3", "double": "9-11-soft"},
    "free-bet-blackjack": {"surrender": "late"},
}


@pytest.fixture(scope="module")
def files(tmp_path_factory) -> dict[str, Path]:
    """The same rules with five ranks."""
    folder, found = tmp_path_factory.mktemp("kin"), {}
    for name in KIN:
        found[name] = folder / f"{name}.game"
        found[name].write_text(with_few_ranks(page_of(name), "678JA", {1: 4}))
    return found


@pytest.fixture(scope="module")
def decisions(files) -> Callable[[str], Decisions]:
    return cache(lambda name: Decisions(combin.load(files[name], SETTINGS[name])))


def game(name: str, **choices: str) -> Game:
    return combin.load(name, choices)


# --- What combin deals ---------------------------------------------------------------------------


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("name", KIN)
def test_rounds_have_the_exact_value_and_wager(name, decisions):
    by, rounds = decisions(name), 5_000
    dealt = BlackjackRounds(by)
    ends = Counter(end for block in dealt.play(rounds, 1) for end in block.ends)
    for what, exact in (("net", by.solved.value), ("staked", by.solved.mean_wager)):
        amounts = Counter()
        for end, many in ends.items():
            amounts[getattr(end, what) * dealt.table.chip] += many
        mean = Fraction(sum(amount * many for amount, many in amounts.items())) / rounds
        square = Fraction(sum(amount**2 * many for amount, many in amounts.items())) / rounds
        assert (mean - exact) ** 2 * rounds < 16 * (square - mean**2), what


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("name", KIN)
def test_without_a_split_the_nets_have_their_exact_law(name, files):
    """Pays by cards, by ranks and by suits, rescues and free bets among them."""
    by = Decisions(combin.load(files[name], SETTINGS[name] | {"splits": "1"}))
    dealt, rounds = BlackjackRounds(by), 5_000
    seen = Counter(end.net * dealt.table.chip for b in dealt.play(rounds, 7) for end in b.ends)
    law = by.solved.law
    assert set(seen) <= set(law)
    cells = [(seen[net], rounds * chance) for net, chance in law.items() if rounds * chance >= 5]
    rare = rounds - sum(expected for _, expected in cells)
    cells.append((rounds - sum(many for many, _ in cells), rare))
    square = sum((many - mean) ** 2 / mean for many, mean in cells if mean)
    assert chances.chi_square_tail(square, len(cells) - 1) > Fraction(1, 1000)


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("name", KIN)
def test_what_is_dealt_is_what_the_rules_allow(name, decisions):
    by = decisions(name)
    rules, dealt = HandRules(by.game), BlackjackRounds(by)
    words = set()
    for block in dealt.play(1500, 11):
        for dealer, hands, end in zip(block.dealers, block.hands, block.ends):
            played = read(hands, dealer, end.actions)
            assert not rules.wrong(played), (hands, dealer, end)
            outcomes, staked, net = rules.settled(played)
            chip = dealt.table.chip
            assert (staked, net) == (end.staked * chip, end.net * chip)
            assert " | ".join(outcomes) == end.outcome and net in rules.possible_nets
            words |= {*end.outcome.split(" | ")}
            trial = HandsPlayed(by, rules, best=True)
            trial.take(played)
            assert not trial.met, (hands, dealer, end)
    assert {"win", "lose", "bust", "natural"} <= words
    assert "rescue" in words or name != "spanish-21"


def read(hands: str, dealer: str, actions: str) -> LoggedRound:
    return LoggedRound(hands_in(hands), cards_in(dealer), actions_in(actions))


# --- Rounds settled by hand ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, hands, actions, dealer, came",
    [
        ("spanish-21", "As Kd", "", "Kc Ah", ("natural", 1, Fraction(3, 2))),
        ("spanish-21", "6h 7h 8h", "H", "9c 8c", ("win", 1, 2)),
        ("spanish-21", "6s 7s 8s", "H", "9c 8c", ("win", 1, 3)),
        ("spanish-21", "7c 7d 7h", "H", "9c 2c Jc", ("win", 1, Fraction(3, 2))),
        ("spanish-21", "2c 3d 4h 5s 7h", "H H H", "9c 2c Jc", ("win", 1, Fraction(3, 2))),
        ("spanish-21", "6h 7h 8h", "D", "9c 8c", ("win", 2, 2)),
        ("spanish-21", "5h 6h 2c", "D R", "9c 8c", ("rescue", 2, -1)),
        ("spanish-21", "8h 8d 5c | 8c Kd", "P H S | S", "9c Kc", ("win | lose", 2, 0)),
        ("super-fun-21", "Ad Kd", "", "Kc Ah", ("natural", 1, 2)),
        ("super-fun-21", "Ad Kh", "", "9c Ah", ("natural", 1, 1)),
        ("super-fun-21", "2c 3d 4h 5s 7h", "H H H", "9c 8c", ("win", 1, 2)),
        ("super-fun-21", "2c 3d 4h 2s 2h 3c", "H H H H", "9c Jc", ("win", 1, 1)),
        ("super-fun-21", "2c 3d 4h 6c", "H H R", "9c 8c", ("surrender", 1, -HALF)),
        ("super-fun-21", "8h 8d 5c | 8c Kd", "P H R | S", "9c 8c", ("surrender | win", 2, HALF)),
        ("pontoon", "5h 6h Jc", "D", "Kc Ah", ("win", 2, 2)),
        ("pontoon", "5h 6h 2c", "D R", "Kc Ah", ("rescue", 2, -1)),
        ("pontoon", "Jh 6h", "R", "Kc Ah", ("surrender", 1, -1)),
        ("pontoon", "8h 2d | 8c 7d 6h", "P S | H", "Kc Ah", ("lose | win", 2, HALF)),
        ("double-exposure", "Ah Kh", "", "Kc Ad", ("natural", 1, 1)),
        ("double-exposure", "Jh Kh", "", "Kc Ad", ("lose", 1, -1)),
        ("double-exposure", "Jh 8h", "S", "Kc 8d", ("lose", 1, -1)),
        ("free-bet-blackjack", "5h 6h Jc", "D", "9c 6d Kc", ("win", 1, 2)),
        ("free-bet-blackjack", "5h 6h 2c", "D", "9c 8d", ("lose", 1, -1)),
        ("free-bet-blackjack", "5h 3h 2c", "D", "9c 8d", ("lose", 2, -2)),
        ("free-bet-blackjack", "Jh 9h", "S", "9c 3d Kc", ("push", 1, 0)),
        ("free-bet-blackjack", "8h 2c Jh | 8c 9d", "P D | S", "9c Jd", ("win | lose", 1, 2)),
    ],
)  # fmt: skip
def test_rounds_are_settled_by_the_rules(name, hands, actions, dealer, came):
    found = HandRules(game(name)).settled(read(hands, dealer, actions))
    assert (" | ".join(found[0]), *found[1:]) == came


def test_what_a_hand_is_paid_on_average_is_the_mean_over_its_suits():
    rules = game("spanish-21")
    run = rules.turns.bonuses[3]
    each = [
        run.paid(common_suit(cards_in(f"6{a} 7{b} 8{c}")))
        for a in "cdhs" for b in "cdhs" for c in "cdhs"
    ]  # fmt: skip
    assert mean_of(pays_of(rules.deck, run)) == sum(each) / 64


# --- Logs ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def logs(files, tmp_path_factory) -> Callable[[str], Path]:
    folder = tmp_path_factory.mktemp("logs")

    def log(name: str) -> Path:
        path = folder / f"{name}.csv"
        combin.simulate(files[name], path, 300, 5, choices=SETTINGS[name])
        return path

    return log


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("name", KIN)
def test_a_right_log_fits(name, files, logs, tmp_path):
    log = logs(name)
    found = combin.check(files[name], log)
    assert found.fits and found.replayed and found.rounds == 300
    assert not found.play.departures and found.play.decisions > 300
    rows = rows_of(log)
    names = ("player", "dealer", "hands", "net")
    path = tmp_path / "log.csv"
    path.write_text(
        "".join([*(line for line in log.open() if line[0] == "#"), ",".join(names), "\n"])
        + "".join(",".join(bare(row[one]) for one in names) + "\n" for row in rows)
    )
    found = combin.check(files[name], path)  # without suits, and without what was done
    assert found.fits and found.replayed and not found.play.departures


def bare(text: str) -> str:
    """Return cards without suits; a net as it is."""
    return re.sub("[cdhs]", "", text)


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open() as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


HEAD = "hands,dealer,actions,net"
FAULTS = {
    "spanish-21": [
        ("As Jd,Jc Ah,,0", "net +3/2"),
        ("6s 7s 8s,7h Jc,H,2", "net +3"),
        ("6s 7s 8c Ah,7h Jc,H H,-1", "this 21 has won and gets no card"),
        ("Js 6h,8h Jc,R S,-1/2", "nothing follows R"),
    ],
    "super-fun-21": [
        ("Ad Jd,6c Ah,,1", "net +2"),
        ("As 6h Ac Ah Ad 6c,Jh 7c,H H H H,2", "net +1"),
        ("As 6h Ac Ah Ad 6c Ac,Jh 7c,H H H H H,-1", "a hand of 6 cards has won and gets no card"),
        ("6s 6h Jc,8h Jc,H R,-1/2", "a hand of 22 has bust and is not given up"),
    ],
    "pontoon": [
        ("As Jd,Jc Ah,,0", "net +3/2"),
        ("6s 6h 7c,Jh Ac,D R,-2", "net -1"),
        ("Js 6h Ac,8h Jc,H R,-1/2", "only two cards are given up"),
        ("8s 8h 6c | 8c 8d 8h 6d | 8d Jd,7h Jc,P H S | P H H | S,0", "a hand of 24 has bust"),
    ],
    "double-exposure": [
        ("Js 8h,Jc 8c,S,0", "net -1"),
        ("As Jh,Jc Ac,,0", "net +1"),
        ("Js 8h,Jc Ac,S,-1", "the dealer looks first"),
        ("8s 8h,Jc 8c,R,-1/2", "no surrender is offered"),
        ("6s 8h 7c,Jc 8c,D,2", "14 is not doubled"),
    ],
    "free-bet-blackjack": [
        ("Js 8h,6c Jc 6h,S,1", "net 0"),
        ("6s 8h 7c,Jc Jh,D,1", "net +2"),
        ("8s Jh | 8c Jc,Jc Jh,P S | S,-2", "net -1"),
        ("8s Jh | 8c Jc,7c Jh,P S | D,1", "3 cards after D"),
    ],
}


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("name", KIN)
def test_what_the_rules_do_not_have_is_named_with_its_row(name, files, tmp_path):
    path = tmp_path / "log.csv"
    right = "8s Jh,Jc 7h,S,1\n" * 2
    path.write_text(f"{HEAD}\n" + "".join(f"{right}{row}\n" for row, _ in FAULTS[name]))
    found = combin.check(files[name], path, SETTINGS[name], chip=1)
    named = {one.row: one.right for one in found.impossible}
    wrong = {3 * number: said for number, (_, said) in enumerate(FAULTS[name], 1)}
    assert not found.fits and {*named} == {*wrong} and len(wrong) >= 3
    for row, said in wrong.items():
        assert said in named[row], (row, named[row])


# --- Errors of play ------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_surrender_left_out_in_mid_hand_is_priced(files, decisions):
    """As `advise` says of the same three cards."""
    by = decisions("super-fun-21")
    played = HandsPlayed(by, HandRules(by.game), best=True)
    played.take(read("6s 6h 6c Ac", "Jh 7c", "H H S"))
    worth = (
        combin.advise(files["super-fun-21"], "6 6 6 / T", SETTINGS["super-fun-21"]).rows[0].values
    )
    left = [one for one in played.play().departures if one.cards == "6 6 6 / T"]
    best = max(worth, key=worth.__getitem__)
    assert [(one.taken, one.named, one.cost) for one in left] == [
        ("hit", best, worth[best] - worth["hit"])
    ]


@pytest.mark.parametrize("taken, letters", [("stand", "D"), ("rescue", "D R")])
def test_what_is_done_with_a_doubled_hand_is_priced_literally(taken, letters, files):
    """Two sixes and an ace against a ten."""
    by = Decisions(combin.load(files["spanish-21"], {"splits": "1", "packs": "2"}))
    lattice, values = by.hands, by.columns[9].values
    hand = lattice.of(5, 5, 0)
    worth = values.worth(hand, values.tables.doubled[1])
    cards = tuple(rank + 1 for rank, count in enumerate(by.solved.shoe) for _ in range(count))
    table = literal.Table(cards, rules_of(by.house))
    natural = values.chance_of_natural(hand)
    for action in ("stand", "rescue"):
        net, _ = literal.mean(table._acted(action, (1, 6, 6), 10, (), (1, 2)))
        assert values.mean(hand, worth[action]) == (1 - natural) * net
    trial = HandsPlayed(by, HandRules(by.game), best=True)
    trial.take(read("6s 6h Ac", "Jh 7c", letters))
    left = [one for one in trial.play().departures if one.taken == taken]
    best = max(worth, key=worth.__getitem__)
    assert [one.named for one in left if one.cards.startswith("A 6 6")] == [
        best for _ in [0] if best != taken
    ]
