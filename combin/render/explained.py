"""How the rules and measures that give a printed figure are told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from combin.render import number
from combin.render.declared import Declared
from combin.render.shapes import ABOUT, COUNT, EXACT, FLAG, TEXT, UNITS, Field
from combin.render.tables import Block, Table, bet_words, choice_words, heading

if TYPE_CHECKING:
    from combin.dossier.explained import Explanation

ASIDE = 8  # of what was not tried, for people


def _page(found: Explanation) -> Iterator[Block]:
    yield from heading(found.game, found.bet)
    tried = number.grouped(found.tried)
    if found.found:
        yield f"Of {tried} exact values, these are printed as {found.figure}:"
    else:
        yield f"None of {tried} exact values is printed as {found.figure}. Next to it:"
    yield Table(
        ("measure", "play", "choices", "value", "exactly"),
        ("left", "left", "left", "right", "left"),
        [
            (
                one.measure,
                one.play,
                choice_words(one.settings, ", "),
                number.percent(one.value, 4),
                number.exact(one.value),
            )
            for one in found.found or found.nearest
        ],
    )
    if found.untried:
        yield from ("", "Not tried:", *(f"- {one}" for one in found.untried[:ASIDE]))
        if len(found.untried) > ASIDE:
            yield f"- {len(found.untried) - ASIDE} more; --json has all"


READING = {"measure": TEXT, "play": TEXT, "settings": {...: TEXT}, "value": UNITS}
EXPLANATION: Declared[Explanation] = Declared(
    "explain",
    ABOUT
    | {
        "figure": (EXACT, TEXT),
        "found": [READING],
        "nearest": [READING],
        "tried": COUNT,
        "untried": [TEXT],
    },
    Field(
        [
            READING
            | {
                "settings": Field(TEXT, lambda row: choice_words(row["settings"], ", ")),
                "fits": FLAG,
            }
        ],
        lambda found: [
            {**vars(one), "fits": bool(found.found)} for one in found.found or found.nearest
        ],
    ),
    _page,
    lambda it: (
        f"{it.game.slug}: {it.bet}, {number.counted(len(it.found), 'exact value')} printed as "
        f"{it.figure}"
    ),
    lambda it: [it.figure, *bet_words(it.bet)],
)
