"""Logs of blackjack games: their columns, and rounds as `combin simulate` writes them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from operator import add

from combin.errors import CombinError
from combin.exact import whole_number
from combin.families.count_up.chart import Chart
from combin.families.count_up.house import house_of
from combin.families.count_up.letters import lines, read_chart
from combin.families.count_up.questions import shoe_of_game
from combin.families.count_up.solve import Solved
from combin.families.count_up.switch import Switched
from combin.files import text_of
from combin.logs import schema
from combin.logs.schema import SHOE
from combin.logs.simulate import MOST_ROUNDS, MOST_SEEDS, Progress, place_of
from combin.logs.write import Cell, RowLayout, new_log
from combin.records import dataclass
from combin.results import Result, columns
from combin.rounds.count_up import CountUpRounds, Decisions, HandsEnd, RoundTexts
from combin.rules.count_up import CountUpGame
from combin.version import version

PLAYER, DEALER, HANDS = "player", "dealer", "hands"
CARDS = (PLAYER, DEALER, HANDS)
BASE = "base"


def columns_of(form: str, dealt_on: bool) -> list[str]:
    """Return the columns of a form; dealt_on: whether several rounds come from one shoe."""
    found = schema.columns(form, CARDS, (schema.ACTIONS,))
    if dealt_on and schema.ROUND in found:
        found.insert(1, SHOE)
    return found


def chart_in(text: str, game: CountUpGame) -> dict[int, Chart]:
    """Return the chart that a text has; raises CombinError where it is none, or where the game has
    two hands.
    """
    if game.switch:
        raise CombinError(f"{game.slug}: two hands are played by their cards, and not by a chart")
    return read_chart(text, house_of(game), shoe_of_game(game))


def chart_named(strategy: str, game: CountUpGame) -> dict[int, Chart]:
    """Return the chart in a file, or given as text; raises CombinError as `chart_in` does."""
    if game.switch or "\n" in strategy:
        return chart_in(strategy, game)
    try:
        return chart_in(text_of(strategy), game)
    except CombinError as error:
        raise CombinError(f"{strategy}: {error}") from None


def chart_text(solved: Solved) -> str:
    """Return the chart by which a game is played, as a log has it."""
    return "\n".join(f"{name} {' '.join(cells)}" for name, cells in lines(solved))


@dataclass(frozen=True, repr=False)
class CountUpSimulated(Result):
    """The result of a simulation of a game that counts up.

    game: the rules. solved: the game as it was played. chip: units of one.
    seed: plays the same rounds again.
    ends: each way a round ended -> how many rounds did.
    asked: the strategy as the user named it. form, path: of the log; no path for standard output.
    cut: the cards behind the cut card; None for a fresh shoe each round.
    """

    game: CountUpGame
    solved: Solved | Switched
    chip: Fraction
    seed: int
    ends: dict[HandsEnd, int]
    asked: str | None = None
    form: str = "full"
    path: str | None = None
    cut: int | None = None

    @property
    def rounds(self) -> int:
        """How many were played."""
        return sum(self.ends.values())

    @cached_property
    def mean(self) -> Fraction:
        """The mean net of a round, in units."""
        chips = sum(end.net * rounds for end, rounds in self.ends.items())
        return chips * self.chip / self.rounds

    @property
    def mean_wager(self) -> Fraction:
        """The mean of the units staked."""
        chips = sum(end.staked * rounds for end, rounds in self.ends.items())
        return chips * self.chip / self.rounds

    @property
    def variance(self) -> Fraction:
        """That of the net of one round, as these rounds show it."""
        squares = sum(end.net**2 * rounds for end, rounds in self.ends.items())
        return squares * self.chip**2 / self.rounds - self.mean**2

    _columns = columns(words="actions,outcome", counts="rounds", units="net,staked")


def simulate(
    game: CountUpGame,
    path: str | None,
    rounds: int,
    seed: int | None = None,
    form: str | None = None,
    strategy: str | None = None,
    cut: int | None = None,
    progress: Progress | None = None,
) -> CountUpSimulated:
    """Play a game, write the log, and return what the rounds came to.

    path: of the log; None for standard output, as CSV.
    seed: by default a fresh one.
    form: which columns the log has, one of `schema.FORMS`; by default all, with every card.
    strategy: a file with a chart; by default the best play of the game's model.
    cut: how many cards stay behind the cut card of a shoe, from which rounds are dealt on; by
        default each round has a fresh shoe.
    progress: called while it is played.
    """
    ending = ".csv" if path is None else schema.ending(path)
    form = form or "full"
    names = columns_of(form, cut is not None)  # refuses an unknown form
    rounds = whole_number(rounds, "rounds", 1, MOST_ROUNDS)
    fresh = int.from_bytes(os.urandom(8))
    seed = whole_number(fresh if seed is None else seed, "seed", 0, MOST_SEEDS - 1)
    charts = None
    if strategy not in (None, schema.OPTIMAL):
        charts = chart_named(str(strategy), game)
    cut = None if cut is None else whole_number(cut, "cut", 1, len(game.deck))
    decisions = Decisions(game, charts)
    dealt = CountUpRounds(decisions, cut)
    called = schema.OPTIMAL if charts is None else chart_text(decisions.alone)
    facts = schema.Facts(
        game.slug, BASE, dict(game.chosen), {}, dealt.table.chip, called, seed, rounds,
        f"combin {version()}",
    )  # fmt: skip
    entries = facts.entries() | ({} if cut is None else {"cut": str(cut)})
    ends: Counter[HandsEnd] = Counter()
    with place_of(path) as file:
        log = new_log(ending, RowLayout(names), entries)
        file.write(log.begin())
        for made in dealt.play(rounds, seed):
            if form != "tally":
                file.write(log.rows(_rows(names, ends.total() + 1, made)))
            ends.update(made.ends)
            if progress:
                progress(ends.total(), rounds)
        if form == "tally":
            file.write(log.rows(sorted((*end, many) for end, many in ends.items())))
        file.write(log.end())
    return CountUpSimulated(
        game, decisions.solved, dealt.table.chip, seed, dict(ends), strategy, form, path, cut
    )


# --- Writing -------------------------------------------------------------------------------------


def _rows(names: Sequence[str], first: int, made: RoundTexts) -> Iterable[Sequence[Cell]]:
    """Return rounds as rows of cells; first: the number of the first."""
    dealt = {
        schema.ROUND: range(first, first + len(made.ends)),
        SHOE: made.shoes,
        **dict(zip(CARDS, (made.players, made.dealers, made.hands))),
    }
    kept = [name for name in HandsEnd._fields if name in names]  # after what is dealt
    ends = (tuple(getattr(end, name) for name in kept) for end in made.ends)
    return map(add, zip(*(dealt[name] for name in names if name in dealt)), ends)
