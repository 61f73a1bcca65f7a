"""Logs of hands that are set, written by plain simulators on a short pack: right ones fit, every
fault is found at its row, and what the player's settings cost is what a literal count says.
"""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial

import pytest

import kept_settings
from checking import checked, table
from combin import games
from combin.cards import mask_of, parse_card
from combin.checker import CheckOptions, check_file, law_of
from combin.checker.columns import card_columns, columns_of
from combin.checker.guess import by_names, understood
from combin.counting import Plan
from combin.errors import CombinError
from combin.families.set_hands.dealt import PricedHands
from combin.families.set_hands.kept_settings import kept_root
from combin.families.subjects import subject
from combin.logs.read import open_log
from combin.logs.simulate import simulate
from combin.proof import ways as literal
from combin.rules.house_ways import FOXWOODS
from combin.solving.payoffs import Payoffs
from combin.solving.result import result_of
from faults import flaws
from faults.games import PaiGow
from reported import REPORTS
from set_hands import SHORT, settled, short, worth

ROUNDS = 120


@cache
def law(strategy="foxwoods", **choices):
    game = short(**choices)
    return law_of(game, "base", FOXWOODS if strategy else None, strategy or "optimal")


@cache
def rounds(kind=PaiGow, count=ROUNDS, seed=1):
    """Return the rows of a simulator on the short pack."""
    lacks = kind is flaws.PaiGowLacks
    pack = [rank + suit for suit in SHORT.suits for rank in SHORT.ranks]
    made = type(kind.__name__, (kind,), {"pack": pack if lacks else [*pack, "Jk"]})(seed, count)
    return list(made.rows())


def verdict(rows, path, law, columns=None, **options):
    columns = columns or [name for name in rows[0] if name != "seat"]
    cells = [[row[name] for name in columns] for row in rows]
    return checked(law, table(path / "log.csv", columns, cells), **options)


def hands(row):
    """Return the cards of a row: the player's, those in front, the dealer's, those in front."""
    return [mask_of(map(parse_card, row[name].split())) for name in PaiGow.cards]


def right(row):
    """Return outcome and net of a row by its cards."""
    outcome, net = settled(*hands(row))
    return outcome, float(net)


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("form", ["cards", "no dealer-front", "outcomes", "nets"])
def test_a_right_log_fits(form, tmp_path):
    left_out = {"no dealer-front": {"dealer-front"}, "outcomes": {*PaiGow.cards}, "cards": set()}
    left_out["nets"] = {*PaiGow.cards, "outcome", "staked"}
    columns = [name for name in rounds()[0] if name not in left_out[form]]
    found = verdict(rounds(), tmp_path, law(), columns)
    assert found.fits and found.replayed is (form in ("cards", "no dealer-front"))
    if found.replayed:
        assert found.play.decisions == ROUNDS and not found.play.departures
    else:
        assert "the cards: the log has none" in "; ".join(found.untested)


def found_rows(found, code):
    return [one.row for one in found.impossible if one.code == code]


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    ("kind", "code"), [(flaws.PaiGowCopies, "outcome"), (flaws.PaiGowCommission, "net")]
)
def test_rounds_that_are_settled_wrong_are_found(kind, code, tmp_path):
    rows = rounds(kind)
    wrong = [row["round"] for row in rows if (row["outcome"], row["net"]) != right(row)]
    found = verdict(rows, tmp_path, law())
    assert wrong and found.impossible_rows == len(wrong)
    assert {one.code for one in found.impossible} == {code}
    assert found.impossible[0].row == wrong[0]
    assert sum(one.rows for one in found.impossible) == len(wrong)


@pytest.mark.slow
def test_a_dealer_who_leaves_the_house_way_is_found_in_every_row(tmp_path):
    rows, wrong = rounds(flaws.PaiGowSplits), []
    simulator = PaiGow(1, 1)
    for row in rows:
        dealer, front = row["dealer"].split(), tuple(row["dealer-front"].split())
        settings = simulator.settings(dealer)
        if settings[front] != settings[simulator.house(dealer)]:
            wrong.append(row["round"])
    found = verdict(rows, tmp_path, law())
    assert found_rows(found, "setting") == wrong != []
    assert all(one.right.startswith("foxwoods puts ") for one in found.impossible)


def test_a_foul_is_found_in_every_row(tmp_path):
    rows, simulator, wrong = rounds(flaws.PaiGowFoul), PaiGow(1, 1), []
    for row in rows:
        front = tuple(row["front"].split())
        high, low = simulator.settings(row["player"].split())[front]
        if high[: len(low)] < low:
            wrong.append(row["round"])
    found = verdict(rows, tmp_path, law())
    assert found_rows(found, "setting") == wrong != []
    assert {one.right for one in found.impossible} == {"a foul: front is above the rest of player"}
    assert found.play.decisions == ROUNDS - len(wrong)


@pytest.mark.slow
def test_a_card_twice_is_found_in_every_row(tmp_path):
    rows = rounds(flaws.PaiGowPacks)
    wrong = [row["round"] for row in rows if {*row["player"].split()} & {*row["dealer"].split()}]
    found = verdict(rows, tmp_path, law())
    assert found.impossible_rows == len(wrong) > 0 and found.impossible[0].row == wrong[0]
    assert {one.code for one in found.impossible} == {"cards"}


@pytest.mark.slow_after(3)
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"front": "Ac 2c"}, "is not in player"),
        ({"front": "2c"}, "front has 2 cards, not 1"),
        ({"front": "{0} {0}"}, "is dealt twice"),
        ({"dealer-front": "{0} {1}"}, "is not in dealer"),
        ({"dealer": "{0} 2c"}, "dealer has 7 cards, not 2"),
        ({"front": "6c {0}"}, "6c is not in player"),
        ({"net": "0.9"}, "net"),
        ({"outcome": "lose", "net": "-1", "staked": "1"}, ""),
    ],
)
def test_a_changed_cell_is_found_at_its_row(changes, words, tmp_path):
    rows = [dict(row) for row in rounds()]
    at = next(
        at for at, row in enumerate(rows) if row["outcome"] == "win" and "Ac" not in row["player"]
    )
    cards = rows[at]["player"].split()
    for name, text in changes.items():
        rows[at][name] = text.format(*cards)
    found = verdict(rows, tmp_path, law())
    assert [one.row for one in found.impossible] == [at + 1]
    assert words in found.impossible[0].right


def test_the_joker_that_completes_nothing_is_found(tmp_path):
    found = verdict(rounds(flaws.PaiGowJoker), tmp_path, law())
    assert {one.code for one in found.impossible} & {"setting", "outcome"}


@pytest.mark.slow
def test_what_settings_cost_is_counted_exactly(tmp_path):
    """The player leaves his way in some rows; each costs what a literal count says."""
    rows, simulator = rounds(flaws.PaiGowKeeps), PaiGow(1, 1)
    left = {}
    for row in rows:
        player = row["player"].split()
        settings, house = simulator.settings(player), simulator.house(player)
        if settings[tuple(row["front"].split())] != settings[house]:
            left[row["round"]] = mask_of(map(parse_card, house))
    found = verdict(rows, tmp_path, law()).play
    assert sum(one.rounds for one in found.departures) == len(left) > 2
    assert {one.row for one in found.departures} <= left.keys()
    for one in found.departures[:3]:
        player, front, *_ = hands(rows[one.row - 1])
        cost = worth(short(), player, left[one.row]) - worth(short(), player, front)
        assert one.cost == cost
    assert found.cost == sum(one.cost * one.rounds for one in found.departures)


@pytest.mark.slow
def test_a_way_costs_against_the_best_settings(tmp_path):
    """Of many rounds played by a way about what the way costs; the worst come first."""
    found = verdict(rounds(), tmp_path, law(None))
    play, best, way = found.play, law(None).result, law().result
    assert not found.fits and "play" in found.codes
    costs = [one.rounds * one.cost for one in play.departures]
    assert costs == sorted(costs, reverse=True) and min(costs) > 0
    assert abs(play.cost / ROUNDS - (best.expected_value - way.expected_value)) < 0.05
    one = play.departures[0]
    player, front, *_ = hands(rounds()[one.row - 1])
    assert worth(short(), player, front) + one.cost == max(
        worth(short(), player, other) for other in fronts_without_fouls(player)
    )
    assert one.taken.startswith("front ") and one.named.startswith("front ")
    any_play = verdict(rounds(), tmp_path, law(None), any_play=True)
    assert any_play.fits and any_play.play.departures == play.departures


def fronts_without_fouls(player):
    return [
        front for high, low, front in literal.settings(player) if not literal.is_foul(high, low)
    ]


@pytest.mark.slow
def test_a_player_who_sees_the_dealers_hand_gains_too_much(tmp_path):
    found = verdict(rounds(flaws.PaiGowPeeks, 600), tmp_path, law())
    assert found.play.departures and found.play.gained > 0 and found.play.knowing


def test_a_hand_that_the_rules_set_is_no_decision(tmp_path):
    ruled = law(None, setting="house")
    found = verdict(rounds(), tmp_path, ruled)
    assert found.fits and found.play is None
    found = verdict(rounds(flaws.PaiGowKeeps), tmp_path, ruled)
    assert found.impossible and {one.code for one in found.impossible} == {"setting"}
    columns = [name for name in rounds()[0] if name not in ("front", "dealer-front")]
    assert verdict(rounds(), tmp_path, ruled, columns).replayed


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("variant", ["face-up", "ez", "tiger-9", "player-bank"])
def test_logs_of_every_variant_fit(variant, tmp_path):
    game = short(variant=variant)
    simulate(subject(game, "base"), str(tmp_path / "log.csv"), 300, 3)
    chip = open_log(str(tmp_path / "log.csv")).facts.chip
    found = checked(law(None, variant=variant), tmp_path / "log.csv", chip=chip)
    assert found.fits and found.play.decisions == 300 and not found.play.departures


SHEET = replace(games.sheet_of("pai-gow-poker"), slug="short", deck=SHORT)


def of_file(path, rounds, **options):
    """Simulate a log of the short game, and return the verdict that its file gets."""
    simulate(subject(SHEET.resolve(), "base"), str(path), rounds, 3, **options)
    return partial(check_file, SHEET, open_log(str(path)), {}, {}, None)


def test_a_log_names_its_way(tmp_path):
    asked = of_file(tmp_path / "log.csv", 100, strategy="trump-plaza")
    found = asked()
    assert found.fits and found.law.name == "trump-plaza" and found.replayed
    with pytest.raises(CombinError, match="another strategy than 'foxwoods'"):
        asked(CheckOptions(strategy="foxwoods"))


@pytest.mark.slow
def test_the_way_that_was_played_is_named(tmp_path):
    path = tmp_path / "log.csv"
    of_file(path, 400, strategy="foxwoods")
    lines = path.read_text().replace("# strategy: foxwoods\n", "")
    path.write_text(lines)
    asked = partial(check_file, SHEET, open_log(str(path)), {}, {}, None)
    found = asked()
    assert (
        found.causes.likely[0].option == "--strategy foxwoods" and not found.causes.likely[0].left
    )
    found = asked(CheckOptions(play="any"))
    assert found.fits and found.played_as.name == "foxwoods"
    assert found.played_as.followed == found.played_as.decisions == 400


@pytest.mark.parametrize(
    ("facts", "choices", "options", "words"),
    [
        ("# strategy: mine\n", {}, CheckOptions(), "'mine' is no house way"),
        ("", {"setting": "house"}, CheckOptions(strategy="foxwoods"), "the rules set every hand"),
        ("", {}, CheckOptions(strategy="foxes"), "is no file and no house way"),
    ],
)
def test_what_is_no_strategy_is_refused(facts, choices, options, words, tmp_path):
    path = tmp_path / "log.csv"
    path.write_text(f"{facts}net\n0\n1\n")
    with pytest.raises(CombinError, match=words):
        check_file(SHEET, open_log(str(path)), choices, {}, None, options)


def test_cards_without_what_is_in_front_settle_nothing(tmp_path):
    columns = ["player", "dealer", "outcome", "net"]
    cells = [[row[name] for name in columns] for row in rounds()]
    path = table(tmp_path / "log.csv", columns, cells)
    found = check_file(SHEET, open_log(str(path)), {}, {}, None, CheckOptions(strategy="foxwoods"))
    assert not found.replayed and "not all the columns that this takes" in found.unsettled


def test_hands_in_columns_of_other_names(tmp_path):
    """Seven cards and the two in front, beside the five of the high hands, which are not needed."""
    called = {"player": "player 7", "front": "player low", "dealer": "banker 7"}
    called |= {"dealer-front": "banker low", "net": "net win"}
    cells = [
        [row[name] for name in called] + [" ".join(row["player"].split()[:5])] for row in rounds()
    ]
    path = table(tmp_path / "log.csv", [*called.values(), "player high"], cells)
    known, sizes = columns_of(law().judging), card_columns(law().game)
    log = by_names(open_log(str(path)), known, sizes, "base", {})
    found = understood(law(), log, None)
    assert found.wrong == 0 and found.rows == ROUNDS
    assert {name: str(found.log.sources[name]) for name in called} == called


def test_what_cannot_be_read_is_refused_before_anything_is_counted(tmp_path, monkeypatch):
    monkeypatch.setattr("combin.checker.asked.law_of", None)
    path = table(tmp_path / "log.csv", ["a", "b"], [["x", "y"]])
    with pytest.raises(CombinError, match="has none of the columns of a log"):
        check_file(short(), open_log(str(path)), {}, {})


def test_hands_that_are_asked_for_are_counted_alone():
    """The settings of some hands, counted together, are worth what they are one by one."""
    payoffs = law(None).payoffs
    some = PricedHands(payoffs)
    some.both.counts.clear()
    some.learn(mine := [hands(row)[0] for row in rounds()[:20]])
    assert not some.both.counts
    for hand in mine:
        worth_of, every = some.settings(hand), some.every(hand, (0, 0))
        assert worth_of and worth_of.items() <= every.items()
        assert max(worth_of.values()) == max(every.values())


def test_what_is_kept_is_what_the_report_has():
    """The distribution that a check has at hand has the figures of the published report."""
    game = games.sheet_of("pai-gow-poker").resolve({})
    payoffs = Payoffs(Plan(game, game.bet("base")))
    found = result_of(payoffs, kept_root(payoffs, None))
    published = json.loads((REPORTS / "pai-gow-poker" / "solution.json").read_text())
    base = published["bets"]["base"]
    assert Fraction(base["expected_value"]) == found.expected_value
    assert Fraction(base["variance"]) == found.variance
    way = result_of(payoffs, kept_root(payoffs, FOXWOODS))
    assert way.house_edge - found.house_edge > 0


def test_rules_that_differ_have_nothing_at_hand():
    game = games.sheet_of("pai-gow-poker").resolve({}).with_pays({"win.wager": Fraction(9, 10)})
    payoffs = Payoffs(Plan(game, game.bet("base")))
    assert kept_root(payoffs, None) is None and kept_root(payoffs, FOXWOODS)
    shorter = Payoffs(Plan(short(), short().bet("base")))
    assert kept_root(shorter, None) is None is kept_root(shorter, FOXWOODS)


def test_every_variant_is_kept():
    kept = json.loads(kept_settings.PLACE.read_text())
    assert {key for key, _, _ in kept_settings.entries()} == kept.keys()


def test_what_is_kept_has_the_published_edges():
    """Reports are counted whole and take nothing that is kept."""
    listed = json.loads((REPORTS / "index.json").read_text())["games"]["pai-gow-poker"]["bets"]
    published = [one for one in listed["base"] if one["choices"]["wheel"] == "second"]
    for one in published:
        game = games.sheet_of("pai-gow-poker").resolve(one["choices"])
        payoffs = Payoffs(Plan(game, game.bet("base")))
        found = result_of(payoffs, kept_root(payoffs, None))
        assert (found.house_edge, found.variance) == (
            Fraction(one["house_edge"]),
            Fraction(one["variance"]),
        )
    assert len(published) == 8


@pytest.mark.whole
@pytest.mark.slow
@pytest.mark.parametrize("number", range(30))
def test_what_is_kept_is_what_is_counted(number):
    """Hands against a house way under every variant, set optimally and by both ways."""
    _, payoffs, way = list(kept_settings.entries())[number]
    assert kept_root(payoffs, way) == kept_settings.counted(payoffs, way)
