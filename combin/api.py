"""What the package offers to Python programs, under the names of the commands; `combin` itself
hands these functions on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Any

from combin.arguments import chosen, mapping, paths, text, texts
from combin.arguments import path as a_path
from combin.errors import CombinError, nearest, refuse
from combin.exact import parse_edge, parse_interval, parse_number, parse_share, whole_number
from combin.games import Ready
from combin.given import bet_of, bets_of, opened, recount, set_by_name, settled
from combin.patience import want_long
from combin.telling import (
    announce,
    counter,
    note,
    noted,
    share_counter,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor

    from combin.checker import Verdict
    from combin.dossier.explained import Explanation
    from combin.dossier.handed_in import GameReport
    from combin.dossier.settings import Edges
    from combin.logs.simulate import Simulated
    from combin.proof.verify import Verified
    from combin.publishing.drawing import Drawing
    from combin.publishing.publish import Differences, Published
    from combin.questions.advice import Advice, Situations
    from combin.questions.card_counting import CardCounting
    from combin.questions.plays import Plays
    from combin.questions.priced import Priced
    from combin.questions.protection import Protection
    from combin.questions.recommended import Recommended
    from combin.questions.removals import Removals
    from combin.questions.session import Session
    from combin.questions.spreads import BettingSpread
    from combin.rules.game import Game, Sheet
    from combin.sensitivity import (
        Aim,
        AimRange,
        Comparisons,
        Counted,
        Formula,
        PayPoints,
        Sweep,
        Variations,
    )
    from combin.sensitivity.design import Design, Near
    from combin.shards import Folder
    from combin.solving.executor import Workers
    from combin.solving.result import Solution
    from combin.subject import Subject


def game_names() -> list[str]:
    """Return the names of the games that come with combin."""
    from combin.games import names

    return names()


def schema(question: str) -> dict[str, Any]:
    """Return the JSON schema of what a question is answered with, ``schema("solve")``: what its
    command prints with --json, and what `to_dict` returns.

    question: the name of a function, or of a command (``count`` is `card_counting`).
    Raises CombinError for what is not answered in JSON.
    """
    from combin.render.registry import json_schema

    name = text(question, "question")
    asked = "card_counting" if name == "count" else name.replace("-", "_")
    own = {key: one for key, one in globals().items() if getattr(one, "__module__", "") == __name__}
    questions = {key: one.__annotations__ for key, one in own.items() if not key.startswith("_")}
    if asked not in questions:
        meant = nearest(name, questions, listed=False)
        raise CombinError(f"{name} is no question that is answered in JSON{meant}")
    return json_schema(name, questions[asked].get("return", "").split(" | "))


def load(
    name: str | PathLike[str],
    choices: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    **settings: object,
) -> Game:
    """Return a game, resolved: by its name, or from a file of one's own (a path object, or a path
    that ends in .game).

    choices: choice -> value, ``{"joker": "bug"}``. pays: pay -> number, ``{"five-aces": 1000,
        "big-8.flush": "7/2"}``.
    Raises CombinError for a name, choice, value or pay that is not known.
    """
    return settled(*set_by_name(name, choices, settings), pays)


def show(
    game: str | PathLike[str] | Sheet,
    choices: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    **settings: object,
) -> Game:
    """Return a game, resolved; ``print(show("phil-em-up"))`` prints its rules, and its frame has
    every pay.
    """
    return settled(*set_by_name(game, choices, settings), pays)


def solve(
    game: str | PathLike[str] | Sheet,
    choices: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    bets: Sequence[str] | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    resume: str | PathLike[str] | None = None,
    variance: bool = False,
    law: bool = False,
    long: bool = False,
    **settings: object,
) -> Solution:
    """Return the exact solution of a game, given by name, by path or as a `Game`; the other
    arguments as for `load`.

    A game that does not come with combin, in a file or as a `Game`, is recounted by the literal
    reference on short decks first, here and in the functions below, and refused where the two
    differ.
    bets: which bets, by key (all by default).
    threads: how many count at the same time. executor: who counts instead, any
        `concurrent.futures.Executor`. The answer depends on neither, here and below.
    resume: a folder that keeps what is counted; what is there is not counted again.
    long: whether it may take more than ten minutes, here and below; else that is refused.
    variance, law: of a blackjack game also the variance and the distribution of the net, where
        pairs are split; they take some seconds, and the distribution minutes where a pair may
        become more than two hands. Other games always have both.
    """
    from combin.solving.result import Solution
    from combin.subject import LAW, VALUE, VARIANCE

    game, choices = set_by_name(game, choices, settings)
    to, workers = _kept_in(resume), _workers(threads, executor)
    asked = bets_of(game, choices, pays, bets, workers, share_counter(), to, long=long)
    rules = settled(game, choices, pays).settling(*(one.bet for one in asked))
    kept = to(rules) if to else None
    for one in asked:
        one.kept = (lambda game: kept) if kept else None
    need = LAW if law else VARIANCE if variance else VALUE
    if need == VALUE:
        asked[0].tell_cost()
    found = Solution(rules, {one.bet: one.result(need) for one in asked})
    _note_found(kept.found if kept else 0)
    return found


def _note_found(shares: int) -> None:
    """Say how many shares were counted before, if any."""
    if shares:
        note(f"{shares} share{'s' * (shares > 1)} counted before")


def shard(
    game: str | PathLike[str] | Sheet,
    path: str | PathLike[str],
    number: int,
    of: int,
    choices: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    bets: Sequence[str] | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    resume: str | PathLike[str] | None = None,
    long: bool = False,
    **settings: object,
) -> None:
    """Count one shard of a solution and write it, for `merge`, as `combin solve --shard` does.

    number, of: which shard, from 1, of how many. The other arguments as for `solve`.
    """
    from combin.rules.game import Sheet
    from combin.shards import MOST_SHARDS, Folder, write_shard

    game, choices = set_by_name(game, choices, settings)
    place, workers = a_path(path), _workers(threads, executor)
    many = whole_number(of, "of", 1, MOST_SHARDS)
    which = whole_number(number, "number", 1, many), many
    asked = bets_of(game, choices, pays, bets, workers, long=long)
    asked[0].verify_shards()
    rules: Any = asked[0].game
    keys = [one.bet for one in asked] if bets else []
    kept = None if resume is None else Folder(a_path(resume, "resume"), rules, many)
    name = game.name if isinstance(game, Ready) else game.slug if isinstance(game, Sheet) else game
    write_shard(place, name, rules, keys, which, workers, share_counter(), kept)
    _note_found(kept.found if kept else 0)


def merge(shards: Sequence[str | PathLike[str]]) -> Solution:
    """Return the solution that was counted in shards, from the files of all of them."""
    from combin.shards import gather

    found = gather(paths(shards, "shards"))
    recount(found.name, found.game)
    return found.solution()


def advise(
    game: str | PathLike[str] | Sheet,
    cards: str,
    choices: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    bet: str = "base",
    long: bool = False,
    **settings: object,
) -> Advice:
    """Return every action's exact value in one situation, given by the cards seen (``As Kd Jh 8c 3d
    / Kc``).
    """
    return bet_of(*set_by_name(game, choices, settings), pays, bet, long=long).advise(
        text(cards, "cards")
    )


def plays(
    game: str | PathLike[str] | Sheet,
    numbers: Sequence[int] | None = None,
    choices: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    bet: str = "base",
    long: bool = False,
    **settings: object,
) -> Plays:
    """Return how the results of several plays of one dealt hand vary, in a game with a draw.

    numbers: of plays; by default 1, 3, 5, 10, 50 and 100.
    """
    from combin.questions.plays import USUAL

    wanted = USUAL if numbers is None else tuple(numbers)
    return bet_of(*set_by_name(game, choices, settings), pays, bet, long=long).plays(wanted)


def session(
    game: str | PathLike[str] | Sheet,
    rounds: int,
    unit: object = 1,
    bankroll: object = None,
    goal: object = None,
    per_hour: object = None,
    won: object = None,
    strategy: str | PathLike[str] = "",
    choices: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    bet: str = "base",
    threads: int | None = None,
    executor: Executor | None = None,
    long: bool = False,
    **settings: object,
) -> Session:
    """Return what many rounds of a bet come to: the distribution of their total, how likely one is
    ahead, and whether a bankroll lasts.

    rounds: how many, independent of each other. unit: the money bet as one unit of the base wager.
    bankroll: the money one has; it is lost when the total falls to 0. goal: the money at which one
        stops. per_hour: rounds an hour. won: money that was won or lost, to be judged.
    strategy: as `price` takes it; by default the best play.
    """
    from combin.questions.session import session

    money = {"bankroll": bankroll, "goal": goal, "per_hour": per_hour, "won": won}
    one = bet_of(
        *set_by_name(game, choices, settings),
        pays,
        bet,
        _workers(threads, executor),
        share_counter(),
        long=long,
    )
    return session(
        one,
        whole_number(rounds, "rounds", 1),
        parse_number(unit, "unit"),
        a_path(strategy, "strategy") if strategy else "",
        **{
            name: None if value is None else parse_number(value, name)
            for name, value in money.items()
        },
    )


def report(
    game: str | PathLike[str] | Sheet,
    date: str = "",
    seats: int = 7,
    against: str | PathLike[str] = "",
    law: bool = False,
    choices: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    bets: Sequence[str] | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    long: bool = False,
    **settings: object,
) -> GameReport:
    """Return what a laboratory is handed about a game: its rules, the figures of every bet, the
    best play, and what the second program found.

    date: of the report, as it is to be printed. seats: of the table, for its largest payout.
    against: the path of an earlier report on the game, as JSON; what has changed is told.
    law: as for `solve`.
    """
    from combin.dossier.handed_in import report

    given, choices = set_by_name(game, choices, settings)
    asked = bets_of(given, choices, pays, bets, _workers(threads, executor), long=long)
    rules = str(settled(given, choices, pays))
    about = rules, text(date, "date"), whole_number(seats, "seats", 1)
    return report(asked, *about, a_path(against, "against") if against else "", law)


def removal(
    game: str | PathLike[str] | Sheet,
    bets: Sequence[str] | None = None,
    choices: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    long: bool = False,
    **settings: object,
) -> Removals:
    """Return what each rank that leaves the shoe adds to the value of every bet.

    bets: their keys; by default all of the game.
    """
    from combin.questions.removals import removals

    asked = bets_of(
        *set_by_name(game, choices, settings), pays, bets, _workers(threads, executor), long=long
    )
    return removals(asked, lambda rank: announce(f"one {rank} removed" if rank else ""))


def card_counting(
    game: str | PathLike[str] | Sheet,
    bet: str = "base",
    tags: Mapping[str, int] | str | None = None,
    trigger: object = None,
    cut: int | None = None,
    level: int | None = None,
    choices: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    flat: bool = False,
    spread: object = None,
    wong_out: int | None = None,
    resolution: str | None = None,
    rounding: str | None = None,
    start: int | None = None,
    bankroll: object = None,
    long: bool = False,
    **settings: object,
) -> CardCounting | BettingSpread:
    """Return what a bet wins that is made only at a true count of the trigger or more; the command
    is ``combin count``.

    tags: ranks -> what the running count changes by for each card of them that is gone,
        ``{"4567": -1, "89": 2}``, 0 for the others; or the name of a count, ``"hi-lo"``; by default
        the balanced ones of a level with the highest betting correlation.
    trigger: a true count, per 52 cards left; by default the whole number that wins most.
    cut: how many cards stay behind the cut card, 14 by default, a quarter of the shoe of
        blackjack games.
    level: the largest tag, where no tags are given; 2 by default.
    A decision is made as is best with the whole shoe. Of a blackjack game itself the effects
    of removal are told, how the tags follow them, and the indices where they are of three different
    numbers at most; tags are those of Hi-Lo by default, by other rules the best ones. With a
    trigger or one of these it is what bets by the count win at a table:
    spread: ``"1:1 2:2 3:4"``, the least count of each bet and the bet, a mapping, or ``"1-8"``, a
        range for which the best ramp is found.
    wong_out: no bet at this count or less. flat: one unit in every round.
    resolution: to which the cards left are estimated: exact, quarter, half or full decks.
    rounding: of the true count: floor, truncate or round.
    start: bet by the running count, which starts there; unbalanced counts do by default.
    bankroll: units, whose risk of ruin is told.
    Raises CombinError for a game that is not dealt from a shoe and for a bet with several
    decisions.
    """
    from combin.questions.tags import COUNTS, name_of_count
    from combin.subject import CountAsked

    if tags is not None and level is not None:
        raise CombinError("tags and level contradict each other")
    name = name_of_count(tags) if isinstance(tags, str) else ""
    given = COUNTS[name].tags if name else None if tags is None else mapping(tags, "tags")
    table = (spread, wong_out, resolution, rounding, start, bankroll)
    asked = CountAsked(given, trigger, cut, level, flat, name, *table)
    return bet_of(*set_by_name(game, choices, settings), pays, bet, long=long).card_counting(asked)


def protect(
    game: str | PathLike[str] | Sheet,
    seen: Mapping[str, int | Sequence[int] | str] | None = None,
    choices: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    bet: str = "base",
    threads: int | None = None,
    sample: int | None = None,
    seed: int | None = None,
    executor: Executor | None = None,
    resume: str | PathLike[str] | None = None,
    long: bool = False,
    **settings: object,
) -> Protection:
    """Return the edge for each number of hidden cards that the player sees.

    seen: zone -> up to how many of its cards, ``{"dealer": 1}``, or a list of how many,
        ``{"others": [5, 30]}``, or ranks, ``{"dealer": "TJQKA"}``: whether one of its cards is of
        these; by default every zone dealt after the first decision.
    sample: of how many hands what is not counted is estimated; by default it is not.
    seed: deals the hands of the sample, 1 by default.
    resume: as for `solve`.
    Of blackjack and its kin, what the dealer's hole card and the next card of the shoe are worth.
    """
    from combin.questions.protection import protect

    cards = {text(zone, "a zone"): count for zone, count in mapping(seen, "seen").items()}
    workers, kept = _workers(threads, executor), _kept_in(resume)
    one = bet_of(
        *set_by_name(game, choices, settings), pays, bet, workers, share_counter(), kept, long=long
    )
    hands = counter(lambda done, total: f"{done:,} of {total:,} hands")
    return protect(one, cards, partial(_tell_seen, one), one.estimator(sample, seed, hands))


def _kept_in(resume: object) -> Callable[[Game], Folder] | None:
    """Return what gives the folder that keeps the shares of a game; None where none is named."""
    if resume is None:
        return None
    from combin.shards import Folder

    return partial(Folder, a_path(resume, "resume"))


def _tell_seen(one: Subject, exposure: object) -> None:
    """Show which count goes on and what it takes; nothing after the last."""
    announce("")
    if exposure:
        with suppress(CombinError):  # the answer has the reason
            announce(f"{one.cost(exposure)}\n")


def edges(
    *games: str | PathLike[str],
    threads: int | None = None,
    pays: Mapping[str, object] | None = None,
    executor: Executor | None = None,
    seen: Mapping[str, int] | None = None,
    long: bool = False,
) -> Edges | Variations:
    """Return the exact house edges of games, by name or path, under all their choices; of all that
    come with combin if none. Of a blackjack game, given alone, what `vary` returns: its
    choices are set one at a time.

    pays: pay or meter -> number, replaced in every setting of the one game given.
    seen: zone -> how many of its cards the player sees; it changes only bets with decisions.
    """
    if len(games) == 1 and not opened(games[0]).combined:
        one, *_ = bets_of(games[0], None, pays, None, _workers(threads, executor))
        one.refuse(seen=seen)
        return vary(games[0], long=long)
    from combin.dossier.settings import Edges, settings, verify_pays
    from combin.rules.exposed import exposed

    workers, paid = _workers(threads, executor), mapping(pays, "pays")
    shown = mapping(seen, "seen")
    names = tuple(dict.fromkeys(a_path(name, "each game") for name in games))
    refuse(paid and len(names) != 1, "pays go with one game")
    for name in names if paid else ():
        verify_pays(opened(name), paid)
    asked = {}
    for name in names or game_names():
        sheet = opened(name)
        keys = sheet.keys_dealt
        if keys or names:
            asked[name] = exposed(_game(name, None, None, keys, long), shown), keys
    show = counter(lambda title, bet, done, bets: f"{title}, {bet}: {done} of {bets} bets done")
    total, done, found = sum(len(keys) for _, keys in asked.values()), 0, []
    for name, (game, keys) in asked.items():
        bets = {}
        for key in keys:
            if show:
                show(game.title, key, done, total)
            bets[key] = settings(name, key, workers, shown, paid)
            done += 1
        found.append((name, game, bets))
    if show:
        show("", "", total, total)
    return Edges(tuple(found), names, shown, paid)


def situations(
    game: str | PathLike[str] | Sheet,
    choices: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    bet: str = "base",
    long: bool = False,
    **settings: object,
) -> Situations:
    """Return every situation that asks for a decision, with every action's exact value.

    They are found as they are gone through. A game may have millions: ``for situation in
    situations(...)`` holds one at a time.
    """
    return bet_of(*set_by_name(game, choices, settings), pays, bet, long=long).situations()


def strategy(
    game: str | PathLike[str] | Sheet,
    choices: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    bet: str = "base",
    lines: int | None = None,
    ladder: bool = False,
    long: bool = False,
    **settings: object,
) -> Recommended | Priced:
    """Return the best play in lines, with its exact cost; the first line that fits decides. Where
    hands are set it is a short way, priced, and not the best.

    lines: the best list of at most this many; by default the one that is best to learn.
    ladder: show shorter lists beside it.
    """
    most = None if lines is None else whole_number(lines, "lines", 1)
    one = bet_of(*set_by_name(game, choices, settings), pays, bet, None, share_counter(), long=long)
    return one.strategies(lines=lines, ladder=ladder).best(most, ladder)


def price(
    game: str | PathLike[str] | Sheet,
    strategy: str | PathLike[str],
    choices: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    bet: str = "base",
    threads: int | None = None,
    executor: Executor | None = None,
    long: bool = False,
    **settings: object,
) -> Priced:
    """Return what a strategy is worth, exactly, what it costs against the best play, and where it
    errs.

    strategy: a file of lines, the lines themselves, one that comes with combin, or an action, which
        is then taken always; where a hand is split, a file with a way or the name of a house way;
        of blackjack, a chart as its situations print it.
    """
    by = a_path(strategy, "strategy")
    one = bet_of(
        *set_by_name(game, choices, settings),
        pays,
        bet,
        _workers(threads, executor),
        share_counter(),
        long=long,
    )
    return one.strategies().price(by)


def card(
    game: str | PathLike[str] | Sheet,
    path: str | PathLike[str] | None = None,
    choices: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    format: str = "wallet",
    lines: int | None = None,
    strategy: str | PathLike[str] | None = None,
    footer: str = "",
    author: str = "",
    url: str = "",
    bleed: str = "",
    dialect: str = "",
    long: bool = False,
    **settings: object,
) -> Drawing:
    """Return a strategy card, and write it where a path is given: a .pdf, .svg or .png file. Its
    `write_sides` writes a picture a side.

    format: wallet, a6, sheet-a4 or sheet-letter; where the play is a chart also rack, three lines.
    lines: the best list of at most this many.
    strategy: this one, as for `price`.
    footer, author, url: for the foot of the card, and the metadata of the file.
    bleed: how far its colours run over the edge, ``3mm`` or ``0.125in``.
    dialect: write as the Wizard of Odds does (``wizard``) or as rule cards do (``rules``).
    """
    from combin.publishing.drawing import card, written
    from combin.render.cards import Imprint

    most = None if lines is None else whole_number(lines, "lines", 1)
    by = None if strategy is None else a_path(strategy, "strategy")
    added = {"footer": footer, "author": author, "url": url, "bleed": bleed}
    imprint = Imprint(**{name: text(words, name) for name, words in added.items()})
    form, words = text(format, "format"), text(dialect, "dialect")

    def draw(to: str) -> Drawing:
        [one, *_] = bets_of(*set_by_name(game, choices, settings), pays, None, long=long)
        return card(one, form, most, by, path=to, imprint=imprint, dialect=words)

    return written(path, "card.pdf", draw)


def chart(
    game: str | PathLike[str] | Sheet,
    kind: str,
    path: str | PathLike[str] | None = None,
    choices: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    bet: str = "base",
    title: str = "",
    size: str = "160mm",
    long: bool = False,
    **settings: object,
) -> Drawing:
    """Return a chart, and write it where a path is given: a .pdf, .svg or .png file.

    kind: actions, values, match-ups, law, rounds, strategy or ladder; the error names those that
        the bet has. Of blackjack, actions or exact.
    title: stands above it, by default the game's.
    size: how wide it is.
    """
    from combin.publishing.drawing import chart, written

    named, key, wide = text(title, "title"), text(bet, "bet"), text(size, "size")

    def draw(to: str) -> Drawing:
        one = bet_of(*set_by_name(game, choices, settings), pays, key, long=long)
        return chart(one, text(kind, "kind"), path=to, title=named, size=wide)

    return written(path, "chart.svg", draw)


def publish(
    to: str | PathLike[str] = "reports",
    only: str | PathLike[str] | None = None,
    check: bool = False,
    site: str | PathLike[str] | None = None,
    every: bool = False,
) -> Published | Differences:
    """Write the report of every game, or of one alone, into a folder; with `check` compare those
    written with what would be.

    every: also the lines, cards and charts of every choice, shorter lists and further charts.
    site: a folder to write the site into instead. only: a name, or the path of one's own file.
    """
    from combin.games import is_path, sheet_of
    from combin.publishing import publish

    games = () if only is None else (a_path(only, "only"),)
    for name in filter(is_path, games):
        recount(name, sheet_of(name).resolve())
    if site is None:
        work = publish.check if check else publish.publish
        return work(a_path(to, "to"), games, every=every)
    refuse(check, "a site is built and not compared: leave out check")
    from combin.publishing.site import site as build

    return build(a_path(site, "site"), games)


def verify(
    game: str | PathLike[str] | Sheet,
    choices: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    bets: Sequence[str] | None = None,
    ranks: str | None = None,
    suits: str | None = None,
    packs: int | None = None,
    long: bool = False,
    **settings: object,
) -> Verified:
    """Count a game again with the slow literal reference, on short decks, and compare; the decks
    take a minute or two in all. A blackjack game is dealt from tiny shoes.

    ranks, suits: a deck to count on instead, ``"9TJQKA"`` and ``"cdhs"``.
    packs: of a game dealt from a shoe, how many decks.
    """
    some_ranks = None if ranks is None else text(ranks, "ranks")
    some_suits = None if suits is None else text(suits, "suits")
    asked = bets_of(
        *set_by_name(game, choices, settings),
        pays,
        bets,
        None,
        share_counter(),
        recounted=False,
        long=long,
    )
    for one in asked:
        if one.game != asked[0].game:
            raise CombinError(
                f"{one.game.slug}: {one.bet} is recounted by its deals, alone, apart from the game"
            )
    return asked[0].verify([one.bet for one in asked], some_ranks, some_suits, packs)


def tally(
    game: str | PathLike[str] | Sheet,
    choices: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    bet: str = "base",
    threads: int | None = None,
    executor: Executor | None = None,
    long: bool = False,
    **settings: object,
) -> Counted:
    """Return a bet with its counts at hand: ``tally(...).paying({"flush": 10}).result`` solves
    again in milliseconds.
    """
    workers = _workers(threads, executor)
    return bet_of(
        *set_by_name(game, choices, settings), pays, bet, workers, share_counter(), long=long
    ).counted()


def formula(
    game: str | PathLike[str] | Sheet,
    choices: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    bet: str = "base",
    free: Sequence[str] = (),
    long: bool = False,
    **settings: object,
) -> Formula:
    """Return the value of the best play as a linear form in the pays, and the region of pays in
    which that play stays best.

    free: the pays that move in the region; by default those of the paytables.
    """
    named = texts(free, "free")
    return bet_of(
        *set_by_name(game, choices, settings), pays, bet, None, share_counter(), long=long
    ).formula(named)


def sweep(
    game: str | PathLike[str] | Sheet,
    pay: str,
    low: object,
    high: object,
    choices: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    bet: str = "base",
    long: bool = False,
    **settings: object,
) -> Sweep | PayPoints:
    """Return the value of the best play for every value of one pay from `low` to `high`, as a
    piecewise linear function; where the board is shared, at round values alone.
    """
    start, end = (
        parse_number(end, f"each end of the range of {text(pay, 'pay')}") for end in (low, high)
    )
    return bet_of(
        *set_by_name(game, choices, settings), pays, bet, None, share_counter(), long=long
    ).sweep(pay, start, end)


def target(
    game: str | PathLike[str] | Sheet,
    edge: object,
    pay: str,
    choices: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    bet: str = "base",
    limits: tuple[object, object] = (None, None),
    long: bool = False,
    **settings: object,
) -> Aim | AimRange:
    """Return the pay at which a bet has an edge (``"2.5%"`` or a ratio: ``"1/40"``), or the pays at
    which its edge is within a range (``"3..4%"``, ``"..4%"``); `design` moves several pays.

    limits: the smallest and the largest value of the pay.
    """
    is_range = isinstance(edge, (tuple, list)) or ".." in str(edge)
    wanted: Any = parse_interval(edge, "the edge", parse_share) if is_range else parse_edge(edge)
    moving, within = text(pay, "pay"), parse_interval(limits, "the limits of the pay")
    one = bet_of(*set_by_name(game, choices, settings), pays, bet, None, share_counter(), long=long)
    return one.target(wanted, moving, within)


def design(
    game: str | PathLike[str] | Sheet,
    pay: Mapping[str, object],
    choices: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    bet: str = "base",
    edge: object = None,
    hits: object = None,
    deviation: object = None,
    max_pay: object = None,
    order: str = "falling",
    only_round: bool = False,
    limit: int = 10,
    vary: Sequence[str] = (),
    long: bool = False,
    **settings: object,
) -> Design:
    """Return the paytables within limits that no other beats: that is rounder, has an edge nearer
    to the middle of its range, a smaller deviation, is won more often and has a shorter good list,
    none of them worse.

    pay: which move, and what each may be: the whole numbers of a range, a list, or one number,
        ``{"flush": "6..12", "straight": (3, 6), "pair": [1, 2]}``.
    edge, hits: ``"3..4%"``, ``"25%.."``, or a pair of ratios; hits as players of the bet count it.
    deviation: the standard deviation of one round, ``"..3"``, in units.
    max_pay: no pay of the paytables is more.
    order: falling (no hand pays less than one below it), strict (each pays more) or any.
    only_round: round pays alone. limit: how many paytables are returned.
    vary: choices of the game that vary beside the pays, ``["joker", "packs=4,6,8"]``: all values of
        one, or these.
    """
    from combin.dossier.designing import asked, designed
    from combin.render.design import near

    most = whole_number(limit, "limit", 1)
    named = mapping(pay, "pay")
    wanted = asked(
        named, edge, hits, deviation, max_pay, text(order, "order"), bool(only_round), most
    )
    show = counter(lambda done, every: f"{100 * done // every} % of {every:,} choices of pays done")
    nearest = noted(near)

    def tell(found: Near | None, *far: int) -> None:
        nearest(found)
        if show:
            show(*far)

    one = bet_of(*set_by_name(game, choices, settings), pays, bet, None, share_counter(), long=long)
    found = designed(one, wanted, texts(vary, "vary"), tell)
    announce("")
    return found


def vary(
    game: str | PathLike[str] | Sheet,
    choices: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    bets: Sequence[str] = (),
    long: bool = False,
    **settings: object,
) -> Variations:
    """Return what every choice makes of the edge and of the best play, one choice at a time against
    the setting given.

    game: a name, or a game with its choices still open.
    """
    from combin.sensitivity import vary

    game, choices = set_by_name(game, choices, settings)
    keys = tuple(texts(bets, "bets"))
    _game(game, choices, pays, keys, long)
    sheet, set_so, paid = opened(game), mapping(choices, "choices"), mapping(pays, "pays")
    sheet = sheet.settling(*(keys or sheet.usual_keys))
    found = vary(sheet, set_so, paid, keys, announce, _settled)
    announce("")
    return found


def compare(first: Game, second: Game, bets: Sequence[str] = (), long: bool = False) -> Comparisons:
    """Return two settings of a game, each resolved (by `load`), side by side, bet by bet."""
    from combin.sensitivity import compare

    keys = tuple(texts(bets, "bets"))
    one, other = (_game(game, None, None, keys, long) for game in (first, second))
    found = compare(one, other, keys, _settled, announce)
    announce("")
    return found


def _settled(game: Game, bet: str) -> object:
    """Return a bet of a game for `vary` and `compare`."""
    from combin.families.subjects import subject

    one = subject(game, bet)
    one.tell_cost()
    return one.settled()


def explain(
    game: str | PathLike[str] | Sheet,
    figure: str,
    choices: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    bet: str = "base",
    long: bool = False,
    **settings: object,
) -> Explanation:
    """Return which denominator, strategy and choices give an exact value that rounds to a printed
    figure, or else those next to it.

    figure: as it is printed, ``"0.651%"``, ``"-0.0337"`` or ``"1/78"``; a percentage has its sign.
    """
    from combin.dossier.explained import explain

    game, choices = set_by_name(game, choices, settings)
    one = bet_of(game, choices, pays, bet, long=long)
    found = explain(opened(game).settling(one.bet), one, text(figure, "figure"), announce)
    announce("")
    return found


def simulate(
    game: str | PathLike[str] | Sheet,
    path: str | PathLike[str],
    rounds: int,
    seed: int | None = None,
    form: str | None = None,
    strategy: str | None = None,
    choices: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    bet: str = "base",
    threads: int | None = None,
    executor: Executor | None = None,
    cut: int | None = None,
    long: bool = False,
    **settings: object,
) -> Simulated:
    """Play many rounds at random, write the log as `combin simulate` does, and return what they
    came to.

    path: of the log, which ends in .csv, .csv.gz, .jsonl, .jsonl.gz or .parquet.
    seed: the same one plays the same rounds; without it, a fresh one.
    form: full (every card, the default), outcome or tally.
    strategy: optimal (the default), a file of lines, one that comes with combin, or an action;
        where hands are set a house way, of blackjack games a file with a chart.
    cut: of blackjack games, how many cards stay behind the cut card of a shoe, from which
        rounds are dealt on; without it each round has a fresh one.
    """
    from combin.logs.simulate import simulate

    log, named = a_path(path), None if form is None else text(form, "form")
    by = None if strategy is None else a_path(strategy, "strategy")
    one = bet_of(
        *set_by_name(game, choices, settings), pays, bet, _workers(threads, executor), long=long
    )
    return simulate(one, log, rounds, seed, named, by, cut)


def check(
    game: str | PathLike[str] | Sheet,
    path: str | PathLike[str] | Iterable[object],
    choices: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    bet: str | None = None,
    strategy: str | None = None,
    chip: object = None,
    columns: Mapping[str, str] | None = None,
    header: Sequence[str] | None = None,
    alpha: object = None,
    play: str | None = None,
    long: bool = False,
    **settings: object,
) -> Verdict:
    """Return the verdict on a simulator's log: ``check(...).fits``, and everything that `combin
    check` prints.

    path: of the log; a folder, a pattern or a list of paths where it is several files. Or the rows
        themselves: dicts, tuples, a generator of these, a DataFrame of pandas or polars, or an
        Arrow table.
    strategy: as for `simulate`.
    chip: how many units of the base wager one chip is.
    columns: what columns of the log are made of, ``{"net": "payout-stake"}``.
    header: the names of the columns, where the file does not say them; of tuples, the first one
        says them.
    alpha: the level of all tests together, "1%" if not given.
    play: ``"any"`` where the play is no part of the verdict; `.played_as` is what it is most like.
    Choices, pays, bet, strategy and chip that are not given are those that the log names. Raises
    CombinError where the log cannot be read, or contradicts what is given.
    """
    from combin.checker import check_file
    from combin.checking import check_options, the_log

    want_long(long)
    game, choices = set_by_name(game, choices, settings)
    key = None if bet is None else text(bet, "bet")
    said = chosen(choices)
    options = check_options(strategy, chip, columns, header, alpha, play)
    log, asked = the_log(path, options.header), mapping(pays, "pays")
    verdict = check_file(opened(game), log, said, asked, key, options)
    recount(game, verdict.law.game, [verdict.law.key])
    return verdict


def _game(
    game: str | PathLike[str] | Sheet,
    choices: Mapping[str, object] | None,
    pays: Mapping[str, object] | None,
    bets: Sequence[str] | None = None,
    long: bool = False,
) -> Game:
    return bets_of(game, choices, pays, bets, long=long)[0].game


def _workers(threads: object, executor: object) -> Workers:
    """Return who does the work."""
    from combin.solving.executor import workers_of

    return workers_of(threads, executor)
