"""The data of a page's bets: sums of integers from which its script computes edges."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any

from combin.families.drawn_value import DrawnValue
from combin.records import dataclass
from combin.render.cards.felt import spoken
from combin.render.number import exact
from combin.render.site.layout import label, script
from combin.render.tables import command_of, quoted
from combin.rules import Amount
from combin.rules.addresses import METER, address_of
from combin.rules.game import Game

if TYPE_CHECKING:
    from combin.dossier.felt import Edited, Felt, Felts
    from combin.dossier.settings import Setting

EXACT = 2**53  # beyond, a whole number is written as text


def felt_script(game: Game, felts: Felts) -> str:
    """Return the script that gives a page its bets."""
    bets = {key: _bet(game, key, felt) for key, felt in felts.items()}
    named = quoted(game.on_command_line)
    return script("combin.felt", {"title": game.title, "game": named, "bets": bets})


def _bet(game: Game, key: str, felt: Felt) -> dict[str, object]:
    title = spoken(game.called(game.shown(key)))
    if not felt.settings:
        solved = command_of("solve", game, ["--bet", key])
        why = f"Its pays cannot be edited here: {felt.refused[0]}. {solved} finds its edge."
        return {"title": title, "refused": why}
    shared = _Shared()
    return {
        "title": title,
        "wager": game.unit(game.bet(key).base),
        "left": len(felt.refused),
        "choices": _choices(game, felt),
        "names": list(felt.settings[0].setting.choices),
        "settings": [_setting(one, shared) for one in felt.settings],
        **vars(shared),
    }


@dataclass
class _Shared:
    """What the settings of a bet share: each thing is written once and then meant by its number.

    values: of the bet. pays: their addresses, words, least numbers, and whether they stand in a
    paytable. roles: decisions and their actions. lists: of lines to play by.
    """

    values: list[Any] = field(default_factory=list)
    pays: list[Any] = field(default_factory=list)
    roles: list[Any] = field(default_factory=list)
    lists: list[Any] = field(default_factory=list)


def _number_of(item: object, listed: list[object]) -> int:
    """Return at which place of a list something stands; it is added where it does not."""
    if item not in listed:
        listed.append(item)
    return listed.index(item)


def _choices(game: Game, felt: Felt) -> dict[str, object]:
    """Return the choices of a bet: what each is about, and its values with their meanings."""
    first, found = felt.settings[0].setting, dict[str, object]()
    for name in first.choices:
        choice = next(one for one in first.game.choices if one.name == name)
        used = dict.fromkeys(one.setting.choices[name] for one in felt.settings)
        meanings = {} if isinstance(choice, Amount) else choice.values
        said = [(value, meanings.get(value, value)) for value in used if value]
        if len(said) > 1:
            found[name] = {"label": label(game, name), "values": said}
    return found


def _setting(one: Edited, shared: _Shared) -> list[object]:
    """Return what its choices are, and its value, pays and lines; a choice that makes no
    difference is empty. Each decision's lines come after its name.
    """
    blocks = one.setting.lines.blocks if one.setting.lines else {}
    lines = [[spoken(decision), *map(str, listed)] for decision, listed in blocks.items()]
    pays = one.setting.game.pays_in(one.setting.result.key)
    return [
        list(one.setting.choices.values()),
        _number_of(_value(one, shared), shared.values),
        " ".join(exact(pays[pay]) for pay in one.value.pays),
        _number_of(lines, shared.lists),
    ]


def _value(one: Edited, shared: _Shared) -> dict[str, object]:
    value = one.value
    if isinstance(value, DrawnValue):
        drawn = {
            "below": value.below,
            "columns": [[list(form.items()) for form in forms] for forms in value.columns],
            "deck": value.deck,
            "wild": value.wild,
            "kinds": value.kinds,
        }
        return {"pays": _number_of(_pays(one), shared.pays), "drawn": drawn}
    bounds = one.bounds and [[exact(end) for end in one.bounds[pay]] for pay in value.pays]
    told: dict[str, Any] = {"kept": one.kept} if one.kept else {}
    if not one.is_decided:
        told["decides"] = 0
    return {
        "pays": _number_of(_pays(one), shared.pays),
        "bounds": bounds,
        **told,
        "below": _number(value.below),
        "total": [(key, _number(times)) for key, times in value.total.items() if key >= 0],
        "tables": [
            [
                _number_of([each.decision, list(each.actions)], shared.roles),
                *(each.rows, each.cards, each.keys, each.columns, each.links),
            ]
            for each in one.tables
        ],
    }


def _pays(one: Edited) -> list[object]:
    """Return the pays of a value: addresses, words, the least numbers, and which stand in a
    paytable.
    """
    bet, pays = one.setting.game.bet(one.setting.result.key), one.value.pays
    # Those that stand in a paytable: whether they may not fall to -1, as do those for 1, with the
    # stake inside, and meters.
    tabled = {
        address_of(bet, table.name, line): table.for_one or line == METER
        for table in bet.tables()
        for line in (*table.pays, METER)
    }
    return [
        " ".join(pays),
        [_words(one.setting, pay) for pay in pays],
        " ".join("0" if tabled.get(pay) else "-1" for pay in pays),
        [int(pay in tabled) for pay in pays],
    ]


def _words(setting: Setting, pay: str) -> str:
    """Return an address as words: ``player-wins.ante`` -> ``Player wins: ante``."""
    key, base = setting.result.key, setting.game.bets[0].key
    parts = pay.removeprefix("" if key == base else f"{key}.").split(".")
    return spoken(": ".join(map(setting.game.called, parts)))


def _number(number: int) -> int | str:
    return number if abs(number) < EXACT else str(number)
