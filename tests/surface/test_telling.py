"""How far a long question is, as people at a terminal are told."""

from __future__ import annotations

import io
import re
import signal
from collections.abc import Iterable
from time import process_time
from types import SimpleNamespace

import pytest

from combin import cli, telling
from combin.counting.methods.first_hand import FirstHand
from combin.errors import CombinError
from combin.families.blackjack import bet, questions

SHARES = 64


def estimates(monkeypatch, reports: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Return the seconds left that are told after each number of shares.

    reports: shares done, and the second in which they are.
    """
    now, said = [0], []
    monkeypatch.setattr(telling, "watched", lambda: True)
    monkeypatch.setattr(telling, "announce", said.append)
    monkeypatch.setattr(telling, "monotonic", lambda: now[0])
    monkeypatch.setattr(telling, "monotonic_ns", lambda: now[0] * telling.SECOND)
    with telling.listening():
        count = telling.share_counter()
    found = {}
    for done, second in reports:
        now[0] = second
        count("base", done, SHARES)
        if left := re.search(r"about (\d+) s left", said[-1] if said else ""):
            found[done] = int(left[1])
    return found


@pytest.mark.parametrize("together", [1, 2, 8])
def test_the_time_left_is_told_within_a_factor_of_two(monkeypatch, together):
    """Some threads end their shares together, each after 20 seconds."""
    seconds = [20 * (1 + (done - 1) // together) for done in range(1, SHARES + 1)]
    reports = [(0, 0), *enumerate(seconds, 1)]
    found = estimates(monkeypatch, reports)
    for done in range(SHARES // 10 + together, SHARES - 2 * together):
        left = seconds[-1] - seconds[done - 1]
        assert left / 2 <= found[done] <= 2 * left, done


def test_shares_that_were_kept_say_nothing_of_the_rest(monkeypatch):
    reports = [(done, 0) for done in range(31)] + [(31 + n, 10 * (n + 1)) for n in range(10)]
    found = estimates(monkeypatch, reports)
    assert all(
        10 * (SHARES - done) <= found[done] <= 11 * (SHARES - done) for done in range(31, 41)
    )


def test_nothing_is_left_when_all_is_done(monkeypatch):
    assert SHARES not in estimates(monkeypatch, [(0, 0), (1, 9), (SHARES, 99)])


class Said(BaseException):
    """A command has said that it goes on; no more of it is run."""


@pytest.fixture
def says(monkeypatch):
    """Return a function that runs a command until it says that it goes on, and returns that: the
    patience of one who sees no progress is over at once.
    """

    class Listener(io.TextIOWrapper):
        def write(self, text: str) -> int:
            raise Said(text.removeprefix("combin: "))

    def run_until(*words: str) -> str:
        monkeypatch.setattr(telling, "PATIENCE", 0)
        monkeypatch.setattr("sys.stderr", Listener(io.BytesIO()))
        with pytest.raises(Said) as said:
            cli.main([*words])
        return str(said.value)

    return run_until


@pytest.mark.parametrize(
    "words",
    [
        "vary hot-poker-spot",
        "edges hot-poker-spot",
        "explain high-card-flush 2.6%",
        "protect high-card-flush",
        "edges flushes-gone-wild",
        "protect flushes-gone-wild",
        "compare high-card-flush default flush=2",
        "strategy criss-cross-poker",
        "price let-it-ride let-it-ride-basic",
    ],
)
def test_a_long_count_says_that_it_goes_on(words, says):
    assert says(*words.split()).startswith("still at work: ")


@pytest.mark.parametrize("slug", ["blackjack-switch", "double-exposure"])
@pytest.mark.parametrize(
    "words",
    ["edges", "vary", "explain 3.7%", "removal", "protect", "compare default packs=8"],
)
def test_a_game_that_is_solved_many_times_says_that_it_goes_on(slug, words, says, monkeypatch):
    found = SimpleNamespace(value=0, mean_wager=1, variance=None, exchanged=None, law=None)
    monkeypatch.setattr(bet, "solved_from", lambda *_, **__: found)
    monkeypatch.setattr(questions, "solved_game", lambda *_: found)
    monkeypatch.setattr(questions, "solve_alike", lambda *_: iter([found] * 2))
    for name in ("chart_of_two", "solve"):
        monkeypatch.setattr(bet, name, lambda *_: None)
    command, *more = words.split()
    assert says(command, slug, *more).startswith("still at work: ")


def test_what_is_refused_says_nothing_of_its_time(refused):
    refused("solve", "blackjack-switch", "--variance", words="the variance is not available")
    for words in (("strategy",), ("price", "a\nb")):
        settings = "packs=1", "splits=2", "model=full-memory"
        refused(words[0], "blackjack", *words[1:], *settings, words="charts are of model=total")


@pytest.mark.parametrize("announced", ["", "one step of many"])
def test_a_step_that_announces_nothing_says_that_it_goes_on(announced, monkeypatch, capsys):
    monkeypatch.setattr(telling, "PATIENCE", telling.SECOND // 50)
    with telling.listening():
        telling.announce(announced)
        until = process_time() + 2
        began = telling._due
        while telling._due == began and process_time() < until:
            pass  # what is captured is read after the signal: in between a line would be lost
        said = capsys.readouterr().err
        assert said.rstrip() == ": ".join(filter(None, ["combin: still at work", announced]))
    assert signal.getitimer(signal.ITIMER_PROF) == (0, 0)


def test_a_signal_in_the_middle_of_a_line_breaks_nothing(monkeypatch):
    """A write to a stream that is being written to is refused."""

    def being_written(_):
        raise RuntimeError("reentrant call inside <_io.BufferedWriter>")

    with telling.listening():
        monkeypatch.setattr(telling, "_due", 0)
        monkeypatch.setattr(telling, "note", being_written)
        signal.raise_signal(signal.SIGPROF)
        assert telling._due


def test_explain_says_what_each_setting_takes_before_it_is_solved(run, monkeypatch):
    def begun(*_):
        raise CombinError("begun")

    monkeypatch.setattr("combin.families.blackjack.bet.solved_games", begun)
    words = "explain", "blackjack", "0.5%", "model=full-memory", "splits=2"
    _, _, err = run(*words)
    assert err.startswith("combin: full memory: 633,046 sets of cards")


def test_progress_that_is_shown_is_not_said_too(monkeypatch, capsys):
    monkeypatch.setattr(telling, "PATIENCE", 0)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with telling.listening():
        telling.announce("first")
        telling.go_on("second")
    telling.go_on("third")
    assert capsys.readouterr().err == "\r\033[Kfirst"


@pytest.mark.parametrize("words", [("vary",), ("price", "fold")])
def test_a_bet_counted_first_hand_by_first_hand_is_announced_before(words, run, monkeypatch):
    def begun(*_):
        raise CombinError("begun")

    monkeypatch.setattr(FirstHand, "around", begun)
    status, out, err = run(words[0], "criss-cross-poker", *words[1:])
    assert (status, out) == (2, "") and "first hand by first hand, about" in err.splitlines()[0]
