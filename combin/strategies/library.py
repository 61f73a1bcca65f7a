"""Strategies by name: shipped ones, the user's files, and one action taken always."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from importlib.resources import files

from combin.counting import Plan
from combin.errors import CombinError, nearest, verify_known
from combin.families.listed import family_of
from combin.rules import Way
from combin.rules.game import Game
from combin.spelling import meant
from combin.strategies.lines import Lines, always_offered
from combin.strategies.reading import parse
from combin.texts import text_of

AS_TEXT = "the strategy"  # the name of one that is in no file


def examples(slug: str = "") -> dict[str, str]:
    """Return name -> text of the strategies shipped, those for one game if `slug` names it."""
    folder = files("combin.strategies") / "examples"
    paths = (path for path in folder.iterdir() if path.name.endswith(".txt"))
    texts = {path.name.removesuffix(".txt"): path.read_text() for path in paths}
    own = f"\ngame: {slug}\n" if slug else ""
    return {name: text for name, text in sorted(texts.items()) if own in text}


def example(name: str) -> str:
    """Return the text of one strategy shipped; raises CombinError naming the nearest."""
    known = examples()
    verify_known(name, known, f"no strategy called {name!r} comes with combin")
    return known[name]


def published_lists(game: Game, key: str) -> list[Lines]:
    """Return the strategies that come with combin for a bet of a resolved game, without those whose
    words mean nothing under its choices: every search starts from them.
    """
    found = []
    for name, text in examples(game.slug).items():
        with suppress(CombinError):
            found.append(parse(text, game, key, name))
    return found


def is_by_lines(game: Game, key: str) -> bool:
    """Return whether a strategy for a bet is a list of lines; else it is a house way."""
    return family_of(Plan(game, game.bet(key))).by_lines


def verify_listed(game: Game, key: str) -> None:
    """Raise CombinError for a bet for which there are no lines."""
    Plan(game, game.bet(key)).verify_listable()


def common_actions(game: Game, key: str) -> list[str]:
    """Return the actions offered at every decision that needs lines, with any cards: those that
    can be taken always.
    """
    plan = Plan(game, game.bet(key))
    if language := family_of(plan).language(plan):
        return language.common_actions()
    decisions = [plan.decisions[stage.number] for stage in plan.stages]
    if not decisions:
        return []
    first, *others = (always_offered(decision.actions) for decision in decisions)
    everywhere = set(first).intersection(*others)
    return [name for name in first if name in everywhere]


def named(words: str, game: Game, key: str) -> Lines:
    """Return the strategy for a bet that a file, a shipped example or an action's name stands for;
    words of several lines are its lines, and so is a line with an action and its cards.
    """
    is_there = "\n" not in words and os.path.exists(words) and not os.path.isdir(words)
    if not is_there and ("\n" in words or ": " in words):
        return replace(parse(words, game, key, AS_TEXT), name="")
    if is_there:  # a pipe will do
        return parse(text_of(words), game, key, words)
    shipped = examples(game.slug)
    words = meant(words, shipped, AS_TEXT)
    if words in shipped:
        return parse(shipped[words], game, key, words)
    common = common_actions(game, key)
    said = {game.called(name).lower(): name for name in common}
    action = meant(words, common, "the action", said.items())
    if action not in common:
        raise CombinError(
            f"{words!r} is no file, no strategy shipped for {game.slug} and no "
            f"action{nearest(words, [*shipped, *said])}"
        )
    return parse(action, game, key, words)


def list_or_way(words: str, game: Game, key: str) -> Lines | Way:
    """Return the strategy that some words stand for, a list as for `named` or a house way."""
    plan = Plan(game, game.bet(key))
    found = family_of(plan).strategies(plan).read(words)
    assert isinstance(found, (Lines, Way)), "a dealt game is played by a list or a way"
    return found
