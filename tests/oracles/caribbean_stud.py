"""Caribbean Stud at full size, from the law of the dealer's ranks: no dealer hand is enumerated,
nothing is removed.

Forget suits: the dealer's five ranks, one of them his up card's, then have a product of binomials
    as their count, given the
player's ranks alone. Suits matter only for dealer hands of one suit, which is the up card's; these
are moved from their rank class to the flushes, and depend on the player's cards of that suit only.
So every (player hand, up card) with the same ranks, the same up rank and the same ranks in the up
card's suit is one case, weighted by how many there are. About 5 s for the counts; each pay table
then takes an instant.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import eval7
import numpy as np

from .best_of import best_five, multisets
from .common import NAMES, RANKS, SUITS, Pays, Tally, priced, report, settle

RAISES = {
    "1": (100, 50, 20, 7, 5, 4, 3, 2, 1, 1), "2": (200, 50, 20, 7, 5, 4, 3, 2, 1, 1), "3": (250, 50, 20, 7, 5, 4, 3, 2, 1, 1),
    "4": (999, 199, 99, 14, 9, 5, 3, 1, 1, 1),
}  # fmt: skip
LINES = (*reversed(NAMES[1:]), "ace-king", "less")
PROGRESSIVE = {"1": (100, 75, 50), "2": (150, 100, 50), "3": (500, 100, 50), "4": (500, 150, 50)}
DEALER_HANDS = 163_185  # four more cards of 46
CHOOSE = np.array([[comb(n, k) for k in range(5)] for n in range(5)], dtype=np.int64)


def value(counts: np.ndarray, suited: bool) -> int:
    """Return eval7's value of five cards with these ranks, all of one suit or of more than one."""
    cards, turn = [], 0
    for rank in counts.nonzero()[0]:
        for copy in range(counts[rank]):
            # Lone cards take turns between two suits, so five of them never make a flush.
            suit = 0 if suited else (copy if counts[rank] > 1 else turn % 2)
            cards.append(eval7.Card(RANKS[rank] + SUITS[suit]))
        turn += 1
    return eval7.evaluate(cards)


@cache
def rank_classes() -> tuple[np.ndarray, np.ndarray]:
    """Return counts[class, rank] of the 6,175 rank multisets from weakest to strongest, and their
    values as unsuited hands.
    """
    counts = multisets(5)
    values = np.array([value(row, False) for row in counts], dtype=np.int64)
    order = values.argsort()
    return counts[order].astype(np.int64), values[order]


@cache
def suited_classes() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the class numbers of the 1,287 sets of five different ranks, their unsuited and their
    suited values.

    Both values put them in one order: no straights, then straights, each by ranks.
    """
    counts, plain = rank_classes()
    rows = (counts.max(axis=1) == 1).nonzero()[0]
    suited = np.array([value(row, True) for row in counts[rows]], dtype=np.int64)
    assert (np.diff(suited) > 0).all()
    return rows, plain[rows], suited


def value_of(hand: str) -> int:
    return eval7.evaluate([eval7.Card(card) for card in hand.split()])


ACE_KING = value_of("Ac Kd 4c 3d 2c")
PAIR = value_of("2c 2d 3c 4d 5c")


def thresholds(values: np.ndarray, player: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return, in the ascending `values`, where the qualifying begin, those that reach `player`, and
    those above it.
    """
    qualified = np.searchsorted(values, ACE_KING)
    return (
        np.full(len(player), qualified),
        np.maximum(qualified, np.searchsorted(values, player)),
        np.maximum(qualified, np.searchsorted(values, player, side="right")),
    )


def groups(running: np.ndarray, places: tuple[np.ndarray, ...]) -> np.ndarray:
    """Return (not qualified, lower, equal, higher) from running counts[class, up rank], with a
    leading zero.
    """
    not_qualified, reach, above = (running[place] for place in places)
    return np.stack([not_qualified, reach - not_qualified, above - reach, running[-1] - above])


def running(counts: np.ndarray) -> np.ndarray:
    return np.concatenate([np.zeros((1, counts.shape[1]), dtype=np.int64), counts.cumsum(axis=0)])


@cache
def players() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return rank class, value, and whether suited, of the 7,462 kinds of player hand."""
    counts, plain = rank_classes()
    rows, _, suited = suited_classes()
    return (
        np.concatenate([np.arange(len(counts)), rows]),
        np.concatenate([plain, suited]),
        np.arange(len(counts) + len(rows)) >= len(counts),
    )


@cache
def by_ranks() -> np.ndarray:
    """Return counts[group, player kind, up rank] of dealer hands, each taken for unsuited."""
    counts, values = rank_classes()
    kind_rows, kind_values, _ = players()
    result = np.zeros((4, len(kind_rows), 13), dtype=np.int64)
    for row, held in enumerate(counts):
        left = 4 - held
        ways = np.ones(len(counts), dtype=np.int64)
        for rank in range(13):
            ways *= CHOOSE[left[rank]][counts[:, rank]]
        # Of C(m, d) ways to hold d of the m cards of a rank, d / m hold the up card.
        with_up = ways[:, None] * counts // np.maximum(left, 1)
        kinds = (kind_rows == row).nonzero()[0]
        result[:, kinds] = groups(running(with_up), thresholds(values, kind_values[kinds]))
    return result


def weight(held: np.ndarray, suited: np.ndarray, in_suit: tuple[int, ...]) -> np.ndarray:
    """Return for each kind of player hand how many (hand, suit) there are with just the ranks
    `in_suit` in that suit.
    """
    elsewhere = held.copy()
    elsewhere[:, in_suit] -= 1
    ways = np.where(
        (elsewhere < 0).any(axis=1), 0, CHOOSE[3][np.maximum(elsewhere, 0)].prod(axis=1)
    )
    one_suit = {0: 3, 5: 1}.get(
        len(in_suit), 0
    )  # of these, the hands of one suit: another one, or this one
    return 4 * np.where(
        suited,
        np.where(ways > 0, one_suit, 0),
        ways - one_suit * (held.max(axis=1) == 1) * (ways > 0),
    )


@cache
def cases() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return, case by case: player kind, up rank, number of (player hand, up card), and
    counts[group] of dealer hands.
    """
    kind_rows, kind_values, suited = players()
    held = rank_classes()[0][kind_rows]
    set_rows, plain, flush = suited_classes()
    sets = rank_classes()[0][set_rows]
    away, home = thresholds(plain, kind_values), thresholds(flush, kind_values)
    kinds, ups, weights, counts = [], [], [], []
    for size in range(6):
        for in_suit in combinations(range(13), size):
            number = weight(held, suited, in_suit)
            here = number.nonzero()[0]
            free = (sets[:, in_suit] == 0).all(axis=1) if size else np.ones(len(sets), dtype=bool)
            one_suit = running(sets * free[:, None])
            moved = groups(one_suit, tuple(p[here] for p in home)) - groups(
                one_suit, tuple(p[here] for p in away)
            )
            result = by_ranks()[:, here] + moved
            up = [rank for rank in range(13) if rank not in in_suit]
            kinds.append(np.repeat(here, len(up)))
            ups.append(np.tile(up, len(here)))
            weights.append(np.repeat(number[here], len(up)))
            counts.append(result[:, :, up].reshape(4, -1))
    kinds, ups, weights = map(np.concatenate, (kinds, ups, weights))
    counts = np.concatenate(counts, axis=1)
    assert (counts >= 0).all() and (counts.sum(axis=0) == DEALER_HANDS).all()
    assert weights.sum() == comb(52, 5) * 47
    return kinds, ups, weights, counts


@cache
def player_lines() -> np.ndarray:
    """Return for each kind of player hand its place in LINES."""
    _, values, _ = players()
    family = values >> 24
    royal = values == values.max()
    return np.where(royal, 0, np.where(family > 0, 9 - family, np.where(values >= ACE_KING, 9, 10)))


def solve(table: str = "1", new_pays: Pays = ()) -> tuple[Tally, int]:
    """Return the tally over 19,933,230,517,200 deals, and the (player hand, up card) pairs whose
    actions tie.
    """
    nets, units, unit = priced(
        LINES, (*RAISES[table], 1), new_pays
    )  # below ace-king only an unqualified dealer loses
    kinds, _, weights, counts = cases()
    line = player_lines()[kinds]
    value = unit * counts[0] + counts[1] * (unit + 2 * units[line]) - 3 * unit * counts[3]
    raised = value > -DEALER_HANDS * unit
    tally = Tally(
        {(("fold",), "fold", Fraction(-1), Fraction(1)): int(weights[~raised].sum()) * DEALER_HANDS}
    )
    totals = weights * counts
    for group, outcome, net in (
        (0, "dealer-does-not-qualify", 1),
        (2, "tie", 0),
        (3, "dealer-wins", -3),
    ):
        tally[("raise",), outcome, Fraction(net), Fraction(3)] += int(totals[group, raised].sum())
    for place, name in enumerate(LINES[:-1]):
        count = int(totals[1, raised & (line == place)].sum())
        tally[("raise",), f"player-wins.{name}", 1 + 2 * nets[place], Fraction(3)] += count
    assert not totals[1, raised & (line == 10)].any()
    return tally, int(weights[value == -DEALER_HANDS * unit].sum())


def holds(value: int) -> np.ndarray:
    """Return for each case whether the player's hand reaches `value`, one of eval7."""
    return players()[1][cases()[0]] >= value


def matching_rank() -> np.ndarray:
    """Return the cases that 'matching rank' raises: a pair, or ace-king with the up card's rank in
    hand.
    """
    kinds, up, _, _ = cases()
    held = rank_classes()[0][players()[0]]
    return holds(PAIR) | (holds(ACE_KING) & (held[kinds, up] > 0))


def rules_of_thumb() -> np.ndarray:
    """Return the cases that the three rules of thumb of the Wizard of Odds raise."""
    kinds, up, _, _ = cases()
    held = rank_classes()[0][players()[0]]
    has_queen, has_jack = held[kinds, 10] > 0, held[kinds, 9] > 0
    match = held[kinds, up] > 0
    fourth = (held.cumsum(axis=1) >= 2).argmax(axis=1)  # of five different ranks the second lowest
    rules = (
        (match & (up <= 10))
        | ((up >= 11) & (has_queen | has_jack))
        | (~match & has_queen & (up < fourth[kinds]))
    )
    return holds(PAIR) | (holds(ACE_KING) & rules)


def fixed(raised: np.ndarray, table: str = "1") -> tuple[int, Fraction]:
    """Return the total net over all deals, and the average wager, of raising in these cases."""
    pays = np.array([*RAISES[table], 1], dtype=np.int64)
    kinds, _, weights, counts = cases()
    net = counts[0] + counts[1] * (1 + 2 * pays[player_lines()[kinds]]) - 3 * counts[3]
    total = int((weights * np.where(raised, net, -DEALER_HANDS)).sum())
    return total, 1 + Fraction(2 * int(weights[raised].sum()), int(weights.sum()))


def progressive(table: str, meter: Fraction = Fraction(100_000), new_pays: Pays = ()) -> Tally:
    """Return the tally of the progressive bet, for 1, over the 2,598,960 player hands."""
    lines = ("royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush")
    pays = dict(zip(lines, (meter, meter / 10, *PROGRESSIVE[table])))
    return settle(best_five(5), {**pays, **dict(new_pays)}, for_one=True)


def breakeven_meter(table: str) -> Fraction:
    """Return the meter at which the progressive bet's value is 0."""
    fixed = sum(pay * count for pay, count in zip(PROGRESSIVE[table], (624, 3744, 5108)))
    return (comb(52, 5) - fixed) / (4 + Fraction(36, 10))


def main() -> None:
    for table in RAISES:
        tally, ties = solve(table)
        report(f"raise table {table} ({ties} ties)", tally)
    for table in PROGRESSIVE:
        report(f"progressive {table} (breaks even at {breakeven_meter(table)})", progressive(table))


if __name__ == "__main__":
    main()
