"""Writes the lists that combin has at hand, as a search finds them now: for all games that have them, in an hour, or for some.

python tests/found_lists.py [GAME...]
"""

from __future__ import annotations

import sys
from pathlib import Path

from combin.dossier.found import BETWEEN, COST
from combin.games import find as game_called
from combin.strategies import Ladder, find

FOLDER = Path(__file__).parents[1] / "combin" / "dossier" / "lists"
# The search takes a second or less.
QUICK = {"casino-war", "red-dog", "three-card-poker"}


def text_of(ladder: Ladder) -> str:
    """Return the content of a game's file."""
    lists = [f"{COST}{rung.cost}\n{rung.lines}".rstrip() for rung in ladder.rungs]
    head = f"best play of {ladder.game.slug}: {ladder.optimum}"
    return BETWEEN.join([head, *lists]) + "\n"


if __name__ == "__main__":
    for slug in sys.argv[1:] or sorted(path.stem for path in FOLDER.iterdir()):
        ladder = find(game_called(slug).resolve(), "base")
        (FOLDER / f"{slug}.txt").write_text(text_of(ladder))
        sys.stdout.write(f"{slug}\n")
