"""Words as people type them behind a command: a setting, a pay or a bet of the game that stands by
itself means its option.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import click

from combin.errors import CombinError, nearest, refuse

if TYPE_CHECKING:
    from combin.rules.game import Sheet


def as_typed(command: click.Command, arguments: Sequence[str]) -> list[str]:
    """Return the arguments of a command, with the option before each word that means a setting, a
    pay or a bet: `casino-war 8 decks` is `casino-war --set packs=8`.

    Where a command takes other words too, such as a strategy, only those are taken that are too
    many for it, and words of the field (`SETTINGS`).
    """
    options = {name: one for one in command.params for name in one.opts}
    valued = {name for name, one in options.items() if not getattr(one, "is_flag", True)}
    words, others = list[str](), list[str]()
    for before, word in zip(("", *arguments), arguments):
        (others if word[:1] == "-" or before in valued else words).append(word)
    dashed = (word.partition("=")[0] for word in others if word[:2] == "--")
    unknown = next((option for option in dashed if option not in options), "")
    if "--set" not in options or not words or {"--", "--help"} & {*arguments}:
        return list(arguments)
    from combin.games import MOST, parted, sheet_of, shipped_slug
    from combin.rules.said import SETTINGS
    from combin.spelling import phrases

    first, *_ = phrases(  # settings may stand before the game: 9/6 jacks or better
        words[:MOST], lambda one: shipped_slug(one) or one.startswith((*parted(one)[1][:1],))
    )
    name, said = parted(" ".join(first))
    sheet = sheet_of(name)
    if unknown:
        refuse(
            not nearest(unknown, options, listed=False)
            or sheet.choice_meant(unknown[2:]) in sheet.choice_names,
            f"no such option {unknown!r}; choices are written NAME=VALUE, and `combin show "
            f"{sheet.slug}` lists them",
        )
        return list(arguments)  # misspelt
    rest = words[len(first) :]
    groups = phrases(rest[:MOST], lambda one: "=" not in one and meanings(one, sheet, options))
    places = [one.nargs for one in command.params if isinstance(one, click.Argument)][1:]
    spare = len(said) + len(groups) - len(places)
    marked, over = [name if len(first) == 1 else sheet.slug], list[str]()
    for group in [*([one] for one in said), *groups]:
        phrase = " ".join(group)
        found = meanings(phrase, sheet, options)
        is_meant = "=" in phrase or phrase.casefold() in SETTINGS or len(group) > 1
        if not found or not (is_meant or spare > 0 or -1 in places):
            over += group
            continue
        refuse(len(found) > 1, f"{phrase!r} may be {' or '.join(map(' '.join, found))}")
        marked += found[0]
        spare -= 1
    if spare > 0 and -1 not in places:
        known = [*SETTINGS, *sheet.choice_names, *(sheet.bet_keys if "--bet" in options else ())]
        raise CombinError(
            f"{sheet.slug} has no setting and no bet {over[0]!r}"
            f"{nearest(over[0], known, listed=False)}"
        )
    # Options stand last: the value of one may be left out.
    return [*marked, *over, *rest[MOST:], *others]


def meanings(phrase: str, sheet: Sheet, options: Collection[str]) -> list[tuple[str, str]]:
    """Return what a phrase may mean, each with its option; nothing for a file, card or number.

    Raises CombinError for ``NAME=VALUE`` where the game has neither a choice nor a pay of the name.
    """
    name, equals, _ = phrase.partition("=")
    if os.path.exists(phrase) or phrase.isdecimal() or len(phrase) < 2:
        return []
    if not equals:
        key = sheet.bet_meant(phrase) if "--bet" in options else ""
        found = [("--set", "=".join(one)) for one in sheet.settings_meant(phrase)]
        found += [("--bet", key)] if key in sheet.bet_keys else []
        is_choice = sheet.choice_meant(phrase) in sheet.choice_names
        return found or ([("--set", f"{phrase}=yes")] if is_choice else [])
    is_setting = bool(sheet.settings_meant(name)) or sheet.choice_meant(name) in sheet.choice_names
    if is_setting or "--pay" not in options:
        return [("--set", phrase)]
    game = sheet.resolve()
    refuse(
        game.pay_meant(name) not in game.pays(),
        f"{sheet.slug} has no choice and no pay {name!r}"
        f"{nearest(name, [*sheet.choice_names, *game.pays()])}",
    )
    return [("--pay", phrase)]
