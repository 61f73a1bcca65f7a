"""The site: a real browser opens it from a disk and finds the fractions that combin does."""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from fractions import Fraction
from functools import cache, partial
from html import unescape
from itertools import product
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

import combin
from agreement import shortened
from browser import FINDINGS, Keyboard, driven, opened
from combin import cli
from combin.cards import card_text
from combin.counting import Plan
from combin.dossier.felt import felt, why_not, with_formulas
from combin.dossier.hands import hands
from combin.dossier.paid_hands import paid_hands
from combin.dossier.published import agreements, result_at
from combin.dossier.settings import settings
from combin.families.blackjack import site_page
from combin.families.drawn_value import drawn_value, is_drawn_once
from combin.families.listed import family_of
from combin.families.reporting import reporting
from combin.games import FAMOUS, sheet_of
from combin.publishing import site
from combin.publishing.games import reported
from combin.questions.advice import advise, situations
from combin.questions.solve import solve
from combin.render.agreements import section
from combin.render.markdown import placed
from combin.render.number import decimal, percent
from combin.render.rules import rules_text
from combin.render.site import (
    ASSETS,
    NOTHING,
    Site,
    asset,
    contents,
    family,
    felt_script,
    game_page,
    hands_script,
    overview,
    tried,
)
from combin.render.tables import Heading, layout
from combin.rules.text.page import Page
from combin.sensitivity import Counted, sweep
from combin.sensitivity.best_value import _FormBuilder, value_of
from combin.sensitivity.maxima import TooLong
from combin.version import version
from sizes import on_demand

pytest.importorskip("markdown_it")
pytest.importorskip("typst")

GAMES = ("phil-em-up", "let-it-ride", "mississippi-stud", "three-card-poker", "dakota-duel-draw")
SHOWN = "my-game"
REPORTS = Path(__file__).parents[2] / "reports"


@cache
def counted(slug, **choices):
    return Counted(combin.load(slug, choices), "base")


def paytables(one, many, seed):
    """Yield random pays, among them halves, thirds and nothing; what loses keeps losing."""
    random = Random(seed)
    for _ in range(many):
        yield {
            pay: units
            if units < 0
            else Fraction(random.randint(0, 3 * int(units) + 4), random.choice((1, 1, 2, 3)))
            for pay, units in one.ends.pays.items()
        }


# --- The value as maxima -----------------------------------------------------------------------


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("slug", GAMES)
def test_the_maxima_are_the_value_at_any_pays(slug):
    one = counted(slug)
    value = value_of(one)
    assert value.at(one.ends.pays) == solve(one.game, ["base"])["base"].expected_value
    for pays in paytables(one, 5, 1):
        assert value.at(pays) == one.paying(pays).result.expected_value


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("slug", ("phil-em-up", "mississippi-stud"))
def test_within_bounds_it_is_shorter_and_the_same(slug):
    one = counted(slug)
    value = value_of(one)
    bounds = {
        pay: tuple(sorted((units * 4 / 5, units * 6 / 5))) for pay, units in one.ends.pays.items()
    }
    short = value_of(one, bounds=bounds)
    assert len(short.choices) < len(value.choices)
    random = Random(2)
    for _ in range(20):
        pays = {
            pay: low + (high - low) * Fraction(random.randint(0, 16), 16)
            for pay, (low, high) in bounds.items()
        }
        assert short.at(pays) == value.at(pays)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    ("slug", "is_bounded"),
    [
        ("three-card-poker", False),
        ("high-card-flush", False),
        ("caribbean-stud", False),
        ("crazy-4-poker", True),
        ("caribbean-stud", True),
    ],
)
def test_the_sums_of_one_decision_are_those_of_its_classes(slug, is_bounded, monkeypatch):
    """Both at short decks: rows of sums that are multiples of each other, and rows of counts."""
    game = shortened(combin.load(slug), "9TJQKA", "cdh" if slug != "high-card-flush" else "cdhs")
    one = Counted(game, "base")
    pays = one.ends.pays.items()
    bounds = {pay: tuple(sorted((units / 2, units * 2))) for pay, units in pays}
    bounds = bounds if is_bounded else None
    value = value_of(one, bounds=bounds)
    with monkeypatch.context() as change:
        change.setattr(_FormBuilder, "_is_one_choice", lambda self: False)
        assert value_of(one, bounds=bounds) == value
    size = sum(len(option) for choice in value.choices for option in choice.options)
    assert size and value_of(one, bounds=bounds, most=size) == value
    with pytest.raises(TooLong):
        value_of(one, bounds=bounds, most=size - 1)


def test_a_raise_between_two_others_is_left_out():
    """Twice the ante lies between once and three times, in every round of betting."""
    value = value_of(counted("mississippi-stud"))
    assert {choice.actions for choice in value.choices} == {("fold", "1x", "3x")}
    war = value_of(Counted(combin.load("casino-war"), "base"))
    assert {len(choice.actions) for choice in war.choices} == {2}


def test_every_information_set_is_met_once():
    """The merged sets of the one decision are all that have something to choose."""
    one = Counted(combin.load("three-card-poker"), "base")
    met = sum(choice.sets for choice in value_of(one).choices)
    assert met == len(list(situations(one.game)))


# --- In a browser ------------------------------------------------------------------------------


def bare(place, scripts):
    """Return a page of some scripts, which stand beside it."""
    for name, text in scripts.items():
        (place / name).write_text(text)
    tags = "".join(f'<script src="{name}"></script>' for name in scripts)
    page = place / "page.html"
    page.write_text(f'<!doctype html><meta charset="utf-8"><body>{tags}</body>')
    return page


@pytest.mark.whole_after(1)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "many"),
    on_demand(
        [(slug, 1000) for slug in (*GAMES, "bonus-six")],
        ("three-card-poker", "mississippi-stud", "dakota-duel-draw", "bonus-six"),
    ),
)
def test_a_browser_finds_the_fractions_of_random_paytables(slug, many, tmp_path):
    one = counted(slug)
    listed = settings(slug, "base", 1)
    page = bare(
        tmp_path,
        {
            "exact.js": asset("exact.js"),
            "felt-data.js": felt_script(one.game, {"base": felt(listed, 1)}),
        },
    )
    tables = list(paytables(one, many, 3))
    asked = [[str(pays[pay]) for pay in one.ends.pays] for pays in tables]
    found = driven(
        page,
        tmp_path,
        f"""const bet = combin.felt.bets.base;
        const [printed] = combin.settings(bet);
        const value = combin.prepared(bet, printed.value);
        return JSON.stringify({json.dumps(asked)}.map((pays) =>
          combin.text(combin.solve(value, pays.map(combin.known)).net)));""",
    )
    for pays, said in zip(tables, json.loads(found), strict=True):
        assert Fraction(said) == one.paying(pays).result.expected_value


@pytest.mark.slow
@pytest.mark.parametrize("slug", ("three-card-poker", "mississippi-stud"))
def test_the_scripts_find_every_setting(slug, tmp_path):
    game = combin.load(slug)
    felts = {bet.key: felt(settings(slug, bet.key, 1), 1) for bet in game.bets}
    page = bare(tmp_path, {"exact.js": asset("exact.js"), "felt-data.js": felt_script(game, felts)})
    found = driven(
        page,
        tmp_path,
        """return JSON.stringify(Object.values(combin.felt.bets).map((bet) => combin.settings(bet).map((one) =>
          combin.text(combin.solve(combin.prepared(bet, one.value), one.pays.map(combin.known)).net))));""",
    )
    expected = [
        [str(one.setting.result.expected_value) for one in felt.settings] for felt in felts.values()
    ]
    assert json.loads(found) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    "slug", ("phil-em-up", "let-it-ride", "mississippi-stud", "red-dog", "casino-war")
)
def test_a_browser_advises_as_combin_does(slug, tmp_path):
    game = combin.load(slug)
    known = hands(game, "base", 1)
    names = (
        "exact.js", "cards.js", "hands-data.js", "practice.js", "counting.js", "hand-values.js",
        "hands.js",
    )  # fmt: skip
    scripts = {name: asset(name) for name in names if name != "hands-data.js"}
    scripts["hands-data.js"] = hands_script(known)
    page = bare(tmp_path, {name: scripts[name] for name in names})
    page.write_text(
        page.read_text().replace(
            "<body>", '<body><div id="ask"></div><div id="practise-here"></div>'
        )
    )
    random, asked = Random(4), []
    for place in range(len(known.streets)):
        count = sum(deal.cards for street in known.streets[: place + 1] for deal in street.zones)
        asked += [random.sample(list(known.deck), count) for _ in range(8)]
    if game.from_shoe:
        asked += [[card, card] for card in random.sample(list(known.deck), 4)]
    found = driven(
        page,
        tmp_path,
        f"""const clear = [...document.querySelectorAll("#ask button")].at(-1);
        const click = (card) => document.querySelector(`#ask [data-card="${{card}}"]`).click();
        return JSON.stringify({json.dumps(asked)}.map((cards) => {{
          cards.forEach(click);
          const worths = [...document.querySelectorAll("#asked .worth tbody tr")].map((row) =>
            [row.cells[0].textContent, row.querySelector(".exact").textContent]);
          const laws = [...document.querySelectorAll("#asked details")].map((one) =>
            [...one.querySelectorAll("tbody tr")].map((row) => [row.cells[1].textContent, row.cells[3].textContent]));
          clear.click();
          return [worths, laws];
        }}));""",
    )
    for cards, (worths, laws) in zip(asked, json.loads(found), strict=True):
        try:
            rows = advise(game, " ".join(cards)).rows
        except combin.CombinError as error:
            assert "nothing is decided" in str(error) and not worths
            continue
        expected = [[action, str(worth)] for row in rows for action, worth in row.values.items()]
        assert sorted(worths) == sorted(expected)
        for (_, worth), law in zip(worths, laws, strict=True):
            assert sum(Fraction(share) for _, share in law) == 1
            assert sum(
                Fraction(net.replace(",", "")) * Fraction(share) for net, share in law
            ) == Fraction(worth)


MACHINES = (
    "jacks-or-better", "bonus-poker", "double-double-bonus", "deuces-wild", "joker-poker",
)  # fmt: skip


def test_five_cards_are_called_by_ranks_and_flushes():
    """Each hand of a deck, found among the kinds that a page is given, leads where it leads."""
    plan = Plan(game := combin.load("deuces-wild"), game.bet("base"))
    value = drawn_value(plan)
    assert value and value.wild == "2" and is_drawn_once(plan)
    war = combin.load("casino-war")
    other = Plan(war, war.bet("base"))
    assert not is_drawn_once(other) and family_of(other).drawn_value(other) is None
    pays = [Fraction(1), *game.pays_in(plan.bet.key).values()]
    worth = [sum(pays[key] * n for key, n in form.items()) for (form,) in value.columns]
    assert min(worth) == -1 and max(worth) == 799


@pytest.mark.slow
@pytest.mark.whole_after(2)
@pytest.mark.parametrize("slug", MACHINES)
def test_a_browser_finds_the_best_of_all_holds(slug, tmp_path):
    """At random paytables, in whole numbers, and what every hold of random hands is worth."""
    one = counted(slug)
    names = ("exact.js", "draw.js")
    data = felt_script(one.game, {"base": felt(settings(slug, "base", 1), 1)})
    page = bare(tmp_path, {**{name: asset(name) for name in names}, "felt-data.js": data})
    tables = list(paytables(one, 4, 5))
    deck = [card_text(card) for card in one.game.deck.cards]
    random = Random(6)
    dealt = [random.sample(deck, 5) for _ in range(12)]
    asked = [[str(pays[pay]) for pay in one.ends.pays] for pays in tables]
    found = driven(
        page,
        tmp_path,
        f"""const bet = combin.felt.bets.base;
        const [printed] = combin.settings(bet);
        const value = combin.prepared(bet, printed.value);
        const usual = value.solve(printed.pays.map(combin.known));
        const hands = {json.dumps(dealt)}.map((cards) => {{
          const sorted = cards.map(value.number).sort((a, b) => a - b);
          return value.worthOf(usual, sorted).map((worth, hold) =>
            [value.held(sorted, hold).map(value.text), combin.text(worth)]);
        }});
        const slope = value.tangent(printed.pays.map(combin.known), 0, combin.known(printed.pays[0])).slope;
        return JSON.stringify([{json.dumps(asked)}.map((pays) =>
          combin.text(value.solve(pays.map(combin.known)).net)), hands, combin.text(slope)]);""",
    )
    nets, hands_found, slope = json.loads(found)
    for pays, net in zip(tables, nets, strict=True):
        assert Fraction(net) == one.paying(pays).result.expected_value
    for cards, holds in zip(dealt, hands_found, strict=True):
        (row,) = advise(one.game, " ".join(cards)).rows
        worths = sorted(map(Fraction, (worth for _, worth in holds)))
        assert worths == sorted(row.values.values())
    ends = one.result.outcomes
    royal = sum(end.combinations for end in ends if end.net == 799)
    assert Fraction(slope) == Fraction(royal, sum(end.combinations for end in ends))


@pytest.mark.slow_after(0)
@pytest.mark.parametrize(
    ("slug", "most"),
    on_demand(
        (
            ("casino-war", 5_000),
            ("let-it-ride", 3_000),
            ("hot-poker-spot", 1_000),
            ("dakota-duel-draw", 6_000),
            ("phil-em-up", 7_000),
            ("mississippi-stud", 8_500),
            ("three-card-poker", 11_264),
        ),
        ("hot-poker-spot", "dakota-duel-draw"),
    ),
)
def test_the_data_of_small_games_is_short(slug, most):
    """Each thing is written once, however many settings share it, and no column that follows from
    others; six small games need 11 KB or less each.
    """
    game = combin.load(slug)
    felts = {bet.key: felt(settings(slug, bet.key, 1), 1) for bet in game.bets}
    assert len(felt_script(game, felts)) < most


@pytest.mark.slow
@pytest.mark.parametrize(
    "slug",
    on_demand(
        (*GAMES, "bonus-six", "casino-war", "caribbean-stud"),
        ("bonus-six", "caribbean-stud", "dakota-duel-draw"),
    ),
)
def test_a_browser_reads_the_maxima_that_were_written(slug, tmp_path):
    """Every maximum of every setting of the first bet, its example too, wherever it stands."""
    game = combin.load(slug)
    found = felt(settings(slug, "base", 1), 1)
    page = bare(
        tmp_path,
        {"exact.js": asset("exact.js"), "felt-data.js": felt_script(game, {"base": found})},
    )
    read = driven(
        page,
        tmp_path,
        """const bet = combin.felt.bets.base;
        return JSON.stringify(combin.settings(bet).map((one) =>
          combin.prepared(bet, one.value).choices.map((choice) =>
            [choice.decision, choice.actions, choice.sets, choice.cards, choice.options.map((option) =>
              option.filter(([key]) => key >= 0).map(([key, times]) => [key, `${times}`]))])));""",
    )
    written = [
        sorted(
            [
                choice.decision,
                list(choice.actions),
                choice.sets,
                choice.cards,
                [
                    [[key, str(times)] for key, times in sorted(option.items()) if key >= 0]
                    for option in choice.options
                ],
            ]
            for choice in one.value.choices
        )
        for one in found.settings
    ]
    assert [sorted(one) for one in json.loads(read)] == written


# --- The pages ---------------------------------------------------------------------------------


MY_GAME = """\
My Game  (my-game)
source: the house's own rules
cards: 52

PLAY
  2 cards to player: the player's cards
  decide fold or raise
    fold    ends
    raise   raise +1
  1 card to last: the last card

HANDS
  final = three-card of player, last

MAIN GAME
  wagers: ante 1, raise
  outcome   if           ante             raise
  fold      chose fold   lost             push
  -         otherwise    table by final   table by final
  table
    straight flush    8
    three of a kind   5
    straight          3
    flush             2
    pair              1

SIDE BET side
  pays by final
    straight flush    8
    three of a kind   5
    straight          3
    flush             2
    pair              1
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Return a folder with the site of a game of the user's own."""
    file = tmp_path_factory.mktemp("own") / "my_game.game"
    file.write_text(MY_GAME)
    place = tmp_path_factory.mktemp("site")
    with pytest.raises(SystemExit) as caught:
        cli.main(["publish", "--site", str(place), str(file)])
    assert caught.value.code == 0
    (place / "own.game").write_text(MY_GAME)
    return place


@pytest.fixture(scope="module")
def mine(tmp_path_factory):
    """Return the same game, counted."""
    file = tmp_path_factory.mktemp("counted") / "my_game.game"
    file.write_text(MY_GAME)
    return Counted(combin.load(file), "base")


def pages(folder):
    return sorted(folder.rglob("*.html"))


@pytest.mark.slow
def test_every_link_leads_to_a_file_of_the_site(built):
    for page in pages(built):
        text = page.read_text()
        for link in re.findall(r'(?:href|src)="([^"]*)"', text):
            target, _, anchor = unescape(link).partition("#")
            if "://" in target:
                continue
            there = (page.parent / target).resolve() if target else page
            assert there.is_file(), f"{page}: {link}"
            if anchor and there.suffix == ".html":
                assert f'id="{anchor}"' in there.read_text(), f"{page}: {link}"


@pytest.mark.slow
def test_nothing_is_asked_of_the_net(built):
    for path in built.rglob("*"):
        if path.suffix in (".html", ".css", ".js"):
            text = path.read_text().replace("http://www.w3.org/2000/svg", "")
            assert not re.search(
                r'(src|url\()\s*=?\s*"?https?:|fetch\(|XMLHttpRequest|import\(', text
            )


def test_every_page_says_by_what_it_was_made(built):
    for page in pages(built):
        assert re.search(r"<footer>Made by combin \S+", page.read_text()), page


def test_the_overview_says_everything_of_every_bet(built):
    """A figure for each column, or why there is none."""
    text = (built / "index.html").read_text()
    base, side = (
        [re.sub("<[^>]*>", "", cell) for cell in re.findall("<td.*?</td>", row)]
        for row in re.findall("<tr><td.*?</tr>", text)
    )
    figures = r"-?[\d.]+ %"
    for row, wager in ((base, "ante"), (side, "bet")):
        assert row[3] == wager and float(row[5]) > 0
        assert all(re.fullmatch(figures, row[place]) for place in (2, 4, 6))
    assert int(base[7]) > 1 and base[8]
    assert side[7:] == ["no decisions", ""]


def test_guides_are_found_in_a_package_and_beside_it(tmp_path, monkeypatch):
    """In what a wheel installs they stand inside, in a checkout beside; and what is installed does
    not take the commit of a repository around it for its own.
    """
    assert "glossary" in site._guides()
    assert ("commit" in site.signature()) == (site.PACKAGE.parent / ".git").exists()
    installed = tmp_path / "lib" / "combin"
    (installed / "guides").mkdir(parents=True)
    (installed / "guides" / "own.md").write_text("# One of the wheel's")
    monkeypatch.setattr(site, "PACKAGE", installed)
    subprocess.run(["git", "init", "-q", tmp_path], check=True, timeout=120)
    assert [title for title, _ in site._guides().values()] == [
        "Python functions",
        "One of the wheel's",
    ]
    assert site.signature() == f"combin {version()}"


@pytest.mark.parametrize(("slug", "many"), [("phil-em-up", 2), ("let-it-ride", 5)])
def test_a_page_agrees_with_what_is_published(slug, many):
    """As decimals, and Let It Ride's expected value as a fraction."""
    game = combin.load(slug)
    listed = {bet.key: settings(slug, bet.key, 1) for bet in game.bets}
    found = agreements(slug, partial(result_at, listed))
    assert len(found) == many
    told = placed(layout([Heading("Rules"), *section(found, str)], "pipe"))
    text = game_page(Site("combin", {}), game, told)
    assert f"{many} of {many} published figures agree" in text
    for one in found:
        assert one.printed in text and one.source in text
        places = len(one.printed.partition(".")[2]) + 2
        exactly = str(one.exact) if "/" in one.printed else decimal(one.exact, places)
        assert re.search(rf"<td[^>]*>{re.escape(exactly)}</td>", text)


@pytest.mark.whole
@pytest.mark.slow
def test_every_paid_hand_is_shown_in_cards():
    for slug in ("phil-em-up", "three-card-poker", "let-it-ride", "red-dog"):
        game = combin.load(slug)
        for bet in game.bets:
            lines = {(table.name, line) for table in bet.tables() for line in table.lines}
            found = paid_hands(game, bet.key)
            assert {(one.table, one.line) for one in found} == lines
    cards = {one.line: one.cards for one in paid_hands(combin.load("phil-em-up"), "base")}
    assert cards["five-aces"] == ("Jk", "As", "Ah", "Ad", "Ac")
    assert cards["royal-flush"] == ("Ac", "Kc", "Qc", "Jc", "Tc")
    (twice,) = paid_hands(combin.load("dragon-tiger"), "suited-tie")
    assert twice.cards[0] == twice.cards[1]
    found = paid_hands(combin.load("high-card-flush"), "flush")
    (seven,) = [one for one in found if one.line == "seven-card-flush"]
    assert len({card[1] for card in seven.cards}) == 1


@pytest.mark.slow
def test_what_does_not_agree_is_said():
    listed = {key: settings("caribbean-stud", key, 1) for key in ("base", "progressive")}
    (one,) = [
        one for one in agreements("caribbean-stud", partial(result_at, listed)) if not one.agrees
    ]
    assert one.printed == "2.55" and "divides two rounded numbers" in one.remark


@pytest.mark.slow
def test_the_felt_is_edited_by_a_link(built, mine, tmp_path):
    page = built / "games" / SHOWN / "index.html"
    shown = opened(page, tmp_path, "#bet=base&flush=25%2F2&pair=0")
    said = Fraction(re.search(r'id="felt-edge">([^<]*)<', shown)[1])
    one = mine.paying({"flush": "25/2", "pair": 0})
    assert said == one.result.house_edge
    assert "Optimal play changes" in shown


@pytest.mark.slow
def test_the_felt_is_edited_by_hand(built, mine, tmp_path):
    page = built / "games" / SHOWN / "index.html"
    script = """
    const pay = document.querySelector('[data-pay="flush"]');
    pay.focus();
    pay.value = "7";
    pay.dispatchEvent(new Event("input", { bubbles: true }));
    const edge = document.getElementById("felt-edge").textContent;
    pay.value = "-2";
    pay.dispatchEvent(new Event("input", { bubbles: true }));
    const refused = pay.parentElement.querySelector('[role="status"]').textContent;
    const [asked] = document.querySelectorAll("#felt-aim");
    asked.value = "10";
    asked.form.requestSubmit();
    const aimed = [document.getElementById("felt-aimed").textContent,
      document.getElementById("felt-edge").textContent];
    return JSON.stringify([edge, refused, ...aimed, location.hash]);"""
    edge, refused, aimed, reached, link = json.loads(driven(page, tmp_path, script))
    assert Fraction(edge) == mine.paying({"flush": 7}).result.house_edge
    assert "no less than -1" in refused
    pay = Fraction(re.search(r"must pay (\S+?),? ", aimed + " ")[1])
    assert Fraction(reached) == Fraction(1, 10) == mine.paying({"flush": pay}).result.house_edge
    assert f"flush={pay.numerator}%2F{pay.denominator}" in link


@pytest.mark.slow
def test_the_curve_has_a_scale_and_the_edge_stands_beside_the_pays(built, mine, tmp_path):
    """The ends of the scale are the edges at the ends of the sweep."""
    script = """
    document.querySelector('[data-pay="pair"]').click();
    const words = (selector) => [...document.querySelectorAll(`.curve ${selector} span`)].map((one) => one.textContent);
    const [pay, edge] = [".pays", ".result .edge"].map((one) => document.querySelector(`#felt ${one}`).getBoundingClientRect());
    return JSON.stringify([words(".across"), edge.left >= pay.right, edge.top < pay.bottom]);"""
    page = built / "games" / SHOWN / "index.html"
    across, beside, level = json.loads(driven(page, tmp_path, script, width=1280))
    edges = {pay: mine.paying({"pair": pay}).result.house_edge for pay in (0, 5)}
    assert across == [f"pays {pay}: {percent(edge, 4)}" for pay, edge in edges.items()]
    assert beside and level


@pytest.mark.slow
def test_breakpoints_are_those_of_the_sweep(built, mine, tmp_path):
    page = built / "games" / SHOWN / "index.html"
    script = """
    document.querySelector('[data-pay="pair"]').click();
    return JSON.stringify([...document.querySelectorAll(".marks button")].map((one) => one.textContent));"""
    found = [Fraction(word) for word in json.loads(driven(page, tmp_path, script))]
    assert len(found) > 1
    assert found == list(sweep(mine, "pair", Fraction(0), Fraction(5)).breakpoints)


@pytest.mark.whole_after(1)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "pay"), [("mississippi-stud", "flush"), ("three-card-poker", "player-wins.ante")]
)
def test_corners_of_nested_and_of_plain_maxima(slug, pay, tmp_path):
    one = counted(slug)
    scripts = {
        "exact.js": asset("exact.js"),
        "felt-data.js": felt_script(one.game, {"base": felt(settings(slug, "base", 1), 1)}),
    }
    script = f"""
    const bet = combin.felt.bets.base;
    const [printed] = combin.settings(bet);
        const value = combin.prepared(bet, printed.value);
    const moved = value.pays.indexOf({json.dumps(pay)});
    const pays = printed.pays.map(combin.known);
    const ends = ["0", "12"].map(combin.known);
    return JSON.stringify(combin.corners(value, pays, moved, ...ends).map((point) =>
      [combin.text(point.at), combin.text(point.net)]));"""
    found = [
        (Fraction(at), Fraction(net))
        for at, net in json.loads(driven(bare(tmp_path, scripts), tmp_path, script))
    ]
    swept = sweep(one, pay, Fraction(0), Fraction(12))
    assert [at for at, _ in found] == [0, *swept.breakpoints, 12]
    for at, net in (found[0], found[1], found[-1]):
        assert one.paying({pay: at}).result.expected_value == net


def test_charts_are_read_after_what_can_be_worked(built):
    text = (built / "games" / SHOWN / "index.html").read_text()
    card, *charts = re.findall("<img[^>]*>", text)
    assert 'src="card.svg"' in card and "lazy" not in card  # it stands on the first screen
    assert len(charts) > 2 and all('loading="lazy"' in chart for chart in charts)


@pytest.mark.whole
def test_a_page_is_interactive_within_a_second(built, tmp_path):
    """The median of three visits, its scripts run; nothing else should keep the machine busy."""
    page = built / "games" / SHOWN / "index.html"
    with Keyboard(page, tmp_path) as user:
        taken = []
        for _ in range(3):
            user.go(page)
            taken.append(
                user.said('performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd')
            )
            assert user.said('document.getElementById("felt-edge").textContent')
    assert sorted(taken)[1] < 1000


@pytest.mark.slow
def test_search_finds_a_guide(built, tmp_path):
    script = """
    const input = document.getElementById("search");
    const before = Boolean(globalThis.combinPages);
    input.focus();
    input.value = "glossary";
    input.dispatchEvent(new Event("input"));
    while (!document.querySelector("#found a")) await new Promise((done) => setTimeout(done, 20));
    return before || document.querySelector("#found a").getAttribute("href");"""
    assert driven(built / "index.html", tmp_path, script).startswith("guides/")


@pytest.mark.slow
def test_a_phone_scrolls_tables_and_not_pages(built, tmp_path):
    first, *others = pages(built)
    with Keyboard(first, tmp_path, width=390) as user:
        for page in (first, *others):
            user.go(page)
            wide, room = user.said("[document.documentElement.scrollWidth, innerWidth]")
            assert wide <= room == 390, page


@pytest.mark.slow
def test_the_keyboard_alone_reaches_everything(built, tmp_path):
    """Whatever can be worked is a link, a button or a field, none is taken out of the order, and
    each has a name.
    """
    script = """
    const worked = [...document.querySelectorAll("a[href], button, input, select, summary")];
    const strange = [...document.querySelectorAll("[onclick], [tabindex]:not(.wide, pre)")];
    const named = (node) => node.textContent.trim() || node.getAttribute("aria-label") || node.labels?.length
      || node.querySelector("img")?.alt;
    return JSON.stringify([worked.length, strange.length,
      worked.filter((node) => !named(node)).map((node) => node.outerHTML)]);"""
    page = built / "games" / SHOWN / "index.html"
    many, strange, nameless = json.loads(driven(page, tmp_path, script))
    assert many > 70 and not strange and not nameless


@pytest.mark.slow
def test_nobody_is_kept_out(built, tmp_path):
    """Heads, names, order of headings, pictures, fields, and what scrolls is reached by keys."""
    listed = [
        built / "games" / SHOWN / "index.html",
        built / "index.html",
        built / "guides" / "functions.html",
    ]
    with Keyboard(listed[0], tmp_path, width=375) as user:
        for page in listed:
            user.go(page)
            user.said("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            time.sleep(0.3)  # what was folded up is measured once it is drawn
            assert user.said(FINDINGS) == [], page
        assert user.said("document.querySelectorAll('pre[tabindex]').length") > 0


def light(colour):
    digits = "".join(2 * digit for digit in colour) if len(colour) == 3 else colour
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_letters_stand_out_from_the_paper():
    """In both schemes by 4.5 to 1 or more, as WCAG asks of text."""
    usual, dark = re.findall(r":root \{(.*?)\}", asset("style.css"), re.DOTALL)[:2]
    for scheme in (usual, dark):
        colours = dict(re.findall(r"--(\w+): #(\w+);", scheme))
        for letters in ("ink", "quiet", "link", "red", "blue", "green"):
            for ground in ("paper", "tint"):
                low, high = sorted((light(colours[letters]), light(colours[ground])))
                assert (high + 0.05) / (low + 0.05) >= 4.5, (letters, ground, colours)


def test_actions_stand_out_from_their_colours():
    """Letters on a ground of their own, and those of the dark head, by 4.5 to 1 or more."""
    text = asset("style.css")
    pairs = re.findall(r"background: #(\w+)[^}]*?[ ;]color: #(\w+);", text)
    pairs += [(ground, "fff") for ground in re.findall(r"--head: #(\w+);", text)]
    letters = re.search(r"\.play \{[^}]* color: #(\w+);", text)[1]
    pairs += [(one, letters) for one in re.findall(r"\.play\.\w+ \{ background: #(\w+); \}", text)]
    assert len(pairs) > 12
    for ground, colour in pairs:
        low, high = sorted((light(ground), light(colour)))
        assert (high + 0.05) / (low + 0.05) >= 4.5, (ground, colour)


def test_the_overview_begins_with_games_that_ship_and_has_each_in_a_family():
    assert len(FAMOUS) == 8 and {*FAMOUS} <= {*reported()}
    families = {reporting(name).heading or family(sheet_of(name).resolve()) for name in FAMOUS}
    assert len(families) == 4
    about = Site("combin", {})
    tiles = {name: f"<li>{name}</li>" for name in ("casino-war", "red-dog")}
    text = overview(about, FAMOUS, tiles, dict.fromkeys(tiles, "Shoe games"), [])
    first, last = text.partition('id="shoe-games"')[::2]
    assert "casino-war" in first and "red-dog" not in first
    assert "casino-war" in last and "red-dog" in last


@pytest.mark.slow
def test_a_link_opens_the_part_that_it_leads_to(built, tmp_path):
    script = """
    const part = document.getElementById("outcomes").closest("details");
    const before = part.open;
    location.hash = "#outcomes";
    await new Promise((done) => setTimeout(done, 100));
    return JSON.stringify([before, part.open]);"""
    page = built / "games" / SHOWN / "index.html"
    assert json.loads(driven(page, tmp_path, script)) == [False, True]


@pytest.mark.slow
@pytest.mark.skipif("COMBIN_AXE" not in os.environ, reason="COMBIN_AXE names no axe.min.js")
@pytest.mark.parametrize("page", ["index.html", f"games/{SHOWN}/index.html", "guides/edges.html"])
def test_axe_finds_nothing(built, tmp_path, page):
    """By axe-core, which is no part of combin: docs/site.md says where it comes from."""
    axe = Path(os.environ["COMBIN_AXE"]).read_text()
    for width, scheme in product((375, 1280), ("light", "dark")):
        with Keyboard(built / page, tmp_path / f"{width}-{scheme}", width=width) as user:
            user.prefer(scheme)
            user.go(built / page)
            user.said(f"{axe}; null")
            user.said("axe.run().then((said) => { globalThis.found = said.violations; }); null")
            while not user.said("globalThis.found !== undefined"):
                time.sleep(0.2)
            assert (
                user.said("found.map((one) => [one.id, one.nodes.map((node) => node.html)])") == []
            )


def page_of(slug, place):
    """Write the page of a game that ships, without its report."""
    game = combin.load(slug)
    felts = {bet.key: felt(settings(slug, bet.key, 1), 1) for bet in game.bets}
    known = hands(game, "base", 1, [one.setting.game for one in felts["base"].settings])
    return written_page(game, place, felts, tried(False, known), known)


def written_page(game, place, felts, what, known=None):
    folder = place / "games" / game.slug
    folder.mkdir(parents=True)
    for name in ASSETS:
        (place / name).write_text(asset(name))
    (place / "search-data.js").write_text(contents([]))
    (folder / "felt-data.js").write_text(felt_script(game, felts))
    if known:
        (folder / "hands-data.js").write_text(hands_script(known))
    page = folder / "index.html"
    report = f"# {game.title}\n\n## Rules\n\n## Rest"
    page.write_text(game_page(Site("combin", {}), game, report, what=what))
    return page


WORKED = """[...document.querySelectorAll("a[href], button, input, select, summary")]
  .filter((node) => node.checkVisibility() && !node.disabled)"""


@pytest.mark.slow
@pytest.mark.parametrize("slug", [SHOWN, "casino-war", "let-it-ride"])
def test_a_game_is_worked_by_keys_alone(slug, built, tmp_path):
    """Tab reaches all there is to work; a hand is asked about and practised by Enter."""
    page = built / "games" / slug / "index.html" if slug == SHOWN else page_of(slug, tmp_path)
    with Keyboard(page, tmp_path, width=390) as user:
        assert user.said("document.documentElement.scrollWidth <= innerWidth")
        user.said("globalThis.met = new Set(); null")
        many = user.said(f"{WORKED}.length")
        assert many > 60
        for _ in range(2 * many):  # wide tables that scroll have their turn, too
            user.press("Tab")
            user.said("met.add(document.activeElement); null")
        assert not user.said(f"{WORKED}.filter((one) => !met.has(one)).map((one) => one.outerHTML)")

        cards = ["Kh", "Kd"] if slug == "casino-war" else ["Kh", "9d", "2c"][: 3 - (slug == SHOWN)]
        for card in cards:
            user.reach(f'#ask [data-card="{card}"]')
            user.press("Enter")
        worths = user.said(
            '[...document.querySelectorAll("#asked .worth .exact")].map((one) => one.textContent)'
        )
        game = (
            combin.load(slug) if slug != SHOWN else combin.load(str(page.parents[2] / "own.game"))
        )
        (row,) = advise(game, " ".join(cards)).rows
        assert sorted(worths) == sorted(map(str, row.values.values()))

        user.reach("#table [data-action]")
        for _ in range(3):
            while not user.said('document.activeElement.textContent === "Next hand"'):
                assert user.said('document.activeElement.matches("#table [data-action]")')
                user.press("Enter")
            user.press("Enter")
        assert "right" in user.said('document.getElementById("score").textContent')


def test_the_game_file_on_a_page_is_what_combin_reads():
    for slug in ("phil-em-up", "red-dog"):
        game = sheet_of(slug).resolve()
        page = game_page(Site("combin", {}), game, f"# {game.title}")
        (text,) = re.findall('<pre id="game-text">(.*?)</pre>', page, re.DOTALL)
        assert unescape(text) == rules_text(game)
        assert str(Page(unescape(text), f"{slug}.game").sheet()) == str(sheet_of(slug))
        assert f"combin solve ./{slug}.game" in page


@pytest.mark.slow
def test_the_game_file_is_copied_by_keys_and_selected_where_that_is_denied(tmp_path):
    """With the clipboard that the browser has, and with one that takes nothing."""
    game = sheet_of("casino-war").resolve()
    page = written_page(game, tmp_path, {}, NOTHING)
    text, told = rules_text(game), "document.getElementById('copied').textContent"
    with Keyboard(page, tmp_path, width=375) as user:
        user.said("navigator.clipboard.writeText = async (said) => { globalThis.kept = said; }; 0")
        user.reach("#copy")
        user.press("Enter")
        assert (user.said(told), user.said("kept")) == ("Copied.", text)
        user.said("document.querySelector('details:has(#game-text)').open = false; 0")
        user.said("navigator.clipboard.writeText = async () => { throw new Error('denied'); }; 0")
        user.press("Enter")
        assert user.said(told).startswith("Selected: press Ctrl+C")
        assert user.said("getSelection().toString()").strip() == text.strip()
        assert user.said("document.getElementById('game-text').checkVisibility()")
        assert user.said("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
def test_the_felt_is_edited_by_keys_alone(mine, built, tmp_path):
    edge = 'document.getElementById("felt-edge").textContent'
    with Keyboard(built / "games" / SHOWN / "index.html", tmp_path) as user:
        user.reach('[data-pay="flush"]')
        user.write("4")
        assert Fraction(user.said(edge)) == mine.paying({"flush": 4}).result.house_edge
        assert user.said('document.getElementById("felt-moved").selectedOptions[0].text') == "Flush"
        user.reach("#felt-moved")
        user.press("ArrowDown")
        assert user.said('document.getElementById("felt-name").textContent') == "Pair"
        user.press("ArrowUp")
        user.reach('#felt-slider input[type="range"]')
        user.press("ArrowRight", 2)
        pay = Fraction(user.said("""document.querySelector('[data-pay="flush"]').value"""))
        assert pay > 4
        assert Fraction(user.said(edge)) == mine.paying({"flush": pay}).result.house_edge
        user.reach("#felt-printed")
        user.press("Enter")
        assert Fraction(user.said(edge)) == mine.result.house_edge
        assert user.said('document.activeElement.id === "felt-printed"')
    with Keyboard(page_of("casino-war", tmp_path), tmp_path) as user:
        user.reach("#felt select", 60)
        user.reach("#felt select", 1)
        name = user.said("document.activeElement.name")
        user.press("ArrowDown")
        value = user.said("document.activeElement.value")
        assert user.said("document.activeElement.name") == name == "Decks"
        assert (
            Fraction(user.said(edge))
            == combin.solve("casino-war", {"packs": value})["base"].house_edge
        )


PRACTISED = """(async () => {
  const choose = (id, value) => {
    const select = document.getElementById(id);
    select.value = value;
    select.dispatchEvent(new Event("change"));
  };
  const button = async (selector) => {
    while (!document.querySelector(selector)) await new Promise((done) => setTimeout(done, 20));
    return document.querySelector(selector);
  };
  choose("practise-street", "2");
  choose("practise-mode", "likely");
  const shown = [];
  for (let hand = 0; hand < 30; hand++) {
    (await button("#table [data-action]")).click();
    const cost = /loses (\\S+),/.exec(document.getElementById("remark").textContent);
    if (cost) globalThis.met = [Number(cost[1]), document.querySelector("#remark .hand").textContent];
    shown.push(document.querySelector("#remark h3").textContent);
    if (cost) break;
    (await button("#table button")).click();
  }
  globalThis.shown = shown;
})()"""


@pytest.mark.slow
def test_likely_errors_of_a_later_decision_come_again_after_a_reload(tmp_path):
    game = combin.load("texas-holdem-bonus")
    known = hands(game, "base", 1)
    page = written_page(game, tmp_path, {}, tried(False, known), known)
    with Keyboard(page, tmp_path) as user:
        user.said(PRACTISED)
        while not user.said("globalThis.shown"):
            time.sleep(0.1)
        assert {*user.said("shown")} <= {"After play, check", "After play, bet"}
        cost, cards = user.said("met")
        assert 0 < cost < 1.5
        score = user.said('document.getElementById("score").textContent')
        said = float(re.search(r"errors cost (\S+) antes", score)[1])
        assert abs(said - cost) < 1e-4 and score.endswith("to come again: 1.")
        user.go(page)
        assert "to come again: 1." in user.said('document.getElementById("score").textContent')
        assert user.said('document.querySelector("#table .hand").textContent') == cards


@pytest.mark.slow
@pytest.mark.parametrize("flush", ("2", "9"))
def test_practice_sums_up_what_errors_cost(flush, built, mine, tmp_path):
    """Always raising costs the best play's value less that of raising, hand by hand, at the pays
    that are edited.
    """
    paid = mine.game.with_pays({"flush": flush})
    edit = f"""const flush = document.querySelector('[data-pay="flush"]');
    flush.value = "{flush}";
    flush.dispatchEvent(new Event("input"));"""
    script = (
        edit
        + """
    const found = [];
    for (let round = 0; round < 40; round++) {
      document.querySelector('#table [data-action="raise"]').click();
      const remark = document.querySelector("#remark").textContent;
      const hand = [...document.querySelectorAll("#remark .hand .face")].map((card) => card.textContent);
      found.push([hand, remark.startsWith("Right") ? "0" : /exactly (\\S+) of/.exec(remark)[1]]);
      document.querySelector("#table button").click();
    }
    return JSON.stringify([found, document.getElementById("score").textContent]);"""
    )
    rounds, score = json.loads(driven(built / "games" / SHOWN / "index.html", tmp_path, script))
    total = Fraction(0)
    for hand, lost in rounds:
        cards = " ".join(
            card[:-1].replace("10", "T") + "cdhs"["♣♦♥♠".index(card[-1])] for card in hand
        )
        (row,) = advise(paid, cards).rows
        assert Fraction(lost) == max(row.values.values()) - row.values["raise"]
        total += Fraction(lost)
    assert f"errors cost {float(total):.4f} antes" in score


@pytest.mark.slow
def test_a_file_of_a_known_name_is_another_game(refused, tmp_path):
    """What is published of the game that ships is not said of it, and it needs a name of its own
    beside it.
    """
    file = tmp_path / "phil.game"
    file.write_text(MY_GAME.replace("(my-game)", "(phil-em-up)"))
    assert not agreements(str(file), {"base": settings(str(file), "base", 1)})
    new = tmp_path / "new"
    refused("publish", "--site", new, "phil-em-up", file, words="are both called 'phil-em-up'")


def test_what_cannot_be_a_site_is_refused(refused, tmp_path):
    refused("publish", "--site", tmp_path / "new", "--check", words="built and not compared")
    refused("publish", "--site", tmp_path / "new", "phil-em-upp", words="did you mean")
    refused("publish", "phil-em-up", words="--site DIR")
    with pytest.raises(combin.CombinError, match="built and not compared"):
        combin.publish(site=tmp_path / "new", check=True)
    with pytest.raises(combin.CombinError, match="did you mean"):
        combin.publish(site=tmp_path / "new", only="phil-em-upp")
    assert not (tmp_path / "new").exists()


@pytest.mark.slow
def test_where_the_best_play_of_all_pays_is_too_much_the_printed_one_is_kept(tmp_path):
    """Its edge is exact; the best play at other pays is never worse, and where it is the same the
    edges are equal.
    """
    slug, happened = "casino-holdem", {}
    listed = [*with_formulas(settings(slug, "base", 1, happened=happened), happened)]
    found = felt(listed, 1)
    assert not found.refused and all(one.kept for one in found.settings)
    page = written_page(combin.load(slug), tmp_path, {"base": found}, NOTHING)
    words = """return JSON.stringify(["felt-edge", "felt"].map((id) => document.getElementById(id).textContent));"""
    for pays, isnt_changed in (
        ({}, True),
        ({"ante.royal-flush": 50}, True),
        ({"ante.flush": 3}, False),
    ):
        link = "".join(f"&{pay}={units}" for pay, units in pays.items())
        edge, shown = json.loads(driven(page, tmp_path, words, f"#bet=base{link}"))
        best = combin.solve(slug, pays=pays)["base"].house_edge
        assert Fraction(edge) == best if isnt_changed else Fraction(edge) > best
        assert "The edge is exact for that play." in shown
        assert ("as high or lower" in shown) == bool(pays)
        assert "Optimal play" not in shown and "optimal play" not in shown


@pytest.mark.parametrize(
    ("limit", "why"), [("ROWS", "kinds of situations"), ("MOST_CARRIED", "every play has")]
)
def test_a_value_that_is_too_long_keeps_the_printed_play(limit, why, monkeypatch):
    monkeypatch.setattr(f"combin.dossier.felt.{limit}", 0)
    monkeypatch.setattr("combin.dossier.felt.WHOLE", 0)
    listed = settings("phil-em-up", "base", 1)
    found = felt(listed, 1)
    assert len(found.settings) == len(listed) and not found.refused
    one = counted("phil-em-up")
    for pays in ({}, {"flush": 20}):
        there = one.paying(pays)
        assert found.settings[0].value.at(there.ends.pays) <= there.result.expected_value
    assert why in found.settings[0].kept
    assert found.settings[0].value.at(one.ends.pays) == one.result.expected_value


def test_blackjacks_page_begins_with_its_rules():
    """Then come chart, hands and practice, and what others have published after the rules."""
    report = (REPORTS / "blackjack" / "README.md").read_text()
    solution = combin.solve("blackjack")
    found = SimpleNamespace(
        game=sheet_of("blackjack").settling("base").resolve(), solution=solution
    )
    shown = site_page.page(Site("combin", {}), found, report)
    order = (
        "choose-the-rules",
        "basic-strategy",
        "ask-about-a-hand",
        "practise",
        "how-it-is-played",
        "the-game-file",
        "comparison-with-published-figures",
    )
    places = [shown.index(f'<h2 id="{one}"') for one in order]
    assert places == sorted(places)


@pytest.mark.slow
def test_where_nothing_is_decided_nothing_is_said_of_play(tmp_path):
    game, listed = combin.load("dragon-tiger"), settings("dragon-tiger", "base", 1)
    page = written_page(game, tmp_path, {"base": felt(listed, 1)}, NOTHING)
    shown = opened(page, tmp_path)
    assert "of one dragon bet, exactly" in shown
    for word in ("ptimal play", "ractise", "Ask about"):
        assert word not in shown


@pytest.mark.parametrize("slug", ["casino-holdem", "pai-gow-poker"])
def test_a_page_carries_no_bet_whose_information_sets_are_not_at_hand(slug):
    assert "there are" in why_not(sheet_of(slug).resolve(), "base")
