"""Gathers what a report tells about a game: its solution, every setting of its choices, its lines, and what simpler play costs.

Nothing here is laid out, and nothing is counted but through the solver and the strategy package.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

from combin.errors import CombinError
from combin.rules import Amount, Choice, Chosen, Game, Pick
from combin.solution import BetResult, Solution
from combin.version import RELEASE

if TYPE_CHECKING:
    from combin.measures import Hand
    from combin.strategy import Ladder, Lines, Priced, Rung

ANY = ""  # in a setting: whatever the choice is set to, the bet is the same
AMOUNTS = (Fraction(1, 10), Fraction(1))  # at which an amount is published, beside its default
NOTHING = Fraction(1, 100_000)  # of one unit: what a list may cost of which a longer one is not worth learning
SEEN = 10_000_000  # ways to see the cards of a decision, beyond which only the default rules' lines are searched


@dataclass(frozen=True)
class Setting:
    """A bet under one combination of the choices that it depends on.

    choices: choice -> value, or ANY. game: resolved so. lines: the exact result of playing the default rules' lines here,
    or None where they do not apply. ladder: the lists for these rules, where those lines lose something.
    """

    choices: Mapping[str, str]
    game: Game
    result: BetResult
    lines: BetResult | None = None
    ladder: Ladder | None = None

    @property
    def name(self) -> str:
        """The choices in a word that can name a file: ``joker=bug``."""
        return ",".join(f"{name}={value}" for name, value in self.choices.items() if value != ANY).replace("/", "_")

    @property
    def changed(self) -> bool:
        """Whether a choice is not at its default."""
        return any(self.game.chosen[choice.name] != choice.default for choice in self.game.choices)

    @property
    def cost(self) -> Fraction | None:
        """What the lines lose against the best play here."""
        return self.result.expected_value - self.lines.expected_value if self.lines else None


@dataclass(frozen=True)
class Simple:
    """A simpler way to play and its exact price. title: for people. argument: what `combin price` takes for it."""

    title: str
    argument: str
    priced: Priced


@dataclass(frozen=True)
class Study:
    """Everything that a report tells about a game, its choices at their defaults.

    settings: bet -> the settings it depends on, the default first. ladder: None where nothing is decided. hands: the starting
    hands, where the first decision is made on two cards.
    """

    game: Game
    solution: Solution
    settings: Mapping[str, tuple[Setting, ...]]
    ladder: Ladder | None
    simple: tuple[Simple, ...]
    hands: tuple[Hand, ...] = ()

    @property
    def base(self) -> BetResult:
        """The result of the game itself."""
        return self.solution.bets[self.game.bets[0].key]


# --- The solution and the settings -----------------------------------------------------------------------------------


def released(solution: Solution) -> Solution:
    """Return the solution signed by the release alone: a report does not change when a kernel is only rewritten."""
    return replace(solution, version=RELEASE)


def solved(game: Game, threads: int | None = None) -> Solution:
    """Return the solution of a resolved game, as reports tell it."""
    from combin.solver import solve

    return released(solve(game, None, threads))


def settings(slug: str, key: str, lines: Lines | None = None) -> tuple[Setting, ...]:
    """Return a bet under every combination of the choices that matter to it, the default first.

    slug: of the game. lines: the default rules' best list, priced under each.
    """
    from combin.games import find

    found = list(combinations(find(slug), key))
    results = _results([game for _, game in found], key)
    listed = (Setting(choices, game, result) for (choices, game), result in zip(found, results))
    return tuple(_with_lines(setting, lines) if lines else setting for setting in listed)


def _with_lines(setting: Setting, lines: Lines) -> Setting:
    from combin.strategy import find as find_lines

    key = setting.result.key
    played = replace(setting, lines=_played(setting.game, key, lines))
    if not played.cost or not setting.changed or seen(setting.game, key) > SEEN:
        return played
    return replace(played, ladder=find_lines(setting.game, key))


def seen(game: Game, key: str) -> int:
    """Return in how many ways the cards seen at a bet's last decision can come."""
    from combin.counting import Plan

    plan = Plan(game, game.bet(key))
    return max((plan.deals // plan.deals_after(stage) for stage in plan.stages), default=0)


def _results(games: list[Game], key: str) -> list[BetResult]:
    """Return the solution of one bet in each of some games; what is counted alike is counted once, for tallies know no pays."""
    from combin.counting import Plan, tallies
    from combin.solver import Money, Root, Solved, outcomes

    monies = [Money(Plan(game, game.bet(key))) for game in games]
    alike: dict[str, list[int]] = {}
    for place, money in enumerate(monies):
        plan = money.plan
        counted = plan.game.deck, plan.game.hands, plan.groups, plan.stages, plan.hidden, plan.columns, plan.informed
        alike.setdefault(repr(counted), []).append(place)
    roots = [Root() for _ in games]
    for places in alike.values():
        for tally in tallies(monies[places[0]].plan):
            for place in places:
                roots[place].add(Solved(monies[place], tally).root())
    return [BetResult(key, money.plan.bet.base, money.plan.deals, outcomes(money, root)) for money, root in zip(monies, roots)]


def _played(game: Game, key: str, lines: Lines) -> BetResult | None:
    """Return what the lines come to in a game of other choices; None where they do not speak of its decisions."""
    from combin.strategy import parse, price

    try:
        return price(game, parse(str(lines), game, key), key, 1).result
    except CombinError:
        return None


def combinations(game: Game, key: str) -> Iterator[tuple[dict[str, str], Game]]:
    """Yield the choices that matter to a bet, and the game resolved so; equal rules are yielded once.

    game: with its choices open. A choice that makes no difference beside the others is ANY.
    """
    names = _named((game.play if key == game.bets[0].key else (), game.hands, game.bet(key)))
    choices = [choice for choice in game.choices if choice.name in names]
    alike: dict[Any, list[tuple[str, ...]]] = {}
    for values in product(*map(_values, choices)):
        resolved = game.resolve(dict(zip((choice.name for choice in choices), values)))
        alike.setdefault(_rules(resolved, key), []).append(values)
    for group in alike.values():
        told = {
            choice.name: group[0][place] if len({values[place] for values in group}) < len(_values(choice)) else ANY
            for place, choice in enumerate(choices)
        }
        yield told, game.resolve({choice.name: value for choice, value in zip(choices, group[0])})


def _rules(game: Game, key: str) -> str:
    """Return what decides a bet, as text: equal texts, equal rules."""
    play = game.play if key == game.bets[0].key else ()
    return repr((play, game.hands, game.bet(key)))


def _values(choice: Choice | Amount) -> tuple[str, ...]:
    if isinstance(choice, Amount):
        return tuple(dict.fromkeys((choice.default, *(str(amount) for amount in AMOUNTS if amount >= choice.least))))
    return tuple(choice.values)


def _named(item: Any) -> set[str]:
    """Return the choices named by the picks below `item`."""
    if isinstance(item, Pick):
        return {item.choice} | _named(tuple(item.values.values()))
    if isinstance(item, Chosen):
        return {item.amount}
    if isinstance(item, tuple):
        return set().union(*map(_named, item))
    if isinstance(item, Mapping):
        return _named(tuple(item.values()))
    if is_dataclass(item) and not isinstance(item, type):
        return _named(tuple(getattr(item, field.name) for field in fields(item)))
    return set()


# --- Lines and prices ------------------------------------------------------------------------------------------------


def decides(game: Game, key: str) -> bool:
    """Tell whether a bet of a resolved game leaves anything to decide before all cards are known."""
    from combin.counting import Plan

    return bool(Plan(game, game.bet(key)).stages)


def practical(ladder: Ladder) -> Rung:
    """Return the shortest list that costs next to nothing, or else the cheapest."""
    return next((rung for rung in ladder.rungs if rung.cost < NOTHING), ladder.rungs[-1])


def recommended(ladder: Ladder) -> Rung:
    """Return the exact list that is easiest to remember; where none was found, the practical one."""
    return practical(ladder) if ladder.rungs[-1].cost else ladder.rungs[-1]


def at_most(ladder: Ladder, lines: int) -> Rung:
    """Return the best list of no more than so many lines; raises CombinError where there is none so short."""
    least = len(ladder.rungs[0].lines)
    if lines < least:
        raise CombinError(f"{ladder.game.slug}: the shortest list has {least} line{'s' if least > 1 else ''}, not {lines}")
    return [rung for rung in ladder.rungs if len(rung.lines) <= lines][-1]


def title_of(text: str) -> str:
    """Return what a strategy calls itself: its first comment, without the mark."""
    return next((line.lstrip("# ").rstrip(" .") for line in text.splitlines() if line.startswith("#")), "")


def common_actions(game: Game, key: str) -> list[str]:
    """Return the actions offered at every decision that needs lines: those that can be taken always."""
    from combin.counting import Plan

    plan = Plan(game, game.bet(key))
    offered = [[action.name for action in plan.decisions[stage.number].actions] for stage in plan.stages]
    return [name for name in offered[0] if all(name in names for names in offered)] if offered else []


def simple_ways(game: Game, key: str, threads: int | None = None) -> tuple[Simple, ...]:
    """Return the shipped strategies of a game and every action taken always, priced, the cheapest first."""
    from combin.strategy import always, examples, parse, price

    found: list[tuple[str, str, Lines]] = []
    for name, text in examples(game.slug).items():
        found.append((title_of(text) or name, name, parse(text, game, key, name)))
    for action in common_actions(game, key):
        lines = always(game, action, key)
        if not any(lines == other for _, _, other in found):
            found.append((f"{action}, whatever the cards", action, lines))
    ways = (Simple(title, argument, price(game, lines, key, threads)) for title, argument, lines in found)
    return tuple(sorted(ways, key=lambda way: (way.priced.cost, way.argument)))
