"""The commands that ask what a game is and what it is worth: list, show, solve, advise, situations,
verify.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import click

from combin.cli.common import (
    DISAGREES,
    Whole,
    announce,
    bet_option,
    bets_option,
    cards_or_ranks,
    counter,
    dead_option,
    format_options,
    game_argument,
    numbers_of_cards,
    pairs,
    rules_options,
    see_option,
    share_counter,
    tell,
    the_form,
    the_game,
    workers_options,
    write,
    write_result,
)
from combin.cli.count_up import of_any_family
from combin.cli.sharing import count_shard, kept_in, share_options, solved, write_solution
from combin.errors import CombinError

if TYPE_CHECKING:
    from combin.rules.game import Game
    from combin.solving.executor import Workers

MANY_LINES = 100_000  # of situations, that are announced before they come
LISTED = 40  # characters a line of the bets or of the choices of a game


@click.command("list")
def list_games() -> None:
    """List the games, their bets and their choices.

    \b
    combin list
    """
    from itertools import zip_longest

    from combin.games import every_name, sheet_of
    from combin.render.tables import Table, layout

    rows: list[tuple[str, ...]] = []
    for game in (sheet_of(name).resolve() for name in every_name()):
        bets = _in_lines(game.bet_keys)
        choices = _in_lines(choice.name for choice in game.choices)
        rows += zip_longest([game.slug], [game.title], bets, choices, fillvalue="")
    table = Table(("name", "game", "bets", "choices"), ("left",) * 4, rows)
    write(layout([table, "combin show NAME tells the rules."]))


def _in_lines(names: Iterable[str]) -> list[str]:
    from textwrap import wrap

    return wrap(", ".join(names), LISTED, break_on_hyphens=False)


@click.command(short_help="Print the JSON schema of an answer.")
@click.argument("question", metavar="COMMAND")
def schema(question: str) -> None:
    """Print the JSON schema of what COMMAND prints with --json.

    Exact values are text there (-7496/81991), and stand once more, at the same places below
    "numbers", as numbers.

    \b
    combin schema solve
    """
    from combin import api
    from combin.render.layout import dump_json

    write(dump_json(api.schema(question)))


@click.command(short_help="Print the rules of a game.")
@game_argument
@rules_options
@of_any_family
def show(name: str, settings: tuple[str, ...], pays: tuple[str, ...]) -> None:
    """Print the rules of GAME as combin understands them, beside the rule card.

    \b
    combin show caribbean-stud
    combin show three-card-poker --set ante-bonus=4
    combin show ./my_game.py
    """
    write_result(the_game(name, settings, pays, recounted=False), "text")


@click.command(short_help="Solve a game: the exact value of every bet.")
@game_argument
@bets_option
@rules_options
@see_option
@dead_option
@format_options
@workers_options
@share_options
@click.option(
    "--variance",
    is_flag=True,
    help="Of a game that counts up also the variance, where pairs are split: some seconds.",
)
@click.option(
    "--law",
    is_flag=True,
    help="Of a game that counts up also how likely each net is, where pairs are split: minutes, "
    "where a pair may become more than two hands.",
)
@of_any_family
def solve(
    name: str,
    bets: tuple[str, ...],
    settings: tuple[str, ...],
    pays: tuple[str, ...],
    seen: tuple[str, ...],
    dead: str,
    form: str | None,
    as_json: bool,
    workers: Workers,
    shard: str | None,
    shard_path: str | None,
    resume: str | None,
    variance: bool,
    law: bool,
) -> None:
    """Solve GAME: the exact value of every bet under the best play.

    The house edge is the expected loss divided by one unit of the bet's base wager; the element of
    risk is the same loss divided by all that is wagered on average. The hit frequency is how often
    a round ends with a net win. Nets are in units of the base wager.

    \b
    combin solve phil-em-up
    combin solve phil-em-up --set joker=bug --pay five-aces=1000
    combin solve dakota-duel-draw --bet big-8 --set big-8=2 --pay big-8.flush=7/2
    combin solve three-card-poker --json
    combin solve three-card-poker --see dealer=1
    combin solve baccarat --dead "8h 8d 9s"
    combin solve let-it-ride --format csv
    combin solve caribbean-stud --executor processes
    combin solve caribbean-stud --shard 3/64 -o part-3.json
    combin solve flushes-gone-wild --resume counted
    combin solve blackjack --variance
    """
    written = the_form(form, as_json)
    game = the_game(name, settings, pays, seen=seen, dead=dead)
    keys = list(dict.fromkeys(game.bet(key).key for key in bets))
    if shard is not None:
        if form or as_json:
            raise CombinError("--shard writes a file of its own; combin merge takes --format")
        count_shard(shard, shard_path, name, game, keys, workers, resume)
    elif shard_path is not None:
        raise CombinError("-o goes with --shard; a solution is printed")
    else:
        write_solution(solved(game, keys, workers, resume), keys, name, written)


@click.command(short_help="Tell the house edges of games under all their choices.")
@click.argument("names", metavar="[GAME]...", nargs=-1)
@click.option(
    "--pay",
    "pays",
    multiple=True,
    metavar="NAME=NUMBER",
    help="Replace a pay or a meter of the one GAME, under all its choices.",
)
@see_option
@format_options
@of_any_family
def edges(
    names: tuple[str, ...],
    pays: tuple[str, ...],
    seen: tuple[str, ...],
    form: str | None,
    as_json: bool,
) -> None:
    """Tell the exact house edge of every bet of each GAME under every reading, paytable and house
    rule.

    Without a GAME, of all games that come with combin. Bets that leave nothing to decide are the
    same whatever is seen.

    \b
    combin edges three-card-poker --see dealer=1
    combin edges
    combin edges three-card-poker --format markdown
    combin edges caribbean-stud --pay progressive.meter=250000
    combin edges caribbean-stud let-it-ride --format latex_booktabs > edges.tex
    combin edges --format csv > edges.csv
    """
    written = the_form(form, as_json)
    from combin import games
    from combin.dossier.settings import Edges, verify_pays
    from combin.dossier.settings import settings as settings_of

    shown, paid = numbers_of_cards(seen), pairs("--pay", pays)
    if paid and len(names) != 1:
        raise CombinError("--pay goes with one GAME: combin edges phil-em-up --pay flush=5")
    for name in names if paid else ():
        verify_pays(games.find(name), paid)
    asked = {name: the_game(name, seen=seen) for name in names or games.names()}
    show = counter(lambda title, bet, done, bets: f"{title}, {bet}: {done} of {bets} bets done")
    total, done, found = sum(len(game.bets) for game in asked.values()), 0, []
    for name, game in asked.items():
        bets = {}
        for bet in game.bets:
            if show:
                show(game.title, bet.key, done, total)
            bets[bet.key] = settings_of(name, bet.key, None, shown, paid)
            done += 1
        found.append((name, game, bets))
    if show:
        show("", "", total, total)
    write_result(Edges(tuple(found), tuple(dict.fromkeys(names)), shown, paid), written)


@click.command(short_help="Tell what each action is worth with some cards.")
@game_argument
@click.argument("words", nargs=-1, required=True, metavar="CARDS")
@bet_option
@rules_options
@see_option
@dead_option
@format_options
@of_any_family
def advise(
    name: str,
    words: tuple[str, ...],
    bet: str,
    settings: tuple[str, ...],
    pays: tuple[str, ...],
    seen: tuple[str, ...],
    dead: str,
    form: str | None,
    as_json: bool,
) -> None:
    """Tell every action's exact value in GAME with the known CARDS.

    Cards are two letters each (As, Td, Jk for the joker), in the order of the play; a slash may
    stand between whose they are. K♥, 10h and KhQh are read, too, with quotes around them or not.
    In a game that counts up ranks are enough, and the dealer's card stands behind the slash.

    \b
    combin advise phil-em-up "Kh Qh Jh 3c"
    combin advise caribbean-stud "As Kd Jh 8c 3d / Kc"
    combin advise blackjack "8 8 / T"
    """
    written = the_form(form, as_json)
    game = the_game(name, settings, pays, seen=seen, dead=dead)
    cards, key = " ".join(words), game.bet(bet).key
    from combin.questions.advice import advise as advised
    from combin.render.tables import bet_words, command_of

    command = command_of("advise", game, [cards, *bet_words(key)], name)
    write_result(advised(game, cards, key), written, command=command)


@click.command(short_help="Tell how several plays of one dealt hand vary.")
@game_argument
@click.argument("numbers", metavar="[PLAYS]...", nargs=-1, type=Whole())
@bet_option
@rules_options
@format_options
@of_any_family
def plays(
    name: str,
    numbers: tuple[int, ...],
    bet: str,
    settings: tuple[str, ...],
    pays: tuple[str, ...],
    form: str | None,
    as_json: bool,
) -> None:
    """Tell how the results of several PLAYS of one dealt hand vary, in a GAME with a draw.

    Every play draws from cards of its own, and all hold alike.

    \b
    combin plays jacks-or-better
    combin plays double-double-bonus 3 10 --format csv
    """
    written = the_form(form, as_json)
    game = the_game(name, settings, pays)
    key = game.bet(bet).key
    from combin.questions.plays import USUAL
    from combin.questions.plays import plays as played
    from combin.render.tables import bet_words, command_of

    found = played(game, key, numbers or USUAL)
    words = [*found.asked, *bet_words(key)]
    write_result(found, written, command=command_of("plays", game, words, name))


@click.command(short_help="Tell what it is worth to see hidden cards.")
@game_argument
@bet_option
@rules_options
@click.option(
    "--see",
    "seen",
    multiple=True,
    metavar="ZONE=N|N,M|RANKS",
    help="Only this zone: up to N of its cards, or N and M; or whether one is of these RANKS.",
)
@click.option(
    "--sample",
    type=Whole(),
    metavar="HANDS",
    help="Estimate what is not counted, from so many hands dealt at random.",
)
@click.option(
    "--seed", type=Whole(), metavar="N", help="Deals other hands for the sample; 1 if not given."
)
@click.option(
    "--resume",
    metavar="DIR",
    help="Keep what is counted in this folder, and do not count again what is there.",
)
@format_options
@workers_options
@of_any_family
def protect(
    name: str,
    bet: str,
    settings: tuple[str, ...],
    pays: tuple[str, ...],
    seen: tuple[str, ...],
    sample: int | None,
    seed: int | None,
    resume: str | None,
    form: str | None,
    as_json: bool,
    workers: Workers,
) -> None:
    """Tell the edge of GAME for each number of hidden cards that the player sees.

    The player decides as well as he can with them. What is too much to be counted is listed with
    the reason and with exact bounds, and --sample estimates it. Ranks ask what a class of a card is
    worth, as where the edges of cards are sorted: the player sees of one card only whether it is of
    one of these. Cards of `others` belong to nobody; those of other players are asked for by
    numbers.

    \b
    combin protect three-card-poker
    combin protect three-card-poker --see dealer=TJQKA
    combin protect caribbean-stud --see others=5,30 --sample 5000
    combin protect blackjack
    """
    written = the_form(form, as_json)
    game = the_game(name, settings, pays)
    from combin.questions.protection import protect as protected
    from combin.render.protection import sample_words
    from combin.render.tables import bet_words, command_of
    from combin.rounds.estimates import estimates

    cards, key = cards_or_ranks(seen), game.bet(bet).key
    progress = counter(lambda done, total: f"{done:,} of {total:,} hands")
    shares = share_counter()
    estimate = estimates(game, key, sample, seed, workers, progress, shares)
    told, kept = partial(_tell_seen, game, key), kept_in(resume)
    found = protected(game, key, cards, workers, told, estimate, shares, kept)
    words = [*bet_words(key), *(word for one in seen for word in ("--see", one))]
    words += sample_words(found)
    write_result(found, written, command=command_of("protect", game, words, name))


def _tell_seen(game: Game, bet: str, zone: str, cards: int) -> None:
    """Show on stderr which count goes on and what it takes, to people only; nothing after the
    last.
    """
    announce("")
    if not zone or not sys.stderr.isatty():
        return
    from combin.questions.protection import cost_of
    from combin.rules.exposed import exposed

    with suppress(CombinError):  # the answer has the reason
        announce(f"{cards} of {zone} seen: {cost_of(exposed(game, {zone: cards}), bet)}\n")


@click.command(short_help="Tell what each rank that leaves the shoe is worth.")
@game_argument
@bets_option
@rules_options
@dead_option
@format_options
@workers_options
@of_any_family
def removal(
    name: str,
    bets: tuple[str, ...],
    settings: tuple[str, ...],
    pays: tuple[str, ...],
    dead: str,
    form: str | None,
    as_json: bool,
    workers: Workers,
) -> None:
    """Tell the effects of removal: what one card that leaves the shoe of GAME adds to every bet.

    Of each rank one card is taken from the shoe, and every bet solved again with the best play.
    What the expected net grows by is printed in hundredths of the base wager; csv and json have the
    exact fractions. Blackjack has them with the best chart of the whole shoe kept, too.

    \b
    combin removal baccarat
    combin removal casino-war --set packs=1 --format csv
    combin removal blackjack
    """
    written = the_form(form, as_json)
    game = the_game(name, settings, pays, dead=dead)
    keys = list(dict.fromkeys(game.bet(key).key for key in bets)) or None
    from combin.questions.removals import removals
    from combin.render.tables import command_of

    words = [word for key in keys or () for word in ("--bet", key)]
    found = removals(game, keys, workers, _tell_removed)
    write_result(found, written, command=command_of("removal", game, words, name))


def _tell_removed(rank: str) -> None:
    """Show on stderr which rank is removed, to people only; nothing after the last."""
    announce(f"one {rank} removed" if rank else "")


@click.command(short_help="Tell what counting cards wins on a bet.")
@game_argument
@bet_option
@rules_options
@click.option(
    "--tags",
    "tags",
    metavar="RANKS=N",
    help="What the running count changes by for cards gone, such as '4567=-1 89=2'; else 0.",
)
@click.option(
    "--level",
    type=Whole(),
    metavar="N",
    help="Find the tags: whole numbers from -N to N; 2 if neither is given.",
)
@click.option(
    "--trigger",
    metavar="N",
    help="Bet at a true count of N or more; the whole number that wins most if not given.",
)
@click.option(
    "--cut",
    type=Whole(),
    metavar="CARDS",
    help="How many cards stay behind the cut card; 14, or in Blackjack a quarter, if not given.",
)
@format_options
@of_any_family
def count(
    name: str,
    bet: str,
    settings: tuple[str, ...],
    pays: tuple[str, ...],
    tags: str | None,
    level: int | None,
    trigger: str | None,
    cut: int | None,
    form: str | None,
    as_json: bool,
) -> None:
    """Tell what a bet of GAME wins that is made only at a true count of the trigger or more.

    The running count is the sum of the tags of all cards gone; the true count is that number for
    each 52 cards left. All figures are exact: nothing is simulated. Rounds begin after every number
    of cards with the same chance, or, where all rounds take as many cards, after just those. A
    decision is made as is best with the whole shoe. Of Blackjack itself the effects of removal are
    told, how the tags follow them, and the indices; the Hi-Lo count has the default tags there.

    \b
    combin count baccarat --bet dragon-7
    combin count blackjack
    combin count blackjack --bet insurance --tags "A23456789=4 T=-9"
    combin count baccarat --bet dragon-7 --tags "4567=-1 89=2" --trigger 4 --cut 26
    combin count dragon-tiger --bet big --level 1 --format csv
    """
    written = the_form(form, as_json)
    from combin.questions.card_counting import CUT, LEVEL, card_counting, numbers_of

    if tags is not None and level is not None:
        raise CombinError("--tags and --level contradict each other")
    asked = None if tags is None else numbers_of(pairs("--tags", tags.split()))
    game = the_game(name, settings, pays)
    found = card_counting(
        game, bet, asked, trigger, CUT if cut is None else cut, LEVEL if level is None else level
    )
    write_result(found, written, name=name)


@click.command(short_help="Print every decision of a game, with every action's value.")
@game_argument
@bet_option
@rules_options
@click.option(
    "--format", "form", default="text", metavar="F", help="text, csv, tsv, or a format of tabulate."
)
@click.option("--decision", default="", metavar="NAME", help="Only this decision.")
@click.option("--limit", type=Whole(1), metavar="N", help="Only the first N.")
@click.option("--sample", type=Whole(1), metavar="N", help="N of them, drawn at random.")
@click.option("--seed", type=Whole(), metavar="N", help="The same seed draws the same sample.")
@of_any_family
def situations(
    name: str,
    bet: str,
    settings: tuple[str, ...],
    pays: tuple[str, ...],
    form: str,
    decision: str,
    limit: int | None,
    sample: int | None,
    seed: int | None,
) -> None:
    """Print every situation in which GAME asks for a decision, with every action's exact value.

    Rows are printed as they are found; csv has the exact fractions. Values are expected net results
    in units of the bet's base wager; history is what was done before, deals how many deals lead
    here, and suits that play alike are told once.

    \b
    combin situations phil-em-up --format csv > phil.csv
    combin situations mississippi-stud --limit 20
    combin situations ultimate-texas-holdem --decision "before the flop" --limit 10
    """
    if limit and sample:
        raise CombinError("--limit and --sample contradict each other")
    if seed is not None and not sample:
        raise CombinError("--seed goes with --sample: without it nothing is drawn")
    if form == "json":
        raise CombinError(
            "situations are streamed as text, csv, tsv or a format of tabulate, not as json"
        )
    written = the_form(form, False)
    game = the_game(name, settings, pays)
    key = game.bet(bet).key
    from combin.questions.advice import Listing, lines_to_come
    from combin.questions.advice import situations as found
    from combin.render import situations as pages
    from combin.render.tables import bet_words, command_of

    rows = found(game, key, Listing(decision, limit, sample, seed or 0))
    lines = lines_to_come(game, key, decision)
    if lines > MANY_LINES and not limit and not sample:
        click.echo(
            f"combin: about {lines:,} lines will come; --decision, --limit and --sample ask for "
            "fewer",
            err=True,
        )
    asked = {"--decision": decision or None, "--limit": limit, "--sample": sample, "--seed": seed}
    words = [
        word
        for option, value in asked.items()
        if value is not None
        for word in (option, str(value))
    ]
    command = command_of("situations", game, [*bet_words(key), *words], name)
    for part in pages.situations(rows, game, key, written, command):
        write(part)


@click.command(short_help="Count a game again, the slow literal way, and compare.")
@game_argument
@bets_option
@click.option("--ranks", metavar="RANKS", help="The ranks of a shortened deck, such as 9TJQKA.")
@click.option("--suits", metavar="SUITS", help="The suits of a shortened deck, such as cdh.")
@click.option(
    "--packs", type=Whole(), metavar="N", help="How many packs of it, where the game has some."
)
@click.option(
    "--situations",
    "number",
    type=Whole(),
    metavar="N",
    help="Instead: complete N information sets of the whole deck, drawn at random.",
)
@click.option("--seed", type=Whole(), metavar="N", help="The same seed draws the same; else any.")
@rules_options
@see_option
@click.pass_context
@of_any_family
def verify(
    context: click.Context,
    name: str,
    bets: tuple[str, ...],
    ranks: str | None,
    suits: str | None,
    packs: int | None,
    number: int | None,
    seed: int | None,
    settings: tuple[str, ...],
    pays: tuple[str, ...],
    seen: tuple[str, ...],
) -> None:
    """Count GAME again with the slow literal reference and report agreement, count by count.

    At every decision what each action is worth is compared too. Without --ranks and --suits the
    decks are short ones that take about a minute in all. With --situations information sets of the
    whole deck, or of the one given, are drawn at random, at every decision; all ways in which the
    cards not seen can lie are dealt, and what each action is worth is compared. Blackjack is dealt
    from shoes of 14 to 16 cards. The exit status is 1 where anything differs.

    \b
    combin verify phil-em-up
    combin verify three-card-poker --bet base --ranks 9TJQKA --suits cdhs
    combin verify baccarat --bet player --ranks A679K --suits cd --packs 1
    combin verify caribbean-stud --situations 20 --seed 1
    combin verify high-card-flush --situations 20 --suits cdh
    combin verify blackjack --set surrender=late --set aces=hit
    """
    game = the_game(name, settings, pays, recounted=False, seen=seen)
    keys = [game.bet(key).key for key in bets or [bet.key for bet in game.bets]]
    if seed is not None and number is None:
        raise CombinError("--seed goes with --situations; short decks are not drawn at random")
    if number is not None:
        from combin.proof.verify import on_deck

        if not _situations_agree(on_deck(game, ranks, suits, packs), keys, number, seed):
            context.exit(DISAGREES)
        return
    from combin.proof.verify import paths_met, recounts
    from combin.render.counts import met_text, report

    reports = []
    for found in recounts(game, keys, ranks, suits, _progress, packs):
        announce("")
        write(report(found) + "\n")
        reports.append(found)
    for met in paths_met(game, reports, share_counter(), by_whole=not (ranks or suits)):
        write(met_text(met))
    if not all(found.agrees for found in reports):
        context.exit(DISAGREES)


def _situations_agree(game: Game, keys: list[str], number: int, seed: int | None) -> bool:
    """Write what the reference says of information sets drawn at random; return whether it
    agrees.
    """
    from combin.proof.situations import drawn, places
    from combin.render.counts import left_out, situations_text, takes

    seed = int.from_bytes(os.urandom(4)) if seed is None else seed
    asked = places(game, keys, number)
    tell(takes(asked), err=True)
    for line in left_out(asked, number):
        write(line)
    announce("0 % of the completions")
    show = counter(lambda done, total: f"{100 * done // total} % of the completions")
    found = list(drawn(game, asked, seed, show))
    write(situations_text(game, found, seed))
    return not any(one.different for one in found)


def _progress(key: str) -> Callable[[int, int], None] | None:
    """Return a counter on stderr of the deals of a bet; after them what they come to is
    compared.
    """
    show = counter(lambda done, total: f"{key}: {100 * done // total} % of {total:,} deals")
    if show is None:
        return None

    def counted(done: int, total: int) -> None:
        show(done, total)
        if done == total:
            announce(f"{key}: comparing every situation with the engine")

    return counted


COMMANDS = (
    list_games, show, solve, plays, edges, advise, situations, protect, removal, count, verify,
    schema,
)  # fmt: skip
