"""What several modules of tests need to check logs of Caribbean Stud: each takes seconds to make."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

import combin
import others
from combin.checker import law_of
from combin.checker.law import LawCheck
from combin.strategies import parse
from faults.alarms import kept_laws


@pytest.fixture(scope="module", autouse=True)
def laws_are_counted_once() -> Iterator[None]:
    """Nothing that a check does changes a law, and many logs are of one."""
    with kept_laws():
        yield


@pytest.fixture(scope="session")
def caribbean() -> LawCheck:
    """Return what is compared with a player who raises with ace-king."""
    game = combin.load("caribbean-stud")
    return law_of(game, "base", parse(others.STRATEGY, game, "base"), "ace-king")


@pytest.fixture(scope="session")
def rank() -> Callable[[list[str]], others.Hand]:
    """Return an evaluator that is not combin's."""
    return others.eval7_evaluator()
