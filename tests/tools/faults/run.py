"""Measures what `combin check` finds: rounds until each broken simulator is caught. `alarms.py` counts
the right logs that it refuses.

    python tests/tools/faults/run.py                    all faults; an hour of processor time or more
    python tests/tools/faults/run.py --quick            one seed, few rounds
    python tests/tools/faults/run.py --only baccarat    faults of a game, or with a word in their description

The tables are Markdown; those in docs/checker-tests.md are what this printed.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from statistics import median_high

sys.path.extend(map(str, Path(__file__).parents[1:3]))

from faults.flaws import FLAWS
from faults.games import Simulator
from faults.measure import FORMS, PLAIN, caught

MOST, QUICK = 25_600, 3_200  # rounds with cards after which a fault is given up
LONGER = 4  # times as many without cards
HEADS = {"cards": ("cards", "found by"), "outcomes": ("outcomes", "found by"), "nets": ("nets",)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--quick", action="store_true", help="one seed, few rounds")
    parser.add_argument("--only", default="", help="a word of the game or the description")
    parser.add_argument("--seeds", type=int, default=3, help="logs of each fault (3)")
    parser.add_argument("--most", type=int, default=MOST, help=f"rounds with cards ({MOST})")
    args = parser.parse_args()
    flaws = [kind for kind in FLAWS if args.only in f"{kind.slug} {kind.__doc__}"]
    rounds = QUICK if args.quick else args.most
    most = {form: rounds if form == "cards" else LONGER * rounds for form in (*FORMS, *PLAIN)}
    table(flaws, range(1, 2 if args.quick else args.seeds + 1), most)


def table(flaws: list[type[Simulator]], seeds: range, most: dict[str, int]) -> None:
    """Print a row for each fault, in the order of the games."""
    heads = [*("game", "fault"), *(head for form in FORMS for head in HEADS[form]), *PLAIN]
    rules = ["---:" if head in (*FORMS, *PLAIN) else "---" for head in heads]
    print(f"| {' | '.join(heads)} |\n| {' | '.join(rules)} |")
    missed = Counter[str]()
    for kind in sorted(flaws, key=lambda kind: kind.slug):
        found = [caught(kind, seed, most) for seed in seeds]
        cells = [kind.slug, str(kind.__doc__)]
        for form in (*FORMS, *PLAIN):
            rounds = median_high([one[form][0] if form in one else 2 * most[form] for one in found])
            there = rounds <= most[form]
            missed[form] += not there
            cells.append(f"{rounds:,}" if there else "")
            if "found by" in HEADS.get(form, ()):
                why = Counter(one[form][1] for one in found if form in one).most_common(1)
                cells.append(why[0][0].replace("|", r"\|") if there else "")
        print(f"| {' | '.join(cells)} |", flush=True)
    print(f"\n{len(flaws)} faults, seeds {seeds.start} to {seeds.stop - 1}; not caught:", end=" ")
    print("; ".join(f"{form} {missed[form]} up to {most[form]:,} rounds" for form in most))


if __name__ == "__main__":
    main()
