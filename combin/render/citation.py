"""How combin and its figures are cited: entries for BibTeX, which name the version, the rules and
the command that prints a figure again.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from combin.render.latex import text
from combin.render.tables import choice_words, command_of
from combin.version import RELEASE, YEAR

if TYPE_CHECKING:
    from combin.rules.game import Game

TITLE = "combin: exact combinatorial analyzer for casino table games"
UNKEYED = re.compile(r"[^\w.-]+", re.ASCII)  # what no key can have


def bibtex(game: Game | None = None) -> str:
    """Return the entry of combin, or that of the figures of a game under its rules."""
    key, title, note = "combin", TITLE, ""
    if game:
        command = command_of("solve", game)
        own = UNKEYED.sub("-", re.sub("combin solve|--(set|pay)", "", command)).strip("-.")
        key, title = f"combin-{own}", f"{game.title}: exact figures, computed with combin"
        rules = choice_words(game.chosen, ", ")
        told = f"Rules: {rules}. " if rules else ""
        note = f"  note = {{{text(told)}Command: \\texttt{{{text(command)}}}}},\n"
    return (
        f"@misc{{{key},\n"
        "  author = {{combin contributors}},\n"
        f"  title = {{{{{text(title)}}}}},\n"
        f"  howpublished = {{combin {RELEASE}, computer program}},\n"
        f"  year = {{{YEAR}}},\n"
        f"{note}"
        "}\n"
    )
