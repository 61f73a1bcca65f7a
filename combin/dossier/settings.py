"""Every setting of the choices that a bet depends on, with its exact result and its lists."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from fractions import Fraction
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from combin.dossier.recommended import recommended
from combin.errors import CombinError
from combin.grouping import grouped
from combin.records import dataclass
from combin.results import Result, columns
from combin.rules.exposed import exposed
from combin.rules.facts import path_key
from combin.rules.game import Game, Sheet
from combin.solving.induction import Root
from combin.solving.result import BetResult, Solution
from combin.version import RELEASE

if TYPE_CHECKING:
    from combin.sensitivity.linear import LinearForm
    from combin.solving.executor import Workers
    from combin.solving.payoffs import Payoffs
    from combin.strategies import Ladder, Lines

ANY = ""  # in a setting: whatever the choice is set to, the bet is the same
LONG = 10_000_000  # ways to see the cards of a decision, beyond which a search for lines is long
WORTH = Fraction(1, 100)  # of one unit: what lines must lose for a long search to be worth its time


@dataclass(frozen=True)
class Setting:
    """A bet under one combination of the choices that it depends on.

    choices: choice -> value, or ANY.
    game: resolved so.
    result: of the best play.
    lines: the list to play by here; None where there is none.
    played: the exact result of playing it.
    ladder: the lists searched for under these rules, `lines` among them; None where `lines` are
        those of the most similar setting.
    of: the name of that setting.
    lost: what its lines lose here, where others are played.
    formula: the value of the best play at any pays, if that play is kept; None where it was not
        asked for.
    """

    choices: Mapping[str, str]
    game: Game
    result: BetResult
    lines: Lines | None = None
    played: BetResult | None = None
    ladder: Ladder | None = None
    of: str = ""
    lost: Fraction | None = None
    formula: LinearForm | None = None

    @property
    def named(self) -> dict[str, str]:
        """The choices that make a difference."""
        return {name: value for name, value in self.choices.items() if value != ANY}

    @property
    def name(self) -> str:
        """These choices in a word that can name a file: ``joker=bug``; empty where all are at their
        defaults.
        """
        if all(self.game.chosen[choice.name] == choice.default for choice in self.game.choices):
            return ""
        return ",".join(f"{name}={value}" for name, value in self.named.items()).replace("/", "_")

    @property
    def cost(self) -> Fraction | None:
        """What the lines lose against the best play here."""
        return self.result.expected_value - self.played.expected_value if self.played else None

    @property
    def is_decided(self) -> bool:
        """Whether the bet leaves anything to decide here."""
        return decides(self.game, self.result.key)

    @property
    def is_long(self) -> bool:
        """Whether a search for lines takes long here."""
        return situations(self.game, self.result.key) > LONG


# By the rules of a bet, as `rules_of` has them: what happens under its best play.
Happened: TypeAlias = "dict[str, Root]"
Settings = Mapping[str, tuple[Setting, ...]]  # bet -> the settings it depends on, the default first


@dataclass(frozen=True, repr=False)
class Edges(Result):
    """The house edges of games under all their choices.

    games: each as the user called it, resolved, and its bets.
    names: the games that were asked for; none for all that come with combin.
    seen: zone -> how many of its cards the player sees though they are meant to be hidden.
    pays: address -> number, as the user replaced them.
    """

    games: tuple[tuple[str, Game, Settings], ...]
    names: tuple[str, ...] = ()
    seen: Mapping[str, int] = field(default_factory=dict)
    pays: Mapping[str, object] = field(default_factory=dict)

    _columns = columns(
        words="paytable,wager,decimal,standard_deviation",
        ratio="house_edge,element_of_risk,hit_frequency",
        units="average_wager",
        squared_units="variance",
    )


# --- The settings, solved ----------------------------------------------------------------------


def decides(game: Game, key: str) -> bool:
    """Return whether a bet of a resolved game leaves anything to decide before all cards are
    known.
    """
    from combin.counting import Plan

    return bool(Plan(game, game.bet(key)).stages)


def is_searched_once(game: Game, key: str) -> bool:
    """Return whether a report searches for lines under the default choices alone, where it takes
    long.
    """
    from combin.counting import Plan
    from combin.families.listed import family_of

    return family_of(Plan(game, game.bet(key))).takes_long


def situations(game: Game, key: str) -> int:
    """Return in how many ways the cards seen at a bet's last decision can come."""
    from combin.counting import Plan

    plan = Plan(game, game.bet(key))
    return max((plan.deals // plan.deals_after(stage) for stage in plan.stages), default=0)


def settings(
    slug: str,
    key: str,
    threads: Workers = None,
    seen: Mapping[str, int] | None = None,
    pays: Mapping[str, object] | None = None,
    happened: Happened | None = None,
) -> tuple[Setting, ...]:
    """Return a bet of a game under every combination of the choices that matter to it, the default
    first.

    seen: zone -> how many of its hidden cards the player sees; a bet that leaves nothing to decide
        stays as it is.
    pays: address -> number, replaced in each setting that has such a pay.
    happened: room for what happens in each setting.
    """
    from combin.games import dealt_sheet

    found = list(combinations(dealt_sheet(slug), key))
    if pays:
        found = [
            (
                choices,
                game.with_pays({pay: units for pay, units in pays.items() if _has(game, pay)}),
            )
            for choices, game in found
        ]
    if seen:
        found = [
            (choices, exposed(game, seen) if decides(game, key) else game)
            for choices, game in found
        ]
    results = _results([game for _, game in found], key, threads, happened)
    return tuple(Setting(choices, game, result) for (choices, game), result in zip(found, results))


def combinations(sheet: Sheet, key: str) -> Iterator[tuple[dict[str, str], Game]]:
    """Yield the choices that matter to a bet, and the game resolved so; equal rules are yielded
    once.

    A choice that makes no difference beside the others is ANY; one that is set alone leaves the
    others at their defaults.
    """
    open_here = sheet.open_in(key)
    choices = [choice for choice in sheet.choices if choice.name in open_here]
    names = [choice.name for choice in choices]
    distinct: dict[str, Game] = {}
    for values in product(*(choice.tried for choice in choices)):
        changed = [choice for choice, value in zip(choices, values) if value != choice.default]
        if len(changed) < 2 or not any(choice.alone for choice in changed):
            game = sheet.resolve(dict(zip(names, values)))
            distinct.setdefault(game.rules_of(key), game)
    games = list(distinct.values())
    made = [game.settings_of(key) for game in games]
    mattering = set[str]().union(*made)
    matter = [name for name in names if name in mattering]
    for game, setting in zip(games, made):
        yield {name: setting.get(name, ANY) for name in matter}, game


def verify_pays(sheet: Sheet, pays: Mapping[str, object]) -> None:
    """Raise CombinError, naming the nearest pay, for an address that no setting of a game has."""
    usual = sheet.resolve()
    settings = [game for bet in usual.bets for _, game in combinations(sheet, bet.key)]
    for address, value in pays.items():
        if not any(_has(game, address) for game in settings):
            usual.with_pays({address: value})


def _has(game: Game, address: str) -> bool:
    return game.pay_meant(address) in game.pays()


def _results(
    games: Sequence[Game], key: str, threads: Workers, happened: Happened | None
) -> list[BetResult]:
    """Return the solution of one bet in each of some games; what happens there is written to
    `happened`.

    Games whose plans count alike are counted once, for tallies know no pays.
    """
    from combin.counting import Plan
    from combin.questions.shares import InMemory
    from combin.questions.solve import results
    from combin.solving.executor import at_once
    from combin.solving.payoffs import Payoffs

    payoffs = [Payoffs(Plan(game, game.bet(key))) for game in games]
    found: dict[int, BetResult] = {}
    for places in _in_order(payoffs):
        kept = InMemory(at_once(threads))
        found |= zip(places, results([payoffs[place] for place in places], threads, kept=kept))
        if happened is not None:
            for place, shares in zip(places, zip(*kept.values())):
                root = happened[games[place].rules_of(key)] = Root()
                for share in shares:
                    root.add(share)
    return [found[place] for place in range(len(games))]


def _in_order(payoffs: Sequence[Payoffs]) -> Iterator[list[int]]:
    """Yield the places of payoffs that count alike; those of the same cards and hands follow one
    another, for a family may keep what they have in common.
    """
    for places in _places_by(payoffs, lambda one: repr((one.plan.game.deck, one.plan.game.hands))):
        for alike in _places_by([payoffs[at] for at in places], lambda one: one.plan.counted_by):
            yield [places[at] for at in alike]


def _places_by(
    payoffs: Sequence[Payoffs], key: Callable[[Payoffs], Hashable]
) -> Collection[list[int]]:
    """Return the places of payoffs in groups, one for each value of `key`."""
    return grouped((key(one), place) for place, one in enumerate(payoffs)).values()


def solution_at(setting: Setting, settings: Settings) -> Solution:
    """Return the solution of all bets of a game under one setting of its choices.

    It is signed by the release alone: a report does not change when a kernel is only rewritten.
    """
    game = setting.game
    bets = {}
    for key, listed in settings.items():
        rules = game.rules_of(key)
        (bets[key],) = [one.result for one in listed if one.game.rules_of(key) == rules]
    return Solution(game, bets, version=RELEASE)


# --- Lines to play by --------------------------------------------------------------------------


def with_lines(
    listed: Sequence[Setting], ladder: Ladder | None, played: PlayedSettings | None = None
) -> tuple[Setting, ...]:
    """Return the settings of a bet, each with lines to play it by, where it leaves anything to
    decide: those of the most similar setting, or its own where those lose too much.

    ladder: the default rules' lists, the first setting's; None where those leave nothing to decide.
    played: what lists come to under the settings, as far as it is known.
    """
    played = played or PlayedSettings(listed)
    first, *others = listed
    done = [_with_own(first, ladder, played) if ladder else first]
    for setting in others:
        known = [other for other in done if other.ladder]
        if setting.is_decided and known:
            near = max(known, key=lambda other: len(other.named.items() & setting.named.items()))
            if near.lines and (result := played.result(setting, near.lines)):
                setting = replace(setting, lines=near.lines, of=near.name, played=result)
        cost = setting.cost
        fits = cost == 0 or (cost is not None and cost < WORTH and setting.is_long)
        if setting.is_decided and not fits:
            own = _searched(setting.game, setting.result.key)
            setting = _with_own(replace(setting, lost=cost), own, played) if own else setting
        done.append(setting)
    return tuple(done)


def _with_own(setting: Setting, ladder: Ladder, played: PlayedSettings) -> Setting:
    lines = recommended(ladder).lines
    return replace(setting, ladder=ladder, lines=lines, played=played.result(setting, lines))


def _searched(game: Game, key: str) -> Ladder | None:
    """Return the ladder of a bet; None where none is searched for beside the default one."""
    from combin.strategies import find

    if is_searched_once(game, key):
        return None
    try:
        return find(game, key)
    except CombinError:
        return None


def meaning(lines: Lines, payoffs: Payoffs) -> str:
    """Return what besides the cards decides what lines mean: what can be done, what points and
    outs are worth, and the stakes where the lines name them.
    """
    from combin.families.listed import family_of
    from combin.strategies.lines import traits_asked
    from combin.strategies.traits import WAGERED
    from combin.strategies.vocabulary import View

    plan = payoffs.plan
    views = [View(plan, stage) for stage in plan.stages if not family_of(plan).language(plan)]
    worth = [(view.points, view.line_of) for view in views]
    stakes = plan.game.play if WAGERED in traits_asked(lines.blocks.values()) else ()
    return repr((list(map(path_key, plan.paths)), worth, stakes))


class PlayedSettings:
    """What lines come to under the settings of a bet.

    Settings that count alike are counted together as soon as one of them is asked for.
    """

    def __init__(
        self,
        settings: Sequence[Setting],
        happened: Mapping[str, Root] = MappingProxyType({}),
        threads: Workers = None,
    ) -> None:
        """happened: what happens under some lists in the first setting, by their texts."""
        from combin.counting import Plan
        from combin.solving.payoffs import Payoffs

        self.names = [setting.name for setting in settings]
        self.payoffs = [
            Payoffs(Plan(setting.game, setting.game.bet(setting.result.key)))
            for setting in settings
        ]
        self.results: dict[tuple[str, str], BetResult | None] = {}
        self._happened, self._threads = happened, threads

    def result(self, setting: Setting, lines: Lines) -> BetResult | None:
        """Return the exact result of playing lines under a setting; None where they do not speak of
        its decisions.
        """
        asked = (str(lines), setting.name)
        if asked not in self.results:
            self._play(setting, lines)
        return self.results[asked]

    def _play(self, setting: Setting, lines: Lines) -> None:
        """Play lines under a setting, and under all that count alike."""
        from combin.strategies import parse, played

        text = str(lines)
        mine = self.names.index(setting.name)
        groups = _places_by(self.payoffs, lambda one: (one.plan.counted_by, meaning(lines, one)))
        (places,) = [group for group in groups if mine in group]
        names = [self.names[place] for place in places]
        self.results |= {(text, name): None for name in names}
        happened = self._happened if 0 in places else {}
        with suppress(CombinError):
            here = parse(text, setting.game, lines.bet)
            asked = [self.payoffs[place] for place in places]
            for name, result in zip(names, played(asked, here, self._threads, happened)):
                self.results[text, name] = result
