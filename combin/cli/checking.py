"""The commands about logs of rounds: simulate writes one, check says whether one fits the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from combin.cli.asked import QuestionAsked, question
from combin.cli.common import (
    Whole,
    bet_option,
    format_options,
    game_argument,
    headed,
    pairs,
    read_counter,
    rules_options,
    run_by,
    tell,
    the_form,
    workers_options,
    write,
)
from combin.cli.verdicts import (
    Wanted,
    followed,
    stoppable,
    verdict_options,
    write_verdict,
)
from combin.patience import want_long
from combin.telling import counter, share_counter

if TYPE_CHECKING:
    pass


@question(
    "Simulate rounds and write a log.",
    bet_option,
    click.option(
        "--rounds",
        type=Whole(),
        default=10_000,
        show_default=True,
        metavar="N",
        help="Number of rounds.",
    ),
    click.option(
        "--seed",
        type=Whole(),
        metavar="N",
        help="Random seed; a fresh one if not given.",
    ),
    click.option(
        "--strategy",
        metavar="S",
        help="optimal (the default), a strategy file, a shipped strategy, an action, or a house "
        "way.",
    ),
    click.option(
        "--form",
        metavar="F",
        help="What to log: full (every card, the default), outcome or tally.",
    ),
    click.option(
        "--cut",
        type=Whole(),
        metavar="N",
        help="Blackjack: deal from one shoe until N cards are left, then shuffle.",
    ),
    click.option(
        "-o",
        "--output",
        "path",
        metavar="FILE",
        help="The log: .csv, .csv.gz, .jsonl, .jsonl.gz or .parquet.  [default: CSV to stdout]",
    ),
    rules_options,
    workers_options,
)
def simulate(asked: QuestionAsked) -> None:
    """Simulate rounds of GAME and write a log.

    Money in the log is a whole number of chips; `chip` in the header gives the value of a chip in
    base wagers.

    \b
    combin simulate phil-em-up --rounds 20
    combin simulate caribbean-stud --rounds 1000000 --seed 7 -o rounds.parquet
    combin simulate caribbean-stud --strategy caribbean-stud-any-pair --form tally
    combin simulate dakota-duel-draw --bet big-8 --set big-8=2 --form outcome -o big-8.csv.gz
    combin simulate pai-gow-poker --strategy foxwoods --rounds 100
    combin simulate blackjack --set packs=1 --cut 20 -o shoes.csv
    """
    from combin.families.subjects import subjects
    from combin.logs.simulate import simulate
    from combin.render.number import grouped
    from combin.render.registry import written

    options, workers = asked.options, asked.options.get("executor") or asked.options.get("threads")
    [one] = subjects(asked.game, [options["bet"]], workers, share_counter())
    progress = counter(lambda done, total: f"{grouped(done)} of {grouped(total)} rounds")
    played = {name: options[name] for name in ("path", "rounds", "seed", "form", "strategy", "cut")}
    text = written(simulate(one, **played, progress=progress), name=asked.name)
    write(text) if played["path"] else tell(text.rstrip("\n"), err=True)


@click.command(short_help="Test a simulator's log against the rules.")
@game_argument
@click.argument("paths", metavar="LOG...", nargs=-1, required=True)
@click.option("--bet", metavar="KEY", help="The bet that was logged.")
@click.option(
    "--strategy",
    metavar="FILE|ACTION",
    help="The strategy that was played.  [default: optimal]",
)
@click.option(
    "--play",
    metavar="any",
    help="Judge only the dealing, and name the strategy that is closest to the play.",
)
@click.option(
    "--chip",
    metavar="NUMBER",
    help="The value of a chip of the log in base wagers: 1, 1/2, 0.2.",
)
@click.option(
    "--map",
    "maps",
    multiple=True,
    metavar="NAME=COLUMN,...|FILE",
    help="Compute columns from others: net=payout-stake, player=card1+card2+card3; actions= leaves "
    "a column out.",
)
@click.option("--header", metavar="NAME,...", help="Column names, for a file without a header row.")
@click.option(
    "--alpha",
    metavar="P",
    help="Level of all tests together: the share of correct logs that fail.  [default: 1%]",
)
@verdict_options
@rules_options
@format_options
@run_by
@click.pass_context
def check(
    context: click.Context,
    name: str,
    paths: tuple[str, ...],
    bet: str | None,
    strategy: str | None,
    play: str | None,
    chip: str | None,
    maps: tuple[str, ...],
    header: str | None,
    alpha: str | None,
    wanted: Wanted,
    settings: tuple[str, ...],
    pays: tuple[str, ...],
    answer_form: str | None,
    as_json: bool,
    long: bool,
) -> None:
    """Test LOG, a simulator's record of rounds of GAME, against the rules.

    The output lists impossible rows, deviations from the strategy, goodness-of-fit tests, and the
    smallest error of the edge that so many rounds can detect. Exit status 0: it fits; 1: it does
    not; 2: it could not be read; 3: it fits, but does not meet --needs, or has cards that were not
    used; 130: it was stopped by Ctrl-C and fits so far; 70: a bug in combin.

    LOG is CSV (with , ; | or tabs), JSON Lines, a JSON list or Parquet; .gz, .bz2, .xz and .zst are
    unpacked. Several files, a folder or a pattern are read as one log; - is standard input. One
    column, net, is enough. combin guesses what columns with other names mean, and prints its guess.

    \b
    combin check phil-em-up log.csv
    combin check caribbean-stud log.parquet --strategy raise
    combin check three-card-poker log.csv --bet pair-plus --set pair-plus=1 --chip 1/5
    combin check three-card-poker part-*.parquet --map net=payout-stake,player=hand
    combin check phil-em-up growing.csv --follow
    simulator | combin check phil-em-up - --header hole,exposed,last,action,net
    combin check caribbean-stud log.csv --play any
    combin check phil-em-up log.csv --plot seen.svg --json
    combin check phil-em-up log.csv --needs cards,power=0.5% --junit check.xml -o report.pdf
    """
    form = the_form(answer_form, as_json)
    from combin.checker.options import CheckOptions, level_of
    from combin.games import sheet_of
    from combin.logs.mapping import words_of
    from combin.logs.read import open_log

    want_long(long)
    choices, replaced = pairs("--set", settings), pairs("--pay", pays)
    level = level_of(alpha, "--alpha")
    mapped = [word for option in maps for word in words_of(option)]
    options = CheckOptions(strategy, chip, mapped, headed(header), level, play)
    log = open_log(paths, options.header)
    if wanted.follow:
        from combin.checker.following import growing

        log = growing(log, lambda: False)  # its last line may be written in part
    from combin.checker.file import FileChecker

    with stoppable() as stopped:
        checker = FileChecker(sheet_of(name), log, choices, replaced, bet, options)
        if wanted.follow:
            verdict = followed(checker, stopped)
        else:
            verdict = checker.whole(read_counter(), stopped)
    from combin.given import recount

    recount(name, verdict.law.game, [verdict.law.key])
    write_verdict(context, verdict, name, paths, form, wanted)
