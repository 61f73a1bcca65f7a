"""What a game's page knows of its bets: sums of whole numbers that its script makes edges of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from combin.render.cards.felt import spoken
from combin.render.edges import bet_name
from combin.render.number import exact
from combin.render.site.layout import script
from combin.rules import Amount
from combin.rules.addresses import METER, address_of
from combin.rules.game import Game

if TYPE_CHECKING:
    from combin.dossier.felt import Edited, Felt, Felts
    from combin.dossier.settings import Setting
    from combin.sensitivity.maxima import Choice, Sum

EXACT = 2**53  # beyond, a whole number is written as text


def felt_script(game: Game, felts: Felts) -> str:
    """Return the script that gives a page its bets."""
    bets = {key: _bet(game, key, felt) for key, felt in felts.items()}
    return script("combin.felt", {"title": game.title, "bets": bets})


def _bet(game: Game, key: str, felt: Felt) -> dict[str, Any]:
    title = spoken(bet_name(key, game.bets[0].key))
    if not felt.settings:
        why = f"Its pays cannot be edited on a page: {felt.refused[0]}. Use combin solve --pay."
        return {"title": title, "refused": why}
    values: list[dict[str, Any]] = []
    settings = []
    for one in felt.settings:
        data = _value(one)
        if data not in values:
            values.append(data)
        settings.append(_setting(one, values.index(data)))
    return {
        "title": title,
        "wager": game.bet(key).base,
        "left": len(felt.refused),
        "choices": _choices(felt),
        "settings": settings,
        "values": values,
    }


def _choices(felt: Felt) -> dict[str, Any]:
    """Return the choices of a bet: what each is about, and its values with their meanings."""
    first, found = felt.settings[0].setting, {}
    for name in first.choices:
        choice = next(one for one in first.game.choices if one.name == name)
        used = dict.fromkeys(one.setting.choices[name] for one in felt.settings)
        said = [(value, _meaning(choice, value)) for value in used if value]
        if len(said) > 1:
            found[name] = {"meaning": spoken(name), "values": said}
    return found


def _meaning(choice: Any, value: str) -> str:
    return value if isinstance(choice, Amount) else f"{value}: {choice.values[value]}"


def _setting(one: Edited, number: int) -> dict[str, Any]:
    pays = one.setting.game.pays_in(one.setting.result.key)
    return {
        "choices": one.setting.named,
        "value": number,
        "pays": [exact(pays[pay]) for pay in one.value.pays],
        "lines": list(_lines(one.setting)),
    }


def _lines(setting: Setting) -> Iterator[list[str]]:
    """Yield the lines to play by, each decision's after its name; nothing where there are none."""
    blocks = setting.lines.blocks if setting.lines else {}
    for decision, listed in blocks.items():
        yield [spoken(decision), *map(str, listed)]


def _value(one: Edited) -> dict[str, Any]:
    least, value, tabled = _least(one.setting), one.value, _tabled(one.setting)
    bounds = one.bounds and [[exact(end) for end in one.bounds[pay]] for pay in value.pays]
    return {
        "pays": list(value.pays),
        "words": [_words(one.setting, pay) for pay in value.pays],
        "tabled": [int(pay in tabled) for pay in value.pays],
        "least": [least.get(pay, "-1") for pay in value.pays],
        "bounds": bounds,
        "below": _number(value.below),
        "total": _sum(value.total),
        "choices": [_choice(choice) for choice in value.choices],
    }


def _words(setting: Setting, pay: str) -> str:
    """Return an address as words: ``player-wins.ante`` -> ``Player wins: ante``."""
    key, base = setting.result.key, setting.game.bets[0].key
    return spoken(": ".join(pay.removeprefix("" if key == base else f"{key}.").split(".")))


def _least(setting: Setting) -> dict[str, str]:
    """Return the pays that may not fall to -1: those for 1, with the stake inside, and meters."""
    bet = setting.game.bet(setting.result.key)
    return {
        address_of(bet, table.name, line): "0"
        for table in bet.tables()
        for line in (*table.pays, METER)
        if table.for_one or line == METER
    }


def _tabled(setting: Setting) -> set[str]:
    """Return the pays that stand in a paytable."""
    bet = setting.game.bet(setting.result.key)
    return {
        address_of(bet, table.name, line) for table in bet.tables() for line in (*table.pays, METER)
    }


def _choice(choice: Choice) -> list[Any]:
    options = [_sum(option) for option in choice.options]
    return [choice.decision, list(choice.actions), choice.sets, choice.cards, options]


def _sum(terms: Sum) -> list[int | str]:
    return [word for key, number in sorted(terms.items()) for word in (key, _number(number))]


def _number(number: int) -> int | str:
    return number if abs(number) < EXACT else str(number)
