"""Finds a choice of a sheet by its name, and sets all choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from combin.errors import refuse, verify_known
from combin.rules.blackjack import Turns
from combin.rules.choices import Amount, Choice
from combin.rules.said import CHOICES, NO, YES
from combin.spelling import meanings, meant

MAIN_GAME = "main game"  # how the first bet is shown, unless it is one of several on a deal


class Choosing:
    """Rules that leave choices to the casino.

    slug: the name of the game on the command line.
    path: of the file of the user's own that states the rules; empty for others.
    choices: the readings, paytables and amounts that can be set.
    play: the steps of a round.
    """

    slug: str
    path: str
    choices: tuple[Choice | Amount, ...]
    play: Any
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
    def choice_names(self) -> list[str]:
        """The names of its choices and amounts."""
        return [choice.name for choice in self.choices]

    @cached_property
    def has_turns(self) -> bool:
        """Whether hands grow in its play."""
        return isinstance(self.play, tuple) and any(isinstance(step, Turns) for step in self.play)

    @property
    def turns(self) -> Turns:
        """The step of its play in which hands grow, where it has one."""
        return next(step for step in self.play if isinstance(step, Turns))

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
            choice, said = self.setting(name, value)
            refuse(choice in given, f"choice {choice} is given twice")
            given[choice] = said
        return {one.name: one.accept(given.get(one.name, one.default)) for one in self.choices}

    def setting(self, name: str, value: object) -> tuple[str, str]:
        """Return the choice and the value that a setting means, ``soft17=hit`` for ``h17=yes``;
        raises CombinError where it means none, or several.
        """
        found, answer = self.settings_meant(name), str(value).casefold()
        if not found or self.choice_meant(name) in self.choice_names:
            choice = self.choice(name)
            return choice.name, choice.accept(value)
        refuse(answer not in (*YES, *NO), f"{name} is yes or no, not {value!r}")
        if answer in NO:
            others = [(one, self.choice(one).values, meant) for one, meant in found]
            found = [
                (one, value) for one, every, meant in others for value in every if value != meant
            ]
        refuse(len(found) > 1, f"{name}={value} may be {' or '.join(map('='.join, found))}")
        return found[0]

    def settings_meant(self, word: str) -> list[tuple[str, str]]:
        """Return the settings that a word may mean by itself, choice and value."""
        return meanings(
            word,
            [
                (said, (choice.name, value))
                for choice in self.choices
                if isinstance(choice, Choice)
                for value in choice.values
                for said in choice.said(value)
            ],
        )

    def verify_chosen(self, settings: Mapping[str, object] | None) -> None:
        """Raise CombinError where settings say other than what a game was resolved with."""
        for name, value in (settings or {}).items():
            choice, asked = self.setting(name, value)
            here = self.chosen[choice]
            refuse(
                asked != here,
                f"{self.slug} is resolved already, with {choice}={here}; load it with "
                f"{choice}={value}",
            )

    def choice(self, name: str) -> Choice | Amount:
        """Return the choice that a name means; raises CombinError naming the nearest known one."""
        known = {choice.name: choice for choice in self.choices}
        found = self.choice_meant(str(name))
        verify_known(found, known, f"{self.slug} has no choice {name!r}")
        return known[found]

    def choice_meant(self, name: str) -> str:
        """Return the name of the choice that a name means, or the name itself where it means
        none.
        """
        known = [choice.name for choice in self.choices]
        return meant(
            name,
            known,
            "the choice",
            [said for said in CHOICES.items() if said[1] in known],
        )
