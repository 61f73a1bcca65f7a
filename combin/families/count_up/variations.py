"""The effect of house rules: each choice changed alone, and two settings side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cached_property

from combin.errors import CombinError
from combin.families.count_up.full_memory import FULL, MOST_HANDS
from combin.families.count_up.house import RANKS, falling, house_of, without
from combin.families.count_up.questions import solved_games
from combin.families.count_up.solve import Solved, Spot
from combin.families.count_up.switch import KEEP, SWITCH, Four, Switched, deals_of
from combin.records import dataclass
from combin.results import Result, columns
from combin.rules.choices import Choice
from combin.rules.count_up import CountUpGame, CountUpSheet

Row = tuple[str, str, str, str]  # cards, the dealer's, and what each of two settings does
Tell = Callable[[str], None]  # shows what is solved next; empty: done


@dataclass(frozen=True)
class CountUpVariation:
    """One choice set otherwise.

    choice, value: what is set. meaning: in words.
    found: the game so. moved: the share of deals of which another first action is best; of two
        hands those of which another choice is best, to keep their cards or to switch them.
    """

    choice: str
    value: str
    meaning: str
    found: Solved | Switched
    moved: Fraction


@dataclass(frozen=True, repr=False)
class CountUpVariations(Result):
    """What each value of each choice makes of the edge and of the best play.

    game: the setting given. found: solved. varied: one a value.
    """

    game: CountUpGame
    found: Solved | Switched
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
    settings = [*changed(sheet, game)]
    named = ["as it is", *(f"{name}={value}" for name, value, _, _ in settings)]
    games = [game, *(other for *_, other in settings)]
    found, *others = solved_games(games, lambda at: tell(f"{game.slug}: {named[at]}"))
    tell("")
    varied = [
        CountUpVariation(name, value, meaning, there, differences_of(found, there).share)
        for (name, value, meaning, _), there in zip(settings, others)
    ]
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

    @property
    def rows(self) -> list[Row]:
        """The cards, the dealer's, and what each setting does."""
        return [
            (" ".join(RANKS[rank] for rank in spot.ranks), spot.against, first, second)
            for spot, first, second in self.spots
        ]

    @cached_property
    def share(self) -> Fraction:
        """The share of the first setting's deals that they are."""
        return Fraction(sum(spot.deals for spot, _, _ in self.spots), self.first.deals)


@dataclass(frozen=True)
class SwitchDifferences:
    """The deals of two hands of which two settings do otherwise, to keep cards or to switch them.

    first, second: both solved.
    """

    first: Switched
    second: Switched

    @cached_property
    def _deals(self) -> list[tuple[int, int, Four, str, str]]:
        """In how many orders, the dealer's card, those of both hands, and what each setting does,
        the most likely first.
        """
        found = []
        for up, gains in self.first.gains.items():
            others = self.second.gains.get(up, {})
            for one, other, orders in deals_of(without(self.first.shoe, up)):
                cards = (*one, *other)
                if cards in others:
                    first, second = _choice(gains[cards]), _choice(others[cards])
                    if first != second:
                        found.append((orders * self.first.shoe[up], up, cards, first, second))
        return sorted(found, key=lambda deal: (-deal[0], deal[1:]))

    @property
    def rows(self) -> list[Row]:
        """The cards of both hands, the dealer's, and what each setting does."""
        return [
            (f"{RANKS[a]} {RANKS[b]}, {RANKS[c]} {RANKS[d]}", RANKS[up], first, second)
            for _, up, (a, b, c, d), first, second in self._deals
        ]

    @cached_property
    def share(self) -> Fraction:
        """The share of the first setting's deals that they are."""
        return Fraction(sum(deal[0] for deal in self._deals), falling(sum(self.first.shoe), 5))


def _choice(gain: Fraction) -> str:
    return SWITCH if gain > 0 else KEEP


def differences_of(
    first: Solved | Switched, second: Solved | Switched
) -> CountUpDifferences | SwitchDifferences:
    """Return what two settings do otherwise, both of one hand or both of two."""
    if isinstance(first, Switched):
        assert isinstance(second, Switched), "both are of two hands"
        return SwitchDifferences(first, second)
    assert isinstance(second, Solved), "both are of one hand"
    return CountUpDifferences(first, second)


@dataclass(frozen=True, repr=False)
class CountUpComparison(Result):
    """Two settings side by side.

    games: both. differences: their solutions, and the hands that they play otherwise, or of which
        they switch cards otherwise.
    names: of the settings, as the user wrote them.
    """

    games: tuple[CountUpGame, CountUpGame]
    differences: CountUpDifferences | SwitchDifferences
    names: tuple[str, str] = ("first", "second")

    _columns = columns(words="cards,up,first,second,setting,model", units="house_edge")


def compare(
    first: CountUpGame, second: CountUpGame, tell: Callable[[str], None] = lambda text: None
) -> CountUpComparison:
    """Return two settings side by side; raises CombinError for one hand beside two."""
    if (first.switch is None) != (second.switch is None):
        raise CombinError(f"{first.slug} is compared with another setting of {first.slug} only")
    games = first, second
    found = solved_games(games, lambda at: tell(f"{first.slug}: {('first', 'second')[at]} setting"))
    tell("")
    return CountUpComparison(games, differences_of(*found))
