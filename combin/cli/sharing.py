"""A solution that several machines count, or one in several runs: what `solve` does with a shard or
a folder of shares, and the command that merges shards.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import click

from combin.cli.common import (
    format_options,
    recount,
    share_counter,
    stacked,
    tell,
    the_form,
    write_result,
)
from combin.errors import CombinError

if TYPE_CHECKING:
    from combin.rules.game import Game
    from combin.shards import Folder
    from combin.solving.executor import Workers
    from combin.solving.result import Solution

share_options = stacked(
    click.option(
        "--shard",
        metavar="K/N",
        help="Count only shard K of N and write it to a file; combin merge adds them up.",
    ),
    click.option("-o", "--output", "shard_path", metavar="FILE", help="The file for the shard."),
    click.option(
        "--resume",
        metavar="DIR",
        help="Save progress in this folder, and continue from it.",
    ),
)


def count_shard(
    shard: str,
    path: str | None,
    name: str,
    game: Game,
    bets: list[str],
    workers: Workers,
    resume: str | None,
) -> None:
    """Count one shard of a solution and write it."""
    from combin.shards import Folder, shard_number, write_shard

    if path is None:
        raise CombinError("--shard goes with -o: the file that the shard is written to")
    number = shard_number(shard)
    folder = Folder(resume, game, number[1]) if resume is not None else None
    write_shard(path, name, game, bets, number, workers, share_counter(), folder)
    _tell_found(folder.found if folder else 0)


def solved(game: Game, bets: list[str], workers: Workers, resume: str | None) -> Solution:
    """Return the solution of a game, with what was counted before if there is a folder of it."""
    from combin.questions.solve import solve

    keys, progress = bets or None, share_counter()
    if resume is None:
        return solve(game, keys, workers, progress)
    from combin.shards import Folder

    folder = Folder(resume, game)
    found = solve(game, keys, workers, progress, folder)
    _tell_found(folder.found)
    return found


def kept_in(resume: str | None) -> Callable[[Game], Folder] | None:
    """Return what gives the folder of shares of a game, None where nothing is kept."""
    if resume is None:
        return None
    from combin.shards import Folder

    return partial(Folder, resume)


def _tell_found(shares: int) -> None:
    """Say on stderr how many shares were counted before, if any."""
    if shares:
        tell(f"combin: {shares} share{'s' * (shares > 1)} counted before", err=True)


@click.command(short_help="Merge the shards of a solution.")
@click.argument("paths", metavar="FILE...", nargs=-1, required=True)
@format_options
def merge(paths: tuple[str, ...], form: str | None, as_json: bool) -> None:
    """Merge the shards of one solution, and print what `combin solve` prints.

    Give every shard exactly once. All must come from the same rules and the same build of combin.
    combin checks that together they contain every deal.

    \b
    combin solve caribbean-stud --shard 1/2 -o part-1.json
    combin solve caribbean-stud --shard 2/2 -o part-2.json
    combin merge part-1.json part-2.json
    """
    written = the_form(form, as_json)
    from combin.shards import gather

    shards = gather(paths)
    recount(shards.game, shards.name)
    write_solution(shards.solution(), shards.bets, shards.name, written)


def write_solution(solution: Solution, bets: list[str], name: str, form: str) -> None:
    """Print a solution, and the command that computes it again.

    bets: those that were asked for by name. name: of the game, as the user called it.
    """
    from combin.render.tables import command_of

    words = [word for key in bets for word in ("--bet", key)]
    write_result(solution, form, command=command_of("solve", solution.game, words, name))


COMMANDS = (merge,)
