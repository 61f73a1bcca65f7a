"""Houses and a shoe by which tests of games that count up go through every option, and games
solved against the literal reference that deals small shoes card by card.
"""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any, cast

from combin.cards import RANKS as CARD_RANKS
from combin.cards import Deck
from combin.errors import CombinError
from combin.families.blackjack import MODELS, House, Shoe, Solved, solve
from combin.families.blackjack.full_memory import FULL
from combin.families.blackjack.house import RANKS, up_name
from combin.families.blackjack.lattice import lattice_of
from combin.families.blackjack.player import SPLIT
from combin.families.blackjack.solve import LAW, VARIANCE, UpCard
from combin.families.blackjack.verify import ChartRows, rows_of, table_of
from combin.proof.card_by_card import Law, RunsOutError, Table
from combin.proof.house_rules import rules_of
from combin.rules.blackjack import (
    Bonus,
    Double,
    DrawsBelow,
    Natural,
    Pairs,
    Surrender,
    Turns,
    Zap,
)
from combin.rules.game import Game

PLAIN = House(Turns(DrawsBelow(), Natural(Fraction(3, 2)), (Double(), Pairs(4))), Deck())
# Rule, by its name in `HouseRules` -> the word that says it, and the field of the word.
SAID: dict[str, tuple[type, str]] = {
    **{name: (Turns, name) for name in ("ties", "charlie", "wins_21", "bonuses")},
    **{name: (DrawsBelow, name) for name in ("pushes", "beaten", "seen")},
    "hits_soft_17": (DrawsBelow, "soft"),
    "told": (DrawsBelow, "seen"),
    "peek": (Natural, "looks"),
    "natural": (Natural, "pays"),
    "beats_natural": (Natural, "beats"),
    "tied": (Natural, "tied"),
    "suited_naturals": (Natural, "suited"),
    "doubles": (Double, "totals"),
    "soft_doubles": (Double, "soft"),
    "free_doubles": (Double, "free"),
    "das": (Double, "split"),
    "doubles_later": (Double, "later"),
    "doublings": (Double, "times"),
    "rescue": (Double, "rescue"),
    "doubled_by": (Double, "up_to"),
    "hands": (Pairs, "hands"),
    "aces": (Pairs, "aces"),
    "free_splits": (Pairs, "free"),
    "tens": (Pairs, "unlike"),
    "surrender": (Surrender, "when"),
    "surrenders_later": (Surrender, "later"),
    "surrenders_split": (Surrender, "split"),
    "surrender_ups": (Surrender, "ups"),
    "zaps": (Zap, "totals"),
}
# What a word says where the reference has a rule in other terms.
WORDS: dict[str, Any] = {
    "hits_soft_17": lambda hits: 18 if hits else 17,
    "told": lambda groups: tuple("".join(RANKS[rank] for rank in group) for group in groups) or 1,
    "doubles": lambda totals: tuple(sorted(totals or ())),
    "soft_doubles": lambda totals: tuple(sorted(totals)),
    "free_doubles": lambda totals: tuple(sorted(totals)),
    "free_splits": lambda ranks: tuple(sorted(rank + 1 for rank in ranks)),
    "tens": lambda tens: not tens,
    "surrender": lambda when: "" if when == "none" else when,
    "surrender_ups": lambda ranks: "".join(RANKS[rank] for rank in sorted(ranks)),
    "zaps": lambda totals: tuple(sorted(totals)),
}


def changed(house: House, **rules: Any) -> House:
    """Return the rules of a house with some that the reference has by these names."""
    for rule, value in rules.items():
        (kind, name), turns = SAID[rule], house.turns
        said = {name: WORDS[rule](value) if rule in WORDS else value}
        if rule == "tens" and value:
            house = replace(house, deck=deck_of_tens(value))
        if kind is Turns:
            turns = replace(turns, **said)
        elif kind is DrawsBelow:
            turns = replace(turns, dealer=replace(turns.dealer, **said))
        elif kind is Natural:
            turns = replace(turns, natural=replace(turns.natural, **said))
        else:
            word = replace(getattr(turns, kind.__name__.lower()), **said)
            turns = turns.without(kind)
            if word != Surrender(""):
                turns = replace(turns, actions=(*turns.actions, word))
        house = replace(house, turns=turns)
    return house


def deck_of_tens(counts: tuple[int, ...]) -> Deck:
    """Return a pack with so many cards of each rank that counts ten."""
    ranks = "TJQK"[: len(counts)]
    dead = (rank + suit for rank, many in zip(ranks, counts) for suit in "cdhs"[many:])
    kept = (rank for rank in CARD_RANKS if rank in ranks or rank not in "TJQK")
    return Deck("".join(kept), dead=" ".join(dead))


def house_by(**rules: Any) -> House:
    """Return the rules of blackjack with some that the reference has by these names."""
    return changed(PLAIN, **rules)


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
RUN = Bonus(Fraction(3, 2), ranks="678", suited=Fraction(2))
SEVENS = Bonus(Fraction(5, 3), ranks="777")
SUPER = Bonus(Fraction(40), ranks="777", up="7", split=False)
LONG = (
    Bonus(Fraction(3), cards=5),
    Bonus(Fraction(2), cards=4),
    Bonus(Fraction(3, 2), cards=3, split=False),
)
NEW: dict[str, tuple[object, ...]] = {
    "beats_natural": (True,),
    "suited_naturals": ({"d": Fraction(2)},),
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
    return house_by(**asked)


SINGLES = [(name, value) for name, values in NEW.items() for value in values]


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
            tables[spot.up] = table_of(found, spot.up, rules_of(cast(Game, house)))
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


def chart_of(found: Solved) -> ChartRows:
    """Return the rows of charts as the reference has them."""
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
        column = UpCard(lattice_of(shoe, house.turns.charlie), house, shoe, spot.up, model)
        if found.charts:
            column.follow(found.charts[spot.up])
        table, up = table_of(found, spot.up, rules_of(cast(Game, house)))
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
