"""What commands answer of games that count up; they refuse in one line what they do not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.cli.common import announce, counter, pairs, tell, write
from combin.errors import CombinError
from combin.exact import parse_number

if TYPE_CHECKING:
    from combin.families.count_up.natural_pay import NaturalFormula
    from combin.publishing.drawing import Drawing
    from combin.render.cards import Imprint
    from combin.rules.count_up import CountUpGame

SETS_A_SECOND = 5_500  # solved under full memory, against all up cards


def the_count_up(
    name: str,
    settings: Iterable[str],
    dead: str = "",
    refused: Mapping[str, object] | None = None,
) -> CountUpGame | None:
    """Return the game that counts up which a name means, as the user set it; None where it is
    another.

    refused: option -> what was given; raises CombinError where it was.
    """
    from combin.games import count_up, is_path

    sheet = count_up(name)
    if sheet is None:
        return None
    for option, given in (refused or {}).items():
        if given:
            raise CombinError(f"{sheet.slug} counts up: {option} is not answered for it so far")
    game = sheet.resolve(pairs("--set", settings))
    if is_path(name):
        tell(f"combin: {name}: games that count up are not recounted literally so far", err=True)
    return game.without(dead) if dead else game


def of_base(bets: Iterable[str]) -> bool:
    """Return whether bets are asked for that such a game has not."""
    return any(bet != "base" for bet in bets)


def solve(game: CountUpGame, name: str, bets: Sequence[str], form: str) -> None:
    from combin.families.count_up.questions import solve_bets
    from combin.render.count_up import command_of, solution_text

    words = [word for key in bets for word in ("--bet", key)]
    if not bets or "base" in bets:
        _tell_size(game)
    progress = counter(lambda done, ups: f"{done} of {ups} up cards")
    found = solve_bets(game, bets, progress)
    write(solution_text(found, form, command_of("solve", game, words, name)))


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


def advise(game: CountUpGame, name: str, cards: str, form: str) -> None:
    from combin.families.count_up.questions import advise as advised
    from combin.render.count_up import advice_text, command_of

    write(advice_text(advised(game, cards), form, command_of("advise", game, [cards], name)))


def situations(game: CountUpGame, name: str, form: str) -> None:
    from combin.families.count_up.questions import CountUpSituations
    from combin.render.count_up import command_of, situations_text

    command = command_of("situations", game, name=name)
    write(situations_text(CountUpSituations(game), form, command))


def price(game: CountUpGame, name: str, file: str | None, form: str, top: int | None) -> None:
    from combin.families.count_up.questions import price as priced
    from combin.render.count_up import command_of, price_text
    from combin.render.tables import top_words
    from combin.strategies.library import text_of

    if not file:
        raise CombinError("missing argument 'FILE': a chart, as combin situations prints it")
    again = command_of("price", game, [file, *top_words(top)], name)
    write(price_text(priced(game, text_of(file), file), form, again, top))


def card(
    game: CountUpGame, name: str, form: str, file: str, path: str, imprint: Imprint
) -> Drawing:
    from combin.publishing.totals import card as drawn

    return drawn(game, form, file, name, path, imprint, announce)


def chart(game: CountUpGame, name: str, kind: str, path: str, title: str, size: str) -> Drawing:
    from combin.publishing.totals import chart as drawn

    return drawn(game, kind, name, path, title, size, announce)


def strategy(game: CountUpGame, name: str, form: str) -> None:
    from combin.families.count_up.ladder import strategy as found_for
    from combin.render.count_up import command_of
    from combin.render.count_up_rules import strategy_text

    found = found_for(game, tell=announce)
    write(strategy_text(found, form, command_of("strategy", game, name=name)))


def removal(game: CountUpGame, name: str, form: str) -> None:
    from combin.families.count_up.removal import removals
    from combin.render.count_up import command_of
    from combin.render.count_up_rules import removals_text

    _tell_size(game)
    found = removals(game, lambda rank: announce(f"one {rank} removed" if rank else ""))
    write(removals_text(found, form, command_of("removal", game, name=name)))


def protect(game: CountUpGame, name: str, form: str) -> None:
    from combin.families.count_up.protection import protect as protected
    from combin.render.count_up import command_of
    from combin.render.count_up_rules import protection_text

    found = protected(game, announce)
    write(protection_text(found, form, command_of("protect", game, name=name)))


def vary(game: CountUpGame, name: str, form: str, verb: str = "vary") -> None:
    """Print what every choice makes of the edge; verb: the command by which it was asked."""
    from combin.families.count_up.variations import vary as varied
    from combin.games import count_up
    from combin.render.count_up import command_of
    from combin.render.count_up_rules import variations_text

    sheet = count_up(name)
    assert sheet is not None, "the game is one that counts up"
    found = varied(sheet, game, announce)
    write(variations_text(found, form, command_of(verb, game, name=name)))


def compare(name: str, settings: tuple[str, str], form: str, bets: Iterable[str]) -> bool:
    """Print two settings side by side; return whether the game is one that counts up."""
    from dataclasses import replace

    from combin.games import count_up

    sheet = count_up(name)
    if sheet is None:
        return False
    from combin.families.count_up.variations import compare as compared
    from combin.render.count_up_rules import comparison_text
    from combin.render.tables import command_line

    first, second = (
        the_count_up(name, _parted(words), refused={"--bet": of_base(bets)}) for words in settings
    )
    assert first is not None and second is not None, "the game is one that counts up"
    found = replace(compared(first, second), names=settings)
    write(comparison_text(found, form, command_line("compare", [name, *settings])))
    return True


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


def target(
    game: CountUpGame, name: str, pays: Sequence[str], words: str, edge: Fraction, form: str
) -> None:
    """Print the pay of a natural at which the house edge is so much; words: as it was given."""
    from combin.families.count_up.natural_pay import target as found_for

    if [_natural(word) for word in pays] != [""]:
        raise CombinError("which pay may move? --pay natural")
    _tell_size(game)
    _write_formula(found_for(game, edge), name, "target", pays, form, ["--edge", words])


def _natural(word: str) -> str:
    """Return what is said of the pay of a natural; raises CombinError for another pay."""
    pay, _, said = word.partition("=")
    if pay != "natural":
        raise CombinError(f"of the pays of such a game natural moves, not {pay!r}")
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
    from combin.render.count_up_rules import formula_text

    words = [*more, *(part for word in pays for part in ("--pay", word))]
    write(formula_text(found, form, command_of(verb, found.game, words, name)))


def show(game: CountUpGame) -> None:
    from combin.render.count_up import rules_text

    write(rules_text(game))
