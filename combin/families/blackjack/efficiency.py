"""Playing efficiency to first order: the share that a count wins of what is won by knowing all
cards dealt.

What a second action wins more than the first is taken as linear in the cards left, by effects of
removal: with n of N cards left each card gone adds (N - 1) / n times its effect beyond the mean of
all cards. Whoever knows all cards gone takes the second action where that sum is above 0, whoever
counts where its mean is, over the sets of cards gone with his running count.

Sets of cards gone are listed in halves, each of some ranks. Sets of one half, the sums of their
effects ascending, meet those of the other, descending: so each set is looked at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import comb, lcm, prod

from combin.questions.tags import Tags
from combin.records import dataclass

MOST_SETS = 1 << 18  # of the ranks of one half; two decks have 216,513


@dataclass(frozen=True)
class StrategyVariation:
    """Two actions between which the cards left decide.

    chance: how likely the decision is. gain: what the second action wins more than the first.
    effects: rank -> effect of removal on that.
    """

    chance: Fraction
    gain: Fraction
    effects: Mapping[str, Fraction]


def playing_efficiency(
    variations: Iterable[StrategyVariation], tags: Tags, copies: Mapping[str, int], gone: int
) -> Fraction | None:
    """Return what a count wins of all that the best play by composition wins, with so many cards
    gone; None where that is nothing, or there are too many sets of cards.

    copies: rank -> cards of it in the shoe.
    """
    by_count = by_cards = Fraction(0)
    if any(prod(copies[rank] + 1 for rank in half) > MOST_SETS for half in _halves(copies)):
        return None
    for one in variations:
        by_count += one.chance * counted_gain(one, tags, copies, gone)
        by_cards += one.chance * full_gain(one, copies, gone)
    return by_count / by_cards if by_cards else None


def counted_gain(
    one: StrategyVariation, tags: Tags, copies: Mapping[str, int], gone: int
) -> Fraction:
    """Return what a decision by the running count wins beyond the better action."""
    start, effects, scale = _scaled(one, copies, gone)
    sums = {(0, 0): (1, 0)}  # cards gone, their count -> sets, and the sum of their effects
    for rank, effect in effects.items():
        further: dict[tuple[int, int], tuple[int, int]] = {}
        for (cards, count), (sets, total) in sums.items():
            for more in range(min(copies[rank], gone - cards) + 1):
                key, ways = (cards + more, count + more * tags[rank]), comb(copies[rank], more)
                before = further.get(key, (0, 0))
                added = ways * (total + sets * more * effect)
                further[key] = before[0] + ways * sets, before[1] + added
        sums = further
    won = sum(
        max(0, sets * start + total) for (cards, _), (sets, total) in sums.items() if cards == gone
    )
    return Fraction(won, comb(sum(copies.values()), gone) * scale) - max(one.gain, Fraction(0))


def full_gain(one: StrategyVariation, copies: Mapping[str, int], gone: int) -> Fraction:
    """Return what a decision by all cards gone wins beyond the better action."""
    start, effects, scale = _scaled(one, copies, gone)
    first, second = (_sets(half, effects, copies, gone) for half in _halves(copies))
    won = 0
    for cards, here in enumerate(first):
        there, at = sorted(second[gone - cards], reverse=True), 0
        ways = wins = 0
        for total, sets in sorted(here):
            while at < len(there) and start + total + there[at][0] > 0:
                ways += there[at][1]
                wins += there[at][1] * there[at][0]
                at += 1
            won += sets * (ways * (start + total) + wins)
    return Fraction(won, comb(sum(copies.values()), gone) * scale) - max(one.gain, Fraction(0))


def _halves(copies: Mapping[str, int]) -> tuple[list[str], list[str]]:
    ranks = list(copies)
    return ranks[: len(ranks) // 2], ranks[len(ranks) // 2 :]


def _scaled(
    one: StrategyVariation, copies: Mapping[str, int], gone: int
) -> tuple[int, dict[str, int], int]:
    """Return what the second action wins more, what a card gone of each rank adds, and how many
    parts of a unit these are told in.
    """
    cards = sum(copies.values())
    mean = sum((copies[rank] * one.effects[rank] for rank in copies), Fraction(0)) / cards
    adds = {rank: Fraction(cards - 1, cards - gone) * (one.effects[rank] - mean) for rank in copies}
    scale = lcm(one.gain.denominator, *(add.denominator for add in adds.values()))
    return int(one.gain * scale), {rank: int(add * scale) for rank, add in adds.items()}, scale


def _sets(
    ranks: Sequence[str], effects: Mapping[str, int], copies: Mapping[str, int], gone: int
) -> list[list[tuple[int, int]]]:
    """Return for each number of cards gone of some ranks the sums of their effects, and in how many
    sets each comes.
    """
    found: list[list[tuple[int, int]]] = [[(0, 1)], *([] for _ in range(gone))]
    for rank in ranks:
        further: list[list[tuple[int, int]]] = [[] for _ in range(gone + 1)]
        for cards, here in enumerate(found):
            for more in range(min(copies[rank], gone - cards) + 1):
                ways, added = comb(copies[rank], more), more * effects[rank]
                further[cards + more] += [(total + added, sets * ways) for total, sets in here]
        found = further
    return found
