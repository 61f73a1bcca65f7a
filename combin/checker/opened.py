"""A log, and what a user says of it, before its rows are read."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from combin.checker.core import LogReader
from combin.checker.guess import Trial, by_names, of_game
from combin.checker.options import CheckOptions
from combin.checker.verdict import Verdict
from combin.errors import CombinError, refuse
from combin.exact import parse_number
from combin.logs.mapping import Expressions
from combin.logs.read import Log
from combin.logs.schema import chip_of
from combin.records import dataclass
from combin.rules.game import Game, Sheet


@dataclass(frozen=True)
class AskedLog:
    """What a log is held against; what contradicts itself is a CombinError when it is looked at.

    file: the log, its columns as the file has them.
    sheet: of the game, or the game.
    choices, pays: as the user sets them.
    bet: as the user names it, or None.
    options: what else the user says.
    """

    file: Log
    sheet: Sheet
    choices: Mapping[str, str]
    pays: Mapping[str, Any]
    bet: str | None
    options: CheckOptions

    @abstractmethod
    def opened(self) -> tuple[LogReader, Trial]:
        """Return what reads the rows, and how they are meant; raises CombinError where that is not
        clear.
        """

    @abstractmethod
    def explained(self, verdict: Verdict, trial: Trial, reader: LogReader) -> Verdict:
        """Return the verdict on the whole log with what may explain it; raises CombinError where a
        log that does not fit may mean something else.

        reader: of the rows, as it was opened.
        """

    @property
    def chosen(self) -> dict[str, str]:
        """The choices as the user sets them, by the names of the sheet."""
        return dict(self.sheet.setting(name, value) for name, value in self.choices.items())

    @cached_property
    def resolved(self) -> Game:
        """The rules with the choices that the log and the user set."""
        facts, sheet = self.file.facts, self.sheet
        refuse(
            facts.game not in (None, sheet.slug),
            f"{self.file.path!r} is a log of {facts.game!r}, not of {sheet.slug!r}",
        )
        return sheet.resolve(self.joined("choice", facts.choices, self.chosen))

    def named(self, known: Sequence[str], sizes: Mapping[str, int], key: str) -> Log:
        """Return the log with the columns that are said, or known by their names.

        known: what a log may have. sizes: of those of cards, how many. key: of the bet.
        """
        given = Expressions(known, sizes, self.file.every)
        file = of_game(self.file, self.sheet.slug)
        return by_names(file, known, sizes, key, given.read(self.options.columns))

    @property
    def named_bet(self) -> str | None:
        """The bet that the log or the user names."""
        return self.bet or self.file.facts.bet

    @property
    def key(self) -> str:
        """The bet's key: the one that is named, or else the first."""
        game, logged = self.game, self.file.facts.bet
        key = game.bet(self.named_bet or game.bets[0].key).key
        refuse(
            logged not in (None, key),
            f"{self.file.path!r} is a log of the bet {logged!r}, not of {key!r}",
        )
        return key

    @property
    def chip(self) -> Fraction | None:
        """Units per chip, where they are said."""
        said, units = self.file.facts.chip, self.options.chip
        if units is None:
            return said
        refuse(
            said not in (None, chip_of(units)),
            f"the log says that a chip is {said} units, not {units}",
        )
        return chip_of(units)

    @cached_property
    def game(self) -> Game:
        """The rules as the log and the user set them, with the pays that they say."""
        game = self.resolved
        asked = {
            game.pay_meant(pay): parse_number(value, f"pay {pay}")
            for pay, value in self.pays.items()
        }
        return game.with_pays(self.joined("pay", self.file.facts.pays, {**game.priced, **asked}))

    def joined(
        self, what: str, logged: Mapping[str, Any], asked: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return what the log and the user say together; raises CombinError where they contradict
        each other.
        """
        for name in logged.keys() & asked.keys():
            if logged[name] != asked[name]:
                raise CombinError(
                    f"{self.file.path!r} says that {what} {name} is {logged[name]}, not "
                    f"{asked[name]}"
                )
        return {**logged, **asked}
