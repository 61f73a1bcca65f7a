"""Formats the effects of removal on every bet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combin.render import number
from combin.render.tables import (
    TEXT,
    Table,
    answer,
    bets_words,
    command_of,
    heading,
    of_rules,
    provenance,
)

if TYPE_CHECKING:
    from combin.questions.removals import Removals


def removals_text(found: Removals, form: str = TEXT, command: str = "") -> str:
    """Return the effects of removal, a row a bet."""
    words = bets_words(found.game, (one.bet for one in found.bets))
    command = command or command_of("removal", found.game, words)
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
    rows = []
    for one in found.bets:
        rows.append((one.bet, *_cells(one.value, one.effects)))
        if one.usual is not None:
            rows.append((f"{one.bet}, chart kept", *_cells(one.usual, one.kept)))
            yield (
                f"{one.bet}: the strategy is optimal for the cards left (model {one.model}), or "
                "the chart of the full shoe is kept."
            )
    if found.game.remark:
        yield found.game.remark
    ranks = list(found.bets[0].effects)
    yield Table(("bet", "house edge", *ranks), ("left", *("right",) * (1 + len(ranks))), rows)


def _cells(value: Fraction, effects: Mapping[str, Fraction]) -> Iterator[str]:
    yield number.percent(-value, 4)
    yield from (number.decimal(100 * effect, 4) for effect in effects.values())


def _rows(found: Removals) -> Iterator[tuple[str, ...]]:
    several = any(one.model for one in found.bets)
    more = ("effect_chart_kept", "model") if several else ()
    yield ("bet", "rank", "expected_value_without", "effect", *more)
    for one in found.bets:
        for rank, effect in one.effects.items():
            kept = number.exact(one.kept[rank]) if one.kept else ""
            modelled = (kept, one.model) if several else ()
            yield one.bet, rank, number.exact(one.value + effect), number.exact(effect), *modelled


def _data(found: Removals, command: str) -> dict[str, Any]:
    bets: dict[str, dict[str, Any]] = {}
    for one in found.bets:
        data = bets[one.bet] = {
            "expected_value": number.exact(one.value),
            "effects": {rank: number.exact(effect) for rank, effect in one.effects.items()},
        }
        if one.usual is not None:
            data["model"], data["chart"] = one.model, number.exact(one.usual)
            data["effects_chart_kept"] = {
                rank: number.exact(effect) for rank, effect in one.kept.items()
            }
    return provenance(found.game, found.version) | {"command": command, "bets": bets}
