"""The commands that question paytables and rules: formula, sweep, target, design, vary, compare,
explain."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from fractions import Fraction
from time import monotonic
from typing import TYPE_CHECKING

import click

from combin.cli.common import (
    Whole,
    announce,
    bet_option,
    counter,
    edge_of,
    format_options,
    game_argument,
    pairs,
    recount,
    rules_options,
    share_counter,
    stacked,
    tell,
    the_form,
    the_game,
    write,
    write_result,
)
from combin.cli.count_up import of_any_family
from combin.errors import CombinError, nearest

if TYPE_CHECKING:
    from combin.rules.game import Game
    from combin.sensitivity import Aim, AimRange, Counted, Nearest, PayPoints, Sweep

Limits = tuple[Fraction | None, Fraction | None]

set_option = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="Choose a rule, paytable or amount; combin show GAME lists them. NAME=VALUE alone "
    "does the same.",
)


def pay_option(help: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return click.option("--pay", "pays", multiple=True, metavar="NAME[=...]", help=help)


@click.command(short_help="Print the expected value as a formula in the pays.")
@game_argument
@bet_option
@pay_option(
    "NAME=NUMBER changes a pay; NAME alone makes it a variable. By default every paytable entry "
    "is a variable."
)
@set_option
@click.option("--latex", is_flag=True, help="Print only the formula, in LaTeX.")
@format_options
@of_any_family
def formula(
    name: str,
    bet: str,
    pays: tuple[str, ...],
    settings: tuple[str, ...],
    latex: bool,
    form: str | None,
    as_json: bool,
) -> None:
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
    written = the_form(form, as_json)
    game, moving, bet = _asked(name, settings, pays, bet)
    ranged = [pay for pay, limits in moving.items() if limits != (None, None)]
    if ranged:
        raise CombinError(
            f"formula takes no range; `combin sweep {name} --pay {ranged[0]}=..` moves a pay "
            "through one"
        )
    from combin.render.tables import bet_words, command_of
    from combin.sensitivity import formula as found_for

    found = found_for(_counted(game, bet), tuple(moving))
    if latex:
        write(found.form.latex() + "\n")
        return
    words = [*bet_words(bet), *(word for pay in moving for word in ("--pay", pay))]
    write_result(found, written, command=command_of("formula", game, words, name))


@click.command(short_help="Vary one pay: the edge between all breakpoints.")
@game_argument
@bet_option
@pay_option("NAME=FROM..TO varies a pay; NAME=NUMBER changes another.")
@set_option
@click.option(
    "-o", "--output", "path", metavar="FILE", help="Draw a chart instead: .pdf, .svg or .png."
)
@format_options
@of_any_family
def sweep(
    name: str,
    bet: str,
    pays: tuple[str, ...],
    settings: tuple[str, ...],
    path: str | None,
    form: str | None,
    as_json: bool,
) -> None:
    """Print the edge of GAME under optimal play as one pay varies: every breakpoint, exactly, and
    how the strategy changes there. Games with a shared board have too many breakpoints; combin
    solves them at round values of the pay.

    \b
    combin sweep phil-em-up --pay flush=0..20
    combin sweep mississippi-stud --pay straight=3..6 --format csv
    combin sweep caribbean-stud --pay ace-king=0..3 -o ace-king.svg
    """
    written = the_form(form, as_json)
    game, moving, bet = _asked(name, settings, pays, bet)
    pay, low, high = _moved(moving)
    from combin.render.tables import bet_words, command_of
    from combin.sensitivity import PayPoints

    words = [*bet_words(bet), "--pay", f"{pay}={low}..{high}"]
    if path is None:
        found = _swept(game, bet, pay, low, high)
        write_result(found, written, command=command_of("sweep", game, words, name))
        return
    from combin.render import charts

    ending = charts.ready(path)
    found = _swept(game, bet, pay, low, high)
    command = command_of("sweep", game, [*words, "-o", os.path.basename(path)], name)
    if isinstance(found, PayPoints):
        model = charts.points_chart(found, command)
    else:
        model = charts.sweep_chart(found, command)
    charts.write_file(path, charts.render(model, ending))
    tell(f"{path}: a sweep of {pay}, {game.title}")


def _swept(game: Game, bet: str, pay: str, low: Fraction, high: Fraction) -> Sweep | PayPoints:
    """Return a sweep of a pay; its values at round pays where its breakpoints are too many."""
    from combin.sensitivity import points
    from combin.sensitivity import sweep as swept

    counted = _counted(game, bet)
    if counted.keeps:
        return swept(counted, pay, low, high)
    started = monotonic()

    def progress(done: int, every: int) -> None:
        left = (monotonic() - started) * (every - done) / done
        announce(f"{pay}: {done} of {every} values, about {left:.0f} s left" if left else "")

    announce(f"{pay}: solving at round values")
    return points(counted, pay, low, high, progress)


@click.command(short_help="Find the pay, or the paytable, for a target edge.")
@game_argument
@click.option(
    "--edge",
    required=True,
    metavar="EDGE",
    help="The target house edge, per base wager: 2.5%, 1/40 or, for one pay, 3..4%.",
)
@bet_option
@pay_option("NAME or NAME=FROM..TO is a pay to find; NAME=NUMBER changes a pay.")
@set_option
@click.option(
    "--step",
    default="1",
    show_default=True,
    metavar="UNITS",
    help="For several pays: the step to try, such as 1/2.",
)
@click.option(
    "--top",
    type=Whole(1),
    default=10,
    show_default=True,
    metavar="N",
    help="For several pays: the number of paytables to print.",
)
@format_options
@of_any_family
def target(
    name: str,
    edge: str,
    bet: str,
    pays: tuple[str, ...],
    settings: tuple[str, ...],
    step: str,
    top: int,
    form: str | None,
    as_json: bool,
) -> None:
    """Find the exact pay at which GAME has the target house edge, or the pays at which it lies in a
    range. With several pays, find the paytables whose edges are nearest to the target.

    \b
    combin target phil-em-up --edge 5% --pay flush
    combin target phil-em-up --edge 8..9% --pay flush
    combin target caribbean-stud --bet progressive --edge 0 --pay meter
    combin target mississippi-stud --edge 1/40 --pay flush=6..12 --pay straight=4..8 --step 1/2
    """
    written, edges, unit = the_form(form, as_json), _edges(edge), _step(step)
    game, moving, bet = _asked(name, settings, pays, bet)
    if not moving:
        raise CombinError("which pay may move? --pay NAME, or --pay NAME=FROM..TO")
    from combin.render.tables import bet_words, command_of

    words = ["--edge", edge, *bet_words(bet)]
    for pay, limits in moving.items():
        words += ["--pay", _range_word(pay, limits)]
    if len(moving) == 1:
        ((pay, limits),) = moving.items()
        command = command_of("target", game, words, name)
        write_result(_aim(game, bet, edges, pay, limits), written, command=command)
        return
    if not isinstance(edges, Fraction):
        raise CombinError(f"--edge {edge}: of several pays `combin design` finds those in a range")
    words += ["--step", step] if step != "1" else []
    words += ["--top", str(top)] if top != 10 else []
    command = command_of("target", game, words, name)
    found = _nearest(game, bet, edges, _limits(moving), unit, top)
    write_result(found, written, command=command)


def _edges(words: str) -> Fraction | Limits:
    """Return the edge that is asked for, or the limits of a range of edges."""
    if ".." not in words:
        return edge_of(words)
    from combin.exact import parse_interval, parse_share

    return parse_interval(words, "--edge", parse_share)


def _aim(
    game: Game, bet: str, edges: Fraction | Limits, pay: str, limits: Limits
) -> Aim | AimRange:
    """Return where a bet has an edge, or one in a range; raises CombinError where no pay has."""
    from combin.render.number import decimal
    from combin.render.sensitivity import unreached
    from combin.sensitivity import target as aim
    from combin.sensitivity import target_range

    counted = _counted(game, bet)
    announce(f"{pay}: solving")

    def solving(at: Fraction) -> None:
        announce(f"{pay}: solving at {decimal(at, 4)}")

    found: Aim | AimRange
    if isinstance(edges, Fraction):
        found = aim(counted, edges, pay, limits, solving)
    else:
        found = target_range(counted, edges, pay, limits, solving)
    announce("")
    if found.at is None:
        raise CombinError(unreached(found))
    return found


def _nearest(
    game: Game,
    bet: str,
    edge: Fraction,
    limits: dict[str, tuple[Fraction, Fraction]],
    unit: Fraction,
    top: int,
) -> Nearest:
    """Return the paytables whose edges are nearest to one."""
    from combin.sensitivity import nearest as nearest_to

    def progress(done: int, sweeps: int) -> None:
        announce(f"{done} of {sweeps} sweeps" if done < sweeps else "")

    return nearest_to(_counted(game, bet), edge, limits, unit, top, progress)


@click.command(short_help="Find paytables within limits of edge and variance.")
@game_argument
@bet_option
@click.option("--edge", metavar="EDGES", help="House edge per base wager: 3..4%, ..1/25 or 2.5%.")
@click.option("--hit", "hits", metavar="SHARES", help="Hit frequency: 25%.. or 1/4..1/3.")
@click.option("--deviation", metavar="UNITS", help="Standard deviation of a round: ..3 or 2..5/2.")
@click.option("--max-pay", "most", metavar="UNITS", help="The highest pay allowed.")
@pay_option("NAME=LOW..HIGH tries all whole numbers, NAME=5,6,8 these.")
@click.option(
    "--order",
    default="falling",
    show_default=True,
    metavar="ORDER",
    help="falling: no hand pays less than a lower one; strict: each pays more; any: no limit.",
)
@click.option(
    "--only-round", is_flag=True, help="Only round pays: 1 to 6, 8, 10, 12, 15, 20, 25, ..."
)
@click.option(
    "--limit",
    type=Whole(1),
    default=10,
    show_default=True,
    metavar="N",
    help="Number of paytables to print.",
)
@set_option
@format_options
@of_any_family
def design(
    name: str,
    bet: str,
    edge: str | None,
    hits: str | None,
    deviation: str | None,
    most: str | None,
    pays: tuple[str, ...],
    order: str,
    only_round: bool,
    limit: int,
    settings: tuple[str, ...],
    form: str | None,
    as_json: bool,
) -> None:
    """Find the paytables of GAME within limits of edge, hit frequency and deviation, exactly.

    The output is the Pareto front of the paytables within the limits: rounder pays, an edge nearer
    to the middle of its range, a smaller standard deviation, a higher hit frequency, a shorter list
    that costs at most 0.1 %.

    \b
    combin design phil-em-up --edge 3..4% --pay flush=6..15 --pay full-house=10..30
    combin design three-card-poker --bet pair-plus --edge 3..4% --deviation ..3 \\
      --pay straight-flush=30..60 --pay three-of-a-kind=20..40 --pay straight=4..8 --pay flush=3..5
    combin design jacks-or-better --edge ..2% --hit 45%.. --pay full-house=6..9 --pay flush=5,6,7
    """
    written = the_form(form, as_json)
    from combin.dossier.designing import asked, designed
    from combin.render.design import unfound
    from combin.render.tables import bet_words, command_of

    moving = pairs("--pay", pays, "NAME=LOW..HIGH")
    wanted = asked(moving, edge, hits, deviation, most, order, only_round, limit)
    game = the_game(name, settings)
    key = game.bet(bet).key
    tell = counter(lambda done, every: f"{100 * done // every} % of {every:,} choices of pays done")
    found = designed(_counted(game, key), wanted, share_counter(), tell)
    announce("")
    if not found.found:
        raise CombinError(unfound(found))
    words = bet_words(key)
    for option, word in (("--edge", edge), ("--hit", hits), ("--deviation", deviation)):
        words += [option, word] if word is not None else []
    words += ["--max-pay", most] if most is not None else []
    words += [part for pay in pays for part in ("--pay", pay)]
    words += ["--order", order] if order != "falling" else []
    words += ["--only-round"] if only_round else []
    words += ["--limit", str(limit)] if limit != 10 else []
    write_result(found, written, command=command_of("design", game, words, name))


@click.command(short_help="Compare every paytable and rule with the current one.")
@game_argument
@click.option(
    "--bet",
    "bets",
    multiple=True,
    metavar="KEY",
    help="Only this bet; may be repeated. All bets if not given.",
)
@stacked(rules_options, format_options)
@of_any_family
def vary(
    name: str,
    bets: tuple[str, ...],
    settings: tuple[str, ...],
    pays: tuple[str, ...],
    form: str | None,
    as_json: bool,
) -> None:
    """Print how every paytable and rule of GAME changes the edge and the optimal strategy, one at a
    time.

    \b
    combin vary phil-em-up
    combin vary three-card-poker --bet pair-plus
    combin vary dakota-duel-draw --set big-8=2 --format csv
    """
    written = the_form(form, as_json)
    game = the_game(name, settings, pays)
    keys = tuple(game.bet(key).key for key in dict.fromkeys(bets))
    from combin.games import find
    from combin.render.tables import command_of
    from combin.sensitivity import vary as varied

    found = varied(find(name), pairs("--set", settings), pairs("--pay", pays), keys, announce)
    announce("")
    words = [word for key in keys for word in ("--bet", key)]
    write_result(found, written, command=command_of("vary", game, words, name))


@click.command(short_help="Compare two settings of a game.")
@game_argument
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option(
    "--bet",
    "bets",
    multiple=True,
    metavar="KEY",
    help="Only this bet; may be repeated. All bets if not given.",
)
@format_options
@of_any_family
def compare(
    name: str, first: str, second: str, bets: tuple[str, ...], form: str | None, as_json: bool
) -> None:
    """Print two settings of GAME side by side: the edges, and where the optimal strategy changes.

    A setting is a list of choices and pays, NAME=VALUE, separated by commas; "default" means no
    change.

    \b
    combin compare phil-em-up default joker=bug
    combin compare three-card-poker "pair-plus=1" "pair-plus=4,ante-bonus=2"
    combin compare mississippi-stud default "straight=5,flush=9" --json
    """
    written = the_form(form, as_json)
    games = tuple(_setting(name, words) for words in (first, second))
    keys = tuple(games[0].bet(key).key for key in dict.fromkeys(bets))
    import shlex

    from combin.sensitivity import compare as compared

    words = [word for key in keys for word in ("--bet", key)]
    command = shlex.join(["combin", "compare", name, first, second, *words])
    found = compared(games[0], games[1], keys)
    write_result(found, written, command=command, names=(first, second))


# --- What the user wrote -----------------------------------------------------------------------


def _moved(moving: dict[str, Limits]) -> tuple[str, Fraction, Fraction]:
    """Return the one pay that moves in a sweep, and from where to where."""
    if not moving:
        raise CombinError("which pay moves? give it a range: --pay flush=0..20")
    if len(moving) > 1:
        raise CombinError(
            f"only one pay moves in a sweep, not {len(moving)}; give it a range: --pay flush=0..20"
        )
    ((pay, (low, high)),) = moving.items()
    if low is None or high is None:
        raise CombinError(f"from where to where does {pay} move? --pay {pay}=0..20")
    return pay, low, high


def _asked(
    name: str, settings: tuple[str, ...], words: tuple[str, ...], bet: str
) -> tuple[Game, dict[str, Limits], str]:
    """Return the game with the pays that were set, the addresses of those that move, with their
    limits, and the bet's key.
    """
    game = the_game(name, settings, ())
    from combin.sensitivity import the_pay

    key = game.bet(bet)
    fixed: dict[str, str] = {}
    moving: dict[str, Limits] = {}
    for word in words:
        pay, equals, value = word.partition("=")
        if not pay or (equals and not value):
            raise CombinError(f"--pay takes NAME, NAME=NUMBER or NAME=FROM..TO, not {word!r}")
        address = the_pay(game, key, pay)
        if address in fixed or address in moving:
            raise CombinError(f"--pay {address} is given twice")
        if equals and ".." not in value:
            if ends := re.fullmatch(r"([\d./]+) *(?:-|to|:|,) *([\d./]+)", value):
                meant = f"{pay}={ends[1]}..{ends[2]}"
                raise CombinError(f"--pay {word}: a range is written {meant}")
            fixed[address] = value
        else:
            moving[address] = _limits_of(address, value) if equals else (None, None)
    return game.with_pays(fixed), moving, key.key


def _limits_of(pay: str, words: str) -> Limits:
    from combin.exact import parse_number

    if "..." in words:
        raise CombinError(f"--pay {pay}: a range has two dots, such as 0..20, not {words}")
    low, high = (
        parse_number(end, f"each end of the range of {pay}") for end in words.split("..", 1)
    )
    if low >= high:
        raise CombinError(
            f"the range of {pay} goes from {low} to {high}; its end must be above its start"
        )
    return low, high


def _limits(moving: dict[str, Limits]) -> dict[str, tuple[Fraction, Fraction]]:
    found = {}
    for pay, (low, high) in moving.items():
        if low is None or high is None:
            raise CombinError(f"where several pays move, each needs limits: --pay {pay}=5..12")
        found[pay] = (low, high)
    return found


def _range_word(pay: str, limits: Limits) -> str:
    return pay if limits == (None, None) else f"{pay}={limits[0]}..{limits[1]}"


def _step(words: str) -> Fraction:
    from combin.exact import parse_number

    step = parse_number(words, "--step")
    if step <= 0:
        raise CombinError(f"--step is more than 0, not {words}")
    return step


def _setting(name: str, words: str) -> Game:
    """Return the game as a list of choices and pays sets it."""
    given: dict[str, str] = {}
    if words.strip() not in ("", "default"):
        given = pairs("a setting", [word.strip() for word in words.split(",")])
    from combin.games import find

    game = find(name)
    choices = {choice.name for choice in game.choices}
    pays = {key: given.pop(key) for key in list(given) if game.choice_meant(key) not in choices}
    resolved = game.resolve(given)
    known = resolved.pays()
    for key in pays:
        if resolved.pay_meant(key) not in known:
            raise CombinError(
                f"{game.slug} has no choice and no pay {key!r}{nearest(key, [*choices, *known])}"
            )
    found = resolved.with_pays(pays)
    recount(found, name)
    return found


def _counted(game: Game, bet: str) -> Counted:
    from combin.sensitivity import Counted

    announce(f"{game.slug}, {bet}: counting")
    counted = Counted(game, bet, progress=share_counter())
    announce("")
    return counted


@click.command(short_help="Find the rules behind a printed figure.")
@game_argument
@click.argument("figure", metavar="FIGURE")
@bet_option
@stacked(rules_options, format_options)
@of_any_family
def explain(
    name: str,
    figure: str,
    bet: str,
    settings: tuple[str, ...],
    pays: tuple[str, ...],
    form: str | None,
    as_json: bool,
) -> None:
    """Print which denominator, strategy and choices of GAME give an exact value that rounds to
    FIGURE, or else the values next to it.

    FIGURE is a percentage with its sign, a decimal or a fraction, as it is printed: an edge, a
    return or an expected value.

    \b
    combin explain caribbean-stud 2.56%
    combin explain jacks-or-better 97.30%
    combin explain baccarat 1.24% --bet player
    combin explain blackjack 0.651%
    """
    written = the_form(form, as_json)
    game = the_game(name, settings, pays)
    key = game.bet(bet).key
    from combin.dossier.explained import explain as explained
    from combin.games import find
    from combin.render.tables import bet_words, command_of

    found = explained(find(name), game, figure, key, announce)
    announce("")
    words = [figure, *bet_words(key)]
    write_result(found, written, command=command_of("explain", game, words, name))


COMMANDS = (formula, sweep, target, design, vary, compare, explain)
