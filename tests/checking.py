"""Logs written for a test, and what a check says of them."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import combin
from combin.checker import LawCheck, Verdict, check, columns_of, law_of
from combin.counting import Plan
from combin.families.listed import family_of
from combin.logs.mapping import Same
from combin.logs.read import Log, open_log
from combin.rules.game import Game


@cache
def best(slug: str, key: str = "base") -> LawCheck:
    """Return the law of the best play; nothing that a check does changes it."""
    game = combin.load(slug)
    assert isinstance(game, Game)
    return law_of(game, key)


def checked(law: LawCheck, path: Path, **options: Any) -> Verdict:
    """Return the verdict on the log in a file; options: those of `check`."""
    return check(law, as_named(path, law.game), **options)


def as_named(path: Path, game: Game) -> Log:
    """Return a log, of its columns those that a log of a game has."""
    log = open_log(str(path))
    plan = Plan(game, game.bets[0])
    known = columns_of(family_of(plan).judging(plan))
    return log.reading({name: Same(name) for name in known if name in log.every})


def table(
    path: Path,
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    facts: Iterable[tuple[str, object]] = (),
) -> Path:
    """Write a log as CSV, its facts before the header, and return its path."""
    with open(path, "w", newline="") as file:
        file.writelines(f"# {key}: {value}\n" for key, value in facts)
        csv.writer(file).writerows([columns, *rows])
    return path
