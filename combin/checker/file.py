"""Checks a file: the rules, the chip and the strategy are what the log and its reader say of them
together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from combin.checker.check import Verdict, check
from combin.checker.columns import columns_of
from combin.checker.guess import by_name, understood
from combin.checker.law import law_of
from combin.counting import Plan
from combin.errors import CombinError
from combin.exact import parse_number
from combin.logs.mapping import Expressions
from combin.logs.parts import Progress
from combin.logs.read import Log, open_log
from combin.logs.schema import OPTIMAL, chip_of
from combin.rules.game import Game
from combin.rules.sheet import Sheet
from combin.strategies import Lines, named, parse


def check_file(
    sheet: Sheet,
    path: str | Sequence[str],
    choices: Mapping[str, str],
    pays: Mapping[str, Any],
    bet: str | None = None,
    strategy: str | None = None,
    chip: Any = None,
    columns: Sequence[str] = (),
    header: Sequence[str] | None = None,
    progress: Progress | None = None,
) -> Verdict:
    """Return the verdict on the log in a file.

    sheet: of the game, or the game.
    path: of the file or the files, as `parts_of` reads them.
    choices, pays: as the user sets them.
    bet: by default the log's own, or else the first.
    strategy: as a user names it; by default the log's own, or else the best play.
    chip: units per chip, by default what the log says.
    columns: what columns of the log are made of, words such as `net=payout-stake`.
    header: the names of the columns, where the file does not say them.
    progress: called with how much of the log is read and how much there is.

    Raises CombinError where the log cannot be read, or contradicts what is asked.
    """
    log = open_log(path, header)
    game, key = _setting(log, sheet, choices, pays, bet)
    known = columns_of(game)
    sizes = {deal.zone: deal.cards for deal in game.deals}
    given = Expressions(log.path, known, sizes, log.every).read(columns)
    log = by_name(log, game, key, given)
    lines, called = _strategy(log, game, key, strategy)
    law = law_of(game, key, lines, called)
    trial = understood(law, log, _chip(log, chip))
    verdict = check(law, trial.log, trial.chip, progress)
    asked = ["--strategy", strategy] if strategy else []
    asked += ["--chip", str(chip)] if chip else []
    asked += ["--map", ",".join(columns)] if columns else []
    asked += ["--header", ",".join(header)] if header else []
    return replace(verdict, asked=tuple(asked))


def _setting(
    log: Log, sheet: Sheet, choices: Mapping[str, str], pays: Mapping[str, Any], bet: str | None
) -> tuple[Game, str]:
    """Return the game as the log and the user set it, and the bet's key."""
    facts = log.facts
    if facts.game not in (None, sheet.slug):
        raise CombinError(f"{log.path!r} is a log of {facts.game!r}, not of {sheet.slug!r}")
    if facts.bet is not None and bet not in (None, facts.bet):
        raise CombinError(f"{log.path!r} is a log of the bet {facts.bet!r}, not of {bet!r}")
    game = sheet.resolve(_joined(log, "choice", facts.choices, choices))
    replaced = {pay: parse_number(value, f"pay {pay}") for pay, value in pays.items()}
    game = game.with_pays(_joined(log, "pay", facts.pays, {**game.priced, **replaced}))
    return game, game.bet(bet or facts.bet or game.bets[0].key).key


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


def _chip(log: Log, chip: Any) -> Fraction | None:
    if chip is None:
        return log.facts.chip
    units = chip_of(chip)
    if log.facts.chip not in (None, units):
        raise CombinError(f"the log says that a chip is {log.facts.chip} units, not {chip}")
    return units


def _strategy(log: Log, game: Game, key: str, asked: str | None) -> tuple[Lines | None, str]:
    """Return the strategy that the log follows (None: the best play) and what it is called."""
    said = log.facts.strategy or OPTIMAL
    logged = None
    if said != OPTIMAL and Plan(game, game.bet(key)).stages:
        logged = parse(said, game, key, "the log's strategy")
    if asked is None:
        return logged, said if "\n" not in said else "the log's own lines"
    lines = None if asked == OPTIMAL else named(asked, game, key)
    if log.facts.strategy is not None and lines != logged:
        raise CombinError(f"the log says that it was played by another strategy than {asked!r}")
    return lines, asked
