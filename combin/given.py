"""What a question is given: a game by name, by path or as rules, its settings, and the bets of it
that are asked. Here they are read, set, and recounted where the game is the user's own.

A question of `combin.api` reads its own arguments, makes the subject and hands them on:

    most = None if lines is None else whole_number(lines, "lines", 1)
    one = bet_of(game, choices, pays, bet)
    return one.strategies(lines=lines, ladder=ladder).best(most, ladder)

What a family does not answer, the method of `Subject` refuses; an argument that it does not take it
refuses in its own method, by `self.refuse(cut=cut)`, or its format names it in `refuses`. The error
names the option where a command asks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

from combin import cache
from combin.arguments import mapping, text, texts
from combin.errors import CombinError, refuse
from combin.games import Ready, parted
from combin.patience import want_long
from combin.telling import announce, note_last

if TYPE_CHECKING:
    from combin.questions.shares import Kept
    from combin.rules.game import Game, Sheet
    from combin.solving.executor import Progress, Workers
    from combin.subject import Subject


def set_by_name(
    given: str | PathLike[str] | Sheet | Ready,
    choices: Mapping[str, object] | None,
    settings: Mapping[str, object],
) -> tuple[Any, dict[str, object]]:
    """Return a game and all its choices: those in its name, ``jacks 8/5``, and those that are
    arguments of their own, ``decks=2``, too.
    """
    name, words = parted(given) if isinstance(given, str) else (given, [])
    parts = dict.fromkeys(words, "yes"), mapping(choices, "choices"), settings
    found = {word: value for part in parts for word, value in part.items()}
    refuse(
        len(found) < sum(map(len, parts)),
        f"a choice is given twice, by itself and in choices: {', '.join(found)}",
    )
    return name, found


def opened(given: str | PathLike[str] | Sheet | Ready) -> Sheet:
    """Return a game as it is given, or, with its choices open, the one that a name or a path stands
    for.
    """
    from combin.games import sheet_of
    from combin.rules.game import Sheet

    if isinstance(given, Sheet):
        return given
    return sheet_of(given.name if isinstance(given, Ready) else given)


def settled(
    given: str | PathLike[str] | Sheet | Ready,
    choices: Mapping[str, object] | None,
    pays: Mapping[str, object] | None,
) -> Game:
    """Return a game as it is set."""
    if isinstance(given, Ready):
        return given.game
    return opened(given).resolve(mapping(choices, "choices")).with_pays(mapping(pays, "pays"))


def bet_of(
    given: str | PathLike[str] | Sheet | Ready,
    choices: Mapping[str, object] | None,
    pays: Mapping[str, object] | None,
    bet: str,
    workers: Workers = None,
    progress: Progress | None = None,
    kept: Callable[[Game], Kept | None] | None = None,
    long: bool = False,
) -> Subject:
    """Return one bet of a game as it is set, to be asked; the rest as a `Subject` has it."""
    [one] = bets_of(given, choices, pays, [text(bet, "bet")], workers, progress, kept, long=long)
    return one


def bets_of(
    given: str | PathLike[str] | Sheet | Ready,
    choices: Mapping[str, object] | None,
    pays: Mapping[str, object] | None,
    bets: Sequence[str] | None,
    workers: Workers = None,
    progress: Progress | None = None,
    kept: Callable[[Game], Kept | None] | None = None,
    recounted: bool = True,
    long: bool = False,
) -> list[Subject]:
    """Return bets of a game as it is set, those that are named or all.

    recounted: whether a game of the user's own is recounted first. long: whether they may be
        counted for more than ten minutes.
    """
    want_long(bool(long))
    from combin.families.subjects import subjects

    found, keys = settled(given, choices, pays), texts(bets or (), "bets")
    options: Mapping[str, str] = {}
    if isinstance(given, Ready):
        options = given.options
    elif recounted:
        recount(given, found, [found.bet(key).key for key in keys])
    return subjects(rules_of(found, keys), keys, workers, progress, kept, options)


def rules_of(game: Game, keys: Sequence[str]) -> Game:
    """Return the rules that settle some bets of a game, the usual ones if none is named; raises
    CombinError where only pays of other bets were replaced.
    """
    rules = game.settling(*(keys or game.usual_keys))
    if game.priced and not rules.priced:
        named = ", ".join(game.priced)
        raise CombinError(f"{game.slug}: {named} is paid by a bet that is not asked: name it (bet)")
    return rules


def recount(
    given: str | PathLike[str] | Sheet,
    game: Game,
    bets: Sequence[str] = (),
) -> None:
    """Recount a game of the user's own, as it is set.

    given: as he gave it. bets: the keys of those asked for, all if there is none.
    """
    from combin.families.subjects import subject
    from combin.games import is_own

    if not is_own(given, game):
        return
    from combin.render.registry import agreement

    keys = tuple(bets) or game.usual_keys
    kept = cache.get(asked := f"recount {keys} {game!r}")
    if kept is None:
        announce(f"{game.slug}: recounting short decks")
        dealt = tuple(key for key in keys if key in game.keys_dealt)
        others = tuple(key for key in keys if key not in dealt)
        found = [subject(game, some[0]).recounted(some) for some in (others, dealt) if some]
        announce("")
        kept = "\n".join(agreement(found)).encode()
        cache.put(asked, kept)
    short, *lines = kept.decode().splitlines()
    note_last(short, lines)
