"""The effect of house rules: each choice changed alone, and two settings side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cached_property

from combin.errors import CombinError
from combin.families.count_up.full_memory import FULL, MOST_HANDS
from combin.families.count_up.house import house_of
from combin.families.count_up.questions import solve
from combin.families.count_up.solve import Solved, Spot
from combin.records import dataclass
from combin.results import Result, columns
from combin.rules.choices import Choice
from combin.rules.count_up import CountUpGame, CountUpSheet

Tell = Callable[[str], None]  # shows what is solved next; empty: done


@dataclass(frozen=True)
class CountUpVariation:
    """One choice set otherwise.

    choice, value: what is set. meaning: in words.
    found: the game so. moved: the share of deals of which another first action is best.
    """

    choice: str
    value: str
    meaning: str
    found: Solved
    moved: Fraction


@dataclass(frozen=True, repr=False)
class CountUpVariations(Result):
    """What each value of each choice makes of the edge and of the best play.

    game: the setting given. found: solved. varied: one a value.
    """

    game: CountUpGame
    found: Solved
    varied: tuple[CountUpVariation, ...]

    _columns = columns(words="choice,value,model", units="house_edge,change,moved")


def vary(
    sheet: CountUpSheet, game: CountUpGame, tell: Tell = lambda text: None
) -> CountUpVariations:
    """Return what every value of every choice makes of a game, one at a time, but for full memory,
    which takes long.

    sheet: with its choices open. game: as it is set.
    """
    if isinstance(sheet, CountUpGame):
        raise CombinError(f"{sheet.slug} is resolved already; ask by its name, its choices open")
    tell(f"{game.slug}: as it is")
    found = solve(game)
    varied = []
    for name, value, meaning, other in changed(sheet, game):
        tell(f"{game.slug}: {name}={value}")
        there = solve(other)
        moved = CountUpDifferences(found, there).share
        varied.append(CountUpVariation(name, value, meaning, there, moved))
    tell("")
    return CountUpVariations(game, found, tuple(varied))


def changed(sheet: CountUpSheet, game: CountUpGame) -> Iterator[tuple[str, str, str, CountUpGame]]:
    """Yield every other value of every choice that changes a game, with its meaning and the game
    so; full memory, which takes long, is left out.
    """
    for choice in sheet.choices:
        for value, meaning in choice.values.items() if isinstance(choice, Choice) else ():
            if value == game.chosen[choice.name]:
                continue
            other = sheet.resolve({**game.chosen, choice.name: value}).without(game.deck.dead)
            if replace(other, chosen=game.chosen, bets=game.bets) == game:
                continue  # what a bet beside the game pays
            if other.model == FULL and (value == FULL or house_of(other).hands > MOST_HANDS):
                continue  # it takes too long, or is not solved
            yield choice.name, value, meaning, other


@dataclass(frozen=True)
class CountUpDifferences:
    """The first hands of which two settings take another action.

    first, second: both solved.
    """

    first: Solved
    second: Solved

    @cached_property
    def spots(self) -> tuple[tuple[Spot, str, str], ...]:
        """Two cards, and what each setting does."""
        pairs = ((spot, self.second.spot(*spot.ranks, spot.up)) for spot in self.first.spots)
        return tuple(
            (one, one.taken, other.taken)
            for one, other in pairs
            if other and one.taken != other.taken
        )

    @cached_property
    def share(self) -> Fraction:
        """The share of the first setting's deals that they are."""
        return Fraction(sum(spot.deals for spot, _, _ in self.spots), self.first.deals)


@dataclass(frozen=True, repr=False)
class CountUpComparison(Result):
    """Two settings side by side.

    games: both. differences: their solutions, and the hands that they play otherwise.
    names: of the settings, as the user wrote them.
    """

    games: tuple[CountUpGame, CountUpGame]
    differences: CountUpDifferences
    names: tuple[str, str] = ("first", "second")

    _columns = columns(words="cards,up,first,second,setting,model", units="house_edge")


def compare(first: CountUpGame, second: CountUpGame) -> CountUpComparison:
    """Return two settings side by side."""
    return CountUpComparison((first, second), CountUpDifferences(solve(first), solve(second)))
