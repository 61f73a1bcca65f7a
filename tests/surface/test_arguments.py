"""What the package's functions are handed: whatever it is, they take it or refuse it in one line
that names the argument.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

import combin
from combin.errors import CombinError
from combin.games import file_of

GAME = "phil-em-up"
FILE = Path(file_of(GAME))

JUNK = (
    None, True, -1, 0, 2.5, float("nan"), "", "x", b"x", [], ["x"], [1], {}, {"x": 1}, {1: 2}, {"flush": (5, 6, 7)}, (1, 2),
    object(), np.int64(-3), np.array([1, 2]), Path("nowhere.game"), 10**9,
)  # fmt: skip

USUAL = {
    "load": {"name": GAME, "choices": {}, "pays": {}},
    "solve": {"game": GAME, "choices": {}, "pays": {}, "bets": ["base"], "threads": 1},
    "advise": {"game": GAME, "cards": "Kh Qh Jh 3c", "choices": {}, "pays": {}, "bet": "base"},
    "show": {"game": GAME, "choices": {}, "pays": {}},
    "situations": {"game": GAME, "choices": {}, "pays": {}, "bet": "base"},
    "price": {"game": GAME, "strategy": "stay", "choices": {}, "pays": {}, "bet": "base", "threads": 1},
    "chart": {"game": GAME, "kind": "law", "path": None, "choices": {}, "pays": {}},
    "verify": {"game": GAME, "choices": {}, "pays": {}, "bets": ["base"], "ranks": "TJQK", "suits": "c"},
    "tally": {"game": GAME, "choices": {}, "pays": {}, "bet": "base", "threads": 1},
    "formula": {"game": GAME, "bet": "base", "free": ["flush"]},
    "sweep": {"game": GAME, "pay": "flush", "low": 9, "high": 10, "bet": "base"},
    "target": {"game": GAME, "edge": "1/40", "pay": "flush", "bet": "base"},
    "vary": {"game": GAME, "choices": {}, "pays": {}, "bets": ["base"]},
    "compare": {"first": GAME, "second": GAME, "bets": ["base"]},
    "simulate": {
        "game": GAME, "path": "log.csv", "rounds": 10, "seed": 1, "form": "full", "strategy": "stay", "choices": {}, "pays": {},
        "bet": "base", "threads": 1,
    },
    "check": {"game": GAME, "path": "given.csv", "choices": {}, "pays": {}, "bet": "base", "strategy": None, "chip": None},
}  # fmt: skip
SLOW = {
    "vary": ("choices", "pays"),
    "simulate": ("rounds",),
    "target": ("edge",),
    "sweep": ("low", "high"),
}


@pytest.fixture(scope="module")
def log(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("log") / "given.csv"
    combin.simulate(GAME, path, 300, 1, strategy="stay", threads=1)
    return path


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "word"), [(name, word) for name, words in USUAL.items() for word in words]
)
def test_no_argument_ends_in_a_traceback(name, word, log, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copy(log, tmp_path)
    for value in JUNK:
        if isinstance(value, int) and value == 10**9 and word in SLOW.get(name, ()):
            continue
        try:
            getattr(combin, name)(**{**USUAL[name], word: value})
        except CombinError as error:
            assert "\n" not in str(error) and len(str(error)) < 400, (value, str(error))


@pytest.mark.parametrize(
    ("name", "changed", "words"),
    [
        ("solve", {"game": None}, "is the path of a file, not None"),
        ("solve", {"threads": -1}, "threads is a whole number from 1 to 1024, not -1"),
        ("solve", {"threads": 0}, "threads is a whole number from 1 to 1024, not 0"),
        ("solve", {"threads": True}, "threads is a whole number from 1 to 1024, not True"),
        ("solve", {"bets": "base"}, "bets is a list of names, not 'base'"),
        ("solve", {"bets": [None]}, "each of bets is text, not None"),
        (
            "solve",
            {"choices": "joker=bug"},
            "choices is a dict of names and values, not 'joker=bug'",
        ),
        (
            "solve",
            {"pays": {"flush": None}},
            "pay flush is a number such as 9, 7/2 or 12.5, not None",
        ),
        ("advise", {"cards": None}, "cards is text, not None"),
        ("price", {"strategy": None}, "strategy is the path of a file, not None"),
        ("price", {"strategy": "stya"}, "no action (did you mean 'stay'?)"),
        ("chart", {"kind": 3}, "kind is text, not 3"),
        ("verify", {"ranks": 9}, "ranks is text, not 9"),
        ("sweep", {"low": None}, "each end of the range of flush is a number"),
        ("target", {"pay": {"flush": 5}}, "pay is text, not {'flush': 5}"),
        ("simulate", {"rounds": 0}, "rounds is a whole number from 1 to"),
        ("simulate", {"rounds": 2.5}, "rounds is a whole number from 1 to"),
        ("simulate", {"seed": "7"}, "seed is a whole number from 0 to"),
        ("simulate", {"path": None}, "path is the path of a file, not None"),
    ],
)
def test_a_wrong_argument_is_named(name, changed, words):
    with pytest.raises(CombinError) as caught:
        getattr(combin, name)(**{**USUAL[name], **changed})
    assert words in str(caught.value)


def test_a_game_is_given_by_name_by_path_or_as_a_game():
    named = combin.solve(GAME, threads=np.int64(1))["base"]
    assert (
        combin.solve(FILE)["base"]
        == combin.solve(str(FILE))["base"]
        == combin.solve(combin.load(FILE))["base"]
        == named
    )
    assert combin.compare(FILE, GAME)[0].change == 0


@pytest.mark.slow
def test_numbers_of_other_libraries_give_the_same_result(tmp_path):
    """Eight bits hold 101, and not what it comes to with five cards."""
    for pay in (np.int8(101), np.float64(101), np.uint16(101)):
        changed = combin.solve(GAME, pays={"royal-flush": pay})["base"]
        assert (
            changed == combin.solve(GAME, pays={"royal-flush": 101})["base"]
            and changed.variance > 0
        )
    swept = combin.sweep(GAME, "flush", np.int8(9), np.int8(11))
    assert (
        swept == combin.sweep(GAME, "flush", 9, 11) and type(swept.pieces[0].start.numerator) is int
    )
    paths = tmp_path / "a.csv", tmp_path / "b.csv"
    combin.simulate(GAME, paths[0], np.int32(50), np.int16(3))
    combin.simulate(GAME, paths[1], 50, 3)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert combin.load("hot-poker-spot", {"cost": np.float64(0.5)}).chosen["cost"] == "1/2"
