"""A command that asks one question about one game: its options are the arguments of a function, and
it prints the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from combin.cli.common import (
    Command,
    game_argument,
    pairs,
    ready,
    run_by,
    stacked,
    the_form,
    workers_of,
    write_result,
)

if TYPE_CHECKING:
    from combin.rules.game import Game
    from combin.subject import Subject

UNSAID = ("threads", "executor", "resume")  # no answer depends on them


class QuestionAsked:
    """What a command was asked.

    form: of the answer. formatted: whether it was given.
    choices, pays: what was set, name -> value.
    ready: the game as it is set, and recounted if it is the user's own.
    options: what else was given, by the argument that it is.
    """

    def __init__(
        self,
        name: str,
        settings: Iterable[str] = (),
        pays: Iterable[str] = (),
        seen: Iterable[str] = (),
        dead: str = "",
        answer_form: str | None = None,
        as_json: bool = False,
        recounted: bool = True,
        **options: Any,
    ) -> None:
        self.context = click.get_current_context()
        self.form, self.formatted = the_form(answer_form, as_json), bool(answer_form or as_json)
        self.choices, self.pays = pairs("--set", settings), pairs("--pay", pays)
        asked = [options["bet"]] if options.get("bet") else options.get("bets", ())
        bets = asked if recounted or "bets" in options else None
        self.ready = ready(name, self.choices, self.pays, seen, dead, bets, recounted)
        self.name, self.options = name, options
        if "bet" in options:
            options["bet"] = self.game.bet(options["bet"]).key
        if "bets" in options:
            keys = (self.game.bet(key).key for key in options["bets"])
            options["bets"] = tuple(dict.fromkeys(keys))

    @property
    def game(self) -> Game:
        """The rules."""
        return self.ready.game

    @property
    def subject(self) -> Subject:
        """The bet, by default the game itself."""
        from combin.given import bet_of

        ready: Any = self.ready
        named = self.options.get("bet"), *self.options.get("bets", ()), self.game.bet_keys[0]
        long = self.options.get("long", False)
        return bet_of(ready, None, None, next(filter(None, named)), long=long)

    def ask(self, question: str = "", **changed: object) -> Any:
        """Return the answer of a function of the package, by default that of the command's name.

        changed: arguments that are not as the options say them.
        """
        from combin import api

        name = question or self.context.command.name or ""
        function = getattr(api, name.replace("-", "_"))
        given = {**self.options, **changed}
        known = {
            name: value
            for name, value in given.items()
            if name in function.__annotations__ and value not in (None, ())
        }
        return function(self.ready, **known)

    @property
    def words(self) -> list[str]:
        """What was typed, but for the game, its settings and what no answer depends on."""
        words: list[str] = []
        for param in self.context.command.params:
            value = self.options.get(param.name or "")
            unsaid = value is None or value is False or value in ((), param.default)
            if unsaid or param.name in UNSAID:
                continue
            each = value if isinstance(value, (tuple, list)) else (value,)
            before = param.opts[:1] if isinstance(param, click.Option) else []
            for one in each:
                words += [*before, *([] if one is True or one == "" else [str(one)])]
        return words

    @property
    def again(self) -> str:
        """The command that computes the same again."""
        from combin.render.tables import command_of

        return command_of(str(self.context.info_name), self.game, self.words, self.name)

    def write(self, found: object, **more: object) -> None:
        """Print a result, with the command that computes it again; more: what its renderer takes
        besides.
        """
        write_result(found, self.form, command=self.again, **more)

    def write_named(self, found: object) -> None:
        """Print a result whose renderer says itself what was asked."""
        write_result(found, self.form, name=self.name)


def question(
    short: str, *options: Callable[[Command], Command], recounted: bool = True
) -> Callable[[Callable[[QuestionAsked], None]], click.Command]:
    """Return what makes a command of a function that takes a `QuestionAsked`, with its name.

    short: what the command does, in the list of them.
    options: of the command; one by the name of an argument is that argument.
    recounted: whether a game of the user's own is recounted first.
    """

    def decorate(body: Callable[[QuestionAsked], None]) -> click.Command:
        @wraps(body)
        def run(
            threads: int | None = None,
            executor: str | None = None,
            **given: Any,
        ) -> None:
            with workers_of(threads, executor) as workers:
                body(QuestionAsked(recounted=recounted, **given, **workers))

        return click.command(short_help=short)(stacked(game_argument, *options)(run_by(run)))

    return decorate
