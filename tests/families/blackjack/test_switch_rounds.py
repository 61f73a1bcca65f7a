"""Rounds of blackjack switch: every order of the cards of a short shoe beside the exact value, rows
settled by hand, and logs right and broken.
"""

from __future__ import annotations

import csv
import random
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

import combin
from combin.errors import CombinError
from combin.families.blackjack.judging.rows import SaidRow, cards_in
from combin.families.blackjack.judging.two_play import TwoHandsPlayed
from combin.families.blackjack.judging.two_rows import LoggedTwo, TwoHandRules
from combin.families.blackjack.rounds import BlackjackRounds, BlackjackTable, DealtRound, Decisions
from combin.families.blackjack.switch import KEEP, SWITCH
from combin.proof.card_by_card import TwoHands, less
from combin.proof.house_rules import rules_of
from shipped import page_of, with_few_ranks

HALF = Fraction(1, 2)


@pytest.fixture(scope="module")
def files(tmp_path_factory) -> dict[str, Path]:
    """The same rules with a few ranks."""
    folder, found = tmp_path_factory.mktemp("switch"), {}
    for ranks in ("9TA", "56TA"):
        found[ranks] = folder / f"{ranks}.game"
        page = with_few_ranks(page_of("blackjack-switch"), ranks, {6: 4, 1: 4, 2: 4})
        found[ranks].write_text(page)
    return found


@pytest.fixture(scope="module")
def by(files) -> Decisions:
    return Decisions(combin.load(files["56TA"]))


# --- What combin deals ---------------------------------------------------------------------------


def every_round(by: Decisions, first: tuple[int, ...]) -> Iterator[tuple[Fraction, DealtRound]]:
    """Yield each order of the cards after the first, and how likely it is."""
    table, shoe = BlackjackTable(by), list(by.game.shoe.values())
    many = sum(shoe)

    def dealt(cards: tuple[int, ...], chance: Fraction) -> Iterator[tuple[Fraction, DealtRound]]:
        if len(cards) > len(first):
            try:
                yield chance, table.play(cards, bytes(cards))
                return
            except IndexError:
                pass
        for rank, count in enumerate(shoe):
            if left := count - cards.count(rank):
                yield from dealt((*cards, rank), chance * Fraction(left, many - len(cards)))

    return dealt(first, Fraction(1))


DEALS = [  # the first hand, the second, and the dealer's card, an ace 1
    (10, 9, 1, 9, 9), (1, 10, 9, 9, 10), (9, 1, 1, 10, 10), (10, 1, 1, 10, 1), (9, 10, 10, 9, 1),
    (9, 9, 1, 1, 10), (1, 9, 10, 10, 10),
]  # fmt: skip


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    "choices",
    [
        {"splits": "1"},
        {"splits": "1", "switched": "natural", "natural": "3-2"},
        {"splits": "1", "peek": "no", "surrender": "late"},
        {"splits": "1", "surrender": "early"},
        {"splits": "2", "switched": "natural"},
    ],
    ids=str,
)
def test_every_order_of_the_cards_comes_to_what_the_literal_reference_has(choices, files):
    by = Decisions(combin.load(files["9TA"], choices))
    counts = choices.get("switched") == "natural"
    literal, chip = (
        TwoHands(cards_of(by), rules_of(by.house), counts=counts),
        BlackjackTable(by).chip,
    )
    for a, b, c, d, up in DEALS:
        kept, better = (literal.both((a, b), (c, d), up, one) for one in (False, True))
        best = better if better[0] > kept[0] else kept
        net, staked, crossed = Fraction(0), Fraction(0), Fraction(0)
        for chance, played in every_round(by, (a - 1, b - 1, c - 1, d - 1, up - 1)):
            net += chance * played.end.net * chip
            staked += chance * played.end.staked * chip
            crossed += chance * played.end.actions.startswith("X")
        assert (net, staked) == best, (a, b, c, d, up)
        left = less(literal.shoe, a, b, c, d, up)
        beaten = Fraction(left.count({1: 10, 10: 1}.get(up, 0)), len(left))
        ended = beaten if by.house.turns.looks_first else 0
        assert crossed == (best != kept) * (1 - ended), (a, b, c, d, up)


def cards_of(by: Decisions) -> tuple[int, ...]:
    shoe = enumerate(by.game.shoe.values(), 1)
    return tuple(rank for rank, count in shoe for _ in range(count))


@pytest.mark.slow
def test_kinds_of_rounds_have_their_exact_chances(files):
    """Of rounds dealt: whether cards are exchanged, and how many pairs are split."""
    by, rounds = Decisions(combin.load(files["9TA"])), 20_000
    seen = Counter(
        (end.actions.startswith("X"), sum("P" in one for one in end.actions.split("||")))
        for block in BlackjackRounds(by).play(rounds, 3)
        for end in block.ends
    )
    assert sum(by.kinds.values()) == 1 and {*seen} <= {*by.kinds}
    for kind, chance in by.kinds.items():
        mean = rounds * chance
        assert (seen[kind] - mean) ** 2 <= 16 * mean * (1 - chance) + 1, kind


@pytest.mark.slow
@pytest.mark.parametrize("switched", ["21", "natural"])
def test_cards_are_exchanged_as_the_literal_reference_has_it(switched, files):
    by = Decisions(combin.load(files["56TA"], {"splits": "1", "switched": switched}))
    shoe = cards_of(by)
    literal = TwoHands(shoe, rules_of(by.house), counts=switched == "natural")
    dice = random.Random(1)
    for _ in range(25):
        a, b, c, d, up = dice.sample(shoe, 5)
        kept, better = (literal.both((a, b), (c, d), up, one)[0] for one in (False, True))
        number = int("".join(str(rank - 1) for rank in (a, b, c, d)))
        assert bool(by.exchanges[up - 1][number]) == (better > kept), (a, b, c, d, up)


@pytest.mark.slow
def test_rounds_have_the_exact_value_and_wager(by):
    """With splits, to four hands from each of the two."""
    dealt, rounds = BlackjackRounds(by), 20_000
    ends = Counter(end for block in dealt.play(rounds, 1) for end in block.ends)
    for what, exact in (("net", by.solved.value), ("staked", by.solved.mean_wager)):
        amounts = Counter()
        for end, many in ends.items():
            amounts[getattr(end, what) * dealt.table.chip] += many
        mean = Fraction(sum(amount * many for amount, many in amounts.items())) / rounds
        square = Fraction(sum(amount**2 * many for amount, many in amounts.items())) / rounds
        assert (mean - 2 * exact) ** 2 * rounds < 16 * (square - mean**2), what


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    "choices",
    [
        {},
        {"switched": "natural", "natural": "3-2", "peek": "no", "surrender": "late"},
        {"surrender": "early", "aces": "resplit"},
        {"peek": "no", "aces": "hit", "das": "no"},
    ],
    ids=str,
)
def test_what_is_dealt_is_what_the_rules_allow(choices, files):
    by = Decisions(combin.load(files["56TA"], choices))
    rules, dealt, words = TwoHandRules(by.game), BlackjackRounds(by), set()
    for block in dealt.play(1500, 11):
        for player, dealer, hands, end in zip(
            block.players, block.dealers, block.hands, block.ends
        ):
            played = read(rules, hands, dealer, end.actions, player)
            assert not rules.wrong(played), (hands, dealer, end)
            outcomes, staked, net = rules.settled(played)
            chip = dealt.table.chip
            assert (staked, net) == (end.staked * chip, end.net * chip)
            assert (
                " | ".join(outcomes) == end.outcome.replace("||", "|")
                and net in rules.possible_nets
            )
            words |= {*end.outcome.replace("||", "|").split(" | ")}
            trial = TwoHandsPlayed(by, rules.one, best=True)
            trial.take(played)
            assert not trial.met, (hands, dealer, end)
    assert {"win", "lose", "bust", "natural", "push"} <= words


def read(rules: TwoHandRules, hands: str, dealer: str, actions: str, player: str = "") -> LoggedTwo:
    cells = {"hands": hands, "dealer": dealer} | ({"player": player} if player else {})
    return rules.read(cells, SaidRow(rules.actions(actions), None, None, None))


# --- Rounds settled by hand ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choices", "hands", "actions", "dealer", "came"),
    [
        ({}, "As Kd || 9c 8c", "- || S", "7c Kh", ("natural | push", 2, 1)),
        ({}, "As Kd || 9c 8c", "- || -", "Kc Ah", ("push | lose", 2, -1)),
        ({}, "As Kd || 9c 8c", "X S || S", "7c Kh", ("win | push", 2, 1)),
        ({}, "As Kd || 9c 8c", "X S || S", "7c 6c 9h", ("push | push", 2, 0)),
        ({}, "As Kd || 9c 8c", "- || S", "7c 6c 9h", ("natural | push", 2, 1)),
        ({}, "5s 6d Kc || 9c 6c Kh", "D || H", "7c Kh", ("win | bust", 3, 1)),
        ({}, "8s 3d Kc | 8d Ts || 9c 9h", "P D | S || S", "7c Kh", ("win | win | win", 4, 4)),
        ({}, "9c 9h || 8s 3d | 8d Ts", "S || P S | S", "7c Kh", ("win | lose | win", 3, 1)),
        ({"switched": "natural"}, "As Kd || 9c 8c", "X - || S", "7c Kh", ("natural | push", 2, 1)),
        ({"natural": "3-2"}, "As Kd || 9c 8c", "- || S", "7c Kh", ("natural | push", 2, 3 * HALF)),
        ({"peek": "no"}, "As Kd || 5c 6c 9h", "X S || D", "Kc Ah", ("lose | lose", 3, -3)),
        ({"surrender": "early"}, "9s 7d || Kc 6h", "R || -", "Kc Ah", ("surrender | lose", 2, -3 * HALF)),
        ({"surrender": "late"}, "9s 7d || Kc 9h", "X R || S", "Kc 8h", ("surrender | win", 2, HALF)),
    ],
)  # fmt: skip
def test_rounds_are_settled_by_the_rules(choices, hands, actions, dealer, came):
    rules = TwoHandRules(combin.load("blackjack-switch", choices))
    played = read(rules, hands, dealer, actions)
    assert not rules.wrong(played)
    found = rules.settled(played)
    assert (" | ".join(found[0]), *found[1:]) == came


def test_the_page_shows_rows_that_are_right():
    rules = TwoHandRules(combin.load("blackjack-switch"))
    page = (Path(combin.__file__).parents[1] / "docs" / "logs.md").read_text()
    shown = page.split("one bar the hands of a split:\n\n```text\n")[1].split("```")[0]
    rows = list(csv.DictReader(shown.splitlines()))
    for row in rows:
        said = SaidRow(
            rules.actions(row["actions"]), rules.outcomes(row["outcome"]), int(row["staked"]), int(row["net"])
        )  # fmt: skip
        played = rules.read(row, said)
        assert not rules.wrong(played) and not rules.differs(played, said), row
    assert len(rows) == 3


# --- Logs ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def log(files, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("logs") / "log.csv"
    combin.simulate(files["56TA"], path, 400, 5)
    return path


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open() as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def written(path: Path, rows: list[dict[str, str]], names: str) -> Path:
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, names.split(), extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)
    return path


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    "names",
    [
        "player dealer hands actions outcome staked net",
        "player dealer hands net",
        "dealer hands actions net",
        "dealer hands outcome net",
    ],
)
def test_a_right_log_fits(names, files, log, tmp_path):
    """Also without what was done, and without the first cards; then with bare ranks."""
    rows = rows_of(log)
    for strip in ("", "[cdhs]"):
        bare = [
            {
                name: re.sub(strip, "", cell) if strip and name in ("player", "dealer", "hands") else cell
                for name, cell in row.items()
            }
            for row in rows
        ]  # fmt: skip
        found = combin.check(files["56TA"], written(tmp_path / "log.csv", bare, names))
        assert found.fits and found.replayed and found.rounds == 400, names
        assert not found.play.departures and found.play.decisions > 800
        assert bool(found.cells) == ("player" in names or "actions" in names)
        assert found.mean == Fraction(sum(int(row["net"]) for row in rows), 400)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("names", ["actions outcome staked net", "player dealer net", "net"])
def test_a_log_without_all_cards_fits(names, files, log, tmp_path):
    rows = [row | {"dealer": row["dealer"][:2]} for row in rows_of(log)]
    found = combin.check(files["56TA"], written(tmp_path / "log.csv", rows, names))
    assert found.fits and not found.replayed and found.play is None
    kinds = {cell.label[1] for cell in found.cells}
    assert ("switch, no pair is split" in kinds) == ("actions" in names)
    assert ("first cards" in {test.name for test in found.tests}) == ("player" in names)


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["csv", "csv.gz", "jsonl", "parquet"])
def test_every_kind_of_file_and_form_fits(ending, files, tmp_path):
    for form in ("full", "outcome", "tally"):
        path = tmp_path / f"{form}.{ending}"
        made = combin.simulate(files["56TA"], path, 300, seed=5, form=form)
        found = combin.check(files["56TA"], path)
        assert found.fits and found.rounds == 300 and found.mean == made.mean


@pytest.mark.slow
def test_rounds_are_dealt_on_from_a_shoe(files, tmp_path):
    path = tmp_path / "log.csv"
    combin.simulate(files["56TA"], path, 300, seed=5, cut=30)
    found = combin.check(files["56TA"], path)
    shoes = Counter(row["shoe"] for row in rows_of(path))
    assert found.fits and found.replayed and found.tested == len(shoes) < 300
    with pytest.raises(CombinError, match="1 to 58 stay behind the cut card"):
        combin.simulate(files["56TA"], path, 300, seed=5, cut=60)


RIGHT = "6h 5d || 5s Ah,6s Tc Ac,6h 5d Th || 5s Ah,H || S,0"
WRONG = {
    "6h 5d || 5s Ah,6s Tc Ac,6h 5d Td || 5s Ah,D || S,2": "net +1",
    "6h 5d || 5s Ah,6s Tc Ac,6h Ah || 5s 5d,S || S,-2": "the hands begin with the cards 6h 5d",
    "6h 5d || 5s Ah,6s Tc Ac,6h 5d || 5s Ah,X S || S,-2": "the hands begin with the cards 6h Ah",
    "Th 5d || 5s Ah,6s Tc Td,Th Ah || 5s 5d,X - || S,1": "net +2",
    "Th 5d || 5s Ah,Ts Ac,Th Ah || 5s 5d,X S || S,-2": "the dealer looks first",
    "Th Ad || 5s Ah,6s 6c,Th Ad || 5s Ah,- || S,2": "the dealer draws to 12",
    "Th 6d || 5s Ah,6s 6c Tc,Th 6d || 5s Ah,S || S,2": "net 0",
    "5h 5d || 5s Ah,6s Tc Ac,5h Td | 5d Th || 5s Ah,S | S || S,0": "actions for 2 hands, not for 1",
    "5h 5d || 5s Ah,6s Tc Ac,5h Td | 5d Th | 5s Ah,P S | S || S,0": "net -3",
    "Th 6d || 6s 6c,6s 5c Tc,Th 6d || 6s 6c,R || S,-3/2": "no surrender is offered",
}


def test_what_the_rules_do_not_have_is_named_with_its_row(files, tmp_path):
    path, rows = tmp_path / "log.csv", [RIGHT, *WRONG]
    path.write_text("\n".join(["player,dealer,hands,actions,net", *rows, ""]))
    found = combin.check(files["56TA"], path, chip=1)
    named = {one.row: one.right for one in found.impossible}
    assert 1 not in named
    for row, said in enumerate(WRONG.values(), 2):
        assert said in named.get(row, ""), (row, said, named)


@pytest.mark.slow
def test_rules_by_which_rows_could_be_are_named(files, tmp_path):
    path = tmp_path / "log.csv"
    rows = [RIGHT, "Th 5d || 5s Ah,6s 6c Tc,Th Ah || 5s 5d,X - || S,1"]
    path.write_text("\n".join(["player,dealer,hands,actions,net", *rows, ""]))
    found = combin.check(files["56TA"], path, chip=1)
    assert [one.right for one in found.impossible] == ["net 0"]
    assert found.causes.likely[0].option == "--set switched=natural"
    assert not combin.check(files["56TA"], path, {"switched": "natural"}).impossible


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("5s 6h,6d Tc,5s 6h,S,1", "two bars, ||, stand between"),
        ("5s 6h || Tc Td,6d Tc 5d,5s 6h || Tc Td,S || twist,1", "no action is called 'twist'"),
        ("5s 6h || Tc Xd,6d Tc 5d,5s 6h || Tc Xd,S || S,1", "'Xd' is no card"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_line(row, said, files, run, tmp_path):
    path = tmp_path / "log.csv"
    path.write_text(f"player,dealer,hands,actions,net\n{row}\n")
    status, out, err = run("check", str(files["56TA"]), str(path))
    (line,) = err.splitlines()
    assert (status, out) == (2, "") and said in line


def test_two_hands_follow_no_chart(refused, tmp_path):
    path = str(tmp_path / "log.csv")
    words = "two hands are played by their cards, and not by a chart"
    refused("simulate", "blackjack-switch", "--strategy", "chart.txt", "-o", path, words=words)
    Path(path).write_text("player,dealer,net\n8h 8d || 9c 9d,Ts,-1\n")
    refused("check", "blackjack-switch", path, "--strategy", "chart.txt", words=words)


# --- Errors of play ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "hands", "actions", "left"),
    [
        ("T 5, 6 T / 6", "Ts 5h || 6c Th", "S || S", (KEEP, SWITCH)),
        ("A T, T T / 6", "As Th || Tc Td", "X S || S", (SWITCH, KEEP)),
    ],
)  # fmt: skip
def test_a_wrong_switch_is_priced_as_advice_has_it(cards, hands, actions, left, by, files):
    taken, named = left
    worth = combin.advise(files["56TA"], cards).rows[0].values
    rules = TwoHandRules(by.game)
    trial = TwoHandsPlayed(by, rules.one, best=True)
    trial.take(read(rules, hands, "6s Tc 6c", actions))
    found = [one for one in trial.play().departures if one.decision == "two hands"]
    assert [(one.taken, one.named) for one in found] == [left]
    assert found[0].cost == worth[named] - worth[taken]


def test_an_ordinary_21_that_is_hit_is_priced(by):
    rules = TwoHandRules(by.game)
    trial = TwoHandsPlayed(by, rules.one, best=True)
    played = read(rules, "As Th 5h || Tc Td", "6s Tc 6c", "X H S || S", "As Td || Tc Th")
    trial.take(played)
    one = next(one for one in trial.play().departures if one.cards == "A T / 6")
    assert (one.taken, one.named) == ("hit", "stand") and one.cost > 0


def test_cards_of_a_round(by):
    rules = TwoHandRules(by.game)
    played = read(rules, "As Ah 5h || 5s 5d", "6s Tc 6c", "X H S || S")
    assert list(played.dealt) == cards_in("As 5d 5s Ah") and played.kind == (True, 0)
    assert played.drawn == cards_in("5h 6c") and len(played.cards) == 8
    split = read(rules, "5s 5d | 5h Td || 5c Tc", "6s Tc 6c", "P S | S || S")
    assert list(split.dealt) == cards_in("5s 5h 5c Tc") and split.kind == (False, 1)
    assert str(split) == "5s 5d | 5h Td || 5c Tc against 6s Tc 6c"
