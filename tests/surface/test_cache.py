"""What commands keep of what they count, in a folder that an environment variable names."""

from __future__ import annotations

from pathlib import Path

import pytest

from combin import cache
from combin.counting import Plan, tallies
from combin.counting.keeping import packed_as, unpacked
from combin.counting.tally import CountTally, ListTally
from combin.families.methods import WALK
from combin.games import sheet_of
from combin.proof import verify
from shipped import page_of


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Give the folder; what is counted in tests takes too little to be kept."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "kept"))
    monkeypatch.setattr(cache, "SLOW", 0)
    yield tmp_path / "kept"
    cache.use(False)


@pytest.fixture
def own(tmp_path) -> str:
    path = tmp_path / "own.game"
    path.write_text(page_of("let-it-ride").replace("(let-it-ride)", "(own)", 1))
    return str(path)


def entries(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*")}


def test_a_second_command_counts_nothing(run, own, folder, monkeypatch, recounting):
    first = run("solve", own, "--bet", "base")
    assert entries(folder)
    monkeypatch.setattr(type(WALK), "tallies", lambda *_: pytest.fail("counted again"))
    monkeypatch.setattr(verify, "recounted", lambda *_: pytest.fail("recounted"))
    assert run("solve", own, "--bet", "base") == first
    assert run("formula", own)[0] == 0


def test_a_damaged_entry_is_counted_anew(folder):
    cache.use(True)
    cache.put("counts", b"1 2 3")
    [path] = folder.glob("*")
    assert cache.get("counts") == b"1 2 3" and cache.get("other counts") is None
    whole = path.read_bytes()
    for damaged in (b"", whole[:-1], whole + b"4", whole.replace(b"2", b"5")):
        path.write_bytes(damaged)
        assert cache.get("counts") is None
    path.write_bytes(whole)
    assert cache.get("counts") == b"1 2 3"


def test_the_oldest_go_where_all_take_too_much(folder, monkeypatch):
    monkeypatch.setattr(cache, "MOST", 100)
    cache.use(True)
    for number in range(3):
        cache.put(f"counts {number}", bytes(30))
    assert cache.get("counts 0") is None and cache.get("counts 2") == bytes(30)
    cache.put("too large", bytes(cache.MOST_ENTRY + 1))
    assert cache.get("too large") is None


def test_nothing_is_kept_where_nobody_may_write(folder):
    folder.write_text("a file in its place")
    cache.use(True)
    cache.put("counts", b"1")
    assert cache.get("counts") is None


def test_nothing_is_kept_unless_a_command_says_so(run, own, folder):
    run("solve", own, "--bet", "base", "--no-cache")
    cache.put("counts", b"1")
    assert not folder.exists()


@pytest.mark.parametrize("slug", ["let-it-ride", "criss-cross-poker"])
def test_tallies_are_those_that_were_packed(slug):
    game = sheet_of(slug).resolve()
    bet = game.bet("base") if slug == "let-it-ride" else game.bets[-1]
    plan = Plan(game, bet)
    every = [one for one in tallies(plan) if isinstance(one, (CountTally, ListTally))]
    again = unpacked(plan, packed_as(every))
    assert [(one.levels, one.counts) for one in again] == [
        (one.levels, one.counts) for one in every
    ]


def test_counts_of_other_pays_are_the_same_and_other_rules_are_not(folder):
    cache.use(True)
    game = sheet_of("let-it-ride").resolve()
    plan = Plan(game, game.bet("base"))
    assert list(tallies(plan)) and entries(folder)
    paid = game.with_pays({"flush": 11})
    other = Plan(paid, paid.bet("base"))
    assert other.counted_by == plan.counted_by
    assert [one.counts for one in tallies(other)] == [one.counts for one in tallies(plan)]
    assert entries(folder)


def test_one_line_says_what_the_recount_proved(run, own, folder, recounting):
    for words in ((), ("--verbose",)):
        status, _, err = run("solve", own, "--bet", "base", *words)
        lines = err.splitlines()
        assert status == 0 and (len(lines) == 1) is not bool(words)
        if not words:
            assert lines[0].startswith("combin: checked against a second program on ")
        else:
            assert all("the literal reference agrees" in line for line in lines)
