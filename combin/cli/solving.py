"""Commands about rules and values: list, show, solve, advise, situations, verify and more."""

from __future__ import annotations

import os
from collections.abc import Iterable

import click

from combin.cli.asked import QuestionAsked, question
from combin.cli.common import (
    DISAGREES,
    Whole,
    bet_option,
    bets_option,
    cards_or_ranks,
    dead_option,
    format_options,
    games_argument,
    numbers_of_cards,
    pairs,
    ready,
    resume_option,
    rules_options,
    run_by,
    see_option,
    tell,
    the_form,
    workers_options,
    write,
    write_result,
)
from combin.cli.sharing import count_shard, share_options
from combin.errors import CombinError, refuse
from combin.telling import announce, counter, note, paced

MANY_LINES = 100_000  # of situations, that are announced before they come
law_option = click.option(
    "--law",
    is_flag=True,
    help="Blackjack: also print the distribution of the net, splits included; takes minutes if "
    "pairs may be resplit.",
)
LISTED = 40  # characters a line of the bets or of the choices of a game


@click.command("list")
@games_argument
@format_options
def list_games(names: tuple[str, ...], answer_form: str | None, as_json: bool) -> None:
    """List the games, or those named, their bets and their choices.

    \b
    combin list
    combin list baccarat --json
    """
    from itertools import zip_longest

    from combin import games
    from combin.render.layout import Table, layout

    head, sheets = ("name", "game", "bets", "choices"), map(games.sheet_of, names or games.names())
    parts = [(one.slug, str(one.title), one.bet_keys, one.choice_names) for one in sheets]
    if answer_form or as_json:
        from combin.render.tables import answer

        form = the_form(answer_form, as_json)
        rows = [(*two, ", ".join(bets), ", ".join(choices)) for *two, bets, choices in parts]
        table = Table(head, ("left",) * 4, rows)
        told = {"games": [dict(zip(head, one)) for one in parts]}
        write(answer(form, [table], [head, *rows], lambda: told))
        return
    lines: list[tuple[str, ...]] = []
    for slug, title, bets, choices in parts:
        lines += zip_longest([slug], [title], _in_lines(bets), _in_lines(choices), fillvalue="")
    table = Table(head, ("left",) * 4, lines)
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


@question(
    "Print the rules of a game, as a page that combin reads.",
    rules_options,
    format_options,
    click.option(
        "--strict",
        is_flag=True,
        help="Refuse a page that tells what nothing refers to, or settles a wager twice or never.",
    ),
    recounted=False,
)
def show(asked: QuestionAsked) -> None:
    """Print the rules of GAME as a page of text, to compare with the rule card, to change and to
    solve again. With a choice or pay set: the rules in force.

    \b
    combin show caribbean-stud
    combin show three-card-poker --set ante-bonus=4
    combin show caribbean-stud > my-stud.game
    combin show ./my-stud.game --strict
    combin show caribbean-stud --format csv
    """
    if asked.options["strict"]:
        from combin.games import file_of
        from combin.rules.loader import verify_strictly

        verify_strictly(asked.game.path or file_of(asked.game.slug))
    write_result(asked.ask(), asked.form)


@click.command(short_help="Print a citation of combin, or of a game's figures.")
@click.argument("game", required=False)
@rules_options
def cite(game: str | None, settings: tuple[str, ...], pays: tuple[str, ...]) -> None:
    """Print the BibTeX entry of combin, or that of the figures of GAME: version, rules, and the
    command that prints the figures again.

    \b
    combin cite > combin.bib
    combin cite jacks-or-better --set paytable=8-5 >> combin.bib
    """
    from combin.render.citation import bibtex

    refuse(
        not game and (settings or pays),
        "--set and --pay change the rules of a game: name the game to cite",
    )
    chosen = pairs("--set", settings), pairs("--pay", pays)
    write(bibtex(ready(game, *chosen, bets=None, recounted=False).game if game else None))


@click.command(short_help="Write the page of a game in Python.")
@click.argument("file", metavar="FILE.py")
def convert(file: str) -> None:
    """Print the page of the game that FILE.py states as GAME, made of combin.rules.

    The file is run as Python: convert only what you trust. A page, which combin reads, is no code.

    \b
    combin convert my_game.py > my-game.game
    """
    from runpy import run_path

    from combin.rules.game import Sheet
    from combin.rules.text.page import text_of

    try:
        sheet = run_path(file).get("GAME")
    except Exception as error:  # whatever the file raises
        raise CombinError(f"{file}: cannot be run: {error}") from None
    if not isinstance(sheet, Sheet):
        raise CombinError(f"{file}: the file states no game; it ends with GAME = Game(...)")
    write(text_of(sheet))


@question(
    "Solve a game: the exact house edge of every bet.",
    bets_option,
    rules_options,
    see_option,
    dead_option,
    format_options,
    workers_options,
    share_options,
    click.option(
        "--variance",
        is_flag=True,
        help="Blackjack: also print the variance, splits included; takes up to a minute.",
    ),
    law_option,
)
def solve(asked: QuestionAsked) -> None:
    """Solve GAME: the exact house edge of every bet under optimal play.

    The house edge is the expected loss per unit of the base wager. The element of risk is the
    expected loss divided by the average total wager. The hit frequency is the probability of a net
    win; in video poker, of any return. Nets are in units of the base wager.

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
    shard, path = asked.options["shard"], asked.options["path"]
    if shard is not None:
        count_shard(asked, shard, path)
    elif path is not None:
        raise CombinError("-o goes with --shard; a solution is printed")
    else:
        asked.write(asked.ask())


@click.command(short_help="Print house edges under every paytable and rule.")
@games_argument
@click.option(
    "--pay",
    "pays",
    multiple=True,
    metavar="NAME=NUMBER",
    help="Change a pay or a meter in every row; needs exactly one GAME.",
)
@see_option
@format_options
@run_by
def edges(
    names: tuple[str, ...],
    pays: tuple[str, ...],
    seen: tuple[str, ...],
    answer_form: str | None,
    as_json: bool,
    long: bool,
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
    from combin import api
    from combin.games import sheet_of

    if len(names) == 1 and not sheet_of(names[0]).combined:  # its choices are set one at a time
        asked = QuestionAsked(names[0], (), pays, seen, "", answer_form, as_json, long=long)
        asked.write(asked.ask("vary"))
        return
    form = the_form(answer_form, as_json)
    shown, paid = numbers_of_cards(seen), pairs("--pay", pays)
    refuse(
        paid and len(names) != 1, "--pay goes with one GAME: combin edges phil-em-up --pay flush=5"
    )
    write_result(api.edges(*names, pays=paid, seen=shown, long=long), form)


@question(
    "Print the value of each action with given cards.",
    click.argument("cards", nargs=-1, required=True, metavar="CARDS"),
    bet_option,
    rules_options,
    see_option,
    dead_option,
    format_options,
)
def advise(asked: QuestionAsked) -> None:
    """Print the exact value of every action in GAME for the CARDS that the player sees.

    Write each card as two letters (As, Td, Jk for the joker), in the order they are dealt; a slash
    may separate the player's cards from the others. K♥, 10h and KhQh work too, and quotes are
    optional. In blackjack ranks are enough; write the dealer's card after the slash.

    \b
    combin advise phil-em-up "Kh Qh Jh 3c"
    combin advise caribbean-stud "As Kd Jh 8c 3d / Kc"
    combin advise blackjack "8 8 / T"
    combin advise spanish-21 "doubled T 3 3 / T"
    """
    asked.options["cards"] = " ".join(asked.options["cards"])
    asked.write(asked.ask())


@question(
    "Print the variance of multi-hand video poker.",
    click.argument("numbers", metavar="[PLAYS]...", nargs=-1, type=Whole()),
    bet_option,
    rules_options,
    format_options,
)
def plays(asked: QuestionAsked) -> None:
    """Print the variance of multi-hand video poker, such as Triple Play: one hand is dealt, the
    same cards are held in all PLAYS, and each draws from its own copy of the deck.

    \b
    combin plays jacks-or-better
    combin plays double-double-bonus 3 10 --format csv
    """
    asked.write(asked.ask())


@question(
    "Print what many rounds come to, and whether a bankroll lasts.",
    click.option(
        "--rounds", type=Whole(1), metavar="N", required=True, help="How many rounds are played."
    ),
    click.option(
        "--unit", default="1", metavar="MONEY", help="One unit of the base wager.  [default: 1]"
    ),
    click.option("--bankroll", metavar="MONEY", help="Print whether so much money lasts."),
    click.option(
        "--goal",
        metavar="MONEY",
        help="Stop when the bankroll, winnings included, has grown to it.",
    ),
    click.option("--per-hour", metavar="ROUNDS", help="Print the cost an hour, too."),
    click.option(
        "--won", metavar="MONEY", help="Print the chance to win so much or less, such as -120."
    ),
    click.option(
        "--strategy", metavar="FILE|ACTION", help="Play by it, as price takes it, not optimally."
    ),
    bet_option,
    rules_options,
    format_options,
    workers_options,
)
def session(asked: QuestionAsked) -> None:
    """Print what many rounds of GAME come to: the mean, the chance to be ahead, how high and how
    low the total gets, and with a bankroll whether it lasts.

    Rounds are independent of each other. A bankroll is lost when all of it is; a round that has
    begun is played to its end. Each printed digit is certain.

    \b
    combin session baccarat --rounds 500 --unit 25
    combin session three-card-poker --rounds 400 --unit 10 --bankroll 500 --goal 700
    combin session casino-war --rounds 800 --per-hour 80 --won -60
    """
    asked.write(asked.ask())


@question(
    "Print the edge of a player who sees hidden cards.",
    bet_option,
    rules_options,
    click.option(
        "--see",
        "shown",
        multiple=True,
        metavar="ZONE=N|N,M|RANKS",
        help="Only this zone: 1 to N cards seen, or N and M; or whether a card is one of RANKS.",
    ),
    click.option(
        "--sample",
        type=Whole(),
        metavar="HANDS",
        help="Estimate rows that are too large to count, from this many random hands.",
    ),
    click.option(
        "--seed", type=Whole(), metavar="N", help="Random seed of the sample.  [default: 1]"
    ),
    resume_option,
    format_options,
    workers_options,
)
def protect(asked: QuestionAsked) -> None:
    """Print the edge of GAME for each number of hidden cards that the player sees.

    In Blackjack and its variants the player knows the dealer's hole card, or the next card of the
    shoe. He makes optimal use of what he sees. Rows that are too large to count show the reason and
    exact bounds; --sample adds an estimate. ZONE=RANKS models edge sorting: of one card in the
    zone, the player learns only whether its rank is one of RANKS. `others` are cards outside the
    player's game, such as those of other players: others=5,30.

    \b
    combin protect three-card-poker
    combin protect three-card-poker --see dealer=TJQKA
    combin protect caribbean-stud --see others=5,30 --sample 5000
    combin protect blackjack
    """
    asked.ready = asked.ready._replace(options={**asked.ready.options, "seen": "--see"})
    shown = pairs("--see", asked.options["shown"])
    found = asked.ask(seen={zone: cards_or_ranks(zone, words) for zone, words in shown.items()})
    if asked.options["sample"] is not None and asked.options["seed"] is None:
        asked.options["seed"] = 1
    asked.write(found)


@question(
    "Write a report on a game for a laboratory.",
    click.option(
        "-o", "--output", "path", metavar="FILE", help="Write it there: .pdf, .html, .md or .json."
    ),
    click.option("--date", metavar="DATE", help="The date of the report, as it is printed."),
    click.option("--seats", type=Whole(1), metavar="N", help="Players at the table.  [default: 7]"),
    click.option(
        "--against", metavar="OLD.json", help="Tell what has changed since this report as .json."
    ),
    law_option,
    bets_option,
    rules_options,
    format_options,
    workers_options,
)
def report(asked: QuestionAsked) -> None:
    """Write what a laboratory is handed about GAME: the rules with hands paid, each wager with its
    odds, edge, volatility and largest win, the best play and what simpler and random play cost,
    what a step of each pay changes, published figures, what the second program found, and where
    each item that regulators ask for stands.

    \b
    combin report three-card-poker -o three-card-poker.pdf
    combin report ./my.game --date "29 November 2026" -o my.html
    combin report three-card-poker --set pair-plus=1 --against old.json -o new.pdf
    """
    path = asked.options["path"]
    if not path:
        asked.write(asked.ask())
        return
    from combin.files import verify_place
    from combin.render.cards.typesetting import write_file
    from combin.render.report import ENDINGS, document

    ending = path.rpartition(".")[2].lower()
    refuse(
        ending not in ENDINGS or asked.formatted,
        f"{path!r}: a report is written as .{', .'.join(ENDINGS)}, by its name",
    )
    verify_place(path)
    write_file(path, document(asked.ask(), ending, asked.again))


@question(
    "Print the effect of removal of each rank.",
    bets_option,
    rules_options,
    dead_option,
    format_options,
    workers_options,
)
def removal(asked: QuestionAsked) -> None:
    """Print the effect of removal of each rank on every bet of GAME.

    combin removes one card of the rank from the shoe and solves every bet again. The effect is the
    change of the player's expected value, in percent of the base wager; csv and json have the exact
    fractions. For Blackjack a second column keeps the basic strategy of the full shoe.

    \b
    combin removal baccarat
    combin removal casino-war --set packs=1 --format csv
    combin removal blackjack
    """
    asked.write(asked.ask())


@question(
    "Print what a card counter wins on a bet.",
    bet_option,
    rules_options,
    click.option(
        "--tags",
        metavar="RANKS=N",
        help="The tags of the count, such as '4567=-1 89=2', other ranks 0; or a name: hi-lo, ko, "
        "omega-2, halves, zen, hi-opt-1, hi-opt-2, mentor, silver-fox, uston-apc ...",
    ),
    click.option(
        "--level",
        type=Whole(),
        metavar="N",
        help="Find the best tags from -N to N.  [default, without --tags: 2]",
    ),
    click.option(
        "--trigger",
        metavar="N",
        help="Bet at a true count of N or more.  [default: the whole number that wins most]",
    ),
    click.option(
        "--cut",
        type=Whole(),
        metavar="CARDS",
        help="Cards behind the cut card.  [default: 14; in Blackjack a quarter of the shoe]",
    ),
    click.option(
        "--flat",
        is_flag=True,
        help="Blackjack: one unit in every round, whatever the count: what the cut card costs.",
    ),
    click.option(
        "--spread",
        metavar="BETS",
        help="At a table: the bet from each count on, '1:1 2:2 3:4 4:8', below the first count its "
        "bet; or 1-8: the best ramp between these bets.",
    ),
    click.option(
        "--wong-out", type=Whole(), metavar="N", help="With --spread: no bet at N or less."
    ),
    click.option(
        "--resolution",
        metavar="R",
        help="Cards left are known exactly, or as quarter, half or full decks.  [default: exact]",
    ),
    click.option(
        "--rounding",
        metavar="R",
        help="Of true counts: floor, truncate or round.  [default: floor]",
    ),
    click.option(
        "--start",
        type=Whole(),
        metavar="N",
        help="Bet by the running count, which starts at N; unbalanced named counts always do.",
    ),
    click.option("--bankroll", metavar="UNITS", help="The risk to lose so many units."),
    dead_option,
    format_options,
)
def card_counting(asked: QuestionAsked) -> None:
    """Print what a card counter wins by making a bet of GAME only at or above a true count, the
    trigger.

    The running count is the sum of the tags of the cards dealt; the true count is the running count
    per 52 cards left. All figures are exact: nothing is simulated. Every depth down to the cut card
    is equally likely at the start of a round; if all rounds use the same number of cards, rounds
    start at multiples of it. Decisions follow the strategy for the full shoe.

    For the main game of Blackjack and its variants the output is effects of removal, correlations
    and, for counts of up to three different tags, indices; the default tags are Hi-Lo, for variants
    the best of level 2. With --spread, --trigger or --flat it is what bets by the count win
    at a table: win and deviation per 100 rounds, N0, SCORE, risk of ruin and the best ramp. Rounds
    then begin where the rounds before them end.

    \b
    combin count baccarat --bet dragon-7
    combin count blackjack
    combin count blackjack --spread "1:1 2:2 3:4 4:8" --bankroll 1000
    combin count blackjack --tags zen --spread 1-12 --wong-out -2 --resolution half
    combin count blackjack --flat --cut 78
    combin count spanish-21 --level 1
    combin count blackjack --bet insurance --tags "A23456789=4 T=-9"
    combin count baccarat --bet dragon-7 --tags "4567=-1 89=2" --trigger 4 --cut 26
    combin count dragon-tiger --bet big --level 1 --format csv
    """
    from combin.questions.card_counting import numbers_of

    tags = asked.options["tags"]
    if tags is not None and asked.options["level"] is not None:
        raise CombinError("--tags and --level contradict each other")
    given = numbers_of(pairs("--tags", tags.split())) if "=" in (tags or "") else tags
    asked.write_named(asked.ask(tags=given))


@question(
    "Print every hand, with the value of every action.",
    bet_option,
    rules_options,
    click.option(
        "--format",
        "answer_form",
        default="text",
        metavar="F",
        help="text, csv, tsv, or a table format of tabulate.",
    ),
    click.option("--decision", default="", metavar="NAME", help="Only this decision."),
    click.option("--limit", type=Whole(1), metavar="N", help="Only the first N rows."),
    click.option("--sample", type=Whole(1), metavar="N", help="N rows, drawn at random."),
    click.option("--seed", type=Whole(), metavar="N", help="Random seed of the sample."),
)
def situations(asked: QuestionAsked) -> None:
    """Print every hand of GAME at every decision, with the exact value of every action.

    Hands that differ only by a permutation of the suits are one row. A value is the expected net in
    units of the base wager; csv has the exact fractions. The column history has the earlier
    actions, deals the number of deals that reach the row. Rows are printed as they are computed.

    \b
    combin situations phil-em-up --format csv > phil.csv
    combin situations mississippi-stud --limit 20
    combin situations ultimate-texas-holdem --decision "before the flop" --limit 10
    """
    given = {name: asked.options[name] for name in ("decision", "limit", "sample", "seed")}
    if not asked.subject.listed:
        asked.subject.refuse(**given)
        asked.write(asked.ask())
        return
    decision, limit, sample, seed = given.values()
    refuse(limit and sample, "--limit and --sample contradict each other")
    refuse(
        seed is not None and not sample, "--seed goes with --sample: without it nothing is drawn"
    )
    refuse(
        asked.form == "json",
        "situations are streamed as text, csv, tsv or a format of tabulate, not as json",
    )
    game, key = asked.game, asked.options["bet"]
    from combin.questions.advice import Listing, action_names, lines_to_come
    from combin.questions.advice import situations as found
    from combin.render import situations as pages

    rows = found(game, key, Listing(decision, limit, sample, seed or 0))
    names = action_names(game)
    lines = lines_to_come(game, key, decision)
    if lines > MANY_LINES and not limit and not sample:
        note(f"about {lines:,} lines will come; --decision, --limit and --sample ask for fewer")
    for part in pages.situations(rows, game, key, asked.form, asked.again, names):
        write(part)


@question(
    "Check a game with a second, independent program.",
    bets_option,
    click.option("--ranks", metavar="RANKS", help="The ranks of a shortened deck, such as 9TJQKA."),
    click.option("--suits", metavar="SUITS", help="The suits of a shortened deck, such as cdh."),
    click.option(
        "--packs", type=Whole(), metavar="N", help="Number of decks, for games dealt from a shoe."
    ),
    click.option(
        "--situations",
        "number",
        type=Whole(),
        metavar="N",
        help="Instead check N random hands of the full deck, dealing every completion.",
    ),
    click.option("--seed", type=Whole(), metavar="N", help="Random seed of --situations."),
    rules_options,
    see_option,
    recounted=False,
)
def verify(asked: QuestionAsked) -> None:
    """Recount GAME with the slow reference program and compare every count, and the value of every
    action at every decision.

    Without --ranks and --suits combin picks short decks that take a minute or two, and prints how
    long is left. With --situations it draws random hands of the full deck, or of the given one, at
    every decision, deals every way to complete them, and compares the value of each action.
    Blackjack is dealt from shoes of 14 to 16 cards. The exit status is 1 if anything differs.

    \b
    combin verify phil-em-up
    combin verify three-card-poker --bet base --ranks 9TJQKA --suits cdhs
    combin verify baccarat --bet player --ranks A679K --suits cd --packs 1
    combin verify caribbean-stud --situations 20 --seed 1
    combin verify high-card-flush --situations 20 --suits cdh
    combin verify blackjack --set surrender=late --set aces=hit
    """
    given = {name: asked.options[name] for name in ("number", "seed")}
    if not asked.subject.listed:
        asked.subject.refuse(**given)
    if given["number"] is not None:
        agrees = _situations_agree(asked)
    elif given["seed"] is not None:
        raise CombinError("--seed goes with --situations; short decks are not drawn at random")
    else:
        found = asked.ask()
        asked.write(found)
        agrees = found.agrees
    if not agrees:
        asked.context.exit(DISAGREES)


def _situations_agree(asked: QuestionAsked) -> bool:
    """Write what the reference says of information sets drawn at random; return whether it
    agrees.
    """
    from combin.proof.situations import drawn, places
    from combin.proof.verify import on_deck
    from combin.render.counts import left_out, situations_text, takes

    ranks, suits, packs = (asked.options[name] for name in ("ranks", "suits", "packs"))
    number, seed = asked.options["number"], asked.options["seed"]
    game = on_deck(asked.game, ranks, suits, packs)
    seed = int.from_bytes(os.urandom(4)) if seed is None else seed
    wanted = places(game, asked.options["bets"] or game.bet_keys, number)
    tell(takes(wanted), err=True)
    for line in left_out(wanted, number):
        write(line)
    announce("0 % of the completions")
    show = counter(paced(lambda done, total: f"{100 * done // total} % of the completions"))
    found = list(drawn(game, wanted, seed, show))
    write(situations_text(game, found, seed))
    return not any(one.different for one in found)
