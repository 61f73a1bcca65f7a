"""How far a long question is, as people at a terminal are told."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from combin import telling
from combin.counting.methods.first_hand import FirstHand
from combin.dossier import count_up_explained
from combin.errors import CombinError
from combin.families.count_up import bet, ladder, questions, switch_chart
from combin.publishing import totals
from combin.questions import protection as seen_cards

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


@pytest.mark.parametrize("slug", ["blackjack-switch", "double-exposure"])
@pytest.mark.parametrize("words", [("edges",), ("explain", "3.7%"), ("removal",)])
def test_a_slow_game_says_so_before_it_is_solved_many_times(slug, words, run, monkeypatch):
    def begun(*_, **__):
        raise CombinError("solved")

    for module in (bet, count_up_explained):
        for name in ("solved_games", "solved_game", "solved_from"):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, begun)
    status, out, err = run(words[0], slug, *words[1:])
    assert (status, out) == (2, "") and re.search(r"is solved \d+ times", err)


@pytest.mark.parametrize(
    "words",
    [("solve",), ("strategy",), ("protect",), ("compare", "default", "packs=8"), ("price", "a\nb")],
)
def test_two_hands_that_are_switched_are_announced_before(words, run, monkeypatch):
    def begun(*_, **__):
        raise CombinError("begun")

    def begun_later(*_):
        """A chart that can be read."""

    for module, name in (
        (questions, "price"),
        (switch_chart, "strategy_of_two"),
        (switch_chart, "solved"),
        (bet, "solved_from"),
        (bet, "solved_games"),
        (seen_cards, "_counted"),
    ):
        monkeypatch.setattr(module, name, begun, raising=False)
    monkeypatch.setattr(switch_chart, "charts_in", begun_later)
    status, out, err = run(words[0], "blackjack-switch", *words[1:])
    assert (status, out) == (2, "") and "ten seconds or more" in err.splitlines()[0]


@pytest.mark.parametrize("words", [("strategy",), ("protect",)])
def test_two_cards_of_the_dealer_are_announced_before(words, run, monkeypatch):
    def begun(*_, **__):
        raise CombinError("begun")

    monkeypatch.setattr(ladder, "strategy", begun)
    monkeypatch.setattr(seen_cards, "_counted", begun)
    status, out, err = run(*words, "double-exposure")
    assert (status, out) == (2, "") and "ten seconds or more" in err.splitlines()[0]


def test_a_card_of_two_hands_is_announced_before(run, monkeypatch, tmp_path):
    def begun(*_, **__):
        raise CombinError("begun")

    monkeypatch.setattr(totals, "chart_of_two", begun)
    status, out, err = run("card", "blackjack-switch", "-o", str(tmp_path / "card.svg"))
    assert (status, out) == (2, "") and "ten seconds or more" in err.splitlines()[0]


@pytest.mark.parametrize("words", [("vary",), ("price", "fold")])
def test_a_bet_counted_first_hand_by_first_hand_is_announced_before(words, run, monkeypatch):
    def begun(*_):
        raise CombinError("begun")

    monkeypatch.setattr(FirstHand, "around", begun)
    status, out, err = run(words[0], "criss-cross-poker", *words[1:])
    assert (status, out) == (2, "") and "first hand by first hand, about" in err.splitlines()[0]
