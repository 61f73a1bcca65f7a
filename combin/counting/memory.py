"""How much memory a bet takes to count, found before any of it is taken, and how much there is.

Every estimate is a sum of arrays whose lengths are known: the information sets of a decision are counted without listing
them, by Burnside's lemma.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum
from functools import cache
from itertools import permutations, product
from math import comb, factorial
from pathlib import Path
from typing import TYPE_CHECKING

from combin.counting.facts import Under
from combin.errors import CombinError

if TYPE_CHECKING:
    from combin.cards import Deck
    from combin.counting.plan import Plan, Stage
    from combin.rules import Game

VARIABLE = "COMBIN_MEMORY"  # the most memory that counting may take: 8G, 500M or a number of bytes
UNITS = {"K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
NUMBER, HALF = 8, 4  # bytes of the numbers in nearly all arrays, and of places
BLOCK = 200_000  # information sets that removal hands over at a time
TRAITS = 40 * HALF  # what strategies say of an information set


class Keep(Enum):
    """What is kept of the tallies, beside the one that is worked on."""

    NOTHING = "nothing"
    VALUES = "values"  # of every action, and traits: for strategies and lists of situations
    CHOICES = "choices"  # of all information sets: for a player who looks them up
    ALL = "all"  # every tally, solved: for questions that ask them again


def verify(plan: Plan, method: str, keep: Keep) -> None:
    """Raise CombinError where a bet takes more memory than there is; what was found to fit is not asked again."""
    if keep in plan.fits:
        return
    parts = dict(_parts(plan, method, keep))
    needed, room = sum(parts.values()), free()
    if needed > room:
        most = max(parts, key=lambda name: parts[name])
        raise CombinError(
            f"{plan.game.slug}, bet {plan.bet.key!r}: this would take {_gigabytes(needed)} of memory, most of it for {most}; "
            f"the limit is {_gigabytes(room)}, and {VARIABLE} sets another"
        )
    plan.fits.add(keep)


def verify_menus(game: Game, hand: str, cards: int) -> None:
    """Raise CombinError where the hands that a joker makes take more memory than there is."""
    deck = game.deck
    needed, room = 5 * NUMBER * _sets(len(deck.ranks), len(deck.suits), (cards - 1,)), free()
    if needed > room:
        raise CombinError(
            f"{game.slug}: all that hand {hand!r} can be with the joker would take {_gigabytes(needed)} of memory; "
            f"the limit is {_gigabytes(room)}, and {VARIABLE} sets another"
        )


def _gigabytes(size: int) -> str:
    return f"{size / 10**9:,.1f} GB"


# --- How much there is -----------------------------------------------------------------------------------------------


def free() -> int:
    """Return how many bytes may be taken: as VARIABLE says, else what the machine, the container and the shell leave.

    Of what the machine has free a quarter is left to others: where it has to swap, nothing ends in time.
    """
    if text := os.environ.get(VARIABLE):
        return _parsed(text)
    found = [*_of_machine(), *_of_container(), *_of_shell()]
    return max(min(found, default=sys.maxsize), 0)


def _parsed(text: str) -> int:
    number, unit = text.strip().upper().removesuffix("B"), 1
    if number[-1:] in UNITS:
        number, unit = number[:-1], UNITS[number[-1]]
    if not (number.isascii() and number.isdigit() and int(number)):
        raise CombinError(f"{VARIABLE} is a size such as 8G or 500M, not {text!r}")
    return int(number) * unit


def _of_machine() -> Iterator[int]:
    for line in _text("/proc/meminfo").splitlines():
        if line.startswith("MemAvailable:"):
            yield int(line.split()[1]) * 1024 * 3 // 4


def _of_container() -> Iterator[int]:
    """Yield what the control groups of this process, of either version, leave."""
    for line in _text("/proc/self/cgroup").splitlines():
        _, kinds, name = line.split(":", 2)
        root, most, used = "/sys/fs/cgroup", "memory.max", "memory.current"
        if kinds:
            root, most, used = "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes"
        if "memory" in kinds.split(",") or not kinds:
            folders = [Path(root, name.lstrip("/")), Path(root)]
            for folder in folders:
                limit, taken = _text(folder / most).strip(), _text(folder / used).strip()
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


def _text(path: str | Path) -> str:
    try:
        return Path(path).read_text()
    except (OSError, UnicodeDecodeError):
        return ""


# --- How much is wanted ----------------------------------------------------------------------------------------------


def information_sets(deck: Deck, sizes: Sequence[int]) -> int:
    """Return how many ways there are to hold so many cards in each of some sets, up to a relabelling of the suits."""
    ranks, suits = len(deck.ranks), len(deck.suits)
    found = _sets(ranks, suits, tuple(sizes))
    for holder, size in enumerate(sizes):
        if deck.jokers and size:
            found += _sets(ranks, suits, (*sizes[:holder], size - 1, *sizes[holder + 1 :]))
    return found


@cache
def _sets(ranks: int, suits: int, sizes: tuple[int, ...]) -> int:
    """Burnside: the mean, over all relabellings, of the ways to hold cards that a relabelling leaves as they are."""
    kinds = Counter(_cycles(order) for order in permutations(range(suits)))
    total = sum(many * _fixed([(length, ranks * cycles.count(length)) for length in (4, 3, 2, 1)], sizes)
                for cycles, many in kinds.items())  # fmt: skip
    return total // factorial(suits)


def _cycles(order: tuple[int, ...]) -> tuple[int, ...]:
    """Return the lengths of the cycles of a permutation, ascending."""
    left, lengths = set(range(len(order))), []
    while left:
        at, length = min(left), 0
        while at in left:
            left.remove(at)
            at, length = order[at], length + 1
        lengths.append(length)
    return tuple(sorted(lengths))


def _fixed(cycles: list[tuple[int, int]], sizes: tuple[int, ...]) -> int:
    """Return the ways to fill sets of these sizes with whole cycles of cards, so many of each length."""
    if not cycles:
        return int(not any(sizes))
    (length, many), *rest = cycles
    fillings = product(*(range(size // length + 1) for size in sizes)) if rest else [sizes]
    total = 0
    for filling in fillings:
        ways, left = 1, many
        for taken in filling:
            ways, left = ways * comb(max(left, 0), taken), left - taken
        if ways:
            total += ways * _fixed(rest, tuple(size - length * taken for size, taken in zip(sizes, filling)))
    return total


def _parts(plan: Plan, method: str, keep: Keep) -> Iterator[tuple[str, int]]:
    """Yield what memory is for, and how many bytes of it."""
    yield "the program itself", 45 * 10**6
    if method == "removal":
        yield "the opponent's hands", _of_removal(plan, keep)
    elif method == "boards":
        yield "the two boards", _of_boards(plan)
    if method != "removal":
        yield from _of_stages(plan, method, keep)


def _of_stages(plan: Plan, method: str, keep: Keep) -> Iterator[tuple[str, int]]:
    before = None
    for stage in plan.stages:
        number = information_sets(plan.game.deck, [role.size for role in stage.roles])
        if method == "rows" and keep is not Keep.ALL:
            number = _around_a_hole(plan, stage)
            number *= os.cpu_count() or 1  # holes at the same time
        each = _each(plan, stage, before, keep)
        name = plan.decisions[stage.number].name
        yield f"the {number:,} information sets and their links at {name!r}", number * each
        before = stage
        if keep is Keep.CHOICES:
            # Half of the table's places stand empty at worst, and it is copied when it grows.
            whole = information_sets(plan.game.deck, [role.size for role in stage.roles])
            yield f"the choices at {name!r}", whole * (4 * (NUMBER + HALF) + 2 * len(plan.histories(stage)))


def _around_a_hole(plan: Plan, stage: Stage) -> int:
    """Return the most information sets with one hole: those suits that the hole has not can still be relabelled."""
    hole, *board = (role.size for role in stage.roles)
    left = len(plan.game.deck) - hole
    return comb(left, sum(board)) // factorial(max(len(plan.game.deck.suits) - hole, 1))


def _each(plan: Plan, stage: Stage, before: Stage | None, keep: Keep) -> int:
    """Return the bytes for one information set: its cards, links, counts and what is found out about it."""
    from combin.counting.plan import fan_of, split_of

    last, histories = stage is plan.stages[-1], plan.histories(stage)
    actions = sum(len(plan.actions(history)) for history in histories)
    cards = NUMBER * (len(stage.roles) + 2)
    each = 2 * cards  # the kernel's own, or a share's
    if before is not None:
        each += HALF * fan_of(stage, split_of(stage, before))
    if last:
        each += NUMBER * plan.size(plan.columns) * (2 if keep is Keep.ALL and len(plan.stages) == 1 else 1)
    each += (3 * NUMBER + 3) * len(histories) + 3 * NUMBER  # values, choices and ways; the deals and an action's value
    if keep is Keep.VALUES:
        each += NUMBER * actions + TRAITS + (3 * NUMBER + 3) * len(histories)  # the best play's and the strategy's
    if keep is Keep.ALL:
        each += NUMBER * actions
    return each


def _of_removal(plan: Plan, keep: Keep) -> int:
    """Return the bytes for four sweeps at the same time: the hands, the rows of their subsets, and a block of answers."""
    stage, deck = plan.stages[0], plan.game.deck
    player, up = stage.roles[0].size, len(stage.roles) - 1
    opponent = plan.hidden[0].size + up
    depth, width = min(player, opponent - up), len(deck) if up else 1
    hands = sum(information_sets(plan.game.deck, [size]) for size in {player, opponent})
    subsets = sum(comb(len(deck), size) for size in range(depth + 1))
    rows = sum(information_sets(plan.game.deck, [size]) for size in range(depth + 1))
    snapshots = 1 + sum(isinstance(fact, Under) for fact in plan.columns)
    answers = min(BLOCK, information_sets(plan.game.deck, [player]) * width) * _each(plan, stage, None, keep)
    shares = 1 if keep is Keep.ALL else 4
    found = shares * (6 * NUMBER * hands + 2 * HALF * subsets + HALF * rows * width * snapshots + answers)
    if keep is Keep.CHOICES or keep is Keep.ALL:
        found += information_sets(plan.game.deck, [role.size for role in stage.roles]) * 4 * (NUMBER + HALF)
    return found


def _of_boards(plan: Plan) -> int:
    """Return the bytes for what each of the boards makes of all sets of cards, in as many threads as there are processors."""
    depth, cards = min(group.size for group in plan.hidden), len(plan.game.deck)
    subsets = sum(comb(cards, size) for size in range(depth + 1))
    sides = [[fact for fact in plan.columns if _uses(plan, fact.hands, group.zones)] for group in plan.hidden]
    return NUMBER * subsets * sum(plan.size(facts) for facts in sides) * (os.cpu_count() or 1)


def _uses(plan: Plan, hands: Sequence[str], zones: Sequence[str]) -> bool:
    return any(set(plan.game.hand(name).zones) & set(zones) for name in hands)
