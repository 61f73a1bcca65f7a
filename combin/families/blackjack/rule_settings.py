"""The data of a blackjack game's web page: the exact edge under combinations of rules, the value of
each action with any two cards, and the rules as the page's own solver takes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from combin.families.blackjack.house import beyond, house_of
from combin.families.blackjack.linear_pays import linear
from combin.families.blackjack.questions import solved_games, told_values
from combin.families.blackjack.report import BlackjackReport
from combin.families.blackjack.solve import Solved, Spot
from combin.records import dataclass
from combin.rules.choices import Choice
from combin.rules.game import Game, Sheet

# Rules that are met together, by the names of their choices; a game has those that it states.
TOGETHER: Mapping[str, tuple[str, ...]] = {
    "packs": ("1", "2", "4", "6", "8"),
    "soft17": ("stand", "hit"),
    "das": ("yes", "no"),
    "surrender": ("none", "late"),
}
NATURAL = "natural"  # the choice that the pay of a natural is: a number of its own on the page
SOLVED_MODELS = ("zero-memory", "total")  # of the page's solver

SolverRules = dict[str, Any]  # name -> what the solver takes (combin/render/site)
Changes = Mapping[str, Mapping[str, SolverRules | None]]


@dataclass(frozen=True)
class RuleSetting:
    """A game under some choices, the value linear in what a natural pays.

    chosen: choice -> value, those that differ from the default. constant: the value if a natural
    paid nothing. chance: that a natural is paid.
    """

    chosen: Mapping[str, str]
    constant: Fraction
    chance: Fraction


@dataclass(frozen=True)
class PageRules:
    """What a page knows of the rules.

    settings: those of which it has exact edges, the printed ones first. hands: every two cards
    against every up card under the printed rules, with the value of each action, given no natural
    where the dealer looks first. solver: the printed rules. changes: choice -> value -> what it
    changes of them; None where the solver does not know all rules that follow. entangled: choices
    of which two together do not change what each does by itself.
    """

    settings: tuple[RuleSetting, ...]
    hands: tuple[tuple[Spot, Mapping[str, Fraction]], ...]
    solver: SolverRules | None
    changes: Changes
    entangled: tuple[tuple[str, str], ...]


def page_rules(sheet: Sheet, found: BlackjackReport) -> PageRules:
    """Return what the page knows: edges under every choice by itself and under those that are
    common together, and the changes that each choice makes.
    """
    rows = [one for one in found.varied.rows if one.choice != NATURAL]
    settings = [RuleSetting({}, *linear(found.base))]
    for one in rows:
        solution = one.comparison.second.found
        settings.append(RuleSetting({one.choice: one.value}, *linear(solution)))
    alone = [dict(one.chosen) for one in settings]
    together = [chosen for chosen in _together(found.game) if chosen not in alone]
    for chosen, solution in zip(together, solved_games([*map(sheet.resolve, together)])):
        assert isinstance(solution, Solved), "pages are of games of one hand"
        settings.append(RuleSetting(chosen, *linear(solution)))
    house = house_of(found.game)
    hands = tuple((spot, told_values(spot, house)) for spot in found.base.spots)
    printed, names = solver_rules(found.game), {name for one in settings for name in one.chosen}
    choices = (one for one in found.game.choices if isinstance(one, Choice) and one.name in names)
    changes = {
        choice.name: {
            value: changed(printed, solver_rules(sheet.resolve({choice.name: value})))
            for value in choice.values
        }
        for choice in choices
    }
    entangled = tuple(
        pair for pair in combinations(changes, 2) if are_entangled(sheet, printed, changes, *pair)
    )
    return PageRules(tuple(settings), hands, printed, changes, entangled)


def solver_rules(game: Game) -> SolverRules | None:
    """Return the rules of a game as the page's solver takes them, None where it does not know all
    of them.
    """
    turns = game.turns
    if beyond(turns) or turns.model not in SOLVED_MODELS:
        return None
    hard, soft = (
        [total for total in range(least, 22) if turns.double.allows(total, is_soft)]
        for least, is_soft in ((4, False), (12, True))
    )
    return {
        "shoe": list(game.shoe.values()),
        "hitsSoft17": turns.dealer.hits_soft_17,
        "looks": turns.natural.looks,
        "hard": hard,
        "soft": soft,
        "afterSplit": turns.double.split,
        "hands": turns.pairs.hands,
        "aces": turns.pairs.aces,
        "surrender": turns.surrender.when or "none",
        "charlie": turns.charlie,
        "model": turns.model,
    }


def changed(printed: SolverRules | None, rules: SolverRules | None) -> SolverRules | None:
    """Return what differs from the printed rules; None where some rules are not known."""
    if printed is None or rules is None:
        return None
    return {part: told for part, told in rules.items() if told != printed[part]}


def are_entangled(
    sheet: Sheet, printed: SolverRules | None, changes: Changes, one: str, other: str
) -> bool:
    """Return whether two choices together do not always change what each does by itself."""
    for (value, first), (then, second) in product(changes[one].items(), changes[other].items()):
        if first is not None and second is not None:
            together = changed(printed, solver_rules(sheet.resolve({one: value, other: then})))
            if together != {**first, **second}:
                return True
    return False


def _together(game: Game) -> Iterator[dict[str, str]]:
    """Yield choices that are made together, without those at their defaults."""
    known = {one.name: one.values for one in game.choices if isinstance(one, Choice)}
    names = [name for name in TOGETHER if name in known]
    values = [[value for value in TOGETHER[name] if value in known[name]] for name in names]
    for made in product(*values):
        chosen = dict(zip(names, made))
        yield {name: value for name, value in chosen.items() if value != game.chosen[name]}
