"""An opponent's hand against the player's, dealt from what is left by removal instead of
enumeration.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from math import comb
from typing import assert_never

from combin.counting import memory
from combin.counting.levels import joint_numbers, states
from combin.counting.matchup import Matchup, matchups
from combin.counting.memory import HALF, NUMBER, Keep, Need
from combin.counting.methods.method import Method
from combin.counting.plan import Plan
from combin.counting.program import program
from combin.counting.tally import CountTally, Level, Tally
from combin.kernels import removal
from combin.kernels.constants import MAX_COLUMNS, MAX_CUTS, MAX_REMOVED
from combin.rules.facts import Fact, Lead, Order, PaidLine, Under

BLOCK = 50_000  # information sets that are handed over at a time
NUMBERS = 64  # in a row of a subset where a card is seen: 16 a suit
SWEEPS = 4  # shares that are counted at the same time


class Removal(Method):
    """Counts an opponent's hand in the order of strength.

    For a player's hand P, the opponent's up card u and a strength s, the opponent's hands below s
    that hold u and avoid P are

        sum over subsets T of P of (-1)^|T| x (hands below s that contain T and u).

    A subset as large as what is hidden leaves one hand, which is read and not counted.

    It fits a plan with one decision and no joker, where the player sees his hand and at most one
    card of the opponent's, all other cards of the opponent are one hidden group, and every open
    fact sets the opponent's hand against the player's or against a threshold. A hand has at most 7
    cards and need not use any one of them.
    """

    in_blocks = True

    def fits(self, plan: Plan) -> bool:
        return showdown_of(plan) is not None and seen_of(plan) < 2

    def shares(self, plan: Plan, threads: int) -> int:
        # Every share goes through all of the opponent's hands: more than a few make more work than
        # they save.
        return min(threads, SWEEPS)

    def tallies(self, plan: Plan, part: int, parts: int) -> Iterator[Tally]:
        return swept(plan, _sweep(plan, part, parts).block)

    def memory(self, plan: Plan, keep: Keep) -> Iterator[Need]:
        sweeps = 1 if keep is Keep.ALL else SWEEPS
        deck, stage = plan.game.deck, plan.stages[0]
        player, opponent = stage.roles[0].size, _opponents_cards(plan)
        hands = sum(memory.information_sets(deck, [size]) for size in {player, opponent})
        hidden = plan.hidden[0].size
        depth = min(player, hidden) - (player == hidden)  # of the largest subset that is numbered
        subsets = sum(comb(len(deck), size) for size in range(depth + 1))
        # A row of each canonical subset, at every threshold and at the player's strength.
        rows = sum(memory.information_sets(deck, [size]) for size in range(depth + 1))
        cuts = sum(isinstance(fact, Under) for fact in plan.columns)
        width = NUMBERS if len(stage.roles) > 1 else 1
        sets = memory.all_sets(plan, stage)
        size = sweeps * (
            6 * NUMBER * hands
            + 3 * HALF * subsets
            + HALF * rows * width * (1 + cuts)
            + min(BLOCK, sets) * memory.of_set(plan, stage, None, keep)
        )
        if keep in (Keep.CHOICES, Keep.ALL):
            size += memory.table(sets)
        yield Need("the opponent's hands", size)


def swept(plan: Plan, block: Callable[[int], tuple[array[int], ...] | None]) -> Iterator[Tally]:
    """Yield the blocks of a sweep through the opponent's hands as tallies.

    block: returns the masks, weights, known facts and counts of about so many information sets, the
        next ones; None after the last.
    """
    stage, columns = plan.stages[0], plan.size(plan.columns)
    while found := block(BLOCK):
        masks, weights, known, counts = found
        level = Level(stage, len(stage.roles), masks, weights, known, array("i"))
        yield CountTally((level,), columns, counts)


def _sweep(plan: Plan, part: int, parts: int) -> removal.StrengthSweep:
    """Return a share of the sweep through the opponent's hands."""
    showdown = showdown_of(plan)
    assert showdown, "the method was chosen because there are these two hands"
    stage = plan.stages[0]
    own, *up = stage.roles
    size = _opponents_cards(plan)
    mine = states(plan, [own.size])
    theirs = mine if size == own.size else states(plan, [size])
    player = removal.Hands(mine.masks, mine.weights, own.size)
    opponent = removal.Hands(theirs.masks, theirs.weights, size)
    known = joint_numbers(plan, [own.zones], mine.masks, stage.known)
    names = showdown.player.name, showdown.opponent.name
    code = program(plan, [own.zones, showdown.opponent.zones], plan.columns, names)
    return removal.StrengthSweep(
        plan.game.deck.mask, player, opponent, known, bool(up), code, part, parts
    )


def _opponents_cards(plan: Plan) -> int:
    """Return how many cards the opponent's hand has: the hidden ones and those that are seen beside
    the player's hand.
    """
    return plan.hidden[0].size + seen_of(plan)


# --- Where it fits -----------------------------------------------------------------------------


def showdown_of(plan: Plan) -> Matchup | None:
    """Return the two hands of a plan that removal counts, None for any other plan."""
    one_group = len(plan.stages) == len(plan.hidden) == 1 and plan.informed is None
    if not one_group or not plan.columns or plan.game.deck.jokers:
        return None
    fitting = (
        found
        for found in matchups(plan, plan.columns)
        if all(_sets_against(found, fact) for fact in plan.columns)
        and _has_room(plan, found)
        and _sees_hands_apart(plan, found)
    )
    return next(fitting, None)


def seen_of(plan: Plan) -> int:
    """Return how many cards of the opponent's the player sees."""
    return sum(role.size for role in plan.stages[0].roles[1:])


def _sets_against(found: Matchup, fact: Fact) -> bool:
    """Return True if a fact sets the opponent's hand against a threshold, or against the
    player's.
    """
    match fact:
        case Order(hand, other):
            return hand != other
        case Under(hand):
            return hand == found.opponent.name
        case PaidLine() | Lead():
            return False
        case _:
            assert_never(fact)


def _has_room(plan: Plan, showdown: Matchup) -> bool:
    """Return True if the kernel has room for the two hands, and both are the best of all
    their cards.
    """
    if showdown.player.must_use or showdown.opponent.must_use:
        return False
    cuts = sum(isinstance(fact, Under) for fact in plan.columns)
    largest = max(plan.stages[0].roles[0].size, _opponents_cards(plan))
    return cuts <= MAX_CUTS and plan.size(plan.columns) <= MAX_COLUMNS and largest <= MAX_REMOVED


def _sees_hands_apart(plan: Plan, showdown: Matchup) -> bool:
    """Return True if the first role is the player's hand and the only other one, if any, those of
    the opponent's cards that are seen, of which nothing is known at the decision.
    """
    own, *up = plan.stages[0].roles
    theirs = set(showdown.opponent.zones)
    if own.zones != set(showdown.player.zones) or len(up) > 1:
        return False
    shown: frozenset[str] = frozenset()
    for role in up:
        if not role.zones < theirs:
            return False
        shown = role.zones
    known = [plan.game.hand(name) for fact in plan.stages[0].known for name in fact.hands]
    return theirs == shown | set(plan.hidden[0].zones) and all(
        shown.isdisjoint(hand.zones) for hand in known
    )


# --- Memory ------------------------------------------------------------------------------------


REMOVAL = Removal()
