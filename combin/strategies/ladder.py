"""Finds the ladder of lists for a bet: the cost of every list is exact, that no better list exists
is only searched.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from combin.counting import Plan
from combin.errors import CombinError
from combin.rules.game import Game
from combin.solving.payoffs import Payoffs
from combin.strategies.gathering import Cells, Gathering, gathered
from combin.strategies.library import examples
from combin.strategies.lines import Line, Lines, parse
from combin.strategies.pricing import compared, priced, verify_size
from combin.strategies.problem import candidates
from combin.strategies.search import Steps, searched


@dataclass(frozen=True)
class Rung:
    """The best list found of so many lines. cost: what it loses against the best play, in units,
    exactly.
    """

    lines: Lines
    cost: Fraction

    def __len__(self) -> int:
        return len(self.lines)


@dataclass(frozen=True)
class Ladder:
    """The best lists found, shorter ones first, each cheaper than those before it.

    Only the last one may cost the same as the one before it: it is longer and easier to remember.
    game, bet: as resolved. optimum: the expected value of the best play. situations: decision ->
        information sets, suits
    relabelled.
    """

    game: Game
    bet: str
    optimum: Fraction
    rungs: tuple[Rung, ...]
    situations: dict[str, int]

    @property
    def exact(self) -> Lines | None:
        """The shortest list found that costs nothing, or None."""
        return next((rung.lines for rung in self.rungs if not rung.cost), None)


def find(game: Game, bet: str = "base", limit: int = 20, fine: bool = False) -> Ladder:
    """Return the ladder of lists found for a bet of a resolved game.

    limit: lines of the longest list wanted. fine: whether lines may also count the unseen cards
        that make a hand, and ask which
    cards have the up card's suit.
    Raises CombinError where the sums over all deals could pass 63 bits.
    """
    payoffs = Payoffs(Plan(game, game.bet(bet)))
    verify_size(payoffs)
    plan = payoffs.plan
    if not plan.stages:
        result = priced(payoffs, [Lines(game.slug, bet, {})])[0]
        return Ladder(game, bet, result.value, (Rung(result.lines, Fraction(0)),), {})
    names = [plan.decisions[stage.number].name for stage in plan.stages]
    known = _known(game, bet)
    blocks = [[lines.blocks[name] for lines in known] for name in names]
    named = [
        {c.trait for block in there for line in block for c in line.conditions} for there in blocks
    ]
    sums = gathered(payoffs, named, fine)
    steps = [_steps(sums, place, limit, there) for place, there in enumerate(blocks)]
    optimum = Fraction(sums.best, plan.deals * payoffs.scale)
    lists = _lists(plan, names, steps, limit)
    rungs = tuple(_rungs(payoffs, optimum, lists))
    return Ladder(game, bet, optimum, rungs, dict(zip(names, sums.sets)))


def _known(game: Game, bet: str) -> list[Lines]:
    """Return the strategies that come with combin for a bet of a game, where its choices leave
    their words a meaning.
    """
    found = []
    for name, text in examples(game.slug).items():
        try:
            found.append(parse(text, game, bet, name))
        except CombinError:
            continue
    return found


# --- One decision ------------------------------------------------------------------------------

_SEARCHED: dict[
    tuple[object, ...], Steps
] = {}  # games whose choices do not touch a decision share its lists


def _steps(sums: Gathering, place: int, limit: int, known: Sequence[tuple[Line, ...]]) -> Steps:
    """Return the lists for one decision: those searched for, and what is known already where that
    is better.
    """
    cells = sums.decision(place)
    before, always = cells.before, [action.name for action in sums.always(place)]
    if not len(cells):
        lines = (*before[:-1], Line(before[-1].action)) if before else (Line(always[0]),)
        return Steps({len(lines): (0, lines)}, lines)
    found = _searched(cells, limit - len(before), known)
    lists = {
        length + len(before): (loss, (*before, *lines))
        for length, (loss, lines) in found.found.items()
    }
    single = [(Line(action),) for action in always]
    others = [
        (sums.loss_of(place, lines), lines)
        for lines in (*known, *single)
        if not lines[-1].conditions
    ]
    others += _searched(sums.strengths(place), len(before) + 2, ()).found.values() if before else []
    lists = {
        length: (loss, lines)
        for length, (loss, lines) in lists.items()
        if lines[-1].action in always
    }
    for loss, lines in others:
        if (
            lines[-1].action in always
            and loss is not None
            and (len(lines) not in lists or loss < lists[len(lines)][0])
        ):
            lists[len(lines)] = loss, lines
    kept: dict[int, tuple[int, tuple[Line, ...]]] = {}
    for length, entry in sorted(lists.items()):
        if all(entry[0] < loss for loss, _ in kept.values()):
            kept[length] = entry
    easy = (*before, *found.easy) if found.easy and found.easy[-1].action in always else None
    return Steps(kept, easy)


def _searched(cells: Cells, limit: int, known: Sequence[tuple[Line, ...]]) -> Steps:
    """Return the lists found, searched once for the same cells and conditions."""
    said = (*candidates(cells), *cells.actions, *cells.stakes, *known)
    key = (*said, limit, cells.rows.tobytes(), cells.loss.tobytes())
    if key not in _SEARCHED:
        _SEARCHED[key] = searched(cells, limit, known)
    return _SEARCHED[key]


# --- All decisions together --------------------------------------------------------------------

Found = dict[int, tuple[int, tuple[Line, ...]]]  # number of lines -> (loss, lines)


def _lists(plan: Plan, names: list[str], steps: list[Steps], limit: int) -> list[tuple[int, Lines]]:
    """Return (loss, list) for each number of lines, the best of all decisions together; the easiest
    one last.
    """
    together = sorted(_together([step.found for step in steps]).items())
    shared = [found for length, found in together if length <= limit]
    picked = [(loss, [step.found[n][1] for step, n in zip(steps, parts)]) for loss, parts in shared]
    loss, blocks = min(picked, key=lambda entry: entry[0])
    last = [
        step.easy if step.easy and step.found[len(block)][0] == 0 else block
        for step, block in zip(steps, blocks)
    ]
    return [
        (loss, Lines(plan.game.slug, plan.bet.key, dict(zip(names, blocks))))
        for loss, blocks in ([*picked, (loss, last)] if last != blocks else picked)
    ]


def _rungs(payoffs: Payoffs, optimum: Fraction, lists: Sequence[tuple[int, Lines]]) -> list[Rung]:
    """Return the lists that are cheaper than those before, with their exact costs; and the last
    one, if it costs no more.
    """
    costs = [Fraction(loss, payoffs.plan.deals * payoffs.scale) for loss, _ in lists]
    # What the cells say of a line that some cards pass over is an estimate.
    if len(payoffs.plan.stages) > 1 or not payoffs.plan.offers_all:
        costs = [optimum - value for value in compared(payoffs, [lines for _, lines in lists])]
    rungs: list[Rung] = []
    for (_, lines), cost in zip(lists, costs):
        if not rungs or cost < rungs[-1].cost:
            rungs.append(Rung(lines, cost))
    last = Rung(lists[-1][1], costs[-1])
    if last.cost == rungs[-1].cost:
        rungs = [rung for rung in rungs if len(rung) != len(last)] + [last]
    return rungs


def _together(steps: list[Found]) -> dict[int, tuple[int, tuple[int, ...]]]:
    """Return number of lines -> (least losses, how many lines each decision gets to lose so
    little).
    """
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for ladder in steps:
        grown: dict[int, tuple[int, tuple[int, ...]]] = {}
        for length, (loss, parts) in best.items():
            for more, (further, _) in ladder.items():
                entry = loss + further, (*parts, more)
                if length + more not in grown or entry < grown[length + more]:
                    grown[length + more] = entry
        best = grown
    return best
