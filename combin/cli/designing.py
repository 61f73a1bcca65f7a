"""Commands about paytables and rules: formula, sweep, target, design, vary, compare, explain."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from combin.cli.asked import QuestionAsked, question
from combin.cli.common import (
    Command,
    Whole,
    bet_option,
    bets_option,
    format_options,
    game_argument,
    pairs,
    rules_options,
    run_by,
    set_option,
    tell,
    the_form,
    write,
    write_result,
)
from combin.errors import CombinError, refuse
from combin.exact import parse_interval, parse_number, parse_share

if TYPE_CHECKING:
    from combin.games import Ready

Limits = tuple[Fraction | None, Fraction | None]


def pay_option(help: str) -> Callable[[Command], Command]:
    return click.option("--pay", "pay", multiple=True, metavar="NAME[=...]", help=help)


rtp_option = click.option(
    "--rtp",
    "--return",
    metavar="RETURN",
    help="The return to the player instead of the edge: 97% for 3%.",
)


@question(
    "Print the expected value as a formula in the pays.",
    bet_option,
    pay_option(
        "NAME=NUMBER changes a pay; NAME alone makes it a variable. By default every paytable "
        "entry is a variable."
    ),
    set_option,
    click.option("--latex", is_flag=True, help="Print only the formula, in LaTeX."),
    format_options,
)
def formula(asked: QuestionAsked) -> None:
    """Print the expected value of GAME, under the strategy that is optimal at today's pays, as a
    formula in the pays.

    Each coefficient is the probability of being paid on a line, times the stake. The strategy stays
    optimal inside a region of pays. The output gives the range of each pay alone, and the binding
    inequalities if several change, each with the decision that it concerns.

    \b
    combin formula phil-em-up
    combin formula mississippi-stud --pay straight --pay flush
    combin formula caribbean-stud --bet progressive --json
    combin formula three-card-poker --latex
    """
    moving = _moving(asked)
    ranged = [pay for pay, limits in moving.items() if limits != (None, None)]
    if ranged:
        raise CombinError(
            f"formula takes no range; `combin sweep {asked.name} --pay {ranged[0]}=..` moves a pay "
            "through one"
        )
    found = asked.ask(free=tuple(moving))
    if asked.options["latex"]:
        write(found.form.latex() + "\n")
    else:
        asked.write(found)


@question(
    "Vary one pay: the edge between all breakpoints.",
    bet_option,
    pay_option("NAME=FROM..TO varies a pay; NAME=NUMBER changes another."),
    set_option,
    click.option(
        "-o", "--output", "path", metavar="FILE", help="Draw a chart instead: .pdf, .svg or .png."
    ),
    format_options,
)
def sweep(asked: QuestionAsked) -> None:
    """Print the edge of GAME under optimal play as one pay varies: every breakpoint, exactly, and
    how the strategy changes there. Games with a shared board have too many breakpoints; combin
    solves them at round values of the pay.

    \b
    combin sweep phil-em-up --pay flush=0..20
    combin sweep mississippi-stud --pay straight=3..6 --format csv
    combin sweep caribbean-stud --pay ace-king=0..3 -o ace-king.svg
    """
    path = asked.options.pop("path")
    pay, low, high = _moved(asked)
    if path is None:
        asked.write(asked.ask(pay=pay, low=low, high=high))
        return
    from combin.render import charts
    from combin.sensitivity import PayPoints

    ending = charts.ready(path)
    found = asked.ask(pay=pay, low=low, high=high)
    asked.options["path"] = os.path.basename(path)
    drawn = charts.points_chart if isinstance(found, PayPoints) else charts.sweep_chart
    charts.write_file(path, charts.render(drawn(found, asked.again), ending))
    tell(f"{path}: a sweep of {pay}, {asked.game.title}")


@question(
    "Find the pay for a target edge.",
    click.option(
        "--edge",
        metavar="EDGE",
        help="The target house edge, per base wager: 2.5%, 1/40 or 3..4%.",
    ),
    rtp_option,
    bet_option,
    pay_option("NAME or NAME=FROM..TO is the pay to find; NAME=NUMBER changes another."),
    set_option,
    format_options,
)
def target(asked: QuestionAsked) -> None:
    """Find the exact pay at which GAME has the target house edge, or the pays at which it lies in a
    range. `combin design` moves several pays.

    \b
    combin target phil-em-up --edge 5% --pay flush
    combin target jacks-or-better --rtp 97% --pay flush
    combin target phil-em-up --edge 8..9% --pay flush
    combin target caribbean-stud --bet progressive --edge 0 --pay meter
    """
    edge, moving = _edge_asked(asked), _moving(asked)
    if edge is None:
        raise CombinError("which edge? --edge 3%, or --rtp 97%")
    if ".." in edge:
        parse_interval(edge, "--edge", parse_share)  # refused by the name of the option
    wanted = edge if ".." in edge else parse_share(edge, "--edge")
    refuse(
        len(moving) != 1,
        "which pay may move? --pay NAME, or --pay NAME=FROM..TO; several move in `combin "
        "design`, which finds the paytables in a range of edges",
    )
    ((pay, limits),) = moving.items()
    found = asked.ask(edge=wanted, pay=pay, limits=limits)
    if found.at is None:
        from combin.render.sensitivity import unreached

        raise CombinError(unreached(found))
    asked.write(found)


@question(
    "Find paytables and choices for an edge.",
    bet_option,
    click.option(
        "--edge", metavar="EDGES", help="House edge per base wager: 3..4%, ..1/25 or 2.5%."
    ),
    rtp_option,
    click.option("--hit", "hits", metavar="SHARES", help="Hit frequency: 25%.. or 1/4..1/3."),
    click.option(
        "--deviation", metavar="UNITS", help="Standard deviation of a round: ..3 or 2..5/2."
    ),
    click.option("--max-pay", metavar="UNITS", help="The highest pay allowed."),
    pay_option("NAME=LOW..HIGH tries all whole numbers, NAME=5,6,8 these."),
    click.option(
        "--vary",
        multiple=True,
        metavar="CHOICE[=A,B]",
        help="Vary a choice of the game too: all its values, or these.",
    ),
    click.option(
        "--order",
        default="falling",
        show_default=True,
        metavar="ORDER",
        help="falling: no hand pays less than a lower one; strict: each pays more; any: no limit.",
    ),
    click.option(
        "--only-round", is_flag=True, help="Only round pays: 1 to 6, 8, 10, 12, 15, 20, 25, ..."
    ),
    click.option(
        "--limit",
        type=Whole(1),
        default=10,
        show_default=True,
        metavar="N",
        help="Number of paytables to print.",
    ),
    set_option,
    format_options,
)
def design(asked: QuestionAsked) -> None:
    """Find the paytables of GAME, and with --vary its choices, within limits of edge, hit frequency
    and deviation, exactly.

    The output is the Pareto front of the paytables within the limits: rounder pays, an edge nearer
    to the middle of its range, a smaller standard deviation, a higher hit frequency, a shorter list
    that costs at most 0.1 %.

    \b
    combin design phil-em-up --edge 3..4% --pay flush=6..15 --pay full-house=10..30
    combin design three-card-poker --bet pair-plus --edge 3..4% --deviation ..3 \\
      --pay straight-flush=30..60 --pay three-of-a-kind=20..40 --pay straight=4..8 --pay flush=3..5
    combin design phil-em-up --edge 3..4% --vary joker --pay flush=6..12
    combin design jacks-or-better --edge ..2% --hit 45%.. --pay full-house=6..9 --pay flush=5,6,7
    """
    edge = _edge_asked(asked)
    found = asked.ask(edge=edge, pay=pairs("--pay", asked.options["pay"], "NAME=LOW..HIGH"))
    if not found.found:
        from combin.render.design import unfound

        raise CombinError(unfound(found))
    asked.write(found)


@question(
    "Compare every paytable and rule with the current one.",
    bets_option,
    rules_options,
    format_options,
)
def vary(asked: QuestionAsked) -> None:
    """Print how every paytable and rule of GAME changes the edge and the optimal strategy, one at a
    time.

    \b
    combin vary phil-em-up
    combin vary three-card-poker --bet pair-plus
    combin vary dakota-duel-draw --set big-8=2 --format csv
    """
    asked.write(asked.ask(choices=asked.choices, pays=asked.pays))


@click.command(short_help="Compare two settings of a game.")
@game_argument
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@bets_option
@format_options
@run_by
def compare(
    name: str,
    first: str,
    second: str,
    bets: tuple[str, ...],
    answer_form: str | None,
    as_json: bool,
    long: bool,
) -> None:
    """Print two settings of GAME side by side: the edges, and where the optimal strategy changes.

    A setting is a list of choices and pays, NAME=VALUE, separated by commas; "default" means no
    change.

    \b
    combin compare phil-em-up default joker=bug
    combin compare three-card-poker "pair-plus=1" "pair-plus=4,ante-bonus=2"
    combin compare mississippi-stud default "straight=5,flush=9" --json
    """
    form = the_form(answer_form, as_json)
    from combin import api
    from combin.render.tables import command_line

    one, other = (_setting(name, words, bets) for words in (first, second))
    bets = tuple(dict.fromkeys(one.game.bet(key).key for key in bets))
    words = [word for key in bets for word in ("--bet", key)]
    command = command_line("compare", [name, first, second, *words])
    found = api.compare(one, other, bets, long)  # type: ignore[arg-type]
    write_result(found, form, command=command, names=(first, second))


# --- What the user wrote -----------------------------------------------------------------------


def _moving(asked: QuestionAsked) -> dict[str, Limits]:
    """Return the pays that move, by address, with their limits, and set the others."""
    fixed: dict[str, str] = {}
    moving: dict[str, Limits] = {}
    for word in asked.options["pay"]:
        pay, equals, value = word.partition("=")
        refuse(
            not pay or (equals and not value),
            f"--pay takes NAME, NAME=NUMBER or NAME=FROM..TO, not {word!r}",
        )
        address = asked.subject.pay(pay)
        refuse(address in fixed or address in moving, f"--pay {address} is given twice")
        if equals and ".." not in value:
            if ends := re.fullmatch(r"([\d./]+) *(?:-|to|:|,) *([\d./]+)", value):
                meant = f"{pay}={ends[1]}..{ends[2]}"
                raise CombinError(f"--pay {word}: a range is written {meant}")
            fixed[address] = value
        else:
            moving[address] = _limits_of(address, value) if equals else (None, None)
    if fixed:
        asked.ready = asked.ready._replace(game=asked.game.with_pays(fixed))
    asked.options["pay"] = [
        pay if limits == (None, None) else f"{pay}={limits[0]}..{limits[1]}"
        for pay, limits in moving.items()
    ]
    return moving


def _edge_asked(asked: QuestionAsked) -> str | None:
    """Return the edge that is wanted, by itself or as what a return leaves the house."""
    rtp = asked.options.pop("rtp")
    if rtp is not None:
        refuse(asked.options["edge"] is not None, "--edge and --rtp contradict each other")
        least, most = parse_interval(rtp, "--rtp", parse_share)
        ends = ["" if end is None else f"{100 * (1 - end)}%" for end in (most, least)]
        asked.options["edge"] = ends[0] if least == most else "..".join(ends)
    edge: str | None = asked.options["edge"]
    return edge


def _moved(asked: QuestionAsked) -> tuple[str, Fraction, Fraction]:
    """Return the one pay that moves in a sweep, and from where to where."""
    moving = _moving(asked)
    refuse(not moving, "which pay moves? give it a range: --pay NAME=0..20")
    refuse(
        len(moving) > 1,
        f"only one pay moves in a sweep, not {len(moving)}; give it a range: --pay NAME=0..20",
    )
    ((pay, (low, high)),) = moving.items()
    if low is None or high is None:
        raise CombinError(f"from where to where does {pay} move? --pay {pay}=0..20")
    return pay, low, high


def _limits_of(pay: str, words: str) -> Limits:
    refuse("..." in words, f"--pay {pay}: a range has two dots, such as 0..20, not {words}")
    low, high = (
        parse_number(end, f"each end of the range of {pay}") for end in words.split("..", 1)
    )
    refuse(
        low >= high,
        f"the range of {pay} goes from {low} to {high}; its end must be above its start",
    )
    return low, high


def _setting(name: str, words: str, bets: Iterable[str]) -> Ready:
    """Return the game as a list of choices and pays sets it."""
    from combin.cli.common import ready
    from combin.cli.typed import meanings
    from combin.games import sheet_of

    sheet, given = sheet_of(name), list[tuple[str, str]]()
    for word in words.split(",") if words.strip() not in ("", "default") else ():
        found = meanings(word.strip(), sheet, ("--set", "--pay"))
        if len(found) != 1:
            several = " or ".join(one for _, one in found)
            takes = (
                f"{word!r} may be {several}" if found else f"a setting is NAME=VALUE, not {word!r}"
            )
            raise CombinError(takes)
        given += found
    choices, pays = (
        pairs("a setting", [word for option, word in given if option == wanted])
        for wanted in ("--set", "--pay")
    )
    return ready(name, choices, pays, bets=bets)


@question(
    "Find the rules behind a printed figure.",
    click.argument("figure", metavar="FIGURE"),
    bet_option,
    rules_options,
    format_options,
)
def explain(asked: QuestionAsked) -> None:
    """Print which denominator, strategy and choices of GAME give an exact value that rounds to
    FIGURE, or else the nearest values.

    FIGURE is a percentage with its sign, a decimal or a fraction, as it is printed: an edge, a
    return or an expected value.

    \b
    combin explain caribbean-stud 2.56%
    combin explain jacks-or-better 97.30%
    combin explain baccarat 1.24% --bet player
    combin explain blackjack 0.651%
    """
    asked.write(asked.ask())
