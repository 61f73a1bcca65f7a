"""Counts what the hands of Pai Gow Poker come to in every variant, by best play and by house way,
and writes what a check of a log has at hand: python tests/tools/kept_settings.py, a quarter of an hour.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from combin.counting import Plan
from combin.families.listed import family_of
from combin.families.set_hands import kept_settings
from combin.families.set_hands.counting import COLUMNS
from combin.families.set_hands.solving import PricedSettings
from combin.families.set_hands.ways import ByWay
from combin.games import dealt_sheet
from combin.rules import Choice
from combin.rules.house_ways import FOXWOODS, TRUMP_PLAZA
from combin.rules.ways import Way
from combin.solving.induction import Root
from combin.solving.payoffs import Payoffs

PLACE = Path(kept_settings.__file__).with_name(kept_settings.FILE)
WAYS = (FOXWOODS, TRUMP_PLAZA)


def bets() -> Iterator[Payoffs]:
    """Yield the bet of every variant against every house way."""
    sheet = dealt_sheet("pai-gow-poker")
    variants = sheet.choice("variant")
    assert isinstance(variants, Choice)
    for way, variant in product(WAYS, variants.values):
        game = sheet.resolve({"way": way.name, "variant": variant})
        yield Payoffs(Plan(game, game.bet("base")))


def entries() -> Iterator[tuple[str, Payoffs, Way | None]]:
    """Yield what is kept: its key, the bet, and how the player sets his hands."""
    for payoffs in bets():
        for way in (None, *WAYS):
            yield kept_settings.key_of(PricedSettings(payoffs), way), payoffs, way


def counted(payoffs: Payoffs, way: Way | None) -> Root:
    """Return what happens under the best play or a way, counted."""
    family = family_of(payoffs.plan)
    if way is None:
        (root,) = family.happens([payoffs])
    else:
        (root,) = family.outcomes(payoffs, [ByWay(payoffs.plan, way)])
    return root


def kept(payoffs: Payoffs, root: Root) -> tuple[list[int], list[int]]:
    """Return the nine numbers of a root, and its ties, as `PricedSettings.root` takes them."""
    priced = PricedSettings(payoffs)
    place, open_world = priced.both.number, priced.open[0]
    [ends] = root.counts.values()
    nine = [ends[place(priced.plan, column, open_world)] for column in range(COLUMNS)]
    hands, against = root.ties[0, "deals"], priced.both.pack.against
    assert not hands % against
    return nine, [root.ties[0, "situations"], hands // against]


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    found: dict[str, tuple[list[int], list[int]]] = {}
    for key, payoffs, way in entries():
        if key not in found:
            found[key] = kept(payoffs, counted(payoffs, way))
            print(key, flush=True)
    lines = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in sorted(found.items())]
    PLACE.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
