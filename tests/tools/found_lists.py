"""Writes the lists that combin has at hand, as a search finds them now: for all games that have them, in an hour, or for some;
and the counts that ship for games with a file of them, which may be empty: those whose deals take long.

python tests/tools/found_lists.py [GAME...]
python tests/tools/found_lists.py --counts [GAME...]     the counts alone, under the lists as they are
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from combin.counting import Plan
from combin.dossier.examples import examples_found
from combin.dossier.found import BETWEEN, COST, found
from combin.dossier.shipped import ListCounts, ShippedCounts
from combin.dossier.shipped import text_of as text_of_counts
from combin.families.block import Start
from combin.families.listed import family_of
from combin.families.set_hands.ways import ByWay, Ways
from combin.games import dealt_sheet
from combin.questions.measures import has_starting_hands
from combin.rules.game import Game
from combin.solving.payoffs import Payoffs
from combin.strategies import Ladder, Lines, find
from combin.strategies.policies import policies_of
from combin.strategies.pricing import priced

FOLDER = Path(__file__).parents[2] / "combin" / "dossier" / "lists"
COUNTS = FOLDER.parent / "counts"
# The search takes a second or less.
QUICK = {"casino-war", "red-dog", "three-card-poker"}


def text_of(ladder: Ladder) -> str:
    """Return the content of a game's file."""
    lists = [f"{COST}{rung.cost}\n{rung.lines}".rstrip() for rung in ladder.rungs]
    head = f"best play of {ladder.game.slug}: {ladder.optimum}"
    return BETWEEN.join([head, *lists]) + "\n"


def counts_of(game: Game) -> ShippedCounts:
    """Return what is counted under the best play and the lists of a game, or under the ways
    that a card tells where hands are set; none of it is taken from what ships.
    """
    payoffs = Payoffs(Plan(game, game.bets[0]))
    family = family_of(payoffs.plan)
    [best] = family.happens([payoffs])
    if not family.by_lines:
        ways = Ways(game, "base").told()
        roots = family.outcomes(payoffs, [ByWay(payoffs.plan, way) for way in ways])
        told = {way.name: ListCounts(root, (), {}) for way, root in zip(ways, roots)}
        return ShippedCounts(payoffs, best, (), told)
    starts: list[Start] = []
    if has_starting_hands(game):
        starts = sorted(family.starts(payoffs), key=lambda start: start.cards)
    lists = [rung.lines for rung in found(game, "base").rungs]
    return ShippedCounts(payoffs, best, tuple(starts), dict(counts_of_lists(payoffs, lists)))


def counts_of_lists(payoffs: Payoffs, lists: Sequence[Lines]) -> Iterator[tuple[str, ListCounts]]:
    """Yield each list with what is counted under it."""
    roots = family_of(payoffs.plan).outcomes(payoffs, policies_of(payoffs, lists))
    for lines, root, one in zip(lists, roots, priced(payoffs, lists)):
        uses = tuple(use.deals for use in one.uses)
        yield str(lines), ListCounts(root, uses, examples_found(payoffs.plan.game, lines))


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the lists that combin has at hand.")
    parser.add_argument(
        "games", nargs="*", metavar="GAME", help="default: all that have them, in an hour"
    )
    parser.add_argument(
        "--counts", action="store_true", help="the counts alone, under the lists as they are"
    )
    asked = parser.parse_args()
    folder = COUNTS if asked.counts else FOLDER
    for slug in asked.games or sorted(path.stem for path in folder.iterdir()):
        game = dealt_sheet(slug).resolve()
        if not asked.counts:
            (FOLDER / f"{slug}.txt").write_text(text_of(find(game, "base")))
        if (COUNTS / f"{slug}.json").exists():
            (COUNTS / f"{slug}.json").write_text(text_of_counts(counts_of(game)))
        sys.stdout.write(f"{slug}\n")


if __name__ == "__main__":
    main()
