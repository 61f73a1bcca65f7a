"""The page of a blackjack game, in a real browser: the edge under chosen rules, hands and
practice, each to the last integer what combin finds.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

import combin
from browser import FINDINGS, Keyboard
from combin.errors import CombinError
from combin.families.blackjack import published, rule_settings
from combin.families.blackjack.letters import chart_of
from combin.families.blackjack.questions import by_model, solve
from combin.families.blackjack.totals import chart_tables
from combin.games import sheet_of
from combin.render.site.layout import plain
from shipped import COUNTING_UP

pytest.importorskip("markdown_it")
pytest.importorskip("typst")

SLUG = "my-twenty-one"
MY_GAME = """\
My <b>twenty-one</b>  (my-twenty-one)
# Twenty-one of a short shoe.
source: made up
cards: 2 decks of 456TA

TURNS
  dealer: stands on 17, soft [soft17]
  dealer looks: first
  double
  split: hands [splits]
  surrender: [surrender]
  natural: pays 3 to 2
  charlie: none
  choice soft17: what the dealer does with a soft 17
    stand = 17   stands
    hit = 18     draws
  choice splits: how many hands a pair may become
    2   two
    1   one
    5   five
  choice surrender: whether half the bet may be kept
    none   no
    late   <i>late</i>

SIDE BET insurance
  pays if the dealer has a natural: 2

SIDE BET buster
  pays by the number of cards with which the dealer busts
    3   2
    4   3
"""


def text_of(looks="first", charlie="none"):
    page = MY_GAME.replace("looks: first", f"looks: {looks}")
    return page.replace("charlie: none", f"charlie: {charlie}")


def build(folder: Path, text: str) -> Path:
    """Write the site of a game of one's own; return its page."""
    file = folder / "my_game.game"
    file.write_text(text)
    asked = [sys.executable, "-m", "combin", "publish", "--site", folder / "site", file]
    done = subprocess.run(asked, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    assert "checked against a second program" in done.stderr
    return folder / "site" / "games" / SLUG / "index.html"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    return build(tmp_path_factory.mktemp("own"), text_of())


@pytest.fixture(scope="module")
def mine(built):
    return built.parents[3] / "my_game.game"


def wait(user: Keyboard) -> None:
    """Wait until the rules that are chosen are solved, and a hand is dealt."""
    end = time.monotonic() + 120
    while not user.said('document.querySelector("#table button") !== null'):
        assert time.monotonic() < end, user.said("document.body.textContent")
        time.sleep(0.05)


@contextmanager
def at(page: Path, tmp_path: Path, width: int = 1000) -> Iterator[Keyboard]:
    with Keyboard(page, tmp_path, width) as user:
        wait(user)
        yield user


def worked(user: Keyboard, body: str) -> Any:
    """Return what the body of a function returns on the page."""
    return json.loads(user.said(f"JSON.stringify((() => {{ {body} }})())"))


def choose(user: Keyboard, choices: Mapping[str, str]) -> None:
    script = """
    for (const pick of document.querySelectorAll("[data-choice]")) {
      pick.value = RULES[pick.dataset.choice] || pick.options[0].value;
      pick.dispatchEvent(new Event("change"));
    }
    return null;"""
    worked(user, script.replace("RULES", json.dumps(choices)))
    wait(user)


ASK = """
const hand = document.getElementById("hand"), found = {};
for (const text of HANDS) {
  hand.value = text;
  hand.dispatchEvent(new Event("input"));
  found[text] = Object.fromEntries([...document.querySelectorAll("#asked tr[data-action]")].map((row) =>
    [row.dataset.action, (row.querySelector(".exact") || row.querySelector("[data-worth]")).textContent]));
}
return found;
"""


def hands(many: int, seed: int) -> list[str]:
    """Return hands of two to five cards that have not bust, with the dealer's."""
    random, found = Random(seed), []
    while len(found) < many:
        cards = random.choices("A456T", k=random.randint(2, 5))
        if sum({"A": 1, "T": 10}.get(card) or int(card) for card in cards) <= 20:
            found.append(f"{' '.join(cards)} / {random.choice('A456T')}")
    return found


def agree(
    user: Keyboard, file: Path, asked: list[str], choices: Mapping[str, str] | None = None
) -> int:
    """Compare the page's values with those of combin, to the last fraction where the page has it;
    return how many hands have values.
    """
    choose(user, choices or {})
    told = worked(user, ASK.replace("HANDS", json.dumps(asked)))
    compared = 0
    for text in asked:
        try:
            rows = combin.advise(file, text, choices=choices).rows
        except CombinError:
            rows = ()
        actions = rows[0].values if rows else {}
        assert told[text].keys() == actions.keys(), text
        is_exact = not choices and len(text.split()) == 4
        for name, worth in actions.items():
            said = Fraction(told[text][name])
            assert said == worth if is_exact else abs(said - worth) < 1e-9, (text, name)
        compared += bool(actions)
    return compared


@pytest.mark.slow
def test_a_browser_values_hands_as_combin_does(built, mine, tmp_path):
    """Under the printed rules, under others that it solves, and under those that it does not know:
    there the printed ones hold, and it says so.
    """
    with at(built, tmp_path) as user:
        assert agree(user, mine, ["A T / A", *hands(60, 1)]) > 40
        assert (
            agree(user, mine, ["A T / A", *hands(30, 3)], {"soft17": "hit", "surrender": "late"})
            > 20
        )
        told = 'document.querySelector("#ask .followed").textContent'
        assert user.said(told) == "At the rules chosen above."
        choose(user, {"splits": "5"})
        assert "--set splits=5" in user.said(told) and "the printed ones hold" in user.said(told)
        found = worked(user, ASK.replace("HANDS", '["6 6 / 5"]'))["6 6 / 5"]
        assert found == {
            name: str(worth)
            for name, worth in combin.advise(mine, "6 6 / 5").rows[0].values.items()
        }


@pytest.mark.whole
@pytest.mark.slow
@pytest.mark.parametrize(
    ("looks", "charlie"), [("never", "none"), ("original", 5), ("first", 5)], ids=str
)
def test_so_it_does_without_a_hole_card_and_with_a_charlie(looks, charlie, tmp_path):
    page = build(tmp_path, text_of(looks, charlie))
    with at(page, tmp_path) as user:
        assert agree(user, tmp_path / "my_game.game", hands(40, 2)) > 20


@pytest.mark.slow
def test_chosen_rules_and_any_pay_of_a_natural(built, mine, tmp_path):
    """Rules that the page has are exact; others it solves, to ten digits."""
    script = """
    const pay = document.getElementById("natural-pay");
    return ["3/2", "1.2", "7/5", "x", "-1"].map((paid) => {
      pay.value = paid;
      pay.dispatchEvent(new Event("input"));
      return document.querySelector("#rules-here .result").textContent;
    });"""
    pays = (Fraction(3, 2), Fraction(6, 5), Fraction(7, 5))
    with at(built, tmp_path) as user:
        for rules, is_stored in (
            ({"soft17": "hit"}, True),
            ({"soft17": "hit", "surrender": "late"}, True),
            ({"splits": "1", "soft17": "hit"}, False),  # met with nothing else
        ):
            choose(user, rules)
            formula = combin.formula(mine, choices=rules).form
            *told, unread, negative = worked(user, script)
            for pay, said in zip(pays, told, strict=True):
                lost = -formula.at({"natural": pay})
                assert "model zero-memory" in said
                if is_stored:
                    assert said.endswith(f"House edge exactly {lost}")
                else:
                    printed = re.search("House edge (-?[0-9.]+), rounded to 10 digits", said)
                    assert abs(float(printed[1]) - lost) < 1e-10
                    assert "--set soft17=hit --set splits=1" in said
            assert "is a number such as" in unread and negative == "A natural pays 0 or more."


@pytest.mark.slow
def test_the_chart_follows_the_rules(built, mine, tmp_path):
    """That of other rules is what the program prints for them, row by row; the report's gives way."""
    cells = """
    return [...document.querySelectorAll("#chart-here tbody tr")].map((row) =>
      [...row.cells].map((cell) => cell.textContent));"""
    with at(built, tmp_path) as user:
        seen = '[".printed-play", "#chart-here"].map((one) => document.querySelector(one).checkVisibility())'
        assert user.said(seen) == [True, False]
        rules = {"soft17": "hit", "splits": "1"}
        choose(user, rules)
        assert user.said(seen) == [False, True]
        game = combin.load(mine, rules)
        rows = chart_tables(game, chart_of(solve(by_model(game, "total"))).rows)
        assert worked(user, cells) == [
            [label, *letters] for table in rows for label, letters in table.rows
        ]


SHOWN = """
const face = (card) => card.textContent.slice(0, -1).replace(/10|[JQK]/, "T");
const shown = () => [...document.querySelectorAll("#table .zone")]
  .map((zone) => [...zone.querySelectorAll(".face")].map(face).sort().join(" ")).join(" / ");
const act = (name) => document.querySelector(`#table [data-action="${name}"]`).click();
const next = () => document.getElementById("next").click();
"""


@pytest.mark.slow
def test_practice_grades_errors_and_asks_them_again(built, mine, tmp_path):
    """They are kept for the next visit, until they are forgotten."""
    body = """
    const found = [];
    for (let hand = 0; hand < 40; hand++) {
      const hand = shown();
      act("stand");
      found.push([hand, document.querySelector("#remark p").textContent.startsWith("Right")]);
      next();
    }
    return [found, document.getElementById("score").textContent];"""
    with at(built, tmp_path) as user:
        rounds, grade = worked(user, SHOWN + body)
        lost, again = Fraction(0), set()
        for place, (hand, right) in enumerate(rounds):
            actions = combin.advise(mine, hand).rows[0].values
            error = max(actions.values()) - actions["stand"]
            assert (not error) is right
            lost += error
            if error:
                again.add(hand)
                if place + 24 < len(rounds):  # at most ten are missed until then, each other hand
                    assert hand in {later for later, _ in rounds[place + 4 : place + 24]}
        right = sum(right for _, right in rounds)
        assert (
            grade.startswith(f"{right} of 40 right") and f"errors cost {float(lost):.4f}" in grade
        )
        user.go(built)
        wait(user)
        waiting = f"Missed before, and to come again: {len(again)}."
        assert user.said('document.getElementById("score").textContent').endswith(waiting)
        user.said('document.getElementById("forget").click()')
        assert user.said('document.getElementById("score").textContent') == "No hands yet."


@pytest.mark.slow
def test_a_hand_is_played_to_its_end(built, tmp_path):
    """By hits until it busts or has 21, and by splits; then the dealer's hand is shown."""
    body = """
    const found = [];
    for (let hand = 0; hand < 200; hand++) {
      while (document.querySelector('#table [data-action="hit"]')) {
        const split = document.querySelector('#table [data-action="split"]');
        act(split ? "split" : "hit");
      }
      found.push([...document.querySelectorAll("#table p")].map((line) => line.textContent));
      next();
    }
    return found;"""
    with at(built, tmp_path) as user:
        rounds = worked(user, SHOWN + body)
    assert any(len(lines) > 3 for lines in rounds)  # two hands of a split
    for *own, dealer, _ in rounds:
        totals = [int(line.split()[-1]) for line in own]
        assert all(total >= 21 or len(own) > 1 for total in totals)
        his, end = re.search("(a natural|[0-9]+)[.] (.*)", dealer).groups()
        if len(own) == 1 and his != "a natural":
            won = 0 if totals == [21] and his == "21" else 1 if totals == [21] else -1
            assert (
                end
                == {0: "You win and lose nothing.", 1: "You win 1 bet.", -1: "You lose 1 bet."}[won]
            )


@pytest.mark.slow
def test_the_order_of_practice_is_kept(built, tmp_path):
    script = """
    const order = document.getElementById("practise-mode");
    order.value = "likely";
    order.dispatchEvent(new Event("change"));
    act("stand");
    return document.getElementById("score").textContent;"""
    with at(built, tmp_path) as user:
        assert user.said('document.getElementById("practise-mode").value') == "random"
        assert " of 1 right" in worked(user, SHOWN + script)
        user.go(built)
        wait(user)
        assert user.said('document.getElementById("practise-mode").value') == "likely"


def test_the_solver_takes_all_rules_that_it_knows():
    rules = sheet_of("blackjack").settling("base")
    assert rule_settings.solver_rules(rules.resolve())["model"] == "zero-memory"
    for choices in ({"model": "first-hand"}, {"model": "full-memory"}):
        assert rule_settings.solver_rules(rules.resolve(choices)) is None
    assert rule_settings.solver_rules(sheet_of("spanish-21").resolve()) is None


def test_choices_that_depend_on_each_other_are_known(tmp_path):
    """A line that only one choice brings, with a word that another sets."""
    page = MY_GAME.replace(
        "surrender: [surrender]", "surrender: [when]   [only surrender late]"
    ).replace(
        "  choice splits",
        """  choice when: when half the bet may be kept
    late    late
    early   early
  choice splits""",
    )
    file = tmp_path / "my_game.game"
    file.write_text(page)
    rules = sheet_of(file).settling("base")
    printed = rule_settings.solver_rules(rules.resolve())
    changes = {
        name: {
            value: rule_settings.changed(
                printed, rule_settings.solver_rules(rules.resolve({name: value}))
            )
            for value in values
        }
        for name, values in {"soft17": ("hit",), "surrender": ("late",), "when": ("early",)}.items()
    }
    pairs = [
        pair
        for pair in combinations(changes, 2)
        if rule_settings.are_entangled(rules, printed, changes, *pair)
    ]
    assert pairs == [("surrender", "when")]


@pytest.mark.slow
def test_what_a_game_says_is_no_markup(built):
    text = built.read_text()
    assert "<b>twenty" not in text and "&lt;b&gt;twenty" in text and "<i>late" not in text
    overview = (built.parents[2] / "index.html").read_text()
    assert "<b>twenty" not in overview and SLUG in overview
    cells = [plain(cell) for cell in re.findall("<td.*?</td>", overview)]
    assert all(cells[:9]) and {"insurance", "buster"} <= {*cells} and "-" not in cells


@pytest.mark.slow
def test_its_links_lead_somewhere_and_its_chart_has_colours(built):
    text = built.read_text()
    for target in re.findall(r'(?:href|src)="([^"#]+)"', text):
        assert (built.parent / target).resolve().is_file(), target
    loaded = re.findall('<(?:script defer src|link rel="stylesheet" href)="([^"]+)"', text)
    sizes = [(built.parent / path).stat().st_size for path in (*loaded, built.name)]
    assert len(sizes) > 9 and sum(sizes) < 200_000
    letters = set(re.findall(r'<td class="play \w+">(\w+)</td>', text))
    assert letters >= {"H", "S", "P"}
    assert "The house edge is" in plain(text) or "The player has an edge" in plain(text)


@pytest.mark.slow
def test_nobody_is_kept_out(built, tmp_path):
    """Heads, names, order of headings, fields, what scrolls is reached by keys: with the report's
    chart, and with that of other rules after a decision of practice.
    """
    with at(built, tmp_path, 375) as user:
        assert user.said(FINDINGS) == []
        choose(user, {"soft17": "hit", "splits": "1"})
        user.said("document.querySelector('#table button').click()")
        time.sleep(0.3)
        assert user.said(FINDINGS) == []


@pytest.mark.slow
def test_a_phone_scrolls_tables_and_not_the_page(built, mine, tmp_path):
    with at(built, tmp_path, 375) as page:
        assert page.said("document.documentElement.scrollWidth") <= 375
        page.reach("#hand")
        page.write("5 6 / 6")
        best = page.said('document.querySelector("#asked .best").dataset.action')
    assert best == combin.advise(mine, "5 6 / 6").rows[0].best


def test_every_game_of_the_family_has_its_sheet():
    for name in COUNTING_UP:
        assert published.sheet(name) is sheet_of(name).settling("base")
