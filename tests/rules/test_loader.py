"""A game file is data: what is no data is refused with its line, whatever it would have done."""

import importlib
import os
import socket
import time
from dataclasses import is_dataclass
from fractions import Fraction
from typing import get_args

import pytest

from combin import games, rules
from combin.cards import Deck
from combin.errors import CombinError
from combin.games import sheet_of
from combin.rules import constructors, loader

IMPORTS = """\
from combin.ranking import POKER
from combin.rules import (
    ALWAYS, LOSE, OTHERWISE, PUSH, Action, Amount, Bet, Choice, Chose, Chosen, Deal, Decide, Deck, Game, Hand, Pays, Paytable,
    Pick, Row, Settlement, Wager,
)
"""

GAME = """
TABLE = Paytable("", {"flush": 5, "pair": 1})
ROWS = (Row("", ALWAYS, (Pays(TABLE, "final"),)),)
PLAY = (
    Deal("own", 4),
    Decide("stay or double", (Action("stay"), Action("double", {"ante": 1}))),
    Deal("last", 1),
)
GAME = Game(
    slug="toy",
    title=Pick("table", {OTHERWISE: "Toy"}),
    source="none",
    deck=Deck(),
    play=PLAY,
    hands=(Hand("final", POKER, ("own", "last")),),
    bets=(Bet("base", (Wager("ante", 1),), "ante", (Settlement(("ante",), ROWS),)),),
    choices=(Choice("table", "which", {"1": "the only one"}),),
)
"""


@pytest.fixture
def load(tmp_path):
    """Return a function that loads the toy game, with some text replaced, or any other text."""

    def load_text(text=IMPORTS + GAME, **replaced):
        for old, new in replaced.items():
            text = text.replace(old, new)
        path = tmp_path / "toy.py"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return loader.load(str(path))

    return load_text


def changed(old, new, text=IMPORTS + GAME):
    assert text.count(old) >= 1, old
    return text.replace(old, new)


def refused(load, text, *words):
    with pytest.raises(CombinError) as caught:
        load(text)
    message = str(caught.value)
    assert "\n" not in message and "toy.py" in message
    for word in words:
        assert word in message, message


def value_of(load, expression):
    """Return what an expression stands for, by way of a stake."""
    game = load(changed('Wager("ante", 1)', f'Wager("ante", {expression})'))
    return game.bets[0].wagers[0].stake


# --- What a file may say -----------------------------------------------------------------------


def test_a_game_is_read(load):
    game = load()
    assert game.slug == "toy" and game.resolve({}).bets[0].key == "base"


@pytest.mark.slow
@pytest.mark.parametrize("name", games.names())
def test_every_value_of_a_built_in_game_fits(name):
    """`sheet_of` trusts the games that ship, because this tries every value of every choice."""
    assert loader.load(os.path.join(games.FOLDER, name.replace("-", "_") + ".py")) == sheet_of(name)


@pytest.mark.parametrize("name", games.names())
def test_a_built_in_game_is_read_as_python_would(name):
    module = importlib.import_module("combin.games." + name.replace("-", "_"))
    assert sheet_of(name) == module.GAME
    assert sheet_of(name).slug == name


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("12.5", Fraction(25, 2)),
        ("0.1", Fraction(1, 10)),
        (".5", Fraction(1, 2)),
        ("1_000.2_5", Fraction(100025, 100)),
        (
            "0.1000000000000000055511151231257827",
            Fraction(1000000000000000055511151231257827, 10**34),
        ),
        ("0x10", 16),
        ("7 / 2", Fraction(7, 2)),
        ("1 + 2 * 3 - 4", 3),
        ("-(-2)", 2),
        ("Fraction(7, 2)", Fraction(7, 2)),
        ("Fraction('7/2')", Fraction(7, 2)),
        ("Fraction('0.25')", Fraction(1, 4)),
        ("0.1 + 0.2", Fraction(3, 10)),
    ],
)
def test_numbers_are_exact(load, expression, value):
    text = changed('Wager("ante", 1)', f'Wager("ante", {expression})')
    stake = load("from fractions import Fraction\n" + text).bets[0].wagers[0].stake
    assert stake == value and type(stake) is type(value)


def test_line_ends_and_byte_order_marks_do_not_matter(load):
    text = '"""A toy."""\n' + IMPORTS + GAME
    assert load(text.replace("\n", "\r\n")) == load(text) == load(b"\xef\xbb\xbf" + text.encode())


def test_a_path_finds_a_file(tmp_path):
    path = tmp_path / "toy.py"
    path.write_text(IMPORTS + GAME)
    assert sheet_of(str(path)).slug == "toy"


# --- What it may not ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("import os", "a plain import"),
        ("from os import system", "cannot import from 'os'"),
        ("from combin.cli import main", "cannot import from 'combin.cli'"),
        ("from .rules import Deck", "a relative import"),
        ("from combin.rules import *", "offers no '*'"),
        ("from combin.rules import parse_number", "offers no 'parse_number'"),
        ("from combin.rules import _resolved", "offers no '_resolved'"),
        ("from combin.rules import replace", "offers no 'replace'"),
        ("from fractions import sys", "offers no 'sys'"),
        ("from combin.rules import Dael", "did you mean 'Deal'?"),
        ("__import__('os').system('true')", "a bare expression"),
        ("X = __import__('os')", "__import__(...) is no constructor"),
        ("X = open('file', 'w')", "open(...) is no constructor"),
        ("X = (1).__class__", "a dot"),
        ("X = Deck().mask", "a dot"),
        ("X = Deck.__init__", "a dot"),
        ("X = Deck().mask()", "this call"),
        ("X = (1, 2)[0]", "an index"),
        ("X = [1]", "a list (use a tuple)"),
        ("X = {1}", "a set (use a tuple)"),
        ("X = [a for a in (1,)]", "a comprehension"),
        ("X = lambda: 1", "a function"),
        ("X = 1 if 1 else 2", "a branch"),
        ("X = f'{1}'", "an f-string"),
        ("X = 1 < 2", "a comparison"),
        ("X = (Y := 1)", "namedexpr"),
        ("X = not 1", "unaryop"),
        ("X = 1 or 2", "boolop"),
        ("X = b'1'", "is no number"),
        ("X = 1j", "is no number"),
        ("X = ...", "is no number"),
        ("X = 1e3", "1e3 is no number"),
        ("X = 1e999999999", "is no number"),
        ("X = 2 ** 999999999", "arithmetic is + - * / only"),
        ("X = 7 // 2", "arithmetic is + - * / only"),
        ("X = 1 << 99999999999", "arithmetic is + - * / only"),
        ("X = 1 / 0", "division by zero"),
        ("X = 'a' * 1000000000", "arithmetic takes numbers only"),
        ("X = (1,) * 1000000000", "arithmetic takes numbers only"),
        ("X = True + 1", "arithmetic takes numbers only"),
        ("X = 1 " + "* 99999999999999999999 " * 20, "more than 256 bits"),
        ("X = 0x" + "f" * 1000, "more than 256 bits"),
        ("X = " + "9" * 5000, "4300 digits"),
        ("X = 1." + "9" * 5000, "is no number"),
        ("X = {1: 2}", "names in quotes"),
        ("X = {**{}}", "names in quotes"),
        ("X = {'a': 1, 'a': 2}", "'a' stands twice"),
        ("X = (*(1, 2),)", "unpacking with *"),
        ("X = Deal(*('a', 1))", "not unpacked"),
        ("X = Deal(**{'zone': 'a'})", "not unpacked"),
        ("X = Dael('a', 1)", "did you mean 'Deal'?"),
        ("X = Deal", "Deal needs its arguments"),
        ("X = Y", "Y is not defined above"),
        ("X = (TWO_CARD,)", "TWO_CARD is not defined above (import it from combin.ranking)"),
        ("X = Draw()", "that this file imports (import it from combin.rules)"),
        ("X = Deal('a')", "Deal needs 'cards'"),
        (
            "X = Deal('a', 1, '', 2, 3)",
            "at most 4 arguments (zone, cards, note, when), not 5",
        ),
        ("X = Deal('a', card=1)", "did you mean 'cards'?"),
        ("X = Deal('a', 1, zone='b')", "given 'zone' twice"),
        ("X = Deal(zone='a', zone='b', cards=1)", "given 'zone' twice"),
        ("X = Deal('a', '1')", "Deal's cards is a whole number"),
        ("X = Deal('a', 1.5)", "Deal's cards is a whole number"),
        ("X = Deal('a', True)", "Deal's cards is a whole number"),
        ("X = Deal(1, 1)", "Deal's zone is text in quotes"),
        ("X = Settlement('ante', ())", "Settlement's columns is a tuple"),
        ("X = Paytable('', ())", "Paytable's pays is a dict"),
        ("X = Deck('AA')", "distinct letters"),
        ("X = 'a\\nb'", "cannot be printed"),
        ("X = '\\x1b[2J'", "cannot be printed"),
        ("X = '\\u202e'", "cannot be printed"),
        ("X = '\\ud800'", "cannot be printed"),
        ("ALWAYS = 1", "ALWAYS is defined twice"),
        ("X = Y = 1", "an assignment to more than one name"),
        ("X, Y = 1, 2", "an assignment to more than one name"),
        ("X: int = 1", "an annotation"),
        ("X += 1", "an augmented assignment"),
        ("def f(): pass", "a function"),
        ("class C: pass", "a class"),
        ("if True: pass", "a branch"),
        ("while True: pass", "a loop"),
        ("for x in (): pass", "a loop"),
        ("del Deck", "delete"),
        ("'a second text'", "a bare expression"),
        ("X = (", "was never closed"),
        ("X = 1\x00", "null bytes"),
    ],
)
def test_everything_else_is_refused_with_its_line(load, line, words):
    place = len(IMPORTS.splitlines()) + 1
    refused(
        load, IMPORTS + line + "\n" + GAME, words, "" if "null" in words else f"toy.py:{place}: "
    )


@pytest.mark.parametrize(
    "expression",
    [
        "-" * 5000 + "1",
        "1" + "+1" * 20000,
        "(" * 5000,
        "Deal(" * 150 + ")" * 150,
        "a" + ".a" * 9000,
    ],
)
def test_depth_is_bounded(load, expression):
    refused(load, f"{IMPORTS}X = {expression}\n{GAME}")


def test_what_names_stand_for_is_bounded(load):
    doubling = "".join(f"A{i + 1} = (A{i}, A{i})\n" for i in range(60))
    before = time.monotonic()
    refused(load, IMPORTS + "A0 = (1, 1)\n" + doubling + GAME, "50,000 values")
    assert time.monotonic() - before < 5


def test_decisions_are_bounded(load):
    decisions = "".join(f'Decide("d{i}", (Action("a"), Action("b"))), ' for i in range(60))
    refused(load, changed("PLAY = (", f"PLAY = (Deal('zero', 1), {decisions}"), "10,000 ways")


@pytest.mark.parametrize("data", [b"\xff\xfe", b"\x89PNG\r\n\x1a\n\x00\xff", "é".encode("latin-1")])
def test_binary_files_are_refused(load, data):
    refused(load, data, "UTF-8")


def test_long_files_are_refused(load):
    refused(load, "#" * 300_000, "at most 200,000 bytes")


@pytest.mark.parametrize(
    "path", ["nowhere/toy.py", ".", "/dev/zero", "a\0b.py", "x" * 5000 + ".py"]
)
def test_what_is_no_file_is_refused(path):
    with pytest.raises(CombinError):
        loader.load(path)


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.py")
    with pytest.raises(CombinError, match="not a file"):
        loader.load(str(tmp_path / "pipe.py"))


def test_no_other_file_is_opened_for_a_message(load, tmp_path, monkeypatch):
    """The parser quotes the line of an error from the file of the name that it is given."""
    monkeypatch.chdir(tmp_path)
    os.mkfifo("<unknown>")
    refused(load, "X = (", "was never closed")
    refused(load, "X = 1\nreturn", "return is no part of a game file")


@pytest.mark.parametrize("kind", ["a folder", "a socket", "a device", "a link to a pipe"])
def test_what_is_no_regular_file_is_refused(kind, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as listening:
        if kind == "a folder":
            os.mkdir("odd.py")
        elif kind == "a socket":
            listening.bind("odd.py")
        elif kind == "a device":
            os.symlink("/dev/zero", "odd.py")
        else:
            os.mkfifo("pipe")
            os.symlink("pipe", "odd.py")
        with pytest.raises(CombinError, match=r"odd\.py: (this is not a file|cannot be read)"):
            loader.load("odd.py")


# --- What is data but no game ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("GAME = Game(", "GAMES = Game(", "states no game"),
        ('slug="toy"', 'slug="../Toy"', "the slug is"),
        ('Deal("own", 4)', 'Deal("own", 52)', "deals 53 cards from a deck of 52"),
        ('Deal("own", 4)', 'Deal("own", 0)', "from 1 up"),
        (
            '(Wager("ante", 1),)',
            '(Wager("ante", 1), Wager("extra", 1))',
            "'extra' of bet 'base' is never settled",
        ),
        (
            "ALWAYS, (Pays",
            'Chose("double"), (Pays',
            "have no pay; the last row's condition must be ALWAYS",
        ),
        ('PLAY = (\n    Deal("own", 4),', "PLAY = (", "comes before any card is seen"),
        ('"flush": 5', '"flsh": 5', "did you mean 'flush'?"),
        ('{"flush": 5, "pair": 1}', '{"pair": 1, "flush": 5}', "below a hand that it beats"),
        ('"flush": 5', '"flush": "5"', "the pay of 'flush'"),
        ('"flush": 5', '"flush": Pick("table", {"2": 5})', "names '2', none of its values"),
        ('"flush": 5', '"flush": Pick("table", {})', "says nothing for '1'"),
        ('"flush": 5', '"flush": Pick("tables", {"1": 5})', "does not declare"),
        (
            '{"1": "the only one"}',
            '{"x": 1}',
            "Choice's values hold Mapping[str, str], and 1 is none of it",
        ),
        (
            'source="none"',
            'source="none", notes=(1,)',
            "Game's notes hold tuple[str, ...], and 1 is none of it",
        ),
        ('{"1": "the only one"}', "{}", "has no values"),
        (
            '(Choice("table", "which", {"1": "the only one"}),)',
            "(1,)",
            "tuple[Choice | Amount, ...]",
        ),
        (
            "PLAY = (",
            "PLAY = ((),",
            "Game's play hold tuple[Deal | Decide | Part | Draw | Split | Turns, ...], and a tuple is none of it",
        ),
        (
            'hands=(Hand("final", POKER, ("own", "last")),)',
            "hands=(1,)",
            "Game's hands hold tuple[Hand, ...]",
        ),
        ('bets=(Bet("base"', 'bets=(Bet("basis"', "the key 'base'"),
        ('{"ante": 1}', '{"ante": "1"}', "Action's adds is a number, not '1'"),
        ('"pair": 1})', '"pair": 1}, less="lost")', "Paytable's less is a number, not 'lost'"),
        ('source="none"', 'source="none", chosen={"table": "2"}', "no field 'chosen'"),
        ('{"ante": 1}', '{"ante": -2}', "takes back more"),
        ('{"ante": 1}', '{"aunt": 1}', "did you mean 'ante'?"),
    ],
)
def test_contradictions_are_found(load, old, new, words):
    text = changed(old, new)
    refused(load, text, words)


def test_a_line_that_pays_none_is_left_out(load):
    game = load(changed('"flush": 5', '"flush": None')).resolve({})
    assert list(game.pays()) == ["pair"]


def test_every_value_of_every_choice_is_tried(load):
    text = changed('{"1": "the only one"}', '{"1": "good", "2": "bad"}')
    refused(
        load,
        changed('"flush": 5', '"flush": Pick("table", {"1": 5, "2": "many"})', text),
        "the pay of 'flush'",
    )
    amount = changed('Choice("table", "which", {"1": "the only one"})', 'Amount("cost", "to stay")')
    amount = changed('Pick("table"', 'Pick("cost"', amount)
    picked = 'deck=Pick("cost", {"0": Deck(), OTHERWISE: Deck(ranks="A")})'
    refused(load, changed("deck=Deck()", picked, amount), "from a deck of 4")


def test_only_data_is_offered():
    for module, offered in constructors.OFFERED.items():
        for name, value in offered.items():
            made = isinstance(value, type) and value.__module__.startswith("combin.")
            if isinstance(value, tuple):  # steps of a play
                assert all(is_dataclass(step) for step in value), name
                continue
            assert (
                made
                or value is Fraction
                or isinstance(
                    value,
                    (
                        Fraction,
                        rules.Always,
                        rules.Bet,
                        rules.Way,
                        *get_args(constructors.ranking.Ranking),
                        str,
                    ),
                )
            ), name
            assert not name.startswith("_"), (module, name)
    assert constructors.OFFERED["combin.rules"]["Deck"] is Deck


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
