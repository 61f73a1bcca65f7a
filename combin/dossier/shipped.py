"""Counts that ship for a game whose deals take long to go through: its card, its charts and the
lists to play it by are made of them at once.

Only counts ship. What they come to is settled anew by the rules; they have to add up to all deals,
and the cost of a list to what is said of it. A file holds for one release and one set of rules and
no others; tests count everything in it anew, and so does `combin publish`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib.resources import files

from combin.counting import Plan, zeros
from combin.families.block import Start
from combin.games import names
from combin.questions.priced import Use
from combin.questions.shares import Roots, Share
from combin.questions.solve import solve
from combin.recent import Recent
from combin.records import dataclass
from combin.rules.facts import path_key
from combin.rules.game import Game
from combin.shards import hash_of, read, sealed
from combin.solving.induction import Root
from combin.solving.payoffs import Payoffs
from combin.solving.result import BetResult, Solution, result_of
from combin.strategies import Lines, Priced
from combin.version import RELEASE

KIND = "counts that ship"
BETWEEN = ":"  # between a joint number of facts and its deals

_known: Recent[ShippedCounts | None] = Recent(2)


@dataclass(frozen=True)
class ListCounts:
    """What was counted under a list; where hands are set under a house way, which has no lines.

    root: what happens.
    uses: how many deals each line decides, decision by decision.
    examples: decision -> for each line a hand that it decides, as cards show it.
    """

    root: Root
    uses: tuple[int, ...]
    examples: dict[str, tuple[str, ...]]


@dataclass(frozen=True)
class ShippedCounts:
    """What was counted for the main bet of a game.

    payoffs: of the bet.
    best: what happens under the best play.
    starts: the hands before anything is decided, under the best play; none where it starts
        otherwise.
    lists: the text of a list, or the name of a house way -> what was counted under it.
    """

    payoffs: Payoffs
    best: Root
    starts: tuple[Start, ...]
    lists: Mapping[str, ListCounts]

    @property
    def optimum(self) -> Fraction:
        """The expected value of the best play, in units."""
        return result_of(self.payoffs, self.best).expected_value

    def result(self, name: str) -> BetResult:
        """Return what a list comes to, by its text, or a house way by its name."""
        return result_of(self.payoffs, self.lists[name].root)

    def priced(self, lines: Lines) -> Priced:
        """Return a list with its price and how often each line decides, without its mistakes."""
        uses = iter(self.lists[str(lines)].uses)
        used = [
            Use(name, line, next(uses)) for name, block in lines.blocks.items() for line in block
        ]
        return Priced(
            self.payoffs.plan.game, lines, self.result(str(lines)), self.optimum, (), tuple(used)
        )


def shipped_counts(game: Game, key: str) -> ShippedCounts | None:
    """Return the counts that ship for a bet of a resolved game; None where there are none of this
    release for its rules.
    """
    file = files("combin.dossier") / "counts" / f"{game.slug}.json"
    if game.slug not in names() or key != game.bets[0].key or not file.is_file():
        return None
    rules = rules_hash(game)
    return _known.get((game.slug, rules), lambda: read_counts(str(file), game, rules))


def solved(game: Game, bets: list[str] | None = None) -> Solution:
    """Return the solution of some bets of a resolved game, by default of all; what ships is not
    counted again, and has no ties.
    """
    shipped = _Shipped(game)
    return solve(game, bets, kept=shipped, known=shipped.payoffs)


class _Shipped:
    """Counts that ship in place of the shares of a bet: all that happens is in the first share."""

    cut = 1

    def __init__(self, game: Game) -> None:
        self._key = game.bets[0].key
        self._counts = shipped_counts(game, self._key)
        self.payoffs = [self._counts.payoffs] if self._counts else []

    def get(self, share: Share) -> Roots | None:
        if self._counts is None or share.bet != self._key:
            return None
        return [Root() if share.part else self._counts.best]

    def __setitem__(self, share: Share, roots: Roots) -> None:
        """Nothing is kept."""


# --- Files ---------------------------------------------------------------------------------------


def rules_hash(game: Game) -> str:
    """Return what tells the rules of a game from others."""
    return hash_of(repr(game.counted_rules).encode())


def text_of(counts: ShippedCounts) -> str:
    """Return counts as their file has them."""
    game = counts.payoffs.plan.game
    lists = [
        {
            "lines": lines,
            "happens": _root_record(one.root),
            "uses": list(map(str, one.uses)),
            "examples": one.examples,
        }
        for lines, one in counts.lists.items()
    ]
    starts = [
        [str(start.cards), str(start.deals), {name: str(net) for name, net in start.values.items()}]
        for start in counts.starts
    ]
    return sealed(
        {
            "file": KIND,
            "combin": RELEASE,
            "rules": rules_hash(game),
            "best": _root_record(counts.best),
            "starts": starts,
            "lists": lists,
        }
    ).decode()


def read_counts(path: str, game: Game, rules: str) -> ShippedCounts | None:
    """Return the counts of a file; None where they are of another release, or of other rules.

    rules: of the game, as `rules_hash` has them.
    """
    record = read(path, KIND)
    if (record["combin"], record["rules"]) != (RELEASE, rules):
        return None
    payoffs = Payoffs(Plan(game, game.bets[0]))
    starts = [
        Start(int(cards), int(deals), {name: Fraction(net) for name, net in values.items()})
        for cards, deals, values in record["starts"]
    ]
    lists = {
        one["lines"]: ListCounts(
            _root(payoffs, one["happens"]),
            tuple(map(int, one["uses"])),
            {name: tuple(hands) for name, hands in one["examples"].items()},
        )
        for one in record["lists"]
    }
    return ShippedCounts(payoffs, _root(payoffs, record["best"]), tuple(starts), lists)


def _root_record(root: Root) -> list[object]:
    """Return what happens as a file has it: of every path the numbers of facts that occur, and
    their deals.
    """
    return [
        [
            list(path),
            " ".join(f"{at}{BETWEEN}{deals}" for at, deals in enumerate(found) if deals),
        ]
        for path, found in sorted(root.counts.items())
    ]


def _root(payoffs: Payoffs, record: Sequence[tuple[Sequence[str], str]]) -> Root:
    sizes = {path_key(path): len(table) for path, table in payoffs.tables.items()}
    root = Root()
    for names_taken, text in record:
        path = tuple(names_taken)
        counts = root.counts[path] = zeros("q", sizes[path])
        for entry in text.split():
            number, deals = entry.split(BETWEEN)
            counts[int(number)] = int(deals)
    return root
