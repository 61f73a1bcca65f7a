"""What a check says: correct logs pass, each broken simulator fails for its own reason, and the
figures are right.
"""

import csv
import hashlib
import json
import re
import shlex
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations, cycle, product
from math import comb
from pathlib import Path
from random import Random

import pytest

import combin
import others
from checking import best, checked, table
from combin import cli
from combin.checker import chances, deals, fits, law_of
from combin.checker.picture import picture
from combin.logs.frequencies import running
from combin.logs.read import open_log
from combin.logs.schema import smallest_chip
from combin.proof import reference
from combin.proof.reference import solve as literally
from combin.questions.advice import advise
from combin.questions.measures import law as law_of_net
from combin.render.check import sentence
from combin.render.registry import written
from combin.rules import Part
from combin.rules.facts import path_key
from combin.strategies import parse
from pages import assert_shows, blocks
from shipped import DEALT
from sizes import SPLIT, sized

ROOT = Path(__file__).parents[2]


# --- The law -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "slug",
    [
        pytest.param(slug, marks=[pytest.mark.whole] * (slug == "criss-cross-poker"))
        for slug in DEALT
        if slug not in SPLIT
    ],
)
def test_what_is_possible_is_what_the_reference_comes_to(slug):
    """On a shortened deck, what every play of every deal leads to is walked literally, action by
    action.
    """
    from agreement import shortened

    game = combin.load(slug)
    shorter = {"baccarat": "9TJ", "high-card-flush": "89TJQKA", "flushes-gone-wild": "29TJQK"}
    parted = any(isinstance(step, Part) for step in game.play)
    game = shortened(game, shorter.get(slug, "TJQKA" if parted else "9TJQKA"), "cd")
    if reference.deals(game) > 1_000_000:
        game = shortened(game, "9TJQK", "cd")
    for bet in game.bets:
        law = law_of(game, bet.key)
        assert {
            (o.actions, o.outcome, o.net, o.staked) for o in law.result.outcomes
        } <= law.possible
        assert set(literally(game, bet.key).outcomes) <= law.possible
        assert {end.actions for end in law.possible} <= set(map(path_key, law.plan.paths))


def test_what_is_possible_is_no_more_than_some_play_comes_to():
    """Three Card Poker: playing always and folding always come to all that is possible together."""
    game = combin.load("three-card-poker")
    found = law_of(game, "base").possible
    plays = [
        law_of(game, "base", parse(action, game, "base")).result for action in ("play", "fold")
    ]
    assert found == {
        (o.actions, o.outcome, o.net, o.staked) for play in plays for o in play.outcomes
    }


# --- Correct logs ------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("slug", sized(slug for slug in DEALT if slug not in SPLIT))
def test_a_correct_log_of_every_bet_fits(slug, tmp_path, run):
    """One correct log in a hundred strays by chance; two more of the bet then have to fit."""
    game, path = combin.load(slug), tmp_path / "log.csv"
    forms = cycle(("full", "outcome", "tally"))

    def checked(bet, form, seed):
        options = ("--bet", bet, "--rounds", "3000", "--seed", seed, "--form", form, "-o", path)
        assert run("simulate", slug, *options)[0] == 0
        status, out, err = run("check", slug, path)
        assert err == "" and f"bet: {bet};" in out and "3,000 rounds" in out
        return status, out

    for bet in game.bets:
        form = next(forms)
        status, out = checked(bet.key, form, "11")
        if status:
            assert [checked(bet.key, form, seed)[0] for seed in ("12", "13")] == [0, 0], out
        else:
            assert "No round is impossible" in out


@pytest.mark.slow
@pytest.mark.parametrize("form", ["full", "outcome", "tally"])
@pytest.mark.parametrize("ending", ["csv.gz", "jsonl", "parquet"])
def test_every_form_in_every_kind_of_file_says_the_same(form, ending, tmp_path, run):
    pytest.importorskip("duckdb")
    said = []
    for kind in ("csv", ending):
        path = tmp_path / f"log.{kind}"
        run(
            "simulate", "let-it-ride", "--rounds", "2000", "--seed", "3", "--form", form, "-o", path
        )
        found = json.loads(run("check", "let-it-ride", path, "--json")[1])
        said.append(
            {
                key: value
                for key, value in found.items()
                if key not in ("log", "sha256", "files", "numbers", "verdict", "command")
            }
        )
    assert said[0] == said[1] and said[0]["fits"]


@pytest.mark.parametrize("choice", ["bug", "any-ace-or-straight-flush"])
def test_the_choices_of_a_log_are_its_own(choice, tmp_path, capsys):
    path = str(tmp_path / "log.csv")
    for arguments in (
        [
            "simulate",
            "phil-em-up",
            "--set",
            f"joker={choice}",
            "--pay",
            "flush=11/2",
            "--rounds",
            "2000",
            "--seed",
            "1",
            "-o",
            path,
        ],
        ["check", "phil-em-up", path],
    ):
        with pytest.raises(SystemExit) as end:
            cli.main(arguments)
        assert end.value.code == 0
    out = capsys.readouterr().out
    assert f"joker={choice}" in out and "flush pays 5.5" in out and "one chip is 0.5" in out
    assert f"Again: combin check phil-em-up {path} --set joker={choice} --pay flush=11/2" in out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("evaluator", "shuffler", "rounds"),
    [
        ("eval7", "python", 20_000),
        ("eval7", "numpy", 20_000),
        ("pokerkit", "numpy", 1_000),
        ("pokerkit", "python", 1_000),
    ],
)
def test_logs_that_others_dealt_and_ranked_fit(caribbean, evaluator, shuffler, rounds, tmp_path):
    ranker = getattr(others, f"{evaluator}_evaluator")()
    rows = list(others.rows(rounds, 4, ranker, getattr(others, f"{shuffler}_shuffler")))
    for columns in (others.FULL, others.OUTCOME, ["net"], ["outcome"]):
        found = checked(caribbean, others.write(tmp_path / "log.csv", iter(rows), columns))
        assert found.fits and found.rounds == rounds, found.failed


@pytest.mark.slow
def test_a_strategy_in_lines_is_followed(caribbean, rank, tmp_path):
    """Ten thousand decisions of another program's player agree with the lines that he is said to
    follow.
    """
    found = checked(
        caribbean, others.write(tmp_path / "log.csv", others.rows(10_000, 1, rank), others.FULL)
    )
    assert found.play.decisions == 10_000 and not found.play.departures


def drawn(law, rounds):
    """Return (net, how often) for rounds drawn at random from a law."""
    known = law_of_net(law.result)
    nets = Random(4).choices(
        [one.net for one in known], [float(one.probability) for one in known], k=rounds
    )
    return list(Counter(nets).items())


@pytest.mark.slow
def test_few_rounds_say_little(tmp_path):
    """Pair plus, drawn at random, in so many rounds: what passes unnoticed stands in the first
    sentence.
    """
    law = law_of(combin.load("three-card-poker", {"pair-plus": "1"}), "pair-plus")
    said = []
    for rounds in (1, 199, 200, 22_100, 221_000, 442_000):
        found = checked(law, table(tmp_path / "log.csv", ["net", "count"], drawn(law, rounds)))
        assert found.fits and found.rounds == rounds
        assert (
            found.few
            == (rounds < 200 or found.power.error > law.result.house_edge)
            == (rounds < 442_000)
        )
        assert json.loads(found._written("json"))["fits"] is True
        said.append(sentence(found).replace(str(tmp_path), ""))
    assert said[0] == (
        "/log.csv fits Three Card Poker, but 1 round says little. No round was settled from cards, "
        "as the log has none. No round is impossible and 3 tests passed on 1 round. The mean was "
        "not tested."
    )
    assert "but 199 rounds say little" in said[1] and said[1].endswith("The mean was not tested.")
    for words in said[2:5]:
        assert (
            "rounds say little" in words
            and "% of one bet may pass unnoticed (the edge is 2.317 %)." in words
        )
    assert said[5] == (
        "/log.csv fits Three Card Poker. No round was settled from cards, as the log has none. No "
        "round is impossible and 6 tests passed on 442,000 rounds. An edge error of 1.938 % of one "
        "bet or more would be detected with 90 % power."
    )


@pytest.mark.slow
def test_without_any_edge_a_hundredth_is_enough(tmp_path):
    """No number of rounds would show an error as small as nothing."""
    game = combin.load("three-card-poker", {"pair-plus": "1"}, pays={"pair-plus.flush": "612/137"})
    law = law_of(game, "pair-plus")
    assert law.result.house_edge == 0
    for rounds, few in ((1_000_000, True), (4_000_000, False)):
        rows = [[int(net * 137), count] for net, count in drawn(law, rounds)]
        found = checked(
            law, table(tmp_path / "log.csv", ["net", "count"], rows), chip=Fraction(1, 137)
        )
        assert found.fits and found.few == few == (found.power.error > Fraction(1, 100))


ONE = re.compile(
    r"(?<![\d,.])1 (rounds|decisions|tests|cards|rows|outcomes|kinds)\b|all 1 |1 of 1 \w+ leave\b"
)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("stay,less,1,-1", "but 1 round says little"),
        ("double,less,2,-2", "1 of 1 decision deviates from the strategy"),
        ("double,less,1,-1", "1 of 1 round is impossible"),
    ],
)
def test_one_of_a_thing_is_singular(row, words, tmp_path, run):
    path = tmp_path / "log.csv"
    path.write_text(f"{','.join(PHIL)}\n1,As Kd,7s 2d,3c,{row}\n")
    out = run("check", "phil-em-up", path)[1]
    assert words in out and not ONE.search(out), out
    out = run("simulate", "phil-em-up", "--rounds", 1, "-o", path)[1]
    assert "optimal: 1 round\n" in out and not ONE.search(out)


# --- Broken ones -------------------------------------------------------------------------------

FULL_REASONS = {
    others.WrongPay: (8_000, "net +11", ""),
    others.AceQueen: (500, "raise: ", ""),
    others.FavouredCard: (50_000, "", "cards of player"),
    others.StuckBottom: (5_000, "", "cards of player"),
    others.Repeats: (500, "", "same deal again"),
    others.CutShort: (500, "down has 4 cards, not 0", ""),
    others.Dollars: (100, "net", ""),
    others.TwiceWritten: (200, "the number after that of the row before", ""),
}


@pytest.mark.slow
@pytest.mark.parametrize("fault", FULL_REASONS, ids=lambda fault: fault.__name__)
def test_a_broken_simulator_fails_for_its_own_reason(caribbean, rank, fault, tmp_path):
    rounds, right, test = FULL_REASONS[fault]
    found = checked(
        caribbean,
        others.write(tmp_path / "log.csv", others.rows(rounds, 3, rank, fault=fault), others.FULL),
    )
    assert not found.fits
    if right:
        assert right in " ".join(one.right for one in found.impossible)
    else:
        assert not found.impossible and test in [one.name for one in found.failed]
    assert not found.play.departures


@pytest.mark.slow
def test_a_strategy_that_throws_a_hand_away_is_caught_with_its_exact_cost(
    caribbean, rank, tmp_path
):
    path = others.write(
        tmp_path / "log.csv", others.rows(2_000, 3, rank, fault=others.FoldsDeuces), others.FULL
    )
    found = checked(caribbean, path)
    assert not found.impossible and not found.fits
    with open(path, newline="") as file:
        thrown = [
            row
            for row in csv.DictReader(file)
            if row["fold or raise"] == "fold" and row["player"].count("2") == 2
        ]
    assert found.play.rounds == len(thrown) > 20
    cost = Fraction(0)
    for row in thrown:
        worth = advise(caribbean.game, f"{row['player']} / {row['up']}").rows[0].values
        cost += worth["raise"] - worth["fold"]
    assert found.play.cost == cost
    assert {(one.taken, one.named) for one in found.play.departures} == {("fold", "raise")}


def test_the_wrong_reading_of_the_joker_is_caught(tmp_path, capsys):
    path = str(tmp_path / "log.csv")
    with pytest.raises(SystemExit):
        cli.main(
            [
                "simulate",
                "phil-em-up",
                "--set",
                "joker=bug",
                "--rounds",
                "5000",
                "--seed",
                "2",
                "-o",
                path,
            ]
        )
    text = (tmp_path / "log.csv").read_text().replace("# set.joker: bug\n", "")
    (tmp_path / "log.csv").write_text(text)
    found = checked(best("phil-em-up"), path)
    assert not found.fits and found.impossible
    assert all("Jk" in one.logged for one in found.impossible)


def test_dollars_for_chips_are_guessed(caribbean, rank, tmp_path):
    path = others.write(
        tmp_path / "log.csv", others.rows(300, 3, rank, fault=others.Dollars), others.OUTCOME
    )
    found = checked(caribbean, path)
    assert "--chip 1/5" in found.hint
    assert checked(caribbean, path, chip=Fraction(1, 5)).fits


# --- What cannot be ----------------------------------------------------------------------------

PHIL = ["round", "hole", "exposed", "last", "stay or double", "outcome", "staked", "net"]
IMPOSSIBLE = [
    (
        ["1", "As Ks", "As 2d", "3c", "stay", "less", "1", "-1"],
        "a card is dealt twice|As is dealt twice",
    ),
    (["1", "As As", "Ks 2d", "3c", "stay", "less", "1", "-1"], "dealt twice"),
    (["1", "As Ks Qs", "4s 2d", "3c", "stay", "less", "1", "-1"], "hole has 2 cards, not 3"),
    (["1", "As", "4s 2d Ks", "3c", "stay", "less", "1", "-1"], "hole has 2 cards, not 1"),
    (["1", "As Ks Ks", "4s 2d", "3c", "stay", "less", "1", "-1"], "hole has 2 cards, not 3"),
    (["1", "As Ks", "4s 2d", "", "stay", "less", "1", "-1"], "last has 1 card, not 0"),
    (["1", "As Ks", "4s 2d", "3c", "stay", "less", "1", "1"], "stay: less, net -1, 1 staked"),
    (["1", "As Ks", "4s 2d", "3c", "stay", "flush", "1", "9"], "stay: less, net -1, 1 staked"),
    (["1", "As Ks", "4s 2d", "3c", "stay", "less", "2", "-1"], "1 staked"),
    (["1", "As Ks", "4s 2d", "3c", "", "less", "1", "-1"], "nobody can play nothing"),
    (
        ["5", "As Ks", "4s 2d", "3c", "stay", "less", "1", "-1"],
        "the number after that of the row before",
    ),
]


@pytest.mark.parametrize(("row", "right"), IMPOSSIBLE)
def test_a_row_that_cannot_be_decides(row, right, tmp_path):
    law = best("phil-em-up")
    good = ["0", "2c 3d", "7h 9s", "Jc", "stay", "less", "1", "-1"]
    found = checked(law, table(tmp_path / "log.csv", PHIL, [good, row]))
    assert not found.fits and found.impossible_rows == 1
    assert found.impossible[0].row == 2
    assert any(words in found.impossible[0].right for words in right.split("|"))


def test_a_card_of_another_deck(tmp_path, caribbean):
    rows = [["As Ks Qs 4s 2d", "3c", "5c 6c Jk 8d", "raise", -3]]
    found = checked(
        caribbean,
        table(tmp_path / "log.csv", ["player", "up", "down", "fold or raise", "net"], rows),
    )
    assert found.impossible[0].right == "Jk is not in the deck"


def test_cards_not_dealt_after_a_fold_are_not_missed(tmp_path, caribbean):
    rows = [
        ["As Ks Qs 4s 2d", "3c", "", "fold", "fold", -1],
        ["As Ks Qs 4s 2d", "3c", "", "raise", "dealer-wins", -3],
    ]
    columns = ["player", "up", "down", "fold or raise", "outcome", "net"]
    found = checked(caribbean, table(tmp_path / "log.csv", columns, rows))
    assert [(one.row, one.right) for one in found.impossible] == [(2, "down has 4 cards, not 0")]
    assert any("down: it was not dealt in every round" in what for what in found.untested)


def test_cards_in_any_order_and_writing(tmp_path):
    rows = [
        ["10s  kS", "jS qs", " AS ", "double", "royal-flush", 500],
        ["ks ts", "as qs", "joker", "double", "royal-flush-with-joker", 200],
    ]
    columns = ["hole", "exposed", "last", "stay or double", "outcome", "net"]
    assert not checked(best("phil-em-up"), table(tmp_path / "log.csv", columns, rows)).impossible


def test_more_rounds_than_the_log_says(tmp_path):
    found = checked(
        best("phil-em-up"), table(tmp_path / "log.csv", ["net"], [[-1]] * 6, [("rounds", 5)])
    )
    assert [(one.row, one.rows, one.right) for one in found.impossible] == [
        (6, 1, "5, as the log says itself")
    ]


def test_actions_that_contradict_the_decisions(tmp_path, caribbean):
    columns = ["fold or raise", "actions", "outcome", "net"]
    assert not checked(
        caribbean, table(tmp_path / "log.csv", columns, [["fold", "fold", "fold", -1]])
    ).impossible
    with pytest.raises(
        combin.CombinError, match="row 1: the decisions are 'fold', and actions is 'raise'"
    ):
        checked(caribbean, table(tmp_path / "log.csv", columns, [["fold", "raise", "fold", -1]]))


def test_what_a_side_bet_does_not_need_is_told(tmp_path):
    law = best("three-card-poker", "pair-plus")
    found = checked(law, table(tmp_path / "log.csv", ["fold or play", "net"], [["fold", -1]]))
    assert "the column 'fold or play': this bet has no decisions" in found.untested


@pytest.mark.parametrize("ending", [".csv", ".parquet"])
def test_a_kind_of_no_rounds_is_none(tmp_path, ending):
    law = best("three-card-poker", "pair-plus")
    path = table(tmp_path / "log.csv", ["net", "count"], [[-1, 30], [1, 8], [7, 0]])
    if ending == ".parquet":
        duckdb = pytest.importorskip("duckdb")
        duckdb.sql(f"COPY (FROM '{path}') TO '{path.with_suffix(ending)}'")
    found = checked(law, path.with_suffix(ending))
    assert found.fits and not found.impossible and found.rounds == 38 and len(found.cells) == 6


def test_no_more_rows_are_impossible_than_there_are(tmp_path):
    law = best("three-card-poker", "pair-plus")
    found = checked(law, table(tmp_path / "log.csv", ["round", "net"], [[3, 7], [2, 7]]))
    assert len(found.impossible) == 2 and found.impossible_rows == found.rounds == 2


# --- Costs and choices of equal worth ----------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["mississippi-stud", "let-it-ride", "phil-em-up"])
def test_the_cost_of_every_departure_is_what_advice_says(slug, tmp_path):
    """Rounds played at random: each departure from the best play costs what `advise` values say."""
    game = combin.load(slug)
    law, dice = law_of(game, "base"), Random(5)
    words, rows = list(others.DECK), []
    for _ in range(40):
        actions = dice.choice(list(law.plan.paths))
        cards = dice.sample(words, sum(deal.cards for deal in game.deals))
        zones = [" ".join(cards.pop() for _ in range(deal.cards)) for deal in game.deals]
        rows.append([*zones, " / ".join(action.name for _, action in actions), 0])
    columns = [*(deal.zone for deal in game.deals), "actions", "net"]
    found = checked(law, table(tmp_path / "log.csv", columns, rows)).play
    cost, left = Fraction(0), 0
    for row in rows:
        taken = tuple(row[-2].split(" / "))
        seen, number = [], 0
        for step in game.play:
            if step in game.deals:
                seen.append(row[game.deals.index(step)])
            elif number < len(taken):
                answer = next(
                    one
                    for one in advise(game, " / ".join(seen)).rows
                    if one.history == taken[:number]
                )
                lost = answer.values[answer.best] - answer.values[taken[number]]
                cost, left, number = cost + lost, left + bool(lost), number + 1
    assert (found.rounds, found.cost) == (left, cost) and left > 10


# --- The tests themselves ----------------------------------------------------------------------


@pytest.mark.slow
def test_tails_are_those_of_scipy():
    stats, dice = pytest.importorskip("scipy.stats"), Random(2)
    for _ in range(300):
        degrees, x = (
            dice.choice([1, 2, 5, 12, 51, 400, 2000]),
            Fraction(dice.randint(1, 4000), dice.randint(1, 40)),
        )
        assert float(chances.chi_square_tail(x, degrees)) == pytest.approx(
            stats.chi2.sf(float(x), degrees), rel=1e-9, abs=1e-290
        )
        rounds, chance = (
            dice.choice([1, 5, 50, 10**4, 10**8]),
            Fraction(dice.randint(1, 999), dice.choice([1000, 10**6])),
        )
        hits = min(
            rounds,
            max(0, round(rounds * chance + int(dice.gauss(0, 2) * float(rounds * chance) ** 0.5))),
        )
        p = float(chance)
        tails = min(
            1, 2 * min(stats.binom.cdf(hits, rounds, p), stats.binom.sf(hits - 1, rounds, p))
        )
        assert float(chances.binomial_tails(hits, rounds, chance)) == pytest.approx(
            tails, rel=2e-6, abs=1e-290
        )
        assert float(chances.beyond(x)) == pytest.approx(
            2 * stats.norm.sf(float(x) ** 0.5), rel=1e-9, abs=1e-290
        )
    assert float(chances.quantile(Fraction(9, 10))) == pytest.approx(stats.norm.ppf(0.9))


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [10**9, 10**12, 10**15, 10**18])
def test_tails_of_any_number_of_rounds(rounds):
    stats = pytest.importorskip("scipy.stats")
    for chance, theirs in ((Fraction(1, 3), stats.norm), (Fraction(40, rounds), stats.poisson)):
        mean = rounds * chance
        spread = float(mean * (1 - chance)) ** 0.5
        for away in (-3, -1, 2, 5):
            hits = round(mean + Fraction(away * spread))
            if theirs is stats.norm:
                right = 2 * stats.norm.sf((abs(float(hits - mean)) - 0.5) / spread)
            else:
                right = 2 * min(stats.poisson.cdf(hits, 40), stats.poisson.sf(hits - 1, 40))
            # The limit laws themselves are as far away as one over the spread, and as the chance.
            near = 10 / spread if theirs is stats.norm else 1e-6
            assert float(chances.binomial_tails(hits, rounds, chance)) == pytest.approx(
                right, rel=near
            )


@pytest.mark.parametrize("power", [9, 15, 18])
def test_a_tally_of_any_size(tmp_path, power):
    """Counts one standard deviation from the law fit; as near to it as whole numbers are, or five
    from it, they do not.
    """
    law = best("three-card-poker", "pair-plus")
    nets = {one.net: round(one.probability * 10**power) for one in law_of_net(law.result)}
    found = checked(law, table(tmp_path / "log.csv", ["net", "count"], list(nets.items())))
    assert [test.name for test in found.failed] == ["too regular"]
    for place, net in enumerate(nets):
        nets[net] += (-1) ** place * int(nets[net] ** 0.5)
    rows = [[net, count] for net, count in nets.items()]
    found = checked(law, table(tmp_path / "log.csv", ["net", "count"], rows))
    assert found.fits
    nets[Fraction(3)] += int(5.5 * nets[Fraction(3)] ** 0.5)
    found = checked(
        law,
        table(
            tmp_path / "log.csv", ["net", "count"], [[net, count] for net, count in nets.items()]
        ),
    )
    assert {test.name for test in found.failed} >= {"chi-square", "G", "single outcomes"}


def test_the_statistics_are_those_of_scipy(caribbean, rank, tmp_path):
    stats = pytest.importorskip("scipy.stats")
    found = checked(
        caribbean, others.write(tmp_path / "log.csv", others.rows(5_000, 6, rank), others.OUTCOME)
    )
    kept = fits.merged([cell for cell in found.cells if cell.expected])
    assert (
        sum(count for count, _ in kept) == 5_000 == sum(mean for _, mean in kept)
        and min(mean for _, mean in kept) >= 5
    )
    theirs = stats.chisquare([count for count, _ in kept], [float(mean) for _, mean in kept])
    mine = next(test for test in found.tests if test.name == "chi-square")
    assert (float(mine.statistic), float(mine.chance)) == pytest.approx(
        (theirs.statistic, theirs.pvalue)
    )
    adjusted = {test.name: float(test.corrected) for test in found.tests}
    order = sorted(found.tests, key=lambda test: test.chance)
    largest = 0.0
    for place, test in enumerate(order):
        largest = max(largest, min(1.0, float(test.chance) * (len(order) - place)))
        assert adjusted[test.name] == pytest.approx(largest)


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["let-it-ride", "mississippi-stud", "phil-em-up"])
def test_the_tail_of_the_mean_is_that_of_the_exact_law_of_a_sum(slug):
    """The law of the sum of 200 rounds by exact convolution, against the inversion of the
    characteristic function.
    """
    result = combin.solve(slug)["base"]
    law = [(one.net, one.probability) for one in law_of_net(result)]
    unit = smallest_chip(net for net, _ in law)
    low = min(int(net / unit) for net, _ in law)
    numpy = pytest.importorskip("numpy")
    one = numpy.zeros(max(int(net / unit) for net, _ in law) - low + 1)
    for net, chance in law:
        one[int(net / unit) - low] = float(chance)
    size = 1 << (200 * len(one)).bit_length()
    total = numpy.fft.irfft(numpy.fft.rfft(one, size) ** 200, size)
    step = smallest_chip(net - law[0][0] for net, _ in law)
    expected = result.expected_value
    for z in (-3, -2, -1, 1, 2, 3, 5, 8):
        goal = int(
            (float(expected) + z * (float(result.variance) / 200) ** 0.5) * 200 / float(unit)
        )
        while (goal * unit - 200 * law[0][0]) % step:
            goal += 1
        place = goal - 200 * low
        tail = total[: place + 1].sum() if goal * unit < 200 * expected else total[place:].sum()
        mine = chances.mean_tails(law, Fraction(goal) * unit / 200, 200, step)
        assert float(mine) == pytest.approx(min(1, 2 * tail), rel=0.02, abs=2e-9), z


def test_the_exact_test_counts_every_table():
    parts, counts = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)], (1, 2, 4)

    def likely(table):
        result, left = Fraction(1), sum(table)
        for count, part in zip(table, parts):
            result, left = result * comb(left, count) * part**count, left - count
        return result

    tables = [table for table in product(range(8), repeat=3) if sum(table) == 7]
    assert sum(map(likely, tables)) == 1
    expected = sum(
        (likely(table) for table in tables if likely(table) <= likely(counts)), Fraction(0)
    )
    assert fits.exact_multinomial(counts, parts) == expected


def test_the_moments_of_the_order_tests_are_those_of_all_orders():
    """Every order of seven results, one by one: mean and variance of what serial correlation and
    runs are found from.
    """
    from itertools import permutations

    results = (0, 0, 0, 1, 3, 3, 7)
    orders = set(permutations(results))
    products = [sum(a * b for a, b in zip(order, (*order[1:], order[0]))) for order in orders]
    mean, variance = fits.circular_moments(Counter(results))
    assert mean == Fraction(sum(products), len(orders))
    assert variance == Fraction(sum(p * p for p in products), len(orders)) - mean**2
    wins = [[x > 0 for x in order] for order in orders]
    runs = [1 + sum(a != b for a, b in zip(order, order[1:])) for order in wins]
    mean, variance = fits.runs_moments(3, 4)
    assert (
        mean == Fraction(sum(runs), len(runs))
        and variance == Fraction(sum(r * r for r in runs), len(runs)) - mean**2
    )


def test_the_e_value_is_a_bet_on_a_mixture():
    """Its mean under the exact law is 1: summed over all logs of four rounds."""
    parts = [Fraction(1, 2), Fraction(3, 8), Fraction(1, 8)]
    total = 0.0
    for rounds in product(range(3), repeat=4):
        counts = [rounds.count(kind) for kind in range(3)]
        chance = float(parts[0] ** counts[0] * parts[1] ** counts[1] * parts[2] ** counts[2])
        total += chance * 10 ** float(chances.evidence(counts, parts, (3, 50)))
    assert total == pytest.approx(1)


@pytest.mark.slow
def test_the_spread_of_a_card_is_exact():
    """Over all deals of two of five cards, the sum of squares has its degrees of freedom as
    mean.
    """
    deck = dict.fromkeys(range(5), 1)
    hands = list(combinations(deck, 2))
    rounds = 13  # the fewest that are tested
    squares = []
    dice = Random(3)
    for _ in range(4000):
        counts = Counter(card for _ in range(rounds) for card in dice.choice(hands))
        (table,) = deals.card_tests([("zone", 2, counts)], deck, rounds).tables
        squares.append(float(table.square))
    assert sum(squares) / len(squares) == pytest.approx(
        4, abs=0.15
    )  # four standard errors are 0.17
    assert deals.card_tests([("zone", 2, [0] * 5)], deck, 12).tables == []


def test_power_is_what_it_says():
    """A mean that is off by the smallest error seen is seen by nine of ten logs."""
    from combin.checker.power import power_of

    power = power_of(Fraction(6), 10_000, Fraction(1, 1000), ())
    spread, dice = (6 / 10_000) ** 0.5, Random(1)
    limit = float(chances.quantile(1 - Fraction(1, 2000))) * spread
    seen = sum(abs(dice.gauss(float(power.error), spread)) > limit for _ in range(20_000))
    assert seen / 20_000 == pytest.approx(0.9, abs=0.01)
    assert power_of(
        Fraction(6), power.rounds[Fraction(1, 1000)], Fraction(1, 1000), ()
    ).error == pytest.approx(0.001, rel=1e-6)


# --- The command -------------------------------------------------------------------------------


def test_a_log_and_its_user_must_not_contradict_each_other(run, tmp_path):
    facts = [
        ("game", "phil-em-up"),
        ("bet", "base"),
        ("set.joker", "bug"),
        ("pay.flush", "10"),
        ("chip", "1"),
        ("strategy", "stay"),
    ]
    path = table(tmp_path / "log.csv", ["net"], [[-1]], facts)
    for options, words in (
        (["--set", "joker=any-ace-or-straight-flush"], "says that choice joker is bug"),
        (["--pay", "flush=9"], "says that pay flush is 10, not 9"),
        (["--chip", "1/2"], "says that a chip is 1 units, not 1/2"),
        (["--chip", "0"], "chip is units per chip"),
        (["--bet", "side"], "has no bet 'side'"),
        (["--strategy", "double"], "another strategy than 'double'"),
        (["--strategy", "optimal"], "another strategy than 'optimal'"),
        (["--strategy", "nothing"], "no file, no strategy shipped"),
        (["--plot", "x.txt"], ".pdf, .svg or .png"),
        (["--format", "xml"], "no format is called"),
    ):
        status, out, err = run("check", "phil-em-up", path, *options)
        assert (status, out) == (2, "") and words in err and err.count("\n") == 1, err
    assert (
        run(
            "check",
            "phil-em-up",
            path,
            "--set",
            "joker=bug",
            "--pay",
            "flush=10",
            "--strategy",
            "stay",
            "--chip",
            "1",
        )[0]
        == 0
    )
    assert "is a log of 'phil-em-up'" in run("check", "let-it-ride", path)[2]


def test_json_says_everything_exactly(caribbean, rank, tmp_path):
    path = others.write(
        tmp_path / "log.csv", others.rows(500, 3, rank, fault=others.FoldsDeuces), others.FULL
    )
    verdict = checked(caribbean, path)
    found = json.loads(verdict._written("json"))
    assert found["fits"] is False and found["rounds"] == "500"
    assert found["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert Fraction(found["expected_value"]) == caribbean.result.expected_value
    assert sum(Fraction(row["expected"]) for row in found["outcomes"]) == 500
    assert sum(int(row["observed"]) for row in found["outcomes"]) == 500
    departures = found["played"]["departures"]
    assert (
        Fraction(found["played"]["cost"])
        == sum(int(d["rounds"]) * Fraction(d["cost"]) for d in departures)
        > 0
    )
    rows = verdict._written("csv").splitlines()
    assert (
        rows[0] == "actions,outcome,net,observed,expected,chance,game,bet,choices,pays,command"
        and len(rows) == len(found["outcomes"]) + 1
    )


@pytest.mark.slow
def test_a_check_says_what_it_did_not_look_at(run, tmp_path):
    path = table(tmp_path / "log.csv", ["net", "count", "time"], [[-1, 100, "x"], [1, 90, "y"]])
    out = run("check", "phil-em-up", path, "--strategy", "stay")[1]
    for words in (
        "the cards: the log has none",
        "the decisions: the log has no column for them",
        "the names of the outcomes",
        "'time'",
        "a row stands for several",
    ):
        assert words in out


@pytest.mark.slow
def test_from_python_it_is_the_same(run, tmp_path):
    path = tmp_path / "log.csv"
    words = ["--set", "joker=bug", "--pay", "flush=11/2", "--strategy", "double"]
    assert run("simulate", "phil-em-up", "--rounds", 900, "--seed", 5, *words, "-o", path)[0] == 0
    told = json.loads(run("check", "phil-em-up", path, "--json")[1])
    rules = {"choices": {"joker": "bug"}, "pays": {"flush": "11/2"}}
    for given in ({}, {**rules, "bet": "base", "strategy": "double", "chip": "1/2"}):
        found = combin.check("phil-em-up", path, **given)
        assert (
            json.loads(written(found, "json", command=told["command"].removesuffix(" --json")))
            == told
        )
    found = combin.check(combin.load("phil-em-up", **rules), str(path))
    assert found.fits and found.law.name == "double" and found.mean == Fraction(told["mean"])
    for game, given, words in (
        ("phil-em-up", {"pays": {"flush": 6}}, "says that pay flush is 11/2, not 6"),
        ("phil-em-up", {"strategy": "optimal"}, "another strategy than 'optimal'"),
        ("phil-em-up", {"chip": 0}, "chip is units per chip, above 0"),
        (combin.load("phil-em-up"), {}, "is resolved already, with joker="),
        (
            combin.load("phil-em-up", {"joker": "bug"}, {"flush": 6}),
            {},
            "says that pay flush is 11/2, not 6",
        ),
        ("let-it-ride", {}, "is a log of 'phil-em-up'"),
    ):
        with pytest.raises(combin.CombinError, match=words):
            combin.check(game, path, **given)


# --- The page ----------------------------------------------------------------------------------

LOGS = ROOT / "docs" / "examples" / "logs"


@pytest.mark.whole
@pytest.mark.slow
def test_what_the_page_shows_is_what_is_said(run, tmp_path, monkeypatch):
    """The answers on docs/checking.md: of the simulator of pair plus, and of the broken log."""
    log = subprocess.run(
        [sys.executable, str(LOGS / "pair_plus.py")],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    ).stdout
    (tmp_path / "pair-plus.csv").write_text(log)
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    monkeypatch.chdir(tmp_path)
    statuses = []
    for block in blocks(ROOT / "docs" / "checking.md", "text"):
        if block.startswith("$ combin "):
            command, shown = block.removeprefix("$ combin ").split("\n", 1)
            status, out, _ = run(*shlex.split(command))
            statuses.append(status)
            assert_shows(shown, out)
    assert statuses == [0, 1]
    assert out == (LOGS / "broken.txt").read_text()


# --- The picture -------------------------------------------------------------------------------


def test_the_picture_shows_what_was_found(caribbean, rank, tmp_path):
    """Every outcome's distance in standard deviations, and the mean after every so many rounds,
    counted again.
    """
    path = others.write(tmp_path / "log.csv", others.rows(2_000, 8, rank), others.FULL)
    found = checked(caribbean, path)
    drawn = picture(found)
    assert {mark.cell for mark in drawn.marks} == {cell for cell in found.cells if cell.expected}
    for mark in drawn.marks:
        variance = float(mark.cell.expected) * (1 - float(mark.cell.expected) / 2_000)
        assert float(mark.away) == pytest.approx(float(mark.cell.deviation) / variance**0.5)
    with open(path, newline="") as file:
        nets = [int(row["net"]) for row in csv.DictReader(file)]
    assert [rounds for rounds, _, _ in drawn.curve] == [*range(9, 2_000, 9), 2_000]
    for rounds, mean, half in drawn.curve:
        assert mean == Fraction(sum(nets[:rounds]), rounds)
        assert float(half) == pytest.approx(
            2.575829 * (float(caribbean.result.variance) / rounds) ** 0.5
        )


@pytest.mark.slow
def test_the_running_mean_is_the_same_from_every_file(tmp_path):
    duckdb = pytest.importorskip("duckdb")
    text, packed = tmp_path / "log.csv", tmp_path / "log.parquet"
    text.write_text("net\n" + "".join(f"{i % 7 - 3}\n" for i in range(123_456)))
    duckdb.connect().execute(
        f"COPY (SELECT (i % 7 - 3)::BIGINT AS net FROM range(123456) t(i)) TO '{packed}' (FORMAT "
        "parquet)"
    )
    for step in (1000, 123_456, 200_000, 77_777):
        assert running(open_log(str(text)), "net", step) == running(
            open_log(str(packed)), "net", step
        )


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["svg", "pdf", "png"])
def test_a_picture_is_drawn(run, tmp_path, ending):
    pytest.importorskip("typst")
    plot = tmp_path / f"seen.{ending}"
    status, out, _ = run(
        "check", "phil-em-up", ROOT / "docs" / "examples" / "logs" / "fits.csv", "--plot", plot
    )
    assert status == 0 and f"--plot {plot}" in out
    first = plot.read_bytes()
    assert first.startswith({"svg": b"<svg", "pdf": b"%PDF", "png": b"\x89PNG"}[ending])
    run("check", "phil-em-up", ROOT / "docs" / "examples" / "logs" / "fits.csv", "--plot", plot)
    assert plot.read_bytes() == first


@pytest.mark.whole
@pytest.mark.slow
def test_a_column_of_other_numbers_is_answered_soon(caribbean, rank, tmp_path):
    """The player's bankroll where his net should be: thousands of kinds of rows, each of which
    cannot be.
    """
    rows = list(others.rows(3_000, 8, rank))
    for place, row in enumerate(rows):
        row["net"] = 10_000 + place
    found = checked(caribbean, others.write(tmp_path / "log.csv", iter(rows), others.FULL))
    assert found.impossible_rows == 3_000 == sum(one.rows for one in found.impossible)
    law = best("phil-em-up")
    found = checked(
        law, table(tmp_path / "log.csv", ["net"], ([i * 7 + 3_000] for i in range(40_000)))
    )
    assert found.impossible_rows == 40_000 and len(found.impossible) < 2_000
