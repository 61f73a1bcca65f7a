"""What commands answer of games that count up; they refuse in one line what they do not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from combin.cli.common import (
    DISAGREES,
    Command,
    announce,
    counter,
    edge_of,
    headed,
    mapped,
    output,
    pairs,
    read_counter,
    tell,
    the_form,
    write,
    write_drawing,
    write_result,
)
from combin.errors import CombinError
from combin.exact import parse_number

if TYPE_CHECKING:
    from combin.cli.verdicts import Wanted
    from combin.families.count_up.natural_pay import NaturalFormula
    from combin.rules.count_up import CountUpGame, CountUpSheet
    from combin.solving.executor import Workers

# Options on which no answer depends, or that say which game is meant.
ANYHOW = ("name", "names", "settings", "dead", "form", "as_json", "threads", "executor")
WRITTEN = ("plot", "report", "junit", "fail_on", "needs", "follow")  # of check, which `wanted` says

SETS_A_SECOND = 5_500  # solved under full memory, against all up cards


def of_any_family(command: Command) -> Command:
    """Return a command that is asked of every game: of one that counts up its function here
    answers, if it takes all options that were given.
    """

    @wraps(command)
    def asked(*context: click.Context, **given: Any) -> Any:
        from combin.games import counting

        name = given["name"] if "name" in given else _single(given["names"])
        sheet = counting(name)
        if sheet is None:
            return command(*context, **given)
        return _answer(sheet, name, command.__name__, given)

    return asked


def _single(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else ""


def _answer(sheet: CountUpSheet, name: str, command: str, given: Mapping[str, Any]) -> None:
    from combin.games import is_path, refused

    answer = ANSWERS.get(command)
    if answer is None:
        raise refused(sheet.slug, command)
    takes = answer.__code__.co_varnames[: answer.__code__.co_argcount]
    for option in click.get_current_context().command.params:
        value: Any = given.get(option.name or "")
        if option.name in (*takes, *ANYHOW, *WRITTEN):
            continue
        only_base = option.name in ("bet", "bets") and set(_texts(value or ())) <= {"base"}
        if value and value != option.default and not only_base:
            raise refused(sheet.slug, option.opts[0])
    known = {"name": name, "sheet": sheet, "command": command}
    if "game" in takes:
        game = sheet.resolve(pairs("--set", given.get("settings", ())))
        known["game"] = game.without(given["dead"]) if given.get("dead") else game
    if is_path(name):
        tell_unproved(name)
    if "form" in takes and "as_json" in given:
        known["form"] = the_form(given["form"], given["as_json"])
    answer(**{word: known[word] if word in known else given[word] for word in takes})


def tell_unproved(name: str) -> None:
    """Say that a file of the user's own is not recounted by the reference first."""
    tell(f"combin: {name}: not recounted literally; combin verify {name} does", err=True)


def _texts(value: str | Sequence[str]) -> Sequence[str]:
    return [value] if isinstance(value, str) else value


def solve(
    game: CountUpGame,
    name: str,
    bets: Sequence[str],
    form: str,
    variance: bool,
    law: bool,
    workers: Workers,
) -> None:
    from combin.families.count_up.questions import asked_of, solve_bets
    from combin.render.count_up import command_of

    words = [word for key in bets for word in ("--bet", key)]
    if not bets or "base" in bets:
        _tell_size(game)
    words += [word for word, given in (("--variance", variance), ("--law", law)) if given]
    parts = "up cards" if game.model == "full-memory" else "split pairs"
    progress = counter(lambda done, total: f"{done} of {total} {parts}")
    found = solve_bets(game, bets, asked_of(variance, law), workers, progress)
    write_result(found, form, command=command_of("solve", game, words, name))


def _tell_size(game: CountUpGame) -> None:
    """Say on stderr what a game takes that is played by every card seen, before it is taken."""
    from combin.families.count_up.full_memory import FULL, MOST_HANDS, takes
    from combin.families.count_up.house import house_of
    from combin.families.count_up.questions import shoe_of_game
    from combin.solving.executor import at_once

    if game.model == FULL and house_of(game).hands == MOST_HANDS:
        sets, size = takes(shoe_of_game(game))
        size, seconds = size * at_once(None) // 10**6 + 1, sets // SETS_A_SECOND + 1
        tell(
            f"combin: full memory: {sets:,} sets of cards against each up card, {size} MB, "
            f"about {seconds} s of processor time",
            err=True,
        )


def advise(game: CountUpGame, name: str, words: Sequence[str], form: str) -> None:
    from combin.families.count_up.questions import advise as advised
    from combin.render.count_up import command_of

    cards = " ".join(words)
    write_result(advised(game, cards), form, command=command_of("advise", game, [cards], name))


def situations(game: CountUpGame, name: str, form: str | None) -> None:
    from combin.families.count_up.questions import CountUpSituations
    from combin.render.count_up import command_of

    command = command_of("situations", game, name=name)
    write_result(CountUpSituations(game), the_form(form, False), command=command)


def price(game: CountUpGame, name: str, file: str | None, form: str, top: int | None) -> None:
    from combin.families.count_up.questions import price as priced
    from combin.render.count_up import command_of
    from combin.render.tables import top_words
    from combin.strategies.library import text_of

    if not file:
        raise CombinError("missing argument 'FILE': a chart, as combin situations prints it")
    again = command_of("price", game, [file, *top_words(top)], name)
    write_result(priced(game, text_of(file), file), form, command=again, top=top)


def card(
    game: CountUpGame,
    name: str,
    path: str | None,
    form: str,
    file: str | None,
    footer: str,
    author: str,
    url: str,
    bleed: str,
    separate: bool,
) -> None:
    from combin.publishing.totals import card as drawn
    from combin.render.cards import Imprint

    place, imprint = output(path, separate), Imprint(footer, author, url, bleed)
    found = drawn(game, form, file or "", name, place, imprint, announce)
    write_drawing(found, place, separate)


def chart(game: CountUpGame, name: str, kind: str, path: str | None, title: str, size: str) -> None:
    from combin.publishing.totals import chart as drawn

    place = output(path)
    write_drawing(drawn(game, kind, name, place, title, size, announce), place)


def strategy(game: CountUpGame, name: str, form: str) -> None:
    from combin.families.count_up.ladder import strategy as found_for
    from combin.render.count_up import command_of

    found = found_for(game, tell=announce)
    write_result(found, form, command=command_of("strategy", game, name=name))


def removal(game: CountUpGame, name: str, form: str) -> None:
    from combin.families.count_up.removal import removals
    from combin.render.count_up import command_of

    _tell_size(game)
    found = removals(game, lambda rank: announce(f"one {rank} removed" if rank else ""))
    write_result(found, form, command=command_of("removal", game, name=name))


def protect(game: CountUpGame, name: str, form: str) -> None:
    from combin.families.count_up.protection import protect as protected
    from combin.render.count_up import command_of

    found = protected(game, announce)
    write_result(found, form, command=command_of("protect", game, name=name))


def count(
    game: CountUpGame,
    name: str,
    bet: str,
    form: str,
    tags: str | None,
    level: int | None,
    trigger: str | None,
    cut: int | None,
    flat: bool,
) -> None:
    from combin.families.count_up.play_counting import count as counted
    from combin.questions.card_counting import numbers_of

    if tags is not None and level is not None:
        raise CombinError("--tags and --level contradict each other")
    asked = None if tags is None else numbers_of(pairs("--tags", tags.split()))
    found = counted(game, bet, asked, level, trigger, cut, flat, announce)
    write_result(found, form, name=name)


def verify(
    game: CountUpGame,
    name: str,
    bets: Sequence[str],
    ranks: str | None,
    suits: str | None,
    packs: int | None,
) -> None:
    """Print how far engine and reference agree; the status is another where they do not."""
    from combin.families.count_up.verify import verify as verified
    from combin.render.count_up import command_of

    found = verified(game, bets, ranks, suits, packs, announce)
    asked = {"--ranks": ranks, "--suits": suits, "--packs": packs}
    words = [word for key in bets for word in ("--bet", key)]
    words += [
        word for key, value in asked.items() if value is not None for word in (key, str(value))
    ]
    write_result(found, "text", command=command_of("verify", game, words, name))
    if not found.agrees:
        click.get_current_context().exit(DISAGREES)


def vary(game: CountUpGame, sheet: CountUpSheet, name: str, form: str, command: str) -> None:
    """Print what every choice makes of the edge; command: by which it was asked."""
    from combin.families.count_up.variations import vary as varied
    from combin.render.count_up import command_of

    found = varied(sheet, game, announce)
    write_result(found, form, command=command_of(command, game, name=name))


def explain(game: CountUpGame, sheet: CountUpSheet, name: str, figure: str, form: str) -> None:
    from combin.dossier.count_up_explained import explain as explained
    from combin.render.count_up import command_of

    found = explained(sheet, game, figure, announce)
    announce("")
    write_result(found, form, command=command_of("explain", game, [figure], name))


def compare(sheet: CountUpSheet, name: str, first: str, second: str, form: str) -> None:
    from dataclasses import replace

    from combin.families.count_up.variations import compare as compared
    from combin.render.tables import command_line

    games = (sheet.resolve(pairs("--set", _parted(words))) for words in (first, second))
    found = replace(compared(*games), names=(first, second))
    write_result(found, form, command=command_line("compare", [name, first, second]))


def _parted(words: str) -> list[str]:
    """Return the choices of a setting, ``packs=1,soft17=hit`` or ``default``."""
    return [] if words.strip() in ("", "default") else [one.strip() for one in words.split(",")]


def formula(game: CountUpGame, name: str, pays: Sequence[str], form: str) -> None:
    from combin.families.count_up.natural_pay import formula as found_for

    if any(map(_natural, pays)):
        raise CombinError(
            f"formula takes no range; `combin sweep {name} --pay natural=..` moves the pay"
        )
    _tell_size(game)
    _write_formula(found_for(game), name, "formula", pays, form)


def sweep(game: CountUpGame, name: str, pays: Sequence[str], form: str) -> None:
    from combin.families.count_up.natural_pay import sweep as found_for

    ranges = [_natural(word) for word in pays]
    if len(ranges) != 1 or ".." not in ranges[0]:
        raise CombinError("which pay moves? give it a range: --pay natural=6/5..3/2")
    low, high = (parse_number(end, "each end of the range") for end in ranges[0].split("..", 1))
    _tell_size(game)
    _write_formula(found_for(game, low, high), name, "sweep", pays, form)


def target(game: CountUpGame, name: str, edge: str, pays: Sequence[str], form: str) -> None:
    from combin.families.count_up.natural_pay import target as found_for

    if [_natural(word) for word in pays] != [""]:
        raise CombinError("which pay may move? --pay natural")
    if ".." in edge:
        raise CombinError(
            f"--edge {edge}: {game.slug} takes one edge, such as 1%; the pays within a range lie "
            "between those of its two ends"
        )
    wanted = edge_of(edge)
    _tell_size(game)
    found = found_for(game, wanted)
    _write_formula(found, name, "target", pays, form, ["--edge", edge])


def _natural(word: str) -> str:
    """Return what is said of the pay of a natural; raises CombinError for another pay."""
    pay, _, said = word.partition("=")
    if pay != "natural":
        raise CombinError(f"only the pay of a natural moves: --pay natural, not {pay!r}")
    return said


def _write_formula(
    found: NaturalFormula,
    name: str,
    verb: str,
    pays: Sequence[str],
    form: str,
    more: Sequence[str] = (),
) -> None:
    from combin.render.count_up import command_of

    words = [*more, *(part for word in pays for part in ("--pay", word))]
    write_result(found, form, command=command_of(verb, found.game, words, name))


def show(game: CountUpGame) -> None:
    write_result(game, "text")


def simulate(
    game: CountUpGame,
    name: str,
    path: str | None,
    rounds: int,
    seed: int | None,
    form: str | None,
    strategy: str | None,
    cut: int | None,
) -> None:
    from combin.logs.count_up import simulate as simulated
    from combin.render.count_up_rounds import summary
    from combin.render.number import grouped

    progress = counter(lambda done, total: f"{grouped(done)} of {grouped(total)} rounds")
    found = simulated(game, path, rounds, seed, form, strategy, cut, progress)
    text = summary(found, name)
    write(text) if path else tell(text.rstrip("\n"), err=True)


def check(
    sheet: CountUpSheet,
    name: str,
    settings: Sequence[str],
    paths: Sequence[str],
    strategy: str | None,
    chip: str | None,
    maps: Sequence[str],
    header: str | None,
    alpha: str | None,
    wanted: Wanted,
    form: str,
) -> None:
    from combin.checker.count_up import check_file, checker_of
    from combin.checker.options import CheckOptions, level_of
    from combin.cli.verdicts import followed, stoppable, write_verdict
    from combin.logs.read import open_log

    choices = pairs("--set", settings)
    options = CheckOptions(strategy, chip, mapped(maps), headed(header), level_of(alpha, "--alpha"))
    log = open_log(paths, options.header)
    with stoppable() as stopped:
        if wanted.follow:
            verdict = followed(checker_of(sheet, log, choices, options), stopped)
        else:
            verdict = check_file(sheet, log, choices, options, read_counter(), stopped)
    write_verdict(click.get_current_context(), verdict, name, paths, form, wanted)


ANSWERS: Mapping[str, Callable[..., None]] = {
    answer.__name__: answer
    for answer in (
        show,
        solve,
        advise,
        situations,
        price,
        card,
        chart,
        strategy,
        removal,
        count,
        protect,
        verify,
        vary,
        compare,
        explain,
        formula,
        sweep,
        target,
        simulate,
        check,
    )
} | {"edges": vary}
