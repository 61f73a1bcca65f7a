"""Solves blackjack under rules drawn at random, and prints a line for each with all that it finds
as a digest: what two trees print is to be the same.

    python tests/tools/houses_solved.py [how many [the first]] > here; diff here there
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from combin.errors import CombinError
from combin.families.blackjack import House, Shoe, Solved, shoe_of, solve
from combin.families.blackjack.solve import LAW, VALUE, VARIANCE
from houses import ALIKE, NEW, OPTIONS, OTHER, house_by, house_with

SMALL: tuple[Shoe, ...] = (
    (3, 3, 0, 2, 0, 0, 2, 0, 2, 6),  # three ranks are missing
    (2, 0, 0, 0, 2, 2, 0, 3, 0, 7),
    (2, 1, 1, 2, 1, 3, 4, 3, 1, 6),
)
TRIES = 20  # rules that do not go together are drawn anew


def drawn(rng: random.Random) -> tuple[House, dict[str, Any]]:
    """Return rules, and those that are not as usual."""
    for _ in range(TRIES):
        asked: dict[str, Any] = {name: rng.choice(values) for name, values in OPTIONS.items()}
        for name in rng.sample([*NEW], rng.randrange(5)):
            asked[name] = rng.choice(NEW[name])
        for name in rng.sample([*OTHER], rng.randrange(3)):
            asked[name] = OTHER[name]
        if {"told", "seen", "zaps"} & {*asked}:
            asked["peek"] = "first"
        if {"doubled_by", "free_doubles"} <= {*asked}:
            continue
        if ("told" in asked and asked["surrender"] == "early") or {"told", "seen"} <= {*asked}:
            continue
        try:
            return house_with(**asked), asked
        except CombinError:
            continue
    return house_by(), {}


def told(found: Solved) -> Iterator[str]:
    """Yield all that is found."""
    yield f"{found.value} {found.mean_wager} {found.square} {sorted((found.law or {}).items())}"
    for spot in found.spots:
        actions = " ".join(f"{name}={value}" for name, value in spot.actions.items())
        more = " ".join(f"{name}={many}" for name, many in sorted(spot.extra.items()) if many)
        yield f"{spot.ranks} {spot.up} {spot.deals} {spot.taken} {actions} {more} {spot.natural}"


def main(many: int = 120, first: int = 0) -> None:
    for seed in range(first, first + many):
        rng = random.Random(seed)
        house, asked = drawn(rng)
        shoe = rng.choice([*SMALL, *SMALL, shoe_of(1)])
        model = rng.choice(["zero-memory", "zero-memory", *ALIKE])
        question = (
            rng.choice([VALUE, VALUE, VARIANCE, LAW]) if house.turns.pairs.hands < 3 else VALUE
        )
        try:
            found = "\n".join(told(solve(shoe, house, model, None, question)))
        except (
            CombinError,
            AssertionError,
            ValueError,
        ) as error:  # what is refused, and what is wrong
            found = type(error).__name__ + str(error)
        digest = blake2b(found.encode(), digest_size=8).hexdigest()
        rules = ", ".join(f"{name}={value}" for name, value in asked.items())
        print(f"{seed} {digest} {found[:40].splitlines()[0]} {model} {question} {shoe} {rules}")


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("many", type=int, nargs="?", default=120, help="how many rules")
    asked.add_argument("first", type=int, nargs="?", default=0, help="the first seed")
    main(**vars(asked.parse_args()))
