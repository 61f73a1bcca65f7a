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
    games_that_start,
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
    write(layout([table, "combin show NAME prints the rules."]))


def _in_lines(names: Iterable[str]) -> list[str]:
    from textwrap import wrap

    return wrap(", ".join(names), LISTED, break_on_hyphens=False)


@click.command(short_help="Print the JSON schema of a command's output.")
@click.argument("question", metavar="COMMAND")
def schema(question: str) -> None:
    """Print the JSON schema of what COMMAND prints with --json.

    Exact values are strings ("-7496/81991"). The key "numbers" repeats them, in the same layout, as
    numbers.

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
    """Print the rules of GAME as combin reads them, to compare with the rule card.

    \b
    combin show caribbean-stud
    combin show three-card-poker --set ante-bonus=4
    combin show ./my_game.py
    """
    write_result(the_game(name, settings, pays, recounted=False), "text")


@click.command(short_help="Solve a game: the exact house edge of every bet.")
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
    help="Blackjack: also print the variance, splits included; takes some seconds.",
)
@click.option(
    "--law",
    is_flag=True,
    help="Blackjack: also print the distribution of the net, splits included; takes minutes if "
    "pairs may be resplit.",
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
    """Solve GAME: the exact house edge of every bet under optimal play.

    The house edge is the expected loss per unit of the base wager. The element of risk is the
    expected loss divided by the average total wager. The hit frequency is the probability of a net
    win. Nets are in units of the base wager.

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


@click.command(short_help="Print house edges under every paytable and rule.")
@click.argument("names", metavar="[GAME]...", nargs=-1, shell_complete=games_that_start)
@click.option(
    "--pay",
    "pays",
    multiple=True,
    metavar="NAME=NUMBER",
    help="Change a pay or a meter in every row; needs exactly one GAME.",
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
    """Print the exact house edge of every bet of GAME under every rule interpretation, paytable and
    house rule.

    Without a GAME, print all games that come with combin. --see changes only bets with decisions.

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


@click.command(short_help="Print the value of each action with given cards.")
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
    """Print the exact value of every action in GAME for the CARDS that the player sees.

    Write each card as two letters (As, Td, Jk for the joker), in the order they are dealt; a slash
    may separate the player's cards from the others. K♥, 10h and KhQh work too, and quotes are
    optional. In blackjack ranks are enough; write the dealer's card after the slash.

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


@click.command(short_help="Print the variance of multi-hand video poker.")
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
    """Print the variance of multi-hand video poker, such as Triple Play: one hand is dealt, the
    same cards are held in all PLAYS, and each draws from its own copy of the deck.

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


@click.command(short_help="Print the edge of a player who sees hidden cards.")
@game_argument
@bet_option
@rules_options
@click.option(
    "--see",
    "seen",
    multiple=True,
    metavar="ZONE=N|N,M|RANKS",
    help="Only this zone: 1 to N cards seen, or N and M; or whether a card is one of RANKS.",
)
@click.option(
    "--sample",
    type=Whole(),
    metavar="HANDS",
    help="Estimate rows that are too large to count, from this many random hands.",
)
@click.option("--seed", type=Whole(), metavar="N", help="Random seed of the sample.  [default: 1]")
@click.option(
    "--resume",
    metavar="DIR",
    help="Save progress in this folder, and continue from it.",
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
    """Print the edge of GAME for each number of hidden cards that the player sees; of Blackjack and
    its variants, with the dealer's hole card known, and with the next card of the shoe known.

    The player makes optimal use of them. Rows that are too large to count show the reason and exact
    bounds; --sample adds an estimate. ZONE=RANKS models edge sorting: of one card in the zone, the
    player learns only whether its rank is one of RANKS. `others` are cards outside the
    player's game, such as those of other players: others=5,30.

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


@click.command(short_help="Print the effect of removal of each rank.")
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
    """Print the effect of removal of each rank on every bet of GAME.

    combin removes one card of the rank from the shoe and solves every bet again. The effect is the
    change of the player's expected value, in percent of the base wager; csv and json have the exact
    fractions. For Blackjack a second column keeps the basic strategy of the full shoe.

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


@click.command(short_help="Print what a card counter wins on a bet.")
@game_argument
@bet_option
@rules_options
@click.option(
    "--tags",
    "tags",
    metavar="RANKS=N",
    help="The tags of the count, such as '4567=-1 89=2'; ranks not named have tag 0.",
)
@click.option(
    "--level",
    type=Whole(),
    metavar="N",
    help="Find the best tags from -N to N.  [default, without --tags: 2]",
)
@click.option(
    "--trigger",
    metavar="N",
    help="Bet at a true count of N or more.  [default: the whole number that wins most]",
)
@click.option(
    "--cut",
    type=Whole(),
    metavar="CARDS",
    help="Cards behind the cut card.  [default: 14; in Blackjack a quarter of the shoe]",
)
@click.option(
    "--flat",
    is_flag=True,
    help="Blackjack: bet the same in every round, whatever the count: what the cut card costs.",
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
    flat: bool,
    form: str | None,
    as_json: bool,
) -> None:
    """Print what a card counter wins by making a bet of GAME only at or above a true count, the
    trigger.

    The running count is the sum of the tags of the cards dealt; the true count is the running count
    per 52 cards left. All figures are exact: nothing is simulated. Every depth down to the cut card
    is equally likely at the start of a round; if all rounds use the same number of cards, rounds
    start at multiples of it. Decisions follow the strategy for the full shoe.

    For the main bet of Blackjack and its variants the output is effects of removal, correlations
    and, for counts of up to three different tags, indices; the default tags are Hi-Lo, for variants
    the best of level 2. With --trigger or --cut it is the win of a player who plays only at or
    above a true count; the edge at a count is then found by effects of removal. With --flat it is
    what the cut card costs a player who plays every round alike: exactly for one deck whose pairs
    become two hands at most, in a minute or two, and to first order for larger shoes.

    \b
    combin count baccarat --bet dragon-7
    combin count blackjack
    combin count blackjack --trigger 2 --cut 52
    combin count blackjack --flat --cut 78
    combin count spanish-21 --level 1
    combin count blackjack --bet insurance --tags "A23456789=4 T=-9"
    combin count baccarat --bet dragon-7 --tags "4567=-1 89=2" --trigger 4 --cut 26
    combin count dragon-tiger --bet big --level 1 --format csv
    """
    written = the_form(form, as_json)
    if flat:
        raise CombinError(f"--flat is for games that count up: {name} is not one of them")
    from combin.questions.card_counting import CUT, LEVEL, card_counting, numbers_of

    if tags is not None and level is not None:
        raise CombinError("--tags and --level contradict each other")
    asked = None if tags is None else numbers_of(pairs("--tags", tags.split()))
    game = the_game(name, settings, pays)
    found = card_counting(
        game, bet, asked, trigger, CUT if cut is None else cut, LEVEL if level is None else level
    )
    write_result(found, written, name=name)


@click.command(short_help="Print every hand, with the value of every action.")
@game_argument
@bet_option
@rules_options
@click.option(
    "--format",
    "form",
    default="text",
    metavar="F",
    help="text, csv, tsv, or a table format of tabulate.",
)
@click.option("--decision", default="", metavar="NAME", help="Only this decision.")
@click.option("--limit", type=Whole(1), metavar="N", help="Only the first N rows.")
@click.option("--sample", type=Whole(1), metavar="N", help="N rows, drawn at random.")
@click.option("--seed", type=Whole(), metavar="N", help="Random seed of the sample.")
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
    """Print every hand of GAME at every decision, with the exact value of every action.

    Hands that differ only by a permutation of the suits are one row. A value is the expected net in
    units of the base wager; csv has the exact fractions. The column history has the earlier
    actions, deals the number of deals that reach the row. Rows are printed as they are computed.

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


@click.command(short_help="Check a game with a second, independent program.")
@game_argument
@bets_option
@click.option("--ranks", metavar="RANKS", help="The ranks of a shortened deck, such as 9TJQKA.")
@click.option("--suits", metavar="SUITS", help="The suits of a shortened deck, such as cdh.")
@click.option(
    "--packs", type=Whole(), metavar="N", help="Number of decks, for games dealt from a shoe."
)
@click.option(
    "--situations",
    "number",
    type=Whole(),
    metavar="N",
    help="Instead check N random hands of the full deck, dealing every completion.",
)
@click.option("--seed", type=Whole(), metavar="N", help="Random seed of --situations.")
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
    """Recount GAME with the slow reference program and compare every count, and the value of every
    action at every decision.

    Without --ranks and --suits combin picks short decks; they take about a minute in all. With
    --situations it draws random hands of the full deck, or of the given one, at every decision,
    deals every way to complete them, and compares the value of each action. Blackjack is dealt from
    shoes of 14 to 16 cards. The exit status is 1 if anything differs.

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
    for found in recounts(game, keys, ranks, suits, _progress, packs, apart=True):
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
