"""The answers to questions about blackjack games: one function for each question of `combin.api`
that is not asked of a subject. Its arguments say what it takes; anything else is refused in one
line.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from combin.arguments import mapping, text, texts
from combin.exact import thread_count
from combin.games import Ready, counting, refused
from combin.telling import announce, counter, paced

if TYPE_CHECKING:
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
        answer: R = _answered(sheet, given[names[0]], question.__name__, usual, given)
        return answer

    return asked


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
        game = sheet.resolve(mapping(given.get("choices"), "choices"))
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


def _of_up_cards(parts: str = "up cards") -> Callable[..., None] | None:
    """Return who tells how many up cards, or other parts, are done."""
    return counter(paced(lambda done, total: f"{done} of {total} {parts}"))


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
