"""The answers to questions about blackjack games: one function for each question of `combin.api`
that is not asked of a subject. Its arguments say what it takes; anything else is refused in one
line.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from combin.arguments import mapping, text, texts
from combin.errors import CombinError
from combin.exact import parse_edge, parse_number, shown, thread_count
from combin.games import Ready, counting, refused
from combin.rules.game import Sheet
from combin.telling import announce

if TYPE_CHECKING:
    from combin.families.count_up.natural_pay import NaturalFormula
    from combin.families.count_up.verify import CountUpVerified
    from combin.rules.count_up import CountUpGame, CountUpSheet

P = ParamSpec("P")
R = TypeVar("R")

NATURAL = "natural"  # the pay that moves
SETTINGS = ("game", "name", "first", "choices")


def of_any_family(question: Callable[P, R]) -> Callable[P, R]:
    """Return a question that is asked of every game: of one that counts up its function here
    answers.
    """
    code = question.__code__
    names = code.co_varnames[: code.co_argcount]
    usual = dict(zip(reversed(names), reversed(question.__defaults__ or ())))
    needed = set(names) - usual.keys()

    @functools.wraps(question)
    def asked(*args: P.args, **named: P.kwargs) -> R:
        given = {**dict(zip(names, args)), **named}
        sheet = counting(given.get(names[0]))
        if sheet is None or not needed <= given.keys() <= set(names):
            return question(*args, **named)
        bets = _texts(given.get("bets") or given.get("bet"), "bets")
        if isinstance(sheet.settling(*bets), Sheet):
            return question(**{**given, names[0]: _dealt(sheet, bets, given)})  # type: ignore[call-arg,arg-type]
        answer: R = _answered(sheet, given[names[0]], question.__name__, usual, given)
        return answer

    return asked


def _dealt(sheet: CountUpSheet, bets: Sequence[str], given: Mapping[str, Any]) -> Ready:
    """Return the bets on the first cards of a game as they are set, recounted if it is a user's."""
    from combin.given import recount, rules_of, settled

    game = settled(sheet, given.get("choices"), given.get("pays"))
    rules = rules_of(game, [game.bet(key).key for key in bets])
    recount(sheet, game, [rules.bet(key).key for key in bets])
    return Ready(sheet.on_command_line, rules, {})


def _answered(
    sheet: CountUpSheet,
    named: object,
    question: str,
    usual: Mapping[str, Any],
    given: Mapping[str, Any],
) -> Any:
    """Return the answer of a question.

    named: the game as it is given. usual: argument -> what it is where it is left out. given: its
        arguments.
    """
    answer = globals().get(question)
    if answer is None:
        raise refused(sheet.slug, question)
    takes = answer.__code__.co_varnames[: answer.__code__.co_argcount]
    options = named.options if isinstance(named, Ready) else {}
    for name, value in given.items():
        if name in takes or name in SETTINGS:
            continue
        if name == "threads":  # at most so many, and one is enough
            thread_count(value)
            continue
        only_base = name in ("bet", "bets") and set(_texts(value, name)) <= {"base"}
        if value and value != usual.get(name) and not only_base:
            raise refused(sheet.slug, options.get(name, name))
    if isinstance(named, Ready):
        game = named.game
    else:
        game = sheet.resolve(mapping(given.get("choices"), "choices")).alone
        if question not in ("show", "load", "verify", "check"):  # a log sets what is not given
            from combin.given import recount

            asked = _texts(given.get("bets") or given.get("bet"), "bets")
            recount(sheet, game, [key for key in asked if key in game.bet_keys])
    known = {**usual, **given, "game": game, "sheet": sheet}
    return answer(**{name: known[name] for name in takes})


def _tell_cost(game: CountUpGame) -> None:
    """Say what it takes to solve a game, where that is long and known."""
    from combin.families.count_up.bet import CountUpBet

    CountUpBet(game, "base").tell_cost()


def _texts(value: Any, name: str) -> Sequence[str]:
    return [value] if isinstance(value, str) else texts(value or (), name)


def verify(
    game: CountUpGame,
    bets: Sequence[str] | None,
    ranks: str | None,
    suits: str | None,
    packs: int | None,
) -> CountUpVerified:
    from combin.families.count_up.verify import verify

    some_ranks = None if ranks is None else text(ranks, "ranks")
    some_suits = None if suits is None else text(suits, "suits")
    return verify(game, texts(bets or (), "bets"), some_ranks, some_suits, packs, announce)


def formula(game: CountUpGame, free: Sequence[str]) -> NaturalFormula:
    from combin.families.count_up.natural_pay import formula

    for pay in texts(free, "free"):
        _of_natural(game, pay)
    _tell_cost(game)
    return formula(game)


def sweep(game: CountUpGame, pay: str, low: Any, high: Any) -> NaturalFormula:
    from combin.families.count_up.natural_pay import sweep

    _of_natural(game, text(pay, "pay"))
    start, end = (parse_number(one, f"each end of the range of {pay}") for one in (low, high))
    _tell_cost(game)
    return sweep(game, start, end)


def target(game: CountUpGame, edge: Any, pay: object) -> NaturalFormula:
    from combin.families.count_up.natural_pay import target

    _of_natural(game, pay)
    if isinstance(edge, (tuple, list)) or ".." in str(edge):
        raise CombinError(
            f"{game.slug} takes one edge, such as '1%', not {shown(edge)}; for a range, ask for "
            "both ends"
        )
    wanted = parse_edge(edge)
    _tell_cost(game)
    return target(game, wanted)


def _of_natural(game: CountUpGame, pay: object) -> None:
    if pay != NATURAL:
        raise CombinError(f"in {game.slug} only the pay 'natural' can vary, not {shown(pay)}")
