"""Flushes Gone Wild with one hand of the player's: every community pair and every hand of the
dealer's, one by one.

Card c is rank c // 4 and suit c % 4. Community pairs that differ in the suits of deuces, or of
suits of which the player has nothing, are dealt once and weighted. None of combin is imported.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import numpy as np

from oracles.common import sets

Card = tuple[int, int]  # rank, 0 for a deuce, and suit
RANKS, SUITS = range(13), range(4)
DECK = [(rank, suit) for rank in RANKS for suit in SUITS]


def completed(ranks: int, wild: int) -> int:
    """Return a set of ranks with the highest missing ones filled."""
    for rank in sorted(RANKS, reverse=True):
        if wild and not ranks >> rank & 1:
            ranks, wild = ranks | 1 << rank, wild - 1
    return ranks


# wild cards, ranks of a suit -> cards, then the ranks that count
FLUSH = np.array(
    [[completed(lane, w).bit_count() << 13 | completed(lane, w) for lane in range(8192)]
     for w in range(5)]
)  # fmt: skip


def strength(cards: list[Card]) -> int:
    wild = sum(rank == 0 for rank, _ in cards)
    lanes = [sum(1 << rank for rank, s in cards if s == suit and rank) for suit in SUITS]
    return max(int(FLUSH[wild, lane]) for lane in lanes)


def strengths(left: list[Card], community: list[Card]) -> np.ndarray:
    """Return the strength of every hand of five of the cards left, with the community cards."""
    cards = sets(len(left), 5).T
    is_wild = np.array([rank == 0 for rank, _ in left], dtype=np.int16)
    wild = sum(is_wild[card] for card in cards) + sum(rank == 0 for rank, _ in community)
    best = np.zeros(len(wild), dtype=np.int64)
    for suit in SUITS:
        bits = [1 << rank if s == suit and rank else 0 for rank, s in left]
        bit = np.array(bits, dtype=np.int16)
        lane = sum(bit[card] for card in cards)
        lane += sum(1 << rank for rank, s in community if s == suit and rank)
        best = np.maximum(best, FLUSH[wild, lane])
    return best


def kind(own: list[Card], community: tuple[Card, ...]) -> tuple:
    """Return what is the same for community pairs that are dealt once."""
    free = [s for s in SUITS if not any(suit == s and rank for rank, suit in own)]
    kept = [(rank, suit) for rank, suit in community if rank]
    ways = []
    for order in permutations(free):
        new = dict(zip(free, order))
        ways.append(tuple(sorted((rank, new.get(suit, suit)) for rank, suit in kept)))
    return len(community) - len(kept), min(ways)


def outcomes(own: list[Card]) -> Counter[tuple[int, int]]:
    """Return (sign of the comparison, cards by which the player's flush is longer) -> deals."""
    rest = [card for card in DECK if card not in own]
    pairs: dict[tuple, list[tuple[Card, ...]]] = {}
    for pair in combinations(rest, 2):
        pairs.setdefault(kind(own, pair), []).append(pair)
    found: Counter[tuple[int, int]] = Counter()
    for alike in pairs.values():
        pair = list(alike[0])
        mine = strength([*own, *pair])
        theirs = strengths([card for card in rest if card not in pair], pair)
        order, margin = np.sign(mine - theirs), (mine >> 13) - (theirs >> 13)
        counts = np.bincount(16 * (order + 1) + margin + 8, minlength=48)
        for number, count in enumerate(counts.tolist()):
            found[number // 16 - 1, number % 16 - 8] += count * len(alike)
    return found
