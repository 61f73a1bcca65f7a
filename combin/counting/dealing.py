"""Deals the hidden cards in every way: the last step of the walk, and the whole of it for few
cards.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb, prod

from combin.counting.levels import Parts, union, zones_of
from combin.counting.plan import Plan, Stage
from combin.counting.program import program
from combin.counting.tally import zeros
from combin.errors import CombinError
from combin.kernels import completions

LONG = 10_000  # deals of one state: a millisecond or more
MOST = 1 << 21  # counts that are kept of one question
ADVICE_LIMIT = 10**8  # ways in which the cards to come can lie for one piece of advice: seconds


def dealt(plan: Plan, stage: Stage, states: array[int], weights: array[int]) -> array[int]:
    """Return a row of counts for each of some states of the last stage, all hidden groups dealt one
    by one.

    Rows that take long are kept, for a list, its price and its examples ask for them again.
    """
    parts = [*zones_of(stage), *(group.zones for group in plan.hidden)]
    hidden = [group.size for group in plan.hidden]
    columns = plan.size(plan.columns)
    if plan.deals_after(stage) < LONG or len(weights) * columns > MOST:
        return _dealt(plan, parts, states, weights, hidden)
    roles = len(stage.roles)
    code = program(plan, parts, plan.columns).tobytes()
    rows = _rows(plan.game.deck.mask, roles, tuple(hidden), code)
    asked = [states[at : at + roles].tobytes() for at in range(0, len(states), roles)]
    found = {state: rows[state] for state in asked if state in rows}
    new = [state for state in dict.fromkeys(asked) if state not in found]
    counts = _dealt(plan, parts, array("Q", b"".join(new)), array("q", [1]) * len(new), hidden)
    for number, state in enumerate(new):
        found[state] = counts[number * columns : (number + 1) * columns]
    if (len(rows) + len(new)) * columns <= MOST:
        rows.update(found)
    return array(
        "q", (weight * count for state, weight in zip(asked, weights) for count in found[state])
    )


@lru_cache(maxsize=2)
def _rows(deck: int, roles: int, hidden: tuple[int, ...], code: bytes) -> dict[bytes, array[int]]:
    """Return room for the rows of counts of states, by their cards: all that the kernel is asked
    beside these is named, so that a row never depends on anything else.
    """
    return {}


def _dealt(
    plan: Plan, parts: Parts, states: array[int], weights: array[int], hidden: Sequence[int]
) -> array[int]:
    """Return a row of counts for each state; hidden: the sizes of the last parts, which are not in
    the states.
    """
    deck, roles = plan.game.deck.mask, len(parts) - len(hidden)
    code = program(plan, parts, plan.columns)
    counts = zeros("q", plan.size(plan.columns) * len(weights))
    completions.count(deck, roles, states, weights, array("q", hidden), code, counts)
    return counts


def conditional(plan: Plan, cards: Mapping[str, int]) -> array[int]:
    """Return the column counts of a bet without stages when some of its cards are seen.

    cards: zone -> the mask of its cards. Raises CombinError where too many are still to come.
    """
    seen: dict[tuple[str, ...], int] = {}  # zones -> the mask of their cards
    hidden: dict[tuple[str, ...], int] = {}  # zones -> how many cards are to come
    for group in plan.groups:
        mask = union(cards, group.zones)
        left = group.size - mask.bit_count()
        if mask:
            seen[group.zones] = mask
        if left:
            hidden[group.zones] = left
    sizes = list(hidden.values())
    deck = len(plan.game.deck)
    if prod(comb(deck, size) for size in sizes) > ADVICE_LIMIT:
        key = plan.bet.key
        raise CombinError(
            f"{plan.game.slug}: too many cards of bet {key!r} are still to come; give more of them"
        )
    return _dealt(plan, [*seen, *hidden], array("Q", seen.values()), array("q", [1]), sizes)
