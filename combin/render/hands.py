"""Formats the charts and rules of blackjack games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from string import digits
from typing import TYPE_CHECKING

from combin.render import number
from combin.render.tables import (
    Block,
    Heading,
    Item,
    Table,
    heading,
)
from combin.rules.glossary import STAR

if TYPE_CHECKING:
    from combin.families.blackjack.letters import ChartFound, LetterChart, Line, Worth
    from combin.rules.game import Game

RANKS = "A23456789T"
WORTH = "When to switch: what two cards are worth, in percent of a bet"
SWITCHED_21 = "soft 21, switched"
ADDED = (
    "Add what both hands are worth as dealt, and with the second cards switched; switch if the "
    "second sum is larger."
)


# --- A chart -------------------------------------------------------------------------------------


def chart_page(found: ChartFound) -> Iterator[Block]:
    """Yield the page of a chart that was found."""
    how, edge = "One action per total", f"{number.percent(-found.value, 4)} of one bet"
    how += ", the switch by the table" if found.exchanged is not None else ""
    favour = "; the edge favours the player" if found.value > 0 else ""
    yield from heading(found.game)
    yield Heading(f"{how}: house edge {edge} ({number.exact(-found.value)}){favour}", 2)
    yield from chart_blocks(found.game, found.chart)
    if found.exchanged is not None:
        often = number.percent(found.exchanged, 4)
        yield f"Figures are for one of the two hands. The player switches in {often} of deals."


def chart_blocks(game: Game, chart: LetterChart) -> Iterator[Block]:
    """Yield a chart, what its letters mean, and the table by which two hands are switched."""
    yield from rows_of_chart(chart.rows, chart.heads)
    aligns = ("left",) * (1 + len(chart.heads))
    if chart.free:
        yield Heading("Hands on a free bet, pairs by their totals", 2)
        yield Table(
            ("", *chart.heads), aligns, [(f"free {name}", *cells) for name, cells in chart.free]
        )
        yield ""
    yield from letters_told(game, (*chart.rows, *chart.free), chart.letters)
    if chart.worth:
        yield ""
        yield Heading(WORTH, 2)
        # a line that began with the name of a row would be read as one of the chart
        yield Table(
            ("", *chart.heads),
            ("left", *("right",) * len(chart.heads)),
            [(f"worth {label}", *cells) for label, cells in worth_rows(chart.worth)],
        )
        yield ADDED
        if chart.looked:
            yield "The dealer has no natural: he has looked before the switch."


def worth_rows(worth: Sequence[Worth]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the name of each row of two cards, and what it is worth against each of the dealer's
    cards, as text.
    """
    for name, worths in worth:
        label = SWITCHED_21 if name == "soft 21" else name
        yield label, tuple("-" if one is None else str(one) for one in worths)


def rows_of_chart(lines: Sequence[Line], heads: Sequence[str]) -> Iterator[Block]:
    """Yield a chart, its pairs apart from its totals."""
    for kind in ("hard", "soft", "pair", "doubled"):
        if own := [(name, *cells) for name, cells in lines if name.startswith(kind)]:
            yield Table(("", *heads), ("left", *("left" for _ in heads)), own)
            yield ""


def counted_cells(game: Game, lines: Sequence[Line]) -> Iterator[str]:
    """Yield what a number and a star in a cell mean, where there is one."""
    marks = {cell[-1] for _, cells in lines for cell in cells}
    if marks & {*digits} or any(cell[-2:-1].isdecimal() for _, cells in lines for cell in cells):
        yield "A number: hit with so many cards or more."
    if STAR in marks:
        made = ["-".join(one.ranks) for one in game.turns.bonuses if len({*one.ranks}) > 1]
        yield f"{STAR} Hit if your next card can make {' or '.join(dict.fromkeys(made))}."


def letters_told(game: Game, lines: Sequence[Line], letters: Mapping[str, str]) -> Iterator[Block]:
    """Yield what the letters of a chart mean, also with three cards and more."""
    used = {cell.rstrip(digits + STAR) for _, cells in lines for cell in cells}
    double, doubles, given_up = game.called("double"), game.turns.double, game.turns.surrender
    for letter, meaning in letters.items():
        if letter in used:
            yield Item(f"{letter}: {meaning.replace('double', double)}")
    later = {"D": doubles.later, "R": given_up.later}
    told = []
    for pair, kept, verb, object_ in (
        (("D", "Ds"), True, f"still {double}", ""),
        (("Rh", "Rs"), True, "still surrender", ""),
        (("D", "Rh"), False, "mean", " H"),
        (("Ds", "Rs"), False, "mean", " S"),
    ):
        named = [letter for letter in pair if letter in used and later[letter[0]] == kept]
        told += [f"{' and '.join(named)} {verb}{'s' * (len(named) == 1)}{object_}"] if named else []
    if told:
        yield f"With three or more cards {', '.join(told)}."
    yield from counted_cells(game, lines)
    if doubles.goes_on and not any(name.startswith("doubled") for name, _ in lines):
        yield "After a double, rescue and redoubling are optimal for the cards."
