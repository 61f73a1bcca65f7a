"""Formats the play of two hands whose second cards may be switched: the chart, and the table by
which they are switched.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combin.render import number
from combin.render.chart_strategy import Play, plays_data, plays_table
from combin.render.hands import (
    first_hands,
    letters_told,
    rows_of_chart,
)
from combin.render.tables import (
    MACHINE,
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
    from combin.families.blackjack.switch_chart import (
        ChartOfTwo,
        SwitchSituations,
        SwitchStrategy,
        SwitchTable,
    )
    from combin.rules.game import Game

WORTH = "When to switch: what two cards are worth, in percent of a bet"
SWITCHED_21 = "soft 21, switched"
ADDED = (
    "Add what both hands are worth as dealt, and with the second cards switched; switch if the "
    "second sum is larger."
)


def worth_rows(table: SwitchTable) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the name of each row of two cards, and what it is worth against each of the dealer's
    cards, as text.
    """
    for name, worths in table.rows:
        label = SWITCHED_21 if name == "soft 21" else name
        yield label, tuple("-" if worth is None else str(worth) for worth in worths)


def _charted(both: ChartOfTwo, game: Game) -> Iterator[Block]:
    """Yield the chart, and the table by which cards are switched."""
    yield from rows_of_chart(both.lines, both.heads)
    yield from letters_told(game, both.lines, both.letters)
    yield ""
    yield Heading(WORTH, 2)
    # a line that began with the name of a row would be read as one of the chart
    rows = [(f"worth {label}", *cells) for label, cells in worth_rows(both.table)]
    yield Table(("", *both.heads), ("left", *("right" for _ in both.heads)), rows)
    yield ADDED
    if both.chart.house.looks_first:
        yield "The dealer has no natural: he has looked before the switch."


def _chart_data(both: ChartOfTwo) -> dict[str, Any]:
    """Return the chart, and row -> the dealer's card -> what two cards are worth."""
    worth = {
        name: {up: worth for up, worth in zip(both.heads, worths) if worth is not None}
        for name, worths in both.table.rows
    }
    return {"chart": {name: list(cells) for name, cells in both.lines}, "worth": worth}


# --- A chart -------------------------------------------------------------------------------------


def situations_text(found: SwitchSituations, form: str = TEXT, command: str = "") -> str:
    """Return a chart and the table of the switch for people, or for programs what each action is
    worth with all two cards of one hand by itself.
    """
    command = command or command_of("situations", found.game)
    rows = _spots(found) if form in MACHINE else ()
    return answer(form, _situations(found), rows, lambda: _situations_data(found), command)


def situations_line(found: SwitchSituations) -> str:
    """Return in a line whose situations they are."""
    return f"{found.game.slug}: {MAIN_GAME}"


def _situations(found: SwitchSituations) -> Iterator[Block]:
    both = found.both
    yield from heading(found.game)
    edge = f"{number.percent(-both.value, 4)} of one bet ({number.exact(-both.value)})"
    yield Heading(f"One action per total, the switch by the table: house edge {edge}", 2)
    yield from _charted(both, found.game)
    often = number.percent(both.exchanged, 4)
    yield f"Figures are for one of the two hands. The player switches in {often} of deals."


def _spots(found: SwitchSituations) -> Iterator[tuple[str, ...]]:
    game = found.game
    head, *rows = first_hands(found.found)
    yield ("game", *head, "choices")
    yield from ((game.slug, *row, choice_words(game.chosen)) for row in rows)


def _situations_data(found: SwitchSituations) -> dict[str, Any]:
    head, *rows = _spots(found)
    return provenance(found.game) | {
        "house_edge": number.exact(-found.both.value),
        "exchanged": number.exact(found.both.exchanged),
        **_chart_data(found.both),
        "situations": [dict(zip(head, row)) for row in rows],
    }


# --- Plays from simple to exact ------------------------------------------------------------------


def strategy_text(found: SwitchStrategy, form: str = TEXT, name: str = "") -> str:
    """Return plays from simple to exact; name: the game as the user called it."""
    game = found.game
    data = plays_data(_plays(found)) | _chart_data(found.chart)
    command = command_of("strategy", game, name=name)
    return answer(form, _strategy(found), _rows(found), lambda: provenance(game) | data, command)


def strategy_line(found: SwitchStrategy) -> str:
    """Return in a line what the chart with its table is worth."""
    edge = number.percent(-found.chart.value, 4)
    return f"{found.game.slug}: {MAIN_GAME}, a chart and a table of the switch, edge {edge}"


def _rows(found: SwitchStrategy) -> Iterator[tuple[str, ...]]:
    """Yield a row for each cell: what is done, and what two cards of it are worth, empty of a row
    that two cards cannot have.
    """
    letters, worths = dict(found.chart.lines), dict(found.chart.table.rows)
    yield ("game", "row", "up", "action", "worth", "choices")
    choices = choice_words(found.game.chosen)
    for row in dict.fromkeys((*letters, *worths)):
        for at, up in enumerate(found.chart.heads):
            action = letters[row][at] if row in letters else ""
            worth = worths[row][at] if row in worths else None
            told = "" if worth is None else str(worth)
            yield (found.game.slug, row, up, action, told, choices)


def _plays(found: SwitchStrategy) -> list[Play]:
    """Return the plays from simple to exact, each with its value and how often it switches."""
    chart, by_sum, by_cards = found.chart, found.chart.by_sum, found.by_cards
    told = "composition-dependent, switch by the exact sum"
    return [
        ("chart, never switch", chart.kept, Fraction(0)),
        ("chart, switch by the table", chart.value, chart.exchanged),
        ("chart, switch by the exact sum", by_sum.value, by_sum.exchanged),
        (told, by_cards.value, by_cards.exchanged),
    ]


def _strategy(found: SwitchStrategy) -> Iterator[Block]:
    yield from heading(found.game)
    yield plays_table(_plays(found))
    yield "Figures are for one of the two hands, each played without looking at the other."
    yield Heading("Chart", 2)
    yield from _charted(found.chart, found.game)
