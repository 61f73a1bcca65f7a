"""The data of a blackjack game's web page: the edge under combinations of rules, and the value of
each action with any two cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from fractions import Fraction
from itertools import product
from typing import Any

from combin.families.blackjack.house import house_of
from combin.families.blackjack.linear_pays import linear
from combin.families.blackjack.questions import solved_games, told_values
from combin.families.blackjack.report import BlackjackReport
from combin.families.blackjack.solve import Solved, Spot
from combin.records import dataclass
from combin.rules.blackjack import Double, DrawsBelow, Natural, Pairs, Surrender, Turns
from combin.rules.choices import Choice
from combin.rules.game import Game, Sheet

# Rules that are met together, by the names of their choices; a game has those that it states.
TOGETHER: Mapping[str, tuple[str, ...]] = {
    "packs": ("1", "2", "4", "6", "8"),
    "soft17": ("stand", "hit"),
    "das": ("yes", "no"),
    "surrender": ("none", "late"),
}
# What the page knows of the rules when it works hands out: kind -> its fields.
KNOWN: Mapping[type, frozenset[str]] = {
    Turns: frozenset({"dealer", "natural", "actions", "charlie", "model"}),
    DrawsBelow: frozenset({"hard", "soft"}),
    Natural: frozenset({"pays", "looks"}),
    Double: frozenset({"totals", "split"}),
    Pairs: frozenset({"hands", "aces"}),
    Surrender: frozenset({"when"}),
}
NATURAL = "natural"  # the choice that the pay of a natural is: a number of its own on the page


@dataclass(frozen=True)
class HandWorth:
    """Two cards against an up card.

    spot: the cards. actions: what each action is worth, where the dealer looks first without a
    natural.
    """

    spot: Spot
    actions: Mapping[str, Fraction]


@dataclass(frozen=True)
class RuleSetting:
    """A game under some choices, the value linear in what a natural pays.

    chosen: choice -> value, those that differ from the default. constant: the value if a natural
    paid nothing. chance: that a natural is paid. game: so chosen. hands: every two cards against
    every up card. worked_out: see `is_worked_out`.
    """

    chosen: Mapping[str, str]
    constant: Fraction
    chance: Fraction
    game: Game
    hands: tuple[HandWorth, ...]
    worked_out: bool


def is_worked_out(game: Game) -> bool:
    """Return whether the page can work out hands of three cards and more: it knows all that is said
    of the rules, whatever is not at its default.
    """
    parts = (game.turns, game.turns.dealer, game.turns.natural, *game.turns.actions)
    return game.turns.dealer.hard == 17 and all(map(_is_known, parts))


def _is_known(part: Any) -> bool:
    """Return whether all that a word says is known or at its default."""
    known = KNOWN.get(type(part))
    others = (one for one in fields(part) if known is not None and one.name not in known)
    return known is not None and all(
        getattr(part, one.name)
        == (one.default if one.default_factory is MISSING else one.default_factory())
        for one in others
    )


def rule_settings(sheet: Sheet, found: BlackjackReport) -> tuple[RuleSetting, ...]:
    """Return a game under every choice by itself, and under those that are common together."""
    settings = [_setting(sheet, {}, found.base)]
    for one in found.varied.rows:
        if one.choice != NATURAL:
            solution = one.comparison.second.found
            settings.append(_setting(sheet, {one.choice: one.value}, solution))
    alone = [dict(one.chosen) for one in settings]
    together = [chosen for chosen in _together(found.game) if chosen not in alone]
    for chosen, solution in zip(together, solved_games([*map(sheet.resolve, together)])):
        assert isinstance(solution, Solved), "pages are of games of one hand"
        settings.append(_setting(sheet, chosen, solution))
    return tuple(settings)


def _setting(sheet: Sheet, chosen: Mapping[str, str], found: Solved) -> RuleSetting:
    game = sheet.resolve(chosen)
    house = house_of(game)
    hands = tuple(HandWorth(spot, told_values(spot, house)) for spot in found.spots)
    return RuleSetting(chosen, *linear(found), game, hands, is_worked_out(game))


def _together(game: Game) -> Iterator[dict[str, str]]:
    """Yield choices that are made together, without those at their defaults."""
    known = {one.name: one.values for one in game.choices if isinstance(one, Choice)}
    names = [name for name in TOGETHER if name in known]
    values = [[value for value in TOGETHER[name] if value in known[name]] for name in names]
    for made in product(*values):
        chosen = dict(zip(names, made))
        yield {name: value for name, value in chosen.items() if value != game.chosen[name]}
