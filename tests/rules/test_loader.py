"""A game file is data: what is no game is refused, whatever kind of file it is."""

import os
import re
import socket
from fractions import Fraction

import pytest

from combin import games
from combin.errors import CombinError
from combin.games import file_of, sheet_of
from combin.rules import loader

TOY = """\
Toy  (toy)
source: none
cards: [deck]

choice deck: which cards there are
  whole = 52       all
  short = 9TJQKA   nines and better

PLAY
  4 cards to own
  decide stay or double
    stay
    double   ante +1
  1 card to last

HANDS
  final = poker of own, last

MAIN GAME
  wagers: ante 1
  outcome   if          ante
  -         otherwise   table by final
  table
    flush   5
    pair    1
"""


@pytest.fixture
def load(tmp_path):
    """Return a function that loads the toy game, or what else a file says."""

    def load_page(page=TOY):
        path = tmp_path / "toy.game"
        path.write_bytes(page if isinstance(page, bytes) else page.encode())
        return loader.load(str(path))

    return load_page


def refused(load, page, words):
    with pytest.raises(CombinError, match=re.escape(words)) as caught:
        load(page)
    assert "\n" not in str(caught.value) and "toy.game" in str(caught.value)


# --- What a file may say -----------------------------------------------------------------------


def test_a_game_is_read(load):
    sheet = load()
    assert sheet.slug == "toy" and sheet.resolve({}).bets[0].key == "base"
    assert sheet_of(sheet.path) == sheet


@pytest.mark.slow
@pytest.mark.parametrize("name", games.names())
def test_every_value_of_a_built_in_game_fits(name):
    """`sheet_of` trusts the games that ship, because this tries every value of every choice."""
    assert loader.load(file_of(name)) == sheet_of(name)
    assert sheet_of(name).slug == name


@pytest.mark.parametrize(
    ("said", "stake"),
    [
        ("12.5", Fraction(25, 2)),
        ("0.1", Fraction(1, 10)),
        ("7/2", Fraction(7, 2)),
        ("1,000", 1000),
        ("0." + "1" * 60, Fraction(int("1" * 60), 10**60)),
    ],
)
def test_numbers_are_exact(load, said, stake):
    page = TOY.replace("double   ante +1", f"double   ante +{said}")
    action = load(page).resolve({}).decisions[0].actions[1]
    assert action.adds["ante"] == stake


def test_a_line_that_pays_none_is_left_out(load):
    game = load(TOY.replace("flush   5", "flush   -")).resolve({})
    assert list(game.pays()) == ["pair"]


# --- What is no game file ----------------------------------------------------------------------


@pytest.mark.parametrize("data", [b"\xff\xfe", b"\x89PNG\r\n\x1a\n\x00\xff", "é".encode("latin-1")])
def test_binary_files_are_refused(load, data):
    refused(load, data, "UTF-8")


@pytest.mark.parametrize(
    "path", ["nowhere/toy.game", ".", "/dev/zero", "a\0b.game", "x" * 5000 + ".game"]
)
def test_what_is_no_file_is_refused(path):
    with pytest.raises(CombinError):
        loader.load(path)


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.game")
    with pytest.raises(CombinError, match="not a file"):
        loader.load(str(tmp_path / "pipe.game"))


@pytest.mark.parametrize("kind", ["a folder", "a socket", "a device", "a link to a pipe"])
def test_what_is_no_regular_file_is_refused(kind, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as listening:
        if kind == "a folder":
            os.mkdir("odd.game")
        elif kind == "a socket":
            listening.bind("odd.game")
        elif kind == "a device":
            os.symlink("/dev/zero", "odd.game")
        else:
            os.mkfifo("pipe")
            os.symlink("pipe", "odd.game")
        with pytest.raises(CombinError, match=r"odd\.game: (this is not a file|cannot be read)"):
            loader.load("odd.game")


# --- What is a page but no game ----------------------------------------------------------------

OTHER = "    other   ante +1\n"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("(toy)", "(../Toy)", "the slug is"),
        ("4 cards to own", "52 cards to own", "deals 53 cards from a deck of 52"),
        ("4 cards to own", "0 cards to own", "from 1 up"),
        ("short = 9TJQKA", "short = 9 in cdhs", "deals 5 cards from a deck of 4"),
        ("ante 1\n", "ante 1, extra 1\n", "'extra' of the main game is never settled"),
        ("otherwise   table", "chose stay   table", "its condition is `otherwise`"),
        ("PLAY\n", f"PLAY\n  decide at once\n    one\n{OTHER}", "comes before any card is seen"),
        ("    flush   5\n    pair    1", "    pair    1\n    flush   5", "a hand that it beats"),
        ("  short = 9TJQKA   nines and better\n", "  short   tens\n", "cards are 52, "),
        ("cards: [deck]", "cards: 52", "the choice 'deck' decides nothing"),
        ("ante +1", "ante -2", "takes back more"),
        (
            "  1 card to last",
            "".join(f"  decide number {n}\n    stay\n{OTHER}" for n in range(20))
            + "  1 card to last",
            "10,000 ways",
        ),
    ],
)
def test_contradictions_are_found(load, old, new, words):
    assert old in TOY
    refused(load, TOY.replace(old, new), words)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("phil-em-upp", "did you mean 'phil-em-up'?"),
        ("phil_em_ap", "phil-em-up"),
        ("", "`combin list` names all"),
    ],
)
def test_an_unknown_game_is_answered_with_the_nearest(name, words):
    with pytest.raises(CombinError, match=words.replace("?", r"\?")):
        sheet_of(name)
