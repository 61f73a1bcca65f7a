"""No text of a game, a strategy or a log is markup: it is poisoned in every field, and every page
is read as a browser would.
"""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from itertools import product
from urllib.parse import unquote

import pytest

from browser import driven
from combin.errors import CombinError
from combin.publishing import site
from combin.rules.loader import load

pytest.importorskip("markdown_it")
pytest.importorskip("typst")

HTML = "<img/src/onerror><script>boom()</script></text></title></pre></td>"
MARKDOWN = "![p](boom) [l](boom) **boom** _boom_ ~~boom~~ `boom` | boom &lt; <boom:boom>"
LATEX = r"\input{boom} $boom$ %boom"
TYPST = "#panic() #link(boom)[boom] @boom"
FULL = f"# {HTML} {MARKDOWN} {LATEX} {TYPST} a.b=c: <img src=boom onerror=boom()>"
SHORT = re.sub("[.=:]", "", f"{HTML} {MARKDOWN} {LATEX} {TYPST}")  # for parts of addresses
NAME = re.sub("[#/]", "", SHORT).replace("<img", "<img ")  # for those of decisions and actions

GAME = """\
My title  (my-game)
source: the rules
cards: 9TJQKA

PLAY
  2 cards to dealt: the own cards
  decide early
    leave   ends
    stay    raised +1
  1 card to later: the last card

HANDS
  final = three-card of dealt, later

MAIN GAME
  wagers: stake 1, raised
  outcome of settled   if            stake                     raised
  gone                 chose leave   lost                      push
  shown                otherwise     table schedule by final   push
  table schedule
    straight flush    8
    three of a kind   5
    straight          3
    flush             2
    pair              1

SIDE BET beside
  wagers: aside 1
  outcome   if          aside
  paid      otherwise   table lines by final
  table lines
    house:   first   second
    pair         1        2
  choice house: which house
    first    the one
    second   the other

NAMES
  stay = remain

NOTES
  a note
"""
# Its texts, but for its slug, its cards and the names of hands that are ranked.
TEXTS = (
    "My title", "the rules", "the own cards", "the last card", "which house", "the one", "the other", "remain", "a note",
    "early", "leave", "stay", "dealt", "later", "final", "stake", "raised", "aside", "settled", "gone", "shown", "paid",
    "schedule", "lines", "beside", "house", "first", "second",
)  # fmt: skip


def says(page: str, text: str, place) -> bool:
    """Return whether a page is a game that says a text, not as words of the rules."""
    place.write_text(page)
    try:
        return text in repr(load(str(place))).replace("\\\\", "\\")
    except CombinError:
        return False


def poisoned(page: str, place, payloads=(FULL, SHORT, NAME)) -> list[str]:
    """Write a game in which every text that may be anything is markup; return the others, which
    are words of the rules.
    """
    words = []
    for text in TEXTS:
        for payload, mark in product(payloads, ("", '"')):
            said = f"{mark}{text} {payload}{mark}"
            tried = said.join(re.split(rf"(?<![\w-]){text}(?![\w-])", page))
            if says(tried, f"{text} {payload}", place):
                page = tried
                break
        else:
            words.append(text)
    place.write_text(page)
    return words


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    path = tmp_path_factory.mktemp("poisoned") / "my_game.game"
    poisoned(GAME, path)
    return path


class Tags(HTMLParser):
    """The elements of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.targets: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.add(tag)
        self.targets |= {value for name, value in attrs if name in ("src", "href")}


PLAIN = {"p", "h2", "h3", "h4", "ol", "ul", "li", "strong", "code", "pre", "table", "thead", "tbody",
         "tr", "th", "td", "caption"}  # fmt: skip
OF_A_PAGE = PLAIN | {"h1", "style"}


def verify(form: str, text: str) -> None:
    """Say that a page has no markup but its own."""
    assert text.replace("\n", "").replace("\t", "").isprintable(), form
    if form == "html":
        found = Tags(text)
        assert found.found <= OF_A_PAGE and not found.targets, found.found
    elif form in ("markdown", "github", "pipe"):
        from markdown_it import MarkdownIt

        found = Tags(MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(text))
        assert found.found <= OF_A_PAGE and not found.targets, found.found
    elif form.startswith("latex"):
        text = re.sub(r"\\begin\{verbatim\}.*?\\end\{verbatim\}", "", text, flags=re.DOTALL)
        lines = [line for line in text.splitlines() if not line.startswith("% ")]
        assert not re.search(r"\\input|(?<!\\)%boom|(?<!\\)\$boom", "\n".join(lines))
    elif form == "json":
        json.loads(text)


COMMANDS = (
    ("show",), ("solve",), ("edges",), ("strategy",), ("formula",), ("vary",), ("advise", "Kh Qd"),
    ("situations",), ("price", "lines.txt"), ("chart", "law", "-o", "law.svg"),
    ("simulate", "--rounds", "3", "--seed", "1", "-o", "log.csv"), ("check", "log.csv"),
)  # fmt: skip
FORMS = (
    "text",
    "html",
    "markdown",
    "github",
    "latex",
    "latex_booktabs",
    "latex_longtable",
    "csv",
    "json",
)


def test_every_text_that_may_be_anything_is_markup(tmp_path):
    """Names of choices and of their values are words of the rules, and no other text is."""
    words = poisoned(GAME, tmp_path / "my_game.game")
    assert words == ["house", "first", "second"]


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_no_page_has_markup_of_a_text(run, game, tmp_path, monkeypatch, form):
    monkeypatch.chdir(tmp_path)
    [decision] = load(str(game)).resolve().decisions
    stay = decision.actions[1].name
    (tmp_path / "lines.txt").write_text(f"# {FULL}\n{stay}: otherwise\n")
    answered = 0
    for name, *words in COMMANDS:
        options = [] if "-o" in words else ["--format", form]
        status, out, err = run(name, game, *words, *options)
        verify("text", err)
        if status in (0, 1):
            answered += 1
            verify(form if options else "text", out)
    for path in tmp_path.glob("*.svg"):
        found = {element.tag.rpartition("}")[2] for element in ElementTree.parse(path).iter()}
        assert not found & {"img", "script", "a", "foreignObject"}, path
        assert "boom" not in "".join(re.findall(r'(?:href|src)="([^"#]*)"', path.read_text())), path
    assert answered >= len(COMMANDS) - 2, answered


LOG = f"# by: {FULL}\nnet,{SHORT.replace(',', '')}\n-1,x\n0,x\n1,x\n"


@pytest.mark.parametrize("form", FORMS)
def test_no_page_of_a_log_has_markup_of_it(run, tmp_path, form):
    path = tmp_path / "boom<b>_log_.csv"
    path.write_text(LOG)
    _, out, err = run("check", "three-card-poker", path, "--bet", "pair-plus", "--format", form)
    assert "boom" in out
    verify(form, out)
    verify("text", err)


@pytest.mark.parametrize("sign", ("\x1b", "\u202e", "\ue05b", "\0"))
def test_a_text_that_does_not_print_is_refused(refused, tmp_path, sign):
    """What steers a terminal, or could be taken for a page's own mark."""
    path = tmp_path / "my_game.game"
    for text in ("My title", "the rules", "the own cards", "a note", "which house", "remain"):
        path.write_text(GAME.replace(text, f"{text}{sign}"), encoding="utf-8")
        refused("show", path, words="cannot be seen")


ELEMENTS = """
const listed = [...document.querySelectorAll("*:not(script[type=module])")].map((one) => [one.localName,
  one.getAttribute("src") || one.getAttribute("href") || "",
  [...one.attributes].some(({ name }) => name.startsWith("on"))]);
return JSON.stringify({ listed, ran: typeof boom, text: document.body.textContent,
  asked: performance.getEntriesByType("resource").map((one) => one.name) });
"""


@pytest.mark.whole_after(1)
@pytest.mark.slow
@pytest.mark.parametrize(
    "payload", ("<script>boom()</script><img>", "![p](boom)</text><s>", r"#b[] \i{b}<b on>")
)
def test_no_page_of_the_site_has_markup_of_a_text(tmp_path, payload):
    """A browser opens the page: no element, script or request is there that a clean game's page
    lacks.
    """
    place, game = tmp_path / "site", tmp_path / "my_game.game"
    poisoned(GAME, game, (payload, re.sub("[/#]", "", payload)))
    site.site(str(place), [str(game)])
    folder = place / "games" / "my-game"
    files = {path.name for path in place.rglob("*") if path.is_file()}
    for page in (place / "index.html", folder / "index.html"):
        found = json.loads(driven(page, tmp_path, ELEMENTS))
        assert found["ran"] == "undefined" and payload in found["text"]
        for tag, target, handles in found["listed"]:
            assert target or tag not in ("script", "img"), found["text"][:500]
            assert tag not in ("iframe", "object", "embed", "base", "s") and not handles, tag
            name = re.sub("[#?].*", "", target.rpartition("/")[2])
            assert not name or unquote(name) in files, target
            assert "boom" not in target or (tag == "a" and unquote(name) in files), target
        assert all(request.startswith("file:") for request in found["asked"])
