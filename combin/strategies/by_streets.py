"""A list priced street by street, where player and opponent share a board.

What a mistake costs needs how often the list comes there, which its own earlier actions say, and
what each action is worth when the best play follows. The list is carried forward first; then the
best play is folded back, and each street is looked at as it is decided.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field
from fractions import Fraction
from functools import partial

from combin.counting import Plan, zeros
from combin.counting.memory import Need
from combin.counting.streets import BOARD, FIELDS, HOLDINGS, ROWS, SHARES, shared_board_of
from combin.families.block import RULES, UNDECIDED
from combin.kernels import mistakes, showdowns
from combin.records import dataclass
from combin.rules.facts import Path
from combin.solving.executor import Progress, Workers, in_order
from combin.solving.forward import Forward, Swept
from combin.solving.induction import Root
from combin.solving.payoffs import Payoffs
from combin.solving.solve import result_of
from combin.solving.streets import BoardChoice, StreetPlay, prepared
from combin.strategies.followed import Followed, Known
from combin.strategies.lines import Lines
from combin.strategies.sums import Case, MistakeKind, Sums
from combin.strategies.vocabulary import stakes_so_far

NUMBERS = 4  # of a case: information sets, how often met, the loss, the largest loss of one


def priced(
    payoffs: Payoffs,
    lists: Sequence[Lines],
    workers: Workers = None,
    progress: Progress | None = None,
) -> list[Sums]:
    """Return what is added up over all deals for each of some lists."""
    best = prepared(payoffs, workers, _needs(payoffs.plan, len(lists)))
    found = [_Pricing(payoffs, lines, workers) for lines in lists]
    best.decide_rows()
    for pricing in found:
        pricing.carry(best)

    def noted(choice: BoardChoice) -> list[Errors]:
        return [pricing.noted(choice) for pricing in found]

    def take(errors: list[Errors]) -> None:
        for pricing, more in zip(found, errors):
            pricing.add(more)

    best.fold(progress, noted, take)
    return [pricing.summed(best) for pricing in found]


def played(payoffs: Payoffs, lines: Lines, workers: Workers = None) -> Root:
    """Return what happens under a list."""
    return next(_played(payoffs, [lines], workers))


def compared(
    payoffs: Payoffs,
    lists: Sequence[Lines],
    workers: Workers = None,
    progress: Progress | None = None,
) -> list[Fraction]:
    """Return the expected value of each of some lists, in units."""
    found = []
    for root in _played(payoffs, lists, workers):
        found.append(result_of(payoffs, root).expected_value)
        if progress:
            progress(payoffs.plan.bet.key, len(found), len(lists))
    return found


def _played(payoffs: Payoffs, lists: Iterable[Lines], workers: Workers) -> Iterator[Root]:
    """Yield what happens under each list; lines that several share are looked at once."""
    known: Known = {}
    for lines in lists:
        own = prepared(payoffs, workers)
        own.follow(Followed(own, lines, workers, known).actions)
        yield Forward(own).carry()


def _needs(plan: Plan, lists: int) -> Iterator[Need]:
    """Yield what some lists take on whole boards: what they answer, and where they err."""
    shared = shared_board_of(plan)
    if BOARD in shared.seen:
        stage = plan.stages[shared.seen.index(BOARD)]
        histories = plan.deciding(stage)
        actions = max(len(plan.actions(history)) for history in histories)
        size = ROWS * (2 * len(histories) * lists + (8 + 4 * actions) * len(histories))
        yield Need("what lists answer on whole boards", size)


@dataclass
class Errors:
    """The mistakes after one history, and how often each line decides, in some share of the work.

    history: the actions taken before.
    actions: how many there are to take.
    sums: four numbers a case, see `combin.kernels.mistakes`.
    samples: two masks a case.
    uses: how often each line decides.
    """

    history: Path
    actions: int
    sums: array[int] = field(init=False)
    samples: array[int] = field(init=False)
    uses: array[int] = field(init=False)

    def __post_init__(self) -> None:
        cases = RULES * self.actions**2
        self.sums = zeros("q", NUMBERS * cases)
        self.uses = zeros("q", RULES)
        self.samples = zeros("Q", 2 * cases)

    @property
    def found(self) -> mistakes.CaseSums:
        """The sums, samples and uses, as the kernels add to them."""
        return mistakes.CaseSums(self.actions, self.sums, self.samples, self.uses)

    @property
    def met(self) -> list[int]:
        """The cases that were met."""
        cases = []
        for case in range(len(self.sums) // NUMBERS):
            if any(self.sums[NUMBERS * case : NUMBERS * (case + 1)]):
                cases.append(case)
        return cases


class _Pricing:
    """One list on the streets.

    own: the bet as the list plays it.
    followed: what the list answers.
    forward: what happens then.
    """

    def __init__(self, payoffs: Payoffs, lines: Lines, workers: Workers) -> None:
        self.payoffs, self.plan, self.workers = payoffs, payoffs.plan, workers
        self.own = prepared(payoffs, workers)
        self.followed = Followed(self.own, lines, workers)
        self.own.follow(self.followed.actions)
        self.forward = Forward(self.own)
        self.sums = Sums()

    def carry(self, best: StreetPlay) -> None:
        """Find what happens under the list, and its mistakes where the whole board is seen."""
        rows = [_OnRows(self, history, best) for history in self.own.closing]

        def take(swept: Swept) -> None:
            for one in rows:
                for errors in one.take(swept):
                    self.add(errors)

        self.sums.root = self.forward.carry(take)
        for one in rows:
            for errors in one.counted():
                self.add(errors)

    def noted(self, choice: BoardChoice) -> Errors:
        """Return the mistakes on some boards of a street."""
        history, boards = choice.history, choice.boards
        errors = Errors(history, len(choice.values))
        often = self.forward.arriving(history, boards)
        begin = choice.at * HOLDINGS
        end = choice.at * HOLDINGS + len(often)
        met = self.followed.lines_met[history]
        taken = self.followed.actions[history]
        line = met[begin:end]
        answers = mistakes.ListAnswers(line, taken[begin:end], choice.taken)
        mistakes.on_street(
            self.own.deck, boards.masks, boards.weights, often, answers, choice.values, errors.found
        )
        if errors.uses[UNDECIDED]:
            self._refuse(history, begin, line, often.__getitem__)
        return errors

    def _refuse(
        self, history: Path, begin: int, line: bytearray, often: Callable[[int], int]
    ) -> None:
        """Raise CombinError for the first place, from `begin` on, that the list reaches and leaves
        undecided.

        line: of each place. often: how often the list comes to one.
        """
        at = line.find(UNDECIDED)
        while not often(at):
            at = line.find(UNDECIDED, at + 1)
        raise self.followed.undecided(history, begin + at)

    def verify_rows(self, history: Path, errors: Errors, met: memoryview, field: int) -> None:
        """Raise CombinError where the list leaves a row undecided."""
        if errors.uses[UNDECIDED]:
            often = partial(showdowns.met_by, met, field)
            self._refuse(history, 0, self.followed.lines_met[history], often)

    def add(self, errors: Errors) -> None:
        """Add mistakes found in some share of the work, each deal as often as it is met."""
        history, plan = errors.history, self.plan
        number = len(errors.history)
        seen = self.own.rows.shared.seen[number]
        deals = self.own.completions(seen) if seen < BOARD else self.own.rows.opponents()
        for line, met in enumerate(errors.uses):
            if met:
                self.sums.uses[number, line] += met * deals
        for case in errors.met:
            sets, met, loss, largest = errors.sums[NUMBERS * case : NUMBERS * (case + 1)]
            line, actions = divmod(case, errors.actions**2)
            sample = tuple(errors.samples[2 * case : 2 * case + (2 if seen else 1)])
            wagered = stakes_so_far(plan, history)
            kind = MistakeKind(sets, met * deals, loss, largest, sample, wagered)
            key = Case(number, line, *divmod(actions, errors.actions))
            self.sums.kinds.setdefault(key, MistakeKind()).add(kind)

    def summed(self, best: StreetPlay) -> Sums:
        """Return what was added up; best: the best play, folded back."""
        times = self.own.times
        for key in self.sums.uses:
            self.sums.uses[key] //= times
        for kind in self.sums.kinds.values():
            kind.deals //= times
            kind.loss //= times
        self.sums.best = best.value // times
        return self.sums


class _OnRows:
    """The mistakes of a list after one history where the whole board is seen."""

    def __init__(self, pricing: _Pricing, history: Path, best: StreetPlay) -> None:
        self.pricing, self.own, self.history = pricing, pricing.own, history
        line = pricing.followed.lines_met[history]
        chosen = pricing.followed.actions[history]
        self.answers = mistakes.ListAnswers(line, chosen, best.on_board[history].chosen)
        self.values = best.values_on_rows(history)
        self.losses = mistakes.RowLosses(zeros("i", ROWS), zeros("i", ROWS))

    def take(self, swept: Swept) -> Iterator[Errors]:
        """Yield the mistakes on the rows that a sweep meets, the information sets left out."""
        place = self.pricing.forward.keys.index(self.history)
        met = swept.met[place // FIELDS]
        field = place % FIELDS
        work = partial(self._taken, met, field)
        for errors in in_order(work, range(SHARES), self.pricing.workers):
            self.pricing.verify_rows(self.history, errors, met, field)
            yield errors

    def _taken(self, met: memoryview, field: int, part: int) -> Errors:
        errors = Errors(self.history, len(self.values))
        begin = ROWS * part // SHARES
        end = ROWS * (part + 1) // SHARES
        mistakes.on_rows(
            met, field, self.answers, self.values, begin, end, self.losses, errors.found
        )
        return errors

    def counted(self) -> Iterator[Errors]:
        """Yield the information sets of the mistakes; after all sweeps."""
        often = self.pricing.forward.going_on(self.history)
        yield from in_order(partial(self._counted, often), range(SHARES), self.pricing.workers)

    def _counted(self, often: array[int], part: int) -> Errors:
        errors = Errors(self.history, len(self.values))
        before = self.own.streets[0].boards.masks
        every = self.own.rows.boards(BOARD)
        begin, end = (len(every.masks) * some // SHARES for some in (part, part + 1))
        masks = every.masks[begin:end]
        weights = every.weights[begin:end]
        mistakes.sets_on_rows(
            self.own.deck, masks, weights, before, often, self.losses, errors.found
        )
        return errors
