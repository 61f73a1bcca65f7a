"""Formats what is asked about a blackjack game: its choices, the pay of a natural, its shoe, and
strategies from simple to exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.render import number
from combin.render.count_up import RANKS
from combin.render.tables import (
    TEXT,
    Block,
    Heading,
    Table,
    answer,
    choice_words,
    command_of,
    heading,
    provenance,
)
from combin.rules.choosing import MAIN_GAME

if TYPE_CHECKING:
    from combin.families.count_up.exceptions import CardException
    from combin.families.count_up.ladder import CountUpStrategy

OF_ONE = "edge, of one bet"


# --- Plays from simple to exact ------------------------------------------------------------------


def strategy_text(found: CountUpStrategy, form: str = TEXT, name: str = "") -> str:
    """Return plays from simple to exact; name: the game as the user called it."""
    game, choices = found.game, choice_words(found.game.chosen)
    head = ("game", "cards", "up", "said", "best", "saves", "choices")
    rows = [head, *((game.slug, *_exception(one), choices) for one in found.listed)]
    data = {
        "three_lines": list(found.lines.words()) if found.lines else [],
        "chart": {name: list(cells) for name, cells in found.rows},
        "exceptions": [dict(zip(head[1:6], row[1:6])) for row in rows[1:]],
        "all_exceptions": found.many,
        "house_edges": {
            name: number.exact(-played.value)
            for name, played in (
                ("three_lines", found.simple),
                ("chart", found.chart),
                ("chart_with_exceptions", found.excepted),
                ("by_cards", found.by_cards),
            )
            if played
        },
    }
    command = command_of("strategy", game, name=name)
    return answer(form, _plays(found), rows, lambda: provenance(game) | data, command)


def strategy_line(found: CountUpStrategy) -> str:
    """Return in a line how many hands the chart found does not play best."""
    return f"{found.game.slug}: {MAIN_GAME}, {len(found.listed)} exceptions to the chart found"


def _exception(one: CardException) -> tuple[str, ...]:
    cards = " ".join(RANKS[rank] for rank in one.ranks)
    return cards, one.against, one.said, one.best, number.exact(one.saves)


def _plays(found: CountUpStrategy) -> Iterator[Block]:
    yield from heading(found.game)
    best = found.by_cards.value
    plays: Sequence[tuple[str, Fraction]] = (
        *([("three lines", found.simple.value)] if found.simple else []),
        ("chart", found.chart.value),
        (f"chart with {number.counted(len(found.listed), 'exception')}", found.excepted.value),
        ("composition-dependent", best),
    )
    rows = [
        (
            name,
            number.percent(-value, 4),
            number.cost(best - value),
            number.exact(-value),
        )
        for name, value in plays
    ]
    heads = ("strategy", OF_ONE, "cost", "exact")
    yield Table(heads, ("left", "right", "right", "left"), rows)
    yield "Model of all rows: split hands are played like the same cards without a split."
    if found.lines:
        yield Heading("Three lines", 2)
        yield from (f"{at}. {line}" for at, line in enumerate(found.lines.words(), 1))
    yield Heading("Chart", 2)
    yield Table(
        ("", *found.heads),
        ("left",) * (1 + len(found.heads)),
        [(name, *cells) for name, cells in found.rows],
    )
    yield Heading(f"Exceptions: {len(found.listed)} of {found.many}, the most valuable first", 2)
    listed = []
    for one in found.listed:
        cards, up, said, taken, _ = _exception(one)
        listed.append((f"{cards} / {up}", said, taken, number.cost(one.saves)))
    yield Table(("cards", "chart", "best", "saves"), ("left", "left", "left", "right"), listed)
