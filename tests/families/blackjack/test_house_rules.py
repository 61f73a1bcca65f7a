"""The house rules that the reference reads beside the engine: whatever either forgets is found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest

import combin
from combin.families.blackjack import House, rounds
from combin.families.blackjack import verify as module
from combin.families.blackjack.house import house_of
from combin.games import sheet_of
from combin.proof.house_rules import HouseRules, rules_of
from combin.rules.blackjack import (
    Double,
    DrawsBelow,
    Natural,
    Pairs,
    Surrender,
    Turns,
    Zap,
)
from combin.rules.choices import Choice
from combin.rules.game import Game
from houses import PLAIN, SAID, changed
from matrix import few_ranks
from own_rules import OWN, own
from shipped import COUNTING_UP, blackjack_alone

# Naturals of several suits are one law to the reference, and what two bonuses win together is no
# rule.
ENGINE_ALONE, REFERENCE_ALONE = {"suited_naturals", "correlated"}, {"naturals"}
# By which choices a rule matters, where the first that change it are those of hands that the tiny
# shoes do not have.
MATTERS = {"aces": {"aces": "hit"}}
# What goes with a rule only, and is forgotten with it.
USUAL = rules_of(PLAIN)
ALONG = {"seen": ("tied",), "surrender": ("surrenders_later", "surrenders_split")}


def game(name: str, **choices: str) -> Game:
    if name in OWN:
        return own(name)
    sheet = sheet_of(name)
    assert sheet is not None
    return sheet.resolve(choices)


def settings(name: str) -> Iterator[dict[str, str]]:
    """Yield the usual choices, and those with one other value."""
    sheet = sheet_of(name)
    assert sheet is not None
    yield {}
    for one in sheet.choices:
        if isinstance(one, Choice) and one.name not in ("packs", "model"):
            yield from ({one.name: value} for value in one.values)


def usual(rule: str) -> Any:
    """Return what most houses have by a rule."""
    return {} if rule == "suited_naturals" else getattr(USUAL, rule)


def forgettable() -> list[tuple[str, str, dict[str, str]]]:
    """Return game, rule, and choices by which the rule is not the usual one."""
    found = {
        ("super-fun-21", "suited_naturals"): {},
        ("spanish-21", "correlated"): {},
        ("pontoon", "correlated"): {},
    }
    for name in COUNTING_UP:
        for chosen in settings(name):
            rules = rules_of(game(name, **chosen))
            for rule in {one.name for one in fields(HouseRules)} - REFERENCE_ALONE:
                if getattr(rules, rule) != getattr(USUAL, rule):
                    found.setdefault((name, rule), chosen)
    for name, rule in (
        *(("power", "doubled_by"), ("late-ace-eight", "surrender_ups")),
        *(("zappit", "zaps"), ("but-21", "beaten"), ("down-under", "told"), ("like-tens", "tens")),
    ):
        found[name, rule] = {}
    for name, rule in [*found]:
        if (
            name not in OWN
            and rule in MATTERS
            and "aces" in {one.name for one in sheet_of(name).choices}
        ):
            found[name, rule] = MATTERS[rule]
    return sorted(((name, rule, chosen) for (name, rule), chosen in found.items()), key=str)


FORGETTABLE = forgettable()
SOON = {"blackjack"}  # a game whose tiny shoes are dealt in a second
LATER = {("blackjack", "charlie")}  # found on a later shoe


def test_every_field_of_every_word_is_read_by_the_reference_and_forgotten_below():
    read = {one.name for one in fields(HouseRules)} - REFERENCE_ALONE
    assert {rule for _, rule, _ in FORGETTABLE} == read | ENGINE_ALONE
    words = (Turns, DrawsBelow, Natural, Double, Pairs, Surrender, Zap)
    said = {(word, one.name) for word in words for one in fields(word)}
    beside = {(Turns, name) for name in ("dealer", "natural", "actions", "model")}
    assert said - beside - {(DrawsBelow, "hard")} == {*SAID.values()}  # he draws to hard 16 in all
    assert {*SAID} == read | ENGINE_ALONE - {"correlated"}


def differs(rules: Game) -> bool:
    """Return whether verify finds a difference, on the first tiny shoe that has one."""
    return any(row.different for row in module._suits_compared(rules)) or any(
        not module.recount(rules, shoe, ["base"]).agrees for shoe in module._fitting(rules)
    )


@pytest.mark.parametrize(
    "name, rule, chosen",
    [
        pytest.param(
            *one,
            marks=() if one[0] in SOON and one[:2] not in LATER else pytest.mark.slow,
            id="-".join(one[:2]),
        )
        for one in FORGETTABLE
    ],
)
def test_a_rule_that_the_engine_forgets_is_found(name, rule, chosen, monkeypatch):
    if rule == "correlated":
        monkeypatch.setattr(House, rule, {})
    else:
        forgotten = {one: usual(one) for one in (rule, *ALONG.get(rule, ()))}
        monkeypatch.setattr(module, "house_of", lambda game: changed(house_of(game), **forgotten))
    assert differs(game(name, **chosen))


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    "rule, chosen, said",
    [
        ("hits_soft_17", {"soft17": "hit"}, "the dealer draws to soft 17"),
        ("das", {"das": "no"}, "no hand of a split is doubled"),
        ("natural", {"natural": "6-5"}, "net +6/5"),
        ("doubles", {"double": "9-11"}, "is not doubled"),
        ("hands", {"splits": "2"}, "a pair becomes at most 2 hands"),
    ],
)
def test_a_log_dealt_by_a_house_that_forgets_a_rule_does_not_fit(
    rule, chosen, said, monkeypatch, tmp_path
):
    """Not even where the rest of the engine forgets it, too."""
    monkeypatch.setattr(
        rounds, "house_of", lambda game: changed(house_of(game), **{rule: usual(rule)})
    )
    game, log = few_ranks("blackjack", "568TA"), tmp_path / "misread.csv"
    combin.simulate(game, log, 1000, seed=1, choices=chosen)
    verdict = combin.check(game, log, choices=chosen)
    assert not verdict.fits and verdict.impossible and said in f"{verdict}"


@pytest.mark.slow
@pytest.mark.usefixtures("recounting")
def test_a_file_of_ones_own_that_is_misread_has_no_result(run, tmp_path, monkeypatch):
    source = blackjack_alone()
    path = tmp_path / "mine.game"
    path.write_text(source.replace("(blackjack)", "(mine)"))
    status, _, err = run("solve", str(path), "--set", "soft17=hit", "--bet", "buster")
    assert "checked against a second program on 3 tiny shoes" in err and status == 0
    module.recounted.cache_clear()
    monkeypatch.setattr(
        module, "house_of", lambda game: changed(house_of(game), hits_soft_17=False)
    )
    status, out, err = run("solve", str(path), "--set", "soft17=hit")
    assert (status, out) == (2, "") and "the literal reference differ" in err
