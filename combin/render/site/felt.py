"""What a game's page knows of its bets: sums of whole numbers that its script makes edges of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from combin.render.cards.model import spoken
from combin.render.edges import bet_name
from combin.render.number import exact
from combin.render.site.layout import script
from combin.rules import Amount
from combin.rules.addresses import METER, address_of
from combin.rules.game import Game

if TYPE_CHECKING:
    from combin.dossier.felt import Felt, Felts
    from combin.dossier.settings import Setting
    from combin.sensitivity.maxima import Bounds, Choice, Sum, Value

EXACT = 2**53  # beyond, a whole number is written as text


def felt_script(game: Game, felts: Felts) -> str:
    """Return the script that gives a page its bets."""
    bets = {key: _bet(game, key, felt) for key, felt in felts.items()}
    return script("combin.felt", {"title": game.title, "bets": bets})


def _bet(game: Game, key: str, felt: Felt) -> dict[str, Any]:
    title = spoken(bet_name(key, game.bets[0].key))
    if felt.refused:
        why = f"Its pays cannot be edited here: {felt.refused}. Use combin solve with --pay."
        return {"title": title, "refused": why}
    values: list[dict[str, Any]] = []
    settings = []
    for setting, value, bounds in zip(felt.settings, felt.values, felt.bounds):
        data = _value(setting, value, bounds)
        if data not in values:
            values.append(data)
        settings.append(_setting(setting, value, values.index(data)))
    wager = felt.settings[0].result.wager
    choices = _choices(felt)
    return {
        "title": title,
        "wager": wager,
        "choices": choices,
        "settings": settings,
        "values": values,
    }


def _choices(felt: Felt) -> dict[str, Any]:
    """Return the choices of a bet: what each is about, and its values with their meanings."""
    game, found = felt.settings[0].game, {}
    for name in felt.settings[0].choices:
        choice = next(one for one in game.choices if one.name == name)
        used = dict.fromkeys(setting.choices[name] for setting in felt.settings)
        said = [(value, _meaning(choice, value)) for value in used if value]
        if len(said) > 1:
            found[name] = {"meaning": spoken(name), "values": said}
    return found


def _meaning(choice: Any, value: str) -> str:
    return value if isinstance(choice, Amount) else f"{value}: {choice.values[value]}"


def _setting(setting: Setting, value: Value, number: int) -> dict[str, Any]:
    pays = setting.game.pays_in(setting.result.key)
    return {
        "choices": setting.named,
        "value": number,
        "pays": [exact(pays[pay]) for pay in value.pays],
    }


def _value(setting: Setting, value: Value, bounds: Bounds | None) -> dict[str, Any]:
    least = _least(setting)
    ends = None
    if bounds is not None:
        ends = [[exact(end) for end in bounds[pay]] for pay in value.pays]
    return {
        "pays": list(value.pays),
        "words": [_words(setting, pay) for pay in value.pays],
        "least": [least.get(pay, "-1") for pay in value.pays],
        "bounds": ends,
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


def _choice(choice: Choice) -> list[Any]:
    options = [_sum(option) for option in choice.options]
    return [choice.decision, list(choice.actions), choice.sets, choice.cards, options]


def _sum(terms: Sum) -> list[int | str]:
    return [word for key, number in sorted(terms.items()) for word in (key, _number(number))]


def _number(number: int) -> int | str:
    return number if abs(number) < EXACT else str(number)
