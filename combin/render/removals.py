"""Formats the effects of removal on every bet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.render import number
from combin.render.tables import TEXT, Table, answer, command_of, heading, of_rules, provenance

if TYPE_CHECKING:
    from combin.questions.removals import Removals


def removals_text(found: Removals, form: str = TEXT, command: str = "") -> str:
    """Return the effects of removal, a row a bet."""
    command = command or command_of("removal", found.game)
    ranks = list(found.bets[0].effects)
    shown = [
        (
            one.bet,
            number.percent(-one.value, 4),
            *(number.decimal(100 * effect, 4) for effect in one.effects.values()),
        )
        for one in found.bets
    ]
    aligns = ("left", *("right",) * (1 + len(ranks)))
    blocks: list[str | Table] = [
        *heading(found.game, *(one.bet for one in found.bets)),
        "Effects of removal: the change of the expected value of each bet when one card of a rank "
        "leaves the shoe, in percent of the base wager.",
        Table(("bet", "house edge", *ranks), aligns, shown),
    ]
    rows = [
        (one.bet, rank, number.exact(one.value + effect), number.exact(effect))
        for one in found.bets
        for rank, effect in one.effects.items()
    ]
    bets = {
        one.bet: {
            "expected_value": number.exact(one.value),
            "effects": {rank: number.exact(effect) for rank, effect in one.effects.items()},
        }
        for one in found.bets
    }
    return answer(
        form,
        blocks,
        of_rules([("bet", "rank", "expected_value_without", "effect"), *rows], found.game),
        lambda: provenance(found.game, found.version) | {"command": command, "bets": bets},
        command,
    )


def removals_line(found: Removals) -> str:
    """Return in a line what effects there are."""
    return f"{found.game.slug}: effects of removal on {len(found.bets)} bets"
