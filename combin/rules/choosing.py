"""Finds a choice of a sheet by its name, and sets all choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from combin.cards import Deck
from combin.errors import CombinError, nearest
from combin.rules.choices import Amount, Choice
from combin.rules.glossary import called, capital
from combin.spelling import meant

MAIN_GAME = "main game"  # how the first bet is shown, unless it is one of several on a deal
NONE: Mapping[str, Any] = MappingProxyType({})


class Choosing:
    """Rules that leave choices to the casino.

    slug: the name of the game on the command line.
    path: of the file of the user's own that states the rules; empty for others.
    choices: the readings, paytables and amounts that can be set.
    combined: whether its house edges are told for all combinations of them, not for one at a time.
    """

    slug: str
    path: str
    combined = True
    choices: tuple[Choice | Amount, ...]
    bets: Any
    chosen: Mapping[str, str]  # of a game; a sheet has none yet
    resolve: Callable[..., Any]  # gives the game with its choices made

    @property
    def stated(self) -> tuple[object, ...]:
        """All parts of the rules in which a choice may stand."""
        raise NotImplementedError

    @property
    def bet_keys(self) -> tuple[str, ...]:
        """The keys of the bets, that of the game itself first."""
        return tuple(bet.key for bet in self.bets)

    @property
    def usual_keys(self) -> tuple[str, ...]:
        """The keys of the bets that are asked where none is named."""
        return self.bet_keys

    def settling(self, *keys: str) -> Any:
        """Return the rules by which some bets are settled: those of the game, or where none of them
        is settled by its play, of the bets on its first cards.
        """
        return self

    @property
    def on_command_line(self) -> str:
        """What a command takes for the game: its slug, or the path of the user's own file."""
        return self.path or self.slug

    def made(self, settings: Mapping[str, object] | None) -> dict[str, str]:
        """Return choice -> value, the default of those that are not set.

        Raises CombinError for an unknown choice or value, or one that is given twice.
        """
        given: dict[str, Any] = {}
        for name, value in (settings or {}).items():
            choice = self.choice(name).name
            if choice in given:
                raise CombinError(f"choice {choice} is given twice")
            given[choice] = value
        return {one.name: one.accept(given.get(one.name, one.default)) for one in self.choices}

    def verify_chosen(self, settings: Mapping[str, object] | None) -> None:
        """Raise CombinError where settings say other than what a game was resolved with."""
        for name, value in (settings or {}).items():
            choice = self.choice(name)
            here = self.chosen[choice.name]
            if choice.accept(value) != here:
                raise CombinError(
                    f"{self.slug} is resolved already, with {choice.name}={here}; load it with "
                    f"{choice.name}={value}"
                )

    def choice(self, name: str) -> Choice | Amount:
        """Return the choice that a name means; raises CombinError naming the nearest known one."""
        known = {choice.name: choice for choice in self.choices}
        found = self.choice_meant(str(name))
        if found not in known:
            raise CombinError(f"{self.slug} has no choice {name!r}{nearest(str(name), known)}")
        return known[found]

    def choice_meant(self, name: str) -> str:
        """Return the name of the choice that a name means, or the name itself where it means
        none.
        """
        known = [choice.name for choice in self.choices]
        return meant(name, known, "the choice", {"decks": "packs"} if "packs" in known else {})


class Resolved(Choosing):
    """A game of any family with every choice made: what is asked of it whatever it deals.

    title, source: its name for people, and where the rules were read. notes: for who reads results.
    deck: the cards.
    priced: the pays that were replaced, address -> units now. usual: before.
    exposed: zone -> how many of its cards the player sees though they are meant to be hidden.
    bet: the bet that a key means. shown: the name under which one is shown.
    rules_of: what decides a bet, as text: equal texts, equal rules.
    pay_meant: the address of the pay that a name means, where pays have names.
    with_pays, without: the game with some pays replaced, or with cards gone from its shoe.
    """

    title: str
    source: str
    notes: tuple[str, ...]
    deck: Deck
    priced: Mapping[str, Fraction] = NONE
    usual: Mapping[str, Fraction] = NONE
    exposed: Mapping[str, int] = NONE
    names: Mapping[str, str] = NONE
    bet: Callable[[str], Any]
    shown: Callable[[str], str]
    rules_of: Callable[[str], str]
    pay_meant: Callable[[str], str]
    with_pays: Callable[[Mapping[str, Any]], Any]
    without: Callable[[str], Any]

    @property
    def removed(self) -> str:
        """The cards that were taken from the shoe."""
        return self.deck.dead

    @property
    def others(self) -> tuple[str, ...]:
        """The keys of bets of the same game that other rules settle."""
        return ()

    @property
    def remark(self) -> str:
        """What a reader of all figures should know of them, in a sentence; empty for nothing."""
        return ""

    @property
    def decisions(self) -> tuple[Any, ...]:
        """The decisions that stand in the rules."""
        return ()

    def unit(self, wager: str) -> str:
        """Return what people say for the wager that the figures of a bet are in."""
        return "bet"

    def called(self, name: str) -> str:
        """Return what people say for the name of an action, bet or wager."""
        return called(name, self.names)

    def said(self, name: str) -> str:
        """Return how advice names an action: as typed, but a double by how often it is bet."""
        return name

    def pay_called(self, address: str) -> str:
        """Return the spoken name of a pay: ``Pair plus: flush``, ``flush``."""
        first, *rest = map(self.called, address.split("."))
        return f"{capital(first)}: {', '.join(rest)}" if rest else first

    def choices_of(self, *keys: str) -> tuple[Choice | Amount, ...]:
        """Return the choices that change some bets."""
        return self.choices

    def settings_of(self, *keys: str) -> dict[str, str]:
        """Return choice -> value of the choices that change some of these bets."""
        return {choice.name: self.chosen[choice.name] for choice in self.choices_of(*keys)}

    def meters(self, *keys: str) -> dict[str, Fraction]:
        """Return where the meters of these bets stand, address -> units."""
        return {}

    def pays_in(self, key: str) -> dict[str, Fraction]:
        """Return the pays of a bet that can be replaced, address -> units."""
        return {}

    def priced_in(self, *keys: str) -> dict[str, Fraction]:
        """Return the pays of these bets that were replaced, address -> units."""
        return {}
