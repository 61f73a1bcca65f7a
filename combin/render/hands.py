"""Formats the hands, charts and rules of blackjack games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from combin.render import number
from combin.render.tables import (
    MACHINE,
    TEXT,
    Block,
    Heading,
    Item,
    Table,
    answer,
    choice_words,
    command_of,
    dump_json,
    heading,
    provenance,
)
from combin.rules.choosing import MAIN_GAME

if TYPE_CHECKING:
    from combin.families.blackjack.letters import Line
    from combin.families.blackjack.questions import (
        BlackjackSituations,
    )
    from combin.families.blackjack.solve import Solved, Spot
    from combin.families.blackjack.switch import Switched
    from combin.rules.game import Game

RANKS = "A23456789T"


def _edge(solved: Solved | Switched) -> str:
    edge = -solved.value
    favour = "; the edge favours the player" if edge < 0 else ""
    return f"house edge {number.percent(edge, 4)} of one bet ({number.exact(edge)}){favour}"


# --- A chart -------------------------------------------------------------------------------------


def situations_text(found: BlackjackSituations, form: str = TEXT, command: str = "") -> str:
    """Return a chart for people, or for programs what each action is worth with all two cards."""
    command = command or command_of("situations", found.game)
    if form == "json":  # this command has no --json
        return dump_json({**_spots_data(found), "command": f"{command} --format json"})
    if form in MACHINE:
        return answer(form, (), _spots(found), lambda: _spots_data(found), command)
    return answer(form, _chart(found), (), dict, command)


def situations_line(found: BlackjackSituations) -> str:
    """Return in a line whose situations they are."""
    return f"{found.game.slug}: {MAIN_GAME}"


def _chart(found: BlackjackSituations) -> Iterator[Block]:
    lines = found.lines
    yield from heading(found.chart_game)
    yield Heading(f"One action per total: {_edge(found.chart)}", 2)
    yield from rows_of_chart(lines, found.heads)
    if found.free_lines:
        yield Heading("Hands on a free bet, pairs by their totals", 2)
        rows = [(f"free {name}", *cells) for name, cells in found.free_lines]
        yield Table(("", *found.heads), ("left", *("left" for _ in found.heads)), rows)
        yield ""
    yield from letters_told(found.chart_game, (*lines, *found.free_lines), found.letters)


def rows_of_chart(lines: Sequence[Line], heads: Sequence[str]) -> Iterator[Block]:
    """Yield a chart, its pairs apart from its totals."""
    for kind in ("hard", "soft", "pair"):
        rows = [(name, *cells) for name, cells in lines if name.startswith(kind)]
        yield Table(("", *heads), ("left", *("left" for _ in heads)), rows)
        yield ""


def letters_told(game: Game, lines: Sequence[Line], letters: Mapping[str, str]) -> Iterator[Block]:
    """Yield what the letters of a chart mean, also with three cards and more."""
    used, double = {cell for _, cells in lines for cell in cells}, game.called("double")
    for letter, meaning in letters.items():
        if letter in used:
            yield Item(f"{letter}: {meaning.replace('double', double)}")
    later = {"D": game.double and game.double.later, "R": game.surrender and game.surrender.later}
    told = []
    for pair, still in ((("D", "Ds"), double), (("Rh", "Rs"), "surrender")):
        kept = [letter for letter in pair if letter in used and later[letter[0]]]
        told += [f"{' and '.join(kept)} still {still}{'s' * (len(kept) == 1)}"] if kept else []
    for pair, means in ((("D", "Rh"), "H"), (("Ds", "Rs"), "S")):
        lost = [letter for letter in pair if letter in used and not later[letter[0]]]
        told += [f"{' and '.join(lost)} mean{'s' * (len(lost) == 1)} {means}"] if lost else []
    if told:
        yield f"With three or more cards {', '.join(told)}."
    if game.double is not None and (game.double.rescue or game.double.times > 1):
        yield "After a double, rescue and redoubling are optimal for the cards."


def _spots(found: BlackjackSituations) -> Iterator[tuple[str, ...]]:
    game = found.game
    head, *rows = first_hands(found.found)
    yield ("game", *head, "choices")
    choices = choice_words(game.chosen)
    yield from ((game.slug, *row, choices) for row in rows)


def first_hands(solved: Solved) -> Iterator[tuple[str, ...]]:
    """Yield a head, and every two cards against every up card with what each action is worth."""
    names = list(dict.fromkeys(name for spot in solved.spots for name in spot.actions))
    yield ("cards", "up", "deals", *names, "best", "taken", "model")
    yield from ((*_spot(spot, names), solved.model) for spot in solved.spots)


def _spots_data(found: BlackjackSituations) -> dict[str, Any]:
    head, *rows = _spots(found)
    return provenance(found.game) | {"situations": [dict(zip(head, row)) for row in rows]}


def _spot(spot: Spot, names: Sequence[str]) -> tuple[str, ...]:
    cards = " ".join(RANKS[rank] for rank in spot.ranks)
    worth = [number.exact(spot.actions[name]) if name in spot.actions else "" for name in names]
    best = next(iter(spot.actions))
    return (cards, spot.against, str(spot.deals), *worth, best, spot.taken)
