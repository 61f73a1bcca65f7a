"""Formats the effects of removal on every bet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from combin.render import number
from combin.render.tables import TEXT, Table, answer, command_of, heading, of_rules, provenance

if TYPE_CHECKING:
    from combin.questions.removals import Removals


def removals_text(found: Removals, form: str = TEXT, command: str = "") -> str:
    """Return the effects of removal, a row a bet."""
    command = command or command_of("removal", found.game)
    rows = of_rules(_rows(found), found.game)
    return answer(form, _blocks(found), rows, lambda: _data(found, command), command)


def removals_line(found: Removals) -> str:
    """Return in a line what effects there are."""
    return f"{found.game.slug}: effects of removal on {len(found.bets)} bets"


def _blocks(found: Removals) -> Iterator[str | Table]:
    yield from heading(found.game, *(one.bet for one in found.bets))
    yield (
        "Effects of removal: the change of the expected value of each bet when one card of a rank "
        "leaves the shoe, in percent of the base wager."
    )
    ranks = list(found.bets[0].effects)
    rows = []
    for one in found.bets:
        effects = (number.decimal(100 * effect, 4) for effect in one.effects.values())
        rows.append((one.bet, number.percent(-one.value, 4), *effects))
    headers = ("bet", "house edge", *ranks)
    yield Table(headers, ("left", *("right",) * (1 + len(ranks))), rows)


def _rows(found: Removals) -> Iterator[tuple[str, ...]]:
    yield ("bet", "rank", "expected_value_without", "effect")
    for one in found.bets:
        for rank, effect in one.effects.items():
            yield one.bet, rank, number.exact(one.value + effect), number.exact(effect)


def _data(found: Removals, command: str) -> dict[str, Any]:
    bets = {
        one.bet: {
            "expected_value": number.exact(one.value),
            "effects": {rank: number.exact(effect) for rank, effect in one.effects.items()},
        }
        for one in found.bets
    }
    return provenance(found.game, found.version) | {"command": command, "bets": bets}
