"""What a log is compared with: rules, bet, chip and strategy, from its header and the user."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from combin.checker.columns import card_columns, columns_of
from combin.checker.guess import by_name, of_game
from combin.checker.law import LawCheck
from combin.checker.laws import law_of
from combin.counting import Plan
from combin.errors import CombinError, nearest
from combin.exact import parse_number
from combin.families.listed import family_of
from combin.logs.mapping import Expressions
from combin.logs.read import Log
from combin.logs.schema import OPTIMAL, chip_of
from combin.records import dataclass
from combin.rules import Way
from combin.rules.choices import Choice
from combin.rules.game import Game, Sheet
from combin.rules.house_ways import HOUSE_WAYS
from combin.strategies import Lines, is_by_lines, list_or_way, parse


@dataclass(frozen=True)
class Asked:
    """What a log is held against; what contradicts itself is a CombinError when it is looked at.

    file: the log, its columns as the file has them.
    sheet: of the game, or the game.
    choices, pays: as the user sets them.
    bet: as the user names it, or None.
    strategy: as the user names it, or None.
    units: units per chip as the user says, or None.
    columns: what columns of the log are made of, words such as `net=payout-stake`.
    """

    file: Log
    sheet: Sheet
    choices: Mapping[str, str]
    pays: Mapping[str, Any]
    bet: str | None
    strategy: str | None
    units: Any
    columns: Sequence[str]

    @cached_property
    def game(self) -> Game:
        """The rules as the log and the user set them."""
        facts, log, sheet = self.file.facts, self.file, self.sheet
        if facts.game not in (None, sheet.slug):
            raise CombinError(f"{log.path!r} is a log of {facts.game!r}, not of {sheet.slug!r}")
        game = sheet.resolve(_joined(log, "choice", facts.choices, self.chosen))
        replaced = {
            game.pay_meant(pay): parse_number(value, f"pay {pay}")
            for pay, value in self.pays.items()
        }
        return game.with_pays(_joined(log, "pay", facts.pays, {**game.priced, **replaced}))

    @cached_property
    def chosen(self) -> dict[str, str]:
        """The choices as the user sets them, by the names of the sheet."""
        sheet = self.sheet
        asked = {sheet.choice_meant(name): value for name, value in self.choices.items()}
        return {name: sheet.choice(name).accept(value) for name, value in asked.items()}

    @property
    def named_bet(self) -> str | None:
        """The bet that the log or the user names."""
        return self.bet or self.file.facts.bet

    @cached_property
    def key(self) -> str:
        """The bet's key: the one that is named, or else the first."""
        game, logged = self.game, self.file.facts.bet
        key = game.bet(self.named_bet or game.bets[0].key).key
        if logged not in (None, key):
            raise CombinError(f"{self.file.path!r} is a log of the bet {logged!r}, not of {key!r}")
        return key

    @property
    def plan(self) -> Plan:
        return Plan(self.game, self.game.bet(self.key))

    @cached_property
    def log(self) -> Log:
        """The log with the columns that are said, or known by their names."""
        judging = family_of(self.plan).judging(self.plan)
        known, sizes = columns_of(judging), card_columns(self.game)
        given = Expressions(self.file.path, known, sizes, self.file.every).read(self.columns)
        return by_name(of_game(self.file, self.sheet.slug), judging, given)

    @cached_property
    def chip(self) -> Fraction | None:
        """Units per chip, where they are said."""
        said = self.file.facts.chip
        if self.units is None:
            return said
        units = chip_of(self.units)
        if said not in (None, units):
            raise CombinError(f"the log says that a chip is {said} units, not {self.units}")
        return units

    @cached_property
    def played(self) -> tuple[Lines | Way | None, str]:
        """The strategy that the log follows (None: the best play) and what it is called."""
        game, key, facts = self.game, self.key, self.file.facts
        plan, said = self.plan, facts.strategy or OPTIMAL
        logged: Lines | Way | None = None
        if said != OPTIMAL and not is_by_lines(game, key):
            logged = self._way(said)
        elif said != OPTIMAL and plan.stages:
            logged = parse(said, game, key, "the log's strategy")
        if self.strategy is None:
            return logged, said if "\n" not in said else "the log's own lines"
        lines = None if self.strategy == OPTIMAL else list_or_way(self.strategy, game, key)
        if isinstance(lines, Way) and not family_of(plan).decides(plan):
            raise CombinError(
                f"{game.slug}: the rules set every hand of bet {key!r}, so it has no strategies"
            )
        if facts.strategy is not None and lines != logged:
            raise CombinError(
                f"the log says that it was played by another strategy than {self.strategy!r}"
            )
        return lines, self.strategy

    def _way(self, said: str) -> Way:
        """Return the house way that the log names."""
        if said not in HOUSE_WAYS:
            raise CombinError(
                f"{self.file.path!r}: its strategy {said[:60]!r} is no house way"
                f"{nearest(said, HOUSE_WAYS)}"
            )
        return HOUSE_WAYS[said]

    def law(self) -> LawCheck:
        """Return the law of all that is said; it is counted."""
        return law_of(self.game, self.key, *self.played)

    def others(self) -> Iterator[tuple[str, Asked]]:
        """Yield what else may be meant where neither the log nor the user says it, in words of the
        command: another value of a choice that the bet depends on, or another bet, at each of its
        own.
        """
        said = {*self.chosen, *self.file.facts.choices}
        for name in sorted(self.sheet.open_in(self.key) - said):
            choice = self.sheet.choice(name)
            for value in choice.values if isinstance(choice, Choice) else ():
                if value != choice.default:
                    chosen = {**self.chosen, name: value}
                    yield f"--set {name}={value}", replace(self, choices=chosen)
        for bet in self.game.bets if self.named_bet is None else ():
            if bet.key != self.key:
                other, words = replace(self, bet=bet.key), f"--bet {bet.key}"
                yield words, other
                yield from ((f"{words} {more}", one) for more, one in other.others())


def _joined(
    log: Log, what: str, logged: Mapping[str, Any], asked: Mapping[str, Any]
) -> dict[str, Any]:
    """Return what the log and the user say together; raises CombinError where they contradict each
    other.
    """
    for name in logged.keys() & asked.keys():
        if logged[name] != asked[name]:
            raise CombinError(
                f"{log.path!r} says that {what} {name} is {logged[name]}, not {asked[name]}"
            )
    return {**logged, **asked}
