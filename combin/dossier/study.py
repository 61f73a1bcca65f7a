"""Gathers what a report tells about a game: its solution, every setting of its choices, its lines,
and what simpler play costs.

Nothing here is laid out, and nothing is counted but through the solver and the strategy package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

from combin.errors import CombinError
from combin.results import Result
from combin.rules.game import Game
from combin.rules.sheet import Sheet
from combin.solving.result import BetResult, Solution
from combin.version import RELEASE

if TYPE_CHECKING:
    from combin.sensitivity import Digest
    from combin.solving.executor import Workers
    from combin.solving.payoffs import Payoffs
    from combin.strategies import Ladder, Lines, Priced, Rung

ANY = ""  # in a setting: whatever the choice is set to, the bet is the same
NOTHING = Fraction(
    1, 100_000
)  # of one unit: what a list may cost of which a longer one is not worth learning
SEEN = 10_000_000  # ways to see the cards of a decision, beyond which a search is long
WORTH = Fraction(1, 100)  # of one unit: what lines must lose for a long search to be worth its time


@dataclass(frozen=True)
class Setting:
    """A bet under one combination of the choices that it depends on.

    choices: choice -> value, or ANY. game: resolved so. lines: the list to play by here, None where
        there is none. played: the
    exact result of playing it. ladder: the lists searched for under these rules, of which it is
        one; where it is None the lines
    are those of the most similar setting. of: that setting's name. lost: what its lines lose here,
        where others are played.
    """

    choices: Mapping[str, str]
    game: Game
    result: BetResult
    lines: Lines | None = None
    played: BetResult | None = None
    ladder: Ladder | None = None
    of: str = ""
    lost: Fraction | None = None

    @property
    def named(self) -> dict[str, str]:
        """The choices that make a difference."""
        return {name: value for name, value in self.choices.items() if value != ANY}

    @property
    def name(self) -> str:
        """These choices in a word that can name a file: ``joker=bug``; nothing where all are at
        their defaults.
        """
        if all(self.game.chosen[choice.name] == choice.default for choice in self.game.choices):
            return ""
        return ",".join(f"{name}={value}" for name, value in self.named.items()).replace("/", "_")

    @property
    def cost(self) -> Fraction | None:
        """What the lines lose against the best play here."""
        return self.result.expected_value - self.played.expected_value if self.played else None


Settings = Mapping[str, tuple[Setting, ...]]  # bet -> the settings it depends on, the default first


@dataclass(frozen=True, repr=False)
class Edges(Result):
    """The house edges of games under all their choices.

    games: each as the user called it, resolved, and its bets.
    names: the games that were asked for; none for all that come with combin.
    """

    games: tuple[tuple[str, Game, Settings], ...]
    names: tuple[str, ...] = ()

    def _written(self, form: str) -> str:
        from combin.render.edges import edges

        return edges(self, form)

    def _headline(self) -> str:
        settings = sum(len(listed) for _, _, bets in self.games for listed in bets.values())
        return f"{', '.join(name for name, _, _ in self.games)}: {settings} settings"


@dataclass(frozen=True)
class Simple:
    """A simpler way to play and its exact price. title: for people. argument: what `combin price`
    takes for it.
    """

    title: str
    argument: str
    priced: Priced


@dataclass(frozen=True)
class Study:
    """Everything that a report tells about a game, its choices at their defaults.

    pays: what they do.
    """

    game: Game
    solution: Solution
    settings: Settings
    simple: tuple[Simple, ...]
    pays: Digest

    @property
    def base(self) -> BetResult:
        """The result of the game itself."""
        return self.solution.bets[self.game.bets[0].key]

    @property
    def ladder(self) -> Ladder | None:
        """The lists for the game itself; None where nothing is decided."""
        return self.settings[self.game.bets[0].key][0].ladder


# --- The solution and the settings -------------------------------------------------------------


def settings(slug: str, key: str, threads: Workers = None) -> tuple[Setting, ...]:
    """Return a bet of a game under every combination of the choices that matter to it, the default
    first.
    """
    from combin.games import find

    found = list(combinations(find(slug), key))
    results = _results([game for _, game in found], key, threads)
    return tuple(Setting(choices, game, result) for (choices, game), result in zip(found, results))


def with_lines(listed: Sequence[Setting], ladder: Ladder | None) -> tuple[Setting, ...]:
    """Return the settings of a bet, each with lines to play it by, where it leaves anything to
    decide.

    ladder: the default rules' lists, the first setting's; None where those leave nothing to decide.
    """
    played = _Played(listed)
    first, *others = listed
    told = [_with_own(first, ladder, played) if ladder else first]
    for setting in others:
        known = [other for other in told if other.ladder]
        told.append(
            _with_lines(setting, known, played)
            if decides(setting.game, setting.result.key)
            else setting
        )
    return tuple(told)


def _with_lines(setting: Setting, known: Sequence[Setting], played: _Played) -> Setting:
    """Return the setting with the lines of the most similar of those known, or with its own where
    they lose too much.
    """
    key = setting.result.key
    if known:
        near = max(
            known, key=lambda other: len(other.named.items() & setting.named.items())
        )  # of equals the first
        if near.lines and (result := played.result(setting, near.lines)):
            setting = replace(setting, lines=near.lines, of=near.name, played=result)
    if setting.cost == 0 or (
        setting.cost is not None and setting.cost < WORTH and seen(setting.game, key) > SEEN
    ):
        return setting
    ladder = _searched(setting.game, key)
    return _with_own(replace(setting, lost=setting.cost), ladder, played) if ladder else setting


def _with_own(setting: Setting, ladder: Ladder, played: _Played) -> Setting:
    lines = recommended(ladder).lines
    return replace(setting, ladder=ladder, lines=lines, played=played.result(setting, lines))


def _searched(game: Game, key: str) -> Ladder | None:
    """Return the ladder of a bet; None where it has too many situations to search."""
    from combin.strategies import find as find_lines

    try:
        return find_lines(game, key)
    except CombinError:
        return None


def solution_at(setting: Setting, settings: Settings) -> Solution:
    """Return the solution of all bets of a game under one setting of its choices.

    It is signed by the release alone: a report does not change when a kernel is only rewritten.
    """
    bets = {
        key: next(
            one.result for one in listed if one.game.rules_of(key) == setting.game.rules_of(key)
        )
        for key, listed in settings.items()
    }
    return Solution(setting.game, bets, RELEASE)


def seen(game: Game, key: str) -> int:
    """Return in how many ways the cards seen at a bet's last decision can come."""
    from combin.counting import Plan

    plan = Plan(game, game.bet(key))
    return max((plan.deals // plan.deals_after(stage) for stage in plan.stages), default=0)


def _results(games: list[Game], key: str, threads: Workers) -> list[BetResult]:
    """Return the solution of one bet in each of some games; what is counted alike is counted once,
    for tallies know no pays.
    """
    from combin.counting import Plan
    from combin.solving.payoffs import Payoffs
    from combin.solving.solve import results

    asked = [Payoffs(Plan(game, game.bet(key))) for game in games]
    found: dict[int, BetResult] = {}
    for places in _alike(asked):
        found |= zip(places, results([asked[place] for place in places], threads))
    return [found[place] for place in range(len(games))]


def _alike(
    asked: Sequence[Payoffs], reading: Callable[[Payoffs], Any] = lambda payoffs: None
) -> Iterable[list[int]]:
    """Return the places of payoffs, those together whose plans count alike and of which `reading`
    tells the same.
    """
    alike: dict[tuple[str, str], list[int]] = {}
    for place, payoffs in enumerate(asked):
        alike.setdefault((payoffs.plan.counted_by, repr(reading(payoffs))), []).append(place)
    return alike.values()


def _reading(lines: Lines, payoffs: Payoffs) -> Any:
    """Return what beside the cards decides what lines mean: what points and outs are worth, and
    stakes where they are named.
    """
    from combin.strategies.traits import WAGERED
    from combin.strategies.vocabulary import View

    views = [View(payoffs.plan, stage) for stage in payoffs.plan.stages]
    named = {
        condition.trait
        for block in lines.blocks.values()
        for line in block
        for condition in line.conditions
    }
    return [
        (view.points, view.line_of) for view in views
    ], payoffs.plan.game.play if WAGERED in named else ()


class _Played:
    """What lines come to under the settings of a bet; settings that count alike are counted
    together, once one is asked for.
    """

    def __init__(self, settings: Sequence[Setting]) -> None:
        from combin.counting import Plan
        from combin.solving.payoffs import Payoffs

        self.names = [setting.name for setting in settings]
        self.payoffs = [
            Payoffs(Plan(setting.game, setting.game.bet(setting.result.key)))
            for setting in settings
        ]
        self.results: dict[tuple[str, str], BetResult | None] = {}

    def result(self, setting: Setting, lines: Lines) -> BetResult | None:
        """Return the exact result of playing lines under a setting; None where they do not speak of
        its decisions.
        """
        from combin.strategies import parse, played

        text = str(lines)
        if (text, setting.name) not in self.results:
            alike = _alike(self.payoffs, partial(_reading, lines))
            places = next(places for places in alike if self.names.index(setting.name) in places)
            self.results |= {(text, self.names[place]): None for place in places}
            with suppress(CombinError):
                said = parse(text, setting.game, lines.bet)
                for place, found in zip(
                    places, played([self.payoffs[place] for place in places], said)
                ):
                    self.results[text, self.names[place]] = found
        return self.results[text, setting.name]


def combinations(sheet: Sheet, key: str) -> Iterator[tuple[dict[str, str], Game]]:
    """Yield the choices that matter to a bet, and the game resolved so; equal rules are yielded
    once.

    A choice that makes no difference beside the others is ANY.
    """
    names = sheet.open_in(key)
    choices = [choice for choice in sheet.choices if choice.name in names]
    alike: dict[str, Game] = {}
    for values in product(*(choice.tried for choice in choices)):
        resolved = sheet.resolve(dict(zip((choice.name for choice in choices), values)))
        alike.setdefault(resolved.rules_of(key), resolved)
    told = [resolved.settings_of(key) for resolved in alike.values()]
    matter = [choice.name for choice in choices if any(choice.name in named for named in told)]
    for resolved, named in zip(alike.values(), told):
        yield {name: named.get(name, ANY) for name in matter}, resolved


# --- Lines and prices --------------------------------------------------------------------------


def decides(game: Game, key: str) -> bool:
    """Tell whether a bet of a resolved game leaves anything to decide before all cards are
    known.
    """
    from combin.counting import Plan

    return bool(Plan(game, game.bet(key)).stages)


def practical(ladder: Ladder) -> Rung:
    """Return the shortest list that costs next to nothing, or else the cheapest."""
    return next((rung for rung in ladder.rungs if rung.cost < NOTHING), ladder.rungs[-1])


def recommended(ladder: Ladder) -> Rung:
    """Return the exact list that is easiest to remember; where none was found, the
    practical one.
    """
    return practical(ladder) if ladder.rungs[-1].cost else ladder.rungs[-1]


def at_most(ladder: Ladder, lines: int) -> Rung:
    """Return the best list of no more than so many lines; raises CombinError where there is none so
    short.
    """
    least = len(ladder.rungs[0].lines)
    if lines < least:
        raise CombinError(
            f"{ladder.game.slug}: the shortest list has {least} line{'s' if least > 1 else ''}, "
            f"not {lines}"
        )
    return [rung for rung in ladder.rungs if len(rung.lines) <= lines][-1]


def title_of(text: str) -> str:
    """Return what a strategy calls itself: its first comment, without the mark."""
    return next(
        (line.lstrip("# ").rstrip(" .") for line in text.splitlines() if line.startswith("#")), ""
    )


def simple_ways(game: Game, key: str, threads: Workers = None) -> tuple[Simple, ...]:
    """Return the shipped strategies of a game and every action taken always, priced, the cheapest
    first.
    """
    from combin.counting import Plan
    from combin.solving.payoffs import Payoffs
    from combin.strategies import always, common_actions, examples, parse, priced

    found: list[tuple[str, str, Lines]] = []
    for name, text in examples(game.slug).items():
        found.append((title_of(text) or name, name, parse(text, game, key, name)))
    for action in common_actions(game, key):
        lines = always(game, action, key)
        if not any(lines == other for _, _, other in found):
            found.append((f"{action}, whatever the cards", action, lines))
    prices = priced(Payoffs(Plan(game, game.bet(key))), [lines for _, _, lines in found], threads)
    ways = (Simple(title, argument, price) for (title, argument, _), price in zip(found, prices))
    return tuple(sorted(ways, key=lambda way: (way.priced.cost, way.argument)))
