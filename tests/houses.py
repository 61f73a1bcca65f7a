"""Houses and a shoe by which tests of games that count up go through every option, and games
solved against the literal reference that deals small shoes card by card.
"""

from __future__ import annotations

import random
from dataclasses import fields
from fractions import Fraction
from typing import Any

from combin.errors import CombinError
from combin.families.blackjack import MODELS, House, Shoe, Solved, solve
from combin.families.blackjack.full_memory import FULL
from combin.families.blackjack.house import Bonus, up_name
from combin.families.blackjack.lattice import lattice_of
from combin.families.blackjack.player import SPLIT
from combin.families.blackjack.solve import LAW, VARIANCE, UpCard
from combin.families.blackjack.verify import Rows, rows_of, table_of
from combin.proof.card_by_card import Law, RunsOutError, Table
from combin.proof.house_rules import HouseRules

# What a house may be, the usual value first, and a shoe small enough for all of it.
OPTIONS: dict[str, tuple[Any, ...]] = {
    "hits_soft_17": (False, True),
    "peek": ("first", "never", "original"),
    "doubles": (None, frozenset({9, 10, 11}), frozenset({10, 11})),
    "das": (True, False),
    "hands": (4, 1, 2, 3),
    "aces": ("one-card", "resplit", "hit"),
    "surrender": ("none", "late", "early"),
    "natural": (Fraction(3, 2), Fraction(6, 5), Fraction(1), Fraction(2)),
    "charlie": (None, 5, 6, 7),
}
# What houses of free bets have beside, and what goes with both of the dealer's cards seen: no
# choice of when he looks.
MORE: dict[str, tuple[Any, ...]] = {
    "ties": ("push", "lose"),
    "pushes": (None, 22),
    "free_doubles": (frozenset(), frozenset({9, 10, 11})),
    "free_splits": (frozenset(), frozenset(range(9)), frozenset({4, 9})),
}
FREE = {**OPTIONS, **MORE}
EXPOSED = {
    **{name: values for name, values in FREE.items() if name != "peek"},
    "tied": (Fraction(1), Fraction(0), Fraction(3, 2)),
}
# models by which all hands of a split are played alike
ALIKE = tuple(model for model in MODELS if model != FULL)
SMALL: Shoe = (2, 0, 0, 0, 3, 3, 0, 0, 0, 6)  # aces, fives, sixes and tens

# Rules beyond those of blackjack, and a shoe for bonuses of sevens.
HALF = Fraction(1, 2)
RUN = Bonus(
    0, (0, 0, 0, 0, 0, 1, 1, 1, 0, 0), None, True, ((Fraction(3, 2), HALF), (Fraction(2), HALF))
)
SEVENS = Bonus(0, (0,) * 6 + (3, 0, 0, 0), None, True, ((Fraction(5, 3), Fraction(1)),))
SUPER = Bonus(0, (0,) * 6 + (3, 0, 0, 0), 6, False, ((Fraction(40), Fraction(1)),))
LONG = (
    Bonus(5, (), None, True, ((Fraction(3), Fraction(1)),)),
    Bonus(4, (), None, True, ((Fraction(2), Fraction(1)),)),
    Bonus(3, (), None, False, ((Fraction(3, 2), Fraction(1)),)),
)
NEW: dict[str, tuple[object, ...]] = {
    "beats_natural": (True,),
    "suited_naturals": (((Fraction(2), Fraction(1, 16)),),),
    "wins_21": (True,),
    "bonuses": (LONG, (SUPER, RUN, SEVENS)),
    "doubles_later": (True,),
    "doublings": (2, 3),
    "rescue": (True,),
    "surrenders_later": (True,),
    "surrenders_split": (True,),
    "doubled_by": (4,),
    "surrender_ups": (frozenset({9}),),
    "zaps": (frozenset({15}),),
}
# rules of games in which others go
OTHER: dict[str, object] = {
    "seen": 2,
    "ties": "lose",
    "pushes": 22,
    "soft_doubles": frozenset({19}),
    "free_doubles": frozenset({9}),
    "free_splits": frozenset({7}),
    "beaten": (21,),
    "told": ((0, 9), (1, 2, 3, 4, 5, 6, 7, 8)),
    "tens": (4, 3),
}
SEVENTH: Shoe = (1, 0, 0, 0, 0, 3, 4, 3, 0, 3)  # aces, sixes, sevens, eights and tens


def house_with(**asked: Any) -> House:
    """Return a house whose rules go together."""
    if {"surrenders_later", "surrenders_split", "surrender_ups"} & {*asked}:
        asked["surrender"] = "late"
    if asked.get("peek") == "original" and (asked.get("wins_21") or asked.get("bonuses")):
        asked["peek"] = "never"
    if asked.get("charlie"):
        asked["doublings"] = 1
    return House(**asked)


SINGLES = [(name, value) for name, values in NEW.items() for value in values]


def as_read(house: House) -> HouseRules:
    """Return the rules of a house as the reference has those that it reads in a file."""
    return HouseRules(**{rule.name: getattr(house, rule.name) for rule in fields(HouseRules)})


def compared(shoe: Shoe, house: House, model: str = "zero-memory", few: int = 0) -> int:
    """Compare all actions of all two cards with the literal reference; return how many.

    few: of so many spots, chosen at random.
    """
    found = solve(shoe, house, model)
    tables: dict[int, tuple[Table, int]] = {}
    rng = random.Random(f"{shoe}{house}")
    spots = rng.sample(found.spots, few) if few < len(found.spots) and few else found.spots
    count = 0
    for spot in spots:
        one, other = spot.ranks
        if spot.up not in tables:
            tables[spot.up] = table_of(found, spot.up, as_read(house))
        table, up = tables[spot.up]
        try:
            literal = table.values((one + 1, other + 1), up)
        except RunsOutError:  # hands of a split together may need more than each of them
            continue
        if spot.unlike:
            del literal["split"]
        assert set(literal) == set(spot.actions)
        for action, (net, wager) in literal.items():
            assert spot.actions[action] == net, (shoe, house, model, spot.ranks, spot.up, action)
            assert 1 + spot.extra.get(action, 0) == wager, (shoe, house, model, spot.ranks, spot.up)
            count += 1
    return count


def chart_of(found: Solved) -> tuple[Rows, Rows, Rows]:
    """Return the rows of charts in which hands are hit, doubled and given up."""
    return rows_of({up + 1: chart for up, chart in found.charts.items()})


def nets(law: Law) -> dict[Fraction, Fraction]:
    """Return net -> chance, where there is any."""
    found: dict[Fraction, Fraction] = {}
    for (net, _), chance in law.items():
        found[net] = found.get(net, Fraction(0)) + chance
    return {net: chance for net, chance in found.items() if chance}


def laws_compared(shoe: Shoe, house: House, model: str = "zero-memory", few: int = 6) -> int:
    """Compare what so many pairs come to that are split with the literal reference; return how many
    were compared.
    """
    found = solve(shoe, house, model)
    count = 0
    pairs = [spot for spot in found.spots if SPLIT in spot.actions]
    for spot in random.Random(f"{shoe}{house}").sample(pairs, min(few, len(pairs))):
        column = UpCard(lattice_of(shoe, house.charlie), house, shoe, spot.up, model)
        if found.charts:
            column.follow(found.charts[spot.up])
        table, up = table_of(found, spot.up, as_read(house))
        (rank, _) = spot.ranks
        try:
            literal = nets(table.laws((rank + 1, rank + 1), up)[SPLIT])
            law, square = column.after_split(spot, LAW, 1)
        except (RunsOutError, CombinError):
            continue
        where = house, spot.ranks, up_name(spot.up)
        assert {net: chance for net, chance in law.items() if chance} == literal, where
        assert square == sum(net * net * chance for net, chance in literal.items()), where
        assert column.after_split(spot, VARIANCE, 1) == ({}, square), where
        count += 1
    return count
