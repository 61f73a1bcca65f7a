"""Solutions counted by several machines or in several runs: the shards and saved shares of `solve`,
and the command `merge`.
"""

from __future__ import annotations

import click

from combin.cli.asked import QuestionAsked
from combin.cli.common import format_options, resume_option, stacked, the_form, write_result
from combin.errors import refuse

share_options = stacked(
    click.option(
        "--shard",
        metavar="K/N",
        help="Count only shard K of N and write it to a file; combin merge adds them up.",
    ),
    click.option("-o", "--output", "path", metavar="FILE", help="The file for the shard."),
    resume_option,
)


def count_shard(asked: QuestionAsked, shard: str, path: str | None) -> None:
    """Count one shard of a solution and write it."""
    from combin.shards import shard_number

    refuse(asked.formatted, "--shard writes a file of its own; combin merge takes --format")
    refuse(path is None, "--shard goes with -o: the file that the shard is written to")
    number, of = shard_number(shard)
    asked.ask("shard", number=number, of=of)


@click.command(short_help="Merge the shards of a solution.")
@click.argument("paths", metavar="FILE...", nargs=-1, required=True)
@format_options
def merge(paths: tuple[str, ...], answer_form: str | None, as_json: bool) -> None:
    """Merge the shards of one solution, and print what `combin solve` prints.

    Give every shard exactly once. All must come from the same rules and the same build of combin.
    combin checks that together they contain every deal.

    \b
    combin solve caribbean-stud --shard 1/2 -o part-1.json
    combin solve caribbean-stud --shard 2/2 -o part-2.json
    combin merge part-1.json part-2.json
    """
    form = the_form(answer_form, as_json)
    from combin.given import recount
    from combin.render.tables import command_of
    from combin.shards import gather

    shards = gather(paths)
    recount(shards.name, shards.game)
    words = [word for key in shards.bets for word in ("--bet", key)]
    command = command_of("solve", shards.game, words, shards.name)
    write_result(shards.solution(), form, command=command)
