"""Lists that ship with combin are those of the reports, and cost what is said of them."""

from __future__ import annotations

import csv
from dataclasses import replace
from hashlib import sha256

import pytest

from combin.counting import Plan
from combin.dossier import shipped
from combin.dossier.examples import examples_found
from combin.dossier.found import found, prove
from combin.dossier.report import priced_lists
from combin.dossier.shipped import text_of as text_of_counts
from combin.families.set_hands.ways import Ways
from combin.families.tallies import Tallies
from combin.games import sheet_of
from combin.questions.measures import has_starting_hands, starting_hands
from combin.questions.solve import solve
from combin.recent import Recent
from combin.render.page import lines_name, strategy_file
from combin.solving.payoffs import Payoffs
from combin.solving.result import result_of
from combin.strategies import find, price
from combin.strategies.library import common_actions, is_by_lines, named
from combin.strategies.pricing import compared
from found_lists import COUNTS, FOLDER, QUICK, counts_of, text_of
from reported import REPORTS
from sizes import GAMES, LARGE, LIKE_JACKS, on_demand

SHIPPED = sorted(path.stem for path in FOLDER.iterdir())
HASHES = (REPORTS / "all.sha256").read_text().splitlines()


@pytest.mark.slow_after(5)
@pytest.mark.parametrize("slug", SHIPPED)
def test_the_lists_are_those_of_the_reports(slug):
    """The table of the report has their costs; `publish --all` writes them, with the hashes kept."""
    ladder = found(GAMES[slug], "base")
    assert FOLDER.joinpath(f"{slug}.txt").read_text() == text_of(ladder)
    rows = csv.DictReader((REPORTS / slug / "ladder.csv").read_text().splitlines())
    assert [(row["lines"], row["cost"], row["house_edge"]) for row in rows] == [
        (str(len(rung)), str(rung.cost), str(rung.cost - ladder.optimum)) for rung in ladder.rungs
    ]
    for rung in ladder.rungs:
        known = sha256(strategy_file(ladder, rung).encode()).hexdigest()
        assert f"{known}  {slug}/{lines_name(rung)}" in HASHES


def test_every_game_with_lists_has_them_at_hand_or_is_quick():
    assert {path.parent.name for path in REPORTS.glob("*/ladder.csv")} == {*SHIPPED, *QUICK}


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    "slug",
    on_demand(
        sorted(SHIPPED, key=lambda slug: (slug in LARGE | LIKE_JACKS, slug != "mississippi-stud")),
        ["criss-cross-poker"],
    ),
)
def test_a_list_costs_what_is_said_of_it(slug):
    ladder = found(GAMES[slug], "base")
    assert ladder.shipped
    prove(ladder, ladder.rungs[-1:])
    wrong = replace(ladder.rungs[-1], cost=ladder.rungs[-1].cost + 1)
    with pytest.raises(ArithmeticError, match="a list of"):
        prove(ladder, [wrong])


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["bonus-six", "crazy-4-poker", "jacks-or-better", "phil-em-up"])
def test_a_search_finds_what_ships(slug):
    """By the words of the lines: those of a hold are kept in another form when they are read."""
    searched, shipped = find(GAMES[slug]), found(GAMES[slug], "base")
    assert (searched.optimum, searched.situations) == (shipped.optimum, shipped.situations)
    assert [(str(rung.lines), rung.cost) for rung in searched.rungs] == [
        (str(rung.lines), rung.cost) for rung in shipped.rungs
    ]


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("slug", ["let-it-ride", "bonus-six", "mississippi-stud"])
def test_no_list_that_ships_is_worse_than_one_action_taken_always(slug):
    game = GAMES[slug]
    ladder, payoffs = found(game, "base"), Payoffs(Plan(game, game.bet("base")))
    always = [named(action, game, "base") for action in common_actions(game, "base")]
    best = max(compared(payoffs, always))
    assert all(rung.cost <= ladder.optimum - best for rung in ladder.rungs)
    if slug == "mississippi-stud":  # to fold at once loses the ante, and no more
        assert (best, str(ladder.rungs[0].lines.blocks["third street"][0])) == (
            -1,
            "fold: otherwise",
        )


@pytest.mark.parametrize("settings", [{"coins": "fewer"}, {"paytable": "8-5"}])
def test_another_setting_is_searched(settings, monkeypatch):
    asked = []
    monkeypatch.setattr("combin.dossier.found.find", lambda *given, **named: asked.append(given))
    game = sheet_of("jacks-or-better").resolve(settings)
    found(game, "base")
    assert asked == [(game, "base")]


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("slug", ["let-it-ride", "crazy-4-poker"])
def test_lists_are_priced_together_as_they_are_one_by_one(slug, monkeypatch):
    """Where counting takes long; a cost that is not what is said of it is refused there, too."""
    game = GAMES[slug]
    optimum = found(game, "base").optimum
    apart = priced_lists(game, "base", optimum)
    monkeypatch.setattr(Tallies, "recounts", True)
    together = priced_lists(game, "base", optimum)
    assert together == apart and not together[0].shipped
    with pytest.raises(ArithmeticError, match="a list of"):
        priced_lists(game, "base", optimum + 1)


# --- Counts that ship ----------------------------------------------------------------------------

COUNTED = sorted(path.stem for path in COUNTS.glob("*.json"))


def as_read(counts, folder):
    """Write counts into a file and read them again."""
    path = folder / "counts.json"
    path.write_text(text_of_counts(counts))
    game = counts.payoffs.plan.game
    return shipped.read_counts(str(path), game, shipped.rules_hash(game))


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("slug", ["three-card-poker", "dakota-duel-draw", "let-it-ride"])
def test_counts_come_back_from_their_file(slug, tmp_path):
    """What they come to is what solving and pricing find."""
    game = GAMES[slug]
    ladder = found(game, "base")
    counts = as_read(counts_of(game), tmp_path)
    solved = solve(game, ["base"]).bets["base"]
    assert counts.optimum == ladder.optimum == solved.expected_value
    assert result_of(counts.payoffs, counts.best).outcomes == solved.outcomes
    for rung in ladder.rungs:
        priced, here = price(game, rung.lines), counts.priced(rung.lines)
        assert (here.result, here.uses, here.cost) == (priced.result, priced.uses, rung.cost)
        assert counts.lists[str(rung.lines)].examples == examples_found(game, rung.lines)
    assert bool(counts.starts) == has_starting_hands(game)
    if counts.starts:
        assert starting_hands(game, "base", starts=counts.starts) == starting_hands(game, "base")
    assert text_of_counts(counts) == (tmp_path / "counts.json").read_text()


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("slug", COUNTED)
def test_counts_that_ship_come_to_what_the_report_says(slug):
    game = GAMES[slug]
    counts = shipped.shipped_counts(game, "base")
    solved = shipped.solved(game, ["base"]).bets["base"]
    rows = csv.DictReader((REPORTS / slug / "outcomes.csv").read_text().splitlines())
    assert [(one.outcome, str(one.combinations)) for one in solved.outcomes] == [
        (row["outcome"], row["combinations"]) for row in rows if row["bet"] == "base"
    ]
    assert counts.optimum == solved.expected_value
    if not is_by_lines(game, "base"):
        assert counts.lists.keys() == {way.name for way in Ways(game, "base").told()}
        return
    ladder = found(game, "base")
    assert counts.lists.keys() == {str(rung.lines) for rung in ladder.rungs}
    assert prove(ladder, ladder.rungs) == [counts.result(str(rung.lines)) for rung in ladder.rungs]


@pytest.mark.parametrize("slug", COUNTED)
def test_counts_hold_for_their_rules_and_their_release_alone(slug, monkeypatch):
    game = GAMES[slug]
    pay = next(iter(game.pays()))
    assert shipped.shipped_counts(game.with_pays({pay: 7}), "base") is None
    for bet in game.bets[1:]:
        assert shipped.shipped_counts(game, bet.key) is None
    monkeypatch.setattr(shipped, "RELEASE", "0.0.0")
    monkeypatch.setattr(shipped, "_known", Recent(1))
    assert shipped.shipped_counts(game, "base") is None


@pytest.mark.whole
@pytest.mark.parametrize("slug", COUNTED)
def test_counts_that_ship_are_those_that_are_counted(slug):
    text = text_of_counts(counts_of(GAMES[slug]))
    assert text == (COUNTS / f"{slug}.json").read_text()
