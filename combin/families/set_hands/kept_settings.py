"""What hands that are set come to under the house rules, kept as it was counted: a check of a log
and a simulation need not count it.

A key has all that the numbers depend on, so that rules which differ are counted anew.
"""

from __future__ import annotations

import json
from array import array
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files

from combin.families.set_hands.solving import PricedSettings, Taken
from combin.rules import Way
from combin.solving.induction import Root
from combin.solving.payoffs import Payoffs

FILE = "kept_settings.json"


def key_of(priced: PricedSettings, way: Way | None) -> str:
    """Return what the numbers depend on: the cards, the dealer's way and those of his hands that
    count, and the player's way or else what each of the nine numbers is worth.
    """
    both, pack = priced.both, priced.both.pack
    cards = f"{pack.ranks:x} {pack.suits} {pack.joker:d} {pack.wheel_lowest:d}"
    wins = ",".join(map(str, priced.nets)) + " seen" * both.sides.seen
    assert both.sides.dealer.by, "the dealer's hand is set by a way"
    dealer = f"{_named(both.sides.dealer.by)}{both.levels}{priced.open}"
    return f"{cards}; {dealer}; {_named(way) if way else wins}".replace(", ", ",")


def _named(way: Way) -> str:
    return f"{way.name}:{sha256(repr(way.rows).encode()).hexdigest()[:16]}"


def kept_root(payoffs: Payoffs, way: Way | None) -> Root | None:
    """Return what happens under the best play or a way; None where it is not kept."""
    priced = PricedSettings(payoffs)
    found = _kept().get(key_of(priced, priced.both.sides.player.by or way))
    return priced.root(found) if found else None


@lru_cache(maxsize=1)
def _kept() -> dict[str, Taken]:
    read = json.loads(files(__package__).joinpath(FILE).read_text("utf-8"))
    return {key: (array("q", nine), array("q", ties)) for key, (nine, ties) in read.items()}
