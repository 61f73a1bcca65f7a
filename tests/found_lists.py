"""Writes the lists that combin has at hand, as a search finds them now: for all games that have them, in an hour, or for some;
and the counts that ship for games with a file of them, which may be empty: those whose deals take long.

python tests/found_lists.py [GAME...]
python tests/found_lists.py --counts [GAME...]     the counts alone, under the lists as they are
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from combin.counting import Plan, Tally
from combin.counting.plan import Stage
from combin.dossier.examples import examples_found
from combin.dossier.found import BETWEEN, COST, found
from combin.dossier.shipped import ListCounts, ShippedCounts
from combin.dossier.shipped import text_of as text_of_counts
from combin.errors import CombinError
from combin.families.block import Block, PolicyChoice, Start
from combin.families.listed import family_of
from combin.families.split.ways import ByWay, way_told
from combin.families.tally import starts_of
from combin.games import find as game_called
from combin.questions.measures import has_starting_hands
from combin.rules.facts import Path as History
from combin.rules.game import Game
from combin.solving.induction import Decision
from combin.solving.payoffs import Payoffs
from combin.strategies import Ladder, find
from combin.strategies.policies import kinds_of_rules, policies_of
from combin.strategies.sums import Sums

FOLDER = Path(__file__).parents[1] / "combin" / "dossier" / "lists"
COUNTS = FOLDER.parent / "counts"
# The search takes a second or less.
QUICK = {"casino-war", "red-dog", "three-card-poker"}


def text_of(ladder: Ladder) -> str:
    """Return the content of a game's file."""
    lists = [f"{COST}{rung.cost}\n{rung.lines}".rstrip() for rung in ladder.rungs]
    head = f"best play of {ladder.game.slug}: {ladder.optimum}"
    return BETWEEN.join([head, *lists]) + "\n"


class BestPlay:
    """The best play as a policy."""

    needs_values = True

    def key(self, stage: Stage) -> str:
        return "best"

    def names(self, stage: Stage) -> tuple[str, ...]:
        return ()  # it makes no mistakes

    def seen(self, tally: Tally, place: int) -> BestPlay:
        return self

    def undecided(self, history: History, cards: Sequence[int]) -> CombinError:
        return CombinError("the best play decides everything")

    def decide(self, history: History, best: Decision | None) -> PolicyChoice:
        assert best, "it was found, as `needs_values` says"
        kinds = partial(kinds_of_rules, len(best.paths))
        return PolicyChoice(best.action, bytearray(len(best.action)), kinds)


class Counts(Sums):
    """The price of a list, and what each hand is worth before anything is decided."""

    def __init__(self, payoffs: Payoffs) -> None:
        super().__init__()
        self.payoffs = payoffs
        self.starts: list[Start] = []

    def take(self, block: Block) -> None:
        super().take(block)
        if not block.history:
            self.starts += starts_of(self.payoffs, block)

    def add(self, other: Sums) -> None:
        super().add(other)
        assert isinstance(other, Counts)
        self.starts += other.starts


def counts_of(game: Game) -> ShippedCounts:
    """Return what is counted under the best play and the lists of a game that is counted in tallies,
    or under the dealer's way where hands are split; none of it is taken from what ships.
    """
    payoffs = Payoffs(Plan(game, game.bets[0]))
    if family_of(payoffs.plan).by_lines:
        return counts_of_lists(found(game, "base"))
    way, family = way_told(game, "base"), family_of(payoffs.plan)
    [best] = family.happens([payoffs])
    [root] = family.outcomes(payoffs, [ByWay(payoffs.plan, way)])
    return ShippedCounts(payoffs, best, (), {way.name: ListCounts(root, (), {})})


def counts_of_lists(ladder: Ladder) -> ShippedCounts:
    """Return what is counted under the best play and some lists; the deals are counted once."""
    game, lists = ladder.game, [rung.lines for rung in ladder.rungs]
    payoffs = Payoffs(Plan(game, game.bet(ladder.bet)))
    policies = [BestPlay(), *policies_of(payoffs, lists)]
    totals = [Counts(payoffs) for _ in policies]
    for share in family_of(payoffs.plan).each(payoffs, policies, partial(Counts, payoffs)):
        for total, more in zip(totals, share):
            total.add(more)
    best, *counted = totals
    found = {}
    for lines, sums in zip(lists, counted):
        uses = tuple(
            sums.uses[number, line]
            for number, block in enumerate(lines.blocks.values())
            for line in range(len(block))
        )
        found[str(lines)] = ListCounts(sums.root, uses, examples_found(game, lines))
    starts = sorted(best.starts, key=lambda start: start.cards)
    return ShippedCounts(
        payoffs, best.root, tuple(starts if has_starting_hands(game) else ()), found
    )


if __name__ == "__main__":
    alone = sys.argv[1:2] == ["--counts"]
    folder = COUNTS if alone else FOLDER
    for slug in sys.argv[1 + alone :] or sorted(path.stem for path in folder.iterdir()):
        game = game_called(slug).resolve()
        if not alone:
            (FOLDER / f"{slug}.txt").write_text(text_of(find(game, "base")))
        if (COUNTS / f"{slug}.json").exists():
            (COUNTS / f"{slug}.json").write_text(text_of_counts(counts_of(game)))
        sys.stdout.write(f"{slug}\n")
