"""What is named as the cause of a log that does not fit: each fault put into a simulator comes first,
and a right log shows none.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import ceil, log
from pathlib import Path
from random import Random

import pytest

import combin
from combin.checker import law_of
from combin.checker.causes import Causes
from combin.checker.check import check
from combin.checker.dealt_causes import causes_of
from combin.checker.file import DealtFile
from combin.checker.kept import kept
from combin.checker.likelihood import ends_of, log_likelihood, rounds_apart
from combin.checker.options import USUAL
from combin.checker.possible import RowKind
from combin.checker.resettled import resettled
from combin.checker.supposed import PayEnds
from combin.logs.read import open_log
from combin.rules import Below
from combin.rules.exposed import exposed
from combin.strategies import named

SLUG = "three-card-poker"
ROUNDS, SEED = 4_000, 7
SET = {"ante-bonus": "1", "pair-plus": "8", "six-card-bonus": "1", "suited-ace-king-queen": "none"}


def written(path, rows):
    """Write rows, each a dict, as CSV."""
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def logged(path, *dropped, game=SLUG, rounds=ROUNDS, **options):
    """Return the rows of a simulation, without what the log says of itself and some columns."""
    options = {"form": "outcome"} | options
    combin.simulate(game, path, rounds, SEED, **options)
    with open(path) as file:
        rows = list(csv.DictReader(line for line in file if line[0] != "#"))
    return [{name: row[name] for name in row if name not in dropped} for row in rows]


def causes(path, rows, **options) -> Causes:
    options = {"choices": SET, "bet": "base"} | options
    found = combin.check(SLUG, written(path, rows), **options)
    assert not found.fits and found.causes
    return found.causes


@pytest.fixture
def path(tmp_path):
    return tmp_path / "log.csv"


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    ("pays", "options"),
    [
        ({"ante-bonus.straight": 2}, ["ante-bonus.straight=2"]),
        ({"ante-bonus.three-of-a-kind": 7}, ["ante-bonus.three-of-a-kind=7"]),
        # Where ante and play are both one unit, one of them paid less is like the other paid less.
        (
            {"dealer-does-not-qualify.ante": 0},
            ["dealer-does-not-qualify.ante=0", "dealer-does-not-qualify.play=-1"],
        ),
    ],
)
def test_a_wrong_pay_is_named(path, pays, options):
    found = causes(path, logged(path, pays=pays, strategy="play"), strategy="play")
    said = [one.option.removeprefix("--pay ") for one in found.likely[: len(options)]]
    assert sorted(said) == options
    assert found.likely[0].left == "" and not found.likely[0].unexplained
    assert not options[1:] or found.alike


@pytest.mark.slow
def test_a_wrong_pay_is_named_where_it_changes_the_best_play(path):
    found = causes(path, logged(path, "actions", pays={"dealer-does-not-qualify.ante": 3}))
    assert found.likely[0].option == "--pay dealer-does-not-qualify.ante=3"
    assert found.likely[0].left == ""


@pytest.mark.slow
def test_two_wrong_pays_are_named_together(path):
    pays = {"ante-bonus.straight": 3, "ante-bonus.three-of-a-kind": 9}
    found = causes(path, logged(path, pays=pays, strategy="play"), strategy="play")
    said = found.likely[0].option
    assert "ante-bonus.straight=3" in said and "ante-bonus.three-of-a-kind=9" in said


@pytest.mark.slow
def test_a_tie_that_loses_is_named(path):
    pays = {"tie.ante": -1, "tie.play": -1}
    found = causes(path, logged(path, pays=pays, strategy="play"), strategy="play")
    assert found.likely[0].words.startswith("a tie loses")


def test_pays_for_one_that_are_read_as_to_one_are_named(path):
    usual = combin.load(SLUG, SET).pays_in("pair-plus")
    pays = {one: pay - 1 for one, pay in usual.items()}
    rows = logged(path, bet="pair-plus", pays=pays)
    found = causes(path, rows, bet="pair-plus")
    assert found.likely[0].words == "the pays are for 1, not to 1"


@pytest.mark.slow
def test_another_value_of_a_choice_is_named(path):
    found = causes(path, logged(path, choices=SET | {"ante-bonus": "5"}))
    assert found.likely[0].option == "--set ante-bonus=5"


@pytest.mark.slow
@pytest.mark.parametrize("form", ["full", "outcome"])
def test_several_choices_that_are_others_are_named_together(path, form):
    right, wrong = {"packs": "8", "commission": "ez"}, {"packs": "1", "commission": "5"}
    rows = logged(path, game="baccarat", choices=right, form=form, rounds=400)
    found = combin.check("baccarat", written(path, rows), choices=wrong, bet="base").causes
    said = "--set packs=8 --set commission=ez" if form == "full" else "--set commission=ez"
    assert found.likely[0].option == said and found.likely[0].left == ""
    assert found.likely[0].game.chosen["commission"] == "ez"


@pytest.mark.slow
def test_another_chip_is_named(path):
    found = causes(path, logged(path), chip=5)
    assert found.likely[0].option == "--chip 1"
    assert found.likely[0].left == ""


@pytest.mark.slow
@pytest.mark.parametrize(("by", "words"), [(1, "after"), (-1, "before")])
@pytest.mark.parametrize("form", ["outcome", pytest.param("full", marks=pytest.mark.slow)])
def test_nets_of_the_row_before_or_after_are_named(path, by, words, form):
    rows = logged(path, "staked", rounds=500, form=form)
    nets = [row["net"] for row in rows]
    moved = [row | {"net": net} for row, net in zip(rows, nets[-by:] + nets[:-by])]
    found = causes(path, moved)
    assert words in found.likely[0].words


@pytest.mark.slow
@pytest.mark.parametrize("form", ["outcome", "full"])
def test_another_qualifying_hand_is_named(path, form):
    game = combin.load(SLUG, SET)
    base, *others = game.bets
    first, second = base.settlements
    fold, not_qualified, *rest = first.rows
    assert not_qualified.when == Below("dealer", "queen-high")
    lower = replace(not_qualified, when=Below("dealer", "jack-high"))
    base = replace(base, settlements=(replace(first, rows=(fold, lower, *rest)), second))
    other = replace(game, slug="other", bets=(base, *others))
    found = causes(path, logged(path, game=other, form=form))
    assert found.likely[0].words == "the dealer qualifies with jack-high, not queen-high"


@pytest.mark.slow
@pytest.mark.parametrize("form", ["outcome", pytest.param("full", marks=pytest.mark.slow)])
def test_another_list_of_play_is_named(path, form):
    rows = logged(path, "actions", strategy="play", form=form)
    if form == "full":
        rows = logged(path, strategy="play", form=form, rounds=3_000)
    found = causes(path, rows)
    assert found.likely[0].option == "--strategy play"
    assert found.likely[0].left == ""


@pytest.mark.slow
def test_a_seen_card_is_named(path):
    game = replace(exposed(combin.load(SLUG, SET), {"dealer": 1}), slug="seen")
    found = causes(path, logged(path, game=game))
    assert found.likely[0].words == "the player sees one card of dealer before he decides"


def pair_plus(cards):
    """Return what Pair Plus wins with three cards, at the commonest pays."""
    ranks = sorted("23456789TJQKA".index(card[0]) for card in cards)
    flush = len({card[1] for card in cards}) == 1
    straight = ranks == [0, 1, 12] or ranks[2] - ranks[1] == ranks[1] - ranks[0] == 1
    kinds = len(set(ranks))
    if straight or flush:
        return 40 if straight and flush else 6 if straight else 3
    return {1: 30, 2: 1, 3: -1}[kinds]


@pytest.mark.slow
@pytest.mark.parametrize(
    "dropped", [("player", "dealer"), pytest.param((), marks=pytest.mark.slow)]
)
def test_the_nets_of_two_bets_added_up_are_named(path, dropped):
    rows = logged(path, "staked", form="full", rounds=2_000)
    for row in rows:
        row["net"] = int(row["net"]) + pair_plus(row["player"].split())
    found = causes(path, [{one: row[one] for one in row if one not in dropped} for row in rows])
    assert found.likely[0].words == "the net is that of base and pair-plus together"
    assert not found.likely[0].unexplained


@pytest.mark.slow
@pytest.mark.parametrize("others", [5, 40])
def test_a_fault_beside_another_is_what_is_left(path, others):
    """A cause that leaves a tenth of the impossible rows or more is the best, and not the likely
    one.
    """
    rows = logged(path, pays={"ante-bonus.straight": 2}, form="full", rounds=3_000)
    for row in rows[:others]:
        row["net"] = "17"
    verdict = combin.check(SLUG, written(path, rows), choices=SET, bet="base")
    found, first = verdict.causes, str(verdict).splitlines()[1]
    best = found.likely[0] if others == 5 else found.best
    assert best.option == "--pay ante-bonus.straight=2" and best.unexplained == others
    if others == 5:
        assert best.left.startswith("5 of 3,000 rounds are impossible")
    else:
        assert not found.likely and first.endswith(f"({best.option}), leaves 40 impossible rows.")


@pytest.mark.slow
@pytest.mark.parametrize("bet", ["player", None])
def test_no_cause_is_named_that_leaves_most_of_the_impossible_rows(bet, path):
    """The banker of a wrong dealer draws by the player's total, not by his third card; the nets are
    those of a bet on the player.
    """
    rows = logged(path, game="baccarat", form="full", rounds=400, bet="player")
    for row in rows:
        two = sum(_points(row[f"banker-{place}"]) for place in (1, 2)) % 10
        mine = sum(_points(row[f"player-{place}"]) for place in (1, 2, 3)) % 10
        if row["player-3"]:
            row["banker-3"] = (row["banker-3"] or "2c") if two < mine else ""
        his = (two + _points(row["banker-3"])) % 10
        row |= {"net": str((mine > his) - (mine < his)), "outcome": ""}
    zones = [name for name in rows[0] if name[-1].isdigit()]
    rows = [{name: row[name] for name in (*zones, "net")} for row in rows]
    verdict = combin.check("baccarat", written(path, rows), bet=bet, chip=1)
    assert verdict.impossible and not verdict.causes.likely
    best = verdict.causes.best
    assert (
        best is None or verdict.impossible_rows > best.unexplained >= verdict.impossible_rows / 10
    )


def _points(card):
    return "A23456789".find(card[0]) + 1 if card and card[0] in "A23456789" else 0


def asked_of(path):
    log = open_log(str(path))
    return DealtFile(log, combin.games.sheet_of(SLUG), SET, {}, "base", USUAL)


@pytest.mark.slow
@pytest.mark.parametrize("form", ["outcome", "full"])
def test_a_right_log_shows_no_cause(path, form):
    for seed in range(3):
        combin.simulate(SLUG, path, 2_000, seed, form=form, choices=SET)
        found = combin.check(SLUG, path, SET, bet="base")
        if found.fits:
            assert found.causes is None and "cause" not in str(found)
        asked = asked_of(path)
        assert causes_of(asked, check(asked.law(), asked.log), 10**7).likely == ()


@pytest.mark.slow
def test_what_is_printed_names_the_cause_first(path):
    written(path, logged(path, pays={"ante-bonus.straight": 2}, strategy="play"))
    found = combin.check(SLUG, path, SET, bet="base", strategy="play")
    second = str(found).splitlines()[1]
    assert second == (
        "Likely cause: Ante bonus: straight pays 2, not 1 (--pay ante-bonus.straight=2). "
        "Under it the first 4,000 rounds fit."
    )
    told = json.loads(found._written("json"))["causes"]
    assert told["likely"][0]["option"] == "--pay ante-bonus.straight=2"
    assert told["likely"][0]["left"] == ""
    with_option = combin.check(SLUG, path, SET, {"ante-bonus.straight": 2}, "base", strategy="play")
    assert with_option.fits


# --- The laws and the likelihoods ----------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "action"),
    [("three-card-poker", "play"), ("phil-em-up", "double"), ("mississippi-stud", "1x")],
)
def test_settling_again_is_counting_again(slug, action):
    game = combin.load(slug)
    lines = named(action, game, "base")
    law = law_of(game, "base", lines, action)
    ends = PayEnds(law)
    for address, pay in list(game.pays_in("base").items())[::3]:
        other = game.with_pays({address: pay + 2})
        again, counted = resettled(law, other), law_of(other, "base", lines, action)
        assert ends_of(again) == ends_of(counted)
        assert again.possible == counted.possible
        if slug != "phil-em-up":  # its joker is read as pays best
            assert ends.paying({address: pay + 2}) == ends_of(counted)


def test_facts_that_were_not_counted_are_not_settled():
    game = combin.load(SLUG, SET)
    law = law_of(game, "base")
    base, *others = game.bets
    first, second = base.settlements
    fold, not_qualified, *rest = first.rows
    lower = replace(not_qualified, when=Below("dealer", "jack-high"))
    base = replace(base, settlements=(replace(first, rows=(fold, lower, *rest)), second))
    assert resettled(law, replace(game, bets=(base, *others))) is None
    assert resettled(law, game).result.outcomes


def test_the_likelihood_is_that_of_independent_rounds():
    law = law_of(combin.load(SLUG), "base")
    ends = list(ends_of(law))[:4]
    kinds = {RowKind(*end): 3 + place for place, end in enumerate(ends)}
    kinds[RowKind(("fold",), "no such", Fraction(0), Fraction(1))] = 2
    found, unexplained = log_likelihood(ends_of(law), kinds)
    rounds = sum(kinds.values())
    shares = ends_of(law)
    direct = sum(
        count * (log(float(shares[end])) - log(count / rounds))
        for end, count in zip(ends, kinds.values())
    )
    assert unexplained == 2
    assert float(found) == pytest.approx(direct)


def test_rounds_that_part_two_laws():
    def coin(heads):
        return {("heads",): Fraction(heads), ("tails",): 1 - Fraction(heads)}

    divergence = 0.6 * log(0.6 / 0.5) + 0.4 * log(0.4 / 0.5)
    assert rounds_apart(coin("3/5"), coin("1/2")) == ceil(log(100) / divergence)
    assert rounds_apart(coin("1/2"), coin("1/2")) is None
    one = {("heads",): Fraction(1)}
    assert rounds_apart(coin("1/2"), one) == 7  # 1 - (1/2)**7 is above 99 %
    assert rounds_apart({("edge",): Fraction(1)}, one) == 1


def test_rows_in_memory_are_those_of_the_file(path):
    rows = written(path, logged(path, rounds=500))
    log_ = kept(open_log(str(rows)), 300)
    [batch] = log_.batches()
    assert len(batch) == 300
    nets = list(batch.columns["net"])
    [moved] = log_.moved(1).batches()
    assert list(moved.columns["net"]) == nets[1:]
    assert list(moved.columns["outcome"]) == list(batch.columns["outcome"])[:-1]
    [some] = log_.only_rows({0, 7, 299}).batches()
    assert list(some.columns["net"]) == [nets[0], nets[7], nets[299]]
    assert Counter(nets)


# --- The play set apart --------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["three-card-poker", "phil-em-up"])
def test_any_play_is_set_apart_from_the_dealing(path, slug):
    action = {"three-card-poker": "play", "phil-em-up": "double"}[slug]
    rows = logged(path, game=slug, form="full", strategy=action, rounds=1_000)
    written(path, rows)
    assert not combin.check(slug, path).fits
    found = combin.check(slug, path, play="any")
    assert found.fits and found.play.departures and found.causes is None
    best, priced = combin.solve(slug)["base"], combin.price(slug, action)
    played = found.played_as
    assert (played.name, played.followed) == (action, played.decisions)
    assert played.decisions == 1_000
    assert played.edge == priced.result.house_edge
    assert played.cost == best.expected_value - priced.value
    assert f"closest to {action} (1,000 of 1,000 decisions)" in str(found)
    assert "whatever was played" in str(found).splitlines()[0]
    assert json.loads(found._written("json"))["played_as"]["strategy"] == action
    assert "--play any" in str(found).splitlines()[-1]


@pytest.mark.slow
def test_without_cards_the_likeliest_strategy_is_the_law(path):
    written(path, logged(path, "actions", strategy="play"))
    assert not combin.check(SLUG, path, SET, bet="base").fits
    found = combin.check(SLUG, path, SET, bet="base", play="any")
    assert found.fits and found.law.name == found.played_as.name == "play"
    assert not found.played_as.decisions


@pytest.mark.slow
def test_any_play_excuses_no_fault_of_the_dealing(path):
    rows = logged(path, form="full", strategy="play", rounds=300)
    rows[7]["net"] = "17"
    written(path, rows)
    found = combin.check(SLUG, path, SET, bet="base", play="any")
    assert not found.fits and found.impossible_rows == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"play": "best"}, "--play is any, which sets the play apart from the dealing, not best"),
        ({"play": "any", "strategy": "play"}, "--play any and --strategy contradict each other"),
        ({"play": "any", "bet": "pair-plus"}, "nothing is decided in bet 'pair-plus'"),
    ],
)
def test_what_cannot_be_set_apart_is_refused(path, options, said):
    written(path, logged(path, rounds=20))
    with pytest.raises(combin.CombinError, match=said):
        combin.check(SLUG, path, SET, **({"bet": "base"} | options))


@pytest.mark.slow
def test_the_answer_in_the_guide_is_what_is_printed(run, monkeypatch):
    monkeypatch.chdir(Path(__file__).parents[2])
    logs = Path("docs/examples/logs")
    _, out, _ = run("check", "caribbean-stud", str(logs / "broken.csv"))
    assert out == (logs / "broken.txt").read_text()


@pytest.mark.slow
def test_a_push_that_loses_is_named_where_hands_are_set_in_chips_of_a_half(path):
    rows = logged(path, "outcome", game="pai-gow-poker", rounds=1200, form="full")
    chip = 20  # of the log, to a wager
    for row in rows:
        row["net"] = str(Fraction(int(row["net"]) or -chip, 2 * chip))
        row["staked"] = "0.5"
    found = combin.check("pai-gow-poker", written(path, rows))
    (first, *_) = found.causes.likely
    assert (first.option, first.unexplained) == ("--pay push.wager=-1", 0)


def punto(rounds, drawing=5, whole=False, without=()):
    """Return rounds of Baccarat by a simulator of its own: drawing: up to which total the player
    draws. whole: whether the totals that are compared are not taken modulo ten. without: cards that
    are never dealt.
    """
    rng = Random(3)
    shoe = [
        rank + suit for rank in "23456789TJQKA" for suit in "cdhs" if rank + suit not in without
    ]
    points = {**{str(pips): pips for pips in range(2, 10)}, "A": 1}
    rows = []
    for number in range(1, rounds + 1):
        cards = rng.sample(shoe * 8, 6)
        player, banker, left = [cards[0], cards[2]], [cards[1], cards[3]], cards[4:]

        def total(hand):
            return sum(points.get(card[0], 0) for card in hand)

        if total(player) % 10 < 8 and total(banker) % 10 < 8:
            two, draws = total(banker) % 10, range(6)
            if total(player) % 10 <= drawing:
                player.append(left.pop(0))
                third = total(player[2:])
                least = {3: 0, 4: 2, 5: 4, 6: 6}.get(two, 0)
                draws = range(7) if least <= third < 8 or (two == 3 and third == 9) else range(3)
            if two in draws:
                banker.append(left.pop(0))
        one, other = (total(hand) if whole else total(hand) % 10 for hand in (player, banker))
        net = (one > other) - (one < other)
        row = {"round": number, "player": " ".join(player), "banker": " ".join(banker)}
        rows.append({**row, "net": net})
    return rows


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ({"drawing": 4}, "the player-two is measured against 5, not 6"),
        ({"whole": True}, "totals are not taken modulo ten where hands are compared"),
        ({"without": ["7h"]}, "7h is never dealt"),
        ({"without": ["7c", "7d", "7h", "7s"]}, "rank 7 is never dealt"),
    ],
)
def test_faults_of_baccarat_are_named(fault, words, path):
    assert combin.check("baccarat", written(path, punto(600)), bet="player").fits
    found = combin.check("baccarat", written(path, punto(2500, **fault)), bet="player")
    assert [one.words for one in found.causes.likely[:1]] == [words]


@pytest.mark.slow_after(2)
def test_an_ace_at_the_wrong_end_is_named(path):
    rng, shoe = Random(5), [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"] * 8
    rows = []
    for dragon, tiger in (rng.sample(shoe, 2) for _ in range(1500)):
        one, other = ("23456789TJQKA".index(card[0]) for card in (dragon, tiger))
        net = "1" if one > other else "-1" if one < other else "-1/2"
        rows.append({"dragon": dragon, "tiger": tiger, "net": net})
    found = combin.check("dragon-tiger", written(path, rows))
    assert found.causes.likely[0].words == "an ace is high, not low"
