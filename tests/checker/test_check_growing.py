"""Checks that are stopped, and logs that grow while they are checked."""

from __future__ import annotations

import json
import os
import signal

import pytest

import combin
from combin.checker import following
from combin.cli.verdicts import stoppable
from combin.logs.read import open_log

GAME = "three-card-poker"


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    """Return a log of several pieces that says how many rounds it has."""
    path = tmp_path_factory.mktemp("logs") / "log.csv"
    combin.simulate(GAME, path, 9000, 5)
    return path


def presses(at):
    """Return a counter of what is read that presses Ctrl-C when it is called for the given time."""
    calls = []

    def counted(done, total):
        calls.append(done)
        if len(calls) == at:
            signal.raise_signal(signal.SIGINT)

    return lambda: counted


# --- Ctrl-C --------------------------------------------------------------------------------------


def test_ctrl_c_gives_the_verdict_so_far(log, run, monkeypatch):
    monkeypatch.setattr("combin.cli.checking.read_counter", presses(2))
    status, out, err = run("check", GAME, log, "--json")
    told = json.loads(out)
    assert status == 130 and told["partial"] and told["fits"]
    assert 2000 < int(told["rounds"]) < 9000
    rows = list(open_log(str(log)).batches())
    first = [len(batch) for batch in rows]
    assert int(told["rounds"]) == sum(first[:2])
    assert err == "combin: stopped; the verdict so far (Ctrl-C again ends at once)\n"
    monkeypatch.setattr("combin.cli.checking.read_counter", presses(1))
    assert (
        "\nPartial: the check was stopped before the end of the log.\n"
        in run("check", GAME, log)[1]
    )
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_log_that_fails_so_far_has_the_status_of_one_that_fails(log, tmp_path, run, monkeypatch):
    wrong = tmp_path / "wrong.csv"
    wrong.write_text(log.read_text().replace(",2,2\n", ",2,3\n", 1))
    monkeypatch.setattr("combin.cli.checking.read_counter", presses(1))
    status, out, _ = run("check", GAME, wrong, "--json")
    told = json.loads(out)
    assert status == 1 and told["partial"] and told["codes"][0] == "net"


@pytest.mark.slow
def test_ctrl_c_in_blackjack(tmp_path, run, monkeypatch):
    path = tmp_path / "log.csv"
    combin.simulate("blackjack", path, 15000, 5, choices={"packs": 1, "splits": 1}, form="outcome")
    monkeypatch.setattr("combin.cli.checking.read_counter", presses(1))
    status, out, _ = run("check", "blackjack", path, "--json")
    assert status == 130 and json.loads(out)["partial"] and int(json.loads(out)["rounds"]) < 15000


def test_before_the_first_row_and_a_second_time_ctrl_c_ends_at_once():
    with pytest.raises(KeyboardInterrupt), stoppable():
        signal.raise_signal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), stoppable() as stopped:
        assert not stopped()
        signal.raise_signal(signal.SIGINT)
        assert stopped()
        signal.raise_signal(signal.SIGINT)


# --- Logs that grow ------------------------------------------------------------------------------


def test_a_file_is_read_on_as_it_grows(tmp_path):
    path = tmp_path / "log.csv"
    path.write_bytes(b"net,action\n1,a\n")
    more = iter([b"2,\xc3", b"\xa9", b"\r", b"\n3,", b"b", b"\n4,c\n5,in part"])

    def wait():
        piece = next(more, None)
        if piece is not None:
            with open(path, "ab") as file:
                file.write(piece)
        return piece is not None

    batches = following.growing(open_log(str(path)), wait).batches()
    rows = [row for batch in batches for row in zip(*batch.columns.values())]
    assert rows == [("1", "a"), ("2", "é"), ("3", "b"), ("4", "c")]


def test_a_file_that_shrinks_is_refused(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text("net\n1\n-1\n1\n")
    grown = following.growing(open_log(str(path)), lambda: bool(path.write_text("net\n")))
    with pytest.raises(combin.CombinError, match="was cut or written anew"):
        list(grown.batches())


class Writer:
    """Stands for `sleep`: a simulator writes some lines, and presses Ctrl-C after the last ones."""

    def __init__(self, path, lines, step):
        self.path, self.lines, self.step = path, lines, step
        head = next(at for at, line in enumerate(lines) if line.startswith("1,"))
        self.at = head + 1
        path.write_text("".join(lines[: self.at]))

    def __call__(self, seconds):
        assert seconds == following.POLL
        piece = self.lines[self.at : self.at + self.step]
        self.at += self.step
        with open(self.path, "a") as file:
            file.writelines(piece)
        if not piece:
            signal.raise_signal(signal.SIGINT)


@pytest.fixture
def written(monkeypatch, tmp_path):
    """Return a function that lets a log grow while it is followed."""
    monkeypatch.setattr(following, "SHARE", 0)
    monkeypatch.setattr(following, "monotonic", iter(range(0, 10**6, 10)).__next__)

    def write(lines, step):
        path = tmp_path / "growing.csv"
        monkeypatch.setattr(following, "sleep", Writer(path, lines, step))
        return path

    return write


def test_a_log_is_followed_until_ctrl_c(log, written, run):
    lines = log.read_text().splitlines(keepends=True)
    path = written([line for line in lines if not line.startswith("# rounds")][:1500], 400)
    status, out, err = run("check", GAME, path, "--follow")
    assert status == 130 and "1 test passed" in out and "Partial: " in out
    looks = [line for line in err.splitlines() if "so far, p-value" in line]
    assert len(looks) == 5 and looks[0].startswith("combin: 1 round: fits so far, p-value ")
    assert "other tests: their p-values hold for one look" in out
    assert f"Again: combin check {GAME} {path} --follow" in out


def test_a_log_is_followed_until_it_fails(log, written, run):
    lines = log.read_text().splitlines(keepends=True)
    place = next(at for at in range(700, len(lines)) if lines[at].endswith(",2,2\n"))
    lines[place] = lines[place].removesuffix("2\n") + "3\n"
    path = written(lines, 300)
    status, out, err = run("check", GAME, path, "--follow")
    assert status == 1 and "Codes: net" in out
    assert err.splitlines()[-1].split(": ")[2].startswith("does not fit (net")
    assert 700 < int(out.split(" of ")[1].split()[0].replace(",", "")) < 1300


@pytest.mark.slow
def test_blackjack_is_followed(tmp_path, written, run):
    path = tmp_path / "log.csv"
    combin.simulate("blackjack", path, 600, 5, choices={"packs": 1, "splits": 1}, form="outcome")
    status, out, err = run(
        "check", "blackjack", written(path.read_text().splitlines(True), 300), "--follow"
    )
    assert status == 130 and "600 rounds" in out and err.count("fits so far") >= 2


def test_what_does_not_grow_is_not_followed(log, tmp_path, refused):
    packed = tmp_path / "rows.json"
    packed.write_text('[{"net": 1}, {"net": -1}]')
    words = "cannot be followed: one file of CSV or JSON Lines can, as it grows"
    refused("check", GAME, packed, "--bet", "pair-plus", "--follow", words=words)
    double = tmp_path / "two.csv"
    double.write_text("net\n1\n")
    (tmp_path / "three.csv").write_text("net\n-1\n")
    refused(
        "check", GAME, double, tmp_path / "three.csv", "--bet", "pair-plus", "--follow", words=words
    )


def test_a_log_that_is_written_while_it_is_read(log, tmp_path, run, monkeypatch):
    """Its digest would be that of other rows."""
    path = tmp_path / "log.csv"
    path.write_text("".join(one for one in log.open() if not one.startswith("# rounds")))
    last = path.read_text().splitlines(True)[-1]

    def written(done, total):
        if not later:
            path.open("a").write(last.replace("9000", "9001", 1))
            later.append(done)

    later = []
    monkeypatch.setattr("combin.cli.checking.read_counter", lambda: written)
    status, out, err = run("check", GAME, path)
    assert (status, out, err.count("\n")) == (2, "", 1) and "was written while it was read" in err
    monkeypatch.undo()
    assert run("check", GAME, path)[0] == 0


# --- What may not be read or written -------------------------------------------------------------


@pytest.fixture
def closed(log, tmp_path):
    """Return a folder that has a log and gives nobody any right, and what it is to open it again."""
    folder = tmp_path / "closed"
    folder.mkdir()
    (folder / "log.csv").write_bytes(log.read_bytes())
    folder.chmod(0)
    if os.access(folder, os.R_OK):
        folder.chmod(0o700)
        pytest.skip("this user may read everything")
    yield folder
    folder.chmod(0o700)


def test_what_may_not_be_read_or_written(closed, log, tmp_path, run):
    """A folder whose files nobody can see has no log, and the place of a report is looked at first."""
    (tmp_path / "log.csv").write_bytes(log.read_bytes())
    for words, said in {
        (closed,): "cannot be read: permission denied",
        (tmp_path,): "cannot be read: permission denied",  # a part of the log would be left out
        (closed / "log.csv",): "cannot be read: it is in a folder that may not be read",
        (log, "-o", closed / "x.html"): "cannot be written: permission denied",
        (log, "--junit", closed / "x.xml"): "cannot be written: permission denied",
    }.items():
        status, out, err = run("check", GAME, *words)
        assert (status, out, err.count("\n")) == (2, "", 1) and said in err
