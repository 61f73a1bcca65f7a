"""How the effects of removal on every bet are told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.render import number
from combin.render.declared import Declared
from combin.render.shapes import COMMAND, EXACT, OF_NAMES, RULES, TEXT, UNITS, Field
from combin.render.tables import Block, Table, bets_words, heading

if TYPE_CHECKING:
    from combin.questions.removals import Removals


def _page(found: Removals) -> Iterator[Block]:
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


def _rows(found: Removals) -> Iterator[dict[str, object]]:
    for one in found.bets:
        for rank, effect in one.effects.items():
            yield {
                "bet": one.bet,
                "rank": rank,
                "expected_value_without": one.value + effect,
                "effect": effect,
                "effect_chart_kept": one.kept.get(rank),
                "model": one.model,
            }


REMOVALS: Declared[Removals] = Declared(
    "removal",
    RULES
    | {
        "command": COMMAND,
        "bets": Field(
            {
                ...: {
                    "expected_value": Field(EXACT, "value"),
                    "effects": OF_NAMES,
                    "model?": TEXT,
                    "chart?": Field(EXACT, "usual"),
                    "effects_chart_kept?": Field(OF_NAMES, "kept"),
                }
            },
            lambda found: {one.bet: one for one in found.bets},
        ),
    },
    Field(
        [
            {
                "bet": TEXT,
                "rank": TEXT,
                "expected_value_without": UNITS,
                "effect": UNITS,
                "effect_chart_kept": (UNITS, None),
                "model": TEXT,
            }
        ],
        _rows,
    ),
    _page,
    lambda it: f"{it.game.slug}: effects of removal on {len(it.bets)} bets",
    lambda it: bets_words(it.game, (one.bet for one in it.bets)),
)
