"""What cannot be read: one clear line and status 2 for each, never a verdict, and never the whole
of an endless line in memory.
"""

import _thread
import bz2
import gzip
import json
import lzma
import subprocess
import sys
import threading
import zipfile
from itertools import islice
from pathlib import Path
from random import Random

import pytest

import combin
from checking import as_named, table
from combin import cli
from combin.cards import card_text
from combin.checker import check, guess, law_of
from combin.checker.guess import _distinct
from combin.errors import CombinError
from combin.logs.frequencies import Counting, Frequencies, queried, running
from combin.logs.query import pairs
from combin.logs.read import open_log
from matrix import SPLIT

GOOD = "actions,outcome,net\nstay,less,-1\ndouble,flush,18\n"
FULL = "hole,exposed,last,stay or double,outcome,staked,net\n"


def frequencies_of(log, kind, value) -> Frequencies:
    """Return how often each kind of row comes, and which value follows which in one column."""
    if found := queried(log, kind, value):
        return found
    counting = Counting(log, kind, value)
    for batch in log.batches():
        codes = counting.take(batch)
        if "count" not in log.columns:
            counting.flow.take(codes)
    return counting.frequencies


@pytest.fixture
def refused(capsys, tmp_path):
    """Return a function that checks a log of Phil 'em up made of some content, and that it is
    refused with some words.
    """

    def check(content, words, name="log.csv", *options):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        with pytest.raises(SystemExit) as caught:
            cli.main(["check", "phil-em-up", str(path), *options])
        output = capsys.readouterr()
        assert (caught.value.code, output.out) == (2, ""), (output.out, output.err)
        assert output.err.startswith("combin: ") and output.err.count("\n") == 1, output.err
        assert words in output.err, output.err

    return check


PHIL = combin.load("phil-em-up")

TEXT = {
    "empty": ("", "is empty"),
    "only blank lines": ("\n\n \n", "no header row"),
    "only comments": ("# game: phil-em-up\n", "no header row"),
    "header only": ("actions,outcome,net\n", "has no rounds"),
    "header with a stake": ("round,net,stake\n", "has no rounds"),
    "header with a column to guess": ("profit,stake\n", "has no rounds"),
    "header with another count": ("net,freq\n", "has no rounds"),
    "no known column": ("a,b\n1,2\n", "none of the columns"),
    "no header": ("stay,less,-1\nstay,less,-1\n", "with --header NAME"),
    "all complaints": (
        "HOLE,seen,net\nAs Ks,2c,1\n",
        "has the cards of 'hole', and not those of 'exposed' and 'last': all are needed, or none (--map "
        "exposed+last=COLUMN says where they are); "
        "it has cards, and no column that says what the player did ('stay or double')",
    ),
    "twice the same column": ("net,net\n1,1\n", "two columns 'net'"),
    "neither net nor outcome": ("actions\nstay\n", "neither a column 'net' nor 'outcome'"),
    "too few cells": (GOOD + "stay,less\n", "row 3 has 2 cells"),
    "too many cells": (GOOD + "stay,less,-1,5\n", "row 3 has 4 cells"),
    "cut in a cell": (GOOD + "sta", "row 3 has 1 cell"),
    "cut before its last "
    "rounds": ("# rounds: 10\n" + GOOD, "is cut off: it says that it has 10 rounds, and has 2"),
    "open quote": ('outcome,net\n"less,-1\n', "is no CSV"),
    "net of words": ("net\n1\nmany\n", "row 2: net is an amount such as 5, -2.50 or $5, not 'many'"),
    "a thousand or a decimal": ('net\n1\n"1,250"\n', "not '1,250'"),
    "noise of a computer": ("net\n1\n0.30000000000000004\n", "of at most 15 digits"),
    "NaN": ("net\n1\nNaN\n", "not 'NaN'"),
    "infinite": ("net\ninf\n", "not 'inf'"),
    "no net": ("net,outcome\n,less\n", "not ''"),
    "net of 64 bits": ("net\n9223372036854775808\n", "no more than 63 bits"),
    "net of many digits": (f"net\n{'9' * 500}\n", "is an amount of at most 15 digits"),
    "negative count": ("net,count\n1,-5\n", "from 0 up"),
    "count past 63 bits": ("net,count\n1,9223372036854775808\n", "no more than 63 bits"),
    "counts past 63 bits "
    "together": ("net,count\n1,9223372036854775807\n-1,9223372036854775807\n", "more than 63 bits"),
    "count of words": ("net,count\n1,x\n", "count is a whole number"),
    "all counts 0": ("net,count\n1,0\n", "no rounds"),
    "round of words": ("round,net\none,1\n", "round is a whole number"),
    "no UTF-8": (b"net\n1\n\xff\xfe\n", "no UTF-8 text"),
    "half of UTF-16": ("net\n1\n".encode("utf-16")[:-1], "no UTF-16-LE text"),
    "NUL": (b"net\n1\n\0\n", "NUL"),
    "other words": ("outcome\nWIN\nLOSS\n", "row 1: no outcome of phil-em-up, base is called 'WIN'"),
    "other actions": ("actions,net\nraise,1\n", "row 1: no action of phil-em-up, base is called 'raise'"),
    "half of the zones": ("hole,seen,net\nAs Kd,2c,1\n", "not those of 'exposed'"),
    "cards and counts": (FULL.replace("net", "net,count") + "As Kd,2c 3c,4c,stay,less,1,-1,2\n", "a row is one round"),
    "no card": (FULL + "As Kd,2c Zz,4c,stay,less,1,-1\n", "row 1, exposed: 'Zz' is not a card"),
    "another game": ("# game: let-it-ride\n" + GOOD, "a log of 'let-it-ride'"),
    "another version": ("# combin-log: 2\n" + GOOD, "a log of version '2'"),
    "chip of nothing": ("# chip: 0\n" + GOOD, "chip is units per chip"),
    "unknown choice": ("# set.jocker: bug\n" + GOOD, "no choice 'jocker'"),
    "unknown strategy": ("# strategy: dubble\n" + GOOD, "unknown action 'dubble'"),
    "endless line": ("net\n" + "1" * 3_000_000, "line 2 is longer than 1,000,000 characters"),
    "endless header": ("#" * 3_000_000, "line 1 is longer"),
}  # fmt: skip


@pytest.mark.slow_after(21)
@pytest.mark.parametrize("case", TEXT)
def test_a_text_that_is_no_log(refused, case):
    refused(*TEXT[case])


@pytest.mark.slow_after(4)
@pytest.mark.parametrize("case", TEXT)
def test_the_same_compressed(refused, case):
    content, words = TEXT[case]
    if case == "empty":
        words = "no header row"
    refused(
        gzip.compress(content if isinstance(content, bytes) else content.encode()),
        words,
        "log.csv.gz",
    )


LINES = {
    "no JSON": ("net,1\n", "no JSON object"),
    "a list": ("[1]\n", "no JSON object"),
    "cut off": ('{"net": 1}\n{"net": ', "row 2 is no JSON object"),
    "NaN": ('{"net": NaN}\n', "not 'NaN'"),
    "objects in a list of lists": ('{"net": [[{"a": 1}]]}\n', "net is an amount"),
    "true": ('{"net": true}\n', "net is an amount such as 5, -2.50 or $5, not 'True'"),
    "a missing column": ('{"net": 1, "outcome": "less"}\n{"net": 1}\n', "row 2 has no 'outcome'"),
    "a further column": (
        '{"net": 1}\n{"net": 1, "count": 1000}\n',
        "row 2 has 'count', which the first row has not",
    ),
    "only facts": ('{"combin-log": 1}\n', "no rows"),
    "past 63 bits": ('{"net": 18446744073709551616}\n', "63 bits"),
    "deep": ("[" * 100_000 + "\n", "no JSON object"),
    "nothing": ("{}\n", "none of the columns"),
}


@pytest.mark.parametrize("case", LINES)
def test_json_lines_that_are_no_log(refused, case):
    refused(*LINES[case], "log.jsonl")


def test_what_is_no_file(refused, tmp_path, capsys):
    for path, words in (
        (tmp_path, "is a folder without files"),
        (tmp_path / "none.csv", "does not exist"),
        ("/dev/zero", "is not a file"),
    ):
        with pytest.raises(CombinError, match=words):
            open_log(str(path))
    with zipfile.ZipFile(sheet := tmp_path / "sheet", "w") as packed:
        for name in ("[Content_Types].xml", "xl/workbook.xml"):
            packed.writestr(name, "<sheet/>")
    refused(sheet.read_bytes(), "is a spreadsheet or a zip archive of several", "log.xlsx")
    refused(b"PK\x03\x04 and so on", "is cut off, or no packed file", "log.xlsx")
    for start in (b"ARROW1\0\0", b"FEA1", b"\xff\xff\xff\xff\x80\0\0\0"):
        refused(start + bytes(40), "is an Arrow or Feather file", "log.feather")


PACKED = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("ending", PACKED)
def test_packed_text_is_read_and_what_is_none_or_cut_off_is_refused(refused, tmp_path, ending):
    name = f"log.csv.{ending}"
    refused("net\n1\n", f"{name}'", name)
    packed = PACKED[ending](("net\n" + "-1\n1\n" * 50_000).encode())
    (tmp_path / name).write_bytes(packed)
    assert len(next(open_log(str(tmp_path / name)).batches()).columns["net"]) > 1
    refused(packed[: len(packed) // 2], "is cut off, or no packed file", name)
    broken = bytearray(packed)
    broken[len(packed) // 2] ^= 255
    refused(bytes(broken), f"{name}'", name)


@pytest.mark.slow_after(0)
@pytest.mark.parametrize("start", ("", "net\n", "net\n1\n", '{"net": 1}\n'))
def test_empty_lines_without_end_are_refused(refused, start):
    words = "empty lines" if start else "lines that are comments or empty"
    refused(gzip.compress((start + "\n" * 5_000_000).encode()), words, "log.gz")


@pytest.mark.slow
def test_long_texts_of_parquet_in_a_column_that_is_ignored(tmp_path):
    """A few kilobytes of a file may stand for gigabytes of text: none of it is read."""
    duckdb, path = pytest.importorskip("duckdb"), tmp_path / "log.parquet"
    resource = pytest.importorskip("resource")
    duckdb.connect().execute(
        f"COPY (SELECT -1 AS net, repeat('x', 100000) AS note FROM range(3000)) TO '{path}'"
    )
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    verdict = combin.check("phil-em-up", path)
    assert verdict.rounds == 3000 and verdict.log.ignored == ("note",)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert after - before < 200_000  # kilobytes


@pytest.mark.slow
def test_parquet_that_is_none(refused, tmp_path):
    duckdb = pytest.importorskip("duckdb")
    refused("net\n1\n", "cannot be read as Parquet", "log.parquet")
    good = tmp_path / "good.parquet"
    for query, words in (
        ("SELECT [1] AS net", "column 'net' is INTEGER[]; numbers are needed"),
        ("SELECT 'x' AS net", "not 'x'"),
        ("SELECT 1 AS nett", "none of the columns"),
        ("SELECT 1 AS net WHERE false", "no rounds"),
        ("SELECT NULL::BIGINT AS net", "not 'None'"),
        ("SELECT 9223372036854775808::UBIGINT AS net", "63 bits"),
        ("SELECT 1 AS net, -1::BIGINT AS count", "from 0 up"),
        ("SELECT 'nan'::DOUBLE AS net", "not 'nan'"),
        ("SELECT repeat('1', 5000) AS net", "'net' has a text of more than 4,096 bytes"),
        ("SELECT 1 AS net, repeat('x', 5000) AS outcome", "'outcome' has a text of more than"),
    ):
        duckdb.connect().execute(f"COPY ({query}) TO '{good}' (FORMAT parquet)")
        refused(good.read_bytes(), words, "log.parquet")
    duckdb.connect().execute(
        f"COPY (SELECT -1 AS net FROM range(100000)) TO '{good}' (FORMAT parquet)"
    )
    refused(good.read_bytes()[:-200], "cannot be read as Parquet", "log.parquet")


@pytest.mark.slow
def test_an_endless_line_is_never_held(tmp_path):
    """2 GB without a line end, of which the file system stores nothing: refused within 300 MB."""
    path = tmp_path / "endless.csv"
    with open(path, "wb") as file:
        file.write(b"net\n1")
        file.seek(2 * 10**9)
        file.write(b"1")
    code = (
        "import resource, sys; from combin import cli; resource.setrlimit(resource.RLIMIT_AS, "
        "(3 * 10**8, 3 * 10**8)); cli.main()"
    )
    root = str(Path(combin.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-c", code, "check", "phil-em-up", str(path)],
        capture_output=True,
        text=True,
        cwd=root,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr.count("\n") == 1 and "NUL" in done.stderr, done.stderr


# --- What can be read, whatever it looks like --------------------------------------------------


def counts(path, kind=("net",)):
    frequencies = frequencies_of(as_named(path, PHIL), kind, "net")
    return {tuple(map(str, key)): count for key, count in frequencies.counts.items()}, frequencies


@pytest.mark.parametrize(
    "content",
    [
        "net\n1\n-1\n-1\n", "net\r\n1\r\n-1\r\n-1\r\n", "net\r1\r-1\r-1", "net\r\n1\n-1\r-1\n", "\ufeffnet\n1\n-1\n-1",
        "# a comment\n# by: "
        "me\n\nnet\n\n1\n-1\n\n-1\n", 'net\n"1"\n-1\n-1\n', " net \n1\n-1\n-1\n", "net,time\n1,10:00\n-1,é\n-1,😀\n",
    ],
)  # fmt: skip
def test_line_ends_marks_and_quotes_do_not_matter(tmp_path, content):
    path = tmp_path / "log.csv"
    path.write_bytes(content.encode())
    assert counts(path)[0] == {("1",): 1, ("-1",): 2}


def test_a_column_that_only_begins_like_another_is_ignored(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text("n,outcome,s\n1,less,x\n")
    log = as_named(path, PHIL)
    assert (log.columns, log.ignored) == (("outcome",), ("n", "s"))


@pytest.mark.parametrize("form", ["text", "csv", "json"])
def test_ignored_columns_are_named_in_one_line(tmp_path, run, form):
    path = tmp_path / "log.csv"
    path.write_text("n,outcome,s\n1,less,x\n")
    status, out, err = run("check", "phil-em-up", path, "--format", form)
    assert status == 0
    assert err == f"combin: {str(path)!r}: unknown columns are ignored: 'n', 's'\n"
    if form == "json":
        assert json.loads(out)["ignored_columns"] == ["n", "s"]
    path.write_text("outcome\nless\n")
    assert run("check", "phil-em-up", path, "--format", form)[2] == ""


def test_all_forms_of_a_log_are_the_same(tmp_path):
    rows = [
        (i + 1, "stay", "less", -1) if i % 3 else (i + 1, "double", "flush", 18)
        for i in range(1000)
    ]
    text = "round,actions,outcome,net\n" + "".join(f"{n},{a},{o},{net}\n" for n, a, o, net in rows)
    paths = [
        tmp_path / name
        for name in ("log.csv", "log.csv.gz", "log.jsonl", "log.jsonl.gz", "log.parquet")
    ]
    paths[0].write_text(text)
    paths[1].write_bytes(gzip.compress(text.encode()))
    lines = "".join(
        json.dumps(dict(zip(("round", "actions", "outcome", "net"), row))) + "\n" for row in rows
    )
    paths[2].write_text('{"combin-log": 1, "game": "phil-em-up"}\n' + lines)
    paths[3].write_bytes(gzip.compress(lines.encode()))
    duckdb = pytest.importorskip("duckdb")
    table = (
        f"read_csv('{paths[0]}', header=true, columns={{'round': 'BIGINT', 'actions': "
        f"'VARCHAR', 'outcome': 'VARCHAR', 'net': 'BIGINT'}})"
    )
    duckdb.connect().execute(f"COPY (SELECT * FROM {table}) TO '{paths[4]}' (FORMAT parquet)")
    found = [counts(path, ("actions", "outcome", "net")) for path in paths]
    for values, frequencies in found:
        assert values == found[0][0]
        assert sorted(frequencies.first.values()) == [1, 2]
        assert sorted((int(a), int(b), n) for (a, b), n in frequencies.pairs.items()) == [
            (-1, -1, 333),
            (-1, 18, 333),
            (18, -1, 333),
        ]
        assert tuple(map(int, frequencies.ends)) == (18, 18)
        assert frequencies.gap is None


@pytest.mark.whole
@pytest.mark.slow
@pytest.mark.parametrize("ending", [".csv", ".parquet"])
def test_a_running_balance_is_no_net(refused, tmp_path, ending):
    content = "net\n" + "\n".join(map(str, range(200_001))) + "\n"
    if ending == ".parquet":
        duckdb = pytest.importorskip("duckdb")
        duckdb.sql(
            f"COPY (SELECT r AS net FROM range(200001) t(r)) TO '{tmp_path / 'balance.parquet'}'"
        )
        content = (tmp_path / "balance.parquet").read_bytes()
    refused(content, "more than 200,000 kinds of rows", f"log{ending}")


@pytest.mark.slow
def test_columns_that_mean_nothing_may_have_any_name(tmp_path):
    duckdb, path = pytest.importorskip("duckdb"), str(tmp_path / "log.parquet")
    names = ", ".join(
        f"'x' || r AS {name}" for name in ("v", "before", "part", "place", "k0", "log")
    )
    duckdb.sql(f"COPY (SELECT r AS round, r % 2 AS net, {names} FROM range(6) t(r)) TO '{path}'")
    log = as_named(path, PHIL)
    frequencies = frequencies_of(log, ["net"], "net")
    assert (
        frequencies.pairs == {(0, 1): 3, (1, 0): 2}
        and frequencies.ends == (0, 1)
        and frequencies.gap is None
    )
    assert running(log, "net", 2) == [(2, 1), (4, 2), (6, 3)]


def test_a_query_can_be_interrupted(tmp_path):
    """However often it is asked before the interrupt arrives: what comes of it is no other
    error.
    """
    duckdb, path = pytest.importorskip("duckdb"), str(tmp_path / "log.parquet")
    duckdb.sql(f"COPY (SELECT r % 7 AS net FROM range(3000000) t(r)) TO '{path}'")
    threading.Timer(0.2, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        while True:
            pairs(path, "net")


@pytest.mark.slow
def test_a_parquet_pattern_is_a_name(tmp_path):
    duckdb = pytest.importorskip("duckdb")
    for name, net in (
        ("a1.parquet", 1),
        ("a2.parquet", 2),
        ("a[12]?*.parquet", 3),
        ("it's.parquet", 4),
    ):
        source = str(tmp_path / "source.parquet")
        duckdb.connect().execute(f"COPY (SELECT {net} AS net) TO '{source}' (FORMAT parquet)")
        (tmp_path / name).write_bytes(Path(source).read_bytes())
        assert counts(tmp_path / name)[0] == {(str(net),): 1}


@pytest.mark.slow
def test_the_round_numbers_follow_on(tmp_path):
    duckdb = pytest.importorskip("duckdb")
    text, packed = tmp_path / "log.csv", tmp_path / "log.parquet"
    for numbers, gap in (
        ([1, 2, 3], None),
        ([7, 8, 9], None),
        ([1, 2, 2, 3], (3, 2)),
        ([1, 3], (2, 3)),
        ([3, 2, 1], (2, 2)),
    ):
        text.write_text("round,net\n" + "".join(f"{number},1\n" for number in numbers))
        rows = ", ".join(f"({number}::BIGINT, 1::BIGINT)" for number in numbers)
        duckdb.connect().execute(
            f"COPY (FROM (VALUES {rows}) t(round, net)) TO '{packed}' (FORMAT parquet)"
        )
        assert counts(text)[1].gap == counts(packed)[1].gap == gap


@pytest.mark.slow
def test_a_mangled_log_is_refused_or_judged(tmp_path, capsys):
    """Bytes put in, taken out and changed at random: never anything but a verdict or one line."""
    dice, law = Random(4), law_of(combin.load("phil-em-up"), "base")
    good = FULL + "".join(f"{i % 9 + 2}s Kd,2c 3c,4c,stay,less,1,-1\n" for i in range(20))
    lines = "".join(f'{{"actions": "stay", "outcome": "less", "net": {-1}}}\n' for _ in range(20))
    words = [
        b",",
        b"\n",
        b'"',
        b"-",
        b"9" * 25,
        b"Jk",
        b"\xff",
        b"\0",
        b"#",
        b"nan",
        b"{",
        b"null",
        b"\r",
        b"/",
    ]
    refused = 0
    for name, text in (("log.csv", good), ("log.jsonl", lines), ("log.csv.gz", good)):
        for _ in range(150):
            content = bytearray(
                gzip.compress(text.encode()) if name.endswith("gz") else text.encode()
            )
            for _ in range(dice.choice([1, 1, 2, 5])):
                at = dice.randrange(len(content))
                content[at : at + dice.choice([0, 0, 1, 3])] = dice.choice(
                    [*words, bytes([dice.randrange(256)])]
                )
            path = tmp_path / name
            path.write_bytes(content)
            try:
                found = check(law, as_named(path, PHIL))
                assert found.rounds > 0
            except CombinError as error:
                refused += 1
                assert str(error)
    assert 100 < refused < 450


def test_without_duckdb_only_parquet_is_missing(refused, monkeypatch):
    monkeypatch.setitem(sys.modules, "duckdb", None)
    refused("net\n1\n", "pip install 'duckdb>=1.4'", "log.parquet")
    refused("net\nx\n", "not 'x'", "log.csv")


@pytest.mark.slow
def test_folders_are_no_columns(tmp_path):
    """Elsewhere a folder called net=100 is a column of the Parquet files in it."""
    pytest.importorskip("duckdb")
    folder = tmp_path / "net=100" / "round=3" / "new=1"
    folder.mkdir(parents=True)
    for form in ("full", "outcome"):
        path = folder / f"{form}.parquet"
        made = combin.simulate("phil-em-up", path, 2000, seed=1, form=form)
        verdict = combin.check("phil-em-up", path)
        assert (verdict.rounds, verdict.mean, verdict.log.ignored) == (2000, made.mean, ())
        assert verdict.fits


@pytest.mark.slow
@pytest.mark.parametrize("cards", [True, False])
def test_hands_that_are_split_are_checked_by_their_outcomes(cards, tmp_path):
    """On a short deck: the law is that of `solve`; an outcome that is not paid so is found. Cards that
    do not say what is in front settle nothing.
    """
    solved = combin.solve(SPLIT)["base"]
    dice, rows = Random(1), solved.outcomes
    deck = [card_text(card) for card in combin.show(SPLIT).deck.copies]
    drawn = []
    for row in dice.choices(rows, [row.combinations for row in rows], k=400):
        dealt = dice.sample(deck, 14)
        seen = [" ".join(dealt[:7]), " ".join(dealt[7:])] * cards
        drawn.append([*seen, row.outcome, str(float(row.net))])
    columns = [*["player", "dealer"] * cards, "outcome", "net"]
    found = combin.check(SPLIT, table(tmp_path / "log.csv", columns, drawn), chip=1)
    assert found.fits and not found.replayed and found.law.result.outcomes == rows
    assert any("lacks the other columns" in what for what in found.untested) is cards
    drawn[7][-2:] = ["win", "1"]
    found = combin.check(SPLIT, table(tmp_path / "log.csv", columns, drawn), chip=1)
    assert [(one.row, one.right) for one in found.impossible] == [(8, "net 19/20")]


def test_hundreds_of_columns_of_figures_take_no_long_time():
    """Columns that may be cards are not tried in all their products."""
    columns = [f"c{number}" for number in range(500)]
    found = list(islice(_distinct([columns] * 6), 3))
    assert found == [(*columns[:5], columns[place]) for place in (5, 6, 7)]
    assert list(_distinct([["a", "b"], ["c"], ["a", "b"]])) == [("a", "c", "b"), ("b", "c", "a")]


@pytest.mark.slow
def test_what_people_say_is_an_action_and_a_shoe_may_be_numbered():
    """`go to war` is the action `war`, and `shoe_id` the column `shoe`."""
    columns = "player", "dealer", "action", "player-in-war", "dealer-in-war", "net"
    cells = ("Ks", "7d", "", "", "", 1), ("7s", "7d", "go to war", "Ks", "2d", 1)
    rows = [dict(zip(columns, row)) for row in cells * 20]
    found = combin.check("casino-war", rows, play="any")
    assert not found.impossible and found.replayed
    hands = [{"shoe_id": 1 + row // 4, "player-1": "8s", "player-2": "Kh", "player-3": "",
              "banker-1": "7d", "banker-2": "Qc", "banker-3": "", "net": -1} for row in range(8)]  # fmt: skip
    assert "shoe" in combin.check("baccarat", hands).log.columns


# --- Ranks without suits -------------------------------------------------------------------------

CODINGS = {
    "letters": ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"],
    "2 to 14": [str(rank) for rank in range(2, 15)],
    "ace 1": [*(str(rank) for rank in range(2, 14)), "1"],
    "from 0": [str(rank) for rank in range(13)],
    "ace 0": [*(str(rank) for rank in range(1, 13)), "0"],
}


def wars(rounds, shown, unit=1):
    """Return a log of Casino War in columns of strange names; shown: of each rank, deuce first."""
    shoe = Random(11)
    rows = ["nr,one,other,third,fourth,did,cash"]
    for number in range(rounds):
        one, other, third, fourth = (place // 24 for place in shoe.sample(range(312), 4))
        if one != other:
            more, net = ("", "", ""), 1 if one > other else -1
        else:
            more = shown[third], shown[fourth], "WAR"
            net = 1 if third > fourth else 2 if third == fourth else -2
        cells = number, shown[one], shown[other], *more, net * unit
        rows.append(",".join(map(str, cells)))
    return "\n".join([*rows, ""])


@pytest.mark.parametrize("coding", CODINGS)
def test_ranks_without_suits_in_columns_of_strange_names(coding, tmp_path):
    path = tmp_path / "log.csv"
    path.write_text(wars(1500, CODINGS[coding], 0.5))
    found = combin.check("casino-war", path)
    assert found.fits and found.replayed and found.play.decisions
    assert found.chip == 2 and "ranks without suits" in found.read_as[0]
    assert {stray.what for stray in found.strays} == {f"rank {rank}" for rank in "23456789TJQKA"}


def test_a_bet_that_looks_at_suits_needs_them(run, tmp_path):
    path = tmp_path / "log.csv"
    path.write_text("dragon,tiger,net\n" + "8,9,-1\nK,K,11\nA,2,-1\n" * 40)
    status, out, err = run("check", "dragon-tiger", path, "--bet", "suited-tie")
    assert (status, out) == (2, "") and "'8' is not a card; write a rank 2-9" in err


def test_columns_are_not_read_again_for_every_way_to_read_them(monkeypatch, tmp_path):
    """Columns of numbers have hundreds of readings, of which each was read cell by cell."""
    asked = []
    own = guess.numbers_in
    monkeypatch.setattr(guess, "numbers_in", lambda text: asked.append(text) or own(text))
    path = tmp_path / "log.csv"
    path.write_text(wars(20_000, CODINGS["2 to 14"]).replace("WAR", "?"))
    with pytest.raises(CombinError, match="no column that says what the player did"):
        combin.check("casino-war", path)
    assert len(asked) < 200_000
