"""Formats the strategies of a blackjack game, from simple to exact."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combin.render import number
from combin.render.hands import RANKS
from combin.render.tables import (
    TEXT,
    Block,
    Heading,
    Table,
    answer,
    choice_words,
    command_of,
    filled,
    heading,
    provenance,
)
from combin.rules.choosing import MAIN_GAME

if TYPE_CHECKING:
    from combin.families.blackjack.exceptions import CardException
    from combin.families.blackjack.ladder import BlackjackStrategy

OF_ONE = "edge, of one bet"
BASE = "base"
# Of a play its name, its value, and how often cards are switched.
Play = tuple[str, Fraction, Fraction | None]


# --- Plays from simple to exact ------------------------------------------------------------------


def strategy_text(found: BlackjackStrategy, form: str = TEXT, name: str = "") -> str:
    """Return plays from simple to exact; name: the game as the user called it."""
    game, choices = found.game, choice_words(found.game.chosen)
    head = ("game", "cards", "up", "said", "best", "saves", "choices")
    rows = [head, *((game.slug, *_exception(one), choices) for one in found.listed)]
    data = {
        **plays_data(_plays_of(found)),
        "chart": {name: list(cells) for name, cells in found.rows},
        "three_lines": list(found.lines.words(game.called("double"))) if found.lines else [],
        "exceptions": [dict(zip(head[1:6], row[1:6])) for row in rows[1:]],
        "all_exceptions": found.many,
    }
    command = command_of("strategy", game, name=name)
    return answer(form, _plays(found), rows, lambda: provenance(game) | data, command)


def strategy_line(found: BlackjackStrategy) -> str:
    """Return in a line how many hands the chart found does not play best."""
    return f"{found.game.slug}: {MAIN_GAME}, {len(found.listed)} exceptions to the chart found"


def _exception(one: CardException) -> tuple[str, ...]:
    cards = " ".join(RANKS[rank] for rank in one.ranks)
    return cards, one.against, one.said, one.best, number.exact(one.saves)


def _plays_of(found: BlackjackStrategy) -> list[Play]:
    """Return the plays from simple to exact, each with its value."""
    plays: list[Play] = [("three lines", found.simple.value, None)] if found.simple else []
    excepted = f"chart with {number.counted(len(found.listed), 'exception')}"
    plays += [("chart", found.chart.value, None), (excepted, found.excepted.value, None)]
    return [*plays, ("composition-dependent", found.by_cards.value, None)]


def plays_data(plays: Sequence[Play]) -> dict[str, Any]:
    """Return plays as a ladder of lists is told, the last the optimum."""
    best, ladder = plays[-1][1], []
    for name, value, exchanged in plays:
        known = {"cost": best - value, "house_edge": -value, "exchanged": exchanged}
        told = {key: number.exact(one) for key, one in known.items() if one is not None}
        ladder.append({"play": name, **told})
    return {"bet": BASE, "optimum": number.exact(best), "ladder": ladder}


def plays_table(plays: Sequence[Play]) -> Table:
    """Return the table of plays, for people."""
    best, rows = plays[-1][1], []
    for name, value, exchanged in plays:
        switches = "" if exchanged is None else number.percent(exchanged, 4)
        edge, cost = number.percent(-value, 4), number.cost(best - value)
        rows.append((name, edge, cost, switches, number.exact(-value)))
    heads = ("strategy", OF_ONE, "cost", "switches", "exact")
    return filled(Table(heads, ("left", "right", "right", "right", "left"), rows))


def _plays(found: BlackjackStrategy) -> Iterator[Block]:
    yield from heading(found.game)
    yield plays_table(_plays_of(found))
    yield "Model of all rows: split hands are played like the same cards without a split."
    if found.lines:
        yield Heading("Three lines", 2)
        yield from (
            f"{at}. {line}"
            for at, line in enumerate(found.lines.words(found.game.called("double")), 1)
        )
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
        said, taken = map(found.game.called, (said, taken))
        listed.append((f"{cards} / {up}", said, taken, number.cost(one.saves)))
    yield Table(("cards", "chart", "best", "saves"), ("left", "left", "left", "right"), listed)
