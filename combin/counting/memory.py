"""How much memory a bet takes to count, known before it is taken, and how much there is.

Every estimate is a sum of arrays whose lengths are known: the information sets of a decision are
counted without listing them, by Burnside's lemma.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import lru_cache
from itertools import permutations, product
from math import comb
from typing import TYPE_CHECKING

from combin.cards import lanes_of
from combin.errors import CombinError, refuse
from combin.records import dataclass
from combin.rules.words import Split

if TYPE_CHECKING:
    from combin.cards import Deck
    from combin.counting.plan import Plan, Stage
    from combin.rules.game import Game

VARIABLE = "COMBIN_MEMORY"  # the most memory that counting may take: 8G, 500M or a number of bytes
UNITS = {"K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
NUMBER, HALF = 8, 4  # bytes of the numbers in nearly all arrays, and of places
LENGTHS = (4, 3, 2, 1)  # of a cycle of suits
TRAITS = 40 * HALF  # what strategies say of an information set


class Keep(Enum):
    """What is kept of the tallies, beside the one that is worked on."""

    NOTHING = "nothing"
    VALUES = "values"  # of every action, and traits: for strategies and lists of situations
    CHOICES = "choices"  # of all information sets: for a player who looks them up
    ALL = "all"  # every tally, solved: for questions that ask them again


@dataclass(frozen=True)
class Need:
    """Something that memory is needed for.

    what: how errors name it.
    size: in bytes.
    """

    what: str
    size: int


PROGRAM = Need("the program itself", 45 * 10**6)


def verify(plan: Plan, needs: Iterable[Need]) -> None:
    """Raise CombinError where what a bet needs, beside the program itself, is more memory than
    there is.
    """
    every = [PROGRAM, *needs]
    needed, room = _needed(every), free()
    if needed > room:
        most = max(every, key=lambda need: need.size)
        raise CombinError(
            f"{plan.game.slug}, bet {plan.bet.key!r}: this would take {_gigabytes(needed)} of "
            "memory, "
            f"most of it for {most.what}; the limit is {_gigabytes(room)}, and {VARIABLE} sets "
            "another"
        )


def told(plan: Plan, needs: Iterable[Need]) -> str:
    """Return in words what a bet takes to count."""
    size = _gigabytes(_needed([PROGRAM, *needs]))
    return f"{most_sets(plan):,} information sets, {size} of memory"


def _needed(needs: Iterable[Need]) -> int:
    return sum(need.size for need in needs)


def verify_menus(game: Game, hand: str, cards: int) -> None:
    """Raise CombinError where the hands that a joker makes take more memory than there is."""
    deck = game.deck
    alike = (0,) * len(deck.suits)
    needed, room = 5 * NUMBER * _sets(len(deck.ranks), alike, alike, (cards - 1,)), free()
    refuse(
        needed > room,
        f"{game.slug}: all that hand {hand!r} can be with the joker would take "
        f"{_gigabytes(needed)} of memory; "
        f"the limit is {_gigabytes(room)}, and {VARIABLE} sets another",
    )


def _gigabytes(size: int) -> str:
    """Return a number of bytes in words, of the unit of which there is at least a tenth."""
    for unit, name in ((10**9, "GB"), (10**6, "MB")):
        if 10 * size >= unit:
            return f"{size / unit:,.1f} {name}"
    return f"{size:,} bytes"


# --- How much there is -------------------------------------------------------------------------


def free() -> int:
    """Return how many bytes may be taken: as VARIABLE says, else what the machine, the container
    and the shell leave.

    Of what the machine has free a quarter is left to others: where it has to swap, nothing ends in
    time.
    """
    if text := os.environ.get(VARIABLE):
        number = text.strip().upper().removesuffix("B")
        unit = 1
        if number[-1:] in UNITS:
            unit = UNITS[number[-1]]
            number = number[:-1]
        refuse(
            not (number.isascii() and number.isdigit() and int(number)),
            f"{VARIABLE} is a size such as 8G or 500M, not {text!r}",
        )
        return int(number) * unit
    of_machine = (
        int(line.split()[1]) * 1024 * 3 // 4
        for line in _text("/proc/meminfo").splitlines()
        if line.startswith("MemAvailable:")
    )
    return max(min((*_of_container(), *_of_shell(), *of_machine), default=sys.maxsize), 0)


def _of_container() -> Iterator[int]:
    """Yield what the control groups of this process, of either version, leave."""
    for line in _text("/proc/self/cgroup").splitlines():
        _, kinds, name = line.split(":", 2)
        if not kinds:
            root, most, used = "/sys/fs/cgroup", "memory.max", "memory.current"
        elif "memory" in kinds.split(","):
            root = "/sys/fs/cgroup/memory"
            most, used = "memory.limit_in_bytes", "memory.usage_in_bytes"
        else:
            continue
        for folder in (os.path.join(root, name.lstrip("/")), root):
            limit, taken = (_text(os.path.join(folder, one)).strip() for one in (most, used))
            if limit.isdigit() and taken.isdigit():
                yield int(limit) - int(taken)


def _of_shell() -> Iterator[int]:
    """Yield what the limit of the address space (`ulimit -v`) leaves."""
    try:
        import resource
    except ImportError:  # Windows
        return
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    pages = _text("/proc/self/statm").split()
    if limit != resource.RLIM_INFINITY and pages:
        yield limit - int(pages[0]) * resource.getpagesize()


def _text(path: str) -> str:
    try:
        with open(path) as file:
            return file.read()
    except (OSError, UnicodeDecodeError):
        return ""


# --- How much is wanted ------------------------------------------------------------------------


def information_sets(deck: Deck, sizes: Sequence[int]) -> int:
    """Return how many ways there are to hold sets of cards of these sizes, up to a relabelling of
    the suits.
    """
    alike = (0,) * len(deck.suits)
    ways = _sets(len(deck.ranks), alike, alike, tuple(sizes))
    if not deck.jokers:
        return ways
    for holder, size in enumerate(sizes):
        if size:
            natural = (*sizes[:holder], size - 1, *sizes[holder + 1 :])
            ways += _sets(len(deck.ranks), alike, alike, natural)
    return ways


def sets_around(deck: Deck, given: Sequence[int], sizes: Sequence[int]) -> int:
    """Return how many ways there are to hold further sets of cards of these sizes beside some given
    ones, up to the relabellings of the suits that leave those as they are; of a deck without a
    joker.

    given: the masks of the sets.
    """
    lanes = [*zip(*(lanes_of(mask)[: len(deck.suits)] for mask in given))]
    held = tuple(sum(map(int.bit_count, lane)) for lane in lanes)
    return _sets(len(deck.ranks), held, tuple(map(lanes.index, lanes)), tuple(sizes))


@lru_cache(maxsize=1024)
def _sets(ranks: int, held: tuple[int, ...], alike: tuple[int, ...], sizes: tuple[int, ...]) -> int:
    """Burnside: the mean, over the relabellings that leave given cards as they are, of the ways to
    hold other cards that a relabelling leaves as they are.

    held: how many given cards each suit has. alike: of each suit the first that has the same ranks.
    """
    kinds = Counter[tuple[int, ...]]()  # cycles of other cards, longest first -> relabellings
    for order in permutations(range(len(held))):
        if all(alike[at] == alike[to] for at, to in enumerate(order)):
            left = Counter[int]()
            for cycle in _cycles(order):
                left[len(cycle)] += ranks - held[cycle[0]]
            kinds[tuple(left[length] for length in LENGTHS)] += 1
    fixed = (many * _fixed([*zip(LENGTHS, cycles)], sizes) for cycles, many in kinds.items())
    return sum(fixed) // kinds.total()


def _cycles(order: tuple[int, ...]) -> list[list[int]]:
    left, cycles = set(range(len(order))), []
    while left:
        at, cycle = min(left), list[int]()
        while at in left:
            left.remove(at)
            cycle.append(at)
            at = order[at]
        cycles.append(cycle)
    return cycles


def _fixed(cycles: list[tuple[int, int]], sizes: tuple[int, ...]) -> int:
    """Return the ways to fill sets of these sizes with whole cycles of cards.

    cycles: the length of a cycle, and how many there are; cycles of one card come last.
    """
    if not cycles:
        return int(not any(sizes))
    (length, many), *rest = cycles
    fillings: Iterable[tuple[int, ...]] = [sizes]
    if rest:
        fillings = product(*(range(size // length + 1) for size in sizes))
    total = 0
    for filling in fillings:
        left = tuple(size - length * taken for size, taken in zip(sizes, filling))
        ways, unused = 1, many  # the ways to give each set its cycles, none of them to two sets
        for taken in filling:
            ways *= comb(max(unused, 0), taken)
            unused -= taken
        if ways:
            total += ways * _fixed(rest, left)
    return total


# --- What information sets take ----------------------------------------------------------------


def of_stages(
    plan: Plan, keep: Keep, held: Callable[[Plan, Stage], int], row: int | None = None
) -> Iterator[Need]:
    """Yield what the decisions take.

    held: gives how many information sets of a decision are in memory at the same time.
    row: the bytes for what is hidden from one of the last decision; by default a row of counts.
    """
    before = None
    for stage in plan.stages:
        name = plan.decisions[stage.number].name
        number = held(plan, stage)
        size = number * of_set(plan, stage, before, keep, row)
        yield Need(f"the {number:,} information sets and their links at {name!r}", size)
        if keep is Keep.CHOICES:
            sets = all_sets(plan, stage)
            size = table(sets) + 2 * sets * len(plan.histories(stage))
            yield Need(f"the choices at {name!r}", size)
        before = stage


def all_sets(plan: Plan, stage: Stage) -> int:
    """Return how many information sets a decision has."""
    return information_sets(plan.game.deck, [role.size for role in stage.roles])


def most_sets(plan: Plan) -> int:
    """Return how many information sets the decision on most cards has; none for no decision."""
    play = plan.game.play
    choices = [at for at, step in enumerate(play) if isinstance(step, Split) and not step.by]
    if plan.sets_hands and choices:
        seen = [deal.cards for deal in plan.game.deals if play.index(deal) < choices[-1]]
        return information_sets(plan.game.deck, seen)
    return max((all_sets(plan, stage) for stage in plan.stages), default=0)


def table(sets: int) -> int:
    """Return the bytes for a table of information sets: half of it is empty at worst, and it is
    copied when it grows.
    """
    return 4 * (NUMBER + HALF) * sets


def of_set(
    plan: Plan, stage: Stage, before: Stage | None, keep: Keep, row: int | None = None
) -> int:
    """Return the bytes for one information set: its cards, links, counts and what is found out
    about it.

    before: the stage before, None for the first.
    row: as for `of_stages`.
    """
    from combin.counting.plan import fan_of, split_of

    histories = plan.histories(stage)
    solved = 3 * NUMBER + 3  # after one history: the value, the choice and the ways to come there
    size = 2 * NUMBER * (len(stage.roles) + 2)  # the cards, in the kernel and in a share
    if before is not None:
        size += HALF * fan_of(stage, split_of(stage, before))
    size += solved * len(histories) + 3 * NUMBER  # the deals and an action's value
    if stage is plan.stages[-1]:
        if row is None:
            pooled = keep is Keep.ALL and len(plan.stages) == 1  # rows are kept, and pooled
            row = NUMBER * plan.size(plan.columns) * (2 if pooled else 1)
        size += row
    if keep in (Keep.VALUES, Keep.ALL):
        size += NUMBER * sum(len(plan.actions(history)) for history in histories)
    if keep is Keep.VALUES:
        size += TRAITS + solved * len(histories)  # the strategy's, beside the best play's
    return size
