"""The family of large shared boards: a row is a holding on the board of a street, or all holdings
on full boards that decide alike.

A policy is carried forward first, for its own earlier actions say how often it comes to a row; then
the best play is folded back, and each block is handed out as it is decided. Streets are dealt one
after the other, so that every deal is met `times` times.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial

from combin.counting import Level, Plan, Tally, zeros
from combin.counting.memory import Need
from combin.counting.plan import Stage
from combin.families.block import (
    ONCE,
    OWN,
    UNDECIDED,
    Block,
    F,
    Ints,
    Policy,
    PolicyChoice,
    Sets,
)
from combin.families.board.counting import BOARD, FIELDS, HOLDINGS, ROWS, shared_board_of
from combin.families.board.forward import Forward, Swept
from combin.families.board.solving import BoardChoice, StreetPlay, blocks_of, prepared
from combin.kernels import blocks as kernel
from combin.kernels import faces, sets
from combin.rules.facts import Path
from combin.solving.executor import Workers, in_order
from combin.solving.payoffs import Payoffs

BOARDS = 64  # whose holdings are looked at together
TEXTURES = 256  # whose rows are looked at together
STATE = 2  # card sets of a state: the player's, and the board's
PARTS = 64  # of the rows, handed out one after the other
ROOM = 1 << 16  # information sets that are listed at a time

# What policies that decide alike take, by the number of the decision and what they have in common.
Known = dict[tuple[int, Hashable], dict[Path, PolicyChoice]]
Span = tuple[int, int]  # the places of a decision from one on, and up to another


def needs(plan: Plan, policies: int) -> Iterator[Need]:
    """Yield what some policies take on whole boards."""
    shared = shared_board_of(plan)
    if BOARD in shared.seen:
        stage = plan.stages[shared.seen.index(BOARD)]
        size = 2 * ROWS * len(plan.deciding(stage)) * policies
        yield Need("what lists answer on whole boards", size)


def on_street(
    best: StreetPlay,
    followed: Sequence[PolicyOnBoards],
    fold: Callable[[], F],
    choices: Sequence[BoardChoice],
) -> list[F]:
    """Return for each policy a fold that took what was chosen on some boards of a street."""
    made = [fold() for _ in followed]
    boards, at = choices[0].boards, choices[0].at
    size = boards.masks[0].bit_count()
    deals = array("q", [best.completions(size)])
    arriving = [[one.arriving(choice) for choice in choices] for one in followed]
    for begin, some in blocks_of(boards):
        here = slice(begin * HOLDINGS, (begin + len(some.masks)) * HOLDINGS)
        behind = zeros("q", here.stop - here.start)
        sets.times(best.deck, some.masks, some.weights, behind)
        for following, often, found in zip(followed, arriving, made):
            for choice, reach in zip(choices, often):
                place = slice(at * HOLDINGS + here.start, at * HOLDINGS + here.stop)
                values = [memoryview(value)[here] for value in choice.values]
                taken = choice.taken[here]
                listed = partial(_listed, best.deck, some.masks, behind, reach[here], size)
                block = following.block(
                    choice.history, behind, reach[here], deals, values, taken, place, listed
                )
                found.take(block)
    return made


def _listed(
    deck: int, boards: array[int], times: array[int], reach: Ints, size: int, number: array[int]
) -> Iterator[Sets]:
    """Yield the information sets of some boards of a street: the rows themselves."""
    states = zeros("Q", STATE * len(times))
    faces.holdings(deck, boards, states)
    yield Sets(times, reach, OWN, *((STATE, states) if size else (1, states[::STATE])))


class PolicyOnBoards:
    """What a policy takes at every place of every decision, and what happens then.

    own: the bet as it is played so.
    choices: history -> what is taken.
    forward: what happens then.
    """

    def __init__(self, payoffs: Payoffs, policy: Policy, workers: Workers, known: Known) -> None:
        """known: what this policy and others of the same bet take."""
        self.plan, self.policy, self.workers = payoffs.plan, policy, workers
        self.own = prepared(payoffs, workers)
        self.choices: dict[Path, PolicyChoice] = {}
        actions: dict[Path, bytearray] = {}
        for stage in self.plan.stages:
            taken, size = known[stage.number, policy.key(stage)], len(BoardIndex(self.own, stage))
            self.choices.update(taken)
            for history in self.plan.histories(stage):
                choice = taken.get(history)
                actions[history] = bytearray(choice.action if choice else size)
        self.own.follow(actions)
        self.forward = Forward(self.own)

    def arriving(self, choice: BoardChoice) -> memoryview:
        """Return how often the policy comes to each holding on some boards."""
        return memoryview(self.forward.arriving(choice.history, choice.boards)).cast("B").cast("q")

    def block(
        self,
        history: Path,
        times: array[int],
        reach: Ints,
        deals: array[int],
        values: Sequence[Ints],
        best: bytearray,
        place: slice,
        listed: Callable[[array[int]], Iterator[Sets]],
    ) -> Block:
        """Return some rows of a decision; place: where they stand in what the policy takes."""
        stage = self.plan.stages[len(history) - self.plan.stages[0].number]
        whole = self.choices[history]
        choice = PolicyChoice(whole.action[place], whole.rule[place], whole.kinds)
        at = kernel.come_to(choice.rule, UNDECIDED, times, reach)
        if at >= 0:
            cards = BoardIndex(self.own, stage).cards(place.start + at)
            raise self.policy.undecided(history, cards)
        return Block(self.plan, stage, history, times, reach, deals, values, best, choice, listed)

    def rows(self, best: StreetPlay, fold: Callable[[], F]) -> Iterator[F]:
        """Yield folds that took the rows of whole boards, and what happens under the policy."""
        swept: list[Swept] = []
        end = fold()
        end.end(self.forward.carry(swept.append))
        yield end
        for history in filter(self.forward.keys.__contains__, self.own.closing):
            place = self.forward.keys.index(history)
            words, field = swept[0].met[place // FIELDS], place % FIELDS
            often = self.forward.going_on(history)
            work = partial(self._rows, best, history, words, field, often, fold)
            yield from in_order(work, range(PARTS), self.workers)

    def _rows(
        self,
        best: StreetPlay,
        history: Path,
        words: memoryview,
        field: int,
        often: array[int],
        fold: Callable[[], F],
        part: int,
    ) -> F:
        """Return a fold that took the rows of some textures."""
        first, boards = best.rows.by_texture
        count = len(first)
        cuts = [first[count * part // PARTS] if part else 0]
        cuts.append(first[count * (part + 1) // PARTS] if part + 1 < PARTS else ROWS)
        here = slice(*cuts)
        some = slice(*(bisect_left(first, cut) for cut in cuts))
        reach = zeros("q", here.stop - here.start)
        sets.met(words, field, here.start, reach)
        values = best.values_on_rows(history, here)
        before = best.streets[0].boards.masks
        weights = boards.weights[some]
        asked = best.deck, boards.masks[some], weights, before, often, here.start

        def listed(number: array[int]) -> Iterator[Sets]:
            at = 0
            states, row = zeros("Q", STATE * ROOM), zeros("i", ROOM)
            times, ways = zeros("q", ROOM), zeros("q", ROOM)
            while at < len(weights):
                size, at = sets.listed(*asked, number, at, states, times, ways, row)
                if size:
                    several, reached, own = (memoryview(one)[:size] for one in (times, ways, row))
                    cards = memoryview(states)[: STATE * size]
                    yield Sets(several, reached, own, STATE, cards)

        made = fold()
        deals = array("q", [best.rows.opponents()])
        chosen = best.on_board[history].chosen[here]
        made.take(self.block(history, ONCE, reach, deals, values, chosen, here, listed))
        return made


def known(payoffs: Payoffs, policies: Sequence[Policy], workers: Workers) -> Known:
    """Return what some policies take; the cards of a place are read once for all of them."""
    plan, own = payoffs.plan, prepared(payoffs, workers)
    known: Known = {}
    for stage in plan.stages:
        different = {policy.key(stage): policy for policy in policies}
        histories, places = plan.deciding(stage), BoardIndex(own, stage)
        work = partial(_decide, list(different.values()), places, histories)
        for several in in_order(work, places.spans(), workers):
            for key, choices in zip(different, several):
                found = known.setdefault((stage.number, key), {})
                for history, more in zip(histories, choices):
                    none = PolicyChoice(bytearray(), bytearray(), more.kinds)
                    one = found.setdefault(history, none)
                    one.action.extend(more.action)
                    one.rule.extend(more.rule)
    return known


def _decide(
    policies: Sequence[Policy], places: BoardIndex, histories: Sequence[Path], span: Span
) -> list[list[PolicyChoice]]:
    here = Tally((places.level(*span),), 0)
    seen = [policy.seen(here, 0) for policy in policies]
    return [[one.decide(history, None) for history in histories] for one in seen]


class BoardIndex:
    """The places of one decision: where each information set, or all that decide alike, stands.

    stage: the decision.
    seen: how many cards of the board.
    masks: the boards, where not all of the board is seen.
    """

    def __init__(self, play: StreetPlay, stage: Stage) -> None:
        self.stage, self.deck = stage, play.deck
        self.seen = play.rows.shared.seen[stage.number]
        partly = 0 < self.seen < BOARD
        self.masks = play.rows.boards(self.seen).masks if partly else array("Q", [0])

    def __len__(self) -> int:
        return ROWS if self.seen == BOARD else HOLDINGS * len(self.masks)

    def spans(self) -> list[Span]:
        """Return the blocks of boards, or of textures, that are looked at together."""
        whole = self.seen == BOARD
        count, step = (faces.TEXTURES, TEXTURES) if whole else (len(self.masks), BOARDS)
        return [(begin, min(begin + step, count)) for begin in range(0, count, step)]

    def first(self, number: int) -> int:
        """Return the first place of a board or of a texture."""
        return faces.first_row(number) if self.seen == BOARD else HOLDINGS * number

    def level(self, begin: int, end: int) -> Level:
        """Return the places from one board or texture up to another as information sets: of each
        the player's cards and those of the board, zeros where there is nothing.
        """
        size = self.first(end) - self.first(begin)
        states, none = zeros("Q", STATE * size), zeros("q", size)
        if self.seen == BOARD:
            faces.states(self.deck, begin, end, states)
        else:
            faces.holdings(self.deck, self.masks[begin:end], states)
        if not self.seen:
            return Level(self.stage, 1, states[::STATE], none, none, array("i"))
        return Level(self.stage, STATE, states, none, none, array("i"))

    def cards(self, place: int) -> tuple[int, ...]:
        """Return the card sets at a place."""
        begin, end = next(span for span in reversed(self.spans()) if self.first(span[0]) <= place)
        return self.level(begin, end).state(place - self.first(begin))
