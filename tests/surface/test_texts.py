"""Every text that people write is read in one style: the same odd things are given to each kind."""

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest

import combin
from combin.errors import CombinError, Faults
from combin.families.blackjack.house import house_of
from combin.families.blackjack.letters import read_chart, rows_of
from combin.logs.mapping import Expressions, words_of
from combin.rules.loader import load, load_way
from combin.strategies import named
from combin.texts import text_of

LISTED, HELD, CHARTED = map(combin.load, ("let-it-ride", "jacks-or-better", "blackjack"))
Slip = tuple[
    str, str, str, str
]  # what is right, what is written, its place, the word that is meant


class Kind(NamedTuple):
    """A kind of text: how it is read, a right one, and two slips of the pen in it."""

    read: Callable[[str], object]
    text: str
    slips: tuple[Slip, Slip]


def columns_read(path: str) -> object:
    known = Expressions(["net", "player"], {"player": 3}, ["payout", "stake", "cards"])
    return {name: str(source) for name, source in known.read(words_of(path)).items()}


def chart_read(path: str) -> object:
    charts = read_chart(text_of(path), house_of(CHARTED), tuple(CHARTED.shoe.values()), path)
    return {up: (chart.hits, chart.first, chart.pairs) for up, chart in charts.items()}


KINDS = {
    "a page": Kind(
        lambda path: str(load(path)),
        """Toy  (toy)
source: mine
cards: 52
PLAY
  1 card to own: yours
  1 card to theirs: the dealer's
HANDS
  own = ace-high of own
  theirs = ace-high of theirs
MAIN GAME
  wagers: bet 1
  outcome   if                  bet
  win       own beats theirs    1
  tie       own equals theirs   push
  loss      otherwise           lost
""",
        (
            ("ace-high of own", "ace-hihg of own", "8:9", "ace-high"),
            ("own equals", "onw equals", "14:13", "own"),
        ),
    ),
    "a way": Kind(
        lambda path: str(load_way(path)),
        "WAY mine\n  row: groups 5, front first-pair\n  row: groups none, front singles\n",
        (
            ("front first", "fornt first", "2:18", "front"),
            ("groups none", "gruops none", "3:8", "groups"),
        ),
    ),
    "a list": Kind(
        lambda path: str(named(path, LISTED, "base")),
        "bet 1:\n  let-it-ride: three to a flush\n  pull-back: otherwise\nbet 2:\n  pull-back: otherwise\n",
        (
            ("three to a", "threee to a", "2:16", "three to a flush"),
            ("pull-back: otherwise\nbet", "pull-back: ohterwise\nbet", "3:14", "otherwise"),
        ),
    ),
    "a list of holds": Kind(
        lambda path: str(named(path, HELD, "base")),
        "hold: two pair\nhold: a high pair\nhold none\n",
        (
            ("two pair", "two piar", "1:7", "two pair"),
            ("high pair", "hihg pair", "2:7", "a high pair"),
        ),
    ),
    "a chart": Kind(
        chart_read,
        "".join(f"{name}  {'  '.join('H' * 10)}\n" for name, _ in rows_of()),
        (
            ("hard 5", "hadr 5", "2:1", "hard"),
            ("soft 13", "sotf 13", "20:1", "soft"),
        ),
    ),
    "columns of a log": Kind(
        columns_read,
        "net=payout-stake\nplayer=cards\n",
        (
            ("payout", "pyaout", "1:5", "payout"),
            ("player", "palyer", "2:1", "player"),
        ),
    ),
}


@pytest.fixture(params=list(KINDS))
def kind(request) -> Kind:
    return KINDS[request.param]


@pytest.fixture
def path(tmp_path) -> str:
    return str(tmp_path / "own.txt")


def read(kind: Kind, path: str, data: str | bytes) -> object:
    with open(path, "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode())
    return kind.read(path)


def faults(kind: Kind, path: str, data: str | bytes) -> list[str]:
    """Return what is said of a text, without the name of its file, which begins each sentence."""
    with pytest.raises(CombinError) as caught:
        read(kind, path, data)
    error = caught.value
    told = error.faults if isinstance(error, Faults) else [str(error)]
    assert all(re.match(rf"{re.escape(path)}:\d+:\d+: [^\n]+$", fault) for fault in told), told
    return [fault.removeprefix(f"{path}:") for fault in told]


@pytest.mark.parametrize(
    "odd",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: text.replace("  ", "\t"),
        lambda text: "# own\n\n" + text.replace("\n", "\n  # own\n", 1),
        lambda text: text.replace("\n", "  # at the end\n"),
        lambda text: text.replace("\n", "\n \n\n"),
        lambda text: text.replace("\n", " \t\n"),
        lambda text: text.removesuffix("\n"),
    ],
    ids=["BOM", "CRLF", "CR", "tabs", "comments", "comments at the end", "blank lines", "spaces at the end", "no end"],
)  # fmt: skip
def test_what_people_write_beside_words_means_nothing(kind, path, odd):
    assert read(kind, path, odd(kind.text)) == read(kind, path, kind.text)


def test_a_slip_is_told_with_its_place_and_the_word_that_is_meant(kind, path):
    for right, wrong, place, meant in kind.slips:
        assert kind.text.count(right) == 1, right
        [fault] = faults(kind, path, kind.text.replace(right, wrong))
        assert fault.startswith(f"{place}: ") and f"(did you mean {meant!r}?)" in fault, fault


def test_a_word_that_is_meant_is_read_where_it_is_written(path):
    page = KINDS["a page"]
    for right, wrong in (("source:", "Suorce:"), ("cards:", "CARD:"), ("PLAY", "Paly")):
        told = faults(page, path, page.text.replace(right, wrong))
        assert any(f"(did you mean {right!r}?)" in fault for fault in told), told


def test_two_slips_are_told_at_once(kind, path):
    text = kind.text
    for right, wrong, _, _ in kind.slips:
        text = text.replace(right, wrong)
    told = faults(kind, path, text)
    assert [":".join(fault.split(":")[:2]) for fault in told] == [slip[2] for slip in kind.slips]


def test_what_cannot_be_seen_is_told_with_its_place(kind, path):
    for right, _, place, _ in kind.slips:
        for letter in "\u200b\u202e\x00":
            what = f"the character U+{ord(letter):04X} cannot be seen; leave it out"
            told = faults(kind, path, kind.text.replace(right, letter + right))
            assert told == [f"{_before(kind.text, right)}: {what}"], place


def _before(text: str, word: str) -> str:
    *above, before = text[: text.index(word)].split("\n")
    return f"{len(above) + 1}:{len(before) + 1}"


def test_bytes_that_are_no_text_are_told_with_their_place(kind, path):
    right = kind.slips[1][0]
    data = kind.text.replace(right, f"\xe9{right}").encode("latin-1")
    what = "not a text file in UTF-8: the byte"
    assert faults(kind, path, data) == [f"{_before(kind.text, right)}: {what} 0xE9"]
    assert faults(kind, path, kind.text.encode("utf-16")) == [f"1:1: {what} 0xFF"]


@pytest.mark.parametrize("data", ["", "\ufeff", "# nothing\n\n"])
def test_an_empty_text_is_told_what_belongs_there(kind, path, data):
    if kind.read is columns_read:  # nothing is said of the columns: they are known by their names
        assert read(kind, path, data) == {}
    else:
        assert all(fault.startswith("1:1: ") for fault in faults(kind, path, data))


def test_what_is_no_file_is_told_alike(kind, tmp_path):
    for path in (tmp_path, tmp_path / "nowhere.txt"):
        with pytest.raises(CombinError, match=r"(cannot be read|no file|of such lines)"):
            kind.read(str(path))


@pytest.mark.parametrize(
    "text", ["\ufeffpull-back", "pull-back\r\n", "pull-back  # always", "\n\n pull-back\n"]
)
def test_an_action_alone_is_taken_always(path, text):
    listed = KINDS["a list"]
    always = "bet 1:\npull-back: otherwise\nbet 2:\npull-back: otherwise\n"
    assert read(listed, path, text) == read(listed, path, always)
    assert faults(listed, path, "pul-back") == [
        "1:1: unknown action 'pul-back' at 'bet 1' (did you mean 'pull back'?)"
    ]


def test_names_may_stand_in_quotes(path):
    listed, columns = KINDS["a list"], KINDS["columns of a log"]
    quoted = listed.text.replace("bet 1", '"bet 1"').replace("pull-back", '"pull-back"')
    assert read(listed, path, quoted) == read(listed, path, listed.text)
    quoted = columns.text.replace("=cards", '="cards"')
    assert read(columns, path, quoted) == read(columns, path, columns.text)
