"""House edges of games under all their choices: every setting once, the same figures in every
format, and how to get them again.
"""

import csv
import io
import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from combin import cli
from combin.dossier import settings as dossier
from combin.errors import CombinError
from combin.games import sheet_of
from combin.questions.solve import solve
from combin.render import edges, tables
from combin.sensitivity.settings import vary
from shipped import DEALT
from sizes import on_demand

TWO = ("let-it-ride", "phil-em-up")


@pytest.fixture(scope="module")
def found():
    return [
        (
            name,
            sheet_of(name).resolve(),
            {bet.key: dossier.settings(name, bet.key) for bet in sheet_of(name).resolve().bets},
        )
        for name in TWO
    ]


def laid_out(found, form):
    return edges.edges_text(dossier.Edges(tuple(found), TWO), form)


def test_every_setting_is_solved_as_alone(found):
    for _, game, bets in found:
        for key, listed in bets.items():
            for setting in listed:
                alone = solve(setting.game, [key])[key]
                assert (setting.result.outcomes, setting.result.ties) == (
                    alone.outcomes,
                    alone.ties,
                )
                assert dict(setting.game.chosen) == dict(
                    sheet_of(game.slug).resolve(setting.named).chosen
                )


@pytest.mark.parametrize("threads", [1, 3])
def test_the_figures_do_not_depend_on_the_threads(threads, found):
    told = dossier.settings("phil-em-up", "base", threads)
    assert [one.result.outcomes for one in told] == [
        one.result.outcomes for one in found[1][2]["base"]
    ]


def test_deals_that_are_missing_are_noticed(monkeypatch):
    from combin.families import tallies as tally

    whole = tally.tallies
    monkeypatch.setattr(tally, "tallies", lambda plan, part, parts: whole(plan, part, parts + 1))
    with pytest.raises(ArithmeticError, match="deals were counted, and there are"):
        dossier.settings("phil-em-up", "base")


def test_the_formats_tell_the_same(found):
    rows = list(csv.DictReader(io.StringIO(laid_out(found, "csv"))))
    content = json.loads(laid_out(found, "json"))
    assert [row["game"] for row in rows] == ["let-it-ride"] * 3 + ["phil-em-up"] * 3
    told = [
        one
        for game in content["games"].values()
        for listed in game["bets"].values()
        for one in listed
    ]
    assert [row["house_edge"] for row in rows] == [one["house_edge"] for one in told]
    assert [row["choices"] for row in rows] == [
        " ".join(f"{k}={v}" for k, v in one["choices"].items()) for one in told
    ]
    for row in rows:
        assert abs(Fraction(row["decimal"]) - Fraction(row["house_edge"])) <= Fraction(
            1, 2 * 10**10
        )
        for form in ("text", "github", "html", "latex", "plain"):
            assert row["house_edge"] in laid_out(found, form).replace("$-$", "-")


def test_a_table_tells_what_divides_the_edge_whose_rules_and_how_to_get_it_again(found):
    text = laid_out(found, "text")
    assert "Let It Ride main game 500-100-25-15-10-5-3-2-1 paytable=2 3.4262 % bet" in " ".join(
        text.split()
    )
    assert "Phil 'em up poker: S.D. Admin. R. 20:18:16:15.04; `combin show phil-em-up`" in text
    assert text.endswith("Again: combin edges let-it-ride phil-em-up\n")


def test_a_stroke_in_a_title_does_not_end_a_cell():
    table = tables.Table(("a|b", "c"), ("left", "left"), (("one|two", "three"),))
    for form in tables.MARKDOWN:
        assert r"one\|two" in tables.layout([table], form) and r"a\|b" in tables.layout(
            [table], form
        )
    assert "one|two" in tables.layout([table], "text")


@pytest.mark.whole
@pytest.mark.slow
@pytest.mark.parametrize("name", on_demand(DEALT, ["baccarat"]))
def test_every_combination_of_choices_is_told_exactly_once(name):
    game = sheet_of(name)
    for bet in game.resolve().bets:
        found, games = zip(*dossier.combinations(game, bet.key))
        assert games[0].chosen == {choice.name: choice.default for choice in game.choices}
        assert len({one.rules_of(bet.key) for one in games}) == len(games)
        told = [
            {(choice, value) for choice, value in choices.items() if value != dossier.ANY}
            for choices in found
        ]
        choices = [choice for choice in game.choices if choice.name in found[0]]
        for values in product(*(choice.tried for choice in choices)):
            setting = set(zip((choice.name for choice in choices), values))
            changed = [choice for choice, value in zip(choices, values) if value != choice.default]
            beside = len(changed) > 1 and any(choice.alone for choice in changed)
            met = [at for at, one in enumerate(told) if one <= setting]
            if not met and not beside:  # Fortune's table 5 pays as its table 3, and is told there
                rules = game.resolve(dict(setting)).rules_of(bet.key)
                met = [at for at, one in enumerate(games) if one.rules_of(bet.key) == rules]
                assert name == "pai-gow-poker" and bet.key == "fortune"
            assert len(met) == (0 if beside else 1)


OWN = """\
Settings of all kinds  (settings-of-all-kinds)
source: made up for this test
cards: [deck]

choice deck: which cards there are
  whole = 9TJQKA   nines and better
  short = TJQKA    tens and better

PLAY
  3 cards to player: the player's cards   [not shown first]
  decide fold or play   [only shown none]
    fold   ends
    play   play +1
  1 card to up: a card of the dealer's
  3 cards to player: the player's cards   [only shown first]
  decide fold or play   [not shown none]
    fold   ends
    play   play +1
  2 cards to down: his other cards
  choice shown: what is seen of the dealer's hand
    none    nothing
    one     a card
    first   a card, at once

HANDS
  player = three-card of player
  dealer = three-card of up, down

MAIN GAME
  wagers: ante 1, play
  outcome   if                     ante   play
  fold      chose fold             lost   push
  win       player beats dealer    1      1
  tie       player equals dealer   push   push
  lose      otherwise              lost   lost

SIDE BET pair-plus
  pays by player
    straight flush    40
    three of a kind   30
    straight           6
    flush              3
    pair               1
"""


def test_the_deck_and_the_dealing_are_chosen_too(tmp_path):
    path = tmp_path / "settings_of_all_kinds.game"
    path.write_text(OWN)
    game = sheet_of(str(path))
    told = {bet.key: dossier.settings(str(path), bet.key) for bet in game.bets}
    assert len(told["base"]) == 6 and {one.name for one in told["base"]} > {
        "",
        "deck=short,shown=first",
    }
    assert {one.named["deck"] for one in told["pair-plus"]} == {"whole", "short"}
    for key, listed in told.items():
        for one in listed:
            alone = solve(game.resolve(one.named), [key])[key]
            assert one.result.outcomes == alone.outcomes and one.result.deals == alone.deals
    for row in vary(game).rows:
        alike = [one for one in told[row.comparison.bet] if one.named.get(row.choice) == row.value]
        assert row.comparison.second.edge in {one.result.house_edge for one in alike}


def test_every_format_is_offered_once():
    with pytest.raises(CombinError) as refused:
        tables.verify_format("zzzzz")
    offered = str(refused.value).partition("known: ")[2].rstrip(")").split(", ")
    assert len(offered) == len(set(offered)) > 20 and {
        "tsv",
        "csv",
        "json",
        "text",
        "github",
    } <= set(offered)


@pytest.mark.slow
@pytest.mark.usefixtures("recounting")
def test_the_command(capsys):
    def run(*words):
        with pytest.raises(SystemExit) as caught:
            cli.main(["edges", *words])
        return caught.value.code, *capsys.readouterr()

    path = str(Path(__file__).parents[2] / "docs/examples/flashed_three_card_poker.game")
    status, out, err = run(path, "phil-em-up", path, "--format", "github")
    recounts = err.splitlines()  # each deck is told once, though the file is named twice
    assert (
        (status, len(recounts)) == (0, len(set(recounts)))
        and all("checked against a second program" in line for line in recounts)
        and f"`combin show {path}`" in out
    )
    assert (
        out.endswith(f"Again: `combin edges {path} phil-em-up --format github`\n")
        and out.count("| Phil 'em up poker ") == 3
    )
    assert run("phil-em-upp") == (
        2,
        "",
        "combin: no game is called 'phil-em-upp' (did you mean 'phil-em-up'?); `combin list` names all, and a file of yours "
        "ends in .game\n",
    )
    assert run("phil-em-up", "--format", "csw")[:2] == (2, "")
