"""Finds the ladder of lists for a bet: costs are exact, the search is heuristic."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from hashlib import blake2b

from combin.counting import Plan
from combin.families.listed import family_of
from combin.recent import Recent
from combin.records import dataclass
from combin.rules.game import Game
from combin.solving.executor import Progress
from combin.solving.payoffs import Payoffs
from combin.strategies.classes import LossesByClass
from combin.strategies.library import common_actions, named, published_lists
from combin.strategies.lines import Block, Line, Lines, traits_asked
from combin.strategies.losses import Losses
from combin.strategies.openings import opening
from combin.strategies.pricing import compared, priced, verify_size
from combin.strategies.problem import candidates
from combin.strategies.search import Found, Steps, falling, searched
from combin.strategies.simplify import plainer
from combin.strategies.vocabulary import OFFERED, View

Parts = tuple[int, tuple[int, ...]]  # the least loss, and how many lines each decision has for it


@dataclass(frozen=True)
class Rung:
    """The best list found of its length.

    lines: the list.
    cost: what it loses against the best play, in units, exactly.
    """

    lines: Lines
    cost: Fraction

    def __len__(self) -> int:
        return len(self.lines)


@dataclass(frozen=True)
class Ladder:
    """The best lists found, shorter ones first, each cheaper than those before it.

    game, bet: as resolved.
    optimum: the expected value of the best play.
    rungs: the lists. Only the last one may cost the same as the one before it: it is longer and
        easier to remember.
    situations: decision -> information sets, suits relabelled.
    shipped: whether the lists came with combin, with their costs: what is shown is to be priced.
    """

    game: Game
    bet: str
    optimum: Fraction
    rungs: tuple[Rung, ...]
    situations: dict[str, int]
    shipped: bool = False

    @property
    def exact(self) -> Lines | None:
        """The shortest list found that costs nothing, or None."""
        return next((rung.lines for rung in self.rungs if not rung.cost), None)


def find(
    game: Game,
    bet: str = "base",
    limit: int = 20,
    fine: bool = False,
    progress: Progress | None = None,
) -> Ladder:
    """Return the ladder of lists found for a bet of a resolved game.

    limit: lines of the longest list wanted; what to hold of a hand may take more.
    fine: whether lines may also count the unseen cards that make a hand, and ask which cards have
        the up card's suit.
    Raises CombinError where the sums over all deals could pass 63 bits.
    """
    payoffs = Payoffs(Plan(game, game.bet(bet)))
    plan = payoffs.plan
    plan.verify_listable()
    if language := family_of(plan).language(plan):
        return language.ladder(payoffs, published_lists(game, bet))
    verify_size(payoffs)
    if not plan.stages:
        nothing = Lines(game.slug, bet, {})
        value = priced(payoffs, [nothing])[0].value
        return Ladder(game, bet, value, (Rung(nothing, Fraction(0)),), {})
    names = [plan.decisions[stage.number].name for stage in plan.stages]
    published = published_lists(game, bet)
    # For each decision the blocks of the lists that others found.
    known = [[lines.blocks[name] for lines in published] for name in names]
    asked = [traits_asked(blocks) for blocks in known]
    losses = family_of(plan).losses(payoffs, asked, fine, progress)
    steps = [_steps(losses, place, limit, blocks) for place, blocks in enumerate(known)]
    optimum = Fraction(losses.best, plan.deals * payoffs.scale)
    lists = _lists(plan, names, steps, limit)
    rungs = _rungs(payoffs, optimum, lists, [*published, *_constant(payoffs)], limit, progress)
    return Ladder(game, bet, optimum, tuple(rungs), dict(zip(names, losses.sets)))


# --- One decision ------------------------------------------------------------------------------

# Settings whose choices do not touch a decision share its lists.
_SEARCHED: Recent[Steps] = Recent(32)


def _steps(losses: Losses, place: int, limit: int, known: Sequence[Block]) -> Steps:
    """Return the lists for one decision: those searched for, and what is known already where that
    is better.
    """
    classes = losses.decision(place)
    always = losses.always(place)
    before = classes.before
    if not len(classes):
        lines = (*before[:-1], Line(before[-1].action if before else always[0]))
        return Steps({len(lines): (0, lines)}, lines)
    if hands := opening(classes, always):
        single = _others(losses, place, (), [(Line(action),) for action in losses.always(place)])
        return Steps(falling([*single, (0, hands)]), hands)
    found = _searched(classes, limit - len(before), known)
    lists = [(loss, (*before, *lines)) for loss, lines in found.found.values()]
    shorter = [lines for _, lines in found.found.values()] if before else []
    whole = [*known, *shorter, *((Line(action),) for action in always)]
    lists += _others(losses, place, before, whole)
    ending = falling(_ending(classes.view, lists, always)).values()
    plain = [plainer(losses, place, loss, lines) for loss, lines in ending]
    easy = _ending(classes.view, [(0, (*before, *found.easy))] if found.easy else [], always)
    return Steps(falling(plain), plainer(losses, place, *easy[0])[1] if easy else None)


def _ending(
    view: View, lists: Iterable[tuple[int, Block]], always: Sequence[str]
) -> list[tuple[int, Block]]:
    """Return the lists with a last line, which decides whatever is left, that is offered with all
    cards.
    """
    ended = []
    for loss, (*lines, last) in lists:
        if last.action in always:
            ended.append((loss, (*lines, last)))
        elif always and not last.conditions:
            wherever = replace(last, conditions=(view.phrases[OFFERED],))
            ended.append((loss, (*lines, wherever, Line(always[0]))))
    return ended


def _others(
    losses: Losses, place: int, before: Block, whole: Sequence[Block]
) -> Iterator[tuple[int, Block]]:
    """Yield whole lists that decide everything, with their losses; and lists by strength alone
    where such lines stand before those searched for.
    """
    for lines in whole:
        if not lines[-1].conditions:
            loss = losses.loss_of(place, lines)
            if loss is not None:
                yield loss, lines
    if before:
        yield from _searched(losses.by_strength(place), len(before) + 2, ()).found.values()


def _searched(classes: LossesByClass, limit: int, known: Sequence[Block]) -> Steps:
    """Return the lists found, searched once for the same classes and conditions."""
    words = (*candidates(classes), *classes.actions, *classes.stakes, *known)
    digest = blake2b(classes.traits.tobytes() + classes.loss.tobytes()).digest()
    key = (*words, limit, len(classes), digest)
    return _SEARCHED.get(key, lambda: searched(classes, limit, known))


# --- All decisions together --------------------------------------------------------------------


def _lists(plan: Plan, names: list[str], steps: list[Steps], limit: int) -> list[tuple[int, Lines]]:
    """Return (loss, list) for each number of lines, the best of all decisions together; the easiest
    one last.
    """
    picked = [
        (loss, [step.found[part][1] for step, part in zip(steps, parts)])
        for length, (loss, parts) in sorted(_together([step.found for step in steps]).items())
        if length <= limit
    ]
    loss, blocks = min(picked, key=lambda entry: entry[0])
    last = [
        step.easy if step.easy and not step.found[len(block)][0] else block
        for step, block in zip(steps, blocks)
    ]
    if last != blocks:
        picked.append((loss, last))
    bet = plan.bet.key
    return [(loss, Lines(plan.game.slug, bet, dict(zip(names, each)))) for loss, each in picked]


def _constant(payoffs: Payoffs) -> list[Lines]:
    """Return the lists that take one action always. The search adds up decisions as if all were
    come to, so it misses what it is worth to fold at once; none is tried where a list takes minutes
    to price.
    """
    game, bet = payoffs.plan.game, payoffs.plan.bet.key
    if not family_of(payoffs.plan).keeps:
        return []
    return [named(action, game, bet) for action in common_actions(game, bet)]


def _rungs(
    payoffs: Payoffs,
    optimum: Fraction,
    lists: Sequence[tuple[int, Lines]],
    known: Sequence[Lines],
    limit: int,
    progress: Progress | None,
) -> list[Rung]:
    """Return the lists that are cheaper than those before, with their exact costs; and the last
    one, if it costs no more.

    known: further lists, each as a whole; those that are too long are left out.
    """
    rivals = [lines for lines in known if len(lines) <= limit]
    if not family_of(payoffs.plan).keeps:
        # The price of each takes seconds: the first, those that lose a fifth less than the one
        # before, and the last.
        kept = [lists[0]]
        for loss, lines in lists[1:]:
            if (5 * loss <= 4 * kept[-1][0] and loss < kept[-1][0]) or lines is lists[-1][1]:
                kept.append((loss, lines))
        lists = kept
    # With several decisions a list's own earlier actions decide what comes to the later ones, and
    # what the classes say of a line that some cards pass over is an estimate.
    is_known = len(payoffs.plan.stages) == 1 and payoffs.plan.offers_all
    unit = payoffs.plan.deals * payoffs.scale
    costs = [Fraction(loss, unit) for loss, _ in lists] if is_known else []
    whole = [*(lines for _, lines in lists), *rivals]
    asked = whole[len(costs) :]
    values = compared(payoffs, asked, progress=progress) if asked else []
    costs += [optimum - value for value in values]
    every = [Rung(lines, cost) for lines, cost in zip(whole, costs)]
    last = every[len(lists) - 1]
    rungs = cheaper(sorted(every, key=lambda rung: (len(rung), rung.cost)))
    if last.cost == rungs[-1].cost:
        rungs = [rung for rung in rungs if len(rung) != len(last)] + [last]
    return rungs


def cheaper(every: Iterable[Rung]) -> list[Rung]:
    """Return the lists that are cheaper than all those before."""
    rungs: list[Rung] = []
    for rung in every:
        if not rungs or rung.cost < rungs[-1].cost:
            rungs.append(rung)
    return rungs


def _together(decisions: list[Found]) -> dict[int, Parts]:
    """Return number of lines -> the least loss with as many lines in all."""
    best: dict[int, Parts] = {0: (0, ())}
    for found in decisions:
        grown: dict[int, Parts] = {}
        for length, (loss, parts) in best.items():
            for more, (further, _) in found.items():
                entry = loss + further, (*parts, more)
                if length + more not in grown or entry < grown[length + more]:
                    grown[length + more] = entry
        best = grown
    return best
