"""Writes the lists of the reports where combin has them at hand: run it when a search finds others.

python tests/found_lists.py
"""

from __future__ import annotations

import sys
from pathlib import Path

import reported
from combin.dossier.found import BETWEEN, COST
from combin.games import names

FOLDER = Path(__file__).parents[1] / "combin" / "dossier" / "lists"
# The search takes a second or less.
QUICK = {"casino-war", "dakota-duel-draw", "phil-em-up", "red-dog", "three-card-poker"}


def written() -> dict[str, str]:
    """Return name -> content of every file; that of a game without a report stays as it is."""
    files = {}
    for slug in names():
        own = FOLDER / f"{slug}.txt"
        if not reported.has_report(slug) and own.exists():
            files[own.name] = own.read_text()
        if slug in QUICK or not reported.has_report(slug):
            continue
        ladder = reported.ladder_of(reported.solution_of(slug))
        if ladder is not None:
            lists = [f"{COST}{rung.cost}\n{rung.lines}".rstrip() for rung in ladder.rungs]
            head = f"best play of {slug}: {ladder.optimum}"
            files[f"{slug}.txt"] = BETWEEN.join([head, *lists]) + "\n"
    return files


if __name__ == "__main__":
    for name, content in written().items():
        (FOLDER / name).write_text(content)
        sys.stdout.write(f"{name}\n")
