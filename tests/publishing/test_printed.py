"""What pages and results print holds: commands run as they are printed, and what does not follow
the rules that are set on a page says so.
"""

from __future__ import annotations

import json
import re
import shlex
from fractions import Fraction
from html import unescape
from pathlib import Path
from random import Random

import click
import pytest

import combin
from browser import driven
from combin import cli

pytest.importorskip("markdown_it")
pytest.importorskip("typst")

REPORTS = Path(__file__).parents[2] / "reports"
COMMAND = re.compile(r"(?:^|`|<code>|Again: |\"command\": \")(combin [a-z-]+ [^`<\"\n]+)", re.M)
VISIBLE = "(node) => node.checkVisibility()"

# A game of the user's own, which has the slug of one that ships.
DEALT = """\
My Phil  (phil-em-up)
source: the house's own rules
cards: 6789TJQKA

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
    pays:             8   40
    straight flush    8   40
    three of a kind   5   30
    straight          3    6
    flush             2    4
    pair              1    1
  choice pays: what hands are paid
    8    little
    40   much

SIDE BET side
  pays by final
    pays:             8   40
    straight flush    8   40
    three of a kind   5   30
    straight          3    6
    flush             2    4
    pair              1    1
"""
BLACKJACK = """\
Small Blackjack  (blackjack)
source: the house's own rules
cards: [packs] decks of 4569TA

choice packs: the number of decks
  1   1 deck
  2   2 decks

TURNS
  dealer: stands on 17, soft [soft17]
  double: after split no
  natural: pays 2
  choice soft17: whether the dealer hits soft 17
    stand = 17   no
    hit = 18     yes
"""


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """Return a folder with two files of the user's own, and the site of them."""
    place = tmp_path_factory.mktemp("own")
    (place / "my phil.game").write_text(DEALT)  # a name that a shell must be given in quotes
    (place / "small.game").write_text(BLACKJACK)
    with pytest.MonkeyPatch.context() as here, pytest.raises(SystemExit) as ended:
        here.chdir(place)
        cli.main(["publish", "--site", "site", "./my phil.game", "./small.game"])
    assert ended.value.code == 0
    return place


def commands_of(text):
    """Return the whole commands that a text prints: verb and what follows."""
    found = [unescape(one).strip() for one in COMMAND.findall(text)]
    words = [shlex.split(one)[1:] for one in dict.fromkeys(found)]
    return [one for one in words if cli.combin.get_command(click.Context(cli.combin), one[0])]


# --- Commands --------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "name"), [("phil-em-up", "./my phil.game"), ("blackjack", "./small.game")]
)
def test_commands_on_the_page_of_a_file_run_as_they_are_printed(slug, name, own, run, monkeypatch):
    monkeypatch.chdir(own)
    asked = commands_of((own / "site" / "games" / slug / "index.html").read_text())
    assert len(asked) > 3
    for words in asked:
        assert name in words, words
        assert run(*words)[0] == 0, words
    assert ["publish", "--only", name] in asked or slug == "blackjack"


@pytest.mark.slow
def test_commands_of_a_report_run_as_they_are_printed(run, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    folder = REPORTS / "three-card-poker"
    for file in ("README.md", "solution.json", "formula.json"):
        for words in commands_of((folder / file).read_text()):
            if words[0] not in ("publish", "verify"):
                assert run(*words)[0] == 0, words


def test_every_command_of_every_report_can_be_read():
    """Its options are known and given once, and so are its game and the choices."""
    many = 0
    whole = click.Context(cli.combin, **cli.combin.context_settings)  # of which each has its -h
    for file in [*REPORTS.glob("*/README.md"), *REPORTS.glob("*/*.json")]:
        for verb, *words in commands_of(file.read_text()):
            command = cli.combin.get_command(whole, verb)
            given = command.make_context(verb, list(words), parent=whole).params
            flags = [word for word in words if word in ("--json", "--format", "--lines", "-o")]
            assert len(flags) == len(set(flags)), (file, words)
            name = given.get("name") or (given.get("only") or [None])[0]
            chosen = dict(one.split("=") for one in given.get("settings") or ())
            assert name == file.parent.name and combin.load(name, chosen), (file, words)
            many += 1
    assert many > 300


@pytest.mark.slow
@pytest.mark.parametrize("name", ["./my phil.game", "./small.game", "three-card-poker"])
def test_results_say_how_they_are_made_again(name, own, run, monkeypatch):
    """In Python and on the command line, as text and as data."""
    monkeypatch.chdir(own)
    hand = {"./my phil.game": "Kh 9d", "./small.game": "4 5 / 6"}.get(name, "Qh 6d 4c")
    choices = {"packs": "2"} if name == "./small.game" else {}
    found = [
        combin.solve(name, choices),
        combin.advise(name, hand, choices),
        combin.situations(name, choices),
        combin.strategy(name, choices),
        combin.formula(name, choices),
        combin.vary(name),
    ]
    for one in found:
        text = str(one)
        (words,) = commands_of(text)
        assert run(*words)[:2] == (0, text if text.endswith("\n") else f"{text}\n"), words
        data = one.to_dict()
        again = shlex.split(data["command"])[1:]
        if again != words:
            assert json.loads(run(*again)[1]) == data, again
        else:  # of a dealt game they are streamed, and never as JSON
            assert again == words and words[0] == "situations"


# --- What stands on a page --------------------------------------------------------------------------

# Sections of a page that are seen: their headings, whether they follow or say that they do not, and
# whether they have figures.
SECTIONS = """[...document.querySelectorAll("#main > h2, #main > h1")].map((head) => {
  const parts = [];
  for (let at = head.nextElementSibling; at && !at.matches("h2"); at = at.nextElementSibling) parts.push(at);
  const seen = parts.filter((node) => node.checkVisibility());
  return [head.id || "top", seen.some((node) => node.matches(".for-printed, .other-play")
    || [...node.querySelectorAll(".for-printed")].some((one) => one.checkVisibility())),
    seen.some((node) => /\\d %|\\d\\/\\d|`|combin /.test(node.textContent) || node.querySelector("table, img, ol"))];
})"""
FOLLOWS = ("edit-the-paytable", "choose-the-rules", "ask-about-a-hand", "practise")
PLAYED = """[...document.querySelectorAll(".other-play code")].filter((node) => node.checkVisibility())
  .map((node) => node.textContent)"""


def verify_sections(sections, is_printed):
    """All that has figures and does not follow says so exactly where other rules are set."""
    for name, is_marked, has_figures in sections:
        if name in FOLLOWS or is_printed:
            assert not is_marked, name
        elif has_figures:
            assert is_marked, name


@pytest.mark.slow
def test_a_page_of_a_dealt_game_contradicts_no_choice_and_no_pay(own, run, tmp_path, monkeypatch):
    monkeypatch.chdir(own)
    random = Random(20261128)
    tried = [("8", "pair", "1"), ("40", "pair", "1"), ("8", "pair", "1")]
    tried += [
        (random.choice(("8", "40")), random.choice(("pair", "flush")), str(random.randint(0, 9)))
        for _ in range(6)
    ]
    script = f"""
    const found = [];
    for (const [chosen, name, pay] of {json.dumps(tried)}) {{
      document.getElementById("felt-printed").click();
      const choice = document.querySelector('#felt select[name="Pays"]');
      choice.value = chosen;
      choice.dispatchEvent(new Event("change"));
      const input = document.querySelector(`[data-pay="${{name}}"]`);
      input.value = pay;
      input.dispatchEvent(new Event("input"));
      found.push([document.getElementById("felt-edge").textContent, {SECTIONS}, {PLAYED}]);
    }}
    const bet = document.querySelector('#felt select[name="Bet"]');
    bet.value = "side";
    bet.dispatchEvent(new Event("change"));
    found.push(document.querySelector("#ask .followed").textContent);
    return JSON.stringify(found);"""
    page = own / "site" / "games" / "phil-em-up" / "index.html"
    *said, note = json.loads(driven(page, tmp_path, script))
    usual = {
        one: combin.load("./my phil.game", {"pays": one}).pays_in("base") for one in ("8", "40")
    }
    for (chosen, name, pay), (edge, sections, played) in zip(tried, said):
        found = combin.solve("./my phil.game", {"pays": chosen}, pays={name: pay})
        assert Fraction(edge) == found["base"].house_edge
        verify_sections(sections, chosen == "8" and usual["8"][name] == int(pay))
        assert bool(played) is (chosen == "40")
        for one in played:
            (words,) = commands_of(f"`{one}`")
            status, out, _ = run(*words)
            assert status == 0 and f"pays={chosen}: " in out
    assert note == "At the printed rules and pays."


@pytest.mark.slow
@pytest.mark.parametrize(
    ("link", "unread"),
    [
        ("#bet=%E0%A4%A", ["bet=%E0%A4%A"]),
        ("#flush=1=2", ["flush=1=2"]),
        ("#bet=base&flush=3&flush=4&=2&pair", ["flush=4", "=2", "pair"]),
        ("#bet=sid&flusk=2&pays=9", ["bet=sid", "flusk=2", "pays=9"]),
        ("#bet=base&flush=two", ["flush=two"]),
        ("#the-strategy", []),
        ("#bet=base&pays=40&flush=7%2F2", []),
    ],
)
def test_what_cannot_be_read_of_a_link_is_said(link, unread, own, tmp_path):
    page = own / "site" / "games" / "phil-em-up" / "index.html"
    script = """return JSON.stringify([[...document.querySelectorAll("#felt > .wrong")].map((one) => one.textContent),
      document.getElementById("felt-edge").textContent, document.querySelector("#score").textContent]);"""
    lines, edge, score = json.loads(driven(page, tmp_path, script, link))
    assert [line.split(": ")[0] for line in lines] == unread
    chosen = {"pays": "40"} if "pays=40" in link else {}
    pays = {"flush": "7/2"} if "7%2F2" in link else {"flush": 3} if "flush=3" in link else {}
    found = combin.solve(own / "my phil.game", chosen, pays=pays)
    assert Fraction(edge) == found["base"].house_edge and score
