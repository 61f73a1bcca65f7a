"""The command that holds a log of rounds against the exact law: check."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from combin.cli.common import (
    DISAGREES,
    bet_words,
    format_options,
    game_argument,
    lines_of,
    pairs,
    rules_options,
    the_form,
    write,
)  # fmt: skip
from combin.errors import CombinError

if TYPE_CHECKING:
    from combin.checker import Verdict
    from combin.logs.read import Log, Progress
    from combin.logs.schema import Facts
    from combin.rules import Game
    from combin.strategy import Lines


@click.command(short_help="Tell whether a simulator's log fits the rules.")
@game_argument
@click.argument("path", metavar="LOG")
@click.option("--bet", metavar="KEY", help="The bet that the log is about.")
@click.option("--strategy", "strategy", metavar="FILE|ACTION", help="The strategy that was played; by default the best one.")
@click.option("--chip", metavar="NUMBER", help="How many units of the base wager one chip of the log is: 1, 1/2, 0.2.")
@click.option("--plot", metavar="FILE", help="Draw observed against expected and the running mean: .pdf, .svg or .png.")
@rules_options
@format_options
@click.pass_context
def check(
    context: click.Context, name: str, path: str, bet: str | None, strategy: str | None, chip: str | None, plot: str | None,
    settings: tuple[str, ...], pays: tuple[str, ...], form: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Tell whether LOG, a simulator's record of rounds of GAME, is what the rules say.

    It tells what cannot be, how it was played, whether the frequencies fit, and what so many rounds could have
    shown. Status 0: it fits; 1: it does not; 2: it could not be read. LOG is a .csv, .csv.gz, .jsonl, .jsonl.gz or
    .parquet file; a CSV file with one column, net, will do.

    \b
    combin check phil-em-up log.csv
    combin check caribbean-stud log.parquet --strategy raise
    combin check three-card-poker log.csv --bet pair-plus --set pair-plus=8 --chip 1/5
    combin check phil-em-up log.csv --plot seen.svg --json
    """
    written = the_form(form, as_json)
    game, log, key = _asked(name, path, bet, settings, pays)
    lines, called = _strategy(log.facts, game, key, strategy)
    from combin.checker import check as checked
    from combin.checker import law_of
    from combin.render.check import check_text
    from combin.render.tables import command_of

    units = _chip(log.facts, chip)
    _verify_plot(plot)
    verdict = checked(law_of(game, key, lines, called), log, units, _progress())
    given = [*(["--strategy", strategy] if strategy else []), *(["--chip", chip] if chip else [])]
    words = [path, *bet_words(key), *given, *(["--plot", plot] if plot else [])]
    again = command_of("check", game, words, name)
    if plot:
        _draw(verdict, again, plot)
    write(check_text(verdict, written, again))
    if not verdict.fits:
        context.exit(DISAGREES)


def _verify_plot(plot: str | None) -> None:
    if plot:
        from combin.render.cards.press import ending_of

        ending_of(plot)


def _draw(verdict: Verdict, again: str, plot: str) -> None:
    from combin.checker.picture import picture
    from combin.render.cards.press import write_file
    from combin.render.seen import draw

    write_file(plot, draw(picture(verdict), again, plot))


def _asked(
    name: str, path: str, bet: str | None, settings: tuple[str, ...], pays: tuple[str, ...]
) -> tuple[Game, Log, str]:  # fmt: skip
    """Return the game as the user and the log set it, the log, and the bet's key."""
    from combin.checker import columns_of
    from combin.games import find
    from combin.logs.read import open_log
    from combin.rules import parse_number

    raw, log = find(name), open_log(path)
    facts = log.facts
    if facts.game is not None and facts.game != raw.slug:
        raise CombinError(f"{path!r} is a log of {facts.game!r}, not of {raw.slug!r}")
    if facts.bet is not None and bet is not None and facts.bet != bet:
        raise CombinError(f"{path!r} is a log of the bet {facts.bet!r}, not of {bet!r}")
    game = raw.resolve(_joined(path, "choice", facts.choices, pairs("--set", settings)))
    replaced = {pay: parse_number(value, f"pay {pay}") for pay, value in pairs("--pay", pays).items()}
    game = game.with_pays(_joined(path, "pay", facts.pays, replaced))
    log = log.reading(columns_of(game))
    return game, log, game.bet(bet or facts.bet or game.bets[0].key).key


def _joined(path: str, what: str, told: Mapping[str, Any], asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the log and the user say together; raises CombinError where they contradict each other."""
    for name in told.keys() & asked.keys():
        if told[name] != asked[name]:
            raise CombinError(f"{path!r} says that {what} {name} is {told[name]}, not {asked[name]}")
    return {**told, **asked}


def _chip(facts: Facts, chip: str | None) -> Fraction | None:
    from combin.rules import parse_number

    if chip is None:
        return facts.chip
    units = parse_number(chip, "--chip")
    if units <= 0:
        raise CombinError(f"--chip is units per chip, above 0, not {chip}")
    if facts.chip not in (None, units):
        raise CombinError(f"the log says that a chip is {facts.chip} units, not {chip}")
    return units


def _strategy(facts: Facts, game: Game, key: str, asked: str | None) -> tuple[Lines | None, str]:
    """Return the strategy that the log follows (None: the best play) and what it is called."""
    from combin import study
    from combin.checker.law import OPTIMAL
    from combin.strategy import parse

    told: Lines | None = None
    if facts.strategy not in (None, OPTIMAL) and study.decides(game, key):
        told = parse(str(facts.strategy), game, key, "the log's strategy")
    if asked is None:
        short = str(facts.strategy or OPTIMAL)
        return told, short if "\n" not in short else "the log's own lines"
    lines = None if asked == OPTIMAL else lines_of(asked, game, key)
    if facts.strategy is not None and lines != told:
        raise CombinError(f"the log says that it was played by another strategy than {asked!r}")
    return lines, asked


def _progress() -> Progress | None:
    """Return what tells on a terminal how much of the log is read."""
    if not sys.stderr.isatty():
        return None
    from time import monotonic

    start, told = monotonic(), [0]

    def tell(done: int, total: int) -> None:
        share = 100 * done // total if total else 100
        if monotonic() - start > 1 and share > told[0]:
            told[0] = share
            click.echo(f"\r{share} % read" + ("\r          \r" if share == 100 else ""), err=True, nl=False)

    return tell


COMMANDS = (check,)
