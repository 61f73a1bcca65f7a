"""The contents of a game's report, as data: its solution, every setting, its lists of lines, the
effect of its pays, and the cost of simpler play.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from combin.dossier.settings import PlayedSettings, Settings
from combin.records import dataclass
from combin.rules.game import Game

if TYPE_CHECKING:
    from fractions import Fraction

    from combin.dossier.published import Agreement
    from combin.sensitivity import Digest
    from combin.solving.executor import Workers
    from combin.solving.induction import Root
    from combin.solving.result import BetResult, Solution
    from combin.strategies import Ladder, Lines, Priced


@dataclass(frozen=True)
class SimpleWay:
    """A simpler way to play and its exact price.

    title: for people.
    argument: what `combin price` takes for it.
    priced: its value, and its cost against the best play.
    """

    title: str
    argument: str
    priced: Priced


@dataclass(frozen=True)
class Report:
    """Everything that a report says of a game, its choices at their defaults.

    game: the rules.
    solution: every bet's exact result.
    settings: bet -> its settings, the default first.
    listed: the list to play by, priced; None where nothing is decided.
    simple: simpler ways to play, the cheapest first.
    pays: what each pay returns, and what happens when it moves.
    played: what lists come to under the settings of the game itself.
    agreements: published figures beside the exact ones.
    """

    game: Game
    solution: Solution
    settings: Settings
    listed: Priced | None
    simple: tuple[SimpleWay, ...]
    pays: Digest
    played: PlayedSettings
    agreements: tuple[Agreement, ...]

    @property
    def base(self) -> BetResult:
        """The result of the game itself."""
        return self.solution.bets[self.game.bets[0].key]

    @property
    def unsearched(self) -> int:
        """How many hands there are, up to a relabelling of the suits, where no list of lines is
        searched for, else 0.
        """
        from combin.counting import Plan
        from combin.counting.memory import most_sets
        from combin.families.listed import family_of

        plan = Plan(self.game, self.game.bets[0])
        return 0 if family_of(plan).by_lines else most_sets(plan)

    @property
    def ladder(self) -> Ladder | None:
        """The lists for the game itself; None where nothing is decided."""
        return self.settings[self.game.bets[0].key][0].ladder


def priced_lists(
    game: Game,
    key: str,
    optimum: Fraction,
    threads: Workers = None,
    happened: dict[str, Root] | None = None,
) -> tuple[Ladder, Priced, tuple[SimpleWay, ...]]:
    """Return the lists for a bet, all of those that ship priced again; the price of the one to play
    by; and the strategies that come with a game and each action taken always, priced, the cheapest
    first. The deals are counted once for all of these; where that takes long also for the lists.

    optimum: the expected value of the best play.
    happened: room for what happens under each list that is priced, by its text.
    """
    from combin.counting import Plan
    from combin.dossier.found import found, proved_by, proved_lists
    from combin.dossier.recommended import recommended
    from combin.families.listed import family_of
    from combin.solving.payoffs import Payoffs
    from combin.strategies import always, common_actions, priced

    payoffs = Payoffs(Plan(game, game.bet(key)))
    together = family_of(payoffs.plan).recounts
    ladder = found(game, key) if together else proved_lists(game, key, optimum, threads)
    simple = [*_examples(game, key)]
    known = [lines for _, _, lines in simple]
    simple += [
        (f"{action}, whatever the cards", action, lines)
        for action in common_actions(game, key)
        if (lines := always(game, action, key)) not in known
    ]
    best = recommended(ladder)
    others = [rung for rung in ladder.rungs if ladder.shipped and rung != best]
    asked = [best, *others]
    lists = [*(rung.lines for rung in asked), *(lines for _, _, lines in simple)]
    prices = priced(payoffs, lists, threads, happened=happened)
    if ladder.shipped:
        ladder = proved_by(ladder, asked, optimum, [price.value for price in prices[: len(asked)]])
    ways = [
        SimpleWay(title, argument, price)
        for (title, argument, _), price in zip(simple, prices[len(asked) :])
    ]
    return ladder, prices[0], tuple(sorted(ways, key=lambda way: (way.priced.cost, way.argument)))


def _examples(game: Game, key: str) -> Iterator[tuple[str, str, Lines]]:
    """Yield the strategies that come with a game: title, name, lines."""
    from combin.strategies import examples
    from combin.strategies.library import published_lists

    texts = examples(game.slug)
    for lines in published_lists(game, key):
        yield title_of(texts[lines.name]) or lines.name, lines.name, lines


def title_of(text: str) -> str:
    """Return what a strategy calls itself: its first comment, without the mark."""
    comments = (line for line in text.splitlines() if line.startswith("#"))
    return next(comments, "").lstrip("# ").rstrip(" .")
