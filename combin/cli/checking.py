"""The commands about logs of rounds: simulate writes one."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from time import monotonic
from typing import TYPE_CHECKING, BinaryIO

import click

from combin.cli.common import (
    bet_option,
    bet_words,
    game_argument,
    lines_of,
    rules_options,
    share_counter,
    the_game,
    threads_option,
    write,
)  # fmt: skip
from combin.errors import CombinError

if TYPE_CHECKING:
    from combin.counting import Plan
    from combin.rules import Game
    from combin.simulator import Simulation, Strategy
    from combin.solution import BetResult

OPTIMAL = "optimal"
MOST_ROUNDS, MOST_SEEDS = 10**15, 2**64


def _rounds(_: click.Context, __: click.Parameter, value: int) -> int:
    if not 1 <= value <= MOST_ROUNDS:
        raise CombinError(f"--rounds is a whole number from 1 to {MOST_ROUNDS}, not {value}")
    return value


def _seed(_: click.Context, __: click.Parameter, value: int | None) -> int | None:
    if value is not None and not 0 <= value < MOST_SEEDS:
        raise CombinError(f"--seed is a whole number from 0 to {MOST_SEEDS - 1}, not {value}")
    return value


@click.command(short_help="Play many rounds at random and write a log.")
@game_argument
@bet_option
@click.option("--rounds", type=int, callback=_rounds, default=10_000, show_default=True, metavar="N", help="How many.")
@click.option("--seed", type=int, callback=_seed, metavar="N", help="The same seed plays the same rounds; else a fresh one.")
@click.option("--strategy", "words", metavar="S", help="optimal (the default), a file of lines, one of combin's, or an action.")
@click.option("--form", default="full", show_default=True, metavar="F", help="full (every card), outcome or tally.")
@click.option("-o", "--output", "path", metavar="FILE", help="A .csv, .csv.gz, .jsonl, .jsonl.gz or .parquet file.")
@rules_options
@threads_option
def simulate(
    name: str, bet: str, rounds: int, seed: int | None, words: str | None, form: str, path: str | None,
    settings: tuple[str, ...], pays: tuple[str, ...], threads: int | None,
) -> None:  # fmt: skip
    """Deal GAME at random from its rules, play it, settle it, and write a log; without -o to the terminal, as CSV.

    Money in the log is in chips, whole numbers; `chip` in its header says how much of the base wager one is.

    \b
    combin simulate phil-em-up --rounds 20
    combin simulate caribbean-stud --rounds 1000000 --seed 7 -o rounds.parquet
    combin simulate caribbean-stud --strategy caribbean-stud-any-pair --form tally
    combin simulate dakota-duel-draw --bet big-8 --set big-8=2 --form outcome -o big-8.csv.gz
    """
    game = the_game(name, settings, pays)
    key = game.bet(bet).key
    from combin.logs import schema

    ending = ".csv" if path is None else schema.ending(path)
    schema.columns(form)
    seed = int.from_bytes(os.urandom(8)) if seed is None else seed
    count = threads or os.cpu_count() or 1
    simulation, told = _simulation(game, key, words, count)
    counts = _played(simulation, ending, form, path, (rounds, seed, count), told)
    mean = sum((end.net * many for end, many in zip(simulation.ends, counts)), Fraction(0)) / rounds
    from combin.render.simulate import summary
    from combin.render.tables import command_of

    options = [*bet_words(key), "--rounds", str(rounds), "--seed", str(seed), *(["--strategy", words] if words else [])]
    options += [*(["--form", form] if form != "full" else []), *(["-o", path] if path else [])]
    again = command_of("simulate", game, options, name)
    text = summary(game, key, _way(simulation, words), rounds, mean, _law(simulation.strategy, count), again)
    write(text) if path else click.echo(text, nl=False, err=True)


def _simulation(game: Game, key: str, words: str | None, threads: int) -> tuple[Simulation, str | None]:
    """Return a bet ready to be played, and what its log says of the strategy."""
    from combin.counting import Plan
    from combin.simulator import InLines, Optimal, Simulation

    plan = Plan(game, game.bet(key))
    if words is None or words == OPTIMAL:
        return Simulation(plan, Optimal(plan, threads, share_counter())), OPTIMAL if plan.decisions else None
    if not plan.stages:
        raise CombinError(
            f"{game.slug}: bet {key!r} leaves nothing to decide before all cards are known, so it has no strategies"
        )
    lines = lines_of(words, game, key)
    return Simulation(plan, InLines(plan, lines)), words if _is_action(plan, words) else str(lines).strip()


def _is_action(plan: Plan, words: str) -> bool:
    return any(words == action.name for decision in plan.decisions for action in decision.actions) and not os.path.isfile(words)


def _way(simulation: Simulation, words: str | None) -> str:
    return words or (OPTIMAL if simulation.plan.decisions else "nothing to decide")


def _law(strategy: Strategy, threads: int) -> BetResult | str:
    """Return what is exact, or why it was not counted."""
    try:
        return strategy.law(threads)
    except CombinError as error:
        return str(error)


def _played(
    simulation: Simulation, ending: str, form: str, path: str | None, numbers: tuple[int, int, int], told: str | None
) -> list[int]:
    """Write the log; numbers: rounds, seed and threads."""
    from combin.logs import schema
    from combin.logs.write import Layout, new_log, save
    from combin.version import version

    rounds, seed, threads = numbers
    plan, layout = simulation.plan, Layout(simulation, form)
    facts = schema.facts_of(plan.game, plan.bet.key, layout.chip)
    facts = replace(facts, strategy=told, seed=seed, rounds=rounds, by=f"combin {version()}")
    log = new_log(ending, layout, facts.entries())
    with _place(path) as file:
        return save(simulation, log, file, rounds, seed, threads, _counter())


@contextmanager
def _place(path: str | None) -> Iterator[BinaryIO]:
    """Give the file to write, or the terminal's stream of bytes."""
    if path is None:
        sys.stdout.flush()
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    from combin.files import whole

    with whole(path) as file:
        yield file


def _counter() -> Callable[[int, int], None] | None:
    """Return a counter of rounds on stderr, for people only and silent in its first second."""
    if not sys.stderr.isatty():
        return None
    from combin.render.number import grouped

    started = monotonic()

    def show(done: int, total: int) -> None:
        if monotonic() - started > 1:
            text = f"\r{grouped(done)} of {grouped(total)} rounds"
            click.echo("\r\033[K" if done == total else text, nl=False, err=True)

    return show


COMMANDS = (simulate,)
