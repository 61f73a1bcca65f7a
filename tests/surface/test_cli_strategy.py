"""The commands about strategies, cards, charts and reports, as a user meets them."""

import csv
import io
import json
import os
import shlex
import threading
from dataclasses import replace
from fractions import Fraction

import pytest

from combin.games import sheet_of
from combin.strategies import Rung, parse, price
from combin.strategies import find as find_lines
from sizes import on_demand

# --- Lines and their price ----------------------------------------------------------------------


def test_strategy_prints_the_lines(run):
    status, out, err = run("strategy", "three-card-poker")
    assert (status, err) == (0, "") and "Q-6-4 or better" in out and "perfect" in out
    assert out.endswith("Again: combin strategy three-card-poker\n")


@pytest.mark.slow
def test_strategy_prints_the_square_of_starting_hands(run):
    out = run("strategy", "dakota-duel-draw")[1]
    rows = [line.split() for line in out.splitlines() if len(line.split()) == 14]
    assert [row[0] for row in rows] == list("AKQJT98765432")
    assert rows[0][1:] == ["P"] * 13 and rows[12].count("F") > 5


@pytest.mark.slow
def test_strategy_of_so_many_lines(run):
    out = run("strategy", "phil-em-up", "--lines", "2", "--json")[1]
    (found,) = json.loads(out)["ladder"]
    assert found["lines"] == 2 and found["cost"] == "22384/14348425"


@pytest.mark.slow
def test_ladder_prices_are_those_of_price(run):
    game = sheet_of("phil-em-up").resolve()
    ladder = json.loads(run("strategy", "phil-em-up", "--ladder", "--json")[1])["ladder"]
    assert ladder[-1]["cost"] == "0" and len(ladder) > 2
    for found in ladder:
        (lines,) = found["decisions"].values()
        assert str(price(game, parse("\n".join(lines), game)).cost) == found["cost"]


def test_the_words_can_be_listed(run):
    status, out, err = run("strategy", "let-it-ride", "--words")
    assert (status, err) == (0, "") and "four to an open-ended straight" in out and "bet 2:" in out
    assert out.endswith("Again: combin strategy let-it-ride --words\n")
    game = sheet_of("let-it-ride").resolve()
    rows = list(
        csv.DictReader(io.StringIO(run("strategy", "let-it-ride", "--words", "--format", "csv")[1]))
    )
    for row in rows[::50]:
        block = f"{row['decision']}:\nlet-it-ride: {row['phrase']}\npull-back: otherwise\n"
        other = next(name for name in ("bet 1", "bet 2") if name != row["decision"])
        assert len(parse(f"{block}{other}:\npull-back: otherwise", game)) == 3
    assert len(rows) > 500


def test_price_searches_the_same_words(run, refused):
    status, out, err = run("price", "let-it-ride", "--words", "flush")
    assert status == 0 and not err
    assert out.endswith("Again: combin price let-it-ride --words flush\n")
    searched = run("strategy", "let-it-ride", "--words", "flush")[1]
    assert out.splitlines()[:-1] == searched.splitlines()[:-1]
    refused("price", "let-it-ride", "pull back", "--words", "flush", words="give it alone")
    refused("price", "let-it-ride", words="missing argument")


def test_words_are_no_strategy(refused):
    refused("strategy", "let-it-ride", "--words", "--ladder", words="--words lists phrases")


def test_the_recommended_list_stands_above_the_whole_ladder(run, monkeypatch):
    """Where no list is exact the longest one is not worth learning."""
    found = find_lines(sheet_of("three-card-poker").resolve())
    lines = [
        parse("\n".join(["play: any pair or better"] * more + ["fold: otherwise"]), found.game)
        for more in range(3)
    ]
    rungs = tuple(Rung(one, Fraction(1, 100 ** (more + 2))) for more, one in enumerate(lines))
    monkeypatch.setattr("combin.strategies.find", lambda *_, **__: replace(found, rungs=rungs))
    out = run("strategy", "three-card-poker", "--ladder")[1]
    assert (
        "3 lines costs 0.000001 % of one ante" not in out
        and "2 lines costs 0.000100 % of one ante" in out
    )
    assert "\n    3  0.000001 %" in out


@pytest.mark.parametrize(
    "command",
    [
        ("strategy", "hot-poker-spot"),
        ("strategy", "let-it-ride", "--bet", "three-card-bonus"),
    ],
)
def test_nothing_to_decide_is_said_in_one_line(run, command):
    status, out, err = run(*command)
    assert (status, err) == (0, "") and out.count("\n") == 1 and "has no decisions" in out


@pytest.mark.parametrize("form", ["text", "json"])
def test_nothing_to_decide_has_no_price(refused, form):
    refused("price", "hot-poker-spot", "stay", "--format", form, words="has no decisions")


@pytest.mark.parametrize("words", ["go to war", "Go  to war", "war"])
def test_an_action_is_priced_by_the_name_that_people_use(run, words):
    assert json.loads(run("price", "casino-war", words, "--json")[1])["cost"] == "0"


def test_an_unknown_action_is_answered_with_what_people_say(refused):
    refused("price", "casino-war", "go to bars", words="did you mean 'go to war'?")


def test_no_more_mistakes_are_listed_than_asked_for(run, tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text("fold: any pair or better\nplay: otherwise\n")
    asked = "price", "three-card-poker", file

    def listed(*top):
        return len(json.loads(run(*asked, *top, "--json")[1])["mistakes"])

    assert (listed("--top", "0"), listed("--top", "1"), listed()) == (0, 1, 2)
    assert len(run(*asked, "--top", "0", "--format", "csv")[1].splitlines()) == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "words"),
    on_demand(
        [
            ("three-card-poker", ("--dialect", "rules")),
            ("mississippi-stud", ("--lines", "8", "--ladder")),
            ("let-it-ride", ()),
            ("casino-war", ()),
            ("jacks-or-better", ("--ladder",)),
        ],
        ["mississippi-stud", "jacks-or-better"],
    ),
)
def test_what_strategy_prints_is_read_back_whole(run, tmp_path, slug, words):
    file = tmp_path / "mine.txt"
    file.write_text(run("strategy", slug, *words)[1])
    options = [word for word in words if word != "--ladder"]
    ladder = json.loads(run("strategy", slug, *options, "--json")[1])["ladder"]
    found = json.loads(run("price", slug, str(file), "--json")[1])
    assert found["cost"] == ladder[-1]["cost"]
    assert len(found["uses"]) == ladder[-1]["lines"]


def test_lines_may_be_numbered(run, tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text("1. play: Q-6-4 or better  # best\n 2) fold: otherwise\n")
    assert json.loads(run("price", "three-card-poker", file, "--json")[1])["cost"] == "0"


def test_price_of_a_file_an_example_and_an_action(run, tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text("play: Q-6-4 or better\nfold: otherwise\n")
    assert json.loads(run("price", "three-card-poker", file, "--json")[1])["cost"] == "0"
    assert (
        json.loads(run("price", "three-card-poker", "three-card-poker-queen-6-4", "--json")[1])[
            "cost"
        ]
        == "0"
    )
    status, out, err = run("price", "three-card-poker", "play")
    assert (
        (status, err) == (0, "")
        and "4357551/101792600" in out
        and "Errors, most expensive first" in out
    )
    assert (
        "Errors, most expensive first"
        not in run("price", "three-card-poker", "play", "--top", "0")[1]
    )


def test_a_strategy_as_other_editors_save_it(run, tmp_path):
    file, text = (
        tmp_path / "mine.txt",
        "game: three-card-poker\nplay: Q-6-4 or better\nfold: otherwise\n",
    )
    for saved in (text, "\ufeff" + text.replace("\n", "\r\n")):
        file.write_bytes(saved.encode())
        status, out, err = run("price", "three-card-poker", str(file), "--json")
        assert (status, err, json.loads(out)["cost"]) == (0, "", "0")


def test_a_strategy_too_long_to_read_is_not_cut(refused, tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text("play: otherwise\n" + "#" * 1_000_000)
    refused("price", "three-card-poker", str(file), words="at most 1,000,000 bytes")


def test_price_after_a_changed_pay(run):
    content = json.loads(
        run(
            "price",
            "three-card-poker",
            "play",
            "--set",
            "ante-bonus=5",
            "--pay",
            "ante-bonus.straight=2",
            "--json",
        )[1]
    )
    assert (
        content["pays"] == {"ante-bonus.straight": "2"} and content["choices"]["ante-bonus"] == "5"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "words"),
    [
        (
            ("strategy", "three-card-poker", "--lines", "0"),
            "--lines is a whole number from 1 up, not 0",
        ),
        (("strategy", "three-card-poker", "--bet", "pear-plus"), "did you mean 'pair-plus'"),
        (("strategy", "three-card-poker", "--set", "x=1"), "has no choice 'x'"),
        (("strategy", "three-card-poker", "--json", "--format", "csv"), "contradict"),
        (("price", "caribbean-stud", "rase"), "did you mean 'raise'"),
        (("price", "caribbean-stud", "no/such/file.txt"), "is no file"),
        (("price", "caribbean-stud", "/"), "is no file"),
        (("price", "caribbean-stud"), "missing argument"),
        (("card", "three-card-poker"), "-o FILE"),
        (("card", "three-card-poker", "-o", "card.gif"), "ends in .gif"),
        (("card", "three-card-poker", "-o", "card"), "ends in nothing"),
        (
            ("card", "three-card-poker", "-o", "/no/such/folder/card.pdf"),
            "cannot be written: there is no folder '",
        ),
        (
            ("card", "three-card-poker", "-o", "card.pdf", "--format", "a7"),
            "no card format is called 'a7'",
        ),
        (
            ("card", "three-card-poker", "-o", "card.pdf", "--lines", "2", "--strategy", "play"),
            "contradict",
        ),
        (("card", "three-card-poker", "-o", "card.pdf", "--strategy", "nothing"), "is no file"),
        (
            ("card", "hot-poker-spot", "-o", "card.pdf", "--lines", "2"),
            "nothing is decided, so there is no list of so many lines",
        ),
        (("price", "three-card-poker", "/dev/zero"), "has more than"),
        (("chart", "three-card-poker", "law"), "-o FILE"),
        (("chart", "three-card-poker", "round", "-o", "x.svg"), "did you mean 'rounds'"),
        (("chart", "three-card-poker", "actions", "-o", "x.svg"), "known: ladder, law, rounds"),
        (("chart", "three-card-poker", "law", "-o", "x.bmp"), "ends in .bmp"),
        (("chart", "hot-poker-spot", "ladder", "-o", "x.svg"), "nothing is decided"),
        (("publish", "--only", "three-card-pokr"), "did you mean 'three-card-poker'"),
        (("publish", "--to", "/dev/null/reports"), "cannot be written"),
        (("publish", "--check", "--to", "/no/such/folder"), "is no folder of reports"),
    ],
)
def test_bad_input_is_one_line(refused, tmp_path, monkeypatch, command, words):
    monkeypatch.chdir(tmp_path)
    refused(*command, words=words)
    assert not list(tmp_path.iterdir())


def test_a_strategy_for_another_game_or_in_unknown_words(refused, tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text("game: let-it-ride\nraise: otherwise\n")
    refused("price", "caribbean-stud", file, words="mine.txt:1:7: a strategy for 'let-it-ride'")
    file.write_text("raise: any pear\nfold: otherwise\n")
    refused("price", "caribbean-stud", file, words="mine.txt:1:8: unknown phrase 'any pear'")
    file.write_bytes(b"\xff\xfe\x00")
    refused("price", "caribbean-stud", file, words="mine.txt:1:1: not a text file in UTF-8")


def test_a_strategy_may_begin_with_a_mark_of_its_bytes_and_come_through_a_pipe(run, tmp_path):
    text = "play: Q-6-4 or better\r\nfold: otherwise\r\n"
    file, pipe = tmp_path / "mine.txt", tmp_path / "pipe"
    file.write_bytes(b"\xef\xbb\xbf" + text.encode())
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(text,))
    writer.start()
    answers = [run("price", "three-card-poker", path, "--json") for path in (file, pipe)]
    writer.join(60)
    assert [status for status, *_ in answers] == [0, 0]
    assert len({json.loads(out)["cost"] for _, out, _ in answers}) == 1


def test_a_pipe_into_which_nobody_writes_is_refused(refused, tmp_path, monkeypatch):
    os.mkfifo(pipe := tmp_path / "pipe")
    monkeypatch.setattr("combin.texts.PATIENCE", 0)
    refused("price", "caribbean-stud", pipe, words="nothing came through this pipe")


# --- Cards, charts, reports --------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ending", "begins"), [("pdf", b"%PDF"), ("svg", b"<svg"), ("png", b"\x89PNG")]
)
def test_card_and_chart_by_ending(run, tmp_path, ending, begins):
    pytest.importorskip("typst")
    for command in (("card", "three-card-poker"), ("chart", "three-card-poker", "law")):
        path = tmp_path / f"{command[0]}.{ending}"
        status, out, err = run(*command, "-o", path)
        assert (status, err) == (0, "") and out.startswith(str(path)) and out.count("\n") == 1
        assert path.read_bytes().startswith(begins)


def test_card_of_ones_own_strategy(run, tmp_path):
    pytest.importorskip("typst")
    file, card, other = tmp_path / "mine.txt", tmp_path / "mine.svg", tmp_path / "best.svg"
    file.write_text("play: queen high or better\nfold: otherwise\n")
    assert run("card", "three-card-poker", "--strategy", file, "-o", card)[0] == 0
    assert run("card", "three-card-poker", "--format", "a6", "-o", other)[0] == 0
    assert card.read_bytes() != other.read_bytes()


@pytest.mark.slow
def test_what_the_user_adds_to_a_card(run, refused, tmp_path):
    pytest.importorskip("typst")
    path, picture = tmp_path / "card.pdf", tmp_path / "card.svg"
    words = ("--footer", "Lodge night", "--author", "A. Player", "--url", "https://example.org")
    assert run("card", "three-card-poker", *words, "--bleed", "3mm", "-o", path)[0] == 0
    pdf = path.read_bytes()
    assert b"/Author(A. Player)" in pdf and b"/TrimBox[8.5" in pdf
    assert run("card", "three-card-poker", *words, "-o", picture)[0] == 0
    again = "--footer 'Lodge night' --author 'A. Player' --url https://example.org -o card.svg"
    assert (
        f"Print again: combin card three-card-poker {again}\nLodge night\nhttps"
        in picture.read_text()
    )
    for wrong, said in (
        (("--bleed", "3"), "a bleed is a length such as 3mm"),
        (("--bleed", "3mm", "--format", "sheet-a4"), "the cards of sheet-a4 stand edge to edge"),
        (("--footer", "x" * 121), "footer: one line of at most 120 letters"),
        (("--separate",), "a .pdf has a page a side"),
    ):
        refused("card", "three-card-poker", *wrong, "-o", tmp_path / "no.pdf", words=said)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["card.pdf", "card.svg"]


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(("ending", "begins"), [("png", b"\x89PNG"), ("svg", b"<svg")])
def test_each_side_in_a_file_of_its_own(run, tmp_path, ending, begins):
    pytest.importorskip("typst")
    status, out, _ = run("card", "three-card-poker", "--separate", "-o", tmp_path / f"c.{ending}")
    places = [tmp_path / f"c-{number}.{ending}" for number in (1, 2)]
    assert status == 0 and out == f"{places[0]}, {places[1]}: a card of Three Card Poker, wallet\n"
    assert sorted(tmp_path.iterdir()) == places
    assert all(place.read_bytes().startswith(begins) for place in places)


def test_without_typst_one_line_names_the_requirement(refused, tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "typst", None)
    monkeypatch.chdir(tmp_path)
    for command in (
        ("card", "three-card-poker", "-o", "x.pdf"),
        ("chart", "three-card-poker", "law", "-o", "x.svg"),
        ("publish",),
    ):
        refused(*command, words="pip install 'typst>=0.15'")
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_publish_and_check(run, tmp_path):
    pytest.importorskip("typst")
    where = ("--only", "three-card-poker", "--to", tmp_path / "reports")
    status, out, err = run("publish", *where)
    assert status == 0 and out.endswith("files\n") and "three-card-poker" in err
    files = sum(path.is_file() for path in (tmp_path / "reports").rglob("*"))
    assert run("publish", "--check", *where)[:2] == (0, f"{files} files compared: all agree\n")
    (tmp_path / "reports" / "index.md").write_text("spoilt")
    status, out, _ = run("publish", "--check", *where)
    assert status == 1 and out == f"index.md: differs\n{files} files compared: 1 difference\n"


@pytest.mark.parametrize("command", ["strategy", "price", "card", "chart", "publish"])
def test_help_has_examples(run, command):
    status, out, _ = run(command, "--help")
    assert status == 0 and out.count(f"combin {command}") >= 3


@pytest.mark.parametrize("top", [0, 1, 3])
def test_a_priced_list_is_cut_as_short_when_it_is_priced_again(run, tmp_path, top):
    path = tmp_path / "my list.txt"
    path.write_text("surrender: otherwise\n")
    status, out, err = run("price", "casino-war", path, "--set", "packs=1", "--top", top)
    assert status == 0, err
    again = shlex.split(out.partition("Again: combin ")[2])
    assert again[again.index("--top") + 1] == str(top) and run(*again)[1] == out
